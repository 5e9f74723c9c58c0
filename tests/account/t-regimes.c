/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The exact accountant of sampled Gaussians in every regime, at random: its lower and upper ends
   never cross, its delta and its epsilon agree, the integer grid meets it, it contains the closed
   form without sampling and a quadrature at one and two steps, and it is never above Renyi DP. */
#include "check_account.h"
#include "check_util.h"

#include "dpcert.h"
#include "account/grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- parameters ---- */

typedef enum {
    LARGE_T,
    FEW_STEPS,
    ONE_STEP,
    TWO_STEPS,
    RARE_EVENTS,
    NO_SAMPLING,
    LITTLE_NOISE,
    MUCH_NOISE,
    TINY_DELTA,
    EPS_ZERO,
    REGIMES
} regime;

static const char *const names[] = {
    [LARGE_T] = "large T",           [FEW_STEPS] = "few steps",     [ONE_STEP] = "one step",
    [TWO_STEPS] = "two steps",       [RARE_EVENTS] = "rare events", [NO_SAMPLING] = "no sampling",
    [LITTLE_NOISE] = "little noise", [MUCH_NOISE] = "much noise",   [TINY_DELTA] = "tiny delta",
    [EPS_ZERO] = "eps = 0"};

typedef struct {
    regime regime;
    char q[32], sigma[32], T[32], delta[32]; /* exactly as they are written */
    double q_d, sigma_d, T_d;
    char text[200];
} parameters;

/* 10 to the power of a random number between lo and hi. */
static double spread(uint64_t *state, double lo, double hi)
{
    return pow(10, check_uniform(state, lo, hi));
}

static void draw(parameters *p, regime r, uint64_t *state)
{
    static const double few[] = {1, 2, 5, 20};
    double q = spread(state, -4, -0.1), sigma = spread(state, log10(0.2), 3);
    double T = spread(state, 2, 12), log_delta = -check_uniform(state, 0.31, 12);
    if (r == FEW_STEPS || (r == EPS_ZERO && check_below(state, 2) == 0))
        T = few[check_below(state, 4)];
    else if (r == ONE_STEP || r == TWO_STEPS)
        T = r == ONE_STEP ? 1 : 2;
    else if (r == RARE_EVENTS) {
        q = spread(state, -8, -2);
        T = spread(state, -2, 0) / q;
    } else if (r == NO_SAMPLING) {
        q = 1;
        T = spread(state, 0, 12);
    } else if (r == LITTLE_NOISE)
        sigma = check_uniform(state, 0.2, 0.5);
    else if (r == MUCH_NOISE)
        sigma = check_uniform(state, 100, 1000);
    else if (r == TINY_DELTA)
        log_delta = -check_uniform(state, 12, 1000);
    if (T < 30 || r == RARE_EVENTS) /* otherwise the noise would be too weak to hide a step */
        sigma = r == MUCH_NOISE ? sigma : spread(state, log10(0.3), 1.3);
    p->regime = r;
    (void)snprintf(p->q, sizeof p->q, "%.3e", q);
    (void)snprintf(p->sigma, sizeof p->sigma, "%.4g", sigma);
    (void)snprintf(p->T, sizeof p->T, "%.0f", fmax(1, floor(T)));
    (void)snprintf(p->delta, sizeof p->delta, "%.1fe%d",
                   1 + floor(check_uniform(state, 0, 40)) / 10, (int)floor(log_delta));
    p->q_d = strtod(p->q, NULL);
    p->sigma_d = strtod(p->sigma, NULL);
    p->T_d = strtod(p->T, NULL);
    (void)snprintf(p->text, sizeof p->text, "%s: q=%s sigma=%s T=%s delta=%s", names[r], p->q,
                   p->sigma, p->T, p->delta);
}

/* ---- entries of the catalogue ---- */

typedef struct {
    bool has_lo, has_hi;
    mpq_t lo, hi;
    char hi_text[64]; /* as it is printed */
} ends;

