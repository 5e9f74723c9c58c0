/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A theorem as a LaTeX fragment (amsmath, amssymb): what a paper would print.  It is for readers:
   nothing parses it, and different names may look alike in it (x1 and x_1). */
#include "lang/print.h"
#include "lang/prose.h"
#include "lang/shared.h"

#include "lang/lex.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Levels of precedence as a reader of formulas has them, loosest first.  A sum extends to the
   right as far as it can; a minus sign may not follow another operator. */
enum { L_OR, L_AND, L_NOT, L_COMPARE, L_SUM, L_ADD, L_NEG, L_MUL, L_POW, L_PRIMARY };

/* Beyond this nesting formulas are set as their source text: TeX itself ends at 255 groups. */
enum { MAX_DEPTH = 60 };

typedef struct {
    FILE *out;
    int depth;
    bool script; /* inside an exponent or index: fractions are written with a slash */
    bool failed; /* memory ended */
} printer;

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

/* Whether a part of a name is the name of a Greek letter that LaTeX has. */
static bool is_greek(const char *s, size_t len)
{
    static const char letters[] =
        " alpha beta gamma delta zeta eta theta iota kappa lambda mu nu xi "
        "pi rho sigma tau chi psi omega Gamma Delta Theta Lambda Xi Pi "
        "Sigma Phi Psi Omega ";
    for (const char *at = letters; (at = strchr(at, ' ')) != NULL; at++)
        if (strncmp(at + 1, s, len) == 0 && at[1 + len] == ' ')
            return true;
    return false;
}

static bool is_part(const char *s, size_t len, const char *word)
{
    return strlen(word) == len && memcmp(s, word, len) == 0;
}

/* A part of a name: a Greek letter, a number, a letter, or a word. */
static void put_part(printer *p, const char *s, size_t len)
{
    size_t digits = 0;
    while (digits < len && isdigit((unsigned char)s[digits]))
        digits++;
    if (is_part(s, len, "eps") || is_part(s, len, "epsilon"))
        put(p, "\\varepsilon");
    else if (is_part(s, len, "phi"))
        put(p, "\\varphi");
    else if (is_greek(s, len))
        (void)fprintf(p->out, "\\%.*s", (int)len, s);
    else if (digits == len || len == 1)
        (void)fprintf(p->out, "%.*s", (int)len, s);
    else
        (void)fprintf(p->out, "\\mathrm{%.*s}", (int)len, s);
}

static void put_expr(printer *p, const dpc_expr *e, int wanted);

static void put_script(printer *p, const dpc_expr *e)
{
    bool saved = p->script;
    p->script = true;
    put_expr(p, e, L_OR);
    p->script = saved;
}

/* eps_out is epsilon with index "out", eps1 epsilon with index 1; index: one more, or NULL. */
static void put_indexed(printer *p, const char *name, const dpc_expr *index)
{
    size_t base = strcspn(name, "_"), digits = base;
    while (digits > 0 && isdigit((unsigned char)name[digits - 1]))
        digits--;
    if (digits == 0)
        digits = base;
    if (base == 0)
        put(p, "\\_"); /* the name starts with an underscore */
    else
        put_part(p, name, digits);
    const char *separator = "_{";
    const char *s = name + digits;
    while (*s != '\0') {
        size_t len = strcspn(s, "_");
        if (len > 0) {
            put(p, separator);
            put_part(p, s, len);
            separator = ",";
        }
        s += len + (s[len] == '_');
    }
    if (index != NULL) {
        put(p, separator);
        put_script(p, index);
        separator = ",";
    }
    if (separator[0] == ',')
        put(p, "}");
}

static void put_name(printer *p, const char *name)
{
    put_indexed(p, name, NULL);
}

static void put_name_in_prose(void *data, const char *name)
{
    put_name(data, name);
}

static void put_prose(printer *p, const char *s)
{
    dpc_prose_latex(p->out, s, put_name_in_prose, p);
}

/* Length of the digits before an exponent; all of them if there is none or if it is hexadecimal. */
static size_t mantissa_length(const char *text)
{
    return text[0] == '0' && (text[1] | 32) == 'x' ? strlen(text) : strcspn(text, "eE");
}

