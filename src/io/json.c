/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "io/json.h"

#include <stdbool.h>
#include <string.h>

typedef struct {
    const dpc_source *source;
    dpc_arena *arena;
    dpc_diag *diag;
    size_t at;
    int depth;
    size_t values;
} reader;

/* The next byte; NUL only at the end, as texts with NUL bytes are refused. */
static char peek(const reader *r)
{
    return r->at < r->source->len ? r->source->text[r->at] : '\0';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static dpc_json *fail_at(reader *r, size_t at, const char *message)
{
    (void)dpc_fail_at(r->diag, DPC_PARSE, r->source, (uint32_t)at, "%s", message);
    return NULL;
}

static dpc_json *fail(reader *r, const char *message)
{
    return fail_at(r, r->at, message);
}

static dpc_json *no_memory(reader *r)
{
    (void)dpc_fail(r->diag, DPC_NOMEM, "out of memory");
    return NULL;
}

static void skip_space(reader *r)
{
    while (r->at < r->source->len && strchr(" \t\r\n", r->source->text[r->at]) != NULL)
        r->at++;
}

static dpc_json *new_value(reader *r, dpc_json_kind kind)
{
    if (++r->values > DPC_JSON_MAX_VALUES)
        return fail(r, "the text has more than a million values");
    dpc_json *value = dpc_arena_alloc(r->arena, sizeof *value);
    if (value == NULL)
        return no_memory(r);
    value->kind = kind;
    value->pos = (uint32_t)r->at;
    return value;
}

/* ---- words and numbers ---- */

static dpc_json *read_word(reader *r, const char *word, dpc_json_kind kind)
{
    const size_t length = strlen(word);
    if (r->source->len - r->at < length || memcmp(r->source->text + r->at, word, length) != 0)
        return fail(r, "a JSON value is expected here: a number, a string in double quotes, true, "
                       "false, null, [...] or {...}; not NaN or Infinity");
    dpc_json *value = new_value(r, kind);
    r->at += length;
    return value;
}

static bool skip_digits(reader *r)
{
    const size_t start = r->at;
    while (is_digit(peek(r)))
        r->at++;
    return r->at > start;
}

/* -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)? */
static dpc_json *read_number(reader *r)
{
    const size_t start = r->at;
    dpc_json *value = new_value(r, DPC_JSON_NUMBER);
    if (value == NULL)
        return NULL;
    r->at += peek(r) == '-';
    const bool zero = peek(r) == '0';
    const size_t digits = r->at;
    bool good = skip_digits(r) && !(zero && r->at > digits + 1);
    if (good && peek(r) == '.') {
        r->at++;
        good = skip_digits(r);
    }
    if (good && (peek(r) == 'e' || peek(r) == 'E')) {
        r->at++;
        r->at += peek(r) == '+' || peek(r) == '-';
        good = skip_digits(r);
    }
    if (!good)
        return fail_at(r, start, "this is not a JSON number: write for example 12, -0.5 or 1e-5");
    if (r->at - start > DPC_JSON_MAX_NUMBER)
        return fail_at(r, start, "the number has more than 10000 characters");
    value->text = dpc_arena_strndup(r->arena, r->source->text + start, r->at - start);
    return value->text != NULL ? value : no_memory(r);
}

/* ---- strings ---- */

/* Four hexadecimal digits; -1 if any is missing. */
static long read_hex4(reader *r)
{
    long code = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        const char c = peek(r);
        const char *const digits = "0123456789abcdef";
        const char *found = c == '\0' ? NULL : strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c);
        if (found == NULL)
            return -1;
        code = 16 * code + (found - digits);
    }
    return code;
}

static size_t put_utf8(char *out, long code)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    const size_t n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const int lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = n - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(lead[n] | code);
    return n;
}

/* The code after `\u`; 0, which strings may not contain, on failure. */
static long read_code(reader *r)
{
    long code = read_hex4(r);
    if (code >= 0xd800 && code < 0xdc00 && peek(r) == '\\') { /* the first half of a pair */
        r->at++;
        const long second = peek(r) == 'u' ? (r->at++, read_hex4(r)) : -1;
        code = second >= 0xdc00 && second < 0xe000
                   ? 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00)
                   : -1;
    }
    return code <= 0 || (code >= 0xd800 && code < 0xe000) ? 0 : code;
}

/* The character escaped by a backslash; returns its number of bytes, 0 on failure. */
static size_t read_escape(reader *r, char *out)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char c = peek(r);
    const char *found = c == '\0' ? NULL : strchr(letters, c);
    r->at++;
    if (found != NULL) {
        *out = meanings[found - letters];
        return 1;
    }
    const long code = c == 'u' ? read_code(r) : 0;
    return code > 0 ? put_utf8(out, code) : 0;
}

