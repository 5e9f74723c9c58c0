/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   From tree back to text. */
#ifndef DPC_CANONICAL_H
#define DPC_CANONICAL_H

#include "lang/tree.h"

/* Each returns text to be freed, NULL: out of memory. */

/* The canonical text of a file: parsing it gives the same tree, printing that the same text. */
char *dpc_print_unit(const dpc_unit *unit);

/* One statement, without the newline. */
char *dpc_print_stmt(const dpc_stmt *s);

/* An expression with all parentheses. */
char *dpc_print_expr_full(const dpc_expr *e);

#endif
