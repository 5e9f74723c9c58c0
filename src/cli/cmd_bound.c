/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert bound: a theorem at given values.  The first half sets up the query, also for other
   commands; the second prints its results briefly. */
#include "cli/cli.h"
#include "dpcert-gmp.h"
#include "cli/files.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DIGITS = 100000 };

/* ---- the theorem ---- */

static bool is_path(const char *word)
{
    static const char suffix[] = ".thm";
    size_t length = strlen(word), end = sizeof suffix - 1;
    return strchr(word, '/') != NULL || (length >= end && strcmp(word + length - end, suffix) == 0);
}

cli_exit cli_open_theorem(const char *word, dpc_catalogue_t **cat, const char **id)
{
    *id = word;
    *cat = dpc_catalogue_new();
    if (*cat == NULL)
        return cli_no_memory();
    if (!is_path(word))
        return CLI_CONTINUE;
    dpc_status status = dpc_catalogue_add_file(*cat, word, id);
    if (status != DPC_OK)
        return cli_fail(CLI_USAGE, "%s", dpc_catalogue_error(*cat));
    return CLI_CONTINUE;
}

/* Whether this is NAME=..., rather than a path that happens to contain '='. */
static bool is_assignment(const char *word)
{
    size_t length = 0;
    while (isalnum((unsigned char)word[length]) || word[length] == '_' || word[length] == '.')
        length++;
    return length > 0 && word[length] == '=';
}

/* ---- settings ---- */

cli_exit cli_read_count(const char *text, const char *option, unsigned long long largest,
                        unsigned long long *count)
{
    errno = 0;
    char *end = NULL;
    *count = isdigit((unsigned char)text[0]) ? strtoull(text, &end, 10) : 0;
    if (end == NULL || *end != '\0' || errno != 0 || *count == 0 || *count > largest)
        return cli_fail(CLI_USAGE, "--%s wants a whole number from 1 to %llu, not '%.40s'", option,
                        largest, text);
    return CLI_CONTINUE;
}

static cli_exit apply(dpc_query_t *q, dpc_status status)
{
    if (status == DPC_OK)
        return CLI_CONTINUE;
    char why[CLI_ERROR_SIZE];
    return cli_fail(cli_exit_of(status), "%s", cli_query_error(why, q));
}

cli_exit cli_apply_settings(dpc_query_t *q, const cli_args *args, const char *arith)
{
    unsigned long long n;
    cli_exit code = CLI_CONTINUE;
    if (args->digits != NULL) {
        code = cli_read_count(args->digits, "digits", MAX_DIGITS, &n);
        if (code == CLI_CONTINUE)
            code = apply(q, dpc_query_set_digits(q, (unsigned long)n));
    }
    if (code == CLI_CONTINUE && args->max_bits != NULL) {
        code = cli_read_count(args->max_bits, "max-bits", UINT32_MAX, &n);
        if (code == CLI_CONTINUE)
            code = apply(q, dpc_query_set_max_bits(q, (unsigned long)n));
    }
    if (code == CLI_CONTINUE && args->max_steps != NULL) {
        code = cli_read_count(args->max_steps, "max-steps", INT64_MAX, &n);
        if (code == CLI_CONTINUE)
            code = apply(q, dpc_query_set_max_steps(q, n));
    }
    if (arith == NULL)
        arith = args->arith;
    if (code == CLI_CONTINUE && arith != NULL)
        code = apply(q, dpc_query_set_arith(q, arith));
    return code;
}

/* ---- values ---- */

/* Whether one of the words before the last gives a value to the same name. */
static bool given_before(const cli_args *args, size_t last, size_t name_length)
{
    for (size_t i = 1; i < last; i++)
        if (strncmp(args->word[i], args->word[last], name_length + 1) == 0)
            return true;
    return false;
}

/* name=value, where value may be @FILE. */
static cli_exit give_value(dpc_query_t *q, const char *name, const char *value, bool *stdin_used)
{
    if (value[0] != '@')
        return apply(q, dpc_query_set(q, name, value));
    const bool is_stdin = strcmp(value, "@-") == 0;
    if (is_stdin && *stdin_used)
        return cli_fail(
            CLI_USAGE,
            "parameter %s: standard input already gave another value: read one of them from a file",
            name);
    *stdin_used = *stdin_used || is_stdin;
    if (value[1] == '\0')
        return cli_fail(CLI_USAGE, "parameter %s: '@' needs the name of a file: %s=@FILE", name,
                        name);
    char *text = NULL, what[100];
    (void)snprintf(what, sizeof what, "parameter %.60s", name);
    cli_exit code = cli_read_value(what, value + 1, &text);
    if (code == CLI_CONTINUE)
        code = apply(q, dpc_query_set(q, name, text));
    free(text);
    return code;
}

