/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: the exact value of every text of at most LENGTH bytes. */
#include "base/rational.h"
#include "rte.h"

int main(void)
{
    char text[LENGTH];
    dpc_diag diag = {.status = DPC_OK};
    size_t len = any_text(text);
    //@ split len;
    mpq_t q;
    mpq_init(q);
    (void)dpc_literal_value(q, text, len, &diag);
    mpq_clear(q);
    return 0;
}
