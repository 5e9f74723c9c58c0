/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The code of a theorem: a list of instructions over numbered slots.  Running them unrolls loops
   and takes branches, so that a number domain sees straight-line steps only: an operation, two
   inputs, one output.  Nothing else evaluates a formula.

   A slot holds one value: a number or a truth value.  Blocks are contiguous and properly nested:

     ADD .. Q  d a b        d = a op b
     LT LE EQ NE d a b      d = (a op b), three-valued
     COPY d a               d = a
     UNSET d                d holds nothing: MIN and MAX with it give the other operand
     NOT d a                d = not a
     AND d a b [.. end)     if a is false, d is false; else the block sets b, and d = a and b
     OR  d a b [.. end)     likewise
     IF  d a b [.. b) [b .. end)
                            the first block sets d, the second d+1; a decides which one runs, and
                            where it runs alone its value goes to d; if a is undecided both run and
                            d becomes their hull
     LOOP d a b [.. end)    the block runs for d = a, a+1, ..., b (exact integers)
     INF d a b [.. end)     d = the infimum over all real numbers x with a < x < b of what the block
                            computes: the block reads x from d+1 and leaves its value in d+2
     SUP, INTEGRAL          likewise
     NONEMPTY a b           fails unless a <= b
     ITEM d a b             d = field (d's aux) of record number b of list a
     ARRAY d a b            makes room for array d, indices a..b
     STORE d a b            element a of array d = slot b
     LOAD d a b             d = element b of array a
     METHOD d a             d = the value of method call number a
     CHECK d a              condition number d, whose truth value is in a, must be true */
#ifndef DPC_CODE_H
#define DPC_CODE_H

#include "base/op.h"
#include "lang/method.h"
#include "lang/tree.h"

#include <gmp.h>

enum { DPC_RANGE_SLOTS = 7 }; /* of INF, SUP and INTEGRAL, from d on: see run/range.h */

typedef struct {
    dpc_op op;
    uint32_t d, a, b;
    uint32_t end;   /* blocks: one past the last instruction; ITEM: the field */
    bool is_int;    /* the value is an integer by its type */
    bool bracket;   /* INF, SUP: a lemma of the catalogue says that the block's value, for SUP its
                       negative, is quasiconvex in x, */
    uint32_t lemma; /* wherever the condition in this slot, its hypotheses, is true */
    const dpc_expr *expr; /* its source, for messages */
    const dpc_unit *unit; /* the file of expr */
} dpc_instr;

/* Records of a list parameter: field f of record i (from 0) is value[i * nfields + f]. */
typedef struct {
    size_t length, nfields;
    mpq_t *value;
    uint64_t bytes; /* of the whole list, approximately */
} dpc_list;

/* A call of a method. */
typedef struct {
    const dpc_method_info *method;
    uint32_t arg[DPC_METHOD_MAX_ARGS]; /* as declared: slots; numbers of lists and plans */
} dpc_call;

/* A name and the slot of its value, for messages. */
typedef struct {
    const char *name;
    uint32_t slot;
} dpc_named_slot;

/* A condition that must hold: a where clause or a require. */
typedef struct {
    const dpc_unit *unit;
    const dpc_stmt *stmt;
    const dpc_expr *cond;
    const char *prefix; /* of a used theorem, e.g. "c."; else "" */
    dpc_named_slot *named;
    size_t nnamed;
} dpc_check;

/* A bound in an input's where clause; only a hint for searches. */
typedef struct {
    uint32_t slot;
    bool upper;
} dpc_hint;

typedef enum { DPC_INPUT_PARAM, DPC_INPUT_CHOOSE, DPC_INPUT_REFEREE } dpc_input_role;

typedef struct {
    const char *name; /* with the prefix of a used theorem: "c.alpha" */
    dpc_input_role role;
    const dpc_type *type;
    const char *text;
    uint32_t slot; /* of a scalar; for a list or a plan its list number */
    size_t check;  /* number of the first condition that can depend on it */
    dpc_hint hint[8];
    size_t nhints;
} dpc_input;

typedef struct {
    const dpc_stmt *stmt;
    uint32_t slot;
} dpc_output;

/* Witnesses first..last-1 are searched together to minimise (or maximise) the slot. */
typedef struct {
    size_t first, last;
    uint32_t slot;
    bool maximise;
    size_t end; /* of the instructions before the objective */
} dpc_objective;

typedef struct {
    const dpc_stmt *stmt;
    uint32_t begin, end; /* its instructions, to be run after the main ones */
    uint32_t slot;
    size_t first, last; /* its own witnesses */
} dpc_referee;

/* The purpose of a plan, as the theorem states it: for planners, who lower it.  No result and no
   verdict depends on it, and the checker does not look at it. */
typedef struct {
    size_t input; /* the plan */
    size_t at;    /* instructions before this one have been run */
    const dpc_expr *expr;
    struct dpc_binding *env; /* the names that it may use */
    const dpc_unit *unit;
} dpc_purpose;

typedef struct {
    uint32_t slot;
    mpq_t value;
} dpc_constant;

/* A statement that numbers cannot check. */
typedef struct {
    const char *text;
    const char *unit; /* the id of its theorem */
} dpc_assumption;

/* A named intermediate value, for `explain`. */
typedef struct {
    const char *name; /* with the prefix of a used theorem */
    const dpc_unit *unit;
    const dpc_stmt *stmt;
    uint32_t slot;
    uint32_t pc; /* the last instruction that computes it */
} dpc_let;

typedef struct {
    const dpc_unit *unit;
    dpc_arena arena;
    dpc_instr *instr;
    size_t ninstr, main_end;
    size_t nslots, narrays, nlists;
    dpc_constant *constant;
    size_t nconstants;
    dpc_check *check;
    size_t nchecks;
    dpc_input *input;
    size_t ninputs;
    dpc_output *result;
    size_t nresults;
    dpc_objective *objective;
    size_t nobjectives;
    dpc_referee *referee;
    size_t nreferees;
    dpc_assumption *assumption; /* they make a statement conditional */
    size_t nassumptions;
    dpc_assumption *premise; /* required properties of the mechanism; each text once */
    size_t npremises;
    dpc_let *let;
    size_t nlets;
    dpc_call *call;
    size_t ncalls;
    dpc_purpose *purpose; /* in the order of the plans */
    size_t npurposes;
} dpc_code;

/* The operands of an instruction: numbers of the slots, lists and arrays that it reads, including
   values that its blocks leave for it, but not the operands of the blocks; and the slots that it
   sets, from `set` on, including the scratch slots of an instruction over a range.  All analysis of
   dependence uses this record. */
typedef struct {
    uint32_t slot[DPC_METHOD_MAX_ARGS], list[DPC_METHOD_MAX_ARGS], array[1];
    size_t nslots, nlists, narrays;
    uint32_t set;
    size_t nset;
} dpc_operands;

void dpc_code_operands(const dpc_code *code, const dpc_instr *i, dpc_operands *out);

#endif
