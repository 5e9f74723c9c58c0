/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Where to look for a parameter: values are tried until two are found between which the condition
   begins or ceases to hold.  Nothing here is trusted: what is found is judged again (solve.c). */
#ifndef DPC_LOOK_H
#define DPC_LOOK_H

#include "query/solve.h"

/* A value that was tried. */
typedef struct {
    mpq_t x;
    dpc_outcome outcome;
    double excess; /* log result - log target, signed so that it is <= 0 where the condition holds;
                      nan where it is not known */
    double merit;  /* how far the condition is from holding, increasing with that: -inf where it
                      holds, inf where that is not known */
    double value;  /* about the result's; nan where it is not known */
} dpc_trial;

typedef struct {
    dpc_query_t *q;
    dpc_question *question;
    bool integer;
    unsigned long digits; /* that the user asked for */
    int want;             /* 1: the smallest, -1: the largest, 0: either */
    const char *target;   /* as the user wrote it */
    /* the caller sets the fields above, dpc_look_begin those of the search: */
    double log_target;
    dpc_trial *seen; /* what the last scan tried */
    size_t nseen;
    bool decided;  /* trials that are not decided are passed over, */
    int in_vain;   /* these many in a row */
    dpc_diag diag; /* of the last trial */
    dpc_outcome last;
} dpc_solver;

/* Makes room for the trials; false when memory ends.  dpc_look_end frees it, after that too. */
bool dpc_look_begin(dpc_solver *s);
void dpc_look_end(dpc_solver *s);

/* Judges t->x, and says what came out. */
void dpc_look_try(dpc_solver *s, dpc_trial *t);

/* Two values a < b between which the condition changes; false: none was found. */
bool dpc_look_change(dpc_solver *s, dpc_trial *a, dpc_trial *b);

/* Whether the condition holds at the smallest places looked at, and 0 is not admissible: values
   that are smaller still are no news. */
bool dpc_look_above_zero(dpc_solver *s, const dpc_trial *a, const dpc_trial *b);

/* Narrows a bracket of positive ends to about the digits asked for. */
void dpc_look_refine(dpc_solver *s, dpc_trial *a, dpc_trial *b);

#endif
