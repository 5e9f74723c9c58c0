/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "lang/code.h"

static void slot(dpc_operands *r, uint32_t number)
{
    r->slot[r->nslots++] = number;
}

static void call(const dpc_call *c, dpc_operands *r)
{
    for (size_t k = 0; k < c->method->nargs; k++)
        if (dpc_type_has_records(&c->method->arg[k].type))
            r->list[r->nlists++] = c->arg[k];
        else
            slot(r, c->arg[k]);
}

/* The number of slots that an operation sets, from d on. */
static size_t count_set(dpc_op op)
{
    switch (op) {
    case DPC_OP_NONEMPTY:
    case DPC_OP_ARRAY:
    case DPC_OP_STORE:
    case DPC_OP_CHECK:
        return 0;
    case DPC_OP_IF:
        return 2;
    case DPC_OP_INF:
    case DPC_OP_SUP:
    case DPC_OP_INTEGRAL:
        return DPC_RANGE_SLOTS;
    default:
        return 1;
    }
}

void dpc_code_operands(const dpc_code *code, const dpc_instr *i, dpc_operands *out)
{
    *out = (dpc_operands){.set = i->d, .nset = count_set(i->op)};
    switch (i->op) {
    case DPC_OP_E:
    case DPC_OP_PI:
    case DPC_OP_UNSET:
        break;
    case DPC_OP_COPY:
    case DPC_OP_NOT:
    case DPC_OP_CHECK:
        slot(out, i->a);
        break;
    case DPC_OP_IF: /* b is an instruction */
        slot(out, i->a);
        slot(out, i->d);
        slot(out, i->d + 1);
        break;
    case DPC_OP_INF:
    case DPC_OP_SUP:
    case DPC_OP_INTEGRAL:
        slot(out, i->a);
        slot(out, i->b);
        slot(out, i->d + 2);
        if (i->bracket)
            slot(out, i->lemma);
        break;
    case DPC_OP_ITEM:
        out->list[out->nlists++] = i->a;
        slot(out, i->b);
        break;
    case DPC_OP_LOAD:
        out->array[out->narrays++] = i->a;
        slot(out, i->b);
        break;
    case DPC_OP_METHOD:
        call(&code->call[i->a], out);
        break;
    default: /* for an operation with one operand both are the same */
        slot(out, i->a);
        slot(out, i->b);
        break;
    }
}
