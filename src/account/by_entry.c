/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Accounts by an entry of the catalogue: a history becomes a question about the one that has its
   exact value.

   Each end has a query of its own where one does not do: where a parameter of the entry is
   irrational (the epsilon of randomized response) it is rounded up for the upper end and down for
   the lower one, and where epsilon is found by solving, the upper end is where the target is met,
   the lower one where it is missed.  Deltas decrease in epsilon and increase in what the steps
   reveal, so that the truth is between the ends. */
#include "account/account.h"
#include "account/by_grid.h"
#include "query/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How an entry of the catalogue answers. */
typedef struct {
    const char *id;          /* the entry for delta at eps, */
    const char *eps_id;      /* and for eps at delta; NULL: by solving */
    const char *eps, *delta; /* what it calls these */
} route;

static const route routes[] = {
    [DPC_ROUTE_GAUSS] = {"gauss.mechanism-list", NULL, "eps", "delta"},
    [DPC_ROUTE_SAMPLED] = {"sgm.exact", "sgm.exact-eps", "eps", "delta"},
    [DPC_ROUTE_STEPS] = {"compose.kov-exact", NULL, "eps_out", "delta_out"},
    [DPC_ROUTE_PRODUCT] = {"product.exact", "product.exact-eps", "eps", "delta"},
    [DPC_ROUTE_ONE_WAY] = {"product.one-way", NULL, "eps", "delta"},
};

/* ---- which entry ---- */

/* Randomized response with two answers. */
static bool is_binary(const dpc_step *s)
{
    mpq_t sum;
    mpq_init(sum);
    mpq_add(sum, s->a, s->b);
    const bool binary = mpq_cmp_ui(sum, 1, 1) == 0;
    mpq_clear(sum);
    return binary;
}

/* Whether an entry of the catalogue knows the step: not tables, nor randomized response with more
   than two answers. */
static bool is_listed(const dpc_step *s)
{
    return s->kind != DPC_MECHANISM_LOSSES && (s->kind != DPC_MECHANISM_RESPONSE || is_binary(s));
}

/* Whether product.exact encloses a value: there is a continuous loss, or none that is finite. */
static bool is_product(const dpc_history *h)
{
    bool continuous = false, atoms = false;
    for (size_t i = 0; i < h->nsteps; i++) {
        if (!is_listed(&h->step[i]))
            return false;
        continuous = continuous || h->step[i].kind == DPC_MECHANISM_GAUSS ||
                     h->step[i].kind == DPC_MECHANISM_LAPLACE;
        atoms = atoms || h->step[i].kind != DPC_MECHANISM_LEAK;
    }
    return continuous || !atoms;
}

static size_t count_kind(const dpc_history *h, dpc_mechanism_kind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < h->nsteps; i++)
        n += h->step[i].kind == kind;
    return n;
}

/* Whether one direction of two that differ is asked for. */
static bool is_one_sided(const dpc_account_t *a)
{
    return dpc_history_is_sampled(a->h) && a->neighbours != DPC_ADJACENCY_ADD_REMOVE;
}

dpc_route dpc_account_choose(const dpc_account_t *a)
{
    const dpc_history *h = a->h;
    const dpc_step *first = &h->step[0];
    const bool all_gauss = count_kind(h, DPC_MECHANISM_GAUSS) == h->nsteps;
    const bool one_dp = h->nsteps == 1 && is_listed(first) &&
                        (first->kind == DPC_MECHANISM_DP || first->kind == DPC_MECHANISM_RESPONSE);
    if (all_gauss && !dpc_history_is_sampled(h))
        return DPC_ROUTE_GAUSS;
    if (one_dp)
        return DPC_ROUTE_STEPS;
    if (!is_product(h) ||
        a->neighbours == DPC_ADJACENCY_REPLACE_ONE) /* the entries are about add-remove */
        return DPC_ROUTE_GRID;
    if (is_one_sided(a))
        return DPC_ROUTE_ONE_WAY;
    return all_gauss && h->nsteps == 1 ? DPC_ROUTE_SAMPLED : DPC_ROUTE_PRODUCT;
}

