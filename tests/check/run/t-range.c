/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Infima, suprema and integrals over ranges of real numbers: rules R1 to R5 of doc/language.md, in
   every rigorous arithmetic; and the promises of the entries that use them. */
#include "check_util.h"
#include "dpcert.h"

#include "lang/catalogue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const arithmetics[] = {"ball", "mpfr", "kernel"};

/* The first result of `result r = EXPR`, with this many digits. */
static dpc_query_t *run_expression(dpc_catalogue_t *cat, const char *expression, const char *arith,
                                   unsigned long digits)
{
    char body[1024];
    (void)snprintf(body, sizeof body, "param x : real\nresult r = %s\n", expression);
    char *text = check_theorem("test.range", body);
    const char *id = NULL;
    ck_assert_msg(dpc_catalogue_add_text(cat, "t.thm", text, strlen(text), &id) == DPC_OK, "%s",
                  dpc_catalogue_error(cat));
    free(text);
    dpc_query_t *q = dpc_query_new(cat, id);
    ck_assert_msg(q != NULL, "%s", dpc_catalogue_error(cat));
    ck_assert_int_eq(dpc_query_set_arith(q, arith), DPC_OK);
    ck_assert_int_eq(dpc_query_set_digits(q, digits), DPC_OK);
    ck_assert_int_eq(dpc_query_set_max_steps(q, 100000000), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "x", "1"), DPC_OK);
    return q;
}

/* The value is within [lo, hi], and the enclosure is no wider than that. */
static void check_value(const char *expression, double lo, double hi, unsigned long digits)
{
    for (size_t i = 0; i < sizeof arithmetics / sizeof arithmetics[0]; i++) {
        dpc_catalogue_t *cat = dpc_catalogue_new();
        dpc_query_t *q = run_expression(cat, expression, arithmetics[i], digits);
        const dpc_status status = dpc_query_run(q);
        ck_assert_msg(dpc_query_results(q) == 1, "%s in %s: %d %s", expression, arithmetics[i],
                      (int)status, dpc_query_error(q));
        const dpc_result_info *r = dpc_query_result(q, 0);
        ck_assert_msg(strtod(r->lower, NULL) >= lo && strtod(r->upper, NULL) <= hi,
                      "%s in %s: [%s, %s], not within [%.12g, %.12g]", expression, arithmetics[i],
                      r->lower, r->upper, lo, hi);
        dpc_query_free(q);
        dpc_catalogue_free(cat);
    }
}

static void check_failure(const char *expression, dpc_status status, const char *message)
{
    for (size_t i = 0; i < sizeof arithmetics / sizeof arithmetics[0]; i++) {
        dpc_catalogue_t *cat = dpc_catalogue_new();
        dpc_query_t *q = run_expression(cat, expression, arithmetics[i], 5);
        const dpc_status got = dpc_query_run(q);
        ck_assert_msg(got == status, "%s in %s: %d %s", expression, arithmetics[i], (int)got,
                      dpc_query_error(q));
        check_contains(dpc_query_error(q), message);
        dpc_query_free(q);
        dpc_catalogue_free(cat);
    }
}

/* R1, R2 */
START_TEST(test_branch_and_bound)
{
    check_value("inf(p = 1..2, p)", 0.999, 1.001, 8);
    check_value("sup(p = 1..2, p)", 1.999, 2.001, 8);
    check_value("inf(p = 0..2, (p - 1/2)^2)", -1e-30, 1e-30, 8); /* attained, exactly */
    check_value("sup(p = 0..1, p*(1 - p))", 0.24999, 0.25005, 8);
    check_value("inf(p = 1/10..4, p + 1/p)", 1.999, 2.0001, 8);
    check_value("inf(p = -1..1, abs(p - x/3) + 2)", 1.9999, 2.0001, 8);
    check_value("sup(p = 0..pi, exp(-(p - sqrt(2))^2))", 0.999, 1.001, 8);
    check_value("inf(p = 1..2, inf(s = 1..2, p*s))", 0.9, 1.1, 8); /* R5 */
    check_value("sum(k = 1..3, inf(p = k..k + 1, p^2))", 13.99, 14.01, 8);
    /* two minima */
    check_value("inf(p = -2..2, (p^2 - 1)^2 + p/10)", -0.10062, -0.10061, 8);
    check_value("inf(p = 0..3, floor(p))", 0, 0, 8);
    check_value("inf(p = 1/2..3, ceil(p) + p/8)", 1.0624, 1.0626, 8);
    /* a label in the user's own file is not a lemma: sup of a function with two maxima */
    check_value("sup(p = -2..2, -(p^2 - 1)^2 + p/10, quasiconvex L-RDP-CONVEX)", 0.10061, 0.10062,
                8);
}
END_TEST

