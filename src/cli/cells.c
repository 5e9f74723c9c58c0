/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "cli/cells.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- reading ---- */

static cli_exit wrong_line(const char *path, size_t line, const char *why)
{
    return cli_fail(CLI_USAGE, "%s:%zu: %s", path, line, why);
}

/* A whole number in decimal or, for a key, hexadecimal digits, and what ends it; moves on behind.
 */
static bool take_number(const char **at, int base, char end, uint64_t *n)
{
    char *rest = NULL;
    errno = 0;
    *n = strtoull(*at, &rest, base);
    const bool good = rest != *at && errno == 0 && *rest == end && (*at)[0] != '-';
    *at = good && end != '\0' ? rest + 1 : rest;
    return good;
}

static cli_exit take_line(const cells_job *job, const char *path, size_t number, const char *line,
                          char *have, size_t *count)
{
    static const char start[] = "cell ";
    uint64_t row, column;
    const size_t columns = dpc_table_columns(job->table);
    const char *at = line + sizeof start - 1;
    if (strncmp(line, start, sizeof start - 1) != 0 || !take_number(&at, 10, ' ', &row) ||
        !take_number(&at, 10, ' ', &column) || row >= dpc_table_rows(job->table) ||
        column >= columns)
        return wrong_line(path, number, "this is no cell of the table");
    if (dpc_table_put(job->table, row, column, at) != DPC_OK)
        return wrong_line(path, number, dpc_table_error(job->table));
    *count += !have[row * columns + column];
    have[row * columns + column] = 1;
    return CLI_CONTINUE;
}

cli_exit cells_read(const cells_job *job, const char *path, bool interrupted, char *have,
                    size_t *count)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return cli_fail(CLI_USAGE, "cannot read %s: %s", path, strerror(errno));
    char *line = NULL;
    size_t room = 0, number = 0;
    cli_exit code = CLI_CONTINUE;
    for (ssize_t n; code == CLI_CONTINUE && (n = getline(&line, &room, file)) > 0;) {
        number++;
        if (line[n - 1] != '\n') {
            if (!interrupted)
                code = wrong_line(path, number, "the file is cut off here");
            break;
        }
        line[n - 1] = '\0';
        static const char start[] = "dpcert-cells 1 ";
        const char *at = line + sizeof start - 1;
        uint64_t key = 0;
        if (number > 1)
            code = take_line(job, path, number, line, have, count);
        else if (strncmp(line, start, sizeof start - 1) != 0 || !take_number(&at, 16, '\0', &key))
            code = wrong_line(path, number, "this is no file of cells");
        else if (key != dpc_table_key(job->table))
            code = wrong_line(path, number,
                              "these cells belong to another specification or to another version "
                              "of the catalogue");
    }
    if (code == CLI_CONTINUE && ferror(file))
        code = cli_fail(CLI_USAGE, "cannot read %s", path);
    free(line);
    (void)fclose(file);
    return code;
}

/* ---- computing ---- */

typedef struct {
    const cells_job *job;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    char *have;  /* by cell: there is nothing to do */
    size_t next; /* the first cell that nobody has taken */
    size_t done, todo;
    size_t running; /* threads */
    FILE *journal;
    cli_exit code;
    char message[1024]; /* why it failed */
} pool;

static void note_failure(pool *p, cli_exit code, const char *message)
{
    if (p->code == CLI_CONTINUE) {
        p->code = code;
        (void)snprintf(p->message, sizeof p->message, "%s", message);
    }
}

/* The next cell to compute; false if there is none left.  The lock is held. */
static bool take_cell(pool *p, size_t *cell)
{
    const size_t all = dpc_table_rows(p->job->table) * dpc_table_columns(p->job->table);
    while (p->next < all && p->have[p->next])
        p->next++;
    if (p->next >= all || p->code != CLI_CONTINUE)
        return false;
    *cell = p->next++;
    return true;
}

void cells_certificate_path(const cells_job *job, size_t row, size_t column, char *path,
                            size_t size)
{
    (void)snprintf(path, size, "%s/%zu-%s.cert", job->certs, row + 1,
                   dpc_table_column(job->table, column));
}

