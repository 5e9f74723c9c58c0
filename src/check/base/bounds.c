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

void dpc_enclosure_init(dpc_enclosure *e)
{
    e->exact = false;
    mpq_init(e->q);
    dpc_bounds_init(&e->bounds);
}

void dpc_enclosure_clear(dpc_enclosure *e)
{
    mpq_clear(e->q);
    dpc_bounds_clear(&e->bounds);
}

bool dpc_enclosure_is_known(const dpc_enclosure *e)
{
    return e->exact || e->bounds.finite;
}

void dpc_enclosure_round(dpc_decimal *d, const dpc_enclosure *e, unsigned long digits, bool up)
{
    const dpc_bounds *b = &e->bounds;
    if (e->exact)
        dpc_decimal_set_rational(d, e->q, digits, up);
    else
        dpc_decimal_set_dyadic(d, up ? b->hi_man : b->lo_man, up ? b->hi_exp : b->lo_exp, digits,
                               up);
}
