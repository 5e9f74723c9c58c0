/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   From tree back to text. */
#ifndef DPC_PRINT_H
#define DPC_PRINT_H

#include "lang/tree.h"

#include <stdbool.h>

/* Each returns text to be freed, NULL when memory ends. */

/* The canonical text of a file: parsing it gives the same tree, printing that the same text. */
char *dpc_print_unit(const dpc_unit *unit);

/* An expression with as few parentheses as the grammar allows; or with all of them. */
char *dpc_print_expr(const dpc_expr *e);
char *dpc_print_expr_full(const dpc_expr *e);

/* One statement, without the newline. */
char *dpc_print_stmt(const dpc_stmt *s);

/* The theorem as a LaTeX fragment, with the shared functions that it calls.  own: nothing vouches
   for the status that it claims. */
char *dpc_print_latex(const dpc_unit *unit, const dpc_unit *prelude, bool own);

#endif
