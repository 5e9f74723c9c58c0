/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Intervals on MPFR against Arb with many more bits: the value at each point of the inputs is
   inside, the ends are the best of their precision, and exponents may be anything. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "arith/arith.h"
#include "check_domain.h"
#include "check_util.h"

#include "arith/mpfr.h"
#include "base/rational.h"
#include "query/query.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <gmp.h>
#include <mpfr.h>

static const dpc_domain *const ball = &dpc_domain_ball, *const own = &dpc_domain_mpfr;

enum { REF_PREC = 1200, FAR_PREC = 20000 };

/* ---- elements ---- */

/* Three of the domain, three of Arb's: inputs and output. */
typedef struct {
    void *a, *b, *d;
    arb_t ra, rb, rd;
} numbers;

static void numbers_init(numbers *n)
{
    n->a = check_element_new(own);
    n->b = check_element_new(own);
    n->d = check_element_new(own);
    arb_init(n->ra);
    arb_init(n->rb);
    arb_init(n->rd);
}

static void numbers_clear(numbers *n)
{
    check_element_free(own, n->a);
    check_element_free(own, n->b);
    check_element_free(own, n->d);
    arb_clear(n->ra);
    arb_clear(n->rb);
    arb_clear(n->rd);
    dpc_domain_mpfr_cleanup();
    flint_cleanup();
}

typedef struct {
    arf_t lo, hi;
} ends;

static void ends_init(ends *r, const void *x, const char *what)
{
    dpc_bounds b;
    dpc_bounds_init(&b);
    own->bounds(&b, x);
    ck_assert_msg(b.finite, "%s: no bounds", what);
    arf_init(r->lo);
    arf_init(r->hi);
    check_set_end(r->lo, b.lo_man, b.lo_exp);
    check_set_end(r->hi, b.hi_man, b.hi_exp);
    ck_assert_msg(arf_cmp(r->lo, r->hi) <= 0, "%s: the ends are in the wrong order", what);
    dpc_bounds_clear(&b);
}

static void ends_clear(ends *r)
{
    arf_clear(r->lo);
    arf_clear(r->hi);
}

/* Fails if the element certainly misses the value that the ball contains. */
static void check_meets(const void *x, const arb_t value, const char *what)
{
    ends e;
    ends_init(&e, x, what);
    arb_t end;
    arb_init(end);
    arb_set_arf(end, e.lo);
    ck_assert_msg(!arb_gt(end, value), "%s: the lower end is %.17g, the value %.17g", what,
                  own->approx(x), arf_get_d(arb_midref(value), ARF_RND_NEAR));
    arb_set_arf(end, e.hi);
    ck_assert_msg(!arb_lt(end, value), "%s: the upper end is %.17g, the value %.17g", what,
                  own->approx(x), arf_get_d(arb_midref(value), ARF_RND_NEAR));
    arb_clear(end);
    ends_clear(&e);
}

/* Fails if the end is further from the value than 2^(1 - prec) times the value: directed rounding
   moves it outward by at most one unit. */
static void check_end(const arf_t end, const arb_t value, unsigned long prec, const char *what)
{
    arb_t gap, unit;
    arb_init(gap);
    arb_init(unit);
    arb_set_arf(gap, end);
    arb_sub(gap, gap, value, REF_PREC);
    arb_abs(gap, gap);
    arb_abs(unit, value);
    arb_mul_2exp_si(unit, unit, 1 - (slong)prec);
    ck_assert_msg(!arb_gt(gap, unit), "%s at %lu bits: an end is off by %g, a unit is %g", what,
                  prec, arf_get_d(arb_midref(gap), ARF_RND_NEAR),
                  arf_get_d(arb_midref(unit), ARF_RND_NEAR));
    arb_clear(gap);
    arb_clear(unit);
}

/* Both ends are near these values. */
static void check_tight(const void *x, const arb_t least, const arb_t greatest, unsigned long prec,
                        const char *what)
{
    ends e;
    ends_init(&e, x, what);
    check_end(e.lo, least, prec, what);
    check_end(e.hi, greatest, prec, what);
    ends_clear(&e);
}

/* ---- random points ---- */

typedef struct {
    dpc_op op;
    const char *name;
    int range;     /* |first operand| from 2^-range to 2^range */
    int range_b;   /* of the second operand; 0: there is no second operand */
    bool positive; /* the first operand must be positive */
} operation;

