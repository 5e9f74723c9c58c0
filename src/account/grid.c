/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Three parts: what the steps may be; the choice of lattice and tilt, in
   doubles, which decides how good the bounds are and not whether they are true;
   and the bounds (LEMMAS.md, section "Grid"). */
#include "account/grid.h"

#include "account/law.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PREC = 192,             /* bits of all enclosures */
    MAX_COUNT_BITS = 40,    /* of the number of times that a step is taken */
    MAX_CELLS = 1 << 20,    /* of a measure: a convolution of two fits the transforms */
    SMOOTH_CELLS = 1 << 17, /* of the continuous part of one step */
    FIRST_CELLS = 1 << 13,  /* of the composition, at the first attempt */
    ATTEMPTS = 7,
    POINTS = 1024 /* of a profile */
};

void dpc_grid_result_init(dpc_grid_result *r)
{
    mpq_inits(r->lo, r->hi, NULL);
    r->cell = 0;
    r->cells = 0;
    r->why[0] = '\0';
}

void dpc_grid_result_clear(dpc_grid_result *r)
{
    mpq_clears(r->lo, r->hi, NULL);
}

static dpc_status fail(dpc_grid_result *r, dpc_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(r->why, sizeof r->why, format, args);
    va_end(args);
    return status;
}

/* ---- what the steps may be ---- */

static bool positive(mpq_srcptr x)
{
    return x != NULL && mpq_sgn(x) > 0;
}

static dpc_status check_table(dpc_grid_result *r, const dpc_grid_step *s, size_t number)
{
    mpq_t sum;
    dpc_status status = DPC_OK;
    mpq_init(sum);
    if (s->infinity != NULL)
        mpq_set(sum, s->infinity);
    if (mpq_sgn(sum) < 0)
        status = fail(r, DPC_DOMAIN, "step %zu: the mass at infinity must be >= 0", number);
    for (size_t i = 0; i < s->atoms && status == DPC_OK; i++) {
        mpq_add(sum, sum, s->atom[i].mass);
        if (mpq_sgn(s->atom[i].mass) <= 0)
            status =
                fail(r, DPC_DOMAIN, "step %zu: mass %zu of the table must be > 0", number, i + 1);
    }
    if (status == DPC_OK && mpq_cmp_ui(sum, 1, 1) > 0)
        status = fail(r, DPC_DOMAIN, "step %zu: the masses of the table sum to %.15g, more than 1",
                      number, mpq_get_d(sum));
    mpq_clear(sum);
    return status;
}

/* Whether doubles can guide: |x| is 0 or between 2^-300 and 2^300, about. */
static bool in_reach(mpq_srcptr x)
{
    enum { MOST = 300 };
    const size_t num = mpz_sizeinbase(mpq_numref(x), 2), den = mpz_sizeinbase(mpq_denref(x), 2);
    return mpq_sgn(x) == 0 || (num < den + MOST && den < num + MOST);
}

/* The numbers of a step, as far as its kind reads them. */
static bool step_in_reach(const dpc_grid_step *s)
{
    const bool two = s->kind == DPC_GRID_SGM;
    bool good = true;
    for (size_t i = 0; s->kind == DPC_GRID_TABLE && i < s->atoms && good; i++)
        good = in_reach(s->atom[i].loss);
    return good && (s->kind == DPC_GRID_TABLE || in_reach(s->a)) && (!two || in_reach(s->b));
}

static dpc_status check_step(dpc_grid_result *r, const dpc_grid_step *s, size_t number)
{
    const bool gauss = s->kind == DPC_GRID_GAUSS || s->kind == DPC_GRID_LAPLACE;
    if (s->count < 1 || s->count >> MAX_COUNT_BITS != 0)
        return fail(r, DPC_DOMAIN, "step %zu: its count must be from 1 to 2^%d", number,
                    (int)MAX_COUNT_BITS);
    if (gauss && !positive(s->a))
        return fail(r, DPC_DOMAIN, "step %zu: the distance must be > 0", number);
    if (s->kind == DPC_GRID_SGM &&
        (!positive(s->a) || mpq_cmp_ui(s->a, 1, 1) > 0 || !positive(s->b)))
        return fail(r, DPC_DOMAIN, "step %zu: 0 < q <= 1 and sigma > 0 must hold", number);
    if (s->kind == DPC_GRID_DP &&
        (mpq_sgn(s->a) < 0 || mpq_sgn(s->b) < 0 || mpq_cmp_ui(s->b, 1, 1) > 0))
        return fail(r, DPC_DOMAIN, "step %zu: eps >= 0 and 0 <= delta <= 1 must hold", number);
    if (!step_in_reach(s))
        return fail(r, DPC_UNDECIDED,
                    "step %zu: a number above 2^300 or below 2^-300 is beyond the grid", number);
    return s->kind == DPC_GRID_TABLE ? check_table(r, s, number) : DPC_OK;
}

static dpc_status check_steps(dpc_grid_result *r, const dpc_grid_step *step, size_t steps)
{
    dpc_status status =
        steps > 0 ? DPC_OK : fail(r, DPC_DOMAIN, "a composition needs at least one step");
    for (size_t i = 0; i < steps && status == DPC_OK; i++)
        status = check_step(r, &step[i], i + 1);
    return status;
}

/* Whether both directions have the same law. */
static bool is_symmetric(const dpc_grid_step *s)
{
    return s->kind == DPC_GRID_GAUSS || s->kind == DPC_GRID_LAPLACE || s->kind == DPC_GRID_DP ||
           (s->kind == DPC_GRID_TABLE && s->symmetric) ||
           (s->kind == DPC_GRID_SGM && mpq_cmp_ui(s->a, 1, 1) == 0);
}

/* ---- the plan: everything here is approximate ---- */

/* A law as points and masses. */
typedef struct {
    dpc_law law;
    size_t n;
    double *x, *log_mass;
    double *edge;       /* continuous: the points between which the masses lie, n + 1 of
                           them */
    double first, last; /* continuous: where the cells begin and end */
    int64_t exp;
} profile;

typedef struct {
    size_t n;
    profile *part;
    double digits, eps, log_delta;
    bool has_atoms, smooth; /* some law has an atom, some is continuous */
    double theta, width;    /* the tilt, the width of the tilted composition */
    double bits;            /* of a mass that are kept */
    mpq_t tilt;
    mpq_t common; /* all atoms of a law differ by multiples of it; 0: there are no
                     two */
    mpq_t *offset;
} plan;

static double total_of(const plan *p)
{
    double total = 0;
    for (size_t i = 0; i < p->n; i++)
        total += (double)p->part[i].law.step->count;
    return total;
}

/* exponents of tails that may be forgotten, on the left and on the right */
static double left_reach(const plan *p)
{
    return (p->digits + 5) * log(10.0) + log(total_of(p));
}

static double right_reach(const plan *p)
{
    return left_reach(p) - p->log_delta;
}

static void profile_clear(profile *f)
{
    free(f->x);
    free(f->log_mass);
    free(f->edge);
    f->x = f->log_mass = f->edge = NULL;
    f->n = 0;
}

static void profile_atoms(dpc_calc *c, profile *f, size_t from)
{
    dpc_vec t;
    mpq_t loss;
    mpq_init(loss);
    dpc_vec_init(c, &t, 1);
    for (size_t i = 0; i < dpc_law_atoms(&f->law) && dpc_calc_ok(c); i++) {
        dpc_law_atom_loss(loss, &f->law, i);
        dpc_law_atom_mass(c, dpc_vec_at(&t, 0), &f->law, i);
        f->x[from + i] = mpq_get_d(loss);
        f->log_mass[from + i] = c->dom->log_abs_approx(dpc_vec_at(&t, 0));
    }
    dpc_vec_clear(&t);
    mpq_clear(loss);
}

