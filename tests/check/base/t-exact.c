/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Exact rational steps: values, the limit of 4096 bits, points without a value. */
#include "check_util.h"
#include "dpcert.h"

#include "base/exact.h"

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>

/* Sets q to the value of p, p/q or p^n, where p and n are integers with their signs: -2^2 is 4. */
static void set(mpq_t q, const char *text)
{
    const char *power = strchr(text, '^');
    if (power == NULL) {
        ck_assert_msg(mpq_set_str(q, text, 10) == 0, "bad number %s", text);
        mpq_canonicalize(q);
        return;
    }
    long n = strtol(power + 1, NULL, 10);
    mpz_t base;
    mpz_init_set_si(base, strtol(text, NULL, 10));
    mpq_set_ui(q, 1, 1);
    mpz_pow_ui(mpq_numref(q), base, (unsigned long)labs(n));
    if (n < 0)
        mpq_inv(q, q);
    mpz_clear(base);
}

typedef struct {
    dpc_op op;
    const char *a, *b;
    dpc_status status;
    const char *value; /* where the status is OK */
} row;

/* Applies a row with its output apart from the inputs, then with its output aliasing each input. */
static void check_row(const row *r)
{
    mpq_t a, b, d, wanted;
    mpq_inits(a, b, d, wanted, NULL);
    if (r->value != NULL)
        set(wanted, r->value);
    for (int place = 0; place < 3; place++) {
        set(a, r->a);
        set(b, r->b);
        mpq_ptr out = place == 0 ? d : place == 1 ? a : b;
        dpc_status status = dpc_exact_apply(r->op, out, a, b);
        ck_assert_msg(status == r->status, "op %d of %s and %s, place %d: %s instead of %s",
                      (int)r->op, r->a, r->b, place, dpc_status_name(status),
                      dpc_status_name(r->status));
        if (status != DPC_OK)
            continue;
        char *got = mpq_get_str(NULL, 10, out);
        ck_assert_msg(mpq_equal(out, wanted) != 0, "op %d of %s and %s, place %d: %.80s",
                      (int)r->op, r->a, r->b, place, got);
        free(got);
        /* inputs that are not the output stay what they are */
        set(d, r->a);
        ck_assert(place == 1 || mpq_equal(a, d) != 0);
        set(d, r->b);
        ck_assert(place == 2 || mpq_equal(b, d) != 0);
    }
    mpq_clears(a, b, d, wanted, NULL);
}

static void check_rows(const row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        check_row(&rows[i]);
}

#define CHECK_ROWS(rows) check_rows((rows), sizeof(rows) / sizeof(rows)[0])

