/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The privacy loss in plain doubles: cumulants of the tilted loss, saddle points, and estimates of
   delta and epsilon. */
#include "base/watch.h"
#include "guess/plan_inversion.h"
#include "guess/plan_parts.h"

#include <math.h>
#include <stdlib.h>

/* Larger numbers are out of reach of plans, which are made in doubles. */
static const double MOST_NUMBER = 1e100;

problem dpc_plan_problem(const dpc_mechanism *m)
{
    problem p = {.remove = m->remove, .part = calloc(m->n + 1, sizeof *p.part)};
    for (; p.part != NULL && p.n < m->n; p.n++) {
        const dpc_group *g = &m->group[p.n];
        p.part[p.n] = (part){.remove = m->remove,
                             .kind = g->kind,
                             .q = g->q.q != NULL ? mpq_get_d(g->q.q) : 1,
                             .s = mpq_get_d(g->size.q),
                             .T = mpz_get_d(g->T)};
        /* noise whose square is no double counts as large noise if there are other groups */
        if (m->n > 1 && (g->kind == DPC_STEP_GAUSS || g->kind == DPC_STEP_SUBSAMPLED))
            p.part[p.n].s = fmin(p.part[p.n].s, MOST_NUMBER);
    }
    return p;
}

bool dpc_plan_in_reach(const problem *p, double eps)
{
    const double most = MOST_NUMBER;
    bool good = p->part != NULL && eps <= most;
    for (size_t i = 0; i < p->n && good; i++) {
        const part *g = &p->part[i];
        good =
            g->q >= 1 / most && g->s <= most && (g->s >= 1 / most || !(g->s > 0)) && g->T <= most;
    }
    return good;
}

/* ---- cumulants ---- */

double dpc_plan_log_tail(double x)
{
    return x < 25 ? log(erfc(x / sqrt(2.0)) / 2)
                  : -x * x / 2 - LOG_SQRT_2PI - log(x) + log1p(-1 / (x * x));
}

double dpc_plan_log_near_at(const part *p, double y)
{
    const double x = p->edge > 0 ? (y - p->far) / p->edge : -HUGE_VAL;
    return x < -9 ? 0 : dpc_plan_log_tail(x);
}

double dpc_plan_log_w(const part *p, double y)
{
    const double z = y / p->s - 1 / (2 * p->s * p->s);
    if (z > 30)
        return z + log(p->q) + log1p((1 - p->q) / p->q * exp(-z));
    return log1p(p->q * expm1(z));
}

double dpc_plan_share(const part *p, double y)
{
    const double z = y / p->s - 1 / (2 * p->s * p->s) + log(p->q) - log1p(-p->q);
    return z > 0 ? 1 / (1 + exp(-z)) : exp(z) / (1 + exp(z));
}

double dpc_plan_log_integrand(const part *p, double lambda, double y)
{
    return -y * y / 2 + lambda * dpc_plan_log_w(p, y) + dpc_plan_log_near_at(p, y);
}

double dpc_plan_peak(const part *p, double lambda, bool far)
{
    double lo = fmin(0, lambda / p->s), hi = fmax(0, lambda / p->s);
    if (lambda < 0) { /* concave: one peak */
        for (int i = 0; i < 40; i++) {
            const double y = (lo + hi) / 2;
            if (lambda * dpc_plan_share(p, y) / p->s > y)
                lo = y;
            else
                hi = y;
        }
        return (lo + hi) / 2;
    }
    double y = far ? hi : 0, last = HUGE_VAL;
    for (int i = 0; i < 200 && fabs(y - last) > 1e-6; i++) {
        last = y;
        y = lambda * dpc_plan_share(p, y) / p->s;
    }
    return y;
}

/* The range of summation: one window, or one for each of two humps; and a place in one of them
   where the integrand is large. */
typedef struct {
    int n;
    double from[2], to[2], top;
} windows;

static windows windows_of(const part *p, double lambda)
{
    enum { LOOKS = 128 };
    const double reach = 9, near = dpc_plan_peak(p, lambda, false);
    if (p->edge > 0) { /* the far end is cut off: one window up to it */
        const double drawn =
            fmax(lambda, 0) * p->edge * p->edge / p->s; /* beyond it, by the tilt */
        windows w = {.n = 1,
                     .from = {fmin(lambda < 0 ? near : 0, p->far) - reach},
                     .to = {p->far + drawn + reach * p->edge}};
        double best = -HUGE_VAL;
        for (int i = 0; i <= LOOKS; i++) {
            const double y = w.from[0] + (w.to[0] - w.from[0]) * i / LOOKS;
            const double f = dpc_plan_log_integrand(p, lambda, y);
            if (f > best) {
                best = f;
                w.top = y;
            }
        }
        return w;
    }
    const double far = lambda < 0 ? near : dpc_plan_peak(p, lambda, true);
    const double top =
        dpc_plan_log_integrand(p, lambda, near) < dpc_plan_log_integrand(p, lambda, far) ? far
                                                                                         : near;
    if (far - near > 2 * reach)
        return (windows){2, {near - reach, far - reach}, {near + reach, far + reach}, top};
    return (windows){1, {near - reach}, {far + reach}, top};
}

