/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   pi and the Gaussian tail Q.  With u = x^2 and g(u) = exp(-u/2) / sqrt(2 pi), the density at x:
   near: Q(x) = 1/2 - x sigma_0(u) g(u),  sigma_k = 1 + u sigma_{k+1} / (2k+3)   (L-SIGMA)
   far:  Q(x) = rho_0(u) g(u) / x,        rho_k = 1 - (2k+1) rho_{k+1} / u       (L-RHO)
   The near series is used with more bits where Q is small; both cover all x > 0, the choice and the
   number of terms are hints. */
#include "kernel/hint.h"
#include "kernel/kernel.h"

#define MAX_TERMS 4194304

/* beta_0(s) with atan(1/n) = beta_0(n^2) / n, from beta_k = 1/(2k+1) - beta_{k+1} / s and
   0 <= beta_k <= 1/(2k+1).  L-BETA-STEP, L-BETA-BOUND */
/*@ requires 4 <= s <= 1000000 && 1 <= d <= MAX_TERMS && kbits(w);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> in(dk_beta(0, s), \result); */
static dpc_ki beta(int64_t s, int64_t d, int64_t w)
{
    const dpc_dy square = dpc_dy_ui((uint64_t)s), one = dpc_dy_ui(1);
    dpc_dy lo = dpc_dy_ui(0), hi = dpc_dy_div_up(one, dpc_dy_ui((uint64_t)(2 * d + 1)), w);
    if (lo.m == NULL || hi.m == NULL)
        return dpc_ki_none();
    /*@ loop invariant 0 <= k <= d && dyok(lo) && dyok(hi);
        loop invariant below: DV(lo) <= dk_beta(k, s);
        loop invariant above: dk_beta(k, s) <= DV(hi);
        loop assigns k, lo, hi;
        loop variant k; */
    for (int64_t k = d; k > 0; k--) {
        const dpc_dy odd = dpc_dy_ui((uint64_t)(2 * k - 1));
        const dpc_dy most = dpc_dy_div_up(hi, square, w), least = dpc_dy_div_dn(lo, square, w);
        lo = dpc_dy_sub_dn(dpc_dy_div_dn(one, odd, w), most, w);
        hi = dpc_dy_sub_up(dpc_dy_div_up(one, odd, w), least, w);
        if (lo.m == NULL || hi.m == NULL)
            return dpc_ki_none();
    }
    return dpc_ki_make(lo, hi);
}

/* pi = 16 atan(1/5) - 4 atan(1/239).  L-MACHIN */
dpc_ki dpc_ki_pi(int64_t bits)
{
    if (bits > DPC_KI_MAX_BITS / 4)
        return dpc_ki_none();
    const int64_t w = bits + 24;
    const dpc_ki a =
        dpc_ki_div(dpc_ki_mul(dpc_ki_ui(16), beta(25, w / 4 + 2, w), w - 8), dpc_ki_ui(5), w - 8);
    const dpc_ki b = dpc_ki_div(dpc_ki_mul(dpc_ki_ui(4), beta(57121, w / 15 + 2, w), w - 8),
                                dpc_ki_ui(239), w - 8);
    return dpc_ki_round(dpc_ki_sub(a, b, w - 8), bits + 4);
}

/* ---- the density ---- */

/*@ requires dywf(v) && kbits(w);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> dyok(v) && in(dk_exp(DV(v)), \result); */
static dpc_ki exp_at(dpc_dy v, int64_t w)
{
    return dpc_ki_exp(dpc_ki_make(v, v), w);
}

/* Below or above g(u) = exp(-u/2) / sqrt(2 pi); pi is enclosed by p. */
/*@ requires dywf(u) && kwf(p) && kbits(w) && (kok(p) ==> in(dk_pi, p));
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> dyok(u) && DV(\result) <= dk_gauss(DV(u)); */
static dpc_dy gauss_dn(dpc_dy u, dpc_ki p, int64_t w)
{
    if (!dpc_ki_ok(p))
        return dpc_dy_none();
    const dpc_ki e = exp_at(dpc_dy_neg(dpc_dy_half(u)), w);
    if (!dpc_ki_ok(e))
        return dpc_dy_none();
    return dpc_dy_div_dn(e.lo, dpc_dy_sqrt_up(dpc_dy_add(p.hi, p.hi), w), w);
}

