/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Error bounds for one group of subsampled Gaussians: of the quadrature, of the part beyond the
   frequencies, and of the part that is cut off (LEMMAS.md, section "Inversion", L-INV-STRIP to
   L-INV-CUT, L-INV-SELF and L-INV-FAR).  Everything here is arithmetic and comparisons of the
   domain. */
#include "method/inversion_parts.h"

enum { STAIR_PASSES = 2 }; /* staircases: one for each hump of the density */

/* ---- the loss on a grid ---- */

void dpc_inv_grid_clear(grid *g)
{
    dpc_vec_clear(&g->core);
    dpc_vec_clear(&g->hit);
    dpc_vec_clear(&g->near);
    dpc_vec_clear(&g->beyond);
    dpc_vec_clear(&g->phi);
    dpc_vec_clear(&g->v);
    dpc_vec_clear(&g->w);
    dpc_vec_clear(&g->log);
    dpc_vec_clear(&g->pow);
}

void dpc_inv_grid_init(const setting *s, grid *g)
{
    const bool coarse = s->coarse > 0;
    g->n = (size_t)(coarse ? (s->j1 - s->j0) / s->coarse : (s->j1 - s->j0) * s->fine) + 1;
    dpc_vec_init(s->c, &g->phi, g->n);
    dpc_vec_init(s->c, &g->v, g->n);
    dpc_vec_init(s->c, &g->w, g->n);
    dpc_vec_init(s->c, &g->log, g->n);
    dpc_vec_init(s->c, &g->pow, g->n);
    dpc_vec_init(s->c, &g->core, s->has_cut ? g->n : 0);
    dpc_vec_init(s->c, &g->hit, s->has_cut ? g->n : 0);
    dpc_vec_init(s->c, &g->near, s->has_far ? g->n : 0);
    dpc_vec_init(s->c, &g->beyond, s->has_far ? g->n : 0);
    for (size_t i = 0; i < g->n && dpc_calc_ok(s->c); i++) {
        void *phi = dpc_vec_at(&g->phi, i), *w = dpc_vec_at(&g->w, i);
        dpc_inv_loss_at(s, coarse ? s->j0 + (int64_t)i * s->coarse : s->j0 * s->fine + (int64_t)i,
                        num(s, coarse ? H : STEP), phi, dpc_vec_at(&g->v, i), w);
        if (s->has_cut)
            dpc_inv_cut_at(s, phi, dpc_vec_at(&g->core, i), dpc_vec_at(&g->hit, i));
        if (s->has_far)
            dpc_inv_near_at(s, phi, dpc_vec_at(&g->near, i), dpc_vec_at(&g->beyond, i));
        dpc_inv_half_square(s, phi, phi);
        op(s, DPC_OP_EXP, phi, phi, NULL);
        op(s, DPC_OP_LOG, dpc_vec_at(&g->log, i), w, NULL);
    }
}

void dpc_inv_grid_tilt(const setting *s, grid *g, const void *lambda)
{
    for (size_t i = 0; i < g->n && dpc_calc_ok(s->c); i++) {
        void *d = dpc_vec_at(&g->pow, i);
        op(s, DPC_OP_MUL, d, lambda, dpc_vec_at(&g->log, i));
        op(s, DPC_OP_EXP, d, d, NULL);
    }
}

/* ---- integrals over lines parallel to the real axis (L-INV-STRIP, L-INV-TAIL) ---- */

/* rate += the rate at which near falls off beyond y: at least (y - far)/edge^2, if that is
 * positive. */
static void add_near_rate(const setting *s, const void *y, void *rate)
{
    void *t = num(s, SPARE1);
    op(s, DPC_OP_SUB, t, y, num(s, FAR));
    op(s, DPC_OP_MAX, t, t, num(s, ZERO));
    op(s, DPC_OP_DIV, t, t, num(s, EDGE));
    op(s, DPC_OP_DIV, t, t, num(s, EDGE));
    op(s, DPC_OP_ADD, rate, rate, t);
}

/* The rates at which phi w^lambda, times near, falls off beyond the first and the last point; v, w:
   of the first one. */
