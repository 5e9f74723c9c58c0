/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Shows that no witness makes a condition hold: the ranges of the witnesses are covered with cells,
   and each cell is evaluated as a whole.  A cell is done if its result misses the target
   everywhere, or if a hypothesis is false everywhere in it; otherwise it is divided.

   Next to the best witness, where the result misses the target by a unit of its last digit, plain
   evaluation would need cells as narrow as that.  There the mean value theorem helps: with m the
   middle of the cell and s_i enclosures of the partial derivatives on all of it, |f(x) - f(m)| is
   at most the sum of |s_i| times half the width of the cell in x_i.  Slopes vanish at the optimum,
   so that a cell may be as wide as the square root of the unit. */
#include "arith/arith.h"
#include "query/solve.h"

#include "base/rational.h"
#include "domain/jet.h"
#include "guess/depend.h"
#include "query/rationals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_WITNESSES = 3,
    MAX_CUTS = 400,
    MAX_CELLS = 3000,     /* a cover takes some hundred; powers of wide ranges take milliseconds */
    MAX_STEPS = 25000000, /* in all cells: some seconds, with the same answer on every machine */
    MAX_DEPTH = 400,
    MAX_ANCHORS = 9
};

/* A range without a bound ends at 10^REACH.  The cells around the bounds in where clauses have the
   width 2 * 10^-REACH: next to an open end the condition may be undecided. */
enum { REACH = 100, FEW_BITS = 96, BITS = 512 }; /* BITS distinguish 1 from 1 + 10^-REACH */

typedef struct {
    size_t input;
    bool integer;
    mpq_t anchor[MAX_ANCHORS]; /* 0, and the bounds in its where clause */
    size_t nanchors;
    mpq_t cut[MAX_CUTS]; /* increasing */
    size_t ncuts;
    mpq_t lo, hi; /* the current cell */
} witness;

typedef struct {
    dpc_query_t *q;
    const dpc_question *question;
    dpc_run *run;
    void *other; /* an element of its domain */
    void *target;
    dpc_run *jets; /* the same code, for slopes; NULL: not made yet */
    void *spread;  /* an element of the domain */
    witness w[MAX_WITNESSES];
    size_t n;
    size_t cells;
    uint64_t steps_left;
    bool left_out; /* cells around ends of ranges were left out */
    unsigned long prec;
    bool undefined; /* an operation may be undefined in the last cell */
} cover;

/* ---- cells ---- */

/* Sets the witness to the interval from lo to hi. */
static void set_range(cover *c, const witness *w)
{
    dpc_run *run = c->run;
    const uint32_t slot = run->code->input[w->input].slot;
    if (mpq_equal(w->lo, w->hi)) {
        dpc_run_set_input(run, w->input, w->lo);
        return;
    }
    void *d = run->element + (size_t)slot * run->domain->size;
    run->domain->set_q(d, w->lo, c->prec);
    run->domain->set_q(c->other, w->hi, c->prec);
    run->domain->hull(d, d, c->other, c->prec);
    dpc_run_set_enclosed(run, slot);
}

/* Whether the failure of the last evaluation is a hypothesis, false at every point of the cell.  A
   method may refuse a whole cell, but accept a point of it. */
static bool is_hypothesis(const cover *c)
{
    const bool is_check = c->run->ending.condition != SIZE_MAX;
    return is_check || (c->q->code->ncalls == 0 && c->run->ending.reason != DPC_END_BRACKET);
}

/* Counts the steps of the last run, each `cost` times. */
static void count_steps(cover *c, const dpc_run *run, uint64_t cost)
{
    const uint64_t used = run->budget.steps * cost;
    c->steps_left -= used < c->steps_left ? used : c->steps_left;
}

/* Whether the result misses the target by more than `margin`, on the wrong side; NULL: margin 0. */
static bool misses(const cover *c, const void *margin)
{
    dpc_run *run = c->run;
    const uint32_t slot = c->question->slot;
    const dpc_slot *s = &run->slot[slot];
    void *value = run->element + (size_t)slot * run->domain->size;
    if (s->exact && !s->enclosed)
        run->domain->set_q(value, s->q, c->prec);
    const bool below = c->question->rel == '<';
    const void *end = value;
    if (margin != NULL) {
        if (run->domain->apply(below ? DPC_OP_SUB : DPC_OP_ADD, c->other, value, margin, c->prec) !=
            DPC_OK)
            return false;
        end = c->other;
    }
    return run->domain->compare(DPC_OP_LT, below ? c->target : end, below ? end : c->target) ==
           DPC_TRUE;
}

