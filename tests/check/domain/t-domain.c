/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Properties of all number domains: a fresh element is the number 0, an operation that a domain
   does not declare is undecided, and no slot without a value is read as a number. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "arith/arith.h"
#include "check_domain.h"
#include "check_util.h"

#include "arith/complex.h"
#include "arith/mpfr.h"
#include "domain/jet.h"
#include "domain/kernel.h"
#include "lang/lower.h"
#include "run/values.h"
#include "run/run.h"
#include "run/shadow.h"

#include <stdio.h>
#include <stdlib.h>

enum { PREC = 64 };

static const dpc_domain *const bases[] = {&dpc_domain_ball, &dpc_domain_mpfr, &dpc_domain_kernel,
                                          &dpc_domain_double};
enum { BASES = sizeof bases / sizeof bases[0] };

/* The domains, then jets over each of them, then complex numbers; sets the base of the jets. */
enum { DOMAINS = 2 * BASES + 1 };
static const dpc_domain *domain_at(size_t i)
{
    if (i < BASES)
        return bases[i];
    dpc_jet_set_base(bases[i % BASES]);
    return i < 2 * (size_t)BASES ? &dpc_domain_jet : &dpc_domain_complex;
}

/* ---- fresh elements ---- */

/* An initialised element in memory that held other data before. */
static void *fresh(const dpc_domain *d)
{
    void *x = malloc(d->size);
    ck_assert_ptr_nonnull(x);
    memset(x, 0xa5, d->size);
    d->init(x);
    return x;
}

static void *number(const dpc_domain *d, long num, unsigned long den)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, num, den);
    mpq_canonicalize(q);
    void *x = fresh(d);
    d->set_q(x, q, PREC);
    mpq_clear(q);
    return x;
}

/* x is the number num/4: it lies between its neighbours, and its bounds, if it has any, are that
   number. */
static void check_quarters(const dpc_domain *d, const void *x, long num, const char *what)
{
    void *below = number(d, num - 1, 4), *above = number(d, num + 1, 4);
    ck_assert_msg(d->compare(DPC_OP_LT, below, x) == DPC_TRUE &&
                      d->compare(DPC_OP_LT, x, above) == DPC_TRUE &&
                      d->compare(DPC_OP_LT, x, below) == DPC_FALSE &&
                      d->compare(DPC_OP_EQ, x, above) == DPC_FALSE,
                  "%s: %s is not %ld/4", d->name, what, num);
    dpc_bounds b;
    dpc_bounds_init(&b);
    d->bounds(&b, x);
    if (b.finite && num == 0)
        ck_assert_msg(mpz_sgn(b.lo_man) == 0 && mpz_sgn(b.hi_man) == 0, "%s: %s", d->name, what);
    /* complex numbers have none, doubles bound nothing; those of jets are those of their base */
    const bool bounded = d->rigorous && d != &dpc_domain_complex && d != &dpc_domain_jet;
    ck_assert_msg(b.finite || !bounded, "%s: %s has no bounds", d->name, what);
    dpc_bounds_clear(&b);
    check_element_free(d, below);
    check_element_free(d, above);
}

