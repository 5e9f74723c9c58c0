/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The only place that opens files for writing.  Others may put things into the folder: no symbolic
   link is followed, no pipe waited for, and what was there stays until the new file is complete. */
#ifndef DPC_CLI_FILES_H
#define DPC_CLI_FILES_H

#include "cli/cli.h"

/* Fails where a file cannot be written, before the work for it; NULL: there is none. */
cli_exit cli_check_writable(const char *path);

/* Whether the path is a file, or could become one. */
bool cli_is_file(const char *path);

/* Whether two paths lead to one regular file. */
bool cli_same_file(const char *path, const char *other);

/* Writes the text to a new file beside the path and renames it; "-" is stdout, and a device or a
   pipe with a reader is written to as it is.  May be called by threads. */
cli_exit cli_write_file(const char *path, const char *text);

/* A new file for reading and writing; what stood there is removed.  NULL after a message. */
FILE *cli_create_file(const char *path);

/* What this user wrote, and nobody else could: a regular file that belongs to the user of the
   program, and that only this one may write.  update: it is read and then written to, and is no
   symbolic link.  NULL after a message. */
FILE *cli_open_own(const char *path, bool update);

#endif
