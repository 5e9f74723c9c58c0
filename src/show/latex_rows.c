/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Widths are estimates that decide where rows break; the nightly test compiles all theorems. */
#include "show/latex_rows.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- widths ---- */

static double max_of(double a, double b)
{
    return a > b ? a : b;
}

/* Whether s is at the end of the text, a group, a cell or a row of cases. */
static bool ends(const char *s)
{
    return *s == '\0' || *s == '}' || *s == '&' || strncmp(s, "\\\\", 2) == 0 ||
           strncmp(s, "\\end{", 5) == 0;
}

static double width_of(const char **s);

/* {...}, or one token. */
static double group(const char **s)
{
    if (**s != '{')
        return 6;
    (*s)++;
    const double w = width_of(s);
    *s += **s == '}';
    return w;
}

/* {word} in an upright or typewriter font. */
static double word(const char **s, double letter)
{
    double w = 0;
    *s += **s == '{';
    for (; **s != '}' && **s != '\0'; (*s)++)
        w += **s == ' ' ? 3.6 : letter;
    *s += **s == '}';
    return w;
}

/* The rows of cases, up to their end. */
static double cases(const char **s)
{
    double left = 0, right = 0;
    for (;;) {
        left = max_of(left, width_of(s));
        if (**s == '&') {
            (*s)++;
            right = max_of(right, width_of(s));
        }
        if (strncmp(*s, "\\\\", 2) != 0)
            break;
        *s += 2;
    }
    *s += strcspn(*s, "}");
    *s += **s == '}';
    return 9 + left + 11 + right;
}

/* Limits below and above a big sign, if it has any. */
static double limits(const char **s, double sign)
{
    while (**s == '_' || **s == '^') {
        (*s)++;
        sign = max_of(sign, 0.75 * group(s));
    }
    return sign + 2;
}

static double command(const char **s)
{
    const char *name = ++*s;
    if (!isalpha((unsigned char)*name)) { /* \, \{ and the like */
        (*s)++;
        return *name == ',' ? 1.8 : 5.5;
    }
    while (isalpha((unsigned char)**s))
        (*s)++;
    const size_t len = (size_t)(*s - name);
    *s += **s == '*';
    static const struct {
        const char *name;
        double width;
    } known[] = {{"left", 1.5},   {"right", 1.5}, {"quad", 11}, {"allowbreak", 0}, {"le", 14},
                 {"ge", 14},      {"ne", 14},     {"in", 13},   {"mapsto", 16},    {"ldots", 14},
                 {"lfloor", 5},   {"rfloor", 5},  {"lceil", 5}, {"rceil", 5},      {"cdot", 7.6},
                 {"times", 12.9}, {"log", 16},    {"exp", 18}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strlen(known[i].name) == len && memcmp(known[i].name, name, len) == 0)
            return known[i].width;
#define IS(text) (len == sizeof(text) - 1 && memcmp(name, text, len) == 0)
    if (IS("frac") || IS("binom")) {
        const double above = group(s);
        return max_of(above, group(s)) + (IS("binom") ? 10 : 2.4);
    }
    if (IS("sqrt"))
        return group(s) + 10;
    if (IS("mathrm") || IS("text") || IS("texttt") || IS("mathtt"))
        return word(s, IS("mathrm") || IS("text") ? 5.3 : 5.8);
    if (IS("operatorname"))
        return limits(s, word(s, 5.3));
    if (IS("mathbb"))
        return word(s, 8);
    if (IS("sum") || IS("prod") || IS("int"))
        return limits(s, 16);
    if (IS("max") || IS("min") || IS("inf") || IS("sup"))
        return limits(s, 20);
    if (IS("begin")) {
        (void)word(s, 0);
        return cases(s);
    }
#undef IS
    return 6.5; /* a Greek letter */
}

