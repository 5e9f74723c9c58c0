/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert compare: all theorems about one setting, side by side.  Expressions turn the setting's
   parameters into those of each theorem; the library evaluates them in a theorem made for the
   purpose.  Their values are exact, or rounded to the side that the setting names.  Ranks follow
   the printed upper bounds, compared as the rationals that they are. */
#include "cli/settings.h"
#include "dpcert-gmp.h"

#include <stdlib.h>
#include <string.h>

enum { MAPPING_DIGITS = 25 };

typedef enum {
    RANKED,
    REFUTED,
    UNDECIDED, /* precision or a limit ran out, or no solution was found */
    OUT        /* a hypothesis is false, or the setting says too little */
} standing;

/* One theorem in the setting. */
typedef struct {
    const cli_entry *entry;
    cli_session session; /* its query; the catalogue belongs to the comparison */
    standing standing;
    const char *value;  /* the upper bound that is compared */
    char *padded;       /* owns it, or NULL */
    const char *least;  /* lower bound of the truth if the row is exact in the setting; or NULL */
    mpq_t bound, truth; /* value and least as numbers */
    bool is_truth;      /* least and value agree to the digits shown */
    char slack[32];     /* upper bound of value / truth; "": not known */
    mpq_t ratio;        /* by which the least slack is chosen */
    char *why_not;      /* UNDECIDED, OUT: the reason */
} row;

typedef struct {
    const cli_args *args;
    cli_setting setting;
    dpc_catalogue_t *cat;
    dpc_query_t *given; /* the setting's parameters alone: their exact values */
    row row[CLI_MAX_ENTRIES];
    size_t order[CLI_MAX_ENTRIES]; /* of the ranked rows, best first */
    size_t nranked;
} comparison;

/* ---- from the setting's parameters to a theorem's ---- */

/* The text of a theorem with the values that the entry needs as results: value1, value2, ... for
   its set lines, then target for its solve line.  e NULL: the setting's parameters alone.  To be
   freed. */
static char *mapping_text(const cli_setting *s, const cli_entry *e, size_t number)
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
        if (e->set[i].rounding != CLI_TEXT)
            (void)fprintf(out, "result value%zu = %s\n", i + 1, e->set[i].expr);
    if (e != NULL && e->solve_at != NULL)
        (void)fprintf(out, "result target = %s\n", e->solve_at);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* A query of the mapping, not yet run; NULL: see the catalogue's error. */
static dpc_query_t *mapping_query(comparison *c, const cli_entry *e, size_t number)
{
    char *text = mapping_text(&c->setting, e, number);
    const char *id = NULL;
    dpc_query_t *q = NULL;
    if (text != NULL &&
        dpc_catalogue_add_text(c->cat, c->setting.name, text, strlen(text), &id) == DPC_OK)
        q = dpc_query_new(c->cat, id);
    free(text);
    if (q == NULL || dpc_query_set_digits(q, MAPPING_DIGITS) == DPC_OK)
        return q;
    dpc_query_free(q);
    return NULL;
}

/* The index of a parameter; SIZE_MAX if there is none. */
static size_t input_index(const dpc_query_t *q, const char *name)
{
    for (size_t i = 0; i < dpc_query_inputs(q); i++)
        if (strcmp(dpc_query_input(q, i)->name, name) == 0)
            return i;
    return SIZE_MAX;
}

static size_t result_index(const dpc_query_t *q, const char *name)
{
    for (size_t i = 0; i < dpc_query_results(q); i++)
        if (strcmp(dpc_query_result(q, i)->name, name) == 0)
            return i;
    return SIZE_MAX;
}

/* Sets x to the exact value of a result of the mapping, or to its end on this side; false: it is
   irrational, and the setting names no side. */
static bool mapped_value(const dpc_query_t *mapping, const char *name, cli_rounding side, mpq_t x)
{
    const size_t i = result_index(mapping, name);
    if (dpc_query_result_exact_mpq(mapping, i, x) == DPC_OK)
        return true;
    if (side != CLI_LOWER && side != CLI_UPPER)
        return false;
    mpq_t other;
    mpq_init(other);
    const dpc_status status = side == CLI_LOWER ? dpc_query_result_mpq(mapping, i, x, other)
                                                : dpc_query_result_mpq(mapping, i, other, x);
    mpq_clear(other);
    return status == DPC_OK;
}

