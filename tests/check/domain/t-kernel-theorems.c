/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Theorems with the proved kernel: its results agree with balls in every row of the tables. */
#include "check_util.h"

#include "domain/kernel.h"
#include "query/query.h"

#include <stdio.h>
#include <stdlib.h>

static const dpc_domain *const kernel = &dpc_domain_kernel;

START_TEST(test_tiny_theta)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, "gauss.theta");
    ck_assert_ptr_nonnull(q);
    q->domain = kernel;
    ck_assert_int_eq(dpc_query_set(q, "eps", "700"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "r", "1/3"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    ck_assert_str_eq(dpc_query_result(q, 0)->lower, "1.392483497e-957475");
    ck_assert_str_eq(dpc_query_result(q, 0)->upper, "1.392483498e-957475");
    dpc_query_free(q);
    dpc_catalogue_free(cat);
    dpc_domain_kernel_cleanup();
}
END_TEST

enum { MAX_LINE = 4096 };

/* Runs a row of a table with both domains: the decimals must agree, or be neighbours. */
static void check_row(dpc_query_t *q, char *line, const char *where)
{
    dpc_query_reset(q);
    for (size_t i = 0; i < dpc_query_inputs(q); i++)
        if (dpc_query_input(q, i)->of_referee)
            ck_assert_int_eq(dpc_query_set(q, dpc_query_input(q, i)->name,
                                           CHECK_IDLE(dpc_query_input(q, i)->is_plan)),
                             DPC_OK);
    char *bar = strstr(line, " | "), *rest = NULL;
    ck_assert_ptr_nonnull(bar);
    *bar = '\0';
    for (char *word = strtok_r(line, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        ck_assert_ptr_nonnull(equals);
        *equals = '\0';
        ck_assert_int_eq(dpc_query_set(q, word, equals + 1), DPC_OK);
    }
    char *ends_of_ball[16][2];
    ck_assert_uint_le(dpc_query_results(q), 16);
    ck_assert_int_eq(dpc_query_set_arith(q, "ball"), DPC_OK);
    ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s: %s", where, dpc_query_error(q));
    const size_t results = dpc_query_results(q);
    for (size_t i = 0; i < results; i++) {
        ends_of_ball[i][0] = strdup(dpc_query_result(q, i)->lower);
        ends_of_ball[i][1] = strdup(dpc_query_result(q, i)->upper);
    }
    /* what dpc_query_set_arith does, for a domain that it need not know */
    dpc_run_free(q->run);
    q->run = NULL;
    q->domain = kernel;
    ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s: %s", where, dpc_query_error(q));
    ck_assert_uint_eq(dpc_query_results(q), results);
    for (size_t i = 0; i < results; i++) {
        const dpc_result_info *r = dpc_query_result(q, i);
        const bool same =
            strcmp(r->lower, ends_of_ball[i][0]) == 0 && strcmp(r->upper, ends_of_ball[i][1]) == 0;
        /* not the same, where one of them cannot tell on which side of a decimal the value lies */
        ck_assert_msg(same || strcmp(r->lower, ends_of_ball[i][1]) == 0 ||
                          strcmp(r->upper, ends_of_ball[i][0]) == 0 ||
                          strcmp(r->lower, ends_of_ball[i][0]) == 0 ||
                          strcmp(r->upper, ends_of_ball[i][1]) == 0,
                      "%s: [%s, %s], but [%s, %s] with balls", where, r->lower, r->upper,
                      ends_of_ball[i][0], ends_of_ball[i][1]);
        free(ends_of_ball[i][0]);
        free(ends_of_ball[i][1]);
    }
}

START_TEST(test_tables)
{
    const char *top = getenv("top_srcdir");
    dpc_catalogue_t *cat = dpc_catalogue_new();
    unsigned long rows = 0;
    for (size_t i = 0; i < dpc_catalogue_count(); i++) {
        char path[MAX_LINE], line[MAX_LINE], where[200];
        (void)snprintf(path, sizeof path, "%s/tests/data/%s.dat",
                       top != NULL && top[0] != '\0' ? top : ".", dpc_catalogue_id(i));
        FILE *file = fopen(path, "r");
        ck_assert_msg(file != NULL, "%s cannot be read", path);
        dpc_query_t *q = dpc_query_new(cat, dpc_catalogue_id(i));
        ck_assert_ptr_nonnull(q);
        for (unsigned long number = 1; fgets(line, sizeof line, file) != NULL; number++) {
            line[strcspn(line, "\n")] = '\0';
            if (line[0] == '\0' || line[0] == '#')
                continue;
            (void)snprintf(where, sizeof where, "%s:%lu", dpc_catalogue_id(i), number);
            check_row(q, line, where);
            rows++;
        }
        (void)fclose(file);
        dpc_query_free(q);
    }
    printf("t-kernel-theorems: %lu rows\n", rows);
    ck_assert_uint_ge(rows, 100);
    dpc_catalogue_free(cat);
    dpc_domain_kernel_cleanup();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernel-theorems");
    TCase *theorems = tcase_create("theorems");
    tcase_set_tags(theorems, "slow");
    tcase_add_test(theorems, test_tiny_theta);
    tcase_add_test(theorems, test_tables);
    suite_add_tcase(suite, theorems);
    return check_run(suite);
}
