/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: lowering of every statement that the parser may build, in every scope.  Statements have
   what the parser gives their kind; conditions are of any kind.  Expressions are lowered by a stub
   (lower_any.c is about them), used theorems by contract (lower_unit_any.c is about it). */
#include "lower_pools.h"

/*@ requires active: l->nactive < DPC_MAX_USE_DEPTH;
    requires unit: unit == &units[0] || unit == &units[1];
    assigns l->emitted, l->constant_bits, l->looks,
      code.ninstr, code.nconstants, code.nchecks, code.ninputs, code.nresults, code.nobjectives,
      code.nreferees, code.nassumptions, code.npremises, code.nlets, code.nslots, code.narrays,
      code.nlists, code.ncalls, diag.status, rte_failed, code.npurposes \from l->looks;
    assigns l->env \from binding_pool;
    assigns code.purpose \from purpose_pool;
    assigns l->method[..] \from info_pool;
    assigns l->unit, l->active[..] \from unit_pool, prelude_pool;
    ensures recorded: RECORDED;
    ensures lists: LISTS && PURPOSES(SEVERAL);
    ensures scope: SCOPE; */
static void lower_unit(dpc_lowerer *l, const dpc_unit *unit, bool top);

/*@ assigns l->emitted, l->constant_bits, l->looks, code.ninstr, code.nconstants, code.nchecks,
      code.nslots, code.ncalls, diag.status, rte_failed \from l->looks;
    ensures recorded: RECORDED;
    ensures lists: code.ninstr <= SEVERAL && code.nconstants <= SEVERAL &&
      code.nchecks <= SEVERAL; */
static void lower_check(dpc_lowerer *l, const dpc_stmt *s, const dpc_expr *cond);

/*@ assigns l->looks, diag.status, rte_failed, check->nnamed \from l->looks;
    assigns check->named \from named_pool, more_named_pool;
    ensures recorded: RECORDED;
    ensures named: (check->named == \null || check->named == &named[0] ||
      check->named == &more_named[0]) && check->nnamed <= SEVERAL; */
static void collect_names(dpc_lowerer *l, const dpc_expr *e, dpc_check *check);

#define free release
#include "lang/lower.c"

/* An expression of this kind, with the arguments that the parser gives it: their list ends behind
   the last one. */
static void any_top(dpc_expr_kind kind)
{
    static const unsigned char fixed[] = {
        [DPC_E_INDEX] = 1, [DPC_E_ELEM] = 1,    [DPC_E_NEG] = 1,
        [DPC_E_NOT] = 1,   [DPC_E_BIN] = 2,     [DPC_E_FOLDIN] = 1,
        [DPC_E_FOLD] = 3,  [DPC_E_ITERATE] = 3, [DPC_E_RANGE] = 3,
    };
    top = (dpc_expr){.kind = kind, .nargs = fixed[kind]};
    top.arg = top.nargs > 0 ? few + 3 - top.nargs : NULL;
    if (kind == DPC_E_CMP || kind == DPC_E_CALL) {
        top.nargs = Frama_C_unsigned_long_interval(kind == DPC_E_CMP ? 2 : 1, MANY);
        //@ split top.nargs;
        top.arg = many + MANY - top.nargs;
    }
    if (kind == DPC_E_NUM)
        top.text = any_string();
    else if (kind == DPC_E_CMP || kind == DPC_E_BIN)
        top.ops = kind == DPC_E_BIN ? ops + 8 : ops;
    else if (kind != DPC_E_NEG && kind != DPC_E_NOT)
        top.name = any_string();
}

