/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The proved kernel against Arb: every enclosure contains Arb's ball at many more bits, is nearly
   as narrow as possible, and is refused where there is no value.  The proofs say that nothing wrong
   is accepted; the tests say that right results are accepted, and test the code that is not proved.
   This suite needs only the sources of dpcert-check, and Arb: `make check-m32` builds it so. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "arith/arith.h"
#include "check_domain.h"
#include "check_util.h"

#include "base/rational.h"
#include "domain/kernel.h"
#include "kernel/hint.h"
#include "kernel/steps.h"
#include "kernel/word.h"
#include "kernel/zint_gmp.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <gmp.h>

static const dpc_domain *const ball = &dpc_domain_ball, *const kernel = &dpc_domain_kernel;

enum { REF_PREC = 1200 };

/* ---- elements ---- */

typedef struct {
    bool finite;
    arf_t lo, hi;
} ends;

static void ends_init(ends *r, const dpc_domain *d, const void *x)
{
    dpc_bounds b;
    dpc_bounds_init(&b);
    d->bounds(&b, x);
    arf_init(r->lo);
    arf_init(r->hi);
    r->finite = b.finite;
    if (b.finite) {
        check_set_end(r->lo, b.lo_man, b.lo_exp);
        check_set_end(r->hi, b.hi_man, b.hi_exp);
    }
    dpc_bounds_clear(&b);
}

static void ends_clear(ends *r)
{
    arf_clear(r->lo);
    arf_clear(r->hi);
}

/* Fails if the kernel's element certainly misses the value that the ball contains.  Returns the
   relative width as a power of two, -1000000 for a point. */
static long check_meets(const void *k, const void *b, const char *what)
{
    ends x, y;
    ends_init(&x, kernel, k);
    ends_init(&y, ball, b);
    ck_assert_msg(x.finite && y.finite, "%s: no bounds", what);
    ck_assert_msg(arf_cmp(x.lo, x.hi) <= 0, "%s: the ends are in the wrong order", what);
    ck_assert_msg(arf_cmp(x.lo, y.hi) <= 0, "%s: the lower end is %.17g, the value %.17g", what,
                  arf_get_d(x.lo, ARF_RND_NEAR), arf_get_d(y.hi, ARF_RND_NEAR));
    ck_assert_msg(arf_cmp(x.hi, y.lo) >= 0, "%s: the upper end is %.17g, the value %.17g", what,
                  arf_get_d(x.hi, ARF_RND_NEAR), arf_get_d(y.lo, ARF_RND_NEAR));
    arf_t width;
    arf_init(width);
    long bits = -1000000;
    (void)arf_sub(width, x.hi, x.lo, 64, ARF_RND_UP);
    if (!arf_is_zero(width) && !arf_is_zero(y.lo)) {
        (void)arf_div(width, width, y.lo, 64, ARF_RND_UP);
        bits = arf_abs_bound_lt_2exp_si(width);
    }
    arf_clear(width);
    ends_clear(&x);
    ends_clear(&y);
    return bits;
}

/* ---- random points ---- */

typedef struct {
    dpc_op op;
    const char *name;
    int range;     /* |first operand| from 2^-range to 2^range */
    int range_b;   /* of the second; 0: there is none */
    bool positive; /* the first operand must be */
    int loss;      /* bits that a point may lose; -1: any number, by cancellation */
} operation;

static const operation operations[] = {
    {DPC_OP_ADD, "add", 100, 100, false, -1},
    {DPC_OP_SUB, "sub", 100, 100, false, -1},
    {DPC_OP_MUL, "mul", 100, 100, false, 6},
    {DPC_OP_DIV, "div", 100, 100, false, 6},
    {DPC_OP_POW, "pow", 10, 6, true, 24},
    {DPC_OP_MIN, "min", 100, 100, false, 6},
    {DPC_OP_MAX, "max", 100, 100, false, 6},
    {DPC_OP_NEG, "neg", 100, 0, false, 6},
    {DPC_OP_ABS, "abs", 100, 0, false, 6},
    {DPC_OP_POS, "pos", 100, 0, false, 6},
    {DPC_OP_CEIL, "ceil", 20, 0, false, -1},
    {DPC_OP_FLOOR, "floor", 20, 0, false, -1},
    {DPC_OP_EXP, "exp", 12, 0, false, 24},
    {DPC_OP_LOG, "log", 100, 0, true, 8},
    {DPC_OP_SQRT, "sqrt", 100, 0, true, 6},
    {DPC_OP_EXPM1, "expm1", 10, 0, false, 24},
    {DPC_OP_LOG1P, "log1p", 100, 0, true, 8},
    {DPC_OP_Q, "Q", 6, 0, false, 24},
    {DPC_OP_ADD, "add far", 9000, 9000, false, -1},
    {DPC_OP_MUL, "mul far", 5000, 5000, false, 6},
    {DPC_OP_EXPM1, "expm1 far", 5000, 0, false, -1},
    {DPC_OP_LOG1P, "log1p far", 5000, 0, true, 8},
    {DPC_OP_LOG, "log far", 5000, 0, true, 8},
    {DPC_OP_E, "e", 1, 0, false, 6},
    {DPC_OP_PI, "pi", 1, 0, false, 6},
};
enum { NOPERATIONS = sizeof operations / sizeof operations[0] };

static void random_operand(mpq_t q, uint64_t *state, const operation *o, bool first)
{
    const int range = first ? o->range : o->range_b > 0 ? o->range_b : 1;
    const bool big = o->op == DPC_OP_EXPM1 && range > 10;
    do {
        check_random_point(q, state, range);
        if (big) /* tiny, not huge: exp has to stay finite */
            mpq_div_2exp(q, q, (mp_bitcnt_t)range - 10);
    } while (mpq_sgn(q) == 0);
    if (first && o->positive)
        mpq_abs(q, q);
}

/* Every operation at points. */
START_TEST(test_points)
{
    static const unsigned long precs[] = {30, 53, 64, 128, 300};
    const operation *o = &operations[_i];
    uint64_t state = check_seed("t-kernel");
    mpq_t p, q;
    mpq_inits(p, q, NULL);
    void *a = check_element_new(kernel), *b = check_element_new(kernel),
         *d = check_element_new(kernel);
    void *ra = check_element_new(ball), *rb = check_element_new(ball),
         *rd = check_element_new(ball);
    for (unsigned long i = 0; i < 200 * check_mult(); i++) {
        random_operand(p, &state, o, true);
        random_operand(q, &state, o, false);
        const unsigned long prec = precs[check_below(&state, 5)];
        kernel->set_q(a, p, prec + 53);
        kernel->set_q(b, q, prec + 53);
        ball->set_q(ra, p, 20000);
        ball->set_q(rb, q, 20000);
        dpc_status status = ball->apply(o->op, rd, ra, rb, o->range > 200 ? 20000 : REF_PREC);
        ck_assert_int_eq(status, DPC_OK);
        status = kernel->apply(o->op, d, a, b, prec);
        ck_assert_msg(status == DPC_OK, "%s: %s", o->name, dpc_status_name(status));
        const long bits = check_meets(d, rd, o->name);
        ck_assert_msg(o->loss < 0 || bits <= o->loss - (long)prec, "%s at %lu bits: width 2^%ld",
                      o->name, prec, bits);
        /* the output may be an operand */
        ck_assert_int_eq(kernel->apply(o->op, a, a, b, prec), DPC_OK);
        (void)check_meets(a, rd, o->name);
    }
    check_element_free(kernel, a);
    check_element_free(kernel, b);
    check_element_free(kernel, d);
    check_element_free(ball, ra);
    check_element_free(ball, rb);
    check_element_free(ball, rd);
    mpq_clears(p, q, NULL);
    dpc_domain_kernel_cleanup();
    flint_cleanup();
}
END_TEST

/* [lo, hi], with hi = lo + a share of lo. */
static void random_interval(void *d, mpq_t lo, mpq_t hi, uint64_t *state, const operation *o,
                            bool first)
{
    mpq_t share;
    void *end = check_element_new(kernel);
    mpq_init(share);
    random_operand(lo, state, o, first);
    mpq_div_2exp(share, lo, (mp_bitcnt_t)check_below(state, 30));
    if (check_below(state, 4) == 0 && !(first && o->positive))
        mpq_mul_2exp(share, share, 1), mpq_neg(share, share); /* 0 may be a point */
    mpq_add(hi, lo, share);
    kernel->set_q(d, lo, 20000);
    kernel->set_q(end, hi, 20000);
    kernel->hull(d, d, end, 200);
    check_element_free(kernel, end);
    mpq_clear(share);
}

/* Every operation on intervals: the value at each point is inside. */
START_TEST(test_intervals)
{
    const operation *o = &operations[_i];
    uint64_t state = check_seed("t-kernel");
    mpq_t alo, ahi, blo, bhi, p, q;
    mpq_inits(alo, ahi, blo, bhi, p, q, NULL);
    void *a = check_element_new(kernel), *b = check_element_new(kernel),
         *d = check_element_new(kernel);
    void *ra = check_element_new(ball), *rb = check_element_new(ball),
         *rd = check_element_new(ball);
    unsigned long answered = 0, asked = 60 * check_mult();
    for (unsigned long i = 0; i < asked; i++) {
        random_interval(a, alo, ahi, &state, o, true);
        random_interval(b, blo, bhi, &state, o, false);
        const dpc_status status = kernel->apply(o->op, d, a, b, 64);
        ck_assert_msg(status == DPC_OK || status == DPC_UNDECIDED, "%s: %s", o->name,
                      dpc_status_name(status));
        if (status != DPC_OK)
            continue;
        answered++;
        for (unsigned long k = 0; k <= 16; k += 1 + check_below(&state, 4)) {
            check_point_between(p, alo, ahi, k);
            check_point_between(q, blo, bhi, check_below(&state, 17));
            ball->set_q(ra, p, 20000);
            ball->set_q(rb, q, 20000);
            if (ball->apply(o->op, rd, ra, rb, o->range > 200 ? 20000 : REF_PREC) == DPC_OK)
                (void)check_meets(d, rd, o->name);
        }
    }
    ck_assert_msg(answered > asked / 2, "%s: %lu of %lu answered", o->name, answered, asked);
    check_element_free(kernel, a);
    check_element_free(kernel, b);
    check_element_free(kernel, d);
    check_element_free(ball, ra);
    check_element_free(ball, rb);
    check_element_free(ball, rd);
    mpq_clears(alo, ahi, blo, bhi, p, q, NULL);
    dpc_domain_kernel_cleanup();
    flint_cleanup();
}
END_TEST