START_TEST(test_failures)
{
    check_failure("inf(p = 1..x, p)", DPC_DOMAIN,
                  "'inf' over the range 1..1: its start must be below");
    check_failure("sup(p = 2..x, p)", DPC_DOMAIN, "'sup' over the range 2..1");
    check_failure("integral(p = 2..x, p)", DPC_DOMAIN, "'integral' over the range 2..1");
    check_failure("inf(p = sqrt(2)^2..2, p)", DPC_UNDECIDED, "which is not decided");
    check_failure("integral(p = sqrt(2)^2..2, p)", DPC_UNDECIDED, "say so: a..max(a, b)");
    check_failure("inf(p = 0..1, log(p - 2))", DPC_DOMAIN, "log");
    check_failure("inf(p = 0..1, log(p - 1/3))", DPC_DOMAIN, "log");
    check_failure("integral(p = 0..1, log(p - 2))", DPC_DOMAIN, "log");
    check_failure("integral(p = 0..1, 1/(p - 1/3))", DPC_UNDECIDED, "division");
    /* 0^0 has no value, however the integral is computed */
    check_failure("integral(p = -1..1, p^0)", DPC_UNDECIDED, "0^0");
}
END_TEST

/* Roots that vanish at an end of the range, by a bit more or less than rounding. */
START_TEST(test_roots)
{
    check_value("inf(p = 0..x, sqrt(x - p) + 1)", 0.99998, 1.0002, 5);
    check_value("inf(p = 0..1/3, sqrt(1/3 - p) + p)", 0.33332, 0.33335, 5);
    check_value("sup(p = 1/3..x, sqrt(p - 1/3)*(1 - p))", 0.20950, 0.20952, 5);
    check_value("integral(p = 0..x, sqrt(1 - p))", 0.66666, 0.66668, 5);
    check_value("integral(p = 0..x/3, sqrt(1/3 - p))", 0.12829, 0.12832, 5);
    check_value("integral(p = 1/3..x, sqrt(p - 1/3))", 0.36288, 0.36291, 5);
    check_value("integral(p = 0..x, sqrt(p*(1 - p)))", 0.39269, 0.39271, 5);
    check_value("integral(p = 0..x, sqrt(1 - p^2)*sqrt(p))", 0.47925, 0.47930, 5);
    /* negative next to the end, or somewhere inside: undefined */
    check_failure("integral(p = 0..x, sqrt(1 - 1e-30 - p))", DPC_UNDECIDED, "may be undefined");
    check_failure("integral(p = 0..x, sqrt(p - 1e-30))", DPC_UNDECIDED, "may be undefined");
    check_failure("inf(p = 0..x, sqrt(p*(1 - p)*(1 - 1e-30 - p)))", DPC_UNDECIDED,
                  "may be undefined");
    check_failure("inf(p = 0..x, sqrt((p - 1e-30)*p))", DPC_UNDECIDED, "may be undefined");
}
END_TEST

