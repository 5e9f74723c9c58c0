/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "output.h"

#include "base/file.h"
#include "base/text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A verdict reached without reading the certificate. */
typedef struct {
    dpc_verdict verdict;
    char reason[200];
} refusal;

typedef struct {
    char *text;
    size_t length, room;
} content;

static bool refuse(refusal *r, dpc_verdict verdict, const char *reason)
{
    r->verdict = verdict;
    (void)snprintf(r->reason, sizeof r->reason, "%s", reason);
    return false;
}

static bool refuse_size(refusal *r)
{
    char reason[100];
    (void)snprintf(reason, sizeof reason,
                   "the certificate is larger than %d bytes: that is the limit",
                   DPC_MAX_CERTIFICATE);
    return refuse(r, DPC_REJECTED, reason);
}

static bool make_room(content *c)
{
    if (c->length < c->room)
        return true;
    const size_t room = c->room == 0 ? 1 << 16 : 2 * c->room;
    char *bigger = realloc(c->text, room);
    if (bigger == NULL)
        return false;
    c->text = bigger;
    c->room = room;
    return true;
}

static bool read_all(content *c, int fd, refusal *r)
{
    for (;;) {
        if (!make_room(c))
            return refuse(r, DPC_VERIFY_UNDECIDED, "out of memory");
        const ssize_t got = read(fd, c->text + c->length, c->room - c->length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return refuse(r, DPC_UNREADABLE, strerror(errno));
        if (got == 0)
            return true;
        c->length += (size_t)got;
        if (c->length > DPC_MAX_CERTIFICATE)
            return refuse_size(r);
    }
}

/* The size of a regular file is known before it is read. */
static bool read_file(content *c, const char *path, refusal *r)
{
    const bool is_stdin = strcmp(path, "-") == 0;
    const char *why = NULL;
    const int fd = is_stdin ? STDIN_FILENO : dpc_file_open(path, &why);
    struct stat info;
    if (fd < 0)
        return refuse(r, DPC_UNREADABLE, why);
    bool done = false;
    if (fstat(fd, &info) != 0)
        (void)refuse(r, DPC_UNREADABLE, strerror(errno));
    else if (S_ISREG(info.st_mode) && info.st_size > DPC_MAX_CERTIFICATE)
        (void)refuse_size(r);
    else
        done = read_all(c, fd, r);
    if (!is_stdin)
        (void)close(fd);
    return done;
}

const char *cli_limit_option(dpc_limit limit)
{
    return limit == DPC_LIMIT_STEPS ? "--max-steps" : limit == DPC_LIMIT_BITS ? "--max-bits" : NULL;
}

static dpc_verdict check_file(const char *name, const char *path, cli_verifier *verify,
                              const void *data, const cli_audience *audience)
{
    content c = {.text = NULL};
    refusal r = {.verdict = DPC_VERIFY_UNDECIDED};
    dpc_verdict_info *v = NULL;
    if (read_file(&c, path, &r)) {
        v = verify(data, name, c.text, c.length);
        if (v == NULL)
            (void)refuse(&r, DPC_VERIFY_UNDECIDED, "out of memory");
    }
    const cli_outcome outcome = {name, v != NULL ? v->verdict : r.verdict, v, r.reason};
    audience->show(audience->to, &outcome);
    dpc_verdict_free(v);
    free(c.text);
    return outcome.verdict;
}

/* The check in progress, for the case that memory runs out. */
static struct {
    char *const *path;
    size_t count, done; /* count 0: nothing */
    size_t found[5];    /* verdicts so far */
    const cli_audience *audience;
} now;

static const char *shown_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "(standard input)" : path;
}

static int summarize(void)
{
    static const dpc_verdict worst_first[] = {DPC_UNREADABLE, DPC_REJECTED, DPC_VERIFY_UNDECIDED,
                                              DPC_VERIFIED};
    const size_t count = now.count;
    size_t i = now.found[DPC_VERIFIED] == count ? 3 : 0;
    while (i < 2 && now.found[worst_first[i]] == 0)
        i++;
    now.count = 0;
    return now.audience->end(now.audience->to, worst_first[i], now.found[worst_first[i]], count);
}

