/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert compare: prints a comparison of the library, all theorems about one setting side by
   side. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const cli_args *args;
    dpc_catalogue_t *cat;
    dpc_comparison_t *all;
    char **padded; /* by row: its value with zeros, or NULL */
} comparison;

typedef dpc_comparison_row_info row;

/* ---- rows ---- */

static size_t count(const comparison *c, dpc_standing s)
{
    size_t n = 0;
    for (size_t i = 0; i < dpc_comparison_rows(c->all); i++)
        n += dpc_comparison_row(c->all, i)->standing == s;
    return n;
}

/* The value of a row; a solution has as many decimals as the next smaller number. */
static const char *value_of(const comparison *c, size_t i)
{
    return c->padded[i] != NULL ? c->padded[i] : dpc_comparison_row(c->all, i)->value;
}

static bool pad_values(comparison *c)
{
    const size_t n = dpc_comparison_rows(c->all);
    c->padded = calloc(n + 1, sizeof *c->padded);
    for (size_t i = 0; i < n && c->padded != NULL; i++) {
        const row *r = dpc_comparison_row(c->all, i);
        const dpc_solution_info *found = r->value != NULL ? dpc_query_solution(r->query) : NULL;
        if (found != NULL)
            c->padded[i] = cli_with_zeros(found->value, found->next);
    }
    return c->padded != NULL;
}

static const dpc_theorem_info *theorem(const row *r)
{
    return dpc_query_theorem(r->query);
}

/* ---- for people ---- */

enum { SLACK_TEXT = 48 };

static void slack_text(const row *r, char text[SLACK_TEXT])
{
    if (r->is_truth)
        (void)snprintf(text, SLACK_TEXT, "the truth");
    else if (r->slack != NULL)
        (void)snprintf(text, SLACK_TEXT, "%s x", r->slack);
    else
        (void)snprintf(text, SLACK_TEXT, "-");
}

/* Prints a ranked row.  place: its place in its group; tied: the row above it there has the same
   one. */
static void put_ranked(const comparison *c, size_t i, size_t place, bool tied, int width,
                       int slack_width)
{
    const cli_args *args = c->args;
    const row *r = dpc_comparison_row(c->all, i);
    const dpc_theorem_info *t = theorem(r);
    char rank_text[24], slack[SLACK_TEXT];
    (void)snprintf(rank_text, sizeof rank_text, tied ? "=" : "%zu", place);
    slack_text(r, slack);
    printf("%4s  %s%-*s%s  %-*s  %s%-11s%s  %-11s  %s\n", rank_text, cli_colour_on(args, CLI_BOLD),
           width, value_of(c, i), cli_colour_on(args, CLI_PLAIN), slack_width, slack,
           cli_colour_on(args, cli_status_colour(t)), dpc_theorem_status_name(r->theorem_status),
           cli_colour_on(args, CLI_PLAIN), dpc_adjacency_name(t->adjacency), t->id);
    if (r->label != NULL) {
        (void)fputs("      ", stdout);
        cli_put_wrapped(args, r->label, 6, 6);
    }
    if (r->least != NULL && !r->is_truth)
        printf("      the truth is in [%s, %s]\n", r->least, value_of(c, i));
}

static void put_refuted(const comparison *c, size_t i)
{
    const cli_args *args = c->args;
    const dpc_query_t *q = dpc_comparison_row(c->all, i)->query;
    const char *compared = dpc_comparison_setting(c->all)->result;
    const dpc_referee_info *beaten = cli_winner(q);
    const dpc_result_info *said = beaten != NULL ? dpc_query_find_result(q, beaten->name) : NULL;
    printf("      %sREFUTED%s  %s: the formula gives %s <= %s", cli_colour_on(args, CLI_RED),
           cli_colour_on(args, CLI_PLAIN), dpc_query_theorem(q)->id, compared, value_of(c, i));
    if (said != NULL && strcmp(said->name, compared) == 0)
        printf(",\n               and the truth is at least %s\n", beaten->lower);
    else if (said != NULL)
        printf(",\n               but with %s <= %s, and the truth is at least %s\n", said->name,
               said->upper, beaten->lower);
    else
        (void)puts(", which is not a bound (refuted elsewhere)");
}

/* The query of a ranked row. */
static const dpc_query_t *ranked(const comparison *c, size_t i)
{
    return dpc_comparison_row(c->all, i)->query;
}

static void put_assumptions(const comparison *c)
{
    for (size_t k = 0; k < count(c, DPC_STANDING_RANKED); k++) {
        const dpc_query_t *q = ranked(c, k);
        for (size_t i = 0; i < dpc_query_assumptions(q); i++) {
            const int column = printf("  %s assumes: ", dpc_query_theorem(q)->id);
            cli_put_wrapped(c->args, dpc_query_assumption(q, i), column, 4);
        }
    }
}

