/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Repeats the method's bound of high frequencies (inversion_error.c, L-INV-STAIR) in plain doubles,
   for trial values of a plan. */
#include "base/watch.h"
#include "guess/plan_parts.h"

#include <math.h>
#include <stdlib.h>

enum { PASSES = 2 }; /* as many as the method makes */

void dpc_plan_stairs_clear(stairs_guess *st)
{
    free(st->mass);
    free(st->width);
    *st = (stairs_guess){.n = 0};
}

static double log_v(const part *p, const cells *c, size_t i)
{
    const double y = c->from + (double)i * c->step;
    return y / p->s - 1 / (2 * p->s * p->s) + log(p->q);
}

/* The loss at the points, relative to the first one: small differences far to the left, where w is
   nearly constant, are kept. */
static void losses(const part *p, const cells *c, double *loss)
{
    loss[0] = 0;
    for (size_t i = 1; i < c->n; i++) {
        const double v = log_v(p, c, i);
        loss[i] =
            loss[i - 1] + (v > 30 ? c->w[i] - c->w[i - 1]
                                  : log1p((exp(v) - exp(log_v(p, c, i - 1))) * exp(-c->w[i - 1])));
    }
}

/* Lower bounds of the tilted loss density on the cells, relative to M: sigma (phi/v) w^(lambda +
   1), times near, each factor at its smaller end. */
static void densities(const part *p, const cells *c, double lambda, double log_M, double *height)
{
    const double most = 690; /* beyond it losses are the same */
    double ratio[2] = {0, 0}, power[2] = {0, 0};
    for (size_t i = 0; i < c->n; i++) {
        ratio[i % 2] = c->phi[i] - log_v(p, c, i);
        power[i % 2] = (lambda + 1) * c->w[i];
        if (i > 0)
            height[i - 1] = exp(fmin(fmin(ratio[0], ratio[1]) + fmin(power[0], power[1]) +
                                         log(p->s) + c->near[i] - log_M,
                                     most));
    }
}

/* The piece of this height on the cells from..to. */
static void add_piece(stairs_guess *st, const double *loss, double height, size_t from, size_t to)
{
    st->width[st->n] = loss[to + 1] - loss[from];
    st->mass[st->n] = height * st->width[st->n];
    st->n++;
}

/* One staircase under the heights, from the highest cell outward; they are lowered by it. */
static void climb(stairs_guess *st, const double *loss, size_t n, double *height)
{
    size_t from = 0;
    for (size_t i = 1; i < n; i++)
        if (height[i] > height[from])
            from = i;
    size_t to = from;
    double top = height[from];
    height[from] = 0;
    while (top > 0 && (from > 0 || to + 1 < n)) {
        const bool down = from > 0 && (to + 1 == n || height[from - 1] > height[to + 1]);
        double *h = &height[down ? from - 1 : to + 1];
        const double next = fmin(top, *h);
        if (top > *h)
            add_piece(st, loss, top - next, from, to);
        *h -= next;
        top = next;
        if (down)
            from--;
        else
            to++;
    }
    if (top > 0)
        add_piece(st, loss, top, from, to);
}

bool dpc_plan_stairs_init(stairs_guess *st, const part *p, const cells *c, double lambda,
                          double log_M)
{
    *st = (stairs_guess){.mass = calloc(PASSES * c->n, sizeof(double)),
                         .width = calloc(PASSES * c->n, sizeof(double))};
    double *height = calloc(c->n, sizeof(double)), *loss = calloc(c->n, sizeof(double));
    const bool done = st->mass != NULL && st->width != NULL && height != NULL && loss != NULL &&
                      !dpc_watch_step(c->n);
    if (done) {
        losses(p, c, loss);
        densities(p, c, lambda, log_M, height);
        for (int pass = 0; pass < PASSES; pass++)
            climb(st, loss, c->n - 1, height);
    }
    free(loss);
    free(height);
    return done;
}

/* The method's bound of |sin x'/x'| for x' >= x (L-INV-SINC). */
static double sinc_envelope(double x)
{
    return x >= 2.4 ? fmin(1 / x, 71.0 / 250) : 1 - x * x / 6 * (1 - x * x / 20);
}

double dpc_plan_stairs_lost(const stairs_guess *st, double R)
{
    double lost = 0;
    (void)dpc_watch_step(st->n / 8);
    for (size_t i = 0; i < st->n; i++)
        lost += fmin(st->mass[i], 1) * (1 - sinc_envelope(R * st->width[i] / 2));
    return fmin(lost, 1);
}
