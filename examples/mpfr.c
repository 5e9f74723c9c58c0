/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Going on from a certified bound in MPFR: n releases with Gaussian noise that are (1, delta)-DP,
   each with a delta of its own, are (n, sum of the deltas)-DP together.

     cc mpfr.c $(pkg-config --cflags --libs dpcert) $(pkg-config --variable=mpfr_libs dpcert) &&
   ./a.out

   The library rounds its ends outward when it hands them over; from there on rounding is up to you:
   upper bounds are added upward, lower bounds downward. */
#include <dpcert-mpfr.h>

#include <stdio.h>
#include <stdlib.h>

/* Adds the ends of delta at eps = 1 and this distance r of the means; 0 after a failure. */
static int add_release(dpc_query_t *query, const char *r, mpfr_t lower_sum, mpfr_t upper_sum)
{
    mpfr_t lower, upper;
    int done = 0;
    mpfr_inits2(64, lower, upper, (mpfr_ptr)NULL);
    dpc_query_reset(query);
    if (dpc_query_set(query, "eps", "1") == DPC_OK && dpc_query_set(query, "r", r) == DPC_OK &&
        dpc_query_run(query) == DPC_OK && dpc_query_result_mpfr(query, 0, lower, upper) == DPC_OK) {
        mpfr_printf("r = %-5s %.20RDe <= delta <= %.20RUe\n", r, lower, upper);
        mpfr_add(lower_sum, lower_sum, lower, MPFR_RNDD);
        mpfr_add(upper_sum, upper_sum, upper, MPFR_RNDU);
        done = 1;
    } else
        fprintf(stderr, "mpfr: r=%s: %s\n", r, dpc_query_error(query));
    mpfr_clears(lower, upper, (mpfr_ptr)NULL);
    return done;
}

int main(void)
{
    static const char *const releases[] = {"1/2", "0.3", "1/10", "0.05"};
    dpc_catalogue_t *catalogue = dpc_catalogue_new();
    dpc_query_t *query = catalogue != NULL ? dpc_query_new(catalogue, "gauss.theta") : NULL;
    if (query == NULL) {
        fprintf(stderr, "mpfr: %s\n",
                catalogue != NULL ? dpc_catalogue_error(catalogue) : "out of memory");
        dpc_catalogue_free(catalogue);
        return EXIT_FAILURE;
    }
    mpfr_t lower, upper;
    mpfr_inits2(64, lower, upper, (mpfr_ptr)NULL);
    mpfr_set_zero(lower, 1);
    mpfr_set_zero(upper, 1);

    int failures = 0;
    /* 19 digits: what 64 bits can hold */
    if (dpc_query_set_digits(query, 19) != DPC_OK)
        failures++;
    for (size_t i = 0; i < sizeof releases / sizeof releases[0]; i++)
        failures += !add_release(query, releases[i], lower, upper);
    mpfr_printf("all of them: eps = 4, and delta is at most the sum, between %.17RDe and %.17RUe\n",
                lower, upper);
    if (mpfr_cmp(lower, upper) > 0 || mpfr_sgn(lower) <= 0) {
        fprintf(stderr, "mpfr: the ends are in the wrong order\n");
        failures++;
    }

    mpfr_clears(lower, upper, (mpfr_ptr)NULL);
    dpc_query_free(query);
    dpc_catalogue_free(catalogue);
    dpc_thread_cleanup(); /* MPFR's caches, too */
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
