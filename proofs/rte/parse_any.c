/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: the parser on every sequence of tokens.  The lexer is a stub that returns any token of a
   text of at most LENGTH bytes (lex.c is about the real one).  Nodes, lists and texts are
   summaries: each kind has a pool of two, of which every new one is either, so that what one of
   them holds all may hold.  Recursive calls are replaced by their contracts, which are checked
   where the functions return. */
#include "lang/parse.h"
#include "rte.h"

#include <string.h>

enum { TEXTS = 64 };

static char source_text[LENGTH], source_copy[LENGTH + 1];
static dpc_diag diag;
static char texts[TEXTS];
static dpc_expr exprs[2];
static dpc_expr *expr_lists[2];
static char ops[2][16]; /* comparisons: nine bytes */
static dpc_stmt stmts[2];
static dpc_arg args[2];
static const char *names[2];
static dpc_type_kind types[2];

static dpc_expr *const expr_pool = exprs;

/* What holds after each of the functions that call each other. */
#define TOKEN                                                                                      \
    p->lex.tok.kind <= DPC_TOK_SYMBOL && p->lex.tok.start <= LENGTH && p->lex.tok.len <= LENGTH && \
        p->lex.tok.pos <= LENGTH && p->lex.at <= LENGTH
#define RECORDED \
    (rte_failed == 0 && diag.status == DPC_OK) || (rte_failed == 1 && diag.status == DPC_PARSE)
#define NODE \
    \result == &p->dummy || \result == (dpc_expr *)exprs || \result == (dpc_expr *)exprs + 1

/*@ assigns p->lex.at, p->lex.tok.kind, p->lex.tok.symbol, p->lex.tok.pos, p->lex.tok.start,
      p->lex.tok.len, diag.status, rte_failed \from p->lex.at;
    assigns \result \from p, expr_pool;
    ensures token: TOKEN;
    ensures recorded: RECORDED;
    ensures node: NODE;
    ensures depth: p->depth == \old(p->depth); */
dpc_expr *dpc_parse_expr(dpc_parser *p);

/*@ assigns p->lex.at, p->lex.tok.kind, p->lex.tok.symbol, p->lex.tok.pos, p->lex.tok.start,
      p->lex.tok.len, diag.status, rte_failed \from p->lex.at;
    assigns \result \from p, expr_pool;
    ensures token: TOKEN;
    ensures recorded: RECORDED;
    ensures node: NODE;
    ensures depth: p->depth == \old(p->depth); */
static dpc_expr *factor(dpc_parser *p);

/*@ assigns p->lex.at, p->lex.tok.kind, p->lex.tok.symbol, p->lex.tok.pos, p->lex.tok.start,
      p->lex.tok.len, diag.status, rte_failed \from p->lex.at;
    assigns \result \from p, expr_pool;
    ensures token: TOKEN;
    ensures recorded: RECORDED;
    ensures node: NODE;
    ensures depth: p->depth == \old(p->depth); */
static dpc_expr *negation(dpc_parser *p);

static const char *any_string(void)
{
    return texts + Frama_C_interval(0, TEXTS - 1);
}

/* ---- the lexer ---- */

static uint32_t any_place(void)
{
    return (uint32_t)Frama_C_interval(0, LENGTH);
}

void dpc_lex_next(dpc_lexer *lex)
{
    if (any_bool())
        (void)dpc_fail_at(lex->diag, DPC_PARSE, lex->source, lex->at, "a bad byte");
    lex->tok.kind = (dpc_token_kind)Frama_C_interval(DPC_TOK_END, DPC_TOK_SYMBOL);
    lex->tok.symbol = (char)Frama_C_interval(1, 126);
    lex->tok.pos = any_place();
    lex->tok.start = any_place();
    lex->tok.len = any_place();
    lex->at = any_place();
}

void dpc_lex_open(dpc_lexer *lex, const dpc_source *from, dpc_diag *to)
{
    *lex = (dpc_lexer){.source = from, .diag = to};
    dpc_lex_next(lex);
}

void dpc_lex_extend_id(dpc_lexer *lex)
{
    lex->tok.len = any_place();
    lex->at = any_place();
}

void dpc_lex_describe(const dpc_lexer *lex, char *out, size_t size)
{
    (void)lex->source->text;
    //@ assert room: size > 0 && \valid(out + (0 .. size - 1));
    out[0] = '\0';
}

