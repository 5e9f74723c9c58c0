/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: the texts of all rationals whose parts have at most DIGITS digits, or LONG.  GMP is a
   model in which the size of a number is its number of decimal digits, and what is known of a
   result is its size alone.  mpz_sizeinbase may say one more; here it does not, so that there is no
   more room than must be.  A text stands at the end of its room, so that writing too far is seen.
 */
#include "base/rational.h"
#include "rte.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 4, LONG = 14, ROOM = 200 };

static char first_room[ROOM], second_room[ROOM], third_room[ROOM];
static int nrooms;

static void *give(size_t size)
{
    nrooms++;
    //@ assert size: size <= ROOM && nrooms <= 3;
    return (nrooms == 1 ? first_room : nrooms == 2 ? second_room : third_room) + ROOM - size;
}

static void release(void *p)
{
    //@ assert given: p == \null || \valid((char *)p);
}

/* ---- GMP ---- */

static size_t digits_of(mpz_srcptr a)
{
    return a->size == 0 ? 1 : (size_t)(a->size < 0 ? -a->size : a->size);
}

void mpz_inits(mpz_ptr x, ...)
{
    va_list more;
    va_start(more, x);
    for (; x != NULL; x = va_arg(more, mpz_ptr))
        x->size = 0;
    va_end(more);
}

void mpz_clears(mpz_ptr x, ...)
{
    va_list more;
    va_start(more, x);
    for (; x != NULL; x = va_arg(more, mpz_ptr))
        (void)digits_of(x);
    va_end(more);
}

void mpz_set_ui(mpz_ptr r, unsigned long n)
{
    (void)digits_of(r);
    r->size = n == 0 ? 0 : n < 10 ? 1 : 2;
}

void mpz_ui_pow_ui(mpz_ptr r, unsigned long a, unsigned long n)
{
    (void)a;
    (void)n;
    r->size = Frama_C_interval(1, DIGITS);
}

void mpz_mul(mpz_ptr r, mpz_srcptr a, mpz_srcptr b)
{
    (void)digits_of(a);
    (void)digits_of(b);
    r->size = Frama_C_interval(-DIGITS, DIGITS);
}

mp_bitcnt_t mpz_remove(mpz_ptr r, mpz_srcptr a, mpz_srcptr f)
{
    (void)digits_of(a);
    (void)digits_of(f);
    r->size = Frama_C_interval(-DIGITS, DIGITS);
    return Frama_C_unsigned_long_interval(0, 1UL << 40);
}

void mpz_abs(mpz_ptr r, mpz_srcptr a)
{
    r->size = a->size < 0 ? -a->size : a->size;
}

int mpz_cmp_ui(mpz_srcptr a, unsigned long n)
{
    (void)digits_of(a);
    (void)n;
    return Frama_C_interval(-1, 1);
}

int mpz_divisible_ui_p(mpz_srcptr a, unsigned long n)
{
    (void)digits_of(a);
    (void)n;
    return any_bool();
}

size_t mpz_sizeinbase(mpz_srcptr a, int base)
{
    //@ assert base: base == 10;
    //@ split a->size;
    return digits_of(a);
}

static char *put(char *out, mpz_srcptr a)
{
    const size_t n = digits_of(a);
    if (a->size < 0)
        *out++ = '-';
    for (size_t i = 0; i < n; i++)
        *out++ = (char)Frama_C_interval('0', '9');
    *out = '\0';
    return out;
}

char *mpz_get_str(char *out, int base, mpz_srcptr a)
{
    (void)base;
    (void)put(out, a);
    return out;
}

char *mpq_get_str(char *out, int base, mpq_srcptr q)
{
    (void)base;
    char *end = put(out, &q->num);
    if (any_bool()) {
        *end++ = '/';
        (void)put(end, &q->den);
    }
    return out;
}

/* ---- printing ---- */

int rte_snprintf(char *out, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    for (size_t i = 0; format[i] != '\0'; i++) {
        if (format[i] != '%')
            continue;
        i++;
        if (format[i] == 's')
            (void)strlen(va_arg(list, const char *));
        else if (format[i] == 'c')
            (void)va_arg(list, int);
        else if (format[i] == 'l') {
            (void)va_arg(list, long);
            i++;
        } else {
            (void)va_arg(list, int);
            (void)strlen(va_arg(list, const char *));
            i += 2;
        }
    }
    va_end(list);
    //@ assert room: size > 0 && \valid(out + (0 .. size - 1));
    Frama_C_make_unknown(out, size);
    out[size - 1] = '\0';
    return 1;
}

#define malloc give
#define free release
#include "base/rational.c"

int main(void)
{
    mpq_t q;
    char *text;
    q->num.size = any_bool() ? Frama_C_interval(-DIGITS, DIGITS) : LONG;
    q->den.size = any_bool() ? Frama_C_interval(1, DIGITS) : LONG;
    //@ split q->num.size;
    //@ split q->den.size;
    text = any_bool() ? dpc_rational_text(q) : dpc_rational_decimal(q);
    if (text != NULL)
        (void)strlen(text);
    return 0;
}
