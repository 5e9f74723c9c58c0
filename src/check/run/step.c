/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Arithmetic and comparison: exact if both operands are exact and short, else by the domain, which
   is asked only for operations that it declares (domain.h). */
#include "base/cost.h"
#include "base/exact.h"
#include "kernel/word.h"
#include "run/run.h"

#include <math.h>

/* Whether every point of a slot is below 0. */
static bool is_negative(dpc_run *run, uint32_t slot)
{
    if (run->slot[slot].exact)
        return mpq_sgn(run->slot[slot].q) < 0;
    dpc_bounds b;
    dpc_bounds_init(&b);
    dpc_run_bounds(run, slot, &b);
    const bool negative = b.finite && mpz_sgn(b.hi_man) < 0;
    dpc_bounds_clear(&b);
    return negative;
}

/* Factors of a binomial coefficient; binom(n, k + 1) may go on from binom(n, k). */
static uint64_t factors(dpc_run *run, const mpz_t n, const mpz_t k)
{
    const uint64_t most = UINT64_MAX, top = dpc_word_fits(n) ? dpc_word_low(n) : most,
                   low = dpc_word_fits(k) ? dpc_word_low(k) : most,
                   bottom = low <= top && low > top - low ? top - low : low;
    const uint64_t have = top == run->budget.binom_top && run->budget.binom_bottom <= bottom
                              ? run->budget.binom_bottom
                              : 0;
    run->budget.binom_top = top;
    run->budget.binom_bottom = bottom;
    return bottom - have;
}

static double end_approx(const mpz_t man, int64_t exp)
{
    signed long e;
    const double m = mpz_get_d_2exp(&e, man);
    const int64_t all = exp + e;
    return all > 100 ? m * 0x1p100 : all < -100 ? m * 0x1p-100 : ldexp(m, (int)all);
}

/* Q of a slot. */
static uint64_t q_cost(dpc_run *run, uint32_t slot)
{
    const dpc_slot *s = &run->slot[slot];
    double lo = 0, hi = 0;
    if (s->exact)
        lo = hi = mpq_get_d(s->q);
    else {
        dpc_bounds b;
        dpc_bounds_init(&b);
        run->domain->bounds(&b, dpc_run_element(run, slot));
        if (b.finite) {
            lo = end_approx(b.lo_man, b.lo_exp);
            hi = end_approx(b.hi_man, b.hi_exp);
        }
        dpc_bounds_clear(&b);
    }
    return dpc_cost_q(lo, hi, run->prec);
}

/* The cost of a step on enclosures, in addition to the step itself. */
static uint64_t cost(dpc_run *run, const dpc_instr *i)
{
    const dpc_slot *a = &run->slot[i->a], *b = &run->slot[i->b];
    const unsigned terms = run->domain->terms;
    if (i->op == DPC_OP_POW && dpc_slot_is_integer(b))
        return dpc_cost_power(mpq_numref(b->q)) + 4 * dpc_cost_series(terms);
    if (i->op == DPC_OP_BINOM && dpc_slot_is_integer(a) && dpc_slot_is_integer(b))
        return dpc_cost_factors(factors(run, mpq_numref(a->q), mpq_numref(b->q)));
    if (i->op == DPC_OP_Q)
        return q_cost(run, i->a) + 4 * dpc_cost_series(terms);
    return dpc_cost_operation(i->op, run->prec, terms);
}

