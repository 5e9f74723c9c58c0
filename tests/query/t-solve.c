/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Solving for a parameter.  Two separate queries judge the solution: the condition must hold there,
   and fail one unit of the last digit further. */
#include "check_util.h"

#include "base/rational.h"
#include "query/query.h"

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>

static void set_all(dpc_query_t *q, const char *values)
{
    char copy[512];
    ck_assert_uint_lt(strlen(values), sizeof copy);
    (void)strcpy(copy, values);
    char *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        ck_assert_ptr_nonnull(equals);
        *equals = '\0';
        ck_assert_msg(dpc_query_set(q, word, equals + 1) == DPC_OK, "%s", dpc_query_error(q));
    }
}

static const char *open_theorem(dpc_catalogue_t *cat, const char *what)
{
    const char *id = what;
    if (strchr(what, '\n') != NULL) {
        char *text = check_theorem("test.body", what);
        ck_assert_msg(dpc_catalogue_add_text(cat, "t.thm", text, strlen(text), &id) == DPC_OK, "%s",
                      dpc_catalogue_error(cat));
        free(text);
    }
    return id;
}

static int compare(const char *a, const char *b)
{
    dpc_diag diag = {.status = DPC_OK};
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    ck_assert_int_eq(dpc_rational_parse(x, a, strlen(a), "a", &diag), DPC_OK);
    ck_assert_int_eq(dpc_rational_parse(y, b, strlen(b), "b", &diag), DPC_OK);
    const int order = mpq_cmp(x, y);
    mpq_clears(x, y, NULL);
    return order;
}

typedef struct {
    const char *theorem, *values, *name, *result, *relation, *target;
    int direction;
    unsigned long digits;
    const char *value; /* expected; NULL: any */
    int is_smallest;
    dpc_next at_next;
} question;

/* The enclosure of the result at a value of the parameter; NULL if it is not admissible. */
static bool enclosure(dpc_catalogue_t *cat, const char *id, const question *ask, const char *value,
                      char *lower, char *upper, size_t size)
{
    dpc_query_t *q = dpc_query_new(cat, id);
    set_all(q, ask->values);
    ck_assert_int_eq(dpc_query_set(q, ask->name, value), DPC_OK);
    ck_assert_int_eq(dpc_query_set_digits(q, ask->digits + 6), DPC_OK);
    const bool admissible = dpc_query_run(q) != DPC_DOMAIN;
    const dpc_result_info *r = dpc_query_find_result(q, ask->result);
    if (r != NULL) {
        (void)snprintf(lower, size, "%s", r->exact != NULL ? r->exact : r->lower);
        (void)snprintf(upper, size, "%s", r->exact != NULL ? r->exact : r->upper);
    }
    dpc_query_free(q);
    return admissible;
}

/* The query is left at the solution: its ends show the condition, and so does the certificate that
   it can write. */
static void check_proof(dpc_query_t *q, const question *ask)
{
    const bool below = ask->relation[0] == '<';
    char claim[400], claimed[400] = "";
    const dpc_result_info *r = dpc_query_find_result(q, ask->result);
    ck_assert_ptr_nonnull(r);
    const char *end = r->exact != NULL ? r->exact : below ? r->upper : r->lower;
    ck_assert_msg(below ? compare(end, ask->target) <= 0 : compare(end, ask->target) >= 0,
                  "%s %s %s, and [%s, %s] is shown", ask->result, ask->relation, ask->target,
                  r->lower, r->upper);
    char *certificate = NULL;
    ck_assert_msg(dpc_query_certificate(q, NULL, NULL, 0, &certificate) == DPC_OK, "%s",
                  dpc_query_error(q));
    (void)snprintf(claim, sizeof claim, "\nclaim %s %s ", ask->result, ask->relation);
    const char *at = strstr(certificate, claim);
    if (at != NULL) /* otherwise the certificate is about the other side */
        ck_assert_int_eq(sscanf(at + strlen(claim), "%399s", claimed), 1);
    ck_assert(at != NULL || strstr(certificate, "\nkind guarantee\n") != NULL);
    ck_assert_msg(at == NULL || (below ? compare(claimed, ask->target) <= 0
                                       : compare(claimed, ask->target) >= 0),
                  "%s %s %s, and %s is certified", ask->result, ask->relation, ask->target,
                  claimed);
    dpc_string_free(certificate);
}

