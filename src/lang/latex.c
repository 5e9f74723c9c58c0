/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A theorem as a LaTeX fragment (amsmath, amssymb): what a paper would print. */
#include "lang/math.h"
#include "lang/print.h"
#include "lang/prose.h"
#include "lang/shared.h"

#include <stdlib.h>
#include <string.h>

typedef dpc_math printer;

static void put(printer *p, const char *s)
{
    (void)fputs(s, p->out);
}

/* ---- texts, names, numbers ---- */

static void put_text(printer *p, const char *s)
{
    dpc_prose_plain(p->out, s);
}

/* An id may be broken where a reader would. */
static void put_id(printer *p, const char *id)
{
    put(p, "\\texttt{");
    for (; *id != '\0'; id++) {
        (void)fputc(*id, p->out);
        if (*id == '.' || *id == '-')
            put(p, "\\allowbreak ");
    }
    put(p, "}");
}

static void put_name_in_prose(void *data, const char *name)
{
    dpc_math_name(data, name);
}

static void put_prose(printer *p, const char *s)
{
    dpc_prose_latex(p->out, s, put_name_in_prose, p);
}

static void write_part(FILE *out, const char *s, size_t len)
{
    unsigned code;
    const char *greek = dpc_math_greek(s, len, &code);
    if (greek != NULL)
        (void)fprintf(out, "\\%s", greek);
    else
        (void)fprintf(out, len == 1 || dpc_math_is_number(s, len) ? "%.*s" : "\\mathrm{%.*s}",
                      (int)len, s);
}

static void write_number(FILE *out, const char *text)
{
    const dpc_math_literal n = dpc_math_read(text);
    if (n.length > 0)
        (void)fprintf(out, n.verbatim ? "\\mathtt{%.*s}" : "%.*s", n.length, text);
    if (n.exponent != NULL)
        (void)fprintf(out, "%s10^{%s%s}", n.length > 0 ? " \\cdot " : "", n.negative ? "-" : "",
                      n.exponent);
}

static void write_source(FILE *out, const char *text)
{
    (void)fputs("\\text{\\texttt{", out);
    dpc_prose_plain(out, text);
    (void)fputs("}}", out);
}

static void write_big(FILE *out, const char *name, bool over, bool end)
{
    (void)over;
    if (end)
        (void)fputs("} ", out);
    else if (strcmp(name, "integral") == 0)
        (void)fputs("\\int_{", out);
    else if (strcmp(name, "avg") == 0)
        (void)fputs("\\operatorname*{avg}_{", out);
    else
        (void)fprintf(out, "\\%s_{", name);
}

static const dpc_math_dialect latex = {
    .token =
        {
            [M_PLUS] = " + ",
            [M_MINUS] = " - ",
            [M_NEG] = "-",
            [M_TIMES] = "\\,",
            [M_DOT] = " \\cdot ",
            [M_SLASH] = "/",
            [M_COMMA] = ", ",
            [M_DOTS] = ", \\ldots, ",
            [M_POINT] = ".",
            [M_UNDERSCORE] = "\\_",
            [M_AND] = " \\text{ and } ",
            [M_OR] = " \\text{ or } ",
            [M_NOT] = "\\text{not } ",
            [M_LT] = " < ",
            [M_GT] = " > ",
            [M_LE] = " \\le ",
            [M_GE] = " \\ge ",
            [M_NE] = " \\ne ",
            [M_EQ] = " = ",
            [M_IN] = " \\in ",
            [M_MAPSTO] = " \\mapsto ",
            [M_FRAC] = "\\frac{",
            [M_FRAC_OVER] = "}{",
            [M_FRAC_END] = "}",
            [M_POW] = "",
            [M_POW_UP] = "^{",
            [M_POW_END] = "}",
            [M_E_POW] = "e^{",
            [M_SUB] = "",
            [M_SUB_DOWN] = "_{",
            [M_SUB_NEXT] = ",",
            [M_SUB_END] = "}",
            [M_SQRT] = "\\sqrt{",
            [M_SQRT_END] = "}",
            [M_BINOM] = "\\binom{",
            [M_BINOM_OVER] = "}{",
            [M_BINOM_END] = "}",
            [M_CASES] = "\\begin{cases} ",
            [M_CASES_IF] = " & \\text{if } ",
            [M_CASES_NEXT] = " \\\\ ",
            [M_CASES_END] = " & \\text{otherwise} \\end{cases}",
            [M_ITERATE] = "\\left(",
            [M_ITERATE_UP] = "\\right)^{\\circ ",
            [M_EXP] = "\\exp",
            [M_LOG] = "\\log",
            [M_MIN] = "\\min",
            [M_MAX] = "\\max",
            [M_ONE_PLUS] = "1 + ",
            [M_MINUS_ONE] = " - 1",
            [M_D] = " \\,\\mathrm{d}",
            [M_BIG_UPPER] = "}^{",
            [M_LEFT] = "\\left",
            [M_RIGHT] = "\\right",
            [M_PAREN] = "(",
            [M_PAREN_END] = ")",
            [M_BRACE] = "\\{",
            [M_BRACE_END] = "\\}",
            [M_BAR] = "|",
            [M_BAR_END] = "|",
            [M_FLOOR] = "\\lfloor ",
            [M_FLOOR_END] = "\\rfloor ",
            [M_CEIL] = "\\lceil ",
            [M_CEIL_END] = "\\rceil ",
            [M_POS] = "(",
            [M_POS_END] = ")_{+}",
        },
    .part = write_part,
    .number = write_number,
    .source = write_source,
    .big = write_big,
};

