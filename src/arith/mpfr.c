/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Intervals with MPFR's directed rounding: an arithmetic that shares no code with Arb.

   MPFR rounds every function used here correctly: with MPFR_RNDD the result is the largest number
   of its precision that does not exceed the exact value, and 0 or the largest number where that is
   out of range; with MPFR_RNDU likewise from above, up to +infinity.  So each end is a bound even
   on overflow or underflow, and it remains to show at which points of the inputs the extreme values
   lie.

   Invariant: lo <= hi, both finite; or both NaN: no enclosure.

   The caller may use MPFR, too: MPFR's per-thread exponent range and flags are ours only within a
   call. */
#include "arith/mpfr.h"

#include <math.h>
#include <mpfr.h>

typedef struct {
    mpfr_t lo, hi;
} element;

/* ---- the range of exponents ---- */

typedef struct {
    mpfr_exp_t emin, emax;
    mpfr_flags_t flags;
} environment;

/* Numbers from 2^-(2^48) to 2^(2^48): even with the bits of a mantissa, exponents of bounds stay
   below 2^DPC_EXPONENT_BITS, and MPFR, which computes in a wider range, has all the room it needs.
   Where its exponents have 32 bits, the range is smaller. */
static const mpfr_exp_t largest_exponent = (mpfr_exp_t)1
                                           << (sizeof(mpfr_exp_t) > 4 ? DPC_EXPONENT_BITS - 2 : 29);

static environment enter(void)
{
    const environment old = {mpfr_get_emin(), mpfr_get_emax(), mpfr_flags_save()};
    (void)mpfr_set_emin(-largest_exponent);
    (void)mpfr_set_emax(largest_exponent);
    return old;
}

static void leave(environment old)
{
    (void)mpfr_set_emin(old.emin);
    (void)mpfr_set_emax(old.emax);
    mpfr_flags_restore(old.flags, MPFR_FLAGS_ALL);
}

/* ---- elements ---- */

static mpfr_prec_t precision(unsigned long bits)
{
    return bits < MPFR_PREC_MIN ? MPFR_PREC_MIN : (mpfr_prec_t)bits;
}

static void element_init(element *x, mpfr_prec_t prec)
{
    mpfr_init2(x->lo, prec);
    mpfr_init2(x->hi, prec);
}

static void element_clear(element *x)
{
    mpfr_clear(x->lo);
    mpfr_clear(x->hi);
}

static void mpfr_domain_init(void *x)
{
    element *d = x;
    element_init(d, 64);
    mpfr_set_zero(d->lo, 1);
    mpfr_set_zero(d->hi, 1);
}

static void mpfr_domain_clear(void *x)
{
    element_clear(x);
}

/* The same number, whatever its precision. */
static void end_set(mpfr_t d, const mpfr_t a)
{
    if (d == a)
        return;
    mpfr_set_prec(d, mpfr_get_prec(a));
    (void)mpfr_set(d, a, MPFR_RNDN); /* exact */
}

static void mpfr_domain_set(void *x, const void *y)
{
    element *d = x;
    const element *a = y;
    const environment old = enter();
    end_set(d->lo, a->lo);
    end_set(d->hi, a->hi);
    leave(old);
}

static bool has_bounds(const element *a)
{
    return mpfr_number_p(a->lo) && mpfr_number_p(a->hi);
}

static bool is_point(const element *a)
{
    return mpfr_equal_p(a->lo, a->hi) != 0;
}

static bool is_zero(const element *a)
{
    return mpfr_zero_p(a->lo) && mpfr_zero_p(a->hi);
}

static bool contains_zero(const element *a)
{
    return mpfr_sgn(a->lo) <= 0 && mpfr_sgn(a->hi) >= 0;
}

/* Moves the result r to d; without a finite end on both sides, there is no enclosure. */
static dpc_status deliver(element *d, element *r)
{
    const bool finite = has_bounds(r);
    if (!finite) {
        mpfr_set_nan(r->lo);
        mpfr_set_nan(r->hi);
    }
    mpfr_swap(d->lo, r->lo);
    mpfr_swap(d->hi, r->hi);
    return finite ? DPC_OK : DPC_UNDECIDED;
}

/* lo is an exact value rounded down: hi = the same value rounded up.  inexact: lo was rounded. */
static void other_side(element *r, int inexact)
{
    (void)mpfr_set(r->hi, r->lo, MPFR_RNDN); /* the same precision: exact */
    if (inexact != 0)
        mpfr_nextabove(r->hi);
}

