/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Invariant: a slot that has been assigned and is not a condition is exact (q is its value), or
   enclosed (its element contains its value), or both.  In a domain that is not rigorous only
   integers by type are kept exactly: the rest is what that domain makes of it.  A slot that is
   neither has no value, because nothing was assigned to it, or because the instruction that should
   have done so failed; a run that reads one is void.  A domain is asked for what it declares only
   (domain.h): see dpc_run_step for arithmetic, dpc_run_compare and step for the rest. */
#include "run/run.h"

#include "base/cost.h"
#include "base/exact.h"
#include "base/watch.h"
#include "kernel/word.h"
#include "method/method.h"
#include "run/range.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_ARRAY = 5000000, /* elements of one array */
    TELL_EVERY = 1 << 12 /* steps after which the watch is told of them */
};

void *dpc_run_element(const dpc_run *run, uint32_t slot)
{
    return run->element + (size_t)slot * run->domain->size;
}

dpc_run *dpc_run_new(const dpc_code *code, const dpc_domain *domain)
{
    dpc_run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return NULL;
    run->code = code;
    run->domain = domain;
    run->budget.max_steps = DPC_DEFAULT_MAX_STEPS;
    run->filled = SIZE_MAX;
    run->budget.own = dpc_memory_new();
    run->budget.memory = &run->budget.own;
    mpq_init(run->scratch);
    run->slot = calloc(code->nslots + 1, sizeof *run->slot);
    run->element = calloc(code->nslots + 1, domain->size);
    run->list = calloc(code->nlists + 1, sizeof *run->list);
    run->array = calloc(code->narrays + 1, sizeof *run->array);
    if (run->slot == NULL || run->element == NULL || run->list == NULL || run->array == NULL) {
        free(run->slot);
        free(run->element);
        free(run->list);
        free(run->array);
        mpq_clear(run->scratch);
        free(run);
        return NULL;
    }
    for (size_t i = 0; i < code->nslots; i++) {
        mpq_init(run->slot[i].q);
        domain->init(dpc_run_element(run, (uint32_t)i));
    }
    for (size_t i = 0; i < code->narrays; i++)
        mpz_init(run->array[i].lo);
    return run;
}

/* Counts what is being done: whoever touches a number pays for it. */
static void spend(dpc_run *run, uint64_t steps)
{
    run->budget.steps += steps;
}

/* ---- the account of memory ---- */

bool dpc_run_ask(dpc_run *run, uint64_t bytes)
{
    if (!dpc_memory_ask(run->budget.memory, bytes))
        return false;
    run->budget.bytes += bytes;
    return true;
}

/* A rational number has become longer, or shorter. */
static void enter(dpc_run *run, uint64_t before, const mpq_t now)
{
    const uint64_t more = dpc_memory_rational(now) - before;
    run->budget.bytes += more;
    run->budget.memory->used += more;
}

void dpc_run_give(dpc_run *run, uint64_t bytes)
{
    run->budget.bytes -= bytes;
    run->budget.memory->used -= bytes;
}

/* A slot with its element: what malloc adds to the two parts of its rational number is counted. */
static uint64_t slot_bytes(const dpc_run *run, unsigned long prec)
{
    return sizeof(dpc_slot) + 48 + dpc_memory_element(run->domain, prec);
}

bool dpc_run_reserve(dpc_run *run, unsigned long prec)
{
    uint64_t bytes = run->code->nslots * slot_bytes(run, prec);
    for (size_t k = 0; k < run->code->nlists && run->budget.memory == &run->budget.own; k++)
        bytes += run->list[k] != NULL ? run->list[k]->bytes : 0; /* a shadow has the same */
    dpc_run_give(run, run->budget.slot_bytes);
    run->budget.slot_bytes = dpc_run_ask(run, bytes) ? bytes : 0;
    return run->budget.slot_bytes == bytes;
}

