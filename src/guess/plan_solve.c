/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Finds the plan of each call of the exact accountant.  If epsilon itself is a witness, also finds
   the epsilon at which the larger direction meets the number that the call is compared with. */
#include "guess/plan_solve.h"

#include "arith/arith.h"
#include "arith/rounded.h"
#include "guess/plan_inversion.h"
#include "method/inversion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_DIGITS = 2 };

typedef dpc_planned_call one_call;
typedef dpc_planning plan;

/* ---- values ---- */

/* Sets q to the middle of the enclosure of a slot; false if the slot has no value. */
static bool about(dpc_run *run, uint32_t slot, mpq_t q)
{
    enum { MAX_EXPONENT = 1 << 20 };
    if (run->slot[slot].exact) {
        mpq_set(q, run->slot[slot].q);
        return true;
    }
    dpc_bounds b;
    dpc_bounds_init(&b);
    dpc_run_bounds(run, slot, &b);
    const bool known = b.finite && b.lo_exp > -MAX_EXPONENT && b.lo_exp < MAX_EXPONENT &&
                       b.hi_exp > -MAX_EXPONENT && b.hi_exp < MAX_EXPONENT;
    if (known) {
        const int64_t least = b.lo_exp < b.hi_exp ? b.lo_exp : b.hi_exp;
        mpz_mul_2exp(b.lo_man, b.lo_man, (mp_bitcnt_t)(b.lo_exp - least));
        mpz_mul_2exp(b.hi_man, b.hi_man, (mp_bitcnt_t)(b.hi_exp - least));
        mpz_add(b.lo_man, b.lo_man, b.hi_man);
        mpq_set_z(q, b.lo_man);
        if (least > 0)
            mpq_mul_2exp(q, q, (mp_bitcnt_t)least);
        else
            mpq_div_2exp(q, q, (mp_bitcnt_t)-least);
        mpq_div_2exp(q, q, 1);
    }
    dpc_bounds_clear(&b);
    return known;
}

/* The mechanism of a call, with the call's present direction. */
static const dpc_mechanism *mechanism(one_call *c)
{
    c->m.remove = mpq_sgn(c->value[DPC_INV_SIDE]) != 0;
    return &c->m;
}

/* Whether the least epsilon is wanted rather than the largest. */
static bool is_upper(const plan *p)
{
    return p->call[0].goal->rel == '<';
}

/* ---- evaluation ---- */

static double log_rational(mpq_srcptr q)
{
    long n = 0, d = 0;
    const double x = mpz_get_d_2exp(&n, mpq_numref(q)), y = mpz_get_d_2exp(&d, mpq_denref(q));
    return log(x / y) + (double)(n - d) * log(2.0);
}

/* log (man 2^exp / target), precise where the ratio is near 1; no target: log (man 2^exp). */
static double log_ratio(const mpz_t man, int64_t exp, mpq_srcptr target)
{
    enum { MAX_EXPONENT = 1 << 20 };
    if (mpz_sgn(man) <= 0)
        return -HUGE_VAL;
    long e = 0;
    double value = log(mpz_get_d_2exp(&e, man));
    value += ((double)e + (double)exp) * log(2.0);
    if (target == NULL)
        return value;
    value -= log_rational(target);
    if (fabs(value) > 0.5 || exp > MAX_EXPONENT || exp < -MAX_EXPONENT)
        return value;
    mpq_t r, one;
    mpq_inits(r, one, NULL);
    mpq_set_z(r, man);
    if (exp >= 0)
        mpq_mul_2exp(r, r, (mp_bitcnt_t)exp);
    else
        mpq_div_2exp(r, r, (mp_bitcnt_t)-exp);
    mpq_div(r, r, target);
    mpq_set_ui(one, 1, 1);
    mpq_sub(r, r, one);
    value = log1p(mpq_get_d(r));
    mpq_clears(r, one, NULL);
    return value;
}

/* Sets lo and hi to the logarithms of the ends of the call's enclosure at its plan, relative to the
   target; false: it failed, or took more steps than the query allows. */
