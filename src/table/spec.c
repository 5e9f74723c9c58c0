/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The specification of a table: one statement per line. */
#include "table/table.h"

#include "base/decimal.h"
#include "base/rational.h"
#include "base/text.h"
#include "io/csv.h"
#include "io/path.h"
#include "io/stream.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGS = 64, MAX_AXIS = 1000000, MAX_NOTES = 64 };

/* The reading position in the specification. */
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

bool dpc_table_is_name(const char *text)
{
    size_t n = 0;
    while (is_word(text[n]))
        n++;
    return n > 0 && text[n] == '\0' && !isdigit((unsigned char)text[0]);
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

/* "TEXT", or NULL if no quote comes next. */
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
    if (memchr(start, '\t', (size_t)(r->at - start)) != NULL ||
        memchr(start, '\r', (size_t)(r->at - start)) != NULL) {
        (void)fail(r, "a text cannot have a tab or a carriage return");
        return NULL;
    }
    return keep(r, start, (size_t)(r->at++ - start));
}

/* The text up to a stop character outside brackets, without surrounding blanks; the stop '.' stands
   for "..". */
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

double dpc_table_approx(const char *text)
{
    mpq_t q;
    mpq_init(q);
    dpc_diag diag = {.status = DPC_OK};
    const double x =
        dpc_rational_parse(q, text, strlen(text), "", &diag) == DPC_OK ? mpq_get_d(q) : NAN;
    mpq_clear(q);
    return x;
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

/* Values being read; their number is known only at the end. */
typedef struct {
    const char **value;
    size_t count, room;
} value_list;

static void push(reader *r, value_list *v, const char *text)
{
    if (failed(r))
        return;
    if (v->count == v->room) {
        const size_t room = v->room > 0 ? 2 * v->room : 16;
        const char **more = dpc_arena_alloc(&r->t->arena, room * sizeof *more);
        if (more == NULL) {
            (void)dpc_fail(&r->t->diag, DPC_NOMEM, "out of memory");
            return;
        }
        if (v->count > 0)
            (void)memcpy(more, v->value, v->count * sizeof *more);
        v->value = more;
        v->room = room;
    }
    v->value[v->count++] = text;
}

/* Adds a new name to the names of a group. */
static void push_name(reader *r, value_list *names, const char *word)
{
    bool taken = word != NULL && is_taken(r->t, word);
    for (size_t k = 0; k < names->count && word != NULL; k++)
        taken = taken || strcmp(names->value[k], word) == 0;
    if (taken)
        (void)fail(r, "this name is used already");
    push(r, names, word);
}

/* Adds a group: its names, and their values record by record. */
static void add_group(reader *r, const value_list *names, const value_list *values)
{
    dpc_table_t *t = r->t;
    if (failed(r) || names->count == 0)
        return;
    const size_t records = values->count / names->count;
    if (t->ngroups == DPC_TABLE_MAX_GROUPS)
        (void)fail(r, "too many axes");
    else if (records == 0 || t->nrows > DPC_TABLE_MAX_ROWS / records)
        (void)fail(r, "the table would have no rows, or more than 10000000");
    else {
        t->nrows *= records;
        t->group[t->ngroups++] = (dpc_table_group){.nnames = names->count,
                                                   .nrecords = records,
                                                   .name = names->value,
                                                   .value = values->value};
    }
}

/* The exact value as text in the table's arena: a decimal if a short one exists. */
static const char *kept_number(reader *r, const mpq_t q)
{
    enum { MAX_DECIMAL = 40 };
    const bool integer = mpz_cmp_ui(mpq_denref(q), 1) == 0;
    char *text = integer ? NULL : dpc_rational_decimal(q);
    if (text == NULL || strlen(text) > MAX_DECIMAL) {
        free(text);
        text = dpc_rational_text(q);
    }
    const char *kept = text != NULL ? keep(r, text, strlen(text)) : NULL;
    free(text);
    return kept;
}

/* first, first + step, ... up to last. */
static void push_steps(reader *r, value_list *v, const mpq_t first, const mpq_t last,
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
        mpq_set(x, first);
        for (size_t i = 0; i < points && !failed(r); i++) {
            push(r, v, kept_number(r, x));
            mpq_add(x, x, step);
        }
    }
    mpq_clear(x);
    mpz_clear(n);
}

