/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Memory that lives as long as its owner: trees and code are built once and freed together. */
#ifndef DPC_ARENA_H
#define DPC_ARENA_H

#include <stddef.h>

struct dpc_arena_block;

typedef struct {
    struct dpc_arena_block *head;
} dpc_arena;

/* Zeroed memory, aligned for any type; NULL: out of memory. */
void *dpc_arena_alloc(dpc_arena *arena, size_t size);

/* The first len bytes of s as a terminated string; NULL: out of memory. */
char *dpc_arena_strndup(dpc_arena *arena, const char *s, size_t len);

void dpc_arena_clear(dpc_arena *arena);

#endif
