/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   For the planner: an error bound of the inversion accountant by itself, at trial values. */
#ifndef DPC_ACCOUNT_PROBE_H
#define DPC_ACCOUNT_PROBE_H

#include "method/method.h"

typedef struct dpc_probe_s dpc_probe;

/* A probe for one group of subsampled Gaussians at these arguments, of which strip, shift, A and K
   do not matter.  NULL if the arguments are refused. */
dpc_probe *dpc_probe_new(dpc_method method, dpc_method_call *in, size_t group);
void dpc_probe_free(dpc_probe *p);
/* Computes by how much decoherence lowers M(theta) from the frequency R on. */
bool dpc_probe_lost(dpc_probe *p, double R);
/* The last result; an element of the domain. */
const void *dpc_probe_value(const dpc_probe *p);

#endif