static dpc_status tail_rates(dpc_method_call *in, const setting *s, const void *v, const void *w,
                             const void *lambda, void *left, void *right)
{
    void *t = num(s, SPARE1);
    dpc_calc_ratio(s->c, left, -s->j0, 1);
    op(s, DPC_OP_MUL, left, left, num(s, H));
    dpc_calc_ratio(s->c, right, s->j1, 1);
    op(s, DPC_OP_MUL, right, right, num(s, H));
    if (s->has_far)
        add_near_rate(s, right, right);
    op(s, DPC_OP_DIV, t, lambda, num(s, SIZE));
    if (s->m.remove)
        op(s, DPC_OP_SUB, right, right, t);
    else { /* lambda < 0: the rate is |c| - |lambda| rho/sigma */
        op(s, DPC_OP_MUL, t, t, v);
        op(s, DPC_OP_DIV, t, t, w);
        op(s, DPC_OP_ADD, left, left, t);
    }
    if (dpc_calc_ok(s->c) &&
        (!dpc_calc_lt(s->c, num(s, ZERO), left) || !dpc_calc_lt(s->c, num(s, ZERO), right)))
        return dpc_method_refuse(in, "the plan's nodes do not reach beyond the tilted peak");
    return s->c->status;
}

/* An upper bound of the factor w^(i u), |u| <= R (sign 1) or u >= R (sign -1), at point i of the
   integrand on the line at distance b sigma: exp(R b frac), or exp(-R rho sin b). */
static void oscillation(const setting *s, const grid *g, size_t i, const void *R, const void *b,
                        int sign, void *d)
{
    void *half = num(s, SPARE4);
    op(s, DPC_OP_DIV, d, dpc_vec_at(&g->v, i), dpc_vec_at(&g->w, i));
    dpc_calc_ratio(s->c, half, 1, 2);
    if (sign > 0 && !dpc_calc_le(s->c, d, half))
        dpc_calc_set(s->c, d, num(s, ONE));
    op(s, DPC_OP_MUL, d, d, b);
    op(s, DPC_OP_MUL, d, d, R);
    if (sign < 0)
        op(s, DPC_OP_NEG, d, d, NULL);
    op(s, DPC_OP_EXP, d, d, NULL);
}

/* d times the smaller bound of |near(y + i distance)|: lift near(y), and 1 + lift beyond(y)
   (L-INV-FAR). */
static void near_on_line(const setting *s, const void *near, const void *beyond, const void *lift,
                         void *d)
{
    void *x = num(s, SPARE1), *y = num(s, SPARE2);
    op(s, DPC_OP_MUL, x, near, lift);
    op(s, DPC_OP_MUL, y, beyond, lift);
    op(s, DPC_OP_ADD, y, y, num(s, ONE));
    op(s, DPC_OP_MIN, x, x, y);
    op(s, DPC_OP_MUL, d, d, x);
}

/* For lambda < 0, d = log of the factor cos(b/2)^lambda <= (1 - b^2/8)^lambda. */
static void log_turned(const setting *s, const void *b, const void *lambda, void *d)
{
    dpc_calc_ratio(s->c, d, 1, 8);
    op(s, DPC_OP_MUL, d, d, b);
    op(s, DPC_OP_MUL, d, d, b);
    op(s, DPC_OP_SUB, d, num(s, ONE), d);
    op(s, DPC_OP_LOG, d, d, NULL);
    op(s, DPC_OP_MUL, d, d, lambda);
}

/* An upper bound of the integral of |phi w^(lambda + i u)| sqrt(2 pi), or of a piece of it, over
   Im y = distance, for all u as in oscillation (R = NULL: u = 0).  pow of the grid belongs to
   lambda.  chi is at most 1 here. */
