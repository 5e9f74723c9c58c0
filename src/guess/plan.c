/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Plans of methods.  A theorem states the goal of each plan.  The instructions of the goal are run
   here with the call of the method intercepted, which shows its arguments; a method that is not
   called needs no plan. */
#include "guess/plan.h"

#include "guess/plan_inversion.h"
#include "guess/plan_solve.h"
#include "run/values.h"

#include <stdlib.h>
#include <string.h>

/* The planner of each method, and an initial plan that the method does not refuse at once. */
static const struct {
    void (*solve)(dpc_planning *p);
    void (*initial)(mpq_t *value);
} planner[DPC_METHODS] = {
    [DPC_METHOD_INVERSION] = {dpc_plan_solve, dpc_inversion_initial},
    [DPC_METHOD_PRODUCT] = {dpc_plan_solve, dpc_inversion_initial},
};

static const dpc_call *call_of(const dpc_code *code, const dpc_goal *goal)
{
    return &code->call[goal->call];
}

/* ---- plans as values of inputs ---- */

static dpc_list *list_of(const dpc_plan_task *t, const dpc_goal *goal)
{
    return &t->list[t->run->code->input[goal->input].slot];
}

/* Gives the plan of a goal the numbers of a call. */
static void give_plan(const dpc_plan_task *t, const dpc_goal *goal, mpq_t *value)
{
    const dpc_method_info *method = call_of(t->run->code, goal)->method;
    dpc_list *list = list_of(t, goal);
    if (t->fixed[goal->input] || !dpc_list_of_one(list, method->plan->nargs))
        return;
    for (size_t k = 0; k < DPC_INV_NARGS; k++)
        if (method->place[k] == method->plan_place)
            mpq_set(list->value[method->field[k]], value[k]);
    t->planned[goal->input] = true;
}

void dpc_plan_take(const dpc_plan_task *t, const dpc_goal *goal, mpq_t *value)
{
    const dpc_method_info *method = call_of(t->run->code, goal)->method;
    const dpc_list *list = list_of(t, goal);
    for (size_t k = 0; k < DPC_INV_NARGS && list->length == 1; k++)
        if (method->place[k] == method->plan_place)
            mpq_set(value[k], list->value[method->field[k]]);
}

/* ---- calls ---- */

/* The open witness that is argument k of the method; SIZE_MAX: none. */
static size_t open_witness(const dpc_plan_task *t, const dpc_call *call, size_t k)
{
    const dpc_code *c = t->run->code;
    const size_t place = call->method->place[k];
    for (size_t i = t->first; i < t->last; i++)
        if (c->input[i].role != DPC_INPUT_PARAM && !dpc_type_has_records(c->input[i].type) &&
            !dpc_type_has_records(&call->method->arg[place].type) &&
            c->input[i].slot == call->arg[place] && !t->fixed[i])
            return i;
    return SIZE_MAX;
}

/* Records the arguments of a call, and refuses it. */
static dpc_status intercept(void *data, dpc_method method, dpc_method_call *call, void *d)
{
    dpc_planned_call *c = data;
    (void)d;
    c->reached = c->method->method == method;
    for (size_t k = 0; k < DPC_INV_NARGS; k++) {
        c->arg[k] = (dpc_number){.q = c->value[k], .list = call->arg[k].list};
        if (c->arg[k].list != NULL)
            c->arg[k].q = NULL;
        else if (call->arg[k].q == NULL)
            c->known = false;
        else if (c->method->place[k] != c->method->plan_place)
            mpq_set(c->value[k], call->arg[k].q);
    }
    return DPC_DOMAIN;
}

/* Runs the goal of the plan; *status: the outcome if the call was not reached. */
static bool run_goal(const dpc_plan_task *t, dpc_planned_call *c, dpc_status *status)
{
    dpc_run *run = t->run;
    dpc_diag ignored = {.status = DPC_OK};
    dpc_status (*method)(void *, dpc_method, dpc_method_call *, void *) = run->hooks.method;
    void *data = run->hooks.method_data;
    run->hooks.method = intercept;
    run->hooks.method_data = c;
    c->reached = false;
    c->known = true;
    *status = dpc_run_block(run, c->goal->begin, c->goal->end, t->bits, &ignored);
    run->hooks.method = method;
    run->hooks.method_data = data;
    return c->reached;
}

bool dpc_plan_reaches(const dpc_plan_task *t, dpc_planned_call *c)
{
    dpc_status status;
    for (size_t k = 0; k < DPC_INV_NARGS; k++)
        if (c->input[k] != SIZE_MAX)
            dpc_run_set_input(t->run, c->input[k], c->value[k]);
    return run_goal(t, c, &status);
}

void dpc_plan_call_init(const dpc_plan_task *t, dpc_planned_call *c, const dpc_goal *goal)
{
    const dpc_call *call = call_of(t->run->code, goal);
    *c = (dpc_planned_call){.goal = goal, .method = call->method};
    for (size_t k = 0; k < DPC_INV_NARGS; k++) {
        mpq_init(c->value[k]);
        c->input[k] = open_witness(t, call, k);
    }
    planner[c->method->method].initial(c->value);
}

