/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The exponential at points, on one side. */
#ifndef DPC_KERNEL_EXPO_H
#define DPC_KERNEL_EXPO_H

#include "kernel/kernel.h"

/* bits of the functions of this header */
#define DPC_EXP_MAX_BITS 8388608L /* 2^23 */

/*@ requires dywf(x) && 1 <= bits <= DPC_EXP_MAX_BITS;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> dyok(x) && DV(\result) <= dk_exp(DV(x)); */
dpc_dy dpc_exp_dn(dpc_dy x, int64_t bits);

/*@ requires dywf(x) && 1 <= bits <= DPC_EXP_MAX_BITS;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> dyok(x) && DV(\result) >= dk_exp(DV(x)); */
dpc_dy dpc_exp_up(dpc_dy x, int64_t bits);

#endif
