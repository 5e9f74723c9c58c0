/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The sum over the frequencies, the products of the groups, and their assembly (LEMMAS.md, section
   "Inversion": L-INV-CHERNOFF to L-INV-TRUNC, L-INV-CUT, L-INV-FAR, and "What the code returns").
   The arguments are read in inversion_setting.c, M comes from inversion_moment.c, the bounds of
   errors from inversion_error.c.  Everything here is arithmetic and comparisons of the domain. */
#include "method/inversion.h"

#include "method/inversion_parts.h"

#include <stdlib.h>

enum { GUARD = 24 }; /* additional bits, beside those for sums and powers */

/* ---- inversion (L-INV-POISSON) ---- */

/* d = the sum over |k| <= K of exp(-i u_k eps) F_k/(t_k (t_k + 1)), u_k = k D, F_k = re[k] +
   i im[k] the product of all M(theta + i u_k). */
static void inversion_sum(const setting *s, const dpc_vec *re, const dpc_vec *im, const void *D,
                          void *d)
{
    dpc_vec pr, pi, t;
    dpc_vec_init(s->c, &pr, (size_t)s->K + 2);
    dpc_vec_init(s->c, &pi, (size_t)s->K + 2);
    dpc_vec_init(s->c, &t, 9);
    void *sum = dpc_vec_at(&t, 0), *u = dpc_vec_at(&t, 1), *mr = dpc_vec_at(&t, 2),
         *mi = dpc_vec_at(&t, 3), *zr = dpc_vec_at(&t, 4), *zi = dpc_vec_at(&t, 5),
         *square = dpc_vec_at(&t, 6), *x = dpc_vec_at(&t, 7), *thth = dpc_vec_at(&t, 8);
    op(s, DPC_OP_MUL, thth, num(s, THETA), num(s, THETA));
    op(s, DPC_OP_ADD, thth, thth, num(s, THETA));
    op(s, DPC_OP_MUL, u, D, num(s, EPS));
    op(s, DPC_OP_NEG, u, u, NULL);
    if (dpc_calc_ok(s->c))
        dpc_calc_cis(s->c, dpc_vec_at(&pr, 1), dpc_vec_at(&pi, 1), u);
    dpc_calc_powers(s->c, &pr, &pi);
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++) {
        if (k == 0) {
            op(s, DPC_OP_DIV, sum, dpc_vec_at(re, 0), thth);
            continue;
        }
        dpc_calc_cmul(s->c, mr, mi, dpc_vec_at(re, k), dpc_vec_at(im, k), dpc_vec_at(&pr, k),
                      dpc_vec_at(&pi, k));
        /* t (t + 1) = theta (theta + 1) - u^2 + i u (2 theta + 1) */
        dpc_calc_ratio(s->c, x, (int64_t)k, 1);
        op(s, DPC_OP_MUL, u, D, x);
        op(s, DPC_OP_MUL, zr, u, u);
        op(s, DPC_OP_SUB, zr, thth, zr);
        op(s, DPC_OP_ADD, zi, num(s, THETA), num(s, THETA));
        op(s, DPC_OP_ADD, zi, zi, num(s, ONE));
        op(s, DPC_OP_MUL, zi, zi, u);
        /* the real part of (mr + i mi)/(zr + i zi), twice: k and -k */
        op(s, DPC_OP_MUL, square, zr, zr);
        op(s, DPC_OP_MUL, x, zi, zi);
        op(s, DPC_OP_ADD, square, square, x);
        op(s, DPC_OP_MUL, x, mr, zr);
        op(s, DPC_OP_MUL, zi, mi, zi);
        op(s, DPC_OP_ADD, x, x, zi);
        op(s, DPC_OP_DIV, x, x, square);
        op(s, DPC_OP_ADD, x, x, x);
        op(s, DPC_OP_ADD, sum, sum, x);
    }
    dpc_calc_set(s->c, d, sum);
    dpc_vec_clear(&t);
    dpc_vec_clear(&pi);
    dpc_vec_clear(&pr);
}

/* d = c(v) F exp(-v eps), c(v) = v^v/(1 + v)^(1 + v), F the product of all M(v): an upper bound of
   D(eps) (L-INV-CHERNOFF). */
static void chernoff(const setting *s, const void *v, const void *F, void *d)
{
    void *x = num(s, SPARE1), *y = num(s, SPARE2);
    op(s, DPC_OP_LOG, x, v, NULL);
    op(s, DPC_OP_SUB, x, x, num(s, EPS));
    op(s, DPC_OP_MUL, x, x, v);
    op(s, DPC_OP_LOG1P, y, v, NULL);
    op(s, DPC_OP_ADD, num(s, SPARE3), v, num(s, ONE));
    op(s, DPC_OP_MUL, y, y, num(s, SPARE3));
    op(s, DPC_OP_SUB, x, x, y);
    op(s, DPC_OP_EXP, x, x, NULL);
    op(s, DPC_OP_MUL, d, F, x);
}

