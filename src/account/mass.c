/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "account/mass.h"

#include <stdlib.h>
#include <string.h>

void dpc_mass_init(dpc_mass *m, bool up)
{
    *m = (dpc_mass){.up = up};
    mpz_init(m->lost);
}

void dpc_mass_clear(dpc_mass *m)
{
    free(m->a);
    m->a = NULL;
    m->n = 0;
    mpz_clear(m->lost);
}

dpc_status dpc_mass_alloc(dpc_mass *m, size_t n, int64_t first)
{
    free(m->a);
    m->a = NULL;
    m->a = calloc(n + 1, sizeof *m->a);
    m->n = m->a != NULL ? n : 0;
    m->first = first;
    m->exp = 0;
    mpz_set_ui(m->lost, 0);
    return m->a != NULL ? DPC_OK : DPC_NOMEM;
}

/* ---- integers of 128 bits ---- */

static dpc_u128 u128_of(const mpz_t z) /* 0 <= z < 2^128 */
{
    uint64_t part[2] = {0, 0};
    (void)mpz_export(part, NULL, -1, sizeof part[0], 0, 0, z);
    return ((dpc_u128)part[1] << 64) | part[0];
}

static void set_u128(mpz_t z, dpc_u128 x)
{
    const uint64_t part[2] = {(uint64_t)x, (uint64_t)(x >> 64)};
    mpz_import(z, 2, -1, sizeof part[0], 0, 0, part);
}

/* z 2^-shift, up or down; shift may be negative */
static void scale(mpz_t z, int64_t shift, bool up)
{
    if (shift <= 0)
        mpz_mul_2exp(z, z, (mp_bitcnt_t)-shift);
    else if (up)
        mpz_cdiv_q_2exp(z, z, (mp_bitcnt_t)shift);
    else
        mpz_fdiv_q_2exp(z, z, (mp_bitcnt_t)shift);
}

dpc_status dpc_mass_add(dpc_mass *m, size_t i, const mpz_t man, int64_t exp)
{
    enum { MOST = 100, ROOM = 1 << 24 }; /* 2^21 masses below 2^100 have a sum below 2^121 */
    if (mpz_sgn(man) <= 0)
        return DPC_OK;
    const int64_t size = (int64_t)mpz_sizeinbase(man, 2) + exp - m->exp;
    if (size > MOST || exp - m->exp > ROOM)
        return DPC_UNDECIDED;
    dpc_u128 x = m->up ? 1 : 0;
    if (size > 0) {
        mpz_t z;
        mpz_init_set(z, man);
        scale(z, m->exp - exp, m->up);
        x = u128_of(z);
        mpz_clear(z);
    } /* else the mass is less than one unit */
    x += m->a[i];
    if (x >> MOST != 0)
        return DPC_UNDECIDED;
    m->a[i] = x;
    return DPC_OK;
}

void dpc_mass_total(mpz_t total, const dpc_mass *m)
{
    dpc_u128 sum = 0;
    for (size_t i = 0; i < m->n; i++)
        sum += m->a[i];
    set_u128(total, sum);
}

/* The largest number, at most n, of first (from_left) or last masses whose sum is at most limit;
 *sum: their sum. */
static size_t small_end(const dpc_mass *m, bool from_left, size_t n, dpc_u128 limit, dpc_u128 *sum)
{
    size_t k = 0;
    *sum = 0;
    for (; k < n; k++) {
        const dpc_u128 x = m->a[from_left ? k : m->n - 1 - k];
        if (x > limit - *sum)
            break;
        *sum += x;
    }
    return k;
}

/* Makes the sum less than 2^(DPC_NTT_BITS - 1) + 2^DPC_NTT_LOG_SIZE. */
static void shrink(dpc_mass *m)
{
    mpz_t total;
    mpz_init(total);
    dpc_mass_total(total, m);
    const size_t size = mpz_sizeinbase(total, 2);
    mpz_clear(total);
    if (size < DPC_NTT_BITS)
        return;
    const unsigned shift = (unsigned)(size - (DPC_NTT_BITS - 1));
    const dpc_u128 round = m->up ? ((dpc_u128)1 << shift) - 1 : 0;
    for (size_t i = 0; i < m->n; i++)
        m->a[i] = (m->a[i] + round) >> shift;
    scale(m->lost, shift, true);
    m->exp += shift;
}

