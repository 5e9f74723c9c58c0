/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The methods that theorems may name.  The prelude declares their arguments and the fields of their
   plans; plans.h, made from it, gives the fields their numbers.  The list is closed.
 */
#ifndef DPC_METHOD_H
#define DPC_METHOD_H

#include "lang/plans.h"
#include "lang/tree.h"

#include <stddef.h>

typedef enum { DPC_METHOD_INVERSION, DPC_METHOD_PRODUCT, DPC_METHODS } dpc_method;

enum { DPC_METHOD_MAX_ARGS = 20 }; /* of a declaration */

/* What the code reads, in its own order: arguments, and after eps the numbers of the plan, which
   are those that the prelude declares.  Any values of these give a valid enclosure or a refusal,
   good ones a narrow one. */
#define DPC_INV_ENUMERATOR(id, name, kind) DPC_INV_##id,
enum {
    DPC_INV_SIDE, /* 1: remove, 0: add */
    DPC_INV_Q,
    DPC_INV_SIGMA,
    DPC_INV_T,
    DPC_INV_GAUSS = DPC_INV_Q, /* lists, of the method product */
    DPC_INV_LAPLACE = DPC_INV_SIGMA,
    DPC_INV_STEP = DPC_INV_T,
    DPC_INV_EPS,
    DPC_PLAN_INVERSION(DPC_INV_ENUMERATOR) DPC_INV_NARGS
};

/* A declared method.  Number k of those that the code reads is argument place[k], or, if that is
   the plan, its field field[k]. */
typedef struct {
    const char *name;
    dpc_method method;
    size_t nargs;
    const dpc_arg *arg;   /* as declared */
    const dpc_stmt *plan; /* the declaration of its plan, */
    size_t plan_place;    /* and the place of that among the arguments */
    size_t place[DPC_INV_NARGS], field[DPC_INV_NARGS];
} dpc_method_info;

/* The declaration of a method, or of a kind of plans, in the prelude; NULL if there is none. */
const dpc_stmt *dpc_method_declared(const dpc_unit *prelude, dpc_stmt_kind kind, const char *name);

/* What the code makes of a declaration.  Fails unless everything that it reads is declared with the
   type that it needs, and nothing else: a plan has the numbers that the code was compiled with. */
dpc_status dpc_method_bind(dpc_method_info *out, const dpc_unit *prelude, const dpc_stmt *declared,
                           dpc_diag *diag);

/* Whether two lists have the same fields. */
bool dpc_method_same_fields(const dpc_type *a, const dpc_type *b);

#endif
