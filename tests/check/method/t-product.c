/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Products in the inversion accountant: one group against sgm.exact, closed forms, contour
   integrals by another program, other ways to write the same composition, the other arithmetics,
   and plans that prove nothing. */
#include "arith/arith.h"
#include "check_account.h"
#include "check_util.h"

#include "dpcert.h"
#include "domain/kernel.h"
#include "guess/plan_inversion.h"
#include "method/inversion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LISTS = 3, MAX_TEXT = 400 };

static const size_t fields_of[LISTS] = {3, 2, 3}; /* gauss, laplace, step */

/* ---- one call ---- */

typedef struct {
    dpc_list list[LISTS];
    mpq_t value[DPC_INV_NARGS];
    dpc_number arg[DPC_INV_NARGS];
} call;

/* Numbers, fields and records separated by commas, semicolons, blanks and brackets. */
static void read_list(dpc_list *list, const char *text, size_t nfields)
{
    char copy[MAX_TEXT], *rest = NULL;
    (void)snprintf(copy, sizeof copy, "%s", text);
    size_t n = 0, room = strlen(text) + 1;
    *list = (dpc_list){.nfields = nfields, .value = calloc(room, sizeof *list->value)};
    ck_assert_ptr_nonnull(list->value);
    for (char *item = strtok_r(copy, "[](),; ", &rest); item != NULL;
         item = strtok_r(NULL, "[](),; ", &rest), n++) {
        mpq_init(list->value[n]);
        check_read_number(list->value[n], item);
    }
    ck_assert_uint_eq(n % nfields, 0);
    list->length = n / nfields;
}

static void call_clear(call *c)
{
    for (size_t k = 0; k < LISTS; k++) {
        for (size_t i = 0; i < c->list[k].length * c->list[k].nfields; i++)
            mpq_clear(c->list[k].value[i]);
        free(c->list[k].value);
    }
    for (size_t i = 0; i < DPC_INV_NARGS; i++)
        mpq_clear(c->value[i]);
}

/* c must not move after this. */
static void call_init(call *c, int side, const char *const *lists, const char *eps)
{
    for (size_t i = 0; i < DPC_INV_NARGS; i++) {
        mpq_init(c->value[i]);
        c->arg[i] = (dpc_number){.q = c->value[i]};
    }
    for (size_t k = 0; k < LISTS; k++) {
        read_list(&c->list[k], lists[k], fields_of[k]);
        c->arg[DPC_INV_GAUSS + k] = (dpc_number){.list = &c->list[k]};
    }
    mpq_set_si(c->value[DPC_INV_SIDE], side, 1);
    check_read_number(c->value[DPC_INV_EPS], eps);
}

static void call_plan(call *c, double digits)
{
    dpc_method_call made = {.arg = c->arg};
    dpc_mechanism m;
    ck_assert_int_eq(dpc_mechanism_read(DPC_METHOD_PRODUCT, &made, &m), DPC_OK);
    const double log_delta = dpc_mechanism_log_delta_approx(&m, mpq_get_d(c->value[DPC_INV_EPS]));
    dpc_mechanism_clear(&m);
    dpc_inversion_plan(DPC_METHOD_PRODUCT, c->arg, log_delta - (digits + 1) * log(10.0), c->value);
}

/* The ends of the enclosure; false after a refusal. */
static bool call_run(const call *c, const dpc_domain *dom, unsigned long prec, mpq_t lo, mpq_t hi,
                     dpc_method_call *made)
{
    *made = (dpc_method_call){.dom = dom, .prec = prec, .arg = c->arg, .max_work = UINT64_MAX};
    return check_method(DPC_METHOD_PRODUCT, made, lo, hi);
}

static void check_meet(const mpq_t a, const mpq_t b, const mpq_t c, const mpq_t d, const char *what,
                       const char *set)
{
    ck_assert_msg(mpq_cmp(a, d) <= 0 && mpq_cmp(c, b) <= 0,
                  "%s: %s: [%.17g, %.17g] and [%.17g, %.17g]", set, what, mpq_get_d(a),
                  mpq_get_d(b), mpq_get_d(c), mpq_get_d(d));
}