/* ---- products ---- */

/* |M(theta + iu)| <= d for u >= R; M = M(theta). */
static void node_bound(const setting *s, const void *M, const dpc_vec *error, void *d)
{
    op(s, DPC_OP_SUB, d, M, dpc_vec_at(error, LOST));
    op(s, DPC_OP_MAX, d, d, num(s, ZERO)); /* a bound of an absolute value */
    if (s->has_shift)
        op(s, DPC_OP_MIN, d, d, dpc_vec_at(error, SHIFTED));
}

/* Whether a < b 2^-(bits/2). */
static bool much_less(const setting *s, const void *a, const void *b, unsigned long bits)
{
    void *t = num(s, SPARE1);
    if (!dpc_calc_ok(s->c))
        return false;
    mpq_set_ui(s->c->scratch, 1, 1);
    mpq_div_2exp(s->c->scratch, s->c->scratch, bits / 2);
    s->c->dom->set_q(t, s->c->scratch, s->c->prec);
    op(s, DPC_OP_MUL, t, t, b);
    return dpc_calc_lt(s->c, a, t);
}

static void products_init(const setting *s, products *p)
{
    dpc_vec_init(s->c, &p->re, (size_t)s->K + 1);
    dpc_vec_init(s->c, &p->im, (size_t)s->K + 1);
    dpc_vec_init(s->c, &p->cre, s->has_cut ? (size_t)s->K + 1 : 0);
    dpc_vec_init(s->c, &p->cim, s->has_cut ? (size_t)s->K + 1 : 0);
    dpc_vec_init(s->c, &p->v, 7);
    void **const one[] = {&p->at,         &p->below, &p->above, &p->bound,
                          &p->core_bound, &p->core,  &p->near};
    for (size_t i = 0; i < 7 && dpc_calc_ok(s->c); i++) {
        *one[i] = dpc_vec_at(&p->v, i);
        dpc_calc_ratio(s->c, *one[i], 1, 1);
    }
    p->limited = false;
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++)
        dpc_calc_ratio(s->c, dpc_vec_at(s->has_cut ? &p->cre : &p->re, k), 1, 1);
    if (s->has_cut)
        dpc_calc_ratio(s->c, p->bound, 0, 1);
}

static void products_clear(products *p)
{
    dpc_vec_clear(&p->re);
    dpc_vec_clear(&p->im);
    dpc_vec_clear(&p->cre);
    dpc_vec_clear(&p->cim);
    dpc_vec_clear(&p->v);
    dpc_vec_clear(&p->far);
}

/* d *= x^T */
static void multiply(const setting *s, void *d, const void *x)
{
    void *t = num(s, SPARE1);
    dpc_calc_pow(s->c, t, x, s->group->T);
    op(s, DPC_OP_MUL, d, d, t);
}

/* The numbers re + i im of the frequencies times M^T, M = mre + i mim. */
static void multiply_moments(const setting *s, dpc_vec *re, dpc_vec *im, const dpc_vec *mre,
                             const dpc_vec *mim)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 4);
    void *x = dpc_vec_at(&t, 0), *y = dpc_vec_at(&t, 1), *zr = dpc_vec_at(&t, 2),
         *zi = dpc_vec_at(&t, 3);
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++) {
        void *pr = dpc_vec_at(re, k), *pi = dpc_vec_at(im, k);
        if (k == 0) {
            multiply(s, pr, dpc_vec_at(mre, 0));
            continue;
        }
        dpc_calc_cpow(s->c, zr, zi, dpc_vec_at(mre, k), dpc_vec_at(mim, k), s->group->T);
        dpc_calc_cmul(s->c, x, y, pr, pi, zr, zi);
        dpc_calc_set(s->c, pr, x);
        dpc_calc_set(s->c, pi, y);
    }
    dpc_vec_clear(&t);
}

/* The same for M = C + J, C = cre + i cim the core, J = jre + i jim, with P = p->re.. and G =
   p->cre..: P (C + J)^T + G ((C + J)^T - C^T), then G C^T. */
static void multiply_cut(const setting *s, products *p, const dpc_vec *cre, const dpc_vec *cim,
                         const dpc_vec *jre, const dpc_vec *jim)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 8);
    void *br = dpc_vec_at(&t, 0), *bi = dpc_vec_at(&t, 1), *dr = dpc_vec_at(&t, 2),
         *di = dpc_vec_at(&t, 3), *ar = dpc_vec_at(&t, 4), *ai = dpc_vec_at(&t, 5),
         *x = dpc_vec_at(&t, 6), *y = dpc_vec_at(&t, 7);
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++) {
        void *pr = dpc_vec_at(&p->re, k), *pi = dpc_vec_at(&p->im, k);
        void *gr = dpc_vec_at(&p->cre, k), *gi = dpc_vec_at(&p->cim, k);
        dpc_calc_cpow_more(s->c, br, bi, dr, di, dpc_vec_at(cre, k), dpc_vec_at(cim, k),
                           dpc_vec_at(jre, k), dpc_vec_at(jim, k), s->group->T);
        op(s, DPC_OP_ADD, ar, br, dr);
        op(s, DPC_OP_ADD, ai, bi, di);
        dpc_calc_cmul(s->c, x, y, pr, pi, ar, ai);
        dpc_calc_cmul(s->c, ar, ai, gr, gi, dr, di);
        op(s, DPC_OP_ADD, pr, x, ar);
        op(s, DPC_OP_ADD, pi, y, ai);
        dpc_calc_cmul(s->c, x, y, gr, gi, br, bi);
        dpc_calc_set(s->c, gr, x);
        dpc_calc_set(s->c, gi, y);
    }
    dpc_vec_clear(&t);
}

