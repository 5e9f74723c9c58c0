/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The reader of JSON. */
#include "check_util.h"
#include "io/json.h"

#include <stdio.h>

static dpc_json *read_bytes(const char *text, size_t length, dpc_arena *arena, dpc_diag *diag)
{
    const dpc_source source = {.name = "x", .text = text, .len = length};
    dpc_diag_reset(diag);
    return dpc_json_read(&source, arena, diag);
}

static dpc_json *read_text(const char *text, dpc_arena *arena, dpc_diag *diag)
{
    return read_bytes(text, strlen(text), arena, diag);
}

START_TEST(test_values)
{
    dpc_arena arena = {.head = NULL};
    dpc_diag diag;
    const dpc_json *v = read_text("\xef\xbb\xbf {\"a\": [1, -0.50, 2E+3, \"1/3\"],\r\n"
                                  " \"b\" : {\"c\":null, \"d\":true}, \"\":false}\n",
                                  &arena, &diag);
    ck_assert_msg(v != NULL, "%s", diag.text);
    ck_assert_int_eq(v->kind, DPC_JSON_OBJECT);
    ck_assert_uint_eq(v->count, 3);
    const dpc_json *a = dpc_json_get(v, "a"), *b = dpc_json_get(v, "b");
    ck_assert_uint_eq(a->count, 4);
    ck_assert_str_eq(a->first->text, "1");
    ck_assert_str_eq(a->first->next->text, "-0.50"); /* as it is written */
    ck_assert_str_eq(a->first->next->next->text, "2E+3");
    ck_assert_int_eq(a->first->next->next->next->kind, DPC_JSON_STRING);
    ck_assert_int_eq(dpc_json_get(b, "c")->kind, DPC_JSON_NULL);
    ck_assert_int_eq(dpc_json_get(b, "d")->kind, DPC_JSON_TRUE);
    ck_assert_int_eq(dpc_json_get(v, "")->kind, DPC_JSON_FALSE);
    ck_assert_ptr_null(dpc_json_get(v, "c"));
    dpc_arena_clear(&arena);
}
END_TEST

