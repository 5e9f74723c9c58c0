/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   For real inputs each function agrees with the language.  Comparisons, min, max and abs depend on
   the real parts of their inputs: analytic wherever these decide; elsewhere indeterminate if an
   analytic value is asked for, as Arb's integrator requires. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "arith/complex.h"

#ifdef HAVE_FLINT3
#include <flint/acb.h>
#include <flint/acb_hypgeom.h>
#include <flint/fmpq.h>
#else
#include <acb.h>
#include <acb_hypgeom.h>
#include <flint/fmpq.h>
#endif

#include <math.h>

static __thread bool need_analytic;

void dpc_complex_set_analytic(bool analytic)
{
    need_analytic = analytic;
}

static void complex_init(void *x)
{
    acb_init(x);
}

static void complex_clear(void *x)
{
    acb_clear(x);
}

static void complex_set(void *d, const void *a)
{
    acb_set(d, a);
}

static void complex_set_q(void *d, const mpq_t q, unsigned long prec)
{
    fmpq_t f;
    fmpq_init(f);
    fmpq_set_mpq(f, q);
    acb_set_fmpq(d, f, (slong)prec);
    fmpq_clear(f);
}

void dpc_complex_real(void *d, const void *a, unsigned long prec)
{
    (void)prec;
    acb_set_arb(d, a);
}

/* Q(x) = erfc(x / sqrt 2) / 2, entire */
static void gaussian_tail(acb_t d, const acb_t a, slong prec)
{
    arb_t root;
    arb_init(root);
    arb_sqrt_ui(root, 2, prec);
    acb_div_arb(d, a, root, prec);
    acb_hypgeom_erfc(d, d, prec);
    acb_mul_2exp_si(d, d, -1);
    arb_clear(root);
}

/* Whether x (for log1p: 1 + x) is in the right half plane; powers and roots include its edge.  x is
   NULL for an operation without operands. */
static bool in_half_plane(dpc_op op, const acb_t x, const acb_struct *exponent)
{
    arb_t one_plus;
    bool inside;
    switch (op) {
    case DPC_OP_LOG:
        return arb_is_positive(acb_realref(x)) != 0;
    case DPC_OP_LOG1P:
        arb_init(one_plus);
        arb_add_ui(one_plus, acb_realref(x), 1, 64);
        inside = arb_is_positive(one_plus) != 0;
        arb_clear(one_plus);
        return inside;
    case DPC_OP_SQRT:
        return arb_is_nonnegative(acb_realref(x)) != 0;
    case DPC_OP_POW:
        return arb_is_positive(acb_realref(x)) ||
               (arb_is_nonnegative(acb_realref(x)) && arb_is_positive(acb_realref(exponent)));
    default:
        return true;
    }
}

static dpc_status complex_apply(dpc_op op, void *d, const void *a, const void *b,
                                unsigned long bits)
{
    const slong prec = (slong)bits;
    const int analytic = need_analytic;
    acb_t zero;
    if (!in_half_plane(op, a, b))
        return DPC_UNDECIDED;
    switch (op) {
    case DPC_OP_ADD:
        acb_add(d, a, b, prec);
        break;
    case DPC_OP_SUB:
        acb_sub(d, a, b, prec);
        break;
    case DPC_OP_MUL:
        acb_mul(d, a, b, prec);
        break;
    case DPC_OP_DIV:
        acb_div(d, a, b, prec);
        break;
    case DPC_OP_POW:
        acb_pow_analytic(d, a, b, analytic, prec);
        break;
    case DPC_OP_MIN:
        acb_real_min(d, a, b, analytic, prec);
        break;
    case DPC_OP_MAX:
        acb_real_max(d, a, b, analytic, prec);
        break;
    case DPC_OP_NEG:
        acb_neg(d, a);
        break;
    case DPC_OP_ABS:
        acb_real_abs(d, a, analytic, prec);
        break;
    case DPC_OP_POS:
        acb_init(zero);
        acb_real_max(d, a, zero, analytic, prec);
        acb_clear(zero);
        break;
    case DPC_OP_EXP:
        acb_exp(d, a, prec);
        break;
    case DPC_OP_LOG:
        acb_log_analytic(d, a, analytic, prec);
        break;
    case DPC_OP_SQRT:
        acb_sqrt_analytic(d, a, analytic, prec);
        break;
    case DPC_OP_EXPM1:
        acb_expm1(d, a, prec);
        break;
    case DPC_OP_LOG1P:
        acb_add_ui(d, a, 1, prec);
        acb_log_analytic(d, d, analytic, prec);
        break;
    case DPC_OP_Q:
        gaussian_tail(d, a, prec);
        break;
    case DPC_OP_E:
        acb_set_ui(d, 1);
        acb_exp(d, d, prec);
        break;
    case DPC_OP_PI:
        acb_const_pi(d, prec);
        break;
    default:
        return DPC_UNDECIDED;
    }
    return acb_is_finite(d) ? DPC_OK : DPC_UNDECIDED;
}

