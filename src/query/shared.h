/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The functions of the prelude that a theorem uses: readers of its formula need them too. */
#ifndef DPC_SHARED_H
#define DPC_SHARED_H

#include "lang/tree.h"

enum { DPC_MAX_SHARED = 64 };

/* The functions of the prelude that the unit calls, directly or through others, in the order of the
   prelude; at most DPC_MAX_SHARED of them.  Returns how many. */
size_t dpc_shared_functions(const dpc_unit *unit, const dpc_unit *prelude,
                            const dpc_stmt *function[DPC_MAX_SHARED]);

#endif