/* Plain doubles bound no error, but what they print is near. */
START_TEST(test_doubles)
{
    static const struct {
        const char *expression;
        double value;
    } table[] = {
        {"inf(p = 0..3, (p - x)^2 + 1)", 1},   {"sup(p = 0..3, floor(p))", 3},
        {"inf(p = 1/1000..1000, p + 1/p)", 2}, {"sup(p = 0..10, exp(-p)*p^2)", 0.541341132946451},
        {"inf(p = 0..1, abs(p - 1/7))", 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_catalogue_t *cat = dpc_catalogue_new();
        dpc_query_t *q = run_expression(cat, table[i].expression, "double", 10);
        ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s: %s", table[i].expression,
                      dpc_query_error(q));
        const double got = strtod(dpc_query_result(q, 0)->approx, NULL);
        ck_assert_msg(fabs(got - table[i].value) < 1e-9, "%s: %.12g", table[i].expression, got);
        dpc_query_free(q);
        dpc_catalogue_free(cat);
    }
}
END_TEST

/* A limit of cells is reported as such. */
START_TEST(test_saturation)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = run_expression(cat, "sup(p = 0..3, floor(p))", "ball", 8);
    ck_assert_int_eq(dpc_query_run(q), DPC_UNDECIDED);
    check_contains(dpc_query_error(q), "'integral' may use are used up");
    ck_assert_double_ge(strtod(dpc_query_result(q, 0)->upper, NULL), 2);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

/* R5: a range within a range takes less than a hundred million steps, and reports its progress. */
static int count_call(const dpc_progress_info *info)
{
    ++*(size_t *)info->data;
    return 0;
}

