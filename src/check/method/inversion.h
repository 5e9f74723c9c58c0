/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The inversion accountant: an enclosure of D(eps), the hockey-stick divergence of order e^eps of
   a composition in one adjacency direction.  proofs/math/LEMMAS.md, section "Inversion", has the
   formula and its proof; the labels in inversion*.c are from there.

   Steps: Poisson-subsampled Gaussians of rate q, noise sigma, sensitivity 1: w(y) = 1 - q +
   q exp(y/sigma - 1/(2 sigma^2)), y standard normal, M(t) = E[w^(1 + t)] for the direction remove,
   E[w^-t] for add; and, in the method product, Gaussian and Laplace noise and randomized response,
   whose M has a closed form.  The method inversion is about one group of subsampled Gaussians. */
#ifndef DPC_ACCOUNT_INVERSION_H
#define DPC_ACCOUNT_INVERSION_H

#include "method/method.h"

/* The arguments, in order.  What follows eps is the plan: any values give a valid enclosure or a
   refusal, good ones a narrow one. */
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

/* d contains D(eps). */
dpc_status dpc_inversion_run(dpc_method method, dpc_method_call *in, void *d);

/* ---- many eps with one plan ---- */

typedef struct dpc_prepared_s dpc_prepared;

/* All but eps.  NULL if the arguments are refused: status says so.  They are not needed later. */
dpc_prepared *dpc_prepared_new(dpc_method method, dpc_method_call *in, dpc_status *status);
void dpc_prepared_free(dpc_prepared *w);
/* d contains D(eps) for the eps that the arguments have now; the others are not read. */
dpc_status dpc_prepared_at(dpc_prepared *w, dpc_method_call *in, void *d);

#endif
