/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "guess/prepared.h"

#include "method/inversion_parts.h"

#include <stdlib.h>

struct dpc_prepared_s {
    dpc_memory memory; /* an account of its own: it outlives the call */
    dpc_inv_prepared most;
};

dpc_prepared *dpc_prepared_new(dpc_method method, dpc_method_call *in, dpc_status *status)
{
    dpc_prepared *w = calloc(1, sizeof *w);
    if (w == NULL) {
        *status = DPC_NOMEM;
        return NULL;
    }
    w->memory = dpc_memory_new();
    *status = dpc_inv_prepare(method, in, &w->memory, &w->most);
    if (*status != DPC_OK) {
        dpc_prepared_free(w);
        return NULL;
    }
    return w;
}

void dpc_prepared_free(dpc_prepared *w)
{
    if (w == NULL)
        return;
    dpc_inv_clear(&w->most);
    free(w);
}

dpc_status dpc_prepared_at(dpc_prepared *w, dpc_method_call *in, void *d)
{
    dpc_inv_load(&w->most.s, EPS, &in->arg[DPC_INV_EPS]);
    const dpc_status status = dpc_inv_finish(in, &w->most, d);
    w->most.c.status = DPC_OK;
    return status;
}