static double width_of(const char **s)
{
    double w = 0;
    while (!ends(*s)) {
        const char c = **s;
        if (c == '\\')
            w += command(s);
        else if (c == '{')
            w += group(s);
        else {
            (*s)++;
            if (c == '^' || c == '_')
                w += 0.75 * group(s);
            else if (c == ' ')
                continue;
            else
                w += c == '+' || c == '-'               ? 12.9
                     : c == '=' || c == '<' || c == '>' ? 14
                     : c == ',' || c == '.'             ? 4
                     : strchr("()|/", c) != NULL        ? 4.5
                     : isupper((unsigned char)c)        ? 8.2
                                                        : 5.8;
        }
    }
    return w;
}

double dpc_latex_width(const char *text)
{
    return width_of(&text);
}

/* ---- rows ---- */

/* Nobody would read more than MAX_ROWS rows. */
enum { MAX_PARTS = 64, MAX_NESTING = 12, MAX_ROWS = 100 };

typedef struct {
    dpc_math *p;
    double room, used;
    int nesting;
} rows;

static const double indentation = 11;

/* The text of an operand, to be freed; NULL if out of memory. */
static char *text_of(const rows *r, const dpc_expr *e, int wanted)
{
    char *text = NULL;
    size_t size = 0;
    dpc_math p = *r->p;
    p.out = open_memstream(&text, &size);
    if (p.out == NULL) {
        r->p->failed = true;
        return NULL;
    }
    dpc_math_operand(&p, e, wanted);
    r->p->failed = r->p->failed || p.failed || fclose(p.out) != 0;
    return text;
}

static double width_as(const rows *r, const dpc_expr *e, int wanted)
{
    char *text = text_of(r, e, wanted);
    const double w = text != NULL ? dpc_latex_width(text) : 0;
    free(text);
    return w;
}

static void emit(rows *r, const char *text)
{
    (void)fputs(text, r->p->out);
    r->used += dpc_latex_width(text);
}

static void new_row(rows *r, int indent)
{
    (void)fputs(" \\\\\n  &", r->p->out);
    for (int i = 0; i < indent; i++)
        (void)fputs("\\quad ", r->p->out);
    r->used = indent * indentation;
}

static void place(rows *r, const dpc_expr *e, int wanted, int indent);

/* Splits e = a op b op c ..., op in ops, left-associative, into its parts and the operator before
   each.  Returns the number of parts; 0 if there are too many. */
static size_t parts_of(const dpc_expr *e, const char *ops, const dpc_expr **part, char *op)
{
    size_t n = 1;
    for (const dpc_expr *x = e; x->kind == DPC_E_BIN && strchr(ops, x->ops[0]) != NULL;
         x = x->arg[0])
        n++;
    if (n > MAX_PARTS)
        return 0;
    for (size_t i = n - 1; i > 0; i--) {
        part[i] = e->arg[1];
        op[i] = e->ops[0];
        e = e->arg[0];
    }
    part[0] = e;
    op[0] = ' ';
    return n;
}

/* Terms, factors or conditions: a row ends before an operator. */
static bool place_chain(rows *r, const dpc_expr *e, const char *ops, int first, int others,
                        int indent)
{
    const dpc_expr *part[MAX_PARTS];
    char op[MAX_PARTS];
    const size_t n = parts_of(e, ops, part, op);
    for (size_t i = 0; i < n; i++) {
        const int wanted = i == 0 ? first : others;
        const double w = width_as(r, part[i], wanted) + 13;
        const bool product = op[i] == '*';
        if (i > 0 && r->used + w > r->room && r->used > (indent + 1) * indentation) {
            new_row(r, indent + 1);
            if (product)
                emit(r, "{} \\times ");
        } else if (i > 0 && product)
            emit(r, part[i]->kind == DPC_E_NUM ? " \\cdot " : "\\,");
        if (i > 0 && !product)
            emit(r, op[i] == '+'   ? "{} + "
                    : op[i] == '-' ? "{} - "
                    : op[i] == '&' ? "\\text{ and } "
                                   : "\\text{ or } ");
        place(r, part[i], wanted, indent + 1);
    }
    return n > 0;
}

