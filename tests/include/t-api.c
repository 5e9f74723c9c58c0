/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The public header as a user of the library sees it: the promises of dpcert.h, and the answers to
   wrong use. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "check_util.h"

#include "dpcert-arb.h"
#include "dpcert-mpfr.h"
#include "dpcert.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- the catalogue ---- */

/* A function that names enumerators, for any number. */
#define NAMED(name, type)               \
    static const char *name(int value)  \
    {                                   \
        return dpc_##name((type)value); \
    }
NAMED(status_name, dpc_status)
NAMED(theorem_status_name, dpc_theorem_status)
NAMED(basis_name, dpc_basis)
NAMED(adjacency_name, dpc_adjacency)
NAMED(bound_kind_name, dpc_bound_kind)
NAMED(value_kind_name, dpc_value_kind)
NAMED(cert_kind_name, dpc_cert_kind)
NAMED(verdict_name, dpc_verdict)
NAMED(account_method_name, dpc_account_method)
NAMED(judgement_name, dpc_judgement_kind)
NAMED(next_name, dpc_next)

START_TEST(test_names)
{
    /* by enumerator; numbers beyond the last one have no name */
    static const struct {
        const char *(*name)(int value);
        const char *words[8];
    } all[] = {
        {status_name,
         {"ok", "domain", "undecided", "malformed", "input/output", "out of memory",
          "interrupted"}},
        {theorem_status_name, {"none", "exact", "proved", "conditional", "asymptotic", "refuted"}},
        {basis_name, {"none", "paper", "rederived", "machine"}},
        {adjacency_name, {"none", "add-remove", "add", "remove", "replace-one", "zero-out", "any"}},
        {bound_kind_name, {"none", "upper", "lower", "exact"}},
        {value_kind_name, {"let", "step", "condition", "result"}},
        {cert_kind_name, {"none", "guarantee", "lower", "value", "refutation", "audit"}},
        {verdict_name, {"VERIFIED", "REJECTED", "UNREADABLE", "UNDECIDED", "INTERRUPTED"}},
        {account_method_name, {"none", "entry", "grid"}},
        {next_name, {"fails", "not admissible", "undecided", "no end"}},
        {judgement_name,
         {"sound", "unsound", "rounded", "unjustified", "undecided", "interrupted"}},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        int n = 0;
        for (; n < 8 && all[i].words[n] != NULL; n++)
            ck_assert_str_eq(all[i].name(n), all[i].words[n]);
        ck_assert_str_eq(all[i].name(n), "unknown");
        ck_assert_str_eq(all[i].name(-1), "unknown");
    }
    ck_assert_int_eq(DPC_INTERRUPTED, 6);
    ck_assert_int_eq(DPC_STATUS_REFUTED, 5);
    ck_assert_int_eq(DPC_BASIS_MACHINE, 3);
    ck_assert_int_eq(DPC_ADJACENCY_ANY, 6);
    ck_assert_int_eq(DPC_BOUND_EXACT, 3);
    ck_assert_int_eq(DPC_VALUE_RESULT, 3);
    ck_assert_int_eq(DPC_CERT_AUDIT, 5);
    ck_assert_int_eq(DPC_VERIFY_INTERRUPTED, 4);
    ck_assert_int_eq(DPC_ACCOUNT_GRID, 2);
    ck_assert_int_eq(DPC_CLAIM_INTERRUPTED, 5);
    ck_assert_int_eq(DPC_NEXT_NO_END, 3);
    dpc_string_free(NULL);
    dpc_query_free(NULL);
    dpc_catalogue_free(NULL);
}
END_TEST

/* The headers are those of the library that runs, and their macros say the same. */
START_TEST(test_version)
{
    char text[64];
    (void)snprintf(text, sizeof text, "%d.%d.%d", DPC_VERSION_MAJOR, DPC_VERSION_MINOR,
                   DPC_VERSION_PATCH);
    ck_assert_str_eq(text, DPC_VERSION);
    ck_assert_str_eq(dpc_version(), DPC_VERSION);
    ck_assert_str_eq(PACKAGE_VERSION, DPC_VERSION);
    ck_assert_int_eq(DPC_VERSION_NUMBER,
                     10000 * DPC_VERSION_MAJOR + 100 * DPC_VERSION_MINOR + DPC_VERSION_PATCH);
    ck_assert_int_lt(DPC_VERSION_MINOR, 100);
    ck_assert_int_lt(DPC_VERSION_PATCH, 100);
}
END_TEST

START_TEST(test_info)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_theorem_info info;
    ck_assert_int_eq(dpc_theorem_get(cat, "compose.he-2-printed", &info), DPC_OK);
    ck_assert_str_eq(info.id, "compose.he-2-printed");
    ck_assert_str_eq(info.title, "Composition II of He et al., as printed");
    ck_assert_int_eq(info.status, DPC_STATUS_REFUTED);
    ck_assert_int_eq(info.basis, DPC_BASIS_REDERIVED);
    ck_assert_int_eq(info.adjacency, DPC_ADJACENCY_ANY);
    ck_assert_uint_eq(info.revision, 1);
    ck_assert_int_eq(info.is_own, 0);
    ck_assert_int_eq(dpc_theorem_get(cat, "compose.kow", &info), DPC_PARSE);
    check_contains(dpc_catalogue_error(cat), "unknown theorem 'compose.kow': did you mean");
    check_contains(dpc_catalogue_error(cat), "compose.kov");
    ck_assert_int_eq(dpc_theorem_get(cat, "", &info), DPC_PARSE);
    /* the prelude is not a theorem */
    ck_assert_int_eq(dpc_theorem_get(cat, "prelude", &info), DPC_PARSE);
    ck_assert_ptr_null(dpc_query_new(cat, "prelude"));
    ck_assert_ptr_null(dpc_query_new(cat, "no.such"));
    check_contains(dpc_catalogue_error(cat), "unknown theorem 'no.such'");
    /* the next successful call clears the error */
    ck_assert_int_eq(dpc_theorem_get(cat, "gauss.tv", &info), DPC_OK);
    ck_assert_str_eq(dpc_catalogue_error(cat), "");
    dpc_catalogue_free(cat);
}
END_TEST

typedef struct {
    size_t count, params, results, referees, cites, references;
    bool ordered;
    char first[32], param[200], referee_text[200];
} statement_log;

