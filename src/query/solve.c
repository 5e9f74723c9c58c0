/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Solves for a parameter: judges values by enclosures, finds the last digit of the answer where the
   condition changes according to look.c, and states the answer. */
#include "query/solve.h"

#include "base/decimal.h"
#include "base/rational.h"
#include "base/watch.h"
#include "guess/scale.h"
#include "query/look.h"
#include "query/progress.h"
#include "query/rationals.h"
#include "run/raise.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_BITS = 64,
    MAX_GALLOP = 400,
    WHOLE_DIGITS = 10 /* least digits of witnesses and enclosures when solving for an integer */
};

void dpc_solve_floor(mpq_t x)
{
    mpz_fdiv_q(mpq_numref(x), mpq_numref(x), mpq_denref(x));
    mpz_set_ui(mpq_denref(x), 1);
}

bool dpc_solve_near(const dpc_run *run, uint32_t slot, mpq_t x)
{
    const dpc_slot *s = &run->slot[slot];
    if (s->exact)
        mpq_set(x, s->q);
    else if (s->enclosed) {
        const double near = run->domain->approx(run->element + (size_t)slot * run->domain->size);
        if (!isfinite(near))
            return false;
        mpq_set_d(x, near);
    }
    return s->exact || s->enclosed;
}

/* ---- one value ---- */

static dpc_tri meets_target(dpc_query_t *q, const dpc_question *question, void *target)
{
    const dpc_slot *s = &q->run->slot[question->slot];
    const dpc_domain *dom = q->run->domain;
    const bool below = question->rel == '<';
    if (s->exact)
        return (mpq_cmp(s->q, question->target) <= 0 ? below : !below) ||
                       mpq_equal(s->q, question->target)
                   ? DPC_TRUE
                   : DPC_FALSE;
    dom->set_q(target, question->target, q->run->prec);
    const void *value = q->run->element + (size_t)question->slot * dom->size;
    return dom->compare(DPC_OP_LE, below ? value : target, below ? target : value);
}

/* A result and its target. */
typedef struct {
    dpc_query_t *q;
    const dpc_question *question;
    void *target; /* an element, for the comparison */
    dpc_tri met;
} comparison;

/* For dpc_run_raise. */
/* NOLINTNEXTLINE(readability-non-const-parameter): the type is that of any pass */
static dpc_status pass(void *data, unsigned long *bits, dpc_diag *why)
{
    const comparison *c = data;
    dpc_brackets_cut(c->q->brackets, 0);
    c->q->bits = *bits;
    return dpc_query_pass(c->q, 0, c->q->code->main_end, *bits, why);
}

/* For dpc_run_raise. */
static bool is_decided(void *data, bool last)
{
    (void)last;
    comparison *c = data;
    c->met = meets_target(c->q, c->question, c->target);
    return c->met != DPC_TRI_UNDECIDED;
}

/* Raises the precision until the comparison is decided. */
static dpc_outcome decide(dpc_query_t *q, const dpc_question *question, void *target,
                          dpc_diag *diag)
{
    comparison c = {.q = q, .question = question, .target = target, .met = DPC_TRI_UNDECIDED};
    const dpc_raise task = {.run = q->run,
                            .first = FIRST_BITS,
                            .most = dpc_query_cap(q),
                            .pass = pass,
                            .enough = is_decided,
                            .data = &c};
    const dpc_raised end = dpc_run_raise(&task, diag);
    if (end.status == DPC_DOMAIN ||
        (end.status == DPC_UNDECIDED && q->run->ending.reason == DPC_END_PLAN))
        return DPC_OUTSIDE;
    if (end.stop == DPC_STOP_ENOUGH)
        return c.met == DPC_TRUE ? DPC_HOLDS : DPC_FAILS;
    if (end.status == DPC_OK && end.stop == DPC_STOP_BITS)
        dpc_diag_limit(diag, DPC_LIMIT_BITS, task.most);
    if (end.status == DPC_OK)
        (void)dpc_fail(diag, DPC_UNDECIDED, "result and target cannot be distinguished at %lu bits",
                       end.bits);
    return DPC_UNCLEAR;
}

