/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The meaning of the language: small theorems are run, and their values, decisions and failures are
   compared with the rules of doc/language.md. */
#include "check_util.h"
#include "dpcert.h"

#include <stdio.h>
#include <stdlib.h>

/* One theorem, evaluated. */
typedef struct {
    dpc_catalogue_t *cat;
    dpc_query_t *q;
    dpc_status status;
    const char *error;
} outcome;

enum { NO_LIMIT = 0 };

/* Evaluates `body` with the values given as "NAME=VALUE NAME=VALUE". */
static outcome evaluate_limited(const char *body, const char *values, const char *arith,
                                uint64_t max_steps, unsigned long max_bits)
{
    outcome o = {.cat = dpc_catalogue_new()};
    char *text = check_theorem("test.body", body);
    const char *id = NULL;
    ck_assert_msg(dpc_catalogue_add_text(o.cat, "t.thm", text, strlen(text), &id) == DPC_OK, "%s",
                  dpc_catalogue_error(o.cat));
    free(text);
    o.q = dpc_query_new(o.cat, id);
    ck_assert_msg(o.q != NULL, "%s", dpc_catalogue_error(o.cat));
    ck_assert_int_eq(dpc_query_set_arith(o.q, arith), DPC_OK);
    if (max_steps != NO_LIMIT)
        ck_assert_int_eq(dpc_query_set_max_steps(o.q, max_steps), DPC_OK);
    if (max_bits != NO_LIMIT)
        ck_assert_int_eq(dpc_query_set_max_bits(o.q, max_bits), DPC_OK);
    char copy[512];
    ck_assert_uint_lt(strlen(values), sizeof copy);
    (void)strcpy(copy, values);
    char *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        ck_assert_ptr_nonnull(equals);
        *equals = '\0';
        ck_assert_msg(dpc_query_set(o.q, word, equals + 1) == DPC_OK, "%s", dpc_query_error(o.q));
    }
    o.status = dpc_query_run(o.q);
    o.error = dpc_query_error(o.q);
    return o;
}

static void outcome_free(outcome *o)
{
    dpc_query_free(o->q);
    dpc_catalogue_free(o->cat);
}

/* The value of `body`'s first result must be this exact rational. */
static void check_exact(const char *body, const char *values, const char *exact)
{
    outcome o = evaluate_limited(body, values, "ball", NO_LIMIT, NO_LIMIT);
    ck_assert_msg(o.status == DPC_OK, "%s: %s", body, o.error);
    const dpc_result_info *r = dpc_query_result(o.q, 0);
    ck_assert_msg(r->exact != NULL, "%s: not exact: [%s, %s]", body, r->lower, r->upper);
    ck_assert_msg(strcmp(r->exact, exact) == 0, "%s: %s instead of %s", body, r->exact, exact);
    outcome_free(&o);
}

/* `result x = EXPR` alone. */
static void check_value(const char *expr, const char *exact)
{
    char body[512];
    (void)snprintf(body, sizeof body, "result x = %s\n", expr);
    check_exact(body, "", exact);
}

/* The enclosure at 10 digits must be these two texts. */
static void check_encloses(const char *body, const char *values, const char *lower,
                           const char *upper)
{
    outcome o = evaluate_limited(body, values, "ball", NO_LIMIT, NO_LIMIT);
    ck_assert_msg(o.status == DPC_OK, "%s: %s", body, o.error);
    const dpc_result_info *r = dpc_query_result(o.q, 0);
    ck_assert_msg(strcmp(r->lower, lower) == 0 && strcmp(r->upper, upper) == 0,
                  "%s: [%s, %s] instead of [%s, %s]", body, r->lower, r->upper, lower, upper);
    outcome_free(&o);
}

/* Evaluation must fail like this, with a message that contains the part. */
static void check_fails(const char *body, const char *values, dpc_status status, const char *part)
{
    outcome o = evaluate_limited(body, values, "ball", NO_LIMIT, 1024);
    ck_assert_msg(o.status == status, "%s: %s instead of %s: %s", body, dpc_status_name(o.status),
                  dpc_status_name(status), o.error);
    check_contains(o.error, part);
    ck_assert_uint_eq(dpc_query_results(o.q), 0);
    outcome_free(&o);
}

static void check_expr_fails(const char *expr, dpc_status status, const char *part)
{
    char body[512];
    (void)snprintf(body, sizeof body, "result x = %s\n", expr);
    check_fails(body, "", status, part);
}

/* ---- numbers ---- */

START_TEST(test_arithmetic)
{
    check_value("1 + 2*3", "7");
    check_value("(1 + 2)*3", "9");
    check_value("2 - 3 - 4", "-5");
    check_value("8/4/2", "1");
    check_value("2^3^2", "512");
    check_value("-2^2", "-4");
    check_value("(-2)^2", "4");
    check_value("2^-2", "1/4");
    check_value("-1/-2", "1/2");
    check_value("0.1 + 0.2", "3/10");
    check_value("1e-5*10", "1/10000");
    check_value("0x1.8p-3", "3/16");
    check_value("abs(-3/2) + pos(-1) + pos(2)", "7/2");
    check_value("ceil(7/2) + 10*floor(-7/2)", "-36");
    check_value("min(3, 1, 2) + 10*max(3, 1, 2)", "31");
    check_value("min(5)", "5");
    check_value("binom(10, 3)", "120");
    check_value("sqrt(9/4)", "3/2");
    check_value("exp(0) + log(1) + expm1(0) + log1p(0) + Q(0)", "3/2");
}
END_TEST

