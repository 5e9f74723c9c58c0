/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Comparisons: ranks, groups, slack, what is no bound, and settings that are malformed. */
#include "check_util.h"

#include "dpcert.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static void set(dpc_comparison_t *c, const char *name, const char *value)
{
    dpc_query_t *q = dpc_comparison_given(c);
    ck_assert_msg(dpc_query_set(q, name, value) == DPC_OK, "%s", dpc_query_error(q));
}

static void set_steps(dpc_comparison_t *c, const char *delta_out)
{
    set(c, "eps", "1/10");
    set(c, "delta", "1e-5");
    set(c, "T", "1000");
    set(c, "delta_out", delta_out);
}

static void run(dpc_comparison_t *c)
{
    ck_assert_msg(dpc_comparison_run(c) == DPC_OK, "%s", dpc_comparison_error(c));
}

/* The row of a theorem. */
static const dpc_comparison_row_info *row_of(const dpc_comparison_t *c, const char *id)
{
    for (size_t i = 0; i < dpc_comparison_rows(c); i++)
        if (strcmp(dpc_query_theorem(dpc_comparison_row(c, i)->query)->id, id) == 0)
            return dpc_comparison_row(c, i);
    ck_abort_msg("there is no row of %s", id);
    return NULL;
}

static dpc_comparison_t *read_text(dpc_catalogue_t *cat, const char *text)
{
    return dpc_comparison_read(cat, "t.set", text, strlen(text));
}

/* ---- the compiled-in settings ---- */

START_TEST(test_settings)
{
    static const char *const names[] = {"gauss", "sgd", "steps", "subsampled"};
    dpc_catalogue_t *cat = dpc_catalogue_new();
    ck_assert_uint_eq(dpc_setting_count(), sizeof names / sizeof names[0]);
    for (size_t i = 0; i < dpc_setting_count(); i++) {
        ck_assert_str_eq(dpc_setting_name(i), names[i]);
        dpc_comparison_t *c = dpc_comparison_new(cat, names[i]);
        ck_assert_msg(c != NULL, "%s", dpc_catalogue_error(cat));
        const dpc_setting_info *s = dpc_comparison_setting(c);
        ck_assert_str_eq(s->name, names[i]);
        ck_assert_str_eq(s->title, dpc_query_theorem(dpc_comparison_given(c))->title);
        ck_assert_uint_eq(s->nparams, dpc_query_inputs(dpc_comparison_given(c)));
        for (size_t k = 0; k < s->nparams; k++) {
            const char *name = dpc_query_input(dpc_comparison_given(c), k)->name;
            ck_assert_int_eq(strncmp(s->param[k], name, strlen(name)), 0);
        }
        ck_assert_uint_eq(dpc_comparison_rows(c), 0);
        ck_assert_ptr_null(dpc_comparison_row(c, 0));
        dpc_comparison_free(c);
    }
    ck_assert_ptr_null(dpc_setting_name(dpc_setting_count()));
    ck_assert_ptr_null(dpc_comparison_new(cat, "stepz"));
    check_contains(dpc_catalogue_error(cat),
                   "unknown setting 'stepz' (did you mean steps?): there are gauss, sgd, steps");
    ck_assert_ptr_null(dpc_comparison_new(cat, NULL));
    dpc_comparison_free(NULL);
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- ranks ---- */

START_TEST(test_ranks)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_comparison_t *c = dpc_comparison_new(cat, "steps");
    set_steps(c, "0.0101");
    run(c);
    const dpc_comparison_row_info *best = dpc_comparison_row(c, 0);
    ck_assert_ptr_eq(best, row_of(c, "compose.kov-exact"));
    ck_assert_str_eq(best->value, "15.71917952");
    ck_assert_str_eq(best->least, "15.71917951");
    ck_assert(best->is_truth && best->slack == NULL);
    ck_assert_str_eq(best->label, "the optimum");
    ck_assert_int_eq(best->theorem_status, DPC_STATUS_EXACT);
    ck_assert_str_eq(row_of(c, "compose.kov")->slack, "1.1617");
    ck_assert_str_eq(row_of(c, "compose.basic")->value, "100");
    /* what is no bound has a value, and no place */
    const dpc_comparison_row_info *refuted = row_of(c, "compose.he-2-printed");
    ck_assert_int_eq(refuted->standing, DPC_STANDING_REFUTED);
    ck_assert_ptr_nonnull(refuted->value);
    const dpc_comparison_row_info *pure = row_of(c, "compose.pure");
    ck_assert_int_eq(pure->standing, DPC_STANDING_OUTSIDE);
    ck_assert_ptr_null(pure->value);
    check_contains(pure->why_not, "the hypothesis delta == 0 is false");
    /* ranked rows first, each in its place */
    ck_assert_uint_eq(dpc_comparison_rows(c), 8);
    ck_assert_uint_eq(dpc_comparison_groups(c), 1);
    ck_assert_int_eq(dpc_comparison_group(c, 0), DPC_ADJACENCY_ANY);
    for (size_t i = 0; i < 8; i++) {
        const bool ranked = dpc_comparison_row(c, i)->standing == DPC_STANDING_RANKED;
        ck_assert_int_eq(ranked, i < 5);
        ck_assert_uint_eq(dpc_comparison_place(c, 0, i), ranked ? i + 1 : 0);
        ck_assert_uint_eq(dpc_comparison_place(c, 1, i), 0);
    }
    dpc_comparison_free(c);
    dpc_catalogue_free(cat);
}
END_TEST

