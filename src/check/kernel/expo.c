/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Exponential: x = t 2^k with t small; tau_0(t) = exp(t) by a series that is summed once, rounded
   down, with an error that is known beforehand (L-TAU-STEP, L-TAU-LOW, L-TAU-HIGH); then k
   squarings, of a lower and an upper end.  The upper end of an interval [y, y + d] is that of y
   times 1 + d + d^2. Logarithm: any guess g for log x, and one step of Newton's method from an
   enclosure of exp(g): log x <= g + (x - exp g) / exp g and log x >= g + (x - exp g) / x, because
   log v <= v - 1. */
#include "kernel/hint.h"
#include "kernel/kernel.h"

/* bits inside of this file */
#define MAX_BITS 8388608 /* 2^23 */

#define MAX_TERMS 1048576

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

/* p rounded down to a multiple of 2^e. */
/*@ requires dywf(p) && -8 * DPC_DY_MAX_EXP <= e <= DPC_DY_MAX_EXP;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> dyok(p) && DV(\result) <= DV(p) <= DV(\result) + dk_dy(1, e);
    ensures sign: \result.m != \null ==> DV(p) >= 0 ==> DV(\result) >= 0; */
static dpc_dy cut(dpc_dy p, int64_t e)
{
    if (p.m == NULL || p.e >= e)
        return p;
    return dpc_dy_make(dpc_z_shr_dn(p.m, e - p.e), e);
}

/* tau_last(t) from d terms, 0 <= t <= 2^-h.  With c = d! / j! the sums c tau_j(t) have integers as
   coefficients; s is below by at most 2^y, what is left of 1 <= tau_d <= 2, and 2^(1-f), what
   rounding to 2^-f adds up to. */
/*@ requires dyok(t) && 0 <= DV(t) <= dk_dy(1, -h) && 1 <= h <= DPC_DY_MAX_BITS;
    requires 0 <= last < d <= MAX_TERMS + 1 && 1 <= f <= DPC_DY_MAX_BITS && 1 <= w <= 2 * MAX_BITS;
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> in(dk_tau(last, DV(t)), \result); */
static dpc_ki series(dpc_dy t, int64_t h, int64_t d, int64_t last, int64_t f, int64_t w)
{
    const dpc_dy one = dpc_dy_ui(1);
    dpc_dy s = one, c = one;
    int64_t y = 0;
    if (one.m == NULL || !dpc_dy_le(t, one))
        return dpc_ki_none();
    /*@ loop invariant last <= j <= d && dyok(s) && dyok(c) && -DPC_DY_MAX_EXP <= y <= 0;
        loop invariant dn: DV(s) <= dk_mul(DV(c), dk_tau(j, DV(t)));
        loop invariant up: dk_mul(DV(c), dk_tau(j, DV(t))) <= DV(s) + dk_dy(1, y) + dk_dy(1, 1 - f);
        loop assigns j, s, c, y;
        loop variant j - last; */
    for (int64_t j = d; j > last; j--) {
        const dpc_dy q = cut(dpc_dy_mul(t, s), -f);
        c = dpc_dy_mul(c, dpc_dy_ui((uint64_t)j));
        s = dpc_dy_add(c, q);
        /*@ assert left: dk_mul(DV(t), dk_dy(1, y)) <= dk_dy(1, y - h); */
        /*@ assert rounding: dk_mul(DV(t), dk_dy(1, 1 - f)) <= dk_dy(1, -f); */
        y -= h;
        if (s.m == NULL || y < -DPC_DY_MAX_EXP)
            return dpc_ki_none();
    }
    if (dpc_dy_sgn(c) <= 0)
        return dpc_ki_none();
    const dpc_dy left = dpc_dy_make(one.m, y), rounding = dpc_dy_make(one.m, 1 - f);
    const dpc_dy most = dpc_dy_add_up(s, dpc_dy_add_up(left, rounding, 32), w + 32);
    return dpc_ki_make(dpc_dy_div_dn(s, c, w), dpc_dy_div_up(most, c, w));
}

