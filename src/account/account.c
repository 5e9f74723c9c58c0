/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Accounts: a history becomes a question about the entry of the catalogue that has its exact value.
   Nothing is computed here: the ends, and the certificates, are those of that entry (by_entry.c),
   or the ends are those of the integer grid where that has more digits or no entry is about the
   history. */
#include "account/account.h"
#include "account/by_grid.h"
#include "account/claim.h"
#include "arith/rounded.h"
#include "base/decimal.h"
#include "base/rational.h"
#include "base/words.h"
#include "lang/catalogue.h"
#include "query/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_DIGITS = 10 };

static dpc_status no_memory(dpc_account_t *a)
{
    return dpc_fail(&a->diag, DPC_NOMEM, "out of memory");
}

/* ---- steps in words ---- */

static const char *const mechanism_names[] = {
    [DPC_MECHANISM_GAUSS] = "gaussian", [DPC_MECHANISM_LAPLACE] = "laplace",
    [DPC_MECHANISM_DP] = "dp",          [DPC_MECHANISM_RESPONSE] = "randomized-response",
    [DPC_MECHANISM_LEAK] = "leak",      [DPC_MECHANISM_LOSSES] = "losses",
};

/* A number for people: a short decimal where it is one. */
static char *number_text(const mpq_t x)
{
    enum { SHOWN = 17 };
    dpc_decimal d;
    dpc_decimal_init(&d);
    dpc_decimal_set_rational(&d, x, SHOWN, true);
    char *text = d.exact ? dpc_decimal_text(&d) : dpc_rational_text(x);
    dpc_decimal_clear(&d);
    return text;
}

static void put_words(FILE *out, const dpc_step *s, const char *x, const char *y)
{
    switch (s->kind) {
    case DPC_MECHANISM_GAUSS:
        (void)fprintf(out, "Gaussian noise, sigma = %s", y);
        if (mpq_cmp_ui(s->a, 1, 1) < 0)
            (void)fprintf(out, ", Poisson sampling at rate %s", x);
        break;
    case DPC_MECHANISM_LAPLACE:
        (void)fprintf(out, "Laplace noise, eps = %s", x);
        break;
    case DPC_MECHANISM_DP:
        (void)fprintf(out, "(%s, %s)-DP", x, y);
        break;
    case DPC_MECHANISM_RESPONSE:
        (void)fprintf(out, "randomized response, %s against %s", x, y);
        break;
    case DPC_MECHANISM_LEAK:
        (void)fprintf(out, "the input is revealed with probability %s", x);
        break;
    default:
        (void)fprintf(out, "losses of %s", s->path);
        break;
    }
}

static bool describe(dpc_account_t *a, size_t i)
{
    const dpc_step *s = &a->h->step[i];
    size_t size;
    char *text = NULL, *x = number_text(s->a), *y = number_text(s->b);
    FILE *out = x != NULL && y != NULL ? open_memstream(&text, &size) : NULL;
    if (out != NULL) {
        put_words(out, s, x, y);
        if (fclose(out) != 0) {
            free(text);
            text = NULL;
        }
    }
    free(x);
    free(y);
    a->step[i] = (dpc_account_step_info){
        .mechanism = mechanism_names[s->kind], .text = text, .count = dpc_rational_text(s->count)};
    return text != NULL && a->step[i].count != NULL;
}

/* ---- the object ---- */

static dpc_status set_target(dpc_account_t *a, const char *text, bool wants_eps)
{
    dpc_diag_reset(&a->diag);
    a->has_result = false;
    const char *name = wants_eps ? "delta" : "eps";
    if (text == NULL)
        return dpc_fail(&a->diag, DPC_PARSE, "%s needs a value", name);
    mpq_t x;
    mpq_init(x);
    dpc_status status = dpc_history_number(x, text, strlen(text), name, &a->diag);
    if (status == DPC_OK && mpq_sgn(x) < 0)
        status =
            dpc_fail(&a->diag, DPC_DOMAIN, "%s must not be negative (it is %.60s)", name, text);
    if (status == DPC_OK && wants_eps && (mpq_sgn(x) == 0 || mpq_cmp_ui(x, 1, 1) >= 0))
        status = dpc_fail(&a->diag, DPC_DOMAIN,
                          "delta must be above 0 and below 1 (it is %.60s) to ask for eps", text);
    if (status == DPC_OK) {
        char *exact = dpc_rational_text(x);
        a->wants_eps = wants_eps;
        status = exact != NULL && dpc_shown_take(&a->target, exact, x) ? DPC_OK : no_memory(a);
        free(exact);
    }
    mpq_clear(x);
    return status;
}

