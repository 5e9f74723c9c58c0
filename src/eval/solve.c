/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "eval/solve.h"

#include "eval/decimal.h"
#include "eval/scale.h"
#include "lang/rational.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BITS = 64, MAX_REFINEMENTS = 80, MAX_GALLOP = 400, MAX_PLACES = 600, MAX_SEEN = 2000 };

void dpc_solve_tell(const dpc_query_t *q, const dpc_run *run)
{
    if (q->progress != NULL)
        q->progress(q->progress_data, run->steps);
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
        if ((status != DPC_OK && status != DPC_UNDECIDED) || q->run->hopeless ||
            q->run->plan_limits || bits > cap / 2) {
            if (status == DPC_OK)
                (void)dpc_fail(diag, DPC_UNDECIDED,
                               "result and target cannot be told apart at %lu bits", bits);
            return DPC_UNCLEAR;
        }
    }
}

/* The witnesses are planned for q->digits digits. */
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

/* Whether the condition that failed can depend on the witness that is tried at the target: then
   that value of it will not do, which says nothing about the parameters. */
static bool pin_fails(const dpc_query_t *q, const dpc_question *question)
{
    return question->pin != SIZE_MAX && q->run != NULL && q->run->failed != SIZE_MAX &&
           q->run->failed >= q->code->input[question->pin].check;
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
    /* a plan of few digits is made and evaluated quickly: more of them where they do not decide,
       and from then on */
    unsigned long digits = question->planned ? question->plan_digits : asked;
    for (;; digits *= 2) {
        q->digits = digits;
        outcome = judge(q, question, diag);
        if (outcome != DPC_UNCLEAR || !question->planned || digits > question->most_digits ||
            q->run == NULL || !q->run->plan_limits)
            break;
    }
    if (outcome != DPC_UNCLEAR)
        question->plan_digits = digits;
    q->digits = asked;
    if (outcome == DPC_OUTSIDE && pin_fails(q, question))
        outcome = DPC_FAILS;
    if (question->pin != SIZE_MAX)
        q->fixed[question->pin] = false;
    if (q->run != NULL)
        dpc_solve_tell(q, q->run);
    return outcome;
}

/* ---- where to look: untrusted ---- */

/* A value that was tried. */
typedef struct {
    mpq_t x;
    dpc_outcome outcome;
    double excess; /* log result - log target, signed so that it is <= 0 where the condition holds;
                      nan where it is not known */
    double merit;  /* how far the condition is from holding, increasing with that: -inf where it
                      holds, inf where that is not known */
    double value;  /* about the result's; nan where it is not known */
} trial;

/* What two neighbouring places show, the better the larger: at one the condition holds, at the
   other it ... */
typedef enum {
    NO_CHANGE,
    TO_UNCLEAR, /* is not decided, */
    TO_EDGE,    /* is not admissible, */
    TO_FAILURE  /* fails */
} change_kind;

typedef struct {
    dpc_query_t *q;
    dpc_question *question;
    bool integer;
    int want;           /* 1: the smallest, -1: the largest, 0: either */
    const char *target; /* as the user wrote it */
    double log_target;
    trial *seen; /* what the last scan tried, MAX_SEEN at most */
    size_t nseen;
    bool decided;  /* trials that are not decided are passed over, */
    int in_vain;   /* these many in a row */
    dpc_diag diag; /* of the last trial */
    dpc_outcome last;
} solver;

/* log |value| of a slot that is not negative; nan where there is none. */
static double log_of(const dpc_run *run, uint32_t at)
{
    const dpc_slot *slot = &run->slot[at];
    void *value = run->element + (size_t)at * run->domain->size;
    if (slot->unset || !(slot->exact || slot->enclosed))
        return NAN;
    if (slot->exact && !slot->enclosed)
        run->domain->set_q(value, slot->q, run->prec);
    return run->domain->approx(value) < 0 ? NAN : run->domain->log_abs_approx(value);
}

/* How far the hypotheses about the pinned witness are from their limit: the largest log a/b of the
   conditions a <= b that can depend on it, up to the one that failed. */
