/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Roots that vanish at an end of a range, as sqrt(1 - p) does for p in 0..1.  On the cell next to
   the end the enclosure of the argument contains negative numbers, because of rounding only.  The
   value at the end and the derivative show that there are none (lemma L-ROOT): if g is continuously
   differentiable on the cell, g(end) >= 0, and g does not fall from the end to the inside, then g
   >= 0 on the cell, and sqrt(g) is between 0 and the root of the upper end of g. */
#include "domain/jet.h"
#include "kernel/word.h"
#include "run/range.h"
#include "run/shadow.h"

enum { MAX_ROOTS = 4 };

typedef struct {
    const dpc_range *r;
    uint32_t lo, hi; /* the ends of the cell */
    size_t shown[MAX_ROOTS];
    size_t nshown;
} roots;

/* Whether a slot is certainly >= 0. */
static bool is_nonnegative(dpc_run *run, uint32_t slot)
{
    dpc_bounds b;
    dpc_bounds_init(&b);
    dpc_run_bounds(run, slot, &b);
    const bool good = run->slot[slot].exact ? mpq_sgn(run->slot[slot].q) >= 0
                                            : b.finite && mpz_sgn(b.lo_man) >= 0;
    dpc_bounds_clear(&b);
    return good;
}

/* Whether the derivative of a slot's value has this sign, or is 0, on the whole cell, which is in
   x.  The instructions from the start of the block to pc are run on jets. */
static bool has_slope(const dpc_range *r, size_t pc, uint32_t slot, int sign)
{
    dpc_run *run = r->run;
    dpc_jet_set_base(run->domain);
    if (run->shadow == NULL)
        run->shadow = dpc_shadow_new(run, &dpc_domain_jet);
    dpc_run *jets = run->shadow;
    if (jets == NULL || !dpc_shadow_fill(jets, run, r->pc, r->i->end, dpc_jet_constant))
        return false;
    dpc_diag mine = {.status = DPC_OK};
    dpc_jet_variable(dpc_run_element(jets, r->x), dpc_run_element(run, r->x), 1, run->prec);
    dpc_run_set_enclosed(jets, r->x);
    const dpc_status status = dpc_shadow_run(jets, run, r->pc + 1, pc, &mine);
    const void *slope =
        status == DPC_OK ? dpc_jet_coefficient(dpc_run_enclosure(jets, slot), 1) : NULL;
    if (slope == NULL || jets->ending.unassigned)
        return false;
    dpc_bounds b;
    dpc_bounds_init(&b);
    run->domain->bounds(&b, slope);
    const bool good = b.finite && (sign > 0 ? mpz_sgn(b.lo_man) >= 0 : mpz_sgn(b.hi_man) <= 0);
    dpc_bounds_clear(&b);
    return good;
}

/* x = all points of the cell. */
static void set_cell(const roots *t)
{
    dpc_run *run = t->r->run;
    dpc_run_hull(run, t->r->x, t->lo, t->hi);
}

/* Whether the argument of the root at pc is >= 0 on the cell, shown from one end of the range: 1
   the start, -1 the end.  It must be exactly an end of the cell. */
static bool show_from(const roots *t, size_t pc, int sign)
{
    const dpc_range *r = t->r;
    dpc_run *run = r->run;
    const uint32_t end = sign > 0 ? r->i->a : r->i->b, mine = sign > 0 ? t->lo : t->hi;
    const uint32_t argument = run->code->instr[pc].a;
    if (!run->slot[end].exact || !run->slot[mine].exact ||
        !mpq_equal(run->slot[end].q, run->slot[mine].q))
        return false;
    set_cell(t);
    if (!has_slope(r, pc, argument, sign))
        return false;
    dpc_run_assign(run, r->x, run->slot[end].q, false);
    dpc_diag_reset(run->diag);
    return dpc_run_part(run, r->pc + 1, pc) == DPC_OK && is_nonnegative(run, argument);
}

static bool is_shown(const roots *t, size_t pc)
{
    bool found = false;
    for (size_t i = 0; i < t->nshown; i++)
        found = found || t->shown[i] == pc;
    return found;
}

/* d = everything between 0 and the root of the upper end of a, where a >= 0. */
static dpc_status clipped_root(const dpc_range *r, const dpc_instr *i)
{
    dpc_run *run = r->run;
    dpc_bounds b;
    mpq_t q;
    dpc_bounds_init(&b);
    mpq_init(q);
    dpc_run_bounds(run, i->a, &b);
    enum { MAX_SHIFT = 1000000 };
    dpc_status status = DPC_UNDECIDED;
    if (b.finite && mpz_sgn(b.hi_man) >= 0 && b.hi_exp > -MAX_SHIFT && b.hi_exp < MAX_SHIFT) {
        mpz_set(mpq_numref(q), b.hi_man);
        if (b.hi_exp >= 0)
            mpq_mul_2exp(q, q, dpc_word_shift(b.hi_exp));
        else
            mpq_div_2exp(q, q, dpc_word_shift(-b.hi_exp));
        dpc_run_assign(run, i->d, q, false);
        status = dpc_range_step(r, DPC_OP_SQRT, i->d, i->d, i->d);
        mpq_set_ui(q, 0, 1);
        dpc_run_assign(run, r->value, q, false); /* the block sets it later */
    }
    if (status == DPC_OK)
        dpc_run_hull(run, i->d, i->d, r->value);
    mpq_clear(q);
    dpc_bounds_clear(&b);
    return status;
}

/* The block over the cell.  *stuck: the root whose argument is not known to be >= 0. */
static dpc_status walk(const roots *t, size_t *stuck)
{
    dpc_run *run = t->r->run;
    set_cell(t);
    for (size_t pc = t->r->pc + 1; pc < t->r->i->end; pc = dpc_run_next(run, pc)) {
        const dpc_instr *i = &run->code->instr[pc];
        dpc_status status = dpc_run_part(run, pc, dpc_run_next(run, pc));
        if (status == DPC_UNDECIDED && i->op == DPC_OP_SQRT && !run->ending.final) {
            dpc_diag_reset(run->diag);
            *stuck = pc;
            status = is_shown(t, pc) ? clipped_root(t->r, i) : DPC_UNDECIDED;
        }
        if (status != DPC_OK)
            return status;
    }
    return DPC_OK;
}

static bool has_root(const dpc_range *r)
{
    bool found = false;
    for (size_t pc = r->pc + 1; pc < r->i->end; pc = dpc_run_next(r->run, pc))
        found = found || r->run->code->instr[pc].op == DPC_OP_SQRT;
    return found;
}

dpc_status dpc_range_over_roots(const dpc_range *r, uint32_t lo, uint32_t hi)
{
    roots t = {.r = r, .lo = lo, .hi = hi};
    dpc_run *run = r->run;
    const dpc_diag before = *run->diag;
    dpc_status status = DPC_UNDECIDED;
    if (!has_root(r))
        return status;
    run->nest.loops++;
    for (;;) {
        size_t pc = 0;
        dpc_diag_reset(run->diag);
        status = walk(&t, &pc);
        if (status != DPC_UNDECIDED || run->ending.final || pc == 0 || is_shown(&t, pc) ||
            t.nshown == MAX_ROOTS || !(show_from(&t, pc, 1) || show_from(&t, pc, -1)))
            break;
        t.shown[t.nshown++] = pc;
    }
    run->nest.loops--;
    if (status == DPC_UNDECIDED && !run->ending.final)
        *run->diag = before;
    return status;
}