/* Conditions that all hold are formulas of their own, so that a line may be broken between them. */
static void put_math(printer *p, const dpc_expr *e)
{
    if (e->kind == DPC_E_BIN && e->ops[0] == '&') {
        put_math(p, e->arg[0]);
        put(p, " and ");
        put_math(p, e->arg[1]);
        return;
    }
    put(p, "$");
    dpc_math_expr(p, e);
    put(p, "$");
}

/* ---- statements ---- */

static void put_typed(printer *p, const char *name, const dpc_type *type)
{
    if (type->kind == DPC_T_LIST) {
        put(p, "a list $");
        dpc_math_name(p, name);
        put(p, "$ of records $(");
    } else {
        put(p, "$");
        dpc_math_name(p, name);
        put(p, type->kind == DPC_T_ENUM  ? " \\in \\{"
               : type->kind == DPC_T_INT ? " \\in \\mathbb{Z}$"
                                         : " \\in \\mathbb{R}$");
    }
    if (type->kind != DPC_T_LIST && type->kind != DPC_T_ENUM)
        return;
    for (size_t i = 0; i < type->nmembers; i++) {
        if (i > 0)
            put(p, ", ");
        dpc_math_name(p, type->member[i]);
        if (type->member_type[i] == DPC_T_INT)
            put(p, " \\in \\mathbb{Z}");
    }
    put(p, type->kind == DPC_T_LIST ? ")$" : "\\}$");
}

/* An input, a hypothesis, a used theorem, a referee or a note as an item of a list. */
static void put_item(printer *p, const dpc_stmt *s)
{
    put(p, "  \\item ");
    switch (s->kind) {
    case DPC_S_PARAM:
    case DPC_S_CHOOSE:
        put_typed(p, s->name, &s->type);
        break;
    case DPC_S_REQUIRE:
        put_math(p, s->expr);
        break;
    case DPC_S_USE:
        put(p, "$");
        dpc_math_name(p, s->name);
        put(p, "$ is ");
        put_id(p, s->word);
        put(p, " with ");
        for (size_t i = 0; i < s->nargs; i++) {
            put(p, i > 0 ? ", $" : "$");
            dpc_math_name(p, s->arg[i].name);
            put(p, " = ");
            dpc_math_expr(p, s->arg[i].value);
            put(p, "$");
        }
        break;
    case DPC_S_REFEREE:
        put(p, "$\\displaystyle ");
        dpc_math_name(p, s->name);
        put(p, s->rel == '<' ? " \\le " : " \\ge ");
        dpc_math_expr(p, s->expr);
        put(p, "$");
        for (size_t i = 0; i < s->nargs; i++) {
            put(p, i > 0 ? ", " : " for every ");
            put_typed(p, s->arg[i].name, &s->arg[i].type);
        }
        break;
    default:
        break;
    }
    if (s->where != NULL) {
        put(p, s->kind == DPC_S_REFEREE && s->nargs == 0 ? " where " : " with ");
        put_math(p, s->where);
    }
    if (s->text != NULL) {
        put(p, s->name != NULL || s->expr != NULL ? ": " : "");
        put_prose(p, s->text);
    }
    put(p, "\n");
}

/* A definition or a result as a row of an aligned display. */
static void put_row(printer *p, const dpc_stmt *s)
{
    put(p, "  ");
    dpc_math_head(p, s);
    put(p, s->kind != DPC_S_RESULT || s->rel == '=' ? " &= "
           : s->rel == '<'                          ? " &\\le "
                                                    : " &\\ge ");
    dpc_math_expr(p, s->expr);
    if (s->kind == DPC_S_ARRAY) {
        put(p, " && (");
        dpc_math_name(p, s->word);
        put(p, " = ");
        dpc_math_steps(p, s->lo, s->hi);
        put(p, ")");
    } else if (s->text != NULL) {
        put(p, " && \\text{(");
        put_prose(p, s->text);
        put(p, ")}");
    }
}

/* Statements under one heading, as a list or as an aligned display. */
typedef struct {
    unsigned kinds; /* a bit for each */
    const char *heading;
    bool display;
} section;

/* All statements that belong to one of the sections, in the order of the theorem: a new heading
   wherever the section changes, for a definition may use an earlier result. */
