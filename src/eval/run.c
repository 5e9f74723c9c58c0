/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Invariant: a slot that has been assigned and is not a condition is exact (q is its value), or
   enclosed (its element contains its value), or both.  In a domain that is not rigorous only
   integers by type are kept exactly: the rest is what that domain makes of it. */
#include "eval/run.h"

#include "account/method.h"
#include "eval/cost.h"
#include "eval/decimal.h"
#include "eval/exact.h"
#include "eval/range.h"
#include "lang/print.h"
#include "lang/rational.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_ARRAY = 5000000,       /* elements of one array: about half a GiB */
    MAX_ARRAY_BYTES = 1 << 29, /* of all arrays together, about */
    PROGRESS_EVERY = 1 << 16   /* steps between two calls of progress */
};

void *dpc_run_element(const dpc_run *run, uint32_t slot)
{
    return run->element + (size_t)slot * run->domain->size;
}

dpc_run *dpc_run_new(const dpc_code *code, const dpc_domain *domain)
{
    dpc_run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return NULL;
    run->code = code;
    run->domain = domain;
    run->max_steps = DPC_DEFAULT_MAX_STEPS;
    mpq_init(run->scratch);
    run->slot = calloc(code->nslots + 1, sizeof *run->slot);
    run->element = calloc(code->nslots + 1, domain->size);
    run->list = calloc(code->nlists + 1, sizeof *run->list);
    run->array = calloc(code->narrays + 1, sizeof *run->array);
    if (run->slot == NULL || run->element == NULL || run->list == NULL || run->array == NULL) {
        free(run->slot);
        free(run->element);
        free(run->list);
        free(run->array);
        mpq_clear(run->scratch);
        free(run);
        return NULL;
    }
    for (size_t i = 0; i < code->nslots; i++) {
        mpq_init(run->slot[i].q);
        domain->init(dpc_run_element(run, (uint32_t)i));
    }
    for (size_t i = 0; i < code->narrays; i++)
        mpz_init(run->array[i].lo);
    return run;
}

static void empty_array(dpc_run *run, dpc_array *array)
{
    for (size_t i = 0; i < array->room; i++) {
        mpq_clear(array->slot[i].q);
        run->domain->clear(array->element + i * run->domain->size);
    }
    free(array->slot);
    free(array->element);
    array->slot = NULL;
    array->element = NULL;
    array->length = array->room = 0;
}

void dpc_run_free(dpc_run *run)
{
    if (run == NULL)
        return;
    for (size_t i = 0; i < run->code->nslots; i++) {
        mpq_clear(run->slot[i].q);
        run->domain->clear(dpc_run_element(run, (uint32_t)i));
    }
    for (size_t i = 0; i < run->code->narrays; i++) {
        empty_array(run, &run->array[i]);
        mpz_clear(run->array[i].lo);
    }
    mpq_clear(run->scratch);
    dpc_run_free(run->shadow);
    free(run->slot);
    free(run->element);
    free(run->list);
    free(run->array);
    free(run);
}

void dpc_run_describe(dpc_run *run, uint32_t slot, char *out, size_t size)
{
    enum { DIGITS = 10 };
    const dpc_slot *s = &run->slot[slot];
    if (s->exact) {
        char *text = dpc_rational_text(s->q);
        char *lo = strlen(text == NULL ? "" : text) > 40 ? dpc_decimal_rational(s->q, DIGITS, false)
                                                         : NULL;
        (void)snprintf(out, size, "%s%s",
                       lo != NULL     ? lo
                       : text == NULL ? "?"
                                      : text,
                       lo != NULL ? "..." : "");
        free(text);
        free(lo);
        return;
    }
    if (!run->domain->rigorous) {
        (void)snprintf(out, size, "%.17g (unverified)",
                       run->domain->approx(dpc_run_element(run, slot)));
        return;
    }
    dpc_bounds b;
    dpc_bounds_init(&b);
    dpc_run_bounds(run, slot, &b);
    char *lo = b.finite ? dpc_decimal_dyadic(b.lo_man, b.lo_exp, DIGITS, false) : NULL;
    char *hi = b.finite ? dpc_decimal_dyadic(b.hi_man, b.hi_exp, DIGITS, true) : NULL;
    if (lo != NULL && hi != NULL)
        (void)snprintf(out, size, "[%s, %s]", lo, hi);
    else
        (void)snprintf(out, size, "not known");
    free(lo);
    free(hi);
    dpc_bounds_clear(&b);
}

