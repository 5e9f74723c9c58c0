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
    default:
        return 0;
    }
}

/* A number t * 2^e, for terms that no double holds. */
typedef struct {
    double t;
    int64_t e;
} term;

static void multiply(term *a, double factor)
{
    for (a->t *= factor; a->t < 0x1p-8; a->e -= 8)
        a->t *= 0x1p8;
    for (; a->t > 1; a->e += 8)
        a->t *= 0x1p-8;
}

/* Of a series with so many terms, in numbers of so many bits. */
static uint64_t series(int64_t terms, int64_t bits)
{
    const uint64_t n = (uint64_t)bits / 64; /* words */
    return (uint64_t)terms * (20 + 16 * n * n / (n + 25)) / 10;
}

/* Q at x.  The kernel uses the asymptotic series where its terms become small enough, else the
   other one, with more bits (kernel/hint.c). */
static uint64_t q_at(double x, int64_t bits)
{
    enum { MOST = 1 << 20 };
    /* not so small that a term of the series becomes 0, which multiply() could not scale */
    const double square = x * x, u = square < 1e9 ? (square > 1e-290 ? square : 1e-290) : 1e9;
    term t = {1, 0};
    for (int64_t k = 1; k < MOST && (double)(2 * k - 1) < u; k++) {
        multiply(&t, (double)(2 * k - 1) / u);
        if (t.e < -bits - 20)
            return series(k, bits + 24);
    }
    const int64_t more = (int64_t)(u * 0.75), all = bits + 48 + more;
    int64_t k = 1;
    for (t = (term){1, 0}; k < MOST && !((double)k >= u && t.e < -all); k++)
        multiply(&t, u / (double)(2 * k + 1));
    return series(k, all);
}

uint64_t dpc_cost_q(double lo, double hi, unsigned long prec)
{
    const uint64_t steps = 40 + (q_at(lo, (int64_t)prec) + q_at(hi, (int64_t)prec)) / 2;
    return steps * 64 / (prec < 64 ? 64 : prec);
}

uint64_t dpc_cost_power(const mpz_t n)
{
    return 2 * mpz_sizeinbase(n, 2);
}
