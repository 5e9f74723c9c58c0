/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert show: the statement of a theorem, for readers. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* ---- statements, kept ---- */

typedef struct {
    dpc_statement_kind kind;
    char *claim; /* name and formula, as a reader would write them */
    char *text;  /* may be NULL */
} row;

typedef struct {
    row *row;
    size_t count;
    json_t *json; /* used instead of rows for --json and NULL otherwise */
    bool failed;  /* out of memory */
} collection;

static void clear_collection(collection *c)
{
    for (size_t i = 0; i < c->count; i++) {
        free(c->row[i].claim);
        free(c->row[i].text);
    }
    free(c->row);
}

const char *cli_formula_of(const dpc_statement *s)
{
    const char *f = s->formula != NULL ? s->formula : "";
    size_t length = s->name != NULL ? strlen(s->name) : 0;
    if (length > 0 && strncmp(f, s->name, length) == 0)
        f += length;
    return f + strspn(f, " ");
}

/* `minimise NAME` or `maximise NAME`: the language may omit the verb, readers need it. */
static char *objective_of(const dpc_statement *s)
{
    static const char maximise[] = "maximise";
    const bool largest = strncmp(cli_formula_of(s), maximise, sizeof maximise - 1) == 0;
    size_t size = strlen(s->name) + sizeof maximise + 1;
    char *claim = malloc(size);
    if (claim != NULL)
        (void)snprintf(claim, size, "%s %s", largest ? maximise : "minimise", s->name);
    return claim;
}

/* Name and formula in one text, to be freed.  `eps : real where c` reads `eps : real, c`. */
static char *claim_of(const dpc_statement *s)
{
    static const char where[] = " where ";
    const char *name = s->name != NULL ? s->name : "", *formula = cli_formula_of(s);
    const char *cut = formula[0] == ':' ? strstr(formula, where) : NULL;
    size_t size = strlen(name) + strlen(formula) + 8;
    char *claim = malloc(size);
    if (claim == NULL)
        return NULL;
    const char *blank =
        name[0] != '\0' && formula[0] != '\0' && formula[0] != '[' && formula[0] != '(' ? " " : "";
    if (cut != NULL)
        (void)snprintf(claim, size, "%s%s%.*s, %s", name, blank, (int)(cut - formula), formula,
                       cut + sizeof where - 1);
    else
        (void)snprintf(claim, size, "%s%s%s", name, blank, formula);
    return claim;
}

static void keep(void *data, const dpc_statement *s)
{
    collection *c = data;
    if (c->failed)
        return;
    row *bigger = realloc(c->row, (c->count + 1) * sizeof *bigger);
    if (bigger == NULL) {
        c->failed = true;
        return;
    }
    c->row = bigger;
    row *r = &c->row[c->count++];
    *r = (row){.kind = s->kind,
               .claim = s->kind == DPC_STATEMENT_OBJECTIVE ? objective_of(s) : claim_of(s),
               .text = s->text != NULL ? strdup(s->text) : NULL};
    c->failed = r->claim == NULL || (s->text != NULL && r->text == NULL);
}

static void keep_json(void *data, const dpc_statement *s)
{
    collection *c = data;
    c->failed = c->failed || !cli_json_append(c->json, cli_json_statement(s));
}

/* ---- sections ---- */

typedef struct {
    const char *heading;
    dpc_statement_kind kind[4]; /* those that there are */
} section;

static const section sections[] = {
    {"about", {DPC_STATEMENT_ABOUT}},
    {"parameters", {DPC_STATEMENT_PARAM}},
    {"witnesses (searched for unless given; any admissible value is valid)",
     {DPC_STATEMENT_CHOOSE}},
    {"aim of the search", {DPC_STATEMENT_OBJECTIVE}},
    {"definitions",
     {DPC_STATEMENT_LET, DPC_STATEMENT_DEF, DPC_STATEMENT_USE, DPC_STATEMENT_METHOD}},
    {"hypotheses", {DPC_STATEMENT_REQUIRE}},
    {"assumptions (numbers cannot check them)", {DPC_STATEMENT_ASSUME}},
    {"premises (check them yourself: numbers cannot)", {DPC_STATEMENT_PREMISE}},
    {"results", {DPC_STATEMENT_RESULT}},
    {"referees (the truth from the other side)", {DPC_STATEMENT_REFEREE}},
    {"sources", {DPC_STATEMENT_CITE}},
    {"notes", {DPC_STATEMENT_NOTE}},
};

