/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Files that other files name. */
#ifndef DPC_IO_PATH_H
#define DPC_IO_PATH_H

#include "base/arena.h"

/* The path as seen from here that a file names: relative to the folder of that file, unless it is
   absolute.  In the arena; NULL: out of memory. */
const char *dpc_path_beside(dpc_arena *arena, const char *file, const char *path);

#endif
