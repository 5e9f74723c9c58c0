/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Plans of methods, and witnesses that are arguments of them, get their values from a planner, not
   from the search.  Nothing here is trusted. */
#ifndef DPC_PLAN_H
#define DPC_PLAN_H

#include "guess/memo.h"
#include "run/run.h"

typedef struct {
    dpc_memo *memo;       /* what calls gave is remembered there */
    unsigned long bits;   /* with which the results are computed at first */
    dpc_run *run;         /* has the values of all parameters */
    size_t first, last;   /* the inputs that are planned for */
    size_t begin;         /* the first instruction of their part */
    const bool *fixed;    /* by input: has a value already */
    mpq_t *value;         /* by input: set for each witness that is found, */
    dpc_list *list;       /* by number: set for each plan, */
    bool *planned;        /* by input: and this is set */
    unsigned long digits; /* that the results should have */
} dpc_plan_task;

void dpc_plan_calls(const dpc_plan_task *task);

#endif
