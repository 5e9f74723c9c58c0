/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Decimal text: on the stated side of the value, as near as its digits allow, and readable. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "check_util.h"

#include "base/bounds.h"
#include "base/rational.h"
#include "kernel/word.h"

#ifdef HAVE_FLINT3
#include <flint/arb.h>
#else
#include <arb.h>
#endif

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>

static void parse(mpq_t q, const char *text)
{
    dpc_diag diag = {.status = DPC_OK};
    ck_assert_msg(dpc_rational_parse(q, text, strlen(text), "a test", &diag) == DPC_OK, "%s",
                  diag.text);
}

/* ---- form ---- */

START_TEST(test_form)
{
    static const struct {
        const char *value;
        unsigned long digits;
        const char *lower, *upper;
    } rows[] = {
        {"0", 5, "0", "0"},
        /* values that short are printed exactly, without trailing zeros */
        {"1/100000", 10, "1e-5", "1e-5"},
        {"1/8", 10, "0.125", "0.125"},
        {"1/8", 3, "0.125", "0.125"},
        {"-1/8", 3, "-0.125", "-0.125"},
        {"1", 1, "1", "1"},
        {"10", 1, "10", "10"},
        {"1000", 10, "1000", "1000"},
        {"123456", 6, "123456", "123456"},
        {"3/2", 10, "1.5", "1.5"},
        {"1/20", 10, "5e-2", "5e-2"},
        {"123/1000", 10, "0.123", "0.123"},
        {"123/100000", 10, "1.23e-3", "1.23e-3"},
        {"10^20", 10, "100000000000000000000", "100000000000000000000"},
        {"10^21", 10, "1e21", "1e21"},
        {"-12/10^30", 2, "-1.2e-29", "-1.2e-29"},
        /* a power of ten that does not fit the working precision is still exact */
        {"1e-150", 10, "1e-150", "1e-150"},
        {"1e-999", 3, "1e-999", "1e-999"},
        {"125e-5000", 3, "1.25e-4998", "1.25e-4998"},
        {"-7e4000", 1, "-7e4000", "-7e4000"},
        /* the others have all digits */
        {"1/8", 2, "0.12", "0.13"},
        {"-1/8", 2, "-0.13", "-0.12"},
        {"1/3", 4, "0.3333", "0.3334"},
        {"2/3", 1, "0.6", "0.7"},
        {"-1/3", 4, "-0.3334", "-0.3333"},
        {"1/30", 4, "3.333e-2", "3.334e-2"},
        {"100/3", 4, "33.33", "33.34"},
        {"100000/3", 5, "33333", "33334"},
        {"100000/3", 4, "3.333e4", "3.334e4"},
        {"123456", 3, "1.23e5", "1.24e5"},
        {"123456", 5, "1.2345e5", "1.2346e5"},
        /* rounding up into the next power of ten */
        {"99999", 3, "9.99e4", "1.00e5"},
        {"999/1000", 2, "0.99", "1.0"},
        {"999/10000", 2, "9.9e-2", "0.10"},
        {"-999", 2, "-1.0e3", "-9.9e2"},
    };
    mpq_t q;
    mpq_init(q);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *power = strstr(rows[i].value, "/10^");
        if (power == NULL)
            parse(q, rows[i].value);
        else { /* a fraction with a power in the denominator, a form that a user cannot write */
            mpz_set_si(mpq_numref(q), strtol(rows[i].value, NULL, 10));
            mpz_ui_pow_ui(mpq_denref(q), 10, strtoul(power + 4, NULL, 10));
            mpq_canonicalize(q);
        }
        char *lower = dpc_decimal_rational(q, rows[i].digits, false);
        char *upper = dpc_decimal_rational(q, rows[i].digits, true);
        ck_assert_msg(strcmp(lower, rows[i].lower) == 0 && strcmp(upper, rows[i].upper) == 0,
                      "%s at %lu digits: %s and %s instead of %s and %s", rows[i].value,
                      rows[i].digits, lower, upper, rows[i].lower, rows[i].upper);
        free(lower);
        free(upper);
    }
    mpq_clear(q);
}
END_TEST

