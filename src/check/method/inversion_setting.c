/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The arguments of the inversion accountant as numbers, their ranges, and the loss of a subsampled
   Gaussian at a point (LEMMAS.md, section "Inversion": its notation). */
#include "method/inversion_parts.h"

#include "kernel/word.h"
#include "method/inversion.h"

enum { MAX_NODES = 1 << 20, MAX_FREQUENCIES = 1 << 20, MAX_CELLS = 1 << 18 };

/* ---- arguments ---- */

void dpc_inv_load(const setting *s, int name, const dpc_number *a)
{
    if (!dpc_calc_ok(s->c))
        return;
    if (a->q != NULL)
        s->c->dom->set_q(num(s, name), a->q, s->c->prec);
    else
        dpc_calc_set(s->c, num(s, name), a->element);
}

void dpc_inv_setting_init(setting *s, dpc_calc *c)
{
    s->c = c;
    dpc_vec_init(c, &s->num, NUMBERS);
    for (int i = DPC_INV_EPS; i < DPC_INV_NARGS; i++)
        dpc_inv_load(s, i, &s->arg[i]);
    dpc_calc_ratio(c, num(s, ZERO), 0, 1);
    dpc_calc_ratio(c, num(s, ONE), 1, 1);
    op(s, DPC_OP_PI, num(s, PI), num(s, ONE), NULL);
    op(s, DPC_OP_ADD, num(s, NORM), num(s, PI), num(s, PI));
    op(s, DPC_OP_SQRT, num(s, NORM), num(s, NORM), NULL);
    op(s, DPC_OP_DIV, num(s, NORM), num(s, ONE), num(s, NORM));
    dpc_calc_ratio(c, num(s, STEP), 1, (uint64_t)s->fine);
    op(s, DPC_OP_MUL, num(s, STEP), num(s, STEP), num(s, H));
}

static bool is_gauss(const dpc_group *g)
{
    return g->kind == DPC_STEP_GAUSS || g->kind == DPC_STEP_SUBSAMPLED;
}

void dpc_inv_enter(setting *s, const dpc_group *g)
{
    s->group = g;
    dpc_inv_load(s, SIZE, &g->size);
    if (!is_gauss(g))
        return;
    void *twice = num(s, SPARE1);
    op(s, DPC_OP_MUL, num(s, DRIFT), num(s, SIZE), num(s, SIZE));
    op(s, DPC_OP_ADD, num(s, DRIFT), num(s, DRIFT), num(s, DRIFT));
    op(s, DPC_OP_DIV, num(s, DRIFT), num(s, ONE), num(s, DRIFT));
    if (g->kind != DPC_STEP_SUBSAMPLED)
        return;
    dpc_inv_load(s, Q, &g->q);
    op(s, DPC_OP_SUB, num(s, REST), num(s, ONE), num(s, Q));
    op(s, DPC_OP_ADD, twice, num(s, SIZE), num(s, SIZE));
    op(s, DPC_OP_MIN, num(s, STRIP), num(s, STRIP_PLAN), twice);
    op(s, DPC_OP_MIN, num(s, SHIFT), num(s, SHIFT_PLAN), twice);
}

/* An integer argument within limits. */
static bool small_integer(const dpc_method_call *in, int number, int64_t lo, int64_t hi,
                          int64_t *value)
{
    mpq_srcptr q = in->arg[number].q;
    if (q == NULL || mpz_cmp_ui(mpq_denref(q), 1) != 0 || mpz_sizeinbase(mpq_numref(q), 2) > 62)
        return false;
    *value = dpc_word_signed(mpq_numref(q));
    return *value >= lo && *value <= hi;
}

