/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   M at the frequencies and at real tilts: sums over the nodes for subsampled Gaussians, formulas
   for the other steps (LEMMAS.md, section "Inversion", L-INV-TRAP and L-INV-CLOSED).  Everything
   here is arithmetic and comparisons of the domain. */
#include "method/inversion_parts.h"

#include <stdlib.h>

enum { BLOCK = 256 }; /* nodes whose powers are in memory at a time */

/* ---- the nodes ---- */

void dpc_inv_nodes_clear(nodes *x)
{
    dpc_vec_clear(&x->half);
    dpc_vec_clear(&x->log);
    dpc_vec_clear(&x->core);
    dpc_vec_clear(&x->hit);
    dpc_vec_clear(&x->near);
}

void dpc_inv_nodes_init(const setting *s, nodes *x)
{
    x->n = (size_t)(s->j1 - s->j0) + 1;
    dpc_vec_init(s->c, &x->half, x->n);
    dpc_vec_init(s->c, &x->log, x->n);
    dpc_vec_init(s->c, &x->core, s->has_cut ? x->n : 0);
    dpc_vec_init(s->c, &x->hit, s->has_cut ? x->n : 0);
    dpc_vec_init(s->c, &x->near, s->has_far ? x->n : 0);
    for (size_t i = 0; i < x->n && dpc_calc_ok(s->c); i++) {
        void *half = dpc_vec_at(&x->half, i), *log = dpc_vec_at(&x->log, i);
        dpc_inv_loss_at(s, s->j0 + (int64_t)i, num(s, H), half, num(s, SPARE1), log);
        if (s->has_cut)
            dpc_inv_cut_at(s, half, dpc_vec_at(&x->core, i), dpc_vec_at(&x->hit, i));
        if (s->has_far)
            dpc_inv_near_at(s, half, dpc_vec_at(&x->near, i), num(s, SPARE2));
        dpc_inv_half_square(s, half, half);
        op(s, DPC_OP_LOG, log, log, NULL);
    }
}

/* phi w^lambda h, times near, at node i */
static void weight(const setting *s, const nodes *x, size_t i, const void *lambda, void *d)
{
    op(s, DPC_OP_MUL, d, lambda, dpc_vec_at(&x->log, i));
    op(s, DPC_OP_ADD, d, d, dpc_vec_at(&x->half, i));
    op(s, DPC_OP_EXP, d, d, NULL);
    op(s, DPC_OP_MUL, d, d, num(s, H));
    op(s, DPC_OP_MUL, d, d, num(s, NORM));
    if (s->has_far)
        op(s, DPC_OP_MUL, d, d, dpc_vec_at(&x->near, i));
}

/* d +- e */
static void widen(const setting *s, void *d, const void *e)
{
    void *lo = num(s, SPARE1), *hi = num(s, SPARE2);
    op(s, DPC_OP_SUB, lo, d, e);
    op(s, DPC_OP_ADD, hi, d, e);
    dpc_calc_hull(s->c, d, lo, hi);
}

/* d = error + gain (sum + error) */
static void error_of_sum(const setting *s, const void *error, const void *gain, const void *sum,
                         void *d)
{
    op(s, DPC_OP_ADD, d, sum, error);
    op(s, DPC_OP_MUL, d, d, gain);
    op(s, DPC_OP_ADD, d, d, error);
}

void dpc_inv_node_moment(const setting *s, const nodes *x, const void *tilt, const void *error,
                         const void *gain, void *d)
{
    dpc_vec v;
    dpc_vec_init(s->c, &v, 3);
    void *lambda = dpc_vec_at(&v, 0), *sum = dpc_vec_at(&v, 1), *t = dpc_vec_at(&v, 2);
    dpc_inv_exponent_of(s, lambda, tilt);
    for (size_t i = 0; i < x->n && dpc_calc_ok(s->c); i++) {
        weight(s, x, i, lambda, t);
        op(s, DPC_OP_ADD, sum, sum, t);
    }
    error_of_sum(s, error, gain, sum, t);
    if (dpc_calc_ok(s->c))
        widen(s, sum, t);
    dpc_calc_set(s->c, d, sum);
    dpc_vec_clear(&v);
}

