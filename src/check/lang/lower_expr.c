/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Lowering of expressions: each gets a slot and the instructions that fill it. */
#include "base/near.h"
#include "base/rational.h"
#include "lang/lower.h"
#include "lang/parse.h"

#include <stdio.h>
#include <string.h>

static const dpc_value nothing = {0, DPC_T_REAL, NULL};

static const char *type_name(dpc_type_kind type)
{
    static const char *const names[] = {"a real number", "an integer",
                                        "a condition",   "a value of an enumeration",
                                        "a list",        "a plan"};
    return names[type];
}

static bool numeric(dpc_type_kind type)
{
    return type == DPC_T_REAL || type == DPC_T_INT;
}

static dpc_type_kind join(dpc_type_kind a, dpc_type_kind b)
{
    return a == DPC_T_INT && b == DPC_T_INT ? DPC_T_INT : DPC_T_REAL;
}

static dpc_value number(dpc_lowerer *l, const dpc_expr *e, const char *what)
{
    dpc_value v = dpc_lower_expr(l, e);
    if (!dpc_lower_failed(l) && !numeric(v.type))
        (void)dpc_lower_error(l, e->pos, "%s must be a number, but this is %s", what,
                              type_name(v.type));
    return v;
}

uint32_t dpc_lower_typed(dpc_lowerer *l, const dpc_expr *e, dpc_type_kind type, const char *what)
{
    dpc_value v = dpc_lower_expr(l, e);
    if (!dpc_lower_failed(l) && v.type != type && !(type == DPC_T_REAL && v.type == DPC_T_INT))
        (void)dpc_lower_error(
            l, e->pos, "%s must be %s, but this is %s%s", what, type_name(type), type_name(v.type),
            type == DPC_T_INT && v.type == DPC_T_REAL ? " (floor or ceil make an integer of it)"
                                                      : "");
    return v.slot;
}

/* d = a op b as a new slot of the given type. */
static dpc_value step(dpc_lowerer *l, dpc_op op, uint32_t a, uint32_t b, dpc_type_kind type,
                      const dpc_expr *e)
{
    dpc_value v = {dpc_lower_slot(l), type, NULL};
    uint32_t pc = dpc_lower_emit(l, op, v.slot, a, b, e);
    if (!dpc_lower_failed(l))
        l->code->instr[pc].is_int = type == DPC_T_INT;
    return v;
}

static dpc_value literal(dpc_lowerer *l, const dpc_expr *e)
{
    dpc_value v = nothing;
    mpq_t q;
    mpq_init(q);
    dpc_diag inner = {.status = DPC_OK};
    if (dpc_literal_value(q, e->text, strlen(e->text), &inner) != DPC_OK)
        (void)dpc_lower_error(l, e->pos, "%s", inner.text);
    else if (dpc_lower_look(l, strlen(e->text) + mpz_sizeinbase(mpq_numref(q), 4) +
                                   mpz_sizeinbase(mpq_denref(q), 4))) {
        v.slot = dpc_lower_constant(l, q);
        v.type = mpz_cmp_ui(mpq_denref(q), 1) == 0 ? DPC_T_INT : DPC_T_REAL;
    }
    mpq_clear(q);
    return v;
}

/* How a construct that binds a variable is written, NULL for other names. */
static const char *form_of(const char *name)
{
    static const struct {
        const char *name, *form;
    } special[] = {{"sum", "sum(i = 1..n, f)"},          {"prod", "prod(i = 1..n, f)"},
                   {"avg", "avg(i = 1..n, f)"},          {"iterate", "iterate(x = x0, n, f)"},
                   {"inf", "inf(x = a..b, f)"},          {"sup", "sup(x = a..b, f)"},
                   {"integral", "integral(x = a..b, f)"}};
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        if (strcmp(name, special[i].name) == 0)
            return special[i].form;
    return NULL;
}

