/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Who watches a long call: the hook of dpc_on_progress, which belongs to the calling thread.  Every
   loop that may take long counts its steps here, and ends when it is told to.  Once it is, all of
   them are told so until the public function returns, which forgets what was found: nothing in
   between needs to tell an interruption from other failures. */
#ifndef DPC_WATCH_H
#define DPC_WATCH_H

#include "base/diag.h"

#include <stdbool.h>

/* Steps between two calls of the hook, but for what a single operation takes. */
enum { DPC_WATCH_EVERY = 1 << 16 };

/* Counts steps, in the unit of base/cost.h, and calls the hook now and then.  True: end now. */
bool dpc_watch_step(uint64_t steps);

/* Whether the hook said so. */
bool dpc_watch_stopped(void);

/* What is being done, in a word, and how many steps it may take (0: not known).  Returns what was
   done before, to be put back. */
typedef struct {
    const char *phase;
    uint64_t limit;
} dpc_activity;
dpc_activity dpc_watch_activity(dpc_activity activity);

/* Around each public function that may take long; they may call each other. */
void dpc_watch_enter(void);
/* The status, or INTERRUPTED, which replaces what diag says: then nothing that was found counts.
   diag may be NULL. */
dpc_status dpc_watch_leave(dpc_status status, dpc_diag *diag);

#endif