START_TEST(test_fresh)
{
    const dpc_domain *d = domain_at((size_t)_i);
    void *zero = fresh(d), *copy = number(d, 3, 4), *one = number(d, 1, 1), *x = fresh(d);
    mpz_t n;
    mpz_init_set_ui(n, 3);
    check_quarters(d, zero, 0, "a fresh element");
    d->set(copy, zero);
    check_quarters(d, copy, 0, "a copy of it");
    static const struct {
        dpc_op op;
        long value; /* of 0 op 1, in quarters */
    } table[] = {{DPC_OP_ADD, 4}, {DPC_OP_SUB, -4}, {DPC_OP_MUL, 0}, {DPC_OP_DIV, 0},
                 {DPC_OP_MIN, 0}, {DPC_OP_MAX, 4},  {DPC_OP_NEG, 0}, {DPC_OP_EXP, 4},
                 {DPC_OP_ABS, 0}, {DPC_OP_POS, 0},  {DPC_OP_Q, 2},   {DPC_OP_SQRT, 0}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        ck_assert_msg(d->apply(table[i].op, x, zero, one, PREC) == DPC_OK, "%s: operation %d",
                      d->name, (int)table[i].op);
        check_quarters(d, x, table[i].value, "a value of it");
    }
    ck_assert_int_eq(d->apply(DPC_OP_ADD, x, one, copy, PREC), DPC_OK);
    check_quarters(d, x, 4, "1 + a copy of it");
    ck_assert_int_eq(d->pow_z(x, zero, n, PREC), DPC_OK);
    check_quarters(d, x, 0, "its power");
    d->hull(x, zero, zero, PREC);
    check_quarters(d, x, 0, "its hull");
    if (dpc_domain_can(d, DPC_OP_CEIL)) {
        ck_assert(d->round(n, DPC_OP_CEIL, zero));
        ck_assert_int_eq(mpz_sgn(n), 0);
    }
    mpz_clear(n);
    check_element_free(d, zero);
    check_element_free(d, copy);
    check_element_free(d, one);
    check_element_free(d, x);
}
END_TEST

/* A fresh jet is the constant 0 with all coefficients known: its product with the variable is 0,
   and its sum with the variable is the variable. */
START_TEST(test_fresh_jet)
{
    const dpc_domain *base = bases[_i], *d = &dpc_domain_jet;
    dpc_jet_set_base(base);
    void *zero = fresh(d), *x = fresh(d), *y = fresh(d), *at = number(base, 3, 4);
    dpc_jet_variable(x, at, DPC_JET_ORDER, PREC);
    for (int k = 0; k <= DPC_JET_ORDER; k++) {
        ck_assert_ptr_nonnull(dpc_jet_coefficient(zero, k));
        check_quarters(base, dpc_jet_coefficient(zero, k), 0, "a coefficient");
    }
    ck_assert_int_eq(d->apply(DPC_OP_MUL, y, zero, x, PREC), DPC_OK);
    for (int k = 0; k <= DPC_JET_ORDER; k++)
        check_quarters(base, dpc_jet_coefficient(y, k), 0, "a coefficient of 0 x");
    ck_assert_int_eq(d->apply(DPC_OP_ADD, y, zero, x, PREC), DPC_OK);
    for (int k = 0; k <= DPC_JET_ORDER; k++)
        check_quarters(base, dpc_jet_coefficient(y, k),
                       k == 0   ? 3
                       : k == 1 ? 4
                                : 0,
                       "a coefficient of 0 + x");
    /* elements that held constants before hold other numbers now */
    ck_assert_int_eq(d->apply(DPC_OP_MUL, y, x, x, PREC), DPC_OK);
    ck_assert_int_eq(d->apply(DPC_OP_SUB, zero, y, x, PREC), DPC_OK);
    ck_assert_int_eq(d->apply(DPC_OP_MUL, zero, zero, y, PREC), DPC_OK);
    /* x^4 - x^3 at 3/4: second coefficient 6 x^2 - 3 x = 9/8, fourth 1 */
    void *nine = number(base, 9, 8), *close = fresh(base);
    ck_assert_int_eq(base->apply(DPC_OP_SUB, close, dpc_jet_coefficient(zero, 2), nine, PREC),
                     DPC_OK);
    check_quarters(base, close, 0, "the second coefficient");
    check_quarters(base, dpc_jet_coefficient(zero, 4), 4, "the fourth coefficient");
    check_quarters(base, dpc_jet_coefficient(zero, 5), 0, "the fifth coefficient");
    check_element_free(base, close);
    check_element_free(base, nine);
    check_element_free(base, at);
    check_element_free(d, zero);
    check_element_free(d, x);
    check_element_free(d, y);
}
END_TEST

/* ---- infima and integrals ---- */

/* A domain that replaces their search has values without a guarantee: where enclosures count, the
   lemmas of the checker are used. */
START_TEST(test_over_range)
{
    const dpc_domain *d = domain_at((size_t)_i);
    ck_assert_msg(d->rigorous == (d != &dpc_domain_double), "%s: its guarantee", d->name);
    ck_assert_msg(d->over_range == NULL || d == &dpc_domain_double,
                  "%s replaces the search of infima and integrals", d->name);
}
END_TEST

