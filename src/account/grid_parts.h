/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Shared by the files of the integer grid, grid*.c, and by no others.  The labels are those of
   proofs/math/LEMMAS.md, section "Grid". */
#ifndef DPC_ACCOUNT_GRID_PARTS_H
#define DPC_ACCOUNT_GRID_PARTS_H

#include "account/law.h"

enum {
    MAX_CELLS = 1 << 20, /* of a measure: the convolution of two measures fits the transforms */
    POINTS = 1024        /* of a profile */
};

/* ---- the plan (approximate): grid_plan.c ---- */

/* A law as points and masses. */
typedef struct {
    dpc_law law;
    size_t n;
    double *x, *log_mass;
    double *edge;       /* continuous: the POINTS + 1 edges between the masses */
    double first, last; /* continuous: the ends of the cells */
    int64_t exp;
} profile;

typedef struct {
    size_t n;
    profile *part;
    double digits, eps, log_delta;
    bool has_atoms, smooth; /* some law has an atom; some law is continuous */
    double theta, width;    /* the tilt, the width of the tilted composition */
    double bits;            /* kept of a mass */
    mpq_t tilt;
    mpq_t common; /* all atoms of a law differ by multiples of it; 0: no law has two atoms */
    mpq_t *offset;
} plan;

/* The part that does not depend on eps and delta; clear p even on failure. */
dpc_status dpc_grid_plan_init(plan *p, const dpc_grid_step *step, size_t steps, bool reversed,
                              unsigned long digits);
void dpc_grid_plan_clear(plan *p);

/* Tilt and ranges, for eps or for delta (by_delta); the other number is estimated. */
dpc_status dpc_grid_plan_first(plan *p, dpc_calc *c, bool by_delta);
/* The same with better values of both. */
dpc_status dpc_grid_plan_again(plan *p, dpc_calc *c);

/* The least step that the limits allow. */
double dpc_grid_least_step(const plan *p);

/* ---- the composition: grid_compose.c ---- */

/* The data from which the bounds are computed. */
typedef struct {
    plan *p;
    mpq_t step, origin; /* the lattice of the composition: origin + i step */
    dpc_mass up, low;
    dpc_vec inf; /* lo, hi: P(loss = infinity) of the composition */
    dpc_calc c;
    dpc_ntt *ntt;
    bool is_one[2]; /* some step's lower, upper bound of P(loss = infinity) may be 1 */
    bool is_sure;   /* P(loss = infinity) is 1 */
    bool beyond;    /* infinite losses only: eps is at least top */
    bool bounded;   /* no finite loss of the composition exceeds top */
    mpq_t top;
} composition;

/* Sets only the top; step and beyond are the caller's.  Clear k even on failure. */
dpc_status dpc_grid_composition_init(composition *k, plan *p);
void dpc_grid_composition_clear(composition *k);

/* The composition on the lattice of this step; aligned: atoms, less their offsets, are on it. */
dpc_status dpc_grid_compose(composition *k, bool aligned);

static inline void set_q(dpc_calc *c, void *d, mpq_srcptr q)
{
    if (dpc_calc_ok(c))
        c->dom->set_q(d, q, c->prec);
}

/* q = the lower or upper end of an element; an end closer to 0 than 2^-(2^20) is moved outward;
   UNDECIDED if it is beyond 2^(2^20). */
void dpc_grid_end_of(dpc_calc *c, mpq_t q, const void *x, bool upper);

/* ---- the bounds: grid_value.c ---- */

/* lo <= delta(eps) <= hi, after dpc_grid_compose. */
dpc_status dpc_grid_delta_bounds(composition *k, mpq_t lo, mpq_t hi, const mpq_t eps);

/* The same for the least eps with delta(eps) <= delta.  DOMAIN: there is none; UNDECIDED: no hi was
   found. */
dpc_status dpc_grid_eps_bounds(composition *k, mpq_t lo, mpq_t hi, const mpq_t delta);

#endif
