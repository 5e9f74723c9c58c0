/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Integers of 64 bits and those of GMP, whose functions take long: that has 32 bits on some
   machines, where 2^32 + 1 would become 1 without a word.  What may be that large goes through
   here, and no value changes on its way. */
#ifndef DPC_KERNEL_WORD_H
#define DPC_KERNEL_WORD_H

#include <gmp.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

_Static_assert(GMP_NUMB_BITS == 32 || GMP_NUMB_BITS == 64, "limbs of 32 or 64 bits without nails");
_Static_assert(sizeof(int) >= 4, "limits are written as int");

/* |n| modulo 2^64 */
static inline uint64_t dpc_word_low(mpz_srcptr n)
{
    uint64_t low = 0;
    for (int i = 0; i * GMP_NUMB_BITS < 64; i++)
        low |= (uint64_t)mpz_getlimbn(n, i) << (i * GMP_NUMB_BITS);
    return low;
}

/* 0 <= n < 2^64: then its value is that of dpc_word_low. */
static inline bool dpc_word_fits(mpz_srcptr n)
{
    return mpz_sgn(n) >= 0 && mpz_sizeinbase(n, 2) <= 64;
}

/* For |n| < 2^63. */
static inline int64_t dpc_word_signed(mpz_srcptr n)
{
    const int64_t size = (int64_t)dpc_word_low(n);
    return mpz_sgn(n) < 0 ? -size : size;
}

static inline void dpc_word_set(mpz_ptr d, uint64_t n)
{
    mpz_import(d, 1, 1, sizeof n, 0, 0, &n);
}

static inline void dpc_word_set_signed(mpz_ptr d, int64_t n)
{
    dpc_word_set(d, n < 0 ? -(uint64_t)n : (uint64_t)n);
    if (n < 0)
        mpz_neg(d, d);
}

/* The sign of n - m. */
static inline int dpc_word_compare(mpz_srcptr n, uint64_t m)
{
    if (!dpc_word_fits(n))
        return mpz_sgn(n);
    const uint64_t low = dpc_word_low(n);
    return (low > m) - (low < m);
}

/* How far GMP shifts, n >= 0.  What its functions cannot take becomes the most that they can, 2^32
   - 1 bits or more: to the right that leaves the same of every number of fewer bits, and there are
   no longer ones; to the left memory ends. */
static inline mp_bitcnt_t dpc_word_shift(int64_t n)
{
    const uint64_t most = (mp_bitcnt_t)-1, bits = (uint64_t)n;
    return (mp_bitcnt_t)(bits < most ? bits : most);
}

#endif
