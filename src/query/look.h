/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Searches the values of a parameter for two between which the condition begins or ceases to hold.
   Nothing here is trusted: the values found are judged again (solve.c). */
#ifndef DPC_LOOK_H
#define DPC_LOOK_H

#include "query/solve.h"

/* A value that was tried. */
typedef struct {
    mpq_t x;
    dpc_outcome outcome;
    double excess; /* log result - log target, signed so that it is <= 0 where the condition holds;
                      nan if not known */
    double merit;  /* distance of the condition from holding: -inf where it holds,
                      inf if not known */
    double value;  /* approximation of the result; nan if not known */
} dpc_trial;

typedef struct {
    dpc_query_t *q;
    dpc_question *question;
    bool integer;
    unsigned long digits; /* asked for by the user */
    int want;             /* 1: the smallest, -1: the largest, 0: either */
    const char *target;   /* as the user wrote it */
    /* the caller sets the fields above, dpc_look_begin those of the search: */
    double log_target;
    dpc_trial *seen; /* the trials of the last scan */
    size_t nseen;
    bool decided;  /* pass over undecided trials */
    int in_vain;   /* the number of undecided trials in a row */
    dpc_diag diag; /* of the last trial */
    dpc_outcome last;
} dpc_solver;

/* Makes room for the trials; false: out of memory.  dpc_look_end frees it, also after a failure. */
bool dpc_look_begin(dpc_solver *s);
void dpc_look_end(dpc_solver *s);

/* Judges t->x and fills in the rest of the trial. */
void dpc_look_try(dpc_solver *s, dpc_trial *t);

/* Finds two values a < b between which the condition changes; false: none found. */
bool dpc_look_change(dpc_solver *s, dpc_trial *a, dpc_trial *b);

/* Whether the condition holds at the smallest values tried, and 0 is not admissible: then still
   smaller values tell nothing new. */
bool dpc_look_above_zero(dpc_solver *s, const dpc_trial *a, const dpc_trial *b);

/* Narrows a bracket with positive ends to about the digits asked for. */
void dpc_look_refine(dpc_solver *s, dpc_trial *a, dpc_trial *b);

#endif
