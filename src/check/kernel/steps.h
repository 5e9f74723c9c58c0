/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The proved loop, in the form of a stream.  The evaluator hands over one straight-line step after
   the other; each gets the next number 0, 1, 2, ...  A window keeps the enclosures of the last few
   steps, and a step may use those that are in it.  A refused step uses up its number as well, so
   that no number stands for two steps; its slot holds a refusal.

   What is proved: let kvalue(0), kvalue(1), ... be any real numbers.  If every interval that was
   put in contains the number of its step, and the number of every other step is what its operation
   makes of the numbers of its operands, then every interval of the window contains the number of
   its step, at all times; and the operation is defined at those numbers. */
#ifndef DPC_KERNEL_STEPS_H
#define DPC_KERNEL_STEPS_H

#include "kernel/kernel.h"

/* Operations of a step.  Up to DPC_K_Q they take two operands, up to DPC_K_BINOM_STEP one, the
   others none. */
enum {
    DPC_K_ADD,
    DPC_K_SUB,
    DPC_K_MUL,
    DPC_K_DIV,
    DPC_K_POW, /* real exponent */
    DPC_K_MIN,
    DPC_K_MAX,
    DPC_K_HULL, /* any number between the two */
    DPC_K_Q,    /* the second operand is pi, with the bits that dpc_hint_q tells */
    DPC_K_NEG,
    DPC_K_ABS,
    DPC_K_POS,
    DPC_K_CEIL,
    DPC_K_FLOOR,
    DPC_K_ROUND, /* the number itself, with fewer bits */
    DPC_K_EXP,
    DPC_K_LOG,
    DPC_K_SQRT,
    DPC_K_EXPM1,
    DPC_K_LOG1P,
    DPC_K_IPOW,       /* exponent n */
    DPC_K_BINOM_STEP, /* binom(n, k + 1), the operand is binom(n, k) */
    DPC_K_E,
    DPC_K_PI,
    DPC_K_OPS
};

/* d is what the operation makes of x and y. */
/*@ predicate kmeans2(integer op, real d, real x, real y) =
      (op == DPC_K_ADD ==> d == x + y) && (op == DPC_K_SUB ==> d == x - y) &&
      (op == DPC_K_MUL ==> d == dk_mul(x, y)) && (op == DPC_K_DIV ==> d == dk_div(x, y)) &&
      (op == DPC_K_POW ==> d == dk_pow(x, y)) &&
      (op == DPC_K_MIN ==> d == \min(x, y)) && (op == DPC_K_MAX ==> d == \max(x, y)) &&
      (op == DPC_K_HULL ==> x <= d <= y || y <= d <= x) && (op == DPC_K_Q ==> y == dk_pi && d == dk_q(x));
    predicate kmeans1(integer op, real d, real x, integer n, integer k) =
      (op == DPC_K_NEG ==> d == -x) && (op == DPC_K_ABS ==> (x >= 0 ? d == x : d == -x)) &&
      (op == DPC_K_POS ==> d == \max(x, 0.0)) &&
      (op == DPC_K_CEIL ==> d == dk_ceil(x)) && (op == DPC_K_FLOOR ==> d == dk_floor(x)) &&
      (op == DPC_K_ROUND ==> d == x) &&
      (op == DPC_K_EXP ==> d == dk_exp(x)) && (op == DPC_K_LOG ==> d == dk_log(x)) &&
      (op == DPC_K_SQRT ==> d == dk_sqrt(x)) && (op == DPC_K_EXPM1 ==> d == dk_exp(x) - 1) &&
      (op == DPC_K_LOG1P ==> d == dk_log(1 + x)) && (op == DPC_K_IPOW ==> d == dk_ipow(x, n)) &&
      (op == DPC_K_BINOM_STEP ==> x == dk_binom(n, k) && d == dk_binom(n, k + 1));
    predicate kmeans0(integer op, real d) =
      (op == DPC_K_E ==> d == dk_exp(1.0)) && (op == DPC_K_PI ==> d == dk_pi); */

/* The operation is defined there. */
/*@ predicate kdefined2(integer op, real x, real y) =
      (op == DPC_K_DIV ==> y != 0) && (op == DPC_K_POW ==> x > 0 || (x == 0 && y > 0));
    predicate kdefined1(integer op, real x, integer n, integer k) =
      (op == DPC_K_LOG ==> x > 0) && (op == DPC_K_SQRT ==> x >= 0) && (op == DPC_K_LOG1P ==> x > -1) &&
      (op == DPC_K_IPOW ==> n > 0 || x != 0) && (op == DPC_K_BINOM_STEP ==> 0 <= k < n); */

/* The number of a step: any real number.  See above. */
/*@ axiomatic Value {
      logic real kvalue(integer step) reads \nothing;
    } */

enum { DPC_K_SLOTS = 64 };
#define DPC_K_MAX_STEPS 4611686018427387904 /* 2^62 */

/* Slot i encloses the number of step first + i, or is a refusal. */
typedef struct {
    int64_t first, count;
    dpc_ki slot[DPC_K_SLOTS];
} dpc_k_window;

