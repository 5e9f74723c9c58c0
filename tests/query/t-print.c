/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   From tree to text and back: canonical text, fully parenthesised formulas, LaTeX. */
#include "check_util.h"
#include "lang/catalogue_data.h"
#include "lang/lex.h"
#include "lang/parse.h"
#include "lang/print.h"
#include "query/canonical.h"
#include "show/latex.h"

#include <stdio.h>
#include <stdlib.h>

static dpc_unit *parse(const char *text)
{
    dpc_diag diag = {.status = DPC_OK};
    dpc_unit *unit = dpc_parse("t.thm", text, strlen(text), &diag);
    ck_assert_msg(unit != NULL, "%s\n%s", diag.text, text);
    return unit;
}

static dpc_unit *parse_body(const char *body)
{
    size_t size = strlen(body) + 64;
    char *lines = malloc(size);
    ck_assert_ptr_nonnull(lines);
    (void)snprintf(lines, size, "%s\nresult    r = 1\n", body);
    char *text = check_theorem("t.one", lines);
    dpc_unit *unit = parse(text);
    free(lines);
    free(text);
    return unit;
}

/* The fragment, with no shared functions to explain. */
static char *latex_of(const dpc_unit *unit)
{
    dpc_unit *prelude = parse("prelude\n");
    char *latex = dpc_print_latex(unit, prelude, false);
    ck_assert_ptr_nonnull(latex);
    dpc_unit_free(prelude);
    return latex;
}

/* The expression of `let y = TEXT`. */
static dpc_unit *parse_let(const char *text, const dpc_expr **e)
{
    size_t size = strlen(text) + 16;
    char *body = malloc(size);
    ck_assert_ptr_nonnull(body);
    (void)snprintf(body, size, "let y = %s", text);
    dpc_unit *unit = parse_body(body);
    const dpc_stmt *s = unit->first;
    while (s->kind != DPC_S_LET)
        s = s->next;
    *e = s->expr;
    free(body);
    return unit;
}

/* ---- canonical text ---- */