/* ---- queries ---- */

static dpc_query_t *ask(dpc_catalogue_t *cat, const char *id, const char *const *pairs,
                        unsigned long digits)
{
    dpc_query_t *q = dpc_query_new(cat, id);
    ck_assert_msg(q != NULL, "%s", dpc_catalogue_error(cat));
    for (; pairs[0] != NULL; pairs += 2)
        ck_assert_msg(dpc_query_set(q, pairs[0], pairs[1]) == DPC_OK, "%s", dpc_query_error(q));
    ck_assert_int_eq(dpc_query_set_digits(q, digits), DPC_OK);
    ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s: %s", id, dpc_query_error(q));
    return q;
}

/* The ends of the first result; of an epsilon, its referee and it. */
static void ends(dpc_query_t *q, mpq_t lo, mpq_t hi)
{
    const bool inverse = dpc_query_referees(q) > 0;
    check_read_number(lo, inverse ? dpc_query_referee(q, 0)->lower : dpc_query_result(q, 0)->lower);
    check_read_number(hi, dpc_query_result(q, 0)->upper);
}

/* A single group is the subject of sgm.exact: delta and epsilon, in all cases. */
START_TEST(test_one_group)
{
    static const struct {
        const char *q, *sigma, *T, *at[2]; /* eps, delta */
    } row[] = {
        {"0.01", "0.8", "1000", {"3", "1e-5"}}, {"1e-4", "2", "1e9", {"11", "1e-9"}},
        {"0.3", "2", "30", {"0", "1e-20"}},     {"0.1", "1", "1", {"1", "1e-5"}},
        {"1", "20", "1000", {"8", "1e-5"}},     {"0.5", "4", "200", {"7", "0.3"}},
    };
    dpc_catalogue_t *cat = dpc_catalogue_new();
    mpq_t a, b, c, d;
    mpq_inits(a, b, c, d, NULL);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        for (int inverse = 0; inverse < 2; inverse++) {
            char gauss[MAX_TEXT];
            const char *name = inverse ? "delta" : "eps", *at = row[i].at[inverse];
            (void)snprintf(gauss, sizeof gauss, "[(%s,%s,%s)]", row[i].q, row[i].sigma, row[i].T);
            const char *const sgm[] = {"q",      row[i].q, "sigma", row[i].sigma, "T",
                                       row[i].T, name,     at,      NULL};
            const char *const product[] = {"gauss", gauss, "laplace", "[]", "step",
                                           "[]",    name,  at,        NULL};
            dpc_query_t *one = ask(cat, inverse ? "sgm.exact-eps" : "sgm.exact", sgm, 10);
            dpc_query_t *many =
                ask(cat, inverse ? "product.exact-eps" : "product.exact", product, 10);
            ends(one, a, b);
            ends(many, c, d);
            check_meet(a, b, c, d, name, gauss);
            ck_assert_msg(check_relative_width(c, d) < 2e-9, "%s %s: %g", gauss, name,
                          check_relative_width(c, d));
            dpc_query_free(one);
            dpc_query_free(many);
        }
    mpq_clears(a, b, c, d, NULL);
    dpc_catalogue_free(cat);
}
END_TEST

