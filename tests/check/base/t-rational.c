/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Exact rationals from text and back. */
#include "check_util.h"
#include "base/rational.h"
#include "kernel/word.h"

#include <stdio.h>
#include <stdlib.h>

static char *text_of(const mpq_t q)
{
    char *text = mpq_get_str(NULL, 10, q);
    ck_assert_ptr_nonnull(text);
    return text;
}

static dpc_status parse(mpq_t q, const char *s, dpc_diag *diag)
{
    dpc_diag_reset(diag);
    return dpc_rational_parse(q, s, strlen(s), "x", diag);
}

START_TEST(test_values)
{
    static const struct {
        const char *text, *value;
    } table[] = {
        /* integers */
        {"0", "0"},
        {"1", "1"},
        {"007", "7"},
        {"+1", "1"},
        {"-12", "-12"},
        {"-0", "0"},
        {"123456789012345678901234567890", "123456789012345678901234567890"},
        /* decimals mean what they say: 0.1 is 1/10 */
        {"0.1", "1/10"},
        {"-0.5", "-1/2"},
        {"+0.25", "1/4"},
        {"1.50", "3/2"},
        {"00.10", "1/10"},
        {"1e-5", "1/100000"},
        {"1E-5", "1/100000"},
        {"1e5", "100000"},
        {"1e+05", "100000"},
        {"2.5e1", "25"},
        {"2.5e-1", "1/4"},
        {"0.001e3", "1"},
        {"0e5", "0"},
        {"0e-9999999", "0"},
        {"0.0e9999999", "0"},
        /* hexadecimal: the exponent is binary */
        {"0x1.8p-3", "3/16"},
        {"0X1.8P-3", "3/16"},
        {"0x10", "16"},
        {"0xff", "255"},
        {"0xFF", "255"},
        {"0x1e5", "485"},
        {"0x1p10", "1024"},
        {"0x1p+10", "1024"},
        {"0x0.1", "1/16"},
        {"-0x1p-1", "-1/2"},
        {"0x1.921fb54442d18p+1", "884279719003555/281474976710656"},
        /* fractions */
        {"3/7", "3/7"},
        {"6/14", "3/7"},
        {"-3/7", "-3/7"},
        {"0/7", "0"},
        {"0.3/0.7", "3/7"},
        {"1e-3/1e3", "1/1000000"},
        {"0x10/0x3", "16/3"},
        /* powers; the sign comes last, as in the language */
        {"10^12", "1000000000000"},
        {"2^-20", "1/1048576"},
        {"-2^2", "-4"},
        {"-2^-2", "-1/4"},
        {"0.5^3", "1/8"},
        {"2^0", "1"},
        {"2^1e1", "1024"},
        {"0^3", "0"},
        {"1^10000000", "1"},
    };
    mpq_t q;
    mpq_init(q);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_diag diag;
        ck_assert_msg(parse(q, table[i].text, &diag) == DPC_OK, "%s", diag.text);
        char *value = text_of(q);
        ck_assert_msg(strcmp(value, table[i].value) == 0, "%s is %s, not %s", table[i].text, value,
                      table[i].value);
        free(value);
    }
    mpq_clear(q);
}
END_TEST

START_TEST(test_malformed)
{
    static const char *const table[] = {
        "",     " ",    "+",    "-",     "--1",   "+-1",  "1.",           ".5",    "1.e5",  "1e",
        "1e+",  "1e-",  "0x",   "0xg",   "0x.8",  "0x1.", "0x1p",         "0x1p-", "1/2/3", "1//2",
        "/2",   "1/",   "1/-2", "1 2",   " 1",    "1 ",   "1\n",          "nan",   "inf",   "-inf",
        "NaN",  "1,5",  "1_0",  "1'000", "0b1",   "1f",   "2^",           "2^x",   "2^0.5", "2^1/2",
        "2^+3", "2^^3", "^2",   "2**3",  "1e5.5", "e5",   "pi",           "1%",    "$1",    "(1)",
        "1-2",  "2^-",  "1/0x", "x",     "1e5e5", "1..2", "\xef\xbc\x91",
    };
    mpq_t q;
    mpq_init(q);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_diag diag;
        mpq_set_ui(q, 7, 1);
        ck_assert_msg(parse(q, table[i], &diag) == DPC_PARSE, "'%s' is read", table[i]);
        check_contains(diag.text, "x: malformed number");
        check_contains(diag.text, "0x1.8p-3"); /* says what to write instead */
        ck_assert_msg(mpq_sgn(q) == 0, "'%s' leaves a value", table[i]);
    }
    mpq_clear(q);
}
END_TEST