dpc_run *dpc_run_new_within(dpc_run *run, const dpc_domain *domain)
{
    const uint64_t bytes =
        run->code->nslots * (sizeof(dpc_slot) + dpc_memory_element(domain, run->prec));
    if (!dpc_run_ask(run, bytes))
        return NULL;
    dpc_run_give(run, bytes); /* the new one asks for itself */
    dpc_run *other = dpc_run_new(run->code, domain);
    if (other != NULL)
        other->budget.memory = run->budget.memory;
    return other;
}

void dpc_run_set_q(dpc_run *run, dpc_slot *s, mpq_srcptr q)
{
    const uint64_t before = dpc_memory_rational(s->q);
    spend(run, dpc_cost_move(q));
    mpq_set(s->q, q);
    enter(run, before, s->q);
}

/* The numbers change places. */
static void swap_q(dpc_run *run, dpc_slot *s, mpq_ptr q)
{
    const uint64_t before = dpc_memory_rational(s->q);
    mpq_swap(s->q, q);
    enter(run, before, s->q);
}

static void empty_array(dpc_run *run, dpc_array *array)
{
    dpc_run_give(run, array->bytes);
    array->bytes = 0;
    for (size_t i = 0; i < array->room; i++) {
        dpc_run_give(run, dpc_memory_rational(array->slot[i].q));
        mpq_clear(array->slot[i].q);
        run->domain->clear(array->element + i * run->domain->size);
    }
    free(array->slot);
    free(array->element);
    array->slot = NULL;
    array->element = NULL;
    array->length = array->room = 0;
}

void dpc_run_free(dpc_run *run)
{
    if (run == NULL)
        return;
    for (size_t i = 0; i < run->code->nslots; i++) {
        mpq_clear(run->slot[i].q);
        run->domain->clear(dpc_run_element(run, (uint32_t)i));
    }
    for (size_t i = 0; i < run->code->narrays; i++) {
        empty_array(run, &run->array[i]);
        mpz_clear(run->array[i].lo);
    }
    mpq_clear(run->scratch);
    dpc_run_free(run->shadow);
    dpc_run_give(run, run->budget.bytes);
    free(run->slot);
    free(run->element);
    free(run->list);
    free(run->array);
    free(run);
}

void dpc_run_bounds(dpc_run *run, uint32_t slot, dpc_bounds *out)
{
    const dpc_slot *s = &run->slot[slot];
    out->finite = false;
    if (s->exact || s->enclosed)
        run->domain->bounds(out, dpc_run_enclosure(run, slot));
}

void dpc_run_value(dpc_run *run, uint32_t slot, dpc_enclosure *out)
{
    out->exact = run->slot[slot].exact;
    out->bounds.finite = false;
    if (out->exact)
        mpq_set(out->q, run->slot[slot].q);
    else
        dpc_run_bounds(run, slot, &out->bounds);
}

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

/* ---- values ---- */

void dpc_run_set_enclosed(dpc_run *run, uint32_t slot)
{
    dpc_slot *s = &run->slot[slot];
    s->exact = s->unset = false;
    s->enclosed = true;
}

void dpc_run_forget(dpc_run *run, uint32_t slot)
{
    dpc_slot *s = &run->slot[slot];
    s->exact = s->enclosed = s->unset = false;
    s->truth = DPC_UNKNOWN;
}

/* Sets a slot to an exact value. */
void dpc_run_assign(dpc_run *run, uint32_t slot, mpq_srcptr q, bool is_int)
{
    dpc_slot *s = &run->slot[slot];
    s->unset = false;
    s->exact = run->domain->rigorous || is_int;
    s->enclosed = !s->exact;
    if (s->exact)
        dpc_run_set_q(run, s, q);
    else {
        spend(run, dpc_cost_enclose(q));
        run->domain->set_q(dpc_run_element(run, slot), q, run->prec);
    }
}

void dpc_run_reset(dpc_run *run)
{
    for (size_t i = 0; i < run->code->nslots; i++)
        dpc_run_forget(run, (uint32_t)i);
}

void dpc_run_set_input(dpc_run *run, size_t input, const mpq_t value)
{
    const dpc_input *in = &run->code->input[input];
    dpc_run_assign(run, in->slot, value, in->type->kind != DPC_T_REAL);
}

