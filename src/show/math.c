/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "show/math.h"

#include "lang/lex.h"
#include "query/canonical.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Formulas nested more deeply are set as source text: TeX itself allows 255 groups. */
enum { MAX_DEPTH = 60 };

typedef dpc_math printer;

void dpc_math_put(dpc_math *p, dpc_math_token token)
{
    (void)fputs(p->dialect->token[token], p->out);
}

static void put(printer *p, dpc_math_token token)
{
    dpc_math_put(p, token);
}

/* ---- names and numbers ---- */

const char *dpc_math_greek(const char *s, size_t len, unsigned *code)
{
    static const struct {
        const char *name, *latex;
        unsigned code;
    } letters[] = {
        {"eps", "varepsilon", 0x3b5}, {"epsilon", "varepsilon", 0x3b5},
        {"phi", "varphi", 0x3c6},     {"alpha", "alpha", 0x3b1},
        {"beta", "beta", 0x3b2},      {"gamma", "gamma", 0x3b3},
        {"delta", "delta", 0x3b4},    {"zeta", "zeta", 0x3b6},
        {"eta", "eta", 0x3b7},        {"theta", "theta", 0x3b8},
        {"iota", "iota", 0x3b9},      {"kappa", "kappa", 0x3ba},
        {"lambda", "lambda", 0x3bb},  {"mu", "mu", 0x3bc},
        {"nu", "nu", 0x3bd},          {"xi", "xi", 0x3be},
        {"pi", "pi", 0x3c0},          {"rho", "rho", 0x3c1},
        {"sigma", "sigma", 0x3c3},    {"tau", "tau", 0x3c4},
        {"chi", "chi", 0x3c7},        {"psi", "psi", 0x3c8},
        {"omega", "omega", 0x3c9},    {"Gamma", "Gamma", 0x393},
        {"Delta", "Delta", 0x394},    {"Theta", "Theta", 0x398},
        {"Lambda", "Lambda", 0x39b},  {"Xi", "Xi", 0x39e},
        {"Pi", "Pi", 0x3a0},          {"Sigma", "Sigma", 0x3a3},
        {"Phi", "Phi", 0x3a6},        {"Psi", "Psi", 0x3a8},
        {"Omega", "Omega", 0x3a9},
    };
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (strlen(letters[i].name) == len && memcmp(s, letters[i].name, len) == 0) {
            *code = letters[i].code;
            return letters[i].latex;
        }
    return NULL;
}

bool dpc_math_is_number(const char *s, size_t len)
{
    size_t digits = 0;
    while (digits < len && isdigit((unsigned char)s[digits]))
        digits++;
    return digits == len;
}

/* Length of the digits before an exponent; of the whole text if it has none or is hexadecimal. */
static size_t mantissa_length(const char *text)
{
    return text[0] == '0' && (text[1] | 32) == 'x' ? strlen(text) : strcspn(text, "eE");
}

dpc_math_literal dpc_math_read(const char *text)
{
    const size_t len = mantissa_length(text);
    dpc_math_literal n = {.length = (int)len, .verbatim = (text[1] | 32) == 'x'};
    if (n.verbatim || text[len] == '\0')
        return n;
    if (len == 1 && text[0] == '1')
        n.length = 0;
    n.exponent = text + len + 1;
    n.negative = *n.exponent == '-';
    n.exponent += *n.exponent == '-' || *n.exponent == '+';
    while (n.exponent[0] == '0' && n.exponent[1] != '\0')
        n.exponent++;
    return n;
}

static void put_expr(printer *p, const dpc_expr *e, int wanted);

static void put_script(printer *p, const dpc_expr *e)
{
    bool saved = p->script;
    p->script = true;
    put_expr(p, e, L_OR);
    p->script = saved;
}