/* Rationals stay what they are. */
START_TEST(test_exactness)
{
    check_value("1/3*3", "1");
    check_value("if(1/3*3 == 1, 7, 8)", "7");
    check_value("if(0.1 + 0.2 == 0.3, 7, 8)", "7");
    check_value("sum(i = 1..10, 1e-6)", "1/100000");
    check_exact("require sum(i = 1..10, 1e-6) <= 1e-5\nresult x = 1\n", "", "1");
    check_exact("param d : real\nparam T : int\nrequire T*d <= 1e-5\nresult x = T*d\n",
                "d=1e-6 T=10", "1/100000");
    /* min, max and if give back an exact operand */
    check_value("min(sqrt(2), 1/3)", "1/3");
    check_value("max(pi, 10/3)", "10/3");
    check_value("if(e < 3, 2/7, 1)", "2/7");
    check_value("max(i = 1..3, if(i == 2, 5/3, sqrt(i)/7))", "5/3");
    /* beyond 4096 bits an enclosure takes over: 3^2584 has 4096 bits */
    check_value("3^2584/3^2583", "3");
    outcome o = evaluate_limited("result x = 3^2585/3^2584\n", "", "ball", NO_LIMIT, NO_LIMIT);
    ck_assert_int_eq(o.status, DPC_OK);
    ck_assert_ptr_null(dpc_query_result(o.q, 0)->exact);
    ck_assert_str_eq(dpc_query_result(o.q, 0)->upper, "3.000000001");
    outcome_free(&o);
}
END_TEST

START_TEST(test_enclosures)
{
    check_encloses("result x = pi\n", "", "3.141592653", "3.141592654");
    check_encloses("result x = e\n", "", "2.718281828", "2.718281829");
    check_encloses("result x = sqrt(2)\n", "", "1.414213562", "1.414213563");
    check_encloses("result x = -sqrt(2)\n", "", "-1.414213563", "-1.414213562");
    check_encloses("result x = 2^0.5\n", "", "1.414213562", "1.414213563");
    check_encloses("result x = Q(1)\n", "", "0.1586552539", "0.1586552540");
    check_encloses("result x = log(2)\n", "", "0.6931471805", "0.6931471806");
    check_encloses("result x = 1000*log1p(1e-3)\n", "", "0.9995003330", "0.9995003331");
    check_encloses("result x = expm1(1)\n", "", "1.718281828", "1.718281829");
    check_encloses("result x = (1 + 1e-6)^1000000\n", "", "2.718280469", "2.718280470");
    check_encloses("result x = binom(10000, 5000)\n", "", "1.591790263e3008", "1.591790264e3008");
}
END_TEST

START_TEST(test_powers)
{
    check_value("(-2)^3", "-8");
    check_value("(-2)^-3", "-1/8");
    check_value("0^(1/2)", "0");
    check_exact("param n : int\nresult x = (-1)^n\n", "n=10^30", "1");
    check_exact("param n : int\nresult x = (-1)^n\n", "n=-7", "-1");
    check_expr_fails("0^0", DPC_DOMAIN, "0^0 has no value");
    check_expr_fails("0^-1", DPC_DOMAIN, "(0)^(-1) is undefined");
    check_expr_fails("(-8)^(1/3)", DPC_DOMAIN, "(-8)^(1/3) is undefined");
    check_expr_fails("0^-0.5", DPC_DOMAIN, "is undefined");
    check_expr_fails("(-pi)^0.5", DPC_DOMAIN, "is undefined");
    /* an exponent that is an integer, which is not known exactly */
    check_expr_fails("(-2)^(sqrt(2)*sqrt(2))", DPC_UNDECIDED, "may be undefined");
    check_expr_fails("(-2)^sup(x = 0..4, x)", DPC_UNDECIDED, "may be undefined");
    /* a negative base that is not exact, with an integer exponent */
    check_encloses("result x = (-pi)^3\n", "", "-31.00627669", "-31.00627668");
    /* a base that cannot be told from 0 */
    check_encloses("result x = 1 + (1 - sqrt(2)*sqrt(2)/2)^2\n", "", "0.9999999999", "1.000000001");
    check_expr_fails("(1 - sqrt(2)*sqrt(2)/2)^0", DPC_UNDECIDED, "may be undefined");
    check_encloses("result x = 1 + pos(1 - sqrt(2)*sqrt(2)/2)^0.5\n", "", "1.000000000",
                   "1.000000001");
}
END_TEST