static const operation operations[] = {
    {DPC_OP_ADD, "add", 100, 100, false},
    {DPC_OP_SUB, "sub", 100, 100, false},
    {DPC_OP_MUL, "mul", 100, 100, false},
    {DPC_OP_DIV, "div", 100, 100, false},
    {DPC_OP_POW, "pow", 10, 6, true},
    {DPC_OP_MIN, "min", 100, 100, false},
    {DPC_OP_MAX, "max", 100, 100, false},
    {DPC_OP_NEG, "neg", 100, 0, false},
    {DPC_OP_ABS, "abs", 100, 0, false},
    {DPC_OP_POS, "pos", 100, 0, false},
    {DPC_OP_CEIL, "ceil", 20, 0, false},
    {DPC_OP_FLOOR, "floor", 20, 0, false},
    {DPC_OP_EXP, "exp", 12, 0, false},
    {DPC_OP_LOG, "log", 100, 0, true},
    {DPC_OP_SQRT, "sqrt", 100, 0, true},
    {DPC_OP_EXPM1, "expm1", 10, 0, false},
    {DPC_OP_LOG1P, "log1p", 100, 0, true},
    {DPC_OP_Q, "Q", 6, 0, false},
    {DPC_OP_ADD, "add far", 9000, 9000, false},
    {DPC_OP_MUL, "mul far", 5000, 5000, false},
    {DPC_OP_LOG1P, "log1p far", 5000, 0, true},
    {DPC_OP_LOG, "log far", 5000, 0, true},
    {DPC_OP_SQRT, "sqrt far", 5000, 0, true},
    {DPC_OP_Q, "Q far", 20, 0, false},
    {DPC_OP_EXP, "exp far", 30, 0, false},
    {DPC_OP_EXPM1, "expm1 far", 30, 0, false},
    {DPC_OP_E, "e", 1, 0, false},
    {DPC_OP_PI, "pi", 1, 0, false},
};
enum { NOPERATIONS = sizeof operations / sizeof operations[0] };

static void random_operand(mpq_t q, uint64_t *state, const operation *o, bool first)
{
    check_random_point(q, state, first ? o->range : o->range_b > 0 ? o->range_b : 1);
    if (first && o->positive)
        mpq_abs(q, q);
}

/* rd = op at the rationals; false if there is no value. */
static bool refer(numbers *n, const operation *o, const mpq_t p, const mpq_t q)
{
    ball->set_q(n->ra, p, FAR_PREC);
    ball->set_q(n->rb, q, FAR_PREC);
    return ball->apply(o->op, n->rd, n->ra, n->rb, o->range > 200 ? FAR_PREC : REF_PREC) == DPC_OK;
}

static const unsigned long precs[] = {30, 53, 64, 128, 300};
enum { NPRECS = sizeof precs / sizeof precs[0] };

/* Every operation at points: inside, and the ends are neighbours; at every way to alias. */
START_TEST(test_points)
{
    const operation *o = &operations[_i];
    uint64_t state = check_seed("t-mpfr");
    mpq_t p, q;
    mpq_inits(p, q, NULL);
    numbers n;
    numbers_init(&n);
    for (unsigned long i = 0; i < 150 * check_mult(); i++) {
        random_operand(p, &state, o, true);
        random_operand(q, &state, o, false);
        const unsigned long prec = precs[check_below(&state, NPRECS)];
        own->set_q(n.a, p, FAR_PREC);
        own->set_q(n.b, q, FAR_PREC);
        ck_assert(refer(&n, o, p, q));
        const dpc_status status = own->apply(o->op, n.d, n.a, n.b, prec);
        ck_assert_msg(status == DPC_OK, "%s: %s", o->name, dpc_status_name(status));
        check_meets(n.d, n.rd, o->name);
        check_tight(n.d, n.rd, n.rd, prec, o->name);
        own->set(n.d, n.b);
        ck_assert_int_eq(own->apply(o->op, n.d, n.a, n.d, prec), DPC_OK);
        check_meets(n.d, n.rd, o->name);
        ck_assert_int_eq(own->apply(o->op, n.a, n.a, n.b, prec), DPC_OK);
        check_meets(n.a, n.rd, o->name);
        if (o->positive)
            continue; /* both the same, and the output, too */
        own->set_q(n.b, q, FAR_PREC);
        ck_assert(refer(&n, o, q, q));
        ck_assert_int_eq(own->apply(o->op, n.b, n.b, n.b, prec), DPC_OK);
        check_meets(n.b, n.rd, o->name);
    }
    numbers_clear(&n);
    mpq_clears(p, q, NULL);
}
END_TEST

/* [lo, hi], narrow, as wide as the numbers themselves, or around 0. */
static void random_interval(void *d, mpq_t lo, mpq_t hi, uint64_t *state, const operation *o,
                            bool first)
{
    random_operand(lo, state, o, first);
    if (check_below(state, 2) == 0) {
        mpq_div_2exp(hi, lo, (mp_bitcnt_t)check_below(state, 30));
        mpq_add(hi, lo, hi);
    } else
        random_operand(hi, state, o, first); /* any two numbers */
    if (mpq_cmp(lo, hi) > 0)
        mpq_swap(lo, hi);
    if (first && o->positive && o->op == DPC_OP_SQRT && check_below(state, 5) == 0)
        mpq_set_ui(lo, 0, 1);
    void *end = check_element_new(own);
    own->set_q(d, lo, FAR_PREC);
    own->set_q(end, hi, FAR_PREC);
    own->hull(d, d, end, 64);
    check_element_free(own, end);
}

