/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Names, types and the shape of the instructions.  The suites of src/check/run test their values.
 */
#include "check_util.h"
#include "lang/catalogue.h"
#include "lang/lower.h"

#include <stdio.h>
#include <stdlib.h>

static dpc_catalogue_t *cat;
static dpc_diag diag;

static void setup(void)
{
    cat = dpc_cat_new();
    ck_assert_ptr_nonnull(cat);
    dpc_diag_reset(&diag);
}

static void teardown(void)
{
    dpc_cat_free(cat);
    cat = NULL;
}

/* Adds a theorem to the catalogue; it must parse. */
static const dpc_unit *add(const char *text)
{
    const dpc_unit *unit = dpc_cat_add(cat, "t.thm", text, strlen(text), &diag);
    ck_assert_msg(unit != NULL, "%s", diag.text);
    return unit;
}

static const dpc_unit *add_body(const char *id, const char *body)
{
    char *text = check_theorem(id, body);
    const dpc_unit *unit = add(text);
    free(text);
    return unit;
}

/* A theorem with a given status, adjacency and body. */
static const dpc_unit *add_as(const char *id, const char *status, const char *adjacency,
                              const char *body)
{
    char text[1024];
    (void)snprintf(text, sizeof text,
                   "theorem %s\nrevision 1\ntitle \"T\"\ncite k \"x\"\nstatus %s paper\n"
                   "adjacency %s\n%s",
                   id, status, adjacency, body);
    return add(text);
}

static dpc_code *lower(const dpc_unit *unit)
{
    dpc_code *code = dpc_lower(cat, unit, &diag);
    ck_assert_msg(code != NULL, "%s", diag.text);
    return code;
}

static dpc_code *lower_body(const char *body)
{
    return lower(add_body("t.one", body));
}

static void check_refused(const dpc_unit *unit, const char *message)
{
    dpc_code *code = dpc_lower(cat, unit, &diag);
    ck_assert_msg(code == NULL, "this is accepted, but it should fail: %s", message);
    ck_assert_int_eq(diag.status, DPC_PARSE);
    check_contains(diag.text, message);
    dpc_diag_reset(&diag);
}

/* ---- the shape of instructions ---- */

static const char *op_name(dpc_op op)
{
    static const char *const names[] = {
        "ADD",  "SUB",   "MUL",   "DIV",   "POW",    "MIN",  "MAX",  "BINOM",    "NEG",
        "ABS",  "POS",   "CEIL",  "FLOOR", "EXP",    "LOG",  "SQRT", "EXPM1",    "LOG1P",
        "Q",    "E",     "PI",    "LT",    "LE",     "EQ",   "NE",   "COPY",     "UNSET",
        "NOT",  "AND",   "OR",    "IF",    "LOOP",   "INF",  "SUP",  "INTEGRAL", "NONEMPTY",
        "ITEM", "ARRAY", "STORE", "LOAD",  "METHOD", "CHECK"};
    ck_assert_uint_eq(sizeof names / sizeof names[0], DPC_OP_CHECK + 1);
    return names[op];
}

/* Instructions begin..end-1 by name, blocks in braces: `LT AND{LT}`, `IF{COPY|COPY}`. */
static void shape(check_text *out, const dpc_code *code, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        const dpc_instr *in = &code->instr[i];
        if (i > begin)
            check_append(out, "%s", " ");
        check_append(out, "%s", op_name(in->op));
        const bool block = in->op >= DPC_OP_AND && in->op <= DPC_OP_INTEGRAL;
        if (!block)
            continue;
        ck_assert_uint_gt(in->end, i);
        ck_assert_uint_le(in->end, end); /* properly nested */
        check_append(out, "%s", "{");
        if (in->op == DPC_OP_IF) {
            ck_assert(i < in->b && in->b <= in->end);
            shape(out, code, i + 1, in->b);
            check_append(out, "%s", "|");
            shape(out, code, in->b, in->end);
        } else
            shape(out, code, i + 1, in->end);
        check_append(out, "%s", "}");
        i = in->end - 1;
    }
}