/* Whether T error outweighs the rounding of size. */
static void compare_error(const setting *s, products *p, const void *error, const void *size,
                          unsigned long prec)
{
    void *y = num(s, SPARE2);
    dpc_calc_z(s->c, y, s->group->T);
    op(s, DPC_OP_MUL, y, y, error);
    p->limited = p->limited || (dpc_calc_ok(s->c) && !much_less(s, y, size, prec));
}

/* M at the frequencies, for a group of subsampled Gaussians; M0 = M(theta).  x: its nodes. */
static void multiply_nodes(const setting *s, products *p, const nodes *x, const dpc_vec *error,
                           const void *D, unsigned long prec, void *M0)
{
    dpc_vec re, im, jre, jim, t;
    dpc_vec_init(s->c, &re, (size_t)s->K + 1);
    dpc_vec_init(s->c, &im, (size_t)s->K + 1);
    dpc_vec_init(s->c, &jre, s->has_cut ? (size_t)s->K + 1 : 0);
    dpc_vec_init(s->c, &jim, s->has_cut ? (size_t)s->K + 1 : 0);
    dpc_vec_init(s->c, &t, 3);
    void *lambda = dpc_vec_at(&t, 0), *wrong = dpc_vec_at(&t, 1), *wrong_hits = dpc_vec_at(&t, 2);
    dpc_inv_exponent_of(s, lambda, num(s, THETA));
    dpc_inv_node_moments(s, x, s->has_cut ? CORES : WHOLE, lambda, D, dpc_vec_at(error, ERR_THETA),
                         dpc_vec_at(error, GAIN_THETA), wrong, &re, &im);
    if (s->has_cut) {
        dpc_inv_node_moments(s, x, HITS, lambda, D, dpc_vec_at(error, ERR_HITS), num(s, ZERO),
                             wrong_hits, &jre, &jim);
        multiply_cut(s, p, &re, &im, &jre, &jim);
    } else
        multiply_moments(s, &p->re, &p->im, &re, &im);
    if (dpc_calc_ok(s->c)) {
        dpc_calc_set(s->c, M0, dpc_vec_at(&re, 0));
        if (s->has_cut)
            op(s, DPC_OP_ADD, M0, M0, dpc_vec_at(&jre, 0));
        compare_error(s, p, wrong, M0, prec);
        if (s->has_cut)
            compare_error(s, p, wrong_hits, dpc_vec_at(&jre, 0), prec);
    }
    dpc_vec_clear(&t);
    dpc_vec_clear(&jim);
    dpc_vec_clear(&jre);
    dpc_vec_clear(&im);
    dpc_vec_clear(&re);
}

/* Beyond the frequencies, with something cut off: bound M^T + core_bound T |J| M^(T - 1), then
   core_bound M^T. */
static void multiply_cut_bound(const setting *s, products *p, const void *M, const void *J)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 2);
    void *x = dpc_vec_at(&t, 0), *y = dpc_vec_at(&t, 1);
    dpc_calc_pow(s->c, y, M, s->group->T);
    dpc_calc_z(s->c, x, s->group->T);
    op(s, DPC_OP_MUL, x, x, J);
    op(s, DPC_OP_DIV, x, x, M);
    op(s, DPC_OP_MUL, x, x, p->core_bound);
    op(s, DPC_OP_ADD, p->bound, p->bound, x);
    op(s, DPC_OP_MUL, p->bound, p->bound, y);
    op(s, DPC_OP_MUL, p->core_bound, p->core_bound, y);
    dpc_vec_clear(&t);
}

