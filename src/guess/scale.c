/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "guess/scale.h"

#include <math.h>

double dpc_scale_log_approx(const mpq_t x)
{
    long n, d;
    const double num = mpz_get_d_2exp(&n, mpq_numref(x)), den = mpz_get_d_2exp(&d, mpq_denref(x));
    return num == 0 ? -HUGE_VAL : log(fabs(num) / den) + (double)(n - d) * log(2.0);
}

void dpc_scale_exp_approx(mpq_t x, double t)
{
    const double two = t / log(2.0), whole = floor(two);
    mpq_set_d(x, exp2(two - whole));
    if (whole >= 0)
        mpq_mul_2exp(x, x, (mp_bitcnt_t)whole);
    else
        mpq_div_2exp(x, x, (mp_bitcnt_t)-whole);
}