/* Gaussian noise alone, by the method, though the theorem uses a formula; and with a leak. */
START_TEST(test_gauss)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    static const char *const row[][3] = {{"[(1,2,3),(1,5,10)]", "[(1,2,3),(1,5,10)]", "1"},
                                         {"[(1,20,1000)]", "[(1,20,1000)]", "8"},
                                         {"[(1,1,1),(1,3,1)]", "[(1,1,1),(1,3,1)]", "0"},
                                         {"[(1,3,5)]", "[(1,3,5)]", "40"}};
    mpq_t a, b, lo, hi;
    mpq_inits(a, b, lo, hi, NULL);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const char *const pairs[] = {"eps", row[i][2], "step", row[i][1], NULL};
        dpc_query_t *q = ask(cat, "gauss.mechanism-list", pairs, 15);
        ends(q, a, b);
        call c;
        dpc_method_call made;
        call_init(&c, (int)i % 2, (const char *const[]){row[i][0], "", ""}, row[i][2]);
        call_plan(&c, 12);
        ck_assert_msg(call_run(&c, &dpc_domain_ball, 64, lo, hi, &made), "%s", made.why);
        check_meet(a, b, lo, hi, "method", row[i][0]);
        ck_assert_msg(check_relative_width(lo, hi) < 1e-11, "%s: %g", row[i][0],
                      check_relative_width(lo, hi));
        call_clear(&c);
        dpc_query_free(q);
    }
    mpq_clears(a, b, lo, hi, NULL);
    dpc_catalogue_free(cat);
}
END_TEST

/* Contour integrals by another rule of quadrature, known to 18 digits. */
START_TEST(test_contours)
{
    char path[4096], line[1000];
    const char *top = getenv("top_srcdir");
    (void)snprintf(path, sizeof path, "%s/tests/data/product.csv", top != NULL ? top : ".");
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "%s", path);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, f));
    size_t rows = 0;
    mpq_t lo, hi, value, unit;
    mpq_inits(lo, hi, value, unit, NULL);
    while (fgets(line, sizeof line, f) != NULL) {
        char *rest = NULL, *field[6];
        for (size_t i = 0; i < 6; i++)
            ck_assert_ptr_nonnull(field[i] = strtok_r(i == 0 ? line : NULL, ",\n", &rest));
        call c;
        dpc_method_call made;
        call_init(&c, field[0][0] - '0', (const char *const[]){field[1], field[2], field[3]},
                  field[4]);
        call_plan(&c, 12);
        ck_assert_msg(call_run(&c, &dpc_domain_ball, 64, lo, hi, &made), "%s", made.why);
        ck_assert_msg(check_relative_width(lo, hi) < 1e-11, "%s: %g", field[1],
                      check_relative_width(lo, hi));
        check_read_number(value, field[5]);
        mpq_set_d(unit, 1e-17);
        mpq_mul(unit, unit, value);
        mpq_sub(lo, lo, unit);
        mpq_add(hi, hi, unit);
        check_meet(value, value, lo, hi, "contour", field[1]);
        call_clear(&c);
        rows++;
    }
    (void)fclose(f);
    mpq_clears(lo, hi, value, unit, NULL);
    ck_assert_uint_ge(rows, 4);
}
END_TEST

/* The epsilon of a delta has that delta: just above it delta is smaller, just below it larger. */
START_TEST(test_epsilon)
{
    static const char *const row[][4] = {
        {"[(0.01,0.8,500),(0.02,1,200)]", "[(0.1,3)]", "[(0.2,1e-8,2)]", "1e-6"},
        {"[(1,10,30)]", "[]", "[(0.5,0,3),(0,1e-4,1)]", "2e-4"},
        {"[(0.2,3,100),(1,20,10)]", "[(0.05,4)]", "[]", "1e-30"},
    };
    dpc_catalogue_t *cat = dpc_catalogue_new();
    mpq_t lo, hi, a, b, delta;
    mpq_inits(lo, hi, a, b, delta, NULL);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const char *const pairs[] = {"gauss",   row[i][0], "laplace", row[i][1], "step",
                                     row[i][2], "delta",   row[i][3], NULL};
        dpc_query_t *q = ask(cat, "product.exact-eps", pairs, 9);
        ends(q, lo, hi);
        check_read_number(delta, row[i][3]);
        ck_assert_msg(check_relative_width(lo, hi) < 2e-8, "%s: %g", row[i][0],
                      check_relative_width(lo, hi));
        for (int above = 0; above < 2; above++) {
            const char *const at[] = {
                "gauss",   row[i][0],
                "laplace", row[i][1],
                "step",    row[i][2],
                "eps",     above ? dpc_query_result(q, 0)->upper : dpc_query_referee(q, 0)->lower,
                NULL};
            dpc_query_t *direct = ask(cat, "product.exact", at, 12);
            ends(direct, a, b);
            if (above)
                ck_assert_msg(mpq_cmp(a, delta) <= 0, "%s: delta at the upper end", row[i][0]);
            else
                ck_assert_msg(mpq_cmp(b, delta) >= 0, "%s: delta at the lower end", row[i][0]);
            dpc_query_free(direct);
        }
        dpc_query_free(q);
    }
    mpq_clears(lo, hi, a, b, delta, NULL);
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- random compositions ---- */

