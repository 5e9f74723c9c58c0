/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The mechanism that the inversion accountant composes: groups of equal steps, read from the
   arguments of a method. */
#ifndef DPC_METHOD_MECHANISM_H
#define DPC_METHOD_MECHANISM_H

#include "method/method.h"

typedef enum {
    DPC_STEP_GAUSS,      /* Gaussian noise, sensitivity 1, on all data */
    DPC_STEP_SUBSAMPLED, /* on a Poisson sample */
    DPC_STEP_LAPLACE,    /* Laplace noise */
    DPC_STEP_RESPONSE    /* randomized response */
} dpc_step_kind;

typedef struct {
    dpc_step_kind kind;
    dpc_number q;    /* subsampled: the rate */
    dpc_number size; /* Gaussian noise: its standard deviation; others: epsilon */
    mpz_srcptr T;    /* number of steps, 1 or more */
} dpc_group;

typedef struct {
    bool remove; /* the direction: a record is removed, else added */
    size_t n;
    dpc_group *group;
} dpc_mechanism;

/* Reads the arguments of a method before eps; m is to be cleared in any case.  Ranges of numbers
   that are not integers are not checked. */
dpc_status dpc_mechanism_read(dpc_method method, dpc_method_call *in, dpc_mechanism *m);
void dpc_mechanism_clear(dpc_mechanism *m);

#endif