dpc_status dpc_account_set_eps(dpc_account_t *a, const char *eps)
{
    return set_target(a, eps, false);
}

dpc_status dpc_account_set_delta(dpc_account_t *a, const char *delta)
{
    return set_target(a, delta, true);
}

dpc_status dpc_account_set_adjacency(dpc_account_t *a, const char *adjacency)
{
    dpc_diag_reset(&a->diag);
    a->has_result = false;
    if (adjacency == NULL || !dpc_history_neighbours(adjacency, &a->declared))
        return dpc_fail(&a->diag, DPC_PARSE,
                        "the adjacency is " DPC_HISTORY_NEIGHBOURS ", not '%.40s'",
                        adjacency != NULL ? adjacency : "");
    return DPC_OK;
}

dpc_status dpc_account_set_extent(dpc_account_t *a, const char *extent)
{
    dpc_diag_reset(&a->diag);
    a->has_result = false;
    if (extent == NULL || !dpc_history_extent_of(extent, &a->extent))
        return dpc_fail(&a->diag, DPC_PARSE,
                        "the extent of a history is " DPC_HISTORY_EXTENTS ", not '%.40s'",
                        extent != NULL ? extent : "");
    return DPC_OK;
}

dpc_status dpc_account_set_digits(dpc_account_t *a, unsigned long digits)
{
    dpc_diag_reset(&a->diag);
    a->has_result = false;
    if (digits < 1 || digits > DPC_MAX_DIGITS)
        return dpc_fail(&a->diag, DPC_PARSE, "digits: 1 to %d, not %lu", DPC_MAX_DIGITS, digits);
    a->digits = digits;
    return DPC_OK;
}

static bool read_history(dpc_account_t *a, const dpc_source *source)
{
    a->h = dpc_history_read(source, &a->diag);
    if (a->h == NULL)
        return false;
    a->declared = a->h->neighbours;
    a->extent = a->h->extent;
    a->step = calloc(a->h->nsteps + 1, sizeof *a->step);
    bool good = a->step != NULL;
    for (size_t i = 0; i < a->h->nsteps && good; i++)
        good = describe(a, i);
    if (!good)
        return no_memory(a) == DPC_OK;
    if ((a->h->eps == NULL || dpc_account_set_eps(a, a->h->eps) == DPC_OK) &&
        (a->h->delta == NULL || dpc_account_set_delta(a, a->h->delta) == DPC_OK))
        return true;
    const dpc_diag why = a->diag;
    dpc_diag_reset(&a->diag);
    return dpc_fail(&a->diag, why.status, "%s: %s", source->name, why.text) == DPC_OK;
}

dpc_account_t *dpc_account_new(dpc_catalogue_t *cat, const char *name, const char *text,
                               size_t length)
{
    dpc_diag *diag = dpc_cat_diag(cat);
    dpc_diag_reset(diag);
    if (name == NULL || text == NULL) {
        (void)dpc_fail(diag, DPC_PARSE, "a history needs a name and a text");
        return NULL;
    }
    dpc_account_t *a = calloc(1, sizeof *a);
    if (a == NULL) {
        (void)dpc_fail(diag, DPC_NOMEM, "out of memory");
        return NULL;
    }
    a->cat = cat;
    a->digits = DEFAULT_DIGITS;
    dpc_shown_init(&a->target);
    dpc_shown_init(&a->lower.number);
    dpc_shown_init(&a->upper.number);
    const dpc_source source = {.name = name, .text = text, .len = length};
    if (read_history(a, &source))
        return a;
    (void)dpc_fail(diag, a->diag.status, "%s", a->diag.text);
    dpc_account_free(a);
    return NULL;
}

