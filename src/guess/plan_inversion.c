/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Plans inversions.  Cumulants of the tilted loss give the tilt and the period; the method's error
   bounds, in doubles and at trial values, give the rest.  Groups share the nodes, which are those
   of the most demanding group. */
#include "arith/arith.h"
#include "guess/plan_inversion.h"

#include "base/watch.h"
#include "guess/plan_parts.h"
#include "method/inversion.h"

#include <math.h>
#include <stdlib.h>

enum {
    LITTLE = 1000000,    /* pairs of nodes and frequencies: too few for a better plan to pay off */
    MOST_CELLS = 1 << 17 /* the method takes twice as many */
};

/* ---- aliases ---- */

/* log (c(v) F exp(-v eps)), F the product of all M(v) */
static double log_chernoff(const problem *p, double v, double eps)
{
    return v <= 0 ? 0 : v * log(v) - (1 + v) * log1p(v) + dpc_plan_cumulants(p, v).K - v * eps;
}

/* log_chernoff at many points, for linear interpolation. */
typedef struct {
    const problem *p;
    double eps;
    double v[96], value[96];
    size_t n;
} chart;

static void chart_init(chart *c, const problem *p, double eps, double from, double to)
{
    enum { POINTS = sizeof c->v / sizeof c->v[0] };
    *c = (chart){.p = p, .eps = eps};
    for (; c->n < POINTS; c->n++) {
        c->v[c->n] = from * exp(log(to / from) * (double)c->n / (POINTS - 1));
        c->value[c->n] = log_chernoff(p, c->v[c->n], eps);
    }
}

/* An upper bound of the function at v, which is convex. */
static double chart_at(const chart *c, double v)
{
    const double at = log(v / c->v[0]) / log(c->v[1] / c->v[0]);
    if (!(at >= 0) || at >= (double)(c->n - 1))
        return log_chernoff(c->p, v, c->eps);
    const size_t i = (size_t)at;
    const double part_of = (v - c->v[i]) / (c->v[i + 1] - c->v[i]);
    return c->value[i] + part_of * (c->value[i + 1] - c->value[i]);
}

/* The least period, and the spread for which it is allowed. */
static double find_period(const chart *c, double tilt, double deviation, double log_width,
                          double *spread)
{
    enum { TRIALS = 40 };
    const double from = fmin(tilt, 1 / deviation) / 20, to = fmax(4 * tilt, 20 / deviation);
    double best = HUGE_VAL;
    for (int i = 0; i < TRIALS; i++) {
        const double w = from * exp(log(to / from) * i / (TRIALS - 1)), below = tilt - w;
        const double left = below > 0 ? (chart_at(c, below) - log_width) / w : -log_width / tilt;
        const double right = (chart_at(c, tilt + w) - log_width) / w;
        const double period = fmax(fmax(left, right), deviation);
        if (period < best) {
            best = period;
            *spread = w;
        }
    }
    return best;
}

/* A better tilt than the saddle if M is close to 1, which means that most of the law is below eps:
   a smaller tilt allows a much shorter period, at the cost of a few bits. */
static double better_tilt(const chart *c, double saddle, double log_width)
{
    enum { TRIALS = 12, MOST_NATS = 20 };
    double best = HUGE_VAL, found = saddle, sigma = HUGE_VAL;
    for (size_t i = 0; i < c->p->n; i++)
        if (is_sampled(&c->p->part[i]))
            sigma = fmin(sigma, c->p->part[i].s);
    for (int i = 0; i < TRIALS; i++) {
        double spread;
        const double tilt = saddle * pow(0.8, i - 1);
        const double deviation = sqrt(dpc_plan_cumulants(c->p, tilt).var);
        const double period = find_period(c, tilt, deviation, log_width, &spread);
        const double nats = chart_at(c, tilt) - chart_at(c, saddle);
        const double cost =
            period * (18 + (c->p->remove ? (1 + tilt) / sigma : 0)) * (i == 1 ? 0.9 : 1);
        if (cost < best && nats < MOST_NATS) {
            best = cost;
            found = tilt;
        }
    }
    return found;
}

/* ---- ranges ---- */