static void ends_init(ends *e)
{
    *e = (ends){.has_lo = false};
    mpq_inits(e->lo, e->hi, NULL);
}

static void ends_clear(ends *e)
{
    mpq_clears(e->lo, e->hi, NULL);
}

static void take(bool *has, mpq_t x, const char *text)
{
    *has = text != NULL;
    if (text != NULL)
        check_read_number(x, text);
}

/* Evaluates an entry at the parameters and one more number: e gets the ends of its first result
   and, if that has no lower end, the first referee as the lower end.  Returns false if there is no
   answer within the limit of steps. */
static bool ask(dpc_catalogue_t *cat, const char *id, const parameters *p, const char *name,
                const char *value, ends *e)
{
    const uint64_t most = check_mult() > 1 ? 3000000 : 1000000;
    const char *const pairs[] = {"q", p->q, "sigma", p->sigma, "T", p->T, name, value};
    dpc_query_t *q = dpc_query_new(cat, id);
    ck_assert_ptr_nonnull(q);
    for (size_t i = 0; i < 8; i += 2)
        ck_assert_msg(dpc_query_set(q, pairs[i], pairs[i + 1]) == DPC_OK, "%s: %s", p->text,
                      dpc_query_error(q));
    ck_assert_int_eq(dpc_query_set_digits(q, 3), DPC_OK);
    ck_assert_int_eq(dpc_query_set_max_steps(q, most), DPC_OK);
    const dpc_status status = dpc_query_run(q);
    e->has_lo = e->has_hi = false;
    if ((status == DPC_OK || status == DPC_UNDECIDED) && dpc_query_results(q) > 0) {
        const dpc_result_info *r = dpc_query_result(q, 0);
        const bool exact = r->kind == DPC_BOUND_EXACT;
        const char *lower = exact                       ? r->lower
                            : dpc_query_referees(q) > 0 ? dpc_query_referee(q, 0)->lower
                                                        : NULL;
        take(&e->has_lo, e->lo, lower);
        take(&e->has_hi, e->hi, r->upper);
        if (r->upper != NULL)
            (void)snprintf(e->hi_text, sizeof e->hi_text, "%s", r->upper);
    }
    dpc_query_free(q);
    return e->has_lo || e->has_hi;
}

/* Fails unless x <= y; passes if either is unknown. */
static void check_order(bool has_x, const mpq_t x, bool has_y, const mpq_t y, const char *what,
                        const char *text)
{
    if (has_x && has_y)
        ck_assert_msg(mpq_cmp(x, y) <= 0, "%s: %s: %.17g is above %.17g", text, what, mpq_get_d(x),
                      mpq_get_d(y));
}

static void check_meet(const ends *a, const ends *b, const char *what, const char *text)
{
    check_order(a->has_lo, a->lo, b->has_hi, b->hi, what, text);
    check_order(b->has_lo, b->lo, a->has_hi, a->hi, what, text);
}

/* ---- one and two steps, in doubles ---- */

static double tail(double y)
{
    return erfc(y / sqrt(2)) / 2;
}

/* Hockey-stick divergence of order e^x of one step, for any real x. */
static double one_step(bool remove, double q, double s, double x)
{
    if (remove) {
        if (exp(x) <= 1 - q)
            return -expm1(x);
        const double y = s * log1p(expm1(x) / q) + 1 / (2 * s);
        return q * tail(y - 1 / s) - (expm1(x) + q) * tail(y);
    }
    if (exp(-x) <= 1 - q)
        return 0;
    const double y = s * log1p(expm1(-x) / q) + 1 / (2 * s);
    return tail(-y) - exp(x) * ((1 - q) * tail(-y) + q * tail(1 / s - y));
}

