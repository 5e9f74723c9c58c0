/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Cumulants of the tilted loss in plain doubles give the tilt and the period; the error bounds of
   the method itself, taken at trial values, give the rest. */
#include "account/plan.h"

#include "account/inversion.h"
#include "lang/rational.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOG_SQRT_2PI 0.91893853320467274

typedef struct {
    bool remove;
    double q, s, T;
} problem;

static problem in_doubles(const dpc_sgm *p)
{
    return (problem){p->remove, mpq_get_d(p->q), mpq_get_d(p->sigma), mpq_get_d(p->T)};
}

/* ---- cumulants ---- */

static double log_w(const problem *p, double y)
{
    const double z = y / p->s - 1 / (2 * p->s * p->s);
    if (z > 30)
        return z + log(p->q) + log1p((1 - p->q) / p->q * exp(-z));
    return log1p(p->q * expm1(z));
}

/* v/w: how much of the loss moves with y */
static double share(const problem *p, double y)
{
    const double z = y / p->s - 1 / (2 * p->s * p->s) + log(p->q) - log1p(-p->q);
    return z > 0 ? 1 / (1 + exp(-z)) : exp(z) / (1 + exp(z));
}

static double exponent(const problem *p, double tilt)
{
    return p->remove ? 1 + tilt : -tilt;
}

/* log of phi w^lambda but for a constant */
static double log_integrand(const problem *p, double lambda, double y)
{
    return -y * y / 2 + lambda * log_w(p, y);
}

/* The stationary point of the integrand that is nearest to 0 (far: farthest from it). */
static double peak(const problem *p, double lambda, bool far)
{
    double lo = fmin(0, lambda / p->s), hi = fmax(0, lambda / p->s);
    if (lambda < 0) { /* concave: one peak */
        for (int i = 0; i < 80; i++) {
            const double y = (lo + hi) / 2;
            if (lambda * share(p, y) / p->s > y)
                lo = y;
            else
                hi = y;
        }
        return (lo + hi) / 2;
    }
    double y = far ? hi : 0;
    for (int i = 0; i < 200; i++)
        y = lambda * share(p, y) / p->s;
    return y;
}

typedef struct {
    double K, mean, var; /* log M, and of the tilted loss */
} cumulants;

static cumulants cumulants_at(const problem *p, double tilt)
{
    enum { MAX_POINTS = 4096 };
    const double reach = 11, lambda = exponent(p, tilt);
    const double near = peak(p, lambda, false), far = lambda < 0 ? near : peak(p, lambda, true);
    const bool two = far - near > 2 * reach;
    double best = -HUGE_VAL, sum = 0, first = 0, second = 0;
    const double from[2] = {near - reach, far - reach},
                 to[2] = {two ? near + reach : far + reach, far + reach};
    const double shift = p->remove ? log_w(p, two ? near : far) : -log_w(p, near);
    int w = 0;
    do { /* one window, or one for each hump */
        const double rho = share(p, near),
                     narrow = lambda < 0 ? sqrt(1 - lambda * rho * (1 - rho) / (p->s * p->s)) : 1;
        int n = (int)((to[w] - from[w]) * 8 * narrow) + 1;
        n = n > MAX_POINTS ? MAX_POINTS : n;
        const double step = (to[w] - from[w]) / n;
        for (int i = 0; i <= n; i++) {
            const double y = from[w] + i * step, l = log_w(p, y), f = -y * y / 2 + lambda * l;
            const double loss = (p->remove ? l : -l) - shift;
            if (f > best) {
                const double scale = exp(best - f);
                sum *= scale;
                first *= scale;
                second *= scale;
                best = f;
            }
            const double g = exp(f - best) * step;
            sum += g;
            first += g * loss;
            second += g * loss * loss;
        }
    } while (two && ++w < 2);
    first /= sum;
    return (cumulants){best + log(sum) - log(2 * acos(-1.0)) / 2, first + shift,
                       fmax(second / sum - first * first, 1e-300)};
}

/* ---- the saddle point ---- */

static double saddle_eps(const problem *p, double tilt, cumulants k)
{
    return p->T * k.mean - 1 / tilt - 1 / (1 + tilt);
}