/* ---- where an operation has no value ---- */

START_TEST(test_domains)
{
    check_where_defined(kernel);
    void *a = check_element_new(kernel), *b = check_element_new(kernel);
    check_set_quarters(kernel, b, (check_span){4, 4});
    /* what overflows every exponent is refused, and stays refused */
    check_set_quarters(kernel, a, (check_span){4, 4});
    dpc_status status = DPC_OK;
    for (int i = 0; i < 10 && status == DPC_OK; i++)
        status = kernel->apply(DPC_OP_EXP, a, a, a, 64);
    ck_assert_int_eq(status, DPC_UNDECIDED);
    ck_assert_int_eq(kernel->apply(DPC_OP_NEG, a, a, a, 64), DPC_UNDECIDED);
    ck_assert_int_eq(kernel->compare(DPC_OP_LT, a, b), DPC_TRI_UNDECIDED);
    dpc_bounds bounds;
    dpc_bounds_init(&bounds);
    kernel->bounds(&bounds, a);
    ck_assert(!bounds.finite);
    dpc_bounds_clear(&bounds);
    check_element_free(kernel, a);
    check_element_free(kernel, b);
    dpc_domain_kernel_cleanup();
}
END_TEST

START_TEST(test_powers)
{
    static const char *const exponents[] = {"0",
                                            "1",
                                            "2",
                                            "3",
                                            "-1",
                                            "-2",
                                            "-7",
                                            "10",
                                            "1000",
                                            "999999",
                                            "-12345",
                                            "1000000000000",
                                            "-999999999999",
                                            "4294967296",
                                            "4294967297",
                                            "-4294967297",
                                            "4611686018427387903",
                                            "4611686018427387905",
                                            "123456789012345678901234567890"};
    uint64_t state = check_seed("t-kernel");
    mpz_t n;
    mpq_t p, one;
    mpz_init(n);
    mpq_inits(p, one, NULL);
    void *a = check_element_new(kernel), *d = check_element_new(kernel),
         *ra = check_element_new(ball), *rd = check_element_new(ball);
    for (size_t i = 0; i < sizeof exponents / sizeof exponents[0]; i++)
        for (int j = 0; j < 40; j++) {
            ck_assert_int_eq(mpz_set_str(n, exponents[i], 10), 0);
            do
                check_random_point(p, &state, 10);
            while (mpq_sgn(p) == 0);
            /* 1 + p / n, so that the power is of a sensible size; some of them negative */
            mpq_set_z(one, n);
            if (mpz_cmpabs_ui(n, 20) > 0)
                mpq_div(p, p, one);
            mpq_set_ui(one, 1, 1);
            mpq_add(p, p, one);
            if (mpq_sgn(p) == 0 || (mpz_sizeinbase(n, 2) > 62 && mpq_sgn(p) < 0))
                continue;
            if (mpz_sizeinbase(n, 2) <= 62 && j % 4 == 0)
                mpq_neg(p, p);
            kernel->set_q(a, p, 200);
            ball->set_q(ra, p, REF_PREC);
            dpc_status status = kernel->pow_z(d, a, n, 64);
            ck_assert_msg(status == DPC_OK, "power %s", exponents[i]);
            ck_assert_int_eq(ball->pow_z(rd, ra, n, REF_PREC), DPC_OK);
            const long bits = check_meets(d, rd, exponents[i]);
            ck_assert_msg(bits <= -58, "power %s: width 2^%ld", exponents[i], bits);
        }
    /* intervals: -2..3 to an even, an odd and a negative power */
    check_set_quarters(kernel, a, (check_span){-8, 12});
    mpz_set_ui(n, 2);
    ck_assert_int_eq(kernel->pow_z(d, a, n, 64), DPC_OK);
    ck_assert_double_eq(kernel->approx(d), 4.5); /* [0, 9] */
    mpz_set_ui(n, 3);
    ck_assert_int_eq(kernel->pow_z(d, a, n, 64), DPC_OK);
    ck_assert_double_eq(kernel->approx(d), 9.5); /* [-8, 27] */
    mpz_set_si(n, -1);
    ck_assert_int_eq(kernel->pow_z(d, a, n, 64), DPC_UNDECIDED);
    mpz_set_si(n, 0);
    ck_assert_int_eq(kernel->pow_z(d, a, n, 64), DPC_UNDECIDED);
    check_set_quarters(kernel, a, (check_span){0, 0});
    ck_assert_int_eq(kernel->pow_z(d, a, n, 64), DPC_DOMAIN);
    check_set_quarters(kernel, a, (check_span){-8, -4});
    mpz_set_si(n, -3);
    ck_assert_int_eq(kernel->pow_z(d, a, n, 64), DPC_OK);
    ck_assert_double_eq_tol(kernel->approx(d), -0.5625, 1e-12); /* [-1, -1/8] */
    check_element_free(kernel, a);
    check_element_free(kernel, d);
    check_element_free(ball, ra);
    check_element_free(ball, rd);
    mpz_clear(n);
    mpq_clears(p, one, NULL);
    dpc_domain_kernel_cleanup();
    flint_cleanup();
}
END_TEST

/* Sets d to binom(n, k), by GMP where the shorter way round has few factors. */
static void check_binomial(void *d, const mpz_t n, const mpz_t k)
{
    mpq_t q;
    mpq_init(q);
    mpz_sub(mpq_numref(q), n, k);
    if (mpz_cmp(mpq_numref(q), k) > 0)
        mpz_set(mpq_numref(q), k);
    if (mpz_cmp_ui(mpq_numref(q), 1000) <= 0) {
        mpz_bin_ui(mpq_numref(q), n, mpz_get_ui(mpq_numref(q)));
        ball->set_q(d, q, 20000);
    } else
        ck_assert_int_eq(ball->binom(d, n, k, REF_PREC), DPC_OK);
    mpq_clear(q);
}

START_TEST(test_binomials)
{
    static const uint64_t rows[][2] = {{0, 0},
                                       {5, 0},
                                       {5, 5},
                                       {10, 3},
                                       {10, 4},
                                       {10, 5},
                                       {10, 7},
                                       {10000, 4999},
                                       {10000, 5000},
                                       {10000, 4998},
                                       {1000000, 1000},
                                       {1000000000000, 20},
                                       {4294967297, 2},
                                       {4294967299, 4294967297},
                                       {8589934600, 300},
                                       {1152921504606846975, 1152921504606846970}};
    mpz_t n, k;
    mpz_inits(n, k, NULL);
    void *d = check_element_new(kernel), *rd = check_element_new(ball);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        dpc_word_set(n, rows[i][0]);
        dpc_word_set(k, rows[i][1]);
        ck_assert_int_eq(kernel->binom(d, n, k, 64), DPC_OK);
        check_binomial(rd, n, k);
        const long bits = check_meets(d, rd, "binom");
        ck_assert_msg(bits <= -58, "binom in row %zu: width 2^%ld", i, bits);
    }
    mpz_set_str(n, "1000000000000000000", 10);
    mpz_fdiv_q_ui(k, n, 2);
    ck_assert_int_eq(kernel->binom(d, n, k, 64), DPC_UNDECIDED); /* too many factors */
    check_element_free(kernel, d);
    check_element_free(ball, rd);
    mpz_clears(n, k, NULL);
    dpc_domain_kernel_cleanup();
    flint_cleanup();
}
END_TEST

START_TEST(test_tails)
{
    static const char *const points[] = {"0.001", "1",     "9.9",   "10",     "10.1",     "11",
                                         "25.5",  "37.64", "100.1", "2100.5", "1000000.5"};
    static const unsigned long precs[] = {30, 64, 128, 640};
    mpq_t q;
    mpq_init(q);
    void *a = check_element_new(kernel), *d = check_element_new(kernel),
         *ra = check_element_new(ball), *rd = check_element_new(ball);
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        for (int j = 0; j < 8; j++) {
            const unsigned long prec = precs[j / 2];
            dpc_diag diag = {.status = DPC_OK};
            ck_assert_int_eq(dpc_rational_parse(q, points[i], strlen(points[i]), "x", &diag),
                             DPC_OK);
            if (j % 2 == 1)
                mpq_neg(q, q);
            kernel->set_q(a, q, prec + 60);
            ball->set_q(ra, q, 3UL * REF_PREC);
            ck_assert_int_eq(kernel->apply(DPC_OP_Q, d, a, NULL, prec), DPC_OK);
            ck_assert_int_eq(ball->apply(DPC_OP_Q, rd, ra, NULL, REF_PREC), DPC_OK);
            const long bits = check_meets(d, rd, points[i]);
            ck_assert_msg(bits <= 12 - (long)prec, "Q(%s) at %lu bits: width 2^%ld", points[i],
                          prec, bits);
        }
    check_element_free(kernel, a);
    check_element_free(kernel, d);
    check_element_free(ball, ra);
    check_element_free(ball, rd);
    mpq_clear(q);
    dpc_domain_kernel_cleanup();
    flint_cleanup();
}
END_TEST