/* Judges the condition at witnesses planned for q->digits digits. */
static dpc_outcome judge(dpc_query_t *q, const dpc_question *question, dpc_diag *diag)
{
    const dpc_status status = dpc_query_begin(q);
    if (status != DPC_OK) {
        *diag = q->diag;
        return status == DPC_DOMAIN ? DPC_OUTSIDE : DPC_UNCLEAR;
    }
    void *target = calloc(1, q->run->domain->size);
    if (target == NULL) {
        (void)dpc_fail(diag, DPC_NOMEM, "out of memory");
        return DPC_UNCLEAR;
    }
    q->run->domain->init(target);
    const dpc_outcome outcome = decide(q, question, target, diag);
    q->run->domain->clear(target);
    free(target);
    return outcome;
}

/* Whether the failed condition can depend on the witness that is set to the target: then only this
   value of the witness is refused, and nothing follows for the parameters. */
static bool pin_fails(const dpc_query_t *q, const dpc_question *question)
{
    return question->pin != SIZE_MAX && q->run != NULL && q->run->ending.condition != SIZE_MAX &&
           q->run->ending.condition >= q->code->input[question->pin].check;
}

dpc_outcome dpc_solve_judge(dpc_query_t *q, dpc_question *question, const mpq_t x, dpc_diag *diag)
{
    const unsigned long asked = q->digits;
    mpq_set(q->value[question->input], x);
    q->fixed[question->input] = true;
    if (question->pin != SIZE_MAX) {
        mpq_set(q->value[question->pin], question->target);
        q->fixed[question->pin] = true;
    }
    dpc_outcome outcome;
    /* a plan for few digits is quick to make and evaluate; if it does not decide, plans have more
       digits from then on */
    unsigned long digits = question->planned ? question->plan_digits : asked;
    for (;; digits *= 2) {
        q->digits = digits;
        outcome = judge(q, question, diag);
        if (outcome != DPC_UNCLEAR || !question->planned || digits > question->most_digits ||
            q->run == NULL || !q->run->ending.plan_limits)
            break;
    }
    if (outcome != DPC_UNCLEAR)
        question->plan_digits = digits;
    q->digits = asked;
    if (outcome == DPC_OUTSIDE && pin_fails(q, question))
        outcome = DPC_FAILS;
    if (question->pin != SIZE_MAX)
        q->fixed[question->pin] = false;
    return outcome;
}

/* ---- the last digit ---- */

/* The unit of the last of `digits` digits of x, a power of ten.  For 0 all digits are after the
   point. */
static void last_place(mpq_t unit, const mpq_t x, unsigned long digits, bool integer)
{
    mpq_set_ui(unit, 1, 1);
    if (integer)
        return;
    const double log_x = mpq_sgn(x) != 0 ? dpc_scale_log_approx(x) / log(10.0) + 1e-12 : -1;
    dpc_power_of_ten(unit, (long)floor(log_x) - (long)digits + 1);
}

static bool holds_at(dpc_solver *s, const mpz_t n, const mpq_t unit)
{
    mpq_t x;
    mpq_init(x);
    mpq_set_z(x, n);
    mpq_mul(x, x, unit);
    const dpc_outcome outcome = dpc_solve_judge(s->q, s->question, x, &s->diag);
    s->last = outcome;
    mpq_clear(x);
    return outcome == DPC_HOLDS;
}

/* Finds n such that the condition holds at n units, and not one unit further; side: the side of the
   change on which it holds.  n starts near the change. */
