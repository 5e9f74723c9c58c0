/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The values of a run.  Invariant: a slot that has been assigned and is not a condition is exact (q
   is its value), or enclosed (its element contains its value), or both.  In a domain that is not
   rigorous only integers by type are kept exactly: other values are elements of the domain.  A slot
   that is neither has no value, because nothing was assigned to it, or because the instruction that
   should have done so failed; a run that reads one is void. */
#include "base/cost.h"
#include "run/run.h"

#include <stdlib.h>

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

dpc_run *dpc_run_new_within(dpc_run *run, const dpc_domain *domain)
{
    const uint64_t bytes =
        run->code->nslots * (sizeof(dpc_slot) + dpc_memory_element(domain, run->prec));
    if (!dpc_run_ask(run, bytes))
        return NULL;
    dpc_run_give(run, bytes); /* the new array makes its own request */
    dpc_run *other = dpc_run_new(run->code, domain);
    if (other != NULL)
        other->budget.memory = run->budget.memory;
    return other;
}

/* The bytes of all slots with their elements, including malloc's overhead for the two parts of a
   rational number. */
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

/* Enters the changed length of a rational number. */
static void enter(dpc_run *run, uint64_t before, const mpq_t now)
{
    const uint64_t more = dpc_memory_rational(now) - before;
    run->budget.bytes += more;
    run->budget.memory->used += more;
}

void dpc_run_set_q(dpc_run *run, dpc_slot *s, mpq_srcptr q)
{
    const uint64_t before = dpc_memory_rational(s->q);
    dpc_run_spend(run, dpc_cost_move(q));
    mpq_set(s->q, q);
    enter(run, before, s->q);
}

/* Swaps the rational numbers. */
void dpc_run_swap_q(dpc_run *run, dpc_slot *s, mpq_ptr q)
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

/* Enters the bytes of an array of this many elements at the current precision; false if it does not
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
    dpc_run_spend(run, room / 4);
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
    s->truth = DPC_TRI_UNDECIDED;
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
        dpc_run_spend(run, dpc_cost_enclose(q));
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

void dpc_run_copy_slot(dpc_run *run, dpc_slot *d, void *de, const dpc_slot *s, const void *se)
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
        dpc_run_copy_slot(run, &run->slot[d], dpc_run_element(run, d), &run->slot[s],
                          dpc_run_element(run, s));
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
        dpc_run_spend(run, dpc_cost_enclose(s->q));
        run->domain->set_q(dpc_run_element(run, slot), s->q, run->prec);
        s->enclosed = true;
    }
    return dpc_run_element(run, slot);
}

void dpc_run_hull(dpc_run *run, uint32_t d, uint32_t a, uint32_t b)
{
    const void *x = dpc_run_enclosure(run, a), *y = dpc_run_enclosure(run, b);
    dpc_run_spend(run, 1);
    run->domain->hull(dpc_run_element(run, d), x, y, run->prec);
    run->slot[d].exact = run->slot[d].unset = false;
    run->slot[d].enclosed = true;
}
