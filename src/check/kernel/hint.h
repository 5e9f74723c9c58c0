/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Guesses for the proved code, which checks them. */
#ifndef DPC_KERNEL_HINT_H
#define DPC_KERNEL_HINT_H

#include "kernel/dyadic.h"

/* About log x, x > 0: with an error from which one step of Newton's method makes one of this many bits. */
/*@ requires dyok(x) && bitsok(bits);
    assigns \nothing;
    ensures dywf(\result); */
dpc_dy dpc_hint_log(dpc_dy x, int64_t bits);

/* The same of log(1 + x), x > -1. */
/*@ requires dyok(x) && bitsok(bits);
    assigns \nothing;
    ensures dywf(\result); */
dpc_dy dpc_hint_log1p(dpc_dy x, int64_t bits);

/* The largest n with n^2 <= x, x >= 0. */
/*@ requires 0 <= x <= DPC_DY_MAX_EXP;
    assigns \nothing;
    ensures 0 <= \result <= x; */
int64_t dpc_hint_isqrt(int64_t x);

/* How to evaluate Q at |x| with this many bits: series, number of terms, bits inside. */
typedef struct {
    int far;
    int64_t terms, bits;
} dpc_hint_q_plan;

/*@ requires dyok(x) && 1 <= bits <= DPC_DY_MAX_BITS;
    assigns \nothing; */
dpc_hint_q_plan dpc_hint_q(dpc_dy x, int64_t bits);

#endif
