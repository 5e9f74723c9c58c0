/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert-check: verifies certificates with the proved kernel.  It shares no arithmetic with the
   program that writes them, and links GMP and the C library only. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "memory.h"
#include "output.h"
#include "base/text.h"
#include "cert/cert.h"
#include "domain/kernel.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { USAGE = 2, UNDECIDED = 3, LEAST_BITS = 64, MOST_BITS = 1 << 26 };

static const char help[] =
    "usage: dpcert-check [--max-bits N] [--max-steps N] FILE...\n"
    "\n"
    "Checks privacy certificates, by evaluation with a proved arithmetic.  FILE may be\n"
    "- for standard input.  The verdict is VERIFIED with the statement that holds and, below\n"
    "it, the premises that only you can check; REJECTED with the line and the reason; or\n"
    "UNDECIDED.  A certificate has at most 16 MiB, a number 5000 digits; certs/FORMAT.md has\n"
    "all limits.\n"
    "\n"
    "  --max-bits N    give up beyond this precision (default 16384)\n"
    "  --max-steps N   give up after this many steps of 64 bits (default 100000000: tens\n"
    "                  of seconds; most certificates need milliseconds)\n"
    "  --help, --version   as the only argument\n"
    "\n"
    "Options stand before files; -- ends them.\n"
    "Exit status: 0 verified, 1 rejected, 2 wrong usage or unreadable, 3 undecided;\n"
    "with several files the worst: 2 before 1 before 3.\n";

typedef struct {
    dpc_verify_options verify;
    char **path;
    size_t npaths;
} arguments;

/* A cli_verifier; data: dpc_verify_options. */
static dpc_verdict_info *verify(const void *data, const char *name, const char *text, size_t length)
{
    return dpc_cert_verify(name, text, length, data);
}

static bool read_count(const char *text, unsigned long long least, unsigned long long most,
                       unsigned long long *number)
{
    char *end = NULL;
    errno = 0;
    *number = text != NULL && isdigit((unsigned char)text[0]) ? strtoull(text, &end, 10) : 0;
    return end != NULL && *end == '\0' && errno == 0 && *number >= least && *number <= most;
}

static int complain(const char *what, const char *argument)
{
    (void)fprintf(stderr, "dpcert-check: %s '", what);
    dpc_text_put(stderr, argument);
    (void)fprintf(stderr, "': see 'dpcert-check --help'; a file of this name is ./");
    dpc_text_put(stderr, argument);
    (void)fputc('\n', stderr);
    return USAGE;
}

/* Reads `--name N` or `--name=N` at argv[*i] into number. */
static bool limit_option(char **argv, int *i, const char *name, unsigned long long least,
                         unsigned long long most, unsigned long long *number)
{
    const char *value = argv[*i] + strlen(name);
    if (*value == '=')
        return read_count(value + 1, least, most, number);
    ++*i;
    return *value == '\0' && read_count(argv[*i], least, most, number);
}

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static int read_option(arguments *a, char **argv, int *i)
{
    char *option = argv[*i];
    unsigned long long number = 0;
    if (starts_with(option, "--max-bits")) {
        if (!limit_option(argv, i, "--max-bits", LEAST_BITS, MOST_BITS, &number))
            return complain("a number of bits from 64 to 67108864 is needed after", option);
        a->verify.max_bits = (unsigned long)number;
    } else if (starts_with(option, "--max-steps")) {
        if (!limit_option(argv, i, "--max-steps", 1, INT64_MAX, &number))
            return complain("a number of steps is needed after", option);
        a->verify.max_steps = number;
    } else
        return complain("unknown option", option);
    return 0;
}

/* The text to print instead of checking, if the only argument asks for it; NULL: none.  Among other
   arguments, or if such a file exists, --help may be the name of a file that a pattern such as *
   found: exit status 0 must mean that a certificate was checked. */
static const char *what_to_show(char **argv)
{
    if (argv[1] == NULL || argv[2] != NULL || access(argv[1], F_OK) == 0)
        return NULL;
    if (strcmp(argv[1], "--version") == 0)
        return "dpcert-check " PACKAGE_VERSION "\n";
    return strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ? help : NULL;
}

/* Options stand before the files; `--` ends them. */
static int read_arguments(arguments *a, char **argv)
{
    bool options_end = false;
    for (int i = 1; argv[i] != NULL; i++) {
        const bool is_option = !options_end && argv[i][0] == '-' && argv[i][1] != '\0';
        int code = 0;
        if (is_option && a->npaths > 0)
            code = complain("options stand before files, not", argv[i]);
        else if (is_option && strcmp(argv[i], "--") == 0)
            options_end = true;
        else if (is_option)
            code = read_option(a, argv, &i);
        else
            a->path[a->npaths++] = argv[i];
        if (code != 0 || argv[i] == NULL)
            return code;
    }
    return 0;
}

/* Closes stdout; success means that the verdict was written. */
static int close_stdout(int code)
{
    const bool failed = ferror(stdout) != 0;
    if (fclose(stdout) == 0 && !failed)
        return code;
    (void)fprintf(stderr, "dpcert-check: cannot write the output\n");
    return USAGE;
}

/* A cli_memory_ender. */
static void memory_ended(void)
{
    cli_memory_ended_while_checking();
    (void)fputs("UNDECIDED dpcert-check: out of memory\n", stdout);
    (void)fflush(stdout);
}

int main(int argc, char **argv)
{
    arguments a = {.verify = {.domain = &dpc_domain_kernel}};
    cli_guard_memory(memory_ended);
    if (argc < 1)
        return USAGE;
    a.path = calloc((size_t)argc + 1, sizeof *a.path);
    if (a.path == NULL) {
        memory_ended();
        return UNDECIDED;
    }
    const char *show = what_to_show(argv);
    int code = show == NULL ? read_arguments(&a, argv) : 0;
    if (show != NULL)
        (void)fputs(show, stdout);
    else if (code == 0 && a.npaths == 0) {
        (void)fputs("usage: dpcert-check [--max-bits N] [--max-steps N] FILE...\n", stderr);
        code = USAGE;
    } else if (code == 0)
        code = cli_check_files(a.path, a.npaths, verify, &a.verify);
    free(a.path);
    dpc_domain_kernel_cleanup();
    return close_stdout(code);
}
