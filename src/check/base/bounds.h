/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The ends of an enclosure: dyadic numbers, which every arithmetic can give. */
#ifndef DPC_BASE_BOUNDS_H
#define DPC_BASE_BOUNDS_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

/* Exponents of bounds stay below 2^50 in absolute value. */
enum { DPC_EXPONENT_BITS = 50 };

/* lo = lo_man * 2^lo_exp <= value <= hi = hi_man * 2^hi_exp.  No bound if finite is false. */
typedef struct {
    bool finite;
    mpz_t lo_man, hi_man;
    int64_t lo_exp, hi_exp;
} dpc_bounds;

void dpc_bounds_init(dpc_bounds *b);
void dpc_bounds_clear(dpc_bounds *b);

#endif
