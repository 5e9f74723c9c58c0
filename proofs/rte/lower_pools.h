/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   What the drivers of the statements share: summaries of trees, bindings and lists, and what
   lowering calls.  A list of the code exists twice: before it grows it has ROOM elements and not
   one more, so that reading behind the last one is seen; dpc_lower_grow gives the other one, which
   has room (that it gives room: grow.c).  Nodes, statements, bindings and units have pools of two,
   as in lower_any.c. */
#ifndef DPC_RTE_LOWER_POOLS_H
#define DPC_RTE_LOWER_POOLS_H

#include "lang/lower.h"
#include "lang/print.h"
#include "rte.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 8, MANY = 3, ROOM = 2, SEVERAL = 20, MORE = 40, PRINTED = 64 };

static char name_text[NAME + 1], shown[NAME + 1], ops[10], printed[PRINTED];
static dpc_diag diag;
static dpc_code code;
static dpc_unit units[2], prelude_unit;
static dpc_expr exprs[2], top; /* top: one of a known kind */
static dpc_expr *few[3], *many[MANY];
static dpc_stmt stmts[2];
static dpc_arg def_args[MANY], use_args[MANY];
static const char *names[MANY];
static dpc_type_kind kinds[MANY];
static dpc_type types[2];
static dpc_binding bindings[2];
static dpc_instr instr[ROOM], more_instr[MORE];
static dpc_constant constants[ROOM], more_constants[MORE];
static dpc_check checks[ROOM], more_checks[MORE];
static dpc_input inputs[ROOM], more_inputs[MORE];
static dpc_output results[ROOM], more_results[MORE];
static dpc_objective objectives[ROOM], more_objectives[MORE];
static dpc_referee referees[ROOM], more_referees[MORE];
static dpc_assumption assumptions[ROOM], more_assumptions[MORE];
static dpc_assumption premises[ROOM], more_premises[MORE];
static dpc_let lets[ROOM], more_lets[MORE];
static dpc_named_slot named[ROOM], more_named[MORE];
static dpc_purpose purposes[ROOM], more_purposes[MORE];
static dpc_call calls[ROOM];
static dpc_arg field_args[MANY];
static dpc_method_info infos[2];

static dpc_expr *const expr_pool = exprs;
static const dpc_unit *const unit_pool = units, *const prelude_pool = &prelude_unit;
static dpc_binding *const binding_pool = bindings;
static dpc_named_slot *const named_pool = named, *const more_named_pool = more_named;
static dpc_purpose *const purpose_pool = purposes;
static dpc_method_info *const info_pool = infos;
static void *const list_pools[] = {more_instr,       more_constants,  more_checks, more_inputs,
                                   more_results,     more_objectives, more_named,  more_referees,
                                   more_assumptions, more_premises,   more_lets,   more_purposes};

#define RECORDED \
    (rte_failed == 0 && diag.status == DPC_OK) || (rte_failed == 1 && diag.status == DPC_PARSE)

/* A bound of these drivers for what nested calls leave: nothing depends on how many there are. */
#define LISTS                                                                                  \
    code.ninstr <= SEVERAL &&code.nconstants <= SEVERAL &&code.nchecks <=                      \
        SEVERAL &&code.ninputs <= SEVERAL &&code.nresults <= SEVERAL &&code.nobjectives <=     \
        SEVERAL &&code.nreferees <= SEVERAL &&code.nassumptions <= SEVERAL &&code.npremises <= \
        SEVERAL &&code.nlets <= SEVERAL
#define PURPOSES(most)          \
    code.npurposes <= (most) && \
        (code.purpose == (dpc_purpose *)purposes || code.purpose == (dpc_purpose *)more_purposes)

#define ROOMY                                                                              \
    code.ninstr <= ROOM &&code.nconstants <= ROOM &&code.nchecks <= ROOM &&code.ninputs <= \
        ROOM &&code.nresults <= ROOM &&code.nobjectives <= ROOM &&code.nreferees <=        \
        ROOM &&code.nassumptions <= ROOM &&code.npremises <= ROOM &&code.nlets <= ROOM