static cumulants sampled_cumulants(const part *p, double tilt)
{
    enum { MAX_POINTS = 4096 };
    const double lambda = exponent(p, tilt);
    const windows at = windows_of(p, lambda);
    double best = -HUGE_VAL, sum = 0, first = 0, second = 0;
    /* losses are relative to that of the higher peak: otherwise rounding would swamp their
       variance */
    const double shift = p->remove ? dpc_plan_log_w(p, at.top) : -dpc_plan_log_w(p, at.top);
    const double rho = dpc_plan_share(p, at.top);
    /* the integrand varies on the scales 1, sigma, and that of its peak, which convex losses widen
     */
    double density = fmax(3, 2.5 / p->s);
    if (lambda < 0)
        density = fmax(density, 8 * sqrt(1 - lambda * rho * (1 - rho) / (p->s * p->s)));
    if (p->edge > 0)
        density = fmax(density, 2 / p->edge);
    for (int w = 0; w < at.n; w++) {
        int n = (int)fmin((at.to[w] - at.from[w]) * density + 1, MAX_POINTS);
        const double step = (at.to[w] - at.from[w]) / n;
        if (dpc_watch_step((uint64_t)n / 4))
            return (cumulants){0, 0, 1e-300};
        for (int i = 0; i <= n; i++) {
            const double y = at.from[w] + i * step, l = dpc_plan_log_w(p, y);
            const double f = -y * y / 2 + lambda * l + dpc_plan_log_near_at(p, y);
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
    }
    first /= sum;
    return (cumulants){best + log(fmax(sum, 1e-300)) - log(2 * acos(-1.0)) / 2, first + shift,
                       fmax(second / sum - first * first, 1e-300)};
}

cumulants dpc_plan_cumulants_of(const part *p, double t)
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

cumulants dpc_plan_cumulants(const problem *p, double tilt)
{
    cumulants sum = {0, 0, 1e-300};
    for (size_t i = 0; i < p->n; i++) {
        const cumulants k = dpc_plan_cumulants_of(&p->part[i], tilt);
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

double dpc_plan_log_delta(double tilt, double eps, cumulants k)
{
    const double var = k.var + 1 / (tilt * tilt) + 1 / ((1 + tilt) * (1 + tilt));
    return k.K - tilt * eps - log(tilt) - log1p(tilt) - log(2 * acos(-1.0) * var) / 2;
}

enum { SMALLEST_TILT = -18, LARGEST_TILT = 16 }; /* powers of e */

double dpc_plan_saddle(const problem *p, double eps)
{
    double lo = SMALLEST_TILT, hi = LARGEST_TILT;
    for (int i = 0; i < 24; i++) {
        const double mid = (lo + hi) / 2, tilt = exp(mid);
        if (saddle_eps(tilt, dpc_plan_cumulants(p, tilt)) < eps)
            lo = mid;
        else
            hi = mid;
    }
    return exp((lo + hi) / 2);
}

/* The error probability of a test between the two distributions of a step without sampling. */
static double error_of(const part *g)
{
    if (g->kind == DPC_STEP_LAPLACE)
        return exp(-g->s / 2) / 2;
    if (g->kind == DPC_STEP_RESPONSE)
        return 1 / (1 + exp(g->s));
    return erfc(fmin(1 / (2 * g->s), 32) / sqrt(2.0)) / 2;
}

double dpc_plan_log_near(const problem *p, double eps)
{
    const double most_steps = ldexp(1, 38);
    double sum = eps / 2;
    for (size_t i = 0; i < p->n; i++) {
        const part *g = &p->part[i];
        const double b = error_of(g), V = g->q * (1 - 2 * b), a = b + V;
        /* the square of the difference of the roots of a and b, and of 1 - a and 1 - b */
        const double x = V / (sqrt(a) + sqrt(b)), y = V / (sqrt(1 - a) + sqrt(1 - b));
        sum += fmin(g->T, most_steps) * log1p(-(x * x + y * y) / 2);
    }
    return sum;
}

double dpc_mechanism_log_delta_approx(const dpc_mechanism *m, double eps)
{
    problem p = dpc_plan_problem(m);
    const double tilt = dpc_plan_saddle(&p, eps), near = dpc_plan_log_near(&p, eps);
    const double value = dpc_plan_log_delta(tilt, eps, dpc_plan_cumulants(&p, tilt));
    free(p.part);
    if (near < -1) /* saddle points are no guide to values close to 1 */
        return log1p(-exp(near));
    return isnan(value) ? -HUGE_VAL : fmin(value, 0);
}

double dpc_mechanism_eps_approx(const dpc_mechanism *m, double target)
{
    problem p = dpc_plan_problem(m);
    double lo = SMALLEST_TILT, hi = LARGEST_TILT;
    for (int i = 0; i < 24; i++) {
        const double mid = (lo + hi) / 2, tilt = exp(mid);
        const cumulants k = dpc_plan_cumulants(&p, tilt);
        if (dpc_plan_log_delta(tilt, saddle_eps(tilt, k), k) > target)
            lo = mid;
        else
            hi = mid;
    }
    const double tilt = exp((lo + hi) / 2), eps = saddle_eps(tilt, dpc_plan_cumulants(&p, tilt));
    free(p.part);
    return fmax(0, eps);
}

double dpc_mechanism_largest_approx(const dpc_mechanism *m)
{
    problem p = dpc_plan_problem(m);
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

double dpc_mechanism_log_hit_approx(const dpc_mechanism *m)
{
    problem p = dpc_plan_problem(m);
    double missed = 0, variation = 0;
    for (size_t i = 0; i < p.n; i++) {
        const part *g = &p.part[i];
        missed += is_sampled(g) ? g->T * log1p(-g->q) : -HUGE_VAL;
        variation += g->T * g->q * (1 - 2 * error_of(g));
    }
    free(p.part);
    return missed < 0 ? log(fmin(-expm1(missed), variation)) : -HUGE_VAL;
}
