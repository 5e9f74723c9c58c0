/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The precision of a run is raised until its values are narrow enough for a purpose, or more of it
   does not help. */
#ifndef DPC_RAISE_H
#define DPC_RAISE_H

#include "run/run.h"

/* Which passes count where cells are used up.  The second of them is the last: the first may have
   lacked precision too. */
typedef enum {
    DPC_CELLS_OF_NO_PASS,
    DPC_CELLS_OF_DONE_PASSES, /* those that came to their end */
    DPC_CELLS_OF_ALL_PASSES
} dpc_cells_rule;

/* What is raised for, and how far. */
typedef struct {
    dpc_run *run;              /* whose ending tells if more precision helps */
    unsigned long first, most; /* bits: doubled as long as they are at most half of the most */
    dpc_cells_rule cells;
    /* One pass over what is to be computed, at so many bits or, where the caller raises them
       itself, more. */
    dpc_status (*pass)(void *data, unsigned long *bits, dpc_diag *why);
    /* After a pass that came to its end: whether it is the last.  last: it is in any case. */
    bool (*enough)(void *data, bool last);
    void *data;
} dpc_raise;

/* Why no more precision was tried. */
typedef enum {
    DPC_STOP_ENOUGH,
    DPC_STOP_FAILED, /* the last pass failed for a reason that more precision does not change */
    DPC_STOP_PLAN,   /* a method's plan limits the accuracy */
    DPC_STOP_CELLS,  /* subdivision had to end, twice */
    DPC_STOP_BITS    /* there are no more bits */
} dpc_stop;

/* How the last pass ended; what it says is in why. */
typedef struct {
    dpc_status status; /* OK unless the last pass failed */
    dpc_stop stop;
    unsigned long bits; /* of the last pass */
} dpc_raised;

dpc_raised dpc_run_raise(const dpc_raise *r, dpc_diag *why);

#endif
