/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "eval/solve.h"

#include "eval/decimal.h"
#include "eval/scale.h"
#include "lang/rational.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BITS = 64, MAX_REFINEMENTS = 80, MAX_GALLOP = 400, MAX_PLACES = 600 };

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

/* Raises the precision until the comparison is decided. */
static dpc_outcome decide(dpc_query_t *q, const dpc_question *question, void *target,
                          dpc_diag *diag)
{
    const unsigned long cap = dpc_query_cap(q);
    for (unsigned long bits = FIRST_BITS;; bits *= 2) {
        dpc_diag_reset(diag);
        dpc_brackets_cut(q->brackets, 0);
        const dpc_status status = dpc_query_pass(q, 0, q->code->main_end, bits, diag);
        q->bits = bits;
        if (status == DPC_DOMAIN)
            return DPC_OUTSIDE;
        if (status == DPC_OK) {
            const dpc_tri met = meets_target(q, question, target);
            if (met != DPC_UNKNOWN)
                return met == DPC_TRUE ? DPC_HOLDS : DPC_FAILS;
        }
        if ((status != DPC_OK && status != DPC_UNDECIDED) || q->run->hopeless || bits > cap / 2) {
            if (status == DPC_OK)
                (void)dpc_fail(diag, DPC_UNDECIDED,
                               "result and target cannot be told apart at %lu bits", bits);
            return DPC_UNCLEAR;
        }
    }
}

