/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Each witness is moved on a scale of its own (logarithmic towards the ends of its range): a coarse
   scan, then a golden-section descent, repeated over the witnesses of the group.  If the descent
   finds a plateau, it also looks for a narrow dip at the plateau's edge.  The optimum is rounded to
   as few digits as the objective allows. */
#include "guess/search.h"

#include "arith/rounded.h"
#include "base/watch.h"
#include "guess/digits.h"
#include "guess/scale.h"
#include "run/raise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_WITNESSES = 8,
    SCAN_POINTS = 64,
    GOLDEN_STEPS = 90,
    ROUNDS = 4,
    LEAST_POWERS = 45,    /* powers of e that a scale covers towards each end at first */
    MAX_WORK = 1000000000 /* steps after which the search ends with the best so far */
};

/* A value of the objective that neither overflows nor underflows: its sign and log |x|. */
typedef struct {
    bool admissible;
    int sign;
    double log_abs;
} score;

/* A candidate: a distance from an end of the range (from 0 if there is no end), so that places next
   to an end stay distinct even if doubles would round them together. */
typedef struct {
    int end; /* -1: lower end plus distance; 1: upper end minus distance; 0: the distance itself */
    double distance; /* times 2^power */
    long power;      /* not 0 if no double holds the distance */
} place;

typedef struct {
    bool has_lo, has_hi;
    mpq_t lo, hi;     /* the bounds in the where clause */
    double log_width; /* of hi - lo; infinite if there is no bound */
    double powers;    /* powers of e that the scale covers towards each end */
    double t;         /* the best place found, on the scale */
    place best;
    int digits; /* after rounding */
} witness;

typedef struct {
    dpc_run *run;
    const dpc_search_task *task;
    size_t n;
    size_t input[MAX_WITNESSES];
    witness w[MAX_WITNESSES];
    uint64_t work; /* steps that the search has taken */
    dpc_diag *why;
} search;

