/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Comparisons: all theorems about one setting, side by side.  Expressions turn the setting's
   parameters into those of each theorem; they are evaluated in a theorem made for the purpose, the
   mapping.  Their values are exact, or rounded to the side that the setting names.  Ranks follow
   the printed upper bounds, compared as the rationals that they are. */
#include "base/decimal.h"
#include "dpcert-gmp.h"
#include "query/progress.h"
#include "query/query.h"
#include "query/rationals.h"
#include "query/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAPPING_DIGITS = 25 };

/* One theorem in the setting. */
typedef struct {
    const dpc_setting_entry *entry;
    dpc_query_t *query, *mapping;
    dpc_comparison_row_info info; /* what users see of it */
    char *slack, *why_not;        /* own what info has of them */
    mpq_t bound, truth;           /* info.value and info.least as numbers */
    mpq_t ratio;                  /* by which the least slack is chosen */
} row;

struct dpc_comparison_s {
    dpc_catalogue_t *mappings; /* none of them is in the user's catalogue */
    dpc_diag diag;
    dpc_setting setting;
    dpc_setting_info info;
    const char *param[DPC_SETTING_MAX_LINES];
    dpc_query_t *given; /* the setting's parameters alone: their exact values */
    row row[DPC_SETTING_MAX_ENTRIES];
    size_t order[DPC_SETTING_MAX_ENTRIES]; /* of the rows: ranked ones, best first, then others */
    size_t nrows, nranked;
    dpc_adjacency group[DPC_SETTING_MAX_ENTRIES];
    size_t ngroups;
};

/* ---- from the setting's parameters to a theorem's ---- */

/* The text of a theorem with the values that the entry needs as results: value1, value2, ... for
   its set lines, then target for its solve line.  e NULL: the setting's parameters alone.  To be
   freed. */
static char *mapping_text(const dpc_setting *s, const dpc_setting_entry *e, size_t number)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    (void)fprintf(out, "theorem compare.%s", s->name);
    if (e != NULL)
        (void)fprintf(out, "-%zu", number + 1);
    (void)fprintf(out,
                  "\nrevision 1\ntitle \"%s\"\ncite dpcert \"settings\"\nstatus exact machine\n"
                  "adjacency any\n",
                  s->title);
    for (size_t i = 0; i < s->nlines; i++)
        (void)fprintf(out, "%s\n", s->line[i]);
    for (size_t i = 0; e != NULL && i < e->nrequires; i++)
        (void)fprintf(out, "require %s\n", e->require[i]);
    (void)fputs("result given = 1\n", out);
    for (size_t i = 0; e != NULL && i < e->nsets; i++)
        if (e->set[i].rounding != DPC_SET_TEXT)
            (void)fprintf(out, "result value%zu = %s\n", i + 1, e->set[i].expr);
    if (e != NULL && e->solve_at != NULL)
        (void)fprintf(out, "result target = %s\n", e->solve_at);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* A query of the mapping; NULL: the diag of the mappings says why. */
static dpc_query_t *mapping_query(dpc_comparison_t *c, const dpc_setting_entry *e, size_t number)
{
    char *text = mapping_text(&c->setting, e, number);
    const char *id = NULL;
    dpc_query_t *q = NULL;
    if (text == NULL)
        (void)dpc_fail(dpc_cat_diag(c->mappings), DPC_NOMEM, "out of memory");
    else if (dpc_catalogue_add_text(c->mappings, c->setting.name, text, strlen(text), &id) ==
             DPC_OK)
        q = dpc_query_new(c->mappings, id);
    free(text);
    return q;
}

/* Sets x to the exact value of a result of the mapping, or to its end on this side; false: it is
   irrational, and the setting names no side. */
static bool mapped_value(const dpc_query_t *mapping, const char *name, dpc_set_rounding side,
                         mpq_t x)
{
    const size_t i = dpc_query_result_index(mapping, name);
    if (dpc_query_result_exact_mpq(mapping, i, x) == DPC_OK)
        return true;
    return (side == DPC_SET_LOWER || side == DPC_SET_UPPER) &&
           dpc_query_result_end(mapping, i, side == DPC_SET_UPPER, x);
}

/* Sets x to a parameter of the setting; false: it has none of this name, or it is no number. */
static bool given_number(const dpc_comparison_t *c, const char *name, mpq_t x)
{
    for (size_t i = 0; i < dpc_query_inputs(c->given); i++)
        if (strcmp(dpc_query_input(c->given, i)->name, name) == 0)
            return dpc_query_input_mpq(c->given, i, x) == DPC_OK;
    return false;
}