START_TEST(test_shapes)
{
    static const struct {
        const char *expr, *shape;
    } table[] = {
        {"1", ""},
        {"x", ""},
        {"x + y*x", "MUL ADD"},
        {"-x^2", "POW NEG"},
        {"x/y - 1", "DIV SUB"},
        {"exp(x) + log(y) + sqrt(x)", "EXP LOG ADD SQRT ADD"},
        {"expm1(x)*log1p(x)*Q(x)", "EXPM1 LOG1P MUL Q MUL"},
        {"abs(x) + pos(y)", "ABS POS ADD"},
        {"e + pi", "E PI ADD"},
        {"binom(n, 2)", "BINOM"},
        {"ceil(x) + floor(x)", "CEIL FLOOR ADD"},
        {"min(x, y, n)", "MIN MIN"},
        {"max(x)", ""},
        /* the second operand of and, or, and the later links of a chain, are blocks */
        {"if(x < y, 1, 2)", "LT IF{COPY|COPY}"},
        {"if(x < y and y <= n, 1, 2)", "LT AND{LE} IF{COPY|COPY}"},
        {"if(x < y or exp(y) == n, 1, 2)", "LT OR{EXP EQ} IF{COPY|COPY}"},
        {"if(not x != y, 1, 2)", "NE NOT IF{COPY|COPY}"},
        {"if(0 < x < exp(y) < n, 1, 2)", "LT AND{EXP LT} AND{LT} IF{COPY|COPY}"},
        {"if(x > y, exp(x), log(y))", "LT IF{EXP COPY|LOG COPY}"},
        /* folds */
        {"sum(i = 1..n, x*i)", "COPY LOOP{MUL ADD}"},
        {"prod(i = 1..n, x)", "COPY LOOP{MUL}"},
        {"max(i = 1..n, x*i)", "NONEMPTY UNSET LOOP{MUL MAX}"},
        {"min(i = 1..n, i)", "NONEMPTY UNSET LOOP{MIN}"},
        {"avg(i = 1..n, i)", "NONEMPTY COPY LOOP{ADD} SUB ADD DIV"},
        {"sum(s in step, s.a)", "ITEM COPY LOOP{ITEM ADD}"},
        {"sum(i = 1..n, sum(j = 1..i, j))", "COPY LOOP{COPY LOOP{ADD} ADD}"},
        {"iterate(z = x, n, z/2)", "COPY LOOP{DIV COPY}"},
        {"len(step)", "ITEM"},
        {"step[n].b", "ITEM"},
        {"twice(x + 1)", "ADD ADD"}, /* the argument once, then the body */
        {"theta(x, y)", "EQ IF{COPY|DIV DIV SUB Q EXP DIV DIV ADD Q MUL SUB COPY}"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char id[32], body[512];
        check_text out = {NULL, 0};
        (void)snprintf(id, sizeof id, "t.s%zu", i);
        (void)snprintf(body, sizeof body,
                       "param x : real\nparam y : real\nparam n : int\n"
                       "param step : list(a, b : int)\ndef twice(t) = t + t\nresult r = %s\n",
                       table[i].expr);
        dpc_code *code = lower(add_body(id, body));
        check_append(&out, "%s", "");
        shape(&out, code, 0, code->main_end);
        ck_assert_msg(strcmp(out.s, table[i].shape) == 0, "%s gives %s", table[i].expr, out.s);
        check_clear(&out);
        ck_assert_uint_eq(code->main_end, code->ninstr);
        for (size_t k = 0; k < code->ninstr; k++) {
            const dpc_instr *in = &code->instr[k];
            if (in->op < DPC_OP_ITEM)
                ck_assert(in->d < code->nslots && in->a < code->nslots);
            ck_assert_ptr_nonnull(in->expr);
            ck_assert_ptr_nonnull(in->unit);
        }
        dpc_code_free(code);
    }
}
END_TEST

/* a > b is b < a; each link compares neighbours. */
START_TEST(test_comparisons)
{
    static const struct {
        const char *text;
        dpc_op op;
        bool swapped;
    } table[] = {{"x < y", DPC_OP_LT, false},  {"x > y", DPC_OP_LT, true},
                 {"x <= y", DPC_OP_LE, false}, {"x >= y", DPC_OP_LE, true},
                 {"x == y", DPC_OP_EQ, false}, {"x != y", DPC_OP_NE, false}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char id[32], body[256];
        (void)snprintf(id, sizeof id, "t.c%zu", i);
        (void)snprintf(body, sizeof body,
                       "param x : real\nparam y : real\nrequire %s\nresult r = 1\n", table[i].text);
        dpc_code *code = lower(add_body(id, body));
        const uint32_t x = code->input[0].slot, y = code->input[1].slot;
        ck_assert_int_eq(code->instr[0].op, table[i].op);
        ck_assert_uint_eq(code->instr[0].a, table[i].swapped ? y : x);
        ck_assert_uint_eq(code->instr[0].b, table[i].swapped ? x : y);
        dpc_code_free(code);
    }
}
END_TEST

/* A slot holds an integer where the types say so. */
START_TEST(test_integers)
{
    static const struct {
        const char *expr;
        bool is_int;
    } table[] = {
        {"n + 1", true},   {"n - m", true},       {"n*m", true},       {"-n", true},
        {"n/m", false},    {"n + 0.5", false},    {"n + x", false},    {"n^2", true},
        {"n^m", false},    {"2^n", false},        {"n^0.5", false},    {"abs(n)", true},
        {"pos(n)", true},  {"abs(x)", false},     {"floor(x)", true},  {"ceil(x)", true},
        {"exp(n)", false}, {"binom(n, m)", true}, {"min(n, m)", true}, {"max(n, x)", false},
        {"n + 2.0", true}, {"n + 1e2", true},     {"n + 0x1p1", true}, {"n + 1e-2", false},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char id[32], body[256];
        (void)snprintf(id, sizeof id, "t.i%zu", i);
        (void)snprintf(body, sizeof body,
                       "param n : int\nparam m : int\nparam x : real\nresult r = %s\n",
                       table[i].expr);
        dpc_code *code = lower(add_body(id, body));
        ck_assert_msg(code->instr[code->ninstr - 1].is_int == table[i].is_int, "%s", table[i].expr);
        dpc_code_free(code);
        /* and a range may end there only if it is an integer */
        (void)snprintf(id, sizeof id, "t.j%zu", i);
        (void)snprintf(body, sizeof body,
                       "param n : int\nparam m : int\nparam x : real\n"
                       "result r = sum(i = 1..%s, i)\n",
                       table[i].expr);
        const dpc_unit *unit = add_body(id, body);
        if (table[i].is_int)
            dpc_code_free(lower(unit));
        else
            check_refused(unit, "the end of a range must be an integer");
    }
}
END_TEST

START_TEST(test_inputs)
{
    dpc_code *code =
        lower_body("param x : real where 0 < x <= 1 \"how much\"\n"
                   "param m : enum(first, last)\n"
                   "param step : list(a, b : int) \"steps\"\n"
                   "choose w : int where 1 <= w < x + 5\n"
                   "require x != 0.5 \"not a half\"\n"
                   "let y = x + 1\n"
                   "let b = x < 1\n"
                   "result r <= y*w\n"
                   "objective r\n"
                   "result s >= x\n"
                   "referee r >= x \"mechanism\"\n"
                   "referee r >= v + n \"other\" choose v : real, n : int where v > n\n");
    ck_assert_uint_eq(code->ninputs, 6);
    static const char *const names[] = {"x", "m", "step", "w", "v", "n"};
    static const dpc_input_role roles[] = {DPC_INPUT_PARAM,  DPC_INPUT_PARAM,   DPC_INPUT_PARAM,
                                           DPC_INPUT_CHOOSE, DPC_INPUT_REFEREE, DPC_INPUT_REFEREE};
    for (size_t i = 0; i < 6; i++) {
        ck_assert_str_eq(code->input[i].name, names[i]);
        ck_assert_int_eq(code->input[i].role, roles[i]);
    }
    ck_assert_str_eq(code->input[0].text, "how much");
    ck_assert_int_eq(code->input[3].type->kind, DPC_T_INT);
    ck_assert_uint_eq(code->nlists, 1);
    /* the range of a witness is known to the search */
    ck_assert_uint_eq(code->input[3].nhints, 2);
    ck_assert(!code->input[3].hint[0].upper);
    ck_assert(code->input[3].hint[1].upper);
    ck_assert_uint_eq(code->input[0].nhints, 2);
    ck_assert_uint_eq(code->nresults, 2);
    ck_assert_str_eq(code->result[1].stmt->name, "s");
    ck_assert_uint_eq(code->nobjectives, 1);
    ck_assert_uint_eq(code->objective[0].first, 3);
    ck_assert_uint_eq(code->objective[0].last, 4);
    ck_assert_uint_eq(code->objective[0].slot, code->result[0].slot);
    ck_assert(!code->objective[0].maximise);
    /* conditions: those of x, w, the require, the referee */
    ck_assert_uint_eq(code->nchecks, 4);
    ck_assert_str_eq(code->check[2].stmt->text, "not a half");
    ck_assert_str_eq(code->check[2].named[0].name, "x");
    /* let: numbers only */
    ck_assert_uint_eq(code->nlets, 1);
    ck_assert_str_eq(code->let[0].name, "y");
    /* referees: instructions of their own */
    ck_assert_uint_eq(code->nreferees, 2);
    ck_assert_uint_eq(code->referee[0].begin, code->main_end);
    ck_assert_uint_eq(code->referee[1].end, code->ninstr);
    ck_assert_uint_eq(code->referee[1].first, 4);
    ck_assert_uint_eq(code->referee[1].last, 6);
    ck_assert_uint_eq(code->referee[0].slot, code->input[0].slot);
    dpc_code_free(code);
}
END_TEST

/* An objective governs the witnesses since the one before it. */
START_TEST(test_objectives)
{
    dpc_code *code = lower_body("choose a : real where a > 0\nchoose b : real where b > a\n"
                                "let x = a + b\nobjective x\n"
                                "param p : real\nchoose c : int where c > 0\n"
                                "objective maximise c\nresult r <= x + c\n");
    ck_assert_uint_eq(code->nobjectives, 2);
    ck_assert_uint_eq(code->objective[0].first, 0);
    ck_assert_uint_eq(code->objective[0].last, 2);
    ck_assert_uint_eq(code->objective[1].first, 3);
    ck_assert_uint_eq(code->objective[1].last, 4);
    ck_assert(code->objective[1].maximise);
    dpc_code_free(code);
}
END_TEST

/* Equal constants share a slot; their values are exact. */
START_TEST(test_constants)
{
    dpc_code *code = lower_body("result r = 0.1 + 1e-1 + 0x1p-1 + 0.10\n");
    size_t tenths = 0, halves = 0;
    for (size_t i = 0; i < code->nconstants; i++) {
        tenths += mpq_cmp_ui(code->constant[i].value, 1, 10) == 0;
        halves += mpq_cmp_ui(code->constant[i].value, 1, 2) == 0;
    }
    ck_assert_uint_eq(tenths, 1);
    ck_assert_uint_eq(halves, 1);
    dpc_code_free(code);
}
END_TEST

START_TEST(test_array)
{
    check_text out = {NULL, 0};
    dpc_code *code = lower_body("param n : int\nlet th[j = 0..n] = if(j == 0, 1, th[j - 1]/2)\n"
                                "result r = th[n]\n");
    shape(&out, code, 0, code->main_end);
    ck_assert_str_eq(out.s, "ARRAY LOOP{EQ IF{COPY|SUB LOAD DIV COPY} STORE} LOAD");
    ck_assert_uint_eq(code->narrays, 1);
    check_clear(&out);
    dpc_code_free(code);
}
END_TEST

/* ---- messages ---- */

/* A body, and the place and text of the message; line 1 is the first line of the body. */
typedef struct {
    const char *body;
    unsigned long line, column;
    const char *message;
} refused;

static void check_table(const refused *table, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char id[32];
        (void)snprintf(id, sizeof id, "t.r%zu", i);
        const dpc_unit *unit = add_body(id, table[i].body);
        dpc_code *code = dpc_lower(cat, unit, &diag);
        ck_assert_msg(code == NULL, "accepted: %s", table[i].body);
        ck_assert_int_eq(diag.status, DPC_PARSE);
        check_message m;
        check_split_message(diag.text, "t.thm", &m);
        check_contains(m.text, table[i].message);
        ck_assert_msg(m.line == CHECK_HEADER_LINES + table[i].line && m.column == table[i].column &&
                          m.caret == m.column,
                      "not at %lu:%lu: %s", table[i].line + CHECK_HEADER_LINES, table[i].column,
                      diag.text);
        dpc_diag_reset(&diag);
    }
}

