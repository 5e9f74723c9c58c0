/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "long_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
    BOUND,
    SOLVE,
    ACCOUNT,
    CERTIFY,
    VERIFY,
    JUDGE,
    JUDGE_ACCOUNT,
    CELL,
    EXPLAIN,
    COMPARE
} kind;

static const struct {
    const char *name;
    kind kind;
    const char *what;   /* an id, a history, a specification or a setting */
    const char *values; /* NAME=VALUE ...; of an account: delta or eps */
    const char *more;   /* solve: NAME RESULT RELATION TARGET; judge: RESULT CLAIMED */
    unsigned long digits;
    const char *arith; /* NULL: balls */
} calls[] = {
    {"bound sgm.exact-eps", BOUND, "sgm.exact-eps", "q=0.01 sigma=1 T=1000 delta=1e-5", "", 10,
     NULL},
    {"bound product.exact-eps", BOUND, "product.exact-eps",
     "gauss=[(0.01,1,100)] laplace=[(0.1,2)] step=[] delta=1e-5", "", 3, NULL},
    {"bound sgm.rdp in the kernel", BOUND, "sgm.rdp", "alpha=3000 q=0.01 sigma=1 T=100", "", 10,
     "kernel"},
    {"bound rdp.symmetric-eps", BOUND, "rdp.symmetric-eps", "alpha=5 gamma=0.5 delta=1e-5", "", 6,
     NULL},
    {"bound rdp.symmetric-delta", BOUND, "rdp.symmetric-delta", "alpha=20 gamma=0.1 eps=4", "", 2,
     "mpfr"},
    {"bound hidden.shuffle-split", BOUND, "hidden.shuffle-split",
     "alpha=3 n=400 b=1 K=7 eta=0.1 lambda=0.01 beta=5 S=2 sigma=1", "", 6, NULL},
    {"bound gdp.clt", BOUND, "gdp.clt", "q=0.01 sigma=1 T=1000 delta=1e-5", "", 8, NULL},
    {"bound gauss.theta, 4000 digits", BOUND, "gauss.theta", "eps=1 r=1/2", "", 4000, NULL},
    {"solve sgm.exact", SOLVE, "sgm.exact", "q=0.01 T=1000 eps=1", "sigma delta <= 1e-5", 3, NULL},
    {"solve ma.gauss", SOLVE, "ma.gauss", "T=1000 delta=1e-5", "sigma eps <= 2", 6, NULL},
    {"account by an entry", ACCOUNT, "gaussian sigma=0.8 rate=0.01 times 1000\n", "1e-5", "", 6,
     NULL},
    {"account by the grid", ACCOUNT,
     "randomized-response p=0.4 buckets=4 times 20\nrandomized-response p=0.55 times 20\n"
     "dp eps=0.1 times 20\n",
     "1e-5", "", 2, NULL},
    {"certificate of sgm.exact-eps", CERTIFY, "sgm.exact-eps", "q=0.01 sigma=1 T=1000 delta=1e-5",
     "", 6, NULL},
    {"verify sgm.rdp", VERIFY, "sgm.rdp", "alpha=3000 q=0.01 sigma=1 T=100", "", 10, NULL},
    {"judge sgm.exact-eps", JUDGE, "sgm.exact-eps", "q=0.01 sigma=1 T=1000 delta=1e-5", "eps 1.5",
     10, NULL},
    {"judge an account", JUDGE_ACCOUNT, "gaussian sigma=0.8 rate=0.01 times 1000\n", "1e-5", "2",
     10, NULL},
    {"cell of a table", CELL,
     "digits 6\naxis T = 1000, 2000\n"
     "column e = bound sgm.exact-eps.eps(q = 0.01, sigma = 1, T, delta = 1e-5)\n",
     "", "", 6, NULL},
    {"explain sgm.rdp", EXPLAIN, "sgm.rdp", "alpha=6000 q=0.01 sigma=1 T=100", "", 10, NULL},
    {"compare subsampled", COMPARE, "subsampled", "q=0.01 sigma=1 T=1000 delta=1e-5", "", 6, NULL},
};

struct long_call_s {
    size_t index;
    dpc_catalogue_t *cat;
    dpc_query_t *query;
    dpc_account_t *account;
    dpc_table_t *table;
    dpc_comparison_t *comparison;
    char *certificate;
    char found[2000];
};

size_t long_calls(void)
{
    return sizeof calls / sizeof calls[0];
}

const char *long_call_name(size_t index)
{
    return calls[index].name;
}

void long_call_free(long_call *c)
{
    if (c == NULL)
        return;
    dpc_string_free(c->certificate);
    dpc_query_free(c->query);
    dpc_account_free(c->account);
    dpc_table_free(c->table);
    dpc_comparison_free(c->comparison);
    dpc_catalogue_free(c->cat);
    free(c);
}

