/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Formulas as people read them, in LaTeX or MathML.  One walk over the tree places parentheses,
   fractions and exponents; a dialect writes them.  The output is for readers: nothing parses it,
   and different names may look alike (x1 and x_1). */
#ifndef DPC_MATH_H
#define DPC_MATH_H

#include "lang/tree.h"

#include <stdio.h>

/* The tokens, each with a text in every dialect.  A closing bracket follows its opening bracket. */
typedef enum {
    M_PLUS,
    M_MINUS,
    M_NEG,
    M_TIMES,
    M_DOT, /* a product whose factors would run together */
    M_SLASH,
    M_COMMA,
    M_DOTS, /* a, ..., b */
    M_POINT,
    M_UNDERSCORE,
    M_AND,
    M_OR,
    M_NOT,
    M_LT,
    M_GT,
    M_LE,
    M_GE,
    M_NE,
    M_EQ,
    M_IN,
    M_MAPSTO,
    M_FRAC,
    M_FRAC_OVER,
    M_FRAC_END,
    M_POW,
    M_POW_UP,
    M_POW_END,
    M_E_POW, /* e to a power, which ends at M_POW_END */
    M_SUB,
    M_SUB_DOWN,
    M_SUB_NEXT,
    M_SUB_END,
    M_SQRT,
    M_SQRT_END,
    M_BINOM,
    M_BINOM_OVER,
    M_BINOM_END,
    M_CASES,
    M_CASES_IF,
    M_CASES_NEXT,
    M_CASES_END,
    M_ITERATE,
    M_ITERATE_UP, /* up to M_POW_END */
    M_EXP,
    M_LOG,
    M_MIN,
    M_MAX,
    M_ONE_PLUS,
    M_MINUS_ONE,
    M_D, /* of an integral */
    M_BIG_UPPER,
    M_LEFT, /* before a bracket that must grow */
    M_RIGHT,
    M_PAREN,
    M_PAREN_END,
    M_BRACE,
    M_BRACE_END,
    M_BAR,
    M_BAR_END,
    M_FLOOR,
    M_FLOOR_END,
    M_CEIL,
    M_CEIL_END,
    M_POS,
    M_POS_END,
    DPC_MATH_TOKENS
} dpc_math_token;

typedef struct {
    const char *token[DPC_MATH_TOKENS];
    /* One part of a name: a letter, a Greek letter, a number, a word. */
    void (*part)(FILE *out, const char *s, size_t len);
    /* A literal. */
    void (*number)(FILE *out, const char *text);
    /* The source text of a formula nested too deeply. */
    void (*source)(FILE *out, const char *text);
    /* sum, prod, max, min, avg, inf, sup, integral: the part before the range or (end) after it;
       over: the range has a lower and an upper limit, else it is set below. */
    void (*big)(FILE *out, const char *name, bool over, bool end);
} dpc_math_dialect;

typedef struct {
    FILE *out;
    const dpc_math_dialect *dialect;
    int depth;
    bool script; /* inside an exponent or index: fractions are written with a slash */
    bool failed; /* out of memory */
} dpc_math;

/* Levels of precedence in printed formulas, loosest first.  A sum extends as far to the right as
   possible; a minus sign may not follow another operator. */
enum { L_OR, L_AND, L_NOT, L_COMPARE, L_SUM, L_ADD, L_NEG, L_MUL, L_POW, L_PRIMARY };

void dpc_math_put(dpc_math *p, dpc_math_token token);

/* eps_out is epsilon with index "out", eps1 epsilon with index 1; index: a further index, or NULL.
 */
void dpc_math_indexed(dpc_math *p, const char *name, const dpc_expr *index);
void dpc_math_name(dpc_math *p, const char *name);

void dpc_math_expr(dpc_math *p, const dpc_expr *e);
/* The same as an operand: in parentheses if its level is below the wanted one. */
void dpc_math_operand(dpc_math *p, const dpc_expr *e, int wanted);
int dpc_math_level(const dpc_math *p, const dpc_expr *e);
/* The sign of a sum, a maximum or an integral, with its range. */
void dpc_math_range(dpc_math *p, const dpc_expr *e);
/* lo, ..., hi */
void dpc_math_steps(dpc_math *p, const dpc_expr *lo, const dpc_expr *hi);

/* The left side of a definition or a result: x, x_j, f(x, y). */
void dpc_math_head(dpc_math *p, const dpc_stmt *s);

extern const dpc_math_dialect dpc_mathml;

/* A text in HTML or XML, with markup escaped and control characters replaced by '?'. */
void dpc_html_text(FILE *out, const char *text, size_t length);

/* ---- for dialects ---- */

/* LaTeX's name for a part of a name that is a Greek letter ("varepsilon" for eps), or NULL; *code:
   its code point.  phi and eps stand for the variants used in papers. */
const char *dpc_math_greek(const char *s, size_t len, unsigned *code);

bool dpc_math_is_number(const char *s, size_t len);

/* A literal: digits times a power of ten, or verbatim. */
typedef struct {
    int length; /* number of digits before the exponent; 0 if the only digit is 1 */
    bool negative, verbatim;
    const char *exponent; /* its digits, NULL if there are none */
} dpc_math_literal;
dpc_math_literal dpc_math_read(const char *text);

#endif