cli_exit cli_give_values(dpc_query_t *q, const cli_args *args)
{
    bool stdin_used = false;
    for (size_t i = 1; i < args->nwords; i++) {
        const char *word = args->word[i];
        size_t length = strcspn(word, "=");
        if (word[length] == '\0' || length == 0)
            return cli_fail(CLI_USAGE, "'%.80s' is not NAME=VALUE: write for example eps=1/10",
                            word);
        char *name = strndup(word, length);
        if (name == NULL)
            return cli_no_memory();
        cli_exit code =
            given_before(args, i, length)
                ? cli_fail(CLI_USAGE, "parameter %s is given twice: give one value", name)
            : word[length + 1] == '\0'
                ? cli_fail(CLI_USAGE,
                           "parameter %s has no value after '=': write for example %s=1/10", name,
                           name)
                : give_value(q, name, word + length + 1, &stdin_used);
        free(name);
        if (code != CLI_CONTINUE)
            return code;
    }
    return CLI_CONTINUE;
}

/* ---- the run ---- */

cli_exit cli_run_query(cli_session *s)
{
    cli_progress progress;
    cli_progress_start(&progress);
    s->status = dpc_query_run(s->query);
    cli_progress_end(&progress);
    bool partial =
        s->status == DPC_UNDECIDED && (dpc_query_results(s->query) > 0 || s->others_follow);
    return partial ? CLI_CONTINUE : apply(s->query, s->status);
}

cli_exit cli_session_open(cli_session *session, const cli_args *args, const char *command)
{
    *session = (cli_session){.cat = NULL};
    if (args->nwords == 0)
        return cli_fail(CLI_USAGE, "%s needs the id of a theorem: 'dpcert list' shows them",
                        command);
    if (is_assignment(args->word[0]))
        return cli_fail(CLI_USAGE, "the id of the theorem comes first: dpcert %s ID %.80s", command,
                        args->word[0]);
    if (cli_wants_all(args) && strcmp(command, "bound") != 0)
        return cli_fail(CLI_USAGE,
                        "%s uses one arithmetic: --arith ball, mpfr, kernel or double; "
                        "bound has --arith all",
                        command);
    const char *id = NULL;
    cli_exit code = cli_open_theorem(args->word[0], &session->cat, &id);
    if (code != CLI_CONTINUE)
        return code;
    session->query = dpc_query_new(session->cat, id);
    if (session->query == NULL)
        return cli_fail(CLI_USAGE, "%s", dpc_catalogue_error(session->cat));
    session->others_follow = cli_wants_all(args);
    return cli_apply_settings(session->query, args, cli_wants_all(args) ? "ball" : NULL);
}

cli_exit cli_session_run(cli_session *session, const cli_args *args, const char *command)
{
    cli_exit code = cli_session_open(session, args, command);
    if (code == CLI_CONTINUE)
        code = cli_give_values(session->query, args);
    return code == CLI_CONTINUE ? cli_run_query(session) : code;
}

void cli_session_close(cli_session *session)
{
    dpc_query_free(session->query);
    dpc_catalogue_free(session->cat);
}

/* ---- verdicts ---- */

bool cli_referee_applies(const dpc_referee_info *r)
{
    return r->why_not == NULL && r->lower != NULL && r->upper != NULL;
}

const dpc_referee_info *cli_winner(const dpc_query_t *q)
{
    for (size_t i = 0; i < dpc_query_referees(q); i++) {
        const dpc_referee_info *r = dpc_query_referee(q, i);
        if (r->beats_result && cli_referee_applies(r) && dpc_query_find_result(q, r->name) != NULL)
            return r;
    }
    return NULL;
}

