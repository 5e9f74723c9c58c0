/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "method/method.h"

#include "method/inversion.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

dpc_status dpc_method_refuse(dpc_method_call *call, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(call->why, sizeof call->why, format, args);
    va_end(args);
    return DPC_DOMAIN;
}

void dpc_method_reset(dpc_method_call *call)
{
    call->work = 0;
    call->saturated = false;
    call->limit = DPC_LIMIT_NONE;
    call->why[0] = '\0';
}

dpc_status dpc_method_explain(dpc_method_call *call, dpc_status status)
{
    if (status == DPC_OK || call->why[0] != '\0')
        return status;
    const bool numbers = status == DPC_UNDECIDED || status == DPC_DOMAIN;
    (void)strcpy(call->why, status == DPC_NOMEM ? "out of memory"
                            : numbers ? "the plan leads to numbers without a finite enclosure"
                                      : "interrupted");
    return numbers ? DPC_UNDECIDED : status;
}

dpc_status dpc_method_run(dpc_method method, dpc_method_call *call, void *d)
{
    dpc_method_reset(call);
    return dpc_method_explain(call, dpc_inversion_run(method, call, d));
}
