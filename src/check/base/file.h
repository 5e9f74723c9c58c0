/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The only place that opens files for reading.  Names may come from a pattern such as *, in a
   folder where others can put things: what is opened never waits for somebody else. */
#ifndef DPC_FILE_H
#define DPC_FILE_H

/* A descriptor, or -1 and why not, a phrase that lives until the next call.  A folder is no file.
   Nor is a named pipe; those that a shell makes, under /dev and /proc/self/fd, are. */
int dpc_file_open(const char *path, const char **why);

#endif
