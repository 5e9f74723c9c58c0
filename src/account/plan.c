/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Cumulants of the tilted loss in plain doubles give the tilt and the period; the error bounds of
   the method itself, taken at trial values, give the rest.  Groups share the nodes: what the most
   demanding one needs serves for all. */
#include "account/plan.h"

#include "account/inversion.h"
#include "lang/rational.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOG_SQRT_2PI 0.91893853320467274

/* A group of equal steps; s is sigma, or epsilon. */
typedef struct {
    bool remove;
    dpc_step_kind kind;
    double q, s, T;
} part;

typedef struct {
    bool remove;
    size_t n;
    part *part;
} problem;

static problem in_doubles(const dpc_mechanism *m)
{
    problem p = {.remove = m->remove, .part = calloc(m->n + 1, sizeof *p.part)};
    for (; p.part != NULL && p.n < m->n; p.n++) {
        const dpc_group *g = &m->group[p.n];
        p.part[p.n] = (part){m->remove, g->kind, g->q.q != NULL ? mpq_get_d(g->q.q) : 1,
                             mpq_get_d(g->size.q), mpz_get_d(g->T)};
    }
    return p;
}

/* Whether doubles can guide: no number is so large or small that squares overflow. */
static bool in_reach(const problem *p, double eps)
{
    const double most = 1e100;
    bool good = p->part != NULL && eps <= most;
    for (size_t i = 0; i < p->n && good; i++) {
        const part *g = &p->part[i];
        good =
            g->q >= 1 / most && g->s <= most && (g->s >= 1 / most || !(g->s > 0)) && g->T <= most;
    }
    return good;
}

static bool is_sampled(const part *g)
{
    return g->kind == DPC_STEP_SUBSAMPLED;
}

/* ---- cumulants ---- */

static double log_w(const part *p, double y)
{
    const double z = y / p->s - 1 / (2 * p->s * p->s);
    if (z > 30)
        return z + log(p->q) + log1p((1 - p->q) / p->q * exp(-z));
    return log1p(p->q * expm1(z));
}

/* v/w: how much of the loss moves with y */
static double share(const part *p, double y)
{
    const double z = y / p->s - 1 / (2 * p->s * p->s) + log(p->q) - log1p(-p->q);
    return z > 0 ? 1 / (1 + exp(-z)) : exp(z) / (1 + exp(z));
}

static double exponent(const part *p, double tilt)
{
    return p->remove ? 1 + tilt : -tilt;
}

/* log of phi w^lambda but for a constant */
static double log_integrand(const part *p, double lambda, double y)
{
    return -y * y / 2 + lambda * log_w(p, y);
}

/* The stationary point of the integrand that is nearest to 0 (far: farthest from it). */
static double peak(const part *p, double lambda, bool far)
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

static cumulants sampled_cumulants(const part *p, double tilt)
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

/* Of one step. */
static cumulants cumulants_of(const part *p, double t)
{
    const double s = p->s, r = exp(-(2 * t + 1) * s), wide = 2 * t + 1;
    if (is_sampled(p))
        return sampled_cumulants(p, t);
    if (p->kind == DPC_STEP_GAUSS)
        return (cumulants){t * (t + 1) / (2 * s * s), wide / (2 * s * s), 1 / (s * s)};
    if (p->kind == DPC_STEP_RESPONSE)
        return (cumulants){t * s + log1p(r) - log1p(exp(-s)), s * (1 - r) / (1 + r),
                           4 * s * s * r / ((1 + r) * (1 + r))};
    const double n = 1 + t + t * r, n1 = (1 + r - 2 * s * t * r) / n,
                 n2 = 4 * s * r * (s * t - 1) / n;
    return (cumulants){t * s + log(n / wide), s + n1 - 2 / wide,
                       fmax(n2 - n1 * n1 + 4 / (wide * wide), 0)};
}

/* Of all steps. */
static cumulants cumulants_at(const problem *p, double tilt)
{
    cumulants sum = {0, 0, 1e-300};
    for (size_t i = 0; i < p->n; i++) {
        const cumulants k = cumulants_of(&p->part[i], tilt);
        sum.K += p->part[i].T * k.K;
        sum.mean += p->part[i].T * k.mean;
        sum.var += p->part[i].T * k.var;
    }
    return sum;
}

/* ---- the saddle point ---- */

