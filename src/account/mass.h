/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Measures on a lattice with integer masses, rounded in one direction, and their convolutions.

   a[i] 2^exp is the mass at the point first + i, rounded up in upper measures (up) and down in
   lower measures.  The mass left out of an upper measure is at most lost 2^exp in total; mass left
   out of a lower measure is not recorded.  (LEMMAS.md, L-GRID-ROUND, L-GRID-TRIM.) */
#ifndef DPC_ACCOUNT_MASS_H
#define DPC_ACCOUNT_MASS_H

#include "account/ntt.h"

#include <gmp.h>

typedef struct {
    bool up;
    dpc_u128 *a; /* sums to less than 2^DPC_NTT_BITS */
    size_t n;    /* 0: the zero measure */
    int64_t first, exp;
    mpz_t lost;
} dpc_mass;

/* The zero measure. */
void dpc_mass_init(dpc_mass *m, bool up);
void dpc_mass_clear(dpc_mass *m);

/* n masses of 0 at first, first + 1, ...; NOMEM.  exp is the caller's. */
dpc_status dpc_mass_alloc(dpc_mass *m, size_t n, int64_t first);

/* Adds man 2^exp (>= 0) at point i, rounded in the measure's direction; UNDECIDED if the sum could
   leave its limits. */
dpc_status dpc_mass_add(dpc_mass *m, size_t i, const mpz_t man, int64_t exp);

/* Exchanges two measures of the same direction. */
void dpc_mass_swap(dpc_mass *x, dpc_mass *y);

/* Sum of the masses, in units of 2^exp. */
void dpc_mass_total(mpz_t total, const dpc_mass *m);

/* Makes the sum small enough for convolutions, and cuts off from each end at most 2^-bits
   part/whole of it. */
void dpc_mass_settle(dpc_mass *m, unsigned bits, uint64_t part, uint64_t whole);

/* d = a * b; neither is d, both are settled and of d's direction. */
dpc_status dpc_mass_convolve(dpc_mass *d, const dpc_mass *a, const dpc_mass *b, dpc_ntt *t);

/* d = the convolution of count copies of a, which is settled; cuts off about 2^-bits in all. */
dpc_status dpc_mass_power(dpc_mass *d, const dpc_mass *a, uint64_t count, unsigned bits,
                          dpc_ntt *t);

#endif
