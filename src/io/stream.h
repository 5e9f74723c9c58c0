/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Files as streams. */
#ifndef DPC_IO_STREAM_H
#define DPC_IO_STREAM_H

#include <stdio.h>

/* A file that dpc_file_open may open; NULL and why not, a phrase that lives until the next call. */
FILE *dpc_file_stream(const char *path, const char **why);

#endif
