/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "guess/goal.h"

#include "lang/lex.h"

/* The only call of a method among instructions from begin on, if it is one with this plan; else
   NULL. */
static const dpc_instr *only_call(const dpc_code *c, size_t begin, const dpc_input *plan)
{
    const dpc_instr *found = NULL;
    for (size_t pc = begin; pc < c->ninstr; pc++) {
        if (c->instr[pc].op != DPC_OP_METHOD)
            continue;
        const dpc_call *call = &c->call[c->instr[pc].a];
        if (found != NULL || call->arg[call->method->plan_place] != plan->slot)
            return NULL;
        found = &c->instr[pc];
    }
    return found;
}

/* Lowers the target first, so that it is known even if the call is not made. */
static void lower_purpose(dpc_lowerer *l, const dpc_purpose *p, dpc_goal *goal)
{
    dpc_code *c = l->code;
    const dpc_expr *e = p->expr;
    const bool compared =
        e->kind == DPC_E_CMP && e->nargs == 2 && e->ops[0] != DPC_SYM_EQ && e->ops[0] != DPC_SYM_NE;
    const bool below = compared && (e->ops[0] == '<' || e->ops[0] == DPC_SYM_LE);
    *goal = (dpc_goal){.input = p->input,
                       .at = p->at,
                       .begin = (uint32_t)c->ninstr,
                       .rel = !compared ? '\0'
                              : below   ? '<'
                                        : '>'};
    l->env = p->env;
    l->unit = p->unit;
    if (compared)
        goal->target = dpc_lower_typed(l, e->arg[1], DPC_T_REAL, "what a plan is for");
    goal->value = dpc_lower_typed(l, compared ? e->arg[0] : e, DPC_T_REAL, "what a plan is for");
    goal->end = (uint32_t)c->ninstr;
    if (dpc_lower_failed(l))
        return;
    const dpc_instr *i = only_call(c, goal->begin, &c->input[p->input]);
    if (i != NULL)
        goal->call = i->a;
    else
        (void)dpc_lower_error(l, e->pos,
                              "what a plan is for must call a method once, with this plan");
}

dpc_status dpc_goals_lower(dpc_goals *goals, dpc_catalogue_t *cat, dpc_code *code, dpc_diag *diag)
{
    *goals = (dpc_goals){.n = 0};
    if (code->npurposes == 0)
        return DPC_OK;
    const dpc_unit *prelude = dpc_cat_prelude(cat, diag);
    if (prelude == NULL)
        return diag->status;
    goals->goal = dpc_arena_alloc(&code->arena, code->npurposes * sizeof *goals->goal);
    if (goals->goal == NULL)
        return dpc_fail(diag, DPC_NOMEM, "out of memory");
    dpc_lowerer l = {.cat = cat, .code = code, .diag = diag, .prelude = prelude, .prefix = ""};
    for (; goals->n < code->npurposes && !dpc_lower_failed(&l); goals->n++)
        lower_purpose(&l, &code->purpose[goals->n], &goals->goal[goals->n]);
    return diag->status;
}
