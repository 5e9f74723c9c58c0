/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Dyadic numbers m 2^e with |e| <= 2^40.  A dyadic without a mantissa (m is NULL) is a refusal: an
   operation refuses when an operand is one, or when a limit is reached.  Refusing is always sound:
   contracts speak of results that are not refusals.

   _dn and _up say on which side of the real value the result lies.  bits: about how long mantissas
   get; it is a hint on which no contract depends. */
#ifndef DPC_KERNEL_DYADIC_H
#define DPC_KERNEL_DYADIC_H

#include "kernel/zint.h"

typedef struct {
    dpc_z m;
    int64_t e;
} dpc_dy;

#define DPC_DY_MAX_EXP 1099511627776 /* 2^40 */
#define DPC_DY_MAX_BITS 33554432     /* 2^25: of the hint bits */

/*@ predicate dyok(dpc_dy a) = a.m != \null && zok(a.m) && -DPC_DY_MAX_EXP <= a.e <= DPC_DY_MAX_EXP;
    predicate dywf(dpc_dy a) = a.m == \null || dyok(a);
    logic real DV(dpc_dy a) = dk_dy(V(a.m), a.e);
    predicate bitsok(integer bits) = 1 <= bits <= DPC_DY_MAX_BITS; */

/*@ assigns \nothing;
    ensures \result.m == \null; */
dpc_dy dpc_dy_none(void);

/* m 2^e, a refusal if m is NULL or e too large. */
/*@ requires m == \null || zok(m);
    requires -8 * DPC_DY_MAX_EXP <= e <= 8 * DPC_DY_MAX_EXP;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures val: \result.m != \null ==> m != \null && DV(\result) == dk_dy(V(m), e); */
dpc_dy dpc_dy_make(dpc_z m, int64_t e);

/*@ assigns \nothing;
    ensures wf: dywf(\result);
    ensures val: \result.m != \null ==> DV(\result) == n; */
dpc_dy dpc_dy_ui(uint64_t n);

/* The sign, of a number that is not a refusal. */
/*@ requires dyok(a);
    assigns \nothing;
    ensures \result == (DV(a) > 0 ? 1 : DV(a) < 0 ? -1 : 0); */
int dpc_dy_sgn(dpc_dy a);

/* 1 only if a <= b; 0 if not, or if one is a refusal. */
/*@ requires dywf(a) && dywf(b);
    assigns \nothing;
    ensures bool: \result == 0 || \result == 1;
    ensures le: \result == 1 ==> dyok(a) && dyok(b) && DV(a) <= DV(b); */
int dpc_dy_le(dpc_dy a, dpc_dy b);

/* 1 only if a < b. */
/*@ requires dywf(a) && dywf(b);
    assigns \nothing;
    ensures bool: \result == 0 || \result == 1;
    ensures lt: \result == 1 ==> dyok(a) && dyok(b) && DV(a) < DV(b); */
int dpc_dy_lt(dpc_dy a, dpc_dy b);

/*@ requires dywf(a) && dywf(b);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures val: \result.m != \null ==> dyok(a) && dyok(b) && DV(\result) == \min(DV(a), DV(b)); */
dpc_dy dpc_dy_min(dpc_dy a, dpc_dy b);

/*@ requires dywf(a) && dywf(b);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures val: \result.m != \null ==> dyok(a) && dyok(b) && DV(\result) == \max(DV(a), DV(b)); */
dpc_dy dpc_dy_max(dpc_dy a, dpc_dy b);

/* ---- exact ---- */

/*@ requires dywf(a);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures val: \result.m != \null ==> dyok(a) && DV(\result) == -DV(a); */
dpc_dy dpc_dy_neg(dpc_dy a);

/* a 2^k, small k. */
/*@ requires dywf(a);
    requires -1024 <= k <= 1024;
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures val: \result.m != \null ==> dyok(a) && DV(\result) == dk_dy(V(a.m), a.e + k); */
dpc_dy dpc_dy_scale(dpc_dy a, int64_t k);

/* a / 2 */
/*@ requires dywf(a);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures val: \result.m != \null ==> dyok(a) && 2 * DV(\result) == DV(a); */
dpc_dy dpc_dy_half(dpc_dy a);

/* Refuses if the exponents are too far apart: see _add_dn and _add_up. */
/*@ requires dywf(a) && dywf(b);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures val: \result.m != \null ==> dyok(a) && dyok(b) && DV(\result) == DV(a) + DV(b); */
dpc_dy dpc_dy_add(dpc_dy a, dpc_dy b);

