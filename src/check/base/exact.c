/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "base/exact.h"

#include <stdbool.h>
#include <stdlib.h>

static bool is_integer(const mpq_t q)
{
    return mpz_cmp_ui(mpq_denref(q), 1) == 0;
}

bool dpc_exact_takes(const mpq_t q)
{
    return mpz_sizeinbase(mpq_numref(q), 2) <= DPC_EXACT_BITS &&
           mpz_sizeinbase(mpq_denref(q), 2) <= DPC_EXACT_BITS;
}

/* a^n for an integer n; refuses a result that could not fit before computing it. */
static dpc_status power(mpq_t d, const mpq_t a, const mpz_t n)
{
    const int sign = mpz_sgn(n);
    if (mpq_sgn(a) == 0) {
        if (sign <= 0)
            return DPC_DOMAIN; /* 0^0 and 0^-1 */
        mpq_set_ui(d, 0, 1);
        return DPC_OK;
    }
    size_t num = mpz_sizeinbase(mpq_numref(a), 2), den = mpz_sizeinbase(mpq_denref(a), 2);
    size_t most = num > den ? num : den;
    bool unit = most == 1; /* a is 1 or -1 */
    /* a number of b bits to the n-th power has more than (b - 1) n bits */
    if (!unit && (most - 1 > DPC_EXACT_BITS || mpz_cmpabs_ui(n, DPC_EXACT_BITS) > 0 ||
                  (most - 1) * mpz_get_ui(n) > DPC_EXACT_BITS)) /* mpz_get_ui: of |n| */
        return DPC_UNDECIDED;
    unsigned long k = unit ? mpz_odd_p(n) != 0 : mpz_get_ui(n);
    mpz_pow_ui(mpq_numref(d), mpq_numref(a), k);
    mpz_pow_ui(mpq_denref(d), mpq_denref(a), k);
    if (sign < 0)
        mpq_inv(d, d);
    return DPC_OK;
}

static dpc_status square_root(mpq_t d, const mpq_t a)
{
    if (mpq_sgn(a) < 0)
        return DPC_DOMAIN;
    if (!mpz_perfect_square_p(mpq_numref(a)) || !mpz_perfect_square_p(mpq_denref(a)))
        return DPC_UNDECIDED;
    mpz_sqrt(mpq_numref(d), mpq_numref(a));
    mpz_sqrt(mpq_denref(d), mpq_denref(a));
    return DPC_OK;
}

static dpc_status binomial(mpq_t d, const mpq_t a, const mpq_t b)
{
    if (!is_integer(a) || !is_integer(b) || mpq_sgn(a) < 0)
        return DPC_DOMAIN;
    if (mpq_sgn(b) < 0 || mpq_cmp(b, a) > 0) {
        mpq_set_ui(d, 0, 1);
        return DPC_OK;
    }
    mpz_t k;
    mpz_init(k);
    mpz_sub(k, mpq_numref(a), mpq_numref(b));
    if (mpz_cmp(k, mpq_numref(b)) > 0)
        mpz_set(k, mpq_numref(b)); /* k <= n/2 */
    /* binom(n, k) >= (n/k)^k, and log2 (n/k)^8 >= bits of floor((n/k)^8) - 1: refuses most of what
       could not fit before computing it; n/k >= 2, so k > 4096 cannot fit at all */
    dpc_status status = DPC_UNDECIDED;
    if (mpz_cmp_ui(k, DPC_EXACT_BITS) <= 0) {
        unsigned long small = mpz_get_ui(k);
        size_t eighths = 0; /* log2 (n/k), rounded down */
        if (small > 0) {
            mpz_t n8, k8;
            mpz_inits(n8, k8, NULL);
            mpz_pow_ui(n8, mpq_numref(a), 8);
            mpz_pow_ui(k8, k, 8);
            mpz_fdiv_q(n8, n8, k8);
            eighths = mpz_sizeinbase(n8, 2) - 1;
            mpz_clears(n8, k8, NULL);
        }
        if (small * eighths <= 8UL * DPC_EXACT_BITS) {
            mpz_bin_ui(mpq_numref(d), mpq_numref(a), small);
            mpz_set_ui(mpq_denref(d), 1);
            status = DPC_OK;
        }
    }
    mpz_clear(k);
    return status;
}

