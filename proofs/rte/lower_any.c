/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: lowering of every expression that the parser may build, in every scope.  The expression
   at the top is of any kind, with the arguments that the parser gives that kind; those are any
   nodes, and lowering them is replaced by the contract of dpc_lower_expr.  Bindings, types and
   definitions are summaries, as nodes are in parse_any.c. */
#include "lang/lower.h"
#include "lang/print.h"
#include "base/near.h"
#include "base/rational.h"
#include "rte.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { TEXTS = 64, MANY = 20, ROOM = 100 };

static char texts[TEXTS], ops[10];
static dpc_diag diag;
static dpc_code code;
static dpc_unit unit;
static dpc_expr exprs[2];
static dpc_expr *few[3], *many[MANY];
static dpc_stmt stmts[2];
static dpc_arg args[MANY];
static const char *names[MANY];
static dpc_type_kind kinds[MANY];
static dpc_type types[2];
static dpc_binding bindings[2];
static dpc_instr instr[DPC_MAX_INSTR];
static dpc_constant constants[2 * ROOM];
static dpc_call calls[2 * ROOM];
static dpc_input input;
static dpc_arg method_args[DPC_METHOD_MAX_ARGS];
static dpc_method_info info;
static const dpc_type *const type_pool = types;
static dpc_method_info *const info_pool = &info;

#define RECORDED \
    (rte_failed == 0 && diag.status == DPC_OK) || (rte_failed == 1 && diag.status == DPC_PARSE)

/*@ assigns l->looks, l->emitted, l->constant_bits, code.ninstr, code.nslots, code.nconstants,
      code.ncalls, diag.status, rte_failed, input.nhints \from l->looks;
    assigns \result.slot, \result.type \from l->looks;
    assigns \result.of \from type_pool;
    ensures recorded: RECORDED;
    ensures lists: code.ninstr <= DPC_MAX_INSTR && code.nconstants <= ROOM &&
      code.ncalls <= ROOM && input.nhints <= 8;
    ensures type: 0 <= \result.type <= 5;
    ensures of: \result.of == \null || \result.of == &types[0] || \result.of == &types[1];
    ensures depth: l->depth == \old(l->depth);
    ensures scope: l->env == \old(l->env) && l->unit == \old(l->unit); */
dpc_value dpc_lower_expr(dpc_lowerer *l, const dpc_expr *e);

/* Analysed in lower_stmt_any.c: a method that the prelude declares, or a failure. */
/*@ assigns diag.status, rte_failed \from l->prelude;
    assigns \result \from info_pool;
    ensures recorded: RECORDED;
    ensures known: \result == \null || \result == &info; */
const dpc_method_info *dpc_lower_method(dpc_lowerer *l, const char *name, uint32_t pos);

/* There is room for one more, see grow.c. */
/*@ assigns \result \from base;
    ensures room: \result == base; */
void *dpc_lower_grow(dpc_lowerer *l, void *base, size_t count, size_t size);

static const char *any_string(void)
{
    return texts + Frama_C_interval(0, TEXTS - 1);
}

static const char *any_or_none(void)
{
    return any_bool() ? any_string() : NULL;
}

/* ---- what lowering calls ---- */

void *dpc_arena_alloc(dpc_arena *arena, size_t size)
{
    (void)arena;
    //@ assert binding: size == sizeof(dpc_binding);
    return &bindings[any_bool()];
}

bool dpc_cat_is_own(const dpc_catalogue_t *cat, const dpc_unit *unit)
{
    (void)cat;
    (void)unit->is_prelude;
    return any_bool();
}

dpc_status dpc_literal_value(mpq_t q, const char *s, size_t len, dpc_diag *to)
{
    (void)s;
    (void)len;
    q->num.size = Frama_C_interval(-1000, 1000);
    q->den.size = Frama_C_interval(1, 1000);
    return any_bool() ? DPC_OK : (to->status = DPC_PARSE);
}

void dpc_nearest(const char *word, const char *const *candidates, size_t count, char *out,
                 size_t size)
{
    (void)strlen(word);
    for (size_t i = 0; i < count; i++)
        (void)strlen(candidates[i]);
    //@ assert room: size > 0 && \valid(out + (0 .. size - 1));
    out[0] = any_bool() ? 'x' : '\0';
    out[size - 1] = '\0';
}

int rte_snprintf(char *out, size_t size, const char *format, ...)
{
    (void)format;
    //@ assert room: size > 0 && \valid(out + (0 .. size - 1));
    Frama_C_make_unknown(out, size);
    out[size - 1] = '\0';
    return 1;
}

int rte_vsnprintf(char *out, size_t size, const char *format, va_list list)
{
    (void)list;
    return rte_snprintf(out, size, format);
}

/* ---- anything ---- */

static dpc_expr *any_node(void)
{
    return &exprs[any_bool()];
}

/* Arguments of a method that is declared: numbers, lists and a plan. */
static void any_method(void)
{
    info = (dpc_method_info){.name = any_string(), .arg = method_args};
    info.nargs = Frama_C_unsigned_long_interval(1, DPC_METHOD_MAX_ARGS);
    for (int i = 0; i < DPC_METHOD_MAX_ARGS; i++) {
        method_args[i].name = any_string();
        method_args[i].type = (dpc_type){.member = names, .member_type = kinds};
        method_args[i].type.kind = (dpc_type_kind)Frama_C_interval(DPC_T_REAL, DPC_T_PLAN);
        method_args[i].type.nmembers = Frama_C_unsigned_long_interval(0, MANY);
        method_args[i].type.plan = any_string();
    }
}

