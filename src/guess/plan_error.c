/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Repeats the error bounds of the method (inversion_error.c) in logarithms and plain doubles, for
   trial values of a plan. */
#include "base/watch.h"
#include "guess/plan_parts.h"

#include <math.h>
#include <stdlib.h>

void dpc_plan_cells_clear(cells *c)
{
    free(c->phi);
    free(c->w);
    free(c->rho);
    free(c->near);
    free(c->beyond);
    free(c->spare);
    *c = (cells){.n = 0};
}

bool dpc_plan_cells_init(cells *c, const part *p, double lo, double hi, double step)
{
    c->n = (size_t)ceil((hi - lo) / step) + 1;
    c->from = lo;
    c->step = step;
    c->phi = calloc(c->n, sizeof(double));
    c->w = calloc(c->n, sizeof(double));
    c->rho = calloc(c->n, sizeof(double));
    c->near = calloc(c->n, sizeof(double));
    c->beyond = calloc(c->n, sizeof(double));
    c->spare = calloc(c->n, sizeof(double));
    if (c->phi == NULL || c->w == NULL || c->rho == NULL || c->near == NULL || c->beyond == NULL ||
        c->spare == NULL || dpc_watch_step(c->n / 2))
        return false;
    for (size_t i = 0; i < c->n; i++) {
        const double y = lo + (double)i * step;
        c->phi[i] = -y * y / 2 - LOG_SQRT_2PI;
        c->w[i] = dpc_plan_log_w(p, y);
        c->rho[i] = dpc_plan_share(p, y);
        c->near[i] = dpc_plan_log_near_at(p, y);
        c->beyond[i] = p->edge > 0 ? dpc_plan_log_tail((p->far - y) / p->edge) : -HUGE_VAL;
    }
    return true;
}

void dpc_plan_knife_set(knife *k, const cells *c, double at, double soft)
{
    k->at = at;
    k->soft = soft;
    (void)dpc_watch_step(c->n / 4);
    for (size_t i = 0; i < c->n; i++) {
        const double x = (c->from + (double)i * c->step - at) / soft;
        k->core[i] = dpc_plan_log_tail(x);
        k->hit[i] = dpc_plan_log_tail(-x);
    }
}

/* log of the sum of the exponentials of the terms added. */
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

/* Adds the tails beyond the grid points, divided by the step; turn: R times the angle, lift: of the
   weight near. */
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
    x = c->phi[last] + lift + c->near[last] + lambda * c->w[last] -
        log(fmax(right, 1e-9) * c->step);
    add_log(sum, x + (sign > 0 ? turn : -turn * c->rho[last]));
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Sets c->spare[i] to the logarithm of the bound of phi w^lambda on cell i, times near and the
   hits. */
static void log_cells(const part *p, const cells *c, double lambda, double lift, const knife *k)
{
    for (size_t i = 0; i + 1 < c->n; i++)
        c->spare[i] = larger(c->phi[i], c->phi[i + 1]) +
                      larger(lambda * c->w[i], lambda * c->w[i + 1]) +
                      (k != NULL ? k->hit[i + 1] : 0);
    for (size_t i = 0; p->edge > 0 && i + 1 < c->n; i++)
        c->spare[i] += fmin(lift + c->near[i], log_1_plus(lift + c->beyond[i + 1]));
}

double dpc_plan_log_line(const part *p, const cells *c, double lambda, double distance, double R,
                         int sign, const knife *k)
{
    const double b = distance / p->s, turn = R * (sign > 0 ? b : b - b * b * b / 6);
    const double lift = p->edge > 0 ? distance * distance / (2 * p->edge * p->edge) : 0;
    double *const x = c->spare;
    log_sum sum = {-HUGE_VAL, 0};
    if (dpc_watch_step(c->n / 8))
        return -HUGE_VAL;
    log_cells(p, c, lambda, lift, k);
    for (size_t i = 0; i + 1 < c->n; i++) {
        const double rho = c->rho[sign > 0 ? i + 1 : i];
        x[i] += sign < 0 ? -turn * rho : rho <= 0.5 ? turn * rho : turn;
        sum.most = larger(sum.most, x[i]);
    }
    for (size_t i = 0; i + 1 < c->n; i++)
        if (x[i] > sum.most - 40)
            sum.sum += exp(x[i] - sum.most);
    add_tails(&sum, p, c, lambda, turn, sign, lift, k);
    double value = sum.most + log(sum.sum * c->step) + distance * distance / 2;
    if (k != NULL)
        value += distance * distance / (2 * k->soft * k->soft);
    if (!p->remove)
        value += lambda * log1p(-b * b / 8);
    return value;
}

double dpc_plan_log_core(const problem *p, const part *g, const cells *c, const knife *k, double v,
                         double eps)
{
    log_sum sum = {-HUGE_VAL, 0};
    if (dpc_watch_step(c->n / 4))
        return -HUGE_VAL;
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
            value += p->part[i].T * dpc_plan_cumulants_of(&p->part[i], v).K;
    return value;
}