/* The y at which the integrand, relative to M, falls below exp(log_small), on one side. */
static double range_end(const part *p, double tilt, double log_small, int side)
{
    const double lambda = exponent(p, tilt), near = dpc_plan_peak(p, lambda, false);
    const double far = lambda < 0 ? near : dpc_plan_peak(p, lambda, true);
    const double level = log_small + dpc_plan_cumulants_of(p, tilt).K;
    double from = side < 0 ? fmin(near, 0) : far, step = 1;
    if (side > 0 && p->edge > 0) { /* the integrand needs a positive rate there */
        const double missing = 1 + lambda / p->s - p->far;
        from = p->far + fmax(p->edge, missing / (1 + 1 / (p->edge * p->edge)));
    } else if (side > 0 && p->remove) { /* the method needs nodes beyond lambda/sigma */
        const double least = lambda / p->s + 1;
        if (dpc_plan_log_integrand(p, lambda, least) < level)
            return least;
        from = fmax(from, least);
    }
    while (step < 1e7 && dpc_plan_log_integrand(p, lambda, from + side * step) > level)
        step *= 2;
    double inner = 0, outer = step;
    for (int i = 0; i < 30; i++) {
        const double mid = (inner + outer) / 2;
        if (dpc_plan_log_integrand(p, lambda, from + side * mid) > level)
            inner = mid;
        else
            outer = mid;
    }
    double end = from + side * outer;
    if (side < 0)
        while (end > -1 || -end - (p->remove ? 0 : -lambda * dpc_plan_share(p, end) / p->s) < 0.5)
            end -= 0.5;
    return side > 0 ? fmax(end, 1) : end;
}

/* ---- numbers of few digits ---- */

/* q to the nearest integer, and to the even one of two. */
static void round_whole(mpq_t q)
{
    mpz_t twice, rest;
    mpz_inits(twice, rest, NULL);
    mpz_mul_2exp(twice, mpq_denref(q), 1);
    mpz_mul_2exp(mpq_numref(q), mpq_numref(q), 1);
    mpz_add(mpq_numref(q), mpq_numref(q), mpq_denref(q));
    mpz_fdiv_qr(mpq_numref(q), rest, mpq_numref(q), twice);
    if (mpz_sgn(rest) == 0 && mpz_odd_p(mpq_numref(q)) != 0)
        mpz_sub_ui(mpq_numref(q), mpq_numref(q), 1);
    mpz_set_ui(mpq_denref(q), 1);
    mpz_clears(twice, rest, NULL);
}

/* Sets d to the next decimal of this many digits in the direction (0: the nearest); to 1 if x is no
   positive number. */
static void set_short(mpq_t d, double x, int digits, int direction)
{
    const double unit = pow(10, floor(log10(x)) - (digits - 1)), near = x + direction * unit / 2;
    mpq_set_ui(d, 1, 1);
    if (!(x > 0) || !isfinite(near))
        return;
    const int place = (int)floor(log10(near)) - (digits - 1);
    mpq_t ten;
    mpq_init(ten);
    mpz_ui_pow_ui(mpq_numref(ten), 10, (unsigned long)abs(place));
    if (place < 0)
        mpq_inv(ten, ten);
    mpq_set_d(d, near);
    mpq_div(d, d, ten);
    round_whole(d);
    mpq_mul(d, d, ten);
    mpq_clear(ten);
}

static double as_double(mpq_t *plan, int number)
{
    return mpq_get_d(plan[number]);
}

/* ---- frequencies and nodes ---- */

typedef struct {
    problem p;
    double eps, tilt, log_width;
    double *log_M;        /* by group */
    cells *cells;         /* by group; empty where M has a closed form */
    stairs_guess *stairs; /* likewise */
    double *log_bound;    /* by group: log of a bound of |M| beyond bound_at, by the stairs */
    double bound_at;
    double sigma_least, sigma_most;
    bool near;    /* the value is close to 1, which the method shows without frequencies */
    bool few;     /* steps: shifted contours may help */
    size_t hit;   /* the only group of subsampled Gaussians, if can_cut */
    bool can_cut; /* there is one such group, and its core can be cut off */
    knife knife;
} task;

/* log of a bound of |M| of a group beyond R. */
static double log_stairs(const task *t, size_t i, double R)
{
    const part *g = &t->p.part[i];
    if (g->kind == DPC_STEP_GAUSS)
        return t->log_M[i] - R * R / (2 * g->s * g->s);
    if (g->kind == DPC_STEP_LAPLACE) {
        const double th = t->tilt, wide = 1 + 2 * th;
        const double up = sqrt(((1 + th) * (1 + th) + R * R) / (wide * wide + 4 * R * R));
        return fmin(t->log_M[i], th * g->s + log(up + exp(-wide * g->s) / 2));
    }
    if (t->stairs[i].n == 0)
        return t->log_M[i];
    return t->log_M[i] + fmax(log1p(-dpc_plan_stairs_lost(&t->stairs[i], R)), -40);
}

/* The same for all groups, kept for the next call. */
static const double *stairs_at(task *t, double R)
{
    for (size_t i = 0; t->bound_at != R && i < t->p.n; i++)
        t->log_bound[i] = log_stairs(t, i, R);
    t->bound_at = R;
    return t->log_bound;
}

