/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The cells of a table: each is a query of its own. */
#include "table/table.h"

#include "base/decimal.h"
#include "base/rational.h"
#include "base/text.h"
#include "base/watch.h"
#include "lang/flow.h"
#include "query/query.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cells hold more digits than are shown, so that differences and ratios have enough. */
enum { GUARD_DIGITS = 5 };

/* ---- values ---- */

static bool is_number(const char *text)
{
    mpq_t q;
    mpq_init(q);
    dpc_diag diag = {.status = DPC_OK};
    const bool good = dpc_rational_parse(q, text, strlen(text), "", &diag) == DPC_OK;
    mpq_clear(q);
    return good;
}

static bool is_name(const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return n > 0 && text[n] == '\0' && !isdigit((unsigned char)text[0]);
}

/* Whether the name occurs in the expression as a word. */
static bool mentions(const char *expression, const char *name)
{
    const size_t n = strlen(name);
    for (const char *s = strstr(expression, name); s != NULL; s = strstr(s + 1, name)) {
        const bool starts = s == expression || !(isalnum((unsigned char)s[-1]) || s[-1] == '_');
        const bool ends = !(isalnum((unsigned char)s[n]) || s[n] == '_');
        if (starts && ends)
            return true;
    }
    return false;
}

/* A theorem whose only result is the expression. */
static char *expression_theorem(const dpc_table_t *t, size_t row, const char *expression)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    (void)fputs("theorem table.value\nrevision 1\ntitle \"a value\"\ncite none \"none\"\n"
                "status exact rederived\nadjacency any\n",
                out);
    for (size_t k = 0; k < dpc_table_names(t); k++) {
        const char *name = dpc_table_name(t, k);
        if (mentions(expression, name))
            (void)fprintf(out, "let %s = %s\n", name, dpc_table_value(t, row, name));
    }
    (void)fprintf(out, "result v = %s\n", expression);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* The exact value of an expression in the row's names; to be freed.  NULL on failure. */
static char *evaluate(dpc_table_t *t, size_t row, const char *expression)
{
    char *text = expression_theorem(t, row, expression), *value = NULL;
    dpc_catalogue_t *cat = dpc_catalogue_new();
    const char *id = NULL;
    dpc_query_t *q = NULL;
    if (text == NULL || cat == NULL)
        (void)dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
    else if (dpc_catalogue_add_text(cat, expression, text, strlen(text), &id) != DPC_OK ||
             (q = dpc_query_new(cat, id)) == NULL)
        (void)dpc_fail(&t->diag, DPC_PARSE, "%s: the value '%.100s': %s", t->source.name,
                       expression, dpc_catalogue_error(cat));
    else if (dpc_query_run(q) != DPC_OK || dpc_query_result(q, 0)->exact == NULL)
        (void)dpc_fail(
            &t->diag, DPC_PARSE,
            "%s: the value '%.100s' is not an exact rational number in row %zu: parameters "
            "are exact%s%s",
            t->source.name, expression, row + 1, dpc_query_error(q)[0] != '\0' ? ": " : "",
            dpc_query_error(q));
    else
        value = strdup(dpc_query_result(q, 0)->exact);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
    free(text);
    return value;
}

char *dpc_table_value_in_row(dpc_table_t *t, size_t row, const char *text)
{
    const char *named = dpc_table_value(t, row, text);
    if (named != NULL)
        text = named;
    if (named != NULL || is_number(text) || is_name(text) || text[0] == '[')
        return strdup(text);
    return evaluate(t, row, text);
}

/* ---- queries ---- */

static dpc_query_t *open_query(dpc_table_t *t, const dpc_column *c)
{
    dpc_query_t *q = dpc_query_new(t->cat, c->id);
    if (q == NULL)
        (void)dpc_fail(&t->diag, DPC_PARSE, "%s: column %s: %s", t->source.name, c->name,
                       dpc_catalogue_error(t->cat));
    return q;
}

