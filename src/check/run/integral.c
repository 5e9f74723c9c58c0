/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Integrals over a finite range.  The range is cut into cells, and the integral over the range is
   the sum of those over the cells, however they were made.  On a cell [m - r, m + r] where f has n
   = 10 derivatives, with c_k(x) the k-th Taylor coefficient of f at x (lemma L-TAYLOR),

     integral of f  in  sum over even k < n of 2 c_k(m) r^(k+1)/(k+1)  +  2 c_n(cell) r^(n+1)/(n+1),

   where c_n(cell) encloses c_n on the cell; elsewhere the integral is in 2 r f(cell).  Coefficients
   come from running the block on jets (jet.h).  The cell with the widest enclosure is halved until
   all of them together are narrow, or there are too many. */
#include "domain/jet.h"
#include "kernel/word.h"
#include "run/range.h"
#include "run/shadow.h"

#include <stdlib.h>

enum { MAX_CELLS = 1024, MAX_LEVEL = 60 };

typedef struct {
    uint64_t k;
    unsigned level;
    bool known;    /* the element encloses the integral over it */
    int64_t width; /* the exponent of that of the enclosure */
} cell;

typedef struct {
    dpc_range r;
    dpc_run *jets;
    cell *cells;
    char *element; /* of the domain, one for each cell */
    size_t ncells, most;
    dpc_diag why; /* why the last undecided cell failed */
} integral;

static void *of_cell(const integral *n, size_t i)
{
    return n->element + i * n->r.run->domain->size;
}

/* ---- one cell ---- */

/* Runs the block on jets around the points of an element; the coefficients are then in `value`. */
static bool run_jets(const integral *n, const void *points)
{
    dpc_run *jets = n->jets;
    dpc_diag mine = {.status = DPC_OK};
    /* an inner range, or a root, may have used the jets meanwhile */
    dpc_jet_set_base(n->r.run->domain);
    if (jets->filled != n->r.pc &&
        !dpc_shadow_fill(jets, n->r.run, n->r.pc, n->r.i->end, dpc_jet_constant))
        return false;
    dpc_jet_variable(dpc_run_element(jets, n->r.x), points, DPC_JET_ORDER, jets->prec);
    dpc_run_set_enclosed(jets, n->r.x);
    return dpc_shadow_run(jets, n->r.run, n->r.pc + 1, n->r.i->end, &mine) == DPC_OK;
}

/* slot d = 2 c_k r^(k+1)/(k+1), where r is in slot half. */
static dpc_status moment(const integral *n, uint32_t d, int k, uint32_t half)
{
    const dpc_range *r = &n->r;
    const void *c = dpc_jet_coefficient(dpc_run_enclosure(n->jets, r->value), k);
    if (c == NULL || n->jets->ending.unassigned)
        return DPC_UNDECIDED;
    dpc_run *run = r->run;
    mpq_t q;
    mpq_init(q);
    mpq_set_ui(q, (unsigned long)k + 1, 1);
    dpc_run_assign(run, d, q, true);
    dpc_status status = dpc_range_step(r, DPC_OP_POW, r->value, half, d);
    mpq_set_ui(q, 2, (unsigned long)k + 1);
    mpq_canonicalize(q);
    dpc_run_assign(run, d, q, false);
    mpq_clear(q);
    if (status == DPC_OK)
        status = dpc_range_step(r, DPC_OP_MUL, r->value, r->value, d);
    run->domain->set(dpc_run_element(run, d), c);
    dpc_run_set_enclosed(run, d);
    return status != DPC_OK ? status : dpc_range_step(r, DPC_OP_MUL, d, d, r->value);
}

/* The rule with derivatives: sets `best` to the integral over the cell lo..hi. */
static dpc_status by_series(const integral *n, uint64_t k, unsigned level)
{
    const dpc_range *r = &n->r;
    dpc_run *run = r->run;
    dpc_status status = dpc_range_step(r, DPC_OP_SUB, r->x, r->hi, r->lo);
    mpq_t half;
    mpq_init(half);
    mpq_set_ui(half, 1, 2);
    dpc_run_assign(run, r->value, half, false);
    mpq_clear(half);
    if (status == DPC_OK) /* x holds r from here on */
        status = dpc_range_step(r, DPC_OP_MUL, r->x, r->x, r->value);
    dpc_run_hull(run, r->best, r->lo, r->hi);
    if (status != DPC_OK || !run_jets(n, dpc_run_element(run, r->best)))
        return DPC_UNDECIDED;
    status = moment(n, r->best, DPC_JET_ORDER, r->x);
    if (status == DPC_OK)
        status = dpc_range_point(r, r->lo, 2 * k + 1, level + 1); /* m */
    if (status != DPC_OK || !run_jets(n, dpc_run_enclosure(run, r->lo)))
        return DPC_UNDECIDED;
    for (int j = 0; j < DPC_JET_ORDER && status == DPC_OK; j += 2) {
        status = moment(n, r->lo, j, r->x);
        if (status == DPC_OK)
            status = dpc_range_step(r, DPC_OP_ADD, r->best, r->best, r->lo);
    }
    return status;
}

