/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The specification of a table: one statement per line. */
#include "table/table.h"

#include "csv.h"
#include "eval/decimal.h"
#include "lang/rational.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGS = 64, MAX_AXIS = 1000000, MAX_NOTES = 64 };

/* A place in the text of the specification. */
typedef struct {
    dpc_table_t *t;
    const char *at, *end; /* the rest of the statement */
} reader;

static dpc_status fail(reader *r, const char *message)
{
    return dpc_fail_at(&r->t->diag, DPC_PARSE, &r->t->source, (uint32_t)(r->at - r->t->source.text),
                       "%s", message);
}

static bool failed(const reader *r)
{
    return r->t->diag.status != DPC_OK;
}

static char *keep(reader *r, const char *s, size_t length)
{
    char *copy = dpc_arena_strndup(&r->t->arena, s, length);
    if (copy == NULL)
        (void)dpc_fail(&r->t->diag, DPC_NOMEM, "out of memory");
    return copy;
}

/* ---- words ---- */

/* A backslash at the end of a line joins it with the next. */
static void skip_blanks(reader *r)
{
    while (r->at < r->end && (isspace((unsigned char)*r->at) ||
                              (*r->at == '\\' && r->at + 1 < r->end && r->at[1] == '\n')))
        r->at++;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether a keyword or symbol comes next; skips it. */
static bool accept(reader *r, const char *word)
{
    skip_blanks(r);
    const size_t n = strlen(word);
    if ((size_t)(r->end - r->at) < n || strncmp(r->at, word, n) != 0)
        return false;
    if (is_word(word[0]) && r->at + n < r->end && is_word(r->at[n]))
        return false;
    r->at += n;
    return true;
}

static bool expect(reader *r, const char *word)
{
    char message[80];
    if (failed(r) || accept(r, word))
        return !failed(r);
    (void)snprintf(message, sizeof message, "'%s' is expected here", word);
    (void)fail(r, message);
    return false;
}

static const char *name(reader *r)
{
    skip_blanks(r);
    const char *start = r->at;
    while (r->at < r->end && is_word(*r->at))
        r->at++;
    if (r->at == start || isdigit((unsigned char)*start)) {
        r->at = start;
        (void)fail(r, "a name is expected here");
        return NULL;
    }
    return keep(r, start, (size_t)(r->at - start));
}

/* "TEXT", or NULL if there is none. */
static const char *quoted(reader *r)
{
    if (!accept(r, "\""))
        return NULL;
    const char *start = r->at;
    while (r->at < r->end && *r->at != '"' && *r->at != '\n')
        r->at++;
    if (r->at == r->end || *r->at != '"') {
        (void)fail(r, "the text has no closing quote");
        return NULL;
    }
    return keep(r, start, (size_t)(r->at++ - start));
}

/* Everything up to one of the stop characters outside of brackets, without blanks around it; the
   stop '.' stands for "..". */
static const char *until(reader *r, const char *stops)
{
    skip_blanks(r);
    const char *start = r->at;
    for (int depth = 0; r->at < r->end; r->at++) {
        const char c = *r->at;
        const bool stop = strchr(stops, c) != NULL && (c != '.' || r->at[1] == '.');
        if (depth == 0 && stop)
            break;
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    }
    size_t length = (size_t)(r->at - start);
    while (length > 0 && isspace((unsigned char)start[length - 1]))
        length--;
    if (length == 0) {
        (void)fail(r, "a value is expected here");
        return NULL;
    }
    return keep(r, start, length);
}

static bool number(reader *r, const char *text, mpq_t q)
{
    return text != NULL &&
           dpc_rational_parse(q, text, strlen(text), "a value of the axis", &r->t->diag) == DPC_OK;
}

static unsigned long count(reader *r, unsigned long largest)
{
    skip_blanks(r);
    char *end = NULL;
    errno = 0;
    const unsigned long n = isdigit((unsigned char)*r->at) ? strtoul(r->at, &end, 10) : 0;
    if (end == NULL || errno != 0 || n == 0 || n > largest) {
        char message[80];
        (void)snprintf(message, sizeof message, "a whole number from 1 to %lu is expected here",
                       largest);
        (void)fail(r, message);
        return 1;
    }
    r->at = end;
    return n;
}

/* ---- groups ---- */

static bool is_taken(const dpc_table_t *t, const char *word)
{
    for (size_t k = 0; k < dpc_table_names(t); k++)
        if (strcmp(dpc_table_name(t, k), word) == 0)
            return true;
    for (size_t c = 0; c < t->ncolumns; c++)
        if (strcmp(t->column[c].name, word) == 0)
            return true;
    return false;
}

static dpc_group *new_group(reader *r, size_t nnames, size_t nrecords)
{
    dpc_table_t *t = r->t;
    if (t->ngroups == DPC_TABLE_MAX_GROUPS) {
        (void)fail(r, "too many axes");
        return NULL;
    }
    dpc_group *g = &t->group[t->ngroups];
    g->nnames = nnames;
    g->nrecords = nrecords;
    g->name = dpc_arena_alloc(&t->arena, nnames * sizeof *g->name);
    g->value = dpc_arena_alloc(&t->arena, nnames * nrecords * sizeof *g->value);
    if (g->name == NULL || g->value == NULL) {
        (void)dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
        return NULL;
    }
    return g;
}

/* The exact value as text that lives as long as the table. */
static const char *kept_number(reader *r, const mpq_t q)
{
    char *text = dpc_rational_text(q);
    const char *kept = text != NULL ? keep(r, text, strlen(text)) : NULL;
    free(text);
    return kept;
}

/* first, first + step, ... up to last. */
static void fill_steps(reader *r, const char *axis, const mpq_t first, const mpq_t last,
                       const mpq_t step)
{
    mpq_t x;
    mpz_t n;
    mpq_init(x);
    mpz_init(n);
    mpq_sub(x, last, first);
    if (mpq_sgn(step) != 0)
        mpq_div(x, x, step);
    mpz_fdiv_q(n, mpq_numref(x), mpq_denref(x));
    if (mpq_sgn(step) == 0 || mpz_sgn(n) < 0)
        (void)fail(r, "this range is empty: the step does not lead from its start to its end");
    else if (mpz_cmp_ui(n, MAX_AXIS - 1) > 0)
        (void)fail(r, "this range has more than 1000000 values");
    else {
        const size_t points = mpz_get_ui(n) + 1;
        dpc_group *g = new_group(r, 1, points);
        mpq_set(x, first);
        for (size_t i = 0; g != NULL && i < points && !failed(r); i++) {
            g->value[i] = kept_number(r, x);
            mpq_add(x, x, step);
        }
        if (g != NULL)
            g->name[0] = axis;
    }
    mpq_clear(x);
    mpz_clear(n);
}

/* points values in geometric order, with as few digits as keep them apart; the ends are exact. */
static void fill_log(reader *r, const char *axis, const mpq_t first, const mpq_t last,
                     size_t points)
{
    const double a = mpq_get_d(first), b = mpq_get_d(last);
    if (!(a > 0) || !(b > 0) || !isfinite(a) || !isfinite(b) || points < 2) {
        (void)fail(r, "a logarithmic range needs ends between 1e-300 and 1e300, and two points");
        return;
    }
    dpc_group *g = new_group(r, 1, points);
    for (size_t i = 0; g != NULL && i < points && !failed(r); i++) {
        char text[40];
        (void)snprintf(text, sizeof text, "%.3g", a * pow(b / a, (double)i / (double)(points - 1)));
        g->value[i] = i == 0            ? kept_number(r, first)
                      : i + 1 == points ? kept_number(r, last)
                                        : keep(r, text, strlen(text));
    }
    if (g != NULL)
        g->name[0] = axis;
}

static void range(reader *r, const char *axis, const char *start)
{
    mpq_t first, last, step;
    mpq_inits(first, last, step, NULL);
    mpq_set_ui(step, 1, 1);
    r->at += 2; /* the dots */
    const char *end = until(r, " \n#");
    if (number(r, start, first) && number(r, end, last)) {
        if (accept(r, "log"))
            fill_log(r, axis, first, last, count(r, MAX_AXIS));
        else if (!accept(r, "by") || number(r, until(r, " \n#"), step))
            fill_steps(r, axis, first, last, step);
    }
    mpq_clears(first, last, step, NULL);
}

static void value_list(reader *r, const char *axis, const char *first)
{
    size_t n = 1;
    int depth = 0;
    for (const char *s = r->at; s < r->end; s++) {
        depth += (*s == '(' || *s == '[') - (*s == ')' || *s == ']');
        n += *s == ',' && depth == 0;
    }
    dpc_group *g = new_group(r, 1, n);
    if (g == NULL)
        return;
    g->name[0] = axis;
    g->value[0] = first;
    for (size_t i = 1; i < n && expect(r, ","); i++)
        g->value[i] = until(r, ",#\n");
}

static void add_group(reader *r)
{
    dpc_table_t *t = r->t;
    if (failed(r))
        return;
    const size_t records = t->group[t->ngroups++].nrecords;
    if (records == 0 || t->nrows > DPC_TABLE_MAX_ROWS / records)
        (void)fail(r, "the table would have no rows, or more than 10000000");
    else
        t->nrows *= records;
}

static const char *new_name(reader *r)
{
    const char *word = name(r);
    if (word != NULL && is_taken(r->t, word)) {
        (void)fail(r, "this name is used already");
        return NULL;
    }
    return word;
}

/* axis NAME = V, V, ... | A..B [by S] | A..B log N */
static void read_axis(reader *r)
{
    const char *axis = new_name(r);
    if (axis == NULL || !expect(r, "="))
        return;
    const char *first = until(r, ",.#\n");
    if (first == NULL || failed(r))
        return;
    if (r->at + 1 < r->end && r->at[0] == '.' && r->at[1] == '.')
        range(r, axis, first);
    else
        value_list(r, axis, first);
    add_group(r);
}

/* ---- rows of a CSV file ---- */

static dpc_status fail_file(reader *r, const char *path, size_t line, const char *why)
{
    char message[300];
    (void)snprintf(message, sizeof message, "%.200s:%zu: %s", path, line, why);
    return fail(r, message);
}

/* The names that the first record gives. */
static void read_names(reader *r, dpc_group *g, const dpc_csv *csv)
{
    for (size_t k = 0; k < csv->nfields && !failed(r); k++) {
        if (is_taken(r->t, csv->field[k]))
            (void)fail(r, "the file has a column whose name is used already");
        g->name[k] = keep(r, csv->field[k], strlen(csv->field[k]));
    }
}

/* Values are collected in chunks, since their number is not known before the end. */
static void read_records(reader *r, dpc_csv *csv, const char *path)
{
    const size_t nnames = dpc_csv_next(csv) ? csv->nfields : 0;
    dpc_group *g = nnames > 0 ? new_group(r, nnames, 1) : NULL;
    if (g == NULL) {
        (void)fail_file(r, path, csv->line, csv->error != NULL ? csv->error : "the file is empty");
        return;
    }
    read_names(r, g, csv);
    size_t records = 0, room = 1;
    while (!failed(r) && dpc_csv_next(csv)) {
        if (csv->nfields != nnames) {
            (void)fail_file(r, path, csv->line,
                            csv->nfields < nnames
                                ? "the record has fewer fields than the first one"
                                : "the record has more fields than the first one");
            return;
        }
        if (records == room) {
            const char **more = dpc_arena_alloc(&r->t->arena, 2 * room * nnames * sizeof *more);
            if (more == NULL) {
                (void)dpc_fail(&r->t->diag, DPC_NOMEM, "out of memory");
                return;
            }
            (void)memcpy(more, g->value, room * nnames * sizeof *more);
            g->value = more;
            room *= 2;
        }
        for (size_t k = 0; k < nnames; k++)
            g->value[records * nnames + k] = keep(r, csv->field[k], strlen(csv->field[k]));
        records++;
    }
    if (csv->error != NULL)
        (void)fail_file(r, path, csv->line, csv->error);
    g->nrecords = records;
}

/* rows "FILE" */
static void read_rows(reader *r)
{
    const char *path = quoted(r);
    if (path == NULL) {
        (void)fail(r, "the name of a CSV file is expected here, in quotes");
        return;
    }
    FILE *file = fopen(path, "rb");
    dpc_csv *csv = calloc(1, sizeof *csv);
    if (file == NULL || csv == NULL)
        (void)fail_file(r, path, 0, file == NULL ? strerror(errno) : "out of memory");
    else {
        dpc_csv_start(csv, file);
        read_records(r, csv, path);
        dpc_csv_end(csv);
        add_group(r);
    }
    free(csv);
    if (file != NULL)
        (void)fclose(file);
}

/* ---- columns ---- */

bool dpc_column_is_derived(const dpc_column *c)
{
    return c->kind == DPC_COLUMN_DIFFERENCE || c->kind == DPC_COLUMN_RATIO;
}

/* ID.NAME: an id has dots and hyphens, or is a path in quotes followed by .NAME */
static void read_theorem(reader *r, dpc_column *c)
{
    const char *path = quoted(r);
    skip_blanks(r);
    const char *start = r->at, *dot = NULL;
    while (r->at < r->end && (is_word(*r->at) || *r->at == '.' || *r->at == '-')) {
        dot = *r->at == '.' ? r->at : dot;
        r->at++;
    }
    if (dot == NULL || dot + 1 == r->at || (path == NULL && dot == start)) {
        r->at = start;
        (void)fail(r, "a theorem and one of its results is expected here: gauss.theta.delta");
        return;
    }
    c->id = path != NULL ? path : keep(r, start, (size_t)(dot - start));
    c->of = keep(r, dot + 1, (size_t)(r->at - dot - 1));
}

/* (NAME = VALUE, ... [; RESULT <= TARGET]) */
static void read_args(reader *r, dpc_column *c)
{
    c->arg = dpc_arena_alloc(&r->t->arena, MAX_ARGS * sizeof *c->arg);
    if (c->arg == NULL || !expect(r, "("))
        return;
    if (accept(r, ")"))
        return;
    do {
        if (c->nargs == MAX_ARGS) {
            (void)fail(r, "too many parameters");
            return;
        }
        dpc_table_arg *a = &c->arg[c->nargs++];
        a->name = name(r);
        a->value = a->name; /* NAME alone: the value of that name */
        if (!failed(r) && accept(r, "="))
            a->value = until(r, ",;)\n");
    } while (!failed(r) && accept(r, ","));
    if (!failed(r) && c->kind == DPC_COLUMN_SOLVE && expect(r, ";")) {
        c->result = name(r);
        c->relation = accept(r, "<=") ? "<=" : accept(r, ">=") ? ">=" : NULL;
        if (c->relation == NULL)
            (void)fail(r, "<= or >= is expected here");
        c->target = failed(r) ? NULL : until(r, ")\n");
    }
    (void)expect(r, ")");
}

static size_t other_column(reader *r)
{
    const char *word = name(r);
    for (size_t c = 0; word != NULL && c < r->t->ncolumns; c++)
        if (strcmp(r->t->column[c].name, word) == 0)
            return c;
    (void)fail(r, "there is no column of this name above");
    return 0;
}

static void read_column_options(reader *r, dpc_column *c)
{
    for (;;) {
        if (accept(r, "up"))
            c->rounded = 'u';
        else if (accept(r, "down"))
            c->rounded = 'd';
        else if (accept(r, "digits"))
            c->digits = count(r, DPC_MAX_DIGITS);
        else if (c->kind == DPC_COLUMN_SOLVE && accept(r, "smallest"))
            c->direction = 1;
        else if (c->kind == DPC_COLUMN_SOLVE && accept(r, "largest"))
            c->direction = -1;
        else
            return;
    }
}

/* column NAME ["LABEL"] = KIND ... [up | down] [digits N] */
static void read_column(reader *r)
{
    static const char *const kinds[] = {"bound", "solve",      "referee",
                                        "slack", "difference", "ratio"};
    dpc_table_t *t = r->t;
    if (t->ncolumns == DPC_TABLE_MAX_COLUMNS) {
        (void)fail(r, "too many columns");
        return;
    }
    dpc_column *c = &t->column[t->ncolumns];
    c->name = new_name(r);
    c->label = c->name != NULL ? quoted(r) : NULL;
    c->digits = t->digits;
    if (failed(r) || !expect(r, "="))
        return;
    size_t kind = 0;
    while (kind < sizeof kinds / sizeof kinds[0] && !accept(r, kinds[kind]))
        kind++;
    if (kind == sizeof kinds / sizeof kinds[0]) {
        (void)fail(r, "bound, solve, referee, slack, difference or ratio is expected here");
        return;
    }
    c->kind = (dpc_column_kind)kind;
    if (dpc_column_is_derived(c)) {
        c->left = other_column(r);
        c->right = failed(r) ? 0 : other_column(r);
    } else {
        read_theorem(r, c);
        if (!failed(r))
            read_args(r, c);
    }
    if (!failed(r))
        read_column_options(r, c);
    t->ncolumns++;
}

/* ---- the other statements ---- */

/* plot x = NAME, y = COLUMN, COLUMN ... [logx] [logy] [xlabel "TEXT"] [ylabel "TEXT"] */
static void read_plot(reader *r)
{
    dpc_plot *p = &r->t->plot;
    if (r->t->has_plot) {
        (void)fail(r, "a table has one plot");
        return;
    }
    if (!expect(r, "x") || !expect(r, "="))
        return;
    p->x = name(r);
    if (p->x != NULL && dpc_table_value(r->t, 0, p->x) == NULL)
        (void)fail(r, "the x of a plot is an axis, and there is none of this name above");
    if (!expect(r, ",") || !expect(r, "y") || !expect(r, "="))
        return;
    do
        p->column[p->ncolumns++] = other_column(r);
    while (!failed(r) && p->ncolumns < DPC_TABLE_MAX_COLUMNS && accept(r, ","));
    while (!failed(r)) {
        if (accept(r, "logx"))
            p->logx = true;
        else if (accept(r, "logy"))
            p->logy = true;
        else if (accept(r, "xlabel"))
            p->xlabel = quoted(r);
        else if (accept(r, "ylabel"))
            p->ylabel = quoted(r);
        else
            break;
    }
    r->t->has_plot = true;
}

static void read_text(reader *r, const char **text)
{
    *text = quoted(r);
    if (*text == NULL && !failed(r))
        (void)fail(r, "a text in quotes is expected here");
}

static void statement(reader *r)
{
    dpc_table_t *t = r->t;
    if (accept(r, "title"))
        read_text(r, &t->title);
    else if (accept(r, "note")) {
        if (t->nnotes == MAX_NOTES)
            (void)fail(r, "too many notes");
        else
            read_text(r, &t->note[t->nnotes++]);
    } else if (accept(r, "digits"))
        t->digits = count(r, DPC_MAX_DIGITS);
    else if (accept(r, "axis"))
        read_axis(r);
    else if (accept(r, "rows"))
        read_rows(r);
    else if (accept(r, "column"))
        read_column(r);
    else if (accept(r, "plot"))
        read_plot(r);
    else
        (void)fail(r, "title, note, digits, axis, rows, column or plot is expected here");
    skip_blanks(r);
    if (!failed(r) && r->at < r->end && *r->at != '#')
        (void)fail(r, "this is not expected here");
}

/* One past the last character of the statement that starts at s. */
static const char *statement_end(const char *s, const char *end)
{
    while (s < end && (*s != '\n' || (s[-1] == '\\')))
        s++;
    return s;
}

dpc_status dpc_table_parse(dpc_table_t *t)
{
    enum { DEFAULT_DIGITS = 6 };
    t->digits = DEFAULT_DIGITS;
    t->nrows = 1;
    t->note = dpc_arena_alloc(&t->arena, MAX_NOTES * sizeof *t->note);
    if (t->note == NULL)
        return dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
    const char *end = t->source.text + t->source.len;
    reader r = {.t = t, .at = t->source.text};
    for (const char *s = t->source.text; s < end && !failed(&r);) {
        s += strspn(s, " \t\r\n");
        if (s >= end)
            break;
        r.at = s;
        r.end = statement_end(s + 1, end);
        if (*s != '#')
            statement(&r);
        s = r.end;
    }
    if (!failed(&r) && t->ncolumns == 0)
        (void)dpc_fail(&t->diag, DPC_PARSE, "%s: the table has no columns", t->source.name);
    return t->diag.status;
}

/* ---- rows ---- */

size_t dpc_table_names(const dpc_table_t *t)
{
    size_t n = 0;
    for (size_t g = 0; g < t->ngroups; g++)
        n += t->group[g].nnames;
    return n;
}

const char *dpc_table_name(const dpc_table_t *t, size_t k)
{
    size_t g = 0;
    while (k >= t->group[g].nnames)
        k -= t->group[g++].nnames;
    return t->group[g].name[k];
}

const char *dpc_table_value(const dpc_table_t *t, size_t row, const char *word)
{
    for (size_t g = t->ngroups; g-- > 0;) {
        const dpc_group *group = &t->group[g];
        const size_t record = row % group->nrecords;
        row /= group->nrecords;
        for (size_t k = 0; k < group->nnames; k++)
            if (strcmp(group->name[k], word) == 0)
                return group->value[record * group->nnames + k];
    }
    return NULL;
}