/* Gives the query its parameters, except the unknown of a solution. */
static bool give_values(dpc_table_t *t, size_t row, const dpc_column *c, dpc_query_t *q)
{
    (void)dpc_query_set_digits(q, c->digits + (c->kind == DPC_COLUMN_SOLVE ? 0 : GUARD_DIGITS));
    for (size_t i = 0; i < c->nargs; i++) {
        if (c->kind == DPC_COLUMN_SOLVE && strcmp(c->arg[i].name, c->of) == 0)
            continue;
        char *value = dpc_table_value_in_row(t, row, c->arg[i].value);
        const bool given = value != NULL && dpc_query_set(q, c->arg[i].name, value) == DPC_OK;
        if (!given)
            (void)dpc_fail(&t->diag, DPC_PARSE, "%s: column %s, row %zu: %s", t->source.name,
                           c->name, row + 1, value != NULL ? dpc_query_error(q) : "out of memory");
        free(value);
        if (!given)
            return false;
    }
    return true;
}

dpc_query_t *dpc_table_query(dpc_table_t *t, size_t row, size_t column)
{
    const dpc_column *c = &t->column[column];
    dpc_query_t *q = open_query(t, c);
    if (q != NULL && !give_values(t, row, c, q)) {
        dpc_query_free(q);
        q = NULL;
    }
    return q;
}

/* ---- records ---- */

/* A cell as one line of text, to be read back by dpc_table_put. */
static char *record(char kind, const char *lower, const char *upper)
{
    const size_t size = strlen(lower) + strlen(upper) + 32;
    char *text = malloc(size);
    if (text != NULL)
        (void)snprintf(text, size, "number %c %s %s", kind, lower, upper);
    return text;
}

static char *no_number(const char *reason)
{
    const size_t size = strlen(reason) + 8;
    char *text = malloc(size);
    if (text != NULL) {
        (void)snprintf(text, size, "none %s", reason);
        for (char *s = text; *s != '\0'; s++)
            if ((unsigned char)*s < ' ')
                *s = ' ';
    }
    return text;
}

/* The best applicable referee of a result: the largest lower bound or the smallest upper bound. */
static const dpc_referee_info *best_referee(const dpc_query_t *q, const char *name)
{
    const dpc_referee_info *best = NULL;
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    for (size_t i = 0; i < dpc_query_referees(q); i++) {
        const dpc_referee_info *r = dpc_query_referee(q, i);
        if (r->lower == NULL || strcmp(r->name, name) != 0)
            continue;
        dpc_diag diag = {.status = DPC_OK};
        const bool is_lower = r->kind == DPC_BOUND_LOWER;
        (void)dpc_rational_parse(x, r->lower, strlen(r->lower), "", &diag);
        if (best == NULL || (is_lower ? mpq_cmp(x, y) > 0 : mpq_cmp(x, y) < 0)) {
            best = r;
            mpq_set(y, x);
        }
    }
    mpq_clears(x, y, NULL);
    return best;
}

/* The quotient of a result and its referee, larger over smaller, as an enclosure; NULL if the
   smaller number is not positive. */
static char *slack_record(const dpc_column *c, const dpc_result_info *r,
                          const dpc_referee_info *referee)
{
    const bool result_above = referee->kind == DPC_BOUND_LOWER;
    dpc_diag diag = {.status = DPC_OK};
    const char *top = result_above ? r->lower : referee->lower;
    const char *bottom = top[0] == '-' ? (result_above ? referee->lower : r->lower)
                                       : (result_above ? referee->upper : r->upper);
    const char *most = result_above ? r->upper : referee->upper,
               *least = result_above ? referee->lower : r->lower;
    char *lower = NULL, *upper = NULL, *text = NULL;
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    if (dpc_rational_parse(x, top, strlen(top), "", &diag) == DPC_OK &&
        dpc_rational_parse(y, bottom, strlen(bottom), "", &diag) == DPC_OK && mpq_sgn(y) > 0) {
        mpq_div(x, x, y);
        lower = dpc_decimal_rational(x, c->digits + GUARD_DIGITS, false);
    }
    if (dpc_rational_parse(x, most, strlen(most), "", &diag) == DPC_OK &&
        dpc_rational_parse(y, least, strlen(least), "", &diag) == DPC_OK && mpq_sgn(y) > 0) {
        mpq_div(x, x, y);
        upper = dpc_decimal_rational(x, c->digits + GUARD_DIGITS, true);
    }
    if (lower != NULL)
        text = record('u', lower, upper != NULL ? upper : referee->slack);
    free(lower);
    free(upper);
    mpq_clears(x, y, NULL);
    return text;
}

/* The kind of a number in a record. */
static char kind_letter(dpc_bound_kind kind)
{
    return kind == DPC_BOUND_LOWER ? 'l' : kind == DPC_BOUND_UPPER ? 'u' : 'x';
}

