/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "query/progress.h"

#include "base/watch.h"
#include "dpcert.h"

#include <stdbool.h>

/* Steps between two calls of the hook, but for what a single operation takes. */
enum { EVERY = 1 << 16 };

typedef struct {
    dpc_progress_call call; /* NULL: nobody watches */
    void *data;
    unsigned depth; /* of public functions within each other */
    bool stopped;
    dpc_activity activity;
    uint64_t steps, next; /* of the outermost function; when the hook is called again */
} watch;

static _Thread_local watch now;

/* The hook may use the library itself: that is not watched, unless it sets a hook. */
static void tell(void)
{
    const watch kept = now;
    const dpc_progress_info info = {.data = kept.data,
                                    .phase = kept.activity.phase,
                                    .steps = kept.steps,
                                    .limit = kept.activity.limit};
    now = (watch){.call = NULL};
    const int stop = kept.call(&info);
    now = kept;
    now.stopped = stop != 0;
    now.next = now.steps + EVERY;
}

static bool count(uint64_t steps)
{
    if (now.call == NULL || now.depth == 0 || now.stopped)
        return now.stopped;
    now.steps += steps;
    if (now.steps >= now.next)
        tell();
    return now.stopped;
}

void dpc_on_progress(dpc_progress_call call, void *data)
{
    now.call = call;
    now.data = data;
    dpc_watch_by(count);
}

dpc_activity dpc_watch_activity(dpc_activity activity)
{
    const dpc_activity before = now.activity;
    now.activity = activity;
    return before;
}

void dpc_watch_enter(void)
{
    if (now.depth++ > 0)
        return;
    now.stopped = false;
    now.activity = (dpc_activity){.phase = "evaluate"};
    now.steps = 0;
    now.next = EVERY;
}

dpc_status dpc_watch_leave(dpc_status status, dpc_diag *diag)
{
    const bool stopped = now.stopped;
    if (--now.depth == 0)
        now.stopped = false;
    if (!stopped)
        return status;
    if (diag != NULL) {
        dpc_diag_reset(diag);
        (void)dpc_fail(diag, DPC_INTERRUPTED, "interrupted");
    }
    return DPC_INTERRUPTED;
}