#define SCOPE                                                                \
    (l->env == \null || l->env == &bindings[0] || l->env == &bindings[1]) && \
        (l->unit == &units[0] || l->unit == &units[1] || l->unit == &prelude_unit)

/*@ assigns \result \from base, list_pools[..];
    ensures room:
      ((base == (void *)&instr[0] || base == (void *)&more_instr[0]) &&
        \result == (void *)&more_instr[0]) ||
      ((base == (void *)&constants[0] || base == (void *)&more_constants[0]) &&
        \result == (void *)&more_constants[0]) ||
      ((base == (void *)&checks[0] || base == (void *)&more_checks[0]) &&
        \result == (void *)&more_checks[0]) ||
      ((base == (void *)&inputs[0] || base == (void *)&more_inputs[0]) &&
        \result == (void *)&more_inputs[0]) ||
      ((base == (void *)&results[0] || base == (void *)&more_results[0]) &&
        \result == (void *)&more_results[0]) ||
      ((base == (void *)&objectives[0] || base == (void *)&more_objectives[0]) &&
        \result == (void *)&more_objectives[0]) ||
      ((base == (void *)&referees[0] || base == (void *)&more_referees[0]) &&
        \result == (void *)&more_referees[0]) ||
      ((base == (void *)&assumptions[0] || base == (void *)&more_assumptions[0]) &&
        \result == (void *)&more_assumptions[0]) ||
      ((base == (void *)&premises[0] || base == (void *)&more_premises[0]) &&
        \result == (void *)&more_premises[0]) ||
      ((base == (void *)&lets[0] || base == (void *)&more_lets[0]) &&
        \result == (void *)&more_lets[0]) ||
      ((base == (void *)&purposes[0] || base == (void *)&more_purposes[0]) &&
        \result == (void *)&more_purposes[0]) ||
      ((base == \null || base == (void *)&named[0] || base == (void *)&more_named[0]) &&
        \result == (void *)&more_named[0]); */
void *dpc_lower_grow(dpc_lowerer *l, void *base, size_t count, size_t size);

/* Analysed in lower_any.c. */
/*@ assigns l->looks, l->constant_bits, code.nconstants, code.nslots, diag.status, rte_failed
      \from l->looks, value[0];
    assigns \result \from code.nslots;
    ensures recorded: RECORDED;
    ensures lists: code.nconstants <= ROOM; */
uint32_t dpc_lower_constant(dpc_lowerer *l, const mpq_t value);

/* Texts are of a known length, so that EVA sees whether there is room for them.  What is in them
   does not matter: strcmp gives any result. */
static const char *any_string(void)
{
    return name_text;
}

static const char *any_or_none(void)
{
    return any_bool() ? any_string() : NULL;
}

static size_t any_count(void)
{
    return Frama_C_unsigned_long_interval(0, ROOM);
}

static dpc_expr *any_node(void)
{
    return &exprs[any_bool()];
}

static dpc_binding *any_binding(void)
{
    return any_bool() ? &bindings[any_bool()] : NULL;
}

static const dpc_unit *any_unit(void)
{
    return any_bool() ? &prelude_unit : &units[any_bool()];
}

/* ---- what lowering calls ---- */

/* Expressions: what lower_any.c is about. */
dpc_value dpc_lower_expr(dpc_lowerer *l, const dpc_expr *e)
{
    dpc_value v = {(uint32_t)any_size(), (dpc_type_kind)Frama_C_interval(DPC_T_REAL, DPC_T_PLAN),
                   any_bool() ? &types[any_bool()] : NULL};
    //@ assert unit: \valid_read(l->unit);
    l->looks = any_size();
    l->emitted = any_size();
    l->constant_bits = any_size();
    code.ninstr = any_count();
    code.nconstants = any_count();
    code.nslots = any_size();
    code.ncalls = any_size();
    if (l->witness != NULL)
        l->witness->nhints = Frama_C_unsigned_long_interval(0, 8);
    if (any_bool())
        (void)dpc_fail_at(l->diag, DPC_PARSE, &l->unit->source, e->pos, "a bad expression");
    return v;
}