static bool is_int(const search *s, size_t k)
{
    return s->run->code->input[s->input[k]].type->kind == DPC_T_INT;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the type is that of any pass */
static dpc_status run_once(void *data, unsigned long *bits, dpc_diag *why)
{
    search *s = data;
    dpc_status status = dpc_run_block(s->run, s->task->begin, s->task->end, *bits, why);
    s->work = dpc_watch_stopped() ? MAX_WORK : s->work + s->run->budget.steps;
    return status;
}

/* The relative loss of the objective allowed for a rounded witness. */
static double tolerance_of(const search *s)
{
    return pow(10, -(double)(s->task->digits < 14 ? s->task->digits + 2 : 16));
}

/* Whether the objective has enough digits to compare candidates and to measure the loss by
   rounding.  The logarithm of a number close to 1, for example, may have no digits at first. */
static bool objective_is_known(void *data, bool last)
{
    const search *s = data;
    const unsigned long enough = s->task->digits < 14 ? s->task->digits + 3 : 17;
    const dpc_run *run = s->run;
    if (last || run->slot[s->task->objective].exact || !run->domain->rigorous)
        return true;
    dpc_bounds b;
    dpc_bounds_init(&b);
    dpc_run_bounds(s->run, s->task->objective, &b);
    const bool known = dpc_certified_digits(&b) >= enough;
    dpc_bounds_clear(&b);
    return known;
}

/* A run at the first precision that is enough, of at most so many bits. */
static dpc_status run_up_to(search *s, unsigned long most, bool (*enough)(void *data, bool last))
{
    enum { FIRST_PREC = 64 };
    const dpc_raise raise = {.run = s->run,
                             .first = FIRST_PREC,
                             .most = most,
                             .cells = DPC_CELLS_OF_NO_PASS,
                             .pass = run_once,
                             .enough = enough,
                             .data = s};
    return dpc_run_raise(&raise, s->why).status;
}

static score evaluate_current(search *s)
{
    enum { LAST_PREC = 512, MOST_PREC = 4096 };
    unsigned long last = s->task->bits > LAST_PREC ? s->task->bits : LAST_PREC;
    if (last > MOST_PREC)
        last = MOST_PREC;
    const dpc_status status = run_up_to(s, last, objective_is_known);
    score r = {.admissible = status == DPC_OK};
    if (!r.admissible)
        return r;
    const dpc_run *run = s->run;
    const dpc_slot *slot = &run->slot[s->task->objective];
    void *element = run->element + (size_t)s->task->objective * run->domain->size;
    if (slot->exact && !slot->enclosed)
        run->domain->set_q(element, slot->q, run->prec);
    r.log_abs = run->domain->log_abs_approx(element);
    double x = run->domain->approx(element);
    if (isnan(x) || r.log_abs == HUGE_VAL)
        r.admissible = false;
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

/* Sets q to an end of the range plus or minus a distance. */
static void from_end(mpq_t q, const witness *w, int end, const mpq_t distance)
{
    if (end < 0)
        mpq_add(q, w->lo, distance);
    else if (end > 0)
        mpq_sub(q, w->hi, distance);
    else
        mpq_set(q, distance);
}

/* Sets q to the exact rational value of a place. */
static void to_rational(mpq_t q, const witness *w, place p, bool integer)
{
    mpq_t distance;
    mpq_init(distance);
    mpq_set_d(distance, isfinite(p.distance) ? p.distance : 0);
    if (p.power >= 0)
        mpq_mul_2exp(distance, distance, (mp_bitcnt_t)p.power);
    else
        mpq_div_2exp(distance, distance, (mp_bitcnt_t)-p.power);
    from_end(q, w, p.end, distance);
    mpq_clear(distance);
    if (integer) {
        mpz_fdiv_q(mpq_numref(q), mpq_numref(q), mpq_denref(q));
        mpz_set_ui(mpq_denref(q), 1);
    }
}

static score evaluate(search *s, size_t k, place p)
{
    mpq_t q;
    mpq_init(q);
    to_rational(q, &s->w[k], p, is_int(s, k));
    give(s, k, q);
    mpq_clear(q);
    return evaluate_current(s);
}

/* The relative loss of a compared with b; 0 or less if a is not worse. */
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

/* The place at distance sign e^log. */
static place at_distance(int end, double log_distance, double sign)
{
    enum { HELD = 600 }; /* by doubles */
    if (fabs(log_distance) < HELD)
        return (place){end, sign * exp(log_distance), 0};
    const double two = log_distance / log(2.0), whole = floor(two);
    return (place){end, sign * exp2(two - whole), (long)whole};
}

/* The scale: t in [-1, 1] to the range, ends included where they are finite. */
static place scaled(const witness *w, double t)
{
    if (t <= -1 && w->has_lo)
        return (place){-1, 0, 0};
    if (t >= 1 && w->has_hi)
        return (place){1, 0, 0};
    if (w->has_lo && w->has_hi)
        return at_distance(t <= 0 ? -1 : 1, w->log_width - log(2.0) - w->powers * fabs(t), 1);
    if (w->has_lo)
        return at_distance(-1, w->powers * t, 1);
    if (w->has_hi)
        return at_distance(1, -w->powers * t, 1);
    if (t == 0)
        return (place){0, 0, 0};
    const double x = w->powers * fabs(t);
    return at_distance(0, (x < 1 ? log(expm1(x)) : x + log1p(-exp(-x))) - 6 * log(10.0),
                       t < 0 ? -1 : 1);
}

/* Takes a bound in the where clause if it is tighter. */
static void take_bound(search *s, witness *w, const dpc_hint *hint)
{
    const dpc_slot *v = &s->run->slot[hint->slot];
    if (!v->exact && !v->enclosed)
        return; /* not evaluated yet */
    mpq_t bound;
    mpq_init(bound);
    if (v->exact)
        mpq_set(bound, v->q);
    else {
        double x =
            s->run->domain->approx(s->run->element + (size_t)hint->slot * s->run->domain->size);
        mpq_set_d(bound, isfinite(x) ? x : 0);
        if (!isfinite(x)) {
            mpq_clear(bound);
            return;
        }
    }
    if (hint->upper && (!w->has_hi || mpq_cmp(bound, w->hi) < 0)) {
        mpq_set(w->hi, bound);
        w->has_hi = true;
    } else if (!hint->upper && (!w->has_lo || mpq_cmp(bound, w->lo) > 0)) {
        mpq_set(w->lo, bound);
        w->has_lo = true;
    }
    mpq_clear(bound);
}

/* Learns the range from the where clause.  Its parts are evaluated from left to right, so a value
   that satisfies the first part is needed to learn the next one. */
static void learn_range(search *s, size_t k)
{
    const dpc_input *in = &s->run->code->input[s->input[k]];
    witness *w = &s->w[k];
    w->best = (place){0, 0, 0};
    for (int round = 0; round < 3; round++) {
        (void)evaluate(s, k, w->best);
        for (size_t h = 0; h < in->nhints; h++)
            take_bound(s, w, &in->hint[h]);
        w->log_width = HUGE_VAL;
        if (w->has_lo && w->has_hi) {
            mpq_t width;
            mpq_init(width);
            mpq_sub(width, w->hi, w->lo);
            w->log_width = dpc_scale_log_approx(width);
            mpq_clear(width);
        }
        if (w->log_width == -HUGE_VAL) /* one point */
            w->log_width = 0;
        /* a wide range needs more powers to reach places at a distance of about 1 from its ends: 1
           < alpha <= 1/delta */
        w->powers = LEAST_POWERS + (isfinite(w->log_width) ? fmax(w->log_width, 0) : 0);
        w->t = w->has_hi ? -0.05 : 0.0;
        w->best = is_int(s, k) && w->has_lo ? (place){-1, 1, 0} : scaled(w, w->t);
    }
    (void)evaluate(s, k, w->best);
}

/* Evaluates places between two on the scale of witness k, ends included; returns the best, at least
   as good as `best`. */
static score scan(search *s, size_t k, score best, double from, double to, int points)
{
    witness *w = &s->w[k];
    for (int i = 0; i <= points && s->work < MAX_WORK; i++) {
        double t = from + (to - from) * i / points;
        place p = scaled(w, t);
        score at = evaluate(s, k, p);
        if (worse_by(at, best) < 0) {
            best = at;
            w->t = t;
            w->best = p;
        }
    }
    return best;
}

/* The largest number of powers on a scale: towards 0 as far as certificates can hold the numbers;
   towards another end only while the numbers stay short (a small end may have neighbours as small);
   without an end, no further than occurs in practice. */
static double most_powers(bool has_end, const mpq_t end)
{
    enum { AT_ZERO = 11400, AT_END = 200, OPEN = 800 };
    if (!has_end)
        return OPEN;
    return mpq_sgn(end) == 0 ? AT_ZERO : AT_END + 4 * fmax(0, -dpc_scale_log_approx(end));
}

/* Whether the objective is as good further inside the scale.  Then nothing better lies beyond its
   end, and the place inside is taken. */
static bool is_flat(search *s, size_t k, score *best)
{
    const double inside = 0.7, flat = 1e-12;
    witness *w = &s->w[k];
    if (!best->admissible)
        return false;
    const double t = inside * w->t;
    const place p = scaled(w, t);
    const score at = evaluate(s, k, p);
    if (worse_by(at, *best) > flat)
        return false;
    *best = at;
    w->t = t;
    w->best = p;
    return true;
}

/* Scans the whole scale; *apart: the distance of neighbours on it.  If the best place is the last
   one towards an end, or there is none, the scale grows and its new part is scanned. */
static score look_everywhere(search *s, size_t k, score best, double *apart)
{
    enum { GROWTH = 4 };
    const double least_growth = 3.9;
    witness *w = &s->w[k];
    /* neighbours differ by a factor of at most e^4 in their distance from an end */
    int points = w->powers > 2 * SCAN_POINTS ? (int)(w->powers / 2) : SCAN_POINTS;
    best = scan(s, k, best, -1, 1, points);
    *apart = 2.0 / points;
    while (!is_int(s, k) && s->work < MAX_WORK) {
        const double edge = 1 - 1.5 * *apart;
        const bool blind = !best.admissible, near_lo = w->t<-edge, near_hi = w->t> edge;
        const double most_lo = most_powers(w->has_lo && !blind, w->lo);
        const double most_hi = most_powers(w->has_hi && !blind, w->hi);
        const double longer = fmin(w->powers * GROWTH, fmax(most_lo, most_hi));
        const double growth = longer / w->powers;
        if (growth < least_growth)
            break;
        const bool low = longer <= most_lo && (blind || (near_lo && (w->t > -1 || !w->has_lo)));
        const bool high = longer <= most_hi && (blind || (near_hi && (w->t < 1 || !w->has_hi)));
        if ((!low && !high) || is_flat(s, k, &best))
            break;
        w->powers = longer;
        w->t /= growth;
        *apart = 2 * (1 - 1 / growth) / SCAN_POINTS;
        if (low)
            best = scan(s, k, best, -1, -1 / growth, SCAN_POINTS / 2);
        if (high)
            best = scan(s, k, best, 1 / growth, 1, SCAN_POINTS / 2);
    }
    return best;
}

/* Whether two scores are equal up to the rounding of their logarithms. */
static bool same(score a, score b)
{
    return fabs(worse_by(a, b)) <= 1e-12;
}

/* Finds the edge of a plateau of value *best from t on, in doubling steps and by bisection.  An
   objective that rises steeply on one side of its optimum and tends to a limit on the other has its
   optimum there, in a dip that is narrow on the scale.  Returns whether a better place was
   found. */
static bool look_at_edge(search *s, size_t k, double t, double step, score *best)
{
    enum { STEPS = 20 };
    witness *w = &s->w[k];
    bool outside = false;
    double out = 0;
    for (int i = 0; i < STEPS && s->work < MAX_WORK; i++) {
        const double probe = outside ? (t + out) / 2 : t + step;
        if (fabs(probe) > 1)
            break;
        const place p = scaled(w, probe);
        const score at = evaluate(s, k, p);
        if (same(at, *best)) {
            t = probe;
            step *= 2;
        } else if (worse_by(at, *best) < 0) {
            *best = at;
            w->t = probe;
            w->best = p;
            return true;
        } else {
            out = probe;
            outside = true;
        }
    }
    return false;
}

/* The vertex of the parabola through three scores, the outer ones l and r away from the middle; nan
   if there is none. */
static double vertex(score a, score m, score b, double l, double r)
{
    const double left = worse_by(a, m), right = worse_by(b, m);
    return isfinite(left) && isfinite(right) && left + right > 0
               ? (left * r * r - right * l * l) / (2 * (left * r + right * l))
               : (double)NAN;
}

/* Minimises the objective in witness k alone; the run keeps the value.  A later round starts where
   the previous one ended. */
static score descend(search *s, size_t k, bool look_around)
{
    witness *w = &s->w[k];
    score best = evaluate(s, k, w->best), at;
    double apart = fmin(4 / w->powers, 2.0 / SCAN_POINTS);
    if (look_around)
        best = look_everywhere(s, k, best, &apart);
    /* a triple a < m < b with the best value in the middle; inadmissible places are worse than all
       others, so that an optimum on the edge of admissibility is found too */
    double a = w->t - apart, b = w->t + apart;
    score at_a = {.admissible = false}, at_b = at_a;
    bool level = false; /* a plateau was found */
    for (int i = 0; i < GOLDEN_STEPS && best.admissible && s->work < MAX_WORK; i++) {
        const double part = 0.381966011250105, flat = 1e-15;
        const double m = w->t;
        if (b - a < 1e-16 * fabs(m) || (worse_by(at_a, best) < flat && worse_by(at_b, best) < flat))
            break;
        bool right = b - m > m - a;
        double probe = right ? m + part * (b - m) : m - part * (m - a);
        if (i % 2 == 1) { /* golden sections alternate with parabolas */
            const double least = 1e-3 * fmin(m - a, b - m);
            const double away = vertex(at_a, best, at_b, m - a, b - m);
            if (fabs(away) > least && m + away > a + least && m + away < b - least)
                probe = m + away;
            right = probe > m;
        }
        place p = scaled(w, probe);
        at = evaluate(s, k, p);
        if (!level && !is_int(s, k) && fabs(probe - m) > apart / 1000 && same(at, best)) {
            level = true;
            if (look_at_edge(s, k, fmin(m, probe), -apart, &best) ||
                look_at_edge(s, k, fmax(m, probe), apart, &best)) {
                a = w->t - apart;
                b = w->t + apart;
                at_a.admissible = at_b.admissible = false;
                continue;
            }
        }
        if (worse_by(at, best) < 0) {
            if (right) {
                a = m;
                at_a = best;
            } else {
                b = m;
                at_b = best;
            }
            w->t = probe;
            w->best = p;
            best = at;
        } else if (right) {
            b = probe;
            at_b = at;
        } else {
            a = probe;
            at_a = at;
        }
    }
    if (is_int(s, k)) {
        /* tries neighbours while they are better; a place counts upwards from the lower end */
        for (int step = 1; step != 0 && s->work < MAX_WORK;) {
            place p = w->best;
            p.distance += p.end > 0 ? -step : step;
            at = evaluate(s, k, p);
            if (worse_by(at, best) < 0) {
                best = at;
                w->best = p;
            } else
                step = step > 0 ? -1 : 0;
        }
    }
    (void)evaluate(s, k, w->best);
    return best;
}

/* Sets q to x rounded to this many digits: to the nearest first, then the other way. */
static bool few_digits(mpq_t q, const mpq_t x, int digits, int attempt)
{
    mpq_t end[2], d;
    mpq_inits(end[0], end[1], d, NULL);
    bool good = true;
    for (int up = 0; up < 2; up++)
        good = dpc_rounded_decimal(end[up], x, (unsigned long)digits, up == 1) && good;
    mpq_add(d, end[0], end[1]);
    mpq_div_2exp(d, d, 1);
    const int nearest = mpq_cmp(x, d) >= 0;
    mpq_set(q, end[attempt == 0 ? nearest : 1 - nearest]);
    mpq_clears(end[0], end[1], d, NULL);
    return good;
}

/* Sets the witness to q, which is rounded, if the objective is as good there. */
static bool as_good(search *s, size_t k, const mpq_t q, score best, double tolerance)
{
    give(s, k, q);
    return worse_by(evaluate_current(s), best) <= tolerance;
}

/* Replaces the witness by the shortest decimal near it with which the objective is as good: its
   value rounded or, next to an end of the range, its distance from that end rounded.  Tries no
   fewer than `least` digits. */
static bool shorten_to(search *s, size_t k, score best, int least, double tolerance)
{
    enum { MOST = 17 };
    witness *w = &s->w[k];
    mpq_t exact, distance, q;
    mpq_inits(exact, distance, q, NULL);
    to_rational(exact, w, w->best, false);
    to_rational(distance, w, (place){0, w->best.distance, w->best.power}, false);
    const bool near_end = w->best.end != 0 && dpc_scale_log_approx(distance) <
                                                  dpc_scale_log_approx(exact) - 3 * log(10.0);
    bool found = false;
    for (int from = 0; from < (near_end ? 2 : 1) && !found; from++)
        for (int digits = least; digits <= MOST && !found && s->work < MAX_WORK; digits++)
            for (int attempt = 0; attempt < 2 && !found; attempt++) {
                dpc_diag_reset(s->why);
                if (!few_digits(q, from == 0 ? exact : distance, digits, attempt))
                    continue;
                if (from == 1)
                    from_end(q, w, w->best.end, q);
                found = as_good(s, k, q, best, tolerance);
                w->digits = digits;
            }
    if (!found)
        give(s, k, exact);
    mpq_clears(exact, distance, q, NULL);
    return found;
}

/* Shortens the witness.  If the objective is not known well enough to show that nothing is lost,
   only a small loss is allowed. */
static void shorten(search *s, size_t k, score best, int least)
{
    enum { LONG = 12, LITTLE = 10 };
    const double tolerance = tolerance_of(s);
    if (!shorten_to(s, k, best, least, tolerance) &&
        !shorten_to(s, k, best, LONG, LITTLE * tolerance))
        (void)evaluate_current(s);
}

/* The whole search in one arithmetic; task->value and the run keep the witnesses found. */
static score search_in(search *s)
{
    for (size_t k = 0; k < s->n; k++)
        learn_range(s, k);
    score best = {.admissible = false};
    for (int round = 0; round < (s->n > 1 ? ROUNDS : 1); round++)
        for (size_t k = 0; k < s->n; k++)
            best = descend(s, k, round < 2);
    for (size_t k = 0; k < s->n && best.admissible; k++)
        if (!is_int(s, k))
            shorten(s, k, best, 1);
    return best;
}

/* Sets q to `here` moved by a part of its distance from 0 or from 1. */
static void move(mpq_t q, const mpq_t here, int from, double part)
{
    mpq_t factor, origin;
    mpq_inits(factor, origin, NULL);
    mpq_set_si(origin, from, 1);
    mpq_set_d(factor, 1 + part);
    mpq_sub(q, here, origin);
    mpq_mul(q, q, factor);
    mpq_add(q, q, origin);
    mpq_clears(factor, origin, NULL);
}

/* The score with witness k moved. */
static score moved(search *s, size_t k, const mpq_t here, int from, double part)
{
    mpq_t q;
    mpq_init(q);
    move(q, here, from, part);
    give(s, k, q);
    mpq_clear(q);
    return evaluate_current(s);
}

/* Whether witness k is good at its place: neither a small nor a larger move gives a clearly better
   value, nor does the vertex of a parabola, which helps where doubles cannot distinguish values. */
static bool is_settled_at(search *s, size_t k, const mpq_t here, int from, score best)
{
    static const double parts[] = {-0.02, -1e-10, 1e-10, 0.02};
    const double clearly = 1e-11, step = 1e-4;
    for (int i = 0; i < 4; i++)
        if (worse_by(moved(s, k, here, from, parts[i]), best) <= -clearly)
            return false;
    const score a = moved(s, k, here, from, -step), b = moved(s, k, here, from, step);
    const double left = worse_by(a, best), right = worse_by(b, best);
    if (fmin(left, right) <= -clearly)
        return false;
    if (!isfinite(left) || !isfinite(right) || left + right <= 0 ||
        (left - right) * (left - right) < 8 * clearly * (left + right))
        return true;
    const double away = vertex(a, best, b, step, step);
    return worse_by(moved(s, k, here, from, away), best) > -clearly;
}

static bool is_settled(search *s, score best)
{
    bool settled = true;
    mpq_t here;
    mpq_init(here);
    for (size_t k = 0; k < s->n && settled; k++) {
        if (is_int(s, k))
            continue;
        mpq_set(here, s->task->value[s->input[k]]);
        for (int from = 0; from < 2 && settled; from++)
            settled = is_settled_at(s, k, here, from, best);
        give(s, k, here);
    }
    mpq_clear(here);
    return settled;
}

/* Searches in plain doubles.  The witnesses count if the objective has the same value in the run's
   own arithmetic, and if no neighbour is better. */
static bool search_quickly(search *s, dpc_run *run)
{
    const double equal = 1e-11;
    s->run = s->task->quick;
    const score seen = search_in(s);
    s->run = run;
    if (!seen.admissible)
        return false;
    for (size_t k = 0; k < s->n; k++)
        dpc_run_set_input(run, s->input[k], s->task->value[s->input[k]]);
    score there = evaluate_current(s);
    if (!there.admissible) { /* at the edge of admissibility: other or less rounding may help */
        for (size_t k = 0; k < s->n; k++)
            if (!is_int(s, k))
                shorten(s, k, seen, s->w[k].digits);
        there = evaluate_current(s);
    }
    return there.admissible && fabs(worse_by(there, seen)) < equal && is_settled(s, there) &&
           evaluate_current(s).admissible;
}

static void search_init(search *s, dpc_run *run, const dpc_search_task *task, dpc_diag *why)
{
    *s = (search){.run = run, .task = task, .why = why};
    for (size_t i = task->first; i < task->last && s->n < MAX_WITNESSES; i++)
        if (!task->fixed[i] && run->code->input[i].role != DPC_INPUT_PARAM &&
            !dpc_type_has_records(run->code->input[i].type)) {
            mpq_inits(s->w[s->n].lo, s->w[s->n].hi, NULL);
            s->w[s->n].digits = 1;
            s->input[s->n++] = i;
        }
}

static void search_clear(search *s)
{
    for (size_t k = 0; k < s->n; k++)
        mpq_clears(s->w[k].lo, s->w[k].hi, NULL);
}

/* ---- the edge of what is admissible ---- */

/* For run_up_to: that the run came to its end is enough. */
static bool any_value(void *data, bool last)
{
    (void)data;
    (void)last;
    return true;
}

/* For a witness that is its own objective: sets it to goal e^-falls_short (goal e^falls_short for a
   minimum) with few digits; returns whether this value is shown to be admissible. */
static bool is_admissible_short_of(search *s, double falls_short)
{
    enum { LAST_PREC = 256 };
    const bool up = !s->task->maximise;
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, exp(up ? falls_short : -falls_short));
    mpq_mul(q, q, s->task->goal);
    dpc_status status = DPC_UNDECIDED;
    if (dpc_rounded_decimal(q, q, s->task->digits + 2, up)) {
        give(s, 0, q);
        status = run_up_to(s, LAST_PREC, any_value);
    }
    mpq_clear(q);
    return status == DPC_OK;
}

/* The least distance of the objective from the goal, to within `close`, in this arithmetic;
   infinite if no admissible value is found. */
static double edge_in(search *s, dpc_run *run, double close)
{
    enum { GROWTH = 16 };
    const double most = 500;
    dpc_run *own = s->run;
    s->run = run;
    double bad = 0, good = close;
    while (good < most && !is_admissible_short_of(s, good)) {
        bad = good;
        good *= GROWTH;
    }
    while (good < most && good - bad > close) {
        const double middle = (good + bad) / 2;
        if (is_admissible_short_of(s, middle))
            good = middle;
        else
            bad = middle;
    }
    s->run = own;
    return good < most ? good : HUGE_VAL;
}

/* The same, located with doubles, if this arithmetic finds the edge at the same place. */
static double edge_quickly(search *s, double close)
{
    const double apart = 8 * close;
    const double seen = s->task->quick != NULL ? edge_in(s, s->task->quick, close) : HUGE_VAL;
    if (!isfinite(seen) || (seen > apart && is_admissible_short_of(s, seen - apart)))
        return HUGE_VAL;
    return is_admissible_short_of(s, seen)           ? seen
           : is_admissible_short_of(s, seen + close) ? seen + close
                                                     : HUGE_VAL;
}

/* For a referee that is the best admissible value itself, as `delta >= x` with x attained.  Many
   are next to the bound: one trial there saves a search; otherwise the distance from the bound is
   bisected.  false: a value beyond the bound is admissible too, and the search must look
   everywhere. */
static bool search_edge(search *s)
{
    enum { MOST_DIGITS = 14 }; /* with more digits doubles cannot hold the distance from the goal */
    const double beyond = 1e-6, twice = log(2.0);
    const double close = pow(10, -(double)s->task->digits - 1);
    if (s->n != 1 || is_int(s, 0) || s->task->goal == NULL || mpq_sgn(s->task->goal) <= 0 ||
        s->task->digits > MOST_DIGITS || !s->run->domain->rigorous ||
        s->run->code->input[s->input[0]].slot != s->task->objective)
        return false;
    if (is_admissible_short_of(s, -beyond) || is_admissible_short_of(s, -twice))
        return false;
    double edge = close;
    if (!is_admissible_short_of(s, edge)) {
        edge = edge_quickly(s, close);
        if (!isfinite(edge))
            edge = edge_in(s, s->run, close);
    }
    return isfinite(edge) && is_admissible_short_of(s, edge);
}

bool dpc_search(dpc_run *run, const dpc_search_task *task, dpc_diag *why)
{
    search s;
    search_init(&s, run, task, why);
    bool found = search_edge(&s) || (task->quick != NULL && search_quickly(&s, run));
    search_clear(&s);
    if (!found) {
        search_init(&s, run, task, why);
        found = search_in(&s).admissible;
        search_clear(&s);
    }
    if (found)
        dpc_diag_reset(why);
    return found;
}
