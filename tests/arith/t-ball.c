/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Balls against a second computation: MPFR's correctly rounded functions, at more bits and in both
   directions.  Points are dyadic, so that both sides start from the same number. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "arith/arith.h"
#include "check_domain.h"
#include "check_util.h"

#include "domain/domain.h"

#include <math.h>
#include <stdio.h>
#include <gmp.h>
#include <mpfr.h>

static const dpc_domain *const ball = &dpc_domain_ball;

enum { REF_PREC = 700 };

/* lo <= the true value <= hi */
typedef struct {
    mpfr_t lo, hi;
} reference;

static void reference_init(reference *r)
{
    mpfr_inits2(REF_PREC, r->lo, r->hi, (mpfr_ptr)NULL);
}

static void reference_clear(reference *r)
{
    mpfr_clears(r->lo, r->hi, (mpfr_ptr)NULL);
}

/* Q(x) = erfc(x / sqrt 2) / 2, decreasing. */
static void reference_q(reference *r, const mpfr_t x)
{
    mpfr_t root;
    mpfr_init2(root, 2L * REF_PREC);
    mpfr_sqrt_ui(root, 2, MPFR_RNDD);
    mpfr_div(r->lo, x, root, MPFR_RNDU);
    mpfr_nextabove(r->lo); /* covers the rounding of the root, whatever the sign of x */
    mpfr_div(r->hi, x, root, MPFR_RNDD);
    mpfr_nextbelow(r->hi);
    mpfr_erfc(r->lo, r->lo, MPFR_RNDD);
    mpfr_erfc(r->hi, r->hi, MPFR_RNDU);
    mpfr_div_2ui(r->lo, r->lo, 1, MPFR_RNDD);
    mpfr_div_2ui(r->hi, r->hi, 1, MPFR_RNDU);
    mpfr_clear(root);
}

static void reference_end(mpfr_t d, dpc_op op, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rnd)
{
    switch (op) {
    case DPC_OP_ADD:
        mpfr_add(d, x, y, rnd);
        break;
    case DPC_OP_SUB:
        mpfr_sub(d, x, y, rnd);
        break;
    case DPC_OP_MUL:
        mpfr_mul(d, x, y, rnd);
        break;
    case DPC_OP_DIV:
        mpfr_div(d, x, y, rnd);
        break;
    case DPC_OP_POW:
        mpfr_pow(d, x, y, rnd);
        break;
    case DPC_OP_MIN:
        mpfr_min(d, x, y, rnd);
        break;
    case DPC_OP_MAX:
        mpfr_max(d, x, y, rnd);
        break;
    case DPC_OP_NEG:
        mpfr_neg(d, x, rnd);
        break;
    case DPC_OP_ABS:
        mpfr_abs(d, x, rnd);
        break;
    case DPC_OP_POS:
        if (mpfr_sgn(x) > 0)
            mpfr_set(d, x, rnd);
        else
            mpfr_set_zero(d, 1);
        break;
    case DPC_OP_CEIL:
        mpfr_ceil(d, x);
        break;
    case DPC_OP_FLOOR:
        mpfr_floor(d, x);
        break;
    case DPC_OP_EXP:
        mpfr_exp(d, x, rnd);
        break;
    case DPC_OP_LOG:
        mpfr_log(d, x, rnd);
        break;
    case DPC_OP_SQRT:
        mpfr_sqrt(d, x, rnd);
        break;
    case DPC_OP_EXPM1:
        mpfr_expm1(d, x, rnd);
        break;
    case DPC_OP_LOG1P:
        mpfr_log1p(d, x, rnd);
        break;
    case DPC_OP_E:
        mpfr_set_ui(d, 1, rnd);
        mpfr_exp(d, d, rnd);
        break;
    case DPC_OP_PI:
        mpfr_const_pi(d, rnd);
        break;
    default:
        ck_abort_msg("no reference for op %d", (int)op);
    }
}

static void refer(reference *r, dpc_op op, const mpfr_t x, const mpfr_t y)
{
    if (op == DPC_OP_Q) {
        reference_q(r, x);
        return;
    }
    reference_end(r->lo, op, x, y, MPFR_RNDD);
    reference_end(r->hi, op, x, y, MPFR_RNDU);
}

/* ---- what an element encloses ---- */

typedef struct {
    mpfr_t lo, hi;
    bool finite;
} ends;

static void set_end(mpfr_t d, const mpz_t man, int64_t exp)
{
    mpfr_init2(d, (mpfr_prec_t)mpz_sizeinbase(man, 2) + 2);
    ck_assert_int_eq(mpfr_set_z_2exp(d, man, (mpfr_exp_t)exp, MPFR_RNDN), 0);
}

static void ends_init(ends *e, const arb_t x)
{
    dpc_bounds b;
    dpc_bounds_init(&b);
    ball->bounds(&b, x);
    e->finite = b.finite;
    set_end(e->lo, b.lo_man, b.lo_exp);
    set_end(e->hi, b.hi_man, b.hi_exp);
    dpc_bounds_clear(&b);
}

static void ends_clear(ends *e)
{
    mpfr_clears(e->lo, e->hi, (mpfr_ptr)NULL);
}

