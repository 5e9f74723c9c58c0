/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Formulas in several rows of an aligned display, where they are too wide for one. */
#ifndef DPC_LATEX_ROWS_H
#define DPC_LATEX_ROWS_H

#include "show/math.h"

/* About the width of a text, in points at 11pt, in a display.  The text is what latex.c writes:
   formulas, without their dollar signs. */
double dpc_latex_width(const char *text);

/* The same of a formula. */
double dpc_latex_expr_width(dpc_math *p, const dpc_expr *e);

/* What stands to the right of the alignment mark and a relation sign: in one row if that is at most
   `room` points wide, else broken between terms, factors, arguments or cases.  Each new row starts
   with the mark and `indent` quads.  The width of the last row. */
double dpc_latex_rows(dpc_math *p, const dpc_expr *e, int indent, double room);

#endif
