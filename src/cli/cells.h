/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The cells of a table on their way: computed by several threads, kept in a file from which an
   interrupted run goes on.

   A cells file starts with `dpcert-cells 1 KEY`, where the key stands for the specification and the
   catalogue, and has one line `cell ROW COLUMN RECORD` for each cell, in the order of completion.
 */
#ifndef DPC_CLI_CELLS_H
#define DPC_CLI_CELLS_H

#include "cli/cli.h"

/* What is to be computed, and how. */
typedef struct {
    const char *name, *text; /* the specification */
    size_t length;
    dpc_table_t *table; /* receives the cells */
    unsigned long jobs;
    unsigned long shard, shards; /* cells number shard-1, shard-1+shards, ... */
    const char *certs;           /* a folder for certificates, or NULL */
    const char *journal;         /* a cells file that grows with the cells, or NULL */
    bool resume;                 /* take the cells that the journal has */
} cells_job;

/* Computes what is missing.  CLI_CONTINUE: all cells of the shard are there. */
cli_exit cells_compute(const cells_job *job);

/* The file of a cell's certificate. */
void cells_certificate_path(const cells_job *job, size_t row, size_t column, char *path,
                            size_t size);

/* Gives the table the cells of a file; *count is increased by their number.  A last line that is
   not complete is passed over if it may be the end of an interrupted run. */
cli_exit cells_read(const cells_job *job, const char *path, bool interrupted, char *have,
                    size_t *count);

#endif
