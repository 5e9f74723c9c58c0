/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The quoted texts of a theorem in LaTeX.  They are prose in ASCII with formulas in it, as one
   types them in a message: "x^(alpha/(alpha-1)) >= eps_out".  What looks like mathematics is set as
   such; a guess that goes wrong costs beauty only. */
#ifndef DPC_PROSE_H
#define DPC_PROSE_H

#include <stdio.h>

/* Writes a text as it is, with TeX's special characters made harmless. */
void dpc_prose_plain(FILE *out, const char *text);

/* Writes prose.  put_name writes a name as mathematics, within math mode. */
void dpc_prose_latex(FILE *out, const char *text, void (*put_name)(void *data, const char *name),
                     void *data);

#endif