/* Powers u^0, u^1, ..., u^(small - 1) and weight u^(small m), m = 0, 1, ... of the nodes of a
 * block. */
typedef struct {
    size_t small, large;
    dpc_vec *re, *im;   /* [exponent], one number for each node */
    dpc_vec *gre, *gim; /* [m] */
} block;

static void block_clear(block *b)
{
    for (size_t r = 0; b->re != NULL && r < b->small; r++) {
        dpc_vec_clear(&b->re[r]);
        dpc_vec_clear(&b->im[r]);
    }
    for (size_t m = 0; b->gre != NULL && m < b->large; m++) {
        dpc_vec_clear(&b->gre[m]);
        dpc_vec_clear(&b->gim[m]);
    }
    free(b->re);
    free(b->im);
    free(b->gre);
    free(b->gim);
}

static void block_init(const setting *s, block *b)
{
    size_t small = 1;
    while (small * small < (size_t)s->K + 1)
        small++;
    *b = (block){.small = small, .large = ((size_t)s->K + small) / small};
    b->re = calloc(b->small, sizeof *b->re);
    b->im = calloc(b->small, sizeof *b->im);
    b->gre = calloc(b->large, sizeof *b->gre);
    b->gim = calloc(b->large, sizeof *b->gim);
    if (b->re == NULL || b->im == NULL || b->gre == NULL || b->gim == NULL) {
        dpc_calc_fail(s->c, DPC_NOMEM);
        return;
    }
    for (size_t r = 0; r < b->small; r++) {
        dpc_vec_init(s->c, &b->re[r], BLOCK);
        dpc_vec_init(s->c, &b->im[r], BLOCK);
    }
    for (size_t m = 0; m < b->large; m++) {
        dpc_vec_init(s->c, &b->gre[m], BLOCK);
        dpc_vec_init(s->c, &b->gim[m], BLOCK);
    }
}

/* Fills column i of the block from u = exp(i D log w) and the weight. */
static void fill_column(const setting *s, block *b, size_t i, const void *angle, const void *g,
                        dpc_vec *re, dpc_vec *im)
{
    dpc_calc_cis(s->c, dpc_vec_at(re, 1), dpc_vec_at(im, 1), angle);
    dpc_calc_powers(s->c, re, im);
    for (size_t r = 0; r < b->small && dpc_calc_ok(s->c); r++) {
        dpc_calc_set(s->c, dpc_vec_at(&b->re[r], i), dpc_vec_at(re, r));
        dpc_calc_set(s->c, dpc_vec_at(&b->im[r], i), dpc_vec_at(im, r));
    }
    if (dpc_calc_ok(s->c)) {
        dpc_calc_set(s->c, dpc_vec_at(re, 1), dpc_vec_at(re, b->small));
        dpc_calc_set(s->c, dpc_vec_at(im, 1), dpc_vec_at(im, b->small));
    }
    const size_t keep = re->n;
    re->n = im->n = b->large > 2 ? b->large : 2;
    dpc_calc_powers(s->c, re, im);
    for (size_t m = 0; m < b->large && dpc_calc_ok(s->c); m++) {
        op(s, DPC_OP_MUL, dpc_vec_at(&b->gre[m], i), dpc_vec_at(re, m), g);
        op(s, DPC_OP_MUL, dpc_vec_at(&b->gim[m], i), dpc_vec_at(im, m), g);
    }
    re->n = im->n = keep;
}

/* re[k] + i im[k] += the sum of weight u^k over the first n nodes of the block. */
static void add_block(const setting *s, const block *b, size_t n, dpc_vec *re, dpc_vec *im)
{
    void *t = num(s, SPARE1);
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++) {
        const size_t m = k / b->small, r = k % b->small;
        void *x = dpc_vec_at(re, k), *y = dpc_vec_at(im, k);
        dpc_calc_dot(s->c, t, &b->gre[m], &b->re[r], n);
        op(s, DPC_OP_ADD, x, x, t);
        dpc_calc_dot(s->c, t, &b->gim[m], &b->im[r], n);
        op(s, DPC_OP_SUB, x, x, t);
        dpc_calc_dot(s->c, t, &b->gre[m], &b->im[r], n);
        op(s, DPC_OP_ADD, y, y, t);
        dpc_calc_dot(s->c, t, &b->gim[m], &b->re[r], n);
        op(s, DPC_OP_ADD, y, y, t);
    }
}