static void forget_end(dpc_account_end *e)
{
    e->q = NULL;
    e->solved = false;
    dpc_shown_forget(&e->number);
}

static void forget(dpc_account_t *a)
{
    if (a->lower.q != a->upper.q)
        dpc_query_free(a->lower.q);
    dpc_query_free(a->upper.q);
    dpc_query_free(a->solver);
    a->solver = NULL;
    forget_end(&a->lower);
    forget_end(&a->upper);
    free(a->missing);
    a->missing = NULL;
    a->route = DPC_ROUTE_GAUSS;
    a->has_result = a->partial = false;
    a->info.nassumptions = a->info.npremises = 0;
}

void dpc_account_free(dpc_account_t *a)
{
    if (a == NULL)
        return;
    forget(a);
    for (size_t i = 0; a->step != NULL && i < a->h->nsteps; i++) {
        free((char *)a->step[i].text);
        free((char *)a->step[i].count);
    }
    free(a->step);
    dpc_history_free(a->h);
    dpc_shown_clear(&a->target);
    dpc_shown_clear(&a->lower.number);
    dpc_shown_clear(&a->upper.number);
    free(a);
}

const char *dpc_account_error(const dpc_account_t *a)
{
    return a->diag.text;
}

dpc_limit dpc_account_limit(const dpc_account_t *a, uint64_t *value)
{
    *value = a->diag.value;
    return a->diag.limit;
}

size_t dpc_account_steps(const dpc_account_t *a)
{
    return a->h->nsteps;
}

const dpc_account_step_info *dpc_account_step(const dpc_account_t *a, size_t index)
{
    return index < a->h->nsteps ? &a->step[index] : NULL;
}

/* ---- what it rests on ---- */

static void assume(dpc_account_t *a, const char *text)
{
    for (size_t i = 0; i < a->info.nassumptions; i++)
        if (strcmp(a->assumption[i], text) == 0)
            return;
    if (a->info.nassumptions < DPC_ACCOUNT_MAX_ASSUMPTIONS)
        a->assumption[a->info.nassumptions++] = text;
}

/* What the steps must be like, where no entry says it as a premise. */
static void assume_steps(dpc_account_t *a)
{
    const dpc_history *h = a->h;
    if (a->extent == DPC_HISTORY_COMPLETE)
        assume(a, "the history is complete: no other step used the data");
    if (dpc_history_has(h, DPC_MECHANISM_GAUSS))
        assume(a, "sigma is relative to the L2-sensitivity (the clipping norm): a record that is "
                  "added or removed moves each query by at most 1");
    if (dpc_history_is_sampled(h))
        assume(a, "each batch is a Poisson sample: every record is in it independently with the "
                  "rate that is given; shuffled or fixed-size batches are another mechanism");
    if (dpc_history_has(h, DPC_MECHANISM_LAPLACE))
        assume(a, "the noise of a Laplace step has the scale 1/eps relative to the L1-sensitivity "
                  "of its query");
}

