/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Runs a block in another number domain: a second run of the same code, the shadow, receives the
   operands of the block. */
#ifndef DPC_SHADOW_H
#define DPC_SHADOW_H

#include "run/run.h"

/* A shadow of a run, on the run's account of memory.  NULL: the account has no room, or out of
   memory. */
dpc_run *dpc_shadow_new(dpc_run *run, const dpc_domain *domain);

/* Copies the operands of the block after instruction pc, up to `end`, to the shadow, and nothing
   else: no other slot and no other array of the shadow has a value.  convert turns an element of
   the run's domain into one of the shadow's.  The run is charged for it.  false: the account of
   memory has no room, or out of memory. */
bool dpc_shadow_fill(dpc_run *shadow, dpc_run *run, size_t pc, size_t end,
                     void (*convert)(void *d, const void *a, unsigned long prec));

/* Runs instructions begin..end-1 in the shadow, with the steps that the run has left; the run is
   charged for them. */
dpc_status dpc_shadow_run(dpc_run *shadow, dpc_run *run, size_t begin, size_t end, dpc_diag *diag);

#endif
