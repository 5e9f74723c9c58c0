/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   GMP as the analysis of run-time errors sees it: numbers whose value is unknown and whose
   functions must be called on initialized objects.  Only what src/check/lang, cert/read.c and
   src/check/kernel/hint.c call is here. */
#ifndef DPC_RTE_GMP_H
#define DPC_RTE_GMP_H

#include <stddef.h>
#include "__fc_builtin.h"

typedef struct {
    int size; /* its sign is the number's */
} __mpz_struct;
typedef __mpz_struct mpz_t[1];
typedef __mpz_struct *mpz_ptr;
typedef const __mpz_struct *mpz_srcptr;
typedef struct {
    __mpz_struct num, den;
} __mpq_struct;
typedef __mpq_struct mpq_t[1];
typedef __mpq_struct *mpq_ptr;
typedef const __mpq_struct *mpq_srcptr;
typedef unsigned long mp_bitcnt_t;

typedef unsigned long mp_limb_t;
#define GMP_NUMB_BITS 64

#define mpq_numref(q) (&((q)->num))
#define mpq_denref(q) (&((q)->den))
#define mpz_sgn(z) ((z)->size < 0 ? -1 : (z)->size > 0)
#define mpq_sgn(q) mpz_sgn(mpq_numref(q))

void mpz_init(mpz_ptr x);
void mpz_inits(mpz_ptr x, ...);
void mpz_clear(mpz_ptr x);
void mpz_clears(mpz_ptr x, ...);
void mpz_set(mpz_ptr r, mpz_srcptr a);
void mpz_set_ui(mpz_ptr r, unsigned long n);
int mpz_set_str(mpz_ptr r, const char *s, int base);
void mpz_abs(mpz_ptr r, mpz_srcptr a);
void mpz_gcd(mpz_ptr r, mpz_srcptr a, mpz_srcptr b);
void mpz_mul(mpz_ptr r, mpz_srcptr a, mpz_srcptr b);
void mpz_pow_ui(mpz_ptr r, mpz_srcptr a, unsigned long n);
void mpz_ui_pow_ui(mpz_ptr r, unsigned long a, unsigned long n);
mp_bitcnt_t mpz_remove(mpz_ptr r, mpz_srcptr a, mpz_srcptr f);
int mpz_cmp_ui(mpz_srcptr a, unsigned long n);
int mpz_divisible_ui_p(mpz_srcptr a, unsigned long n);
unsigned long mpz_get_ui(mpz_srcptr a);
size_t mpz_sizeinbase(mpz_srcptr a, int base);
void mpz_set_si(mpz_ptr r, long n);
void mpz_add(mpz_ptr r, mpz_srcptr a, mpz_srcptr b);
void mpz_sub(mpz_ptr r, mpz_srcptr a, mpz_srcptr b);
void mpz_neg(mpz_ptr r, mpz_srcptr a);
void mpz_mul_2exp(mpz_ptr r, mpz_srcptr a, mp_bitcnt_t n);
void mpz_fdiv_q_2exp(mpz_ptr r, mpz_srcptr a, mp_bitcnt_t n);
void mpz_tdiv_q_2exp(mpz_ptr r, mpz_srcptr a, mp_bitcnt_t n);
void mpz_tdiv_q(mpz_ptr r, mpz_srcptr a, mpz_srcptr b);
unsigned long mpz_tdiv_q_ui(mpz_ptr r, mpz_srcptr a, unsigned long n);
int mpz_tstbit(mpz_srcptr a, mp_bitcnt_t n);
mp_limb_t mpz_getlimbn(mpz_srcptr a, long n);
void mpz_import(mpz_ptr r, size_t count, int order, size_t size, int endian, size_t nails,
                const void *from);
char *mpz_get_str(char *out, int base, mpz_srcptr a);
void mpq_init(mpq_ptr q);
void mpq_clear(mpq_ptr q);
void mpq_set(mpq_ptr r, mpq_srcptr a);
void mpq_set_ui(mpq_ptr r, unsigned long n, unsigned long d);
void mpq_canonicalize(mpq_ptr q);
void mpq_div(mpq_ptr r, mpq_srcptr a, mpq_srcptr b);
void mpq_inv(mpq_ptr r, mpq_srcptr a);
void mpq_neg(mpq_ptr r, mpq_srcptr a);
int mpq_equal(mpq_srcptr a, mpq_srcptr b);
char *mpq_get_str(char *out, int base, mpq_srcptr a);

#endif
