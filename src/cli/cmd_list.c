/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert list: the theorems of the catalogue. */
#include "cli/cli.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* Text in lower case, to be freed; NULL: out of memory. */
static char *lower_case(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    for (size_t i = 0; copy != NULL && i < size; i++)
        copy[i] = (char)tolower((unsigned char)text[i]);
    return copy;
}

/* Whether the text matches.  pattern is in lower case; without wildcards it may match any part of
   the text. */
static bool matches(const char *pattern, const char *text, bool *no_memory)
{
    char *copy = text != NULL ? lower_case(text) : NULL;
    *no_memory = *no_memory || (text != NULL && copy == NULL);
    bool found = copy != NULL && (strpbrk(pattern, "*?[") != NULL ? fnmatch(pattern, copy, 0) == 0
                                                                  : strstr(copy, pattern) != NULL);
    free(copy);
    return found;
}

/* The theorems that match.  Their texts belong to the catalogue. */
typedef struct {
    dpc_theorem_info *info;
    size_t count;
} selection;

static cli_exit select_theorems(selection *s, dpc_catalogue_t *cat, const char *pattern)
{
    bool no_memory = false;
    size_t total = dpc_catalogue_count();
    s->info = calloc(total + 1, sizeof *s->info);
    if (s->info == NULL)
        return cli_no_memory();
    for (size_t i = 0; i < total; i++) {
        dpc_theorem_info *info = &s->info[s->count];
        dpc_status status = dpc_theorem_get(cat, dpc_catalogue_id(i), info);
        if (status != DPC_OK)
            return cli_fail(cli_exit_of(status), "%s", dpc_catalogue_error(cat));
        if (pattern == NULL || matches(pattern, info->id, &no_memory) ||
            matches(pattern, info->title, &no_memory))
            s->count++;
    }
    return no_memory ? cli_no_memory() : CLI_CONTINUE;
}

static cli_exit print_json(const selection *s)
{
    json_t *all = json_array();
    bool good = all != NULL;
    for (size_t i = 0; i < s->count && good; i++)
        good = cli_json_append(all, cli_json_theorem(&s->info[i]));
    if (!good) {
        json_decref(all);
        all = NULL;
    }
    return cli_json_print(all);
}

static void print_lines(const selection *s, const cli_args *args)
{
    int id_width = 0, status_width = 0;
    for (size_t i = 0; i < s->count; i++) {
        int id = (int)strlen(s->info[i].id),
            status = (int)strlen(dpc_theorem_status_name(s->info[i].status));
        id_width = id > id_width ? id : id_width;
        status_width = status > status_width ? status : status_width;
    }
    const char *plain = cli_colour_on(args, CLI_PLAIN);
    for (size_t i = 0; i < s->count; i++) {
        const dpc_theorem_info *t = &s->info[i];
        printf("%s%-*s%s  %s%-*s%s  %s\n", cli_colour_on(args, CLI_BOLD), id_width, t->id, plain,
               cli_colour_on(args, cli_status_colour(t)), status_width,
               dpc_theorem_status_name(t->status), plain, t->title != NULL ? t->title : "");
    }
    if (args->terminal)
        printf("%zu theorem%s\n", s->count, s->count == 1 ? "" : "s");
}

static cli_exit list(const cli_args *args, dpc_catalogue_t *cat, const char *pattern)
{
    selection s = {.info = NULL};
    cli_exit code = select_theorems(&s, cat, pattern);
    if (code == CLI_CONTINUE && s.count == 0)
        code = pattern != NULL
                   ? cli_fail(CLI_FALSE, "no theorem matches '%s': 'dpcert list' shows all of them",
                              args->word[0])
                   : cli_fail(CLI_FALSE, "the catalogue is empty");
    if (code == CLI_CONTINUE && args->json)
        code = print_json(&s);
    else if (code == CLI_CONTINUE) {
        print_lines(&s, args);
        code = CLI_OK;
    }
    free(s.info);
    return code;
}

static cli_exit run_list(const cli_args *args)
{
    if (args->nwords > 1)
        return cli_fail(CLI_USAGE,
                        "list takes one pattern at most; quote it if it has blanks or *");
    char *pattern = args->nwords == 1 ? lower_case(args->word[0]) : NULL;
    dpc_catalogue_t *cat = dpc_catalogue_new();
    cli_exit code = cat == NULL || (args->nwords == 1 && pattern == NULL)
                        ? cli_no_memory()
                        : list(args, cat, pattern);
    dpc_catalogue_free(cat);
    free(pattern);
    return code;
}

/* ---- the command line ---- */

static const cli_option options[] = {
    {"json", '\0', NULL, CLI_PLACE(json), "  --json   print an array of objects\n"},
    {NULL, '\0', NULL, 0, NULL},
};

const cli_command cli_list_command = {
    .name = "list",
    .run = run_list,
    .usage = "usage: dpcert list [PATTERN] [--json]\n"
             "\n"
             "Lists the theorems: id, status, title.  With PATTERN, only those whose id or\n"
             "title contains it; a PATTERN with *, ? or [ must match the whole.\n"
             "\n",
    .option = options,
    .more = "\n"
            "Exit status 1 if nothing matches.\n",
};
