/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The hook of dpc_on_progress, which belongs to the calling thread.  Once it says stop, whoever
   counts steps (base/watch.h) is told so until the public function returns, which forgets what was
   found: nothing in between needs to tell an interruption from other failures. */
#ifndef DPC_PROGRESS_H
#define DPC_PROGRESS_H

#include "base/diag.h"

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