static bool has_premise(const dpc_query_t *q, const char *text)
{
    for (size_t i = 0; i < dpc_query_premises(q); i++)
        if (strcmp(dpc_query_premise(q, i), text) == 0)
            return true;
    return false;
}

/* Prints a premise and the theorems that have it; the first of them is the row `first`. */
static void put_premise(const comparison *c, size_t first, const char *text)
{
    int column = printf("  premise (");
    for (size_t k = first; k < count(c, DPC_STANDING_RANKED); k++)
        if (has_premise(ranked(c, k), text))
            column += printf("%s%s", k > first ? ", " : "", dpc_query_theorem(ranked(c, k))->id);
    column += printf("): ");
    cli_put_wrapped(c->args, text, column, 4);
}

static void put_premises(const comparison *c)
{
    for (size_t k = 0; k < count(c, DPC_STANDING_RANKED); k++)
        for (size_t i = 0; i < dpc_query_premises(ranked(c, k)); i++) {
            const char *text = dpc_query_premise(ranked(c, k), i);
            size_t first = 0;
            while (!has_premise(ranked(c, first), text))
                first++;
            if (first == k)
                put_premise(c, k, text);
        }
}

static int wider(int width, const char *text)
{
    const int length = (int)strlen(text);
    return length > width ? length : width;
}

/* Prints the rows of a group, best first. */
static void put_group(const comparison *c, size_t group, int width, int slack_width)
{
    size_t before = 0;
    for (size_t k = 0; k < count(c, DPC_STANDING_RANKED); k++) {
        const size_t place = dpc_comparison_place(c->all, group, k);
        if (place == 0)
            continue;
        put_ranked(c, k, place, place == before, width, slack_width);
        before = place;
    }
}

static void put_table(const comparison *c)
{
    enum { USUAL_SLACK = 10 };
    const char *compared = dpc_comparison_setting(c->all)->result;
    int width = (int)strlen(compared), slack_width = USUAL_SLACK;
    for (size_t k = 0; k < count(c, DPC_STANDING_RANKED); k++) {
        char slack[SLACK_TEXT];
        slack_text(dpc_comparison_row(c->all, k), slack);
        width = wider(width, value_of(c, k));
        slack_width = wider(slack_width, slack);
    }
    printf("\n      %-*s  %-*s  %-11s  %-11s  %s\n", width, compared, slack_width, "at most",
           "status", "adjacency", "theorem");
    const size_t n = dpc_comparison_groups(c->all);
    for (size_t i = 0; i < n; i++) {
        if (n > 1)
            printf("%s  for %s adjacency\n", i > 0 ? "\n" : "",
                   dpc_adjacency_name(dpc_comparison_group(c->all, i)));
        put_group(c, i, width, slack_width);
    }
}

static void put_reasons(const comparison *c, dpc_standing s, const char *heading)
{
    if (count(c, s) > 0)
        printf("\n  %s\n", heading);
    for (size_t i = 0; i < dpc_comparison_rows(c->all); i++) {
        const row *r = dpc_comparison_row(c->all, i);
        if (r->standing == s) {
            const int column = printf("      %s: ", theorem(r)->id);
            cli_put_wrapped(c->args, r->why_not, column, 8);
        }
    }
}

static void put_rest(const comparison *c)
{
    if (count(c, DPC_STANDING_REFUTED) > 0)
        (void)puts("\n  not ranked: refuted, no bound");
    for (size_t i = 0; i < dpc_comparison_rows(c->all); i++)
        if (dpc_comparison_row(c->all, i)->standing == DPC_STANDING_REFUTED)
            put_refuted(c, i);
    put_reasons(c, DPC_STANDING_UNDECIDED, "not decided here");
    put_reasons(c, DPC_STANDING_OUTSIDE, "does not apply here");
}

static void put_legend(const comparison *c)
{
    bool truth_is_zero = false, any_slack = false;
    for (size_t k = 0; k < count(c, DPC_STANDING_RANKED); k++) {
        const row *r = dpc_comparison_row(c->all, k);
        truth_is_zero = truth_is_zero || (r->is_truth && strcmp(r->least, "0") == 0);
        any_slack = any_slack || r->slack != NULL;
    }
    if (dpc_comparison_groups(c->all) > 1)
        (void)puts("  add-remove and replace-one are different promises, and ranked apart");
    if (truth_is_zero)
        (void)puts("  the truth is 0: no ratio to it can be given");
    if (any_slack)
        (void)puts(
            "  at most: how many times the truth the bound can be, by an explicit mechanism");
}