static double pin_excess(const solver *s)
{
    const dpc_code *code = s->q->code;
    const dpc_run *run = s->q->run;
    double most = NAN;
    for (size_t pc = 1; pc < code->main_end; pc++) {
        const dpc_instr *check = &code->instr[pc], *compared = check - 1;
        if (check->op != DPC_OP_CHECK || check->d < code->input[s->question->pin].check ||
            check->d > run->failed || code->check[check->d].stmt->kind != DPC_S_REQUIRE ||
            (compared->op != DPC_OP_LE && compared->op != DPC_OP_LT) || compared->d != check->a)
            continue;
        const double excess = log_of(run, compared->a) - log_of(run, compared->b);
        if (isfinite(excess) && !(most > excess))
            most = excess;
    }
    return most;
}

static double excess_of(const solver *s)
{
    if (s->question->pin != SIZE_MAX)
        return pin_excess(s);
    const double excess = log_of(s->q->run, s->question->slot) - s->log_target;
    return s->question->rel == '<' ? excess : -excess;
}

/* About the value of the result; nan where it is a witness at the target, or has none. */
static double value_of(const solver *s)
{
    const dpc_run *run = s->q->run;
    const dpc_slot *slot = &run->slot[s->question->slot];
    if (s->question->pin != SIZE_MAX || slot->unset || !(slot->exact || slot->enclosed))
        return NAN;
    if (slot->exact)
        return mpq_get_d(slot->q);
    const double value =
        run->domain->approx(run->element + (size_t)s->question->slot * run->domain->size);
    return value != 0 ? value : NAN; /* too small for a double */
}

/* On a logarithmic scale where that is possible for all values that fail. */
static double merit_of(const solver *s, const trial *t)
{
    if (t->outcome != DPC_FAILS)
        return t->outcome == DPC_HOLDS ? -INFINITY : INFINITY;
    if (s->question->pin != SIZE_MAX || mpq_sgn(s->question->target) > 0)
        return isnan(t->excess) ? INFINITY : t->excess;
    const double above = t->value - mpq_get_d(s->question->target);
    return isnan(above) ? INFINITY : s->question->rel == '<' ? above : -above;
}

static void try_value(solver *s, trial *t)
{
    t->outcome = dpc_solve_judge(s->q, s->question, t->x, &s->diag);
    s->last = t->outcome;
    const bool known = t->outcome == DPC_HOLDS || t->outcome == DPC_FAILS;
    t->excess = known ? excess_of(s) : NAN;
    t->value = known ? value_of(s) : NAN;
    t->merit = merit_of(s, t);
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
        if ((s->integer && e < 0) || (s->decided && both && e < -1))
            continue;
        mpq_set_ui(d, 1, 1);
        mpz_ui_pow_ui(e >= 0 ? mpq_numref(d) : mpq_denref(d), 10, (unsigned long)(e >= 0 ? e : -e));
        mpq_add(x, anchor, d);
        add_place(p, x);
        /* plans may take long a power of ten from the answer */
        if (s->decided && !s->integer && (e == -1 || e == 0) && !both) {
            mpq_mul_2exp(x, x, 1);
            add_place(p, x);
            mpq_set_ui(d, 5, 2);
            mpq_mul(x, x, d);
            add_place(p, x);
        }
        if (both) {
            mpq_sub(x, anchor, d);
            add_place(p, x);
        }
    }
    mpq_clears(d, x, NULL);
}

/* Of two neighbours that are nearly the same, above 2, one is enough. */
static void thin_out(places *p)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->count; i++) {
        if (kept > 0 && mpq_cmp_ui(p->x[kept - 1], 2, 1) > 0 &&
            dpc_scale_log_approx(p->x[i]) - dpc_scale_log_approx(p->x[kept - 1]) < 0.5)
            mpq_clear(p->x[i]);
        else
            mpq_swap(p->x[kept++], p->x[i]);
    }
    p->count = kept;
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
    if (s->decided)
        thin_out(p);
}

/* How the condition changes from a to b, if it does in the direction that is wanted; a < b. */
static change_kind change(const solver *s, const trial *a, const trial *b)
{
    const bool below = a->outcome == DPC_HOLDS, above = b->outcome == DPC_HOLDS;
    if (below == above || (s->want != 0 && (s->want > 0) != above))
        return NO_CHANGE;
    const dpc_outcome other = above ? a->outcome : b->outcome;
    return other == DPC_FAILS ? TO_FAILURE : other == DPC_OUTSIDE ? TO_EDGE : TO_UNCLEAR;
}