/* The rule without derivatives: sets `best` to the width of the cell times the values of f on
   it. */
static dpc_status by_values(const integral *n)
{
    const dpc_range *r = &n->r;
    dpc_status status = dpc_range_over(r, r->lo, r->hi);
    if (status == DPC_OK)
        status = dpc_range_step(r, DPC_OP_SUB, r->best, r->hi, r->lo);
    return status != DPC_OK ? status : dpc_range_step(r, DPC_OP_MUL, r->best, r->best, r->value);
}

static dpc_status ends_of(const integral *n, const cell *c)
{
    dpc_status status = dpc_range_point(&n->r, n->r.lo, c->k, c->level);
    return status != DPC_OK ? status : dpc_range_point(&n->r, n->r.hi, c->k + 1, c->level);
}

/* The exponents e with 2^(e-1) <= |x| < 2^e of the width and of the larger end of an enclosure;
   they only guide.  INT64_MIN for 0; a width of INT64_MAX if there is no bound. */
typedef struct {
    int64_t width, size;
} extent;

static int64_t exponent_of(mpz_srcptr man, int64_t exp)
{
    return mpz_sgn(man) == 0 ? INT64_MIN : (int64_t)mpz_sizeinbase(man, 2) + exp;
}

static extent extent_of(const dpc_run *run, const void *element)
{
    enum { MAX_SHIFT = 100000 };
    dpc_bounds b;
    dpc_bounds_init(&b);
    run->domain->bounds(&b, element);
    extent x = {INT64_MAX, INT64_MIN};
    const int64_t e = b.lo_exp < b.hi_exp ? b.lo_exp : b.hi_exp;
    if (b.finite && b.lo_exp - e < MAX_SHIFT && b.hi_exp - e < MAX_SHIFT) {
        const int64_t lo = exponent_of(b.lo_man, b.lo_exp), hi = exponent_of(b.hi_man, b.hi_exp);
        x.size = lo > hi ? lo : hi;
        mpz_mul_2exp(b.lo_man, b.lo_man, dpc_word_shift(b.lo_exp - e));
        mpz_mul_2exp(b.hi_man, b.hi_man, dpc_word_shift(b.hi_exp - e));
        mpz_sub(b.hi_man, b.hi_man, b.lo_man);
        x.width = exponent_of(b.hi_man, e);
    }
    dpc_bounds_clear(&b);
    return x;
}

/* Encloses the integral over cell i.  OK also if that fails for now: then the cell is not known. */
static dpc_status enclose(integral *n, size_t i)
{
    cell *c = &n->cells[i];
    dpc_run *run = n->r.run;
    dpc_status status = ends_of(n, c);
    if (status == DPC_OK && (status = by_series(n, c->k, c->level)) != DPC_OK) {
        dpc_diag_reset(run->diag);
        status = ends_of(n, c);
        if (status == DPC_OK)
            status = by_values(n);
    }
    c->known = status == DPC_OK;
    c->width = INT64_MAX;
    if (c->known) {
        run->domain->set(of_cell(n, i), dpc_run_enclosure(run, n->r.best));
        c->width = extent_of(run, of_cell(n, i)).width;
    } else if (status != DPC_UNDECIDED || run->ending.final)
        return status;
    else if (run->diag->status != DPC_OK)
        n->why = *run->diag;
    return DPC_OK;
}

/* ---- all cells ---- */

/* d = the sum of all cells. */
static dpc_status add_up(const integral *n)
{
    const dpc_range *r = &n->r;
    dpc_run *run = r->run;
    mpq_t zero;
    mpq_init(zero);
    dpc_run_assign(run, r->i->d, zero, false);
    mpq_clear(zero);
    dpc_status status = DPC_OK;
    for (size_t i = 0; i < n->ncells && status == DPC_OK; i++) {
        if (!n->cells[i].known)
            return DPC_UNDECIDED;
        run->domain->set(dpc_run_element(run, r->best), of_cell(n, i));
        dpc_run_set_enclosed(run, r->best);
        status = dpc_range_step(r, DPC_OP_ADD, r->i->d, r->i->d, r->best);
    }
    return status;
}

static size_t widest(const integral *n)
{
    size_t i = 0;
    for (size_t k = 1; k < n->ncells; k++)
        if (n->cells[k].width > n->cells[i].width)
            i = k;
    return i;
}

/* Whether the result is known to about 5/8 of the precision. */
static bool is_narrow(const dpc_range *r)
{
    const extent x = extent_of(r->run, dpc_run_enclosure(r->run, r->i->d));
    return x.width == INT64_MIN ||
           (x.width != INT64_MAX && x.width < x.size - (int64_t)(5 * r->run->prec / 8));
}

