/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The budget of a run: steps, which are reported to the watch, and memory. */
#include "base/watch.h"
#include "run/run.h"

#include <stdio.h>

enum { TELL_EVERY = 1 << 12 }; /* steps between reports to the watch */

bool dpc_run_ask(dpc_run *run, uint64_t bytes)
{
    if (!dpc_memory_ask(run->budget.memory, bytes))
        return false;
    run->budget.bytes += bytes;
    return true;
}

void dpc_run_give(dpc_run *run, uint64_t bytes)
{
    run->budget.bytes -= bytes;
    run->budget.memory->used -= bytes;
}

uint64_t dpc_run_steps_left(const dpc_run *run)
{
    return run->budget.steps < run->budget.max_steps ? run->budget.max_steps - run->budget.steps
                                                     : 0;
}

dpc_status dpc_run_charge(dpc_run *run, const dpc_instr *i, uint64_t steps)
{
    if (dpc_memory_full(run->budget.memory))
        return dpc_run_fail_limit(run, i, DPC_LIMIT_MEMORY, DPC_MEMORY_LIMIT);
    if (steps > dpc_run_steps_left(run)) {
        char message[100];
        (void)snprintf(message, sizeof message, "the limit of %llu steps is reached",
                       (unsigned long long)run->budget.max_steps);
        return dpc_run_fail_limit(run, i, DPC_LIMIT_STEPS, message);
    }
    run->budget.steps += steps;
    return DPC_OK;
}

/* Steps not yet reported to the watch, scaled by their precision; the owner of a run may have reset
   its steps. */
static uint64_t untold(const dpc_run *run)
{
    const uint64_t steps = run->budget.steps >= run->budget.told
                               ? run->budget.steps - run->budget.told
                               : run->budget.steps;
    return steps * (1 + run->prec / 256);
}

dpc_status dpc_run_tell(dpc_run *run)
{
    run->budget.interrupted = dpc_watch_step(untold(run));
    run->budget.told = run->budget.steps;
    return run->budget.interrupted ? DPC_INTERRUPTED : DPC_OK;
}

dpc_status dpc_run_count(dpc_run *run, uint64_t steps)
{
    run->budget.steps += steps;
    return run->budget.interrupted || untold(run) >= TELL_EVERY ? dpc_run_tell(run) : DPC_OK;
}

void dpc_run_count_other(dpc_run *run, dpc_run *other)
{
    run->budget.interrupted = dpc_run_tell(other) != DPC_OK;
    run->budget.steps += other->budget.steps;
    run->budget.told += other->budget.steps;
    other->budget.steps = other->budget.told = 0;
}