START_TEST(test_strings)
{
    static const struct {
        const char *text, *value;
    } table[] = {
        {"\"\"", ""},
        {"\"a b\"", "a b"},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
        {"\"\\u0041\\u00e9\\u20ac\"", "A\xc3\xa9\xe2\x82\xac"},
        {"\"\\ud83d\\uDE00\"", "\xf0\x9f\x98\x80"},
        {"\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_arena arena = {.head = NULL};
        dpc_diag diag;
        const dpc_json *v = read_text(table[i].text, &arena, &diag);
        ck_assert_msg(v != NULL, "%s: %s", table[i].text, diag.text);
        ck_assert_str_eq(v->text, table[i].value);
        dpc_arena_clear(&arena);
    }
}
END_TEST

START_TEST(test_malformed)
{
    static const struct {
        const char *text, *message;
    } table[] = {
        {"", "x:1:1: the text ends"},
        {"  ", "the text ends"},
        {"{", "x:1:2: a key"},
        {"[1, 2", "x:1:6: ',' or ']'"},
        {"[1,\n 2,]", "x:2:4: a JSON value"},
        {"{\"a\": 1,}", "a key"},
        {"{\"a\" 1}", "':' is expected"},
        {"{\"a\": 1 \"b\": 2}", "',' or '}'"},
        {"{\"a\": 1, \"a\": 2}", "x:1:10: this key appears twice"},
        {"{a: 1}", "a key in double quotes"},
        {"{'a': 1}", "a key in double quotes"},
        {"1 2", "there is more"},
        {"// no comments", "a JSON value"},
        {"NaN", "not NaN or Infinity"},
        {"Infinity", "a JSON value"},
        {"-Infinity", "not a JSON number"},
        {"nul", "a JSON value"},
        {"01", "not a JSON number"},
        {"1.", "not a JSON number"},
        {".5", "a JSON value"},
        {"+1", "a JSON value"},
        {"-", "not a JSON number"},
        {"1e", "not a JSON number"},
        {"0x10", "there is more"},
        {"\"abc", "no closing quote"},
        {"\"a\nb\"", "no closing quote"},
        {"\"\\", "invalid in a string"},
        {"\"\\x41\"", "invalid in a string"},
        {"\"\\u12\"", "invalid in a string"},
        {"\"\\u0000\"", "invalid in a string"},
        {"\"\\ud83d\"", "invalid in a string"},
        {"\"\\ude00\"", "invalid in a string"},
        {"\"\\ud83d\\u0041\"", "invalid in a string"},
        {"\"\t\"", "invalid in a string"},
        {"\"\xff\"", "invalid in a string"},
        {"\"\xc0\x80\"", "invalid in a string"},
        {"\"\xed\xa0\x80\"", "invalid in a string"},
        {"\"\xe2\x82\"", "invalid in a string"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_arena arena = {.head = NULL};
        dpc_diag diag;
        ck_assert_msg(read_text(table[i].text, &arena, &diag) == NULL, "%s was read",
                      table[i].text);
        ck_assert_int_eq(diag.status, DPC_PARSE);
        check_contains(diag.text, table[i].message);
        dpc_arena_clear(&arena);
    }
}
END_TEST

/* an opening part, repeated, with the part that closes it after a value */
static bool reads_nested(size_t depth, const char *open, const char *close, dpc_diag *diag)
{
    check_text t = {NULL, 0};
    dpc_arena arena = {.head = NULL};
    check_repeat(&t, open, depth);
    check_append(&t, "1");
    check_repeat(&t, close, depth);
    const bool good = read_bytes(t.s, t.len, &arena, diag) != NULL;
    dpc_arena_clear(&arena);
    check_clear(&t);
    return good;
}

START_TEST(test_limits)
{
    dpc_diag diag;
    ck_assert(reads_nested(DPC_JSON_MAX_DEPTH, "[", "]", &diag));
    ck_assert(reads_nested(DPC_JSON_MAX_DEPTH, "{\"a\":", "}", &diag));
    ck_assert(!reads_nested(DPC_JSON_MAX_DEPTH + 1, "[", "]", &diag));
    check_contains(diag.text, "nested more than 200 deep");
    ck_assert(!reads_nested(100000, "[", "]", &diag));
    ck_assert(!reads_nested(100000, "{\"a\":", "}", &diag));
    check_contains(diag.text, "nested more than 200 deep");
    ck_assert(!reads_nested(100000, "[", "", &diag));

    dpc_arena arena = {.head = NULL};
    check_text t = {NULL, 0};
    check_repeat(&t, "9", DPC_JSON_MAX_NUMBER + 1);
    ck_assert_ptr_null(read_bytes(t.s, t.len, &arena, &diag));
    check_contains(diag.text, "more than 10000 characters");
    ck_assert_ptr_null(read_bytes("[1\0]", 4, &arena, &diag));
    check_contains(diag.text, "NUL");
    check_clear(&t);
    check_append(&t, "[");
    check_repeat(&t, "1,", DPC_JSON_MAX_VALUES);
    ck_assert_ptr_null(read_bytes(t.s, t.len, &arena, &diag));
    check_contains(diag.text, "more than a million values");
    check_clear(&t);
    check_repeat(&t, "                ", (DPC_JSON_MAX_BYTES >> 4) + 1);
    ck_assert_ptr_null(read_bytes(t.s, t.len, &arena, &diag));
    check_contains(diag.text, "larger than 16 MiB");
    check_clear(&t);
    dpc_arena_clear(&arena);
}
END_TEST

/* Truncated or changed texts are read or refused, without any other effect. */
START_TEST(test_random)
{
    static const char good[] = "{\"history\": [[1.1, 0.0042, 14062], [1e-3, 1, 2]], "
                               "\"mechanism\": \"p\\u00e9rv\", \"x\": {\"y\": [null, true]}}";
    static const char alphabet[] = "{}[]\",:\\u0e-.+tfn \xc3\xa9\x01";
    uint64_t state = check_seed("json");
    for (size_t round = 0; round < 20000 * check_mult(); round++) {
        check_text t = {NULL, 0};
        dpc_arena arena = {.head = NULL};
        dpc_diag diag;
        check_append(&t, "%s", good);
        for (size_t k = 1 + check_below(&state, 3); k > 0; k--)
            check_splice(&t, check_below(&state, t.len), check_below(&state, 3),
                         &alphabet[check_below(&state, sizeof alphabet - 1)], 1);
        const dpc_json *v =
            read_bytes(t.s, check_below(&state, 4) == 0 ? t.len / 2 : t.len, &arena, &diag);
        ck_assert((v == NULL) == (diag.status != DPC_OK));
        dpc_arena_clear(&arena);
        check_clear(&t);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("json");
    check_add(suite, test_values);
    check_add(suite, test_strings);
    check_add(suite, test_malformed);
    check_add(suite, test_limits);
    check_add(suite, test_random);
    return check_run(suite);
}