/* ---- its parameters ---- */

/* The numbers of a step in an entry; of randomized response, log(hi/lo) is rounded up or down to
   more digits than are asked for.  Randomized response and leaks are steps that are (log(hi/lo),
   0)-DP and (0, p)-DP. */
static bool set_pair(const dpc_account_t *a, const dpc_step *s, bool up, mpq_t x, mpq_t y)
{
    enum { MORE_DIGITS = 15 };
    mpq_set_ui(x, 0, 1);
    mpq_set_ui(y, 0, 1);
    if (s->kind == DPC_MECHANISM_RESPONSE)
        return dpc_response_eps(x, s, a->digits + MORE_DIGITS, up);
    mpq_set(s->kind == DPC_MECHANISM_LEAK ? y : x, s->a);
    if (s->kind != DPC_MECHANISM_LEAK)
        mpq_set(y, s->b);
    return true;
}

/* Whether a step belongs into the list of a kind. */
static bool in_list(const dpc_step *s, dpc_mechanism_kind kind)
{
    return s->kind == kind || (kind == DPC_MECHANISM_DP && (s->kind == DPC_MECHANISM_RESPONSE ||
                                                            s->kind == DPC_MECHANISM_LEAK));
}

/* Fills in the records of the steps of a kind, nfields numbers each; how many, SIZE_MAX on failure.
 */
static size_t set_records(const dpc_account_t *a, dpc_mechanism_kind kind, bool up, mpq_t *record,
                          size_t nfields)
{
    size_t count = 0;
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    for (size_t i = 0; i < a->h->nsteps && count != SIZE_MAX; i++) {
        const dpc_step *s = &a->h->step[i];
        if (!in_list(s, kind))
            continue;
        const bool good = set_pair(a, s, up, x, y);
        if (a->route == DPC_ROUTE_GAUSS) /* sensitivity 1 in the place of rate 1 */
            mpq_set_ui(x, 1, 1);
        mpq_t *to = &record[count * nfields];
        mpq_set(to[0], x);
        mpq_set(to[1], nfields == 3 ? y : s->count);
        mpq_set(to[nfields - 1], s->count);
        count = good ? count + 1 : SIZE_MAX;
    }
    mpq_clears(x, y, NULL);
    return count;
}

/* What setting a parameter came to. */
static dpc_status given(dpc_account_t *a, const dpc_query_t *q, dpc_status status)
{
    return status == DPC_OK ? DPC_OK : dpc_fail(&a->diag, status, "%s", dpc_query_error(q));
}

static dpc_status give(dpc_account_t *a, dpc_query_t *q, const char *name, const mpq_t value)
{
    return given(a, q, dpc_query_set_number(q, name, value));
}

/* Gives the steps of a kind as a list. */
static dpc_status give_list(dpc_account_t *a, dpc_query_t *q, const char *name,
                            dpc_mechanism_kind kind, bool up)
{
    const size_t nfields = kind == DPC_MECHANISM_LAPLACE ? 2 : 3, room = a->h->nsteps * nfields;
    mpq_t *record = calloc(room + 1, sizeof *record);
    if (record == NULL)
        return dpc_fail(&a->diag, DPC_NOMEM, "out of memory");
    for (size_t i = 0; i < room; i++)
        mpq_init(record[i]);
    const size_t count = set_records(a, kind, up, record, nfields);
    const dpc_status status =
        count == SIZE_MAX ? dpc_fail(&a->diag, DPC_NOMEM, "out of memory")
                          : given(a, q, dpc_query_set_records(q, name, record, count * nfields));
    for (size_t i = 0; i < room; i++)
        mpq_clear(record[i]);
    free(record);
    return status;
}

/* Gives the two numbers and the count of the only step. */
static dpc_status give_step(dpc_account_t *a, dpc_query_t *q, const char *first, const char *second,
                            bool up)
{
    const dpc_step *s = &a->h->step[0];
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    dpc_status status = set_pair(a, s, up, x, y) ? give(a, q, first, x)
                                                 : dpc_fail(&a->diag, DPC_NOMEM, "out of memory");
    if (status == DPC_OK)
        status = give(a, q, second, y);
    mpq_clears(x, y, NULL);
    return status == DPC_OK ? give(a, q, "T", s->count) : status;
}

