/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "kernel/dyadic.h"

dpc_dy dpc_dy_none(void)
{
    dpc_dy a = {NULL, 0};
    return a;
}

dpc_dy dpc_dy_make(dpc_z m, int64_t e)
{
    dpc_dy a = {m, e};
    if (e < -DPC_DY_MAX_EXP || e > DPC_DY_MAX_EXP)
        a.m = NULL;
    return a;
}

dpc_dy dpc_dy_ui(uint64_t n)
{
    return dpc_dy_make(dpc_z_ui(n), 0);
}

int dpc_dy_sgn(dpc_dy a)
{
    return dpc_z_sgn(a.m);
}

/* The mantissa of a at the exponent e <= a.e, NULL for a refusal. */
/*@ requires dyok(a) && -DPC_DY_MAX_EXP <= e <= a.e;
    assigns \result \from a, e;
    ensures \result == \null || zok(\result);
    ensures val: \result != \null ==> dk_dy(V(\result), e) == DV(a); */
static dpc_z at_exponent(dpc_dy a, int64_t e)
{
    return a.e == e ? a.m : dpc_z_shl(a.m, a.e - e);
}

/* Both > 0.  Their lengths decide, unless they are equal: no long shift, whatever the exponents. */
/*@ requires dyok(a) && dyok(b) && V(a.m) > 0 && V(b.m) > 0;
    assigns \nothing;
    ensures bool: \result == 0 || \result == 1;
    ensures le: \result == 1 ==> DV(a) <= DV(b); */
static int positive_le(dpc_dy a, dpc_dy b)
{
    const int64_t na = dpc_z_bits(a.m), nb = dpc_z_bits(b.m);
    if (a.e + na < b.e + nb)
        return 1; /* a <= 2^(a.e + na) <= 2^(b.e + nb - 1) <= b */
    if (a.e + na > b.e + nb)
        return 0;
    const int64_t e = a.e < b.e ? a.e : b.e;
    const dpc_z x = at_exponent(a, e), y = at_exponent(b, e);
    return x != NULL && y != NULL && dpc_z_le(x, y);
}

int dpc_dy_le(dpc_dy a, dpc_dy b)
{
    if (a.m == NULL || b.m == NULL)
        return 0;
    const int sa = dpc_z_sgn(a.m), sb = dpc_z_sgn(b.m);
    if (sa <= 0 && sb >= 0)
        return 1;
    if (sa >= 0 && sb <= 0)
        return 0;
    if (sa > 0)
        return positive_le(a, b);
    const dpc_dy na = dpc_dy_neg(a), nb = dpc_dy_neg(b);
    if (na.m == NULL || nb.m == NULL)
        return 0;
    return positive_le(nb, na);
}

int dpc_dy_lt(dpc_dy a, dpc_dy b)
{
    const dpc_dy d = dpc_dy_sub_dn(b, a, 2);
    return d.m != NULL && dpc_z_sgn(d.m) > 0;
}

dpc_dy dpc_dy_min(dpc_dy a, dpc_dy b)
{
    return dpc_dy_le(a, b) ? a : dpc_dy_le(b, a) ? b : dpc_dy_none();
}

dpc_dy dpc_dy_max(dpc_dy a, dpc_dy b)
{
    return dpc_dy_le(a, b) ? b : dpc_dy_le(b, a) ? a : dpc_dy_none();
}

/* ---- exact ---- */

dpc_dy dpc_dy_neg(dpc_dy a)
{
    return a.m == NULL ? a : dpc_dy_make(dpc_z_neg(a.m), a.e);
}

dpc_dy dpc_dy_scale(dpc_dy a, int64_t k)
{
    return a.m == NULL ? a : dpc_dy_make(a.m, a.e + k);
}

dpc_dy dpc_dy_half(dpc_dy a)
{
    return dpc_dy_scale(a, -1);
}

dpc_dy dpc_dy_add(dpc_dy a, dpc_dy b)
{
    if (a.m == NULL || b.m == NULL)
        return dpc_dy_none();
    if (dpc_z_sgn(a.m) == 0)
        return b;
    if (dpc_z_sgn(b.m) == 0)
        return a;
    const int64_t e = a.e < b.e ? a.e : b.e;
    const dpc_z x = at_exponent(a, e), y = at_exponent(b, e);
    if (x == NULL || y == NULL)
        return dpc_dy_none();
    return dpc_dy_make(dpc_z_add(x, y), e);
}

dpc_dy dpc_dy_mul(dpc_dy a, dpc_dy b)
{
    if (a.m == NULL || b.m == NULL)
        return dpc_dy_none();
    return dpc_dy_make(dpc_z_mul(a.m, b.m), a.e + b.e);
}

