/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A block of a run, in another number domain: a second run of the same code gets what the block
   reads. */
#ifndef DPC_SHADOW_H
#define DPC_SHADOW_H

#include "run/run.h"

/* A shadow of a run, whose account of memory it uses.  NULL if that does not hold it, or when
   memory ends. */
dpc_run *dpc_shadow_new(dpc_run *run, const dpc_domain *domain);

/* Makes the shadow hold, for the block after instruction pc, which goes up to `end`, what the run
   does, and nothing else: no other slot and no other array of it has a value.  convert turns an
   element of the run's domain into one of the shadow's.  The run is charged for it.  False if the
   account of memory does not hold it, or when memory ends. */
bool dpc_shadow_fill(dpc_run *shadow, dpc_run *run, size_t pc, size_t end,
                     void (*convert)(void *d, const void *a, unsigned long prec));

/* Runs instructions begin..end-1 in the shadow, with the steps that the run has left; the run is
   charged for them. */
dpc_status dpc_shadow_run(dpc_run *shadow, dpc_run *run, size_t begin, size_t end, dpc_diag *diag);

#endif