/* A bracketed list: a row ends after a comma. */
static void place_list(rows *r, const char *open, const dpc_expr *const *arg, size_t n, int wanted,
                       const char *close, int indent)
{
    emit(r, open);
    for (size_t i = 0; i < n; i++) {
        const bool next = i > 0 && r->used + width_as(r, arg[i], wanted) + 6 > r->room;
        if (i > 0)
            emit(r, next ? "," : ", ");
        if (next)
            new_row(r, indent + 1);
        place(r, arg[i], wanted, indent + 1);
    }
    emit(r, close);
}

static bool is_call(const dpc_expr *e, const char *name)
{
    return e->kind == DPC_E_CALL && strcmp(e->name, name) == 0;
}

static void place_call(rows *r, const dpc_expr *e, int indent)
{
    static const struct {
        const char *name, *open, *close;
    } known[] = {{"exp", "\\exp\\Bigl(", "\\Bigr)"},
                 {"expm1", "\\exp\\Bigl(", "\\Bigr) - 1"},
                 {"log", "\\log\\Bigl(", "\\Bigr)"},
                 {"log1p", "\\log\\Bigl(1 + ", "\\Bigr)"},
                 {"sqrt", "\\Bigl(", "\\Bigr)^{1/2}"},
                 {"pos", "\\Bigl(", "\\Bigr)_{+}"},
                 {"abs", "\\Bigl|", "\\Bigr|"},
                 {"floor", "\\Bigl\\lfloor ", "\\Bigr\\rfloor "},
                 {"ceil", "\\Bigl\\lceil ", "\\Bigr\\rceil "},
                 {"min", "\\min\\Bigl\\{", "\\Bigr\\}"},
                 {"max", "\\max\\Bigl\\{", "\\Bigr\\}"}};
    const dpc_expr *const *arg = (const dpc_expr *const *)e->arg;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (is_call(e, known[i].name)) {
            place_list(r, known[i].open, arg, e->nargs, is_call(e, "log1p") ? L_MUL : L_OR,
                       known[i].close, indent);
            return;
        }
    dpc_expr name = {.kind = DPC_E_NAME, .name = e->name};
    place(r, &name, L_OR, indent);
    place_list(r, "\\bigl(", arg, e->nargs, L_OR, "\\bigr)", indent);
}

/* a/b: a row ends within a. */
static void place_quotient(rows *r, const dpc_expr *e, int indent)
{
    const bool narrow = width_as(r, e->arg[1], L_OR) < r->room / 2;
    if (narrow) {
        emit(r, "\\frac{1}{");
        char *below = text_of(r, e->arg[1], L_OR);
        emit(r, below != NULL ? below : "");
        free(below);
        emit(r, "}");
    }
    emit(r, "\\Bigl(");
    place(r, e->arg[0], L_OR, indent + 1);
    emit(r, "\\Bigr)");
    if (narrow)
        return;
    new_row(r, indent + 1);
    emit(r, "\\Big/ \\Bigl(");
    place(r, e->arg[1], L_OR, indent + 1);
    emit(r, "\\Bigr)");
}

/* One or more rows for each value with its conditions, all of which must hold; the first case that
   applies counts.  Cases within a value add their conditions. */
static void place_cases(rows *r, const dpc_expr *e, const dpc_expr **given, size_t n, bool *any,
                        int indent)
{
    if (is_call(e, "if") && e->nargs == 3 && n < MAX_NESTING) {
        given[n] = e->arg[0];
        place_cases(r, e->arg[1], given, n + 1, any, indent);
        place_cases(r, e->arg[2], given, n, any, indent);
        return;
    }
    if (*any)
        new_row(r, indent);
    *any = true;
    place(r, e, L_OR, indent);
    for (size_t i = 0; i < n; i++) {
        if (r->used + width_as(r, given[i], L_OR) + 30 > r->room)
            new_row(r, indent + 2);
        emit(r, i == 0 ? "\\quad \\text{if } " : "\\text{ and } ");
        place(r, given[i], n > 1 ? L_AND : L_OR, indent + 2);
    }
    if (n == 0 && r->used + 60 > r->room)
        new_row(r, indent + 2);
    emit(r, n > 0 ? "," : "\\quad \\text{otherwise}");
}