void dpc_run_bounds(dpc_run *run, uint32_t slot, dpc_bounds *out)
{
    const dpc_slot *s = &run->slot[slot];
    if (s->exact && !s->enclosed)
        run->domain->set_q(dpc_run_element(run, slot), s->q, run->prec);
    run->domain->bounds(out, dpc_run_element(run, slot));
}

/* ---- failures ---- */

static bool is_positive(const dpc_slot *s)
{
    return s->exact && mpq_sgn(s->q) > 0;
}

static dpc_status fail_step(dpc_run *run, const dpc_instr *i, dpc_status status)
{
    char a[120], b[120];
    dpc_run_describe(run, i->a, a, sizeof a);
    const char *which = status == DPC_DOMAIN ? "" : " may be undefined";
    const dpc_source *source = &i->unit->source;
    const uint32_t pos = i->expr->pos;
    switch (i->op) {
    case DPC_OP_DIV:
        dpc_run_describe(run, i->b, b, sizeof b);
        return dpc_fail_at(run->diag, status, source, pos, "division by %s%s%s",
                           status == DPC_DOMAIN ? "zero" : b, which,
                           status == DPC_DOMAIN ? "" : ": it cannot be told from zero");
    case DPC_OP_LOG:
    case DPC_OP_LOG1P:
    case DPC_OP_SQRT:
        return dpc_fail_at(run->diag, status, source, pos, "%s(%s)%s%s", i->expr->name, a,
                           status == DPC_DOMAIN ? " is undefined" : which,
                           i->op == DPC_OP_SQRT  ? ": the argument must be >= 0"
                           : i->op == DPC_OP_LOG ? ": the argument must be > 0"
                                                 : ": the argument must be > -1");
    case DPC_OP_POW:
        dpc_run_describe(run, i->b, b, sizeof b);
        if (status != DPC_DOMAIN && is_positive(&run->slot[i->a]))
            return dpc_fail_at(run->diag, status, source, pos,
                               "the power (%s)^(%s) has no finite enclosure at %lu bits: the "
                               "exponent is too large",
                               a, b, run->prec);
        return dpc_fail_at(run->diag, status, source, pos,
                           "the power (%s)^(%s)%s: a base > 0, or >= 0 with an exponent > 0, or an "
                           "integer exponent is needed, and 0^0 has no value",
                           a, b, status == DPC_DOMAIN ? " is undefined" : which);
    case DPC_OP_BINOM:
        dpc_run_describe(run, i->b, b, sizeof b);
        if (status != DPC_DOMAIN && run->slot[i->a].exact && run->slot[i->b].exact)
            return dpc_fail_at(
                run->diag, status, source, pos,
                "binom(%s, %s) is too large: the kernel takes at most 4194304 factors and "
                "a first argument below 2^61, other arithmetics one below 2^64",
                a, b);
        return dpc_fail_at(run->diag, status, source, pos,
                           "binom(%s, %s) cannot be computed: both must be known integers, the "
                           "first one >= 0 and below 2^64",
                           a, b);
    default:
        return dpc_fail_at(run->diag, status, source, pos,
                           "no finite enclosure at %lu bits: an argument is %s", run->prec, a);
    }
}

static dpc_status fail_check(dpc_run *run, const dpc_check *c, dpc_status status)
{
    char *cond = dpc_print_expr(c->cond);
    char values[512] = "";
    for (size_t k = 0; k < c->nnamed; k++) {
        char value[120];
        size_t used = strlen(values);
        dpc_run_describe(run, c->named[k].slot, value, sizeof value);
        (void)snprintf(values + used, sizeof values - used, "%s%s = %s", k == 0 ? " (" : ", ",
                       c->named[k].name, value);
    }
    const bool named = c->stmt->kind == DPC_S_PARAM || c->stmt->kind == DPC_S_CHOOSE;
    const bool referee = c->stmt->kind == DPC_S_REFEREE;
    const char *text = c->stmt->kind == DPC_S_REQUIRE ? c->stmt->text : NULL;
    (void)dpc_fail(
        run->diag, status, "%s%s%s%s%s %s %s%s%s%s%s",
        named ? (c->stmt->kind == DPC_S_PARAM ? "parameter " : "witness ") : "",
        named ? c->prefix : "",
        named     ? c->stmt->name
        : referee ? ""
                  : c->unit->id,
        named && c->prefix[0] != '\0' ? " of a used theorem" : "",
        named     ? ": the condition"
        : referee ? "the referee's condition"
                  : ": the hypothesis",
        cond != NULL ? cond : "?", status == DPC_DOMAIN ? "is false" : "cannot be decided", values,
        values[0] != '\0' ? ")" : "", text != NULL ? ": " : "", text != NULL ? text : "");
    free(cond);
    return status;
}