static bool last_digit(dpc_solver *s, mpz_t n, const mpq_t unit, int side)
{
    mpz_t other, step, m;
    mpz_inits(other, step, m, NULL);
    mpz_set_ui(step, 1);
    mpz_set(other, n);
    const bool start = holds_at(s, n, unit);
    /* go with growing steps until the outcome changes: towards the failing side if the condition
       holds here */
    bool found = false;
    for (int i = 0; i < MAX_GALLOP && !found; i++) {
        mpz_set(n, other);
        if (start == (side > 0))
            mpz_sub(other, other, step);
        else
            mpz_add(other, other, step);
        found = holds_at(s, other, unit) != start;
        mpz_mul_2exp(step, step, 1);
    }
    if (start) /* the condition holds at n, and not at other */
        ;
    else
        mpz_swap(n, other);
    for (mpz_sub(m, n, other); found && mpz_cmpabs_ui(m, 1) > 0; mpz_sub(m, n, other)) {
        mpz_add(m, n, other);
        mpz_fdiv_q_2exp(m, m, 1);
        if (holds_at(s, m, unit))
            mpz_set(n, m);
        else
            mpz_set(other, m);
    }
    mpz_clears(other, step, m, NULL);
    return found;
}

/* ---- the answer ---- */

struct dpc_solution {
    dpc_solution_info info;
    char *value, *next;
    mpq_t at, beyond; /* value and next as numbers */
    size_t result;    /* the result that is to be <= (rel '<') or >= the target */
    char rel;
    mpq_t target;
    char why[2200];
};

static void free_solution(struct dpc_solution *solution)
{
    if (solution == NULL)
        return;
    free(solution->value);
    free(solution->next);
    mpq_clears(solution->at, solution->beyond, solution->target, NULL);
    free(solution);
}

void dpc_solution_clear(dpc_query_t *q)
{
    free_solution(q->solution);
    q->solution = NULL;
}

bool dpc_solution_ends(const dpc_query_t *q, mpq_t value, mpq_t next)
{
    if (q->solution == NULL)
        return false;
    mpq_set(value, q->solution->at);
    mpq_set(next, q->solution->beyond);
    return true;
}

bool dpc_solution_target(const dpc_query_t *q, size_t *result, char *rel, mpq_t target)
{
    if (q->solution == NULL)
        return false;
    *result = q->solution->result;
    *rel = q->solution->rel;
    mpq_set(target, q->solution->target);
    return true;
}

/* An empty solution for the question; NULL: out of memory. */
static struct dpc_solution *new_solution(const dpc_query_t *q, const dpc_question *question)
{
    struct dpc_solution *out = calloc(1, sizeof *out);
    if (out == NULL)
        return NULL;
    while (out->result < q->code->nresults && q->code->result[out->result].slot != question->slot)
        out->result++;
    out->rel = question->rel;
    mpq_inits(out->at, out->beyond, out->target, NULL);
    mpq_set(out->target, question->target);
    return out;
}

/* Whether a witness was left open; plans_too: plans of methods count as well. */
static bool has_open_witnesses(const dpc_query_t *q, bool plans_too)
{
    for (size_t i = 0; i < q->code->ninputs; i++)
        if (q->code->input[i].role == DPC_INPUT_CHOOSE && !q->fixed[i] &&
            (plans_too || !q->input_info[i].is_plan))
            return true;
    return false;
}

static const dpc_stmt *result_of(const dpc_query_t *q, const dpc_question *question)
{
    for (size_t i = 0; i < q->code->nresults; i++)
        if (q->code->result[i].slot == question->slot)
            return q->code->result[i].stmt;
    return NULL;
}

/* Approximately the number of digits that distinguish x from the target; x is on the side that
   proves nothing. */
static double digits_between(const mpq_t x, const mpq_t target)
{
    mpq_t ratio;
    mpq_init(ratio);
    if (mpq_sgn(target) != 0)
        mpq_div(ratio, x, target);
    const double apart = fabs(mpq_get_d(ratio) - 1);
    mpq_clear(ratio);
    return apart > 0 ? -log10(apart) : DBL_DIG;
}

/* Whether the result meets the target only if the truth does: it bounds the truth on that side.
   For a formula that is no bound, the truth says nothing. */