/* The distance for a group, from the one shared by all groups. */
static double within_strip(const task *t, size_t i, double distance)
{
    return fmin(distance, 1.99 * t->p.part[i].s);
}

/* log of an upper bound of |M| beyond R, by a shifted contour; k: of the hits. */
static double log_shifted(const task *t, size_t i, double at, double R, const knife *k)
{
    return dpc_plan_log_line(&t->p.part[i], &t->cells[i], exponent(&t->p.part[i], t->tilt),
                             within_strip(t, i, at), R, -1, k);
}

/* The shift to try after `at`.  A shift a changes log |M| by a^2/2 - R rho a/sigma, where rho is
   the part of a density that moves.  With much noise the best shift is about the square root of the
   wanted change, far below sigma; otherwise it is a part of sigma. */
static double next_shift(const task *t, double at)
{
    const double third = t->sigma_least / 3.2;
    return at < third ? fmin(1.4 * at, third) : at + fmax(third, at < 6 * third ? 0 : at / 3.2);
}

/* log of an upper bound of the contribution of frequencies beyond R; shift: the first shift that
   makes it small enough, or the best one; 0: none. */
static double log_cut(task *t, double R, double *shift)
{
    const double *const bound = stairs_at(t, R);
    double best = 0;
    for (size_t i = 0; i < t->p.n; i++)
        best += t->p.part[i].T * bound[i];
    *shift = 0;
    const double rest = -t->tilt * t->eps - log(acos(-1.0) * R);
    /* beyond 2 R/sigma the first term outweighs the second, since rho <= 1 */
    const double most = fmin(1.9 * t->sigma_most, 2 * R / t->sigma_least);
    double at = fmin(1, t->sigma_least / 3.2);
    while (t->few && at <= most && best + rest > t->log_width) {
        double sum = 0;
        for (size_t i = 0; i < t->p.n; i++) {
            const double line = t->cells[i].n > 0 ? log_shifted(t, i, at, R, NULL) : HUGE_VAL;
            sum += t->p.part[i].T * fmin(line, bound[i]);
        }
        if (sum < best) {
            best = sum;
            *shift = at;
        }
        at = next_shift(t, at);
    }
    return best + rest;
}

/* The same with the core cut off. */
static double log_hits_cut(task *t, double R, double *shift)
{
    enum { TRIALS = 14 };
    const part *g = &t->p.part[t->hit];
    double best = HUGE_VAL;
    for (int i = 0; i < TRIALS; i++) {
        const double at = fmin(1.95 * g->s, t->knife.soft * (1 + 0.75 * i));
        const double line = log_shifted(t, t->hit, at, R, &t->knife);
        if (line < best) {
            best = line;
            *shift = at;
        }
    }
    best += log(g->T) + (g->T - 1) * t->log_M[t->hit];
    for (size_t i = 0; i < t->p.n; i++)
        if (i != t->hit)
            best += t->p.part[i].T * stairs_at(t, R)[i];
    return best - t->tilt * t->eps - log(acos(-1.0) * R);
}

/* The least R, up to a limit, beyond which all frequencies are negligible. */
static double find_R(task *t, double limit, bool with_cut, double *shift)
{
    double (*const cut)(task *, double, double *) = with_cut ? log_hits_cut : log_cut;
    const cumulants k = dpc_plan_cumulants(&t->p, t->tilt);
    double lo = fmin(1 / sqrt(k.var), limit / 2), hi = lo, unused;
    if (with_cut)
        lo = hi = fmin(1 / t->p.part[t->hit].s, limit / 2);
    while (hi < limit && cut(t, hi, shift) > t->log_width) {
        lo = hi;
        hi *= 1.6;
    }
    if (hi >= limit)
        return limit;
    for (int i = 0; i < 5; i++) {
        const double mid = sqrt(lo * hi);
        if (cut(t, mid, &unused) > t->log_width)
            lo = mid;
        else
            hi = mid;
    }
    (void)cut(t, hi, shift);
    return hi;
}

/* Finds the tilt with the least bound of the core's contribution; returns the logarithm of the
   bound. */