/* Fails if the enclosure certainly misses the true value. */
static void check_contains_value(const arb_t d, const reference *r, const char *what)
{
    ends e;
    ends_init(&e, d);
    ck_assert_msg(e.finite, "%s: no bounds", what);
    if (mpfr_cmp(e.lo, r->hi) > 0 || mpfr_cmp(e.hi, r->lo) < 0) {
        char text[400];
        (void)mpfr_snprintf(text, sizeof text, "%s: [%.30Rg, %.30Rg] misses %.30Rg", what, e.lo,
                            e.hi, r->lo);
        ck_abort_msg("%s", text);
    }
    ends_clear(&e);
}

/* (hi - lo) / |reference|, as a power of two; 0 width counts as very small. */
static long width_bits(const arb_t d, const reference *r)
{
    ends e;
    mpfr_t width;
    ends_init(&e, d);
    mpfr_init2(width, 64);
    mpfr_sub(width, e.hi, e.lo, MPFR_RNDU);
    mpfr_div(width, width, r->lo, MPFR_RNDU);
    long bits = mpfr_zero_p(width) ? -1000000 : (long)mpfr_get_exp(width);
    mpfr_clear(width);
    ends_clear(&e);
    return bits;
}

/* ---- random points ---- */

typedef struct {
    dpc_op op;
    const char *name;
    int range;     /* of the first operand: see random_point */
    int range_b;   /* of the second operand; 0: there is no second operand */
    bool positive; /* the first operand must be positive */
    int loss;      /* bits that a point may lose; -1: any number, by cancellation */
} operation;

static const operation operations[] = {
    {DPC_OP_ADD, "add", 100, 100, false, -1},  {DPC_OP_SUB, "sub", 100, 100, false, -1},
    {DPC_OP_MUL, "mul", 100, 100, false, 6},   {DPC_OP_DIV, "div", 100, 100, false, 6},
    {DPC_OP_POW, "pow", 10, 6, true, 24},      {DPC_OP_MIN, "min", 100, 100, false, 6},
    {DPC_OP_MAX, "max", 100, 100, false, 6},   {DPC_OP_NEG, "neg", 100, 0, false, 6},
    {DPC_OP_ABS, "abs", 100, 0, false, 6},     {DPC_OP_POS, "pos", 100, 0, false, 6},
    {DPC_OP_CEIL, "ceil", 20, 0, false, -1},   {DPC_OP_FLOOR, "floor", 20, 0, false, -1},
    {DPC_OP_EXP, "exp", 10, 0, false, 24},     {DPC_OP_LOG, "log", 100, 0, true, -1},
    {DPC_OP_SQRT, "sqrt", 100, 0, true, 6},    {DPC_OP_EXPM1, "expm1", 10, 0, false, 24},
    {DPC_OP_LOG1P, "log1p", 100, 0, true, 16}, {DPC_OP_Q, "Q", 5, 0, false, 24},
    {DPC_OP_E, "e", 1, 0, false, 6},           {DPC_OP_PI, "pi", 1, 0, false, 6},
};
enum { NOPERATIONS = sizeof operations / sizeof operations[0] };

static void random_operand(mpq_t q, uint64_t *state, int range, bool positive)
{
    check_random_point(q, state, range);
    if (positive)
        mpq_abs(q, q);
}

/* Every operation at points: the value is inside, and the ball is not needlessly wide. */
START_TEST(test_points)
{
    static const unsigned long precs[] = {30, 53, 64, 128, 300};
    const operation *o = &operations[_i];
    uint64_t state = check_seed("t-ball");
    mpq_t p, q;
    mpfr_t x, y;
    arb_t a, b, d;
    reference r;
    mpq_inits(p, q, NULL);
    mpfr_inits2(256, x, y, (mpfr_ptr)NULL);
    ball->init(a);
    ball->init(b);
    ball->init(d);
    reference_init(&r);
    for (unsigned long i = 0; i < 200 * check_mult(); i++) {
        random_operand(p, &state, o->range, o->positive);
        random_operand(q, &state, o->range_b > 0 ? o->range_b : 1, false);
        ck_assert_int_eq(mpfr_set_q(x, p, MPFR_RNDN), 0);
        ck_assert_int_eq(mpfr_set_q(y, q, MPFR_RNDN), 0);
        refer(&r, o->op, x, y);
        const unsigned long prec = precs[check_below(&state, 5)];
        ball->set_q(a, p, prec);
        ball->set_q(b, q, prec);
        const dpc_status status = ball->apply(o->op, d, a, b, prec);
        ck_assert_msg(status == DPC_OK, "%s: %s", o->name, dpc_status_name(status));
        check_contains_value(d, &r, o->name);
        if (o->loss >= 0 && !mpfr_zero_p(r.lo)) {
            const long bits = width_bits(d, &r);
            ck_assert_msg(bits <= o->loss - (long)prec, "%s at %lu bits: width 2^%ld", o->name,
                          prec, bits);
        }
        /* the output may be an operand */
        ck_assert_int_eq(ball->apply(o->op, a, a, b, prec), DPC_OK);
        check_contains_value(a, &r, o->name);
    }
    reference_clear(&r);
    ball->clear(a);
    ball->clear(b);
    ball->clear(d);
    mpfr_clears(x, y, (mpfr_ptr)NULL);
    mpq_clears(p, q, NULL);
    mpfr_free_cache();
}
END_TEST