static dpc_value unknown_name(dpc_lowerer *l, const dpc_expr *e, bool function)
{
    const char *names[64];
    size_t n = 0;
    static const char *const builtin[] = {"exp", "log",  "sqrt", "expm1", "log1p",   "binom", "Q",
                                          "min", "max",  "abs",  "pos",   "ceil",    "floor", "if",
                                          "sum", "prod", "avg",  "len",   "iterate", NULL};
    for (size_t i = 0; function && builtin[i] != NULL; i++)
        names[n++] = builtin[i];
    for (const dpc_binding *b = l->env; b != NULL && n < 64; b = b->next)
        if ((b->kind == DPC_B_DEF) == function)
            names[n++] = b->name;
    char near[160];
    dpc_nearest(e->name, names, n, near, sizeof near);
    (void)dpc_lower_error(l, e->pos, "unknown %s '%s'%s%s%s", function ? "function" : "name",
                          e->name, near[0] != '\0' ? ": did you mean " : "", near,
                          near[0] != '\0' ? "?" : "");
    return nothing;
}

static dpc_value name(dpc_lowerer *l, const dpc_expr *e)
{
    if (strcmp(e->name, "e") == 0)
        return step(l, DPC_OP_E, 0, 0, DPC_T_REAL, e);
    if (strcmp(e->name, "pi") == 0)
        return step(l, DPC_OP_PI, 0, 0, DPC_T_REAL, e);
    const dpc_binding *b = dpc_lower_lookup(l, e->name, false);
    if (b == NULL)
        return unknown_name(l, e, false);
    if (b->kind != DPC_B_VALUE) {
        (void)dpc_lower_error(l, e->pos, "'%s' is %s: %s", e->name,
                              b->kind == DPC_B_ARRAY  ? "an array"
                              : b->kind == DPC_B_LIST ? "a list"
                              : b->kind == DPC_B_PLAN ? "a plan"
                              : b->kind == DPC_B_USE  ? "a used theorem"
                                                      : "a record",
                              b->kind == DPC_B_ARRAY  ? "write an index, as in x[1]"
                              : b->kind == DPC_B_LIST ? "write an index and a field, as in x[1].y"
                              : b->kind == DPC_B_PLAN ? "only functions and methods take one"
                                                      : "write a field, as in x.y");
        return nothing;
    }
    return (dpc_value){b->slot, b->type, b->of};
}

/* The index of a field; fails if the list has no such field. */
static size_t field_place(dpc_lowerer *l, const dpc_expr *e, const dpc_type *list)
{
    for (size_t i = 0; i < list->nmembers; i++)
        if (strcmp(list->member[i], e->field) == 0)
            return i;
    (void)dpc_lower_error(l, e->pos, "'%s' has no field '%s'", e->name, e->field);
    return 0;
}

static dpc_value item(dpc_lowerer *l, const dpc_expr *e, const dpc_type *list, uint32_t number_of,
                      uint32_t index)
{
    size_t place = field_place(l, e, list);
    dpc_value v = step(l, DPC_OP_ITEM, number_of, index, list->member_type[place], e);
    if (!dpc_lower_failed(l))
        l->code->instr[l->code->ninstr - 1].end = (uint32_t)place;
    return v;
}

static dpc_value field(dpc_lowerer *l, const dpc_expr *e)
{
    const dpc_binding *b = dpc_lower_lookup(l, e->name, false);
    if (b == NULL)
        return unknown_name(l, e, false);
    if (b->kind == DPC_B_RECORD)
        return item(l, e, b->of, b->list, b->slot);
    if (b->kind != DPC_B_USE) {
        (void)dpc_lower_error(l, e->pos,
                              b->kind == DPC_B_PLAN
                                  ? "'%s' is a plan: its numbers are for the method alone"
                                  : "'%s' has no fields",
                              e->name);
        return nothing;
    }
    for (const dpc_binding *r = b->results; r != NULL; r = r->next)
        if (r->kind == DPC_B_VALUE && strcmp(r->name, e->field) == 0)
            return (dpc_value){r->slot, r->type, r->of};
    (void)dpc_lower_error(l, e->pos, "the theorem used as '%s' has no result '%s'", e->name,
                          e->field);
    return nothing;
}