static void put_number(printer *p, const char *text)
{
    size_t len = mantissa_length(text);
    if ((text[1] | 32) == 'x') {
        (void)fprintf(p->out, "\\mathtt{%s}", text);
        return;
    }
    if (text[len] == '\0') {
        put(p, text);
        return;
    }
    if (len != 1 || text[0] != '1')
        (void)fprintf(p->out, "%.*s \\cdot ", (int)len, text);
    const char *exponent = text + len + 1;
    bool negative = *exponent == '-';
    exponent += *exponent == '-' || *exponent == '+';
    while (exponent[0] == '0' && exponent[1] != '\0')
        exponent++;
    (void)fprintf(p->out, "10^{%s%s}", negative ? "-" : "", exponent);
}

static int number_level(const char *text)
{
    size_t len = mantissa_length(text);
    return text[len] == '\0' ? L_PRIMARY : len == 1 && text[0] == '1' ? L_POW : L_MUL;
}

/* ---- expressions ---- */

static bool is_call(const dpc_expr *e, const char *name)
{
    return e->kind == DPC_E_CALL && strcmp(e->name, name) == 0;
}

/* Whether the formula is higher than a line, so that its parentheses must grow. */
static bool tall(const printer *p, const dpc_expr *e, int depth)
{
    if (depth > MAX_DEPTH)
        return true;
    switch (e->kind) {
    case DPC_E_FOLD:
    case DPC_E_FOLDIN:
    case DPC_E_RANGE:
        return true;
    case DPC_E_BIN:
        if (e->ops[0] == '/' && !p->script)
            return true;
        if (e->ops[0] == '^') /* exponents are flat, but a power of a power is not */
            return e->arg[1]->kind == DPC_E_BIN || tall(p, e->arg[0], depth + 1);
        break;
    case DPC_E_CALL:
        if (strcmp(e->name, "if") == 0 || strcmp(e->name, "binom") == 0 ||
            strcmp(e->name, "sqrt") == 0)
            return true;
        break;
    default:
        break;
    }
    for (size_t i = 0; i < e->nargs; i++)
        if (tall(p, e->arg[i], depth + 1))
            return true;
    return false;
}

/* Number of nodes, counted up to a limit. */
static size_t count_nodes(const dpc_expr *e, size_t limit)
{
    size_t n = 1;
    for (size_t i = 0; i < e->nargs && n < limit; i++)
        n += count_nodes(e->arg[i], limit - n);
    return n;
}

/* exp(x) is set as a power of e where the exponent is easy to read in small print. */
static bool short_exponent(const printer *p, const dpc_expr *e)
{
    enum { SHORT = 12 };
    if (count_nodes(e, SHORT + 1) > SHORT)
        return false;
    printer script = {.script = true};
    return !p->script && !tall(&script, e, 0);
}

static int level_of(const printer *p, const dpc_expr *e)
{
    switch (e->kind) {
    case DPC_E_NUM:
        return number_level(e->text);
    case DPC_E_NEG:
        return L_NEG;
    case DPC_E_NOT:
        return L_NOT;
    case DPC_E_CMP:
        return L_COMPARE;
    case DPC_E_FOLD:
    case DPC_E_FOLDIN:
    case DPC_E_RANGE:
        return L_SUM;
    case DPC_E_ITERATE:
        return L_POW;
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
            if (e->ops[0] == '/' && !p->script)
                return L_MUL; /* a fraction with its bar */
            /* a product that starts with a minus sign is no better than its first factor */
            while (e->kind == DPC_E_BIN && (e->ops[0] == '*' || (e->ops[0] == '/' && p->script)))
                e = e->arg[0];
            return e->kind == DPC_E_NEG ? L_NEG : L_MUL;
        default:
            return L_POW;
        }
    case DPC_E_CALL:
        if (strcmp(e->name, "expm1") == 0)
            return L_ADD;
        if (strcmp(e->name, "if") == 0)
            return L_SUM;
        if (strcmp(e->name, "abs") == 0 || strcmp(e->name, "pos") == 0 ||
            strcmp(e->name, "floor") == 0 || strcmp(e->name, "ceil") == 0 ||
            strcmp(e->name, "binom") == 0 || strcmp(e->name, "len") == 0)
            return L_PRIMARY;
        return L_POW; /* the square of log(x) is not log(x)^2 for every reader */
    default:
        return L_PRIMARY;
    }
}

/* open and close around all arguments, as tall as they are. */
static void put_enclosed(printer *p, const char *open, const dpc_expr *const *arg, size_t nargs,
                         const char *close)
{
    bool grow = false;
    for (size_t i = 0; i < nargs; i++)
        grow = grow || tall(p, arg[i], 0);
    (void)fprintf(p->out, "%s%s", grow ? "\\left" : "", open);
    for (size_t i = 0; i < nargs; i++) {
        if (i > 0)
            put(p, ", ");
        put_expr(p, arg[i], L_OR);
    }
    (void)fprintf(p->out, "%s%s", grow ? "\\right" : "", close);
}

