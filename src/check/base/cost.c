/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The costs of operations, rounded from measurements: bench/bench.c measures the kernel's. */
#include "base/cost.h"

#include "base/exact.h"

/* The length in words of 64 bits, whatever the size of a limb: steps are the same on every
   machine. */
static uint64_t words_of(mpz_srcptr n)
{
    return ((uint64_t)mpz_size(n) * GMP_NUMB_BITS + 63) / 64;
}

static uint64_t words(const mpq_t q)
{
    return words_of(mpq_numref(q)) + words_of(mpq_denref(q));
}

uint64_t dpc_cost_move(const mpq_t q)
{
    return words(q) / 64;
}

uint64_t dpc_cost_compare(const mpq_t a, const mpq_t b)
{
    const uint64_t n = words(a) + words(b);
    return n <= 512 ? n / 16 : n <= 4096 ? n / 4 : n <= 65536 ? n / 2 : n;
}

/* The length of a power; capped, since longer ones are not computed. */
static uint64_t power_words(const mpq_t a, const mpq_t n)
{
    if (mpz_cmp_ui(mpq_denref(n), 1) != 0 || mpz_cmpabs_ui(mpq_numref(n), DPC_EXACT_BITS) > 0)
        return 0;
    const uint64_t all = words(a) * mpz_get_ui(mpq_numref(n)), most = 4 * DPC_EXACT_BITS / 64;
    return all < most ? all : most;
}

/* log2 x, approximately, for x > 0: at most 0.09 below it. */
static double log2_approx(const mpz_t x)
{
    long e = 0;
    const double m = mpz_get_d_2exp(&e, x);
    return 2 * m - 2 + (double)e;
}

/* The number of factors multiplied for binom(n, k): 0 if it is refused as too long. */
static uint64_t exact_factors(const mpq_t n, const mpq_t k)
{
    mpz_t few;
    mpz_init(few);
    mpz_sub(few, mpq_numref(n), mpq_numref(k));
    if (mpz_cmp(few, mpq_numref(k)) > 0)
        mpz_set(few, mpq_numref(k));
    uint64_t factors = 0;
    if (mpz_sgn(few) > 0 && mpz_cmp_ui(few, DPC_EXACT_BITS) <= 0) {
        factors = mpz_get_ui(few);
        const double least = log2_approx(mpq_numref(n)) - log2_approx(few) - 0.09 - 0.125;
        factors = (double)factors * least > DPC_EXACT_BITS ? 0 : factors;
    }
    mpz_clear(few);
    return factors;
}

uint64_t dpc_cost_exact(dpc_op op, const mpq_t a, const mpq_t b)
{
    const uint64_t n = words(a) + words(b);
    switch (op) {
    case DPC_OP_MIN:
    case DPC_OP_MAX:
        return dpc_cost_compare(a, b) + n / 64;
    case DPC_OP_NEG:
    case DPC_OP_ABS:
    case DPC_OP_POS:
        return dpc_cost_move(a);
    default:
        break;
    }
    if (!dpc_exact_takes(a) || !dpc_exact_takes(b))
        return 0;                                /* refused at once */
    const uint64_t divisor = n <= 8 ? 0 : n / 2; /* the greatest common divisor of each pair */
    return op == DPC_OP_POW     ? divisor + power_words(a, b) / 16
           : op == DPC_OP_BINOM ? 2 * n + exact_factors(a, b) / 4
                                : divisor;
}

uint64_t dpc_cost_enclose(const mpq_t q)
{
    return 1 + words(q) / 16;
}

uint64_t dpc_cost_series(unsigned terms)
{
    return terms > 1 ? (uint64_t)terms * (terms + 1) : 0;
}

uint64_t dpc_cost_operation(dpc_op op, unsigned long prec, unsigned terms)
{
    const uint64_t longer = 1 + prec / 1024, products = dpc_cost_series(terms);
    switch (op) {
    case DPC_OP_EXP:
    case DPC_OP_LOG:
    case DPC_OP_EXPM1:
    case DPC_OP_LOG1P:
    case DPC_OP_E:
    case DPC_OP_PI:
        return 10 * longer + 2 * products;
    case DPC_OP_POW:
        return 60 * longer + 4 * products;
    case DPC_OP_DIV:
    case DPC_OP_SQRT:
        return 1 + 2 * products;
    default:
        return products;
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

/* The cost of a series with this many terms, in numbers of this many bits. */
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
    /* large enough that no term becomes 0, which multiply() could not scale */
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

uint64_t dpc_cost_factors(uint64_t n)
{
    return n < UINT64_MAX / 2 ? 2 * n : UINT64_MAX;
}

uint64_t dpc_cost_describe(mpq_srcptr q)
{
    const uint64_t n = q != NULL ? words(q) : 0, most = 4 * DPC_EXACT_BITS / 64;
    return 20 + (n < most ? n : most) / 2;
}

uint64_t dpc_cost_failure(uint32_t pos)
{
    return 5 + pos / 128;
}