/* Whether the condition fails everywhere in the current cell, evaluated with this precision. */
static bool fails_at(cover *c, unsigned long prec)
{
    c->prec = prec;
    for (size_t k = 0; k < c->n; k++)
        set_range(c, &c->w[k]);
    dpc_diag diag = {.status = DPC_OK};
    c->run->budget.steps = 0;
    c->run->budget.max_steps = c->steps_left;
    const dpc_status status = dpc_run_block(c->run, 0, c->q->code->main_end, c->prec, &diag);
    count_steps(c, c->run, 1);
    c->undefined = status == DPC_UNDECIDED;
    if (status != DPC_OK)
        return status == DPC_DOMAIN && is_hypothesis(c);
    return misses(c, NULL);
}

/* ---- slopes ---- */

/* The run on jets, with the values of the query; NULL: out of memory. */
static dpc_run *jets(cover *c)
{
    dpc_jet_set_base(c->run->domain);
    if (c->jets != NULL)
        return c->jets;
    const dpc_query_t *q = c->q;
    c->jets = dpc_run_new(q->code, &dpc_domain_jet);
    for (size_t i = 0; c->jets != NULL && i < q->code->ninputs; i++) {
        const dpc_input *in = &q->code->input[i];
        if (dpc_type_has_records(in->type))
            c->jets->list[in->slot] = &q->list[in->slot];
        else if (q->known[i])
            dpc_run_set_input(c->jets, i, q->value[i]);
    }
    if (c->jets != NULL)
        c->jets->passes_undecided = true;
    return c->jets;
}

/* Gives the run on jets the current cell, with witness k as the variable. */
static void set_variable(cover *c, dpc_run *run, size_t k)
{
    for (size_t i = 0; i < c->n; i++) {
        const witness *w = &c->w[i];
        const uint32_t slot = run->code->input[w->input].slot;
        if (mpq_equal(w->lo, w->hi)) {
            dpc_run_set_input(run, w->input, w->lo);
            continue;
        }
        set_range(c, w);
        void *d = run->element + (size_t)slot * run->domain->size;
        const void *range = c->run->element + (size_t)slot * c->run->domain->size;
        if (i == k)
            dpc_jet_variable(d, range, 1, c->prec);
        else
            dpc_jet_constant(d, range, c->prec);
        dpc_run_set_enclosed(run, slot);
    }
}

/* Adds |slope| (hi - lo)/2 of witness k to the spread; slope encloses the derivative on the whole
   cell. */
static bool add_slope(cover *c, size_t k)
{
    enum { COST = 32 }; /* of a step on jets, approximately */
    const dpc_domain *dom = c->run->domain;
    dpc_run *run = jets(c);
    if (run == NULL)
        return false;
    set_variable(c, run, k);
    dpc_diag diag = {.status = DPC_OK};
    run->budget.steps = 0;
    run->budget.max_steps = c->steps_left / COST;
    const dpc_status status = dpc_run_block(run, 0, c->q->code->main_end, c->prec, &diag);
    count_steps(c, run, COST);
    const uint32_t at = c->question->slot;
    if (status != DPC_OK || run->slot[at].exact)
        return status == DPC_OK; /* a constant has no slope */
    const void *slope = dpc_jet_coefficient(run->element + (size_t)at * run->domain->size, 1);
    mpq_t half;
    mpq_init(half);
    mpq_sub(half, c->w[k].hi, c->w[k].lo);
    mpq_div_2exp(half, half, 1);
    dom->set_q(c->other, half, c->prec);
    mpq_clear(half);
    return slope != NULL && dom->apply(DPC_OP_MUL, c->other, slope, c->other, c->prec) == DPC_OK &&
           dom->apply(DPC_OP_ABS, c->other, c->other, NULL, c->prec) == DPC_OK &&
           dom->apply(DPC_OP_ADD, c->spread, c->spread, c->other, c->prec) == DPC_OK;
}