/* Functions that are rational at one point only: f(at) = num/den. */
static dpc_status only_at(mpq_t d, const mpq_t a, long at, unsigned long num, unsigned long den)
{
    if (mpq_cmp_si(a, at, 1) != 0)
        return DPC_UNDECIDED;
    mpq_set_ui(d, num, den);
    return DPC_OK;
}

static dpc_status compute(dpc_op op, mpq_t d, const mpq_t a, const mpq_t b)
{
    switch (op) {
    case DPC_OP_ADD:
        mpq_add(d, a, b);
        return DPC_OK;
    case DPC_OP_SUB:
        mpq_sub(d, a, b);
        return DPC_OK;
    case DPC_OP_MUL:
        mpq_mul(d, a, b);
        return DPC_OK;
    case DPC_OP_DIV:
        if (mpq_sgn(b) == 0)
            return DPC_DOMAIN;
        mpq_div(d, a, b);
        return DPC_OK;
    case DPC_OP_POW:
        if (is_integer(b))
            return power(d, a, mpq_numref(b));
        if (mpq_sgn(a) < 0 || (mpq_sgn(a) == 0 && mpq_sgn(b) <= 0))
            return DPC_DOMAIN;
        if (mpq_sgn(a) == 0 || mpq_cmp_ui(a, 1, 1) == 0) {
            mpq_set(d, a);
            return DPC_OK;
        }
        return DPC_UNDECIDED;
    case DPC_OP_MIN:
        mpq_set(d, mpq_cmp(a, b) <= 0 ? a : b);
        return DPC_OK;
    case DPC_OP_MAX:
        mpq_set(d, mpq_cmp(a, b) >= 0 ? a : b);
        return DPC_OK;
    case DPC_OP_BINOM:
        return binomial(d, a, b);
    case DPC_OP_NEG:
        mpq_neg(d, a);
        return DPC_OK;
    case DPC_OP_ABS:
        mpq_abs(d, a);
        return DPC_OK;
    case DPC_OP_POS:
        if (mpq_sgn(a) < 0)
            mpq_set_ui(d, 0, 1);
        else
            mpq_set(d, a);
        return DPC_OK;
    case DPC_OP_CEIL:
        mpz_cdiv_q(mpq_numref(d), mpq_numref(a), mpq_denref(a));
        mpz_set_ui(mpq_denref(d), 1);
        return DPC_OK;
    case DPC_OP_FLOOR:
        mpz_fdiv_q(mpq_numref(d), mpq_numref(a), mpq_denref(a));
        mpz_set_ui(mpq_denref(d), 1);
        return DPC_OK;
    case DPC_OP_EXP:
        return only_at(d, a, 0, 1, 1);
    case DPC_OP_LOG:
        return mpq_sgn(a) <= 0 ? DPC_DOMAIN : only_at(d, a, 1, 0, 1);
    case DPC_OP_SQRT:
        return square_root(d, a);
    case DPC_OP_EXPM1:
        return only_at(d, a, 0, 0, 1);
    case DPC_OP_LOG1P:
        return mpq_cmp_si(a, -1, 1) <= 0 ? DPC_DOMAIN : only_at(d, a, 0, 0, 1);
    case DPC_OP_Q:
        return only_at(d, a, 0, 1, 2);
    default:
        return DPC_UNDECIDED; /* e and pi are not rational */
    }
}

dpc_status dpc_exact_apply(dpc_op op, mpq_t d, const mpq_t a, const mpq_t b)
{
    /* these return an operand, or its negative, whatever its size */
    if (op == DPC_OP_MIN || op == DPC_OP_MAX || op == DPC_OP_NEG || op == DPC_OP_ABS ||
        op == DPC_OP_POS)
        return compute(op, d, a, b);
    if (!dpc_exact_takes(a) || !dpc_exact_takes(b))
        return DPC_UNDECIDED;
    dpc_status status = compute(op, d, a, b);
    return status == DPC_OK && !dpc_exact_takes(d) ? DPC_UNDECIDED : status;
}

dpc_tri dpc_exact_compare(dpc_op op, const mpq_t a, const mpq_t b)
{
    int order = mpq_cmp(a, b);
    bool holds = op == DPC_OP_LT   ? order < 0
                 : op == DPC_OP_LE ? order <= 0
                 : op == DPC_OP_EQ ? order == 0
                                   : order != 0;
    return holds ? DPC_TRUE : DPC_FALSE;
}
