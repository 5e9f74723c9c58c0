/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Tokens of the theorem language.  The lexer never reads beyond source->len. */
#ifndef DPC_LEX_H
#define DPC_LEX_H

#include "base/diag.h"

typedef enum {
    DPC_TOK_END,    /* end of the text */
    DPC_TOK_NL,     /* end of a line that is not continued */
    DPC_TOK_NAME,   /* letter or _, then letters, digits, _ */
    DPC_TOK_NUM,    /* a literal, see rational.h */
    DPC_TOK_STRING, /* "...": start and len are those of the contents */
    DPC_TOK_SYMBOL  /* symbol: one character; '{' stands for <=, '}' for >=, '!' for !=,
                       '~' for ==, ':' '..' as ';' */
} dpc_token_kind;

enum { DPC_SYM_LE = '{', DPC_SYM_GE = '}', DPC_SYM_NE = '!', DPC_SYM_EQ = '~', DPC_SYM_DOTS = ';' };

typedef struct {
    dpc_token_kind kind;
    char symbol;
    uint32_t pos; /* where the token starts */
    uint32_t start, len;
} dpc_token;

typedef struct {
    const dpc_source *source;
    uint32_t at;
    dpc_token tok; /* the current token */
    dpc_diag *diag;
} dpc_lexer;

/* Starts at the first token.  The text must be shorter than 2^31 bytes. */
void dpc_lex_open(dpc_lexer *lex, const dpc_source *source, dpc_diag *diag);

/* Moves to the next token; on an error records it and moves to END. */
void dpc_lex_next(dpc_lexer *lex);

/* Re-reads the current NAME token as a theorem id: letters, digits, dots and hyphens. */
void dpc_lex_extend_id(dpc_lexer *lex);

/* The current token for a message, e.g. `')'`, `end of line`, `name 'eps'`. */
void dpc_lex_describe(const dpc_lexer *lex, char *out, size_t size);

#endif
