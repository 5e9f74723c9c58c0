/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Formulas of methods on top of a number domain: they guarantee for many operations what the domain
   guarantees for one.  A calculation remembers its first failure and does nothing after it, so that
   a formula is checked once, at its end.

   Argument order: the calculation, outputs, inputs.  Outputs may be inputs. */
#ifndef DPC_ACCOUNT_CALC_H
#define DPC_ACCOUNT_CALC_H

#include "domain/memory.h"

typedef struct {
    const dpc_domain *dom;
    unsigned long prec;
    dpc_status status;  /* of the first operation that failed, or INTERRUPTED */
    uint64_t untold;    /* steps not yet reported to the watch */
    dpc_memory *memory; /* the account for vectors; NULL: none */
    mpq_t scratch;
} dpc_calc;

/* n numbers, one after the other. */
typedef struct {
    const dpc_domain *dom;
    char *mem; /* NULL: not allocated */
    size_t n;
    dpc_memory *memory; /* the account that holds its bytes */
    uint64_t bytes;
} dpc_vec;

void dpc_calc_init(dpc_calc *c, const dpc_domain *dom, unsigned long prec);
void dpc_calc_clear(dpc_calc *c);

/* All numbers are 0.  NOMEM is remembered like any other failure, also if the account is full. */
void dpc_vec_init(dpc_calc *c, dpc_vec *v, size_t n);
void dpc_vec_clear(dpc_vec *v);
void *dpc_vec_at(const dpc_vec *v, size_t i);

static inline bool dpc_calc_ok(const dpc_calc *c)
{
    return c->status == DPC_OK;
}

void dpc_calc_fail(dpc_calc *c, dpc_status status);
/* Counts steps for the watch (watch.h); INTERRUPTED is remembered like a failure. */
void dpc_calc_count(dpc_calc *c, uint64_t steps);
void dpc_calc_set(dpc_calc *c, void *d, const void *a);
/* num / den */
void dpc_calc_ratio(dpc_calc *c, void *d, int64_t num, uint64_t den);
void dpc_calc_z(dpc_calc *c, void *d, const mpz_t n);
void dpc_calc_op(dpc_calc *c, dpc_op op, void *d, const void *a, const void *b);
/* d = a^n, n >= 1 */
void dpc_calc_pow(dpc_calc *c, void *d, const void *a, const mpz_t n);
/* d contains everything between a and b. */
void dpc_calc_hull(dpc_calc *c, void *d, const void *a, const void *b);
/* d = the sum of a[i] b[i] over the first n of both. */
void dpc_calc_dot(dpc_calc *c, void *d, const dpc_vec *a, const dpc_vec *b, size_t n);

/* True if a < b for every pair of points; false too after a failure. */
bool dpc_calc_lt(const dpc_calc *c, const void *a, const void *b);
bool dpc_calc_le(const dpc_calc *c, const void *a, const void *b);

/* (dr + i di) = (ar + i ai)(br + i bi); outputs are no inputs. */
void dpc_calc_cmul(dpc_calc *c, void *dr, void *di, const void *ar, const void *ai, const void *br,
                   const void *bi);
/* (dr + i di) = (ar + i ai)^n, n >= 1; outputs are no inputs. */
void dpc_calc_cpow(dpc_calc *c, void *dr, void *di, const void *ar, const void *ai, const mpz_t n);
/* (br + i bi) = (ar + i ai)^n, (dr + i di) = (ar + i ai + er + i ei)^n - (ar + i ai)^n, without
   cancellation where e is small; n >= 1; outputs are no inputs. */
void dpc_calc_cpow_more(dpc_calc *c, void *br, void *bi, void *dr, void *di, const void *ar,
                        const void *ai, const void *er, const void *ei, const mpz_t n);
/* cs = cos x, sn = sin x for every point of x.  Lemma L-TRIG. */
void dpc_calc_cis(dpc_calc *c, void *cs, void *sn, const void *x);
/* re[k] + i im[k] = (re[1] + i im[1])^k for k = 0, 2, 3, ...  Each is the product of two powers
   with half the exponent, so that rectangles grow with log k only. */
void dpc_calc_powers(dpc_calc *c, dpc_vec *re, dpc_vec *im);

#endif
