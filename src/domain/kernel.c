/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The proved kernel as a domain.  An element owns its numbers; an operation imports them as handles,
   calls proved code, exports the interval and ends the epoch.  So what an element holds after an
   operation is always the result of a proved function, or the element is not finite.  Not proved,
   and small: the import, the export, the cases that this file distinguishes, and what it keeps
   between calls (pi, and the binomial coefficient that comes before the next one).

   Invariant: lo and hi are odd or zero, so that numbers stay short; no NaN, no infinity: finite is
   false where the kernel refused. */
#include "domain/kernel.h"

#include "kernel/hint.h"
#include "kernel/kernel.h"
#include "kernel/zint_gmp.h"

#include <math.h>

typedef struct {
    mpz_t m;
    int64_t e;
} end;

typedef struct {
    end lo, hi;
    bool finite;
} element;

static void end_init(end *x)
{
    mpz_init(x->m);
    x->e = 0;
}

static void end_set(end *d, const end *a)
{
    mpz_set(d->m, a->m);
    d->e = a->e;
}

static void kernel_init(void *x)
{
    element *d = x;
    end_init(&d->lo);
    end_init(&d->hi);
    d->finite = true;
}

static void kernel_clear(void *x)
{
    element *d = x;
    mpz_clears(d->lo.m, d->hi.m, NULL);
}

static void kernel_set(void *x, const void *y)
{
    element *d = x;
    const element *a = y;
    end_set(&d->lo, &a->lo);
    end_set(&d->hi, &a->hi);
    d->finite = a->finite;
}

/* ---- to handles and back ---- */

static dpc_dy import_end(const end *x)
{
    return dpc_dy_make(dpc_z_import(x->m), x->e);
}

static dpc_ki import(const element *a)
{
    return a->finite ? dpc_ki_make(import_end(&a->lo), import_end(&a->hi)) : dpc_ki_none();
}

static void export_end(end *d, dpc_dy x)
{
    mpz_srcptr m = dpc_z_value(x.m);
    if (mpz_sgn(m) == 0) {
        mpz_set_ui(d->m, 0);
        d->e = 0;
        return;
    }
    const mp_bitcnt_t zeros = mpz_scan1(m, 0);
    mpz_tdiv_q_2exp(d->m, m, zeros);
    d->e = x.e + (int64_t)zeros;
}

/* Sets d to the interval; ends the epoch. */
static dpc_status answer(element *d, dpc_ki r)
{
    d->finite = dpc_ki_ok(r);
    if (d->finite) {
        export_end(&d->lo, r.lo);
        export_end(&d->hi, r.hi);
    }
    dpc_z_release();
    return d->finite ? DPC_OK : DPC_UNDECIDED;
}

/* The kernel's functions take so many bits and no more. */
static int64_t limited(unsigned long prec)
{
    const unsigned long most = DPC_KI_MAX_BITS / 16;
    return prec < 2 ? 2 : (int64_t)(prec > most ? most : prec);
}

static void kernel_set_q(void *d, const mpq_t q, unsigned long prec)
{
    const int64_t bits = limited(prec);
    const dpc_z num = dpc_z_import(mpq_numref(q)), den = dpc_z_import(mpq_denref(q));
    if (num == NULL || den == NULL)
        (void)answer(d, dpc_ki_none());
    else if (mpz_cmp_ui(mpq_denref(q), 1) == 0) {
        const dpc_dy x = dpc_dy_make(num, 0);
        (void)answer(d, dpc_ki_round(dpc_ki_make(x, x), bits));
    } else
        (void)answer(d, dpc_ki_ratio(num, den, bits));
}

/* ---- signs ---- */

static int sign_lo(const element *a)
{
    return mpz_sgn(a->lo.m);
}

static int sign_hi(const element *a)
{
    return mpz_sgn(a->hi.m);
}

static bool is_zero(const element *a)
{
    return sign_lo(a) == 0 && sign_hi(a) == 0;
}

/* ---- what is kept between calls ---- */

typedef struct {
    bool set;
    int64_t n, k, bits;
    element value;
} memo;

static __thread memo pi, binomial; /* binom(n, k) */

