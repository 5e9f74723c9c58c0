/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   What plans are for: the purposes that a theorem states, as instructions.  They guide planners; no
   result depends on them. */
#ifndef DPC_GOAL_H
#define DPC_GOAL_H

#include "lang/lower.h"

/* Separate instructions, behind all others of the code: they compute the number `target` if there
   is one, then call a method with the plan once, unless no call is needed. */
typedef struct {
    size_t input;        /* the plan */
    size_t at;           /* instructions before this one have been run */
    uint32_t begin, end; /* its instructions */
    size_t call;         /* number of the call */
    char rel;            /* '<', '>': the value should be below or above the target; 0: none */
    uint32_t value, target;
} dpc_goal;

/* In the order of the plans; in the memory of the code. */
typedef struct {
    dpc_goal *goal;
    size_t n;
} dpc_goals;

/* Appends the instructions of all purposes to a code that no run has yet. */
dpc_status dpc_goals_lower(dpc_goals *goals, dpc_catalogue_t *cat, dpc_code *code, dpc_diag *diag);

#endif