static double best_core(task *t)
{
    enum { ROUNDS = 18 };
    const part *g = &t->p.part[t->hit];
    const cells *c = &t->cells[t->hit];
    const double end = c->from + (double)(c->n - 2) * c->step; /* a lower bound of the last node */
    /* beyond it the method needs a positive rate, for the rounded tilt */
    const double soft = t->knife.soft;
    double most = g->s * (end + (end - t->knife.at) / (soft * soft)) - 2;
    if (g->edge > 0)
        most += g->s * fmax(end - g->far, 0) / (g->edge * g->edge);
    if (end <= t->knife.at || most <= 1)
        return HUGE_VAL;
    double lo = log(0.25), hi = log(0.99 * most);
    for (int i = 0; i < ROUNDS; i++) {
        const double a = lo + 0.382 * (hi - lo), b = lo + 0.618 * (hi - lo);
        if (dpc_plan_log_core(&t->p, g, c, &t->knife, exp(a), t->eps) <
            dpc_plan_log_core(&t->p, g, c, &t->knife, exp(b), t->eps))
            hi = b;
        else
            lo = a;
    }
    t->knife.tilt = exp((lo + hi) / 2);
    return dpc_plan_log_core(&t->p, g, c, &t->knife, t->knife.tilt, t->eps);
}

/* Moves the cut up as far as the part that it removes stays negligible. */
static bool find_knife(task *t)
{
    enum { ROUNDS = 9 };
    const cells *c = &t->cells[t->hit];
    const double soft = 0.15 * t->p.part[t->hit].s;
    double lo = c->from, hi = c->from + (double)(c->n - 1) * c->step;
    if (t->knife.hit == NULL)
        t->knife.hit = calloc(c->n, sizeof(double));
    if (t->knife.core == NULL)
        t->knife.core = calloc(c->n, sizeof(double));
    if (t->knife.hit == NULL || t->knife.core == NULL)
        return false;
    for (int i = 0; i < ROUNDS; i++) {
        dpc_plan_knife_set(&t->knife, c, (lo + hi) / 2, soft);
        if (best_core(t) < t->log_width)
            lo = t->knife.at;
        else
            hi = t->knife.at;
    }
    if (lo == c->from)
        return false;
    /* rounded as in the plan */
    dpc_plan_knife_set(&t->knife, c, floor(lo * 100) / 100, soft);
    return best_core(t) < t->log_width;
}

/* log of the error allowed for M of a group; lost: log of the relative error allowed for a single
   step. */
static double log_error(const task *t, size_t i, double lost)
{
    return t->log_M[i] + lost - log(t->p.part[i].T);
}

/* The largest distance of nodes, and the strip for it; lost: log of the relative error of M allowed
   for a single step. */
static double find_h(const task *t, double R, double lost, bool with_cut, double *strip)
{
    enum { TRIALS = 16 };
    double best = 0;
    /* a strip a costs a^2/2: strips much wider than the root of the wanted change do not help */
    const double most = fmin(1.99 * t->sigma_most, 64 + 4 * sqrt(fmax(-lost, 0)));
    for (int k = 0; k < TRIALS; k++) {
        const double a = most * (k < 8 ? (k + 1) / 8.0 : pow(0.5, k - 7) / 8);
        double h = 1;
        for (size_t i = 0; i < t->p.n; i++) {
            const part *g = &t->p.part[i];
            if (t->cells[i].n == 0)
                continue;
            const double distance = within_strip(t, i, a), lambda = exponent(g, t->tilt);
            double line = dpc_plan_log_line(g, &t->cells[i], lambda, distance, R, 1, NULL);
            if (with_cut) { /* the errors of the core are weighted by the hits */
                const double of_hits =
                    dpc_plan_log_line(g, &t->cells[i], lambda, 0, R, -1, &t->knife) + log(g->T);
                const double soft = t->knife.soft;
                line +=
                    distance * distance / (2 * soft * soft) + fmin(of_hits - t->log_M[i], 0) + 2;
                line = fmax(line,
                            dpc_plan_log_line(g, &t->cells[i], lambda, distance, R, 1, &t->knife));
            }
            h = fmin(h, 2 * acos(-1.0) * distance / (line + log(4) - log_error(t, i, lost)));
        }
        if (h > best) {
            best = h;
            *strip = a;
        }
    }
    return best;
}

/* The same where the sum bounds its own error (L-INV-SELF), which takes no cells. */
static double find_h_alone(const task *t, double R, double lost, double *strip)
{
    enum { TRIALS = 24 };
    double best = 0;
    const double most = fmin(1.99 * t->sigma_most, 64 + 4 * sqrt(fmax(-lost, 0)));
    for (int k = 0; k < TRIALS; k++) {
        const double a = most * pow(0.85, k);
        double h = 1;
        for (size_t i = 0; i < t->p.n; i++) {
            const part *g = &t->p.part[i];
            if (!is_sampled(g))
                continue;
            const double distance = within_strip(t, i, a), b = distance / g->s;
            double wanted = log(4) + distance * distance / 2 + R * b - lost + log(g->T);
            if (!t->p.remove)
                wanted += exponent(g, t->tilt) * log1p(-b * b / 8);
            h = fmin(h, 2 * acos(-1.0) * distance / wanted);
        }
        if (h > best) {
            best = h;
            *strip = a;
        }
    }
    return best;
}

