/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   delta at an eps, and eps at a delta, from a composition (LEMMAS.md, section "Grid", L-GRID-VALUE
   and L-GRID-TRIM). */
#include "account/grid_parts.h"

/* ---- delta ---- */

/* Sums over the points from the last one down to `at`: a = sum of a[i]
   exp(-theta (x_i - x_at)), b the same with theta + 1. */
typedef struct {
    const composition *k;
    const dpc_mass *m;
    int64_t at;
    dpc_vec v;
    mpz_t z;
} sums;

enum { SUM_A, SUM_B, RATE_A, RATE_B, TERM, SUMS };

static void sums_init(sums *s, composition *k, const dpc_mass *m)
{
    dpc_calc *c = &k->c;
    *s = (sums){.k = k, .m = m, .at = m->first + (int64_t)m->n};
    mpz_init(s->z);
    dpc_vec_init(c, &s->v, SUMS);
    void *a = dpc_vec_at(&s->v, RATE_A), *b = dpc_vec_at(&s->v, RATE_B),
         *t = dpc_vec_at(&s->v, TERM);
    set_q(c, a, k->p->tilt);
    dpc_calc_ratio(c, t, 1, 1);
    dpc_calc_op(c, DPC_OP_ADD, b, a, t);
    set_q(c, t, k->step);
    dpc_calc_op(c, DPC_OP_NEG, t, t, NULL);
    dpc_calc_op(c, DPC_OP_MUL, a, a, t);
    dpc_calc_op(c, DPC_OP_MUL, b, b, t);
    dpc_calc_op(c, DPC_OP_EXP, a, a, NULL);
    dpc_calc_op(c, DPC_OP_EXP, b, b, NULL);
}

static void sums_clear(sums *s)
{
    dpc_vec_clear(&s->v);
    mpz_clear(s->z);
}

static void sums_step(sums *s, dpc_calc *c)
{
    s->at--;
    dpc_u128 mass = 0;
    if (s->at >= s->m->first && s->at < s->m->first + (int64_t)s->m->n)
        mass = s->m->a[s->at - s->m->first];
    const uint64_t part[2] = {(uint64_t)mass, (uint64_t)(mass >> 64)};
    mpz_import(s->z, 2, -1, sizeof part[0], 0, 0, part);
    dpc_calc_z(c, dpc_vec_at(&s->v, TERM), s->z);
    for (size_t i = 0; i < 2; i++) {
        void *sum = dpc_vec_at(&s->v, SUM_A + i);
        dpc_calc_op(c, DPC_OP_MUL, sum, sum, dpc_vec_at(&s->v, RATE_A + i));
        dpc_calc_op(c, DPC_OP_ADD, sum, sum, dpc_vec_at(&s->v, TERM));
    }
}

/* x = origin + i step */
static void point(const composition *k, mpq_t x, int64_t i)
{
    mpq_set_si(x, i, 1);
    mpq_mul(x, x, k->step);
    mpq_add(x, x, k->origin);
}

/* d = 2^exp exp(-theta x), the factor that removes the tilt from a mass at x */
static void untilt(composition *k, void *d, const dpc_mass *m, const mpq_t x)
{
    dpc_calc *c = &k->c;
    dpc_vec t;
    mpq_t y;
    mpq_init(y);
    dpc_vec_init(c, &t, 1);
    void *log2 = dpc_vec_at(&t, 0);
    dpc_calc_ratio(c, log2, 2, 1);
    dpc_calc_op(c, DPC_OP_LOG, log2, log2, NULL);
    dpc_calc_ratio(c, d, (long)m->exp, 1);
    dpc_calc_op(c, DPC_OP_MUL, log2, log2, d);
    mpq_mul(y, k->p->tilt, x);
    set_q(c, d, y);
    dpc_calc_op(c, DPC_OP_SUB, d, log2, d);
    dpc_calc_op(c, DPC_OP_EXP, d, d, NULL);
    dpc_vec_clear(&t);
    mpq_clear(y);
}