/* p = P(L > x) */
static void tail_at(dpc_calc *c, void *p, const dpc_law *law, double x)
{
    dpc_vec t;
    dpc_vec_init(c, &t, 3);
    void *at = dpc_vec_at(&t, 0), *E = dpc_vec_at(&t, 1), *q = dpc_vec_at(&t, 2);
    if (!isfinite(x))
        dpc_calc_fail(c, DPC_UNDECIDED);
    if (dpc_calc_ok(c)) {
        mpq_set_d(c->scratch, x);
        c->dom->set_q(at, c->scratch, c->prec);
    }
    dpc_calc_op(c, DPC_OP_EXP, E, at, NULL);
    dpc_law_tails(c, p, q, law, at, E);
    dpc_vec_clear(&t);
}

static void profile_smooth(dpc_calc *c, const plan *p, profile *f)
{
    dpc_vec t;
    dpc_vec_init(c, &t, 3);
    void *left = dpc_vec_at(&t, 0), *right = dpc_vec_at(&t, 1), *gap = dpc_vec_at(&t, 2);
    for (size_t k = 0; k <= POINTS; k++)
        f->edge[k] =
            dpc_law_loss_approx(&f->law, left_reach(p), right_reach(p), (double)k / POINTS);
    tail_at(c, left, &f->law, f->edge[0]);
    for (size_t k = 0; k < POINTS && dpc_calc_ok(c); k++) {
        tail_at(c, right, &f->law, f->edge[k + 1]);
        dpc_calc_op(c, DPC_OP_SUB, gap, left, right);
        f->x[k] = (f->edge[k] + f->edge[k + 1]) / 2;
        f->log_mass[k] = dpc_calc_ok(c) ? c->dom->log_abs_approx(gap) : -HUGE_VAL;
        dpc_calc_set(c, left, right);
    }
    dpc_vec_clear(&t);
}

static dpc_status profile_fill(dpc_calc *c, const plan *p, profile *f)
{
    const bool smooth = dpc_law_is_continuous(&f->law);
    profile_clear(f);
    f->n = dpc_law_atoms(&f->law) + (smooth ? POINTS : 0);
    f->x = calloc(f->n + 1, sizeof *f->x);
    f->log_mass = calloc(f->n + 1, sizeof *f->log_mass);
    f->edge = calloc(POINTS + 1, sizeof *f->edge);
    if (f->x == NULL || f->log_mass == NULL || f->edge == NULL)
        return DPC_NOMEM;
    if (smooth)
        profile_smooth(c, p, f);
    profile_atoms(c, f, smooth ? POINTS : 0);
    return c->status;
}

typedef struct {
    double K, mean, var; /* log M, and of the tilted law */
} moments;

static moments moments_of(const profile *f, double theta)
{
    double top = -HUGE_VAL, sum = 0, first = 0, second = 0;
    for (size_t i = 0; i < f->n; i++)
        top = fmax(top, f->log_mass[i] + theta * f->x[i]);
    for (size_t i = 0; i < f->n; i++)
        sum += exp(f->log_mass[i] + theta * f->x[i] - top);
    for (size_t i = 0; i < f->n; i++)
        first += exp(f->log_mass[i] + theta * f->x[i] - top) / sum * f->x[i];
    for (size_t i = 0; i < f->n; i++)
        second += exp(f->log_mass[i] + theta * f->x[i] - top) / sum * (f->x[i] - first) *
                  (f->x[i] - first);
    return f->n > 0 && isfinite(top) ? (moments){top + log(sum), first, second}
                                     : (moments){0, 0, 0};
}

static moments all_moments(const plan *p, double theta)
{
    moments m = {0, 0, 0};
    for (size_t i = 0; i < p->n; i++) {
        const moments one = moments_of(&p->part[i], theta);
        const double T = (double)p->part[i].law.step->count;
        m.K += T * one.K;
        m.mean += T * one.mean;
        m.var += T * one.var;
    }
    return m;
}

static double saddle_eps(double theta, moments m)
{
    return m.mean - 1 / theta - 1 / (1 + theta);
}

static double saddle_log_delta(double theta, double eps, moments m)
{
    const double var = m.var + 1 / (theta * theta) + 1 / ((1 + theta) * (1 + theta));
    return fmin(0, m.K - theta * eps - log(theta) - log1p(theta) - log(2 * acos(-1.0) * var) / 2);
}

/* The saddle point for eps; or, where log_delta is known and eps is not, for
 * that. */
static double find_saddle(plan *p, bool by_delta)
{
    double lo = -14, hi = 12;
    for (int i = 0; i < 40; i++) {
        const double mid = (lo + hi) / 2, theta = exp(mid);
        const moments m = all_moments(p, theta);
        const double at = saddle_eps(theta, m);
        if (by_delta ? saddle_log_delta(theta, at, m) > p->log_delta : at < p->eps)
            lo = mid;
        else
            hi = mid;
    }
    return exp((lo + hi) / 2);
}

/* log of the Chernoff bound at theta, over delta: what the tilt costs */
static double excess(const plan *p, double theta)
{
    return fmax(0, all_moments(p, theta).K - theta * p->eps + theta * log(theta) -
                       (1 + theta) * log1p(theta) - p->log_delta);
}

/* What is cut off is small compared with delta. */
static double trim_bits(const plan *p, double theta)
{
    return ceil((p->digits + 2) * log2(10.0) + excess(p, theta) / log(2.0)) + 8;
}

/* Where the continuous part of a law matters, tilted. */
static void find_ends(const plan *p, profile *f)
{
    const moments m = moments_of(f, p->theta);
    const double level = m.K - p->bits * log(2.0) - log((double)f->law.step->count);
    double log_sum = -HUGE_VAL;
    size_t k = 0;
    f->first = f->edge[0];
    f->last = f->edge[POINTS];
    for (; k < POINTS; k++) { /* what is below goes to the first point */
        const double most = fmax(log_sum, f->log_mass[k]);
        log_sum = most + log(exp(log_sum - most) + exp(f->log_mass[k] - most));
        if (!isfinite(most) || log_sum + p->theta * f->edge[k + 1] > level)
            break;
    }
    f->first = f->edge[k < POINTS ? k : 0];
    log_sum = -HUGE_VAL;
    for (k = POINTS; k > 0; k--) { /* what is above is lost */
        const double log_term = f->log_mass[k - 1] + p->theta * f->edge[k];
        const double most = fmax(log_sum, log_term);
        log_sum = isfinite(most) ? most + log(exp(log_sum - most) + exp(log_term - most)) : most;
        if (log_sum > level)
            break;
    }
    f->last = f->edge[k];
}

/* Ranges for a tilt. */
static void use_tilt(plan *p, double theta)
{
    int e;
    const double m = frexp(theta, &e);
    p->theta = ldexp(floor(m * 4096), e - 12); /* few bits */
    p->bits = trim_bits(p, p->theta);
    p->width = fmax(2 * sqrt(2 * p->bits * log(2.0) * all_moments(p, p->theta).var), 1 / p->theta);
    for (size_t i = 0; i < p->n; i++)
        if (dpc_law_is_continuous(&p->part[i].law))
            find_ends(p, &p->part[i]);
}

/* The widest continuous part, from the first cell to the last. */
static double smooth_range(const plan *p)
{
    double range = 0;
    for (size_t i = 0; i < p->n; i++)
        if (dpc_law_is_continuous(&p->part[i].law))
            range = fmax(range, p->part[i].last - p->part[i].first);
    return range;
}