/* Runs the code in the middle of the cell. */
static bool run_middle(cover *c)
{
    mpq_t m;
    mpq_init(m);
    for (size_t k = 0; k < c->n; k++) {
        mpq_add(m, c->w[k].lo, c->w[k].hi);
        mpq_div_2exp(m, m, 1);
        dpc_run_set_input(c->run, c->w[k].input, m);
    }
    mpq_clear(m);
    dpc_diag diag = {.status = DPC_OK};
    c->run->budget.steps = 0;
    c->run->budget.max_steps = c->steps_left;
    const dpc_status status = dpc_run_block(c->run, 0, c->q->code->main_end, c->prec, &diag);
    count_steps(c, c->run, 1);
    return status == DPC_OK;
}

/* Whether the condition fails everywhere in the current cell, by the mean value theorem. */
static bool fails_by_slopes(cover *c)
{
    c->prec = FEW_BITS;
    mpq_t zero;
    mpq_init(zero);
    c->run->domain->set_q(c->spread, zero, c->prec);
    mpq_clear(zero);
    for (size_t k = 0; k < c->n; k++) {
        const bool wide = !mpq_equal(c->w[k].lo, c->w[k].hi);
        if (wide && (c->w[k].integer || !add_slope(c, k)))
            return false;
    }
    return run_middle(c) && misses(c, c->spread);
}

/* Whether the cell is narrow enough for slopes, which take more work than dividing it. */
static bool is_narrow(const cover *c)
{
    enum { PART = 6 }; /* 2^-PART of the witness */
    bool narrow = c->n > 0;
    mpq_t width;
    mpq_init(width);
    for (size_t k = 0; k < c->n && narrow; k++) {
        mpq_sub(width, c->w[k].hi, c->w[k].lo);
        mpq_mul_2exp(width, width, PART);
        narrow = mpq_cmp(width, c->w[k].hi) < 0;
    }
    mpq_clear(width);
    return narrow;
}

static bool fails(cover *c)
{
    return fails_at(c, FEW_BITS) || (c->undefined && fails_at(c, BITS)) ||
           (!c->undefined && is_narrow(c) && fails_by_slopes(c));
}

/* About log2 |x|, x not zero. */
static long log2_of(const mpq_t x)
{
    return (long)mpz_sizeinbase(mpq_numref(x), 2) - (long)mpz_sizeinbase(mpq_denref(x), 2);
}

/* A point inside the cell: the mean of its ends; or, if their distances from an anchor are of
   different orders, the middle on a logarithmic scale from that anchor. */
static void middle(mpq_t m, const witness *w)
{
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    mpq_add(m, w->lo, w->hi);
    mpq_div_2exp(m, m, 1);
    for (size_t i = 0; i < w->nanchors; i++) {
        mpq_sub(a, w->lo, w->anchor[i]);
        mpq_sub(b, w->hi, w->anchor[i]);
        if (mpq_sgn(a) == 0 || mpq_sgn(b) == 0 || mpq_sgn(a) != mpq_sgn(b))
            continue;
        const long la = log2_of(a), lb = log2_of(b), e = (la + lb) / 2;
        if (la - lb < 3 && lb - la < 3)
            continue;
        mpq_set_si(m, mpq_sgn(a), 1);
        if (e >= 0)
            mpq_mul_2exp(m, m, (mp_bitcnt_t)e);
        else
            mpq_div_2exp(m, m, (mp_bitcnt_t)-e);
        mpq_add(m, m, w->anchor[i]);
        if (mpq_cmp(w->lo, m) < 0 && mpq_cmp(m, w->hi) < 0)
            break;
        mpq_add(m, w->lo, w->hi);
        mpq_div_2exp(m, m, 1);
    }
    mpq_clears(a, b, NULL);
}

/* The witness to divide next: those that can be divided take turns. */
static witness *widest(cover *c, int depth)
{
    for (size_t i = 0; i < c->n; i++) {
        witness *w = &c->w[((size_t)depth + i) % c->n];
        if (!mpq_equal(w->lo, w->hi))
            return w;
    }
    return NULL;
}

