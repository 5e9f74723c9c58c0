/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Exponential: x = t 2^k with t small; tau_0(t) = exp(t) from below or above by the nested series
   tau_{j-1}(t) = 1 + t tau_j(t) / j, which starts from 1 <= tau_d(t) <= 2 (lemmas L-TAU-STEP and
   L-TAU-BOUND); then k squarings.  Every step rounds to the side that is asked for.
   Logarithm: a guess g for log x is accepted if exp(g) <= x, or x <= exp(g). */
#include "kernel/expo.h"

#include "kernel/hint.h"

#define MAX_TERMS 1048576L

/* Terms after which t^d / d! < 2^-w, for 0 <= t < 2^top, top <= 0.  A hint. */
/*@ requires -4 * DPC_DY_MAX_EXP <= top <= 0 && 0 <= w <= DPC_DY_MAX_BITS;
    assigns \nothing;
    ensures 1 <= \result <= MAX_TERMS; */
static int64_t terms(int64_t top, int64_t w)
{
    int64_t d = 1, have = 0, log = 0, power = 2;
    /*@ loop invariant 1 <= d <= MAX_TERMS && 0 <= log <= d && 2 <= power <= 2 * MAX_TERMS;
        loop invariant 0 <= have <= w + 4 * DPC_DY_MAX_EXP + MAX_TERMS;
        loop assigns d, have, log, power;
        loop variant MAX_TERMS - d; */
    while (have < w && d < MAX_TERMS) {
        have += log - top;
        d++;
        if (d == power && power <= MAX_TERMS) {
            power *= 2;
            log++;
        }
    }
    return d;
}

/* A number <= tau_last(t), >= 0, from d terms; 0 <= t <= 1.  L-TAU-STEP, L-TAU-BOUND. */
/*@ requires dyok(t) && 0 <= DV(t) <= 1 && 0 <= last < d <= MAX_TERMS + 1 && bitsok(w);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> 0 <= DV(\result) <= dk_tau(last, DV(t)); */
static dpc_dy tau_dn(dpc_dy t, int64_t d, int64_t last, int64_t w)
{
    const dpc_dy one = dpc_dy_ui(1);
    dpc_dy s = one;
    if (s.m == NULL)
        return s;
    /*@ loop invariant last <= j <= d && dyok(s);
        loop invariant dn: 0 <= DV(s) <= dk_tau(j, DV(t));
        loop assigns j, s;
        loop variant j - last; */
    for (int64_t j = d; j > last; j--) {
        const dpc_dy q = dpc_dy_div_dn(dpc_dy_mul(t, s), dpc_dy_ui((unsigned long)j), w);
        s = dpc_dy_add_dn(one, q, w);
        if (s.m == NULL || dpc_dy_sgn(s) < 0)
            return dpc_dy_none();
    }
    return s;
}

/* A number >= tau_last(t). */
/*@ requires dyok(t) && 0 <= DV(t) <= 1 && 0 <= last < d <= MAX_TERMS + 1 && bitsok(w);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> DV(\result) >= dk_tau(last, DV(t)); */
static dpc_dy tau_up(dpc_dy t, int64_t d, int64_t last, int64_t w)
{
    const dpc_dy one = dpc_dy_ui(1);
    dpc_dy s = dpc_dy_ui(2);
    if (s.m == NULL)
        return s;
    /*@ loop invariant last <= j <= d && dyok(s);
        loop invariant up: DV(s) >= dk_tau(j, DV(t));
        loop assigns j, s;
        loop variant j - last; */
    for (int64_t j = d; j > last; j--) {
        const dpc_dy q = dpc_dy_div_up(dpc_dy_mul(t, s), dpc_dy_ui((unsigned long)j), w);
        s = dpc_dy_add_up(one, q, w);
        if (s.m == NULL)
            return s;
    }
    return s;
}

/* How often to halve x < 2^top; a hint.  -1: too large. */
/*@ requires -2 * DPC_DY_MAX_EXP <= top <= 2 * DPC_DY_MAX_EXP && 1 <= bits <= DPC_DY_MAX_BITS;
    assigns \nothing;
    ensures -1 <= \result <= 4194304;
    ensures \result >= 0 ==> top - \result <= 0; */
static int64_t halvings(int64_t top, int64_t bits)
{
    if (top > 44)
        return -1;
    int64_t small = dpc_hint_isqrt(bits);
    if (small > 1024)
        small = 1024;
    return top + small > 0 ? top + small : 0;
}