static void mpfr_domain_set_q(void *d, const mpq_t q, unsigned long bits)
{
    const environment old = enter();
    element r;
    element_init(&r, precision(bits));
    other_side(&r, mpfr_set_q(r.lo, q, MPFR_RNDD));
    (void)deliver(d, &r);
    element_clear(&r);
    leave(old);
}

/* ---- where the extreme values lie ---- */

typedef int (*unary)(mpfr_ptr d, mpfr_srcptr x, mpfr_rnd_t rnd);
typedef int (*binary)(mpfr_ptr d, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rnd);

/* f grows on all of a. */
static void increasing(element *r, unary f, const element *a)
{
    const int inexact = f(r->lo, a->lo, MPFR_RNDD);
    if (is_point(a))
        other_side(r, inexact);
    else
        (void)f(r->hi, a->hi, MPFR_RNDU);
}

/* f is monotone in each variable while the other is fixed (its direction may depend on the other):
   the extreme values over a box are at corners. */
static void at_corners(element *r, binary f, const element *a, const element *b)
{
    const mpfr_srcptr x[2] = {a->lo, a->hi}, y[2] = {b->lo, b->hi};
    const int nx = is_point(a) ? 1 : 2, ny = is_point(b) ? 1 : 2;
    const int inexact = f(r->lo, x[0], y[0], MPFR_RNDD);
    if (nx * ny == 1) {
        other_side(r, inexact);
        return;
    }
    (void)f(r->hi, x[0], y[0], MPFR_RNDU);
    mpfr_t value;
    mpfr_init2(value, mpfr_get_prec(r->lo));
    for (int k = 1; k < 4; k++) {
        if ((k & 1) >= nx || (k >> 1) >= ny)
            continue;
        (void)f(value, x[k & 1], y[k >> 1], MPFR_RNDD);
        (void)mpfr_min(r->lo, r->lo, value, MPFR_RNDD);
        (void)f(value, x[k & 1], y[k >> 1], MPFR_RNDU);
        (void)mpfr_max(r->hi, r->hi, value, MPFR_RNDU);
    }
    mpfr_clear(value);
}

/* As at_corners with known corners: f grows in x, and grows or decreases in y. */
static void at_two_corners(element *r, binary f, const element *a, const element *b,
                           bool grows_in_y)
{
    const int inexact = f(r->lo, a->lo, grows_in_y ? b->lo : b->hi, MPFR_RNDD);
    if (is_point(a) && is_point(b))
        other_side(r, inexact);
    else
        (void)f(r->hi, a->hi, grows_in_y ? b->hi : b->lo, MPFR_RNDU);
}

static void product(element *r, const element *a, const element *b)
{
    if (mpfr_sgn(a->lo) >= 0 && mpfr_sgn(b->lo) >= 0)
        at_two_corners(r, mpfr_mul, a, b, true);
    else
        at_corners(r, mpfr_mul, a, b);
}

/* b does not contain 0. */
static void quotient(element *r, const element *a, const element *b)
{
    if (mpfr_sgn(a->lo) >= 0 && mpfr_sgn(b->lo) > 0)
        at_two_corners(r, mpfr_div, a, b, false);
    else
        at_corners(r, mpfr_div, a, b);
}

/* ---- results whose ends are ends of the inputs: no rounding ---- */

static void magnitude(element *r, const element *a)
{
    if (mpfr_sgn(a->lo) >= 0) {
        end_set(r->lo, a->lo);
        end_set(r->hi, a->hi);
        return;
    }
    if (mpfr_sgn(a->hi) <= 0)
        end_set(r->lo, a->hi);
    else
        mpfr_set_zero(r->lo, 1);
    end_set(r->hi, mpfr_cmpabs(a->lo, a->hi) > 0 ? a->lo : a->hi);
    (void)mpfr_abs(r->lo, r->lo, MPFR_RNDN); /* exact */
    (void)mpfr_abs(r->hi, r->hi, MPFR_RNDN);
}

static void negative(element *r, const element *a)
{
    end_set(r->lo, a->hi);
    end_set(r->hi, a->lo);
    (void)mpfr_neg(r->lo, r->lo, MPFR_RNDN); /* exact */
    (void)mpfr_neg(r->hi, r->hi, MPFR_RNDN);
}

static void positive_part(element *r, const element *a)
{
    end_set(r->lo, a->lo);
    end_set(r->hi, a->hi);
    if (mpfr_sgn(a->lo) < 0)
        mpfr_set_zero(r->lo, 1);
    if (mpfr_sgn(a->hi) < 0)
        mpfr_set_zero(r->hi, 1);
}