void dpc_mass_settle(dpc_mass *m, unsigned bits, uint64_t part, uint64_t whole)
{
    mpz_t z, factor;
    mpz_inits(z, factor, NULL);
    shrink(m);
    dpc_mass_total(z, m);
    mpz_set_ui(factor, part);
    mpz_mul(z, z, factor);
    mpz_set_ui(factor, whole);
    mpz_fdiv_q(z, z, factor);
    mpz_fdiv_q_2exp(z, z, bits);
    const dpc_u128 limit = u128_of(z);
    dpc_u128 sum[2];
    const size_t left = small_end(m, true, m->n, limit, &sum[0]);
    const size_t right = small_end(m, false, m->n - left, limit, &sum[1]);
    m->n -= left + right;
    memmove(m->a, m->a + left, m->n * sizeof *m->a);
    m->first += (int64_t)left;
    for (size_t i = 0; i < 2 && m->up; i++) {
        set_u128(z, sum[i]);
        mpz_add(m->lost, m->lost, z);
    }
    mpz_clears(z, factor, NULL);
}

/* lost of the product: the lost mass of each factor times the whole of the other */
static void lost_product(dpc_mass *d, const dpc_mass *a, const dpc_mass *b, unsigned shift)
{
    mpz_t total;
    mpz_init(total);
    dpc_mass_total(total, b);
    mpz_add(total, total, b->lost);
    mpz_mul(d->lost, a->lost, total);
    dpc_mass_total(total, a);
    mpz_addmul(d->lost, total, b->lost);
    mpz_cdiv_q_2exp(d->lost, d->lost, shift);
    mpz_clear(total);
}

dpc_status dpc_mass_convolve(dpc_mass *d, const dpc_mass *a, const dpc_mass *b, dpc_ntt *t)
{
    mpz_t total;
    dpc_status status =
        dpc_mass_alloc(d, a->n > 0 && b->n > 0 ? a->n + b->n - 1 : 0, a->first + b->first);
    if (status != DPC_OK)
        return status;
    mpz_init(total);
    dpc_mass_total(total, a);
    size_t size = mpz_sizeinbase(total, 2);
    dpc_mass_total(total, b);
    size += mpz_sizeinbase(total, 2);
    mpz_clear(total);
    const unsigned shift = size > DPC_NTT_BITS ? (unsigned)(size - DPC_NTT_BITS) : 0;
    d->exp = a->exp + b->exp + (int64_t)shift;
    lost_product(d, a, b, shift);
    if (d->n > 0)
        status = dpc_ntt_convolve(t, d->a, a->a, a->n, b->a, b->n, shift, d->up);
    return status;
}

void dpc_mass_swap(dpc_mass *x, dpc_mass *y)
{
    const dpc_mass old = {.a = x->a, .n = x->n, .first = x->first, .exp = x->exp};
    x->a = y->a;
    x->n = y->n;
    x->first = y->first;
    x->exp = y->exp;
    y->a = old.a;
    y->n = old.n;
    y->first = old.first;
    y->exp = old.exp;
    mpz_swap(x->lost, y->lost);
}

dpc_status dpc_mass_power(dpc_mass *d, const dpc_mass *a, uint64_t count, unsigned bits, dpc_ntt *t)
{
    dpc_mass next;
    dpc_mass_init(&next, a->up);
    dpc_status status = dpc_mass_alloc(d, a->n, a->first);
    if (status == DPC_OK) {
        memcpy(d->a, a->a, a->n * sizeof *a->a);
        d->exp = a->exp;
        mpz_set(d->lost, a->lost);
    }
    int bit = 63;
    while (bit > 0 && (count >> bit) == 0)
        bit--;
    while (status == DPC_OK && bit-- > 0) {
        const uint64_t reached = count >> bit;
        for (int odd = 0; odd <= (int)(reached & 1) && status == DPC_OK; odd++) {
            status = dpc_mass_convolve(&next, d, odd == 0 ? d : a, t);
            dpc_mass_swap(d, &next);
            if (status == DPC_OK)
                dpc_mass_settle(d, bits, reached, count);
        }
    }
    dpc_mass_clear(&next);
    return status;
}
