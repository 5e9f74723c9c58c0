/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert refute: compares a theorem with its referees, at given parameters or at a point found by a
   search.  The search is untrusted: its point is evaluated like given parameters. */
#include "cli/cli.h"
#include "cli/files.h"

#include <stdlib.h>
#include <string.h>

/* ---- the outcome at given parameters ---- */

static bool is_lower(const dpc_referee_info *r)
{
    return r->kind == DPC_BOUND_LOWER;
}

/* Whether the result certainly respects every referee that applies. */
static bool all_clear(const dpc_query_t *q)
{
    for (size_t i = 0; i < dpc_query_referees(q); i++) {
        const dpc_referee_info *r = dpc_query_referee(q, i);
        if (cli_referee_applies(r) && !r->clears_result)
            return false;
    }
    return true;
}

static void put_comparison(const cli_args *args, const dpc_query_t *q, const dpc_referee_info *r)
{
    const dpc_result_info *result = dpc_query_find_result(q, r->name);
    if (result == NULL)
        return;
    printf("  formula    %s in [%s, %s]\n", result->name, result->lower, result->upper);
    const int column = is_lower(r) ? printf("  referee    %s >= %s  ", r->name, r->lower)
                                   : printf("  referee    %s <= %s  ", r->name, r->upper);
    cli_put_wrapped(args, r->text != NULL ? r->text : "", column, 13);
}

static void put_outcome(const cli_args *args, const dpc_query_t *q)
{
    const dpc_referee_info *best = cli_winner(q);
    cli_put_heading(args, dpc_query_theorem(q));
    cli_put_given(args, q);
    for (size_t i = 0; i < dpc_query_referees(q); i++) {
        const dpc_referee_info *r = dpc_query_referee(q, i);
        if (cli_referee_applies(r) && (best == NULL || r == best))
            put_comparison(args, q, r);
    }
    if (best != NULL)
        printf("  %sREFUTED%s here: the truth is at %s %s, the formula says %s\n",
               cli_colour_on(args, CLI_RED), cli_colour_on(args, CLI_PLAIN),
               is_lower(best) ? "least" : "most", is_lower(best) ? best->lower : best->upper,
               is_lower(best) ? dpc_query_find_result(q, best->name)->upper
                              : dpc_query_find_result(q, best->name)->lower);
    else
        (void)puts(all_clear(q) ? "  not refuted here: no referee beats the formula"
                                : "  undecided here: formula and referee cannot be told apart");
}

/* ---- search ---- */

typedef enum { VALUE_REAL, VALUE_INT, VALUE_LIST, VALUE_OTHER } value_type;

enum {
    MAX_OPEN = 32,
    MAX_FIELDS = 8,
    MAX_NAME = 64,
    MAX_RECORDS = 2,
    MAX_TEXT = 24, /* bytes of one sampled number */
    TRIES = 400,
    SEARCH_STEPS = 200000,
    SEARCH_BITS = 1024
};

/* A number to be sampled, and the bounds that its condition sets. */
typedef struct {
    value_type type;
    bool below_one, above_one;
} open_number;

/* A parameter that the user left open. */
typedef struct {
    char name[MAX_NAME];
    open_number number;
    open_number field[MAX_FIELDS]; /* of a list */
    size_t nfields;
} open_parameter;

typedef struct {
    const cli_args *args;
    open_parameter open[MAX_OPEN];
    size_t nopen;
    bool too_many, unsuitable;
} search;

static bool is_given(const cli_args *args, const char *name)
{
    const size_t n = strlen(name);
    for (size_t i = 1; i < args->nwords; i++)
        if (strncmp(args->word[i], name, n) == 0 && args->word[i][n] == '=')
            return true;
    return false;
}

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Whether a condition bounds the field NAME of a list by 1: "max(s in step, s.NAME) <= 1". */
static bool field_below_one(const char *condition, const char *name)
{
    char at_most[MAX_NAME + 16], below[MAX_NAME + 16];
    (void)snprintf(at_most, sizeof at_most, ".%s) <= 1", name);
    (void)snprintf(below, sizeof below, ".%s) < 1", name);
    return strstr(condition, at_most) != NULL || strstr(condition, below) != NULL;
}

/* Notes the fields of `: list(a, b : int) where ...`; false if there are too many, or the text is
   no list. */
static bool note_fields(open_parameter *p, const char *type)
{
    const char *end = strchr(type, ')'), *c = strchr(type, '(');
    while (c != NULL && end != NULL && c < end) {
        const size_t blanks = strspn(c + 1, " "), length = strcspn(c + 1 + blanks, " ,:)");
        char name[MAX_NAME];
        if (p->nfields == MAX_FIELDS || length >= sizeof name)
            return false;
        (void)snprintf(name, sizeof name, "%.*s", (int)length, c + 1 + blanks);
        c += 1 + blanks + length;
        p->field[p->nfields++] = (open_number){.type = begins(c, " : int") ? VALUE_INT : VALUE_REAL,
                                               .below_one = field_below_one(end, name)};
        c += strcspn(c, ",)");
    }
    return p->nfields > 0;
}

