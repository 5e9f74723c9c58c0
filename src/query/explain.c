/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Reports every intermediate value in the order of computation. */
#include "query/query.h"

#include "query/canonical.h"
#include "query/progress.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    dpc_query_t *q;
    dpc_step_call visit;
    void *data;
    size_t next_let; /* the first definition not yet reported */
} teller;

static void tell(teller *t, dpc_value_kind kind, const char *name, char *formula, const char *value,
                 int depth)
{
    const dpc_step_info info = {kind, name, formula != NULL ? formula : "?", value, depth};
    t->visit(t->data, &info);
    free(formula);
}

static const char *truth_name(dpc_tri truth)
{
    return truth == DPC_TRUE ? "true" : truth == DPC_FALSE ? "false" : "undecided";
}

/* Reports the definitions that are complete when the instructions before pc have run. */
static void tell_lets(teller *t, size_t pc)
{
    const dpc_code *c = t->q->code;
    char value[160];
    for (; t->next_let < c->nlets && c->let[t->next_let].pc <= pc; t->next_let++) {
        const dpc_let *let = &c->let[t->next_let];
        dpc_run_describe(t->q->run, let->slot, value, sizeof value);
        tell(t, DPC_VALUE_LET, let->name, dpc_print_expr_full(let->stmt->expr), value, 0);
    }
}

/* Whether this step is part of min(a, b, c), which is lowered to two steps: the first is no value
   of the formula. */
static bool is_part_of_extremum(const dpc_code *c, size_t pc)
{
    const dpc_instr *i = &c->instr[pc];
    if (i->op != DPC_OP_MIN && i->op != DPC_OP_MAX)
        return false;
    for (size_t k = pc + 1; k < c->ninstr; k++)
        if (c->instr[k].expr == i->expr && c->instr[k].op == i->op && c->instr[k].a == i->d)
            return true;
    return false;
}

static void trace(void *data, const dpc_run *const_run, size_t pc)
{
    teller *t = data;
    const dpc_code *c = t->q->code;
    const dpc_instr *i = &c->instr[pc];
    dpc_run *run = t->q->run;
    (void)const_run;
    char value[160];
    tell_lets(t, pc);
    if (is_part_of_extremum(c, pc))
        return;
    switch (i->op) {
    case DPC_OP_COPY:
    case DPC_OP_UNSET:
    case DPC_OP_NONEMPTY:
    case DPC_OP_ARRAY:
    case DPC_OP_ITEM:
    case DPC_OP_STORE:
        break;
    case DPC_OP_CHECK: {
        const dpc_check *check = &c->check[i->d];
        tell(t, DPC_VALUE_CONDITION,
             check->stmt->kind == DPC_S_REQUIRE ? "require" : check->stmt->name,
             dpc_print_expr_full(check->cond), truth_name(run->slot[i->a].truth), 0);
        break;
    }
    case DPC_OP_LT:
    case DPC_OP_LE:
    case DPC_OP_EQ:
    case DPC_OP_NE:
    case DPC_OP_NOT:
    case DPC_OP_AND:
    case DPC_OP_OR:
        tell(t, DPC_VALUE_STEP, "", dpc_print_expr_full(i->expr), truth_name(run->slot[i->d].truth),
             1);
        break;
    case DPC_OP_LOOP: { /* the last step of its block sets the accumulator, or an array */
        const dpc_instr *last = &c->instr[i->end - 1];
        if (last->op == DPC_OP_STORE)
            (void)snprintf(value, sizeof value, "%zu elements", run->array[last->d].length);
        else
            dpc_run_describe(run, last->d, value, sizeof value);
        tell(t, DPC_VALUE_STEP, last->op == DPC_OP_STORE ? "array" : "",
             dpc_print_expr_full(last->expr), value, 1);
        break;
    }
    default:
        dpc_run_describe(run, i->d, value, sizeof value);
        tell(t, DPC_VALUE_STEP, "", dpc_print_expr_full(i->expr), value, 1);
        break;
    }
}

static dpc_status explain(dpc_query_t *q, dpc_step_call visit, void *data)
{
    if (visit == NULL)
        return DPC_PARSE;
    if (q->nresults == 0)
        return q->diag.status != DPC_OK
                   ? q->diag.status
                   : dpc_fail(&q->diag, DPC_PARSE,
                              "nothing to explain: the query has no results yet; run it first");
    teller t = {.q = q, .visit = visit, .data = data};
    dpc_diag diag = {.status = DPC_OK};
    q->run->hooks.trace = trace;
    q->run->hooks.trace_data = &t;
    dpc_status status =
        dpc_run_block(q->run, 0, q->code->main_end, q->bits > 0 ? q->bits : 64, &diag);
    q->run->hooks.trace = NULL;
    if (status != DPC_OK)
        return status;
    tell_lets(&t, q->code->main_end);
    char value[160];
    for (size_t i = 0; i < q->code->nresults; i++) {
        const dpc_output *out = &q->code->result[i];
        dpc_run_describe(q->run, out->slot, value, sizeof value);
        tell(&t, DPC_VALUE_RESULT, out->stmt->name, dpc_print_expr_full(out->stmt->expr), value, 0);
    }
    return DPC_OK;
}

dpc_status dpc_query_explain(dpc_query_t *q, dpc_step_call visit, void *data)
{
    dpc_watch_enter();
    return dpc_watch_leave(explain(q, visit, data), NULL);
}
