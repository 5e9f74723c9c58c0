/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "io/path.h"

#include <string.h>

const char *dpc_path_beside(dpc_arena *arena, const char *file, const char *path)
{
    const char *slash = path[0] == '/' ? NULL : strrchr(file, '/');
    const size_t folder = slash != NULL ? (size_t)(slash - file) + 1 : 0, length = strlen(path);
    char *whole = dpc_arena_alloc(arena, folder + length + 1);
    if (whole != NULL) {
        (void)memcpy(whole, file, folder);
        (void)memcpy(whole + folder, path, length + 1);
    }
    return whole;
}
