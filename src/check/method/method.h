/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Methods: algorithms that a theorem calls like a function.  The list is closed: lang/method.h has
   their names and arguments, dpc_method_run what they compute. */
#ifndef DPC_ACCOUNT_METHOD_H
#define DPC_ACCOUNT_METHOD_H

#include "lang/code.h"
#include "method/calc.h"

/* A number: exact if q is not NULL, else an element of the domain.  Or a list. */
typedef struct {
    mpq_srcptr q;
    const void *element;
    const dpc_list *list;
} dpc_number;

typedef struct {
    const dpc_domain *dom;
    unsigned long prec;
    const dpc_number *arg;
    uint64_t max_work;  /* steps: more are refused */
    uint64_t work;      /* steps taken */
    dpc_memory *memory; /* the account for tables; NULL: none */
    bool saturated;     /* the plan, not the precision, limits the width of the enclosure */
    dpc_limit limit;    /* of a refusal: the limit reached; more precision does not help then */
    char why[200];      /* the reason of a refusal */
} dpc_method_call;

/* Notes the reason, and returns DOMAIN. */
dpc_status dpc_method_refuse(dpc_method_call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Forgets the reason of an earlier run. */
void dpc_method_reset(dpc_method_call *call);
/* The status of a run; adds a reason to a failure without one.  An operation that fails leaves the
   value unknown, which exists for any arguments that are not refused: that is UNDECIDED.  Rounding
   alone makes no operation fail at the precision that methods use. */
dpc_status dpc_method_explain(dpc_method_call *call, dpc_status status);

/* d contains the value for all points of the arguments.  DOMAIN: the arguments are refused, for the
   reason in why; UNDECIDED: a limit is reached, or a number on the way has no finite enclosure, and
   more precision does not help. */
dpc_status dpc_method_run(dpc_method method, dpc_method_call *call, void *d);

#endif
