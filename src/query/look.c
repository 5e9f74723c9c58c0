/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Finds where a condition changes: tries powers of ten and values around the bounds of the
   parameter first, then values between them, and narrows the interval found. */
#include "query/look.h"

#include "guess/scale.h"
#include "query/rationals.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_REFINEMENTS = 80, MAX_PLACES = 600, MAX_SEEN = 2000 };

/* The change between two neighbouring places, better ones larger: at one the condition holds, at
   the other it ... */
typedef enum {
    NO_CHANGE,
    TO_UNCLEAR, /* is undecided */
    TO_EDGE,    /* is not admissible */
    TO_FAILURE  /* fails */
} change_kind;

/* ---- one value ---- */

/* log of the value of a slot that is not negative; nan if it has none. */
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

/* The distance of the hypotheses about the pinned witness from their limit: the largest log a/b of
   the conditions a <= b that can depend on it, up to the failed one. */
static double pin_excess(const dpc_solver *s)
{
    const dpc_code *code = s->q->code;
    const dpc_run *run = s->q->run;
    double most = NAN;
    for (size_t pc = 1; pc < code->main_end; pc++) {
        const dpc_instr *check = &code->instr[pc], *compared = check - 1;
        if (check->op != DPC_OP_CHECK || check->d < code->input[s->question->pin].check ||
            check->d > run->ending.condition || code->check[check->d].stmt->kind != DPC_S_REQUIRE ||
            (compared->op != DPC_OP_LE && compared->op != DPC_OP_LT) || compared->d != check->a)
            continue;
        const double excess = log_of(run, compared->a) - log_of(run, compared->b);
        if (isfinite(excess) && !(most > excess))
            most = excess;
    }
    return most;
}

static double excess_of(const dpc_solver *s)
{
    if (s->question->pin != SIZE_MAX)
        return pin_excess(s);
    const double excess = log_of(s->q->run, s->question->slot) - s->log_target;
    return s->question->rel == '<' ? excess : -excess;
}

/* An approximation of the result; nan if it is a witness set to the target, or has no value. */
static double value_of(const dpc_solver *s)
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

/* The merit of a trial, on a logarithmic scale if that is possible for all values that fail. */
static double merit_of(const dpc_solver *s, const dpc_trial *t)
{
    if (t->outcome != DPC_FAILS)
        return t->outcome == DPC_HOLDS ? -INFINITY : INFINITY;
    if (s->question->pin != SIZE_MAX || mpq_sgn(s->question->target) > 0)
        return isnan(t->excess) ? INFINITY : t->excess;
    const double above = t->value - mpq_get_d(s->question->target);
    return isnan(above) ? INFINITY : s->question->rel == '<' ? above : -above;
}

void dpc_look_try(dpc_solver *s, dpc_trial *t)
{
    t->outcome = dpc_solve_judge(s->q, s->question, t->x, &s->diag);
    s->last = t->outcome;
    const bool known = t->outcome == DPC_HOLDS || t->outcome == DPC_FAILS;
    t->excess = known ? excess_of(s) : NAN;
    t->value = known ? value_of(s) : NAN;
    t->merit = merit_of(s, t);
}

/* ---- places ---- */

/* The places of the first scan, increasing. */
typedef struct {
    mpq_t x[MAX_PLACES];
    size_t count;
} places;

static void add_place(places *p, const mpq_t x)
{
    if (p->count < MAX_PLACES) {
        mpq_init(p->x[p->count]);
        mpq_set(p->x[p->count++], x);
    }
}

/* Adds places at powers of ten from the anchor, on one side of it or both. */
static void add_places_around(places *p, const dpc_solver *s, const mpq_t anchor, bool both)
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
        dpc_power_of_ten(d, e);
        mpq_add(x, anchor, d);
        add_place(p, x);
        /* a power of ten from the answer plans may take long */
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

/* Removes one of two neighbouring places above 2 that are nearly equal. */
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

/* Sets the places: powers of ten, and values around the bounds in the where clause, which are known
   after the first trial. */