static void collect_assumptions(dpc_account_t *a)
{
    const dpc_history *h = a->h;
    if (a->extent == DPC_HISTORY_PART)
        assume(a, "the history is part of a run; the cost of its other steps is not included");
    if (a->info.npremises == 0)
        assume_steps(a);
    if (dpc_history_has(h, DPC_MECHANISM_DP))
        assume(a, "an (eps, delta)-DP step may be any such mechanism; the worst one is assumed");
    const dpc_adjacency both_ways = dpc_adjacency_both_ways(a->neighbours);
    const bool is_premise = a->info.npremises > 0 && a->neighbours == both_ways;
    if ((dpc_history_has(h, DPC_MECHANISM_DP) && !is_premise) ||
        dpc_history_has(h, DPC_MECHANISM_LOSSES)) {
        (void)snprintf(a->about_dp, sizeof a->about_dp,
                       "steps given as (eps, delta) or as losses hold for the neighbours of the "
                       "history (%s)",
                       dpc_adjacency_name(both_ways));
        assume(a, a->about_dp);
    }
    if (a->neighbours == DPC_ADJACENCY_REPLACE_ONE)
        assume(a, "neighbouring data sets differ in one record, which is replaced by another "
                  "one");
    if (dpc_history_has(h, DPC_MECHANISM_LOSSES))
        assume(a, "the losses are those of the worst pair of neighbours, for the direction remove");
    if (a->missing != NULL)
        assume(a, a->missing);
    if (h->nsteps > 0 && a->route == DPC_ROUTE_GRID)
        assume(a, "the integer grid is right: its bounds are rigorous, but no certificate lets "
                  "others check them");
    const dpc_query_t *q = dpc_account_source(a);
    for (size_t i = 0; q != NULL && i < dpc_query_assumptions(q); i++)
        assume(a, dpc_query_assumption(q, i));
}

/* What the entry says about the steps. */
static void collect_premises(dpc_account_t *a)
{
    const dpc_query_t *q = dpc_account_source(a);
    const size_t count = q != NULL ? dpc_query_premises(q) : 0;
    while (a->info.npremises < count && a->info.npremises < DPC_ACCOUNT_MAX_ASSUMPTIONS) {
        a->premise[a->info.npremises] = dpc_query_premise(q, a->info.npremises);
        a->info.npremises++;
    }
}

/* ---- all together ---- */

static dpc_status nothing_revealed(dpc_account_t *a)
{
    mpq_t zero;
    mpq_init(zero);
    const bool good =
        dpc_shown_take(&a->lower.number, "0", zero) && dpc_shown_take(&a->upper.number, "0", zero);
    mpq_clear(zero);
    return good ? DPC_OK : no_memory(a);
}

/* The answer by the grid, to be cleared. */
static dpc_status ask_grid(const dpc_account_t *a, dpc_grid_answer *answer, dpc_diag *diag)
{
    dpc_grid_question question = {.direction = a->neighbours == DPC_ADJACENCY_REPLACE_ONE
                                                   ? DPC_ADJACENCY_ADD_REMOVE
                                                   : a->neighbours,
                                  .wants_eps = a->wants_eps,
                                  .digits = a->digits};
    mpq_init(question.target);
    mpq_set(question.target, a->target.value);
    const dpc_activity before = dpc_watch_activity((dpc_activity){.phase = "grid"});
    const dpc_status status = dpc_history_by_grid(a->h, &question, answer, diag);
    (void)dpc_watch_activity(before);
    mpq_clear(question.target);
    return status;
}

/* Makes it the account's, which has none: what is cleared is then empty. */
static void take_answer(dpc_account_t *a, dpc_grid_answer *answer)
{
    a->route = DPC_ROUTE_GRID;
    dpc_shown_swap(&a->lower.number, &answer->lower);
    dpc_shown_swap(&a->upper.number, &answer->upper);
    a->missing = answer->missing;
    answer->missing = NULL;
    a->partial = answer->note[0] != '\0';
    if (a->partial)
        (void)dpc_fail(&a->diag, DPC_UNDECIDED, "%s", answer->note);
}

static dpc_status run_grid(dpc_account_t *a)
{
    dpc_grid_answer answer;
    const dpc_status status = ask_grid(a, &answer, &a->diag);
    if (status == DPC_OK)
        take_answer(a, &answer);
    dpc_grid_answer_clear(&answer);
    return status;
}

/* Why the inversion stops where it does. */
static const char *limit_of(const dpc_account_t *a)
{
    enum { FEW = 30 };
    mpq_t hits, steps, x;
    mpq_inits(hits, steps, x, NULL);
    for (size_t i = 0; i < a->h->nsteps; i++) {
        const dpc_step *s = &a->h->step[i];
        mpq_add(steps, steps, s->count);
        mpq_set_ui(x, 1, 1);
        mpq_mul(x, s->kind == DPC_MECHANISM_GAUSS ? s->a : x, s->count);
        mpq_add(hits, hits, x);
    }
    const bool rare = mpq_cmp_ui(hits, 1, 1) < 0, few = mpq_cmp_ui(steps, FEW, 1) < 0;
    mpq_clears(hits, steps, x, NULL);
    return rare  ? "a record is rarely sampled at all (rate times number of steps is below 1), "
                   "which takes "
                   "more frequencies than a plan may have"
           : few ? "few steps take more frequencies than a plan may have"
                 : "more would take more nodes and frequencies than a plan may have";
}