/* The distance of the atoms of one law that are farthest apart. */
static double atom_range(const plan *p)
{
    double range = 0;
    for (size_t i = 0; i < p->n; i++) {
        const profile *f = &p->part[i];
        const size_t from = dpc_law_is_continuous(&f->law) ? POINTS : 0;
        double lo = HUGE_VAL, hi = -HUGE_VAL;
        for (size_t k = from; k < f->n; k++) {
            lo = fmin(lo, f->x[k]);
            hi = fmax(hi, f->x[k]);
        }
        range = fmax(range, hi - lo);
    }
    return range;
}

/* The least step that the limits allow. */
static double least_step(const plan *p)
{
    return fmax(fmax(p->width / MAX_CELLS, atom_range(p) / MAX_CELLS),
                smooth_range(p) / SMOOTH_CELLS);
}

/* The exponent of the unit in which tilted masses are counted, their sum being e^K.  Any unit is
   sound; one that is far from the masses loses all of them. */
static int64_t unit_of(double K)
{
    const double most = 1 << 22; /* a sum of 10^12 of these fits */
    const double bits = floor(K / log(2.0));
    return (int64_t)fmin(fmax(bits, -most), most) - (DPC_NTT_BITS - 4);
}

/* The tilt: at most that of the saddle point, and smaller where that makes the
   cells smaller.  Where single large losses matter, the saddle point has a
   second hump of the law in view that has no part in delta. */
static void find_tilt(plan *p, double saddle)
{
    enum { TRIALS = 14 };
    const double most = DPC_NTT_BITS - 20; /* rounding should be smaller than this */
    double best = saddle, least = HUGE_VAL, theta = saddle;
    for (int i = 0; i < TRIALS && (i == 0 || trim_bits(p, theta) < most); i++) {
        use_tilt(p, theta);
        if (least_step(p) < 0.8 * least) {
            best = theta;
            least = least_step(p);
        }
        theta /= 2;
    }
    use_tilt(p, best);
    mpq_set_d(p->tilt, p->theta);
    for (size_t i = 0; i < p->n; i++)
        p->part[i].exp = unit_of(moments_of(&p->part[i], p->theta).K);
}

/* ---- the lattice that atoms have in common ---- */

/* d = the greatest rational of which d and x are multiples */
static void gcd_q(mpq_t d, const mpq_t x)
{
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    mpz_mul(a, mpq_numref(d), mpq_denref(x));
    mpz_mul(b, mpq_numref(x), mpq_denref(d));
    mpz_gcd(a, a, b);
    mpz_mul(b, mpq_denref(d), mpq_denref(x));
    mpq_set_num(d, a);
    mpq_set_den(d, b);
    mpq_canonicalize(d);
    mpz_clears(a, b, NULL);
}

static void find_common(plan *p)
{
    mpq_t loss;
    mpq_init(loss);
    for (size_t i = 0; i < p->n; i++) {
        const dpc_law *law = &p->part[i].law;
        for (size_t k = 0; k < dpc_law_atoms(law); k++) {
            dpc_law_atom_loss(loss, law, k);
            if (k == 0)
                mpq_set(p->offset[i], loss);
            mpq_sub(loss, loss, p->offset[i]);
            gcd_q(p->common, loss);
            p->has_atoms = true;
        }
        p->smooth |= dpc_law_is_continuous(law);
    }
    mpq_clear(loss);
}

/* ---- the composition ---- */

/* Everything that the bounds are computed from. */
typedef struct {
    plan *p;
    mpq_t step, origin; /* the lattice of the composition: origin + i step */
    dpc_mass up, low;
    dpc_vec inf; /* lo, hi: P(loss = infinity) of the composition */
    dpc_calc c;
    dpc_ntt *ntt;
    bool is_one[2]; /* these may be 1, and are left out */
    bool is_sure;   /* the first one is 1 */
    bool beyond;    /* infinite losses only: eps is at least top */
    bool bounded;   /* no finite loss of the composition exceeds top */
    mpq_t top;
} composition;

static dpc_status plan_init(plan *p, const dpc_grid_step *step, size_t steps, bool reversed,
                            unsigned long digits)
{
    *p = (plan){.n = steps, .digits = (double)digits, .log_delta = -40};
    mpq_inits(p->tilt, p->common, NULL);
    p->part = calloc(steps, sizeof *p->part);
    p->offset = calloc(steps, sizeof *p->offset);
    if (p->part == NULL || p->offset == NULL) {
        free(p->part);
        free(p->offset);
        p->part = NULL;
        p->offset = NULL;
        p->n = 0;
        return DPC_NOMEM;
    }
    for (size_t i = 0; i < steps; i++) {
        p->part[i].law = (dpc_law){&step[i], reversed && !is_symmetric(&step[i])};
        mpq_init(p->offset[i]);
    }
    find_common(p);
    return DPC_OK;
}

static void plan_clear(plan *p)
{
    for (size_t i = 0; i < p->n; i++) {
        profile_clear(&p->part[i]);
        mpq_clear(p->offset[i]);
    }
    free(p->part);
    free(p->offset);
    mpq_clears(p->tilt, p->common, NULL);
}

static dpc_status fill_profiles(plan *p, dpc_calc *c)
{
    dpc_status status = DPC_OK;
    for (size_t i = 0; i < p->n && status == DPC_OK; i++)
        status = profile_fill(c, p, &p->part[i]);
    return status;
}

/* Tilt and ranges, for eps or for delta (by_delta); the other one is estimated.
 */
static dpc_status plan_first(plan *p, dpc_calc *c, bool by_delta)
{
    enum { ROUNDS = 4 };
    double theta = 1;
    for (int round = 0; round < ROUNDS; round++) {
        const double before = p->log_delta;
        const dpc_status status = fill_profiles(p, c);
        if (status != DPC_OK)
            return status;
        theta = find_saddle(p, by_delta);
        if (by_delta)
            p->eps = fmax(0, saddle_eps(theta, all_moments(p, theta)));
        else
            p->log_delta = saddle_log_delta(theta, p->eps, all_moments(p, theta));
        if (by_delta || p->log_delta > before - 5)
            break;
    }
    find_tilt(p, theta);
    return DPC_OK;
}

/* The same when both are known better. */
static dpc_status plan_again(plan *p, dpc_calc *c)
{
    const dpc_status status = fill_profiles(p, c);
    if (status == DPC_OK)
        find_tilt(p, find_saddle(p, false));
    return status;
}

static void set_q(dpc_calc *c, void *d, mpq_srcptr q)
{
    if (dpc_calc_ok(c))
        c->dom->set_q(d, q, c->prec);
}

/* q = the lower or upper end of an element; ends that are closer to 0 than 2^-MOST are moved
 * outward. */
static void end_of(dpc_calc *c, mpq_t q, const void *x, bool upper)
{
    enum { MOST = 1 << 20 };
    dpc_bounds b;
    if (!dpc_calc_ok(c))
        return;
    dpc_bounds_init(&b);
    c->dom->bounds(&b, x);
    mpz_srcptr man = upper ? b.hi_man : b.lo_man;
    const int64_t exp = upper ? b.hi_exp : b.lo_exp;
    const int64_t size = (int64_t)mpz_sizeinbase(man, 2) + exp;
    if (!b.finite || size > MOST)
        dpc_calc_fail(c, DPC_UNDECIDED);
    else if (size <= -MOST || mpz_sgn(man) == 0) { /* |end| <= 2^-MOST */
        mpq_set_si(q, mpz_sgn(man) > 0 && upper ? 1 : mpz_sgn(man) < 0 && !upper ? -1 : 0, 1);
        mpq_div_2exp(q, q, MOST);
    } else {
        mpq_set_z(q, man);
        if (exp < 0)
            mpq_div_2exp(q, q, (mp_bitcnt_t)-exp);
        else
            mpq_mul_2exp(q, q, (mp_bitcnt_t)exp);
    }
    dpc_bounds_clear(&b);
}