static void copy(dpc_run *run, dpc_slot *d, void *de, const dpc_slot *s, const void *se)
{
    d->unset = s->unset;
    d->truth = s->truth;
    d->exact = s->exact;
    d->enclosed = s->enclosed;
    if (s->exact)
        dpc_run_set_q(run, d, s->q);
    if (s->enclosed)
        run->domain->set(de, se);
}

void dpc_run_copy(dpc_run *run, uint32_t d, uint32_t s)
{
    if (d != s)
        copy(run, &run->slot[d], dpc_run_element(run, d), &run->slot[s], dpc_run_element(run, s));
}

/* The element of a slot, made from the exact value where it is not there yet. */
const void *dpc_run_enclosure(dpc_run *run, uint32_t slot)
{
    dpc_slot *s = &run->slot[slot];
    if (!s->exact && !s->enclosed) {
        run->ending.unassigned = true;
        mpq_set_ui(s->q, 0, 1);
        run->domain->set_q(dpc_run_element(run, slot), s->q, run->prec);
    } else if (!s->enclosed) {
        spend(run, dpc_cost_enclose(s->q));
        run->domain->set_q(dpc_run_element(run, slot), s->q, run->prec);
        s->enclosed = true;
    }
    return dpc_run_element(run, slot);
}

void dpc_run_hull(dpc_run *run, uint32_t d, uint32_t a, uint32_t b)
{
    const void *x = dpc_run_enclosure(run, a), *y = dpc_run_enclosure(run, b);
    spend(run, 1);
    run->domain->hull(dpc_run_element(run, d), x, y, run->prec);
    run->slot[d].exact = run->slot[d].unset = false;
    run->slot[d].enclosed = true;
}

static bool exact_integer(const dpc_slot *s)
{
    return s->exact && mpz_cmp_ui(mpq_denref(s->q), 1) == 0;
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

/* What a step on enclosures costs beyond the step itself. */
static uint64_t cost(dpc_run *run, const dpc_instr *i)
{
    const dpc_slot *a = &run->slot[i->a], *b = &run->slot[i->b];
    const unsigned terms = run->domain->terms;
    if (i->op == DPC_OP_POW && exact_integer(b))
        return dpc_cost_power(mpq_numref(b->q)) + 4 * dpc_cost_series(terms);
    if (i->op == DPC_OP_BINOM && exact_integer(a) && exact_integer(b))
        return dpc_cost_factors(factors(run, mpq_numref(a->q), mpq_numref(b->q)));
    if (i->op == DPC_OP_Q)
        return q_cost(run, i->a) + 4 * dpc_cost_series(terms);
    return dpc_cost_operation(i->op, run->prec, terms);
}

uint64_t dpc_run_steps_left(const dpc_run *run)
{
    return run->budget.steps < run->budget.max_steps ? run->budget.max_steps - run->budget.steps
                                                     : 0;
}

dpc_status dpc_run_charge(dpc_run *run, const dpc_instr *i, uint64_t steps)
{
    if (dpc_memory_full(run->budget.memory))
        return dpc_run_fail_limit(run, i, DPC_LIMIT_MEMORY, DPC_MEMORY_LIMIT);
    if (steps > dpc_run_steps_left(run)) {
        char message[100];
        (void)snprintf(message, sizeof message, "the limit of %llu steps is reached",
                       (unsigned long long)run->budget.max_steps);
        return dpc_run_fail_limit(run, i, DPC_LIMIT_STEPS, message);
    }
    run->budget.steps += steps;
    return DPC_OK;
}

static dpc_status enclose_step(dpc_run *run, const dpc_instr *i)
{
    const dpc_status charged = dpc_run_charge(run, i, cost(run, i));
    if (charged != DPC_OK)
        return charged;

    const dpc_domain *dom = run->domain;
    dpc_status status;
    if (i->op == DPC_OP_POW && exact_integer(&run->slot[i->b]))
        status = dom->pow_z(dpc_run_element(run, i->d), dpc_run_enclosure(run, i->a),
                            mpq_numref(run->slot[i->b].q), run->prec);
    else if (i->op == DPC_OP_BINOM)
        status = exact_integer(&run->slot[i->a]) && exact_integer(&run->slot[i->b])
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
            status = DPC_UNDECIDED; /* the exponent may be an integer, which nobody knows exactly */
    }
    if (status != DPC_OK)
        return dpc_run_fail_step(run, i, status);
    dpc_run_set_enclosed(run, i->d);
    return DPC_OK;
}