int cli_check_each(char *const *path, size_t count, cli_verifier *verify, const void *data,
                   const cli_audience *audience)
{
    (void)memset(&now, 0, sizeof now);
    now.path = path;
    now.count = count;
    now.audience = audience;
    for (; now.done < count; now.done++) {
        const char *next = path[now.done];
        now.found[check_file(shown_name(next), next, verify, data, audience)]++;
    }
    const int code = summarize();
    now.path = NULL; /* the paths belong to the caller */
    now.audience = NULL;
    return code;
}

void cli_memory_ended_while_checking(void)
{
    const char *why = "out of memory";
    if (now.count == 0)
        return;
    for (; now.done < now.count; now.done++) {
        const cli_outcome outcome = {shown_name(now.path[now.done]), DPC_VERIFY_UNDECIDED, NULL,
                                     why};
        now.audience->show(now.audience->to, &outcome);
        now.found[DPC_VERIFY_UNDECIDED]++;
        why = "not checked: out of memory at an earlier file";
    }
    const int code = summarize();
    _exit(fflush(stdout) == 0 ? code : DPC_UNREADABLE);
}

/* ---- as text ---- */

static void put_list(const char *label, const char *const *text, size_t count)
{
    for (size_t i = 0; i < count; i++)
        printf("%s: %s\n", label, text[i]);
}

/* Prints texts of the issuer in lines too short for a terminal to break, so that every line on the
   screen starts with the label. */
static void put_foreign(const char *label, const char *const *text, size_t count)
{
    enum { WIDTH = 70 };
    const size_t most = WIDTH - strlen(label) - 2;
    for (size_t i = 0; i < count; i++) {
        const char *s = text[i];
        do {
            const size_t left = strlen(s);
            size_t n = left < most ? left : most;
            while (n < left && n > 1 && s[n] != ' ') /* at a blank, if there is one */
                n--;
            if (n < left && n == 1)
                n = most;
            printf("%s: %.*s\n", label, (int)n, s);
            s += n;
            s += n < left && *s == ' ';
        } while (*s != '\0');
    }
}

/* Prints the issuer's words for the phases of the history. */
static void put_phases(const dpc_verdict_info *v)
{
    for (size_t i = 0; i < v->nrecords; i++) {
        char label[60];
        (void)snprintf(label, sizeof label, "phase %lu (words of the issuer)", v->phase[i].phase);
        if (v->phase[i].text != NULL)
            put_foreign(label, &v->phase[i].text, 1);
    }
}

/* A cli_shower; to: whether there are several files.  It allocates nothing. */
static void put_outcome(void *to, const cli_outcome *o)
{
    const bool *several = to;
    const dpc_verdict_info *v = o->info;
    if (*several) {
        (void)fputs("file ", stdout);
        dpc_text_put(stdout, o->name);
        putchar('\n');
    }
    if (v != NULL) {
        put_foreign("context (not checked)", v->context, v->ncontext);
        put_phases(v);
        put_list("note", v->note, v->nnotes);
        put_list("assumes", v->assumption, v->nassumptions);
        const char *option = cli_limit_option(v->limit);
        (void)fputs(v->line, stdout);
        (void)(option != NULL ? printf(" (%s)\n", option) : putchar('\n'));
        if (v->is_own)
            put_foreign("premise (not checked)", v->premise, v->npremises);
        else
            put_list("premise (not checked)", v->premise, v->npremises);
    } else {
        printf("%s ", dpc_verdict_name(o->verdict));
        dpc_text_put(stdout, o->name);
        printf(": %s\n", o->reason);
    }
    (void)fflush(stdout);
}

/* A cli_summary; to: whether there are several files. */
static int put_summary(void *to, dpc_verdict worst, size_t number, size_t count)
{
    const bool *several = to;
    if (*several)
        printf("%s %zu of %zu files\n", dpc_verdict_name(worst), number, count);
    return (int)worst;
}

int cli_check_files(char *const *path, size_t count, cli_verifier *verify, const void *data)
{
    bool several = count > 1;
    const cli_audience audience = {put_outcome, put_summary, &several};
    return cli_check_each(path, count, verify, data, &audience);
}
