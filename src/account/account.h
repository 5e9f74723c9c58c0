/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Inside an account: account.c is what users see of it, by_entry.c answers where the catalogue has
   an entry. */
#ifndef DPC_ACCOUNT_ACCOUNT_H
#define DPC_ACCOUNT_ACCOUNT_H

#include "dpcert.h"
#include "account/history.h"
#include "account/number.h"
#include "show/write.h"

enum { DPC_ACCOUNT_MAX_ASSUMPTIONS = 24 };

/* What answers: an entry of the catalogue, or the integer grid. */
typedef enum {
    DPC_ROUTE_GAUSS,
    DPC_ROUTE_SAMPLED,
    DPC_ROUTE_STEPS,
    DPC_ROUTE_PRODUCT,
    DPC_ROUTE_ONE_WAY, /* one direction of two that differ */
    DPC_ROUTE_GRID     /* no entry */
} dpc_route;

/* One end of the answer. */
typedef struct {
    dpc_query_t *q; /* that shows it; NULL: none does, */
    bool solved; /* or, an epsilon at which the delta is to be evaluated, one is made on demand */
    dpc_shown number;
} dpc_account_end;

struct dpc_account_s {
    dpc_catalogue_t *cat;
    dpc_diag diag;
    dpc_history *h;
    dpc_account_step_info *step; /* by step */
    dpc_adjacency declared;      /* by the history or the user; NONE: not at all */
    dpc_history_extent extent;   /* likewise; never NONE */
    dpc_adjacency neighbours;    /* those that the steps have in common */
    unsigned long digits;
    dpc_shown target; /* the eps or delta that is given */
    bool wants_eps;
    dpc_route route;
    dpc_account_end lower, upper;
    dpc_query_t *solver; /* of epsilon */
    char *missing;       /* by tables of losses: see by_grid.h */
    bool partial;        /* fewer digits than asked for: diag says why */
    dpc_account_info info;
    bool has_result;
    char about_dp[200]; /* what is assumed of (eps, delta)-DP steps */
    const char *assumption[DPC_ACCOUNT_MAX_ASSUMPTIONS];
    const char *premise[DPC_ACCOUNT_MAX_ASSUMPTIONS];
};

/* ---- by an entry (by_entry.c) ---- */

/* The route for what is asked; there are steps. */
dpc_route dpc_account_choose(const dpc_account_t *a);

/* Sets the ends by the entry of a->route, which is not the grid.  OK with a->partial set: they are
   what is certified, but diag says why there are fewer digits. */
dpc_status dpc_account_by_entry(dpc_account_t *a);

/* The query that shows the upper (up) or lower end, if an entry does; NULL: a->diag says why where
   that failed. */
dpc_query_t *dpc_account_proof(dpc_account_t *a, bool up);

/* A query about the entry, for what it says of itself; NULL: there is none. */
const dpc_query_t *dpc_account_source(const dpc_account_t *a);

/* The phases of the history in a certificate of that entry: one for each step, in order.  To be
   freed; NULL: out of memory. */
dpc_write_phase *dpc_account_phases(const dpc_account_t *a);

/* The id of the entry of a->route, which is not the grid. */
const char *dpc_account_entry(const dpc_account_t *a);

#endif
