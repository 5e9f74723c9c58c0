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

/* Lower bounds of the tilted loss density on the cells, relative to M: sigma (phi/v) w^(lambda +
   1), times near, each factor at its smaller end. */
static void densities(const part *p, const cells *c, double lambda, double log_M, double *height)
{
    double ratio[2] = {0, 0}, power[2] = {0, 0};
    for (size_t i = 0; i < c->n; i++) {
        const double y = c->from + (double)i * c->step;
        const double log_v = y / p->s - 1 / (2 * p->s * p->s) + log(p->q);
        ratio[i % 2] = c->phi[i] - log_v;
        power[i % 2] = (lambda + 1) * c->w[i];
        if (i > 0)
            height[i - 1] = exp(fmin(ratio[0], ratio[1]) + fmin(power[0], power[1]) + log(p->s) +
                                c->near[i] - log_M);
    }
}

/* The piece of this height on the cells from..to. */
static void add_piece(stairs_guess *st, const cells *c, double height, size_t from, size_t to)
{
    st->width[st->n] = c->w[to + 1] - c->w[from];
    st->mass[st->n] = height * st->width[st->n];
    st->n++;
}

/* One staircase under the heights, from the highest cell outward; they are lowered by it. */
static void climb(stairs_guess *st, const cells *c, double *height)
{
    const size_t n = c->n - 1;
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
            add_piece(st, c, top - next, from, to);
        *h -= next;
        top = next;
        if (down)
            from--;
        else
            to++;
    }
    if (top > 0)
        add_piece(st, c, top, from, to);
}

bool dpc_plan_stairs_init(stairs_guess *st, const part *p, const cells *c, double lambda,
                          double log_M)
{
    *st = (stairs_guess){.mass = calloc(PASSES * c->n, sizeof(double)),
                         .width = calloc(PASSES * c->n, sizeof(double))};
    double *height = calloc(c->n, sizeof(double));
    const bool done =
        st->mass != NULL && st->width != NULL && height != NULL && !dpc_watch_step(c->n);
    if (done) {
        densities(p, c, lambda, log_M, height);
        for (int pass = 0; pass < PASSES; pass++)
            climb(st, c, height);
    }
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
        lost += st->mass[i] * (1 - sinc_envelope(R * st->width[i] / 2));
    return fmin(lost, 1);
}