/* The extreme values are at corners, except those of |x| around 0: the interval is no wider. */
static void check_corners(numbers *n, const operation *o, mpq_t alo, mpq_t ahi, mpq_t blo,
                          mpq_t bhi)
{
    if (o->op == DPC_OP_ABS)
        return;
    mpq_ptr const p[2] = {alo, ahi}, q[2] = {blo, bhi};
    arb_t least, greatest;
    arb_init(least);
    arb_init(greatest);
    for (int k = 0; k < 4; k++) {
        ck_assert(refer(n, o, p[k & 1], q[k >> 1]));
        if (k == 0 || arb_lt(n->rd, least))
            arb_set(least, n->rd);
        if (k == 0 || arb_gt(n->rd, greatest))
            arb_set(greatest, n->rd);
    }
    check_tight(n->d, least, greatest, 64, o->name);
    arb_clear(least);
    arb_clear(greatest);
}

/* Every operation on intervals: the value at each point is inside. */
START_TEST(test_intervals)
{
    const operation *o = &operations[_i];
    uint64_t state = check_seed("t-mpfr");
    mpq_t alo, ahi, blo, bhi, p, q;
    mpq_inits(alo, ahi, blo, bhi, p, q, NULL);
    numbers n;
    numbers_init(&n);
    unsigned long answered = 0, asked = 60 * check_mult();
    for (unsigned long i = 0; i < asked; i++) {
        random_interval(n.a, alo, ahi, &state, o, true);
        random_interval(n.b, blo, bhi, &state, o, false);
        const dpc_status status = own->apply(o->op, n.d, n.a, n.b, 64);
        const bool undefined = o->op == DPC_OP_DIV && mpq_sgn(blo) <= 0 && mpq_sgn(bhi) >= 0;
        ck_assert_msg(status == (undefined ? DPC_UNDECIDED : DPC_OK), "%s: %s", o->name,
                      dpc_status_name(status));
        if (status != DPC_OK)
            continue;
        answered++;
        check_corners(&n, o, alo, ahi, blo, bhi);
        for (unsigned long k = 0; k <= 16; k += 1 + check_below(&state, 6)) {
            check_point_between(p, alo, ahi, k);
            check_point_between(q, blo, bhi, check_below(&state, 17));
            if (refer(&n, o, p, q))
                check_meets(n.d, n.rd, o->name);
        }
    }
    ck_assert_msg(answered > asked / 3, "%s: %lu of %lu answered", o->name, answered, asked);
    numbers_clear(&n);
    mpq_clears(alo, ahi, blo, bhi, p, q, NULL);
}
END_TEST

/* ---- small tables ---- */

/* The ends are exactly these. */
static void check_quarters(const void *x, check_span wanted, const char *what)
{
    ends e;
    ends_init(&e, x, what);
    arf_mul_2exp_si(e.lo, e.lo, 2);
    arf_mul_2exp_si(e.hi, e.hi, 2);
    ck_assert_msg(arf_cmp_si(e.lo, wanted.lo) == 0 && arf_cmp_si(e.hi, wanted.hi) == 0,
                  "%s: [%g, %g] instead of [%ld, %ld]", what, arf_get_d(e.lo, ARF_RND_NEAR),
                  arf_get_d(e.hi, ARF_RND_NEAR), wanted.lo, wanted.hi);
    ends_clear(&e);
}

START_TEST(test_domains)
{
    check_where_defined(own);
    dpc_domain_mpfr_cleanup();
}
END_TEST