START_TEST(test_nested)
{
    check_value("integral(s = 0..1, inf(p = 0..1, (p - s - x/3)^2 + p))", 0.55, 0.62, 3);
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = run_expression(cat, "inf(p = 0..1, integral(s = 0..1, exp(p*s)))", "ball", 3);
    size_t calls = 0;
    dpc_on_progress(count_call, &calls);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    dpc_on_progress(NULL, NULL);
    ck_assert_uint_gt(calls, 0);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
    /* the inner range has no width at the start of the outer one */
    cat = dpc_catalogue_new();
    q = run_expression(cat, "integral(s = 0..x, integral(p = 0..s, s*p))", "ball", 2);
    ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s", dpc_query_error(q));
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

/* R4: where a function has a kink or a step, the cells around it are small. */
START_TEST(test_kinks)
{
    check_value("integral(p = 0..x, abs(p - 1/3))", 0.27777777769, 0.27777777781, 10);
    check_value("integral(p = 0..x, if(p < 1/3, p, 2))", 1.3888888879, 1.3888888891, 10);
    check_value("integral(p = 0..x, max(exp(p), 2))", 2.1045761889, 2.1045761901, 10);
    check_value("integral(p = 0..x, sqrt(p))", 0.66666666659, 0.66666666671, 10);
}
END_TEST

/* R4: f, and its integral from 0 to 1 */
START_TEST(test_integrals)
{
    static const struct {
        const char *expression;
        double value;
    } table[] = {
        {"integral(p = 0..x, 1)", 1},
        {"integral(p = 0..x, p^3 - p + 2)", 1.75},
        {"integral(p = 0..x, exp(p))", 1.718281828459045},
        {"integral(p = 0..x, expm1(p)*expm1(-p))", -0.350402387287603},
        {"integral(p = 0..x, log(1 + p)*(1 + p)^(1/2))", 0.494376580293090},
        {"integral(p = 0..x, log1p(p)/sqrt(1 + p^2))", 0.322628253984260},
        {"integral(p = 0..x, (2 + p)^(-3))", 0.069444444444444},
        {"integral(p = 0..x, (p - 1/2)^4/(1 + p))", 0.009057601584723},
        {"integral(p = 0..x, p^(5/2))", 0.285714285714286},
        {"integral(p = 0..x, (1 + p)^(1 + p))", 2.050446234534731},
        {"integral(p = 0..x, sqrt(p))", 0.666666666666667},
        {"integral(p = 0..x, abs(p - 1/3))", 0.277777777777778},
        {"integral(p = 0..x, pos(p - 1/3)^2)", 0.098765432098765},
        {"integral(p = 0..x, if(p < 1/3, p, 2))", 1.388888888888889},
        {"integral(p = 0..x, min(p, 1 - p, 1/4))", 0.1875},
        {"integral(p = 0..x, max(exp(p), 2))", 2.104576189578940},
        {"integral(p = 0..x, Q(p)*Q(p - 1))", 0.225920559618349},
        {"integral(p = -1..x, exp(-p^2/2)/sqrt(2*pi)) + 2*Q(1)", 1},
        {"integral(p = 0..x, sum(k = 1..3, p^k))", 1.083333333333333},
        {"integral(p = 0..sqrt(2), p)", 1},
        {"integral(p = x..1, p)", 0},
        {"integral(p = 0..x, floor(3*p))", 1},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        double value[2][2];
        for (size_t k = 0; k < 2; k++) {
            dpc_catalogue_t *cat = dpc_catalogue_new();
            dpc_query_t *q = run_expression(cat, table[i].expression, arithmetics[k], 6);
            const dpc_status status = dpc_query_run(q);
            ck_assert_msg(dpc_query_results(q) == 1, "%s in %s: %d %s", table[i].expression,
                          arithmetics[k], (int)status, dpc_query_error(q));
            value[k][0] = strtod(dpc_query_result(q, 0)->lower, NULL);
            value[k][1] = strtod(dpc_query_result(q, 0)->upper, NULL);
            dpc_query_free(q);
            dpc_catalogue_free(cat);
            ck_assert_msg(value[k][1] - value[k][0] < 2e-4, "%s in %s: [%.12g, %.12g] is wide",
                          table[i].expression, arithmetics[k], value[k][0], value[k][1]);
        }
        /* Arb's quadrature and series over cells have nothing in common */
        ck_assert_msg(value[0][0] <= value[1][1] && value[1][0] <= value[0][1],
                      "%s: [%.12g, %.12g] and [%.12g, %.12g]", table[i].expression, value[0][0],
                      value[0][1], value[1][0], value[1][1]);
        if (fabs(table[i].value - floor(table[i].value * 1e6) / 1e6) > 1e-9 ||
            table[i].value * 8 == floor(table[i].value * 8)) /* known to more than six digits */
            ck_assert_msg(value[1][0] <= table[i].value * (1 + 1e-14) + 1e-15 &&
                              value[1][1] >= table[i].value * (1 - 1e-14) - 1e-15,
                          "%s: [%.12g, %.12g], not %.15g", table[i].expression, value[1][0],
                          value[1][1], table[i].value);
    }
}
END_TEST

/* Every lemma that a file of the catalogue appeals to is there. */
/* Whether a text appeals to a lemma and states the lemma's hypotheses, in its own names. */
static bool are_hypotheses(const char *label, size_t length, const char *where)
{
    static const char convex[] = "L-RDP-CONVEX";
    static const char *const said[] = {"alpha > 1 and eps >= 0 and 0 <= delta < 1)",
                                       "alpha > 1 and eps >= 0 and 0 <= d < 1)"};
    if (length != sizeof convex - 1 || strncmp(label, convex, length) != 0)
        return false; /* a new lemma needs its hypotheses here */
    for (size_t k = 0; k < sizeof said / sizeof said[0]; k++)
        if (strncmp(where, said[k], strlen(said[k])) == 0)
            return true;
    return false;
}

START_TEST(test_lemmas)
{
    const char *top = getenv("top_srcdir");
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/proofs/math/LEMMAS.md",
                   top != NULL && top[0] != '\0' ? top : ".");
    FILE *in = fopen(path, "r");
    ck_assert_msg(in != NULL, "%s cannot be read", path);
    static char lemmas[1 << 18];
    lemmas[fread(lemmas, 1, sizeof lemmas - 1, in)] = '\0';
    (void)fclose(in);
    size_t found = 0;
    for (size_t i = 0; i <= dpc_catalogue_count(); i++) {
        const char *id = i < dpc_catalogue_count() ? dpc_catalogue_id(i) : "prelude";
        static const char word[] = ", quasiconvex ";
        for (const char *s = dpc_cat_text(id); (s = strstr(s, word)) != NULL; found++) {
            s += sizeof word - 1;
            char label[100];
            const size_t length = strcspn(s, " )");
            (void)snprintf(label, sizeof label, "**%.*s.**", (int)length, s);
            ck_assert_msg(strstr(lemmas, label) != NULL, "%s: LEMMAS.md has no %s", id, label);
            ck_assert_msg(strncmp(s + length, " where ", 7) == 0 &&
                              are_hypotheses(s, length, s + length + 7),
                          "%s: %s lacks its hypotheses", id, label);
        }
    }
    ck_assert_uint_ge(found, 2);
}
END_TEST

