/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Builds the verdicts of the public interface. */
#ifndef DPC_VERDICT_H
#define DPC_VERDICT_H

#include "kernel/judge.h"

/* NULL: out of memory.  After memory ran out the other functions do nothing, and the last one
   returns NULL. */
dpc_verdict_info *dpc_verdict_new(void);

/* The lists hold copies of the texts, escaped so that they cannot control a terminal. */
void dpc_verdict_add_note(dpc_verdict_info *info, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void dpc_verdict_add_assumption(dpc_verdict_info *info, const char *text);
void dpc_verdict_add_premise(dpc_verdict_info *info, const char *text);
void dpc_verdict_add_context(dpc_verdict_info *info, const char *text);

/* The subject of the statement.  The items hold copies of the texts. */
void dpc_verdict_set_theorem(dpc_verdict_info *info, const char *id, unsigned long revision,
                             dpc_adjacency adjacency);
void dpc_verdict_add_claim(dpc_verdict_info *info, const char *name, const char *relation,
                           const char *number);
void dpc_verdict_add_param(dpc_verdict_info *info, const char *name, const char *value);
void dpc_verdict_add_choose(dpc_verdict_info *info, const char *name, const char *value);
void dpc_verdict_set_history(dpc_verdict_info *info, dpc_history_extent extent,
                             unsigned long phases);
void dpc_verdict_add_phase(dpc_verdict_info *info, unsigned long phase, const char *param,
                           unsigned long record, const char *text);

/* Sets the verdict, and the line that begins with its word, to the verdict about this many claims:
   the only way to `VERIFIED STATEMENT`.  Returns info; NULL, after freeing it, if memory ran
   out. */
dpc_verdict_info *dpc_verdict_decide(dpc_verdict_info *info, const dpc_k_judged *judged,
                                     size_t nclaims, const char *name, const char *statement);

/* The same for a verdict other than VERIFIED, whatever the claims: `WORD NAME:where: REASON`. */
dpc_verdict_info *dpc_verdict_refuse(dpc_verdict_info *info, dpc_verdict word, const char *name,
                                     size_t where, const char *reason);

#endif