/* A limit is reached: more precision does not help. */
dpc_status dpc_run_fail_limit(dpc_run *run, const dpc_instr *i, const char *message)
{
    run->hopeless = true;
    return dpc_fail_at(run->diag, DPC_UNDECIDED, &i->unit->source, i->expr->pos, "%s", message);
}

/* ---- values ---- */

/* Sets a slot to an exact value. */
void dpc_run_assign(dpc_run *run, uint32_t slot, mpq_srcptr q, bool is_int)
{
    dpc_slot *s = &run->slot[slot];
    s->unset = false;
    s->exact = run->domain->rigorous || is_int;
    s->enclosed = !s->exact;
    if (s->exact)
        mpq_set(s->q, q);
    else
        run->domain->set_q(dpc_run_element(run, slot), q, run->prec);
}

void dpc_run_reset(dpc_run *run)
{
    for (size_t i = 0; i < run->code->nslots; i++)
        run->slot[i].exact = run->slot[i].enclosed = false;
}

void dpc_run_set_input(dpc_run *run, size_t input, const mpq_t value)
{
    const dpc_input *in = &run->code->input[input];
    dpc_run_assign(run, in->slot, value, in->type->kind != DPC_T_REAL);
}

static void copy(dpc_run *run, dpc_slot *d, void *de, const dpc_slot *s, const void *se)
{
    d->unset = s->unset;
    d->truth = s->truth;
    d->exact = s->exact;
    d->enclosed = s->enclosed;
    if (s->exact)
        mpq_set(d->q, s->q);
    if (s->enclosed)
        run->domain->set(de, se);
}

void dpc_run_copy(dpc_run *run, uint32_t d, uint32_t s)
{
    if (d != s)
        copy(run, &run->slot[d], dpc_run_element(run, d), &run->slot[s], dpc_run_element(run, s));
}

/* The element of a slot, made from the exact value where it is not there yet. */
const void *dpc_run_enclosure(dpc_run *run, uint32_t slot)
{
    dpc_slot *s = &run->slot[slot];
    if (!s->enclosed) {
        run->steps += dpc_cost_enclose(s->q);
        run->domain->set_q(dpc_run_element(run, slot), s->q, run->prec);
        s->enclosed = true;
    }
    return dpc_run_element(run, slot);
}

static bool exact_integer(const dpc_slot *s)
{
    return s->exact && mpz_cmp_ui(mpq_denref(s->q), 1) == 0;
}

/* Two steps for every factor of a binomial coefficient; binom(n, k + 1) may go on from binom(n, k).
 */
static uint64_t factors(dpc_run *run, const mpz_t n, const mpz_t k)
{
    const uint64_t most = UINT64_MAX, top = mpz_fits_ulong_p(n) ? mpz_get_ui(n) : most,
                   low = mpz_fits_ulong_p(k) ? mpz_get_ui(k) : most,
                   bottom = low <= top && low > top - low ? top - low : low;
    const uint64_t have =
        top == run->binom_top && run->binom_bottom <= bottom ? run->binom_bottom : 0;
    run->binom_top = top;
    run->binom_bottom = bottom;
    return 2 * (bottom - have);
}

static double end_approx(const mpz_t man, int64_t exp)
{
    signed long e;
    const double m = mpz_get_d_2exp(&e, man);
    const int64_t all = exp + e;
    return all > 100 ? m * 0x1p100 : all < -100 ? m * 0x1p-100 : ldexp(m, (int)all);
}

/* Q of a slot. */
static uint64_t q_cost(dpc_run *run, uint32_t slot)
{
    const dpc_slot *s = &run->slot[slot];
    double lo = 0, hi = 0;
    if (s->exact)
        lo = hi = mpq_get_d(s->q);
    else {
        dpc_bounds b;
        dpc_bounds_init(&b);
        run->domain->bounds(&b, dpc_run_element(run, slot));
        if (b.finite) {
            lo = end_approx(b.lo_man, b.lo_exp);
            hi = end_approx(b.hi_man, b.hi_exp);
        }
        dpc_bounds_clear(&b);
    }
    return dpc_cost_q(lo, hi, run->prec);
}