/*@ requires dywf(u) && kwf(p) && kbits(w) && (kok(p) ==> in(dk_pi, p));
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> dyok(u) && DV(\result) >= dk_gauss(DV(u)); */
static dpc_dy gauss_up(dpc_dy u, dpc_ki p, int64_t w)
{
    if (!dpc_ki_ok(p))
        return dpc_dy_none();
    const dpc_ki e = exp_at(dpc_dy_neg(dpc_dy_half(u)), w);
    if (!dpc_ki_ok(e))
        return dpc_dy_none();
    return dpc_dy_div_up(e.hi, dpc_dy_sqrt_dn(dpc_dy_add(p.lo, p.lo), w), w);
}

/* ---- near ---- */

/* A number <= sigma_0(u), >= 0; 0 <= u <= d + 1.  L-SIGMA-STEP, L-SIGMA-BOUND */
/*@ requires dyok(u) && 0 <= DV(u) <= d + 1 && 1 <= d <= MAX_TERMS && kbits(w);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> 0 <= DV(\result) <= dk_sigma(0, DV(u)); */
static dpc_dy sigma_dn(dpc_dy u, int64_t d, int64_t w)
{
    const dpc_dy one = dpc_dy_ui(1);
    dpc_dy s = one;
    if (s.m == NULL)
        return s;
    /*@ loop invariant 0 <= k <= d && dyok(s);
        loop invariant dn: 0 <= DV(s) <= dk_sigma(k, DV(u));
        loop assigns k, s;
        loop variant k; */
    for (int64_t k = d; k > 0; k--) {
        const dpc_dy q = dpc_dy_div_dn(dpc_dy_mul(u, s), dpc_dy_ui((uint64_t)(2 * k + 1)), w);
        s = dpc_dy_add_dn(one, q, w);
        if (s.m == NULL || dpc_dy_sgn(s) < 0)
            return dpc_dy_none();
    }
    return s;
}

/*@ requires dyok(u) && 0 <= DV(u) <= d + 1 && 1 <= d <= MAX_TERMS && kbits(w);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> DV(\result) >= dk_sigma(0, DV(u)); */
static dpc_dy sigma_up(dpc_dy u, int64_t d, int64_t w)
{
    const dpc_dy one = dpc_dy_ui(1);
    dpc_dy s = dpc_dy_ui(2);
    if (s.m == NULL)
        return s;
    /*@ loop invariant 0 <= k <= d && dyok(s);
        loop invariant up: DV(s) >= dk_sigma(k, DV(u));
        loop assigns k, s;
        loop variant k; */
    for (int64_t k = d; k > 0; k--) {
        const dpc_dy q = dpc_dy_div_up(dpc_dy_mul(u, s), dpc_dy_ui((uint64_t)(2 * k + 1)), w);
        s = dpc_dy_add_up(one, q, w);
        if (s.m == NULL)
            return s;
    }
    return s;
}

/* Q(x) = 1/2 - x sigma_0(u) g(u), x >= 0.  L-Q-NEAR */
/*@ requires dyok(x) && DV(x) >= 0 && 1 <= d <= MAX_TERMS && kwf(p) && kbits(w) && (kok(p) ==> in(dk_pi, p));
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> DV(\result) <= dk_q(DV(x)); */
static dpc_dy near_dn(dpc_dy x, dpc_ki p, int64_t d, int64_t w)
{
    const dpc_dy u = dpc_dy_mul(x, x), zero = dpc_dy_ui(0);
    if (!dpc_dy_le(zero, u) || !dpc_dy_le(u, dpc_dy_ui((uint64_t)d + 1)))
        return dpc_dy_none();
    const dpc_dy a = dpc_dy_mul_up(x, sigma_up(u, d, w), w), g = gauss_up(u, p, w);
    if (!dpc_dy_le(zero, a))
        return dpc_dy_none();
    return dpc_dy_sub_dn(dpc_dy_half(dpc_dy_ui(1)), dpc_dy_mul_up(a, g, w), w);
}

