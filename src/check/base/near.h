/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Suggestions for unknown words, for messages only. */
#ifndef DPC_NEAR_H
#define DPC_NEAR_H

#include <stddef.h>

/* The number of insertions, deletions and changes from a to b, ignoring case; the sum of their
   lengths if one of them is too long for a typing error. */
size_t dpc_near_distance(const char *a, const char *b);

/* Up to three candidates that look like word, as "a, b or c"; empty if none does. */
void dpc_nearest(const char *word, const char *const *candidates, size_t count, char *out,
                 size_t size);

#endif