/* What a step on enclosures costs beyond the step itself. */
static uint64_t cost(dpc_run *run, const dpc_instr *i)
{
    const dpc_slot *a = &run->slot[i->a], *b = &run->slot[i->b];
    if (i->op == DPC_OP_POW && exact_integer(b))
        return dpc_cost_power(mpq_numref(b->q));
    if (i->op == DPC_OP_BINOM && exact_integer(a) && exact_integer(b))
        return factors(run, mpq_numref(a->q), mpq_numref(b->q));
    if (i->op == DPC_OP_Q)
        return q_cost(run, i->a);
    return dpc_cost_operation(i->op, run->prec);
}

static uint64_t steps_left(const dpc_run *run)
{
    return run->steps < run->max_steps ? run->max_steps - run->steps : 0;
}

/* Charges for what is about to be done: DPC_OK if there are so many steps left. */
static dpc_status charge(dpc_run *run, const dpc_instr *i, uint64_t steps)
{
    if (steps > steps_left(run)) {
        char message[100];
        (void)snprintf(message, sizeof message, "the limit of %llu steps is reached (--max-steps)",
                       (unsigned long long)run->max_steps);
        return dpc_run_fail_limit(run, i, message);
    }
    run->steps += steps;
    return DPC_OK;
}

static dpc_status enclose_step(dpc_run *run, const dpc_instr *i)
{
    const dpc_status charged = charge(run, i, cost(run, i));
    if (charged != DPC_OK)
        return charged;

    const dpc_domain *dom = run->domain;
    dpc_slot *d = &run->slot[i->d];
    dpc_status status;
    if (i->op == DPC_OP_POW && exact_integer(&run->slot[i->b]))
        status = dom->pow_z(dpc_run_element(run, i->d), dpc_run_enclosure(run, i->a),
                            mpq_numref(run->slot[i->b].q), run->prec);
    else if (i->op == DPC_OP_BINOM)
        status = exact_integer(&run->slot[i->a]) && exact_integer(&run->slot[i->b])
                     ? dom->binom(dpc_run_element(run, i->d), mpq_numref(run->slot[i->a].q),
                                  mpq_numref(run->slot[i->b].q), run->prec)
                     : DPC_UNDECIDED;
    else if (i->op == DPC_OP_E || i->op == DPC_OP_PI)
        status = dom->apply(i->op, dpc_run_element(run, i->d), NULL, NULL, run->prec);
    else {
        const void *a = dpc_run_enclosure(run, i->a), *b = dpc_run_enclosure(run, i->b);
        if ((i->op == DPC_OP_CEIL || i->op == DPC_OP_FLOOR) &&
            dom->round(mpq_numref(run->scratch), i->op, a)) {
            mpz_set_ui(mpq_denref(run->scratch), 1);
            dpc_run_assign(run, i->d, run->scratch, true);
            return DPC_OK;
        }
        status = dom->apply(i->op, dpc_run_element(run, i->d), a, b, run->prec);
    }
    if (status != DPC_OK)
        return fail_step(run, i, status);
    d->exact = false;
    d->enclosed = true;
    d->unset = false;
    return DPC_OK;
}

/* min and max give back an operand where the comparison is decided. */
static bool decided_extremum(dpc_run *run, const dpc_instr *i)
{
    if (run->slot[i->a].unset) {
        dpc_run_copy(run, i->d, i->b);
        return true;
    }
    if (run->slot[i->a].exact && run->slot[i->b].exact)
        return false; /* the exact layer does it */
    dpc_tri below =
        run->domain->compare(DPC_OP_LE, dpc_run_enclosure(run, i->a), dpc_run_enclosure(run, i->b));
    if (below == DPC_UNKNOWN)
        return false;
    dpc_run_copy(run, i->d, (below == DPC_TRUE) == (i->op == DPC_OP_MIN) ? i->a : i->b);
    return true;
}

dpc_status dpc_run_step(dpc_run *run, const dpc_instr *i)
{
    const dpc_slot *a = &run->slot[i->a], *b = &run->slot[i->b];
    if ((i->op == DPC_OP_MIN || i->op == DPC_OP_MAX) && run->domain->rigorous + a->unset > 0 &&
        decided_extremum(run, i))
        return DPC_OK;
    if (i->op != DPC_OP_E && i->op != DPC_OP_PI && a->exact && b->exact &&
        (run->domain->rigorous || i->is_int)) {
        dpc_status status = charge(run, i, dpc_cost_exact(a->q, b->q));
        if (status != DPC_OK)
            return status;
        status = dpc_exact_apply(i->op, run->scratch, a->q, b->q);
        if (status == DPC_OK) {
            dpc_slot *d = &run->slot[i->d];
            mpq_swap(d->q, run->scratch);
            d->exact = true;
            d->enclosed = d->unset = false;
            return DPC_OK;
        }
        if (status == DPC_DOMAIN)
            return fail_step(run, i, DPC_DOMAIN);
    }
    return enclose_step(run, i);
}

