/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The planner: finds plans of methods, and witnesses that are arguments of methods, in place of the
   search.  Nothing here is trusted. */
#ifndef DPC_PLAN_H
#define DPC_PLAN_H

#include "guess/goal.h"
#include "guess/memo.h"
#include "run/run.h"

typedef struct {
    dpc_memo *memo;         /* remembers the values of calls */
    unsigned long bits;     /* precision of the first evaluation of the results */
    dpc_run *run;           /* has the values of all parameters */
    size_t first, last;     /* the inputs first..last-1 are planned */
    size_t begin;           /* the first instruction of their part */
    const dpc_goals *goals; /* of the plans */
    const bool *fixed;      /* by input: has a value already */
    mpq_t *value;           /* by input: set for each witness found */
    dpc_list *list;         /* by list number: set for each plan found */
    bool *planned;          /* by input: set to true if a value was found */
    unsigned long digits;   /* wanted of the results */
} dpc_plan_task;

void dpc_plan_calls(const dpc_plan_task *task);

#endif