static char *bound_record(dpc_table_t *t, const dpc_column *c, dpc_query_t *q)
{
    const dpc_status status = dpc_query_run(q);
    if (status == DPC_PARSE)
        (void)dpc_fail(&t->diag, DPC_PARSE, "%s: column %s: %s", t->source.name, c->name,
                       dpc_query_error(q));
    if (dpc_query_results(q) == 0)
        return no_number(dpc_query_error(q));
    const dpc_result_info *r = dpc_query_find_result(q, c->of);
    if (r == NULL) {
        (void)dpc_fail(&t->diag, DPC_PARSE, "%s: column %s: %s has no result '%s'", t->source.name,
                       c->name, c->id, c->of);
        return NULL;
    }
    if (c->kind == DPC_COLUMN_BOUND)
        return record(kind_letter(r->kind), r->lower, r->upper);
    const dpc_referee_info *referee = best_referee(q, c->of);
    if (referee == NULL)
        return no_number("no referee applies here");
    if (c->kind == DPC_COLUMN_REFEREE)
        return record(kind_letter(referee->kind), referee->lower, referee->upper);
    return referee->slack != NULL ? slack_record(c, r, referee)
                                  : no_number("result and referee are not both positive");
}

static bool is_integer(const dpc_query_t *q, const char *name)
{
    for (size_t i = 0; i < q->code->ninputs; i++)
        if (strcmp(q->code->input[i].name, name) == 0)
            return q->code->input[i].type->kind == DPC_T_INT;
    return false;
}

/* The solution lies between the value and the next value, which misses the target; a whole number
   is the value itself. */
static char *solve_record(dpc_table_t *t, size_t row, const dpc_column *c, dpc_query_t *q)
{
    char *target = dpc_table_value_in_row(t, row, c->target);
    if (target == NULL)
        return NULL;
    const dpc_status status =
        dpc_query_solve(q, c->of, c->result, c->relation, target, c->direction);
    free(target);
    if (status == DPC_PARSE) {
        (void)dpc_fail(&t->diag, DPC_PARSE, "%s: column %s: %s", t->source.name, c->name,
                       dpc_query_error(q));
        return NULL;
    }
    if (status != DPC_OK)
        return no_number(dpc_query_error(q));
    const dpc_solution_info *s = dpc_query_solution(q);
    if (s->at_next == DPC_NEXT_UNDECIDED)
        return record(s->is_smallest ? 'S' : 'G', s->value, s->value);
    const char *next = is_integer(q, c->of) ? s->value : s->next;
    return s->is_smallest ? record('s', next, s->value) : record('g', s->value, next);
}

/* ---- certificates ---- */

/* Whether this is the first exact result, the subject of a certificate of kind lower. */
static bool is_first_exact(const dpc_query_t *q, const char *name)
{
    for (size_t i = 0; i < dpc_query_results(q); i++)
        if (dpc_query_result(q, i)->kind == DPC_BOUND_EXACT)
            return strcmp(dpc_query_result(q, i)->name, name) == 0;
    return false;
}

/* Whether a result depends on witnesses chosen by the certificate; true if not known. */
static bool is_chosen(const dpc_query_t *q, const char *name)
{
    bool *chosen = calloc(q->code->nresults + 1, sizeof *chosen), is = true;
    const bool known = chosen != NULL && dpc_flow_chosen(q->code, chosen);
    for (size_t i = 0; known && i < q->code->nresults; i++)
        if (strcmp(q->code->result[i].stmt->name, name) == 0)
            is = chosen[i];
    free(chosen);
    return is;
}

/* The kind of certificate that proves the end shown; NULL: the theorem's usual kind; "": none. */
static const char *certificate_kind(const dpc_column *c, const dpc_query_t *q)
{
    if (c->kind == DPC_COLUMN_SLACK)
        return "";
    if (c->kind == DPC_COLUMN_REFEREE) {
        const dpc_referee_info *best = best_referee(q, c->of);
        return best != NULL && (best->kind == DPC_BOUND_LOWER) == (c->rounded != 'u') ? "lower"
                                                                                      : "";
    }
    const dpc_result_info *r = c->kind == DPC_COLUMN_BOUND ? dpc_query_find_result(q, c->of) : NULL;
    if (r == NULL || c->rounded == '\0' || (c->rounded == 'd') == (r->kind == DPC_BOUND_LOWER))
        return NULL;
    if (c->rounded == 'u' && r->kind == DPC_BOUND_EXACT)
        return NULL;
    if (dpc_theorem_counts(dpc_query_theorem(q)) && r->kind == DPC_BOUND_EXACT &&
        is_first_exact(q, c->of))
        return "lower";
    return is_chosen(q, c->of) ? "" : "value"; /* other witnesses give other values */
}