static dpc_status line_integral(dpc_method_call *in, const setting *s, const grid *g, piece what,
                                const void *lambda, const void *distance, const void *R, int sign,
                                void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 8);
    void *b = dpc_vec_at(&t, 0), *left = dpc_vec_at(&t, 1), *right = dpc_vec_at(&t, 2),
         *cell = dpc_vec_at(&t, 3), *x = dpc_vec_at(&t, 4), *sum = dpc_vec_at(&t, 5),
         *angle = dpc_vec_at(&t, 6), *lift = dpc_vec_at(&t, 7);
    dpc_status status =
        tail_rates(in, s, dpc_vec_at(&g->v, 0), dpc_vec_at(&g->w, 0), lambda, left, right);
    op(s, DPC_OP_DIV, b, distance, num(s, SIZE));
    op(s, DPC_OP_MUL, x, b, b);
    dpc_calc_set(s->c, angle, b);
    if (sign < 0) { /* sin b >= b - b^3/6 */
        dpc_calc_ratio(s->c, cell, 1, 6);
        op(s, DPC_OP_MUL, cell, cell, x);
        op(s, DPC_OP_MUL, cell, cell, b);
        op(s, DPC_OP_SUB, angle, b, cell);
    }
    if (s->has_far) { /* exp(distance^2/(2 edge^2)) */
        op(s, DPC_OP_DIV, x, distance, num(s, EDGE));
        dpc_inv_half_square(s, lift, x);
        op(s, DPC_OP_NEG, lift, lift, NULL);
        op(s, DPC_OP_EXP, lift, lift, NULL);
    }
    for (size_t i = 0; i + 1 < g->n && dpc_calc_ok(s->c) && status == DPC_OK; i++) {
        op(s, DPC_OP_MAX, cell, dpc_vec_at(&g->phi, i), dpc_vec_at(&g->phi, i + 1));
        op(s, DPC_OP_MAX, x, dpc_vec_at(&g->pow, i), dpc_vec_at(&g->pow, i + 1));
        op(s, DPC_OP_MUL, cell, cell, x);
        if (what == HITS) /* it rises with y */
            op(s, DPC_OP_MUL, cell, cell, dpc_vec_at(&g->hit, i + 1));
        if (s->has_far)
            near_on_line(s, dpc_vec_at(&g->near, i), dpc_vec_at(&g->beyond, i + 1), lift, cell);
        if (R != NULL) {
            oscillation(s, g, sign > 0 ? i + 1 : i, R, angle, sign, x);
            op(s, DPC_OP_MUL, cell, cell, x);
        }
        op(s, DPC_OP_ADD, sum, sum, cell);
    }
    op(s, DPC_OP_MUL, sum, sum, num(s, STEP));
    for (int side = 0; side < 2 && status == DPC_OK; side++) {
        const size_t end = side == 0 ? 0 : g->n - 1;
        op(s, DPC_OP_MUL, cell, dpc_vec_at(&g->phi, end), dpc_vec_at(&g->pow, end));
        op(s, DPC_OP_DIV, cell, cell, side == 0 ? left : right);
        if (what == HITS && side == 0)
            op(s, DPC_OP_MUL, cell, cell, dpc_vec_at(&g->hit, 0));
        if (s->has_far)
            near_on_line(s, side == 0 ? num(s, ONE) : dpc_vec_at(&g->near, end),
                         side == 0 ? dpc_vec_at(&g->beyond, end) : num(s, ONE), lift, cell);
        /* beyond the last point frac is at most 1; before the first one rho is at least 0 */
        if (R != NULL && sign > 0 && side == 1) {
            op(s, DPC_OP_MUL, x, R, b);
            op(s, DPC_OP_EXP, x, x, NULL);
            op(s, DPC_OP_MUL, cell, cell, x);
        } else if (R != NULL && (sign > 0) == (side == 0)) {
            oscillation(s, g, end, R, angle, sign, x);
            op(s, DPC_OP_MUL, cell, cell, x);
        }
        op(s, DPC_OP_ADD, sum, sum, cell);
    }
    /* exp(distance^2/2), and the factor for lambda < 0 */
    op(s, DPC_OP_MUL, x, distance, distance);
    dpc_calc_ratio(s->c, cell, 1, 2);
    op(s, DPC_OP_MUL, x, x, cell);
    if (what != WHOLE) { /* exp(distance^2/(2 soft^2)) */
        op(s, DPC_OP_DIV, cell, x, num(s, SOFT));
        op(s, DPC_OP_DIV, cell, cell, num(s, SOFT));
        op(s, DPC_OP_ADD, x, x, cell);
    }
    if (!s->m.remove) {
        log_turned(s, b, lambda, cell);
        op(s, DPC_OP_ADD, x, x, cell);
    }
    op(s, DPC_OP_EXP, x, x, NULL);
    op(s, DPC_OP_MUL, d, sum, x);
    dpc_vec_clear(&t);
    return status != DPC_OK ? status : s->c->status;
}

/* ---- quadrature (L-INV-TRAP) ---- */

