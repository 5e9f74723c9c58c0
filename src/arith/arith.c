/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "arith/arith.h"

#include "domain/kernel.h"
#ifdef DPC_WITH_ARB
#include "arith/integral_arb.h"
#include "arith/mpfr.h"
#endif

#include <limits.h>
#include <string.h>

/* Planning, composition and the calls of Arb need a long of 64 bits.  Where it is shorter, only
   dpcert-check can be built: see kernel/word.h. */
_Static_assert(LONG_MAX > INT32_MAX, "dpcert needs a long of 64 bits; dpcert-check does not");

static const dpc_domain *const all[] = {
#ifdef DPC_WITH_ARB
    &dpc_domain_ball, &dpc_domain_mpfr,
#endif
    &dpc_domain_kernel, &dpc_domain_double};

#ifdef DPC_WITH_ARB
const dpc_domain *const dpc_domain_fast = &dpc_domain_ball;
#else
const dpc_domain *const dpc_domain_fast = &dpc_domain_kernel;
#endif

const dpc_domain *dpc_domain_find(const char *name)
{
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}

dpc_integrator *dpc_arith_integrator(const dpc_domain *domain)
{
#ifdef DPC_WITH_ARB
    if (domain == &dpc_domain_ball)
        return dpc_integrate_arb;
#endif
    (void)domain;
    return NULL;
}

void dpc_arith_cleanup(void)
{
#ifdef DPC_WITH_ARB
    dpc_domain_ball_cleanup();
    dpc_domain_mpfr_cleanup();
#endif
    dpc_domain_kernel_cleanup();
}