static const dpc_expr *const *args_of(const dpc_expr *e)
{
    return (const dpc_expr *const *)e->arg;
}

static void put_arguments(printer *p, const dpc_expr *e)
{
    put_enclosed(p, "(", args_of(e), e->nargs, ")");
}

/* A product: a thin space, or a dot where the factors would run together. */
static void put_product(printer *p, const dpc_expr *e)
{
    const dpc_expr *a = e->arg[0], *b = e->arg[1], *first = b;
    while (first->kind == DPC_E_BIN && first->ops[0] == '^')
        first = first->arg[0];
    while (a->kind == DPC_E_BIN && a->ops[0] == '*')
        a = a->arg[1]; /* what stands just before the sign */
    bool digits = first->kind == DPC_E_NUM;
    bool looks_like_call = a->kind == DPC_E_NAME && level_of(p, b) < L_MUL;
    put_expr(p, e->arg[0], L_NEG);
    put(p, digits || looks_like_call ? " \\cdot " : "\\,");
    put_expr(p, b, L_POW);
}

static void put_binary(printer *p, const dpc_expr *e)
{
    const dpc_expr *a = e->arg[0], *b = e->arg[1];
    switch (e->ops[0]) {
    case '+':
    case '-':
        put_expr(p, a, L_ADD);
        put(p, e->ops[0] == '+' ? " + " : " - ");
        put_expr(p, b, L_MUL);
        break;
    case '*':
        put_product(p, e);
        break;
    case '/':
        if (p->script) {
            put_expr(p, a, L_NEG);
            put(p, "/");
            put_expr(p, b, L_POW);
            break;
        }
        put(p, "\\frac{");
        put_expr(p, a, L_OR);
        put(p, "}{");
        put_expr(p, b, L_OR);
        put(p, "}");
        break;
    case '^':
        put_expr(p, a, L_PRIMARY);
        put(p, "^{");
        put_script(p, b);
        put(p, "}");
        break;
    default:
        put_expr(p, a, e->ops[0] == '&' ? L_AND : L_OR);
        put(p, e->ops[0] == '&' ? " \\text{ and } " : " \\text{ or } ");
        put_expr(p, b, e->ops[0] == '&' ? L_NOT : L_AND);
        break;
    }
}

static const char *relation(char op)
{
    switch (op) {
    case '<':
        return " < ";
    case '>':
        return " > ";
    case DPC_SYM_LE:
        return " \\le ";
    case DPC_SYM_GE:
        return " \\ge ";
    case DPC_SYM_NE:
        return " \\ne ";
    default:
        return " = ";
    }
}

static void put_comparison(printer *p, const dpc_expr *e)
{
    put_expr(p, e->arg[0], L_ADD);
    for (size_t i = 1; i < e->nargs; i++) {
        put(p, relation(e->ops[i - 1]));
        put_expr(p, e->arg[i], L_ADD);
    }
}

/* if(c, a, if(d, b, x)) has three cases. */
static void put_cases(printer *p, const dpc_expr *e)
{
    put(p, "\\begin{cases} ");
    while (is_call(e, "if") && e->nargs == 3) {
        put_expr(p, e->arg[1], L_OR);
        put(p, " & \\text{if } ");
        put_expr(p, e->arg[0], L_OR);
        put(p, " \\\\ ");
        e = e->arg[2];
    }
    put_expr(p, e, L_OR);
    put(p, " & \\text{otherwise} \\end{cases}");
}

static void put_exp(printer *p, const dpc_expr *arg, const dpc_expr *call)
{
    if (short_exponent(p, arg)) {
        put(p, "e^{");
        put_script(p, arg);
        put(p, "}");
    } else {
        put(p, "\\exp");
        put_enclosed(p, "(", args_of(call), 1, ")");
    }
}