#define CHECK_TABLE(table) check_table((table), sizeof(table) / sizeof(table)[0])

START_TEST(test_scope)
{
    static const char defined[] = "has a meaning already: shadowing is not allowed";
    static const refused table[] = {
        /* names are defined before use */
        {"result r = x\n", 1, 12, "unknown name 'x'"},
        {"let y = x\nlet x = 1\nresult r = 1\n", 1, 9, "unknown name 'x'"},
        {"param x : real where x < y\nparam y : real\nresult r = 1\n", 1, 26, "unknown name 'y'"},
        {"let x = x + 1\nresult r = 1\n", 1, 9, "unknown name 'x'"},
        {"let x[j = 1..x[0]] = 1\nresult r = 1\n", 1, 14, "unknown name 'x'"},
        {"let y = sum(i = 1..i, i)\nresult r = 1\n", 1, 20, "unknown name 'i'"},
        {"let y = sum(i = 1..2, i) + i\nresult r = 1\n", 1, 28, "unknown name 'i'"},
        {"let x[j = 1..2] = j\nresult r = j\n", 2, 12, "unknown name 'j'"},
        {"def f(t) = t\nresult r = t\n", 2, 12, "unknown name 't'"},
        {"referee r >= 1 \"m\" choose v : real where v > 0\nlet y = v\nresult r <= 1\n", 2, 9,
         "unknown name 'v'"},
        {"result r = f(1)\n", 1, 12, "unknown function 'f'"},
        {"let y = f(1)\ndef f(t) = t\nresult r = 1\n", 1, 9, "unknown function 'f'"},
        {"param delta : real\nresult r = dleta\n", 2, 12, "did you mean delta?"},
        {"result r = sum(i, 1, 10, i)\n", 1, 12, "'sum' is written sum(i = 1..n, f)"},
        {"result r = squrt(2)\n", 1, 12, "did you mean sqrt?"},
        {"let y = sum(s in steps, 1)\nresult r = 1\n", 1, 9, "'steps' is not a list"},
        /* one meaning each */
        {"param x : real\nlet x = 1\nresult r = 1\n", 2, 1, defined},
        {"param x : real\nparam x : int\nresult r = 1\n", 2, 1, defined},
        {"param x : real\nlet y = sum(x = 1..2, x)\nresult r = 1\n", 2, 9, defined},
        {"let y = sum(i = 1..2, sum(i = 1..2, i))\nresult r = 1\n", 1, 23, defined},
        {"param x : real\nlet y = iterate(x = 1, 2, x)\nresult r = 1\n", 2, 9, defined},
        {"param x : real\nlet y[x = 1..2] = x\nresult r = 1\n", 2, 1, defined},
        {"param x : real\ndef f(x) = x\nresult r = 1\n", 2, 7, defined},
        {"def f(x, x) = x\nresult r = 1\n", 1, 10, defined},
        {"def f(t) = t\ndef f(t) = t\nresult r = 1\n", 2, 1, defined},
        {"def theta(a, b) = a\nresult r = 1\n", 1, 1, defined}, /* of the prelude */
        {"param m : enum(a, b)\nlet a = 1\nresult r = 1\n", 2, 1, defined},
        {"param m : enum(a, b)\nparam k : enum(b, c)\nresult r = 1\n", 2, 1, defined},
        {"result r = 1\nresult r = 2\n", 2, 1, defined},
        {"param v : real\nresult r <= 1\nreferee r >= v \"m\" choose v : real where v > 0\n", 3, 27,
         defined},
        /* the words of the language are taken */
        {"let e = 1\nresult r = 1\n", 1, 1, "'e' is part of the language: choose another name"},
        {"param pi : real\nresult r = 1\n", 1, 1, "'pi' is part of the language"},
        {"let sum = 1\nresult r = 1\n", 1, 1, "'sum' is part of the language"},
        {"def exp(x) = x\nresult r = 1\n", 1, 1, "'exp' is part of the language"},
        {"let y = sum(e = 1..2, 1)\nresult r = 1\n", 1, 9, "'e' is part of the language"},
    };
    CHECK_TABLE(table);
}
END_TEST