void dpc_math_indexed(dpc_math *p, const char *name, const dpc_expr *index)
{
    size_t base = strcspn(name, "_"), digits = base;
    while (digits > 0 && isdigit((unsigned char)name[digits - 1]))
        digits--;
    if (digits == 0)
        digits = base;
    const char *s = name + digits;
    const bool any = s[strspn(s, "_")] != '\0' || index != NULL;
    if (any)
        put(p, M_SUB);
    if (base == 0)
        put(p, M_UNDERSCORE); /* the name starts with an underscore */
    else
        p->dialect->part(p->out, name, digits);
    dpc_math_token separator = M_SUB_DOWN;
    while (*s != '\0') {
        size_t len = strcspn(s, "_");
        if (len > 0) {
            put(p, separator);
            p->dialect->part(p->out, s, len);
            separator = M_SUB_NEXT;
        }
        s += len + (s[len] == '_');
    }
    if (index != NULL) {
        put(p, separator);
        put_script(p, index);
    }
    if (any)
        put(p, M_SUB_END);
}

static void put_name(printer *p, const char *name)
{
    dpc_math_indexed(p, name, NULL);
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

/* Whether the formula is taller than a line, so that its parentheses must grow. */
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

/* The number of nodes, counting no further than limit. */
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
            /* a product binds no tighter than its first factor, which may have a minus sign */
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
        return L_POW; /* log(x)^2 would be ambiguous */
    default:
        return L_PRIMARY;
    }
}

/* One bracket, which may have to grow. */
static void put_bracket(printer *p, dpc_math_token side, dpc_math_token bracket, bool grow)
{
    if (grow)
        put(p, side);
    put(p, bracket);
}

/* Brackets, open and the next token, around all arguments, and as tall as these. */
static void put_enclosed(printer *p, dpc_math_token open, const dpc_expr *const *arg, size_t nargs)
{
    bool grow = false;
    for (size_t i = 0; i < nargs; i++)
        grow = grow || tall(p, arg[i], 0);
    put_bracket(p, M_LEFT, open, grow);
    for (size_t i = 0; i < nargs; i++) {
        if (i > 0)
            put(p, M_COMMA);
        put_expr(p, arg[i], L_OR);
    }
    put_bracket(p, M_RIGHT, open + 1, grow);
}

static const dpc_expr *const *args_of(const dpc_expr *e)
{
    return (const dpc_expr *const *)e->arg;
}

static void put_arguments(printer *p, const dpc_expr *e)
{
    put_enclosed(p, M_PAREN, args_of(e), e->nargs);
}

/* A product: a thin space, or a dot where the factors would run together. */
static void put_product(printer *p, const dpc_expr *e)
{
    const dpc_expr *a = e->arg[0], *b = e->arg[1], *first = b;
    while (first->kind == DPC_E_BIN && first->ops[0] == '^')
        first = first->arg[0];
    while (a->kind == DPC_E_BIN && a->ops[0] == '*')
        a = a->arg[1]; /* the factor just before the sign */
    bool digits = first->kind == DPC_E_NUM;
    bool looks_like_call = a->kind == DPC_E_NAME && level_of(p, b) < L_MUL;
    put_expr(p, e->arg[0], L_NEG);
    put(p, digits || looks_like_call ? M_DOT : M_TIMES);
    put_expr(p, b, L_POW);
}

static void put_binary(printer *p, const dpc_expr *e)
{
    const dpc_expr *a = e->arg[0], *b = e->arg[1];
    switch (e->ops[0]) {
    case '+':
    case '-':
        put_expr(p, a, L_ADD);
        put(p, e->ops[0] == '+' ? M_PLUS : M_MINUS);
        put_expr(p, b, L_MUL);
        break;
    case '*':
        put_product(p, e);
        break;
    case '/':
        if (p->script) {
            put_expr(p, a, L_NEG);
            put(p, M_SLASH);
            put_expr(p, b, L_POW);
            break;
        }
        put(p, M_FRAC);
        put_expr(p, a, L_OR);
        put(p, M_FRAC_OVER);
        put_expr(p, b, L_OR);
        put(p, M_FRAC_END);
        break;
    case '^':
        put(p, M_POW);
        put_expr(p, a, L_PRIMARY);
        put(p, M_POW_UP);
        put_script(p, b);
        put(p, M_POW_END);
        break;
    default:
        put_expr(p, a, e->ops[0] == '&' ? L_AND : L_OR);
        put(p, e->ops[0] == '&' ? M_AND : M_OR);
        put_expr(p, b, e->ops[0] == '&' ? L_NOT : L_AND);
        break;
    }
}

