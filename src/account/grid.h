/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The integer grid: certified bounds from both sides on delta(eps), and on eps(delta), of a
   composition of any steps with known privacy loss: tables of losses and masses, (eps, delta)
   atoms, randomized response, and the continuous mechanisms, discretised.  It is the accountant of
   last resort: it takes everything, but the width of its bounds on continuous mechanisms depends on
   the cells, and its work grows with their number.  Where method/inversion.h applies, its bounds
   are narrower and have certificates.

   The contract: the bounds are true, by proofs/math/LEMMAS.md, section "Grid", if the code is
   right; nothing checks it a second time.  A grid has no certificate, and output based on it must
   say so.  Losses on a common lattice (all multiples of one step, up to one offset per table) are
   not moved: then the bounds differ by rounding alone, about 2^-85 for each step.

   Losses are natural logarithms.  A step is a pair of distributions (P, Q), the loss is
   log dP/dQ under P.  The steps are independent; for adaptive steps with the same pairs the bounds
   are the same. */
#ifndef DPC_ACCOUNT_GRID_H
#define DPC_ACCOUNT_GRID_H

#include "dpcert.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

/* One point of a table: the probability, under P, that the loss has this value.  The mass is > 0,
   the loss any rational. */
typedef struct {
    mpq_t loss, mass;
} dpc_grid_atom;

typedef enum {
    DPC_GRID_GAUSS,   /* a = mu > 0: Gaussians of variance 1 at distance mu */
    DPC_GRID_SGM,     /* a = q in (0, 1], b = sigma > 0: Poisson-subsampled Gaussian, sensitivity 1;
                         P is the mixture (remove) */
    DPC_GRID_LAPLACE, /* a > 0: Laplace distributions of scale 1 at distance a */
    DPC_GRID_DP, /* a = eps >= 0, b = delta in [0, 1]: the worst (eps, delta)-DP step.  delta = 0 is
                    randomized response, eps = 0 leaks with probability delta */
    DPC_GRID_TABLE /* atoms, and a mass at +infinity, together at most 1.  Mass missing to 1 counts
                      as an infinite loss in upper bounds and is ignored in lower bounds */
} dpc_grid_kind;

/* A step and its number of repetitions.  Only the numbers that the kind names are read. */
typedef struct {
    dpc_grid_kind kind;
    uint64_t count; /* 1..2^40 */
    mpq_srcptr a, b;
    const dpc_grid_atom *atom; /* TABLE: in any order; atoms of the same loss add up */
    size_t atoms;
    mpq_srcptr infinity; /* TABLE: NULL for none */
    bool symmetric;      /* TABLE: the other direction has the same table */
} dpc_grid_step;

/* The direction: H(P | Q) as the steps are given (for the sampled Gaussian: remove), H(Q | P)
   (add), or the larger of both.  For a table that is not symmetric the other direction follows from
   the same table: mass exp(-loss) times the mass at -loss, the rest to 1 at +infinity. */
typedef enum { DPC_GRID_REMOVE, DPC_GRID_ADD, DPC_GRID_BOTH } dpc_grid_side;

typedef struct {
    mpq_t lo, hi;  /* the value lies in [lo, hi] */
    double cell;   /* approximate width of the cells */
    size_t cells;  /* of the composition, after trimming */
    char why[200]; /* failure: the reason.  OK: why [lo, hi] is wider than asked for, or "" */
} dpc_grid_result;

void dpc_grid_result_init(dpc_grid_result *r);
void dpc_grid_result_clear(dpc_grid_result *r);

/* delta(eps), eps >= 0, to about this many digits (relative).  OK: 0 <= lo <= delta <= hi <= 1,
   even if fewer digits were reached.  DOMAIN: invalid steps, UNDECIDED: beyond all limits; [lo, hi]
   is then [0, 1]. */
dpc_status dpc_grid_delta(dpc_grid_result *r, const dpc_grid_step *step, size_t steps,
                          dpc_grid_side side, const mpq_t eps, unsigned long digits);

/* The least eps >= 0 with delta(eps) <= delta, 0 < delta < 1: delta(hi) <= delta, and lo is 0 or
   delta(lo) > delta.  DOMAIN also if the mass at +infinity alone exceeds delta (no eps is large
   enough), UNDECIDED if this cannot be decided; [lo, hi] is then [0, 0] and says nothing. */
dpc_status dpc_grid_eps(dpc_grid_result *r, const dpc_grid_step *step, size_t steps,
                        dpc_grid_side side, const mpq_t delta, unsigned long digits);

#endif