dpc_status dpc_inv_read_integers(dpc_method_call *in, setting *s)
{
    if (!small_integer(in, DPC_INV_K, 1, MAX_FREQUENCIES, &s->K))
        return dpc_method_refuse(in, "the plan's number of frequencies must be in 1..%d",
                                 (int)MAX_FREQUENCIES);
    if (!small_integer(in, DPC_INV_J0, -MAX_NODES, -1, &s->j0) ||
        !small_integer(in, DPC_INV_J1, 1, MAX_NODES, &s->j1))
        return dpc_method_refuse(in, "the plan's nodes must reach from -%d..-1 to 1..%d",
                                 (int)MAX_NODES, (int)MAX_NODES);
    if (!small_integer(in, DPC_INV_FINE, 1, MAX_CELLS / (s->j1 - s->j0), &s->fine))
        return dpc_method_refuse(
            in, "the plan's cells must be 1 or more for each node, and %d in all at most",
            (int)MAX_CELLS);
    if (!small_integer(in, DPC_INV_COARSE, 0, s->j1 - s->j0, &s->coarse))
        return dpc_method_refuse(
            in, "the plan's coarse cells must span 1 node or more, and end within its nodes");
    if (s->coarse > 0 && s->fine != 1)
        return dpc_method_refuse(in, "the plan's fine must be 1 where its cells are coarse");
    s->arg = in->arg;
    return DPC_OK;
}

dpc_status dpc_inv_check_plan(dpc_method_call *in, setting *s)
{
    const struct {
        int name;
        const char *text;
    } positive[] = {{THETA, "tilt"},
                    {A, "period"},
                    {H, "distance of nodes"},
                    {STRIP_PLAN, "strip"},
                    {SPREAD, "spread"}};
    for (size_t i = 0; i < sizeof positive / sizeof positive[0]; i++)
        if (!dpc_calc_lt(s->c, num(s, ZERO), num(s, positive[i].name)))
            return dpc_method_refuse(in, "the plan's %s must be > 0", positive[i].text);
    if (!dpc_calc_le(s->c, num(s, ZERO), num(s, SHIFT_PLAN)))
        return dpc_method_refuse(in, "the plan's shift must be >= 0");
    s->has_shift = dpc_calc_lt(s->c, num(s, ZERO), num(s, SHIFT_PLAN));
    s->has_below = dpc_calc_lt(s->c, num(s, SPREAD), num(s, THETA));
    if (!dpc_calc_le(s->c, num(s, ZERO), num(s, SOFT)))
        return dpc_method_refuse(in, "the plan's cut must have a width >= 0");
    s->has_cut = dpc_calc_lt(s->c, num(s, ZERO), num(s, SOFT));
    if (s->has_cut && (!s->m.remove || !dpc_calc_lt(s->c, num(s, ZERO), num(s, CORE))))
        return dpc_method_refuse(in, s->m.remove ? "the plan's tilt of the core must be > 0"
                                                 : "the plan's cut is for the direction remove");
    if (!dpc_calc_le(s->c, num(s, ZERO), num(s, EDGE)))
        return dpc_method_refuse(in, "the plan's far end must have an edge of width >= 0");
    s->has_far = dpc_calc_lt(s->c, num(s, ZERO), num(s, EDGE));
    if (s->coarse > 0 && (s->has_shift || s->has_cut || s->has_far))
        return dpc_method_refuse(in,
                                 "a plan with coarse cells has no shift, no cut and no far end");
    return DPC_OK;
}

