/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "arith/rounded.h"

#include "arith/arith.h"
#include "base/decimal.h"

#include <stdlib.h>

/* q = man 2^exp; false: its bits are too many. */
static bool written_out(mpq_t q, const mpz_t man, int64_t exp)
{
    enum { MOST = 1 << 24 };
    if (exp > MOST || exp < -MOST)
        return false;
    mpq_set_z(q, man);
    if (exp > 0)
        mpq_mul_2exp(q, q, (mp_bitcnt_t)exp);
    else
        mpq_div_2exp(q, q, (mp_bitcnt_t)-exp);
    return true;
}

bool dpc_rounded(mpq_t d, dpc_op op, const mpq_t x, unsigned long prec, bool up)
{
    const dpc_domain *dom = dpc_domain_fast;
    void *a = calloc(1, dom->size), *b = calloc(1, dom->size);
    bool done = a != NULL && b != NULL;
    if (done) {
        dpc_bounds ends;
        dpc_bounds_init(&ends);
        dom->init(a);
        dom->init(b);
        dom->set_q(a, x, prec);
        done = dom->apply(op, b, a, a, prec) == DPC_OK;
        if (done)
            dom->bounds(&ends, b);
        done = done && ends.finite &&
               (up ? written_out(d, ends.hi_man, ends.hi_exp)
                   : written_out(d, ends.lo_man, ends.lo_exp));
        dom->clear(b);
        dom->clear(a);
        dpc_bounds_clear(&ends);
    }
    free(a);
    free(b);
    return done;
}

bool dpc_rounded_decimal(mpq_t d, const mpq_t x, unsigned long digits, bool up)
{
    dpc_decimal decimal;
    dpc_decimal_init(&decimal);
    dpc_decimal_set_rational(&decimal, x, digits, up);
    const bool done = dpc_decimal_value(d, &decimal);
    dpc_decimal_clear(&decimal);
    return done;
}
