/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Calls of methods, remembered: most of the work of a call does not depend on epsilon, and a query
   makes the same call for its plan, its result and its referees.  What is found here was computed
   with the same arguments, at no less precision than is asked for. */
#ifndef DPC_MEMO_H
#define DPC_MEMO_H

#include "method/method.h"

typedef struct dpc_memo_s dpc_memo;

/* NULL when memory ends. */
dpc_memo *dpc_memo_new(void);
void dpc_memo_free(dpc_memo *memo);
/* Lists are told apart by where they are: to be called when they change. */
void dpc_memo_forget(dpc_memo *memo);

/* dpc_method_run, with a memory; data is a memo. */
dpc_status dpc_memo_call(void *data, dpc_method method, dpc_method_call *call, void *d);
/* The same for searches: at any precision, and in plain doubles by way of balls. */
dpc_status dpc_memo_guide(void *data, dpc_method method, dpc_method_call *call, void *d);

#endif