dpc_status dpc_inv_check_groups(dpc_method_call *in, setting *s)
{
    bool sampled = false, wide = true; /* the plan's strip or shift does not fit any sigma */
    for (size_t i = 0; i < s->m.n && dpc_calc_ok(s->c); i++) {
        const dpc_group *g = &s->m.group[i];
        dpc_inv_enter(s, g);
        if (is_gauss(g) ? !dpc_calc_lt(s->c, num(s, ZERO), num(s, SIZE))
                        : !dpc_calc_le(s->c, num(s, ZERO), num(s, SIZE)))
            return dpc_method_refuse(in,
                                     is_gauss(g) ? "sigma must be > 0" : "epsilon must be >= 0");
        if (s->has_far && g->kind == DPC_STEP_GAUSS)
            return dpc_method_refuse(in,
                                     "the plan's far end needs losses with a bound: no Gaussian "
                                     "steps without sampling");
        if (g->kind != DPC_STEP_SUBSAMPLED)
            continue;
        if (!dpc_calc_lt(s->c, num(s, ZERO), num(s, Q)))
            return dpc_method_refuse(in, "q must be > 0");
        if (!dpc_calc_le(s->c, num(s, Q), num(s, ONE)))
            return dpc_method_refuse(in, "q must be <= 1");
        void *twice = num(s, SPARE1);
        op(s, DPC_OP_ADD, twice, num(s, SIZE), num(s, SIZE));
        sampled = true;
        wide = wide && !(dpc_calc_le(s->c, num(s, STRIP_PLAN), twice) &&
                         dpc_calc_le(s->c, num(s, SHIFT_PLAN), twice));
    }
    if (sampled && wide && dpc_calc_ok(s->c))
        return dpc_method_refuse(in, "the plan's strip and shift must be at most 2 sigma");
    return DPC_OK;
}

/* ---- tilts and frequencies ---- */

void dpc_inv_exponent_of(const setting *s, void *lambda, const void *tilt)
{
    if (s->m.remove)
        op(s, DPC_OP_ADD, lambda, num(s, ONE), tilt);
    else
        op(s, DPC_OP_NEG, lambda, tilt, NULL);
}

void dpc_inv_tilts(const setting *s, void *below, void *above)
{
    op(s, DPC_OP_ADD, above, num(s, THETA), num(s, SPREAD));
    op(s, DPC_OP_SUB, below, num(s, THETA), num(s, SPREAD));
}

void dpc_inv_frequencies(const setting *s, void *D, void *R)
{
    op(s, DPC_OP_ADD, D, num(s, PI), num(s, PI));
    op(s, DPC_OP_DIV, D, D, num(s, A));
    dpc_calc_ratio(s->c, R, s->K, 1);
    op(s, DPC_OP_MUL, R, R, D);
}

/* ---- the loss ---- */

void dpc_inv_loss_at(const setting *s, int64_t i, const void *step, void *y, void *v, void *w)
{
    dpc_calc_ratio(s->c, y, i, 1);
    op(s, DPC_OP_MUL, y, y, step);
    op(s, DPC_OP_DIV, v, y, num(s, SIZE));
    op(s, DPC_OP_SUB, v, v, num(s, DRIFT));
    op(s, DPC_OP_EXP, v, v, NULL);
    op(s, DPC_OP_MUL, v, v, num(s, Q));
    op(s, DPC_OP_ADD, w, v, num(s, REST));
}

void dpc_inv_half_square(const setting *s, void *d, const void *y)
{
    op(s, DPC_OP_MUL, d, y, y);
    dpc_calc_ratio(s->c, num(s, SPARE4), -1, 2);
    op(s, DPC_OP_MUL, d, d, num(s, SPARE4));
}

/* below = Q((y - place)/width), above = Q((place - y)/width) */
static void split_at(const setting *s, const void *y, int place, int width, void *below,
                     void *above)
{
    op(s, DPC_OP_SUB, below, y, num(s, place));
    op(s, DPC_OP_DIV, below, below, num(s, width));
    op(s, DPC_OP_NEG, above, below, NULL);
    op(s, DPC_OP_Q, below, below, NULL);
    op(s, DPC_OP_Q, above, above, NULL);
}

void dpc_inv_cut_at(const setting *s, const void *y, void *chi, void *rest)
{
    split_at(s, y, CUT, SOFT, chi, rest);
}

void dpc_inv_near_at(const setting *s, const void *y, void *near, void *beyond)
{
    split_at(s, y, FAR, EDGE, near, beyond);
}