dpc_dy dpc_dy_floor(dpc_dy a)
{
    if (a.m == NULL)
        return a;
    if (a.e >= 0)
        return dpc_dy_make(at_exponent(a, 0), 0);
    return dpc_dy_make(dpc_z_shr_dn(a.m, -a.e), 0);
}

dpc_dy dpc_dy_ceil(dpc_dy a)
{
    if (a.m == NULL)
        return a;
    if (a.e >= 0)
        return dpc_dy_make(at_exponent(a, 0), 0);
    return dpc_dy_make(dpc_z_shr_up(a.m, -a.e), 0);
}

/* ---- rounded ---- */

dpc_dy dpc_dy_rnd_dn(dpc_dy a, int64_t bits)
{
    if (a.m == NULL)
        return a;
    const int64_t excess = dpc_z_bits(a.m) - bits;
    if (excess <= 0)
        return a;
    return dpc_dy_make(dpc_z_shr_dn(a.m, excess), a.e + excess);
}

dpc_dy dpc_dy_rnd_up(dpc_dy a, int64_t bits)
{
    if (a.m == NULL)
        return a;
    const int64_t excess = dpc_z_bits(a.m) - bits;
    if (excess <= 0)
        return a;
    return dpc_dy_make(dpc_z_shr_up(a.m, excess), a.e + excess);
}

/* Something <= b and short: b is added to numbers of which 2^e is a negligible part. */
/*@ requires dyok(b) && -4 * DPC_DY_MAX_EXP <= e <= 4 * DPC_DY_MAX_EXP;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> DV(\result) <= DV(b); */
static dpc_dy thin_dn(dpc_dy b, int64_t e)
{
    if (dpc_z_sgn(b.m) >= 0) {
        const dpc_dy zero = dpc_dy_ui(0);
        return dpc_dy_le(zero, b) ? zero : b;
    }
    const dpc_dy unit = dpc_dy_neg(dpc_dy_make(dpc_z_ui(1), e));
    return dpc_dy_le(unit, b) ? unit : b;
}

/*@ requires dyok(b) && -4 * DPC_DY_MAX_EXP <= e <= 4 * DPC_DY_MAX_EXP;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> DV(\result) >= DV(b); */
static dpc_dy thin_up(dpc_dy b, int64_t e)
{
    if (dpc_z_sgn(b.m) <= 0) {
        const dpc_dy zero = dpc_dy_ui(0);
        return dpc_dy_le(b, zero) ? zero : b;
    }
    const dpc_dy unit = dpc_dy_make(dpc_z_ui(1), e);
    return dpc_dy_le(b, unit) ? unit : b;
}

/* Whether b lies below the last bit of a, and below the last bit of a sum of this many bits; then
   sets *e to an exponent that does as well.  A hint. */
/*@ requires dyok(a) && dyok(b) && bitsok(bits) && \valid(e);
    assigns *e;
    ensures -4 * DPC_DY_MAX_EXP <= *e <= 4 * DPC_DY_MAX_EXP; */
static int negligible(int64_t *e, dpc_dy a, dpc_dy b, int64_t bits)
{
    const int64_t top = a.e + dpc_z_bits(a.m), last = top - bits - 4;
    *e = a.e < last ? a.e : last;
    return dpc_z_sgn(a.m) != 0 && dpc_z_sgn(b.m) != 0 && b.e + dpc_z_bits(b.m) < *e;
}

dpc_dy dpc_dy_add_dn(dpc_dy a, dpc_dy b, int64_t bits)
{
    int64_t e = 0;
    if (a.m == NULL || b.m == NULL)
        return dpc_dy_none();
    if (negligible(&e, a, b, bits))
        return dpc_dy_rnd_dn(dpc_dy_add(a, thin_dn(b, e)), bits);
    if (negligible(&e, b, a, bits))
        return dpc_dy_rnd_dn(dpc_dy_add(thin_dn(a, e), b), bits);
    return dpc_dy_rnd_dn(dpc_dy_add(a, b), bits);
}

dpc_dy dpc_dy_add_up(dpc_dy a, dpc_dy b, int64_t bits)
{
    int64_t e = 0;
    if (a.m == NULL || b.m == NULL)
        return dpc_dy_none();
    if (negligible(&e, a, b, bits))
        return dpc_dy_rnd_up(dpc_dy_add(a, thin_up(b, e)), bits);
    if (negligible(&e, b, a, bits))
        return dpc_dy_rnd_up(dpc_dy_add(thin_up(a, e), b), bits);
    return dpc_dy_rnd_up(dpc_dy_add(a, b), bits);
}

