/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A theorem as a LaTeX fragment (amsmath, amssymb), as a paper would print it. */
#include "show/latex.h"

#include "dpcert.h"
#include "lang/catalogue.h"
#include "lang/lex.h"
#include "query/query.h"
#include "query/shared.h"
#include "show/latex_rows.h"
#include "show/math.h"
#include "show/prose.h"

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

/* An id, with line breaks allowed at natural places. */
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

/* Whether e says that all records of a list satisfy a condition, in the form: the number of records
   that do not is 0. */
static bool is_for_all(const dpc_expr *e)
{
    if (e->kind != DPC_E_CMP || e->nargs != 2 || e->ops[0] != DPC_SYM_EQ)
        return false;
    const dpc_expr *sum = e->arg[0], *zero = e->arg[1];
    if (sum->kind != DPC_E_FOLDIN || strcmp(sum->name, "sum") != 0 || zero->kind != DPC_E_NUM ||
        strcmp(zero->text, "0") != 0)
        return false;
    const dpc_expr *test = sum->arg[sum->nargs - 1];
    return test->kind == DPC_E_CALL && strcmp(test->name, "if") == 0 && test->nargs == 3 &&
           test->arg[1]->kind == DPC_E_NUM && strcmp(test->arg[1]->text, "0") == 0 &&
           test->arg[2]->kind == DPC_E_NUM && strcmp(test->arg[2]->text, "1") == 0;
}

/* A condition in a paragraph.  Its parts are separate formulas, so that lines may break between
   them, and after commas. */
static void put_math(printer *p, const dpc_expr *e)
{
    const bool both = e->kind == DPC_E_BIN && e->ops[0] == '&';
    if (both || (e->kind == DPC_E_BIN && e->ops[0] == '|')) {
        for (int i = 0; i < 2; i++) {
            const dpc_expr *part = e->arg[i];
            const bool enclosed = both && part->kind == DPC_E_BIN && part->ops[0] == '|';
            put(p, i == 0 ? "" : both ? " and " : " or ");
            put(p, enclosed ? "(" : "");
            put_math(p, part);
            put(p, enclosed ? ")" : "");
        }
    } else if (is_for_all(e)) {
        const dpc_expr *sum = e->arg[0];
        put_math(p, sum->arg[sum->nargs - 1]->arg[0]);
        put(p, " for all $");
        dpc_math_name(p, sum->var);
        put(p, " \\in ");
        dpc_math_name(p, sum->field);
        put(p, "$");
    } else {
        dpc_math_dialect breakable = latex;
        breakable.token[M_COMMA] = ",\\allowbreak ";
        p->dialect = &breakable;
        put(p, "$");
        dpc_math_expr(p, e);
        put(p, "$");
        p->dialect = &latex;
    }
}

/* ---- aligned displays ---- */

/* Widths in points, at 11pt: a line of an article (360, less the error of estimates), the widest
   left side before a long right side, a relation sign, and the gap before an annotation. */
static const double line_width = 335, widest_side = 100, sign = 14, apart = 22;

/* The width of a function's output. */
static double width_of(printer *p, const dpc_stmt *s, void (*print)(printer *, const dpc_stmt *))
{
    char *text = NULL;
    size_t size = 0;
    printer q = *p;
    q.out = open_memstream(&text, &size);
    if (q.out == NULL) {
        p->failed = true;
        return 0;
    }
    print(&q, s);
    p->failed = p->failed || q.failed || fclose(q.out) != 0;
    const double w = text != NULL ? dpc_latex_width(text) : 0;
    free(text);
    return w;
}

/* The range of an array, or the description of a result. */
static void put_annotation(printer *p, const dpc_stmt *s)
{
    if (s->kind == DPC_S_ARRAY) {
        put(p, "(");
        dpc_math_name(p, s->word);
        put(p, " = ");
        dpc_math_steps(p, s->lo, s->hi);
        put(p, ")");
    } else if (s->text != NULL) {
        put(p, "\\text{(");
        put_prose(p, s->text);
        put(p, ")}");
    }
}

/* Whether the left side gets rows above the right side. */
static bool stands_above(printer *p, const dpc_stmt *s)
{
    const double head = width_of(p, s, dpc_math_head);
    return head > widest_side && head + sign + dpc_latex_expr_width(p, s->expr) > line_width;
}

