/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The catalogue against the reference values of tests/data, which come from a second, independent
   transcription of the papers: every theorem has a table, every table a theorem; every row is run.
 */
#include "check_util.h"
#include "dpcert.h"

#include "base/rational.h"

#include <dirent.h>
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_LINE = 4096, MAX_PATH = 4096, LEAST_ROWS = 5, DIGITS = 25 };

/* tests/data, whether run by make or by hand in the top folder. */
static void data_path(char *out, const char *file)
{
    const char *top = getenv("top_srcdir");
    int len = snprintf(out, MAX_PATH, "%s/tests/data%s%s",
                       top != NULL && top[0] != '\0' ? top : ".", file[0] != '\0' ? "/" : "", file);
    ck_assert_int_lt(len, MAX_PATH);
}

START_TEST(test_ids)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    ck_assert_uint_ge(dpc_catalogue_count(), 21);
    for (size_t i = 0; i < dpc_catalogue_count(); i++) {
        const char *id = dpc_catalogue_id(i);
        ck_assert_msg(i == 0 || strcmp(dpc_catalogue_id(i - 1), id) < 0, "%s is out of order", id);
        ck_assert_str_ne(id, "prelude");
        dpc_theorem_info info;
        ck_assert_msg(dpc_theorem_get(cat, id, &info) == DPC_OK, "%s", dpc_catalogue_error(cat));
        ck_assert_msg(strcmp(info.id, id) == 0, "the file %s.thm says that it is %s", id, info.id);
        ck_assert_uint_ge(info.revision, 1);
        ck_assert(!info.is_own);
        ck_assert_msg(info.title[0] != '\0', "%s has no title", id);
    }
    ck_assert_ptr_null(dpc_catalogue_id(dpc_catalogue_count()));
    ck_assert_ptr_null(dpc_catalogue_id((size_t)-1));
    dpc_catalogue_free(cat);
}
END_TEST

START_TEST(test_lowering)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    for (size_t i = 0; i < dpc_catalogue_count(); i++) {
        dpc_query_t *q = dpc_query_new(cat, dpc_catalogue_id(i));
        ck_assert_msg(q != NULL, "%s: %s", dpc_catalogue_id(i), dpc_catalogue_error(cat));
        ck_assert_msg(dpc_query_inputs(q) > 0, "%s has no parameters", dpc_catalogue_id(i));
        /* an empty query says what is missing */
        ck_assert_int_eq(dpc_query_run(q), DPC_PARSE);
        check_contains(dpc_query_error(q), dpc_query_input(q, 0)->name);
        dpc_query_free(q);
    }
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- reference values ---- */

static bool parse(mpq_t q, const char *text)
{
    dpc_diag diag = {.status = DPC_OK};
    return dpc_rational_parse(q, text, strlen(text), "a table", &diag) == DPC_OK;
}

/* A decimal as digits * 10^place, so that 1e-957475 needs no large numbers. */
typedef struct {
    mpz_t digits;
    long place;
} decimal;

static void decimal_parse(decimal *d, const char *text)
{
    char digits[128];
    size_t n = 0;
    long after = 0;
    bool point = false;
    const char *c = text;
    for (; *c != '\0' && *c != 'e'; c++) {
        if (*c == '.')
            point = true;
        else {
            ck_assert_msg((*c >= '0' && *c <= '9') || (c == text && *c == '-'), "not a decimal: %s",
                          text);
            ck_assert_uint_lt(n + 1, sizeof digits);
            digits[n++] = *c;
            after += point;
        }
    }
    digits[n] = '\0';
    ck_assert_int_eq(mpz_init_set_str(d->digits, digits, 10), 0);
    d->place = (*c == 'e' ? strtol(c + 1, NULL, 10) : 0) - after;
}

/* q = d / 10^scale, where the two are of similar size. */
static void decimal_scaled(mpq_t q, const decimal *d, long scale)
{
    const long shift = d->place - scale;
    mpz_t power;
    mpz_init(power);
    ck_assert_int_lt(labs(shift), 100000);
    mpz_ui_pow_ui(power, 10, (unsigned long)labs(shift));
    mpq_set_z(q, d->digits);
    if (shift >= 0)
        mpz_mul(mpq_numref(q), mpq_numref(q), power);
    else {
        mpz_set(mpq_denref(q), power);
        mpq_canonicalize(q);
    }
    mpz_clear(power);
}

/* The value is known up to a relative error of 5e-30: [lower, upper] must meet that, and no end may
   be further away than 1e-24. */
static void check_against(const dpc_result_info *r, const char *value, const char *where)
{
    ck_assert_msg(r->lower != NULL && r->upper != NULL, "%s: no enclosure", where);
    if (strcmp(value, "0") == 0) {
        ck_assert_msg(strcmp(r->lower, "0") == 0 && strcmp(r->upper, "0") == 0,
                      "%s: [%s, %s] instead of 0", where, r->lower, r->upper);
        return;
    }
    decimal v, l, u;
    decimal_parse(&v, value);
    decimal_parse(&l, r->lower);
    decimal_parse(&u, r->upper);
    mpq_t mid, lo, hi, error, end;
    mpq_inits(mid, lo, hi, error, end, NULL);
    decimal_scaled(mid, &v, v.place);
    decimal_scaled(lo, &l, v.place);
    decimal_scaled(hi, &u, v.place);
    ck_assert(parse(error, "5e-30"));
    mpq_mul(error, error, mid);
    mpq_abs(error, error);
    mpq_add(end, mid, error);
    ck_assert_msg(mpq_cmp(lo, end) <= 0, "%s: %s is above %s", where, r->lower, value);
    mpq_sub(end, mid, error);
    ck_assert_msg(mpq_cmp(hi, end) >= 0, "%s: %s is below %s", where, r->upper, value);
    ck_assert_msg(mpq_cmp(lo, hi) <= 0, "%s: %s > %s", where, r->lower, r->upper);
    ck_assert(parse(error, "1e-24"));
    mpq_mul(error, error, mid);
    mpq_abs(error, error);
    mpq_sub(end, mid, error);
    ck_assert_msg(mpq_cmp(lo, end) >= 0, "%s: %s is too far from %s", where, r->lower, value);
    mpq_add(end, mid, error);
    ck_assert_msg(mpq_cmp(hi, end) <= 0, "%s: %s is too far from %s", where, r->upper, value);
    mpq_clears(mid, lo, hi, error, end, NULL);
    mpz_clears(v.digits, l.digits, u.digits, NULL);
}