dpc_outcome dpc_solve_judge(dpc_query_t *q, const dpc_question *question, const mpq_t x,
                            dpc_diag *diag)
{
    mpq_set(q->value[question->input], x);
    q->fixed[question->input] = true;
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

/* ---- where to look: untrusted ---- */

/* A value that was tried. */
typedef struct {
    mpq_t x;
    dpc_outcome outcome;
    double excess; /* log result - log target, signed so that it is <= 0 where the condition holds;
                      nan where it is not known */
} trial;

typedef struct {
    dpc_query_t *q;
    const dpc_question *question;
    bool integer;
    int want;   /* 1: the smallest, -1: the largest, 0: either */
    bool edges; /* an end of the admissible values will do */
    double log_target;
    dpc_diag diag; /* of the last trial */
    dpc_outcome last;
} solver;

static double excess_of(const solver *s)
{
    const dpc_run *run = s->q->run;
    const dpc_slot *slot = &run->slot[s->question->slot];
    void *value = run->element + (size_t)s->question->slot * run->domain->size;
    if (slot->exact && !slot->enclosed)
        run->domain->set_q(value, slot->q, run->prec);
    if (run->domain->approx(value) < 0)
        return NAN;
    const double excess = run->domain->log_abs_approx(value) - s->log_target;
    return s->question->rel == '<' ? excess : -excess;
}

static void try_value(solver *s, trial *t)
{
    t->outcome = dpc_solve_judge(s->q, s->question, t->x, &s->diag);
    s->last = t->outcome;
    t->excess = t->outcome == DPC_HOLDS || t->outcome == DPC_FAILS ? excess_of(s) : NAN;
}

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

/* Where the first scan looks: increasing. */
typedef struct {
    mpq_t x[MAX_PLACES];
    size_t count;
} places;

static int compare_rationals(const void *a, const void *b)
{
    return mpq_cmp(*(const mpq_t *)a, *(const mpq_t *)b);
}

static void add_place(places *p, const mpq_t x)
{
    if (p->count < MAX_PLACES) {
        mpq_init(p->x[p->count]);
        mpq_set(p->x[p->count++], x);
    }
}

/* At powers of ten from the anchor, on one side of it or both. */
static void add_places_around(places *p, const solver *s, const mpq_t anchor, bool both)
{
    static const int exponents[] = {-300, -200, -100, -50, -30, -20, -15, -12, -10, -8,  -6,
                                    -5,   -4,   -3,   -2,  -1,  0,   1,   2,   3,   4,   5,
                                    6,    8,    10,   12,  15,  20,  30,  50,  100, 200, 300};
    mpq_t d, x;
    mpq_inits(d, x, NULL);
    add_place(p, anchor);
    for (size_t i = 0; i < sizeof exponents / sizeof exponents[0]; i++) {
        const int e = exponents[i];
        if (s->integer && e < 0)
            continue;
        mpq_set_ui(d, 1, 1);
        mpz_ui_pow_ui(e >= 0 ? mpq_numref(d) : mpq_denref(d), 10, (unsigned long)(e >= 0 ? e : -e));
        mpq_add(x, anchor, d);
        add_place(p, x);
        if (both) {
            mpq_sub(x, anchor, d);
            add_place(p, x);
        }
    }
    mpq_clears(d, x, NULL);
}

/* Powers of ten, and places around the bounds that the where clause names: those are known when a
   value has been tried. */
static void choose_places(places *p, const solver *s)
{
    const dpc_input *in = &s->q->code->input[s->question->input];
    mpq_t x;
    mpq_init(x);
    add_places_around(p, s, x, false);
    for (size_t h = 0; h < in->nhints; h++)
        if (dpc_solve_near(s->q->run, in->hint[h].slot, x) && mpq_sgn(x) != 0) {
            if (s->integer)
                dpc_solve_floor(x);
            add_places_around(p, s, x, true);
        }
    mpq_clear(x);
    qsort(p->x, p->count, sizeof p->x[0], compare_rationals);
}

/* Whether the condition changes from a to b, in the direction that is wanted; a < b. */
static bool changes(const solver *s, const trial *a, const trial *b)
{
    if (!s->edges && (a->outcome == DPC_OUTSIDE || b->outcome == DPC_OUTSIDE))
        return false;
    const bool below = a->outcome == DPC_HOLDS, above = b->outcome == DPC_HOLDS;
    return below != above && (s->want == 0 || (s->want > 0) == above);
}

static void copy_trial(trial *to, const trial *from)
{
    mpq_set(to->x, from->x);
    to->outcome = from->outcome;
    to->excess = from->excess;
}

/* Tries the next place outwards, up or down; *end is the last one on that side.  True if the
   condition changes in between: *a and *b then hold the two. */
static bool extend(solver *s, trial *a, trial *b, trial *end, const mpq_t x, bool up)
{
    trial *next = up ? b : a;
    copy_trial(up ? a : b, end);
    mpq_set(next->x, x);
    if (mpq_equal(next->x, end->x))
        return false;
    try_value(s, next);
    copy_trial(end, next);
    return changes(s, a, b);
}

/* Finds two neighbouring places of which one holds, from 1 outwards. */
static bool scan(solver *s, trial *a, trial *b)
{
    places *p = calloc(1, sizeof *p);
    trial low, high;
    mpq_inits(low.x, high.x, NULL);
    mpq_set_ui(low.x, 1, 1);
    try_value(s, &low);
    copy_trial(&high, &low);
    if (p != NULL && s->q->run != NULL && s->diag.status != DPC_PARSE)
        choose_places(p, s);
    size_t below = 0;
    while (p != NULL && below < p->count && mpq_cmp(p->x[below], low.x) < 0)
        below++;
    bool found = false;
    for (size_t above = below; p != NULL && !found && (below > 0 || above < p->count);) {
        if (below > 0)
            found = extend(s, a, b, &low, p->x[--below], false);
        if (above < p->count && !found) {
            found = extend(s, a, b, &high, p->x[above++], true);
            if (s->last == DPC_UNCLEAR && s->q->run->hopeless)
                above = p->count; /* what takes too long takes longer still further up */
        }
    }
    for (size_t i = 0; p != NULL && i < p->count; i++)
        mpq_clear(p->x[i]);
    free(p);
    mpq_clears(low.x, high.x, NULL);
    return found;
}

/* Whether the condition holds at 0, and 0 is an end of the admissible values: the places looked at
   end there. */
static bool holds_from_zero(solver *s, trial *a, trial *b)
{
    mpq_set_si(a->x, -1, 1);
    mpq_set_ui(b->x, 0, 1);
    try_value(s, a);
    try_value(s, b);
    return a->outcome == DPC_OUTSIDE && changes(s, a, b);
}

/* Narrows a bracket of positive ends to about the precision of a double: false position with
   halved weights (Illinois) on logarithmic scales, bisection where that does not help. */
static void refine(solver *s, trial *a, trial *b)
{
    double ta = dpc_scale_log_approx(a->x), tb = dpc_scale_log_approx(b->x), ea = a->excess,
           eb = b->excess;
    trial m;
    mpq_init(m.x);
    double before = tb - ta;
    for (int i = 0; i < MAX_REFINEMENTS && tb - ta > 1e-15 * (fabs(ta) + 1); i++) {
        double t = ta + (tb - ta) / 2;
        if (i % 3 != 2 && isfinite(ea) && isfinite(eb) && ea * eb < 0)
            t = ta - ea * (tb - ta) / (eb - ea);
        else if (i % 3 == 2 && tb - ta < before / 4)
            t = ea * eb < 0 && isfinite(ea) && isfinite(eb) ? ta - ea * (tb - ta) / (eb - ea) : t;
        if (i % 3 == 2)
            before = tb - ta;
        if (!(t > ta && t < tb))
            t = ta + (tb - ta) / 2;
        if (t <= ta || t >= tb)
            break;
        dpc_scale_exp_approx(m.x, t);
        if (s->integer) {
            dpc_solve_floor(m.x);
            if (mpq_cmp(m.x, a->x) <= 0 || mpq_cmp(m.x, b->x) >= 0)
                break;
            t = dpc_scale_log_approx(m.x);
        }
        try_value(s, &m);
        if ((m.outcome == DPC_HOLDS) == (a->outcome == DPC_HOLDS)) {
            ta = t;
            ea = m.excess;
            eb /= 2;
            mpq_set(a->x, m.x);
            a->outcome = m.outcome;
        } else {
            tb = t;
            eb = m.excess;
            ea /= 2;
            mpq_set(b->x, m.x);
            b->outcome = m.outcome;
        }
    }
    mpq_clear(m.x);
}

/* ---- the last digit ---- */

/* The unit of the last of `digits` digits of x: 10^e.  0 has as many digits after the point. */
static void last_place(mpq_t unit, const mpq_t x, unsigned long digits, bool integer)
{
    mpq_set_ui(unit, 1, 1);
    if (integer)
        return;
    const double log_x = mpq_sgn(x) != 0 ? dpc_scale_log_approx(x) / log(10.0) + 1e-12 : -1;
    long e = (long)floor(log_x) - (long)digits + 1;
    mpz_ui_pow_ui(e >= 0 ? mpq_numref(unit) : mpq_denref(unit), 10,
                  (unsigned long)(e >= 0 ? e : -e));
}

static bool holds_at(solver *s, const mpz_t n, const mpq_t unit)
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

/* n: a multiple of the unit where the condition holds, one further it does not; the bracket's ends
   say on which side of n that is.  *n starts near the change. */
static bool last_digit(solver *s, mpz_t n, const mpq_t unit, int side)
{
    mpz_t other, step, m;
    mpz_inits(other, step, m, NULL);
    mpz_set_ui(step, 1);
    mpz_set(other, n);
    const bool start = holds_at(s, n, unit);
    /* gallop away from the place until the answer changes: towards the failing side if it holds */
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
    if (start) /* n holds, other does not */
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
    char why[2200];
};

static void clear_solution(dpc_query_t *q)
{
    if (q->solution != NULL) {
        free(q->solution->value);
        free(q->solution->next);
        free(q->solution);
        q->solution = NULL;
    }
}

void dpc_solution_clear(dpc_query_t *q)
{
    clear_solution(q);
}

static bool has_open_witnesses(const dpc_query_t *q)
{
    for (size_t i = 0; i < q->code->ninputs; i++)
        if (q->code->input[i].role == DPC_INPUT_CHOOSE && !q->fixed[i])
            return true;
    return false;
}

/* Whether a referee shows that the truth itself misses the target at the value judged last. */
static bool truth_fails(dpc_query_t *q, const dpc_question *question, char *why, size_t size)
{
    const char *name = NULL;
    for (size_t i = 0; i < q->code->nresults; i++)
        if (q->code->result[i].slot == question->slot)
            name = q->code->result[i].stmt->name;
    const dpc_status status = dpc_query_run(q);
    if (name == NULL || (status != DPC_OK && status != DPC_UNDECIDED))
        return false;
    bool fails = false;
    mpq_t x;
    mpq_init(x);
    for (size_t i = 0; i < q->nreferees && !fails; i++) {
        const dpc_referee_info *r = &q->referee_info[i];
        const bool lower = strcmp(r->kind, "lower") == 0;
        const char *end = lower ? r->lower : r->upper;
        dpc_diag diag = {.status = DPC_OK};
        if (end == NULL || strcmp(r->name, name) != 0 || lower != (question->rel == '<') ||
            dpc_rational_parse(x, end, strlen(end), "", &diag) != DPC_OK)
            continue;
        fails = lower ? mpq_cmp(x, question->target) > 0 : mpq_cmp(x, question->target) < 0;
        if (fails)
            (void)snprintf(why, size, "the truth misses the target there: %s %s %s (%s)", name,
                           lower ? ">=" : "<=", end, r->text != NULL ? r->text : "");
    }
    mpq_clear(x);
    return fails;
}

/* What is known about the value one unit further; the outcome there is s->last. */
static void judge_next(solver *s, struct dpc_solution *out)
{
    dpc_query_t *q = s->q;
    char how[400] = "";
    switch (s->last) {
    case DPC_OUTSIDE:
        out->info.at_next = DPC_NEXT_NOT_ADMISSIBLE;
        (void)snprintf(out->why, sizeof out->why, "%s", s->diag.text);
        return;
    case DPC_FAILS:
        if (!has_open_witnesses(q)) {
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
        if (truth_fails(q, s->question, out->why, sizeof out->why)) {
            out->info.at_next = DPC_NEXT_FAILS;
            return;
        }
        out->info.at_next = DPC_NEXT_NOT_SHOWN;
        (void)snprintf(out->why, sizeof out->why,
                       "no witness that was tried meets the target there; that none does is not "
                       "shown");
        return;
    default:
        out->info.at_next = DPC_NEXT_NOT_SHOWN;
        (void)snprintf(out->why, sizeof out->why, "undecided there: %s", s->diag.text);
    }
}

static char *decimal(const mpz_t n, const mpq_t unit, unsigned long digits, bool integer)
{
    mpq_t x;
    mpq_init(x);
    mpq_set_z(x, n);
    mpq_mul(x, x, unit);
    char *text = integer ? dpc_rational_text(x) : dpc_decimal_rational(x, digits + 2, true);
    mpq_clear(x);
    return text;
}

static dpc_status no_change(solver *s)
{
    return dpc_fail(&s->q->diag, DPC_UNDECIDED,
                    "no value of %s was found at which the condition begins %sto hold; at the "
                    "last one tried: %s",
                    s->q->code->input[s->question->input].name,
                    s->want > 0   ? ""
                    : s->want < 0 ? "not "
                                  : "or ceases ",
                    s->last == DPC_HOLDS   ? "the condition holds"
                    : s->last == DPC_FAILS ? "the condition fails"
                                           : s->diag.text);
}

/* Finds the last digit between a and b, and fills in the solution. */
static dpc_status settle(solver *s, trial *a, trial *b)
{
    dpc_query_t *q = s->q;
    const int side = b->outcome == DPC_HOLDS ? 1 : -1; /* of the change on which it holds */
    mpq_t unit, x;
    mpz_t n;
    mpq_inits(unit, x, NULL);
    mpz_init(n);
    mpq_set(x, side > 0 ? b->x : a->x);
    last_place(unit, x, q->digits, s->integer);
    mpq_div(x, x, unit);
    if (side > 0)
        mpz_cdiv_q(n, mpq_numref(x), mpq_denref(x));
    else
        mpz_fdiv_q(n, mpq_numref(x), mpq_denref(x));
    dpc_status status = DPC_OK;
    struct dpc_solution *out = calloc(1, sizeof *out);
    if (out == NULL)
        status = dpc_fail(&q->diag, DPC_NOMEM, "out of memory");
    else if (!last_digit(s, n, unit, side))
        status = no_change(s);
    if (out != NULL && status == DPC_OK) {
        mpz_t next;
        mpz_init(next);
        if (side > 0)
            mpz_sub_ui(next, n, 1);
        else
            mpz_add_ui(next, n, 1);
        out->value = decimal(n, unit, q->digits, s->integer);
        out->next = decimal(next, unit, q->digits, s->integer);
        (void)holds_at(s, next, unit);
        judge_next(s, out);
        out->info = (dpc_solution_info){.name = q->code->input[s->question->input].name,
                                        .value = out->value,
                                        .next = out->next,
                                        .is_smallest = side > 0,
                                        .at_next = out->info.at_next,
                                        .why = out->why};
        mpz_clear(next);
        /* the query is left where the condition holds */
        mpq_set_z(q->value[s->question->input], n);
        mpq_mul(q->value[s->question->input], q->value[s->question->input], unit);
        status = dpc_query_run(q);
        if (status == DPC_UNDECIDED && q->nresults > 0)
            status = DPC_OK;
        q->solution = out;
        out = NULL;
    }
    free(out);
    mpq_clears(unit, x, NULL);
    mpz_clear(n);
    return status;
}

/* ---- the public functions ---- */

static dpc_status read_question(dpc_query_t *q, dpc_question *out, const char *name,
                                const char *result, const char *relation, const char *target)
{
    const dpc_code *c = q->code;
    if (name == NULL || result == NULL || relation == NULL || target == NULL)
        return dpc_fail(&q->diag, DPC_PARSE,
                        "a question needs a parameter, a result, a relation "
                        "and a target");
    for (out->input = 0; out->input < c->ninputs; out->input++)
        if (strcmp(c->input[out->input].name, name) == 0)
            break;
    if (out->input == c->ninputs || c->input[out->input].role != DPC_INPUT_PARAM)
        return dpc_fail(&q->diag, DPC_PARSE, "%s has no parameter '%.60s' to solve for",
                        q->unit->id, name);
    const dpc_type_kind kind = c->input[out->input].type->kind;
    if (kind != DPC_T_REAL && kind != DPC_T_INT)
        return dpc_fail(&q->diag, DPC_PARSE,
                        "parameter %s is not a number: it cannot be solved for", name);
    if (q->fixed[out->input])
        return dpc_fail(&q->diag, DPC_PARSE, "parameter %s has a value: it cannot be solved for",
                        name);
    size_t k = 0;
    while (k < c->nresults && strcmp(c->result[k].stmt->name, result) != 0)
        k++;
    if (k == c->nresults)
        return dpc_fail(&q->diag, DPC_PARSE, "%s has no result '%.60s'", q->unit->id, result);
    out->slot = c->result[k].slot;
    out->rel = relation[0];
    if (strcmp(relation, "<=") != 0 && strcmp(relation, ">=") != 0)
        return dpc_fail(&q->diag, DPC_PARSE, "the relation must be <= or >=, not '%.20s'",
                        relation);
    return dpc_rational_parse(out->target, target, strlen(target), "the target", &q->diag);
}

dpc_status dpc_query_solve(dpc_query_t *q, const char *name, const char *result,
                           const char *relation, const char *target, int direction)
{
    dpc_diag_reset(&q->diag);
    clear_solution(q);
    if (!q->domain->rigorous)
        return dpc_fail(&q->diag, DPC_PARSE, "solving needs certified arithmetic, not '%s'",
                        q->domain->name);
    dpc_question question;
    mpq_init(question.target);
    dpc_status status = read_question(q, &question, name, result, relation, target);
    if (status == DPC_OK) {
        solver s = {.q = q,
                    .question = &question,
                    .integer = q->code->input[question.input].type->kind == DPC_T_INT,
                    .want = direction,
                    .log_target =
                        mpq_sgn(question.target) > 0 ? dpc_scale_log_approx(question.target) : NAN};
        trial a, b;
        mpq_inits(a.x, b.x, NULL);
        bool found = scan(&s, &a, &b);
        const bool misused = s.diag.status == DPC_PARSE || s.diag.status == DPC_NOMEM;
        if (!found && !misused) {
            s.edges = true;
            found = scan(&s, &a, &b) || holds_from_zero(&s, &a, &b);
        }
        if (!found)
            status = misused ? dpc_fail(&q->diag, s.diag.status, "%s", s.diag.text) : no_change(&s);
        else {
            if (mpq_sgn(a.x) > 0)
                refine(&s, &a, &b);
            status = settle(&s, &a, &b);
        }
        mpq_clears(a.x, b.x, NULL);
        if (status != DPC_OK) /* the caller gave no value */
            q->fixed[question.input] = q->known[question.input] = false;
    }
    mpq_clear(question.target);
    return status;
}

const dpc_solution_info *dpc_query_solution(const dpc_query_t *q)
{
    return q->solution != NULL ? &q->solution->info : NULL;
}
