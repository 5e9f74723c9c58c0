/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Decimals rounded in a stated direction, as bounds are printed. */
#ifndef DPC_DECIMAL_H
#define DPC_DECIMAL_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

enum { DPC_MAX_DIGITS = 100000 };

/* A decimal number: man * 10^exp. */
typedef struct {
    mpz_t man;
    int64_t exp;
    bool exact; /* nothing was rounded: it is printed without trailing zeros */
} dpc_decimal;

void dpc_decimal_init(dpc_decimal *d);
void dpc_decimal_clear(dpc_decimal *d);

/* Sets d, with this many significant digits, such that d >= x (up) or d <= x, for x = man * 2^exp,
   |exp| < 2^50.  Direction: as asked. */
void dpc_decimal_set_dyadic(dpc_decimal *d, const mpz_t man, int64_t exp, unsigned long digits,
                            bool up);

/* The same for a rational; d equals q if q has at most this many digits. */
void dpc_decimal_set_rational(dpc_decimal *d, const mpq_t q, unsigned long digits, bool up);

/* Sets q to the exact value; false, and q is 0, if that has more than about DPC_MAX_EXPONENT places
   (rational.h). */
bool dpc_decimal_value(mpq_t q, const dpc_decimal *d);

/* Its text, to be freed: dpc_rational_parse reads the same value.  NULL: out of memory. */
char *dpc_decimal_text(const dpc_decimal *d);

/* Both in one, for numbers that are only printed: the text of dpc_decimal_set_dyadic, and of
   dpc_decimal_set_rational.  To be freed; NULL: out of memory. */
char *dpc_decimal_dyadic(const mpz_t man, int64_t exp, unsigned long digits, bool up);
char *dpc_decimal_rational(const mpq_t q, unsigned long digits, bool up);

#endif
