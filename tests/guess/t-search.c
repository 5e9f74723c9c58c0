/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The search for witnesses finds good ones: a witness is never trusted, but a poor one gives a poor
   bound.  Its results are compared with optima that are known in closed form. */
#include "check_util.h"
#include "dpcert.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    dpc_catalogue_t *cat;
    dpc_query_t *q;
} setup;

static setup open_query(const char *what)
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
    return s;
}

static void close_query(setup *s)
{
    dpc_query_free(s->q);
    dpc_catalogue_free(s->cat);
}

static void set(dpc_query_t *q, const char *name, const char *value)
{
    ck_assert_msg(dpc_query_set(q, name, value) == DPC_OK, "%s", dpc_query_error(q));
}

static void run(dpc_query_t *q)
{
    const dpc_status status = dpc_query_run(q);
    ck_assert_msg(status == DPC_OK, "%s", dpc_query_error(q));
}

static const dpc_input_info *input(const dpc_query_t *q, const char *name)
{
    for (size_t i = 0; i < dpc_query_inputs(q); i++)
        if (strcmp(dpc_query_input(q, i)->name, name) == 0)
            return dpc_query_input(q, i);
    ck_abort_msg("no input %s", name);
    return NULL;
}

/* The number in a text written by dpc_rational_text, good to a few units of the last place. */
static double number(const char *text)
{
    const char *slash = strchr(text, '/');
    return slash == NULL ? strtod(text, NULL) : strtod(text, NULL) / strtod(slash + 1, NULL);
}

static double witness(const dpc_query_t *q, const char *name)
{
    const dpc_input_info *in = input(q, name);
    ck_assert_msg(in->is_witness && !in->is_given && in->value != NULL, "%s is not a found witness",
                  name);
    return number(in->value);
}

static double upper(const dpc_query_t *q)
{
    return number(dpc_query_result(q, 0)->upper);
}

static double uniform(uint64_t *state, double lo, double hi)
{
    return lo + (hi - lo) * (double)(check_random(state) >> 11) / 9007199254740992.0;
}

/* ma.gauss has its optimum at alpha = 1 + sqrt(log(1/delta)/(rho T)), the value
   rho T + sqrt(4 rho T log(1/delta)). */
START_TEST(test_known_optimum)
{
    uint64_t state = check_seed("t-search");
    setup s = open_query("ma.gauss");
    for (unsigned long i = 0; i < 12 * check_mult(); i++) {
        char sigma[40], T[40], delta[40];
        (void)snprintf(sigma, sizeof sigma, "%.3g", pow(10, uniform(&state, -1, 3)));
        (void)snprintf(T, sizeof T, "%.0f", floor(pow(10, uniform(&state, 0, 6))));
        (void)snprintf(delta, sizeof delta, "%.2e", pow(10, -uniform(&state, 1, 300)));
        const double rho_T = strtod(T, NULL) / (2 * strtod(sigma, NULL) * strtod(sigma, NULL)),
                     log_delta = -log(strtod(delta, NULL)),
                     best = rho_T + sqrt(4 * rho_T * log_delta),
                     alpha = 1 + sqrt(log_delta / rho_T);
        dpc_query_reset(s.q);
        set(s.q, "sigma", sigma);
        set(s.q, "T", T);
        set(s.q, "delta", delta);
        set(s.q, "x", "0"); /* the referee is not what this test is about */
        ck_assert_int_eq(dpc_query_set_digits(s.q, 12), DPC_OK);
        run(s.q);
        ck_assert_msg(fabs(upper(s.q) / best - 1) < 1e-9,
                      "sigma=%s T=%s delta=%s: %.15g instead of %.15g", sigma, T, delta, upper(s.q),
                      best);
        const double found = witness(s.q, "alpha");
        ck_assert_msg(fabs((found - 1) / (alpha - 1) - 1) < 1e-4,
                      "sigma=%s T=%s delta=%s: alpha = %.15g instead of %.15g", sigma, T, delta,
                      found, alpha);
    }
    close_query(&s);
}
END_TEST