/*@ predicate kplace(dpc_k_window *w) =
      \valid(w) && 0 <= w->first <= DPC_K_MAX_STEPS + DPC_K_SLOTS && 0 <= w->count <= DPC_K_SLOTS;
    predicate kencloses(dpc_k_window *w) =
      \forall integer i; 0 <= i < w->count ==> kwf(w->slot[i]) &&
        (kok(w->slot[i]) ==> in(kvalue(w->first + i), w->slot[i]));
    predicate kroom(dpc_k_window *w) = w->count < DPC_K_SLOTS && w->first <= DPC_K_MAX_STEPS;
    logic integer knext(dpc_k_window *w) = w->first + w->count; */

/* Forgets all slots: the next step is the first one of the window.  Before an epoch ends. */
/*@ requires kplace(w);
    assigns w->first, w->count;
    ensures place: kplace(w);
    ensures none: w->count == 0;
    ensures next: knext(w) == \old(knext(w)) || w->first > DPC_K_MAX_STEPS; */
void dpc_k_restart(dpc_k_window *w);

/* Puts an interval in that contains the number of the next step.  Returns the number of the step;
   -1 if the interval is a refusal, or if there is no room: the window is full, or the stream too
   long.  Without room nothing is used up. */
/*@ requires kplace(w) && kencloses(w) && kwf(a);
    requires kroom(w) ==> kok(a) ==> in(kvalue(knext(w)), a);
    assigns w->count, w->slot[0 .. DPC_K_SLOTS - 1];
    ensures place: kplace(w);
    ensures all: kencloses(w);
    ensures number: \result == -1 || \result == \old(knext(w));
    ensures next: \old(kroom(w)) ==> knext(w) == \old(knext(w)) + 1;
    ensures full: !\old(kroom(w)) ==> knext(w) == \old(knext(w)) && \result == -1;
    ensures ok: \result >= 0 ==> kok(a); */
int64_t dpc_k_input(dpc_k_window *w, dpc_ki a);

/* num / den, den > 0. */
/*@ requires kplace(w) && kencloses(w) && zok(num) && zok(den);
    requires kroom(w) ==> V(den) > 0 ==> kvalue(knext(w)) == dk_div(V(num), V(den));
    assigns w->count, w->slot[0 .. DPC_K_SLOTS - 1];
    ensures place: kplace(w);
    ensures all: kencloses(w);
    ensures number: \result == -1 || \result == \old(knext(w));
    ensures next: \old(kroom(w)) ==> knext(w) == \old(knext(w)) + 1;
    ensures full: !\old(kroom(w)) ==> knext(w) == \old(knext(w)) && \result == -1;
    ensures defined: \result >= 0 ==> V(den) > 0; */
int64_t dpc_k_ratio(dpc_k_window *w, dpc_z num, dpc_z den, int64_t bits);

/* The next step: op of the numbers of the steps a and b, with the integers n and k where it takes
   them.  Returns its number; -1 if there is no room, an operand is not in the window or a refusal,
   or the kernel refuses (the operation may be undefined, or a limit is reached). */
/*@ requires kplace(w) && kencloses(w);
    requires kroom(w) ==> op <= DPC_K_Q ==> kmeans2(op, kvalue(knext(w)), kvalue(a), kvalue(b));
    requires kroom(w) ==> DPC_K_Q < op <= DPC_K_BINOM_STEP ==>
               kmeans1(op, kvalue(knext(w)), kvalue(a), n, k);
    requires kroom(w) ==> DPC_K_BINOM_STEP < op ==> kmeans0(op, kvalue(knext(w)));
    assigns w->count, w->slot[0 .. DPC_K_SLOTS - 1];
    ensures place: kplace(w);
    ensures all: kencloses(w);
    ensures number: \result == -1 || \result == \old(knext(w));
    ensures next: \old(kroom(w)) ==> knext(w) == \old(knext(w)) + 1;
    ensures full: !\old(kroom(w)) ==> knext(w) == \old(knext(w)) && \result == -1;
    ensures known: \result >= 0 ==> DPC_K_ADD <= op < DPC_K_OPS;
    ensures two: \result >= 0 ==> op <= DPC_K_Q ==> kdefined2(op, kvalue(a), kvalue(b));
    ensures one: \result >= 0 ==> DPC_K_Q < op <= DPC_K_BINOM_STEP ==> kdefined1(op, kvalue(a), n, k); */
int64_t dpc_k_push(dpc_k_window *w, int op, int64_t a, int64_t b, int64_t n, int64_t k, int64_t bits);

/* The enclosure of a step, a refusal if it is not in the window or was refused. */
/*@ requires kplace(w) && kencloses(w);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> in(kvalue(step), \result); */
dpc_ki dpc_k_get(const dpc_k_window *w, int64_t step);

/* Whether the number of a is less than that of b: 1 yes, 0 no, -1 not decided. */
/*@ requires kplace(w) && kencloses(w);
    assigns \nothing;
    ensures tri: -1 <= \result <= 1;
    ensures yes: \result == 1 ==> kvalue(a) < kvalue(b);
    ensures no: \result == 0 ==> kvalue(a) >= kvalue(b); */
int dpc_k_lt(const dpc_k_window *w, int64_t a, int64_t b);

/* The number of a step whose enclosure is one integer point; NULL if it is not. */
/*@ requires kplace(w) && kencloses(w);
    assigns \result \from *w, step;
    ensures val: \result != \null ==> zok(\result) && kvalue(step) == V(\result); */
dpc_z dpc_k_integer(const dpc_k_window *w, int64_t step);

#endif
