/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The search for brackets of infima.  Nothing here is trusted: a bracket is checked where it is
   used. */
#ifndef DPC_BRACKET_H
#define DPC_BRACKET_H

#include "run/run.h"

typedef struct dpc_brackets dpc_brackets;

/* NULL when memory ends. */
dpc_brackets *dpc_brackets_new(void);
void dpc_brackets_free(dpc_brackets *b);

/* For dpc_run's propose, data being a dpc_brackets.  Keeps what it proposes, in order. */
bool dpc_brackets_propose(void *data, dpc_run *run, size_t pc, dpc_bracket *out);

/* Looks first where the other ones were found last. */
void dpc_brackets_follow(dpc_brackets *b, const dpc_brackets *guide);

/* How many brackets are kept; forgets all but the first. */
size_t dpc_brackets_count(const dpc_brackets *b);
void dpc_brackets_cut(dpc_brackets *b, size_t count);

/* One of them as the certificate has it: "LO MID HI", an end of the range being "end".  To be
   freed; NULL when memory ends. */
char *dpc_brackets_text(const dpc_brackets *b, size_t index);

#endif
