/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The proved kernel as a domain; needs GMP only. */
#ifndef DPC_DOMAIN_KERNEL_H
#define DPC_DOMAIN_KERNEL_H

#include "domain/domain.h"

extern const dpc_domain dpc_domain_kernel;

/* Frees what the kernel keeps for the calling thread. */
void dpc_domain_kernel_cleanup(void);

#endif