/*@ requires dyok(x) && DV(x) >= 0 && 1 <= d <= MAX_TERMS && kwf(p) && kbits(w) && (kok(p) ==> in(dk_pi, p));
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> DV(\result) >= dk_q(DV(x)); */
static dpc_dy near_up(dpc_dy x, dpc_ki p, int64_t d, int64_t w)
{
    const dpc_dy u = dpc_dy_mul(x, x), zero = dpc_dy_ui(0);
    if (!dpc_dy_le(zero, u) || !dpc_dy_le(u, dpc_dy_ui((uint64_t)d + 1)))
        return dpc_dy_none();
    const dpc_dy a = dpc_dy_mul_dn(x, sigma_dn(u, d, w), w), g = gauss_dn(u, p, w);
    if (!dpc_dy_le(zero, g))
        return dpc_dy_none();
    return dpc_dy_sub_up(dpc_dy_half(dpc_dy_ui(1)), dpc_dy_mul_dn(a, g, w), w);
}

/* ---- far ---- */

/* rho_0(u) from 0 <= rho_d(u) <= 1, u > 0.  L-RHO-STEP, L-RHO-BOUND */
/*@ requires dyok(u) && DV(u) > 0 && 1 <= d <= MAX_TERMS && kbits(w);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> in(dk_rho(0, DV(u)), \result) && 0 <= DV(\result.lo) && 0 <=
   DV(\result.hi); */
static dpc_ki rho(dpc_dy u, int64_t d, int64_t w)
{
    const dpc_dy zero = dpc_dy_ui(0), one = dpc_dy_ui(1);
    const dpc_dy v_dn = dpc_dy_div_dn(one, u, w), v_up = dpc_dy_div_up(one, u, w);
    dpc_dy lo = zero, hi = one;
    if (lo.m == NULL || hi.m == NULL || !dpc_dy_le(zero, v_dn) || !dpc_dy_le(zero, v_up))
        return dpc_ki_none();
    /*@ loop invariant 0 <= k <= d && dyok(lo) && dyok(hi) && 0 <= DV(lo) && 0 <= DV(hi);
        loop invariant encl: DV(lo) <= dk_rho(k, DV(u)) <= DV(hi);
        loop assigns k, lo, hi;
        loop variant k; */
    for (int64_t k = d; k > 0; k--) {
        const dpc_dy odd = dpc_dy_ui((uint64_t)(2 * k - 1));
        const dpc_dy most = dpc_dy_mul_up(dpc_dy_mul_up(hi, v_up, w), odd, w);
        const dpc_dy least = dpc_dy_mul_dn(dpc_dy_mul_dn(lo, v_dn, w), odd, w);
        lo = dpc_dy_sub_dn(one, most, w);
        hi = dpc_dy_sub_up(one, least, w);
        if (lo.m == NULL || hi.m == NULL || dpc_dy_sgn(hi) < 0)
            return dpc_ki_none();
        if (dpc_dy_sgn(lo) < 0)
            lo = zero;
    }
    return dpc_ki_make(lo, hi);
}

/* Q(x) = rho_0(u) g(u) / x, x > 0.  L-Q-FAR */
/*@ requires dyok(x) && DV(x) > 0 && 1 <= d <= MAX_TERMS && kwf(p) && kbits(w) && (kok(p) ==> in(dk_pi, p));
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> DV(\result) <= dk_q(DV(x)); */
static dpc_dy far_dn(dpc_dy x, dpc_ki p, int64_t d, int64_t w)
{
    const dpc_dy u = dpc_dy_mul(x, x), zero = dpc_dy_ui(0);
    if (!dpc_dy_lt(zero, u))
        return dpc_dy_none();
    const dpc_ki r = rho(u, d, w);
    const dpc_dy g = gauss_dn(u, p, w);
    if (!dpc_ki_ok(r) || !dpc_dy_le(zero, g))
        return dpc_dy_none();
    return dpc_dy_div_dn(dpc_dy_mul_dn(g, r.lo, w), x, w);
}

/*@ requires dyok(x) && DV(x) > 0 && 1 <= d <= MAX_TERMS && kwf(p) && kbits(w) && (kok(p) ==> in(dk_pi, p));
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> DV(\result) >= dk_q(DV(x)); */
static dpc_dy far_up(dpc_dy x, dpc_ki p, int64_t d, int64_t w)
{
    const dpc_dy u = dpc_dy_mul(x, x), zero = dpc_dy_ui(0);
    if (!dpc_dy_lt(zero, u))
        return dpc_dy_none();
    const dpc_ki r = rho(u, d, w);
    if (!dpc_ki_ok(r))
        return dpc_dy_none();
    return dpc_dy_div_up(dpc_dy_mul_up(gauss_up(u, p, w), r.hi, w), x, w);
}

