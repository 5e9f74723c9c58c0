/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Printed results at the edges: every entry of the catalogue at parameters across many orders of
   magnitude, with little precision and few steps, so that enclosures are often wide.  Whatever the
   search and the plans find:
     - probabilities have both ends in [0, 1], other results and lower bounds by referees are not
       negative;
     - an entry that is called better than another is not worse.
   DPC_SEED repeats a run, DPC_TEST_MULT makes it longer, DPC_ENTRY=PREFIX keeps to some entries. */
#include "check_util.h"

#include "dpcert.h"

#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    TOTAL = 480,     /* parameter sets of all entries together; */
    METHOD_PART = 3, /* an entry that calls a method gets one where others get three */
    ORDER_SETS = 6,  /* parameter sets for two entries that are compared */
    MOST_TRIES = 10, /* sets that are tried for each accepted one */
    MAX_PARAMS = 12,
    TEXT = 256,
    DIGITS = 6,
    MOST_BITS = 256,
    MOST_STEPS = 30000,
    METHOD_STEPS = 3000000,
    ORDER_STEPS = 1000000
};

/* ---- parameters ---- */

typedef struct {
    char name[64], formula[TEXT]; /* `eps : real where ...` */
    char value[TEXT];
} param;

typedef struct {
    param p[MAX_PARAMS];
    size_t n;
    bool has_method, has_probability; /* among its results */
} params;

