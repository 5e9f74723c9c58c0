/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "run/raise.h"

/* The reason to stop after a pass, apart from its values; ENOUGH: none. */
static dpc_stop stop_of(const dpc_raise *r, dpc_status status, unsigned long bits, int used_up)
{
    const dpc_ending *e = &r->run->ending;
    if (status != DPC_OK && (status != DPC_UNDECIDED || e->final))
        return DPC_STOP_FAILED;
    return e->plan_limits       ? DPC_STOP_PLAN
           : used_up > 1        ? DPC_STOP_CELLS
           : bits > r->most / 2 ? DPC_STOP_BITS
                                : DPC_STOP_ENOUGH;
}

static bool counts(const dpc_raise *r, dpc_status status)
{
    return r->run->ending.cells_used_up &&
           (r->cells == DPC_CELLS_OF_ALL_PASSES ||
            (r->cells == DPC_CELLS_OF_DONE_PASSES && status == DPC_OK));
}

dpc_raised dpc_run_raise(const dpc_raise *r, dpc_diag *why)
{
    unsigned long bits = r->first;
    int used_up = 0;
    for (;; bits *= 2) {
        dpc_diag_reset(why);
        const dpc_status status = r->pass(r->data, &bits, why);
        used_up += counts(r, status);
        const dpc_stop stop = stop_of(r, status, bits, used_up);
        if (status == DPC_OK && r->enough(r->data, stop != DPC_STOP_ENOUGH))
            return (dpc_raised){status, DPC_STOP_ENOUGH, bits};
        if (stop != DPC_STOP_ENOUGH)
            return (dpc_raised){status, stop, bits};
    }
}
