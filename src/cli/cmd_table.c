/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert table: a table of certified numbers from a specification. */
#include "cli/cells.h"

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
                        "--merge wants the files that --shard wrote, and computes nothing: "
                        "dpcert table SPEC --merge FILE...");
    if ((args->resume || args->shard != NULL) &&
        (args->output == NULL || strcmp(args->output, "-") == 0))
        return cli_fail(CLI_USAGE, "--%s needs a file for the result: -o FILE",
                        args->resume ? "resume" : "shard");
    return CLI_CONTINUE;
}

/* ---- comparison ---- */

/* The next field of a line of CSV; blanks the line behind it.  NULL at its end. */
static char *next_field(char **at)
{
    char *s = *at, *out = s;
    if (s == NULL)
        return NULL;
    const char *field = s;
    if (*s == '"') {
        for (s++; *s != '\0' && (*s != '"' || s[1] == '"'); s++) {
            s += *s == '"';
            *out++ = *s;
        }
        s += *s == '"';
    } else {
        s += strcspn(s, ",");
        out = s;
    }
    *at = *s == ',' ? s + 1 : NULL;
    *out = '\0';
    return (char *)field;
}

/* Cuts the first line off; a carriage return at its end goes too.  NULL if there is none. */
static char *next_line(char **text)
{
    char *line = *text;
    if (line == NULL || *line == '\0')
        return NULL;
    char *end = line + strcspn(line, "\n");
    *text = *end == '\n' ? end + 1 : end;
    *end = '\0';
    if (end > line && end[-1] == '\r')
        end[-1] = '\0';
    return line;
}

/* Compares the fields of a row; prints those that differ.  names: the header, a copy. */
static size_t compare_rows(size_t row, char *names, char *old, char *new)
{
    size_t differ = 0;
    for (char *name = next_field(&names); name != NULL; name = next_field(&names)) {
        const char *a = next_field(&old), *b = next_field(&new);
        if (a != NULL && b != NULL && strcmp(a, b) == 0)
            continue;
        printf("row %zu, %s: %s, was %s\n", row, name, b != NULL ? b : "nothing",
               a != NULL ? a : "nothing");
        differ++;
    }
    return differ;
}

static cli_exit compare_tables(char *old, char *new, const char *path)
{
    size_t row = 0, differ = 0;
    char *old_header = next_line(&old), *header = next_line(&new);
    if (old_header == NULL || header == NULL || strcmp(old_header, header) != 0)
        return cli_fail(CLI_FALSE, "%s has other columns: '%.200s' instead of '%.200s'", path,
                        old_header != NULL ? old_header : "", header != NULL ? header : "");
    for (;;) {
        char *a = next_line(&old), *b = next_line(&new);
        if (a == NULL && b == NULL)
            break;
        row++;
        if (a == NULL || b == NULL) {
            printf("row %zu: %s\n", row, a == NULL ? "is new" : "is missing");
            differ++;
            continue;
        }
        char *names = strdup(header);
        if (names == NULL)
            return cli_no_memory();
        differ += compare_rows(row, names, a, b);
        free(names);
    }
    if (differ > 0)
        return cli_fail(CLI_FALSE, "%zu cells differ from %s", differ, path);
    printf("all %zu rows agree with %s\n", row, path);
    return CLI_OK;
}

static cli_exit compare_with(dpc_table_t *t, const char *path)
{
    char *new = dpc_table_text(t, "csv"), *old = NULL;
    cli_exit code = new != NULL ? cli_read_value("--against", path, &old)
                                : cli_fail(CLI_USAGE, "%s", dpc_table_error(t));
    if (code == CLI_CONTINUE)
        code = compare_tables(old, new, path);
    dpc_string_free(new);
    free(old);
    return code;
}

/* ---- output ---- */

