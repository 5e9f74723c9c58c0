/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Messages, layout, progress, and values read from files. */
#include "base/file.h"
#include "base/text.h"
#include "cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE_SIZE = 8192 };

const char cli_own_notice[] = "value only: your own theorem file, nothing vouches for its status";

/* ---- messages ---- */

cli_exit cli_fail(cli_exit code, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (length < 0)
        message[0] = '\0';
    char shown[MESSAGE_SIZE];
    const size_t all = dpc_text_copy_lines(shown, sizeof shown, message);
    (void)fflush(stdout); /* keeps the order where both streams go to one place */
    (void)fprintf(stderr, "dpcert: %s%s\n", shown,
                  length >= MESSAGE_SIZE || all >= sizeof shown ? "..." : "");
    return code;
}

/* Appends the option to the first line of the error, since a line of a theorem file may follow. */
static const char *name_limit(char out[CLI_ERROR_SIZE], const char *error, dpc_limit limit,
                              uint64_t value)
{
    const int first = (int)strcspn(error, "\n");
    const char *option = limit == DPC_LIMIT_DIGITS ? "-d" : cli_limit_option(limit);
    char number[24] = " N";
    if (value > 0)
        (void)snprintf(number, sizeof number, " %" PRIu64, value);
    if (option == NULL)
        (void)snprintf(out, CLI_ERROR_SIZE, "%s", error);
    else
        (void)snprintf(out, CLI_ERROR_SIZE, "%.*s (%s%s)%s", first, error, option,
                       limit == DPC_LIMIT_DIGITS ? number : "", error + first);
    return out;
}

const char *cli_query_error(char out[CLI_ERROR_SIZE], const dpc_query_t *q)
{
    uint64_t value = 0;
    const dpc_limit limit = dpc_query_limit(q, &value);
    return name_limit(out, dpc_query_error(q), limit, value);
}

const char *cli_account_error(char out[CLI_ERROR_SIZE], const dpc_account_t *a)
{
    uint64_t value = 0;
    const dpc_limit limit = dpc_account_limit(a, &value);
    return name_limit(out, dpc_account_error(a), limit, value);
}

cli_exit cli_exit_of(dpc_status status)
{
    switch (status) {
    case DPC_OK:
        return CLI_OK;
    case DPC_DOMAIN:
        return CLI_FALSE;
    case DPC_UNDECIDED:
    case DPC_NOMEM:
    case DPC_INTERRUPTED:
        return CLI_UNDECIDED;
    default:
        return CLI_USAGE;
    }
}

cli_exit cli_no_memory(void)
{
    return cli_fail(CLI_UNDECIDED, "out of memory");
}

/* ---- colours ---- */

bool cli_wants_colour(void)
{
    const char *no_colour = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return (no_colour == NULL || no_colour[0] == '\0') && term != NULL && term[0] != '\0' &&
           strcmp(term, "dumb") != 0;
}

const char *cli_colour_on(const cli_args *args, cli_colour colour)
{
    static const char *const sequence[] = {
        [CLI_PLAIN] = "\033[0m",   [CLI_BOLD] = "\033[1m", [CLI_GREEN] = "\033[32m",
        [CLI_YELLOW] = "\033[33m", [CLI_RED] = "\033[31m",
    };
    return args->colour ? sequence[colour] : "";
}

cli_colour cli_status_colour(const dpc_theorem_info *info)
{
    if (info->status == DPC_STATUS_REFUTED)
        return CLI_RED;
    bool sound = info->status == DPC_STATUS_EXACT || info->status == DPC_STATUS_PROVED;
    return sound && !info->is_own ? CLI_GREEN : CLI_YELLOW;
}

/* ---- layout ---- */

void cli_put(const char *text)
{
    dpc_text_put(stdout, text);
}

void cli_put_cut(const char *text)
{
    enum { LONG_EXPONENT = 24 };
    if (strlen(text) <= CLI_LONG_TEXT) {
        cli_put(text);
        return;
    }
    /* the exponent of a long number matters most */
    const char *exponent = text[0] != '[' ? strrchr(text, 'e') : NULL;
    if (exponent != NULL && strlen(exponent) > LONG_EXPONENT)
        exponent = NULL;
    char start[CLI_LONG_TEXT + 1];
    (void)snprintf(start, sizeof start, "%.*s", exponent != NULL ? CLI_LONG_NUMBER : CLI_LONG_TEXT,
                   text);
    cli_put(start);
    (void)fputs("...", stdout);
    cli_put(exponent != NULL ? exponent : "");
}

void cli_put_wrapped(const cli_args *args, const char *text, int column, int indent)
{
    bool first = true;
    while (args->terminal && text[0] != '\0') {
        int length = (int)strcspn(text, " ");
        if (!first && column + 1 + length >= CLI_LINE_WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
        } else if (!first) {
            putchar(' ');
            column++;
        }
        for (const char *end = text + length; text < end;) {
            char piece[DPC_TEXT_PIECE];
            text += dpc_text_next(piece, text);
            (void)fputs(piece, stdout);
        }
        column += length;
        text += strspn(text, " ");
        first = false;
    }
    cli_put(text);
    putchar('\n');
}

void cli_put_heading(const cli_args *args, const dpc_theorem_info *info)
{
    printf("%s%s%s: %s\n", cli_colour_on(args, CLI_BOLD), info->id, cli_colour_on(args, CLI_PLAIN),
           info->title != NULL ? info->title : "(no title)");
}

