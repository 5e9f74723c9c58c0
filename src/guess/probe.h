/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   For the planner: an error bound of the inversion accountant by itself, at trial values. */
#ifndef DPC_ACCOUNT_PROBE_H
#define DPC_ACCOUNT_PROBE_H

#include "method/method.h"

typedef struct dpc_probe_s dpc_probe;

/* Of one group, of subsampled Gaussians, for these arguments; strip, shift, A and K do not matter.
   NULL if they are refused. */
dpc_probe *dpc_probe_new(dpc_method method, dpc_method_call *in, size_t group);
void dpc_probe_free(dpc_probe *p);
/* What decoherence takes off M(theta) from the frequency R on. */
bool dpc_probe_lost(dpc_probe *p, double R);
/* The result of the last of these; an element of the domain. */
const void *dpc_probe_value(const dpc_probe *p);

#endif
