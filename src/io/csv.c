/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "io/csv.h"

#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void dpc_csv_start(dpc_csv *csv, FILE *in)
{
    *csv = (dpc_csv){.in = in};
}

void dpc_csv_end(dpc_csv *csv)
{
    free(csv->buffer);
    csv->buffer = NULL;
}

/* Appends a character; NUL ends a field. */
static bool keep(dpc_csv *csv, char c)
{
    if (csv->length == csv->room) {
        const size_t room = csv->room > 0 ? 2 * csv->room : 256;
        char *more = room <= DPC_CSV_MAX_RECORD ? realloc(csv->buffer, room) : NULL;
        if (more == NULL) {
            csv->error = "the record is longer than 1 MiB";
            return false;
        }
        csv->buffer = more;
        csv->room = room;
    }
    csv->buffer[csv->length++] = c;
    return true;
}

static int next_char(dpc_csv *csv)
{
    int c = getc(csv->in);
    if (c == '\r') { /* CR LF is one end of line */
        c = getc(csv->in);
        if (c != '\n' && c != EOF)
            (void)ungetc(c, csv->in);
        c = '\n';
    }
    if (c == EOF && ferror(csv->in))
        csv->error = strerror(errno);
    if (c == '\0') {
        csv->error = "the text has a NUL byte";
        return EOF;
    }
    csv->lines += c == '\n';
    return c;
}

/* Reads a field after its opening quote; returns the character after the closing quote. */
static int read_quoted(dpc_csv *csv)
{
    for (;;) {
        int c = next_char(csv);
        if (c == '"') {
            c = next_char(csv);
            if (c != '"') {
                while (c == ' ')
                    c = next_char(csv);
                return c;
            }
        }
        if (c == EOF) {
            if (csv->error == NULL)
                csv->error = "a quoted field does not end";
            return EOF;
        }
        if (!keep(csv, (char)c))
            return EOF;
    }
}

/* Reads a field that starts with c; returns the character that ended it. */
static int read_plain(dpc_csv *csv, int c)
{
    const size_t start = csv->length;
    while (c != ',' && c != '\n' && c != EOF) {
        if (!keep(csv, (char)c))
            return EOF;
        c = next_char(csv);
    }
    while (csv->length > start && csv->buffer[csv->length - 1] == ' ')
        csv->length--;
    return c;
}

/* Splits the buffer, in which each field ends with NUL. */
static void find_fields(dpc_csv *csv)
{
    char *at = csv->buffer;
    for (size_t i = 0; i < csv->nfields; i++) {
        csv->field[i] = at;
        at += strlen(at) + 1;
    }
}

static int skip_to_record(dpc_csv *csv)
{
    int c = next_char(csv);
    if (csv->lines == 0 && c == 0xef) { /* the byte order mark */
        (void)next_char(csv);
        (void)next_char(csv);
        c = next_char(csv);
    }
    while (c == '\n')
        c = next_char(csv);
    return c;
}

bool dpc_csv_next(dpc_csv *csv)
{
    if (csv->error != NULL)
        return false;
    csv->length = csv->nfields = 0;
    int c = skip_to_record(csv);
    csv->line = csv->lines + 1;
    if (c == EOF)
        return false;
    for (;;) {
        while (c == ' ')
            c = next_char(csv);
        c = c == '"' ? read_quoted(csv) : read_plain(csv, c);
        if (csv->error == NULL && c != ',' && c != '\n' && c != EOF)
            csv->error = "there is text behind a quoted field";
        if (csv->error != NULL || !keep(csv, '\0'))
            return false;
        if (++csv->nfields == DPC_CSV_MAX_FIELDS && c == ',') {
            csv->error = "the record has more than 1000 fields";
            return false;
        }
        if (c != ',')
            break;
        c = next_char(csv);
    }
    find_fields(csv);
    return true;
}

static size_t digits(const char *s)
{
    return strspn(s, "0123456789");
}

/* Whether s is a decimal or a fraction, perhaps with a sign. */
static bool is_number(const char *s)
{
    s += *s == '-' || *s == '+';
    size_t n = digits(s);
    s += n;
    if (*s == '.') {
        s++;
        n += digits(s);
        s += digits(s);
    }
    if (n > 0 && (*s == 'e' || *s == 'E')) {
        s += s[1] == '-' || s[1] == '+' ? 2 : 1;
        n = digits(s);
        s += n;
    }
    if (n > 0 && *s == '/') {
        n = digits(s + 1);
        s += 1 + n;
    }
    return n > 0 && *s == '\0';
}

/* An apostrophe before a formula makes it text to a spreadsheet. */
void dpc_csv_put(FILE *out, const char *text)
{
    const bool quotes = strpbrk(text, ",\"") != NULL;
    const bool formula = text[0] != '\0' && strchr("=+-@", text[0]) != NULL && !is_number(text);
    char piece[DPC_TEXT_PIECE];
    (void)fputs(quotes ? "\"" : "", out);
    (void)fputs(formula ? "'" : "", out);
    while (*text != '\0') {
        (void)fputs(*text == '"' ? "\"" : "", out);
        text += dpc_text_next(piece, text);
        (void)fputs(piece, out);
    }
    (void)fputs(quotes ? "\"" : "", out);
}