/* The ball from lo to hi, as the domain makes one; hi = lo + a share of lo. */
static void random_ball(arb_t d, mpq_t lo, mpq_t hi, uint64_t *state, const operation *o,
                        bool first)
{
    mpq_t share;
    arb_t end;
    mpq_init(share);
    ball->init(end);
    random_operand(lo, state,
                   first            ? o->range
                   : o->range_b > 0 ? o->range_b
                                    : 1,
                   first && o->positive);
    mpq_div_2exp(share, lo, (mp_bitcnt_t)check_below(state, 30));
    mpq_add(hi, lo, share);
    ball->set_q(d, lo, 200);
    ball->set_q(end, hi, 200);
    ball->hull(d, d, end, 200);
    ball->clear(end);
    mpq_clear(share);
}

/* Every operation on balls: the value at each point of the inputs is inside. */
START_TEST(test_balls)
{
    const operation *o = &operations[_i];
    uint64_t state = check_seed("t-ball");
    mpq_t alo, ahi, blo, bhi, p, q;
    mpfr_t x, y;
    arb_t a, b, d;
    reference r;
    mpq_inits(alo, ahi, blo, bhi, p, q, NULL);
    mpfr_inits2(400, x, y, (mpfr_ptr)NULL);
    ball->init(a);
    ball->init(b);
    ball->init(d);
    reference_init(&r);
    unsigned long answered = 0, asked = 60 * check_mult();
    for (unsigned long i = 0; i < asked; i++) {
        random_ball(a, alo, ahi, &state, o, true);
        random_ball(b, blo, bhi, &state, o, false);
        const dpc_status status = ball->apply(o->op, d, a, b, 64);
        ck_assert_msg(status == DPC_OK || status == DPC_UNDECIDED, "%s: %s", o->name,
                      dpc_status_name(status));
        if (status != DPC_OK)
            continue;
        answered++;
        for (unsigned long k = 0; k <= 16; k += 1 + check_below(&state, 4)) {
            check_point_between(p, alo, ahi, k);
            check_point_between(q, blo, bhi, check_below(&state, 17));
            ck_assert_int_eq(mpfr_set_q(x, p, MPFR_RNDN), 0);
            ck_assert_int_eq(mpfr_set_q(y, q, MPFR_RNDN), 0);
            refer(&r, o->op, x, y);
            check_contains_value(d, &r, o->name);
        }
    }
    ck_assert_msg(answered > asked / 2, "%s: %lu of %lu answered", o->name, answered, asked);
    reference_clear(&r);
    ball->clear(a);
    ball->clear(b);
    ball->clear(d);
    mpfr_clears(x, y, (mpfr_ptr)NULL);
    mpq_clears(alo, ahi, blo, bhi, p, q, NULL);
    mpfr_free_cache();
}
END_TEST

/* ---- where an operation has no value ---- */

/* mid +- rad, both multiples of 1/4 and exact. */
typedef struct {
    long mid, rad;
} quarter;

static void set_quarter(arb_t d, quarter x)
{
    arf_set_si_2exp_si(arb_midref(d), x.mid, -2);
    mag_set_ui_2exp_si(arb_radref(d), (mp_limb_t)x.rad, -2);
}

