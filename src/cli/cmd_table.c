/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert table: a table of certified numbers from a specification. */
#include "base/text.h"
#include "cli/cells.h"
#include "cli/files.h"
#include "io/csv.h"
#include "io/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- settings ---- */

static const char *format_of(const cli_args *args)
{
    static const char *const suffixes[][2] = {
        {".csv", "csv"}, {".md", "md"}, {".tex", "latex"}, {".json", "json"}, {".svg", "svg"}};
    if (args->format != NULL)
        return args->format;
    const size_t length = args->output != NULL ? strlen(args->output) : 0;
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        const size_t n = strlen(suffixes[i][0]);
        if (length > n && strcmp(args->output + length - n, suffixes[i][0]) == 0)
            return suffixes[i][1];
    }
    return "csv";
}

/* `k/n` */
static cli_exit read_shard(const char *text, cells_job *job)
{
    char *slash = NULL, *end = NULL;
    errno = 0;
    job->shard = strtoul(text, &slash, 10);
    job->shards = *slash == '/' ? strtoul(slash + 1, &end, 10) : 0;
    if (errno != 0 || text[0] == '-' || end == NULL || *end != '\0' || job->shard < 1 ||
        job->shard > job->shards)
        return cli_fail(CLI_USAGE, "--shard wants K/N with 1 <= K <= N, not '%.40s'", text);
    return CLI_CONTINUE;
}

static cli_exit read_settings(const cli_args *args, cells_job *job)
{
    cli_exit code = CLI_CONTINUE;
    unsigned long long n = 1;
    job->shard = job->shards = 1;
    job->certs = args->certs;
    job->resume = args->resume;
    job->verify = args->verify;
    if (args->jobs != NULL)
        code = cli_read_count(args->jobs, "jobs", 1024, &n);
    job->jobs = (unsigned long)n;
    if (code == CLI_CONTINUE && args->shard != NULL)
        code = read_shard(args->shard, job);
    if (code != CLI_CONTINUE)
        return code;
    if (args->nwords == 0)
        return cli_fail(CLI_USAGE, "table needs a specification: dpcert table SPEC");
    if (args->nwords > 1 && !args->merge)
        return cli_fail(CLI_USAGE,
                        "table takes one specification: files of cells come after --merge");
    if (args->merge && (args->shard != NULL || args->resume || args->nwords == 1))
        return cli_fail(CLI_USAGE,
                        "--merge wants the files that --shard wrote, and computes nothing new: "
                        "dpcert table SPEC --merge FILE...");
    if (args->verify && !args->merge && !args->resume)
        return cli_fail(
            CLI_USAGE,
            "--verify checks the cells that --resume or --merge takes: give one of them as well");
    if ((args->resume || args->shard != NULL) &&
        (args->output == NULL || strcmp(args->output, "-") == 0 || !cli_is_file(args->output)))
        return cli_fail(CLI_USAGE, "--%s needs a file for the result: -o FILE",
                        args->resume ? "resume" : "shard");
    if (args->merge) {
        job->file = args->word + 1;
        job->nfiles = args->nwords - 1;
    }
    return CLI_CONTINUE;
}

/* ---- comparison ---- */

/* Compares the fields of a row and prints the differences; returns their number. */
static size_t compare_rows(size_t row, char *const *name, const dpc_csv *old, const dpc_csv *new)
{
    size_t differ = 0;
    for (size_t i = 0; i < new->nfields; i++) {
        const char *was = i < old->nfields ? old->field[i] : "nothing";
        if (strcmp(was, new->field[i]) == 0)
            continue;
        printf("row %zu, ", row);
        cli_put(name[i]);
        (void)fputs(": ", stdout);
        cli_put(new->field[i]);
        (void)fputs(", was ", stdout);
        cli_put(was);
        putchar('\n');
        differ++;
    }
    return differ;
}

static bool same_fields(const dpc_csv *a, const dpc_csv *b)
{
    bool same = a->nfields == b->nfields;
    for (size_t i = 0; same && i < a->nfields; i++)
        same = strcmp(a->field[i], b->field[i]) == 0;
    return same;
}

static cli_exit compare_tables(dpc_csv *old, dpc_csv *new, const char *path)
{
    size_t row = 0, differ = 0, names = 0;
    char *name[DPC_CSV_MAX_FIELDS] = {NULL};
    if (!dpc_csv_next(old) || !dpc_csv_next(new) || !same_fields(old, new))
        return cli_fail(CLI_FALSE,
                        "%s and the table have different columns, and cannot be compared", path);
    for (; names < new->nfields; names++)
        name[names] = strdup(new->field[names]);
    for (;;) {
        const bool was = dpc_csv_next(old), is = dpc_csv_next(new);
        if (!was && !is)
            break;
        row++;
        if (was && is)
            differ += compare_rows(row, name, old, new);
        else {
            printf("row %zu: %s\n", row, is ? "is new" : "is missing");
            differ++;
        }
    }
    while (names > 0)
        free(name[--names]);
    if (old->error != NULL)
        return cli_fail(CLI_USAGE, "%s:%zu: %s", path, old->line, old->error);
    if (differ > 0)
        return cli_fail(CLI_FALSE, "%zu cells differ from %s", differ, path);
    printf("all %zu rows agree with ", row);
    cli_put(path);
    putchar('\n');
    return CLI_OK;
}

