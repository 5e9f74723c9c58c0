/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "lang/method.h"

#include <string.h>

const dpc_method_info *dpc_method_find(const char *name)
{
    static const dpc_method_info all[] = {
        {"inversion",
         DPC_METHOD_INVERSION,
         15,
         {"side", "q", "sigma", "T", "eps", "theta", "A", "K", "h", "j0", "j1", "fine", "strip",
          "spread", "shift"},
         {true, false, false, true, false, false, false, true, false, true, true, true},
         5},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i].name, name) == 0)
            return &all[i];
    return NULL;
}