dpc_tri dpc_run_compare(dpc_run *run, dpc_op op, uint32_t a, uint32_t b)
{
    const dpc_slot *x = &run->slot[a], *y = &run->slot[b];
    return x->exact && y->exact
               ? dpc_exact_compare(op, x->q, y->q)
               : run->domain->compare(op, dpc_run_enclosure(run, a), dpc_run_enclosure(run, b));
}

/* ---- control ---- */

static dpc_tri and3(dpc_tri a, dpc_tri b)
{
    return a == DPC_FALSE || b == DPC_FALSE ? DPC_FALSE
           : a == DPC_TRUE && b == DPC_TRUE ? DPC_TRUE
                                            : DPC_UNKNOWN;
}

static dpc_tri not3(dpc_tri a)
{
    return a == DPC_TRUE ? DPC_FALSE : a == DPC_FALSE ? DPC_TRUE : DPC_UNKNOWN;
}

static dpc_status connective(dpc_run *run, size_t pc)
{
    const dpc_instr *i = &run->code->instr[pc];
    const bool is_and = i->op == DPC_OP_AND;
    const dpc_tri a = run->slot[i->a].truth;
    if (a == (is_and ? DPC_FALSE : DPC_TRUE)) {
        run->slot[i->d].truth = a;
        return DPC_OK;
    }
    dpc_status status = dpc_run_part(run, pc + 1, i->end);
    if (status == DPC_DOMAIN && a == DPC_UNKNOWN)
        return run->diag->status = DPC_UNDECIDED; /* it may not count: more precision tells */
    const dpc_tri b = run->slot[i->b].truth;
    run->slot[i->d].truth = is_and ? and3(a, b) : not3(and3(not3(a), not3(b)));
    return status;
}

static dpc_status branch(dpc_run *run, size_t pc)
{
    const dpc_instr *i = &run->code->instr[pc];
    const dpc_tri cond = run->slot[i->a].truth;
    dpc_status status = DPC_OK;
    if (cond != DPC_FALSE)
        status = dpc_run_part(run, pc + 1, i->b);
    if (status == DPC_OK && cond != DPC_TRUE)
        status = dpc_run_part(run, i->b, i->end);
    if (status != DPC_OK)
        return status == DPC_DOMAIN && cond == DPC_UNKNOWN ? (run->diag->status = DPC_UNDECIDED)
                                                           : status;
    if (cond == DPC_FALSE)
        dpc_run_copy(run, i->d, i->d + 1);
    else if (cond == DPC_UNKNOWN) {
        run->domain->hull(dpc_run_element(run, i->d), dpc_run_enclosure(run, i->d),
                          dpc_run_enclosure(run, i->d + 1), run->prec);
        run->slot[i->d].exact = false;
    }
    return DPC_OK;
}

/* Range ends and indices must be known integers. */
static dpc_status need_integer(dpc_run *run, const dpc_instr *i, uint32_t slot, const char *what)
{
    if (exact_integer(&run->slot[slot]))
        return DPC_OK;
    char value[120];
    dpc_run_describe(run, slot, value, sizeof value);
    return dpc_fail_at(run->diag, DPC_UNDECIDED, &i->unit->source, i->expr->pos,
                       "%s is not a decided integer: %s", what, value);
}