START_TEST(test_undefined)
{
    check_expr_fails("1/0", DPC_DOMAIN, "division by zero");
    check_expr_fails("1/(1/3 - 2/6)", DPC_DOMAIN, "division by zero");
    check_expr_fails("log(0)", DPC_DOMAIN, "log(0) is undefined: the argument must be > 0");
    check_expr_fails("log(-2)", DPC_DOMAIN, "log(-2) is undefined");
    check_expr_fails("log(2 - pi)", DPC_DOMAIN, "is undefined");
    check_expr_fails("sqrt(-1)", DPC_DOMAIN, "sqrt(-1) is undefined: the argument must be >= 0");
    check_expr_fails("log1p(-1)", DPC_DOMAIN, "log1p(-1) is undefined: the argument must be > -1");
    check_expr_fails("binom(-1, 0)", DPC_DOMAIN, "binom(-1, 0)");
    /* an operand that may be an undefined point is not the user's error */
    check_expr_fails("1/(sqrt(2)*sqrt(2) - 2)", DPC_UNDECIDED, "it cannot be told from zero");
    check_expr_fails("log(sqrt(2)*sqrt(2) - 2)", DPC_UNDECIDED, "may be undefined");
    check_expr_fails("sqrt(sqrt(2)*sqrt(2) - 2)", DPC_UNDECIDED, "may be undefined");
    /* but more precision is tried first */
    check_encloses("result x = log(exp(1e-30) - 1)\n", "", "-69.07755279", "-69.07755278");
    check_encloses("result x = 1/(exp(1e-30) - 1)\n", "", "9.999999999e29", "1.000000000e30");
    /* a nonnegative operand stays nonnegative, however wide its enclosure */
    check_encloses("result x = 1 + sqrt(pos(sqrt(2)*sqrt(2) - 2))\n", "", "1.000000000",
                   "1.000000001");
    check_encloses("result x = 1 + sqrt(abs(sqrt(2)*sqrt(2) - 2))\n", "", "1.000000000",
                   "1.000000001");
    check_encloses("result x = 1 + sqrt(max(0, sqrt(2)*sqrt(2) - 2))\n", "", "1.000000000",
                   "1.000000001");
}
END_TEST

/* ---- loops ---- */

START_TEST(test_folds)
{
    check_value("sum(i = 1..4, i^2)", "30");
    check_value("prod(i = 1..5, i)", "120");
    check_value("max(i = -3..3, i*(2 - i))", "1");
    check_value("min(i = -3..3, i*(2 - i))", "-15");
    check_value("avg(i = 1..4, i)", "5/2");
    check_value("sum(i = -2..2, i)", "0");
    check_value("sum(i = 3..3, i)", "3");
    check_value("max(i = 1..1, -7)", "-7");
    check_value("sum(i = 1..3, prod(j = 1..i, j))", "9");
    check_value("sum(i = 1..3, max(j = i..3, j - i))", "3");
    check_value("sum(i = 1..2, sum(j = i..2, 10*i + j))", "45");
    check_exact("param n : int\nresult x = sum(i = 1..n, 1/(i*(i + 1)))\n", "n=100", "100/101");
    /* one range after another with the same variable */
    check_value("sum(i = 1..2, i) + 10*sum(i = 3..4, i)", "73");
}
END_TEST

START_TEST(test_empty_ranges)
{
    check_value("sum(i = 1..0, 1/0)", "0");
    check_value("prod(i = 5..3, i)", "1");
    check_value("sum(i = 10^30..1, i)", "0");
    check_expr_fails("max(i = 1..0, i)", DPC_DOMAIN, "'max' over an empty range has no value");
    check_expr_fails("min(i = 1..0, i)", DPC_DOMAIN, "'min' over an empty range has no value");
    check_expr_fails("avg(i = 1..0, i)", DPC_DOMAIN, "'avg' over an empty range has no value");
}
END_TEST

static const char list_theorem[] = "param step : list(eps, delta, count : int)\n"
                                   "result x = %s\n";

static void check_list(const char *expr, const char *exact)
{
    char body[512];
    (void)snprintf(body, sizeof body, list_theorem, expr);
    check_exact(body, "step=[(0.1,1e-6,100),(1/5,1e-6,50),(-1,0,3)]", exact);
}

START_TEST(test_lists)
{
    check_list("len(step)", "3");
    check_list("sum(s in step, s.eps*s.count)", "17");
    check_list("prod(s in step, s.count)", "15000");
    check_list("max(s in step, s.eps)", "1/5");
    check_list("min(s in step, s.eps)", "-1");
    check_list("avg(s in step, s.count)", "51");
    check_list("step[2].eps + step[len(step)].count", "16/5");
    check_list("sum(i = 2..len(step), step[i].delta)", "1/1000000");
    check_list("sum(s in step, sum(t in step, s.count*t.count))", "23409");
    check_list("sum(s in step, sum(j = 1..s.count, 1))", "153");
    char body[512];
    (void)snprintf(body, sizeof body, list_theorem, "step[4].eps");
    check_fails(body, "step=[(1,1,1),(2,2,2)]", DPC_DOMAIN, "index 4 is outside of 1..2");
    (void)snprintf(body, sizeof body, list_theorem, "step[0].eps");
    check_fails(body, "step=[(1,1,1)]", DPC_DOMAIN, "index 0 is outside of 1..1");
    check_exact("param v : list(x)\nresult y = sum(s in v, s.x)\n", "v=[1,2,1/2]", "7/2");
}
END_TEST

START_TEST(test_iterate)
{
    check_value("iterate(x = 1, 10, 2*x)", "1024");
    check_value("iterate(x = 1/2, 0, 1/0)", "1/2");
    check_value("iterate(x = 0, 5, x + iterate(y = 0, 3, y + 1))", "15");
    check_exact("param n : int\nresult x = iterate(a = 2, n, (a + 2/a)/2)\n", "n=3", "577/408");
    check_encloses("param n : int\nresult x = iterate(a = 2, n, (a + 2/a)/2)\n", "n=20",
                   "1.414213562", "1.414213563");
    check_value("iterate(x = 3, -2, 2*x)", "3");
}
END_TEST