/* Referees' witnesses are not part of a table, and searching them for each row would take time: 0
   is always given, whether it is admissible or not. */
static void silence_referees(dpc_query_t *q)
{
    for (size_t i = 0; i < dpc_query_inputs(q); i++)
        if (dpc_query_input(q, i)->of_referee && !dpc_query_input(q, i)->is_plan)
            ck_assert_int_eq(dpc_query_set(q, dpc_query_input(q, i)->name, "0"), DPC_OK);
}

/* NAME=VALUE ... | RESULT=VALUE ... */
static void check_row(dpc_query_t *q, char *line, const char *where)
{
    dpc_query_reset(q);
    silence_referees(q);
    size_t given = 0, judged = 0;
    bool results = false;
    char *rest = NULL;
    for (char *word = strtok_r(line, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (strcmp(word, "|") == 0) {
            ck_assert_msg(!results, "%s: two bars", where);
            results = true;
            ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s: %s", where, dpc_query_error(q));
            continue;
        }
        char *equals = strchr(word, '=');
        ck_assert_msg(equals != NULL, "%s: '%s' is not NAME=VALUE", where, word);
        *equals = '\0';
        if (!results) {
            ck_assert_msg(dpc_query_set(q, word, equals + 1) == DPC_OK, "%s: %s", where,
                          dpc_query_error(q));
            given++;
        } else {
            const dpc_result_info *r = dpc_query_find_result(q, word);
            ck_assert_msg(r != NULL, "%s: there is no result %s", where, word);
            ck_assert_uint_eq(r->digits, DIGITS);
            check_against(r, equals + 1, where);
            judged++;
        }
    }
    /* nothing is left open: the row has all inputs except those of referees and plans, and all
       results */
    ck_assert_msg(judged == dpc_query_results(q) && judged > 0, "%s: %zu results of %zu", where,
                  judged, dpc_query_results(q));
    size_t inputs = 0;
    for (size_t i = 0; i < dpc_query_inputs(q); i++)
        inputs += !dpc_query_input(q, i)->of_referee && !dpc_query_input(q, i)->is_plan;
    ck_assert_msg(given == inputs, "%s: %zu inputs of %zu", where, given, inputs);
}

/* Runs the table of one theorem; returns the number of rows. */
static unsigned long check_table(dpc_catalogue_t *cat, const char *id)
{
    char name[160], path[MAX_PATH];
    (void)snprintf(name, sizeof name, "%s.dat", id);
    data_path(path, name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s cannot be read: every theorem has a table of values", path);
    dpc_query_t *q = dpc_query_new(cat, id);
    ck_assert_msg(q != NULL, "%s", dpc_catalogue_error(cat));
    ck_assert_int_eq(dpc_query_set_digits(q, DIGITS), DPC_OK);
    char line[MAX_LINE], where[200];
    unsigned long rows = 0;
    for (unsigned long number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        const size_t len = strlen(line);
        ck_assert_msg(len > 0 && line[len - 1] == '\n', "%s:%lu: the line is too long", name,
                      number);
        line[len - 1] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        (void)snprintf(where, sizeof where, "%s:%lu", name, number);
        check_row(q, line, where);
        rows++;
    }
    (void)fclose(file);
    dpc_query_free(q);
    ck_assert_msg(rows >= LEAST_ROWS, "%s has %lu rows: at least %d are needed", name, rows,
                  LEAST_ROWS);
    return rows;
}

START_TEST(test_values)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    unsigned long rows = 0;
    for (size_t i = 0; i < dpc_catalogue_count(); i++)
        rows += check_table(cat, dpc_catalogue_id(i));
    printf("t-catalogue: %lu reference values of %zu theorems\n", rows, dpc_catalogue_count());
    dpc_catalogue_free(cat);
}
END_TEST

/* Every table belongs to a theorem: nothing would check a table without a theorem. */
START_TEST(test_tables)
{
    char path[MAX_PATH];
    data_path(path, "");
    DIR *dir = opendir(path);
    ck_assert_msg(dir != NULL, "%s cannot be read", path);
    size_t tables = 0;
    for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot == NULL || strcmp(dot, ".dat") != 0)
            continue;
        const size_t len = (size_t)(dot - entry->d_name);
        bool known = false;
        for (size_t i = 0; i < dpc_catalogue_count() && !known; i++)
            known = strlen(dpc_catalogue_id(i)) == len &&
                    strncmp(dpc_catalogue_id(i), entry->d_name, len) == 0;
        ck_assert_msg(known, "%s belongs to no theorem", entry->d_name);
        tables++;
    }
    (void)closedir(dir);
    ck_assert_uint_eq(tables, dpc_catalogue_count());
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("catalogue");
    check_add(suite, test_ids);
    check_add(suite, test_lowering);
    check_add(suite, test_values);
    check_add(suite, test_tables);
    int failed = check_run(suite);
    return failed;
}
