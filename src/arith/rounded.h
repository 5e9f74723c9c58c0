/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Functions of rational numbers, rounded to a stated side. */
#ifndef DPC_ROUNDED_H
#define DPC_ROUNDED_H

#include "base/op.h"

#include <gmp.h>
#include <stdbool.h>

/* d = a number next to op(x), op a function of one argument, at about prec bits: d >= op(x) (up),
   or d <= op(x).  False: op(x) is undefined, or too large or too small to be written out; then d is
   not changed.  d may be x. */
bool dpc_rounded(mpq_t d, dpc_op op, const mpq_t x, unsigned long prec, bool up);

/* d = x rounded to this many decimal digits: d >= x (up), or d <= x.  False, and d is 0: it has too
   many places to be written out.  d may be x. */
bool dpc_rounded_decimal(mpq_t d, const mpq_t x, unsigned long digits, bool up);

#endif
