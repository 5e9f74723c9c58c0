/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "arith/arith.h"

#include "arith/mpfr.h"
#include "domain/kernel.h"

#include <limits.h>
#include <string.h>

/* The library asks Arb, plans and composes with numbers of 64 bits in a long.  Where that is
   shorter only dpcert-check can be built, which does not: see kernel/word.h. */
_Static_assert(LONG_MAX > INT32_MAX, "dpcert needs a long of 64 bits; dpcert-check does not");

const dpc_domain *dpc_domain_find(const char *name)
{
    static const dpc_domain *const all[] = {&dpc_domain_ball, &dpc_domain_mpfr, &dpc_domain_kernel,
                                            &dpc_domain_double};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}
