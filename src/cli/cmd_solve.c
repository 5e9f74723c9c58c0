/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert solve: the smallest or largest value of one parameter for which a result meets a
   target. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* `NAME=?` and `RESULT<=TARGET`, taken apart; the strings are to be freed. */
typedef struct {
    char *name, *result, *target;
    const char *relation;
    const char *condition; /* as typed */
} question;

static void free_question(question *ask)
{
    free(ask->name);
    free(ask->result);
    free(ask->target);
}

/* A copy without blanks around it. */
static char *trimmed(const char *text, size_t length)
{
    while (length > 0 && text[0] == ' ') {
        text++;
        length--;
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return strndup(text, length);
}

static cli_exit take_name(question *ask, const char *word)
{
    if (ask->name != NULL)
        return cli_fail(CLI_USAGE, "solve finds one parameter: '%.80s' is a second one", word);
    ask->name = trimmed(word, strlen(word) - 2);
    return ask->name != NULL ? CLI_CONTINUE : cli_no_memory();
}

static cli_exit take_condition(question *ask, const char *word, const char *relation)
{
    if (ask->condition != NULL)
        return cli_fail(CLI_USAGE, "solve takes one condition: '%.80s' is a second one", word);
    ask->condition = word;
    ask->relation = relation[0] == '<' ? "<=" : ">=";
    ask->result = trimmed(word, (size_t)(relation - word));
    ask->target = trimmed(relation + 2, strlen(relation + 2));
    return ask->result != NULL && ask->target != NULL ? CLI_CONTINUE : cli_no_memory();
}

/* Takes the question out of the words; the rest are values. */
static cli_exit read_question(question *ask, cli_args *args)
{
    size_t kept = 0;
    for (size_t i = 0; i < args->nwords; i++) {
        char *word = args->word[i];
        const size_t length = strlen(word);
        const char *relation = strstr(word, "<=") != NULL ? strstr(word, "<=") : strstr(word, ">=");
        cli_exit code = CLI_CONTINUE;
        if (length > 2 && strcmp(word + length - 2, "=?") == 0)
            code = take_name(ask, word);
        else if (relation != NULL)
            code = take_condition(ask, word, relation);
        else
            args->word[kept++] = word;
        if (code != CLI_CONTINUE)
            return code;
    }
    args->nwords = kept;
    if (ask->name == NULL)
        return cli_fail(CLI_USAGE, "solve needs the parameter to solve for: write for example T=?");
    if (ask->condition == NULL)
        return cli_fail(CLI_USAGE,
                        "solve needs a condition on a result: write for example 'delta<=1e-5' "
                        "(quoted, since < and > mean something to the shell)");
    return CLI_CONTINUE;
}

static cli_exit find(cli_session *s, const cli_args *args, const question *ask)
{
    cli_exit code = cli_session_open(s, args, "solve");
    if (code == CLI_CONTINUE)
        code = cli_give_values(s->query, args);
    if (code != CLI_CONTINUE)
        return code;
    cli_progress progress;
    cli_progress_start(&progress);
    s->status = dpc_query_solve(s->query, ask->name, ask->result, ask->relation, ask->target,
                                args->smallest  ? 1
                                : args->largest ? -1
                                                : 0);
    cli_progress_end(&progress);
    char why[CLI_ERROR_SIZE];
    return s->status == DPC_OK
               ? CLI_CONTINUE
               : cli_fail(cli_exit_of(s->status), "%s", cli_query_error(why, s->query));
}

/* The notice for a solution that is no guarantee: what the condition rests on instead.  NULL: the
   result's true value meets the condition. */
static const char *by_what(const dpc_query_t *q, const question *ask)
{
    const dpc_theorem_info *t = dpc_query_theorem(q);
    if (t->status == DPC_STATUS_REFUTED)
        return "according to the formula of a refuted theorem (not a bound)";
    if (t->status == DPC_STATUS_ASYMPTOTIC)
        return "according to an asymptotic formula (not a bound)";
    if (t->is_own)
        return "according to your own theorem file (not vouched for)";
    const dpc_result_info *r = dpc_query_find_result(q, ask->result);
    if (r != NULL && r->kind == DPC_BOUND_UPPER && ask->relation[0] == '>')
        return "according to an upper bound (the true value may be smaller)";
    if (r != NULL && r->kind == DPC_BOUND_LOWER && ask->relation[0] == '<')
        return "according to a lower bound (the true value may be larger)";
    return NULL;
}

/* Prints the meaning of the solution after its value. */
static void put_meaning(const dpc_solution_info *found, const char *condition)
{
    switch (found->at_next) {
    case DPC_NEXT_FAILS:
        printf(" is where %s %s to hold: it does here\n", condition,
               found->is_smallest ? "begins" : "ceases");
        return;
    case DPC_NEXT_NOT_ADMISSIBLE:
        printf(": %s holds here, at the %s end of the admissible values\n", condition,
               found->is_smallest ? "lower" : "upper");
        return;
    case DPC_NEXT_NO_END:
        printf(": %s holds here and at all small values tried: no smallest one was found\n",
               condition);
        return;
    case DPC_NEXT_UNDECIDED:
        break;
    }
    printf(": %s holds here; failure %s this value is not shown\n", condition,
           found->is_smallest ? "below" : "above");
}

static void put_solution(const cli_args *args, const cli_session *s, const question *ask)
{
    const dpc_solution_info *found = dpc_query_solution(s->query);
    char *value = cli_with_zeros(found->value, found->next),
         *next = cli_with_zeros(found->next, found->value);
    cli_put_heading(args, dpc_query_theorem(s->query));
    const char *by = by_what(s->query, ask);
    printf("  %s%s%s%s = %s%s", by != NULL ? by : "", by != NULL ? ": " : "",
           cli_colour_on(args, CLI_BOLD), found->name, value != NULL ? value : found->value,
           cli_colour_on(args, CLI_PLAIN));
    put_meaning(found, ask->condition);
    int column = printf("  %s = %s: %s: ", found->name, next != NULL ? next : found->next,
                        found->at_next == DPC_NEXT_UNDECIDED ? "failure not shown"
                        : found->at_next == DPC_NEXT_NO_END  ? "not admissible"
                                                             : dpc_next_name(found->at_next));
    free(value);
    free(next);
    cli_put_wrapped(args, found->why, column, 4);
    cli_put_given(args, s->query);
    cli_put_results(args, s);
}

static json_t *solution_json(const cli_session *s, const cli_args *args, const question *ask)
{
    const dpc_solution_info *found = dpc_query_solution(s->query);
    json_t *o = cli_json_query(s, args), *solution = json_object();
    bool good = cli_json_set(solution, "name", json_string(found->name));
    good = cli_json_set(solution, "condition", json_string(ask->condition)) && good;
    good = cli_json_set(solution, "value", json_string(found->value)) && good;
    good =
        cli_json_set(solution, "kind", json_string(found->is_smallest ? "smallest" : "largest")) &&
        good;
    good = cli_json_set(solution, "next", json_string(found->next)) && good;
    good = cli_json_set(solution, "at_next", json_string(dpc_next_name(found->at_next))) && good;
    good = cli_json_set(solution, "why", json_string(found->why)) && good;
    const char *by = by_what(s->query, ask);
    good = cli_json_set(solution, "notice", by != NULL ? json_string(by) : json_null()) && good;
    if (!cli_json_set(o, "solution", solution) || !good) {
        json_decref(o);
        return NULL;
    }
    return o;
}

static cli_exit put_found(const cli_session *s, const cli_args *args, const question *ask)
{
    if (args->json)
        return cli_json_print(solution_json(s, args, ask));
    put_solution(args, s, ask);
    return CLI_OK;
}

static cli_exit run_solve(const cli_args *args)
{
    cli_args rest = *args;
    question ask = {.relation = ""};
    cli_session session = {.cat = NULL};
    cli_exit code = read_question(&ask, &rest);
    if (code == CLI_CONTINUE && rest.smallest && rest.largest)
        code = cli_fail(CLI_USAGE, "--smallest and --largest exclude each other");
    if (code == CLI_CONTINUE)
        code = find(&session, &rest, &ask);
    if (code == CLI_CONTINUE)
        code = cli_check_contradiction(&session);
    const bool found = code == CLI_CONTINUE,
               only_cert = rest.cert != NULL && strcmp(rest.cert, "-") == 0;
    if (found && rest.cert != NULL)
        code = cli_certify(&session, &rest); /* the solution is printed even if this fails */
    if (found && !only_cert) {
        const cli_exit printed = put_found(&session, &rest, &ask);
        code = code == CLI_CONTINUE ? printed : code;
    } else if (code == CLI_CONTINUE)
        code = CLI_OK;
    cli_session_close(&session);
    free_question(&ask);
    return code;
}

/* ---- the command line ---- */

static const cli_option options[] = {
    {"smallest", '\0', NULL, CLI_PLACE(smallest),
     "      --smallest     look for a smallest value that meets the condition\n"},
    {"largest", '\0', NULL, CLI_PLACE(largest),
     "      --largest      look for a largest one (default: what is found first)\n"},
    {"cert", '\0', "FILE", CLI_PLACE(cert),
     "      --cert FILE    write a certificate for the printed value (- is stdout)\n"},
    {"kind", '\0', "guarantee|lower|value", CLI_PLACE(kind),
     "      --kind K, --context TEXT   as in bound\n"},
    {"context", '\0', "TEXT", CLI_PLACE(context), NULL},
    CLI_EVALUATION_OPTIONS,
    {NULL, '\0', NULL, 0, NULL},
};

const cli_command cli_solve_command = {
    .name = "solve",
    .run = run_solve,
    .usage = "usage: dpcert solve ID NAME=? NAME=VALUE... 'RESULT<=TARGET' [OPTION]...\n"
             "\n"
             "Finds the value of one parameter at which a condition on a result begins or\n"
             "ceases to hold.  The condition is certified to hold at the printed value and, one\n"
             "unit of its last digit further, to fail, for all witnesses (or 'failure not\n"
             "shown').  RESULT>=TARGET is possible too.\n"
             "\n",
    .option = options,
    .more = CLI_EVALUATION_HELP
    "\n"
    "Exit status: 0 done, 1 a hypothesis is false, 2 wrong usage, 3 not found.\n"
    "Example: dpcert solve gauss.mechanism D=1 sigma=20 T=1000 eps=? 'delta<=1e-5'\n",
};
