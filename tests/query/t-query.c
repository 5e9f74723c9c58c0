/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Queries: precision that grows as needed, digits, parameters, referees, and the values that users
   of the catalogue are likely to try first. */
#include "check_util.h"
#include "dpcert.h"
#include "guess/digits.h"

#include "base/rational.h"
#include "query/query.h"

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    dpc_catalogue_t *cat;
    dpc_query_t *q;
} setup;

static void set_all(dpc_query_t *q, const char *values)
{
    char copy[512];
    ck_assert_uint_lt(strlen(values), sizeof copy);
    (void)strcpy(copy, values);
    char *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        ck_assert_ptr_nonnull(equals);
        *equals = '\0';
        ck_assert_msg(dpc_query_set(q, word, equals + 1) == DPC_OK, "%s", dpc_query_error(q));
    }
}

/* A query on a theorem of the catalogue, or on one with this body (which ends its lines). */
static setup open_query(const char *what, const char *values)
{
    setup s = {.cat = dpc_catalogue_new()};
    const char *id = what;
    if (strchr(what, '\n') != NULL) {
        char *text = check_theorem("test.body", what);
        ck_assert_msg(dpc_catalogue_add_text(s.cat, "t.thm", text, strlen(text), &id) == DPC_OK,
                      "%s", dpc_catalogue_error(s.cat));
        free(text);
    }
    s.q = dpc_query_new(s.cat, id);
    ck_assert_msg(s.q != NULL, "%s", dpc_catalogue_error(s.cat));
    set_all(s.q, values);
    return s;
}

static setup run_query(const char *what, const char *values, unsigned long digits)
{
    setup s = open_query(what, values);
    ck_assert_int_eq(dpc_query_set_digits(s.q, digits), DPC_OK);
    const dpc_status status = dpc_query_run(s.q);
    ck_assert_msg(status == DPC_OK, "%s %s: %s", what, values, dpc_query_error(s.q));
    return s;
}

static void close_query(setup *s)
{
    dpc_query_free(s->q);
    dpc_catalogue_free(s->cat);
}

static const dpc_result_info *result(const setup *s, const char *name)
{
    const dpc_result_info *r = dpc_query_find_result(s->q, name);
    ck_assert_msg(r != NULL, "no result %s", name);
    return r;
}

static void parse(mpq_t q, const char *text)
{
    dpc_diag diag = {.status = DPC_OK};
    ck_assert_msg(dpc_rational_parse(q, text, strlen(text), "a test", &diag) == DPC_OK, "%s",
                  diag.text);
}

/* [lower, upper] must contain a number that rounds to `value`, whose last digit is uncertain by one
   unit, and be no wider than the digits asked for allow. */
static void check_near(const char *lower, const char *upper, const char *value,
                       unsigned long digits)
{
    mpq_t lo, hi, v, unit;
    mpq_inits(lo, hi, v, unit, NULL);
    parse(lo, lower);
    parse(hi, upper);
    parse(v, value);
    size_t shown = 0;
    bool leading = true;
    for (const char *c = value; *c != '\0' && *c != 'e'; c++)
        if (*c >= '0' && *c <= '9') {
            leading = leading && *c == '0';
            shown += !leading;
        }
    mpz_ui_pow_ui(mpq_denref(unit), 10, shown - 1);
    mpz_set_ui(mpq_numref(unit), 1);
    mpq_mul(unit, unit, v);
    mpq_abs(unit, unit);
    mpq_t end;
    mpq_init(end);
    mpq_add(end, v, unit);
    ck_assert_msg(mpq_cmp(lo, end) <= 0, "%s is above %s", lower, value);
    mpq_sub(end, v, unit);
    ck_assert_msg(mpq_cmp(hi, end) >= 0, "%s is below %s", upper, value);
    ck_assert_msg(mpq_cmp(lo, hi) <= 0, "%s > %s", lower, upper);
    /* two units of the last digit asked for */
    mpz_ui_pow_ui(mpq_denref(unit), 10, digits - 1);
    mpz_set_ui(mpq_numref(unit), 2);
    mpq_canonicalize(unit);
    mpq_abs(v, v);
    mpq_mul(unit, unit, v);
    mpq_sub(end, hi, lo);
    ck_assert_msg(mpq_cmp(end, unit) <= 0, "[%s, %s] is too wide", lower, upper);
    mpq_clears(lo, hi, v, unit, end, NULL);
}

