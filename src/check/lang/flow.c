/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "lang/flow.h"

#include <stdlib.h>

bool dpc_flow_init(dpc_flow *f, const dpc_code *code)
{
    *f = (dpc_flow){.code = code};
    f->slot = calloc(code->nslots + 3, sizeof *f->slot);
    f->array = calloc(code->narrays + 1, sizeof *f->array);
    f->list = calloc(code->nlists + 1, sizeof *f->list);
    return f->slot != NULL && f->array != NULL && f->list != NULL;
}

void dpc_flow_clear(dpc_flow *f)
{
    free(f->slot);
    free(f->array);
    free(f->list);
}

void dpc_flow_join(dpc_flow *f, uint64_t *set, uint64_t more)
{
    if ((*set | more) != *set) {
        *set |= more;
        f->changed = true;
    }
}

static uint64_t arguments(const dpc_flow *f, const dpc_call *call)
{
    const dpc_method_info *method = call->method;
    uint64_t set = 0;
    for (size_t i = 0; i < method->nargs; i++)
        if (!dpc_type_has_records(&method->arg[i].type))
            set |= f->slot[call->arg[i]];
        else if (f->plans || i != method->plan_place)
            set |= f->list[call->arg[i]];
    return set;
}

/* The union of the sets that an instruction reads. */
static uint64_t inputs_of(const dpc_flow *f, const dpc_instr *in)
{
    switch (in->op) {
    case DPC_OP_E:
    case DPC_OP_PI:
    case DPC_OP_UNSET:
        return 0;
    case DPC_OP_COPY:
    case DPC_OP_NOT:
    case DPC_OP_CHECK:
        return f->slot[in->a];
    case DPC_OP_IF: /* b is an instruction */
        return f->slot[in->a] | f->slot[in->d + 1];
    case DPC_OP_INF:
    case DPC_OP_SUP:
    case DPC_OP_INTEGRAL:
        return f->slot[in->a] | f->slot[in->b] | f->slot[in->d + 2];
    case DPC_OP_ITEM:
        return f->list[in->a] | f->slot[in->b];
    case DPC_OP_LOAD:
        return f->array[in->a] | f->slot[in->b];
    case DPC_OP_METHOD:
        return arguments(f, &f->code->call[in->a]);
    default: {
        const bool unary = in->op >= DPC_OP_NEG && in->op <= DPC_OP_Q;
        return f->slot[in->a] | (unary ? 0 : f->slot[in->b]);
    }
    }
}

/* Adds a set to the values that an instruction writes. */
static void write_to(dpc_flow *f, const dpc_instr *in, uint64_t set)
{
    if (f->meet != NULL)
        f->meet(f->data, set);
    switch (in->op) {
    case DPC_OP_CHECK:
    case DPC_OP_NONEMPTY:
        return;
    case DPC_OP_ARRAY:
    case DPC_OP_STORE:
        dpc_flow_join(f, &f->array[in->d], set);
        return;
    case DPC_OP_IF:
    case DPC_OP_INF:
    case DPC_OP_SUP:
    case DPC_OP_INTEGRAL:
        dpc_flow_join(f, &f->slot[in->d + 1], set);
        break;
    default:
        break;
    }
    dpc_flow_join(f, &f->slot[in->d], set);
}

static bool is_block(dpc_op op)
{
    return op == DPC_OP_AND || op == DPC_OP_OR || op == DPC_OP_IF || op == DPC_OP_LOOP ||
           op == DPC_OP_INF || op == DPC_OP_SUP || op == DPC_OP_INTEGRAL;
}

/* One pass; the values that decide whether or how often a block runs count as inputs of everything
   that it computes. */
static void pass(dpc_flow *f)
{
    for (size_t pc = 0; pc < f->code->main_end; pc++) {
        const dpc_instr *in = &f->code->instr[pc];
        const uint64_t set = inputs_of(f, in);
        write_to(f, in, set);
        for (size_t k = pc + 1; is_block(in->op) && set != 0 && k < in->end; k++)
            write_to(f, &f->code->instr[k], set);
    }
}

void dpc_flow_run(dpc_flow *f)
{
    do {
        f->changed = false;
        pass(f);
    } while (f->changed);
}

bool dpc_flow_chosen(const dpc_code *code, dpc_chosen *chosen)
{
    enum { WITNESS = 1, PARAMETER = 2 };
    dpc_flow f;
    const bool good = dpc_flow_init(&f, code);
    for (size_t i = 0; good && i < code->ninputs; i++) {
        const dpc_input *in = &code->input[i];
        if (in->role != DPC_INPUT_REFEREE)
            *(dpc_type_has_records(in->type) ? &f.list[in->slot] : &f.slot[in->slot]) =
                in->role == DPC_INPUT_CHOOSE ? WITNESS : PARAMETER;
    }
    if (good)
        dpc_flow_run(&f);
    for (size_t i = 0; good && i < code->nresults; i++) {
        const uint64_t set = f.slot[code->result[i].slot];
        chosen[i] = !(set & WITNESS)    ? DPC_BY_PARAMETERS
                    : (set & PARAMETER) ? DPC_BY_WITNESSES
                                        : DPC_IS_WITNESS;
    }
    dpc_flow_clear(&f);
    return good;
}