/* Gives the query each NAME=VALUE. */
static int give_all(dpc_query_t *q, const char *values)
{
    char *copy = strdup(values), *rest = NULL;
    int good = copy != NULL;
    for (char *word = strtok_r(copy, " ", &rest); word != NULL && good;
         word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        good = dpc_query_set(q, word, value) == DPC_OK;
        if (!good)
            (void)fprintf(stderr, "%s\n", dpc_query_error(q));
    }
    free(copy);
    return good;
}

static int make_query(long_call *c)
{
    c->query = dpc_query_new(c->cat, calls[c->index].what);
    return c->query != NULL && dpc_query_set_digits(c->query, calls[c->index].digits) == DPC_OK &&
           (calls[c->index].arith == NULL ||
            dpc_query_set_arith(c->query, calls[c->index].arith) == DPC_OK) &&
           give_all(c->query, calls[c->index].values);
}

static int make_account(long_call *c)
{
    const char *text = calls[c->index].what;
    c->account = dpc_account_new(c->cat, "history", text, strlen(text));
    return c->account != NULL &&
           dpc_account_set_delta(c->account, calls[c->index].values) == DPC_OK &&
           dpc_account_set_digits(c->account, calls[c->index].digits) == DPC_OK;
}

static int make_comparison(long_call *c)
{
    c->comparison = dpc_comparison_new(c->cat, calls[c->index].what);
    dpc_query_t *given = c->comparison != NULL ? dpc_comparison_given(c->comparison) : NULL;
    return given != NULL && dpc_query_set_digits(given, calls[c->index].digits) == DPC_OK &&
           give_all(given, calls[c->index].values);
}

static int prepare(long_call *c)
{
    const kind k = calls[c->index].kind;
    const char *what = calls[c->index].what;
    if (k == JUDGE)
        return 1;
    if (k == ACCOUNT || k == JUDGE_ACCOUNT)
        return make_account(c);
    if (k == COMPARE)
        return make_comparison(c);
    if (k == CELL)
        return (c->table = dpc_table_new(c->cat, "table", what, strlen(what))) != NULL;
    if (!make_query(c))
        return 0;
    if ((k == CERTIFY || k == VERIFY || k == EXPLAIN) && dpc_query_run(c->query) != DPC_OK &&
        dpc_query_results(c->query) == 0)
        return 0;
    return k != VERIFY || dpc_query_certificate(c->query, NULL, NULL, 0, &c->certificate) == DPC_OK;
}

long_call *long_call_new(size_t index)
{
    long_call *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->index = index;
    c->cat = dpc_catalogue_new();
    if (c->cat != NULL && prepare(c))
        return c;
    (void)fprintf(stderr, "%s: %s%s%s\n", calls[index].name,
                  c->cat != NULL ? dpc_catalogue_error(c->cat) : "",
                  c->query != NULL ? dpc_query_error(c->query) : "",
                  c->account != NULL ? dpc_account_error(c->account) : "");
    long_call_free(c);
    return NULL;
}

const char *long_call_found(const long_call *c)
{
    return c->found;
}

static dpc_status ask_query(long_call *c, dpc_status status)
{
    for (size_t i = 0; i < dpc_query_results(c->query); i++) {
        const dpc_result_info *r = dpc_query_result(c->query, i);
        const size_t used = strlen(c->found);
        (void)snprintf(c->found + used, sizeof c->found - used, "%s in [%.200s, %.200s] ", r->name,
                       r->lower, r->upper);
    }
    for (size_t i = 0; i < dpc_query_referees(c->query); i++) {
        const dpc_referee_info *r = dpc_query_referee(c->query, i);
        const size_t used = strlen(c->found);
        (void)snprintf(c->found + used, sizeof c->found - used, "referee [%.100s, %.100s] ",
                       r->lower != NULL ? r->lower : "", r->upper != NULL ? r->upper : "");
    }
    return status;
}

static dpc_status ask_solution(long_call *c)
{
    char name[40], result[40], relation[40], target[40];
    if (sscanf(calls[c->index].more, "%39s %39s %39s %39s", name, result, relation, target) != 4)
        return DPC_PARSE;
    const char *values = calls[c->index].values;
    dpc_query_reset(c->query); /* the last solution stays a value of the parameter */
    if (!give_all(c->query, values))
        return DPC_PARSE;
    const dpc_status status = dpc_query_solve(c->query, name, result, relation, target, 0);
    const dpc_solution_info *s = dpc_query_solution(c->query);
    if (s != NULL)
        (void)snprintf(c->found, sizeof c->found, "%s = %s, %d: ", s->name, s->value,
                       (int)s->at_next);
    return ask_query(c, status);
}

static dpc_status ask_account(long_call *c)
{
    const dpc_status status = dpc_account_run(c->account);
    const dpc_account_info *r = dpc_account_result(c->account);
    if (r != NULL)
        (void)snprintf(c->found, sizeof c->found, "%s in [%s, %s] by %s", r->name,
                       r->lower != NULL ? r->lower : "", r->upper != NULL ? r->upper : "",
                       dpc_account_method_name(r->method));
    return status;
}