/* x > 0 as an integer, capped: a larger number of nodes is refused anyway. */
static long whole(double x)
{
    const double most = 1L << 40;
    return x < most ? (long)ceil(fmax(x, 1)) : (long)most;
}

static void set_nodes(mpq_t *plan, double lo, double hi, double h, double cell)
{
    mpq_set_si(plan[DPC_INV_J0], -whole(-lo / h), 1);
    mpq_set_si(plan[DPC_INV_J1], whole(hi / h), 1);
    mpq_set_si(plan[DPC_INV_FINE], whole(h / cell), 1);
}

/* The range that the nodes of all groups must cover; lost as for find_h. */
static void find_range(const task *t, double spread, double lost, double *lo, double *hi)
{
    const double above = t->tilt + spread, below = fmax(t->tilt - spread, t->tilt / 16);
    *lo = -1;
    *hi = 1;
    for (size_t i = 0; i < t->p.n; i++) {
        const part *g = &t->p.part[i];
        const double small = lost - log(g->T);
        if (!is_sampled(g))
            continue;
        *lo = fmin(*lo, range_end(g, t->p.remove ? below : above, small, -1));
        *lo = fmin(*lo, range_end(g, t->tilt, small, -1));
        *hi = fmax(*hi, range_end(g, t->p.remove ? above : below, small, 1));
        *hi = fmax(*hi, range_end(g, t->tilt, small, 1));
        /* the core's tilt needs a positive rate there, too */
        const double core = -2 * t->log_width / t->eps;
        if (g->edge > 0 && t->can_cut)
            *hi = fmax(*hi, fmin(g->far + core * g->edge * g->edge / g->s, g->far + 4 * g->s));
    }
}

/* false: out of memory. */
static bool task_init(task *t, const problem *p, double eps, double tilt)
{
    enum { FEW = 200 };
    size_t sampled = 0;
    double steps = 0;
    t->eps = eps;
    t->tilt = tilt;
    t->p = *p;
    t->log_M = calloc(p->n + 1, sizeof *t->log_M);
    t->cells = calloc(p->n + 1, sizeof *t->cells);
    t->stairs = calloc(p->n + 1, sizeof *t->stairs);
    t->log_bound = calloc(p->n + 1, sizeof *t->log_bound);
    if (t->log_M == NULL || t->stairs == NULL || t->cells == NULL || t->log_bound == NULL)
        return false;
    for (size_t i = 0; i < t->p.n; i++) {
        const part *g = &t->p.part[i];
        t->log_M[i] = dpc_plan_cumulants_of(g, tilt).K;
        if (!is_sampled(g))
            continue;
        t->sigma_least = t->sigma_least > 0 ? fmin(t->sigma_least, g->s) : g->s;
        t->sigma_most = fmax(t->sigma_most, g->s);
        steps += g->T;
        t->hit = i;
        sampled++;
    }
    t->few = sampled > 0 && steps < FEW;
    t->can_cut = sampled == 1 && t->p.remove && eps > 0;
    return true;
}

static void clear_cells(task *t)
{
    for (size_t i = 0; t->stairs != NULL && t->cells != NULL && i < t->p.n; i++) {
        dpc_plan_stairs_clear(&t->stairs[i]);
        dpc_plan_cells_clear(&t->cells[i]);
    }
    t->bound_at = 0;
}

static void task_clear(task *t)
{
    clear_cells(t);
    free(t->knife.hit);
    free(t->knife.core);
    free(t->cells);
    free(t->stairs);
    free(t->log_bound);
    free(t->log_M);
}

/* Makes the grids of all groups, and the stairs if high frequencies matter; false if a grid would
   be too large for any plan. */
static bool make_cells(task *t, double lo, double hi, double cell)
{
    if (!((hi - lo) / cell < MOST_CELLS))
        return false;
    for (size_t i = 0; i < t->p.n; i++) {
        const part *g = &t->p.part[i];
        if (!is_sampled(g))
            continue;
        if (!dpc_plan_cells_init(&t->cells[i], g, lo, hi, cell) ||
            (!t->near && !dpc_plan_stairs_init(&t->stairs[i], g, &t->cells[i], exponent(g, t->tilt),
                                               t->log_M[i])))
            return false;
    }
    return true;
}

/* The distance of nodes and the strip, in the direction add.  Beyond the last node the method
   assumes that the loss turns with the whole frequency, which only the normal density outweighs.  A
   wider range of nodes may therefore need fewer nodes, further apart.  *hi: the end of the
   range. */
