/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "domain/domain.h"

#include <string.h>

void dpc_bounds_init(dpc_bounds *b)
{
    b->finite = false;
    b->lo_exp = b->hi_exp = 0;
    mpz_inits(b->lo_man, b->hi_man, NULL);
}

void dpc_bounds_clear(dpc_bounds *b)
{
    mpz_clears(b->lo_man, b->hi_man, NULL);
}

const dpc_domain *dpc_domain_find(const char *name)
{
    static const dpc_domain *const all[] = {&dpc_domain_ball, &dpc_domain_double};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}
