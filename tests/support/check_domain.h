/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Functions that the suites of the number domains share. */
#ifndef DPC_CHECK_DOMAIN_H
#define DPC_CHECK_DOMAIN_H

#include "dpcert.h"
#include "domain/domain.h"

#ifdef HAVE_FLINT3
#include <flint/arb.h>
#else
#include <arb.h>
#endif

/* A number of a domain. */
void *check_element_new(const dpc_domain *d);
void check_element_free(const dpc_domain *d, void *x);

/* d = man 2^exp */
void check_set_end(arf_t d, const mpz_t man, int64_t exp);

/* |q| between about 2^-range and 2^range, any sign, not 0. */
void check_random_point(mpq_t q, uint64_t *state, int range);

/* p = lo + (hi - lo) k/16 */
void check_point_between(mpq_t p, const mpq_t lo, const mpq_t hi, unsigned long k);

/* An interval whose ends are so many quarters. */
typedef struct {
    long lo, hi;
} check_span;

void check_set_quarters(const dpc_domain *d, void *x, check_span ends);

/* Checks by apply's status where the operations of a domain have a value, have none, or may have
   one. */
void check_where_defined(const dpc_domain *d);

#endif