/* Only parentheses that change the tree stay; blanks are normalised; literals are kept. */
START_TEST(test_expressions)
{
    static const struct {
        const char *text, *canonical;
    } table[] = {
        {"((a))+(b)", "a + b"},
        {"(a+b)+c", "a + b + c"},
        {"a+(b+c)", "a + (b + c)"},
        {"(a-b)-c", "a - b - c"},
        {"a-(b-c)", "a - (b - c)"},
        {"(a*b)*c", "a*b*c"},
        {"a*(b*c)", "a*(b*c)"},
        {"(a/b)/c", "a/b/c"},
        {"a/(b/c)", "a/(b/c)"},
        {"(a*b)/(c*d)", "a*b/(c*d)"},
        {"(a+b)*(c-d)", "(a + b)*(c - d)"},
        {"((a+b)*c+d)*f", "((a + b)*c + d)*f"},
        {"(a^b)^c", "(a^b)^c"},
        {"a^(b^c)", "a^b^c"},
        {"a^(b*c)", "a^(b*c)"},
        {"(a*b)^c", "(a*b)^c"},
        {"-(x^2)", "-x^2"},
        {"(-x)^2", "(-x)^2"},
        {"2^(-x)", "2^-x"},
        {"2^(-(x^y))", "2^-x^y"},
        {"-(-x)", "--x"},
        {"-(a*b)", "-(a*b)"},
        {"(-a)*b", "-a*b"},
        {"a*(-b)", "a*-b"},
        {"a-(-b)", "a - -b"},
        {"-(a+b)", "-(a + b)"},
        {"(a<b)and(c<d)", "a < b and c < d"},
        {"(a<b)<c", "(a < b) < c"},
        {"a<(b<c)", "a < (b < c)"},
        {"a+b<=c*d", "a + b <= c*d"},
        {"a==b", "a == b"},
        {"a!=b", "a != b"},
        {"0<=a<1", "0 <= a < 1"},
        {"not(a<b)", "not a < b"},
        {"not(a and b)", "not (a and b)"},
        {"(not a)and b", "not a and b"},
        {"(not a)<b", "(not a) < b"},
        {"not(not a)", "not not a"},
        {"(a or b)and c", "(a or b) and c"},
        {"a or(b and c)", "a or b and c"},
        {"a and(b and c)", "a and (b and c)"},
        {"a or(b or c)", "a or (b or c)"},
        {"f((a+b),(c))", "f(a + b, c)"},
        {"a[(i-1)]", "a[i - 1]"},
        {"s[i] . eps", "s[i].eps"},
        {"sum(i=1 .. (n-1),(x))", "sum(i = 1..n - 1, x)"},
        {"prod(s in step,s.x)", "prod(s in step, s.x)"},
        {"iterate(x=1,n,(x+1))", "iterate(x = 1, n, x + 1)"},
        {"inf(p=0 .. 1,p,quasiconvex L-1.a)", "inf(p = 0..1, p, quasiconvex L-1.a)"},
        {"inf(p=0 .. 1,p,quasiconvex L-1.a  where ((a>1)and b<=2))",
         "inf(p = 0..1, p, quasiconvex L-1.a where a > 1 and b <= 2)"},
        {"(sum(i=1..2,i))^2", "sum(i = 1..2, i)^2"},
        {"1.50E+3+0x1P-3+007", "1.50E+3 + 0x1P-3 + 007"},
        {"(1)^(2)", "1^2"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const dpc_expr *e, *again;
        dpc_unit *unit = parse_let(table[i].text, &e);
        char *text = dpc_print_expr(e);
        ck_assert_str_eq(text, table[i].canonical);
        dpc_unit *second = parse_let(text, &again);
        ck_assert_msg(check_same_expr(e, again), "%s is another tree than %s", text, table[i].text);
        free(text);
        dpc_unit_free(unit);
        dpc_unit_free(second);
    }
}
END_TEST

START_TEST(test_full)
{
    static const struct {
        const char *text, *full;
    } table[] = {
        {"eps/r - r/2", "((eps/r) - (r/2))"},
        {"x", "x"},
        {"-x", "(-x)"},
        {"a + b + c", "((a + b) + c)"},
        {"a^b^c", "(a^(b^c))"},
        {"exp(-x^2)", "exp((-(x^2)))"},
        {"0 < a <= b and not c", "((0 < a <= b) and (not c))"},
        {"sum(i = 1..n - 1, a[i + 1]*i)", "sum(i = 1..(n - 1), (a[(i + 1)]*i))"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const dpc_expr *e, *again;
        dpc_unit *unit = parse_let(table[i].text, &e);
        char *text = dpc_print_expr_full(e);
        ck_assert_str_eq(text, table[i].full);
        dpc_unit *second = parse_let(text, &again);
        ck_assert(check_same_expr(e, again));
        free(text);
        dpc_unit_free(unit);
        dpc_unit_free(second);
    }
}
END_TEST

/* A plan is not a number: it is shown as a plan, and its target is no part of the statement. */
START_TEST(test_latex_plan)
{
    char *text = check_theorem("t.one", "choose p : plan(inversion) for f(p) <= 1 \"remark\"\n"
                                        "result r <= 1\nobjective r\n");
    dpc_unit *unit = parse(text), *prelude = parse("prelude\n");
    char *latex = dpc_print_latex(unit, prelude, false);
    check_contains(latex, "\\item a plan $p$: remark\n");
    free(latex);
    free(text);
    dpc_unit_free(unit);
    dpc_unit_free(prelude);
}
END_TEST

START_TEST(test_statements)
{
    static const struct {
        const char *text, *canonical;
    } table[] = {
        {"about  \"m\"", "about     \"m\""},
        {"note\t\"m # n\" # c", "note      \"m # n\""},
        {"assume \"\"", "assume    \"\""},
        {"premise  \"a fresh sample\"", "premise   \"a fresh sample\""},
        {"cite k  \"x\"", "cite      k \"x\""},
        {"method  inversion", "method    inversion"},
        {"param x:real", "param     x : real"},
        {"param x : int where (x>0)", "param     x : int where x > 0"},
        {"param x:real\"t\"", "param     x : real \"t\""},
        {"param x:real where x>0\"t\"", "param     x : real where x > 0 \"t\""},
        {"param m:enum(a,b)", "param     m : enum(a, b)"},
        {"param s:list(a:real,b:int,c)", "param     s : list(a, b : int, c)"},
        {"choose w:int where 1<=w<=n\"t\"", "choose    w : int where 1 <= w <= n \"t\""},
        {"choose p:plan(k)", "choose    p : plan(k)"},
        {"choose p:plan(k) for f(1,p)<=d\"t\"", "choose    p : plan(k) for f(1, p) <= d \"t\""},
        {"def f(x,p:plan(k))=g(x,p)", "def       f(x, p : plan(k)) = g(x, p)"},
        {"objective  w", "objective w"},
        {"objective  maximise   w", "objective maximise w"},
        {"let x=1", "let       x = 1"},
        {"let x[j=0 .. n]=x[j-1]", "let       x[j = 0..n] = x[j - 1]"},
        {"def f(x:real,n:int)=x^n", "def       f(x, n : int) = x^n"},
        {"use c=a.b-c(x=1,y=(2))", "use       c = a.b-c(x = 1, y = 2)"},
        {"require a<b", "require   a < b"},
        {"require (a<b)\"t\"", "require   a < b \"t\""},
        {"result q<=1", "result    q <= 1"},
        {"result q>=1\"t\"", "result    q >= 1 \"t\""},
        {"result q=(1)", "result    q = 1"},
        {"referee q>=1\"m\"", "referee   q >= 1 \"m\""},
        {"referee q<=1\"m\"where a", "referee   q <= 1 \"m\" where a"},
        {"referee q>=v\"m\"choose v:real,n:int where v>n",
         "referee   q >= v \"m\" choose v : real, n : int where v > n"},
        {"referee q>=v\"m\"choose v:real,p:plan(k) for f(v,p)>1,n:int where v>n",
         "referee   q >= v \"m\" choose v : real, p : plan(k) for f(v, p) > 1, n : int where v > "
         "n"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_unit *unit = parse_body(table[i].text);
        const dpc_stmt *s = unit->first;
        for (int k = 0; k < CHECK_HEADER_LINES; k++)
            s = s->next;
        char *text = dpc_print_stmt(s);
        ck_assert_str_eq(text, table[i].canonical);
        dpc_unit *second = parse_body(text);
        ck_assert(check_same_unit(unit, second));
        free(text);
        dpc_unit_free(unit);
        dpc_unit_free(second);
    }
}
END_TEST

START_TEST(test_unit)
{
    static const char canonical[] = "theorem   a.b-c\n"
                                    "revision  3\n"
                                    "title     \"T\"\n"
                                    "cite      k \"x\"\n"
                                    "status    refuted rederived \"certificate\"\n"
                                    "adjacency add-remove\n"
                                    "param     x : real where x > 0 \"t\"\n"
                                    "result    r <= x*2\n";
    static const char loose[] = "# comment\ntheorem a.b-c\nrevision 3 # x\ntitle \"T\"\n\n"
                                "cite k \"x\"\nstatus refuted rederived \"certificate\"\n"
                                "adjacency add-remove\nparam x : real \\\n where (x>0) \"t\"\n"
                                "result r <= (x) * 2";
    dpc_unit *unit = parse(loose);
    char *text = dpc_print_unit(unit);
    ck_assert_str_eq(text, canonical);
    free(text);
    dpc_unit_free(unit);
    unit = parse(canonical);
    text = dpc_print_unit(unit);
    ck_assert_str_eq(text, canonical);
    free(text);
    dpc_unit_free(unit);
    unit = parse("prelude\ndef f(x)=x");
    text = dpc_print_unit(unit);
    ck_assert_str_eq(text, "prelude\ndef       f(x) = x\n");
    free(text);
    dpc_unit_free(unit);
    /* statements that only a prelude has; each field is on its own line */
    static const char declared[] = "prelude\n"
                                   "plan      k( \\\n"
                                   "          a : real where a > 0 \"t\", \\\n"
                                   "          b : int)\n"
                                   "method    m(s : int, x, l : list(a, b : int), p : plan(k))\n";
    unit = parse("prelude\nplan k(a:real where(a>0)\"t\",b:int)\n"
                 "method m(s:int,x:real,l:list(a,b:int),p:plan(k))\n");
    text = dpc_print_unit(unit);
    ck_assert_str_eq(text, declared);
    dpc_unit *again = parse(text);
    ck_assert(check_same_unit(unit, again));
    free(text);
    dpc_unit_free(unit);
    dpc_unit_free(again);
}
END_TEST

/* Text -> tree -> text -> tree: equal trees, equal texts; for every theorem of the catalogue. */
START_TEST(test_catalogue)
{
    ck_assert_uint_gt(dpc_embedded_count, 0);
    for (size_t i = 0; i < dpc_embedded_count; i++) {
        dpc_unit *unit = parse(dpc_embedded_theorems[i].text);
        char *text = dpc_print_unit(unit);
        dpc_unit *second = parse(text);
        char *again = dpc_print_unit(second);
        ck_assert_msg(check_same_unit(unit, second), "%s", dpc_embedded_theorems[i].name);
        ck_assert_str_eq(text, again);
        char *latex = latex_of(unit);
        ck_assert_ptr_nonnull(latex);
        free(latex);
        free(text);
        free(again);
        dpc_unit_free(unit);
        dpc_unit_free(second);
    }
}
END_TEST

/* ---- random trees ---- */

typedef struct {
    dpc_arena *arena;
    uint64_t state;
} maker;

static dpc_expr *make(maker *m, int depth);

static const char *pick(maker *m, const char *const *list, size_t count)
{
    return list[check_below(&m->state, count)];
}

static const char *make_name(maker *m)
{
    static const char *const names[] = {"x", "eps",  "delta_out", "T", "_a",
                                        "e", "real", "inf",       "x1"};
    return pick(m, names, sizeof names / sizeof names[0]);
}

static dpc_expr *make_node(maker *m, dpc_expr_kind kind, size_t nargs, int depth)
{
    dpc_expr *e = dpc_arena_alloc(m->arena, sizeof *e);
    e->kind = kind;
    e->nargs = nargs;
    e->arg = dpc_arena_alloc(m->arena, (nargs + 1) * sizeof(dpc_expr *));
    for (size_t i = 0; i < nargs; i++)
        e->arg[i] = make(m, depth - 1);
    return e;
}

/* Any tree that the parser can build, well typed or not. */
static dpc_expr *make(maker *m, int depth)
{
    static const char *const numbers[] = {"0", "1", "2.50", "1e-5", "0x1.8p-3", "3E+7", "007"};
    static const char *const operators[] = {"+", "-", "*", "/", "^", "&", "|"};
    static const char *const folds[] = {"sum", "prod", "max", "min", "avg"};
    static const char *const ranges[] = {"inf", "sup", "integral"};
    static const char *const labels[] = {"L", "L-OPT-1", "a.b"};
    static const char compare[] = {'<', '>', DPC_SYM_LE, DPC_SYM_GE, DPC_SYM_EQ, DPC_SYM_NE};
    size_t kind = check_below(&m->state, depth <= 0 ? 3 : 20);
    dpc_expr *e;
    switch (kind) {
    case 0:
        e = make_node(m, DPC_E_NUM, 0, 0);
        e->text = pick(m, numbers, sizeof numbers / sizeof numbers[0]);
        return e;
    case 1:
        e = make_node(m, DPC_E_NAME, 0, 0);
        break;
    case 2:
        e = make_node(m, DPC_E_FIELD, 0, 0);
        e->field = make_name(m);
        break;
    case 3:
        e = make_node(m, DPC_E_INDEX, 1, depth);
        break;
    case 4:
        e = make_node(m, DPC_E_ELEM, 1, depth);
        e->field = make_name(m);
        break;
    case 5:
    case 6:
        return make_node(m, DPC_E_NEG, 1, depth);
    case 7:
        return make_node(m, DPC_E_NOT, 1, depth);
    case 8: {
        size_t n = 1 + check_below(&m->state, 3);
        char *ops = dpc_arena_alloc(m->arena, n + 1);
        for (size_t i = 0; i < n; i++)
            ops[i] = compare[check_below(&m->state, sizeof compare)];
        e = make_node(m, DPC_E_CMP, n + 1, depth);
        e->ops = ops;
        return e;
    }
    case 9:
        e = make_node(m, DPC_E_CALL, 1 + check_below(&m->state, 3), depth);
        break;
    case 10:
        e = make_node(m, DPC_E_FOLD, 3, depth);
        e->name = pick(m, folds, 5);
        e->var = make_name(m);
        return e;
    case 11:
        e = make_node(m, DPC_E_FOLDIN, 1, depth);
        e->name = pick(m, folds, 5);
        e->var = make_name(m);
        e->field = make_name(m);
        return e;
    case 12:
        e = make_node(m, DPC_E_ITERATE, 3, depth);
        e->name = "iterate";
        e->var = make_name(m);
        return e;
    case 13:
        e = make_node(m, DPC_E_RANGE, 3, depth);
        e->name = pick(m, ranges, 3);
        e->var = make_name(m);
        e->field = check_below(&m->state, 2) ? pick(m, labels, 3) : NULL;
        if (e->field != NULL && check_below(&m->state, 2))
            e->where = make(m, depth - 1);
        return e;
    default:
        e = make_node(m, DPC_E_BIN, 2, depth);
        e->ops = pick(m, operators, sizeof operators / sizeof operators[0]);
        return e;
    }
    e->name = make_name(m);
    return e;
}

/* Number of parentheses that do not belong to a call or a binder. */
static size_t count_parentheses(const char *text)
{
    size_t n = 0;
    for (const char *c = text; *c != '\0'; c++)
        if (*c == '(' && (c == text || strchr(" (-^*/[.,", c[-1]) != NULL))
            n++;
    return n;
}

/* Without the parenthesis that opens at `at` and the one that closes it. */
static char *without_pair(const char *text, size_t at)
{
    size_t end = at, depth = 0;
    do
        depth += text[end] == '(' ? 1u : text[end] == ')' ? (size_t)-1 : 0u;
    while (depth > 0 && text[++end] != '\0');
    size_t len = strlen(text);
    char *out = malloc(len + 1);
    ck_assert_ptr_nonnull(out);
    memcpy(out, text, at);
    memcpy(out + at, text + at + 1, end - at - 1);
    memcpy(out + end - 1, text + end + 1, len - end);
    return out;
}

/* Whether every pair of parentheses is needed: without it the text means another tree, or none. */
static void check_fewest(const dpc_expr *e, const char *text)
{
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (text[i] != '(' || (i > 0 && strchr(" (-^*/[.,", text[i - 1]) == NULL))
            continue;
        char *fewer = without_pair(text, i);
        size_t size = strlen(fewer) + 64;
        char *body = malloc(size);
        ck_assert_ptr_nonnull(body);
        (void)snprintf(body, size, "let y = %s\nresult r = 1\n", fewer);
        char *theorem = check_theorem("t.one", body);
        dpc_diag diag = {.status = DPC_OK};
        dpc_unit *unit = dpc_parse("t.thm", theorem, strlen(theorem), &diag);
        if (unit != NULL) {
            const dpc_stmt *s = unit->first;
            while (s->kind != DPC_S_LET)
                s = s->next;
            ck_assert_msg(!check_same_expr(e, s->expr), "%s has more parentheses than %s", text,
                          fewer);
        }
        dpc_unit_free(unit);
        free(theorem);
        free(body);
        free(fewer);
    }
}

START_TEST(test_random)
{
    maker m = {.state = check_seed("t-print")};
    unsigned long rounds = 1500 * check_mult();
    size_t parenthesised = 0;
    for (unsigned long i = 0; i < rounds; i++) {
        dpc_arena arena = {NULL};
        m.arena = &arena;
        const dpc_expr *e = make(&m, 1 + (int)check_below(&m.state, 5)), *a, *b;
        char *text = dpc_print_expr(e), *full = dpc_print_expr_full(e);
        dpc_unit *from_text = parse_let(text, &a), *from_full = parse_let(full, &b);
        ck_assert_msg(check_same_expr(e, a), "another tree: %s", text);
        ck_assert_msg(check_same_expr(e, b), "another tree: %s", full);
        char *again = dpc_print_expr(a), *full_again = dpc_print_expr_full(b);
        ck_assert_str_eq(text, again);
        ck_assert_str_eq(full, full_again);
        if (strlen(text) < 300)
            check_fewest(e, text);
        parenthesised += count_parentheses(text) > 0;
        dpc_stmt let = {.kind = DPC_S_LET, .name = "y", .expr = (dpc_expr *)e};
        dpc_unit unit = {.is_prelude = true, .first = &let};
        char *latex = latex_of(&unit);
        ck_assert_ptr_nonnull(latex);
        free(latex);
        free(text);
        free(full);
        free(again);
        free(full_again);
        dpc_unit_free(from_text);
        dpc_unit_free(from_full);
        dpc_arena_clear(&arena);
    }
    ck_assert_uint_gt(parenthesised, rounds / 10); /* the trees are not all trivial */
}
END_TEST

/* A chain is as deep as it is long: printing it must not recurse into its left side. */
START_TEST(test_long_chains)
{
    enum { LINKS = 240000 };
    static const char *const operators[] = {" + ", " - ", "*", "/", " and ", " or "};
    for (size_t k = 0; k < sizeof operators / sizeof operators[0]; k++) {
        const char *op = operators[k];
        size_t links = LINKS / strlen(op);
        check_text text = {NULL, 0};
        char link[8];
        (void)snprintf(link, sizeof link, "%sx", op);
        check_append(&text, "x");
        check_repeat(&text, link, links);
        const dpc_expr *e;
        dpc_unit *unit = parse_let(text.s, &e);
        char *printed = dpc_print_expr(e), *full = dpc_print_expr_full(e);
        ck_assert(strcmp(printed, text.s) == 0);
        ck_assert_uint_eq(strlen(full), text.len + 2 * links);
        ck_assert_int_eq(full[links - 1], '(');
        char *latex = latex_of(unit);
        ck_assert_ptr_nonnull(latex);
        free(latex);
        free(printed);
        free(full);
        check_clear(&text);
        dpc_unit_free(unit);
    }
}
END_TEST

/* Chains whose levels change, as deep as the parser allows: every parenthesis comes back. */
START_TEST(test_nested)
{
    check_text text = {NULL, 0};
    check_repeat(&text, "(", 198);
    check_append(&text, "x");
    for (int i = 0; i < 198; i++)
        check_append(&text, " - %d)*y", i);
    const dpc_expr *e, *again;
    dpc_unit *unit = parse_let(text.s, &e);
    char *printed = dpc_print_expr(e);
    ck_assert_str_eq(printed, text.s);
    dpc_unit *second = parse_let(printed, &again);
    ck_assert(check_same_expr(e, again));
    free(printed);
    check_clear(&text);
    dpc_unit_free(unit);
    dpc_unit_free(second);
}
END_TEST

/* ---- LaTeX ---- */

START_TEST(test_latex_expressions)
{
    static const struct {
        const char *text, *latex;
    } table[] = {
        /* names */
        {"eps", "\\varepsilon"},
        {"eps_out", "\\varepsilon_{\\mathrm{out}}"},
        {"eps1", "\\varepsilon_{1}"},
        {"delta_eps_w", "\\delta_{\\varepsilon,w}"},
        {"slack", "\\mathrm{slack}"},
        {"T", "T"},
        {"lambda + mu + psi", "\\lambda + \\mu + \\psi"},
        {"th[j - 1]", "\\mathrm{th}_{j - 1}"},
        {"a_x[j]", "a_{x,j}"},
        {"step[i].eps", "\\mathrm{step}_{i}.\\varepsilon"},
        {"pi*e", "\\pi\\,e"},
        /* numbers */
        {"1e-5", "10^{-5}"},
        {"1e+05", "10^{5}"},
        {"2.5e-3", "2.5 \\cdot 10^{-3}"},
        {"0.1", "0.1"},
        {"0x1p3", "\\mathtt{0x1p3}"},
        {"1e-5^2", "(10^{-5})^{2}"},
        /* operators */
        {"a/b", "\\frac{a}{b}"},
        {"(a + b)/(c*d)", "\\frac{a + b}{c\\,d}"},
        {"x^2", "x^{2}"},
        {"(a + b)^2", "(a + b)^{2}"},
        {"(a/b)^2", "\\left(\\frac{a}{b}\\right)^{2}"},
        {"x^(1/2)", "x^{1/2}"},
        {"x^(a/(b*c))", "x^{a/(b\\,c)}"},
        {"2*3", "2 \\cdot 3"},
        {"2*x", "2\\,x"},
        {"T*(a + b)", "T \\cdot (a + b)"},
        {"x*3^2", "x \\cdot 3^{2}"},
        {"a - (b - c)", "a - (b - c)"},
        {"a - b*c", "a - b\\,c"},
        {"a + -b", "a + (-b)"},
        {"-a*b", "-a\\,b"},
        {"c + -a*b", "c + (-a\\,b)"},
        {"a*-b", "a \\cdot (-b)"},
        {"-(a + b)", "-(a + b)"},
        {"(-x)^2", "(-x)^{2}"},
        /* functions */
        {"sqrt(x)", "\\sqrt{x}"},
        {"exp(eps)", "e^{\\varepsilon}"},
        {"exp(-x^2/2)", "e^{-x^{2}/2}"},
        {"exp(exp(x))", "e^{\\exp(x)}"},
        {"exp(sum(i = 1..n, x))", "\\exp\\left(\\sum_{i = 1}^{n} x\\right)"},
        {"expm1(x)*y", "(e^{x} - 1)\\,y"},
        {"log(x)", "\\log(x)"},
        {"log(1/x)", "\\log\\left(\\frac{1}{x}\\right)"},
        {"log(x)^2", "(\\log(x))^{2}"},
        {"log1p(a + b)", "\\log(1 + (a + b))"},
        {"Q(x)", "Q(x)"},
        {"theta(eps, r)", "\\theta(\\varepsilon, r)"},
        {"abs(x)", "|x|"},
        {"pos(a - b)", "(a - b)_{+}"},
        {"floor(x/2)", "\\left\\lfloor \\frac{x}{2}\\right\\rfloor "},
        {"ceil(x)", "\\lceil x\\rceil "},
        {"binom(n, k)", "\\binom{n}{k}"},
        {"min(a, b)", "\\min\\{a, b\\}"},
        {"len(step)", "|\\mathrm{step}|"},
        {"if(a < b, c, d)", "\\begin{cases} c & \\text{if } a < b \\\\ d & \\text{otherwise} "
                            "\\end{cases}"},
        {"if(a < b, c, if(a == b, d, f))",
         "\\begin{cases} c & \\text{if } a < b \\\\ d & \\text{if } a = b \\\\ f & "
         "\\text{otherwise} \\end{cases}"},
        /* ranges */
        {"sum(i = 1..n, x*i)", "\\sum_{i = 1}^{n} x\\,i"},
        {"sum(i = 1..n/2, a + i)", "\\sum_{i = 1}^{n/2} (a + i)"},
        {"sum(i = 1..n, prod(j = 1..i, j))", "\\sum_{i = 1}^{n} \\prod_{j = 1}^{i} j"},
        {"sum(i = 1..n, i) + 1", "\\left(\\sum_{i = 1}^{n} i\\right) + 1"},
        {"sum(s in step, s.eps)", "\\sum_{s \\in \\mathrm{step}} s.\\varepsilon"},
        {"max(i = 1..n, i)", "\\max_{i = 1, \\ldots, n} i"},
        {"avg(i = 1..n, i)", "\\operatorname*{avg}_{i = 1, \\ldots, n} i"},
        {"inf(p = 0..1, p)", "\\inf_{0 < p < 1} p"},
        {"integral(x = 0..1, x^2)", "\\int_{0}^{1} x^{2} \\,\\mathrm{d}x"},
        {"iterate(x = 1, n, x/2)", "\\left(x \\mapsto \\frac{x}{2}\\right)^{\\circ n}(1)"},
        /* conditions */
        {"0 <= a < b", "0 \\le a < b"},
        {"a >= b and not c != d or x",
         "a \\ge b \\text{ and } \\text{not } (c \\ne d) \\text{ or } x"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const dpc_expr *e;
        dpc_unit *unit = parse_let(table[i].text, &e);
        char *latex = latex_of(unit), *line = strstr(latex, "  y &= ");
        ck_assert_ptr_nonnull(line);
        line += strlen("  y &= ");
        line[strcspn(line, "\n")] = '\0';
        ck_assert_str_eq(line, table[i].latex);
        free(latex);
        dpc_unit_free(unit);
    }
}
END_TEST

/* Formulas too wide for a line are broken; others stay unchanged. */
START_TEST(test_latex_rows)
{
    static const struct {
        const char *text, *rows;
    } table[] = {
        /* between terms, factors and arguments */
        {"aaaaaaaaaaaaaaa*bbbbbbbbbbbbbbbbbbb + ccccccccccccccccccc*ddddddddd",
         "\\mathrm{aaaaaaaaaaaaaaa}\\,\\mathrm{bbbbbbbbbbbbbbbbbbb} \\\\\n"
         "  &\\quad \\quad {} + \\mathrm{ccccccccccccccccccc}\\,\\mathrm{ddddddddd}\n"},
        {"aaaaaaaaaaaaaaaaaaaaaaa*bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb*ccccccccccccccccccc",
         "\\mathrm{aaaaaaaaaaaaaaaaaaaaaaa}\\,\\mathrm{bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb} \\\\\n"
         "  &\\quad \\quad {} \\times \\mathrm{ccccccccccccccccccc}\n"},
        {"f(aaaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbb, cccccccccc)",
         "f\\bigl(\\mathrm{aaaaaaaaaaaaaaaaaaaaaaaaaa}, "
         "\\mathrm{bbbbbbbbbbbbbbbbbbbbbbbbbbbb}, \\\\\n"
         "  &\\quad \\quad \\mathrm{cccccccccc}\\bigr)\n"},
        /* a long numerator */
        {"(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa + bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb)/n",
         "\\frac{1}{n}\\Bigl(\\mathrm{aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa} \\\\\n"
         "  &\\quad \\quad \\quad {} + \\mathrm{bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb}\\Bigr)\n"},
        /* cases of cases */
        {"if(x < yyyyyyyyyyyyyyyy, if(x < 0, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, b), "
         "ccccccccccccccccccccccccc)",
         "\\mathrm{aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}\\quad \\text{if } x < "
         "\\mathrm{yyyyyyyyyyyyyyyy} \\\\\n  &\\quad \\quad \\quad \\text{ and } x < 0, \\\\\n  "
         "&\\quad b\\quad \\text{if } x < \\mathrm{yyyyyyyyyyyyyyyy}, \\\\\n"
         "  &\\quad \\mathrm{ccccccccccccccccccccccccc}\\quad \\text{otherwise}\n"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const dpc_expr *e;
        dpc_unit *unit = parse_let(table[i].text, &e);
        char *latex = latex_of(unit), *line = strstr(latex, "  y &= ");
        ck_assert_ptr_nonnull(line);
        line += strlen("  y &= ");
        *strstr(line, "\\end{align*}") = '\0';
        ck_assert_str_eq(line, table[i].rows);
        free(latex);
        dpc_unit_free(unit);
    }
    dpc_unit *unit =
        parse("theorem a.b\nrevision 1\ntitle \"t\"\ncite k \"w\"\nstatus proved paper\n"
              "adjacency any\nparam step : list(eps, count : int) where "
              "sum(s in step, if(s.eps > 0 and s.count >= 1, 0, 1)) == 0\n"
              "require len(step) > 1 and (len(step) < 3 or len(step) > 5)\n"
              "result r <= 1");
    char *latex = latex_of(unit);
    check_contains(latex,
                   "with $s.\\varepsilon > 0$ and $s.\\mathrm{count} \\ge 1$ for all $s \\in "
                   "\\mathrm{step}$\n");
    check_contains(latex, "$|\\mathrm{step}| > 1$ and ($|\\mathrm{step}| < 3$ or ");
    free(latex);
    dpc_unit_free(unit);
}
END_TEST

START_TEST(test_latex_unit)
{
    dpc_unit *unit =
        parse("theorem a.b-c\nrevision 2\ntitle \"1% of x_1 & {y} #2 $ ~ ^ \\ < |\"\n"
              "cite k2020 \"Theorem 3 [x]\"\nstatus refuted paper \"see a_b\"\n"
              "adjacency add-remove\nabout \"m\"\nparam eps : real where eps > 0 \"e\"\n"
              "param n : int\nparam m : enum(first, last)\n"
              "param step : list(eps, count : int)\nchoose w : real where w > 0\n"
              "objective r\nrequire eps < 1 \"small\"\nassume \"an event\"\npremise \"fresh "
              "noise\"\nlet S = n*eps\n"
              "let th[j = 1..n] = j\ndef f(x, y) = x\n"
              "use c = u.v(alpha = 2, b = S)\nresult r <= S \"t\"\nresult q = 1\n"
              "referee r >= v \"mech\" choose v : real where v > 0\nnote \"end\"");
    char *latex = latex_of(unit);
    static const char *const parts[] = {
        "\\begingroup\\sloppy\\allowdisplaybreaks\n\\paragraph{1\\% of $x_{1}$ ",
        " \\& \\{$y$\\} \\#2 \\$ ",
        "\\textasciitilde{} \\textasciicircum{} \\textbackslash{} $<$ \\textbar{}}\n",
        "\\texttt{a.\\allowbreak b-\\allowbreak c}, revision 2; \\cite[{Theorem 3 [x]}]{k2020}.\n",
        "\\textbf{Status: refuted} (paper): see $a_{b}$.\n",
        "Adjacency: add-remove.\n",
        "Setting: $m$.\n",
        "\\item $\\varepsilon \\in \\mathbb{R}$ with $\\varepsilon > 0$: $e$\n",
        "\\item $n \\in \\mathbb{Z}$\n",
        "\\item $m \\in \\{\\mathrm{first}, \\allowbreak \\mathrm{last}\\}$\n",
        "\\item a list $\\mathrm{step}$ of records $(\\varepsilon, ",
        "\\allowbreak \\mathrm{count} \\in \\mathbb{Z})$\n",
        "For every choice of\n\\begin{itemize}\n  \\item $w \\in \\mathbb{R}$ with $w > 0$\n",
        "Hypotheses:\n\\begin{itemize}\n  \\item $\\varepsilon < 1$: small\n  \\item an event\n",
        "\\begin{align*}\n  S &= n\\,\\varepsilon \\\\\n  \\mathrm{th}_{j} &= j \\qquad ",
        "(j = 1, \\ldots, n) \\\\\n  f(x, y) &= x\n\\end{align*}\n",
        "\\item $c$ is \\texttt{u.\\allowbreak v} with $\\alpha = 2$, $b = S$\n",
        "Then, it is printed (and false),\n\\begin{align*}\n  r &\\le S \\qquad ",
        "\\text{($t$)} \\\\\n  q &= 1\n\\end{align*}\n",
        "\\item $\\displaystyle r \\ge v$ for every $v \\in \\mathbb{R}$ with $v > 0$: mech\n",
        "Notes:\n\\begin{itemize}\n  \\item end\n\\end{itemize}\n\\par\\endgroup\n",
    };
    check_contains(latex,
                   "Premises about the mechanism:\n\\begin{itemize}\n  \\item fresh noise\n");
    const char *from = latex;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        check_contains(from, parts[i]);
        from = strstr(from, parts[i]); /* in this order */
    }
    free(latex);
    dpc_unit_free(unit);
}
END_TEST

/* The formulas of the shared functions that the theorem calls, directly or not, and no others. */
/* Quoted texts: mathematics, and words that only look like it. */
START_TEST(test_latex_prose)
{
    static const struct {
        const char *text, *latex;
    } table[] = {
        {"each (eps, delta)-DP", "each ($\\varepsilon$, $\\delta$)-DP"},
        {"at eps_out, and delta2", "at $\\varepsilon_{\\mathrm{out}}$, and $\\delta_{2}$"},
        {"a T-fold use of L2-norms", "a $T$-fold use of $L_{2}$-norms"},
        {"a and b are bits; a = 0", "$a$ and $b$ are bits; $a = 0$"},
        {"A mechanism; I say so", "A mechanism; I say so"},
        {"Renyi DP of Renyi", "R\\'enyi DP of R\\'enyi"},
        {"alpha = 1 + sqrt(log(1/delta)/(rho T)), or 2",
         "$\\alpha = 1 + \\sqrt{\\log (1/\\delta)/(\\rho T)}$, or 2"},
        {"e^-gamma x^(alpha/(alpha-1))", "$e^{-\\gamma} x^{\\alpha/(\\alpha-1)}$"},
        {"O(q^3/sigma^3) term", "$O$($q^{3}/\\sigma^{3}$) term"},
        {"(1 + x)^2 or (1 + x)^(n - 1)", "(1 + $x$$)^{2}$ or (1 + $x$$)^{n - 1}$"},
        {"x -> 0, x >= 1.5, x <= y, 3 < 4", "$x \\to  0$, $x \\ge  1.5$, $x \\le  y$, 3 $<$ 4"},
        {"use a.b-c or compose.kov", "use a.b-c or compose.kov"},
        {"the paper's own, 'as is'; appendix E", "the paper's own, `as is'; appendix E"},
        {"it is x. Then 5% of y_1 & co.", "it is $x$. Then 5\\% of $y_{1}$ \\& co."},
        {"sqrt( is open, x^ too, x^( as well", "sqrt( is open, $x$\\textasciicircum{} too, "
                                               "$x$\\textasciicircum{}( as well"},
        {"eta is beta; betas and thetas are words",
         "$\\eta$ is $\\beta$; betas and thetas are words"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char source[400], wanted[400];
        (void)snprintf(source, sizeof source,
                       "theorem t\nrevision 1\ntitle \"t\"\ncite k \"x\"\nstatus proved paper\n"
                       "adjacency any\nresult r <= 1\nnote \"%s\"",
                       table[i].text);
        (void)snprintf(wanted, sizeof wanted, "\n  \\item %s\n\\end{itemize}", table[i].latex);
        dpc_unit *unit = parse(source);
        char *latex = latex_of(unit);
        check_contains(latex, wanted);
        free(latex);
        dpc_unit_free(unit);
    }
}
END_TEST

START_TEST(test_latex_shared)
{
    dpc_unit *prelude = parse("prelude\ndef f(x) = x + 1\ndef g(x) = f(x)^2\ndef h(x) = f(x)\n");
    dpc_unit *unit = parse_body("let y = g(2)");
    char *latex = dpc_print_latex(unit, prelude, false);
    ck_assert_ptr_nonnull(latex);
    check_contains(latex, "Here\n\\begin{align*}\n  f(x) &= x + 1 \\\\\n  g(x) &= (f(x))^{2}\n"
                          "\\end{align*}\n");
    ck_assert_ptr_null(strstr(latex, "h(x)"));
    free(latex);
    dpc_unit_free(unit);
    unit = parse_body("let y = 2");
    latex = dpc_print_latex(unit, prelude, false);
    ck_assert_ptr_null(strstr(latex, "Here"));
    free(latex);
    dpc_unit_free(unit);
    dpc_unit_free(prelude);
}
END_TEST

/* Braces and environments balance, whatever the theorem. */
START_TEST(test_latex_balance)
{
    for (size_t i = 0; i < dpc_embedded_count; i++) {
        dpc_unit *unit = parse(dpc_embedded_theorems[i].text);
        char *latex = latex_of(unit);
        long braces = 0, begins = 0, lefts = 0, dollars = 0;
        for (const char *c = latex; *c != '\0'; c++) {
            if (*c == '\\' && (c[1] == '{' || c[1] == '}' || c[1] == '$' || c[1] == '\\')) {
                c++;
                continue;
            }
            braces += *c == '{' ? 1 : *c == '}' ? -1 : 0;
            dollars += *c == '$';
            ck_assert_int_ge(braces, 0);
            begins += strncmp(c, "\\begin{", 7) == 0 ? 1 : strncmp(c, "\\end{", 5) == 0 ? -1 : 0;
            lefts += strncmp(c, "\\left", 5) == 0 ? 1 : strncmp(c, "\\right", 6) == 0 ? -1 : 0;
        }
        ck_assert_msg(braces == 0 && begins == 0 && lefts == 0 && dollars % 2 == 0, "%s", latex);
        free(latex);
        dpc_unit_free(unit);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("print");
    check_add(suite, test_expressions);
    check_add(suite, test_full);
    check_add(suite, test_statements);
    check_add(suite, test_latex_plan);
    check_add(suite, test_unit);
    check_add(suite, test_catalogue);
    check_add(suite, test_random);
    check_add(suite, test_long_chains);
    check_add(suite, test_nested);
    check_add(suite, test_latex_expressions);
    check_add(suite, test_latex_rows);
    check_add(suite, test_latex_unit);
    check_add(suite, test_latex_prose);
    check_add(suite, test_latex_shared);
    check_add(suite, test_latex_balance);
    return check_run(suite);
}