START_TEST(test_arrays)
{
    check_exact("let f[i = 0..20] = if(i <= 1, 1, f[max(i - 1, 0)] + f[max(i - 2, 0)])\n"
                "result x = f[20]\n",
                "", "10946");
    check_exact("let p[i = 1..10] = i^2 + if(i == 1, 0, p[max(i - 1, 1)])\n"
                "result x = p[10] - p[3]\n",
                "", "371");
    check_exact("let a[i = -2..2] = i^3\nresult x = a[-2] + 10*a[2]\n", "", "72");
    check_exact("let a[i = 1..3] = 1/i\nlet b[j = 1..3] = a[j]*a[4 - j]\n"
                "result x = sum(k = 1..3, b[k])\n",
                "", "11/12");
    check_exact("let a[i = 1..0] = 1/0\nresult x = 5\n", "", "5");
    check_encloses("let a[i = 1..4] = sqrt(i)\nresult x = a[2]*a[4]\n", "", "2.828427124",
                   "2.828427125");
    check_fails("let a[i = 1..3] = i\nresult x = a[4]\n", "", DPC_DOMAIN,
                "element 4 of 'a' does not exist");
    check_fails("let a[i = 1..3] = i\nresult x = a[0]\n", "", DPC_DOMAIN,
                "element 0 of 'a' does not exist");
    check_fails("let a[i = 1..3] = if(i < 3, a[i + 1], 1)\nresult x = a[1]\n", "", DPC_DOMAIN,
                "element 2 of 'a' does not exist (or not yet)");
    check_fails("let a[i = 1..3] = a[i]\nresult x = a[1]\n", "", DPC_DOMAIN, "not yet");
    check_fails("param n : int\nlet a[i = 1..n] = i\nresult x = a[1]\n", "n=200000000",
                DPC_UNDECIDED, "elements is too large");
}
END_TEST

/* Prefix sums over an array are linear: with 20000 elements and 500000 steps a quadratic evaluation
   would be refused. */
START_TEST(test_prefix_sums_are_linear)
{
    outcome o = evaluate_limited("param n : int\n"
                                 "let s[i = 0..n] = if(i == 0, 0, s[max(i - 1, 0)] + i)\n"
                                 "result x = s[n]\n",
                                 "n=20000", "ball", 500000, NO_LIMIT);
    ck_assert_msg(o.status == DPC_OK, "%s", o.error);
    ck_assert_str_eq(dpc_query_result(o.q, 0)->exact, "200010000");
    outcome_free(&o);
}
END_TEST

START_TEST(test_definitions)
{
    check_exact("param a : real\ndef f(x) = a*x + 1\nresult y = f(f(2))\n", "a=3", "22");
    check_exact("def f(x, n : int) = sum(i = 1..n, x^i)\nresult y = f(2, 3) + f(1/2, 2)\n", "",
                "59/4");
    check_exact("def f(x) = x^2\ndef g(x) = f(x + 1) - f(x)\nresult y = sum(i = 0..4, g(i))\n", "",
                "25");
    /* an argument is evaluated once, and before the body */
    check_fails("def f(x) = if(1 < 2, 0, x)\nresult y = f(1/0)\n", "", DPC_DOMAIN,
                "division by zero");
    check_encloses("result x = theta(1, 1/2)\n", "", "6.829594983e-3", "6.829594984e-3");
    check_exact("result x = theta(1, 0)\n", "", "0");
}
END_TEST

/* ---- decisions ---- */

START_TEST(test_conditions)
{
    check_value("if(1 < 2, 1, 0)", "1");
    check_value("if(2 <= 2, 1, 0)", "1");
    check_value("if(2 < 2, 1, 0)", "0");
    check_value("if(2 >= 2, 1, 0)", "1");
    check_value("if(2 > 2, 1, 0)", "0");
    check_value("if(1/2 == 2/4, 1, 0)", "1");
    check_value("if(1 != 1, 1, 0)", "0");
    check_value("if(1 < 2 < 3, 1, 0)", "1");
    check_value("if(1 < 3 < 2, 1, 0)", "0");
    check_value("if(not 1 < 2, 1, 0)", "0");
    check_value("if(1 < 2 and 2 < 1, 1, 0)", "0");
    check_value("if(1 < 2 or 2 < 1, 1, 0)", "1");
    /* only the branch that counts is evaluated, and only as much of a condition as decides it */
    check_value("if(1 < 2, 3, 1/0)", "3");
    check_value("if(2 < 1, log(0), 4)", "4");
    check_value("if(2 < 1 and 1/0 > 0, 1, 0)", "0");
    check_value("if(1 < 2 or 1/0 > 0, 1, 0)", "1");
    check_value("if(3 < 2 < 1/0, 1, 0)", "0");
    check_expr_fails("if(1 < 2 and 1/0 > 0, 1, 0)", DPC_DOMAIN, "division by zero");
    check_expr_fails("if(1 < 2, 1/0, 1)", DPC_DOMAIN, "division by zero");
    /* precision decides */
    check_value("if(exp(1e-30) > 1, 7, 8)", "7");
    check_value("if(pi < 22/7, 7, 8)", "7");
    check_value("if(sqrt(2)*sqrt(2) != 2 + 1e-60, 7, 8)", "7");
    /* a condition that is open at 64 bits may be needless once another one is decided */
    check_value("if(exp(1e-40) <= 1 and 1/0 > 0, 1, 2)", "2");
    check_value("if(exp(1e-40) > 1 or log(-1) > 0, 1, 2)", "1");
    check_value("if(1 < exp(1e-40) < 2, 1, 2)", "1");
}
END_TEST