cli_exit cli_check_contradiction(const cli_session *session)
{
    const dpc_theorem_info *t = dpc_query_theorem(session->query);
    const dpc_referee_info *r = cli_winner(session->query);
    const dpc_result_info *beaten =
        r != NULL ? dpc_query_find_result(session->query, r->name) : NULL;
    const bool conditional = t->status == DPC_STATUS_CONDITIONAL;
    if (beaten == NULL ||
        !(t->status == DPC_STATUS_EXACT || t->status == DPC_STATUS_PROVED || conditional))
        return CLI_CONTINUE;
    const bool lower = r->kind == DPC_BOUND_LOWER;
    return cli_fail(
        CLI_FALSE, "CONTRADICTION: %s gives %s %s %s, but a referee proves %s %s %s (%s): %s",
        t->id, beaten->name, lower ? "<=" : ">=", lower ? beaten->upper : beaten->lower, r->name,
        lower ? ">=" : "<=", lower ? r->lower : r->upper, r->text != NULL ? r->text : "no text",
        t->is_own     ? "your theorem file is wrong"
        : conditional ? "an assumption does not hold here, or the theorem is wrong; "
                        "please report this with the command that you typed"
                      : "the catalogue is wrong; do not use this entry, and please "
                        "report this with the command that you typed");
}

cli_exit cli_session_verdict(const cli_session *session)
{
    if (session->status == DPC_OK)
        return CLI_OK;
    const dpc_query_t *q = session->query;
    char why[CLI_ERROR_SIZE];
    (void)cli_query_error(why, q);
    for (size_t i = 0; i < dpc_query_results(q); i++) {
        const dpc_result_info *r = dpc_query_result(q, i);
        if (r->digits == 0 && r->approx == NULL)
            return cli_fail(CLI_UNDECIDED, "no digit of %s is certified: %s", r->name, why);
    }
    return cli_fail(CLI_OK, "note: %s", why);
}

/* ---- output ---- */

enum { LABEL_WIDTH = 9 };

/* Labels are as wide as the longest result name. */
static int label_width(const dpc_query_t *q)
{
    int width = LABEL_WIDTH;
    for (size_t i = 0; i < dpc_query_results(q); i++) {
        int length = (int)strlen(dpc_query_result(q, i)->name);
        width = length > width ? length : width;
    }
    return width;
}

/* A label, with the cursor then at the column where texts stand. */
static int put_label(const char *label, int width)
{
    return printf("  %-*s  ", width, label);
}

static void put_given(const cli_args *args, const dpc_query_t *q, int width)
{
    const int indent = width + 4;
    int column = 0;
    for (size_t i = 0; i < dpc_query_inputs(q); i++) {
        const dpc_input_info *input = dpc_query_input(q, i);
        if (input->is_witness || input->value == NULL)
            continue;
        size_t value = strlen(input->value);
        int length =
            (int)(strlen(input->name) + 3 + (value > CLI_LONG_TEXT ? CLI_LONG_TEXT : value));
        if (column == 0)
            column = put_label("given", width);
        else if (args->terminal && column + 3 + length >= CLI_LINE_WIDTH)
            column = printf(",\n%*s", indent, "") - 2;
        else
            column += printf(", ");
        printf("%s = ", input->name);
        cli_put_cut(input->value);
        column += length;
    }
    if (column > 0)
        putchar('\n');
}

/* Whether the decimals say less than the exact value, and the exact value is short enough to
   read. */
static bool shows_exact(const dpc_result_info *r)
{
    enum { SHORT = 40 };
    return r->exact != NULL && strlen(r->exact) <= SHORT && strcmp(r->lower, r->upper) != 0;
}

const char *cli_approx_text(const dpc_result_info *r)
{
    return strcmp(r->approx, "-nan") == 0 ? "nan" : r->approx;
}

static void put_approximation(const dpc_result_info *r, int width)
{
    const bool failed = strpbrk(r->approx, "nN") != NULL; /* nan, inf */
    printf("  %-*s ~ %s   %s\n", width, r->name, cli_approx_text(r),
           failed ? "(double arithmetic failed)"
                  : "unverified: plain double arithmetic, no error bound");
}

bool cli_may_be_vacuous(const dpc_result_info *r)
{
    return r->text != NULL && strstr(r->text, "vacuous from 1 on") != NULL;
}

bool cli_is_vacuous(const dpc_query_t *q, size_t result)
{
    mpq_t lower, upper;
    mpq_inits(lower, upper, NULL);
    const bool vacuous = cli_may_be_vacuous(dpc_query_result(q, result)) &&
                         dpc_query_result_mpq(q, result, lower, upper) == DPC_OK &&
                         mpq_cmp_ui(lower, 1, 1) >= 0;
    mpq_clears(lower, upper, NULL);
    return vacuous;
}

