/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Claims against enclosures, and the verdict; see judge.h. */
#include "kernel/judge.h"

void dpc_k_judge_none(dpc_k_judged *j)
{
    j->count = 0;
    j->failed = -1;
    j->open = -1;
}

/* The next claim is true (1), false (0) or not decided (-1).  Returns which; -1 without room. */
/*@ requires kjudged(j) && -1 <= holds <= 1;
    requires kmore(j) ==> holds == 1 ==> kclaim(j->count);
    requires kmore(j) ==> holds == 0 ==> !kclaim(j->count);
    assigns *j;
    ensures judged: kjudged(j);
    ensures next: \old(kmore(j)) ==> j->count == \old(j->count) + 1 && \result == holds;
    ensures full: !\old(kmore(j)) ==> j->count == \old(j->count) && \result == -1;
    ensures failed: \result == 0 ==> j->failed >= 0;
    ensures kept: \old(j->failed) >= 0 ==> j->failed == \old(j->failed); */
static int record(dpc_k_judged *j, int holds)
{
    if (j->count >= DPC_K_MAX_CLAIMS)
        return -1;
    if (holds == 0 && j->failed < 0)
        j->failed = j->count;
    if (holds < 0 && j->open < 0)
        j->open = j->count;
    j->count++;
    return holds;
}

/* Whether d v <= n (>= n) for all points v of x, 1; or for none of them, 0. */
/*@ requires kok(x) && dyok(n) && dyok(d) && DV(d) > 0;
    assigns \nothing;
    ensures tri: -1 <= \result <= 1;
    ensures yes: \result == 1 ==> \forall real v; in(v, x) ==> dk_mul(DV(d), v) <= DV(n);
    ensures no: \result == 0 ==> \forall real v; in(v, x) ==> dk_mul(DV(d), v) > DV(n); */
static int at_most(dpc_ki x, dpc_dy n, dpc_dy d)
{
    if (dpc_dy_le(dpc_dy_mul(d, x.hi), n))
        return 1;
    return dpc_dy_lt(n, dpc_dy_mul(d, x.lo)) ? 0 : -1;
}

/*@ requires kok(x) && dyok(n) && dyok(d) && DV(d) > 0;
    assigns \nothing;
    ensures tri: -1 <= \result <= 1;
    ensures yes: \result == 1 ==> \forall real v; in(v, x) ==> dk_mul(DV(d), v) >= DV(n);
    ensures no: \result == 0 ==> \forall real v; in(v, x) ==> dk_mul(DV(d), v) < DV(n); */
static int at_least(dpc_ki x, dpc_dy n, dpc_dy d)
{
    if (dpc_dy_le(n, dpc_dy_mul(d, x.lo)))
        return 1;
    return dpc_dy_lt(dpc_dy_mul(d, x.hi), n) ? 0 : -1;
}

int dpc_k_judge(dpc_k_judged *j, const dpc_k_window *w, int64_t step, int upper, dpc_z num,
                dpc_z den)
{
    const dpc_ki x = dpc_k_get(w, step);
    if (!dpc_ki_ok(x) || num == NULL || den == NULL || dpc_z_sgn(den) <= 0)
        return record(j, -1);
    const dpc_dy n = dpc_dy_make(num, 0), d = dpc_dy_make(den, 0);
    if (n.m == NULL || d.m == NULL)
        return record(j, -1);
    return record(j, upper ? at_most(x, n, d) : at_least(x, n, d));
}

int dpc_k_judge_exact(dpc_k_judged *j, dpc_z a, dpc_z b, int upper, dpc_z num, dpc_z den)
{
    if (a == NULL || b == NULL || num == NULL || den == NULL || dpc_z_sgn(b) <= 0 ||
        dpc_z_sgn(den) <= 0)
        return record(j, -1);
    const dpc_dy value = dpc_dy_mul(dpc_dy_make(den, 0), dpc_dy_make(a, 0)),
                 claim = dpc_dy_mul(dpc_dy_make(num, 0), dpc_dy_make(b, 0)),
                 less = upper ? value : claim, more = upper ? claim : value;
    return record(j, dpc_dy_le(less, more) ? 1 : dpc_dy_lt(more, less) ? 0 : -1);
}

dpc_verdict dpc_k_verdict(const dpc_k_judged *j, int64_t n)
{
    if (j->failed >= 0)
        return DPC_REJECTED;
    return j->open < 0 && n > 0 && j->count == n ? DPC_VERIFIED : DPC_VERIFY_UNDECIDED;
}
