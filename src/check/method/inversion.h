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

/* d contains D(eps). */
dpc_status dpc_inversion_run(dpc_method method, dpc_method_call *in, void *d);

#endif