static dpc_status enclose_step(dpc_run *run, const dpc_instr *i)
{
    const dpc_status charged = dpc_run_charge(run, i, cost(run, i));
    if (charged != DPC_OK)
        return charged;

    const dpc_domain *dom = run->domain;
    dpc_status status;
    if (i->op == DPC_OP_POW && dpc_slot_is_integer(&run->slot[i->b]))
        status = dom->pow_z(dpc_run_element(run, i->d), dpc_run_enclosure(run, i->a),
                            mpq_numref(run->slot[i->b].q), run->prec);
    else if (i->op == DPC_OP_BINOM)
        status = dpc_slot_is_integer(&run->slot[i->a]) && dpc_slot_is_integer(&run->slot[i->b])
                     ? dom->binom(dpc_run_element(run, i->d), mpq_numref(run->slot[i->a].q),
                                  mpq_numref(run->slot[i->b].q), run->prec)
                     : DPC_UNDECIDED;
    else if (i->op == DPC_OP_E || i->op == DPC_OP_PI)
        status = dom->apply(i->op, dpc_run_element(run, i->d), NULL, NULL, run->prec);
    else {
        const void *a = dpc_run_enclosure(run, i->a), *b = dpc_run_enclosure(run, i->b);
        if ((i->op == DPC_OP_CEIL || i->op == DPC_OP_FLOOR) &&
            dom->round(mpq_numref(run->scratch), i->op, a)) {
            mpz_set_ui(mpq_denref(run->scratch), 1);
            dpc_run_assign(run, i->d, run->scratch, true);
            return DPC_OK;
        }
        status = dom->apply(i->op, dpc_run_element(run, i->d), a, b, run->prec);
        if (i->op == DPC_OP_POW && status == DPC_DOMAIN && !run->slot[i->b].exact &&
            is_negative(run, i->a))
            status = DPC_UNDECIDED; /* the exponent may be an integer that is not known exactly */
    }
    if (status != DPC_OK)
        return dpc_run_fail_step(run, i, status);
    dpc_run_set_enclosed(run, i->d);
    return DPC_OK;
}

/* Whether min or max is decided; then sets it to the operand. */
static bool decided_extremum(dpc_run *run, const dpc_instr *i)
{
    const dpc_tri below = dpc_run_compare(run, DPC_OP_LE, i->a, i->b);
    if (below == DPC_TRI_UNDECIDED)
        return false;
    dpc_run_copy(run, i->d, (below == DPC_TRUE) == (i->op == DPC_OP_MIN) ? i->a : i->b);
    return true;
}

static dpc_status arithmetic(dpc_run *run, const dpc_instr *i)
{
    const dpc_slot *a = &run->slot[i->a], *b = &run->slot[i->b];
    const bool extremum = i->op == DPC_OP_MIN || i->op == DPC_OP_MAX;
    if (extremum && a->unset) {
        dpc_run_copy(run, i->d, i->b);
        return DPC_OK;
    }
    if (i->op != DPC_OP_E && i->op != DPC_OP_PI && a->exact && b->exact &&
        (run->domain->rigorous || i->is_int)) {
        dpc_status status = dpc_run_charge(run, i, dpc_cost_exact(i->op, a->q, b->q));
        if (status != DPC_OK)
            return status;
        status = dpc_exact_apply(i->op, run->scratch, a->q, b->q);
        if (status == DPC_OK) {
            dpc_slot *d = &run->slot[i->d];
            dpc_run_swap_q(run, d, run->scratch);
            d->exact = true;
            d->enclosed = d->unset = false;
            return DPC_OK;
        }
        if (status == DPC_DOMAIN)
            return dpc_run_fail_step(run, i, DPC_DOMAIN);
    }
    if (!dpc_domain_can(run->domain, i->op))
        return dpc_run_fail_unable(run, i);
    if (extremum && run->domain->rigorous && decided_extremum(run, i))
        return DPC_OK;
    return enclose_step(run, i);
}

dpc_status dpc_run_step(dpc_run *run, const dpc_instr *i)
{
    const dpc_status status = arithmetic(run, i);
    if (status != DPC_OK)
        dpc_run_forget(run, i->d);
    return status;
}

dpc_tri dpc_run_compare(dpc_run *run, dpc_op op, uint32_t a, uint32_t b)
{
    const dpc_slot *x = &run->slot[a], *y = &run->slot[b];
    if (x->exact && y->exact) {
        dpc_run_spend(run, dpc_cost_compare(x->q, y->q));
        return dpc_exact_compare(op, x->q, y->q);
    }
    const void *left = dpc_run_enclosure(run, a), *right = dpc_run_enclosure(run, b);
    return run->ending.unassigned || !dpc_domain_can(run->domain, op)
               ? DPC_TRI_UNDECIDED
               : run->domain->compare(op, left, right);
}
