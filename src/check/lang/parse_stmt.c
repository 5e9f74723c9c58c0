/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Parses statements: one line each, distinguished by their first word. */
#include "lang/parse.h"

#include "base/words.h"

#include <stdlib.h>
#include <string.h>

bool dpc_status_counts(dpc_theorem_status status, bool own)
{
    return !own && status != DPC_STATUS_REFUTED && status != DPC_STATUS_ASYMPTOTIC;
}

bool dpc_parse_failed(const dpc_parser *p)
{
    return p->diag->status != DPC_OK;
}

void *dpc_parse_alloc(dpc_parser *p, size_t size)
{
    void *mem = dpc_arena_alloc(&p->unit->arena, size);
    if (mem == NULL)
        (void)dpc_fail(p->diag, DPC_NOMEM, "out of memory");
    return mem;
}

void *dpc_parse_grow(dpc_parser *p, void *base, size_t count, size_t size)
{
    if (count & (count - 1))
        return base; /* not a power of two: there is room */
    void *bigger = dpc_parse_alloc(p, (count == 0 ? 1 : 2 * count) * size);
    if (bigger != NULL && count > 0)
        memcpy(bigger, base, count * size);
    return bigger;
}

void dpc_parse_expected(dpc_parser *p, const char *what)
{
    char found[64];
    dpc_lex_describe(&p->lex, found, sizeof found);
    (void)dpc_fail_at(p->diag, DPC_PARSE, &p->unit->source, p->lex.tok.pos,
                      "expected %s but found %s", what, found);
}

bool dpc_parse_is(const dpc_parser *p, char symbol)
{
    return p->lex.tok.kind == DPC_TOK_SYMBOL && p->lex.tok.symbol == symbol;
}

bool dpc_parse_is_word(const dpc_parser *p, const char *word)
{
    const dpc_token *t = &p->lex.tok;
    return t->kind == DPC_TOK_NAME && t->len == strlen(word) &&
           memcmp(p->lex.source->text + t->start, word, t->len) == 0;
}

bool dpc_parse_accept(dpc_parser *p, char symbol)
{
    if (!dpc_parse_is(p, symbol))
        return false;
    dpc_lex_next(&p->lex);
    return true;
}

void dpc_parse_symbol(dpc_parser *p, char symbol, const char *what)
{
    if (!dpc_parse_failed(p) && !dpc_parse_accept(p, symbol))
        dpc_parse_expected(p, what);
}

const char *dpc_parse_text(dpc_parser *p)
{
    const char *text =
        dpc_arena_strndup(&p->unit->arena, p->lex.source->text + p->lex.tok.start, p->lex.tok.len);
    if (text == NULL)
        (void)dpc_fail(p->diag, DPC_NOMEM, "out of memory");
    dpc_lex_next(&p->lex);
    return text == NULL ? "" : text;
}

