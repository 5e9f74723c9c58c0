/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Enclosures of numbers: the exact value, or two dyadic ends, which every arithmetic can give.
   Values are passed around in this form, and rounded to decimals only for output. */
#ifndef DPC_BASE_BOUNDS_H
#define DPC_BASE_BOUNDS_H

#include "base/decimal.h"

/* Exponents of bounds stay below 2^50 in absolute value. */
enum { DPC_EXPONENT_BITS = 50 };

/* lo = lo_man * 2^lo_exp <= value <= hi = hi_man * 2^hi_exp.  Without a bound if finite is
   false. */
typedef struct {
    bool finite;
    mpz_t lo_man, hi_man;
    int64_t lo_exp, hi_exp;
} dpc_bounds;

void dpc_bounds_init(dpc_bounds *b);
void dpc_bounds_clear(dpc_bounds *b);

/* The value of a number: a rational, or between two dyadic numbers, or unknown. */
typedef struct {
    bool exact;
    mpq_t q;           /* if exact */
    dpc_bounds bounds; /* otherwise; unknown if not finite */
} dpc_enclosure;

/* An unknown number. */
void dpc_enclosure_init(dpc_enclosure *e);
void dpc_enclosure_clear(dpc_enclosure *e);

bool dpc_enclosure_is_known(const dpc_enclosure *e);

/* The upper end of a known number rounded up (up), or its lower end rounded down, to this many
   digits. */
void dpc_enclosure_round(dpc_decimal *d, const dpc_enclosure *e, unsigned long digits, bool up);

#endif
