/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Intervals of long doubles with a margin, beside exact rationals. */
#include "reference.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

enum {
    MAX_EXACT = 20000,  /* bits of a rational that is kept exactly */
    MAX_POWER = 100000, /* bits of an exact power */
    MAX_BINOM = 20000
};

/* Relative errors: of an operation, and of a function of the C library. */
static const long double ONE_STEP = 0x1p-62L, FUNCTION = 0x1p-58L, LEAST = 0x1p-16380L;

/* ---- pool ---- */

mpq_ptr ref_pool_get(ref_pool *pool)
{
    if (pool->used == pool->room) {
        pool->room = 2 * pool->room + 64;
        pool->all = realloc(pool->all, pool->room * sizeof(mpq_t *));
        if (pool->all == NULL)
            abort();
    }
    if (pool->used == pool->made) {
        pool->all[pool->made] = malloc(sizeof(mpq_t));
        if (pool->all[pool->made] == NULL)
            abort();
        mpq_init(*pool->all[pool->made++]);
    }
    return *pool->all[pool->used++];
}

void ref_pool_clear(ref_pool *pool)
{
    for (size_t i = 0; i < pool->made; i++) {
        mpq_clear(*pool->all[i]);
        free(pool->all[i]);
    }
    free(pool->all);
    *pool = (ref_pool){.all = NULL};
}

/* ---- making ---- */

void ref_ends(const mpq_t q, long double *lo, long double *hi)
{
    mpfr_t x;
    mpfr_init2(x, 64);
    (void)mpfr_set_q(x, q, MPFR_RNDD);
    *lo = mpfr_get_ld(x, MPFR_RNDD);
    (void)mpfr_set_q(x, q, MPFR_RNDU);
    *hi = mpfr_get_ld(x, MPFR_RNDU);
    mpfr_clear(x);
}

ref_num ref_between(long double lo, long double hi)
{
    return (ref_num){NULL, isnan(lo) ? -HUGE_VALL : lo, isnan(hi) ? HUGE_VALL : hi};
}

ref_num ref_all(void)
{
    return ref_between(-HUGE_VALL, HUGE_VALL);
}

ref_num ref_exact(ref_pool *pool, const mpq_t q)
{
    ref_num d = {.q = NULL};
    if (mpz_sizeinbase(mpq_numref(q), 2) + mpz_sizeinbase(mpq_denref(q), 2) < MAX_EXACT) {
        d.q = ref_pool_get(pool);
        mpq_set(d.q, q);
    }
    ref_ends(q, &d.lo, &d.hi);
    return d;
}

ref_num ref_small(ref_pool *pool, long n)
{
    ref_num d = {ref_pool_get(pool), (long double)n, (long double)n};
    mpq_set_si(d.q, n, 1);
    return d;
}

static ref_num widened(long double lo, long double hi, long double margin)
{
    return ref_between(lo - (fabsl(lo) * margin + LEAST), hi + (fabsl(hi) * margin + LEAST));
}

ref_num ref_hull(ref_num a, ref_num b)
{
    if (a.q != NULL && b.q != NULL && mpq_equal(a.q, b.q))
        return a;
    return ref_between(fminl(a.lo, b.lo), fmaxl(a.hi, b.hi));
}

/* ---- comparisons ---- */

static dpc_tri decided(bool holds)
{
    return holds ? DPC_TRUE : DPC_FALSE;
}

dpc_tri ref_compare(dpc_op op, ref_num a, ref_num b)
{
    if (a.q != NULL && b.q != NULL) {
        const int c = mpq_cmp(a.q, b.q);
        return decided(op == DPC_OP_LT   ? c < 0
                       : op == DPC_OP_LE ? c <= 0
                       : op == DPC_OP_EQ ? c == 0
                                         : c != 0);
    }
    if (a.hi < b.lo)
        return decided(op != DPC_OP_EQ);
    if (a.lo > b.hi)
        return decided(op == DPC_OP_NE);
    return DPC_TRI_UNDECIDED;
}

/* ---- exact operations ---- */

static bool is_integer(ref_num a)
{
    return a.q != NULL && mpz_cmp_ui(mpq_denref(a.q), 1) == 0;
}

static bool small_integer(ref_num a, long *n)
{
    if (!is_integer(a) || !mpz_fits_slong_p(mpq_numref(a.q)))
        return false;
    *n = mpz_get_si(mpq_numref(a.q));
    return true;
}

