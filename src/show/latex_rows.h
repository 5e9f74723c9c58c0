/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Formulas too wide for one row of an aligned display, in several rows. */
#ifndef DPC_LATEX_ROWS_H
#define DPC_LATEX_ROWS_H

#include "show/math.h"

/* The approximate width, in points at 11pt, of a text in a display.  The text is as latex.c writes
   it: formulas, without their dollar signs. */
double dpc_latex_width(const char *text);

/* The same of a formula. */
double dpc_latex_expr_width(dpc_math *p, const dpc_expr *e);

/* Writes the right side, after the alignment mark and a relation sign: in one row if it is at most
   `room` points wide, else broken between terms, factors, arguments or cases.  Each new row starts
   with the mark and `indent` quads.  Returns the width of the last row. */
double dpc_latex_rows(dpc_math *p, const dpc_expr *e, int indent, double room);

#endif