/* A cell is kept when its line is on the disk: what was cut off is computed again. */
static void keep_cell(pool *p, size_t row, size_t column, const char *record)
{
    if (dpc_table_put(p->job->table, row, column, record) != DPC_OK)
        note_failure(p, CLI_USAGE, dpc_table_error(p->job->table));
    if (p->journal != NULL && (fprintf(p->journal, "cell %zu %zu %s\n", row, column, record) < 0 ||
                               fflush(p->journal) != 0)) {
        char message[1024];
        (void)snprintf(message, sizeof message,
                       "cannot write %.800s: %s (what it has is not lost: --resume goes on)",
                       p->job->journal, strerror(errno));
        note_failure(p, CLI_USAGE, message);
    }
    p->done++;
}

static void compute_cell(pool *p, dpc_table_t *t, size_t cell)
{
    const size_t columns = dpc_table_columns(t), row = cell / columns, column = cell % columns;
    char *record = NULL, *certificate = NULL;
    const dpc_status status =
        dpc_table_compute(t, row, column, &record, p->job->certs != NULL ? &certificate : NULL);
    cli_exit code = CLI_CONTINUE;
    if (certificate != NULL) {
        char path[4096];
        cells_certificate_path(p->job, row, column, path, sizeof path);
        code = cli_write_result(path, certificate);
    }
    (void)pthread_mutex_lock(&p->lock);
    if (status != DPC_OK)
        note_failure(p, cli_exit_of(status), dpc_table_error(t));
    else if (code != CLI_CONTINUE)
        note_failure(p, code, "a certificate cannot be written");
    else
        keep_cell(p, row, column, record);
    (void)pthread_cond_signal(&p->changed);
    (void)pthread_mutex_unlock(&p->lock);
    dpc_string_free(record);
    dpc_string_free(certificate);
}

/* A thread: a catalogue and a table of its own, and cells until there are none. */
static void *work(void *data)
{
    pool *p = data;
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_table_t *t =
        cat != NULL ? dpc_table_new(cat, p->job->name, p->job->text, p->job->length) : NULL;
    (void)pthread_mutex_lock(&p->lock);
    if (t == NULL)
        note_failure(p, cat != NULL ? CLI_USAGE : CLI_UNDECIDED,
                     cat != NULL ? dpc_catalogue_error(cat) : "out of memory");
    for (size_t cell; t != NULL && take_cell(p, &cell);) {
        (void)pthread_mutex_unlock(&p->lock);
        compute_cell(p, t, cell);
        (void)pthread_mutex_lock(&p->lock);
    }
    p->running--;
    (void)pthread_cond_signal(&p->changed);
    (void)pthread_mutex_unlock(&p->lock);
    dpc_table_free(t);
    dpc_catalogue_free(cat);
    dpc_thread_cleanup();
    return NULL;
}

/* ---- progress ---- */

static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void show_progress(const pool *p, double start)
{
    enum { WIDTH = 30 };
    const double share = p->todo > 0 ? (double)p->done / (double)p->todo : 1;
    const double left = share > 0 ? (seconds() - start) * (1 - share) / share : 0;
    const int filled = (int)(share * WIDTH);
    (void)fprintf(stderr, "\r[%.*s%*s] %zu of %zu cells", filled, "##############################",
                  WIDTH - filled, "", p->done, p->todo);
    if (p->done > 0 && p->done < p->todo)
        (void)fprintf(stderr, ", about %.0f s left", left);
    (void)fputs("   ", stderr);
}

/* Waits until no thread is running; the lock is held. */
static void wait_for_all(pool *p)
{
    const bool visible = isatty(STDERR_FILENO) != 0;
    const double start = seconds();
    bool shown = false;
    while (p->running > 0) {
        struct timespec until;
        (void)clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += 1;
        (void)pthread_cond_timedwait(&p->changed, &p->lock, &until);
        if (visible && seconds() - start > 1) {
            show_progress(p, start);
            shown = true;
        }
    }
    if (shown)
        (void)fputs("\r\033[K", stderr);
}