static bool cell_fails(cover *c, int depth)
{
    if (fails(c))
        return true;
    witness *w = widest(c, depth);
    if (w == NULL || depth > MAX_DEPTH || ++c->cells > MAX_CELLS || c->steps_left == 0)
        return false;
    mpq_t m, lo, hi;
    mpq_inits(m, lo, hi, NULL);
    mpq_set(lo, w->lo);
    mpq_set(hi, w->hi);
    middle(m, w);
    if (w->integer)
        dpc_solve_floor(m);
    mpq_set(w->hi, m);
    bool all = cell_fails(c, depth + 1);
    if (w->integer)
        mpz_add_ui(mpq_numref(m), mpq_numref(m), 1);
    mpq_set(w->lo, m);
    mpq_set(w->hi, hi);
    all = all && cell_fails(c, depth + 1);
    mpq_set(w->lo, lo);
    mpq_clears(m, lo, hi, NULL);
    return all;
}

static bool all_cells_fail(cover *c, size_t k);

/* Whether the current cell of witness k is one left around a bound of its where clause, and the
   bound itself, which may belong to the range, fails.  No integer other than the bound is in such a
   cell. */
static bool is_around_end(cover *c, size_t k)
{
    witness *w = &c->w[k];
    bool around = false, fails_there = !w->integer;
    mpq_t lo, hi;
    mpq_inits(lo, hi, NULL);
    mpq_set(lo, w->lo);
    mpq_set(hi, w->hi);
    for (size_t i = 1; i < w->nanchors && fails_there; i++) {
        if (mpq_cmp(w->anchor[i], lo) < 0 || mpq_cmp(w->anchor[i], hi) > 0)
            continue;
        around = true;
        mpq_set(w->lo, w->anchor[i]);
        mpq_set(w->hi, w->anchor[i]);
        fails_there = all_cells_fail(c, k + 1);
    }
    mpq_set(w->lo, lo);
    mpq_set(w->hi, hi);
    mpq_clears(lo, hi, NULL);
    return around && fails_there;
}

/* Whether all cells between the cuts of witnesses k, k+1, ... fail. */
static bool all_cells_fail(cover *c, size_t k)
{
    if (k == c->n)
        return cell_fails(c, 0);
    witness *w = &c->w[k];
    for (size_t i = 0; i + 1 < w->ncuts; i++) {
        mpq_set(w->lo, w->cut[i]);
        mpq_set(w->hi, w->cut[i + 1]);
        if (all_cells_fail(c, k + 1))
            continue;
        if (!is_around_end(c, k))
            return false;
        c->left_out = true;
    }
    return true;
}

/* ---- the cells to begin with ---- */

static void add_cut(witness *w, const mpq_t x)
{
    if (w->ncuts < MAX_CUTS) {
        mpq_init(w->cut[w->ncuts]);
        mpq_set(w->cut[w->ncuts++], x);
    }
}

static void add_cuts_around(witness *w, const mpq_t anchor)
{
    static const int exponents[] = {-REACH, -100, -30, -10, -5, -3, -2, -1,
                                    0,      1,    2,   3,   5,  10, 30, REACH};
    mpq_t d, x;
    mpq_inits(d, x, NULL);
    for (size_t i = 0; i < sizeof exponents / sizeof exponents[0]; i++) {
        dpc_power_of_ten(d, exponents[i]);
        mpq_add(x, anchor, d);
        add_cut(w, x);
        mpq_sub(x, anchor, d);
        add_cut(w, x);
    }
    mpq_clears(d, x, NULL);
}

static void begin_witness(cover *c, witness *w, size_t input)
{
    const dpc_input *in = &c->run->code->input[input];
    w->input = input;
    w->integer = in->type->kind == DPC_T_INT;
    mpq_inits(w->lo, w->hi, NULL);
    mpq_init(w->anchor[0]);
    w->nanchors = 1;
    for (size_t h = 0; h < in->nhints; h++) {
        mpq_ptr a = w->anchor[w->nanchors];
        mpq_init(a);
        if (dpc_solve_near(c->q->run, in->hint[h].slot, a))
            w->nanchors++;
        else
            mpq_clear(a);
    }
    for (size_t i = 0; i < w->nanchors; i++)
        add_cuts_around(w, w->anchor[i]);
    for (size_t i = 0; i < w->ncuts && w->integer; i++)
        dpc_solve_floor(w->cut[i]);
    qsort(w->cut, w->ncuts, sizeof w->cut[0], dpc_order_rationals);
}