/* |h sum of phi w^(lambda + i u) over the nodes - M| <= d for all |u| <= R (R = NULL: u = 0), and
   the same for a piece. */
static dpc_status quadrature_error(dpc_method_call *in, const setting *s, const grid *g, piece what,
                                   const void *lambda, const void *R, void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 4);
    void *left = dpc_vec_at(&t, 0), *right = dpc_vec_at(&t, 1), *x = dpc_vec_at(&t, 2),
         *y = dpc_vec_at(&t, 3);
    dpc_status status = line_integral(in, s, g, what, lambda, num(s, STRIP), R, 1, d);
    op(s, DPC_OP_ADD, d, d, d);
    op(s, DPC_OP_ADD, x, num(s, PI), num(s, PI));
    op(s, DPC_OP_MUL, x, x, num(s, STRIP));
    op(s, DPC_OP_DIV, x, x, num(s, H));
    op(s, DPC_OP_EXPM1, x, x, NULL);
    op(s, DPC_OP_DIV, d, d, x);
    if (status == DPC_OK)
        status = tail_rates(in, s, dpc_vec_at(&g->v, 0), dpc_vec_at(&g->w, 0), lambda, left, right);
    for (int side = 0; side < 2 && status == DPC_OK; side++) {
        const size_t end = side == 0 ? 0 : g->n - 1;
        op(s, DPC_OP_MUL, x, side == 0 ? left : right, num(s, H));
        op(s, DPC_OP_EXPM1, x, x, NULL);
        op(s, DPC_OP_MUL, y, dpc_vec_at(&g->phi, end), dpc_vec_at(&g->pow, end));
        op(s, DPC_OP_MUL, y, y, num(s, H));
        op(s, DPC_OP_DIV, y, y, x);
        if (what == HITS && side == 0)
            op(s, DPC_OP_MUL, y, y, dpc_vec_at(&g->hit, 0));
        if (s->has_far && side == 1)
            op(s, DPC_OP_MUL, y, y, dpc_vec_at(&g->near, end));
        op(s, DPC_OP_ADD, d, d, y);
    }
    op(s, DPC_OP_MUL, d, d, num(s, NORM));
    dpc_vec_clear(&t);
    return status != DPC_OK ? status : s->c->status;
}

/* ---- quadrature bounded by its own sum (L-INV-SELF) ---- */

/* d += the sum of h phi w^lambda over the nodes beyond one end, which falls at this rate. */
static void add_tail(const setting *s, int64_t node, const void *rate, const void *lambda, void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 4);
    void *y = dpc_vec_at(&t, 0), *v = dpc_vec_at(&t, 1), *w = dpc_vec_at(&t, 2),
         *x = dpc_vec_at(&t, 3);
    dpc_inv_loss_at(s, node, num(s, H), y, v, w);
    op(s, DPC_OP_LOG, w, w, NULL);
    op(s, DPC_OP_MUL, w, w, lambda);
    dpc_inv_half_square(s, y, y);
    op(s, DPC_OP_ADD, w, w, y);
    op(s, DPC_OP_EXP, w, w, NULL);
    op(s, DPC_OP_MUL, w, w, num(s, H));
    op(s, DPC_OP_MUL, w, w, num(s, NORM));
    op(s, DPC_OP_MUL, x, rate, num(s, H));
    op(s, DPC_OP_EXPM1, x, x, NULL);
    op(s, DPC_OP_DIV, w, w, x);
    op(s, DPC_OP_ADD, d, d, w);
    dpc_vec_clear(&t);
}

/* For S the sum over all nodes of h phi w^lambda, and |u| <= R (R = NULL: u = 0), the sum of h phi
   w^(lambda + i u) differs from its integral by at most gain S; and S is at most its part from j0
   to j1 plus tail. */
