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
#include "base/rational.h"

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
    return dpc_history_is_sampled(a->h) && a->direction != DPC_ADD_REMOVE;
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
    if (!is_product(h))
        return DPC_ROUTE_GRID;
    if (is_one_sided(a))
        return DPC_ROUTE_ONE_WAY;
    return all_gauss && h->nsteps == 1 ? DPC_ROUTE_SAMPLED : DPC_ROUTE_PRODUCT;
}

/* ---- its parameters ---- */

/* log(hi/lo), rounded up or down, to more digits than are asked for. */
static char *response_eps(const dpc_account_t *a, const dpc_step *s, bool up)
{
    enum { MORE_DIGITS = 15 };
    return dpc_response_eps(s, a->digits + MORE_DIGITS, up);
}

/* The record of a step in a list of the entry: what kind of list it belongs to is `kind`.
   Randomized response and leaks are steps that are (log(hi/lo), 0)-DP and (0, p)-DP. */
static void put_record(FILE *out, const dpc_account_t *a, size_t i, dpc_mechanism_kind kind,
                       bool up)
{
    const dpc_step *s = &a->h->step[i];
    const bool is_leak = s->kind == DPC_MECHANISM_LEAK,
               is_response = s->kind == DPC_MECHANISM_RESPONSE;
    char *x = is_leak       ? strdup("0")
              : is_response ? response_eps(a, s, up)
                            : dpc_rational_text(s->a);
    char *y = is_leak       ? dpc_rational_text(s->a)
              : is_response ? strdup("0")
                            : dpc_rational_text(s->b);
    if (x == NULL || y == NULL)
        (void)fputs("(out of memory", out);
    else if (kind == DPC_MECHANISM_LAPLACE)
        (void)fprintf(out, "(%s", x);
    else /* a plain Gaussian has sensitivity 1 in the place of rate 1 */
        (void)fprintf(out, "(%s,%s", a->route == DPC_ROUTE_GAUSS ? "1" : x, y);
    (void)fprintf(out, ",%s)", a->step[i].count);
    free(x);
    free(y);
}

/* Whether a step belongs into the list of a kind. */
static bool in_list(const dpc_step *s, dpc_mechanism_kind kind)
{
    return s->kind == kind || (kind == DPC_MECHANISM_DP && (s->kind == DPC_MECHANISM_RESPONSE ||
                                                            s->kind == DPC_MECHANISM_LEAK));
}

/* The steps of a kind as a list; to be freed. */
static char *list_of(const dpc_account_t *a, dpc_mechanism_kind kind, bool up)
{
    char *list = NULL;
    size_t size;
    FILE *out = open_memstream(&list, &size);
    if (out == NULL)
        return NULL;
    (void)fputc('[', out);
    bool first = true;
    for (size_t i = 0; i < a->h->nsteps; i++)
        if (in_list(&a->h->step[i], kind)) {
            if (!first)
                (void)fputc(',', out);
            put_record(out, a, i, kind, up);
            first = false;
        }
    (void)fputc(']', out);
    if (fclose(out) == 0)
        return list;
    free(list);
    return NULL;
}

/* Gives a parameter a value, which is freed; NULL stands for the end of memory. */
static dpc_status give(dpc_account_t *a, dpc_query_t *q, const char *name, char *value)
{
    dpc_status status = value != NULL ? dpc_query_set(q, name, value)
                                      : dpc_fail(&a->diag, DPC_NOMEM, "out of memory");
    if (status != DPC_OK)
        (void)dpc_fail(&a->diag, status, "%s", dpc_query_error(q));
    free(value);
    return status;
}

static dpc_status give_steps(dpc_account_t *a, dpc_query_t *q, bool up)
{
    const dpc_step *s = &a->h->step[0];
    dpc_status status;
    switch (a->route) {
    case DPC_ROUTE_GAUSS:
        return give(a, q, "step", list_of(a, DPC_MECHANISM_GAUSS, up));
    case DPC_ROUTE_SAMPLED:
        status = give(a, q, "q", dpc_rational_text(s->a));
        if (status == DPC_OK)
            status = give(a, q, "sigma", dpc_rational_text(s->b));
        break;
    case DPC_ROUTE_STEPS:
        status =
            give(a, q, "eps",
                 s->kind == DPC_MECHANISM_DP ? dpc_rational_text(s->a) : response_eps(a, s, up));
        if (status == DPC_OK)
            status = give(a, q, "delta",
                          s->kind == DPC_MECHANISM_DP ? dpc_rational_text(s->b) : strdup("0"));
        break;
    default:
        status = give(a, q, "gauss", list_of(a, DPC_MECHANISM_GAUSS, up));
        if (status == DPC_OK && a->route == DPC_ROUTE_ONE_WAY)
            status = give(a, q, "direction", strdup(dpc_direction_name(a->direction)));
        if (status == DPC_OK)
            status = give(a, q, "laplace", list_of(a, DPC_MECHANISM_LAPLACE, up));
        return status == DPC_OK ? give(a, q, "step", list_of(a, DPC_MECHANISM_DP, up)) : status;
    }
    return status == DPC_OK ? give(a, q, "T", dpc_rational_text(s->count)) : status;
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

/* ---- the ends ---- */

static const dpc_referee_info *lower_referee(const dpc_query_t *q, const char *name)
{
    for (size_t i = 0; i < dpc_query_referees(q); i++) {
        const dpc_referee_info *r = dpc_query_referee(q, i);
        if (strcmp(r->name, name) == 0 && strcmp(r->kind, "lower") == 0 && r->lower != NULL)
            return r;
    }
    return NULL;
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
        return dpc_fail(&a->diag, DPC_UNDECIDED,
                        "more than 10^16 equal steps are beyond the accountant: no %s was found",
                        a->wants_eps ? "eps" : "delta");
    if (status != DPC_UNDECIDED || dpc_query_results(q) == 0)
        return dpc_fail(&a->diag, status, "%s", dpc_query_error(q));
    a->partial = true;
    (void)dpc_fail(&a->diag, status, "%s", dpc_query_error(q));
    return DPC_OK;
}

/* Takes what a query that has run says about the end; an exact result and a referee speak about
   the lower one. */
static void take_end(dpc_account_end *e, const dpc_query_t *q, const char *name, bool up)
{
    const dpc_result_info *r = dpc_query_find_result(q, name);
    const dpc_referee_info *f = lower_referee(q, name);
    const char *text = r == NULL                       ? NULL
                       : up                            ? r->upper
                       : strcmp(r->kind, "exact") == 0 ? r->lower
                       : f != NULL                     ? f->lower
                                                       : NULL;
    e->text = text == NULL ? NULL : strdup(text);
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
        dpc_status status = give(a, q, parameter, strdup(a->target));
        if (status == DPC_OK)
            status = run(a, q);
        if (status != DPC_OK)
            return status;
        take_end(ends[k], q, result, k == 0);
    }
    if (!is_rounded(a)) {
        a->lower.q = a->upper.q;
        take_end(&a->lower, a->lower.q, result, false);
    }
    return DPC_OK;
}

