/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The methods that theorems may name, with their arguments.  The list is closed; what they compute
   is in src/account. */
#ifndef DPC_METHOD_H
#define DPC_METHOD_H

#include "lang/tree.h"

#include <stddef.h>

typedef enum { DPC_METHOD_INVERSION, DPC_METHOD_PRODUCT } dpc_method;

enum { DPC_METHOD_MAX_ARGS = 20 };

typedef struct {
    const char *name; /* for messages */
    dpc_type_kind kind;
    const char *fields; /* of a list, as a theorem declares them */
} dpc_method_arg;

typedef struct {
    const char *name;
    dpc_method method;
    size_t nargs;
    dpc_method_arg arg[DPC_METHOD_MAX_ARGS];
    size_t first_plan; /* arguments from here on are a plan: any values, for a planner to find */
} dpc_method_info;

/* NULL if there is no such method. */
const dpc_method_info *dpc_method_find(const char *name);

#endif
