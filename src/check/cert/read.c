/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   From text to record.  The text is untrusted: bytes and sizes are checked first, then every line
   must be the one that the format requires.  The record points into one copy of the text, in which
   field separators become terminators and embedded files lose their bars. */
#include "base/words.h"
#include "cert/cert.h"
#include "cert/number.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    dpc_certificate *c;
    dpc_cert_error *error;
    char *at, *end; /* the unread part */
    char *text;     /* the current line, terminated; NULL after the last one */
    size_t line;    /* its number */
    size_t context_bytes;
    unsigned long exponents, claimed; /* of values, of claims */
    size_t numbers;
    dpc_cert_item *free_item; /* room for every statement */
} reader;

static bool failed(const reader *r)
{
    return r->error->diag.status != DPC_OK;
}

#define FAIL_AT(r, number, ...)                                  \
    ((r)->error->line = failed(r) ? (r)->error->line : (number), \
     (void)dpc_fail(&(r)->error->diag, DPC_PARSE, __VA_ARGS__))

#define FAIL(r, ...) FAIL_AT((r), (r)->line, __VA_ARGS__)

/* ---- bytes ---- */

static void bad_byte(reader *r, size_t line, unsigned char byte)
{
    if (byte == '\r')
        FAIL_AT(r, line, "a carriage return: lines end with a newline alone");
    else if (byte == '\t')
        FAIL_AT(r, line, "a tab: fields are separated by one blank");
    else if (byte < 128)
        FAIL_AT(r, line, "the control character 0x%02x: only printable ASCII is allowed", byte);
    else
        FAIL_AT(r, line, "the byte 0x%02x: only printable ASCII is allowed", byte);
}

/* Checks all bytes, and counts the statements: lines that do not start with a bar. */
static size_t scan(reader *r, const char *text, size_t length)
{
    size_t line = 1, statements = 0;
    bool start = true;
    for (size_t i = 0; i < length && !failed(r); i++) {
        const unsigned char byte = (unsigned char)text[i];
        if (start && byte != '|' && ++statements > DPC_CERT_MAX_STATEMENTS)
            FAIL_AT(r, line, "more than %d statements: that is the limit", DPC_CERT_MAX_STATEMENTS);
        start = byte == '\n';
        if (!start && (byte < 32 || byte > 126))
            bad_byte(r, line, byte);
        line += start;
    }
    if (!failed(r) && length == 0)
        FAIL_AT(r, 1, "the certificate is empty");
    else if (!failed(r) && !start)
        FAIL_AT(r, line, "the last line has no newline: the certificate is truncated");
    return statements;
}

/* ---- lines and fields ---- */

/* "..." if a text has more than `most` characters, else "". */
static const char *dots(const char *text, size_t most)
{
    return strlen(text) > most ? "..." : "";
}

static void next_line(reader *r)
{
    r->text = NULL;
    if (r->at == r->end)
        return;
    r->text = r->at;
    char *newline = strchr(r->at, '\n'); /* scan() found one, and no zero before it */
    *newline = '\0';
    r->at = newline + 1;
    r->line++;
}

/* Whether the current line starts with this word. */
static bool at_word(const reader *r, const char *word)
{
    size_t n = strlen(word);
    return !failed(r) && r->text != NULL && strncmp(r->text, word, n) == 0 &&
           (r->text[n] == ' ' || r->text[n] == '\0');
}

/* Fails: the current line is not allowed here. */
static void unexpected(reader *r, const char *wanted)
{
    static const char *const known[] = {"dpcert-certificate",
                                        "kind",
                                        "theorem",
                                        "chain",
                                        "link",
                                        "neighbours",
                                        "history",
                                        "phase",
                                        "file",
                                        "param",
                                        "choose",
                                        "hint",
                                        "claim",
                                        "referee",
                                        "context",
                                        "end"};
    if (r->text == NULL) {
        FAIL_AT(r, r->line + 1, "the certificate is truncated: %s is expected", wanted);
        return;
    }
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        is_known = is_known || at_word(r, known[i]);
    FAIL(r, "%s '%.40s%s' %s: %s is expected", is_known ? "the statement" : "the unknown statement",
         r->text, dots(r->text, 40), is_known ? "is misplaced or repeated" : "cannot stand here",
         wanted);
}

