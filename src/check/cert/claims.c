/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "cert/claims.h"

#include "base/decimal.h"
#include "base/rational.h"
#include "base/words.h"
#include "kernel/word.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *dpc_claim_relation(char rel)
{
    return dpc_relation_names[rel == '<' ? DPC_AT_MOST : DPC_AT_LEAST];
}

/* Bounds b with 2^(b-1) < |x| < 2^(b+1). */
static int64_t dyadic_length(const mpz_t man, int64_t exp)
{
    return (int64_t)mpz_sizeinbase(man, 2) + exp;
}

static int64_t rational_length(const mpq_t q)
{
    return (int64_t)mpz_sizeinbase(mpq_numref(q), 2) - (int64_t)mpz_sizeinbase(mpq_denref(q), 2);
}

/* The sign of man * 2^exp - q.  Powers of two are only multiplied out where the two are of similar
   size, so that the exponent is bounded by their lengths. */
static int compare_dyadic(const mpz_t man, int64_t exp, const mpq_t q)
{
    const int sign = mpz_sgn(man), other = mpq_sgn(q);
    if (sign != other || sign == 0)
        return sign - other;
    const int64_t gap = dyadic_length(man, exp) - rational_length(q);
    if (gap > 3 || gap < -3)
        return gap > 0 ? sign : -sign;
    mpz_t left, right;
    mpz_inits(left, right, NULL);
    mpz_mul(left, man, mpq_denref(q));
    mpz_set(right, mpq_numref(q));
    if (exp >= 0)
        mpz_mul_2exp(left, left, dpc_word_shift(exp));
    else
        mpz_mul_2exp(right, right, dpc_word_shift(-exp));
    const int result = mpz_cmp(left, right);
    mpz_clears(left, right, NULL);
    return result;
}

dpc_tri dpc_claim_holds(dpc_run *run, uint32_t slot, char rel, const mpq_t number)
{
    const dpc_slot *s = &run->slot[slot];
    if (s->exact) {
        const int c = mpq_cmp(s->q, number);
        return (rel == '<' ? c <= 0 : c >= 0) ? DPC_TRUE : DPC_FALSE;
    }
    dpc_bounds b;
    dpc_bounds_init(&b);
    dpc_run_bounds(run, slot, &b);
    dpc_tri holds = DPC_UNKNOWN;
    if (b.finite) {
        const int lo = compare_dyadic(b.lo_man, b.lo_exp, number);
        const int hi = compare_dyadic(b.hi_man, b.hi_exp, number);
        if (rel == '<' ? hi <= 0 : lo >= 0)
            holds = DPC_TRUE;
        else if (rel == '<' ? lo > 0 : hi < 0)
            holds = DPC_FALSE;
    }
    dpc_bounds_clear(&b);
    return holds;
}

static char *end_text(dpc_run *run, uint32_t slot, unsigned long digits, bool upper)
{
    const dpc_slot *s = &run->slot[slot];
    if (s->exact)
        return dpc_decimal_rational(s->q, digits, upper);
    dpc_bounds b;
    dpc_bounds_init(&b);
    dpc_run_bounds(run, slot, &b);
    char *text = !b.finite ? NULL
                 : upper   ? dpc_decimal_dyadic(b.hi_man, b.hi_exp, digits, true)
                           : dpc_decimal_dyadic(b.lo_man, b.lo_exp, digits, false);
    dpc_bounds_clear(&b);
    return text;
}

/* Whether the decimal is beyond the number. */
static bool beyond(const char *text, char rel, const mpq_t number)
{
    dpc_diag diag = {.status = DPC_OK};
    mpq_t end;
    mpq_init(end);
    const bool read = dpc_rational_parse(end, text, strlen(text), "an end", &diag) == DPC_OK;
    const int c = mpq_cmp(end, number);
    mpq_clear(end);
    return !read || (rel == '<' ? c > 0 : c < 0); /* not read: too large to be compared */
}

char *dpc_claim_end(dpc_run *run, uint32_t slot, char rel, const mpq_t number)
{
    enum { FIRST = 10, LAST = 10000 };
    for (unsigned long digits = FIRST;; digits *= 2) {
        char *text = end_text(run, slot, digits, rel == '>');
        if (text == NULL || digits > LAST || beyond(text, rel, number))
            return text;
        free(text);
    }
}

char *dpc_claim_enclosure(dpc_run *run, uint32_t slot)
{
    enum { DIGITS = 10 };
    char *lo = end_text(run, slot, DIGITS, false), *hi = end_text(run, slot, DIGITS, true);
    const size_t size = lo != NULL && hi != NULL ? strlen(lo) + strlen(hi) + 5 : 0;
    char *text = size > 0 ? malloc(size) : NULL;
    if (text != NULL)
        (void)snprintf(text, size, "[%s, %s]", lo, hi);
    free(lo);
    free(hi);
    return text;
}