/* Pushes a geometric sequence of this many points, rounded to three digits, with the ends as
   written.  whole: rounded to whole numbers, without repetitions. */
static void push_log(reader *r, value_list *v, const char *start, const char *end, size_t points,
                     bool whole)
{
    const double a = dpc_table_approx(start), b = dpc_table_approx(end);
    if (!(a > 0) || !(b > 0) || !isfinite(a) || !isfinite(b) || points < 2) {
        (void)fail(r, "a logarithmic range needs ends between 1e-300 and 1e300, and two points");
        return;
    }
    mpq_t q;
    mpq_init(q);
    push(r, v, start);
    double last = round(a);
    for (size_t i = 1; i + 1 < points && !failed(r); i++) {
        char text[400];
        const double x = a * pow(b / a, (double)i / (double)(points - 1));
        if (whole && (round(x) == last || round(x) == round(b)))
            continue;
        last = round(x);
        (void)snprintf(text, sizeof text, whole ? "%.0f" : "%.3g", whole ? last : x);
        if (number(r, text, q))
            push(r, v, kept_number(r, q));
    }
    mpq_clear(q);
    push(r, v, end);
}

static void range(reader *r, value_list *v, const char *start)
{
    mpq_t first, last, step;
    mpq_inits(first, last, step, NULL);
    mpq_set_ui(step, 1, 1);
    r->at += 2; /* the dots */
    const char *end = until(r, " ,\n#");
    if (number(r, start, first) && number(r, end, last)) {
        if (accept(r, "log")) {
            const size_t points = count(r, MAX_AXIS);
            push_log(r, v, start, end, points, accept(r, "whole"));
        } else if (!accept(r, "by") || number(r, until(r, " ,\n#"), step))
            push_steps(r, v, first, last, step);
    }
    mpq_clears(first, last, step, NULL);
}

/* VALUE, A..B [by S] or A..B log N [whole] */
static void read_item(reader *r, value_list *v)
{
    const char *first = until(r, ",.#\n");
    if (first != NULL && r->at + 1 < r->end && r->at[0] == '.')
        range(r, v, first);
    else
        push(r, v, first);
}

/* (VALUE, VALUE...), one for each name */
static void read_tuple(reader *r, value_list *v, size_t nnames)
{
    if (!expect(r, "("))
        return;
    for (size_t k = 0; k < nnames && (k == 0 || expect(r, ",")); k++)
        push(r, v, until(r, ",)#\n"));
    (void)expect(r, ")");
}

/* axis NAME = ITEM, ITEM... or axis (NAME, NAME...) = TUPLE, TUPLE... */
static void read_axis(reader *r)
{
    value_list names = {.count = 0}, values = {.count = 0};
    const bool tuples = accept(r, "(");
    do
        push_name(r, &names, name(r));
    while (!failed(r) && tuples && accept(r, ","));
    if ((tuples && !expect(r, ")")) || !expect(r, "="))
        return;
    do {
        if (tuples)
            read_tuple(r, &values, names.count);
        else
            read_item(r, &values);
    } while (!failed(r) && accept(r, ","));
    add_group(r, &names, &values);
}

/* ---- rows of a CSV file ---- */

/* A path relative to the folder of the specification. */
static const char *resolved(reader *r, const char *path)
{
    if (path == NULL)
        return NULL;
    const char *full = dpc_path_beside(&r->t->arena, r->t->source.name, path);
    if (full == NULL)
        (void)dpc_fail(&r->t->diag, DPC_NOMEM, "out of memory");
    return full;
}

static dpc_status fail_file(reader *r, const char *path, size_t line, const char *why)
{
    char message[300];
    if (line > 0)
        (void)snprintf(message, sizeof message, "%.200s:%zu: %s", path, line, why);
    else
        (void)snprintf(message, sizeof message, "%.200s: %s", path, why);
    return fail(r, message);
}