/* min and max give back an operand where the comparison is decided. */
static bool decided_extremum(dpc_run *run, const dpc_instr *i)
{
    const dpc_tri below = dpc_run_compare(run, DPC_OP_LE, i->a, i->b);
    if (below == DPC_UNKNOWN)
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
            swap_q(run, d, run->scratch);
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
        spend(run, dpc_cost_compare(x->q, y->q));
        return dpc_exact_compare(op, x->q, y->q);
    }
    const void *left = dpc_run_enclosure(run, a), *right = dpc_run_enclosure(run, b);
    return run->ending.unassigned || !dpc_domain_can(run->domain, op)
               ? DPC_UNKNOWN
               : run->domain->compare(op, left, right);
}

/* ---- control ---- */

static dpc_tri and3(dpc_tri a, dpc_tri b)
{
    return a == DPC_FALSE || b == DPC_FALSE ? DPC_FALSE
           : a == DPC_TRUE && b == DPC_TRUE ? DPC_TRUE
                                            : DPC_UNKNOWN;
}

static dpc_tri not3(dpc_tri a)
{
    return a == DPC_TRUE ? DPC_FALSE : a == DPC_FALSE ? DPC_TRUE : DPC_UNKNOWN;
}

static dpc_status connective(dpc_run *run, size_t pc)
{
    const dpc_instr *i = &run->code->instr[pc];
    const bool is_and = i->op == DPC_OP_AND;
    const dpc_tri a = run->slot[i->a].truth;
    if (a == (is_and ? DPC_FALSE : DPC_TRUE)) {
        run->slot[i->d].truth = a;
        return DPC_OK;
    }
    dpc_status status = dpc_run_part(run, pc + 1, i->end);
    if (status == DPC_DOMAIN && a == DPC_UNKNOWN)
        return run->diag->status = DPC_UNDECIDED; /* it may not count: more precision tells */
    const dpc_tri b = run->slot[i->b].truth;
    run->slot[i->d].truth = is_and ? and3(a, b) : not3(and3(not3(a), not3(b)));
    return status;
}

static dpc_status branch(dpc_run *run, size_t pc)
{
    const dpc_instr *i = &run->code->instr[pc];
    const dpc_tri cond = run->slot[i->a].truth;
    dpc_status status = DPC_OK;
    if (cond != DPC_FALSE)
        status = dpc_run_part(run, pc + 1, i->b);
    if (status == DPC_OK && cond != DPC_TRUE)
        status = dpc_run_part(run, i->b, i->end);
    if (status != DPC_OK)
        return status == DPC_DOMAIN && cond == DPC_UNKNOWN ? (run->diag->status = DPC_UNDECIDED)
                                                           : status;
    if (cond == DPC_FALSE)
        dpc_run_copy(run, i->d, i->d + 1);
    else if (cond == DPC_UNKNOWN)
        dpc_run_hull(run, i->d, i->d, i->d + 1);
    return DPC_OK;
}

/* Range ends and indices must be known integers; they are read whole. */
static dpc_status need_integer(dpc_run *run, const dpc_instr *i, uint32_t slot, const char *what)
{
    if (exact_integer(&run->slot[slot])) {
        spend(run, 2 * dpc_cost_move(run->slot[slot].q));
        return DPC_OK;
    }
    char value[120];
    dpc_run_describe(run, slot, value, sizeof value);
    return dpc_run_fail(run, i, DPC_END_VALUE, DPC_UNDECIDED, "%s is not a decided integer: %s",
                        what, value);
}

