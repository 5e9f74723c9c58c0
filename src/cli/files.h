/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Opens files for writing; no other file of the program does.  Other users may have put things into
   the folder: no symbolic link is followed, no pipe is waited for, and an old file stays until the
   new one is complete. */
#ifndef DPC_CLI_FILES_H
#define DPC_CLI_FILES_H

#include "cli/cli.h"

/* Fails if the file cannot be written, before any work is done; NULL: nothing is to be written. */
cli_exit cli_check_writable(const char *path);

/* Whether the path is a file, or could become one. */
bool cli_is_file(const char *path);

/* Whether two paths lead to one regular file. */
bool cli_same_file(const char *path, const char *other);

/* Writes the text to a new file beside the path and renames it; "-" is stdout, and a device or a
   pipe with a reader is written in place.  May be called by threads. */
cli_exit cli_write_file(const char *path, const char *text);

/* Creates a file for reading and writing; an existing one is removed.  NULL after a message. */
FILE *cli_create_file(const char *path);

/* Opens a regular file that belongs to the user of the program and that nobody else may write.
   update: for reading and writing; then it must not be a symbolic link.  NULL after a message. */
FILE *cli_open_own(const char *path, bool update);

#endif
