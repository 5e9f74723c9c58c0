/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Directed-rounding intervals on MPFR as a domain. */
#ifndef DPC_DOMAIN_MPFR_H
#define DPC_DOMAIN_MPFR_H

#include "domain/domain.h"

extern const dpc_domain dpc_domain_mpfr;

/* Frees what this domain and MPFR keep for the calling thread. */
void dpc_domain_mpfr_cleanup(void);

#endif
