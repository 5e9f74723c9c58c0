/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Plans for methods: values of the witnesses that a call of a method has as arguments.  Nothing
   here is trusted: a bad plan gives a wide enclosure, or a refusal. */
#ifndef DPC_ACCOUNT_PLAN_H
#define DPC_ACCOUNT_PLAN_H

#include "method/mechanism.h"

/* All numbers of a mechanism are exact here. */

/* log D(eps), about. */
double dpc_mechanism_log_delta_approx(const dpc_mechanism *m, double eps);

/* eps with log D(eps) = target, about; 0 if there is none above. */
double dpc_mechanism_eps_approx(const dpc_mechanism *m, double target);

/* The largest loss, about: infinite unless it is bounded. */
double dpc_mechanism_largest_approx(const dpc_mechanism *m);

/* log of the probability that a step samples the record, about: delta is at most that, at any eps;
   0 unless all steps are subsampled. */
double dpc_mechanism_log_hit_approx(const dpc_mechanism *m);

/* The plan to begin with, which is admissible: THETA..EDGE of plan. */
void dpc_inversion_initial(mpq_t *plan);

/* Fills the arguments THETA..EDGE of plan (by number, see lang/method.h), which are
   initialised, so that the width of the enclosure is about exp(log_width).  given: the arguments
   before them. */
void dpc_inversion_plan(dpc_method method, const dpc_number *given, double log_width, mpq_t *plan);

#endif