/* Sets x to the value of a parameter of the entry: by its set line, or the setting's own. */
static bool number_for(const dpc_comparison_t *c, const row *r, const char *name, mpq_t x)
{
    const dpc_setting_entry *e = r->entry;
    for (size_t i = 0; i < e->nsets; i++)
        if (strcmp(e->set[i].name, name) == 0) {
            char result[32];
            (void)snprintf(result, sizeof result, "value%zu", i + 1);
            return mapped_value(r->mapping, result, e->set[i].rounding, x);
        }
    return given_number(c, name, x);
}

/* The value of a parameter of the entry that is no number, or NULL: words and lists are texts of
   the setting, or of the user. */
static const char *text_for(const dpc_comparison_t *c, const row *r, const char *name)
{
    const dpc_setting_entry *e = r->entry;
    for (size_t i = 0; i < e->nsets; i++)
        if (strcmp(e->set[i].name, name) == 0)
            return e->set[i].rounding == DPC_SET_TEXT ? e->set[i].expr : NULL;
    const dpc_input_info *in = dpc_query_find_input(c->given, name);
    return in != NULL ? in->value : NULL;
}

/* unit = the place value of the last digit of x > 0, written with so many digits. */
static void set_last_place(mpq_t unit, const mpq_t x, unsigned long digits)
{
    const long guess =
        (long)mpz_sizeinbase(mpq_numref(x), 10) - (long)mpz_sizeinbase(mpq_denref(x), 10);
    long first = guess + 2; /* the guess is at most 2 too small */
    for (dpc_power_of_ten(unit, first); mpq_cmp(unit, x) > 0; first--)
        dpc_power_of_ten(unit, first - 1);
    dpc_power_of_ten(unit, first - (long)digits + 1);
}

/* Whether bound - 2 units of its last digit <= least <= bound, as rounding may cause; both are
   nonnegative. */
static bool nearly_equal(const mpq_t bound, const mpq_t least, unsigned long digits)
{
    enum { MOST_UNITS = 2 };
    if (mpq_sgn(bound) == 0 || mpq_sgn(least) == 0)
        return mpq_equal(bound, least) != 0;
    mpq_t gap, unit;
    mpq_inits(gap, unit, NULL);
    set_last_place(unit, bound, digits);
    mpq_sub(gap, bound, least);
    mpq_div(gap, gap, unit);
    const bool near = mpq_sgn(gap) >= 0 && mpq_cmp_ui(gap, MOST_UNITS, 1) <= 0;
    mpq_clears(gap, unit, NULL);
    return near;
}

/* ---- one theorem ---- */

/* Takes the row out of the ranking: undecided, or for a status that decides, not applicable.  The
   reason is copied without the id of the entry, or of the mapping, at its start. */
static void put_out(row *r, dpc_status status, const char *why)
{
    static const char mapping[] = "compare.";
    const size_t n = strlen(r->entry->id);
    const char *colon = strstr(why, ": ");
    if (colon != NULL && (strncmp(why, mapping, sizeof mapping - 1) == 0 ||
                          (colon == why + n && strncmp(why, r->entry->id, n) == 0)))
        why = colon + 2;
    const bool open = status == DPC_UNDECIDED || status == DPC_NOMEM;
    r->info.standing = open ? DPC_STANDING_UNDECIDED : DPC_STANDING_OUTSIDE;
    r->info.status = status;
    if (r->why_not == NULL)
        r->why_not = strdup(why);
    r->info.why_not = r->why_not != NULL ? r->why_not : "out of memory";
}

/* Gives the query a parameter.  *said: whether the setting has a value for it. */
static dpc_status give_parameter(const dpc_comparison_t *c, row *r, const char *name, bool *said)
{
    mpq_t x;
    mpq_init(x);
    const bool number = number_for(c, r, name, x);
    const char *text = number ? NULL : text_for(c, r, name);
    *said = number || text != NULL;
    const dpc_status status = number         ? dpc_query_set_mpq(r->query, name, x)
                              : text != NULL ? dpc_query_set(r->query, name, text)
                                             : DPC_DOMAIN;
    mpq_clear(x);
    return status;
}