static double log_delta(const problem *p, double tilt, double eps, cumulants k)
{
    const double var = p->T * k.var + 1 / (tilt * tilt) + 1 / ((1 + tilt) * (1 + tilt));
    return p->T * k.K - tilt * eps - log(tilt) - log1p(tilt) - log(2 * acos(-1.0) * var) / 2;
}

enum { SMALLEST_TILT = -18, LARGEST_TILT = 16 }; /* powers of e */

/* The tilt whose saddle is at eps. */
static double find_tilt(const problem *p, double eps)
{
    double lo = SMALLEST_TILT, hi = LARGEST_TILT;
    for (int i = 0; i < 48; i++) {
        const double mid = (lo + hi) / 2, tilt = exp(mid);
        if (saddle_eps(p, tilt, cumulants_at(p, tilt)) < eps)
            lo = mid;
        else
            hi = mid;
    }
    return exp((lo + hi) / 2);
}

double dpc_sgm_log_delta_approx(const dpc_sgm *sgm, double eps)
{
    const problem p = in_doubles(sgm);
    const double tilt = find_tilt(&p, eps);
    const double value = log_delta(&p, tilt, eps, cumulants_at(&p, tilt));
    return isnan(value) ? -HUGE_VAL : fmin(value, 0);
}

double dpc_sgm_eps_approx(const dpc_sgm *sgm, double target)
{
    const problem p = in_doubles(sgm);
    double lo = SMALLEST_TILT, hi = LARGEST_TILT;
    for (int i = 0; i < 60; i++) {
        const double mid = (lo + hi) / 2, tilt = exp(mid);
        const cumulants k = cumulants_at(&p, tilt);
        const double eps = saddle_eps(&p, tilt, k);
        if (log_delta(&p, tilt, eps, k) > target)
            lo = mid;
        else
            hi = mid;
    }
    const double tilt = exp((lo + hi) / 2);
    return fmax(0, saddle_eps(&p, tilt, cumulants_at(&p, tilt)));
}

/* ---- aliases ---- */

/* log (c(v) M(v)^T exp(-v eps)) */
static double log_chernoff(const problem *p, double v, double eps)
{
    return v <= 0 ? 0 : v * log(v) - (1 + v) * log1p(v) + p->T * cumulants_at(p, v).K - v * eps;
}

/* The least period, and the spread that allows it. */
static double find_period(const problem *p, double tilt, double eps, double log_width,
                          double *spread)
{
    enum { TRIALS = 40 };
    const cumulants k = cumulants_at(p, tilt);
    const double scale = 1 / sqrt(p->T * k.var);
    double best = HUGE_VAL;
    for (int i = 0; i < TRIALS; i++) {
        const double w = scale * exp(log(4000.0) * i / TRIALS) / 20, below = tilt - w;
        const double left =
            below > 0 ? (log_chernoff(p, below, eps) - log_width) / w : -log_width / tilt;
        const double right = (log_chernoff(p, tilt + w, eps) - log_width) / w;
        const double period = fmax(fmax(left, right), 1 / scale);
        if (period < best) {
            best = period;
            *spread = w;
        }
    }
    return best;
}

/* ---- ranges ---- */

/* The y at which the integrand, relative to M, falls below exp(log_small), on one side. */
static double range_end(const problem *p, double tilt, double log_small, int side)
{
    const double lambda = exponent(p, tilt), near = peak(p, lambda, false);
    const double far = lambda < 0 ? near : peak(p, lambda, true);
    const double level = log_small + cumulants_at(p, tilt).K;
    double from = side < 0 ? fmin(near, 0) : far, step = 1;
    if (side > 0 && p->remove) { /* the method needs to go beyond lambda/sigma */
        const double least = lambda / p->s + 1;
        if (log_integrand(p, lambda, least) < level)
            return least;
        from = fmax(from, least);
    }
    while (step < 1e7 && log_integrand(p, lambda, from + side * step) > level)
        step *= 2;
    double inner = 0, outer = step;
    for (int i = 0; i < 30; i++) {
        const double mid = (inner + outer) / 2;
        if (log_integrand(p, lambda, from + side * mid) > level)
            inner = mid;
        else
            outer = mid;
    }
    double end = from + side * outer;
    if (side < 0)
        while (end > -1 || -end - (p->remove ? 0 : -lambda * share(p, end) / p->s) < 0.5)
            end -= 0.5;
    return side > 0 ? fmax(end, 1) : end;
}