/* The next field of the current line, which starts at *at; last: it must end the line. */
static char *field(reader *r, char **at, bool last, const char *what)
{
    char *start = *at;
    if (failed(r))
        return NULL;
    if (start == NULL || start[0] == '\0' || start[0] == ' ') {
        FAIL(r, "%s is missing: fields are separated by exactly one blank", what);
        return NULL;
    }
    char *blank = strchr(start, ' ');
    if (last && blank != NULL && blank[1] == '\0') {
        FAIL(r, "a blank stands at the end of the line");
        return NULL;
    }
    if (last && blank != NULL) {
        FAIL(r, "'%.40s%s' is too much after %s", blank + 1, dots(blank + 1, 40), what);
        return NULL;
    }
    if (blank != NULL)
        *blank++ = '\0';
    *at = blank;
    return start;
}

/* The fields of the current line, if it starts with the keyword. */
static char *open_line(reader *r, const char *keyword, const char *wanted)
{
    if (failed(r))
        return NULL;
    size_t n = strlen(keyword);
    if (!at_word(r, keyword)) {
        unexpected(r, wanted);
        return NULL;
    }
    return r->text[n] == ' ' ? r->text + n + 1 : NULL;
}

/* A positive whole number of at most nine digits, without leading zeros. */
static unsigned long count(reader *r, const char *text, const char *what)
{
    if (text == NULL)
        return 0; /* after a failure */
    const size_t n = strspn(text, "0123456789");
    if (n > 0 && n <= 9 && text[n] == '\0' && text[0] != '0')
        return strtoul(text, NULL, 10);
    FAIL(r, "%s must be a whole number from 1 to 999999999, not '%.40s%s'", what, text,
         dots(text, 40));
    return 0;
}

/* ---- statements ---- */

static void read_header(reader *r)
{
    if (r->text == NULL || strncmp(r->text, "dpcert-certificate", 18) != 0)
        FAIL_AT(r, 1, "this is not a certificate: the first line must be 'dpcert-certificate 2'");
    else if (strcmp(r->text, "dpcert-certificate 1") == 0)
        FAIL_AT(
            r, 1,
            "'%s': version 1 of the format is not read any more: write the certificate anew, in "
            "version 2",
            r->text);
    else if (strcmp(r->text, "dpcert-certificate 2") != 0)
        FAIL_AT(r, 1, "'%.40s%s': only version 2 of the format is known", r->text,
                dots(r->text, 40));
    else
        next_line(r);
}

/* Reads the field at *at as a word of a table; returns its index. */
static int word(reader *r, char **at, bool is_last, const char *const *table, int last,
                const char *what)
{
    char described[40];
    (void)snprintf(described, sizeof described, "the %s", what);
    const char *name = field(r, at, is_last, described);
    if (failed(r))
        return 0;
    const int i = dpc_word_find(table, name);
    if (i > 0)
        return i;
    char known[DPC_WORDS_SHOWN];
    FAIL(r, "unknown %s '%.40s%s': expected %s", what, name, dots(name, 40),
         dpc_words_list(known, table, last));
    return 0;
}

/* Refuses a statement of the format that this version cannot check: a certificate is never believed
   in part. */
static void not_known_here(reader *r, const char *what)
{
    FAIL(r, "this version of the checker knows no %s: the certificate needs a later one", what);
}

static void read_kind(reader *r)
{
    char *at = open_line(r, "kind", "a 'kind' line");
    const int kind = word(r, &at, true, dpc_cert_kind_words, DPC_CERT_AUDIT, "kind");
    if (failed(r))
        return;
    r->c->kind_line = r->line;
    r->c->kind = (dpc_cert_kind)kind;
    if (r->c->kind == DPC_CERT_AUDIT)
        not_known_here(r, "statements about samples (kind audit)");
    next_line(r);
}

