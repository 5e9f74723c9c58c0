/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Remembers calls of methods: most of the work of a call does not depend on epsilon, and a query
   makes the same call for its plan, its result and its referees.  A remembered value was computed
   with the same arguments, at no less precision than the caller needs. */
#ifndef DPC_MEMO_H
#define DPC_MEMO_H

#include "method/method.h"

typedef struct dpc_memo_s dpc_memo;

/* NULL: out of memory. */
dpc_memo *dpc_memo_new(void);
void dpc_memo_free(dpc_memo *memo);
/* Forgets all calls.  Must be called when a list changes, since lists are identified by their
   address. */
void dpc_memo_forget(dpc_memo *memo);

/* dpc_method_run with a memo, which is data. */
dpc_status dpc_memo_call(void *data, dpc_method method, dpc_method_call *call, void *d);
/* The same for searches: accepts values of any precision, and computes with balls for plain
   doubles. */
dpc_status dpc_memo_guide(void *data, dpc_method method, dpc_method_call *call, void *d);

#endif