static void solve_and_check(const question *ask)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    const char *id = open_theorem(cat, ask->theorem);
    dpc_query_t *q = dpc_query_new(cat, id);
    ck_assert_ptr_nonnull(q);
    set_all(q, ask->values);
    ck_assert_int_eq(dpc_query_set_digits(q, ask->digits), DPC_OK);
    const dpc_status status =
        dpc_query_solve(q, ask->name, ask->result, ask->relation, ask->target, ask->direction);
    ck_assert_msg(status == DPC_OK, "%s %s: %s", id, ask->values, dpc_query_error(q));
    const dpc_solution_info *s = dpc_query_solution(q);
    if (ask->value != NULL) {
        ck_assert_str_eq(s->value, ask->value);
        ck_assert_int_eq(s->is_smallest, ask->is_smallest);
        ck_assert_msg(s->at_next == ask->at_next, "%s %s: %s", id, ask->values, s->why);
    }
    ck_assert_int_eq(s->is_smallest, compare(s->next, s->value) < 0);

    char lower[300], upper[300];
    const bool below = ask->relation[0] == '<';
    ck_assert(enclosure(cat, id, ask, s->value, lower, upper, sizeof lower));
    ck_assert_msg(below ? compare(upper, ask->target) <= 0 : compare(lower, ask->target) >= 0,
                  "%s %s: %s=%s gives [%s, %s]", id, ask->values, ask->name, s->value, lower,
                  upper);
    const bool admissible = enclosure(cat, id, ask, s->next, lower, upper, sizeof lower);
    ck_assert_int_eq(admissible,
                     s->at_next != DPC_NEXT_NOT_ADMISSIBLE && s->at_next != DPC_NEXT_NO_END);
    if (admissible)
        ck_assert_msg(below ? compare(lower, ask->target) > 0 : compare(upper, ask->target) < 0,
                      "%s %s: %s=%s gives [%s, %s]", id, ask->values, ask->name, s->next, lower,
                      upper);
    check_proof(q, ask);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}

/* (x - 1)^2: no monotone function; 1/(x - 2)^2 has a pole. */
static const char valley[] = "param x : real where x > 0\nresult f = (x - 1)^2\n";
/* The condition may hold from the lower end of the range on, whether that is part of it or not. */
static const char from_zero[] = "param x : real where x >= 0\nresult f = exp(-x)\n";
static const char above_zero[] = "param x : real where x > 0\nresult f = exp(-x)\n";
static const char around_zero[] = "param x : real where x >= -1/2\nresult f = exp(-x)\n";
static const char count[] = "param n : int where n >= 0\nresult f = exp(-n)\n";
static const char steps[] = "param n : int where 3 <= n <= 10\nresult f = n\n";
/* Windows that lie between powers of ten. */
static const char between[] = "param x : real where 0 < x < 100\nresult v = (x - 7)^2\n";
static const char below_zero[] = "param x : real where 0 < x < 100\nresult v = (x - 7)^2 - 1\n";
static const char whole[] = "param n : int where -50 <= n <= 50\nresult w = (n - 7)^2\n";
static const char many[] = "param n : int where n >= 1\nresult w = (n - 1234567)^2\n";
/* The only better witness, h = 2 and g = 10^6, is at the ends of its ranges: no search finds it,
   and the cells must not miss it. */
static const char corner[] =
    "param x : int where x >= 1\nchoose h : int where 1 <= h <= 10^6\n"
    "choose g : int where 1 <= g <= 10^6\n"
    "result r <= if(h == 2 and g == 10^6, x, x + 1 + abs(h - 5000) + abs(g - 5000))\n"
    "objective r\n";
/* A witness that the result does not mention allows a smaller value of another witness, at one
   point. */
static const char linked[] =
    "param x : int where x >= 1\nchoose a : real where a >= 1\n"
    "choose b : real where 0 <= b <= 1000\nrequire a >= 10 - if(b == 777.123456, 9, 0)\n"
    "result r <= x + a\nobjective r\n";
/* In a cell around the only better point the quotient may be undefined. */
static const char undefined[] =
    "param x : int where x >= 1\nchoose h : real where 1 <= h <= 10\n"
    "result r <= x + 3 + 1/(if(h == 7.123456, 1, 2) - 3/2)\nobjective r\n";