/* claims: whether the theorem's statement counts as true; otherwise the result is only the value of
   its formula. */
static void put_result(const dpc_query_t *q, size_t index, int width, bool claims)
{
    const dpc_result_info *r = dpc_query_result(q, index);
    if (r->approx != NULL) {
        put_approximation(r, width);
        return;
    }
    printf("  %-*s ", width, r->name);
    if (!claims)
        printf("value in [%s, %s]", r->lower, r->upper);
    else if (r->kind == DPC_BOUND_LOWER)
        printf(">= %s", r->lower);
    else if (r->kind == DPC_BOUND_UPPER)
        printf("<= %s", r->upper);
    else if (strcmp(r->lower, r->upper) == 0)
        printf("= %s", r->upper);
    else
        printf("in [%s, %s]", r->lower, r->upper);
    if (shows_exact(r))
        printf(" (= %s)", r->exact);
    if (cli_is_vacuous(q, index))
        (void)fputs("   VACUOUS: 1 or more says nothing", stdout);
    putchar('\n');
}

static void put_own_status(const cli_args *args, const dpc_theorem_info *t, int width)
{
    printf("%s%s%s\n", cli_colour_on(args, CLI_YELLOW), cli_own_notice,
           cli_colour_on(args, CLI_PLAIN));
    (void)put_label("", width);
    printf("the file says: %s, %s adjacency\n", dpc_theorem_status_name(t->status),
           dpc_adjacency_name(t->adjacency));
}

static void put_status_lines(const cli_args *args, const dpc_query_t *q, int width)
{
    const dpc_theorem_info *t = dpc_query_theorem(q);
    const bool refuted = t->status == DPC_STATUS_REFUTED;
    (void)put_label("status", width);
    if (refuted)
        printf("%sREFUTED%s: the printed theorem is false; "
               "these are values of its formula, not bounds\n",
               cli_colour_on(args, CLI_RED), cli_colour_on(args, CLI_PLAIN));
    if (refuted && t->is_own)
        (void)put_label("", width);
    if (t->is_own)
        put_own_status(args, t, width);
    else if (!refuted) {
        cli_put_status(args, t);
        printf(", %s adjacency%s\n", dpc_adjacency_name(t->adjacency),
               dpc_query_bits(q) > 0 ? "" : "; the numbers above are unverified");
    }
    if (t->status == DPC_STATUS_ASYMPTOTIC) {
        (void)put_label("", width);
        (void)puts("orientation only: contains an unspecified O(.)");
    }
}

/* Prints a fraction with few decimals as a decimal number, any other value unchanged.  Witnesses
   are rounded to few digits, and decimals are easier to read. */
static void put_witness_value(const char *value)
{
    enum { MOST_DIGITS = 15, MOST_PLACES = 12 };
    size_t length = strlen(value);
    const char *slash = strchr(value, '/');
    if (slash == NULL || length > MOST_DIGITS || value[0] == '-') {
        cli_put_cut(value);
        return;
    }
    unsigned long long p = strtoull(value, NULL, 10), d = strtoull(slash + 1, NULL, 10);
    unsigned long long rest = p % d;
    char places[MOST_PLACES + 1];
    size_t n = 0;
    for (; rest != 0 && n < MOST_PLACES; n++) { /* long division; 10 * rest fits: d has 13 digits */
        places[n] = (char)('0' + 10 * rest / d);
        rest = 10 * rest % d;
    }
    places[n] = '\0';
    if (rest == 0)
        printf("%llu.%s", p / d, places);
    else
        (void)fputs(value, stdout);
}

static void put_witness(const dpc_input_info *input)
{
    printf("%s = ", input->name);
    put_witness_value(input->value);
    (void)fputs(input->is_given ? " (given)" : " (searched)", stdout);
}

/* Whether a witness is a plan found by the planner: its numbers mean little to people, so only its
   name is printed. */
static bool is_found_plan(const dpc_input_info *input)
{
    return input->is_plan && !input->is_given;
}