static void copy_trial(trial *to, const trial *from)
{
    mpq_set(to->x, from->x);
    to->outcome = from->outcome;
    to->excess = from->excess;
    to->merit = from->merit;
    to->value = from->value;
}

static void record_trial(solver *s, const trial *t)
{
    if (s->nseen < MAX_SEEN) {
        mpq_init(s->seen[s->nseen].x);
        copy_trial(&s->seen[s->nseen++], t);
    }
}

static void forget_trials(solver *s)
{
    while (s->nseen > 0)
        mpq_clear(s->seen[--s->nseen].x);
}

/* Tries the next place outwards, up or down; *end is the last one on that side.  If the condition
   changes in between, in a better way than *kind, then *a and *b become the two. */
static void extend(solver *s, trial *a, trial *b, change_kind *kind, trial *end, const mpq_t x,
                   bool up)
{
    if (mpq_equal(x, end->x))
        return;
    trial next;
    mpq_init(next.x);
    mpq_set(next.x, x);
    try_value(s, &next);
    record_trial(s, &next);
    const bool decided = next.outcome == DPC_HOLDS || next.outcome == DPC_FAILS;
    s->in_vain = decided ? 0 : s->in_vain + 1;
    if (!(s->decided && next.outcome == DPC_UNCLEAR)) {
        const change_kind found = up ? change(s, end, &next) : change(s, &next, end);
        if (found > *kind && (found == TO_FAILURE || !s->decided)) {
            *kind = found;
            copy_trial(up ? a : b, end);
            copy_trial(up ? b : a, &next);
        }
        copy_trial(end, &next);
    }
    mpq_clear(next.x);
}

/* Whether more places on this side are worth a look, after the last one. */
static bool goes_on(const solver *s, bool up)
{
    enum { MOST_IN_VAIN = 6 };
    if (s->decided)
        return s->in_vain < MOST_IN_VAIN;
    /* what takes too long takes longer still further up */
    return !(up && s->last == DPC_UNCLEAR && s->q->run->hopeless);
}

/* Finds two neighbouring places of which one holds, from 1 outwards: the first of which the other
   fails, or else what there is. */
static change_kind scan(solver *s, trial *a, trial *b)
{
    places *p = calloc(1, sizeof *p);
    trial low, high;
    mpq_inits(low.x, high.x, NULL);
    mpq_set_ui(low.x, 1, 1);
    forget_trials(s);
    try_value(s, &low);
    record_trial(s, &low);
    copy_trial(&high, &low);
    if (p != NULL && s->q->run != NULL && s->diag.status != DPC_PARSE)
        choose_places(p, s);
    size_t below = 0;
    while (p != NULL && below < p->count && mpq_cmp(p->x[below], low.x) < 0)
        below++;
    change_kind kind = NO_CHANGE;
    int vain[2] = {0, 0}; /* below, above */
    for (size_t above = below;
         p != NULL && kind != TO_FAILURE && (below > 0 || above < p->count);) {
        if (below > 0) {
            s->in_vain = vain[0];
            extend(s, a, b, &kind, &low, p->x[--below], false);
            vain[0] = s->in_vain;
            if (!goes_on(s, false))
                below = 0;
        }
        if (above < p->count && kind != TO_FAILURE) {
            s->in_vain = vain[1];
            extend(s, a, b, &kind, &high, p->x[above++], true);
            vain[1] = s->in_vain;
            if (!goes_on(s, true))
                above = p->count;
        }
    }
    for (size_t i = 0; p != NULL && i < p->count; i++)
        mpq_clear(p->x[i]);
    free(p);
    mpq_clears(low.x, high.x, NULL);
    return kind;
}

/* Finds them where methods are evaluated: the plans of places far from the answer may take long,
   and these are passed over at first. */
static change_kind look_quickly(solver *s, trial *a, trial *b)
{
    enum { QUICK_DIGITS = 4, SPARE_DIGITS = 20 };
    static const uint64_t limit[] = {5000000, 100000000};
    const uint64_t asked = s->q->max_steps;
    change_kind found = NO_CHANGE;
    s->decided = s->question->planned;
    s->question->most_digits = QUICK_DIGITS;
    for (size_t i = 0; i < sizeof limit / sizeof limit[0] && s->decided && found == NO_CHANGE;
         i++) {
        s->q->max_steps = asked < limit[i] ? asked : limit[i];
        found = scan(s, a, b);
        if (s->diag.status == DPC_PARSE)
            break;
    }
    s->decided = false;
    s->question->most_digits = s->q->digits + SPARE_DIGITS;
    s->q->max_steps = asked;
    return found != NO_CHANGE ? found : scan(s, a, b);
}

