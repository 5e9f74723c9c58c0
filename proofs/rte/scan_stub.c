/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The scanner of numbers as the driver of the lexer sees it: scan.c is about the real one. */
#include "base/rational.h"
#include "rte.h"

#include <ctype.h>

size_t dpc_literal_scan(const char *s, size_t len)
{
    //@ assert readable: \valid_read(s + (0 .. len - 1));
    if (len == 0 || !isdigit((unsigned char)s[0]))
        return 0;
    size_t found = Frama_C_unsigned_long_interval(1, LENGTH);
    return found <= len ? found : len;
}