static bool evaluate(const plan *p, one_call *c, mpq_srcptr target, double *lo, double *hi)
{
    const dpc_domain *dom = dpc_domain_fast;
    dpc_method_call call = {.dom = dom,
                            .prec = p->task->bits,
                            .arg = c->arg,
                            .max_work = p->task->run->budget.max_steps};
    void *element = calloc(1, dom->size);
    if (element == NULL)
        return false;
    dom->init(element);
    dpc_bounds b;
    dpc_bounds_init(&b);
    bool done = dpc_memo_call(p->task->memo, c->method->method, &call, element) == DPC_OK;
    if (done)
        dom->bounds(&b, element);
    done = done && b.finite;
    if (done) {
        *lo = log_ratio(b.lo_man, b.lo_exp, target);
        *hi = log_ratio(b.hi_man, b.hi_exp, target);
    }
    dpc_bounds_clear(&b);
    dom->clear(element);
    free(element);
    return done;
}

/* ---- plans ---- */

static double largest(const plan *p)
{
    double log_delta = -HUGE_VAL;
    for (size_t i = 0; i < p->n; i++)
        log_delta = fmax(log_delta, p->call[i].log_delta);
    return log_delta;
}

/* Plans all calls at their eps for this width relative to the largest value, and again if the
   estimates prove wrong: they are too large if most of the law is below eps. */
static void plan_all(plan *p, double log_relative)
{
    enum { ROUNDS = 5, LESS = 10, MOST_BLIND = 2 };
    for (size_t i = 0; i < p->n; i++) {
        one_call *c = &p->call[i];
        c->log_delta =
            dpc_mechanism_log_delta_approx(mechanism(c), mpq_get_d(c->value[DPC_INV_EPS]));
    }
    double estimate = largest(p);
    int blind = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double known = -HUGE_VAL;
        bool seen = false;
        for (size_t i = 0; i < p->n; i++) {
            one_call *c = &p->call[i];
            double lo, hi;
            dpc_inversion_plan(c->method->method, c->arg, estimate + log_relative, c->value);
            if (round + 1 < ROUNDS && evaluate(p, c, NULL, &lo, &hi)) {
                known = fmax(known, lo > hi - LESS ? lo : hi - LESS);
                seen = seen || lo > hi - LESS;
            }
        }
        blind += !seen;
        if (known == -HUGE_VAL || known > estimate - 1.5 || blind == MOST_BLIND)
            break;
        estimate = known;
    }
}

/* ---- epsilon as a witness ---- */

static void set_eps(plan *p, const mpq_t eps)
{
    for (size_t i = 0; i < p->n; i++)
        mpq_set(p->call[i].value[DPC_INV_EPS], eps);
}

/* The call whose direction needs the largest eps, approximately; chooses an open direction. */
static one_call *dominating(plan *p, double log_target, double *eps)
{
    one_call *best = NULL;
    *eps = -1;
    for (size_t i = 0; i < p->n; i++) {
        one_call *c = &p->call[i];
        const bool open = c->input[DPC_INV_SIDE] != SIZE_MAX;
        for (int side = open ? 0 : 1; side < 2; side++) {
            (void)mechanism(c);
            c->m.remove = open ? side == 1 : c->m.remove;
            const double at = dpc_mechanism_eps_approx(&c->m, log_target);
            if (at <= *eps)
                continue;
            *eps = at;
            best = c;
            if (open)
                mpq_set_si(c->value[DPC_INV_SIDE], side, 1);
        }
    }
    return best;
}

/* Minus the derivative of log D by eps, approximately: the tilt, or less if the far end is counted
   apart. */
static double slope_of(const one_call *c)
{
    const double theta = mpq_get_d(c->value[DPC_INV_THETA]);
    return mpq_sgn(c->value[DPC_INV_EDGE]) > 0 ? theta / 4 : theta;
}

/* Plans c so that eps gets this many digits. */
static void plan_for_eps(one_call *c, double log_target, double digits)
{
    const double eps = fmax(mpq_get_d(c->value[DPC_INV_EPS]), 1e-30);
    /* a relative change x of delta moves eps by about x over the slope */
    const double relative = fmin(log(slope_of(c) * eps) - (digits + 2) * log(10.0), -3);
    dpc_inversion_plan(c->method->method, c->arg, log_target + relative, c->value);
}

/* The zero of log (D / target) in eps, found by secants within a bracket. */
typedef struct {
    double lo, hi;       /* positive at lo, negative at hi; hi may be infinite */
    double last, last_x; /* the previous point */
    double last_width;   /* of the enclosure there */
    double slope;        /* minus the derivative; 0: not known */
    double at;
} bracket;

/* Places on either side of the zero that enclosures have shown. */
typedef struct {
    double above, below; /* 0 and infinity: none */
} sides;