void dpc_inv_node_moments(const setting *s, const nodes *x, piece what, const void *lambda,
                          const void *D, const void *error, const void *gain, void *total,
                          dpc_vec *re, dpc_vec *im)
{
    block b;
    dpc_vec pr, pi, t;
    block_init(s, &b);
    const size_t most = (b.small > b.large ? b.small : b.large) + 1;
    dpc_vec_init(s->c, &pr, most > 2 ? most : 2);
    dpc_vec_init(s->c, &pi, most > 2 ? most : 2);
    dpc_vec_init(s->c, &t, 2);
    void *angle = dpc_vec_at(&t, 0), *g = dpc_vec_at(&t, 1);
    for (size_t first = 0; first < x->n && dpc_calc_ok(s->c); first += BLOCK) {
        size_t count = x->n - first;
        if (count > BLOCK)
            count = BLOCK;
        for (size_t i = 0; i < count && dpc_calc_ok(s->c); i++) {
            op(s, DPC_OP_MUL, angle, D, dpc_vec_at(&x->log, first + i));
            weight(s, x, first + i, lambda, g);
            if (what != WHOLE)
                op(s, DPC_OP_MUL, g, g, dpc_vec_at(what == CORES ? &x->core : &x->hit, first + i));
            fill_column(s, &b, i, angle, g, &pr, &pi);
        }
        add_block(s, &b, count, re, im);
    }
    error_of_sum(s, error, gain, dpc_vec_at(re, 0), total);
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++) {
        widen(s, dpc_vec_at(re, k), total);
        if (k > 0)
            widen(s, dpc_vec_at(im, k), total);
        if (!s->m.remove) /* w^-iu: the conjugate of what was summed */
            op(s, DPC_OP_NEG, dpc_vec_at(im, k), dpc_vec_at(im, k), NULL);
    }
    dpc_vec_clear(&t);
    dpc_vec_clear(&pi);
    dpc_vec_clear(&pr);
    block_clear(&b);
}

/* ---- steps whose M has a closed form (L-INV-CLOSED) ---- */

/* M = up p (a - iu)/n + down conj(p) (b + iu)/n at theta + iu, p = e^(i u epsilon); randomized
   response has a = b = n = 1 and nothing for iu.  At the tilt v = theta, u = 0: the numbers that
   do not depend on u. */
typedef struct {
    dpc_vec v;
    void *up, *down, *wide; /* wide = 1 + 2 v */
} atoms;

static void atoms_init(const setting *s, atoms *a, const void *tilt)
{
    dpc_vec_init(s->c, &a->v, 4);
    a->up = dpc_vec_at(&a->v, 0);
    a->down = dpc_vec_at(&a->v, 1);
    a->wide = dpc_vec_at(&a->v, 2);
    void *t = dpc_vec_at(&a->v, 3);
    op(s, DPC_OP_MUL, a->up, tilt, num(s, SIZE));
    op(s, DPC_OP_ADD, a->down, a->up, num(s, SIZE));
    op(s, DPC_OP_NEG, a->down, a->down, NULL);
    op(s, DPC_OP_EXP, a->up, a->up, NULL);
    op(s, DPC_OP_EXP, a->down, a->down, NULL);
    op(s, DPC_OP_ADD, a->wide, tilt, tilt);
    op(s, DPC_OP_ADD, a->wide, a->wide, num(s, ONE));
    if (s->group->kind != DPC_STEP_RESPONSE)
        return;
    op(s, DPC_OP_NEG, t, num(s, SIZE), NULL); /* both over 1 + e^-epsilon */
    op(s, DPC_OP_EXP, t, t, NULL);
    op(s, DPC_OP_ADD, t, t, num(s, ONE));
    op(s, DPC_OP_DIV, a->up, a->up, t);
    op(s, DPC_OP_DIV, a->down, a->down, t);
}

