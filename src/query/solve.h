/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The smallest or largest value of a parameter for which a result meets a target.  The place of the
   answer is found by trying values (look.h).  Enclosures then show that the condition holds at the
   answer, and fails one unit of its last digit further. */
#ifndef DPC_SOLVE_H
#define DPC_SOLVE_H

#include "query/query.h"

/* The question. */
typedef struct {
    size_t input; /* the parameter to solve for */
    size_t pin;   /* the witness that is the result, tried at the target; SIZE_MAX: none */
    bool planned; /* the open witnesses are the plan of a method */
    unsigned long plan_digits; /* of the first plan */
    unsigned long most_digits; /* of the most precise plan to try */
    uint32_t slot;             /* of the result */
    char rel;                  /* '<': result <= target; '>': result >= target */
    mpq_t target;
} dpc_question;

typedef enum {
    DPC_HOLDS,
    DPC_FAILS,   /* decided at the witnesses in use */
    DPC_UNCLEAR, /* precision or a limit ran out, or no witness was found */
    DPC_OUTSIDE  /* a hypothesis is false */
} dpc_outcome;

/* Whether the condition holds at the parameter value x; diag says why for UNCLEAR and OUTSIDE.  The
   query's run holds the values of the last pass. */
dpc_outcome dpc_solve_judge(dpc_query_t *q, dpc_question *question, const mpq_t x, dpc_diag *diag);

/* x = floor(x) */
void dpc_solve_floor(mpq_t x);

/* Sets x to a number near the value of a slot, for the search; false if it has none. */
bool dpc_solve_near(const dpc_run *run, uint32_t slot, mpq_t x);

/* Whether the condition fails for all witnesses at the parameter value judged last, shown by
   covering their ranges with cells.  how: a phrase that says for which witnesses. */
bool dpc_solve_all_fail(dpc_query_t *q, const dpc_question *question, char *how, size_t size);

/* dpc_query_solve with the target as a number; text: its name in messages, NULL for its exact
   value. */
dpc_status dpc_query_solve_number(dpc_query_t *q, const char *name, const char *result,
                                  const char *relation, const mpq_t target, const char *text,
                                  int direction);

/* The last solution, and the value one unit of its last digit further; false: there is none. */
bool dpc_solution_ends(const dpc_query_t *q, mpq_t value, mpq_t next);

/* The condition of the last solution: a result, which is <= (*rel '<') or >= the target; false:
   there is none. */
bool dpc_solution_target(const dpc_query_t *q, size_t *result, char *rel, mpq_t target);

#endif