static bool give_parameters(const dpc_comparison_t *c, row *r)
{
    for (size_t i = 0; i < dpc_query_inputs(r->query); i++) {
        const dpc_input_info *in = dpc_query_input(r->query, i);
        if (in->is_witness ||
            (r->entry->solve_name != NULL && strcmp(in->name, r->entry->solve_name) == 0))
            continue;
        bool said = false;
        const dpc_status status = give_parameter(c, r, in->name, &said);
        if (status != DPC_OK) {
            char why[160];
            (void)snprintf(why, sizeof why, "the setting does not say what %.60s is", in->name);
            put_out(r, status, said ? dpc_query_error(r->query) : why);
            return false;
        }
    }
    return true;
}

/* Notes an upper bound of value / truth: its text, and the printed bound over a printed lower bound
   of the truth, by which the least is chosen.  text NULL: the ratio itself, rounded up. */
static void note_slack(row *r, const char *text, const mpq_t truth)
{
    enum { SLACK_DIGITS = 5 };
    if (mpq_sgn(truth) <= 0)
        return;
    mpq_t ratio;
    mpq_init(ratio);
    mpq_div(ratio, r->bound, truth);
    if (r->slack == NULL || mpq_cmp(ratio, r->ratio) < 0) {
        free(r->slack);
        r->slack = text != NULL ? strdup(text) : dpc_decimal_rational(ratio, SLACK_DIGITS, true);
        r->info.slack = r->slack;
        mpq_swap(r->ratio, ratio);
    }
    mpq_clear(ratio);
}

/* The slack that the theorem's own referees of this result show. */
static void judge(row *r, const char *name)
{
    mpq_t lower;
    mpq_init(lower);
    for (size_t i = 0; i < dpc_query_referees(r->query); i++) {
        const dpc_referee_info *referee = dpc_query_referee(r->query, i);
        if (strcmp(referee->name, name) == 0 && referee->slack != NULL &&
            dpc_query_referee_end(r->query, i, false, lower))
            note_slack(r, referee->slack, lower);
    }
    mpq_clear(lower);
}

/* The largest lower bound that the theorem's own referees give for the result becomes the row's; it
   has none if none applies. */
static void take_refereed(row *r, const char *name)
{
    mpq_t lower;
    mpq_init(lower);
    for (size_t i = 0; i < dpc_query_referees(r->query); i++) {
        const dpc_referee_info *referee = dpc_query_referee(r->query, i);
        if (strcmp(referee->name, name) == 0 && referee->kind == DPC_BOUND_LOWER &&
            dpc_query_referee_end(r->query, i, false, lower) &&
            (r->info.least == NULL || mpq_cmp(r->truth, lower) < 0)) {
            r->info.least = referee->lower;
            mpq_set(r->truth, lower);
        }
    }
    mpq_clear(lower);
}

static bool has_status(const row *r, dpc_theorem_status status)
{
    return dpc_query_theorem(r->query)->status == status;
}

/* A lower bound of the truth from the solution of an exact theorem: the next smaller value, which
   misses the target; or 0 if the solution is 0, the least admissible value.  Else none. */
static void take_least(row *r, const dpc_solution_info *found, const mpq_t next)
{
    if (found->at_next == DPC_NEXT_FAILS) {
        r->info.least = found->next;
        mpq_set(r->truth, next);
    } else if (found->at_next == DPC_NEXT_NOT_ADMISSIBLE && mpq_sgn(r->bound) == 0)
        r->info.least = found->value;
    r->info.is_truth = r->info.least != NULL; /* one unit of the last digit apart, or equal */
}

static void take_solution(row *r)
{
    dpc_query_t *q = r->query;
    mpq_t x;
    mpq_init(x);
    dpc_status status =
        mapped_value(r->mapping, "target", DPC_SET_LOWER, x)
            ? dpc_query_solve_mpq(q, r->entry->solve_name, r->entry->solve_result, "<=", x, 1)
            : DPC_UNDECIDED;
    if (status == DPC_OK)
        status = dpc_query_solution_mpq(q, r->bound, x);
    if (status == DPC_OK) {
        const dpc_solution_info *found = dpc_query_solution(q);
        r->info.value = found->value;
        if (r->entry->truth && has_status(r, DPC_STATUS_EXACT))
            take_least(r, found, x);
    } else
        put_out(r, status, dpc_query_error(q));
    mpq_clear(x);
}