/* ---- Q ---- */

/* 0 where there is nothing better: Q is positive. */
/*@ requires dyok(x) && DV(x) >= 0 && kwf(p) && 1 <= bits <= DPC_KI_MAX_BITS / 4 && (kok(p) ==> in(dk_pi, p));
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> DV(\result) <= dk_q(DV(x)); */
static dpc_dy positive_dn(dpc_dy x, dpc_ki p, int64_t bits)
{
    const dpc_hint_q_plan plan = dpc_hint_q(x, bits);
    if (plan.terms < 1 || plan.terms > MAX_TERMS || plan.bits < 1 || plan.bits > DPC_KI_MAX_BITS)
        return dpc_dy_none();
    const dpc_dy r = plan.far && dpc_dy_sgn(x) > 0 ? far_dn(x, p, plan.terms, plan.bits)
                                                   : near_dn(x, p, plan.terms, plan.bits);
    return r.m != NULL ? r : dpc_dy_ui(0);
}

/*@ requires dyok(x) && DV(x) >= 0 && kwf(p) && 1 <= bits <= DPC_KI_MAX_BITS / 4 && (kok(p) ==> in(dk_pi, p));
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> DV(\result) >= dk_q(DV(x)); */
static dpc_dy planned_up(dpc_dy x, dpc_ki p, int64_t bits)
{
    const dpc_hint_q_plan plan = dpc_hint_q(x, bits);
    if (plan.terms < 1 || plan.terms > MAX_TERMS || plan.bits < 1 || plan.bits > DPC_KI_MAX_BITS)
        return dpc_dy_none();
    if (plan.far && dpc_dy_sgn(x) > 0)
        return far_up(x, p, plan.terms, plan.bits);
    return near_up(x, p, plan.terms, plan.bits);
}

/* Where Q(x) is below all exponents: Q(2^20) is not.  L-Q-MONO */
/*@ requires dyok(x) && DV(x) >= 0 && kwf(p) && 1 <= bits <= DPC_KI_MAX_BITS / 4 && (kok(p) ==> in(dk_pi, p));
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> DV(\result) >= dk_q(DV(x)); */
static dpc_dy positive_up(dpc_dy x, dpc_ki p, int64_t bits)
{
    const dpc_dy r = planned_up(x, p, bits), far = dpc_dy_make(dpc_z_ui(1), 20);
    if (r.m != NULL || !dpc_dy_le(far, x))
        return r;
    return planned_up(far, p, bits);
}

/* Q(-x) = 1 - Q(x).  L-Q-SYM */
/*@ requires dyok(x) && kwf(p) && 1 <= bits <= DPC_KI_MAX_BITS / 4 && (kok(p) ==> in(dk_pi, p));
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> DV(\result) <= dk_q(DV(x)); */
static dpc_dy q_dn(dpc_dy x, dpc_ki p, int64_t bits)
{
    if (dpc_dy_sgn(x) >= 0)
        return positive_dn(x, p, bits);
    const dpc_dy y = dpc_dy_neg(x);
    return y.m == NULL ? y : dpc_dy_sub_dn(dpc_dy_ui(1), positive_up(y, p, bits), bits);
}

/*@ requires dyok(x) && kwf(p) && 1 <= bits <= DPC_KI_MAX_BITS / 4 && (kok(p) ==> in(dk_pi, p));
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> DV(\result) >= dk_q(DV(x)); */
static dpc_dy q_up(dpc_dy x, dpc_ki p, int64_t bits)
{
    if (dpc_dy_sgn(x) >= 0)
        return positive_up(x, p, bits);
    const dpc_dy y = dpc_dy_neg(x);
    return y.m == NULL ? y : dpc_dy_sub_up(dpc_dy_ui(1), positive_dn(y, p, bits), bits);
}

/* Q decreases.  L-Q-MONO */
dpc_ki dpc_ki_q(dpc_ki a, dpc_ki p, int64_t bits)
{
    if (!dpc_ki_ok(a) || bits > DPC_KI_MAX_BITS / 8)
        return dpc_ki_none();
    return dpc_ki_make(dpc_dy_rnd_dn(q_dn(a.hi, p, bits + 8), bits + 4),
                       dpc_dy_rnd_up(q_up(a.lo, p, bits + 8), bits + 4));
}