/* A copy of a value from a file, with invisible characters escaped. */
static const char *keep_visible(reader *r, const char *text)
{
    const size_t size = dpc_text_copy(NULL, 0, text) + 1;
    char *copy = dpc_arena_alloc(&r->t->arena, size);
    if (copy == NULL) {
        (void)dpc_fail(&r->t->diag, DPC_NOMEM, "out of memory");
        return NULL;
    }
    (void)dpc_text_copy(copy, size, text);
    return copy;
}

/* The first record gives the names. */
static void read_records(reader *r, dpc_csv *csv, const char *path)
{
    value_list names = {.count = 0}, values = {.count = 0};
    if (dpc_csv_next(csv))
        for (size_t k = 0; k < csv->nfields && !failed(r); k++) {
            if (dpc_table_is_name(csv->field[k]))
                push_name(r, &names, keep(r, csv->field[k], strlen(csv->field[k])));
            else
                (void)fail_file(
                    r, path, csv->line,
                    "this heading is not a name: names have letters, digits and _, no digit first");
        }
    else
        (void)fail_file(r, path, csv->line, csv->error != NULL ? csv->error : "the file is empty");
    while (!failed(r) && dpc_csv_next(csv)) {
        if (csv->nfields != names.count)
            (void)fail_file(r, path, csv->line,
                            csv->nfields < names.count
                                ? "the record has fewer fields than the first one"
                                : "the record has more fields than the first one");
        for (size_t k = 0; k < names.count && !failed(r); k++)
            push(r, &values, keep_visible(r, csv->field[k]));
    }
    if (csv->error != NULL && !failed(r))
        (void)fail_file(r, path, csv->line, csv->error);
    if (!failed(r) && values.count == 0)
        (void)fail_file(r, path, csv->line, "the file has no rows below its headings");
    add_group(r, &names, &values);
}

