/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Decimal text, rounded in a stated direction: what a bound is printed as. */
#ifndef DPC_DECIMAL_H
#define DPC_DECIMAL_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

enum { DPC_MAX_DIGITS = 100000 };

/* x = man * 2^exp, |exp| < 2^50, as text with this many significant digits that is >= x (up) or
   <= x.  To be freed; NULL when memory ends.  Direction: as asked. */
char *dpc_decimal_dyadic(const mpz_t man, int64_t exp, unsigned long digits, bool up);

/* The same for a rational.  Where the value has that few digits it is printed exactly, without
   trailing zeros. */
char *dpc_decimal_rational(const mpq_t q, unsigned long digits, bool up);

#endif
