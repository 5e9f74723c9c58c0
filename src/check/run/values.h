/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Reads values of parameters as users write them. */
#ifndef DPC_VALUES_H
#define DPC_VALUES_H

#include "run/run.h"

enum { DPC_MAX_VALUE = 64 << 20 }; /* bytes of one value */

/* A scalar: a number, or the name of an enumeration's value (q is then its index). */
dpc_status dpc_value_scalar(mpq_t q, const dpc_input *input, const char *text, dpc_diag *diag);

/* A list [(a,b),(c,d)] or, for records of one field, [a,b]; [] too.  On failure the list is
   empty. */
dpc_status dpc_value_list(dpc_list *list, const dpc_input *input, const char *text, dpc_diag *diag);

/* A plan KIND(FIELD=NUMBER,...), all fields in the order of the declaration; a list of one record.
   On failure the list is empty. */
dpc_status dpc_value_plan(dpc_list *list, const dpc_input *input, const char *text, dpc_diag *diag);

/* The value of an input whose type has records: one of the two. */
dpc_status dpc_value_records(dpc_list *list, const dpc_input *input, const char *text,
                             dpc_diag *diag);

/* Makes the list a plan of zeros, unless it is a plan already; false: out of memory. */
bool dpc_list_of_one(dpc_list *list, size_t nfields);

void dpc_list_clear(dpc_list *list);

/* The bytes that a number takes in a list. */
uint64_t dpc_list_room(const mpq_t number);

#endif