static void check_result(const char *what, const char *values, unsigned long digits,
                         const char *name, const char *value)
{
    setup s = run_query(what, values, digits);
    const dpc_result_info *r = result(&s, name);
    ck_assert_uint_eq(r->digits, digits);
    check_near(r->lower, r->upper, value, digits);
    close_query(&s);
}

/* ---- precision ---- */

/* exp(x) - 1 - x = x^2/2 + x^3/6 + ...: at x = 1e-30 a hundred bits and more cancel. */
static const char cancelling[] = "param x : real\nresult y = exp(x) - 1 - x\n";

START_TEST(test_cancellation)
{
    check_result(cancelling, "x=1e-30", 10, "y", "5.00000000000000000000e-61");
    check_result(cancelling, "x=1e-300", 10, "y", "5.00000000000000000000e-601");
    check_result(cancelling, "x=-1e-30", 30, "y", "4.999999999999999999999999999998333333333e-61");
    setup s = run_query(cancelling, "x=1", 10);
    ck_assert_uint_eq(dpc_query_bits(s.q), 64);
    close_query(&s);
    s = run_query(cancelling, "x=1e-30", 10);
    ck_assert_uint_gt(dpc_query_bits(s.q), 200);
    close_query(&s);
}
END_TEST

/* Every number of digits: texts have that many digits, the ends are adjacent, and more digits
   refine fewer. */
START_TEST(test_digits)
{
    char before_lo[400] = "1", before_hi[400] = "2";
    for (unsigned long digits = 1; digits <= 200; digits++) {
        setup s = run_query("result x = sqrt(2)\n", "", digits);
        const dpc_result_info *r = dpc_query_result(s.q, 0);
        ck_assert_uint_eq(r->digits, digits);
        ck_assert_uint_eq(strlen(r->lower), digits == 1 ? 1 : digits + 1);
        ck_assert_uint_eq(strlen(r->upper), strlen(r->lower));
        mpq_t a, b;
        mpq_inits(a, b, NULL);
        parse(a, before_lo);
        parse(b, r->lower);
        ck_assert_msg(mpq_cmp(a, b) <= 0, "%s, then %s", before_lo, r->lower);
        mpq_mul(b, b, b);
        ck_assert_msg(mpq_cmp_ui(b, 2, 1) < 0, "%s", r->lower);
        parse(a, before_hi);
        parse(b, r->upper);
        ck_assert_msg(mpq_cmp(a, b) >= 0, "%s, then %s", before_hi, r->upper);
        mpq_mul(b, b, b);
        ck_assert_msg(mpq_cmp_ui(b, 2, 1) > 0, "%s", r->upper);
        mpq_clears(a, b, NULL);
        (void)snprintf(before_lo, sizeof before_lo, "%s", r->lower);
        (void)snprintf(before_hi, sizeof before_hi, "%s", r->upper);
        check_near(r->lower, r->upper,
                   "1.41421356237309504880168872420969807856967187537694807317667973799073247846",
                   digits);
        close_query(&s);
    }
}
END_TEST

/* At the cap the digits reached so far are available, and the status says that they are fewer than
   asked for. */
START_TEST(test_cap)
{
    setup s = open_query("result x = sqrt(2)\n", "");
    ck_assert_int_eq(dpc_query_set_max_bits(s.q, 64), DPC_OK);
    ck_assert_int_eq(dpc_query_set_digits(s.q, 30), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_UNDECIDED);
    ck_assert_uint_eq(dpc_query_results(s.q), 1);
    const dpc_result_info *r = dpc_query_result(s.q, 0);
    ck_assert_uint_ge(r->digits, 15);
    ck_assert_uint_lt(r->digits, 30);
    check_near(r->lower, r->upper, "1.414213562373095048801688724209", 15);
    check_contains(dpc_query_error(s.q), "of 30 digits are certified at 64 bits");
    ck_assert_uint_le(dpc_query_bits(s.q), 64);
    /* more bits, more digits */
    ck_assert_int_eq(dpc_query_set_max_bits(s.q, 256), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_OK);
    ck_assert_uint_eq(dpc_query_result(s.q, 0)->digits, 30);
    close_query(&s);
    /* no digit at all is certified where the value cannot be told from zero */
    s = open_query(cancelling, "x=1e-30");
    ck_assert_int_eq(dpc_query_set_max_bits(s.q, 128), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_UNDECIDED);
    ck_assert_uint_eq(dpc_query_result(s.q, 0)->digits, 0);
    ck_assert_int_eq(dpc_query_result(s.q, 0)->lower[0], '-');
    close_query(&s);
    /* a short midpoint is no reason to give up: 1 + 1e-54289 to 50 digits */
    check_result("result x = 1 + Q(500)\n", "", 50, "x",
                 "1.000000000000000000000000000000000000000000000000000000");
}
END_TEST

