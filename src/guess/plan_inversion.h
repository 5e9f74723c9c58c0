/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Plans for the inversion accountant.  Nothing here is trusted: a bad plan gives a wide enclosure,
   or is refused. */
#ifndef DPC_ACCOUNT_PLAN_H
#define DPC_ACCOUNT_PLAN_H

#include "method/mechanism.h"

/* All numbers of a mechanism are exact here. */

/* log D(eps), approximately. */
double dpc_mechanism_log_delta_approx(const dpc_mechanism *m, double eps);

/* The eps with log D(eps) = target, approximately; 0 if there is none above 0. */
double dpc_mechanism_eps_approx(const dpc_mechanism *m, double target);

/* The eps near planned_at where log D meets the target, by the frequencies of this plan; NaN if
   they do not tell. */
double dpc_mechanism_eps_by_plan(const dpc_mechanism *m, mpq_t *plan, double planned_at,
                                 double target);

/* The largest loss, approximately; infinite unless it is bounded. */
double dpc_mechanism_largest_approx(const dpc_mechanism *m);

/* log of the probability that a step samples the record, approximately: an upper bound of delta at
   any eps; 0 unless all steps are subsampled. */
double dpc_mechanism_log_hit_approx(const dpc_mechanism *m);

/* Sets THETA..EDGE of plan to an admissible initial plan. */
void dpc_inversion_initial(mpq_t *plan);

/* Sets THETA..EDGE of plan (indices of lang/method.h), which are initialised, so that the width of
   the enclosure is about exp(log_width).  given: the arguments before THETA. */
void dpc_inversion_plan(dpc_method method, const dpc_number *given, double log_width, mpq_t *plan);

#endif