static double saddle_eps(double tilt, cumulants k)
{
    return k.mean - 1 / tilt - 1 / (1 + tilt);
}

static double log_delta(double tilt, double eps, cumulants k)
{
    const double var = k.var + 1 / (tilt * tilt) + 1 / ((1 + tilt) * (1 + tilt));
    return k.K - tilt * eps - log(tilt) - log1p(tilt) - log(2 * acos(-1.0) * var) / 2;
}

enum { SMALLEST_TILT = -18, LARGEST_TILT = 16 }; /* powers of e */

/* The tilt whose saddle is at eps. */
static double find_tilt(const problem *p, double eps)
{
    double lo = SMALLEST_TILT, hi = LARGEST_TILT;
    for (int i = 0; i < 48; i++) {
        const double mid = (lo + hi) / 2, tilt = exp(mid);
        if (saddle_eps(tilt, cumulants_at(p, tilt)) < eps)
            lo = mid;
        else
            hi = mid;
    }
    return exp((lo + hi) / 2);
}

double dpc_mechanism_log_delta_approx(const dpc_mechanism *m, double eps)
{
    problem p = in_doubles(m);
    const double tilt = find_tilt(&p, eps);
    const double value = log_delta(tilt, eps, cumulants_at(&p, tilt));
    free(p.part);
    return isnan(value) ? -HUGE_VAL : fmin(value, 0);
}

double dpc_mechanism_eps_approx(const dpc_mechanism *m, double target)
{
    problem p = in_doubles(m);
    double lo = SMALLEST_TILT, hi = LARGEST_TILT;
    for (int i = 0; i < 60; i++) {
        const double mid = (lo + hi) / 2, tilt = exp(mid);
        const cumulants k = cumulants_at(&p, tilt);
        if (log_delta(tilt, saddle_eps(tilt, k), k) > target)
            lo = mid;
        else
            hi = mid;
    }
    const double tilt = exp((lo + hi) / 2), eps = saddle_eps(tilt, cumulants_at(&p, tilt));
    free(p.part);
    return fmax(0, eps);
}

double dpc_mechanism_largest_approx(const dpc_mechanism *m)
{
    problem p = in_doubles(m);
    double sum = 0;
    for (size_t i = 0; i < p.n; i++) {
        const part *g = &p.part[i];
        if (g->kind == DPC_STEP_GAUSS || (is_sampled(g) && p.remove))
            sum = HUGE_VAL;
        else
            sum += g->T * (is_sampled(g) ? -log1p(-g->q) : g->s);
    }
    free(p.part);
    return sum;
}

/* ---- aliases ---- */

/* log (c(v) F exp(-v eps)), F the product of all M(v) */
static double log_chernoff(const problem *p, double v, double eps)
{
    return v <= 0 ? 0 : v * log(v) - (1 + v) * log1p(v) + cumulants_at(p, v).K - v * eps;
}

/* The least period, and the spread that allows it. */
static double find_period(const problem *p, double tilt, double eps, double log_width,
                          double *spread)
{
    enum { TRIALS = 40 };
    const cumulants k = cumulants_at(p, tilt);
    const double scale = 1 / sqrt(k.var);
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
static double range_end(const part *p, double tilt, double log_small, int side)
{
    const double lambda = exponent(p, tilt), near = peak(p, lambda, false);
    const double far = lambda < 0 ? near : peak(p, lambda, true);
    const double level = log_small + cumulants_of(p, tilt).K;
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
    double eps, tilt, log_width;
    double *log_M;     /* by group */
    dpc_probe **probe; /* by group; NULL where M has a closed form */
    double sigma_least, sigma_most;
    bool few; /* a group has few steps: shifted contours may help */
} task;

/* The logarithm of a probe's result; infinite if it was refused. */
static double probe_log(const dpc_probe *p, bool done)
{
    return done ? dpc_domain_ball.log_abs_approx(dpc_probe_value(p)) : HUGE_VAL;
}

/* log of the bound of |M| beyond R that decoherence gives, for one step of a group */
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
    if (t->probe[i] == NULL)
        return t->log_M[i];
    const double lost = probe_log(t->probe[i], dpc_probe_lost(t->probe[i], R)) - t->log_M[i];
    return lost < 0          ? t->log_M[i] + log1p(-exp(lost))
           : lost < HUGE_VAL ? t->log_M[i] - 40
                             : t->log_M[i];
}

