/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The plan of a grid: tilt, ranges and lattice, mostly in doubles.  It decides how good the bounds
   are, not whether they are true: the lemmas of LEMMAS.md, section "Grid", hold for any tilt and
   any lattice. */
#include "account/grid_parts.h"

#include "base/watch.h"

#include <math.h>
#include <stdlib.h>

enum { SMOOTH_CELLS = 1 << 17 }; /* of the continuous part of one step */

/* ---- profiles ---- */

static double total_of(const plan *p)
{
    double total = 0;
    for (size_t i = 0; i < p->n; i++)
        total += (double)p->part[i].law.step->count;
    return total;
}

/* exponents of negligible tails, on the left and on the right */
static double left_reach(const plan *p)
{
    return (p->digits + 5) * log(10.0) + log(total_of(p));
}

static double right_reach(const plan *p)
{
    return left_reach(p) - p->log_delta;
}

static void profile_clear(profile *f)
{
    free(f->x);
    free(f->log_mass);
    free(f->edge);
    f->x = f->log_mass = f->edge = NULL;
    f->n = 0;
}

static void profile_atoms(dpc_calc *c, profile *f, size_t from)
{
    dpc_vec t;
    mpq_t loss;
    mpq_init(loss);
    dpc_vec_init(c, &t, 1);
    for (size_t i = 0; i < dpc_law_atoms(&f->law) && dpc_calc_ok(c); i++) {
        dpc_law_atom_loss(loss, &f->law, i);
        dpc_law_atom_mass(c, dpc_vec_at(&t, 0), &f->law, i);
        f->x[from + i] = mpq_get_d(loss);
        f->log_mass[from + i] = c->dom->log_abs_approx(dpc_vec_at(&t, 0));
    }
    dpc_vec_clear(&t);
    mpq_clear(loss);
}

static void profile_smooth(dpc_calc *c, const plan *p, profile *f)
{
    dpc_vec t;
    dpc_vec_init(c, &t, 3);
    void *left = dpc_vec_at(&t, 0), *right = dpc_vec_at(&t, 1), *gap = dpc_vec_at(&t, 2);
    for (size_t k = 0; k <= POINTS; k++)
        f->edge[k] =
            dpc_law_loss_approx(&f->law, left_reach(p), right_reach(p), (double)k / POINTS);
    dpc_law_tail_at(c, left, &f->law, f->edge[0]);
    for (size_t k = 0; k < POINTS && dpc_calc_ok(c); k++) {
        dpc_law_tail_at(c, right, &f->law, f->edge[k + 1]);
        dpc_calc_op(c, DPC_OP_SUB, gap, left, right);
        f->x[k] = (f->edge[k] + f->edge[k + 1]) / 2;
        f->log_mass[k] = dpc_calc_ok(c) ? c->dom->log_abs_approx(gap) : -HUGE_VAL;
        dpc_calc_set(c, left, right);
    }
    dpc_vec_clear(&t);
}

static dpc_status profile_fill(dpc_calc *c, const plan *p, profile *f)
{
    const bool smooth = dpc_law_is_continuous(&f->law);
    profile_clear(f);
    f->n = dpc_law_atoms(&f->law) + (smooth ? POINTS : 0);
    f->x = calloc(f->n + 1, sizeof *f->x);
    f->log_mass = calloc(f->n + 1, sizeof *f->log_mass);
    f->edge = calloc(POINTS + 1, sizeof *f->edge);
    if (f->x == NULL || f->log_mass == NULL || f->edge == NULL)
        return DPC_NOMEM;
    if (smooth)
        profile_smooth(c, p, f);
    profile_atoms(c, f, smooth ? POINTS : 0);
    return c->status;
}

/* ---- the saddle point ---- */

typedef struct {
    double K, mean, var; /* log M, and of the tilted law */
} moments;

static moments moments_of(const profile *f, double theta)
{
    double top = -HUGE_VAL, sum = 0, first = 0, second = 0;
    if (dpc_watch_step(f->n / 2))
        return (moments){0, 0, 0};
    for (size_t i = 0; i < f->n; i++)
        top = fmax(top, f->log_mass[i] + theta * f->x[i]);
    for (size_t i = 0; i < f->n; i++)
        sum += exp(f->log_mass[i] + theta * f->x[i] - top);
    for (size_t i = 0; i < f->n; i++)
        first += exp(f->log_mass[i] + theta * f->x[i] - top) / sum * f->x[i];
    for (size_t i = 0; i < f->n; i++)
        second += exp(f->log_mass[i] + theta * f->x[i] - top) / sum * (f->x[i] - first) *
                  (f->x[i] - first);
    return f->n > 0 && isfinite(top) ? (moments){top + log(sum), first, second}
                                     : (moments){0, 0, 0};
}

