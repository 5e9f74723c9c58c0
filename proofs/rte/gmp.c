/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Bodies for the analysis: every operand is read, so that one that is not initialized is an alarm;
   every result is unknown. */
#include "gmp.h"

#include <stdarg.h>
#include <stdlib.h>

static int unknown_size(void)
{
    return Frama_C_interval(-1000, 1000);
}

/* A read of x; an alarm unless it was initialized. */
static int use(mpz_srcptr x)
{
    return x->size;
}

void mpz_init(mpz_ptr x)
{
    x->size = 0;
}

/* Until a null pointer. */
void mpz_inits(mpz_ptr x, ...)
{
    va_list more;
    va_start(more, x);
    for (; x != NULL; x = va_arg(more, mpz_ptr))
        mpz_init(x);
    va_end(more);
}

void mpz_clears(mpz_ptr x, ...)
{
    va_list more;
    va_start(more, x);
    for (; x != NULL; x = va_arg(more, mpz_ptr))
        (void)use(x);
    va_end(more);
}

void mpz_clear(mpz_ptr x)
{
    (void)use(x);
}

void mpz_set(mpz_ptr r, mpz_srcptr a)
{
    r->size = use(a);
}

void mpz_set_ui(mpz_ptr r, unsigned long n)
{
    (void)use(r);
    r->size = n == 0 ? 0 : 1;
}

int mpz_set_str(mpz_ptr r, const char *s, int base)
{
    (void)use(r);
    (void)base;
    for (size_t i = 0; s[i] != '\0'; i++) {
    }
    r->size = unknown_size();
    return Frama_C_interval(-1, 0);
}

void mpz_abs(mpz_ptr r, mpz_srcptr a)
{
    r->size = use(a) < 0 ? -a->size : a->size;
}

void mpz_gcd(mpz_ptr r, mpz_srcptr a, mpz_srcptr b)
{
    (void)use(a);
    (void)use(b);
    r->size = unknown_size();
}

void mpz_mul(mpz_ptr r, mpz_srcptr a, mpz_srcptr b)
{
    (void)use(a);
    (void)use(b);
    r->size = unknown_size();
}

/* A power of a number that is not zero is not zero. */
void mpz_pow_ui(mpz_ptr r, mpz_srcptr a, unsigned long n)
{
    (void)n;
    if (use(a) == 0)
        r->size = Frama_C_interval(0, 1);
    else
        r->size = Frama_C_interval(0, 1) ? Frama_C_interval(1, 1000) : Frama_C_interval(-1000, -1);
}

void mpz_ui_pow_ui(mpz_ptr r, unsigned long a, unsigned long n)
{
    (void)use(r);
    (void)a;
    (void)n;
    r->size = unknown_size();
}

mp_bitcnt_t mpz_remove(mpz_ptr r, mpz_srcptr a, mpz_srcptr f)
{
    (void)use(a);
    (void)use(f);
    r->size = unknown_size();
    return (mp_bitcnt_t)Frama_C_interval(0, 40000000);
}

int mpz_cmp_ui(mpz_srcptr a, unsigned long n)
{
    (void)use(a);
    (void)n;
    return Frama_C_interval(-1, 1);
}

int mpz_divisible_ui_p(mpz_srcptr a, unsigned long n)
{
    (void)use(a);
    (void)n;
    return Frama_C_interval(0, 1);
}

unsigned long mpz_get_ui(mpz_srcptr a)
{
    (void)use(a);
    return Frama_C_unsigned_long_interval(0, (unsigned long)-1);
}

/* At least 1, as the manual promises; numbers of more than 2^40 digits do not fit into memory. */
size_t mpz_sizeinbase(mpz_srcptr a, int base)
{
    (void)use(a);
    (void)base;
    return Frama_C_unsigned_long_interval(1, 1UL << 40);
}

/* A new string, or NULL is not possible: GMP aborts. */
static char *new_string(void)
{
    size_t n = Frama_C_unsigned_long_interval(1, 63);
    char *s = malloc(64);
    if (s == NULL)
        Frama_C_abort();
    for (size_t i = 0; i < 63; i++)
        s[i] = i < n ? (char)Frama_C_interval('-', '9') : '\0';
    s[63] = '\0';
    return s;
}

