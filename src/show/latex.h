/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#ifndef DPC_LATEX_H
#define DPC_LATEX_H

#include "lang/tree.h"

#include <stdbool.h>

/* The theorem as a LaTeX fragment, with the shared functions that it calls; to be freed, NULL when
   memory runs out.  own: nothing vouches for the status that it claims. */
char *dpc_print_latex(const dpc_unit *unit, const dpc_unit *prelude, bool own);

#endif