/* A group of subsampled Gaussians; error holds the bounds of dpc_inv_error_bounds. */
static void multiply_sampled(const setting *s, products *p, const dpc_vec *error,
                             unsigned long prec)
{
    nodes x;
    dpc_vec t;
    dpc_vec_init(s->c, &t, 5);
    void *D = dpc_vec_at(&t, 0), *tilt[2] = {dpc_vec_at(&t, 1), dpc_vec_at(&t, 2)},
         *M = dpc_vec_at(&t, 3), *y = dpc_vec_at(&t, 4);
    dpc_inv_frequencies(s, D, y);
    dpc_inv_tilts(s, tilt[0], tilt[1]);
    dpc_inv_nodes_init(s, &x);
    multiply_nodes(s, p, &x, error, D, prec, M);
    multiply(s, p->at, M);
    for (int i = s->has_below ? 0 : 1; i < 2 && dpc_calc_ok(s->c); i++) {
        dpc_inv_node_moment(s, &x, tilt[i], dpc_vec_at(error, i == 0 ? ERR_BELOW : ERR_ABOVE),
                            dpc_vec_at(error, i == 0 ? GAIN_BELOW : GAIN_ABOVE), y);
        multiply(s, i == 0 ? p->below : p->above, y);
    }
    if (s->has_cut) {
        multiply_cut_bound(s, p, M, dpc_vec_at(error, SHIFTED));
        multiply(s, p->core, dpc_vec_at(error, CORE_MOMENT));
    } else {
        node_bound(s, M, error, y);
        multiply(s, p->bound, y);
    }
    dpc_inv_nodes_clear(&x);
    dpc_vec_clear(&t);
}

/* A group whose M has a closed form. */
static void multiply_closed(const setting *s, products *p)
{
    dpc_vec re, im, t;
    dpc_vec_init(s->c, &re, (size_t)s->K + 1);
    dpc_vec_init(s->c, &im, (size_t)s->K + 1);
    dpc_vec_init(s->c, &t, 5);
    void *D = dpc_vec_at(&t, 0), *R = dpc_vec_at(&t, 1),
         *tilt[2] = {dpc_vec_at(&t, 2), dpc_vec_at(&t, 3)}, *y = dpc_vec_at(&t, 4);
    dpc_inv_frequencies(s, D, R);
    dpc_inv_tilts(s, tilt[0], tilt[1]);
    dpc_inv_closed_moments(s, D, &re, &im);
    multiply_moments(s, &p->re, &p->im, &re, &im);
    if (s->has_cut)
        multiply_moments(s, &p->cre, &p->cim, &re, &im);
    for (int i = s->has_below ? 0 : 1; i < 2 && dpc_calc_ok(s->c); i++) {
        dpc_inv_closed_moment(s, tilt[i], y);
        multiply(s, i == 0 ? p->below : p->above, y);
    }
    if (dpc_calc_ok(s->c)) {
        multiply(s, p->at, dpc_vec_at(&re, 0));
        dpc_inv_closed_bound(s, dpc_vec_at(&re, 0), R, y);
    }
    multiply(s, p->bound, y);
    multiply(s, p->core_bound, y);
    if (s->has_cut) {
        dpc_inv_closed_moment(s, num(s, CORE), y);
        multiply(s, p->core, y);
    }
    dpc_vec_clear(&t);
    dpc_vec_clear(&im);
    dpc_vec_clear(&re);
}

/* ---- all together ---- */

/* The aliases that the tilt v bounds: c(v) F exp(-v eps)/(exp(|theta - v| A) - 1), F the product of
   all M(v); v = NULL: v = 0, D <= 1 (L-INV-ALIAS). */
static void alias(const setting *s, const void *v, const void *F, void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 1);
    void *gap = dpc_vec_at(&t, 0);
    if (v != NULL) {
        chernoff(s, v, F, d);
        op(s, DPC_OP_SUB, gap, num(s, THETA), v);
        op(s, DPC_OP_ABS, gap, gap, NULL);
    } else {
        dpc_calc_ratio(s->c, d, 1, 1);
        dpc_calc_set(s->c, gap, num(s, THETA));
    }
    op(s, DPC_OP_MUL, gap, gap, num(s, A));
    op(s, DPC_OP_EXPM1, gap, gap, NULL);
    op(s, DPC_OP_DIV, d, d, gap);
    dpc_vec_clear(&t);
}

/* d = the probability that a test between the two distributions of a step without sampling errs,
   for either of them: P or Q of the wrong side (L-INV-NEAR).  Sizes beyond which it is next to 0
   count as that size. */
static void test_error(const setting *s, void *d)
{
    enum { WIDEST = 32 };
    void *x = num(s, SPARE1);
    const bool gauss = s->group->kind == DPC_STEP_GAUSS || s->group->kind == DPC_STEP_SUBSAMPLED;
    dpc_calc_ratio(s->c, x, WIDEST, 1);
    if (gauss) { /* Q(1/(2 sigma)) */
        op(s, DPC_OP_ADD, d, num(s, SIZE), num(s, SIZE));
        op(s, DPC_OP_DIV, d, num(s, ONE), d);
        op(s, DPC_OP_MIN, d, d, x);
        op(s, DPC_OP_Q, d, d, NULL);
        return;
    }
    op(s, DPC_OP_MIN, d, num(s, SIZE), x);
    if (s->group->kind == DPC_STEP_LAPLACE) { /* e^(-eps/2)/2 */
        dpc_calc_ratio(s->c, x, -1, 2);
        op(s, DPC_OP_MUL, d, d, x);
        op(s, DPC_OP_EXP, d, d, NULL);
        op(s, DPC_OP_MUL, d, d, x);
        op(s, DPC_OP_NEG, d, d, NULL);
    } else { /* 1/(1 + e^eps) */
        op(s, DPC_OP_EXP, d, d, NULL);
        op(s, DPC_OP_ADD, d, d, num(s, ONE));
        op(s, DPC_OP_DIV, d, num(s, ONE), d);
    }
}