static void take_result(const dpc_comparison_t *c, row *r)
{
    dpc_query_t *q = r->query;
    const dpc_status status = dpc_query_run(q);
    const char *name = r->entry->result != NULL ? r->entry->result : c->setting.compare;
    const size_t index = dpc_query_result_index(q, name);
    const dpc_result_info *result = dpc_query_result(q, index);
    /* with fewer digits than asked for it is still a bound */
    const bool partial = status == DPC_UNDECIDED && result != NULL && result->digits > 0;
    if (status != DPC_OK && !partial) {
        put_out(r, status, dpc_query_error(q));
        return;
    }
    if (dpc_query_result_mpq(q, index, r->truth, r->bound) != DPC_OK) {
        put_out(r, DPC_DOMAIN, "it has no such result");
        return;
    }
    r->info.status = status;
    r->info.value = result->upper;
    if (!r->entry->unjudged)
        judge(r, name);
    if (!r->entry->truth || !has_status(r, DPC_STATUS_EXACT))
        return;
    if (result->kind == DPC_BOUND_EXACT)
        r->info.least = result->lower;
    else
        take_refereed(r, name);
    r->info.is_truth = r->info.least != NULL && nearly_equal(r->bound, r->truth, result->digits);
}

/* Gives the mapping the user's values, which the setting's own query has read. */
static dpc_status give_given(const dpc_comparison_t *c, dpc_query_t *mapping)
{
    dpc_status status = DPC_OK;
    mpq_t x;
    mpq_init(x);
    for (size_t i = 0; i < dpc_query_inputs(c->given) && status == DPC_OK; i++) {
        const dpc_input_info *in = dpc_query_input(c->given, i);
        if (!in->is_witness)
            status = dpc_query_input_mpq(c->given, i, x) == DPC_OK
                         ? dpc_query_set_mpq(mapping, in->name, x)
                         : dpc_query_set(mapping, in->name, in->value);
    }
    mpq_clear(x);
    return status;
}

static void run_row(const dpc_comparison_t *c, row *r)
{
    dpc_status status = give_given(c, r->mapping);
    if (status == DPC_OK)
        status = dpc_query_run(r->mapping);
    if (status != DPC_OK) {
        put_out(r, status, dpc_query_error(r->mapping));
        return;
    }
    r->query->digits = c->given->digits;
    r->query->max_bits = c->given->max_bits;
    r->query->max_steps = c->given->max_steps;
    if (!give_parameters(c, r))
        return;
    if (r->entry->solve_name != NULL)
        take_solution(r);
    else
        take_result(c, r);
    if (r->info.standing == DPC_STANDING_RANKED && has_status(r, DPC_STATUS_REFUTED))
        r->info.standing = DPC_STANDING_REFUTED;
}

/* ---- ranks ---- */

static void rank(dpc_comparison_t *c)
{
    for (size_t i = 0; i < c->setting.nentries; i++) {
        if (c->row[i].info.standing != DPC_STANDING_RANKED)
            continue;
        size_t k = c->nranked++;
        for (; k > 0 && mpq_cmp(c->row[i].bound, c->row[c->order[k - 1]].bound) < 0; k--)
            c->order[k] = c->order[k - 1];
        c->order[k] = i;
    }
    c->nrows = c->nranked;
    for (size_t i = 0; i < c->setting.nentries; i++)
        if (c->row[i].info.standing != DPC_STANDING_RANKED)
            c->order[c->nrows++] = i;
}

static dpc_adjacency adjacency_of(const row *r)
{
    return dpc_query_theorem(r->query)->adjacency;
}

/* Whether the two adjacencies have neighbours in common: they are equal, or one of them is
   "any". */
static bool meet(dpc_adjacency a, dpc_adjacency b)
{
    return a == b || a == DPC_ADJACENCY_ANY || b == DPC_ADJACENCY_ANY;
}

/* The groups: the adjacencies of the ranked rows, best first; "any" alone if they are all about
   any. */
static void find_groups(dpc_comparison_t *c)
{
    for (size_t k = 0; k < c->nranked; k++) {
        const dpc_adjacency a = adjacency_of(&c->row[c->order[k]]);
        bool known = a == DPC_ADJACENCY_ANY;
        for (size_t i = 0; i < c->ngroups; i++)
            known = known || c->group[i] == a;
        if (!known)
            c->group[c->ngroups++] = a;
    }
    if (c->nranked > 0 && c->ngroups == 0)
        c->group[c->ngroups++] = DPC_ADJACENCY_ANY;
}

/* Notes the slack of each row relative to a row with a lower bound of the truth for the same
   neighbours; a theorem about any neighbours includes those. */