/* ---- numbers of few digits ---- */

/* The decimal of so many digits next to x in the direction (0: nearest). */
static void set_short(mpq_t d, double x, int digits, int direction)
{
    char text[64];
    dpc_diag diag = {.status = DPC_OK};
    const double unit = pow(10, floor(log10(x)) - (digits - 1));
    (void)snprintf(text, sizeof text, "%.*e", digits - 1, x + direction * unit / 2);
    if (!(x > 0) || !isfinite(x) ||
        dpc_rational_parse(d, text, strlen(text), "plan", &diag) != DPC_OK)
        mpq_set_ui(d, 1, 1);
}

static double as_double(mpq_t *plan, int number)
{
    return mpq_get_d(plan[number]);
}

/* ---- frequencies and nodes ---- */

typedef struct {
    problem p;
    double eps, tilt, log_M, log_width;
    dpc_probe *probe;
} task;

/* The logarithm of a probe's result; infinite if it was refused. */
static double probe_log(const dpc_probe *p, bool done)
{
    return done ? dpc_domain_ball.log_abs_approx(dpc_probe_value(p)) : HUGE_VAL;
}

/* log of the bound of |M| beyond R that decoherence gives */
static double log_stairs(const task *t, double R)
{
    const double lost = probe_log(t->probe, dpc_probe_lost(t->probe, R)) - t->log_M;
    return lost < 0 ? t->log_M + log1p(-exp(lost)) : lost < HUGE_VAL ? t->log_M - 40 : t->log_M;
}

/* log of what the frequencies beyond R contribute at most; shift: the best one, 0 for none. */
static double log_cut(task *t, double R, double *shift)
{
    enum { MOST_STEPS = 200, TRIALS = 6 };
    double best = log_stairs(t, R);
    *shift = 0;
    for (int i = 0; i < TRIALS && t->p.T < MOST_STEPS; i++) {
        const double trial = t->p.s * (i + 1) / 3.2;
        const double at =
            probe_log(t->probe, dpc_probe_line(t->probe, trial, R, -1)) - LOG_SQRT_2PI;
        if (at < best) {
            best = at;
            *shift = trial;
        }
    }
    return t->p.T * best - t->tilt * t->eps - log(acos(-1.0) * R);
}

/* The least R, up to a limit, beyond which nothing counts. */
static double find_R(task *t, double limit, double *shift)
{
    const cumulants k = cumulants_at(&t->p, t->tilt);
    double lo = 1 / sqrt(t->p.T * k.var), hi = lo, unused;
    while (hi < limit && log_cut(t, hi, shift) > t->log_width) {
        lo = hi;
        hi *= 1.6;
    }
    if (hi >= limit)
        return limit;
    for (int i = 0; i < 5; i++) {
        const double mid = sqrt(lo * hi);
        if (log_cut(t, mid, &unused) > t->log_width)
            lo = mid;
        else
            hi = mid;
    }
    (void)log_cut(t, hi, shift);
    return hi;
}

/* The largest distance of nodes, and the strip for it. */
static double find_h(task *t, double R, double log_error, double *strip)
{
    enum { TRIALS = 16 };
    double best = 0;
    for (int i = 0; i < TRIALS; i++) {
        const double a = 1.99 * t->p.s * (i < 8 ? (i + 1) / 8.0 : pow(0.5, i - 7) / 8);
        const double line = probe_log(t->probe, dpc_probe_line(t->probe, a, R, 1)) - LOG_SQRT_2PI;
        const double h = 2 * acos(-1.0) * a / (line + log(4) - log_error);
        if (line < HUGE_VAL && h > best) {
            best = h;
            *strip = a;
        }
    }
    return best;
}

static void set_nodes(mpq_t *plan, double lo, double hi, double h, double cell)
{
    mpq_set_si(plan[DPC_INV_J0], (long)floor(lo / h), 1);
    mpq_set_si(plan[DPC_INV_J1], (long)ceil(hi / h), 1);
    mpq_set_si(plan[DPC_INV_FINE], (long)ceil(h / cell), 1);
}