/* x >= 0 */
/*@ requires dyok(x) && DV(x) >= 0 && 1 <= bits <= 2 * DPC_EXP_MAX_BITS;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> 0 <= DV(\result) <= dk_exp(DV(x)); */
static dpc_dy positive_dn(dpc_dy x, int64_t bits)
{
    const int64_t top = x.e + dpc_z_bits(x.m), k = halvings(top, bits), w = bits + k + 8;
    if (k < 0)
        return dpc_dy_none();
    const dpc_dy t = dpc_dy_make(x.m, x.e - k), one = dpc_dy_ui(1);
    if (!dpc_dy_le(t, one))
        return dpc_dy_none();
    dpc_dy s = tau_dn(t, terms(top - k, w), 0, w);
    if (s.m == NULL)
        return s;
    /*@ loop invariant 0 <= i <= k && dyok(s);
        loop invariant dn: 0 <= DV(s) <= dk_exp(dk_dy(V(x.m), x.e - i));
        loop assigns i, s;
        loop variant i; */
    for (int64_t i = k; i > 0; i--) {
        s = dpc_dy_mul_dn(s, s, w);
        if (s.m == NULL)
            return s;
    }
    return s;
}

/*@ requires dyok(x) && DV(x) >= 0 && 1 <= bits <= 2 * DPC_EXP_MAX_BITS;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> DV(\result) >= dk_exp(DV(x)); */
static dpc_dy positive_up(dpc_dy x, int64_t bits)
{
    const int64_t top = x.e + dpc_z_bits(x.m), k = halvings(top, bits), w = bits + k + 8;
    if (k < 0)
        return dpc_dy_none();
    const dpc_dy t = dpc_dy_make(x.m, x.e - k), one = dpc_dy_ui(1);
    if (!dpc_dy_le(t, one))
        return dpc_dy_none();
    dpc_dy s = tau_up(t, terms(top - k, w), 0, w);
    if (s.m == NULL)
        return s;
    /*@ loop invariant 0 <= i <= k && dyok(s);
        loop invariant up: DV(s) >= dk_exp(dk_dy(V(x.m), x.e - i));
        loop assigns i, s;
        loop variant i; */
    for (int64_t i = k; i > 0; i--) {
        s = dpc_dy_mul_up(s, s, w);
        if (s.m == NULL)
            return s;
    }
    return s;
}

/* Bits of an argument that matter for exp at this precision. */
/*@ requires dyok(x) && 1 <= bits <= DPC_EXP_MAX_BITS;
    assigns \nothing;
    ensures bits <= \result <= bits + 64; */
static int64_t argument_bits(dpc_dy x, int64_t bits)
{
    const int64_t top = x.e + dpc_z_bits(x.m);
    return bits + 8 + (top < 0 ? 0 : top > 44 ? 44 : top);
}

dpc_dy dpc_exp_dn(dpc_dy x, int64_t bits)
{
    if (x.m == NULL)
        return x;
    const dpc_dy y = dpc_dy_rnd_dn(x, argument_bits(x, bits));
    if (y.m == NULL)
        return y;
    if (dpc_dy_sgn(y) >= 0)
        return positive_dn(y, bits);
    const dpc_dy z = dpc_dy_neg(y);
    if (z.m == NULL)
        return z;
    return dpc_dy_div_dn(dpc_dy_ui(1), positive_up(z, bits), bits); /* exp(y) = 1 / exp(-y) */
}

dpc_dy dpc_exp_up(dpc_dy x, int64_t bits)
{
    if (x.m == NULL)
        return x;
    const dpc_dy y = dpc_dy_rnd_up(x, argument_bits(x, bits));
    if (y.m == NULL)
        return y;
    if (dpc_dy_sgn(y) >= 0)
        return positive_up(y, bits);
    const dpc_dy z = dpc_dy_neg(y);
    if (z.m == NULL)
        return z;
    return dpc_dy_div_up(dpc_dy_ui(1), positive_dn(z, bits), bits);
}

/* ---- exp(x) - 1: relative accuracy near 0 ---- */

/* exp(x) - 1 = x tau_1(x), 0 <= x <= 1. */
/*@ requires dyok(x) && 0 <= DV(x) <= 1 && 1 <= bits <= DPC_EXP_MAX_BITS;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> 0 <= DV(\result) <= dk_exp(DV(x)) - 1; */
static dpc_dy small_dn(dpc_dy x, int64_t bits)
{
    const int64_t top = x.e + dpc_z_bits(x.m), w = bits + 8, d = terms(top < 0 ? top : 0, w);
    return dpc_dy_mul_dn(x, tau_dn(x, d + 1, 1, w), w);
}