static moments all_moments(const plan *p, double theta)
{
    moments m = {0, 0, 0};
    for (size_t i = 0; i < p->n; i++) {
        const moments one = moments_of(&p->part[i], theta);
        const double T = (double)p->part[i].law.step->count;
        m.K += T * one.K;
        m.mean += T * one.mean;
        m.var += T * one.var;
    }
    return m;
}

static double saddle_eps(double theta, moments m)
{
    return m.mean - 1 / theta - 1 / (1 + theta);
}

static double saddle_log_delta(double theta, double eps, moments m)
{
    const double var = m.var + 1 / (theta * theta) + 1 / ((1 + theta) * (1 + theta));
    return fmin(0, m.K - theta * eps - log(theta) - log1p(theta) - log(2 * acos(-1.0) * var) / 2);
}

/* The saddle point for eps or, if by_delta, for log_delta. */
static double find_saddle(plan *p, bool by_delta)
{
    double lo = -14, hi = 12;
    for (int i = 0; i < 40; i++) {
        const double mid = (lo + hi) / 2, theta = exp(mid);
        const moments m = all_moments(p, theta);
        const double at = saddle_eps(theta, m);
        if (by_delta ? saddle_log_delta(theta, at, m) > p->log_delta : at < p->eps)
            lo = mid;
        else
            hi = mid;
    }
    return exp((lo + hi) / 2);
}

/* ---- tilt and ranges ---- */

/* log of the quotient of the Chernoff bound at theta and delta: the cost of the tilt */
static double excess(const plan *p, double theta)
{
    return fmax(0, all_moments(p, theta).K - theta * p->eps + theta * log(theta) -
                       (1 + theta) * log1p(theta) - p->log_delta);
}

/* Bits of a mass to keep, so that the mass cut off is small compared with delta. */
static double trim_bits(const plan *p, double theta)
{
    return ceil((p->digits + 2) * log2(10.0) + excess(p, theta) / log(2.0)) + 8;
}

/* The range in which the tilted continuous part of a law matters. */
static void find_ends(const plan *p, profile *f)
{
    const moments m = moments_of(f, p->theta);
    const double level = m.K - p->bits * log(2.0) - log((double)f->law.step->count);
    double log_sum = -HUGE_VAL;
    size_t k = 0;
    f->first = f->edge[0];
    f->last = f->edge[POINTS];
    for (; k < POINTS; k++) { /* mass below goes to the first point */
        const double most = fmax(log_sum, f->log_mass[k]);
        log_sum = most + log(exp(log_sum - most) + exp(f->log_mass[k] - most));
        if (!isfinite(most) || log_sum + p->theta * f->edge[k + 1] > level)
            break;
    }
    f->first = f->edge[k < POINTS ? k : 0];
    log_sum = -HUGE_VAL;
    for (k = POINTS; k > 0; k--) { /* mass above is lost */
        const double log_term = f->log_mass[k - 1] + p->theta * f->edge[k];
        const double most = fmax(log_sum, log_term);
        log_sum = isfinite(most) ? most + log(exp(log_sum - most) + exp(log_term - most)) : most;
        if (log_sum > level)
            break;
    }
    f->last = f->edge[k];
}

/* Ranges for a tilt. */
static void use_tilt(plan *p, double theta)
{
    int e;
    const double m = frexp(theta, &e);
    p->theta = ldexp(floor(m * 4096), e - 12); /* few bits */
    p->bits = trim_bits(p, p->theta);
    p->width = fmax(2 * sqrt(2 * p->bits * log(2.0) * all_moments(p, p->theta).var), 1 / p->theta);
    for (size_t i = 0; i < p->n; i++)
        if (dpc_law_is_continuous(&p->part[i].law))
            find_ends(p, &p->part[i]);
}

/* The widest continuous part, from the first cell to the last. */
static double smooth_range(const plan *p)
{
    double range = 0;
    for (size_t i = 0; i < p->n; i++)
        if (dpc_law_is_continuous(&p->part[i].law))
            range = fmax(range, p->part[i].last - p->part[i].first);
    return range;
}

/* The largest distance between two atoms of one law. */
static double atom_range(const plan *p)
{
    double range = 0;
    for (size_t i = 0; i < p->n; i++) {
        const profile *f = &p->part[i];
        const size_t from = dpc_law_is_continuous(&f->law) ? POINTS : 0;
        double lo = HUGE_VAL, hi = -HUGE_VAL;
        for (size_t k = from; k < f->n; k++) {
            lo = fmin(lo, f->x[k]);
            hi = fmax(hi, f->x[k]);
        }
        range = fmax(range, hi - lo);
    }
    return range;
}

double dpc_grid_least_step(const plan *p)
{
    return fmax(fmax(p->width / MAX_CELLS, atom_range(p) / MAX_CELLS),
                smooth_range(p) / SMOOTH_CELLS);
}

/* The exponent of the unit of tilted masses, whose sum is e^K.  Any unit is sound; a unit far from
   the masses loses all of them. */