static void any_pools(void)
{
    any_method();
    Frama_C_make_unknown(texts, TEXTS - 1);
    Frama_C_make_unknown(ops, sizeof ops - 1);
    for (int i = 0; i < MANY; i++) {
        many[i] = any_node();
        names[i] = any_string();
        kinds[i] = (dpc_type_kind)Frama_C_interval(DPC_T_REAL, DPC_T_INT);
        args[i] = (dpc_arg){.name = any_string(), .value = any_node()};
        args[i].type.kind = any_bool() ? DPC_T_PLAN : kinds[i];
        args[i].type.plan = any_string();
    }
    for (int i = 0; i < 3; i++)
        few[i] = any_node();
    for (int i = 0; i < 2; i++) {
        exprs[i].kind = (dpc_expr_kind)Frama_C_interval(DPC_E_NUM, DPC_E_RANGE);
        exprs[i].name = any_or_none();
        exprs[i].nargs = Frama_C_unsigned_long_interval(0, MANY);
        exprs[i].arg = many;
        types[i] = (dpc_type){.member = names, .member_type = kinds, .plan = any_string()};
        types[i].kind = (dpc_type_kind)Frama_C_interval(DPC_T_REAL, DPC_T_PLAN);
        types[i].nmembers = Frama_C_unsigned_long_interval(0, MANY);
        stmts[i] = (dpc_stmt){.name = any_string(), .arg = args, .expr = any_node()};
        stmts[i].nargs = Frama_C_unsigned_long_interval(1, MANY);
    }
    for (int i = 0; i < 2; i++) {
        dpc_binding *b = &bindings[i];
        b->name = any_string();
        b->kind = (dpc_bind_kind)Frama_C_interval(DPC_B_VALUE, DPC_B_USE);
        b->type = (dpc_type_kind)Frama_C_interval(DPC_T_REAL, DPC_T_PLAN);
        b->of = any_bool() ? &types[any_bool()] : NULL;
        b->slot = (uint32_t)any_size();
        b->list = (uint32_t)any_size();
        b->def = any_bool() ? &stmts[any_bool()] : NULL;
        b->unit = &unit;
        b->results = any_bool() ? &bindings[any_bool()] : NULL;
        b->next = any_bool() ? &bindings[any_bool()] : NULL;
    }
    code = (dpc_code){.instr = instr, .constant = constants, .call = calls};
    code.ninstr = Frama_C_unsigned_long_interval(0, DPC_MAX_INSTR);
    code.nconstants = Frama_C_unsigned_long_interval(0, ROOM);
    code.ncalls = Frama_C_unsigned_long_interval(0, ROOM);
    code.nslots = any_size();
    unit.method = any_or_none();
    input.nhints = Frama_C_unsigned_long_interval(0, 8);
    input.slot = (uint32_t)any_size();
}

static dpc_lowerer any_lowerer(void)
{
    dpc_lowerer l = {.code = &code, .diag = &diag, .prefix = any_string()};
    l.unit = l.prelude = &unit;
    l.env = any_bool() ? &bindings[any_bool()] : NULL;
    l.emitted = any_size();
    l.constant_bits = Frama_C_unsigned_long_interval(0, DPC_MAX_CONSTANTS);
    l.looks = any_size();
    l.depth = Frama_C_interval(0, 5000);
    l.witness = any_bool() ? &input : NULL;
    return l;
}

/* What the parser gives each kind, see tree.h: lists end behind their last argument. */
static dpc_expr any_expr(dpc_expr_kind kind)
{
    dpc_expr e = {.kind = kind};
    size_t nargs = 0;
    switch (kind) {
    case DPC_E_NUM:
        e.text = any_string();
        return e;
    case DPC_E_NAME:
        break;
    case DPC_E_FIELD:
        e.field = any_string();
        break;
    case DPC_E_ELEM:
        e.field = any_string();
        nargs = 1;
        break;
    case DPC_E_INDEX:
    case DPC_E_NEG:
    case DPC_E_NOT:
        nargs = 1;
        break;
    case DPC_E_BIN:
        e.ops = ops + 8;
        nargs = 2;
        break;
    case DPC_E_CMP:
        e.ops = ops;
        e.arg = many;
        e.nargs = Frama_C_unsigned_long_interval(2, 9);
        return e;
    case DPC_E_CALL:
        e.name = any_string();
        e.nargs = Frama_C_unsigned_long_interval(1, MANY);
        //@ split e.nargs;
        e.arg = many + MANY - e.nargs;
        return e;
    case DPC_E_FOLDIN:
        e.field = e.var = any_string();
        nargs = 1;
        break;
    case DPC_E_FOLD:
    case DPC_E_ITERATE:
        e.var = any_string();
        nargs = 3;
        break;
    case DPC_E_RANGE:
        e.var = any_string();
        e.field = any_or_none();
        nargs = 3;
    }
    e.name = any_string();
    e.nargs = nargs;
    e.arg = nargs > 0 ? few + 3 - nargs : NULL;
    return e;
}

int main(void)
{
    any_pools();
    dpc_lowerer l = any_lowerer();
    const dpc_expr_kind kind = (dpc_expr_kind)Frama_C_interval(DPC_E_NUM, DPC_E_RANGE);
    dpc_expr e;
    dpc_value v;
    //@ split kind;
    e = any_expr(kind);
    v = dpc_lower_expr(&l, &e);
    //@ assert recorded: RECORDED;
    //@ assert type: 0 <= v.type <= 5;
    //@ assert hints: input.nhints <= 8;
    //@ assert of: v.of == \null || v.of == (dpc_type *)types || v.of == (dpc_type *)types + 1;
    return 0;
}
