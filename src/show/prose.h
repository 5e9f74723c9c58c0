/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The quoted texts of a theorem in LaTeX.  They are ASCII prose with formulas as typed in a
   message: "x^(alpha/(alpha-1)) >= eps_out".  Text that looks like mathematics is set as such; a
   wrong guess costs only beauty. */
#ifndef DPC_PROSE_H
#define DPC_PROSE_H

#include <stdio.h>

/* Writes a text as it is, with TeX's special characters escaped. */
void dpc_prose_plain(FILE *out, const char *text);

/* Writes prose.  put_name writes a name as mathematics, within math mode. */
void dpc_prose_latex(FILE *out, const char *text, void (*put_name)(void *data, const char *name),
                     void *data);

#endif
