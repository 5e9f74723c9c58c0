/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Checks the steps, and tries finer and finer lattices until there are enough digits.  The bounds
   (LEMMAS.md, section "Grid") come from grid_compose.c and grid_value.c; grid_plan.c chooses
   lattice and tilt. */
#include "account/grid.h"

#include "account/grid_parts.h"
#include "base/watch.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum {
    MAX_COUNT_BITS = 40,   /* of the count of a step */
    FIRST_CELLS = 1 << 13, /* of the composition, at the first attempt */
    ATTEMPTS = 7
};

void dpc_grid_result_init(dpc_grid_result *r)
{
    mpq_inits(r->lo, r->hi, NULL);
    r->cell = 0;
    r->cells = 0;
    r->why[0] = '\0';
}

void dpc_grid_result_clear(dpc_grid_result *r)
{
    mpq_clears(r->lo, r->hi, NULL);
}

static dpc_status fail(dpc_grid_result *r, dpc_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(r->why, sizeof r->why, format, args);
    va_end(args);
    return status;
}

/* ---- the range of steps ---- */

static bool positive(mpq_srcptr x)
{
    return x != NULL && mpq_sgn(x) > 0;
}

static dpc_status check_table(dpc_grid_result *r, const dpc_grid_step *s, size_t number)
{
    enum { ADD_STEPS = 4 };
    mpq_t sum;
    dpc_status status = DPC_OK;
    mpq_init(sum);
    if (s->infinity != NULL)
        mpq_set(sum, s->infinity);
    if (mpq_sgn(sum) < 0)
        status = fail(r, DPC_DOMAIN, "step %zu: the mass at infinity must be >= 0", number);
    for (size_t i = 0; i < s->atoms && status == DPC_OK; i++) {
        mpq_add(sum, sum, s->atom[i].mass);
        if (dpc_watch_step(ADD_STEPS))
            status = fail(r, DPC_INTERRUPTED, "interrupted");
        if (mpq_sgn(s->atom[i].mass) <= 0)
            status =
                fail(r, DPC_DOMAIN, "step %zu: mass %zu of the table must be > 0", number, i + 1);
    }
    if (status == DPC_OK && mpq_cmp_ui(sum, 1, 1) > 0)
        status = fail(r, DPC_DOMAIN, "step %zu: the masses of the table sum to %.15g, more than 1",
                      number, mpq_get_d(sum));
    mpq_clear(sum);
    return status;
}

/* Whether doubles can guide: |x| is 0 or about between 2^-300 and 2^300. */
static bool in_reach(mpq_srcptr x)
{
    enum { MOST = 300 };
    const size_t num = mpz_sizeinbase(mpq_numref(x), 2), den = mpz_sizeinbase(mpq_denref(x), 2);
    return mpq_sgn(x) == 0 || (num < den + MOST && den < num + MOST);
}

/* The same for the numbers of a step that its kind reads. */
static bool step_in_reach(const dpc_grid_step *s)
{
    const bool two = s->kind == DPC_GRID_SGM;
    bool good = true;
    for (size_t i = 0; s->kind == DPC_GRID_TABLE && i < s->atoms && good; i++)
        good = in_reach(s->atom[i].loss);
    return good && (s->kind == DPC_GRID_TABLE || in_reach(s->a)) && (!two || in_reach(s->b));
}