static dpc_status subdivide(integral *n)
{
    dpc_status status = enclose(n, 0);
    for (size_t rounds = 1; status == DPC_OK; rounds++) {
        const size_t i = widest(n);
        dpc_run_count(n->r.run, n->ncells / 64);
        if ((rounds % 8 == 0 || n->ncells == 1) && add_up(n) == DPC_OK && is_narrow(&n->r))
            break;
        if (!dpc_range_use_cell(&n->r) || n->ncells == n->most || n->cells[i].level == MAX_LEVEL) {
            n->r.run->ending.cells_used_up = true;
            break;
        }
        cell *left = &n->cells[i], *right = &n->cells[n->ncells];
        left->k *= 2;
        left->level++;
        *right = *left;
        right->k++;
        n->ncells++;
        status = enclose(n, i);
        if (status == DPC_OK)
            status = enclose(n, n->ncells - 1);
    }
    if (status == DPC_OK)
        status = add_up(n);
    if (status == DPC_UNDECIDED && n->r.run->diag->status == DPC_OK && n->why.status != DPC_OK)
        *n->r.run->diag = n->why;
    else if (status == DPC_UNDECIDED && n->r.run->diag->status == DPC_OK)
        status =
            dpc_run_fail(n->r.run, n->r.i, DPC_END_VALUE, DPC_UNDECIDED,
                         "no finite enclosure of the integral: the function may be undefined or "
                         "unbounded somewhere");
    return status;
}

static dpc_status in_all_domains(const dpc_range *r)
{
    dpc_run *run = r->run;
    const dpc_domain *dom = run->domain;
    integral n = {.r = *r, .ncells = 1, .most = dpc_range_cells(r, MAX_CELLS)};
    dpc_jet_set_base(dom);
    if (run->shadow == NULL)
        run->shadow = dpc_shadow_new(run, &dpc_domain_jet);
    n.jets = run->shadow;
    const uint64_t bytes = n.most * (sizeof *n.cells + dpc_memory_element(dom, run->prec));
    if (!dpc_run_ask(run, bytes))
        return dpc_run_fail_memory(run, r->i);
    dpc_run_count(run, n.most / 4);
    n.cells = calloc(n.most, sizeof *n.cells);
    n.element = calloc(n.most, dom->size);
    if (n.jets == NULL || n.cells == NULL || n.element == NULL ||
        !dpc_shadow_fill(n.jets, run, r->pc, r->i->end, dpc_jet_constant)) {
        free(n.cells);
        free(n.element);
        dpc_run_give(run, bytes);
        return dpc_run_fail_memory(run, r->i);
    }
    for (size_t i = 0; i < n.most; i++)
        dom->init(of_cell(&n, i));
    const dpc_status status = subdivide(&n);
    for (size_t i = 0; i < n.most; i++)
        dom->clear(of_cell(&n, i));
    free(n.cells);
    free(n.element);
    dpc_run_give(run, bytes);
    return status;
}

/* The rule for all domains.  known: the result encloses the integral already, but it is wide, as
   where the function has a kink; the narrower of the two enclosures is kept. */
static dpc_status by_cells(const dpc_range *r, bool known)
{
    dpc_run *run = r->run;
    const dpc_domain *dom = run->domain;
    void *first = malloc(dom->size);
    if (first == NULL)
        return dpc_run_fail_plainly(run, DPC_NOMEM);
    dom->init(first);
    if (known)
        dom->set(first, dpc_run_enclosure(run, r->i->d));
    dpc_diag_reset(run->diag);
    run->nest.loops++;
    dpc_status status = in_all_domains(r);
    run->nest.loops--;
    if (known && status == DPC_UNDECIDED && !run->ending.final) {
        dpc_diag_reset(run->diag);
        status = DPC_OK;
    } else
        known = known && status == DPC_OK &&
                extent_of(run, first).width < extent_of(run, dpc_run_enclosure(run, r->i->d)).width;
    if (known) {
        dom->set(dpc_run_element(run, r->i->d), first);
        dpc_run_set_enclosed(run, r->i->d);
    }
    dom->clear(first);
    free(first);
    return status;
}

dpc_status dpc_run_integral(dpc_run *run, size_t pc)
{
    const dpc_range r = dpc_range_at(run, pc);
    if (dpc_run_compare(run, DPC_OP_EQ, r.i->a, r.i->b) == DPC_TRUE)
        return dpc_range_step(&r, DPC_OP_SUB, r.i->d, r.i->b, r.i->a);
    dpc_status status = dpc_range_open(&r);
    if (status != DPC_OK)
        return status;
    dpc_range_enter(run);
    if (run->domain->over_range != NULL)
        status = run->domain->over_range(run, pc);
    else {
        const bool known = run->hooks.integrate != NULL && run->hooks.integrate(run, pc) == DPC_OK;
        status = known && is_narrow(&r) ? DPC_OK : by_cells(&r, known);
    }
    dpc_range_leave(run);
    return status;
}