/* Makes the left column wide enough for a statement. */
static void widen(double *column, printer *p, const dpc_stmt *s)
{
    const double head = width_of(p, s, dpc_math_head);
    if (head > *column && !stands_above(p, s))
        *column = head;
}

static const char *relation(const dpc_stmt *s)
{
    return (s->kind != DPC_S_RESULT && s->kind != DPC_S_REFEREE) || s->rel == '=' ? "= "
           : s->rel == '<'                                                        ? "\\le "
                                                                                  : "\\ge ";
}

/* The left side in separate rows: a function may have many arguments. */
static void put_head_above(printer *p, const dpc_stmt *s, double room)
{
    enum { MOST = 64 };
    dpc_expr name[MOST], *arg[MOST];
    put(p, "  & ");
    if (s->kind != DPC_S_DEF || s->nargs > MOST) {
        dpc_math_head(p, s);
        return;
    }
    for (size_t i = 0; i < s->nargs; i++) {
        name[i] = (dpc_expr){.kind = DPC_E_NAME, .name = s->arg[i].name};
        arg[i] = &name[i];
    }
    const dpc_expr call = {.kind = DPC_E_CALL, .name = s->name, .arg = arg, .nargs = s->nargs};
    (void)dpc_latex_rows(p, &call, 1, room);
}

/* A definition or a result as one or more rows of an aligned display; column: the width of its left
   sides. */
static void put_row(printer *p, const dpc_stmt *s, double column)
{
    const bool above = stands_above(p, s);
    const double note = width_of(p, s, put_annotation);
    const double room = line_width - column;
    if (above)
        put_head_above(p, s, room);
    else {
        put(p, "  ");
        dpc_math_head(p, s);
    }
    put(p, above ? " \\\\\n  &\\quad " : " &");
    put(p, relation(s));
    const double used = dpc_latex_rows(p, s->expr, above ? 2 : 1, room);
    if (note > 0) {
        put(p, used + apart + note > room ? " \\\\\n  &\\qquad " : " \\qquad ");
        put_annotation(p, s);
    }
}

/* A referee's bound, in a paragraph. */
static void put_bound(printer *p, const dpc_stmt *s)
{
    const double room = line_width - 3 * apart;
    const double head = width_of(p, s, dpc_math_head) + sign;
    const bool fits = head + dpc_latex_expr_width(p, s->expr) <= room;
    put(p, fits ? "$\\displaystyle " : "$\\begin{aligned}[t] ");
    dpc_math_head(p, s);
    put(p, fits ? " " : " &");
    put(p, relation(s));
    (void)dpc_latex_rows(p, s->expr, 1, fits ? 2 * line_width : room - head);
    put(p, fits ? "$" : " \\end{aligned}$");
}

/* ---- statements ---- */

static void put_typed(printer *p, const char *name, const dpc_type *type)
{
    if (type->kind == DPC_T_PLAN) {
        put(p, "a plan $");
        dpc_math_name(p, name);
        put(p, "$");
    } else if (type->kind == DPC_T_LIST) {
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
            put(p, ", \\allowbreak ");
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
        put_bound(p, s);
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

/* Statements under one heading, as a list or as an aligned display. */
typedef struct {
    unsigned kinds; /* a bit for each */
    const char *heading;
    bool display;
} section;

static const section *section_of(const dpc_stmt *s, const section *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].kinds >> s->kind & 1u)
            return &list[i];
    return NULL;
}

/* All statements of these sections, in the order of the theorem, as a definition may use an earlier
   result: a new heading wherever the section changes. */
static void put_sections(printer *p, const dpc_unit *unit, const section *list, size_t count)
{
    const section *open = NULL;
    double column = 0;
    const dpc_stmt *s = unit->first;
    for (; s != NULL; s = s->next) {
        const section *mine = section_of(s, list, count);
        if (mine == NULL)
            continue;
        if (open != NULL && open != mine)
            put(p, open->display ? "\n\\end{align*}\n" : "\\end{itemize}\n");
        if (open != mine) {
            (void)fprintf(p->out, "%s\n\\begin{%s}\n", mine->heading,
                          mine->display ? "align*" : "itemize");
            column = 0;
            for (const dpc_stmt *t = s; t != NULL && mine->display; t = t->next) {
                const section *other = section_of(t, list, count);
                if (other != NULL && other != mine)
                    break;
                if (other != NULL)
                    widen(&column, p, t);
            }
        } else if (mine->display)
            put(p, " \\\\\n");
        if (mine->display)
            put_row(p, s, column);
        else
            put_item(p, s);
        open = mine;
    }
    if (open != NULL)
        put(p, open->display ? "\n\\end{align*}\n" : "\\end{itemize}\n");
}