static bool bounds_truth(const dpc_query_t *q, const dpc_question *question)
{
    const char rel = result_of(q, question)->rel;
    return dpc_status_counts(q->unit->status, q->theorem.is_own != 0) &&
           (rel == '=' || rel == question->rel);
}

/* Whether a referee shows that the truth itself misses the target at the value judged last.  near:
   set if a referee is so close to the target that more digits may show it. */
static bool truth_fails(dpc_query_t *q, const dpc_question *question, bool *near, char *why,
                        size_t size)
{
    const char *name = result_of(q, question)->name;
    *near = false;
    if (!bounds_truth(q, question))
        return false;
    const dpc_status status = dpc_query_run(q);
    if (status != DPC_OK && status != DPC_UNDECIDED)
        return false;
    bool fails = false;
    mpq_t x;
    mpq_init(x);
    for (size_t i = 0; i < q->nreferees && !fails; i++) {
        const dpc_referee_info *r = &q->referee_info[i];
        const bool lower = r->kind == DPC_BOUND_LOWER;
        if (strcmp(r->name, name) != 0 || lower != (question->rel == '<') ||
            !dpc_query_referee_end(q, i, !lower, x))
            continue;
        fails = lower ? mpq_cmp(x, question->target) > 0 : mpq_cmp(x, question->target) < 0;
        if (fails)
            (void)snprintf(why, size, "the truth misses the target there: %s %s %s (%s)", name,
                           lower ? ">=" : "<=", lower ? r->lower : r->upper,
                           r->text != NULL ? r->text : "");
        else
            *near = *near || digits_between(x, question->target) > (double)q->digits - 4;
    }
    mpq_clear(x);
    return fails;
}

/* The same, with more digits while they may help. */
static bool truth_fails_closely(dpc_query_t *q, const dpc_question *question, char *why,
                                size_t size)
{
    enum { MORE_DIGITS = 4, MOST_TIMES = 5 };
    const unsigned long asked = q->digits;
    bool fails = false, near = true;
    for (int i = 0; i < MOST_TIMES && near && !fails; i++) {
        fails = truth_fails(q, question, &near, why, size);
        q->digits =
            q->digits + MORE_DIGITS < DPC_MAX_DIGITS ? q->digits + MORE_DIGITS : DPC_MAX_DIGITS;
    }
    q->digits = asked;
    return fails;
}

/* Fills in what is known about the value one unit further; the outcome there is s->last. */
static void judge_next(dpc_solver *s, struct dpc_solution *out)
{
    dpc_query_t *q = s->q;
    char how[400] = "";
    switch (s->last) {
    case DPC_OUTSIDE:
        out->info.at_next = DPC_NEXT_NOT_ADMISSIBLE;
        (void)snprintf(out->why, sizeof out->why, "%s", s->diag.text);
        return;
    case DPC_FAILS:
        if (!has_open_witnesses(q, result_of(q, s->question)->rel != '=')) {
            /* a plan does not change an exact value, only the width of its enclosure */
            out->info.at_next = DPC_NEXT_FAILS;
            (void)snprintf(out->why, sizeof out->why, "the formula misses the target there");
            return;
        }
        if (dpc_solve_all_fail(q, s->question, how, sizeof how)) {
            out->info.at_next = DPC_NEXT_FAILS;
            (void)snprintf(out->why, sizeof out->why, "the formula misses the target there, %s",
                           how);
            return;
        }
        if (truth_fails_closely(q, s->question, out->why, sizeof out->why)) {
            out->info.at_next = DPC_NEXT_FAILS;
            return;
        }
        out->info.at_next = DPC_NEXT_UNDECIDED;
        (void)snprintf(
            out->why, sizeof out->why,
            "no witness that was tried meets the target there, which does not prove that "
            "none does");
        return;
    default:
        out->info.at_next = DPC_NEXT_UNDECIDED;
        (void)snprintf(out->why, sizeof out->why, "undecided there: %s", s->diag.text);
    }
}