/* rows "FILE" */
static void read_rows(reader *r)
{
    const char *path = resolved(r, quoted(r));
    if (path == NULL) {
        (void)fail(r, "the name of a CSV file is expected here, in quotes");
        return;
    }
    const char *why;
    FILE *file = dpc_file_stream(path, &why);
    dpc_csv *csv = calloc(1, sizeof *csv);
    if (file == NULL || csv == NULL)
        (void)fail_file(r, path, 0, file == NULL ? why : "out of memory");
    else {
        dpc_csv_start(csv, file);
        read_records(r, csv, path);
        dpc_csv_end(csv);
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

const char *dpc_column_label(const dpc_column *c)
{
    return c->label != NULL ? c->label : c->name;
}

/* The id of a theorem file, which is read when it is first named. */
static const char *theorem_of(reader *r, const char *path)
{
    dpc_table_t *t = r->t;
    const char *file = resolved(r, path), *id = NULL;
    for (size_t i = 0; i < t->nfiles && !failed(r); i++)
        if (strcmp(t->file[i].path, file) == 0)
            return t->file[i].id;
    if (failed(r) || t->nfiles == DPC_TABLE_MAX_COLUMNS)
        return NULL;
    if (dpc_catalogue_add_file(t->cat, file, &id) != DPC_OK)
        (void)dpc_fail(&t->diag, DPC_PARSE, "%s", dpc_catalogue_error(t->cat));
    else
        t->file[t->nfiles++] = (dpc_table_file){.path = file, .id = id};
    return id;
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
    c->id = path != NULL ? theorem_of(r, path) : keep(r, start, (size_t)(dot - start));
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
    (void)fail(r, "no column above has this name");
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
    value_list names = {.count = 0};
    push_name(r, &names, name(r));
    c->name = names.count > 0 ? names.value[0] : NULL;
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

static void read_text(reader *r, const char **text)
{
    *text = quoted(r);
    if (*text == NULL && !failed(r))
        (void)fail(r, "a text in quotes is expected here");
}

/* The name of an axis or of a CSV column. */
static const char *row_name(reader *r)
{
    const char *word = name(r);
    if (word != NULL && dpc_table_value(r->t, 0, word) == NULL)
        (void)fail(r, "the names of a plot are axes, and no axis above has this name");
    return word;
}

/* NAME = VALUE, ... */
static void read_where(reader *r, dpc_plot *p)
{
    do {
        if (p->nwhere == DPC_PLOT_MAX_NAMES) {
            (void)fail(r, "too many conditions");
            return;
        }
        dpc_table_arg *a = &p->where[p->nwhere++];
        a->name = row_name(r);
        a->value = expect(r, "=") ? until(r, " ,\n#") : NULL;
    } while (!failed(r) && accept(r, ","));
}

static void read_by(reader *r, dpc_plot *p)
{
    do {
        if (p->nby == DPC_PLOT_MAX_NAMES) {
            (void)fail(r, "too many names");
            return;
        }
        p->by[p->nby++] = row_name(r);
    } while (!failed(r) && accept(r, ","));
}

/* LOW..HIGH */
static void read_limits(reader *r, dpc_plot *p)
{
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    const char *from = until(r, ".#\n"), *to = NULL;
    if (expect(r, ".."))
        to = until(r, " \n#");
    if (number(r, from, low) && number(r, to, high)) {
        if (mpq_cmp(low, high) >= 0)
            (void)fail(r, "this range is empty");
        p->low = mpq_get_d(low);
        p->high = mpq_get_d(high);
        p->has_limits = true;
    }
    mpq_clears(low, high, NULL);
}

static bool read_plot_option(reader *r, dpc_plot *p)
{
    if (accept(r, "logx"))
        p->logx = true;
    else if (accept(r, "logy"))
        p->logy = true;
    else if (accept(r, "xlabel"))
        read_text(r, &p->xlabel);
    else if (accept(r, "ylabel"))
        read_text(r, &p->ylabel);
    else if (accept(r, "title"))
        read_text(r, &p->title);
    else if (accept(r, "by"))
        read_by(r, p);
    else if (accept(r, "where"))
        read_where(r, p);
    else if (accept(r, "yrange"))
        read_limits(r, p);
    else
        return false;
    return !failed(r);
}

/* plot x = NAME, y = COLUMN, COLUMN ... and options */
static void read_plot(reader *r)
{
    dpc_table_t *t = r->t;
    if (t->nplots == DPC_TABLE_MAX_PLOTS) {
        (void)fail(r, "too many plots");
        return;
    }
    dpc_plot *p = &t->plot[t->nplots++];
    if (!expect(r, "x") || !expect(r, "="))
        return;
    p->x = row_name(r);
    if (!expect(r, ",") || !expect(r, "y") || !expect(r, "="))
        return;
    do
        p->column[p->ncolumns++] = other_column(r);
    while (!failed(r) && p->ncolumns < DPC_TABLE_MAX_COLUMNS && accept(r, ","));
    for (bool more = true; more && !failed(r);)
        more = read_plot_option(r, p);
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

/* Refuses invisible characters: titles and names are shown as they are. */
static void check_characters(reader *r)
{
    char piece[DPC_TEXT_PIECE], message[100];
    while (*r->at != '\0' && !failed(r)) {
        const bool blank = strchr("\t\r\n", *r->at) != NULL;
        const char *at = r->at;
        const size_t n = dpc_text_next(piece, at);
        if (!blank && piece[0] == '\\' && *at != '\\') {
            (void)snprintf(message, sizeof message,
                           "the invisible character %s is not allowed here", piece);
            (void)fail(r, message);
        }
        r->at += n;
    }
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
    check_characters(&r);
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
        const dpc_table_group *group = &t->group[g];
        const size_t record = row % group->nrecords;
        row /= group->nrecords;
        for (size_t k = 0; k < group->nnames; k++)
            if (strcmp(group->name[k], word) == 0)
                return group->value[record * group->nnames + k];
    }
    return NULL;
}