static cli_exit put_table(const cells_job *job, const cli_args *args)
{
    char *text = dpc_table_text(job->table, format_of(args));
    if (text == NULL)
        return cli_fail(CLI_USAGE, "%s", dpc_table_error(job->table));
    const cli_exit code = cli_write_certificate(args->output != NULL ? args->output : "-", text);
    dpc_string_free(text);
    return code == CLI_CONTINUE ? CLI_OK : code;
}

/* The verdict about a certificate that was written, if there is one. */
static void put_verdict(FILE *out, const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = file != NULL ? malloc(DPC_MAX_CERTIFICATE) : NULL;
    if (text != NULL) {
        const size_t length = fread(text, 1, DPC_MAX_CERTIFICATE, file);
        const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
        dpc_verdict_info *v = dpc_certificate_verify(name, text, length, NULL, 0, 0);
        (void)fprintf(out, "%s\t%s\n", name, v != NULL ? v->line : "not verified");
        dpc_verdict_free(v);
    }
    free(text);
    if (file != NULL)
        (void)fclose(file);
}

/* One line for each certificate: its file, and what it was verified to say. */
static cli_exit write_manifest(const cells_job *job)
{
    char *text = NULL, path[4096];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return cli_no_memory();
    for (size_t row = 0; row < dpc_table_rows(job->table); row++)
        for (size_t c = 0; c < dpc_table_columns(job->table); c++) {
            cells_certificate_path(job, row, c, path, sizeof path);
            put_verdict(out, path);
        }
    if (fclose(out) != 0) {
        free(text);
        return cli_no_memory();
    }
    (void)snprintf(path, sizeof path, "%s/MANIFEST", job->certs);
    const cli_exit code = cli_write_certificate(path, text);
    free(text);
    return code;
}

static cli_exit merge(const cells_job *job, const cli_args *args)
{
    const size_t all = dpc_table_rows(job->table) * dpc_table_columns(job->table);
    char *have = calloc(all + 1, 1);
    size_t count = 0;
    cli_exit code = have != NULL ? CLI_CONTINUE : cli_no_memory();
    for (size_t i = 1; i < args->nwords && code == CLI_CONTINUE; i++)
        code = cells_read(job, args->word[i], false, have, &count);
    if (code == CLI_CONTINUE && count < all)
        code = cli_fail(CLI_USAGE, "%zu of %zu cells are missing: is a shard missing?", all - count,
                        all);
    free(have);
    return code;
}

/* While it runs, the cells are beside the result. */
static char *journal_name(const cli_args *args)
{
    if (args->output == NULL || strcmp(args->output, "-") == 0)
        return NULL;
    const size_t size = strlen(args->output) + sizeof ".cells";
    char *name = malloc(size);
    if (name != NULL)
        (void)snprintf(name, size, "%s.cells", args->output);
    return name;
}

static cli_exit compute(cells_job *job, const cli_args *args)
{
    char *journal = journal_name(args);
    job->journal = journal;
    cli_exit code = cells_compute(job);
    if (code == CLI_CONTINUE && job->certs != NULL)
        code = write_manifest(job);
    if (code == CLI_CONTINUE && args->shard != NULL) {
        code = rename(journal, args->output) == 0
                   ? CLI_OK
                   : cli_fail(CLI_USAGE, "cannot write %s: %s", args->output, strerror(errno));
    } else if (code == CLI_CONTINUE && args->against == NULL) {
        code = put_table(job, args);
        if (code == CLI_OK && journal != NULL)
            (void)unlink(journal);
    }
    free(journal);
    return code;
}

cli_exit cli_table(const cli_args *args)
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
    else if (args->merge) {
        code = merge(&job, args);
        if (code == CLI_CONTINUE && args->against == NULL)
            code = put_table(&job, args);
    } else
        code = compute(&job, args);
    if (code == CLI_CONTINUE && args->against != NULL)
        code = compare_with(job.table, args->against);
    dpc_table_free(job.table);
    dpc_catalogue_free(cat);
    free(text);
    return code;
}