/* A witness is a short decimal: people read it, and certificates carry it. */
START_TEST(test_short_witnesses)
{
    setup s = open_query("ma.gauss");
    set(s.q, "sigma", "20");
    set(s.q, "T", "1000");
    set(s.q, "delta", "1e-5");
    run(s.q);
    ck_assert_uint_le(strlen(input(s.q, "alpha")->value), 10);
    ck_assert_uint_le(strlen(input(s.q, "x")->value), 16);
    ck_assert(input(s.q, "x")->of_referee && !input(s.q, "alpha")->of_referee);
    close_query(&s);
    s = open_query("choose w : real where 0 < w < 1\nresult x <= (w - 1/4)^2 + 1\nobjective x\n");
    run(s.q);
    ck_assert_double_eq_tol(witness(s.q, "w"), 0.25, 1e-5);
    ck_assert_uint_le(strlen(input(s.q, "w")->value), 9);
    close_query(&s);
}
END_TEST

/* A witness at an end of its range, where the objective has few digits at first: it was the end
   minus a power of two, a fraction of 300 digits. */
START_TEST(test_short_witness_at_an_end)
{
    static const char *const values[][2] = {{"alpha", "1.004649"},
                                            {"n", "2098"},
                                            {"b", "297"},
                                            {"K", "202"},
                                            {"eta", "0.0002350878992233"},
                                            {"lambda", "1/50"},
                                            {"beta", "9.550846"},
                                            {"S", "6065300"},
                                            {"sigma", "457"}};
    setup s = open_query("hidden.shuffle-split");
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        set(s.q, values[i][0], values[i][1]);
    run(s.q);
    ck_assert_uint_le(strlen(input(s.q, "x")->value), 20);
    ck_assert_str_eq(dpc_query_referee(s.q, 0)->lower, "1.436510248");
    close_query(&s);
}
END_TEST

START_TEST(test_integers)
{
    uint64_t state = check_seed("t-search");
    setup s = open_query("param a : real\n"
                         "choose n : int where n >= 1\n"
                         "result x <= n + a/n\n"
                         "objective x\n");
    for (unsigned long i = 0; i < 10 * check_mult(); i++) {
        char a[40];
        const unsigned long value = 1 + check_below(&state, i % 2 == 0 ? 100 : 1000000);
        (void)snprintf(a, sizeof a, "%lu", value);
        double best = HUGE_VAL;
        for (unsigned long n = 1; n <= 1500; n++)
            best = fmin(best, (double)n + (double)value / (double)n);
        dpc_query_reset(s.q);
        set(s.q, "a", a);
        run(s.q);
        const char *n = input(s.q, "n")->value;
        ck_assert_msg(strspn(n, "0123456789") == strlen(n), "n = %s", n);
        ck_assert_msg(upper(s.q) <= best * (1 + 1e-9), "a=%s: n = %s gives %.12g, not %.12g", a, n,
                      upper(s.q), best);
    }
    close_query(&s);
}
END_TEST

START_TEST(test_two_witnesses)
{
    /* u + v + a/(u v) is least at u = v = a^(1/3), where it is 3 a^(1/3) */
    setup s = open_query("param a : real\n"
                         "choose u : real where u > 0\n"
                         "choose v : real where v > 0\n"
                         "result x <= u + v + a/(u*v)\n"
                         "objective x\n");
    set(s.q, "a", "1000");
    run(s.q);
    ck_assert_double_eq_tol(upper(s.q), 30, 1e-4);
    ck_assert_double_ge(upper(s.q), 30);
    ck_assert_double_eq_tol(witness(s.q, "u"), 10, 0.1);
    ck_assert_double_eq_tol(witness(s.q, "v"), 10, 0.1);
    /* one of them given: v = sqrt(1000/40) = 5 */
    dpc_query_reset(s.q);
    set(s.q, "a", "1000");
    set(s.q, "u", "40");
    run(s.q);
    ck_assert_str_eq(input(s.q, "u")->value, "40");
    ck_assert(input(s.q, "u")->is_given);
    ck_assert_double_eq_tol(witness(s.q, "v"), 5, 1e-3);
    ck_assert_double_eq_tol(upper(s.q), 50, 1e-8);
    close_query(&s);
    /* two groups, each with its own objective */
    s = open_query("param a : real\n"
                   "choose u : real where u > 0\n"
                   "let m = u + a/u\n"
                   "objective m\n"
                   "choose v : real where v > 0\n"
                   "result x <= m + v + 4/v\n"
                   "objective x\n");
    set(s.q, "a", "9");
    run(s.q);
    ck_assert_double_eq_tol(witness(s.q, "u"), 3, 1e-3);
    ck_assert_double_eq_tol(witness(s.q, "v"), 2, 1e-3);
    ck_assert_double_eq_tol(upper(s.q), 10, 1e-8);
    close_query(&s);
}
END_TEST