static void choose_places(places *p, const dpc_solver *s)
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
    qsort(p->x, p->count, sizeof p->x[0], dpc_order_rationals);
    if (s->decided)
        thin_out(p);
}

/* The change of the condition from a to b, if it is in the wanted direction; a < b. */
static change_kind change(const dpc_solver *s, const dpc_trial *a, const dpc_trial *b)
{
    const bool below = a->outcome == DPC_HOLDS, above = b->outcome == DPC_HOLDS;
    if (below == above || (s->want != 0 && (s->want > 0) != above))
        return NO_CHANGE;
    const dpc_outcome other = above ? a->outcome : b->outcome;
    return other == DPC_FAILS ? TO_FAILURE : other == DPC_OUTSIDE ? TO_EDGE : TO_UNCLEAR;
}

static void copy_trial(dpc_trial *to, const dpc_trial *from)
{
    mpq_set(to->x, from->x);
    to->outcome = from->outcome;
    to->excess = from->excess;
    to->merit = from->merit;
    to->value = from->value;
}

static void record_trial(dpc_solver *s, const dpc_trial *t)
{
    if (s->nseen < MAX_SEEN) {
        mpq_init(s->seen[s->nseen].x);
        copy_trial(&s->seen[s->nseen++], t);
    }
}

static void forget_trials(dpc_solver *s)
{
    while (s->nseen > 0)
        mpq_clear(s->seen[--s->nseen].x);
}

bool dpc_look_begin(dpc_solver *s)
{
    s->log_target =
        mpq_sgn(s->question->target) > 0 ? dpc_scale_log_approx(s->question->target) : NAN;
    s->seen = calloc(MAX_SEEN, sizeof(dpc_trial));
    return s->seen != NULL;
}

void dpc_look_end(dpc_solver *s)
{
    forget_trials(s);
    free(s->seen);
}

/* Tries the next place outwards, up or down; *end is the last one on that side.  If the condition
   changes between them, in a better way than *kind, then *a and *b are set to the two. */
