/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: lists of the parser and of lowering as they grow, element by element, up to LENGTH of
   them: an execution, but one that nothing in the text can change. */
#include "lang/lower.h"
#include "lang/parse.h"

static dpc_unit unit;
static dpc_code code;
static dpc_diag diag;

int main(void)
{
    dpc_parser p = {.unit = &unit, .diag = &diag};
    dpc_lowerer l = {.unit = &unit, .code = &code, .diag = &diag};
    dpc_expr **exprs = NULL;
    dpc_arg *args = NULL;
    dpc_type_kind *types = NULL;
    dpc_instr *instr = NULL;
    for (size_t n = 0; n < LENGTH; n++) {
        exprs = dpc_parse_grow(&p, exprs, n, sizeof *exprs);
        exprs[n] = NULL;
        args = dpc_parse_grow(&p, args, n, sizeof *args);
        args[n] = (dpc_arg){.name = ""};
        types = dpc_parse_grow(&p, types, n, sizeof *types);
        types[n] = DPC_T_REAL;
        instr = dpc_lower_grow(&l, instr, n, sizeof *instr);
        instr[n] = (dpc_instr){.op = DPC_OP_ADD};
    }
    dpc_arena_clear(&unit.arena);
    dpc_arena_clear(&code.arena);
    return 0;
}