/* The least eps with theta(eps, r) <= delta lies on the border of the admissible range. */
START_TEST(test_boundary)
{
    uint64_t state = check_seed("t-search");
    setup s = open_query("param r : real\n"
                         "param delta : real\n"
                         "choose w : real where w >= 0 and theta(w, r) <= delta\n"
                         "result eps <= w\n"
                         "objective eps\n"),
          back = open_query("gauss.theta");
    /* theta(1, 1/2) = 6.82959498311457538...e-3 */
    set(s.q, "r", "1/2");
    set(s.q, "delta", "6.829594983114576e-3");
    run(s.q);
    ck_assert_double_eq_tol(upper(s.q), 1, 1e-8);
    for (unsigned long i = 0; i < 6 * check_mult(); i++) {
        char r[40], delta[40], less[60];
        (void)snprintf(r, sizeof r, "%.3g", pow(10, uniform(&state, -2, 1)));
        (void)snprintf(delta, sizeof delta, "%.2e", pow(10, -uniform(&state, 3, 100)));
        dpc_query_reset(s.q);
        set(s.q, "r", r);
        set(s.q, "delta", delta);
        run(s.q);
        /* a slightly smaller eps does not suffice: judged by another query */
        (void)snprintf(less, sizeof less, "%.15g", upper(s.q) * (1 - 1e-8));
        dpc_query_reset(back.q);
        set(back.q, "r", r);
        set(back.q, "eps", less);
        run(back.q);
        ck_assert_msg(strtod(dpc_query_result(back.q, 0)->lower, NULL) > strtod(delta, NULL),
                      "r=%s delta=%s: eps = %s would do", r, delta, less);
    }
    close_query(&s);
    close_query(&back);
}
END_TEST

START_TEST(test_maximise)
{
    setup s = open_query("choose w : real where 0 < w < 1\n"
                         "result x >= w*(1 - w)^2\n"
                         "objective maximise x\n");
    run(s.q);
    const dpc_result_info *r = dpc_query_result(s.q, 0);
    ck_assert_int_eq(r->kind, DPC_BOUND_LOWER);
    ck_assert_double_eq_tol(strtod(r->lower, NULL), 4.0 / 27, 1e-9);
    ck_assert_double_eq_tol(witness(s.q, "w"), 1.0 / 3, 1e-3);
    close_query(&s);
    /* a value below zero, to be made large */
    s = open_query("choose w : real where w > 0\nresult x >= -w - 4/w\nobjective maximise x\n");
    run(s.q);
    ck_assert_double_eq_tol(strtod(dpc_query_result(s.q, 0)->lower, NULL), -4, 1e-8);
    close_query(&s);
}
END_TEST