START_TEST(test_compare)
{
    static const struct {
        check_span a, b;
        dpc_tri lt, le, eq;
    } rows[] = {
        {{4, 4}, {4, 4}, DPC_FALSE, DPC_TRUE, DPC_TRUE},
        {{4, 4}, {5, 5}, DPC_TRUE, DPC_TRUE, DPC_FALSE},
        {{4, 6}, {6, 8}, DPC_TRI_UNDECIDED, DPC_TRUE, DPC_TRI_UNDECIDED},
        {{4, 6}, {7, 8}, DPC_TRUE, DPC_TRUE, DPC_FALSE},
        {{4, 6}, {5, 8}, DPC_TRI_UNDECIDED, DPC_TRI_UNDECIDED, DPC_TRI_UNDECIDED},
        {{6, 8}, {4, 6}, DPC_FALSE, DPC_TRI_UNDECIDED, DPC_TRI_UNDECIDED},
        {{7, 8}, {4, 6}, DPC_FALSE, DPC_FALSE, DPC_FALSE},
        {{-8, -7}, {-6, 4}, DPC_TRUE, DPC_TRUE, DPC_FALSE},
        {{-8, 0}, {0, 4}, DPC_TRI_UNDECIDED, DPC_TRUE, DPC_TRI_UNDECIDED},
    };
    void *a = check_element_new(kernel), *b = check_element_new(kernel);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_set_quarters(kernel, a, rows[i].a);
        check_set_quarters(kernel, b, rows[i].b);
        ck_assert_int_eq(kernel->compare(DPC_OP_LT, a, b), rows[i].lt);
        ck_assert_int_eq(kernel->compare(DPC_OP_LE, a, b), rows[i].le);
        ck_assert_int_eq(kernel->compare(DPC_OP_EQ, a, b), rows[i].eq);
        const dpc_tri ne = kernel->compare(DPC_OP_NE, a, b);
        ck_assert_int_eq(ne, rows[i].eq == DPC_TRUE    ? DPC_FALSE
                             : rows[i].eq == DPC_FALSE ? DPC_TRUE
                                                       : DPC_TRI_UNDECIDED);
    }
    /* numbers whose exponents are too far apart for any shift */
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, -2000000000, 1);
    kernel->set_q(a, q, 64);
    ck_assert_int_eq(kernel->apply(DPC_OP_EXP, a, a, NULL, 64), DPC_OK);
    check_set_quarters(kernel, b, (check_span){2, 2});
    ck_assert_int_eq(kernel->compare(DPC_OP_LT, a, b), DPC_TRUE);
    ck_assert_int_eq(kernel->apply(DPC_OP_ADD, a, a, b, 64), DPC_OK);
    ck_assert_int_eq(kernel->compare(DPC_OP_LT, b, a), DPC_TRI_UNDECIDED);
    ck_assert_int_eq(kernel->compare(DPC_OP_LE, b, a), DPC_TRUE);
    mpq_clear(q);
    check_element_free(kernel, a);
    check_element_free(kernel, b);
    dpc_domain_kernel_cleanup();
}
END_TEST

START_TEST(test_round)
{
    mpz_t n;
    mpz_init(n);
    void *a = check_element_new(kernel);
    check_set_quarters(kernel, a, (check_span){5, 7});
    ck_assert(kernel->round(n, DPC_OP_CEIL, a));
    ck_assert_int_eq(mpz_get_si(n), 2);
    ck_assert(kernel->round(n, DPC_OP_FLOOR, a));
    ck_assert_int_eq(mpz_get_si(n), 1);
    check_set_quarters(kernel, a, (check_span){-7, -5});
    ck_assert(kernel->round(n, DPC_OP_CEIL, a));
    ck_assert_int_eq(mpz_get_si(n), -1);
    check_set_quarters(kernel, a, (check_span){8, 8});
    ck_assert(kernel->round(n, DPC_OP_CEIL, a));
    ck_assert_int_eq(mpz_get_si(n), 2);
    check_set_quarters(kernel, a, (check_span){7, 9});
    ck_assert(!kernel->round(n, DPC_OP_CEIL, a));
    check_set_quarters(kernel, a, (check_span){7, 8});
    ck_assert(kernel->round(n, DPC_OP_CEIL, a));
    ck_assert(!kernel->round(n, DPC_OP_FLOOR, a));
    check_element_free(kernel, a);
    mpz_clear(n);
    dpc_domain_kernel_cleanup();
}
END_TEST

/* ---- claims: an interval that a unit too small on one side makes false is not accepted ---- */

typedef dpc_ki unary(dpc_ki a, int64_t bits);

static dpc_ki q_at(dpc_ki a, int64_t bits)
{
    return dpc_ki_q(a, dpc_ki_pi(bits + 800), bits);
}

START_TEST(test_claims)
{
    static const struct {
        const char *name;
        unary *f;
    } functions[] = {{"exp", dpc_ki_exp},     {"expm1", dpc_ki_expm1}, {"log", dpc_ki_log},
                     {"log1p", dpc_ki_log1p}, {"sqrt", dpc_ki_sqrt},   {"Q", q_at}};
    enum { BITS = 40 };
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        for (unsigned long x = 2; x < 40; x += 3) {
            const dpc_dy p = dpc_dy_make(dpc_z_ui(x), -1), one = dpc_dy_ui(1);
            const dpc_ki a = dpc_ki_make(p, p), r = functions[i].f(a, 200);
            ck_assert_msg(dpc_ki_ok(r), "%s", functions[i].name);
            /* the tightest claim of 40 bits is accepted */
            const dpc_ki c = dpc_ki_round(r, BITS);
            ck_assert(dpc_ki_subset(r, c));
            if (dpc_dy_le(c.hi, c.lo))
                continue; /* exact: sqrt of a square */
            /* one that ends where the other should is not */
            ck_assert_msg(!dpc_ki_subset(r, dpc_ki_make(c.hi, c.hi)), "%s", functions[i].name);
            ck_assert_msg(!dpc_ki_subset(r, dpc_ki_make(c.lo, c.lo)), "%s", functions[i].name);
            const dpc_dy unit = dpc_dy_make(one.m, c.hi.e);
            ck_assert(!dpc_ki_subset(r, dpc_ki_make(c.lo, dpc_dy_add(c.hi, dpc_dy_neg(unit)))));
            ck_assert(
                !dpc_ki_subset(r, dpc_ki_make(dpc_dy_add(c.lo, dpc_dy_make(one.m, c.lo.e)), c.hi)));
            /* a refusal is never accepted, nor does it accept */
            ck_assert(!dpc_ki_subset(r, dpc_ki_none()));
            ck_assert(!dpc_ki_subset(dpc_ki_none(), c));
            dpc_z_release();
        }
    dpc_z_cleanup();
}
END_TEST

/* ---- hints that lie ---- */

/* The linker puts these in the place of the kernel's hints (see Makefile.am).  Proved code may
   refuse what they say, but must not believe it. */
typedef enum {
    TRUTH,
    QUOTIENT_HIGH, /* floor of a quotient, and one more */
    QUOTIENT_LOW,  /* ceiling, and one less */
    ROOT_HIGH,
    ROOT_LOW,
    ROOT_NEGATIVE,
    LOG_HIGH, /* by an eighth */
    LOG_LOW,
    FEW_TERMS, /* of Q */
    FAR_SERIES,
    NEAR_SERIES,
    NO_HALVING,
    LIES
} lies;

static lies lie = TRUTH;
static unsigned long lies_told;

static bool lying(lies which)
{
    lies_told += lie == which;
    return lie == which;
}

static dpc_z plus(dpc_z a, int n)
{
    const dpc_z one = a == NULL ? NULL : dpc_z_ui(1);
    return one == NULL ? NULL : dpc_z_add(a, n > 0 ? one : dpc_z_neg(one));
}

static dpc_dy lied_log(dpc_dy g)
{
    const dpc_dy eighth = dpc_dy_make(dpc_z_ui(1), -3);
    return lying(LOG_HIGH)  ? dpc_dy_add(g, eighth)
           : lying(LOG_LOW) ? dpc_dy_add(g, dpc_dy_neg(eighth))
                            : g;
}

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker's names */
dpc_z __real_dpc_z_hint_quot_dn(dpc_z a, dpc_z b);
dpc_z __real_dpc_z_hint_quot_up(dpc_z a, dpc_z b);
dpc_z __real_dpc_z_hint_root_dn(dpc_z a);
dpc_z __real_dpc_z_hint_root_up(dpc_z a);
int64_t __real_dpc_hint_isqrt(int64_t x);
dpc_dy __real_dpc_hint_log(dpc_dy x, int64_t bits);
dpc_dy __real_dpc_hint_log1p(dpc_dy x, int64_t bits);
dpc_hint_q_plan __real_dpc_hint_q(dpc_dy x, int64_t bits);

dpc_z __wrap_dpc_z_hint_quot_dn(dpc_z a, dpc_z b);
dpc_z __wrap_dpc_z_hint_quot_up(dpc_z a, dpc_z b);
dpc_z __wrap_dpc_z_hint_root_dn(dpc_z a);
dpc_z __wrap_dpc_z_hint_root_up(dpc_z a);
int64_t __wrap_dpc_hint_isqrt(int64_t x);
dpc_dy __wrap_dpc_hint_log(dpc_dy x, int64_t bits);
dpc_dy __wrap_dpc_hint_log1p(dpc_dy x, int64_t bits);
dpc_hint_q_plan __wrap_dpc_hint_q(dpc_dy x, int64_t bits);

