/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Checks certificates in files, for `dpcert verify` and dpcert-check. */
#ifndef DPC_CLI_VERDICT_H
#define DPC_CLI_VERDICT_H

#include "dpcert-check.h"

/* How a text is checked. */
typedef dpc_verdict_info *cli_verifier(const void *data, const char *name, const char *text,
                                       size_t length);

/* The outcome for one file. */
typedef struct {
    const char *name;
    dpc_verdict verdict;
    const dpc_verdict_info *info; /* NULL if the file was not read */
    const char *reason;           /* why it was not read */
} cli_outcome;

/* Shows one outcome. */
typedef void cli_shower(void *to, const cli_outcome *outcome);

/* Shows the summary: the worst verdict (UNREADABLE, REJECTED, UNDECIDED, VERIFIED), and how many of
   count files have it.  Returns the exit status. */
typedef int cli_summary(void *to, dpc_verdict worst, size_t number, size_t count);

typedef struct {
    cli_shower *show;
    cli_summary *end;
    void *to;
} cli_audience;

/* The option that sets a limit of a check; NULL: none does. */
const char *cli_limit_option(dpc_limit limit);

/* Checks the files ("-" is standard input), shows each verdict and then the worst; returns the exit
   status of the audience's summary. */
int cli_check_each(char *const *path, size_t count, cli_verifier *verify, const void *data,
                   const cli_audience *audience);

/* Checks the files and prints a verdict about each to stdout; with several files the last line is
   the worst.  Returns the exit status: 2 if one cannot be read, else 1 if one is rejected, else 3
   if one is undecided, else 0. */
int cli_check_files(char *const *path, size_t count, cli_verifier *verify, const void *data);

/* Called when memory runs out.  If files are being checked, the present file and all later ones are
   UNDECIDED: this is shown, and the process ends with the status of the worst verdict.  Returns if
   no files are being checked. */
void cli_memory_ended_while_checking(void);

#endif
