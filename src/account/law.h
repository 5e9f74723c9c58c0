/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The privacy loss of one step in one direction, and its discretisations.

   A law has atoms (rational losses), a continuous part, and a mass at +infinity.  P and Q are the
   distributions of the direction: the loss is L = log dP/dQ under P. */
#ifndef DPC_ACCOUNT_LAW_H
#define DPC_ACCOUNT_LAW_H

#include "account/grid.h"
#include "account/mass.h"
#include "method/calc.h"

typedef struct {
    const dpc_grid_step *step;
    bool reversed; /* Q against P: add */
} dpc_law;

/* Whether both directions of a step have the same law. */
bool dpc_law_is_symmetric(const dpc_grid_step *s);

bool dpc_law_is_continuous(const dpc_law *law);
size_t dpc_law_atoms(const dpc_law *law);
void dpc_law_atom_loss(mpq_t loss, const dpc_law *law, size_t i);
void dpc_law_atom_mass(dpc_calc *c, void *mass, const dpc_law *law, size_t i);

/* lo <= P(L = infinity) <= hi, each an enclosure of its bound. */
void dpc_law_infinity(dpc_calc *c, void *lo, void *hi, const dpc_law *law);

/* Of the continuous part: p = P(L > x), q = Q(L > x), E = exp(x). */
void dpc_law_tails(dpc_calc *c, void *p, void *q, const dpc_law *law, const void *x, const void *E);
/* p alone, at a number x; UNDECIDED unless x is finite. */
void dpc_law_tail_at(dpc_calc *c, void *p, const dpc_law *law, double x);
/* The mass of the continuous part under P. */
void dpc_law_total(dpc_calc *c, void *p, const dpc_law *law);

/* A loss that grows with u in [0, 1], for choosing points: P(L < loss at 0) and P(L > loss at 1)
   are about exp(-left) and exp(-right), unless the support ends before. */
double dpc_law_loss_approx(const dpc_law *law, double left, double right, double u);

/* A lattice: the points offset + i step. */
typedef struct {
    mpq_srcptr step;
    mpq_srcptr offset;
    mpq_srcptr tilt;
} dpc_lattice;

/* Allocates up and low and sets them to the tilted law, exp(tilt loss) P, rounded to the lattice in
   their directions, in units of 2^exp.  The continuous part is taken from the point `first` to the
   point `last`; its mass below goes to `first` (up) or is left out (low), its mass above is left
   out of both. */
dpc_status dpc_law_discretise(dpc_calc *c, dpc_mass *up, dpc_mass *low, const dpc_law *law,
                              const dpc_lattice *lattice, int64_t first, int64_t last, int64_t exp);

#endif