/* near *= d^T, or a smaller power: d is at least the integral of sqrt(dP dQ) of a step of the group
   at hand (L-INV-NEAR). */
static void affinity(const setting *s, products *p)
{
    enum { MOST_BITS = 38 }; /* of T: so that the power can be written */
    dpc_vec t;
    dpc_vec_init(s->c, &t, 3);
    void *b = dpc_vec_at(&t, 0), *a = dpc_vec_at(&t, 1), *d = dpc_vec_at(&t, 2);
    test_error(s, b);
    op(s, DPC_OP_ADD, a, b, b);
    op(s, DPC_OP_SUB, a, num(s, ONE), a);
    if (s->group->kind == DPC_STEP_SUBSAMPLED)
        op(s, DPC_OP_MUL, a, a, num(s, Q));
    op(s, DPC_OP_ADD, a, a, b); /* b + q (1 - 2 b) */
    op(s, DPC_OP_MUL, d, a, b);
    op(s, DPC_OP_SUB, a, num(s, ONE), a);
    op(s, DPC_OP_SUB, b, num(s, ONE), b);
    op(s, DPC_OP_MUL, a, a, b);
    /* products of probabilities; rounding may have taken them below 0 */
    op(s, DPC_OP_MAX, d, d, num(s, ZERO));
    op(s, DPC_OP_MAX, a, a, num(s, ZERO));
    op(s, DPC_OP_SQRT, d, d, NULL);
    op(s, DPC_OP_SQRT, a, a, NULL);
    op(s, DPC_OP_ADD, d, d, a);
    mpz_t T;
    mpz_init_set_ui(T, 1);
    mpz_mul_2exp(T, T, MOST_BITS);
    dpc_calc_pow(s->c, a, d, mpz_cmp(s->group->T, T) < 0 ? s->group->T : T);
    mpz_clear(T);
    op(s, DPC_OP_MUL, p->near, p->near, a);
    dpc_vec_clear(&t);
}

/* D is at least 1 - e^(eps/2) near: raises both bounds to that, where the exponential is not too
   large to be written. */
static void use_affinity(const setting *s, const products *p, void *low, void *high)
{
    const int64_t most_eps = (int64_t)1 << 38;
    void *x = num(s, SPARE1);
    dpc_calc_ratio(s->c, x, most_eps, 1);
    if (!dpc_calc_ok(s->c) || !dpc_calc_le(s->c, num(s, EPS), x))
        return;
    dpc_calc_ratio(s->c, x, 1, 2);
    op(s, DPC_OP_MUL, x, x, num(s, EPS));
    op(s, DPC_OP_EXP, x, x, NULL);
    op(s, DPC_OP_MUL, x, x, p->near);
    op(s, DPC_OP_SUB, x, num(s, ONE), x);
    op(s, DPC_OP_MIN, x, x, num(s, ONE));
    op(s, DPC_OP_MAX, low, low, x);
    op(s, DPC_OP_MAX, high, high, x);
}

/* ---- the far end (L-INV-FAR) ---- */

/* log_p and log_q += T log E[near], under either distribution of a step of the group at hand. */
static void near_mass(const setting *s, void *log_p, void *log_q)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 4);
    void *wide = dpc_vec_at(&t, 0), *p = dpc_vec_at(&t, 1), *q = dpc_vec_at(&t, 2),
         *T = dpc_vec_at(&t, 3);
    op(s, DPC_OP_MUL, wide, num(s, EDGE), num(s, EDGE));
    op(s, DPC_OP_ADD, wide, wide, num(s, ONE));
    op(s, DPC_OP_SQRT, wide, wide, NULL);
    op(s, DPC_OP_DIV, q, num(s, FAR), wide);
    op(s, DPC_OP_Q, q, q, NULL);
    op(s, DPC_OP_DIV, p, num(s, ONE), num(s, SIZE));
    op(s, DPC_OP_SUB, p, num(s, FAR), p);
    op(s, DPC_OP_DIV, p, p, wide);
    op(s, DPC_OP_Q, p, p, NULL);
    op(s, DPC_OP_MUL, p, p, num(s, Q));
    op(s, DPC_OP_MUL, wide, q, num(s, REST));
    op(s, DPC_OP_ADD, p, p, wide);
    dpc_calc_z(s->c, T, s->group->T);
    for (int i = 0; i < 2; i++) {
        void *far = i == 0 ? p : q, *sum = i == 0 ? log_p : log_q;
        op(s, DPC_OP_NEG, far, far, NULL);
        op(s, DPC_OP_LOG1P, far, far, NULL);
        op(s, DPC_OP_MUL, far, far, T);
        op(s, DPC_OP_ADD, sum, sum, far);
    }
    dpc_vec_clear(&t);
}