typedef struct {
    double q, s, T; /* s: sigma or epsilon */
    int kind;       /* the list */
} group;

enum { MOST_GROUPS = 5 };

/* log M(alpha - 1), alpha >= 2 an integer, for the direction remove: binomial sums and formulas. */
static double log_moment(const group *g, int alpha)
{
    const double v = alpha - 1, s = g->s;
    if (g->kind == 1)
        return log(((1 + v) * exp(v * s) + v * exp(-(1 + v) * s)) / (2 * v + 1));
    if (g->kind == 2)
        return log((exp((v + 1) * s) + exp(-v * s)) / (1 + exp(s)));
    if (g->q == 1)
        return v * (v + 1) / (2 * s * s);
    double top = alpha * log1p(-g->q), sum = 1;
    for (int k = 1; k <= alpha; k++) {
        const double term = lgamma(alpha + 1.0) - lgamma(k + 1.0) - lgamma(alpha - k + 1.0) +
                            (alpha - k) * log1p(-g->q) + k * log(g->q) +
                            ((double)k * k - k) / (2 * s * s);
        if (term > top) {
            sum *= exp(top - term);
            top = term;
        }
        sum += exp(term - top);
    }
    return top + log(sum);
}

/* Two to five groups; one of them Gaussian noise, or many subsampled steps. */
static size_t draw(group *g, uint64_t *state)
{
    const size_t n = 2 + check_below(state, MOST_GROUPS - 1);
    for (size_t i = 0; i < n; i++) {
        g[i].kind = i == 0 ? 0 : (int)check_below(state, LISTS);
        g[i].q = 1;
        g[i].T = floor(pow(10, check_uniform(state, 0, 1.5)));
        g[i].s = g[i].kind == 0 ? pow(10, check_uniform(state, 0.3, 1.5))
                                : check_uniform(state, 0.01, 0.6);
        if (g[i].kind == 0 && check_below(state, 2) == 0) {
            g[i].q = pow(10, -check_uniform(state, 0.3, 2.5));
            g[i].T = floor(pow(10, check_uniform(state, i == 0 ? 2 : 0.5, 4)));
            g[i].s = pow(10, check_uniform(state, -0.1, 1));
        }
    }
    return n;
}

/* The lists; the first group in two parts if it is split. */
static void write_lists(const group *g, size_t n, bool split, char text[LISTS][MAX_TEXT])
{
    for (size_t k = 0; k < LISTS; k++)
        text[k][0] = '\0';
    for (size_t i = 0; i < n; i++) {
        char *t = text[g[i].kind];
        const double part = split && i == 0 && g[i].T > 1 ? floor(g[i].T / 3) + 1 : g[i].T;
        const double counts[2] = {part, g[i].T - part};
        char first[40] = "";
        if (g[i].kind == 0)
            (void)snprintf(first, sizeof first, "%.17g,", g[i].q);
        for (size_t k = 0; k < 2; k++) {
            const size_t used = strlen(t);
            if (counts[k] > 0)
                (void)snprintf(t + used, MAX_TEXT - used, "(%s%.17g,%s%.0f)", first, g[i].s,
                               g[i].kind == 2 ? "0," : "", counts[k]);
        }
    }
}

