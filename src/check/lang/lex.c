/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "lang/lex.h"

#include "base/rational.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int peek(const dpc_lexer *lex, uint32_t ahead)
{
    size_t i = (size_t)lex->at + ahead;
    return i < lex->source->len ? (unsigned char)lex->source->text[i] : -1;
}

static bool name_char(int c)
{
    return c >= 0 && c < 128 && (isalnum(c) || c == '_');
}

/* Why a byte is refused; two bytes that editors insert on their own are named. */
static const char *not_printable(const dpc_lexer *lex)
{
    size_t at = lex->at;
    const unsigned char *text = (const unsigned char *)lex->source->text;
    if (at < lex->source->len && text[at] == '\r')
        return "only printable ASCII may stand here, and this is a carriage return: save the file "
               "with "
               "Unix line ends";
    if (at == 0 && lex->source->len >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf)
        return "only printable ASCII may stand here, and this is a byte order mark: save the file "
               "without it";
    return "only printable ASCII may stand here";
}

/* Whether a byte may stand in a comment. */
static bool printable(int c)
{
    return c == '\t' || (c >= 32 && c <= 126);
}

static void take(dpc_lexer *lex, dpc_token_kind kind, uint32_t len)
{
    lex->tok.kind = kind;
    lex->tok.start = lex->at;
    lex->tok.len = len;
    lex->at += len;
}

static void fail(dpc_lexer *lex, uint32_t pos, const char *message)
{
    (void)dpc_fail_at(lex->diag, DPC_PARSE, lex->source, pos, "%s", message);
    lex->tok.kind = DPC_TOK_END;
    lex->at = (uint32_t)lex->source->len;
}

/* Blanks, comments and continued line ends. */
static void skip_blanks(dpc_lexer *lex)
{
    for (;;) {
        int c = peek(lex, 0);
        if (c == ' ' || c == '\t')
            lex->at++;
        else if (c == '\\' && peek(lex, 1) == '\n')
            lex->at += 2;
        else if (c == '#')
            while (peek(lex, 0) != '\n' && peek(lex, 0) >= 0) {
                if (!printable(peek(lex, 0)))
                    return; /* reported by the caller */
                lex->at++;
            }
        else
            return;
    }
}

static void lex_string(dpc_lexer *lex)
{
    uint32_t len = 0;
    for (int c; (c = peek(lex, 1 + len)) != '"'; len++)
        if (c == '\n' || c < 0) {
            fail(lex, lex->tok.pos, "this text is not closed on its line");
            return;
        } else if (c < 32 || c > 126) {
            fail(lex, lex->at + 1 + len, not_printable(lex));
            return;
        }
    lex->at++;
    take(lex, DPC_TOK_STRING, len);
    lex->at++;
}

static void lex_symbol(dpc_lexer *lex)
{
    static const struct {
        const char *text;
        char symbol;
    } two[] = {{"<=", DPC_SYM_LE},
               {">=", DPC_SYM_GE},
               {"!=", DPC_SYM_NE},
               {"==", DPC_SYM_EQ},
               {"..", DPC_SYM_DOTS}};
    int c = peek(lex, 0);
    for (size_t i = 0; i < sizeof two / sizeof two[0]; i++)
        if (c == two[i].text[0] && peek(lex, 1) == two[i].text[1]) {
            lex->tok.symbol = two[i].symbol;
            take(lex, DPC_TOK_SYMBOL, 2);
            return;
        }
    if (c > 0 && c < 128 && strchr("+-*/^()[],.:<>=", c) != NULL) {
        lex->tok.symbol = (char)c;
        take(lex, DPC_TOK_SYMBOL, 1);
    } else if (c > 126 || (c < 32 && c >= 0)) {
        fail(lex, lex->at, not_printable(lex));
    } else {
        fail(lex, lex->at, "this character has no meaning here");
    }
}

void dpc_lex_next(dpc_lexer *lex)
{
    skip_blanks(lex);
    lex->tok.pos = lex->at;
    int c = peek(lex, 0);
    if (c < 0)
        take(lex, DPC_TOK_END, 0);
    else if (c == '\n')
        take(lex, DPC_TOK_NL, 1);
    else if (c == '"')
        lex_string(lex);
    else if (c < 128 && isdigit(c)) {
        size_t len = dpc_literal_scan(lex->source->text + lex->at, lex->source->len - lex->at);
        take(lex, DPC_TOK_NUM, (uint32_t)len);
        int after = peek(lex, 0);
        if (name_char(after) || (after == '.' && peek(lex, 1) != '.'))
            fail(lex, lex->at, "malformed number: an operator is missing, or a digit");
    } else if (name_char(c)) {
        uint32_t len = 1;
        while (name_char(peek(lex, len)))
            len++;
        take(lex, DPC_TOK_NAME, len);
    } else
        lex_symbol(lex);
}

void dpc_lex_open(dpc_lexer *lex, const dpc_source *source, dpc_diag *diag)
{
    *lex = (dpc_lexer){.source = source, .diag = diag};
    dpc_lex_next(lex);
}

void dpc_lex_extend_id(dpc_lexer *lex)
{
    for (int c; (c = peek(lex, 0)) >= 0 && (name_char(c) || c == '.' || c == '-'); lex->at++)
        lex->tok.len++;
}

void dpc_lex_describe(const dpc_lexer *lex, char *out, size_t size)
{
    const dpc_token *t = &lex->tok;
    int len = (int)(t->len < 40 ? t->len : 40);
    const char *text = lex->source->text + t->start;
    switch (t->kind) {
    case DPC_TOK_END:
        (void)snprintf(out, size, "the end of the text");
        break;
    case DPC_TOK_NL:
        (void)snprintf(out, size, "the end of the line");
        break;
    case DPC_TOK_NAME:
        (void)snprintf(out, size, "the name '%.*s'", len, text);
        break;
    case DPC_TOK_NUM:
        (void)snprintf(out, size, "the number %.*s", len, text);
        break;
    case DPC_TOK_STRING:
        (void)snprintf(out, size, "the text \"%.*s\"", len, text);
        break;
    case DPC_TOK_SYMBOL:
        (void)snprintf(out, size, "'%.*s'", len, text);
        break;
    }
}
