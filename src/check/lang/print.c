/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Expressions as text.  Operators have the levels of the parser; an operand gets parentheses where
   its level is below the one that its place asks for, or always in the full form. */
#include "lang/print.h"

#include "lang/lex.h"

#include <stdio.h>
#include <stdlib.h>

/* Levels of precedence, loosest first: one for each function of parse_expr.c. */
enum { L_OR, L_AND, L_NOT, L_COMPARE, L_ADD, L_MUL, L_FACTOR, L_PRIMARY };

typedef struct {
    FILE *out;
    bool full;   /* all parentheses */
    bool failed; /* out of memory */
} printer;

static int level_of(const dpc_expr *e)
{
    switch (e->kind) {
    case DPC_E_NEG:
        return L_FACTOR;
    case DPC_E_NOT:
        return L_NOT;
    case DPC_E_CMP:
        return L_COMPARE;
    case DPC_E_BIN:
        switch (e->ops[0]) {
        case '|':
            return L_OR;
        case '&':
            return L_AND;
        case '+':
        case '-':
            return L_ADD;
        case '*':
        case '/':
            return L_MUL;
        default:
            return L_FACTOR; /* ^ */
        }
    default:
        return L_PRIMARY;
    }
}

/* a op b op c is (a op b) op c: for every operator of two operands except ^. */
static bool left_associative(const dpc_expr *e)
{
    return e->kind == DPC_E_BIN && e->ops[0] != '^';
}

static bool parenthesised(const printer *p, const dpc_expr *e, int wanted)
{
    return level_of(e) < (p->full ? L_PRIMARY : wanted);
}

static void put(printer *p, const char *s)
{
    (void)fputs(s, p->out);
}

static void put_expr(printer *p, const dpc_expr *e, int wanted);

static const char *operator_text(char op)
{
    switch (op) {
    case '+':
        return " + ";
    case '-':
        return " - ";
    case '*':
        return "*";
    case '/':
        return "/";
    case '^':
        return "^";
    case '&':
        return " and ";
    case '|':
        return " or ";
    case '<':
        return " < ";
    case '>':
        return " > ";
    case DPC_SYM_LE:
        return " <= ";
    case DPC_SYM_GE:
        return " >= ";
    case DPC_SYM_NE:
        return " != ";
    default:
        return " == ";
    }
}

/* A chain a+b+c+... is as deep as it is long: its left spine is walked, not recursed into. */
static void put_spine(printer *p, const dpc_expr *e, int wanted)
{
    size_t length = 1;
    for (const dpc_expr *x = e->arg[0]; left_associative(x); x = x->arg[0])
        length++;
    const dpc_expr **spine = malloc(length * sizeof *spine);
    if (spine == NULL) {
        p->failed = true;
        return;
    }
    const dpc_expr *left = e;
    int place = wanted; /* the level that the place of left asks for */
    for (size_t i = 0; i < length; i++) {
        if (parenthesised(p, left, place))
            put(p, "(");
        place = level_of(left);
        spine[i] = left;
        left = left->arg[0];
    }
    put_expr(p, left, place);
    for (size_t i = length; i-- > 0;) {
        put(p, operator_text(spine[i]->ops[0]));
        put_expr(p, spine[i]->arg[1], level_of(spine[i]) + 1);
        if (parenthesised(p, spine[i], i == 0 ? wanted : level_of(spine[i - 1])))
            put(p, ")");
    }
    free(spine);
}

static void put_operation(printer *p, const dpc_expr *e)
{
    switch (e->kind) {
    case DPC_E_NEG:
        put(p, "-");
        put_expr(p, e->arg[0], L_FACTOR);
        break;
    case DPC_E_NOT:
        put(p, "not ");
        put_expr(p, e->arg[0], L_NOT);
        break;
    case DPC_E_CMP:
        put_expr(p, e->arg[0], L_ADD);
        for (size_t i = 1; i < e->nargs; i++) {
            put(p, operator_text(e->ops[i - 1]));
            put_expr(p, e->arg[i], L_ADD);
        }
        break;
    default: /* ^ */
        put_expr(p, e->arg[0], L_PRIMARY);
        put(p, "^");
        put_expr(p, e->arg[1], L_FACTOR);
        break;
    }
}

static void put_arguments(printer *p, const dpc_expr *e, size_t first)
{
    for (size_t i = first; i < e->nargs; i++) {
        if (i > 0)
            put(p, ", ");
        put_expr(p, e->arg[i], L_OR);
    }
}

static void put_primary(printer *p, const dpc_expr *e)
{
    switch (e->kind) {
    case DPC_E_NUM:
        put(p, e->text);
        return;
    case DPC_E_NAME:
        put(p, e->name);
        return;
    case DPC_E_FIELD:
        (void)fprintf(p->out, "%s.%s", e->name, e->field);
        return;
    case DPC_E_INDEX:
    case DPC_E_ELEM:
        (void)fprintf(p->out, "%s[", e->name);
        put_expr(p, e->arg[0], L_OR);
        put(p, "]");
        if (e->kind == DPC_E_ELEM)
            (void)fprintf(p->out, ".%s", e->field);
        return;
    case DPC_E_CALL:
        (void)fprintf(p->out, "%s(", e->name);
        put_arguments(p, e, 0);
        break;
    case DPC_E_FOLDIN:
        (void)fprintf(p->out, "%s(%s in %s, ", e->name, e->var, e->field);
        put_arguments(p, e, 0);
        break;
    case DPC_E_ITERATE:
        (void)fprintf(p->out, "%s(%s = ", e->name, e->var);
        put_arguments(p, e, 0);
        break;
    default: /* FOLD, RANGE */
        (void)fprintf(p->out, "%s(%s = ", e->name, e->var);
        put_expr(p, e->arg[0], L_OR);
        put(p, "..");
        put_expr(p, e->arg[1], L_OR);
        put_arguments(p, e, 2);
        if (e->kind == DPC_E_RANGE && e->field != NULL)
            (void)fprintf(p->out, ", quasiconvex %s", e->field);
        if (e->where != NULL) {
            put(p, " where ");
            put_expr(p, e->where, L_OR);
        }
        break;
    }
    put(p, ")");
}

/* wanted: the lowest level that may stand here without parentheses. */
static void put_expr(printer *p, const dpc_expr *e, int wanted)
{
    if (left_associative(e)) {
        put_spine(p, e, wanted);
        return;
    }
    if (parenthesised(p, e, wanted))
        put(p, "(");
    if (level_of(e) == L_PRIMARY)
        put_primary(p, e);
    else
        put_operation(p, e);
    if (parenthesised(p, e, wanted))
        put(p, ")");
}

bool dpc_print_expr_to(FILE *out, const dpc_expr *e, bool full)
{
    printer p = {.out = out, .full = full};
    put_expr(&p, e, L_OR);
    return !p.failed && ferror(out) == 0;
}

char *dpc_print_expr(const dpc_expr *e)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    const bool good = dpc_print_expr_to(out, e, false);
    if (fclose(out) == 0 && good)
        return text;
    free(text);
    return NULL;
}