/* Ties have the same place; the next one is counted on. */
START_TEST(test_ties)
{
    static const char text[] =
        "setting t\ntitle \"ties\"\nparam x : real where x > 0\n"
        "compare eps_out\n"
        "entry compose.basic \"twice\"\nset delta = 1/1000\nset eps = 2*x\nset T = 1\n"
        "entry compose.basic \"once\"\nset delta = 1/1000\nset eps = x\nset T = 1\n"
        "entry compose.basic \"half, twice\"\nset delta = 1/1000\nset eps = x/2\nset T = 2\n";
    static const char *const labels[] = {"once", "half, twice", "twice"};
    static const size_t places[] = {1, 1, 3};
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_comparison_t *c = read_text(cat, text);
    ck_assert_msg(c != NULL, "%s", dpc_catalogue_error(cat));
    set(c, "x", "1/2");
    run(c);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_str_eq(dpc_comparison_row(c, i)->label, labels[i]);
        ck_assert_uint_eq(dpc_comparison_place(c, 0, i), places[i]);
    }
    dpc_comparison_free(c);
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- again ---- */

/* Two comparisons of a setting share a catalogue; one runs again with other values and digits. */
START_TEST(test_again)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_comparison_t *a = dpc_comparison_new(cat, "steps"), *b = dpc_comparison_new(cat, "steps");
    ck_assert_ptr_nonnull(a);
    ck_assert_msg(b != NULL, "%s", dpc_catalogue_error(cat));
    ck_assert_int_eq(dpc_comparison_run(a), DPC_PARSE);
    check_contains(dpc_comparison_error(a), "missing parameters of compare.steps");
    set_steps(a, "0.0101");
    set_steps(b, "2");
    ck_assert_int_eq(dpc_comparison_run(b), DPC_DOMAIN);
    check_contains(dpc_comparison_error(b), "delta_out");
    ck_assert_uint_eq(dpc_comparison_rows(b), 0);
    run(a);
    char first[40];
    (void)snprintf(first, sizeof first, "%s", dpc_comparison_row(a, 1)->value);
    run(a);
    ck_assert_str_eq(dpc_comparison_row(a, 1)->value, first);
    ck_assert_int_eq(dpc_query_set_digits(dpc_comparison_given(a), 4), DPC_OK);
    run(a);
    ck_assert_str_eq(row_of(a, "compose.kov")->value, "18.26");
    dpc_query_reset(dpc_comparison_given(b));
    set_steps(b, "0.99");
    run(b);
    ck_assert_str_eq(dpc_comparison_row(b, 0)->value, "0");
    ck_assert(dpc_comparison_row(b, 0)->is_truth);
    dpc_comparison_free(a);
    dpc_comparison_free(b);
    dpc_catalogue_free(cat);
}
END_TEST

