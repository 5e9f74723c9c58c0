/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Exact rational arithmetic: steps whose inputs are known exactly and whose result is a rational
   of at most 4096 bits in numerator and denominator.  The rule is the same in every domain. */
#ifndef DPC_EXACT_H
#define DPC_EXACT_H

#include "dpcert-check.h"
#include "base/op.h"

#include <gmp.h>
#include <stdbool.h>

enum { DPC_EXACT_BITS = 4096 };

/* Whether numerator and denominator have at most so many bits. */
bool dpc_exact_takes(const mpq_t q);

/* d = op(a, b).  OK: done.  UNDECIDED: the result is not known to be a rational of at most 4096
   bits; d is meaningless, and the caller computes an enclosure.  DOMAIN: the operation is undefined
   there.  d may be a or b. */
dpc_status dpc_exact_apply(dpc_op op, mpq_t d, const mpq_t a, const mpq_t b);

/* LT, LE, EQ or NE. */
dpc_tri dpc_exact_compare(dpc_op op, const mpq_t a, const mpq_t b);

#endif