static dpc_math_token relation(char op)
{
    switch (op) {
    case '<':
        return M_LT;
    case '>':
        return M_GT;
    case DPC_SYM_LE:
        return M_LE;
    case DPC_SYM_GE:
        return M_GE;
    case DPC_SYM_NE:
        return M_NE;
    default:
        return M_EQ;
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
    put(p, M_CASES);
    while (is_call(e, "if") && e->nargs == 3) {
        put_expr(p, e->arg[1], L_OR);
        put(p, M_CASES_IF);
        put_expr(p, e->arg[0], L_OR);
        put(p, M_CASES_NEXT);
        e = e->arg[2];
    }
    put_expr(p, e, L_OR);
    put(p, M_CASES_END);
}

static void put_exp(printer *p, const dpc_expr *arg, const dpc_expr *call)
{
    if (short_exponent(p, arg)) {
        put(p, M_E_POW);
        put_script(p, arg);
        put(p, M_POW_END);
    } else {
        put(p, M_EXP);
        put_enclosed(p, M_PAREN, args_of(call), 1);
    }
}

static void put_call(printer *p, const dpc_expr *e)
{
    static const struct {
        const char *name;
        dpc_math_token open;
    } brackets[] = {
        {"abs", M_BAR}, {"floor", M_FLOOR}, {"ceil", M_CEIL}, {"pos", M_POS}, {"len", M_BAR}};
    const bool one = e->nargs == 1;
    for (size_t i = 0; one && i < sizeof brackets / sizeof brackets[0]; i++)
        if (strcmp(e->name, brackets[i].name) == 0) {
            put_enclosed(p, brackets[i].open, args_of(e), 1);
            return;
        }
    if (one && strcmp(e->name, "exp") == 0)
        put_exp(p, e->arg[0], e);
    else if (one && strcmp(e->name, "expm1") == 0) {
        put_exp(p, e->arg[0], e);
        put(p, M_MINUS_ONE);
    } else if (one && strcmp(e->name, "log1p") == 0) {
        const bool grow = tall(p, e->arg[0], 0);
        put(p, M_LOG);
        put_bracket(p, M_LEFT, M_PAREN, grow);
        put(p, M_ONE_PLUS);
        put_expr(p, e->arg[0], L_MUL);
        put_bracket(p, M_RIGHT, M_PAREN_END, grow);
    } else if (one && strcmp(e->name, "log") == 0) {
        put(p, M_LOG);
        put_arguments(p, e);
    } else if (one && strcmp(e->name, "sqrt") == 0) {
        put(p, M_SQRT);
        put_expr(p, e->arg[0], L_OR);
        put(p, M_SQRT_END);
    } else if (e->nargs == 2 && strcmp(e->name, "binom") == 0) {
        put(p, M_BINOM);
        put_expr(p, e->arg[0], L_OR);
        put(p, M_BINOM_OVER);
        put_expr(p, e->arg[1], L_OR);
        put(p, M_BINOM_END);
    } else if (strcmp(e->name, "min") == 0 || strcmp(e->name, "max") == 0) {
        put(p, e->name[1] == 'i' ? M_MIN : M_MAX);
        put_enclosed(p, M_BRACE, args_of(e), e->nargs);
    } else if (e->nargs == 3 && strcmp(e->name, "if") == 0)
        put_cases(p, e);
    else {
        put_name(p, e->name);
        put_arguments(p, e);
    }
}

/* The range of a sum, a maximum or an integral. */
static void put_range(printer *p, const dpc_expr *e)
{
    const bool summed = strcmp(e->name, "sum") == 0 || strcmp(e->name, "prod") == 0;
    const bool integral = strcmp(e->name, "integral") == 0;
    const bool over = e->kind != DPC_E_FOLDIN && (summed || integral); /* limits below and above */
    const bool saved = p->script;
    p->dialect->big(p->out, e->name, over, false);
    p->script = true;
    if (e->kind == DPC_E_FOLDIN) {
        put_name(p, e->var);
        put(p, M_IN);
        put_name(p, e->field);
    } else if (over) {
        if (summed) {
            put_name(p, e->var);
            put(p, M_EQ);
        }
        put_expr(p, e->arg[0], L_ADD);
        put(p, M_BIG_UPPER);
        put_expr(p, e->arg[1], L_OR);
    } else if (e->kind == DPC_E_RANGE) {
        put_expr(p, e->arg[0], L_ADD);
        put(p, M_LT);
        put_name(p, e->var);
        put(p, M_LT);
        put_expr(p, e->arg[1], L_ADD);
    } else {
        put_name(p, e->var);
        put(p, M_EQ);
        dpc_math_steps(p, e->arg[0], e->arg[1]);
    }
    p->script = saved;
    p->dialect->big(p->out, e->name, over, true);
}

static void put_fold(printer *p, const dpc_expr *e)
{
    const dpc_expr *body = e->arg[e->nargs - 1];
    put_range(p, e);
    put_expr(p, body, level_of(p, body) == L_SUM ? L_SUM : L_MUL);
    if (strcmp(e->name, "integral") == 0) {
        put(p, M_D);
        put_name(p, e->var);
    }
}

static void put_bare(printer *p, const dpc_expr *e)
{
    switch (e->kind) {
    case DPC_E_NUM:
        p->dialect->number(p->out, e->text);
        break;
    case DPC_E_NAME:
        put_name(p, e->name);
        break;
    case DPC_E_FIELD:
        put_name(p, e->name);
        put(p, M_POINT);
        put_name(p, e->field);
        break;
    case DPC_E_INDEX:
        dpc_math_indexed(p, e->name, e->arg[0]);
        break;
    case DPC_E_ELEM:
        dpc_math_indexed(p, e->name, e->arg[0]);
        put(p, M_POINT);
        put_name(p, e->field);
        break;
    case DPC_E_NEG:
        put(p, M_NEG);
        put_expr(p, e->arg[0], L_MUL);
        break;
    case DPC_E_NOT:
        put(p, M_NOT);
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
        put(p, M_ITERATE);
        put_name(p, e->var);
        put(p, M_MAPSTO);
        put_expr(p, e->arg[2], L_OR);
        put(p, M_ITERATE_UP);
        put_script(p, e->arg[1]);
        put(p, M_POW_END);
        put_enclosed(p, M_PAREN, args_of(e), 1);
        break;
    }
}

/* wanted: the lowest level that needs no parentheses here. */
static void put_expr(printer *p, const dpc_expr *e, int wanted)
{
    if (++p->depth > MAX_DEPTH) {
        char *source = dpc_print_expr_full(e);
        p->failed = p->failed || source == NULL;
        p->dialect->source(p->out, source == NULL ? "" : source);
        free(source);
    } else if (level_of(p, e) < wanted) {
        const bool grow = tall(p, e, 0);
        put_bracket(p, M_LEFT, M_PAREN, grow);
        put_bare(p, e);
        put_bracket(p, M_RIGHT, M_PAREN_END, grow);
    } else
        put_bare(p, e);
    p->depth--;
}

void dpc_math_name(dpc_math *p, const char *name)
{
    put_name(p, name);
}

void dpc_math_expr(dpc_math *p, const dpc_expr *e)
{
    put_expr(p, e, L_OR);
}

void dpc_math_operand(dpc_math *p, const dpc_expr *e, int wanted)
{
    put_expr(p, e, wanted);
}

int dpc_math_level(const dpc_math *p, const dpc_expr *e)
{
    return level_of(p, e);
}

void dpc_math_range(dpc_math *p, const dpc_expr *e)
{
    put_range(p, e);
}

void dpc_math_steps(dpc_math *p, const dpc_expr *lo, const dpc_expr *hi)
{
    put_expr(p, lo, L_ADD);
    put(p, M_DOTS);
    put_expr(p, hi, L_ADD);
}

void dpc_math_head(dpc_math *p, const dpc_stmt *s)
{
    if (s->kind == DPC_S_ARRAY) {
        dpc_expr index = {.kind = DPC_E_NAME, .name = s->word};
        dpc_math_indexed(p, s->name, &index);
    } else
        put_name(p, s->name);
    if (s->kind != DPC_S_DEF)
        return;
    for (size_t i = 0; i < s->nargs; i++) {
        put(p, i == 0 ? M_PAREN : M_COMMA);
        put_name(p, s->arg[i].name);
    }
    put(p, M_PAREN_END);
}