/* The distance that a group makes of one that all share. */
static double within_strip(const task *t, size_t i, double distance)
{
    return fmin(distance, 1.99 * t->p.part[i].s);
}

/* log of what the frequencies beyond R contribute at most; shift: the first one that makes it small
   enough, or the best one, 0 for none. */
static double log_cut(task *t, double R, double *shift)
{
    enum { TRIALS = 6, MOST_TRIALS = 24 };
    double stairs = 0, best = 0;
    for (size_t i = 0; i < t->p.n; i++)
        stairs += t->p.part[i].T * log_stairs(t, i, R);
    best = stairs;
    *shift = 0;
    const double rest = -t->tilt * t->eps - log(acos(-1.0) * R);
    double at = t->sigma_least / 3.2;
    for (int k = 0;
         k < MOST_TRIALS && t->few && at <= 1.9 * t->sigma_most && best + rest > t->log_width;
         k++) {
        double sum = 0;
        for (size_t i = 0; i < t->p.n; i++) {
            double line = HUGE_VAL;
            if (t->probe[i] != NULL)
                line = probe_log(t->probe[i],
                                 dpc_probe_line(t->probe[i], within_strip(t, i, at), R, -1)) -
                       LOG_SQRT_2PI;
            sum += t->p.part[i].T * fmin(line, log_stairs(t, i, R));
        }
        if (sum < best) {
            best = sum;
            *shift = at;
        }
        at += (k < TRIALS ? t->sigma_least : at) / 3.2;
    }
    return best - t->tilt * t->eps - log(acos(-1.0) * R);
}

/* The least R, up to a limit, beyond which nothing counts. */
static double find_R(task *t, double limit, double *shift)
{
    const cumulants k = cumulants_at(&t->p, t->tilt);
    double lo = 1 / sqrt(k.var), hi = lo, unused;
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

/* The largest distance of nodes, and the strip for it; lost: log of the error of M, relative, that
   one step may have when it is the only one. */
static double find_h(task *t, double R, double lost, double *strip)
{
    enum { TRIALS = 16 };
    double best = 0;
    for (int k = 0; k < TRIALS; k++) {
        const double a = 1.99 * t->sigma_most * (k < 8 ? (k + 1) / 8.0 : pow(0.5, k - 7) / 8);
        double h = 1;
        for (size_t i = 0; i < t->p.n; i++) {
            if (t->probe[i] == NULL)
                continue;
            const double distance = within_strip(t, i, a);
            const double line =
                probe_log(t->probe[i], dpc_probe_line(t->probe[i], distance, R, 1)) - LOG_SQRT_2PI;
            const double log_error = t->log_M[i] + lost - log(t->p.part[i].T);
            h = fmin(h,
                     line < HUGE_VAL ? 2 * acos(-1.0) * distance / (line + log(4) - log_error) : 0);
        }
        if (h > best) {
            best = h;
            *strip = a;
        }
    }
    return best;
}

/* x > 0 as an integer; more nodes than that are refused anyway. */
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

/* Where the nodes of all groups have to reach; lost as for find_h. */
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
    }
}

/* False when memory ends. */
static bool task_init(task *t, const dpc_mechanism *m, double eps, double tilt)
{
    enum { FEW = 200 };
    t->eps = eps;
    t->tilt = tilt;
    t->p = in_doubles(m);
    t->log_M = calloc(m->n + 1, sizeof *t->log_M);
    t->probe = calloc(m->n + 1, sizeof(dpc_probe *));
    if (t->p.part == NULL || t->log_M == NULL || t->probe == NULL)
        return false;
    for (size_t i = 0; i < t->p.n; i++) {
        const part *g = &t->p.part[i];
        t->log_M[i] = cumulants_of(g, tilt).K;
        if (!is_sampled(g))
            continue;
        t->sigma_least = t->sigma_least > 0 ? fmin(t->sigma_least, g->s) : g->s;
        t->sigma_most = fmax(t->sigma_most, g->s);
        t->few = t->few || g->T < FEW;
    }
    return true;
}

static void task_clear(task *t)
{
    for (size_t i = 0; t->probe != NULL && i < t->p.n; i++)
        dpc_probe_free(t->probe[i]);
    free(t->probe);
    free(t->log_M);
    free(t->p.part);
}

