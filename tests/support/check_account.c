/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "check_account.h"

#include "check_domain.h"
#include "check_util.h"
#include "base/rational.h"

#include <math.h>

void check_read_number(mpq_t q, const char *text)
{
    dpc_diag diag = {.status = DPC_OK};
    ck_assert_msg(dpc_rational_parse(q, text, strlen(text), "number", &diag) == DPC_OK, "%s", text);
}

double check_uniform(uint64_t *state, double lo, double hi)
{
    return lo + (hi - lo) * ldexp((double)(check_random(state) >> 11), -53);
}

double check_relative_width(const mpq_t lo, const mpq_t hi)
{
    mpq_t w;
    mpq_init(w);
    mpq_sub(w, hi, lo);
    if (mpq_sgn(hi) > 0)
        mpq_div(w, w, hi);
    const double width = mpq_get_d(w);
    mpq_clear(w);
    return width;
}

/* q = man 2^exp */
static void set_dyadic(mpq_t q, const mpz_t man, int64_t exp)
{
    mpq_set_z(q, man);
    if (exp < 0)
        mpq_div_2exp(q, q, (mp_bitcnt_t)-exp);
    else
        mpq_mul_2exp(q, q, (mp_bitcnt_t)exp);
}

bool check_method(dpc_method method, dpc_method_call *call, mpq_t lo, mpq_t hi)
{
    void *d = check_element_new(call->dom);
    dpc_bounds b;
    dpc_bounds_init(&b);
    bool done = dpc_method_run(method, call, d) == DPC_OK;
    if (done)
        call->dom->bounds(&b, d);
    done = done && b.finite;
    if (done) {
        set_dyadic(lo, b.lo_man, b.lo_exp);
        set_dyadic(hi, b.hi_man, b.hi_exp);
        ck_assert_int_le(mpq_cmp(lo, hi), 0);
    }
    dpc_bounds_clear(&b);
    check_element_free(call->dom, d);
    return done;
}