/* d = c(theta) lost, c(t) = t^t/(1 + t)^(1 + t) */
static void lost_part(composition *k, void *d, const dpc_mass *m)
{
    dpc_calc *c = &k->c;
    dpc_vec t;
    dpc_vec_init(c, &t, 3);
    void *theta = dpc_vec_at(&t, 0), *x = dpc_vec_at(&t, 1), *y = dpc_vec_at(&t, 2);
    set_q(c, theta, k->p->tilt);
    dpc_calc_op(c, DPC_OP_LOG, x, theta, NULL);
    dpc_calc_op(c, DPC_OP_MUL, x, x, theta);
    dpc_calc_op(c, DPC_OP_LOG1P, y, theta, NULL);
    dpc_calc_op(c, DPC_OP_SUB, x, x, y);
    dpc_calc_op(c, DPC_OP_MUL, y, y, theta);
    dpc_calc_op(c, DPC_OP_SUB, x, x, y);
    dpc_calc_op(c, DPC_OP_EXP, x, x, NULL);
    dpc_calc_z(c, d, m->lost);
    dpc_calc_op(c, DPC_OP_MUL, d, d, x);
    dpc_vec_clear(&t);
}

/* The point at or below x. */
static bool point_below(const composition *k, const mpq_t x, int64_t *i)
{
    mpq_t y;
    mpz_t n;
    mpq_init(y);
    mpz_init(n);
    mpq_sub(y, x, k->origin);
    mpq_div(y, y, k->step);
    mpz_fdiv_q(n, mpq_numref(y), mpq_denref(y));
    const bool fits = mpz_sizeinbase(n, 2) < 62;
    *i = fits ? mpz_get_si(n) : 0;
    mpz_clear(n);
    mpq_clear(y);
    return fits;
}

/* d = delta(eps) of the measure, with the mass at infinity (L-GRID-VALUE). */
static void measure_delta(composition *k, void *d, const dpc_mass *m, const mpq_t eps)
{
    dpc_calc *c = &k->c;
    sums s;
    dpc_vec t;
    mpq_t x;
    int64_t below;
    mpq_init(x);
    sums_init(&s, k, m);
    dpc_vec_init(c, &t, 2);
    void *a = dpc_vec_at(&t, 0), *b = dpc_vec_at(&t, 1);
    if (!point_below(k, eps, &below))
        dpc_calc_fail(c, DPC_UNDECIDED);
    below = below + 1 < m->first ? m->first - 1 : below;
    while (s.at > below + 1 && dpc_calc_ok(c))
        sums_step(&s, c);
    point(k, x, s.at);
    untilt(k, a, m, x);
    mpq_sub(x, eps, x);
    set_q(c, b, x);
    dpc_calc_op(c, DPC_OP_EXP, b, b, NULL);
    dpc_calc_op(c, DPC_OP_MUL, b, b, dpc_vec_at(&s.v, SUM_B));
    dpc_calc_op(c, DPC_OP_SUB, d, dpc_vec_at(&s.v, SUM_A), b);
    dpc_calc_op(c, DPC_OP_MUL, d, d, a);
    if (m->up) {
        lost_part(k, b, m);
        untilt(k, a, m, eps);
        dpc_calc_op(c, DPC_OP_MUL, b, b, a);
        dpc_calc_op(c, DPC_OP_ADD, d, d, b);
    }
    dpc_calc_op(c, DPC_OP_ADD, d, d, dpc_vec_at(&k->inf, m->up ? 1 : 0));
    dpc_vec_clear(&t);
    sums_clear(&s);
    mpq_clear(x);
}

/* Intersects [lo, hi] with [0, 1]. */
static void clamp(mpq_t lo, mpq_t hi)
{
    if (mpq_sgn(lo) < 0)
        mpq_set_ui(lo, 0, 1);
    if (mpq_sgn(hi) < 0)
        mpq_set_ui(hi, 0, 1);
    if (mpq_cmp_ui(hi, 1, 1) > 0)
        mpq_set_ui(hi, 1, 1);
}

