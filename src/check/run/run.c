/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Control: conditions, branches, loops, lists, arrays, methods, and the order of the steps.  A
   domain is asked only for operations that it declares (domain.h): see step.c. */
#include "run/run.h"

#include "base/cost.h"
#include "base/watch.h"
#include "kernel/word.h"
#include "method/method.h"
#include "run/range.h"

#include <stdio.h>

enum { MAX_ARRAY = 5000000 }; /* elements of one array */

/* ---- control ---- */

static dpc_tri and3(dpc_tri a, dpc_tri b)
{
    return a == DPC_FALSE || b == DPC_FALSE ? DPC_FALSE
           : a == DPC_TRUE && b == DPC_TRUE ? DPC_TRUE
                                            : DPC_TRI_UNDECIDED;
}

static dpc_tri not3(dpc_tri a)
{
    return a == DPC_TRUE ? DPC_FALSE : a == DPC_FALSE ? DPC_TRUE : DPC_TRI_UNDECIDED;
}

/* The status of a block that has failed and may not count: more precision decides that. */
static dpc_status perhaps(dpc_run *run, dpc_status status)
{
    run->ending.final = run->ending.final && run->ending.reason != DPC_END_PLAN;
    return status == DPC_DOMAIN ? (run->diag->status = DPC_UNDECIDED) : status;
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
    if (status != DPC_OK && a == DPC_TRI_UNDECIDED)
        return perhaps(run, status);
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
        return cond == DPC_TRI_UNDECIDED ? perhaps(run, status) : status;
    if (cond == DPC_FALSE)
        dpc_run_copy(run, i->d, i->d + 1);
    else if (cond == DPC_TRI_UNDECIDED)
        dpc_run_hull(run, i->d, i->d, i->d + 1);
    return DPC_OK;
}

/* Fails unless a slot is a known integer, as ends of ranges and indices must be; charges for
   reading it. */
static dpc_status need_integer(dpc_run *run, const dpc_instr *i, uint32_t slot, const char *what)
{
    if (dpc_slot_is_integer(&run->slot[slot])) {
        dpc_run_spend(run, 2 * dpc_cost_move(run->slot[slot].q));
        return DPC_OK;
    }
    char value[120];
    dpc_run_describe(run, slot, value, sizeof value);
    return dpc_run_fail(run, i, DPC_END_VALUE, DPC_UNDECIDED, "%s is not a decided integer: %s",
                        what, value);
}

static dpc_status need_range(dpc_run *run, const dpc_instr *i)
{
    const dpc_status status = need_integer(run, i, i->a, "the start of a range");
    return status != DPC_OK ? status : need_integer(run, i, i->b, "the end of a range");
}

static dpc_status loop(dpc_run *run, size_t pc)
{
    const dpc_instr *i = &run->code->instr[pc];
    dpc_status status = need_range(run, i);
    if (status != DPC_OK)
        return status;
    mpz_t left;
    mpz_init(left);
    mpz_sub(left, mpq_numref(run->slot[i->b].q), mpq_numref(run->slot[i->a].q));
    mpz_add_ui(left, left, 1); /* the number of rounds */
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
            dpc_run_spend(run, 1);
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
    const dpc_status status = need_range(run, i);
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

static dpc_status make_array(dpc_run *run, const dpc_instr *i)
{
    dpc_array *array = &run->array[i->d];
    const dpc_status status = need_range(run, i);
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
    dpc_run_copy_slot(run, &array->slot[k], array->element + k * run->domain->size,
                      &run->slot[i->b], dpc_run_element(run, i->b));
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
    dpc_run_copy_slot(run, &run->slot[i->d], dpc_run_element(run, i->d), &array->slot[at],
                      array->element + at * run->domain->size);
    return DPC_OK;
}

/* ---- methods ---- */

/* The cost of reading the arguments of a method: each number several times. */
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

/* Argument k of the code of a method. */
static dpc_number read_argument(dpc_run *run, const dpc_call *c, size_t k)
{
    const size_t place = c->method->place[k];
    const uint32_t at = c->arg[place];
    if (!dpc_type_has_records(&c->method->arg[place].type))
        return (dpc_number){.q = run->slot[at].exact ? run->slot[at].q : NULL,
                            .element = dpc_run_enclosure(run, at)};
    const dpc_list *list = run->list[at];
    const bool plan = place == c->method->plan_place;
    if (list == NULL || (plan && list->length != 1)) {
        run->ending.unassigned = true;
        return (dpc_number){.q = NULL};
    }
    if (plan)
        return (dpc_number){.q = list->value[c->method->field[k]]};
    return (dpc_number){.list = list};
}

static dpc_status call_method(dpc_run *run, const dpc_instr *i)
{
    const dpc_call *c = &run->code->call[i->a];
    dpc_number arg[DPC_INV_NARGS];
    for (size_t k = 0; k < DPC_INV_NARGS; k++)
        arg[k] = read_argument(run, c, k);
    if (run->ending.unassigned)
        return dpc_run_fail_unassigned(run, i);
    const dpc_status charged = dpc_run_charge(run, i, reading_cost(arg, DPC_INV_NARGS));
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

/* ---- one instruction ---- */

static dpc_status check(dpc_run *run, const dpc_instr *i)
{
    const dpc_tri truth = run->slot[i->a].truth;
    if (truth == DPC_TRUE || (truth == DPC_TRI_UNDECIDED && run->passes_undecided))
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

/* ---- parts ---- */

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
        /* exact values stay; enclosures of another precision are computed again */
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
    if (dpc_run_tell(run) == DPC_OK)
        return status;
    (void)dpc_run_fail_plainly(run, DPC_INTERRUPTED);
    return DPC_INTERRUPTED;
}
