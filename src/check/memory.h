/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The end of memory in the programs.  GMP ends a process without a word of its own choice when an
   allocation fails; a library has no say in that, a program has. */
#ifndef DPC_CLI_MEMORY_H
#define DPC_CLI_MEMORY_H

#include <stddef.h>

/* Called when an allocation of GMP's fails; the process ends with status 3 if it returns. */
typedef void cli_memory_ender(void);

/* Makes GMP, and MPFR with it, allocate through the functions below.  To be called first of all. */
void cli_guard_memory(cli_memory_ender *ended);

/* As malloc and realloc, but they do not return NULL. */
void *cli_allocate(size_t size);
void *cli_reallocate(void *old, size_t size);

#endif
