/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The inversion itself in plain doubles: log D at any eps, from the frequencies of a plan.  It says
   where a plan of all digits should be made. */
#include "base/watch.h"
#include "guess/plan_inversion.h"
#include "guess/plan_parts.h"
#include "method/inversion.h"

#include <math.h>
#include <stdlib.h>

void dpc_plan_curve_clear(curve_guess *c)
{
    free(c->re);
    free(c->im);
    *c = (curve_guess){.n = 0};
}

/* Multiplies F by M^T: log |F| and its argument at each frequency, relative to those at 0. */
static void multiply(curve_guess *c, size_t k, double log_size, double angle, double T)
{
    c->re[k] += T * log_size;
    c->im[k] = remainder(c->im[k] + T * remainder(angle, 2 * acos(-1.0)), 2 * acos(-1.0));
}

/* The nodes of a group of subsampled Gaussians: weights, and e^(i D l) at the losses l. */
typedef struct {
    size_t n;
    double whole; /* the sum of the weights */
    double *weight, *turn_re, *turn_im, *re, *im;
} node_guess;

static void nodes_clear(node_guess *x)
{
    free(x->weight);
}

static bool nodes_init(node_guess *x, const part *g, double lambda, double D, double h, long j0,
                       long j1)
{
    const size_t n = x->n = (size_t)(j1 - j0) + 1;
    double most = -HUGE_VAL;
    x->whole = 0;
    x->weight = calloc(5 * n, sizeof(double));
    if (x->weight == NULL || dpc_watch_step(n))
        return false;
    x->turn_re = x->weight + n;
    x->turn_im = x->weight + 2 * n;
    x->re = x->weight + 3 * n;
    x->im = x->weight + 4 * n;
    for (size_t i = 0; i < n; i++) {
        const double y = (double)(j0 + (long)i) * h, l = dpc_plan_log_w(g, y);
        const double turn = D * (g->remove ? l : -l);
        x->weight[i] = -y * y / 2 + lambda * l;
        most = fmax(most, x->weight[i]);
        x->turn_re[i] = cos(turn);
        x->turn_im[i] = sin(turn);
    }
    for (size_t i = 0; i < n; i++) {
        x->re[i] = exp(x->weight[i] - most);
        x->whole += x->re[i];
    }
    return true;
}

static bool multiply_sampled(curve_guess *c, const part *g, double h, long j0, long j1)
{
    node_guess x;
    const bool done = nodes_init(&x, g, exponent(g, c->tilt), c->D, h, j0, j1);
    for (size_t k = 0; done && k < c->n && !dpc_watch_step(x.n / 4); k++) {
        double re = 0, im = 0;
        for (size_t i = 0; i < x.n; i++) {
            re += x.re[i];
            im += x.im[i];
            const double turned = x.re[i] * x.turn_re[i] - x.im[i] * x.turn_im[i];
            x.im[i] = x.re[i] * x.turn_im[i] + x.im[i] * x.turn_re[i];
            x.re[i] = turned;
        }
        multiply(c, k, log(hypot(re, im) / x.whole), atan2(im, re), g->T);
    }
    nodes_clear(&x);
    return done;
}

bool dpc_plan_curve_init(curve_guess *c, const problem *p, mpq_t *plan)
{
    enum { MOST_NODES = 1 << 16 };
    const double h = mpq_get_d(plan[DPC_INV_H]), A = mpq_get_d(plan[DPC_INV_A]);
    const double K = mpq_get_d(plan[DPC_INV_K]), from = mpq_get_d(plan[DPC_INV_J0]),
                 to = mpq_get_d(plan[DPC_INV_J1]);
    *c = (curve_guess){.tilt = mpq_get_d(plan[DPC_INV_THETA]), .A = A, .D = 2 * acos(-1.0) / A};
    if (mpq_sgn(plan[DPC_INV_SOFT]) != 0 || mpq_sgn(plan[DPC_INV_EDGE]) != 0 ||
        !(to - from < MOST_NODES && K < MOST_NODES))
        return false;
    c->n = (size_t)K + 1;
    c->re = calloc(c->n, sizeof(double));
    c->im = calloc(c->n, sizeof(double));
    bool done = c->re != NULL && c->im != NULL;
    for (size_t i = 0; done && i < p->n; i++) {
        const part *g = &p->part[i];
        c->log_F += g->T * dpc_plan_cumulants_of(g, c->tilt).K;
        if (is_sampled(g)) {
            done = multiply_sampled(c, g, h, (long)from, (long)to);
            continue;
        }
        done = g->kind == DPC_STEP_GAUSS;
        for (size_t k = 0; done && k < c->n; k++) {
            const double u = (double)k * c->D, drift = 1 / (2 * g->s * g->s);
            multiply(c, k, -u * u * drift, u * (1 + 2 * c->tilt) * drift, g->T);
        }
    }
    return done;
}

double dpc_plan_curve_at(const curve_guess *c, double eps)
{
    const double th = c->tilt;
    double sum = 0;
    for (size_t k = 0; k < c->n; k++) {
        /* F e^(-i u eps)/(t (t + 1)), t = theta + iu */
        const double u = (double)k * c->D, re = th * th + th - u * u, im = u * (2 * th + 1);
        const double size = exp(c->re[k]) / hypot(re, im) * (k > 0 ? 2 : 1);
        sum += size * cos(c->im[k] - u * eps - atan2(im, re));
    }
    return sum > 0 ? c->log_F - th * eps - log(c->A) + log(sum) : NAN;
}

/* Where log D meets the target: Newton's steps from eps, each at most a factor of e in D. */
static double meet(const curve_guess *c, double eps, double target)
{
    enum { ROUNDS = 40 };
    for (int i = 0; i < ROUNDS; i++) {
        const double step = fmax(eps, 1 / c->tilt) * 1e-6, x = dpc_plan_curve_at(c, eps) - target;
        const double slope = (dpc_plan_curve_at(c, eps + step) - target - x) / step;
        const double move = fmax(fmin(-x / slope, 1 / c->tilt), -1 / c->tilt);
        if (!isfinite(move) || slope >= 0)
            return NAN;
        eps = fmax(eps + move, 0);
        if (fabs(move) <= 1e-9 * eps)
            return eps;
    }
    return NAN;
}

double dpc_mechanism_eps_by_plan(const dpc_mechanism *m, mpq_t *plan, double planned_at,
                                 double target)
{
    problem p = dpc_plan_problem(m);
    curve_guess c = {.n = 0};
    const double eps =
        p.part != NULL && dpc_plan_curve_init(&c, &p, plan) ? meet(&c, planned_at, target) : NAN;
    dpc_plan_curve_clear(&c);
    free(p.part);
    return eps;
}