void dpc_inv_closed_moment(const setting *s, const void *tilt, void *d)
{
    dpc_vec v;
    dpc_vec_init(s->c, &v, 1);
    void *t = dpc_vec_at(&v, 0);
    op(s, DPC_OP_ADD, t, tilt, num(s, ONE));
    if (s->group->kind == DPC_STEP_GAUSS) {
        op(s, DPC_OP_MUL, t, t, tilt);
        op(s, DPC_OP_MUL, t, t, num(s, DRIFT));
        op(s, DPC_OP_EXP, d, t, NULL);
    } else {
        atoms a;
        atoms_init(s, &a, tilt);
        if (s->group->kind == DPC_STEP_LAPLACE) { /* (up (1 + v) + down v)/(1 + 2 v) */
            op(s, DPC_OP_MUL, a.up, a.up, t);
            op(s, DPC_OP_MUL, a.down, a.down, tilt);
            op(s, DPC_OP_ADD, d, a.up, a.down);
            op(s, DPC_OP_DIV, d, d, a.wide);
        } else
            op(s, DPC_OP_ADD, d, a.up, a.down);
        dpc_vec_clear(&a.v);
    }
    dpc_vec_clear(&v);
}

/* re + i im = M(theta + iu) for p = c + i sn. */
static void atoms_at(const setting *s, const atoms *a, const void *u, const void *c, const void *sn,
                     void *re, void *im)
{
    dpc_vec v;
    dpc_vec_init(s->c, &v, 8);
    void *square = dpc_vec_at(&v, 0), *n = dpc_vec_at(&v, 1), *x = dpc_vec_at(&v, 2),
         *y = dpc_vec_at(&v, 3), *up = dpc_vec_at(&v, 4), *down = dpc_vec_at(&v, 5),
         *turned = dpc_vec_at(&v, 6), *gap = dpc_vec_at(&v, 7);
    dpc_calc_set(s->c, up, a->up);
    dpc_calc_set(s->c, down, a->down);
    if (s->group->kind == DPC_STEP_LAPLACE) {
        op(s, DPC_OP_MUL, square, u, u);
        op(s, DPC_OP_ADD, square, square, square);
        op(s, DPC_OP_MUL, n, a->wide, a->wide);
        op(s, DPC_OP_ADD, n, n, square);
        op(s, DPC_OP_ADD, n, n, square); /* (1 + 2 theta)^2 + 4 u^2 */
        op(s, DPC_OP_MUL, x, num(s, THETA), a->wide);
        op(s, DPC_OP_ADD, x, x, square); /* theta (1 + 2 theta) + 2 u^2 */
        op(s, DPC_OP_ADD, y, x, a->wide);
        op(s, DPC_OP_MUL, up, up, y);
        op(s, DPC_OP_MUL, down, down, x);
        op(s, DPC_OP_SUB, gap, a->up, a->down);
        op(s, DPC_OP_MUL, gap, gap, u);
    }
    /* (up + down) c + (UP + DOWN) u sn, (up - down) sn - (UP - DOWN) u c; capitals: without a, b */
    op(s, DPC_OP_ADD, x, up, down);
    op(s, DPC_OP_MUL, re, x, c);
    op(s, DPC_OP_SUB, y, up, down);
    op(s, DPC_OP_MUL, im, y, sn);
    if (s->group->kind == DPC_STEP_LAPLACE) {
        op(s, DPC_OP_ADD, turned, a->up, a->down);
        op(s, DPC_OP_MUL, turned, turned, u);
        op(s, DPC_OP_MUL, turned, turned, sn);
        op(s, DPC_OP_ADD, re, re, turned);
        op(s, DPC_OP_MUL, gap, gap, c);
        op(s, DPC_OP_SUB, im, im, gap);
        op(s, DPC_OP_DIV, re, re, n);
        op(s, DPC_OP_DIV, im, im, n);
    }
    dpc_vec_clear(&v);
}

/* e^((theta^2 + theta - u^2)/(2 sigma^2)), the absolute value for Gaussian noise. */
static void gauss_size(const setting *s, const void *u, void *d)
{
    dpc_vec v;
    dpc_vec_init(s->c, &v, 1);
    void *t = dpc_vec_at(&v, 0);
    op(s, DPC_OP_ADD, t, num(s, THETA), num(s, ONE));
    op(s, DPC_OP_MUL, t, t, num(s, THETA));
    op(s, DPC_OP_MUL, d, u, u);
    op(s, DPC_OP_SUB, d, t, d);
    op(s, DPC_OP_MUL, d, d, num(s, DRIFT));
    op(s, DPC_OP_EXP, d, d, NULL);
    dpc_vec_clear(&v);
}

