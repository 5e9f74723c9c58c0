/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The instructions INF, SUP and INTEGRAL: values of a block over a range of real numbers.  The
   block is what comes after the instruction: see code.h. */
#ifndef DPC_RANGE_H
#define DPC_RANGE_H

#include "run/run.h"

/* An instruction over a range, with its slots. */
typedef struct {
    dpc_run *run;
    const dpc_instr *i;
    size_t pc;
    uint32_t x, value;            /* the block reads x and sets value */
    uint32_t best, width, lo, hi; /* scratch slots of the instruction */
} dpc_range;

dpc_range dpc_range_at(dpc_run *run, size_t pc);

/* d = a op b on slots. */
dpc_status dpc_range_step(const dpc_range *r, dpc_op op, uint32_t d, uint32_t a, uint32_t b);

/* Checks that the range is not empty, and sets its width. */
dpc_status dpc_range_open(const dpc_range *r);

/* slot = start + width * k/2^level. */
dpc_status dpc_range_point(const dpc_range *r, uint32_t slot, uint64_t k, unsigned level);

/* Called at the start and the end of a range; ranges may be nested. */
void dpc_range_enter(dpc_run *run);
void dpc_range_leave(dpc_run *run);

/* The number of cells allowed: fewer within another range, since the work multiplies. */
size_t dpc_range_cells(const dpc_range *r, size_t most);

/* Counts a cell; false if this is the outermost range, and it and its inner ranges have used up
   their cells: then it is not divided further. */
bool dpc_range_use_cell(const dpc_range *r);

/* The block at one point. */
dpc_status dpc_range_at_point(const dpc_range *r, mpq_srcptr x);

/* The block over all points between those of two slots. */
dpc_status dpc_range_over(const dpc_range *r, uint32_t lo, uint32_t hi);
/* The same, if that was undecided: a root may vanish at an end of the range (root.c). */
dpc_status dpc_range_over_roots(const dpc_range *r, uint32_t lo, uint32_t hi);

/* ---- optima; the comments are about inf ---- */

/* Whether a lemma says that the function is quasiconvex: the run has shown the lemma's hypotheses
   for every point of its enclosures.  Where they are false or not decided, cells need no lemma. */
bool dpc_range_is_quasiconvex(const dpc_range *r);

/* The slot has no value; a fold gives it one. */
void dpc_range_unset(const dpc_range *r, uint32_t slot);

/* d = the least of d and the last value of the block; that value if d is unset. */
dpc_status dpc_range_fold(const dpc_range *r, uint32_t d);

/* Folds the value at the point k/2^level of the range into `best`; where the function is not known
   to be defined nothing is learned. */
dpc_status dpc_range_probe(const dpc_range *r, uint64_t k, unsigned level);

dpc_status dpc_run_infimum(dpc_run *run, size_t pc);
dpc_status dpc_run_integral(dpc_run *run, size_t pc);

#endif
