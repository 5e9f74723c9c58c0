/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#ifndef DPC_INTEGRAL_ARB_H
#define DPC_INTEGRAL_ARB_H

#include "run/run.h"

/* For dpc_run's integrate, in the domain of balls. */
dpc_status dpc_integrate_arb(dpc_run *run, size_t pc);

#endif
