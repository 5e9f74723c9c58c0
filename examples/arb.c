/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Going on from a certified bound in Arb: how much eps grows with the number of steps.

     cc arb.c $(pkg-config --cflags --libs dpcert) $(pkg-config --variable=arb_libs dpcert) &&
   ./a.out
 */
#include <dpcert-arb.h>

#include <stdio.h>
#include <stdlib.h>

/* eps of T steps as a ball; 0 after a failure. */
static int eps_of(dpc_query_t *query, const char *T, arb_t eps)
{
    dpc_query_reset(query);
    /* The order alpha is a witness, too: it is searched, and the bound holds at what was found. */
    if (dpc_query_set(query, "sigma", "20") == DPC_OK && dpc_query_set(query, "T", T) == DPC_OK &&
        dpc_query_set(query, "delta", "1e-5") == DPC_OK && dpc_query_run(query) == DPC_OK &&
        dpc_query_result_arb(query, 0, 128, eps) == DPC_OK)
        return 1;
    fprintf(stderr, "arb: T=%s: %s\n", T, dpc_query_error(query));
    return 0;
}

int main(void)
{
    dpc_catalogue_t *catalogue = dpc_catalogue_new();
    dpc_query_t *query = catalogue != NULL ? dpc_query_new(catalogue, "ma.gauss-closed") : NULL;
    if (query == NULL) {
        fprintf(stderr, "arb: %s\n",
                catalogue != NULL ? dpc_catalogue_error(catalogue) : "out of memory");
        dpc_catalogue_free(catalogue);
        return EXIT_FAILURE;
    }
    arb_t one, four, ratio;
    arb_init(one);
    arb_init(four);
    arb_init(ratio);
    int failures = 0;
    dpc_query_set_referees(query, 0); /* the bound alone is enough here, and sooner there */
    if (eps_of(query, "1000", one) && eps_of(query, "4000", four)) {
        arb_div(ratio, four, one, 128);
        char *text = arb_get_str(ratio, 12, 0);
        printf("four times the steps: %s times the eps\n", text);
        flint_free(text);
        if (!arb_is_finite(ratio) || arb_contains_si(ratio, 1)) {
            fprintf(stderr, "arb: that should not be 1\n");
            failures++;
        }
    } else
        failures++;
    arb_clear(one);
    arb_clear(four);
    arb_clear(ratio);
    dpc_query_free(query);
    dpc_catalogue_free(catalogue);
    dpc_thread_cleanup(); /* FLINT's caches, too */
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
