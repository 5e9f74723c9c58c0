/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The cells of a table on their way: computed by several threads, kept in a file from which an
   interrupted run goes on.

   A cells file starts with `dpcert-cells 1 KEY`, where the key stands for the specification and the
   catalogue, and has one line `cell ROW COLUMN RECORD` for each cell, in the order of completion.
   Its numbers are believed where nobody but the user could have written them, and some of them,
   which nobody can foresee, are evaluated again. */
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
    char *const *file;           /* instead of computing: the files that have all cells */
    size_t nfiles;
    bool verify; /* evaluate all cells that files have again */
} cells_job;

/* Computes what is missing, and evaluates cells that files have again.  CLI_CONTINUE: all cells of
   the shard are there.  A cell that comes out otherwise is an error, after which the files are as
   they were. */
cli_exit cells_compute(const cells_job *job);

/* The file of a cell's certificate. */
void cells_certificate_path(const cells_job *job, size_t row, size_t column, char *path,
                            size_t size);

#endif
