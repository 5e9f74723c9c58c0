/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "memory.h"

#include <gmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    UNDECIDED = 3,       /* an exit status */
    RESERVE = 256 * 1024 /* bytes: room for the last message */
};

static cli_memory_ender *tell;
static void *reserve;
static atomic_flag told = ATOMIC_FLAG_INIT;

/* Ends the process.  If memory runs out again during the message, the process ends at once. */
static _Noreturn void end(void)
{
    if (!atomic_flag_test_and_set(&told)) {
        free(reserve);
        reserve = NULL;
        tell();
    }
    _exit(UNDECIDED);
}

void *cli_allocate(size_t size)
{
    void *new = malloc(size > 0 ? size : 1);
    if (new == NULL)
        end();
    return new;
}

void *cli_reallocate(void *old, size_t size)
{
    void *new = realloc(old, size > 0 ? size : 1);
    if (new == NULL)
        end();
    return new;
}

static void *reallocate(void *old, size_t old_size, size_t size)
{
    (void)old_size;
    return cli_reallocate(old, size);
}

static void release(void *old, size_t size)
{
    (void)size;
    free(old);
}

void cli_guard_memory(cli_memory_ender *ended)
{
    tell = ended;
    reserve = malloc(RESERVE);
    mp_set_memory_functions(cli_allocate, reallocate, release);
}
