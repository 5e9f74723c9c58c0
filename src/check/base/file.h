/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Opens files for reading; no other file does.  Names may come from a pattern such as *, in a
   folder where other users can put things: opening a file never waits for another process. */
#ifndef DPC_FILE_H
#define DPC_FILE_H

/* Returns a descriptor, or -1 and sets *why to a phrase that lives until the next call.  Folders
   and named pipes are refused; pipes that a shell makes, under /dev and /proc/self/fd, are not. */
int dpc_file_open(const char *path, const char **why);

#endif
