/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The methods that theorems may name.  The prelude declares their arguments and the fields of their
   plans; here stands what the code of src/check/method reads of that, by name.  The list is closed.
 */
#ifndef DPC_METHOD_H
#define DPC_METHOD_H

#include "lang/tree.h"

#include <stddef.h>

typedef enum { DPC_METHOD_INVERSION, DPC_METHOD_PRODUCT, DPC_METHODS } dpc_method;

enum { DPC_METHOD_MAX_ARGS = 20 }; /* of a declaration */

/* What the code reads, in its own order; the names are in method.c.  What follows eps is the plan:
   any values give a valid enclosure or a refusal, good ones a narrow one. */
enum {
    DPC_INV_SIDE, /* 1: remove, 0: add */
    DPC_INV_Q,
    DPC_INV_SIGMA,
    DPC_INV_T,
    DPC_INV_GAUSS = DPC_INV_Q, /* lists, of the method product */
    DPC_INV_LAPLACE = DPC_INV_SIGMA,
    DPC_INV_STEP = DPC_INV_T,
    DPC_INV_EPS,
    DPC_INV_THETA,  /* the tilt: real part of the line of integration */
    DPC_INV_A,      /* period: frequencies are multiples of 2 pi/A */
    DPC_INV_K,      /* their number */
    DPC_INV_H,      /* distance of the nodes in y */
    DPC_INV_J0,     /* the first node is J0 h < 0, */
    DPC_INV_J1,     /* the last one J1 h > 0 */
    DPC_INV_FINE,   /* cells between two nodes, for error bounds */
    DPC_INV_STRIP,  /* half width of the strip of analyticity that is used, at most 2 sigma */
    DPC_INV_SPREAD, /* distance of the tilts that bound the aliases from theta */
    DPC_INV_SHIFT,  /* shift of the contour for the high frequencies, likewise; 0: none */
    DPC_INV_CUT,    /* direction remove: steps with y far below this are the core, */
    DPC_INV_SOFT,   /* far: many times this; 0: nothing is cut off */
    DPC_INV_CORE,   /* the tilt that bounds what a core alone contributes */
    DPC_INV_FAR,    /* steps with y far above this decide alone, and are counted by a formula, */
    DPC_INV_EDGE,   /* far: many times this; 0: none are */
    DPC_INV_NARGS
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
   type that it needs, and nothing else: a plan has no number that is not read. */
dpc_status dpc_method_bind(dpc_method_info *out, const dpc_unit *prelude, const dpc_stmt *declared,
                           dpc_diag *diag);

/* Whether two lists have the same fields. */
bool dpc_method_same_fields(const dpc_type *a, const dpc_type *b);

#endif