START_TEST(test_domains)
{
    static const struct {
        dpc_op op;
        quarter a, b;
        dpc_status status;
    } rows[] = {
        {DPC_OP_LOG, {4, 0}, {0, 0}, DPC_OK},
        {DPC_OP_LOG, {0, 0}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_LOG, {-4, 0}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_LOG, {-4, 4}, {0, 0}, DPC_DOMAIN},   /* [-2, 0] */
        {DPC_OP_LOG, {4, 4}, {0, 0}, DPC_UNDECIDED}, /* [0, 2] */
        {DPC_OP_LOG, {0, 1}, {0, 0}, DPC_UNDECIDED},
        {DPC_OP_SQRT, {4, 4}, {0, 0}, DPC_OK},
        {DPC_OP_SQRT, {0, 0}, {0, 0}, DPC_OK},
        {DPC_OP_SQRT, {0, 1}, {0, 0}, DPC_UNDECIDED},
        {DPC_OP_SQRT, {-4, 4}, {0, 0}, DPC_UNDECIDED}, /* 0 is a point of it */
        {DPC_OP_SQRT, {-5, 4}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_LOG1P, {-4, 0}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_LOG1P, {-3, 1}, {0, 0}, DPC_UNDECIDED}, /* [-1, -1/2] */
        {DPC_OP_LOG1P, {-2, 1}, {0, 0}, DPC_OK},
        {DPC_OP_LOG1P, {-9, 1}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_DIV, {4, 0}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_DIV, {0, 0}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_DIV, {4, 0}, {0, 1}, DPC_UNDECIDED},
        {DPC_OP_DIV, {4, 0}, {1, 1}, DPC_UNDECIDED},
        {DPC_OP_DIV, {4, 0}, {2, 1}, DPC_OK},
        /* powers: a base > 0, or >= 0 with an exponent > 0 */
        {DPC_OP_POW, {8, 4}, {-2, 4}, DPC_OK},
        {DPC_OP_POW, {4, 4}, {2, 1}, DPC_OK},         /* [0, 2]^[1/4, 3/4] */
        {DPC_OP_POW, {4, 4}, {2, 2}, DPC_UNDECIDED},  /* 0^0 is a point of it */
        {DPC_OP_POW, {4, 4}, {-2, 0}, DPC_UNDECIDED}, /* 0^-1/2 is a point of it */
        {DPC_OP_POW, {0, 0}, {2, 0}, DPC_OK},
        {DPC_OP_POW, {0, 0}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_POW, {0, 0}, {-2, 0}, DPC_DOMAIN},
        {DPC_OP_POW, {0, 0}, {0, 4}, DPC_UNDECIDED},
        {DPC_OP_POW, {0, 4}, {2, 0}, DPC_UNDECIDED},
        {DPC_OP_POW, {-4, 0}, {2, 0}, DPC_DOMAIN},
        {DPC_OP_POW, {-8, 4}, {2, 0}, DPC_DOMAIN},
    };
    arb_t a, b, d;
    ball->init(a);
    ball->init(b);
    ball->init(d);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_quarter(a, rows[i].a);
        set_quarter(b, rows[i].b);
        dpc_status status = ball->apply(rows[i].op, d, a, b, 64);
        ck_assert_msg(status == rows[i].status, "row %zu: %s instead of %s", i,
                      dpc_status_name(status), dpc_status_name(rows[i].status));
    }
    /* values beyond every exponent have no finite enclosure, which is not a domain error */
    arb_set_ui(a, 1);
    dpc_status status = DPC_OK;
    for (int i = 0; i < 10 && status == DPC_OK; i++)
        status = ball->apply(DPC_OP_EXP, a, a, a, 64);
    ck_assert_int_eq(status, DPC_UNDECIDED);
    ball->clear(a);
    ball->clear(b);
    ball->clear(d);
}
END_TEST

/* Both ends of an element, in quarters, outward. */
static void check_ends(const arb_t d, const char *what, double lo, double hi_least, double hi_most)
{
    ends e;
    ends_init(&e, d);
    ck_assert_msg(mpfr_cmp_d(e.lo, lo) == 0, "%s: the lower end is %g, not %g", what,
                  mpfr_get_d(e.lo, MPFR_RNDN), lo);
    ck_assert_msg(mpfr_cmp_d(e.hi, hi_least) >= 0 && mpfr_cmp_d(e.hi, hi_most) <= 0,
                  "%s: the upper end is %g", what, mpfr_get_d(e.hi, MPFR_RNDN));
    ends_clear(&e);
}

/* min(hit, max(0, x)) of a ball around 0 lies between 0 and hit up to rounding, at any size. */
START_TEST(test_probability)
{
    static const char *const hit[] = {"1", "0.5", "3.63e-05", "1e-300", "0.333333333333333333"};
    static const int size[] = {-20, 0, 3, 30, 300, 3000};
    arb_t x, zero, d, most;
    ball->init(x);
    ball->init(zero);
    ball->init(d);
    ball->init(most);
    for (size_t i = 0; i < sizeof size / sizeof size[0]; i++)
        for (size_t j = 0; j < sizeof hit / sizeof hit[0]; j++) {
            arb_set_str(most, hit[j], 64);
            mag_zero(arb_radref(most));
            arb_zero(x);
            mag_set_ui_2exp_si(arb_radref(x), 3, size[i]);
            ck_assert_int_eq(ball->apply(DPC_OP_MAX, d, zero, x, 64), DPC_OK);
            ck_assert_int_eq(ball->apply(DPC_OP_MIN, d, most, d, 64), DPC_OK);
            ck_assert_msg(arb_is_nonnegative(d), "min(%s, pos(+-2^%d)) < 0", hit[j], size[i]);
            ck_assert(arb_contains(d, zero));
            arb_mul_2exp_si(x, most, -28);
            arb_add(most, most, x, 64);
            ck_assert_msg(arb_le(d, most), "above %s: 2^%d", hit[j], size[i]);
            arb_one(most);
            ck_assert_msg(arb_le(d, most), "above 1: %s, 2^%d", hit[j], size[i]);
        }
    ball->clear(x);
    ball->clear(zero);
    ball->clear(d);
    ball->clear(most);
}
END_TEST

/* Balls around 0: nonnegative results have no negative lower end, or else sqrt(pos(x)) would never
   be decided. */