static void extremum(element *r, const element *a, const element *b, bool is_max)
{
    end_set(r->lo, (mpfr_cmp(a->lo, b->lo) > 0) == is_max ? a->lo : b->lo);
    end_set(r->hi, (mpfr_cmp(a->hi, b->hi) > 0) == is_max ? a->hi : b->hi);
}

/* ---- the Gaussian tail ---- */

/* d = Q(x) = erfc(x / sqrt 2) / 2 in the direction asked for. */
static void tail(mpfr_t d, const mpfr_t x, mpfr_rnd_t rnd)
{
    /* a relative error e of t changes erfc(t) by a factor of about exp(2 t^2 e): twice the bits of
       t's integer part make up for that.  Beyond 2^32 erfc leaves the range anyhow. */
    const mpfr_exp_t size = mpfr_zero_p(x) ? 0 : mpfr_get_exp(x);
    const mpfr_prec_t more = 8 + 2 * (size < 0 ? 0 : size > 32 ? 32 : size);
    mpfr_t square, t;
    mpfr_init2(square, 2 * mpfr_get_prec(x));
    mpfr_init2(t, mpfr_get_prec(d) + more);
    /* erfc decreases, so t is rounded in the opposite direction, and |t| accordingly by its sign */
    const mpfr_rnd_t against = rnd == MPFR_RNDU ? MPFR_RNDD : MPFR_RNDU;
    const mpfr_rnd_t side = mpfr_sgn(x) >= 0 ? against : rnd;
    (void)mpfr_sqr(square, x, side); /* exact, unless it leaves the range */
    (void)mpfr_div_2ui(square, square, 1, side);
    (void)mpfr_sqrt(t, square, side);
    if (mpfr_sgn(x) < 0)
        (void)mpfr_neg(t, t, MPFR_RNDN); /* exact */
    (void)mpfr_erfc(d, t, rnd);
    (void)mpfr_div_2ui(d, d, 1, rnd);
    mpfr_clear(square);
    mpfr_clear(t);
}

/* ---- operations ---- */

static dpc_status defined_if(bool for_all, bool for_none)
{
    return for_all ? DPC_OK : for_none ? DPC_DOMAIN : DPC_UNDECIDED;
}

/* Whether the operation has a value: OK for all points, DOMAIN for none, else UNDECIDED. */
static dpc_status defined(dpc_op op, const element *a, const element *b)
{
    switch (op) {
    case DPC_OP_DIV:
        return defined_if(!contains_zero(b), is_zero(b));
    case DPC_OP_POW: /* a base > 0, or >= 0 with an exponent > 0 */
        return defined_if(mpfr_sgn(a->lo) > 0 || (mpfr_zero_p(a->lo) && mpfr_sgn(b->lo) > 0),
                          mpfr_sgn(a->hi) < 0 || (is_zero(a) && mpfr_sgn(b->hi) <= 0));
    case DPC_OP_LOG:
        return defined_if(mpfr_sgn(a->lo) > 0, mpfr_sgn(a->hi) <= 0);
    case DPC_OP_SQRT:
        return defined_if(mpfr_sgn(a->lo) >= 0, mpfr_sgn(a->hi) < 0);
    case DPC_OP_LOG1P:
        return defined_if(mpfr_cmp_si(a->lo, -1) > 0, mpfr_cmp_si(a->hi, -1) <= 0);
    default:
        return DPC_OK;
    }
}