static dpc_status give_steps(dpc_account_t *a, dpc_query_t *q, bool up)
{
    if (a->route == DPC_ROUTE_GAUSS)
        return give_list(a, q, "step", DPC_MECHANISM_GAUSS, up);
    if (a->route == DPC_ROUTE_SAMPLED)
        return give_step(a, q, "q", "sigma", up);
    if (a->route == DPC_ROUTE_STEPS)
        return give_step(a, q, "eps", "delta", up);
    dpc_status status = give_list(a, q, "gauss", DPC_MECHANISM_GAUSS, up);
    if (status == DPC_OK && a->route == DPC_ROUTE_ONE_WAY)
        status = given(a, q, dpc_query_set(q, "direction", dpc_adjacency_name(a->neighbours)));
    if (status == DPC_OK)
        status = give_list(a, q, "laplace", DPC_MECHANISM_LAPLACE, up);
    return status == DPC_OK ? give_list(a, q, "step", DPC_MECHANISM_DP, up) : status;
}

static bool is_rounded(const dpc_account_t *a)
{
    return dpc_history_has(a->h, DPC_MECHANISM_RESPONSE);
}

/* A query with the history's parameters; NULL on failure. */
static dpc_query_t *new_query(dpc_account_t *a, const char *id, bool up, unsigned long digits)
{
    dpc_query_t *q = dpc_query_new(a->cat, id);
    if (q == NULL) {
        (void)dpc_fail(&a->diag, DPC_DOMAIN, "%s", dpc_catalogue_error(a->cat));
        return NULL;
    }
    if (dpc_query_set_digits(q, digits) == DPC_OK && give_steps(a, q, up) == DPC_OK)
        return q;
    dpc_query_free(q);
    return NULL;
}

/* ---- its history ---- */

/* The list of the entry that a step stands in; NULL: the entry has no lists. */
static const char *list_name(const dpc_account_t *a, const dpc_step *s)
{
    switch (a->route) {
    case DPC_ROUTE_SAMPLED:
    case DPC_ROUTE_STEPS:
        return DPC_ALL_PARAMETERS;
    case DPC_ROUTE_GAUSS:
        return "step";
    default:
        return s->kind == DPC_MECHANISM_GAUSS     ? "gauss"
               : s->kind == DPC_MECHANISM_LAPLACE ? "laplace"
                                                  : "step";
    }
}

dpc_write_phase *dpc_account_phases(const dpc_account_t *a)
{
    dpc_write_phase *phase = calloc(a->h->nsteps, sizeof *phase);
    for (size_t i = 0; i < a->h->nsteps && phase != NULL; i++) {
        const dpc_step *s = &a->h->step[i];
        phase[i] = (dpc_write_phase){.phase = (unsigned long)i + 1,
                                     .param = list_name(a, s),
                                     .record = 1,
                                     .text = s->words != NULL ? s->words : a->step[i].text};
        for (size_t j = 0; j < i; j++)
            phase[i].record += strcmp(phase[j].param, phase[i].param) == 0;
    }
    return phase;
}

/* ---- the ends ---- */

/* The place of the referee that bounds a result from below; SIZE_MAX: none does. */
static size_t lower_referee(const dpc_query_t *q, const char *name)
{
    for (size_t i = 0; i < dpc_query_referees(q); i++) {
        const dpc_referee_info *r = dpc_query_referee(q, i);
        if (strcmp(r->name, name) == 0 && r->kind == DPC_BOUND_LOWER && r->lower != NULL)
            return i;
    }
    return SIZE_MAX;
}

/* Whether some step is taken so often that plans, which are made in doubles, may fail. */
static bool has_too_many(const dpc_history *h)
{
    enum { BITS = 54 };
    for (size_t i = 0; i < h->nsteps; i++)
        if (mpz_sizeinbase(mpq_numref(h->step[i].count), 2) >= BITS)
            return true;
    return false;
}