static int64_t unit_of(double K)
{
    const double most = 1 << 22; /* a sum of 10^12 of these fits */
    const double bits = floor(K / log(2.0));
    return (int64_t)fmin(fmax(bits, -most), most) - (DPC_NTT_BITS - 4);
}

/* The tilt: at most the saddle point, and less where that makes the cells
   smaller.  Where single large losses matter, the saddle point is dominated by a
   second hump of the law that has no part in delta. */
static void find_tilt(plan *p, double saddle)
{
    enum { TRIALS = 14 };
    const double most = DPC_NTT_BITS - 20; /* rounding should be smaller than this */
    double best = saddle, least = HUGE_VAL, theta = saddle;
    for (int i = 0; i < TRIALS && (i == 0 || trim_bits(p, theta) < most); i++) {
        use_tilt(p, theta);
        if (dpc_grid_least_step(p) < 0.8 * least) {
            best = theta;
            least = dpc_grid_least_step(p);
        }
        theta /= 2;
    }
    use_tilt(p, best);
    mpq_set_d(p->tilt, p->theta);
    for (size_t i = 0; i < p->n; i++)
        p->part[i].exp = unit_of(moments_of(&p->part[i], p->theta).K);
}

/* ---- the common lattice of the atoms ---- */

/* d = the greatest rational that divides both d and x */
static void gcd_q(mpq_t d, const mpq_t x)
{
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    mpz_mul(a, mpq_numref(d), mpq_denref(x));
    mpz_mul(b, mpq_numref(x), mpq_denref(d));
    mpz_gcd(a, a, b);
    mpz_mul(b, mpq_denref(d), mpq_denref(x));
    mpq_set_num(d, a);
    mpq_set_den(d, b);
    mpq_canonicalize(d);
    mpz_clears(a, b, NULL);
}

static void find_common(plan *p)
{
    enum { GCD_STEPS = 8 };
    mpq_t loss;
    mpq_init(loss);
    for (size_t i = 0; i < p->n; i++) {
        const dpc_law *law = &p->part[i].law;
        for (size_t k = 0; k < dpc_law_atoms(law) && !dpc_watch_step(GCD_STEPS); k++) {
            dpc_law_atom_loss(loss, law, k);
            if (k == 0)
                mpq_set(p->offset[i], loss);
            mpq_sub(loss, loss, p->offset[i]);
            gcd_q(p->common, loss);
            p->has_atoms = true;
        }
        p->smooth |= dpc_law_is_continuous(law);
    }
    mpq_clear(loss);
}

/* ---- all together ---- */

dpc_status dpc_grid_plan_init(plan *p, const dpc_grid_step *step, size_t steps, bool reversed,
                              unsigned long digits)
{
    *p = (plan){.n = steps, .digits = (double)digits, .log_delta = -40};
    mpq_inits(p->tilt, p->common, NULL);
    p->part = calloc(steps, sizeof *p->part);
    p->offset = calloc(steps, sizeof *p->offset);
    if (p->part == NULL || p->offset == NULL) {
        free(p->part);
        free(p->offset);
        p->part = NULL;
        p->offset = NULL;
        p->n = 0;
        return DPC_NOMEM;
    }
    for (size_t i = 0; i < steps; i++) {
        p->part[i].law = (dpc_law){&step[i], reversed && !dpc_law_is_symmetric(&step[i])};
        mpq_init(p->offset[i]);
    }
    find_common(p);
    return dpc_watch_stopped() ? DPC_INTERRUPTED : DPC_OK;
}

void dpc_grid_plan_clear(plan *p)
{
    for (size_t i = 0; i < p->n; i++) {
        profile_clear(&p->part[i]);
        mpq_clear(p->offset[i]);
    }
    free(p->part);
    free(p->offset);
    mpq_clears(p->tilt, p->common, NULL);
}

static dpc_status fill_profiles(plan *p, dpc_calc *c)
{
    dpc_status status = DPC_OK;
    for (size_t i = 0; i < p->n && status == DPC_OK; i++)
        status = profile_fill(c, p, &p->part[i]);
    return status;
}

dpc_status dpc_grid_plan_first(plan *p, dpc_calc *c, bool by_delta)
{
    enum { ROUNDS = 4 };
    double theta = 1;
    for (int round = 0; round < ROUNDS; round++) {
        const double before = p->log_delta;
        const dpc_status status = fill_profiles(p, c);
        if (status != DPC_OK)
            return status;
        theta = find_saddle(p, by_delta);
        if (by_delta)
            p->eps = fmax(0, saddle_eps(theta, all_moments(p, theta)));
        else
            p->log_delta = saddle_log_delta(theta, p->eps, all_moments(p, theta));
        if (by_delta || p->log_delta > before - 5)
            break;
    }
    find_tilt(p, theta);
    return DPC_OK;
}

dpc_status dpc_grid_plan_again(plan *p, dpc_calc *c)
{
    const dpc_status status = fill_profiles(p, c);
    if (status == DPC_OK)
        find_tilt(p, find_saddle(p, false));
    return status;
}