/* ---- memory, which does not end ---- */

void *dpc_arena_alloc(dpc_arena *arena, size_t size)
{
    (void)arena;
    const int i = any_bool();
    if (size == sizeof(dpc_expr))
        return &exprs[i];
    if (size == sizeof(dpc_stmt))
        return &stmts[i];
    //@ assert others: size <= 16;
    return ops[i];
}

char *dpc_arena_strndup(dpc_arena *arena, const char *s, size_t len)
{
    (void)arena;
    //@ assert readable: \valid_read(s + (0 .. len - 1));
    return s == source_text ? source_copy : (char *)any_string();
}

void dpc_arena_clear(dpc_arena *arena)
{
    (void)arena;
}

/* Lists of a file of the parser are those of one kind: dpc_parse_grow, as each file sees it.  A
   pool has room for what stands at place 0 or 1; grow.c is about the real function. */
static void *grow_args(dpc_parser *p, void *base, size_t count, size_t size)
{
    //@ assert list: base == \null || base == expr_lists;
    (void)p;
    (void)count;
    (void)size;
    return expr_lists;
}

static void *list_pools[] = {args, names, types};

/*@ assigns \result \from size, list_pools[..];
    ensures list: (size == sizeof(dpc_arg) && \result == (void *)&args[0]) ||
      (size == sizeof(char *) && \result == (void *)&names[0]) ||
      (size == sizeof(dpc_type_kind) && \result == (void *)&types[0]); */
void *dpc_parse_grow(dpc_parser *p, void *base, size_t count, size_t size);

#define dpc_parse_grow grow_args
#include "lang/parse_expr.c"
#undef dpc_parse_grow

/* The contracts, where the bodies are analysed. */
static dpc_expr *checked(dpc_parser *p, dpc_expr *e)
{
    //@ assert token: TOKEN;
    //@ assert recorded: RECORDED;
    //@ assert node: e == &p->dummy || e == (dpc_expr *)exprs || e == (dpc_expr *)exprs + 1;
    return e;
}

#define dpc_parse_expr(p) checked(p, dpc_parse_expr(p))
#define one_of one_of_words
#include "lang/parse_stmt.c"

/* ---- the driver ---- */

static void any_expr(dpc_expr *e)
{
    e->kind = (dpc_expr_kind)Frama_C_interval(DPC_E_NUM, DPC_E_RANGE);
    e->name = any_bool() ? any_string() : NULL;
    e->field = any_bool() ? any_string() : NULL;
    e->var = any_bool() ? any_string() : NULL;
    e->text = any_bool() ? any_string() : NULL;
    e->ops = any_bool() ? ops[any_bool()] : NULL;
    e->arg = any_bool() ? expr_lists : NULL;
    e->nargs = any_size();
}

static void any_parser(dpc_parser *p, dpc_unit *unit)
{
    *unit = (dpc_unit){.source = {.name = "name", .text = source_copy}};
    unit->source.len = Frama_C_unsigned_long_interval(0, LENGTH);
    *p = (dpc_parser){.unit = unit, .diag = &diag};
    dpc_lex_open(&p->lex, &unit->source, &diag);
    p->depth = Frama_C_interval(0, DPC_MAX_DEPTH);
}

int main(void)
{
    dpc_parser p;
    dpc_unit parsed, *unit;
    Frama_C_make_unknown(source_text, LENGTH);
    Frama_C_make_unknown(source_copy, LENGTH);
    Frama_C_make_unknown(texts, TEXTS - 1);
    Frama_C_make_unknown(ops[0], sizeof ops);
    for (int i = 0; i < 2; i++) {
        any_expr(&exprs[i]);
        expr_lists[i] = any_bool() ? &exprs[any_bool()] : NULL;
        names[i] = any_string();
    }
    switch (Frama_C_interval(0, 3)) {
    case 0:
        unit = dpc_parse("name", source_text, Frama_C_unsigned_long_interval(0, LENGTH), &diag);
        dpc_unit_free(unit);
        break;
    case 1:
        any_parser(&p, &parsed);
        (void)dpc_parse_expr(&p);
        break;
    case 2:
        any_parser(&p, &parsed);
        (void)checked(&p, factor(&p));
        break;
    default:
        any_parser(&p, &parsed);
        (void)checked(&p, negation(&p));
    }
    return 0;
}
