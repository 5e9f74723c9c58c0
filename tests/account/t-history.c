/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Reading histories: the steps of every form, and the place and reason of every refusal. */
#include "check_util.h"

#include "account/history.h"
#include "base/rational.h"

#include <stdlib.h>

static dpc_history *read_text(const char *text, dpc_diag *diag)
{
    const dpc_source source = {.name = "dir/file", .text = text, .len = strlen(text)};
    *diag = (dpc_diag){.status = DPC_OK};
    return dpc_history_read(&source, diag);
}

static bool is_number(const mpq_t x, const char *text)
{
    dpc_diag diag = {.status = DPC_OK};
    mpq_t y;
    mpq_init(y);
    ck_assert_int_eq(dpc_rational_parse(y, text, strlen(text), "a test", &diag), DPC_OK);
    const bool same = mpq_equal(x, y) != 0;
    mpq_clear(y);
    return same;
}

/* ---- steps ---- */

typedef struct {
    const char *text;
    dpc_mechanism_kind kind;
    const char *a, *b, *count;
} one_step;

/* A history of one kind of step. */
START_TEST(test_steps)
{
    static const one_step rows[] = {
        {"gaussian sigma=0.8 rate=0.01 times 1000", DPC_MECHANISM_GAUSS, "1/100", "4/5", "1000"},
        {"gaussian sigma=2", DPC_MECHANISM_GAUSS, "1", "2", "1"},
        {"laplace eps=1/3 times 3", DPC_MECHANISM_LAPLACE, "1/3", "0", "3"},
        {"dp eps=0.1 delta=1e-6", DPC_MECHANISM_DP, "1/10", "1e-6", "1"},
        {"dp eps=0.1", DPC_MECHANISM_DP, "1/10", "0", "1"},
        /* a step that reveals the input with some probability, and nothing otherwise, is a leak */
        {"dp eps=0 delta=1e-3", DPC_MECHANISM_LEAK, "1e-3", "0", "1"},
        {"dp eps=5 delta=1", DPC_MECHANISM_LEAK, "1", "5", "1"},
        {"leak 1e-9", DPC_MECHANISM_LEAK, "1e-9", "0", "1"},
        {"randomized-response p=1", DPC_MECHANISM_LEAK, "1", "0", "1"},
        /* the likelier answer comes first */
        {"randomized-response p=0.75", DPC_MECHANISM_RESPONSE, "3/4", "1/4", "1"},
        {"randomized-response p=0.25", DPC_MECHANISM_RESPONSE, "3/4", "1/4", "1"},
        {"randomized-response p=1/2 buckets=5", DPC_MECHANISM_RESPONSE, "1/2", "1/8", "1"},
        /* equal steps are counted, in whatever way their numbers are written */
        {"gaussian sigma=1/2\n# a comment\ngaussian times 4 sigma=0.5 rate=1\n",
         DPC_MECHANISM_GAUSS, "1", "1/2", "5"},
        /* steps that reveal nothing are left out */
        {"gaussian sigma=3 rate=0\nlaplace eps=0\nleak 0\nrandomized-response p=1/2\n"
         "laplace eps=9 times 0\nlaplace eps=2",
         DPC_MECHANISM_LAPLACE, "2", "0", "1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        dpc_diag diag;
        dpc_history *h = read_text(rows[i].text, &diag);
        ck_assert_msg(h != NULL, "%s: %s", rows[i].text, diag.text);
        ck_assert_msg(h->nsteps == 1, "%s: %zu steps", rows[i].text, h->nsteps);
        const dpc_step *s = &h->step[0];
        const bool has_b = s->kind != DPC_MECHANISM_LEAK; /* a leak has no second number */
        ck_assert_msg(s->kind == rows[i].kind && is_number(s->a, rows[i].a) &&
                          (!has_b || is_number(s->b, rows[i].b)) &&
                          is_number(s->count, rows[i].count),
                      "%s is another step", rows[i].text);
        ck_assert_str_eq(h->form, "text");
        dpc_history_free(h);
    }
}
END_TEST

/* Different steps keep their order; losses are found beside the history. */
START_TEST(test_order)
{
    dpc_diag diag;
    dpc_history *h = read_text("losses a.txt\nlaplace eps=1\nlosses /b.txt\nlaplace eps=1\n"
                               "losses a.txt times 2\nadjacency remove\ndelta 1e-5\n",
                               &diag);
    ck_assert_msg(h != NULL, "%s", diag.text);
    ck_assert_uint_eq(h->nsteps, 3);
    ck_assert_str_eq(h->step[0].path, "dir/a.txt");
    ck_assert(is_number(h->step[0].count, "3"));
    ck_assert_int_eq(h->step[1].kind, DPC_MECHANISM_LAPLACE);
    ck_assert(is_number(h->step[1].count, "2"));
    ck_assert_str_eq(h->step[2].path, "/b.txt");
    ck_assert_int_eq(h->neighbours, DPC_ADJACENCY_REMOVE);
    ck_assert(h->eps == NULL);
    ck_assert_str_eq(h->delta, "1e-5");
    ck_assert(dpc_history_has(h, DPC_MECHANISM_LOSSES) && !dpc_history_has(h, DPC_MECHANISM_DP));
    ck_assert(!dpc_history_is_sampled(h));
    dpc_history_free(h);
}
END_TEST

/* A history whose steps reveal nothing is valid; a text without steps is not. */
START_TEST(test_nothing)
{
    dpc_diag diag;
    dpc_history *h = read_text("gaussian sigma=1 rate=0", &diag);
    ck_assert(h != NULL && h->saw_step && h->nsteps == 0);
    dpc_history_free(h);
    ck_assert(read_text("# nothing\n", &diag) == NULL);
    check_contains(diag.text, "there is no step");
}
END_TEST

/* ---- forms ---- */

/* The same 14 sampled steps in all forms. */
START_TEST(test_forms)
{
    static const struct {
        const char *text, *form;
    } rows[] = {
        {"gaussian sigma=1.1 rate=0.25 times 14", "text"},
        {"\xef\xbb\xbf {\"steps\": [{\"mechanism\": \"gaussian\", \"sigma\": \"11/10\", "
         "\"rate\": 0.25, \"times\": 14}]}",
         "JSON"},
        {"{\"history\": [[1.1, 0.25, 10], [1.1, 0.25, 4]], \"mechanism\": \"prv\"}",
         "Opacus state_dict"},
        {"{\"class_name\": \"ComposedDpEvent\", \"events\": [{\"class_name\": \"NoOpDpEvent\"}, "
         "{\"class_name\": \"SelfComposedDpEvent\", \"count\": 7, \"event\": {\"class_name\": "
         "\"SelfComposedDpEvent\", \"count\": 2, \"event\": {\"class_name\": "
         "\"PoissonSampledDpEvent\", \"sampling_probability\": 0.25, \"event\": {\"class_name\": "
         "\"GaussianDpEvent\", \"noise_multiplier\": 1.1}}}}]}",
         "DpEvent"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        dpc_diag diag;
        dpc_history *h = read_text(rows[i].text, &diag);
        ck_assert_msg(h != NULL, "%s: %s", rows[i].form, diag.text);
        ck_assert_str_eq(h->form, rows[i].form);
        ck_assert_uint_eq(h->nsteps, 1);
        ck_assert_msg(is_number(h->step[0].a, "1/4") && is_number(h->step[0].b, "1.1") &&
                          is_number(h->step[0].count, "14"),
                      "%s has other numbers", rows[i].form);
        ck_assert(dpc_history_is_sampled(h));
        ck_assert_int_eq(h->neighbours, DPC_ADJACENCY_NONE);
        dpc_history_free(h);
    }
}
END_TEST

/* ---- refusals ---- */

/* Where in the file, and why. */
START_TEST(test_refusals)
{
    static const struct {
        const char *text, *place, *why;
    } rows[] = {
        {"gaussian sigma=1\ngaussian",
         "dir/file:2:", "sigma is missing: write for example sigma=0.8"},
        {"gaussian sigma=0", "dir/file:1:", "sigma must be above 0"},
        {"gaussian sigma=1 rate=2",
         "dir/file:1:23:", "a sampling rate must be a number from 0 to 1"},
        {"gaussian sigma=1 sigma=2", "dir/file:1:24:", "sigma is given twice"},
        {"gaussian sigm=1", "dir/file:1:10:",
         "gaussian has no parameter 'sigm': it has sigma, rate and times; did you mean sigma?"},
        {"gausian sigma=1", "dir/file:1:1:", "extent, eps, delta; did you mean gaussian?"},
        {"extend part", "dir/file:1:1:", "; did you mean extent?"},
        {"{\"steps\": [{\"mechanism\": \"laplac\"}]}", "dir/file:1:", "; did you mean laplace?"},
        {"{\"steps\": [{\"mechanism\": \"leak\", \"q\": 1}]}",
         "dir/file:1:", "leak has no parameter 'q': it has p and times"},
        {"gaussian sigma=one", "dir/file:1:", "malformed number 'one'"},
        {"gaussian sigma=1e123456", "dir/file:1:", "the exponent has more than 5 digits"},
        {"randomized-response p=0.7 buckets=1", "dir/file:1:", "2 or more"},
        {"laplace eps=1 times 1.5", "dir/file:1:", "must be a non-negative integer"},
        {"dp delta=0.1", "dir/file:1:", "eps is missing"},
        {"losses", "dir/file:1:", "the file of the losses is missing"},
        {"adjacency both\nleak 0.1", "dir/file:1:", "add-remove"},
        {"noise 3", "dir/file:1:1:", "gaussian, laplace, dp, randomized-response, leak, losses"},
        {"{\"steps\": [1]}", "dir/file:1:", "a step is an object"},
        {"{\"steps\": []}", "dir/file", "there is no step"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        dpc_diag diag;
        ck_assert_msg(read_text(rows[i].text, &diag) == NULL, "%s is accepted", rows[i].text);
        ck_assert_int_eq(diag.status, DPC_PARSE);
        check_contains(diag.text, rows[i].place);
        check_contains(diag.text, rows[i].why);
    }
}
END_TEST

/* At most a thousand different steps are accepted; repetitions of a step do not count. */
START_TEST(test_limit)
{
    check_text t = {NULL, 0};
    dpc_diag diag;
    for (int i = 1; i <= DPC_HISTORY_MAX_STEPS; i++)
        check_append(&t, "laplace eps=1/%d\n", i);
    check_append(&t, "laplace eps=1/7\n");
    dpc_history *h = read_text(t.s, &diag);
    ck_assert_msg(h != NULL, "%s", diag.text);
    ck_assert_uint_eq(h->nsteps, DPC_HISTORY_MAX_STEPS);
    ck_assert(is_number(h->step[6].count, "2"));
    dpc_history_free(h);
    check_append(&t, "laplace eps=2\n");
    ck_assert(read_text(t.s, &diag) == NULL);
    check_contains(diag.text, "more than 1000 different steps");
    check_clear(&t);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("history");
    check_add(suite, test_steps);
    check_add(suite, test_order);
    check_add(suite, test_nothing);
    check_add(suite, test_forms);
    check_add(suite, test_refusals);
    check_add(suite, test_limit);
    return check_run(suite);
}
