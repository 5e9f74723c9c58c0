/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The proved arithmetic: enclosures of real numbers by intervals of dyadics.

   Argument order: operands, then the hint bits (about how long mantissas get).  An interval is a
   refusal if one of its ends is.  Every contract says: if the result is not a refusal, it contains
   the value of the operation for all points of the operands.  So a result needs no further check,
   and a claimed interval is accepted by computing one and comparing: dpc_ki_subset.

   All of it works on handles of the current epoch: see zint.h. */
#ifndef DPC_KERNEL_KERNEL_H
#define DPC_KERNEL_KERNEL_H

#include "kernel/dyadic.h"

typedef struct {
    dpc_dy lo, hi;
} dpc_ki;

/* Of the hint bits below; those that work with many more bits inside refuse beyond a quarter. */
#define DPC_KI_MAX_BITS 4194304 /* 2^22 */

/*@ predicate kwf(dpc_ki a) = dywf(a.lo) && dywf(a.hi);
    predicate kok(dpc_ki a) = dyok(a.lo) && dyok(a.hi);
    predicate in(real x, dpc_ki a) = DV(a.lo) <= x <= DV(a.hi);
    predicate kbits(integer bits) = 1 <= bits <= DPC_KI_MAX_BITS; */

/*@ assigns \nothing;
    ensures kwf(\result) && !kok(\result); */
dpc_ki dpc_ki_none(void);

/* [lo, hi] */
/*@ requires dywf(lo) && dywf(hi);
    assigns \nothing;
    ensures kwf(\result);
    ensures \result.lo == lo && \result.hi == hi; */
dpc_ki dpc_ki_make(dpc_dy lo, dpc_dy hi);

/* 1 only if neither end is a refusal. */
/*@ requires kwf(a);
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> kok(a); */
int dpc_ki_ok(dpc_ki a);

/*@ assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> in(n, \result); */
dpc_ki dpc_ki_ui(uint64_t n);

/* 1 only if every point of a is one of c. */
/*@ requires kwf(a) && kwf(c);
    assigns \nothing;
    ensures bool: \result == 0 || \result == 1;
    ensures sub: \result == 1 ==> kok(a) && kok(c) && \forall real x; in(x, a) ==> in(x, c); */
int dpc_ki_subset(dpc_ki a, dpc_ki c);

/* 1 only if x <= y (x < y) for all points. */
/*@ requires kwf(a) && kwf(b);
    assigns \nothing;
    ensures bool: \result == 0 || \result == 1;
    ensures le: \result == 1 ==> kok(a) && kok(b) && \forall real x, y; in(x, a) ==> in(y, b) ==> x <= y; */
int dpc_ki_le(dpc_ki a, dpc_ki b);
/*@ requires kwf(a) && kwf(b);
    assigns \nothing;
    ensures bool: \result == 0 || \result == 1;
    ensures lt: \result == 1 ==> kok(a) && kok(b) && \forall real x, y; in(x, a) ==> in(y, b) ==> x < y; */
int dpc_ki_lt(dpc_ki a, dpc_ki b);

/* ---- arithmetic ---- */

/* num / den, den > 0: the ends are handles. */
/*@ requires zok(num) && zok(den) && kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> V(den) > 0 && in(dk_div(V(num), V(den)), \result); */
dpc_ki dpc_ki_ratio(dpc_z num, dpc_z den, int64_t bits);

/*@ requires kwf(a) && kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && \forall real x; in(x, a) ==> in(x, \result); */
dpc_ki dpc_ki_round(dpc_ki a, int64_t bits);

/*@ requires kwf(a) && kwf(b);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && kok(b) && \forall real x; in(x, a) || in(x, b) ==> in(x, \result); */
dpc_ki dpc_ki_hull(dpc_ki a, dpc_ki b);

/*@ requires kwf(a) && kwf(b) && kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && kok(b) && \forall real x, y; in(x, a) ==> in(y, b) ==> in(x + y, \result);
    ensures ends: kok(\result) ==> DV(\result.lo) <= DV(a.lo) + DV(b.lo) && DV(a.hi) + DV(b.hi) <= DV(\result.hi); */
dpc_ki dpc_ki_add(dpc_ki a, dpc_ki b, int64_t bits);

/*@ requires kwf(a) && kwf(b) && kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && kok(b) && \forall real x, y; in(x, a) ==> in(y, b) ==> in(x - y, \result);
    ensures ends: kok(\result) ==> DV(\result.lo) <= DV(a.lo) - DV(b.hi) && DV(a.hi) - DV(b.lo) <= DV(\result.hi); */
dpc_ki dpc_ki_sub(dpc_ki a, dpc_ki b, int64_t bits);

/*@ requires kwf(a) && kwf(b) && kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && kok(b) && \forall real x, y; in(x, a) ==> in(y, b) ==> in(dk_mul(x, y), \result); */
dpc_ki dpc_ki_mul(dpc_ki a, dpc_ki b, int64_t bits);

