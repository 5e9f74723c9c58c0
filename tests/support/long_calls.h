/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Calls that take long, one of each kind of work: for tests of the hook (t-watch.c) and for its
   times (bench.c). */
#ifndef LONG_CALLS_H
#define LONG_CALLS_H

#include "dpcert.h"

typedef struct long_call_s long_call;

size_t long_calls(void);
const char *long_call_name(size_t index);
/* Prepares everything but the call itself, so that the call can be repeated.  NULL on failure. */
long_call *long_call_new(size_t index);
dpc_status long_call_run(long_call *c);
/* The latest result in words; "" after a failure. */
const char *long_call_found(const long_call *c);
void long_call_free(long_call *c);

#endif
