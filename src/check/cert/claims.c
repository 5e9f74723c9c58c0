/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "cert/claims.h"

#include "base/decimal.h"
#include "base/words.h"
#include "kernel/word.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *dpc_claim_relation(char rel)
{
    return dpc_relation_words[rel == '<' ? DPC_AT_MOST : DPC_AT_LEAST];
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

/* Sets d to an end of the slot's enclosure, rounded outward; false if that is unknown. */
static bool round_end(dpc_decimal *d, dpc_run *run, uint32_t slot, unsigned long digits, bool up)
{
    dpc_enclosure value;
    dpc_enclosure_init(&value);
    dpc_run_value(run, slot, &value);
    const bool known = dpc_enclosure_is_known(&value);
    if (known)
        dpc_enclosure_round(d, &value, digits, up);
    dpc_enclosure_clear(&value);
    return known;
}

/* Whether the decimal is beyond the number, or too large or small to be compared. */
static bool beyond(const dpc_decimal *d, char rel, const mpq_t number)
{
    mpq_t end;
    mpq_init(end);
    const bool known = dpc_decimal_value(end, d);
    const int c = mpq_cmp(end, number);
    mpq_clear(end);
    return !known || (rel == '<' ? c > 0 : c < 0);
}

char *dpc_claim_end(dpc_run *run, uint32_t slot, char rel, const mpq_t number)
{
    enum { FIRST = 10, LAST = 10000 };
    dpc_decimal d;
    dpc_decimal_init(&d);
    unsigned long digits = FIRST;
    bool known = round_end(&d, run, slot, digits, rel == '>');
    while (known && digits <= LAST && !beyond(&d, rel, number)) {
        digits *= 2;
        known = round_end(&d, run, slot, digits, rel == '>');
    }
    char *text = known ? dpc_decimal_text(&d) : NULL;
    dpc_decimal_clear(&d);
    return text;
}

static char *end_text(dpc_run *run, uint32_t slot, unsigned long digits, bool up)
{
    dpc_decimal d;
    dpc_decimal_init(&d);
    char *text = round_end(&d, run, slot, digits, up) ? dpc_decimal_text(&d) : NULL;
    dpc_decimal_clear(&d);
    return text;
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