/* r = op(a, b), defined for all points; false if op is not an arithmetic step. */
static bool compute(dpc_op op, element *r, const element *a, const element *b)
{
    switch (op) {
    case DPC_OP_ADD:
        at_two_corners(r, mpfr_add, a, b, true);
        return true;
    case DPC_OP_SUB:
        at_two_corners(r, mpfr_sub, a, b, false);
        return true;
    case DPC_OP_MUL:
        product(r, a, b);
        return true;
    case DPC_OP_DIV:
        quotient(r, a, b);
        return true;
    case DPC_OP_POW:
        at_corners(r, mpfr_pow, a, b);
        return true;
    case DPC_OP_MIN:
    case DPC_OP_MAX:
        extremum(r, a, b, op == DPC_OP_MAX);
        return true;
    case DPC_OP_NEG:
        negative(r, a);
        return true;
    case DPC_OP_ABS:
        magnitude(r, a);
        return true;
    case DPC_OP_POS:
        positive_part(r, a);
        return true;
    case DPC_OP_CEIL:
        increasing(r, mpfr_rint_ceil, a);
        return true;
    case DPC_OP_FLOOR:
        increasing(r, mpfr_rint_floor, a);
        return true;
    case DPC_OP_EXP:
        increasing(r, mpfr_exp, a);
        return true;
    case DPC_OP_LOG:
        increasing(r, mpfr_log, a);
        return true;
    case DPC_OP_SQRT:
        increasing(r, mpfr_sqrt, a);
        return true;
    case DPC_OP_EXPM1:
        increasing(r, mpfr_expm1, a);
        return true;
    case DPC_OP_LOG1P:
        increasing(r, mpfr_log1p, a);
        return true;
    case DPC_OP_Q:
        tail(r->lo, a->hi, MPFR_RNDD);
        tail(r->hi, a->lo, MPFR_RNDU);
        return true;
    default:
        return false;
    }
}

static void constant(element *r, dpc_op op)
{
    if (op == DPC_OP_PI) {
        other_side(r, mpfr_const_pi(r->lo, MPFR_RNDD));
        return;
    }
    mpfr_t one;
    mpfr_init2(one, MPFR_PREC_MIN);
    (void)mpfr_set_ui(one, 1, MPFR_RNDN);
    other_side(r, mpfr_exp(r->lo, one, MPFR_RNDD));
    mpfr_clear(one);
}

static dpc_status mpfr_domain_apply(dpc_op op, void *d, const void *x, const void *y,
                                    unsigned long bits)
{
    const element *a = x, *b = y;
    const bool is_constant = op == DPC_OP_E || op == DPC_OP_PI;
    if (!is_constant && (!has_bounds(a) || (op <= DPC_OP_BINOM && !has_bounds(b))))
        return DPC_UNDECIDED;
    dpc_status status = is_constant ? DPC_OK : defined(op, a, b);
    if (status != DPC_OK)
        return status;
    const environment old = enter();
    element r;
    element_init(&r, precision(bits));
    bool known = true;
    if (is_constant)
        constant(&r, op);
    else
        known = compute(op, &r, a, b);
    status = known ? deliver(d, &r) : DPC_UNDECIDED;
    element_clear(&r);
    leave(old);
    return status;
}

/* x^n on an interval where it is monotone: without negative points or with odd n, and without 0 if
   n < 0. */
static void monotone_power(element *r, const element *a, const mpz_t n)
{
    const bool grows = mpz_sgn(n) >= 0;
    (void)mpfr_pow_z(r->lo, grows ? a->lo : a->hi, n, MPFR_RNDD);
    (void)mpfr_pow_z(r->hi, grows ? a->hi : a->lo, n, MPFR_RNDU);
}

static dpc_status mpfr_domain_pow_z(void *d, const void *x, const mpz_t n, unsigned long bits)
{
    const element *a = x;
    if (!has_bounds(a))
        return DPC_UNDECIDED;
    if (mpz_sgn(n) <= 0 && contains_zero(a))
        return is_zero(a) ? DPC_DOMAIN : DPC_UNDECIDED;
    const environment old = enter();
    element r;
    element_init(&r, precision(bits));
    if (mpz_even_p(n) && mpfr_sgn(a->lo) < 0) {
        element size;
        element_init(&size, MPFR_PREC_MIN);
        magnitude(&size, a);
        monotone_power(&r, &size, n);
        element_clear(&size);
    } else
        monotone_power(&r, a, n);
    const dpc_status status = deliver(d, &r);
    element_clear(&r);
    leave(old);
    return status;
}

/* ---- binomial coefficients ---- */

/* The last coefficient, for sums over k: binom(n, k + 1) follows from binom(n, k).  n = 0: none. */
typedef struct {
    unsigned long n, k;
    mpfr_prec_t bits;
    element value;
} memo;

static __thread memo last;

void dpc_domain_mpfr_cleanup(void)
{
    if (last.n != 0)
        element_clear(&last.value);
    last.n = 0;
    mpfr_free_cache();
}

/* log(m!) in the direction asked for: MPFR has log |Gamma(m + 1)|. */
static void log_factorial(mpfr_t d, unsigned long m, mpfr_rnd_t rnd)
{
    mpfr_t x;
    mpfr_init2(x, 8 * sizeof m + 1);
    (void)mpfr_set_ui(x, m, MPFR_RNDN); /* exact: x has enough bits */
    (void)mpfr_add_ui(x, x, 1, MPFR_RNDN);
    (void)mpfr_lngamma(d, x, rnd);
    mpfr_clear(x);
}

