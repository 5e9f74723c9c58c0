/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Why an open file is not read; NULL if it may be. */
static const char *refusal(int fd, const char *path)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return strerror(errno);
    if (S_ISDIR(info.st_mode))
        return "it is a directory: give a file";
    if (S_ISFIFO(info.st_mode) && !starts_with(path, "/dev/") &&
        !starts_with(path, "/proc/self/fd/"))
        return "it is a pipe, which might never end: give a file";
    /* O_NONBLOCK was for opening only */
    const int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) != 0)
        return strerror(errno);
    return NULL;
}

int dpc_file_open(const char *path, const char **why)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    *why = fd < 0 ? strerror(errno) : refusal(fd, path);
    if (*why == NULL)
        return fd;
    if (fd >= 0)
        (void)close(fd);
    return -1;
}