START_TEST(test_around_zero)
{
    const double near = 1 + 1e-6;
    static const quarter wide[] = {{0, 4}, {2, 12}, {-2, 12}, {1, 7}, {-1, 5}};
    arb_t x, zero, d;
    ball->init(x);
    ball->init(zero);
    ball->init(d);
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++) {
        const double lo = (double)(wide[i].mid - wide[i].rad) / 4,
                     hi = (double)(wide[i].mid + wide[i].rad) / 4, far = -lo > hi ? -lo : hi;
        set_quarter(x, wide[i]);
        ck_assert_int_eq(ball->apply(DPC_OP_POS, d, x, x, 64), DPC_OK);
        check_ends(d, "pos", 0, hi, hi * near);
        ck_assert_int_eq(ball->apply(DPC_OP_SQRT, d, d, d, 64), DPC_OK);
        check_ends(d, "sqrt(pos)", 0, sqrt(hi), sqrt(hi) * near);
        ck_assert_int_eq(ball->apply(DPC_OP_ABS, d, x, x, 64), DPC_OK);
        check_ends(d, "abs", 0, far, far * near);
        arb_set_d(x, 0.5);
        ck_assert_int_eq(ball->apply(DPC_OP_POW, d, d, x, 64), DPC_OK);
        check_ends(d, "abs^(1/2)", 0, sqrt(far), sqrt(far) * near);
        set_quarter(x, wide[i]);
        ck_assert_int_eq(ball->apply(DPC_OP_MAX, d, x, zero, 64), DPC_OK);
        check_ends(d, "max(x, 0)", 0, hi, hi * near);
        ck_assert_int_eq(ball->apply(DPC_OP_MAX, d, zero, x, 64), DPC_OK);
        check_ends(d, "max(0, x)", 0, hi, hi * near);
        ck_assert_int_eq(ball->apply(DPC_OP_MIN, d, x, zero, 64), DPC_OK);
        ck_assert(arb_contains_si(d, 0));
        arb_neg(d, d);
        ck_assert(arb_contains_si(d, 0));
    }
    set_quarter(x, (quarter){-8, 4});
    ck_assert_int_eq(ball->apply(DPC_OP_POS, d, x, x, 64), DPC_OK);
    ck_assert(arb_is_zero(d));
    set_quarter(x, (quarter){8, 4});
    ck_assert_int_eq(ball->apply(DPC_OP_POS, d, x, x, 64), DPC_OK);
    ck_assert(arb_equal(d, x));
    set_quarter(x, (quarter){-8, 4});
    ck_assert_int_eq(ball->apply(DPC_OP_ABS, d, x, x, 64), DPC_OK);
    check_ends(d, "abs", 1, 3, 3);
    ball->clear(x);
    ball->clear(zero);
    ball->clear(d);
}
END_TEST

START_TEST(test_integer_powers)
{
    arb_t a, d;
    mpz_t n;
    ball->init(a);
    ball->init(d);
    mpz_init(n);
    static const struct {
        quarter base;
        long n;
        dpc_status status;
        double point; /* a value that must be inside */
    } rows[] = {
        {{-8, 0}, 3, DPC_OK, -8},   {{-8, 0}, -1, DPC_OK, -0.5},   {{8, 0}, 0, DPC_OK, 1},
        {{0, 4}, 2, DPC_OK, 1},     {{0, 4}, 2, DPC_OK, 0},        {{0, 4}, 3, DPC_OK, -1},
        {{0, 0}, 1, DPC_OK, 0},     {{0, 4}, 0, DPC_UNDECIDED, 0}, {{0, 4}, -1, DPC_UNDECIDED, 0},
        {{0, 0}, 0, DPC_DOMAIN, 0}, {{0, 0}, -1, DPC_DOMAIN, 0},   {{4, 4}, -2, DPC_UNDECIDED, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_quarter(a, rows[i].base);
        mpz_set_si(n, rows[i].n);
        ck_assert_int_eq(ball->pow_z(d, a, n, 64), rows[i].status);
        arf_t point;
        arf_init(point);
        arf_set_d(point, rows[i].point);
        ck_assert_msg(rows[i].status != DPC_OK || arb_contains_arf(d, point), "row %zu", i);
        arf_clear(point);
    }
    /* (1 + 2^-40)^(2^40) is e^(1 - 2^-41 + ...), a little below e */
    reference r;
    mpfr_t x;
    reference_init(&r);
    mpfr_init2(x, 64);
    mpfr_set_ui_2exp(x, 1, -40, MPFR_RNDN);
    mpfr_add_ui(x, x, 1, MPFR_RNDN);
    mpz_ui_pow_ui(n, 2, 40);
    mpfr_pow_z(r.lo, x, n, MPFR_RNDD);
    mpfr_pow_z(r.hi, x, n, MPFR_RNDU);
    arb_set_ui(a, 1);
    arb_mul_2exp_si(a, a, -40);
    arb_add_ui(a, a, 1, 64);
    ck_assert_int_eq(ball->pow_z(d, a, n, 64), DPC_OK);
    check_contains_value(d, &r, "a large power");
    ck_assert_int_lt(width_bits(d, &r), -15);
    mpfr_clear(x);
    reference_clear(&r);
    ball->clear(a);
    ball->clear(d);
    mpz_clear(n);
    mpfr_free_cache();
}
END_TEST

START_TEST(test_binomials)
{
    uint64_t state = check_seed("t-ball");
    arb_t d;
    mpz_t n, k, value;
    reference r;
    ball->init(d);
    mpz_inits(n, k, value, NULL);
    reference_init(&r);
    for (unsigned long i = 0; i < 30 * check_mult(); i++) {
        const unsigned long top = 4000 + check_below(&state, 3000),
                            bottom = check_below(&state, top + 1);
        mpz_set_ui(n, top);
        mpz_set_ui(k, bottom);
        mpz_bin_uiui(value, top, bottom);
        mpfr_set_z(r.lo, value, MPFR_RNDD);
        mpfr_set_z(r.hi, value, MPFR_RNDU);
        ck_assert_int_eq(ball->binom(d, n, k, 100), DPC_OK);
        check_contains_value(d, &r, "binom");
        ck_assert_int_lt(width_bits(d, &r), -60);
    }
    mpz_ui_pow_ui(n, 10, 30);
    ck_assert_int_eq(ball->binom(d, n, k, 100), DPC_UNDECIDED);
    reference_clear(&r);
    mpz_clears(n, k, value, NULL);
    ball->clear(d);
    mpfr_free_cache();
}
END_TEST

START_TEST(test_tails)
{
    static const long points[] = {0, 1, -1, 8, -8, 40, -40, 1000, -1000, 1000000, 10000000};
    arb_t a, d;
    mpfr_t x;
    reference r;
    ball->init(a);
    ball->init(d);
    mpfr_init2(x, 64);
    reference_init(&r);
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        mpfr_set_si(x, points[i], MPFR_RNDN);
        refer(&r, DPC_OP_Q, x, x);
        arb_set_si(a, points[i]);
        ck_assert_int_eq(ball->apply(DPC_OP_Q, d, a, a, 128), DPC_OK);
        check_contains_value(d, &r, "Q");
        ck_assert_msg(width_bits(d, &r) < -60, "Q(%ld): width 2^%ld", points[i], width_bits(d, &r));
    }
    /* Q decreases: a ball contains the values at both of its ends */
    set_quarter(a, (quarter){160, 4});
    ck_assert_int_eq(ball->apply(DPC_OP_Q, d, a, a, 64), DPC_OK);
    mpfr_set_ui(x, 39, MPFR_RNDN);
    refer(&r, DPC_OP_Q, x, x);
    check_contains_value(d, &r, "Q([39, 41])");
    mpfr_set_ui(x, 41, MPFR_RNDN);
    refer(&r, DPC_OP_Q, x, x);
    check_contains_value(d, &r, "Q([39, 41])");
    reference_clear(&r);
    mpfr_clear(x);
    ball->clear(a);
    ball->clear(d);
    mpfr_free_cache();
}
END_TEST