/* Operations whose exact ends are known: signs in all combinations. */
START_TEST(test_exact_ends)
{
    static const struct {
        dpc_op op;
        check_span a, b, d;
    } rows[] = {
        {DPC_OP_MUL, {4, 8}, {12, 16}, {12, 32}},     {DPC_OP_MUL, {-8, -4}, {12, 16}, {-32, -12}},
        {DPC_OP_MUL, {4, 8}, {-16, -12}, {-32, -12}}, {DPC_OP_MUL, {-8, -4}, {-16, -12}, {12, 32}},
        {DPC_OP_MUL, {-4, 8}, {12, 16}, {-16, 32}},   {DPC_OP_MUL, {-4, 8}, {-16, -12}, {-32, 16}},
        {DPC_OP_MUL, {-4, 8}, {-12, 16}, {-24, 32}},  {DPC_OP_MUL, {-16, 8}, {-12, 4}, {-24, 48}},
        {DPC_OP_MUL, {0, 0}, {-12, 16}, {0, 0}},      {DPC_OP_MUL, {0, 4}, {-12, 16}, {-12, 16}},
        {DPC_OP_DIV, {4, 8}, {4, 8}, {2, 8}},         {DPC_OP_DIV, {-4, 8}, {4, 8}, {-4, 8}},
        {DPC_OP_DIV, {4, 8}, {-8, -4}, {-8, -2}},     {DPC_OP_DIV, {-8, -4}, {-8, -4}, {2, 8}},
        {DPC_OP_DIV, {-4, 8}, {-8, -4}, {-8, 4}},     {DPC_OP_ADD, {-4, 8}, {1, 2}, {-3, 10}},
        {DPC_OP_SUB, {-4, 8}, {1, 2}, {-6, 7}},       {DPC_OP_ABS, {-4, 8}, {0, 0}, {0, 8}},
        {DPC_OP_ABS, {-12, 8}, {0, 0}, {0, 12}},      {DPC_OP_ABS, {-12, -8}, {0, 0}, {8, 12}},
        {DPC_OP_POS, {-12, 8}, {0, 0}, {0, 8}},       {DPC_OP_POS, {-12, -8}, {0, 0}, {0, 0}},
        {DPC_OP_NEG, {-12, 8}, {0, 0}, {-8, 12}},     {DPC_OP_MIN, {-12, 8}, {-4, 4}, {-12, 4}},
        {DPC_OP_MAX, {-12, 8}, {-4, 4}, {-4, 8}},     {DPC_OP_SQRT, {0, 64}, {0, 0}, {0, 16}},
        {DPC_OP_CEIL, {-5, 5}, {0, 0}, {-4, 8}},      {DPC_OP_FLOOR, {-5, 5}, {0, 0}, {-8, 4}},
        {DPC_OP_POW, {0, 16}, {2, 6}, {0, 32}},       {DPC_OP_POW, {1, 16}, {-2, 2}, {2, 8}},
    };
    numbers n;
    numbers_init(&n);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char what[40];
        (void)snprintf(what, sizeof what, "row %zu", i);
        check_set_quarters(own, n.a, rows[i].a);
        check_set_quarters(own, n.b, rows[i].b);
        ck_assert_int_eq(own->apply(rows[i].op, n.d, n.a, n.b, 64), DPC_OK);
        check_quarters(n.d, rows[i].d, what);
        ck_assert_int_eq(own->apply(rows[i].op, n.a, n.a, n.b, 64), DPC_OK);
        check_quarters(n.a, rows[i].d, what);
    }
    numbers_clear(&n);
}
END_TEST