static dpc_status loop(dpc_run *run, size_t pc)
{
    const dpc_instr *i = &run->code->instr[pc];
    dpc_status status = need_integer(run, i, i->a, "the start of a range");
    if (status == DPC_OK)
        status = need_integer(run, i, i->b, "the end of a range");
    if (status != DPC_OK)
        return status;
    mpz_t left;
    mpz_init(left);
    mpz_sub(left, mpq_numref(run->slot[i->b].q), mpq_numref(run->slot[i->a].q));
    mpz_add_ui(left, left, 1); /* how many times the block runs */
    mpz_t work;
    mpz_init(work);
    mpz_mul_ui(work, left, i->end - pc);
    if (mpz_sgn(work) > 0 && dpc_word_compare(work, dpc_run_steps_left(run)) > 0) {
        char message[250], count[40] = "more than 10^30", before[60] = "";
        if (mpz_sizeinbase(left, 10) < 31)
            (void)mpz_get_str(count, 10, left);
        if (dpc_word_compare(work, run->budget.max_steps) <= 0) /* alone they would not */
            (void)snprintf(before, sizeof before, " after %llu steps before it,",
                           (unsigned long long)run->budget.steps);
        (void)snprintf(message, sizeof message,
                       "%s rounds of this loop, of %zu or more steps each,%s exceed the limit of "
                       "%llu steps",
                       count, i->end - pc, before, (unsigned long long)run->budget.max_steps);
        status = dpc_run_fail_limit(run, i, DPC_LIMIT_STEPS, message);
    }
    dpc_slot *index = &run->slot[i->d];
    if (status == DPC_OK && mpz_sgn(left) > 0) {
        dpc_run_set_q(run, index, run->slot[i->a].q);
        index->exact = true;
        index->unset = false;
        run->nest.loops++;
        for (uint64_t n = dpc_word_low(left); n > 0 && status == DPC_OK; n--) {
            index->enclosed = false;
            spend(run, 1);
            status = dpc_run_part(run, pc + 1, i->end);
            mpz_add_ui(mpq_numref(index->q), mpq_numref(index->q), 1);
        }
        run->nest.loops--;
    }
    mpz_clears(left, work, NULL);
    return status;
}

static dpc_status nonempty(dpc_run *run, const dpc_instr *i)
{
    dpc_status status = need_integer(run, i, i->a, "the start of a range");
    if (status == DPC_OK)
        status = need_integer(run, i, i->b, "the end of a range");
    if (status != DPC_OK || mpq_cmp(run->slot[i->a].q, run->slot[i->b].q) <= 0)
        return status;
    return dpc_run_fail_empty(run, i);
}

/* ---- lists and arrays ---- */

static dpc_status load_item(dpc_run *run, const dpc_instr *i)
{
    const dpc_list *list = run->list[i->a];
    if (list == NULL)
        return dpc_run_fail_unassigned(run, i);
    dpc_status status = need_integer(run, i, i->b, "an index");
    if (status != DPC_OK)
        return status;
    mpz_srcptr index = mpq_numref(run->slot[i->b].q);
    if (mpz_sgn(index) == 0 && (i->expr->kind == DPC_E_CALL || i->expr->kind == DPC_E_FOLDIN)) {
        mpq_set_ui(run->scratch, list->length, 1); /* len */
        dpc_run_assign(run, i->d, run->scratch, true);
        return DPC_OK;
    }
    if (mpz_sgn(index) <= 0 || mpz_cmp_ui(index, list->length) > 0) {
        char text[120];
        dpc_run_describe(run, i->b, text, sizeof text);
        return dpc_run_fail(run, i, DPC_END_VALUE, DPC_DOMAIN, "index %s is outside of 1..%zu",
                            text, list->length);
    }
    dpc_run_assign(run, i->d, list->value[(mpz_get_ui(index) - 1) * list->nfields + i->end],
                   i->is_int);
    return DPC_OK;
}

/* Enters what an array of so many elements takes at the current precision; false if it does not
   fit. */