/* Refuses if b has points of both signs, or 0. */
/*@ requires kwf(a) && kwf(b) && kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && kok(b) && \forall real x, y; in(x, a) ==> in(y, b) ==> y != 0 && in(dk_div(x, y), \result); */
dpc_ki dpc_ki_div(dpc_ki a, dpc_ki b, int64_t bits);

/*@ requires kwf(a);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && \forall real x; in(x, a) ==> in(-x, \result); */
dpc_ki dpc_ki_neg(dpc_ki a);

/*@ requires kwf(a);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && \forall real x; in(x, a) ==> (x >= 0 ==> in(x, \result)) && (x <= 0 ==> in(-x, \result)); */
dpc_ki dpc_ki_abs(dpc_ki a);

/* max(x, 0) */
/*@ requires kwf(a);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && \forall real x; in(x, a) ==> in(\max(x, 0.0), \result); */
dpc_ki dpc_ki_pos(dpc_ki a);

/*@ requires kwf(a) && kwf(b);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && kok(b) && \forall real x, y; in(x, a) ==> in(y, b) ==> in(\min(x, y), \result); */
dpc_ki dpc_ki_min(dpc_ki a, dpc_ki b);

/*@ requires kwf(a) && kwf(b);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && kok(b) && \forall real x, y; in(x, a) ==> in(y, b) ==> in(\max(x, y), \result); */
dpc_ki dpc_ki_max(dpc_ki a, dpc_ki b);

/*@ requires kwf(a);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && \forall real x; in(x, a) ==> in(dk_floor(x), \result); */
dpc_ki dpc_ki_floor(dpc_ki a);

/*@ requires kwf(a);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && \forall real x; in(x, a) ==> in(dk_ceil(x), \result); */
dpc_ki dpc_ki_ceil(dpc_ki a);

/* Refuses if a has a point < 0. */
/*@ requires kwf(a) && kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && \forall real x; in(x, a) ==> x >= 0 && in(dk_sqrt(x), \result); */
dpc_ki dpc_ki_sqrt(dpc_ki a, int64_t bits);

/* ---- exponential and logarithm (expo.c) ---- */

/*@ requires kwf(a) && kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && \forall real x; in(x, a) ==> in(dk_exp(x), \result); */
dpc_ki dpc_ki_exp(dpc_ki a, int64_t bits);

/*@ requires kwf(a) && kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && \forall real x; in(x, a) ==> in(dk_exp(x) - 1, \result); */
dpc_ki dpc_ki_expm1(dpc_ki a, int64_t bits);

/* Refuses if a has a point <= 0. */
/*@ requires kwf(a) && kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && \forall real x; in(x, a) ==> x > 0 && in(dk_log(x), \result); */
dpc_ki dpc_ki_log(dpc_ki a, int64_t bits);

/* Refuses if a has a point <= -1. */
/*@ requires kwf(a) && kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && \forall real x; in(x, a) ==> x > -1 && in(dk_log(1 + x), \result); */
dpc_ki dpc_ki_log1p(dpc_ki a, int64_t bits);

/*@ requires kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> in(dk_exp(1.0), \result); */
dpc_ki dpc_ki_e(int64_t bits);

/* ---- powers and binomials (power.c) ---- */

/* x^n; refuses n <= 0 where 0 may be a point of a. */
/*@ requires kwf(a) && kbits(bits) && -4611686018427387904 <= n <= 4611686018427387904;
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && \forall real x; in(x, a) ==> (n > 0 || x != 0) && in(dk_ipow(x, n), \result); */
dpc_ki dpc_ki_ipow(dpc_ki a, int64_t n, int64_t bits);

/* x^y for x > 0, and for x >= 0 if y > 0; refuses otherwise. */
/*@ requires kwf(a) && kwf(b) && kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && kok(b) && \forall real x, y; in(x, a) ==> in(y, b) ==>
              (x > 0 || (x == 0 && y > 0)) && in(dk_pow(x, y), \result); */
dpc_ki dpc_ki_pow(dpc_ki a, dpc_ki b, int64_t bits);

/* From binom(n, k) to binom(n, k + 1), k < n. */
/*@ requires kwf(c) && kbits(bits) && 0 <= k < n <= 4611686018427387904;
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(c) && (in(dk_binom(n, k), c) ==> in(dk_binom(n, k + 1), \result)); */
dpc_ki dpc_ki_binom_step(dpc_ki c, int64_t n, int64_t k, int64_t bits);

/* ---- pi and the Gaussian tail (gauss.c) ---- */

/*@ requires kbits(bits);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> in(dk_pi, \result); */
dpc_ki dpc_ki_pi(int64_t bits);

/* p encloses pi, with the bits that dpc_hint_q tells. */
/*@ requires kwf(a) && kwf(p) && kbits(bits) && (kok(p) ==> in(dk_pi, p));
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> kok(a) && \forall real x; in(x, a) ==> in(dk_q(x), \result); */
dpc_ki dpc_ki_q(dpc_ki a, dpc_ki p, int64_t bits);

#endif