/* A rational that no finite loss of the law exceeds; false if there is none. */
static bool law_top(dpc_calc *c, mpq_t top, const dpc_law *law)
{
    mpq_t loss;
    dpc_vec t;
    const size_t atoms = dpc_law_atoms(law);
    const bool add = law->step->kind == DPC_GRID_SGM && law->reversed;
    if (dpc_law_is_continuous(law) && law->step->kind != DPC_GRID_LAPLACE && !add)
        return false;
    mpq_init(loss);
    dpc_vec_init(c, &t, 1);
    mpq_set_ui(top, 0, 1);
    for (size_t i = 0; i < atoms; i++) { /* Laplace's law has its ends among the atoms */
        dpc_law_atom_loss(loss, law, i);
        if (i == 0 || mpq_cmp(loss, top) > 0)
            mpq_set(top, loss);
    }
    if (add) { /* -log(1 - q), infinite for q = 1 */
        void *x = dpc_vec_at(&t, 0);
        mpq_neg(loss, law->step->a);
        set_q(c, x, loss);
        dpc_calc_op(c, DPC_OP_LOG1P, x, x, NULL);
        dpc_calc_op(c, DPC_OP_NEG, x, x, NULL);
        end_of(c, top, x, true);
    }
    const bool known = dpc_calc_ok(c);
    c->status = c->status == DPC_NOMEM ? DPC_NOMEM : DPC_OK;
    dpc_vec_clear(&t);
    mpq_clear(loss);
    return known;
}

/* The largest finite loss of the composition, where that is known. */
static void find_top(composition *k)
{
    mpq_t one, count;
    mpq_inits(one, count, NULL);
    k->bounded = true;
    for (size_t i = 0; i < k->p->n && k->bounded; i++) {
        k->bounded = law_top(&k->c, one, &k->p->part[i].law);
        mpq_set_ui(count, k->p->part[i].law.step->count, 1);
        mpq_mul(one, one, count);
        mpq_add(k->top, k->top, one);
    }
    mpq_clears(one, count, NULL);
}

static dpc_status composition_init(composition *k, plan *p)
{
    k->p = p;
    mpq_inits(k->step, k->origin, k->top, NULL);
    dpc_mass_init(&k->up, true);
    dpc_mass_init(&k->low, false);
    dpc_calc_init(&k->c, &dpc_domain_ball, PREC);
    dpc_vec_init(&k->c, &k->inf, 2);
    find_top(k);
    k->ntt = dpc_ntt_new();
    return k->ntt != NULL ? k->c.status : DPC_NOMEM;
}

static void composition_clear(composition *k)
{
    mpq_clears(k->step, k->origin, k->top, NULL);
    dpc_mass_clear(&k->up);
    dpc_mass_clear(&k->low);
    dpc_vec_clear(&k->inf);
    dpc_calc_clear(&k->c);
    dpc_ntt_free(k->ntt);
}

static void set_count(dpc_calc *c, void *d, uint64_t n)
{
    mpz_t z;
    mpz_init_set_ui(z, n);
    dpc_calc_z(c, d, z);
    mpz_clear(z);
}

/* hi gets what the continuous part has above the last point of the profile.
   lost: an upper bound of the tilted mass between `from`, a point of the
   lattice, and that point (L-GRID-TRIM). */
static void cut_off(composition *k, const profile *f, const mpq_t from, void *hi, void *lost)
{
    dpc_calc *c = &k->c;
    dpc_vec t;
    mpq_t edge;
    mpq_init(edge);
    dpc_vec_init(c, &t, 3);
    void *left = dpc_vec_at(&t, 0), *right = dpc_vec_at(&t, 1), *x = dpc_vec_at(&t, 2);
    tail_at(c, left, &f->law, f->edge[POINTS]);
    dpc_calc_op(c, DPC_OP_ADD, hi, hi, left);
    dpc_calc_ratio(c, lost, 0, 1);
    dpc_calc_set(c, right, left);
    for (size_t i = POINTS; i > 0 && dpc_calc_ok(c); i--) {
        mpq_set_d(edge, f->edge[i]);
        if (mpq_cmp(edge, from) <= 0)
            break;
        tail_at(c, left, &f->law, f->edge[i - 1]);
        mpq_mul(edge, edge, k->p->tilt);
        set_q(c, x, edge);
        dpc_calc_op(c, DPC_OP_EXP, x, x, NULL);
        dpc_calc_op(c, DPC_OP_SUB, right, left, right);
        dpc_calc_op(c, DPC_OP_MUL, x, x, right);
        dpc_calc_op(c, DPC_OP_ADD, lost, lost, x);
        dpc_calc_set(c, right, left);
    }
    mpq_set_d(edge, f->edge[0]);
    if (mpq_cmp(edge, from) > 0) /* there is something in between that was not counted */
        dpc_calc_fail(c, DPC_UNDECIDED);
    dpc_vec_clear(&t);
    mpq_clear(edge);
}

/* m->lost = x in units of 2^exp, rounded up */
static void set_lost(composition *k, dpc_mass *m, const void *x)
{
    enum { MOST = 256 };
    dpc_bounds b;
    if (!dpc_calc_ok(&k->c))
        return;
    dpc_bounds_init(&b);
    k->c.dom->bounds(&b, x);
    const int64_t size = (int64_t)mpz_sizeinbase(b.hi_man, 2) + b.hi_exp - m->exp;
    if (!b.finite || size > MOST)
        dpc_calc_fail(&k->c, DPC_UNDECIDED);
    else if (mpz_sgn(b.hi_man) <= 0 || size <= 0)
        mpz_set_ui(m->lost, mpz_sgn(b.hi_man) > 0 ? 1 : 0);
    else if (b.hi_exp >= m->exp)
        mpz_mul_2exp(m->lost, b.hi_man, (mp_bitcnt_t)(b.hi_exp - m->exp));
    else
        mpz_cdiv_q_2exp(m->lost, b.hi_man, (mp_bitcnt_t)(m->exp - b.hi_exp));
    dpc_bounds_clear(&b);
}

/* Multiplies the composition's measure by a power of one. */
static dpc_status join(composition *k, dpc_mass *all, dpc_mass *one, uint64_t count, bool is_first)
{
    const unsigned bits = (unsigned)k->p->bits;
    dpc_mass power, product;
    dpc_mass_init(&power, one->up);
    dpc_mass_init(&product, one->up);
    dpc_mass_settle(one, bits, 1, count);
    dpc_status status = dpc_mass_power(&power, one, count, bits, k->ntt);
    if (status == DPC_OK && !is_first) {
        status = dpc_mass_convolve(&product, all, &power, k->ntt);
        if (status == DPC_OK)
            dpc_mass_settle(&product, bits, 1, 1);
    }
    if (status == DPC_OK)
        dpc_mass_swap(all, is_first ? &power : &product);
    dpc_mass_clear(&power);
    dpc_mass_clear(&product);
    return status;
}

/* Adds count log(1 - p) to the sums for the masses at infinity. */
static void add_infinity(composition *k, int end, const void *p, uint64_t count)
{
    dpc_calc *c = &k->c;
    dpc_vec t;
    dpc_vec_init(c, &t, 2);
    void *x = dpc_vec_at(&t, 0), *one = dpc_vec_at(&t, 1);
    dpc_calc_ratio(c, one, 1, 1);
    if (!dpc_calc_lt(c, p, one)) {
        k->is_one[end] = true;
        k->is_sure = k->is_sure || (end == 0 && dpc_calc_le(c, one, p));
    } else {
        dpc_calc_op(c, DPC_OP_NEG, x, p, NULL);
        dpc_calc_op(c, DPC_OP_LOG1P, x, x, NULL);
        set_count(c, one, count);
        dpc_calc_op(c, DPC_OP_MUL, x, x, one);
        dpc_calc_op(c, DPC_OP_ADD, dpc_vec_at(&k->inf, (size_t)end),
                    dpc_vec_at(&k->inf, (size_t)end), x);
    }
    dpc_vec_clear(&t);
}