/*@ requires dywf(a) && dywf(b);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures val: \result.m != \null ==> dyok(a) && dyok(b) && DV(\result) == dk_mul(DV(a), DV(b)); */
dpc_dy dpc_dy_mul(dpc_dy a, dpc_dy b);

/*@ requires dywf(a);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures val: \result.m != \null ==> dyok(a) && DV(\result) == dk_floor(DV(a)); */
dpc_dy dpc_dy_floor(dpc_dy a);

/*@ requires dywf(a);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures val: \result.m != \null ==> dyok(a) && DV(\result) == dk_ceil(DV(a)); */
dpc_dy dpc_dy_ceil(dpc_dy a);

/* ---- rounded ---- */

/*@ requires dywf(a) && bitsok(bits);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> dyok(a) && DV(\result) <= DV(a);
    ensures sign: \result.m != \null ==> DV(a) >= 0 ==> DV(\result) >= 0; */
dpc_dy dpc_dy_rnd_dn(dpc_dy a, int64_t bits);

/*@ requires dywf(a) && bitsok(bits);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> dyok(a) && DV(\result) >= DV(a); */
dpc_dy dpc_dy_rnd_up(dpc_dy a, int64_t bits);

/*@ requires dywf(a) && dywf(b) && bitsok(bits);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> dyok(a) && dyok(b) && DV(\result) <= DV(a) + DV(b); */
dpc_dy dpc_dy_add_dn(dpc_dy a, dpc_dy b, int64_t bits);

/*@ requires dywf(a) && dywf(b) && bitsok(bits);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> dyok(a) && dyok(b) && DV(\result) >= DV(a) + DV(b); */
dpc_dy dpc_dy_add_up(dpc_dy a, dpc_dy b, int64_t bits);

/*@ requires dywf(a) && dywf(b) && bitsok(bits);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> dyok(a) && dyok(b) && DV(\result) <= DV(a) - DV(b); */
dpc_dy dpc_dy_sub_dn(dpc_dy a, dpc_dy b, int64_t bits);

/*@ requires dywf(a) && dywf(b) && bitsok(bits);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> dyok(a) && dyok(b) && DV(\result) >= DV(a) - DV(b); */
dpc_dy dpc_dy_sub_up(dpc_dy a, dpc_dy b, int64_t bits);

/* Both factors >= 0: so is the result. */
/*@ requires dywf(a) && dywf(b) && bitsok(bits);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> dyok(a) && dyok(b) && DV(\result) <= dk_mul(DV(a), DV(b));
    ensures sign: \result.m != \null ==> DV(a) >= 0 ==> DV(b) >= 0 ==> DV(\result) >= 0; */
dpc_dy dpc_dy_mul_dn(dpc_dy a, dpc_dy b, int64_t bits);

/*@ requires dywf(a) && dywf(b) && bitsok(bits);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> dyok(a) && dyok(b) && DV(\result) >= dk_mul(DV(a), DV(b)); */
dpc_dy dpc_dy_mul_up(dpc_dy a, dpc_dy b, int64_t bits);

/* a / b; refuses unless b > 0.  Accepted by multiplication, not by division. */
/*@ requires dywf(a) && dywf(b) && bitsok(bits);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==> dyok(a) && dyok(b) && DV(b) > 0 && dk_mul(DV(\result), DV(b)) <= DV(a); */
dpc_dy dpc_dy_div_dn(dpc_dy a, dpc_dy b, int64_t bits);

/*@ requires dywf(a) && dywf(b) && bitsok(bits);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==> dyok(a) && dyok(b) && DV(b) > 0 && dk_mul(DV(\result), DV(b)) >= DV(a); */
dpc_dy dpc_dy_div_up(dpc_dy a, dpc_dy b, int64_t bits);

/* The root of a; refuses unless a >= 0. */
/*@ requires dywf(a) && bitsok(bits);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures dn: \result.m != \null ==>
              dyok(a) && DV(a) >= 0 && DV(\result) >= 0 && dk_mul(DV(\result), DV(\result)) <= DV(a); */
dpc_dy dpc_dy_sqrt_dn(dpc_dy a, int64_t bits);

/*@ requires dywf(a) && bitsok(bits);
    assigns \nothing;
    ensures wf: dywf(\result);
    ensures up: \result.m != \null ==>
              dyok(a) && DV(a) >= 0 && DV(\result) >= 0 && dk_mul(DV(\result), DV(\result)) >= DV(a); */
dpc_dy dpc_dy_sqrt_up(dpc_dy a, int64_t bits);

#endif