uint32_t dpc_lower_typed(dpc_lowerer *l, const dpc_expr *e, dpc_type_kind type, const char *what)
{
    //@ assert type: 0 <= type <= 5;
    (void)strlen(what);
    return dpc_lower_expr(l, e).slot;
}

/* Texts stand at the end of their room, so that writing too far is seen. */
void *dpc_arena_alloc(dpc_arena *arena, size_t size)
{
    (void)arena->head;
    if (size == sizeof(dpc_binding))
        return &bindings[any_bool()];
    if (size == sizeof(dpc_method_info))
        return &infos[any_bool()];
    //@ assert text: 0 < size <= PRINTED;
    return printed + PRINTED - size;
}

char *dpc_arena_strndup(dpc_arena *arena, const char *s, size_t len)
{
    (void)arena->head;
    //@ assert readable: len == 0 || \valid_read(s + (0 .. len - 1));
    return (char *)any_string();
}

void dpc_arena_clear(dpc_arena *arena)
{
    arena->head = NULL;
}

char *dpc_print_expr(const dpc_expr *e)
{
    (void)e->pos;
    return any_bool() ? shown : NULL;
}

static void release(void *p)
{
    //@ assert given: p == \null || p == (void *)shown || p == (void *)&code;
}

/* Only a theorem: the catalogue refuses to find the prelude. */
const dpc_unit *dpc_cat_find(dpc_catalogue_t *cat, const char *id, dpc_diag *to)
{
    (void)cat;
    (void)strlen(id);
    if (any_bool())
        return &units[any_bool()];
    to->status = DPC_PARSE;
    Frama_C_make_unknown(to->text, sizeof to->text - 1);
    to->text[sizeof to->text - 1] = '\0';
    return NULL;
}

const dpc_unit *dpc_cat_prelude(dpc_catalogue_t *cat, dpc_diag *to)
{
    (void)cat;
    if (any_bool())
        return &prelude_unit;
    (void)dpc_fail(to, DPC_PARSE, "a bad prelude");
    return NULL;
}

/* What a conversion of the format wants must be a text. */
static void print_arguments(const char *format, va_list list)
{
    for (size_t i = 0; format[i] != '\0'; i++) {
        if (format[i] != '%')
            continue;
        i++;
        if (format[i] == 's')
            (void)strlen(va_arg(list, const char *));
        else if (format[i] == 'd')
            (void)va_arg(list, int);
        else {
            //@ assert conversion: \false;
            Frama_C_abort();
        }
    }
}

static void print_room(char *out, size_t size)
{
    //@ assert room: size > 0 && \valid(out + (0 .. size - 1));
    Frama_C_make_unknown(out, size);
    out[size - 1] = '\0';
}

int rte_vsnprintf(char *out, size_t size, const char *format, va_list list)
{
    print_arguments(format, list);
    print_room(out, size);
    return 1;
}

int rte_snprintf(char *out, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    print_arguments(format, list);
    va_end(list);
    print_room(out, size);
    return 1;
}

/* ---- anything ---- */

/* The type of a parameter.  Where it is one of a summary, numbers have places for members too, but
   none of them. */
static dpc_type any_type(bool compound)
{
    dpc_type type = {.kind = (dpc_type_kind)Frama_C_interval(DPC_T_REAL, DPC_T_INT)};
    if (compound) {
        type.kind = (dpc_type_kind)Frama_C_interval(DPC_T_REAL, DPC_T_PLAN);
        type.nmembers = Frama_C_unsigned_long_interval(0, MANY);
        type.member = names;
        type.member_type = kinds;
        type.plan = any_string();
    }
    return type;
}