/* Whether the condition holds at 0, and 0 is an end of the admissible values: the places looked at
   end there. */
static bool holds_from_zero(solver *s, trial *a, trial *b)
{
    trial minus, zero;
    mpq_inits(minus.x, zero.x, NULL);
    mpq_set_si(minus.x, -1, 1);
    try_value(s, &minus);
    try_value(s, &zero);
    const bool found = change(s, &minus, &zero) == TO_EDGE;
    if (found) {
        copy_trial(a, &minus);
        copy_trial(b, &zero);
    }
    mpq_clears(minus.x, zero.x, NULL);
    return found;
}

/* Whether the condition holds at the smallest places looked at, and 0 is not admissible: values
   that are smaller still are no news. */
static bool holds_above_zero(solver *s, const trial *a, const trial *b)
{
    if (s->integer || mpq_sgn(a->x) != 0 || a->outcome != DPC_OUTSIDE || b->outcome != DPC_HOLDS)
        return false;
    trial smaller;
    mpq_init(smaller.x);
    mpq_div_2exp(smaller.x, b->x, 10);
    try_value(s, &smaller);
    mpq_clear(smaller.x);
    return smaller.outcome == DPC_HOLDS;
}

/* ---- windows between the places ---- */

/* The best value tried, and its neighbours. */
typedef struct {
    trial low, best, high;
    bool logarithmic;
} window;

static double coordinate(const window *w, const mpq_t x)
{
    return w->logarithmic ? dpc_scale_log_approx(x) : mpq_get_d(x);
}

/* The value at a coordinate; false if it is not strictly between the window's ends, or the best. */
static bool value_at(const solver *s, const window *w, double t, mpq_t x)
{
    if (!isfinite(t))
        return false;
    if (w->logarithmic)
        dpc_scale_exp_approx(x, t);
    else
        mpq_set_d(x, t);
    if (s->integer)
        dpc_solve_floor(x);
    return mpq_cmp(x, w->low.x) > 0 && mpq_cmp(x, w->high.x) < 0 && !mpq_equal(x, w->best.x);
}

/* Sets the window around the best of what was tried; false if nothing fails or holds. */
static bool around_best(const solver *s, window *w)
{
    const trial *best = NULL, *low = NULL, *high = NULL;
    for (size_t i = 0; i < s->nseen; i++)
        if (s->seen[i].merit < INFINITY && (best == NULL || s->seen[i].merit < best->merit))
            best = &s->seen[i];
    for (size_t i = 0; best != NULL && i < s->nseen; i++) {
        const trial *t = &s->seen[i];
        const int order = mpq_cmp(t->x, best->x);
        if (order < 0 && (low == NULL || mpq_cmp(t->x, low->x) > 0))
            low = t;
        if (order > 0 && (high == NULL || mpq_cmp(t->x, high->x) < 0))
            high = t;
    }
    if (best == NULL)
        return false;
    copy_trial(&w->best, best);
    copy_trial(&w->low, low != NULL ? low : best);
    copy_trial(&w->high, high != NULL ? high : best);
    w->logarithmic = mpq_sgn(w->low.x) > 0 &&
                     dpc_scale_log_approx(w->high.x) - dpc_scale_log_approx(w->low.x) > 1;
    return true;
}

/* Tries a grid in the window: there may be several hills. */
static void try_grid(solver *s, const window *w)
{
    enum { GRID = 24 };
    const double low = coordinate(w, w->low.x), high = coordinate(w, w->high.x);
    trial m;
    mpq_init(m.x);
    for (int i = 1; i < GRID && !s->question->planned; i++)
        if (value_at(s, w, low + (high - low) * i / GRID, m.x)) {
            try_value(s, &m);
            record_trial(s, &m);
            if (m.outcome == DPC_HOLDS)
                break;
        }
    mpq_clear(m.x);
}

/* One step of a golden section: the larger part of the window is divided, and the worse end of it
   left out.  False if no value is left there. */
