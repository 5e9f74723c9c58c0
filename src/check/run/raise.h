/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Raises the precision of a run until its values are narrow enough for a purpose, or more precision
   does not help. */
#ifndef DPC_RAISE_H
#define DPC_RAISE_H

#include "run/run.h"

/* Which passes with used-up cells count.  The second such pass is the last: the first may have
   lacked precision too. */
typedef enum {
    DPC_CELLS_OF_NO_PASS,
    DPC_CELLS_OF_DONE_PASSES, /* those that came to their end */
    DPC_CELLS_OF_ALL_PASSES
} dpc_cells_rule;

/* The purpose and the limits of raising the precision. */
typedef struct {
    dpc_run *run;              /* its ending says whether more precision helps */
    unsigned long first, most; /* bits: doubled while the result is at most `most` */
    dpc_cells_rule cells;
    /* One pass of the computation at this many bits; the pass itself may raise them. */
    dpc_status (*pass)(void *data, unsigned long *bits, dpc_diag *why);
    /* Called after a successful pass: whether it is the last.  last: no other pass follows in any
       case. */
    bool (*enough)(void *data, bool last);
    void *data;
} dpc_raise;

/* Why no more precision was tried. */
typedef enum {
    DPC_STOP_ENOUGH,
    DPC_STOP_FAILED, /* the last pass failed for a reason that more precision does not change */
    DPC_STOP_PLAN,   /* a method's plan limits the accuracy */
    DPC_STOP_CELLS,  /* subdivision had to end, twice */
    DPC_STOP_BITS    /* the largest precision is reached */
} dpc_stop;

/* How the last pass ended; its message is in why. */
typedef struct {
    dpc_status status; /* OK unless the last pass failed */
    dpc_stop stop;
    unsigned long bits; /* of the last pass */
} dpc_raised;

dpc_raised dpc_run_raise(const dpc_raise *r, dpc_diag *why);

#endif