/* A label in a theorem file of the user's own has no effect, and a note says so. */
START_TEST(test_ignored_label)
{
    static const char *const body[] = {"inf(p = 0..1, (p - 1/3)^2 + x, quasiconvex L-MINE)",
                                       "inf(p = 0..1, (p - 1/3)^2 + x)"};
    for (size_t i = 0; i < 2; i++) {
        dpc_catalogue_t *cat = dpc_catalogue_new();
        dpc_query_t *q = run_expression(cat, body[i], "ball", 5);
        ck_assert_uint_eq(dpc_query_notes(q), 1 - i);
        if (i == 0)
            ck_assert_ptr_nonnull(strstr(dpc_query_note(q, 0), "'quasiconvex' is ignored"));
        dpc_query_free(q);
        dpc_catalogue_free(cat);
    }
}
END_TEST

/* ---- the entries ---- */

static dpc_query_t *query(dpc_catalogue_t *cat, const char *id, const char *a, const char *b,
                          const char *c, const char *const values[3])
{
    dpc_query_t *q = dpc_query_new(cat, id);
    ck_assert_msg(q != NULL, "%s", dpc_catalogue_error(cat));
    const char *const names[] = {a, b, c};
    for (size_t i = 0; i < 3; i++)
        ck_assert_msg(dpc_query_set(q, names[i], values[i]) == DPC_OK, "%s", dpc_query_error(q));
    ck_assert_int_eq(dpc_query_set_digits(q, 13), DPC_OK);
    const dpc_status status = dpc_query_run(q);
    ck_assert_msg(status == DPC_OK, "%s %s %s %s: %s", id, values[0], values[1], values[2],
                  dpc_query_error(q));
    return q;
}

static double lower_end(const dpc_query_t *q)
{
    return strtod(dpc_query_result(q, 0)->lower, NULL);
}

static double upper_end(const dpc_query_t *q)
{
    return strtod(dpc_query_result(q, 0)->upper, NULL);
}

static double draw(uint64_t *state, double lo, double hi)
{
    return lo + (hi - lo) * (double)(check_random(state) >> 11) / 9007199254740992.0;
}

enum { SIZES = 3, PLACES = 4 };

/* Conversions of each kind, weakest first.  For gamma there is no classic conversion. */
static const struct {
    const char *names[3]; /* of the parameters */
    const char *ids[PLACES];
} conversions[SIZES] = {
    {{"alpha", "gamma", "eps"},
     {"rdp.classic-delta", "rdp.closed-delta", "rdp.optimal-delta", "rdp.symmetric-delta"}},
    {{"alpha", "gamma", "delta"},
     {"rdp.classic-eps", "rdp.closed-eps", "rdp.optimal-eps", "rdp.symmetric-eps"}},
    {{"alpha", "eps", "delta"},
     {NULL, "rdp.closed-gamma", "rdp.optimal-gamma", "rdp.symmetric-gamma"}},
};

/* The relative distance of the referee from the bound; nan if there is nothing to compare. */
static double gap_of(const dpc_query_t *q, bool upper)
{
    const dpc_referee_info *r = dpc_query_referee(q, 0);
    if (r->why_not != NULL || upper_end(q) == 0)
        return NAN;
    ck_assert(!r->beats_result);
    const double bound = upper ? upper_end(q) : lower_end(q);
    return fabs(bound - strtod(upper ? r->lower : r->upper, NULL)) / fabs(bound);
}

