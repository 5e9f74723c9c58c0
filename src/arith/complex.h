/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Complex balls as a domain, for Arb's integrator: the analytic continuation of the steps. */
#ifndef DPC_COMPLEX_H
#define DPC_COMPLEX_H

#include "domain/domain.h"

extern const dpc_domain dpc_domain_complex;

/* Whether this thread's steps must be analytic on all of their inputs; if so, other steps give no
   finite value. */
void dpc_complex_set_analytic(bool analytic);

/* d = the real ball a. */
void dpc_complex_real(void *d, const void *a, unsigned long prec);

#endif