START_TEST(test_dyadic_form)
{
    static const struct {
        long man, exp;
        unsigned long digits;
        const char *lower, *upper;
    } rows[] = {
        {0, 5, 3, "0", "0"},
        {1, 0, 3, "1.00", "1.00"},
        {1, -3, 3, "0.125", "0.125"},
        {1, -3, 2, "0.12", "0.13"},
        {-1, -3, 2, "-0.13", "-0.12"},
        {3, 10, 4, "3072", "3072"},
        {3, 10, 2, "3.0e3", "3.1e3"},
        {5, 1, 1, "1e1", "1e1"},
        {125, 3, 1, "1e3", "1e3"},
        {-125, 3, 3, "-1.00e3", "-1.00e3"},
        {1, -1074, 5, "4.9406e-324", "4.9407e-324"},
        {1, 1024, 5, "1.7976e308", "1.7977e308"},
    };
    mpz_t man;
    mpz_init(man);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        mpz_set_si(man, rows[i].man);
        char *lower = dpc_decimal_dyadic(man, rows[i].exp, rows[i].digits, false);
        char *upper = dpc_decimal_dyadic(man, rows[i].exp, rows[i].digits, true);
        ck_assert_msg(strcmp(lower, rows[i].lower) == 0 && strcmp(upper, rows[i].upper) == 0,
                      "%ld * 2^%ld at %lu digits: %s and %s", rows[i].man, rows[i].exp,
                      rows[i].digits, lower, upper);
        free(lower);
        free(upper);
    }
    mpz_clear(man);
}
END_TEST

/* ---- direction and distance ---- */

/* The number of significant digits in a text, counting every shown digit. */
static unsigned long shown_digits(const char *text)
{
    unsigned long n = 0;
    bool leading = true;
    for (; *text != '\0' && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9') {
            leading = leading && *text == '0';
            n += !leading;
        }
    return n;
}

/* text must be on the right side of q and nearer than one unit of its last digit. */
static void check_side(const mpq_t q, const char *text, unsigned long digits, bool up)
{
    mpq_t shown, distance, unit;
    mpq_inits(shown, distance, unit, NULL);
    parse(shown, text);
    mpq_sub(distance, shown, q);
    if (!up)
        mpq_neg(distance, distance);
    ck_assert_msg(mpq_sgn(distance) >= 0, "%s is on the wrong side at %lu digits", text, digits);
    /* a unit of the last digit is at most 10^(1 - digits) times the larger of the two */
    mpz_ui_pow_ui(mpq_denref(unit), 10, digits - 1);
    mpz_set_ui(mpq_numref(unit), 1);
    const bool outward = (mpq_cmp(shown, q) > 0) == (mpq_sgn(q) > 0);
    mpq_mul(unit, unit, outward ? shown : q);
    mpq_abs(unit, unit);
    ck_assert_msg(mpq_cmp(distance, unit) <= 0, "%s is too far at %lu digits", text, digits);
    ck_assert_msg(shown_digits(text) <= digits ||
                      strspn(text, "-0123456789") == strlen(text), /* zeros of an integer */
                  "%s shows more than %lu digits", text, digits);
    mpq_clears(shown, distance, unit, NULL);
}

/* A decimal is the number that its text shows. */
static void check_value(const dpc_decimal *d)
{
    mpq_t value, shown;
    mpq_inits(value, shown, NULL);
    char *text = dpc_decimal_text(d);
    parse(shown, text);
    ck_assert(dpc_decimal_value(value, d));
    ck_assert_msg(mpq_equal(value, shown), "%s shows another value", text);
    free(text);
    mpq_clears(value, shown, NULL);
}

