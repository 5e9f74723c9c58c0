/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "base/watch.h"

#include <stddef.h>

static _Thread_local dpc_watcher *watcher; /* NULL: nobody watches */

void dpc_watch_by(dpc_watcher *count)
{
    watcher = count;
}

bool dpc_watch_step(uint64_t steps)
{
    return watcher != NULL && watcher(steps);
}

bool dpc_watch_stopped(void)
{
    return dpc_watch_step(0);
}
