/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The charge for steps, in time and in memory: no operation of the language is free, and the charge
   grows with the data that the operation touches. */
#include "arith/arith.h"
#include "check_util.h"

#include "one_step.h"
#include "domain/jet.h"
#include "domain/kernel.h"

enum { PER_STEP = 64 }; /* most limbs that a step pays for */

static const unsigned long lengths[] = {10, 1000, 4096, 100000};

static uint64_t charge_of(dpc_op op, one_operands operands, unsigned long bits,
                          const dpc_domain *domain, uint64_t *limbs)
{
    one_step s;
    one_step_init(&s, op, operands, bits, domain, 64);
    const uint64_t steps = one_step_run(&s);
    ck_assert_msg((s.diag.status != DPC_OK) == (operands == ONE_FAILS) ||
                      operands == ONE_ENCLOSED || op == DPC_OP_BINOM,
                  "%s: %s", one_step_name(op), s.diag.text);
    *limbs = one_step_limbs(&s);
    one_step_clear(&s);
    return steps;
}

/* The price of an operation: a step, and one more for so many limbs. */
static void check_operation(dpc_op op, one_operands operands, const dpc_domain *domain)
{
    uint64_t before = 0, shorter = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        uint64_t limbs = 0;
        const uint64_t steps = charge_of(op, operands, lengths[i], domain, &limbs);
        ck_assert_msg(steps >= (operands == ONE_FAILS ? 5 : 1), "%s is free: %llu steps",
                      one_step_name(op), (unsigned long long)steps);
        if (operands == ONE_EXACT) {
            ck_assert_msg(steps >= 1 + limbs / PER_STEP, "%s of %lu bits: %llu steps, %llu limbs",
                          one_step_name(op), lengths[i], (unsigned long long)steps,
                          (unsigned long long)limbs);
            if (lengths[i] == 100000 && limbs > 0)
                ck_assert_msg(steps >= shorter + limbs / PER_STEP / 2, "%s does not grow",
                              one_step_name(op));
        }
        shorter = i == 0 ? steps : shorter;
        before = steps;
    }
    ck_assert_uint_gt(before, 0);
}

START_TEST(test_nothing_is_free)
{
    static const dpc_domain *const domains[] = {&dpc_domain_kernel, &dpc_domain_ball};
    for (dpc_op op = 0; op < DPC_OPS; op++) {
        ck_assert_msg(one_step_name(op) != NULL, "operation %d is not in tests/support/one_step.c",
                      (int)op);
        for (one_operands operands = ONE_EXACT; operands <= ONE_FAILS; operands++)
            for (size_t d = 0; d < 2 && one_step_possible(op, operands); d++)
                check_operation(op, operands, domains[d]);
    }
}
END_TEST

/* A limit of steps is kept: work that is charged beforehand is not done, and work that is charged
   afterwards ends the run at the next step. */
START_TEST(test_steps_end)
{
    for (dpc_op op = 0; op < DPC_OPS; op++) {
        one_step s;
        one_step_init(&s, op, ONE_EXACT, 4096, &dpc_domain_kernel, 64);
        s.run->budget.max_steps = 0;
        (void)one_step_run(&s);
        ck_assert_int_eq(s.diag.status, DPC_UNDECIDED);
        check_contains(s.diag.text, "the limit of 0 steps is reached");
        ck_assert_int_eq(s.diag.limit, DPC_LIMIT_STEPS);
        ck_assert_uint_eq(s.diag.value, 0);
        ck_assert_int_eq(s.run->ending.reason, DPC_END_LIMIT);
        ck_assert(s.run->ending.final);
        one_step_clear(&s);
    }
}
END_TEST

/* ---- memory ---- */

/* Rational numbers that an instruction stores are in the account. */
START_TEST(test_numbers_are_entered)
{
    static const dpc_op ops[] = {DPC_OP_MIN,  DPC_OP_MAX,  DPC_OP_NEG,   DPC_OP_ABS,
                                 DPC_OP_POS,  DPC_OP_COPY, DPC_OP_STORE, DPC_OP_LOAD,
                                 DPC_OP_ITEM, DPC_OP_LOOP, DPC_OP_IF};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        one_step s;
        one_step_init(&s, ops[i], ONE_EXACT, 1000000, &dpc_domain_kernel, 64);
        const uint64_t before = s.run->budget.memory->used;
        if (ops[i] == DPC_OP_STORE)
            s.run->array[0].length = 1; /* the first element has a number already */
        (void)one_step_run(&s);
        ck_assert_msg(s.run->budget.memory->used >= before + 100000, "%s: %llu bytes",
                      one_step_name(ops[i]),
                      (unsigned long long)(s.run->budget.memory->used - before));
        /* again, in an account that has no room for it */
        s.run->budget.memory->most = before + 50000;
        (void)one_step_run(&s);
        ck_assert_int_eq(s.diag.status, DPC_UNDECIDED);
        check_contains(s.diag.text, "the limit of 512 MiB of memory is reached");
        one_step_clear(&s);
    }
}
END_TEST

/* Large results are refused before they are made, and their memory is returned in the end. */
START_TEST(test_large_things)
{
    one_step s;
    one_step_init(&s, DPC_OP_INTEGRAL, ONE_EXACT, 100, &dpc_domain_kernel, 64);
    const uint64_t before = s.run->budget.memory->used;
    dpc_jet_set_base(&dpc_domain_kernel);
    dpc_run *other = dpc_run_new_within(s.run, &dpc_domain_jet);
    ck_assert_ptr_nonnull(other);
    ck_assert(dpc_run_reserve(other, 64));
    ck_assert(dpc_run_make_room(other, &other->array[0], 1000));
    ck_assert_uint_ge(s.run->budget.memory->used, before + 11000 * sizeof(double));
    dpc_run_free(other);
    ck_assert_uint_eq(s.run->budget.memory->used, before);
    /* cells, and the series on which the integral is computed */
    s.run->budget.memory->most = before + 20000;
    (void)one_step_run(&s);
    check_contains(s.diag.text, "the limit of 512 MiB of memory is reached");
    s.run->budget.memory->refused = false;
    ck_assert(!dpc_run_make_room(s.run, &s.run->array[0], 1000));
    ck_assert(s.run->budget.memory->refused);
    one_step_clear(&s);
}
END_TEST

/* The tables of a method. */
START_TEST(test_tables)
{
    one_step s;
    one_step_init(&s, DPC_OP_METHOD, ONE_EXACT, 10, &dpc_domain_kernel, 64);
    const uint64_t before = s.run->budget.memory->used;
    (void)one_step_run(&s);
    ck_assert_msg(s.diag.status == DPC_OK, "%s", s.diag.text);
    ck_assert_uint_eq(s.run->budget.memory->used, before);
    s.run->budget.memory->most = before + 1000;
    (void)one_step_run(&s);
    check_contains(s.diag.text, "the limit of 512 MiB of memory is reached");
    one_step_clear(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("charge");
    check_add(suite, test_nothing_is_free);
    check_add(suite, test_steps_end);
    check_add(suite, test_numbers_are_entered);
    check_add(suite, test_large_things);
    check_add(suite, test_tables);
    return check_run(suite);
}