static void check_both_sides(const mpq_t q, unsigned long digits)
{
    dpc_decimal d;
    dpc_decimal_init(&d);
    for (int up = 0; up < 2; up++) {
        dpc_decimal_set_rational(&d, q, digits, up);
        check_value(&d);
    }
    dpc_decimal_clear(&d);
    char *lower = dpc_decimal_rational(q, digits, false);
    char *upper = dpc_decimal_rational(q, digits, true);
    check_side(q, lower, digits, false);
    check_side(q, upper, digits, true);
    free(lower);
    free(upper);
}

START_TEST(test_random_rationals)
{
    uint64_t state = check_seed("t-decimal");
    mpq_t q;
    mpz_t scale;
    mpq_init(q);
    mpz_init(scale);
    for (unsigned long i = 0; i < 3000 * check_mult(); i++) {
        mpq_set_ui(q, (check_random(&state) >> check_below(&state, 60)) + 1,
                   (check_random(&state) >> check_below(&state, 60)) + 1);
        mpq_canonicalize(q);
        mpz_ui_pow_ui(scale, 2 + check_below(&state, 20), check_below(&state, 300));
        if (check_below(&state, 2) == 0)
            mpz_mul(mpq_numref(q), mpq_numref(q), scale);
        else
            mpz_mul(mpq_denref(q), mpq_denref(q), scale);
        mpq_canonicalize(q);
        if (check_below(&state, 2) == 0)
            mpq_neg(q, q);
        check_both_sides(q, 1 + check_below(&state, 60));
    }
    mpz_clear(scale);
    mpq_clear(q);
}
END_TEST

START_TEST(test_random_dyadics)
{
    uint64_t state = check_seed("t-decimal");
    dpc_decimal d;
    dpc_decimal_init(&d);
    mpq_t q;
    mpz_t man;
    mpq_init(q);
    mpz_init(man);
    for (unsigned long i = 0; i < 3000 * check_mult(); i++) {
        mpz_set_ui(man, check_random(&state) >> check_below(&state, 63));
        if (check_below(&state, 3) == 0)
            mpz_pow_ui(man, man, 5);
        if (check_below(&state, 2) == 0)
            mpz_neg(man, man);
        const long exp = (long)check_below(&state, 3000) - 1500;
        const unsigned long digits = 1 + check_below(&state, 60);
        mpq_set_z(q, man);
        if (exp >= 0)
            mpq_mul_2exp(q, q, (mp_bitcnt_t)exp);
        else
            mpq_div_2exp(q, q, (mp_bitcnt_t)-exp);
        for (int up = 0; up < 2; up++) {
            char *text = dpc_decimal_dyadic(man, exp, digits, up);
            check_side(q, text, digits, up);
            free(text);
            dpc_decimal_set_dyadic(&d, man, exp, digits, up);
            check_value(&d);
        }
    }
    dpc_decimal_clear(&d);
    mpz_clear(man);
    mpq_clear(q);
}
END_TEST

/* Around powers of ten, where the leading place changes.  10^109 at 10 digits is where the scaled
   power stops being exact: there the search for the leading place once never ended. */
START_TEST(test_powers_of_ten)
{
    mpq_t q, tiny;
    mpq_inits(q, tiny, NULL);
    for (long k = -400; k <= 400; k++)
        for (int off = -1; off <= 1; off++) {
            mpq_set_ui(q, 1, 1);
            mpz_ui_pow_ui(mpq_numref(q), 10, (unsigned long)labs(k));
            if (k < 0)
                mpq_inv(q, q);
            mpz_ui_pow_ui(mpq_denref(tiny), 2, 700);
            mpz_set_si(mpq_numref(tiny), off);
            mpq_canonicalize(tiny);
            mpq_mul(tiny, tiny, q);
            mpq_add(q, q, tiny);
            check_both_sides(q, 10);
            check_both_sides(q, 1);
            mpq_neg(q, q);
            check_both_sides(q, 10);
        }
    mpq_clears(q, tiny, NULL);
}
END_TEST

