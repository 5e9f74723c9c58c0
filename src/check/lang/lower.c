/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Lowering of statements: parameters, definitions, used theorems, results and referees. */
#include "lang/lower.h"

#include "lang/lex.h"
#include "lang/print.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool dpc_lower_failed(const dpc_lowerer *l)
{
    return l->diag->status != DPC_OK;
}

dpc_status dpc_lower_error(dpc_lowerer *l, uint32_t pos, const char *format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return dpc_fail_at(l->diag, DPC_PARSE, &l->unit->source, pos, "%s", message);
}

static void *alloc(dpc_lowerer *l, size_t size)
{
    void *mem = dpc_arena_alloc(&l->code->arena, size);
    if (mem == NULL)
        (void)dpc_fail(l->diag, DPC_NOMEM, "out of memory");
    return mem;
}

void *dpc_lower_grow(dpc_lowerer *l, void *base, size_t count, size_t size)
{
    if (count & (count - 1))
        return base; /* not a power of two: there is room */
    void *bigger = alloc(l, (count == 0 ? 1 : 2 * count) * size);
    if (bigger != NULL && count > 0)
        memcpy(bigger, base, count * size);
    return bigger;
}

/* A new last element of a list of the code, zeroed; NULL after a failure. */
#define APPEND(l, list, count)                                                       \
    (dpc_lower_failed(l) ||                                                          \
             ((list) = dpc_lower_grow((l), (list), (count), sizeof *(list))) == NULL \
         ? NULL                                                                      \
         : (memset(&(list)[count], 0, sizeof *(list)), &(list)[(count)++]))

uint32_t dpc_lower_slot(dpc_lowerer *l)
{
    return (uint32_t)l->code->nslots++; /* bounded by the number of instructions */
}

uint32_t dpc_lower_emit(dpc_lowerer *l, dpc_op op, uint32_t d, uint32_t a, uint32_t b,
                        const dpc_expr *expr)
{
    dpc_code *c = l->code;
    if (c->ninstr >= DPC_MAX_INSTR || l->emitted++ >= 4UL * DPC_MAX_INSTR)
        (void)dpc_lower_error(l, expr->pos,
                              "too large: more than %d instructions when functions and used "
                              "theorems are put in place",
                              DPC_MAX_INSTR);
    dpc_instr *i = APPEND(l, c->instr, c->ninstr);
    if (i == NULL)
        return 0;
    *i = (dpc_instr){.op = op, .d = d, .a = a, .b = b, .expr = expr, .unit = l->unit};
    return (uint32_t)(c->ninstr - 1);
}

void dpc_lower_close(dpc_lowerer *l, uint32_t pc)
{
    if (!dpc_lower_failed(l))
        l->code->instr[pc].end = (uint32_t)l->code->ninstr;
}

bool dpc_lower_look(dpc_lowerer *l, size_t looks)
{
    l->looks += looks;
    if (l->looks >= DPC_MAX_LOOKS)
        (void)dpc_fail(l->diag, DPC_PARSE,
                       "%s: too large: its names and numbers are compared more than %d times when "
                       "functions and used theorems are put in place",
                       l->unit->source.name, DPC_MAX_LOOKS);
    return !dpc_lower_failed(l);
}

/* Whether another name or number may be looked at. */
static bool looked(dpc_lowerer *l)
{
    return dpc_lower_look(l, 1);
}

uint32_t dpc_lower_constant(dpc_lowerer *l, const mpq_t value)
{
    dpc_code *c = l->code;
    const size_t bits = mpz_sizeinbase(mpq_numref(value), 2) + mpz_sizeinbase(mpq_denref(value), 2);
    for (size_t i = 0; i < c->nconstants && dpc_lower_look(l, 1 + bits / 1024); i++)
        if (mpq_equal(c->constant[i].value, value))
            return c->constant[i].slot;
    l->constant_bits += bits;
    if (l->constant_bits > DPC_MAX_CONSTANTS)
        (void)dpc_fail(l->diag, DPC_PARSE, "%s: its numbers have more than %d bits in all",
                       l->unit->source.name, DPC_MAX_CONSTANTS);
    dpc_constant *k = APPEND(l, c->constant, c->nconstants);
    if (k == NULL)
        return 0;
    mpq_init(k->value);
    mpq_set(k->value, value);
    return k->slot = dpc_lower_slot(l);
}

