/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "base/bounds.h"

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
