/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "cli/cells.h"
#include "cli/files.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- reading ---- */

static cli_exit wrong_line(const char *path, size_t line, const char *why)
{
    return cli_fail(CLI_USAGE, "%s:%zu: %s", path, line, why);
}

/* Reads a whole number in decimal or, for a key, hexadecimal digits, followed by the character
   `end`; advances *at past both. */
static bool take_number(const char **at, int base, char end, uint64_t *n)
{
    char *rest = NULL;
    errno = 0;
    *n = strtoull(*at, &rest, base);
    const bool good = rest != *at && errno == 0 && *rest == end && (*at)[0] != '-';
    *at = good && end != '\0' ? rest + 1 : rest;
    return good;
}

/* The state of a cell. */
typedef enum {
    MISSING,
    BELIEVED, /* a file has it */
    AGAIN,    /* a file has it, and it is evaluated again for comparison */
    DONE      /* nothing left to do */
} cell_state;

typedef struct {
    const char *path;
    FILE *file;
    bool interrupted; /* its last line may be cut off */
    size_t found;     /* cells */
    long end;         /* of the last whole line */
} cells_file;

/* Whether the table has this record for a cell. */
static bool is_record(const cells_job *job, size_t row, size_t column, const char *record)
{
    char *known = dpc_table_record(job->table, row, column);
    const bool same = known != NULL && strcmp(known, record) == 0;
    dpc_string_free(known);
    return same;
}

static cli_exit take_line(const cells_job *job, const char *path, size_t number, const char *line,
                          unsigned char *state, size_t *count)
{
    static const char start[] = "cell ";
    uint64_t row, column;
    const size_t columns = dpc_table_columns(job->table);
    const char *at = line + sizeof start - 1;
    if (strncmp(line, start, sizeof start - 1) != 0 || !take_number(&at, 10, ' ', &row) ||
        !take_number(&at, 10, ' ', &column) || row >= dpc_table_rows(job->table) ||
        column >= columns)
        return wrong_line(path, number,
                          "not a line 'cell ROW COLUMN RECORD' for a cell of this table");
    unsigned char *known = &state[row * columns + column];
    if (*known == BELIEVED && !is_record(job, row, column, at))
        return wrong_line(path, number,
                          "this cell has another value in a line or a file before: one of them is "
                          "wrong");
    if (dpc_table_put(job->table, row, column, at) != DPC_OK)
        return wrong_line(path, number, dpc_table_error(job->table));
    *count += *known == MISSING;
    *known = strcmp(at, "derived") == 0 ? DONE : BELIEVED; /* derived cells are computed again */
    return CLI_CONTINUE;
}

static cli_exit take_header(const cells_job *job, const char *path, const char *line)
{
    static const char start[] = "dpcert-cells 1 ";
    const char *at = line + sizeof start - 1;
    uint64_t key = 0;
    if (strncmp(line, start, sizeof start - 1) != 0 || !take_number(&at, 16, '\0', &key))
        return wrong_line(path, 1,
                          "not a file of cells: the first line must be 'dpcert-cells 1 KEY'");
    return key == dpc_table_key(job->table)
               ? CLI_CONTINUE
               : wrong_line(path, 1,
                            "these cells belong to another specification or to another version of "
                            "the catalogue");
}

/* Gives the table the cells of a file. */
static cli_exit read_cells(const cells_job *job, cells_file *f, unsigned char *state)
{
    char *line = NULL;
    size_t room = 0, number = 0;
    cli_exit code = CLI_CONTINUE;
    for (ssize_t n; code == CLI_CONTINUE && (n = getline(&line, &room, f->file)) > 0;) {
        number++;
        if (line[n - 1] != '\n') {
            if (!f->interrupted)
                code = wrong_line(f->path, number, "the file is cut off here");
            break;
        }
        line[n - 1] = '\0';
        f->end += n;
        code = number == 1 ? take_header(job, f->path, line)
                           : take_line(job, f->path, number, line, state, &f->found);
    }
    if (code == CLI_CONTINUE && ferror(f->file))
        code = cli_fail(CLI_USAGE, "cannot read %s", f->path);
    free(line);
    return code;
}

/* ---- computing ---- */