uint32_t dpc_lower_small(dpc_lowerer *l, unsigned long value)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_ui(q, value, 1);
    uint32_t slot = dpc_lower_constant(l, q);
    mpq_clear(q);
    return slot;
}

dpc_binding *dpc_lower_lookup(dpc_lowerer *l, const char *name, bool function)
{
    for (dpc_binding *b = l->env; b != NULL && looked(l); b = b->next)
        if ((b->kind == DPC_B_DEF) == function && strcmp(b->name, name) == 0)
            return b;
    return NULL;
}

static bool builtin(const char *name)
{
    static const char *const names[] = {
        "e",    "pi",  "Q",       "min",   "max",   "abs",      "pos", "ceil", "floor",
        "exp",  "log", "sqrt",    "expm1", "log1p", "binom",    "if",  "len",  "sum",
        "prod", "avg", "iterate", "inf",   "sup",   "integral", NULL};
    for (size_t i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

dpc_binding *dpc_lower_bind(dpc_lowerer *l, const char *name, dpc_bind_kind kind, uint32_t pos)
{
    if (builtin(name))
        (void)dpc_lower_error(l, pos, "'%s' is part of the language: choose another name", name);
    else if (dpc_lower_lookup(l, name, kind == DPC_B_DEF) != NULL)
        (void)dpc_lower_error(l, pos, "'%s' has a meaning already: shadowing is not allowed", name);
    dpc_binding *b = dpc_lower_failed(l) ? NULL : alloc(l, sizeof *b);
    if (b == NULL)
        return NULL;
    b->name = name;
    b->kind = kind;
    b->unit = l->unit;
    b->next = l->env;
    return l->env = b;
}

static const char *prefixed(dpc_lowerer *l, const char *name)
{
    if (l->prefix[0] == '\0')
        return name;
    size_t size = strlen(l->prefix) + strlen(name) + 1;
    char *full = alloc(l, size);
    if (full == NULL)
        return name;
    (void)snprintf(full, size, "%s%s", l->prefix, name);
    return full;
}

/* Collects the names in a condition, with their slots, so that a failure can show values. */
static void collect_names(dpc_lowerer *l, const dpc_expr *e, dpc_check *check)
{
    const dpc_binding *b = e->kind == DPC_E_NAME ? dpc_lower_lookup(l, e->name, false) : NULL;
    if (b != NULL && b->kind == DPC_B_VALUE && b->type != DPC_T_ENUM) {
        for (size_t i = 0; i < check->nnamed; i++)
            if (check->named[i].slot == b->slot)
                return;
        dpc_named_slot *n = APPEND(l, check->named, check->nnamed);
        if (n != NULL)
            *n = (dpc_named_slot){b->name, b->slot};
    }
    for (size_t i = 0; i < e->nargs; i++)
        collect_names(l, e->arg[i], check);
}

/* Collects the sides of a comparison that are more than a name, for the same purpose.  from: the
   first instruction of the condition. */
static void collect_sides(dpc_lowerer *l, const dpc_expr *cond, size_t from, dpc_check *check)
{
    const dpc_code *c = l->code;
    if (cond->kind != DPC_E_CMP || cond->nargs != 2)
        return;
    const bool swapped = cond->ops[0] == '>' || cond->ops[0] == DPC_SYM_GE;
    for (size_t i = from; i < c->ninstr; i++) {
        const dpc_instr *in = &c->instr[i];
        if (in->expr != cond || in->op < DPC_OP_LT || in->op > DPC_OP_NE)
            continue;
        for (size_t k = 0; k < 2; k++) {
            const dpc_expr *side = cond->arg[k];
            if (side->kind == DPC_E_NAME || side->kind == DPC_E_NUM)
                continue;
            char *text = dpc_print_expr(side);
            char *kept =
                text != NULL ? dpc_arena_strndup(&l->code->arena, text, strlen(text)) : NULL;
            free(text);
            dpc_named_slot *n = kept != NULL ? APPEND(l, check->named, check->nnamed) : NULL;
            if (n != NULL)
                *n = (dpc_named_slot){kept, (k == 0) != swapped ? in->a : in->b};
        }
    }
}

/* Whether this is a conjunction of few conditions: a chain is as deep as it is long. */
static bool short_conjunction(const dpc_expr *cond)
{
    enum { MAX_PARTS = 1000 };
    size_t parts = 1;
    for (; cond->kind == DPC_E_BIN && cond->ops[0] == '&'; cond = cond->arg[0])
        parts++;
    return 1 < parts && parts <= MAX_PARTS;
}

/* Makes the check that the condition holds.  Each part of a conjunction is checked separately, so
   that a failure names the part. */
static void lower_check(dpc_lowerer *l, const dpc_stmt *s, const dpc_expr *cond)
{
    if (short_conjunction(cond)) {
        lower_check(l, s, cond->arg[0]);
        lower_check(l, s, cond->arg[1]);
        return;
    }
    size_t from = l->code->ninstr;
    uint32_t slot = dpc_lower_typed(l, cond, DPC_T_BOOL, "a condition");
    size_t number = l->code->nchecks;
    dpc_check *check = APPEND(l, l->code->check, l->code->nchecks);
    if (check == NULL)
        return;
    check->unit = l->unit;
    check->stmt = s;
    check->cond = cond;
    check->prefix = l->prefix;
    collect_names(l, cond, check);
    collect_sides(l, cond, from, check);
    (void)dpc_lower_emit(l, DPC_OP_CHECK, (uint32_t)number, slot, slot, cond);
}

static dpc_input *new_input(dpc_lowerer *l, const char *name, dpc_input_role role,
                            const dpc_type *type, const char *text)
{
    dpc_input *in = APPEND(l, l->code->input, l->code->ninputs);
    if (in == NULL)
        return NULL;
    in->name = prefixed(l, name);
    in->role = role;
    in->type = type;
    in->text = text;
    in->check = l->code->nchecks;
    in->slot = dpc_type_has_records(type) ? (uint32_t)l->code->nlists++ : dpc_lower_slot(l);
    return in;
}

/* The values of an enumeration become names of constants. */
static void bind_enum_values(dpc_lowerer *l, const dpc_type *type, uint32_t pos)
{
    for (size_t i = 0; i < type->nmembers; i++) {
        uint32_t slot = dpc_lower_small(l, i);
        dpc_binding *b = dpc_lower_bind(l, type->member[i], DPC_B_VALUE, pos);
        if (b == NULL)
            return;
        b->type = DPC_T_ENUM;
        b->of = type;
        b->slot = slot;
    }
}

static void bind_typed(dpc_lowerer *l, const dpc_stmt *s, uint32_t slot)
{
    const dpc_type *type = &s->type;
    dpc_binding *b =
        dpc_lower_bind(l, s->name, type->kind == DPC_T_LIST ? DPC_B_LIST : DPC_B_VALUE, s->pos);
    if (b == NULL)
        return;
    b->type = type->kind;
    b->of = type;
    b->slot = slot;
    if (type->kind == DPC_T_ENUM)
        bind_enum_values(l, type, s->pos);
}

const dpc_type *dpc_lower_plan(dpc_lowerer *l, const dpc_type *type, uint32_t pos)
{
    const dpc_stmt *s = dpc_method_declared(l->prelude, DPC_S_PLAN, type->plan);
    if (s == NULL)
        (void)dpc_lower_error(l, pos, "there is no kind '%s' of plans", type->plan);
    return s != NULL ? &s->type : NULL;
}

/* NAME.FIELD, for messages. */
static const char *dotted(dpc_lowerer *l, const char *name, const char *field)
{
    const size_t size = strlen(name) + strlen(field) + 2;
    char *full = alloc(l, size);
    if (full == NULL)
        return field;
    (void)snprintf(full, size, "%s.%s", name, field);
    return full;
}

/* The condition on a field of a plan, which is list number `list`.  Its only name is this field. */
static void lower_field(dpc_lowerer *l, const dpc_stmt *s, const char *name, uint32_t list,
                        size_t field, const dpc_arg *declared)
{
    dpc_code *c = l->code;
    dpc_binding *saved = l->env;
    const dpc_unit *unit = l->unit;
    const size_t first = c->nchecks;
    const uint32_t slot = dpc_lower_slot(l);
    l->unit = l->prelude; /* the file of the condition */
    const uint32_t pc =
        dpc_lower_emit(l, DPC_OP_ITEM, slot, list, dpc_lower_small(l, 1), declared->where);
    l->env = NULL;
    dpc_binding *b =
        dpc_lower_failed(l) ? NULL : dpc_lower_bind(l, declared->name, DPC_B_VALUE, declared->pos);
    if (b != NULL) {
        c->instr[pc].end = (uint32_t)field;
        c->instr[pc].is_int = declared->type.kind == DPC_T_INT;
        b->type = declared->type.kind;
        b->slot = slot;
        lower_check(l, s, declared->where);
    }
    l->unit = unit;
    for (size_t i = first; i < c->nchecks && !dpc_lower_failed(l); i++) {
        c->check[i].unit = unit;
        for (size_t k = 0; k < c->check[i].nnamed; k++)
            if (c->check[i].named[k].slot == slot)
                c->check[i].named[k].name = dotted(l, name, declared->name);
    }
    l->env = saved;
}

/* A plan that is chosen, with the conditions of its declaration. */
static void lower_plan_input(dpc_lowerer *l, const dpc_stmt *s, const char *name, uint32_t pos,
                             const dpc_type *named, dpc_input_role role, const char *text)
{
    const dpc_type *type = dpc_lower_plan(l, named, pos);
    dpc_input *in = type != NULL ? new_input(l, name, role, type, text) : NULL;
    if (in == NULL)
        return;
    const uint32_t list = in->slot;
    const dpc_stmt *declared = dpc_method_declared(l->prelude, DPC_S_PLAN, named->plan);
    for (size_t i = 0; i < declared->nargs && !dpc_lower_failed(l); i++)
        if (declared->arg[i].where != NULL)
            lower_field(l, s, name, list, i, &declared->arg[i]);
    dpc_binding *b = dpc_lower_bind(l, name, DPC_B_PLAN, pos);
    if (b == NULL)
        return;
    b->of = type;
    b->slot = list;
}

static void keep_purpose(dpc_lowerer *l, size_t input, const dpc_expr *expr)
{
    dpc_code *c = l->code;
    dpc_purpose *p = expr != NULL ? APPEND(l, c->purpose, c->npurposes) : NULL;
    if (p != NULL)
        *p = (dpc_purpose){input, c->ninstr, expr, l->env, l->unit};
}

static void lower_input(dpc_lowerer *l, const dpc_stmt *s)
{
    if (s->type.kind == DPC_T_PLAN) {
        lower_plan_input(l, s, s->name, s->pos, &s->type, DPC_INPUT_CHOOSE, s->text);
        keep_purpose(l, l->code->ninputs - 1, s->expr);
        return;
    }
    bool choose = s->kind == DPC_S_CHOOSE;
    dpc_input *in =
        new_input(l, s->name, choose ? DPC_INPUT_CHOOSE : DPC_INPUT_PARAM, &s->type, s->text);
    if (in == NULL)
        return;
    size_t number = l->code->ninputs - 1;
    bind_typed(l, s, in->slot);
    if (s->where != NULL && !dpc_lower_failed(l)) {
        l->witness = &l->code->input[number];
        lower_check(l, s, s->where);
        l->witness = NULL;
    }
}

/* Witnesses since the last objective belong to this one. */
static void lower_objective(dpc_lowerer *l, const dpc_stmt *s)
{
    dpc_code *c = l->code;
    size_t first = 0;
    for (size_t i = 0; i < c->nobjectives; i++)
        first = c->objective[i].last;
    while (first < c->ninputs && c->input[first].role != DPC_INPUT_CHOOSE)
        first++;
    if (first == c->ninputs) {
        (void)dpc_lower_error(l, s->pos, "there is no witness ('choose') for this objective");
        return;
    }
    const dpc_binding *b = dpc_lower_lookup(l, s->name, false);
    if (b == NULL || b->kind != DPC_B_VALUE || (b->type != DPC_T_REAL && b->type != DPC_T_INT)) {
        (void)dpc_lower_error(l, s->pos, "'%s' is not the name of a number", s->name);
        return;
    }
    dpc_objective *o = APPEND(l, c->objective, c->nobjectives);
    if (o != NULL)
        *o = (dpc_objective){first, c->ninputs, b->slot, s->rel == '>', c->ninstr};
}

static void note_let(dpc_lowerer *l, const dpc_stmt *s, uint32_t slot)
{
    dpc_let *let = APPEND(l, l->code->let, l->code->nlets);
    if (let != NULL)
        *let = (dpc_let){prefixed(l, s->name), l->unit, s, slot, (uint32_t)l->code->ninstr};
}

static void lower_let(dpc_lowerer *l, const dpc_stmt *s)
{
    dpc_value v = dpc_lower_expr(l, s->expr);
    dpc_binding *b = dpc_lower_bind(l, s->name, DPC_B_VALUE, s->pos);
    if (b == NULL)
        return;
    b->type = v.type;
    b->of = v.of;
    b->slot = v.slot;
    if (v.type != DPC_T_BOOL && v.type != DPC_T_ENUM)
        note_let(l, s, v.slot);
}

static void lower_array(dpc_lowerer *l, const dpc_stmt *s)
{
    uint32_t number = (uint32_t)l->code->narrays++;
    uint32_t lo = dpc_lower_typed(l, s->lo, DPC_T_INT, "the start of a range");
    uint32_t hi = dpc_lower_typed(l, s->hi, DPC_T_INT, "the end of a range");
    (void)dpc_lower_emit(l, DPC_OP_ARRAY, number, lo, hi, s->lo);
    uint32_t index = dpc_lower_slot(l);
    uint32_t pc = dpc_lower_emit(l, DPC_OP_LOOP, index, lo, hi, s->lo);
    dpc_binding *array = dpc_lower_bind(l, s->name, DPC_B_ARRAY, s->pos);
    if (array == NULL)
        return;
    array->slot = number;
    dpc_binding *saved = l->env;
    dpc_binding *b = dpc_lower_bind(l, s->word, DPC_B_VALUE, s->pos);
    if (b == NULL)
        return;
    b->type = DPC_T_INT;
    b->slot = index;
    uint32_t x = dpc_lower_typed(l, s->expr, DPC_T_REAL, "an element");
    (void)dpc_lower_emit(l, DPC_OP_STORE, number, index, x, s->expr);
    dpc_lower_close(l, pc);
    l->env = saved;
}

/* Binds a function.  Its body is lowered once here and discarded, to find its errors even if it is
   never called. */
static void lower_def(dpc_lowerer *l, const dpc_stmt *s)
{
    dpc_code *c = l->code;
    dpc_binding *saved = l->env;
    const size_t ninstr = c->ninstr, nslots = c->nslots, ncalls = c->ncalls,
                 nconstants = c->nconstants;
    for (size_t i = 0; i < s->nargs && !dpc_lower_failed(l); i++) {
        const bool plan = s->arg[i].type.kind == DPC_T_PLAN;
        dpc_binding *b =
            dpc_lower_bind(l, s->arg[i].name, plan ? DPC_B_PLAN : DPC_B_VALUE, s->arg[i].pos);
        if (b == NULL)
            return;
        b->type = s->arg[i].type.kind;
        b->of = plan ? dpc_lower_plan(l, &s->arg[i].type, s->arg[i].pos) : NULL;
        b->slot = plan ? 0 : dpc_lower_slot(l);
    }
    (void)dpc_lower_expr(l, s->expr);
    c->ninstr = ninstr;
    c->nslots = nslots;
    c->ncalls = ncalls;
    while (c->nconstants > nconstants)
        mpq_clear(c->constant[--c->nconstants].value);
    l->env = saved;
    dpc_binding *b = dpc_lower_bind(l, s->name, DPC_B_DEF, s->pos);
    if (b != NULL)
        b->def = s;
}

static void lower_result(dpc_lowerer *l, const dpc_stmt *s, bool top)
{
    uint32_t slot = dpc_lower_typed(l, s->expr, DPC_T_REAL, "a result");
    dpc_binding *b = dpc_lower_bind(l, s->name, DPC_B_VALUE, s->pos);
    if (b == NULL)
        return;
    b->type = DPC_T_REAL;
    b->slot = slot;
    b->is_result = true;
    if (!top) {
        note_let(l, s, slot);
        return;
    }
    dpc_output *r = APPEND(l, l->code->result, l->code->nresults);
    if (r != NULL)
        *r = (dpc_output){s, slot};
}

/* A referee: separate instructions, with their own witnesses, run after the main ones. */
static void lower_referee(dpc_lowerer *l, const dpc_stmt *s)
{
    dpc_code *c = l->code;
    const dpc_output *judged = NULL;
    for (size_t i = 0; i < c->nresults; i++)
        if (strcmp(c->result[i].stmt->name, s->name) == 0)
            judged = &c->result[i];
    if (judged == NULL || judged->stmt->rel == s->rel) {
        (void)dpc_lower_error(l, s->pos,
                              "a referee bounds an earlier result from the other side, "
                              "but '%s' %s",
                              s->name,
                              judged == NULL ? "is no result" : "is bounded from this one");
        return;
    }
    dpc_referee r = {.stmt = s, .begin = (uint32_t)c->ninstr, .first = c->ninputs};
    dpc_binding *saved = l->env;
    for (size_t i = 0; i < s->nargs && !dpc_lower_failed(l); i++) {
        const dpc_arg *arg = &s->arg[i];
        if (arg->type.kind == DPC_T_PLAN) {
            lower_plan_input(l, s, arg->name, arg->pos, &arg->type, DPC_INPUT_REFEREE, s->text);
            continue;
        }
        dpc_input *in = new_input(l, arg->name, DPC_INPUT_REFEREE, &arg->type, s->text);
        dpc_binding *b = dpc_lower_bind(l, arg->name, DPC_B_VALUE, arg->pos);
        if (in == NULL || b == NULL)
            return;
        b->type = arg->type.kind;
        b->slot = in->slot;
    }
    r.last = c->ninputs;
    for (size_t i = 0; i < s->nargs && !dpc_lower_failed(l); i++)
        keep_purpose(l, r.first + i, s->arg[i].value);
    if (s->where != NULL) {
        l->witness = r.first < r.last && !dpc_lower_failed(l) ? &c->input[r.first] : NULL;
        lower_check(l, s, s->where);
        l->witness = NULL;
    }
    r.slot = dpc_lower_typed(l, s->expr, DPC_T_REAL, "a referee");
    r.end = (uint32_t)c->ninstr;
    l->env = saved;
    dpc_referee *slot = APPEND(l, c->referee, c->nreferees);
    if (slot != NULL)
        *slot = r;
}

const dpc_method_info *dpc_lower_method(dpc_lowerer *l, const char *name, uint32_t pos)
{
    for (size_t i = 0; i < DPC_METHODS; i++)
        if (l->method[i] != NULL && strcmp(l->method[i]->name, name) == 0)
            return l->method[i];
    const dpc_stmt *declared = dpc_method_declared(l->prelude, DPC_S_METHOD, name);
    if (declared == NULL) {
        char known[200] = "";
        for (const dpc_stmt *s = l->prelude->first; s != NULL; s = s->next) {
            const size_t used = strlen(known);
            if (s->kind == DPC_S_METHOD)
                (void)snprintf(known + used, sizeof known - used, "%s%s",
                               used > 0 ? " and " : "there are ", s->name);
        }
        (void)dpc_lower_error(l, pos, "unknown method '%s': %s", name, known);
        return NULL;
    }
    dpc_method_info *info = alloc(l, sizeof *info);
    if (info == NULL || dpc_method_bind(info, l->prelude, declared, l->diag) != DPC_OK)
        return NULL;
    return l->method[info->method] = info;
}

static void lower_unit(dpc_lowerer *l, const dpc_unit *unit, bool top);

/* Binds the parameters of a used theorem to the values given by the use. */
static void bind_arguments(dpc_lowerer *l, const dpc_stmt *use, const dpc_unit *unit,
                           dpc_binding *prelude)
{
    dpc_binding *caller_env = l->env;
    const dpc_unit *caller = l->unit;
    dpc_binding *inner = prelude;
    size_t given = 0;
    for (const dpc_stmt *s = unit->first; s != NULL && !dpc_lower_failed(l); s = s->next) {
        if (s->kind != DPC_S_PARAM)
            continue;
        const dpc_arg *arg = NULL;
        for (size_t i = 0; i < use->nargs; i++)
            if (strcmp(use->arg[i].name, s->name) == 0) {
                if (arg != NULL)
                    (void)dpc_lower_error(l, use->arg[i].pos, "'%s' is given twice", s->name);
                arg = &use->arg[i];
            }
        if (arg == NULL) {
            (void)dpc_lower_error(l, use->pos, "the parameter '%s' of %s is not given", s->name,
                                  unit->id);
            return;
        }
        given++;
        uint32_t slot = 0;
        const dpc_expr *e = arg->value;
        const char *plain = e->kind == DPC_E_NAME ? e->name : "";
        if (s->type.kind == DPC_T_LIST) {
            const dpc_binding *list = dpc_lower_lookup(l, plain, false);
            bool fits =
                list != NULL && list->kind == DPC_B_LIST && list->of->nmembers == s->type.nmembers;
            for (size_t i = 0; fits && i < s->type.nmembers; i++)
                fits = strcmp(list->of->member[i], s->type.member[i]) == 0 &&
                       (list->of->member_type[i] == s->type.member_type[i] ||
                        s->type.member_type[i] == DPC_T_REAL);
            if (!fits)
                (void)dpc_lower_error(l, arg->pos, "'%s' takes a list with the same fields",
                                      s->name);
            else
                slot = list->slot;
        } else if (s->type.kind == DPC_T_ENUM) {
            size_t i = 0;
            while (i < s->type.nmembers && strcmp(s->type.member[i], plain) != 0)
                i++;
            if (i == s->type.nmembers)
                (void)dpc_lower_error(l, arg->pos, "'%s' takes one of its values by name", s->name);
            else
                slot = dpc_lower_small(l, i);
        } else
            slot = dpc_lower_typed(l, e, s->type.kind, "this parameter");
        if (dpc_lower_failed(l))
            return;
        /* the binding belongs to the used theorem's scope */
        l->env = inner;
        l->unit = unit;
        bind_typed(l, s, slot);
        inner = l->env;
        l->env = caller_env;
        l->unit = caller;
    }
    if (given != use->nargs && !dpc_lower_failed(l))
        for (size_t i = 0; i < use->nargs; i++) {
            bool known = false;
            for (const dpc_stmt *s = unit->first; s != NULL; s = s->next)
                known = known || (s->kind == DPC_S_PARAM && strcmp(s->name, use->arg[i].name) == 0);
            if (!known)
                (void)dpc_lower_error(l, use->arg[i].pos, "%s has no parameter '%s'", unit->id,
                                      use->arg[i].name);
        }
    l->env = inner;
}

/* Checks that a theorem claims no more than a theorem that it uses. */
static void check_use(dpc_lowerer *l, const dpc_stmt *s, const dpc_unit *used)
{
    if (l->unit->status < used->status)
        (void)dpc_lower_error(l, s->pos, "%s is %s, but it uses %s, which is %s", l->unit->id,
                              dpc_theorem_status_name(l->unit->status), used->id,
                              dpc_theorem_status_name(used->status));
    if (used->adjacency != DPC_ADJACENCY_ANY && used->adjacency != l->unit->adjacency)
        (void)dpc_lower_error(l, s->pos,
                              "%s is about adjacency %s, but it uses %s, which is about "
                              "%s",
                              l->unit->id, dpc_adjacency_name(l->unit->adjacency), used->id,
                              dpc_adjacency_name(used->adjacency));
    for (size_t i = 0; i < l->nactive; i++)
        if (l->active[i] == used)
            (void)dpc_lower_error(l, s->pos, "%s uses itself: the graph of 'use' has a cycle",
                                  used->id);
    if (l->nactive == DPC_MAX_USE_DEPTH)
        (void)dpc_lower_error(l, s->pos, "'use' is nested too deeply: at most %d levels",
                              DPC_MAX_USE_DEPTH);
}

static void lower_use(dpc_lowerer *l, const dpc_stmt *s)
{
    dpc_diag inner = {.status = DPC_OK};
    const dpc_unit *used = dpc_cat_find(l->cat, s->word, &inner);
    if (used == NULL) {
        (void)dpc_lower_error(l, s->pos, "%s", inner.text);
        return;
    }
    check_use(l, s, used);
    dpc_binding *b = dpc_lower_bind(l, s->name, DPC_B_USE, s->pos);
    if (b == NULL)
        return;
    dpc_binding *saved_env = l->env, *prelude = l->env;
    while (prelude != NULL && !(prelude->kind == DPC_B_DEF && prelude->unit->is_prelude))
        prelude = prelude->next;
    const dpc_unit *saved_unit = l->unit;
    const char *saved_prefix = l->prefix;
    bind_arguments(l, s, used, prelude);
    if (dpc_lower_failed(l))
        return;
    size_t size = strlen(saved_prefix) + strlen(s->name) + 2;
    char *prefix = alloc(l, size);
    if (prefix == NULL)
        return;
    (void)snprintf(prefix, size, "%s%s.", saved_prefix, s->name);
    l->prefix = prefix;
    lower_unit(l, used, false);
    b->results = l->env; /* results are among the values of its scope */
    l->prefix = saved_prefix;
    l->unit = saved_unit;
    l->env = saved_env;
}

/* Keeps a premise once: theorems that use each other may state the same one. */
static void lower_premise(dpc_lowerer *l, const dpc_stmt *s)
{
    const dpc_code *c = l->code;
    for (size_t i = 0; i < c->npremises; i++)
        if (!looked(l) || strcmp(c->premise[i].text, s->text) == 0)
            return;
    dpc_assumption *p = APPEND(l, l->code->premise, l->code->npremises);
    if (p != NULL)
        *p = (dpc_assumption){s->text, l->unit->id};
}

static void lower_stmt(dpc_lowerer *l, const dpc_stmt *s, bool top)
{
    switch (s->kind) {
    case DPC_S_PARAM:
        if (top)
            lower_input(l, s);
        else if (s->where != NULL)
            lower_check(l, s, s->where); /* the use has bound it */
        break;
    case DPC_S_CHOOSE:
        lower_input(l, s);
        break;
    case DPC_S_OBJECTIVE:
        if (top) /* witnesses of a used theorem follow the user's objective */
            lower_objective(l, s);
        break;
    case DPC_S_LET:
        lower_let(l, s);
        break;
    case DPC_S_ARRAY:
        lower_array(l, s);
        break;
    case DPC_S_DEF:
        lower_def(l, s);
        break;
    case DPC_S_USE:
        lower_use(l, s);
        break;
    case DPC_S_REQUIRE:
        lower_check(l, s, s->expr);
        break;
    case DPC_S_RESULT:
        lower_result(l, s, top);
        break;
    case DPC_S_METHOD:
        (void)dpc_lower_method(l, s->name, s->pos);
        break;
    case DPC_S_ASSUME: {
        dpc_assumption *a = APPEND(l, l->code->assumption, l->code->nassumptions);
        if (a != NULL)
            *a = (dpc_assumption){s->text, l->unit->id};
        break;
    }
    case DPC_S_PREMISE:
        lower_premise(l, s);
        break;
    default:
        break;
    }
}

static void lower_unit(dpc_lowerer *l, const dpc_unit *unit, bool top)
{
    l->unit = unit;
    l->active[l->nactive++] = unit;
    for (const dpc_stmt *s = unit->first; s != NULL && !dpc_lower_failed(l); s = s->next)
        if (s->kind != DPC_S_REFEREE)
            lower_stmt(l, s, top);
    l->nactive--;
}

/* Checks that every witness has an objective, and that a theorem with assumptions is conditional at
   best. */
static void check_whole(dpc_lowerer *l)
{
    const dpc_code *c = l->code;
    size_t governed = c->nobjectives > 0 ? c->objective[c->nobjectives - 1].last : 0;
    for (size_t i = governed; i < c->ninputs; i++)
        if (c->input[i].role == DPC_INPUT_CHOOSE) {
            (void)dpc_fail(l->diag, DPC_PARSE,
                           "%s: the witness '%s' needs an 'objective' after it: what should the "
                           "search make small?",
                           c->unit->source.name, c->input[i].name);
            return;
        }
    if (c->nassumptions > 0 && c->unit->status < DPC_STATUS_CONDITIONAL)
        (void)dpc_fail(
            l->diag, DPC_PARSE, "%s: the status is %s, but it rests on an assumption: \"%.60s\"",
            c->unit->source.name, dpc_theorem_status_name(c->unit->status), c->assumption[0].text);
}

dpc_code *dpc_lower(dpc_catalogue_t *cat, const dpc_unit *unit, dpc_diag *diag)
{
    const dpc_unit *prelude = dpc_cat_prelude(cat, diag);
    if (prelude == NULL)
        return NULL;
    dpc_code *code = calloc(1, sizeof *code);
    if (code == NULL) {
        (void)dpc_fail(diag, DPC_NOMEM, "out of memory");
        return NULL;
    }
    code->unit = unit;
    dpc_lowerer l = {.cat = cat, .code = code, .diag = diag, .prelude = prelude, .prefix = ""};
    lower_unit(&l, prelude, false);
    if (!dpc_lower_failed(&l))
        lower_unit(&l, unit, true);
    if (!dpc_lower_failed(&l))
        check_whole(&l);
    code->main_end = code->ninstr;
    for (const dpc_stmt *s = unit->first; s != NULL && !dpc_lower_failed(&l); s = s->next)
        if (s->kind == DPC_S_REFEREE)
            lower_referee(&l, s);
    if (dpc_lower_failed(&l)) {
        dpc_code_free(code);
        return NULL;
    }
    return code;
}

void dpc_code_free(dpc_code *code)
{
    if (code == NULL)
        return;
    for (size_t i = 0; i < code->nconstants; i++)
        mpq_clear(code->constant[i].value);
    dpc_arena_clear(&code->arena);
    free(code);
}
