/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The canonical text.  Operators have the levels of the parser; an operand gets parentheses where
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
    bool failed; /* memory ended */
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

static void put_type(printer *p, const dpc_type *type)
{
    static const char *const names[] = {"real", "int", "bool", "enum", "list", "plan"};
    put(p, names[type->kind]);
    if (type->kind == DPC_T_PLAN)
        (void)fprintf(p->out, "(%s)", type->plan);
    if (type->kind != DPC_T_ENUM && type->kind != DPC_T_LIST)
        return;
    for (size_t i = 0; i < type->nmembers; i++)
        (void)fprintf(p->out, "%s%s%s", i == 0 ? "(" : ", ", type->member[i],
                      type->member_type[i] == DPC_T_INT ? " : int" : "");
    put(p, ")");
}

static const char *keyword(dpc_stmt_kind kind)
{
    static const char *const words[] = {
        [DPC_S_PRELUDE] = "prelude",
        [DPC_S_THEOREM] = "theorem",
        [DPC_S_REVISION] = "revision",
        [DPC_S_TITLE] = "title",
        [DPC_S_CITE] = "cite",
        [DPC_S_STATUS] = "status",
        [DPC_S_ADJACENCY] = "adjacency",
        [DPC_S_ABOUT] = "about",
        [DPC_S_NOTE] = "note",
        [DPC_S_ASSUME] = "assume",
        [DPC_S_PREMISE] = "premise",
        [DPC_S_PLAN] = "plan",
        [DPC_S_METHOD] = "method",
        [DPC_S_PARAM] = "param",
        [DPC_S_CHOOSE] = "choose",
        [DPC_S_OBJECTIVE] = "objective",
        [DPC_S_LET] = "let",
        [DPC_S_ARRAY] = "let",
        [DPC_S_DEF] = "def",
        [DPC_S_USE] = "use",
        [DPC_S_REQUIRE] = "require",
        [DPC_S_RESULT] = "result",
        [DPC_S_REFEREE] = "referee",
    };
    return words[kind];
}

/* What stands in parentheses after the name of a function or a used theorem. */
static void put_bindings(printer *p, const dpc_stmt *s)
{
    for (size_t i = 0; i < s->nargs; i++) {
        const dpc_arg *arg = &s->arg[i];
        (void)fprintf(p->out, "%s%s", i == 0 ? "(" : ", ", arg->name);
        if (s->kind == DPC_S_USE) {
            put(p, " = ");
            put_expr(p, arg->value, L_OR);
        } else if (arg->type.kind != DPC_T_REAL) {
            put(p, " : ");
            put_type(p, &arg->type);
        }
    }
    put(p, ")");
}

/* The fields of a plan, one in a line. */
static void put_fields(printer *p, const dpc_stmt *s)
{
    for (size_t i = 0; i < s->nargs; i++) {
        const dpc_arg *arg = &s->arg[i];
        (void)fprintf(p->out, "%s%s : ", i == 0 ? "( \\\n          " : ", \\\n          ",
                      arg->name);
        put_type(p, &arg->type);
        if (arg->where != NULL) {
            put(p, " where ");
            put_expr(p, arg->where, L_OR);
        }
        if (arg->text != NULL)
            (void)fprintf(p->out, " \"%s\"", arg->text);
    }
    put(p, ")");
}

/* What a statement says between its name and its value, text or condition. */
static void put_head(printer *p, const dpc_stmt *s)
{
    switch (s->kind) {
    case DPC_S_STATUS:
        (void)fprintf(p->out, " %s", s->word);
        break;
    case DPC_S_PARAM:
    case DPC_S_CHOOSE:
        put(p, " : ");
        put_type(p, &s->type);
        put(p, s->expr != NULL ? " for " : "");
        break;
    case DPC_S_PLAN:
        put_fields(p, s);
        break;
    case DPC_S_METHOD:
        if (s->nargs > 0)
            put_bindings(p, s);
        break;
    case DPC_S_LET:
        put(p, " = ");
        break;
    case DPC_S_ARRAY:
        (void)fprintf(p->out, "[%s = ", s->word);
        put_expr(p, s->lo, L_OR);
        put(p, "..");
        put_expr(p, s->hi, L_OR);
        put(p, "] = ");
        break;
    case DPC_S_DEF:
        put_bindings(p, s);
        put(p, " = ");
        break;
    case DPC_S_USE:
        (void)fprintf(p->out, " = %s", s->word);
        put_bindings(p, s);
        break;
    case DPC_S_RESULT:
    case DPC_S_REFEREE:
        put(p, s->rel == '<' ? " <= " : s->rel == '>' ? " >= " : " = ");
        break;
    default:
        break;
    }
}

static void put_where(printer *p, const dpc_stmt *s)
{
    if (s->where == NULL)
        return;
    put(p, " where ");
    put_expr(p, s->where, L_OR);
}

static void put_stmt(printer *p, const dpc_stmt *s)
{
    if (s->kind == DPC_S_PRELUDE) {
        put(p, keyword(s->kind));
        return;
    }
    (void)fprintf(p->out, "%-10s", keyword(s->kind));
    if (s->kind == DPC_S_OBJECTIVE && s->rel == '>')
        put(p, "maximise ");
    if (s->name != NULL)
        put(p, s->name);
    put_head(p, s);
    if (s->expr != NULL)
        put_expr(p, s->expr, L_OR);
    const bool referee = s->kind == DPC_S_REFEREE; /* its condition follows the text */
    if (!referee)
        put_where(p, s);
    if (s->text != NULL)
        (void)fprintf(p->out, "%s\"%s\"", s->name != NULL || s->expr != NULL ? " " : "", s->text);
    if (!referee)
        return;
    for (size_t i = 0; i < s->nargs; i++) {
        (void)fprintf(p->out, "%s %s : ", i == 0 ? " choose" : ",", s->arg[i].name);
        put_type(p, &s->arg[i].type);
        if (s->arg[i].value != NULL) {
            put(p, " for ");
            put_expr(p, s->arg[i].value, L_OR);
        }
    }
    put_where(p, s);
}

/* The text of an expression, a statement or a file: of the one that is not NULL. */
static char *collect(const dpc_expr *e, const dpc_stmt *s, const dpc_unit *unit, bool full)
{
    char *text = NULL;
    size_t size = 0;
    printer p = {.out = open_memstream(&text, &size), .full = full};
    if (p.out == NULL)
        return NULL;
    if (e != NULL)
        put_expr(&p, e, L_OR);
    if (s != NULL)
        put_stmt(&p, s);
    for (s = unit != NULL ? unit->first : NULL; s != NULL; s = s->next) {
        put_stmt(&p, s);
        put(&p, "\n");
    }
    p.failed = p.failed || ferror(p.out) != 0;
    if (fclose(p.out) == 0 && !p.failed)
        return text;
    free(text);
    return NULL;
}

char *dpc_print_unit(const dpc_unit *unit)
{
    return collect(NULL, NULL, unit, false);
}

char *dpc_print_expr(const dpc_expr *e)
{
    return collect(e, NULL, NULL, false);
}

char *dpc_print_expr_full(const dpc_expr *e)
{
    return collect(e, NULL, NULL, true);
}

char *dpc_print_stmt(const dpc_stmt *s)
{
    return collect(NULL, s, NULL, false);
}