/* The numbers of all groups that the far end needs for any eps: the common ones below, then those
   of each group of subsampled Gaussians. */
enum { LOG_NEAR_P, LOG_NEAR_Q, BOUND, COMMON }; /* bound: of the losses, in the other direction */
enum { G_RATE, G_LOG_REST, G_SIGMA, G_DRIFT, G_STEPS, OF_GROUP }; /* q, log(1 - q), ..., T */

static size_t sampled_groups(const setting *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->m.n; i++)
        n += s->m.group[i].kind == DPC_STEP_SUBSAMPLED;
    return n;
}

/* Adds the group at hand; at: the index of its own numbers, if it is one of subsampled
   Gaussians. */
static void add_far(const setting *s, dpc_vec *far, size_t *at)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 2);
    void *x = dpc_vec_at(&t, 0), *T = dpc_vec_at(&t, 1), *bound = dpc_vec_at(far, BOUND);
    dpc_calc_z(s->c, T, s->group->T);
    dpc_calc_set(s->c, x, num(s, SIZE));
    if (s->group->kind == DPC_STEP_SUBSAMPLED) {
        near_mass(s, dpc_vec_at(far, LOG_NEAR_P), dpc_vec_at(far, LOG_NEAR_Q));
        op(s, DPC_OP_NEG, x, num(s, Q), NULL);
        op(s, DPC_OP_LOG1P, x, x, NULL);
        dpc_calc_set(s->c, dpc_vec_at(far, *at + G_RATE), num(s, Q));
        dpc_calc_set(s->c, dpc_vec_at(far, *at + G_LOG_REST), x);
        dpc_calc_set(s->c, dpc_vec_at(far, *at + G_SIGMA), num(s, SIZE));
        dpc_calc_set(s->c, dpc_vec_at(far, *at + G_DRIFT), num(s, DRIFT));
        dpc_calc_set(s->c, dpc_vec_at(far, *at + G_STEPS), T);
        *at += OF_GROUP;
        op(s, DPC_OP_NEG, x, x, NULL);
    }
    op(s, DPC_OP_MUL, x, x, T);
    op(s, DPC_OP_ADD, bound, bound, x);
    dpc_vec_clear(&t);
}

/* d += T Q((far - y)/edge), where y is the place beyond which a step of the group decides alone,
   whatever the other steps do. */
static void add_undecided(const setting *s, const dpc_vec *far, size_t group, void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 1);
    void *y = dpc_vec_at(&t, 0);
    /* log w(y) is this: */
    op(s, DPC_OP_ADD, y, dpc_vec_at(far, BOUND), dpc_vec_at(far, group + G_LOG_REST));
    op(s, s->m.remove ? DPC_OP_ADD : DPC_OP_SUB, y, y, num(s, EPS));
    /* y = sigma (log(1 + (w - 1)/q) + 1/(2 sigma^2)) */
    op(s, DPC_OP_EXPM1, y, y, NULL);
    op(s, DPC_OP_DIV, y, y, dpc_vec_at(far, group + G_RATE));
    op(s, DPC_OP_LOG1P, y, y, NULL);
    op(s, DPC_OP_ADD, y, y, dpc_vec_at(far, group + G_DRIFT));
    op(s, DPC_OP_MUL, y, y, dpc_vec_at(far, group + G_SIGMA));
    op(s, DPC_OP_SUB, y, num(s, FAR), y);
    op(s, DPC_OP_DIV, y, y, num(s, EDGE));
    op(s, DPC_OP_Q, y, y, NULL);
    op(s, DPC_OP_MUL, y, y, dpc_vec_at(far, group + G_STEPS));
    op(s, DPC_OP_ADD, d, d, y);
    dpc_vec_clear(&t);
}

/* Encloses the contribution of the far end between low and low + more. */
static void far_end(const setting *s, const dpc_vec *far, void *low, void *more)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 2);
    void *E = dpc_vec_at(&t, 0), *x = dpc_vec_at(&t, 1);
    dpc_calc_ratio(s->c, low, 0, 1);
    dpc_calc_ratio(s->c, more, 0, 1);
    for (size_t at = COMMON; at < far->n && dpc_calc_ok(s->c); at += OF_GROUP)
        add_undecided(s, far, at, more);
    if (s->m.remove) { /* P(far) - e^eps Q(far) */
        op(s, DPC_OP_EXP, E, num(s, EPS), NULL);
        op(s, DPC_OP_MUL, more, more, E);
        op(s, DPC_OP_EXPM1, x, dpc_vec_at(far, LOG_NEAR_Q), NULL);
        op(s, DPC_OP_MUL, E, E, x);
        op(s, DPC_OP_EXPM1, x, dpc_vec_at(far, LOG_NEAR_P), NULL);
        op(s, DPC_OP_SUB, low, E, x);
    }
    dpc_vec_clear(&t);
}