/* Sets x to n units and returns its text. */
static char *decimal(mpq_t x, const mpz_t n, const mpq_t unit, unsigned long digits, bool integer)
{
    mpq_set_z(x, n);
    mpq_mul(x, x, unit);
    return integer ? dpc_rational_text(x) : dpc_decimal_rational(x, digits + 2, true);
}

/* The text of x for messages, approximated if x has many digits.  To be freed. */
static char *short_text(const mpq_t x)
{
    enum { SHORT = 6 };
    return dpc_decimal_rational(x, SHORT, true);
}

/* Fails: the condition holds at all values tried from low to high, and no end of it was found. */
static dpc_status holds_too_far(dpc_solver *s, const char *name, const char *condition,
                                const dpc_trial *low, const dpc_trial *high)
{
    char *from = short_text(low->x), *to = short_text(high->x);
    const char *least = from != NULL ? from : "?", *most = to != NULL ? to : "?";
    dpc_status status;
    if (s->want < 0)
        status = dpc_fail(&s->q->diag, DPC_UNDECIDED,
                          "%s holds at all large values of %s that were tried, up to %s: no "
                          "largest one was found",
                          condition, name, most);
    else if (s->want > 0)
        status = dpc_fail(&s->q->diag, DPC_UNDECIDED,
                          "%s holds at all small values of %s that were tried, down to %s: no "
                          "smallest one was found",
                          condition, name, least);
    else
        status = dpc_fail(&s->q->diag, DPC_UNDECIDED,
                          "%s holds at all values of %s that were tried, from %s to %s: no value "
                          "was found at which it begins or ceases to hold",
                          condition, name, least, most);
    free(from);
    free(to);
    return status;
}

/* Fails: the condition holds at no value tried. */
static dpc_status holds_nowhere(dpc_solver *s, const char *name, const char *condition)
{
    const dpc_trial *best = NULL;
    for (size_t i = 0; i < s->nseen; i++)
        if (s->seen[i].outcome == DPC_FAILS && (best == NULL || s->seen[i].merit < best->merit))
            best = &s->seen[i];
    if (best == NULL) {
        dpc_diag_limit(&s->q->diag, s->diag.limit, s->diag.value);
        return dpc_fail(&s->q->diag, DPC_UNDECIDED,
                        "no value of %s was found at which %s is decided; at the last one tried: "
                        "%s",
                        name, condition, s->diag.text);
    }
    char *x = short_text(best->x), value[80] = "";
    if (isfinite(best->value))
        (void)snprintf(value, sizeof value, ", where %.40s is about %.6g",
                       result_of(s->q, s->question)->name, best->value);
    const dpc_status status = dpc_fail(
        &s->q->diag, DPC_UNDECIDED,
        "no value of %s was found at which %s holds; the best of those tried is about %s = %s%s",
        name, condition, name, x != NULL ? x : "?", value);
    free(x);
    return status;
}

static dpc_status no_change(dpc_solver *s)
{
    const char *name = s->q->code->input[s->question->input].name;
    char condition[160];
    (void)snprintf(condition, sizeof condition, "%.60s %c= %.60s",
                   result_of(s->q, s->question)->name, s->question->rel, s->target);
    const dpc_trial *low = NULL, *high = NULL;
    for (size_t i = 0; i < s->nseen; i++) {
        const dpc_trial *t = &s->seen[i];
        if (t->outcome == DPC_HOLDS && (low == NULL || mpq_cmp(t->x, low->x) < 0))
            low = t;
        if (t->outcome == DPC_HOLDS && (high == NULL || mpq_cmp(t->x, high->x) > 0))
            high = t;
    }
    return low != NULL && high != NULL ? holds_too_far(s, name, condition, low, high)
                                       : holds_nowhere(s, name, condition);
}