START_TEST(test_known)
{
    static const question all[] = {
        {"gauss.mechanism", "D=1 sigma=20 T=1000", "eps", "delta", "<=", "1e-5", 0, 13,
         "7.511275900745", 1, DPC_NEXT_FAILS},
        {"gauss.mechanism", "D=1 eps=2 T=1000", "sigma", "delta", "<=", "1e-5", 0, 10,
         "63.04988556", 1, DPC_NEXT_FAILS},
        {"gauss.mechanism", "D=1 eps=2 sigma=20", "T", "delta", "<=", "1e-5", 0, 10, "100", 0,
         DPC_NEXT_FAILS},
        {"gauss.theta", "eps=1", "r", "delta", "<=", "1e-300", 0, 10, "2.712563391e-2", 0,
         DPC_NEXT_FAILS},
        {"gauss.theta", "r=2", "eps", "delta", ">=", "1e-3", 0, 5, NULL, 0, DPC_NEXT_FAILS},
        {"ma.gauss", "sigma=20 delta=1e-5", "T", "eps", "<=", "6", 0, 10, "501", 0, DPC_NEXT_FAILS},
        {"ma.gauss-closed", "sigma=20 delta=1e-5", "T", "eps", "<=", "6", 0, 10, "603", 0,
         DPC_NEXT_FAILS},
        {"ma.gauss", "T=1000 delta=1e-5", "sigma", "eps", "<=", "2", 0, 4, "79.04", 1,
         DPC_NEXT_FAILS},
        /* slopes decide the cells next to the best order, where plain enclosures do not */
        {"ma.gauss", "T=1000 delta=1e-5", "sigma", "eps", "<=", "2", 0, 10, "79.03453082", 1,
         DPC_NEXT_FAILS},
        {"ma.gauss-closed", "T=1000 delta=1e-5", "sigma", "eps", "<=", "2", 0, 10, "67.96076899", 1,
         DPC_NEXT_FAILS},
        {"compose.kov", "eps=0.1 delta=1e-9 T=100", "slack", "eps_out", "<=", "5", 0, 10,
         "3.999031679e-5", 1, DPC_NEXT_FAILS},
        {"compose.basic", "eps=0.1 delta=1e-6", "T", "delta_out", "<=", "1e-5", 0, 10, "10", 0,
         DPC_NEXT_FAILS},
        /* targets of more digits than are asked for, and one that is met exactly */
        {"gauss.tv", "", "r", "delta", "<=", "0.12345", 0, 3, "0.31", 0, DPC_NEXT_FAILS},
        {"gauss.tv", "", "r", "delta", "<=", "0.123456789012345", 0, 10, NULL, 0, DPC_NEXT_FAILS},
        {"compose.basic", "eps=1/3 delta=0", "T", "eps_out", "<=", "2/3", 0, 10, "2", 0,
         DPC_NEXT_FAILS},
        {valley, "", "x", "f", "<=", "1/4", 1, 10, "0.5", 1, DPC_NEXT_FAILS},
        {valley, "", "x", "f", "<=", "1/4", -1, 10, "1.5", 0, DPC_NEXT_FAILS},
        {valley, "", "x", "f", ">=", "4", 0, 3, "3", 1, DPC_NEXT_FAILS},
        {"gauss.mechanism", "D=1 sigma=1000000 T=1", "eps", "delta", "<=", "0.5", 0, 10, "0", 1,
         DPC_NEXT_NOT_ADMISSIBLE},
        {"compose.kov-exact", "eps=0.1 delta=1e-5 T=1000", "eps_out", "delta_out", "<=", "0.99", 1,
         10, "0", 1, DPC_NEXT_NOT_ADMISSIBLE},
        {"gauss.theta", "eps=1", "r", "delta", "<=", "2", 0, 10, "0", 1, DPC_NEXT_NOT_ADMISSIBLE},
        {from_zero, "", "x", "f", "<=", "1", 1, 10, "0", 1, DPC_NEXT_NOT_ADMISSIBLE},
        {above_zero, "", "x", "f", "<=", "2", 1, 10, "1e-300", 1, DPC_NEXT_NO_END},
        {around_zero, "", "x", "f", "<=", "2", 1, 10, "-0.5", 1, DPC_NEXT_NOT_ADMISSIBLE},
        {count, "", "n", "f", "<=", "2", 1, 10, "0", 1, DPC_NEXT_NOT_ADMISSIBLE},
        {steps, "", "n", "f", "<=", "7", 0, 10, "7", 0, DPC_NEXT_FAILS},
        {steps, "", "n", "f", "<=", "70", -1, 10, "10", 0, DPC_NEXT_NOT_ADMISSIBLE},
        {steps, "", "n", "f", "<=", "70", 1, 10, "3", 1, DPC_NEXT_NOT_ADMISSIBLE},
        {between, "", "x", "v", "<=", "0.01", 0, 10, "6.9", 1, DPC_NEXT_FAILS},
        {between, "", "x", "v", "<=", "0.01", -1, 10, "7.1", 0, DPC_NEXT_FAILS},
        {below_zero, "", "x", "v", "<=", "-0.99", 1, 10, "6.9", 1, DPC_NEXT_FAILS},
        {whole, "", "n", "w", "<=", "5", 0, 10, "5", 1, DPC_NEXT_FAILS},
        {whole, "", "n", "w", "<=", "5", -1, 10, "9", 0, DPC_NEXT_FAILS},
        {whole, "", "n", "w", "<=", "0", -1, 10, "7", 0, DPC_NEXT_FAILS},
        {many, "", "n", "w", "<=", "1", 0, 10, "1234566", 1, DPC_NEXT_FAILS},
        {"hidden.fixed", "alpha=10 n=50 b=2 lambda=1 beta=4 S=4 sigma=2 j0=0 K=7", "eta", "gamma",
         ">=", "0.0092", 0, 4, "2.618e-2", 1, DPC_NEXT_FAILS},
        /* the arithmetic gives out before the condition fails */
        {"rdp.optimal-eps", "gamma=0.1 delta=1e-5", "alpha", "eps", "<=", "2", 0, 10, "5.157104565",
         1, DPC_NEXT_FAILS},
        /* a single value is admissible and meets the target */
        {"compose.chernoff", "eps=1 delta=1e-5 eps_out=3", "T", "delta_out", "<=", "0.79", 0, 10,
         "4", 0, DPC_NEXT_FAILS},
        {corner, "", "x", "r", "<=", "30", 0, 10, "29", 0, DPC_NEXT_UNDECIDED},
        {linked, "", "x", "r", "<=", "30", 0, 10, "20", 0, DPC_NEXT_UNDECIDED},
        {linked, "b=0", "x", "r", "<=", "30", 0, 10, "20", 0, DPC_NEXT_FAILS},
        {undefined, "", "x", "r", "<=", "30", 0, 10, "25", 0, DPC_NEXT_UNDECIDED},
        {undefined, "h=2", "x", "r", "<=", "30", 0, 10, "25", 0, DPC_NEXT_FAILS},
        {corner, "h=2 g=10^6", "x", "r", "<=", "30", 0, 10, "30", 0, DPC_NEXT_FAILS},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        solve_and_check(&all[i]);
}
END_TEST

/* The truth says nothing about the formula of a refuted theorem: that the truth misses the target
   one unit further is no proof that the formula fails. */
START_TEST(test_refuted)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, "compose.he-1-printed");
    set_all(q, "step=[(0.01,1e-8,100),(0.02,2e-8,200),(0.03,3e-8,300)]");
    ck_assert_int_eq(dpc_query_set_digits(q, 3), DPC_OK);
    ck_assert_int_eq(dpc_query_solve(q, "slack", "delta_out", "<=", "1.388088127e-5", 0), DPC_OK);
    ck_assert_int_eq(dpc_query_solution(q)->at_next, DPC_NEXT_UNDECIDED);
    /* result and referee get enough digits to tell them apart */
    const dpc_referee_info *f = dpc_query_referee(q, 0);
    ck_assert(f->beats_result);
    ck_assert_int_gt(compare(f->lower, dpc_query_result(q, 1)->upper), 0);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