/* The next point after b->at, where x is the middle of an enclosure of this width. */
static double next_point(bracket *b, double x, double width, double slope)
{
    if (x > 0)
        b->lo = fmax(b->lo, b->at);
    else
        b->hi = fmin(b->hi, b->at);
    /* points a few units in the last place apart, or values that may be equal, give no slope */
    const bool apart = b->last >= 0 && fabs(b->at - b->last) > 1e-13 * b->at &&
                       fabs(b->last_x - x) > 4 * (width + b->last_width);
    const double secant = apart ? (b->last_x - x) / (b->at - b->last) : 0;
    if (secant > 0 && isfinite(secant))
        b->slope = secant;
    else if (b->slope <= 0)
        b->slope = slope;
    b->last = b->at;
    b->last_x = x;
    b->last_width = width;
    double next = b->at + x / b->slope;
    if (!(next > b->lo && next < b->hi) && b->lo != b->at && b->hi != b->at)
        next = (b->lo + b->hi) / 2;
    return fmax(next, 0);
}

/* evaluate() at eps = at.  *planned_at: the eps of the plan (< 0: none); a plan for another eps is
   made again if its enclosure is too wide. */
static bool evaluate_at(const plan *p, one_call *c, mpq_srcptr target, double digits, double at,
                        double *planned_at, double *lo, double *hi)
{
    const double theta = mpq_get_d(c->value[DPC_INV_THETA]), log_target = log_rational(target),
                 much = 0.2;
    bool done = false;
    if (*planned_at >= 0 && fabs(at - *planned_at) * theta <= 2)
        done = evaluate(p, c, target, lo, hi) && (*hi - *lo < much || *planned_at == at);
    if (done)
        return true;
    *planned_at = at;
    plan_for_eps(c, log_target, digits);
    return evaluate(p, c, target, lo, hi);
}

/* Finds the place where c meets the target by frequencies in doubles, which costs little; false:
   they do not tell. */
static bool sketch(one_call *c, mpq_srcptr target, double start, double *at)
{
    enum { ROUNDS = 6, DIGITS = 6 };
    const double log_target = log_rational(target);
    for (int round = 0; round < ROUNDS && start > 0 && isfinite(start); round++) {
        mpq_set_d(c->value[DPC_INV_EPS], start);
        plan_for_eps(c, log_target, DIGITS);
        *at = dpc_mechanism_eps_by_plan(mechanism(c), c->value, start, log_target);
        if (fabs(*at - start) * mpq_get_d(c->value[DPC_INV_THETA]) <= 1)
            return *at > 0;
        start = *at;
    }
    return false;
}

/* Finds the approximate place where c meets the target, with a plan of few digits; false: there is
   none above 0, or enclosures stay too wide to decide. */
static bool approach(const plan *p, one_call *c, mpq_srcptr target, double start, bracket *b,
                     sides *known)
{
    enum { MOST_ROUNDS = 40, MOST_BLIND = 4, MOST_REFUSED = 4 };
    double planned_at = -1;
    int blind = 0, refused = 0;
    *b = (bracket){.lo = 0, .hi = HUGE_VAL, .last = -1, .at = start};
    for (int round = 0; round < MOST_ROUNDS; round++) {
        const double at = isfinite(b->at) ? b->at : 0;
        double lo, hi;
        mpq_set_d(c->value[DPC_INV_EPS], at);
        if (!evaluate_at(p, c, target, FEW_DIGITS, at, &planned_at, &lo, &hi)) {
            /* the start is an estimate, and often far too large for rare events */
            if (at > start || ++refused > MOST_REFUSED)
                return false;
            b->at = at / 4;
            continue;
        }
        if (lo > 0)
            known->above = fmax(known->above, at);
        if (hi < 0)
            known->below = fmin(known->below, at);
        const double x = lo == -HUGE_VAL ? hi - 1 : (lo + hi) / 2;
        if (at == 0 && x <= 0)
            return true; /* delta is not reached even at 0 */
        if (lo <= 0 && hi >= 0 && hi - lo > 1 && ++blind == MOST_BLIND)
            return false;
        b->at = next_point(b, x, lo == -HUGE_VAL ? 1 : hi - lo, slope_of(c));
        if (b->at < at / 4 &&
            at > start / 4096) /* evaluations are slowest near 0: approach gradually */
            b->at = at / 4;
        if (fabs(b->at - at) <= 1e-2 * at || fabs(x) < 1e-2)
            return true;
    }
    return true;
}

