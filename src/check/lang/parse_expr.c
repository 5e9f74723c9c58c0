/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Expressions, by recursive descent: one function for each level of precedence. */
#include "lang/parse.h"

#include <string.h>

static dpc_expr *new_expr(dpc_parser *p, dpc_expr_kind kind, uint32_t pos)
{
    dpc_expr *e = dpc_parse_alloc(p, sizeof *e);
    if (e == NULL)
        return &p->dummy;
    e->kind = kind;
    e->pos = pos;
    return e;
}

static void add_arg(dpc_parser *p, dpc_expr *e, dpc_expr *arg)
{
    dpc_expr **list = dpc_parse_grow(p, e->arg, e->nargs, sizeof *list);
    if (list == NULL || e == &p->dummy)
        return;
    e->arg = list;
    e->arg[e->nargs++] = arg;
}

static dpc_expr *unary(dpc_parser *p, dpc_expr_kind kind, uint32_t pos, dpc_expr *arg)
{
    dpc_expr *e = new_expr(p, kind, pos);
    add_arg(p, e, arg);
    return e;
}

static dpc_expr *binary(dpc_parser *p, const char *op, uint32_t pos, dpc_expr *a, dpc_expr *b)
{
    dpc_expr *e = new_expr(p, DPC_E_BIN, pos);
    e->ops = op;
    add_arg(p, e, a);
    add_arg(p, e, b);
    return e;
}