static bool exact_power(mpq_ptr d, ref_num a, ref_num b)
{
    long n;
    const size_t bits = mpz_sizeinbase(mpq_numref(a.q), 2) + mpz_sizeinbase(mpq_denref(a.q), 2);
    if (!small_integer(b, &n) || labs(n) > MAX_POWER || bits * (size_t)labs(n) > MAX_POWER)
        return false;
    mpz_pow_ui(mpq_numref(d), mpq_numref(a.q), (unsigned long)labs(n));
    mpz_pow_ui(mpq_denref(d), mpq_denref(a.q), (unsigned long)labs(n));
    if (n < 0 && mpq_sgn(a.q) != 0)
        mpq_inv(d, d);
    return true;
}

static bool exact_root(mpq_ptr d, mpq_srcptr a)
{
    if (mpq_sgn(a) < 0 || !mpz_perfect_square_p(mpq_numref(a)) ||
        !mpz_perfect_square_p(mpq_denref(a)))
        return false;
    mpz_sqrt(mpq_numref(d), mpq_numref(a));
    mpz_sqrt(mpq_denref(d), mpq_denref(a));
    return true;
}

static bool constant_at(mpq_ptr d, mpq_srcptr a, long place, long value, unsigned long under)
{
    if (mpq_cmp_si(a, place, 1) != 0)
        return false;
    mpq_set_si(d, value, under);
    return true;
}

/* d = op(a, b) if that is a rational; the caller has excluded division by 0 and the like. */
static bool exact_apply(mpq_ptr d, dpc_op op, ref_num a, ref_num b)
{
    const bool second = op <= DPC_OP_BINOM;
    if (a.q == NULL || (second && b.q == NULL))
        return false;
    switch (op) {
    case DPC_OP_ADD:
        mpq_add(d, a.q, b.q);
        return true;
    case DPC_OP_SUB:
        mpq_sub(d, a.q, b.q);
        return true;
    case DPC_OP_MUL:
        mpq_mul(d, a.q, b.q);
        return true;
    case DPC_OP_DIV:
        mpq_div(d, a.q, b.q);
        return true;
    case DPC_OP_POW:
        return exact_power(d, a, b);
    case DPC_OP_MIN:
        mpq_set(d, mpq_cmp(a.q, b.q) < 0 ? a.q : b.q);
        return true;
    case DPC_OP_MAX:
        mpq_set(d, mpq_cmp(a.q, b.q) > 0 ? a.q : b.q);
        return true;
    case DPC_OP_NEG:
        mpq_neg(d, a.q);
        return true;
    case DPC_OP_ABS:
        mpq_abs(d, a.q);
        return true;
    case DPC_OP_POS:
        mpq_set(d, a.q);
        if (mpq_sgn(d) < 0)
            mpq_set_ui(d, 0, 1);
        return true;
    case DPC_OP_CEIL:
    case DPC_OP_FLOOR:
        (op == DPC_OP_CEIL ? mpz_cdiv_q : mpz_fdiv_q)(mpq_numref(d), mpq_numref(a.q),
                                                      mpq_denref(a.q));
        mpz_set_ui(mpq_denref(d), 1);
        return true;
    case DPC_OP_SQRT:
        return exact_root(d, a.q);
    case DPC_OP_EXP:
        return constant_at(d, a.q, 0, 1, 1);
    case DPC_OP_EXPM1:
    case DPC_OP_LOG1P:
        return constant_at(d, a.q, 0, 0, 1);
    case DPC_OP_LOG:
        return constant_at(d, a.q, 1, 0, 1);
    case DPC_OP_Q:
        return constant_at(d, a.q, 0, 1, 2);
    default:
        return false;
    }
}

/* ---- intervals ---- */

static long double times(long double x, long double y)
{
    return x == 0 || y == 0 ? 0 : x * y;
}

static ref_num of_four(long double a, long double b, long double c, long double d)
{
    return widened(fminl(fminl(a, b), fminl(c, d)), fmaxl(fmaxl(a, b), fmaxl(c, d)), ONE_STEP);
}

static ref_num multiply(ref_num a, ref_num b)
{
    return of_four(times(a.lo, b.lo), times(a.lo, b.hi), times(a.hi, b.lo), times(a.hi, b.hi));
}