/* Fails: the condition holds at x, but at no number near it with the digits asked for. */
static dpc_status too_narrow(const dpc_solver *s, const mpq_t x)
{
    enum { MORE = 12 };
    char *text = dpc_decimal_rational(x, s->q->digits + MORE, true);
    dpc_diag_reset(&s->q->diag);
    const dpc_status status = dpc_fail(&s->q->diag, DPC_UNDECIDED,
                                       "the condition holds near %s = %s, but at no value of %lu "
                                       "digits that was tried: ask for more digits",
                                       s->q->code->input[s->question->input].name,
                                       text != NULL ? text : "?", s->q->digits);
    free(text);
    return status;
}

/* Evaluates the query at the solution: at witnesses found by the search, or, if their rounding
   makes them miss the target, with the pinned witness at the target. */
static dpc_status run_at_solution(const dpc_solver *s)
{
    dpc_query_t *q = s->q;
    const size_t pin = s->question->pin;
    dpc_status status = dpc_query_run(q);
    if (pin != SIZE_MAX && (status != DPC_OK || mpq_cmp(q->value[pin], s->question->target) > 0)) {
        mpq_set(q->value[pin], s->question->target);
        q->fixed[pin] = true;
        status = dpc_query_run(q);
        q->fixed[pin] = false;
        q->input_info[pin].is_given = 0;
    }
    return status == DPC_UNDECIDED && q->nresults > 0 ? DPC_OK : status;
}

/* Leaves the query evaluated at x, where the condition holds, with enough digits to show it. */
static dpc_status leave_at(const dpc_solver *s, const struct dpc_solution *out, const mpq_t x)
{
    enum { MOST_TIMES = 5 };
    dpc_query_t *q = s->q;
    const unsigned long asked = s->digits;
    unsigned long digits = asked;
    q->digits = asked;
    mpq_set(q->value[s->question->input], x);
    dpc_status status = run_at_solution(s);
    for (int i = 0; i < MOST_TIMES && status == DPC_OK &&
                    !dpc_query_show_within(q, out->result, out->rel, out->target);
         i++) {
        if (q->result_value[out->result].exact || q->run->ending.plan_limits)
            break; /* no more digits can be certified */
        digits = digits > s->question->plan_digits ? 2 * digits : 2 * s->question->plan_digits;
        q->digits = digits < DPC_MAX_DIGITS ? digits : DPC_MAX_DIGITS;
        status = run_at_solution(s);
        q->digits = asked;
        dpc_query_rewrite(q);
    }
    return status;
}

/* Finds the last digit between a and b, and fills in the solution. */
static dpc_status settle(dpc_solver *s, dpc_trial *a, dpc_trial *b)
{
    dpc_query_t *q = s->q;
    const int side = b->outcome == DPC_HOLDS ? 1 : -1; /* of the change, on which it holds */
    mpq_t unit, x, near;
    mpz_t n;
    mpq_inits(unit, x, near, NULL);
    mpz_init(n);
    mpq_set(x, side > 0 ? b->x : a->x);
    mpq_set(near, x);
    last_place(unit, x, q->digits, s->integer);
    mpq_div(x, x, unit);
    if (side > 0)
        mpz_cdiv_q(n, mpq_numref(x), mpq_denref(x));
    else
        mpz_fdiv_q(n, mpq_numref(x), mpq_denref(x));
    dpc_status status = DPC_OK;
    struct dpc_solution *out = new_solution(q, s->question);
    if (out == NULL)
        status = dpc_fail(&q->diag, DPC_NOMEM, "out of memory");
    else if (!last_digit(s, n, unit, side))
        status = too_narrow(s, near);
    if (out != NULL && status == DPC_OK) {
        mpz_t next;
        mpz_init(next);
        if (side > 0)
            mpz_sub_ui(next, n, 1);
        else
            mpz_add_ui(next, n, 1);
        out->value = decimal(out->at, n, unit, q->digits, s->integer);
        out->next = decimal(out->beyond, next, unit, q->digits, s->integer);
        (void)holds_at(s, next, unit);
        judge_next(s, out);
        out->info = (dpc_solution_info){.name = q->code->input[s->question->input].name,
                                        .value = out->value,
                                        .next = out->next,
                                        .is_smallest = side > 0,
                                        .at_next = out->info.at_next,
                                        .why = out->why};
        mpz_clear(next);
        status = leave_at(s, out, out->at);
        q->solution = out;
        out = NULL;
    }
    free_solution(out);
    mpq_clears(unit, x, near, NULL);
    mpz_clear(n);
    return status;
}