static dpc_value element(dpc_lowerer *l, const dpc_expr *e)
{
    const dpc_binding *b = dpc_lower_lookup(l, e->name, false);
    if (b == NULL)
        return unknown_name(l, e, false);
    dpc_bind_kind wanted = e->kind == DPC_E_ELEM ? DPC_B_LIST : DPC_B_ARRAY;
    if (b->kind != wanted) {
        (void)dpc_lower_error(l, e->pos, "'%s' is not %s", e->name,
                              wanted == DPC_B_LIST ? "a list of records" : "an array");
        return nothing;
    }
    uint32_t index = dpc_lower_typed(l, e->arg[0], DPC_T_INT, "an index");
    if (dpc_lower_failed(l))
        return nothing;
    if (wanted == DPC_B_LIST)
        return item(l, e, b->of, b->slot, index);
    return step(l, DPC_OP_LOAD, b->slot, index, DPC_T_REAL, e);
}

/* and, or: the second operand is evaluated only if the first does not decide. */
static dpc_value connective(dpc_lowerer *l, const dpc_expr *e)
{
    dpc_op op = e->ops[0] == '&' ? DPC_OP_AND : DPC_OP_OR;
    uint32_t a = dpc_lower_typed(l, e->arg[0], DPC_T_BOOL, "an operand of 'and' and 'or'");
    dpc_value v = {dpc_lower_slot(l), DPC_T_BOOL, NULL};
    uint32_t pc = dpc_lower_emit(l, op, v.slot, a, 0, e);
    uint32_t b = dpc_lower_typed(l, e->arg[1], DPC_T_BOOL, "an operand of 'and' and 'or'");
    dpc_lower_close(l, pc);
    if (!dpc_lower_failed(l))
        l->code->instr[pc].b = b;
    return v;
}

static dpc_value binary(dpc_lowerer *l, const dpc_expr *e)
{
    if (e->ops[0] == '&' || e->ops[0] == '|')
        return connective(l, e);
    dpc_value a = number(l, e->arg[0], "an operand"), b = number(l, e->arg[1], "an operand");
    if (dpc_lower_failed(l))
        return nothing;
    switch (e->ops[0]) {
    case '+':
        return step(l, DPC_OP_ADD, a.slot, b.slot, join(a.type, b.type), e);
    case '-':
        return step(l, DPC_OP_SUB, a.slot, b.slot, join(a.type, b.type), e);
    case '*':
        return step(l, DPC_OP_MUL, a.slot, b.slot, join(a.type, b.type), e);
    case '/':
        return step(l, DPC_OP_DIV, a.slot, b.slot, DPC_T_REAL, e);
    default: {
        /* an integer to a literal power is one; to a variable power it may be a fraction */
        bool whole = a.type == DPC_T_INT && b.type == DPC_T_INT && e->arg[1]->kind == DPC_E_NUM;
        return step(l, DPC_OP_POW, a.slot, b.slot, whole ? DPC_T_INT : DPC_T_REAL, e);
    }
    }
}

/* Notes a bound in the where clause of an input. */
static void note_hint(dpc_lowerer *l, uint32_t a, uint32_t b)
{
    dpc_input *w = l->witness;
    if (w == NULL || w->nhints == sizeof w->hint / sizeof w->hint[0])
        return;
    if (a == w->slot)
        w->hint[w->nhints++] = (dpc_hint){b, true};
    else if (b == w->slot)
        w->hint[w->nhints++] = (dpc_hint){a, false};
}

static dpc_value compare(dpc_lowerer *l, const dpc_expr *e, dpc_value a, dpc_value b, char op)
{
    bool equality = op == DPC_SYM_EQ || op == DPC_SYM_NE;
    bool ok = (numeric(a.type) && numeric(b.type)) ||
              (equality && a.type == DPC_T_ENUM && b.type == DPC_T_ENUM && a.of == b.of);
    if (!ok) {
        (void)dpc_lower_error(l, e->pos, "%s and %s cannot be compared like this",
                              type_name(a.type), type_name(b.type));
        return nothing;
    }
    bool swap = op == '>' || op == DPC_SYM_GE;
    dpc_op code = equality ? (op == DPC_SYM_EQ ? DPC_OP_EQ : DPC_OP_NE)
                           : (op == '<' || op == '>' ? DPC_OP_LT : DPC_OP_LE);
    uint32_t left = swap ? b.slot : a.slot, right = swap ? a.slot : b.slot;
    if (!equality)
        note_hint(l, left, right);
    return step(l, code, left, right, DPC_T_BOOL, e);
}