static void put_call(printer *p, const dpc_expr *e)
{
    static const struct {
        const char *name, *open, *close;
    } brackets[] = {{"abs", "|", "|"},
                    {"floor", "\\lfloor ", "\\rfloor "},
                    {"ceil", "\\lceil ", "\\rceil "},
                    {"pos", "(", ")_{+}"},
                    {"len", "|", "|"}};
    const bool one = e->nargs == 1;
    for (size_t i = 0; one && i < sizeof brackets / sizeof brackets[0]; i++)
        if (strcmp(e->name, brackets[i].name) == 0) {
            put_enclosed(p, brackets[i].open, args_of(e), 1, brackets[i].close);
            return;
        }
    if (one && strcmp(e->name, "exp") == 0)
        put_exp(p, e->arg[0], e);
    else if (one && strcmp(e->name, "expm1") == 0) {
        put_exp(p, e->arg[0], e);
        put(p, " - 1");
    } else if (one && strcmp(e->name, "log1p") == 0) {
        const bool grow = tall(p, e->arg[0], 0);
        put(p, grow ? "\\log\\left(1 + " : "\\log(1 + ");
        put_expr(p, e->arg[0], L_MUL);
        put(p, grow ? "\\right)" : ")");
    } else if (one && strcmp(e->name, "log") == 0) {
        put(p, "\\log");
        put_arguments(p, e);
    } else if (one && strcmp(e->name, "sqrt") == 0) {
        put(p, "\\sqrt{");
        put_expr(p, e->arg[0], L_OR);
        put(p, "}");
    } else if (e->nargs == 2 && strcmp(e->name, "binom") == 0) {
        put(p, "\\binom{");
        put_expr(p, e->arg[0], L_OR);
        put(p, "}{");
        put_expr(p, e->arg[1], L_OR);
        put(p, "}");
    } else if (strcmp(e->name, "min") == 0 || strcmp(e->name, "max") == 0) {
        (void)fprintf(p->out, "\\%s", e->name);
        put_enclosed(p, "\\{", args_of(e), e->nargs, "\\}");
    } else if (e->nargs == 3 && strcmp(e->name, "if") == 0)
        put_cases(p, e);
    else {
        put_name(p, e->name);
        put_arguments(p, e);
    }
}

/* What a sum, a maximum or an integral ranges over. */
static void put_range(printer *p, const dpc_expr *e)
{
    const bool summed = strcmp(e->name, "sum") == 0 || strcmp(e->name, "prod") == 0;
    const bool saved = p->script;
    if (strcmp(e->name, "integral") == 0)
        put(p, "\\int_{");
    else if (strcmp(e->name, "avg") == 0)
        put(p, "\\operatorname*{avg}_{");
    else
        (void)fprintf(p->out, "\\%s_{", e->name);
    p->script = true;
    if (e->kind == DPC_E_FOLDIN) {
        put_name(p, e->var);
        put(p, " \\in ");
        put_name(p, e->field);
    } else if (strcmp(e->name, "integral") == 0 || summed) {
        if (summed) {
            put_name(p, e->var);
            put(p, " = ");
        }
        put_expr(p, e->arg[0], L_ADD);
        put(p, "}^{");
        put_expr(p, e->arg[1], L_OR);
    } else if (e->kind == DPC_E_RANGE) {
        put_expr(p, e->arg[0], L_ADD);
        put(p, " \\le ");
        put_name(p, e->var);
        put(p, " \\le ");
        put_expr(p, e->arg[1], L_ADD);
    } else {
        put_name(p, e->var);
        put(p, " = ");
        put_expr(p, e->arg[0], L_ADD);
        put(p, ", \\ldots, ");
        put_expr(p, e->arg[1], L_ADD);
    }
    p->script = saved;
    put(p, "} ");
}

static void put_fold(printer *p, const dpc_expr *e)
{
    const dpc_expr *body = e->arg[e->nargs - 1];
    put_range(p, e);
    put_expr(p, body, level_of(p, body) == L_SUM ? L_SUM : L_MUL);
    if (strcmp(e->name, "integral") == 0) {
        put(p, " \\,\\mathrm{d}");
        put_name(p, e->var);
    }
}

static void put_bare(printer *p, const dpc_expr *e)
{
    switch (e->kind) {
    case DPC_E_NUM:
        put_number(p, e->text);
        break;
    case DPC_E_NAME:
        put_name(p, e->name);
        break;
    case DPC_E_FIELD:
        put_name(p, e->name);
        put(p, ".");
        put_name(p, e->field);
        break;
    case DPC_E_INDEX:
        put_indexed(p, e->name, e->arg[0]);
        break;
    case DPC_E_ELEM:
        put_indexed(p, e->name, e->arg[0]);
        put(p, ".");
        put_name(p, e->field);
        break;
    case DPC_E_NEG:
        put(p, "-");
        put_expr(p, e->arg[0], L_MUL);
        break;
    case DPC_E_NOT:
        put(p, "\\text{not } ");
        put_expr(p, e->arg[0], L_SUM);
        break;
    case DPC_E_BIN:
        put_binary(p, e);
        break;
    case DPC_E_CMP:
        put_comparison(p, e);
        break;
    case DPC_E_CALL:
        put_call(p, e);
        break;
    case DPC_E_FOLD:
    case DPC_E_FOLDIN:
    case DPC_E_RANGE:
        put_fold(p, e);
        break;
    case DPC_E_ITERATE: /* the n-th iterate of a map, at the start value */
        put(p, "\\left(");
        put_name(p, e->var);
        put(p, " \\mapsto ");
        put_expr(p, e->arg[2], L_OR);
        put(p, "\\right)^{\\circ ");
        put_script(p, e->arg[1]);
        put(p, "}");
        put_enclosed(p, "(", args_of(e), 1, ")");
        break;
    }
}

