/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Histories that no entry of the catalogue is about (tables of losses, mixtures of atoms, one
   direction of adjacency), by the integer grid. */
#ifndef DPC_ACCOUNT_BY_GRID_H
#define DPC_ACCOUNT_BY_GRID_H

#include "account/history.h"
#include "account/number.h"

/* What is asked: delta at eps = target, or eps at delta = target. */
typedef struct {
    dpc_adjacency direction; /* add-remove, add or remove */
    bool wants_eps;
    mpq_t target;
    unsigned long digits;
} dpc_grid_question;

typedef struct {
    dpc_shown lower, upper; /* lower <= truth <= upper */
    char *missing;          /* what tables lack to masses of 1, and how it counts; NULL: nothing */
    char note[200];         /* "", or why the ends are further apart than asked for */
} dpc_grid_answer;

/* The answer is to be cleared, whatever the status; it is empty unless that is OK. */
dpc_status dpc_history_by_grid(const dpc_history *h, const dpc_grid_question *question,
                               dpc_grid_answer *answer, dpc_diag *diag);
void dpc_grid_answer_clear(dpc_grid_answer *answer);

/* Sets x to log(a/b) of randomized response, a > b > 0, a decimal of so many digits that is rounded
   up or down; false if that fails. */
bool dpc_response_eps(mpq_t x, const dpc_step *s, unsigned long digits, bool up);

#endif
