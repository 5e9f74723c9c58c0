/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Balls: Arb's midpoint and radius.  Every Arb function used here returns either a ball that
   contains the result for every point of its inputs, or a ball that is not finite. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "arith/arith.h"
#include "kernel/word.h"

#ifdef HAVE_FLINT3
#include <flint/arb.h>
#include <flint/arb_hypgeom.h>
#include <flint/fmpq.h>
#else
#include <arb.h>
#include <arb_hypgeom.h>
#include <flint/fmpq.h>
#endif

#include <math.h>

/* The most bits of accuracy kept in the bounds of a ball: more than any number of digits needs. */
enum { MOST_ACCURACY = 1 << 20 };

static void ball_init(void *x)
{
    arb_init(x);
}

static void ball_clear(void *x)
{
    arb_clear(x);
}

static void ball_set(void *d, const void *a)
{
    arb_set(d, a);
}

static void ball_set_q(void *d, const mpq_t q, unsigned long prec)
{
    if (mpz_fits_slong_p(mpq_numref(q)) && mpz_fits_ulong_p(mpq_denref(q))) {
        arb_set_si(d, mpz_get_si(mpq_numref(q)));
        if (mpz_cmp_ui(mpq_denref(q), 1) != 0)
            arb_div_ui(d, d, mpz_get_ui(mpq_denref(q)), (slong)prec);
        return;
    }
    fmpq_t f;
    fmpq_init(f);
    fmpq_set_mpq(f, q);
    arb_set_fmpq(d, f, (slong)prec);
    fmpq_clear(f);
}

/* Only a finite ball is an answer; more precision may make a ball finite. */
static dpc_status answer(const arb_t d)
{
    return arb_is_finite(d) ? DPC_OK : DPC_UNDECIDED;
}

/* r = the least radius >= x, where x > 0 or x is not finite: x itself if it fits a radius. */
static void least_radius(mag_t r, const arf_t x)
{
    arf_t up;
    arf_init(up);
    arf_set_round(up, x, MAG_BITS, ARF_RND_UP);
    if (arf_is_finite(up))
        arf_get_mag_lower(r, up); /* exact: up has few enough bits */
    else
        mag_inf(r);
    arf_clear(up);
}

/* [0, hi] with the lower end exactly 0: midpoint and radius are the same number, at least hi/2. */
static void ball_up_to(arb_t d, const arf_t hi)
{
    least_radius(arb_radref(d), hi);
    mag_mul_2exp_si(arb_radref(d), arb_radref(d), -1);
    arf_set_mag(arb_midref(d), arb_radref(d));
}

static dpc_status ball_pow(arb_t d, const arb_t a, const arb_t b, slong prec)
{
    if (arb_is_positive(a)) {
        arb_pow(d, a, b, prec);
        return answer(d);
    }
    /* base >= 0 and exponent > 0: 0^b = 0 and x^b grows with x, so [0, hi^b] contains all values */
    if (arb_is_nonnegative(a) && arb_is_positive(b)) {
        arb_t hi;
        arb_init(hi);
        arb_get_ubound_arf(arb_midref(hi), a, prec);
        if (!arb_is_zero(hi)) {
            arb_pow(hi, hi, b, prec);
            arb_get_ubound_arf(arb_midref(hi), hi, prec);
        }
        ball_up_to(d, arb_midref(hi));
        arb_clear(hi);
        return answer(d);
    }
    if (arb_is_negative(a) || (arb_is_zero(a) && arb_is_nonpositive(b)))
        return DPC_DOMAIN;
    return DPC_UNDECIDED;
}

/* Square root of a ball without negative points; a lower end of 0 stays 0. */
static void ball_sqrt(arb_t d, const arb_t a, slong prec)
{
    if (arb_is_positive(a)) {
        arb_sqrt(d, a, prec);
        return;
    }
    arf_t hi;
    arf_init(hi);
    arb_get_ubound_arf(hi, a, prec);
    arf_sqrt(hi, hi, prec, ARF_RND_UP);
    ball_up_to(d, hi);
    arf_clear(hi);
}

