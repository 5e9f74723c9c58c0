/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   From expressions back to text. */
#ifndef DPC_PRINT_H
#define DPC_PRINT_H

#include "lang/tree.h"

#include <stdbool.h>
#include <stdio.h>

/* With as few parentheses as the grammar allows.  The text is to be freed; NULL: out of memory.
 */
char *dpc_print_expr(const dpc_expr *e);

/* The same into a stream; full: with all parentheses.  False: out of memory. */
bool dpc_print_expr_to(FILE *out, const dpc_expr *e, bool full);

#endif