/* ---- what a domain does not declare ---- */

typedef struct {
    dpc_catalogue_t *cat;
    dpc_code *code;
} lowered;

static lowered lower(const char *body)
{
    lowered l = {.cat = dpc_catalogue_new()};
    char *text = check_theorem("test.domain", body);
    const char *id = NULL;
    dpc_diag diag = {.status = DPC_OK};
    ck_assert_msg(dpc_catalogue_add_text(l.cat, "t.thm", text, strlen(text), &id) == DPC_OK, "%s",
                  dpc_catalogue_error(l.cat));
    free(text);
    l.code = dpc_lower(l.cat, dpc_cat_find(l.cat, id, &diag), &diag);
    ck_assert_msg(l.code != NULL, "%s", diag.text);
    return l;
}

static void lowered_free(lowered *l)
{
    dpc_code_free(l->code);
    dpc_catalogue_free(l->cat);
}

/* Every operation of the language, on numbers that are not exact. */
static const char everything[] =
    "method inversion\n"
    "param x : real\n"
    "param l : list(a, n : int)\n"
    "choose w : plan(inversion)\n"
    "let y = sqrt(x)\n"
    "let v[i = 1..3] = y*i\n"
    "let m = min(i = 1..2, max(v[i], 1) + binom(10000, 5000)*0) - abs(-y) + pos(y)^(1/2)\n"
    "let t = ceil(y) + floor(y) + exp(y) + log(y) + expm1(y) + log1p(y) + Q(y) + e + pi - y/2\n"
    "let c = if(y == 0 or (y < 2 and not (y <= 1)), 1, 2) + if(y != 0, 2, 3) + l[1].a\n"
    "let r = inf(p = 0..y, p^2) + sup(p = 0..1, p) + integral(p = 0..1, p)\n"
    "require y < 2\n"
    "result z = m + t + c + r + inversion(1, x/20, 4, 20, 1, w)\n"
    "objective z\n";

/* A plan of the method inversion, its fields in the order of the prelude. */
static void plan_init(dpc_list *plan)
{
    static const char *const field[] = {"1",     "20",  "20", "2/5", "-25", "25", "7", "0",
                                        "39/10", "1/2", "0",  "0",   "0",   "1",  "0", "0"};
    *plan = (dpc_list){0};
    ck_assert(dpc_list_of_one(plan, sizeof field / sizeof field[0]));
    for (size_t i = 0; i < plan->nfields; i++)
        ck_assert_int_eq(mpq_set_str(plan->value[i], field[i], 10), 0);
}

static dpc_status run_all(const lowered *l, const dpc_domain *d, dpc_diag *diag)
{
    mpq_t two, field[2];
    mpq_inits(two, field[0], field[1], NULL);
    mpq_set_ui(two, 2, 1);
    dpc_list list = {.length = 1, .nfields = 2, .value = field}, plan;
    plan_init(&plan);
    dpc_run *run = dpc_run_new(l->code, d);
    ck_assert_ptr_nonnull(run);
    dpc_run_set_input(run, 0, two);
    run->list[0] = &list;
    run->list[1] = &plan;
    const dpc_status status = dpc_run_block(run, 0, l->code->main_end, 128, diag);
    dpc_run_free(run);
    dpc_list_clear(&plan);
    mpq_clears(two, field[0], field[1], NULL);
    return status;
}

/* A domain that forgets to declare an operation refuses it, whichever it is. */
START_TEST(test_undeclared)
{
    const lowered l = lower(everything);
    dpc_diag diag = {.status = DPC_OK};
    const dpc_status whole = run_all(&l, &dpc_domain_ball, &diag);
    ck_assert_msg(whole == DPC_OK, "%s", diag.text);
    bool seen[64] = {false};
    for (size_t pc = 0; pc < l.code->main_end; pc++)
        seen[l.code->instr[pc].op] = true;
    for (int op = 0; op <= DPC_OP_CHECK; op++) {
        ck_assert_msg(seen[op], "operation %d is not tried", op);
        dpc_domain forgetful = dpc_domain_ball;
        forgetful.name = "forgetful";
        forgetful.can &= ~DPC_CAN(op);
        diag = (dpc_diag){.status = DPC_OK};
        const dpc_status status = run_all(&l, &forgetful, &diag);
        ck_assert_msg(status == DPC_UNDECIDED, "operation %d: %d", op, (int)status);
        check_contains(diag.text, "cannot");
    }
    dpc_domain nothing = dpc_domain_ball;
    nothing.can = 0;
    diag = (dpc_diag){.status = DPC_OK};
    ck_assert_int_eq(run_all(&l, &nothing, &diag), DPC_UNDECIDED);
    lowered_free((lowered *)&l);
}
END_TEST