START_TEST(test_settings)
{
    setup s = open_query("gauss.theta", "eps=1 r=1");
    ck_assert_int_eq(dpc_query_set_digits(s.q, 0), DPC_PARSE);
    check_contains(dpc_query_error(s.q), "the number of digits must be in 1..100000, not 0");
    ck_assert_int_eq(dpc_query_set_digits(s.q, 1000000), DPC_PARSE);
    ck_assert_int_eq(dpc_query_set_max_bits(s.q, 8), DPC_PARSE);
    ck_assert_int_eq(dpc_query_set_max_steps(s.q, 0), DPC_PARSE);
    ck_assert_int_eq(dpc_query_set_arith(s.q, "interval"), DPC_PARSE);
    check_contains(dpc_query_error(s.q), "unknown arithmetic 'interval'");
    /* refused settings leave the previous ones in force */
    ck_assert_int_eq(dpc_query_run(s.q), DPC_OK);
    ck_assert_uint_eq(dpc_query_result(s.q, 0)->digits, 10);
    close_query(&s);
}
END_TEST

/* A failure reports the limit that was met as data; its words do not name the option that sets the
   limit. */
START_TEST(test_limits)
{
    uint64_t value = 1;
    setup s = open_query("gauss.theta", "eps=1 r=1");
    ck_assert_int_eq(dpc_query_run(s.q), DPC_OK);
    ck_assert_int_eq(dpc_query_limit(s.q, &value), DPC_LIMIT_NONE);
    ck_assert_uint_eq(value, 0);
    ck_assert_int_eq(dpc_query_set_max_steps(s.q, 7), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_UNDECIDED);
    ck_assert_int_eq(dpc_query_limit(s.q, &value), DPC_LIMIT_STEPS);
    ck_assert_uint_eq(value, 7);
    check_contains(dpc_query_error(s.q), "the limit of 7 steps is reached\n");
    ck_assert_int_eq(dpc_query_set(s.q, "no", "1"), DPC_PARSE);
    ck_assert_int_eq(dpc_query_limit(s.q, &value), DPC_LIMIT_NONE);
    close_query(&s);
    s = open_query("gauss.theta", "eps=700 r=1/300");
    ck_assert_int_eq(dpc_query_set_max_bits(s.q, 64), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_UNDECIDED);
    ck_assert_int_eq(dpc_query_limit(s.q, &value), DPC_LIMIT_BITS);
    ck_assert_uint_eq(value, 64);
    check_contains(dpc_query_error(s.q),
                   "more precision may certify more, unless the value is zero");
    close_query(&s);
}
END_TEST

START_TEST(test_certified_digits)
{
    static const struct {
        long lo, lo_exp, hi, hi_exp;
        unsigned long least, most;
    } rows[] = {
        {1, 0, 2, 0, 0, 0},
        {-1, 0, 1, 0, 0, 0},
        {0, 0, 1, 0, 0, 0},
        {-1, 0, 0, 0, 0, 0},
        {1000, 0, 1001, 0, 2, 3},
        {-1001, 0, -1000, 0, 2, 3},
        {1000000, 0, 1000001, 0, 5, 6},
        {1, 1000000, 1, 2000000000, 0, 0},
        {0, 0, 0, 0, 100000, 200000},
        {3, 5, 3, 5, 100000, 200000},
        {3, 5, 6, 4, 100000, 200000},
    };
    dpc_bounds b;
    dpc_bounds_init(&b);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        b.finite = true;
        mpz_set_si(b.lo_man, rows[i].lo);
        mpz_set_si(b.hi_man, rows[i].hi);
        b.lo_exp = rows[i].lo_exp;
        b.hi_exp = rows[i].hi_exp;
        const unsigned long digits = dpc_certified_digits(&b);
        ck_assert_msg(rows[i].least <= digits && digits <= rows[i].most, "row %zu: %lu digits", i,
                      digits);
        b.finite = false;
        ck_assert_uint_eq(dpc_certified_digits(&b), 0);
    }
    dpc_bounds_clear(&b);
}
END_TEST