void dpc_inv_closed_moments(const setting *s, const void *D, dpc_vec *re, dpc_vec *im)
{
    const bool gauss = s->group->kind == DPC_STEP_GAUSS;
    atoms a = {.up = NULL};
    dpc_vec pr, pi, t;
    dpc_vec_init(s->c, &pr, (size_t)s->K + 2);
    dpc_vec_init(s->c, &pi, (size_t)s->K + 2);
    dpc_vec_init(s->c, &t, 2);
    void *u = dpc_vec_at(&t, 0), *size = dpc_vec_at(&t, 1);
    if (gauss) { /* the angle u (1 + 2 theta)/(2 sigma^2) */
        op(s, DPC_OP_ADD, u, num(s, THETA), num(s, THETA));
        op(s, DPC_OP_ADD, u, u, num(s, ONE));
        op(s, DPC_OP_MUL, u, u, num(s, DRIFT));
    } else {
        atoms_init(s, &a, num(s, THETA));
        dpc_calc_set(s->c, u, num(s, SIZE));
    }
    op(s, DPC_OP_MUL, u, u, D);
    if (dpc_calc_ok(s->c))
        dpc_calc_cis(s->c, dpc_vec_at(&pr, 1), dpc_vec_at(&pi, 1), u);
    dpc_calc_powers(s->c, &pr, &pi);
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++) {
        void *x = dpc_vec_at(re, k), *y = dpc_vec_at(im, k);
        const void *c = dpc_vec_at(&pr, k), *sn = dpc_vec_at(&pi, k);
        dpc_calc_ratio(s->c, u, (int64_t)k, 1);
        op(s, DPC_OP_MUL, u, u, D);
        if (gauss) {
            gauss_size(s, u, size);
            op(s, DPC_OP_MUL, x, size, c);
            op(s, DPC_OP_MUL, y, size, sn);
        } else
            atoms_at(s, &a, u, c, sn, x, y);
    }
    if (!gauss)
        dpc_vec_clear(&a.v);
    dpc_vec_clear(&t);
    dpc_vec_clear(&pi);
    dpc_vec_clear(&pr);
}

void dpc_inv_closed_bound(const setting *s, const void *M, const void *R, void *d)
{
    dpc_vec v;
    dpc_vec_init(s->c, &v, 3);
    void *x = dpc_vec_at(&v, 0), *y = dpc_vec_at(&v, 1), *square = dpc_vec_at(&v, 2);
    if (s->group->kind == DPC_STEP_GAUSS)
        gauss_size(s, R, d);
    else if (s->group->kind == DPC_STEP_LAPLACE) {
        atoms a;
        atoms_init(s, &a, num(s, THETA));
        op(s, DPC_OP_MUL, square, R, R);
        op(s, DPC_OP_ADD, x, num(s, THETA), num(s, ONE));
        op(s, DPC_OP_MUL, x, x, x);
        op(s, DPC_OP_ADD, x, x, square);
        op(s, DPC_OP_MUL, y, a.wide, a.wide);
        dpc_calc_ratio(s->c, num(s, SPARE1), 4, 1);
        op(s, DPC_OP_MUL, square, square, num(s, SPARE1));
        op(s, DPC_OP_ADD, y, y, square);
        op(s, DPC_OP_DIV, x, x, y);
        op(s, DPC_OP_SQRT, x, x, NULL);
        op(s, DPC_OP_MUL, x, x, a.up);
        dpc_calc_ratio(s->c, y, 1, 2);
        op(s, DPC_OP_MUL, y, y, a.down);
        op(s, DPC_OP_ADD, x, x, y);
        op(s, DPC_OP_MIN, d, x, M);
        dpc_vec_clear(&a.v);
    } else
        dpc_calc_set(s->c, d, M);
    dpc_vec_clear(&v);
}