/* sqrt(2)*sqrt(2) <= 2 is true, but no precision shows it. */
#define OPEN "sqrt(2)*sqrt(2) <= 2"

START_TEST(test_undecided)
{
    /* a real-valued if is the hull of both branches */
    outcome o = evaluate_limited("result x = if(" OPEN ", 1, 2)\n", "", "ball", NO_LIMIT, 256);
    ck_assert_int_eq(o.status, DPC_UNDECIDED);
    check_contains(o.error, "only 0 of 10 digits");
    ck_assert_uint_eq(dpc_query_results(o.q), 1);
    const dpc_result_info *r = dpc_query_result(o.q, 0);
    ck_assert_uint_eq(r->digits, 0);
    ck_assert_double_eq_tol(strtod(r->lower, NULL), 1, 1e-6);
    ck_assert_double_le(strtod(r->lower, NULL), 1);
    ck_assert_double_ge(strtod(r->upper, NULL), 2);
    ck_assert_double_eq_tol(strtod(r->upper, NULL), 2, 1e-6);
    outcome_free(&o);
    /* and tight where the branches agree */
    check_encloses("result x = if(" OPEN ", pi, pi + 1e-30)\n", "", "3.141592653", "3.141592654");
}
END_TEST

START_TEST(test_undecided_hypotheses)
{
    /* open conditions are never accepted in require, where, ends of ranges and indices */
    check_fails("require " OPEN " \"why\"\nresult x = 1\n", "", DPC_UNDECIDED,
                "the hypothesis sqrt(2)*sqrt(2) <= 2 cannot be decided");
    check_fails("require not " OPEN "\nresult x = 1\n", "", DPC_UNDECIDED, "cannot be decided");
    check_fails("param a : real where sqrt(a)*sqrt(a) <= 2\nresult x = a\n", "a=2", DPC_UNDECIDED,
                "parameter a: the condition sqrt(a)*sqrt(a) <= 2 cannot be decided (a = 2");
    check_fails("result x = sum(i = 1..ceil(sqrt(2)*sqrt(2)), 1)\n", "", DPC_UNDECIDED,
                "the end of a range is not a decided integer");
    check_fails("result x = sum(i = floor(sqrt(2)*sqrt(2))..3, 1)\n", "", DPC_UNDECIDED,
                "the start of a range is not a decided integer");
    check_fails("let a[i = 1..3] = i\nresult x = a[floor(sqrt(2)*sqrt(2))]\n", "", DPC_UNDECIDED,
                "an index is not a decided integer");
    check_fails("result x = sum(i = 1..if(" OPEN ", 1, 2), 1)\n", "", DPC_UNDECIDED,
                "is not a decided integer");
    check_fails("result x = iterate(a = 1, ceil(sqrt(2)*sqrt(2)), a)\n", "", DPC_UNDECIDED,
                "is not a decided integer");
    /* three-valued logic: an open part may not matter */
    check_exact("require " OPEN " or 1 < 2\nresult x = 1\n", "", "1");
    check_exact("require 1 < 2 or " OPEN "\nresult x = 1\n", "", "1");
    check_exact("require not (" OPEN " and 2 < 1)\nresult x = 1\n", "", "1");
    check_fails("require not (" OPEN " or 1 < 2)\nresult x = 1\n", "", DPC_DOMAIN, "is false");
    check_fails("require " OPEN " and 1 < 2\nresult x = 1\n", "", DPC_UNDECIDED,
                "cannot be decided");
    check_fails("require " OPEN " or 2 < 1\nresult x = 1\n", "", DPC_UNDECIDED,
                "cannot be decided");
    /* an open condition whose other branch has no value */
    check_fails("result x = if(" OPEN ", 1, 1/0)\n", "", DPC_UNDECIDED, "division by zero");
}
END_TEST

START_TEST(test_rounding)
{
    check_value("sum(i = 1..ceil(pi), i)", "10");
    check_value("sum(i = 1..floor(pi), i)", "6");
    check_value("ceil(pi) + floor(-e)", "1");
    check_value("ceil(sqrt(2)*sqrt(2) + 1e-40)", "3");
    check_value("floor(exp(1e-30))", "1");
    check_value("ceil(3) + ceil(3.0)", "6");
}
END_TEST

START_TEST(test_hypotheses)
{
    check_exact("param a : real where a > 0\nresult x = a\n", "a=1/2", "1/2");
    check_fails("param a : real where a > 0\nresult x = a\n", "a=-1", DPC_DOMAIN,
                "parameter a: the condition a > 0 is false (a = -1)");
    check_fails("param a : real where 0 <= a <= 1\nresult x = a\n", "a=3/2", DPC_DOMAIN, "a = 3/2");
    check_fails("param a : real\nparam b : real\nrequire a + b <= 1 \"swap them\"\nresult x = a\n",
                "a=1 b=2", DPC_DOMAIN, "a + b <= 1 is false (a = 1, b = 2");
    check_fails("param a : real\nparam b : real\nrequire a + b <= 1 \"swap them\"\nresult x = a\n",
                "a=1 b=2", DPC_DOMAIN, "swap them");
    /* a hypothesis is checked before the statements that rely on it */
    check_fails("param a : real\nrequire a > 0 \"positive\"\nresult x = log(a)\n", "a=-1",
                DPC_DOMAIN, "positive");
    check_fails("let s = 1 - 2\nrequire s > 0\nresult x = s\n", "", DPC_DOMAIN, "s = -1");
}
END_TEST