static bool reserve_array(dpc_run *run, dpc_array *array, size_t room)
{
    const uint64_t bytes = room * slot_bytes(run, run->prec);
    dpc_run_give(run, array->bytes);
    array->bytes = dpc_run_ask(run, bytes) ? bytes : 0;
    return array->bytes == bytes;
}

bool dpc_run_make_room(dpc_run *run, dpc_array *array, size_t room)
{
    if (room <= array->room)
        return reserve_array(run, array, array->room);
    spend(run, room / 4);
    empty_array(run, array);
    if (!reserve_array(run, array, room))
        return false;
    array->slot = calloc(room + 1, sizeof *array->slot);
    array->element = calloc(room + 1, run->domain->size);
    if (array->slot == NULL || array->element == NULL) {
        free(array->slot);
        free(array->element);
        array->slot = NULL;
        array->element = NULL;
        return false;
    }
    array->room = room;
    for (size_t k = 0; k < room; k++) {
        mpq_init(array->slot[k].q);
        enter(run, 0, array->slot[k].q);
        run->domain->init(array->element + k * run->domain->size);
    }
    return true;
}

static dpc_status make_array(dpc_run *run, const dpc_instr *i)
{
    dpc_array *array = &run->array[i->d];
    dpc_status status = need_integer(run, i, i->a, "the start of a range");
    if (status == DPC_OK)
        status = need_integer(run, i, i->b, "the end of a range");
    if (status != DPC_OK)
        return status;
    mpz_t size;
    mpz_init(size);
    mpz_sub(size, mpq_numref(run->slot[i->b].q), mpq_numref(run->slot[i->a].q));
    mpz_add_ui(size, size, 1);
    size_t room = mpz_sgn(size) <= 0                ? 0
                  : mpz_cmp_ui(size, MAX_ARRAY) > 0 ? (size_t)MAX_ARRAY + 1
                                                    : mpz_get_ui(size);
    mpz_clear(size);
    if (room > MAX_ARRAY)
        return dpc_run_fail_limit(run, i, DPC_LIMIT_NONE,
                                  "an array of more than 5000000 elements is too large");
    mpz_set(array->lo, mpq_numref(run->slot[i->a].q));
    array->length = 0;
    return dpc_run_make_room(run, array, room) ? DPC_OK : dpc_run_fail_memory(run, i);
}

static void store(dpc_run *run, const dpc_instr *i)
{
    dpc_array *array = &run->array[i->d];
    size_t k = array->length++;
    copy(run, &array->slot[k], array->element + k * run->domain->size, &run->slot[i->b],
         dpc_run_element(run, i->b));
}

static dpc_status load(dpc_run *run, const dpc_instr *i)
{
    const dpc_array *array = &run->array[i->a];
    dpc_status status = need_integer(run, i, i->b, "an index");
    if (status != DPC_OK)
        return status;
    mpz_sub(mpq_numref(run->scratch), mpq_numref(run->slot[i->b].q), array->lo);
    mpz_srcptr k = mpq_numref(run->scratch);
    if (mpz_sgn(k) < 0 || mpz_cmp_ui(k, array->length) >= 0) {
        mpz_set_ui(mpq_denref(run->scratch), 1);
        char text[120];
        dpc_run_describe(run, i->b, text, sizeof text);
        return dpc_run_fail(run, i, DPC_END_VALUE, DPC_DOMAIN,
                            "element %s of '%s' does not exist (or not yet)", text, i->expr->name);
    }
    size_t at = mpz_get_ui(k);
    mpz_set_ui(mpq_denref(run->scratch), 1);
    copy(run, &run->slot[i->d], dpc_run_element(run, i->d), &array->slot[at],
         array->element + at * run->domain->size);
    return DPC_OK;
}

/* ---- methods ---- */

/* What a method reads: each number several times. */
static uint64_t reading_cost(const dpc_number *arg, size_t n)
{
    uint64_t steps = 0;
    for (size_t k = 0; k < n; k++) {
        const dpc_list *list = arg[k].list;
        if (arg[k].q != NULL)
            steps += 4 * dpc_cost_enclose(arg[k].q);
        for (size_t i = 0; list != NULL && i < list->length * list->nfields; i++)
            steps += 4 * dpc_cost_enclose(list->value[i]);
    }
    return steps;
}

