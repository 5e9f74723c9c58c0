/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The command line: finds the command and runs it; handles what all commands share. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "memory.h"
#include "cli/cli.h"
#include "cli/files.h"

#include <errno.h>
#ifdef DPC_WITH_ARB
#include <flint/flint.h>
#endif
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- commands ---- */

static cli_exit run_help(const cli_args *args);

static const cli_option no_options[] = {{NULL, '\0', NULL, 0, NULL}};

static const cli_command help_command = {
    .name = "help",
    .run = run_help,
    .usage = "usage: dpcert help [COMMAND]\n"
             "\n"
             "Says what dpcert or one of its commands does.\n",
    .option = no_options,
    .more = "",
};

const cli_command *const cli_commands[] = {
    &cli_list_command,    &cli_show_command,
    &cli_bound_command,   &cli_explain_command,
    &cli_verify_command,  &cli_report_command,
    &cli_refute_command,  &cli_solve_command,
    &cli_table_command,   &cli_crosscheck_command,
    &cli_account_command, &cli_compare_command,
    &help_command,        NULL,
};

static const char usage_line[] = "usage: dpcert COMMAND [ARGUMENT]... [OPTION]...\n";

static const char main_help[] =
    "\n"
    "Computes rigorous bounds on differential-privacy parameters.\n"
    "\n"
    "  list [PATTERN]            the theorems, one line each, with their status\n"
    "  show ID                   what a theorem says, and what it rests on\n"
    "  bound ID NAME=VALUE...    evaluate a theorem; every digit is certified\n"
    "  explain ID NAME=VALUE...  evaluate and print every intermediate value\n"
    "  verify FILE...            check certificates\n"
    "  report FILE -o PAGE.html  check a certificate and write a page about it\n"
    "  refute ID [NAME=VALUE]... compare a theorem with its referees\n"
    "  solve ID NAME=? ...       the value of a parameter that meets a target\n"
    "  table SPEC                tables and plots of certified numbers\n"
    "  account SPEC              what a history of steps costs, from both sides\n"
    "  crosscheck CLAIMS.csv     verdicts on what other accountants claim\n"
    "  compare SETTING ...       all theorems about a setting side by side\n"
    "  help [COMMAND]            this page, or more about one command\n"
    "\n"
    "dpcert help COMMAND and man dpcert say which options a command has.\n"
    "  -h, --help; --version; -- ends the options\n"
    "\n"
    "Example: dpcert bound gauss.theta eps=1 r=1/2\n"
    "Exit status: 0 done, 1 a hypothesis is false, 2 wrong usage, 3 undecided.\n";

/* ---- running a command ---- */

static cli_exit run_help(const cli_args *args)
{
    if (args->nwords > 1)
        return cli_fail(CLI_USAGE, "help takes one command at most, not %zu arguments",
                        args->nwords);
    if (args->nwords == 0) {
        printf("%s%s", usage_line, main_help);
        return CLI_OK;
    }
    const cli_command *c = cli_find_command(args->word[0]);
    if (c == NULL)
        return CLI_USAGE;
    cli_put_help(c);
    return CLI_OK;
}

static cli_exit short_usage(void)
{
    (void)fprintf(stderr, "%sCommands:", usage_line);
    for (size_t i = 0; cli_commands[i] != NULL; i++)
        (void)fprintf(stderr, "%s %s", i > 0 ? "," : "", cli_commands[i]->name);
    (void)fprintf(stderr, ".  See 'dpcert --help'.\n");
    return CLI_USAGE;
}

/* Whether --help or --version may be the name of a file that a pattern such as * found, for a
   command whose exit status 0 is a verdict about files. */