/* Words that structure the language: never names of values. */
static bool reserved(const char *name)
{
    static const char *const words[] = {"and", "or", "not", "in", "where", "quasiconvex", NULL};
    for (size_t i = 0; words[i] != NULL; i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    return false;
}

const char *dpc_parse_name(dpc_parser *p, const char *what)
{
    if (dpc_parse_failed(p))
        return "";
    if (p->lex.tok.kind != DPC_TOK_NAME) {
        dpc_parse_expected(p, what);
        return "";
    }
    dpc_lexer saved = p->lex;
    if (p->lex.tok.len > DPC_MAX_NAME) {
        (void)dpc_fail_at(p->diag, DPC_PARSE, &p->unit->source, p->lex.tok.pos,
                          "a name of %u characters is too long: at most %d are allowed",
                          (unsigned)p->lex.tok.len, DPC_MAX_NAME);
        return "";
    }
    const char *name = dpc_parse_text(p);
    if (reserved(name)) {
        p->lex = saved;
        dpc_parse_expected(p, what);
    }
    return name;
}

/* A name that is defined here.  Names are searched linearly again and again, so their number is
   limited. */
static const char *new_name(dpc_parser *p, const char *what)
{
    if (!dpc_parse_failed(p) && p->names++ == DPC_MAX_NAMES)
        (void)dpc_fail_at(p->diag, DPC_PARSE, &p->unit->source, p->lex.tok.pos,
                          "more than %d names get a meaning in this file: that is the limit",
                          DPC_MAX_NAMES);
    return dpc_parse_name(p, what);
}

static const char *theorem_id(dpc_parser *p)
{
    if (p->lex.tok.kind == DPC_TOK_NAME)
        dpc_lex_extend_id(&p->lex);
    return dpc_parse_name(p, "a theorem id such as gauss.theta");
}

static const char *quoted(dpc_parser *p, bool optional)
{
    if (dpc_parse_failed(p) || (optional && p->lex.tok.kind != DPC_TOK_STRING))
        return NULL;
    if (p->lex.tok.kind != DPC_TOK_STRING) {
        dpc_parse_expected(p, "a text in double quotes");
        return NULL;
    }
    return dpc_parse_text(p);
}

/* One of the words of a table whose enumerators are among the bits. */
static const char *one_of(dpc_parser *p, const char *const *list, unsigned bits, const char *what)
{
    if (p->lex.tok.kind == DPC_TOK_NAME)
        dpc_lex_extend_id(&p->lex); /* add-remove */
    for (unsigned i = 1; list[i] != NULL; i++)
        if ((bits >> i & 1) != 0 && dpc_parse_is_word(p, list[i])) {
            dpc_lex_next(&p->lex);
            return list[i];
        }
    dpc_parse_expected(p, what);
    return "";
}

static dpc_type_kind scalar_type(dpc_parser *p, const char *what)
{
    dpc_type_kind kind = dpc_parse_is_word(p, "int") ? DPC_T_INT : DPC_T_REAL;
    if (!dpc_parse_is_word(p, "int") && !dpc_parse_is_word(p, "real"))
        dpc_parse_expected(p, what);
    dpc_lex_next(&p->lex);
    return kind;
}

/* The members of `enum(a, b)` or `list(a, b : int)`. */
static void members(dpc_parser *p, dpc_type *type)
{
    dpc_lex_next(&p->lex);
    dpc_parse_symbol(p, '(', "'('");
    do {
        const char **names = dpc_parse_grow(p, type->member, type->nmembers, sizeof *names);
        dpc_type_kind *types = dpc_parse_grow(p, type->member_type, type->nmembers, sizeof *types);
        if (names == NULL || types == NULL)
            return;
        type->member = names;
        type->member_type = types;
        size_t k = type->nmembers++;
        const uint32_t pos = p->lex.tok.pos;
        names[k] = new_name(p, type->kind == DPC_T_LIST ? "a field name" : "a value");
        types[k] = DPC_T_REAL;
        for (size_t i = 0; i < k && !dpc_parse_failed(p); i++)
            if (strcmp(names[i], names[k]) == 0)
                (void)dpc_fail_at(p->diag, DPC_PARSE, &p->unit->source, pos,
                                  "'%s' stands twice in this type", names[k]);
        if (type->kind == DPC_T_LIST && dpc_parse_accept(p, ':'))
            types[k] = scalar_type(p, "the type of a field: real or int");
    } while (!dpc_parse_failed(p) && dpc_parse_accept(p, ','));
    dpc_parse_symbol(p, ')', "',' or ')'");
}

/* The kind of `plan(KIND)`. */
static void kind_of_plan(dpc_parser *p, dpc_type *type)
{
    dpc_lex_next(&p->lex);
    dpc_parse_symbol(p, '(', "'(' and the kind of the plan");
    type->plan = dpc_parse_name(p, "the kind of a plan");
    dpc_parse_symbol(p, ')', "')'");
}

/* The types allowed after a colon, beside real and int. */
enum { WITH_ENUM = 1, WITH_LIST = 2, WITH_PLAN = 4 };

/* `: TYPE`. */
static void typing(dpc_parser *p, dpc_type *type, int with)
{
    dpc_parse_symbol(p, ':', "':' and a type");
    if (dpc_parse_failed(p))
        return;
    const bool is_enum = (with & WITH_ENUM) != 0 && dpc_parse_is_word(p, "enum");
    if (is_enum || ((with & WITH_LIST) != 0 && dpc_parse_is_word(p, "list"))) {
        type->kind = is_enum ? DPC_T_ENUM : DPC_T_LIST;
        members(p, type);
    } else if ((with & WITH_PLAN) != 0 && dpc_parse_is_word(p, "plan")) {
        type->kind = DPC_T_PLAN;
        kind_of_plan(p, type);
    } else
        type->kind =
            scalar_type(p, (with & WITH_ENUM) != 0   ? "a type: real, int, enum(...) or list(...)"
                           : (with & WITH_LIST) != 0 ? "a type: real, int, list(...) or plan(...)"
                           : (with & WITH_PLAN) != 0 ? "a type: real, int or plan(...)"
                                                     : "a type: real or int");
}

/* `for EXPRESSION` after the type of a plan; NULL if it is not there. */
static dpc_expr *purpose(dpc_parser *p, const dpc_type *type)
{
    if (dpc_parse_failed(p) || type->kind != DPC_T_PLAN || !dpc_parse_is_word(p, "for"))
        return NULL;
    dpc_lex_next(&p->lex);
    return dpc_parse_expr(p);
}

static dpc_expr *where_clause(dpc_parser *p)
{
    if (dpc_parse_failed(p) || !dpc_parse_is_word(p, "where"))
        return NULL;
    dpc_lex_next(&p->lex);
    return dpc_parse_expr(p);
}

static dpc_arg *new_arg(dpc_parser *p, dpc_stmt *s)
{
    dpc_arg *list = dpc_parse_grow(p, s->arg, s->nargs, sizeof *list);
    if (list == NULL)
        return &p->no_arg;
    s->arg = list;
    dpc_arg *arg = &list[s->nargs++];
    *arg = (dpc_arg){.pos = p->lex.tok.pos};
    return arg;
}

static void relation(dpc_parser *p, dpc_stmt *s, bool exact_too)
{
    if (dpc_parse_accept(p, DPC_SYM_LE))
        s->rel = '<';
    else if (dpc_parse_accept(p, DPC_SYM_GE))
        s->rel = '>';
    else if (exact_too && dpc_parse_accept(p, '='))
        s->rel = '=';
    else
        dpc_parse_expected(p, exact_too ? "'<=', '>=' or '='" : "'<=' or '>='");
}

static void parse_status(dpc_parser *p, dpc_stmt *s)
{
    s->name = one_of(p, dpc_theorem_status_words, ~0U,
                     "a status: exact, proved, conditional, asymptotic or refuted");
    s->word =
        one_of(p, dpc_basis_words, ~0U, "the basis of the status: paper, rederived or machine");
    s->text = quoted(p, true);
}

static void parse_param(dpc_parser *p, dpc_stmt *s)
{
    s->name = new_name(p, "the name of a parameter");
    typing(p, &s->type, s->kind == DPC_S_PARAM ? WITH_ENUM | WITH_LIST : WITH_PLAN);
    s->expr = purpose(p, &s->type);
    if (s->type.kind != DPC_T_PLAN) /* the conditions on a plan are those of its declaration */
        s->where = where_clause(p);
    s->text = quoted(p, true);
}

static void parse_let(dpc_parser *p, dpc_stmt *s)
{
    s->name = new_name(p, "a name");
    if (dpc_parse_accept(p, '[')) {
        s->kind = DPC_S_ARRAY;
        s->word = dpc_parse_name(p, "the index variable");
        dpc_parse_symbol(p, '=', "'='");
        s->lo = dpc_parse_expr(p);
        dpc_parse_symbol(p, DPC_SYM_DOTS, "'..' and the end of the range");
        s->hi = dpc_parse_expr(p);
        dpc_parse_symbol(p, ']', "']'");
    }
    dpc_parse_symbol(p, '=', "'='");
    s->expr = dpc_parse_expr(p);
}

/* `(NAME [: TYPE], ...)`, real where no type stands. */
static void arguments(dpc_parser *p, dpc_stmt *s, int with)
{
    dpc_parse_symbol(p, '(', "'('");
    do {
        dpc_arg *arg = new_arg(p, s);
        arg->name = new_name(p, "the name of an argument");
        arg->type.kind = DPC_T_REAL;
        if (dpc_parse_is(p, ':'))
            typing(p, &arg->type, with);
    } while (!dpc_parse_failed(p) && dpc_parse_accept(p, ','));
    dpc_parse_symbol(p, ')', "',' or ')'");
}

static void parse_def(dpc_parser *p, dpc_stmt *s)
{
    s->name = new_name(p, "the name of a function");
    arguments(p, s, WITH_PLAN);
    dpc_parse_symbol(p, '=', "'='");
    s->expr = dpc_parse_expr(p);
}

/* `plan KIND(NAME : TYPE [where CONDITION] ["text"], ...)`. */
static void parse_plan(dpc_parser *p, dpc_stmt *s)
{
    s->name = new_name(p, "the kind of a plan");
    s->type.kind = DPC_T_PLAN;
    s->type.plan = s->name;
    dpc_parse_symbol(p, '(', "'('");
    do {
        dpc_arg *arg = new_arg(p, s);
        const char **names = dpc_parse_grow(p, s->type.member, s->type.nmembers, sizeof *names);
        dpc_type_kind *types =
            dpc_parse_grow(p, s->type.member_type, s->type.nmembers, sizeof *types);
        if (names == NULL || types == NULL)
            return;
        s->type.member = names;
        s->type.member_type = types;
        arg->name = new_name(p, "a field name");
        for (size_t i = 0; i < s->type.nmembers && !dpc_parse_failed(p); i++)
            if (strcmp(names[i], arg->name) == 0)
                (void)dpc_fail_at(p->diag, DPC_PARSE, &p->unit->source, arg->pos,
                                  "'%s' stands twice in this plan", arg->name);
        typing(p, &arg->type, 0);
        arg->where = where_clause(p);
        arg->text = quoted(p, true);
        names[s->type.nmembers] = arg->name;
        types[s->type.nmembers++] = arg->type.kind;
    } while (!dpc_parse_failed(p) && dpc_parse_accept(p, ','));
    dpc_parse_symbol(p, ')', "',' or ')'");
}

/* A theorem names its method; the prelude declares it, with its arguments. */
static void parse_method(dpc_parser *p, dpc_stmt *s)
{
    s->name = dpc_parse_name(p, "the name of a method");
    if (dpc_parse_is(p, '('))
        arguments(p, s, WITH_LIST | WITH_PLAN);
}

static void parse_use(dpc_parser *p, dpc_stmt *s)
{
    s->name = new_name(p, "a name for the used theorem");
    dpc_parse_symbol(p, '=', "'='");
    s->word = theorem_id(p);
    dpc_parse_symbol(p, '(', "'(' and the theorem's parameters");
    do {
        dpc_arg *arg = new_arg(p, s);
        arg->name = dpc_parse_name(p, "the name of a parameter");
        dpc_parse_symbol(p, '=', "'='");
        arg->value = dpc_parse_expr(p);
    } while (!dpc_parse_failed(p) && dpc_parse_accept(p, ','));
    dpc_parse_symbol(p, ')', "',' or ')'");
}

static void parse_referee(dpc_parser *p, dpc_stmt *s)
{
    s->name = dpc_parse_name(p, "the name of a result");
    relation(p, s, false);
    s->expr = dpc_parse_expr(p);
    s->text = quoted(p, false);
    if (!dpc_parse_failed(p) && dpc_parse_is_word(p, "choose")) {
        dpc_lex_next(&p->lex);
        do {
            dpc_arg *arg = new_arg(p, s);
            arg->name = new_name(p, "the name of a witness");
            typing(p, &arg->type, WITH_PLAN);
            arg->value = purpose(p, &arg->type);
        } while (!dpc_parse_failed(p) && dpc_parse_accept(p, ','));
    }
    s->where = where_clause(p);
    if (s->nargs > 0 && s->where == NULL && !dpc_parse_failed(p))
        dpc_parse_expected(p, "'where' and the condition on the witness");
}

static void parse_rest(dpc_parser *p, dpc_stmt *s)
{
    switch (s->kind) {
    case DPC_S_PRELUDE:
        break;
    case DPC_S_THEOREM:
        s->name = theorem_id(p);
        break;
    case DPC_S_REVISION:
        if (p->lex.tok.kind != DPC_TOK_NUM || p->lex.tok.len > 9 ||
            strspn(p->lex.source->text + p->lex.tok.start, "0123456789") < p->lex.tok.len)
            dpc_parse_expected(p, "a revision number: 1, 2, 3, ...");
        else
            s->name = dpc_parse_text(p);
        break;
    case DPC_S_CITE:
        s->name = dpc_parse_name(p, "the key of a source");
        s->text = quoted(p, false);
        break;
    case DPC_S_STATUS:
        parse_status(p, s);
        break;
    case DPC_S_ADJACENCY:
        s->name = one_of(p, dpc_adjacency_words,
                         1U << DPC_ADJACENCY_ADD_REMOVE | 1U << DPC_ADJACENCY_REPLACE_ONE |
                             1U << DPC_ADJACENCY_ANY,
                         "add-remove, replace-one or any");
        break;
    case DPC_S_TITLE:
    case DPC_S_ABOUT:
    case DPC_S_NOTE:
    case DPC_S_ASSUME:
    case DPC_S_PREMISE:
        s->text = quoted(p, false);
        break;
    case DPC_S_PLAN:
        parse_plan(p, s);
        break;
    case DPC_S_METHOD:
        parse_method(p, s);
        break;
    case DPC_S_PARAM:
    case DPC_S_CHOOSE:
        parse_param(p, s);
        break;
    case DPC_S_OBJECTIVE:
        s->rel = dpc_parse_is_word(p, "maximise") ? '>' : '<';
        if (s->rel == '>')
            dpc_lex_next(&p->lex);
        s->name = dpc_parse_name(p, "the name of what the search makes small");
        break;
    case DPC_S_LET:
    case DPC_S_ARRAY:
        parse_let(p, s);
        break;
    case DPC_S_DEF:
        parse_def(p, s);
        break;
    case DPC_S_USE:
        parse_use(p, s);
        break;
    case DPC_S_REQUIRE:
        s->expr = dpc_parse_expr(p);
        s->text = quoted(p, true);
        break;
    case DPC_S_RESULT:
        s->name = new_name(p, "the name of a result");
        relation(p, s, true);
        s->expr = dpc_parse_expr(p);
        s->text = quoted(p, true);
        break;
    case DPC_S_REFEREE:
        parse_referee(p, s);
        break;
    }
}

static const struct {
    const char *word;
    dpc_stmt_kind kind;
} keywords[] = {
    {"prelude", DPC_S_PRELUDE},
    {"theorem", DPC_S_THEOREM},
    {"revision", DPC_S_REVISION},
    {"title", DPC_S_TITLE},
    {"cite", DPC_S_CITE},
    {"status", DPC_S_STATUS},
    {"adjacency", DPC_S_ADJACENCY},
    {"about", DPC_S_ABOUT},
    {"note", DPC_S_NOTE},
    {"assume", DPC_S_ASSUME},
    {"premise", DPC_S_PREMISE},
    {"plan", DPC_S_PLAN},
    {"method", DPC_S_METHOD},
    {"param", DPC_S_PARAM},
    {"choose", DPC_S_CHOOSE},
    {"objective", DPC_S_OBJECTIVE},
    {"let", DPC_S_LET},
    {"def", DPC_S_DEF},
    {"use", DPC_S_USE},
    {"require", DPC_S_REQUIRE},
    {"result", DPC_S_RESULT},
    {"referee", DPC_S_REFEREE},
};

/* The current line as a statement; NULL at the end of the text or after a failure. */
static dpc_stmt *statement(dpc_parser *p)
{
    while (p->lex.tok.kind == DPC_TOK_NL)
        dpc_lex_next(&p->lex);
    if (dpc_parse_failed(p) || p->lex.tok.kind == DPC_TOK_END)
        return NULL;
    dpc_stmt *s = dpc_parse_alloc(p, sizeof *s);
    if (s == NULL)
        return NULL;
    s->pos = p->lex.tok.pos;
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (dpc_parse_is_word(p, keywords[i].word)) {
            s->kind = keywords[i].kind;
            dpc_lex_next(&p->lex);
            parse_rest(p, s);
            if (!dpc_parse_failed(p) && p->lex.tok.kind != DPC_TOK_NL &&
                p->lex.tok.kind != DPC_TOK_END)
                dpc_parse_expected(p, "an operator or the end of the line");
            return s;
        }
    dpc_parse_expected(p, "a statement (theorem, revision, title, cite, status, adjacency, about, "
                          "note, assume, premise, method, param, choose, objective, let, def, use, "
                          "require, result or referee)");
    return NULL;
}

/* Fails at s if a statement of this kind was seen before. */
static void once(dpc_parser *p, const dpc_stmt *s, bool *seen, const char *word)
{
    if (*seen)
        (void)dpc_fail_at(p->diag, DPC_PARSE, &p->unit->source, s->pos,
                          "'%s' stands here for the second time", word);
    *seen = true;
}

static bool is_of_prelude(dpc_stmt_kind kind)
{
    return kind == DPC_S_DEF || kind == DPC_S_PLAN || kind == DPC_S_METHOD || kind == DPC_S_NOTE ||
           kind == DPC_S_CITE;
}

/* Finds the header fields; checks that each required statement occurs exactly once. */
static void read_header(dpc_parser *p)
{
    dpc_unit *u = p->unit;
    bool seen[6] = {false};
    enum { THEOREM, REVISION, TITLE, STATUS, ADJACENCY, METHOD };
    bool cited = false, has_result = false;
    u->is_prelude = u->first != NULL && u->first->kind == DPC_S_PRELUDE;
    for (const dpc_stmt *s = u->first; s != NULL && !dpc_parse_failed(p); s = s->next) {
        if (s->kind == DPC_S_PRELUDE ? s != u->first : u->is_prelude && !is_of_prelude(s->kind))
            (void)dpc_fail_at(p->diag, DPC_PARSE, &u->source, s->pos,
                              "a prelude starts with 'prelude' and holds def, plan, method, cite "
                              "and note only");
        if (!u->is_prelude && (s->kind == DPC_S_PLAN || (s->kind == DPC_S_METHOD && s->nargs > 0)))
            (void)dpc_fail_at(p->diag, DPC_PARSE, &u->source, s->pos,
                              "the prelude alone declares plans and the arguments of methods");
        switch (s->kind) {
        case DPC_S_THEOREM:
            once(p, s, &seen[THEOREM], "theorem");
            if (s != u->first)
                (void)dpc_fail_at(p->diag, DPC_PARSE, &u->source, s->pos,
                                  "'theorem' must be the first statement");
            u->id = s->name;
            break;
        case DPC_S_REVISION:
            once(p, s, &seen[REVISION], "revision");
            u->revision = strtoul(s->name, NULL, 10);
            break;
        case DPC_S_TITLE:
            once(p, s, &seen[TITLE], "title");
            u->title = s->text;
            break;
        case DPC_S_STATUS:
            once(p, s, &seen[STATUS], "status");
            u->status = (dpc_theorem_status)dpc_word_find(dpc_theorem_status_words, s->name);
            u->basis = (dpc_basis)dpc_word_find(dpc_basis_words, s->word);
            break;
        case DPC_S_ADJACENCY:
            once(p, s, &seen[ADJACENCY], "adjacency");
            u->adjacency = (dpc_adjacency)dpc_word_find(dpc_adjacency_words, s->name);
            break;
        case DPC_S_METHOD:
            if (u->is_prelude)
                break;
            once(p, s, &seen[METHOD], "method");
            u->method = s->name;
            break;
        case DPC_S_CITE:
            cited = true;
            break;
        case DPC_S_RESULT:
            has_result = true;
            break;
        default:
            break;
        }
    }
    if (dpc_parse_failed(p) || u->is_prelude)
        return;
    const char *missing = !seen[THEOREM]     ? "theorem"
                          : !seen[REVISION]  ? "revision"
                          : !seen[TITLE]     ? "title"
                          : !cited           ? "cite"
                          : !seen[STATUS]    ? "status"
                          : !seen[ADJACENCY] ? "adjacency"
                          : !has_result      ? "result"
                                             : NULL;
    if (missing != NULL)
        (void)dpc_fail(p->diag, DPC_PARSE, "%s: the statement '%s' is missing", u->source.name,
                       missing);
}

dpc_unit *dpc_parse(const char *name, const char *text, size_t len, dpc_diag *diag)
{
    if (len > DPC_MAX_TEXT) {
        (void)dpc_fail(diag, DPC_PARSE, "%s: %zu bytes are too many for a theorem: at most %d",
                       name, len, DPC_MAX_TEXT);
        return NULL;
    }
    dpc_unit *unit = calloc(1, sizeof *unit);
    if (unit == NULL) {
        (void)dpc_fail(diag, DPC_NOMEM, "out of memory");
        return NULL;
    }
    dpc_parser p = {.unit = unit, .diag = diag};
    unit->source.name = dpc_arena_strndup(&unit->arena, name, strlen(name));
    unit->source.text = dpc_arena_strndup(&unit->arena, text, len);
    unit->source.len = len;
    if (unit->source.name == NULL || unit->source.text == NULL)
        (void)dpc_fail(diag, DPC_NOMEM, "out of memory");
    if (!dpc_parse_failed(&p)) {
        dpc_lex_open(&p.lex, &unit->source, diag);
        dpc_stmt **tail = &unit->first;
        for (dpc_stmt *s; (s = statement(&p)) != NULL; tail = &s->next)
            *tail = s;
        if (!dpc_parse_failed(&p))
            read_header(&p);
    }
    if (dpc_parse_failed(&p)) {
        dpc_unit_free(unit);
        return NULL;
    }
    return unit;
}

void dpc_unit_free(dpc_unit *unit)
{
    if (unit == NULL)
        return;
    dpc_arena arena = unit->arena;
    free(unit);
    dpc_arena_clear(&arena);
}