static double find_wider(task *t, double lo, double *hi, double R, double lost, double cell,
                         double *strip)
{
    enum { TRIALS = 6 };
    double best = find_h(t, R, lost, false, strip), to = fmax(*hi, 10), end = *hi;
    for (int k = 0; k < TRIALS; k++) {
        bool done = (2 * to - lo) / cell < MOST_CELLS;
        to *= 2;
        for (size_t i = 0; i < t->p.n && done; i++)
            if (t->cells[i].n > 0) {
                dpc_plan_cells_clear(&t->cells[i]);
                done = dpc_plan_cells_init(&t->cells[i], &t->p.part[i], lo, to, cell);
            }
        double a = *strip;
        const double h = done ? find_h(t, R, lost, false, &a) : 0;
        if ((to - lo) / h < 0.9 * (end - lo) / best) {
            best = h;
            *strip = a;
            end = to;
        }
    }
    *hi = end;
    return best;
}

/* Writes the strip, the nodes, and the cut if there is one, to the plan. */
static void write_grid(task *t, double lo, double hi, double R, double shift, double lost,
                       double cell, bool with_cut, mpq_t *plan)
{
    double strip = t->sigma_most;
    const bool wider = !t->p.remove || (t->p.part[t->hit].edge > 0 && !with_cut);
    const double h = wider ? find_wider(t, lo, &hi, R, lost, cell, &strip)
                           : find_h(t, R, lost, with_cut, &strip);
    set_short(plan[DPC_INV_H], fmin(h, 1), 3, -1);
    set_short(plan[DPC_INV_STRIP], strip, 3, 0);
    if (shift > 0)
        set_short(plan[DPC_INV_SHIFT], shift, 3, 0);
    else
        mpq_set_ui(plan[DPC_INV_SHIFT], 0, 1);
    if (with_cut) {
        mpq_set_si(plan[DPC_INV_CUT], lround(t->knife.at * 100), 100);
        mpq_canonicalize(plan[DPC_INV_CUT]);
        set_short(plan[DPC_INV_SOFT], t->knife.soft, 3, 0);
        set_short(plan[DPC_INV_CORE], t->knife.tilt, 3, 0);
    }
    set_nodes(plan, lo, hi, as_double(plan, DPC_INV_H), cell);
}

/* A plan with coarse cells; returns as find_grid, and infinity also where fine cells are better. */
static double find_coarse_grid(task *t, double lo, double hi, double lost, mpq_t *plan)
{
    enum { LITTLE_WORK = 100000, MOST_FREQUENCIES = 1 << 12 };
    const double two_pi = 2 * acos(-1.0), A = as_double(plan, DPC_INV_A);
    const double limit = MOST_FREQUENCIES * two_pi / A;
    double strip = 0, shift = 0, cell = 1.0 / 6, h = 0, K = 0;
    for (int round = 0; round == 0 || (round < 3 && h > cell); round++) {
        double R = limit;
        cell = fmax(cell, h);
        if (make_cells(t, lo, hi, cell))
            R = find_R(t, limit, false, &shift);
        clear_cells(t);
        if (R >= limit)
            return HUGE_VAL;
        K = fmax(1, ceil(R * A / two_pi));
        h = fmin(find_h_alone(t, K * two_pi / A, lost, &strip), 1);
    }
    const double pairs = K * (hi - lo) / h;
    if (!(pairs < LITTLE_WORK))
        return HUGE_VAL;
    mpq_set_d(plan[DPC_INV_K], K);
    set_short(plan[DPC_INV_H], fmin(h, 1), 3, -1);
    set_short(plan[DPC_INV_STRIP], strip, 3, 0);
    mpq_set_ui(plan[DPC_INV_SHIFT], 0, 1);
    set_nodes(plan, lo, hi, as_double(plan, DPC_INV_H), HUGE_VAL);
    mpq_set_si(plan[DPC_INV_COARSE], (long)fmax(floor(cell / as_double(plan, DPC_INV_H)), 1), 1);
    return pairs;
}

/* Finds frequencies and nodes.  Returns the number of pairs of a frequency and a node; infinite:
   the plan misses the wanted width. */