static cli_exit compare_with(dpc_table_t *t, const char *path)
{
    char *text = dpc_table_text(t, "csv");
    if (text == NULL)
        return cli_fail(CLI_USAGE, "%s", dpc_table_error(t));
    const char *why = NULL;
    FILE *file = dpc_file_stream(path, &why), *memory = fmemopen(text, strlen(text), "r");
    dpc_csv *old = malloc(sizeof *old), *new = malloc(sizeof *new);
    cli_exit code;
    if (file == NULL)
        code = cli_fail(CLI_USAGE, "cannot read %s: %s", path, why);
    else if (memory == NULL || old == NULL || new == NULL)
        code = cli_no_memory();
    else {
        dpc_csv_start(old, file);
        dpc_csv_start(new, memory);
        code = compare_tables(old, new, path);
        dpc_csv_end(old);
        dpc_csv_end(new);
    }
    if (file != NULL)
        (void)fclose(file);
    if (memory != NULL)
        (void)fclose(memory);
    free(old);
    free(new);
    dpc_string_free(text);
    return code;
}

/* ---- output ---- */

/* Prints warnings about columns to stderr for CSV and SVG, which have no place for them. */
static void put_warnings(const dpc_table_t *t, const char *format)
{
    if (strcmp(format, "csv") != 0 && strcmp(format, "svg") != 0)
        return;
    for (size_t c = 0; c < dpc_table_columns(t); c++)
        if (dpc_table_warning(t, c) != NULL)
            (void)cli_fail(CLI_CONTINUE, "note: column %s: %s", dpc_table_column(t, c),
                           dpc_table_warning(t, c));
}

static cli_exit put_table(const cells_job *job, const cli_args *args)
{
    char *text = dpc_table_text(job->table, format_of(args));
    if (text == NULL)
        return cli_fail(CLI_USAGE, "%s", dpc_table_error(job->table));
    const cli_exit code = cli_write_file(args->output != NULL ? args->output : "-", text);
    dpc_string_free(text);
    put_warnings(job->table, format_of(args));
    return code;
}

/* Verifies a certificate against its cell and adds its line to the manifest. */
static cli_exit put_verdict(const cells_job *job, size_t row, size_t column, const char *path,
                            FILE *out)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path, *why = NULL;
    FILE *file = dpc_file_stream(path, &why);
    if (file == NULL)
        return cli_fail(CLI_USAGE, "cannot read %s: %s", path, why);
    /* one byte more shows that the file is too long */
    char *text = malloc(DPC_MAX_CERTIFICATE + 1), *line = NULL;
    cli_exit code = text != NULL ? CLI_CONTINUE : cli_no_memory();
    if (code == CLI_CONTINUE) {
        const size_t length = fread(text, 1, DPC_MAX_CERTIFICATE + 1, file);
        const dpc_status status =
            dpc_table_verify(job->table, row, column, path, text, length, &line);
        if (status != DPC_OK)
            code = cli_fail(cli_exit_of(status), "%s", dpc_table_error(job->table));
        else
            (void)fprintf(out, "%s\t%s\n", name, line);
    }
    dpc_string_free(line);
    free(text);
    (void)fclose(file);
    return code;
}

/* Whether the cell is a number: only numbers have certificates. */
static bool is_number(const cells_job *job, size_t row, size_t column)
{
    char *record = dpc_table_record(job->table, row, column);
    const bool number = record != NULL && strncmp(record, "number", 6) == 0;
    dpc_string_free(record);
    return number;
}

static cli_exit put_manifest(const cells_job *job, FILE *out)
{
    char path[4096];
    size_t numbers = 0, bare = 0;
    cli_exit code = CLI_CONTINUE;
    for (size_t row = 0; row < dpc_table_rows(job->table); row++)
        for (size_t c = 0; c < dpc_table_columns(job->table) && code == CLI_CONTINUE; c++) {
            if (!is_number(job, row, c))
                continue;
            cells_certificate_path(job, row, c, path, sizeof path);
            numbers++;
            if (access(path, F_OK) == 0)
                code = put_verdict(job, row, c, path, out);
            else
                bare++;
        }
    if (code == CLI_CONTINUE && bare > 0)
        (void)cli_fail(code, "%zu of %zu numbers of the table have no certificate in %s", bare,
                       numbers, job->certs);
    return code;
}