/* Fills in the solution if the condition holds at the smallest values tried, and 0 is not
   admissible. */
static dpc_status settle_above_zero(dpc_solver *s, dpc_trial *zero, const mpq_t x)
{
    struct dpc_solution *out = new_solution(s->q, s->question);
    if (out == NULL)
        return dpc_fail(&s->q->diag, DPC_NOMEM, "out of memory");
    dpc_look_try(s, zero);
    (void)snprintf(out->why, sizeof out->why, "%s", s->diag.text);
    dpc_decimal rounded;
    dpc_decimal_init(&rounded);
    dpc_decimal_set_rational(&rounded, x, s->q->digits, true);
    out->value = dpc_decimal_text(&rounded);
    (void)dpc_decimal_value(out->at, &rounded);
    dpc_decimal_clear(&rounded);
    mpq_set(out->beyond, zero->x);
    out->next = dpc_rational_text(zero->x);
    out->info = (dpc_solution_info){.name = s->q->code->input[s->question->input].name,
                                    .value = out->value,
                                    .next = out->next,
                                    .is_smallest = true,
                                    .at_next = DPC_NEXT_NO_END,
                                    .why = out->why};
    s->q->solution = out;
    return leave_at(s, out, x);
}

/* ---- the public functions ---- */

/* Reads the question except its target. */
static dpc_status read_question(dpc_query_t *q, dpc_question *out, const char *name,
                                const char *result, const char *relation)
{
    const dpc_code *c = q->code;
    for (out->input = 0; out->input < c->ninputs; out->input++)
        if (strcmp(c->input[out->input].name, name) == 0)
            break;
    if (out->input == c->ninputs || c->input[out->input].role != DPC_INPUT_PARAM)
        return dpc_fail(&q->diag, DPC_PARSE, "%s has no parameter '%.60s' to solve for",
                        q->unit->id, name);
    const dpc_type_kind kind = c->input[out->input].type->kind;
    if (kind != DPC_T_REAL && kind != DPC_T_INT)
        return dpc_fail(&q->diag, DPC_PARSE,
                        "parameter %s is not a number, and cannot be solved for", name);
    if (q->fixed[out->input])
        return dpc_fail(&q->diag, DPC_PARSE,
                        "parameter %s has a value, and cannot be solved for: leave it open", name);
    size_t k = 0;
    while (k < c->nresults && strcmp(c->result[k].stmt->name, result) != 0)
        k++;
    if (k == c->nresults) {
        char why[DPC_NO_RESULT];
        return dpc_fail(&q->diag, DPC_PARSE, "%s", dpc_query_no_result(q, result, why));
    }
    out->slot = c->result[k].slot;
    out->rel = relation[0];
    if (strcmp(relation, "<=") != 0 && strcmp(relation, ">=") != 0)
        return dpc_fail(&q->diag, DPC_PARSE, "the relation must be <= or >=, not '%.20s'",
                        relation);
    out->pin = SIZE_MAX;
    out->planned = false;
    out->plan_digits = 3;
    for (size_t i = 0; i < c->ninputs; i++) {
        const bool open = c->input[i].role == DPC_INPUT_CHOOSE && !q->fixed[i];
        out->planned = out->planned || (open && q->input_info[i].is_plan);
        if (open && c->input[i].slot == out->slot && c->input[i].type->kind == DPC_T_REAL &&
            c->result[k].stmt->rel == '<' && out->rel == '<')
            out->pin = i;
    }
    return DPC_OK;
}