/* ---- parameters ---- */

START_TEST(test_parameters)
{
    setup s = open_query("gauss.theta", "eps=1");
    ck_assert_int_eq(dpc_query_run(s.q), DPC_PARSE);
    check_contains(dpc_query_error(s.q), "missing parameter of gauss.theta: r");
    ck_assert_uint_eq(dpc_query_results(s.q), 0);
    ck_assert_int_eq(dpc_query_set(s.q, "eps", "2"), DPC_PARSE);
    ck_assert_str_eq(dpc_query_error(s.q), "parameter eps has a value already");
    ck_assert_int_eq(dpc_query_set(s.q, "epsi", "2"), DPC_PARSE);
    check_contains(dpc_query_error(s.q), "gauss.theta has no parameter 'epsi': did you mean eps?");
    ck_assert_int_eq(dpc_query_set(s.q, "r", ""), DPC_PARSE);
    ck_assert_int_eq(dpc_query_set(s.q, "r", "one"), DPC_PARSE);
    check_contains(dpc_query_error(s.q), "parameter r: malformed number 'one'");
    ck_assert_int_eq(dpc_query_set(s.q, "r", "1/0"), DPC_DOMAIN);
    ck_assert_int_eq(dpc_query_set(s.q, "r", "nan"), DPC_PARSE);
    ck_assert_int_eq(dpc_query_set(s.q, "r", "inf"), DPC_PARSE);
    /* after all these refusals the right value is accepted */
    ck_assert_int_eq(dpc_query_set(s.q, "r", "1/2"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_OK);
    close_query(&s);
    s = open_query("gauss.mechanism", "");
    ck_assert_int_eq(dpc_query_run(s.q), DPC_PARSE);
    check_contains(dpc_query_error(s.q), "missing parameters of gauss.mechanism: eps");
    ck_assert_int_eq(dpc_query_set(s.q, "T", "3/2"), DPC_DOMAIN);
    check_contains(dpc_query_error(s.q), "parameter T must be an integer, but it is 3/2");
    ck_assert_int_eq(dpc_query_set(s.q, "T", "1e3"), DPC_OK);
    close_query(&s);
}
END_TEST

START_TEST(test_domain_errors)
{
    setup s = open_query("gauss.mechanism", "eps=1 D=1 sigma=-2 T=1");
    ck_assert_int_eq(dpc_query_run(s.q), DPC_DOMAIN);
    ck_assert_str_eq(dpc_query_error(s.q),
                     "parameter sigma: the condition sigma > 0 is false (sigma = -2)");
    ck_assert_uint_eq(dpc_query_results(s.q), 0);
    ck_assert_uint_eq(dpc_query_referees(s.q), 0);
    close_query(&s);
    s = open_query("channel.binary", "eps=1 a=0.9 b=0.2");
    ck_assert_int_eq(dpc_query_run(s.q), DPC_DOMAIN);
    check_contains(dpc_query_error(s.q), "channel.binary: the hypothesis a + b <= 1 is false");
    check_contains(dpc_query_error(s.q), "otherwise swap the names of the outputs");
    close_query(&s);
}
END_TEST

START_TEST(test_lists)
{
    static const char id[] = "gauss.mechanism-list";
    check_result(id, "eps=1 step=[(1,2,1)]", 12, "delta", "6.82959498311457538e-3");
    setup s = open_query(id, "eps=1");
    static const struct {
        const char *value, *part;
        dpc_status status;
    } bad[] = {
        {"[", "record 1 does not fit", DPC_PARSE},
        {"[]]", "does not fit", DPC_PARSE},
        {"[,]", "record 1 does not fit", DPC_PARSE},
        {"[(1,2,3),]", "record 2 does not fit", DPC_PARSE},
        {"", "is a list", DPC_PARSE},
        {"[(1,2)]", "record 1 does not fit", DPC_PARSE},
        {"[(1,2,3)", "does not fit", DPC_PARSE},
        {"[(1,2,3)]x", "does not fit", DPC_PARSE},
        {"[(1,2,3),(1,2,3,4)]", "record 2 does not fit", DPC_PARSE},
        {"[(1,2,0.5)]", "field count must be an integer", DPC_DOMAIN},
        {"[(1,two,3)]", "record 1, field sigma", DPC_PARSE},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(dpc_query_set(s.q, "step", bad[i].value) == bad[i].status, "%s: %s",
                      bad[i].value, dpc_query_error(s.q));
        check_contains(dpc_query_error(s.q), bad[i].part);
    }
    ck_assert_int_eq(dpc_query_set(s.q, "step", " [ (1, 2,1) ,(0.5,1/3,2)] "), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_OK);
    ck_assert_str_eq(dpc_query_input(s.q, 1)->value, "[(1,2,1),(1/2,1/3,2)]");
    close_query(&s);
    s = open_query(id, "eps=1 step=[]"); /* min over no records */
    ck_assert_int_eq(dpc_query_run(s.q), DPC_DOMAIN);
    check_contains(dpc_query_error(s.q), "parameter step: the list is empty");
    close_query(&s);
    s = open_query(id, "eps=1 step=[(1,0,1)]");
    ck_assert_int_eq(dpc_query_run(s.q), DPC_DOMAIN);
    check_contains(dpc_query_error(s.q), "parameter step");
    close_query(&s);
}
END_TEST

/* The same query gives the same results again; after a reset everything can be given anew. */
START_TEST(test_again)
{
    setup s = run_query("gauss.theta", "eps=1 r=1/2", 10);
    char first[80];
    (void)snprintf(first, sizeof first, "%s", dpc_query_result(s.q, 0)->upper);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_OK);
    ck_assert_str_eq(dpc_query_result(s.q, 0)->upper, first);
    dpc_query_reset(s.q);
    ck_assert_uint_eq(dpc_query_results(s.q), 0);
    ck_assert_ptr_null(dpc_query_input(s.q, 0)->value);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_PARSE);
    set_all(s.q, "eps=0 r=1/2");
    ck_assert_int_eq(dpc_query_run(s.q), DPC_OK);
    ck_assert_str_eq(dpc_query_result(s.q, 0)->lower, "0.1974126513");
    dpc_query_reset(s.q);
    set_all(s.q, "eps=1 r=1/2");
    ck_assert_int_eq(dpc_query_set_digits(s.q, 20), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_OK);
    ck_assert_int_eq(dpc_query_set_digits(s.q, 10), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_OK);
    ck_assert_str_eq(dpc_query_result(s.q, 0)->upper, first);
    /* from one arithmetic to the other and back */
    ck_assert_int_eq(dpc_query_set_arith(s.q, "double"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_OK);
    ck_assert_ptr_null(dpc_query_result(s.q, 0)->upper);
    ck_assert_int_eq(dpc_query_set_arith(s.q, "ball"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_OK);
    ck_assert_str_eq(dpc_query_result(s.q, 0)->upper, first);
    /* a failed run leaves no old results */
    dpc_query_reset(s.q);
    set_all(s.q, "eps=-1 r=1/2");
    ck_assert_int_eq(dpc_query_run(s.q), DPC_DOMAIN);
    ck_assert_uint_eq(dpc_query_results(s.q), 0);
    ck_assert_ptr_null(dpc_query_result(s.q, 0));
    close_query(&s);
}
END_TEST

START_TEST(test_double)
{
    setup s = open_query("gauss.theta", "eps=1 r=1/2");
    ck_assert_int_eq(dpc_query_set_arith(s.q, "double"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_OK);
    const dpc_result_info *r = dpc_query_result(s.q, 0);
    ck_assert_ptr_null(r->lower);
    ck_assert_ptr_null(r->upper);
    ck_assert_ptr_null(r->exact);
    ck_assert_uint_eq(r->digits, 0);
    ck_assert_double_eq_tol(strtod(r->approx, NULL), 6.82959498311457538e-3, 1e-15);
    ck_assert_uint_eq(dpc_query_bits(s.q), 0);
    ck_assert_uint_eq(dpc_query_referees(s.q), 0);
    close_query(&s);
    /* where doubles fail they say so, and the number is never taken for a bound */
    s = open_query("gauss.theta", "eps=700 r=1/3");
    ck_assert_int_eq(dpc_query_set_arith(s.q, "double"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_OK);
    ck_assert_double_eq(strtod(dpc_query_result(s.q, 0)->approx, NULL), 0);
    close_query(&s);
}
END_TEST

START_TEST(test_exact_results)
{
    setup s = run_query("gauss.theta", "eps=1 r=0", 10);
    const dpc_result_info *r = dpc_query_result(s.q, 0);
    ck_assert_str_eq(r->lower, "0");
    ck_assert_str_eq(r->upper, "0");
    ck_assert_str_eq(r->exact, "0");
    ck_assert_uint_eq(r->digits, 10);
    ck_assert_uint_eq(dpc_query_bits(s.q), 64);
    close_query(&s);
    s = run_query("gauss.rdp", "alpha=4/3 D=1 sigma=3 T=1", 5);
    r = dpc_query_result(s.q, 0);
    ck_assert_str_eq(r->exact, "2/27");
    ck_assert_str_eq(r->lower, "7.4074e-2");
    ck_assert_str_eq(r->upper, "7.4075e-2");
    close_query(&s);
    /* an exact short value is the same text at both ends, however small */
    s = run_query("compose.basic", "eps=1 delta=1e-300 T=7", 10);
    r = result(&s, "delta_out");
    ck_assert_str_eq(r->lower, "7e-300");
    ck_assert_str_eq(r->upper, "7e-300");
    close_query(&s);
    /* and so is a power of ten, where the search for the leading place once never ended */
    s = run_query("compose.basic", "eps=10^109 delta=0 T=1", 10);
    ck_assert_str_eq(result(&s, "eps_out")->lower, "1e109");
    close_query(&s);
}
END_TEST

/* ---- referees ---- */

START_TEST(test_referees)
{
    static const char body[] = "param a : real\n"
                               "result x <= a\n"
                               "result y >= a\n"
                               "referee x >= 2 \"two\"\n"
                               "referee y <= 3 \"three\"\n"
                               "referee x >= 1/a \"the inverse\" where a > 0\n";
    setup s = run_query(body, "a=5/2", 10);
    ck_assert_uint_eq(dpc_query_referees(s.q), 3);
    const dpc_referee_info *r = dpc_query_referee(s.q, 0);
    ck_assert_str_eq(r->name, "x");
    ck_assert_int_eq(r->kind, DPC_BOUND_LOWER);
    ck_assert_str_eq(r->text, "two");
    ck_assert_str_eq(r->lower, "2");
    ck_assert_str_eq(r->slack, "1.25");
    ck_assert(!r->beats_result);
    ck_assert_ptr_null(r->why_not);
    r = dpc_query_referee(s.q, 1);
    ck_assert_int_eq(r->kind, DPC_BOUND_UPPER);
    ck_assert_str_eq(r->slack, "1.2");
    ck_assert(!r->beats_result);
    close_query(&s);
    s = run_query(body, "a=1", 10); /* the first is beaten; the third meets the result */
    ck_assert(dpc_query_referee(s.q, 0)->beats_result);
    ck_assert_str_eq(dpc_query_referee(s.q, 0)->slack, "0.5");
    ck_assert(!dpc_query_referee(s.q, 1)->beats_result);
    ck_assert(!dpc_query_referee(s.q, 2)->beats_result);
    ck_assert_str_eq(dpc_query_referee(s.q, 2)->slack, "1");
    close_query(&s);
    s = run_query(body, "a=7/2", 10); /* the second, from the other side */
    ck_assert(!dpc_query_referee(s.q, 0)->beats_result);
    ck_assert(dpc_query_referee(s.q, 1)->beats_result);
    close_query(&s);
    s = run_query(body, "a=-1", 10); /* the third does not apply */
    r = dpc_query_referee(s.q, 2);
    ck_assert_ptr_null(r->lower);
    ck_assert_ptr_null(r->slack);
    ck_assert(!r->beats_result);
    check_contains(r->why_not, "a > 0 is false");
    ck_assert(dpc_query_referee(s.q, 0)->beats_result);
    ck_assert_ptr_null(dpc_query_referee(s.q, 0)->slack); /* not both positive */
    close_query(&s);
}
END_TEST

/* A result that needs more precision than its referee is compared at that precision: both ways. */
START_TEST(test_referee_precision)
{
    setup s = run_query("param c : real\n"
                        "result x <= exp(1e-30) - 1 - 1e-30\n"
                        "referee x >= c \"exact\"\n",
                        "c=5.00000001e-61", 10);
    ck_assert(dpc_query_referee(s.q, 0)->beats_result);
    close_query(&s);
    s = run_query("param c : real\n"
                  "result x <= exp(1e-30) - 1 - 1e-30\n"
                  "referee x >= c \"exact\"\n",
                  "c=4.99999999e-61", 10);
    ck_assert(!dpc_query_referee(s.q, 0)->beats_result);
    ck_assert_str_eq(dpc_query_referee(s.q, 0)->slack, "1.000000003");
    close_query(&s);
    s = run_query("result x <= 1e-61\nreferee x >= exp(1e-30) - 1 - 1e-30 \"cancelling\"\n", "",
                  10);
    ck_assert(dpc_query_referee(s.q, 0)->beats_result);
    close_query(&s);
}
END_TEST

/* ---- the catalogue's own values ---- */

START_TEST(test_gauss)
{
    check_result("gauss.theta", "eps=1 r=1/2", 15, "delta", "6.82959498311457538e-3");
    check_result("gauss.theta", "eps=5 r=1/2", 10, "delta", "4.4154434703e-24");
    check_result("gauss.mechanism", "eps=1 D=1 sigma=1000000 T=10^12", 10, "delta",
                 "0.126936737506643945800829624758");
    check_result("gauss.tv", "r=1", 20, "delta", "0.382924922548026207275409221217");
    setup s = run_query("gauss.theta", "eps=700 r=1/3", 10);
    ck_assert_str_eq(dpc_query_result(s.q, 0)->lower, "1.392483497e-957475");
    ck_assert_str_eq(dpc_query_result(s.q, 0)->upper, "1.392483498e-957475");
    close_query(&s);
    /* far in the tail Q has its value immediately, not only after thousands of bits */
    s = run_query("gauss.theta", "eps=1 r=1e-7", 10);
    ck_assert_uint_le(dpc_query_bits(s.q), 512);
    close_query(&s);
}
END_TEST

START_TEST(test_composition)
{
    setup s = run_query("compose.basic", "eps=0.1 delta=1e-6 T=10", 10);
    ck_assert_str_eq(result(&s, "delta_out")->lower, "1e-5");
    ck_assert_str_eq(result(&s, "delta_out")->upper, "1e-5");
    ck_assert_str_eq(result(&s, "eps_out")->exact, "1");
    ck_assert(!dpc_query_referee(s.q, 0)->beats_result);
    close_query(&s);

    s = run_query("compose.he-2-printed", "eps=0.1 delta=1e-5 T=1000 slack=1e-6", 11);
    ck_assert_int_eq(dpc_query_theorem(s.q)->status, DPC_STATUS_REFUTED);
    check_near(result(&s, "delta_out")->lower, result(&s, "delta_out")->upper, "9.5868005333e-3",
               11);
    check_near(result(&s, "eps_out")->lower, result(&s, "eps_out")->upper, "21.6184188584790964",
               11);
    const dpc_referee_info *leak = dpc_query_referee(s.q, 0);
    check_near(leak->lower, leak->upper, "9.9502157e-3", 11);
    ck_assert(leak->beats_result);
    ck_assert(dpc_query_referee(s.q, 1)->beats_result);
    close_query(&s);

    s = run_query("compose.kov", "eps=0.1 delta=1e-5 T=1000 slack=1e-6", 11);
    check_near(result(&s, "delta_out")->lower, result(&s, "delta_out")->upper,
               "9.9512058034366617e-3", 11);
    ck_assert_uint_eq(dpc_query_referees(s.q), 2);
    ck_assert(!dpc_query_referee(s.q, 0)->beats_result);
    ck_assert(!dpc_query_referee(s.q, 1)->beats_result);
    close_query(&s);
}
END_TEST

START_TEST(test_moments)
{
    static const char values[] = "sigma=20 T=1000 delta=1e-5";
    setup classic = run_query("ma.gauss", values, 10),
          closed = run_query("ma.gauss-closed", values, 10);
    const dpc_result_info *a = dpc_query_result(classic.q, 0), *b = dpc_query_result(closed.q, 0);
    check_near(a->lower, a->upper, "8.8371356", 10);
    check_near(b->lower, b->upper, "8.0783595", 10);
    /* certified: what the better conversion saves */
    mpq_t saved, other;
    mpq_inits(saved, other, NULL);
    parse(saved, a->lower);
    parse(other, b->upper);
    mpq_sub(saved, saved, other);
    parse(other, "0.7587");
    ck_assert(mpq_cmp(saved, other) > 0);
    mpq_clears(saved, other, NULL);
    /* the same mechanism is a lower bound for both */
    ck_assert(!dpc_query_referee(classic.q, 0)->beats_result);
    ck_assert(!dpc_query_referee(closed.q, 0)->beats_result);
    check_near(dpc_query_referee(closed.q, 0)->lower, dpc_query_referee(closed.q, 0)->upper,
               "7.5112759", 10);
    close_query(&classic);
    close_query(&closed);
    setup s = run_query("ma.sgd-abadi", "q=0.001 sigma=4 T=10000 delta=1e-5", 10);
    ck_assert_uint_eq(dpc_query_assumptions(s.q), 1);
    ck_assert_int_eq(dpc_query_theorem(s.q)->status, DPC_STATUS_CONDITIONAL);
    close_query(&s);
}
END_TEST

/* The ends of an enclosure are neighbours at the digits asked for, and no probability exceeds 1. */
START_TEST(test_neighbours)
{
    static const struct {
        const char *id, *values[8];
        unsigned long digits;
        const char *lower, *upper;
    } table[] = {
        {"gauss.tv", {"r", "20"}, 1, "0.9", "1"},
        {"gauss.tv", {"r", "20"}, 3, "0.999", "1.00"},
        {"gauss.tv", {"r", "20"}, 10, "0.9999999999", "1.000000000"},
        {"compose.kov",
         {"eps", "0.1", "delta", "1e-5", "T", "10^12", "slack", "1e-6"},
         10,
         "0.9999999999",
         "1.000000000"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_catalogue_t *cat = dpc_catalogue_new();
        dpc_query_t *q = dpc_query_new(cat, table[i].id);
        for (size_t k = 0; k < 8 && table[i].values[k] != NULL; k += 2)
            ck_assert_int_eq(dpc_query_set(q, table[i].values[k], table[i].values[k + 1]), DPC_OK);
        ck_assert_int_eq(dpc_query_set_digits(q, table[i].digits), DPC_OK);
        ck_assert_int_eq(dpc_query_run(q), DPC_OK);
        const dpc_result_info *r = dpc_query_result(q, dpc_query_results(q) - 1);
        ck_assert_str_eq(r->lower, table[i].lower);
        ck_assert_str_eq(r->upper, table[i].upper);
        dpc_query_free(q);
        dpc_catalogue_free(cat);
    }
}
END_TEST

/* A value below every exponent still has an upper bound, and no certified digit. */
START_TEST(test_too_small)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, "gauss.theta");
    ck_assert_int_eq(dpc_query_set(q, "eps", "1"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "r", "1e-8"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_UNDECIDED);
    ck_assert_uint_eq(dpc_query_results(q), 1);
    ck_assert_str_eq(dpc_query_result(q, 0)->lower, "0");
    ck_assert_ptr_nonnull(strstr(dpc_query_result(q, 0)->upper, "e-1694648"));
    ck_assert_uint_eq(dpc_query_result(q, 0)->digits, 0);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("query");
    check_add(suite, test_neighbours);
    check_add(suite, test_too_small);
    check_add(suite, test_cancellation);
    check_add(suite, test_digits);
    check_add(suite, test_cap);
    check_add(suite, test_settings);
    check_add(suite, test_limits);
    check_add(suite, test_certified_digits);
    check_add(suite, test_parameters);
    check_add(suite, test_domain_errors);
    check_add(suite, test_lists);
    check_add(suite, test_again);
    check_add(suite, test_double);
    check_add(suite, test_exact_results);
    check_add(suite, test_referees);
    check_add(suite, test_referee_precision);
    check_add(suite, test_gauss);
    check_add(suite, test_composition);
    check_add(suite, test_moments);
    int failed = check_run(suite);
    return failed;
}