/* Q(x) = erfc(x / sqrt 2) / 2. */
static void ball_q(arb_t d, const arb_t a, slong prec)
{
    arb_t root;
    arb_init(root);
    arb_sqrt_ui(root, 2, prec);
    arb_div(d, a, root, prec); /* d may be a */
    if (arf_cmpabs_2exp_si(arb_midref(d), 10) < 0)
        arb_hypgeom_erfc(d, d, prec);
    else {
        /* Far out, Arb's bound for the effect of a radius is too large by a factor that grows like
           exp(x^2 2^-30); erfc decreases, so its values at the ends bound all its values. */
        arb_t lo, hi;
        arb_init(lo);
        arb_init(hi);
        arb_get_lbound_arf(arb_midref(lo), d, prec);
        arb_get_ubound_arf(arb_midref(hi), d, prec);
        arb_hypgeom_erfc(lo, lo, prec);
        arb_hypgeom_erfc(hi, hi, prec);
        arb_union(d, lo, hi, prec);
        arb_clear(lo);
        arb_clear(hi);
    }
    arb_mul_2exp_si(d, d, -1);
    arb_clear(root);
}

/* max(x, 0), never negative. */
static void ball_pos(arb_t d, const arb_t a, slong prec)
{
    if (arb_is_nonnegative(a))
        arb_set(d, a);
    else if (arb_is_nonpositive(a))
        arb_zero(d);
    else {
        arf_t hi;
        arf_init(hi);
        arb_get_ubound_arf(hi, a, prec);
        ball_up_to(d, hi);
        arf_clear(hi);
    }
}

/* |x|; a ball around 0 becomes [0, max |x|]. */
static void ball_abs(arb_t d, const arb_t a, slong prec)
{
    if (!arb_contains_zero(a)) {
        arb_abs(d, a);
        return;
    }
    arf_t hi;
    arf_init(hi);
    arb_get_abs_ubound_arf(hi, a, prec);
    ball_up_to(d, hi);
    arf_clear(hi);
}

/* min or max.  If the balls overlap, the upper end of min is exactly the smaller upper end, so that
   min(1, x) never exceeds 1; likewise the lower end of max.  If the ball would then reach below 0
   although neither operand does, it becomes [0, hi] instead, and hi grows a little if it has more
   bits than a radius. */
static void ball_extremum(arb_t d, const arb_t a, const arb_t b, bool is_max, slong prec)
{
    arf_t lo, hi, end, width, all;
    mag_t radius;
    arf_init(all);
    arf_init(lo);
    arf_init(hi);
    arf_init(end);
    arf_init(width);
    mag_init(radius);
    arb_get_lbound_arf(lo, a, prec);
    arb_get_lbound_arf(end, b, prec);
    if ((arf_cmp(end, lo) < 0) != is_max)
        arf_set(lo, end);
    arb_get_ubound_arf(hi, a, prec);
    arb_get_ubound_arf(end, b, prec);
    if ((arf_cmp(end, hi) < 0) != is_max)
        arf_set(hi, end);
    /* the result is in [lo, hi]: a ball whose upper end (for max: lower end) is exact */
    arf_sub(width, hi, lo, MAG_BITS, ARF_RND_UP);
    least_radius(radius, width);
    mag_mul_2exp_si(radius, radius, -1);
    arf_set_mag(width, radius);
    arf_set(end, is_max ? lo : hi);
    /* exact, unless the two differ by more than any precision in use */
    const bool near =
        arf_is_zero(width) || arf_is_zero(end) ||
        (arf_cmpabs_2exp_si(width, -4 * prec) > 0 && arf_cmpabs_2exp_si(width, 4 * prec) < 0 &&
         arf_cmpabs_2exp_si(end, -4 * prec) > 0);
    arf_mul_2exp_si(all, width, 1); /* how far below hi the ball would reach */
    if (!is_max && arf_sgn(lo) >= 0 && arf_is_finite(hi) && arf_cmp(all, hi) > 0)
        ball_up_to(d, hi);
    else if (arf_is_finite(lo) && arf_is_finite(hi) && near &&
             arf_cmpabs_2exp_si(end, 4 * prec) < 0) {
        if (is_max)
            arf_add(arb_midref(d), end, width, ARF_PREC_EXACT, ARF_RND_DOWN);
        else
            arf_sub(arb_midref(d), end, width, ARF_PREC_EXACT, ARF_RND_DOWN);
        mag_set(arb_radref(d), radius);
    } else if (is_max)
        arb_max(d, a, b, prec);
    else
        arb_min(d, a, b, prec);
    arf_clear(lo);
    arf_clear(hi);
    arf_clear(end);
    arf_clear(width);
    arf_clear(all);
    mag_clear(radius);
}