/* ---- powers ---- */

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
                                            "123456789012345678901234567890"};
    uint64_t state = check_seed("t-mpfr");
    mpz_t e;
    mpq_t p, one;
    mpz_init(e);
    mpq_inits(p, one, NULL);
    numbers n;
    numbers_init(&n);
    for (size_t i = 0; i < sizeof exponents / sizeof exponents[0]; i++)
        for (int j = 0; j < 40; j++) {
            ck_assert_int_eq(mpz_set_str(e, exponents[i], 10), 0);
            check_random_point(p, &state, 10);
            /* 1 + p / n, so that the power is of a sensible size; some of them negative */
            mpq_set_z(one, e);
            if (mpz_cmpabs_ui(e, 20) > 0)
                mpq_div(p, p, one);
            mpq_set_ui(one, 1, 1);
            mpq_add(p, p, one);
            if (mpq_sgn(p) == 0)
                continue;
            if (j % 4 == 0)
                mpq_neg(p, p);
            own->set_q(n.a, p, 400);
            ball->set_q(n.ra, p, REF_PREC);
            ck_assert_msg(own->pow_z(n.d, n.a, e, 64) == DPC_OK, "power %s", exponents[i]);
            ck_assert_int_eq(ball->pow_z(n.rd, n.ra, e, REF_PREC), DPC_OK);
            check_meets(n.d, n.rd, exponents[i]);
            check_tight(n.d, n.rd, n.rd, 62, exponents[i]);
            ck_assert_int_eq(own->pow_z(n.a, n.a, e, 64), DPC_OK);
            check_meets(n.a, n.rd, exponents[i]);
        }
    static const struct {
        check_span a;
        long n;
        dpc_status status;
        check_span d;
    } rows[] = {
        {{-8, 12}, 2, DPC_OK, {0, 36}},        {{-16, 12}, 2, DPC_OK, {0, 64}},
        {{-8, 12}, 3, DPC_OK, {-32, 108}},     {{-8, -4}, 2, DPC_OK, {4, 16}},
        {{-8, -4}, -1, DPC_OK, {-4, -2}},      {{-8, -4}, -2, DPC_OK, {1, 4}},
        {{2, 4}, -2, DPC_OK, {4, 16}},         {{-8, -4}, 0, DPC_OK, {4, 4}},
        {{-8, 12}, -1, DPC_UNDECIDED, {0, 0}}, {{-8, 12}, 0, DPC_UNDECIDED, {0, 0}},
        {{0, 12}, -2, DPC_UNDECIDED, {0, 0}},  {{0, 0}, 0, DPC_DOMAIN, {0, 0}},
        {{0, 0}, -1, DPC_DOMAIN, {0, 0}},      {{0, 0}, 5, DPC_OK, {0, 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_set_quarters(own, n.a, rows[i].a);
        mpz_set_si(e, rows[i].n);
        ck_assert_msg(own->pow_z(n.d, n.a, e, 64) == rows[i].status, "row %zu", i);
        if (rows[i].status == DPC_OK)
            check_quarters(n.d, rows[i].d, "a power");
    }
    numbers_clear(&n);
    mpz_clear(e);
    mpq_clears(p, one, NULL);
}
END_TEST

/* ---- binomial coefficients ---- */

static void check_binom(numbers *n, unsigned long top, unsigned long bottom, unsigned long prec)
{
    char what[80];
    (void)snprintf(what, sizeof what, "binom(%lu, %lu)", top, bottom);
    mpz_t t, b;
    mpz_init_set_ui(t, top);
    mpz_init_set_ui(b, bottom);
    ck_assert_msg(own->binom(n->d, t, b, prec) == DPC_OK, "%s", what);
    arb_bin_uiui(n->rd, top, bottom, REF_PREC);
    check_meets(n->d, n->rd, what);
    check_tight(n->d, n->rd, n->rd, prec - 1, what);
    mpz_clears(t, b, NULL);
}

START_TEST(test_binomials)
{
    static const unsigned long rows[][2] = {{0, 0},
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
                                            {100, 99},
                                            {1000000000000, 400000000000},
                                            {UINT32_MAX, UINT32_MAX / 3}};
    uint64_t state = check_seed("t-mpfr");
    numbers n;
    numbers_init(&n);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_binom(&n, rows[i][0], rows[i][1], 64);
    /* along a row: up, over the middle, and down; then at random places */
    for (unsigned long k = 0; k <= 300; k++)
        check_binom(&n, 300, k, 64);
    for (unsigned long k = 1000; k > 900; k -= 3)
        check_binom(&n, 5000, k, 100);
    for (unsigned long i = 0; i < 40 * check_mult(); i++) {
        const unsigned long top = 1 + check_below(&state, 20000);
        check_binom(&n, top, check_below(&state, top + 1), precs[check_below(&state, NPRECS)]);
    }
    /* results out of range are refused */
    mpz_t top, bottom;
    mpz_init_set_ui(top, UINT64_MAX);
    mpz_init_set_ui(bottom, UINT64_MAX / 2);
    ck_assert_int_eq(own->binom(n.d, top, bottom, 64), DPC_UNDECIDED);
    mpz_mul_2exp(top, top, 1);
    mpz_set_ui(bottom, 1);
    ck_assert_int_eq(own->binom(n.d, top, bottom, 64), DPC_UNDECIDED);
    mpz_clears(top, bottom, NULL);
    check_binom(&n, 300, 7, 64); /* a refusal leaves nothing behind */
    numbers_clear(&n);
}
END_TEST

/* ---- extreme exponents ---- */

static void set_text(mpq_t q, const char *text)
{
    dpc_diag diag = {.status = DPC_OK};
    ck_assert_msg(dpc_rational_parse(q, text, strlen(text), "x", &diag) == DPC_OK, "%s", diag.text);
}

START_TEST(test_tails)
{
    static const char *const points[] = {"0",     "1e-300", "0.001",     "1",       "9.9",
                                         "11",    "25.5",   "37.64",     "100.1",   "2100.5",
                                         "27281", "27283",  "1000000.5", "15000000"};
    mpq_t q;
    mpq_init(q);
    numbers n;
    numbers_init(&n);
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        for (size_t j = 0; j < 2UL * NPRECS; j++) {
            const unsigned long prec = precs[j / 2];
            set_text(q, points[i]);
            if (j % 2 == 1)
                mpq_neg(q, q);
            own->set_q(n.a, q, REF_PREC);
            ball->set_q(n.ra, q, 3UL * REF_PREC);
            ck_assert_int_eq(own->apply(DPC_OP_Q, n.d, n.a, NULL, prec), DPC_OK);
            ck_assert_int_eq(ball->apply(DPC_OP_Q, n.rd, n.ra, NULL, REF_PREC), DPC_OK);
            check_meets(n.d, n.rd, points[i]);
            check_tight(n.d, n.rd, n.rd, prec - 1, points[i]);
        }
    /* beyond every exponent: [0, least number] */
    set_text(q, "1e9");
    own->set_q(n.a, q, 64);
    ck_assert_int_eq(own->apply(DPC_OP_Q, n.d, n.a, NULL, 64), DPC_OK);
    check_set_quarters(own, n.b, (check_span){0, 0});
    ck_assert_int_eq(own->compare(DPC_OP_LE, n.b, n.d), DPC_TRUE);
    ck_assert_int_eq(own->compare(DPC_OP_LT, n.b, n.d), DPC_TRI_UNDECIDED);
    ck_assert_double_lt(own->log_abs_approx(n.d), -1e14);
    /* [-1e9, 1e9]: Q is in [0, 1] */
    ck_assert_int_eq(own->apply(DPC_OP_NEG, n.b, n.a, NULL, 64), DPC_OK);
    own->hull(n.a, n.a, n.b, 64);
    ck_assert_int_eq(own->apply(DPC_OP_Q, n.d, n.a, NULL, 64), DPC_OK);
    check_quarters(n.d, (check_span){0, 4}, "Q of all numbers");
    numbers_clear(&n);
    mpq_clear(q);
}
END_TEST

/* Where the range of exponents ends. */
START_TEST(test_range)
{
    numbers n;
    numbers_init(&n);
    mpq_t q;
    mpq_init(q);
    /* e^(1.5 10^14) and its inverse are numbers, their squares are not */
    set_text(q, "150000000000000");
    own->set_q(n.a, q, 64);
    ck_assert_int_eq(own->apply(DPC_OP_EXP, n.a, n.a, NULL, 64), DPC_OK);
    ck_assert_double_eq_tol(own->log_abs_approx(n.a) / 1.5e14, 1, 1e-9);
    dpc_bounds b;
    dpc_bounds_init(&b);
    own->bounds(&b, n.a);
    ck_assert(b.finite && b.hi_exp < (INT64_C(1) << DPC_EXPONENT_BITS));
    check_set_quarters(own, n.b, (check_span){4, 4});
    ck_assert_int_eq(own->apply(DPC_OP_DIV, n.b, n.b, n.a, 64), DPC_OK);
    ck_assert_int_eq(own->apply(DPC_OP_MUL, n.d, n.a, n.a, 64), DPC_UNDECIDED);
    own->bounds(&b, n.d);
    ck_assert(!b.finite);
    ck_assert_int_eq(own->apply(DPC_OP_NEG, n.d, n.d, NULL, 64), DPC_UNDECIDED);
    ck_assert_int_eq(own->compare(DPC_OP_LT, n.d, n.a), DPC_TRI_UNDECIDED);
    ck_assert_int_eq(own->compare(DPC_OP_NE, n.a, n.d), DPC_TRI_UNDECIDED);
    own->hull(n.d, n.a, n.d, 64);
    own->bounds(&b, n.d);
    ck_assert(!b.finite);
    /* what is too small for any exponent lies between 0 and the least number; negatives likewise */
    ck_assert_int_eq(own->apply(DPC_OP_MUL, n.d, n.b, n.b, 64), DPC_OK);
    own->bounds(&b, n.d);
    ck_assert(b.finite && mpz_sgn(b.lo_man) == 0 && mpz_sgn(b.hi_man) > 0);
    ck_assert_int_eq(own->apply(DPC_OP_NEG, n.a, n.b, NULL, 64), DPC_OK);
    ck_assert_int_eq(own->apply(DPC_OP_MUL, n.d, n.a, n.b, 64), DPC_OK);
    own->bounds(&b, n.d);
    ck_assert(b.finite && mpz_sgn(b.lo_man) < 0 && mpz_sgn(b.hi_man) == 0);
    ck_assert_int_eq(own->apply(DPC_OP_SQRT, n.a, n.b, NULL, 64), DPC_OK);
    ck_assert_double_eq_tol(own->log_abs_approx(n.a) / 0.75e14, -1, 1e-9);
    /* powers: 2^(10^14) is representable, 2^(10^15) is not, 2^(-10^15) is next to 0 */
    mpz_t e;
    mpz_init(e);
    check_set_quarters(own, n.a, (check_span){8, 8});
    mpz_set_str(e, "100000000000000", 10);
    ck_assert_int_eq(own->pow_z(n.d, n.a, e, 64), DPC_OK);
    ck_assert_double_eq_tol(own->log_abs_approx(n.d), 1e14 * log(2.0), 1);
    mpz_mul_ui(e, e, 10);
    ck_assert_int_eq(own->pow_z(n.d, n.a, e, 64), DPC_UNDECIDED);
    mpz_neg(e, e);
    ck_assert_int_eq(own->pow_z(n.d, n.a, e, 64), DPC_OK);
    own->bounds(&b, n.d);
    ck_assert(b.finite && mpz_sgn(b.lo_man) == 0 && mpz_sgn(b.hi_man) > 0);
    dpc_bounds_clear(&b);
    mpz_clear(e);
    mpq_clear(q);
    numbers_clear(&n);
}
END_TEST

/* Numbers of the size of exp(+-10^9) through every operation, with Arb beside it. */
START_TEST(test_far)
{
    static const struct {
        const char *name;
        dpc_op op;
    } ops[] = {{"add", DPC_OP_ADD},     {"sub", DPC_OP_SUB},   {"mul", DPC_OP_MUL},
               {"div", DPC_OP_DIV},     {"log", DPC_OP_LOG},   {"sqrt", DPC_OP_SQRT},
               {"log1p", DPC_OP_LOG1P}, {"ceil", DPC_OP_CEIL}, {"min", DPC_OP_MIN}};
    uint64_t state = check_seed("t-mpfr");
    numbers n;
    numbers_init(&n);
    mpq_t q;
    mpq_init(q);
    for (unsigned long i = 0; i < 30 * check_mult(); i++) {
        check_random_point(q, &state, 30);
        own->set_q(n.a, q, 200);
        ball->set_q(n.ra, q, REF_PREC);
        check_random_point(q, &state, 30);
        own->set_q(n.b, q, 200);
        ball->set_q(n.rb, q, REF_PREC);
        ck_assert_int_eq(own->apply(DPC_OP_EXP, n.a, n.a, NULL, 200), DPC_OK);
        ck_assert_int_eq(own->apply(DPC_OP_EXP, n.b, n.b, NULL, 200), DPC_OK);
        arb_exp(n.ra, n.ra, REF_PREC);
        arb_exp(n.rb, n.rb, REF_PREC);
        for (size_t k = 0; k < sizeof ops / sizeof ops[0]; k++) {
            if (ops[k].op == DPC_OP_CEIL && own->log_abs_approx(n.a) > 1000)
                continue; /* the reference would build the integer */
            ck_assert_int_eq(own->apply(ops[k].op, n.d, n.a, n.b, 64), DPC_OK);
            if (ball->apply(ops[k].op, n.rd, n.ra, n.rb, REF_PREC) == DPC_OK)
                check_meets(n.d, n.rd, ops[k].name);
        }
    }
    mpq_clear(q);
    numbers_clear(&n);
}
END_TEST

/* ---- decisions ---- */

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
        {{4, 6},
         {4, 6},
         DPC_TRI_UNDECIDED,
         DPC_TRI_UNDECIDED,
         DPC_TRI_UNDECIDED}, /* not equal numbers */
        {{6, 8}, {4, 6}, DPC_FALSE, DPC_TRI_UNDECIDED, DPC_TRI_UNDECIDED},
        {{7, 8}, {4, 6}, DPC_FALSE, DPC_FALSE, DPC_FALSE},
        {{-8, -7}, {-6, 4}, DPC_TRUE, DPC_TRUE, DPC_FALSE},
        {{-8, 0}, {0, 4}, DPC_TRI_UNDECIDED, DPC_TRUE, DPC_TRI_UNDECIDED},
    };
    numbers n;
    numbers_init(&n);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_set_quarters(own, n.a, rows[i].a);
        check_set_quarters(own, n.b, rows[i].b);
        ck_assert_int_eq(own->compare(DPC_OP_LT, n.a, n.b), rows[i].lt);
        ck_assert_int_eq(own->compare(DPC_OP_LE, n.a, n.b), rows[i].le);
        ck_assert_int_eq(own->compare(DPC_OP_EQ, n.a, n.b), rows[i].eq);
        ck_assert_int_eq(own->compare(DPC_OP_NE, n.a, n.b), rows[i].eq == DPC_TRUE ? DPC_FALSE
                                                            : rows[i].eq == DPC_FALSE
                                                                ? DPC_TRUE
                                                                : DPC_TRI_UNDECIDED);
    }
    numbers_clear(&n);
}
END_TEST