static void certify(const dpc_column *c, dpc_query_t *q, char **certificate)
{
    const char *kind = certificate_kind(c, q);
    if (kind == NULL || kind[0] != '\0')
        (void)dpc_query_certificate(q, kind, NULL, 0, certificate);
}

/* ---- the public functions ---- */

static dpc_status compute(dpc_table_t *t, size_t row, size_t column, char **text,
                          char **certificate)
{
    dpc_diag_reset(&t->diag);
    if (row >= t->nrows || column >= t->ncolumns)
        return dpc_fail(&t->diag, DPC_PARSE, "there is no such cell");
    const dpc_column *c = &t->column[column];
    if (dpc_column_is_derived(c)) {
        *text = strdup("derived");
        return DPC_OK;
    }
    dpc_query_t *q = dpc_table_query(t, row, column);
    if (q != NULL)
        *text = c->kind == DPC_COLUMN_SOLVE ? solve_record(t, row, c, q) : bound_record(t, c, q);
    if (t->diag.status != DPC_OK) {
        free(*text);
        *text = NULL;
    } else if (*text == NULL)
        (void)dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
    else if (certificate != NULL && strncmp(*text, "number", 6) == 0)
        certify(c, q, certificate);
    dpc_query_free(q);
    return t->diag.status;
}

dpc_status dpc_table_compute(dpc_table_t *t, size_t row, size_t column, char **text,
                             char **certificate)
{
    char *made = NULL; /* the certificate, wanted or not */
    *text = NULL;
    dpc_watch_enter();
    const dpc_status status = dpc_watch_leave(
        compute(t, row, column, text, certificate != NULL ? &made : NULL), &t->diag);
    if (status == DPC_INTERRUPTED) {
        free(*text);
        free(made);
        *text = made = NULL;
    }
    if (certificate != NULL)
        *certificate = made;
    return status;
}

static void clear_cell(dpc_cell *cell)
{
    free(cell->lower);
    free(cell->upper);
    free(cell->reason);
    *cell = (dpc_cell){.state = DPC_CELL_EMPTY};
}

/* Whether the texts are numbers with lower <= upper. */
static bool are_ends(const char *lower, const char *upper)
{
    mpq_t x, y;
    dpc_diag diag = {.status = DPC_OK};
    mpq_inits(x, y, NULL);
    const bool good = dpc_rational_parse(x, lower, strlen(lower), "", &diag) == DPC_OK &&
                      dpc_rational_parse(y, upper, strlen(upper), "", &diag) == DPC_OK &&
                      mpq_cmp(x, y) <= 0;
    mpq_clears(x, y, NULL);
    return good;
}

char *dpc_table_record(const dpc_table_t *t, size_t row, size_t column)
{
    if (row >= t->nrows || column >= t->ncolumns)
        return NULL;
    const dpc_cell *cell = dpc_table_cell(t, row, column);
    if (dpc_column_is_derived(&t->column[column]))
        return strdup("derived");
    return cell->state == DPC_CELL_NUMBER ? record(cell->kind, cell->lower, cell->upper)
           : cell->state == DPC_CELL_NONE ? no_number(cell->reason)
                                          : NULL;
}