/* What is allowed: a name free again after its construct, functions beside values, results as
   values, arguments named like the caller's variables. */
START_TEST(test_scope_allowed)
{
    dpc_code_free(lower_body("let x = sum(i = 1..2, i) + sum(i = 1..3, i)\n"
                             "let i = 1\n"
                             "def f(t) = t + x\n"
                             "let t = f(i)\n"
                             "let f = 2\n"
                             "let g[k = 1..2] = k\n"
                             "let y = sum(k = 1..2, g[k])\n"
                             "let z = f(f) + f(y)\n"
                             "result r <= z\n"
                             "result s <= r + 1\n"
                             "referee s >= later + v \"m\" choose v : real where v > 0\n"
                             "referee s >= v \"m\" choose v : real where v > 1\n"
                             "let later = 1\n"));
}
END_TEST

START_TEST(test_types)
{
#define HEAD                                                                                      \
    "param x : real\nparam n : int\nparam m : enum(first, last)\nparam step : list(a, b : int)\n" \
    "let arr[j = 1..3] = j\ndef f(t, k : int) = t*k\n"
#define LET(text) HEAD "let y = " text "\nresult r = 1\n"
    static const char range[] = "of a range must be an integer, but this is a real number";
    static const char index[] = "an index must be an integer";
    static const refused table[] = {
        /* integers where integers are needed */
        {LET("sum(i = x..2, i)"), 7, 17, range},
        {LET("sum(i = 1..n/2, i)"), 7, 21, "(floor or ceil make an integer of it)"},
        {LET("arr[x]"), 7, 13, index},
        {LET("step[x].a"), 7, 14, index},
        {LET("iterate(z = 1, x, z)"), 7, 24, "the number of steps must be an integer"},
        {LET("binom(x, 2)"), 7, 15, "an argument of 'binom' must be an integer"},
        {LET("binom(n, 0.5)"), 7, 18, "an argument of 'binom' must be an integer"},
        {LET("f(x, x)"), 7, 14, "this argument must be an integer"},
        {HEAD "let z[j = 0.5..2] = 1\nresult r = 1\n", 7, 11, range},
        {HEAD "let z[j = 1..x] = 1\nresult r = 1\n", 7, 14, range},
        /* numbers where numbers are needed */
        {LET("1 + (x < 1)"), 7, 16, "an operand must be a number, but this is a condition"},
        {LET("-(x < 1)"), 7, 13, "an operand must be a number"},
        {LET("exp(x < 1)"), 7, 15, "this argument must be a number, but this is a condition"},
        {LET("min(x, x < 1)"), 7, 18, "this operand must be a number"},
        {LET("if(x < 1, x < 1, 2)"), 7, 21, "a value of 'if' must be a number"},
        {LET("if(x < 1, 2, m)"), 7, 22, "but this is a value of an enumeration"},
        {LET("m + 1"), 7, 9, "an operand must be a number, but this is a value of an enumeration"},
        {LET("first*2"), 7, 9, "but this is a value of an enumeration"},
        {LET("sum(i = 1..2, x < i)"), 7, 25, "this expression must be a number"},
        {HEAD "let z[j = 1..2] = j < 1\nresult r = 1\n", 7, 21, "an element must be a real number"},
        {HEAD "result r = x < 1\n", 7, 14,
         "a result must be a real number, but this is a condition"},
        {HEAD "result r <= 1\nreferee r >= x < 1 \"m\"\n", 8, 16,
         "a referee must be a real number"},
        /* conditions where conditions are needed */
        {HEAD "require x\nresult r = 1\n", 7, 9, "a condition must be a condition"},
        {HEAD "param z : real where z + 1\nresult r = 1\n", 7, 24, "a condition must be"},
        {LET("if(x, 1, 2)"), 7, 12, "the condition of 'if' must be a condition"},
        {LET("if(not x, 1, 2)"), 7, 16, "the operand of 'not' must be a condition"},
        {LET("if(x and x < 1, 1, 2)"), 7, 12, "an operand of 'and' and 'or' must be a condition"},
        {LET("if(x < 1 or x, 1, 2)"), 7, 21, "an operand of 'and' and 'or' must be a condition"},
        /* comparisons */
        {LET("if((x < 1) < 2, 1, 2)"), 7, 20, "cannot be compared like this"},
        {LET("if(m < first, 1, 2)"), 7, 14, "cannot be compared like this"},
        {LET("if(m == 1, 1, 2)"), 7, 14, "a value of an enumeration and an integer cannot be"},
        {"param m : enum(a, b)\nparam k : enum(c, d)\nrequire m == k\nresult r = 1\n", 3, 11,
         "cannot be compared like this"},
        /* lists, records, arrays, used theorems are not values */
        {LET("step"), 7, 9, "'step' is a list: write an index and a field"},
        {LET("arr"), 7, 9, "'arr' is an array: write an index"},
        {LET("sum(s in step, s)"), 7, 24, "'s' is a record: write a field"},
        {LET("sum(s in step, s.c)"), 7, 24, "'s' has no field 'c'"},
        {LET("step[1].c"), 7, 9, "'step' has no field 'c'"},
        {LET("step[1]"), 7, 9, "'step' is not an array"},
        {LET("arr[1].a"), 7, 9, "'arr' is not a list of records"},
        {LET("x[1]"), 7, 9, "'x' is not an array"},
        {LET("x.a"), 7, 9, "'x' has no fields"},
        {LET("step.a"), 7, 9, "'step' has no fields"},
        {LET("sum(s in arr, 1)"), 7, 9, "'arr' is not a list"},
        {LET("len(arr)"), 7, 9, "'len' takes the name of a list"},
        {LET("len(x)"), 7, 9, "'len' takes the name of a list"},
        {LET("len(step, step)"), 7, 9, "'len' takes the name of a list"},
        {LET("f"), 7, 9, "unknown name 'f'"}, /* functions are no values */
        /* numbers of arguments */
        {LET("exp(1, 2)"), 7, 9, "'exp' takes one argument, not 2"},
        {LET("if(x < 1, 1)"), 7, 9, "'if' takes a condition and two values"},
        {LET("binom(n)"), 7, 9, "'binom' takes two arguments, not 1"},
        {LET("f(1)"), 7, 9, "'f' takes 2 arguments, not 1"},
        {LET("theta(1)"), 7, 9, "'theta' takes 2 arguments, not 1"},
        {LET("kl(1, 2)"), 7, 9, "'kl' takes 1 argument, not 2"},
        {LET("sum(1, 2)"), 7, 9, "'sum' is written sum(i = 1..n, f)"},
    };
#undef LET
#undef HEAD
    CHECK_TABLE(table);
}
END_TEST

