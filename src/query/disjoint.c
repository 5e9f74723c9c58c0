/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Whether two enclosures of the same number can both be right. */
#include "query/query.h"

/* num * 2^exp / den, den > 0. */
typedef struct {
    mpz_srcptr num, den;
    int64_t exp;
} end;

static end end_of(const dpc_enclosure *value, bool upper, mpz_srcptr one)
{
    const dpc_bounds *b = &value->bounds;
    if (value->exact)
        return (end){.num = mpq_numref(value->q), .den = mpq_denref(value->q)};
    return (end){upper ? b->hi_man : b->lo_man, one, upper ? b->hi_exp : b->lo_exp};
}

/* Whether |a| 2^e < |b| 2^f; a and b are not 0. */
static bool magnitude_below(const mpz_t a, int64_t e, const mpz_t b, int64_t f)
{
    const int64_t size_a = (int64_t)mpz_sizeinbase(a, 2) + e,
                  size_b = (int64_t)mpz_sizeinbase(b, 2) + f;
    if (size_a != size_b)
        return size_a < size_b;
    /* the exponents differ by no more than the bit lengths of the integers */
    mpz_t shifted;
    mpz_init(shifted);
    mpz_mul_2exp(shifted, e < f ? b : a, (mp_bitcnt_t)(e < f ? f - e : e - f));
    const int order = e < f ? mpz_cmpabs(a, shifted) : mpz_cmpabs(shifted, b);
    mpz_clear(shifted);
    return order < 0;
}

static bool end_below(end a, end b)
{
    const int sign_a = mpz_sgn(a.num), sign_b = mpz_sgn(b.num);
    if (sign_a != sign_b || sign_a == 0)
        return sign_a < sign_b;
    mpz_t left, right;
    mpz_inits(left, right, NULL);
    mpz_mul(left, a.num, b.den);
    mpz_mul(right, b.num, a.den);
    const bool below = sign_a > 0 ? magnitude_below(left, a.exp, right, b.exp)
                                  : magnitude_below(right, b.exp, left, a.exp);
    mpz_clears(left, right, NULL);
    return below;
}

static bool has_value(const dpc_query_t *q, size_t index)
{
    return index < q->nresults && dpc_enclosure_is_known(&q->result_value[index]);
}

int dpc_query_disjoint(const dpc_query_t *a, const dpc_query_t *b, size_t index)
{
    if (!has_value(a, index) || !has_value(b, index))
        return 0;
    const dpc_enclosure *x = &a->result_value[index], *y = &b->result_value[index];
    mpz_t one;
    mpz_init_set_ui(one, 1);
    const bool apart = end_below(end_of(x, true, one), end_of(y, false, one)) ||
                       end_below(end_of(y, true, one), end_of(x, false, one));
    mpz_clear(one);
    return apart;
}