static bool belongs(const row *r, const section *s)
{
    for (size_t i = 0; i < sizeof s->kind / sizeof s->kind[0]; i++)
        if (s->kind[i] != DPC_STATEMENT_NONE && s->kind[i] == r->kind)
            return true;
    return false;
}

enum { INDENT = 2, MAX_COLUMN = 40 };

/* The column where texts start: beyond the longest claim, if that leaves room for them. */
static int text_column(const collection *c, const section *s)
{
    int column = INDENT;
    for (size_t i = 0; i < c->count; i++) {
        int end = INDENT + (int)strlen(c->row[i].claim) + 2;
        if (belongs(&c->row[i], s) && c->row[i].text != NULL && end > column && end <= MAX_COLUMN)
            column = end;
    }
    return column;
}

static void put_row(const cli_args *args, const row *r, int column)
{
    int length = (int)strlen(r->claim);
    printf("%*s%s", INDENT, "", r->claim);
    if (r->text == NULL) {
        putchar('\n');
    } else if (length == 0) {
        cli_put_wrapped(args, r->text, INDENT, INDENT);
    } else if (INDENT + length + 2 <= column) {
        printf("%*s", column - INDENT - length, "");
        cli_put_wrapped(args, r->text, column, column);
    } else {
        printf("\n%*s", 3 * INDENT, "");
        cli_put_wrapped(args, r->text, 3 * INDENT, 3 * INDENT);
    }
}

static void put_section(const cli_args *args, const collection *c, const section *s)
{
    bool headed = false;
    int column = text_column(c, s);
    for (size_t i = 0; i < c->count; i++) {
        if (!belongs(&c->row[i], s))
            continue;
        if (!headed)
            printf("\n%s\n", s->heading);
        headed = true;
        put_row(args, &c->row[i], column);
    }
}

/* ---- the header ---- */

static const char *status_meaning(dpc_theorem_status status)
{
    static const char *const meaning[] = {
        [DPC_STATUS_EXACT] = "the value is the worst case itself",
        [DPC_STATUS_PROVED] = "a correct theorem, its value bounds the truth",
        [DPC_STATUS_CONDITIONAL] = "correct under assumptions that numbers cannot check",
        [DPC_STATUS_ASYMPTOTIC] = "orientation only: contains an unspecified O(.)",
        [DPC_STATUS_REFUTED] = "the printed theorem is false, its values are not bounds",
    };
    const char *text = (size_t)status < sizeof meaning / sizeof meaning[0] ? meaning[status] : NULL;
    return text != NULL ? text : "";
}

static const char *adjacency_meaning(dpc_adjacency adjacency)
{
    switch (adjacency) {
    case DPC_ADJACENCY_ADD_REMOVE:
        return ": neighbours differ by one added or removed record";
    case DPC_ADJACENCY_REPLACE_ONE:
        return ": neighbours differ in the value of one record";
    case DPC_ADJACENCY_ANY:
        return ": whichever data sets count as neighbours";
    default:
        return "";
    }
}

static void put_header(const cli_args *args, const dpc_theorem_info *info, const collection *c)
{
    cli_put_heading(args, info);
    printf("  status     ");
    if (info->is_own)
        printf("the file says %s (%s)\n", dpc_theorem_status_name(info->status),
               dpc_basis_name(info->basis));
    else {
        cli_put_status(args, info);
        printf(": %s\n", status_meaning(info->status));
    }
    for (size_t i = 0; i < c->count; i++) /* e.g. what refutes it */
        if (c->row[i].kind == DPC_STATEMENT_STATUS && c->row[i].text != NULL) {
            printf("             ");
            cli_put_wrapped(args, c->row[i].text, 13, 13);
        }
    bool label = false; /* a lemma is appealed to */
    for (size_t i = 0; i < c->count; i++)
        label = label || strstr(c->row[i].claim, ", quasiconvex ") != NULL;
    if (info->is_own)
        printf("             %s\n", cli_own_notice);
    if (info->is_own && label)
        printf("             'quasiconvex' is ignored: nothing vouches for its lemmas either\n");
    printf("  adjacency  %s%s\n", dpc_adjacency_name(info->adjacency),
           adjacency_meaning(info->adjacency));
    printf("  revision   %lu\n", info->revision);
}