static dpc_status self_error(dpc_method_call *in, const setting *s, const void *lambda,
                             const void *R, void *tail, void *gain)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 6);
    void *left = dpc_vec_at(&t, 0), *right = dpc_vec_at(&t, 1), *b = dpc_vec_at(&t, 2),
         *x = dpc_vec_at(&t, 3), *y = dpc_vec_at(&t, 4), *z = dpc_vec_at(&t, 5);
    dpc_inv_loss_at(s, s->j0, num(s, H), x, y, z);
    dpc_status status = tail_rates(in, s, y, z, lambda, left, right);
    if (status == DPC_OK) {
        add_tail(s, s->j0, left, lambda, tail);
        add_tail(s, s->j1, right, lambda, tail);
    }
    /* x = 2 exp(strip^2/2) kappa/(exp(2 pi strip/h) - 1) */
    op(s, DPC_OP_DIV, b, num(s, STRIP), num(s, SIZE));
    dpc_inv_half_square(s, x, num(s, STRIP));
    op(s, DPC_OP_NEG, x, x, NULL);
    if (!s->m.remove) {
        log_turned(s, b, lambda, y);
        op(s, DPC_OP_ADD, x, x, y);
    }
    op(s, DPC_OP_EXP, x, x, NULL);
    op(s, DPC_OP_ADD, x, x, x);
    op(s, DPC_OP_ADD, y, num(s, PI), num(s, PI));
    op(s, DPC_OP_MUL, y, y, num(s, STRIP));
    op(s, DPC_OP_DIV, y, y, num(s, H));
    op(s, DPC_OP_EXPM1, y, y, NULL);
    op(s, DPC_OP_DIV, x, x, y);
    op(s, DPC_OP_SUB, y, num(s, ONE), x);
    if (status == DPC_OK && dpc_calc_ok(s->c) && !dpc_calc_lt(s->c, num(s, ZERO), y))
        status = dpc_method_refuse(in, "the plan's nodes are too far apart for its strip");
    op(s, DPC_OP_DIV, gain, x, y);
    if (R != NULL) { /* exp(R b) */
        op(s, DPC_OP_MUL, b, b, R);
        op(s, DPC_OP_EXP, b, b, NULL);
        op(s, DPC_OP_MUL, gain, gain, b);
    }
    dpc_vec_clear(&t);
    return status != DPC_OK ? status : s->c->status;
}

/* ---- what a core alone contributes (L-INV-CUT) ---- */

/* E[e^(v L) chi] <= d for v = core: 1 plus the integral of phi (w^(1 + v) - w) chi over w > 1, cell
   by cell, and the part beyond the last point. */
static dpc_status core_moment(dpc_method_call *in, const setting *s, grid *g, void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 4);
    void *lambda = dpc_vec_at(&t, 0), *cell = dpc_vec_at(&t, 1), *x = dpc_vec_at(&t, 2),
         *rate = dpc_vec_at(&t, 3);
    const size_t last = g->n - 1;
    dpc_status status = DPC_OK;
    dpc_inv_exponent_of(s, lambda, num(s, CORE));
    dpc_inv_grid_tilt(s, g, lambda);
    dpc_calc_ratio(s->c, d, 0, 1);
    for (size_t i = 0; i < last && dpc_calc_ok(s->c); i++) {
        if (dpc_calc_le(s->c, dpc_vec_at(&g->w, i + 1), num(s, ONE)))
            continue;
        op(s, DPC_OP_SUB, cell, dpc_vec_at(&g->pow, i + 1), dpc_vec_at(&g->w, i + 1));
        op(s, DPC_OP_MAX, cell, cell, num(s, ZERO));
        op(s, DPC_OP_MAX, x, dpc_vec_at(&g->phi, i), dpc_vec_at(&g->phi, i + 1));
        op(s, DPC_OP_MUL, cell, cell, x);
        op(s, DPC_OP_MUL, cell, cell, dpc_vec_at(&g->core, i));
        if (s->has_far)
            op(s, DPC_OP_MUL, cell, cell, dpc_vec_at(&g->near, i));
        op(s, DPC_OP_ADD, d, d, cell);
    }
    op(s, DPC_OP_MUL, d, d, num(s, STEP));
    /* the rate beyond the last point b > cut: b + (b - cut)/soft^2 - (1 + v)/sigma */
    dpc_calc_ratio(s->c, x, s->j1, 1);
    op(s, DPC_OP_MUL, x, x, num(s, H));
    op(s, DPC_OP_SUB, rate, x, num(s, CUT));
    if (dpc_calc_ok(s->c) && !dpc_calc_lt(s->c, num(s, ZERO), rate))
        status = dpc_method_refuse(in, "the plan's nodes do not reach beyond its cut");
    op(s, DPC_OP_DIV, rate, rate, num(s, SOFT));
    op(s, DPC_OP_DIV, rate, rate, num(s, SOFT));
    op(s, DPC_OP_ADD, rate, rate, x);
    if (s->has_far)
        add_near_rate(s, x, rate);
    op(s, DPC_OP_DIV, x, lambda, num(s, SIZE));
    op(s, DPC_OP_SUB, rate, rate, x);
    if (status == DPC_OK && dpc_calc_ok(s->c) && !dpc_calc_lt(s->c, num(s, ZERO), rate))
        status = dpc_method_refuse(in, "the plan's nodes do not reach beyond the core");
    op(s, DPC_OP_MUL, cell, dpc_vec_at(&g->phi, last), dpc_vec_at(&g->pow, last));
    op(s, DPC_OP_MUL, cell, cell, dpc_vec_at(&g->core, last));
    if (s->has_far)
        op(s, DPC_OP_MUL, cell, cell, dpc_vec_at(&g->near, last));
    op(s, DPC_OP_DIV, cell, cell, rate);
    op(s, DPC_OP_ADD, d, d, cell);
    op(s, DPC_OP_MUL, d, d, num(s, NORM));
    op(s, DPC_OP_ADD, d, d, num(s, ONE));
    dpc_vec_clear(&t);
    return status != DPC_OK ? status : s->c->status;
}

