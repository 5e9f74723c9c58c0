/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   For tools/check-m32.sh: functions of the library that the suites need but that are not built
   there. */
#include "dpcert.h"
#include "domain/kernel.h"

#include <flint/flint.h>

const char *dpc_status_name(dpc_status status)
{
    return status == DPC_OK ? "ok" : "not ok";
}

void dpc_thread_cleanup(void)
{
    dpc_domain_kernel_cleanup();
    flint_cleanup();
}
