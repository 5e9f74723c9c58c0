/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Who watches a long evaluation of the calling thread.  Every loop that may take long counts its
   steps here, and ends when it is told to, like any other failure.  In dpcert-check nobody watches.
 */
#ifndef DPC_WATCH_H
#define DPC_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Is told of steps, in the unit of base/cost.h; 0 is a question.  True: end now. */
typedef bool dpc_watcher(uint64_t steps);

/* From now on this one watches the calling thread. */
void dpc_watch_by(dpc_watcher *count);

/* Counts steps.  True: end now. */
bool dpc_watch_step(uint64_t steps);

/* Whether it is time to end. */
bool dpc_watch_stopped(void);

#endif
