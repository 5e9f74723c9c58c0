/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The arithmetics of the library: Arb's, MPFR's (mpfr.h), the kernel's, plain doubles. */
#ifndef DPC_ARITH_H
#define DPC_ARITH_H

#include "domain/domain.h"

extern const dpc_domain dpc_domain_ball;   /* Arb */
extern const dpc_domain dpc_domain_double; /* plain double: unverified */

/* Frees what domains cache for the calling thread. */
void dpc_domain_cleanup(void);

/* The domain with this name, NULL if there is none. */
const dpc_domain *dpc_domain_find(const char *name);

#endif