/* Sets x to the value of a parameter of the entry: by its set line, or the setting's own. */
static bool number_for(const comparison *c, const dpc_query_t *mapping, const cli_entry *e,
                       const char *name, mpq_t x)
{
    for (size_t i = 0; i < e->nsets; i++)
        if (strcmp(e->set[i].name, name) == 0) {
            char result[32];
            (void)snprintf(result, sizeof result, "value%zu", i + 1);
            return mapped_value(mapping, result, e->set[i].rounding, x);
        }
    return dpc_query_input_mpq(c->given, input_index(c->given, name), x) == DPC_OK;
}

/* The value of a parameter of the entry that is no number, or NULL: words and lists are texts of
   the setting, or of the user. */
static const char *text_for(const comparison *c, const cli_entry *e, const char *name)
{
    for (size_t i = 0; i < e->nsets; i++)
        if (strcmp(e->set[i].name, name) == 0)
            return e->set[i].rounding == CLI_TEXT ? e->set[i].expr : NULL;
    const dpc_input_info *in = dpc_query_find_input(c->given, name);
    return in != NULL ? in->value : NULL;
}

/* x = 10^n */
static void set_power_of_ten(mpq_t x, long n)
{
    mpq_set_ui(x, 1, 1);
    mpz_ui_pow_ui(n >= 0 ? mpq_numref(x) : mpq_denref(x), 10, (unsigned long)(n >= 0 ? n : -n));
}