/* A function of a variable, evaluated at a jet, runs no method and no range. */
START_TEST(test_functions)
{
    dpc_jet_set_base(&dpc_domain_ball);
    static const dpc_op never[] = {DPC_OP_METHOD, DPC_OP_INF, DPC_OP_SUP, DPC_OP_INTEGRAL};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
        ck_assert(!dpc_domain_can(&dpc_domain_jet, never[i]));
        ck_assert(!dpc_domain_can(&dpc_domain_complex, never[i]));
    }
    ck_assert(!dpc_domain_can(&dpc_domain_complex, DPC_OP_CEIL));
    const lowered l = lower(everything);
    dpc_diag diag = {.status = DPC_OK};
    ck_assert_int_eq(run_all(&l, &dpc_domain_jet, &diag), DPC_UNDECIDED);
    diag = (dpc_diag){.status = DPC_OK};
    ck_assert_int_eq(run_all(&l, &dpc_domain_complex, &diag), DPC_UNDECIDED);
    lowered_free((lowered *)&l);
}
END_TEST

/* ---- slots without a value ---- */

/* A slot that nothing assigned, or whose step failed, is no number. */
START_TEST(test_unassigned)
{
    static const char *const body[] = {
        "param x : real\nresult y = x + 1\n",
        "param x : real\nresult y = if(x < 1, 2, 3)\n",
        "param x : real\nresult y = max(x, 1)\n",
        "param x : real\nresult y = max(i = 1..2, min(x, i))\n",
        "param x : real\nresult y = inf(p = 0..1, p + x)\n",
        "param x : real\nresult y = integral(p = 0..1, p + x)\n",
        "param x : real\nresult y = sum(i = 1..3, x)\n",
        ("method inversion\nparam x : real\nchoose w : plan(inversion)\n"
         "result y = inversion(1, x, 4, 20, 1, w)\nobjective y\n"),
    };
    dpc_list plan;
    plan_init(&plan);
    for (size_t i = 0; i < sizeof body / sizeof body[0]; i++) {
        const lowered l = lower(body[i]);
        for (int k = 0; k < BASES; k++) {
            dpc_run *run = dpc_run_new(l.code, bases[k]);
            ck_assert_ptr_nonnull(run);
            if (l.code->nlists > 0)
                run->list[0] = &plan;
            dpc_diag diag = {.status = DPC_OK};
            const dpc_status status = dpc_run_block(run, 0, l.code->main_end, PREC, &diag);
            ck_assert_msg(status == DPC_UNDECIDED, "%s in %s: %d", body[i], bases[k]->name,
                          (int)status);
            ck_assert(run->ending.unassigned);
            dpc_run_free(run);
        }
        lowered_free((lowered *)&l);
    }
    dpc_list_clear(&plan);
}
END_TEST

/* A failed step clears its value, even if an earlier run had set it. */
START_TEST(test_failed_step)
{
    const lowered l = lower("param x : real\nresult y = log(x)\n");
    dpc_run *run = dpc_run_new(l.code, &dpc_domain_kernel);
    mpq_t q;
    dpc_bounds b;
    mpq_init(q);
    dpc_bounds_init(&b);
    for (int x = 2; x >= -1; x--) {
        mpq_set_si(q, x, 1);
        dpc_run_set_input(run, 0, q);
        dpc_diag diag = {.status = DPC_OK};
        const dpc_status status = dpc_run_block(run, 0, l.code->main_end, PREC, &diag);
        ck_assert_int_eq(status, x > 0 ? DPC_OK : DPC_DOMAIN);
        dpc_run_bounds(run, l.code->result[0].slot, &b);
        ck_assert_int_eq(b.finite, x > 0);
    }
    dpc_bounds_clear(&b);
    mpq_clear(q);
    dpc_run_free(run);
    lowered_free((lowered *)&l);
}
END_TEST

