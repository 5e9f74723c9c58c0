/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "one_step.h"

#include "domain/jet.h"
#include "run/values.h"

#include <stdlib.h>

/* Slots: the instruction may use those from D on; operands stand in A and B. */
enum { D = 0, PLAN = 10, A = PLAN + DPC_INV_NARGS, B, SLOTS };

static const struct {
    const char *name;
    bool reads;  /* numbers, of any length */
    bool fails;  /* may fail with a message, if asked to */
    bool values; /* works on enclosures too */
} operation[] = {
    [DPC_OP_ADD] = {"add", true, false, true},
    [DPC_OP_SUB] = {"sub", true, false, true},
    [DPC_OP_MUL] = {"mul", true, false, true},
    [DPC_OP_DIV] = {"div", true, true, true},
    [DPC_OP_POW] = {"pow", true, true, true},
    [DPC_OP_MIN] = {"min", true, false, true},
    [DPC_OP_MAX] = {"max", true, false, true},
    [DPC_OP_BINOM] = {"binom", true, true, false},
    [DPC_OP_NEG] = {"neg", true, false, true},
    [DPC_OP_ABS] = {"abs", true, false, true},
    [DPC_OP_POS] = {"pos", true, false, true},
    [DPC_OP_CEIL] = {"ceil", true, false, true},
    [DPC_OP_FLOOR] = {"floor", true, false, true},
    [DPC_OP_EXP] = {"exp", true, false, true},
    [DPC_OP_LOG] = {"log", true, true, true},
    [DPC_OP_SQRT] = {"sqrt", true, true, true},
    [DPC_OP_EXPM1] = {"expm1", true, false, true},
    [DPC_OP_LOG1P] = {"log1p", true, true, true},
    [DPC_OP_Q] = {"Q", true, false, true},
    [DPC_OP_E] = {"e", false, false, false},
    [DPC_OP_PI] = {"pi", false, false, false},
    [DPC_OP_LT] = {"lt", true, false, true},
    [DPC_OP_LE] = {"le", true, false, true},
    [DPC_OP_EQ] = {"eq", true, false, true},
    [DPC_OP_NE] = {"ne", true, false, true},
    [DPC_OP_COPY] = {"copy", true, false, true},
    [DPC_OP_UNSET] = {"unset", false, false, false},
    [DPC_OP_NOT] = {"not", false, false, false},
    [DPC_OP_AND] = {"and", false, false, false},
    [DPC_OP_OR] = {"or", false, false, false},
    [DPC_OP_IF] = {"if", true, false, true},
    [DPC_OP_LOOP] = {"loop", true, false, false},
    [DPC_OP_INF] = {"inf", true, true, true},
    [DPC_OP_SUP] = {"sup", true, true, true},
    [DPC_OP_INTEGRAL] = {"integral", true, true, true},
    [DPC_OP_NONEMPTY] = {"nonempty", true, true, false},
    [DPC_OP_ITEM] = {"item", true, true, false},
    [DPC_OP_ARRAY] = {"array", true, false, false},
    [DPC_OP_STORE] = {"store", true, false, true},
    [DPC_OP_LOAD] = {"load", true, true, false},
    [DPC_OP_METHOD] = {"method", true, true, false},
    [DPC_OP_CHECK] = {"check", false, true, false},
};

const char *one_step_name(dpc_op op)
{
    return op < sizeof operation / sizeof operation[0] ? operation[op].name : NULL;
}

bool one_step_possible(dpc_op op, one_operands operands)
{
    return operands == ONE_EXACT ||
           (operands == ONE_FAILS ? operation[op].fails : operation[op].values);
}

/* q = an integer of so many bits, all set but the one after the first, plus n. */
static void set_integer(mpq_t q, unsigned long bits, long n)
{
    mpz_set_ui(mpq_numref(q), 1);
    mpz_mul_2exp(mpq_numref(q), mpq_numref(q), bits);
    mpz_sub_ui(mpq_numref(q), mpq_numref(q), 1);
    mpz_clrbit(mpq_numref(q), bits - 2);
    if (n >= 0)
        mpz_add_ui(mpq_numref(q), mpq_numref(q), (unsigned long)n);
    else
        mpz_sub_ui(mpq_numref(q), mpq_numref(q), (unsigned long)-n);
    mpz_set_ui(mpq_denref(q), 1);
}

/* About 3/2 times (1 - n 2^-bits): a fraction in lowest terms. */
static void set_fraction(mpq_t q, unsigned long bits, long n)
{
    set_integer(q, bits - 2, 0);
    mpz_set(mpq_denref(q), mpq_numref(q));
    mpz_mul_ui(mpq_numref(q), mpq_numref(q), 3);
    mpz_add_ui(mpq_numref(q), mpq_numref(q), 1);
    mpz_mul_2exp(mpq_denref(q), mpq_denref(q), 1);
    mpz_add_ui(mpq_denref(q), mpq_denref(q), (unsigned long)(2 * n + 1));
    mpq_canonicalize(q);
}