START_TEST(test_values)
{
    static const row rows[] = {
        {DPC_OP_ADD, "1/3", "1/6", DPC_OK, "1/2"},   {DPC_OP_ADD, "-1/3", "1/3", DPC_OK, "0"},
        {DPC_OP_SUB, "1/3", "1/2", DPC_OK, "-1/6"},  {DPC_OP_SUB, "5", "5", DPC_OK, "0"},
        {DPC_OP_MUL, "-2/3", "9/4", DPC_OK, "-3/2"}, {DPC_OP_MUL, "0", "7/3", DPC_OK, "0"},
        {DPC_OP_DIV, "1/2", "-3/4", DPC_OK, "-2/3"}, {DPC_OP_DIV, "0", "-3", DPC_OK, "0"},
        {DPC_OP_MIN, "1/3", "1/2", DPC_OK, "1/3"},   {DPC_OP_MIN, "2", "-7", DPC_OK, "-7"},
        {DPC_OP_MAX, "1/3", "1/2", DPC_OK, "1/2"},   {DPC_OP_MAX, "-1/3", "-1/2", DPC_OK, "-1/3"},
        {DPC_OP_MAX, "3", "3", DPC_OK, "3"},         {DPC_OP_NEG, "2/7", "0", DPC_OK, "-2/7"},
        {DPC_OP_NEG, "0", "1", DPC_OK, "0"},         {DPC_OP_ABS, "-2/7", "0", DPC_OK, "2/7"},
        {DPC_OP_ABS, "2/7", "0", DPC_OK, "2/7"},     {DPC_OP_POS, "-2/7", "1", DPC_OK, "0"},
        {DPC_OP_POS, "2/7", "1", DPC_OK, "2/7"},     {DPC_OP_POS, "0", "1", DPC_OK, "0"},
        {DPC_OP_CEIL, "7/2", "0", DPC_OK, "4"},      {DPC_OP_CEIL, "-7/2", "0", DPC_OK, "-3"},
        {DPC_OP_CEIL, "-4", "0", DPC_OK, "-4"},      {DPC_OP_FLOOR, "7/2", "0", DPC_OK, "3"},
        {DPC_OP_FLOOR, "-7/2", "0", DPC_OK, "-4"},   {DPC_OP_FLOOR, "4", "0", DPC_OK, "4"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(test_powers)
{
    static const row rows[] = {
        {DPC_OP_POW, "2/3", "3", DPC_OK, "8/27"},
        {DPC_OP_POW, "2/3", "-2", DPC_OK, "9/4"},
        {DPC_OP_POW, "-2/3", "-3", DPC_OK, "-27/8"},
        {DPC_OP_POW, "-2", "2", DPC_OK, "4"},
        {DPC_OP_POW, "-5/3", "0", DPC_OK, "1"},
        {DPC_OP_POW, "0", "3", DPC_OK, "0"},
        {DPC_OP_POW, "0", "1/2", DPC_OK, "0"},
        {DPC_OP_POW, "1", "-1/2", DPC_OK, "1"},
        {DPC_OP_POW, "0", "0", DPC_DOMAIN, NULL},
        {DPC_OP_POW, "0", "-1", DPC_DOMAIN, NULL},
        {DPC_OP_POW, "0", "-1/2", DPC_DOMAIN, NULL},
        {DPC_OP_POW, "-1", "1/2", DPC_DOMAIN, NULL},
        {DPC_OP_POW, "-4", "1/3", DPC_DOMAIN, NULL},
        {DPC_OP_POW, "2", "1/2", DPC_UNDECIDED, NULL},
        /* plus and minus one have every power, however large the exponent */
        {DPC_OP_POW, "1", "2^4000", DPC_OK, "1"},
        {DPC_OP_POW, "-1", "2^4000", DPC_OK, "1"},
        {DPC_OP_POW, "-1", "1000000000000000000000000000001", DPC_OK, "-1"},
        {DPC_OP_POW, "-1", "-9223372036854775808", DPC_OK, "1"},
        {DPC_OP_POW, "2", "-9223372036854775808", DPC_UNDECIDED, NULL},
        {DPC_OP_POW, "2", "9223372036854775808", DPC_UNDECIDED, NULL},
        {DPC_OP_POW, "0", "2^4000", DPC_OK, "0"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(test_functions)
{
    static const row rows[] = {
        {DPC_OP_EXP, "0", "5", DPC_OK, "1"},
        {DPC_OP_EXP, "1", "0", DPC_UNDECIDED, NULL},
        {DPC_OP_LOG, "1", "0", DPC_OK, "0"},
        {DPC_OP_LOG, "2", "0", DPC_UNDECIDED, NULL},
        {DPC_OP_LOG, "0", "0", DPC_DOMAIN, NULL},
        {DPC_OP_LOG, "-1", "0", DPC_DOMAIN, NULL},
        {DPC_OP_SQRT, "9/4", "0", DPC_OK, "3/2"},
        {DPC_OP_SQRT, "0", "0", DPC_OK, "0"},
        {DPC_OP_SQRT, "2", "0", DPC_UNDECIDED, NULL},
        {DPC_OP_SQRT, "4/3", "0", DPC_UNDECIDED, NULL},
        {DPC_OP_SQRT, "3/4", "0", DPC_UNDECIDED, NULL},
        {DPC_OP_SQRT, "-1", "0", DPC_DOMAIN, NULL},
        {DPC_OP_EXPM1, "0", "1", DPC_OK, "0"},
        {DPC_OP_EXPM1, "-1", "0", DPC_UNDECIDED, NULL},
        {DPC_OP_LOG1P, "0", "1", DPC_OK, "0"},
        {DPC_OP_LOG1P, "-1/2", "0", DPC_UNDECIDED, NULL},
        {DPC_OP_LOG1P, "-1", "0", DPC_DOMAIN, NULL},
        {DPC_OP_LOG1P, "-3", "0", DPC_DOMAIN, NULL},
        {DPC_OP_Q, "0", "1", DPC_OK, "1/2"},
        {DPC_OP_Q, "1", "0", DPC_UNDECIDED, NULL},
        {DPC_OP_DIV, "1", "0", DPC_DOMAIN, NULL},
        {DPC_OP_DIV, "0", "0", DPC_DOMAIN, NULL},
        {DPC_OP_E, "0", "0", DPC_UNDECIDED, NULL},
        {DPC_OP_PI, "0", "0", DPC_UNDECIDED, NULL},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(test_binomials)
{
    static const row rows[] = {
        {DPC_OP_BINOM, "10", "3", DPC_OK, "120"},
        {DPC_OP_BINOM, "10", "7", DPC_OK, "120"},
        {DPC_OP_BINOM, "0", "0", DPC_OK, "1"},
        {DPC_OP_BINOM, "5", "0", DPC_OK, "1"},
        {DPC_OP_BINOM, "5", "5", DPC_OK, "1"},
        {DPC_OP_BINOM, "5", "6", DPC_OK, "0"},
        {DPC_OP_BINOM, "5", "-1", DPC_OK, "0"},
        {DPC_OP_BINOM, "-1", "0", DPC_DOMAIN, NULL},
        {DPC_OP_BINOM, "5/2", "1", DPC_DOMAIN, NULL},
        {DPC_OP_BINOM, "5", "1/2", DPC_DOMAIN, NULL},
        {DPC_OP_BINOM, "2^4000", "1", DPC_OK, "2^4000"},
        {DPC_OP_BINOM, "1000000", "999999", DPC_OK, "1000000"},
        /* binom(4100, 2050) has 4094 bits, binom(4104, 2052) 4098 */
        {DPC_OP_BINOM, "4104", "2052", DPC_UNDECIDED, NULL},
        {DPC_OP_BINOM, "10^30", "10^15", DPC_UNDECIDED, NULL},
        {DPC_OP_BINOM, "2^2100", "2", DPC_UNDECIDED, NULL},
    };
    CHECK_ROWS(rows);
    mpq_t a, b, d;
    mpq_inits(a, b, d, NULL);
    mpq_set_ui(a, 4100, 1);
    mpq_set_ui(b, 2050, 1);
    ck_assert_int_eq(dpc_exact_apply(DPC_OP_BINOM, d, a, b), DPC_OK);
    ck_assert_uint_eq(mpz_sizeinbase(mpq_numref(d), 2), 4094);
    mpq_clears(a, b, d, NULL);
}
END_TEST

/* 2^4095 has 4096 bits and is exact; 2^4096 is not, and neither are results computed from it. */
START_TEST(test_size_limit)
{
    static const row rows[] = {
        {DPC_OP_POW, "2", "4095", DPC_OK, "2^4095"},
        {DPC_OP_POW, "2", "4096", DPC_UNDECIDED, NULL},
        {DPC_OP_POW, "2", "4097", DPC_UNDECIDED, NULL},
        {DPC_OP_POW, "1/2", "4095", DPC_OK, "2^-4095"},
        {DPC_OP_POW, "1/2", "4096", DPC_UNDECIDED, NULL},
        {DPC_OP_POW, "2", "-4095", DPC_OK, "2^-4095"},
        {DPC_OP_POW, "2", "-4096", DPC_UNDECIDED, NULL},
        {DPC_OP_POW, "-2", "4095", DPC_OK, "-2^4095"},
        {DPC_OP_POW, "3", "2584", DPC_OK, "3^2584"}, /* 2584 log2(3) = 4095.5 */
        {DPC_OP_POW, "3", "2585", DPC_UNDECIDED, NULL},
        {DPC_OP_POW, "2^2048", "2", DPC_UNDECIDED, NULL},
        {DPC_OP_POW, "2^2047", "2", DPC_OK, "2^4094"},
        {DPC_OP_MUL, "2^2047", "2^2048", DPC_OK, "2^4095"},
        {DPC_OP_MUL, "2^2048", "2^2048", DPC_UNDECIDED, NULL},
        {DPC_OP_ADD, "2^4094", "2^4094", DPC_OK, "2^4095"},
        {DPC_OP_ADD, "2^4095", "2^4095", DPC_UNDECIDED, NULL},
        {DPC_OP_SUB, "-2^4095", "2^4095", DPC_UNDECIDED, NULL},
        {DPC_OP_DIV, "1", "2^4095", DPC_OK, "2^-4095"},
        {DPC_OP_DIV, "2^-4095", "2", DPC_UNDECIDED, NULL},
        {DPC_OP_SQRT, "2^4094", "0", DPC_OK, "2^2047"},
        /* an operand that is too large is not computed with */
        {DPC_OP_SUB, "2^4096", "2^4096", DPC_UNDECIDED, NULL},
        {DPC_OP_DIV, "2^4096", "2", DPC_UNDECIDED, NULL},
        {DPC_OP_MUL, "0", "2^4096", DPC_UNDECIDED, NULL},
        {DPC_OP_POW, "2^4096", "1", DPC_UNDECIDED, NULL},
        {DPC_OP_FLOOR, "2^-4096", "0", DPC_UNDECIDED, NULL},
        /* but may be returned unchanged */
        {DPC_OP_MIN, "2^5000", "2^5001", DPC_OK, "2^5000"},
        {DPC_OP_MAX, "2^5000", "2^5001", DPC_OK, "2^5001"},
        {DPC_OP_NEG, "2^5001", "0", DPC_OK, "-2^5001"},
        {DPC_OP_ABS, "-2^5001", "0", DPC_OK, "2^5001"},
        {DPC_OP_POS, "2^-5000", "0", DPC_OK, "2^-5000"},
        {DPC_OP_POS, "-2^5001", "1", DPC_OK, "0"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(test_comparisons)
{
    static const struct {
        const char *a, *b;
        dpc_tri lt, le, eq;
    } rows[] = {
        {"1/3", "1/2", DPC_TRUE, DPC_TRUE, DPC_FALSE},
        {"1/2", "1/3", DPC_FALSE, DPC_FALSE, DPC_FALSE},
        {"2/6", "1/3", DPC_FALSE, DPC_TRUE, DPC_TRUE},
        {"-1", "0", DPC_TRUE, DPC_TRUE, DPC_FALSE},
        {"2^5000", "2^5001", DPC_TRUE, DPC_TRUE, DPC_FALSE},
    };
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set(a, rows[i].a);
        set(b, rows[i].b);
        ck_assert_int_eq(dpc_exact_compare(DPC_OP_LT, a, b), rows[i].lt);
        ck_assert_int_eq(dpc_exact_compare(DPC_OP_LE, a, b), rows[i].le);
        ck_assert_int_eq(dpc_exact_compare(DPC_OP_EQ, a, b), rows[i].eq);
        ck_assert_int_eq(dpc_exact_compare(DPC_OP_NE, a, b),
                         rows[i].eq == DPC_TRUE ? DPC_FALSE : DPC_TRUE);
    }
    mpq_clears(a, b, NULL);
}
END_TEST

/* ---- the same operations, computed differently ---- */

/* A fraction with up to 60 bits above and below. */
static void random_fraction(mpq_t q, uint64_t *state)
{
    const unsigned shift = 4 + (unsigned)check_below(state, 56);
    mpq_set_si(q, (long)(check_random(state) >> shift), (check_random(state) >> shift) + 1);
    mpq_canonicalize(q);
    if (check_below(state, 2) == 0)
        mpq_neg(q, q);
}

/* d = a op b by cross multiplication and repeated multiplication. */
static void second_way(mpq_t d, dpc_op op, const mpq_t a, const mpq_t b)
{
    mpz_ptr num = mpq_numref(d), den = mpq_denref(d);
    mpz_t t;
    mpz_init(t);
    switch (op) {
    case DPC_OP_ADD:
    case DPC_OP_SUB:
        mpz_mul(num, mpq_numref(a), mpq_denref(b));
        mpz_mul(t, mpq_numref(b), mpq_denref(a));
        if (op == DPC_OP_ADD)
            mpz_add(num, num, t);
        else
            mpz_sub(num, num, t);
        mpz_mul(den, mpq_denref(a), mpq_denref(b));
        break;
    case DPC_OP_MUL:
        mpz_mul(num, mpq_numref(a), mpq_numref(b));
        mpz_mul(den, mpq_denref(a), mpq_denref(b));
        break;
    default: /* DIV */
        mpz_mul(num, mpq_numref(a), mpq_denref(b));
        mpz_mul(den, mpq_denref(a), mpq_numref(b));
        break;
    }
    mpz_clear(t);
    mpq_canonicalize(d);
}

START_TEST(test_random_values)
{
    uint64_t state = check_seed("t-exact");
    static const dpc_op ops[] = {DPC_OP_ADD, DPC_OP_SUB, DPC_OP_MUL, DPC_OP_DIV};
    mpq_t a, b, d, wanted;
    mpq_inits(a, b, d, wanted, NULL);
    for (unsigned long i = 0; i < 5000 * check_mult(); i++) {
        random_fraction(a, &state);
        random_fraction(b, &state);
        dpc_op op = ops[check_below(&state, 4)];
        if (op == DPC_OP_DIV && mpq_sgn(b) == 0)
            continue;
        second_way(wanted, op, a, b);
        ck_assert_int_eq(dpc_exact_apply(op, d, a, b), DPC_OK);
        ck_assert_msg(mpq_equal(d, wanted) != 0, "op %d", (int)op);
        /* a power by repeated multiplication */
        const unsigned long n = check_below(&state, 30);
        mpq_set_ui(wanted, 1, 1);
        for (unsigned long k = 0; k < n; k++)
            mpq_mul(wanted, wanted, a);
        mpq_set_ui(b, n, 1);
        if (mpq_sgn(a) == 0 && n == 0)
            continue;
        ck_assert_int_eq(dpc_exact_apply(DPC_OP_POW, d, a, b), DPC_OK);
        ck_assert(mpq_equal(d, wanted) != 0);
        /* the square root of a square */
        mpq_mul(wanted, a, a);
        ck_assert_int_eq(dpc_exact_apply(DPC_OP_SQRT, d, wanted, b), DPC_OK);
        mpq_abs(wanted, a);
        ck_assert(mpq_equal(d, wanted) != 0);
    }
    mpq_clears(a, b, d, wanted, NULL);
}
END_TEST

/* binom(n, k) as the product of (n - k + j)/j. */
START_TEST(test_random_binomials)
{
    uint64_t state = check_seed("t-exact");
    mpq_t n, k, d, wanted, factor;
    mpq_inits(n, k, d, wanted, factor, NULL);
    for (unsigned long i = 0; i < 300 * check_mult(); i++) {
        const unsigned long top = check_below(&state, 600), bottom = check_below(&state, top + 2);
        mpq_set_ui(n, top, 1);
        mpq_set_ui(k, bottom, 1);
        mpq_set_ui(wanted, bottom <= top, 1);
        for (unsigned long j = 1; j <= bottom && bottom <= top; j++) {
            mpq_set_ui(factor, top - bottom + j, j);
            mpq_canonicalize(factor);
            mpq_mul(wanted, wanted, factor);
        }
        ck_assert_int_eq(dpc_exact_apply(DPC_OP_BINOM, d, n, k), DPC_OK);
        ck_assert_msg(mpq_equal(d, wanted) != 0, "binom(%lu, %lu)", top, bottom);
    }
    mpq_clears(n, k, d, wanted, factor, NULL);
}
END_TEST

/* A result is exact if and only if it fits: both sides of the limit, at random. */
START_TEST(test_random_sizes)
{
    uint64_t state = check_seed("t-exact");
    mpq_t a, b, d, whole;
    mpq_inits(a, b, d, whole, NULL);
    unsigned long kept = 0, refused = 0;
    for (unsigned long i = 0; i < 1000 * check_mult(); i++) {
        mpq_set_ui(a, (check_random(&state) >> (34 + check_below(&state, 28))) + 2,
                   (check_random(&state) >> (34 + check_below(&state, 28))) + 1);
        mpq_canonicalize(a);
        const size_t bits = mpz_sizeinbase(mpq_numref(a), 2) > mpz_sizeinbase(mpq_denref(a), 2)
                                ? mpz_sizeinbase(mpq_numref(a), 2)
                                : mpz_sizeinbase(mpq_denref(a), 2);
        const unsigned long n = DPC_EXACT_BITS / bits + check_below(&state, 1 + 400 / bits);
        mpz_pow_ui(mpq_numref(whole), mpq_numref(a), n);
        mpz_pow_ui(mpq_denref(whole), mpq_denref(a), n);
        const bool fits = mpz_sizeinbase(mpq_numref(whole), 2) <= DPC_EXACT_BITS &&
                          mpz_sizeinbase(mpq_denref(whole), 2) <= DPC_EXACT_BITS;
        mpq_set_ui(b, n, 1);
        dpc_status status = dpc_exact_apply(DPC_OP_POW, d, a, b);
        ck_assert_int_eq(status, fits || mpq_cmp_ui(a, 1, 1) == 0 ? DPC_OK : DPC_UNDECIDED);
        ck_assert(status != DPC_OK || mpq_equal(d, whole) != 0);
        kept += fits;
        refused += !fits;
    }
    ck_assert_uint_gt(kept, 0);
    ck_assert_uint_gt(refused, 0);
    mpq_clears(a, b, d, whole, NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("exact");
    check_add(suite, test_values);
    check_add(suite, test_powers);
    check_add(suite, test_functions);
    check_add(suite, test_binomials);
    check_add(suite, test_size_limit);
    check_add(suite, test_comparisons);
    check_add(suite, test_random_values);
    check_add(suite, test_random_binomials);
    check_add(suite, test_random_sizes);
    return check_run(suite);
}