/* For dpc_theorem_statements: notes the parameters that are open. */
static void note_parameter(void *data, const dpc_statement *s)
{
    search *x = data;
    if (s->kind != DPC_STATEMENT_PARAM || is_given(x->args, s->name))
        return;
    if (x->nopen == MAX_OPEN || strlen(s->name) >= MAX_NAME) {
        x->too_many = true;
        return;
    }
    open_parameter *p = &x->open[x->nopen++];
    const char *type = s->formula != NULL ? strchr(s->formula, ':') : NULL;
    (void)snprintf(p->name, sizeof p->name, "%s", s->name);
    p->number.type = type == NULL              ? VALUE_OTHER
                     : begins(type, ": real")  ? VALUE_REAL
                     : begins(type, ": int")   ? VALUE_INT
                     : begins(type, ": list(") ? VALUE_LIST
                                               : VALUE_OTHER;
    p->number.below_one =
        type != NULL && (strstr(type, "< 1") != NULL || strstr(type, "<= 1") != NULL);
    p->number.above_one = type != NULL && strstr(type, "> 1") != NULL;
    x->unsuitable = x->unsuitable || p->number.type == VALUE_OTHER ||
                    (p->number.type == VALUE_LIST && !note_fields(p, type));
}

/* splitmix64 */
static uint64_t random64(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* One or two digits on a logarithmic scale: 2e-5, 1.5e3. */
static int sample(char *out, size_t size, const open_number *p, uint64_t *state)
{
    static const char *const lead[] = {"1", "1.5", "2", "3", "5", "7"};
    const bool unit = p->below_one && !p->above_one;
    const int least = p->type == VALUE_INT || p->above_one ? 0 : unit ? -12 : -6;
    const unsigned places = p->type == VALUE_INT ? 6 : p->above_one ? 3 : unit ? 12 : 9;
    const int place = least + (int)(random64(state) % places);
    const char *digits = lead[random64(state) % 6];
    return p->type == VALUE_INT ? snprintf(out, size, "%c%s", digits[0], &"00000"[5 - place])
                                : snprintf(out, size, "%se%d", digits, place);
}

/* A list of one or two records: [(0.1,2e-5,1000),(2,1e-6,30)]. */
static void sample_list(char *out, size_t size, const open_parameter *p, uint64_t *state)
{
    const size_t records = 1 + random64(state) % MAX_RECORDS;
    size_t used = (size_t)snprintf(out, size, "[");
    for (size_t i = 0; i < records; i++)
        for (size_t j = 0; j < p->nfields; j++) {
            const char *before = j > 0 ? "," : i > 0 ? "),(" : "(";
            used += (size_t)snprintf(out + used, size - used, "%s", before);
            used += (size_t)sample(out + used, size - used, &p->field[j], state);
        }
    (void)snprintf(out + used, size - used, ")]");
}

static cli_exit try_once(cli_session *s, const search *x, uint64_t *state)
{
    dpc_query_reset(s->query);
    cli_exit code = cli_give_values(s->query, x->args);
    for (size_t i = 0; i < x->nopen && code == CLI_CONTINUE; i++) {
        char value[(MAX_TEXT + 3) * MAX_FIELDS * MAX_RECORDS + 4];
        if (x->open[i].number.type == VALUE_LIST)
            sample_list(value, sizeof value, &x->open[i], state);
        else
            (void)sample(value, sizeof value, &x->open[i].number, state);
        if (dpc_query_set(s->query, x->open[i].name, value) != DPC_OK)
            code = cli_fail(CLI_USAGE, "%s", dpc_query_error(s->query));
    }
    if (code == CLI_CONTINUE)
        s->status = dpc_query_run(s->query); /* most failures: a hypothesis is false there */
    return code;
}

static cli_exit run_search(cli_session *s, const search *x)
{
    uint64_t state = 1; /* the same search every time */
    cli_progress progress;
    cli_progress_start(&progress);
    cli_exit code = CLI_CONTINUE;
    size_t evaluated = 0;
    for (int i = 0; i < TRIES && code == CLI_CONTINUE; i++) {
        code = try_once(s, x, &state);
        if (code == CLI_CONTINUE && dpc_query_results(s->query) > 0) {
            evaluated++;
            if (cli_winner(s->query) != NULL)
                break;
        }
    }
    cli_progress_end(&progress);
    if (code == CLI_CONTINUE && evaluated == 0) {
        char why[CLI_ERROR_SIZE];
        return cli_fail(
            cli_exit_of(s->status),
            "%s has no value at any of %d parameter points that were tried; at the last "
            "one: %s",
            dpc_query_theorem(s->query)->id, TRIES, cli_query_error(why, s->query));
    }
    if (code == CLI_CONTINUE && cli_winner(s->query) == NULL)
        return cli_fail(CLI_FALSE,
                        "%s is not refuted at any of %zu parameter points that were tried",
                        dpc_query_theorem(s->query)->id, evaluated);
    return code;
}

/* Runs the query at the given parameters, or at the first sampled point where a referee beats
   it. */
static cli_exit find(cli_session *s, const cli_args *args)
{
    search x = {.args = args};
    cli_exit code = cli_session_open(s, args, "refute");
    if (code != CLI_CONTINUE)
        return code;
    const char *id = dpc_query_theorem(s->query)->id;
    if (dpc_theorem_statements(s->cat, id, note_parameter, &x) != DPC_OK)
        return cli_fail(CLI_USAGE, "%s", dpc_catalogue_error(s->cat));
    if (x.nopen == 0) {
        code = cli_give_values(s->query, args);
        return code == CLI_CONTINUE ? cli_run_query(s) : code;
    }
    if (x.too_many || x.unsuitable)
        return cli_fail(CLI_USAGE,
                        "%s has parameters that the search cannot sample: give values for its "
                        "choices as NAME=VALUE",
                        id);
    const bool limited =
        (args->max_steps != NULL || dpc_query_set_max_steps(s->query, SEARCH_STEPS) == DPC_OK) &&
        (args->max_bits != NULL || dpc_query_set_max_bits(s->query, SEARCH_BITS) == DPC_OK);
    return limited ? run_search(s, &x) : cli_fail(CLI_USAGE, "%s", dpc_query_error(s->query));
}

/* ---- the command ---- */

static bool has_referees(dpc_query_t *q)
{
    return dpc_query_referees(q) > 0;
}

static cli_exit write_certificate(const cli_session *session, const cli_args *args)
{
    char *text = NULL;
    cli_exit code = cli_make_certificate(session, args, "refutation", &text);
    if (code == CLI_CONTINUE)
        code = cli_write_file(args->cert, text);
    dpc_string_free(text);
    return code;
}

static cli_exit run_refute(const cli_args *args)
{
    if (args->cert == NULL && args->ncontext > 0)
        return cli_fail(CLI_USAGE, "--context is about a certificate: give --cert FILE as well");
    if (cli_check_writable(args->cert) != CLI_CONTINUE)
        return CLI_USAGE;
    cli_session session;
    cli_exit code = find(&session, args);
    if (code == CLI_CONTINUE && !has_referees(session.query))
        code = cli_fail(CLI_FALSE, "%s has no referee: there is nothing to compare it with",
                        dpc_query_theorem(session.query)->id);
    if (code == CLI_CONTINUE) {
        const bool refuted = cli_winner(session.query) != NULL;
        if (refuted && args->cert != NULL)
            code = write_certificate(&session, args);
        if (code == CLI_CONTINUE &&
            !(refuted && args->cert != NULL && strcmp(args->cert, "-") == 0))
            put_outcome(args, session.query);
        if (code == CLI_CONTINUE)
            code = refuted ? CLI_OK : all_clear(session.query) ? CLI_FALSE : CLI_UNDECIDED;
    }
    cli_session_close(&session);
    return code;
}

/* ---- the command line ---- */

static const cli_option options[] = {
    {"cert", '\0', "FILE", CLI_PLACE(cert),
     "      --cert FILE    write a certificate of the refutation (- is stdout)\n"},
    {"context", '\0', "TEXT", CLI_PLACE(context),
     "      --context TEXT a line for its readers; several are allowed\n"},
    {"digits", 'd', "N", CLI_PLACE(digits), "  -d, --digits N     certify N digits (default 10)\n"},
    {"max-bits", '\0', "N", CLI_PLACE(max_bits),
     "      --max-bits N, --max-steps N   as in bound\n"},
    {"max-steps", '\0', "N", CLI_PLACE(max_steps), NULL},
    {NULL, '\0', NULL, 0, NULL},
};

const cli_command cli_refute_command = {
    .name = "refute",
    .run = run_refute,
    .usage = "usage: dpcert refute ID [NAME=VALUE]... [OPTION]...\n"
             "\n"
             "Compares what a theorem says with its referees, explicit mechanisms that it must\n"
             "not contradict.  Parameters that are not given are searched for.\n"
             "\n",
    .option = options,
    .more = "\n"
            "Exit status: 0 refuted, 1 not refuted here, 2 wrong usage, 3 undecided.\n"
            "Example: dpcert refute compose.he-2-printed eps=0.1 delta=1e-5 T=1000 slack=1e-6\n",
};
