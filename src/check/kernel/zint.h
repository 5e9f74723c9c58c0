/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Immutable big integers.  A handle stands for one integer until its epoch ends; nothing ever
   changes it.  The contracts are the trusted interface of the proofs: zint.c must fulfil them with
   GMP's addition, multiplication, shifts and comparison, and nothing else is trusted.

   Every function that makes a handle may refuse and return NULL: numbers of more than
   DPC_Z_MAX_BITS, or an epoch that holds too much.  Handles belong to the calling thread. */
#ifndef DPC_KERNEL_ZINT_H
#define DPC_KERNEL_ZINT_H

#include "kernel/logic.h"

#include <stddef.h>
#include <stdint.h>

struct dpc_z_s;
typedef const struct dpc_z_s *dpc_z;

#define DPC_Z_MAX_BITS 134217728 /* 2^27 */

/*@ axiomatic Z {
      logic integer V(dpc_z a) reads \nothing;   // the integer; pure, because handles do not change
      predicate zok(dpc_z a) reads \nothing;     // a handle of this epoch
    } */

/*@ assigns \result \from v;
    ensures \result == \null || (zok(\result) && V(\result) == v); */
dpc_z dpc_z_ui(uint64_t v);

/*@ requires zok(a) && zok(b); assigns \result \from a, b;
    ensures \result == \null || (zok(\result) && V(\result) == dk_zadd(V(a), V(b))); */
dpc_z dpc_z_add(dpc_z a, dpc_z b);

/*@ requires zok(a) && zok(b); assigns \result \from a, b;
    ensures \result == \null || (zok(\result) && V(\result) == dk_zmul(V(a), V(b))); */
dpc_z dpc_z_mul(dpc_z a, dpc_z b);

/*@ requires zok(a); assigns \result \from a;
    ensures \result == \null || (zok(\result) && V(\result) == dk_zneg(V(a))); */
dpc_z dpc_z_neg(dpc_z a);

/*@ requires zok(a) && n >= 0; assigns \result \from a, n;
    ensures \result == \null || (zok(\result) && V(\result) == dk_shl(V(a), n)); */
dpc_z dpc_z_shl(dpc_z a, int64_t n);

/* Floor. */
/*@ requires zok(a) && n >= 0; assigns \result \from a, n;
    ensures \result == \null || (zok(\result) && V(\result) == dk_shr(V(a), n)); */
dpc_z dpc_z_shr_dn(dpc_z a, int64_t n);

/* Ceiling. */
/*@ requires zok(a) && n >= 0; assigns \result \from a, n;
    ensures \result == \null || (zok(\result) && V(\result) == dk_shru(V(a), n)); */
dpc_z dpc_z_shr_up(dpc_z a, int64_t n);

/*@ requires zok(a) && zok(b); assigns \result \from a, b;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> V(a) <= V(b); */
int dpc_z_le(dpc_z a, dpc_z b);

/*@ requires zok(a); assigns \result \from a;
    ensures \result == (V(a) > 0 ? 1 : V(a) < 0 ? -1 : 0); */
int dpc_z_sgn(dpc_z a);

/* The length of |a| in bits, 1 for 0. */
/*@ requires zok(a); assigns \result \from a;
    ensures 1 <= \result <= 2 * DPC_Z_MAX_BITS;
    ensures V(a) > 0 ==> dk_shl(1, \result - 1) <= V(a) <= dk_shl(1, \result); */
int64_t dpc_z_bits(dpc_z a);

/* ---- hints: any handle will do, what they return is checked by those who ask ---- */

/* About a / b, b > 0: floor or ceiling. */
/*@ requires zok(a) && zok(b); assigns \result \from a, b;
    ensures \result == \null || zok(\result); */
dpc_z dpc_z_hint_quot_dn(dpc_z a, dpc_z b);
/*@ requires zok(a) && zok(b); assigns \result \from a, b;
    ensures \result == \null || zok(\result); */
dpc_z dpc_z_hint_quot_up(dpc_z a, dpc_z b);

/* About the square root of a >= 0: floor or ceiling. */
/*@ requires zok(a); assigns \result \from a;
    ensures \result == \null || zok(\result); */
dpc_z dpc_z_hint_root_dn(dpc_z a);
/*@ requires zok(a); assigns \result \from a;
    ensures \result == \null || zok(\result); */
dpc_z dpc_z_hint_root_up(dpc_z a);

#endif