static void put_sections(printer *p, const dpc_unit *unit, const section *list, size_t count)
{
    const section *open = NULL;
    const dpc_stmt *s = unit->first;
    for (; s != NULL; s = s->next) {
        const section *mine = NULL;
        for (size_t i = 0; i < count; i++)
            if (list[i].kinds >> s->kind & 1u)
                mine = &list[i];
        if (mine == NULL)
            continue;
        if (open != NULL && open != mine)
            put(p, open->display ? "\n\\end{align*}\n" : "\\end{itemize}\n");
        if (open != mine)
            (void)fprintf(p->out, "%s\n\\begin{%s}\n", mine->heading,
                          mine->display ? "align*" : "itemize");
        else if (mine->display)
            put(p, " \\\\\n");
        if (mine->display)
            put_row(p, s);
        else
            put_item(p, s);
        open = mine;
    }
    if (open != NULL)
        put(p, open->display ? "\n\\end{align*}\n" : "\\end{itemize}\n");
}

/* Title, id, sources and standing.  That a theorem is false must not be overlooked. */
static void put_heading(printer *p, const dpc_unit *unit)
{
    if (unit->is_prelude) {
        put(p, "\\paragraph{Shared functions}\n");
        return;
    }
    put(p, "\\paragraph{");
    put_prose(p, unit->title);
    put(p, "}\n");
    put_id(p, unit->id);
    (void)fprintf(p->out, ", revision %lu", unit->revision);
    for (const dpc_stmt *s = unit->first; s != NULL; s = s->next)
        if (s->kind == DPC_S_CITE) {
            put(p, "; \\cite[{");
            put_text(p, s->text);
            (void)fprintf(p->out, "}]{%s}", s->name);
        }
    put(p, ".\n");
    for (const dpc_stmt *s = unit->first; s != NULL; s = s->next)
        if (s->kind == DPC_S_STATUS) {
            put(p, unit->status == DPC_STATUS_REFUTED ? "\\textbf{Status: refuted}" : "Status: ");
            put(p, unit->status == DPC_STATUS_REFUTED ? "" : s->name);
            (void)fprintf(p->out, " (%s)", s->word);
            if (s->text != NULL) {
                put(p, ": ");
                put_prose(p, s->text);
            }
            put(p, ".\n");
        }
    (void)fprintf(p->out, "Adjacency: %s.\n", unit->adjacency);
    for (const dpc_stmt *s = unit->first; s != NULL; s = s->next)
        if (s->kind == DPC_S_ABOUT) {
            put(p, "\nSetting: ");
            put_prose(p, s->text);
            put(p, ".\n");
        }
}

/* The formulas behind names such as theta, which the reader does not find in the theorem. */
static void put_shared(printer *p, const dpc_unit *unit, const dpc_unit *prelude)
{
    const dpc_stmt *function[DPC_MAX_SHARED];
    const size_t count = dpc_shared_functions(unit, prelude, function);
    for (size_t i = 0; i < count; i++) {
        put(p, i == 0 ? "\nHere\n\\begin{align*}\n" : " \\\\\n");
        put_row(p, function[i]);
    }
    if (count > 0)
        put(p, "\n\\end{align*}\n");
}

char *dpc_print_latex(const dpc_unit *unit, const dpc_unit *prelude)
{
    static const section inputs[] = {
        {1u << DPC_S_PARAM, "\nParameters:", false},
        {1u << DPC_S_CHOOSE, "\nFor every choice of", false},
    };
    static const section hypotheses = {1u << DPC_S_REQUIRE | 1u << DPC_S_ASSUME,
                                       "\nHypotheses:", false};
    const section body[] = {
        {1u << DPC_S_DEF | 1u << DPC_S_LET | 1u << DPC_S_ARRAY, "\nLet", true},
        {1u << DPC_S_USE, "\nUsed theorems:", false},
        {1u << DPC_S_RESULT,
         unit->status == DPC_STATUS_REFUTED ? "\nThen, it is printed (and false)," : "\nThen",
         true},
    };
    static const section referees = {1u << DPC_S_REFEREE, "\nFrom the other side:", false};
    static const section notes = {1u << DPC_S_NOTE, "\nNotes:", false};
    char *text = NULL;
    size_t size = 0;
    printer p = {.out = open_memstream(&text, &size), .dialect = &latex};
    if (p.out == NULL)
        return NULL;
    put_heading(&p, unit);
    put_sections(&p, unit, inputs, sizeof inputs / sizeof inputs[0]);
    put_sections(&p, unit, &hypotheses, 1);
    put_sections(&p, unit, body, sizeof body / sizeof body[0]);
    put_sections(&p, unit, &referees, 1);
    put_shared(&p, unit, prelude);
    put_sections(&p, unit, &notes, 1);
    p.failed = p.failed || ferror(p.out) != 0;
    if (fclose(p.out) == 0 && !p.failed)
        return text;
    free(text);
    return NULL;
}