/* ---- decoherence (L-INV-STAIR) ---- */

void dpc_inv_stairs_clear(stairs *st)
{
    dpc_vec_clear(&st->mass);
    dpc_vec_clear(&st->width);
}

/* Lower bounds of the tilted loss density on the cells: sigma (phi/v) w^(lambda + 1), times near,
   each factor at its smaller end. */
static void density(const setting *s, const grid *g, dpc_vec *height)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 4);
    void *e[2] = {dpc_vec_at(&t, 0), dpc_vec_at(&t, 1)};
    void *p[2] = {dpc_vec_at(&t, 2), dpc_vec_at(&t, 3)};
    for (size_t i = 0; i < g->n && dpc_calc_ok(s->c); i++) {
        const size_t k = i % 2;
        op(s, DPC_OP_DIV, e[k], dpc_vec_at(&g->phi, i), dpc_vec_at(&g->v, i));
        op(s, DPC_OP_MUL, p[k], dpc_vec_at(&g->pow, i), dpc_vec_at(&g->w, i));
        if (i == 0)
            continue;
        void *d = dpc_vec_at(height, i - 1);
        op(s, DPC_OP_MIN, d, e[0], e[1]);
        op(s, DPC_OP_MIN, num(s, SPARE1), p[0], p[1]);
        op(s, DPC_OP_MUL, d, d, num(s, SPARE1));
        op(s, DPC_OP_MUL, d, d, num(s, SIZE));
        op(s, DPC_OP_MUL, d, d, num(s, NORM));
        if (s->has_far)
            op(s, DPC_OP_MUL, d, d, dpc_vec_at(&g->near, i));
    }
    dpc_vec_clear(&t);
}

/* The piece of height top - next on the cells from..to. */
static void add_piece(const setting *s, const grid *g, stairs *st, const void *top,
                      const void *next, size_t from, size_t to)
{
    void *m = dpc_vec_at(&st->mass, st->n), *w = dpc_vec_at(&st->width, st->n);
    op(s, DPC_OP_SUB, w, dpc_vec_at(&g->log, to + 1), dpc_vec_at(&g->log, from));
    op(s, DPC_OP_SUB, m, top, next);
    op(s, DPC_OP_MUL, m, m, w);
    st->n++;
}

