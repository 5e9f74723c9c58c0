/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: the scanner of numbers on every text of at most LENGTH bytes. */
#include "base/rational.h"
#include "rte.h"

int main(void)
{
    char text[LENGTH];
    size_t len = any_text(text);
    //@ split len;
    const size_t found = dpc_literal_scan(text, len);
    //@ assert within: found <= len;
    return 0;
}