/* The index of the lattice point at or below x (about).  UNDECIDED, and 0, where doubles tell no
   points apart. */
static int64_t index_of(composition *k, double x, const mpq_t offset)
{
    const double index = floor((x - mpq_get_d(offset)) / mpq_get_d(k->step));
    if (fabs(index) < 0x1p52)
        return (int64_t)index;
    dpc_calc_fail(&k->c, DPC_UNDECIDED);
    return 0;
}

/* Whether the points of the composition have numbers that fit, if each of its steps has its points
   among those of m. */
static bool indices_fit(const composition *k, const dpc_mass *m, uint64_t count)
{
    const int64_t most = INT64_MAX / 8 / (int64_t)k->p->n / (int64_t)count; /* count < 2^40 */
    return m->first > -most && m->first + (int64_t)m->n < most;
}

/* One law: discretised, taken to its power, and joined to the rest. */
static dpc_status add_law(composition *k, size_t number, const mpq_t offset)
{
    profile *f = &k->p->part[number];
    dpc_calc *c = &k->c;
    const uint64_t count = f->law.step->count;
    dpc_mass up, low;
    dpc_vec t;
    mpq_t from;
    mpq_init(from);
    dpc_mass_init(&up, true);
    dpc_mass_init(&low, false);
    dpc_vec_init(c, &t, 3);
    void *inf_lo = dpc_vec_at(&t, 0), *inf_hi = dpc_vec_at(&t, 1), *lost = dpc_vec_at(&t, 2);
    const dpc_lattice lattice = {k->step, offset, k->p->tilt};
    const bool smooth = dpc_law_is_continuous(&f->law) && !k->beyond;
    const int64_t first = smooth ? index_of(k, f->first, offset) - 1 : 0,
                  last = smooth ? index_of(k, f->last, offset) + 2 : 0;
    dpc_law_infinity(c, inf_lo, inf_hi, &f->law);
    dpc_status status = c->status;
    if (status == DPC_OK && !k->beyond)
        status = dpc_law_discretise(c, &up, &low, &f->law, &lattice, first, last, f->exp);
    if (status == DPC_OK && !indices_fit(k, &up, count))
        status = DPC_UNDECIDED;
    if (status == DPC_OK && smooth) {
        mpq_set_si(from, last, 1);
        mpq_mul(from, from, k->step);
        mpq_add(from, from, offset);
        cut_off(k, f, from, inf_hi, lost);
        set_lost(k, &up, lost);
    }
    if (status == DPC_OK) {
        add_infinity(k, 0, inf_lo, count);
        add_infinity(k, 1, inf_hi, count);
        status = c->status;
    }
    if (status == DPC_OK && !k->beyond)
        status = join(k, &k->up, &up, count, number == 0);
    if (status == DPC_OK && !k->beyond)
        status = join(k, &k->low, &low, count, number == 0);
    mpq_set_ui(from, count, 1); /* below 2^40 */
    mpq_mul(from, from, offset);
    mpq_add(k->origin, k->origin, from);
    dpc_vec_clear(&t);
    dpc_mass_clear(&up);
    dpc_mass_clear(&low);
    mpq_clear(from);
    return status;
}

/* The composition on the lattice of this step; aligned: atoms are on it, with
 * offsets. */
static dpc_status compose(composition *k, bool aligned)
{
    mpq_t zero;
    mpq_init(zero);
    mpq_set_ui(k->origin, 0, 1);
    k->is_one[0] = k->is_one[1] = k->is_sure = false;
    k->c.status = DPC_OK;
    dpc_status status = DPC_OK;
    dpc_calc_ratio(&k->c, dpc_vec_at(&k->inf, 0), 0, 1);
    dpc_calc_ratio(&k->c, dpc_vec_at(&k->inf, 1), 0, 1);
    for (size_t i = 0; i < k->p->n && status == DPC_OK; i++)
        status = add_law(k, i, aligned ? k->p->offset[i] : zero);
    for (size_t end = 0; end < 2 && status == DPC_OK; end++) { /* 1 - exp(sum) */
        void *x = dpc_vec_at(&k->inf, end);
        dpc_calc_op(&k->c, DPC_OP_EXPM1, x, x, NULL);
        dpc_calc_op(&k->c, DPC_OP_NEG, x, x, NULL);
        status = k->c.status;
    }
    mpq_clear(zero);
    return status;
}

/* ---- delta ---- */

/* Sums over the points from the last one down to `at`: a = sum of a[i]
   exp(-theta (x_i - x_at)), b the same with theta + 1. */
typedef struct {
    const composition *k;
    const dpc_mass *m;
    int64_t at;
    dpc_vec v;
    mpz_t z;
} sums;

enum { SUM_A, SUM_B, RATE_A, RATE_B, TERM, SUMS };

static void sums_init(sums *s, composition *k, const dpc_mass *m)
{
    dpc_calc *c = &k->c;
    *s = (sums){.k = k, .m = m, .at = m->first + (int64_t)m->n};
    mpz_init(s->z);
    dpc_vec_init(c, &s->v, SUMS);
    void *a = dpc_vec_at(&s->v, RATE_A), *b = dpc_vec_at(&s->v, RATE_B),
         *t = dpc_vec_at(&s->v, TERM);
    set_q(c, a, k->p->tilt);
    dpc_calc_ratio(c, t, 1, 1);
    dpc_calc_op(c, DPC_OP_ADD, b, a, t);
    set_q(c, t, k->step);
    dpc_calc_op(c, DPC_OP_NEG, t, t, NULL);
    dpc_calc_op(c, DPC_OP_MUL, a, a, t);
    dpc_calc_op(c, DPC_OP_MUL, b, b, t);
    dpc_calc_op(c, DPC_OP_EXP, a, a, NULL);
    dpc_calc_op(c, DPC_OP_EXP, b, b, NULL);
}

static void sums_clear(sums *s)
{
    dpc_vec_clear(&s->v);
    mpz_clear(s->z);
}

static void sums_step(sums *s, dpc_calc *c)
{
    s->at--;
    dpc_u128 mass = 0;
    if (s->at >= s->m->first && s->at < s->m->first + (int64_t)s->m->n)
        mass = s->m->a[s->at - s->m->first];
    const uint64_t part[2] = {(uint64_t)mass, (uint64_t)(mass >> 64)};
    mpz_import(s->z, 2, -1, sizeof part[0], 0, 0, part);
    dpc_calc_z(c, dpc_vec_at(&s->v, TERM), s->z);
    for (size_t i = 0; i < 2; i++) {
        void *sum = dpc_vec_at(&s->v, SUM_A + i);
        dpc_calc_op(c, DPC_OP_MUL, sum, sum, dpc_vec_at(&s->v, RATE_A + i));
        dpc_calc_op(c, DPC_OP_ADD, sum, sum, dpc_vec_at(&s->v, TERM));
    }
}

/* x = origin + i step */
static void point(const composition *k, mpq_t x, int64_t i)
{
    mpq_set_si(x, i, 1);
    mpq_mul(x, x, k->step);
    mpq_add(x, x, k->origin);
}