static void log_statement(void *data, const dpc_statement *s)
{
    statement_log *log = data;
    ck_assert_int_ne(s->kind, DPC_STATEMENT_NONE);
    ck_assert_ptr_nonnull(s->keyword);
    if (log->count++ == 0)
        (void)snprintf(log->first, sizeof log->first, "%s", s->keyword);
    log->cites += s->kind == DPC_STATEMENT_CITE;
    log->references += s->kind == DPC_STATEMENT_CITE && dpc_reference(s->name) != NULL;
    log->results += s->kind == DPC_STATEMENT_RESULT;
    if (s->kind == DPC_STATEMENT_PARAM) {
        log->params++;
        if (strcmp(s->name, "delta") == 0)
            (void)snprintf(log->param, sizeof log->param, "%s|%s", s->formula, s->text);
    }
    if (s->kind == DPC_STATEMENT_REFEREE) {
        log->referees++;
        log->ordered = log->results == 1; /* it comes after the result */
        (void)snprintf(log->referee_text, sizeof log->referee_text, "%s", s->text);
        ck_assert_msg(strchr(s->formula, '"') == NULL, "the text is in the formula: %s",
                      s->formula);
    }
}

START_TEST(test_statements)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    statement_log log = {.count = 0};
    ck_assert_int_eq(dpc_theorem_statements(cat, "ma.gauss", log_statement, &log), DPC_OK);
    ck_assert_str_eq(log.first, "theorem");
    ck_assert_uint_eq(log.params, 3);
    ck_assert_uint_eq(log.results, 1);
    ck_assert_uint_eq(log.referees, 1);
    ck_assert_uint_eq(log.cites, 2);
    ck_assert(log.ordered);
    ck_assert_str_eq(log.param, "delta : real where 0 < delta < 1|delta");
    ck_assert_str_eq(log.referee_text,
                     "the same mechanism, exactly: theta(x, sqrt(T)/sigma) >= delta");
    ck_assert_int_eq(dpc_theorem_statements(cat, "no.such", log_statement, &log), DPC_PARSE);
    for (size_t i = 0; i < dpc_catalogue_count(); i++) {
        statement_log one = {.count = 0};
        ck_assert_int_eq(dpc_theorem_statements(cat, dpc_catalogue_id(i), log_statement, &one),
                         DPC_OK);
        ck_assert_uint_ge(one.count, 8);
        ck_assert_uint_ge(one.cites, 1);
        ck_assert_msg(one.references == one.cites, "%s cites what SOURCES.md does not have",
                      dpc_catalogue_id(i));
    }
    dpc_catalogue_free(cat);
}
END_TEST

START_TEST(test_texts)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    for (size_t i = 0; i < dpc_catalogue_count(); i++) {
        const char *id = dpc_catalogue_id(i);
        char *text = dpc_theorem_text(cat, id), *latex = dpc_theorem_latex(cat, id);
        ck_assert_msg(text != NULL && strncmp(text, "theorem", 7) == 0, "%s: %.40s", id,
                      text != NULL ? text : "nothing");
        check_contains(text, id);
        ck_assert_msg(latex != NULL && strchr("%\\", latex[0]) != NULL, "%s: %.40s", id,
                      latex != NULL ? latex : "nothing");
        ck_assert_msg(strstr(latex, "\\le") != NULL || strstr(latex, "\\ge") != NULL ||
                          strstr(latex, "=") != NULL,
                      "%s: no relation in %s", id, latex);
        dpc_string_free(text);
        dpc_string_free(latex);
    }
    ck_assert_ptr_null(dpc_theorem_text(cat, "no.such"));
    ck_assert_ptr_null(dpc_theorem_latex(cat, "no.such"));
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- the user's own theorems ---- */

static const char own_theorem[] = "theorem my.own\n"
                                  "revision 3\n"
                                  "title \"Mine\"\n"
                                  "cite me \"page 1\"\n"
                                  "status exact paper\n"
                                  "adjacency replace-one\n"
                                  "param a : real where a > 0\n"
                                  "use t = gauss.theta(eps = 1, r = a)\n"
                                  "result x <= 2*t.delta\n";

START_TEST(test_add_text)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    const char *id = NULL;
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "mine", own_theorem, strlen(own_theorem), &id),
                     DPC_OK);
    ck_assert_str_eq(id, "my.own");
    dpc_theorem_info info;
    ck_assert_int_eq(dpc_theorem_get(cat, id, &info), DPC_OK);
    ck_assert_uint_eq(info.revision, 3);
    ck_assert_int_eq(info.is_own, 1);
    ck_assert_int_eq(info.adjacency, DPC_ADJACENCY_REPLACE_ONE);
    dpc_query_t *q = dpc_query_new(cat, id);
    ck_assert_ptr_nonnull(q);
    ck_assert_int_eq(dpc_query_set(q, "a", "1/2"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    ck_assert_str_eq(dpc_query_result(q, 0)->upper, "1.365918997e-2");
    ck_assert_int_eq(dpc_query_theorem(q)->is_own, 1);
    dpc_query_free(q);
    /* an id can be taken once, and not from the catalogue */
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "again", own_theorem, strlen(own_theorem), NULL),
                     DPC_PARSE);
    check_contains(dpc_catalogue_error(cat), "again: its theorem id is taken");
    char *stolen = check_theorem("gauss.theta", "result x <= 0\n");
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "thief", stolen, strlen(stolen), NULL), DPC_PARSE);
    free(stolen);
    static const char prelude[] = "prelude\ndef f(x) = x\n";
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "p", prelude, strlen(prelude), NULL), DPC_PARSE);
    /* malformed text: the place is named, and nothing is added */
    static const char bad[] = "theorem my.bad\nrevision 1\ntitle \"t\"\ncite n \"n\"\n"
                              "status proved paper\nadjacency any\nresult x <= 1 +\n";
    id = NULL;
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "bad.thm", bad, strlen(bad), &id), DPC_PARSE);
    ck_assert_ptr_null(id);
    ck_assert_msg(strncmp(dpc_catalogue_error(cat), "bad.thm:7:", 10) == 0, "%s",
                  dpc_catalogue_error(cat));
    ck_assert_int_eq(dpc_theorem_get(cat, "my.bad", &info), DPC_PARSE);
    /* an error of meaning shows when the theorem is used */
    char *nameless = check_theorem("my.nameless", "result x <= unknown_thing\n");
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "n.thm", nameless, strlen(nameless), &id), DPC_OK);
    free(nameless);
    ck_assert_ptr_null(dpc_query_new(cat, id));
    check_contains(dpc_catalogue_error(cat), "unknown name 'unknown_thing'");
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "empty", "", 0, NULL), DPC_PARSE);
    dpc_catalogue_free(cat);
}
END_TEST