dpc_z __wrap_dpc_z_hint_quot_dn(dpc_z a, dpc_z b)
{
    const dpc_z r = __real_dpc_z_hint_quot_dn(a, b);
    return lying(QUOTIENT_HIGH) ? plus(r, 1) : r;
}

dpc_z __wrap_dpc_z_hint_quot_up(dpc_z a, dpc_z b)
{
    const dpc_z r = __real_dpc_z_hint_quot_up(a, b);
    return lying(QUOTIENT_LOW) ? plus(r, -1) : r;
}

dpc_z __wrap_dpc_z_hint_root_dn(dpc_z a)
{
    const dpc_z r = __real_dpc_z_hint_root_dn(a);
    return lying(ROOT_HIGH) ? plus(r, 1) : r != NULL && lying(ROOT_NEGATIVE) ? dpc_z_neg(r) : r;
}

dpc_z __wrap_dpc_z_hint_root_up(dpc_z a)
{
    const dpc_z r = __real_dpc_z_hint_root_up(a);
    return lying(ROOT_LOW) ? plus(r, -1) : r != NULL && lying(ROOT_NEGATIVE) ? dpc_z_neg(r) : r;
}

int64_t __wrap_dpc_hint_isqrt(int64_t x)
{
    return lying(NO_HALVING) ? 0 : __real_dpc_hint_isqrt(x);
}

dpc_dy __wrap_dpc_hint_log(dpc_dy x, int64_t bits)
{
    return lied_log(__real_dpc_hint_log(x, bits));
}

dpc_dy __wrap_dpc_hint_log1p(dpc_dy x, int64_t bits)
{
    return lied_log(__real_dpc_hint_log1p(x, bits));
}

