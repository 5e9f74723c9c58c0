/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Threads that use the whole library concurrently and share nothing do not affect each other: each
   gets the same results as a single thread.  `make check-tsan` runs this with ThreadSanitizer,
   which also sees races that did no harm. */
#include "check_util.h"

#include "dpcert.h"

#include <mpfr.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 2 };

/* ---- work of one thread; no ck_assert here: Check works in its own thread only ---- */

static void tell(check_text *s, dpc_status status, const char *text)
{
    check_append(s, "%s ", dpc_status_name(status));
    if (text != NULL)
        check_splice(s, s->len, 0, text, strlen(text)); /* of any length */
    check_append(s, "\n");
}

static const struct {
    const char *id, *values[8];
    unsigned long digits;
} jobs[] = {
    {"ma.gauss-closed", {"sigma", "20", "T", "1000", "delta", "1e-5"}, 10},
    {"compose.kov-exact", {"eps", "0.1", "delta", "1e-5", "T", "150", "eps_out", "5"}, 20},
    {"gauss.theta", {"eps", "5", "r", "1/2"}, 60},
    {"compose.kov", {"eps", "0.1", "delta", "1e-5", "T", "1000", "slack", "1e-6"}, 10},
};
enum { NJOBS = sizeof jobs / sizeof jobs[0] };

static void tell_step(void *data, const dpc_step_info *step)
{
    tell(data, DPC_OK, step->value);
}

static void certify(check_text *s, dpc_query_t *q)
{
    char *text = NULL;
    tell(s, dpc_query_certificate(q, NULL, NULL, 0, &text), text);
    if (text == NULL)
        return;
    dpc_verdict_info *v = dpc_certificate_verify("x", text, strlen(text), NULL, 0, 0);
    tell(s, DPC_OK, v != NULL ? v->line : NULL);
    dpc_verdict_free(v);
    dpc_string_free(text);
}

static void evaluate(check_text *s, dpc_query_t *q, size_t job, const char *arith)
{
    dpc_query_reset(q);
    bool set = dpc_query_set_arith(q, arith) == DPC_OK &&
               dpc_query_set_digits(q, jobs[job].digits) == DPC_OK;
    for (size_t k = 0; k < 8 && jobs[job].values[k] != NULL; k += 2)
        set = dpc_query_set(q, jobs[job].values[k], jobs[job].values[k + 1]) == DPC_OK && set;
    if (!set)
        tell(s, DPC_PARSE, "a value is not accepted");
    const dpc_status status = dpc_query_run(q);
    for (size_t i = 0; i < dpc_query_results(q); i++) {
        const dpc_result_info *r = dpc_query_result(q, i);
        tell(s, status, r->approx != NULL ? r->approx : r->lower);
        tell(s, status, r->approx != NULL ? r->approx : r->upper);
    }
}

static void go_wrong(check_text *s, dpc_catalogue_t *cat)
{
    static const char broken[] = "theorem t.x\nresult y <= ((\n";
    tell(s, dpc_catalogue_add_text(cat, "x", broken, strlen(broken), NULL),
         dpc_catalogue_error(cat));
    dpc_query_t *q = dpc_query_new(cat, "gauss.theta");
    tell(s, dpc_query_set(q, "eps", "one"), dpc_query_error(q));
    tell(s, dpc_query_run(q), dpc_query_error(q));
    dpc_query_free(q);
}

static void *work(void *data)
{
    static const char *const ariths[] = {"ball", "mpfr", "kernel", "double"};
    check_text *s = data;
    for (int round = 0; round < ROUNDS; round++) {
        dpc_catalogue_t *cat = dpc_catalogue_new();
        for (size_t i = 0; i < NJOBS; i++) {
            char *text = dpc_theorem_latex(cat, jobs[i].id);
            tell(s, DPC_OK, text);
            dpc_string_free(text);
            text = dpc_theorem_text(cat, jobs[i].id);
            tell(s, DPC_OK, text);
            dpc_string_free(text);
            dpc_query_t *q = dpc_query_new(cat, jobs[i].id);
            for (size_t k = 0; k < 4; k++)
                evaluate(s, q, i, ariths[k]);
            evaluate(s, q, i, "ball");
            tell(s, dpc_query_explain(q, tell_step, s), "");
            certify(s, q);
            dpc_query_free(q);
        }
        go_wrong(s, cat);
        dpc_catalogue_free(cat);
        dpc_thread_cleanup();
    }
    return NULL;
}

/* ---- tests ---- */

START_TEST(test_libraries)
{
    ck_assert_msg(mpfr_buildopt_tls_p(), "this MPFR is not made for threads");
}
END_TEST

START_TEST(test_at_once)
{
    check_text alone = {NULL, 0}, all[THREADS] = {{NULL, 0}};
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&thread[i], NULL, work, &all[i]), 0);
    (void)work(&alone); /* not quite alone: one more thread */
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
    check_contains(alone.s, "8.078359549");
    check_contains(alone.s, "VERIFIED guarantee compose.kov");
    check_contains(alone.s, "malformed");
    for (int i = 0; i < THREADS; i++) {
        ck_assert_str_eq(all[i].s, alone.s);
        check_clear(&all[i]);
    }
    check_clear(&alone);
}
END_TEST

/* An object may go from thread to thread, used by one at a time. */
typedef struct {
    dpc_catalogue_t *cat;
    dpc_query_t *query;
    check_text log;
} baggage;

static void *make(void *data)
{
    baggage *b = data;
    b->cat = dpc_catalogue_new();
    b->query = dpc_query_new(b->cat, jobs[0].id);
    evaluate(&b->log, b->query, 0, "ball");
    dpc_thread_cleanup();
    return NULL;
}

static void *use(void *data)
{
    baggage *b = data;
    tell(&b->log, DPC_OK, dpc_query_result(b->query, 0)->upper);
    evaluate(&b->log, b->query, 0, "mpfr");
    dpc_thread_cleanup();
    return NULL;
}

static void *end(void *data)
{
    baggage *b = data;
    evaluate(&b->log, b->query, 0, "kernel");
    dpc_query_free(b->query);
    dpc_catalogue_free(b->cat);
    dpc_thread_cleanup();
    return NULL;
}

START_TEST(test_one_after_the_other)
{
    static void *(*const part[])(void *) = {make, use, end};
    baggage b = {.cat = NULL};
    for (size_t i = 0; i < 3; i++) {
        pthread_t thread;
        ck_assert_int_eq(pthread_create(&thread, NULL, part[i], &b), 0);
        ck_assert_int_eq(pthread_join(thread, NULL), 0);
    }
    ck_assert_str_eq(b.log.s, "ok 8.078359548\nok 8.078359549\nok 8.078359549\n"
                              "ok 8.078359548\nok 8.078359549\n"
                              "ok 8.078359548\nok 8.078359549\n");
    check_clear(&b.log);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("threads");
    check_add(suite, test_libraries);
    check_add(suite, test_at_once);
    check_add(suite, test_one_after_the_other);
    return check_run(suite);
}