START_TEST(test_undefined)
{
    static const char *const table[] = {"1/0", "0/0", "1/0.0", "1/0x0", "0^0", "0^-1", "0.0^0"};
    mpq_t q;
    mpq_init(q);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_diag diag;
        ck_assert_msg(parse(q, table[i], &diag) == DPC_DOMAIN, "'%s' has a value", table[i]);
        check_contains(diag.text, table[i]);
        ck_assert_int_eq(mpq_sgn(q), 0);
    }
    mpq_clear(q);
}
END_TEST

/* Only the given length is read. */
START_TEST(test_length)
{
    dpc_diag diag = {.status = DPC_OK};
    mpq_t q;
    mpq_init(q);
    ck_assert_int_eq(dpc_rational_parse(q, "12345", 3, "x", &diag), DPC_OK);
    ck_assert_int_eq(mpq_cmp_ui(q, 123, 1), 0);
    ck_assert_int_eq(dpc_rational_parse(q, "1e5", 2, "x", &diag), DPC_PARSE);
    static const char nul[] = {'1', '\0', '2'};
    dpc_diag_reset(&diag);
    ck_assert_int_eq(dpc_rational_parse(q, nul, sizeof nul, "x", &diag), DPC_PARSE);
    mpq_clear(q);
}
END_TEST

START_TEST(test_scan)
{
    static const struct {
        const char *text;
        size_t len;
    } table[] = {{"1..n", 1}, {"1.5..2", 3}, {"1e5", 3}, {"1e", 1},     {"1e+", 1},
                 {"1.", 1},   {".5", 0},     {"x", 0},   {"", 0},       {"0x1.8p-3)", 8},
                 {"0x", 1},   {"0xg", 0},    {"1/2", 1}, {"0x1.p3", 3}, {"12ab", 2}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        ck_assert_msg(dpc_literal_scan(table[i].text, strlen(table[i].text)) == table[i].len, "%s",
                      table[i].text);
}
END_TEST

START_TEST(test_limits)
{
    mpq_t q;
    mpq_init(q);
    dpc_diag diag;
    ck_assert_int_eq(parse(q, "1e1000000", &diag), DPC_OK);
    ck_assert_uint_eq(mpz_sizeinbase(mpq_numref(q), 2), 3321929);
    ck_assert_int_eq(parse(q, "0x1p-10000000", &diag), DPC_OK);
    ck_assert_uint_eq(mpz_sizeinbase(mpq_denref(q), 2), 10000001);
    static const char *const beyond[] = {"1e10000001",
                                         "1e-10000001",
                                         "1e1000000000000000000",
                                         "0x1p1000000000000000000",
                                         "0e999999999999999999999",
                                         "10^10000000000",
                                         "2^1000000000000000000000",
                                         "0.5^99999999",
                                         "1e9999999^2"};
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        ck_assert_msg(parse(q, beyond[i], &diag) == DPC_PARSE, "'%s' is read", beyond[i]);
        check_contains(diag.text, "too large");
        ck_assert_int_eq(mpq_sgn(q), 0);
    }
    char *digits = malloc(DPC_MAX_LITERAL + 2);
    ck_assert_ptr_nonnull(digits);
    memset(digits, '9', DPC_MAX_LITERAL + 1);
    digits[DPC_MAX_LITERAL + 1] = '\0';
    ck_assert_int_eq(parse(q, digits, &diag), DPC_PARSE);
    check_contains(diag.text, "too long");
    ck_assert_int_eq(parse(q, digits + 1, &diag), DPC_OK);
    digits[1] = '.';
    ck_assert_int_eq(parse(q, digits + 1, &diag), DPC_PARSE); /* .999: no digit before the point */
    free(digits);
    mpq_clear(q);
}
END_TEST

/* A literal has no sign, no fraction and no power: those are operators of the language. */
START_TEST(test_literal)
{
    static const char *const table[] = {"-1", "+1", "1/2", "2^3", "1..2", "", "x", "1 "};
    mpq_t q;
    mpq_init(q);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_diag diag = {.status = DPC_OK};
        ck_assert_msg(dpc_literal_value(q, table[i], strlen(table[i]), &diag) == DPC_PARSE,
                      "'%s' is read", table[i]);
    }
    dpc_diag diag = {.status = DPC_OK};
    ck_assert_int_eq(dpc_literal_value(q, "0.125", 5, &diag), DPC_OK);
    ck_assert_int_eq(mpq_cmp_ui(q, 1, 8), 0);
    mpq_clear(q);
}
END_TEST

