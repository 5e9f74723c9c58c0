/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A number domain: how the arithmetic steps are carried out.  Domains know nothing of theorems.
   A number of a domain is an opaque element; a rigorous domain's element is an enclosure: it
   contains the real number that the step defines, whenever its inputs contain theirs. */
#ifndef DPC_DOMAIN_H
#define DPC_DOMAIN_H

#include "dpcert-check.h"
#include "base/bounds.h"
#include "base/op.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

/* Operations as bits.  The runner asks a domain only for operations that it declares; any other is
   undecided there.  So a domain that omits an operation, for example a new one, refuses it. */
#define DPC_CAN(op) (UINT64_C(1) << (op))

/* Analytic functions: apply, pow_z and binom. */
#define DPC_CAN_PLAIN                                                                             \
    (DPC_CAN(DPC_OP_ADD) | DPC_CAN(DPC_OP_SUB) | DPC_CAN(DPC_OP_MUL) | DPC_CAN(DPC_OP_DIV) |      \
     DPC_CAN(DPC_OP_POW) | DPC_CAN(DPC_OP_BINOM) | DPC_CAN(DPC_OP_NEG) | DPC_CAN(DPC_OP_EXP) |    \
     DPC_CAN(DPC_OP_LOG) | DPC_CAN(DPC_OP_SQRT) | DPC_CAN(DPC_OP_EXPM1) | DPC_CAN(DPC_OP_LOG1P) | \
     DPC_CAN(DPC_OP_Q) | DPC_CAN(DPC_OP_E) | DPC_CAN(DPC_OP_PI))

/* Operations that need an order: compare, and hull if a condition is undecided. */
#define DPC_CAN_ORDER                                                                        \
    (DPC_CAN(DPC_OP_MIN) | DPC_CAN(DPC_OP_MAX) | DPC_CAN(DPC_OP_ABS) | DPC_CAN(DPC_OP_POS) | \
     DPC_CAN(DPC_OP_LT) | DPC_CAN(DPC_OP_LE) | DPC_CAN(DPC_OP_EQ) | DPC_CAN(DPC_OP_NE) |     \
     DPC_CAN(DPC_OP_IF))

/* round */
#define DPC_CAN_ROUND (DPC_CAN(DPC_OP_CEIL) | DPC_CAN(DPC_OP_FLOOR))

/* Operations that the runner carries out itself, with set and set_q only. */
#define DPC_CAN_STEER                                                                              \
    (DPC_CAN(DPC_OP_COPY) | DPC_CAN(DPC_OP_UNSET) | DPC_CAN(DPC_OP_NOT) | DPC_CAN(DPC_OP_AND) |    \
     DPC_CAN(DPC_OP_OR) | DPC_CAN(DPC_OP_LOOP) | DPC_CAN(DPC_OP_NONEMPTY) | DPC_CAN(DPC_OP_ITEM) | \
     DPC_CAN(DPC_OP_ARRAY) | DPC_CAN(DPC_OP_STORE) | DPC_CAN(DPC_OP_LOAD) | DPC_CAN(DPC_OP_CHECK))

/* For domains whose elements enclose a number, not a function of a variable: cells of a range are
   elements, and the block is run on them. */
#define DPC_CAN_RANGE (DPC_CAN(DPC_OP_INF) | DPC_CAN(DPC_OP_SUP) | DPC_CAN(DPC_OP_INTEGRAL))

/* The same, and every comparison made by methods holds for all points. */
#define DPC_CAN_METHOD DPC_CAN(DPC_OP_METHOD)

#define DPC_CAN_ALL \
    (DPC_CAN_PLAIN | DPC_CAN_ORDER | DPC_CAN_ROUND | DPC_CAN_STEER | DPC_CAN_RANGE | DPC_CAN_METHOD)

struct dpc_run;

typedef struct dpc_domain {
    const char *name;
    uint64_t can;          /* the operations that it declares, see above */
    bool rigorous;         /* false: plain floating point, no statement about the real number */
    size_t size;           /* bytes of an element */
    size_t heap;           /* bytes that it takes elsewhere, without digits */
    size_t numbers;        /* numbers whose digits it holds */
    unsigned terms;        /* of an element that is a series; 1: it is a number */
    void (*init)(void *x); /* x = 0, exactly: an operand like any other */
    void (*clear)(void *x);
    void (*set)(void *d, const void *a);
    void (*set_q)(void *d, const mpq_t q, unsigned long prec);

    /* d = op(a, b) at about prec bits; b is ignored where op takes one operand.  OK; DOMAIN if op
       is undefined for every point of the inputs; UNDECIDED if it may be, or if no finite
       enclosure results (more precision may help).  d is then meaningless. */
    dpc_status (*apply)(dpc_op op, void *d, const void *a, const void *b, unsigned long prec);

    /* d = a^n for an integer n that does not fit the exact rationals. */
    dpc_status (*pow_z)(void *d, const void *a, const mpz_t n, unsigned long prec);

    /* d = binom(n, k), 0 <= k <= n. */
    dpc_status (*binom)(void *d, const mpz_t n, const mpz_t k, unsigned long prec);

    /* LT, LE, EQ, NE for every pair of points. */
    dpc_tri (*compare)(dpc_op op, const void *a, const void *b);

    /* d contains a, b and everything between them. */
    void (*hull)(void *d, const void *a, const void *b, unsigned long prec);

    /* True, and sets n, if ceil or floor of every point is n. */
    bool (*round)(mpz_t n, dpc_op op, const void *a);

    void (*bounds)(dpc_bounds *out, const void *a);

    /* Some number near the element, for search and display; nan allowed. */
    double (*approx)(const void *a);
    /* log |x| for search: finite even if approx would overflow or underflow. */
    double (*log_abs_approx)(const void *a);

    /* d = a[0] b[0] + ... + a[n-1] b[n-1] of consecutive elements, faster than by single steps;
       NULL if the domain cannot do that. */
    dpc_status (*dot)(void *d, const void *a, const void *b, size_t n, unsigned long prec);

    /* c = cos x and s = sin x, likewise. */
    dpc_status (*cis)(void *c, void *s, const void *x, unsigned long prec);

    /* Carries out the instruction INF, SUP or INTEGRAL at pc of a run, whose range is known; only
       where the domain is not rigorous, else NULL. */
    dpc_status (*over_range)(struct dpc_run *run, size_t pc);
} dpc_domain;

static inline bool dpc_domain_can(const dpc_domain *dom, dpc_op op)
{
    return (dom->can & DPC_CAN(op)) != 0;
}

#endif