void dpc_domain_kernel_cleanup(void)
{
    if (pi.set)
        kernel_clear(&pi.value);
    if (binomial.set)
        kernel_clear(&binomial.value);
    pi.set = binomial.set = false;
    dpc_z_cleanup();
}

/* pi with at least these bits, and not many more. */
static dpc_status need_pi(int64_t bits)
{
    if (pi.set && pi.bits >= bits && pi.bits <= 4 * bits + 256)
        return DPC_OK;
    if (!pi.set)
        kernel_init(&pi.value);
    pi.set = true;
    pi.bits = bits + 64;
    return answer(&pi.value, dpc_ki_pi(pi.bits));
}

/* ---- operations ---- */

static dpc_status gaussian_tail(element *d, const element *a, int64_t bits)
{
    dpc_ki x = import(a);
    if (!dpc_ki_ok(x))
        return answer(d, x);
    const dpc_hint_q_plan l = dpc_hint_q(x.lo, bits + 8), h = dpc_hint_q(x.hi, bits + 8);
    const int64_t inside = l.bits > h.bits ? l.bits : h.bits;
    dpc_z_release();
    if (inside < 1 || inside > DPC_KI_MAX_BITS / 8 || need_pi(inside) != DPC_OK) {
        d->finite = false;
        return DPC_UNDECIDED;
    }
    return answer(d, dpc_ki_q_given_pi(import(a), import(&pi.value), bits));
}

/* Where a value is missing for some or for all points. */
static dpc_status defined(dpc_op op, const element *a, const element *b)
{
    switch (op) {
    case DPC_OP_DIV:
        if (sign_lo(b) <= 0 && sign_hi(b) >= 0)
            return is_zero(b) ? DPC_DOMAIN : DPC_UNDECIDED;
        return DPC_OK;
    case DPC_OP_POW:
        if (sign_lo(a) > 0 || (sign_lo(a) == 0 && sign_lo(b) > 0))
            return DPC_OK;
        if (sign_hi(a) < 0 || (is_zero(a) && sign_hi(b) <= 0))
            return DPC_DOMAIN;
        return DPC_UNDECIDED;
    case DPC_OP_LOG:
        return sign_lo(a) > 0 ? DPC_OK : sign_hi(a) <= 0 ? DPC_DOMAIN : DPC_UNDECIDED;
    case DPC_OP_SQRT:
        return sign_lo(a) >= 0 ? DPC_OK : sign_hi(a) < 0 ? DPC_DOMAIN : DPC_UNDECIDED;
    case DPC_OP_LOG1P: {
        const dpc_ki minus = dpc_ki_neg(dpc_ki_ui(1)), x = import(a);
        const dpc_status status = dpc_ki_lt(minus, x)   ? DPC_OK
                                  : dpc_ki_le(x, minus) ? DPC_DOMAIN
                                                        : DPC_UNDECIDED;
        dpc_z_release();
        return status;
    }
    default:
        return DPC_OK;
    }
}

static dpc_ki compute(dpc_op op, dpc_ki a, dpc_ki b, int64_t bits)
{
    switch (op) {
    case DPC_OP_ADD:
        return dpc_ki_add(a, b, bits);
    case DPC_OP_SUB:
        return dpc_ki_sub(a, b, bits);
    case DPC_OP_MUL:
        return dpc_ki_mul(a, b, bits);
    case DPC_OP_DIV:
        return dpc_ki_div(a, b, bits);
    case DPC_OP_POW:
        return dpc_ki_pow(a, b, bits);
    case DPC_OP_MIN:
        return dpc_ki_min(a, b);
    case DPC_OP_MAX:
        return dpc_ki_max(a, b);
    case DPC_OP_NEG:
        return dpc_ki_neg(a);
    case DPC_OP_ABS:
        return dpc_ki_abs(a);
    case DPC_OP_POS:
        return dpc_ki_pos(a);
    case DPC_OP_CEIL:
        return dpc_ki_ceil(a);
    case DPC_OP_FLOOR:
        return dpc_ki_floor(a);
    case DPC_OP_EXP:
        return dpc_ki_exp(a, bits);
    case DPC_OP_LOG:
        return dpc_ki_log(a, bits);
    case DPC_OP_SQRT:
        return dpc_ki_sqrt(a, bits);
    case DPC_OP_EXPM1:
        return dpc_ki_expm1(a, bits);
    case DPC_OP_LOG1P:
        return dpc_ki_log1p(a, bits);
    default:
        return dpc_ki_none();
    }
}