/* The same of two steps: the loss of the first one shifts the order of the second. */
static double two_steps(bool remove, double q, double s, double eps)
{
    enum { NODES = 20000 };
    const double from = -12, to = 12 + (remove ? 1 / s : 0), h = (to - from) / NODES;
    double sum = 0;
    for (int i = 0; i <= NODES; i++) {
        const double y = from + h * i, u = y - 1 / s;
        const double loss = log1p(q * expm1(y / s - 1 / (2 * s * s)));
        const double density =
            remove ? (1 - q) * exp(-y * y / 2) + q * exp(-u * u / 2) : exp(-y * y / 2);
        sum += density * one_step(remove, q, s, remove ? eps - loss : eps + loss);
    }
    return sum * h / sqrt(2 * acos(-1.0));
}

static void check_quadrature(const parameters *p, double eps, const ends *delta)
{
    double (*const by)(bool, double, double, double) = p->T_d == 1 ? one_step : two_steps;
    const double truth =
        fmax(by(true, p->q_d, p->sigma_d, eps), by(false, p->q_d, p->sigma_d, eps));
    if (!(truth > 1e-9)) /* smaller values are lost in differences of doubles */
        return;
    ck_assert_msg(!delta->has_lo || mpq_get_d(delta->lo) <= truth * (1 + 1e-5),
                  "%s: eps=%.17g: %.17g is above %.17g", p->text, eps, mpq_get_d(delta->lo), truth);
    ck_assert_msg(!delta->has_hi || mpq_get_d(delta->hi) >= truth * (1 - 1e-5),
                  "%s: eps=%.17g: %.17g is below %.17g", p->text, eps, mpq_get_d(delta->hi), truth);
}

/* ---- the grid, and Gaussian noise alone ---- */

static void by_grid(const parameters *p, const mpq_t eps, ends *e)
{
    dpc_grid_result r;
    mpq_t q, sigma;
    mpq_inits(q, sigma, NULL);
    check_read_number(q, p->q);
    check_read_number(sigma, p->sigma);
    const dpc_grid_step step = {
        .kind = DPC_GRID_SGM, .count = strtoull(p->T, NULL, 10), .a = q, .b = sigma};
    dpc_grid_result_init(&r);
    e->has_lo = e->has_hi = dpc_grid_delta(&r, &step, 1, DPC_GRID_BOTH, eps, 0) == DPC_OK;
    mpq_set(e->lo, r.lo);
    mpq_set(e->hi, r.hi);
    dpc_grid_result_clear(&r);
    mpq_clears(q, sigma, NULL);
}

static void by_closed_form(dpc_catalogue_t *cat, const parameters *p, const char *eps, ends *e)
{
    const char *const pairs[] = {"D", "1", "sigma", p->sigma, "T", p->T, "eps", eps};
    dpc_query_t *q = dpc_query_new(cat, "gauss.mechanism");
    ck_assert_ptr_nonnull(q);
    for (size_t i = 0; i < 8; i += 2)
        ck_assert_int_eq(dpc_query_set(q, pairs[i], pairs[i + 1]), DPC_OK);
    ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s: %s", p->text, dpc_query_error(q));
    take(&e->has_lo, e->lo, dpc_query_result(q, 0)->lower);
    take(&e->has_hi, e->hi, dpc_query_result(q, 0)->upper);
    dpc_query_free(q);
}

/* ---- one set ---- */

typedef struct {
    unsigned long sets, epsilons, deltas, both, gridded, grids, narrow;
} tally;

/* The grid takes seconds: it runs on a part of the sets only, unless there is time. */
static bool is_gridded(const parameters *p, const tally *t)
{
    return check_mult() > 1 || (t->sets == 1 && p->regime % 2 == 0);
}

/* Compares delta at eps with every other method that computes it. */
static void check_delta(dpc_catalogue_t *cat, const parameters *p, const mpq_t eps,
                        const char *eps_text, const ends *known, tally *t)
{
    ends delta, other;
    ends_init(&delta);
    ends_init(&other);
    t->deltas += ask(cat, "sgm.exact", p, "eps", eps_text, &delta);
    check_order(delta.has_lo, delta.lo, delta.has_hi, delta.hi, "the ends of delta", p->text);
    if (delta.has_lo && delta.has_hi)
        t->narrow += check_relative_width(delta.lo, delta.hi) < 0.05;
    check_meet(&delta, known, "delta at the epsilon of delta", p->text);
    if (is_gridded(p, t)) {
        t->gridded++;
        by_grid(p, eps, &other);
        t->grids += other.has_hi;
        check_meet(&delta, &other, "the grid", p->text);
    }
    if (p->q_d == 1) {
        by_closed_form(cat, p, eps_text, &other);
        check_meet(&delta, &other, "the closed form", p->text);
    }
    if (p->T_d <= 2)
        check_quadrature(p, mpq_get_d(eps), &delta);
    ends_clear(&delta);
    ends_clear(&other);
}