static bool is_probability(const char *name)
{
    static const char *const names[] = {"delta", "delta_out", "delta_step", "eta", "gap", "b"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void visit(void *data, const dpc_statement *s)
{
    params *all = data;
    all->has_method = all->has_method || s->kind == DPC_STATEMENT_METHOD;
    all->has_probability =
        all->has_probability || (s->kind == DPC_STATEMENT_RESULT && is_probability(s->name));
    if (s->kind != DPC_STATEMENT_PARAM || s->name == NULL)
        return;
    ck_assert_uint_lt(all->n, MAX_PARAMS);
    param *p = &all->p[all->n++];
    (void)snprintf(p->name, sizeof p->name, "%s", s->name);
    (void)snprintf(p->formula, sizeof p->formula, "%s", s->formula);
}

static double uniform(uint64_t *state, double lo, double hi)
{
    return lo + (hi - lo) * (double)(check_random(state) >> 11) / 9007199254740992.0;
}

static bool is_part(const char *name)
{
    static const char *const parts[] = {"delta", "delta_out", "slack", "q",    "E", "a",
                                        "b",     "mu",        "nu",    "risk", "x"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strcmp(name, parts[i]) == 0)
            return true;
    return false;
}

/* A number between 0 and 1, often next to an end. */
static void draw_part(char *out, uint64_t *state)
{
    static const char *const ends[] = {"0", "1", "1/2", "1e-300", "1/3"};
    const size_t kind = check_below(state, 10);
    const double x = pow(10, -uniform(state, 0, kind < 6 ? 12 : 40));
    if (kind < 2)
        (void)snprintf(out, TEXT, "%s", ends[check_below(state, sizeof ends / sizeof ends[0])]);
    else if (kind < 4 && x > 1e-14)
        (void)snprintf(out, TEXT, "%.17f", 1 - x);
    else
        (void)snprintf(out, TEXT, "%.3e", x);
}

static void draw_real(char *out, const char *name, uint64_t *state)
{
    static const char *const odd[] = {"0", "1", "1e-100", "1e100", "2"};
    const size_t kind = check_below(state, 12);
    if (is_part(name))
        draw_part(out, state);
    else if (strcmp(name, "alpha") == 0)
        (void)snprintf(out, TEXT, "%.12f", 1 + pow(10, uniform(state, -8, 5)));
    else if (kind == 0)
        (void)snprintf(out, TEXT, "%s", odd[check_below(state, sizeof odd / sizeof odd[0])]);
    else
        (void)snprintf(out, TEXT, "%.3e", pow(10, uniform(state, -3, 3) * (kind < 8 ? 1 : 4)));
}

static void draw_int(char *out, uint64_t *state)
{
    const size_t kind = check_below(state, 4);
    (void)snprintf(out, TEXT, "%.0f",
                   floor(pow(10, uniform(state, 0,
                                         kind == 0   ? 0.7
                                         : kind == 1 ? 2
                                         : kind == 2 ? 4
                                                     : 12))));
}

/* One to three records with the fields that `list(q, sigma, count : int)` names. */
static void draw_list(char *out, const char *fields, uint64_t *state)
{
    size_t used = (size_t)snprintf(out, TEXT, "[");
    for (size_t n = 1 + check_below(state, 3), i = 0; i < n; i++) {
        const char *at = fields;
        char name[64], value[TEXT];
        used += (size_t)snprintf(out + used, TEXT - used, i > 0 ? ",(" : "(");
        for (bool first = true; *at != '\0' && *at != ')'; first = false) {
            const size_t length = strcspn(at, " ,:)");
            (void)snprintf(name, sizeof name, "%.*s", (int)length, at);
            const char *end = at + strcspn(at, ",)");
            const bool is_int = memchr(at, ':', (size_t)(end - at)) != NULL &&
                                strstr(at, "int") != NULL && strstr(at, "int") < end;
            if (is_int)
                draw_int(value, state);
            else
                draw_real(value, name, state);
            used += (size_t)snprintf(out + used, TEXT - used, "%s%.40s", first ? "" : ",", value);
            at = end + strspn(end, ", ");
        }
        used += (size_t)snprintf(out + used, TEXT - used, ")");
    }
    (void)snprintf(out + used, TEXT - used, "]");
}

/* One of the values of `enum(first, last)`. */
static void draw_enum(char *out, const char *values, uint64_t *state)
{
    const char *second = strchr(values, ',');
    if (second != NULL && check_below(state, 2) == 1)
        values = second + 2;
    (void)snprintf(out, TEXT, "%.*s", (int)strcspn(values, ",)"), values);
}

static void draw(param *p, uint64_t *state)
{
    const char *type = strchr(p->formula, ':');
    ck_assert_msg(type != NULL, "%s", p->formula);
    type += 2;
    if (strncmp(type, "list(", 5) == 0) {
        if (check_below(state, 3) == 0)
            (void)snprintf(p->value, TEXT, "[]");
        else
            draw_list(p->value, type + 5, state);
    } else if (strncmp(type, "enum(", 5) == 0)
        draw_enum(p->value, type + 5, state);
    else if (strncmp(type, "int", 3) == 0)
        draw_int(p->value, state);
    else
        draw_real(p->value, p->name, state);
}

static void describe(const params *all, const char *id, char *out, size_t room)
{
    size_t used = (size_t)snprintf(out, room, "%s", id);
    for (size_t i = 0; i < all->n; i++)
        used +=
            (size_t)snprintf(out + used, room - used, " %s=%s", all->p[i].name, all->p[i].value);
}

static dpc_status ask(dpc_query_t *q, const params *all)
{
    dpc_query_reset(q);
    for (size_t i = 0; i < all->n; i++)
        ck_assert_msg(dpc_query_set(q, all->p[i].name, all->p[i].value) == DPC_OK, "%s",
                      dpc_query_error(q));
    return dpc_query_run(q);
}

static dpc_query_t *new_query(dpc_catalogue_t *cat, const char *id)
{
    dpc_query_t *q = dpc_query_new(cat, id);
    ck_assert_msg(q != NULL, "%s", dpc_catalogue_error(cat));
    ck_assert_int_eq(dpc_query_set_digits(q, DIGITS), DPC_OK);
    ck_assert_int_eq(dpc_query_set_max_bits(q, MOST_BITS), DPC_OK);
    return q;
}

/* ---- ends ---- */

/* A decimal that is at most 1: 0.x, 1 with zeros, or a negative exponent. */
static bool is_at_most_one(const char *text)
{
    const char *exponent = strchr(text, 'e');
    if (text[0] == '-' || (exponent != NULL && exponent[1] == '-') || text[0] == '0')
        return true;
    return exponent == NULL && text[0] == '1' && text[1 + strspn(text + 1, ".0")] == '\0';
}

/* Formulas of the literature that are false stand as they are printed. */
static bool is_quoted(const dpc_query_t *q)
{
    return dpc_query_theorem(q)->status == DPC_STATUS_REFUTED;
}

static void check_ends(const dpc_query_t *q, const char *set, const char *arith)
{
    for (size_t i = 0; i < dpc_query_results(q); i++) {
        const dpc_result_info *r = dpc_query_result(q, i);
        if (r->lower == NULL || is_quoted(q))
            continue;
        ck_assert_msg(r->lower[0] != '-', "%s (%s): %s in [%s, %s]", set, arith, r->name, r->lower,
                      r->upper);
        ck_assert_msg(!is_probability(r->name) || is_at_most_one(r->upper),
                      "%s (%s): %s in [%s, %s]", set, arith, r->name, r->lower, r->upper);
    }
    for (size_t i = 0; i < dpc_query_referees(q); i++) {
        const dpc_referee_info *r = dpc_query_referee(q, i);
        ck_assert_msg(r->lower == NULL || r->kind != DPC_BOUND_LOWER || r->lower[0] != '-',
                      "%s (%s): %s >= %s, a referee", set, arith, r->name, r->lower);
    }
}

/* How many sets entry i gets: an entry more makes the suite no longer. */
static unsigned long sets_of(size_t i, bool has_method)
{
    const unsigned long all = TOTAL * check_mult(), n = dpc_catalogue_count();
    const unsigned long sets = (all * (i + 1)) / n - (all * i) / n;
    return has_method ? (sets + METHOD_PART - 1) / METHOD_PART : sets;
}

START_TEST(test_ends)
{
    const char *only = getenv("DPC_ENTRY"), *id = dpc_catalogue_id((size_t)_i);
    if (only != NULL && strncmp(id, only, strlen(only)) != 0)
        return;
    char name[80];
    (void)snprintf(name, sizeof name, "t-edges %s", id);
    uint64_t state = check_seed(name) + (uint64_t)_i;
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = new_query(cat, id);
    params all = {.n = 0};
    ck_assert_int_eq(dpc_theorem_statements(cat, id, visit, &all), DPC_OK);
    /* an epsilon that the planner of a method finds is a witness, which is not negative */
    const bool is_found = all.has_method && !all.has_probability;
    ck_assert_int_eq(dpc_query_set_max_steps(q, all.has_method ? METHOD_STEPS : MOST_STEPS),
                     DPC_OK);
    const unsigned long wanted = sets_of((size_t)_i, all.has_method);
    unsigned long found = 0;
    for (unsigned long i = 0; i < MOST_TRIES * wanted && found < wanted && !is_found; i++) {
        char set[2 * MAX_PARAMS * TEXT];
        for (size_t k = 0; k < all.n; k++)
            draw(&all.p[k], &state);
        describe(&all, id, set, sizeof set);
        const char *arith = !all.has_method && check_below(&state, 4) == 0 ? "mpfr" : "ball";
        ck_assert_int_eq(dpc_query_set_arith(q, arith), DPC_OK);
        if (getenv("DPC_VERBOSE") != NULL)
            (void)fprintf(stderr, "%s (%s)\n", set, arith);
        (void)ask(q, &all);
        found += dpc_query_results(q) > 0;
        check_ends(q, set, arith);
    }
    if (getenv("DPC_VERBOSE") != NULL)
        (void)fprintf(stderr, "%s: %lu of %lu\n", id, found, wanted);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- better and worse ---- */

/* The first result of the first entry is at least as good as that of the second one, wherever both
   have digits; parameters that both take have the same values. */
typedef struct {
    const char *better, *worse, *result;
    bool larger;       /* whether the larger value is better */
    const char *at[3]; /* sets at which the order failed once, or might fail */
} order;
static const order orders[] = {
    {"rdp.symmetric-delta",
     "rdp.optimal-delta",
     "delta",
     false,
     {"alpha=100000 gamma=1e-12 eps=4", "alpha=2 gamma=1e-30 eps=1"}},
    {"rdp.optimal-delta",
     "rdp.closed-delta",
     "delta",
     false,
     {"alpha=100000 gamma=1e-12 eps=4", "alpha=1.000001 gamma=1 eps=1e-6"}},
    {"rdp.closed-delta", "rdp.classic-delta", "delta", false, {"alpha=100000 gamma=1e-12 eps=4"}},
    {"rdp.symmetric-eps",
     "rdp.optimal-eps",
     "eps",
     false,
     {"alpha=100000 gamma=1e-12 delta=1e-300", "alpha=2 gamma=1e-30 delta=1e-40"}},
    {"rdp.optimal-eps", "rdp.closed-eps", "eps", false, {"alpha=1.000001 gamma=1 delta=1e-6"}},
    {"rdp.closed-eps", "rdp.balle-eps", "eps", false, {"alpha=1.000001 gamma=1 delta=1e-6"}},
    {"rdp.balle-eps", "rdp.classic-eps", "eps", false, {"alpha=1.000001 gamma=1 delta=1e-6"}},
    {"rdp.symmetric-gamma", "rdp.optimal-gamma", "gamma", true, {"alpha=1000 eps=1 delta=1e-9"}},
    {"rdp.optimal-gamma", "rdp.closed-gamma", "gamma", true, {"alpha=1000 eps=1 delta=1e-9"}},
    {"ma.gauss-optimal",
     "ma.gauss-closed",
     "eps",
     false,
     {"sigma=1e-100 T=1 delta=1e-5", "sigma=1e-3 T=1 delta=1e-5", "sigma=1e9 T=3 delta=1e-9"}},
    {"ma.gauss-closed",
     "ma.gauss",
     "eps",
     false,
     {"sigma=1e-100 T=1 delta=1e-5", "sigma=1e9 T=3 delta=1e-9"}},
    {"compose.kov", "compose.dwork-roth", "eps_out", false, {"eps=1e-9 delta=0 T=1 slack=1e-30"}},
    {"compose.kov-list",
     "compose.dwork-roth-list",
     "eps_out",
     false,
     {"step=[(1e-9,0,1)] slack=1e-30"}},
    {"contract.pnsgd-convex", "contract.pnsgd", "delta", false, {NULL}},
    {"gen.on-average-exact", "gen.on-average", "gap", false, {"eps=0 delta=1e-300 k=3"}},
};

/* Whether a <= b (1 + 10^-4): witnesses are searched for, but not to all digits. */
static bool is_at_most(const char *a, const char *b)
{
    mpfr_t x, y, more;
    mpfr_inits2(200, x, y, more, (mpfr_ptr)NULL);
    (void)mpfr_set_str(x, a, 10, MPFR_RNDD);
    (void)mpfr_set_str(y, b, 10, MPFR_RNDU);
    (void)mpfr_div_ui(more, y, 10000, MPFR_RNDU);
    (void)mpfr_add(y, y, more, MPFR_RNDU);
    const bool holds = mpfr_lessequal_p(x, y) != 0;
    mpfr_clears(x, y, more, (mpfr_ptr)NULL);
    return holds;
}

/* Reads `name=value name=value`. */
static void read_values(params *all, const char *text)
{
    for (size_t i = 0; i < all->n; i++) {
        const size_t length = strlen(all->p[i].name);
        const char *at = text;
        while (strncmp(at, all->p[i].name, length) != 0 || at[length] != '=') {
            at = strchr(at, ' ');
            ck_assert_msg(at != NULL, "%s: no %s", text, all->p[i].name);
            at++;
        }
        at += length + 1;
        (void)snprintf(all->p[i].value, TEXT, "%.*s", (int)strcspn(at, " "), at);
    }
}

static void check_order(const order *o, uint64_t salt)
{
    const char *better = o->better, *worse = o->worse, *result = o->result;
    const char *only = getenv("DPC_ENTRY");
    if (only != NULL && strncmp(better, only, strlen(only)) != 0)
        return;
    char name[80];
    (void)snprintf(name, sizeof name, "t-edges %s", better);
    uint64_t state = check_seed(name) + salt;
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q[] = {new_query(cat, better), new_query(cat, worse)};
    params all = {.n = 0};
    ck_assert_int_eq(dpc_theorem_statements(cat, better, visit, &all), DPC_OK);
    for (int k = 0; k < 2; k++) {
        dpc_query_set_referees(q[k], 0);
        ck_assert_int_eq(dpc_query_set_max_steps(q[k], ORDER_STEPS), DPC_OK);
    }
    size_t fixed = 0;
    for (unsigned long i = 0; i < ORDER_SETS * check_mult(); i++) {
        char set[2 * MAX_PARAMS * TEXT];
        if (fixed < 3 && o->at[fixed] != NULL)
            read_values(&all, o->at[fixed++]);
        else
            for (size_t k = 0; k < all.n; k++)
                draw(&all.p[k], &state);
        describe(&all, better, set, sizeof set);
        const dpc_result_info *r[2] = {NULL, NULL};
        for (int k = 0; k < 2 && (k == 0 || r[0] != NULL); k++) {
            (void)ask(q[k], &all);
            r[k] = dpc_query_find_result(q[k], result);
        }
        if (r[0] == NULL || r[1] == NULL || r[0]->digits == 0 || r[1]->digits == 0)
            continue;
        const dpc_result_info *small = r[o->larger], *large = r[!o->larger];
        ck_assert_msg(is_at_most(small->lower, large->upper),
                      "%s: %s is [%s, %s], but [%s, %s] by %s", set, result, r[0]->lower,
                      r[0]->upper, r[1]->lower, r[1]->upper, worse);
    }
    dpc_query_free(q[0]);
    dpc_query_free(q[1]);
    dpc_catalogue_free(cat);
}

START_TEST(test_order)
{
    check_order(&orders[_i], (uint64_t)_i);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("edges");
    TCase *tcase = tcase_create("ends");
    tcase_add_loop_test(tcase, test_ends, 0, (int)dpc_catalogue_count());
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("orders");
    tcase_add_loop_test(tcase, test_order, 0, (int)(sizeof orders / sizeof orders[0]));
    suite_add_tcase(suite, tcase);
    return check_run(suite);
}
