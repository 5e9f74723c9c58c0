/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Plans for methods: values of the witnesses that a call of a method has as arguments.  Nothing
   here is trusted: a bad plan gives a wide enclosure, or a refusal. */
#ifndef DPC_ACCOUNT_PLAN_H
#define DPC_ACCOUNT_PLAN_H

#include "account/method.h"

#include <stdbool.h>

/* One direction of a T-fold Poisson-subsampled Gaussian. */
typedef struct {
    bool remove;
    mpq_srcptr q, sigma, T;
} dpc_sgm;

/* log D(eps), about. */
double dpc_sgm_log_delta_approx(const dpc_sgm *sgm, double eps);

/* eps with log D(eps) = target, about; 0 if there is none above. */
double dpc_sgm_eps_approx(const dpc_sgm *sgm, double target);

/* Fills the arguments THETA..SHIFT of plan (by number, see account/inversion.h), which are
   initialised, so that the width of the enclosure at eps is about exp(log_width). */
void dpc_inversion_plan(const dpc_sgm *sgm, const mpq_t eps, double log_width, mpq_t *plan);

#endif
