/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The proved kernel as a domain; needs GMP only. */
#ifndef DPC_DOMAIN_KERNEL_H
#define DPC_DOMAIN_KERNEL_H

#include "domain/domain.h"
#include "kernel/judge.h"

extern const dpc_domain dpc_domain_kernel;

/* Judges the next claim: the enclosed number is at most (upper) or at least the claimed number.
   Ends beyond the kernel's exponents decide nothing. */
void dpc_kernel_judge(dpc_k_judged *judged, const dpc_bounds *b, bool upper, const mpq_t number);
/* The same for an exact value. */
void dpc_kernel_judge_exact(dpc_k_judged *judged, const mpq_t value, bool upper,
                            const mpq_t number);

/* Frees the kernel's memory of the calling thread. */
void dpc_domain_kernel_cleanup(void);

#endif