/* Title, id, sources and status.  A false theorem must be unmistakable. */
static void put_heading(printer *p, const dpc_unit *unit, bool own)
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
            put(p, unit->status == DPC_STATUS_REFUTED ? "\\textbf{Status: refuted}"
                   : own                              ? "Status: the file says "
                                                      : "Status: ");
            put(p, unit->status == DPC_STATUS_REFUTED ? "" : s->name);
            (void)fprintf(p->out, " (%s)", s->word);
            if (s->text != NULL) {
                put(p, ": ");
                put_prose(p, s->text);
            }
            put(p,
                own ? "; it is somebody's own file, and nothing vouches for its status.\n" : ".\n");
        }
    (void)fprintf(p->out, "Adjacency: %s.\n", dpc_adjacency_name(unit->adjacency));
    for (const dpc_stmt *s = unit->first; s != NULL; s = s->next)
        if (s->kind == DPC_S_ABOUT) {
            put(p, "\nSetting: ");
            put_prose(p, s->text);
            put(p, ".\n");
        }
}

/* The definitions of shared names such as theta, which are not part of the theorem. */
static void put_shared(printer *p, const dpc_unit *unit, const dpc_unit *prelude)
{
    const dpc_stmt *function[DPC_MAX_SHARED];
    const size_t count = dpc_shared_functions(unit, prelude, function);
    double column = 0;
    for (size_t i = 0; i < count; i++)
        widen(&column, p, function[i]);
    for (size_t i = 0; i < count; i++) {
        put(p, i == 0 ? "\nHere\n\\begin{align*}\n" : " \\\\\n");
        put_row(p, function[i], column);
    }
    if (count > 0)
        put(p, "\n\\end{align*}\n");
}

char *dpc_print_latex(const dpc_unit *unit, const dpc_unit *prelude, bool own)
{
    static const section inputs[] = {
        {1u << DPC_S_PARAM, "\nParameters:", false},
        {1u << DPC_S_CHOOSE, "\nFor every choice of", false},
    };
    /* hypotheses after the definitions, whose names they use */
    const section body[] = {
        {1u << DPC_S_DEF | 1u << DPC_S_LET | 1u << DPC_S_ARRAY, "\nLet", true},
        {1u << DPC_S_USE, "\nUsed theorems:", false},
        {1u << DPC_S_REQUIRE | 1u << DPC_S_ASSUME, "\nHypotheses:", false},
        {1u << DPC_S_PREMISE, "\nPremises about the mechanism:", false},
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
    /* lines with formulas stretch little, and some displays are taller than a page */
    put(&p, "\\begingroup\\sloppy\\allowdisplaybreaks\n");
    put_heading(&p, unit, own);
    put_sections(&p, unit, inputs, sizeof inputs / sizeof inputs[0]);
    put_sections(&p, unit, body, sizeof body / sizeof body[0]);
    put_sections(&p, unit, &referees, 1);
    put_shared(&p, unit, prelude);
    put_sections(&p, unit, &notes, 1);
    put(&p, "\\par\\endgroup\n");
    p.failed = p.failed || ferror(p.out) != 0;
    if (fclose(p.out) == 0 && !p.failed)
        return text;
    free(text);
    return NULL;
}

char *dpc_theorem_latex(dpc_catalogue_t *cat, const char *id)
{
    const dpc_unit *unit = dpc_catalogue_find(cat, id);
    const dpc_unit *prelude = unit != NULL ? dpc_cat_prelude(cat, dpc_cat_diag(cat)) : NULL;
    return prelude != NULL ? dpc_print_latex(unit, prelude, dpc_cat_is_own(cat, unit)) : NULL;
}