/* The best conversion is never above the closed one, nor that above the classic one; the conversion
   for both orders is never above the one for a single order.  The conversion for both orders meets
   its referee; so does the one for a single order, where the other order does not count: elsewhere
   the best pair for one order is no mechanism with this RDP. */
START_TEST(test_order_of_conversions)
{
    uint64_t state = check_seed("t-range");
    size_t judged[SIZES] = {0};
    for (size_t n = 0; n < 12 * check_mult(); n++) {
        char alpha[32], gamma[32], eps[32], delta[32];
        (void)snprintf(alpha, sizeof alpha, "%.3f", 1.01 + pow(10, draw(&state, -1, 2)));
        (void)snprintf(gamma, sizeof gamma, "%.3e", pow(10, draw(&state, -3, 0.7)));
        (void)snprintf(eps, sizeof eps, "%.3e", pow(10, draw(&state, -2, 0.9)));
        (void)snprintf(delta, sizeof delta, "%.3e", pow(10, draw(&state, -10, -0.5)));
        const char *const values[SIZES][3] = {
            {alpha, gamma, eps}, {alpha, gamma, delta}, {alpha, eps, delta}};
        dpc_catalogue_t *cat = dpc_catalogue_new();
        for (size_t k = 0; k < SIZES; k++) {
            const char *const *name = conversions[k].names, *const *v = values[k];
            const bool upper = k < 2;
            dpc_query_t *q[PLACES] = {NULL};
            for (size_t i = 0; i < PLACES; i++)
                if (conversions[k].ids[i] != NULL)
                    q[i] = query(cat, conversions[k].ids[i], name[0], name[1], name[2], v);
            for (size_t i = q[0] == NULL ? 1 : 0; i + 1 < PLACES; i++)
                ck_assert_msg(upper ? lower_end(q[i + 1]) <= upper_end(q[i])
                                    : upper_end(q[i + 1]) >= lower_end(q[i]),
                              "%s %s %s: %s gives [%s, %s], the next one [%s, %s]", v[0], v[1],
                              v[2], conversions[k].ids[i], dpc_query_result(q[i], 0)->lower,
                              dpc_query_result(q[i], 0)->upper,
                              dpc_query_result(q[i + 1], 0)->lower,
                              dpc_query_result(q[i + 1], 0)->upper);
            const double one = upper_end(q[2]), both = upper_end(q[3]);
            for (size_t i = 2; i < PLACES; i++) {
                const double gap = gap_of(q[i], upper);
                if (isnan(gap) || (i == 2 && fabs(one - both) > 1e-11 * one))
                    continue;
                ck_assert_msg(gap < 1e-10, "%s at %s %s %s: the gap is %g", conversions[k].ids[i],
                              v[0], v[1], v[2], gap);
                judged[k] += i == 2;
            }
            for (size_t i = 0; i < PLACES; i++)
                dpc_query_free(q[i]);
        }
        dpc_catalogue_free(cat);
    }
    for (size_t k = 0; k < SIZES; k++)
        ck_assert_msg(judged[k] >= 3, "only %zu of the one order of kind %zu", judged[k], k);
}
END_TEST

/* Orders, deltas and epsilons far from everyday ones: a bound is found, and bound and referee meet
   where they are known to meet. */