static bool hides_files(const cli_args *args)
{
    bool gives_verdict = false;
    for (size_t i = 0; args->nwords > 0 && cli_commands[i] != NULL; i++)
        gives_verdict = gives_verdict || (cli_commands[i]->gives_verdict &&
                                          strcmp(args->word[0], cli_commands[i]->name) == 0);
    return gives_verdict && (args->help || args->version) &&
           (args->nwords > 1 || access("--help", F_OK) == 0 || access("-h", F_OK) == 0 ||
            access("--version", F_OK) == 0);
}

/* No command writes over a file that it reads. */
static cli_exit keep_inputs(const cli_args *args)
{
    const char *const written[] = {args->output, args->cert};
    for (size_t k = 0; k < sizeof written / sizeof written[0]; k++)
        for (size_t i = 0; written[k] != NULL && i < args->nwords; i++)
            if (cli_same_file(written[k], args->word[i]))
                return cli_fail(
                    CLI_USAGE,
                    "%s is an input and would be overwritten: give the output another name",
                    args->word[i]);
    return CLI_CONTINUE;
}

static cli_exit run(cli_args *args, const cli_option **used, char **argv)
{
    cli_exit code = cli_read_arguments(args, used, argv);
    if (code != CLI_CONTINUE)
        return code;
    if (hides_files(args))
        return cli_fail(
            CLI_USAGE, "%s takes --%s alone, without files; if it is a file, write ./--%s",
            args->word[0], args->help ? "help" : "version", args->help ? "help" : "version");
    if (args->version) {
        printf("dpcert %s\n", dpc_version());
        return CLI_OK;
    }
    if (args->nwords == 0)
        return args->help ? run_help(args) : short_usage();
    const cli_command *c = cli_find_command(args->word[0]);
    if (c == NULL)
        return CLI_USAGE;
    if (args->help) {
        cli_put_help(c);
        return CLI_OK;
    }
    code = cli_check_options(c, used);
    if (code != CLI_CONTINUE)
        return code;
    args->word++;
    args->nwords--;
    code = keep_inputs(args);
    return code != CLI_CONTINUE ? code : c->run(args);
}

/* Closes stdout and fails if the output was not written: a full disk shows only when the buffer
   is. */
static cli_exit close_stdout(cli_exit code)
{
    bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fclose(stdout) != 0)
        failed = failed || errno != EBADF || code == CLI_OK;
    if (!failed)
        return code;
    (void)fprintf(stderr, "dpcert: cannot write the output%s%s\n", errno != 0 ? ": " : "",
                  errno != 0 ? strerror(errno) : "");
    return CLI_USAGE;
}

/* A cli_memory_ender.  It does not flush stdout: partial output is never printed. */
static void memory_ended(void)
{
    cli_memory_ended_while_checking();
    (void)fputs("dpcert: out of memory\n", stderr);
}

#ifdef DPC_WITH_ARB
/* As calloc, but it does not return NULL. */
static void *allocate_zeros(size_t number, size_t size)
{
    const size_t bytes = size > 0 && number > SIZE_MAX / size ? SIZE_MAX : number * size;
    return memset(cli_allocate(bytes), 0, bytes);
}
#endif

int main(int argc, char **argv)
{
    cli_guard_memory(memory_ended);
#ifdef DPC_WITH_ARB
    __flint_set_memory_functions(cli_allocate, allocate_zeros, cli_reallocate, free);
#endif
    /* words, then context lines: each has room for all arguments */
    char **words = calloc(2 * ((size_t)argc + 1), sizeof *words);
    const cli_option **used = calloc((size_t)argc + 1, sizeof *used);
    if (words == NULL || used == NULL) {
        free(words);
        free(used);
        return cli_no_memory();
    }
    cli_args args = {
        .word = words, .context = words + argc + 1, .terminal = isatty(STDOUT_FILENO) != 0};
    args.colour = args.terminal && cli_wants_colour();
    cli_exit code = argc > 0 ? run(&args, used, argv) : CLI_USAGE;
    free(used);
    free(words);
    dpc_thread_cleanup();
    return (int)close_stdout(code);
}