static dpc_status loop(dpc_run *run, size_t pc)
{
    const dpc_instr *i = &run->code->instr[pc];
    dpc_status status = need_integer(run, i, i->a, "the start of a range");
    if (status == DPC_OK)
        status = need_integer(run, i, i->b, "the end of a range");
    if (status != DPC_OK)
        return status;
    mpz_t left;
    mpz_init(left);
    mpz_sub(left, mpq_numref(run->slot[i->b].q), mpq_numref(run->slot[i->a].q));
    mpz_add_ui(left, left, 1); /* how many times the block runs */
    mpz_t work;
    mpz_init(work);
    mpz_mul_ui(work, left, i->end - pc);
    if (mpz_sgn(work) > 0 && mpz_cmp_ui(work, steps_left(run)) > 0) {
        char message[250], count[40] = "more than 10^30", before[60] = "";
        if (mpz_sizeinbase(left, 10) < 31)
            (void)mpz_get_str(count, 10, left);
        if (mpz_cmp_ui(work, run->max_steps) <= 0) /* alone they would not */
            (void)snprintf(before, sizeof before, " after %llu steps before it,",
                           (unsigned long long)run->steps);
        (void)snprintf(message, sizeof message,
                       "%s rounds of this loop, of %zu or more steps each,%s exceed the limit of "
                       "%llu steps (--max-steps)",
                       count, i->end - pc, before, (unsigned long long)run->max_steps);
        status = dpc_run_fail_limit(run, i, message);
    }
    dpc_slot *index = &run->slot[i->d];
    if (status == DPC_OK && mpz_sgn(left) > 0) {
        mpq_set(index->q, run->slot[i->a].q);
        index->exact = true;
        index->unset = false;
        run->loop_depth++;
        for (uint64_t n = mpz_get_ui(left); n > 0 && status == DPC_OK; n--) {
            index->enclosed = false;
            status = dpc_run_part(run, pc + 1, i->end);
            mpz_add_ui(mpq_numref(index->q), mpq_numref(index->q), 1);
        }
        run->loop_depth--;
    }
    mpz_clears(left, work, NULL);
    return status;
}

static dpc_status nonempty(dpc_run *run, const dpc_instr *i)
{
    dpc_status status = need_integer(run, i, i->a, "the start of a range");
    if (status == DPC_OK)
        status = need_integer(run, i, i->b, "the end of a range");
    if (status != DPC_OK || mpq_cmp(run->slot[i->a].q, run->slot[i->b].q) <= 0)
        return status;
    if (i->expr->kind == DPC_E_FOLDIN)
        return dpc_fail(run->diag, DPC_DOMAIN,
                        "parameter %s: the list is empty: give at least one record",
                        i->expr->field);
    return dpc_fail_at(run->diag, DPC_DOMAIN, &i->unit->source, i->expr->pos,
                       "'%s' over an empty range has no value", i->expr->name);
}

/* ---- lists and arrays ---- */

static dpc_status load_item(dpc_run *run, const dpc_instr *i)
{
    const dpc_list *list = run->list[i->a];
    dpc_status status = need_integer(run, i, i->b, "an index");
    if (status != DPC_OK)
        return status;
    mpz_srcptr index = mpq_numref(run->slot[i->b].q);
    if (mpz_sgn(index) == 0 && (i->expr->kind == DPC_E_CALL || i->expr->kind == DPC_E_FOLDIN)) {
        mpq_set_ui(run->scratch, list->length, 1); /* len */
        dpc_run_assign(run, i->d, run->scratch, true);
        return DPC_OK;
    }
    if (mpz_sgn(index) <= 0 || mpz_cmp_ui(index, list->length) > 0) {
        char text[120];
        dpc_run_describe(run, i->b, text, sizeof text);
        return dpc_fail_at(run->diag, DPC_DOMAIN, &i->unit->source, i->expr->pos,
                           "index %s is outside of 1..%zu", text, list->length);
    }
    dpc_run_assign(run, i->d, list->value[(mpz_get_ui(index) - 1) * list->nfields + i->end],
                   i->is_int);
    return DPC_OK;
}

/* About what all arrays take when one of them grows to this room: a slot, an element and the limbs
   of both ends at the current precision. */
static uint64_t array_bytes(const dpc_run *run, size_t room)
{
    uint64_t elements = room;
    for (size_t k = 0; k < run->code->narrays; k++)
        elements += run->array[k].room;
    return elements * (sizeof(dpc_slot) + run->domain->size + run->prec / 4);
}

bool dpc_run_make_room(dpc_run *run, dpc_array *array, size_t room)
{
    empty_array(run, array);
    array->slot = calloc(room + 1, sizeof *array->slot);
    array->element = calloc(room + 1, run->domain->size);
    if (array->slot == NULL || array->element == NULL) {
        free(array->slot);
        free(array->element);
        array->slot = NULL;
        array->element = NULL;
        return false;
    }
    array->room = room;
    for (size_t k = 0; k < room; k++) {
        mpq_init(array->slot[k].q);
        run->domain->init(array->element + k * run->domain->size);
    }
    return true;
}

