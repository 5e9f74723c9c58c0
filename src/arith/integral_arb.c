/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Integrals of balls by Arb's integrator (Gauss-Legendre quadrature with error bounds from values
   in the complex plane, and subdivision).  Not part of the checker. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "arith/integral_arb.h"

#include "arith/complex.h"
#include "run/range.h"
#include "run/shadow.h"

#ifdef HAVE_FLINT3
#include <flint/acb_calc.h>
#else
#include <acb_calc.h>
#endif

enum { MAX_EVALUATIONS = 20000 };

typedef struct {
    const dpc_range *r;
    dpc_run *complex;
    dpc_diag diag;
} integrand;

/* The callback of acb_calc_integrate: the value at z; with order 1, only if analytic on z. */
static int evaluate(acb_ptr out, const acb_t z, void *param, slong order, slong prec)
{
    integrand *f = param;
    dpc_run *run = f->complex;
    dpc_complex_set_analytic(order > 0);
    if (run->prec != (unsigned long)prec) {
        run->prec = (unsigned long)prec;
        for (size_t i = 0; i < run->code->nslots; i++)
            if (run->slot[i].exact)
                run->slot[i].enclosed = false;
    }
    acb_set(dpc_run_element(run, f->r->x), z);
    dpc_run_set_enclosed(run, f->r->x);
    dpc_diag_reset(&f->diag);
    acb_indeterminate(out);
    if (dpc_shadow_run(run, f->r->run, f->r->pc + 1, f->r->i->end, &f->diag) == DPC_OK) {
        const acb_struct *value = dpc_run_enclosure(run, f->r->value);
        if (!run->ending.unassigned)
            acb_set(out, value);
    }
    return 0;
}

/* The integral between the midpoints, widened for the radii of the two ends: each adds at most its
   radius times a value of f on that end. */
static bool integrate(acb_t sum, integrand *f, slong prec)
{
    dpc_run *run = f->r->run;
    const arb_struct *a = dpc_run_enclosure(run, f->r->i->a),
                     *b = dpc_run_enclosure(run, f->r->i->b);
    acb_t lo, hi, end;
    mag_t tolerance, value;
    acb_init(lo);
    acb_init(hi);
    acb_init(end);
    mag_init(tolerance);
    mag_init(value);
    arb_set_arf(acb_realref(lo), arb_midref(a));
    arb_set_arf(acb_realref(hi), arb_midref(b));
    acb_calc_integrate_opt_t options;
    acb_calc_integrate_opt_init(options);
    options->eval_limit = (slong)dpc_range_cells(f->r, MAX_EVALUATIONS);
    mag_set_ui_2exp_si(tolerance, 1, -prec * 4);
    bool good = acb_calc_integrate(sum, evaluate, f, lo, hi, prec - 8, tolerance, options, prec) ==
                    ARB_CALC_SUCCESS ||
                acb_is_finite(sum);
    for (int i = 0; i < 2 && good; i++) {
        const arb_struct *at = i == 0 ? a : b;
        if (arb_is_exact(at))
            continue;
        acb_set_arb(lo, at);
        (void)evaluate(end, lo, f, 0, prec);
        acb_get_mag(value, end);
        mag_mul(value, value, arb_radref(at));
        arb_add_error_mag(acb_realref(sum), value);
        good = acb_is_finite(end) != 0;
    }
    acb_clear(lo);
    acb_clear(hi);
    acb_clear(end);
    mag_clear(tolerance);
    mag_clear(value);
    return good && acb_is_finite(sum) && arb_contains_zero(acb_imagref(sum));
}

/* Whether every step of the integrand has a complex version (another range has none); the runner
   would find out only later. */
static bool is_complex(const dpc_range *r)
{
    bool can = true;
    for (size_t pc = r->pc + 1; pc < r->i->end; pc++)
        can = can && (dpc_domain_can(&dpc_domain_complex, r->run->code->instr[pc].op) ||
                      r->run->code->instr[pc].op < DPC_OP_LT);
    return can;
}

dpc_status dpc_integrate_arb(dpc_run *run, size_t pc)
{
    const dpc_range r = dpc_range_at(run, pc);
    if (!is_complex(&r))
        return DPC_UNDECIDED;
    integrand f = {.r = &r, .complex = dpc_shadow_new(run, &dpc_domain_complex)};
    if (f.complex == NULL)
        return DPC_NOMEM;
    acb_t sum;
    acb_init(sum);
    const bool good = dpc_shadow_fill(f.complex, run, pc, r.i->end, dpc_complex_real) &&
                      integrate(sum, &f, (slong)run->prec);
    if (good) {
        arb_set(dpc_run_element(run, r.i->d), acb_realref(sum));
        dpc_run_set_enclosed(run, r.i->d);
    }
    acb_clear(sum);
    dpc_run_free(f.complex);
    dpc_complex_set_analytic(false);
    return good ? DPC_OK : DPC_UNDECIDED;
}