static dpc_status check_step(dpc_grid_result *r, const dpc_grid_step *s, size_t number)
{
    const bool gauss = s->kind == DPC_GRID_GAUSS || s->kind == DPC_GRID_LAPLACE;
    if (s->count < 1 || s->count >> MAX_COUNT_BITS != 0)
        return fail(r, DPC_DOMAIN, "step %zu: its count must be from 1 to 2^%d", number,
                    (int)MAX_COUNT_BITS);
    if (gauss && !positive(s->a))
        return fail(r, DPC_DOMAIN, "step %zu: the distance must be > 0", number);
    if (s->kind == DPC_GRID_SGM &&
        (!positive(s->a) || mpq_cmp_ui(s->a, 1, 1) > 0 || !positive(s->b)))
        return fail(r, DPC_DOMAIN, "step %zu: 0 < q <= 1 and sigma > 0 must hold", number);
    if (s->kind == DPC_GRID_DP &&
        (mpq_sgn(s->a) < 0 || mpq_sgn(s->b) < 0 || mpq_cmp_ui(s->b, 1, 1) > 0))
        return fail(r, DPC_DOMAIN, "step %zu: eps >= 0 and 0 <= delta <= 1 must hold", number);
    if (!step_in_reach(s))
        return fail(r, DPC_UNDECIDED, "step %zu: numbers must be between 2^-300 and 2^300", number);
    return s->kind == DPC_GRID_TABLE ? check_table(r, s, number) : DPC_OK;
}

static dpc_status check_steps(dpc_grid_result *r, const dpc_grid_step *step, size_t steps)
{
    dpc_status status =
        steps > 0 ? DPC_OK : fail(r, DPC_DOMAIN, "a composition needs at least one step");
    for (size_t i = 0; i < steps && status == DPC_OK; i++)
        status = check_step(r, &step[i], i + 1);
    return status;
}

/* ---- attempts ---- */

/* A question: delta at eps, or eps at delta. */
typedef struct {
    const dpc_grid_step *step;
    size_t steps;
    unsigned long digits;
    bool by_delta;
    mpq_srcptr at;
    mpq_srcptr enough; /* the final answer is at least this, so a smaller one need not be refined;
                          NULL: none */
} question;

/* A rational near x > 0, of few bits. */
static void set_short(mpq_t d, double x)
{
    int e;
    const double m = frexp(x, &e);
    mpq_set_d(d, ldexp(floor(m * 64), e - 6));
}

/* Sets a step near the wanted step; true if all atoms are on the lattice. */
static bool choose_step(composition *k, double wanted)
{
    const plan *p = k->p;
    const double common = mpq_get_d(p->common);
    if (common <= 0) { /* no two atoms of a law differ */
        if (p->smooth)
            set_short(k->step, wanted);
        else
            mpq_set_ui(k->step, 1, 1);
        return true;
    }
    if (common < dpc_grid_least_step(p)) {
        set_short(k->step, wanted);
        return false;
    }
    mpq_set(k->step, p->common);
    if (p->smooth && common > wanted) {
        mpq_t m;
        mpq_init(m);
        mpq_set_d(m, ceil(common / wanted));
        mpq_div(k->step, k->step, m);
        mpq_clear(m);
    }
    return true;
}

static double relative_width(const mpq_t lo, const mpq_t hi)
{
    mpq_t w;
    if (mpq_sgn(hi) <= 0)
        return 0;
    mpq_init(w);
    mpq_sub(w, hi, lo);
    mpq_div(w, w, hi);
    const double width = mpq_get_d(w);
    mpq_clear(w);
    return width;
}

/* One attempt; its bounds are intersected with those in r. */
static dpc_status attempt(composition *k, const question *ask, bool aligned, bool is_first,
                          dpc_grid_result *r)
{
    mpq_t lo, hi;
    mpq_inits(lo, hi, NULL);
    dpc_status status = dpc_grid_compose(k, aligned);
    if (status == DPC_DOMAIN)
        (void)fail(r, status, "the masses of a table, times exp(-loss), sum to more than 1");
    if (status == DPC_OK) {
        status = ask->by_delta ? dpc_grid_eps_bounds(k, lo, hi, ask->at)
                               : dpc_grid_delta_bounds(k, lo, hi, ask->at);
        if (status == DPC_DOMAIN)
            (void)fail(r, status,
                       "the mass at infinity alone, %.6g, is more than delta: no eps is large "
                       "enough; ask for a larger delta",
                       k->is_sure ? 1.0 : exp(k->c.dom->log_abs_approx(dpc_vec_at(&k->inf, 0))));
    }
    if (status == DPC_OK) {
        r->why[0] = '\0';
        if (is_first || mpq_cmp(lo, r->lo) > 0)
            mpq_set(r->lo, lo);
        if (is_first || mpq_cmp(hi, r->hi) < 0)
            mpq_set(r->hi, hi);
        r->cell = mpq_get_d(k->step);
        r->cells = k->up.n;
    }
    mpq_clears(lo, hi, NULL);
    return status;
}

