/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Tables: the meaning of a specification, and its cells, which are the same numbers whether the
   table computes them or reads their records. */
#include "check_util.h"

#include "table/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static dpc_table_t *open_table(dpc_catalogue_t *cat, const char *text)
{
    return dpc_table_new(cat, "dir/spec", text, strlen(text));
}

static dpc_table_t *must_open(dpc_catalogue_t *cat, const char *text)
{
    dpc_table_t *t = open_table(cat, text);
    ck_assert_msg(t != NULL, "%s", dpc_catalogue_error(cat));
    return t;
}

#define COLUMN "column d = bound gauss.theta.delta(eps = 1, r = 1/2)\n"

/* ---- specifications ---- */

/* The values of the only axis, in order. */
START_TEST(test_axes)
{
    static const struct {
        const char *axis, *values;
    } rows[] = {
        {"1, 0.5, 1/3, any", "1 0.5 1/3 any"},
        {"1..4", "1 2 3 4"},
        {"0..1 by 0.25", "0 0.25 0.5 0.75 1"},
        {"1..0 by -1/2", "1 0.5 0"},
        {"0..1 by 1/3", "0 1/3 2/3 1"},
        {"0..1 by 0.4", "0 0.4 0.8"},
        {"1..1000 log 4", "1 10 100 1000"},
        {"1..4 log 9 whole", "1 2 3 4"},
        {"1e-3..1 log 3, 7, 9..10", "1e-3 0.0316 1 7 9 10"},
        {"[(1,2),(3,4)], [(5,6)]", "[(1,2),(3,4)] [(5,6)]"},
    };
    dpc_catalogue_t *cat = dpc_catalogue_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_text spec = {NULL, 0}, values = {NULL, 0};
        check_append(&spec, "axis x = %s\n" COLUMN, rows[i].axis);
        dpc_table_t *t = must_open(cat, spec.s);
        for (size_t row = 0; row < dpc_table_rows(t); row++)
            check_append(&values, "%s%s", row > 0 ? " " : "", dpc_table_value(t, row, "x"));
        ck_assert_str_eq(values.s, rows[i].values);
        dpc_table_free(t);
        check_clear(&spec);
        check_clear(&values);
    }
    dpc_catalogue_free(cat);
}
END_TEST

/* All combinations, the last axis fastest; values of a tuple go together. */
START_TEST(test_rows)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_table_t *t = must_open(cat, "axis (a, b) = (1, x), (2, y)\naxis c = 5, 6, 7\n" COLUMN);
    static const char *const expected[6] = {"1x5", "1x6", "1x7", "2y5", "2y6", "2y7"};
    ck_assert_uint_eq(dpc_table_rows(t), 6);
    ck_assert_uint_eq(dpc_table_names(t), 3);
    ck_assert_str_eq(dpc_table_name(t, 2), "c");
    for (size_t row = 0; row < 6; row++) {
        char found[16];
        (void)snprintf(found, sizeof found, "%s%s%s", dpc_table_value(t, row, "a"),
                       dpc_table_value(t, row, "b"), dpc_table_value(t, row, "c"));
        ck_assert_str_eq(found, expected[row]);
    }
    ck_assert(dpc_table_value(t, 0, "d") == NULL);
    dpc_table_free(t);
    dpc_catalogue_free(cat);
}
END_TEST