START_TEST(test_round)
{
    static const struct {
        check_span x;
        bool ceil_decided;
        long ceil;
        bool floor_decided;
        long floor;
    } rows[] = {
        {{5, 7}, true, 2, true, 1},   {{-7, -5}, true, -1, true, -2}, {{8, 8}, true, 2, true, 2},
        {{7, 9}, false, 0, false, 0}, {{7, 8}, true, 2, false, 0},    {{8, 9}, false, 0, true, 2},
        {{-2, 0}, true, 0, false, 0}, {{0, 0}, true, 0, true, 0},
    };
    numbers n;
    numbers_init(&n);
    mpz_t z;
    mpz_init(z);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_set_quarters(own, n.a, rows[i].x);
        ck_assert_msg(own->round(z, DPC_OP_CEIL, n.a) == rows[i].ceil_decided, "row %zu", i);
        ck_assert_msg(!rows[i].ceil_decided || mpz_cmp_si(z, rows[i].ceil) == 0, "row %zu", i);
        ck_assert_msg(own->round(z, DPC_OP_FLOOR, n.a) == rows[i].floor_decided, "row %zu", i);
        ck_assert_msg(!rows[i].floor_decided || mpz_cmp_si(z, rows[i].floor) == 0, "row %zu", i);
    }
    /* integers too large to be built are refused */
    mpq_t q;
    mpq_init(q);
    set_text(q, "1000000000");
    own->set_q(n.a, q, 64);
    ck_assert_int_eq(own->apply(DPC_OP_EXP, n.a, n.a, NULL, 64), DPC_OK);
    ck_assert(!own->round(z, DPC_OP_CEIL, n.a));
    mpq_clear(q);
    mpz_clear(z);
    numbers_clear(&n);
}
END_TEST