/* Frequencies and nodes, from probes of all groups; what the plan has so far is their argument. */
static void find_grid(task *t, dpc_method method, const dpc_number *given, double lost, mpq_t *plan)
{
    enum { MAX_WORK = 10000000, MOST_FREQUENCIES = 1 << 16 };
    const double two_pi = 2 * acos(-1.0), A = as_double(plan, DPC_INV_A);
    const double cell = t->few ? 1.0 / 64 : 1.0 / 16;
    double lo, hi, shift = 0, strip = t->sigma_most, limit = MOST_FREQUENCIES * two_pi / A;
    size_t sampled = 0;
    find_range(t, as_double(plan, DPC_INV_SPREAD), lost, &lo, &hi);
    mpq_set_d(plan[DPC_INV_H], cell);
    set_nodes(plan, lo, hi, cell, cell);
    dpc_number arg[DPC_INV_NARGS];
    for (int i = 0; i < DPC_INV_NARGS; i++)
        arg[i] = i < DPC_INV_THETA ? given[i] : (dpc_number){.q = plan[i]};
    dpc_method_call call = {.dom = &dpc_domain_ball, .prec = 64, .arg = arg};
    for (size_t i = 0; i < t->p.n; i++)
        if (is_sampled(&t->p.part[i])) {
            t->probe[i] = dpc_probe_new(method, &call, i);
            sampled++;
        }
    /* nodes grow with R, like the frequencies: R^2 A (hi - lo)/(4 pi^2 sigma) is about their
       product */
    if (sampled > 0)
        limit = fmin(limit * 16, sqrt(MAX_WORK * two_pi * two_pi * t->sigma_least /
                                      (A * (hi - lo) * (double)sampled)));
    const double R = find_R(t, fmax(limit, two_pi / A), &shift);
    const double K = fmax(1, fmin(ceil(R * A / two_pi), 1 << 20));
    mpq_set_d(plan[DPC_INV_K], K);
    if (sampled == 0) { /* no nodes: what was tried for them does not matter */
        for (int i = DPC_INV_H; i <= DPC_INV_STRIP; i++)
            mpq_set_si(plan[i], i == DPC_INV_J0 ? -1 : 1, 1);
        mpq_set_ui(plan[DPC_INV_SHIFT], 0, 1);
        return;
    }
    const double h = find_h(t, K * two_pi / A, lost, &strip);
    set_short(plan[DPC_INV_H], fmin(h, 1), 3, -1);
    set_short(plan[DPC_INV_STRIP], strip, 3, 0);
    if (shift > 0)
        set_short(plan[DPC_INV_SHIFT], shift, 3, 0);
    else
        mpq_set_ui(plan[DPC_INV_SHIFT], 0, 1);
    set_nodes(plan, lo, hi, as_double(plan, DPC_INV_H), cell);
}

void dpc_inversion_plan(dpc_method method, const dpc_number *given, double log_width, mpq_t *plan)
{
    dpc_method_call call = {.arg = given};
    dpc_mechanism m;
    task t = {.few = false};
    for (int i = DPC_INV_THETA; i < DPC_INV_NARGS; i++)
        mpq_set_ui(plan[i], 1, 1);
    mpq_set_si(plan[DPC_INV_J0], -1, 1);
    const double eps = mpq_get_d(given[DPC_INV_EPS].q);
    if (dpc_mechanism_read(method, &call, &m) == DPC_OK && m.n > 0) {
        problem p = in_doubles(&m);
        const bool good = in_reach(&p, eps);
        if (good)
            set_short(plan[DPC_INV_THETA], find_tilt(&p, eps), 4, 0);
        free(p.part);
        if (good && task_init(&t, &m, eps, as_double(plan, DPC_INV_THETA))) {
            const double value = log_delta(t.tilt, t.eps, cumulants_at(&t.p, t.tilt));
            /* log of the relative width, for the errors of all groups */
            const double lost = fmin(log_width - value, -1) - 4 - log((double)m.n);
            double spread = t.tilt;
            t.log_width = log_width - log(4);
            set_short(plan[DPC_INV_A], find_period(&t.p, t.tilt, t.eps, t.log_width, &spread), 4,
                      1);
            set_short(plan[DPC_INV_SPREAD], spread, 3, 0);
            find_grid(&t, method, given, lost, plan);
        }
        task_clear(&t);
    }
    dpc_mechanism_clear(&m);
}