START_TEST(test_enumerations)
{
    static const char body[] = "param which : enum(first, second, last)\n"
                               "result x = if(which == first, 1, if(which == last, 3, 2))\n";
    check_exact(body, "which=first", "1");
    check_exact(body, "which=second", "2");
    check_exact(body, "which=last", "3");
    check_exact("param which : enum(first, last)\nresult x = if(which != first, 1, 0)\n",
                "which=last", "1");
    outcome o = evaluate_limited(body, "which=second", "ball", NO_LIMIT, NO_LIMIT);
    ck_assert_str_eq(dpc_query_input(o.q, 0)->value, "second");
    dpc_query_reset(o.q);
    ck_assert_int_eq(dpc_query_set(o.q, "which", "third"), DPC_PARSE);
    check_contains(dpc_query_error(o.q), "is one of first, second, last, not 'third'");
    ck_assert_int_eq(dpc_query_set(o.q, "which", "1"), DPC_PARSE);
    outcome_free(&o);
}
END_TEST

/* ---- limits ---- */

START_TEST(test_step_limit)
{
    static const char body[] = "param n : int\nresult x = sum(i = 1..n, i)\n";
    outcome o = evaluate_limited(body, "n=1000", "ball", 10000, NO_LIMIT);
    ck_assert_int_eq(o.status, DPC_OK);
    ck_assert_str_eq(dpc_query_result(o.q, 0)->exact, "500500");
    outcome_free(&o);
    o = evaluate_limited(body, "n=1000", "ball", 1000, NO_LIMIT);
    ck_assert_int_eq(o.status, DPC_UNDECIDED);
    check_contains(o.error, "1000 rounds of this loop, of ");
    check_contains(o.error, " or more steps each, exceed the limit of 1000 steps");
    ck_assert_uint_eq(dpc_query_results(o.q), 0);
    outcome_free(&o);
    /* refused before it starts, not after a billion rounds */
    o = evaluate_limited(body, "n=10^30", "ball", NO_LIMIT, NO_LIMIT);
    ck_assert_int_eq(o.status, DPC_UNDECIDED);
    check_contains(o.error, "exceed the limit of 1000000000 steps");
    check_contains(o.error, "10^30");
    outcome_free(&o);
    o = evaluate_limited(body, "n=123456789012345", "ball", NO_LIMIT, NO_LIMIT);
    check_contains(o.error, "123456789012345 rounds");
    outcome_free(&o);
    /* the message mentions the steps that were spent before */
    o = evaluate_limited(
        "param n : int\nlet a = sum(i = 1..n, i)\nresult x = a + sum(i = 1..n, i)\n", "n=1000",
        "ball", 3000, NO_LIMIT);
    ck_assert_int_eq(o.status, DPC_UNDECIDED);
    check_contains(o.error, " steps before it, exceed the limit of 3000 steps");
    outcome_free(&o);
    /* nested loops are refused when the inner ones add up */
    o = evaluate_limited("param n : int\nresult x = sum(i = 1..n, sum(j = 1..n, 1))\n", "n=1000",
                         "ball", 100000, NO_LIMIT);
    ck_assert_int_eq(o.status, DPC_UNDECIDED);
    check_contains(o.error, "the limit of 100000 steps");
    outcome_free(&o);
    /* and straight-line code */
    o = evaluate_limited("result x = 1 + 2*3 - sqrt(5)\n", "", "ball", 2, NO_LIMIT);
    ck_assert_int_eq(o.status, DPC_UNDECIDED);
    check_contains(o.error, "the limit of 2 steps is reached");
    outcome_free(&o);
}
END_TEST

/* Steps count by what they cost: sizes of operands, kinds of operations. */
START_TEST(test_step_costs)
{
    static const struct {
        const char *result, *values;
        uint64_t enough, few;
    } rows[] = {
        /* a hundred rounds of three or four steps, plus the cost of their operations */
        {"sum(i = 1..100, i*x)", "x=1/3", 400, 250},
        {"sum(i = 1..100, exp(i*x))", "x=1/3", 1900, 1500},
        {"sum(i = 1..100, (i*x)^(x + 1/7))", "x=1/3", 8000, 6000},
        {"sum(i = 1..100, Q(i*x))", "x=1/3000", 9000, 6000},
        {"sum(i = 1..100, Q(9 + i*x))", "x=1/3000", 55000, 35000}, /* its series is longer there */
        {"sum(i = 1..100, Q(90 + i*x))", "x=1/3000", 8000, 5000},
        {"sum(i = 1..100, exp(i*x))", "x=1e-30000", 2100, 1600}, /* its enclosure is kept */
        {"sum(i = 1..100, if(x < i, 1, 0)*x)", "x=1e-30000", 50000, 9000},
        {"sum(i = 1..100, 1 + x*i)", "x=1e-1000", 20000, 4000},
        /* each coefficient is computed from the one before */
        {"sum(k = 1200..1300, binom(20000, k))*x", "x=1/3", 5000, 2600},
        /* each coefficient is computed anew */
        {"sum(i = 1..10, 1/binom(10000 + i, 1000))*x", "x=1/3", 24000, 19000},
        {"(1 + x)^(10^9)", "x=1/3", 100, 50},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char body[200];
        (void)snprintf(body, sizeof body, "param x : real\nresult y = %s\n", rows[i].result);
        outcome o = evaluate_limited(body, rows[i].values, "kernel", rows[i].enough, 64);
        ck_assert_msg(o.status == DPC_OK, "%s: %s", rows[i].result, o.error);
        outcome_free(&o);
        o = evaluate_limited(body, rows[i].values, "kernel", rows[i].few, 64);
        ck_assert_msg(o.status == DPC_UNDECIDED, "%s: within %llu steps", rows[i].result,
                      (unsigned long long)rows[i].few);
        uint64_t limit = 0;
        ck_assert_int_eq(dpc_query_limit(o.q, &limit), DPC_LIMIT_STEPS);
        ck_assert_uint_eq(limit, rows[i].few);
        outcome_free(&o);
    }
}
END_TEST

