/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   From tree to instructions.  Names and types are checked on the way: a theorem that lowers is
   well formed.  Functions and used theorems are put in place of their calls. */
#ifndef DPC_LOWER_H
#define DPC_LOWER_H

#include "lang/catalogue.h"
#include "lang/code.h"

enum {
    DPC_MAX_INSTR = 200000,      /* instructions of one theorem, functions put in place */
    DPC_MAX_LOOKS = 100000000,   /* names and numbers that are compared to find others, or read */
    DPC_MAX_CONSTANTS = 1 << 28, /* bits of all its literals together */
    DPC_MAX_USE_DEPTH = 32
};

/* The instructions of a theorem, to be freed with dpc_code_free; NULL with the reason in diag.
   The code refers to units of the catalogue, which must outlive it. */
dpc_code *dpc_lower(dpc_catalogue_t *cat, const dpc_unit *unit, dpc_diag *diag);

void dpc_code_free(dpc_code *code);

/* What both lowering files share. */

typedef enum {
    DPC_B_VALUE,
    DPC_B_ARRAY,
    DPC_B_LIST,
    DPC_B_RECORD,
    DPC_B_PLAN,
    DPC_B_DEF,
    DPC_B_USE
} dpc_bind_kind;

/* What a name means.  Bindings form a list, the latest first. */
typedef struct dpc_binding {
    const char *name;
    dpc_bind_kind kind;
    dpc_type_kind type;          /* VALUE */
    bool is_result;              /* VALUE that `result` defines: what a `use` may ask for */
    const dpc_type *of;          /* LIST, RECORD: the fields; VALUE of an enum type: its values;
                                    PLAN: what is declared */
    uint32_t slot;               /* VALUE; number of an ARRAY, LIST or PLAN; RECORD: slot of the
                                    index */
    uint32_t list;               /* RECORD: number of its list */
    const dpc_stmt *def;         /* DEF */
    const dpc_unit *unit;        /* DEF: where it stands */
    struct dpc_binding *results; /* USE: the scope of the used theorem, with its results */
    struct dpc_binding *next;
} dpc_binding;

/* The value of an expression: where it is and what type it has. */
typedef struct {
    uint32_t slot;
    dpc_type_kind type;
    const dpc_type *of;
} dpc_value;

typedef struct {
    dpc_catalogue_t *cat;
    dpc_code *code;
    dpc_diag *diag;
    const dpc_unit *prelude;
    dpc_method_info *method[DPC_METHODS]; /* NULL where none was called yet */
    dpc_binding *env;
    const dpc_unit *unit; /* the file that is being read */
    const char *prefix;   /* of the used theorem that is being read */
    const dpc_unit *active[DPC_MAX_USE_DEPTH];
    size_t nactive;
    size_t emitted; /* instructions, also those thrown away: bounds the work */
    size_t constant_bits;
    size_t looks;       /* comparisons: bounds the work */
    int depth;          /* of calls and expressions: bounds the recursion */
    dpc_input *witness; /* whose where clause is being lowered, or NULL */
} dpc_lowerer;

bool dpc_lower_failed(const dpc_lowerer *l);
/* Whether as much may be read again as so many comparisons take. */
bool dpc_lower_look(dpc_lowerer *l, size_t looks);
dpc_status dpc_lower_error(dpc_lowerer *l, uint32_t pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void *dpc_lower_grow(dpc_lowerer *l, void *base, size_t count, size_t size);
uint32_t dpc_lower_slot(dpc_lowerer *l);
/* Appends an instruction and returns its place. */
uint32_t dpc_lower_emit(dpc_lowerer *l, dpc_op op, uint32_t d, uint32_t a, uint32_t b,
                        const dpc_expr *expr);
/* Closes the block that instruction pc opened. */
void dpc_lower_close(dpc_lowerer *l, uint32_t pc);
uint32_t dpc_lower_constant(dpc_lowerer *l, const mpq_t value);
uint32_t dpc_lower_small(dpc_lowerer *l, unsigned long value);
/* The binding of a name, functions or values; NULL if there is none. */
dpc_binding *dpc_lower_lookup(dpc_lowerer *l, const char *name, bool function);
/* Makes a binding; shadowing is an error. */
dpc_binding *dpc_lower_bind(dpc_lowerer *l, const char *name, dpc_bind_kind kind, uint32_t pos);

/* The method that the prelude declares; NULL after a failure. */
const dpc_method_info *dpc_lower_method(dpc_lowerer *l, const char *name, uint32_t pos);
/* The kind of plans that the prelude declares; NULL after a failure. */
const dpc_type *dpc_lower_plan(dpc_lowerer *l, const dpc_type *type, uint32_t pos);
/* The plan that an expression is the name of; NULL after a failure.  kind: which one it must be. */
const dpc_binding *dpc_lower_plan_named(dpc_lowerer *l, const dpc_expr *e, const char *kind,
                                        const char *what);

dpc_value dpc_lower_expr(dpc_lowerer *l, const dpc_expr *e);
/* The slot of an expression that must have this type. */
uint32_t dpc_lower_typed(dpc_lowerer *l, const dpc_expr *e, dpc_type_kind type, const char *what);

#endif
