/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Computes the cells of a table in several threads, and keeps them in a file from which an
   interrupted run can resume.

   A cells file starts with `dpcert-cells 1 KEY`, where the key stands for the specification and the
   catalogue, and has one line `cell ROW COLUMN RECORD` for each cell, in the order of completion.
   Its numbers are believed if nobody but the user could have written the file; an unpredictable
   sample of them is evaluated again. */
#ifndef DPC_CLI_CELLS_H
#define DPC_CLI_CELLS_H

#include "cli/cli.h"

/* The cells to be computed, and how. */
typedef struct {
    const char *name, *text; /* the specification */
    size_t length;
    dpc_table_t *table; /* receives the cells */
    unsigned long jobs;
    unsigned long shard, shards; /* cells number shard-1, shard-1+shards, ... */
    const char *certs;           /* a folder for certificates, or NULL */
    const char *journal;         /* a cells file that grows with the cells, or NULL */
    bool resume;                 /* start from the cells in the journal */
    char *const *file;           /* instead of computing: files that together hold all cells */
    size_t nfiles;
    bool verify; /* evaluate all cells from files again, not only a sample */
} cells_job;

/* Computes the missing cells, and evaluates cells from files again.  CLI_CONTINUE: the table has
   all cells of the shard.  A cell whose second evaluation differs is an error, which leaves the
   files unchanged. */
cli_exit cells_compute(const cells_job *job);

/* The file of a cell's certificate. */
void cells_certificate_path(const cells_job *job, size_t row, size_t column, char *path,
                            size_t size);

#endif