dpc_status dpc_table_put(dpc_table_t *t, size_t row, size_t column, const char *text)
{
    dpc_diag_reset(&t->diag);
    if (row >= t->nrows || column >= t->ncolumns || text == NULL)
        return dpc_fail(&t->diag, DPC_PARSE, "there is no such cell");
    const dpc_column *c = &t->column[column];
    dpc_cell *cell = &t->cell[row * t->ncolumns + column];
    clear_cell(cell);
    char kind = '\0';
    int lower = 0, upper = 0, end = 0;
    if (dpc_column_is_derived(c) || strcmp(text, "derived") == 0)
        return dpc_column_is_derived(c) && strcmp(text, "derived") == 0
                   ? DPC_OK
                   : dpc_fail(&t->diag, DPC_PARSE, "'%.100s' is not a record of column %s", text,
                              c->name);
    if (strncmp(text, "none ", 5) == 0) {
        const size_t size = dpc_text_copy(NULL, 0, text + 5) + 1;
        cell->state = DPC_CELL_NONE;
        cell->reason = malloc(size);
        if (cell->reason != NULL)
            (void)dpc_text_copy(cell->reason, size, text + 5);
        return cell->reason != NULL ? DPC_OK : dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
    }
    if (sscanf(text, "number %c %n%*s %n%*s%n", &kind, &lower, &upper, &end) < 1 || end == 0 ||
        text[end] != '\0' || kind == '\0' ||
        strchr(c->kind == DPC_COLUMN_SOLVE ? "sgSG" : "ulx", kind) == NULL)
        return dpc_fail(&t->diag, DPC_PARSE, "'%.100s' is not a record of a cell", text);
    cell->kind = kind;
    cell->lower = strndup(text + lower, (size_t)(upper - lower - 1));
    cell->upper = strdup(text + upper);
    if (cell->lower == NULL || cell->upper == NULL)
        return dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
    if (!are_ends(cell->lower, cell->upper)) {
        clear_cell(cell);
        return dpc_fail(&t->diag, DPC_PARSE, "'%.100s' is not a record of a cell", text);
    }
    cell->state = DPC_CELL_NUMBER;
    return DPC_OK;
}

dpc_table_t *dpc_table_new(dpc_catalogue_t *cat, const char *name, const char *text, size_t length)
{
    if (cat == NULL || name == NULL || text == NULL)
        return NULL;
    dpc_diag *diag = dpc_cat_diag(cat);
    dpc_diag_reset(diag);
    dpc_table_t *t = calloc(1, sizeof *t);
    if (t == NULL) {
        (void)dpc_fail(diag, DPC_NOMEM, "out of memory");
        return NULL;
    }
    t->cat = cat;
    t->source = (dpc_source){.name = dpc_arena_strndup(&t->arena, name, strlen(name)),
                             .text = dpc_arena_strndup(&t->arena, text, length),
                             .len = length};
    if (t->source.name == NULL || t->source.text == NULL || strlen(t->source.text) != length)
        (void)dpc_fail(&t->diag, DPC_PARSE, "%s: the specification has a NUL byte", name);
    else if (dpc_table_parse(t) == DPC_OK) {
        t->cell = calloc(t->nrows * t->ncolumns, sizeof *t->cell);
        if (t->cell == NULL)
            (void)dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
    }
    if (t->diag.status == DPC_OK)
        return t;
    (void)dpc_fail(diag, t->diag.status, "%s", t->diag.text);
    dpc_table_free(t);
    return NULL;
}

void dpc_table_free(dpc_table_t *t)
{
    if (t == NULL)
        return;
    for (size_t i = 0; t->cell != NULL && i < t->nrows * t->ncolumns; i++)
        clear_cell(&t->cell[i]);
    free(t->cell);
    dpc_arena_clear(&t->arena);
    free(t);
}

const char *dpc_table_error(const dpc_table_t *t)
{
    return t->diag.text;
}

size_t dpc_table_rows(const dpc_table_t *t)
{
    return t->nrows;
}

size_t dpc_table_columns(const dpc_table_t *t)
{
    return t->ncolumns;
}

const char *dpc_table_column(const dpc_table_t *t, size_t column)
{
    return column < t->ncolumns ? t->column[column].name : NULL;
}

/* FNV-1a, including the NUL. */
static unsigned long long hash(unsigned long long h, const char *s)
{
    do
        h = (h ^ (unsigned char)*s) * 0x100000001b3ULL;
    while (*s++ != '\0');
    return h;
}

static unsigned long long hash_theorem(const dpc_table_t *t, unsigned long long h, const char *id)
{
    char *text = dpc_theorem_text(t->cat, id);
    h = hash(h, text != NULL ? text : "");
    dpc_string_free(text);
    return h;
}

unsigned long long dpc_table_key(const dpc_table_t *t)
{
    unsigned long long h = hash(hash(0xcbf29ce484222325ULL, t->source.text), dpc_version());
    for (size_t g = 0; g < t->ngroups; g++) {
        const dpc_table_group *group = &t->group[g];
        for (size_t k = 0; k < group->nnames; k++)
            h = hash(h, group->name[k]);
        for (size_t i = 0; i < group->nnames * group->nrecords; i++)
            h = hash(h, group->value[i]);
    }
    for (size_t i = 0; i < t->nfiles; i++)
        h = hash_theorem(t, h, t->file[i].id);
    for (size_t i = 0; i < dpc_catalogue_count(); i++)
        h = hash_theorem(t, h, dpc_catalogue_id(i));
    return h;
}