/* unit = the place value of the last digit of x > 0, written with so many digits. */
static void set_last_place(mpq_t unit, const mpq_t x, unsigned long digits)
{
    const long guess =
        (long)mpz_sizeinbase(mpq_numref(x), 10) - (long)mpz_sizeinbase(mpq_denref(x), 10);
    long first = guess + 2; /* the guess is at most 2 too small */
    for (set_power_of_ten(unit, first); mpq_cmp(unit, x) > 0; first--)
        set_power_of_ten(unit, first - 1);
    set_power_of_ten(unit, first - (long)digits + 1);
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

/* Takes the row out of the ranking: undecided for DPC_UNDECIDED, not applicable for any other
   status.  The reason is copied without the id of the entry, or of the mapping, at its start. */
static void put_out(row *r, dpc_status status, const char *why)
{
    static const char mapping[] = "compare.";
    const size_t n = strlen(r->entry->id);
    const char *colon = strstr(why, ": ");
    if (colon != NULL && (strncmp(why, mapping, sizeof mapping - 1) == 0 ||
                          (colon == why + n && strncmp(why, r->entry->id, n) == 0)))
        why = colon + 2;
    r->standing = status == DPC_UNDECIDED ? UNDECIDED : OUT;
    if (r->why_not == NULL)
        r->why_not = strdup(why);
}

/* Gives the query a parameter.  *said: whether the setting has a value for it. */
static dpc_status give_parameter(const comparison *c, dpc_query_t *q, const dpc_query_t *mapping,
                                 const cli_entry *e, const char *name, bool *said)
{
    mpq_t x;
    mpq_init(x);
    const bool number = number_for(c, mapping, e, name, x);
    const char *text = number ? NULL : text_for(c, e, name);
    *said = number || text != NULL;
    const dpc_status status = number         ? dpc_query_set_mpq(q, name, x)
                              : text != NULL ? dpc_query_set(q, name, text)
                                             : DPC_DOMAIN;
    mpq_clear(x);
    return status;
}

static bool give_parameters(comparison *c, row *r, const dpc_query_t *mapping)
{
    dpc_query_t *q = r->session.query;
    for (size_t i = 0; i < dpc_query_inputs(q); i++) {
        const dpc_input_info *in = dpc_query_input(q, i);
        if (in->is_witness ||
            (r->entry->solve_name != NULL && strcmp(in->name, r->entry->solve_name) == 0))
            continue;
        bool said = false;
        const dpc_status status = give_parameter(c, q, mapping, r->entry, in->name, &said);
        if (status != DPC_OK) {
            char why[160];
            (void)snprintf(why, sizeof why, "the setting does not say what %.60s is", in->name);
            put_out(r, status, said ? dpc_query_error(q) : why);
            return false;
        }
    }
    return true;
}

/* Notes an upper bound of value / truth: its text, and the printed bound over a printed lower bound
   of the truth, by which the least is chosen. */
static void note_slack(row *r, const char *slack, const mpq_t truth)
{
    if (slack == NULL || mpq_sgn(truth) <= 0)
        return;
    mpq_t ratio;
    mpq_init(ratio);
    mpq_div(ratio, r->bound, truth);
    if (r->slack[0] == '\0' || mpq_cmp(ratio, r->ratio) < 0) {
        (void)snprintf(r->slack, sizeof r->slack, "%s", slack);
        mpq_swap(r->ratio, ratio);
    }
    mpq_clear(ratio);
}

/* The slack that the theorem's own referees of this result show. */
static void judge(row *r, const char *name)
{
    const dpc_query_t *q = r->session.query;
    mpq_t lower, upper;
    mpq_inits(lower, upper, NULL);
    for (size_t i = 0; i < dpc_query_referees(q); i++) {
        const dpc_referee_info *referee = dpc_query_referee(q, i);
        if (strcmp(referee->name, name) == 0 && dpc_query_referee_mpq(q, i, lower, upper) == DPC_OK)
            note_slack(r, referee->slack, lower);
    }
    mpq_clears(lower, upper, NULL);
}

/* The largest lower bound that the theorem's own referees give for the result becomes the row's; it
   has none if none applies. */
static void take_refereed(row *r, const char *name)
{
    const dpc_query_t *q = r->session.query;
    mpq_t lower, upper;
    mpq_inits(lower, upper, NULL);
    for (size_t i = 0; i < dpc_query_referees(q); i++) {
        const dpc_referee_info *referee = dpc_query_referee(q, i);
        if (strcmp(referee->name, name) == 0 && referee->kind == DPC_BOUND_LOWER &&
            dpc_query_referee_mpq(q, i, lower, upper) == DPC_OK &&
            (r->least == NULL || mpq_cmp(r->truth, lower) < 0)) {
            r->least = referee->lower;
            mpq_set(r->truth, lower);
        }
    }
    mpq_clears(lower, upper, NULL);
}

static bool has_status(const row *r, dpc_theorem_status status)
{
    return dpc_query_theorem(r->session.query)->status == status;
}

/* A lower bound of the truth from the solution of an exact theorem: the next smaller value, which
   misses the target; or 0 if the solution is 0, the least admissible value.  Else none. */
static void take_least(row *r, const dpc_solution_info *found, const mpq_t next)
{
    if (found->at_next == DPC_NEXT_FAILS) {
        r->least = found->next;
        mpq_set(r->truth, next);
    } else if (found->at_next == DPC_NEXT_NOT_ADMISSIBLE && mpq_sgn(r->bound) == 0)
        r->least = found->value;
    r->is_truth = r->least != NULL; /* one unit of the last digit apart, or equal */
}

static void take_solution(row *r, const dpc_query_t *mapping)
{
    dpc_query_t *q = r->session.query;
    mpq_t x;
    mpq_init(x);
    r->session.status =
        mapped_value(mapping, "target", CLI_LOWER, x)
            ? dpc_query_solve_mpq(q, r->entry->solve_name, r->entry->solve_result, "<=", x, 1)
            : DPC_UNDECIDED;
    if (r->session.status == DPC_OK)
        r->session.status = dpc_query_solution_mpq(q, r->bound, x);
    if (r->session.status == DPC_OK) {
        const dpc_solution_info *found = dpc_query_solution(q);
        r->padded = cli_with_zeros(found->value, found->next);
        r->value = r->padded != NULL ? r->padded : found->value;
        if (r->entry->truth && has_status(r, DPC_STATUS_EXACT))
            take_least(r, found, x);
    } else
        put_out(r, r->session.status, dpc_query_error(q));
    mpq_clear(x);
}

static void take_result(comparison *c, row *r)
{
    dpc_query_t *q = r->session.query;
    r->session.status = dpc_query_run(q);
    const char *name = r->entry->result != NULL ? r->entry->result : c->setting.compare;
    const dpc_result_info *result = dpc_query_find_result(q, name);
    /* with fewer digits than asked for it is still a bound */
    const bool partial = r->session.status == DPC_UNDECIDED && result != NULL && result->digits > 0;
    if (r->session.status != DPC_OK && !partial) {
        put_out(r, r->session.status, dpc_query_error(q));
        return;
    }
    if (dpc_query_result_mpq(q, result_index(q, name), r->truth, r->bound) != DPC_OK) {
        put_out(r, DPC_DOMAIN, "it has no such result");
        return;
    }
    r->value = result->upper;
    if (!r->entry->unjudged)
        judge(r, name);
    if (!r->entry->truth || !has_status(r, DPC_STATUS_EXACT))
        return;
    if (result->kind == DPC_BOUND_EXACT)
        r->least = result->lower;
    else
        take_refereed(r, name);
    r->is_truth = r->least != NULL && nearly_equal(r->bound, r->truth, result->digits);
}

static cli_exit run_mapped(comparison *c, row *r, dpc_query_t *mapping)
{
    cli_exit code = cli_give_values(mapping, c->args);
    if (code != CLI_CONTINUE)
        return code;
    const dpc_status status = dpc_query_run(mapping);
    if (status != DPC_OK) {
        put_out(r, status, dpc_query_error(mapping));
        return CLI_CONTINUE;
    }
    code = cli_apply_settings(r->session.query, c->args, NULL);
    if (code != CLI_CONTINUE || !give_parameters(c, r, mapping))
        return code;
    cli_progress progress;
    cli_progress_start(&progress);
    if (r->entry->solve_name != NULL)
        take_solution(r, mapping);
    else
        take_result(c, r);
    cli_progress_end(&progress);
    if (r->standing == RANKED && has_status(r, DPC_STATUS_REFUTED))
        r->standing = REFUTED;
    return CLI_CONTINUE;
}

static cli_exit run_row(comparison *c, size_t i)
{
    row *r = &c->row[i];
    r->entry = &c->setting.entry[i];
    r->session = (cli_session){.cat = c->cat, .query = dpc_query_new(c->cat, r->entry->id)};
    if (r->session.query == NULL)
        return cli_fail(CLI_USAGE, "setting %s: %s", c->setting.name, dpc_catalogue_error(c->cat));
    dpc_query_t *mapping = mapping_query(c, r->entry, i);
    if (mapping == NULL)
        return cli_fail(CLI_USAGE, "setting %s, entry %s: %s", c->setting.name, r->entry->id,
                        dpc_catalogue_error(c->cat));
    cli_exit code = run_mapped(c, r, mapping);
    dpc_query_free(mapping);
    return code;
}

/* ---- ranks ---- */

static void rank(comparison *c)
{
    for (size_t i = 0; i < c->setting.nentries; i++) {
        if (c->row[i].standing != RANKED)
            continue;
        size_t k = c->nranked++;
        for (; k > 0 && mpq_cmp(c->row[i].bound, c->row[c->order[k - 1]].bound) < 0; k--)
            c->order[k] = c->order[k - 1];
        c->order[k] = i;
    }
}

/* ---- the truth ---- */

/* Notes value/least, rounded up, as slack of the row. */
static void measure(comparison *c, row *r, const mpq_t least, size_t number)
{
    enum { SLACK_DIGITS = 5 };
    char text[512];
    (void)snprintf(
        text, sizeof text,
        "theorem compare.slack-%zu\nrevision 1\ntitle \"slack\"\ncite dpcert \"settings\"\n"
        "status exact machine\nadjacency any\nparam v : real\nparam t : real where t > 0\n"
        "result slack = v/t\n",
        number + 1);
    const char *id = NULL;
    dpc_query_t *q = NULL;
    if (dpc_catalogue_add_text(c->cat, "slack", text, strlen(text), &id) == DPC_OK)
        q = dpc_query_new(c->cat, id);
    if (q != NULL && dpc_query_set_digits(q, SLACK_DIGITS) == DPC_OK &&
        dpc_query_set_mpq(q, "v", r->bound) == DPC_OK &&
        dpc_query_set_mpq(q, "t", least) == DPC_OK && dpc_query_run(q) == DPC_OK)
        note_slack(r, dpc_query_result(q, 0)->upper, least);
    dpc_query_free(q);
}

/* Whether the two adjacencies have neighbours in common: they are equal, or one of them is
   "any". */
static bool meet(dpc_adjacency a, dpc_adjacency b)
{
    return a == b || a == DPC_ADJACENCY_ANY || b == DPC_ADJACENCY_ANY;
}

/* Notes the slack of each row relative to a row with a lower bound of the truth for the same
   neighbours; a theorem about any neighbours includes those. */
static void measure_rows(comparison *c)
{
    for (size_t i = 0; i < c->setting.nentries; i++) {
        const row *truth = &c->row[i];
        if (truth->least == NULL)
            continue;
        const dpc_adjacency about = dpc_query_theorem(truth->session.query)->adjacency;
        for (size_t k = 0; k < c->setting.nentries; k++) {
            row *r = &c->row[k];
            if (r->standing != RANKED || r->is_truth)
                continue;
            if (meet(about, dpc_query_theorem(r->session.query)->adjacency))
                measure(c, r, truth->truth, k);
        }
    }
}

/* ---- for people ---- */

static dpc_adjacency adjacency_of(const comparison *c, size_t k)
{
    return dpc_query_theorem(c->row[c->order[k]].session.query)->adjacency;
}

/* Whether a ranked row is about these neighbours, or about any. */
static bool is_about(const comparison *c, size_t k, dpc_adjacency adjacency)
{
    return meet(adjacency_of(c, k), adjacency);
}

/* Numbers about different neighbours are different promises, ranked apart: the adjacencies of the
   ranked rows, best first; "any" alone if they are all about any. */
static size_t adjacencies(const comparison *c, dpc_adjacency all[CLI_MAX_ENTRIES])
{
    size_t n = 0;
    for (size_t k = 0; k < c->nranked; k++) {
        const dpc_adjacency a = adjacency_of(c, k);
        bool known = a == DPC_ADJACENCY_ANY;
        for (size_t i = 0; i < n; i++)
            known = known || all[i] == a;
        if (!known)
            all[n++] = a;
    }
    if (n == 0)
        all[n++] = DPC_ADJACENCY_ANY;
    return n;
}

static bool mixed_adjacency(const comparison *c)
{
    dpc_adjacency all[CLI_MAX_ENTRIES];
    return adjacencies(c, all) > 1;
}

enum { SLACK_TEXT = 48 };

static void slack_text(const row *r, char text[SLACK_TEXT])
{
    if (r->is_truth)
        (void)snprintf(text, SLACK_TEXT, "the truth");
    else if (r->slack[0] != '\0')
        (void)snprintf(text, SLACK_TEXT, "%s x", r->slack);
    else
        (void)snprintf(text, SLACK_TEXT, "-");
}

/* The status of a row in this setting.  An exact theorem is exact for its own mechanism; for a
   setting with another mechanism it is a bound, and counts as proved. */
static const char *status_here(const row *r)
{
    return has_status(r, DPC_STATUS_EXACT) && !r->entry->truth
               ? dpc_theorem_status_name(DPC_STATUS_PROVED)
               : dpc_theorem_status_name(dpc_query_theorem(r->session.query)->status);
}

/* Prints a ranked row.  place: its number in its group; before: the row above it there. */
static void put_ranked(const comparison *c, size_t k, size_t place, size_t before, int width,
                       int slack_width)
{
    const cli_args *args = c->args;
    const row *r = &c->row[c->order[k]];
    const dpc_theorem_info *t = dpc_query_theorem(r->session.query);
    const bool tied = place > 1 && mpq_cmp(c->row[c->order[before]].bound, r->bound) >= 0;
    char rank_text[24], slack[SLACK_TEXT];
    (void)snprintf(rank_text, sizeof rank_text, tied ? "=" : "%zu", place);
    slack_text(r, slack);
    printf("%4s  %s%-*s%s  %-*s  %s%-11s%s  %-11s  %s\n", rank_text, cli_colour_on(args, CLI_BOLD),
           width, r->value, cli_colour_on(args, CLI_PLAIN), slack_width, slack,
           cli_colour_on(args, cli_status_colour(t)), status_here(r),
           cli_colour_on(args, CLI_PLAIN), dpc_adjacency_name(t->adjacency), t->id);
    if (r->entry->label != NULL) {
        (void)fputs("      ", stdout);
        cli_put_wrapped(args, r->entry->label, 6, 6);
    }
    if (r->least != NULL && !r->is_truth)
        printf("      the truth is in [%s, %s]\n", r->least, r->value);
}

static const dpc_referee_info *winner(const dpc_query_t *q)
{
    for (size_t i = 0; i < dpc_query_referees(q); i++)
        if (dpc_query_referee(q, i)->beats_result)
            return dpc_query_referee(q, i);
    return NULL;
}

static void put_refuted(const comparison *c, const row *r)
{
    const cli_args *args = c->args;
    const dpc_query_t *q = r->session.query;
    const dpc_referee_info *beaten = winner(q);
    const dpc_result_info *said = beaten != NULL ? dpc_query_find_result(q, beaten->name) : NULL;
    printf("      %sREFUTED%s  %s: the formula gives %s <= %s", cli_colour_on(args, CLI_RED),
           cli_colour_on(args, CLI_PLAIN), dpc_query_theorem(q)->id, c->setting.compare, r->value);
    if (said != NULL && strcmp(said->name, c->setting.compare) == 0)
        printf(",\n               and the truth is at least %s\n", beaten->lower);
    else if (said != NULL)
        printf(",\n               but with %s <= %s, and the truth is at least %s\n", said->name,
               said->upper, beaten->lower);
    else
        (void)puts(", which is no bound (refuted elsewhere)");
}

static size_t count(const comparison *c, standing s)
{
    size_t n = 0;
    for (size_t i = 0; i < c->setting.nentries; i++)
        n += c->row[i].standing == s;
    return n;
}

static void put_assumptions(const comparison *c)
{
    for (size_t k = 0; k < c->nranked; k++) {
        const dpc_query_t *q = c->row[c->order[k]].session.query;
        for (size_t i = 0; i < dpc_query_assumptions(q); i++) {
            const int column = printf("  %s assumes: ", dpc_query_theorem(q)->id);
            cli_put_wrapped(c->args, dpc_query_assumption(q, i), column, 4);
        }
    }
}

static bool has_premise(const dpc_query_t *q, const char *text)
{
    for (size_t i = 0; i < dpc_query_premises(q); i++)
        if (strcmp(dpc_query_premise(q, i), text) == 0)
            return true;
    return false;
}

static const dpc_query_t *ranked(const comparison *c, size_t place)
{
    return c->row[c->order[place]].session.query;
}

/* Prints a premise and the theorems that have it; the first of them is at `place`. */
static void put_premise(const comparison *c, size_t place, const char *text)
{
    int column = printf("  premise (");
    for (size_t k = place; k < c->nranked; k++)
        if (has_premise(ranked(c, k), text))
            column += printf("%s%s", k > place ? ", " : "", dpc_query_theorem(ranked(c, k))->id);
    column += printf("): ");
    cli_put_wrapped(c->args, text, column, 4);
}

static void put_premises(const comparison *c)
{
    for (size_t k = 0; k < c->nranked; k++)
        for (size_t i = 0; i < dpc_query_premises(ranked(c, k)); i++) {
            const char *text = dpc_query_premise(ranked(c, k), i);
            size_t first = 0;
            while (!has_premise(ranked(c, first), text))
                first++;
            if (first == k)
                put_premise(c, k, text);
        }
}

static int wider(int width, const char *text)
{
    const int length = (int)strlen(text);
    return length > width ? length : width;
}

/* Prints the rows about these neighbours, best first. */
static void put_group(const comparison *c, dpc_adjacency adjacency, int width, int slack_width)
{
    size_t place = 0, before = 0;
    for (size_t k = 0; k < c->nranked; k++)
        if (is_about(c, k, adjacency)) {
            put_ranked(c, k, ++place, before, width, slack_width);
            before = k;
        }
}

static void put_table(const comparison *c)
{
    enum { USUAL_SLACK = 10 };
    int width = (int)strlen(c->setting.compare), slack_width = USUAL_SLACK;
    for (size_t k = 0; k < c->nranked; k++) {
        const row *r = &c->row[c->order[k]];
        char slack[SLACK_TEXT];
        slack_text(r, slack);
        width = wider(width, r->value);
        slack_width = wider(slack_width, slack);
    }
    printf("\n      %-*s  %-*s  %-11s  %-11s  %s\n", width, c->setting.compare, slack_width,
           "at most", "status", "adjacency", "theorem");
    dpc_adjacency all[CLI_MAX_ENTRIES];
    const size_t n = adjacencies(c, all);
    for (size_t i = 0; i < n; i++) {
        if (n > 1)
            printf("%s  for %s adjacency\n", i > 0 ? "\n" : "", dpc_adjacency_name(all[i]));
        put_group(c, all[i], width, slack_width);
    }
}

static void put_reasons(const comparison *c, standing s, const char *heading)
{
    if (count(c, s) > 0)
        printf("\n  %s\n", heading);
    for (size_t i = 0; i < c->setting.nentries; i++)
        if (c->row[i].standing == s) {
            const int column = printf("      %s: ", c->row[i].entry->id);
            cli_put_wrapped(c->args, c->row[i].why_not != NULL ? c->row[i].why_not : "no memory",
                            column, 8);
        }
}

static void put_rest(const comparison *c)
{
    if (count(c, REFUTED) > 0)
        (void)puts("\n  not ranked: refuted, no bound");
    for (size_t i = 0; i < c->setting.nentries; i++)
        if (c->row[i].standing == REFUTED)
            put_refuted(c, &c->row[i]);
    put_reasons(c, UNDECIDED, "not decided here");
    put_reasons(c, OUT, "does not apply here");
}

static bool truth_is_zero(const comparison *c)
{
    for (size_t k = 0; k < c->nranked; k++) {
        const row *r = &c->row[c->order[k]];
        if (r->is_truth && mpq_sgn(r->truth) == 0)
            return true;
    }
    return false;
}

static bool any_slack(const comparison *c)
{
    for (size_t k = 0; k < c->nranked; k++)
        if (c->row[c->order[k]].slack[0] != '\0')
            return true;
    return false;
}

static void put_comparison(const comparison *c)
{
    cli_put_heading(c->args, dpc_query_theorem(c->given));
    cli_put_given(c->args, c->given);
    if (c->nranked > 0)
        put_table(c);
    put_rest(c);
    (void)puts("");
    put_assumptions(c);
    put_premises(c);
    if (mixed_adjacency(c))
        (void)puts("  add-remove and replace-one are different promises, and ranked apart");
    if (truth_is_zero(c))
        (void)puts("  the truth is 0: a bound above it is no multiple of it");
    if (any_slack(c))
        (void)puts(
            "  at most: how many times the truth the bound can be, by an explicit mechanism");
}

/* ---- for programs ---- */

static json_t *row_json(const comparison *c, const row *r)
{
    const bool has_value = r->standing == RANKED || r->standing == REFUTED;
    json_t *o = has_value ? cli_json_query(&r->session, c->args)
                          : cli_json_theorem(dpc_query_theorem(r->session.query));
    bool good = cli_json_set(o, "setting_text",
                             r->entry->label != NULL ? json_string(r->entry->label) : json_null());
    if (!has_value)
        good =
            cli_json_set(o, "why_not", json_string(r->why_not != NULL ? r->why_not : "")) && good;
    else {
        good = cli_json_set(o, "value", json_string(r->value)) && good;
        good =
            cli_json_set(o, "slack", r->slack[0] != '\0' ? json_string(r->slack) : json_null()) &&
            good;
        good = cli_json_set(o, "is_truth", json_boolean(r->is_truth)) && good;
        good = cli_json_set(o, "truth_at_least",
                            r->least != NULL ? json_string(r->least) : json_null()) &&
               good;
    }
    if (good)
        return o;
    json_decref(o);
    return NULL;
}

static json_t *rows_json(const comparison *c, standing s)
{
    json_t *all = json_array();
    bool good = all != NULL;
    for (size_t i = 0; i < c->setting.nentries && good; i++) {
        const row *r = &c->row[s == RANKED && i < c->nranked ? c->order[i] : i];
        if (s == RANKED ? i < c->nranked : r->standing == s)
            good = cli_json_append(all, row_json(c, r));
    }
    if (good)
        return all;
    json_decref(all);
    return NULL;
}

/* For each adjacency, the indices of its rows in `ranked`, best first. */
static json_t *groups_json(const comparison *c)
{
    dpc_adjacency all[CLI_MAX_ENTRIES];
    const size_t n = c->nranked > 0 ? adjacencies(c, all) : 0;
    json_t *groups = json_object();
    bool good = groups != NULL;
    for (size_t i = 0; i < n && good; i++) {
        json_t *rows = json_array();
        for (size_t k = 0; k < c->nranked && good; k++)
            if (is_about(c, k, all[i]))
                good = cli_json_append(rows, json_integer((json_int_t)k));
        good = cli_json_set(groups, dpc_adjacency_name(all[i]), rows) && good;
    }
    if (good)
        return groups;
    json_decref(groups);
    return NULL;
}

static json_t *comparison_json(const comparison *c)
{
    json_t *o = json_object(), *params = json_object();
    bool good = o != NULL && params != NULL;
    for (size_t i = 0; i < dpc_query_inputs(c->given) && good; i++)
        good = cli_json_set(params, dpc_query_input(c->given, i)->name,
                            json_string(dpc_query_input(c->given, i)->value));
    good = cli_json_set(o, "setting", json_string(c->setting.name)) && good;
    good = cli_json_set(o, "title", json_string(c->setting.title)) && good;
    good = cli_json_set(o, "params", params) && good;
    good = cli_json_set(o, "compare", json_string(c->setting.compare)) && good;
    good = cli_json_set(o, "mixed_adjacency", json_boolean(mixed_adjacency(c))) && good;
    good = cli_json_set(o, "ranked", rows_json(c, RANKED)) && good;
    good = cli_json_set(o, "groups", groups_json(c)) && good;
    good = cli_json_set(o, "refuted", rows_json(c, REFUTED)) && good;
    good = cli_json_set(o, "undecided", rows_json(c, UNDECIDED)) && good;
    good = cli_json_set(o, "not_applicable", rows_json(c, OUT)) && good;
    if (good)
        return o;
    json_decref(o);
    return NULL;
}

/* ---- the command ---- */

static cli_exit list_settings(const cli_args *args)
{
    for (size_t i = 0; i < cli_settings_count; i++) {
        cli_setting s;
        cli_exit code = cli_setting_read(&s, cli_settings[i].name);
        if (code == CLI_CONTINUE) {
            const int column = printf("%-12s", s.name);
            cli_put_wrapped(args, s.title, column, 12);
            for (size_t k = 0; k < s.nlines; k++)
                if (strncmp(s.line[k], "param", 5) == 0)
                    printf("    %s\n", s.line[k] + 5 + strspn(s.line[k] + 5, " "));
        }
        cli_setting_free(&s);
        if (code != CLI_CONTINUE)
            return code;
    }
    return CLI_OK;
}

/* Evaluates the setting's own parameters and checks their conditions. */
static cli_exit open_given(comparison *c)
{
    c->cat = dpc_catalogue_new();
    if (c->cat == NULL)
        return cli_no_memory();
    c->given = mapping_query(c, NULL, 0);
    if (c->given == NULL)
        return cli_fail(CLI_USAGE, "setting %s: %s", c->setting.name, dpc_catalogue_error(c->cat));
    cli_exit code = cli_give_values(c->given, c->args);
    if (code != CLI_CONTINUE)
        return code;
    const dpc_status status = dpc_query_run(c->given);
    return status == DPC_OK ? CLI_CONTINUE
                            : cli_fail(cli_exit_of(status), "%s", dpc_query_error(c->given));
}

static cli_exit run_rows(comparison *c)
{
    cli_exit code = CLI_CONTINUE;
    for (size_t i = 0; i < c->setting.nentries && code == CLI_CONTINUE; i++)
        code = run_row(c, i);
    for (size_t i = 0; i < c->setting.nentries && code == CLI_CONTINUE; i++)
        if (c->row[i].standing == RANKED || c->row[i].standing == REFUTED)
            code = cli_check_contradiction(&c->row[i].session);
    return code;
}

static void init_rows(comparison *c)
{
    for (size_t i = 0; i < CLI_MAX_ENTRIES; i++)
        mpq_inits(c->row[i].bound, c->row[i].truth, c->row[i].ratio, NULL);
}

static void close_comparison(comparison *c)
{
    for (size_t i = 0; i < CLI_MAX_ENTRIES; i++) {
        dpc_query_free(c->row[i].session.query);
        free(c->row[i].why_not);
        free(c->row[i].padded);
        mpq_clears(c->row[i].bound, c->row[i].truth, c->row[i].ratio, NULL);
    }
    dpc_query_free(c->given);
    dpc_catalogue_free(c->cat);
    cli_setting_free(&c->setting);
}

static cli_exit run_compare(const cli_args *args)
{
    if (args->nwords == 0)
        return list_settings(args);
    comparison c = {.args = args};
    init_rows(&c);
    cli_exit code = cli_setting_read(&c.setting, args->word[0]);
    if (code == CLI_CONTINUE)
        code = open_given(&c);
    if (code == CLI_CONTINUE)
        code = run_rows(&c);
    if (code == CLI_CONTINUE) {
        rank(&c);
        measure_rows(&c);
        code = CLI_OK;
        if (args->json)
            code = cli_json_print(comparison_json(&c));
        else
            put_comparison(&c);
        if (code == CLI_OK && c.nranked == 0)
            code = count(&c, UNDECIDED) > 0 ? cli_exit_of(DPC_UNDECIDED) : CLI_FALSE;
    }
    close_comparison(&c);
    return code;
}

/* ---- the command line ---- */

static const cli_option options[] = {
    {"digits", 'd', "N", CLI_PLACE(digits), "  -d, --digits N     certify N digits (default 10)\n"},
    {"max-bits", '\0', "N", CLI_PLACE(max_bits),
     "      --max-bits N, --max-steps N   as in bound\n"},
    {"max-steps", '\0', "N", CLI_PLACE(max_steps), NULL},
    {"json", '\0', NULL, CLI_PLACE(json), "      --json         print one JSON object\n"},
    {NULL, '\0', NULL, 0, NULL},
};

const cli_command cli_compare_command = {
    .name = "compare",
    .run = run_compare,
    .usage = "usage: dpcert compare [SETTING NAME=VALUE...] [OPTION]...\n"
             "\n"
             "Evaluates all theorems that speak about a setting, best first, with how far each\n"
             "is from the truth where that is known.  Refuted theorems are shown apart and not\n"
             "ranked; those that do not apply are listed with the reason.  Without arguments,\n"
             "lists the settings.  SETTING may be a path to your own file (with a '/' or .set).\n"
             "\n",
    .option = options,
    .more = "\n"
            "Exit status: 0 done, 1 a condition on the parameters is false or no theorem\n"
            "applies, 2 wrong usage.\n"
            "Example: dpcert compare gauss D=1 sigma=20 T=1000 delta=1e-5\n",
};
