/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   What plans are for: instructions behind those of the theorem, and what is refused. */
#include "check_util.h"
#include "guess/goal.h"

#include <stdlib.h>

typedef struct {
    dpc_catalogue_t *cat;
    dpc_code *code;
    dpc_goals goals;
    dpc_diag diag;
} lowered;

static lowered lower(const char *body)
{
    lowered l = {.cat = dpc_cat_new(), .diag = {.status = DPC_OK}};
    char *text = check_theorem("t.one", body);
    const dpc_unit *unit = dpc_cat_add(l.cat, "t.thm", text, strlen(text), &l.diag);
    ck_assert_msg(unit != NULL, "%s", l.diag.text);
    l.code = dpc_lower(l.cat, unit, &l.diag);
    ck_assert_msg(l.code != NULL, "%s", l.diag.text);
    (void)dpc_goals_lower(&l.goals, l.cat, l.code, &l.diag);
    free(text);
    return l;
}

static void clear(lowered *l)
{
    dpc_code_free(l->code);
    dpc_cat_free(l->cat);
}

#define CALL "inversion(1, 1/2, 1, 9, eps, "

START_TEST(test_goals)
{
    lowered l = lower("param eps : real\nmethod inversion\n"
                      "choose w : real where w > 0\n"
                      "choose p : plan(inversion) for " CALL "p) <= 10^w\n"
                      "choose o : plan(inversion)\n"
                      "let d = " CALL "o)\n"
                      "result r = w\nobjective r\n"
                      "referee r >= d \"one\" choose s : plan(inversion) for " CALL
                      "s), v : real where v > 0\n");
    const dpc_code *c = l.code;
    ck_assert_msg(l.diag.status == DPC_OK, "%s", l.diag.text);
    ck_assert_uint_eq(l.goals.n, 2);
    const dpc_goal *p = &l.goals.goal[0], *s = &l.goals.goal[1];
    ck_assert_str_eq(c->input[p->input].name, "p");
    ck_assert_int_eq(p->rel, '<');
    ck_assert_uint_ne(p->target, p->value);
    ck_assert_str_eq(c->input[s->input].name, "s");
    ck_assert_int_eq(s->rel, '\0');
    /* both stand behind everything else, and each calls the method with its own plan */
    ck_assert_uint_eq(p->begin, c->referee[0].end);
    ck_assert_uint_eq(p->end, s->begin);
    ck_assert_uint_eq(s->end, c->ninstr);
    ck_assert_uint_le(p->at, c->main_end);
    for (int k = 0; k < 2; k++) {
        const dpc_goal *g = &l.goals.goal[k];
        const dpc_call *call = &c->call[g->call];
        ck_assert_uint_eq(call->arg[call->method->plan_place], c->input[g->input].slot);
    }
    clear(&l);
}
END_TEST

START_TEST(test_none)
{
    lowered l = lower("param x : real\nresult r = x\n");
    const size_t n = l.code->ninstr;
    ck_assert_int_eq(l.diag.status, DPC_OK);
    ck_assert_uint_eq(l.goals.n, 0);
    ck_assert_uint_eq(l.code->ninstr, n);
    clear(&l);
}
END_TEST

START_TEST(test_refused)
{
    static const struct {
        const char *body, *message;
    } row[] = {
        {"choose p : plan(inversion) for 1\nresult r = 1\nobjective r\n",
         "what a plan is for must call a method once, with this plan"},
        {"method inversion\nchoose o : plan(inversion)\n"
         "choose p : plan(inversion) for inversion(1, 1, 1, 1, 1, o)\nresult r = 1\nobjective r\n",
         "what a plan is for must call a method once, with this plan"},
        {"method inversion\nchoose p : plan(inversion) for inversion(1, 1, 1, 1, 1, p) + "
         "inversion(0, 1, 1, 1, 1, p)\nresult r = 1\nobjective r\n",
         "what a plan is for must call a method once, with this plan"},
        {"method inversion\nchoose p : plan(inversion) for inversion(1, 1, 1, 1, 1, p) == 1\n"
         "result r = 1\nobjective r\n",
         "what a plan is for must be a real number"},
        {"choose p : plan(inversion) for nothing(p)\nresult r = 1\nobjective r\n",
         "unknown function 'nothing'"},
        {"choose p : plan(inversion) for later\nlet later = 1\nresult r = 1\nobjective r\n",
         "unknown name 'later'"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        lowered l = lower(row[i].body);
        ck_assert_int_eq(l.diag.status, DPC_PARSE);
        check_contains(l.diag.text, row[i].message);
        clear(&l);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("goal");
    check_add(suite, test_goals);
    check_add(suite, test_none);
    check_add(suite, test_refused);
    return check_run(suite);
}
