/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert explain: every intermediate value, for a human auditor.  The library reports the parts of
   a formula before the formula.  People read the other way round, so steps are kept until their
   formula is known. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

typedef enum { IN_STEPS, IN_CONDITIONS, IN_RESULTS } place;

typedef struct {
    place where;
    int depth;
    char *label; /* name and formula */
    char *value;
} row;

typedef struct {
    row *row;
    size_t count, room;
    size_t pending; /* rows from here on are parts of a formula not yet reported */
    const dpc_query_t *query;
    bool failed; /* out of memory */
} story;

static void clear_row(row *r)
{
    free(r->label);
    free(r->value);
}

static void clear_story(story *s)
{
    for (size_t i = 0; i < s->count; i++)
        clear_row(&s->row[i]);
    free(s->row);
}

/* ---- collecting ---- */

/* The three texts in a row, to be freed; NULL: out of memory. */
static char *join(const char *prefix, const char *relation, const char *formula)
{
    size_t size = strlen(prefix) + strlen(relation) + strlen(formula) + 1;
    char *text = malloc(size);
    if (text != NULL)
        (void)snprintf(text, size, "%s%s%s", prefix, relation, formula);
    return text;
}

static const char *relation_of(const dpc_query_t *q, const char *result)
{
    for (size_t i = 0; i < dpc_query_results(q); i++) {
        const dpc_result_info *r = dpc_query_result(q, i);
        if (strcmp(r->name, result) == 0)
            return r->kind == DPC_BOUND_UPPER   ? " <= "
                   : r->kind == DPC_BOUND_LOWER ? " >= "
                                                : " = ";
    }
    return " = ";
}

static char *label_of(const dpc_query_t *q, const dpc_step_info *step)
{
    const char *name = step->name != NULL ? step->name : "";
    const char *formula = step->formula != NULL ? step->formula : "";
    if (name[0] == '\0')
        return join("", "", formula);
    if (step->kind == DPC_VALUE_CONDITION)
        return join(name, ": ", formula);
    if (step->kind == DPC_VALUE_RESULT)
        return join(name, relation_of(q, name), formula);
    return join(name, " = ", formula);
}

static row *append(story *s, const dpc_step_info *step, place where)
{
    if (s->count == s->room) {
        size_t room = s->room == 0 ? 64 : 2 * s->room;
        row *bigger = realloc(s->row, room * sizeof *bigger);
        if (bigger == NULL)
            return NULL;
        s->row = bigger;
        s->room = room;
    }
    row *r = &s->row[s->count++];
    *r = (row){.where = where,
               .depth = step->depth,
               .label = label_of(s->query, step),
               .value = strdup(step->value != NULL ? step->value : "")};
    return r->label != NULL && r->value != NULL ? r : NULL;
}

/* Drops the parts that only repeat the formula and its value, e.g. both halves of a < b < c. */
static void drop_repeated(story *s, const row *head, const char *formula)
{
    size_t kept = s->pending;
    for (size_t i = s->pending; i < s->count; i++) {
        row *r = &s->row[i];
        if (strcmp(r->label, formula) == 0 && strcmp(r->value, head->value) == 0)
            clear_row(r);
        else
            s->row[kept++] = *r;
    }
    s->count = kept;
}

/* Moves the last row before the pending rows, which are its parts. */
static void settle(story *s, const char *formula)
{
    row head = s->row[--s->count];
    drop_repeated(s, &head, formula);
    (void)memmove(&s->row[s->pending + 1], &s->row[s->pending],
                  (s->count - s->pending) * sizeof head);
    s->row[s->pending] = head;
    s->count++;
    for (size_t i = s->pending; i < s->count; i++)
        s->row[i].where = head.where;
    s->pending = s->count;
}

/* All results are reported together at the end.  Steps pending before them may belong to any
   result, and get a heading of their own. */
static bool settle_before_results(story *s)
{
    const dpc_step_info heading = {.kind = DPC_VALUE_LET, .formula = "for the results"};
    if (s->pending == s->count)
        return true;
    if (append(s, &heading, IN_STEPS) == NULL)
        return false;
    settle(s, "");
    return true;
}

static place place_of(dpc_value_kind kind)
{
    return kind == DPC_VALUE_RESULT      ? IN_RESULTS
           : kind == DPC_VALUE_CONDITION ? IN_CONDITIONS
                                         : IN_STEPS;
}

static void keep(void *data, const dpc_step_info *step)
{
    story *s = data;
    const place where = place_of(step->kind);
    if (s->failed)
        return;
    if ((where == IN_RESULTS && !settle_before_results(s)) || append(s, step, where) == NULL)
        s->failed = true;
    else if (step->kind != DPC_VALUE_STEP)
        settle(s, step->formula != NULL ? step->formula : "");
}

/* ---- printing ---- */

enum { INDENT = 2, MAX_COLUMN = 56 };

static int label_end(const row *r)
{
    return INDENT * (r->depth + 1) + (int)strlen(r->label);
}