static void check_renyi(const group *g, size_t n, double eps, const mpq_t lo, const char *set)
{
    if (mpq_sgn(lo) <= 0 || mpq_get_d(lo) < 1e-290)
        return;
    for (int alpha = 2; alpha <= 32; alpha *= 2) {
        const double v = alpha - 1;
        double sum = v * log(v) - (1 + v) * log1p(v) - v * eps;
        for (size_t i = 0; i < n; i++)
            sum += g[i].T * log_moment(&g[i], alpha);
        ck_assert_msg(log(mpq_get_d(lo)) <= sum + 1e-6 * (1 + fabs(sum)), "%s: above order %d", set,
                      alpha);
    }
}

START_TEST(test_random)
{
    enum { SETS = 24, CHEAP = 300000, EXPENSIVE = 20000000 };
    uint64_t state = check_seed("t-product random");
    unsigned long narrow = 0, kernels = 0, expensive = 0, total = SETS * check_mult();
    mpq_t lo, hi, a, b;
    mpq_inits(lo, hi, a, b, NULL);
    for (unsigned long round = 0; round < total; round++) {
        group g[MOST_GROUPS];
        char text[LISTS][MAX_TEXT], eps[40], set[4 * MAX_TEXT];
        const size_t n = draw(g, &state);
        const int side = (int)check_below(&state, 2);
        write_lists(g, n, false, text);
        const char *const lists[LISTS] = {text[0], text[1], text[2]};
        call c, other;
        dpc_method_call made;
        call_init(&c, side, lists, "1");
        dpc_mechanism m;
        made = (dpc_method_call){.arg = c.arg};
        ck_assert_int_eq(dpc_mechanism_read(DPC_METHOD_PRODUCT, &made, &m), DPC_OK);
        const double at = dpc_mechanism_eps_approx(&m, -pow(10, check_uniform(&state, 0, 2)));
        dpc_mechanism_clear(&m);
        (void)snprintf(eps, sizeof eps, "%.6g", at);
        check_read_number(c.value[DPC_INV_EPS], eps);
        (void)snprintf(set, sizeof set, "side %d: %s | %s | %s at %s", side, text[0], text[1],
                       text[2], eps);
        call_plan(&c, 6);
        made = (dpc_method_call){.dom = &dpc_domain_ball, .prec = 64, .arg = c.arg, .max_work = 0};
        if (dpc_method_run(DPC_METHOD_PRODUCT, &made, NULL) == DPC_UNDECIDED &&
            made.work > EXPENSIVE) { /* the work is known in advance */
            expensive++;
            call_clear(&c);
            continue;
        }
        ck_assert_msg(call_run(&c, &dpc_domain_ball, 64, lo, hi, &made), "%s: %s", set, made.why);
        if (check_relative_width(lo, hi) < 1e-4)
            narrow++;
        else
            printf("wide: %s: %g of %g\n", set, check_relative_width(lo, hi), mpq_get_d(hi));
        if (side == 1)
            check_renyi(g, n, at, lo, set);
        if (made.work < CHEAP) {
            ck_assert(call_run(&c, &dpc_domain_kernel, 64, a, b, &made));
            check_meet(lo, hi, a, b, "kernel", set);
            kernels++;
        }
        /* a group in two parts is the same composition */
        write_lists(g, n, true, text);
        call_init(&other, side, lists, eps);
        call_plan(&other, 3);
        if (call_run(&other, &dpc_domain_ball, 64, a, b, &made))
            check_meet(lo, hi, a, b, "in parts", set);
        call_clear(&other);
        /* one step more of every kind does not make delta smaller */
        for (size_t i = 0; i < n; i++)
            g[i].T++;
        write_lists(g, n, false, text);
        call_init(&other, side, lists, eps);
        call_plan(&other, 3);
        if (call_run(&other, &dpc_domain_ball, 64, a, b, &made))
            ck_assert_msg(mpq_cmp(lo, b) <= 0, "%s: more steps are better", set);
        call_clear(&other);
        call_clear(&c);
    }
    mpq_clears(lo, hi, a, b, NULL);
    printf("%lu sets, %lu narrow, %lu expensive, %lu in the kernel too\n", total, narrow, expensive,
           kernels);
    ck_assert_uint_le(2 * expensive, total);
    ck_assert_uint_ge(10 * narrow, 8 * (total - expensive));
    ck_assert_uint_ge(10 * kernels, total);
}
END_TEST

