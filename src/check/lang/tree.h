/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The tree of a theorem file: what the parser builds, the printers show and the lowering reads.
   Nodes live in the arena of their unit and never change after parsing. */
#ifndef DPC_TREE_H
#define DPC_TREE_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>

typedef enum {
    DPC_E_NUM,     /* text: the literal as written */
    DPC_E_NAME,    /* name */
    DPC_E_FIELD,   /* name.field */
    DPC_E_INDEX,   /* name[arg0] */
    DPC_E_ELEM,    /* name[arg0].field */
    DPC_E_NEG,     /* -arg0 */
    DPC_E_NOT,     /* not arg0 */
    DPC_E_BIN,     /* arg0 ops[0] arg1; ops[0] one of + - * / ^ & (and) | (or) */
    DPC_E_CMP,     /* arg0 ops[0] arg1 ops[1] ...; each op one of < { > } ~ !, see lex.h */
    DPC_E_CALL,    /* name(args) */
    DPC_E_FOLD,    /* name(var = arg0..arg1, arg2): sum prod max min avg */
    DPC_E_FOLDIN,  /* name(var in field, arg0): the same over the records of a list */
    DPC_E_ITERATE, /* iterate(var = arg0, arg1, arg2) */
    DPC_E_RANGE    /* name(var = arg0..arg1, arg2[, quasiconvex field [where]]): inf sup integral */
} dpc_expr_kind;

typedef struct dpc_expr {
    dpc_expr_kind kind;
    uint32_t pos; /* byte offset in the source: for messages */
    const char *name, *field, *var, *text, *ops;
    struct dpc_expr **arg;
    size_t nargs;
    struct dpc_expr *where; /* RANGE: the hypotheses of the lemma, or NULL */
} dpc_expr;

typedef enum {
    DPC_T_REAL,
    DPC_T_INT,
    DPC_T_BOOL,
    DPC_T_ENUM,
    DPC_T_LIST,
    DPC_T_PLAN
} dpc_type_kind;

/* A type.  Members: the values of an enum, or the fields of a list (with their types); those of a
   plan are in its declaration only, a theorem names its kind. */
typedef struct {
    dpc_type_kind kind;
    size_t nmembers;
    const char **member;
    dpc_type_kind *member_type;
    const char *plan; /* the kind of a plan */
} dpc_type;

/* Whether a value of this type is kept as records: a list, or a plan, which is a list of one. */
static inline bool dpc_type_has_records(const dpc_type *type)
{
    return type->kind == DPC_T_LIST || type->kind == DPC_T_PLAN;
}

typedef enum {
    DPC_S_PRELUDE,
    DPC_S_THEOREM,
    DPC_S_REVISION,
    DPC_S_TITLE,
    DPC_S_CITE,
    DPC_S_STATUS,
    DPC_S_ADJACENCY,
    DPC_S_ABOUT,
    DPC_S_NOTE,
    DPC_S_ASSUME,
    DPC_S_PREMISE,
    DPC_S_PLAN,
    DPC_S_METHOD,
    DPC_S_PARAM,
    DPC_S_CHOOSE,
    DPC_S_OBJECTIVE,
    DPC_S_LET,
    DPC_S_ARRAY,
    DPC_S_DEF,
    DPC_S_USE,
    DPC_S_REQUIRE,
    DPC_S_RESULT,
    DPC_S_REFEREE
} dpc_stmt_kind;

/* A name with a type, or (in `use`) with an expression. */
typedef struct {
    const char *name;
    uint32_t pos;
    dpc_type type;
    dpc_expr *value;  /* use: the value; referee: what a plan is for, or NULL */
    dpc_expr *where;  /* field of a plan: the condition, or NULL */
    const char *text; /* likewise */
} dpc_arg;

typedef struct dpc_stmt {
    dpc_stmt_kind kind;
    uint32_t pos;
    const char *name;  /* what is defined; the word after the keyword */
    const char *word;  /* status: basis; use: theorem id; array: index variable */
    const char *text;  /* the quoted text, or NULL */
    char rel;          /* result, referee: '<' for <=, '>' for >=, '=';
                          objective: '<' minimise, '>' maximise */
    dpc_type type;     /* param, choose; plan: what is declared */
    dpc_expr *lo, *hi; /* array: the index range */
    dpc_expr *expr;    /* the value; in require the condition; in choose what a plan is for */
    dpc_expr *where;   /* param, choose, referee: the condition, or NULL */
    dpc_arg *arg;      /* def, method: parameters; plan: fields; use: bindings; referee: witnesses
                          of its own */
    size_t nargs;
    struct dpc_stmt *next;
} dpc_stmt;

/* One parsed file.  Header fields are found once, when it is parsed. */
typedef struct dpc_unit {
    dpc_arena arena;
    dpc_source source;
    dpc_stmt *first;
    bool is_prelude;
    const char *id, *title, *method;
    unsigned long revision;
    dpc_theorem_status status;
    dpc_basis basis;
    dpc_adjacency adjacency;
} dpc_unit;

/* Whether the results of a theorem are bounds.  A refuted or asymptotic formula gives values only,
   and so does a user's own file, for which nothing vouches. */
bool dpc_status_counts(dpc_theorem_status status, bool own);

#endif