/* One staircase under the heights, from the highest cell outward; they are lowered by it. */
static void climb(const setting *s, const grid *g, dpc_vec *height, stairs *st)
{
    const size_t cells = g->n - 1;
    dpc_vec t;
    dpc_vec_init(s->c, &t, 2);
    void *top = dpc_vec_at(&t, 0), *next = dpc_vec_at(&t, 1);
    size_t from = 0;
    for (size_t i = 1; i < cells && dpc_calc_ok(s->c); i++)
        if (dpc_calc_lt(s->c, dpc_vec_at(height, from), dpc_vec_at(height, i)))
            from = i;
    size_t to = from;
    if (dpc_calc_ok(s->c)) {
        dpc_calc_set(s->c, top, dpc_vec_at(height, from));
        dpc_calc_ratio(s->c, dpc_vec_at(height, from), 0, 1);
    }
    /* once the top may be 0 nothing is gained: pieces may be left out */
    while (dpc_calc_lt(s->c, num(s, ZERO), top) && (from > 0 || to + 1 < cells)) {
        /* to the side that is certainly higher */
        const bool down =
            from > 0 && (to + 1 == cells || dpc_calc_lt(s->c, dpc_vec_at(height, to + 1),
                                                        dpc_vec_at(height, from - 1)));
        void *h = dpc_vec_at(height, down ? from - 1 : to + 1);
        op(s, DPC_OP_MIN, next, top, h);
        if (!dpc_calc_le(s->c, top, h))
            add_piece(s, g, st, top, next, from, to);
        op(s, DPC_OP_SUB, h, h, next);
        dpc_calc_set(s->c, top, next);
        if (down)
            from--;
        else
            to++;
    }
    if (dpc_calc_lt(s->c, num(s, ZERO), top))
        add_piece(s, g, st, top, num(s, ZERO), from, to);
    dpc_vec_clear(&t);
}

void dpc_inv_stairs_init(const setting *s, const grid *g, stairs *st)
{
    *st = (stairs){.n = 0};
    dpc_vec height;
    dpc_vec_init(s->c, &height, g->n - 1);
    dpc_vec_init(s->c, &st->mass, STAIR_PASSES * g->n);
    dpc_vec_init(s->c, &st->width, STAIR_PASSES * g->n);
    density(s, g, &height);
    for (int pass = 0; pass < STAIR_PASSES && dpc_calc_ok(s->c); pass++)
        climb(s, g, &height, st);
    dpc_vec_clear(&height);
}

/* d >= sup |sin x'/x'| over x' >= x, for x >= 0 (L-INV-SINC). */
static void sinc_envelope(const setting *s, void *d, const void *x)
{
    void *t = num(s, SPARE1), *u = num(s, SPARE2);
    dpc_calc_ratio(s->c, t, 12, 5);
    if (dpc_calc_le(s->c, t, x)) {
        op(s, DPC_OP_DIV, d, num(s, ONE), x);
        dpc_calc_ratio(s->c, t, 71, 250);
        op(s, DPC_OP_MIN, d, d, t);
        return;
    }
    dpc_calc_ratio(s->c, t, 5, 2);
    if (!dpc_calc_le(s->c, x, t)) { /* too wide an enclosure */
        dpc_calc_ratio(s->c, d, 1, 1);
        return;
    }
    /* 1 - x^2/6 + x^4/120 = 1 - (x^2/6)(1 - x^2/20) */
    op(s, DPC_OP_MUL, t, x, x);
    dpc_calc_ratio(s->c, u, 1, 20);
    op(s, DPC_OP_MUL, u, u, t);
    op(s, DPC_OP_SUB, u, num(s, ONE), u);
    op(s, DPC_OP_MUL, u, u, t);
    dpc_calc_ratio(s->c, t, 1, 6);
    op(s, DPC_OP_MUL, u, u, t);
    op(s, DPC_OP_SUB, d, num(s, ONE), u);
}

void dpc_inv_coherence_lost(const setting *s, const stairs *st, const void *R, void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 2);
    void *x = dpc_vec_at(&t, 0), *sum = dpc_vec_at(&t, 1);
    for (size_t i = 0; i < st->n && dpc_calc_ok(s->c); i++) {
        dpc_calc_ratio(s->c, x, 1, 2);
        op(s, DPC_OP_MUL, x, x, R);
        op(s, DPC_OP_MUL, x, x, dpc_vec_at(&st->width, i));
        sinc_envelope(s, x, x);
        op(s, DPC_OP_SUB, x, num(s, ONE), x);
        op(s, DPC_OP_MUL, x, x, dpc_vec_at(&st->mass, i));
        op(s, DPC_OP_ADD, sum, sum, x);
    }
    dpc_calc_set(s->c, d, sum);
    dpc_vec_clear(&t);
}

/* ---- all of them ---- */

/* By how much decoherence lowers M(theta) from R on; pow of the grid belongs to theta. */
static dpc_status staircase(const setting *s, const grid *g, const void *R, dpc_vec *out)
{
    stairs st = {.n = 0};
    dpc_inv_stairs_init(s, g, &st);
    dpc_inv_coherence_lost(s, &st, R, dpc_vec_at(out, LOST));
    dpc_inv_stairs_clear(&st);
    return s->c->status;
}

