/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The stream of steps; see steps.h. */
#include "kernel/steps.h"

/* Enclosures of what the operations make of all points of their operands. */
/*@ requires kwf(a) && kwf(b) && kbits(bits) && DPC_K_ADD <= op <= DPC_K_Q;
    requires op == DPC_K_Q ==> kok(b) ==> in(dk_pi, b);
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> \forall real d, x, y; in(x, a) ==> in(y, b) ==>
              kmeans2(op, d, x, y) ==> kdefined2(op, x, y) && in(d, \result); */
static dpc_ki apply2(int op, dpc_ki a, dpc_ki b, int64_t bits)
{
    if (op == DPC_K_ADD)
        return dpc_ki_add(a, b, bits);
    if (op == DPC_K_SUB)
        return dpc_ki_sub(a, b, bits);
    if (op == DPC_K_MUL)
        return dpc_ki_mul(a, b, bits);
    if (op == DPC_K_DIV)
        return dpc_ki_div(a, b, bits);
    if (op == DPC_K_POW)
        return dpc_ki_pow(a, b, bits);
    if (op == DPC_K_MIN)
        return dpc_ki_min(a, b);
    if (op == DPC_K_MAX)
        return dpc_ki_max(a, b);
    if (op == DPC_K_HULL)
        return dpc_ki_hull(a, b);
    return dpc_ki_q(a, b, bits);
}

/*@ requires kwf(a) && kbits(bits) && DPC_K_Q < op <= DPC_K_BINOM_STEP;
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> \forall real d, x; in(x, a) ==>
              kmeans1(op, d, x, n, k) ==> kdefined1(op, x, n, k) && in(d, \result); */
static dpc_ki apply1(int op, dpc_ki a, int64_t n, int64_t k, int64_t bits)
{
    if (op == DPC_K_NEG)
        return dpc_ki_neg(a);
    if (op == DPC_K_ABS)
        return dpc_ki_abs(a);
    if (op == DPC_K_POS)
        return dpc_ki_pos(a);
    if (op == DPC_K_CEIL)
        return dpc_ki_ceil(a);
    if (op == DPC_K_FLOOR)
        return dpc_ki_floor(a);
    if (op == DPC_K_ROUND)
        return dpc_ki_round(a, bits);
    if (op == DPC_K_EXP)
        return dpc_ki_exp(a, bits);
    if (op == DPC_K_LOG)
        return dpc_ki_log(a, bits);
    if (op == DPC_K_SQRT)
        return dpc_ki_sqrt(a, bits);
    if (op == DPC_K_EXPM1)
        return dpc_ki_expm1(a, bits);
    if (op == DPC_K_LOG1P)
        return dpc_ki_log1p(a, bits);
    if (n < -4611686018427387904 || n > 4611686018427387904)
        return dpc_ki_none();
    if (op == DPC_K_IPOW)
        return dpc_ki_ipow(a, n, bits);
    if (k < 0 || k >= n)
        return dpc_ki_none();
    return dpc_ki_binom_step(a, n, k, bits);
}

/*@ requires kbits(bits) && DPC_K_BINOM_STEP < op < DPC_K_OPS;
    assigns \nothing;
    ensures wf: kwf(\result);
    ensures encl: kok(\result) ==> \forall real d; kmeans0(op, d) ==> in(d, \result); */
static dpc_ki apply0(int op, int64_t bits)
{
    return op == DPC_K_E ? dpc_ki_e(bits) : dpc_ki_pi(bits);
}

void dpc_k_restart(dpc_k_window *w)
{
    if (w->first <= DPC_K_MAX_STEPS)
        w->first += w->count;
    w->count = 0;
}

/*@ requires kplace(w);
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> kroom(w); */
static int has_room(const dpc_k_window *w)
{
    return w->count < DPC_K_SLOTS && w->first <= DPC_K_MAX_STEPS;
}

int64_t dpc_k_input(dpc_k_window *w, dpc_ki a)
{
    if (!has_room(w))
        return -1;
    const int64_t i = w->count;
    w->slot[i] = a;
    /*@ assert last: kwf(w->slot[i]) && (kok(w->slot[i]) ==> in(kvalue(w->first + i), w->slot[i])); */
    /*@ assert before: \forall integer j; 0 <= j < i ==>
          kwf(w->slot[j]) && (kok(w->slot[j]) ==> in(kvalue(w->first + j), w->slot[j])); */
    w->count = i + 1;
    return dpc_ki_ok(a) ? w->first + i : -1;
}

int64_t dpc_k_ratio(dpc_k_window *w, dpc_z num, dpc_z den, int64_t bits)
{
    if (bits < 1 || bits > DPC_KI_MAX_BITS)
        return dpc_k_input(w, dpc_ki_none());
    return dpc_k_input(w, dpc_ki_ratio(num, den, bits));
}

dpc_ki dpc_k_get(const dpc_k_window *w, int64_t step)
{
    if (step < w->first || step >= w->first + w->count)
        return dpc_ki_none();
    return w->slot[step - w->first];
}

int64_t dpc_k_push(dpc_k_window *w, int op, int64_t a, int64_t b, int64_t n, int64_t k,
                   int64_t bits)
{
    if (!has_room(w))
        return -1;
    if (op < DPC_K_ADD || op >= DPC_K_OPS || bits < 1 || bits > DPC_KI_MAX_BITS)
        return dpc_k_input(w, dpc_ki_none());
    if (op > DPC_K_BINOM_STEP)
        return dpc_k_input(w, apply0(op, bits));
    const dpc_ki x = dpc_k_get(w, a);
    if (!dpc_ki_ok(x))
        return dpc_k_input(w, dpc_ki_none());
    if (op > DPC_K_Q)
        return dpc_k_input(w, apply1(op, x, n, k, bits));
    const dpc_ki y = dpc_k_get(w, b);
    if (!dpc_ki_ok(y))
        return dpc_k_input(w, dpc_ki_none());
    return dpc_k_input(w, apply2(op, x, y, bits));
}

int dpc_k_lt(const dpc_k_window *w, int64_t a, int64_t b)
{
    const dpc_ki x = dpc_k_get(w, a), y = dpc_k_get(w, b);
    return dpc_ki_lt(x, y) ? 1 : dpc_ki_le(y, x) ? 0 : -1;
}

dpc_z dpc_k_integer(const dpc_k_window *w, int64_t step)
{
    const dpc_ki x = dpc_k_get(w, step);
    return dpc_dy_le(x.hi, x.lo) && x.lo.e == 0 ? x.lo.m : NULL;
}