static void read_theorem(reader *r)
{
    if (at_word(r, "chain"))
        not_known_here(r, "chains of theorems ('chain' and 'link')");
    char *at = open_line(r, "theorem", "a 'theorem' line");
    r->c->id = field(r, &at, false, "the id of the theorem");
    r->c->revision = count(r, field(r, &at, true, "the revision"), "the revision");
    r->c->theorem_line = r->line;
    if (!failed(r))
        next_line(r);
}

static void read_neighbours(reader *r)
{
    char *at = open_line(r, "neighbours", "a 'neighbours' line");
    const int found = word(r, &at, true, dpc_adjacency_words, DPC_ADJACENCY_ANY, "neighbours");
    if (failed(r))
        return;
    r->c->neighbours_line = r->line;
    r->c->neighbours = (dpc_adjacency)found;
    next_line(r);
}

/* Reads an embedded file: its lines are moved together without their bars, and with their
   newlines. */
static void read_file(reader *r)
{
    dpc_certificate *c = r->c;
    if (c->nfiles == DPC_CERT_MAX_FILES) {
        FAIL(r, "more than %d files: that is the limit", DPC_CERT_MAX_FILES);
        return;
    }
    char *at = open_line(r, "file", "a 'file' line");
    dpc_cert_file *f = &c->file[c->nfiles++];
    f->line = r->line;
    f->name = field(r, &at, false, "the name of the file");
    const unsigned long lines =
        count(r, field(r, &at, true, "the number of lines"), "the number of lines");
    next_line(r);
    char *to = r->text;
    f->text = to;
    if (failed(r))
        return;
    for (unsigned long i = 0; i < lines; i++) {
        if (r->text == NULL || r->text[0] != '|') {
            FAIL_AT(r, r->text == NULL ? r->line + 1 : r->line,
                    "file %.60s%s has %lu lines instead of %lu", f->name, dots(f->name, 60), i,
                    lines);
            return;
        }
        size_t n = strlen(r->text + 1);
        memmove(to, r->text + 1, n);
        to += n;
        *to++ = '\n';
        next_line(r);
    }
    if (to == NULL)
        return; /* not reached: there is at least one line */
    *to = '\0'; /* the bars left room */
    f->length = (size_t)(to - f->text);
    f->lines = lines;
    if (r->text != NULL && r->text[0] == '|')
        FAIL(r, "file %.60s%s has more lines than the %lu that its 'file' line says", f->name,
             dots(f->name, 60), lines);
}

unsigned long dpc_cert_exponents(const char *text)
{
    unsigned long sum = 0;
    bool digits = false; /* hexadecimal digits or a point precede */
    for (const char *s = text; *s != '\0' && sum <= DPC_CERT_MAX_CLAIMED; s++) {
        if (digits && strchr("eEpP", *s) != NULL) {
            const char *d = s + 1;
            d += *d == '-' || *d == '+';
            unsigned long exponent = 0;
            for (; isdigit((unsigned char)*d) && exponent <= DPC_CERT_MAX_CLAIMED; d++)
                exponent = 10 * exponent + (unsigned long)(*d - '0');
            sum += exponent;
        }
        digits = isxdigit((unsigned char)*s) || (digits && *s == '.');
    }
    return sum;
}

/* Limits the memory and time that numbers take before they can be checked. */
static void charge_claim(reader *r, const char *text)
{
    r->claimed += dpc_cert_exponents(text);
    if (r->claimed > DPC_CERT_MAX_CLAIMED)
        FAIL(r, "the exponents of all claims add up to more than %d: that is the limit",
             DPC_CERT_MAX_CLAIMED);
}

static void charge_value(reader *r, const char *text)
{
    r->exponents += dpc_cert_exponents(text);
    if (r->exponents > DPC_CERT_MAX_EXPONENTS)
        FAIL(r, "the exponents of all values add up to more than %d: that is the limit",
             DPC_CERT_MAX_EXPONENTS);
    for (const char *s = text; *s != '\0'; s++)
        r->numbers += *s == ',';
    if (r->numbers > DPC_CERT_MAX_NUMBERS)
        FAIL(r, "more than %d numbers in lists: that is the limit", DPC_CERT_MAX_NUMBERS);
}