static void end_witness(witness *w)
{
    mpq_clears(w->lo, w->hi, NULL);
    for (size_t i = 0; i < w->nanchors; i++)
        mpq_clear(w->anchor[i]);
    for (size_t i = 0; i < w->ncuts; i++)
        mpq_clear(w->cut[i]);
}

/* ---- all of it ---- */

/* Gives the cover's run the values of the query; false: out of memory. */
static bool begin(cover *c, dpc_query_t *q, const dpc_domain *domain)
{
    c->q = q;
    c->run = dpc_run_new(q->code, domain);
    c->other = calloc(1, domain->size);
    c->target = calloc(1, domain->size);
    c->spread = calloc(1, domain->size);
    if (c->run == NULL || c->other == NULL || c->target == NULL || c->spread == NULL)
        return false;
    c->run->passes_undecided = true;
    c->steps_left = q->max_steps < MAX_STEPS ? q->max_steps : MAX_STEPS;
    c->run->prec = c->prec;
    for (size_t i = 0; i < q->code->ninputs; i++) {
        const dpc_input *in = &q->code->input[i];
        if (dpc_type_has_records(in->type))
            c->run->list[in->slot] = &q->list[in->slot];
        else if (q->known[i])
            dpc_run_set_input(c->run, i, q->value[i]);
    }
    return true;
}

/* Notes the searched witnesses that can influence the result; false: out of memory, or too many. */
static bool begin_witnesses(cover *c, char *names, size_t size)
{
    const dpc_query_t *q = c->q;
    bool *open = calloc(2 * q->code->ninputs + 1, sizeof *open);
    bool *matters = open != NULL ? open + q->code->ninputs : NULL;
    for (size_t i = 0; i < q->code->ninputs && open != NULL; i++)
        open[i] = q->code->input[i].role == DPC_INPUT_CHOOSE && !q->fixed[i];
    bool good = open != NULL && dpc_depend(q->code, c->question->slot, open, matters);
    for (size_t i = 0; i < q->code->ninputs && good; i++) {
        if (!matters[i])
            continue;
        good = c->n < MAX_WITNESSES && !dpc_type_has_records(q->code->input[i].type);
        if (good) {
            begin_witness(c, &c->w[c->n++], i);
            const size_t used = strlen(names);
            (void)snprintf(names + used, size - used, "%s%s", used > 0 ? ", " : "",
                           q->code->input[i].name);
        }
    }
    free(open);
    return good;
}

bool dpc_solve_all_fail(dpc_query_t *q, const dpc_question *question, char *how, size_t size)
{
    const dpc_domain *domain = dpc_domain_find("mpfr"); /* intervals with two ends suit cells */
    if (domain == NULL)
        domain = dpc_domain_find("kernel");
    cover *c = calloc(1, sizeof *c);
    if (c == NULL || domain == NULL || size == 0) {
        free(c);
        return false;
    }
    c->question = question;
    c->prec = BITS;
    bool all = begin(c, q, domain);
    char names[200] = "";
    if (all) {
        domain->init(c->other);
        domain->init(c->target);
        domain->init(c->spread);
        domain->set_q(c->target, question->target, c->prec);
        all = begin_witnesses(c, names, sizeof names);
        all = all && all_cells_fail(c, 0);
        domain->clear(c->other);
        domain->clear(c->target);
        domain->clear(c->spread);
    }
    if (all && c->n == 0)
        (void)snprintf(how, size, "for all witnesses");
    else if (all)
        (void)snprintf(
            how, size, "for every witness %s up to 10^%d%s (%zu cells)", names, REACH,
            c->left_out ? " at a distance of 10^-100 or more from the open ends of its range" : "",
            c->cells + 1);
    for (size_t k = 0; k < c->n; k++)
        end_witness(&c->w[k]);
    dpc_run_free(c->run);
    dpc_run_free(c->jets);
    free(c->other);
    free(c->target);
    free(c->spread);
    free(c);
    return all;
}
