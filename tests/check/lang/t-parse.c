/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   From text to tree: precedence, statements, messages, limits, and random texts. */
#include "check_util.h"
#include "lang/catalogue_data.h"
#include "lang/parse.h"
#include "query/canonical.h"

#include <stdio.h>
#include <stdlib.h>

static dpc_unit *parse(const char *text, dpc_diag *diag)
{
    dpc_diag_reset(diag);
    return dpc_parse("t.thm", text, strlen(text), diag);
}

/* The unit of a theorem with this body and a result; it must parse. */
static dpc_unit *parse_body(const char *body)
{
    char lines[4096];
    (void)snprintf(lines, sizeof lines, "%s\nresult r = 1\n", body);
    char *text = check_theorem("t.one", lines);
    dpc_diag diag;
    dpc_unit *unit = parse(text, &diag);
    ck_assert_msg(unit != NULL, "%s", diag.text);
    free(text);
    return unit;
}

static const dpc_stmt *statement(const dpc_unit *unit, dpc_stmt_kind kind)
{
    const dpc_stmt *s = unit->first;
    while (s != NULL && s->kind != kind)
        s = s->next;
    ck_assert_ptr_nonnull(s);
    return s;
}

/* ---- expressions ---- */

START_TEST(test_precedence)
{
    static const struct {
        const char *text, *full;
    } table[] = {
        /* ^ binds tightest, to the right; a minus sign comes before it */
        {"-x^2", "(-(x^2))"},
        {"(-x)^2", "((-x)^2)"},
        {"a^b^c", "(a^(b^c))"},
        {"(a^b)^c", "((a^b)^c)"},
        {"2^-x", "(2^(-x))"},
        {"2^-x^y", "(2^(-(x^y)))"},
        {"--x", "(-(-x))"},
        {"-2^2", "(-(2^2))"},
        {"-x*y", "((-x)*y)"},
        {"a*-b", "(a*(-b))"},
        {"a - -b", "(a - (-b))"},
        /* the others to the left */
        {"a - b - c", "((a - b) - c)"},
        {"a - (b - c)", "(a - (b - c))"},
        {"a/b/c", "((a/b)/c)"},
        {"a/b*c", "((a/b)*c)"},
        {"a + b*c^d", "(a + (b*(c^d)))"},
        {"a*b + c/d - e", "(((a*b) + (c/d)) - e)"},
        /* comparisons: chains; looser than arithmetic, tighter than not */
        {"a + b < c*d", "((a + b) < (c*d))"},
        {"0 <= a < b", "(0 <= a < b)"},
        {"a < b <= c == d != e >= f > g", "(a < b <= c == d != e >= f > g)"},
        {"not a < b", "(not (a < b))"},
        {"not not a", "(not (not a))"},
        {"not a and b", "((not a) and b)"},
        {"a and b or c and d", "((a and b) or (c and d))"},
        {"a or b and c", "(a or (b and c))"},
        {"a and b and c", "((a and b) and c)"},
        {"a or b or c", "((a or b) or c)"},
        {"not (a or b)", "(not (a or b))"},
        {"(a < b) == c", "((a < b) == c)"},
        /* primaries */
        {"((x))", "x"},
        {"f(x)", "f(x)"},
        {"f(x, y + 1)", "f(x, (y + 1))"},
        {"f(x == y)", "f((x == y))"},
        {"if(not a, b, c)", "if((not a), b, c)"},
        {"a[i + 1]", "a[(i + 1)]"},
        {"s[i].eps^2", "(s[i].eps^2)"},
        {"c.eps/2", "(c.eps/2)"},
        {"x^f(y)", "(x^f(y))"},
        {"1e-5*x", "(1e-5*x)"},
        {"0x1.8p-3", "0x1.8p-3"},
        /* constructs that bind a name */
        {"sum(i = 1..n, x[i])", "sum(i = 1..n, x[i])"},
        {"sum(i=a+1..b-1,i^2)", "sum(i = (a + 1)..(b - 1), (i^2))"},
        {"max(s in step, s.eps)", "max(s in step, s.eps)"},
        {"max(a, b, c)", "max(a, b, c)"},
        {"iterate(x = 1, n, x/2 + 1/x)", "iterate(x = 1, n, ((x/2) + (1/x)))"},
        {"inf(p = 0..1, p)", "inf(p = 0..1, p)"},
        {"sup(p = 0..1, p, quasiconvex L-OPT-1)", "sup(p = 0..1, p, quasiconvex L-OPT-1)"},
        {"sup(p = 0..1, p, quasiconvex L-OPT-1 where a > 1 and b < c)",
         "sup(p = 0..1, p, quasiconvex L-OPT-1 where ((a > 1) and (b < c)))"},
        {"integral(x = a..b, x)", "integral(x = a..b, x)"},
        {"if(a < b, c, d)", "if((a < b), c, d)"},
        /* keywords of statements are names here */
        {"theorem + use + real", "((theorem + use) + real)"},
        {"inf + sup", "(inf + sup)"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char body[256];
        (void)snprintf(body, sizeof body, "let y = %s", table[i].text);
        dpc_unit *unit = parse_body(body);
        char *full = dpc_print_expr_full(statement(unit, DPC_S_LET)->expr);
        ck_assert_msg(strcmp(full, table[i].full) == 0, "%s is read as %s", table[i].text, full);
        free(full);
        dpc_unit_free(unit);
    }
}
END_TEST

/* Every binding construct over a range; those over a list. */
START_TEST(test_binders)
{
    static const char *const names[] = {"sum", "prod", "max", "min",
                                        "avg", "inf",  "sup", "integral"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const bool range = i >= 5;
        char body[128];
        (void)snprintf(body, sizeof body, "let y = %s(i = 1..2, i)", names[i]);
        dpc_unit *unit = parse_body(body);
        const dpc_expr *e = statement(unit, DPC_S_LET)->expr;
        ck_assert_int_eq(e->kind, range ? DPC_E_RANGE : DPC_E_FOLD);
        ck_assert_str_eq(e->var, "i");
        ck_assert_uint_eq(e->nargs, 3);
        dpc_unit_free(unit);
        if (range)
            continue;
        (void)snprintf(body, sizeof body, "let y = %s(s in step, s.x)", names[i]);
        unit = parse_body(body);
        e = statement(unit, DPC_S_LET)->expr;
        ck_assert_int_eq(e->kind, DPC_E_FOLDIN);
        ck_assert_str_eq(e->field, "step");
        dpc_unit_free(unit);
    }
}
END_TEST

/* Positions are those of the operator, or of the first character. */
START_TEST(test_positions)
{
    dpc_unit *unit = parse_body("let y = aa + bb*(cc)");
    const char *line = strstr(unit->source.text, "let y");
    const dpc_stmt *s = statement(unit, DPC_S_LET);
    ck_assert_ptr_eq(unit->source.text + s->pos, line);
    ck_assert_int_eq(unit->source.text[s->expr->pos], '+');
    ck_assert_int_eq(unit->source.text[s->expr->arg[1]->pos], '*');
    ck_assert_int_eq(unit->source.text[s->expr->arg[1]->arg[1]->pos], 'c');
    dpc_unit_free(unit);
}
END_TEST

/* ---- statements ---- */

START_TEST(test_header)
{
    static const char text[] =
        "# a comment\n\ntheorem a-b.c-2\nrevision 17\ntitle \"T\"\n"
        "cite k2020 \"1\"\ncite k2021 \"2\"\nstatus refuted machine \"why\"\n"
        "adjacency replace-one\nabout \"m\"\nnote \"n\"\nassume \"a\"\npremise \"p\"\n"
        "method inversion\nresult r = 1";
    dpc_diag diag;
    dpc_unit *unit = parse(text, &diag);
    ck_assert_msg(unit != NULL, "%s", diag.text);
    ck_assert_str_eq(unit->id, "a-b.c-2");
    ck_assert_uint_eq(unit->revision, 17);
    ck_assert_str_eq(unit->title, "T");
    ck_assert_int_eq(unit->status, DPC_STATUS_REFUTED);
    ck_assert_int_eq(unit->basis, DPC_BASIS_MACHINE);
    ck_assert_int_eq(unit->adjacency, DPC_ADJACENCY_REPLACE_ONE);
    ck_assert_str_eq(unit->method, "inversion");
    ck_assert(!unit->is_prelude);
    ck_assert_str_eq(statement(unit, DPC_S_STATUS)->text, "why");
    ck_assert_str_eq(statement(unit, DPC_S_PREMISE)->text, "p");
    dpc_unit_free(unit);
}
END_TEST

/* What every theorem must say: leaving one out, or saying it twice, is an error. */
START_TEST(test_mandatory)
{
    static const char *const lines[] = {
        "theorem t.one\n",       "revision 1\n",    "title \"T\"\n", "cite k \"x\"\n",
        "status proved paper\n", "adjacency any\n", "result r = 1\n"};
    enum { COUNT = sizeof lines / sizeof lines[0] };
    for (size_t left_out = 0; left_out <= COUNT; left_out++) {
        check_text text = {NULL, 0};
        for (size_t i = 0; i < COUNT; i++)
            check_append(&text, "%s", i != left_out ? lines[i] : "");
        dpc_diag diag;
        dpc_unit *unit = parse(text.s, &diag);
        if (left_out == COUNT) {
            ck_assert_msg(unit != NULL, "%s", diag.text);
        } else {
            char word[32];
            ck_assert_ptr_null(unit);
            (void)snprintf(word, sizeof word, "'%.*s' is missing",
                           (int)strcspn(lines[left_out], " "), lines[left_out]);
            check_contains(diag.text, word);
            check_contains(diag.text, "t.thm: ");
        }
        dpc_unit_free(unit);
        check_clear(&text);
    }
    for (size_t twice = 0; twice < COUNT; twice++) {
        if (twice == 3 || twice == 6)
            continue; /* several sources and results are fine */
        char word[64];
        check_text text = {NULL, 0};
        for (size_t i = 0; i < COUNT; i++)
            check_append(&text, "%s", lines[i]);
        check_append(&text, "%s", lines[twice]);
        dpc_diag diag;
        ck_assert_ptr_null(parse(text.s, &diag));
        (void)snprintf(word, sizeof word, "t.thm:8:1: '%.*s' stands here for the second time",
                       (int)strcspn(lines[twice], " "), lines[twice]);
        check_contains(diag.text, word);
        check_clear(&text);
    }
}
END_TEST

START_TEST(test_whole_files)
{
    static const struct {
        const char *text, *message;
    } table[] = {
        {"", "'theorem' is missing"},
        {"\n\n# nothing\n", "'theorem' is missing"},
        {"revision 1\ntheorem a.b\n", "'theorem' must be the first statement"},
        {"prelude\ndef f(x) = x\nprelude\n", "t.thm:3:1: a prelude starts with"},
        {"prelude\nlet x = 1\n", "t.thm:2:1: a prelude starts with"},
        {"prelude\ntheorem a.b\n", "t.thm:2:1: a prelude starts with"},
        {"note \"x\"\nprelude\n", "t.thm:2:1: a prelude starts with"},
        {"prelude x\n", "expected an operator or the end of the line"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_diag diag;
        ck_assert_ptr_null(parse(table[i].text, &diag));
        ck_assert_int_eq(diag.status, DPC_PARSE);
        check_contains(diag.text, table[i].message);
    }
    dpc_diag diag;
    dpc_unit *unit = parse("prelude\ncite k \"x\"\ndef f(x, n : int) = x^n\nnote \"y\"", &diag);
    ck_assert_msg(unit != NULL, "%s", diag.text);
    ck_assert(unit->is_prelude);
    dpc_unit_free(unit);
}
END_TEST

START_TEST(test_statements)
{
    dpc_unit *unit =
        parse_body("param m : enum(first, last) where m == first \"which\"\n"
                   "param step : list(eps, count : int, delta : real) \"steps\"\n"
                   "choose w : int where 0 < w\n"
                   "objective maximise w\n"
                   "let th[j = 1..n] = th[j - 1] + 1\n"
                   "def f(x, j : int, y : real) = x\n"
                   "use c = rdp.closed-eps(alpha = 2, gamma = 1 + 1)\n"
                   "require 1 < 2 \"obvious\"\n"
                   "result q >= 1 \"text\"\n"
                   "referee q <= v + n \"mechanism\" choose v : real, n : int where v > n");
    const dpc_stmt *s = statement(unit, DPC_S_PARAM);
    ck_assert_int_eq(s->type.kind, DPC_T_ENUM);
    ck_assert_uint_eq(s->type.nmembers, 2);
    ck_assert_str_eq(s->type.member[1], "last");
    ck_assert_str_eq(s->text, "which");
    ck_assert_ptr_nonnull(s->where);
    s = s->next;
    ck_assert_int_eq(s->type.kind, DPC_T_LIST);
    ck_assert_uint_eq(s->type.nmembers, 3);
    ck_assert_int_eq(s->type.member_type[0], DPC_T_REAL);
    ck_assert_int_eq(s->type.member_type[1], DPC_T_INT);
    ck_assert_int_eq(s->type.member_type[2], DPC_T_REAL);
    s = statement(unit, DPC_S_CHOOSE);
    ck_assert_int_eq(s->type.kind, DPC_T_INT);
    ck_assert_ptr_null(s->text);
    ck_assert_int_eq(statement(unit, DPC_S_OBJECTIVE)->rel, '>');
    s = statement(unit, DPC_S_ARRAY);
    ck_assert_str_eq(s->word, "j");
    ck_assert_str_eq(s->hi->name, "n");
    s = statement(unit, DPC_S_DEF);
    ck_assert_uint_eq(s->nargs, 3);
    ck_assert_int_eq(s->arg[0].type.kind, DPC_T_REAL);
    ck_assert_int_eq(s->arg[1].type.kind, DPC_T_INT);
    s = statement(unit, DPC_S_USE);
    ck_assert_str_eq(s->word, "rdp.closed-eps");
    ck_assert_uint_eq(s->nargs, 2);
    ck_assert_str_eq(s->arg[1].name, "gamma");
    ck_assert_int_eq(s->arg[1].value->kind, DPC_E_BIN);
    s = statement(unit, DPC_S_RESULT);
    ck_assert_int_eq(s->rel, '>');
    ck_assert_str_eq(s->text, "text");
    s = statement(unit, DPC_S_REFEREE);
    ck_assert_int_eq(s->rel, '<');
    ck_assert_str_eq(s->text, "mechanism");
    ck_assert_uint_eq(s->nargs, 2);
    ck_assert_int_eq(s->arg[1].type.kind, DPC_T_INT);
    ck_assert_ptr_nonnull(s->where);
    dpc_unit_free(unit);
}
END_TEST

/* Each line after a sound header: the message names line and column, shows the line, and has a
   caret under the column. */
START_TEST(test_messages)
{
    static const struct {
        const char *line;
        unsigned long column;
        const char *message;
    } table[] = {
        {"lett x = 1", 1, "expected a statement (theorem, revision"},
        {"1", 1, "expected a statement"},
        {"let", 4, "expected a name but found the end of the line"},
        {"let x", 6, "expected '=' but found the end of the line"},
        {"let x =", 8, "expected a number, a name or '(' but found the end of the line"},
        {"let x == 1", 7, "expected '=' but found '=='"},
        {"let x = 1 +", 12, "expected a number, a name or '(' but found the end of the line"},
        {"let x = 1 2", 11, "expected an operator or the end of the line but found the number 2"},
        {"let x = a b", 11, "but found the name 'b'"},
        {"let x = (1", 11, "expected ')' but found the end of the line"},
        {"let x = 1)", 10, "expected an operator or the end of the line but found ')'"},
        {"let x = f(1", 12, "expected ',' or ')'"},
        {"let x = f()", 11, "expected a number, a name or '('"},
        {"let x = f(1,)", 13, "expected a number, a name or '('"},
        {"let x = a[1", 12, "expected ']'"},
        {"let x = a[]", 11, "expected a number, a name or '('"},
        {"let x = a.", 11, "expected a field name"},
        {"let x = a.1", 11, "expected a field name but found the number 1"},
        {"let x = *2", 9, "expected a number, a name or '(' but found '*'"},
        {"let x = +2", 9, "expected a number, a name or '(' but found '+'"},
        {"let x = 2 * \"a\"", 13, "but found the text \"a\""},
        {"let x = a = b", 11, "expected an operator or the end of the line but found '='"},
        {"let x = a < ", 13, "expected a number, a name or '('"},
        {"let x = a <= <= b", 14, "but found '<='"},
        {"let x = not", 12, "expected a number, a name or '('"},
        {"let x = a and", 14, "expected a number, a name or '('"},
        {"let x = 1 + not a", 13, "but found the name 'not'"},
        {"let x = 0<a<b<c<d<e<f<g<h<i", 26, "expected a shorter chain of comparisons"},
        {"let and = 1", 5, "expected a name but found the name 'and'"},
        {"let in = 1", 5, "but found the name 'in'"},
        {"let x = where", 9, "but found the name 'where'"},
        {"let x-y = 1", 6, "expected '=' but found '-'"}, /* hyphens only in theorem ids */
        {"param a-b : real", 8, "expected ':' and a type but found '-'"},
        {"let x = exp(i = 1..2, i)", 9, "'exp' does not bind a variable"},
        {"let x = sum(i = 1, i)", 18, "expected '..' and the end of the range"},
        {"let x = sum(i = 1..2)", 21, "expected ',' and the expression"},
        {"let x = sum(i in 3, i)", 18, "expected the name of a list"},
        {"let x = inf(i in s, i)", 18, "only sum, prod, max, min and avg run over a list"},
        {"let x = iterate(y = 1..2, y)", 22, "expected ',' and the number of steps"},
        {"let x = inf(p = 0..1, p, convex L)", 26, "expected 'quasiconvex'"},
        {"let x = inf(p = 0..1, p, quasiconvex)", 37, "expected the label of a lemma"},
        {"let x = inf(p = 0..1, p, quasiconvex L where)", 45, "expected"},
        {"let x = inf(p = 0..1, p where p > 1)", 25, "expected ')'"},
        {"let x[ = 1", 8, "expected the index variable"},
        {"let x[j] = 1", 8, "expected '='"},
        {"let x[j = 1..2 = 1", 16, "expected ']'"},
        {"param", 6, "expected the name of a parameter"},
        {"param x", 8, "expected ':' and a type"},
        {"param x : complex", 11, "expected a type: real, int, enum(...) or list(...)"},
        {"param x : bool", 11, "expected a type"},
        {"param x : real where", 21, "expected a number, a name or '('"},
        {"param x : enum", 15, "expected '('"},
        {"param x : enum()", 16, "expected a value"},
        {"param x : enum(a, b", 20, "expected ',' or ')'"},
        {"param x : enum(a, b, a)", 22, "'a' stands twice in this type"},
        {"param x : list(a : enum(b))", 20, "expected the type of a field: real or int"},
        {"param x : list(y, y)", 19, "'y' stands twice in this type"},
        {"choose x : enum(a, b)", 12, "expected a type: real, int or plan(...)"},
        {"choose x : list(a)", 12, "expected a type: real, int or plan(...)"},
        {"objective", 10, "expected the name of what the search makes small"},
        {"objective maximise", 19, "expected the name"},
        {"choose p : plan inversion", 17, "expected '(' and the kind of the plan"},
        {"choose p : plan(1)", 17, "expected the kind of a plan"},
        {"choose p : plan(inversion, x)", 26, "expected ')'"},
        {"choose p : plan(inversion) where 1 < 2", 28, "expected an operator or the end"},
        {"choose p : plan(inversion) for", 31, "expected a number, a name or '('"},
        {"choose x : real for 1", 17, "expected an operator or the end"},
        {"param p : plan(inversion)", 11, "expected a type: real, int, enum(...) or list(...)"},
        {"plan p(x)", 9, "expected ':' and a type"},
        {"plan p(x : real, x : int)", 18, "'x' stands twice in this plan"},
        {"plan p(x : enum(a))", 12, "expected a type: real or int"},
        {"plan p(x : real where)", 22, "expected a number, a name or '('"},
        {"plan p(x : real)", 1, "the prelude alone declares plans"},
        {"method inversion(x)", 1, "the prelude alone declares plans"},
        {"objective 1 + 1", 11, "expected the name"},
        {"def f = 1", 7, "expected '('"},
        {"def f() = 1", 7, "expected the name of an argument"},
        {"def f(x : list(a)) = 1", 11, "expected a type: real, int or plan(...)"},
        {"def f(x)", 9, "expected '='"},
        {"use c", 6, "expected '='"},
        {"use c = 1", 9, "expected a theorem id such as gauss.theta"},
        {"use c = a.b", 12, "expected '(' and the theorem's parameters"},
        {"use c = a.b()", 13, "expected the name of a parameter"},
        {"use c = a.b(x)", 14, "expected '='"},
        {"use c-d = a.b(x = 1)", 6, "expected '='"},
        {"require", 8, "expected a number, a name or '('"},
        {"require \"text\"", 9, "but found the text"},
        {"assume x", 8, "expected a text in double quotes but found the name 'x'"},
        {"premise", 8, "expected a text in double quotes"},
        {"premise \"a\" \"b\"", 13, "expected an operator or the end of the line"},
        {"note", 5, "expected a text in double quotes"},
        {"note \"a\" \"b\"", 10, "expected an operator or the end of the line"},
        {"cite \"a\"", 6, "expected the key of a source"},
        {"cite k", 7, "expected a text in double quotes"},
        {"result x < 1", 10, "expected '<=', '>=' or '='"},
        {"result x == 1", 10, "expected '<=', '>=' or '='"},
        {"result <= 1", 8, "expected the name of a result"},
        {"referee x = 1 \"m\"", 11, "expected '<=' or '>='"},
        {"referee x >= 1", 15, "expected a text in double quotes"},
        {"referee x >= 1 \"m\" choose w", 28, "expected ':' and a type"},
        {"referee x >= w \"m\" choose w : real", 35, "expected 'where' and the condition"},
        {"referee x >= w \"m\" choose w : enum(a) where w", 31,
         "expected a type: real, int or plan(...)"},
        {"method", 7, "expected the name of a method"},
        {"status good paper", 8, "expected a status: exact, proved"},
        {"status proved", 14, "expected the basis of the status"},
        {"status proved-ish paper", 8, "but found the name 'proved-ish'"},
        {"adjacency add", 11, "expected add-remove, replace-one or any"},
        {"revision x", 10, "expected a revision number"},
        {"revision 1.5", 10, "expected a revision number"},
        {"revision 1e3", 10, "expected a revision number"},
        {"revision 0x10", 10, "expected a revision number"},
        {"revision 1234567890", 10, "expected a revision number"},
        {"theorem 1.a", 10, "malformed number"},
        {"let x = 1 \\ ", 11, "this character has no meaning here"}, /* a trailing blank */
        {"let\tx = 1 2", 11, "expected an operator"},
        {"let x = a  # $\x80", 15, "only printable ASCII"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char body[256];
        (void)snprintf(body, sizeof body, "%s\nresult r = 1\n", table[i].line);
        char *text = check_theorem("t.one", body);
        dpc_diag diag;
        check_message m;
        dpc_unit *unit = parse(text, &diag);
        ck_assert_msg(unit == NULL, "'%s' is read", table[i].line);
        ck_assert_int_eq(diag.status, DPC_PARSE);
        check_split_message(diag.text, "t.thm", &m);
        check_contains(m.text, table[i].message);
        ck_assert_msg(m.line == CHECK_HEADER_LINES + 1 && m.column == table[i].column &&
                          m.caret == table[i].column,
                      "column %lu and not %lu: %s", m.column, table[i].column, diag.text);
        ck_assert_uint_eq(strlen(m.shown), strlen(table[i].line));
        free(text);
    }
}
END_TEST

/* A long line is shown in part, with the caret still under the place. */
START_TEST(test_long_line)
{
    check_text line = {NULL, 0};
    check_append(&line, "let x = ");
    check_repeat(&line, "abcd + ", 100);
    check_append(&line, "* 2");
    check_repeat(&line, " + efgh", 40);
    char *text = check_theorem("t.one", line.s);
    dpc_diag diag;
    check_message m;
    ck_assert_ptr_null(parse(text, &diag));
    check_split_message(diag.text, "t.thm", &m);
    ck_assert_uint_eq(m.column, 709);
    ck_assert_uint_lt(strlen(m.shown), 200);
    ck_assert_int_eq(m.shown[m.caret - 1], '*');
    free(text);
    check_clear(&line);
}
END_TEST

/* An error on a continued line is shown on the line where it is. */
START_TEST(test_continued)
{
    char *text = check_theorem("t.one", "let x = 1 + \\\n  2 + \\\n  3 )\nresult r = 1");
    dpc_diag diag;
    check_message m;
    ck_assert_ptr_null(parse(text, &diag));
    check_split_message(diag.text, "t.thm", &m);
    ck_assert_uint_eq(m.line, CHECK_HEADER_LINES + 3);
    ck_assert_uint_eq(m.column, 5);
    ck_assert_str_eq(m.shown, "  3 )");
    free(text);
}
END_TEST

/* A sound text with and without its last newline, with blank lines and comments: always the same
   tree. */
START_TEST(test_layout)
{
    char *plain = check_theorem("t.one", "let x = 1 + 2*3\nresult r <= x \"t\"");
    char *spread = check_theorem("t.one", "\n\n#c\n\tlet\tx=1\\\n+ 2 *3# d\n\n"
                                          "result   r<=x\"t\"\n\n# end");
    dpc_diag diag;
    dpc_unit *a = parse(plain, &diag), *b = parse(spread, &diag);
    ck_assert_msg(a != NULL && b != NULL, "%s", diag.text);
    ck_assert(check_same_unit(a, b));
    dpc_unit_free(a);
    dpc_unit_free(b);
    free(plain);
    free(spread);
}
END_TEST

/* ---- limits ---- */

/* let y = PREFIX repeated, x, SUFFIX repeated. */
static dpc_unit *parse_nested(const char *prefix, const char *suffix, size_t count, dpc_diag *diag)
{
    check_text body = {NULL, 0};
    check_append(&body, "let y = ");
    check_repeat(&body, prefix, count);
    check_append(&body, "x");
    check_repeat(&body, suffix, count);
    check_append(&body, "\nresult r = 1\n");
    char *text = check_theorem("t.one", body.s);
    dpc_unit *unit = parse(text, diag);
    check_clear(&body);
    free(text);
    return unit;
}

START_TEST(test_nesting)
{
    /* x itself is one level; everything that nests counts */
    static const struct {
        const char *prefix, *suffix;
    } table[] = {{"(", ")"},
                 {"f(", ")"},
                 {"a[", "]"},
                 {"-", ""},
                 {"2^", ""},
                 {"not ", ""},
                 {"sum(i = 1..2, ", ")"}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_diag diag;
        dpc_unit *unit = parse_nested(table[i].prefix, table[i].suffix, DPC_MAX_DEPTH - 1, &diag);
        ck_assert_msg(unit != NULL, "%s", diag.text);
        dpc_unit_free(unit);
        static const size_t counts[] = {DPC_MAX_DEPTH, 100000};
        for (size_t k = 0; k < 2; k++) {
            if (counts[k] * (strlen(table[i].prefix) + strlen(table[i].suffix)) > 1000000)
                continue;
            ck_assert_ptr_null(parse_nested(table[i].prefix, table[i].suffix, counts[k], &diag));
            ck_assert_int_eq(diag.status, DPC_PARSE);
            check_contains(diag.text, "nested too deeply: at most 200 levels are read");
        }
    }
    /* parentheses that are not closed */
    dpc_diag diag;
    ck_assert_ptr_null(parse_nested("(", "", 100000, &diag));
    check_contains(diag.text, "nested too deeply");
}
END_TEST

/* Long chains are not nested: a text of the largest size is read. */
START_TEST(test_chains)
{
    static const char *const links[] = {" + x", "*x", " - x", "/x", " and x", " or x"};
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        dpc_diag diag;
        dpc_unit *unit =
            parse_nested("", links[i], (i == 0 ? 1000000 : 100000) / strlen(links[i]), &diag);
        ck_assert_msg(unit != NULL, "%s", diag.text);
        dpc_unit_free(unit);
    }
}
END_TEST

START_TEST(test_size)
{
    check_text text = {NULL, 0};
    char *head = check_theorem("t.one", "result r = 1\n");
    check_append(&text, "%s", head);
    check_repeat(&text, "\n", DPC_MAX_TEXT + 1 - text.len);
    dpc_diag diag = {.status = DPC_OK};
    dpc_unit *unit = dpc_parse("t.thm", text.s, DPC_MAX_TEXT, &diag);
    ck_assert_msg(unit != NULL, "%s", diag.text);
    dpc_unit_free(unit);
    ck_assert_ptr_null(dpc_parse("t.thm", text.s, DPC_MAX_TEXT + 1, &diag));
    ck_assert_int_eq(diag.status, DPC_PARSE);
    check_contains(diag.text, "t.thm: 1048577 bytes are too many");
    free(head);
    check_clear(&text);
}
END_TEST

START_TEST(test_many_arguments)
{
    check_text body = {NULL, 0};
    check_append(&body, "let y = max(0");
    check_repeat(&body, ", 1", 12345);
    check_append(&body, ", 777");
    check_repeat(&body, ", 2", 17653);
    check_append(&body, ")\nresult r = 1\n");
    char *text = check_theorem("t.one", body.s);
    dpc_diag diag;
    dpc_unit *unit = parse(text, &diag);
    ck_assert_msg(unit != NULL, "%s", diag.text);
    const dpc_expr *e = statement(unit, DPC_S_LET)->expr;
    ck_assert_uint_eq(e->nargs, 30000);
    ck_assert_str_eq(e->arg[12346]->text, "777");
    dpc_unit_free(unit);
    free(text);
    check_clear(&body);
}
END_TEST

/* ---- random texts ---- */

/* Parses any bytes, from a buffer of exactly their size: a unit, or NULL with a message. */
static void survive(const char *text, size_t len)
{
    char *copy = malloc(len + (len == 0));
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text, len);
    dpc_diag diag = {.status = DPC_OK};
    dpc_unit *unit = dpc_parse("m.thm", copy, len, &diag);
    free(copy); /* the unit does not need it */
    if (unit == NULL) {
        ck_assert_int_eq(diag.status, DPC_PARSE);
        check_contains(diag.text, "m.thm:");
        for (const char *c = diag.text; *c != '\0'; c++)
            ck_assert_msg(*c == '\n' || (*c >= 32 && *c <= 126), "byte %d in: %s", *c, diag.text);
    } else {
        ck_assert_int_eq(diag.status, DPC_OK);
        char *printed = dpc_print_unit(unit);
        ck_assert_ptr_nonnull(printed);
        free(printed);
    }
    dpc_unit_free(unit);
}

START_TEST(test_truncated)
{
    for (size_t i = 0; i < dpc_embedded_count; i++) {
        const char *text = dpc_embedded_theorems[i].text;
        size_t all = strlen(text), cuts = 60 * check_mult();
        size_t step = all > cuts ? all / cuts : 1;
        for (size_t len = 0; len < all; len += step)
            survive(text, len);
    }
}
END_TEST

START_TEST(test_mutated)
{
    uint64_t state = check_seed("t-parse");
    unsigned long rounds = 1500 * check_mult();
    static const char *const tokens[] = {"(",       ")",    "[",    "]",  "..",    "^",    "-",
                                         "\"",      "#",    "\\\n", "\n", " and ", "sum(", "if(",
                                         "1e",      "=",    "<=",   ":",  ",",     "0x",   "where ",
                                         "choose ", "let ", ".",    "\r", "\t",    "9"};
    for (unsigned long round = 0; round < rounds; round++) {
        check_text t = {NULL, 0};
        const char *original = dpc_embedded_theorems[check_below(&state, dpc_embedded_count)].text;
        check_repeat(&t, original, 1);
        size_t changes = 1 + check_below(&state, 4);
        for (size_t k = 0; k < changes && t.len > 0; k++) {
            const size_t at = check_below(&state, t.len);
            const char *token = tokens[check_below(&state, sizeof tokens / sizeof tokens[0])];
            switch (check_below(&state, 5)) {
            case 0: /* another byte */
                t.s[at] = (char)check_below(&state, 256);
                break;
            case 1: /* a bit */
                t.s[at] = (char)(t.s[at] ^ (1 << check_below(&state, 7)));
                break;
            case 2: /* something cut out */
                check_splice(&t, at, 1 + check_below(&state, 8), "", 0);
                break;
            case 3: /* a token put in */
                check_splice(&t, at, 0, token, strlen(token));
                break;
            default: /* the rest cut off */
                if (check_below(&state, 4) == 0)
                    check_splice(&t, at, t.len - at, "", 0);
                break;
            }
        }
        survive(t.s, t.len);
        check_clear(&t);
    }
}
END_TEST

START_TEST(test_noise)
{
    uint64_t state = check_seed("t-parse");
    unsigned long rounds = 1000 * check_mult();
    for (unsigned long round = 0; round < rounds; round++) {
        char bytes[256] = "";
        size_t len = check_below(&state, sizeof bytes);
        bool ascii = check_below(&state, 2) == 0;
        for (size_t i = 0; i < len; i++)
            bytes[i] =
                ascii ? (char)(32 + check_below(&state, 95)) : (char)check_below(&state, 256);
        survive(bytes, len);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("parse");
    check_add(suite, test_precedence);
    check_add(suite, test_binders);
    check_add(suite, test_positions);
    check_add(suite, test_header);
    check_add(suite, test_mandatory);
    check_add(suite, test_whole_files);
    check_add(suite, test_statements);
    check_add(suite, test_messages);
    check_add(suite, test_long_line);
    check_add(suite, test_continued);
    check_add(suite, test_layout);
    check_add(suite, test_nesting);
    check_add(suite, test_chains);
    check_add(suite, test_size);
    check_add(suite, test_many_arguments);
    check_add(suite, test_truncated);
    check_add(suite, test_mutated);
    check_add(suite, test_noise);
    return check_run(suite);
}