static dpc_status call_method(dpc_run *run, const dpc_instr *i)
{
    const dpc_call *c = &run->code->call[i->a];
    dpc_number arg[DPC_METHOD_MAX_ARGS];
    for (size_t k = 0; k < c->method->nargs; k++) {
        const uint32_t at = c->arg[k];
        if (c->method->arg[k].kind == DPC_T_LIST) {
            arg[k] = (dpc_number){.list = run->list[at]};
            run->ending.unassigned = run->ending.unassigned || arg[k].list == NULL;
        } else
            arg[k] = (dpc_number){.q = run->slot[at].exact ? run->slot[at].q : NULL,
                                  .element = dpc_run_enclosure(run, at)};
    }
    if (run->ending.unassigned)
        return dpc_run_fail_unassigned(run, i);
    const dpc_status charged = dpc_run_charge(run, i, reading_cost(arg, c->method->nargs));
    if (charged != DPC_OK)
        return charged;
    dpc_method_call call = {.dom = run->domain,
                            .prec = run->prec,
                            .arg = arg,
                            .max_work = dpc_run_steps_left(run),
                            .memory = run->budget.memory};
    void *d = dpc_run_element(run, i->d);
    const dpc_status status =
        run->hooks.method != NULL
            ? run->hooks.method(run->hooks.method_data, c->method->method, &call, d)
            : dpc_method_run(c->method->method, &call, d);
    const uint64_t work = call.work < call.max_work ? call.work : call.max_work;
    run->budget.steps += work;
    run->budget.told += work; /* by its calculations */
    run->budget.binom_top = 0;
    run->ending.plan_limits = run->ending.plan_limits || call.saturated;
    if (status == DPC_OK) {
        dpc_run_set_enclosed(run, i->d);
        return DPC_OK;
    }
    dpc_run_forget(run, i->d);
    return dpc_run_fail_method(run, i, &call, status);
}

static dpc_status check(dpc_run *run, const dpc_instr *i)
{
    const dpc_tri truth = run->slot[i->a].truth;
    if (truth == DPC_TRUE || (truth == DPC_UNKNOWN && run->passes_undecided))
        return DPC_OK;
    return dpc_run_fail_check(run, i->d, truth == DPC_FALSE ? DPC_DOMAIN : DPC_UNDECIDED);
}

static dpc_status step(dpc_run *run, size_t pc)
{
    const dpc_instr *i = &run->code->instr[pc];
    if (i->op < DPC_OP_LT)
        return dpc_run_step(run, i);
    if (!dpc_domain_can(run->domain, i->op))
        return dpc_run_fail_unable(run, i);
    switch (i->op) {
    case DPC_OP_LT:
    case DPC_OP_LE:
    case DPC_OP_EQ:
    case DPC_OP_NE:
        run->slot[i->d].truth = dpc_run_compare(run, i->op, i->a, i->b);
        return DPC_OK;
    case DPC_OP_COPY:
        dpc_run_copy(run, i->d, i->a);
        return DPC_OK;
    case DPC_OP_UNSET:
        dpc_run_forget(run, i->d);
        run->slot[i->d].unset = true;
        return DPC_OK;
    case DPC_OP_NOT:
        run->slot[i->d].truth = not3(run->slot[i->a].truth);
        return DPC_OK;
    case DPC_OP_AND:
    case DPC_OP_OR:
        return connective(run, pc);
    case DPC_OP_IF:
        return branch(run, pc);
    case DPC_OP_LOOP:
        return loop(run, pc);
    case DPC_OP_INF:
    case DPC_OP_SUP:
        return dpc_run_infimum(run, pc);
    case DPC_OP_INTEGRAL:
        return dpc_run_integral(run, pc);
    case DPC_OP_NONEMPTY:
        return nonempty(run, i);
    case DPC_OP_ITEM:
        return load_item(run, i);
    case DPC_OP_ARRAY:
        return make_array(run, i);
    case DPC_OP_STORE:
        store(run, i);
        return DPC_OK;
    case DPC_OP_LOAD:
        return load(run, i);
    case DPC_OP_METHOD:
        return call_method(run, i);
    default:
        return check(run, i);
    }
}