/* ---- numbers ---- */

const dpc_cell *dpc_table_cell(const dpc_table_t *t, size_t row, size_t column)
{
    return &t->cell[row * t->ncolumns + column];
}

static void set_number(mpq_t q, const char *text)
{
    dpc_diag diag = {.status = DPC_OK};
    (void)dpc_rational_parse(q, text, strlen(text), "", &diag); /* checked by dpc_table_put */
}

/* [al, au] - [bl, bu], or [al, au] / [bl, bu] for a >= 0, b > 0. */
static bool derive(const dpc_table_t *t, size_t row, const dpc_column *c, mpq_t lower, mpq_t upper)
{
    mpq_t bl, bu;
    mpq_inits(bl, bu, NULL);
    char kind;
    bool good = dpc_table_enclosure(t, row, c->left, lower, upper, &kind) &&
                dpc_table_enclosure(t, row, c->right, bl, bu, &kind);
    if (good && c->kind == DPC_COLUMN_DIFFERENCE) {
        mpq_sub(lower, lower, bu);
        mpq_sub(upper, upper, bl);
    } else if (good) {
        good = mpq_sgn(bl) > 0 && mpq_sgn(lower) >= 0;
        if (good) {
            mpq_div(lower, lower, bu);
            mpq_div(upper, upper, bl);
        }
    }
    mpq_clears(bl, bu, NULL);
    return good;
}

bool dpc_table_enclosure(const dpc_table_t *t, size_t row, size_t column, mpq_t lower, mpq_t upper,
                         char *kind)
{
    const dpc_column *c = &t->column[column];
    *kind = 'x';
    if (dpc_column_is_derived(c))
        return derive(t, row, c, lower, upper);
    const dpc_cell *cell = dpc_table_cell(t, row, column);
    if (cell->state != DPC_CELL_NUMBER || cell->kind == 'S' || cell->kind == 'G')
        return false;
    *kind = cell->kind;
    set_number(lower, cell->lower);
    set_number(upper, cell->upper);
    return true;
}

/* A solution padded with zeros to all its digits, like bounds; whole numbers stay as they are.  To
   be freed. */
static char *with_zeros(const char *text, unsigned long digits)
{
    const char *e = strchr(text, 'e');
    const size_t head = e != NULL ? (size_t)(e - text) : strlen(text);
    const bool point = memchr(text, '.', head) != NULL;
    unsigned long shown = 0;
    for (size_t i = 0; i < head; i++)
        shown += text[i] >= '0' && text[i] <= '9' && (shown > 0 || text[i] != '0');
    const size_t more = shown > 0 && shown < digits ? digits - shown : 0;
    char *out = malloc(strlen(text) + more + 2);
    if (out == NULL)
        return NULL;
    size_t used = 0;
    for (; used < head; used++)
        out[used] = text[used];
    if (more > 0 && !point)
        out[used++] = '.';
    memset(out + used, '0', more);
    (void)strcpy(out + used + more, text + head);
    return out;
}

/* Whether the solution of a cell is a decimal rather than a whole number. */
static bool is_decimal(const dpc_cell *cell)
{
    return strcmp(cell->lower, cell->upper) != 0 || strpbrk(cell->lower, ".e") != NULL;
}

char *dpc_table_shown(const dpc_table_t *t, size_t row, size_t column)
{
    const dpc_column *c = &t->column[column];
    mpq_t lower, upper;
    mpq_inits(lower, upper, NULL);
    const dpc_cell *cell = dpc_table_cell(t, row, column);
    char kind, *text = NULL;
    if (cell->state == DPC_CELL_NUMBER && strchr("sgSG", cell->kind) != NULL)
        text = with_zeros(cell->kind == 's' || cell->kind == 'S' ? cell->upper : cell->lower,
                          is_decimal(cell) ? c->digits : 0);
    else if (dpc_table_enclosure(t, row, column, lower, upper, &kind)) {
        const bool up = c->rounded == 'u' || (c->rounded != 'd' && kind != 'l');
        text = dpc_decimal_rational(up ? upper : lower, c->digits, up);
    }
    mpq_clears(lower, upper, NULL);
    return text;
}
