/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   libdpcert's enclosures as MPFR numbers; link with -ldpcert -lmpfr -lgmp.  Outputs come last, as
   in the rest of the interface, and are initialised by the caller with the precision that he wants.
 */
#ifndef DPCERT_MPFR_H
#define DPCERT_MPFR_H

#include "dpcert.h"

#include <mpfr.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets lower and upper such that lower <= value of the formula of result `index` <= upper: lower is
   rounded down and upper up, each to its own precision.  What is printed was rounded from the same
   enclosure, which has about dpc_query_bits bits.  In the caller's range of exponents: outside of
   it lower may become 0, the largest number or -infinity, and upper 0, the least number or
   +infinity, which are bounds still.  OK; UNDECIDED, and both unchanged, if there is no such result
   or if its arithmetic certifies nothing. */
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