START_TEST(test_rules)
{
    static const refused table[] = {
        /* no recursion: a function does not see itself */
        {"def f(t) = f(t)\nresult r = 1\n", 1, 12, "unknown function 'f'"},
        {"def f(t) = g(t)\ndef g(t) = f(t)\nresult r = 1\n", 1, 12, "unknown function 'g'"},
        /* the body of a function is checked where it stands, called or not */
        {"def f(t) = t + u\nresult r = 1\n", 1, 16, "unknown name 'u'"},
        {"def f(t) = sum(i = 1..t, i)\nresult r = 1\n", 1, 23, "must be an integer"},
        /* objectives */
        {"param x : real\nresult r <= x\nobjective r\n", 3, 1, "there is no witness"},
        {"choose w : real where w > 0\nobjective w\nobjective w\nresult r <= w\n", 3, 1,
         "there is no witness"},
        {"choose w : real where w > 0\nobjective v\nresult r <= w\n", 2, 1,
         "'v' is not the name of a number"},
        {"choose w : real where w > 0\nlet b = w < 1\nobjective b\nresult r <= w\n", 3, 1,
         "'b' is not the name of a number"},
        {"choose w : real where w > 0\nobjective r\nresult r <= w\n", 2, 1,
         "'r' is not the name of a number"},
        /* referees */
        {"result r <= 1\nreferee s >= 1 \"m\"\n", 2, 1, "but 's' is no result"},
        {"result r <= 1\nreferee r <= 1 \"m\"\n", 2, 1, "but 'r' is bounded from this one"},
        {"let x = 1\nresult r <= 1\nreferee x >= 1 \"m\"\n", 3, 1, "but 'x' is no result"},
        /* part of the language, not evaluated yet */
        {"method fourier\nresult r = 1\n", 1, 1, "unknown method 'fourier': there are"},
        {"result r = inversion(1)\n", 1, 12, "unknown function 'inversion'"},
        {"method inversion\nresult r = inversion(1)\n", 2, 12,
         "'inversion' takes 6 arguments, not 1"},
        {"param g : list(q, sigma)\nmethod product\nresult r = product(1, g, g, g, 1, 1)\n", 3, 23,
         "'gauss' takes the name of a list(q, sigma, count : int)"},
        {"method product\nresult r = product(1, 2, 2, 2, 1, 1)\n", 2, 23,
         "'gauss' takes the name of a list"},
        /* plans */
        {"choose p : plan(fourier)\nresult r = 1\nobjective r\n", 1, 1,
         "there is no kind 'fourier' of plans"},
        {"method inversion\nresult r = inversion(1, 1, 1, 1, 1, 1)\n", 2, 37,
         "'p' takes the name of a plan(inversion)"},
        {"param x : real\nmethod inversion\nresult r = inversion(1, 1, 1, 1, 1, x)\n", 3, 37,
         "'p' takes the name of a plan(inversion)"},
        {"choose p : plan(inversion)\nresult r = p\nobjective r\n", 2, 12,
         "'p' is a plan: only functions and methods take one"},
        {"choose p : plan(inversion)\nresult r = p.theta\nobjective r\n", 2, 12,
         "'p' is a plan: its numbers are for the method alone"},
        {"choose p : plan(inversion)\nresult r = exp(p)\nobjective r\n", 2, 16, "'p' is a plan"},
        {"def f(p : plan(inversion)) = p + 1\nresult r = 1\n", 1, 30, "'p' is a plan"},
        {"def f(p : plan(inversion)) = 1\nresult r = f(1)\n", 2, 14,
         "'p' takes the name of a plan(inversion)"},
        {"def f(x) = x\nchoose p : plan(inversion)\nresult r = f(p)\nobjective r\n", 3, 14,
         "'p' is a plan"},
        /* ranges of real numbers */
        {"result r = inf(p = 0..1, p < 1)\n", 1, 28, "this expression must be a number"},
        {"result r = sup(p = 0 < 1..1, p)\n", 1, 22, "the start of a range must be a number"},
        {"result r = integral(p = 0..1 < 2, p)\n", 1, 30, "the end of a range must be a number"},
        {"result r = integral(p = 0..1, p, quasiconvex L-X)\n", 1, 12,
         "belongs to 'inf' and 'sup'"},
        {"param x : real\nresult r = inf(x = 0..1, x)\n", 2, 12, "'x'"},
        {"result r = inf(p = 0..1, p, quasiconvex L where 1 + 1)\n", 1, 51,
         "the hypothesis of a lemma must be a condition"},
        {"result r = inf(p = 0..1, p, quasiconvex L where p > 1)\n", 1, 49, "unknown name 'p'"},
        {"result r = sum(i = 1..inf(p = 0..1, p), i)\n", 1, 23, "must be an integer"},
        /* numbers too large to be exact */
        {"result r = 1e1000000000000000000\n", 1, 12, "the exponent of '1e1000000000000000000'"},
        {"result r = 2 + 1e-10000001\n", 1, 16, "is too large"},
    };
    CHECK_TABLE(table);
    /* these concern the whole theorem */
    check_refused(add_body("t.w1", "choose w : real where w > 0\nresult r <= w\n"),
                  "t.thm: the witness 'w' needs an 'objective' after it");
    check_refused(add_body("t.w2", "choose w : real where w > 0\nobjective w\n"
                                   "choose v : real where v > 0\nresult r <= w + v\n"),
                  "t.thm: the witness 'v' needs an 'objective' after it");
    check_refused(add_body("t.w3", "assume \"pigs fly\"\nresult r <= 1\n"),
                  "t.thm: the status is proved, but it rests on an assumption: \"pigs fly\"");
    dpc_code *code =
        lower(add_as("t.w4", "conditional", "any", "assume \"pigs fly\"\nresult r <= 1\n"));
    ck_assert_uint_eq(code->nassumptions, 1);
    ck_assert_str_eq(code->assumption[0].text, "pigs fly");
    ck_assert_str_eq(code->assumption[0].unit, "t.w4");
    dpc_code_free(code);
    /* what a plan is for is kept as it stands: guess/goal.h */
    code = lower(
        add_body("t.p1", "choose p : plan(inversion) for nothing(1)\nresult r = 1\nobjective r\n"));
    ck_assert_uint_eq(code->npurposes, 1);
    ck_assert_uint_eq(code->purpose[0].input, 0);
    ck_assert_str_eq(code->purpose[0].expr->name, "nothing");
    ck_assert_ptr_eq(code->purpose[0].unit, code->unit);
    dpc_code_free(code);
    /* a premise is not an assumption: the theorem stays proved */
    code = lower(add_body("t.w5", "premise \"samples are fresh\"\nresult r <= 1\n"));
    ck_assert_uint_eq(code->nassumptions, 0);
    ck_assert_uint_eq(code->npremises, 1);
    ck_assert_str_eq(code->premise[0].text, "samples are fresh");
    ck_assert_str_eq(code->premise[0].unit, "t.w5");
    dpc_code_free(code);
}
END_TEST