dpc_status dpc_grid_delta_bounds(composition *k, mpq_t lo, mpq_t hi, const mpq_t eps)
{
    dpc_vec t;
    dpc_vec_init(&k->c, &t, 1);
    void *d = dpc_vec_at(&t, 0);
    if (k->beyond)
        dpc_calc_set(&k->c, d, dpc_vec_at(&k->inf, 0));
    else
        measure_delta(k, d, &k->low, eps);
    dpc_grid_end_of(&k->c, lo, d, false);
    if (k->beyond)
        dpc_calc_set(&k->c, d, dpc_vec_at(&k->inf, 1));
    else
        measure_delta(k, d, &k->up, eps);
    dpc_grid_end_of(&k->c, hi, d, true);
    if (k->is_one[1])
        mpq_set_ui(hi, 1, 1);
    if (k->is_sure)
        mpq_set_ui(lo, 1, 1);
    clamp(lo, hi);
    dpc_vec_clear(&t);
    return k->c.status;
}

/* ---- eps ---- */

/* The state while going down from the largest loss: delta at eps = x_at is
   scale (a - b + lost) + infinity. */
typedef struct {
    sums s;
    dpc_calc *c;
    dpc_vec v;
} descent;

enum { SCALE, GROWTH, LOST, INFINITE, TARGET, VALUE, SPARE, OLD_A, OLD_B, OLD_SCALE, DESCENT };

static void *down(const descent *w, int name)
{
    return dpc_vec_at(&w->v, (size_t)name);
}

static void descent_init(descent *w, composition *k, const dpc_mass *m, const mpq_t delta)
{
    mpq_t x;
    mpq_init(x);
    w->c = &k->c;
    sums_init(&w->s, k, m);
    dpc_vec_init(w->c, &w->v, DESCENT);
    point(k, x, w->s.at);
    untilt(k, down(w, SCALE), m, x);
    dpc_calc_ratio(w->c, down(w, GROWTH), 1, 1);
    dpc_calc_op(w->c, DPC_OP_DIV, down(w, GROWTH), down(w, GROWTH), dpc_vec_at(&w->s.v, RATE_A));
    if (m->up)
        lost_part(k, down(w, LOST), m);
    dpc_calc_set(w->c, down(w, INFINITE), dpc_vec_at(&k->inf, m->up ? 1 : 0));
    set_q(w->c, down(w, TARGET), delta);
    mpq_clear(x);
}

static void descent_clear(descent *w)
{
    sums_clear(&w->s);
    dpc_vec_clear(&w->v);
}

/* One point down; go_back undoes it once. */
static void descend(descent *w)
{
    dpc_calc_set(w->c, down(w, OLD_A), dpc_vec_at(&w->s.v, SUM_A));
    dpc_calc_set(w->c, down(w, OLD_B), dpc_vec_at(&w->s.v, SUM_B));
    dpc_calc_set(w->c, down(w, OLD_SCALE), down(w, SCALE));
    sums_step(&w->s, w->c);
    dpc_calc_op(w->c, DPC_OP_MUL, down(w, SCALE), down(w, SCALE), down(w, GROWTH));
}

static void go_back(descent *w)
{
    dpc_calc_set(w->c, dpc_vec_at(&w->s.v, SUM_A), down(w, OLD_A));
    dpc_calc_set(w->c, dpc_vec_at(&w->s.v, SUM_B), down(w, OLD_B));
    dpc_calc_set(w->c, down(w, SCALE), down(w, OLD_SCALE));
    w->s.at++;
}

/* Whether delta(x_at) is certainly at most (up) or at least (low) the target. */
static bool reached(descent *w)
{
    void *d = down(w, VALUE);
    dpc_calc_op(w->c, DPC_OP_SUB, d, dpc_vec_at(&w->s.v, SUM_A), dpc_vec_at(&w->s.v, SUM_B));
    dpc_calc_op(w->c, DPC_OP_ADD, d, d, down(w, LOST));
    dpc_calc_op(w->c, DPC_OP_MUL, d, d, down(w, SCALE));
    dpc_calc_op(w->c, DPC_OP_ADD, d, d, down(w, INFINITE));
    return w->s.m->up ? dpc_calc_le(w->c, d, down(w, TARGET))
                      : dpc_calc_le(w->c, down(w, TARGET), d);
}

