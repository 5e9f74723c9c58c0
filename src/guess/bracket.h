/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The search for brackets of infima.  Nothing here is trusted: a bracket is checked where it is
   used. */
#ifndef DPC_BRACKET_H
#define DPC_BRACKET_H

#include "run/run.h"

typedef struct dpc_brackets dpc_brackets;

/* NULL: out of memory. */
dpc_brackets *dpc_brackets_new(void);
void dpc_brackets_free(dpc_brackets *b);

/* For dpc_run's propose; data is a dpc_brackets.  Keeps the brackets that it proposes, in order. */
bool dpc_brackets_propose(void *data, dpc_run *run, size_t pc, dpc_bracket *out);

/* Starts searches of b at the places where guide found its last brackets. */
void dpc_brackets_follow(dpc_brackets *b, const dpc_brackets *guide);

/* The number of brackets kept; dpc_brackets_cut forgets all but the first. */
size_t dpc_brackets_count(const dpc_brackets *b);
void dpc_brackets_cut(dpc_brackets *b, size_t count);

/* A bracket as a certificate prints it: "LO MID HI", with "end" for an end of the range.  To be
   freed; NULL: out of memory. */
char *dpc_brackets_text(const dpc_brackets *b, size_t index);

#endif