/* The position and the reason of an error. */
START_TEST(test_refusals)
{
    static const struct {
        const char *text, *place, *why;
    } rows[] = {
        {"axis x = 1\n", "dir/spec:", "the table has no columns"},
        {"axis x = 1\naxis x = 2\n" COLUMN, "dir/spec:2:", "this name is used already"},
        {"axis x = 1..2 by 0\n" COLUMN, "dir/spec:1:", "this range is empty"},
        {"axis x = 2..1\n" COLUMN, "dir/spec:1:", "this range is empty"},
        {"axis x = 1..2000001\n" COLUMN, "dir/spec:1:", "more than 1000000 values"},
        {"axis x = 0..1 log 3\n" COLUMN, "dir/spec:1:", "a logarithmic range"},
        {"axis x =\n" COLUMN, "dir/spec:1:", "a value is expected here"},
        {"axis 1x = 1\n" COLUMN, "dir/spec:1:6:", "a name is expected here"},
        {"axis (a, b) = (1)\n" COLUMN, "dir/spec:1:", "',' is expected here"},
        {"digits 0\n" COLUMN, "dir/spec:1:", "a whole number from 1 to"},
        {"title \"a\n" COLUMN, "dir/spec:1:", "the text has no closing quote"},
        {"rows \"none.csv\"\n" COLUMN, "dir/spec:1:", "dir/none.csv"},
        {"figure 1\n" COLUMN, "dir/spec:1:1:", "is expected here"},
    };
    dpc_catalogue_t *cat = dpc_catalogue_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_msg(open_table(cat, rows[i].text) == NULL, "%s is accepted", rows[i].text);
        check_contains(dpc_catalogue_error(cat), rows[i].place);
        check_contains(dpc_catalogue_error(cat), rows[i].why);
    }
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- cells ---- */

static const char kinds[] =
    "digits 4\n"
    "axis s = 2, 4\n"
    "column bound = bound gauss.theta.delta(eps = 1, r = 1/s)\n"
    "column low = bound gauss.theta.delta(eps = 1, r = 1/s) down\n"
    "column solve = solve gauss.mechanism.eps(D = 1, sigma = s, T = 1; delta <= 10^-2)\n"
    "column most = solve gauss.mechanism.T(D = 1, sigma = 100*s, eps = 1; delta <= 1e-9)\n"
    "column none = bound gauss.theta.delta(eps = 1, r = -s)\n"
    "column gap = difference bound low\n";

/* The table keeps the cells that it computes; a second table that reads the records has the same
   cells, and prints the same. */
START_TEST(test_cells)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_table_t *t = must_open(cat, kinds), *copy = must_open(cat, kinds);
    for (size_t row = 0; row < dpc_table_rows(t); row++)
        for (size_t c = 0; c < dpc_table_columns(t); c++) {
            char *record = NULL;
            ck_assert_msg(dpc_table_compute(t, row, c, NULL, NULL) == DPC_OK, "%s",
                          dpc_table_error(t));
            ck_assert_int_eq(dpc_table_compute(copy, row, c, &record, NULL), DPC_OK);
            char *kept = dpc_table_record(t, row, c);
            ck_assert_str_eq(record, kept);
            ck_assert(dpc_table_cell(copy, row, c)->state == DPC_CELL_EMPTY);
            ck_assert_msg(dpc_table_put(copy, row, c, record) == DPC_OK, "%s",
                          dpc_table_error(copy));
            const dpc_cell *a = dpc_table_cell(t, row, c), *b = dpc_table_cell(copy, row, c);
            ck_assert(a->state == b->state);
            if (a->state == DPC_CELL_NUMBER)
                ck_assert(a->kind == b->kind && mpq_equal(a->least, b->least) &&
                          mpq_equal(a->most, b->most) && mpq_cmp(a->least, a->most) <= 0);
            dpc_string_free(record);
            dpc_string_free(kept);
        }
    char *csv = dpc_table_text(t, "csv"), *same = dpc_table_text(copy, "csv");
    ck_assert_str_eq(csv, same);
    check_contains(csv, "2,6.830e-3,6.829e-3,");
    dpc_string_free(csv);
    dpc_string_free(same);
    dpc_table_free(t);
    dpc_table_free(copy);
    dpc_catalogue_free(cat);
}
END_TEST