static dpc_status take_verdict(long_call *c, dpc_claim_verdict *v)
{
    if (v == NULL)
        return DPC_NOMEM;
    const dpc_judgement_kind verdict = v->verdict;
    if (verdict != DPC_CLAIM_INTERRUPTED)
        (void)snprintf(c->found, sizeof c->found, "%s [%s, %s] %zu", dpc_judgement_name(verdict),
                       v->lower != NULL ? v->lower : "", v->upper != NULL ? v->upper : "",
                       v->certificate != NULL ? strlen(v->certificate) : 0);
    dpc_claim_verdict_free(v);
    return verdict == DPC_CLAIM_INTERRUPTED ? DPC_INTERRUPTED : DPC_OK;
}

static dpc_status ask_judge(long_call *c)
{
    char *copy = strdup(calls[c->index].values), *rest = NULL, result[40], claimed[40];
    const char *name[8], *value[8];
    dpc_claim claim = {.theorem = calls[c->index].what,
                       .result = result,
                       .claimed = claimed,
                       .name = name,
                       .value = value};
    if (copy == NULL || sscanf(calls[c->index].more, "%39s %39s", result, claimed) != 2) {
        free(copy);
        return DPC_PARSE;
    }
    for (char *word = strtok_r(copy, " ", &rest); word != NULL && claim.count < 8;
         word = strtok_r(NULL, " ", &rest)) {
        char *equal = strchr(word, '=');
        *equal = '\0';
        name[claim.count] = word;
        value[claim.count++] = equal + 1;
    }
    const dpc_status status = take_verdict(c, dpc_claim_judge(c->cat, &claim));
    free(copy);
    return status;
}

static dpc_status ask_certificate(long_call *c)
{
    char *text = NULL;
    const dpc_status status = dpc_query_certificate(c->query, NULL, NULL, 0, &text);
    if (text != NULL)
        (void)snprintf(c->found, sizeof c->found, "%zu bytes, %.1900s", strlen(text), text);
    dpc_string_free(text);
    return status;
}

static dpc_status ask_verdict(long_call *c)
{
    dpc_verdict_info *v =
        dpc_certificate_verify("certificate", c->certificate, strlen(c->certificate), NULL, 0, 0);
    const dpc_status status = v == NULL                              ? DPC_NOMEM
                              : v->verdict == DPC_VERIFY_INTERRUPTED ? DPC_INTERRUPTED
                              : v->verdict == DPC_VERIFIED           ? DPC_OK
                                                                     : DPC_DOMAIN;
    if (status == DPC_OK)
        (void)snprintf(c->found, sizeof c->found, "%.1900s", v->line);
    dpc_verdict_free(v);
    return status;
}

static dpc_status ask_cell(long_call *c)
{
    char *record = NULL, *certificate = NULL;
    const dpc_status status = dpc_table_compute(c->table, 0, 0, &record, &certificate);
    if (record != NULL)
        (void)snprintf(c->found, sizeof c->found, "%.1000s, %zu", record,
                       certificate != NULL ? strlen(certificate) : 0);
    dpc_string_free(record);
    dpc_string_free(certificate);
    return status;
}

static dpc_status ask_comparison(long_call *c)
{
    const dpc_status status = dpc_comparison_run(c->comparison);
    for (size_t i = 0; i < dpc_comparison_rows(c->comparison); i++) {
        const dpc_comparison_row_info *r = dpc_comparison_row(c->comparison, i);
        const size_t used = strlen(c->found);
        (void)snprintf(c->found + used, sizeof c->found - used, "%s %s, slack %s; ",
                       dpc_standing_name(r->standing), r->value != NULL ? r->value : r->why_not,
                       r->slack != NULL ? r->slack : "not known");
    }
    return status;
}

static void visit(void *data, const dpc_step_info *step)
{
    long_call *c = data;
    (void)snprintf(c->found, sizeof c->found, "%.100s = %.1800s", step->name, step->value);
}

dpc_status long_call_run(long_call *c)
{
    c->found[0] = '\0';
    dpc_status status;
    switch (calls[c->index].kind) {
    case BOUND:
        return ask_query(c, dpc_query_run(c->query));
    case SOLVE:
        return ask_solution(c);
    case ACCOUNT:
        return ask_account(c);
    case CERTIFY:
        return ask_certificate(c);
    case VERIFY:
        return ask_verdict(c);
    case JUDGE:
        return ask_judge(c);
    case JUDGE_ACCOUNT:
        return take_verdict(c, dpc_account_judge(c->account, calls[c->index].more, 0, 1));
    case CELL:
        return ask_cell(c);
    case COMPARE:
        return ask_comparison(c);
    default:
        status = dpc_query_explain(c->query, visit, c);
        if (status != DPC_OK)
            c->found[0] = '\0';
        return status;
    }
}