/* d = n! / (k! (n - k)!) by logarithms, in the direction asked for. */
static void binomial_end(mpfr_t d, unsigned long n, unsigned long k, mpfr_rnd_t rnd)
{
    /* the logarithms are below 2^70, and exp turns absolute errors into relative errors */
    enum { LOG_BITS = 80 };
    const mpfr_rnd_t against = rnd == MPFR_RNDU ? MPFR_RNDD : MPFR_RNDU;
    mpfr_t all, part;
    mpfr_init2(all, mpfr_get_prec(d) + LOG_BITS);
    mpfr_init2(part, mpfr_get_prec(d) + LOG_BITS);
    log_factorial(all, n, rnd);
    log_factorial(part, k, against);
    (void)mpfr_sub(all, all, part, rnd);
    log_factorial(part, n - k, against);
    (void)mpfr_sub(all, all, part, rnd);
    (void)mpfr_exp(d, all, rnd);
    mpfr_clear(all);
    mpfr_clear(part);
}

/* value * times / by. */
static void scale(element *value, unsigned long times, unsigned long by)
{
    (void)mpfr_mul_ui(value->lo, value->lo, times, MPFR_RNDD);
    (void)mpfr_div_ui(value->lo, value->lo, by, MPFR_RNDD);
    (void)mpfr_mul_ui(value->hi, value->hi, times, MPFR_RNDU);
    (void)mpfr_div_ui(value->hi, value->hi, by, MPFR_RNDU);
}

/* last = binom(n, k), k <= n / 2, n > 0: a few steps from the previous value, or computed anew. */
static void binomial(unsigned long n, unsigned long k, mpfr_prec_t bits)
{
    enum { FEW = 64 };
    const bool near = last.n == n && last.bits == bits && has_bounds(&last.value) &&
                      (last.k <= k ? k - last.k : last.k - k) <= FEW;
    if (!near) {
        if (last.n == 0)
            element_init(&last.value, bits);
        mpfr_set_prec(last.value.lo, bits);
        mpfr_set_prec(last.value.hi, bits);
        last.n = n;
        last.bits = bits;
        last.k = k <= FEW ? 0 : k;
        if (last.k > 0) {
            binomial_end(last.value.lo, n, k, MPFR_RNDD);
            binomial_end(last.value.hi, n, k, MPFR_RNDU);
        } else {
            (void)mpfr_set_ui(last.value.lo, 1, MPFR_RNDN);
            (void)mpfr_set_ui(last.value.hi, 1, MPFR_RNDN);
        }
    }
    for (; last.k < k; last.k++)
        scale(&last.value, n - last.k, last.k + 1);
    for (; last.k > k; last.k--)
        scale(&last.value, last.k, n - last.k + 1);
}

static dpc_status mpfr_domain_binom(void *d, const mpz_t top, const mpz_t bottom,
                                    unsigned long bits)
{
    /* 2^22 steps in a row lose 24 bits at most */
    enum { MORE_BITS = 40 };
    if (!mpz_fits_ulong_p(top) || mpz_sgn(bottom) < 0 || mpz_cmp(bottom, top) > 0)
        return DPC_UNDECIDED;
    const unsigned long n = mpz_get_ui(top), k = mpz_get_ui(bottom);
    const environment old = enter();
    element r;
    element_init(&r, precision(bits));
    if (n == 0) {
        (void)mpfr_set_ui(r.lo, 1, MPFR_RNDN);
        (void)mpfr_set_ui(r.hi, 1, MPFR_RNDN);
    } else {
        binomial(n, k < n - k ? k : n - k, precision(bits) + MORE_BITS);
        (void)mpfr_set(r.lo, last.value.lo, MPFR_RNDD);
        (void)mpfr_set(r.hi, last.value.hi, MPFR_RNDU);
    }
    const dpc_status status = deliver(d, &r);
    element_clear(&r);
    leave(old);
    return status;
}

/* ---- decisions ---- */

static dpc_tri tri(bool always, bool never)
{
    return always ? DPC_TRUE : never ? DPC_FALSE : DPC_TRI_UNDECIDED;
}

