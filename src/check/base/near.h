/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Suggestions for words that nobody knows; for messages alone. */
#ifndef DPC_NEAR_H
#define DPC_NEAR_H

#include <stddef.h>

/* Number of insertions, deletions and changes from a to b, whatever their case; the sum of their
   lengths if one of them is too long to be a slip. */
size_t dpc_near_distance(const char *a, const char *b);

/* Up to three candidates that look like word, as "a, b or c"; empty if none does. */
void dpc_nearest(const char *word, const char *const *candidates, size_t count, char *out,
                 size_t size);

#endif