START_TEST(test_add_file)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    ck_assert_int_eq(dpc_catalogue_add_file(cat, "/nonexistent/file.thm", NULL), DPC_IO);
    check_contains(dpc_catalogue_error(cat), "/nonexistent/file.thm: No such file or directory");
    ck_assert_int_eq(dpc_catalogue_add_file(cat, "/", NULL), DPC_IO);
    check_contains(dpc_catalogue_error(cat), "is a directory");
    char path[] = "/tmp/dpcert-t-api-XXXXXX";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, own_theorem, strlen(own_theorem)), (ssize_t)strlen(own_theorem));
    (void)close(fd);
    const char *id = NULL;
    ck_assert_msg(dpc_catalogue_add_file(cat, path, &id) == DPC_OK, "%s", dpc_catalogue_error(cat));
    ck_assert_str_eq(id, "my.own");
    (void)remove(path);
    /* the text was copied: the file is no longer needed */
    dpc_query_t *q = dpc_query_new(cat, id);
    ck_assert_ptr_nonnull(q);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- queries ---- */

START_TEST(test_out_of_range)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, "compose.basic");
    ck_assert_ptr_nonnull(q);
    /* before it runs */
    ck_assert_uint_eq(dpc_query_inputs(q), 3);
    ck_assert_str_eq(dpc_query_input(q, 2)->name, "T");
    ck_assert_ptr_null(dpc_query_input(q, 3));
    ck_assert_ptr_eq(dpc_query_find_input(q, "T"), dpc_query_input(q, 2));
    ck_assert_ptr_null(dpc_query_find_input(q, "eps_out"));
    ck_assert_ptr_null(dpc_query_find_input(q, NULL));
    ck_assert_ptr_null(dpc_query_input(q, (size_t)-1));
    ck_assert_uint_eq(dpc_query_results(q), 0);
    ck_assert_ptr_null(dpc_query_result(q, 0));
    ck_assert_ptr_null(dpc_query_find_result(q, "eps_out"));
    ck_assert_ptr_null(dpc_query_referee(q, 0));
    ck_assert_ptr_null(dpc_query_assumption(q, 0));
    ck_assert_uint_eq(dpc_query_assumptions(q), 0);
    ck_assert_uint_eq(dpc_query_premises(q), 2); /* those of the text */
    ck_assert_ptr_null(dpc_query_premise(q, 2));
    ck_assert_str_eq(dpc_query_error(q), "");
    ck_assert_str_eq(dpc_query_theorem(q)->id, "compose.basic");
    /* and afterwards */
    ck_assert_int_eq(dpc_query_set(q, "eps", "1"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "delta", "0.5"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "T", "3"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    ck_assert_uint_eq(dpc_query_results(q), 2);
    ck_assert_int_eq(dpc_query_result(q, 1)->kind, DPC_BOUND_UPPER);
    ck_assert_ptr_null(dpc_query_result(q, 2));
    ck_assert_ptr_eq(dpc_query_find_result(q, dpc_query_result(q, 1)->name),
                     dpc_query_result(q, 1));
    ck_assert_ptr_null(dpc_query_find_result(q, "eps"));
    ck_assert_ptr_null(dpc_query_find_result(q, NULL));
    ck_assert_uint_eq(dpc_query_referees(q), 1);
    ck_assert_ptr_null(dpc_query_referee(q, 1));
    ck_assert_ptr_null(dpc_query_result(q, 1)->text);
    dpc_query_reset(q);
    dpc_query_reset(q);
    dpc_query_free(q);
    /* a result with a text */
    q = dpc_query_new(cat, "gen.multi-he2020");
    ck_assert_int_eq(dpc_query_set(q, "eps", "0.1"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "delta", "0"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "k", "3"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    ck_assert_str_eq(dpc_query_result(q, 0)->text, "deviation; vacuous from 1 on");
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

typedef struct {
    size_t lets, steps, conditions, results;
    char result[200], r[200], condition[200];
} step_log;

static void log_step(void *data, const dpc_step_info *step)
{
    step_log *log = data;
    ck_assert(step->name != NULL && step->formula != NULL && step->value != NULL);
    ck_assert_int_ge(step->depth, 0);
    if (step->kind == DPC_VALUE_LET) {
        log->lets++;
        if (strcmp(step->name, "r") == 0)
            (void)snprintf(log->r, sizeof log->r, "%s", step->value);
    } else if (step->kind == DPC_VALUE_STEP)
        log->steps++;
    else if (step->kind == DPC_VALUE_CONDITION) {
        log->conditions++;
        (void)snprintf(log->condition, sizeof log->condition, "%s is %s", step->formula,
                       step->value);
    } else {
        ck_assert_int_eq(step->kind, DPC_VALUE_RESULT);
        log->results++;
        (void)snprintf(log->result, sizeof log->result, "%s = %s", step->name, step->value);
    }
}

START_TEST(test_explain)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, "gauss.mechanism");
    step_log log = {.lets = 0};
    ck_assert_int_ne(dpc_query_explain(q, log_step, &log), DPC_OK);
    check_contains(dpc_query_error(q), "nothing to explain");
    ck_assert_int_eq(dpc_query_set(q, "eps", "1"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "D", "1"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "sigma", "10"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "T", "25"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    ck_assert_int_eq(dpc_query_explain(q, log_step, &log), DPC_OK);
    ck_assert_uint_eq(log.lets, 1);
    ck_assert_str_eq(log.r, "1/2");
    ck_assert_uint_ge(log.conditions, 4);
    check_contains(log.condition, "is true");
    ck_assert_uint_ge(log.steps, 8);
    ck_assert_uint_eq(log.results, 1);
    ck_assert_str_eq(log.result, "delta = [6.829594983e-3, 6.829594984e-3]");
    /* it changes nothing, and can be repeated */
    ck_assert_str_eq(dpc_query_result(q, 0)->upper, "6.829594984e-3");
    step_log again = {.lets = 0};
    ck_assert_int_eq(dpc_query_explain(q, log_step, &again), DPC_OK);
    ck_assert_uint_eq(again.steps, log.steps);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

/* Loops, arrays and branches. */
START_TEST(test_explain_values)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    char *text = check_theorem("test.loops", "param n : int\n"
                                             "let a[i = 1..n] = 1/i\n"
                                             "let s = sum(i = 1..n, a[i])\n"
                                             "let b = if(n > 2 and not n == 3, max(s, 1), 0)\n"
                                             "result x = s + b + iterate(y = 1, n, y/2)\n"
                                             "let late = 2*n\n");
    const char *id = NULL;
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "t.thm", text, strlen(text), &id), DPC_OK);
    free(text);
    dpc_query_t *q = dpc_query_new(cat, id);
    ck_assert_int_eq(dpc_query_set(q, "n", "4"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    step_log log = {.lets = 0};
    ck_assert_int_eq(dpc_query_explain(q, log_step, &log), DPC_OK);
    ck_assert_uint_eq(log.lets, 3); /* the last step is reported although no other follows */
    ck_assert_str_eq(log.result, "x = 203/48");
    ck_assert_int_eq(dpc_query_set_arith(q, "double"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    ck_assert_int_eq(dpc_query_explain(q, log_step, &log), DPC_OK);
    check_contains(log.result, "unverified");
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

START_TEST(test_two_queries)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *a = dpc_query_new(cat, "gauss.theta"), *b = dpc_query_new(cat, "gauss.theta");
    ck_assert_int_eq(dpc_query_set(a, "eps", "1"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(b, "eps", "0"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(a, "r", "1/2"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(b, "r", "1/2"), DPC_OK);
    ck_assert_int_eq(dpc_query_set_digits(b, 4), DPC_OK);
    ck_assert_int_eq(dpc_query_run(a), DPC_OK);
    ck_assert_int_eq(dpc_query_run(b), DPC_OK);
    ck_assert_str_eq(dpc_query_result(a, 0)->upper, "6.829594984e-3");
    ck_assert_str_eq(dpc_query_result(b, 0)->upper, "0.1975");
    ck_assert_int_eq(dpc_query_set(a, "nope", "1"), DPC_PARSE);
    ck_assert_str_eq(dpc_query_error(b), "");
    dpc_query_free(a);
    ck_assert_str_eq(dpc_query_result(b, 0)->lower, "0.1974");
    dpc_query_free(b);
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- enclosures as numbers ---- */

static dpc_query_t *theta(dpc_catalogue_t *cat, const char *arith, const char *eps)
{
    dpc_query_t *q = dpc_query_new(cat, "gauss.theta");
    ck_assert_int_eq(dpc_query_set_arith(q, arith), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "eps", eps), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "r", "1/2"), DPC_OK);
    ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s", dpc_query_error(q));
    return q;
}

/* Numbers lie where the decimals say, in every certified arithmetic, and are not wider. */
START_TEST(test_numbers)
{
    static const char *const ariths[] = {"ball", "mpfr", "kernel"};
    dpc_catalogue_t *cat = dpc_catalogue_new();
    mpfr_t lower, upper, decimal;
    arb_t x;
    mpfr_inits2(200, lower, upper, decimal, (mpfr_ptr)NULL);
    arb_init(x);
    for (size_t i = 0; i < 3; i++) {
        dpc_query_t *q = theta(cat, ariths[i], "1");
        ck_assert_int_eq(dpc_query_result_mpfr(q, 0, lower, upper), DPC_OK);
        ck_assert(mpfr_cmp(lower, upper) < 0);
        (void)mpfr_set_str(decimal, dpc_query_result(q, 0)->lower, 10, MPFR_RNDD);
        ck_assert(mpfr_cmp(decimal, lower) <= 0);
        (void)mpfr_set_str(decimal, dpc_query_result(q, 0)->upper, 10, MPFR_RNDU);
        ck_assert(mpfr_cmp(upper, decimal) <= 0);
        ck_assert_int_eq(dpc_query_result_arb(q, 0, 200, x), DPC_OK);
        arb_t end;
        arb_init(end);
        arf_set_mpfr(arb_midref(end), lower);
        ck_assert(arb_contains(x, end));
        arf_set_mpfr(arb_midref(end), upper);
        ck_assert(arb_contains(x, end));
        arb_clear(end);
        ck_assert_int_gt(arb_rel_accuracy_bits(x), 34);
        /* few bits: wider, never narrower */
        mpfr_t low, high;
        mpfr_inits2(5, low, high, (mpfr_ptr)NULL);
        ck_assert_int_eq(dpc_query_result_mpfr(q, 0, low, high), DPC_OK);
        ck_assert(mpfr_cmp(low, lower) <= 0 && mpfr_cmp(high, upper) >= 0);
        mpfr_clears(low, high, (mpfr_ptr)NULL);
        /* a result that is missing leaves the outputs unchanged */
        mpfr_set_ui(decimal, 7, MPFR_RNDN);
        ck_assert_int_eq(dpc_query_result_mpfr(q, 1, decimal, decimal), DPC_UNDECIDED);
        ck_assert_int_eq(dpc_query_referee_mpfr(q, 0, decimal, decimal), DPC_UNDECIDED);
        ck_assert_int_eq(mpfr_cmp_ui(decimal, 7), 0);
        ck_assert_int_eq(dpc_query_result_arb(q, 1, 64, x), DPC_UNDECIDED);
        ck_assert_int_eq(dpc_query_referee_arb(q, 0, 64, x), DPC_UNDECIDED);
        dpc_query_reset(q);
        ck_assert_int_eq(dpc_query_result_mpfr(q, 0, decimal, decimal), DPC_UNDECIDED);
        dpc_query_free(q);
    }
    dpc_query_t *q = theta(cat, "double", "1");
    ck_assert_int_eq(dpc_query_result_mpfr(q, 0, lower, upper), DPC_UNDECIDED);
    dpc_query_free(q);
    /* smaller than the caller's MPFR can tell: between 0 and the least number */
    q = theta(cat, "ball", "20000");
    ck_assert_int_eq(dpc_query_result_mpfr(q, 0, lower, upper), DPC_OK);
    ck_assert(mpfr_zero_p(lower) && mpfr_regular_p(upper) && mpfr_sgn(upper) > 0);
    dpc_query_free(q);
    mpfr_clears(lower, upper, decimal, (mpfr_ptr)NULL);
    arb_clear(x);
    dpc_catalogue_free(cat);
    dpc_thread_cleanup();
}
END_TEST

/* Exact results, and referees. */
START_TEST(test_exact_numbers)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, "compose.basic");
    ck_assert_int_eq(dpc_query_set(q, "eps", "0.1"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "delta", "1/3000000"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "T", "10"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    mpfr_t lower, upper;
    arb_t x;
    fmpq_t third;
    mpfr_inits2(53, lower, upper, (mpfr_ptr)NULL);
    arb_init(x);
    fmpq_init(third);
    ck_assert_int_eq(dpc_query_result_mpfr(q, 0, lower, upper), DPC_OK);
    ck_assert(mpfr_cmp_ui(lower, 1) == 0 && mpfr_cmp_ui(upper, 1) == 0);
    ck_assert_int_eq(dpc_query_result_mpfr(q, 1, lower, upper), DPC_OK);
    mpfr_nextabove(lower);
    ck_assert(mpfr_equal_p(lower, upper)); /* neighbours, at any precision */
    ck_assert_int_eq(dpc_query_result_arb(q, 1, 1000, x), DPC_OK);
    fmpq_set_si(third, 1, 300000);
    ck_assert(arb_contains_fmpq(x, third));
    ck_assert_int_gt(arb_rel_accuracy_bits(x), 990);
    ck_assert_uint_eq(dpc_query_referees(q), 1);
    ck_assert_int_eq(dpc_query_referee_mpfr(q, 0, lower, upper), DPC_OK);
    ck_assert(mpfr_sgn(lower) > 0 && mpfr_cmp(lower, upper) <= 0);
    ck_assert_int_eq(dpc_query_referee_arb(q, 0, 64, x), DPC_OK);
    ck_assert(arb_is_positive(x));
    /* without referees */
    dpc_query_set_referees(q, 0);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    ck_assert_uint_eq(dpc_query_results(q), 2);
    ck_assert_uint_eq(dpc_query_referees(q), 0);
    ck_assert_int_eq(dpc_query_referee_mpfr(q, 0, lower, upper), DPC_UNDECIDED);
    dpc_query_set_referees(q, 1);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    ck_assert_uint_eq(dpc_query_referees(q), 1);
    fmpq_clear(third);
    arb_clear(x);
    mpfr_clears(lower, upper, (mpfr_ptr)NULL);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
    dpc_thread_cleanup();
}
END_TEST

/* One digit in the 30th place keeps two values apart; the same value in two arithmetics overlaps.
 */
START_TEST(test_disjoint)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *a = theta(cat, "ball", "1"), *b = theta(cat, "mpfr", "1"),
                *c = theta(cat, "kernel", "1.000000000000000000000000000001"),
                *d = theta(cat, "double", "1");
    ck_assert_int_eq(dpc_query_disjoint(a, b, 0), 0);
    ck_assert_int_eq(dpc_query_disjoint(b, a, 0), 0);
    ck_assert_int_eq(dpc_query_disjoint(a, c, 0), 0); /* too few digits to tell */
    ck_assert_int_eq(dpc_query_set_digits(a, 60), DPC_OK);
    ck_assert_int_eq(dpc_query_set_digits(c, 60), DPC_OK);
    ck_assert_int_eq(dpc_query_run(a), DPC_OK);
    ck_assert_int_eq(dpc_query_run(c), DPC_OK);
    ck_assert_int_eq(dpc_query_disjoint(a, c, 0), 1);
    ck_assert_int_eq(dpc_query_disjoint(c, a, 0), 1);
    ck_assert_int_eq(dpc_query_disjoint(a, b, 0), 0); /* inside of the wider one */
    ck_assert_int_eq(dpc_query_disjoint(a, d, 0), 0); /* a double encloses nothing */
    ck_assert_int_eq(dpc_query_disjoint(a, c, 1), 0); /* no such result */
    dpc_query_free(a);
    dpc_query_free(b);
    dpc_query_free(c);
    dpc_query_free(d);
    /* far apart, of either sign, exact or not */
    static const char text[] = "theorem t.x\nrevision 1\ntitle \"x\"\ncite none \"none\"\n"
                               "status proved machine\nadjacency any\nparam x : real\n"
                               "param y : real\nresult z <= x*exp(y)\n";
    static const struct {
        const char *x, *y;
    } at[] = {{"-2", "100000000"}, {"-1", "100000000"}, {"-1/3", "0"}, {"-1", "-100000000"},
              {"0", "0"},          {"1", "-100000000"}, {"1/3", "0"},  {"1", "1"},
              {"3", "0"},          {"1", "100000000"}};
    enum { N = sizeof at / sizeof at[0] };
    dpc_query_t *q[N];
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "t", text, strlen(text), NULL), DPC_OK);
    for (size_t i = 0; i < N; i++) {
        q[i] = dpc_query_new(cat, "t.x");
        ck_assert_int_eq(dpc_query_set(q[i], "x", at[i].x), DPC_OK);
        ck_assert_int_eq(dpc_query_set(q[i], "y", at[i].y), DPC_OK);
        ck_assert_int_eq(dpc_query_run(q[i]), DPC_OK);
        for (size_t k = 0; k <= i; k++)
            ck_assert_msg(dpc_query_disjoint(q[i], q[k], 0) == (i != k), "rows %zu and %zu", i, k);
    }
    for (size_t i = 0; i < N; i++)
        dpc_query_free(q[i]);
    dpc_catalogue_free(cat);
    dpc_thread_cleanup();
}
END_TEST

/* A missing string or array is reported like any other error, by an error text; abi.py sees that
   these tests name every function that takes one. */

static void check_told(const char *error, const char *named)
{
    ck_assert_msg(strstr(error, named) != NULL, "'%s' does not name %s", error, named);
}

START_TEST(test_null_catalogue)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_theorem_info info;
    statement_log log = {.count = 0};
    static const char needed[] = "a theorem id is needed";
    ck_assert_ptr_null(dpc_query_new(cat, NULL));
    check_told(dpc_catalogue_error(cat), needed);
    ck_assert_ptr_null(dpc_theorem_text(cat, NULL));
    check_told(dpc_catalogue_error(cat), needed);
    ck_assert_ptr_null(dpc_theorem_latex(cat, NULL));
    check_told(dpc_catalogue_error(cat), needed);
    ck_assert_int_eq(dpc_theorem_get(cat, NULL, &info), DPC_PARSE);
    check_told(dpc_catalogue_error(cat), needed);
    ck_assert_int_eq(dpc_theorem_statements(cat, NULL, log_statement, &log), DPC_PARSE);
    check_told(dpc_catalogue_error(cat), needed);
    ck_assert_int_eq(dpc_catalogue_add_text(cat, NULL, "x", 1, NULL), DPC_PARSE);
    check_told(dpc_catalogue_error(cat), "a name and a text");
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "x", NULL, 4, NULL), DPC_PARSE);
    check_told(dpc_catalogue_error(cat), "a name and a text");
    ck_assert_int_eq(dpc_catalogue_add_file(cat, NULL, NULL), DPC_IO);
    check_told(dpc_catalogue_error(cat), "path");
    ck_assert_ptr_null(dpc_reference(NULL));
    /* what a catalogue is asked to open */
    ck_assert_ptr_null(dpc_comparison_new(cat, NULL));
    check_told(dpc_catalogue_error(cat), "setting");
    ck_assert_ptr_null(dpc_comparison_read(cat, NULL, "x", 1));
    check_told(dpc_catalogue_error(cat), "a name and a text");
    ck_assert_ptr_null(dpc_comparison_read(cat, "x", NULL, 4));
    check_told(dpc_catalogue_error(cat), "a name and a text");
    ck_assert_ptr_null(dpc_table_new(cat, NULL, "x", 1));
    check_told(dpc_catalogue_error(cat), "a name and a text");
    ck_assert_ptr_null(dpc_table_new(cat, "x", NULL, 4));
    check_told(dpc_catalogue_error(cat), "a name and a text");
    ck_assert_ptr_null(dpc_account_new(cat, NULL, "x", 1));
    check_told(dpc_catalogue_error(cat), "a name and a text");
    ck_assert_ptr_null(dpc_account_new(cat, "x", NULL, 4));
    check_told(dpc_catalogue_error(cat), "a name and a text");
    dpc_catalogue_free(cat);
    dpc_catalogue_free(NULL);
}
END_TEST

START_TEST(test_null_query)
{
    static const char *const lines[] = {"a line", NULL};
    static const char both[] = "a name and a value";
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, "gauss.theta");
    mpq_t x;
    mpfr_t y;
    mpq_init(x);
    mpfr_init2(y, 20);
    mpfr_set_zero(y, 1);
    ck_assert_int_eq(dpc_query_set(q, NULL, "1"), DPC_PARSE);
    check_told(dpc_query_error(q), both);
    ck_assert_int_eq(dpc_query_set(q, "eps", NULL), DPC_PARSE);
    check_told(dpc_query_error(q), both);
    ck_assert_int_eq(dpc_query_set_mpq(q, NULL, x), DPC_PARSE);
    check_told(dpc_query_error(q), "name");
    ck_assert_int_eq(dpc_query_set_mpfr(q, NULL, y), DPC_PARSE);
    check_told(dpc_query_error(q), "name");
    ck_assert_int_eq(dpc_query_set_list_mpq(q, NULL, NULL, 0), DPC_PARSE);
    check_told(dpc_query_error(q), "name");
    ck_assert_int_eq(dpc_query_set_list_mpq(q, "eps", NULL, 3), DPC_PARSE);
    check_told(dpc_query_error(q), "numbers");
    ck_assert_int_eq(dpc_query_set_arith(q, NULL), DPC_PARSE);
    check_told(dpc_query_error(q), "arithmetic");
    ck_assert_ptr_null(dpc_query_find_input(q, NULL));
    ck_assert_uint_eq(dpc_query_notes(q), 0);
    ck_assert_ptr_null(dpc_query_note(q, 0));
    /* each text of a question */
    ck_assert_int_eq(dpc_query_set(q, "r", "1/2"), DPC_OK);
    for (int missing = 0; missing < 4; missing++) {
        const char *text[4] = {"eps", "delta", "<=", "1/100"};
        text[missing] = NULL;
        ck_assert_int_eq(dpc_query_solve(q, text[0], text[1], text[2], text[3], 0), DPC_PARSE);
        check_told(dpc_query_error(q), "a parameter, a result, a relation and a target");
        if (missing < 3) {
            ck_assert_int_eq(dpc_query_solve_mpq(q, text[0], text[1], text[2], x, 0), DPC_PARSE);
            check_told(dpc_query_error(q), "a parameter, a result, a relation and a target");
        }
    }
    /* certificates: kind and context may be NULL, lines may not */
    ck_assert_int_eq(dpc_query_set(q, "eps", "1"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    ck_assert_ptr_null(dpc_query_find_result(q, NULL));
    char *text = NULL;
    ck_assert_int_eq(dpc_query_certificate(q, NULL, lines, 2, &text), DPC_PARSE);
    ck_assert_ptr_null(text);
    check_told(dpc_query_error(q), "line 2 of the context");
    ck_assert_int_eq(dpc_query_certificate(q, NULL, lines + 1, 1, &text), DPC_PARSE);
    check_told(dpc_query_error(q), "line 1 of the context");
    ck_assert_int_eq(dpc_query_certificate(q, NULL, NULL, 3, &text), DPC_PARSE);
    ck_assert_ptr_null(text);
    check_told(dpc_query_error(q), "context");
    ck_assert_int_eq(dpc_query_certificate(q, NULL, NULL, 0, &text), DPC_OK);
    dpc_string_free(text);
    dpc_query_free(q);
    q = dpc_query_new(cat, "ma.sgd-abadi");
    ck_assert_uint_eq(dpc_query_notes(q), 1);
    check_contains(dpc_query_note(q, 0), "the assumption is false in a corner");
    dpc_query_free(q);
    dpc_query_free(NULL);
    mpfr_clear(y);
    mpq_clear(x);
    dpc_catalogue_free(cat);
}
END_TEST

START_TEST(test_null_table)
{
    static const char spec[] = "digits 6\ncolumn d = bound gauss.theta.delta(eps = 1, r = 1/2)\n";
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_table_t *t = dpc_table_new(cat, "t", spec, strlen(spec));
    ck_assert_msg(t != NULL, "%s", dpc_catalogue_error(cat));
    ck_assert_int_eq(dpc_table_put(t, 0, 0, NULL), DPC_PARSE);
    check_told(dpc_table_error(t), "the record");
    char *record = NULL, *certificate = NULL, *line = NULL;
    ck_assert_int_eq(dpc_table_compute(t, 0, 0, &record, &certificate), DPC_OK);
    ck_assert_int_eq(dpc_table_put(t, 0, 0, record), DPC_OK);
    ck_assert_int_eq(dpc_table_verify(t, 0, 0, NULL, certificate, strlen(certificate), &line),
                     DPC_PARSE);
    ck_assert_ptr_null(line);
    check_told(dpc_table_error(t), "a name and a text");
    ck_assert_int_eq(dpc_table_verify(t, 0, 0, NULL, "x\n", 2, &line), DPC_PARSE);
    ck_assert_int_eq(dpc_table_verify(t, 0, 0, "x", NULL, 5, &line), DPC_PARSE);
    check_told(dpc_table_error(t), "a name and a text");
    ck_assert_ptr_null(dpc_table_text(t, NULL));
    check_told(dpc_table_error(t), "format");
    dpc_string_free(record);
    dpc_string_free(certificate);
    dpc_table_free(t);
    dpc_catalogue_free(cat);
}
END_TEST

START_TEST(test_null_account)
{
    static const char history[] = "gaussian sigma=1\ndelta 1e-5\n";
    static const char *const nothing[] = {NULL};
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_account_t *a = dpc_account_new(cat, "history", history, strlen(history));
    ck_assert_int_eq(dpc_account_set_eps(a, NULL), DPC_PARSE);
    check_told(dpc_account_error(a), "eps");
    ck_assert_int_eq(dpc_account_set_delta(a, NULL), DPC_PARSE);
    check_told(dpc_account_error(a), "delta");
    ck_assert_int_eq(dpc_account_set_adjacency(a, NULL), DPC_PARSE);
    check_told(dpc_account_error(a), "adjacency");
    ck_assert_int_eq(dpc_account_set_extent(a, NULL), DPC_PARSE);
    check_told(dpc_account_error(a), "extent");
    ck_assert_int_eq(dpc_account_set_digits(a, 3), DPC_OK);
    ck_assert_int_eq(dpc_account_run(a), DPC_OK);
    char *text = NULL;
    ck_assert_int_eq(dpc_account_certificate(a, NULL, nothing, 1, &text), DPC_PARSE);
    ck_assert_ptr_null(text);
    check_told(dpc_account_error(a), "line 1 of the context");
    ck_assert_int_eq(dpc_account_certificate(a, NULL, NULL, 3, &text), DPC_PARSE);
    ck_assert_ptr_null(text);
    check_told(dpc_account_error(a), "context");
    dpc_claim_verdict *v = dpc_account_judge(a, NULL, 0, 0);
    ck_assert(v->malformed && v->verdict == DPC_CLAIM_UNDECIDED);
    check_told(v->why, "number");
    dpc_claim_verdict_free(v);
    dpc_account_free(a);
    /* claims about theorems */
    static const char *const name[] = {"eps", "r"}, *const value[] = {"1", "1/2"},
                             *const none[] = {NULL, NULL};
    const dpc_claim all = {.theorem = "gauss.theta",
                           .result = "delta",
                           .claimed = "0.5",
                           .name = name,
                           .value = value,
                           .count = 2};
    for (int missing = 0; missing < 8; missing++) {
        dpc_claim one = all;
        if (missing < 3)
            *(missing == 0 ? &one.theorem : missing == 1 ? &one.result : &one.claimed) = NULL;
        else if (missing < 7)
            *(missing % 2 == 0 ? &one.name : &one.value) = missing < 5 ? NULL : none;
        v = dpc_claim_judge(cat, &one);
        ck_assert_msg(v->malformed == (missing < 7), "%d: %s", missing, v->why);
        ck_assert_int_eq(v->verdict, missing < 7 ? DPC_CLAIM_UNDECIDED : DPC_CLAIM_SOUND);
        if (missing < 7)
            check_told(v->why, missing < 3 ? "a theorem, a result and a number" : "name");
        dpc_claim_verdict_free(v);
    }
    dpc_catalogue_free(cat);
    dpc_thread_cleanup();
}
END_TEST

START_TEST(test_null_certificate)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = theta(cat, "ball", "1");
    char *good = NULL;
    ck_assert_int_eq(dpc_query_certificate(q, NULL, NULL, 0, &good), DPC_OK);
    const struct {
        const char *name, *text;
        size_t length;
        const char *told;
    } calls[] = {{NULL, good, strlen(good), "the name of the certificate"},
                 {NULL, "x\n", 2, "the name of the certificate"},
                 {"x", NULL, 5, "the text of the certificate"},
                 {"x", NULL, 0, "the text of the certificate"},
                 {NULL, NULL, 5, "the name of the certificate"}};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        dpc_verdict_info *v =
            dpc_certificate_verify(calls[i].name, calls[i].text, calls[i].length, NULL, 0, 0);
        ck_assert_int_eq(v->verdict, DPC_UNREADABLE);
        ck_assert_int_eq(v->kind, DPC_CERT_NONE);
        check_told(v->line, calls[i].told);
        dpc_verdict_free(v);
        char *html = NULL;
        v = dpc_certificate_report(calls[i].name, calls[i].text, calls[i].length, NULL, 0, 0,
                                   &html);
        ck_assert_int_eq(v->verdict, DPC_UNREADABLE);
        ck_assert_ptr_null(html);
        dpc_verdict_free(v);
    }
    dpc_string_free(good);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
    dpc_thread_cleanup();
}
END_TEST

/* Whether a text of the library is the number: as a parameter it has the same value. */
static void check_same(dpc_catalogue_t *cat, const char *text, const mpq_t x)
{
    dpc_query_t *q = dpc_query_new(cat, "compose.basic");
    mpq_t y;
    mpq_init(y);
    ck_assert_msg(dpc_query_set(q, "eps", text) == DPC_OK, "%s", dpc_query_error(q));
    ck_assert_int_eq(dpc_query_input_mpq(q, 0, y), DPC_OK);
    ck_assert_msg(mpq_equal(x, y), "not %s", text);
    mpq_clear(y);
    dpc_query_free(q);
}

/* Results as rationals: the same numbers as in the texts. */
START_TEST(test_rationals)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, "gauss.mechanism");
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    /* nothing is known before a run, and the outputs stay unchanged */
    mpq_set_ui(x, 7, 3);
    ck_assert_int_eq(dpc_query_result_mpq(q, 0, x, y), DPC_UNDECIDED);
    ck_assert_int_eq(dpc_query_result_exact_mpq(q, 0, x), DPC_UNDECIDED);
    ck_assert_int_eq(dpc_query_input_mpq(q, 0, x), DPC_UNDECIDED);
    ck_assert_int_eq(dpc_query_input_mpq(q, 99, x), DPC_UNDECIDED);
    ck_assert_int_eq(dpc_query_solution_mpq(q, x, y), DPC_UNDECIDED);
    ck_assert(mpq_cmp_ui(x, 7, 3) == 0);
    ck_assert_int_eq(dpc_query_set(q, "D", "1"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "sigma", "7/3"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "T", "10"), DPC_OK);
    mpq_set_ui(x, 1, 100000);
    ck_assert_msg(dpc_query_solve_mpq(q, "eps", "delta", "<=", x, 1) == DPC_OK, "%s",
                  dpc_query_error(q));
    ck_assert_int_eq(dpc_query_solution_mpq(q, x, y), DPC_OK);
    check_same(cat, dpc_query_solution(q)->value, x);
    check_same(cat, dpc_query_solution(q)->next, y);
    for (size_t i = 0; i < dpc_query_results(q); i++) {
        ck_assert_int_eq(dpc_query_result_mpq(q, i, x, y), DPC_OK);
        check_same(cat, dpc_query_result(q, i)->lower, x);
        check_same(cat, dpc_query_result(q, i)->upper, y);
    }
    for (size_t i = 0; i < dpc_query_inputs(q); i++) {
        ck_assert_int_eq(dpc_query_input_mpq(q, i, x), DPC_OK);
        check_same(cat, dpc_query_input(q, i)->value, x);
    }
    ck_assert_int_eq(dpc_query_result_mpq(q, 99, x, y), DPC_UNDECIDED);
    ck_assert_int_eq(dpc_query_referee_mpq(q, 99, x, y), DPC_UNDECIDED);
    dpc_query_free(q);
    /* exact values, referees and lists */
    q = dpc_query_new(cat, "compose.basic");
    ck_assert_int_eq(dpc_query_set(q, "eps", "1/3"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "delta", "1/7"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(q, "T", "2"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    ck_assert_int_eq(dpc_query_input_mpq(q, 0, x), DPC_OK);
    ck_assert(mpq_cmp_ui(x, 1, 3) == 0);
    ck_assert_int_eq(dpc_query_result_exact_mpq(q, 0, x), DPC_OK);
    ck_assert(mpq_cmp_ui(x, 2, 3) == 0);
    size_t applicable = 0;
    for (size_t i = 0; i < dpc_query_referees(q); i++)
        if (dpc_query_referee(q, i)->lower != NULL) {
            ck_assert_int_eq(dpc_query_referee_mpq(q, i, x, y), DPC_OK);
            check_same(cat, dpc_query_referee(q, i)->lower, x);
            check_same(cat, dpc_query_referee(q, i)->upper, y);
            applicable++;
        }
    ck_assert_uint_gt(applicable, 0);
    dpc_query_free(q);
    q = dpc_query_new(cat, "gauss.mechanism-list");
    ck_assert_int_eq(dpc_query_set(q, "step", "[(1/2,1,10),(3/2,2,5)]"), DPC_OK);
    for (size_t i = 0; i < dpc_query_inputs(q); i++)
        ck_assert_int_eq(dpc_query_input_mpq(q, i, x), DPC_UNDECIDED);
    dpc_query_free(q);
    mpq_clears(x, y, NULL);
    dpc_catalogue_free(cat);
}
END_TEST

/* Parameters as numbers: the same results as with their texts. */
START_TEST(test_set_numbers)
{
    static const unsigned long numbers[6] = {1, 2, 10, 3, 4, 5};
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *a = dpc_query_new(cat, "gauss.mechanism-list"),
                *b = dpc_query_new(cat, "gauss.mechanism-list");
    ck_assert(a != NULL && b != NULL);
    mpq_t list[6];
    mpfr_t eps;
    mpfr_init2(eps, 20);
    for (size_t i = 0; i < 6; i++) {
        mpq_init(list[i]);
        mpq_set_ui(list[i], numbers[i], i % 3 == 2 ? 1 : 2);
        mpq_canonicalize(list[i]);
    }
    (void)mpfr_set_d(eps, 0.625, MPFR_RNDN);
    ck_assert_int_eq(dpc_query_set(a, "step", "[(1/2,1,10),(3/2,2,5)]"), DPC_OK);
    ck_assert_int_eq(dpc_query_set(a, "eps", "5/8"), DPC_OK);
    ck_assert_msg(dpc_query_set_list_mpq(b, "step", list, 6) == DPC_OK, "%s", dpc_query_error(b));
    ck_assert_msg(dpc_query_set_mpfr(b, "eps", eps) == DPC_OK, "%s", dpc_query_error(b));
    ck_assert_int_eq(dpc_query_run(a), DPC_OK);
    ck_assert_int_eq(dpc_query_run(b), DPC_OK);
    ck_assert_str_eq(dpc_query_result(a, 0)->upper, dpc_query_result(b, 0)->upper);
    for (size_t i = 0; i < dpc_query_inputs(a); i++)
        ck_assert_str_eq(dpc_query_input(a, i)->value, dpc_query_input(b, i)->value);
    /* calls that are refused */
    ck_assert_int_eq(dpc_query_set_mpq(b, "eps", list[0]), DPC_PARSE);
    check_contains(dpc_query_error(b), "parameter eps has a value already");
    dpc_query_reset(b);
    ck_assert_int_eq(dpc_query_set_mpq(b, "step", list[0]), DPC_PARSE);
    ck_assert_int_eq(dpc_query_set_mpq(b, NULL, list[0]), DPC_PARSE);
    ck_assert_int_eq(dpc_query_set_list_mpq(b, "eps", list, 6), DPC_PARSE);
    ck_assert_int_eq(dpc_query_set_list_mpq(b, "step", list, 4), DPC_PARSE);
    check_contains(dpc_query_error(b), "records of 3 numbers");
    ck_assert_int_eq(dpc_query_set_list_mpq(b, "step", list + 1, 3), DPC_DOMAIN);
    check_contains(dpc_query_error(b), "must be an integer, but it is 3/2");
    mpfr_set_nan(eps);
    ck_assert_int_eq(dpc_query_set_mpfr(b, "eps", eps), DPC_PARSE);
    (void)mpfr_set_ui_2exp(eps, 1, 40000000, MPFR_RNDN);
    ck_assert_int_eq(dpc_query_set_mpfr(b, "eps", eps), DPC_PARSE);
    mpfr_set_zero(eps, -1);
    ck_assert_int_eq(dpc_query_set_mpfr(b, "eps", eps), DPC_OK);
    ck_assert_int_eq(dpc_query_set_list_mpq(b, "step", NULL, 0), DPC_OK);
    mpfr_clear(eps);
    for (size_t i = 0; i < 6; i++)
        mpq_clear(list[i]);
    dpc_query_free(a);
    dpc_query_free(b);
    dpc_catalogue_free(cat);
    dpc_thread_cleanup();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("api");
    check_add(suite, test_null_catalogue);
    check_add(suite, test_null_query);
    check_add(suite, test_null_table);
    check_add(suite, test_null_account);
    check_add(suite, test_null_certificate);
    check_add(suite, test_names);
    check_add(suite, test_version);
    check_add(suite, test_info);
    check_add(suite, test_statements);
    check_add(suite, test_texts);
    check_add(suite, test_add_text);
    check_add(suite, test_add_file);
    check_add(suite, test_out_of_range);
    check_add(suite, test_explain);
    check_add(suite, test_explain_values);
    check_add(suite, test_two_queries);
    check_add(suite, test_numbers);
    check_add(suite, test_exact_numbers);
    check_add(suite, test_disjoint);
    check_add(suite, test_set_numbers);
    check_add(suite, test_rationals);
    int failed = check_run(suite);
    return failed;
}
