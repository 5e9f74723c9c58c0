/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   --arith all: one theorem at the same values and witnesses in every arithmetic.  The certified
   arithmetics share no code, so that a disagreement shows an error in one of them. */
#include "cli/cli.h"

#include <string.h>

/* The arithmetics beside ball, which the session itself uses. */
static const char *const ariths[CLI_SECONDS] = {"mpfr", "kernel", "double"};

bool cli_wants_all(const cli_args *args)
{
    return args->arith != NULL && strcmp(args->arith, "all") == 0;
}

static bool is_certified(const cli_second *s)
{
    return strcmp(s->arith, "double") != 0;
}

/* Gives the query the values and witnesses of the first query; witnesses of referees are not
   needed. */
static dpc_status copy_inputs(dpc_query_t *q, const dpc_query_t *first)
{
    dpc_status status = DPC_OK;
    for (size_t i = 0; i < dpc_query_inputs(first) && status == DPC_OK; i++) {
        const dpc_input_info *in = dpc_query_input(first, i);
        if (in->value != NULL && !in->of_referee)
            status = dpc_query_set(q, in->name, in->value);
    }
    return status;
}

static cli_exit run_second(const cli_session *session, const cli_args *args, cli_second *s)
{
    const dpc_query_t *first = session->query;
    s->query = dpc_query_new(session->cat, dpc_query_theorem(first)->id);
    if (s->query == NULL)
        return cli_fail(CLI_USAGE, "%s", dpc_catalogue_error(session->cat));
    cli_exit code = cli_apply_settings(s->query, args, s->arith);
    if (code != CLI_CONTINUE)
        return code;
    dpc_query_set_referees(s->query, 0);
    s->status = copy_inputs(s->query, first);
    if (s->status != DPC_OK)
        return cli_fail(CLI_USAGE, "%s", dpc_query_error(s->query));
    cli_progress progress;
    cli_progress_start(&progress);
    s->status = dpc_query_run(s->query);
    cli_progress_end(&progress);
    return s->status == DPC_NOMEM ? cli_no_memory() : CLI_CONTINUE;
}

/* Fails if two certified arithmetics cannot both be right. */
static cli_exit compare(const dpc_query_t *a, const char *arith_a, const dpc_query_t *b,
                        const char *arith_b)
{
    const size_t count =
        dpc_query_results(a) < dpc_query_results(b) ? dpc_query_results(a) : dpc_query_results(b);
    for (size_t i = 0; i < count; i++) {
        const dpc_result_info *x = dpc_query_result(a, i), *y = dpc_query_result(b, i);
        if (dpc_query_disjoint(a, b, i))
            return cli_fail(CLI_FALSE,
                            "CONTRADICTION: %s: %s is in [%s, %s] by %s and in [%s, %s] by %s "
                            "arithmetic: one of them is wrong; do not use either, and please "
                            "report this with the command that you typed",
                            dpc_query_theorem(a)->id, x->name, x->lower, x->upper, arith_a,
                            y->lower, y->upper, arith_b);
    }
    return CLI_CONTINUE;
}

/* Fails if the second arithmetic found a hypothesis false, or an operation undefined, where balls
   did not. */
static cli_exit compare_status(const dpc_query_t *first, const cli_second *s)
{
    if (s->status != DPC_DOMAIN || dpc_query_results(first) == 0)
        return CLI_CONTINUE;
    return cli_fail(CLI_FALSE,
                    "CONTRADICTION: ball arithmetic evaluates %s, but %s arithmetic says: %s: one "
                    "of them is wrong; please report this with the command that you typed",
                    dpc_query_theorem(s->query)->id, s->arith, dpc_query_error(s->query));
}

static size_t count_answers(const cli_session *session, const cli_second second[CLI_SECONDS])
{
    size_t answers = dpc_query_results(session->query) > 0;
    for (size_t k = 0; k < CLI_SECONDS; k++)
        answers += is_certified(&second[k]) && dpc_query_results(second[k].query) > 0;
    return answers;
}

cli_exit cli_run_seconds(const cli_session *session, const cli_args *args,
                         cli_second second[CLI_SECONDS])
{
    cli_exit code = CLI_CONTINUE;
    for (size_t i = 0; i < CLI_SECONDS && code == CLI_CONTINUE; i++) {
        cli_second *s = &second[i];
        *s = (cli_second){.arith = ariths[i]};
        code = run_second(session, args, s);
        if (!is_certified(s))
            continue;
        if (code == CLI_CONTINUE)
            code = compare_status(session->query, s);
        if (code == CLI_CONTINUE)
            code = compare(session->query, "ball", s->query, s->arith);
        for (size_t k = 0; k < i && code == CLI_CONTINUE; k++)
            code = compare(second[k].query, second[k].arith, s->query, s->arith);
    }
    if (code == CLI_CONTINUE && count_answers(session, second) == 0) {
        char why[CLI_ERROR_SIZE];
        return cli_fail(CLI_UNDECIDED, "%s", cli_query_error(why, session->query));
    }
    return code;
}

void cli_close_seconds(cli_second second[CLI_SECONDS])
{
    for (size_t i = 0; i < CLI_SECONDS; i++)
        dpc_query_free(second[i].query);
}

/* ---- output ---- */

static void put_row(const char *arith, const dpc_query_t *q, size_t index)
{
    const dpc_result_info *r = dpc_query_result(q, index);
    printf("    %-8s ", arith);
    if (r == NULL) { /* the reason, without the line of the file */
        char why[CLI_ERROR_SIZE];
        printf("undecided: %.*s\n", (int)strcspn(cli_query_error(why, q), "\n"), why);
    } else if (r->approx != NULL)
        printf("%s   unverified\n", cli_approx_text(r));
    else
        printf("[%s, %s]\n", r->lower, r->upper);
}

void cli_put_seconds(const cli_session *session, const cli_second second[CLI_SECONDS])
{
    const dpc_query_t *first = session->query, *answer = first;
    for (size_t k = 0; k < CLI_SECONDS && dpc_query_results(answer) == 0; k++)
        answer = second[k].query;
    for (size_t i = 0; i < dpc_query_results(answer); i++) {
        printf("  value of %s\n", dpc_query_result(answer, i)->name);
        put_row("ball", first, i);
        for (size_t k = 0; k < CLI_SECONDS; k++)
            put_row(second[k].arith, second[k].query, i);
    }
    const size_t answers = count_answers(session, second);
    size_t certified = 1; /* balls */
    for (size_t k = 0; k < CLI_SECONDS; k++)
        certified += is_certified(&second[k]);
    puts(answers == 1 && answer == first ? "  only ball answers: nothing confirms it"
         : answers == 1                  ? "  only one answers: nothing confirms it"
         : answers < certified           ? "  the certified ones that answer agree"
                                         : "  the certified ones agree");
}
