/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The arithmetics of the library.  Arb's and MPFR's are built unless configure was told to do
   without them; the kernel's and plain doubles always are. */
#ifndef DPC_ARITH_H
#define DPC_ARITH_H

#include "domain/domain.h"
#include "run/run.h"

extern const dpc_domain dpc_domain_ball;   /* Arb */
extern const dpc_domain dpc_domain_double; /* plain double: unverified */

/* The fastest rigorous arithmetic of this build: Arb's, or the kernel's. */
extern const dpc_domain *const dpc_domain_fast;

/* The arithmetic's own integrator; NULL: it uses the integrator of src/check/run. */
typedef dpc_status dpc_integrator(dpc_run *run, size_t pc);
dpc_integrator *dpc_arith_integrator(const dpc_domain *domain);

/* The arithmetic of this name, or NULL. */
const dpc_domain *dpc_domain_find(const char *name);

/* Free the calling thread's caches: those of all arithmetics, or only Arb's. */
void dpc_arith_cleanup(void);
void dpc_domain_ball_cleanup(void);

#endif