/* A result with = may be judged from both sides. */
START_TEST(test_referee_sides)
{
    dpc_code *code = lower_body("result a <= 1\nresult b >= 1\nresult c = 1\n"
                                "referee a >= 1 \"m\"\nreferee b <= 1 \"m\"\n"
                                "referee c >= 1 \"m\"\nreferee c <= 1 \"m\" where 1 < 2\n");
    ck_assert_uint_eq(code->nreferees, 4);
    dpc_code_free(code);
}
END_TEST

/* ---- use ---- */

static const char inner_body[] = "param a : real where a > 0\nparam n : int\n"
                                 "choose w : real where w > a\nrequire a < 10 \"a is small\"\n"
                                 "let half = a/2\nresult q <= half + w\nobjective q\n"
                                 "result s <= n\n";

START_TEST(test_use)
{
    (void)add_body("u.inner", inner_body);
    dpc_code *code = lower_body("param x : real\nuse c = u.inner(n = 2, a = x + 1)\n"
                                "use d = u.inner(a = c.q, n = 3)\n"
                                "let z = c.q + d.s\nobjective z\nresult r <= z\n");
    /* parameters are bound, witnesses become c.w and d.w, under the objective of the user */
    ck_assert_uint_eq(code->ninputs, 3);
    ck_assert_str_eq(code->input[0].name, "x");
    ck_assert_str_eq(code->input[1].name, "c.w");
    ck_assert_str_eq(code->input[2].name, "d.w");
    ck_assert_int_eq(code->input[1].role, DPC_INPUT_CHOOSE);
    ck_assert_uint_eq(code->nobjectives, 1);
    ck_assert_uint_eq(code->objective[0].first, 1);
    ck_assert_uint_eq(code->objective[0].last, 3);
    /* where clauses and requires are inherited: a > 0, w > a, a < 10, twice */
    ck_assert_uint_eq(code->nchecks, 6);
    ck_assert_str_eq(code->check[0].prefix, "c.");
    ck_assert_str_eq(code->check[5].prefix, "d.");
    ck_assert_str_eq(code->check[5].stmt->text, "a is small");
    ck_assert_uint_eq(code->nresults, 1);
    ck_assert_str_eq(code->let[0].name, "c.half");
    ck_assert_str_eq(code->let[1].name, "c.q");
    dpc_code_free(code);
    /* through two levels */
    (void)add_body("u.middle", "param b : real\nuse i = u.inner(a = b, n = 1)\nresult m <= i.q\n"
                               "objective m\n");
    code = lower(add_body("u.outer", "param x : real\nuse o = u.middle(b = x)\nresult r <= o.m\n"
                                     "objective r\n"));
    ck_assert_str_eq(code->input[1].name, "o.i.w");
    dpc_code_free(code);
}
END_TEST

START_TEST(test_use_compound)
{
    (void)add_body("u.list", "param step : list(a, b : int)\nparam m : enum(first, last)\n"
                             "result q <= sum(s in step, s.a)\n");
    dpc_code_free(
        lower_body("param mine : list(a, b : int)\nuse c = u.list(step = mine, m = last)\n"
                   "result r <= c.q\n"));
    static const refused table[] = {
        {"param x : real\nuse c = u.list(step = x, m = last)\nresult r = 1\n", 2, 16,
         "'step' takes a list with the same fields"},
        {"param l : list(a)\nuse c = u.list(step = l, m = last)\nresult r = 1\n", 2, 16,
         "'step' takes a list with the same fields"},
        {"param l : list(b : int, a)\nuse c = u.list(step = l, m = last)\nresult r = 1\n", 2, 16,
         "'step' takes a list with the same fields"},
        {"param l : list(a, b)\nuse c = u.list(step = l, m = last)\nresult r = 1\n", 2, 16,
         "'step' takes a list with the same fields"},
        {"param l : list(a, b : int)\nuse c = u.list(step = l, m = middle)\nresult r = 1\n", 2, 26,
         "'m' takes one of its values by name"},
    };
    CHECK_TABLE(table);
}
END_TEST

START_TEST(test_use_errors)
{
    (void)add_body("u.inner", "param a : real where a > 0\nparam n : int\nlet th[j = 1..2] = j\n"
                              "result q <= a*n\n");
    static const refused table[] = {
        {"use c = u.iner(a = 1)\nresult r = 1\n", 1, 1, "unknown theorem 'u.iner'"},
        {"use c = gauss.thetas(eps = 1)\nresult r = 1\n", 1, 1, "did you mean gauss.theta"},
        {"use c = u.inner(a = 1)\nresult r = 1\n", 1, 1,
         "the parameter 'n' of u.inner is not given"},
        {"use c = u.inner(a = 1, n = 1, z = 1)\nresult r = 1\n", 1, 31,
         "u.inner has no parameter 'z'"},
        {"use c = u.inner(a = 1, n = 1, a = 2)\nresult r = 1\n", 1, 31, "'a' is given twice"},
        {"use c = u.inner(a = 1, n = 0.5)\nresult r = 1\n", 1, 28,
         "this parameter must be an integer"},
        {"use c = u.inner(a = 1 < 2, n = 1)\nresult r = 1\n", 1, 23,
         "this parameter must be a real number"},
        {"use c = u.inner(a = q, n = 1)\nresult r = 1\n", 1, 21, "unknown name 'q'"},
        {"use c = u.inner(a = 1, n = 1)\nresult r = c\n", 2, 12, "'c' is a used theorem"},
        {"use c = u.inner(a = 1, n = 1)\nresult r = c.z\n", 2, 12,
         "the theorem used as 'c' has no result 'z'"},
        /* functions and arrays of the used theorem are its own */
        {"use c = u.inner(a = 1, n = 1)\nresult r = c.theta\n", 2, 12, "has no result 'theta'"},
        {"use c = u.inner(a = 1, n = 1)\nresult r = c.th\n", 2, 12, "has no result 'th'"},
        {"use c = u.inner(a = 1, n = 1)\nuse c = u.inner(a = 1, n = 1)\nresult r = 1\n", 2, 1,
         "shadowing"},
        {"use c = prelude(a = 1)\nresult r = 1\n", 1, 1, "unknown theorem 'prelude'"},
    };
    CHECK_TABLE(table);
}
END_TEST