/*@ requires dyok(x) && 0 <= DV(x) <= 1 && 1 <= bits <= DPC_EXP_MAX_BITS;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> DV(\result) >= dk_exp(DV(x)) - 1; */
static dpc_dy small_up(dpc_dy x, int64_t bits)
{
    const int64_t top = x.e + dpc_z_bits(x.m), w = bits + 8, d = terms(top < 0 ? top : 0, w);
    return dpc_dy_mul_up(x, tau_up(x, d + 1, 1, w), w);
}

/* exp(-t) - 1 = -E / (1 + E) with E = exp(t) - 1, and E / (1 + E) grows with E. */
/*@ requires dywf(x) && 1 <= bits <= DPC_EXP_MAX_BITS - 64;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> dyok(x) && DV(\result) <= dk_exp(DV(x)) - 1; */
static dpc_dy expm1_dn(dpc_dy x, int64_t bits)
{
    if (x.m == NULL)
        return x;
    const dpc_dy y = dpc_dy_rnd_dn(x, argument_bits(x, bits)), one = dpc_dy_ui(1);
    if (y.m == NULL || one.m == NULL)
        return dpc_dy_none();
    if (y.e + dpc_z_bits(y.m) > -2)
        return dpc_dy_sub_dn(dpc_exp_dn(y, bits + 8), one, bits + 8);
    if (dpc_dy_sgn(y) >= 0)
        return dpc_dy_le(y, one) ? small_dn(y, bits) : dpc_dy_none();
    const dpc_dy t = dpc_dy_neg(y);
    if (!dpc_dy_le(t, one))
        return dpc_dy_none();
    const dpc_dy above = small_up(t, bits);
    return dpc_dy_neg(dpc_dy_div_up(above, dpc_dy_add_dn(one, above, bits + 8), bits + 8));
}

/*@ requires dywf(x) && 1 <= bits <= DPC_EXP_MAX_BITS - 64;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> dyok(x) && DV(\result) >= dk_exp(DV(x)) - 1; */
static dpc_dy expm1_up(dpc_dy x, int64_t bits)
{
    if (x.m == NULL)
        return x;
    const dpc_dy y = dpc_dy_rnd_up(x, argument_bits(x, bits)), one = dpc_dy_ui(1);
    if (y.m == NULL || one.m == NULL)
        return dpc_dy_none();
    if (y.e + dpc_z_bits(y.m) > -2)
        return dpc_dy_sub_up(dpc_exp_up(y, bits + 8), one, bits + 8);
    if (dpc_dy_sgn(y) >= 0)
        return dpc_dy_le(y, one) ? small_up(y, bits) : dpc_dy_none();
    const dpc_dy t = dpc_dy_neg(y);
    if (!dpc_dy_le(t, one))
        return dpc_dy_none();
    const dpc_dy below = small_dn(t, bits);
    return dpc_dy_neg(dpc_dy_div_dn(below, dpc_dy_add_up(one, below, bits + 8), bits + 8));
}

/* ---- logarithm ---- */

/* g <= log x, for x that is not near 1 */
/*@ requires dyok(x) && 1 <= bits <= DPC_EXP_MAX_BITS - 128;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> dk_exp(DV(\result)) <= DV(x); */
static dpc_dy far_log_dn(dpc_dy x, int64_t bits)
{
    const dpc_dy g = dpc_hint_log(x, -1, bits);
    return dpc_dy_le(dpc_exp_up(g, bits + 8), x) ? g : dpc_dy_none();
}

/*@ requires dyok(x) && 1 <= bits <= DPC_EXP_MAX_BITS - 128;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> dk_exp(DV(\result)) >= DV(x); */
static dpc_dy far_log_up(dpc_dy x, int64_t bits)
{
    const dpc_dy g = dpc_hint_log(x, 1, bits);
    return dpc_dy_le(x, dpc_exp_dn(g, bits + 8)) ? g : dpc_dy_none();
}

/* Whether |x| >= 4; a hint. */
/*@ requires dyok(x);
    assigns \nothing; */
static int is_large(dpc_dy x)
{
    return x.e + dpc_z_bits(x.m) > 2;
}