/* To how many digits the ends agree, up to those asked for: they are at most two units of the last
   one apart.  *exact: they are the same. */
static unsigned long certain_digits(const dpc_account_t *a, bool *exact)
{
    unsigned long digits = 0;
    mpq_t width;
    mpq_init(width);
    *exact = false;
    if (dpc_shown_distance(width, &a->lower.number, &a->upper.number)) {
        *exact = mpq_sgn(width) == 0;
        mpz_mul_ui(mpq_numref(width), mpq_numref(width), 5);
        mpq_canonicalize(width);
        for (; (*exact || mpq_cmp(width, a->upper.number.value) < 0) && digits < a->digits;
             digits++) {
            mpz_mul_ui(mpq_numref(width), mpq_numref(width), 10);
            mpq_canonicalize(width);
        }
    }
    mpq_clear(width);
    return digits;
}

/* Notes that the ends agree to fewer digits than were asked for, if they do; whether the grid may
   do better. */
static bool note_width(dpc_account_t *a)
{
    enum { GRID_DIGITS = 5 };
    bool exact;
    const unsigned long digits = certain_digits(a, &exact);
    if (a->lower.number.text == NULL || a->upper.number.text == NULL)
        return true;
    a->partial = !exact && (digits == 0 || digits + 1 < a->digits);
    if (a->partial) {
        dpc_diag_limit(&a->diag, DPC_LIMIT_DIGITS, digits > 0 ? digits : 1);
        (void)dpc_fail(&a->diag, DPC_UNDECIDED,
                       "only %lu of %lu digits are certified: %s; the interval is what is "
                       "certified, and a sampling rate, sigma or number of steps nearer to "
                       "ordinary ones, or fewer digits, would be reached",
                       digits, a->digits, limit_of(a));
    }
    return digits < GRID_DIGITS;
}

/* Where an entry has fewer digits than were asked for (few steps, rare events), the grid may have
   more: then the answer is the grid's. */
static void try_grid(dpc_account_t *a)
{
    dpc_diag ignored = {.status = DPC_OK};
    dpc_grid_answer answer;
    mpq_t old, new;
    mpq_inits(old, new, NULL);
    if (ask_grid(a, &answer, &ignored) == DPC_OK &&
        dpc_shown_distance(new, &answer.lower, &answer.upper) &&
        (!dpc_shown_distance(old, &a->lower.number, &a->upper.number) || mpq_cmp(new, old) < 0)) {
        forget(a);
        dpc_diag_reset(&a->diag);
        take_answer(a, &answer);
    }
    dpc_grid_answer_clear(&answer);
    mpq_clears(old, new, NULL);
}

/* What a step reveals outright, with which probability. */
static mpq_srcptr leaked(const dpc_step *s)
{
    return s->kind == DPC_MECHANISM_LEAK ? s->a : s->kind == DPC_MECHANISM_DP ? s->b : NULL;
}

/* Refuses a delta that is below the probability that the steps reveal the input outright: that is
   1 - prod (1 - p)^count, rounded down. */