START_TEST(test_text)
{
    static const struct {
        const char *value, *text;
    } table[] = {
        {"0", "0"},
        {"1e-5", "1/100000"},
        {"-3/7", "-3/7"},
        {"100000", "100000"},
        {"1e30", "1e30"},
        {"-12e29", "-1.2e30"},
        {"1e-30", "1e-30"},
        {"15e-31", "1.5e-30"},
        {"-2.5e-40", "-2.5e-40"},
        {"0.00001234", "0.00001234"},
        {"1.0000000000000000000000000001", "1.0000000000000000000000000001"},
        /* more places than are otherwise written without an exponent: here it would be 0 */
        {"1.00000000000000000000000000000000000000000000000000000000000000000007",
         "1.00000000000000000000000000000000000000000000000000000000000000000007"},
        {"0x1p-100", "1/1267650600228229401496703205376"},
        {"123456789012345678901234567891", "123456789012345678901234567891"},
        {"1/123456789012345678901234567891", "1/123456789012345678901234567891"},
    };
    mpq_t q;
    mpq_init(q);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_diag diag;
        ck_assert_int_eq(parse(q, table[i].value, &diag), DPC_OK);
        char *text = dpc_rational_text(q);
        ck_assert_str_eq(text, table[i].text);
        free(text);
    }
    mpq_clear(q);
}
END_TEST

/* Whatever the value, its text reads as the same value. */
START_TEST(test_text_round_trip)
{
    uint64_t state = check_seed("t-rational");
    unsigned long rounds = 3000 * check_mult();
    mpq_t q, r;
    mpz_t power;
    mpq_inits(q, r, NULL);
    mpz_init(power);
    for (unsigned long i = 0; i < rounds; i++) {
        mpz_set_ui(mpq_numref(q), check_random(&state) >> check_below(&state, 64));
        mpz_set_ui(mpq_denref(q), 1 + (check_random(&state) >> 1 >> check_below(&state, 63)));
        static const unsigned long bases[] = {2, 5, 10, 3};
        for (size_t b = 0; b < 4; b++) {
            mpz_ui_pow_ui(power, bases[b], check_below(&state, 60));
            mpz_mul(mpq_numref(q), mpq_numref(q), power);
            mpz_ui_pow_ui(power, bases[b], check_below(&state, b == 3 ? 2 : 60));
            mpz_mul(mpq_denref(q), mpq_denref(q), power);
        }
        if (check_random(&state) % 2)
            mpz_set_ui(mpq_denref(q), 1);
        if (check_random(&state) % 2)
            mpq_neg(q, q);
        mpq_canonicalize(q);
        char *text = dpc_rational_text(q);
        dpc_diag diag;
        ck_assert_msg(parse(r, text, &diag) == DPC_OK, "%s", diag.text);
        ck_assert_msg(mpq_equal(q, r), "%s is read as another value", text);
        free(text);
    }
    mpz_clear(power);
    mpq_clears(q, r, NULL);
}
END_TEST

/* Decimals against GMP: digits and a point give the integer over a power of ten. */
START_TEST(test_random_decimals)
{
    uint64_t state = check_seed("t-rational");
    unsigned long rounds = 3000 * check_mult();
    mpq_t q, expected;
    mpz_t power;
    mpq_inits(q, expected, NULL);
    mpz_init(power);
    for (unsigned long i = 0; i < rounds; i++) {
        unsigned long whole = (unsigned long)check_below(&state, 1000000);
        unsigned long fraction = (unsigned long)check_below(&state, 1000000);
        int exponent = (int)check_below(&state, 41) - 20;
        char text[64];
        (void)snprintf(text, sizeof text, "%lu.%06lue%d", whole, fraction, exponent);
        dpc_word_set(mpq_numref(expected), (uint64_t)whole * 1000000 + fraction);
        mpz_ui_pow_ui(power, 10, (unsigned long)abs(exponent - 6));
        mpz_set_ui(mpq_denref(expected), 1);
        if (exponent >= 6)
            mpz_mul(mpq_numref(expected), mpq_numref(expected), power);
        else
            mpz_set(mpq_denref(expected), power);
        mpq_canonicalize(expected);
        dpc_diag diag;
        ck_assert_msg(parse(q, text, &diag) == DPC_OK, "%s", diag.text);
        ck_assert_msg(mpq_equal(q, expected), "%s", text);
    }
    mpz_clear(power);
    mpq_clears(q, expected, NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rational");
    check_add(suite, test_values);
    check_add(suite, test_malformed);
    check_add(suite, test_undefined);
    check_add(suite, test_length);
    check_add(suite, test_scan);
    check_add(suite, test_limits);
    check_add(suite, test_literal);
    check_add(suite, test_text);
    check_add(suite, test_text_round_trip);
    check_add(suite, test_random_decimals);
    return check_run(suite);
}
