/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   inf and sup over a range of real numbers.  Everything rests on two facts.

   If V encloses the values of f on a cell, then V encloses its infimum on the cell; so the least of
   such enclosures over cells that cover the range encloses the infimum over the range, however the
   cells were made.  The least of it and an enclosure of f at one point encloses it too, because a
   value of f is never below the infimum.

   If f is quasiconvex and lo < mid with f(lo) > f(mid), then f(x) >= f(lo) for all x < lo (lemma
   L-BRACKET): the infimum is that over x > lo.  Likewise above.  That f is quasiconvex is a lemma
   of the catalogue, whose hypotheses stand beside its label in the text and are decided here.

   The comments are about inf; sup is the same with the order reversed. */
#include "kernel/word.h"
#include "run/range.h"

#include <stdlib.h>

enum {
    MAX_CELLS = 1 << 13, /* that one subdivision may look at */
    MAX_LEVEL = 60
};

/* ---- ranges ---- */

dpc_range dpc_range_at(dpc_run *run, size_t pc)
{
    const dpc_instr *i = &run->code->instr[pc];
    return (dpc_range){.run = run,
                       .i = i,
                       .pc = pc,
                       .x = i->d + 1,
                       .value = i->d + 2,
                       .best = i->d + 3,
                       .width = i->d + 4,
                       .lo = i->d + 5,
                       .hi = i->d + 6};
}

dpc_status dpc_range_step(const dpc_range *r, dpc_op op, uint32_t d, uint32_t a, uint32_t b)
{
    dpc_instr i = *r->i;
    i.op = op;
    i.d = d;
    i.a = a;
    i.b = b;
    const dpc_status status = dpc_run_charge(r->run, &i, 1);
    return status != DPC_OK ? status : dpc_run_step(r->run, &i);
}

dpc_status dpc_range_open(const dpc_range *r)
{
    const bool integral = r->i->op == DPC_OP_INTEGRAL;
    const dpc_tri below =
        dpc_run_compare(r->run, integral ? DPC_OP_LE : DPC_OP_LT, r->i->a, r->i->b);
    if (below == DPC_TRUE)
        return dpc_range_step(r, DPC_OP_SUB, r->width, r->i->b, r->i->a);
    char lo[120], hi[120];
    dpc_run_describe(r->run, r->i->a, lo, sizeof lo);
    dpc_run_describe(r->run, r->i->b, hi, sizeof hi);
    return dpc_run_fail(r->run, r->i, DPC_END_VALUE,
                        below == DPC_FALSE ? DPC_DOMAIN : DPC_UNDECIDED,
                        "'%s' over the range %s..%s: its start must %s its end%s", r->i->expr->name,
                        lo, hi, integral ? "not be above" : "be below",
                        below == DPC_FALSE ? ""
                        : integral ? ", which is not decided; if it holds, say so: a..max(a, b)"
                                   : ", which is not decided");
}

dpc_status dpc_range_point(const dpc_range *r, uint32_t slot, uint64_t k, unsigned level)
{
    mpq_t t;
    mpq_init(t);
    dpc_word_set(mpq_numref(t), k);
    mpq_div_2exp(t, t, level);
    dpc_run_assign(r->run, slot, t, false);
    mpq_clear(t);
    const dpc_status status = dpc_range_step(r, DPC_OP_MUL, slot, slot, r->width);
    return status != DPC_OK ? status : dpc_range_step(r, DPC_OP_ADD, slot, r->i->a, slot);
}

size_t dpc_range_cells(const dpc_range *r, size_t most)
{
    enum { LEAST = 32 };
    for (int i = 1; i < r->run->nest.ranges && most > LEAST; i++)
        most /= 16;
    return most > LEAST ? most : LEAST;
}

void dpc_range_enter(dpc_run *run)
{
    if (run->nest.ranges++ == 0)
        run->nest.cells = 0;
}

void dpc_range_leave(dpc_run *run)
{
    run->nest.ranges--;
}

bool dpc_range_use_cell(const dpc_range *r)
{
    enum { MOST = 60000 };
    return ++r->run->nest.cells < MOST || r->run->nest.ranges > 1;
}

static dpc_status run_block(const dpc_range *r)
{
    r->run->nest.loops++;
    const dpc_status status = dpc_run_part(r->run, r->pc + 1, r->i->end);
    r->run->nest.loops--;
    return status;
}

dpc_status dpc_range_at_point(const dpc_range *r, mpq_srcptr x)
{
    dpc_run_assign(r->run, r->x, x, false);
    return run_block(r);
}

