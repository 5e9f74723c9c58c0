/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The operations of a step.  Number domains implement arithmetic; the other operations are
   control. */
#ifndef DPC_OP_H
#define DPC_OP_H

typedef enum {
    /* arithmetic on two numbers */
    DPC_OP_ADD,
    DPC_OP_SUB,
    DPC_OP_MUL,
    DPC_OP_DIV,
    DPC_OP_POW,
    DPC_OP_MIN,
    DPC_OP_MAX,
    DPC_OP_BINOM,
    /* on one */
    DPC_OP_NEG,
    DPC_OP_ABS,
    DPC_OP_POS, /* max(x, 0) */
    DPC_OP_CEIL,
    DPC_OP_FLOOR,
    DPC_OP_EXP,
    DPC_OP_LOG,
    DPC_OP_SQRT,
    DPC_OP_EXPM1,
    DPC_OP_LOG1P,
    DPC_OP_Q, /* P[N(0,1) > x] */
    /* on none */
    DPC_OP_E,
    DPC_OP_PI,
    /* comparisons of two numbers: three-valued */
    DPC_OP_LT,
    DPC_OP_LE,
    DPC_OP_EQ,
    DPC_OP_NE,
    /* the rest is carried out by the runner, the same for every domain: see code.h */
    DPC_OP_COPY,
    DPC_OP_UNSET,
    DPC_OP_NOT,
    DPC_OP_AND,
    DPC_OP_OR,
    DPC_OP_IF,
    DPC_OP_LOOP,
    DPC_OP_INF,
    DPC_OP_SUP,
    DPC_OP_INTEGRAL,
    DPC_OP_NONEMPTY,
    DPC_OP_ITEM,
    DPC_OP_ARRAY,
    DPC_OP_STORE,
    DPC_OP_LOAD,
    DPC_OP_METHOD,
    DPC_OP_CHECK,
    DPC_OPS /* their number */
} dpc_op;

/* A comparison of enclosures holds for every pair of points, for none, or it is undecided;
   undecided is 0, so that a truth value that was never set is undecided. */
typedef enum { DPC_TRI_UNDECIDED, DPC_FALSE, DPC_TRUE } dpc_tri;

#endif
