/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: lowering of whole theorems, of any length and at every depth of uses.  Each statement and
   each referee is lowered by contract (lower_stmt_any.c is about them). */
#include "lower_pools.h"

/*@ requires active: l->nactive <= DPC_MAX_USE_DEPTH;
    assigns l->emitted, l->constant_bits, l->looks,
      code.ninstr, code.nconstants, code.nchecks, code.ninputs, code.nresults, code.nobjectives,
      code.nreferees, code.nassumptions, code.npremises, code.nlets, code.nslots, code.narrays,
      code.nlists, code.ncalls, diag.status, rte_failed, code.npurposes \from l->looks;
    assigns l->env \from binding_pool;
    assigns code.purpose \from purpose_pool;
    assigns l->method[..] \from info_pool;
    assigns l->unit, l->active[..] \from unit_pool, prelude_pool;
    ensures recorded: RECORDED;
    ensures lists: ROOMY && PURPOSES(ROOM);
    ensures scope: SCOPE; */
static void lower_stmt(dpc_lowerer *l, const dpc_stmt *s, bool top);

/*@ requires kind: s->kind == DPC_S_REFEREE;
    assigns l->emitted, l->constant_bits, l->looks, code.ninstr, code.nconstants,
      code.nchecks, code.ninputs, code.nreferees, code.nslots, code.nlists, code.ncalls,
   diag.status, rte_failed, code.npurposes \from l->looks; assigns l->env \from binding_pool;
   assigns code.purpose \from purpose_pool; assigns l->method[..] \from info_pool; ensures recorded:
   RECORDED; ensures lists: ROOMY && PURPOSES(ROOM); ensures scope: SCOPE; */
static void lower_referee(dpc_lowerer *l, const dpc_stmt *s);

/* The code that a theorem starts with: its lists have no elements, but an address. */
static void *new_code(size_t count, size_t size)
{
    //@ assert size: count == 1 && size == sizeof(dpc_code);
    code = (dpc_code){.instr = instr, .constant = constants, .check = checks};
    code.input = inputs;
    code.result = results;
    code.objective = objectives;
    code.referee = referees;
    code.assumption = assumptions;
    code.premise = premises;
    code.let = lets;
    code.purpose = purposes;
    code.call = calls;
    return &code;
}

#define calloc new_code
#define free release
#include "lang/lower.c"

int main(void)
{
    any_pools();
    dpc_lowerer l = any_lowerer();
    const dpc_unit *unit = &units[any_bool()];
    const size_t depth = Frama_C_unsigned_long_interval(0, DPC_MAX_USE_DEPTH - 1);
    switch (Frama_C_interval(0, 2)) {
    case 0:
        /* from lower_use, or from dpc_lower */
        //@ split depth;
        l.nactive = depth;
        lower_unit(&l, any_bool() ? &prelude_unit : unit, any_bool());
        //@ assert recorded: RECORDED;
        //@ assert depth: l.nactive == depth;
        //@ assert env: l.env == \null || l.env == (dpc_binding *)bindings || l.env == (dpc_binding *)bindings + 1;
        break;
    case 1:
        dpc_code_free(dpc_lower(NULL, unit, &diag));
        //@ assert recorded: RECORDED;
        break;
    default:
        dpc_code_free(any_bool() ? &code : NULL);
    }
    return 0;
}