START_TEST(test_hull)
{
    numbers n;
    numbers_init(&n);
    for (int place = 0; place < 3; place++) {
        check_set_quarters(own, n.a, (check_span){-10, -6});
        check_set_quarters(own, n.b, (check_span){17, 23});
        void *out = place == 0 ? n.d : place == 1 ? n.a : n.b;
        own->hull(out, n.a, n.b, 2); /* few bits: the ends stay what they are */
        check_quarters(out, (check_span){-10, 23}, "hull");
    }
    check_set_quarters(own, n.a, (check_span){-10, 6});
    own->hull(n.a, n.a, n.a, 64);
    check_quarters(n.a, (check_span){-10, 6}, "hull");
    numbers_clear(&n);
}
END_TEST

/* ---- the caller's MPFR ---- */

/* Every function leaves the caller's range and flags unchanged, and its results do not depend on
   them. */
START_TEST(test_environment)
{
    numbers n;
    numbers_init(&n);
    mpq_t q;
    mpz_t z;
    mpq_init(q);
    mpz_init(z);
    ck_assert_int_eq(mpfr_set_emin(-5), 0);
    ck_assert_int_eq(mpfr_set_emax(7), 0);
    mpfr_clear_flags();
    mpfr_set_erangeflag();
    set_text(q, "1e-50");
    own->set_q(n.a, q, 64);
    ball->set_q(n.ra, q, REF_PREC);
    check_meets(n.a, n.ra, "set_q");
    check_tight(n.a, n.ra, n.ra, 64, "set_q");
    own->set(n.b, n.a);
    ck_assert_int_eq(own->apply(DPC_OP_MUL, n.d, n.a, n.b, 64), DPC_OK);
    ck_assert_int_eq(ball->apply(DPC_OP_MUL, n.rd, n.ra, n.ra, REF_PREC), DPC_OK);
    check_tight(n.d, n.rd, n.rd, 62, "mul");
    ck_assert_int_eq(own->apply(DPC_OP_LOG, n.d, n.a, n.b, 64), DPC_OK);
    ck_assert_int_eq(own->apply(DPC_OP_PI, n.d, NULL, NULL, 64), DPC_OK);
    mpz_set_ui(z, 1000);
    ck_assert_int_eq(own->pow_z(n.d, n.a, z, 64), DPC_OK);
    ck_assert_int_eq(own->binom(n.d, z, z, 64), DPC_OK);
    ck_assert_int_eq(own->compare(DPC_OP_LT, n.a, n.d), DPC_TRUE);
    own->hull(n.d, n.a, n.d, 64);
    ck_assert(own->round(z, DPC_OP_CEIL, n.a));
    ck_assert_int_eq(mpfr_get_emin(), -5);
    ck_assert_int_eq(mpfr_get_emax(), 7);
    ck_assert_uint_eq(mpfr_flags_save(), MPFR_FLAGS_ERANGE);
    mpq_clear(q);
    mpz_clear(z);
    numbers_clear(&n);
}
END_TEST

