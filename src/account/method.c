/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "account/method.h"

#include "account/inversion.h"

#include <string.h>

dpc_status dpc_method_run(dpc_method method, dpc_method_call *call, void *d)
{
    (void)method; /* there is one */
    call->work = 0;
    call->saturated = call->hopeless = false;
    call->why[0] = '\0';
    dpc_status status = dpc_inversion_run(call, d);
    if (status != DPC_OK && call->why[0] == '\0')
        (void)strcpy(call->why, status == DPC_NOMEM ? "out of memory" : "no finite enclosure");
    return status;
}
