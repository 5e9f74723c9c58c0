/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Declarations shared by the planner's files: the calls of methods that a task plans. */
#ifndef DPC_PLAN_SOLVE_H
#define DPC_PLAN_SOLVE_H

#include "guess/plan.h"
#include "method/mechanism.h"

enum { DPC_PLAN_MAX_CALLS = 4 };

typedef struct {
    const dpc_goal *goal;
    const dpc_method_info *method;
    bool reached; /* the theorem evaluates it */
    bool known;   /* its arguments are exact */
    dpc_mechanism m;
    dpc_number arg[DPC_INV_NARGS];
    mpq_t value[DPC_INV_NARGS];  /* the arguments that are numbers, and the plan */
    size_t input[DPC_INV_NARGS]; /* the open witness that is the argument; SIZE_MAX: none */
    double log_delta;            /* approximately */
} dpc_planned_call;

typedef struct {
    const dpc_plan_task *task;
    dpc_planned_call call[DPC_PLAN_MAX_CALLS];
    size_t n;
    bool solved; /* the witnesses among the arguments were found */
} dpc_planning;

/* To be cleared. */
void dpc_plan_call_init(const dpc_plan_task *t, dpc_planned_call *c, const dpc_goal *goal);
void dpc_plan_call_clear(dpc_planned_call *c);

/* Whether the theorem evaluates the call at the present values of its arguments; reads the
   arguments that are not witnesses. */
bool dpc_plan_reaches(const dpc_plan_task *t, dpc_planned_call *c);

/* Sets value to the present plan of a goal. */
void dpc_plan_take(const dpc_plan_task *t, const dpc_goal *goal, mpq_t *value);

/* Plans all calls, and finds the witnesses among their arguments. */
void dpc_plan_solve(dpc_planning *p);

#endif
