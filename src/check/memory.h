/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Out of memory in the programs.  GMP aborts the process when an allocation fails; a library cannot
   change this, but a program can: it prints a message and chooses its exit status. */
#ifndef DPC_CLI_MEMORY_H
#define DPC_CLI_MEMORY_H

#include <stddef.h>

/* Called when an allocation of GMP fails; the process ends with status 3 if it returns. */
typedef void cli_memory_ender(void);

/* Makes GMP, and MPFR with it, allocate through the functions below.  To be called first of all. */
void cli_guard_memory(cli_memory_ender *ended);

/* As malloc and realloc, but they never return NULL. */
void *cli_allocate(size_t size);
void *cli_reallocate(void *old, size_t size);

#endif