/* a < b <= c is a < b and b <= c, with b evaluated once. */
static dpc_value chain(dpc_lowerer *l, const dpc_expr *e)
{
    dpc_value left = dpc_lower_expr(l, e->arg[0]), all = nothing;
    for (size_t i = 1; i < e->nargs && !dpc_lower_failed(l); i++) {
        uint32_t pc = 0;
        dpc_value both = {0, DPC_T_BOOL, NULL};
        if (i > 1) {
            both.slot = dpc_lower_slot(l);
            pc = dpc_lower_emit(l, DPC_OP_AND, both.slot, all.slot, 0, e);
        }
        dpc_value right = dpc_lower_expr(l, e->arg[i]);
        if (dpc_lower_failed(l))
            break;
        dpc_value link = compare(l, e, left, right, e->ops[i - 1]);
        if (i > 1) {
            dpc_lower_close(l, pc);
            if (!dpc_lower_failed(l))
                l->code->instr[pc].b = link.slot;
            link = both;
        }
        all = link;
        left = right;
    }
    return all;
}

static dpc_value conditional(dpc_lowerer *l, const dpc_expr *e)
{
    if (e->nargs != 3) {
        (void)dpc_lower_error(l, e->pos, "'if' takes a condition and two values");
        return nothing;
    }
    dpc_input *witness = l->witness;
    l->witness = NULL; /* a condition of 'if' does not limit its range */
    uint32_t cond = dpc_lower_typed(l, e->arg[0], DPC_T_BOOL, "the condition of 'if'");
    l->witness = witness;
    dpc_value v = {dpc_lower_slot(l), DPC_T_REAL, NULL};
    uint32_t other = dpc_lower_slot(l); /* v.slot + 1 */
    uint32_t pc = dpc_lower_emit(l, DPC_OP_IF, v.slot, cond, 0, e);
    dpc_value a = number(l, e->arg[1], "a value of 'if'");
    (void)dpc_lower_emit(l, DPC_OP_COPY, v.slot, a.slot, 0, e);
    if (!dpc_lower_failed(l))
        l->code->instr[pc].b = (uint32_t)l->code->ninstr;
    dpc_value b = number(l, e->arg[2], "a value of 'if'");
    (void)dpc_lower_emit(l, DPC_OP_COPY, other, b.slot, 0, e);
    dpc_lower_close(l, pc);
    v.type = join(a.type, b.type);
    return v;
}

const dpc_binding *dpc_lower_plan_named(dpc_lowerer *l, const dpc_expr *e, const char *kind,
                                        const char *what)
{
    const dpc_binding *b = e->kind == DPC_E_NAME ? dpc_lower_lookup(l, e->name, false) : NULL;
    if (b != NULL && b->kind == DPC_B_PLAN && b->of != NULL && strcmp(b->of->plan, kind) == 0)
        return b;
    (void)dpc_lower_error(l, e->pos, "'%s' takes the name of a plan(%s)", what, kind);
    return NULL;
}

/* A function of the user or the prelude, put in place of its call. */
static dpc_value inlined(dpc_lowerer *l, const dpc_expr *e, const dpc_binding *def)
{
    const dpc_stmt *s = def->def;
    if (s->nargs != e->nargs) {
        (void)dpc_lower_error(l, e->pos, "'%s' takes %zu argument%s, not %zu", e->name, s->nargs,
                              s->nargs == 1 ? "" : "s", e->nargs);
        return nothing;
    }
    /* arguments in the caller's scope, the body in the scope of the definition */
    dpc_binding *args = NULL;
    for (size_t i = 0; i < e->nargs && !dpc_lower_failed(l); i++) {
        dpc_binding *b = dpc_arena_alloc(&l->code->arena, sizeof *b);
        if (b == NULL) {
            (void)dpc_fail(l->diag, DPC_NOMEM, "out of memory");
            return nothing;
        }
        b->name = s->arg[i].name;
        b->kind = DPC_B_VALUE;
        b->type = s->arg[i].type.kind;
        if (b->type == DPC_T_PLAN) {
            const dpc_binding *plan =
                dpc_lower_plan_named(l, e->arg[i], s->arg[i].type.plan, b->name);
            b->kind = DPC_B_PLAN;
            b->of = plan != NULL ? plan->of : NULL;
            b->slot = plan != NULL ? plan->slot : 0;
        } else
            b->slot = dpc_lower_typed(l, e->arg[i], b->type, "this argument");
        b->next = args;
        args = b;
    }
    dpc_binding *saved_env = l->env;
    const dpc_unit *saved_unit = l->unit;
    l->env = def->next;
    l->unit = def->unit;
    while (args != NULL && !dpc_lower_failed(l)) {
        dpc_binding *next = args->next;
        dpc_binding *b = dpc_lower_bind(l, args->name, args->kind, s->pos);
        if (b != NULL) {
            b->type = args->type;
            b->of = args->of;
            b->slot = args->slot;
        }
        args = next;
    }
    dpc_value v = dpc_lower_failed(l) ? nothing : dpc_lower_expr(l, s->expr);
    l->env = saved_env;
    l->unit = saved_unit;
    return v;
}