char *mpz_get_str(char *out, int base, mpz_srcptr a)
{
    (void)use(a);
    (void)base;
    return out != NULL ? out : new_string();
}

char *mpq_get_str(char *out, int base, mpq_srcptr a)
{
    (void)use(&a->num);
    (void)use(&a->den);
    (void)base;
    return out != NULL ? out : new_string();
}

void mpq_init(mpq_ptr q)
{
    q->num.size = 0;
    q->den.size = 1;
}

void mpq_clear(mpq_ptr q)
{
    (void)use(&q->num);
    (void)use(&q->den);
}

void mpq_set(mpq_ptr r, mpq_srcptr a)
{
    r->num.size = use(&a->num);
    r->den.size = use(&a->den);
}

void mpq_set_ui(mpq_ptr r, unsigned long n, unsigned long d)
{
    (void)use(&r->num);
    r->num.size = n == 0 ? 0 : 1;
    r->den.size = d == 0 ? 0 : 1;
}

/* A denominator of zero makes GMP abort. */
void mpq_canonicalize(mpq_ptr q)
{
    (void)use(&q->num);
    (void)use(&q->den);
}

void mpq_div(mpq_ptr r, mpq_srcptr a, mpq_srcptr b)
{
    (void)use(&a->num);
    /*@ assert divisor: b->num.size != 0; */
    r->num.size = unknown_size();
    r->den.size = Frama_C_interval(1, 1000);
}

void mpq_inv(mpq_ptr r, mpq_srcptr a)
{
    /*@ assert invertible: a->num.size != 0; */
    (void)use(&a->den);
    r->num.size = unknown_size();
    r->den.size = Frama_C_interval(1, 1000);
}

void mpq_neg(mpq_ptr r, mpq_srcptr a)
{
    r->den.size = use(&a->den);
    r->num.size = -use(&a->num);
}

int mpq_equal(mpq_srcptr a, mpq_srcptr b)
{
    (void)use(&a->num);
    (void)use(&b->num);
    return Frama_C_interval(0, 1);
}

/* ---- for guesses ---- */

void mpz_set_si(mpz_ptr r, long n)
{
    (void)use(r);
    r->size = n == 0 ? 0 : n < 0 ? -1 : 1;
}

void mpz_add(mpz_ptr r, mpz_srcptr a, mpz_srcptr b)
{
    mpz_mul(r, a, b);
}

void mpz_sub(mpz_ptr r, mpz_srcptr a, mpz_srcptr b)
{
    mpz_mul(r, a, b);
}

void mpz_neg(mpz_ptr r, mpz_srcptr a)
{
    r->size = -use(a);
}

void mpz_mul_2exp(mpz_ptr r, mpz_srcptr a, mp_bitcnt_t n)
{
    (void)n;
    mpz_mul(r, a, a);
}

void mpz_fdiv_q_2exp(mpz_ptr r, mpz_srcptr a, mp_bitcnt_t n)
{
    (void)n;
    mpz_mul(r, a, a);
}

void mpz_tdiv_q_2exp(mpz_ptr r, mpz_srcptr a, mp_bitcnt_t n)
{
    (void)n;
    mpz_mul(r, a, a);
}

void mpz_tdiv_q(mpz_ptr r, mpz_srcptr a, mpz_srcptr b)
{
    //@ assert quotient: b->size != 0;
    mpz_mul(r, a, b);
}

unsigned long mpz_tdiv_q_ui(mpz_ptr r, mpz_srcptr a, unsigned long n)
{
    //@ assert quotient_ui: n != 0;
    mpz_mul(r, a, a);
    return Frama_C_unsigned_long_interval(0, (unsigned long)-1);
}

int mpz_tstbit(mpz_srcptr a, mp_bitcnt_t n)
{
    (void)use(a);
    (void)n;
    return Frama_C_interval(0, 1);
}

mp_limb_t mpz_getlimbn(mpz_srcptr a, long n)
{
    (void)n;
    return mpz_get_ui(a);
}

void mpz_import(mpz_ptr r, size_t count, int order, size_t size, int endian, size_t nails,
                const void *from)
{
    (void)use(r);
    (void)order;
    (void)endian;
    (void)nails;
    for (size_t i = 0; i < count * size; i++)
        (void)((const unsigned char *)from)[i];
    r->size = Frama_C_interval(0, 1000);
}