/* The values of floor or ceil on a: from the least to the greatest, exactly, unless they are far
   apart. */
static void ball_integers(arb_t d, const arb_t a, arf_rnd_t rounding, slong prec)
{
    enum { EXACT_BITS = 30 }; /* of a radius */
    const bool up = rounding == ARF_RND_CEIL;
    arf_t lo, hi, width;
    arf_init(lo);
    arf_init(hi);
    arf_init(width);
    arb_get_interval_arf(lo, hi, a, prec);
    if (up) {
        arf_ceil(lo, lo);
        arf_ceil(hi, hi);
    } else {
        arf_floor(lo, lo);
        arf_floor(hi, hi);
    }
    if (arf_is_finite(lo) && arf_is_finite(hi))
        arf_sub(width, hi, lo, ARF_PREC_EXACT, ARF_RND_DOWN);
    else
        arf_pos_inf(width);
    if (arf_cmpabs_2exp_si(width, EXACT_BITS) < 0) {
        arf_add(arb_midref(d), lo, hi, ARF_PREC_EXACT, ARF_RND_DOWN);
        arf_mul_2exp_si(arb_midref(d), arb_midref(d), -1);
        mag_set_ui_2exp_si(arb_radref(d), (ulong)arf_get_si(width, ARF_RND_DOWN), -1);
    } else if (up)
        arb_ceil(d, a, prec);
    else
        arb_floor(d, a, prec);
    arf_clear(lo);
    arf_clear(hi);
    arf_clear(width);
}

static dpc_status ball_apply(dpc_op op, void *d, const void *a, const void *b, unsigned long bits)
{
    const slong prec = (slong)bits;
    switch (op) {
    case DPC_OP_ADD:
        arb_add(d, a, b, prec);
        break;
    case DPC_OP_SUB:
        arb_sub(d, a, b, prec);
        break;
    case DPC_OP_MUL:
        arb_mul(d, a, b, prec);
        break;
    case DPC_OP_DIV:
        if (arb_contains_zero(b))
            return arb_is_zero(b) ? DPC_DOMAIN : DPC_UNDECIDED;
        arb_div(d, a, b, prec);
        break;
    case DPC_OP_POW:
        return ball_pow(d, a, b, prec);
    case DPC_OP_MIN:
        ball_extremum(d, a, b, false, prec);
        break;
    case DPC_OP_MAX:
        if (arb_is_zero(a) || arb_is_zero(b))
            ball_pos(d, arb_is_zero(a) ? b : a, prec);
        else
            ball_extremum(d, a, b, true, prec);
        break;
    case DPC_OP_NEG:
        arb_neg(d, a);
        break;
    case DPC_OP_ABS:
        ball_abs(d, a, prec);
        break;
    case DPC_OP_POS:
        ball_pos(d, a, prec);
        break;
    case DPC_OP_CEIL:
    case DPC_OP_FLOOR:
        ball_integers(d, a, op == DPC_OP_CEIL ? ARF_RND_CEIL : ARF_RND_FLOOR, prec);
        break;
    case DPC_OP_EXP:
        arb_exp(d, a, prec);
        break;
    case DPC_OP_LOG:
        if (!arb_is_positive(a))
            return arb_is_nonpositive(a) ? DPC_DOMAIN : DPC_UNDECIDED;
        arb_log(d, a, prec);
        break;
    case DPC_OP_SQRT:
        if (!arb_is_nonnegative(a))
            return arb_is_negative(a) ? DPC_DOMAIN : DPC_UNDECIDED;
        ball_sqrt(d, a, prec);
        break;
    case DPC_OP_EXPM1:
        arb_expm1(d, a, prec);
        break;
    case DPC_OP_LOG1P: {
        arb_t one_plus;
        arb_init(one_plus);
        arb_add_ui(one_plus, a, 1, prec);
        dpc_status status = arb_is_positive(one_plus)      ? DPC_OK
                            : arb_is_nonpositive(one_plus) ? DPC_DOMAIN
                                                           : DPC_UNDECIDED;
        arb_clear(one_plus);
        if (status != DPC_OK)
            return status;
        arb_log1p(d, a, prec);
        break;
    }
    case DPC_OP_Q:
        ball_q(d, a, prec);
        break;
    case DPC_OP_E:
        arb_const_e(d, prec);
        break;
    case DPC_OP_PI:
        arb_const_pi(d, prec);
        break;
    default:
        return DPC_UNDECIDED; /* not an arithmetic step */
    }
    return answer(d);
}