static void check_set(dpc_catalogue_t *cat, const parameters *p, tally *t)
{
    ends eps, renyi, known;
    mpq_t zero;
    mpq_init(zero);
    ends_init(&eps);
    ends_init(&renyi);
    ends_init(&known);
    t->sets++;
    if (p->regime == EPS_ZERO)
        check_delta(cat, p, zero, "0", &known, t);
    else {
        t->epsilons += ask(cat, "sgm.exact-eps", p, "delta", p->delta, &eps);
        t->both += eps.has_lo && eps.has_hi;
        check_order(eps.has_lo, eps.lo, eps.has_hi, eps.hi, "the ends of epsilon", p->text);
        const bool has_renyi = ask(cat, "sgm.eps", p, "delta", p->delta, &renyi) && renyi.has_hi;
        check_order(eps.has_lo, eps.lo, has_renyi, renyi.hi, "above Renyi DP", p->text);
        /* an enclosure to three digits lies well below Renyi DP */
        if (eps.has_lo && eps.has_hi && check_relative_width(eps.lo, eps.hi) < 0.01)
            check_order(true, eps.hi, has_renyi, renyi.hi, "the upper end above Renyi DP", p->text);
        const ends *at = eps.has_hi ? &eps : has_renyi ? &renyi : NULL;
        if (at != NULL) { /* delta there is at most the given delta */
            known.has_hi = true;
            check_read_number(known.hi, p->delta);
            check_delta(cat, p, at->hi, at->hi_text, &known, t);
        }
    }
    mpq_clear(zero);
    ends_clear(&eps);
    ends_clear(&renyi);
    ends_clear(&known);
}

START_TEST(test_regimes)
{
    enum { SETS = 30 };
    const unsigned long total = SETS * check_mult();
    uint64_t state = check_seed("t-regimes");
    dpc_catalogue_t *cat = dpc_catalogue_new();
    tally t[REGIMES] = {{0}}, all = {0};
    for (unsigned long n = 0; n < total; n++) {
        parameters p;
        draw(&p, (regime)(n % REGIMES), &state);
        check_set(cat, &p, &t[p.regime]);
    }
    for (size_t r = 0; r < REGIMES; r++) {
        printf("%-12s %4lu sets: eps known %lu, from both sides %lu; delta known %lu, to 5 %% %lu; "
               "grid %lu of %lu\n",
               names[r], t[r].sets, t[r].epsilons, t[r].both, t[r].deltas, t[r].narrow, t[r].grids,
               t[r].gridded);
        all.sets += t[r].sets;
        all.deltas += t[r].deltas;
        all.narrow += t[r].narrow;
        all.gridded += t[r].gridded;
        all.grids += t[r].grids;
    }
    printf("%lu sets: delta known %lu, to 5 %% %lu; grid %lu of %lu\n", all.sets, all.deltas,
           all.narrow, all.grids, all.gridded);
    dpc_catalogue_free(cat);
    ck_assert_uint_eq(all.sets, total);
    ck_assert_uint_ge(2 * all.narrow, total);
    ck_assert_uint_ge(2 * all.grids, all.gridded);
    ck_assert_uint_eq(t[NO_SAMPLING].narrow, t[NO_SAMPLING].sets);
    ck_assert_uint_eq(t[ONE_STEP].narrow, t[ONE_STEP].sets);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("regimes");
    check_add(suite, test_regimes);
    return check_run(suite);
}
