/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert verify: checks certificates.  Also makes the certificates of other commands. */
#include "output.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* ---- verify ---- */

/* A cli_verifier; data: cli_limits. */
static dpc_verdict_info *verify(const void *data, const char *name, const char *text, size_t length)
{
    const cli_limits *s = data;
    cli_progress progress;
    cli_progress_start(&progress);
    dpc_verdict_info *verdict =
        dpc_certificate_verify(name, text, length, s->arith, s->max_bits, s->max_steps);
    cli_progress_end(&progress);
    return verdict;
}

/* Whether the library has an arithmetic of this name that a verdict can rest on. */
static bool is_certified(const char *arith)
{
    dpc_verdict_info *v = dpc_certificate_verify("", "", 0, arith, 0, 0);
    dpc_verdict_free(v);
    return v != NULL;
}

cli_exit cli_read_limits(cli_limits *s, const cli_args *args)
{
    unsigned long long n = 0;
    cli_exit code = CLI_CONTINUE;
    *s = (cli_limits){.arith = args->arith};
    if (s->arith != NULL && !is_certified(s->arith))
        return cli_fail(CLI_USAGE, "'%.40s' is not a rigorous arithmetic: use ball, mpfr or kernel",
                        s->arith);
    if (args->max_bits != NULL) {
        code = cli_read_count(args->max_bits, "max-bits", 1 << 26, &n);
        s->max_bits = (unsigned long)n;
    }
    if (code == CLI_CONTINUE && args->max_steps != NULL) {
        code = cli_read_count(args->max_steps, "max-steps", INT64_MAX, &n);
        s->max_steps = n;
    }
    return code;
}

/* A cli_shower; to: an array. */
static void append_json(void *to, const cli_outcome *outcome)
{
    json_t **all = to;
    if (!cli_json_append(*all, cli_json_outcome(outcome))) {
        json_decref(*all);
        *all = NULL;
    }
}

/* A cli_summary; to: an array.  Prints one object: the worst verdict, and the outcome of each
   file. */
static int print_json(void *to, dpc_verdict worst, size_t number, size_t count)
{
    json_t **files = to, *o = json_object();
    (void)number;
    (void)count;
    bool good = cli_json_set(o, "verdict", json_string(dpc_verdict_name(worst)));
    good = cli_json_set(o, "catalogue", json_string(dpc_version())) && good;
    good = cli_json_set(o, "files", *files) && good;
    if (!good) {
        json_decref(o);
        o = NULL;
    }
    const cli_exit code = cli_json_print(o);
    return code == CLI_OK ? (int)worst : (int)code;
}

static cli_exit verify_json(const cli_args *args, const cli_limits *limits)
{
    json_t *files = json_array();
    const cli_audience audience = {append_json, print_json, &files};
    return (cli_exit)cli_check_each(args->word, args->nwords, verify, limits, &audience);
}

static cli_exit run_verify(const cli_args *args)
{
    cli_limits limits;
    if (args->nwords == 0)
        return cli_fail(CLI_USAGE, "verify needs the file of a certificate: dpcert verify FILE...");
    const cli_exit code = cli_read_limits(&limits, args);
    if (code != CLI_CONTINUE)
        return code;
    return args->json ? verify_json(args, &limits)
                      : (cli_exit)cli_check_files(args->word, args->nwords, verify, &limits);
}

/* ---- the certificate of a session ---- */

cli_exit cli_make_certificate(const cli_session *session, const cli_args *args, const char *kind,
                              char **text)
{
    char before[100];
    (void)snprintf(before, sizeof before, "%s", dpc_query_error(session->query));
    cli_progress progress;
    cli_progress_start(&progress);
    const dpc_status status = dpc_query_certificate(
        session->query, kind, (const char *const *)args->context, args->ncontext, text);
    cli_progress_end(&progress);
    /* a new message says that the certificate claims less than the output */
    if (status == DPC_OK &&
        strncmp(before, dpc_query_error(session->query), sizeof before - 1) != 0)
        (void)fprintf(stderr, "dpcert: note: %s\n", dpc_query_error(session->query));
    char why[CLI_ERROR_SIZE];
    return status == DPC_OK
               ? CLI_CONTINUE
               : cli_fail(cli_exit_of(status), "%s", cli_query_error(why, session->query));
}

/* ---- the command line ---- */

static const cli_option options[] = {
    {"json", '\0', NULL, CLI_PLACE(json), "      --json         print one JSON object\n"},
    CLI_CHECKING_OPTIONS,
    {NULL, '\0', NULL, 0, NULL},
};

const cli_command cli_verify_command = {
    .name = "verify",
    .run = run_verify,
    .usage = "usage: dpcert verify FILE... [OPTION]...\n"
             "\n"
             "Checks certificates.  The verdict is VERIFIED with the statement that holds and,\n"
             "below it, the premises that only you can check; REJECTED with the line and the\n"
             "reason; or UNDECIDED.\n"
             "\n",
    .option = options,
    .more = "\n"
            "Exit status: 0 verified, 1 rejected, 2 wrong usage or unreadable, 3 undecided;\n"
            "with several files the worst: 2 before 1 before 3.\n",
    .gives_verdict = true,
};