static long double over(long double x, long double y)
{
    return x == 0 ? 0 : isinf(y) ? (isinf(x) ? nanl("") : 0) : x / y;
}

static ref_status divide(ref_num *d, ref_num a, ref_num b)
{
    if (b.q != NULL && mpq_sgn(b.q) == 0)
        return REF_UNDEFINED;
    if (b.lo <= 0 && b.hi >= 0 && b.q == NULL) {
        *d = ref_all();
        return REF_UNKNOWN;
    }
    *d = of_four(over(a.lo, b.lo), over(a.lo, b.hi), over(a.hi, b.lo), over(a.hi, b.hi));
    if ((isinf(a.lo) || isinf(a.hi)) && (isinf(b.lo) || isinf(b.hi)))
        *d = ref_all();
    return REF_OK;
}

static long double upper_tail(long double x)
{
    return 0.5L * erfcl(x * 0.70710678118654752440084436210484903928L);
}

/* The argument of erfc has an error of its own. */
static ref_num tail(ref_num a)
{
    const long double lo = a.hi + fabsl(a.hi) * FUNCTION, hi = a.lo - fabsl(a.lo) * FUNCTION;
    ref_num d = widened(upper_tail(lo), upper_tail(hi), FUNCTION);
    d.lo = fmaxl(d.lo, 0);
    d.hi = fminl(d.hi, 1);
    return d;
}

/* A monotone function that is defined from start on, or (open) above start. */
static ref_status from(ref_num *d, ref_num a, long double start, bool open,
                       long double (*f)(long double))
{
    if (a.hi < start || (open && a.q != NULL && a.hi <= start))
        return REF_UNDEFINED;
    const bool may_fail = open ? a.lo <= start : a.lo < start;
    const bool is_start = a.q != NULL && a.hi == start && a.lo == start;
    *d = widened(may_fail ? (open ? -HUGE_VALL : f(start)) : f(a.lo), f(a.hi), FUNCTION);
    return may_fail && !is_start && a.q == NULL ? REF_UNKNOWN : REF_OK;
}

/* x^n for an integer n that is known. */
static ref_status integer_power(ref_num *d, ref_num a, ref_num b)
{
    const long double n = b.lo;
    const bool even = mpz_even_p(mpq_numref(b.q));
    if (n <= 0 && a.q != NULL && mpq_sgn(a.q) == 0)
        return REF_UNDEFINED;
    if (n <= 0 && a.lo <= 0 && a.hi >= 0) {
        *d = ref_all();
        return REF_UNKNOWN;
    }
    long double x = powl(a.lo, n), y = powl(a.hi, n);
    if (isnan(x) || isnan(y)) {
        *d = ref_all();
        return REF_OK;
    }
    const bool around = a.lo < 0 && a.hi > 0;
    *d = widened(even && around ? 0 : fminl(x, y), fmaxl(x, y), FUNCTION);
    return REF_OK;
}

static ref_status power(ref_num *d, ref_num a, ref_num b)
{
    if (is_integer(b) && b.lo == b.hi)
        return integer_power(d, a, b);
    if (a.hi < 0 && b.q != NULL && !is_integer(b))
        return REF_UNDEFINED;
    if (a.q != NULL && mpq_sgn(a.q) == 0 && b.q != NULL && mpq_sgn(b.q) <= 0)
        return REF_UNDEFINED;
    *d = ref_all();
    if (a.lo < 0 || (a.lo <= 0 && b.lo <= 0))
        return REF_UNKNOWN;
    const long double w = powl(a.lo, b.lo), x = powl(a.lo, b.hi), y = powl(a.hi, b.lo),
                      z = powl(a.hi, b.hi);
    if (isnan(w) || isnan(x) || isnan(y) || isnan(z) || isinf(a.hi) || isinf(b.hi) || isinf(b.lo))
        return REF_OK;
    *d = widened(fminl(fminl(w, x), fminl(y, z)), fmaxl(fmaxl(w, x), fmaxl(y, z)), FUNCTION);
    d->lo = fmaxl(d->lo, 0);
    return REF_OK;
}