static void put_comparison(const comparison *c)
{
    const dpc_query_t *given = dpc_comparison_given(c->all);
    cli_put_heading(c->args, dpc_query_theorem(given));
    cli_put_given(c->args, given);
    if (count(c, DPC_STANDING_RANKED) > 0)
        put_table(c);
    put_rest(c);
    (void)puts("");
    put_assumptions(c);
    put_premises(c);
    put_legend(c);
}

/* ---- for programs ---- */

static json_t *row_json(const comparison *c, size_t i)
{
    const row *r = dpc_comparison_row(c->all, i);
    const cli_session session = {.cat = c->cat, .query = r->query, .status = r->status};
    json_t *o = r->value != NULL ? cli_json_query(&session, c->args) : cli_json_theorem(theorem(r));
    bool good = cli_json_set(o, "setting_text", cli_json_text(r->label));
    if (r->value == NULL)
        good = cli_json_set(o, "why_not", json_string(r->why_not)) && good;
    else {
        good = cli_json_set(o, "value", json_string(value_of(c, i))) && good;
        good = cli_json_set(o, "slack", cli_json_text(r->slack)) && good;
        good = cli_json_set(o, "is_truth", json_boolean(r->is_truth)) && good;
        good = cli_json_set(o, "truth_at_least", cli_json_text(r->least)) && good;
    }
    if (good)
        return o;
    json_decref(o);
    return NULL;
}

static json_t *rows_json(const comparison *c, dpc_standing s)
{
    json_t *all = json_array();
    bool good = all != NULL;
    for (size_t i = 0; i < dpc_comparison_rows(c->all) && good; i++)
        if (dpc_comparison_row(c->all, i)->standing == s)
            good = cli_json_append(all, row_json(c, i));
    if (good)
        return all;
    json_decref(all);
    return NULL;
}

/* For each adjacency, the indices of its rows in `ranked`, best first. */
static json_t *groups_json(const comparison *c)
{
    json_t *groups = json_object();
    bool good = groups != NULL;
    for (size_t i = 0; i < dpc_comparison_groups(c->all) && good; i++) {
        json_t *rows = json_array();
        for (size_t k = 0; k < dpc_comparison_rows(c->all) && good; k++)
            if (dpc_comparison_place(c->all, i, k) > 0)
                good = cli_json_append(rows, json_integer((json_int_t)k));
        good =
            cli_json_set(groups, dpc_adjacency_name(dpc_comparison_group(c->all, i)), rows) && good;
    }
    if (good)
        return groups;
    json_decref(groups);
    return NULL;
}

static json_t *comparison_json(const comparison *c)
{
    const dpc_setting_info *s = dpc_comparison_setting(c->all);
    const dpc_query_t *given = dpc_comparison_given(c->all);
    json_t *o = json_object(), *params = json_object();
    bool good = o != NULL && params != NULL;
    for (size_t i = 0; i < dpc_query_inputs(given) && good; i++)
        good = cli_json_set(params, dpc_query_input(given, i)->name,
                            json_string(dpc_query_input(given, i)->value));
    good = cli_json_set(o, "setting", json_string(s->name)) && good;
    good = cli_json_set(o, "title", json_string(s->title)) && good;
    good = cli_json_set(o, "params", params) && good;
    good = cli_json_set(o, "compare", json_string(s->result)) && good;
    good =
        cli_json_set(o, "mixed_adjacency", json_boolean(dpc_comparison_groups(c->all) > 1)) && good;
    good = cli_json_set(o, "ranked", rows_json(c, DPC_STANDING_RANKED)) && good;
    good = cli_json_set(o, "groups", groups_json(c)) && good;
    good = cli_json_set(o, "refuted", rows_json(c, DPC_STANDING_REFUTED)) && good;
    good = cli_json_set(o, "undecided", rows_json(c, DPC_STANDING_UNDECIDED)) && good;
    good = cli_json_set(o, "not_applicable", rows_json(c, DPC_STANDING_OUTSIDE)) && good;
    if (good)
        return o;
    json_decref(o);
    return NULL;
}

/* ---- the command ---- */

static cli_exit list_settings(const cli_args *args, dpc_catalogue_t *cat)
{
    for (size_t i = 0; i < dpc_setting_count(); i++) {
        dpc_comparison_t *c = dpc_comparison_new(cat, dpc_setting_name(i));
        if (c == NULL)
            return cli_fail(CLI_USAGE, "%s", dpc_catalogue_error(cat));
        const dpc_setting_info *s = dpc_comparison_setting(c);
        const int column = printf("%-12s", s->name);
        cli_put_wrapped(args, s->title, column, 12);
        for (size_t k = 0; k < s->nparams; k++)
            printf("    %s\n", s->param[k]);
        dpc_comparison_free(c);
    }
    return CLI_OK;
}

