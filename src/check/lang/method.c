/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "lang/method.h"

#include <string.h>

#define REAL(name)             \
    {                          \
        name, DPC_T_REAL, NULL \
    }
#define INT(name)             \
    {                         \
        name, DPC_T_INT, NULL \
    }
#define LIST(name, fields)       \
    {                            \
        name, DPC_T_LIST, fields \
    }
#define PLAN                                                                                   \
    REAL("theta"), REAL("A"), INT("K"), REAL("h"), INT("j0"), INT("j1"), INT("fine"),          \
        REAL("strip"), REAL("spread"), REAL("shift"), REAL("cut"), REAL("soft"), REAL("core"), \
        REAL("far"), REAL("edge")

const dpc_method_info *dpc_method_find(const char *name)
{
    static const dpc_method_info all[] = {
        {"inversion",
         DPC_METHOD_INVERSION,
         20,
         {INT("side"), REAL("q"), REAL("sigma"), INT("T"), REAL("eps"), PLAN},
         5},
        {"product",
         DPC_METHOD_PRODUCT,
         20,
         {INT("side"), LIST("gauss", "q, sigma, count : int"), LIST("laplace", "eps, count : int"),
          LIST("step", "eps, delta, count : int"), REAL("eps"), PLAN},
         5},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i].name, name) == 0)
            return &all[i];
    return NULL;
}
