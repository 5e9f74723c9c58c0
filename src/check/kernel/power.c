/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Powers by repeated squaring, real powers, binomial coefficients. */
#include "kernel/kernel.h"

/* The length of n in bits; a hint. */
/*@ requires n >= 0;
    assigns \nothing;
    ensures 0 <= \result <= 64; */
static int64_t length(int64_t n)
{
    int64_t len = 0;
    /*@ loop invariant 0 <= len <= 64 && n >= 0;
        loop assigns len, n;
        loop variant n; */
    while (n > 0 && len < 64) {
        len++;
        n /= 2;
    }
    return len;
}

/* A number <= x^n, >= 0, for x >= 0.  acc b^m is kept <= x^n. */
/*@ requires dyok(x) && DV(x) >= 0 && n >= 0 && bitsok(w);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> 0 <= DV(\result) <= dk_pown(DV(x), n); */
static dpc_dy pown_dn(dpc_dy x, int64_t n, int64_t w)
{
    dpc_dy b = x, acc = dpc_dy_ui(1);
    int64_t m = n;
    if (acc.m == NULL)
        return acc;
    /*@ loop invariant 0 <= m <= n && dyok(b) && dyok(acc) && DV(b) >= 0 && DV(acc) >= 0;
        loop invariant dn: dk_mul(DV(acc), dk_pown(DV(b), m)) <= dk_pown(DV(x), n);
        loop assigns b, acc, m;
        loop variant m; */
    while (m > 0) {
        const int64_t half = m / 2;
        if (half + half != m) {
            acc = dpc_dy_mul_dn(acc, b, w);
            if (acc.m == NULL)
                return acc;
            m--;
        } else {
            b = dpc_dy_mul_dn(b, b, w);
            if (b.m == NULL)
                return b;
            m = half;
        }
    }
    return acc;
}

/* A number >= x^n for x >= 0.  acc b^m is kept >= x^n. */
/*@ requires dyok(x) && DV(x) >= 0 && n >= 0 && bitsok(w);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> DV(\result) >= dk_pown(DV(x), n); */
static dpc_dy pown_up(dpc_dy x, int64_t n, int64_t w)
{
    dpc_dy b = x, acc = dpc_dy_ui(1);
    int64_t m = n;
    if (acc.m == NULL)
        return acc;
    /*@ loop invariant 0 <= m <= n && dyok(b) && dyok(acc) && DV(b) >= 0 && DV(acc) >= 0;
        loop invariant up: dk_mul(DV(acc), dk_pown(DV(b), m)) >= dk_pown(DV(x), n);
        loop assigns b, acc, m;
        loop variant m; */
    while (m > 0) {
        const int64_t half = m / 2;
        if (half + half != m) {
            acc = dpc_dy_mul_up(acc, b, w);
            if (acc.m == NULL || dpc_dy_sgn(acc) < 0)
                return dpc_dy_none();
            m--;
        } else {
            b = dpc_dy_mul_up(b, b, w);
            if (b.m == NULL || dpc_dy_sgn(b) < 0)
                return dpc_dy_none();
            m = half;
        }
    }
    return acc;
}

/* a^n for a >= 0, n >= 0 */
/*@ requires kok(a) && DV(a.lo) >= 0 && n >= 0 && bitsok(w);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> \forall real x; in(x, a) ==> in(dk_pown(x, n), \result); */
static dpc_ki pown_nonnegative(dpc_ki a, int64_t n, int64_t w)
{
    if (dpc_dy_sgn(a.hi) < 0)
        return dpc_ki_none();
    return dpc_ki_make(pown_dn(a.lo, n, w), pown_up(a.hi, n, w));
}