/* Plans c for all digits, or for as many as the work allowed can give. */
static void plan_as_far(const plan *p, one_call *c, mpq_srcptr target)
{
    const double log_target = log_rational(target), much = 0.2;
    double lo, hi;
    for (unsigned long digits = p->task->digits; digits >= 1; digits = digits * 3 / 5) {
        plan_for_eps(c, log_target, (double)digits);
        if (evaluate(p, c, target, &lo, &hi) && hi - lo < much)
            return;
    }
}

/* Minus the derivative of log D by eps, measured at the plan of c; 0: not known. */
static double measured_slope(const plan *p, one_call *c, mpq_srcptr target)
{
    double lo[2], hi[2];
    const double at = mpq_get_d(c->value[DPC_INV_EPS]), step = at * 1e-4;
    mpq_t kept;
    mpq_init(kept);
    mpq_set(kept, c->value[DPC_INV_EPS]);
    bool done = evaluate(p, c, target, &lo[0], &hi[0]);
    mpq_set_d(c->value[DPC_INV_EPS], at - step);
    done = done && step > 0 && evaluate(p, c, target, &lo[1], &hi[1]);
    mpq_swap(kept, c->value[DPC_INV_EPS]);
    mpq_clear(kept);
    return done && lo[1] > hi[0] ? (lo[1] - hi[0]) / step : 0;
}

/* Moves eps, which is nearly right, to the place where c meets the target with its plan.  *margin:
   a bound of its error. */
static bool refine(const plan *p, one_call *c, mpq_srcptr target, double slope, mpq_t eps,
                   double *margin)
{
    const unsigned long rounds = 8 + p->task->digits / 4; /* each gains some digits */
    bracket b = {.lo = 0, .hi = HUGE_VAL, .last = -1, .slope = slope};
    mpq_t step;
    mpq_init(step);
    bool done = false;
    for (unsigned long round = 0; round < rounds && !done; round++) {
        double lo, hi;
        mpq_set(c->value[DPC_INV_EPS], eps);
        if (!evaluate(p, c, target, &lo, &hi))
            break;
        /* steps are small now: doubles hold the steps, but not the sum */
        const double x = lo == -HUGE_VAL ? hi - 1 : (lo + hi) / 2, at = mpq_get_d(eps);
        b.at = at;
        const double width = lo == -HUGE_VAL ? 1 : hi - lo;
        const double next = next_point(&b, x, width, slope_of(c));
        const double move = at + x / b.slope > 0 ? x / b.slope : next - at;
        *margin = (lo == -HUGE_VAL ? 3 : hi - lo) / b.slope;
        done = (at == 0 && x <= 0) || fabs(move) <= *margin / 2 ||
               fabs(move) <= 1e-3 * pow(10, -(double)p->task->digits) * at;
        mpq_set_d(step, isfinite(move) ? move : 0);
        mpq_add(eps, eps, step);
        if (mpq_sgn(eps) < 0)
            mpq_set_ui(eps, 0, 1);
    }
    mpq_clear(step);
    return done;
}

/* The same from a place at, with a plan that is made there. */
static bool refine_at(const plan *p, one_call *c, mpq_srcptr target, const bracket *b, mpq_t eps,
                      double *margin)
{
    mpq_set_d(eps, isfinite(b->at) ? b->at : 0);
    mpq_set(c->value[DPC_INV_EPS], eps);
    plan_as_far(p, c, target);
    return refine(p, c, target, b->slope, eps, margin);
}

/* The same from an estimate.  start < 0: c has a plan, and eps is nearly right. */
static bool find_eps(const plan *p, one_call *c, mpq_srcptr target, double start, mpq_t eps,
                     double *margin, sides *known)
{
    if (start < 0) {
        mpq_set(eps, c->value[DPC_INV_EPS]);
        return refine(p, c, target, measured_slope(p, c, target), eps, margin);
    }
    bracket b = {.slope = 0};
    if (sketch(c, target, start, &b.at) && refine_at(p, c, target, &b, eps, margin) &&
        *margin < 1e-3 * mpq_get_d(eps))
        return true;
    return approach(p, c, target, start, &b, known) && refine_at(p, c, target, &b, eps, margin);
}

/* Moves eps by the margin and rounds it to some digits, in the direction of the task. */
static void round_eps(const plan *p, mpq_t eps, double margin)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, isfinite(margin) ? margin : 0);
    if (is_upper(p))
        mpq_add(eps, eps, q);
    else
        mpq_sub(eps, eps, q);
    if (mpq_sgn(eps) < 0)
        mpq_set_ui(eps, 0, 1);
    (void)dpc_rounded_decimal(eps, eps, p->task->digits + 2, is_upper(p));
    mpq_clear(q);
}