/* No step at all: nothing is decided, and the conditions on the parameters are. */
START_TEST(test_limits)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_comparison_t *c = dpc_comparison_new(cat, "steps");
    set_steps(c, "0.0101");
    ck_assert_int_eq(dpc_query_set_max_steps(dpc_comparison_given(c), 1), DPC_OK);
    run(c);
    ck_assert_int_eq(row_of(c, "compose.kov")->standing, DPC_STANDING_UNDECIDED);
    ck_assert_uint_eq(dpc_comparison_groups(c), 0);
    dpc_comparison_free(c);
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- settings of one's own ---- */

#define HEAD "setting t\ntitle \"text\"\nparam x : real where x > 0\n"

START_TEST(test_malformed)
{
    static const char *const cases[][2] = {
        {"", "t.set:1: a setting needs the statements setting, title and compare"},
        {HEAD "compare delta\n", "at least one entry"},
        {HEAD "comparison delta\n", "t.set:4: unknown statement: a setting has"},
        {HEAD "compare delta\nentry gauss.theta at x\n", "t.set:5: write: entry ID \"text\""},
        {HEAD "compare delta\nentry gauss.theta\nset eps\n", "t.set:6: write: set NAME = VALUE"},
        {HEAD "compare delta\nentry gauss.theta\nsolve x\n", "t.set:6: write: solve NAME : RESULT"},
        {HEAD "compare delta\nentry gauss.theta\nfrob x\n", "t.set:6: unknown statement: an entry"},
        {HEAD "compare delta\nentry gauss.teta\n", "setting t: unknown theorem 'gauss.teta'"},
        {HEAD "compare delta\nentry gauss.theta\nset eps = y\n", "setting t, entry gauss.theta: "},
        {HEAD "param y : real where\ncompare delta\nentry gauss.theta\n", "setting t: t:"},
        {HEAD "compare d\xc3\xa9lta\nentry gauss.theta\n", "byte 0xc3 is not ASCII"},
    };
    dpc_catalogue_t *cat = dpc_catalogue_new();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_ptr_null(read_text(cat, cases[i][0]));
        check_contains(dpc_catalogue_error(cat), cases[i][1]);
    }
    ck_assert_ptr_null(dpc_comparison_read(cat, "t.set", "a\0b", 3));
    check_contains(dpc_catalogue_error(cat), "byte 0x00 is not ASCII");
    ck_assert_ptr_null(dpc_comparison_read(cat, "t.set", NULL, 0));
    dpc_catalogue_free(cat);
}
END_TEST

/* A theorem of the user's own takes part. */
START_TEST(test_own_theorem)
{
    static const char setting[] = HEAD "compare eps\nentry test.own\nset a = lower sqrt(x)\n"
                                       "entry test.own \"no side\"\nset a = sqrt(x)\n";
    dpc_catalogue_t *cat = dpc_catalogue_new();
    char *text = check_theorem("test.own", "param a : real where a > 0\nresult eps <= 1/a\n");
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "own.thm", text, strlen(text), NULL), DPC_OK);
    free(text);
    dpc_comparison_t *c = read_text(cat, setting);
    ck_assert_msg(c != NULL, "%s", dpc_catalogue_error(cat));
    set(c, "x", "2");
    run(c);
    ck_assert_str_eq(dpc_comparison_row(c, 0)->value, "0.7071067812");
    ck_assert_str_eq(dpc_comparison_row(c, 1)->why_not, "the setting does not say what a is");
    ck_assert_str_eq(dpc_standing_name(dpc_comparison_row(c, 1)->standing), "not applicable");
    ck_assert_str_eq(dpc_standing_name((dpc_standing)99), "unknown");
    dpc_comparison_free(c);
    dpc_catalogue_free(cat);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("compare");
    check_add(suite, test_settings);
    check_add(suite, test_ranks);
    check_add(suite, test_ties);
    check_add(suite, test_again);
    check_add(suite, test_limits);
    check_add(suite, test_malformed);
    check_add(suite, test_own_theorem);
    return check_run(suite);
}
