/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A block of a run, in another number domain: a second run of the same code gets what the block
   reads. */
#ifndef DPC_SHADOW_H
#define DPC_SHADOW_H

#include "eval/run.h"

/* Makes the shadow's slots and arrays hold, for instructions begin..end-1, what the run's do;
   convert turns an element of the run's domain into one of the shadow's.  False when memory ends.
 */
bool dpc_shadow_fill(dpc_run *shadow, const dpc_run *run, size_t begin, size_t end,
                     void (*convert)(void *d, const void *a, unsigned long prec));

#endif