static double find_grid(task *t, double lost, mpq_t *plan)
{
    enum { MAX_WORK = 20000000, MOST_FREQUENCIES = 1 << 16 };
    const double two_pi = 2 * acos(-1.0), A = as_double(plan, DPC_INV_A);
    const double cell = t->few ? 1.0 / 64 : 1.0 / 16;
    double lo, hi, shift = 0, unused = 0, limit = MOST_FREQUENCIES * two_pi / A;
    const bool sampled = t->sigma_most > 0;
    find_range(t, as_double(plan, DPC_INV_SPREAD), lost, &lo, &hi);
    if (sampled && !t->near && !t->few && !(t->p.part[t->hit].edge > 0)) {
        const double pairs = find_coarse_grid(t, lo, hi, lost, plan);
        if (isfinite(pairs))
            return pairs;
    }
    if (!make_cells(t, lo, hi, cell)) {
        mpq_set_si(plan[DPC_INV_J1], -1, 1); /* refused */
        return HUGE_VAL;
    }
    /* nodes and frequencies both grow with R: their product is about R^2 A (hi - lo)/(4 pi^2
       sigma) */
    double work = A * (hi - lo) / (two_pi * two_pi * t->sigma_least);
    if (sampled && t->p.part[t->hit].edge > 0)
        work *= dpc_plan_share(&t->p.part[t->hit], t->p.part[t->hit].far);
    if (sampled)
        limit = fmin(limit * 16, sqrt(MAX_WORK / work));
    double R = t->near ? two_pi / A : find_R(t, fmax(limit, two_pi / A), false, &shift);
    bool with_cut = false, reached = t->near || log_cut(t, R, &unused) <= t->log_width;
    if (sampled && t->can_cut && !t->near && 40 * R * R * work > MAX_WORK && find_knife(t)) {
        double other = 0;
        const double least = find_R(t, limit, true, &other);
        const bool also = log_hits_cut(t, least, &unused) <= t->log_width;
        /* if neither suffices: the one with the smaller remainder */
        with_cut = R >= limit && !also ? log_hits_cut(t, least, &unused) < log_cut(t, R, &unused)
                                       : also && (2 * least * least < R * R || R >= limit);
        R = with_cut ? least : R;
        shift = with_cut ? other : shift;
        reached = with_cut ? also : reached;
    }
    const double K = fmax(1, fmin(ceil(R * A / two_pi), 1 << 20));
    mpq_set_d(plan[DPC_INV_K], K);
    if (!sampled) { /* no nodes: their trial values do not matter */
        for (int i = DPC_INV_H; i <= DPC_INV_STRIP; i++)
            mpq_set_si(plan[i], i == DPC_INV_J0 ? -1 : 1, 1);
        mpq_set_ui(plan[DPC_INV_SHIFT], 0, 1);
        return 0;
    }
    write_grid(t, lo, hi, K * two_pi / A, shift, lost, cell, with_cut, plan);
    return reached ? K * (with_cut ? 2 : 1) *
                         (as_double(plan, DPC_INV_J1) - as_double(plan, DPC_INV_J0))
                   : HUGE_VAL;
}

/* A plan for these parts, with far and edge unchanged; returns as find_grid. */
static double plan_parts(const problem *p, double eps, double log_width, mpq_t *plan)
{
    const double saddle = dpc_plan_saddle(p, eps);
    double work = HUGE_VAL;
    chart c;
    chart_init(&c, p, eps, saddle / 64, saddle * 64);
    set_short(plan[DPC_INV_THETA], better_tilt(&c, saddle, log_width - log(4)), 3, 0);
    const bool is_near = eps < ldexp(1, 38) && dpc_plan_log_near(p, eps) < log_width - 1;
    if (is_near) { /* any plan that the method accepts will do, with numbers of ordinary size */
        const cumulants k = dpc_plan_cumulants(p, 1e-12);
        set_short(plan[DPC_INV_THETA], fmin(1, 1 / (k.mean + eps + sqrt(k.var))), 3, 0);
    }
    task t = {.near = is_near, .log_width = log_width - log(4)};
    if (task_init(&t, p, eps, as_double(plan, DPC_INV_THETA))) {
        const cumulants k = dpc_plan_cumulants(&t.p, t.tilt);
        const double value = dpc_plan_log_delta(t.tilt, t.eps, k);
        /* log of the relative width, for the errors of all groups */
        const double lost = is_near ? -1 : fmin(log_width - value, -1) - 4 - log((double)p->n);
        double spread = t.tilt / 2;
        const double period =
            is_near ? 1 / t.tilt : find_period(&c, t.tilt, sqrt(k.var), t.log_width, &spread);
        set_short(plan[DPC_INV_A], period, 3, 1);
        set_short(plan[DPC_INV_SPREAD], spread, 3, 0);
        work = find_grid(&t, lost, plan);
    }
    task_clear(&t);
    return work;
}

/* ---- the far end ---- */

/* The place where the far end may begin, with an edge of this width, so that the part within the
   edge is negligible; NaN if the losses are unbounded. */