static void put_witnesses(const dpc_query_t *q, int width)
{
    size_t planned = 0;
    for (size_t i = 0; i < dpc_query_inputs(q); i++) {
        const dpc_input_info *input = dpc_query_input(q, i);
        if (!input->is_witness || input->of_referee || input->value == NULL)
            continue;
        if (is_found_plan(input)) {
            if (planned++ == 0)
                (void)put_label("plan", width);
            printf("%s%s", planned > 1 ? ", " : "", input->name);
            continue;
        }
        (void)put_label("witness", width);
        put_witness(input);
        putchar('\n');
    }
    if (planned > 0)
        puts(" (numbers for the method: --json and certificates show them)");
}

static void put_assumptions(const cli_args *args, const dpc_query_t *q, int width)
{
    for (size_t i = 0; i < dpc_query_assumptions(q); i++) {
        int column = put_label("assume", width);
        cli_put_wrapped(args, dpc_query_assumption(q, i), column, column);
    }
}

static void put_premises(const cli_args *args, const dpc_query_t *q, int width)
{
    for (size_t i = 0; i < dpc_query_premises(q); i++) {
        int column = put_label("premise", width);
        cli_put_wrapped(args, dpc_query_premise(q, i), column, column);
    }
}

/* Prints the notes of a theorem that is less than proved, or the user's own: they say how far it
   can be trusted. */
static void put_notes(const cli_args *args, const dpc_query_t *q, int width)
{
    const dpc_theorem_info *t = dpc_query_theorem(q);
    if (!t->is_own && t->status != DPC_STATUS_CONDITIONAL && t->status != DPC_STATUS_REFUTED)
        return;
    for (size_t i = 0; i < dpc_query_notes(q); i++) {
        int column = put_label("note", width);
        cli_put_wrapped(args, dpc_query_note(q, i), column, column);
    }
}

/* The witnesses of one referee. */
static void put_referee_witnesses(const dpc_query_t *q, size_t referee, int width)
{
    bool any = false;
    for (size_t i = 0; i < dpc_query_inputs(q); i++) {
        const dpc_input_info *input = dpc_query_input(q, i);
        if (input->of_referee != (int)referee + 1 || input->value == NULL || is_found_plan(input))
            continue;
        if (!any)
            (void)put_label("", width);
        (void)fputs(any ? ", " : "with ", stdout);
        put_witness(input);
        any = true;
    }
    if (any)
        putchar('\n');
}

/* Prints how far result and referee are apart, or that the referee beats the result. */
static void put_comparison(const dpc_query_t *q, const dpc_referee_info *r, int width)
{
    const dpc_theorem_info *t = dpc_query_theorem(q);
    const dpc_result_info *result = dpc_query_find_result(q, r->name);
    const bool lower = r->kind == DPC_BOUND_LOWER;
    if (result == NULL)
        return;
    if (r->beats_result && !dpc_theorem_counts(t)) {
        printf("  %s here: the truth is at %s %s %s %s\n",
               t->status == DPC_STATUS_REFUTED ? "refuted" : "beaten", lower ? "least" : "most",
               lower ? r->lower : r->upper, lower ? ">" : "<",
               lower ? result->upper : result->lower);
        return;
    }
    if (r->beats_result || r->slack == NULL || (!dpc_theorem_counts(t) && !t->is_own))
        return;
    (void)put_label("", width);
    if (t->is_own)
        printf("by your file, value and referee differ by a factor of at most %s\n", r->slack);
    else if (strcmp(r->slack, "1") == 0)
        (void)puts("the bound is attained");
    else
        printf("the %s is at most %s times the %s\n", lower ? "bound" : "truth", r->slack,
               lower ? "truth" : "bound");
}

static void put_referee(const cli_args *args, const dpc_referee_info *r, int width)
{
    int column = put_label("referee", width), indent = column;
    if (!cli_referee_applies(r)) {
        column += printf("%s: does not apply here: ", r->name);
        cli_put_wrapped(args, r->why_not != NULL ? r->why_not : "it has no finite value", column,
                        indent);
        return;
    }
    column += r->kind == DPC_BOUND_LOWER ? printf("%s >= %s  ", r->name, r->lower)
                                         : printf("%s <= %s  ", r->name, r->upper);
    cli_put_wrapped(args, r->text != NULL ? r->text : "", column, indent);
}