static bool divide(solver *s, window *w)
{
    static const double golden = 0.3819660112501051, narrow = 1e-12;
    const double low = coordinate(w, w->low.x), best = coordinate(w, w->best.x),
                 high = coordinate(w, w->high.x);
    const bool up = high - best > best - low;
    const double part = up ? high - best : best - low;
    if (!(part > narrow * (1 + fabs(best))))
        return false;
    trial m;
    mpq_init(m.x);
    bool goes = value_at(s, w, up ? best + golden * part : best - golden * part, m.x);
    if (!goes && s->integer) { /* rounded to an end: the next whole number */
        mpz_set_ui(mpq_denref(m.x), 1);
        mpz_set(mpq_numref(m.x), mpq_numref(w->best.x));
        if (up)
            mpz_add_ui(mpq_numref(m.x), mpq_numref(m.x), 1);
        else
            mpz_sub_ui(mpq_numref(m.x), mpq_numref(m.x), 1);
        goes = mpq_cmp(m.x, w->low.x) > 0 && mpq_cmp(m.x, w->high.x) < 0;
    }
    if (goes) {
        try_value(s, &m);
        record_trial(s, &m);
        if (m.merit < w->best.merit) {
            copy_trial(up ? &w->low : &w->high, &w->best);
            copy_trial(&w->best, &m);
        } else
            copy_trial(up ? &w->high : &w->low, &m);
    }
    mpq_clear(m.x);
    return goes;
}

/* Where no place will do: goes from the best one to where the result is smallest, or largest. */
static bool look_between(solver *s, trial *a, trial *b)
{
    enum { MOST = 80 };
    window w;
    mpq_inits(w.low.x, w.best.x, w.high.x, NULL);
    bool found = false;
    if (around_best(s, &w) && w.best.outcome != DPC_HOLDS) {
        try_grid(s, &w);
        (void)around_best(s, &w);
        for (int i = 0; i < MOST && w.best.outcome != DPC_HOLDS && divide(s, &w); i++)
            ;
        found = w.best.outcome == DPC_HOLDS;
    }
    if (found) {
        const bool upper = s->want < 0 || (s->want == 0 && w.low.outcome != DPC_FAILS &&
                                           w.high.outcome == DPC_FAILS);
        copy_trial(a, upper ? &w.best : &w.low);
        copy_trial(b, upper ? &w.high : &w.best);
        found = change(s, a, b) != NO_CHANGE;
    }
    mpq_clears(w.low.x, w.best.x, w.high.x, NULL);
    return found;
}

/* The bounds that the where clause names, of an integer of few admissible values; false: many. */
static bool few_values(const solver *s, mpq_t low, mpq_t high)
{
    enum { FEW = 1000 };
    const dpc_input *in = &s->q->code->input[s->question->input];
    bool known[2] = {false, false};
    mpq_t x;
    mpq_init(x);
    for (size_t h = 0; h < in->nhints && s->q->run != NULL; h++)
        if (dpc_solve_near(s->q->run, in->hint[h].slot, x)) {
            const bool upper = in->hint[h].upper;
            dpc_solve_floor(x);
            if (!known[upper] || (mpq_cmp(x, upper ? high : low) < 0) == upper)
                mpq_set(upper ? high : low, x);
            known[upper] = true;
        }
    mpq_sub(x, high, low);
    const bool few = s->integer && !s->question->planned && known[0] && known[1] &&
                     mpq_sgn(x) >= 0 && mpq_cmp_ui(x, FEW, 1) <= 0;
    mpq_clear(x);
    return few;
}

/* Tries all values of an integer that has few, from the side that is wanted. */
static bool try_all(solver *s, trial *a, trial *b)
{
    mpq_t low, high, one;
    mpq_inits(low, high, one, NULL);
    mpq_set_ui(one, 1, 1);
    bool found = false;
    if (few_values(s, low, high)) {
        const bool down = s->want < 0;
        trial *next = down ? a : b, *last = down ? b : a;
        mpq_sub(low, low, one);
        mpq_add(high, high, one);
        mpq_set(last->x, down ? high : low);
        try_value(s, last);
        while (!found && mpq_cmp(last->x, down ? low : high) != 0) {
            if (down)
                mpq_sub(next->x, last->x, one);
            else
                mpq_add(next->x, last->x, one);
            try_value(s, next);
            record_trial(s, next);
            found = change(s, a, b) != NO_CHANGE;
            if (!found)
                copy_trial(last, next);
        }
    }
    mpq_clears(low, high, one, NULL);
    return found;
}