static void keep(void *d, const void *a, unsigned long prec)
{
    (void)prec;
    dpc_domain_ball.set(d, a);
}

/* A shadow holds the values that its block reads, also through methods, lists and arrays, and
   nothing else: no values of earlier blocks, and none that the block itself computes. */
START_TEST(test_shadow)
{
    const lowered l =
        lower("method inversion\nparam x : real\nparam s : real\nparam l : list(a, n : int)\n"
              "let y = sqrt(x)\n"
              "let v[i = 1..3] = y*i\n"
              "let first = integral(p = 0..1, p*y + l[1].a)\n"
              "let second = integral(p = 0..1, p + v[2])\n"
              "choose w : plan(inversion)\n"
              "result z = integral(p = 0..1, inversion(1, 1/2, s, 20, p, w))\nobjective z\n");
    mpq_t q, field[2];
    mpq_inits(q, field[0], field[1], NULL);
    dpc_list list = {.length = 1, .nfields = 2, .value = field}, plan;
    plan_init(&plan);
    dpc_run *run = dpc_run_new(l.code, &dpc_domain_ball),
            *shadow = dpc_run_new(l.code, &dpc_domain_ball);
    mpq_set_ui(q, 2, 1);
    dpc_run_set_input(run, 0, q);
    dpc_run_set_input(run, 1, q);
    run->list[0] = &list;
    run->list[1] = &plan;
    size_t range[3], n = 0;
    for (size_t pc = 0; pc < l.code->main_end; pc++)
        if (l.code->instr[pc].op == DPC_OP_INTEGRAL && n < 3)
            range[n++] = pc;
    ck_assert_uint_eq(n, 3);
    dpc_diag diag = {.status = DPC_OK};
    ck_assert_int_eq(dpc_run_block(run, 0, range[2], PREC, &diag), DPC_OK);
    const uint32_t x = l.code->input[0].slot, s = l.code->input[1].slot;
    ck_assert(run->slot[x].exact);
    for (size_t i = 0; i < n; i++) {
        const dpc_instr *in = &l.code->instr[range[i]];
        ck_assert(dpc_shadow_fill(shadow, run, range[i], in->end, keep));
        ck_assert_uint_eq(shadow->filled, range[i]);
        ck_assert(!shadow->slot[x].exact && !shadow->slot[x].enclosed);
        ck_assert_int_eq(shadow->slot[s].exact, i == 2); /* an argument of the method */
        ck_assert_uint_eq(shadow->array[0].length, i == 1 ? 3 : 0);
        ck_assert_int_eq(shadow->list[0] != NULL, i == 0);
        ck_assert_int_eq(shadow->list[1] != NULL, i == 2);
        for (size_t pc = range[i]; pc < in->end; pc++) {
            dpc_operands of;
            dpc_code_operands(l.code, &l.code->instr[pc], &of);
            for (size_t k = 0; k < of.nset; k++) {
                const dpc_slot *slot = &shadow->slot[of.set + k];
                ck_assert(!slot->exact && !slot->enclosed);
            }
        }
    }
    mpq_clears(q, field[0], field[1], NULL);
    dpc_list_clear(&plan);
    dpc_run_free(shadow);
    dpc_run_free(run);
    lowered_free((lowered *)&l);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("domain");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, test_fresh, 0, DOMAINS);
    tcase_add_loop_test(all, test_fresh_jet, 0, BASES);
    tcase_add_loop_test(all, test_over_range, 0, DOMAINS);
    suite_add_tcase(suite, all);
    check_add(suite, test_undeclared);
    check_add(suite, test_functions);
    check_add(suite, test_unassigned);
    check_add(suite, test_failed_step);
    check_add(suite, test_shadow);
    return check_run(suite);
}
