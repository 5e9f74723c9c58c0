/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   libdpcert's parameters and enclosures as MPFR numbers, beside the GMP numbers of dpcert-gmp.h;
   link with -ldpcert -lmpfr -lgmp.  Outputs come last, as in the rest of the interface, and are
   initialised by the caller with the precision wanted. */
#ifndef DPCERT_MPFR_H
#define DPCERT_MPFR_H

#include "dpcert-gmp.h"

#include <mpfr.h>

#ifdef __cplusplus
extern "C" {
#endif

/* dpc_query_set with a finite MPFR number, whose exponent must be below 3 * 10^7 in absolute value.
   Fails as dpc_query_set_mpq does. */
DPC_API DPC_MUST_USE dpc_status dpc_query_set_mpfr(dpc_query_t *q, const char *name,
                                                   mpfr_srcptr value) DPC_NONNULL(1, 3);

/* Sets lower and upper such that lower <= value of the formula of result `index` <= upper: lower is
   rounded down and upper up, each to its own precision.  The printed decimals are rounded from the
   same enclosure, which has about dpc_query_bits bits.  Values outside the caller's range of
   exponents still give bounds: lower may become 0, the largest number or -infinity, and upper 0,
   the least number or +infinity.  Returns OK, or UNDECIDED with both unchanged if there is no such
   result or its arithmetic certifies nothing. */
DPC_API DPC_MUST_USE dpc_status dpc_query_result_mpfr(const dpc_query_t *q, size_t index,
                                                      mpfr_t lower, mpfr_t upper)
    DPC_NONNULL(1, 3, 4);

/* The same for a referee; UNDECIDED, too, if it does not apply. */
DPC_API DPC_MUST_USE dpc_status dpc_query_referee_mpfr(const dpc_query_t *q, size_t index,
                                                       mpfr_t lower, mpfr_t upper)
    DPC_NONNULL(1, 3, 4);

#ifdef __cplusplus
}
#endif

#endif