/* d = 2^exp exp(-theta x): what a tilted mass at x is without the tilt */
static void untilt(composition *k, void *d, const dpc_mass *m, const mpq_t x)
{
    dpc_calc *c = &k->c;
    dpc_vec t;
    mpq_t y;
    mpq_init(y);
    dpc_vec_init(c, &t, 1);
    void *log2 = dpc_vec_at(&t, 0);
    dpc_calc_ratio(c, log2, 2, 1);
    dpc_calc_op(c, DPC_OP_LOG, log2, log2, NULL);
    dpc_calc_ratio(c, d, (long)m->exp, 1);
    dpc_calc_op(c, DPC_OP_MUL, log2, log2, d);
    mpq_mul(y, k->p->tilt, x);
    set_q(c, d, y);
    dpc_calc_op(c, DPC_OP_SUB, d, log2, d);
    dpc_calc_op(c, DPC_OP_EXP, d, d, NULL);
    dpc_vec_clear(&t);
    mpq_clear(y);
}

/* d = c(theta) lost, c(t) = t^t/(1 + t)^(1 + t) */
static void lost_part(composition *k, void *d, const dpc_mass *m)
{
    dpc_calc *c = &k->c;
    dpc_vec t;
    dpc_vec_init(c, &t, 3);
    void *theta = dpc_vec_at(&t, 0), *x = dpc_vec_at(&t, 1), *y = dpc_vec_at(&t, 2);
    set_q(c, theta, k->p->tilt);
    dpc_calc_op(c, DPC_OP_LOG, x, theta, NULL);
    dpc_calc_op(c, DPC_OP_MUL, x, x, theta);
    dpc_calc_op(c, DPC_OP_LOG1P, y, theta, NULL);
    dpc_calc_op(c, DPC_OP_SUB, x, x, y);
    dpc_calc_op(c, DPC_OP_MUL, y, y, theta);
    dpc_calc_op(c, DPC_OP_SUB, x, x, y);
    dpc_calc_op(c, DPC_OP_EXP, x, x, NULL);
    dpc_calc_z(c, d, m->lost);
    dpc_calc_op(c, DPC_OP_MUL, d, d, x);
    dpc_vec_clear(&t);
}

/* The point at or below x. */
static bool point_below(const composition *k, const mpq_t x, int64_t *i)
{
    mpq_t y;
    mpz_t n;
    mpq_init(y);
    mpz_init(n);
    mpq_sub(y, x, k->origin);
    mpq_div(y, y, k->step);
    mpz_fdiv_q(n, mpq_numref(y), mpq_denref(y));
    const bool fits = mpz_sizeinbase(n, 2) < 62;
    *i = fits ? mpz_get_si(n) : 0;
    mpz_clear(n);
    mpq_clear(y);
    return fits;
}

/* d = delta(eps) of the measure, with the mass at infinity (L-GRID-VALUE). */
static void measure_delta(composition *k, void *d, const dpc_mass *m, const mpq_t eps)
{
    dpc_calc *c = &k->c;
    sums s;
    dpc_vec t;
    mpq_t x;
    int64_t below;
    mpq_init(x);
    sums_init(&s, k, m);
    dpc_vec_init(c, &t, 2);
    void *a = dpc_vec_at(&t, 0), *b = dpc_vec_at(&t, 1);
    if (!point_below(k, eps, &below))
        dpc_calc_fail(c, DPC_UNDECIDED);
    below = below + 1 < m->first ? m->first - 1 : below;
    while (s.at > below + 1 && dpc_calc_ok(c))
        sums_step(&s, c);
    point(k, x, s.at);
    untilt(k, a, m, x);
    mpq_sub(x, eps, x);
    set_q(c, b, x);
    dpc_calc_op(c, DPC_OP_EXP, b, b, NULL);
    dpc_calc_op(c, DPC_OP_MUL, b, b, dpc_vec_at(&s.v, SUM_B));
    dpc_calc_op(c, DPC_OP_SUB, d, dpc_vec_at(&s.v, SUM_A), b);
    dpc_calc_op(c, DPC_OP_MUL, d, d, a);
    if (m->up) {
        lost_part(k, b, m);
        untilt(k, a, m, eps);
        dpc_calc_op(c, DPC_OP_MUL, b, b, a);
        dpc_calc_op(c, DPC_OP_ADD, d, d, b);
    }
    dpc_calc_op(c, DPC_OP_ADD, d, d, dpc_vec_at(&k->inf, m->up ? 1 : 0));
    dpc_vec_clear(&t);
    sums_clear(&s);
    mpq_clear(x);
}

/* lo and hi meet [0, 1] */
static void clamp(mpq_t lo, mpq_t hi)
{
    if (mpq_sgn(lo) < 0)
        mpq_set_ui(lo, 0, 1);
    if (mpq_sgn(hi) < 0)
        mpq_set_ui(hi, 0, 1);
    if (mpq_cmp_ui(hi, 1, 1) > 0)
        mpq_set_ui(hi, 1, 1);
}

static dpc_status delta_bounds(composition *k, mpq_t lo, mpq_t hi, const mpq_t eps)
{
    dpc_vec t;
    dpc_vec_init(&k->c, &t, 1);
    void *d = dpc_vec_at(&t, 0);
    if (k->beyond)
        dpc_calc_set(&k->c, d, dpc_vec_at(&k->inf, 0));
    else
        measure_delta(k, d, &k->low, eps);
    end_of(&k->c, lo, d, false);
    if (k->beyond)
        dpc_calc_set(&k->c, d, dpc_vec_at(&k->inf, 1));
    else
        measure_delta(k, d, &k->up, eps);
    end_of(&k->c, hi, d, true);
    if (k->is_one[1])
        mpq_set_ui(hi, 1, 1);
    if (k->is_sure)
        mpq_set_ui(lo, 1, 1);
    clamp(lo, hi);
    dpc_vec_clear(&t);
    return k->c.status;
}

/* ---- eps ---- */

/* State of the way down from the largest loss: delta at eps = x_at is scale (a
 * - b + lost) + infinity. */
typedef struct {
    sums s;
    dpc_calc *c;
    dpc_vec v;
} descent;

enum { SCALE, GROWTH, LOST, INFINITE, TARGET, VALUE, SPARE, OLD_A, OLD_B, OLD_SCALE, DESCENT };

static void *down(const descent *w, int name)
{
    return dpc_vec_at(&w->v, (size_t)name);
}

static void descent_init(descent *w, composition *k, const dpc_mass *m, const mpq_t delta)
{
    mpq_t x;
    mpq_init(x);
    w->c = &k->c;
    sums_init(&w->s, k, m);
    dpc_vec_init(w->c, &w->v, DESCENT);
    point(k, x, w->s.at);
    untilt(k, down(w, SCALE), m, x);
    dpc_calc_ratio(w->c, down(w, GROWTH), 1, 1);
    dpc_calc_op(w->c, DPC_OP_DIV, down(w, GROWTH), down(w, GROWTH), dpc_vec_at(&w->s.v, RATE_A));
    if (m->up)
        lost_part(k, down(w, LOST), m);
    dpc_calc_set(w->c, down(w, INFINITE), dpc_vec_at(&k->inf, m->up ? 1 : 0));
    set_q(w->c, down(w, TARGET), delta);
    mpq_clear(x);
}

static void descent_clear(descent *w)
{
    sums_clear(&w->s);
    dpc_vec_clear(&w->v);
}

/* One point down; the state before it is kept. */
static void descend(descent *w)
{
    dpc_calc_set(w->c, down(w, OLD_A), dpc_vec_at(&w->s.v, SUM_A));
    dpc_calc_set(w->c, down(w, OLD_B), dpc_vec_at(&w->s.v, SUM_B));
    dpc_calc_set(w->c, down(w, OLD_SCALE), down(w, SCALE));
    sums_step(&w->s, w->c);
    dpc_calc_op(w->c, DPC_OP_MUL, down(w, SCALE), down(w, SCALE), down(w, GROWTH));
}

