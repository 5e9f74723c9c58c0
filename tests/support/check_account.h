/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Functions that the suites of the accountants share. */
#ifndef DPC_CHECK_ACCOUNT_H
#define DPC_CHECK_ACCOUNT_H

#include "method/method.h"

#include <gmp.h>
#include <stdbool.h>

/* q = the number that the text denotes; fails if it denotes none. */
void check_read_number(mpq_t q, const char *text);

/* Between lo and hi. */
double check_uniform(uint64_t *state, double lo, double hi);

/* About (hi - lo)/hi; hi - lo where hi is not positive. */
double check_relative_width(const mpq_t lo, const mpq_t hi);

/* The ends of the enclosure that the method computes; false after a refusal. */
bool check_method(dpc_method method, dpc_method_call *call, mpq_t lo, mpq_t hi);

#endif