/* The column of the values, to the right of all labels that end before MAX_COLUMN. */
static int value_column(const story *s, place where)
{
    int column = 0;
    for (size_t i = 0; i < s->count; i++) {
        int end = label_end(&s->row[i]) + 2;
        if (s->row[i].where == where && end > column && end <= MAX_COLUMN)
            column = end;
    }
    return column > 0 ? column : 3 * INDENT;
}

static void put_rows(const story *s, place where, const char *heading)
{
    bool headed = false;
    int column = value_column(s, where);
    for (size_t i = 0; i < s->count; i++) {
        const row *r = &s->row[i];
        if (r->where != where)
            continue;
        if (!headed)
            printf("\n%s\n", heading);
        headed = true;
        printf("%*s%s", INDENT * (r->depth + 1), "", r->label);
        if (r->value[0] == '\0')
            putchar('\n');
        else if (label_end(r) + 2 <= column)
            printf("%*s%s\n", column - label_end(r), "", r->value);
        else
            printf("\n%*s%s\n", column, "", r->value);
    }
}

static void put_inputs(const dpc_query_t *q)
{
    int width = 0;
    for (size_t i = 0; i < dpc_query_inputs(q); i++) {
        int length = (int)strlen(dpc_query_input(q, i)->name);
        width = length > width ? length : width;
    }
    if (dpc_query_inputs(q) > 0)
        printf("\ngiven\n");
    for (size_t i = 0; i < dpc_query_inputs(q); i++) {
        const dpc_input_info *input = dpc_query_input(q, i);
        if (input->value == NULL)
            continue;
        printf("%*s%-*s = ", INDENT, "", width, input->name);
        cli_put_cut(input->value);
        const char *origin = input->is_given ? "given" : "searched";
        if (input->is_witness)
            printf(" (%s%s)", origin, input->of_referee ? ", for a referee" : "");
        putchar('\n');
    }
}

static void print(const cli_args *args, const cli_session *session, const story *s)
{
    const bool verified = dpc_query_bits(session->query) > 0;
    cli_put_heading(args, dpc_query_theorem(session->query));
    if (verified)
        printf("evaluated with %lu bits; [a, b] encloses the value\n",
               dpc_query_bits(session->query));
    else
        (void)puts("unverified: plain double arithmetic, no error bound");
    put_inputs(session->query);
    put_rows(s, IN_STEPS, "steps");
    put_rows(s, IN_CONDITIONS, "conditions");
    put_rows(s, IN_RESULTS, "results");
    putchar('\n');
    cli_put_results(args, session);
}

/* ---- JSON ---- */

typedef struct {
    json_t *steps;
    bool failed;
} json_story;

static void keep_json(void *data, const dpc_step_info *step)
{
    json_story *s = data;
    s->failed = s->failed || !cli_json_append(s->steps, cli_json_step(step));
}

/* ---- the command ---- */

static cli_exit not_repeated(const cli_session *session, dpc_status status)
{
    const char *error = dpc_query_error(session->query);
    return cli_fail(cli_exit_of(status), "the steps cannot be evaluated again for printing: %s",
                    error[0] != '\0' ? error : dpc_status_name(status));
}

static cli_exit explain_json(const cli_args *args, const cli_session *session)
{
    json_t *object = cli_json_query(session, args);
    json_story s = {.steps = json_array()};
    dpc_status status = dpc_query_explain(session->query, keep_json, &s);
    bool good = cli_json_set(object, "steps", s.steps) && !s.failed;
    if (status == DPC_OK && good)
        return cli_json_print(object);
    json_decref(object);
    return status == DPC_OK ? cli_no_memory() : not_repeated(session, status);
}

static cli_exit explain_text(const cli_args *args, const cli_session *session)
{
    story s = {.query = session->query};
    dpc_status status = dpc_query_explain(session->query, keep, &s);
    cli_exit code = CLI_OK;
    if (status != DPC_OK)
        code = not_repeated(session, status);
    else if (s.failed)
        code = cli_no_memory();
    else
        print(args, session, &s);
    clear_story(&s);
    return code;
}

/* A contradiction is reported after the output, in which the reader looks for its cause. */
static cli_exit run_explain(const cli_args *args)
{
    cli_session session;
    cli_exit code = cli_session_run(&session, args, "explain");
    if (code == CLI_CONTINUE)
        code = args->json ? explain_json(args, &session) : explain_text(args, &session);
    if (code == CLI_OK) {
        code = cli_check_contradiction(&session);
        if (code == CLI_CONTINUE)
            code = cli_session_verdict(&session);
    }
    cli_session_close(&session);
    return code;
}

/* ---- the command line ---- */

static const cli_option options[] = {
    CLI_EVALUATION_OPTIONS,
    {NULL, '\0', NULL, 0, NULL},
};

const cli_command cli_explain_command = {
    .name = "explain",
    .run = run_explain,
    .usage = "usage: dpcert explain ID NAME=VALUE... [OPTION]...\n"
             "\n"
             "Evaluates a theorem like bound and prints every intermediate value.\n"
             "\n",
    .option = options,
    .more = CLI_EVALUATION_HELP
    "\n"
    "Exit status: 0 done, 1 a hypothesis is false, 2 wrong usage, 3 undecided.\n"
    "Example: dpcert explain gauss.theta eps=1 r=1/2\n",
};
