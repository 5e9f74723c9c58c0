/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Exact rationals from text: `12`, `0.1`, `1e-5`, `0x1.8p-3` are literals of the language;
   a value given by the user may also be a fraction `3/7` or a power `10^12`, with a sign. */
#ifndef DPC_RATIONAL_H
#define DPC_RATIONAL_H

#include "base/diag.h"

#include <gmp.h>

enum {
    DPC_MAX_LITERAL = 1000000,  /* characters of one literal */
    DPC_MAX_EXPONENT = 10000000 /* decimal places that an exponent may move the point */
};

/* Length of the literal that starts at s, 0 if none does.  `1..n` scans as `1`. */
size_t dpc_literal_scan(const char *s, size_t len);

/* Sets q to the exact value of a scanned literal.  PARSE if an exponent or the length is beyond
   the limits; q is then 0. */
dpc_status dpc_literal_value(mpq_t q, const char *s, size_t len, dpc_diag *diag);

/* Sets q to the exact value of all of s, as a user writes it; to 0 on failure (PARSE, or DOMAIN for
   1/0, 0^0 and 0^-1).  what: named in messages. */
dpc_status dpc_rational_parse(mpq_t q, const char *s, size_t len, const char *what, dpc_diag *diag);

/* The exact value as text, to be freed: an integer, a fraction p/q, or a decimal if p/q would be
   hard to read and a decimal is exact.  dpc_rational_parse reads it back.  NULL: out of memory. */
char *dpc_rational_text(const mpq_t q);

/* q as a decimal, if its denominator divides a power of ten; NULL if not, or out of memory. */
char *dpc_rational_decimal(const mpq_t q);

#endif