/* log q, where q itself may be too small for a double */
static double log_approx(mpq_srcptr q)
{
    long n = 0, d = 0;
    const double x = mpz_get_d_2exp(&n, mpq_numref(q)), y = mpz_get_d_2exp(&d, mpq_denref(q));
    return log(x / y) + (double)(n - d) * log(2.0);
}

/* Plans again if the bounds are far from the estimates of the plan. */
static dpc_status learn(composition *k, const question *ask, const dpc_grid_result *r)
{
    plan *p = k->p;
    const double eps = p->eps, log_delta = p->log_delta;
    if (ask->by_delta)
        p->eps = mpq_get_d(r->hi);
    else if (mpq_sgn(r->lo) > 0)
        p->log_delta = log_approx(r->lo);
    else if (mpq_sgn(r->hi) > 0)
        p->log_delta = fmin(p->log_delta, log_approx(r->hi)) - 10;
    const bool far = fabs(p->eps - eps) * p->theta > 1 || fabs(p->log_delta - log_delta) > 1;
    return far ? dpc_grid_plan_again(p, &k->c) : DPC_OK;
}

/* Refines the lattice until there are enough digits or too many cells. */
static dpc_status refine(composition *k, const question *ask, dpc_grid_result *r)
{
    const plan *p = k->p;
    const double target = pow(10, -(double)ask->digits);
    double wanted = k->beyond ? 1 : p->width / FIRST_CELLS;
    bool found = false, exact = false; /* r has bounds; a finer lattice would not improve them */
    for (int i = 0; i < ATTEMPTS; i++) {
        wanted = k->beyond ? 1 : fmax(wanted, dpc_grid_least_step(p));
        const bool aligned = choose_step(k, wanted);
        const dpc_status now = attempt(k, ask, aligned, !found, r);
        if (now == DPC_DOMAIN)
            return now; /* with a reason */
        if (now == DPC_NOMEM || now == DPC_INTERRUPTED)
            return fail(r, now, "%s", now == DPC_NOMEM ? "out of memory" : "interrupted");
        if (now != DPC_OK) { /* too many cells */
            wanted *= 4;
            continue;
        }
        found = true;
        const double width = relative_width(r->lo, r->hi), before = p->width;
        exact = (aligned && !p->smooth) || k->beyond;
        if (width <= target || exact || (ask->enough != NULL && mpq_cmp(r->hi, ask->enough) <= 0))
            break;
        const double least = dpc_grid_least_step(p);
        if (learn(k, ask, r) != DPC_OK ||
            (wanted <= least * 1.01 && dpc_grid_least_step(p) > least / 1.5))
            break;
        const double factor = fmin(fmax(sqrt(width / target) * 1.2, 2), 64);
        wanted = wanted / factor * fmin(1, p->width / before);
    }
    if (!found)
        return fail(r, DPC_UNDECIDED, "no bound within %d cells", (int)MAX_CELLS);
    if (relative_width(r->lo, r->hi) > target && exact)
        (void)fail(r, DPC_OK,
                   "no finer grid would help: rounding, or mass that a table lacks, keeps the ends "
                   "apart");
    else if (relative_width(r->lo, r->hi) > target)
        (void)fail(r, DPC_OK,
                   "%zu cells of width %.2g, about as many as there may be, are not fine enough",
                   r->cells, r->cell);
    return DPC_OK;
}