/* Whether delta at eps = 0 is within the target: then no smaller eps is asked for. */
static dpc_status holds_at_zero(dpc_account_t *a, dpc_query_t *q, bool *holds)
{
    const route *way = &routes[a->route];
    *holds = false;
    dpc_status status = give(a, q, way->eps, strdup("0"));
    if (status == DPC_OK)
        status = run(a, q);
    const dpc_result_info *r = status == DPC_OK ? dpc_query_find_result(q, way->delta) : NULL;
    if (r == NULL || r->upper == NULL)
        return status;
    mpq_t x, target;
    mpq_inits(x, target, NULL);
    dpc_diag ignored = {.status = DPC_OK};
    *holds = dpc_rational_parse(x, r->upper, strlen(r->upper), "", &ignored) == DPC_OK &&
             dpc_rational_parse(target, a->target, strlen(a->target), "", &ignored) == DPC_OK &&
             mpq_cmp(x, target) <= 0;
    mpq_clears(x, target, NULL);
    return DPC_OK;
}

static dpc_status solve(dpc_account_t *a, dpc_query_t *q)
{
    const route *way = &routes[a->route];
    const dpc_status status = dpc_query_solve(q, way->eps, way->delta, "<=", a->target, 1);
    if (status == DPC_OK)
        return DPC_OK;
    return dpc_fail(&a->diag, status,
                    "no eps was found for delta = %s: the steps may reveal too much with a "
                    "probability beyond that (%s)",
                    a->target, dpc_query_error(q));
}

/* A query at an eps with more digits than were asked for, so that its delta can be told from the
   target; NULL on failure. */
static dpc_query_t *query_at(dpc_account_t *a, const char *eps, bool up)
{
    enum { MORE_DIGITS = 12 };
    const route *way = &routes[a->route];
    dpc_query_t *q = new_query(a, way->id, up, a->digits + MORE_DIGITS);
    if (q == NULL)
        return NULL;
    if (give(a, q, way->eps, strdup(eps)) == DPC_OK && run(a, q) == DPC_OK)
        return q;
    dpc_query_free(q);
    return NULL;
}

/* One end, by solving.  The lower one is the last eps that misses the target. */
static dpc_status solve_end(dpc_account_t *a, bool up)
{
    dpc_account_end *e = up ? &a->upper : &a->lower;
    dpc_query_t *q = new_query(a, routes[a->route].id, up, a->digits);
    bool zero = false;
    if (q == NULL)
        return a->diag.status;
    dpc_status status = holds_at_zero(a, q, &zero);
    dpc_query_free(q);
    if (status != DPC_OK)
        return status;
    if (zero) {
        e->text = strdup("0");
        e->q = up ? query_at(a, "0", up) : NULL;
        return e->text != NULL ? a->diag.status : dpc_fail(&a->diag, DPC_NOMEM, "out of memory");
    }
    q = new_query(a, routes[a->route].id, up, a->digits);
    status = q != NULL ? solve(a, q) : a->diag.status;
    const dpc_solution_info *found = status == DPC_OK ? dpc_query_solution(q) : NULL;
    if (found != NULL && (up || found->at_next == DPC_NEXT_FAILS)) {
        e->text = strdup(up ? found->value : found->next);
        e->q = e->text != NULL ? query_at(a, e->text, up) : NULL;
        status = e->q != NULL ? DPC_OK : a->diag.status;
    }
    dpc_query_free(q);
    return status;
}

static dpc_status run_solving(dpc_account_t *a)
{
    const dpc_status status = solve_end(a, true);
    return status == DPC_OK ? solve_end(a, false) : status;
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