static bool is_setting(const char *word)
{
    for (size_t i = 0; i < dpc_setting_count(); i++)
        if (strcmp(dpc_setting_name(i), word) == 0)
            return true;
    return false;
}

/* Opens the comparison that word names: a compiled-in setting, or a path to the user's own file
   (with a '/' or .set). */
static cli_exit open_comparison(comparison *c, const char *word)
{
    const size_t n = strlen(word);
    if (strchr(word, '/') != NULL || (n > 4 && strcmp(word + n - 4, ".set") == 0)) {
        char *text = NULL;
        const cli_exit code = cli_read_value("the setting", word, &text);
        if (code != CLI_CONTINUE)
            return code;
        c->all = dpc_comparison_read(c->cat, word, text, strlen(text));
        free(text);
        if (c->all == NULL)
            return cli_fail(CLI_USAGE, "%s", dpc_catalogue_error(c->cat));
        return CLI_CONTINUE;
    }
    c->all = dpc_comparison_new(c->cat, word);
    if (c->all == NULL)
        return cli_fail(CLI_USAGE, "%s%s", dpc_catalogue_error(c->cat),
                        is_setting(word) ? "" : ", or give a path to a .set file");
    return CLI_CONTINUE;
}

static cli_exit evaluate(const comparison *c)
{
    cli_exit code = cli_give_values(dpc_comparison_given(c->all), c->args);
    if (code == CLI_CONTINUE)
        code = cli_apply_settings(dpc_comparison_given(c->all), c->args, NULL);
    if (code != CLI_CONTINUE)
        return code;
    cli_progress progress;
    cli_progress_start(&progress);
    const dpc_status status = dpc_comparison_run(c->all);
    cli_progress_end(&progress);
    if (status != DPC_OK)
        return cli_fail(cli_exit_of(status), "%s", dpc_comparison_error(c->all));
    for (size_t i = 0; i < dpc_comparison_rows(c->all) && code == CLI_CONTINUE; i++)
        if (dpc_comparison_row(c->all, i)->value != NULL) {
            const cli_session session = {.query = dpc_comparison_row(c->all, i)->query};
            code = cli_check_contradiction(&session);
        }
    return code;
}

static cli_exit put_all(comparison *c)
{
    if (!pad_values(c))
        return cli_no_memory();
    cli_exit code = CLI_OK;
    if (c->args->json)
        code = cli_json_print(comparison_json(c));
    else
        put_comparison(c);
    if (code == CLI_OK && count(c, DPC_STANDING_RANKED) == 0)
        code = count(c, DPC_STANDING_UNDECIDED) > 0 ? cli_exit_of(DPC_UNDECIDED) : CLI_FALSE;
    return code;
}

static cli_exit run_compare(const cli_args *args)
{
    comparison c = {.args = args, .cat = dpc_catalogue_new()};
    if (c.cat == NULL)
        return cli_no_memory();
    cli_exit code =
        args->nwords == 0 ? list_settings(args, c.cat) : open_comparison(&c, args->word[0]);
    if (code == CLI_CONTINUE)
        code = evaluate(&c);
    if (code == CLI_CONTINUE)
        code = put_all(&c);
    for (size_t i = 0; c.padded != NULL && i < dpc_comparison_rows(c.all); i++)
        free(c.padded[i]);
    free(c.padded);
    dpc_comparison_free(c.all);
    dpc_catalogue_free(c.cat);
    return code;
}

/* ---- the command line ---- */

static const cli_option options[] = {
    {"digits", 'd', "N", CLI_PLACE(digits), "  -d, --digits N     certify N digits (default 10)\n"},
    {"max-bits", '\0', "N", CLI_PLACE(max_bits),
     "      --max-bits N, --max-steps N   as in bound\n"},
    {"max-steps", '\0', "N", CLI_PLACE(max_steps), NULL},
    {"json", '\0', NULL, CLI_PLACE(json), "      --json         print one JSON object\n"},
    {NULL, '\0', NULL, 0, NULL},
};

const cli_command cli_compare_command = {
    .name = "compare",
    .run = run_compare,
    .usage = "usage: dpcert compare [SETTING NAME=VALUE...] [OPTION]...\n"
             "\n"
             "Evaluates all theorems that speak about a setting, best first, with how far each\n"
             "is from the truth where that is known.  Refuted theorems are shown apart and not\n"
             "ranked; those that do not apply are listed with the reason.  Without arguments,\n"
             "lists the settings.  SETTING may be a path to your own file (with a '/' or .set).\n"
             "\n",
    .option = options,
    .more = "\n"
            "Exit status: 0 done, 1 a condition on the parameters is false or no theorem\n"
            "applies, 2 wrong usage.\n"
            "Example: dpcert compare gauss D=1 sigma=20 T=1000 delta=1e-5\n",
};
