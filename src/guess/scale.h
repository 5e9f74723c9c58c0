/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Logarithms of rationals of any magnitude, for searches: nothing here bounds anything. */
#ifndef DPC_GUESS_SCALE_H
#define DPC_GUESS_SCALE_H

#include <gmp.h>

/* log |x|, approximately; -inf for 0. */
double dpc_scale_log_approx(const mpq_t x);

/* Sets x to a dyadic near e^t; t is finite. */
void dpc_scale_exp_approx(mpq_t x, double t);

#endif
