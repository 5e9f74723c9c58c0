/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   From text to tree.  Grammar and precedences: doc/language.md.  The parser stops at the first
   error, which stands in the diag: after it every function returns at once, so callers check once.
 */
#ifndef DPC_PARSE_H
#define DPC_PARSE_H

#include "lang/lex.h"
#include "lang/tree.h"

enum {
    DPC_MAX_TEXT = 1 << 20, /* bytes of a theorem file */
    DPC_MAX_DEPTH = 200,    /* nesting of an expression */
    DPC_MAX_NAMES = 2000,   /* that get a meaning in a file, values of enumerations included */
    DPC_MAX_NAME = 60       /* characters of one */
};

/* Parses a whole file.  name: for messages.  The unit is to be freed with dpc_unit_free; NULL on
   failure, with the reason in diag. */
dpc_unit *dpc_parse(const char *name, const char *text, size_t len, dpc_diag *diag);

void dpc_unit_free(dpc_unit *unit);

/* What both parser files share. */
typedef struct {
    dpc_lexer lex;
    dpc_unit *unit;
    dpc_diag *diag;
    int depth;
    size_t names;   /* that got a meaning */
    dpc_expr dummy; /* stands for an expression after a failure, */
    dpc_arg no_arg; /* and this for an argument */
} dpc_parser;

bool dpc_parse_failed(const dpc_parser *p);
void *dpc_parse_alloc(dpc_parser *p, size_t size);
/* base with room for one more element of the given size: grows in powers of two. */
void *dpc_parse_grow(dpc_parser *p, void *base, size_t count, size_t size);
/* Fails with "expected WHAT but found TOKEN". */
void dpc_parse_expected(dpc_parser *p, const char *what);
bool dpc_parse_is(const dpc_parser *p, char symbol);
bool dpc_parse_is_word(const dpc_parser *p, const char *word);
/* If the current token is the symbol, moves past it. */
bool dpc_parse_accept(dpc_parser *p, char symbol);
void dpc_parse_symbol(dpc_parser *p, char symbol, const char *what);
const char *dpc_parse_name(dpc_parser *p, const char *what);
/* The text of the current token; moves past it. */
const char *dpc_parse_text(dpc_parser *p);

dpc_expr *dpc_parse_expr(dpc_parser *p);

#endif