/* Writes the manifest: one line for each certificate, with its file and its verified statement. */
static cli_exit write_manifest(const cells_job *job)
{
    char *text = NULL, path[4096];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return cli_no_memory();
    cli_exit code = put_manifest(job, out);
    if (fclose(out) != 0 && code == CLI_CONTINUE)
        code = cli_no_memory();
    (void)snprintf(path, sizeof path, "%s/MANIFEST", job->certs);
    if (code == CLI_CONTINUE)
        code = cli_write_file(path, text);
    free(text);
    return code;
}

/* The file that holds the cells during a run, beside the result; NULL if the result is no file. */
static char *journal_name(const cli_args *args)
{
    if (args->output == NULL || strcmp(args->output, "-") == 0 || !cli_is_file(args->output))
        return NULL;
    const size_t size = strlen(args->output) + sizeof ".cells";
    char *name = malloc(size);
    if (name != NULL)
        (void)snprintf(name, size, "%s.cells", args->output);
    return name;
}

static cli_exit compute(cells_job *job, const cli_args *args)
{
    char *journal = job->nfiles == 0 ? journal_name(args) : NULL;
    job->journal = journal;
    cli_exit code = cells_compute(job);
    if (code == CLI_CONTINUE && job->certs != NULL && job->shards == 1)
        code = write_manifest(job);
    if (code == CLI_CONTINUE && args->shard != NULL) {
        code = rename(journal, args->output) == 0
                   ? CLI_OK
                   : cli_fail(CLI_USAGE, "cannot write %s: %s", args->output, strerror(errno));
    } else if (code == CLI_CONTINUE && (args->against == NULL || args->output != NULL)) {
        code = put_table(job, args);
        if (code == CLI_CONTINUE && journal != NULL)
            (void)unlink(journal);
    }
    free(journal);
    return code;
}

static cli_exit run_table(const cli_args *args)
{
    cells_job job = {.name = NULL};
    cli_exit code = read_settings(args, &job);
    if (code != CLI_CONTINUE)
        return code;
    char *text = NULL;
    code = cli_read_value("the specification", args->word[0], &text);
    if (code != CLI_CONTINUE)
        return code;
    job.name = args->word[0];
    job.text = text;
    job.length = strlen(text);
    dpc_catalogue_t *cat = dpc_catalogue_new();
    job.table = cat != NULL ? dpc_table_new(cat, job.name, text, job.length) : NULL;
    if (job.table == NULL)
        code = cat != NULL ? cli_fail(CLI_USAGE, "%s", dpc_catalogue_error(cat)) : cli_no_memory();
    else
        code = compute(&job, args);
    if (code == CLI_CONTINUE && args->against != NULL)
        code = compare_with(job.table, args->against);
    if (code == CLI_CONTINUE)
        code = CLI_OK;
    dpc_table_free(job.table);
    dpc_catalogue_free(cat);
    free(text);
    return code;
}

/* ---- the command line ---- */

static const cli_option options[] = {
    {"format", '\0', "csv|md|latex|json|svg", CLI_PLACE(format),
     "      --format F     csv, md, latex, json or svg (default: after the name of FILE)\n"},
    {"output", 'o', "FILE", CLI_PLACE(output),
     "  -o, --output FILE  where to write it; nothing half-written is left behind\n"},
    {"jobs", 'j', "N", CLI_PLACE(jobs),
     "  -j, --jobs N       compute N cells at a time; the result does not depend on it\n"},
    {"resume", '\0', NULL, CLI_PLACE(resume),
     "      --resume       go on with an interrupted run (its cells are in FILE.cells)\n"},
    {"certs", '\0', "DIR", CLI_PLACE(certs),
     "      --certs DIR    write a certificate for each cell, and a MANIFEST\n"},
    {"against", '\0', "FILE", CLI_PLACE(against),
     "      --against CSV  compare with an earlier table instead; differences: exit 1\n"},
    {"shard", '\0', "K/N", CLI_PLACE(shard),
     "      --shard K/N    compute the K-th of N parts, for --merge\n"},
    {"merge", '\0', NULL, CLI_PLACE(merge), "      --merge FILE...  put the parts together\n"},
    {"verify", '\0', NULL, CLI_PLACE(verify),
     "      --verify       recompute every cell taken by --resume or --merge, not just a\n"
     "                     sample; cells written by other users are never taken\n"},
    {NULL, '\0', NULL, 0, NULL},
};

const cli_command cli_table_command = {
    .name = "table",
    .run = run_table,
    .usage = "usage: dpcert table SPEC [OPTION]...\n"
             "       dpcert table SPEC --merge FILE... [OPTION]...\n"
             "\n"
             "Makes a table of certified numbers from a specification (dpcert-tables(5)): upper\n"
             "bounds are rounded up in every cell.\n"
             "\n",
    .option = options,
    .more = "\n"
            "Exit status: 0 done, 1 the table differs, 2 wrong usage, 3 undecided.\n",
};