static ref_status binomial(ref_pool *pool, ref_num *d, ref_num a, ref_num b)
{
    long n, k;
    *d = ref_all();
    if (!is_integer(a) || !is_integer(b))
        return REF_UNKNOWN;
    if (mpq_sgn(a.q) < 0)
        return REF_UNDEFINED;
    if (mpq_sgn(b.q) < 0 || mpq_cmp(b.q, a.q) > 0) {
        *d = ref_small(pool, 0);
        return REF_OK;
    }
    if (!small_integer(a, &n) || !small_integer(b, &k) || n > MAX_BINOM)
        return REF_UNKNOWN;
    mpq_ptr q = ref_pool_get(pool);
    mpz_bin_uiui(mpq_numref(q), (unsigned long)n, (unsigned long)k);
    mpz_set_ui(mpq_denref(q), 1);
    *d = ref_exact(pool, q);
    return REF_OK;
}

static ref_status rounded(ref_pool *pool, dpc_op op, ref_num *d, ref_num a, bool *kink)
{
    long double (*const f)(long double) = op == DPC_OP_CEIL ? ceill : floorl;
    const long double lo = f(a.lo), hi = f(a.hi);
    *kink = *kink || lo != hi;
    *d = lo == hi && fabsl(lo) < 0x1p60L ? ref_small(pool, (long)lo) : ref_between(lo, hi);
    return REF_OK;
}

static ref_status enclose(ref_pool *pool, dpc_op op, ref_num *d, ref_num a, ref_num b, bool *kink)
{
    switch (op) {
    case DPC_OP_ADD:
        *d = widened(a.lo + b.lo, a.hi + b.hi, ONE_STEP);
        return REF_OK;
    case DPC_OP_SUB:
        *d = widened(a.lo - b.hi, a.hi - b.lo, ONE_STEP);
        return REF_OK;
    case DPC_OP_MUL:
        *d = multiply(a, b);
        return REF_OK;
    case DPC_OP_DIV:
        return divide(d, a, b);
    case DPC_OP_POW:
        return power(d, a, b);
    case DPC_OP_MIN:
    case DPC_OP_MAX: {
        long double (*const f)(long double, long double) = op == DPC_OP_MIN ? fminl : fmaxl;
        *kink = *kink || (a.lo <= b.hi && b.lo <= a.hi);
        *d = ref_between(f(a.lo, b.lo), f(a.hi, b.hi));
        return REF_OK;
    }
    case DPC_OP_BINOM:
        return binomial(pool, d, a, b);
    case DPC_OP_NEG:
        *d = ref_between(-a.hi, -a.lo);
        return REF_OK;
    case DPC_OP_ABS:
        *kink = *kink || (a.lo <= 0 && a.hi >= 0);
        *d = ref_between(a.lo <= 0 && a.hi >= 0 ? 0 : fminl(fabsl(a.lo), fabsl(a.hi)),
                         fmaxl(fabsl(a.lo), fabsl(a.hi)));
        return REF_OK;
    case DPC_OP_POS:
        *kink = *kink || (a.lo <= 0 && a.hi >= 0);
        *d = ref_between(fmaxl(a.lo, 0), fmaxl(a.hi, 0));
        return REF_OK;
    case DPC_OP_CEIL:
    case DPC_OP_FLOOR:
        return rounded(pool, op, d, a, kink);
    case DPC_OP_EXP:
        *d = widened(expl(a.lo), expl(a.hi), FUNCTION);
        d->lo = fmaxl(d->lo, 0);
        return REF_OK;
    case DPC_OP_EXPM1:
        *d = widened(expm1l(a.lo), expm1l(a.hi), FUNCTION);
        return REF_OK;
    case DPC_OP_LOG:
        return from(d, a, 0, true, logl);
    case DPC_OP_LOG1P:
        return from(d, a, -1, true, log1pl);
    case DPC_OP_SQRT: {
        const ref_status status = from(d, a, 0, false, sqrtl);
        d->lo = fmaxl(d->lo, 0);
        *kink = *kink || a.lo <= 0;
        return status;
    }
    case DPC_OP_Q:
        *d = tail(a);
        return REF_OK;
    default:
        *d = ref_all();
        return REF_UNKNOWN;
    }
}

ref_status ref_apply(ref_pool *pool, dpc_op op, ref_num *d, ref_num a, ref_num b, bool *kink)
{
    *d = ref_all();
    const ref_status status = enclose(pool, op, d, a, b, kink);
    if (status == REF_UNDEFINED)
        return status;
    mpq_ptr q = ref_pool_get(pool);
    if (op != DPC_OP_BINOM && exact_apply(q, op, a, b)) {
        *d = ref_exact(pool, q);
        return REF_OK;
    }
    return status;
}