static int count_calls(const dpc_progress_info *info)
{
    uint64_t *seen = info->data;
    ck_assert_uint_gt(info->steps, *seen);
    *seen = info->steps;
    return 0;
}

START_TEST(test_progress)
{
    outcome o = evaluate_limited("param n : int\nresult x = sum(i = 1..n, i)\n", "n=1", "ball",
                                 NO_LIMIT, NO_LIMIT);
    uint64_t seen = 0;
    dpc_query_reset(o.q);
    ck_assert_int_eq(dpc_query_set(o.q, "n", "100000"), DPC_OK);
    dpc_on_progress(count_calls, &seen);
    ck_assert_int_eq(dpc_query_run(o.q), DPC_OK);
    dpc_on_progress(NULL, NULL);
    ck_assert_uint_ge(seen, 65536);
    outcome_free(&o);
}
END_TEST

/* ---- messages ---- */

START_TEST(test_places)
{
    outcome o = evaluate_limited("param a : real\nlet b = 1 + 2/a\nresult x = b\n", "a=0", "ball",
                                 NO_LIMIT, NO_LIMIT);
    check_message m;
    check_split_message(o.error, "t.thm", &m);
    ck_assert_uint_eq(m.line, CHECK_HEADER_LINES + 2);
    ck_assert_str_eq(m.text, "division by zero");
    ck_assert_str_eq(m.shown, "let b = 1 + 2/a");
    ck_assert_int_eq(m.shown[m.column - 1], '/');
    ck_assert_uint_eq(m.caret, m.column);
    outcome_free(&o);
    /* a function of the prelude fails in its own file */
    o = evaluate_limited("result x = zeta(0)\n", "", "ball", NO_LIMIT, NO_LIMIT);
    ck_assert_int_eq(o.status, DPC_DOMAIN);
    check_split_message(o.error, "prelude.thm", &m);
    check_contains(m.shown, "def zeta");
    outcome_free(&o);
}
END_TEST

/* ---- used theorems ---- */

/* Adds two theorems to a catalogue, the second of which may use the first, and makes a query. */
static dpc_query_t *use_query(dpc_catalogue_t *cat, const char *used, const char *user)
{
    char *text = check_theorem("test.used", used);
    ck_assert_msg(dpc_catalogue_add_text(cat, "used.thm", text, strlen(text), NULL) == DPC_OK, "%s",
                  dpc_catalogue_error(cat));
    free(text);
    text = check_theorem("test.user", user);
    ck_assert_msg(dpc_catalogue_add_text(cat, "user.thm", text, strlen(text), NULL) == DPC_OK, "%s",
                  dpc_catalogue_error(cat));
    free(text);
    dpc_query_t *q = dpc_query_new(cat, "test.user");
    ck_assert_msg(q != NULL, "%s", dpc_catalogue_error(cat));
    return q;
}