/* min(a, b, ...) and max. */
static dpc_value extremum(dpc_lowerer *l, const dpc_expr *e, dpc_op op)
{
    dpc_value v = number(l, e->arg[0], "this operand");
    for (size_t i = 1; i < e->nargs && !dpc_lower_failed(l); i++) {
        dpc_value w = number(l, e->arg[i], "this operand");
        v = step(l, op, v.slot, w.slot, join(v.type, w.type), e);
    }
    return v;
}

static dpc_value length(dpc_lowerer *l, const dpc_expr *e)
{
    const dpc_binding *b = e->nargs == 1 && e->arg[0]->kind == DPC_E_NAME
                               ? dpc_lower_lookup(l, e->arg[0]->name, false)
                               : NULL;
    if (b == NULL || b->kind != DPC_B_LIST) {
        (void)dpc_lower_error(l, e->pos, "'len' takes the name of a list");
        return nothing;
    }
    /* record 0 of a list is its length: see run.c */
    return step(l, DPC_OP_ITEM, b->slot, dpc_lower_small(l, 0), DPC_T_INT, e);
}

/* The number of the list that is an argument of a method; its fields must be those of the
   method. */
static uint32_t list_argument(dpc_lowerer *l, const dpc_expr *e, const dpc_arg *arg)
{
    const dpc_binding *b = e->kind == DPC_E_NAME ? dpc_lower_lookup(l, e->name, false) : NULL;
    const dpc_type *type = &arg->type;
    if (b != NULL && b->kind == DPC_B_LIST && dpc_method_same_fields(b->of, type))
        return b->slot;
    char fields[200] = "";
    for (size_t i = 0; i < type->nmembers; i++) {
        const size_t used = strlen(fields);
        (void)snprintf(fields + used, sizeof fields - used, "%s%s%s", i > 0 ? ", " : "",
                       type->member[i], type->member_type[i] == DPC_T_INT ? " : int" : "");
    }
    (void)dpc_lower_error(l, e->pos, "'%s' takes the name of a list(%s)", arg->name, fields);
    return 0;
}

/* The slot of an argument of a method, or the number of a list or a plan. */
static uint32_t method_argument(dpc_lowerer *l, const dpc_expr *e, const dpc_arg *arg)
{
    if (arg->type.kind == DPC_T_LIST)
        return list_argument(l, e, arg);
    if (arg->type.kind != DPC_T_PLAN)
        return dpc_lower_typed(l, e, arg->type.kind, arg->name);
    const dpc_binding *plan = dpc_lower_plan_named(l, e, arg->type.plan, arg->name);
    return plan != NULL ? plan->slot : 0;
}

/* A call of the method that the theorem names. */
static dpc_value method_call(dpc_lowerer *l, const dpc_expr *e, const dpc_method_info *method)
{
    if (e->nargs != method->nargs) {
        (void)dpc_lower_error(l, e->pos, "'%s' takes %zu arguments, not %zu", e->name,
                              method->nargs, e->nargs);
        return nothing;
    }
    dpc_call c = {.method = method};
    for (size_t i = 0; i < e->nargs && !dpc_lower_failed(l); i++)
        c.arg[i] = method_argument(l, e->arg[i], &method->arg[i]);
    if (dpc_lower_failed(l) ||
        (l->code->call = dpc_lower_grow(l, l->code->call, l->code->ncalls, sizeof c)) == NULL)
        return nothing;
    l->code->call[l->code->ncalls] = c;
    return step(l, DPC_OP_METHOD, (uint32_t)l->code->ncalls++, 0, DPC_T_REAL, e);
}