static dpc_probe *make_probe(dpc_method_call *call, dpc_number *arg, const dpc_sgm *sgm,
                             const mpq_t side, const mpq_t eps, mpq_t *plan)
{
    const mpq_srcptr given[] = {side, sgm->q, sgm->sigma, sgm->T, eps};
    for (int i = 0; i < DPC_INV_NARGS; i++)
        arg[i] = (dpc_number){i < DPC_INV_THETA ? given[i] : plan[i], NULL};
    *call = (dpc_method_call){.dom = &dpc_domain_ball, .prec = 64, .arg = arg};
    return dpc_probe_new(call);
}

void dpc_inversion_plan(const dpc_sgm *sgm, const mpq_t eps, double log_width, mpq_t *plan)
{
    enum { MAX_WORK = 10000000 };
    const double two_pi = 2 * acos(-1.0);
    task t = {.p = in_doubles(sgm), .eps = mpq_get_d(eps)};
    for (int i = DPC_INV_THETA; i < DPC_INV_NARGS; i++)
        mpq_set_ui(plan[i], 1, 1);
    mpq_set_si(plan[DPC_INV_J0], -1, 1);
    set_short(plan[DPC_INV_THETA], find_tilt(&t.p, t.eps), 4, 0);
    t.tilt = as_double(plan, DPC_INV_THETA);
    const cumulants k = cumulants_at(&t.p, t.tilt);
    const double value = log_delta(&t.p, t.tilt, t.eps, k);
    const double lost = fmin(log_width - value, -1); /* log of the relative width */
    t.log_M = k.K;
    t.log_width = log_width - log(4);
    double spread = t.tilt, strip = t.p.s, shift = 0;
    set_short(plan[DPC_INV_A], find_period(&t.p, t.tilt, t.eps, t.log_width, &spread), 4, 1);
    set_short(plan[DPC_INV_SPREAD], spread, 3, 0);
    spread = as_double(plan, DPC_INV_SPREAD);
    const double A = as_double(plan, DPC_INV_A), above = t.tilt + spread,
                 below = fmax(t.tilt - spread, t.tilt / 16);
    const double small = lost - log(t.p.T) - 4;
    const double lo = fmin(range_end(&t.p, t.p.remove ? below : above, small, -1),
                           range_end(&t.p, t.tilt, small, -1));
    const double hi = fmax(range_end(&t.p, t.p.remove ? above : below, small, 1),
                           range_end(&t.p, t.tilt, small, 1));
    const double cell = t.p.T < 200 ? 1.0 / 64 : 1.0 / 16;
    mpq_set_d(plan[DPC_INV_H], cell);
    set_nodes(plan, lo, hi, cell, cell);
    dpc_method_call call;
    dpc_number arg[DPC_INV_NARGS];
    mpq_t side;
    mpq_init(side);
    mpq_set_ui(side, sgm->remove ? 1 : 0, 1);
    t.probe = make_probe(&call, arg, sgm, side, eps, plan);
    double h = cell, R = two_pi / A;
    if (t.probe != NULL) {
        /* nodes grow with R, like the frequencies: R^2 A (hi - lo)/(4 pi^2 sigma) is about their
         * product */
        const double limit = sqrt(MAX_WORK * two_pi * two_pi * t.p.s / (A * (hi - lo)));
        R = find_R(&t, fmax(limit, R), &shift);
    }
    const double K = fmax(1, fmin(ceil(R * A / two_pi), 1 << 20));
    mpq_set_d(plan[DPC_INV_K], K);
    if (t.probe != NULL)
        h = find_h(&t, K * two_pi / A, k.K + small, &strip);
    dpc_probe_free(t.probe);
    mpq_clear(side);
    set_short(plan[DPC_INV_H], fmin(h, 1), 3, -1);
    set_short(plan[DPC_INV_STRIP], strip, 3, 0);
    if (shift > 0)
        set_short(plan[DPC_INV_SHIFT], shift, 3, 0);
    else
        mpq_set_ui(plan[DPC_INV_SHIFT], 0, 1);
    set_nodes(plan, lo, hi, as_double(plan, DPC_INV_H), cell);
}
