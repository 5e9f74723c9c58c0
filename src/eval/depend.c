/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "eval/depend.h"

#include <stdlib.h>

enum { MAX_OPEN = 64 };

/* Sets of open inputs, as bits. */
typedef struct {
    const dpc_code *code;
    uint64_t *slot, *array;   /* what each may depend on */
    uint64_t group[MAX_OPEN]; /* of each: those that it is computed with somewhere */
    bool changed;
} flow;

static void join(flow *f, uint64_t *set, uint64_t more)
{
    if ((*set | more) != *set) {
        *set |= more;
        f->changed = true;
    }
}

/* What is computed from several inputs joins their groups. */
static void meet(flow *f, uint64_t set)
{
    for (size_t i = 0; i < MAX_OPEN; i++)
        if ((set >> i & 1) != 0)
            join(f, &f->group[i], set);
}

static uint64_t arguments(const flow *f, const dpc_call *call)
{
    uint64_t set = 0;
    for (size_t i = 0; i < call->method->nargs; i++)
        set |= f->slot[call->arg[i]];
    return set;
}

/* What an instruction reads; operands that are no slots are left out. */
static uint64_t inputs_of(const flow *f, const dpc_instr *in)
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
        return f->slot[in->b];
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

/* Adds a set to what an instruction writes. */
static void write_to(flow *f, const dpc_instr *in, uint64_t set)
{
    meet(f, set);
    switch (in->op) {
    case DPC_OP_CHECK:
    case DPC_OP_NONEMPTY:
        return;
    case DPC_OP_ARRAY:
    case DPC_OP_STORE:
        join(f, &f->array[in->d], set);
        return;
    case DPC_OP_IF:
    case DPC_OP_INF:
    case DPC_OP_SUP:
    case DPC_OP_INTEGRAL:
        join(f, &f->slot[in->d + 1], set);
        break;
    default:
        break;
    }
    join(f, &f->slot[in->d], set);
}

static bool is_block(dpc_op op)
{
    return op == DPC_OP_AND || op == DPC_OP_OR || op == DPC_OP_IF || op == DPC_OP_LOOP ||
           op == DPC_OP_INF || op == DPC_OP_SUP || op == DPC_OP_INTEGRAL;
}

/* One pass; what decides whether or how often a block runs is part of all that it computes. */
static void pass(flow *f)
{
    for (size_t pc = 0; pc < f->code->main_end; pc++) {
        const dpc_instr *in = &f->code->instr[pc];
        const uint64_t set = inputs_of(f, in);
        write_to(f, in, set);
        for (size_t k = pc + 1; is_block(in->op) && k < in->end; k++)
            write_to(f, &f->code->instr[k], set);
    }
}

bool dpc_depend(const dpc_code *code, uint32_t slot, const bool *open, bool *matters)
{
    flow f = {.code = code};
    f.slot = calloc(code->nslots + 3, sizeof *f.slot);
    f.array = calloc(code->narrays + 1, sizeof *f.array);
    size_t bit[MAX_OPEN], n = 0;
    bool good = f.slot != NULL && f.array != NULL;
    for (size_t i = 0; i < code->ninputs && good; i++) {
        matters[i] = false;
        if (!open[i])
            continue;
        good = n < MAX_OPEN && code->input[i].type->kind != DPC_T_LIST;
        if (good) {
            f.slot[code->input[i].slot] = UINT64_C(1) << n;
            bit[n++] = i;
        }
    }
    do {
        f.changed = false;
        if (good)
            pass(&f);
    } while (f.changed);
    uint64_t all = good ? f.slot[slot] : 0, before;
    do { /* with those that one of them meets, and those that these meet */
        before = all;
        for (size_t i = 0; i < n; i++)
            if ((before >> i & 1) != 0)
                all |= f.group[i];
    } while (all != before);
    for (size_t i = 0; i < n; i++)
        matters[bit[i]] = (all >> i & 1) != 0;
    free(f.slot);
    free(f.array);
    return good;
}