static dpc_value call(dpc_lowerer *l, const dpc_expr *e)
{
    static const struct {
        const char *name;
        dpc_op op;
        dpc_type_kind type; /* of the value; LIST: that of the argument */
    } one[] = {
        {"abs", DPC_OP_ABS, DPC_T_LIST},     {"pos", DPC_OP_POS, DPC_T_LIST},
        {"ceil", DPC_OP_CEIL, DPC_T_INT},    {"floor", DPC_OP_FLOOR, DPC_T_INT},
        {"exp", DPC_OP_EXP, DPC_T_REAL},     {"log", DPC_OP_LOG, DPC_T_REAL},
        {"sqrt", DPC_OP_SQRT, DPC_T_REAL},   {"expm1", DPC_OP_EXPM1, DPC_T_REAL},
        {"log1p", DPC_OP_LOG1P, DPC_T_REAL}, {"Q", DPC_OP_Q, DPC_T_REAL},
    };
    for (size_t i = 0; i < sizeof one / sizeof one[0]; i++)
        if (strcmp(e->name, one[i].name) == 0) {
            if (e->nargs != 1) {
                (void)dpc_lower_error(l, e->pos, "'%s' takes one argument, not %zu", e->name,
                                      e->nargs);
                return nothing;
            }
            dpc_value a = number(l, e->arg[0], "this argument");
            dpc_type_kind type = one[i].type == DPC_T_LIST ? a.type : one[i].type;
            return dpc_lower_failed(l) ? nothing : step(l, one[i].op, a.slot, a.slot, type, e);
        }
    if (strcmp(e->name, "if") == 0)
        return conditional(l, e);
    if (strcmp(e->name, "min") == 0 || strcmp(e->name, "max") == 0)
        return extremum(l, e, strcmp(e->name, "min") == 0 ? DPC_OP_MIN : DPC_OP_MAX);
    if (strcmp(e->name, "len") == 0)
        return length(l, e);
    if (strcmp(e->name, "binom") == 0) {
        if (e->nargs != 2) {
            (void)dpc_lower_error(l, e->pos, "'binom' takes two arguments, not %zu", e->nargs);
            return nothing;
        }
        uint32_t n = dpc_lower_typed(l, e->arg[0], DPC_T_INT, "an argument of 'binom'");
        uint32_t k = dpc_lower_typed(l, e->arg[1], DPC_T_INT, "an argument of 'binom'");
        return dpc_lower_failed(l) ? nothing : step(l, DPC_OP_BINOM, n, k, DPC_T_INT, e);
    }
    const bool of_method = l->unit->method != NULL && strcmp(e->name, l->unit->method) == 0;
    const dpc_method_info *method = of_method ? dpc_lower_method(l, e->name, e->pos) : NULL;
    if (of_method)
        return method != NULL ? method_call(l, e, method) : nothing;
    const dpc_binding *def = dpc_lower_lookup(l, e->name, true);
    if (def != NULL)
        return inlined(l, e, def);
    const char *form = form_of(e->name);
    if (form == NULL)
        return unknown_name(l, e, true);
    (void)dpc_lower_error(l, e->pos, "'%s' is written %s", e->name, form);
    return nothing;
}

static void fold_step(dpc_lowerer *l, const dpc_expr *e, dpc_op op, dpc_value *acc, dpc_value x)
{
    uint32_t pc = dpc_lower_emit(l, op, acc->slot, acc->slot, x.slot, e);
    acc->type = x.type;
    if (!dpc_lower_failed(l))
        l->code->instr[pc].is_int = x.type == DPC_T_INT;
}

/* sum prod max min avg over a range of integers or over the records of a list: an accumulator
   and a loop. */