dpc_status dpc_range_over(const dpc_range *r, uint32_t lo, uint32_t hi)
{
    dpc_run *run = r->run;
    dpc_run_hull(run, r->x, lo, hi);
    const dpc_status status = run_block(r);
    return status == DPC_UNDECIDED && run->domain->rigorous && !run->ending.final
               ? dpc_range_over_roots(r, lo, hi)
               : status;
}

/* ---- brackets ---- */

bool dpc_range_is_quasiconvex(const dpc_range *r)
{
    return r->i->bracket && r->run->slot[r->i->lemma].truth == DPC_TRUE;
}

static dpc_status refuse(const dpc_range *r, dpc_tri truth, const char *what)
{
    return dpc_run_fail(r->run, r->i, DPC_END_BRACKET,
                        truth == DPC_FALSE ? DPC_DOMAIN : DPC_UNDECIDED, "%s%s", what,
                        truth == DPC_FALSE ? "" : ", which is not decided at this precision");
}

/* Whether the value at mid, which `best` holds, is below the one that was computed last. */
static dpc_status need_below(const dpc_range *r, const char *what)
{
    const bool inf = r->i->op == DPC_OP_INF;
    const dpc_tri below =
        dpc_run_compare(r->run, DPC_OP_LT, inf ? r->best : r->value, inf ? r->value : r->best);
    return below == DPC_TRUE ? DPC_OK : refuse(r, below, what);
}

/* Checks that the numbers are in order and within the range. */
static dpc_status need_order(const dpc_range *r, const dpc_bracket *b)
{
    if ((!b->from_start && mpq_cmp(b->lo, b->mid) >= 0) ||
        (!b->to_end && mpq_cmp(b->mid, b->hi) >= 0))
        return refuse(r, DPC_FALSE, "the numbers of the bracket do not increase");
    dpc_run_assign(r->run, r->lo, b->from_start ? b->mid : b->lo, false);
    dpc_run_assign(r->run, r->hi, b->to_end ? b->mid : b->hi, false);
    dpc_tri inside = dpc_run_compare(r->run, DPC_OP_LT, r->i->a, r->lo);
    if (inside == DPC_TRUE)
        inside = dpc_run_compare(r->run, DPC_OP_LT, r->hi, r->i->b);
    return inside == DPC_TRUE ? DPC_OK : refuse(r, inside, "the bracket is not within the range");
}

/* Checks the bracket and encloses the infimum by the values of f on it. */
static dpc_status use_bracket(const dpc_range *r, const dpc_bracket *b)
{
    dpc_status status = need_order(r, b);
    if (status != DPC_OK || (status = dpc_range_at_point(r, b->mid)) != DPC_OK)
        return status;
    dpc_run_copy(r->run, r->best, r->value);
    if (!b->from_start && ((status = dpc_range_at_point(r, b->lo)) != DPC_OK ||
                           (status = need_below(r, "the function is not smaller in the middle of "
                                                   "the bracket than at its left end")) != DPC_OK))
        return status;
    if (!b->to_end && ((status = dpc_range_at_point(r, b->hi)) != DPC_OK ||
                       (status = need_below(r, "the function is not smaller in the middle of the "
                                               "bracket than at its right end")) != DPC_OK))
        return status;
    status = dpc_range_over(r, b->from_start ? r->i->a : r->lo, b->to_end ? r->i->b : r->hi);
    if (status != DPC_OK)
        return status;
    return dpc_range_step(r, r->i->op == DPC_OP_INF ? DPC_OP_MIN : DPC_OP_MAX, r->i->d, r->value,
                          r->best);
}

static dpc_status by_bracket(const dpc_range *r)
{
    dpc_run *run = r->run;
    dpc_bracket b = {.from_start = false};
    mpq_inits(b.lo, b.mid, b.hi, NULL);
    dpc_status status;
    if (!run->hooks.propose(run->hooks.propose_data, run, r->pc, &b))
        status = refuse(r, DPC_TRI_UNDECIDED, "no bracket of the optimum is known");
    else
        status = use_bracket(r, &b);
    mpq_clears(b.lo, b.mid, b.hi, NULL);
    return status;
}

/* ---- branch and bound ---- */

typedef struct {
    uint64_t *cell,
        *next; /* numbers of the cells still to be visited, at this level and the next */
    size_t ncells, nnext;
    size_t seen, most;
    unsigned level;
} cover;

void dpc_range_unset(const dpc_range *r, uint32_t slot)
{
    dpc_run_forget(r->run, slot);
    r->run->slot[slot].unset = true;
}

dpc_status dpc_range_fold(const dpc_range *r, uint32_t d)
{
    return dpc_range_step(r, r->i->op == DPC_OP_INF ? DPC_OP_MIN : DPC_OP_MAX, d, d, r->value);
}