/* Plots draw the numbers that the tables show. */
START_TEST(test_shown)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_table_t *t = must_open(cat, kinds);
    for (size_t c = 0; c < dpc_table_columns(t); c++)
        ck_assert_int_eq(dpc_table_compute(t, 0, c, NULL, NULL), DPC_OK);
    for (size_t c = 0; c < dpc_table_columns(t); c++) {
        char *text = dpc_table_shown(t, 0, c);
        const double y = dpc_table_shown_approx(t, 0, c);
        ck_assert((text == NULL) == (isnan(y) != 0));
        if (text != NULL)
            ck_assert(fabs(y - dpc_table_approx(text)) <= 0);
        free(text);
    }
    dpc_table_free(t);
    dpc_catalogue_free(cat);
}
END_TEST

/* Numbers, names of the row, and expressions in them; names and lists are not numbers. */
START_TEST(test_values)
{
    static const struct {
        const char *text;
        bool number;
        unsigned long num, den;
        const char *written;
    } rows[] = {
        {"0.25", true, 1, 4, "0.25"},    {"s", true, 2, 3, "2/3"},     {"n", true, 5, 1, "5"},
        {"s + 1", true, 5, 3, NULL},     {"3*n^2", true, 75, 1, NULL}, {"any", false, 0, 1, "any"},
        {"[1,2]", false, 0, 1, "[1,2]"}, {"word", false, 0, 1, "any"},
    };
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_table_t *t = must_open(cat, "axis s = 1/3, 2/3\naxis n = 5\naxis word = any\n" COLUMN);
    mpq_t x;
    mpq_init(x);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *written = NULL;
        const bool number = dpc_table_number(t, 1, rows[i].text, x, &written);
        ck_assert_msg(number == rows[i].number, "%s: %s", rows[i].text, dpc_table_error(t));
        ck_assert_msg(!number || mpq_cmp_ui(x, rows[i].num, rows[i].den) == 0,
                      "%s is another number", rows[i].text);
        ck_assert((written == NULL) == (rows[i].written == NULL));
        if (written != NULL)
            ck_assert_str_eq(written, rows[i].written);
        ck_assert_str_eq(dpc_table_error(t), "");
    }
    const char *written;
    ck_assert(!dpc_table_number(t, 0, "sqrt(s)", x, &written));
    check_contains(dpc_table_error(t), "is not an exact rational number in row 1");
    mpq_clear(x);
    dpc_table_free(t);
    dpc_catalogue_free(cat);
}
END_TEST

/* Records that no cell of the column can have. */
START_TEST(test_records)
{
    static const char *const bad[] = {
        "",
        "number",
        "number u 1",
        "number u 2 1",
        "number u 1 2 3",
        "number s 1 2",
        "number u one 2",
        "number u 1 2/0",
        "derived",
        "none",
    };
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_table_t *t = must_open(cat, "axis s = 2\n" COLUMN "column e = difference d d\n");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(dpc_table_put(t, 0, 0, bad[i]) == DPC_PARSE, "'%s' is accepted", bad[i]);
        ck_assert(dpc_table_record(t, 0, 0) == NULL);
    }
    ck_assert_int_eq(dpc_table_put(t, 0, 1, "number x 1 1"), DPC_PARSE);
    ck_assert_int_eq(dpc_table_put(t, 1, 0, "number x 1 1"), DPC_PARSE);
    ck_assert_int_eq(dpc_table_put(t, 0, 0, "number x 1/3 0.34"), DPC_OK);
    char *record = dpc_table_record(t, 0, 0);
    ck_assert_str_eq(record, "number x 1/3 0.34");
    dpc_string_free(record);
    ck_assert_int_eq(dpc_table_put(t, 0, 0, "none because \x1b[1m of it"), DPC_OK);
    record = dpc_table_record(t, 0, 0);
    check_contains(record, "none because ");
    ck_assert(strchr(record, '\x1b') == NULL);
    dpc_string_free(record);
    dpc_table_free(t);
    dpc_catalogue_free(cat);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("table");
    check_add(suite, test_axes);
    check_add(suite, test_rows);
    check_add(suite, test_refusals);
    check_add(suite, test_cells);
    check_add(suite, test_shown);
    check_add(suite, test_values);
    check_add(suite, test_records);
    return check_run(suite);
}
