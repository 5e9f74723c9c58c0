/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The costs of steps, so that a limit of steps limits time.  The unit is about an addition of
   enclosures of 64 bits, some tenths of a microsecond in the kernel.  Costs depend on operations
   and on the sizes of operands, not on the domain: the same limit stops at about the same step
   everywhere.  All costs are in addition to the step itself, which counts 1; no other file of
   src/check defines a cost.  bench/bench.c measures the time of a step, operation by operation. */
#ifndef DPC_EVAL_COST_H
#define DPC_EVAL_COST_H

#include "base/op.h"

#include <gmp.h>
#include <stdint.h>

/* Copying a rational number, or reading all of it. */
uint64_t dpc_cost_move(const mpq_t q);

/* Comparing rational numbers, which multiplies them. */
uint64_t dpc_cost_compare(const mpq_t a, const mpq_t b);

/* An operation on rational numbers (dpc_exact_apply). */
uint64_t dpc_cost_exact(dpc_op op, const mpq_t a, const mpq_t b);

/* An enclosure of a rational number. */
uint64_t dpc_cost_enclose(const mpq_t q);

/* An operation on enclosures of this many bits, or on series of this many terms; not for Q, x^n and
   binom(n, k). */
uint64_t dpc_cost_operation(dpc_op op, unsigned long prec, unsigned terms);

/* Q on the interval lo..hi, on which the length of its series depends. */
uint64_t dpc_cost_q(double lo, double hi, unsigned long prec);

/* x^n. */
uint64_t dpc_cost_power(const mpz_t n);

/* This many factors of a binomial coefficient. */
uint64_t dpc_cost_factors(uint64_t n);

/* The cost of a series of this many terms beyond its first coefficient, for any operation. */
uint64_t dpc_cost_series(unsigned terms);

/* Describing the value of a slot in a message: a rational number, or (NULL) an enclosure. */
uint64_t dpc_cost_describe(mpq_srcptr q);

/* A step that fails at this place of its text. */
uint64_t dpc_cost_failure(uint32_t pos);

#endif