/* Runs a query; there may be results although it is undecided. */
static dpc_status run(dpc_account_t *a, dpc_query_t *q)
{
    const dpc_status status = dpc_query_run(q);
    if (status == DPC_OK)
        return DPC_OK;
    if (dpc_query_results(q) == 0 && has_too_many(a->h))
        return dpc_fail(
            &a->diag, DPC_UNDECIDED,
            "more than 10^16 equal steps are too many for the accountant: no %s was found",
            a->wants_eps ? "eps" : "delta");
    if (status != DPC_UNDECIDED || dpc_query_results(q) == 0)
        return dpc_fail(&a->diag, status, "%s", dpc_query_error(q));
    a->partial = true;
    (void)dpc_fail(&a->diag, status, "%s", dpc_query_error(q));
    return DPC_OK;
}

/* Takes what a query that has run says about the end; an exact result and a referee speak about
   the lower one. */
static dpc_status take_end(dpc_account_t *a, const dpc_query_t *q, const char *name, bool up)
{
    const size_t result = dpc_query_result_index(q, name), referee = lower_referee(q, name);
    const dpc_result_info *r = dpc_query_result(q, result);
    const dpc_referee_info *f = dpc_query_referee(q, referee);
    const bool by_referee = r != NULL && !up && r->kind != DPC_BOUND_EXACT;
    const char *text = r == NULL     ? NULL
                       : !by_referee ? (up ? r->upper : r->lower)
                       : f != NULL   ? f->lower
                                     : NULL;
    if (text == NULL)
        return DPC_OK;
    mpq_t x;
    mpq_init(x);
    const bool known = by_referee ? dpc_query_referee_end(q, referee, false, x)
                                  : dpc_query_result_end(q, result, up, x);
    const bool taken =
        dpc_shown_take(&(up ? &a->upper : &a->lower)->number, text, known ? x : NULL);
    mpq_clear(x);
    return taken ? DPC_OK : dpc_fail(&a->diag, DPC_NOMEM, "out of memory");
}

/* By an entry that has the answer as its result. */
static dpc_status run_direct(dpc_account_t *a)
{
    const route *way = &routes[a->route];
    const char *id = a->wants_eps ? way->eps_id : way->id;
    const char *result = a->wants_eps ? way->eps : way->delta;
    const char *parameter = a->wants_eps ? way->delta : way->eps;
    dpc_account_end *const ends[] = {&a->upper, &a->lower};
    for (int k = 0; k < (is_rounded(a) ? 2 : 1); k++) {
        dpc_query_t *q = ends[k]->q = new_query(a, id, k == 0, a->digits);
        if (q == NULL)
            return a->diag.status;
        dpc_status status = give(a, q, parameter, a->target.value);
        if (status == DPC_OK)
            status = run(a, q);
        if (status == DPC_OK)
            status = take_end(a, q, result, k == 0);
        if (status != DPC_OK)
            return status;
    }
    if (is_rounded(a))
        return DPC_OK;
    a->lower.q = a->upper.q;
    return take_end(a, a->lower.q, result, false);
}

/* Whether delta at eps = 0 is within the target: then no smaller eps is asked for.  The query has
   no eps before and after. */
static dpc_status holds_at_zero(dpc_account_t *a, dpc_query_t *q, bool *holds)
{
    const route *way = &routes[a->route];
    mpq_t x;
    mpq_init(x);
    dpc_status status = give(a, q, way->eps, x);
    if (status == DPC_OK)
        status = run(a, q);
    *holds = status == DPC_OK &&
             dpc_query_result_end(q, dpc_query_result_index(q, way->delta), true, x) &&
             mpq_cmp(x, a->target.value) <= 0;
    dpc_query_unset(q, way->eps);
    mpq_clear(x);
    return status;
}

static dpc_status solve(dpc_account_t *a, dpc_query_t *q)
{
    const route *way = &routes[a->route];
    const dpc_status status =
        dpc_query_solve_number(q, way->eps, way->delta, "<=", a->target.value, a->target.text, 1);
    if (status == DPC_OK)
        return DPC_OK;
    return dpc_fail(&a->diag, status,
                    "no eps was found for delta = %s: the steps may reveal too much with a "
                    "probability beyond that (%s)",
                    a->target.text, dpc_query_error(q));
}

