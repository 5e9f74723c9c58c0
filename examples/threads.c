/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Many evaluations on several threads: each thread has a catalogue and queries of its own, and
   cleans up before it ends.  Nothing is shared, so nothing is locked.

     cc threads.c $(pkg-config --cflags --libs dpcert) -pthread && ./a.out */
#include <dpcert.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROWS = 12 };

/* What one thread does: rows first, first + THREADS, ... */
typedef struct {
    int first;
    char delta[ROWS][40];
} job;

static void evaluate(job *j)
{
    dpc_catalogue_t *catalogue = dpc_catalogue_new();
    dpc_query_t *query = catalogue != NULL ? dpc_query_new(catalogue, "gauss.theta") : NULL;
    for (int row = j->first; row < ROWS && query != NULL; row += THREADS) {
        char eps[16];
        snprintf(eps, sizeof eps, "%d/4", row + 1);
        dpc_query_reset(query);
        if (dpc_query_set(query, "eps", eps) == DPC_OK &&
            dpc_query_set(query, "r", "1/2") == DPC_OK && dpc_query_run(query) == DPC_OK)
            snprintf(j->delta[row], sizeof j->delta[row], "%s", dpc_query_result(query, 0)->upper);
    }
    dpc_query_free(query);
    dpc_catalogue_free(catalogue);
}

static void *work(void *data)
{
    evaluate(data);
    dpc_thread_cleanup(); /* what GMP, MPFR and FLINT keep for this thread */
    return NULL;
}

int main(void)
{
    static job jobs[THREADS];
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
        jobs[i].first = i;
        if (pthread_create(&thread[i], NULL, work, &jobs[i]) != 0)
            return EXIT_FAILURE;
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    int missing = 0;
    for (int row = 0; row < ROWS; row++) {
        const char *delta = jobs[row % THREADS].delta[row];
        printf("eps = %d/4: delta <= %s\n", row + 1, delta);
        missing += delta[0] == '\0';
    }
    return missing == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