/* a^n, n >= 0.  Even powers are those of |x|, odd ones change sign with x. */
/*@ requires kok(a) && n >= 0 && bitsok(w);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> \forall real x; in(x, a) ==> in(dk_pown(x, n), \result); */
static dpc_ki pown(dpc_ki a, int64_t n, int64_t w)
{
    if (dpc_dy_sgn(a.lo) >= 0)
        return pown_nonnegative(a, n, w);
    const int64_t half = n / 2;
    if (half + half == n) {
        /*@ assert even: dk_double(half) == n; */
        const dpc_ki b = dpc_ki_abs(a);
        if (!dpc_ki_ok(b) || dpc_dy_sgn(b.lo) < 0)
            return dpc_ki_none();
        const dpc_ki r = pown_nonnegative(b, n, w);
        /*@ assert abs: kok(r) ==> \forall real x; in(x, a) ==> (x >= 0 ==> in(dk_pown(x, n), r)) && (x <= 0 ==> in(dk_pown(-x, n), r)); */
        return r;
    }
    /*@ assert odd: n == dk_double(half) + 1 && dk_odd(n); */
    const dpc_ki b = dpc_ki_neg(a);
    if (!dpc_ki_ok(b))
        return dpc_ki_none();
    if (dpc_dy_sgn(b.lo) >= 0) {
        const dpc_ki r = pown_nonnegative(b, n, w);
        /*@ assert neg: kok(r) ==> \forall real x; in(x, a) ==> in(dk_pown(-x, n), r); */
        return dpc_ki_neg(r);
    }
    /* lo < 0 < hi: from -(-lo)^n to hi^n */
    if (dpc_dy_sgn(b.hi) < 0 || dpc_dy_sgn(a.hi) < 0)
        return dpc_ki_none();
    return dpc_ki_make(dpc_dy_neg(pown_up(b.hi, n, w)), pown_up(a.hi, n, w));
}

dpc_ki dpc_ki_ipow(dpc_ki a, int64_t n, int64_t bits)
{
    if (!dpc_ki_ok(a) || bits > DPC_KI_MAX_BITS / 4)
        return dpc_ki_none();
    /* the relative error of a square is twice that of its root */
    const int64_t w = bits + 8 + 2 * length(n >= 0 ? n : -n);
    if (n > 0)
        return dpc_ki_round(pown(a, n, w), bits + 4);
    /* 0 is not a point of a */
    if (dpc_dy_sgn(a.lo) <= 0 && dpc_dy_sgn(a.hi) >= 0)
        return dpc_ki_none();
    return dpc_ki_div(dpc_ki_ui(1), pown(a, -n, w), bits + 4);
}

/* Bits before the point of a product of exponents; a hint. */
/*@ requires kok(a);
    assigns \nothing;
    ensures 0 <= \result <= 64; */
static int64_t bits_before_point(dpc_ki a)
{
    const int64_t l = a.lo.e + dpc_z_bits(a.lo.m), h = a.hi.e + dpc_z_bits(a.hi.m), t = l > h ? l : h;
    return t < 0 ? 0 : t > 64 ? 64 : t;
}

/* x^y = exp(y log x), x > 0 */
/*@ requires kok(a) && kok(b) && DV(a.lo) > 0 && kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> \forall real x, y; in(x, a) ==> in(y, b) ==> in(dk_pow(x, y), \result); */
static dpc_ki pow_positive(dpc_ki a, dpc_ki b, int64_t bits)
{
    if (bits > DPC_KI_MAX_BITS / 2)
        return dpc_ki_none();
    /* an absolute error of y log x is a relative one of the power */
    const dpc_ki guess = dpc_ki_mul(b, dpc_ki_log(a, 32), 32);
    if (!dpc_ki_ok(guess))
        return dpc_ki_none();
    const int64_t w = bits + 12 + bits_before_point(guess);
    return dpc_ki_exp(dpc_ki_mul(b, dpc_ki_log(a, w), w), bits);
}

dpc_ki dpc_ki_pow(dpc_ki a, dpc_ki b, int64_t bits)
{
    if (!dpc_ki_ok(a) || !dpc_ki_ok(b))
        return dpc_ki_none();
    if (dpc_dy_sgn(a.lo) > 0)
        return pow_positive(a, b, bits);
    if (dpc_dy_sgn(a.lo) < 0 || dpc_dy_sgn(b.lo) <= 0)
        return dpc_ki_none();
    /* 0 <= x <= hi, y > 0: 0 <= x^y <= hi^y */
    const dpc_dy zero = dpc_dy_ui(0);
    if (dpc_dy_sgn(a.hi) <= 0)
        return dpc_ki_make(zero, zero);
    const dpc_ki top = dpc_ki_make(a.hi, a.hi);
    const dpc_ki r = pow_positive(top, b, bits);
    if (!dpc_ki_ok(r))
        return dpc_ki_none();
    /*@ assert top: \forall real y; in(y, b) ==> in(dk_pow(DV(a.hi), y), r); */
    return dpc_ki_make(zero, r.hi);
}

/* ---- binomial coefficients ---- */

dpc_ki dpc_ki_binom_step(dpc_ki c, int64_t n, int64_t k, int64_t bits)
{
    /* binom(n, k + 1) = binom(n, k) (n - k) / (k + 1) */
    return dpc_ki_div(dpc_ki_mul(c, dpc_ki_ui((uint64_t)(n - k)), bits),
                      dpc_ki_ui((uint64_t)(k + 1)), bits);
}