/* ---- theorems ---- */

START_TEST(test_theta)
{
    static const struct {
        const char *eps, *r, *lower, *upper;
    } rows[] = {{"1", "1/2", "6.829594983e-3", "6.829594984e-3"},
                {"700", "1/3", "1.392483497e-957475", "1.392483498e-957475"}};
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, "gauss.theta");
    ck_assert_ptr_nonnull(q);
    ck_assert_int_eq(dpc_query_set_arith(q, "mpfr"), DPC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        dpc_query_reset(q);
        ck_assert_int_eq(dpc_query_set(q, "eps", rows[i].eps), DPC_OK);
        ck_assert_int_eq(dpc_query_set(q, "r", rows[i].r), DPC_OK);
        ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s", dpc_query_error(q));
        ck_assert_str_eq(dpc_query_result(q, 0)->lower, rows[i].lower);
        ck_assert_str_eq(dpc_query_result(q, 0)->upper, rows[i].upper);
    }
    dpc_query_free(q);
    dpc_catalogue_free(cat);
    dpc_thread_cleanup();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mpfr");
    TCase *random = tcase_create("random");
    tcase_add_loop_test(random, test_points, 0, NOPERATIONS);
    tcase_add_loop_test(random, test_intervals, 0, NOPERATIONS);
    suite_add_tcase(suite, random);
    check_add(suite, test_domains);
    check_add(suite, test_exact_ends);
    check_add(suite, test_powers);
    check_add(suite, test_binomials);
    check_add(suite, test_tails);
    check_add(suite, test_range);
    check_add(suite, test_far);
    check_add(suite, test_compare);
    check_add(suite, test_round);
    check_add(suite, test_hull);
    check_add(suite, test_environment);
    check_add(suite, test_theta);
    return check_run(suite);
}
