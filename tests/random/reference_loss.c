/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Compositions by grids of losses: delta = E[(1 - e^(eps - L))+] grows with every single loss, so
   that losses rounded up give at least the truth, losses rounded down at most the truth. */
#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 240, MAX_POINTS = 40000, MAX_COUNT = 12 };

static const double MARGIN = 1e-9; /* of what doubles add up to */

static double above(double x)
{
    return 0.5 * erfc(x * M_SQRT1_2);
}

/* The place where the subsampled Gaussian of P = N(., sigma^2) against Q has the likelihood ratio
   t: nothing below t = 1 - q. */
static double place(const ref_loss *s, double t)
{
    const double part = (t - 1 + s->q) / s->q;
    return part <= 0 ? -HUGE_VAL : s->size * s->size * log(part) + 0.5;
}

/* P[L > x] */
static double exceeds(const ref_loss *s, double x)
{
    switch (s->kind) {
    case REF_LOSS_REMOVE: {
        const double y = place(s, exp(x));
        return (1 - s->q) * above(y / s->size) + s->q * above((y - 1) / s->size);
    }
    case REF_LOSS_ADD:
        return above(-place(s, exp(-x)) / s->size);
    case REF_LOSS_LAPLACE:
        return x < -s->size ? 1 : x >= s->size ? 0 : 1 - 0.5 * exp(-(s->size - x) / 2);
    default:
        return x < -s->size ? 1 : x >= s->size ? 0 : 1 / (1 + exp(-s->size));
    }
}

/* The range of losses of a step that matter: the mass beyond it is negligible. */
static double reach(const ref_loss *s)
{
    if (s->kind == REF_LOSS_LAPLACE || s->kind == REF_LOSS_RESPONSE)
        return s->size;
    double x = 0.01;
    while (x < 300 && (exceeds(s, x) > 1e-12 || exceeds(s, -x) < 1 - 1e-12))
        x *= 1.25;
    return x;
}

/* Masses at the points (i - n) h of a grid, i = 0..2n; `lost` is the mass beyond. */
typedef struct {
    double *mass;
    long n;
    double lost;
} law;

static law law_of(const ref_loss *s, double h, bool up)
{
    law a = {.n = (long)ceil(reach(s) / h) + 1};
    a.mass = calloc((size_t)(2 * a.n + 1), sizeof *a.mass);
    if (a.mass == NULL)
        abort();
    for (long i = -a.n; i < a.n; i++) { /* losses in ((i h, (i + 1) h] */
        double part = exceeds(s, (double)i * h) - exceeds(s, (double)(i + 1) * h);
        a.mass[a.n + i + (up ? 1 : 0)] += part > 0 ? part : 0;
    }
    a.lost = exceeds(s, (double)a.n * h);
    const double below = 1 - exceeds(s, -(double)a.n * h);
    if (up && below > 0)
        a.mass[0] += below; /* rounded up; for the lower measure it does not count */
    return a;
}

static law convolved(law a, const law *b)
{
    law c = {.n = a.n + b->n, .lost = a.lost + b->lost};
    c.mass = calloc((size_t)(2 * c.n + 1), sizeof *c.mass);
    if (c.mass == NULL)
        abort();
    for (long i = 0; i <= 2 * a.n; i++)
        for (long k = 0; a.mass[i] > 0 && k <= 2 * b->n; k++)
            c.mass[i + k] += a.mass[i] * b->mass[k];
    free(a.mass);
    return c;
}

/* NAN if it would take too long. */
static double divergence(const ref_loss *loss, size_t n, double eps, double h, bool up)
{
    law all = {.mass = calloc(1, sizeof(double))};
    bool good = all.mass != NULL;
    if (good)
        all.mass[0] = 1;
    for (size_t i = 0; i < n && good; i++) {
        law one = law_of(&loss[i], h, up);
        for (long k = 0; k < loss[i].count && good; k++) {
            good = all.n + one.n <= MAX_POINTS;
            if (good)
                all = convolved(all, &one);
        }
        free(one.mass);
    }
    double sum = up ? all.lost : 0;
    for (long i = -all.n; i <= all.n && good; i++)
        if ((double)i * h > eps)
            sum += all.mass[all.n + i] * -expm1(eps - (double)i * h);
    free(all.mass);
    return good ? sum : (double)NAN;
}

/* The latest question: integrals and searches ask for the same again. */
typedef struct {
    ref_loss loss[8];
    size_t n;
    double eps;
    ref_num value;
} answer;

static answer known[16];
static size_t nknown;

static bool same(const ref_loss *a, const ref_loss *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i].kind != b[i].kind || a[i].q != b[i].q || a[i].size != b[i].size ||
            a[i].count != b[i].count)
            return false;
    return true;
}

ref_num ref_divergence(const ref_loss *loss, size_t n, double eps)
{
    const ref_num nothing = ref_between(0, 1);
    double widest = 0;
    long count = 0;
    if (n == 0 || n > 8)
        return nothing;
    for (size_t i = 0; i < n; i++) {
        const double r = reach(&loss[i]);
        widest = r > widest ? r : widest;
        count += loss[i].count;
        if (loss[i].count < 1 || loss[i].count > MAX_COUNT || count > MAX_COUNT ||
            !(loss[i].size > 0) || !(r < 300))
            return nothing;
    }
    for (size_t i = 0; i < 16; i++)
        if (known[i].n == n && known[i].eps == eps && same(known[i].loss, loss, n))
            return known[i].value;
    const double h = widest / POINTS;
    const double lo = divergence(loss, n, eps, h, false), hi = divergence(loss, n, eps, h, true);
    if (isnan(lo) || isnan(hi))
        return nothing;
    answer *a = &known[nknown++ % 16];
    *a = (answer){.n = n, .eps = eps, .value = ref_between(lo - MARGIN, hi + MARGIN)};
    memcpy(a->loss, loss, n * sizeof *loss);
    return a->value;
}
