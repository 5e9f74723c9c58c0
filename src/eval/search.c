/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Each witness is moved on a scale of its own (logarithmic towards the ends of its range): a
   coarse scan, then a golden-section descent, repeated over the witnesses of the group.  What was
   found is rounded to as few digits as the objective allows. */
#include "eval/search.h"

#include "lang/rational.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_WITNESSES = 8, SCAN_POINTS = 64, GOLDEN_STEPS = 90, ROUNDS = 4 };

/* An objective value that neither overflows nor vanishes: its sign and log |x|. */
typedef struct {
    bool admissible;
    int sign;
    double log_abs;
} score;

typedef struct {
    dpc_run *run;
    const dpc_search_task *task;
    size_t n;
    size_t input[MAX_WITNESSES];
    double lo[MAX_WITNESSES], hi[MAX_WITNESSES]; /* range, infinite where open */
    double t[MAX_WITNESSES];                     /* the best place found, on the scale, */
    double x[MAX_WITNESSES];                     /* and its value */
    dpc_diag *why;
} search;

static bool is_int(const search *s, size_t k)
{
    return s->run->code->input[s->input[k]].type->kind == DPC_T_INT;
}

/* The exact rational that stands for a candidate. */
static void to_rational(mpq_t q, double x, bool integer)
{
    mpq_set_d(q, isfinite(x) ? x : 0);
    if (integer) {
        mpz_fdiv_q(mpq_numref(q), mpq_numref(q), mpq_denref(q));
        mpz_set_ui(mpq_denref(q), 1);
    }
}

static dpc_status run_once(search *s, unsigned long prec)
{
    dpc_diag_reset(s->why);
    return dpc_run_block(s->run, s->task->begin, s->task->end, prec, s->why);
}

static score evaluate_current(search *s)
{
    enum { FIRST_PREC = 64, LAST_PREC = 512 };
    dpc_status status = DPC_UNDECIDED;
    for (unsigned long prec = FIRST_PREC; prec <= LAST_PREC && status == DPC_UNDECIDED; prec *= 2) {
        status = run_once(s, prec);
        if (s->run->hopeless)
            break;
    }
    score r = {.admissible = status == DPC_OK};
    if (!r.admissible)
        return r;
    const dpc_run *run = s->run;
    const dpc_slot *slot = &run->slot[s->task->objective];
    const void *element = run->element + (size_t)s->task->objective * run->domain->size;
    if (slot->exact && !slot->enclosed)
        run->domain->set_q((void *)(run->element + (size_t)s->task->objective * run->domain->size),
                           slot->q, run->prec);
    r.log_abs = run->domain->log_abs_approx(element);
    double x = run->domain->approx(element);
    r.sign = r.log_abs == -HUGE_VAL ? 0 : signbit(x) ? -1 : 1;
    if (s->task->maximise)
        r.sign = -r.sign;
    return r;
}

static void give(search *s, size_t k, const mpq_t q)
{
    mpq_set(s->task->value[s->input[k]], q);
    dpc_run_set_input(s->run, s->input[k], q);
}

static score evaluate(search *s, size_t k, double x)
{
    mpq_t q;
    mpq_init(q);
    to_rational(q, x, is_int(s, k));
    give(s, k, q);
    mpq_clear(q);
    return evaluate_current(s);
}

/* How much worse a is than b, relatively; 0 or less if it is not worse. */
static double worse_by(score a, score b)
{
    if (!a.admissible)
        return HUGE_VAL;
    if (!b.admissible || a.sign < b.sign)
        return -HUGE_VAL;
    if (a.sign > b.sign)
        return HUGE_VAL;
    return a.sign == 0 ? 0 : a.sign * (a.log_abs - b.log_abs);
}

/* How many powers of e the scale of witness k covers towards each end.  A wide range takes more, so
   that places at a distance of about 1 from its ends are still reached: 1 < alpha <= 1/delta. */
static double span(const search *s, size_t k)
{
    enum { LEAST_SPAN = 45 };
    const double width = s->hi[k] - s->lo[k];
    return isfinite(width) && width > 1 ? LEAST_SPAN + log(width) : LEAST_SPAN;
}

/* The scale: t in [-1, 1] to the range of witness k, ends included where they are finite. */
static double scaled(const search *s, size_t k, double t)
{
    const double lo = s->lo[k], hi = s->hi[k], powers = span(s, k);
    if (t <= -1 && isfinite(lo))
        return lo;
    if (t >= 1 && isfinite(hi))
        return hi;
    if (isfinite(lo) && isfinite(hi))
        return t <= 0 ? lo + (hi - lo) * exp(powers * t) / 2
                      : hi - (hi - lo) * exp(-powers * t) / 2;
    if (isfinite(lo))
        return lo + exp(powers * t);
    if (isfinite(hi))
        return hi - exp(-powers * t);
    return copysign(expm1(powers * fabs(t)), t) * 1e-6;
}

/* Reads what the where clause says about the range.  Its parts are evaluated from left to right,
   so a value that satisfies the first part is needed to learn the next one. */