static void any_trees(void)
{
    for (int i = 0; i < MANY; i++) {
        many[i] = any_node();
        names[i] = any_string();
        kinds[i] = (dpc_type_kind)Frama_C_interval(DPC_T_REAL, DPC_T_INT);
        def_args[i] = (dpc_arg){.name = any_string(), .type = any_type(false)};
        if (any_bool()) {
            def_args[i].type = (dpc_type){.kind = DPC_T_PLAN, .plan = any_string()};
            def_args[i].value = any_bool() ? any_node() : NULL; /* of a referee */
        }
        field_args[i] = (dpc_arg){.name = any_string(), .type = any_type(true)};
        field_args[i].where = any_bool() ? any_node() : NULL;
        use_args[i] = (dpc_arg){.name = any_string(), .value = any_node()};
    }
    for (int i = 0; i < 3; i++)
        few[i] = any_node();
    for (int i = 0; i < 2; i++) {
        exprs[i].kind = (dpc_expr_kind)Frama_C_interval(DPC_E_NUM, DPC_E_RANGE);
        exprs[i].name = any_string();
        exprs[i].ops = ops;
        exprs[i].nargs = Frama_C_unsigned_long_interval(0, MANY);
        exprs[i].arg = many;
        types[i] = any_type(true);
        stmts[i].kind = (dpc_stmt_kind)Frama_C_interval(DPC_S_PRELUDE, DPC_S_REFEREE);
        stmts[i].name = any_string();
        stmts[i].rel = any_bool() ? '<' : any_bool() ? '>' : '=';
        stmts[i].type = any_type(true);
        stmts[i].arg = field_args;
        stmts[i].nargs = Frama_C_unsigned_long_interval(1, MANY);
        stmts[i].next = any_bool() ? &stmts[any_bool()] : NULL;
        units[i].id = any_string();
        units[i].adjacency =
            (dpc_adjacency)Frama_C_interval(DPC_ADJACENCY_ADD_REMOVE, DPC_ADJACENCY_ANY);
        units[i].method = any_or_none();
        units[i].status =
            (dpc_theorem_status)Frama_C_interval(DPC_STATUS_EXACT, DPC_STATUS_REFUTED);
        units[i].first = &stmts[any_bool()];
        units[i].source.name = any_string();
    }
    prelude_unit.is_prelude = true;
    prelude_unit.first = &stmts[any_bool()];
    prelude_unit.source.name = any_string();
}

static void any_bindings(void)
{
    for (int i = 0; i < 2; i++) {
        dpc_binding *b = &bindings[i];
        b->name = any_string();
        b->kind = (dpc_bind_kind)Frama_C_interval(DPC_B_VALUE, DPC_B_USE);
        b->type = (dpc_type_kind)Frama_C_interval(DPC_T_REAL, DPC_T_PLAN);
        b->is_result = any_bool();
        b->of = any_bool() ? &types[any_bool()] : NULL;
        b->slot = (uint32_t)any_size();
        b->list = (uint32_t)any_size();
        b->def = any_bool() ? &stmts[any_bool()] : NULL;
        b->unit = any_unit();
        b->results = any_binding();
        b->next = any_binding();
    }
}

