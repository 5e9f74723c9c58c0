/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Plain double arithmetic, as most accountants use it: no error is bounded, nan and infinity
   propagate.  For comparison only; no bound may be computed from it. */
#include "arith/arith.h"
#include "arith/double_range.h"

#include <math.h>

static double get(const void *a)
{
    return *(const double *)a;
}

static void double_init(void *x)
{
    *(double *)x = 0;
}

static void double_clear(void *x)
{
    (void)x;
}

static void double_set(void *d, const void *a)
{
    *(double *)d = get(a);
}

/* Rounds to nearest, as compilers do; mpq_get_d truncates, also 0.1. */
static double nearest(const mpq_t q)
{
    enum { EXACT_BITS = 53 };
    if (mpz_sizeinbase(mpq_numref(q), 2) <= EXACT_BITS &&
        mpz_sizeinbase(mpq_denref(q), 2) <= EXACT_BITS)
        return mpz_get_d(mpq_numref(q)) / mpz_get_d(mpq_denref(q)); /* rounded once */
    const double below = mpq_get_d(q), above = nextafter(below, below < 0 ? -HUGE_VAL : HUGE_VAL);
    if (!isfinite(below) || !isfinite(above) || below == 0)
        return below;
    mpq_t middle, end;
    mpq_inits(middle, end, NULL);
    mpq_set_d(middle, below);
    mpq_set_d(end, above);
    mpq_add(middle, middle, end);
    mpq_div_2exp(middle, middle, 1);
    const int order = mpq_sgn(q) * mpq_cmp(q, middle);
    mpq_clears(middle, end, NULL);
    return order < 0 ? below : order > 0 || fmod(below, 2 * (above - below)) != 0 ? above : below;
}

static void double_set_q(void *d, const mpq_t q, unsigned long prec)
{
    (void)prec;
    *(double *)d = nearest(q);
}

static dpc_status double_apply(dpc_op op, void *d, const void *pa, const void *pb,
                               unsigned long prec)
{
    (void)prec;
    const double a = pa != NULL ? get(pa) : 0, b = pb != NULL ? get(pb) : 0;
    double r;
    switch (op) {
    case DPC_OP_ADD:
        r = a + b;
        break;
    case DPC_OP_SUB:
        r = a - b;
        break;
    case DPC_OP_MUL:
        r = a * b;
        break;
    case DPC_OP_DIV:
        r = a / b;
        break;
    case DPC_OP_POW:
        r = pow(a, b);
        break;
    case DPC_OP_MIN:
        r = a < b ? a : b;
        break;
    case DPC_OP_MAX:
        r = a > b ? a : b;
        break;
    case DPC_OP_NEG:
        r = -a;
        break;
    case DPC_OP_ABS:
        r = fabs(a);
        break;
    case DPC_OP_POS:
        r = a > 0 ? a : a <= 0 ? 0 : a; /* keeps nan */
        break;
    case DPC_OP_CEIL:
        r = ceil(a);
        break;
    case DPC_OP_FLOOR:
        r = floor(a);
        break;
    case DPC_OP_EXP:
        r = exp(a);
        break;
    case DPC_OP_LOG:
        r = log(a);
        break;
    case DPC_OP_SQRT:
        r = sqrt(a);
        break;
    case DPC_OP_EXPM1:
        r = expm1(a);
        break;
    case DPC_OP_LOG1P:
        r = log1p(a);
        break;
    case DPC_OP_Q:
        r = erfc(a / sqrt(2.0)) / 2;
        break;
    case DPC_OP_E:
        r = exp(1.0);
        break;
    case DPC_OP_PI:
        r = acos(-1.0);
        break;
    default:
        return DPC_UNDECIDED;
    }
    *(double *)d = r;
    return DPC_OK;
}

static dpc_status double_pow_z(void *d, const void *a, const mpz_t n, unsigned long prec)
{
    (void)prec;
    *(double *)d = pow(get(a), mpz_get_d(n));
    return DPC_OK;
}

static dpc_status double_binom(void *d, const mpz_t n, const mpz_t k, unsigned long prec)
{
    (void)prec;
    const double x = mpz_get_d(n), y = mpz_get_d(k);
    *(double *)d = exp(lgamma(x + 1) - lgamma(y + 1) - lgamma(x - y + 1));
    return DPC_OK;
}

static dpc_tri double_compare(dpc_op op, const void *a, const void *b)
{
    const double x = get(a), y = get(b);
    bool holds = op == DPC_OP_LT   ? x < y
                 : op == DPC_OP_LE ? x <= y
                 : op == DPC_OP_EQ ? x == y
                                   : x != y;
    return holds ? DPC_TRUE : DPC_FALSE;
}

static void double_hull(void *d, const void *a, const void *b, unsigned long prec)
{
    (void)b;
    (void)prec;
    *(double *)d = get(a); /* conditions are always decided: never reached */
}

static bool double_round(mpz_t n, dpc_op op, const void *a)
{
    double x = op == DPC_OP_CEIL ? ceil(get(a)) : floor(get(a));
    if (!isfinite(x))
        return false;
    mpz_set_d(n, x);
    return true;
}

static void double_bounds(dpc_bounds *out, const void *a)
{
    (void)a;
    out->finite = false; /* a double bounds nothing */
}

static double double_approx(const void *a)
{
    return get(a);
}

static double double_log_abs_approx(const void *a)
{
    return log(fabs(get(a)));
}

const dpc_domain dpc_domain_double = {
    .name = "double",
    .can = DPC_CAN_ALL,
    .rigorous = false,
    .size = sizeof(double),
    .terms = 1,
    .init = double_init,
    .clear = double_clear,
    .set = double_set,
    .set_q = double_set_q,
    .apply = double_apply,
    .pow_z = double_pow_z,
    .binom = double_binom,
    .compare = double_compare,
    .hull = double_hull,
    .round = double_round,
    .bounds = double_bounds,
    .approx = double_approx,
    .log_abs_approx = double_log_abs_approx,
    .over_range = dpc_double_over_range,
};