dpc_hint_q_plan __wrap_dpc_hint_q(dpc_dy x, int64_t bits)
{
    dpc_hint_q_plan plan = __real_dpc_hint_q(x, bits);
    if (lying(FEW_TERMS)) {
        plan.far = 0;
        plan.terms = 3;
    }
    if (lying(FAR_SERIES))
        plan.far = 1;
    if (lying(NEAR_SERIES))
        plan.far = 0;
    return plan;
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

/* ---- integers of 64 bits, also where long has 32 ---- */

static const char *const words[] = {"0",
                                    "1",
                                    "65536",
                                    "2147483647",
                                    "2147483648",
                                    "4294967295",
                                    "4294967296",
                                    "4294967297",
                                    "1099511627776",
                                    "9223372036854775807",
                                    "9223372036854775808",
                                    "18446744073709551615"};
enum { WORDS = sizeof words / sizeof words[0] };

START_TEST(test_words)
{
    mpz_t n, m;
    mpz_inits(n, m, NULL);
    for (int i = 0; i < WORDS; i++) {
        const uint64_t word = strtoull(words[i], NULL, 10);
        ck_assert_int_eq(mpz_set_str(n, words[i], 10), 0);
        ck_assert(dpc_word_fits(n) && dpc_word_low(n) == word);
        dpc_word_set(m, word);
        ck_assert_int_eq(mpz_cmp(m, n), 0);
        ck_assert_int_eq(mpz_cmp(dpc_z_value(dpc_z_ui(word)), n), 0);
        for (int j = 0; j < WORDS; j++)
            ck_assert_int_eq(dpc_word_compare(n, strtoull(words[j], NULL, 10)), (i > j) - (i < j));
        mpz_neg(n, n);
        ck_assert_int_eq(dpc_word_fits(n), i == 0);
        ck_assert(dpc_word_low(n) == word);
        ck_assert_int_eq(dpc_word_compare(n, 0), i == 0 ? 0 : -1);
        if (word > INT64_MAX)
            continue;
        ck_assert(dpc_word_signed(n) == -(int64_t)word);
        dpc_word_set_signed(m, -(int64_t)word);
        ck_assert_int_eq(mpz_cmp(m, n), 0);
    }
    ck_assert_int_eq(mpz_set_str(n, "18446744073709551621", 10), 0); /* 2^64 + 5 */
    ck_assert(!dpc_word_fits(n) && dpc_word_low(n) == 5);
    ck_assert_int_eq(dpc_word_compare(n, UINT64_MAX), 1);
    dpc_word_set_signed(n, INT64_MIN);
    ck_assert_int_eq(mpz_set_str(m, "-9223372036854775808", 10), 0);
    ck_assert_int_eq(mpz_cmp(n, m), 0);
    mpz_clears(n, m, NULL);
    dpc_z_cleanup();
}
END_TEST

/* Shifts of 2^32 bits and more. */
START_TEST(test_far_shifts)
{
    static const int64_t shifts[] = {4294967295, 4294967296, 4294967297, 1099511627776};
    for (size_t i = 0; i < sizeof shifts / sizeof shifts[0]; i++) {
        const int64_t n = shifts[i];
        const dpc_z one = dpc_z_ui(1), minus = dpc_z_neg(one);
        ck_assert_int_eq(dpc_z_sgn(dpc_z_shr_dn(one, n)), 0);
        ck_assert_int_eq(mpz_cmp_si(dpc_z_value(dpc_z_shr_up(one, n)), 1), 0);
        ck_assert_int_eq(mpz_cmp_si(dpc_z_value(dpc_z_shr_dn(minus, n)), -1), 0);
        ck_assert_int_eq(dpc_z_sgn(dpc_z_shr_up(minus, n)), 0);
        ck_assert_ptr_null(dpc_z_shl(one, n));
        const dpc_dy tiny = dpc_dy_make(one, -n), huge = dpc_dy_make(one, n);
        ck_assert_int_eq(dpc_dy_sgn(dpc_dy_floor(tiny)), 0);
        ck_assert_int_eq(mpz_cmp_si(dpc_z_value(dpc_dy_ceil(tiny).m), 1), 0);
        ck_assert_int_eq(dpc_dy_le(huge, dpc_dy_make(one, 4294967294)), 0);
        ck_assert_int_eq(dpc_dy_lt(tiny, dpc_dy_make(one, -4294967294)), 1);
        const dpc_ki r = dpc_ki_log(dpc_ki_make(huge, huge), 40);
        ck_assert(dpc_ki_ok(r));
        const double log_2 = 0.6931471805599453, lo = mpz_get_d(dpc_z_value(r.lo.m));
        ck_assert(fabs(ldexp(lo, (int)r.lo.e) / ((double)n * log_2) - 1) < 1e-9);
        dpc_z_release();
    }
    dpc_z_cleanup();
}
END_TEST

/* ---- dyadic numbers, exhaustively ---- */

static void dyadic_value(mpq_t q, dpc_dy x)
{
    mpz_set(mpq_numref(q), dpc_z_value(x.m));
    mpz_set_ui(mpq_denref(q), 1);
    if (x.e >= 0)
        mpq_mul_2exp(q, q, (mp_bitcnt_t)x.e);
    else
        mpq_div_2exp(q, q, (mp_bitcnt_t)-x.e);
}

/* side: of the value on which r must lie, 0: on it; and near it, unless a hint lied. */
static void check_side(dpc_dy r, int side, const mpq_t value, int64_t bits, const char *what)
{
    if (r.m == NULL) {
        ck_assert_msg(lie != TRUTH, "%s: refused", what);
        return;
    }
    mpq_t q, d;
    mpq_inits(q, d, NULL);
    dyadic_value(q, r);
    mpq_sub(d, q, value);
    ck_assert_msg(side < 0   ? mpq_sgn(d) <= 0
                  : side > 0 ? mpq_sgn(d) >= 0
                             : mpq_sgn(d) == 0,
                  "%s: on the wrong side, lie %d", what, (int)lie);
    if (lie == TRUTH && side != 0) {
        mpq_abs(d, d);
        mpq_abs(q, value);
        mpq_mul_2exp(d, d, (mp_bitcnt_t)bits - 1);
        ck_assert_msg(mpq_cmp(d, q) <= 0, "%s: far from the value", what);
    }
    mpq_clears(q, d, NULL);
}

static dpc_dy dyadic(long m, int64_t e)
{
    const dpc_dy x = dpc_dy_make(dpc_z_ui((unsigned long)labs(m)), e);
    return m < 0 ? dpc_dy_neg(x) : x;
}

static bool refused(dpc_dy x)
{
    return x.m == NULL;
}

static void check_one(long m, int64_t e, int64_t bits)
{
    mpq_t p, v;
    mpq_inits(p, v, NULL);
    const dpc_dy a = dyadic(m, e);
    dyadic_value(p, a);
    ck_assert_int_eq(dpc_dy_sgn(a), m > 0 ? 1 : m < 0 ? -1 : 0);
    check_side(dpc_dy_rnd_dn(a, bits), -1, p, bits, "rnd_dn");
    check_side(dpc_dy_rnd_up(a, bits), 1, p, bits, "rnd_up");
    mpq_neg(v, p);
    check_side(dpc_dy_neg(a), 0, v, bits, "neg");
    mpq_div_2exp(v, p, 1);
    check_side(dpc_dy_half(a), 0, v, bits, "half");
    if (e > -100 && e < 100) {
        mpz_fdiv_q(mpq_numref(v), mpq_numref(p), mpq_denref(p));
        mpz_set_ui(mpq_denref(v), 1);
        check_side(dpc_dy_floor(a), 0, v, bits, "floor");
        mpz_cdiv_q(mpq_numref(v), mpq_numref(p), mpq_denref(p));
        check_side(dpc_dy_ceil(a), 0, v, bits, "ceil");
    }
    const dpc_dy dn = dpc_dy_sqrt_dn(a, bits), up = dpc_dy_sqrt_up(a, bits);
    if (m < 0)
        ck_assert(refused(dn) && refused(up));
    else {
        ck_assert(lie != TRUTH || (!refused(dn) && !refused(up)));
        if (!refused(dn)) {
            ck_assert(dpc_dy_sgn(dn) >= 0);
            check_side(dpc_dy_mul(dn, dn), -1, p, bits - 1, "sqrt_dn");
        }
        if (!refused(up)) {
            ck_assert(dpc_dy_sgn(up) >= 0);
            check_side(dpc_dy_mul(up, up), 1, p, bits - 1, "sqrt_up");
        }
    }
    mpq_clears(p, v, NULL);
}

static void check_two(dpc_dy a, dpc_dy b, int64_t bits)
{
    mpq_t p, q, v;
    mpq_inits(p, q, v, NULL);
    dyadic_value(p, a);
    dyadic_value(q, b);
    const int order = mpq_cmp(p, q);
    ck_assert_int_eq(dpc_dy_le(a, b), order <= 0);
    ck_assert_int_eq(dpc_dy_lt(a, b), order < 0);
    check_side(dpc_dy_min(a, b), 0, order <= 0 ? p : q, bits, "min");
    check_side(dpc_dy_max(a, b), 0, order <= 0 ? q : p, bits, "max");
    mpq_add(v, p, q);
    check_side(dpc_dy_add(a, b), 0, v, bits, "add");
    check_side(dpc_dy_add_dn(a, b, bits), -1, v, bits, "add_dn");
    check_side(dpc_dy_add_up(a, b, bits), 1, v, bits, "add_up");
    mpq_sub(v, p, q);
    check_side(dpc_dy_sub_dn(a, b, bits), -1, v, bits, "sub_dn");
    check_side(dpc_dy_sub_up(a, b, bits), 1, v, bits, "sub_up");
    mpq_mul(v, p, q);
    check_side(dpc_dy_mul(a, b), 0, v, bits, "mul");
    check_side(dpc_dy_mul_dn(a, b, bits), -1, v, bits, "mul_dn");
    check_side(dpc_dy_mul_up(a, b, bits), 1, v, bits, "mul_up");
    const dpc_dy dn = dpc_dy_div_dn(a, b, bits), up = dpc_dy_div_up(a, b, bits);
    if (mpq_sgn(q) <= 0)
        ck_assert(refused(dn) && refused(up));
    else {
        mpq_div(v, p, q);
        check_side(dn, -1, v, bits, "div_dn");
        check_side(up, 1, v, bits, "div_up");
    }
    mpq_clears(p, q, v, NULL);
}

START_TEST(test_dyadic)
{
    static const long man[] = {0, 1, 2, 3, 57, 256, 1023};
    static const int64_t exp[] = {-300, -9, 0, 1, 300}, bits[] = {2, 3, 8, 64};
    enum { MAN = sizeof man / sizeof man[0], EXP = sizeof exp / sizeof exp[0], BITS = 4 };
    lie = (lies)_i;
    for (int i = 0; i < 2 * MAN * EXP * BITS; i++) {
        const long m = i % 2 == 0 ? man[i / 2 % MAN] : -man[i / 2 % MAN];
        const int64_t e = exp[i / 2 / MAN % EXP], w = bits[i / 2 / MAN / EXP];
        check_one(m, e, w);
        for (int j = 0; j < 2 * MAN * EXP; j++)
            check_two(dyadic(m, e),
                      dyadic(j % 2 == 0 ? man[j / 2 % MAN] : -man[j / 2 % MAN], exp[j / 2 / MAN]),
                      w);
        dpc_z_release();
    }
    ck_assert(_i == TRUTH || lies_told > 0);
    lie = TRUTH;
    /* refusals stay refusals, and too large exponents are some */
    const dpc_dy none = dpc_dy_none(), one = dpc_dy_ui(1);
    ck_assert(refused(dpc_dy_make(one.m, DPC_DY_MAX_EXP + 1)));
    ck_assert(refused(dpc_dy_make(one.m, -DPC_DY_MAX_EXP - 1)));
    ck_assert(refused(dpc_dy_mul(dyadic(3, DPC_DY_MAX_EXP), dyadic(3, 1))));
    ck_assert(refused(dpc_dy_neg(none)) && refused(dpc_dy_half(none)) &&
              refused(dpc_dy_floor(none)) && refused(dpc_dy_ceil(none)) &&
              refused(dpc_dy_rnd_dn(none, 9)) && refused(dpc_dy_rnd_up(none, 9)) &&
              refused(dpc_dy_sqrt_dn(none, 9)) && refused(dpc_dy_sqrt_up(none, 9)));
    for (int i = 0; i < 2; i++) {
        const dpc_dy a = i == 0 ? none : one, b = i == 0 ? one : none;
        ck_assert(refused(dpc_dy_add(a, b)) && refused(dpc_dy_mul(a, b)) &&
                  refused(dpc_dy_add_dn(a, b, 9)) && refused(dpc_dy_add_up(a, b, 9)) &&
                  refused(dpc_dy_sub_dn(a, b, 9)) && refused(dpc_dy_sub_up(a, b, 9)) &&
                  refused(dpc_dy_div_dn(a, b, 9)) && refused(dpc_dy_div_up(a, b, 9)) &&
                  refused(dpc_dy_min(a, b)) && refused(dpc_dy_max(a, b)));
        ck_assert(dpc_dy_le(a, b) == 0 && dpc_dy_lt(a, b) == 0);
    }
    dpc_z_cleanup();
}
END_TEST

/* ---- intervals, exhaustively ---- */

static const long halves[] = {-9, -7, -2, -1, 0, 1, 2, 7, 9};
enum { HALVES = sizeof halves / sizeof halves[0] };

static dpc_ki between(long lo, long hi)
{
    return dpc_ki_make(dyadic(lo, -1), dyadic(hi, -1));
}

/* r contains the numbers from lo / 2 to hi / 2, and no others where it is exact. */
static void check_ends(dpc_ki r, long lo, long hi, bool exact, const char *what)
{
    mpq_t end, value;
    mpq_inits(end, value, NULL);
    ck_assert_msg(dpc_ki_ok(r), "%s: refused", what);
    dyadic_value(end, r.lo);
    mpq_set_si(value, lo, 2);
    mpq_canonicalize(value);
    ck_assert_msg(exact ? mpq_equal(end, value) : mpq_cmp(end, value) <= 0, "%s: the lower end",
                  what);
    dyadic_value(end, r.hi);
    mpq_set_si(value, hi, 2);
    mpq_canonicalize(value);
    ck_assert_msg(exact ? mpq_equal(end, value) : mpq_cmp(end, value) >= 0, "%s: the upper end",
                  what);
    mpq_clears(end, value, NULL);
}

static long least(long a, long b)
{
    return a < b ? a : b;
}

static long most_of(long a, long b)
{
    return a < b ? b : a;
}

static void check_ends_of_two(long al, long ah, long bl, long bh)
{
    const dpc_ki a = between(al, ah), b = between(bl, bh);
    check_ends(dpc_ki_hull(a, b), least(al, bl), most_of(ah, bh), true, "hull");
    check_ends(dpc_ki_min(a, b), least(al, bl), least(ah, bh), true, "min");
    check_ends(dpc_ki_max(a, b), most_of(al, bl), most_of(ah, bh), true, "max");
    check_ends(dpc_ki_add(a, b, 64), al + bl, ah + bh, true, "add");
    check_ends(dpc_ki_add(a, b, 1), al + bl, ah + bh, false, "add with one bit");
}

START_TEST(test_ends)
{
    for (int i = 0; i < HALVES * HALVES; i++) {
        const long al = halves[i / HALVES], ah = halves[i % HALVES];
        if (al > ah)
            continue;
        check_ends(dpc_ki_pos(between(al, ah)), most_of(al, 0), most_of(ah, 0), true, "pos");
        check_ends(dpc_ki_round(between(al, ah), 64), al, ah, true, "round");
        for (int64_t bits = 1; bits <= 3; bits++)
            check_ends(dpc_ki_round(between(al, ah), bits), al, ah, false, "round to few bits");
        for (int j = 0; j < HALVES * HALVES; j++)
            if (halves[j / HALVES] <= halves[j % HALVES])
                check_ends_of_two(al, ah, halves[j / HALVES], halves[j % HALVES]);
        dpc_z_release();
    }
    dpc_z_cleanup();
}
END_TEST

static void set_dyadic(arf_t k, dpc_dy x)
{
    check_set_end(k, dpc_z_value(x.m), x.e);
}

/* exp inside the kernel, where no rounding hides a step that is rounded to the wrong side. */
START_TEST(test_exp_sides)
{
    static const int64_t bits[] = {5, 20, 64};
    arb_t x, y;
    arf_t lo, hi;
    arb_init(x);
    arb_init(y);
    arf_init(lo);
    arf_init(hi);
    for (long m = -600; m <= 600; m++)
        for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
            const dpc_dy at = dyadic(m, -7);
            set_dyadic(arb_midref(x), at);
            arb_exp(y, x, 600);
            const dpc_ki r = dpc_ki_exp(dpc_ki_make(at, at), bits[i]);
            set_dyadic(lo, r.lo);
            set_dyadic(hi, r.hi);
            ck_assert_msg(!arb_contains_arf(y, lo) ? arf_cmp(lo, arb_midref(y)) < 0 : m == 0,
                          "below exp(%ld/128)", m);
            ck_assert_msg(!arb_contains_arf(y, hi) ? arf_cmp(hi, arb_midref(y)) > 0 : m == 0,
                          "above exp(%ld/128)", m);
            dpc_z_release();
        }
    arb_clear(x);
    arb_clear(y);
    arf_clear(lo);
    arf_clear(hi);
    dpc_z_cleanup();
    flint_cleanup();
}
END_TEST

