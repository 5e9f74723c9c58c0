/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert report: checks a certificate, and writes a page about it. */
#include "cli/cli.h"
#include "cli/files.h"

#include <string.h>

typedef struct {
    cli_limits limits;
    const char *output;
    cli_exit *code; /* of writing */
} reporting;

/* A cli_verifier: the page is written before the verdict is printed. */
static dpc_verdict_info *report(const void *data, const char *name, const char *text, size_t length)
{
    const reporting *r = data;
    char *html = NULL;
    dpc_verdict_info *v = dpc_certificate_report(name, text, length, r->limits.arith,
                                                 r->limits.max_bits, r->limits.max_steps, &html);
    if (v != NULL)
        *r->code = cli_write_file(r->output, html);
    dpc_string_free(html);
    return v;
}

static cli_exit run_report(const cli_args *args)
{
    cli_exit written = CLI_CONTINUE;
    reporting r = {.output = args->output, .code = &written};
    if (args->nwords != 1)
        return cli_fail(CLI_USAGE,
                        "report takes the file of one certificate, not %zu: dpcert report "
                        "FILE -o PAGE.html",
                        args->nwords);
    if (r.output == NULL || strcmp(r.output, "-") == 0)
        return cli_fail(CLI_USAGE,
                        "report needs the name of the page: dpcert report FILE -o PAGE.html");
    const cli_exit code = cli_read_limits(&r.limits, args);
    if (code != CLI_CONTINUE)
        return code;
    const cli_exit verdict = (cli_exit)cli_check_files(args->word, 1, report, &r);
    return written == CLI_CONTINUE ? verdict : written;
}

/* ---- the command line ---- */

static const cli_option options[] = {
    {"output", 'o', "FILE", CLI_PLACE(output), "  -o, --output PAGE  the file to write\n"},
    CLI_CHECKING_OPTIONS,
    {NULL, '\0', NULL, 0, NULL},
};

const cli_command cli_report_command = {
    .name = "report",
    .run = run_report,
    .usage = "usage: dpcert report FILE -o PAGE.html [OPTION]...\n"
             "\n"
             "Checks a certificate like verify, and writes a page about it that a person can\n"
             "read and file: what holds, under which hypotheses and assumptions, at which\n"
             "parameters, from which sources, how to check it.  The page needs no network and\n"
             "no script.  For a certificate that is rejected or undecided it says that, and\n"
             "states nothing else.\n"
             "\n",
    .option = options,
    .more = "\n"
            "Exit status: 0 verified, 1 rejected, 2 wrong usage or unreadable, 3 undecided.\n"
            "Example: dpcert report kov.cert -o kov.html\n",
    .gives_verdict = true,
};
