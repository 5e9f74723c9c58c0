/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Rounded measurements: bench/bench.c has the operations of the kernel. */
#include "eval/cost.h"

static uint64_t words(const mpq_t q)
{
    return mpz_size(mpq_numref(q)) + mpz_size(mpq_denref(q));
}

uint64_t dpc_cost_exact(const mpq_t a, const mpq_t b)
{
    const uint64_t n = words(a) + words(b);
    return n <= 8 ? 0 : n <= 512 ? n / 2 : n <= 4096 ? 2 * n : n <= 65536 ? 8 * n : 16 * n;
}

uint64_t dpc_cost_enclose(const mpq_t q)
{
    return words(q) / 16;
}

uint64_t dpc_cost_operation(dpc_op op, unsigned long prec)
{
    const uint64_t longer = 1 + prec / 1024;
    switch (op) {
    case DPC_OP_EXP:
    case DPC_OP_LOG:
    case DPC_OP_EXPM1:
    case DPC_OP_LOG1P:
    case DPC_OP_E:
    case DPC_OP_PI:
        return 10 * longer;
    case DPC_OP_POW:
        return 60 * longer;
    case DPC_OP_Q:
        return 90 * longer;
    default:
        return 0;
    }
}

uint64_t dpc_cost_power(const mpz_t n)
{
    return 2 * mpz_sizeinbase(n, 2);
}