/* Every function that asks for a hint: what it returns contains the value, whatever the hint. */
START_TEST(test_lies)
{
    static const dpc_op ops[] = {DPC_OP_DIV, DPC_OP_SQRT,  DPC_OP_EXP, DPC_OP_EXPM1,
                                 DPC_OP_LOG, DPC_OP_LOG1P, DPC_OP_Q,   DPC_OP_POW};
    static const int eighths[] = {-40, -9, -1, 1, 3, 7, 8, 9, 20, 43, 80, 200};
    enum { OPS = sizeof ops / sizeof ops[0], POINTS = sizeof eighths / sizeof eighths[0] };
    mpq_t q;
    mpq_init(q);
    void *a = check_element_new(kernel), *b = check_element_new(kernel),
         *d = check_element_new(kernel);
    void *ra = check_element_new(ball), *rb = check_element_new(ball),
         *rd = check_element_new(ball);
    unsigned long accepted = 0;
    for (int i = 0; i < OPS * POINTS * POINTS; i++) {
        const dpc_op op = ops[i / POINTS / POINTS];
        lie = TRUTH;
        mpq_set_si(q, eighths[i % POINTS], 8);
        mpq_canonicalize(q);
        kernel->set_q(a, q, 64);
        ball->set_q(ra, q, 64);
        mpq_set_si(q, eighths[i / POINTS % POINTS], 8);
        mpq_canonicalize(q);
        kernel->set_q(b, q, 64);
        ball->set_q(rb, q, 64);
        if (ball->apply(op, rd, ra, rb, 600) != DPC_OK)
            continue;
        lie = (lies)_i;
        if (kernel->apply(op, d, a, b, 64) == DPC_OK) {
            (void)check_meets(d, rd, "a lie");
            accepted++;
        }
        if (op == DPC_OP_Q)
            dpc_domain_kernel_cleanup(); /* no pi is kept */
    }
    lie = TRUTH;
    dpc_domain_kernel_cleanup();
    ck_assert_uint_gt(accepted, 0);
    ck_assert(_i == TRUTH || lies_told > 0);
    check_element_free(kernel, a);
    check_element_free(kernel, b);
    check_element_free(kernel, d);
    check_element_free(ball, ra);
    check_element_free(ball, rb);
    check_element_free(ball, rd);
    mpq_clear(q);
    flint_cleanup();
}
END_TEST

/* ---- the stream of steps ---- */

/* Whether the enclosure of a step contains a number near this one, and little else. */
static bool encloses(const dpc_k_window *w, int64_t step, double value)
{
    const dpc_ki r = dpc_k_get(w, step);
    if (!dpc_ki_ok(r))
        return false;
    const double lo = ldexp(mpz_get_d(dpc_z_value(r.lo.m)), (int)r.lo.e);
    const double hi = ldexp(mpz_get_d(dpc_z_value(r.hi.m)), (int)r.hi.e);
    return fabs(lo - value) < 1e-13 && fabs(hi - value) < 1e-13 && dpc_dy_le(r.lo, r.hi) == 1;
}

static dpc_ki point(unsigned long n, int64_t e)
{
    const dpc_dy x = dpc_dy_make(dpc_z_ui(n), e);
    return dpc_ki_make(x, x);
}

/* Every operation once, at x = 0.375 and y = 5, from a window that begins anywhere. */
START_TEST(test_steps)
{
    static const struct {
        int op;
        double value;
    } steps[] = {
        {DPC_K_ADD, 5.375},
        {DPC_K_SUB, -4.625},
        {DPC_K_MUL, 1.875},
        {DPC_K_DIV, 0.075},
        {DPC_K_POW, 0.007415771484375},
        {DPC_K_MIN, 0.375},
        {DPC_K_MAX, 5},
        {DPC_K_NEG, -0.375},
        {DPC_K_ABS, 0.375},
        {DPC_K_POS, 0.375},
        {DPC_K_CEIL, 1},
        {DPC_K_FLOOR, 0},
        {DPC_K_ROUND, 0.375},
        {DPC_K_EXP, 1.4549914146182013},
        {DPC_K_LOG, -0.9808292530117262},
        {DPC_K_SQRT, 0.6123724356957945},
        {DPC_K_EXPM1, 0.4549914146182013},
        {DPC_K_LOG1P, 0.3184537311185346},
        {DPC_K_IPOW, 0.052734375},
        {DPC_K_E, 2.718281828459045},
        {DPC_K_PI, 3.141592653589793},
    };
    enum { STEPS = sizeof steps / sizeof steps[0], BITS = 64 };
    dpc_k_window w = {.first = _i == 0 ? 0 : 1000000, .count = 0};
    const int64_t x = dpc_k_input(&w, point(3, -3)), y = dpc_k_input(&w, point(5, 0));
    ck_assert_int_eq(x, w.first);
    ck_assert_int_eq(y, w.first + 1);
    for (int i = 0; i < STEPS; i++) {
        const int64_t d = dpc_k_push(&w, steps[i].op, x, y, 3, 0, BITS);
        ck_assert_int_eq(d, y + 1 + i);
        ck_assert_msg(encloses(&w, d, steps[i].value), "operation %d", steps[i].op);
    }
    /* the rest; a step uses earlier ones */
    const int64_t pi = y + STEPS, neg = x + 2 + 7;
    ck_assert(encloses(&w, dpc_k_push(&w, DPC_K_Q, x, pi, 0, 0, BITS), 0.35383023332727626));
    ck_assert(encloses(&w, dpc_k_push(&w, DPC_K_ABS, neg, -1, 0, 0, BITS), 0.375));
    ck_assert(encloses(&w, dpc_k_push(&w, DPC_K_POS, neg, -1, 0, 0, BITS), 0));
    ck_assert(encloses(&w, dpc_k_push(&w, DPC_K_BINOM_STEP, y, -1, 5, 1, BITS), 10));
    ck_assert(encloses(&w, dpc_k_push(&w, DPC_K_IPOW, x, -1, -2, 0, BITS), 7.111111111111111));
    const int64_t hull = dpc_k_push(&w, DPC_K_HULL, y, neg, 0, 0, BITS);
    const dpc_ki both = dpc_k_get(&w, hull);
    ck_assert(dpc_ki_subset(both, dpc_ki_hull(point(5, 0), dpc_ki_neg(point(3, -3)))));
    ck_assert(dpc_ki_subset(dpc_ki_hull(dpc_ki_neg(point(3, -3)), point(5, 0)), both));
    const dpc_ki across = dpc_ki_abs(dpc_ki_hull(dpc_ki_neg(point(5, 0)), point(3, -3)));
    ck_assert(dpc_ki_subset(dpc_ki_hull(point(0, 0), point(5, 0)), across));
    ck_assert(dpc_ki_subset(across, dpc_ki_hull(point(0, 0), point(5, 0))));
    /* comparisons */
    ck_assert_int_eq(dpc_k_lt(&w, x, y), 1);
    ck_assert_int_eq(dpc_k_lt(&w, y, x), 0);
    ck_assert_int_eq(dpc_k_lt(&w, x, x), 0);
    ck_assert_int_eq(dpc_k_lt(&w, hull, x), -1);
    ck_assert_int_eq(dpc_k_lt(&w, hull, y), -1); /* its end is y */
    ck_assert_int_eq(dpc_k_lt(&w, y, hull), 0);
    ck_assert_int_eq(dpc_k_lt(&w, neg, hull), -1);
    ck_assert_int_eq(dpc_k_lt(&w, hull, neg), 0);
    /* integers */
    ck_assert_int_eq(mpz_cmp_ui(dpc_z_value(dpc_k_integer(&w, y)), 5), 0);
    ck_assert_ptr_null(dpc_k_integer(&w, x));
    ck_assert_ptr_null(dpc_k_integer(&w, hull));
    /* a ratio */
    ck_assert(encloses(&w, dpc_k_ratio(&w, dpc_z_ui(1), dpc_z_ui(7), BITS), 1.0 / 7));
    dpc_z_cleanup();
}
END_TEST