/* eps between the point below and x_at where delta is the target, from the
   state at x_at: exp(eps - x_at) = (a + (lost' + infinity - target)/scale)/b,
   lost' that of the point below.  False if there is none. */
static bool solve_cell(descent *w, mpq_t eps)
{
    dpc_calc *c = w->c;
    void *d = down(w, VALUE), *x = down(w, SPARE);
    dpc_calc_op(c, DPC_OP_SUB, d, down(w, INFINITE), down(w, TARGET));
    dpc_calc_op(c, DPC_OP_DIV, d, d, down(w, SCALE));
    dpc_calc_op(c, DPC_OP_MUL, x, down(w, LOST), down(w, GROWTH));
    dpc_calc_op(c, DPC_OP_ADD, d, d, x);
    dpc_calc_op(c, DPC_OP_ADD, d, d, dpc_vec_at(&w->s.v, SUM_A));
    dpc_calc_op(c, DPC_OP_DIV, d, d, dpc_vec_at(&w->s.v, SUM_B));
    dpc_calc_op(c, DPC_OP_LOG, d, d, NULL);
    if (!dpc_calc_ok(c)) {
        if (c->status != DPC_NOMEM)
            c->status = DPC_OK;
        return false;
    }
    dpc_grid_end_of(c, eps, d, w->s.m->up);
    mpq_t point_at;
    mpq_init(point_at);
    point(w->s.k, point_at, w->s.at);
    mpq_add(eps, eps, point_at);
    mpq_clear(point_at);
    return dpc_calc_ok(c);
}

/* eps >= 0 with delta(eps) of the measure at most delta (up) or at least (low;
   or 0).  False: none was found. */
static bool measure_eps(composition *k, mpq_t eps, const dpc_mass *m, const mpq_t delta)
{
    descent w;
    mpq_t left, right;
    int64_t end;
    mpq_inits(left, right, NULL); /* 0 */
    descent_init(&w, k, m, delta);
    const bool found = dpc_calc_ok(w.c) && point_below(k, left, &end) && (!m->up || reached(&w));
    bool crossed = false;
    mpq_set_ui(eps, 0, 1);
    while (found && !crossed && dpc_calc_ok(w.c) && w.s.at > end) {
        descend(&w);
        crossed = reached(&w) != m->up;
    }
    if (crossed && dpc_calc_ok(w.c)) { /* between x_at, the first point that is (low: is not)
                                          too small, and the next point */
        point(k, left, w.s.at);
        go_back(&w);
        point(k, right, w.s.at);
        if (!solve_cell(&w, eps))
            mpq_set(eps, m->up ? right : left);
        if (mpq_cmp(eps, left) < 0)
            mpq_set(eps, left);
        if (mpq_cmp(eps, right) > 0)
            mpq_set(eps, right);
        if (mpq_sgn(eps) < 0)
            mpq_set_ui(eps, 0, 1);
    }
    descent_clear(&w);
    mpq_clears(left, right, NULL);
    return found;
}

dpc_status dpc_grid_eps_bounds(composition *k, mpq_t lo, mpq_t hi, const mpq_t delta)
{
    dpc_vec t;
    dpc_vec_init(&k->c, &t, 1);
    set_q(&k->c, dpc_vec_at(&t, 0), delta);
    const bool never = dpc_calc_lt(&k->c, dpc_vec_at(&t, 0), dpc_vec_at(&k->inf, 0));
    const bool by_top = k->bounded && !k->is_one[1] &&
                        dpc_calc_le(&k->c, dpc_vec_at(&k->inf, 1), dpc_vec_at(&t, 0));
    dpc_vec_clear(&t);
    if (never || k->is_sure)
        return DPC_DOMAIN;
    const bool found = !k->is_one[1] && measure_eps(k, hi, &k->up, delta);
    if (k->c.status != DPC_OK || !(found || by_top))
        return k->c.status != DPC_OK ? k->c.status : DPC_UNDECIDED;
    if (by_top && (!found || mpq_cmp(k->top, hi) < 0))
        mpq_set(hi, k->top);
    if (mpq_sgn(hi) < 0)
        mpq_set_ui(hi, 0, 1);
    (void)measure_eps(k, lo, &k->low, delta);
    return k->c.status;
}