void dpc_plan_call_clear(dpc_planned_call *c)
{
    dpc_mechanism_clear(&c->m);
    for (size_t k = 0; k < DPC_INV_NARGS; k++)
        mpq_clear(c->value[k]);
}

/* ---- where no call is made ---- */

/* Whether the value is at most the target with the witnesses at 0.  Then 0 is the least witness
   that meets the target; it also serves as the largest witness above the target, since there is
   none. */
static bool is_met_at_zero(const dpc_plan_task *t, const dpc_goal *goal)
{
    return dpc_run_compare(t->run, DPC_OP_LE, goal->value, goal->target) == DPC_TRUE;
}

/* Reads a call with its witnesses at 0, where theorems are most likely to make the call; an open
   direction is tried both ways.  *zero: there is no call, and 0 solves the goal. */
static bool read_call(const dpc_plan_task *t, dpc_planned_call *c, bool *zero)
{
    dpc_status status = DPC_DOMAIN;
    const bool open = c->input[DPC_INV_SIDE] != SIZE_MAX;
    for (int side = 1; side >= (open ? 0 : 1) && !c->reached; side--) {
        for (size_t k = 0; k < DPC_INV_NARGS; k++)
            if (c->input[k] != SIZE_MAX) {
                mpq_set_si(c->value[k], k == DPC_INV_SIDE ? side : 0, 1);
                dpc_run_set_input(t->run, c->input[k], c->value[k]);
            }
        if (!run_goal(t, c, &status) &&
            (c->goal->rel == '\0' || status != DPC_OK || !is_met_at_zero(t, c->goal)))
            *zero = false;
    }
    if (open && !c->reached)
        mpq_set_ui(c->value[DPC_INV_SIDE], 1, 1);
    dpc_method_call call = {.arg = c->arg};
    if (!c->reached || !c->known || dpc_mechanism_read(c->method->method, &call, &c->m) != DPC_OK)
        return false;
    *zero = false;
    for (size_t k = 0; k < DPC_INV_NARGS; k++)
        if (c->input[k] != SIZE_MAX)
            mpq_set_si(c->value[k], 1, 1);
    return true;
}

/* ---- all together ---- */

static void give(const dpc_plan_task *t, dpc_planned_call *c, size_t k)
{
    const size_t i = c->input[k];
    if (i == SIZE_MAX)
        return;
    mpq_set(t->value[i], c->value[k]);
    t->planned[i] = true;
    dpc_run_set_input(t->run, i, c->value[k]);
}

/* Whether the goal belongs to a plan of this task. */
static bool is_mine(const dpc_plan_task *t, const dpc_goal *goal)
{
    return goal->input >= t->first && goal->input < t->last;
}

/* Sets open plans to the initial ones and all other open witnesses to 1, and evaluates the
   instructions before the goals.  false: they cannot be evaluated. */
static bool prepare(const dpc_plan_task *t)
{
    const dpc_code *code = t->run->code;
    dpc_diag ignored = {.status = DPC_OK};
    size_t at = t->begin;
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    for (size_t i = t->first; i < t->last; i++) {
        const dpc_input *in = &code->input[i];
        if (in->role != DPC_INPUT_PARAM && !dpc_type_has_records(in->type) && !t->fixed[i])
            dpc_run_set_input(t->run, i, one);
    }
    mpq_clear(one);
    for (size_t k = 0; k < t->goals->n; k++) {
        const dpc_goal *goal = &t->goals->goal[k];
        if (!is_mine(t, goal))
            continue;
        dpc_planned_call c;
        dpc_plan_call_init(t, &c, goal);
        give_plan(t, goal, c.value);
        dpc_plan_call_clear(&c);
        at = goal->at > at ? goal->at : at;
    }
    return dpc_run_block(t->run, t->begin, at, t->bits, &ignored) == DPC_OK;
}

void dpc_plan_calls(const dpc_plan_task *task)
{
    const dpc_goal *goal = task->goals->goal;
    dpc_planning p = {.task = task};
    dpc_planned_call closed; /* the last call that the theorem does not make */
    bool zero = true, has_closed = false;
    const bool ready = prepare(task);
    for (size_t k = 0; k < task->goals->n && p.n < DPC_PLAN_MAX_CALLS && ready; k++) {
        if (!is_mine(task, &goal[k]))
            continue;
        dpc_planned_call *c = &p.call[p.n];
        dpc_plan_call_init(task, c, &goal[k]);
        if (read_call(task, c, &zero))
            p.n++;
        else {
            if (has_closed)
                dpc_plan_call_clear(&closed);
            closed = *c;
            has_closed = true;
        }
    }
    if (p.n > 0)
        planner[p.call[0].method->method].solve(&p);
    for (size_t i = 0; i < p.n; i++) {
        give_plan(task, p.call[i].goal, p.call[i].value);
        for (size_t k = 0; k < DPC_INV_NARGS; k++)
            if (p.solved)
                give(task, &p.call[i], k);
        dpc_plan_call_clear(&p.call[i]);
    }
    for (size_t k = 0; k < DPC_INV_NARGS && has_closed && p.n == 0; k++)
        if (zero || k == DPC_INV_SIDE)
            give(task, &closed, k);
    if (has_closed)
        dpc_plan_call_clear(&closed);
}
