/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Stands for src/check/base/text.c, as the C library's functions do that write no more than they are given
   room for. */
#include "base/text.h"

/*@ assigns out[0 .. size - 1] \from text[0 ..], size;
    assigns \result \from text[0 ..], size; */
size_t dpc_text_copy_lines(char *out, size_t size, const char *text);
