/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: the parser on two known texts.  That is an execution by an interpreter that sees every
   undefined behaviour, also those that sanitizers do not: values never written, pointers that may
   not be compared. */
#include "lang/parse.h"

static const char prelude[] = "prelude\ndef f(x) = if(x == 0, 0, exp(x)/2)\n";

static const char theorem[] = "theorem a.b\n"
                              "revision 1\n"
                              "title \"t\"\n"
                              "cite k \"n\"\n"
                              "status proved paper\n"
                              "adjacency any\n"
                              "param x : real where 0 < x <= 1 \"p\"\n"
                              "param n : int where n >= 1\n"
                              "let s = sum(i = 1..n, x^i)\n"
                              "result y <= min(f(x), -s + 0.5)\n";

int main(void)
{
    dpc_diag diag = {.status = DPC_OK};
    dpc_unit *shared = dpc_parse("prelude", prelude, sizeof prelude - 1, &diag);
    dpc_unit *unit = dpc_parse("theorem", theorem, sizeof theorem - 1, &diag);
    //@ assert parsed: diag.status == DPC_OK && shared != \null && unit != \null;
    dpc_unit_free(unit);
    dpc_unit_free(shared);
    return 0;
}
