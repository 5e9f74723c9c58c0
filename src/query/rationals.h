/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   What several parts of the library do with rationals. */
#ifndef DPC_RATIONALS_H
#define DPC_RATIONALS_H

#include <gmp.h>

/* x = 10^n */
void dpc_power_of_ten(mpq_t x, long n);

/* The order of two numbers of an array of mpq_t, for qsort. */
int dpc_order_rationals(const void *a, const void *b);

#endif