/* One direction. */
static dpc_status one_side(const question *ask, bool reversed, dpc_grid_result *r)
{
    plan p;
    composition k;
    dpc_status status = dpc_grid_plan_init(&p, ask->step, ask->steps, reversed, ask->digits);
    if (status == DPC_OK) {
        status = dpc_grid_composition_init(&k, &p);
        if (ask->by_delta)
            p.log_delta = log_approx(ask->at);
        else
            p.eps = mpq_get_d(ask->at);
        k.beyond = !ask->by_delta && k.bounded && mpq_cmp(k.top, ask->at) <= 0;
        if (status == DPC_OK && !k.beyond)
            status = dpc_grid_plan_first(&p, &k.c, ask->by_delta);
        if (status == DPC_OK)
            status = refine(&k, ask, r);
        else
            (void)fail(r, status, "no enclosure of the steps");
        dpc_grid_composition_clear(&k);
    }
    dpc_grid_plan_clear(&p);
    return status;
}

static void keep_larger(dpc_grid_result *a, const dpc_grid_result *b)
{
    if (mpq_cmp(b->lo, a->lo) > 0)
        mpq_set(a->lo, b->lo);
    if (mpq_cmp(b->hi, a->hi) > 0) {
        mpq_set(a->hi, b->hi);
        a->cell = b->cell;
        a->cells = b->cells;
        (void)snprintf(a->why, sizeof a->why, "%s", b->why);
    }
}

static dpc_status answer(dpc_grid_result *r, const question *ask, dpc_grid_side side)
{
    r->why[0] = '\0';
    dpc_status status = check_steps(r, ask->step, ask->steps);
    bool symmetric = true;
    for (size_t i = 0; i < ask->steps && status == DPC_OK; i++)
        symmetric = symmetric && dpc_law_is_symmetric(&ask->step[i]);
    if (status == DPC_OK)
        status = one_side(ask, side == DPC_GRID_ADD && !symmetric, r);
    if (status == DPC_OK && side == DPC_GRID_BOTH && !symmetric) {
        dpc_grid_result other;
        question again = *ask;
        dpc_grid_result_init(&other);
        again.enough = r->lo;
        status = one_side(&again, true, &other);
        if (status == DPC_OK)
            keep_larger(r, &other);
        else
            (void)snprintf(r->why, sizeof r->why, "%s", other.why);
        dpc_grid_result_clear(&other);
    }
    if (status != DPC_OK) {
        mpq_set_ui(r->lo, 0, 1);
        mpq_set_ui(r->hi, ask->by_delta ? 0 : 1, 1);
    }
    return status;
}

dpc_status dpc_grid_delta(dpc_grid_result *r, const dpc_grid_step *step, size_t steps,
                          dpc_grid_side side, const mpq_t eps, unsigned long digits)
{
    const question ask = {step, steps, digits, false, eps, NULL};
    if (mpq_sgn(eps) >= 0 && in_reach(eps))
        return answer(r, &ask, side);
    mpq_set_ui(r->lo, 0, 1);
    mpq_set_ui(r->hi, 1, 1);
    if (mpq_sgn(eps) > 0)
        return fail(r, DPC_UNDECIDED, "eps must be 0 or between 2^-300 and 2^300");
    return fail(r, DPC_DOMAIN, "eps must be >= 0");
}

dpc_status dpc_grid_eps(dpc_grid_result *r, const dpc_grid_step *step, size_t steps,
                        dpc_grid_side side, const mpq_t delta, unsigned long digits)
{
    const question ask = {step, steps, digits, true, delta, NULL};
    if (mpq_sgn(delta) > 0 && mpq_cmp_ui(delta, 1, 1) < 0)
        return answer(r, &ask, side);
    mpq_set_ui(r->lo, 0, 1);
    mpq_set_ui(r->hi, 0, 1);
    return fail(r, DPC_DOMAIN, "delta must be in (0, 1)");
}