START_TEST(test_methods)
{
    static const question all[] = {
        /* a method's plan has no influence on the value; an epsilon that is a witness is tried at
           the target, and the referee shows the failure */
        {"sgm.exact", "q=0.01 T=1000 eps=2", "sigma", "delta", "<=", "1e-5", 0, 6, "0.959102", 1,
         DPC_NEXT_FAILS},
        {"sgm.exact-eps", "q=0.01 T=1000 delta=1e-5", "sigma", "eps", "<=", "2", 0, 8, "0.95910156",
         1, DPC_NEXT_FAILS},
        {"sgm.exact-eps", "q=0.01 sigma=0.8 delta=1e-5", "T", "eps", "<=", "3", 0, 10, "895", 0,
         DPC_NEXT_FAILS},
        {"product.exact", "gauss=[(0.01,0.8,1000),(1,10,20)] laplace=[(0.1,3)] step=[]", "eps",
         "delta", "<=", "1e-5", 0, 5, "3.7056", 1, DPC_NEXT_FAILS},
        {"rdp.symmetric-eps", "alpha=10 delta=1e-5", "gamma", "eps", "<=", "2", 0, 10,
         "1.081995913", 0, DPC_NEXT_FAILS},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        solve_and_check(&all[i]);
}
END_TEST

/* Random parameters and targets: at a value, the result is rounded, and solved for again. */
START_TEST(test_random)
{
    uint64_t state = check_seed("t-solve");
    for (unsigned long i = 0; i < 30 * check_mult(); i++) {
        char values[200], target[40];
        static const char *const name[] = {"eps", "sigma", "T"};
        const size_t which = check_below(&state, 3);
        char part[3][60];
        (void)snprintf(part[0], sizeof part[0], "eps=%zu.%zu", check_below(&state, 8),
                       check_below(&state, 1000));
        (void)snprintf(part[1], sizeof part[1], "sigma=%zu.%zu", 1 + check_below(&state, 60),
                       check_below(&state, 1000));
        (void)snprintf(part[2], sizeof part[2], "T=%zu", 1 + check_below(&state, 5000));
        (void)snprintf(values, sizeof values, "D=1 %s %s", part[(which + 1) % 3],
                       part[(which + 2) % 3]);
        (void)snprintf(target, sizeof target, "%zue-%zu", 1 + check_below(&state, 9),
                       3 + check_below(&state, 40));
        const question ask = {
            "gauss.mechanism",           values, name[which], "delta",       "<=", target, 0,
            2 + check_below(&state, 20), NULL,   0,           DPC_NEXT_FAILS};
        /* for some values no number of steps suffices: even a single step is too many */
        char lower[300], upper[300];
        dpc_catalogue_t *cat = dpc_catalogue_new();
        const bool hopeless =
            which == 2 &&
            enclosure(cat, "gauss.mechanism", &ask, "1", lower, upper, sizeof lower) &&
            compare(lower, target) > 0;
        dpc_catalogue_free(cat);
        if (!hopeless)
            solve_and_check(&ask);
    }
}
END_TEST

START_TEST(test_errors)
{
    static const struct {
        const char *theorem, *values, *name, *result, *relation, *target, *message;
        int direction;
    } all[] = {
        {"gauss.theta", "eps=1", "s", "delta", "<=", "1", "no parameter 's'", 0},
        {"gauss.theta", "eps=1 r=1", "r", "delta", "<=", "1", "has a value", 0},
        {"gauss.theta", "eps=1", "r", "gamma", "<=", "1", "no result 'gamma'", 0},
        {"gauss.theta", "eps=1", "r", "delta", "<", "1", "relation", 0},
        {"gauss.theta", "eps=1", "r", "delta", "<=", "x", "the target", 0},
        {"gauss.theta", "", "r", "delta", "<=", "1e-5", "missing parameter", 0},
        {"gauss.theta", "eps=1", "r", "delta", ">=", "2", "no value of r was found", 0},
        {"gauss.theta", "eps=1", "r", "delta", ">=", "0.5",
         "delta >= 0.5 holds at all large values of r that were tried, up to ", -1},
        {"gauss.theta", "eps=1", "r", "delta", "<=", "2", "no largest one was found", -1},
        {"hidden.fixed", "alpha=10 n=50 b=2 lambda=1 beta=4 S=4 sigma=2 j0=0 K=7", "eta", "gamma",
         ">=", "0.01", "where gamma is about 0.009239", 0},
        {"gauss.theta", "eps=1", "r", "delta", "<=", "-1", "no value of r was found", 0},
        /* the message is about the question, not about the last value that was tried */
        {"hidden.fixed-split", "alpha=10 n=50 b=2 eta=0.02 lambda=1 beta=4 S=4 sigma=2 j0=24", "K",
         "gamma", "<=", "0.02", "where gamma is about 0.05", 0},
        {"gauss.mechanism-list", "eps=1", "step", "delta", "<=", "1e-5", "not a number", 0},
        {"ma.gauss", "sigma=1 T=1 delta=1e-5", "alpha", "eps", "<=", "1", "no parameter 'alpha'",
         0},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        dpc_catalogue_t *cat = dpc_catalogue_new();
        dpc_query_t *q = dpc_query_new(cat, all[i].theorem);
        set_all(q, all[i].values);
        ck_assert_int_ne(dpc_query_solve(q, all[i].name, all[i].result, all[i].relation,
                                         all[i].target, all[i].direction),
                         DPC_OK);
        check_contains(dpc_query_error(q), all[i].message);
        ck_assert_ptr_null(dpc_query_solution(q));
        dpc_query_free(q);
        dpc_catalogue_free(cat);
    }
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, "gauss.theta");
    ck_assert_int_eq(dpc_query_set_arith(q, "double"), DPC_OK);
    ck_assert_int_eq(dpc_query_solve(q, "r", "delta", "<=", "1e-5", 0), DPC_PARSE);
    ck_assert_int_eq(dpc_query_solve(q, NULL, "delta", "<=", "1e-5", 0), DPC_PARSE);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

static int count_calls(const dpc_progress_info *info)
{
    ++*(unsigned long *)info->data;
    return 0;
}

/* An integer solution does not depend on the number of digits asked for. */
START_TEST(test_whole)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, "ma.gauss-closed");
    set_all(q, "sigma=20 delta=1e-5");
    ck_assert_int_eq(dpc_query_set_digits(q, 3), DPC_OK);
    ck_assert_int_eq(dpc_query_solve(q, "T", "eps", "<=", "6.001731888", 0), DPC_OK);
    ck_assert_str_eq(dpc_query_solution(q)->value, "604");
    ck_assert_int_eq(dpc_query_solution(q)->at_next, DPC_NEXT_FAILS);
    ck_assert_int_le(compare(dpc_query_result(q, 0)->upper, "6.001731888"), 0);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

