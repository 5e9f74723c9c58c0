/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Optima and integrals in plain doubles: no error is bounded. */
#include "arith/double_range.h"

#include "run/range.h"

/* ---- optima ---- */

/* The best of the points first..last by 2^-level; *at is where, if it is better than before. */
static dpc_status best_of(const dpc_range *r, uint64_t first, uint64_t last, unsigned level,
                          uint64_t *at)
{
    dpc_run *run = r->run;
    dpc_status status = DPC_OK;
    for (uint64_t k = first; k <= last && status == DPC_OK; k++) {
        const bool none = run->slot[r->best].unset;
        if (!none)
            dpc_run_copy(run, r->hi, r->best);
        status = dpc_range_probe(r, k, level);
        if (status == DPC_OK && !run->slot[r->best].unset &&
            (none || dpc_run_compare(run, DPC_OP_EQ, r->hi, r->best) != DPC_TRUE))
            *at = k;
    }
    return status;
}

/* A grid, then finer ones around its best point. */
static dpc_status look_around(const dpc_range *r)
{
    enum { GRID = 9, FINER = 3, LEVELS = 45 };
    const uint64_t around = UINT64_C(1) << FINER;
    uint64_t at = 0;
    dpc_status status = best_of(r, 0, UINT64_C(1) << GRID, GRID, &at);
    for (unsigned level = GRID + FINER; level <= LEVELS && status == DPC_OK; level += FINER) {
        const uint64_t end = UINT64_C(1) << level;
        at <<= FINER;
        const uint64_t first = at < around ? 0 : at - around;
        status = best_of(r, first, at + around > end ? end : at + around, level, &at);
    }
    return status;
}

/* The middle of a bracket if one is proposed, which is where a quasiconvex function has its
   optimum; otherwise the best place found: what is found is what there is, and no error is
   bounded. */
static dpc_status optimum(const dpc_range *r)
{
    dpc_run *run = r->run;
    dpc_range_unset(r, r->best);
    dpc_bracket b = {.from_start = false};
    mpq_inits(b.lo, b.mid, b.hi, NULL);
    if (run->hooks.propose != NULL && run->hooks.propose(run->hooks.propose_data, run, r->pc, &b) &&
        dpc_range_at_point(r, b.mid) == DPC_OK)
        (void)dpc_range_fold(r, r->best);
    mpq_clears(b.lo, b.mid, b.hi, NULL);
    dpc_diag_reset(run->diag);
    dpc_status status = DPC_OK;
    if (!dpc_range_is_quasiconvex(r) || run->slot[r->best].unset)
        status = look_around(r);
    if (status != DPC_OK)
        return status;
    if (run->slot[r->best].unset)
        return dpc_run_fail(run, r->i, DPC_END_BRACKET, DPC_UNDECIDED,
                            "no point where it is defined was found");
    dpc_run_copy(run, r->i->d, r->best);
    return DPC_OK;
}

/* ---- integrals ---- */

/* Simpson's rule: no error is bounded. */
static dpc_status integral(const dpc_range *r)
{
    enum { LEVEL = 11, PANELS = 1 << LEVEL };
    dpc_run *run = r->run;
    dpc_status status = DPC_OK;
    mpq_t q;
    mpq_init(q);
    dpc_run_assign(run, r->best, q, false);
    for (unsigned long k = 0; k <= PANELS && status == DPC_OK; k++) {
        status = dpc_range_point(r, r->x, k, LEVEL);
        if (status == DPC_OK)
            status = dpc_run_part(run, r->pc + 1, r->i->end);
        mpq_set_ui(q, k == 0 || k == PANELS ? 1 : 2 + 2 * (k % 2), 3UL * PANELS);
        mpq_canonicalize(q);
        dpc_run_assign(run, r->lo, q, false);
        if (status == DPC_OK)
            status = dpc_range_step(r, DPC_OP_MUL, r->value, r->value, r->lo);
        if (status == DPC_OK)
            status = dpc_range_step(r, DPC_OP_ADD, r->best, r->best, r->value);
    }
    mpq_clear(q);
    return status != DPC_OK ? status : dpc_range_step(r, DPC_OP_MUL, r->i->d, r->best, r->width);
}

dpc_status dpc_double_over_range(dpc_run *run, size_t pc)
{
    const dpc_range r = dpc_range_at(run, pc);
    return r.i->op == DPC_OP_INTEGRAL ? integral(&r) : optimum(&r);
}
