/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   From enclosures to the verdict.  Claims `value <= num / den` or `value >= num / den` are judged
   one after the other; each gets the next number 0, 1, 2, ...  The value is the number of a step of
   the stream (steps.h), or an exact fraction.  Nothing is rounded: integers are multiplied and
   compared.

   What is proved: let kclaim(0), kclaim(1), ... be any statements.  If kclaim(i) says of every
   claim i that was judged what the claim says about its value, then the verdict about n claims is
   VERIFIED only if n > 0, all n claims were judged, and all statements are true; REJECTED if and
   only if one of the claims was judged false, and then one of the statements is false.  Otherwise
   it is UNDECIDED. */
#ifndef DPC_KERNEL_JUDGE_H
#define DPC_KERNEL_JUDGE_H

#include "dpcert-check.h"
#include "kernel/steps.h"

/* The statement of a claim: any one.  See above. */
/*@ axiomatic Claim {
      predicate kclaim(integer number) reads \nothing;
    } */

/* a / b is a number: b > 0. */
/*@ predicate zfwf(dpc_z a, dpc_z b) = (a == \null || zok(a)) && (b == \null || zok(b));
    predicate kfraction(dpc_z a, dpc_z b) = a != \null && b != \null && V(b) > 0; */

/* What a claim says: v <= n / d or v >= n / d, which is d v <= n or d v >= n, for d > 0; and for an
   exact value v = a / b with b > 0 this is d a <= n b or d a >= n b. */
/*@ predicate ksays(integer upper, real v, dpc_z n, dpc_z d) =
      upper != 0 ? dk_mul(V(d), v) <= V(n) : dk_mul(V(d), v) >= V(n);
    predicate ksays_exact(integer upper, dpc_z a, dpc_z b, dpc_z n, dpc_z d) =
      upper != 0 ? dk_mul(V(d), V(a)) <= dk_mul(V(n), V(b))
                 : dk_mul(V(d), V(a)) >= dk_mul(V(n), V(b)); */

#define DPC_K_MAX_CLAIMS 4611686018427387904 /* 2^62 */

/* The claims that were judged: how many, the first that is false, and the first that is not
   decided; -1 where there is none. */
typedef struct {
    int64_t count, failed, open;
} dpc_k_judged;

/*@ predicate kjudged(dpc_k_judged *j) =
      \valid(j) && 0 <= j->count <= DPC_K_MAX_CLAIMS &&
      -1 <= j->failed < j->count && -1 <= j->open < j->count &&
      (j->failed >= 0 ==> !kclaim(j->failed)) &&
      (j->failed < 0 && j->open < 0 ==> \forall integer i; 0 <= i < j->count ==> kclaim(i));
    predicate kmore(dpc_k_judged *j) = j->count < DPC_K_MAX_CLAIMS; */

/* No claim was judged yet. */
/*@ requires \valid(j);
    assigns *j;
    ensures judged: kjudged(j);
    ensures none: j->count == 0; */
void dpc_k_judge_none(dpc_k_judged *j);

/* Judges the next claim: the number of a step is at most (upper is not 0) or at least num / den.
   Returns 1 if that is true, 0 if it is false, -1 if it is not decided: also where the step has no
   enclosure, or num / den is no number.  After 2^62 claims nothing is judged any more. */
/*@ requires kjudged(j) && kplace(w) && kencloses(w) && \separated(j, w) && zfwf(num, den);
    requires kmore(j) ==> kfraction(num, den) ==>
               (kclaim(j->count) <==> ksays(upper, kvalue(step), num, den));
    assigns *j;
    ensures judged: kjudged(j);
    ensures next: \old(kmore(j)) ==> j->count == \old(j->count) + 1;
    ensures full: !\old(kmore(j)) ==> j->count == \old(j->count) && \result == -1;
    ensures tri: -1 <= \result <= 1;
    ensures some: \result >= 0 ==> kfraction(num, den);
    ensures yes: \result == 1 ==> ksays(upper, kvalue(step), num, den);
    ensures no: \result == 0 ==> !ksays(upper, kvalue(step), num, den);
    ensures failed: \result == 0 ==> j->failed >= 0;
    ensures kept: \old(j->failed) >= 0 ==> j->failed == \old(j->failed); */
int dpc_k_judge(dpc_k_judged *j, const dpc_k_window *w, int64_t step, int upper, dpc_z num,
                dpc_z den);

/* The same for the value a / b. */
/*@ requires kjudged(j) && zfwf(a, b) && zfwf(num, den);
    requires kmore(j) ==> kfraction(a, b) ==> kfraction(num, den) ==>
               (kclaim(j->count) <==> ksays_exact(upper, a, b, num, den));
    assigns *j;
    ensures judged: kjudged(j);
    ensures next: \old(kmore(j)) ==> j->count == \old(j->count) + 1;
    ensures full: !\old(kmore(j)) ==> j->count == \old(j->count) && \result == -1;
    ensures tri: -1 <= \result <= 1;
    ensures some: \result >= 0 ==> kfraction(a, b) && kfraction(num, den);
    ensures yes: \result == 1 ==> ksays_exact(upper, a, b, num, den);
    ensures no: \result == 0 ==> !ksays_exact(upper, a, b, num, den);
    ensures failed: \result == 0 ==> j->failed >= 0;
    ensures kept: \old(j->failed) >= 0 ==> j->failed == \old(j->failed); */
int dpc_k_judge_exact(dpc_k_judged *j, dpc_z a, dpc_z b, int upper, dpc_z num, dpc_z den);

/* The verdict about n claims. */
/*@ requires kjudged(j);
    assigns \nothing;
    ensures word: \result \in { DPC_VERIFIED, DPC_REJECTED, DPC_VERIFY_UNDECIDED };
    ensures verified: \result == DPC_VERIFIED ==> n > 0 && j->count == n;
    ensures all: \result == DPC_VERIFIED ==> \forall integer i; 0 <= i < n ==> kclaim(i);
    ensures rejected: \result == DPC_REJECTED <==> j->failed >= 0;
    ensures refuted: \result == DPC_REJECTED ==> !kclaim(j->failed);
    ensures open: \result == DPC_VERIFY_UNDECIDED ==> j->open >= 0 || n <= 0 || j->count != n; */
dpc_verdict dpc_k_verdict(const dpc_k_judged *j, int64_t n);

#endif
