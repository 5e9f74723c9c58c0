/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Exact convolution of vectors of non-negative integers, by number-theoretic transforms modulo
   three primes and the Chinese remainder theorem. */
#ifndef DPC_ACCOUNT_NTT_H
#define DPC_ACCOUNT_NTT_H

#include "dpcert.h"

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 dpc_u128;

enum {
    DPC_NTT_BITS = 92,    /* the sum of a vector is below 2^92, so a convolution below 2^184 */
    DPC_NTT_LOG_SIZE = 21 /* a convolution has at most 2^21 elements */
};

/* Roots of unity, kept from one convolution to the next. */
typedef struct dpc_ntt_s dpc_ntt;

/* NULL if out of memory. */
dpc_ntt *dpc_ntt_new(void);
void dpc_ntt_free(dpc_ntt *t);

/* c[k] = the sum of a[i] b[k - i], divided by 2^shift and rounded up or down; k < na + nb - 1.
   na, nb >= 1; a may be b; c is neither.  The caller ensures that the sums of a and b are below
   2^DPC_NTT_BITS, and that of c below 2^127.  NOMEM, INTERRUPTED, or UNDECIDED if the result has
   too many elements. */
dpc_status dpc_ntt_convolve(dpc_ntt *t, dpc_u128 *c, const dpc_u128 *a, size_t na,
                            const dpc_u128 *b, size_t nb, unsigned shift, bool up);

#endif
