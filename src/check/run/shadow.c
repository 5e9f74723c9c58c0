/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "run/shadow.h"

#include <stdlib.h>

typedef void converter(void *d, const void *a, unsigned long prec);

dpc_run *dpc_shadow_new(dpc_run *run, const dpc_domain *domain)
{
    dpc_run *shadow = dpc_run_new_within(run, domain);
    if (shadow != NULL)
        dpc_run_count(run, run->code->nslots);
    return shadow;
}

static void copy(dpc_run *shadow, dpc_slot *d, void *de, const dpc_slot *s, const void *se,
                 converter *convert)
{
    dpc_run_count(shadow, 1 + shadow->domain->terms / 4);
    d->unset = s->unset;
    d->truth = s->truth;
    d->exact = s->exact;
    d->enclosed = false;
    if (s->exact)
        dpc_run_set_q(shadow, d, s->q);
    else if (s->enclosed) {
        convert(de, se, shadow->prec);
        d->enclosed = true;
    }
}

static bool copy_array(dpc_run *shadow, const dpc_run *run, uint32_t number, converter *convert)
{
    dpc_array *d = &shadow->array[number];
    const dpc_array *s = &run->array[number];
    if (d->length > 0)
        return true; /* another instruction reads it too */
    if (!dpc_run_make_room(shadow, d, s->length))
        return false;
    mpz_set(d->lo, s->lo);
    d->length = s->length;
    for (size_t k = 0; k < s->length; k++)
        copy(shadow, &d->slot[k], d->element + k * shadow->domain->size, &s->slot[k],
             s->element + k * run->domain->size, convert);
    return true;
}

/* Nothing of an earlier block is left. */
static void forget(dpc_run *shadow)
{
    dpc_run_reset(shadow);
    for (size_t i = 0; i < shadow->code->narrays; i++)
        shadow->array[i].length = 0;
    for (size_t i = 0; i < shadow->code->nlists; i++)
        shadow->list[i] = NULL;
    shadow->ending = (dpc_ending){.condition = SIZE_MAX};
    shadow->nest = (dpc_nesting){0};
    shadow->filled = SIZE_MAX;
}

/* What an instruction reads. */
static bool copy_operands(dpc_run *shadow, const dpc_run *run, const dpc_operands *of,
                          converter *convert)
{
    bool good = true;
    for (size_t k = 0; k < of->nslots; k++) {
        const uint32_t slot = of->slot[k];
        copy(shadow, &shadow->slot[slot], dpc_run_element(shadow, slot), &run->slot[slot],
             dpc_run_element(run, slot), convert);
    }
    for (size_t k = 0; k < of->nlists; k++)
        shadow->list[of->list[k]] = run->list[of->list[k]];
    for (size_t k = 0; k < of->narrays && good; k++)
        good = copy_array(shadow, run, of->array[k], convert);
    return good;
}

/* As dpc_shadow_fill; the shadow counts the steps. */
static bool fill(dpc_run *shadow, const dpc_run *run, size_t pc, size_t end, converter *convert)
{
    const dpc_code *code = run->code;
    dpc_operands of;
    for (size_t at = pc + 1; at < end; at++) {
        dpc_code_operands(code, &code->instr[at], &of);
        if (!copy_operands(shadow, run, &of, convert))
            return false;
    }
    /* what the block itself computes has no value before */
    for (size_t at = pc; at < end; at++) {
        dpc_code_operands(code, &code->instr[at], &of);
        for (size_t k = 0; k < of.nset; k++)
            dpc_run_forget(shadow, of.set + (uint32_t)k);
    }
    shadow->filled = pc;
    return true;
}

bool dpc_shadow_fill(dpc_run *shadow, dpc_run *run, size_t pc, size_t end, converter *convert)
{
    enum { PER_STEP = 64 }; /* slots that are forgotten in the time of a step */
    forget(shadow);
    shadow->prec = run->prec;
    shadow->budget.steps = (end - pc) + run->code->nslots / PER_STEP;
    shadow->budget.told = 0;
    const bool good = dpc_run_reserve(shadow, run->prec) && fill(shadow, run, pc, end, convert);
    dpc_run_count_other(run, shadow);
    return good;
}

dpc_status dpc_shadow_run(dpc_run *shadow, dpc_run *run, size_t begin, size_t end, dpc_diag *diag)
{
    shadow->diag = diag;
    shadow->budget.steps = shadow->budget.told = 0;
    shadow->budget.max_steps =
        dpc_run_steps_left(run);  /* where there are none the next step says so */
    shadow->budget.binom_top = 0; /* the domain remembers one coefficient, not one for each run */
    const dpc_status status = dpc_run_part(shadow, begin, end);
    run->budget.binom_top = 0;
    dpc_run_count_other(run, shadow);
    return status;
}