static void learn_range(search *s, size_t k)
{
    const dpc_input *in = &s->run->code->input[s->input[k]];
    s->lo[k] = -HUGE_VAL;
    s->hi[k] = HUGE_VAL;
    double trial = 0;
    for (int round = 0; round < 3; round++) {
        mpq_t q;
        mpq_init(q);
        to_rational(q, trial, is_int(s, k));
        give(s, k, q);
        mpq_clear(q);
        (void)run_once(s, 64);
        for (size_t h = 0; h < in->nhints; h++) {
            uint32_t slot = in->hint[h].slot;
            dpc_slot *v = &s->run->slot[slot];
            void *element = s->run->element + (size_t)slot * s->run->domain->size;
            if (!v->exact && !v->enclosed)
                continue;
            if (v->exact)
                s->run->domain->set_q(element, v->q, 64);
            double bound = s->run->domain->approx(element);
            if (in->hint[h].upper && bound < s->hi[k])
                s->hi[k] = bound;
            if (!in->hint[h].upper && bound > s->lo[k])
                s->lo[k] = bound;
        }
        s->t[k] = isfinite(s->hi[k]) ? -0.05 : 0.0;
        trial = is_int(s, k) ? (isfinite(s->lo[k]) ? s->lo[k] + 1 : 1) : scaled(s, k, s->t[k]);
    }
    s->x[k] = trial;
    mpq_t q;
    mpq_init(q);
    to_rational(q, trial, is_int(s, k));
    give(s, k, q);
    mpq_clear(q);
}

/* Makes the objective small in witness k alone; the value stays with the run. */
static score descend(search *s, size_t k)
{
    double m = s->t[k], best_x = s->x[k];
    score best = evaluate(s, k, best_x), at;
    /* neighbours differ by a factor of at most e^4 in their distance from an end */
    const int points = span(s, k) > 2 * SCAN_POINTS ? (int)(span(s, k) / 2) : SCAN_POINTS;
    double last_x = NAN;
    for (int i = 0; i <= points; i++) {
        double t = -1 + 2.0 * i / points, x = scaled(s, k, t);
        if (x == last_x)
            continue; /* so near to the end that doubles do not tell */
        last_x = x;
        at = evaluate(s, k, x);
        if (worse_by(at, best) < 0) {
            best = at;
            m = t;
            best_x = x;
        }
    }
    /* a triple a < m < b with the best value in the middle; places that are not admissible are
       worse than all others, so that an optimum on the edge of the admissible is found too */
    double a = m - 2.0 / points, b = m + 2.0 / points;
    for (int i = 0; i < GOLDEN_STEPS && best.admissible; i++) {
        const double part = 0.381966011250105;
        bool right = b - m > m - a;
        double probe = right ? m + part * (b - m) : m - part * (m - a);
        at = evaluate(s, k, scaled(s, k, probe));
        if (worse_by(at, best) < 0) {
            if (right)
                a = m;
            else
                b = m;
            m = probe;
            best = at;
            best_x = scaled(s, k, probe);
        } else if (right)
            b = probe;
        else
            a = probe;
    }
    if (is_int(s, k)) {
        best_x = floor(best_x);
        for (double step = 1; step != 0;) { /* neighbours, as long as they are better */
            at = evaluate(s, k, best_x + step);
            if (worse_by(at, best) < 0) {
                best = at;
                best_x += step;
            } else
                step = step > 0 ? -1 : 0;
        }
    }
    s->t[k] = m;
    s->x[k] = best_x;
    (void)evaluate(s, k, best_x);
    return best;
}

/* The shortest decimal near the witness with which the objective is as good. */
static void shorten(search *s, size_t k, score best)
{
    const double tolerance = pow(10, -(double)(s->task->digits < 14 ? s->task->digits + 2 : 16));
    mpq_t q;
    mpq_init(q);
    for (int digits = 1; digits <= 17; digits++)
        for (int shift = 0; shift < 3; shift++) {
            /* nearest, then a unit of the last digit below and above */
            char text[64];
            double unit = s->x[k] == 0 ? 0 : pow(10, floor(log10(fabs(s->x[k]))) - (digits - 1));
            double x = shift == 0 ? s->x[k] : shift == 1 ? s->x[k] - unit / 2 : s->x[k] + unit / 2;
            (void)snprintf(text, sizeof text, "%.*e", digits - 1, x);
            dpc_diag_reset(s->why);
            if (dpc_rational_parse(q, text, strlen(text), "witness", s->why) != DPC_OK)
                continue;
            give(s, k, q);
            if (worse_by(evaluate_current(s), best) <= tolerance) {
                mpq_clear(q);
                return;
            }
        }
    mpq_clear(q);
    (void)evaluate(s, k, s->x[k]);
}

bool dpc_search(dpc_run *run, const dpc_search_task *task, dpc_diag *why)
{
    search s = {.run = run, .task = task, .why = why};
    for (size_t i = task->first; i < task->last && s.n < MAX_WITNESSES; i++)
        if (!task->fixed[i] && run->code->input[i].role != DPC_INPUT_PARAM)
            s.input[s.n++] = i;
    for (size_t k = 0; k < s.n; k++)
        learn_range(&s, k);
    score best = {.admissible = false};
    for (int round = 0; round < (s.n > 1 ? ROUNDS : 1); round++)
        for (size_t k = 0; k < s.n; k++)
            best = descend(&s, k);
    for (size_t k = 0; k < s.n && best.admissible; k++)
        if (!is_int(&s, k))
            shorten(&s, k, best);
    if (!best.admissible)
        return false;
    dpc_diag_reset(why);
    return true;
}