/* What a stream refuses: it uses up its number, and changes nothing else. */
START_TEST(test_refused_steps)
{
    dpc_k_window w = {.first = 7, .count = 0};
    const int64_t x = dpc_k_input(&w, point(2, 0)), zero = dpc_k_input(&w, point(0, 0));
    const int64_t minus = dpc_k_push(&w, DPC_K_NEG, x, -1, 0, 0, 64);
    const int64_t pi = dpc_k_push(&w, DPC_K_PI, -1, -1, 0, 0, 64);
    const int64_t hull = dpc_k_push(&w, DPC_K_HULL, zero, x, 0, 0, 64);
    const int64_t none = -1, most = (int64_t)1 << 62, itself = INT64_MAX - 1;
    const int64_t refused_step = w.first + w.count;
    ck_assert_int_eq(dpc_k_input(&w, dpc_ki_none()), -1);
    const struct {
        int op;
        int64_t a, b, n, k, bits;
    } steps[] = {
        {-1, x, x, 0, 0, 64},
        {DPC_K_OPS, x, x, 0, 0, 64},
        {DPC_K_ADD, x, x, 0, 0, 0},
        {DPC_K_ADD, x, x, 0, 0, DPC_KI_MAX_BITS + 1},
        {DPC_K_ADD, none, x, 0, 0, 64},
        {DPC_K_ADD, x, none, 0, 0, 64},
        {DPC_K_ADD, 6, x, 0, 0, 64}, /* before the window */
        {DPC_K_ADD, itself, x, 0, 0, 64},
        {DPC_K_ADD, x, itself, 0, 0, 64},
        {DPC_K_ADD, refused_step, x, 0, 0, 64},
        {DPC_K_ADD, x, refused_step, 0, 0, 64},
        {DPC_K_HULL, x, refused_step, 0, 0, 64},
        {DPC_K_NEG, refused_step, none, 0, 0, 64},
        {DPC_K_ADD, INT64_MIN, INT64_MAX, 0, 0, 64},
        {DPC_K_EXP, itself, x, 0, 0, 64},
        {DPC_K_EXP, none, x, 0, 0, 64},
        {DPC_K_DIV, x, zero, 0, 0, 64}, /* undefined, for all points or for some */
        {DPC_K_DIV, x, hull, 0, 0, 64},
        {DPC_K_LOG, zero, none, 0, 0, 64},
        {DPC_K_LOG, minus, none, 0, 0, 64},
        {DPC_K_LOG, hull, none, 0, 0, 64},
        {DPC_K_LOG1P, minus, none, 0, 0, 64},
        {DPC_K_SQRT, minus, none, 0, 0, 64},
        {DPC_K_POW, minus, x, 0, 0, 64},
        {DPC_K_POW, zero, zero, 0, 0, 64},
        {DPC_K_POW, hull, zero, 0, 0, 64},
        {DPC_K_POW, zero, minus, 0, 0, 64},
        {DPC_K_IPOW, zero, none, 0, 0, 64},
        {DPC_K_IPOW, zero, none, -1, 0, 64},
        {DPC_K_IPOW, hull, none, -1, 0, 64},
        {DPC_K_IPOW, x, none, most + 1, 0, 64},
        {DPC_K_IPOW, x, none, -most - 1, 0, 64},
        {DPC_K_BINOM_STEP, x, none, 5, -1, 64},
        {DPC_K_BINOM_STEP, x, none, 5, 5, 64},
        {DPC_K_BINOM_STEP, x, none, most + 1, 1, 64},
        {DPC_K_Q, x, none, 0, 0, 64},
    };
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        const int64_t number = w.first + w.count;
        const int64_t a = steps[i].a == itself ? number : steps[i].a,
                      b = steps[i].b == itself ? number : steps[i].b;
        ck_assert_msg(dpc_k_push(&w, steps[i].op, a, b, steps[i].n, steps[i].k, steps[i].bits) ==
                          -1,
                      "step %zu", i);
        ck_assert_msg(w.first + w.count == number + 1, "step %zu keeps its number", i);
        ck_assert_msg(!dpc_ki_ok(dpc_k_get(&w, number)), "step %zu has an enclosure", i);
    }
    const int64_t ratios = w.first + w.count;
    ck_assert_int_eq(dpc_k_ratio(&w, dpc_z_ui(1), dpc_z_ui(0), 64), -1);
    ck_assert_int_eq(dpc_k_ratio(&w, dpc_z_ui(1), dpc_z_neg(dpc_z_ui(3)), 64), -1);
    ck_assert_int_eq(dpc_k_ratio(&w, dpc_z_ui(1), dpc_z_ui(3), 0), -1);
    const int64_t next = w.first + w.count;
    ck_assert_int_eq(next, ratios + 3);
    ck_assert_int_eq(dpc_k_lt(&w, x, refused_step), -1);
    ck_assert_int_eq(dpc_k_lt(&w, refused_step, refused_step), -1);
    ck_assert_ptr_null(dpc_k_integer(&w, refused_step));
    ck_assert_int_eq(dpc_k_lt(&w, x, next), -1);
    ck_assert_int_eq(dpc_k_lt(&w, none, x), -1);
    ck_assert_ptr_null(dpc_k_integer(&w, next));
    ck_assert(!dpc_ki_ok(dpc_k_get(&w, 6)));
    ck_assert(!dpc_ki_ok(dpc_k_get(&w, next)));
    ck_assert(encloses(&w, pi, 3.141592653589793));
    /* a full window takes no more, a new one forgets */
    while (w.count < DPC_K_SLOTS)
        ck_assert_int_eq(dpc_k_input(&w, point(1, 0)), w.first + w.count - 1);
    ck_assert_int_eq(dpc_k_input(&w, point(1, 0)), -1);
    ck_assert_int_eq(dpc_k_input(&w, dpc_ki_none()), -1);
    ck_assert_int_eq(dpc_k_push(&w, DPC_K_NEG, x, -1, 0, 0, 64), -1);
    ck_assert_int_eq(w.first + w.count, 7 + DPC_K_SLOTS);
    dpc_k_restart(&w);
    ck_assert_int_eq(w.first, 7 + DPC_K_SLOTS);
    ck_assert_int_eq(w.count, 0);
    ck_assert(!dpc_ki_ok(dpc_k_get(&w, x)));
    ck_assert(!dpc_ki_ok(dpc_k_get(&w, w.first)));
    /* nor does a stream that has become too long */
    dpc_k_window late = {.first = most, .count = 0};
    ck_assert_int_eq(dpc_k_input(&late, point(1, 0)), most);
    dpc_k_restart(&late);
    ck_assert_int_eq(dpc_k_input(&late, point(1, 0)), -1);
    ck_assert_int_eq(late.first + late.count, most + 1);
    dpc_z_cleanup();
}
END_TEST

/* What is no operation of the kernel is refused, with whatever operands: it is no other operation.
 */
START_TEST(test_no_operation)
{
    void *a = check_element_new(kernel), *b = check_element_new(kernel),
         *d = check_element_new(kernel);
    for (int op = DPC_OP_LT; op <= DPC_OP_CHECK + 3; op++) {
        check_set_quarters(kernel, a, (check_span){8, 8});
        check_set_quarters(kernel, b, (check_span){12, 12});
        ck_assert_msg(kernel->apply((dpc_op)op, d, a, b, 64) == DPC_UNDECIDED, "operation %d", op);
    }
    ck_assert_int_eq(kernel->apply(DPC_OP_BINOM, d, a, b, 64), DPC_UNDECIDED);
    check_element_free(kernel, a);
    check_element_free(kernel, b);
    check_element_free(kernel, d);
    dpc_domain_kernel_cleanup();
}
END_TEST

/* ---- claims and the verdict ---- */

/* What a claim about a value in [lo, hi] is: 1, 0, or -1. */
static int truth_of(const mpq_t lo, const mpq_t hi, int upper, const mpq_t number)
{
    if (upper ? mpq_cmp(hi, number) <= 0 : mpq_cmp(lo, number) >= 0)
        return 1;
    return (upper ? mpq_cmp(lo, number) > 0 : mpq_cmp(hi, number) < 0) ? 0 : -1;
}

static dpc_dy dyadic_of(mpq_t value, long m, long e)
{
    mpz_t man;
    mpz_init_set_si(man, m);
    mpq_set_si(value, m, 1);
    if (e >= 0)
        mpq_mul_2exp(value, value, (mp_bitcnt_t)e);
    else
        mpq_div_2exp(value, value, (mp_bitcnt_t)-e);
    const dpc_dy x = dpc_dy_make(dpc_z_import(man), e);
    mpz_clear(man);
    return x;
}

/* Small numbers, so that values and claims are often equal, and some that are far from each other.
 */
START_TEST(test_judge)
{
    uint64_t state = check_seed("t-kernel");
    mpq_t lo, hi, number, value;
    mpq_inits(lo, hi, number, value, NULL);
    size_t seen[3] = {0, 0, 0};
    for (unsigned long i = 0; i < 20000 * check_mult(); i++) {
        const long far = check_below(&state, 10) == 0 ? 300 : 2;
        dpc_k_window w = {.first = 5, .count = 0};
        dpc_dy x = dyadic_of(lo, (long)check_below(&state, 13) - 6,
                             (long)check_below(&state, (size_t)(2 * far + 1)) - far);
        dpc_dy y = dyadic_of(hi, (long)check_below(&state, 13) - 6,
                             (long)check_below(&state, (size_t)(2 * far + 1)) - far);
        if (mpq_cmp(lo, hi) > 0) {
            mpq_swap(lo, hi);
            const dpc_dy z = x;
            x = y;
            y = z;
        }
        mpq_set_si(number, (long)check_below(&state, 25) - 12, 1 + check_below(&state, 6));
        mpq_canonicalize(number);
        const int upper = (int)check_below(&state, 2);
        const int64_t step = dpc_k_input(&w, dpc_ki_make(x, y));
        const dpc_z num = dpc_z_import(mpq_numref(number)), den = dpc_z_import(mpq_denref(number));
        dpc_k_judged j;
        dpc_k_judge_none(&j);
        const int truth = truth_of(lo, hi, upper, number);
        ck_assert_int_eq(dpc_k_judge(&j, &w, step, upper, num, den), truth);
        ck_assert_int_eq(dpc_k_verdict(&j, 1), truth == 1   ? DPC_VERIFIED
                                               : truth == 0 ? DPC_REJECTED
                                                            : DPC_VERIFY_UNDECIDED);
        seen[truth + 1]++;
        /* an exact value: the lower end divided by something */
        mpq_set_si(value, 1, 1 + check_below(&state, 6));
        mpq_mul(value, value, lo);
        const dpc_z a = dpc_z_import(mpq_numref(value)), b = dpc_z_import(mpq_denref(value));
        ck_assert_int_eq(dpc_k_judge_exact(&j, a, b, upper, num, den),
                         truth_of(value, value, upper, number));
        ck_assert_int_eq(j.count, 2);
        dpc_z_release();
    }
    ck_assert(seen[0] > 100 && seen[1] > 1000 && seen[2] > 1000);
    mpq_clears(lo, hi, number, value, NULL);
    dpc_z_cleanup();
}
END_TEST