/* Whether the call may be above the target at eps: decided by a plan of few digits, or by one of
   all digits if that does not decide. */
static bool is_above(const plan *p, one_call *c, mpq_srcptr target, const mpq_t eps)
{
    const double log_target = log_rational(target);
    double lo = -HUGE_VAL, hi = -HUGE_VAL;
    mpq_set(c->value[DPC_INV_EPS], eps);
    if (!dpc_plan_reaches(p->task, c))
        return false;
    plan_for_eps(c, log_target, 1); /* before this the tilt is not known */
    plan_for_eps(c, log_target, 1);
    if (!evaluate(p, c, target, &lo, &hi) || lo > 0 || hi <= 0)
        return lo > 0;
    plan_for_eps(c, log_target, (double)p->task->digits);
    return evaluate(p, c, target, &lo, &hi) && hi > 0;
}

/* Whether records are sampled: then the two directions differ. */
static bool is_sampled(const dpc_mechanism *m)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->group[i].kind == DPC_STEP_SUBSAMPLED)
            return true;
    return false;
}

/* Whether the other direction of c, if open, is above the target at eps; then c keeps that
   direction. */
static bool turn_round(const plan *p, one_call *c, mpq_srcptr target, const mpq_t eps)
{
    mpq_t kept[DPC_INV_NARGS];
    for (size_t k = 0; k < DPC_INV_NARGS; k++) {
        mpq_init(kept[k]);
        mpq_set(kept[k], c->value[k]);
    }
    mpq_set_si(c->value[DPC_INV_SIDE], mpq_sgn(kept[DPC_INV_SIDE]) == 0 ? 1 : 0, 1);
    const bool other = mpq_sgn(c->value[DPC_INV_SIDE]) != 0 || is_sampled(&c->m);
    const bool above = other && is_above(p, c, target, eps);
    for (size_t k = 0; k < DPC_INV_NARGS; k++) {
        if (!above)
            mpq_set(c->value[k], kept[k]);
        mpq_clear(kept[k]);
    }
    return above;
}

/* A call that is above the target where c meets it, since the direction with the larger epsilon was
   only estimated; NULL: none. */
static one_call *overlooked(plan *p, one_call *c, mpq_srcptr target, const mpq_t eps)
{
    if (c->input[DPC_INV_SIDE] != SIZE_MAX)
        return turn_round(p, c, target, eps) ? c : NULL;
    for (size_t i = 0; i < p->n; i++)
        if (&p->call[i] != c && is_above(p, &p->call[i], target, eps))
            return &p->call[i];
    return NULL;
}

/* Whether all steps are Gaussian: other lists are often at the limit of the reach of plans, and get
   new ones. */
static bool is_gaussian(const dpc_mechanism *m)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->group[i].kind != DPC_STEP_SUBSAMPLED && m->group[i].kind != DPC_STEP_GAUSS)
            return false;
    return true;
}

/* Copies the plan, with its epsilon, of an earlier goal with the same mechanism. */
static bool adopt_one(const plan *p, one_call *c, const dpc_goal *goal)
{
    one_call other;
    dpc_plan_call_init(p->task, &other, goal);
    bool fits = other.method == c->method && dpc_plan_reaches(p->task, &other) && other.known &&
                is_gaussian(&c->m);
    for (size_t k = 0; k <= DPC_INV_EPS && fits; k++)
        fits = other.arg[k].list == c->arg[k].list &&
               (c->input[k] != SIZE_MAX || mpq_equal(other.value[k], c->value[k]));
    for (size_t k = 0; k <= DPC_INV_EPS && fits; k++)
        mpq_set(c->value[k], other.value[k]);
    if (fits)
        dpc_plan_take(p->task, goal, c->value);
    dpc_plan_call_clear(&other);
    return fits && mpq_sgn(c->value[DPC_INV_EPS]) > 0 && mpq_sgn(c->value[DPC_INV_THETA]) > 0;
}

/* The same for an open direction, with the one of the two directions that has the larger value
   there. */
static bool adopt(const plan *p, one_call *c, mpq_srcptr target)
{
    const dpc_goals *all = p->task->goals;
    const dpc_goal *best = NULL;
    double most = -HUGE_VAL, lo, hi;
    for (size_t k = 0; k < all->n; k++)
        if (all->goal[k].begin < c->goal->begin && adopt_one(p, c, &all->goal[k]) &&
            dpc_plan_reaches(p->task, c) && evaluate(p, c, target, &lo, &hi) && lo > most) {
            most = lo;
            best = &all->goal[k];
        }
    return best != NULL && adopt_one(p, c, best);
}

