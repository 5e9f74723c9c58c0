/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A second evaluator of theorems, for tests.  It walks the tree, in intervals of long doubles that
   are widened by a margin after every operation, beside exact rationals; it shares the parser with
   the library and nothing else.  Optima and integrals are enclosed by cells, crudely.  It is not
   proved: a disagreement says that one of two evaluators is wrong. */
#ifndef DPC_REFERENCE_H
#define DPC_REFERENCE_H

#include "base/op.h"
#include "lang/catalogue.h"
#include "lang/tree.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- numbers (reference_number.c) ---- */

/* lo <= value <= hi, also infinite; q is the value where that is not NULL. */
typedef struct {
    mpq_ptr q;
    long double lo, hi;
} ref_num;

typedef enum {
    REF_OK,
    REF_UNDEFINED, /* the formula certainly has no value */
    REF_UNKNOWN    /* not known to this evaluator */
} ref_status;

/* Rationals of an evaluation, used again after a release. */
typedef struct {
    mpq_t **all;
    size_t used, made, room;
} ref_pool;

void ref_pool_clear(ref_pool *pool);
mpq_ptr ref_pool_get(ref_pool *pool);

ref_num ref_between(long double lo, long double hi);
ref_num ref_exact(ref_pool *pool, const mpq_t q);
ref_num ref_small(ref_pool *pool, long n);
ref_num ref_all(void);
ref_num ref_hull(ref_num a, ref_num b);
/* The ends of a rational, rounded outward. */
void ref_ends(const mpq_t q, long double *lo, long double *hi);

/* An arithmetic operation; *kink is set where its derivative may jump within the operands. */
ref_status ref_apply(ref_pool *pool, dpc_op op, ref_num *d, ref_num a, ref_num b, bool *kink);
dpc_tri ref_compare(dpc_op op, ref_num a, ref_num b);

/* ---- methods (reference_loss.c) ---- */

typedef enum { REF_LOSS_REMOVE, REF_LOSS_ADD, REF_LOSS_LAPLACE, REF_LOSS_RESPONSE } ref_loss_kind;

/* count steps of a kind: q and size sigma of a subsampled Gaussian; size epsilon of the others. */
typedef struct {
    ref_loss_kind kind;
    double q, size;
    long count;
} ref_loss;

/* The hockey-stick divergence of order e^eps of a composition, from both sides: losses rounded to
   the points of a grid, up and down, and convolved. */
ref_num ref_divergence(const ref_loss *loss, size_t n, double eps);

/* ---- theorems (reference.c) ---- */

/* A value that the user gives: a number, the place of an enumeration's value, or records. */
typedef struct {
    const char *name; /* a witness of a used theorem: "c.alpha" */
    mpq_t *value;     /* 1, or records times fields */
    size_t records, fields;
    bool is_list;
} ref_input;

typedef struct {
    ref_input *input;
    size_t count;
} ref_inputs;

typedef struct ref_binding ref_binding;

typedef struct {
    dpc_catalogue_t *cat;
    const ref_inputs *inputs;
    ref_pool pool;
    ref_binding *env; /* the latest first */
    ref_status status;
    const char *method;        /* of the theorem that is being read, */
    const char *caller_method; /* and of the one that uses it */
    bool kink;
    uint64_t steps, max_steps;
    int range_depth, depth;
    dpc_arena arena;
} ref_run;

void ref_begin(ref_run *r, dpc_catalogue_t *cat, const ref_inputs *inputs, uint64_t max_steps);
void ref_end(ref_run *r);

/* Evaluates one statement after the other; OK unless it fails, or a condition is not true.  A
   failed statement binds nothing, and the next may be tried. */
ref_status ref_statement(ref_run *r, const dpc_stmt *s);
/* An expression that is a number, in the current scope. */
ref_status ref_number(ref_run *r, const dpc_expr *e, ref_num *value);
/* The value of a result, after all statements. */
bool ref_result(const ref_run *r, const char *name, ref_num *value);

#endif