/* ---- decisions ---- */

START_TEST(test_compare)
{
    enum { F = DPC_FALSE, T = DPC_TRUE, U = DPC_TRI_UNDECIDED };
    static const struct {
        quarter a, b;
        int lt, le, eq;
    } rows[] = {
        {{0, 0}, {4, 0}, T, T, F}, {{4, 0}, {0, 0}, F, F, F}, {{4, 0}, {4, 0}, F, T, T},
        {{0, 1}, {4, 1}, T, T, F}, {{4, 1}, {0, 1}, F, F, F}, {{0, 4}, {4, 4}, U, U, U},
        {{0, 2}, {4, 2}, U, T, U}, /* touching: <= is certain, < is not, == is possible */
        {{4, 2}, {0, 2}, F, U, U}, {{0, 4}, {0, 4}, U, U, U}, /* equal balls, not equal numbers */
        {{0, 4}, {0, 0}, U, U, U}, {{0, 0}, {4, 4}, U, T, U},
    };
    arb_t a, b;
    ball->init(a);
    ball->init(b);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_quarter(a, rows[i].a);
        set_quarter(b, rows[i].b);
        ck_assert_msg((int)ball->compare(DPC_OP_LT, a, b) == rows[i].lt, "row %zu: <", i);
        ck_assert_msg((int)ball->compare(DPC_OP_LE, a, b) == rows[i].le, "row %zu: <=", i);
        ck_assert_msg((int)ball->compare(DPC_OP_EQ, a, b) == rows[i].eq, "row %zu: ==", i);
        const int ne = rows[i].eq == U ? U : rows[i].eq == T ? F : T;
        ck_assert_msg((int)ball->compare(DPC_OP_NE, a, b) == ne, "row %zu: !=", i);
    }
    arb_indeterminate(a);
    ck_assert_int_eq(ball->compare(DPC_OP_LT, a, b), DPC_TRI_UNDECIDED);
    ck_assert_int_eq(ball->compare(DPC_OP_LE, b, a), DPC_TRI_UNDECIDED);
    ball->clear(a);
    ball->clear(b);
}
END_TEST

