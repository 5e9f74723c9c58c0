/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert verify: checks certificates; and the file that a certificate is written to. */
#include "cli/cli.h"
#include "cli/verdict.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- verify ---- */

/* A cli_verifier; data: cli_limits. */
static dpc_verdict_info *verify(const void *data, const char *name, const char *text, size_t length)
{
    const cli_limits *s = data;
    return dpc_certificate_verify(name, text, length, s->arith, s->max_bits, s->max_steps);
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
        return cli_fail(CLI_USAGE, "'%.40s' is no certified arithmetic of this program", s->arith);
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

/* A cli_summary; to: an array.  Prints one object: the worst verdict, and what was found out about
   each file. */
static int print_json(void *to, dpc_verdict worst, size_t number, size_t count)
{
    json_t **files = to, *o = json_object();
    (void)number;
    (void)count;
    bool good = cli_json_set(o, "verdict", json_string(cli_verdict_word(worst)));
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

cli_exit cli_verify(const cli_args *args)
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

/* ---- writing ---- */

static bool write_all(int fd, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        const ssize_t n = write(fd, text, left);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        text += n;
        left -= (size_t)n;
    }
    return true;
}

/* mkstemp makes a file for its owner only; a certificate is as public as any new file.  Not for
   threads: the mask is the process's. */
static mode_t new_file_mode(void)
{
    const mode_t mask = umask(0);
    (void)umask(mask);
    return 0666 & ~mask;
}

/* Writes to what is there and is no file, such as /dev/stdout or a pipe. */
static cli_exit write_through(const char *path, const char *text)
{
    const int fd = open(path, O_WRONLY);
    bool done = fd >= 0 && write_all(fd, text);
    int why = errno;
    if (fd >= 0 && close(fd) != 0 && done) {
        why = errno;
        done = false;
    }
    return done ? CLI_CONTINUE : cli_fail(CLI_USAGE, "cannot write %s: %s", path, strerror(why));
}

/* Opens a file beside the path: name has room for a suffix.  fixed: its name is always the same, so
   that what a killed run left is written anew. */
static int open_beside(char *name, bool fixed)
{
    if (!fixed)
        return mkstemp(strcat(name, ".XXXXXX"));
    return open(strcat(name, ".part"), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0666);
}

bool cli_is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) != 0 || S_ISREG(info.st_mode);
}

static cli_exit replace(const char *path, const char *text, bool fixed)
{
    if (strcmp(path, "-") == 0) {
        (void)fputs(text, stdout);
        return CLI_CONTINUE;
    }
    if (!cli_is_file(path))
        return write_through(path, text);
    enum { SUFFIX_ROOM = 8 };
    const size_t length = strlen(path);
    char *name = malloc(length + SUFFIX_ROOM);
    if (name == NULL)
        return cli_no_memory();
    (void)memcpy(name, path, length + 1);
    const int fd = open_beside(name, fixed);
    bool done = fd >= 0 && write_all(fd, text) && (fixed || fchmod(fd, new_file_mode()) == 0);
    int why = errno;
    if (fd >= 0 && close(fd) != 0 && done) {
        why = errno;
        done = false;
    }
    if (done && rename(name, path) != 0) {
        why = errno;
        done = false;
    }
    if (fd >= 0 && !done)
        (void)unlink(name);
    free(name);
    return done ? CLI_CONTINUE : cli_fail(CLI_USAGE, "cannot write %s: %s", path, strerror(why));
}

cli_exit cli_check_writable(const char *path)
{
    if (path == NULL || strcmp(path, "-") == 0 || access(path, W_OK) == 0)
        return CLI_CONTINUE;
    const char *slash = strrchr(path, '/');
    char *folder = strdup(slash == NULL ? "." : path);
    if (folder == NULL)
        return cli_no_memory();
    if (slash != NULL)
        folder[slash == path ? 1 : slash - path] = '\0';
    const bool good = access(folder, W_OK | X_OK) == 0;
    const int why = errno;
    free(folder);
    return good ? CLI_CONTINUE : cli_fail(CLI_USAGE, "cannot write %s: %s", path, strerror(why));
}

cli_exit cli_write_certificate(const char *path, const char *text)
{
    return replace(path, text, false);
}

cli_exit cli_write_result(const char *path, const char *text)
{
    return replace(path, text, true);
}

cli_exit cli_make_certificate(const cli_session *session, const cli_args *args, const char *kind,
                              char **text)
{
    char before[100];
    (void)snprintf(before, sizeof before, "%s", dpc_query_error(session->query));
    const dpc_status status = dpc_query_certificate(
        session->query, kind, (const char *const *)args->context, args->ncontext, text);
    /* a text that is new says that the certificate claims less than what is printed */
    if (status == DPC_OK &&
        strncmp(before, dpc_query_error(session->query), sizeof before - 1) != 0)
        (void)fprintf(stderr, "dpcert: note: %s\n", dpc_query_error(session->query));
    return status == DPC_OK ? CLI_CONTINUE
                            : cli_fail(cli_exit_of(status), "%s", dpc_query_error(session->query));
}