static dpc_value fold(dpc_lowerer *l, const dpc_expr *e)
{
    const bool in_list = e->kind == DPC_E_FOLDIN;
    const bool extreme = strcmp(e->name, "min") == 0 || strcmp(e->name, "max") == 0;
    const bool average = strcmp(e->name, "avg") == 0;
    const dpc_op op = strcmp(e->name, "prod") == 0  ? DPC_OP_MUL
                      : strcmp(e->name, "min") == 0 ? DPC_OP_MIN
                      : strcmp(e->name, "max") == 0 ? DPC_OP_MAX
                                                    : DPC_OP_ADD;
    const dpc_binding *list = in_list ? dpc_lower_lookup(l, e->field, false) : NULL;
    if (in_list && (list == NULL || list->kind != DPC_B_LIST)) {
        (void)dpc_lower_error(l, e->pos, "'%s' is not a list", e->field);
        return nothing;
    }
    uint32_t lo, hi;
    if (in_list) {
        lo = dpc_lower_small(l, 1);
        hi = step(l, DPC_OP_ITEM, list->slot, dpc_lower_small(l, 0), DPC_T_INT, e).slot;
    } else {
        lo = dpc_lower_typed(l, e->arg[0], DPC_T_INT, "the start of a range");
        hi = dpc_lower_typed(l, e->arg[1], DPC_T_INT, "the end of a range");
    }
    if (dpc_lower_failed(l))
        return nothing;
    if (extreme || average)
        (void)dpc_lower_emit(l, DPC_OP_NONEMPTY, 0, lo, hi, e);
    dpc_value acc = {dpc_lower_slot(l), DPC_T_REAL, NULL};
    if (extreme)
        (void)dpc_lower_emit(l, DPC_OP_UNSET, acc.slot, 0, 0, e);
    else
        (void)dpc_lower_emit(l, DPC_OP_COPY, acc.slot, dpc_lower_small(l, op == DPC_OP_MUL), 0, e);
    uint32_t index = dpc_lower_slot(l);
    uint32_t pc = dpc_lower_emit(l, DPC_OP_LOOP, index, lo, hi, e);
    dpc_binding *saved = l->env;
    dpc_binding *b = dpc_lower_bind(l, e->var, in_list ? DPC_B_RECORD : DPC_B_VALUE, e->pos);
    if (b == NULL)
        return nothing;
    b->slot = index;
    b->type = DPC_T_INT;
    if (in_list) {
        b->of = list->of;
        b->list = list->slot;
    }
    dpc_value x = number(l, e->arg[e->nargs - 1], "this expression");
    fold_step(l, e, op, &acc, x);
    dpc_lower_close(l, pc);
    l->env = saved;
    if (!average || dpc_lower_failed(l))
        return acc;
    dpc_value n = step(l, DPC_OP_SUB, hi, lo, DPC_T_INT, e);
    n = step(l, DPC_OP_ADD, n.slot, dpc_lower_small(l, 1), DPC_T_INT, e);
    return step(l, DPC_OP_DIV, acc.slot, n.slot, DPC_T_REAL, e);
}

static dpc_value iterate(dpc_lowerer *l, const dpc_expr *e)
{
    dpc_value x0 = number(l, e->arg[0], "the start value");
    uint32_t n = dpc_lower_typed(l, e->arg[1], DPC_T_INT, "the number of steps");
    dpc_value x = {dpc_lower_slot(l), DPC_T_REAL, NULL};
    (void)dpc_lower_emit(l, DPC_OP_COPY, x.slot, x0.slot, 0, e);
    uint32_t index = dpc_lower_slot(l);
    uint32_t pc = dpc_lower_emit(l, DPC_OP_LOOP, index, dpc_lower_small(l, 1), n, e);
    dpc_binding *saved = l->env;
    dpc_binding *b = dpc_lower_bind(l, e->var, DPC_B_VALUE, e->pos);
    if (b == NULL)
        return nothing;
    b->slot = x.slot;
    b->type = DPC_T_REAL;
    dpc_value next = number(l, e->arg[2], "the step");
    (void)dpc_lower_emit(l, DPC_OP_COPY, x.slot, next.slot, 0, e);
    dpc_lower_close(l, pc);
    l->env = saved;
    return x;
}

/* Whether a range may use its lemma; *slot: the slot of the condition, the lemma's hypotheses,
   which the run decides.  A lemma of a user's own file is not trusted: its condition is read and
   discarded. */