static void extend(dpc_solver *s, dpc_trial *a, dpc_trial *b, change_kind *kind, dpc_trial *end,
                   const mpq_t x, bool up)
{
    if (mpq_equal(x, end->x))
        return;
    dpc_trial next;
    mpq_init(next.x);
    mpq_set(next.x, x);
    dpc_look_try(s, &next);
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

/* Whether to try more places on this side after the last one. */
static bool goes_on(const dpc_solver *s, bool up)
{
    enum { MOST_IN_VAIN = 6 };
    if (s->decided)
        return s->in_vain < MOST_IN_VAIN;
    /* evaluations that take too long take even longer further up */
    return !(up && s->last == DPC_UNCLEAR && s->q->run->ending.final);
}

/* Searches from 1 outwards for two neighbouring places of which one holds: the first pair whose
   other place fails, or else the best change found. */
static change_kind scan(dpc_solver *s, dpc_trial *a, dpc_trial *b)
{
    places *p = calloc(1, sizeof *p);
    dpc_trial low, high;
    mpq_inits(low.x, high.x, NULL);
    mpq_set_ui(low.x, 1, 1);
    forget_trials(s);
    dpc_look_try(s, &low);
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

/* The same scan for theorems that call methods: plans for places far from the answer may take long,
   and undecided places are passed over at first. */
static change_kind look_quickly(dpc_solver *s, dpc_trial *a, dpc_trial *b)
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

/* Whether the condition holds at 0, and 0 is an end of the admissible values: the places tried end
   there. */
static bool holds_from_zero(dpc_solver *s, dpc_trial *a, dpc_trial *b)
{
    dpc_trial minus, zero;
    mpq_inits(minus.x, zero.x, NULL);
    mpq_set_si(minus.x, -1, 1);
    dpc_look_try(s, &minus);
    dpc_look_try(s, &zero);
    const bool found = change(s, &minus, &zero) == TO_EDGE;
    if (found) {
        copy_trial(a, &minus);
        copy_trial(b, &zero);
    }
    mpq_clears(minus.x, zero.x, NULL);
    return found;
}

bool dpc_look_above_zero(dpc_solver *s, const dpc_trial *a, const dpc_trial *b)
{
    if (s->integer || mpq_sgn(a->x) != 0 || a->outcome != DPC_OUTSIDE || b->outcome != DPC_HOLDS)
        return false;
    dpc_trial smaller;
    mpq_init(smaller.x);
    mpq_div_2exp(smaller.x, b->x, 10);
    dpc_look_try(s, &smaller);
    mpq_clear(smaller.x);
    return smaller.outcome == DPC_HOLDS;
}

/* ---- windows between the places ---- */

/* The best value tried, and its neighbours. */
typedef struct {
    dpc_trial low, best, high;
    bool logarithmic;
} window;

static double coordinate(const window *w, const mpq_t x)
{
    return w->logarithmic ? dpc_scale_log_approx(x) : mpq_get_d(x);
}

/* The value at a coordinate; false if it is the best value, or not strictly between the window's
   ends. */
static bool value_at(const dpc_solver *s, const window *w, double t, mpq_t x)
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

/* Sets the window around the best trial; false if no trial fails or holds. */
static bool around_best(const dpc_solver *s, window *w)
{
    const dpc_trial *best = NULL, *low = NULL, *high = NULL;
    for (size_t i = 0; i < s->nseen; i++)
        if (s->seen[i].merit < INFINITY && (best == NULL || s->seen[i].merit < best->merit))
            best = &s->seen[i];
    for (size_t i = 0; best != NULL && i < s->nseen; i++) {
        const dpc_trial *t = &s->seen[i];
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

/* Tries a grid in the window, since there may be several local optima. */
static void try_grid(dpc_solver *s, const window *w)
{
    enum { GRID = 24 };
    const double low = coordinate(w, w->low.x), high = coordinate(w, w->high.x);
    dpc_trial m;
    mpq_init(m.x);
    for (int i = 1; i < GRID && !s->question->planned; i++)
        if (value_at(s, w, low + (high - low) * i / GRID, m.x)) {
            dpc_look_try(s, &m);
            record_trial(s, &m);
            if (m.outcome == DPC_HOLDS)
                break;
        }
    mpq_clear(m.x);
}

/* One step of a golden section search: divides the larger part of the window, and drops its worse
   end.  false: no value is left there. */
static bool divide(dpc_solver *s, window *w)
{
    static const double golden = 0.3819660112501051, narrow = 1e-12;
    const double low = coordinate(w, w->low.x), best = coordinate(w, w->best.x),
                 high = coordinate(w, w->high.x);
    const bool up = high - best > best - low;
    const double part = up ? high - best : best - low;
    if (!(part > narrow * (1 + fabs(best))))
        return false;
    dpc_trial m;
    mpq_init(m.x);
    bool goes = value_at(s, w, up ? best + golden * part : best - golden * part, m.x);
    if (!goes && s->integer) { /* it was rounded to an end: take the next whole number */
        mpz_set_ui(mpq_denref(m.x), 1);
        mpz_set(mpq_numref(m.x), mpq_numref(w->best.x));
        if (up)
            mpz_add_ui(mpq_numref(m.x), mpq_numref(m.x), 1);
        else
            mpz_sub_ui(mpq_numref(m.x), mpq_numref(m.x), 1);
        goes = mpq_cmp(m.x, w->low.x) > 0 && mpq_cmp(m.x, w->high.x) < 0;
    }
    if (goes) {
        dpc_look_try(s, &m);
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

/* If no place meets the condition: moves from the best place towards the smallest, or largest,
   result. */
static bool look_between(dpc_solver *s, dpc_trial *a, dpc_trial *b)
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

/* ---- all together ---- */

/* The bounds in the where clause of an integer with few admissible values; false: many. */
static bool few_values(const dpc_solver *s, mpq_t low, mpq_t high)
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

/* Tries all values of an integer with few of them, starting on the wanted side. */
static bool try_all(dpc_solver *s, dpc_trial *a, dpc_trial *b)
{
    mpq_t low, high, one;
    mpq_inits(low, high, one, NULL);
    mpq_set_ui(one, 1, 1);
    bool found = false;
    if (few_values(s, low, high)) {
        const bool down = s->want < 0;
        dpc_trial *next = down ? a : b, *last = down ? b : a;
        mpq_sub(low, low, one);
        mpq_add(high, high, one);
        mpq_set(last->x, down ? high : low);
        dpc_look_try(s, last);
        while (!found && mpq_cmp(last->x, down ? low : high) != 0) {
            if (down)
                mpq_sub(next->x, last->x, one);
            else
                mpq_add(next->x, last->x, one);
            dpc_look_try(s, next);
            record_trial(s, next);
            found = change(s, a, b) != NO_CHANGE;
            if (!found)
                copy_trial(last, next);
        }
    }
    mpq_clears(low, high, one, NULL);
    return found;
}

/* Sets *a and *b if the values at which the condition holds end between them, in a better way than
 *kind. */
static void note_change(const dpc_solver *s, change_kind *kind, dpc_trial *a, dpc_trial *b,
                        const dpc_trial *before, const dpc_trial *after)
{
    const change_kind found = change(s, before, after);
    if (found > *kind) {
        *kind = found;
        copy_trial(a, before);
        copy_trial(b, after);
    }
}

/* Tries whole numbers from 1 on, all small ones and then in steps of a tenth, until the condition
   has held and then ceased: the admissible values may be few, and lie between all places. */
static bool try_whole(dpc_solver *s, dpc_trial *a, dpc_trial *b)
{
    enum { LARGEST = 1000000, PART = 10 };
    const uint64_t most_steps = 200000000;
    if (!s->integer || s->question->planned)
        return false;
    dpc_trial last, next;
    mpq_inits(last.x, next.x, NULL);
    dpc_look_try(s, &last); /* 0 */
    change_kind kind = NO_CHANGE;
    uint64_t steps = 0;
    bool held = last.outcome == DPC_HOLDS;
    for (unsigned long x = 1; x <= LARGEST && steps < most_steps && kind != TO_FAILURE;
         x += 1 + x / PART) {
        mpq_set_ui(next.x, x, 1);
        dpc_look_try(s, &next);
        record_trial(s, &next);
        note_change(s, &kind, a, b, &last, &next);
        if ((held && next.outcome != DPC_HOLDS && kind != NO_CHANGE) || s->q->run == NULL ||
            (next.outcome == DPC_UNCLEAR && s->q->run->ending.final))
            break;
        held = held || next.outcome == DPC_HOLDS;
        steps += s->q->run->budget.steps;
        copy_trial(&last, &next);
    }
    mpq_clears(last.x, next.x, NULL);
    return kind != NO_CHANGE;
}

static bool any_holds(const dpc_solver *s)
{
    for (size_t i = 0; i < s->nseen; i++)
        if (s->seen[i].outcome == DPC_HOLDS)
            return true;
    return false;
}

bool dpc_look_change(dpc_solver *s, dpc_trial *a, dpc_trial *b)
{
    const change_kind kind = look_quickly(s, a, b);
    if (s->diag.status == DPC_PARSE || s->diag.status == DPC_NOMEM)
        return false;
    if (kind >= TO_EDGE || holds_from_zero(s, a, b) || kind != NO_CHANGE)
        return true;
    return !any_holds(s) && (try_all(s, a, b) || look_between(s, a, b) || try_whole(s, a, b));
}

/* ---- narrowing ---- */

/* False position on logarithmic scales, with halved weights while one end stays (Illinois);
   bisection if that does not help. */
void dpc_look_refine(dpc_solver *s, dpc_trial *a, dpc_trial *b)
{
    enum { PERIOD = 5 }; /* steps between checks that the bracket gets narrower */
    double ta = dpc_scale_log_approx(a->x), tb = dpc_scale_log_approx(b->x), ea = a->excess,
           eb = b->excess;
    dpc_trial m;
    mpq_init(m.x);
    double before = tb - ta;
    int moved = 0; /* the end that moved last: -1 for a, 1 for b */
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
        dpc_look_try(s, &m);
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