static dpc_status kernel_apply(dpc_op op, void *d, const void *x, const void *y, unsigned long prec)
{
    const element *a = x, *b = y;
    const int64_t bits = limited(prec);
    if (op == DPC_OP_PI) {
        dpc_status status = need_pi(bits);
        if (status == DPC_OK)
            kernel_set(d, &pi.value);
        return status;
    }
    if (op == DPC_OP_E)
        return answer(d, dpc_ki_e(bits));
    const bool two = op <= DPC_OP_BINOM;
    if (!a->finite || (two && !b->finite))
        return DPC_UNDECIDED;
    dpc_status status = defined(op, a, b);
    if (status != DPC_OK)
        return status;
    if (op == DPC_OP_Q)
        return gaussian_tail(d, a, bits);
    /* a guess that was not accepted may be with more bits; all else refuses for good */
    dpc_ki r = compute(op, import(a), two ? import(b) : dpc_ki_none(), bits);
    if (!dpc_ki_ok(r) && (op == DPC_OP_LOG || op == DPC_OP_LOG1P || op == DPC_OP_POW)) {
        dpc_z_release();
        r = compute(op, import(a), two ? import(b) : dpc_ki_none(), bits + 64);
    }
    return answer(d, r);
}

static dpc_status kernel_pow_z(void *d, const void *x, const mpz_t n, unsigned long prec)
{
    const element *a = x;
    const int64_t bits = limited(prec);
    if (!a->finite)
        return DPC_UNDECIDED;
    if (mpz_sgn(n) <= 0 && sign_lo(a) <= 0 && sign_hi(a) >= 0)
        return is_zero(a) ? DPC_DOMAIN : DPC_UNDECIDED;
    if (mpz_sizeinbase(n, 2) <= 62)
        return answer(d, dpc_ki_ipow(import(a), mpz_get_si(n), bits));
    /* beyond 2^62: x^n = exp(n log x), x > 0 */
    const dpc_z z = dpc_z_import(n);
    const dpc_dy m = z == NULL ? dpc_dy_none() : dpc_dy_make(z, 0);
    return answer(d, dpc_ki_pow(import(a), dpc_ki_make(m, m), bits));
}

static int64_t length(int64_t n)
{
    int64_t len = 0;
    for (; n > 0; n /= 2)
        len++;
    return len;
}

static dpc_status kernel_binom(void *d, const mpz_t top, const mpz_t bottom, unsigned long prec)
{
    enum { MAX_FACTORS = 1 << 22 };
    if (mpz_sizeinbase(top, 2) > 61 || mpz_sgn(bottom) < 0 || mpz_cmp(bottom, top) > 0)
        return DPC_UNDECIDED;
    const int64_t n = mpz_get_si(top), low = mpz_get_si(bottom), k = low < n - low ? low : n - low;
    if (k > MAX_FACTORS)
        return DPC_UNDECIDED;
    /* each step may lose a bit of a bit: 2 k roundings; the same bits for all k, so that
       binom(n, k + 1) can go on from binom(n, k) */
    const int64_t most = n / 2 < MAX_FACTORS ? n / 2 : MAX_FACTORS, bits = limited(prec) + length(most) + 8;
    if (!binomial.set || binomial.n != n || binomial.bits != bits || binomial.k > k ||
        !binomial.value.finite) {
        if (!binomial.set)
            kernel_init(&binomial.value);
        binomial.set = true;
        binomial.n = n;
        binomial.k = 0;
        binomial.bits = bits;
        (void)answer(&binomial.value, dpc_ki_ui(1));
    }
    while (binomial.k < k && binomial.value.finite) {
        (void)answer(&binomial.value,
                     dpc_ki_binom_step(import(&binomial.value), n, binomial.k, bits));
        binomial.k++;
    }
    return answer(d, dpc_ki_round(import(&binomial.value), limited(prec)));
}