static void assign(one_step *s, uint32_t slot, size_t value)
{
    dpc_run_assign(s->run, slot, s->value[value], true);
}

static bool takes_integers(dpc_op op)
{
    return op == DPC_OP_BINOM || op == DPC_OP_LOOP || op == DPC_OP_NONEMPTY || op == DPC_OP_ARRAY;
}

/* Operands that the operation accepts, or (fails) refuses. */
static void set_operands(one_step *s, dpc_op op, unsigned long bits, bool fails)
{
    if (takes_integers(op)) {
        set_integer(s->value[0], bits, fails ? 1 : 0);
        set_integer(s->value[1], bits, 0);
    } else {
        set_fraction(s->value[0], bits, 1);
        set_fraction(s->value[1], bits, 0); /* a little larger */
    }
    switch (op) {
    case DPC_OP_BINOM:
        if (fails)
            mpq_neg(s->value[0], s->value[0]);
        mpq_set_ui(s->value[1], 3, 1);
        break;
    case DPC_OP_POW:
        mpq_set_si(s->value[1], fails ? -1 : 2, 1);
        break;
    case DPC_OP_DIV:
        if (fails)
            mpq_set_ui(s->value[1], 0, 1);
        break;
    case DPC_OP_LOG:
    case DPC_OP_SQRT:
    case DPC_OP_LOG1P:
        if (fails)
            mpq_neg(s->value[0], s->value[0]);
        break;
    case DPC_OP_INF:
    case DPC_OP_SUP:
    case DPC_OP_INTEGRAL:
        if (fails)
            mpq_swap(s->value[0], s->value[1]);
        break;
    default:
        break;
    }
    if (op == DPC_OP_POW && fails)
        mpq_set_ui(s->value[0], 0, 1);
}

static void set_block(one_step *s, const dpc_instr *body, uint32_t size)
{
    s->instr[0].end = 1 + size;
    for (uint32_t i = 0; i < size; i++)
        s->instr[1 + i] = body[i];
    s->code.ninstr = 1 + size;
}

static void set_instruction(one_step *s, dpc_op op, bool fails)
{
    const dpc_instr body = {
        .op = DPC_OP_COPY, .d = D + 2, .a = D + 1, .expr = &s->expr, .unit = &s->unit};
    s->instr[0] = (dpc_instr){.op = op,
                              .d = D,
                              .a = A,
                              .b = B,
                              .end = 1,
                              .is_int = true,
                              .expr = &s->expr,
                              .unit = &s->unit};
    switch (op) {
    case DPC_OP_IF: { /* the value goes from the second place to the first */
        const dpc_instr copy = {
            .op = DPC_OP_COPY, .d = D + 1, .a = A, .expr = &s->expr, .unit = &s->unit};
        set_block(s, &copy, 1);
        s->instr[0].b = 1;
        s->run->slot[A].truth = DPC_FALSE;
        break;
    }
    case DPC_OP_AND:
    case DPC_OP_OR:
        s->run->slot[A].truth = op == DPC_OP_AND ? DPC_FALSE : DPC_TRUE;
        break;
    case DPC_OP_INF:
    case DPC_OP_SUP:
    case DPC_OP_INTEGRAL:
        set_block(s, &body, 1);
        break;
    case DPC_OP_ITEM:
        mpq_set(s->list.value[0], s->value[0]);
        mpq_set_ui(s->value[1], fails ? 2 : 1, 1);
        assign(s, B, 1);
        s->instr[0].a = 0;
        s->instr[0].end = 0;
        break;
    case DPC_OP_ARRAY:
        s->instr[0].d = 0;
        break;
    case DPC_OP_STORE:
        s->instr[0].d = 0;
        s->instr[0].b = A;
        break;
    case DPC_OP_LOAD:
        mpq_set_ui(s->value[1], fails ? 2 : 1, 1);
        assign(s, B, 1);
        s->instr[0].a = 0;
        break;
    case DPC_OP_METHOD:
        s->instr[0].a = 0;
        break;
    case DPC_OP_CHECK:
        s->instr[0].d = 0;
        s->run->slot[A].truth = fails ? DPC_FALSE : DPC_TRUE;
        break;
    default:
        break;
    }
}

static void set_array(one_step *s)
{
    dpc_array *a = &s->run->array[0];
    if (!dpc_run_make_room(s->run, a, 2))
        abort();
    mpz_set_ui(a->lo, 1);
    a->length = 1;
    mpq_set(a->slot[0].q, s->value[0]);
    a->slot[0].exact = true;
}

