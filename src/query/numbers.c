/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The part of the public interface that is about enclosures as numbers: dpcert-mpfr.h,
   dpcert-arb.h, and whether two of them can both be right. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "dpcert-arb.h"
#include "dpcert-mpfr.h"

#include "query/query.h"

/* The value of a result or referee, NULL if there is none. */
static const dpc_enclosure *value_of(const dpc_enclosure *all, size_t count, size_t index)
{
    const bool known = index < count && (all[index].exact || all[index].bounds.finite);
    return known ? &all[index] : NULL;
}

static const dpc_enclosure *result_value(const dpc_query_t *q, size_t index)
{
    return value_of(q->result_value, q->nresults, index);
}

static const dpc_enclosure *referee_value(const dpc_query_t *q, size_t index)
{
    return value_of(q->referee_value, q->nreferees, index);
}

/* ---- MPFR ---- */

static dpc_status give_mpfr(const dpc_enclosure *value, mpfr_t lower, mpfr_t upper)
{
    if (value == NULL)
        return DPC_UNDECIDED;
    const dpc_bounds *b = &value->bounds;
    if (value->exact) {
        (void)mpfr_set_q(lower, value->q, MPFR_RNDD);
        (void)mpfr_set_q(upper, value->q, MPFR_RNDU);
    } else {
        (void)mpfr_set_z_2exp(lower, b->lo_man, (mpfr_exp_t)b->lo_exp, MPFR_RNDD);
        (void)mpfr_set_z_2exp(upper, b->hi_man, (mpfr_exp_t)b->hi_exp, MPFR_RNDU);
    }
    return DPC_OK;
}

dpc_status dpc_query_result_mpfr(const dpc_query_t *q, size_t index, mpfr_t lower, mpfr_t upper)
{
    return give_mpfr(result_value(q, index), lower, upper);
}

dpc_status dpc_query_referee_mpfr(const dpc_query_t *q, size_t index, mpfr_t lower, mpfr_t upper)
{
    return give_mpfr(referee_value(q, index), lower, upper);
}

/* ---- Arb ---- */

static void set_dyadic(arf_t d, const mpz_t man, int64_t exp)
{
    fmpz_t m, e;
    fmpz_init(m);
    fmpz_init(e);
    fmpz_set_mpz(m, man);
    fmpz_set_si(e, (slong)exp);
    arf_set_fmpz_2exp(d, m, e);
    fmpz_clear(m);
    fmpz_clear(e);
}

static dpc_status give_arb(const dpc_enclosure *value, arb_t x, slong prec)
{
    if (value == NULL)
        return DPC_UNDECIDED;
    if (value->exact) {
        fmpq_t f;
        fmpq_init(f);
        fmpq_set_mpq(f, value->q);
        arb_set_fmpq(x, f, prec);
        fmpq_clear(f);
        return DPC_OK;
    }
    arf_t lo, hi;
    arf_init(lo);
    arf_init(hi);
    set_dyadic(lo, value->bounds.lo_man, value->bounds.lo_exp);
    set_dyadic(hi, value->bounds.hi_man, value->bounds.hi_exp);
    arb_set_interval_arf(x, lo, hi, prec);
    arf_clear(lo);
    arf_clear(hi);
    return DPC_OK;
}

dpc_status dpc_query_result_arb(const dpc_query_t *q, size_t index, arb_t x, slong prec)
{
    return give_arb(result_value(q, index), x, prec);
}

dpc_status dpc_query_referee_arb(const dpc_query_t *q, size_t index, arb_t x, slong prec)
{
    return give_arb(referee_value(q, index), x, prec);
}

/* ---- agreement ---- */

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

/* |a| 2^e < |b| 2^f for a, b that are not 0. */
static bool magnitude_below(const mpz_t a, int64_t e, const mpz_t b, int64_t f)
{
    const int64_t size_a = (int64_t)mpz_sizeinbase(a, 2) + e,
                  size_b = (int64_t)mpz_sizeinbase(b, 2) + f;
    if (size_a != size_b)
        return size_a < size_b;
    /* the exponents differ by no more than the lengths of the integers do */
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

int dpc_query_disjoint(const dpc_query_t *a, const dpc_query_t *b, size_t index)
{
    const dpc_enclosure *x = result_value(a, index), *y = result_value(b, index);
    if (x == NULL || y == NULL)
        return 0;
    mpz_t one;
    mpz_init_set_ui(one, 1);
    const bool apart = end_below(end_of(x, true, one), end_of(y, false, one)) ||
                       end_below(end_of(y, true, one), end_of(x, false, one));
    mpz_clear(one);
    return apart;
}
