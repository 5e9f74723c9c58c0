/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: the grammar of numbers and lists on every text of at most LENGTH bytes, which stands at
   the end of its array. */
#include "cert/number.h"
#include "rte.h"

int main(void)
{
    char text[LENGTH + 1];
    (void)any_text(text);
    text[LENGTH] = '\0';
    (void)dpc_cert_value_fault(text + Frama_C_interval(0, LENGTH));
    return 0;
}