dpc_status dpc_range_probe(const dpc_range *r, uint64_t k, unsigned level)
{
    dpc_status status = dpc_range_point(r, r->x, k, level);
    if (status == DPC_OK)
        status = run_block(r);
    if (status == DPC_OK)
        return dpc_range_fold(r, r->best);
    if (status == DPC_UNDECIDED && !r->run->ending.final) {
        dpc_diag_reset(r->run->diag);
        return DPC_OK;
    }
    return status;
}

/* Whether nothing on a cell with the last value is better than `best` by more than the tolerance:
   a part 2^-(prec/2) of it.  Any answer is sound. */
static bool good_enough(const dpc_range *r)
{
    dpc_run *run = r->run;
    const bool inf = r->i->op == DPC_OP_INF;
    if (run->slot[r->best].unset)
        return false;
    mpq_t tolerance;
    mpq_init(tolerance);
    mpq_set_ui(tolerance, 1, 1);
    mpq_div_2exp(tolerance, tolerance, run->prec / 2);
    dpc_run_assign(run, r->lo, tolerance, false);
    mpq_clear(tolerance);
    return dpc_range_step(r, DPC_OP_ABS, r->hi, r->best, r->best) == DPC_OK &&
           dpc_range_step(r, DPC_OP_MUL, r->hi, r->hi, r->lo) == DPC_OK &&
           dpc_range_step(r, inf ? DPC_OP_SUB : DPC_OP_ADD, r->hi, r->best, r->hi) == DPC_OK &&
           dpc_run_compare(run, DPC_OP_LE, inf ? r->hi : r->value, inf ? r->value : r->hi) ==
               DPC_TRUE;
}

/* Adds a cell to the result, or divides it. */
static dpc_status visit(const dpc_range *r, cover *c, uint64_t k)
{
    dpc_run *run = r->run;
    dpc_status status = dpc_range_point(r, r->lo, k, c->level);
    if (status == DPC_OK)
        status = dpc_range_point(r, r->hi, k + 1, c->level);
    if (status == DPC_OK)
        status = dpc_range_over(r, r->lo, r->hi);
    const bool bounded = status == DPC_OK;
    if (!bounded && (status != DPC_UNDECIDED || run->ending.final))
        return status;
    if (bounded && good_enough(r))
        return dpc_range_fold(r, r->i->d);
    if (dpc_range_use_cell(r) && c->seen + c->nnext + 2 <= c->most && c->level < MAX_LEVEL) {
        dpc_diag_reset(run->diag);
        c->next[c->nnext++] = 2 * k;
        c->next[c->nnext++] = 2 * k + 1;
        return DPC_OK;
    }
    run->ending.cells_used_up = true;
    return bounded ? dpc_range_fold(r, r->i->d) : status;
}

static dpc_status subdivide(const dpc_range *r, cover *c)
{
    dpc_status status = DPC_OK;
    for (c->level = 0; c->ncells > 0 && status == DPC_OK; c->level++) {
        c->nnext = 0;
        for (size_t k = 0; k < c->ncells && status == DPC_OK; k++)
            status = dpc_range_probe(r, 2 * c->cell[k] + 1, c->level + 1);
        for (size_t k = 0; k < c->ncells && status == DPC_OK; k++) {
            c->seen++;
            status = visit(r, c, c->cell[k]);
        }
        uint64_t *done = c->cell;
        c->cell = c->next;
        c->ncells = c->nnext;
        c->next = done;
    }
    return status;
}

static dpc_status by_cells(const dpc_range *r)
{
    cover c = {.ncells = 1, .most = dpc_range_cells(r, MAX_CELLS)};
    c.cell = calloc(c.most + 2, sizeof *c.cell);
    c.next = calloc(c.most + 2, sizeof *c.next);
    dpc_range_unset(r, r->i->d);
    dpc_range_unset(r, r->best);
    dpc_status status = c.cell == NULL || c.next == NULL ? dpc_run_fail_plainly(r->run, DPC_NOMEM)
                                                         : subdivide(r, &c);
    if (status == DPC_OK && !r->run->slot[r->best].unset) {
        dpc_run_copy(r->run, r->value, r->best);
        status = dpc_range_fold(r, r->i->d);
    }
    free(c.cell);
    free(c.next);
    return status;
}

dpc_status dpc_run_infimum(dpc_run *run, size_t pc)
{
    const dpc_range r = dpc_range_at(run, pc);
    dpc_status status = dpc_range_open(&r);
    if (status != DPC_OK)
        return status;
    dpc_range_enter(run);
    if (run->domain->over_range != NULL)
        status = run->domain->over_range(run, pc);
    else
        status = run->hooks.propose != NULL && dpc_range_is_quasiconvex(&r) ? by_bracket(&r)
                                                                            : by_cells(&r);
    dpc_range_leave(run);
    return status;
}
