/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Records of comma-separated text, one at a time: fields may be quoted ("" is a quote, and a line
   may end inside); lines may end with CR LF; a byte order mark at the start, empty lines, and
   blanks around a field that is not quoted do not count. */
#ifndef DPC_CSV_H
#define DPC_CSV_H

#include <stdbool.h>
#include <stdio.h>

enum { DPC_CSV_MAX_FIELDS = 1000, DPC_CSV_MAX_RECORD = 1 << 20 }; /* bytes */

typedef struct {
    FILE *in;
    size_t line;       /* number of the line that the record started at */
    const char *error; /* NULL, or why reading stopped before the end */
    size_t nfields;
    char *field[DPC_CSV_MAX_FIELDS]; /* of the last record; they live until the next one */
    /* the reader's own */
    char *buffer;
    size_t length, room, lines;
} dpc_csv;

/* A reader of a stream, which stays the caller's; to be ended. */
void dpc_csv_start(dpc_csv *csv, FILE *in);
void dpc_csv_end(dpc_csv *csv);

/* The next record; false at the end, and after an error. */
bool dpc_csv_next(dpc_csv *csv);

/* Writes a field, quoted where it must be.  What cannot be seen is escaped, so that a record is one
   line, and what a spreadsheet would evaluate has an apostrophe before it. */
void dpc_csv_put(FILE *out, const char *text);

#endif