static dpc_status make_array(dpc_run *run, const dpc_instr *i)
{
    dpc_array *array = &run->array[i->d];
    dpc_status status = need_integer(run, i, i->a, "the start of a range");
    if (status == DPC_OK)
        status = need_integer(run, i, i->b, "the end of a range");
    if (status != DPC_OK)
        return status;
    mpz_t size;
    mpz_init(size);
    mpz_sub(size, mpq_numref(run->slot[i->b].q), mpq_numref(run->slot[i->a].q));
    mpz_add_ui(size, size, 1);
    size_t room = mpz_sgn(size) <= 0                ? 0
                  : mpz_cmp_ui(size, MAX_ARRAY) > 0 ? (size_t)MAX_ARRAY + 1
                                                    : mpz_get_ui(size);
    mpz_clear(size);
    if (room > MAX_ARRAY)
        return dpc_run_fail_limit(run, i, "an array of more than 5000000 elements is too large");
    if (room > array->room && array_bytes(run, room) > MAX_ARRAY_BYTES)
        return dpc_run_fail_limit(run, i,
                                  "the arrays would take more than 512 MiB at this precision");
    mpz_set(array->lo, mpq_numref(run->slot[i->a].q));
    array->length = 0;
    if (room <= array->room)
        return DPC_OK;
    return dpc_run_make_room(run, array, room)
               ? DPC_OK
               : dpc_fail(run->diag, DPC_NOMEM, "out of memory: an array of %zu elements", room);
}

static void store(dpc_run *run, const dpc_instr *i)
{
    dpc_array *array = &run->array[i->d];
    size_t k = array->length++;
    copy(run, &array->slot[k], array->element + k * run->domain->size, &run->slot[i->b],
         dpc_run_element(run, i->b));
}

static dpc_status load(dpc_run *run, const dpc_instr *i)
{
    const dpc_array *array = &run->array[i->a];
    dpc_status status = need_integer(run, i, i->b, "an index");
    if (status != DPC_OK)
        return status;
    mpz_sub(mpq_numref(run->scratch), mpq_numref(run->slot[i->b].q), array->lo);
    mpz_srcptr k = mpq_numref(run->scratch);
    if (mpz_sgn(k) < 0 || mpz_cmp_ui(k, array->length) >= 0) {
        mpz_set_ui(mpq_denref(run->scratch), 1);
        char text[120];
        dpc_run_describe(run, i->b, text, sizeof text);
        return dpc_fail_at(run->diag, DPC_DOMAIN, &i->unit->source, i->expr->pos,
                           "element %s of '%s' does not exist (or not yet)", text, i->expr->name);
    }
    size_t at = mpz_get_ui(k);
    mpz_set_ui(mpq_denref(run->scratch), 1);
    copy(run, &run->slot[i->d], dpc_run_element(run, i->d), &array->slot[at],
         array->element + at * run->domain->size);
    return DPC_OK;
}

/* ---- methods ---- */

static dpc_status call_method(dpc_run *run, const dpc_instr *i)
{
    const dpc_call *c = &run->code->call[i->a];
    dpc_number arg[DPC_METHOD_MAX_ARGS];
    for (size_t k = 0; k < c->method->nargs; k++) {
        const uint32_t at = c->arg[k];
        if (c->method->arg[k].kind == DPC_T_LIST)
            arg[k] = (dpc_number){.list = run->list[at]};
        else
            arg[k] = (dpc_number){.q = run->slot[at].exact ? run->slot[at].q : NULL,
                                  .element = dpc_run_enclosure(run, at)};
    }
    dpc_method_call call = {
        .dom = run->domain, .prec = run->prec, .arg = arg, .max_work = steps_left(run)};
    void *d = dpc_run_element(run, i->d);
    const dpc_status status = run->method != NULL
                                  ? run->method(run->method_data, c->method->method, &call, d)
                                  : dpc_method_run(c->method->method, &call, d);
    run->steps += call.work < call.max_work ? call.work : call.max_work;
    run->hopeless = run->hopeless || call.hopeless;
    run->plan_limits = run->plan_limits || call.saturated;
    run->no_plan = status == DPC_DOMAIN;
    if (status != DPC_OK)
        return dpc_fail_at(run->diag, status, &i->unit->source, i->expr->pos, "%s: %s",
                           c->method->name, call.why);
    dpc_slot *slot = &run->slot[i->d];
    slot->exact = slot->unset = false;
    slot->enclosed = true;
    return DPC_OK;
}

