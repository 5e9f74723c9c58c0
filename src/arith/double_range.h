/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#ifndef DPC_DOUBLE_RANGE_H
#define DPC_DOUBLE_RANGE_H

#include "run/run.h"

/* The instruction INF, SUP or INTEGRAL at pc, whose range is open, in plain doubles. */
dpc_status dpc_double_over_range(dpc_run *run, size_t pc);

#endif
