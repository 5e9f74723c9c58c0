/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The public functions of dpcert-mpfr.h and dpcert-arb.h: parameters and enclosures as numbers of
   MPFR and Arb.  Only in builds with Arb. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "dpcert-arb.h"
#include "dpcert-mpfr.h"

#include "query/query.h"

/* ---- parameters ---- */

dpc_status dpc_query_set_mpfr(dpc_query_t *q, const char *name, mpfr_srcptr value)
{
    enum { MOST = 30000000 };
    const bool zero = mpfr_zero_p(value) != 0;
    if (!mpfr_number_p(value) ||
        (!zero && (mpfr_get_exp(value) > MOST || mpfr_get_exp(value) < -MOST))) {
        dpc_diag_reset(&q->diag);
        return dpc_fail(&q->diag, DPC_PARSE,
                        "parameter %.60s: the value must be finite, with an exponent below %d",
                        name != NULL ? name : "", MOST);
    }
    mpq_t x;
    mpq_init(x);
    mpfr_get_q(x, value);
    const dpc_status status = dpc_query_set_number(q, name, x);
    mpq_clear(x);
    return status;
}

/* ---- enclosures ---- */

/* The value of a result or referee, NULL if there is none. */
static const dpc_enclosure *value_of(const dpc_enclosure *all, size_t count, size_t index)
{
    return index < count && dpc_enclosure_is_known(&all[index]) ? &all[index] : NULL;
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

static dpc_status give_arb(const dpc_enclosure *value, slong prec, arb_t x)
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

dpc_status dpc_query_result_arb(const dpc_query_t *q, size_t index, slong prec, arb_t x)
{
    return give_arb(result_value(q, index), prec, x);
}

dpc_status dpc_query_referee_arb(const dpc_query_t *q, size_t index, slong prec, arb_t x)
{
    return give_arb(referee_value(q, index), prec, x);
}
