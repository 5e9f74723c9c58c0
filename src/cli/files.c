/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static cli_exit cannot_write(const char *path, int why)
{
    return cli_fail(CLI_USAGE, "cannot write %s: %s", path, strerror(why));
}

static bool write_all(int fd, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        const ssize_t n = write(fd, text, left);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        text += n;
        left -= (size_t)n;
    }
    return true;
}

/* Closes the descriptor; returns whether the text was written, else errno says why not. */
static bool finish(int fd, bool written)
{
    const int why = errno;
    const bool closed = close(fd) == 0;
    if (!written)
        errno = why;
    return written && closed;
}

bool cli_is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) != 0 || S_ISREG(info.st_mode);
}

cli_exit cli_check_writable(const char *path)
{
    if (path == NULL || strcmp(path, "-") == 0 || access(path, W_OK) == 0)
        return CLI_CONTINUE;
    const char *slash = strrchr(path, '/');
    char *folder = strdup(slash == NULL ? "." : path);
    if (folder == NULL)
        return cli_no_memory();
    if (slash != NULL)
        folder[slash == path ? 1 : slash - path] = '\0';
    const bool good = access(folder, W_OK | X_OK) == 0;
    const int why = errno;
    free(folder);
    return good ? CLI_CONTINUE : cannot_write(path, why);
}

bool cli_same_file(const char *path, const char *other)
{
    struct stat a, b;
    return stat(path, &a) == 0 && stat(other, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Writes to a device, such as /dev/stdout, or to a pipe that somebody reads. */
static cli_exit write_through(const char *path, const char *text)
{
    struct stat info;
    const int fd = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 && errno == ENXIO)
        return cli_fail(CLI_USAGE, "cannot write %s: it is a pipe without a reader", path);
    if (fd < 0)
        return cannot_write(path, errno);
    const int flags = fcntl(fd, F_GETFL);
    bool good = fstat(fd, &info) == 0 && flags >= 0 && fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) == 0;
    if (good && S_ISREG(info.st_mode)) { /* it has become a regular file meanwhile */
        errno = EEXIST;
        good = false;
    }
    return finish(fd, good && write_all(fd, text)) ? CLI_CONTINUE : cannot_write(path, errno);
}

/* Creates a new file; appends a suffix to name, which has room for it.  The suffix need not be
   secret: a file that exists is never opened. */
static int make_beside(char *name, size_t length, size_t room)
{
    enum { TRIES = 1000 };
    static _Atomic unsigned next;
    int fd = -1;
    for (int i = 0; i < TRIES && fd < 0; i++) {
        (void)snprintf(name + length, room - length, ".%lx-%x", (unsigned long)getpid(), next++);
        fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

static cli_exit replace(const char *path, const char *text)
{
    enum { SUFFIX = 40 };
    const size_t length = strlen(path);
    char *name = malloc(length + SUFFIX);
    if (name == NULL)
        return cli_no_memory();
    (void)memcpy(name, path, length + 1);
    const int fd = make_beside(name, length, length + SUFFIX);
    const bool done = fd >= 0 && finish(fd, write_all(fd, text)) && rename(name, path) == 0;
    const int why = errno;
    if (fd >= 0 && !done)
        (void)unlink(name);
    free(name);
    return done ? CLI_CONTINUE : cannot_write(path, why);
}

cli_exit cli_write_file(const char *path, const char *text)
{
    if (strcmp(path, "-") == 0) {
        (void)fputs(text, stdout);
        return CLI_CONTINUE;
    }
    return cli_is_file(path) ? replace(path, text) : write_through(path, text);
}

FILE *cli_create_file(const char *path)
{
    /* removes a symbolic link, not its target */
    const bool free_place = unlink(path) == 0 || errno == ENOENT;
    const int fd =
        free_place ? open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644) : -1;
    FILE *file = fd >= 0 ? fdopen(fd, "r+") : NULL;
    if (file == NULL) {
        (void)cannot_write(path, errno);
        if (fd >= 0)
            (void)close(fd);
    }
    return file;
}

/* Why a file may hold text that others wrote; NULL if it cannot. */
static const char *foreign(int fd)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return strerror(errno);
    if (!S_ISREG(info.st_mode))
        return "it is not a regular file";
    if (info.st_uid != geteuid())
        return "it belongs to another user, whose numbers are not believed: compute them again, or "
               "copy the file if you trust its source";
    if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return "other users may write it, so its numbers are not believed: compute them again, or "
               "run 'chmod go-w' on it if you know that nobody changed it";
    return NULL;
}

FILE *cli_open_own(const char *path, bool update)
{
    const int how = update ? O_RDWR | O_NOFOLLOW : O_RDONLY;
    const int fd = open(path, how | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    const char *why = fd >= 0 ? foreign(fd) : strerror(errno);
    FILE *file = why == NULL ? fdopen(fd, update ? "r+" : "r") : NULL;
    if (file != NULL)
        return file;
    (void)cli_fail(CLI_USAGE, "cannot read %s: %s", path, why != NULL ? why : strerror(errno));
    if (fd >= 0)
        (void)close(fd);
    return NULL;
}