static void go_back(descent *w)
{
    dpc_calc_set(w->c, dpc_vec_at(&w->s.v, SUM_A), down(w, OLD_A));
    dpc_calc_set(w->c, dpc_vec_at(&w->s.v, SUM_B), down(w, OLD_B));
    dpc_calc_set(w->c, down(w, SCALE), down(w, OLD_SCALE));
    w->s.at++;
}

/* Whether delta(x_at) is at most the target (up) or at least (low), for sure.
 */
static bool reached(descent *w)
{
    void *d = down(w, VALUE);
    dpc_calc_op(w->c, DPC_OP_SUB, d, dpc_vec_at(&w->s.v, SUM_A), dpc_vec_at(&w->s.v, SUM_B));
    dpc_calc_op(w->c, DPC_OP_ADD, d, d, down(w, LOST));
    dpc_calc_op(w->c, DPC_OP_MUL, d, d, down(w, SCALE));
    dpc_calc_op(w->c, DPC_OP_ADD, d, d, down(w, INFINITE));
    return w->s.m->up ? dpc_calc_le(w->c, d, down(w, TARGET))
                      : dpc_calc_le(w->c, down(w, TARGET), d);
}

/* eps between the point before and x_at where delta is the target, as far as
   the state at x_at tells: exp(eps - x_at) = (a + (lost' + infinity -
   target)/scale)/b, lost' that of the point before.  False if there is none. */
static bool solve_cell(descent *w, mpq_t eps)
{
    dpc_calc *c = w->c;
    void *d = down(w, VALUE), *x = down(w, SPARE);
    dpc_calc_op(c, DPC_OP_SUB, d, down(w, INFINITE), down(w, TARGET));
    dpc_calc_op(c, DPC_OP_DIV, d, d, down(w, SCALE));
    dpc_calc_op(c, DPC_OP_MUL, x, down(w, LOST), down(w, GROWTH));
    dpc_calc_op(c, DPC_OP_ADD, d, d, x);
    dpc_calc_op(c, DPC_OP_ADD, d, d, dpc_vec_at(&w->s.v, SUM_A));
    dpc_calc_op(c, DPC_OP_DIV, d, d, dpc_vec_at(&w->s.v, SUM_B));
    dpc_calc_op(c, DPC_OP_LOG, d, d, NULL);
    if (!dpc_calc_ok(c)) {
        if (c->status != DPC_NOMEM)
            c->status = DPC_OK;
        return false;
    }
    end_of(c, eps, d, w->s.m->up);
    mpq_t point_at;
    mpq_init(point_at);
    point(w->s.k, point_at, w->s.at);
    mpq_add(eps, eps, point_at);
    mpq_clear(point_at);
    return dpc_calc_ok(c);
}

/* eps >= 0 with delta(eps) of the measure at most delta (up) or at least (low;
 * or 0).  False: none was found. */
static bool measure_eps(composition *k, mpq_t eps, const dpc_mass *m, const mpq_t delta)
{
    descent w;
    mpq_t left, right;
    int64_t end;
    mpq_inits(left, right, NULL); /* 0 */
    descent_init(&w, k, m, delta);
    const bool found = dpc_calc_ok(w.c) && point_below(k, left, &end) && (!m->up || reached(&w));
    bool crossed = false;
    mpq_set_ui(eps, 0, 1);
    while (found && !crossed && dpc_calc_ok(w.c) && w.s.at > end) {
        descend(&w);
        crossed = reached(&w) != m->up;
    }
    if (crossed && dpc_calc_ok(w.c)) { /* between x_at, the first point that is (low: is not)
                                          too small, and the next one */
        point(k, left, w.s.at);
        go_back(&w);
        point(k, right, w.s.at);
        if (!solve_cell(&w, eps))
            mpq_set(eps, m->up ? right : left);
        if (mpq_cmp(eps, left) < 0)
            mpq_set(eps, left);
        if (mpq_cmp(eps, right) > 0)
            mpq_set(eps, right);
        if (mpq_sgn(eps) < 0)
            mpq_set_ui(eps, 0, 1);
    }
    descent_clear(&w);
    mpq_clears(left, right, NULL);
    return found;
}

static dpc_status eps_bounds(composition *k, mpq_t lo, mpq_t hi, const mpq_t delta)
{
    dpc_vec t;
    dpc_vec_init(&k->c, &t, 1);
    set_q(&k->c, dpc_vec_at(&t, 0), delta);
    const bool never = dpc_calc_lt(&k->c, dpc_vec_at(&t, 0), dpc_vec_at(&k->inf, 0));
    const bool by_top = k->bounded && !k->is_one[1] &&
                        dpc_calc_le(&k->c, dpc_vec_at(&k->inf, 1), dpc_vec_at(&t, 0));
    dpc_vec_clear(&t);
    if (never || k->is_sure)
        return DPC_DOMAIN;
    const bool found = !k->is_one[1] && measure_eps(k, hi, &k->up, delta);
    if (k->c.status != DPC_OK || !(found || by_top))
        return k->c.status != DPC_OK ? k->c.status : DPC_UNDECIDED;
    if (by_top && (!found || mpq_cmp(k->top, hi) < 0))
        mpq_set(hi, k->top);
    if (mpq_sgn(hi) < 0)
        mpq_set_ui(hi, 0, 1);
    (void)measure_eps(k, lo, &k->low, delta);
    return k->c.status;
}

/* ---- attempts ---- */

/* A question: delta at eps, or eps at delta. */
typedef struct {
    const dpc_grid_step *step;
    size_t steps;
    unsigned long digits;
    bool by_delta;
    mpq_srcptr at;
    mpq_srcptr enough; /* the answer is the larger one of this and what is found;
                          NULL: there is nothing else */
} question;

/* A rational near x > 0, of few bits. */
static void set_short(mpq_t d, double x)
{
    int e;
    const double m = frexp(x, &e);
    mpq_set_d(d, ldexp(floor(m * 64), e - 6));
}

/* Sets the step next to the one wanted; true if all atoms are on the lattice.
 */
static bool choose_step(composition *k, double wanted)
{
    const plan *p = k->p;
    const double common = mpq_get_d(p->common);
    if (common <= 0) { /* no two atoms of a law differ */
        if (p->smooth)
            set_short(k->step, wanted);
        else
            mpq_set_ui(k->step, 1, 1);
        return true;
    }
    if (common < least_step(p)) {
        set_short(k->step, wanted);
        return false;
    }
    mpq_set(k->step, p->common);
    if (p->smooth && common > wanted) {
        mpq_t m;
        mpq_init(m);
        mpq_set_d(m, ceil(common / wanted));
        mpq_div(k->step, k->step, m);
        mpq_clear(m);
    }
    return true;
}

static double relative_width(const mpq_t lo, const mpq_t hi)
{
    mpq_t w;
    if (mpq_sgn(hi) <= 0)
        return 0;
    mpq_init(w);
    mpq_sub(w, hi, lo);
    mpq_div(w, w, hi);
    const double width = mpq_get_d(w);
    mpq_clear(w);
    return width;
}