/* Randomized response alone: a method that needs few numbers. */
static void set_method(one_step *s, bool fails)
{
    static const long plan[DPC_INV_NARGS] = {
        [DPC_INV_THETA] = 1,  [DPC_INV_A] = 8,   [DPC_INV_K] = 2,    [DPC_INV_H] = 1,
        [DPC_INV_J0] = -1,    [DPC_INV_J1] = 1,  [DPC_INV_FINE] = 1, [DPC_INV_STRIP] = 1,
        [DPC_INV_SPREAD] = 1, [DPC_INV_CORE] = 1};
    s->cat = dpc_cat_new();
    const dpc_unit *prelude = s->cat != NULL ? dpc_cat_prelude(s->cat, &s->diag) : NULL;
    if (prelude == NULL ||
        dpc_method_bind(&s->method, prelude, dpc_method_declared(prelude, DPC_S_METHOD, "product"),
                        &s->diag) != DPC_OK)
        abort();
    s->call.method = &s->method;
    if (!dpc_list_of_one(&s->plan, s->method.plan->nargs))
        abort();
    for (uint32_t k = 0; k < DPC_INV_NARGS; k++) {
        const size_t place = s->method.place[k];
        if (place == s->method.plan_place)
            mpq_set_si(s->plan.value[s->method.field[k]], plan[k], 1);
        else {
            s->call.arg[place] = dpc_type_has_records(&s->method.arg[place].type) ? 1 : PLAN + k;
            mpq_set_si(s->value[2], plan[k], 1);
            assign(s, PLAN + k, 2);
        }
    }
    s->run->list[2] = &s->plan;
    s->call.arg[s->method.plan_place] = 2;
    s->call.arg[s->method.place[DPC_INV_STEP]] = 0; /* eps, delta, count */
    mpq_set(s->list.value[0], s->value[0]);
    mpq_set_ui(s->list.value[2], fails ? 0 : 1, 1);
    assign(s, PLAN + DPC_INV_EPS, 0);
}

void one_step_init(one_step *s, dpc_op op, one_operands operands, unsigned long bits,
                   const dpc_domain *domain, unsigned long prec)
{
    static const dpc_list none = {0};
    const bool fails = operands == ONE_FAILS;
    *s = (one_step){
        .unit = {.source = {.name = "one step", .text = "1 + 1\n", .len = 6}, .id = "one.step"},
        .expr = {.kind = DPC_E_NUM, .text = "1", .name = "one"},
        .stmt = {.kind = DPC_S_REQUIRE}};
    s->check = (dpc_check){.unit = &s->unit, .stmt = &s->stmt, .cond = &s->expr, .prefix = ""};
    s->code = (dpc_code){.unit = &s->unit,
                         .instr = s->instr,
                         .ninstr = 1,
                         .nslots = SLOTS,
                         .narrays = 1,
                         .nlists = 3,
                         .call = &s->call,
                         .ncalls = 1,
                         .check = &s->check,
                         .nchecks = 1};
    for (size_t i = 0; i < sizeof s->value / sizeof s->value[0]; i++)
        mpq_init(s->value[i]);
    s->list = (dpc_list){.length = 1, .nfields = 3, .value = &s->value[5]};
    dpc_jet_set_base(domain);
    s->run = dpc_run_new(&s->code, domain);
    s->run->prec = prec;
    s->run->list[0] = &s->list;
    s->run->list[1] = &none;
    s->run->diag = &s->diag;
    set_operands(s, op, bits, fails);
    assign(s, A, 0);
    assign(s, B, 1);
    if (operands == ONE_ENCLOSED)
        for (uint32_t slot = A; slot <= B; slot++) {
            (void)dpc_run_enclosure(s->run, slot);
            s->run->slot[slot].exact = false;
        }
    set_array(s);
    set_method(s, fails);
    set_instruction(s, op, fails);
}

void one_step_clear(one_step *s)
{
    dpc_run_free(s->run);
    dpc_list_clear(&s->plan);
    dpc_cat_free(s->cat);
    for (size_t i = 0; i < sizeof s->value / sizeof s->value[0]; i++)
        mpq_clear(s->value[i]);
}

uint64_t one_step_run(one_step *s)
{
    const size_t length = s->run->array[0].length;
    const dpc_op op = s->instr[0].op;
    s->run->budget.steps = 0;
    for (uint32_t slot = 0; slot < SLOTS; slot++)
        s->run->slot[slot].enclosed = s->run->slot[slot].enclosed && !s->run->slot[slot].exact;
    dpc_diag_reset(&s->diag);
    (void)dpc_run_part(s->run, 0, s->code.ninstr);
    s->run->array[0].length =
        op == DPC_OP_STORE || op == DPC_OP_ARRAY ? length : s->run->array[0].length;
    return s->run->budget.steps;
}

/* Whether both operands are read. */
static bool reads_two(dpc_op op)
{
    return op <= DPC_OP_BINOM || (op >= DPC_OP_LT && op <= DPC_OP_NE) ||
           (op >= DPC_OP_LOOP && op <= DPC_OP_NONEMPTY) || op == DPC_OP_ARRAY;
}

uint64_t one_step_limbs(const one_step *s)
{
    uint64_t limbs = 0;
    const dpc_op op = s->instr[0].op;
    for (size_t i = 0; operation[op].reads && i < (reads_two(op) ? 2 : 1); i++)
        limbs += mpz_size(mpq_numref(s->value[i])) + mpz_size(mpq_denref(s->value[i]));
    return limbs;
}
