/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   How far the precision of a run is raised, by how its passes end. */
#include "check_util.h"

#include "run/raise.h"

/* The outcome of one pass. */
typedef struct {
    dpc_status status;
    dpc_ending ending;
    bool enough;
} one_pass;

typedef struct {
    dpc_run run;
    const one_pass *pass;
    size_t done;
    bool last; /* argument of the latest call */
} story;

/* NOLINTNEXTLINE(readability-non-const-parameter): the type is that of any pass */
static dpc_status pass(void *data, unsigned long *bits, dpc_diag *why)
{
    story *s = data;
    ck_assert_uint_eq(*bits, 64UL << s->done);
    ck_assert_int_eq(why->status, DPC_OK);
    const one_pass *p = &s->pass[s->done++];
    s->run.ending = p->ending;
    return p->status == DPC_OK ? DPC_OK : dpc_fail(why, p->status, "pass %zu", s->done);
}

static bool enough(void *data, bool last)
{
    story *s = data;
    ck_assert_int_eq(s->pass[s->done - 1].status, DPC_OK); /* only a successful pass has values */
    s->last = last;
    return s->pass[s->done - 1].enough;
}

static dpc_raised tell(story *s, const one_pass *passes, dpc_cells_rule cells, dpc_diag *why)
{
    *s = (story){.pass = passes};
    const dpc_raise task = {&s->run, 64, 1024, cells, pass, enough, s};
    return dpc_run_raise(&task, why);
}

static void check_stop(const one_pass *passes, dpc_cells_rule cells, dpc_status status,
                       dpc_stop stop, size_t after)
{
    story s;
    dpc_diag why = {.status = DPC_OK};
    const dpc_raised end = tell(&s, passes, cells, &why);
    ck_assert_int_eq(end.status, status);
    ck_assert_int_eq(end.stop, stop);
    ck_assert_uint_eq(s.done, after);
    ck_assert_uint_eq(end.bits, 64UL << (after - 1));
    ck_assert_int_eq(why.status, status);
    if (status == DPC_OK)
        ck_assert_int_eq(s.last, stop != DPC_STOP_ENOUGH);
}

#define MORE                                    \
    {                                           \
        DPC_OK, {.reason = DPC_END_DONE}, false \
    }
#define OPEN                                                \
    {                                                       \
        DPC_UNDECIDED, {.reason = DPC_END_CONDITION}, false \
    }
#define CELLS                                  \
    {                                          \
        DPC_OK, {.cells_used_up = true}, false \
    }
#define OPEN_CELLS                                                             \
    {                                                                          \
        DPC_UNDECIDED, {.reason = DPC_END_VALUE, .cells_used_up = true}, false \
    }

START_TEST(test_enough)
{
    const one_pass at_once[] = {{DPC_OK, {.reason = DPC_END_DONE}, true}};
    check_stop(at_once, DPC_CELLS_OF_NO_PASS, DPC_OK, DPC_STOP_ENOUGH, 1);
    const one_pass later[] = {OPEN, MORE, {DPC_OK, {.reason = DPC_END_DONE}, true}};
    check_stop(later, DPC_CELLS_OF_NO_PASS, DPC_OK, DPC_STOP_ENOUGH, 3);
}
END_TEST

START_TEST(test_bits)
{
    const one_pass wide[] = {MORE, OPEN, MORE, MORE, MORE};
    check_stop(wide, DPC_CELLS_OF_NO_PASS, DPC_OK, DPC_STOP_BITS, 5);
    const one_pass open[] = {MORE, MORE, MORE, MORE, OPEN};
    check_stop(open, DPC_CELLS_OF_NO_PASS, DPC_UNDECIDED, DPC_STOP_BITS, 5);
}
END_TEST

/* Endings that more precision does not change. */
START_TEST(test_failures)
{
    const one_pass wrong[] = {OPEN, {DPC_DOMAIN, {.reason = DPC_END_CONDITION}, false}};
    check_stop(wrong, DPC_CELLS_OF_NO_PASS, DPC_DOMAIN, DPC_STOP_FAILED, 2);
    const one_pass limit[] = {OPEN,
                              {DPC_UNDECIDED, {.reason = DPC_END_LIMIT, .final = true}, false}};
    check_stop(limit, DPC_CELLS_OF_NO_PASS, DPC_UNDECIDED, DPC_STOP_FAILED, 2);
    const one_pass plan[] = {MORE, {DPC_OK, {.plan_limits = true}, false}};
    check_stop(plan, DPC_CELLS_OF_NO_PASS, DPC_OK, DPC_STOP_PLAN, 2);
    const one_pass open_plan[] = {{DPC_UNDECIDED, {.plan_limits = true}, false}};
    check_stop(open_plan, DPC_CELLS_OF_NO_PASS, DPC_UNDECIDED, DPC_STOP_PLAN, 1);
    /* a limit is a failure, whatever the plan */
    const one_pass both[] = {{DPC_UNDECIDED, {.plan_limits = true, .final = true}, false}};
    check_stop(both, DPC_CELLS_OF_NO_PASS, DPC_UNDECIDED, DPC_STOP_FAILED, 1);
}
END_TEST

/* The second pass that uses up its cells is the last. */
START_TEST(test_cells)
{
    const one_pass done[] = {CELLS, MORE, CELLS, MORE, MORE};
    check_stop(done, DPC_CELLS_OF_DONE_PASSES, DPC_OK, DPC_STOP_CELLS, 3);
    check_stop(done, DPC_CELLS_OF_ALL_PASSES, DPC_OK, DPC_STOP_CELLS, 3);
    check_stop(done, DPC_CELLS_OF_NO_PASS, DPC_OK, DPC_STOP_BITS, 5);
    const one_pass open[] = {OPEN_CELLS, OPEN_CELLS, OPEN_CELLS, CELLS, CELLS};
    check_stop(open, DPC_CELLS_OF_DONE_PASSES, DPC_OK, DPC_STOP_CELLS, 5);
    check_stop(open, DPC_CELLS_OF_ALL_PASSES, DPC_UNDECIDED, DPC_STOP_CELLS, 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("raise");
    check_add(suite, test_enough);
    check_add(suite, test_bits);
    check_add(suite, test_failures);
    check_add(suite, test_cells);
    return check_run(suite);
}