/* Refuses a number that is not in the form of the format. */
static void refuse_fault(reader *r, dpc_cert_fault fault)
{
    if (fault.why != NULL)
        FAIL(r, "'%.*s%s' is no %s of a certificate: %s",
             (int)(fault.length > 40 ? 40 : fault.length), fault.at, fault.length > 40 ? "..." : "",
             fault.what, fault.why);
}

static void charge_number(reader *r, const char *text)
{
    charge_value(r, text);
    refuse_fault(r, dpc_cert_number_fault(text, strchr(text, '\0')));
}

/* Appends an item to a list; lists are filled one after the other from the same room. */
static void add_item(reader *r, dpc_cert_items *list, dpc_cert_item item)
{
    if (list->count == 0)
        list->item = r->free_item;
    list->count++;
    item.line = r->line;
    *r->free_item++ = item;
}

/* The text after `NAME = `, to the end of the line. */
static const char *value(reader *r, char *at)
{
    const char *equals = field(r, &at, false, "'='");
    if (failed(r))
        return NULL;
    if (strcmp(equals, "=") != 0)
        FAIL(r, "'%.40s%s' stands where '=' is expected", equals, dots(equals, 40));
    else if (at == NULL || at[0] == '\0' || at[0] == ' ')
        FAIL(r, "the value is missing: fields are separated by exactly one blank");
    else if (at[strlen(at) - 1] == ' ')
        FAIL(r, "a blank stands at the end of the line");
    return at;
}

static void read_values(reader *r, dpc_cert_items *list, const char *keyword)
{
    while (at_word(r, keyword)) {
        char *at = open_line(r, keyword, keyword);
        const char *name = field(r, &at, false, "the name");
        const char *text = value(r, at);
        if (failed(r))
            return;
        charge_value(r, text);
        refuse_fault(r, dpc_cert_value_fault(text));
        add_item(r, list, (dpc_cert_item){.name = name, .text = text});
        next_line(r);
    }
}

static void read_phase(reader *r)
{
    char *at = open_line(r, "phase", "phase");
    dpc_cert_item item = {.phase = count(r, field(r, &at, false, "the phase"), "the phase")};
    item.name = field(r, &at, false, "the name of the parameter");
    item.record = count(r, field(r, &at, false, "the record"), "the record");
    item.text = at;
    if (failed(r))
        return;
    const size_t length = at != NULL ? strlen(at) : 0;
    if (at != NULL && (length == 0 || at[0] == ' ' || at[length - 1] == ' '))
        FAIL(r, "the text of a phase neither is empty nor begins or ends with a blank");
    else if (length > DPC_CERT_MAX_PHASE)
        FAIL(r, "the text of a phase has more than %d bytes: that is the limit",
             DPC_CERT_MAX_PHASE);
    add_item(r, &r->c->phase, item);
    next_line(r);
}

static void read_history(reader *r)
{
    if (!at_word(r, "history"))
        return;
    char *at = open_line(r, "history", "history");
    const int extent =
        word(r, &at, false, dpc_history_words, DPC_HISTORY_PART, "extent of the history");
    const unsigned long phases =
        count(r, field(r, &at, true, "the number of phases"), "the number of phases");
    if (failed(r))
        return;
    r->c->history_line = r->line;
    r->c->extent = (dpc_history_extent)extent;
    r->c->phases = phases;
    next_line(r);
    while (at_word(r, "phase"))
        read_phase(r);
}

static void read_hints(reader *r, dpc_cert_items *list)
{
    while (at_word(r, "hint")) {
        char *at = open_line(r, "hint", "hint");
        const char *lo = field(r, &at, false, "the left end");
        const char *text = field(r, &at, false, "the middle");
        const char *hi = field(r, &at, true, "the right end");
        if (failed(r))
            return;
        if (strcmp(lo, "end") != 0)
            charge_number(r, lo);
        charge_number(r, text);
        if (strcmp(hi, "end") != 0)
            charge_number(r, hi);
        add_item(r, list, (dpc_cert_item){.text = text, .lo = lo, .hi = hi});
        next_line(r);
    }
}