static void measure_rows(dpc_comparison_t *c)
{
    for (size_t i = 0; i < c->setting.nentries; i++) {
        const row *truth = &c->row[i];
        for (size_t k = 0; k < c->nranked && truth->info.least != NULL; k++) {
            row *r = &c->row[c->order[k]];
            if (!r->info.is_truth && meet(adjacency_of(truth), adjacency_of(r)))
                note_slack(r, NULL, truth->truth);
        }
    }
}

/* ---- the object ---- */

/* Forgets what was found; the setting's parameters keep their values. */
static void forget(dpc_comparison_t *c)
{
    for (size_t i = 0; i < c->setting.nentries; i++) {
        row *r = &c->row[i];
        free(r->slack);
        free(r->why_not);
        r->slack = r->why_not = NULL;
        mpq_set_ui(r->truth, 0, 1);
        dpc_query_reset(r->query);
        dpc_query_reset(r->mapping);
        const bool other = has_status(r, DPC_STATUS_EXACT) && !r->entry->truth;
        r->info = (dpc_comparison_row_info){
            .query = r->query,
            .label = r->entry->label,
            .theorem_status = other ? DPC_STATUS_PROVED : dpc_query_theorem(r->query)->status};
    }
    c->nrows = c->nranked = c->ngroups = 0;
}

static bool open_row(dpc_comparison_t *c, dpc_catalogue_t *cat, size_t i)
{
    row *r = &c->row[i];
    r->entry = &c->setting.entry[i];
    r->query = dpc_query_new(cat, r->entry->id);
    if (r->query == NULL) {
        (void)dpc_fail(&c->diag, dpc_cat_diag(cat)->status, "setting %s: %s", c->setting.name,
                       dpc_catalogue_error(cat));
        return false;
    }
    r->mapping = mapping_query(c, r->entry, i);
    if (r->mapping == NULL) {
        (void)dpc_fail(&c->diag, dpc_cat_diag(c->mappings)->status, "setting %s, entry %s: %s",
                       c->setting.name, r->entry->id, dpc_catalogue_error(c->mappings));
        return false;
    }
    r->mapping->digits = MAPPING_DIGITS;
    return true;
}

static void describe(dpc_comparison_t *c)
{
    static const char keyword[] = "param";
    const dpc_setting *s = &c->setting;
    size_t n = 0;
    for (size_t i = 0; i < s->nlines; i++)
        if (strncmp(s->line[i], keyword, sizeof keyword - 1) == 0) {
            const char *rest = s->line[i] + sizeof keyword - 1;
            c->param[n++] = rest + strspn(rest, " ");
        }
    c->info = (dpc_setting_info){
        .name = s->name, .title = s->title, .result = s->compare, .param = c->param, .nparams = n};
}

static bool open_all(dpc_comparison_t *c, dpc_catalogue_t *cat, const char *name, const char *text,
                     size_t length)
{
    if (dpc_setting_read(&c->setting, name, text, length, &c->diag) != DPC_OK)
        return false;
    describe(c);
    c->mappings = dpc_catalogue_new();
    if (c->mappings == NULL)
        return dpc_fail(&c->diag, DPC_NOMEM, "out of memory") == DPC_OK;
    c->given = mapping_query(c, NULL, 0);
    if (c->given == NULL)
        (void)dpc_fail(&c->diag, dpc_cat_diag(c->mappings)->status, "setting %s: %s",
                       c->setting.name, dpc_catalogue_error(c->mappings));
    bool good = c->given != NULL;
    for (size_t i = 0; i < c->setting.nentries && good; i++)
        good = open_row(c, cat, i);
    return good;
}

dpc_comparison_t *dpc_comparison_read(dpc_catalogue_t *cat, const char *name, const char *text,
                                      size_t length)
{
    dpc_diag *diag = dpc_cat_diag(cat);
    dpc_diag_reset(diag);
    if (name == NULL || text == NULL) {
        (void)dpc_fail(diag, DPC_PARSE,
                       "a setting needs a name and a text, and neither may be NULL");
        return NULL;
    }
    dpc_comparison_t *c = calloc(1, sizeof *c);
    if (c == NULL) {
        (void)dpc_fail(diag, DPC_NOMEM, "out of memory");
        return NULL;
    }
    for (size_t i = 0; i < DPC_SETTING_MAX_ENTRIES; i++)
        mpq_inits(c->row[i].bound, c->row[i].truth, c->row[i].ratio, NULL);
    if (open_all(c, cat, name, text, length)) {
        forget(c);
        return c;
    }
    dpc_diag_reset(diag);
    (void)dpc_fail_as(diag, &c->diag);
    dpc_comparison_free(c);
    return NULL;
}