static dpc_status ball_pow_z(void *d, const void *a, const mpz_t n, unsigned long prec)
{
    if (arb_contains_zero(a) && mpz_sgn(n) <= 0)
        return arb_is_zero(a) ? DPC_DOMAIN : DPC_UNDECIDED;
    fmpz_t f;
    fmpz_init(f);
    fmpz_set_mpz(f, n);
    if (fmpz_bits(f) > 64 &&
        arb_is_positive(a)) { /* hundreds of squarings cost more than exp and log */
        arb_t exponent;
        arb_init(exponent);
        arb_set_fmpz(exponent, f);
        arb_log(d, a, (slong)prec);
        arb_mul(d, d, exponent, (slong)prec);
        arb_exp(d, d, (slong)prec);
        arb_clear(exponent);
    } else
        arb_pow_fmpz(d, a, f, (slong)prec);
    fmpz_clear(f);
    return answer(d);
}

static dpc_status ball_binom(void *d, const mpz_t n, const mpz_t k, unsigned long prec)
{
    if (!mpz_fits_ulong_p(n) || !mpz_fits_ulong_p(k))
        return DPC_UNDECIDED;
    arb_bin_uiui(d, mpz_get_ui(n), mpz_get_ui(k), (slong)prec);
    return answer(d);
}

static dpc_tri ball_compare(dpc_op op, const void *a, const void *b)
{
    switch (op) {
    case DPC_OP_LT:
        return arb_lt(a, b) ? DPC_TRUE : arb_ge(a, b) ? DPC_FALSE : DPC_TRI_UNDECIDED;
    case DPC_OP_LE:
        return arb_le(a, b) ? DPC_TRUE : arb_gt(a, b) ? DPC_FALSE : DPC_TRI_UNDECIDED;
    case DPC_OP_EQ:
        return arb_eq(a, b) ? DPC_TRUE : arb_ne(a, b) ? DPC_FALSE : DPC_TRI_UNDECIDED;
    case DPC_OP_NE:
        return arb_ne(a, b) ? DPC_TRUE : arb_eq(a, b) ? DPC_FALSE : DPC_TRI_UNDECIDED;
    default:
        return DPC_TRI_UNDECIDED;
    }
}

/* An end of the hull at 0 stays 0: functions may be undefined beyond it. */
static void ball_hull(void *d, const void *a, const void *b, unsigned long prec)
{
    const bool negative = arb_is_nonpositive(a) && arb_is_nonpositive(b);
    const bool touches = (arb_is_nonnegative(a) && arb_is_nonnegative(b)) || negative;
    arb_t all;
    arb_init(all);
    arb_union(all, a, b, (slong)prec);
    if (touches && arb_contains_zero(all)) {
        arf_t end;
        arf_init(end);
        arb_get_abs_ubound_arf(end, all, (slong)prec);
        ball_up_to(d, end);
        if (negative)
            arb_neg(d, d);
        arf_clear(end);
    } else
        arb_set(d, all);
    arb_clear(all);
}

static bool ball_round(mpz_t n, dpc_op op, const void *a)
{
    enum { PREC = 128 };
    arf_t lo, hi;
    fmpz_t m, k;
    arf_init(lo);
    arf_init(hi);
    fmpz_init(m);
    fmpz_init(k);
    slong bits = (slong)arb_bits(a) + PREC;
    arb_get_lbound_arf(lo, a, bits);
    arb_get_ubound_arf(hi, a, bits);
    bool same = false;
    /* beyond 2^10000 the integer itself would be too large to handle */
    if (arf_is_finite(lo) && arf_is_finite(hi) && arf_cmpabs_2exp_si(lo, 10000) < 0 &&
        arf_cmpabs_2exp_si(hi, 10000) < 0) {
        arf_rnd_t rounding = op == DPC_OP_CEIL ? ARF_RND_CEIL : ARF_RND_FLOOR;
        (void)arf_get_fmpz(m, lo, rounding);
        (void)arf_get_fmpz(k, hi, rounding);
        same = fmpz_equal(m, k) != 0;
        if (same)
            fmpz_get_mpz(n, m);
    }
    arf_clear(lo);
    arf_clear(hi);
    fmpz_clear(m);
    fmpz_clear(k);
    return same;
}