/* 10^k as a dyadic: an exact decimal that the dyadic printer need not notice, but must bracket. */
START_TEST(test_dyadic_powers_of_ten)
{
    mpz_t man;
    mpq_t q;
    mpz_init(man);
    mpq_init(q);
    for (unsigned long k = 0; k <= 400; k++) {
        mpz_ui_pow_ui(man, 5, k);
        mpz_ui_pow_ui(mpq_numref(q), 10, k);
        for (unsigned long digits = 1; digits <= 40; digits += 13)
            for (int up = 0; up < 2; up++) {
                char *text = dpc_decimal_dyadic(man, (int64_t)k, digits, up);
                check_side(q, text, digits, up);
                free(text);
            }
    }
    mpz_clear(man);
    mpq_clear(q);
}
END_TEST

/* ---- huge exponents ---- */

/* x = the number that a decimal text with an exponent shows. */
static void enclose_text(arb_t x, const char *text, slong prec)
{
    const char *mark = strchr(text, 'e');
    ck_assert_msg(mark != NULL, "no exponent: %s", text);
    char digits[128];
    size_t len = (size_t)(mark - text);
    ck_assert_uint_lt(len, sizeof digits);
    memcpy(digits, text, len);
    digits[len] = '\0';
    mpq_t q;
    fmpq_t f;
    fmpz_t place;
    arb_t ten;
    mpq_init(q);
    fmpq_init(f);
    fmpz_init(place);
    arb_init(ten);
    parse(q, digits);
    fmpq_set_mpq(f, q);
    arb_set_fmpq(x, f, prec);
    ck_assert_int_eq(fmpz_set_str(place, mark + 1, 10), 0);
    arb_set_ui(ten, 10);
    arb_pow_fmpz(ten, ten, place, prec);
    arb_mul(x, x, ten, prec);
    arb_clear(ten);
    fmpz_clear(place);
    fmpq_clear(f);
    mpq_clear(q);
}

START_TEST(test_huge_exponents)
{
    enum { PREC = 400, TRIALS = 60 };
    uint64_t state = check_seed("t-decimal");
    mpz_t man, power;
    fmpz_t exponent;
    arb_t x, shown, unit;
    mpz_inits(man, power, NULL);
    fmpz_init(exponent);
    arb_init(x);
    arb_init(shown);
    arb_init(unit);
    for (unsigned long i = 0; i < TRIALS * check_mult(); i++) {
        /* near +-10^12, and the largest exponents that bounds may have */
        int64_t exp = i % 3 == 2 ? (INT64_C(1) << 50) - 1 - (int64_t)check_below(&state, 1000)
                                 : INT64_C(1000000000000) + (int64_t)check_below(&state, 1000);
        if (check_below(&state, 2) == 0)
            exp = -exp;
        const unsigned long digits = 1 + check_below(&state, 60);
        dpc_word_set(man, check_random(&state) | 1);
        const bool negative = check_below(&state, 2) == 0;
        if (negative)
            mpz_neg(man, man);
        fmpz_set_mpz(exponent, man);
        arb_set_fmpz(x, exponent);
        dpc_word_set_signed(power, exp);
        fmpz_set_mpz(exponent, power);
        arb_mul_2exp_fmpz(x, x, exponent);
        for (int up = 0; up < 2; up++) {
            char *text = dpc_decimal_dyadic(man, exp, digits, up);
            enclose_text(shown, text, PREC);
            /* certified: the right side, and within one unit */
            ck_assert_msg(up ? arb_ge(shown, x) : arb_le(shown, x), "wrong side: %s", text);
            arb_sub(shown, shown, x, PREC);
            arb_div(shown, shown, x, PREC);
            arb_abs(shown, shown);
            arb_set_ui(unit, 10);
            arb_pow_ui(unit, unit, digits - 1, PREC);
            arb_inv(unit, unit, PREC);
            arb_mul_ui(unit, unit, 101, PREC);
            arb_div_ui(unit, unit, 100, PREC); /* the larger end may be the base of the unit */
            ck_assert_msg(digits == 1 || arb_lt(shown, unit), "too far: %s", text);
            free(text);
        }
    }
    arb_clear(x);
    arb_clear(shown);
    arb_clear(unit);
    fmpz_clear(exponent);
    mpz_clears(man, power, NULL);
    flint_cleanup();
}
END_TEST

