/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Intervals: arithmetic, order, rounding to integers, square root. */
#include "kernel/kernel.h"

dpc_ki dpc_ki_none(void)
{
    dpc_ki a = {dpc_dy_none(), dpc_dy_none()};
    return a;
}

dpc_ki dpc_ki_make(dpc_dy lo, dpc_dy hi)
{
    dpc_ki a = {lo, hi};
    return a;
}

int dpc_ki_ok(dpc_ki a)
{
    return a.lo.m != NULL && a.hi.m != NULL;
}

dpc_ki dpc_ki_ui(uint64_t n)
{
    const dpc_dy x = dpc_dy_ui(n);
    return dpc_ki_make(x, x);
}

int dpc_ki_subset(dpc_ki a, dpc_ki c)
{
    return dpc_dy_le(c.lo, a.lo) && dpc_dy_le(a.hi, c.hi);
}

int dpc_ki_le(dpc_ki a, dpc_ki b)
{
    return dpc_ki_ok(a) && dpc_ki_ok(b) && dpc_dy_le(a.hi, b.lo);
}

int dpc_ki_lt(dpc_ki a, dpc_ki b)
{
    return dpc_ki_ok(a) && dpc_ki_ok(b) && dpc_dy_lt(a.hi, b.lo);
}

dpc_ki dpc_ki_ratio(dpc_z num, dpc_z den, int64_t bits)
{
    const dpc_dy n = dpc_dy_make(num, 0), d = dpc_dy_make(den, 0);
    return dpc_ki_make(dpc_dy_div_dn(n, d, bits), dpc_dy_div_up(n, d, bits));
}

dpc_ki dpc_ki_round(dpc_ki a, int64_t bits)
{
    return dpc_ki_make(dpc_dy_rnd_dn(a.lo, bits), dpc_dy_rnd_up(a.hi, bits));
}

dpc_ki dpc_ki_hull(dpc_ki a, dpc_ki b)
{
    return dpc_ki_make(dpc_dy_min(a.lo, b.lo), dpc_dy_max(a.hi, b.hi));
}

dpc_ki dpc_ki_add(dpc_ki a, dpc_ki b, int64_t bits)
{
    return dpc_ki_make(dpc_dy_add_dn(a.lo, b.lo, bits), dpc_dy_add_up(a.hi, b.hi, bits));
}

dpc_ki dpc_ki_sub(dpc_ki a, dpc_ki b, int64_t bits)
{
    return dpc_ki_make(dpc_dy_sub_dn(a.lo, b.hi, bits), dpc_dy_sub_up(a.hi, b.lo, bits));
}

dpc_ki dpc_ki_mul(dpc_ki a, dpc_ki b, int64_t bits)
{
    if (!dpc_ki_ok(a) || !dpc_ki_ok(b))
        return dpc_ki_none();
    if (dpc_dy_sgn(a.lo) >= 0 && dpc_dy_sgn(b.lo) >= 0) /* the common case */
        return dpc_ki_make(dpc_dy_mul_dn(a.lo, b.lo, bits), dpc_dy_mul_up(a.hi, b.hi, bits));
    /* a product is linear in each factor: the extremes are at the corners */
    const dpc_dy ll = dpc_dy_mul(a.lo, b.lo), lh = dpc_dy_mul(a.lo, b.hi),
                 hl = dpc_dy_mul(a.hi, b.lo), hh = dpc_dy_mul(a.hi, b.hi);
    return dpc_ki_make(
        dpc_dy_rnd_dn(dpc_dy_min(dpc_dy_min(ll, lh), dpc_dy_min(hl, hh)), bits),
        dpc_dy_rnd_up(dpc_dy_max(dpc_dy_max(ll, lh), dpc_dy_max(hl, hh)), bits));
}

/* b > 0 */
/*@ requires kok(a) && kok(b) && kbits(bits) && DV(b.lo) > 0;
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> \forall real x, y; in(x, a) ==> in(y, b) ==> in(dk_div(x, y), \result); */
static dpc_ki div_positive(dpc_ki a, dpc_ki b, int64_t bits)
{
    const dpc_dy below = dpc_dy_sgn(a.lo) >= 0 ? b.hi : b.lo, above = dpc_dy_sgn(a.hi) >= 0 ? b.lo : b.hi;
    return dpc_ki_make(dpc_dy_div_dn(a.lo, below, bits), dpc_dy_div_up(a.hi, above, bits));
}

dpc_ki dpc_ki_div(dpc_ki a, dpc_ki b, int64_t bits)
{
    if (!dpc_ki_ok(a) || !dpc_ki_ok(b))
        return dpc_ki_none();
    if (dpc_dy_sgn(b.lo) > 0)
        return div_positive(a, b, bits);
    /* x / y = (-x) / (-y) */
    const dpc_ki na = dpc_ki_neg(a), nb = dpc_ki_neg(b);
    if (!dpc_ki_ok(na) || !dpc_ki_ok(nb) || dpc_dy_sgn(nb.lo) <= 0)
        return dpc_ki_none();
    const dpc_ki r = div_positive(na, nb, bits);
    /*@ assert neg: \forall real x, y; in(x, a) ==> in(y, b) ==> y < 0 && in(-x, na) && in(-y, nb); */
    /*@ assert flip: kok(r) ==> \forall real x, y; in(x, a) ==> in(y, b) ==> in(dk_div(-x, -y), r); */
    return r;
}

dpc_ki dpc_ki_neg(dpc_ki a)
{
    return dpc_ki_make(dpc_dy_neg(a.hi), dpc_dy_neg(a.lo));
}

dpc_ki dpc_ki_pos(dpc_ki a)
{
    const dpc_dy zero = dpc_dy_ui(0);
    return dpc_ki_make(dpc_dy_max(a.lo, zero), dpc_dy_max(a.hi, zero));
}

dpc_ki dpc_ki_abs(dpc_ki a)
{
    if (!dpc_ki_ok(a))
        return a;
    if (dpc_dy_sgn(a.lo) >= 0)
        return a;
    if (dpc_dy_sgn(a.hi) <= 0)
        return dpc_ki_neg(a);
    return dpc_ki_make(dpc_dy_ui(0), dpc_dy_max(dpc_dy_neg(a.lo), a.hi));
}

dpc_ki dpc_ki_min(dpc_ki a, dpc_ki b)
{
    return dpc_ki_make(dpc_dy_min(a.lo, b.lo), dpc_dy_min(a.hi, b.hi));
}

dpc_ki dpc_ki_max(dpc_ki a, dpc_ki b)
{
    return dpc_ki_make(dpc_dy_max(a.lo, b.lo), dpc_dy_max(a.hi, b.hi));
}

dpc_ki dpc_ki_floor(dpc_ki a)
{
    return dpc_ki_make(dpc_dy_floor(a.lo), dpc_dy_floor(a.hi));
}

dpc_ki dpc_ki_ceil(dpc_ki a)
{
    return dpc_ki_make(dpc_dy_ceil(a.lo), dpc_dy_ceil(a.hi));
}

dpc_ki dpc_ki_sqrt(dpc_ki a, int64_t bits)
{
    return dpc_ki_make(dpc_dy_sqrt_dn(a.lo, bits), dpc_dy_sqrt_up(a.hi, bits));
}