static dpc_tri mpfr_domain_compare(dpc_op op, const void *x, const void *y)
{
    const element *a = x, *b = y;
    if (!has_bounds(a) || !has_bounds(b))
        return DPC_TRI_UNDECIDED;
    const int low = mpfr_cmp(a->hi, b->lo), high = mpfr_cmp(a->lo, b->hi);
    const bool apart = low < 0 || high > 0, same = low == 0 && high == 0; /* one point, both */
    switch (op) {
    case DPC_OP_LT:
        return tri(low < 0, high >= 0);
    case DPC_OP_LE:
        return tri(low <= 0, high > 0);
    case DPC_OP_EQ:
        return tri(same, apart);
    case DPC_OP_NE:
        return tri(apart, same);
    default:
        return DPC_TRI_UNDECIDED;
    }
}

static void mpfr_domain_hull(void *d, const void *x, const void *y, unsigned long bits)
{
    const element *a = x, *b = y;
    const environment old = enter();
    element r;
    element_init(&r, precision(bits));
    if (has_bounds(a) && has_bounds(b)) {
        end_set(r.lo, mpfr_cmp(a->lo, b->lo) < 0 ? a->lo : b->lo);
        end_set(r.hi, mpfr_cmp(a->hi, b->hi) > 0 ? a->hi : b->hi);
    }
    (void)deliver(d, &r); /* still NaN if r was not set */
    element_clear(&r);
    leave(old);
}

static bool is_below_2exp(const mpfr_t x, mpfr_exp_t bits)
{
    return mpfr_zero_p(x) || mpfr_get_exp(x) <= bits;
}

static bool mpfr_domain_round(mpz_t n, dpc_op op, const void *x)
{
    enum { MAX_BITS = 10000 }; /* larger integers would be too large to handle */
    const element *a = x;
    if (!has_bounds(a) || !is_below_2exp(a->lo, MAX_BITS) || !is_below_2exp(a->hi, MAX_BITS))
        return false;
    const environment old = enter();
    const mpfr_rnd_t rnd = op == DPC_OP_CEIL ? MPFR_RNDU : MPFR_RNDD;
    mpz_t other;
    mpz_init(other);
    (void)mpfr_get_z(other, a->lo, rnd);
    (void)mpfr_get_z(n, a->hi, rnd);
    const bool same = mpz_cmp(n, other) == 0;
    mpz_clear(other);
    leave(old);
    return same;
}

/* x = man * 2^exp */
static void split(mpz_t man, int64_t *exp, const mpfr_t x)
{
    *exp = 0;
    if (mpfr_zero_p(x))
        mpz_set_ui(man, 0);
    else
        *exp = (int64_t)mpfr_get_z_2exp(man, x);
}

static void mpfr_domain_bounds(dpc_bounds *out, const void *x)
{
    const element *a = x;
    out->finite = has_bounds(a);
    if (!out->finite)
        return;
    const environment old = enter();
    split(out->lo_man, &out->lo_exp, a->lo);
    split(out->hi_man, &out->hi_exp, a->hi);
    leave(old);
}

/* ---- for search and display ---- */

static double mpfr_domain_approx(const void *x)
{
    const element *a = x;
    return mpfr_get_d(a->lo, MPFR_RNDN) / 2 + mpfr_get_d(a->hi, MPFR_RNDN) / 2;
}

static double end_log_abs_approx(const mpfr_t x)
{
    long e = 0;
    if (mpfr_zero_p(x))
        return -HUGE_VAL;
    const double m = mpfr_get_d_2exp(&e, x, MPFR_RNDN);
    return log(fabs(m)) + (double)e * log(2.0);
}

static double mpfr_domain_log_abs_approx(const void *x)
{
    const element *a = x;
    if (!has_bounds(a))
        return (double)NAN;
    return fmax(end_log_abs_approx(a->lo), end_log_abs_approx(a->hi));
}

const dpc_domain dpc_domain_mpfr = {
    .name = "mpfr",
    .can = DPC_CAN_ALL,
    .rigorous = true,
    .size = sizeof(element),
    .heap = 64,
    .numbers = 2,
    .terms = 1,
    .init = mpfr_domain_init,
    .clear = mpfr_domain_clear,
    .set = mpfr_domain_set,
    .set_q = mpfr_domain_set_q,
    .apply = mpfr_domain_apply,
    .pow_z = mpfr_domain_pow_z,
    .binom = mpfr_domain_binom,
    .compare = mpfr_domain_compare,
    .hull = mpfr_domain_hull,
    .round = mpfr_domain_round,
    .bounds = mpfr_domain_bounds,
    .approx = mpfr_domain_approx,
    .log_abs_approx = mpfr_domain_log_abs_approx,
};