static dpc_status answer(dpc_solver *s)
{
    dpc_trial a, b;
    mpq_inits(a.x, b.x, NULL);
    dpc_status status;
    if (!dpc_look_change(s, &a, &b)) {
        const bool misused = s->diag.status == DPC_PARSE || s->diag.status == DPC_NOMEM;
        dpc_diag_reset(&s->q->diag); /* about the last value tried, which is not the user's */
        status = misused ? dpc_fail(&s->q->diag, s->diag.status, "%s", s->diag.text) : no_change(s);
    } else if (dpc_look_above_zero(s, &a, &b))
        status = settle_above_zero(s, &a, b.x);
    else {
        if (mpq_sgn(a.x) > 0)
            dpc_look_refine(s, &a, &b);
        status = settle(s, &a, &b);
    }
    mpq_clears(a.x, b.x, NULL);
    return status;
}

/* Finds the answer to a question; target: its name in messages. */
static dpc_status find(dpc_query_t *q, dpc_question *question, const char *target, int direction)
{
    dpc_solver s = {.q = q,
                    .question = question,
                    .digits = q->digits,
                    .integer = q->code->input[question->input].type->kind == DPC_T_INT,
                    .want = direction,
                    .target = target};
    /* an integer answer has all its digits, however few are asked for */
    if (s.integer && q->digits < WHOLE_DIGITS)
        q->digits = WHOLE_DIGITS;
    const dpc_status status =
        dpc_look_begin(&s) ? answer(&s) : dpc_fail(&q->diag, DPC_NOMEM, "out of memory");
    dpc_look_end(&s);
    q->digits = s.digits;
    if (status != DPC_OK || dpc_watch_stopped()) /* the caller had given no value */
        q->fixed[question->input] = q->known[question->input] = false;
    return status;
}

/* text: the target as written; number: its value, NULL to read it from the text. */
static dpc_status solve(dpc_query_t *q, const char *name, const char *result, const char *relation,
                        const char *text, mpq_srcptr number, int direction)
{
    dpc_diag_reset(&q->diag);
    dpc_solution_clear(q);
    if (!q->domain->rigorous)
        return dpc_fail(&q->diag, DPC_PARSE, "solving needs certified arithmetic, not '%s'",
                        q->domain->name);
    if (name == NULL || result == NULL || relation == NULL || text == NULL)
        return dpc_fail(&q->diag, DPC_PARSE,
                        "a question needs a parameter, a result, a relation "
                        "and a target");
    dpc_question question;
    mpq_init(question.target);
    dpc_status status = read_question(q, &question, name, result, relation);
    if (status == DPC_OK && number != NULL)
        mpq_set(question.target, number);
    else if (status == DPC_OK)
        status = dpc_rational_parse(question.target, text, strlen(text), "the target", &q->diag);
    if (status == DPC_OK)
        status = find(q, &question, text, direction);
    mpq_clear(question.target);
    return status;
}

static dpc_status solve_watched(dpc_query_t *q, const char *name, const char *result,
                                const char *relation, const char *text, mpq_srcptr number,
                                int direction)
{
    dpc_watch_enter();
    (void)dpc_watch_activity((dpc_activity){.phase = "solve", .limit = q->max_steps});
    const dpc_status status =
        dpc_watch_leave(solve(q, name, result, relation, text, number, direction), &q->diag);
    if (status == DPC_INTERRUPTED) {
        dpc_query_forget(q);
        dpc_solution_clear(q);
    }
    return status;
}

dpc_status dpc_query_solve(dpc_query_t *q, const char *name, const char *result,
                           const char *relation, const char *target, int direction)
{
    return solve_watched(q, name, result, relation, target, NULL, direction);
}

dpc_status dpc_query_solve_number(dpc_query_t *q, const char *name, const char *result,
                                  const char *relation, const mpq_t target, const char *text,
                                  int direction)
{
    char *exact = text == NULL ? dpc_rational_text(target) : NULL;
    const dpc_status status =
        solve_watched(q, name, result, relation, text != NULL ? text : exact, target, direction);
    free(exact);
    return status;
}

const dpc_solution_info *dpc_query_solution(const dpc_query_t *q)
{
    return q->solution != NULL ? &q->solution->info : NULL;
}
