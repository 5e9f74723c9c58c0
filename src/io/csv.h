/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Records of comma-separated text, one at a time: fields may be quoted ("" is a quote, and line
   breaks are allowed inside); lines may end with CR LF; a byte order mark at the start, empty
   lines, and blanks around an unquoted field are ignored. */
#ifndef DPC_CSV_H
#define DPC_CSV_H

#include <stdbool.h>
#include <stdio.h>

enum { DPC_CSV_MAX_FIELDS = 1000, DPC_CSV_MAX_RECORD = 1 << 20 }; /* bytes */

typedef struct {
    FILE *in;
    size_t line;       /* number of the line where the record starts */
    const char *error; /* NULL, or why reading stopped before the end */
    size_t nfields;
    char *field[DPC_CSV_MAX_FIELDS]; /* of the last record; they live until the next one */
    /* the reader's own */
    char *buffer;
    size_t length, room, lines;
} dpc_csv;

/* Starts a reader of a stream, which stays the caller's; dpc_csv_end frees the reader. */
void dpc_csv_start(dpc_csv *csv, FILE *in);
void dpc_csv_end(dpc_csv *csv);

/* The next record; false at the end, and after an error. */
bool dpc_csv_next(dpc_csv *csv);

/* Writes a field, quoted where necessary.  Invisible characters are escaped, so that a record is
   one line, and an apostrophe is put before a formula. */
void dpc_csv_put(FILE *out, const char *text);

#endif