/* ---- plans that prove little, and nonsense ---- */

START_TEST(test_halves)
{
    static const char *const lists[] = {"(0.01,0.8,500),(0.02,1,200)", "(0.1,3)", "(0.2,0,2)"};
    static const struct {
        int number;
        const char *factor;
    } row[] = {{DPC_INV_K, "1/2"},
               {DPC_INV_J1, "1/2"},
               {DPC_INV_J0, "1/2"},
               {DPC_INV_H, "2"},
               {DPC_INV_A, "1/2"}};
    mpq_t lo, hi, factor;
    mpq_inits(lo, hi, factor, NULL);
    for (size_t i = 0; i <= sizeof row / sizeof row[0]; i++) {
        call c;
        dpc_method_call made;
        call_init(&c, 1, lists, "3");
        call_plan(&c, 10);
        if (i > 0) {
            mpq_ptr x = c.value[row[i - 1].number];
            check_read_number(factor, row[i - 1].factor);
            mpq_mul(x, x, factor);
            if (row[i - 1].number != DPC_INV_H && row[i - 1].number != DPC_INV_A) {
                mpz_tdiv_q(mpq_numref(x), mpq_numref(x), mpq_denref(x));
                mpz_set_ui(mpq_denref(x), 1);
            }
            if (row[i - 1].number == DPC_INV_H) { /* half as many nodes on the same range */
                mpq_set_si(c.value[DPC_INV_J0], mpz_get_si(mpq_numref(c.value[DPC_INV_J0])) / 2, 1);
                mpq_set_si(c.value[DPC_INV_J1], mpz_get_si(mpq_numref(c.value[DPC_INV_J1])) / 2, 1);
            }
        }
        const bool done = call_run(&c, &dpc_domain_ball, 64, lo, hi, &made);
        ck_assert_msg(i > 0 || (done && check_relative_width(lo, hi) < 1e-9), "the plan itself");
        ck_assert_msg(i == 0 || !done || check_relative_width(lo, hi) > 1e-8,
                      "argument %d times %s proves as much", row[i - 1].number, row[i - 1].factor);
        call_clear(&c);
    }
    mpq_clears(lo, hi, factor, NULL);
}
END_TEST

