/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The smallest or largest value of a parameter for which a result meets a target.  Where to look is
   found out by trying; that the condition holds at the answer, and that it fails one unit of the
   last digit further, is then shown by enclosures. */
#ifndef DPC_SOLVE_H
#define DPC_SOLVE_H

#include "query/query.h"

/* What is asked. */
typedef struct {
    size_t input; /* the parameter that is solved for */
    size_t
        pin; /* the witness that is the result itself: it is tried at the target; SIZE_MAX: none */
    bool planned;              /* witnesses that are open are a method's plan, */
    unsigned long plan_digits; /* which is made for so many digits at first, */
    unsigned long most_digits; /* and for more while there are no more than these */
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

/* Whether the condition holds at the parameter value x; diag says why where it is unclear or
   outside.  The query's run holds the values of the last pass. */
dpc_outcome dpc_solve_judge(dpc_query_t *q, dpc_question *question, const mpq_t x, dpc_diag *diag);

/* x = floor(x) */
void dpc_solve_floor(mpq_t x);

/* Some number near the value of a slot, for places to look at; false if it has none. */
bool dpc_solve_near(const dpc_run *run, uint32_t slot, mpq_t x);

/* Whether the condition fails for all witnesses, at the parameter value that was judged last, by
   covering their ranges with cells; how: a sentence about it. */
bool dpc_solve_all_fail(dpc_query_t *q, const dpc_question *question, char *how, size_t size);

/* dpc_query_solve for a target that is a number; text: what messages call it, NULL for its exact
   value. */
dpc_status dpc_query_solve_number(dpc_query_t *q, const char *name, const char *result,
                                  const char *relation, const mpq_t target, const char *text,
                                  int direction);

/* The last solution, and the value one unit further; false: there is none. */
bool dpc_solution_ends(const dpc_query_t *q, mpq_t value, mpq_t next);

/* What the last solution is about: a result, which is <= (*rel '<') or >= the target; false: there
   is none. */
bool dpc_solution_target(const dpc_query_t *q, size_t *result, char *rel, mpq_t target);

#endif
