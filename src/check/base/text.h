/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Text from elsewhere (files, their names, arguments) as people may see it: nothing in it drives a
   terminal, hides, changes the direction of writing, or begins a line.  All that is printed of such
   text goes through here. */
#ifndef DPC_TEXT_H
#define DPC_TEXT_H

#include <stddef.h>
#include <stdio.h>

enum { DPC_TEXT_PIECE = 12 }; /* room for one character or its escape */

/* The first character of a text that is not empty, as it may be seen: itself if it is visible, else
   an escape such as \n, \x1b (also for a byte that is no UTF-8) or \u202e.  Returns how many bytes
   of the text it stands for. */
size_t dpc_text_next(char piece[DPC_TEXT_PIECE], const char *text);

/* Writes all of the text. */
void dpc_text_put(FILE *out, const char *text);

/* Copies as many characters as fit.  Returns the length of all, without the end, as snprintf does.
 */
size_t dpc_text_copy(char *out, size_t size, const char *text);

/* The same for a message of several lines.  A line break is one only where two blanks follow it, so
   that no line but the first begins at the margin. */
size_t dpc_text_copy_lines(char *out, size_t size, const char *text);

/* The same for a line in which foreign text stands within ours: blanks that follow one another
   become one, so that they move nothing to the beginning of a terminal's line. */
size_t dpc_text_copy_line(char *out, size_t size, const char *text);

#endif
