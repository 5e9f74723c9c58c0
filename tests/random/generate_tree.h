/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Declarations that the files of the generator share. */
#ifndef DPC_GENERATE_TREE_H
#define DPC_GENERATE_TREE_H

#include "generate.h"

enum { GEN_MAX_VARS = 64 };

typedef enum {
    V_REAL,
    V_INT,
    V_CONDITION,
    V_ENUM,
    V_ARRAY,
    V_LIST,
    V_RECORD,
    V_DEF,
    V_RESULT
} gen_kind;

/* A name in scope. */
typedef struct {
    gen_kind kind;
    const char *name, *field; /* field: of the result of a used theorem */
    const dpc_type *type;     /* of LIST, RECORD, ENUM */
    long lo, hi;              /* of an ARRAY: its indices */
    const dpc_stmt *def;
} gen_var;

typedef struct {
    gen_theorem *out;
    uint64_t state;
    dpc_catalogue_t *cat;
    ref_run ref;
    gen_var var[GEN_MAX_VARS];
    size_t nvars;
    unsigned names;
    int range_depth, loop_depth;
    const char *method;      /* that the theorem names, or NULL */
    size_t calls;            /* number of calls of methods */
    const char *lists[3];    /* arguments of `product` */
    const char *argument[5]; /* witnesses with the values of the other arguments, or NULL */
    const char *plan[2];     /* plans: one that suits the arguments, and a changed one, or NULL */
    const char *through;     /* a function of a plan that calls the method, or NULL */
    int entry;               /* index into the table of plans */
    uint32_t parts;
    bool witnesses;    /* there are some */
    const char *inner; /* the variable of the innermost range or iteration, or NULL */
} gen;

/* ---- random choices ---- */

size_t gen_below(gen *g, size_t n);
bool gen_chance(gen *g, size_t percent);
const char *gen_name(gen *g, char letter);
const char *gen_textf(gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_bind(gen *g, gen_var var);

/* ---- expressions (generate_expr.c) ---- */

dpc_expr *gen_real(gen *g, int depth);
dpc_expr *gen_int(gen *g, int depth);
dpc_expr *gen_condition(gen *g, int depth);
/* A number that suits a parameter of this name, mostly. */
dpc_expr *gen_suitable(gen *g, const char *name, bool whole, int depth);
/* The text of a literal that fits it; it may have a sign. */
const char *gen_suitable_text(gen *g, const char *name, bool whole);
dpc_expr *gen_number(gen *g, const char *text);
dpc_expr *gen_named(gen *g, const char *name);
dpc_expr *gen_binary(gen *g, const char *op, dpc_expr *a, dpc_expr *b);
dpc_expr *gen_compare(gen *g, const char *op, dpc_expr *a, dpc_expr *b);

/* ---- methods (generate_plan.c) ---- */

/* A call of the theorem's method: with a plan that suits it, or with one that does not. */
dpc_expr *gen_method(gen *g, int depth);
/* Chooses the composition for calls of `product`: records of the lists gauss, laplace and step. */
const char *gen_method_list(gen *g, int which);
void gen_method_choose(gen *g);
/* The value of an argument before the plan; NULL for a list and for the side. */
const char *gen_method_argument(gen *g, size_t place);
/* The numbers of the plan, as a list of one record; changed: one of them is another one. */
const char *gen_method_plan(gen *g, bool changed);
/* A call with literal numbers only, and this plan. */
dpc_expr *gen_method_plain(gen *g, const char *plan);

#endif