/* ---- all of it ---- */

/* Opens the journal, after what it has if the run goes on. */
static cli_exit open_journal(pool *p)
{
    const cells_job *job = p->job;
    if (job->journal == NULL)
        return CLI_CONTINUE;
    size_t found = 0;
    if (job->resume && access(job->journal, F_OK) == 0) {
        const cli_exit code = cells_read(job, job->journal, true, p->have, &found);
        if (code != CLI_CONTINUE)
            return code;
    }
    /* written anew, so that a line that was cut off does not stay */
    p->journal = fopen(job->journal, found > 0 ? "r+" : "w");
    if (p->journal == NULL)
        return cli_fail(CLI_USAGE, "cannot write %s: %s", job->journal, strerror(errno));
    if (found == 0)
        (void)fprintf(p->journal, "dpcert-cells 1 %llx\n", dpc_table_key(job->table));
    else {
        long end = 0;
        for (int c; (c = fgetc(p->journal)) != EOF;)
            if (c == '\n')
                end = ftell(p->journal);
        if (ftruncate(fileno(p->journal), end) != 0 || fseek(p->journal, end, SEEK_SET) != 0)
            return cli_fail(CLI_USAGE, "cannot write %s: %s", job->journal, strerror(errno));
    }
    return CLI_CONTINUE;
}

/* Cells of other shards are not ours, and a cell whose certificate is missing is computed again. */
static void mark_cells(pool *p)
{
    const size_t columns = dpc_table_columns(p->job->table);
    const size_t all = dpc_table_rows(p->job->table) * columns;
    for (size_t i = 0; i < all; i++) {
        if (p->have[i] && p->job->certs != NULL) {
            char path[4096];
            cells_certificate_path(p->job, i / columns, i % columns, path, sizeof path);
            p->have[i] = access(path, F_OK) == 0;
        }
        if (p->job->shards > 1 && i % p->job->shards != p->job->shard - 1)
            p->have[i] = 1;
        p->todo += !p->have[i];
    }
}

static void run_threads(pool *p)
{
    enum { MAX_JOBS = 1024 };
    pthread_t thread[MAX_JOBS];
    size_t started = 0;
    (void)pthread_mutex_lock(&p->lock);
    for (size_t i = 0; i < p->job->jobs && i < p->todo && i < MAX_JOBS; i++)
        if (pthread_create(&thread[started], NULL, work, p) == 0) {
            started++;
            p->running++;
        }
    if (started == 0 && p->todo > 0)
        note_failure(p, CLI_USAGE, "no thread can be started");
    wait_for_all(p);
    (void)pthread_mutex_unlock(&p->lock);
    for (size_t i = 0; i < started; i++)
        (void)pthread_join(thread[i], NULL);
}

cli_exit cells_compute(const cells_job *job)
{
    pool p = {.job = job, .code = CLI_CONTINUE};
    p.have = calloc(dpc_table_rows(job->table) * dpc_table_columns(job->table) + 1, 1);
    if (p.have == NULL)
        return cli_no_memory();
    if (job->certs != NULL && mkdir(job->certs, 0777) != 0 && errno != EEXIST) {
        free(p.have);
        return cli_fail(CLI_USAGE, "cannot make the folder %s: %s", job->certs, strerror(errno));
    }
    cli_exit code = open_journal(&p);
    if (code == CLI_CONTINUE) {
        (void)pthread_mutex_init(&p.lock, NULL);
        (void)pthread_cond_init(&p.changed, NULL);
        mark_cells(&p);
        run_threads(&p);
        (void)pthread_cond_destroy(&p.changed);
        (void)pthread_mutex_destroy(&p.lock);
        code = p.code != CLI_CONTINUE ? cli_fail(p.code, "%s", p.message) : CLI_CONTINUE;
    }
    if (p.journal != NULL && fclose(p.journal) != 0 && code == CLI_CONTINUE)
        code = cli_fail(CLI_USAGE, "cannot write %s: %s", job->journal, strerror(errno));
    free(p.have);
    return code;
}