START_TEST(test_use)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = use_query(cat,
                               "param a : real where a > 0\n"
                               "param n : int\n"
                               "let twice = 2*a\n"
                               "require a < 10 \"small enough\"\n"
                               "result y = twice^n\n"
                               "result z = -a\n",
                               "param b : real\n"
                               "use c = test.used(a = b + 1, n = 3)\n"
                               "use d = test.used(n = 2, a = c.y)\n"
                               "result x = c.y + c.z + d.y\n");
    ck_assert_int_eq(dpc_query_set(q, "b", "-1/2"), DPC_OK);
    ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s", dpc_query_error(q));
    ck_assert_str_eq(dpc_query_result(q, 0)->exact, "9/2"); /* 1 - 1/2 + 4 */
    /* its conditions are those of the user */
    dpc_query_reset(q);
    ck_assert_int_eq(dpc_query_set(q, "b", "-1"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_DOMAIN);
    check_contains(dpc_query_error(q),
                   "parameter c.a of a used theorem: the condition a > 0 is false");
    dpc_query_reset(q);
    ck_assert_int_eq(dpc_query_set(q, "b", "3"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_DOMAIN);
    check_contains(dpc_query_error(q), "test.used: the hypothesis a < 10 is false");
    check_contains(dpc_query_error(q), "small enough");
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

START_TEST(test_use_witnesses)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = use_query(cat,
                               "param a : real\n"
                               "choose w : real where w > 0\n"
                               "result y <= w + a/w\n"
                               "objective y\n",
                               "param b : real\n"
                               "use c = test.used(a = b)\n"
                               "result x <= 3*c.y\n"
                               "objective x\n");
    ck_assert_int_eq(dpc_query_set(q, "b", "4"), DPC_OK);
    ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s", dpc_query_error(q));
    const dpc_input_info *w = dpc_query_input(q, 1);
    ck_assert_str_eq(w->name, "c.w");
    ck_assert(w->is_witness && !w->is_given && !w->of_referee);
    ck_assert_double_eq_tol(strtod(w->value, NULL), 2, 1e-4);
    ck_assert_double_eq_tol(strtod(dpc_query_result(q, 0)->upper, NULL), 12, 1e-8);
    /* it may be given under that name */
    dpc_query_reset(q);
    ck_assert_int_eq(dpc_query_set(q, "b", "4"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "c.w", "1"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    ck_assert_str_eq(dpc_query_result(q, 0)->exact, "15");
    ck_assert(dpc_query_input(q, 1)->is_given);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

START_TEST(test_use_assumptions)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    static const char conditional[] =
        "theorem test.used\nrevision 1\ntitle \"t\"\ncite n \"n\"\n"
        "status conditional paper\nadjacency any\n"
        "param a : real\nassume \"the moon is round\"\npremise \"it shines\"\nresult y <= a\n";
    static const char user[] = "theorem test.user\nrevision 1\ntitle \"t\"\ncite n \"n\"\n"
                               "status conditional paper\nadjacency any\n"
                               "use c = test.used(a = 1)\nresult x <= c.y\n";
    ck_assert_int_eq(
        dpc_catalogue_add_text(cat, "used.thm", conditional, strlen(conditional), NULL), DPC_OK);
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "user.thm", user, strlen(user), NULL), DPC_OK);
    dpc_query_t *q = dpc_query_new(cat, "test.user");
    ck_assert_ptr_nonnull(q);
    ck_assert_uint_eq(dpc_query_assumptions(q), 1);
    ck_assert_str_eq(dpc_query_assumption(q, 0), "the moon is round");
    ck_assert_ptr_null(dpc_query_assumption(q, 1));
    ck_assert_uint_eq(dpc_query_premises(q), 1);
    ck_assert_str_eq(dpc_query_premise(q, 0), "it shines");
    ck_assert_ptr_null(dpc_query_premise(q, 1));
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- plain double ---- */

static double run_double(const char *body, const char *values)
{
    outcome o = evaluate_limited(body, values, "double", NO_LIMIT, NO_LIMIT);
    ck_assert_msg(o.status == DPC_OK, "%s: %s", body, o.error);
    const dpc_result_info *r = dpc_query_result(o.q, 0);
    ck_assert(r->lower == NULL && r->upper == NULL && r->exact == NULL);
    double x = strtod(r->approx, NULL);
    outcome_free(&o);
    return x;
}

/* Every construct in plain double: the same steps, without a guarantee. */
START_TEST(test_double)
{
    ck_assert_double_eq(run_double("result x = 0.1 + 0.2\n", ""), 0.1 + 0.2);
    ck_assert_double_ne(run_double("result x = 0.1 + 0.2\n", ""), 0.3);
    ck_assert_double_eq(run_double("result x = sum(i = 1..4, i^2)\n", ""), 30);
    ck_assert_double_eq(run_double("result x = max(i = 1..4, i*(3 - i)) + min(i = 1..4, i)\n", ""),
                        3);
    ck_assert_double_eq(run_double("result x = avg(i = 1..4, i)*prod(i = 1..4, i)\n", ""), 60);
    ck_assert_double_eq(run_double("result x = iterate(a = 1, 10, 2*a)\n", ""), 1024);
    ck_assert_double_eq(run_double("result x = sum(i = 1..ceil(pi), binom(4, i))\n", ""), 15);
    ck_assert_double_eq(run_double("result x = if(1/3*3 == 1 and 1 < 2, 5, 6)\n", ""), 5);
    ck_assert_double_eq(
        run_double("let f[i = 0..9] = if(i <= 1, 1, f[max(i - 1, 0)] + f[max(i - 2, 0)])\n"
                   "result x = f[9]\n",
                   ""),
        55);
    ck_assert_double_eq(run_double("param step : list(eps, n : int)\n"
                                   "result x = sum(s in step, s.eps*s.n) + step[1].eps\n",
                                   "step=[(1/2,4),(2,3)]"),
                        8.5);
    ck_assert_double_eq_tol(run_double("result x = Q(1) + exp(1) - e + log(2) - log1p(1)\n", ""),
                            0.15865525393145707, 1e-15);
    ck_assert_double_eq_tol(
        run_double("result x = expm1(1e-20)*1e20 + sqrt(4) + pos(-1) + abs(-1)\n", ""), 4, 1e-15);
    /* cancellation takes its toll */
    ck_assert_double_eq(run_double("result x = exp(1e-30) - 1\n", ""), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("run");
    check_add(suite, test_arithmetic);
    check_add(suite, test_exactness);
    check_add(suite, test_enclosures);
    check_add(suite, test_powers);
    check_add(suite, test_undefined);
    check_add(suite, test_folds);
    check_add(suite, test_empty_ranges);
    check_add(suite, test_lists);
    check_add(suite, test_iterate);
    check_add(suite, test_arrays);
    check_add(suite, test_prefix_sums_are_linear);
    check_add(suite, test_definitions);
    check_add(suite, test_conditions);
    check_add(suite, test_undecided);
    check_add(suite, test_undecided_hypotheses);
    check_add(suite, test_rounding);
    check_add(suite, test_hypotheses);
    check_add(suite, test_enumerations);
    check_add(suite, test_step_limit);
    check_add(suite, test_step_costs);
    check_add(suite, test_progress);
    check_add(suite, test_places);
    check_add(suite, test_use);
    check_add(suite, test_use_witnesses);
    check_add(suite, test_use_assumptions);
    check_add(suite, test_double);
    int failed = check_run(suite);
    return failed;
}