/* wanted: the lowest level that may stand here without parentheses. */
static void put_expr(printer *p, const dpc_expr *e, int wanted)
{
    if (++p->depth > MAX_DEPTH) {
        char *source = dpc_print_expr_full(e);
        p->failed = p->failed || source == NULL;
        put(p, "\\text{\\texttt{");
        put_text(p, source == NULL ? "" : source);
        put(p, "}}");
        free(source);
    } else if (level_of(p, e) < wanted) {
        const bool grow = tall(p, e, 0);
        put(p, grow ? "\\left(" : "(");
        put_bare(p, e);
        put(p, grow ? "\\right)" : ")");
    } else
        put_bare(p, e);
    p->depth--;
}

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
    put_expr(p, e, L_OR);
    put(p, "$");
}

/* ---- statements ---- */

static void put_typed(printer *p, const char *name, const dpc_type *type)
{
    if (type->kind == DPC_T_LIST) {
        put(p, "a list $");
        put_name(p, name);
        put(p, "$ of records $(");
    } else {
        put(p, "$");
        put_name(p, name);
        put(p, type->kind == DPC_T_ENUM  ? " \\in \\{"
               : type->kind == DPC_T_INT ? " \\in \\mathbb{Z}$"
                                         : " \\in \\mathbb{R}$");
    }
    if (type->kind != DPC_T_LIST && type->kind != DPC_T_ENUM)
        return;
    for (size_t i = 0; i < type->nmembers; i++) {
        if (i > 0)
            put(p, ", ");
        put_name(p, type->member[i]);
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
        put_name(p, s->name);
        put(p, "$ is ");
        put_id(p, s->word);
        put(p, " with ");
        for (size_t i = 0; i < s->nargs; i++) {
            put(p, i > 0 ? ", $" : "$");
            put_name(p, s->arg[i].name);
            put(p, " = ");
            put_expr(p, s->arg[i].value, L_OR);
            put(p, "$");
        }
        break;
    case DPC_S_REFEREE:
        put(p, "$\\displaystyle ");
        put_name(p, s->name);
        put(p, s->rel == '<' ? " \\le " : " \\ge ");
        put_expr(p, s->expr, L_OR);
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
    if (s->kind == DPC_S_ARRAY) {
        dpc_expr index = {.kind = DPC_E_NAME, .name = s->word};
        put_indexed(p, s->name, &index);
    } else
        put_name(p, s->name);
    for (size_t i = 0; s->kind == DPC_S_DEF && i < s->nargs; i++) {
        put(p, i == 0 ? "(" : ", ");
        put_name(p, s->arg[i].name);
    }
    if (s->kind == DPC_S_DEF)
        put(p, ")");
    put(p, s->kind != DPC_S_RESULT || s->rel == '=' ? " &= "
           : s->rel == '<'                          ? " &\\le "
                                                    : " &\\ge ");
    put_expr(p, s->expr, L_OR);
    if (s->kind == DPC_S_ARRAY) {
        put(p, " && (");
        put_name(p, s->word);
        put(p, " = ");
        put_expr(p, s->lo, L_ADD);
        put(p, ", \\ldots, ");
        put_expr(p, s->hi, L_ADD);
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
    static const section body[] = {
        {1u << DPC_S_DEF | 1u << DPC_S_LET | 1u << DPC_S_ARRAY, "\nLet", true},
        {1u << DPC_S_USE, "\nUsed theorems:", false},
        {1u << DPC_S_RESULT, "\nThen", true},
    };
    static const section referees = {1u << DPC_S_REFEREE, "\nFrom the other side:", false};
    static const section notes = {1u << DPC_S_NOTE, "\nNotes:", false};
    char *text = NULL;
    size_t size = 0;
    printer p = {.out = open_memstream(&text, &size)};
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