static void read_referee(reader *r)
{
    if (!at_word(r, "referee"))
        return;
    char *at = open_line(r, "referee", "referee");
    r->c->referee_line = r->line;
    r->c->referee =
        count(r, field(r, &at, true, "the number of the referee"), "the number of the referee");
    if (failed(r))
        return;
    next_line(r);
    read_values(r, &r->c->referee_choose, "choose");
    read_hints(r, &r->c->referee_hint);
}

static void read_claims(reader *r)
{
    if (!at_word(r, "claim"))
        unexpected(r, "a 'claim' line");
    while (at_word(r, "claim")) {
        char *at = open_line(r, "claim", "claim");
        const char *name = field(r, &at, false, "the name");
        const char *rel = field(r, &at, false, "<= or >=");
        const char *after = at != NULL ? strchr(at, ' ') : NULL;
        const bool confident = after != NULL && strncmp(after, " confidence ", 12) == 0;
        const char *text = field(r, &at, !confident, "the number");
        if (failed(r))
            return;
        if (dpc_word_find(dpc_relation_words, rel) == DPC_RELATION_NONE)
            FAIL(r, "unknown relation '%.20s%s': expected <= or >=", rel, dots(rel, 20));
        if (confident)
            not_known_here(r, "claims that hold at a confidence");
        charge_claim(r, text);
        refuse_fault(r, dpc_cert_number_fault(text, strchr(text, '\0')));
        add_item(r, &r->c->claim, (dpc_cert_item){.name = name, .rel = rel[0], .text = text});
        next_line(r);
    }
}

static void read_context(reader *r)
{
    while (at_word(r, "context")) {
        const char *text = open_line(r, "context", "context");
        if (text == NULL || text[0] == '\0') {
            FAIL(r, "the context is empty");
            return;
        }
        r->context_bytes += strlen(text);
        if (r->context_bytes > DPC_CERT_MAX_CONTEXT)
            FAIL(r, "more than %d bytes of context: that is the limit", DPC_CERT_MAX_CONTEXT);
        add_item(r, &r->c->context, (dpc_cert_item){.text = text});
        next_line(r);
    }
}

static void read_end(reader *r)
{
    if (failed(r))
        return;
    if (r->text == NULL || strcmp(r->text, "end") != 0) {
        unexpected(r, "the 'end' line");
        return;
    }
    r->c->end_line = r->line;
    if (r->at != r->end)
        FAIL_AT(r, r->line + 1, "something follows the 'end' line");
}

static void read_all(reader *r)
{
    next_line(r);
    read_header(r);
    read_kind(r);
    read_theorem(r);
    read_neighbours(r);
    read_history(r);
    if (!failed(r) && !at_word(r, "file"))
        unexpected(r, "a 'file' line");
    while (at_word(r, "file"))
        read_file(r);
    read_values(r, &r->c->param, "param");
    read_values(r, &r->c->choose, "choose");
    read_hints(r, &r->c->hint);
    read_referee(r);
    if (!failed(r))
        read_claims(r);
    read_context(r);
    read_end(r);
}

dpc_status dpc_cert_read(dpc_certificate *c, const char *text, size_t length, dpc_cert_error *error)
{
    *c = (dpc_certificate){.buffer = NULL};
    *error = (dpc_cert_error){.line = 0};
    reader r = {.c = c, .error = error};
    if (length > DPC_MAX_CERTIFICATE) {
        FAIL_AT(&r, 0, "the certificate is larger than %d bytes: that is the limit",
                DPC_MAX_CERTIFICATE);
        return error->diag.status;
    }
    const size_t statements = scan(&r, text, length);
    if (failed(&r))
        return error->diag.status;
    /* items first: they need the alignment */
    const size_t items = (statements + 1) * sizeof(dpc_cert_item);
    c->buffer = calloc(1, items + length + 1);
    if (c->buffer == NULL)
        return dpc_fail(&error->diag, DPC_NOMEM, "out of memory");
    r.free_item = (dpc_cert_item *)(void *)c->buffer;
    r.at = c->buffer + items;
    r.end = r.at + length;
    memcpy(r.at, text, length);
    read_all(&r);
    return error->diag.status;
}

void dpc_cert_clear(dpc_certificate *c)
{
    free(c->buffer);
    *c = (dpc_certificate){.buffer = NULL};
}