typedef struct {
    const cells_job *job;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned char *state; /* by cell */
    cell_state wanted;    /* cells that are taken now */
    size_t next;          /* the first cell that no thread has taken */
    size_t done, todo;
    size_t believed, again; /* cells from files, and those among them to be evaluated again */
    size_t running;         /* threads */
    bool alone;             /* there is one thread */
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
    while (p->next < all && p->state[p->next] != p->wanted)
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

/* Appends the line of a cell to the journal and flushes it.  A line that was cut off is computed
   again. */
static void keep_cell(pool *p, size_t row, size_t column, const char *record)
{
    if (p->journal != NULL && (fprintf(p->journal, "cell %zu %zu %s\n", row, column, record) < 0 ||
                               fflush(p->journal) != 0)) {
        char message[1024];
        (void)snprintf(message, sizeof message,
                       "cannot write %.800s: %s (its cells are not lost: continue with --resume)",
                       p->job->journal, strerror(errno));
        note_failure(p, CLI_USAGE, message);
    }
    p->done++;
}

/* Fails unless the new evaluation of a cell agrees with its file. */
static void compare_cell(pool *p, size_t row, size_t column, const char *record)
{
    char *known = dpc_table_record(p->job->table, row, column), message[1024];
    if (known == NULL)
        note_failure(p, CLI_UNDECIDED, "out of memory");
    else if (strcmp(known, record) != 0) {
        (void)snprintf(message, sizeof message,
                       "row %zu, column %s: the file of cells says '%.300s', and evaluation says "
                       "'%.300s': nothing is written, and the file is unchanged",
                       row + 1, dpc_table_column(p->job->table, column), known, record);
        note_failure(p, CLI_FALSE, message);
    }
    dpc_string_free(known);
    p->done++;
}

/* Copies a cell from t to the table of the job.  *record: its text if it is needed, to be freed.
   The lock is held. */
static dpc_status hand_over(const pool *p, const dpc_table_t *t, size_t row, size_t column,
                            char **record)
{
    dpc_table_t *to = p->job->table;
    if (t == to && p->journal == NULL)
        return DPC_OK;
    *record = dpc_table_record(t, row, column);
    return *record == NULL ? DPC_NOMEM : t == to ? DPC_OK : dpc_table_put(to, row, column, *record);
}

static void compute_cell(pool *p, dpc_table_t *t, size_t cell)
{
    const bool again = p->wanted == AGAIN;
    const size_t columns = dpc_table_columns(t), row = cell / columns, column = cell % columns;
    char *record = NULL, *certificate = NULL;
    const dpc_status status =
        dpc_table_compute(t, row, column, again ? &record : NULL,
                          p->job->certs != NULL && !again ? &certificate : NULL);
    cli_exit code = CLI_CONTINUE;
    if (certificate != NULL) {
        char path[4096];
        cells_certificate_path(p->job, row, column, path, sizeof path);
        code = cli_write_file(path, certificate);
    }
    (void)pthread_mutex_lock(&p->lock);
    if (status != DPC_OK)
        note_failure(p, cli_exit_of(status), dpc_table_error(t));
    else if (code != CLI_CONTINUE)
        note_failure(p, code, "a certificate cannot be written");
    else if (again)
        compare_cell(p, row, column, record);
    else if (hand_over(p, t, row, column, &record) != DPC_OK)
        note_failure(p, CLI_USAGE,
                     record != NULL ? dpc_table_error(p->job->table) : "out of memory");
    else
        keep_cell(p, row, column, record);
    (void)pthread_cond_signal(&p->changed);
    (void)pthread_mutex_unlock(&p->lock);
    dpc_string_free(record);
    dpc_string_free(certificate);
}

/* A thread: computes cells until none are left.  A single thread uses the table of the job; each of
   several has its own catalogue and table. */
static void *work(void *data)
{
    pool *p = data;
    const bool alone = p->alone;
    dpc_catalogue_t *cat = alone ? NULL : dpc_catalogue_new();
    dpc_table_t *t = alone         ? p->job->table
                     : cat != NULL ? dpc_table_new(cat, p->job->name, p->job->text, p->job->length)
                                   : NULL;
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
    if (!alone)
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

/* Opens the journal of an interrupted run, takes its cells, and removes a line that was cut off. */
static cli_exit resume_journal(pool *p)
{
    cells_file f = {.path = p->job->journal, .interrupted = true};
    f.file = cli_open_own(f.path, true);
    if (f.file == NULL)
        return CLI_USAGE;
    const cli_exit code = read_cells(p->job, &f, p->state);
    if (code == CLI_CONTINUE && f.found > 0) {
        p->journal = f.file;
        return ftruncate(fileno(f.file), f.end) == 0 && fseek(f.file, f.end, SEEK_SET) == 0
                   ? CLI_CONTINUE
                   : cli_fail(CLI_USAGE, "cannot write %s: %s", f.path, strerror(errno));
    }
    (void)fclose(f.file);
    return code;
}

static cli_exit open_journal(pool *p)
{
    const cells_job *job = p->job;
    struct stat info;
    if (job->journal == NULL)
        return CLI_CONTINUE;
    if (job->resume && lstat(job->journal, &info) == 0) {
        const cli_exit code = resume_journal(p);
        if (code != CLI_CONTINUE || p->journal != NULL)
            return code;
    }
    p->journal = cli_create_file(job->journal);
    if (p->journal == NULL)
        return CLI_USAGE;
    (void)fprintf(p->journal, "dpcert-cells 1 %llx\n", dpc_table_key(job->table));
    return CLI_CONTINUE;
}

static size_t all_cells(const pool *p)
{
    return dpc_table_rows(p->job->table) * dpc_table_columns(p->job->table);
}

/* Takes the cells from the files; all must be there. */
static cli_exit merge_files(pool *p)
{
    cli_exit code = CLI_CONTINUE;
    size_t found = 0;
    for (size_t i = 0; i < p->job->nfiles && code == CLI_CONTINUE; i++) {
        cells_file f = {.path = p->job->file[i]};
        f.file = cli_open_own(f.path, false);
        if (f.file == NULL)
            return CLI_USAGE;
        code = read_cells(p->job, &f, p->state);
        found += f.found;
        (void)fclose(f.file);
    }
    if (code == CLI_CONTINUE && found < all_cells(p))
        code = cli_fail(CLI_USAGE,
                        "%zu of %zu cells are missing from the files: give the files of all shards",
                        all_cells(p) - found, all_cells(p));
    return code;
}

/* Marks the cells of other shards as done, and those without their certificate as missing. */
static void mark_cells(pool *p)
{
    const size_t columns = dpc_table_columns(p->job->table);
    for (size_t i = 0; i < all_cells(p); i++) {
        if (p->state[i] == BELIEVED && p->job->certs != NULL && p->job->nfiles == 0) {
            char path[4096];
            cells_certificate_path(p->job, i / columns, i % columns, path, sizeof path);
            p->state[i] = access(path, F_OK) == 0 ? BELIEVED : MISSING;
        }
        if (p->job->shards > 1 && i % p->job->shards != p->job->shard - 1)
            p->state[i] = DONE;
        p->believed += p->state[i] == BELIEVED;
    }
}

/* An unpredictable number. */
static bool take_random(uint64_t *number)
{
    static uint64_t stock[32]; /* called before there are threads */
    static size_t left;
    if (left == 0) {
        if (getentropy(stock, sizeof stock) != 0)
            return false;
        left = sizeof stock / sizeof stock[0];
    }
    *number = stock[--left];
    return true;
}

/* Chooses the cells from files to be evaluated again: one in a hundred, but at least twenty; all of
   them with --verify. */
static cli_exit choose_again(pool *p)
{
    enum { LEAST = 20, ONE_IN = 100 };
    size_t wanted = (p->believed + ONE_IN - 1) / ONE_IN, left = p->believed;
    wanted = wanted < LEAST ? LEAST : wanted;
    wanted = p->job->verify || wanted > left ? left : wanted;
    p->again = wanted;
    for (size_t i = 0; left > 0; i++) {
        uint64_t number;
        if (p->state[i] != BELIEVED)
            continue;
        if (!take_random(&number))
            return cli_fail(CLI_USAGE,
                            "cannot choose the cells to be evaluated again: the system has no "
                            "random numbers: %s",
                            strerror(errno));
        if (number % left < wanted) {
            p->state[i] = AGAIN;
            wanted--;
        }
        left--;
    }
    return CLI_CONTINUE;
}

static void run_threads(pool *p)
{
    enum { MAX_JOBS = 1024 };
    pthread_t thread[MAX_JOBS];
    size_t started = 0;
    p->alone = p->job->jobs == 1 || p->todo == 1;
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

/* Evaluates all cells in this state. */
static void run_cells(pool *p, cell_state wanted)
{
    p->wanted = wanted;
    p->next = p->done = p->todo = 0;
    for (size_t i = 0; i < all_cells(p); i++)
        p->todo += p->state[i] == wanted;
    if (p->todo > 0 && p->code == CLI_CONTINUE)
        run_threads(p);
}

static void run_all(pool *p)
{
    (void)pthread_mutex_init(&p->lock, NULL);
    (void)pthread_cond_init(&p->changed, NULL);
    run_cells(p, AGAIN);
    run_cells(p, MISSING);
    (void)pthread_cond_destroy(&p->changed);
    (void)pthread_mutex_destroy(&p->lock);
    if (p->code == CLI_CONTINUE && p->believed > 0)
        (void)cli_fail(CLI_CONTINUE, "note: %zu of %zu cells from files were evaluated again",
                       p->again, p->believed);
}

cli_exit cells_compute(const cells_job *job)
{
    pool p = {.job = job, .code = CLI_CONTINUE};
    p.state = calloc(all_cells(&p) + 1, 1);
    if (p.state == NULL)
        return cli_no_memory();
    if (job->certs != NULL && mkdir(job->certs, 0777) != 0 && errno != EEXIST) {
        free(p.state);
        return cli_fail(CLI_USAGE, "cannot make the folder %s: %s", job->certs, strerror(errno));
    }
    cli_exit code = job->nfiles > 0 ? merge_files(&p) : open_journal(&p);
    if (code == CLI_CONTINUE) {
        mark_cells(&p);
        code = choose_again(&p);
    }
    if (code == CLI_CONTINUE) {
        run_all(&p);
        code = p.code != CLI_CONTINUE ? cli_fail(p.code, "%s", p.message) : CLI_CONTINUE;
    }
    if (p.journal != NULL && fclose(p.journal) != 0 && code == CLI_CONTINUE)
        code = cli_fail(CLI_USAGE, "cannot write %s: %s", job->journal, strerror(errno));
    free(p.state);
    return code;
}