/* Elements of the lists hold whatever they may hold. */
static void any_elements(void)
{
    for (int i = 0; i < MORE; i++) {
        more_instr[i].op = (dpc_op)Frama_C_interval(DPC_OP_ADD, DPC_OP_CHECK);
        more_instr[i].a = (uint32_t)any_size();
        more_instr[i].b = (uint32_t)any_size();
        more_instr[i].expr = any_bool() ? &top : any_node();
        more_constants[i].slot = (uint32_t)any_size();
        mpq_init(more_constants[i].value);
        more_checks[i].named = any_bool() ? more_named : NULL;
        more_checks[i].nnamed = any_count();
        more_inputs[i].name = any_string();
        more_inputs[i].role = (dpc_input_role)Frama_C_interval(DPC_INPUT_PARAM, DPC_INPUT_REFEREE);
        more_inputs[i].slot = (uint32_t)any_size();
        more_inputs[i].nhints = Frama_C_unsigned_long_interval(0, 8);
        more_results[i].stmt = &stmts[any_bool()];
        more_objectives[i].last = any_size();
        more_assumptions[i].text = any_string();
        more_premises[i].text = any_string();
        more_named[i].name = any_string();
        more_named[i].slot = (uint32_t)any_size();
        more_purposes[i].input = any_count();
        more_purposes[i].at = any_size();
        more_purposes[i].expr = any_node();
        more_purposes[i].env = any_binding();
        more_purposes[i].unit = any_unit();
    }
    for (int i = 0; i < ROOM; i++) {
        instr[i] = more_instr[i];
        constants[i] = more_constants[i];
        checks[i] = more_checks[i];
        inputs[i] = more_inputs[i];
        results[i] = more_results[i];
        objectives[i] = more_objectives[i];
        assumptions[i] = more_assumptions[i];
        premises[i] = more_premises[i];
        named[i] = more_named[i];
        purposes[i] = more_purposes[i];
        calls[i].method = &infos[any_bool()];
    }
}

static void any_code(void)
{
    code = (dpc_code){.unit = &units[any_bool()]};
    code.instr = any_bool() ? instr : more_instr;
    code.constant = any_bool() ? constants : more_constants;
    code.check = any_bool() ? checks : more_checks;
    code.input = any_bool() ? inputs : more_inputs;
    code.result = any_bool() ? results : more_results;
    code.objective = any_bool() ? objectives : more_objectives;
    code.referee = any_bool() ? referees : more_referees;
    code.assumption = any_bool() ? assumptions : more_assumptions;
    code.premise = any_bool() ? premises : more_premises;
    code.let = any_bool() ? lets : more_lets;
    code.purpose = any_bool() ? purposes : more_purposes;
    code.call = calls;
    code.ninstr = any_count();
    code.nconstants = any_count();
    code.nchecks = any_count();
    code.ninputs = any_count();
    code.nresults = any_count();
    code.nobjectives = any_count();
    code.nreferees = any_count();
    code.nassumptions = any_count();
    code.npremises = any_count();
    code.nlets = any_count();
    code.npurposes = any_count();
    code.nslots = any_size();
    code.narrays = any_size();
    code.nlists = any_size();
    code.ncalls = any_size();
}

/* A method that was called before: its plan is one of its arguments. */
static void any_methods(void)
{
    for (int i = 0; i < 2; i++) {
        infos[i] = (dpc_method_info){.name = any_string(), .arg = field_args};
        infos[i].nargs = Frama_C_unsigned_long_interval(1, MANY);
        infos[i].plan_place = Frama_C_unsigned_long_interval(0, DPC_METHOD_MAX_ARGS - 1);
        infos[i].plan = &stmts[any_bool()];
    }
}

static void any_pools(void)
{
    for (int i = 0; i < NAME; i++)
        name_text[i] = shown[i] = (char)Frama_C_interval(1, 127);
    Frama_C_make_unknown(ops, sizeof ops - 1);
    any_trees();
    any_methods();
    any_bindings();
    any_elements();
    any_code();
}

static dpc_lowerer any_lowerer(void)
{
    dpc_lowerer l = {.code = &code, .diag = &diag, .prefix = "c.d."};
    l.unit = any_unit();
    l.prelude = &prelude_unit;
    for (size_t i = 0; i < DPC_METHODS; i++)
        l.method[i] = any_bool() ? &infos[any_bool()] : NULL;
    l.env = any_binding();
    l.nactive = Frama_C_unsigned_long_interval(0, DPC_MAX_USE_DEPTH);
    for (size_t i = 0; i < DPC_MAX_USE_DEPTH; i++)
        l.active[i] = any_unit();
    l.emitted = any_size();
    l.constant_bits = any_size();
    l.looks = any_size();
    return l;
}

#endif