/* Takes an end that is an epsilon of a->solver: where the target is met, or, for the lower one, the
   last that misses it. */
static dpc_status take_solution(dpc_account_t *a, bool up)
{
    const dpc_solution_info *found = dpc_query_solution(a->solver);
    dpc_account_end *e = up ? &a->upper : &a->lower;
    mpq_t value, next;
    mpq_inits(value, next, NULL);
    bool good = true;
    if (dpc_solution_ends(a->solver, value, next) && (up || found->at_next == DPC_NEXT_FAILS)) {
        good = dpc_shown_take(&e->number, up ? found->value : found->next, up ? value : next);
        e->solved = good;
    }
    mpq_clears(value, next, NULL);
    return good ? DPC_OK : dpc_fail(&a->diag, DPC_NOMEM, "out of memory");
}

/* Zero as an end: the lower one needs no proof. */
static dpc_status take_zero(dpc_account_t *a, bool up)
{
    dpc_account_end *e = up ? &a->upper : &a->lower;
    mpq_t zero;
    mpq_init(zero);
    const bool good = dpc_shown_take(&e->number, "0", zero);
    e->solved = up;
    mpq_clear(zero);
    return good ? DPC_OK : dpc_fail(&a->diag, DPC_NOMEM, "out of memory");
}

/* Ends by solving, with the parameters that are rounded up, or down. */
static dpc_status solve_ends(dpc_account_t *a, bool up, bool upper, bool lower)
{
    dpc_query_free(a->solver);
    a->solver = new_query(a, routes[a->route].id, up, a->digits);
    bool zero = false;
    if (a->solver == NULL)
        return a->diag.status;
    dpc_status status = holds_at_zero(a, a->solver, &zero);
    if (status == DPC_OK && !zero)
        status = solve(a, a->solver);
    if (status == DPC_OK && upper)
        status = zero ? take_zero(a, true) : take_solution(a, true);
    if (status == DPC_OK && lower)
        status = zero ? take_zero(a, false) : take_solution(a, false);
    return status;
}

static dpc_status run_solving(dpc_account_t *a)
{
    if (!is_rounded(a))
        return solve_ends(a, true, true, true);
    const dpc_status status = solve_ends(a, true, true, false);
    return status == DPC_OK ? solve_ends(a, false, false, true) : status;
}

/* ---- proofs ---- */

/* A query at an eps with more digits than were asked for, so that its delta can be told from the
   target; NULL on failure. */
static dpc_query_t *query_at(dpc_account_t *a, const mpq_t eps, bool up)
{
    enum { MORE_DIGITS = 12 };
    const route *way = &routes[a->route];
    dpc_query_t *q = new_query(a, way->id, up, a->digits + MORE_DIGITS);
    if (q == NULL)
        return NULL;
    if (give(a, q, way->eps, eps) == DPC_OK && run(a, q) == DPC_OK)
        return q;
    dpc_query_free(q);
    return NULL;
}

dpc_query_t *dpc_account_proof(dpc_account_t *a, bool up)
{
    dpc_account_end *e = up ? &a->upper : &a->lower;
    if (e->q == NULL && e->solved) {
        const bool partial = a->partial;
        e->q = query_at(a, e->number.value, up);
        a->partial = partial; /* that of the ends */
        if (e->q != NULL)
            dpc_diag_reset(&a->diag);
    }
    return e->q;
}

const dpc_query_t *dpc_account_source(const dpc_account_t *a)
{
    return a->upper.q != NULL ? a->upper.q : a->lower.q != NULL ? a->lower.q : a->solver;
}

/* ---- all together ---- */

dpc_status dpc_account_by_entry(dpc_account_t *a)
{
    return a->wants_eps && routes[a->route].eps_id == NULL ? run_solving(a) : run_direct(a);
}

const char *dpc_account_entry(const dpc_account_t *a)
{
    const route *way = &routes[a->route];
    return a->wants_eps && way->eps_id != NULL ? way->eps_id : way->id;
}