START_TEST(test_extremes)
{
    static const struct {
        const char *id, *values[3];
        double bound, gap; /* relative */
    } table[] = {
        {"rdp.optimal-delta", {"10", "1", "20"}, 2.107524247601e-76, 1e-9},
        {"rdp.symmetric-delta", {"10", "1", "20"}, 2.107524247601e-76, 1e-9},
        {"rdp.optimal-delta", {"10", "0.1", "5"}, 1.618697439371e-21, 1e-9},
        {"rdp.symmetric-delta", {"10", "0.1", "5"}, 1.618697439371e-21, 1e-9},
        {"rdp.optimal-delta", {"10", "300", "1"}, 1, 1e-9},
        {"rdp.symmetric-delta", {"10", "300", "1"}, 1, 1e-9},
        {"rdp.closed-delta", {"2", "200", "0"}, 1, 1e-9},
        {"rdp.optimal-eps", {"10", "1", "1e-40"}, 10.87249450, 1e-9},
        {"rdp.symmetric-eps", {"10", "300", "1e-5"}, 300.918010637, 1e-9},
        {"rdp.optimal-gamma", {"10", "1", "1e-40"}, 2.3231616475e-36, 1e-9},
        {"rdp.symmetric-gamma", {"10", "1", "1e-40"}, 2.3231616475e-36, 1e-9},
        {"rdp.optimal-gamma", {"1.05", "0.1", "0.95"}, 3.0957322735, 0.2},
        {"rdp.optimal-gamma", {"1.01", "1", "0.98"}, 4.9120230054, 0.1},
        {"rdp.optimal-gamma", {"1.001", "1", "0.998"}, 7.2146080984, 0.1},
        {"rdp.optimal-gamma", {"1.001", "1", "0.999"}, 7.9077552790, 0.1},
        {"rdp.optimal-gamma", {"4.556", "0.294", "8.64e-10"}, 4.4816866227705e-9, 3e-10},
        {"rdp.symmetric-gamma", {"4.556", "0.294", "8.64e-10"}, 4.4816866227705e-9, 3e-10},
        {"rdp.optimal-eps", {"1e6", "1", "1e-300"}, 1.0006759607, 1e-9},
        {"rdp.optimal-eps", {"1.001", "300", "1e-300"}, 689717.39403, 1e-9},
        {"rdp.symmetric-eps", {"1e6", "1", "1e-300"}, 1.0006759607, 1e-9},
        {"rdp.symmetric-eps", {"2", "300", "0.5"}, 299.30685282, 0.9},
        {"rdp.symmetric-eps", {"1.001", "300", "0.999"}, 293.09224522, 0.9},
        {"rdp.symmetric-gamma", {"10", "100", "1e-5"}, 99.081989366, 1e-9},
        {"rdp.symmetric-gamma", {"1e6", "1", "1e-7"}, 0.99999869740, 1e-9},
        {"rdp.symmetric-gamma", {"1e8", "0", "0.01"}, 2.0000659879e-2, 1e-9},
        {"rdp.symmetric-delta", {"1e6", "1", "0"}, 0.46211728044, 1e-9},
    };
    static const char *const names[][3] = {
        {"alpha", "gamma", "eps"}, {"alpha", "gamma", "delta"}, {"alpha", "eps", "delta"}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const char *kind = strrchr(table[i].id, '-');
        const char *const *name = names[kind[1] == 'd' ? 0 : kind[1] == 'e' ? 1 : 2];
        dpc_catalogue_t *cat = dpc_catalogue_new();
        dpc_query_t *q = query(cat, table[i].id, name[0], name[1], name[2], table[i].values);
        const dpc_referee_info *r = dpc_query_referee(q, 0);
        ck_assert_msg(r->why_not == NULL, "%zu: %s", i, r->why_not);
        const bool upper = kind[1] != 'g';
        const double bound = upper ? upper_end(q) : lower_end(q);
        const double other = strtod(upper ? r->lower : r->upper, NULL);
        ck_assert_msg(fabs(bound / table[i].bound - 1) < 1e-8, "%zu: %s gives %.15g", i,
                      table[i].id, bound);
        ck_assert_msg(upper ? bound <= 1 || kind[1] != 'd' : bound <= other, "%zu: %.15g", i,
                      bound);
        ck_assert_msg(fabs(other / bound - 1) < table[i].gap, "%zu: %s: %.15g and %.15g", i,
                      table[i].id, bound, other);
        dpc_query_free(q);
        dpc_catalogue_free(cat);
    }
}
END_TEST