/* The same with as many terms as w bits need.  t <= 2^top, top < 0. */
/*@ requires dyok(t) && DV(t) >= 0 && -2 * DPC_DY_MAX_EXP <= top <= 0 && 0 <= last <= 1 && 1 <= w <= 2 * MAX_BITS;
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> in(dk_tau(last, DV(t)), \result) && DV(t) <= 1; */
static dpc_ki tau(dpc_dy t, int64_t top, int64_t last, int64_t w)
{
    const int64_t h = -top > w ? w : -top, d = terms(-h, w) + last;
    const dpc_dy bound = dpc_dy_make(dpc_z_ui(1), -h);
    if (h < 1 || !dpc_dy_le(t, bound) || !dpc_dy_le(t, dpc_dy_ui(1)))
        return dpc_ki_none();
    return series(t, h, d, last, w, w);
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
/*@ requires dyok(x) && DV(x) >= 0 && 1 <= bits <= MAX_BITS;
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> in(dk_exp(DV(x)), \result) && DV(\result.lo) >= 0; */
static dpc_ki positive(dpc_dy x, int64_t bits)
{
    const int64_t top = x.e + dpc_z_bits(x.m), k = halvings(top, bits), w = bits + k + 2;
    if (k < 0)
        return dpc_ki_none();
    const dpc_dy t = dpc_dy_make(x.m, x.e - k);
    if (t.m == NULL)
        return dpc_ki_none();
    const dpc_ki r = tau(t, top - k, 0, w);
    if (!dpc_ki_ok(r) || dpc_dy_sgn(r.lo) < 0)
        return dpc_ki_none();
    dpc_dy lo = r.lo, hi = r.hi;
    /*@ loop invariant 0 <= i <= k && dyok(lo) && dyok(hi);
        loop invariant dn: 0 <= DV(lo) <= dk_exp(dk_dy(V(x.m), x.e - i));
        loop invariant up: dk_exp(dk_dy(V(x.m), x.e - i)) <= DV(hi);
        loop assigns i, lo, hi;
        loop variant i; */
    for (int64_t i = k; i > 0; i--) {
        lo = dpc_dy_mul_dn(lo, lo, w);
        hi = dpc_dy_mul_up(hi, hi, w);
        if (lo.m == NULL || hi.m == NULL)
            return dpc_ki_none();
    }
    return dpc_ki_make(lo, hi);
}

/* exp(x); exp(x) = 1 / exp(-x) */
/*@ requires dywf(x) && 1 <= bits <= MAX_BITS;
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> dyok(x) && in(dk_exp(DV(x)), \result); */
static dpc_ki exp_point(dpc_dy x, int64_t bits)
{
    if (x.m == NULL)
        return dpc_ki_none();
    if (dpc_dy_sgn(x) >= 0)
        return positive(x, bits);
    const dpc_dy z = dpc_dy_neg(x), one = dpc_dy_ui(1);
    if (z.m == NULL)
        return dpc_ki_none();
    const dpc_ki r = positive(z, bits);
    if (!dpc_ki_ok(r))
        return dpc_ki_none();
    return dpc_ki_make(dpc_dy_div_dn(one, r.hi, bits), dpc_dy_div_up(one, r.lo, bits));
}

/* ---- exp(x) - 1: relative accuracy near 0 ---- */

/* exp(x) - 1 = x tau_1(x), 0 <= x <= 1/2. */
/*@ requires dyok(x) && DV(x) >= 0 && 1 <= bits <= MAX_BITS;
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> in(dk_exp(DV(x)) - 1, \result); */
static dpc_ki expm1_small(dpc_dy x, int64_t bits)
{
    const int64_t top = x.e + dpc_z_bits(x.m), w = bits + 8;
    if (top > 0)
        return dpc_ki_none();
    const dpc_ki r = tau(x, top, 1, w);
    if (!dpc_ki_ok(r))
        return dpc_ki_none();
    return dpc_ki_make(dpc_dy_mul_dn(x, r.lo, w), dpc_dy_mul_up(x, r.hi, w));
}

/* exp(x) - 1; exp(-t) - 1 = -E / (1 + E) with E = exp(t) - 1, and E / (1 + E) grows with E. */
/*@ requires dywf(x) && 1 <= bits <= MAX_BITS - 64;
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> dyok(x) && in(dk_exp(DV(x)) - 1, \result); */
static dpc_ki expm1_point(dpc_dy x, int64_t bits)
{
    const dpc_dy one = dpc_dy_ui(1);
    if (x.m == NULL || one.m == NULL)
        return dpc_ki_none();
    if (x.e + dpc_z_bits(x.m) > -2) {
        const dpc_ki r = exp_point(x, bits + 4);
        return dpc_ki_make(dpc_dy_sub_dn(r.lo, one, bits + 8), dpc_dy_sub_up(r.hi, one, bits + 8));
    }
    if (dpc_dy_sgn(x) >= 0)
        return expm1_small(x, bits);
    const dpc_dy t = dpc_dy_neg(x);
    if (t.m == NULL)
        return dpc_ki_none();
    const dpc_ki r = expm1_small(t, bits);
    if (!dpc_ki_ok(r))
        return dpc_ki_none();
    return dpc_ki_make(
        dpc_dy_neg(dpc_dy_div_up(r.hi, dpc_dy_add_dn(one, r.hi, bits + 8), bits + 8)),
        dpc_dy_neg(dpc_dy_div_dn(r.lo, dpc_dy_add_up(one, r.lo, bits + 8), bits + 8)));
}

/* ---- intervals: exp grows ---- */

/* Bits of an argument that matter for exp at this precision. */
/*@ requires dyok(x) && 1 <= bits <= MAX_BITS;
    assigns \nothing;
    ensures bits <= \result <= bits + 64; */
static int64_t argument_bits(dpc_dy x, int64_t bits)
{
    const int64_t top = x.e + dpc_z_bits(x.m);
    return bits + 8 + (top < 0 ? 0 : top > 44 ? 44 : top);
}

/* From above exp(y) - c by v, and exp(y) by e, to above exp(x) - c, if x >= y is near y:
   exp(y + d) - exp(y) <= exp(y) (d + d^2) for 0 <= d <= 1.  A refusal if it is not near. */
/*@ requires dywf(v) && dywf(e) && dywf(y) && dywf(x) && 1 <= bits <= MAX_BITS;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> dyok(v) && dyok(e) && dyok(y) && dyok(x) &&
              (dk_exp(DV(y)) <= DV(e) ==> dk_exp(DV(x)) - dk_exp(DV(y)) <= DV(\result) - DV(v)); */
static dpc_dy stretched(dpc_dy v, dpc_dy e, dpc_dy y, dpc_dy x, int64_t bits)
{
    const dpc_dy d = dpc_dy_sub_up(x, y, 32), limit = dpc_dy_make(dpc_z_ui(1), -16);
    if (d.m == NULL || dpc_dy_sgn(d) < 0 || !dpc_dy_le(d, limit) || !dpc_dy_le(limit, dpc_dy_ui(1)))
        return dpc_dy_none();
    const dpc_dy s = dpc_dy_add_up(d, dpc_dy_mul_up(d, d, 32), 32);
    return dpc_dy_add_up(v, dpc_dy_mul_up(e, s, 32), bits);
}

dpc_ki dpc_ki_exp(dpc_ki a, int64_t bits)
{
    if (!dpc_ki_ok(a))
        return dpc_ki_none();
    const dpc_dy y = dpc_dy_rnd_dn(a.lo, argument_bits(a.lo, bits + 8));
    const dpc_ki r = exp_point(y, bits + 8);
    if (!dpc_ki_ok(r))
        return dpc_ki_none();
    dpc_dy hi = stretched(r.hi, r.hi, y, a.hi, bits + 4);
    if (hi.m == NULL) {
        const dpc_dy z = dpc_dy_rnd_up(a.hi, argument_bits(a.hi, bits + 8));
        const dpc_ki above = exp_point(z, bits + 8);
        if (!dpc_ki_ok(above))
            return dpc_ki_none();
        hi = dpc_dy_rnd_up(above.hi, bits + 4);
    }
    return dpc_ki_make(dpc_dy_rnd_dn(r.lo, bits + 4), hi);
}

dpc_ki dpc_ki_expm1(dpc_ki a, int64_t bits)
{
    if (!dpc_ki_ok(a))
        return dpc_ki_none();
    const dpc_dy y = dpc_dy_rnd_dn(a.lo, argument_bits(a.lo, bits + 8)), one = dpc_dy_ui(1);
    const dpc_ki r = expm1_point(y, bits + 8);
    if (!dpc_ki_ok(r))
        return dpc_ki_none();
    dpc_dy hi = stretched(r.hi, dpc_dy_add_up(one, r.hi, 32), y, a.hi, bits + 4);
    if (hi.m == NULL) {
        const dpc_dy z = dpc_dy_rnd_up(a.hi, argument_bits(a.hi, bits + 8));
        const dpc_ki above = expm1_point(z, bits + 8);
        if (!dpc_ki_ok(above))
            return dpc_ki_none();
        hi = dpc_dy_rnd_up(above.hi, bits + 4);
    }
    return dpc_ki_make(dpc_dy_rnd_dn(r.lo, bits + 4), hi);
}

dpc_ki dpc_ki_e(int64_t bits)
{
    return dpc_ki_exp(dpc_ki_ui(1), bits);
}

/* ---- logarithm ---- */

/* c and what is at least exp(g) - c: a number <= log(c + x). */
/*@ requires dywf(c) && dywf(g) && dywf(m) && dyok(x) && DV(c) + DV(x) > 0 && 1 <= bits <= MAX_BITS;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> dyok(c) && dyok(g) && dyok(m) &&
              (dk_exp(DV(g)) - DV(c) <= DV(m) ==> DV(\result) <= dk_log(DV(c) + DV(x))); */
static dpc_dy newton_dn(dpc_dy c, dpc_dy g, dpc_dy m, dpc_dy x, int64_t bits)
{
    const dpc_dy n = dpc_dy_sub_dn(x, m, bits);
    if (c.m == NULL || g.m == NULL || n.m == NULL)
        return dpc_dy_none();
    const dpc_dy d = dpc_dy_sgn(n) >= 0 ? dpc_dy_add_up(c, x, bits) : dpc_dy_add_dn(c, x, bits);
    const dpc_dy q = dpc_dy_div_dn(n, d, bits);
    if (q.m == NULL || (dpc_dy_sgn(n) >= 0 && dpc_dy_sgn(q) < 0))
        return dpc_dy_none();
    /*@ assert step: dk_mul(DV(q), DV(c) + DV(x)) <= DV(n); */
    return dpc_dy_add_dn(g, q, bits);
}

/* c and what is at most exp(g) - c: a number >= log(c + x). */
/*@ requires dywf(c) && dywf(g) && dywf(m) && dyok(x) && DV(c) + DV(x) > 0 && 1 <= bits <= MAX_BITS;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> dyok(c) && dyok(g) && dyok(m) &&
              (dk_exp(DV(g)) - DV(c) >= DV(m) ==> DV(\result) >= dk_log(DV(c) + DV(x))); */
static dpc_dy newton_up(dpc_dy c, dpc_dy g, dpc_dy m, dpc_dy x, int64_t bits)
{
    const dpc_dy n = dpc_dy_sub_up(x, m, bits);
    if (c.m == NULL || g.m == NULL || n.m == NULL)
        return dpc_dy_none();
    const dpc_dy d = dpc_dy_sgn(n) >= 0 ? dpc_dy_add_dn(c, m, bits) : dpc_dy_add_up(c, m, bits);
    const dpc_dy q = dpc_dy_div_up(n, d, bits);
    if (q.m == NULL || (dpc_dy_sgn(n) >= 0 && dpc_dy_sgn(q) < 0))
        return dpc_dy_none();
    /*@ assert step: DV(c) + DV(m) > 0 ==> dk_mul(DV(q), DV(c) + DV(m)) >= DV(n); */
    return dpc_dy_add_up(g, q, bits);
}

/* Whether a guess for one is good for the other: |x - y| < 2^-16 |x|.  A hint. */
/*@ requires dyok(x) && dyok(y);
    assigns \nothing; */
static int near(dpc_dy x, dpc_dy y)
{
    const dpc_dy d = dpc_dy_sub_up(y, x, 8);
    return d.m != NULL &&
           (dpc_dy_sgn(d) == 0 || d.e + dpc_z_bits(d.m) < x.e + dpc_z_bits(x.m) - 16);
}

/* From below log(c + x), from above log(c + y); c is 0 or 1. */
/*@ requires dyok(x) && dyok(y) && 0 <= c <= 1 && c + DV(x) > 0 && c + DV(y) > 0 && 1 <= bits <= MAX_BITS - 128;
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures lo: kok(\result) ==> DV(\result.lo) <= dk_log(c + DV(x));
    ensures hi: kok(\result) ==> DV(\result.hi) >= dk_log(c + DV(y)); */
static dpc_ki log_ends(int c, dpc_dy x, dpc_dy y, int64_t bits)
{
    const dpc_dy shift = dpc_dy_ui((uint64_t)c);
    const dpc_dy g = c == 0 ? dpc_hint_log(x, bits) : dpc_hint_log1p(x, bits);
    const dpc_ki e = c == 0 ? exp_point(g, bits + 4) : expm1_point(g, bits + 4);
    dpc_dy h = g;
    dpc_ki f = e;
    if (!near(x, y)) {
        h = c == 0 ? dpc_hint_log(y, bits) : dpc_hint_log1p(y, bits);
        f = c == 0 ? exp_point(h, bits + 4) : expm1_point(h, bits + 4);
    }
    if (shift.m == NULL || !dpc_ki_ok(e) || !dpc_ki_ok(f))
        return dpc_ki_none();
    return dpc_ki_make(newton_dn(shift, g, e.hi, x, bits), newton_up(shift, h, f.lo, y, bits));
}

/* Whether log x is better taken as log(1 + (x - 1)); a hint. */
/*@ requires dyok(x);
    assigns \nothing; */
static int near_one(dpc_dy x)
{
    const int64_t top = x.e + dpc_z_bits(x.m);
    return top == 0 || top == 1;
}

dpc_ki dpc_ki_log(dpc_ki a, int64_t bits)
{
    if (!dpc_ki_ok(a) || dpc_dy_sgn(a.lo) <= 0 || dpc_dy_sgn(a.hi) <= 0)
        return dpc_ki_none();
    if (!near_one(a.lo))
        return log_ends(0, a.lo, a.hi, bits + 6);
    const dpc_dy one = dpc_dy_ui(1);
    const dpc_dy x = dpc_dy_sub_dn(a.lo, one, bits + 64), y = dpc_dy_sub_up(a.hi, one, bits + 64);
    if (x.m == NULL || y.m == NULL || !dpc_dy_lt(dpc_dy_neg(one), x))
        return dpc_ki_none();
    return log_ends(1, x, y, bits + 6);
}

dpc_ki dpc_ki_log1p(dpc_ki a, int64_t bits)
{
    const dpc_dy one = dpc_dy_ui(1);
    if (!dpc_ki_ok(a) || !dpc_dy_lt(dpc_dy_neg(one), a.lo) || !dpc_dy_lt(dpc_dy_neg(one), a.hi))
        return dpc_ki_none();
    return log_ends(1, a.lo, a.hi, bits + 6);
}
