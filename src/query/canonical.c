/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "query/canonical.h"

#include "lang/print.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    FILE *out;
    char *text;
    size_t size;
    bool failed; /* out of memory */
} printer;

static void put(printer *p, const char *s)
{
    (void)fputs(s, p->out);
}

static void put_expr(printer *p, const dpc_expr *e)
{
    p->failed = !dpc_print_expr_to(p->out, e, false) || p->failed;
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
            put_expr(p, arg->value);
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
            put_expr(p, arg->where);
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
        put_expr(p, s->lo);
        put(p, "..");
        put_expr(p, s->hi);
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
    put_expr(p, s->where);
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
        put_expr(p, s->expr);
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
            put_expr(p, s->arg[i].value);
        }
    }
    put_where(p, s);
}

static bool begin(printer *p)
{
    *p = (printer){.text = NULL};
    p->out = open_memstream(&p->text, &p->size);
    return p->out != NULL;
}

/* The text, NULL when out of memory. */
static char *finish(printer *p)
{
    p->failed = p->failed || ferror(p->out) != 0;
    if (fclose(p->out) == 0 && !p->failed)
        return p->text;
    free(p->text);
    return NULL;
}

char *dpc_print_unit(const dpc_unit *unit)
{
    printer p;
    if (!begin(&p))
        return NULL;
    for (const dpc_stmt *s = unit->first; s != NULL; s = s->next) {
        put_stmt(&p, s);
        put(&p, "\n");
    }
    return finish(&p);
}

char *dpc_print_stmt(const dpc_stmt *s)
{
    printer p;
    if (!begin(&p))
        return NULL;
    put_stmt(&p, s);
    return finish(&p);
}

char *dpc_print_expr_full(const dpc_expr *e)
{
    printer p;
    if (!begin(&p))
        return NULL;
    p.failed = !dpc_print_expr_to(p.out, e, true);
    return finish(&p);
}