static bool any_holds(const solver *s)
{
    for (size_t i = 0; i < s->nseen; i++)
        if (s->seen[i].outcome == DPC_HOLDS)
            return true;
    return false;
}

/* Two values between which the condition changes; false: none was found. */
static bool look(solver *s, trial *a, trial *b)
{
    const change_kind kind = look_quickly(s, a, b);
    if (s->diag.status == DPC_PARSE || s->diag.status == DPC_NOMEM)
        return false;
    if (kind >= TO_EDGE || holds_from_zero(s, a, b) || kind != NO_CHANGE)
        return true;
    return !any_holds(s) && (try_all(s, a, b) || look_between(s, a, b));
}

/* Narrows a bracket of positive ends to about the digits asked for: false position on logarithmic
   scales, with halved weights where one end stays (Illinois), bisection where that does not help.
 */
static void refine(solver *s, trial *a, trial *b)
{
    enum { PERIOD = 5 }; /* of looking whether the bracket gets narrower */
    double ta = dpc_scale_log_approx(a->x), tb = dpc_scale_log_approx(b->x), ea = a->excess,
           eb = b->excess;
    trial m;
    mpq_init(m.x);
    double before = tb - ta;
    int moved = 0; /* the end that moved last: -1 for a */
    const double enough = fmax(1e-15 * (fabs(ta) + 1), pow(10, -(double)s->q->digits - 2));
    for (int i = 0; i < MAX_REFINEMENTS && tb - ta > enough; i++) {
        double t = ta + (tb - ta) / 2;
        const bool slow = i % PERIOD == PERIOD - 1 && tb - ta > before / 4;
        if (!slow && isfinite(ea) && isfinite(eb) && ea * eb < 0)
            t = ta - ea * (tb - ta) / (eb - ea);
        if (i % PERIOD == PERIOD - 1)
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
        const int side = (m.outcome == DPC_HOLDS) == (a->outcome == DPC_HOLDS) ? -1 : 1;
        if (side < 0) {
            ta = t;
            ea = m.excess;
            eb /= side == moved ? 2 : 1;
            mpq_set(a->x, m.x);
            a->outcome = m.outcome;
        } else {
            tb = t;
            eb = m.excess;
            ea /= side == moved ? 2 : 1;
            mpq_set(b->x, m.x);
            b->outcome = m.outcome;
        }
        moved = side;
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

/* plans_too: the arguments of methods count as well. */
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

/* About how many digits tell x from the target; it is on the side that proves nothing. */
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

/* Whether a referee shows that the truth itself misses the target at the value judged last.
 *near: the referee is so near to the target that more digits may show it. */
static bool truth_fails(dpc_query_t *q, const dpc_question *question, bool *near, char *why,
                        size_t size)
{
    const char *name = result_of(q, question)->name;
    const dpc_status status = dpc_query_run(q);
    *near = false;
    if (status != DPC_OK && status != DPC_UNDECIDED)
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
        if (!has_open_witnesses(q, result_of(q, s->question)->rel != '=')) {
            /* a plan has no influence on an exact value, but on how narrowly it is enclosed */
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

/* x, for messages: about so, if it has many digits.  To be freed. */
static char *short_text(const mpq_t x)
{
    enum { SHORT = 6 };
    return dpc_decimal_rational(x, SHORT, true);
}

/* The condition holds at values tried from low to high, and nothing was found beyond them. */
static dpc_status holds_too_far(solver *s, const char *name, const char *condition,
                                const trial *low, const trial *high)
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

/* The condition holds at no value tried. */
static dpc_status holds_nowhere(solver *s, const char *name, const char *condition)
{
    const trial *best = NULL;
    for (size_t i = 0; i < s->nseen; i++)
        if (s->seen[i].outcome == DPC_FAILS && (best == NULL || s->seen[i].merit < best->merit))
            best = &s->seen[i];
    if (best == NULL)
        return dpc_fail(&s->q->diag, DPC_UNDECIDED,
                        "no value of %s was found at which %s is decided; at the last one tried: "
                        "%s",
                        name, condition, s->diag.text);
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

static dpc_status no_change(solver *s)
{
    const char *name = s->q->code->input[s->question->input].name;
    char condition[160];
    (void)snprintf(condition, sizeof condition, "%.60s %c= %.60s",
                   result_of(s->q, s->question)->name, s->question->rel, s->target);
    const trial *low = NULL, *high = NULL;
    for (size_t i = 0; i < s->nseen; i++) {
        const trial *t = &s->seen[i];
        if (t->outcome == DPC_HOLDS && (low == NULL || mpq_cmp(t->x, low->x) < 0))
            low = t;
        if (t->outcome == DPC_HOLDS && (high == NULL || mpq_cmp(t->x, high->x) > 0))
            high = t;
    }
    return low != NULL && high != NULL ? holds_too_far(s, name, condition, low, high)
                                       : holds_nowhere(s, name, condition);
}

/* The condition holds at x, but at no number near it that has few digits. */
static dpc_status too_narrow(const solver *s, const mpq_t x)
{
    enum { MORE = 12 };
    char *text = dpc_decimal_rational(x, s->q->digits + MORE, true);
    const dpc_status status = dpc_fail(
        &s->q->diag, DPC_UNDECIDED,
        "the condition holds near %s = %s, but at no value of %lu digits that was tried: "
        "ask for more of them",
        s->q->code->input[s->question->input].name, text != NULL ? text : "?", s->q->digits);
    free(text);
    return status;
}

/* Leaves the query at x, where the condition holds: at the witnesses that the search finds, or with
   the pinned one at the target if those miss it by their rounding. */
static dpc_status leave_at(const solver *s, const mpq_t x)
{
    dpc_query_t *q = s->q;
    const size_t pin = s->question->pin;
    mpq_set(q->value[s->question->input], x);
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

/* Finds the last digit between a and b, and fills in the solution. */
static dpc_status settle(solver *s, trial *a, trial *b)
{
    dpc_query_t *q = s->q;
    const int side = b->outcome == DPC_HOLDS ? 1 : -1; /* of the change on which it holds */
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
    struct dpc_solution *out = calloc(1, sizeof *out);
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
        mpq_set_z(x, n);
        mpq_mul(x, x, unit);
        status = leave_at(s, x);
        q->solution = out;
        out = NULL;
    }
    free(out);
    mpq_clears(unit, x, near, NULL);
    mpz_clear(n);
    return status;
}

/* The solution where the condition holds at the smallest values, and 0 is not admissible. */
static dpc_status settle_above_zero(solver *s, trial *zero, const mpq_t x)
{
    struct dpc_solution *out = calloc(1, sizeof *out);
    if (out == NULL)
        return dpc_fail(&s->q->diag, DPC_NOMEM, "out of memory");
    try_value(s, zero);
    (void)snprintf(out->why, sizeof out->why, "%s", s->diag.text);
    out->value = dpc_decimal_rational(x, s->q->digits, true);
    out->next = dpc_rational_text(zero->x);
    out->info = (dpc_solution_info){.name = s->q->code->input[s->question->input].name,
                                    .value = out->value,
                                    .next = out->next,
                                    .is_smallest = true,
                                    .at_next = DPC_NEXT_NO_END,
                                    .why = out->why};
    s->q->solution = out;
    return leave_at(s, x);
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
    return dpc_rational_parse(out->target, target, strlen(target), "the target", &q->diag);
}

static dpc_status answer(solver *s)
{
    trial a, b;
    mpq_inits(a.x, b.x, NULL);
    dpc_status status;
    if (!look(s, &a, &b)) {
        const bool misused = s->diag.status == DPC_PARSE || s->diag.status == DPC_NOMEM;
        status = misused ? dpc_fail(&s->q->diag, s->diag.status, "%s", s->diag.text) : no_change(s);
    } else if (holds_above_zero(s, &a, &b))
        status = settle_above_zero(s, &a, b.x);
    else {
        if (mpq_sgn(a.x) > 0)
            refine(s, &a, &b);
        status = settle(s, &a, &b);
    }
    mpq_clears(a.x, b.x, NULL);
    return status;
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
                    .target = target,
                    .log_target =
                        mpq_sgn(question.target) > 0 ? dpc_scale_log_approx(question.target) : NAN,
                    .seen = calloc(MAX_SEEN, sizeof(trial))};
        status = s.seen != NULL ? answer(&s) : dpc_fail(&q->diag, DPC_NOMEM, "out of memory");
        forget_trials(&s);
        free(s.seen);
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
