/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The search for witnesses.  Nothing here is trusted: any admissible witness gives a valid bound,
   and admissibility is checked when the bound is evaluated. */
#ifndef DPC_SEARCH_H
#define DPC_SEARCH_H

#include "run/run.h"

typedef struct {
    size_t first, last;   /* the inputs first..last-1 that may be witnesses */
    const bool *fixed;    /* by input: has a value already */
    mpq_t *value;         /* by input: set for each witness found */
    size_t begin, end;    /* the instructions to run */
    uint32_t objective;   /* slot to minimise, */
    bool maximise;        /* or to maximise */
    unsigned long digits; /* wanted of the objective: a witness is rounded as far as this allows */
    unsigned long bits;   /* precision that may be needed to distinguish candidates; 0: not known */
    mpq_srcptr goal;      /* value that the objective is not expected to pass; NULL: not known */
    dpc_run *quick;       /* the same run in plain doubles, for a first look; may be NULL */
} dpc_search_task;

/* Finds values and gives them to the run.  false: no admissible witness was found, and *why says
   why the last candidate was refused. */
bool dpc_search(dpc_run *run, const dpc_search_task *task, dpc_diag *why);

#endif
