/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "io/stream.h"

#include "base/file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

FILE *dpc_file_stream(const char *path, const char **why)
{
    const int fd = dpc_file_open(path, why);
    FILE *file = fd >= 0 ? fdopen(fd, "rb") : NULL;
    if (fd >= 0 && file == NULL) {
        *why = strerror(errno);
        (void)close(fd);
    }
    return file;
}