static dpc_status check_leaks(dpc_account_t *a)
{
    enum { BITS = 256 };
    dpc_status status = DPC_OK;
    bool certain = false;
    mpq_t log_keep, x;
    mpq_inits(log_keep, x, NULL);
    for (size_t i = 0; i < a->h->nsteps; i++) {
        mpq_srcptr p = leaked(&a->h->step[i]);
        if (p == NULL)
            continue;
        certain = certain || mpq_cmp_ui(p, 1, 1) >= 0;
        mpq_neg(x, p);
        if (!dpc_rounded(x, DPC_OP_LOG1P, x, BITS, true))
            continue; /* at most 0 */
        mpq_mul(x, x, a->h->step[i].count);
        mpq_add(log_keep, log_keep, x);
    }
    if (certain)
        mpq_set_ui(x, 1, 1);
    else if (dpc_rounded(x, DPC_OP_EXPM1, log_keep, BITS, true))
        mpq_neg(x, x);
    else
        mpq_set_ui(x, 0, 1);
    if (mpq_cmp(x, a->target.value) > 0)
        status = dpc_fail(&a->diag, DPC_DOMAIN,
                          "delta = %.60s is below the probability with which the steps reveal the "
                          "input, %.6g: no eps is large enough; ask for a larger delta",
                          a->target.text, mpq_get_d(x));
    mpq_clears(log_keep, x, NULL);
    return status;
}

/* A step that is accounted for added or removed records only, or one for replaced records only;
   NULL: none. */
static const dpc_step *step_about(const dpc_history *h, bool replaces, size_t *index)
{
    for (size_t i = 0; i < h->nsteps; i++) {
        const dpc_step *s = &h->step[i];
        if (replaces ? s->replaces
                     : s->kind == DPC_MECHANISM_GAUSS || s->kind == DPC_MECHANISM_LAPLACE) {
            *index = i;
            return s;
        }
    }
    return NULL;
}

/* The neighbours that all steps are about.  Randomized response hides by which answer an answer is
   replaced; Gaussian and Laplace noise is analysed for records that are added or removed; steps
   that are given by what they satisfy are about whatever neighbours are meant. */
static dpc_status settle_neighbours(dpc_account_t *a)
{
    size_t response = 0, noise = 0;
    const bool replaces = step_about(a->h, true, &response) != NULL;
    const bool adds = step_about(a->h, false, &noise) != NULL;
    a->neighbours = a->declared != DPC_ADJACENCY_NONE ? a->declared
                    : replaces                        ? DPC_ADJACENCY_REPLACE_ONE
                                                      : DPC_ADJACENCY_ADD_REMOVE;
    const char *name = dpc_adjacency_name(a->neighbours);
    if (replaces && adds)
        return dpc_fail(&a->diag, DPC_DOMAIN,
                        "the steps have no neighbours in common: step %zu (%s) protects "
                        "an answer that is replaced (replace-one); step %zu (%s) is analysed "
                        "for records added or removed (add-remove). Account for them apart, "
                        "or, if the response is (eps, 0)-DP for added and removed records as well, "
                        "write it as 'dp eps=...'",
                        response + 1, a->step[response].text, noise + 1, a->step[noise].text);
    if (replaces && a->neighbours != DPC_ADJACENCY_REPLACE_ONE)
        return dpc_fail(&a->diag, DPC_DOMAIN,
                        "step %zu (%s) protects an answer that is replaced (replace-one), not the "
                        "neighbours %s: leave out the adjacency, or give replace-one",
                        response + 1, a->step[response].text, name);
    if (adds && a->neighbours == DPC_ADJACENCY_REPLACE_ONE)
        return dpc_fail(&a->diag, DPC_DOMAIN,
                        "step %zu (%s) is analysed for records added or removed (add-remove), not "
                        "for %s yet: ask for add-remove",
                        noise + 1, a->step[noise].text, name);
    return DPC_OK;
}

static dpc_status compute(dpc_account_t *a)
{
    if (settle_neighbours(a) != DPC_OK)
        return a->diag.status;
    if (a->h->nsteps == 0)
        return nothing_revealed(a);
    if (a->wants_eps && check_leaks(a) != DPC_OK)
        return a->diag.status;
    a->route = dpc_account_choose(a);
    if (a->route == DPC_ROUTE_GRID)
        return run_grid(a);
    const dpc_status status = dpc_account_by_entry(a);
    bool poor = true;
    if (status == DPC_OK && (a->route == DPC_ROUTE_SAMPLED || a->route == DPC_ROUTE_PRODUCT ||
                             a->route == DPC_ROUTE_ONE_WAY)) {
        a->partial = false; /* what the query said of its digits is said again */
        dpc_diag_reset(&a->diag);
        poor = note_width(a);
    }
    /* a search of epsilon that did not end well is a hypothesis that fails */
    if (status == DPC_OK ? a->partial && poor : status == DPC_UNDECIDED || status == DPC_DOMAIN)
        try_grid(a);
    return a->route == DPC_ROUTE_GRID ? DPC_OK : status;
}