/* The basis of a status in words. */
static const char *basis_text(dpc_basis basis)
{
    switch (basis) {
    case DPC_BASIS_PAPER:
        return "from the paper";
    case DPC_BASIS_REDERIVED:
        return "derived again for this catalogue";
    case DPC_BASIS_MACHINE:
        return "checked by machine";
    default:
        return "no basis stated";
    }
}

void cli_put_status(const cli_args *args, const dpc_theorem_info *info)
{
    printf("%s%s%s (%s)", cli_colour_on(args, cli_status_colour(info)),
           dpc_theorem_status_name(info->status), cli_colour_on(args, CLI_PLAIN),
           basis_text(info->basis));
}

/* ---- progress ---- */

static double now(void)
{
    struct timespec t = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int show_progress(const dpc_progress_info *info)
{
    static const double delay = 0.5, interval = 0.1; /* seconds */
    cli_progress *progress = info->data;
    double time = now();
    if (time - progress->start < delay || time - progress->last < interval)
        return 0;
    progress->shown = true;
    progress->last = time;
    /* the blanks cover the end of a longer line: another call counts from zero */
    (void)fprintf(stderr, "\rdpcert: %.0f s, %s, %" PRIu64 " steps            ",
                  time - progress->start, info->phase, info->steps);
    return 0;
}

void cli_progress_start(cli_progress *progress)
{
    *progress = (cli_progress){.start = now()};
    if (isatty(STDERR_FILENO))
        dpc_on_progress(show_progress, progress);
}

void cli_progress_end(cli_progress *progress)
{
    dpc_on_progress(NULL, NULL);
    if (progress->shown)
        (void)fprintf(stderr, "\r%*s\r", CLI_LINE_WIDTH - 1, "");
    progress->shown = false;
}

char *cli_with_zeros(const char *value, const char *next)
{
    const size_t n = strcspn(value, "e"), length = strcspn(next, "e");
    const char *point = memchr(value, '.', n), *next_point = memchr(next, '.', length);
    if (next_point == NULL || strcmp(value + n, next + length) != 0 || strcmp(value, "0") == 0)
        return NULL;
    const size_t has = point != NULL ? (size_t)(value + n - point) : 0;
    const size_t wanted = (size_t)(next + length - next_point);
    char *text = has < wanted ? malloc(strlen(value) + wanted - has + 1) : NULL;
    if (text == NULL)
        return NULL;
    memcpy(text, value, n);
    memset(text + n, '0', wanted - has);
    if (point == NULL)
        text[n] = '.';
    strcpy(text + n + wanted - has, value + n);
    return text;
}

/* ---- values in files ---- */

enum { MAX_VALUE = 64 * 1024 * 1024 };

typedef struct {
    const char *name; /* of the parameter */
    const char *path; /* for messages */
    char *text;
    size_t length, room;
} value_reader;

/* Makes room for at least one more byte; one byte beyond MAX_VALUE shows that the value is too
   long. */
static bool make_room(value_reader *r)
{
    if (r->length < r->room)
        return true;
    size_t room = r->room == 0 ? 4096 : 2 * r->room;
    if (room > (size_t)MAX_VALUE + 1)
        room = (size_t)MAX_VALUE + 1;
    char *bigger = realloc(r->text, room + 1); /* and the terminator */
    if (bigger == NULL)
        return false;
    r->text = bigger;
    r->room = room;
    return true;
}

/* Checks each piece as it is read, so that an endless device is refused at once. */
static cli_exit check_piece(const value_reader *r, const char *piece, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)piece[i];
        if (c == 0)
            return cli_fail(CLI_USAGE, "%s: %s has a NUL byte: a value must be plain ASCII text",
                            r->name, r->path);
        if (c > 127)
            return cli_fail(CLI_USAGE,
                            "%s: %s is not ASCII (byte 0x%02x): a value must be plain ASCII text",
                            r->name, r->path, c);
    }
    return CLI_CONTINUE;
}

static cli_exit read_all(value_reader *r, int fd)
{
    for (;;) {
        if (!make_room(r))
            return cli_no_memory();
        ssize_t got = read(fd, r->text + r->length, r->room - r->length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return cli_fail(CLI_USAGE, "%s: cannot read %s: %s", r->name, r->path, strerror(errno));
        if (got == 0)
            break;
        if (check_piece(r, r->text + r->length, (size_t)got) != CLI_CONTINUE)
            return CLI_USAGE;
        r->length += (size_t)got;
        if (r->length > MAX_VALUE)
            return cli_fail(CLI_USAGE, "%s: %s is larger than 64 MiB, the limit for a value",
                            r->name, r->path);
    }
    if (r->length > 0 && r->text[r->length - 1] == '\n')
        r->length -= r->length > 1 && r->text[r->length - 2] == '\r' ? 2 : 1;
    r->text[r->length] = '\0';
    return CLI_CONTINUE;
}

cli_exit cli_read_value(const char *name, const char *path, char **text)
{
    bool is_stdin = strcmp(path, "-") == 0;
    value_reader r = {.name = name, .path = is_stdin ? "standard input" : path};
    *text = NULL;
    if (path[0] == '\0')
        return cli_fail(CLI_USAGE, "%s: the name of a file is needed", name);
    const char *why = NULL;
    int fd = is_stdin ? STDIN_FILENO : dpc_file_open(path, &why);
    if (fd < 0)
        return cli_fail(CLI_USAGE, "%s: cannot open %s: %s", name, path, why);
    const cli_exit code = read_all(&r, fd);
    if (!is_stdin)
        (void)close(fd);
    if (code == CLI_CONTINUE)
        *text = r.text;
    else
        free(r.text);
    return code;
}