/* Numbers that no double holds. */
START_TEST(test_beyond_doubles)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    const char *const tiny[] = {"1.0001", "0", "1e-300"}, *const less[] = {"1.0001", "0.1",
                                                                           "1e-300"};
    dpc_query_t *q = query(cat, "rdp.symmetric-gamma", "alpha", "eps", "delta", tiny);
    ck_assert_str_eq(dpc_query_result(q, 0)->lower, "2.000199999999e-600");
    ck_assert_str_eq(dpc_query_referee(q, 0)->upper, "2.000200000001e-600");
    /* where the precision does not suffice, the bound is trivial but not negative */
    ck_assert_int_eq(dpc_query_set_max_bits(q, 128), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_UNDECIDED);
    ck_assert_str_eq(dpc_query_result(q, 0)->lower, "0");
    dpc_query_free(q);
    q = query(cat, "rdp.symmetric-gamma", "alpha", "eps", "delta", less);
    ck_assert_str_eq(dpc_query_result(q, 0)->lower, "1.967953505233e-301");
    ck_assert_str_eq(dpc_query_referee(q, 0)->upper, "1.967953505234e-301");
    dpc_query_free(q);
    const char *const far[] = {"10", "1", "2000"};
    dpc_query_t *one = query(cat, "rdp.optimal-delta", "alpha", "gamma", "eps", far);
    dpc_query_t *both = query(cat, "rdp.symmetric-delta", "alpha", "gamma", "eps", far);
    ck_assert_str_eq(dpc_query_result(one, 0)->upper, dpc_query_result(both, 0)->upper);
    ck_assert_ptr_nonnull(strstr(dpc_query_result(one, 0)->upper, "e-7815"));
    dpc_query_free(one);
    dpc_query_free(both);
    dpc_catalogue_free(cat);
}
END_TEST

/* The conversions invert each other: the delta, and the epsilon, for which gamma suffices. */
START_TEST(test_inverses)
{
    static const char *const settings[][3] = {{"10", "1", "1e-5"},
                                              {"2", "1", "0.01"},
                                              {"5", "0.5", "0.05"},
                                              {"1.5", "3", "1e-3"},
                                              {"50", "0.2", "1e-6"}};
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        for (int both = 0; both < 2; both++) {
            const char *const *v = settings[i];
            dpc_catalogue_t *cat = dpc_catalogue_new();
            dpc_query_t *g = query(cat, both ? "rdp.symmetric-gamma" : "rdp.optimal-gamma", "alpha",
                                   "eps", "delta", v);
            const char *gamma = dpc_query_result(g, 0)->lower;
            const char *const of_delta[] = {v[0], gamma, v[1]}, *const of_eps[] = {v[0], gamma,
                                                                                   v[2]};
            dpc_query_t *d = query(cat, both ? "rdp.symmetric-delta" : "rdp.optimal-delta", "alpha",
                                   "gamma", "eps", of_delta);
            dpc_query_t *e = query(cat, both ? "rdp.symmetric-eps" : "rdp.optimal-eps", "alpha",
                                   "gamma", "delta", of_eps);
            ck_assert_msg(fabs(upper_end(d) / strtod(v[2], NULL) - 1) < 1e-9, "delta %.15g, not %s",
                          upper_end(d), v[2]);
            ck_assert_msg(fabs(upper_end(e) / strtod(v[1], NULL) - 1) < 1e-9, "eps %.15g, not %s",
                          upper_end(e), v[1]);
            dpc_query_free(g);
            dpc_query_free(d);
            dpc_query_free(e);
            dpc_catalogue_free(cat);
        }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("range");
    TCase *c = tcase_create("all");
    tcase_add_test(c, test_branch_and_bound);
    tcase_add_test(c, test_failures);
    tcase_add_test(c, test_roots);
    tcase_add_test(c, test_doubles);
    tcase_add_test(c, test_saturation);
    tcase_add_test(c, test_nested);
    tcase_add_test(c, test_kinks);
    tcase_add_test(c, test_integrals);
    tcase_add_test(c, test_lemmas);
    tcase_add_test(c, test_order_of_conversions);
    tcase_add_test(c, test_ignored_label);
    tcase_add_test(c, test_extremes);
    tcase_add_test(c, test_beyond_doubles);
    tcase_add_test(c, test_inverses);
    suite_add_tcase(s, c);
    return check_run(s);
}