static double far_from(const problem *p, double eps, double log_width, double edge)
{
    double bound = 0, steps = 0, far = -HUGE_VAL;
    for (size_t i = 0; i < p->n; i++) {
        const part *g = &p->part[i];
        bound += g->T * (is_sampled(g) ? -log1p(-g->q) : g->s);
        steps += is_sampled(g) ? g->T : 0;
        if (g->kind == DPC_STEP_GAUSS)
            return NAN;
    }
    const double x = log(8 * fmax(steps, 1)) + (p->remove ? eps : 0) - log_width;
    for (size_t i = 0; i < p->n; i++) {
        const part *g = &p->part[i];
        const double loss = bound + log1p(-g->q) + (p->remove ? eps : -eps);
        if (is_sampled(g))
            far = fmax(far, g->s * (log1p(expm1(loss) / g->q) + 1 / (2 * g->s * g->s)));
    }
    return far + edge * sqrt(2 * fmax(x, 1));
}

void dpc_inversion_initial(mpq_t *plan)
{
    for (int i = DPC_INV_THETA; i < DPC_INV_NARGS; i++)
        mpq_set_ui(plan[i], 1, 1);
    mpq_set_si(plan[DPC_INV_J0], -1, 1);
    mpq_set_ui(plan[DPC_INV_COARSE], 0, 1);
    mpq_set_ui(plan[DPC_INV_CUT], 0, 1);
    mpq_set_ui(plan[DPC_INV_SOFT], 0, 1);
    mpq_set_ui(plan[DPC_INV_FAR], 0, 1);
    mpq_set_ui(plan[DPC_INV_EDGE], 0, 1);
}

/* For few, rarely sampled steps: a plan that counts the far end apart, with this edge, if it is
   cheaper than work.  Returns the smaller work. */
static double plan_edge(problem *p, double eps, double log_width, double edge, double work,
                        mpq_t *plan)
{
    const double most = 1e6; /* no node is that far out */
    const double far = far_from(p, eps, log_width, edge);
    if (!(fabs(far) < most))
        return work;
    mpq_t trial[DPC_INV_NARGS];
    for (int i = 0; i < DPC_INV_NARGS; i++)
        mpq_init(trial[i]);
    dpc_inversion_initial(trial);
    set_short(trial[DPC_INV_EDGE], edge, 2, 0);
    mpq_set_si(trial[DPC_INV_FAR], (long)ceil(far * 100), 100);
    mpq_canonicalize(trial[DPC_INV_FAR]);
    for (size_t i = 0; i < p->n; i++) {
        p->part[i].far = as_double(trial, DPC_INV_FAR);
        p->part[i].edge = as_double(trial, DPC_INV_EDGE);
    }
    const double found = plan_parts(p, eps, log_width, trial);
    for (int i = 0; i < DPC_INV_NARGS; i++) {
        if (found < work && i >= DPC_INV_THETA)
            mpq_set(plan[i], trial[i]);
        mpq_clear(trial[i]);
    }
    return fmin(found, work);
}

/* The same for several edges: from a medium one on, narrower or wider ones while they are
   better. */
static void plan_far(problem *p, double eps, double log_width, double work, mpq_t *plan)
{
    enum { TRIALS = 3 };
    double sigma = HUGE_VAL;
    for (size_t i = 0; i < p->n; i++)
        if (is_sampled(&p->part[i]))
            sigma = fmin(sigma, p->part[i].s);
    const double medium = 0.06 * fmin(sigma, 1);
    if (!isfinite(medium))
        return;
    double best = plan_edge(p, eps, log_width, medium, work, plan), edge = medium;
    for (int way = 0; way < 2; way++) {
        for (int k = 0; k < TRIALS && best > LITTLE; k++) {
            edge *= way == 0 ? 0.5 : 2;
            const double found = plan_edge(p, eps, log_width, edge, best, plan);
            if (!(found < best))
                break;
            best = found;
        }
        if (edge < medium / 2) /* narrower edges were better */
            break;
        edge = medium;
    }
}

void dpc_inversion_plan(dpc_method method, const dpc_number *given, double log_width, mpq_t *plan)
{
    dpc_method_call call = {.arg = given};
    dpc_mechanism m;
    dpc_inversion_initial(plan);
    if (dpc_mechanism_read(method, &call, &m) == DPC_OK && m.n > 0 && !dpc_watch_stopped()) {
        const double eps = mpq_get_d(given[DPC_INV_EPS].q);
        problem p = dpc_plan_problem(&m);
        if (dpc_plan_in_reach(&p, eps)) {
            const double work = plan_parts(&p, eps, log_width, plan);
            if (work > LITTLE && !dpc_watch_stopped())
                plan_far(&p, eps, log_width, work, plan);
        }
        free(p.part);
    }
    dpc_mechanism_clear(&m);
}
