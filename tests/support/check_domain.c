/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "check_domain.h"

#include "check_util.h"

#include "kernel/word.h"

#include <stdlib.h>

void *check_element_new(const dpc_domain *d)
{
    void *x = malloc(d->size);
    ck_assert_ptr_nonnull(x);
    d->init(x);
    return x;
}

void check_element_free(const dpc_domain *d, void *x)
{
    d->clear(x);
    free(x);
}

void check_set_end(arf_t d, const mpz_t man, int64_t exp)
{
    fmpz_t m, e;
    fmpz_init(m);
    fmpz_init(e);
    mpz_t place;
    mpz_init(place);
    dpc_word_set_signed(place, exp);
    fmpz_set_mpz(m, man);
    fmpz_set_mpz(e, place);
    mpz_clear(place);
    arf_set_fmpz_2exp(d, m, e);
    fmpz_clear(m);
    fmpz_clear(e);
}

void check_random_point(mpq_t q, uint64_t *state, int range)
{
    const int64_t man = 1 + (int64_t)(check_random(state) >> (12 + check_below(state, 50)));
    dpc_word_set_signed(mpq_numref(q), check_below(state, 2) == 0 ? -man : man);
    mpz_set_ui(mpq_denref(q), 1);
    const long size = (long)mpz_sizeinbase(mpq_numref(q), 2);
    const long exp = (long)check_below(state, 2 * (size_t)range + 1) - range - size;
    if (exp >= 0)
        mpq_mul_2exp(q, q, (mp_bitcnt_t)exp);
    else
        mpq_div_2exp(q, q, (mp_bitcnt_t)-exp);
}

void check_point_between(mpq_t p, const mpq_t lo, const mpq_t hi, unsigned long k)
{
    mpq_t part;
    mpq_init(part);
    mpq_sub(p, hi, lo);
    mpq_set_ui(part, k, 16);
    mpq_canonicalize(part);
    mpq_mul(p, p, part);
    mpq_add(p, p, lo);
    mpq_clear(part);
}

void check_set_quarters(const dpc_domain *d, void *x, check_span ends)
{
    mpq_t q;
    void *end = check_element_new(d);
    mpq_init(q);
    mpq_set_si(q, ends.lo, 4);
    mpq_canonicalize(q);
    d->set_q(x, q, 64);
    mpq_set_si(q, ends.hi, 4);
    mpq_canonicalize(q);
    d->set_q(end, q, 64);
    d->hull(x, x, end, 64);
    check_element_free(d, end);
    mpq_clear(q);
}

void check_where_defined(const dpc_domain *d)
{
    static const struct {
        dpc_op op;
        check_span a, b;
        dpc_status status;
    } rows[] = {
        {DPC_OP_LOG, {4, 4}, {0, 0}, DPC_OK},
        {DPC_OP_LOG, {0, 0}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_LOG, {-4, -4}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_LOG, {-8, 0}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_LOG, {0, 8}, {0, 0}, DPC_UNDECIDED},
        {DPC_OP_LOG, {-1, 1}, {0, 0}, DPC_UNDECIDED},
        {DPC_OP_SQRT, {0, 8}, {0, 0}, DPC_OK},
        {DPC_OP_SQRT, {0, 0}, {0, 0}, DPC_OK},
        {DPC_OP_SQRT, {-1, 1}, {0, 0}, DPC_UNDECIDED},
        {DPC_OP_SQRT, {-8, 0}, {0, 0}, DPC_UNDECIDED}, /* 0 is a point of it */
        {DPC_OP_SQRT, {-9, -1}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_LOG1P, {-4, -4}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_LOG1P, {-4, -2}, {0, 0}, DPC_UNDECIDED},
        {DPC_OP_LOG1P, {-3, -1}, {0, 0}, DPC_OK},
        {DPC_OP_LOG1P, {-10, -8}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_DIV, {4, 4}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_DIV, {0, 0}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_DIV, {4, 4}, {-1, 1}, DPC_UNDECIDED},
        {DPC_OP_DIV, {4, 4}, {0, 2}, DPC_UNDECIDED},
        {DPC_OP_DIV, {4, 4}, {1, 3}, DPC_OK},
        {DPC_OP_DIV, {4, 4}, {-3, -1}, DPC_OK},
        {DPC_OP_POW, {4, 12}, {-6, 2}, DPC_OK},
        {DPC_OP_POW, {0, 8}, {1, 3}, DPC_OK},
        {DPC_OP_POW, {0, 8}, {0, 4}, DPC_UNDECIDED}, /* 0^0 is a point of it */
        {DPC_OP_POW, {0, 8}, {-2, -2}, DPC_UNDECIDED},
        {DPC_OP_POW, {0, 0}, {2, 2}, DPC_OK},
        {DPC_OP_POW, {0, 0}, {0, 0}, DPC_DOMAIN},
        {DPC_OP_POW, {0, 0}, {-2, -2}, DPC_DOMAIN},
        {DPC_OP_POW, {0, 0}, {-4, 4}, DPC_UNDECIDED},
        {DPC_OP_POW, {-4, 4}, {2, 2}, DPC_UNDECIDED},
        {DPC_OP_POW, {-4, -4}, {2, 2}, DPC_DOMAIN},
    };
    void *a = check_element_new(d), *b = check_element_new(d), *r = check_element_new(d);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_set_quarters(d, a, rows[i].a);
        check_set_quarters(d, b, rows[i].b);
        const dpc_status status = d->apply(rows[i].op, r, a, b, 64);
        ck_assert_msg(status == rows[i].status, "row %zu: %s instead of %s", i,
                      dpc_status_name(status), dpc_status_name(rows[i].status));
    }
    check_element_free(d, a);
    check_element_free(d, b);
    check_element_free(d, r);
}