dpc_comparison_t *dpc_comparison_new(dpc_catalogue_t *cat, const char *setting)
{
    dpc_diag_reset(dpc_cat_diag(cat));
    const char *text = dpc_setting_text(setting, dpc_cat_diag(cat));
    return text != NULL ? dpc_comparison_read(cat, setting, text, strlen(text)) : NULL;
}

void dpc_comparison_free(dpc_comparison_t *c)
{
    if (c == NULL)
        return;
    for (size_t i = 0; i < DPC_SETTING_MAX_ENTRIES; i++) {
        row *r = &c->row[i];
        dpc_query_free(r->query);
        dpc_query_free(r->mapping);
        free(r->slack);
        free(r->why_not);
        mpq_clears(r->bound, r->truth, r->ratio, NULL);
    }
    dpc_query_free(c->given);
    dpc_catalogue_free(c->mappings);
    dpc_setting_clear(&c->setting);
    free(c);
}

/* Evaluates the setting's parameters and checks their conditions.  The limits of this query are for
   the theorems: a condition is decided whatever they are. */
static dpc_status run_given(dpc_comparison_t *c)
{
    dpc_query_t *q = c->given;
    const unsigned long digits = q->digits, max_bits = q->max_bits;
    const uint64_t max_steps = q->max_steps;
    q->digits = MAPPING_DIGITS;
    q->max_bits = 0;
    q->max_steps = DPC_DEFAULT_MAX_STEPS;
    const dpc_status status = dpc_query_run(q);
    q->digits = digits;
    q->max_bits = max_bits;
    q->max_steps = max_steps;
    return status == DPC_OK ? DPC_OK : dpc_fail_as(&c->diag, &q->diag);
}

dpc_status dpc_comparison_run(dpc_comparison_t *c)
{
    dpc_watch_enter();
    dpc_diag_reset(&c->diag);
    forget(c);
    dpc_status status = run_given(c);
    for (size_t i = 0; i < c->setting.nentries && status == DPC_OK; i++) {
        run_row(c, &c->row[i]);
        status = c->row[i].info.status == DPC_INTERRUPTED ? DPC_INTERRUPTED : DPC_OK;
    }
    if (status == DPC_OK) {
        rank(c);
        find_groups(c);
        measure_rows(c);
    }
    status = dpc_watch_leave(status, &c->diag);
    if (status != DPC_OK)
        forget(c);
    return status;
}

/* ---- reading ---- */

size_t dpc_setting_count(void)
{
    return dpc_embedded_settings_count;
}

const char *dpc_setting_name(size_t index)
{
    return index < dpc_embedded_settings_count ? dpc_embedded_settings[index].name : NULL;
}

const char *dpc_standing_name(dpc_standing standing)
{
    static const char *const names[] = {"ranked", "refuted", "undecided", "not applicable"};
    return (unsigned)standing < sizeof names / sizeof names[0] ? names[standing] : "unknown";
}

const char *dpc_comparison_error(const dpc_comparison_t *c)
{
    return c->diag.text;
}

const dpc_setting_info *dpc_comparison_setting(const dpc_comparison_t *c)
{
    return &c->info;
}

dpc_query_t *dpc_comparison_given(dpc_comparison_t *c)
{
    return c->given;
}

size_t dpc_comparison_rows(const dpc_comparison_t *c)
{
    return c->nrows;
}

const dpc_comparison_row_info *dpc_comparison_row(const dpc_comparison_t *c, size_t index)
{
    return index < c->nrows ? &c->row[c->order[index]].info : NULL;
}

size_t dpc_comparison_groups(const dpc_comparison_t *c)
{
    return c->ngroups;
}

dpc_adjacency dpc_comparison_group(const dpc_comparison_t *c, size_t index)
{
    return index < c->ngroups ? c->group[index] : DPC_ADJACENCY_NONE;
}

size_t dpc_comparison_place(const dpc_comparison_t *c, size_t group, size_t index)
{
    size_t place = 0, members = 0;
    const row *before = NULL;
    for (size_t k = 0; k < c->nranked && k <= index && group < c->ngroups; k++) {
        const row *r = &c->row[c->order[k]];
        if (!meet(adjacency_of(r), c->group[group]))
            continue;
        members++;
        if (before == NULL || mpq_cmp(before->bound, r->bound) < 0)
            place = members;
        before = r;
    }
    const bool member = index < c->nranked && before == &c->row[c->order[index]];
    return member ? place : 0;
}