static dpc_status complex_pow_z(void *d, const void *a, const mpz_t n, unsigned long prec)
{
    if (mpz_sgn(n) == 0 && acb_contains_zero(a))
        return DPC_UNDECIDED; /* 0^0 has no value */
    fmpz_t f;
    fmpz_init(f);
    fmpz_set_mpz(f, n);
    acb_pow_fmpz(d, a, f, (slong)prec);
    fmpz_clear(f);
    return acb_is_finite(d) ? DPC_OK : DPC_UNDECIDED;
}

static dpc_status complex_binom(void *d, const mpz_t n, const mpz_t k, unsigned long prec)
{
    if (!mpz_fits_ulong_p(n) || !mpz_fits_ulong_p(k))
        return DPC_UNDECIDED;
    arb_bin_uiui(acb_realref((acb_ptr)d), mpz_get_ui(n), mpz_get_ui(k), (slong)prec);
    arb_zero(acb_imagref((acb_ptr)d));
    return acb_is_finite(d) ? DPC_OK : DPC_UNDECIDED;
}

static dpc_tri complex_compare(dpc_op op, const void *a, const void *b)
{
    const arb_struct *x = acb_realref((const acb_struct *)a),
                     *y = acb_realref((const acb_struct *)b);
    switch (op) {
    case DPC_OP_LT:
    case DPC_OP_LE:
        return arb_lt(x, y) ? DPC_TRUE : arb_gt(x, y) ? DPC_FALSE : DPC_TRI_UNDECIDED;
    case DPC_OP_EQ:
        return arb_ne(x, y) ? DPC_FALSE : DPC_TRI_UNDECIDED;
    case DPC_OP_NE:
        return arb_ne(x, y) ? DPC_TRUE : DPC_TRI_UNDECIDED;
    default:
        return DPC_TRI_UNDECIDED;
    }
}

/* The value may be either of two functions, so it is not analytic. */
static void complex_hull(void *d, const void *a, const void *b, unsigned long prec)
{
    if (need_analytic)
        acb_indeterminate(d);
    else
        acb_union(d, a, b, (slong)prec);
}

static bool complex_round(mpz_t n, dpc_op op, const void *a)
{
    (void)n;
    (void)op;
    (void)a;
    return false;
}

static void complex_bounds(dpc_bounds *out, const void *a)
{
    (void)a;
    out->finite = false;
}

static double complex_approx(const void *a)
{
    return arf_get_d(arb_midref(acb_realref((const acb_struct *)a)), ARF_RND_NEAR);
}

static double complex_log_abs_approx(const void *a)
{
    return log(fabs(complex_approx(a)));
}

const dpc_domain dpc_domain_complex = {
    .name = "complex",
    .can = DPC_CAN_PLAIN | DPC_CAN_ORDER | DPC_CAN_STEER,
    .rigorous = true,
    .size = sizeof(acb_struct),
    .heap = 64,
    .numbers = 2,
    .terms = 1,
    .init = complex_init,
    .clear = complex_clear,
    .set = complex_set,
    .set_q = complex_set_q,
    .apply = complex_apply,
    .pow_z = complex_pow_z,
    .binom = complex_binom,
    .compare = complex_compare,
    .hull = complex_hull,
    .round = complex_round,
    .bounds = complex_bounds,
    .approx = complex_approx,
    .log_abs_approx = complex_log_abs_approx,
};
