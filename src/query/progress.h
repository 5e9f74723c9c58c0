/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The hook of dpc_on_progress, which belongs to the calling thread.  Once the hook asks to stop,
   every count of steps (base/watch.h) returns true until the public function returns, which
   discards its results: code in between need not distinguish an interruption from other
   failures. */
#ifndef DPC_PROGRESS_H
#define DPC_PROGRESS_H

#include "base/diag.h"

/* The present activity in a word, and the limit of its steps (0: not known).  Returns the activity
   before, which the caller restores. */
typedef struct {
    const char *phase;
    uint64_t limit;
} dpc_activity;
dpc_activity dpc_watch_activity(dpc_activity activity);

/* Called at the start and the end of each public function that may take long; these may call each
   other. */
void dpc_watch_enter(void);
/* Returns the status, or INTERRUPTED, which also replaces the failure in diag: then results must be
   discarded.  diag may be NULL. */
dpc_status dpc_watch_leave(dpc_status status, dpc_diag *diag);

#endif