/* Breaks a formula that does not fit. */
static void divide(rows *r, const dpc_expr *e, int indent)
{
    const dpc_expr *given[MAX_NESTING];
    bool any = false, done = false;
    if (e->kind == DPC_E_BIN && (e->ops[0] == '+' || e->ops[0] == '-'))
        done = place_chain(r, e, "+-", L_ADD, L_MUL, indent);
    else if (e->kind == DPC_E_BIN && e->ops[0] == '*')
        done = place_chain(r, e, "*", L_NEG, L_POW, indent);
    else if (e->kind == DPC_E_BIN && e->ops[0] == '&')
        done = place_chain(r, e, "&", L_AND, L_NOT, indent);
    else if (e->kind == DPC_E_BIN && e->ops[0] == '|')
        done = place_chain(r, e, "|", L_OR, L_AND, indent);
    else if (e->kind == DPC_E_BIN && e->ops[0] == '/') {
        place_quotient(r, e, indent);
        done = true;
    } else if (e->kind == DPC_E_BIN) {
        emit(r, "\\Bigl(");
        place(r, e->arg[0], L_OR, indent + 1);
        emit(r, "\\Bigr)^{");
        const bool saved = r->p->script;
        r->p->script = true;
        dpc_math_expr(r->p, e->arg[1]);
        r->p->script = saved;
        emit(r, "}");
        done = true;
    } else if (is_call(e, "if")) {
        place_cases(r, e, given, 0, &any, indent);
        done = true;
    } else if (e->kind == DPC_E_CALL && !is_call(e, "binom") && !is_call(e, "len")) {
        place_call(r, e, indent);
        done = true;
    } else if (e->kind == DPC_E_FOLD || e->kind == DPC_E_FOLDIN || e->kind == DPC_E_RANGE) {
        dpc_math_range(r->p, e);
        r->used += 40;
        const dpc_expr *body = e->arg[e->nargs - 1];
        place(r, body, dpc_math_level(r->p, body) == L_SUM ? L_SUM : L_MUL, indent + 1);
        if (strcmp(e->name, "integral") == 0) {
            dpc_math_put(r->p, M_D);
            dpc_math_name(r->p, e->var);
        }
        done = true;
    }
    if (!done)
        dpc_math_operand(r->p, e, L_OR);
}

static void place(rows *r, const dpc_expr *e, int wanted, int indent)
{
    char *text = text_of(r, e, wanted);
    if (text == NULL)
        return;
    const double w = dpc_latex_width(text), begin = indent * indentation;
    const bool sum = e->kind == DPC_E_BIN && strchr("+-&|", e->ops[0]) != NULL;
    const bool fits = r->used + w <= r->room;
    const bool fits_alone = begin + w <= r->room && r->used > begin + 3 * indentation && !sum;
    if (fits || fits_alone || r->nesting >= MAX_NESTING || w > MAX_ROWS * r->room) {
        if (!fits && fits_alone)
            new_row(r, indent);
        emit(r, text);
    } else {
        const bool enclosed = dpc_math_level(r->p, e) < wanted;
        r->nesting++;
        emit(r, enclosed ? "\\Bigl(" : "");
        divide(r, e, indent);
        emit(r, enclosed ? "\\Bigr)" : "");
        r->nesting--;
    }
    free(text);
}

double dpc_latex_expr_width(dpc_math *p, const dpc_expr *e)
{
    const rows r = {.p = p};
    return width_as(&r, e, L_OR);
}

double dpc_latex_rows(dpc_math *p, const dpc_expr *e, int indent, double room)
{
    rows r = {.p = p, .room = room, .used = indent * indentation + 3};
    place(&r, e, L_OR, indent);
    return r.used;
}