/* With coarse cells, which only the staircase needs. */
static dpc_status coarse_bounds(dpc_method_call *in, const setting *s, dpc_vec *out)
{
    static const int error[] = {ERR_BELOW, ERR_ABOVE, ERR_THETA},
                     gain[] = {GAIN_BELOW, GAIN_ABOVE, GAIN_THETA};
    grid g;
    dpc_vec t;
    dpc_vec_init(s->c, &t, 5);
    void *lambda = dpc_vec_at(&t, 0), *D = dpc_vec_at(&t, 1), *R = dpc_vec_at(&t, 2),
         *tilt[] = {dpc_vec_at(&t, 3), dpc_vec_at(&t, 4), num(s, THETA)};
    dpc_inv_tilts(s, tilt[0], tilt[1]);
    dpc_inv_frequencies(s, D, R);
    dpc_status status = s->c->status;
    for (int i = s->has_below ? 0 : 1; i < 3 && status == DPC_OK; i++) {
        dpc_inv_exponent_of(s, lambda, tilt[i]);
        status = self_error(in, s, lambda, i == 2 ? R : NULL, dpc_vec_at(out, (size_t)error[i]),
                            dpc_vec_at(out, (size_t)gain[i]));
    }
    dpc_inv_grid_init(s, &g);
    dpc_inv_grid_tilt(s, &g, lambda);
    if (status == DPC_OK)
        status = staircase(s, &g, R, out);
    dpc_inv_grid_clear(&g);
    dpc_vec_clear(&t);
    return status;
}

dpc_status dpc_inv_error_bounds(dpc_method_call *in, const setting *s, dpc_vec *out)
{
    if (s->coarse > 0)
        return coarse_bounds(in, s, out);
    grid g;
    dpc_vec t;
    dpc_inv_grid_init(s, &g);
    dpc_vec_init(s->c, &t, 5);
    void *lambda = dpc_vec_at(&t, 0), *below = dpc_vec_at(&t, 1), *above = dpc_vec_at(&t, 2),
         *D = dpc_vec_at(&t, 3), *R = dpc_vec_at(&t, 4);
    dpc_inv_tilts(s, below, above);
    dpc_status status = s->c->status;
    if (status == DPC_OK && s->has_below) {
        dpc_inv_exponent_of(s, lambda, below);
        dpc_inv_grid_tilt(s, &g, lambda);
        status = quadrature_error(in, s, &g, WHOLE, lambda, NULL, dpc_vec_at(out, ERR_BELOW));
    }
    if (status == DPC_OK) {
        dpc_inv_exponent_of(s, lambda, above);
        dpc_inv_grid_tilt(s, &g, lambda);
        status = quadrature_error(in, s, &g, WHOLE, lambda, NULL, dpc_vec_at(out, ERR_ABOVE));
    }
    if (status == DPC_OK && s->has_cut)
        status = core_moment(in, s, &g, dpc_vec_at(out, CORE_MOMENT));
    dpc_inv_frequencies(s, D, R);
    if (status == DPC_OK) {
        dpc_inv_exponent_of(s, lambda, num(s, THETA));
        dpc_inv_grid_tilt(s, &g, lambda);
        status = quadrature_error(in, s, &g, s->has_cut ? CORES : WHOLE, lambda, R,
                                  dpc_vec_at(out, ERR_THETA));
    }
    if (status == DPC_OK && s->has_cut)
        status = quadrature_error(in, s, &g, HITS, lambda, R, dpc_vec_at(out, ERR_HITS));
    if (status == DPC_OK && (s->has_shift || s->has_cut)) {
        status = line_integral(in, s, &g, s->has_cut ? HITS : WHOLE, lambda, num(s, SHIFT), R, -1,
                               dpc_vec_at(out, SHIFTED));
        op(s, DPC_OP_MUL, dpc_vec_at(out, SHIFTED), dpc_vec_at(out, SHIFTED), num(s, NORM));
    }
    if (status == DPC_OK && !s->has_cut)
        status = staircase(s, &g, R, out);
    dpc_vec_clear(&t);
    dpc_inv_grid_clear(&g);
    return status;
}