/* Adds up the parts.  True if more precision than prec would not help. */
static bool assemble(const setting *s, const products *p, unsigned long prec, void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 8);
    void *D = dpc_vec_at(&t, 0), *R = dpc_vec_at(&t, 1), *sum = dpc_vec_at(&t, 2),
         *cut = dpc_vec_at(&t, 3), *below = dpc_vec_at(&t, 4), *above = dpc_vec_at(&t, 5),
         *low = dpc_vec_at(&t, 6), *high = dpc_vec_at(&t, 7);
    dpc_inv_frequencies(s, D, R);
    inversion_sum(s, &p->re, &p->im, D, sum);
    op(s, DPC_OP_DIV, sum, sum, num(s, A));
    /* an upper bound of the contribution of |k| > K (L-INV-TRUNC), without exp(-theta eps) */
    op(s, DPC_OP_MUL, cut, R, num(s, PI));
    op(s, DPC_OP_DIV, cut, p->bound, cut);
    op(s, DPC_OP_MUL, low, num(s, THETA), num(s, EPS));
    op(s, DPC_OP_NEG, low, low, NULL);
    op(s, DPC_OP_EXP, low, low, NULL);
    op(s, DPC_OP_MUL, sum, sum, low);
    op(s, DPC_OP_MUL, cut, cut, low);
    op(s, DPC_OP_ADD, high, sum, cut);
    op(s, DPC_OP_SUB, low, sum, cut);
    if (s->has_cut) { /* the contribution of the cores alone */
        chernoff(s, num(s, CORE), p->core, cut);
        op(s, DPC_OP_ADD, high, high, cut);
    }
    dpc_inv_tilts(s, below, above);
    alias(s, above, p->above, cut);
    op(s, DPC_OP_SUB, low, low, cut);
    alias(s, s->has_below ? below : NULL, p->below, cut);
    op(s, DPC_OP_SUB, low, low, cut);
    /* 0 <= D(eps) <= 1 and D(eps) <= its Chernoff bound */
    chernoff(s, num(s, THETA), p->at, cut);
    op(s, DPC_OP_MIN, high, high, cut);
    op(s, DPC_OP_MAX, high, high, num(s, ZERO));
    op(s, DPC_OP_MAX, low, low, num(s, ZERO));
    if (s->has_far) { /* so far the bounds are about the near part */
        far_end(s, &p->far, below, above);
        op(s, DPC_OP_ADD, low, low, below);
        op(s, DPC_OP_MAX, low, low, num(s, ZERO));
        op(s, DPC_OP_ADD, high, high, below);
        op(s, DPC_OP_ADD, high, high, above);
        op(s, DPC_OP_MAX, high, high, num(s, ZERO));
    }
    op(s, DPC_OP_MIN, high, high, num(s, ONE));
    use_affinity(s, p, low, high);
    op(s, DPC_OP_MIN, low, low, high);
    op(s, DPC_OP_SUB, cut, high, low);
    const bool limited = p->limited || (dpc_calc_ok(s->c) && !much_less(s, cut, high, prec));
    dpc_calc_hull(s->c, d, low, high);
    dpc_vec_clear(&t);
    return limited;
}

static unsigned long bits_of(int64_t n)
{
    unsigned long bits = 0;
    for (; n > 0; n /= 2)
        bits++;
    return bits;
}

/* Refuses, before it begins, more work than allowed. */
static dpc_status charge(dpc_method_call *in, const setting *s)
{
    enum { PER_PAIR = 4, PER_CELL = 60, PER_NODE = 100, PER_SPLIT = 300, PER_FREQUENCY = 500 };
    const uint64_t n = (uint64_t)(s->j1 - s->j0) + 1, K = (uint64_t)s->K + 1;
    mpq_srcptr soft = in->arg[DPC_INV_SOFT].q, edge = in->arg[DPC_INV_EDGE].q;
    const uint64_t pieces = soft != NULL && mpq_sgn(soft) == 0 ? 1 : 2;
    /* a cut, and a far end, take two values of Q at each point */
    const uint64_t splits = pieces - 1 + (edge != NULL && mpq_sgn(edge) == 0 ? 0 : 1);
    const uint64_t points = s->coarse > 0 ? n / (uint64_t)s->coarse + 1 : n * (uint64_t)s->fine;
    in->work = 0;
    for (size_t i = 0; i < s->m.n; i++) {
        in->work += K * PER_FREQUENCY;
        if (s->m.group[i].kind == DPC_STEP_SUBSAMPLED)
            in->work += n * K * PER_PAIR * pieces + points * PER_CELL + n * PER_NODE +
                        (points + n) * splits * PER_SPLIT;
    }
    if (in->work <= in->max_work)
        return DPC_OK;
    in->limit = DPC_LIMIT_STEPS;
    (void)dpc_method_refuse(in, "%llu nodes and %llu frequencies take more than %llu steps",
                            (unsigned long long)n, (unsigned long long)K,
                            (unsigned long long)in->max_work);
    return DPC_UNDECIDED;
}