static void put_referees(const cli_args *args, const dpc_query_t *q, int width)
{
    for (size_t i = 0; i < dpc_query_referees(q); i++) {
        const dpc_referee_info *r = dpc_query_referee(q, i);
        put_referee(args, r, width);
        if (!cli_referee_applies(r))
            continue;
        put_referee_witnesses(q, i, width);
        put_comparison(q, r, width);
    }
}

void cli_put_results(const cli_args *args, const cli_session *session)
{
    const dpc_query_t *q = session->query;
    int width = label_width(q);
    for (size_t i = 0; i < dpc_query_results(q); i++)
        put_result(q, i, width, dpc_theorem_counts(dpc_query_theorem(q)));
    put_witnesses(q, width);
    put_status_lines(args, q, width);
    put_assumptions(args, q, width);
    put_premises(args, q, width);
    put_referees(args, q, width);
    put_notes(args, q, width);
}

/* ---- the command ---- */

void cli_put_given(const cli_args *args, const dpc_query_t *q)
{
    put_given(args, q, label_width(q));
}

cli_exit cli_certify(const cli_session *session, const cli_args *args)
{
    char *text = NULL;
    cli_exit code = cli_make_certificate(session, args, args->kind, &text);
    if (code == CLI_CONTINUE)
        code = cli_write_file(args->cert, text);
    dpc_string_free(text);
    return code;
}

/* second: NULL unless there are several arithmetics. */
static cli_exit put_bound(const cli_session *session, const cli_args *args,
                          const cli_second *second)
{
    if (args->json) {
        json_t *object = cli_json_query(session, args);
        if (second != NULL && object != NULL &&
            !cli_json_set(object, "ariths", cli_json_seconds(session, second))) {
            json_decref(object);
            object = NULL;
        }
        return cli_json_print(object);
    }
    cli_put_heading(args, dpc_query_theorem(session->query));
    cli_put_given(args, session->query);
    cli_put_results(args, session);
    if (second != NULL)
        cli_put_seconds(session, second);
    return CLI_OK;
}

static cli_exit run_bound(const cli_args *args)
{
    if (args->cert == NULL && (args->kind != NULL || args->ncontext > 0))
        return cli_fail(CLI_USAGE, "--%s is about a certificate: give --cert FILE as well",
                        args->kind != NULL ? "kind" : "context");
    if (cli_check_writable(args->cert) != CLI_CONTINUE)
        return CLI_USAGE;
    cli_session session;
    cli_exit code = cli_session_run(&session, args, "bound");
    if (code == CLI_CONTINUE)
        code = cli_check_contradiction(&session);
    cli_second second[CLI_SECONDS] = {{.arith = NULL}};
    const bool all = cli_wants_all(args);
    if (code == CLI_CONTINUE && all)
        code = cli_run_seconds(&session, args, second);
    if (code == CLI_CONTINUE && args->cert != NULL)
        code = cli_certify(&session, args);
    if (code == CLI_CONTINUE && args->cert != NULL && strcmp(args->cert, "-") == 0)
        code = CLI_OK;
    else if (code == CLI_CONTINUE)
        code = put_bound(&session, args, all ? second : NULL);
    if (code == CLI_OK)
        code = cli_session_verdict(&session);
    cli_close_seconds(second);
    cli_session_close(&session);
    return code;
}

/* ---- the command line ---- */

static const cli_option options[] = {
    {"cert", '\0', "FILE", CLI_PLACE(cert),
     "      --cert FILE    write a certificate that others can check (- is stdout)\n"},
    {"kind", '\0', "guarantee|lower|value", CLI_PLACE(kind),
     "      --kind K       of the certificate: guarantee (default), lower or value\n"},
    {"context", '\0', "TEXT", CLI_PLACE(context),
     "      --context TEXT a line for its readers; several are allowed\n"},
    CLI_EVALUATION_OPTIONS,
    {NULL, '\0', NULL, 0, NULL},
};

const cli_command cli_bound_command = {
    .name = "bound",
    .run = run_bound,
    .usage = "usage: dpcert bound ID NAME=VALUE... [OPTION]...\n"
             "\n"
             "Evaluates a theorem.  Upper bounds are rounded up, lower bounds down.\n"
             "\n",
    .option = options,
    .more = CLI_EVALUATION_HELP
    "\n"
    "Exit status: 0 done, 1 a hypothesis is false, 2 wrong usage, 3 undecided.\n"
    "Example: dpcert bound gauss.theta eps=1 r=1/2\n",
};