/* Values with more places than a rational may have are not written out; those just within the limit
   are. */
START_TEST(test_value_limits)
{
    mpz_t man;
    mpq_t q;
    dpc_decimal d;
    mpz_init_set_si(man, -1);
    mpq_init(q);
    dpc_decimal_init(&d);
    for (int sign = -1; sign <= 1; sign += 2) {
        dpc_decimal_set_dyadic(&d, man, sign * (INT64_C(1) << 50), 5, true);
        mpq_set_ui(q, 7, 1);
        ck_assert(!dpc_decimal_value(q, &d));
        ck_assert(mpq_sgn(q) == 0);
    }
    d.exp = -DPC_MAX_EXPONENT - 1;
    ck_assert(!dpc_decimal_value(q, &d));
    d.exp = -20000;
    check_value(&d);
    mpz_set_ui(man, 0);
    dpc_decimal_set_dyadic(&d, man, 17, 5, true); /* also if it held another number before */
    check_value(&d);
    ck_assert(dpc_decimal_value(q, &d) && mpq_sgn(q) == 0);
    dpc_decimal_clear(&d);
    mpq_clear(q);
    mpz_clear(man);
}
END_TEST

/* An enclosure is rounded outward, each end to its own side; an unknown number is not exact. */
START_TEST(test_enclosure)
{
    dpc_enclosure e;
    dpc_decimal d;
    dpc_enclosure_init(&e);
    dpc_decimal_init(&d);
    ck_assert(!dpc_enclosure_is_known(&e));
    mpz_set_si(e.bounds.lo_man, 1);
    mpz_set_si(e.bounds.hi_man, 3);
    e.bounds.lo_exp = -3;
    e.bounds.hi_exp = -4;
    e.bounds.finite = true;
    ck_assert(dpc_enclosure_is_known(&e));
    static const char *const ends[2][2] = {{"0.12", "0.19"}, {"0.33", "0.34"}};
    parse(e.q, "1/3");
    for (int exact = 0; exact < 2; exact++) {
        e.exact = exact;
        for (int up = 0; up < 2; up++) {
            dpc_enclosure_round(&d, &e, 2, up);
            char *text = dpc_decimal_text(&d);
            ck_assert_str_eq(text, ends[exact][up]);
            free(text);
        }
    }
    e.exact = e.bounds.finite = false;
    ck_assert(!dpc_enclosure_is_known(&e));
    dpc_decimal_clear(&d);
    dpc_enclosure_clear(&e);
}
END_TEST

/* The number of digits is bounded, not trusted. */
START_TEST(test_digits_limits)
{
    mpq_t q;
    mpq_init(q);
    parse(q, "1/3");
    char *text = dpc_decimal_rational(q, 0, false);
    ck_assert_str_eq(text, "0.3");
    free(text);
    text = dpc_decimal_rational(q, (unsigned long)DPC_MAX_DIGITS + 1000, true);
    ck_assert_uint_eq(strlen(text), (size_t)DPC_MAX_DIGITS + 2);
    ck_assert_int_eq(text[strlen(text) - 1], '4');
    free(text);
    mpq_clear(q);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("decimal");
    check_add(suite, test_form);
    check_add(suite, test_dyadic_form);
    check_add(suite, test_random_rationals);
    check_add(suite, test_random_dyadics);
    check_add(suite, test_powers_of_ten);
    check_add(suite, test_dyadic_powers_of_ten);
    check_add(suite, test_huge_exponents);
    check_add(suite, test_digits_limits);
    check_add(suite, test_value_limits);
    check_add(suite, test_enclosure);
    return check_run(suite);
}
