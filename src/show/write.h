/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Certificates of a query that has run, with what its caller knows of the run. */
#ifndef DPC_SHOW_WRITE_H
#define DPC_SHOW_WRITE_H

#include "dpcert.h"

/* A line `phase`: the record of a list of steps, or "parameters" and 1. */
typedef struct {
    unsigned long phase; /* from 1 */
    const char *param;
    unsigned long record;
    const char *text; /* of the issuer: what a certificate cannot hold becomes ?, what is too long
                         is cut; NULL or "": none */
} dpc_write_phase;

typedef struct {
    const char *kind;             /* NULL: what the theorem gives */
    dpc_adjacency neighbours;     /* of a theorem about any; ANY: all of them */
    dpc_history_extent extent;    /* of the history, */
    const dpc_write_phase *phase; /* which has these phases; NULL: there is none */
    size_t nrecords;
    const char *const *context;
    size_t ncontext;
} dpc_write_request;

/* As dpc_query_certificate. */
dpc_status dpc_write_certificate(dpc_query_t *q, const dpc_write_request *request, char **text);

#endif
