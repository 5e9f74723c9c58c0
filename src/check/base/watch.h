/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The watcher of long evaluations, one for each thread.  Every loop that may take long counts its
   steps here, and ends like after a failure when the watcher says so.  dpcert-check has no
   watcher. */
#ifndef DPC_WATCH_H
#define DPC_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* A watcher: receives steps in the unit of base/cost.h; 0 only asks.  True: end now. */
typedef bool dpc_watcher(uint64_t steps);

/* Sets the watcher of the calling thread. */
void dpc_watch_by(dpc_watcher *count);

/* Counts steps.  True: end now. */
bool dpc_watch_step(uint64_t steps);

/* Whether the watcher wants the evaluation to end. */
bool dpc_watch_stopped(void);

#endif