dpc_dy dpc_dy_sub_dn(dpc_dy a, dpc_dy b, int64_t bits)
{
    return dpc_dy_add_dn(a, dpc_dy_neg(b), bits);
}

dpc_dy dpc_dy_sub_up(dpc_dy a, dpc_dy b, int64_t bits)
{
    return dpc_dy_add_up(a, dpc_dy_neg(b), bits);
}

dpc_dy dpc_dy_mul_dn(dpc_dy a, dpc_dy b, int64_t bits)
{
    return dpc_dy_rnd_dn(dpc_dy_mul(a, b), bits);
}

dpc_dy dpc_dy_mul_up(dpc_dy a, dpc_dy b, int64_t bits)
{
    return dpc_dy_rnd_up(dpc_dy_mul(a, b), bits);
}

/* How far to shift a to the left so that the quotient has about this many bits. */
/*@ requires zok(a) && zok(b) && bitsok(bits);
    assigns \nothing;
    ensures 0 <= \result <= DPC_DY_MAX_EXP; */
static int64_t quotient_shift(dpc_z a, dpc_z b, int64_t bits)
{
    const int64_t s = bits + 1 + dpc_z_bits(b) - dpc_z_bits(a);
    return s > 0 ? s : 0;
}

dpc_dy dpc_dy_div_dn(dpc_dy a, dpc_dy b, int64_t bits)
{
    if (a.m == NULL || b.m == NULL || dpc_z_sgn(b.m) <= 0)
        return dpc_dy_none();
    const int64_t s = quotient_shift(a.m, b.m, bits);
    const dpc_z n = dpc_z_shl(a.m, s);
    const dpc_z q = n == NULL ? NULL : dpc_z_hint_quot_dn(n, b.m);
    const dpc_z p = q == NULL ? NULL : dpc_z_mul(q, b.m);
    if (p == NULL || !dpc_z_le(p, n))
        return dpc_dy_none();
    return dpc_dy_make(q, a.e - b.e - s);
}

dpc_dy dpc_dy_div_up(dpc_dy a, dpc_dy b, int64_t bits)
{
    if (a.m == NULL || b.m == NULL || dpc_z_sgn(b.m) <= 0)
        return dpc_dy_none();
    const int64_t s = quotient_shift(a.m, b.m, bits);
    const dpc_z n = dpc_z_shl(a.m, s);
    const dpc_z q = n == NULL ? NULL : dpc_z_hint_quot_up(n, b.m);
    const dpc_z p = q == NULL ? NULL : dpc_z_mul(q, b.m);
    if (p == NULL || !dpc_z_le(n, p))
        return dpc_dy_none();
    return dpc_dy_make(q, a.e - b.e - s);
}

/* A shift after which the exponent of a is even and its root has about this many bits. */
/*@ requires dyok(a) && bitsok(bits);
    assigns \nothing;
    ensures 0 <= \result <= DPC_DY_MAX_EXP;
    ensures even: (a.e - \result) % 2 == 0; */
static int64_t root_shift(dpc_dy a, int64_t bits)
{
    int64_t s = 2 * bits - dpc_z_bits(a.m);
    if (s < 0)
        s = 0;
    if ((a.e - s) % 2 != 0)
        s++;
    return s;
}

dpc_dy dpc_dy_sqrt_dn(dpc_dy a, int64_t bits)
{
    if (a.m == NULL || dpc_z_sgn(a.m) < 0)
        return dpc_dy_none();
    const int64_t s = root_shift(a, bits);
    const dpc_z n = dpc_z_shl(a.m, s);
    const dpc_z r = n == NULL ? NULL : dpc_z_hint_root_dn(n);
    const dpc_z p = r == NULL ? NULL : dpc_z_mul(r, r);
    if (p == NULL || dpc_z_sgn(r) < 0 || !dpc_z_le(p, n))
        return dpc_dy_none();
    return dpc_dy_make(r, (a.e - s) / 2);
}

dpc_dy dpc_dy_sqrt_up(dpc_dy a, int64_t bits)
{
    if (a.m == NULL || dpc_z_sgn(a.m) < 0)
        return dpc_dy_none();
    const int64_t s = root_shift(a, bits);
    const dpc_z n = dpc_z_shl(a.m, s);
    const dpc_z r = n == NULL ? NULL : dpc_z_hint_root_up(n);
    const dpc_z p = r == NULL ? NULL : dpc_z_mul(r, r);
    if (p == NULL || dpc_z_sgn(r) < 0 || !dpc_z_le(n, p))
        return dpc_dy_none();
    return dpc_dy_make(r, (a.e - s) / 2);
}
