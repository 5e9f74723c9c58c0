/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "guess/digits.h"

#include "base/decimal.h"

#include <math.h>

static double log2_approx(const mpz_t man, int64_t exp)
{
    long e;
    double m = mpz_get_d_2exp(&e, man);
    return log2(fabs(m)) + (double)e + (double)exp;
}

unsigned long dpc_certified_digits(const dpc_bounds *b)
{
    const int lo_sign = mpz_sgn(b->lo_man), hi_sign = mpz_sgn(b->hi_man);
    if (b->finite && lo_sign == 0 && hi_sign == 0)
        return DPC_MAX_DIGITS + 10; /* zero, exactly */
    if (!b->finite || lo_sign != hi_sign || lo_sign == 0)
        return 0;
    const double gap =
        (double)(b->lo_exp > b->hi_exp ? b->lo_exp - b->hi_exp : b->hi_exp - b->lo_exp);
    if (gap > 1e8)
        return 0; /* the ends differ by orders of magnitude */
    const int64_t exp = b->lo_exp < b->hi_exp ? b->lo_exp : b->hi_exp;
    mpz_t lo, hi;
    mpz_inits(lo, hi, NULL);
    mpz_mul_2exp(lo, b->lo_man, (mp_bitcnt_t)(b->lo_exp - exp));
    mpz_mul_2exp(hi, b->hi_man, (mp_bitcnt_t)(b->hi_exp - exp));
    mpz_sub(hi, hi, lo);
    double digits = DPC_MAX_DIGITS + 10;
    if (mpz_sgn(hi) != 0) {
        /* |lo| may be the larger end: one bit covers this and the rounding of the logarithms */
        double smaller =
            lo_sign > 0 ? log2_approx(b->lo_man, b->lo_exp) : log2_approx(b->hi_man, b->hi_exp);
        digits = (smaller - log2_approx(hi, exp) - 0.01) * log10(2.0);
    }
    mpz_clears(lo, hi, NULL);
    return digits < 1 ? 0 : (unsigned long)digits;
}