static dpc_tri kernel_compare(dpc_op op, const void *x, const void *y)
{
    const dpc_ki a = import(x), b = import(y);
    dpc_tri result = DPC_UNKNOWN;
    switch (op) {
    case DPC_OP_LT:
        result = dpc_ki_lt(a, b) ? DPC_TRUE : dpc_ki_le(b, a) ? DPC_FALSE : DPC_UNKNOWN;
        break;
    case DPC_OP_LE:
        result = dpc_ki_le(a, b) ? DPC_TRUE : dpc_ki_lt(b, a) ? DPC_FALSE : DPC_UNKNOWN;
        break;
    case DPC_OP_EQ:
    case DPC_OP_NE:
        if (dpc_ki_lt(a, b) || dpc_ki_lt(b, a))
            result = op == DPC_OP_NE ? DPC_TRUE : DPC_FALSE;
        else if (dpc_ki_le(a, b) && dpc_ki_le(b, a)) /* both are the same point */
            result = op == DPC_OP_EQ ? DPC_TRUE : DPC_FALSE;
        break;
    default:
        break;
    }
    dpc_z_release();
    return result;
}

static void kernel_hull(void *d, const void *a, const void *b, unsigned long prec)
{
    (void)prec;
    (void)answer(d, dpc_ki_hull(import(a), import(b)));
}

static bool kernel_round(mpz_t n, dpc_op op, const void *x)
{
    enum { MAX_BITS = 10000 }; /* beyond the integer would be too large to handle */
    const element *a = x;
    if (!a->finite || a->lo.e + (int64_t)mpz_sizeinbase(a->lo.m, 2) > MAX_BITS ||
        a->hi.e + (int64_t)mpz_sizeinbase(a->hi.m, 2) > MAX_BITS)
        return false;
    const dpc_ki r = op == DPC_OP_CEIL ? dpc_ki_ceil(import(a)) : dpc_ki_floor(import(a));
    /* one point, and it is an integer: the exponents are 0 */
    const bool same = dpc_ki_ok(r) && dpc_dy_le(r.hi, r.lo) && r.lo.e == 0;
    if (same)
        mpz_set(n, dpc_z_value(r.lo.m));
    dpc_z_release();
    return same;
}

static void kernel_bounds(dpc_bounds *out, const void *x)
{
    const element *a = x;
    out->finite = a->finite;
    if (a->finite) {
        mpz_set(out->lo_man, a->lo.m);
        mpz_set(out->hi_man, a->hi.m);
        out->lo_exp = a->lo.e;
        out->hi_exp = a->hi.e;
    }
}

/* ---- for search and display ---- */

static double end_approx(const end *x)
{
    long e = 0;
    const double m = mpz_get_d_2exp(&e, x->m);
    const int64_t all = x->e + e;
    return ldexp(m, all > 5000 ? 5000 : all < -5000 ? -5000 : (int)all);
}

static double kernel_approx(const void *x)
{
    const element *a = x;
    return a->finite ? end_approx(&a->lo) / 2 + end_approx(&a->hi) / 2 : (double)NAN;
}

static double end_log_abs_approx(const end *x)
{
    long e = 0;
    const double m = mpz_get_d_2exp(&e, x->m);
    return mpz_sgn(x->m) == 0 ? -HUGE_VAL : log(fabs(m)) + (double)(x->e + e) * log(2.0);
}

static double kernel_log_abs_approx(const void *x)
{
    const element *a = x;
    if (!a->finite)
        return (double)NAN;
    const double lo = end_log_abs_approx(&a->lo), hi = end_log_abs_approx(&a->hi);
    return lo > hi ? lo : hi;
}

const dpc_domain dpc_domain_kernel = {
    .name = "kernel",
    .rigorous = true,
    .size = sizeof(element),
    .init = kernel_init,
    .clear = kernel_clear,
    .set = kernel_set,
    .set_q = kernel_set_q,
    .apply = kernel_apply,
    .pow_z = kernel_pow_z,
    .binom = kernel_binom,
    .compare = kernel_compare,
    .hull = kernel_hull,
    .round = kernel_round,
    .bounds = kernel_bounds,
    .approx = kernel_approx,
    .log_abs_approx = kernel_log_abs_approx,
};