/* Length of the UTF-8 sequence at s, 0 if it is invalid. */
static size_t utf8_length(const unsigned char *s, size_t left)
{
    const size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (n == 0 || n > left || s[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    const bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    const bool outside = (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf4 && s[1] >= 0x90);
    return overlong || outside ? 0 : n;
}

/* The position of the quote that closes a string; len if there is none. */
static size_t end_of_string(const reader *r)
{
    size_t at = r->at;
    while (at < r->source->len && r->source->text[at] != '"')
        at += r->source->text[at] == '\\' ? 2 : 1;
    return at < r->source->len ? at : r->source->len;
}

/* The content of a string whose opening quote comes next; NULL on failure. */
static const char *read_text(reader *r)
{
    const size_t start = r->at++;
    char *out = dpc_arena_alloc(r->arena, end_of_string(r) - start + 1); /* escapes are longer */
    size_t length = 0;
    if (out == NULL) {
        (void)no_memory(r);
        return NULL;
    }
    while (peek(r) != '"') {
        const size_t here = r->at;
        if (here >= r->source->len || peek(r) == '\n') {
            (void)fail_at(r, start, "the string has no closing quote on its line");
            return NULL;
        }
        size_t n;
        if (peek(r) == '\\') {
            r->at++;
            n = read_escape(r, out + length);
        } else {
            const unsigned char *s = (const unsigned char *)r->source->text + here;
            n = *s < 32 ? 0 : utf8_length(s, r->source->len - here);
            (void)memcpy(out + length, s, n);
            r->at += n;
        }
        if (n == 0) {
            (void)fail_at(
                r, here,
                "invalid in a string: an unknown escape sequence, a control character, or "
                "bytes that are not UTF-8");
            return NULL;
        }
        length += n;
    }
    r->at++;
    return out;
}

static dpc_json *read_string(reader *r)
{
    dpc_json *value = new_value(r, DPC_JSON_STRING);
    if (value == NULL)
        return NULL;
    value->text = read_text(r);
    return value->text != NULL ? value : NULL;
}

/* ---- arrays and objects ---- */

static dpc_json *read_value(reader *r);

static bool expect(reader *r, char c, const char *message)
{
    skip_space(r);
    if (peek(r) != c) {
        (void)fail(r, message);
        return false;
    }
    r->at++;
    return true;
}

/* `"key":`, different from all earlier keys of the object. */
static const char *read_key(reader *r, const dpc_json *object)
{
    skip_space(r);
    if (peek(r) != '"') {
        (void)fail(r, "a key in double quotes is expected here");
        return NULL;
    }
    const size_t at = r->at;
    const char *key = read_text(r);
    if (key != NULL && dpc_json_get(object, key) != NULL) {
        (void)fail_at(r, at, "this key appears twice");
        return NULL;
    }
    return key != NULL && expect(r, ':', "':' is expected after a key") ? key : NULL;
}

/* Objects have few members here: keys are compared one by one. */
enum { MAX_MEMBERS = 1000 };

static dpc_json *read_compound(reader *r, bool is_object)
{
    const char close = is_object ? '}' : ']';
    dpc_json *all = new_value(r, is_object ? DPC_JSON_OBJECT : DPC_JSON_ARRAY);
    dpc_json **last = all != NULL ? &all->first : NULL;
    if (all == NULL)
        return NULL;
    if (++r->depth > DPC_JSON_MAX_DEPTH)
        return fail(r, "arrays and objects are nested more than 200 deep");
    r->at++;
    skip_space(r);
    while (peek(r) != close || all->count > 0) {
        const char *key = is_object ? read_key(r, all) : NULL;
        dpc_json *value = is_object && key == NULL ? NULL : read_value(r);
        if (value == NULL)
            return NULL;
        value->key = key;
        *last = value;
        last = &value->next;
        if (++all->count > MAX_MEMBERS && is_object)
            return fail(r, "the object has more than 1000 members");
        skip_space(r);
        if (peek(r) == close)
            break;
        if (!expect(r, ',',
                    is_object ? "',' or '}' is expected here" : "',' or ']' is expected here"))
            return NULL;
    }
    r->at++;
    r->depth--;
    return all;
}

static dpc_json *read_value(reader *r)
{
    skip_space(r);
    if (r->at >= r->source->len)
        return fail(r, "the text ends where a value is expected");
    const char c = peek(r);
    return c == '{' || c == '['      ? read_compound(r, c == '{')
           : c == '"'                ? read_string(r)
           : c == '-' || is_digit(c) ? read_number(r)
           : c == 't'                ? read_word(r, "true", DPC_JSON_TRUE)
           : c == 'f'                ? read_word(r, "false", DPC_JSON_FALSE)
                                     : read_word(r, "null", DPC_JSON_NULL);
}

dpc_json *dpc_json_read(const dpc_source *source, dpc_arena *arena, dpc_diag *diag)
{
    reader r = {.source = source, .arena = arena, .diag = diag};
    if (source->len > DPC_JSON_MAX_BYTES) {
        (void)dpc_fail(diag, DPC_PARSE, "%s: larger than 16 MiB", source->name);
        return NULL;
    }
    if (memchr(source->text, '\0', source->len) != NULL)
        return fail(&r, "the text has a NUL byte");
    if (source->len >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0)
        r.at = 3;
    dpc_json *value = read_value(&r);
    if (value == NULL)
        return NULL;
    skip_space(&r);
    return r.at == source->len ? value : fail(&r, "there is more behind the JSON value");
}

const dpc_json *dpc_json_get(const dpc_json *object, const char *key)
{
    for (const dpc_json *m = object->first; m != NULL; m = m->next)
        if (m->key != NULL && strcmp(m->key, key) == 0)
            return m;
    return NULL;
}

const char *dpc_json_kind_name(dpc_json_kind kind)
{
    static const char *const names[] = {"null",     "false",    "true",     "a number",
                                        "a string", "an array", "an object"};
    return names[kind];
}
