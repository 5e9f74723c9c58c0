/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "eval/shadow.h"

#include <stdlib.h>

typedef void converter(void *d, const void *a, unsigned long prec);

static void copy(dpc_slot *d, void *de, const dpc_slot *s, const void *se, converter *convert,
                 unsigned long prec)
{
    d->unset = s->unset;
    d->truth = s->truth;
    d->exact = s->exact;
    d->enclosed = false;
    if (s->exact)
        mpq_set(d->q, s->q);
    else if (s->enclosed) {
        convert(de, se, prec);
        d->enclosed = true;
    }
}

static bool copy_array(dpc_run *shadow, const dpc_run *run, uint32_t number, converter *convert)
{
    dpc_array *d = &shadow->array[number];
    const dpc_array *s = &run->array[number];
    if (d->room < s->length && !dpc_run_make_room(shadow, d, s->length))
        return false;
    mpz_set(d->lo, s->lo);
    d->length = s->length;
    for (size_t k = 0; k < s->length; k++)
        copy(&d->slot[k], d->element + k * shadow->domain->size, &s->slot[k],
             s->element + k * run->domain->size, convert, run->prec);
    return true;
}

bool dpc_shadow_fill(dpc_run *shadow, const dpc_run *run, size_t begin, size_t end,
                     converter *convert)
{
    const dpc_code *code = run->code;
    shadow->prec = run->prec;
    for (size_t i = 0; i < code->nlists; i++)
        shadow->list[i] = run->list[i];
    for (size_t pc = begin; pc < end; pc++) {
        const dpc_instr *i = &code->instr[pc];
        /* more than is read: not every a and b is a slot, but no harm is done */
        const uint32_t read[2] = {i->a, i->b};
        for (int k = 0; k < 2; k++)
            if (read[k] < code->nslots)
                copy(&shadow->slot[read[k]], dpc_run_element(shadow, read[k]), &run->slot[read[k]],
                     dpc_run_element(run, read[k]), convert, run->prec);
        if (i->op == DPC_OP_LOAD && !copy_array(shadow, run, i->a, convert))
            return false;
    }
    return true;
}