/* g <= log(1 + x) */
/*@ requires dyok(x) && 1 <= bits <= DPC_EXP_MAX_BITS - 128;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> dk_exp(DV(\result)) <= 1 + DV(x); */
static dpc_dy log1p_dn(dpc_dy x, int64_t bits)
{
    if (is_large(x)) {
        const dpc_dy y = dpc_dy_add_dn(x, dpc_dy_ui(1), bits + 32);
        return y.m == NULL || dpc_dy_sgn(y) <= 0 ? dpc_dy_none() : far_log_dn(y, bits);
    }
    const dpc_dy g = dpc_hint_log1p(x, -1, bits);
    return dpc_dy_le(expm1_up(g, bits + 8), x) ? g : dpc_dy_none();
}

/*@ requires dyok(x) && 1 <= bits <= DPC_EXP_MAX_BITS - 128;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> dk_exp(DV(\result)) >= 1 + DV(x); */
static dpc_dy log1p_up(dpc_dy x, int64_t bits)
{
    if (is_large(x)) {
        const dpc_dy y = dpc_dy_add_up(x, dpc_dy_ui(1), bits + 32);
        return y.m == NULL || dpc_dy_sgn(y) <= 0 ? dpc_dy_none() : far_log_up(y, bits);
    }
    const dpc_dy g = dpc_hint_log1p(x, 1, bits);
    return dpc_dy_le(x, expm1_dn(g, bits + 8)) ? g : dpc_dy_none();
}

/* Whether log x is better taken as log(1 + (x - 1)); a hint. */
/*@ requires dyok(x);
    assigns \nothing; */
static int near_one(dpc_dy x)
{
    const int64_t top = x.e + dpc_z_bits(x.m);
    return top == 0 || top == 1;
}

/* g <= log x */
/*@ requires dywf(x) && 1 <= bits <= DPC_EXP_MAX_BITS - 128;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> dyok(x) && dk_exp(DV(\result)) <= DV(x); */
static dpc_dy log_dn(dpc_dy x, int64_t bits)
{
    if (x.m == NULL || dpc_dy_sgn(x) <= 0)
        return dpc_dy_none();
    if (near_one(x)) {
        const dpc_dy y = dpc_dy_add(x, dpc_dy_neg(dpc_dy_ui(1)));
        return y.m == NULL ? y : log1p_dn(y, bits);
    }
    return far_log_dn(x, bits);
}

/*@ requires dywf(x) && 1 <= bits <= DPC_EXP_MAX_BITS - 128;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> dyok(x) && dk_exp(DV(\result)) >= DV(x); */
static dpc_dy log_up(dpc_dy x, int64_t bits)
{
    if (x.m == NULL || dpc_dy_sgn(x) <= 0)
        return dpc_dy_none();
    if (near_one(x)) {
        const dpc_dy y = dpc_dy_add(x, dpc_dy_neg(dpc_dy_ui(1)));
        return y.m == NULL ? y : log1p_up(y, bits);
    }
    return far_log_up(x, bits);
}

/* ---- intervals: all of these functions grow ---- */

dpc_ki dpc_ki_exp(dpc_ki a, int64_t bits)
{
    return dpc_ki_make(dpc_dy_rnd_dn(dpc_exp_dn(a.lo, bits + 8), bits + 4),
                       dpc_dy_rnd_up(dpc_exp_up(a.hi, bits + 8), bits + 4));
}

dpc_ki dpc_ki_expm1(dpc_ki a, int64_t bits)
{
    return dpc_ki_make(dpc_dy_rnd_dn(expm1_dn(a.lo, bits + 8), bits + 4),
                       dpc_dy_rnd_up(expm1_up(a.hi, bits + 8), bits + 4));
}

dpc_ki dpc_ki_log(dpc_ki a, int64_t bits)
{
    if (a.lo.m == NULL || dpc_dy_sgn(a.lo) <= 0)
        return dpc_ki_none();
    return dpc_ki_make(log_dn(a.lo, bits), log_up(a.hi, bits));
}

dpc_ki dpc_ki_log1p(dpc_ki a, int64_t bits)
{
    const dpc_dy one = dpc_dy_ui(1);
    if (!dpc_ki_ok(a) || !dpc_dy_lt(dpc_dy_neg(one), a.lo))
        return dpc_ki_none();
    return dpc_ki_make(log1p_dn(a.lo, bits), log1p_up(a.hi, bits));
}

dpc_ki dpc_ki_e(int64_t bits)
{
    return dpc_ki_exp(dpc_ki_ui(1), bits);
}
