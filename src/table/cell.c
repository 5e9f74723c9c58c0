/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The cells of a table: each is a query of its own. */
#include "table/table.h"

#include "base/decimal.h"
#include "base/rational.h"
#include "base/text.h"
#include "lang/flow.h"
#include "lang/parse.h"
#include "query/progress.h"
#include "query/solve.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cells hold more digits than are shown, so that differences and ratios have enough. */
enum { GUARD_DIGITS = 5 };

/* ---- values ---- */

static bool read_number(mpq_t x, const char *text)
{
    dpc_diag diag = {.status = DPC_OK};
    return dpc_rational_parse(x, text, strlen(text), "", &diag) == DPC_OK;
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

static void fail_expression(dpc_table_t *t, const char *expression)
{
    (void)dpc_fail(&t->diag, DPC_PARSE, "%s: the value '%.100s': %s", t->source.name, expression,
                   dpc_catalogue_error(t->cat));
}

/* x = the value of the query's only result, where that is exact. */
static bool take_exact(dpc_table_t *t, size_t row, const char *expression, dpc_query_t *q, mpq_t x)
{
    if (dpc_query_run(q) == DPC_OK && q->result_value[0].exact) {
        mpq_set(x, q->result_value[0].q);
        return true;
    }
    (void)dpc_fail(&t->diag, DPC_PARSE,
                   "%s: the value '%.100s' is not an exact rational number in row %zu: parameters "
                   "are exact%s%s",
                   t->source.name, expression, row + 1, dpc_query_error(q)[0] != '\0' ? ": " : "",
                   dpc_query_error(q));
    return false;
}

/* x = the exact value of an expression in the row's names; false on failure. */
static bool evaluate(dpc_table_t *t, size_t row, const char *expression, mpq_t x)
{
    char *text = expression_theorem(t, row, expression);
    if (text == NULL)
        return dpc_fail(&t->diag, DPC_NOMEM, "out of memory") == DPC_OK;
    dpc_diag *diag = dpc_cat_diag(t->cat);
    dpc_diag_reset(diag);
    dpc_unit *unit = dpc_parse(expression, text, strlen(text), diag);
    dpc_query_t *q = dpc_query_of_unit(t->cat, unit);
    if (q == NULL)
        fail_expression(t, expression);
    const bool good = q != NULL && take_exact(t, row, expression, q, x);
    dpc_query_free(q);
    dpc_unit_free(unit);
    free(text);
    return good;
}

bool dpc_table_number(dpc_table_t *t, size_t row, const char *text, mpq_t x, const char **written)
{
    const char *named = dpc_table_value(t, row, text);
    *written = named != NULL ? named : text;
    if (read_number(x, *written))
        return true;
    if (named != NULL || dpc_table_is_name(text) || text[0] == '[')
        return false;
    *written = NULL;
    return evaluate(t, row, text, x);
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

/* Gives the query a parameter: a number as such, and what is none (a name, a list) as its text. */
static bool give_value(dpc_table_t *t, size_t row, const dpc_table_arg *arg, dpc_query_t *q)
{
    const dpc_input *in = dpc_query_code_input(q, arg->name);
    const bool wants_number =
        in != NULL && (in->type->kind == DPC_T_INT || in->type->kind == DPC_T_REAL);
    const char *written;
    mpq_t x;
    mpq_init(x);
    const bool number = dpc_table_number(t, row, arg->value, x, &written);
    bool given = false;
    if (t->diag.status != DPC_OK)
        ;
    else if (number && wants_number)
        given = dpc_query_set_number(q, arg->name, x) == DPC_OK;
    else if (written != NULL)
        given = dpc_query_set(q, arg->name, written) == DPC_OK;
    else {
        char *text = dpc_rational_text(x);
        given = text != NULL && dpc_query_set(q, arg->name, text) == DPC_OK;
        free(text);
    }
    mpq_clear(x);
    return given;
}

/* Gives the query its parameters, except the unknown of a solution. */
static bool give_values(dpc_table_t *t, size_t row, const dpc_column *c, dpc_query_t *q)
{
    (void)dpc_query_set_digits(q, c->digits + (c->kind == DPC_COLUMN_SOLVE ? 0 : GUARD_DIGITS));
    for (size_t i = 0; i < c->nargs; i++) {
        if (c->kind == DPC_COLUMN_SOLVE && strcmp(c->arg[i].name, c->of) == 0)
            continue;
        if (!give_value(t, row, &c->arg[i], q)) {
            (void)dpc_fail(&t->diag, DPC_PARSE, "%s: column %s, row %zu: %s", t->source.name,
                           c->name, row + 1, dpc_query_error(q));
            return false;
        }
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
static char *number_record(char kind, const char *lower, const char *upper)
{
    const size_t size = strlen(lower) + strlen(upper) + 32;
    char *text = malloc(size);
    if (text != NULL)
        (void)snprintf(text, size, "number %c %s %s", kind, lower, upper);
    return text;
}

static char *none_record(const char *reason)
{
    const size_t size = strlen(reason) + 8;
    char *text = malloc(size);
    if (text != NULL)
        (void)snprintf(text, size, "none %s", reason);
    return text;
}

static void clear_cell(dpc_cell *cell)
{
    free(cell->lower);
    free(cell->upper);
    free(cell->reason);
    if (cell->state == DPC_CELL_NUMBER)
        mpq_clears(cell->least, cell->most, NULL);
    *cell = (dpc_cell){.state = DPC_CELL_EMPTY};
}

/* An empty cell becomes a number, whose ends are texts with their values; false, and it stays
   empty: lower > upper, or out of memory. */
static bool set_ends(dpc_cell *cell, char kind, const char *lower, const mpq_t least,
                     const char *upper, const mpq_t most)
{
    if (mpq_cmp(least, most) > 0)
        return false;
    cell->lower = strdup(lower);
    cell->upper = strdup(upper);
    if (cell->lower == NULL || cell->upper == NULL) {
        clear_cell(cell);
        return false;
    }
    cell->kind = kind;
    mpq_inits(cell->least, cell->most, NULL);
    mpq_set(cell->least, least);
    mpq_set(cell->most, most);
    cell->state = DPC_CELL_NUMBER;
    return true;
}

/* An empty cell says why it has no number, without invisible characters; false: out of memory. */
static bool set_none(dpc_cell *cell, const char *reason)
{
    const size_t size = dpc_text_copy(NULL, 0, reason) + 1;
    cell->reason = malloc(size);
    if (cell->reason == NULL)
        return false;
    (void)dpc_text_copy(cell->reason, size, reason);
    cell->state = DPC_CELL_NONE;
    return true;
}

/* The same with a message, which may have several lines. */
static bool no_number(dpc_cell *cell, const char *message)
{
    char *line = strdup(message);
    for (char *s = line; line != NULL && *s != '\0'; s++)
        if ((unsigned char)*s < ' ')
            *s = ' ';
    const bool set = line != NULL && set_none(cell, line);
    free(line);
    return set;
}

static const char too_large[] = "the number has too many places to be compared";

/* The place of the best applicable referee of a result, the largest lower bound or the smallest
   upper bound; SIZE_MAX: there is none. */
static size_t best_referee(const dpc_query_t *q, const char *name)
{
    size_t best = SIZE_MAX;
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    for (size_t i = 0; i < dpc_query_referees(q); i++) {
        const dpc_referee_info *r = dpc_query_referee(q, i);
        if (strcmp(r->name, name) != 0 || !dpc_query_referee_end(q, i, false, x))
            continue;
        const bool is_lower = r->kind == DPC_BOUND_LOWER;
        if (best == SIZE_MAX || (is_lower ? mpq_cmp(x, y) > 0 : mpq_cmp(x, y) < 0)) {
            best = i;
            mpq_set(y, x);
        }
    }
    mpq_clears(x, y, NULL);
    return best;
}

/* The ends of a number, as they are printed. */
typedef struct {
    mpq_t lower, upper;
} pair;

static void pair_init(pair *p)
{
    mpq_inits(p->lower, p->upper, NULL);
}

static void pair_clear(pair *p)
{
    mpq_clears(p->lower, p->upper, NULL);
}

/* text = x/y with the digits of a cell, and x is set to that; false unless y > 0. */
static bool divide(char **text, mpq_t x, const mpq_t y, const dpc_column *c, bool up)
{
    if (mpq_sgn(y) <= 0)
        return false;
    dpc_decimal d;
    dpc_decimal_init(&d);
    mpq_div(x, x, y);
    dpc_decimal_set_rational(&d, x, c->digits + GUARD_DIGITS, up);
    *text = dpc_decimal_text(&d);
    const bool good = *text != NULL && dpc_decimal_value(x, &d);
    dpc_decimal_clear(&d);
    return good;
}

/* The quotient of a result and its referee, larger over smaller, as an enclosure; false if the
   smaller number is not positive. */
static bool set_slack(dpc_cell *cell, const dpc_column *c, pair *top, pair *bottom)
{
    char *lower = NULL, *upper = NULL;
    mpq_t least;
    mpq_init(least);
    mpq_set(least, top->lower);
    const bool good =
        divide(&lower, least, mpq_sgn(least) < 0 ? bottom->lower : bottom->upper, c, false) &&
        divide(&upper, top->upper, bottom->lower, c, true) &&
        set_ends(cell, 'u', lower, least, upper, top->upper);
    free(lower);
    free(upper);
    mpq_clear(least);
    return good;
}

/* The kind of a number in a record. */
static char kind_letter(dpc_bound_kind kind)
{
    return kind == DPC_BOUND_LOWER ? 'l' : kind == DPC_BOUND_UPPER ? 'u' : 'x';
}

/* Result and best referee, as the kind of the column wants them; false on failure. */
static bool set_referee(dpc_cell *cell, const dpc_column *c, const dpc_query_t *q, size_t result)
{
    const size_t best = best_referee(q, c->of);
    const dpc_referee_info *referee = dpc_query_referee(q, best);
    if (referee == NULL)
        return no_number(cell, "no referee applies here");
    if (c->kind == DPC_COLUMN_SLACK && referee->slack == NULL)
        return no_number(cell, "result and referee are not both positive");
    pair value, other;
    pair_init(&value);
    pair_init(&other);
    const bool known = dpc_query_referee_end(q, best, false, other.lower) &&
                       dpc_query_referee_end(q, best, true, other.upper) &&
                       dpc_query_result_end(q, result, false, value.lower) &&
                       dpc_query_result_end(q, result, true, value.upper);
    const bool above = referee->kind == DPC_BOUND_LOWER; /* the result is */
    bool good;
    if (!known)
        good = no_number(cell, too_large);
    else if (c->kind == DPC_COLUMN_REFEREE)
        good = set_ends(cell, kind_letter(referee->kind), referee->lower, other.lower,
                        referee->upper, other.upper);
    else
        good = set_slack(cell, c, above ? &value : &other, above ? &other : &value);
    pair_clear(&value);
    pair_clear(&other);
    return good;
}

static bool set_bound(dpc_cell *cell, const dpc_query_t *q, size_t result)
{
    const dpc_result_info *r = dpc_query_result(q, result);
    pair value;
    pair_init(&value);
    const bool known = dpc_query_result_end(q, result, false, value.lower) &&
                       dpc_query_result_end(q, result, true, value.upper);
    const bool good =
        known ? set_ends(cell, kind_letter(r->kind), r->lower, value.lower, r->upper, value.upper)
              : no_number(cell, too_large);
    pair_clear(&value);
    return good;
}

static bool compute_bound(dpc_table_t *t, const dpc_column *c, dpc_query_t *q, dpc_cell *cell)
{
    const dpc_status status = dpc_query_run(q);
    if (status == DPC_PARSE)
        (void)dpc_fail(&t->diag, DPC_PARSE, "%s: column %s: %s", t->source.name, c->name,
                       dpc_query_error(q));
    if (dpc_query_results(q) == 0)
        return no_number(cell, dpc_query_error(q));
    const size_t result = dpc_query_result_index(q, c->of);
    if (result == SIZE_MAX) {
        char why[DPC_NO_RESULT];
        return dpc_fail(&t->diag, DPC_PARSE, "%s: column %s: %s", t->source.name, c->name,
                        dpc_query_no_result(q, c->of, why)) == DPC_OK;
    }
    return c->kind == DPC_COLUMN_BOUND ? set_bound(cell, q, result)
                                       : set_referee(cell, c, q, result);
}

/* The solution lies between the value and the next value, which misses the target; a whole number
   is the value itself. */
static bool set_solution(dpc_cell *cell, const dpc_column *c, const dpc_query_t *q)
{
    const dpc_solution_info *s = dpc_query_solution(q);
    pair p;
    pair_init(&p);
    (void)dpc_solution_ends(q, p.lower, p.upper);
    const bool shown = s->at_next != DPC_NEXT_UNDECIDED,
               whole = dpc_query_code_input(q, c->of)->type->kind == DPC_T_INT;
    const bool alone = !shown || whole;
    const char *next = alone ? s->value : s->next;
    mpq_srcptr value = p.lower, beyond = alone ? p.lower : p.upper;
    const bool good = s->is_smallest
                          ? set_ends(cell, shown ? 's' : 'S', next, beyond, s->value, value)
                          : set_ends(cell, shown ? 'g' : 'G', s->value, value, next, beyond);
    pair_clear(&p);
    return good;
}

static bool compute_solution(dpc_table_t *t, size_t row, const dpc_column *c, dpc_query_t *q,
                             dpc_cell *cell)
{
    const char *written;
    mpq_t target;
    mpq_init(target);
    const bool number = dpc_table_number(t, row, c->target, target, &written);
    dpc_status status = t->diag.status;
    if (status == DPC_OK)
        status = number ? dpc_query_solve_number(q, c->of, c->result, c->relation, target, written,
                                                 c->direction)
                        : dpc_query_solve(q, c->of, c->result, c->relation, written, c->direction);
    mpq_clear(target);
    if (status == DPC_PARSE)
        return dpc_fail(&t->diag, DPC_PARSE, "%s: column %s: %s", t->source.name, c->name,
                        dpc_query_error(q)) == DPC_OK;
    return status == DPC_OK ? set_solution(cell, c, q) : no_number(cell, dpc_query_error(q));
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
    dpc_chosen *chosen = calloc(q->code->nresults + 1, sizeof *chosen);
    bool is = true;
    const bool known = chosen != NULL && dpc_flow_chosen(q->code, chosen);
    for (size_t i = 0; known && i < q->code->nresults; i++)
        if (strcmp(q->code->result[i].stmt->name, name) == 0)
            is = chosen[i] != DPC_BY_PARAMETERS;
    free(chosen);
    return is;
}

/* The kind of certificate that proves the end shown; NULL: the theorem's usual kind; "": none. */
static const char *certificate_kind(const dpc_column *c, const dpc_query_t *q)
{
    if (c->kind == DPC_COLUMN_SLACK)
        return "";
    if (c->kind == DPC_COLUMN_REFEREE) {
        const dpc_referee_info *best = dpc_query_referee(q, best_referee(q, c->of));
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

/* Computes the empty cell. */
static dpc_status compute(dpc_table_t *t, size_t row, size_t column, dpc_cell *cell,
                          char **certificate)
{
    const dpc_column *c = &t->column[column];
    dpc_query_t *q = dpc_table_query(t, row, column);
    const bool done =
        q != NULL && (c->kind == DPC_COLUMN_SOLVE ? compute_solution(t, row, c, q, cell)
                                                  : compute_bound(t, c, q, cell));
    if (t->diag.status == DPC_OK && !done)
        (void)dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
    else if (t->diag.status == DPC_OK && certificate != NULL && cell->state == DPC_CELL_NUMBER)
        certify(c, q, certificate);
    dpc_query_free(q);
    return t->diag.status;
}

static char *record_of(const dpc_cell *cell)
{
    return cell->state == DPC_CELL_NUMBER ? number_record(cell->kind, cell->lower, cell->upper)
           : cell->state == DPC_CELL_NONE ? none_record(cell->reason)
                                          : NULL;
}

/* What was computed becomes the record, or the cell of the table; it is empty then. */
static dpc_status deliver(dpc_table_t *t, dpc_cell *to, dpc_cell *cell, char **record)
{
    if (record == NULL) {
        clear_cell(to);
        *to = *cell;
        *cell = (dpc_cell){.state = DPC_CELL_EMPTY};
        return DPC_OK;
    }
    *record = record_of(cell);
    clear_cell(cell);
    return *record != NULL ? DPC_OK : dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
}

dpc_status dpc_table_compute(dpc_table_t *t, size_t row, size_t column, char **record,
                             char **certificate)
{
    dpc_diag_reset(&t->diag);
    if (record != NULL)
        *record = NULL;
    if (certificate != NULL)
        *certificate = NULL;
    if (row >= t->nrows || column >= t->ncolumns)
        return dpc_fail(&t->diag, DPC_PARSE, "there is no such cell");
    if (dpc_column_is_derived(&t->column[column])) {
        if (record != NULL)
            *record = strdup("derived");
        return DPC_OK;
    }
    dpc_cell cell = {.state = DPC_CELL_EMPTY};
    char *made = NULL; /* the certificate, wanted or not */
    dpc_watch_enter();
    dpc_status status = dpc_watch_leave(
        compute(t, row, column, &cell, certificate != NULL ? &made : NULL), &t->diag);
    if (status == DPC_OK)
        status = deliver(t, &t->cell[row * t->ncolumns + column], &cell, record);
    clear_cell(&cell);
    if (status == DPC_INTERRUPTED || certificate == NULL)
        free(made);
    else
        *certificate = made;
    return status;
}

char *dpc_table_record(const dpc_table_t *t, size_t row, size_t column)
{
    if (row >= t->nrows || column >= t->ncolumns)
        return NULL;
    return dpc_column_is_derived(&t->column[column]) ? strdup("derived")
                                                     : record_of(dpc_table_cell(t, row, column));
}

/* Reads `number KIND LOWER UPPER` into an empty cell; false if that is not what the text is. */
static bool read_ends(dpc_cell *cell, const dpc_column *c, const char *text)
{
    char kind = '\0';
    int lower = 0, upper = 0, end = 0;
    if (sscanf(text, "number %c %n%*s %n%*s%n", &kind, &lower, &upper, &end) < 1 || end == 0 ||
        text[end] != '\0' || kind == '\0' ||
        strchr(c->kind == DPC_COLUMN_SOLVE ? "sgSG" : "ulx", kind) == NULL)
        return false;
    pair p;
    pair_init(&p);
    char *low = strndup(text + lower, (size_t)(upper - lower - 1));
    const bool good = low != NULL && read_number(p.lower, low) &&
                      read_number(p.upper, text + upper) &&
                      set_ends(cell, kind, low, p.lower, text + upper, p.upper);
    free(low);
    pair_clear(&p);
    return good;
}

dpc_status dpc_table_put(dpc_table_t *t, size_t row, size_t column, const char *text)
{
    dpc_diag_reset(&t->diag);
    if (text == NULL)
        return dpc_fail(&t->diag, DPC_PARSE, "the record of a cell must not be NULL");
    if (row >= t->nrows || column >= t->ncolumns)
        return dpc_fail(&t->diag, DPC_PARSE, "there is no such cell");
    const dpc_column *c = &t->column[column];
    dpc_cell *cell = &t->cell[row * t->ncolumns + column];
    clear_cell(cell);
    if (dpc_column_is_derived(c) || strcmp(text, "derived") == 0)
        return dpc_column_is_derived(c) && strcmp(text, "derived") == 0
                   ? DPC_OK
                   : dpc_fail(&t->diag, DPC_PARSE, "'%.100s' is not a record of column %s", text,
                              c->name);
    if (strncmp(text, "none ", 5) == 0)
        return set_none(cell, text + 5) ? DPC_OK : dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
    return read_ends(cell, c, text)
               ? DPC_OK
               : dpc_fail(&t->diag, DPC_PARSE, "'%.100s' is not a record of a cell", text);
}

dpc_table_t *dpc_table_new(dpc_catalogue_t *cat, const char *name, const char *text, size_t length)
{
    if (cat == NULL)
        return NULL;
    dpc_diag *diag = dpc_cat_diag(cat);
    dpc_diag_reset(diag);
    if (name == NULL || text == NULL) {
        (void)dpc_fail(diag, DPC_PARSE, "a table needs a name and a text, and neither may be NULL");
        return NULL;
    }
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
    mpq_set(lower, cell->least);
    mpq_set(upper, cell->most);
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

static bool is_solution(const dpc_cell *cell)
{
    return cell->state == DPC_CELL_NUMBER && strchr("sgSG", cell->kind) != NULL;
}

static bool is_smallest(const dpc_cell *cell)
{
    return cell->kind == 's' || cell->kind == 'S';
}

mpq_srcptr dpc_cell_solution(const dpc_cell *cell)
{
    return is_smallest(cell) ? cell->most : cell->least;
}

/* The number of a cell that is no solution, rounded in the safe direction; false: there is none. */
static bool round_shown(const dpc_table_t *t, size_t row, size_t column, dpc_decimal *d)
{
    const dpc_column *c = &t->column[column];
    char kind;
    pair p;
    pair_init(&p);
    const bool known = dpc_table_enclosure(t, row, column, p.lower, p.upper, &kind);
    if (known) {
        const bool up = c->rounded == 'u' || (c->rounded != 'd' && kind != 'l');
        dpc_decimal_set_rational(d, up ? p.upper : p.lower, c->digits, up);
    }
    pair_clear(&p);
    return known;
}

char *dpc_table_shown(const dpc_table_t *t, size_t row, size_t column)
{
    const dpc_cell *cell = dpc_table_cell(t, row, column);
    if (is_solution(cell))
        return with_zeros(is_smallest(cell) ? cell->upper : cell->lower,
                          is_decimal(cell) ? t->column[column].digits : 0);
    dpc_decimal d;
    dpc_decimal_init(&d);
    char *text = round_shown(t, row, column, &d) ? dpc_decimal_text(&d) : NULL;
    dpc_decimal_clear(&d);
    return text;
}

double dpc_table_shown_approx(const dpc_table_t *t, size_t row, size_t column)
{
    const dpc_cell *cell = dpc_table_cell(t, row, column);
    if (is_solution(cell))
        return mpq_get_d(dpc_cell_solution(cell));
    dpc_decimal d;
    mpq_t x;
    mpq_init(x);
    dpc_decimal_init(&d);
    const bool known = round_shown(t, row, column, &d) && dpc_decimal_value(x, &d);
    const double approx = known ? mpq_get_d(x) : NAN;
    dpc_decimal_clear(&d);
    mpq_clear(x);
    return approx;
}
