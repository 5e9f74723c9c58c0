/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Small numbers and the rest that lowering calls, as its driver sees it.  A rational is the pair of
   the `size` of its parts, so that the driver's literals (digits, perhaps followed by `.5`) keep
   apart. Printing needs room and writes two bytes; the compiler checks formats against their
   arguments. */
#include "lang/catalogue.h"
#include "lang/print.h"
#include "base/near.h"
#include "base/rational.h"
#include "rte.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t digits(const char *s, size_t len)
{
    size_t n = 0;
    while (n < len && s[n] >= '0' && s[n] <= '9')
        n++;
    return n;
}

size_t dpc_literal_scan(const char *s, size_t len)
{
    const size_t n = digits(s, len);
    return n > 0 && len - n >= 2 && s[n] == '.' && s[n + 1] == '5' ? n + 2 : n;
}

dpc_status dpc_literal_value(mpq_t q, const char *s, size_t len, dpc_diag *diag)
{
    const size_t n = digits(s, len);
    int value = 0;
    for (size_t i = 0; i < n; i++)
        value = 10 * value + (s[i] - '0');
    q->num.size = n < len ? 2 * value + 1 : value;
    q->den.size = n < len ? 2 : 1;
    if (value > 1000)
        return dpc_fail(diag, DPC_PARSE, "too large for this driver");
    return DPC_OK;
}

void mpq_init(mpq_ptr q)
{
    q->num.size = 0;
    q->den.size = 1;
}

void mpq_clear(mpq_ptr q)
{
    Frama_C_make_unknown((char *)q, sizeof *q); /* not to be used any more */
}

void mpq_set(mpq_ptr r, mpq_srcptr a)
{
    *r = *a;
}

void mpq_set_ui(mpq_ptr r, unsigned long n, unsigned long d)
{
    r->num.size = (int)n;
    r->den.size = (int)d;
}

int mpq_equal(mpq_srcptr a, mpq_srcptr b)
{
    return a->num.size == b->num.size && a->den.size == b->den.size;
}

int mpz_cmp_ui(mpz_srcptr a, unsigned long n)
{
    return a->size - (int)n;
}

size_t mpz_sizeinbase(mpz_srcptr a, int base)
{
    //@ assert initialized: \initialized(&a->size);
    return 8;
}

/* A text of one character, or of none. */
char *dpc_print_expr(const dpc_expr *e)
{
    char *text = malloc(2);
    if (text != NULL) {
        text[0] = e->nargs > 0 ? 'x' : '\0';
        text[1] = '\0';
    }
    return text;
}

void dpc_nearest(const char *word, const char *const *candidates, size_t count, char *out,
                 size_t size)
{
    for (size_t i = 0; i < count; i++)
        (void)strcmp(word, candidates[i]); /* they must be texts */
    //@ assert room: \valid(out + (0 .. size - 1)) && size > 0;
    out[0] = '\0';
}

int rte_snprintf(char *out, size_t size, const char *format, ...)
{
    //@ assert room: \valid(out + (0 .. size - 1));
    if (size > 0)
        out[0] = size > 1 ? format[0] : '\0';
    if (size > 1)
        out[1] = '\0';
    return 1;
}

int rte_vsnprintf(char *out, size_t size, const char *format, va_list args)
{
    return rte_snprintf(out, size, format);
}