static dpc_status check(dpc_run *run, const dpc_instr *i)
{
    const dpc_tri truth = run->slot[i->a].truth;
    if (truth == DPC_TRUE || (truth == DPC_UNKNOWN && run->passes_undecided))
        return DPC_OK;
    run->failed = i->d;
    return fail_check(run, &run->code->check[i->d],
                      truth == DPC_FALSE ? DPC_DOMAIN : DPC_UNDECIDED);
}

static dpc_status step(dpc_run *run, size_t pc)
{
    const dpc_instr *i = &run->code->instr[pc];
    if (i->op < DPC_OP_LT)
        return dpc_run_step(run, i);
    switch (i->op) {
    case DPC_OP_LT:
    case DPC_OP_LE:
    case DPC_OP_EQ:
    case DPC_OP_NE:
        run->slot[i->d].truth = dpc_run_compare(run, i->op, i->a, i->b);
        return DPC_OK;
    case DPC_OP_COPY:
        dpc_run_copy(run, i->d, i->a);
        return DPC_OK;
    case DPC_OP_UNSET:
        run->slot[i->d].unset = true;
        return DPC_OK;
    case DPC_OP_NOT:
        run->slot[i->d].truth = not3(run->slot[i->a].truth);
        return DPC_OK;
    case DPC_OP_AND:
    case DPC_OP_OR:
        return connective(run, pc);
    case DPC_OP_IF:
        return branch(run, pc);
    case DPC_OP_LOOP:
        return loop(run, pc);
    case DPC_OP_INF:
    case DPC_OP_SUP:
        return dpc_run_infimum(run, pc);
    case DPC_OP_INTEGRAL:
        return dpc_run_integral(run, pc);
    case DPC_OP_NONEMPTY:
        return nonempty(run, i);
    case DPC_OP_ITEM:
        return load_item(run, i);
    case DPC_OP_ARRAY:
        return make_array(run, i);
    case DPC_OP_STORE:
        store(run, i);
        return DPC_OK;
    case DPC_OP_LOAD:
        return load(run, i);
    case DPC_OP_METHOD:
        return call_method(run, i);
    default:
        return check(run, i);
    }
}

static bool has_block(dpc_op op)
{
    return op >= DPC_OP_AND && op <= DPC_OP_INTEGRAL;
}

void dpc_run_count(dpc_run *run, uint64_t steps)
{
    run->steps += steps;
    if (run->progress != NULL && run->steps >= run->next_progress) {
        run->next_progress = run->steps + PROGRESS_EVERY;
        run->progress(run->progress_data, run->steps);
    }
}

size_t dpc_run_next(const dpc_run *run, size_t pc)
{
    const dpc_instr *i = &run->code->instr[pc];
    return has_block(i->op) ? i->end : pc + 1;
}

dpc_status dpc_run_part(dpc_run *run, size_t begin, size_t end)
{
    for (size_t pc = begin; pc < end;) {
        const dpc_instr *i = &run->code->instr[pc];
        dpc_status status = charge(run, i, 1);
        if (status != DPC_OK)
            return status;
        dpc_run_count(run, 0);
        status = step(run, pc);
        if (status != DPC_OK)
            return status;
        if (run->trace != NULL && run->loop_depth == 0)
            run->trace(run->trace_data, run, pc);
        pc = dpc_run_next(run, pc);
    }
    return DPC_OK;
}

dpc_status dpc_run_block(dpc_run *run, size_t begin, size_t end, unsigned long prec, dpc_diag *diag)
{
    if (prec != run->prec) {
        /* exact values stay; enclosures of another precision are made anew */
        run->prec = prec;
        for (size_t i = 0; i < run->code->nslots; i++)
            if (run->slot[i].exact)
                run->slot[i].enclosed = false;
    }
    for (size_t i = 0; i < run->code->nconstants; i++) {
        const dpc_constant *c = &run->code->constant[i];
        dpc_slot *s = &run->slot[c->slot];
        if (!s->exact && !s->enclosed)
            dpc_run_assign(run, c->slot, c->value, mpz_cmp_ui(mpq_denref(c->value), 1) == 0);
    }
    run->diag = diag;
    run->steps = 0;
    run->next_progress = PROGRESS_EVERY;
    run->loop_depth = run->range_depth = 0;
    run->hopeless = run->refused = run->saturated = run->plan_limits = run->no_plan = false;
    run->failed = SIZE_MAX;
    return dpc_run_part(run, begin, end);
}