/* Where no covering is found, the effort has a limit. */
START_TEST(test_effort)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, "ma.gauss-optimal");
    unsigned long calls = 0;
    set_all(q, "T=10 delta=1e-6");
    ck_assert_int_eq(dpc_query_set_digits(q, 3), DPC_OK);
    dpc_on_progress(count_calls, &calls);
    ck_assert_int_eq(dpc_query_solve(q, "sigma", "eps", "<=", "8.8", 0), DPC_OK);
    dpc_on_progress(NULL, NULL);
    ck_assert_str_eq(dpc_query_solution(q)->value, "2.01");
    ck_assert_msg(calls < 500, "%lu calls", calls); /* each after 65536 steps */
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

/* A search of many short runs reports progress. */
START_TEST(test_progress)
{
    static const struct {
        const char *id, *values, *name, *result, *target;
        unsigned long least;
    } all[] = {{"ma.gauss", "T=1000 delta=1e-5", "sigma", "eps", "2", 2}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        dpc_catalogue_t *cat = dpc_catalogue_new();
        dpc_query_t *q = dpc_query_new(cat, all[i].id);
        unsigned long calls = 0;
        set_all(q, all[i].values);
        dpc_on_progress(count_calls, &calls);
        ck_assert_int_eq(dpc_query_solve(q, all[i].name, all[i].result, "<=", all[i].target, 1),
                         DPC_OK);
        dpc_on_progress(NULL, NULL);
        ck_assert_msg(calls >= all[i].least, "%s: %lu calls", all[i].id, calls);
        dpc_query_free(q);
        dpc_catalogue_free(cat);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("solve");
    check_add(suite, test_known);
    check_add(suite, test_refuted);
    check_add(suite, test_methods);
    check_add(suite, test_random);
    check_add(suite, test_errors);
    check_add(suite, test_whole);
    check_add(suite, test_effort);
    check_add(suite, test_progress);
    return check_run(suite);
}