/* One attempt; what it shows is combined with what is in r. */
static dpc_status attempt(composition *k, const question *ask, bool aligned, bool is_first,
                          dpc_grid_result *r)
{
    mpq_t lo, hi;
    mpq_inits(lo, hi, NULL);
    dpc_status status = compose(k, aligned);
    if (status == DPC_DOMAIN)
        (void)fail(r, status, "the masses of a table, times exp(-loss), sum to more than 1");
    if (status == DPC_OK) {
        status = ask->by_delta ? eps_bounds(k, lo, hi, ask->at) : delta_bounds(k, lo, hi, ask->at);
        if (status == DPC_DOMAIN)
            (void)fail(r, status,
                       "the mass at infinity alone, %.6g, is more than delta: no eps is large "
                       "enough; ask for a larger delta",
                       k->is_sure ? 1.0 : exp(k->c.dom->log_abs_approx(dpc_vec_at(&k->inf, 0))));
    }
    if (status == DPC_OK) {
        r->why[0] = '\0';
        if (is_first || mpq_cmp(lo, r->lo) > 0)
            mpq_set(r->lo, lo);
        if (is_first || mpq_cmp(hi, r->hi) < 0)
            mpq_set(r->hi, hi);
        r->cell = mpq_get_d(k->step);
        r->cells = k->up.n;
    }
    mpq_clears(lo, hi, NULL);
    return status;
}

/* log q, where q itself may be too small for a double */
static double log_approx(mpq_srcptr q)
{
    long n = 0, d = 0;
    const double x = mpz_get_d_2exp(&n, mpq_numref(q)), y = mpz_get_d_2exp(&d, mpq_denref(q));
    return log(x / y) + (double)(n - d) * log(2.0);
}

/* After the first bounds: the plan anew, if they are far from what was
 * expected. */
static dpc_status learn(composition *k, const question *ask, const dpc_grid_result *r)
{
    plan *p = k->p;
    const double eps = p->eps, log_delta = p->log_delta;
    if (ask->by_delta)
        p->eps = mpq_get_d(r->hi);
    else if (mpq_sgn(r->lo) > 0)
        p->log_delta = log_approx(r->lo);
    else if (mpq_sgn(r->hi) > 0)
        p->log_delta = fmin(p->log_delta, log_approx(r->hi)) - 10;
    const bool far = fabs(p->eps - eps) * p->theta > 1 || fabs(p->log_delta - log_delta) > 1;
    return far ? plan_again(p, &k->c) : DPC_OK;
}

/* Finer and finer, until there are digits enough, or cells too many. */
static dpc_status refine(composition *k, const question *ask, dpc_grid_result *r)
{
    const plan *p = k->p;
    const double target = pow(10, -(double)ask->digits);
    double wanted = k->beyond ? 1 : p->width / FIRST_CELLS;
    bool found = false, exact = false; /* r has bounds; finer ones would be the same */
    for (int i = 0; i < ATTEMPTS; i++) {
        wanted = k->beyond ? 1 : fmax(wanted, least_step(p));
        const bool aligned = choose_step(k, wanted);
        const dpc_status now = attempt(k, ask, aligned, !found, r);
        if (now == DPC_DOMAIN)
            return now; /* with a reason */
        if (now == DPC_NOMEM)
            return fail(r, now, "out of memory");
        if (now != DPC_OK) { /* too many cells */
            wanted *= 4;
            continue;
        }
        found = true;
        const double width = relative_width(r->lo, r->hi), before = p->width;
        exact = (aligned && !p->smooth) || k->beyond;
        if (width <= target || exact || (ask->enough != NULL && mpq_cmp(r->hi, ask->enough) <= 0))
            break;
        const double least = least_step(p);
        if (learn(k, ask, r) != DPC_OK || (wanted <= least * 1.01 && least_step(p) > least / 1.5))
            break;
        const double factor = fmin(fmax(sqrt(width / target) * 1.2, 2), 64);
        wanted = wanted / factor * fmin(1, p->width / before);
    }
    if (!found)
        return fail(r, DPC_UNDECIDED, "no bound within %d cells", (int)MAX_CELLS);
    if (relative_width(r->lo, r->hi) > target && exact)
        (void)fail(r, DPC_OK,
                   "no finer grid would help: rounding, or mass that a table lacks, keeps the ends "
                   "apart");
    else if (relative_width(r->lo, r->hi) > target)
        (void)fail(r, DPC_OK,
                   "%zu cells of width %.2g, about as many as there may be, are not fine enough",
                   r->cells, r->cell);
    return DPC_OK;
}

/* One direction. */
static dpc_status one_side(const question *ask, bool reversed, dpc_grid_result *r)
{
    plan p;
    composition k;
    dpc_status status = plan_init(&p, ask->step, ask->steps, reversed, ask->digits);
    if (status == DPC_OK) {
        status = composition_init(&k, &p);
        if (ask->by_delta)
            p.log_delta = log_approx(ask->at);
        else
            p.eps = mpq_get_d(ask->at);
        k.beyond = !ask->by_delta && k.bounded && mpq_cmp(k.top, ask->at) <= 0;
        if (status == DPC_OK && !k.beyond)
            status = plan_first(&p, &k.c, ask->by_delta);
        if (status == DPC_OK)
            status = refine(&k, ask, r);
        else
            (void)fail(r, status, "no enclosure of the steps");
        composition_clear(&k);
    }
    plan_clear(&p);
    return status;
}

static void keep_larger(dpc_grid_result *a, const dpc_grid_result *b)
{
    if (mpq_cmp(b->lo, a->lo) > 0)
        mpq_set(a->lo, b->lo);
    if (mpq_cmp(b->hi, a->hi) > 0) {
        mpq_set(a->hi, b->hi);
        a->cell = b->cell;
        a->cells = b->cells;
        (void)snprintf(a->why, sizeof a->why, "%s", b->why);
    }
}

static dpc_status answer(dpc_grid_result *r, const question *ask, dpc_grid_side side)
{
    r->why[0] = '\0';
    dpc_status status = check_steps(r, ask->step, ask->steps);
    bool symmetric = true;
    for (size_t i = 0; i < ask->steps && status == DPC_OK; i++)
        symmetric = symmetric && is_symmetric(&ask->step[i]);
    if (status == DPC_OK)
        status = one_side(ask, side == DPC_GRID_ADD && !symmetric, r);
    if (status == DPC_OK && side == DPC_GRID_BOTH && !symmetric) {
        dpc_grid_result other;
        question again = *ask;
        dpc_grid_result_init(&other);
        again.enough = r->lo;
        status = one_side(&again, true, &other);
        if (status == DPC_OK)
            keep_larger(r, &other);
        else
            (void)snprintf(r->why, sizeof r->why, "%s", other.why);
        dpc_grid_result_clear(&other);
    }
    if (status != DPC_OK) {
        mpq_set_ui(r->lo, 0, 1);
        mpq_set_ui(r->hi, ask->by_delta ? 0 : 1, 1);
    }
    return status;
}

dpc_status dpc_grid_delta(dpc_grid_result *r, const dpc_grid_step *step, size_t steps,
                          dpc_grid_side side, const mpq_t eps, unsigned long digits)
{
    const question ask = {step, steps, digits, false, eps, NULL};
    if (mpq_sgn(eps) >= 0 && in_reach(eps))
        return answer(r, &ask, side);
    mpq_set_ui(r->lo, 0, 1);
    mpq_set_ui(r->hi, 1, 1);
    if (mpq_sgn(eps) > 0)
        return fail(r, DPC_UNDECIDED, "an eps above 2^300 or below 2^-300 is beyond the grid");
    return fail(r, DPC_DOMAIN, "eps must be >= 0");
}

dpc_status dpc_grid_eps(dpc_grid_result *r, const dpc_grid_step *step, size_t steps,
                        dpc_grid_side side, const mpq_t delta, unsigned long digits)
{
    const question ask = {step, steps, digits, true, delta, NULL};
    if (mpq_sgn(delta) > 0 && mpq_cmp_ui(delta, 1, 1) < 0)
        return answer(r, &ask, side);
    mpq_set_ui(r->lo, 0, 1);
    mpq_set_ui(r->hi, 0, 1);
    return fail(r, DPC_DOMAIN, "delta must be in (0, 1)");
}
