/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: the lexer on every text of at most LENGTH bytes, to its end. */
#include "lang/lex.h"
#include "rte.h"

int main(void)
{
    char text[LENGTH], name[64];
    dpc_diag diag = {.status = DPC_OK};
    const dpc_source source = {.name = "rte", .text = text, .len = any_text(text)};
    dpc_lexer lex;
    dpc_lex_open(&lex, &source, &diag);
    while (lex.tok.kind != DPC_TOK_END) {
        dpc_lex_describe(&lex, name, sizeof name);
        if (any_bool())
            dpc_lex_extend_id(&lex);
        dpc_lex_next(&lex);
    }
    return 0;
}