static bool appeals(dpc_lowerer *l, const dpc_expr *e, uint32_t *slot)
{
    if (e->field == NULL)
        return false;
    const bool own = dpc_cat_is_own(l->cat, l->unit);
    if (e->where == NULL) {
        if (!own)
            (void)dpc_lower_error(
                l, e->pos, "the lemma %s needs its hypotheses here: quasiconvex %s where ...",
                e->field, e->field);
        return false;
    }
    dpc_input *witness = l->witness;
    const size_t before = l->code->ninstr;
    l->witness = NULL; /* hypotheses of a lemma do not limit its range */
    *slot = dpc_lower_typed(l, e->where, DPC_T_BOOL, "the hypothesis of a lemma");
    l->witness = witness;
    if (own)
        l->code->ninstr = before;
    return !own;
}

/* inf sup integral over a range of real numbers: see code.h for the slots. */
static dpc_value range(dpc_lowerer *l, const dpc_expr *e)
{
    const dpc_op op = strcmp(e->name, "inf") == 0   ? DPC_OP_INF
                      : strcmp(e->name, "sup") == 0 ? DPC_OP_SUP
                                                    : DPC_OP_INTEGRAL;
    if (op == DPC_OP_INTEGRAL && e->field != NULL) {
        (void)dpc_lower_error(l, e->pos, "'quasiconvex' belongs to 'inf' and 'sup'");
        return nothing;
    }
    uint32_t lo = number(l, e->arg[0], "the start of a range").slot;
    uint32_t hi = number(l, e->arg[1], "the end of a range").slot, lemma = 0;
    const bool bracket = appeals(l, e, &lemma);
    dpc_value v = {dpc_lower_slot(l), DPC_T_REAL, NULL};
    const uint32_t x = dpc_lower_slot(l), value = dpc_lower_slot(l);
    for (int k = 3; k < DPC_RANGE_SLOTS; k++)
        (void)dpc_lower_slot(l); /* for the runner: see range.h */
    uint32_t pc = dpc_lower_emit(l, op, v.slot, lo, hi, e);
    if (dpc_lower_failed(l))
        return nothing;
    l->code->instr[pc].bracket = bracket;
    l->code->instr[pc].lemma = lemma;
    dpc_binding *saved = l->env;
    dpc_binding *b = dpc_lower_bind(l, e->var, DPC_B_VALUE, e->pos);
    if (b == NULL)
        return nothing;
    b->slot = x;
    b->type = DPC_T_REAL;
    dpc_value f = number(l, e->arg[2], "this expression");
    (void)dpc_lower_emit(l, DPC_OP_COPY, value, f.slot, 0, e);
    dpc_lower_close(l, pc);
    l->env = saved;
    return v;
}

static dpc_value lower(dpc_lowerer *l, const dpc_expr *e)
{
    switch (e->kind) {
    case DPC_E_NUM:
        return literal(l, e);
    case DPC_E_NAME:
        return name(l, e);
    case DPC_E_FIELD:
        return field(l, e);
    case DPC_E_INDEX:
    case DPC_E_ELEM:
        return element(l, e);
    case DPC_E_NEG: {
        dpc_value a = number(l, e->arg[0], "an operand");
        return dpc_lower_failed(l) ? nothing : step(l, DPC_OP_NEG, a.slot, a.slot, a.type, e);
    }
    case DPC_E_NOT: {
        uint32_t a = dpc_lower_typed(l, e->arg[0], DPC_T_BOOL, "the operand of 'not'");
        return dpc_lower_failed(l) ? nothing : step(l, DPC_OP_NOT, a, a, DPC_T_BOOL, e);
    }
    case DPC_E_BIN:
        return binary(l, e);
    case DPC_E_CMP:
        return chain(l, e);
    case DPC_E_CALL:
        return call(l, e);
    case DPC_E_FOLD:
    case DPC_E_FOLDIN:
        return fold(l, e);
    case DPC_E_ITERATE:
        return iterate(l, e);
    case DPC_E_RANGE:
        return range(l, e);
    }
    return nothing;
}

dpc_value dpc_lower_expr(dpc_lowerer *l, const dpc_expr *e)
{
    /* a left-associated chain a+b+c+... is as deep as it is long */
    enum { MAX_LOWER_DEPTH = 5000 };
    if (dpc_lower_failed(l))
        return nothing;
    if (++l->depth > MAX_LOWER_DEPTH)
        (void)dpc_lower_error(l, e->pos, "nested too deeply: at most %d levels are lowered",
                              MAX_LOWER_DEPTH);
    dpc_value v = dpc_lower_failed(l) ? nothing : lower(l, e);
    l->depth--;
    return v;
}
