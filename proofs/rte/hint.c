/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Guesses for the kernel, from any dyadic number and any number of bits that their contracts allow.
   Handles are those of one number, which is unknown at every look. */
#include "kernel/hint.h"
#include "kernel/zint_gmp.h"

#include "__fc_builtin.h"

struct dpc_z_s {
    mpz_t v;
};

static struct dpc_z_s some;

static dpc_z any_handle(void)
{
    some.v->size = Frama_C_interval(-1000, 1000);
    return &some;
}

dpc_z dpc_z_import(const mpz_t v)
{
    int size = v->size;
    (void)size;
    return Frama_C_interval(0, 1) ? any_handle() : NULL;
}

mpz_srcptr dpc_z_value(dpc_z a)
{
    return a->v;
}

int64_t dpc_z_bits(dpc_z a)
{
    (void)a;
    return Frama_C_long_interval(1, 2 * DPC_Z_MAX_BITS);
}

dpc_dy dpc_dy_none(void)
{
    return (dpc_dy){NULL, 0};
}

/* Where the real one has a condition on the exponent. */
dpc_dy dpc_dy_make(dpc_z m, int64_t e)
{
    //@ assert range: -8 * DPC_DY_MAX_EXP <= e <= 8 * DPC_DY_MAX_EXP;
    return (dpc_dy){e < -DPC_DY_MAX_EXP || e > DPC_DY_MAX_EXP ? NULL : m, e};
}

static dpc_dy any_dyadic(void)
{
    return (dpc_dy){any_handle(), Frama_C_long_interval(-DPC_DY_MAX_EXP, DPC_DY_MAX_EXP)};
}

dpc_dy dpc_dy_ui(uint64_t n)
{
    (void)n;
    return any_dyadic();
}

dpc_dy dpc_dy_add_dn(dpc_dy a, dpc_dy b, int64_t bits)
{
    (void)a;
    (void)b;
    (void)bits;
    return Frama_C_interval(0, 1) ? any_dyadic() : dpc_dy_none();
}

int main(void)
{
    const int64_t bits = Frama_C_long_interval(1, DPC_DY_MAX_BITS);
    (void)dpc_hint_isqrt(Frama_C_long_interval(0, DPC_DY_MAX_EXP));
    (void)dpc_hint_log(any_dyadic(), bits);
    (void)dpc_hint_log1p(any_dyadic(), bits);
    (void)dpc_hint_q(any_dyadic(), bits);
    return 0;
}
