/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Logarithms of rationals of any magnitude, for searches: nothing here bounds anything. */
#ifndef DPC_GUESS_SCALE_H
#define DPC_GUESS_SCALE_H

#include <gmp.h>

/* About log |x|; -inf for 0. */
double dpc_scale_log_approx(const mpq_t x);

/* x = about e^t, t finite; a dyadic. */
void dpc_scale_exp_approx(mpq_t x, double t);

#endif