static bool one_of(const char *name, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

static const char *const folds[] = {"sum", "prod", "max", "min", "avg", NULL};
static const char *const ranges[] = {"inf", "sup", "integral", NULL};

/* After `NAME ( VAR` with the current token `=` or `in`: a construct that binds VAR. */
static dpc_expr *binder(dpc_parser *p, const char *name, const char *var, uint32_t pos)
{
    dpc_expr *e = new_expr(p, DPC_E_FOLD, pos);
    e->name = name;
    e->var = var;
    bool is_range = one_of(name, ranges), is_iterate = strcmp(name, "iterate") == 0;
    if (!is_range && !is_iterate && !one_of(name, folds)) {
        (void)dpc_fail_at(p->diag, DPC_PARSE, &p->unit->source, pos,
                          "'%s' does not bind a variable: expected sum, prod, max, min, avg, "
                          "iterate, inf, sup or integral",
                          name);
        return e;
    }
    if (dpc_parse_is_word(p, "in")) {
        dpc_lex_next(&p->lex);
        e->kind = DPC_E_FOLDIN;
        if (is_range || is_iterate)
            dpc_parse_expected(p, "'=': only sum, prod, max, min and avg run over a list");
        e->field = dpc_parse_name(p, "the name of a list");
    } else {
        dpc_parse_symbol(p, '=', "'='");
        add_arg(p, e, dpc_parse_expr(p));
        if (is_iterate) {
            e->kind = DPC_E_ITERATE;
            dpc_parse_symbol(p, ',', "',' and the number of steps");
        } else {
            e->kind = is_range ? DPC_E_RANGE : DPC_E_FOLD;
            dpc_parse_symbol(p, DPC_SYM_DOTS, "'..' and the end of the range");
        }
        add_arg(p, e, dpc_parse_expr(p));
    }
    dpc_parse_symbol(p, ',', "',' and the expression");
    add_arg(p, e, dpc_parse_expr(p));
    if (is_range && dpc_parse_accept(p, ',')) {
        if (!dpc_parse_is_word(p, "quasiconvex"))
            dpc_parse_expected(p, "'quasiconvex'");
        dpc_lex_next(&p->lex);
        if (p->lex.tok.kind == DPC_TOK_NAME)
            dpc_lex_extend_id(&p->lex); /* labels look like L-RDP-CONVEX */
        e->field = dpc_parse_name(p, "the label of a lemma");
        if (dpc_parse_is_word(p, "where")) {
            dpc_lex_next(&p->lex);
            e->where = dpc_parse_expr(p);
        }
    }
    dpc_parse_symbol(p, ')', "')'");
    return e;
}

/* After `NAME (`. */
static dpc_expr *call(dpc_parser *p, const char *name, uint32_t pos)
{
    if (p->lex.tok.kind == DPC_TOK_NAME && !dpc_parse_is_word(p, "not")) {
        dpc_lexer saved = p->lex;
        const char *var = dpc_parse_name(p, "a name");
        if (dpc_parse_is(p, '=') || dpc_parse_is_word(p, "in"))
            return binder(p, name, var, pos);
        p->lex = saved;
    }
    dpc_expr *e = new_expr(p, DPC_E_CALL, pos);
    e->name = name;
    do
        add_arg(p, e, dpc_parse_expr(p));
    while (!dpc_parse_failed(p) && dpc_parse_accept(p, ','));
    dpc_parse_symbol(p, ')', "',' or ')'");
    return e;
}

/* After a name: a call, an element, a field or the name alone. */
static dpc_expr *named(dpc_parser *p, uint32_t pos)
{
    const char *name = dpc_parse_name(p, "a name");
    if (dpc_parse_accept(p, '('))
        return call(p, name, pos);
    dpc_expr *e = new_expr(p, DPC_E_NAME, pos);
    e->name = name;
    if (dpc_parse_accept(p, '[')) {
        e->kind = DPC_E_INDEX;
        add_arg(p, e, dpc_parse_expr(p));
        dpc_parse_symbol(p, ']', "']'");
    }
    if (dpc_parse_accept(p, '.')) {
        e->kind = e->kind == DPC_E_INDEX ? DPC_E_ELEM : DPC_E_FIELD;
        e->field = dpc_parse_name(p, "a field name");
    }
    return e;
}

static dpc_expr *primary(dpc_parser *p)
{
    uint32_t pos = p->lex.tok.pos;
    if (p->lex.tok.kind == DPC_TOK_NUM) {
        dpc_expr *e = new_expr(p, DPC_E_NUM, pos);
        e->text = dpc_parse_text(p);
        return e;
    }
    if (p->lex.tok.kind == DPC_TOK_NAME)
        return named(p, pos);
    if (dpc_parse_accept(p, '(')) {
        dpc_expr *e = dpc_parse_expr(p);
        dpc_parse_symbol(p, ')', "')'");
        return e;
    }
    dpc_parse_expected(p, "a number, a name or '('");
    return &p->dummy;
}

/* -x^2 is -(x^2); 2^-x is 2^(-x); a^b^c is a^(b^c). */
static dpc_expr *factor(dpc_parser *p)
{
    uint32_t pos = p->lex.tok.pos;
    dpc_expr *e = &p->dummy;
    if (++p->depth > DPC_MAX_DEPTH)
        (void)dpc_fail_at(p->diag, DPC_PARSE, &p->unit->source, pos,
                          "nested too deeply: at most %d levels are read", DPC_MAX_DEPTH);
    if (dpc_parse_failed(p)) {
        p->depth--;
        return e;
    }
    if (dpc_parse_accept(p, '-'))
        e = unary(p, DPC_E_NEG, pos, factor(p));
    else {
        e = primary(p);
        pos = p->lex.tok.pos;
        if (dpc_parse_accept(p, '^'))
            e = binary(p, "^", pos, e, factor(p));
    }
    p->depth--;
    return e;
}

static dpc_expr *term(dpc_parser *p)
{
    dpc_expr *e = factor(p);
    while (!dpc_parse_failed(p) && (dpc_parse_is(p, '*') || dpc_parse_is(p, '/'))) {
        uint32_t pos = p->lex.tok.pos;
        const char *op = dpc_parse_accept(p, '*') ? "*" : "/";
        if (op[0] == '/')
            dpc_lex_next(&p->lex);
        e = binary(p, op, pos, e, factor(p));
    }
    return e;
}

static dpc_expr *arithmetic(dpc_parser *p)
{
    dpc_expr *e = term(p);
    while (!dpc_parse_failed(p) && (dpc_parse_is(p, '+') || dpc_parse_is(p, '-'))) {
        uint32_t pos = p->lex.tok.pos;
        const char *op = dpc_parse_accept(p, '+') ? "+" : "-";
        if (op[0] == '-')
            dpc_lex_next(&p->lex);
        e = binary(p, op, pos, e, term(p));
    }
    return e;
}

static bool is_comparison(const dpc_parser *p)
{
    return p->lex.tok.kind == DPC_TOK_SYMBOL && strchr("<>{}~!", p->lex.tok.symbol) != NULL;
}

static dpc_expr *comparison(dpc_parser *p)
{
    dpc_expr *e = arithmetic(p);
    if (dpc_parse_failed(p) || !is_comparison(p))
        return e;
    enum { MAX_CHAIN = 8 };
    char *ops = dpc_parse_alloc(p, MAX_CHAIN + 1);
    dpc_expr *chain = unary(p, DPC_E_CMP, p->lex.tok.pos, e);
    size_t n = 0;
    while (!dpc_parse_failed(p) && is_comparison(p)) {
        if (n == MAX_CHAIN) {
            dpc_parse_expected(p, "a shorter chain of comparisons");
            break;
        }
        ops[n++] = p->lex.tok.symbol;
        dpc_lex_next(&p->lex);
        add_arg(p, chain, arithmetic(p));
    }
    chain->ops = ops;
    return chain;
}

static dpc_expr *negation(dpc_parser *p)
{
    if (!dpc_parse_is_word(p, "not"))
        return comparison(p);
    uint32_t pos = p->lex.tok.pos;
    dpc_lex_next(&p->lex);
    if (++p->depth > DPC_MAX_DEPTH)
        (void)dpc_fail_at(p->diag, DPC_PARSE, &p->unit->source, pos,
                          "nested too deeply: at most %d levels are read", DPC_MAX_DEPTH);
    dpc_expr *e = dpc_parse_failed(p) ? &p->dummy : unary(p, DPC_E_NOT, pos, negation(p));
    p->depth--;
    return e;
}

static dpc_expr *conjunction(dpc_parser *p)
{
    dpc_expr *e = negation(p);
    while (!dpc_parse_failed(p) && dpc_parse_is_word(p, "and")) {
        uint32_t pos = p->lex.tok.pos;
        dpc_lex_next(&p->lex);
        e = binary(p, "&", pos, e, negation(p));
    }
    return e;
}

dpc_expr *dpc_parse_expr(dpc_parser *p)
{
    dpc_expr *e = conjunction(p);
    while (!dpc_parse_failed(p) && dpc_parse_is_word(p, "or")) {
        uint32_t pos = p->lex.tok.pos;
        dpc_lex_next(&p->lex);
        e = binary(p, "|", pos, e, conjunction(p));
    }
    return e;
}