static dpc_status prepare_products(dpc_method_call *in, dpc_inv_prepared *w, unsigned long more)
{
    enum { FEW_BITS = 64 };
    setting *s = &w->s;
    dpc_calc *c = &w->c;
    dpc_vec *error = calloc(s->m.n + 1, sizeof *error);
    if (error == NULL)
        return DPC_NOMEM;
    c->prec = FEW_BITS + more;
    dpc_inv_setting_init(s, c);
    dpc_status status = dpc_calc_ok(c) ? dpc_inv_check_plan(in, s) : c->status;
    if (status == DPC_OK)
        status = dpc_inv_check_groups(in, s);
    for (size_t i = 0; i < s->m.n && status == DPC_OK; i++)
        if (s->m.group[i].kind == DPC_STEP_SUBSAMPLED) {
            dpc_inv_enter(s, &s->m.group[i]);
            dpc_vec_init(c, &error[i], BOUNDS);
            status = dpc_calc_ok(c) ? dpc_inv_error_bounds(in, s, &error[i]) : c->status;
        }
    dpc_vec_clear(&s->num);
    c->prec = in->prec + more + bits_of(s->K) + GUARD;
    dpc_inv_setting_init(s, c);
    products_init(s, &w->p);
    dpc_vec_init(c, &w->p.far, s->has_far ? COMMON + OF_GROUP * sampled_groups(s) : 0);
    size_t far_at = COMMON;
    for (size_t i = 0; i < s->m.n && status == DPC_OK; i++) {
        dpc_inv_enter(s, &s->m.group[i]);
        if (s->group->kind == DPC_STEP_SUBSAMPLED)
            multiply_sampled(s, &w->p, &error[i], in->prec);
        else
            multiply_closed(s, &w->p);
        affinity(s, &w->p);
        if (s->has_far)
            add_far(s, &w->p.far, &far_at);
        status = c->status;
    }
    for (size_t i = 0; i < s->m.n; i++)
        dpc_vec_clear(&error[i]);
    free(error);
    return status;
}

/* Where the tables of a calculation do not fit the account, that is the reason. */
static dpc_status explained(dpc_method_call *in, const dpc_inv_prepared *w, dpc_status status)
{
    if (status != DPC_NOMEM || !w->c.memory->refused)
        return status;
    in->limit = DPC_LIMIT_MEMORY;
    (void)dpc_method_refuse(in, DPC_MEMORY_LIMIT ": %lld nodes and %lld frequencies do not fit",
                            (long long)w->s.j1 - w->s.j0 + 1, (long long)w->s.K + 1);
    return DPC_UNDECIDED;
}

dpc_status dpc_inv_prepare(dpc_method method, dpc_method_call *in, dpc_memory *memory,
                           dpc_inv_prepared *w)
{
    *w = (dpc_inv_prepared){.s = {.K = 1}};
    dpc_calc_init(&w->c, in->dom, in->prec);
    w->c.memory = memory;
    dpc_status status = dpc_mechanism_read(method, in, &w->s.m);
    if (status == DPC_OK)
        status = dpc_inv_read_integers(in, &w->s);
    if (status == DPC_OK)
        status = charge(in, &w->s);
    if (status != DPC_OK)
        return explained(in, w, status);
    const unsigned long groups = bits_of((int64_t)w->s.m.n);
    unsigned long more = groups;
    for (size_t i = 0; i < w->s.m.n; i++) {
        const unsigned long bits = groups + mpz_sizeinbase(w->s.m.group[i].T, 2);
        more = bits > more ? bits : more;
    }
    return explained(in, w, prepare_products(in, w, more));
}

void dpc_inv_clear(dpc_inv_prepared *w)
{
    products_clear(&w->p);
    dpc_vec_clear(&w->s.num);
    dpc_mechanism_clear(&w->s.m);
    dpc_calc_clear(&w->c);
}

dpc_status dpc_inv_finish(dpc_method_call *in, const dpc_inv_prepared *w, void *d)
{
    in->saturated = assemble(&w->s, &w->p, in->prec, d);
    return explained(in, w, w->c.status);
}

dpc_status dpc_inversion_run(dpc_method method, dpc_method_call *in, void *d)
{
    dpc_memory own = dpc_memory_new();
    dpc_inv_prepared w;
    dpc_status status = dpc_inv_prepare(method, in, in->memory != NULL ? in->memory : &own, &w);
    if (status == DPC_OK)
        status = dpc_inv_finish(in, &w, d);
    dpc_inv_clear(&w);
    return status;
}