START_TEST(test_round)
{
    static const struct {
        quarter x;
        bool ceil_decided;
        long ceil;
        bool floor_decided;
        long floor;
    } rows[] = {
        {{17, 0}, true, 5, true, 4},   /* 4.25 */
        {{18, 1}, true, 5, true, 4},   /* [4.25, 4.75] */
        {{18, 2}, false, 0, false, 0}, /* [4, 5]: both ends are integers */
        {{19, 1}, true, 5, false, 0},  /* [4.5, 5] */
        {{17, 1}, false, 0, true, 4},  /* [4, 4.5] */
        {{20, 0}, true, 5, true, 5},    {{20, 1}, false, 0, false, 0},
        {{-18, 1}, true, -4, true, -5}, {{-1, 1}, true, 0, false, 0}, /* [-0.5, 0] */
        {{0, 0}, true, 0, true, 0},
    };
    arb_t a;
    mpz_t n;
    ball->init(a);
    mpz_init(n);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_quarter(a, rows[i].x);
        ck_assert_msg(ball->round(n, DPC_OP_CEIL, a) == rows[i].ceil_decided, "row %zu", i);
        ck_assert_msg(!rows[i].ceil_decided || mpz_cmp_si(n, rows[i].ceil) == 0, "row %zu", i);
        ck_assert_msg(ball->round(n, DPC_OP_FLOOR, a) == rows[i].floor_decided, "row %zu", i);
        ck_assert_msg(!rows[i].floor_decided || mpz_cmp_si(n, rows[i].floor) == 0, "row %zu", i);
    }
    /* just above an integer, by less than a short midpoint can show */
    arb_set_ui(a, 1);
    arb_mul_2exp_si(a, a, -500);
    arb_add_ui(a, a, 7, 600);
    ck_assert(ball->round(n, DPC_OP_CEIL, a));
    ck_assert_int_eq(mpz_cmp_ui(n, 8), 0);
    mag_set_ui_2exp_si(arb_radref(a), 1, -501);
    ck_assert(ball->round(n, DPC_OP_CEIL, a));
    ck_assert_int_eq(mpz_cmp_ui(n, 8), 0);
    mag_set_ui_2exp_si(arb_radref(a), 3, -501);
    ck_assert(!ball->round(n, DPC_OP_CEIL, a));
    /* integers too large to be built are refused */
    arb_set_ui(a, 1);
    arb_mul_2exp_si(a, a, 1000000000000);
    ck_assert(!ball->round(n, DPC_OP_CEIL, a));
    arb_indeterminate(a);
    ck_assert(!ball->round(n, DPC_OP_FLOOR, a));
    ball->clear(a);
    mpz_clear(n);
}
END_TEST

/* ---- ends ---- */

START_TEST(test_bounds)
{
    uint64_t state = check_seed("t-ball");
    arb_t a;
    arf_t end;
    mpfr_t exact;
    ball->init(a);
    arf_init(end);
    mpfr_init2(exact, 4000);
    for (unsigned long i = 0; i < 500 * check_mult(); i++) {
        arf_set_si_2exp_si(arb_midref(a), (slong)check_random(&state) >> check_below(&state, 63),
                           (slong)check_below(&state, 400) - 200);
        mag_set_ui_2exp_si(arb_radref(a), check_random(&state) >> check_below(&state, 64),
                           (slong)check_below(&state, 1500) - 1400);
        ends e;
        ends_init(&e, a);
        ck_assert(e.finite);
        arf_set_mag(end, arb_radref(a));
        arf_sub(end, arb_midref(a), end, ARF_PREC_EXACT, ARF_RND_DOWN);
        ck_assert_int_eq(arf_get_mpfr(exact, end, MPFR_RNDN), 0);
        ck_assert(mpfr_cmp(e.lo, exact) <= 0);
        arf_set_mag(end, arb_radref(a));
        arf_add(end, arb_midref(a), end, ARF_PREC_EXACT, ARF_RND_DOWN);
        ck_assert_int_eq(arf_get_mpfr(exact, end, MPFR_RNDN), 0);
        ck_assert(mpfr_cmp(e.hi, exact) >= 0);
        ends_clear(&e);
    }
    mpfr_clear(exact);
    arf_clear(end);
    ball->clear(a);
    mpfr_free_cache();
}
END_TEST

/* A short midpoint with a tiny radius keeps its digits: 1 +- 2^-500 has 150 certain digits. */
START_TEST(test_bounds_of_short_midpoints)
{
    arb_t a;
    ball->init(a);
    arb_set_ui(a, 1);
    mag_set_ui_2exp_si(arb_radref(a), 1, -500);
    ends e;
    ends_init(&e, a);
    mpfr_t width;
    mpfr_init2(width, 64);
    mpfr_sub(width, e.hi, e.lo, MPFR_RNDU);
    ck_assert(mpfr_sgn(width) > 0);
    ck_assert_msg(mpfr_cmp_ui_2exp(width, 1, -498) <= 0, "the ends are %g apart",
                  mpfr_get_d(width, MPFR_RNDN));
    mpfr_clear(width);
    ends_clear(&e);
    ball->clear(a);
}
END_TEST