/* If no place meets the target at any precision: takes one on the side that the task wants. */
static void settle_for(plan *p, one_call *c, double at, double log_target)
{
    mpq_t eps;
    mpq_init(eps);
    if (at > 0 && isfinite(at)) {
        mpq_set_d(eps, at);
        set_eps(p, eps);
        plan_for_eps(c, log_target, FEW_DIGITS);
        round_eps(p, eps, 0);
        set_eps(p, eps);
    } else if (is_upper(p)) { /* no place that was tried: any other is as good */
        mpq_set_ui(eps, 1, 1);
        set_eps(p, eps);
    }
    mpq_clear(eps);
}

/* The change of epsilon that rounding may hide at the precision where checkers begin. */
static double hidden(const one_call *c)
{
    enum { FIRST_BITS = 64 };
    return ldexp(8, -FIRST_BITS) / slope_of(c);
}

/* Plans a call whose epsilon another call decided.  few: where few digits show that it is below the
   target, they are all that the theorem needs, if it is decided at the first precision: a plan of
   few digits admits no other. */
static void plan_follower(const plan *p, one_call *c, mpq_srcptr target, bool few)
{
    const double log_target = log_rational(target);
    double lo, hi;
    if (few && evaluate(p, c, target, &lo, &hi) && hi < 0)
        return;
    plan_for_eps(c, log_target, 1); /* before this the tilt is not known */
    plan_for_eps(c, log_target, (double)p->task->digits);
}

static void plan_eps(plan *p, mpq_srcptr target)
{
    double start, margin = 0;
    bool few = false;
    const double log_target = log_rational(target);
    mpq_t eps, found;
    mpq_inits(eps, found, NULL);
    if (dpc_mechanism_log_hit_approx(&p->call[0].m) < log_target) { /* no call is evaluated */
        set_eps(p, eps);
        mpq_clears(eps, found, NULL);
        return;
    }
    one_call *c = dominating(p, log_target, &start);
    const bool known =
        c != NULL && p->n == 1 && c->input[DPC_INV_SIDE] != SIZE_MAX && adopt(p, c, target);
    sides sure = {0, HUGE_VAL};
    if (known && find_eps(p, c, target, -1, eps, &margin, &sure)) {
        if (mpq_sgn(eps) > 0)
            round_eps(p, eps, margin);
        set_eps(p, eps);
    } else if (c != NULL && find_eps(p, c, target, start, eps, &margin, &sure)) {
        one_call *other = overlooked(p, c, target, eps);
        double gap;
        if (other != NULL && find_eps(p, other, target, mpq_get_d(eps), found, &gap, &sure) &&
            (other == c || mpq_cmp(found, eps) > 0)) {
            mpq_set(eps, found);
            margin = gap;
            c = other;
        }
        few = is_upper(p) && hidden(c) <= mpq_get_d(eps) * pow(10, -2 - (double)p->task->digits);
        if (mpq_sgn(eps) > 0)
            round_eps(p, eps, margin + (few ? hidden(c) : 0));
        set_eps(p, eps);
    } else if (c != NULL)
        settle_for(p, c, is_upper(p) ? sure.below : sure.above, log_target);
    for (size_t i = 0; i < p->n; i++)
        if (&p->call[i] != c && dpc_plan_reaches(p->task, &p->call[i]))
            plan_follower(p, &p->call[i], target, few);
    mpq_clears(eps, found, NULL);
}

void dpc_plan_solve(plan *p)
{
    const dpc_plan_task *t = p->task;
    const dpc_goal *goal = p->call[0].goal;
    bool open = false;
    for (size_t i = 0; i < p->n; i++)
        open = open || p->call[i].input[DPC_INV_EPS] != SIZE_MAX;
    for (size_t i = 0; i < p->n; i++)
        mpq_set_ui(p->call[i].value[DPC_INV_EDGE], 1, 1); /* slopes may be small: see slope_of() */
    mpq_t target;
    mpq_init(target);
    if (!open)
        plan_all(p, -(fmax((double)t->digits, FEW_DIGITS) + 1) * log(10.0) - 1);
    p->solved =
        open && goal->rel != '\0' && about(t->run, goal->target, target) && mpq_sgn(target) > 0;
    if (p->solved)
        plan_eps(p, target);
    mpq_clear(target);
}