/* Scales: optima far from 1, objectives that no double can hold, ranges of each shape. */
START_TEST(test_scales)
{
    static const struct {
        const char *body;
        double at, tolerance;
    } rows[] = {
        {"choose w : real where w > 0\nresult x <= w + 1e-24/w\nobjective x\n", 1e-12, 1e-3},
        {"choose w : real where w > 0\nresult x <= w + 1e24/w\nobjective x\n", 1e12, 1e-3},
        {"choose w : real where 0 < w < 2\nresult x <= exp(-10000*w*(2 - w))\nobjective x\n", 1,
         1e-3},
        {"choose w : real where w < 0\nresult x <= -w - 9/w\nobjective x\n", -3, 1e-3},
        {"choose w : real where w < 5\nresult x <= (5 - w) + 4/(5 - w)\nobjective x\n", 3, 1e-3},
        {"choose w : real where w > 1\nresult x <= 1/(w - 1) + 1e12*w\nobjective x\n", 1.000001,
         1e-8},
        {"choose w : real where -1 <= w <= 1\nresult x <= (w - 0.3)^2 + 1\nobjective x\n", 0.3,
         1e-3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        setup s = open_query(rows[i].body);
        run(s.q);
        const double w = witness(s.q, "w");
        ck_assert_msg(fabs(w / rows[i].at - 1) < rows[i].tolerance, "row %zu: w = %.12g", i, w);
        close_query(&s);
    }
}
END_TEST

/* 1 < alpha <= 1/delta is wide where delta is small; the optimum is near its lower end.  The closed
   form is at least as good as the classic conversion at every alpha, so its optimum is too. */
START_TEST(test_wide_ranges)
{
    static const char *const deltas[] = {"1e-5", "1e-20", "1e-25", "1e-40", "1e-100", "1e-300"};
    setup closed = open_query("ma.gauss-closed"), classic = open_query("ma.gauss");
    for (size_t i = 0; i < sizeof deltas / sizeof deltas[0]; i++) {
        dpc_query_t *const both[] = {closed.q, classic.q};
        for (size_t k = 0; k < 2; k++) {
            dpc_query_reset(both[k]);
            set(both[k], "sigma", "20");
            set(both[k], "T", "1000");
            set(both[k], "delta", deltas[i]);
            set(both[k], "x", "0");
            run(both[k]);
        }
        ck_assert_msg(upper(closed.q) <= upper(classic.q), "delta=%s: %s with alpha = %s",
                      deltas[i], dpc_query_result(closed.q, 0)->upper,
                      input(closed.q, "alpha")->value);
    }
    close_query(&closed);
    close_query(&classic);
}
END_TEST

/* A referee's search starts from the precision that the results needed. */
START_TEST(test_referee_of_a_precise_result)
{
    setup s = open_query("param d : real\n"
                         "require exp(1e-50) > 1\n"
                         "result x <= d\n"
                         "referee x >= w \"half\" choose w : real where w > 0 and w <= d/2\n");
    set(s.q, "d", "4");
    run(s.q);
    ck_assert_msg(dpc_query_referee(s.q, 0)->lower != NULL, "%s",
                  dpc_query_referee(s.q, 0)->why_not);
    ck_assert_double_eq_tol(strtod(dpc_query_referee(s.q, 0)->lower, NULL), 2, 1e-8);
    close_query(&s);
}
END_TEST

/* A referee that is its own witness is found wherever the edge of the admissible range is: at the
   bound, below it by little or by much, and above it if the bound is false. */
START_TEST(test_referee_at_the_edge)
{
    static const char above[] = "result x <= d\nreferee x >= w \"m\" choose w : real where w > 0 "
                                "and w <= f*d\n";
    static const char below[] = "result x >= d\nreferee x <= w \"m\" choose w : real where "
                                "w >= f*d\n";
    static const struct {
        const char *body, *f;
        double edge;
        bool beats;
    } table[] = {
        {above, "1", 1, false},
        {above, "0.9999999", 0.9999999, false},
        {above, "1/3", 1.0 / 3, false},
        {above, "1e-30", 1e-30, false},
        {above, "1.00001", 1.00001, true},
        {above, "300", 300, true},
        {below, "1", 1, false},
        {below, "7", 7, false},
        {below, "1/7", 1.0 / 7, true},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char body[300];
        (void)snprintf(body, sizeof body, "param f : real\nlet d = exp(1/5)\n%s", table[i].body);
        setup s = open_query(body);
        set(s.q, "f", table[i].f);
        run(s.q);
        const dpc_referee_info *r = dpc_query_referee(s.q, 0);
        ck_assert_msg(r->lower != NULL, "%s", r->why_not);
        const double edge = table[i].edge * exp(0.2);
        ck_assert_double_eq_tol(strtod(r->lower, NULL) / edge, 1, 1e-9);
        ck_assert_int_eq(r->beats_result, table[i].beats);
        close_query(&s);
    }
}
END_TEST

/* Steps that runs have taken, also those within searches: the linker calls this in the place of
 * dpc_run_block. */
static uint64_t steps_taken;

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker's names */
dpc_status __real_dpc_run_block(dpc_run *r, size_t begin, size_t end, unsigned long prec,
                                dpc_diag *diag);
dpc_status __wrap_dpc_run_block(dpc_run *r, size_t begin, size_t end, unsigned long prec,
                                dpc_diag *diag);
dpc_status __wrap_dpc_run_block(dpc_run *r, size_t begin, size_t end, unsigned long prec,
                                dpc_diag *diag)
{
    const dpc_status status = __real_dpc_run_block(r, begin, end, prec, diag);
    steps_taken += r->budget.steps;
    return status;
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

/* The number of steps that the query takes. */
static uint64_t cost(dpc_query_t *q)
{
    steps_taken = 0;
    run(q);
    return steps_taken;
}

/* A referee whose condition is an infimum needs few evaluations of it where the referee meets the
   bound. */
START_TEST(test_referee_is_cheap)
{
    setup s = open_query("rdp.optimal-delta");
    set(s.q, "alpha", "10");
    set(s.q, "gamma", "0.1");
    set(s.q, "eps", "1");
    set(s.q, "u", "3.020358");
    const uint64_t searched = cost(s.q);
    ck_assert_str_eq(dpc_query_referee(s.q, 0)->lower, "6.980922430e-6");
    set(s.q, "x", "0.00000698092243018");
    const uint64_t given = cost(s.q);
    ck_assert_uint_gt(given, 0);
    printf("a search takes %.1f times the steps of its result\n", (double)searched / (double)given);
    ck_assert_uint_lt(searched, 20 * given);
    close_query(&s);
}
END_TEST

/* Next to an end of the range, where doubles cannot tell points apart; and far out. */
START_TEST(test_narrow_and_wide)
{
    setup s = open_query("ma.gauss-closed");
    set(s.q, "sigma", "1");
    set(s.q, "T", "10");
    set(s.q, "delta", "0.999999999999999999999999999999");
    run(s.q);
    ck_assert_str_eq(dpc_query_result(s.q, 0)->upper, "0");
    close_query(&s);
    s = open_query("ma.gauss");
    set(s.q, "sigma", "1e30");
    set(s.q, "T", "1");
    set(s.q, "delta", "1e-5");
    run(s.q);
    ck_assert_double_eq_tol(strtod(dpc_query_result(s.q, 0)->upper, NULL), 4.798525913e-30, 1e-37);
    close_query(&s);
}
END_TEST

/* A dip at the edge of a plateau, narrower than the steps in which the range is scanned. */
START_TEST(test_plateau)
{
    static const char *const body[] = {
        "choose w : real where w > 0\nlet y = (w/7)^(-60)\nresult f <= 1 + y^2 - y\nobjective f\n",
        "choose w : real where w > 0\nlet y = (w/7)^60\nresult f <= 1 + y^2 - y\nobjective f\n",
    };
    for (size_t i = 0; i < 2; i++) {
        setup s = open_query(body[i]);
        run(s.q);
        ck_assert_double_eq_tol(upper(s.q), 0.75, 1e-9);
        close_query(&s);
    }
    /* the tangents of Renyi DP: the closed form is the plateau */
    static const char *const table[][3] = {
        {"64", "0.1", "1"},         {"64", "0.1", "2"},          {"128", "0.1", "1"},
        {"128", "0.1", "8"},        {"68.62", "0.0202", "6.34"}, {"54.95", "0.304", "0.905"},
        {"93.57", "0.191", "1.64"}, {"106.4", "0.0122", "4.35"}, {"183.4", "0.107", "2.01"},
    };
    setup s = open_query("rdp.optimal-delta");
    ck_assert_int_eq(dpc_query_set_digits(s.q, 12), DPC_OK);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_query_reset(s.q);
        set(s.q, "alpha", table[i][0]);
        set(s.q, "gamma", table[i][1]);
        set(s.q, "eps", table[i][2]);
        run(s.q);
        const dpc_referee_info *r = dpc_query_referee(s.q, 0);
        ck_assert_msg(r->slack != NULL && strtod(r->slack, NULL) < 1 + 1e-10,
                      "alpha=%s gamma=%s eps=%s: u = %s, %s times the truth", table[i][0],
                      table[i][1], table[i][2], input(s.q, "u")->value, r->slack);
    }
    close_query(&s);
}
END_TEST

START_TEST(test_none_admissible)
{
    setup s = open_query("choose w : real where w > 1 and w < 0\nresult x <= w\nobjective x\n");
    /* undecided: an unsuccessful search refutes nothing */
    ck_assert_int_eq(dpc_query_run(s.q), DPC_UNDECIDED);
    check_contains(dpc_query_error(s.q), "the search found no admissible witness");
    check_contains(dpc_query_error(s.q), "witness w: the condition");
    ck_assert_uint_eq(dpc_query_results(s.q), 0);
    close_query(&s);
    /* a parameter that is out of range is named as such, not as a lack of witnesses */
    s = open_query("ma.gauss");
    set(s.q, "sigma", "-1");
    set(s.q, "T", "10");
    set(s.q, "delta", "1e-5");
    ck_assert_int_eq(dpc_query_run(s.q), DPC_DOMAIN);
    check_contains(dpc_query_error(s.q), "parameter sigma: the condition sigma > 0 is false");
    close_query(&s);
}
END_TEST

/* A failed run shows no witness of the run before. */
START_TEST(test_no_stale_witness)
{
    setup s = open_query("choose w : real where w > 0\nresult x <= w + 1/w\nobjective x\n");
    run(s.q);
    ck_assert_ptr_nonnull(input(s.q, "w")->value);
    ck_assert_int_eq(dpc_query_set_max_steps(s.q, 1), DPC_OK);
    ck_assert_int_eq(dpc_query_run(s.q), DPC_UNDECIDED);
    ck_assert_ptr_null(input(s.q, "w")->value);
    ck_assert_uint_eq(dpc_query_results(s.q), 0);
    close_query(&s);
}
END_TEST

START_TEST(test_given_witnesses)
{
    setup s = open_query("ma.gauss");
    set(s.q, "sigma", "20");
    set(s.q, "T", "1000");
    set(s.q, "delta", "1e-5");
    set(s.q, "alpha", "2");
    run(s.q);
    ck_assert(input(s.q, "alpha")->is_given);
    ck_assert_str_eq(input(s.q, "alpha")->value, "2");
    ck_assert_double_eq_tol(upper(s.q), 14.0129254649702284, 1e-8);
    dpc_query_reset(s.q);
    set(s.q, "sigma", "20");
    set(s.q, "T", "1000");
    set(s.q, "delta", "1e-5");
    set(s.q, "alpha", "1");
    ck_assert_int_eq(dpc_query_run(s.q), DPC_DOMAIN);
    check_contains(dpc_query_error(s.q),
                   "witness alpha: the condition alpha > 1 is false (alpha = 1)");
    /* a referee's witness may be given; a bad one silences the referee only */
    dpc_query_reset(s.q);
    set(s.q, "sigma", "20");
    set(s.q, "T", "1000");
    set(s.q, "delta", "1e-5");
    set(s.q, "x", "7");
    run(s.q);
    ck_assert_str_eq(dpc_query_referee(s.q, 0)->lower, "7");
    dpc_query_reset(s.q);
    set(s.q, "sigma", "20");
    set(s.q, "T", "1000");
    set(s.q, "delta", "1e-5");
    set(s.q, "x", "8");
    run(s.q);
    ck_assert_ptr_null(dpc_query_referee(s.q, 0)->lower);
    check_contains(dpc_query_referee(s.q, 0)->why_not, "is false");
    ck_assert(!dpc_query_referee(s.q, 0)->beats_result);
    close_query(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("search");
    check_add(suite, test_known_optimum);
    check_add(suite, test_short_witnesses);
    check_add(suite, test_short_witness_at_an_end);
    check_add(suite, test_integers);
    check_add(suite, test_two_witnesses);
    check_add(suite, test_boundary);
    check_add(suite, test_maximise);
    check_add(suite, test_scales);
    check_add(suite, test_wide_ranges);
    check_add(suite, test_referee_of_a_precise_result);
    check_add(suite, test_referee_at_the_edge);
    check_add(suite, test_referee_is_cheap);
    check_add(suite, test_narrow_and_wide);
    check_add(suite, test_plateau);
    check_add(suite, test_none_admissible);
    check_add(suite, test_no_stale_witness);
    check_add(suite, test_given_witnesses);
    int failed = check_run(suite);
    return failed;
}
