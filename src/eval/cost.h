/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   What steps cost, so that a limit of steps limits time.  The unit is about an addition of
   enclosures of 64 bits, some tenths of a microsecond in the kernel.  Costs depend on operations
   and on the sizes of operands, not on the domain: the same limit stops at about the same step
   everywhere. */
#ifndef DPC_EVAL_COST_H
#define DPC_EVAL_COST_H

#include "lang/op.h"

#include <gmp.h>
#include <stdint.h>

/* An operation on rational numbers, which has to find a greatest common divisor; 0 for short ones.
 */
uint64_t dpc_cost_exact(const mpq_t a, const mpq_t b);

/* An enclosure of a rational number. */
uint64_t dpc_cost_enclose(const mpq_t q);

/* An operation on enclosures of this many bits, beyond the step itself; not Q. */
uint64_t dpc_cost_operation(dpc_op op, unsigned long prec);

/* Q, between these ends: the time of its series depends on where it is. */
uint64_t dpc_cost_q(double lo, double hi, unsigned long prec);

/* x^n. */
uint64_t dpc_cost_power(const mpz_t n);

#endif