/* The used theorem sees its own parameters and the prelude, nothing of the user. */
START_TEST(test_use_scope)
{
    (void)add_body("u.leak", "param a : real\nlet secret = 1\nresult q <= a + x\n");
    const dpc_unit *unit =
        add_body("t.one", "param x : real\nuse c = u.leak(a = 1)\nresult r <= c.q\n");
    check_refused(unit, "unknown name 'x'");
    (void)add_body("u.same", "param x : real\nlet y = theta(x, 1)\nresult q <= y\n");
    dpc_code_free(lower(add_body("t.two", "param x : real\nlet y = 1\nuse c = u.same(x = y)\n"
                                          "result r <= c.q + y\n")));
}
END_TEST

START_TEST(test_cycle)
{
    (void)add_body("u.a", "param x : real\nuse c = u.b(x = x)\nresult q <= c.q\n");
    (void)add_body("u.b", "param x : real\nuse c = u.c(x = x)\nresult q <= c.q\n");
    const dpc_unit *c = add_body("u.c", "param x : real\nuse c = u.a(x = x)\nresult q <= c.q\n");
    check_refused(c, "u.c uses itself: the graph of 'use' has a cycle");
    check_refused(add_body("u.self", "param x : real\nuse c = u.self(x = x)\nresult q <= c.q\n"),
                  "u.self uses itself");
}
END_TEST

START_TEST(test_use_depth)
{
    char id[32], body[128];
    const dpc_unit *last = add_body("d.0", "param x : real\nresult q <= x\n");
    for (int i = 1; i <= DPC_MAX_USE_DEPTH; i++) {
        (void)snprintf(id, sizeof id, "d.%d", i);
        (void)snprintf(body, sizeof body, "param x : real\nuse c = d.%d(x = x)\nresult q <= c.q\n",
                       i - 1);
        last = add_body(id, body);
        if (i == DPC_MAX_USE_DEPTH - 1)
            dpc_code_free(lower(last));
    }
    check_refused(last, "'use' is nested too deeply: at most 32 levels");
}
END_TEST

/* The status of a theorem is at most that of each theorem that it uses. */
START_TEST(test_use_status)
{
    static const char *const status[] = {"exact", "proved", "conditional", "asymptotic", "refuted"};
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < 5; k++) {
            char used[32], user[32], body[128], message[128];
            (void)snprintf(used, sizeof used, "s.used-%zu-%zu", i, k);
            (void)snprintf(user, sizeof user, "s.user-%zu-%zu", i, k);
            (void)snprintf(body, sizeof body, "use c = %s(x = 1)\nresult q <= c.q\n", used);
            (void)add_as(used, status[i], "any", "param x : real\nresult q <= x\n");
            const dpc_unit *unit = add_as(user, status[k], "any", body);
            if (k >= i) {
                dpc_code_free(lower(unit));
                continue;
            }
            (void)snprintf(message, sizeof message, "%s is %s, but it uses %s, which is %s", user,
                           status[k], used, status[i]);
            check_refused(unit, message);
        }
}
END_TEST

START_TEST(test_use_adjacency)
{
    static const char *const names[] = {"any", "add-remove", "replace-one"};
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++) {
            char used[32], user[32], body[128];
            (void)snprintf(used, sizeof used, "a.used-%zu-%zu", i, k);
            (void)snprintf(user, sizeof user, "a.user-%zu-%zu", i, k);
            (void)snprintf(body, sizeof body, "use c = %s(x = 1)\nresult q <= c.q\n", used);
            (void)add_as(used, "proved", names[i], "param x : real\nresult q <= x\n");
            const dpc_unit *unit = add_as(user, "proved", names[k], body);
            if (i == 0 || i == k)
                dpc_code_free(lower(unit));
            else
                check_refused(unit, "which is about");
        }
}
END_TEST

/* Assumptions are inherited, with the name of the theorem that makes them. */
START_TEST(test_use_assumptions)
{
    (void)add_as("u.if", "conditional", "any",
                 "param x : real\nassume \"pigs fly\"\nresult q <= x\n");
    dpc_code *code = lower(add_as("u.then", "conditional", "any",
                                  "use c = u.if(x = 1)\nassume \"so\"\nresult r <= c.q\n"));
    ck_assert_uint_eq(code->nassumptions, 2);
    ck_assert_str_eq(code->assumption[0].text, "pigs fly");
    ck_assert_str_eq(code->assumption[0].unit, "u.if");
    ck_assert_str_eq(code->assumption[1].unit, "u.then");
    dpc_code_free(code);
}
END_TEST

/* So are premises: each text once, with the first theorem that states it. */
START_TEST(test_use_premises)
{
    (void)add_body("u.noise", "param x : real\npremise \"fresh noise\"\npremise \"clipped\"\n"
                              "result q <= x\n");
    dpc_code *code = lower(add_body("u.run", "premise \"fresh samples\"\npremise \"clipped\"\n"
                                             "use c = u.noise(x = 1)\nuse d = u.noise(x = 2)\n"
                                             "premise \"fresh samples\"\npremise \"all of it\"\n"
                                             "result r <= c.q + d.q\n"));
    static const char *const expected[][2] = {{"fresh samples", "u.run"},
                                              {"clipped", "u.run"},
                                              {"fresh noise", "u.noise"},
                                              {"all of it", "u.run"}};
    ck_assert_uint_eq(code->npremises, 4);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_str_eq(code->premise[i].text, expected[i][0]);
        ck_assert_str_eq(code->premise[i].unit, expected[i][1]);
    }
    dpc_code_free(code);
}
END_TEST

/* They are compared with each other, and that work has a limit. */
START_TEST(test_many_premises)
{
    check_text body = {NULL, 0};
    for (int i = 0; i < 15000; i++)
        check_append(&body, "premise \"%d\"\n", i);
    check_append(&body, "result r <= 1\n");
    check_refused(add_body("t.many", body.s), "too large: its names and numbers are compared");
    free(body.s);
}
END_TEST

/* ---- limits ---- */

/* result r = x OP x OP ... with so many operators; or as a requirement. */
static const dpc_unit *chain(const char *id, const char *before, const char *link, size_t count)
{
    check_text body = {NULL, 0};
    check_append(&body, "param x : real\n%s", before);
    check_repeat(&body, link, count);
    check_append(&body, "\nresult q = 1\n");
    const dpc_unit *unit = add_body(id, body.s);
    check_clear(&body);
    return unit;
}