/* 1/2 with a radius of 2^-(2^60): bounds with all those bits would not fit into any memory. */
START_TEST(test_bounds_of_tiny_radius)
{
    dpc_bounds b;
    arb_t x;
    dpc_bounds_init(&b);
    arb_init(x);
    mag_set_ui_2exp_si(arb_radref(x), 1, -((slong)1 << 60));
    arb_add_ui(x, x, 1, ARF_PREC_EXACT);
    arb_mul_2exp_si(x, x, -1);
    ck_assert(!arb_is_exact(x));
    ball->bounds(&b, x);
    ck_assert(b.finite);
    ck_assert(mpz_sgn(b.lo_man) > 0);
    /* outward, and by less than 2^-1000 */
    mpz_t gap;
    mpz_init(gap);
    ck_assert_int_le(b.lo_exp, -1000);
    mpz_ui_pow_ui(gap, 2, (unsigned long)(-b.lo_exp - 1));
    mpz_sub(gap, gap, b.lo_man);
    ck_assert_int_gt(mpz_sgn(gap), 0);
    ck_assert_uint_lt(mpz_sizeinbase(gap, 2), (size_t)(-b.lo_exp - 1000));
    mpz_clear(gap);
    arb_clear(x);
    dpc_bounds_clear(&b);
}
END_TEST

START_TEST(test_no_bounds)
{
    arb_t a;
    dpc_bounds b;
    ball->init(a);
    dpc_bounds_init(&b);
    arb_indeterminate(a);
    ball->bounds(&b, a);
    ck_assert(!b.finite);
    arb_set_ui(a, 3);
    arb_mul_2exp_si(a, a, INT64_C(1) << 51);
    ball->bounds(&b, a);
    ck_assert(!b.finite);
    arb_set_ui(a, 3);
    arb_mul_2exp_si(a, a, INT64_C(1) << 49);
    ball->bounds(&b, a);
    ck_assert(b.finite);
    arb_mul_2exp_si(a, a, -(INT64_C(1) << 50));
    ball->bounds(&b, a);
    ck_assert(b.finite);
    dpc_bounds_clear(&b);
    ball->clear(a);
}
END_TEST

START_TEST(test_hull)
{
    arb_t a, b, d;
    ball->init(a);
    ball->init(b);
    ball->init(d);
    set_quarter(a, (quarter){-8, 2});
    set_quarter(b, (quarter){20, 3});
    for (int place = 0; place < 3; place++) {
        arb_ptr out = place == 0 ? d : place == 1 ? a : b;
        ball->hull(out, a, b, 64);
        arb_t part;
        arb_init(part);
        set_quarter(part, (quarter){-8, 2});
        ck_assert(arb_contains(out, part));
        set_quarter(part, (quarter){20, 3});
        ck_assert(arb_contains(out, part));
        arb_clear(part);
        set_quarter(a, (quarter){-8, 2});
        set_quarter(b, (quarter){20, 3});
    }
    ball->clear(a);
    ball->clear(b);
    ball->clear(d);
}
END_TEST

START_TEST(test_approximations)
{
    arb_t a;
    ball->init(a);
    arb_set_d(a, -2.5);
    ck_assert_double_eq(ball->approx(a), -2.5);
    ck_assert_double_eq_tol(ball->log_abs_approx(a), log(2.5), 1e-12);
    /* where a double would overflow or vanish */
    arb_set_ui(a, 1);
    arb_mul_2exp_si(a, a, -1000000);
    ck_assert_double_eq_tol(ball->log_abs_approx(a) / (-1000000 * log(2.0)), 1, 1e-12);
    arb_zero(a);
    ck_assert(ball->log_abs_approx(a) < -1e300);
    ball->clear(a);
}
END_TEST

START_TEST(test_names)
{
    ck_assert_ptr_eq(dpc_domain_find("ball"), &dpc_domain_ball);
    ck_assert_ptr_eq(dpc_domain_find("double"), &dpc_domain_double);
    ck_assert_ptr_null(dpc_domain_find("float"));
    ck_assert_ptr_null(dpc_domain_find(""));
    ck_assert(dpc_domain_ball.rigorous);
    ck_assert(!dpc_domain_double.rigorous);
    /* a double bounds nothing */
    double x = 1;
    dpc_bounds b;
    dpc_bounds_init(&b);
    dpc_domain_double.bounds(&b, &x);
    ck_assert(!b.finite);
    dpc_bounds_clear(&b);
}
END_TEST

int main(void)
{
    /* Q(1000000) is beyond MPFR's default exponents */
    if (mpfr_set_emin(mpfr_get_emin_min()) != 0 || mpfr_set_emax(mpfr_get_emax_max()) != 0)
        return 99;
    Suite *suite = suite_create("ball");
    TCase *random = tcase_create("random");
    tcase_add_loop_test(random, test_points, 0, NOPERATIONS);
    tcase_add_loop_test(random, test_balls, 0, NOPERATIONS);
    suite_add_tcase(suite, random);
    check_add(suite, test_domains);
    check_add(suite, test_around_zero);
    check_add(suite, test_probability);
    check_add(suite, test_integer_powers);
    check_add(suite, test_binomials);
    check_add(suite, test_tails);
    check_add(suite, test_compare);
    check_add(suite, test_round);
    check_add(suite, test_bounds);
    check_add(suite, test_bounds_of_short_midpoints);
    check_add(suite, test_bounds_of_tiny_radius);
    check_add(suite, test_no_bounds);
    check_add(suite, test_hull);
    check_add(suite, test_approximations);
    check_add(suite, test_names);
    return check_run(suite);
}