/* What is no number decides nothing: a step that is not there, fractions with a denominator <= 0 or
   without a handle. */
START_TEST(test_judge_nothing)
{
    dpc_k_window w = {.first = 0, .count = 0};
    const dpc_z one = dpc_z_ui(1), zero = dpc_z_ui(0), minus = dpc_z_neg(one);
    const int64_t step = dpc_k_input(&w, point(1, 0)), none = dpc_k_input(&w, dpc_ki_none());
    dpc_k_judged j;
    dpc_k_judge_none(&j);
    for (int upper = 0; upper < 2; upper++) {
        ck_assert_int_eq(dpc_k_judge(&j, &w, step, upper, one, one), 1);
        ck_assert_int_eq(dpc_k_judge(&j, &w, none, upper, one, one), -1);
        ck_assert_int_eq(dpc_k_judge(&j, &w, step + 1, upper, one, one), -1);
        ck_assert_int_eq(dpc_k_judge(&j, &w, step, upper, NULL, one), -1);
        ck_assert_int_eq(dpc_k_judge(&j, &w, step, upper, one, NULL), -1);
        ck_assert_int_eq(dpc_k_judge(&j, &w, step, upper, one, zero), -1);
        ck_assert_int_eq(dpc_k_judge(&j, &w, step, upper, minus, minus), -1);
        ck_assert_int_eq(dpc_k_judge_exact(&j, one, one, upper, one, one), 1);
        ck_assert_int_eq(dpc_k_judge_exact(&j, NULL, one, upper, one, one), -1);
        ck_assert_int_eq(dpc_k_judge_exact(&j, one, NULL, upper, one, one), -1);
        ck_assert_int_eq(dpc_k_judge_exact(&j, one, zero, upper, one, one), -1);
        ck_assert_int_eq(dpc_k_judge_exact(&j, one, one, upper, NULL, one), -1);
        ck_assert_int_eq(dpc_k_judge_exact(&j, one, one, upper, one, NULL), -1);
        ck_assert_int_eq(dpc_k_judge_exact(&j, one, one, upper, minus, minus), -1);
        ck_assert_int_eq(dpc_k_judge_exact(&j, minus, minus, upper, one, one), -1);
    }
    ck_assert_int_eq(j.count, 30);
    ck_assert_int_eq(j.open, 1);
    ck_assert_int_eq(j.failed, -1);
    ck_assert_int_eq(dpc_k_verdict(&j, 30), DPC_VERIFY_UNDECIDED);
    j = (dpc_k_judged){.count = DPC_K_MAX_CLAIMS, .failed = -1, .open = -1};
    ck_assert_int_eq(dpc_k_judge_exact(&j, one, one, 1, one, one), -1);
    ck_assert(j.count == DPC_K_MAX_CLAIMS);
    dpc_z_cleanup();
}
END_TEST

/* Ends at the limits of exponents against claims that are far away: signs and lengths decide. */
START_TEST(test_judge_far)
{
    static const int64_t e[] = {-DPC_DY_MAX_EXP, -1000, 1000, DPC_DY_MAX_EXP};
    dpc_bounds b;
    dpc_bounds_init(&b);
    mpq_t claim;
    mpq_init(claim);
    b.finite = true;
    for (int sign = -1; sign <= 1; sign += 2)
        for (size_t i = 0; i < 4; i++) {
            mpz_set_si(b.lo_man, sign);
            mpz_set_si(b.hi_man, sign);
            b.lo_exp = b.hi_exp = e[i];
            for (long p = -3; p <= 3; p++) {
                mpq_set_si(claim, p, 1);
                const bool at_most = p == 0 || (sign > 0) != (p > 0) ? sign < p
                                     : sign > 0                      ? e[i] < 0
                                                                     : e[i] > 0;
                dpc_k_judged j;
                dpc_k_judge_none(&j);
                dpc_kernel_judge(&j, &b, true, claim);
                ck_assert_int_eq(dpc_k_verdict(&j, 1), at_most ? DPC_VERIFIED : DPC_REJECTED);
                dpc_k_judge_none(&j);
                dpc_kernel_judge(&j, &b, false, claim);
                ck_assert_int_eq(dpc_k_verdict(&j, 1), at_most ? DPC_REJECTED : DPC_VERIFIED);
            }
        }
    /* beyond the kernel's exponents nothing is decided, nor without ends */
    for (int i = 0; i < 3; i++) {
        b.finite = i > 0;
        b.hi_exp = i > 0 ? (i > 1 ? 1 : -1) * (DPC_DY_MAX_EXP + 1) : 0;
        dpc_k_judged j;
        dpc_k_judge_none(&j);
        dpc_kernel_judge(&j, &b, true, claim);
        dpc_kernel_judge(&j, &b, false, claim);
        ck_assert_int_eq(j.count, 2);
        ck_assert_int_eq(dpc_k_verdict(&j, 2), DPC_VERIFY_UNDECIDED);
    }
    dpc_bounds_clear(&b);
    mpq_clear(claim);
    dpc_domain_kernel_cleanup();
}
END_TEST

/* Every sequence of three judgements; the verdict about another number of claims than was judged.
 */
START_TEST(test_verdict)
{
    const dpc_z zero = dpc_z_ui(0), one = dpc_z_ui(1);
    dpc_k_judged j;
    for (int code = 0; code < 27; code++) {
        const int holds[] = {code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1};
        int failed = -1, open = -1;
        dpc_k_judge_none(&j);
        ck_assert_int_eq(dpc_k_verdict(&j, 0), DPC_VERIFY_UNDECIDED);
        for (int i = 0; i < 3; i++) {
            /* 0 <= 1, 1 <= 0, and no number */
            const dpc_z value = holds[i] == 1 ? zero : holds[i] == 0 ? one : NULL;
            ck_assert_int_eq(dpc_k_judge_exact(&j, value, one, 1, holds[i] == 1 ? one : zero, one),
                             holds[i]);
            failed = holds[i] == 0 && failed < 0 ? i : failed;
            open = holds[i] == -1 && open < 0 ? i : open;
        }
        ck_assert_int_eq(j.failed, failed);
        ck_assert_int_eq(j.open, open);
        const dpc_verdict bad = failed >= 0 ? DPC_REJECTED : DPC_VERIFY_UNDECIDED;
        ck_assert_int_eq(dpc_k_verdict(&j, 3), failed < 0 && open < 0 ? DPC_VERIFIED : bad);
        ck_assert_int_eq(dpc_k_verdict(&j, 2), bad);
        ck_assert_int_eq(dpc_k_verdict(&j, 4), bad);
        ck_assert_int_eq(dpc_k_verdict(&j, 0), bad);
    }
    dpc_z_cleanup();
}
END_TEST

/* An element of one thread in another, whose steps have the same numbers. */
static void *negate_elsewhere(void *x)
{
    mpq_t q;
    mpq_init(q);
    void *other = check_element_new(kernel);
    for (long n = 0; n < 40; n++) {
        mpq_set_si(q, 1000 + n, 1);
        kernel->set_q(other, q, 64);
        if (n == 20)
            ck_assert_int_eq(kernel->apply(DPC_OP_NEG, x, x, x, 64), DPC_OK);
    }
    check_element_free(kernel, other);
    mpq_clear(q);
    dpc_domain_kernel_cleanup();
    return NULL;
}

START_TEST(test_threads)
{
    mpq_t q;
    mpq_init(q);
    void *x = check_element_new(kernel), *y = check_element_new(kernel);
    for (long n = 1; n <= 25; n++) {
        mpq_set_si(q, n, 1);
        kernel->set_q(x, q, 64);
        pthread_t thread;
        ck_assert_int_eq(pthread_create(&thread, NULL, negate_elsewhere, x), 0);
        ck_assert_int_eq(pthread_join(thread, NULL), 0);
        mpq_set_si(q, -n, 1);
        kernel->set_q(y, q, 64);
        ck_assert_int_eq(kernel->compare(DPC_OP_EQ, x, y), DPC_TRUE);
    }
    check_element_free(kernel, x);
    check_element_free(kernel, y);
    mpq_clear(q);
    dpc_domain_kernel_cleanup();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernel");
    TCase *random = tcase_create("random");
    tcase_add_loop_test(random, test_points, 0, NOPERATIONS);
    tcase_add_loop_test(random, test_intervals, 0, NOPERATIONS);
    suite_add_tcase(suite, random);
    check_add(suite, test_domains);
    check_add(suite, test_powers);
    check_add(suite, test_binomials);
    check_add(suite, test_tails);
    check_add(suite, test_compare);
    check_add(suite, test_round);
    check_add(suite, test_claims);
    tcase_add_loop_test(random, test_dyadic, TRUTH, LOG_HIGH);
    tcase_add_test(random, test_exp_sides);
    tcase_add_loop_test(random, test_lies, TRUTH, LIES);
    tcase_add_loop_test(random, test_steps, 0, 2);
    check_add(suite, test_refused_steps);
    check_add(suite, test_no_operation);
    tcase_add_test(random, test_judge);
    check_add(suite, test_judge_nothing);
    check_add(suite, test_judge_far);
    check_add(suite, test_verdict);
    check_add(suite, test_ends);
    check_add(suite, test_words);
    check_add(suite, test_far_shifts);
    check_add(suite, test_threads);
    return check_run(suite);
}