static dpc_status run(dpc_account_t *a)
{
    dpc_diag_reset(&a->diag);
    forget(a);
    if (a->target.text == NULL)
        return dpc_fail(&a->diag, DPC_PARSE,
                        "nothing to compute: give delta to get eps, or eps to get delta");
    const dpc_status status = compute(a);
    if (status != DPC_OK) {
        forget(a);
        return status;
    }
    bool exact;
    if (!a->partial && certain_digits(a, &exact) == 0) { /* an interval that is no answer */
        a->partial = true;
        (void)dpc_fail(&a->diag, DPC_UNDECIDED, "%s",
                       a->missing != NULL             ? a->missing
                       : a->lower.number.text == NULL ? "no lower bound is known"
                       : a->upper.number.text == NULL ? "no upper bound is known"
                                                      : "the ends are too far apart");
    }
    const bool has_entry = a->h->nsteps > 0 && a->route != DPC_ROUTE_GRID;
    a->info.name = a->wants_eps ? "eps" : "delta";
    a->info.given_name = a->wants_eps ? "delta" : "eps";
    a->info.given = a->target.text;
    a->info.lower = a->lower.number.text;
    a->info.upper = a->upper.number.text;
    a->info.theorem = has_entry ? dpc_account_entry(a) : NULL;
    a->info.method = has_entry          ? DPC_ACCOUNT_ENTRY
                     : a->h->nsteps > 0 ? DPC_ACCOUNT_GRID
                                        : DPC_ACCOUNT_NOBODY;
    a->info.adjacency = a->neighbours;
    a->info.extent = a->extent;
    a->info.form = a->h->form;
    a->info.assumption = a->assumption;
    a->info.premise = a->premise;
    a->info.digits = certain_digits(a, &exact);
    collect_premises(a);
    collect_assumptions(a);
    a->has_result = a->upper.number.text != NULL || a->lower.number.text != NULL;
    if (!a->partial)
        dpc_diag_reset(&a->diag);
    return a->partial ? DPC_UNDECIDED : DPC_OK;
}

const char *dpc_account_method_name(dpc_account_method method)
{
    static const char *const names[] = {"none", "entry", "grid"};
    return (unsigned)method < sizeof names / sizeof names[0] ? names[method] : "unknown";
}

dpc_status dpc_account_run(dpc_account_t *a)
{
    dpc_watch_enter();
    const dpc_status status = dpc_watch_leave(run(a), &a->diag);
    if (status == DPC_INTERRUPTED)
        forget(a);
    return status;
}

const dpc_account_info *dpc_account_result(const dpc_account_t *a)
{
    return a->has_result ? &a->info : NULL;
}