static bool has_block(dpc_op op)
{
    return op >= DPC_OP_AND && op <= DPC_OP_INTEGRAL;
}

/* Steps that the watch does not know of, by their precision; the owner of a run may have set its
   steps back. */
static uint64_t untold(const dpc_run *run)
{
    const uint64_t steps = run->budget.steps >= run->budget.told
                               ? run->budget.steps - run->budget.told
                               : run->budget.steps;
    return steps * (1 + run->prec / 256);
}

static dpc_status tell(dpc_run *run)
{
    run->budget.interrupted = dpc_watch_step(untold(run));
    run->budget.told = run->budget.steps;
    return run->budget.interrupted ? DPC_INTERRUPTED : DPC_OK;
}

dpc_status dpc_run_count(dpc_run *run, uint64_t steps)
{
    run->budget.steps += steps;
    return run->budget.interrupted || untold(run) >= TELL_EVERY ? tell(run) : DPC_OK;
}

void dpc_run_count_other(dpc_run *run, dpc_run *other)
{
    run->budget.interrupted = tell(other) != DPC_OK;
    run->budget.steps += other->budget.steps;
    run->budget.told += other->budget.steps;
    other->budget.steps = other->budget.told = 0;
}

size_t dpc_run_next(const dpc_run *run, size_t pc)
{
    const dpc_instr *i = &run->code->instr[pc];
    return has_block(i->op) ? i->end : pc + 1;
}

dpc_status dpc_run_part(dpc_run *run, size_t begin, size_t end)
{
    for (size_t pc = begin; pc < end;) {
        const dpc_instr *i = &run->code->instr[pc];
        dpc_status status = dpc_run_charge(run, i, 1);
        if (status != DPC_OK)
            return status;
        status = dpc_run_count(run, 0);
        status = status == DPC_OK ? step(run, pc) : dpc_run_fail_plainly(run, status);
        if (status == DPC_OK && run->ending.unassigned)
            status = dpc_run_fail_unassigned(run, i);
        if (status != DPC_OK) {
            dpc_run_count(run, dpc_cost_failure(i->expr->pos));
            return status;
        }
        if (run->hooks.trace != NULL && run->nest.loops == 0)
            run->hooks.trace(run->hooks.trace_data, run, pc);
        pc = dpc_run_next(run, pc);
    }
    return DPC_OK;
}

dpc_status dpc_run_block(dpc_run *run, size_t begin, size_t end, unsigned long prec, dpc_diag *diag)
{
    if (prec != run->prec) {
        /* exact values stay; enclosures of another precision are made anew */
        run->prec = prec;
        for (size_t i = 0; i < run->code->nslots; i++)
            if (run->slot[i].exact)
                run->slot[i].enclosed = false;
    }
    for (size_t i = 0; i < run->code->nconstants; i++) {
        const dpc_constant *c = &run->code->constant[i];
        dpc_slot *s = &run->slot[c->slot];
        if (!s->exact && !s->enclosed)
            dpc_run_assign(run, c->slot, c->value, mpz_cmp_ui(mpq_denref(c->value), 1) == 0);
    }
    run->diag = diag;
    run->budget.steps = 0;
    run->budget.told = 0;
    run->budget.interrupted = dpc_watch_stopped();
    run->budget.binom_top = run->budget.binom_bottom =
        0; /* of another precision, or of another run */
    run->nest.loops = run->nest.ranges = 0;
    run->ending = (dpc_ending){.condition = SIZE_MAX};
    run->budget.memory->refused = false;
    if (!dpc_run_reserve(run, prec))
        return dpc_run_fail_slots(run);
    const dpc_status status = dpc_run_part(run, begin, end);
    if (tell(run) == DPC_OK)
        return status;
    (void)dpc_run_fail_plainly(run, DPC_INTERRUPTED);
    return DPC_INTERRUPTED;
}
