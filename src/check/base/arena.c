/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 4096 };

struct dpc_arena_block {
    struct dpc_arena_block *next;
    size_t used, size;
    max_align_t data[];
};

void *dpc_arena_alloc(dpc_arena *arena, size_t size)
{
    const size_t align = sizeof(max_align_t);
    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + align - 1) / align * align;
    struct dpc_arena_block *block = arena->head;
    if (block == NULL || block->size - block->used < size) {
        size_t room = size > BLOCK_BYTES ? size : BLOCK_BYTES;
        block = calloc(1, sizeof *block + room);
        if (block == NULL)
            return NULL;
        block->size = room;
        block->next = arena->head;
        arena->head = block;
    }
    void *p = (char *)block->data + block->used;
    block->used += size;
    return p;
}

char *dpc_arena_strndup(dpc_arena *arena, const char *s, size_t len)
{
    char *copy = dpc_arena_alloc(arena, len + 1);
    if (copy != NULL)
        memcpy(copy, s, len);
    return copy;
}

void dpc_arena_clear(dpc_arena *arena)
{
    while (arena->head != NULL) {
        struct dpc_arena_block *next = arena->head->next;
        free(arena->head);
        arena->head = next;
    }
}
