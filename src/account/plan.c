/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Cumulants of the tilted loss in plain doubles give the tilt and the period; the error bounds of
   the method itself, taken at trial values, give the rest.  Groups share the nodes: what the most
   demanding one needs serves for all. */
#include "account/plan.h"

#include "account/inversion.h"
#include "account/probe.h"
#include "lang/rational.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOG_SQRT_2PI 0.91893853320467274

enum { LITTLE = 1000000 }; /* pairs of nodes and frequencies: a better plan would not pay */

/* A group of equal steps; s is sigma, or epsilon.  edge > 0: what lies beyond far is counted apart. */
typedef struct {
    bool remove;
    dpc_step_kind kind;
    double q, s, T;
    double far, edge;
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
        p.part[p.n] = (part){.remove = m->remove,
                             .kind = g->kind,
                             .q = g->q.q != NULL ? mpq_get_d(g->q.q) : 1,
                             .s = mpq_get_d(g->size.q),
                             .T = mpz_get_d(g->T)};
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

/* log Q(x) */
static double log_tail(double x)
{
    return x < 25 ? log(erfc(x / sqrt(2.0)) / 2)
                  : -x * x / 2 - LOG_SQRT_2PI - log(x) + log1p(-1 / (x * x));
}

/* The logarithm of the weight of what is not counted apart. */
static double log_near_at(const part *p, double y)
{
    const double x = p->edge > 0 ? (y - p->far) / p->edge : -HUGE_VAL;
    return x < -9 ? 0 : log_tail(x);
}

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
    return -y * y / 2 + lambda * log_w(p, y) + log_near_at(p, y);
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

/* Where the integrand is to be summed: one window, or one for each of two humps, and a place in one
   of them where it is large. */
typedef struct {
    int n;
    double from[2], to[2], top;
} windows;

static windows windows_of(const part *p, double lambda)
{
    enum { LOOKS = 128 };
    const double reach = 11, near = peak(p, lambda, false);
    if (p->edge > 0) { /* the far end is cut off: one window up to there */
        const double drawn = fmax(lambda, 0) * p->edge * p->edge / p->s; /* beyond it, by the tilt */
        windows w = {.n = 1,
                     .from = {fmin(lambda < 0 ? near : 0, p->far) - reach},
                     .to = {p->far + drawn + reach * p->edge}};
        double best = -HUGE_VAL;
        for (int i = 0; i <= LOOKS; i++) {
            const double y = w.from[0] + (w.to[0] - w.from[0]) * i / LOOKS;
            const double f = log_integrand(p, lambda, y);
            if (f > best) {
                best = f;
                w.top = y;
            }
        }
        return w;
    }
    const double far = lambda < 0 ? near : peak(p, lambda, true);
    const double top = log_integrand(p, lambda, near) < log_integrand(p, lambda, far) ? far : near;
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
    /* losses are taken from that of the higher peak, or their variance would be lost by rounding */
    const double shift = p->remove ? log_w(p, at.top) : -log_w(p, at.top);
    const double rho = share(p, at.top);
    double density = lambda < 0 ? 8 * sqrt(1 - lambda * rho * (1 - rho) / (p->s * p->s)) : 8;
    if (p->edge > 0)
        density = fmax(density, 2 / p->edge);
    for (int w = 0; w < at.n; w++) {
        int n = (int)fmin((at.to[w] - at.from[w]) * density + 1, MAX_POINTS);
        const double step = (at.to[w] - at.from[w]) / n;
        for (int i = 0; i <= n; i++) {
            const double y = at.from[w] + i * step, l = log_w(p, y);
            const double f = -y * y / 2 + lambda * l + log_near_at(p, y);
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

/* How often a test errs between the two distributions of a step without sampling. */
static double error_of(const part *g)
{
    if (g->kind == DPC_STEP_LAPLACE)
        return exp(-g->s / 2) / 2;
    if (g->kind == DPC_STEP_RESPONSE)
        return 1 / (1 + exp(g->s));
    return erfc(fmin(1 / (2 * g->s), 32) / sqrt(2.0)) / 2;
}

/* The logarithm of what the method shows 1 - D to be at most by the affinities of the steps alone.
 */
static double log_near(const problem *p, double eps)
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
    problem p = in_doubles(m);
    const double tilt = find_tilt(&p, eps), near = log_near(&p, eps);
    const double value = log_delta(tilt, eps, cumulants_at(&p, tilt));
    free(p.part);
    if (near < -1) /* no saddle tells of values next to 1 */
        return log1p(-exp(near));
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

double dpc_mechanism_log_hit_approx(const dpc_mechanism *m)
{
    problem p = in_doubles(m);
    double missed = 0, variation = 0;
    for (size_t i = 0; i < p.n; i++) {
        const part *g = &p.part[i];
        missed += is_sampled(g) ? g->T * log1p(-g->q) : -HUGE_VAL;
        variation += g->T * g->q * (1 - 2 * error_of(g));
    }
    free(p.part);
    return missed < 0 ? log(fmin(-expm1(missed), variation)) : -HUGE_VAL;
}

/* ---- aliases ---- */

/* log (c(v) F exp(-v eps)), F the product of all M(v) */
static double log_chernoff(const problem *p, double v, double eps)
{
    return v <= 0 ? 0 : v * log(v) - (1 + v) * log1p(v) + cumulants_at(p, v).K - v * eps;
}

/* log_chernoff at many points, for straight lines between them. */
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

/* The function is convex: at least its value. */
static double chart_at(const chart *c, double v)
{
    const double at = log(v / c->v[0]) / log(c->v[1] / c->v[0]);
    if (!(at >= 0) || at >= (double)(c->n - 1))
        return log_chernoff(c->p, v, c->eps);
    const size_t i = (size_t)at;
    const double part_of = (v - c->v[i]) / (c->v[i + 1] - c->v[i]);
    return c->value[i] + part_of * (c->value[i + 1] - c->value[i]);
}

/* The least period, and the spread that allows it. */
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

/* Where M is next to 1, that is where most of the law does not reach eps, the saddle is no good
   line to integrate on: below it the period can be much shorter, at the price of a few bits. */
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
        const double deviation = sqrt(cumulants_at(c->p, tilt).var);
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
    const double lambda = exponent(p, tilt), near = peak(p, lambda, false);
    const double far = lambda < 0 ? near : peak(p, lambda, true);
    const double level = log_small + cumulants_of(p, tilt).K;
    double from = side < 0 ? fmin(near, 0) : far, step = 1;
    if (side > 0 && p->edge > 0) { /* it needs a positive rate there */
        const double missing = 1 + lambda / p->s - p->far;
        from = p->far + fmax(p->edge, missing / (1 + 1 / (p->edge * p->edge)));
    } else if (side > 0 && p->remove) { /* the method needs to go beyond lambda/sigma */
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

/* ---- error bounds ---- */

/* Points of the grid that the bounds of a group of subsampled Gaussians are computed from, with the
   logarithms of phi and w, and rho. */
typedef struct {
    size_t n;
    double from, step;
    double *phi, *w, *rho, *near, *beyond;
} cells;

static void cells_clear(cells *c)
{
    free(c->phi);
    free(c->w);
    free(c->rho);
    free(c->near);
    free(c->beyond);
    *c = (cells){.n = 0};
}

static bool cells_init(cells *c, const part *p, double lo, double hi, double step)
{
    c->n = (size_t)ceil((hi - lo) / step) + 1;
    c->from = lo;
    c->step = step;
    c->phi = calloc(c->n, sizeof(double));
    c->w = calloc(c->n, sizeof(double));
    c->rho = calloc(c->n, sizeof(double));
    c->near = calloc(c->n, sizeof(double));
    c->beyond = calloc(c->n, sizeof(double));
    if (c->phi == NULL || c->w == NULL || c->rho == NULL || c->near == NULL || c->beyond == NULL)
        return false;
    for (size_t i = 0; i < c->n; i++) {
        const double y = lo + (double)i * step;
        c->phi[i] = -y * y / 2 - LOG_SQRT_2PI;
        c->w[i] = log_w(p, y);
        c->rho[i] = share(p, y);
        c->near[i] = log_near_at(p, y);
        c->beyond[i] = p->edge > 0 ? log_tail((p->far - y) / p->edge) : -HUGE_VAL;
    }
    return true;
}

/* A cut between core and hits; soft = 0: none.  hit and core: the logarithms of 1 - chi and chi at
   the points of cells. */
typedef struct {
    double at, soft, tilt;
    double *hit, *core;
} knife;

static void knife_set(knife *k, const cells *c, double at, double soft)
{
    k->at = at;
    k->soft = soft;
    for (size_t i = 0; i < c->n; i++) {
        const double x = (c->from + (double)i * c->step - at) / soft;
        k->core[i] = log_tail(x);
        k->hit[i] = log_tail(-x);
    }
}

/* log of the sum of exp of what is added. */
typedef struct {
    double most, sum;
} log_sum;

static void add_log(log_sum *s, double x)
{
    if (x > s->most) {
        s->sum = s->sum * exp(s->most - x) + 1;
        s->most = x;
    } else if (x > s->most - 40)
        s->sum += exp(x - s->most);
}

static double log_1_plus(double log_x)
{
    return log_x > 30 ? log_x : log1p(exp(log_x));
}

/* What lies beyond the points, over the step; turn: R times the angle, lift: of the weight near. */
static void add_tails(log_sum *sum, const part *p, const cells *c, double lambda, double turn,
                      int sign, double lift, const knife *k)
{
    const size_t last = c->n - 1;
    const double lo = c->from, hi = c->from + (double)last * c->step;
    const double left = -lo + (lambda < 0 ? lambda * c->rho[0] / p->s : 0);
    double right = hi - (lambda > 0 ? lambda / p->s : 0);
    if (p->edge > 0)
        right += fmax(hi - p->far, 0) / (p->edge * p->edge);
    double x = c->phi[0] + lambda * c->w[0] - log(fmax(left, 1e-9) * c->step);
    if (k != NULL)
        x += k->hit[0];
    if (sign > 0)
        x += turn * (c->rho[0] <= 0.5 ? c->rho[0] : 1);
    add_log(sum, x);
    x = c->phi[last] + lift + c->near[last] + lambda * c->w[last] - log(fmax(right, 1e-9) * c->step);
    add_log(sum, x + (sign > 0 ? turn : -turn * c->rho[last]));
}

/* log of the method's bound of the integral over a line at a distance from the real axis: for
   frequencies up to R (sign 1), or from R on (sign -1); k: of the hits only, unless NULL. */
static double log_line(const part *p, const cells *c, double lambda, double distance, double R,
                       int sign, const knife *k)
{
    const double b = distance / p->s, turn = R * (sign > 0 ? b : b - b * b * b / 6);
    const double lift = p->edge > 0 ? distance * distance / (2 * p->edge * p->edge) : 0;
    log_sum sum = {-HUGE_VAL, 0};
    for (size_t i = 0; i + 1 < c->n; i++) {
        double x = fmax(c->phi[i], c->phi[i + 1]) + fmax(lambda * c->w[i], lambda * c->w[i + 1]);
        x += fmin(lift + c->near[i], log_1_plus(lift + c->beyond[i + 1]));
        if (k != NULL)
            x += k->hit[i + 1];
        if (sign < 0)
            x -= turn * c->rho[i];
        else
            x += turn * (c->rho[i + 1] <= 0.5 ? c->rho[i + 1] : 1);
        add_log(&sum, x);
    }
    add_tails(&sum, p, c, lambda, turn, sign, lift, k);
    double value = sum.most + log(sum.sum * c->step) + distance * distance / 2;
    if (k != NULL)
        value += distance * distance / (2 * k->soft * k->soft);
    if (!p->remove)
        value += lambda * log1p(-b * b / 8);
    return value;
}

/* log of what the core alone contributes at most, by its tilt v; T: of the group. */
static double log_core(const problem *p, const part *g, const cells *c, const knife *k, double v,
                       double eps)
{
    log_sum sum = {-HUGE_VAL, 0};
    for (size_t i = 0; i + 1 < c->n; i++) {
        const double l = c->w[i + 1];
        if (l > 0)
            add_log(&sum, fmax(c->phi[i], c->phi[i + 1]) + k->core[i] + c->near[i] + l +
                              (v * l > 30 ? v * l : log(expm1(v * l))));
    }
    const double x = sum.most + log(sum.sum * c->step);
    double value = v * log(v) - (1 + v) * log1p(v) - v * eps + g->T * (x > 30 ? x : log1p(exp(x)));
    for (size_t i = 0; i < p->n; i++)
        if (&p->part[i] != g)
            value += p->part[i].T * cumulants_of(&p->part[i], v).K;
    return value;
}

/* ---- frequencies and nodes ---- */

typedef struct {
    problem p;
    double eps, tilt, log_width;
    double *log_M; /* by group */
    cells *cells;  /* by group; empty where M has a closed form */
    dpc_probe **probe;
    double sigma_least, sigma_most;
    bool near;    /* the value is next to 1, which the method sees without frequencies */
    bool few;     /* a group has few steps: shifted contours may help */
    size_t hit;   /* the only group of subsampled Gaussians, */
    bool can_cut; /* if there is one, and something can be cut off */
    knife knife;
} task;

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
    if (t->probe[i] == NULL || !dpc_probe_lost(t->probe[i], R))
        return t->log_M[i];
    const double lost = dpc_domain_ball.log_abs_approx(dpc_probe_value(t->probe[i])) - t->log_M[i];
    return lost < 0 ? t->log_M[i] + log1p(-exp(lost)) : t->log_M[i] - 40;
}

/* The distance that a group makes of one that all share. */
static double within_strip(const task *t, size_t i, double distance)
{
    return fmin(distance, 1.99 * t->p.part[i].s);
}

/* log of |M| beyond R at most, by a shifted contour; k: of the hits. */
static double log_shifted(const task *t, size_t i, double at, double R, const knife *k)
{
    return log_line(&t->p.part[i], &t->cells[i], exponent(&t->p.part[i], t->tilt),
                    within_strip(t, i, at), R, -1, k);
}

/* log of what the frequencies beyond R contribute at most; shift: the first one that makes it small
   enough, or the best one, 0 for none. */
static double log_cut(task *t, double R, double *shift)
{
    enum { TRIALS = 6, MOST_TRIALS = 24 };
    double best = 0;
    for (size_t i = 0; i < t->p.n; i++)
        best += t->p.part[i].T * log_stairs(t, i, R);
    *shift = 0;
    const double rest = -t->tilt * t->eps - log(acos(-1.0) * R);
    double at = t->sigma_least / 3.2;
    for (int k = 0;
         k < MOST_TRIALS && t->few && at <= 1.9 * t->sigma_most && best + rest > t->log_width;
         k++) {
        double sum = 0;
        for (size_t i = 0; i < t->p.n; i++) {
            const double line = t->cells[i].n > 0 ? log_shifted(t, i, at, R, NULL) : HUGE_VAL;
            sum += t->p.part[i].T * fmin(line, log_stairs(t, i, R));
        }
        if (sum < best) {
            best = sum;
            *shift = at;
        }
        at += (k < TRIALS ? t->sigma_least : at) / 3.2;
    }
    return best + rest;
}

/* The same where the core is cut off. */
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
            best += t->p.part[i].T * log_stairs(t, i, R);
    return best - t->tilt * t->eps - log(acos(-1.0) * R);
}

/* The least R, up to a limit, beyond which nothing counts. */
static double find_R(task *t, double limit, bool with_cut, double *shift)
{
    double (*const cut)(task *, double, double *) = with_cut ? log_hits_cut : log_cut;
    const cumulants k = cumulants_at(&t->p, t->tilt);
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

/* The tilt that shows best how little the core contributes, and the logarithm of that. */
static double best_core(task *t)
{
    enum { ROUNDS = 18 };
    const part *g = &t->p.part[t->hit];
    const cells *c = &t->cells[t->hit];
    const double end = c->from + (double)(c->n - 2) * c->step; /* where the last node is at least */
    /* the method needs a positive rate beyond it, for the tilt as it will be written */
    const double soft = t->knife.soft;
    double most = g->s * (end + (end - t->knife.at) / (soft * soft)) - 2;
    if (g->edge > 0)
        most += g->s * fmax(end - g->far, 0) / (g->edge * g->edge);
    if (end <= t->knife.at || most <= 1)
        return HUGE_VAL;
    double lo = log(0.25), hi = log(0.99 * most);
    for (int i = 0; i < ROUNDS; i++) {
        const double a = lo + 0.382 * (hi - lo), b = lo + 0.618 * (hi - lo);
        if (log_core(&t->p, g, c, &t->knife, exp(a), t->eps) <
            log_core(&t->p, g, c, &t->knife, exp(b), t->eps))
            hi = b;
        else
            lo = a;
    }
    t->knife.tilt = exp((lo + hi) / 2);
    return log_core(&t->p, g, c, &t->knife, t->knife.tilt, t->eps);
}

/* Puts the cut as far up as it may be: what it takes away has to be next to nothing. */
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
        knife_set(&t->knife, c, (lo + hi) / 2, soft);
        if (best_core(t) < t->log_width)
            lo = t->knife.at;
        else
            hi = t->knife.at;
    }
    if (lo == c->from)
        return false;
    /* as it will be written */
    knife_set(&t->knife, c, floor(lo * 100) / 100, soft);
    return best_core(t) < t->log_width;
}

/* log of the error that M of a group may have; lost: relative, if one step is the only one. */
static double log_error(const task *t, size_t i, double lost)
{
    return t->log_M[i] + lost - log(t->p.part[i].T);
}

/* The largest distance of nodes, and the strip for it; lost: log of the error of M, relative, that
   one step may have when it is the only one. */
static double find_h(const task *t, double R, double lost, bool with_cut, double *strip)
{
    enum { TRIALS = 16 };
    double best = 0;
    for (int k = 0; k < TRIALS; k++) {
        const double a = 1.99 * t->sigma_most * (k < 8 ? (k + 1) / 8.0 : pow(0.5, k - 7) / 8);
        double h = 1;
        for (size_t i = 0; i < t->p.n; i++) {
            const part *g = &t->p.part[i];
            if (t->cells[i].n == 0)
                continue;
            const double distance = within_strip(t, i, a), lambda = exponent(g, t->tilt);
            double line = log_line(g, &t->cells[i], lambda, distance, R, 1, NULL);
            if (with_cut) { /* the errors of the core count as much as there are hits */
                const double of_hits =
                    log_line(g, &t->cells[i], lambda, 0, R, -1, &t->knife) + log(g->T);
                const double soft = t->knife.soft;
                line +=
                    distance * distance / (2 * soft * soft) + fmin(of_hits - t->log_M[i], 0) + 2;
                line = fmax(line, log_line(g, &t->cells[i], lambda, distance, R, 1, &t->knife));
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
        /* the core's tilt, too, needs a positive rate there */
        const double core = -2 * t->log_width / t->eps;
        if (g->edge > 0 && t->can_cut)
            *hi = fmax(*hi, fmin(g->far + core * g->edge * g->edge / g->s, g->far + 4 * g->s));
    }
}

/* False when memory ends. */
static bool task_init(task *t, const problem *p, double eps, double tilt)
{
    enum { FEW = 200 };
    size_t sampled = 0;
    t->eps = eps;
    t->tilt = tilt;
    t->p = *p;
    t->log_M = calloc(p->n + 1, sizeof *t->log_M);
    t->cells = calloc(p->n + 1, sizeof *t->cells);
    t->probe = calloc(p->n + 1, sizeof(dpc_probe *));
    if (t->log_M == NULL || t->probe == NULL || t->cells == NULL)
        return false;
    for (size_t i = 0; i < t->p.n; i++) {
        const part *g = &t->p.part[i];
        t->log_M[i] = cumulants_of(g, tilt).K;
        if (!is_sampled(g))
            continue;
        t->sigma_least = t->sigma_least > 0 ? fmin(t->sigma_least, g->s) : g->s;
        t->sigma_most = fmax(t->sigma_most, g->s);
        t->few = t->few || g->T < FEW;
        t->hit = i;
        sampled++;
    }
    t->can_cut = sampled == 1 && t->p.remove && eps > 0;
    return true;
}

static void task_clear(task *t)
{
    for (size_t i = 0; t->probe != NULL && t->cells != NULL && i < t->p.n; i++) {
        dpc_probe_free(t->probe[i]);
        cells_clear(&t->cells[i]);
    }
    free(t->knife.hit);
    free(t->knife.core);
    free(t->cells);
    free(t->probe);
    free(t->log_M);
}

/* The grid of all groups; false if it would be too large for any plan. */
static bool make_cells(task *t, dpc_method method, const dpc_number *given, double lo, double hi,
                       double cell, mpq_t *plan)
{
    enum { MOST_CELLS = 1 << 17 };
    if (!((hi - lo) / cell < MOST_CELLS))
        return false;
    mpq_set_d(plan[DPC_INV_H], cell);
    set_nodes(plan, lo, hi, cell, cell);
    dpc_number arg[DPC_INV_NARGS];
    for (int i = 0; i < DPC_INV_NARGS; i++)
        arg[i] = i < DPC_INV_THETA ? given[i] : (dpc_number){.q = plan[i]};
    dpc_method_call call = {.dom = &dpc_domain_ball, .prec = 64, .arg = arg};
    for (size_t i = 0; i < t->p.n; i++)
        if (is_sampled(&t->p.part[i])) {
            t->probe[i] = dpc_probe_new(method, &call, i);
            if (!cells_init(&t->cells[i], &t->p.part[i], lo, hi, cell))
                return false;
        }
    return true;
}

/* The distance of nodes and the strip, in the direction add: beyond the last node the method takes
   the loss for one that turns with the whole frequency, which only the normal density outweighs, so
   that nodes reaching further may be fewer, being further apart.  *hi: where they reach. */
static double find_wider(task *t, double lo, double *hi, double R, double lost, double cell,
                         double *strip)
{
    enum { TRIALS = 6 };
    double best = find_h(t, R, lost, false, strip), to = fmax(*hi, 10), end = *hi;
    for (int k = 0; k < TRIALS; k++) {
        bool done = true;
        to *= 2;
        for (size_t i = 0; i < t->p.n && done; i++)
            if (t->cells[i].n > 0) {
                cells_clear(&t->cells[i]);
                done = cells_init(&t->cells[i], &t->p.part[i], lo, to, cell);
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

/* The strip, the nodes, and the cut if there is one. */
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

/* Frequencies and nodes; what the plan has so far is the argument of the method's bounds.  The
   number of pairs of them, or infinity if the plan does not get there. */
static double find_grid(task *t, dpc_method method, const dpc_number *given, double lost,
                        mpq_t *plan)
{
    enum { MAX_WORK = 20000000, MOST_FREQUENCIES = 1 << 16 };
    const double two_pi = 2 * acos(-1.0), A = as_double(plan, DPC_INV_A);
    const double cell = t->few ? 1.0 / 64 : 1.0 / 16;
    double lo, hi, shift = 0, unused = 0, limit = MOST_FREQUENCIES * two_pi / A;
    const bool sampled = t->sigma_most > 0;
    find_range(t, as_double(plan, DPC_INV_SPREAD), lost, &lo, &hi);
    if (!make_cells(t, method, given, lo, hi, cell, plan)) {
        mpq_set_si(plan[DPC_INV_J1], -1, 1); /* refused */
        return HUGE_VAL;
    }
    /* nodes grow with R, like the frequencies: R^2 A (hi - lo)/(4 pi^2 sigma) is about their
       product */
    double work = A * (hi - lo) / (two_pi * two_pi * t->sigma_least);
    if (sampled && t->p.part[t->hit].edge > 0)
        work *= share(&t->p.part[t->hit], t->p.part[t->hit].far);
    if (sampled)
        limit = fmin(limit * 16, sqrt(MAX_WORK / work));
    double R = t->near ? two_pi / A : find_R(t, fmax(limit, two_pi / A), false, &shift);
    bool with_cut = false, reached = t->near || log_cut(t, R, &unused) <= t->log_width;
    if (sampled && t->can_cut && !t->near && 40 * R * R * work > MAX_WORK && find_knife(t)) {
        double other = 0;
        const double least = find_R(t, limit, true, &other);
        const bool also = log_hits_cut(t, least, &unused) <= t->log_width;
            /* where neither gets there: what leaves less */
        with_cut = R >= limit && !also ? log_hits_cut(t, least, &unused) < log_cut(t, R, &unused)
                                       : also && (2 * least * least < R * R || R >= limit);
        R = with_cut ? least : R;
        shift = with_cut ? other : shift;
        reached = with_cut ? also : reached;
    }
    const double K = fmax(1, fmin(ceil(R * A / two_pi), 1 << 20));
    mpq_set_d(plan[DPC_INV_K], K);
    if (!sampled) { /* no nodes: what was tried for them does not matter */
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

/* A plan for these parts, with far and edge as they are; as find_grid. */
static double plan_parts(const problem *p, dpc_method method, const dpc_number *given,
                         double log_width, mpq_t *plan)
{
    const double eps = mpq_get_d(given[DPC_INV_EPS].q), saddle = find_tilt(p, eps);
    double work = HUGE_VAL;
    chart c;
    chart_init(&c, p, eps, saddle / 64, saddle * 64);
    set_short(plan[DPC_INV_THETA], better_tilt(&c, saddle, log_width - log(4)), 3, 0);
    const bool is_near = eps < ldexp(1, 38) && log_near(p, eps) < log_width - 1;
    if (is_near) { /* any plan does that the method takes, with numbers of ordinary size */
        const cumulants k = cumulants_at(p, 1e-12);
        set_short(plan[DPC_INV_THETA], fmin(1, 1 / (k.mean + eps + sqrt(k.var))), 3, 0);
    }
    task t = {.near = is_near, .log_width = log_width - log(4)};
    if (task_init(&t, p, eps, as_double(plan, DPC_INV_THETA))) {
        const cumulants k = cumulants_at(&t.p, t.tilt);
        const double value = log_delta(t.tilt, t.eps, k);
        /* log of the relative width, for the errors of all groups */
        const double lost = is_near ? -1 : fmin(log_width - value, -1) - 4 - log((double)p->n);
        double spread = t.tilt / 2;
        const double period =
            is_near ? 1 / t.tilt : find_period(&c, t.tilt, sqrt(k.var), t.log_width, &spread);
        set_short(plan[DPC_INV_A], period, 3, 1);
        set_short(plan[DPC_INV_SPREAD], spread, 3, 0);
        work = find_grid(&t, method, given, lost, plan);
    }
    task_clear(&t);
    return work;
}

/* ---- the far end ---- */

/* Where it may begin, with an edge of this width, so that what is left undecided does not count;
   NaN if the losses have no bound. */
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
    const double x = log(8 * steps) + (p->remove ? eps : 0) - log_width;
    for (size_t i = 0; i < p->n; i++) {
        const part *g = &p->part[i];
        const double loss = bound + log1p(-g->q) + (p->remove ? eps : -eps);
        if (is_sampled(g))
            far = fmax(far, g->s * (log1p(expm1(loss) / g->q) + 1 / (2 * g->s * g->s)));
    }
    return far + edge * sqrt(2 * fmax(x, 1));
}

static void set_initial(mpq_t *plan)
{
    for (int i = DPC_INV_THETA; i < DPC_INV_NARGS; i++)
        mpq_set_ui(plan[i], 1, 1);
    mpq_set_si(plan[DPC_INV_J0], -1, 1);
    mpq_set_ui(plan[DPC_INV_CUT], 0, 1);
    mpq_set_ui(plan[DPC_INV_SOFT], 0, 1);
    mpq_set_ui(plan[DPC_INV_FAR], 0, 1);
    mpq_set_ui(plan[DPC_INV_EDGE], 0, 1);
}

/* Few steps that are rarely sampled: a plan that counts the far end apart, with this edge, if it is
   cheaper than work; returns what is cheaper. */
static double plan_edge(problem *p, dpc_method method, const dpc_number *given, double log_width,
                        double edge, double work, mpq_t *plan)
{
    const double most = 1e6; /* no node is that far out */
    const double far = far_from(p, mpq_get_d(given[DPC_INV_EPS].q), log_width, edge);
    if (!(fabs(far) < most))
        return work;
    mpq_t trial[DPC_INV_NARGS];
    for (int i = 0; i < DPC_INV_NARGS; i++)
        mpq_init(trial[i]);
    set_initial(trial);
    set_short(trial[DPC_INV_EDGE], edge, 2, 0);
    mpq_set_si(trial[DPC_INV_FAR], (long)ceil(far * 100), 100);
    mpq_canonicalize(trial[DPC_INV_FAR]);
    for (size_t i = 0; i < p->n; i++) {
        p->part[i].far = as_double(trial, DPC_INV_FAR);
        p->part[i].edge = as_double(trial, DPC_INV_EDGE);
    }
    const double found = plan_parts(p, method, given, log_width, trial);
    for (int i = 0; i < DPC_INV_NARGS; i++) {
        if (found < work && i >= DPC_INV_THETA)
            mpq_set(plan[i], trial[i]);
        mpq_clear(trial[i]);
    }
    return fmin(found, work);
}

/* The same for the better ones of some edges: from a medium one on, narrower or wider ones. */
static void plan_far(problem *p, dpc_method method, const dpc_number *given, double log_width,
                     double work, mpq_t *plan)
{
    enum { TRIALS = 3 };
    double sigma = HUGE_VAL;
    for (size_t i = 0; i < p->n; i++)
        if (is_sampled(&p->part[i]))
            sigma = fmin(sigma, p->part[i].s);
    const double medium = 0.06 * fmin(sigma, 1);
    if (!isfinite(medium))
        return;
    double best = plan_edge(p, method, given, log_width, medium, work, plan), edge = medium;
    for (int way = 0; way < 2; way++) {
        for (int k = 0; k < TRIALS && best > LITTLE; k++) {
            edge *= way == 0 ? 0.5 : 2;
            const double found = plan_edge(p, method, given, log_width, edge, best, plan);
            if (!(found < best))
                break;
            best = found;
        }
        if (edge < medium / 2) /* narrower ones were better */
            break;
        edge = medium;
    }
}

void dpc_inversion_plan(dpc_method method, const dpc_number *given, double log_width, mpq_t *plan)
{
    dpc_method_call call = {.arg = given};
    dpc_mechanism m;
    set_initial(plan);
    if (dpc_mechanism_read(method, &call, &m) == DPC_OK && m.n > 0) {
        problem p = in_doubles(&m);
        if (in_reach(&p, mpq_get_d(given[DPC_INV_EPS].q))) {
            const double work = plan_parts(&p, method, given, log_width, plan);
            if (work > LITTLE)
                plan_far(&p, method, given, log_width, work, plan);
        }
        free(p.part);
    }
    dpc_mechanism_clear(&m);
}
