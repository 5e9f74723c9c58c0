/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   How to use libdpcert: the privacy of one release of a query with Gaussian noise, certified, and
   next to it what plain floating point says.

     cc theta.c $(pkg-config --cflags --libs dpcert) && ./a.out

   Every number goes in as text and is taken exactly: "0.1" is one tenth.  Every number comes out as
   text, rounded in the safe direction: delta is certainly at most the upper bound that is printed.
 */
#include <dpcert.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Evaluates the query at eps and r in one kind of arithmetic.  Returns 0 if that fails, after
   telling why; the query's results can be read otherwise. */
static int evaluate(dpc_query_t *query, const char *arith, const char *eps, const char *r)
{
    /* A query can be used again and again; this forgets the last values. */
    dpc_query_reset(query);
    if (dpc_query_set_arith(query, arith) != DPC_OK || dpc_query_set(query, "eps", eps) != DPC_OK ||
        dpc_query_set(query, "r", r) != DPC_OK || dpc_query_run(query) != DPC_OK) {
        fprintf(stderr, "theta: eps=%s r=%s: %s\n", eps, r, dpc_query_error(query));
        return 0;
    }
    return 1;
}

int main(void)
{
    static const char *const all_eps[] = {"0", "0.1", "1", "5", "10", "100", "700"};
    const char *r =
        "1/2"; /* sensitivity over noise: distance of the means in standard deviations */
    int failures = 0;

    /* The catalogue holds the theorems; a query evaluates one of them. */
    dpc_catalogue_t *catalogue = dpc_catalogue_new();
    if (catalogue == NULL) {
        fprintf(stderr, "theta: out of memory\n");
        return EXIT_FAILURE;
    }
    dpc_query_t *query = dpc_query_new(catalogue, "gauss.theta");
    if (query == NULL) {
        fprintf(stderr, "theta: %s\n", dpc_catalogue_error(catalogue));
        dpc_catalogue_free(catalogue);
        return EXIT_FAILURE;
    }

    printf("dpcert %s, %s: %s\n", dpc_version(), dpc_query_theorem(query)->id,
           dpc_query_theorem(query)->title);
    printf("%6s  %20s  %20s  %24s\n", "eps", "delta is at least", "and at most", "double says");
    for (size_t i = 0; i < sizeof all_eps / sizeof all_eps[0]; i++) {
        if (!evaluate(query, "ball", all_eps[i], r)) {
            failures++;
            continue;
        }
        /* What a query returns belongs to it and lives until its next change: copy what is needed
           for longer. */
        const dpc_result_info *delta = dpc_query_result(query, 0);
        if (delta == NULL || delta->lower == NULL || delta->upper == NULL ||
            strlen(delta->lower) == 0 || strlen(delta->upper) == 0) {
            fprintf(stderr, "theta: eps=%s: there should be bounds\n", all_eps[i]);
            failures++;
            continue;
        }
        printf("%6s  %20s  %20s", all_eps[i], delta->lower, delta->upper);

        /* The same formula without any guarantee: no lower, no upper, only what was computed. */
        if (!evaluate(query, "double", all_eps[i], r)) {
            failures++;
            continue;
        }
        printf("  %24s\n", dpc_query_result(query, 0)->approx);
    }

    /* What is wrong with a value is said in words. */
    if (dpc_query_set(query, "eps", "1") == DPC_OK || dpc_query_error(query)[0] == '\0') {
        fprintf(stderr, "theta: a second value for eps should have been refused\n");
        failures++;
    }

    dpc_query_free(query);
    dpc_catalogue_free(catalogue);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