/* ---- the command ---- */

static cli_exit print_readable(const cli_args *args, dpc_catalogue_t *cat,
                               const dpc_theorem_info *info)
{
    collection c = {.row = NULL};
    dpc_status status = dpc_theorem_statements(cat, info->id, keep, &c);
    cli_exit code = CLI_OK;
    if (status != DPC_OK)
        code = cli_fail(cli_exit_of(status), "%s", dpc_catalogue_error(cat));
    else if (c.failed)
        code = cli_no_memory();
    else {
        put_header(args, info, &c);
        for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
            put_section(args, &c, &sections[i]);
    }
    clear_collection(&c);
    return code;
}

static cli_exit print_json(dpc_catalogue_t *cat, const dpc_theorem_info *info)
{
    json_t *object = cli_json_theorem(info);
    collection c = {.json = json_array()};
    dpc_status status = dpc_theorem_statements(cat, info->id, keep_json, &c);
    c.failed = !cli_json_set(object, "statements", c.json) || c.failed;
    if (status == DPC_OK && !c.failed)
        return cli_json_print(object);
    json_decref(object);
    return status == DPC_OK ? cli_no_memory()
                            : cli_fail(cli_exit_of(status), "%s", dpc_catalogue_error(cat));
}

static cli_exit print_source(const cli_args *args, dpc_catalogue_t *cat, const char *id)
{
    char *text = args->latex ? dpc_theorem_latex(cat, id) : dpc_theorem_text(cat, id);
    if (text == NULL)
        return cli_no_memory(); /* the theorem exists, so memory ran out */
    size_t length = strlen(text);
    (void)fputs(text, stdout);
    if (length > 0 && text[length - 1] != '\n')
        putchar('\n');
    dpc_string_free(text);
    return CLI_OK;
}

static cli_exit show(const cli_args *args, dpc_catalogue_t *cat, const char *id)
{
    dpc_theorem_info info;
    dpc_status status = dpc_theorem_get(cat, id, &info);
    if (status != DPC_OK)
        return cli_fail(cli_exit_of(status), "%s", dpc_catalogue_error(cat));
    if (args->json)
        return print_json(cat, &info);
    if (args->latex || args->text)
        return print_source(args, cat, id);
    return print_readable(args, cat, &info);
}

static cli_exit run_show(const cli_args *args)
{
    if (args->nwords == 0)
        return cli_fail(CLI_USAGE, "show needs the id of a theorem: 'dpcert list' shows them");
    if (args->nwords > 1)
        return cli_fail(CLI_USAGE, "show takes one theorem, not %zu arguments", args->nwords);
    if (args->json + args->latex + args->text > 1)
        return cli_fail(CLI_USAGE, "--text, --latex and --json exclude each other: give one");
    dpc_catalogue_t *cat = NULL;
    const char *id = NULL;
    cli_exit code = cli_open_theorem(args->word[0], &cat, &id);
    if (code == CLI_CONTINUE)
        code = show(args, cat, id);
    dpc_catalogue_free(cat);
    return code;
}

/* ---- the command line ---- */

static const cli_option options[] = {
    {"text", '\0', NULL, CLI_PLACE(text), "  --text    the canonical text of the theorem file\n"},
    {"latex", '\0', NULL, CLI_PLACE(latex), "  --latex   the statement in LaTeX\n"},
    {"json", '\0', NULL, CLI_PLACE(json), "  --json    one JSON object\n"},
    {NULL, '\0', NULL, 0, NULL},
};

const cli_command cli_show_command = {
    .name = "show",
    .run = run_show,
    .usage = "usage: dpcert show ID [--text | --latex | --json]\n"
             "\n"
             "Shows what a theorem says: parameters, hypotheses, assumptions, results,\n"
             "referees, sources, status.  ID is a catalogue id, or a path to your own theorem\n"
             "file (with a '/' or .thm).\n"
             "\n",
    .option = options,
    .more = "",
};