/* man * 2^exp = x; if x is too small for the exponent, a bound in the direction asked for: 0 or
   +-2^(1 - 2^49).  False if x is too large. */
static bool split(mpz_t man, int64_t *exp, const arf_t x, bool up)
{
    mpz_set_ui(man, 0);
    *exp = 0;
    if (arf_is_zero(x))
        return true;
    fmpz_t m, e;
    fmpz_init(m);
    fmpz_init(e);
    arf_get_fmpz_2exp(m, e, x);
    bool fits = arf_is_finite(x);
    if (fits && fmpz_bits(e) <= DPC_EXPONENT_BITS) {
        fmpz_get_mpz(man, e);
        *exp = dpc_word_signed(man);
        fmpz_get_mpz(man, m);
    } else if (fits && fmpz_sgn(e) < 0 && fmpz_bits(m) < (uint64_t)1 << (DPC_EXPONENT_BITS - 1)) {
        if ((arf_sgn(x) > 0) == up) { /* away from zero; towards it, 0 is the bound */
            mpz_set_si(man, arf_sgn(x));
            *exp = 1 - ((int64_t)1 << (DPC_EXPONENT_BITS - 1));
        }
    } else
        fits = false;
    fmpz_clear(m);
    fmpz_clear(e);
    return fits;
}

static void ball_bounds(dpc_bounds *out, const void *a)
{
    arf_t lo, hi;
    arf_init(lo);
    arf_init(hi);
    /* rounds outward; a short midpoint may have a small radius, which deserves more bits, but only
       up to MOST_ACCURACY */
    slong accuracy = arb_is_exact(a) ? 0 : arb_rel_accuracy_bits(a);
    accuracy = accuracy < 0 ? 0 : accuracy > MOST_ACCURACY ? MOST_ACCURACY : accuracy;
    slong prec = (slong)arb_bits(a) + 64 + accuracy;
    arb_get_lbound_arf(lo, a, prec);
    arb_get_ubound_arf(hi, a, prec);
    out->finite = arb_is_finite(a) && split(out->lo_man, &out->lo_exp, lo, false) &&
                  split(out->hi_man, &out->hi_exp, hi, true);
    arf_clear(lo);
    arf_clear(hi);
}

static double ball_approx(const void *a)
{
    return arf_get_d(arb_midref((arb_srcptr)a), ARF_RND_NEAR);
}

static double ball_log_abs_approx(const void *a)
{
    arf_srcptr mid = arb_midref((arb_srcptr)a);
    if (arf_is_zero(mid))
        return -HUGE_VAL;
    arf_t m;
    fmpz_t e;
    arf_init(m);
    fmpz_init(e);
    arf_frexp(m, e, mid);
    double value = log(fabs(arf_get_d(m, ARF_RND_NEAR))) + fmpz_get_d(e) * log(2.0);
    arf_clear(m);
    fmpz_clear(e);
    return value;
}

void dpc_domain_ball_cleanup(void)
{
    flint_cleanup();
}

static dpc_status ball_dot(void *d, const void *a, const void *b, size_t n, unsigned long prec)
{
    arb_dot(d, NULL, 0, a, 1, b, 1, (slong)n, (slong)prec);
    return answer(d);
}

static dpc_status ball_cis(void *c, void *s, const void *x, unsigned long prec)
{
    arb_sin_cos(s, c, x, (slong)prec);
    const dpc_status status = answer(c);
    return status != DPC_OK ? status : answer(s);
}

const dpc_domain dpc_domain_ball = {
    .name = "ball",
    .can = DPC_CAN_ALL,
    .rigorous = true,
    .size = sizeof(arb_struct),
    .heap = 32,
    .numbers = 1,
    .terms = 1,
    .init = ball_init,
    .clear = ball_clear,
    .set = ball_set,
    .set_q = ball_set_q,
    .apply = ball_apply,
    .pow_z = ball_pow_z,
    .binom = ball_binom,
    .compare = ball_compare,
    .hull = ball_hull,
    .round = ball_round,
    .bounds = ball_bounds,
    .approx = ball_approx,
    .log_abs_approx = ball_log_abs_approx,
    .dot = ball_dot,
    .cis = ball_cis,
};