START_TEST(test_refusals)
{
    static const struct {
        const char *lists[LISTS];
        int number;
        const char *value, *why;
    } row[] = {
        {{"(0.01,0.8,100),(1,5,2)", "", ""}, DPC_INV_SIDE, "2", "the direction"},
        {{"(0.01,0.8,100),(1,5,2)", "", ""}, DPC_INV_K, "0", "frequencies"},
        {{"(0.01,0.8,100),(1,5,2)", "", ""}, DPC_INV_J1, "1e18", "nodes must reach"},
        {{"(0.01,0.8,100),(1,5,2)", "", ""}, DPC_INV_H, "1e300", "finite enclosure"},
        {{"(0.01,0.8,100),(1,5,2)", "", ""}, DPC_INV_H, "-1", "distance of nodes"},
        {{"(0.01,0.8,100),(1,5,2)", "", ""}, DPC_INV_STRIP, "9", "at most 2 sigma"},
        {{"(0.01,0.8,100),(1,5,2)", "", ""}, DPC_INV_J1, "1", "beyond the tilted peak"},
        {{"(0.01,0.8,100)", "(0.1,3)", ""}, DPC_INV_THETA, "0", "tilt must be > 0"},
        {{"(1,5,2)", "(0.1,3)", ""}, DPC_INV_A, "0", "period must be > 0"},
        {{"(1,5,2)", "(0.1,3)", ""}, DPC_INV_A, "1e300", "finite enclosure"},
        {{"(1,0,2)", "", ""}, DPC_INV_EPS, "1", "sigma must be > 0"},
        {{"(0,1,2)", "", ""}, DPC_INV_EPS, "1", "q must be > 0"},
        {{"(1.5,1,2)", "", ""}, DPC_INV_EPS, "1", "q must be <= 1"},
        {{"(1,1,2)", "(-1,2)", ""}, DPC_INV_EPS, "1", "epsilon must be >= 0"},
        {{"(1,1,2)", "", "(-1,0,2)"}, DPC_INV_EPS, "1", "epsilon must be >= 0"},
        {{"(1,1,0)", "", ""}, DPC_INV_EPS, "1", "number of steps"},
        {{"(1,1,1)", "(1,1/2)", ""}, DPC_INV_EPS, "1", "number of steps"},
        {{"(1,1,1)", "", "(1,0,1e20)"}, DPC_INV_EPS, "1", "number of steps"},
    };
    const dpc_domain *const doms[] = {&dpc_domain_ball, &dpc_domain_kernel};
    mpq_t lo, hi;
    mpq_inits(lo, hi, NULL);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        for (size_t d = 0; d < 2; d++) {
            call c;
            dpc_method_call made;
            call_init(&c, 1, row[i].lists, "1");
            for (int k = DPC_INV_THETA; k < DPC_INV_NARGS; k++)
                mpq_set_si(c.value[k],
                           k == DPC_INV_J0                            ? -1
                           : k == DPC_INV_EDGE || k == DPC_INV_COARSE ? 0
                                                                      : 1,
                           1);
            if (row[i].number != DPC_INV_EPS)
                call_plan(&c, 3);
            check_read_number(c.value[row[i].number], row[i].value);
            ck_assert_msg(!call_run(&c, doms[d], 64, lo, hi, &made), "%zu is accepted", i);
            check_contains(made.why, row[i].why);
            call_clear(&c);
        }
    mpq_clears(lo, hi, NULL);
}
END_TEST

/* Compositions that the theorems themselves refuse. */
START_TEST(test_theorems)
{
    static const struct {
        const char *gauss, *laplace, *step, *delta, *part;
    } row[] = {
        {"[]", "[]", "[]", "1e-5", "at least one step"},
        {"[(1,1,1),(2,1,1)]", "[]", "[]", "1e-5", "parameter gauss"},
        {"[(1,1,1)]", "[(0.1,0)]", "[]", "1e-5", "parameter laplace"},
        {"[(1,1,1)]", "[]", "[(0.1,2,1)]", "1e-5", "parameter step"},
        {"[(1,1,1)]", "[]", "[(0.1,1e-5,1)]", "1e-5", "the probability of a leak"},
        {"[(1,1,1)]", "[]", "[(0.1,1,1)]", "0.5", "the probability of a leak"},
    };
    dpc_catalogue_t *cat = dpc_catalogue_new();
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        dpc_query_t *q = dpc_query_new(cat, "product.exact-eps");
        ck_assert_int_eq(dpc_query_set(q, "gauss", row[i].gauss), DPC_OK);
        ck_assert_int_eq(dpc_query_set(q, "laplace", row[i].laplace), DPC_OK);
        ck_assert_int_eq(dpc_query_set(q, "step", row[i].step), DPC_OK);
        ck_assert_int_eq(dpc_query_set(q, "delta", row[i].delta), DPC_OK);
        ck_assert_int_eq(dpc_query_run(q), DPC_DOMAIN);
        check_contains(dpc_query_error(q), row[i].part);
        dpc_query_free(q);
    }
    dpc_catalogue_free(cat);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("product");
    check_add(suite, test_one_group);
    check_add(suite, test_gauss);
    check_add(suite, test_contours);
    check_add(suite, test_epsilon);
    check_add(suite, test_random);
    check_add(suite, test_halves);
    check_add(suite, test_refusals);
    check_add(suite, test_theorems);
    return check_run(suite);
}
