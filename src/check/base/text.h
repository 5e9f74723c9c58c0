/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Foreign text (files, their names, arguments), made safe for people to read: it cannot control a
   terminal, hide, change the direction of writing, or begin a line.  All such text is printed
   through these functions. */
#ifndef DPC_TEXT_H
#define DPC_TEXT_H

#include <stddef.h>
#include <stdio.h>

enum { DPC_TEXT_PIECE = 12 }; /* room for one character or its escape */

/* Sets piece to the first character of a text that is not empty: itself if it is visible, else an
   escape such as \n, \x1b (also for a byte that is not UTF-8) or \u202e.  Returns the number of
   bytes that it stands for. */
size_t dpc_text_next(char piece[DPC_TEXT_PIECE], const char *text);

/* Writes all of the text. */
void dpc_text_put(FILE *out, const char *text);

/* Copies as many characters as fit.  Returns the length of the whole text without its terminator,
   as snprintf does. */
size_t dpc_text_copy(char *out, size_t size, const char *text);

/* The same for a message of several lines.  A line break is kept only if two blanks follow it, so
   that no line but the first begins at the margin. */
size_t dpc_text_copy_lines(char *out, size_t size, const char *text);

/* The same for a line that mixes foreign text with our own: a run of blanks becomes one blank, so
   that nothing is moved to the start of a line on the terminal. */
size_t dpc_text_copy_line(char *out, size_t size, const char *text);

#endif