/* What the parser gives each kind, see parse_stmt.c. */
static dpc_stmt any_stmt(dpc_stmt_kind kind)
{
    dpc_stmt s = {
        .kind = kind, .text = any_or_none(), .next = any_bool() ? &stmts[any_bool()] : NULL};
    switch (kind) {
    case DPC_S_PRELUDE:
    case DPC_S_TITLE:
    case DPC_S_ABOUT:
    case DPC_S_NOTE:
        return s;
    case DPC_S_ASSUME:
    case DPC_S_PREMISE:
        s.text = any_string();
        return s;
    case DPC_S_REQUIRE:
        s.expr = any_node();
        return s;
    case DPC_S_STATUS:
        s.word = any_string();
        break;
    case DPC_S_PARAM:
    case DPC_S_CHOOSE:
        s.type = any_type(false);
        if (kind == DPC_S_PARAM && any_bool()) {
            s.type = (dpc_type){any_bool() ? DPC_T_ENUM : DPC_T_LIST, MANY, names, kinds, NULL};
            s.type.nmembers = Frama_C_unsigned_long_interval(1, MANY);
        }
        if (kind == DPC_S_CHOOSE && any_bool()) {
            s.type = (dpc_type){.kind = DPC_T_PLAN, .plan = any_string()};
            s.expr = any_bool() ? any_node() : NULL;
        }
        //@ split s.type.kind;
        s.where = any_bool() ? any_node() : NULL;
        break;
    case DPC_S_OBJECTIVE:
        s.rel = any_bool() ? '<' : '>';
        break;
    case DPC_S_ARRAY:
        s.word = any_string();
        s.lo = any_node();
        s.hi = any_node();
        s.expr = any_node();
        break;
    case DPC_S_DEF:
        s.arg = def_args;
        s.nargs = Frama_C_unsigned_long_interval(1, MANY);
        s.expr = any_node();
        break;
    case DPC_S_USE:
        s.word = any_string();
        s.arg = use_args;
        s.nargs = Frama_C_unsigned_long_interval(1, MANY);
        break;
    case DPC_S_REFEREE:
        s.nargs = Frama_C_unsigned_long_interval(0, MANY);
        //@ split s.nargs;
        s.arg = s.nargs > 0 ? def_args : NULL;
        s.where = s.nargs > 0 || any_bool() ? any_node() : NULL;
        s.text = any_string();
        s.rel = any_bool() ? '<' : '>';
        s.expr = any_node();
        break;
    case DPC_S_RESULT:
        s.rel = any_bool() ? '<' : any_bool() ? '>' : '=';
        s.expr = any_node();
        break;
    case DPC_S_LET:
        s.expr = any_node();
        break;
    default:
        break;
    }
    s.name = any_string();
    return s;
}

int main(void)
{
    const int what = Frama_C_interval(0, 2), used = any_bool();
    const dpc_stmt_kind kind = (dpc_stmt_kind)Frama_C_interval(DPC_S_PRELUDE, DPC_S_REFEREE);
    const dpc_expr_kind of = (dpc_expr_kind)Frama_C_interval(DPC_E_NUM, DPC_E_RANGE);
    dpc_stmt s;
    dpc_check check;
    any_pools();
    dpc_lowerer l = any_lowerer();
    //@ split what;
    if (what == 0) {
        /* names of a part of a condition, behind those of others */
        //@ split of;
        any_top(of);
        check = (dpc_check){.named = any_bool() ? named : more_named, .nnamed = any_count()};
        collect_names(&l, &top, &check);
        //@ assert recorded: RECORDED;
        return 0;
    }
    //@ split code.nchecks;
    if (what == 1) {
        //@ split of;
        any_top(of);
        s = any_stmt(DPC_S_REQUIRE);
        lower_check(&l, &s, &top);
        //@ assert recorded: RECORDED;
        return 0;
    }
    //@ split kind;
    //@ split used;
    if (!used)
        l.prefix = "";
    if (kind == DPC_S_REFEREE) {
        //@ split code.ninputs;
        ;
    }
    s = any_stmt(kind);
    /* no prelude has other statements */
    if (kind != DPC_S_DEF && kind != DPC_S_NOTE && kind != DPC_S_CITE && kind != DPC_S_PRELUDE)
        l.unit = &units[any_bool()];
    if (kind == DPC_S_REFEREE && any_bool())
        lower_referee(&l, &s);
    else
        lower_stmt(&l, &s, any_bool());
    //@ assert recorded: RECORDED;
    //@ assert witness: l.witness == \null;
    //@ assert prefix: \valid_read(l.prefix);
    //@ assert active: l.nactive <= DPC_MAX_USE_DEPTH;
    //@ assert env: l.env == \null || l.env == (dpc_binding *)bindings || l.env == (dpc_binding *)bindings + 1;
    //@ assert unit: l.unit == (dpc_unit *)units || l.unit == (dpc_unit *)units + 1 || l.unit == &prelude_unit;
    return 0;
}