START_TEST(test_depth)
{
    dpc_code_free(lower(chain("c.1", "let y = x", " + x", 4900)));
    check_refused(chain("c.2", "let y = x", " + x", 200000), "nested too deeply");
    check_refused(chain("c.3", "let y = x < 1", " and x < 1", 90000), "nested too deeply");
    check_refused(chain("c.4", "require x < 1", " and x < 1", 90000), "nested too deeply");
    check_refused(chain("c.5", "require x < 1", " or x < 1", 90000), "nested too deeply");
    check_refused(chain("c.6", "param y : real where y < 1", " and y < x", 90000),
                  "nested too deeply");
    dpc_code *code = lower(chain("c.7", "require x < 1", " and x < 1", 500));
    ck_assert_uint_eq(code->nchecks, 501); /* each part by itself */
    dpc_code_free(code);
    code = lower(chain("c.8", "require x < 1", " and x < 1", 2000));
    ck_assert_uint_eq(code->nchecks, 1);
    dpc_code_free(code);
}
END_TEST

/* Functions are put in place of their calls: doubling thirty times is too much. */
START_TEST(test_growth)
{
    check_text body = {NULL, 0};
    check_append(&body, "def f0(x) = x");
    check_repeat(&body, " + x", 250);
    for (int i = 1; i <= 30; i++)
        check_append(&body, "\ndef f%d(x) = f%d(x) + f%d(x)", i, i - 1, i - 1);
    check_append(&body, "\nresult r = f30(1)\n");
    check_refused(add_body("t.grow", body.s), "too large: more than 200000 instructions");
    check_clear(&body);
}
END_TEST

START_TEST(test_long_literal)
{
    check_text body = {NULL, 0};
    check_append(&body, "result r = ");
    check_repeat(&body, "7", 1000001);
    check_append(&body, "\n");
    check_refused(add_body("t.long", body.s), "a number of 1000001 characters is too long");
    check_clear(&body);
}
END_TEST

/* ---- the catalogue ---- */

START_TEST(test_catalogue)
{
    ck_assert_uint_gt(dpc_cat_count(), 0);
    for (size_t i = 0; i < dpc_cat_count(); i++) {
        const dpc_unit *unit = dpc_cat_find(cat, dpc_cat_id(i), &diag);
        ck_assert_msg(unit != NULL, "%s", diag.text);
        ck_assert_str_eq(unit->id, dpc_cat_id(i)); /* file and id agree */
        dpc_code *code = lower(unit);
        ck_assert_uint_gt(code->nresults, 0);
        dpc_code_free(code);
    }
}
END_TEST

START_TEST(test_own_theorems)
{
    (void)add_body("t.one", "result r = 1\n");
    char *text = check_theorem("t.one", "result r = 2\n");
    ck_assert_ptr_null(dpc_cat_add(cat, "again.thm", text, strlen(text), &diag));
    check_contains(diag.text, "again.thm: its theorem id is taken");
    free(text);
    dpc_diag_reset(&diag);
    text = check_theorem(dpc_cat_id(0), "result r = 2\n");
    ck_assert_ptr_null(dpc_cat_add(cat, "mine.thm", text, strlen(text), &diag));
    check_contains(diag.text, "mine.thm: its theorem id is taken");
    free(text);
    dpc_diag_reset(&diag);
    ck_assert_ptr_null(dpc_cat_add(cat, "p.thm", "prelude\n", 8, &diag));
    check_contains(diag.text, "p.thm: a prelude cannot be evaluated");
    dpc_diag_reset(&diag);
    ck_assert_ptr_null(dpc_cat_find(cat, "t.two", &diag));
    check_contains(diag.text, "unknown theorem 't.two'");
}
END_TEST

/* Changed texts of the catalogue: those that still parse are lowered or refused with a message. */
START_TEST(test_mutated)
{
    uint64_t state = check_seed("t-lower");
    unsigned long rounds = 400 * check_mult(), lowered = 0;
    static const char *const words[] = {"eps",   "T",   "1",     "0.5",   "(",   ")",
                                        "real",  "int", "<=",    "*",     "and", "sum",
                                        "c.eps", "x",   "theta", "alpha", "if",  "-"};
    for (unsigned long round = 0; round < rounds; round++) {
        const char *id = dpc_cat_id(check_below(&state, dpc_cat_count()));
        const dpc_unit *original = dpc_cat_find(cat, id, &diag);
        ck_assert_ptr_nonnull(original);
        /* the same with another id */
        check_text t = {NULL, 0};
        check_repeat(&t, original->source.text, 1);
        const char *place = strstr(t.s, id);
        ck_assert_ptr_nonnull(place);
        char fresh[32];
        int nfresh = snprintf(fresh, sizeof fresh, "m.r%lu", round);
        check_splice(&t, (size_t)(place - t.s), strlen(id), fresh, (size_t)nfresh);
        for (size_t k = 0; k < 1 + round % 3; k++) {
            const char *word = words[check_below(&state, sizeof words / sizeof words[0])];
            size_t at = check_below(&state, t.len), cut = check_below(&state, 2) * strlen(word);
            check_splice(&t, at, cut, word, strlen(word));
        }
        const dpc_unit *unit = dpc_cat_add(cat, "m.thm", t.s, t.len, &diag);
        if (unit != NULL) {
            dpc_code *code = dpc_lower(cat, unit, &diag);
            ck_assert((code == NULL) == (diag.status != DPC_OK));
            lowered += code != NULL;
            dpc_code_free(code);
        }
        dpc_diag_reset(&diag);
        check_clear(&t);
    }
    ck_assert_uint_gt(lowered, 0);
}
END_TEST

static void add_test(Suite *suite, const TTest *test)
{
    TCase *tcase = tcase_create(test->name);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, test);
    suite_add_tcase(suite, tcase);
}

int main(void)
{
    Suite *suite = suite_create("lower");
    add_test(suite, test_shapes);
    add_test(suite, test_comparisons);
    add_test(suite, test_integers);
    add_test(suite, test_inputs);
    add_test(suite, test_objectives);
    add_test(suite, test_constants);
    add_test(suite, test_array);
    add_test(suite, test_scope);
    add_test(suite, test_scope_allowed);
    add_test(suite, test_types);
    add_test(suite, test_rules);
    add_test(suite, test_referee_sides);
    add_test(suite, test_use);
    add_test(suite, test_use_compound);
    add_test(suite, test_use_errors);
    add_test(suite, test_use_scope);
    add_test(suite, test_cycle);
    add_test(suite, test_use_depth);
    add_test(suite, test_use_status);
    add_test(suite, test_use_adjacency);
    add_test(suite, test_use_assumptions);
    add_test(suite, test_use_premises);
    add_test(suite, test_many_premises);
    add_test(suite, test_depth);
    add_test(suite, test_growth);
    add_test(suite, test_long_literal);
    add_test(suite, test_catalogue);
    add_test(suite, test_own_theorems);
    add_test(suite, test_mutated);
    return check_run(suite);
}
