/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "query/rationals.h"

void dpc_power_of_ten(mpq_t x, long n)
{
    mpq_set_ui(x, 1, 1);
    mpz_ui_pow_ui(n >= 0 ? mpq_numref(x) : mpq_denref(x), 10, (unsigned long)(n >= 0 ? n : -n));
}

int dpc_order_rationals(const void *a, const void *b)
{
    return mpq_cmp(*(const mpq_t *)a, *(const mpq_t *)b);
}