dpc_status dpc_account_certificate(dpc_account_t *a, const char *kind, const char *const *context,
                                   size_t ncontext, char **text)
{
    *text = NULL;
    dpc_diag_reset(&a->diag);
    const dpc_cert_kind wanted =
        kind != NULL ? (dpc_cert_kind)dpc_word_find(dpc_cert_kind_words, kind) : DPC_CERT_GUARANTEE;
    const bool lower = wanted == DPC_CERT_LOWER;
    if (!lower && wanted != DPC_CERT_GUARANTEE)
        return dpc_fail(&a->diag, DPC_PARSE,
                        "a certificate of an account is of kind guarantee or lower, not '%.40s'",
                        kind);
    dpc_query_t *q = a->has_result ? dpc_account_proof(a, !lower) : NULL;
    if (a->diag.status != DPC_OK)
        return a->diag.status;
    if (q == NULL)
        return dpc_fail(&a->diag, DPC_DOMAIN, "no certificate: %s",
                        !a->has_result      ? "there is no result"
                        : a->h->nsteps == 0 ? "no step reveals anything: there is nothing to show"
                        : a->route == DPC_ROUTE_GRID
                            ? "results of the integer grid have none, and the catalogue "
                              "has no entry for this history"
                        : lower ? "no lower bound above 0 is known"
                                : "no guarantee was found");
    dpc_write_phase *phase = dpc_account_phases(a);
    if (phase == NULL)
        return no_memory(a);
    const dpc_write_request request = {.kind = lower ? "lower" : "guarantee",
                                       .neighbours = a->neighbours,
                                       .extent = a->extent,
                                       .phase = phase,
                                       .nrecords = a->h->nsteps,
                                       .context = context,
                                       .ncontext = ncontext};
    const dpc_status status = dpc_write_certificate(q, &request, text);
    free(phase);
    if (status == DPC_OK)
        return DPC_OK;
    uint64_t value = 0;
    const dpc_limit limit = dpc_query_limit(q, &value);
    dpc_diag_limit(&a->diag, limit, value);
    return dpc_fail(&a->diag, status, "%s", dpc_query_error(q));
}

/* ---- judging ---- */

static dpc_status learn(void *data, unsigned long digits, dpc_knowledge *k, bool *done, char *why,
                        size_t size)
{
    dpc_account_t *a = data;
    const bool known = a->has_result && a->digits == digits; /* by an earlier claim */
    a->digits = digits;
    const dpc_status status = known ? (a->partial ? DPC_UNDECIDED : DPC_OK) : dpc_account_run(a);
    *done = status != DPC_OK;
    if (!a->has_result) {
        (void)snprintf(why, size, "%s", a->diag.text);
        return status != DPC_OK ? status : DPC_UNDECIDED;
    }
    k->has_lower = k->has_upper = false;
    k->exact = true;
    if (a->lower.number.has_value)
        dpc_knowledge_lower(k, a->lower.number.value, "the history itself");
    if (a->upper.number.has_value)
        dpc_knowledge_upper(k, a->upper.number.value, "the history itself");
    return DPC_OK;
}

static char *certify(void *data, bool lower)
{
    char *text = NULL;
    (void)dpc_account_certificate(data, lower ? "lower" : NULL, NULL, 0, &text);
    return text;
}

static size_t count_assumptions(void *data)
{
    const dpc_account_t *a = data;
    return a->has_result ? a->info.nassumptions : 0;
}

static const char *one_assumption(void *data, size_t index)
{
    return ((const dpc_account_t *)data)->assumption[index];
}

static size_t count_premises(void *data)
{
    const dpc_account_t *a = data;
    return a->has_result ? a->info.npremises : 0;
}

static const char *one_premise(void *data, size_t index)
{
    return ((const dpc_account_t *)data)->premise[index];
}

dpc_claim_verdict *dpc_account_judge(dpc_account_t *a, const char *claimed, int is_lower,
                                     int certify_wanted)
{
    const bool common = settle_neighbours(a) == DPC_OK; /* run fails in the same way, and tells */
    dpc_diag_reset(&a->diag);
    const dpc_informant from = {.data = a,
                                .id = "the history",
                                .status = DPC_STATUS_EXACT,
                                .adjacency = common ? a->neighbours : DPC_ADJACENCY_NONE,
                                .result = a->wants_eps ? "eps" : "delta",
                                .history = a->extent,
                                .phases = (unsigned long)a->h->nsteps,
                                .learn = learn,
                                .certify = certify_wanted ? certify : NULL,
                                .assumptions = count_assumptions,
                                .assumption = one_assumption,
                                .premises = count_premises,
                                .premise = one_premise};
    const unsigned long digits = a->digits;
    dpc_watch_enter();
    dpc_claim_verdict *verdict =
        dpc_claim_watched(dpc_claim_compare(&from, claimed, is_lower != 0));
    if (verdict != NULL && verdict->verdict == DPC_CLAIM_INTERRUPTED)
        a->digits = digits;
    return verdict;
}
