/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The steps are those of the section "Inversion" of proofs/math/LEMMAS.md, in its order. Everything
   here is arithmetic and comparisons of the domain.
 */
#include "account/inversion.h"

#include "account/mechanism.h"

#include <math.h>
#include <stdlib.h>

enum {
    MAX_NODES = 1 << 20,
    MAX_FREQUENCIES = 1 << 20,
    MAX_CELLS = 1 << 22,
    BLOCK = 256,      /* nodes whose powers are in memory at a time */
    STAIR_PASSES = 2, /* staircases: one for each hump of the density */
    GUARD = 24
};

/* What all steps share; numbers at the precision of the calculation. */
typedef struct {
    dpc_calc *c;
    const dpc_number *arg;
    dpc_mechanism m;
    const dpc_group *group; /* the one at hand, see enter() */
    long j0, j1, fine, K;
    bool has_below; /* theta - spread > 0; decided once, so that all steps agree */
    bool has_shift; /* shift > 0; likewise */
    bool has_cut;   /* soft > 0; likewise */
    dpc_vec num;    /* by name, below */
} setting;

enum {
    ZERO,
    ONE,
    EPS,
    THETA,
    A,
    H,
    STRIP_PLAN,
    SPREAD,
    SHIFT_PLAN,
    CUT,
    SOFT,
    CORE,
    Q,     /* of the group at hand, like all until SHIFT */
    SIZE,  /* sigma, or epsilon */
    REST,  /* 1 - q */
    DRIFT, /* 1/(2 sigma^2) */
    STRIP, /* of the plan, but at most 2 sigma */
    SHIFT,
    NORM, /* 1/sqrt(2 pi) */
    PI,
    STEP, /* of the grid: h/fine */
    SPARE1,
    SPARE2,
    SPARE3,
    SPARE4,
    NUMBERS
};

static void *num(const setting *s, int name)
{
    return dpc_vec_at(&s->num, (size_t)name);
}

static void op(const setting *s, dpc_op o, void *d, const void *a, const void *b)
{
    dpc_calc_op(s->c, o, d, a, b);
}

/* Values at the points i h/fine, i = fine j0..fine j1: what the error bounds are computed from. */
typedef struct {
    size_t n;
    dpc_vec phi;       /* exp(-y^2/2) */
    dpc_vec v, w;      /* q exp(z), w */
    dpc_vec log;       /* log w */
    dpc_vec pow;       /* w^lambda */
    dpc_vec core, hit; /* chi and 1 - chi, if something is cut off */
} grid;

/* Uniform pieces under the tilted loss density. */
typedef struct {
    size_t n;
    dpc_vec mass, width;
} stairs;

/* ---- arguments ---- */

static void load(const setting *s, int name, const dpc_number *a)
{
    if (!dpc_calc_ok(s->c))
        return;
    if (a->q != NULL)
        s->c->dom->set_q(num(s, name), a->q, s->c->prec);
    else
        dpc_calc_set(s->c, num(s, name), a->element);
}

static void setting_init(setting *s, dpc_calc *c)
{
    static const int loaded[][2] = {
        {EPS, DPC_INV_EPS},
        {THETA, DPC_INV_THETA},
        {A, DPC_INV_A},
        {H, DPC_INV_H},
        {STRIP_PLAN, DPC_INV_STRIP},
        {SPREAD, DPC_INV_SPREAD},
        {SHIFT_PLAN, DPC_INV_SHIFT},
        {CUT, DPC_INV_CUT},
        {SOFT, DPC_INV_SOFT},
        {CORE, DPC_INV_CORE},
    };
    s->c = c;
    dpc_vec_init(c, &s->num, NUMBERS);
    for (size_t i = 0; i < sizeof loaded / sizeof loaded[0]; i++)
        load(s, loaded[i][0], &s->arg[loaded[i][1]]);
    dpc_calc_ratio(c, num(s, ZERO), 0, 1);
    dpc_calc_ratio(c, num(s, ONE), 1, 1);
    op(s, DPC_OP_PI, num(s, PI), num(s, ONE), NULL);
    op(s, DPC_OP_ADD, num(s, NORM), num(s, PI), num(s, PI));
    op(s, DPC_OP_SQRT, num(s, NORM), num(s, NORM), NULL);
    op(s, DPC_OP_DIV, num(s, NORM), num(s, ONE), num(s, NORM));
    dpc_calc_ratio(c, num(s, STEP), 1, (unsigned long)s->fine);
    op(s, DPC_OP_MUL, num(s, STEP), num(s, STEP), num(s, H));
}

static bool is_gauss(const dpc_group *g)
{
    return g->kind == DPC_STEP_GAUSS || g->kind == DPC_STEP_SUBSAMPLED;
}

/* Makes a group the one at hand. */
static void enter(setting *s, const dpc_group *g)
{
    s->group = g;
    load(s, SIZE, &g->size);
    if (!is_gauss(g))
        return;
    void *twice = num(s, SPARE1);
    op(s, DPC_OP_MUL, num(s, DRIFT), num(s, SIZE), num(s, SIZE));
    op(s, DPC_OP_ADD, num(s, DRIFT), num(s, DRIFT), num(s, DRIFT));
    op(s, DPC_OP_DIV, num(s, DRIFT), num(s, ONE), num(s, DRIFT));
    if (g->kind != DPC_STEP_SUBSAMPLED)
        return;
    load(s, Q, &g->q);
    op(s, DPC_OP_SUB, num(s, REST), num(s, ONE), num(s, Q));
    op(s, DPC_OP_ADD, twice, num(s, SIZE), num(s, SIZE));
    op(s, DPC_OP_MIN, num(s, STRIP), num(s, STRIP_PLAN), twice);
    op(s, DPC_OP_MIN, num(s, SHIFT), num(s, SHIFT_PLAN), twice);
}

/* The exponent of w that belongs to a tilt: 1 + t or -t. */
static void exponent_of(const setting *s, void *lambda, const void *tilt)
{
    if (s->m.remove)
        op(s, DPC_OP_ADD, lambda, num(s, ONE), tilt);
    else
        op(s, DPC_OP_NEG, lambda, tilt, NULL);
}

/* An integer argument within limits. */
static bool small_integer(const dpc_method_call *in, int number, long lo, long hi, long *value)
{
    mpq_srcptr q = in->arg[number].q;
    if (q == NULL || mpz_cmp_ui(mpq_denref(q), 1) != 0 || mpz_cmp_si(mpq_numref(q), lo) < 0 ||
        mpz_cmp_si(mpq_numref(q), hi) > 0)
        return false;
    *value = mpz_get_si(mpq_numref(q));
    return true;
}

static dpc_status read_integers(dpc_method_call *in, setting *s)
{
    if (!small_integer(in, DPC_INV_K, 1, MAX_FREQUENCIES, &s->K))
        return dpc_method_refuse(in, "the plan's number of frequencies must be in 1..%d",
                                 (int)MAX_FREQUENCIES);
    if (!small_integer(in, DPC_INV_J0, -MAX_NODES, -1, &s->j0) ||
        !small_integer(in, DPC_INV_J1, 1, MAX_NODES, &s->j1))
        return dpc_method_refuse(in, "the plan's nodes must reach from -%d..-1 to 1..%d",
                                 (int)MAX_NODES, (int)MAX_NODES);
    if (!small_integer(in, DPC_INV_FINE, 1, MAX_CELLS / (s->j1 - s->j0), &s->fine))
        return dpc_method_refuse(
            in, "the plan's cells must be 1 or more for each node, and %d in all at most",
            (int)MAX_CELLS);
    s->arg = in->arg;
    return DPC_OK;
}

/* Ranges that the lemmas need; checked for every point. */
static dpc_status check_plan(dpc_method_call *in, setting *s)
{
    const struct {
        int name;
        const char *text;
    } positive[] = {{THETA, "tilt"},
                    {A, "period"},
                    {H, "distance of nodes"},
                    {STRIP_PLAN, "strip"},
                    {SPREAD, "spread"}};
    for (size_t i = 0; i < sizeof positive / sizeof positive[0]; i++)
        if (!dpc_calc_lt(s->c, num(s, ZERO), num(s, positive[i].name)))
            return dpc_method_refuse(in, "the plan's %s must be > 0", positive[i].text);
    if (!dpc_calc_le(s->c, num(s, ZERO), num(s, SHIFT_PLAN)))
        return dpc_method_refuse(in, "the plan's shift must be >= 0");
    s->has_shift = dpc_calc_lt(s->c, num(s, ZERO), num(s, SHIFT_PLAN));
    s->has_below = dpc_calc_lt(s->c, num(s, SPREAD), num(s, THETA));
    if (!dpc_calc_le(s->c, num(s, ZERO), num(s, SOFT)))
        return dpc_method_refuse(in, "the plan's cut must have a width >= 0");
    s->has_cut = dpc_calc_lt(s->c, num(s, ZERO), num(s, SOFT));
    if (s->has_cut && (!s->m.remove || !dpc_calc_lt(s->c, num(s, ZERO), num(s, CORE))))
        return dpc_method_refuse(in, s->m.remove ? "the plan's tilt of the core must be > 0"
                                                 : "the plan's cut is for the direction remove");
    return DPC_OK;
}

static dpc_status check_groups(dpc_method_call *in, setting *s)
{
    bool sampled = false, wide = true; /* the plan's strip or shift does not fit any sigma */
    for (size_t i = 0; i < s->m.n && dpc_calc_ok(s->c); i++) {
        const dpc_group *g = &s->m.group[i];
        enter(s, g);
        if (is_gauss(g) ? !dpc_calc_lt(s->c, num(s, ZERO), num(s, SIZE))
                        : !dpc_calc_le(s->c, num(s, ZERO), num(s, SIZE)))
            return dpc_method_refuse(in,
                                     is_gauss(g) ? "sigma must be > 0" : "epsilon must be >= 0");
        if (g->kind != DPC_STEP_SUBSAMPLED)
            continue;
        if (!dpc_calc_lt(s->c, num(s, ZERO), num(s, Q)))
            return dpc_method_refuse(in, "q must be > 0");
        if (!dpc_calc_le(s->c, num(s, Q), num(s, ONE)))
            return dpc_method_refuse(in, "q must be <= 1");
        void *twice = num(s, SPARE1);
        op(s, DPC_OP_ADD, twice, num(s, SIZE), num(s, SIZE));
        sampled = true;
        wide = wide && !(dpc_calc_le(s->c, num(s, STRIP_PLAN), twice) &&
                         dpc_calc_le(s->c, num(s, SHIFT_PLAN), twice));
    }
    if (sampled && wide && dpc_calc_ok(s->c))
        return dpc_method_refuse(in, "the plan's strip and shift must be at most 2 sigma");
    return DPC_OK;
}

/* ---- the loss ---- */

/* y = i step; v = q exp(y/sigma - 1/(2 sigma^2)); w = 1 - q + v. */
static void loss_at(const setting *s, long i, const void *step, void *y, void *v, void *w)
{
    dpc_calc_ratio(s->c, y, i, 1);
    op(s, DPC_OP_MUL, y, y, step);
    op(s, DPC_OP_DIV, v, y, num(s, SIZE));
    op(s, DPC_OP_SUB, v, v, num(s, DRIFT));
    op(s, DPC_OP_EXP, v, v, NULL);
    op(s, DPC_OP_MUL, v, v, num(s, Q));
    op(s, DPC_OP_ADD, w, v, num(s, REST));
}

/* -y^2/2 */
static void half_square(const setting *s, void *d, const void *y)
{
    op(s, DPC_OP_MUL, d, y, y);
    dpc_calc_ratio(s->c, num(s, SPARE4), -1, 2);
    op(s, DPC_OP_MUL, d, d, num(s, SPARE4));
}

/* chi = Q((y - cut)/soft), rest = Q((cut - y)/soft) = 1 - chi (L-INV-CUT). */
static void cut_at(const setting *s, const void *y, void *chi, void *rest)
{
    op(s, DPC_OP_SUB, chi, y, num(s, CUT));
    op(s, DPC_OP_DIV, chi, chi, num(s, SOFT));
    op(s, DPC_OP_NEG, rest, chi, NULL);
    op(s, DPC_OP_Q, chi, chi, NULL);
    op(s, DPC_OP_Q, rest, rest, NULL);
}

static void grid_clear(grid *g)
{
    dpc_vec_clear(&g->core);
    dpc_vec_clear(&g->hit);
    dpc_vec_clear(&g->phi);
    dpc_vec_clear(&g->v);
    dpc_vec_clear(&g->w);
    dpc_vec_clear(&g->log);
    dpc_vec_clear(&g->pow);
}

static void grid_init(const setting *s, grid *g)
{
    g->n = (size_t)((s->j1 - s->j0) * s->fine) + 1;
    dpc_vec_init(s->c, &g->phi, g->n);
    dpc_vec_init(s->c, &g->v, g->n);
    dpc_vec_init(s->c, &g->w, g->n);
    dpc_vec_init(s->c, &g->log, g->n);
    dpc_vec_init(s->c, &g->pow, g->n);
    dpc_vec_init(s->c, &g->core, s->has_cut ? g->n : 0);
    dpc_vec_init(s->c, &g->hit, s->has_cut ? g->n : 0);
    for (size_t i = 0; i < g->n && dpc_calc_ok(s->c); i++) {
        void *phi = dpc_vec_at(&g->phi, i), *w = dpc_vec_at(&g->w, i);
        loss_at(s, s->j0 * s->fine + (long)i, num(s, STEP), phi, dpc_vec_at(&g->v, i), w);
        if (s->has_cut)
            cut_at(s, phi, dpc_vec_at(&g->core, i), dpc_vec_at(&g->hit, i));
        half_square(s, phi, phi);
        op(s, DPC_OP_EXP, phi, phi, NULL);
        op(s, DPC_OP_LOG, dpc_vec_at(&g->log, i), w, NULL);
    }
}

static void grid_tilt(const setting *s, grid *g, const void *lambda)
{
    for (size_t i = 0; i < g->n && dpc_calc_ok(s->c); i++) {
        void *d = dpc_vec_at(&g->pow, i);
        op(s, DPC_OP_MUL, d, lambda, dpc_vec_at(&g->log, i));
        op(s, DPC_OP_EXP, d, d, NULL);
    }
}

/* ---- integrals over lines parallel to the real axis (L-INV-STRIP, L-INV-TAIL) ---- */

/* The rates at which phi w^lambda falls off beyond the first and the last point. */
static dpc_status tail_rates(dpc_method_call *in, const setting *s, const grid *g,
                             const void *lambda, void *left, void *right)
{
    void *t = num(s, SPARE1);
    dpc_calc_ratio(s->c, left, -s->j0, 1);
    op(s, DPC_OP_MUL, left, left, num(s, H));
    dpc_calc_ratio(s->c, right, s->j1, 1);
    op(s, DPC_OP_MUL, right, right, num(s, H));
    op(s, DPC_OP_DIV, t, lambda, num(s, SIZE));
    if (s->m.remove)
        op(s, DPC_OP_SUB, right, right, t);
    else { /* lambda < 0: the rate is |c| - |lambda| rho/sigma */
        op(s, DPC_OP_MUL, t, t, dpc_vec_at(&g->v, 0));
        op(s, DPC_OP_DIV, t, t, dpc_vec_at(&g->w, 0));
        op(s, DPC_OP_ADD, left, left, t);
    }
    if (dpc_calc_ok(s->c) &&
        (!dpc_calc_lt(s->c, num(s, ZERO), left) || !dpc_calc_lt(s->c, num(s, ZERO), right)))
        return dpc_method_refuse(in, "the plan's nodes do not reach beyond the tilted peak");
    return s->c->status;
}

/* What w^(i u), |u| <= R (sign 1) or u >= R (sign -1) contributes at most at point i to the
   integrand on the line at distance b sigma: exp(R b frac), or exp(-R rho sin b). */
static void oscillation(const setting *s, const grid *g, size_t i, const void *R, const void *b,
                        int sign, void *d)
{
    void *half = num(s, SPARE4);
    op(s, DPC_OP_DIV, d, dpc_vec_at(&g->v, i), dpc_vec_at(&g->w, i));
    dpc_calc_ratio(s->c, half, 1, 2);
    if (sign > 0 && !dpc_calc_le(s->c, d, half))
        dpc_calc_set(s->c, d, num(s, ONE));
    op(s, DPC_OP_MUL, d, d, b);
    op(s, DPC_OP_MUL, d, d, R);
    if (sign < 0)
        op(s, DPC_OP_NEG, d, d, NULL);
    op(s, DPC_OP_EXP, d, d, NULL);
}

/* What is integrated: phi w^lambda times 1, chi, or 1 - chi. */
typedef enum { WHOLE, CORES, HITS } piece;

/* An upper bound of the integral of |phi w^(lambda + i u)| sqrt(2 pi), or of a piece of it, over
   Im y = distance, for all u as in oscillation (R = NULL: u = 0).  pow of the grid belongs to
   lambda.  chi is at most 1 here. */
static dpc_status line_integral(dpc_method_call *in, const setting *s, const grid *g, piece what,
                                const void *lambda, const void *distance, const void *R, int sign,
                                void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 7);
    void *b = dpc_vec_at(&t, 0), *left = dpc_vec_at(&t, 1), *right = dpc_vec_at(&t, 2),
         *cell = dpc_vec_at(&t, 3), *x = dpc_vec_at(&t, 4), *sum = dpc_vec_at(&t, 5),
         *angle = dpc_vec_at(&t, 6);
    dpc_status status = tail_rates(in, s, g, lambda, left, right);
    op(s, DPC_OP_DIV, b, distance, num(s, SIZE));
    op(s, DPC_OP_MUL, x, b, b);
    dpc_calc_set(s->c, angle, b);
    if (sign < 0) { /* sin b >= b - b^3/6 */
        dpc_calc_ratio(s->c, cell, 1, 6);
        op(s, DPC_OP_MUL, cell, cell, x);
        op(s, DPC_OP_MUL, cell, cell, b);
        op(s, DPC_OP_SUB, angle, b, cell);
    }
    for (size_t i = 0; i + 1 < g->n && dpc_calc_ok(s->c) && status == DPC_OK; i++) {
        op(s, DPC_OP_MAX, cell, dpc_vec_at(&g->phi, i), dpc_vec_at(&g->phi, i + 1));
        op(s, DPC_OP_MAX, x, dpc_vec_at(&g->pow, i), dpc_vec_at(&g->pow, i + 1));
        op(s, DPC_OP_MUL, cell, cell, x);
        if (what == HITS) /* it rises with y */
            op(s, DPC_OP_MUL, cell, cell, dpc_vec_at(&g->hit, i + 1));
        if (R != NULL) {
            oscillation(s, g, sign > 0 ? i + 1 : i, R, angle, sign, x);
            op(s, DPC_OP_MUL, cell, cell, x);
        }
        op(s, DPC_OP_ADD, sum, sum, cell);
    }
    op(s, DPC_OP_MUL, sum, sum, num(s, STEP));
    for (int side = 0; side < 2 && status == DPC_OK; side++) {
        const size_t end = side == 0 ? 0 : g->n - 1;
        op(s, DPC_OP_MUL, cell, dpc_vec_at(&g->phi, end), dpc_vec_at(&g->pow, end));
        op(s, DPC_OP_DIV, cell, cell, side == 0 ? left : right);
        if (what == HITS && side == 0)
            op(s, DPC_OP_MUL, cell, cell, dpc_vec_at(&g->hit, 0));
        /* beyond the last point frac is at most 1; before the first one rho is at least 0 */
        if (R != NULL && sign > 0 && side == 1) {
            op(s, DPC_OP_MUL, x, R, b);
            op(s, DPC_OP_EXP, x, x, NULL);
            op(s, DPC_OP_MUL, cell, cell, x);
        } else if (R != NULL && (sign > 0) == (side == 0)) {
            oscillation(s, g, end, R, angle, sign, x);
            op(s, DPC_OP_MUL, cell, cell, x);
        }
        op(s, DPC_OP_ADD, sum, sum, cell);
    }
    /* exp(distance^2/2), and for lambda < 0 the factor cos(b/2)^lambda <= (1 - b^2/8)^lambda */
    op(s, DPC_OP_MUL, x, distance, distance);
    dpc_calc_ratio(s->c, cell, 1, 2);
    op(s, DPC_OP_MUL, x, x, cell);
    if (what != WHOLE) { /* exp(distance^2/(2 soft^2)) */
        op(s, DPC_OP_DIV, cell, x, num(s, SOFT));
        op(s, DPC_OP_DIV, cell, cell, num(s, SOFT));
        op(s, DPC_OP_ADD, x, x, cell);
    }
    if (!s->m.remove) {
        dpc_calc_ratio(s->c, cell, 1, 8);
        op(s, DPC_OP_MUL, cell, cell, b);
        op(s, DPC_OP_MUL, cell, cell, b);
        op(s, DPC_OP_SUB, cell, num(s, ONE), cell);
        op(s, DPC_OP_LOG, cell, cell, NULL);
        op(s, DPC_OP_MUL, cell, cell, lambda);
        op(s, DPC_OP_ADD, x, x, cell);
    }
    op(s, DPC_OP_EXP, x, x, NULL);
    op(s, DPC_OP_MUL, d, sum, x);
    dpc_vec_clear(&t);
    return status != DPC_OK ? status : s->c->status;
}

/* ---- quadrature (L-INV-TRAP) ---- */

/* |h sum of phi w^(lambda + i u) over the nodes - M| <= d for all |u| <= R (R = NULL: u = 0), and
   the same for a piece. */
static dpc_status quadrature_error(dpc_method_call *in, const setting *s, const grid *g, piece what,
                                   const void *lambda, const void *R, void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 4);
    void *left = dpc_vec_at(&t, 0), *right = dpc_vec_at(&t, 1), *x = dpc_vec_at(&t, 2),
         *y = dpc_vec_at(&t, 3);
    dpc_status status = line_integral(in, s, g, what, lambda, num(s, STRIP), R, 1, d);
    op(s, DPC_OP_ADD, d, d, d);
    op(s, DPC_OP_ADD, x, num(s, PI), num(s, PI));
    op(s, DPC_OP_MUL, x, x, num(s, STRIP));
    op(s, DPC_OP_DIV, x, x, num(s, H));
    op(s, DPC_OP_EXPM1, x, x, NULL);
    op(s, DPC_OP_DIV, d, d, x);
    if (status == DPC_OK)
        status = tail_rates(in, s, g, lambda, left, right);
    for (int side = 0; side < 2 && status == DPC_OK; side++) {
        const size_t end = side == 0 ? 0 : g->n - 1;
        op(s, DPC_OP_MUL, x, side == 0 ? left : right, num(s, H));
        op(s, DPC_OP_EXPM1, x, x, NULL);
        op(s, DPC_OP_MUL, y, dpc_vec_at(&g->phi, end), dpc_vec_at(&g->pow, end));
        op(s, DPC_OP_MUL, y, y, num(s, H));
        op(s, DPC_OP_DIV, y, y, x);
        if (what == HITS && side == 0)
            op(s, DPC_OP_MUL, y, y, dpc_vec_at(&g->hit, 0));
        op(s, DPC_OP_ADD, d, d, y);
    }
    op(s, DPC_OP_MUL, d, d, num(s, NORM));
    dpc_vec_clear(&t);
    return status != DPC_OK ? status : s->c->status;
}

/* ---- what a core alone contributes (L-INV-CUT) ---- */

/* E[e^(v L) chi] <= d for v = core: 1 plus the integral of phi (w^(1 + v) - w) chi over w > 1, cell
   by cell, and what lies beyond the last point. */
static dpc_status core_moment(dpc_method_call *in, const setting *s, grid *g, void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 4);
    void *lambda = dpc_vec_at(&t, 0), *cell = dpc_vec_at(&t, 1), *x = dpc_vec_at(&t, 2),
         *rate = dpc_vec_at(&t, 3);
    const size_t last = g->n - 1;
    dpc_status status = DPC_OK;
    exponent_of(s, lambda, num(s, CORE));
    grid_tilt(s, g, lambda);
    dpc_calc_ratio(s->c, d, 0, 1);
    for (size_t i = 0; i < last && dpc_calc_ok(s->c); i++) {
        if (dpc_calc_le(s->c, dpc_vec_at(&g->w, i + 1), num(s, ONE)))
            continue;
        op(s, DPC_OP_SUB, cell, dpc_vec_at(&g->pow, i + 1), dpc_vec_at(&g->w, i + 1));
        op(s, DPC_OP_MAX, cell, cell, num(s, ZERO));
        op(s, DPC_OP_MAX, x, dpc_vec_at(&g->phi, i), dpc_vec_at(&g->phi, i + 1));
        op(s, DPC_OP_MUL, cell, cell, x);
        op(s, DPC_OP_MUL, cell, cell, dpc_vec_at(&g->core, i));
        op(s, DPC_OP_ADD, d, d, cell);
    }
    op(s, DPC_OP_MUL, d, d, num(s, STEP));
    /* the rate beyond the last point b > cut: b + (b - cut)/soft^2 - (1 + v)/sigma */
    dpc_calc_ratio(s->c, x, s->j1, 1);
    op(s, DPC_OP_MUL, x, x, num(s, H));
    op(s, DPC_OP_SUB, rate, x, num(s, CUT));
    if (dpc_calc_ok(s->c) && !dpc_calc_lt(s->c, num(s, ZERO), rate))
        status = dpc_method_refuse(in, "the plan's nodes do not reach beyond its cut");
    op(s, DPC_OP_DIV, rate, rate, num(s, SOFT));
    op(s, DPC_OP_DIV, rate, rate, num(s, SOFT));
    op(s, DPC_OP_ADD, rate, rate, x);
    op(s, DPC_OP_DIV, x, lambda, num(s, SIZE));
    op(s, DPC_OP_SUB, rate, rate, x);
    if (status == DPC_OK && dpc_calc_ok(s->c) && !dpc_calc_lt(s->c, num(s, ZERO), rate))
        status = dpc_method_refuse(in, "the plan's nodes do not reach beyond the core");
    op(s, DPC_OP_MUL, cell, dpc_vec_at(&g->phi, last), dpc_vec_at(&g->pow, last));
    op(s, DPC_OP_MUL, cell, cell, dpc_vec_at(&g->core, last));
    op(s, DPC_OP_DIV, cell, cell, rate);
    op(s, DPC_OP_ADD, d, d, cell);
    op(s, DPC_OP_MUL, d, d, num(s, NORM));
    op(s, DPC_OP_ADD, d, d, num(s, ONE));
    dpc_vec_clear(&t);
    return status != DPC_OK ? status : s->c->status;
}

/* ---- decoherence (L-INV-STAIR) ---- */

static void stairs_clear(stairs *st)
{
    dpc_vec_clear(&st->mass);
    dpc_vec_clear(&st->width);
}

/* Lower bounds of the tilted loss density on the cells: sigma (phi/v) w^(lambda + 1), each factor
   at its smaller end. */
static void density(const setting *s, const grid *g, dpc_vec *height)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 4);
    void *e[2] = {dpc_vec_at(&t, 0), dpc_vec_at(&t, 1)};
    void *p[2] = {dpc_vec_at(&t, 2), dpc_vec_at(&t, 3)};
    for (size_t i = 0; i < g->n && dpc_calc_ok(s->c); i++) {
        const size_t k = i % 2;
        op(s, DPC_OP_DIV, e[k], dpc_vec_at(&g->phi, i), dpc_vec_at(&g->v, i));
        op(s, DPC_OP_MUL, p[k], dpc_vec_at(&g->pow, i), dpc_vec_at(&g->w, i));
        if (i == 0)
            continue;
        void *d = dpc_vec_at(height, i - 1);
        op(s, DPC_OP_MIN, d, e[0], e[1]);
        op(s, DPC_OP_MIN, num(s, SPARE1), p[0], p[1]);
        op(s, DPC_OP_MUL, d, d, num(s, SPARE1));
        op(s, DPC_OP_MUL, d, d, num(s, SIZE));
        op(s, DPC_OP_MUL, d, d, num(s, NORM));
    }
    dpc_vec_clear(&t);
}

/* The piece of height top - next on the cells from..to. */
static void add_piece(const setting *s, const grid *g, stairs *st, const void *top,
                      const void *next, size_t from, size_t to)
{
    void *m = dpc_vec_at(&st->mass, st->n), *w = dpc_vec_at(&st->width, st->n);
    op(s, DPC_OP_SUB, w, dpc_vec_at(&g->log, to + 1), dpc_vec_at(&g->log, from));
    op(s, DPC_OP_SUB, m, top, next);
    op(s, DPC_OP_MUL, m, m, w);
    st->n++;
}

/* One staircase under the heights, from the highest cell outward; they are lowered by it. */
static void climb(const setting *s, const grid *g, dpc_vec *height, stairs *st)
{
    const size_t cells = g->n - 1;
    dpc_vec t;
    dpc_vec_init(s->c, &t, 2);
    void *top = dpc_vec_at(&t, 0), *next = dpc_vec_at(&t, 1);
    size_t from = 0;
    for (size_t i = 1; i < cells && dpc_calc_ok(s->c); i++)
        if (dpc_calc_lt(s->c, dpc_vec_at(height, from), dpc_vec_at(height, i)))
            from = i;
    size_t to = from;
    if (dpc_calc_ok(s->c)) {
        dpc_calc_set(s->c, top, dpc_vec_at(height, from));
        dpc_calc_ratio(s->c, dpc_vec_at(height, from), 0, 1);
    }
    /* once the top may be 0 nothing is left to be gained: pieces may be left out */
    while (dpc_calc_lt(s->c, num(s, ZERO), top) && (from > 0 || to + 1 < cells)) {
        /* to the side that is surely higher */
        const bool down =
            from > 0 && (to + 1 == cells || dpc_calc_lt(s->c, dpc_vec_at(height, to + 1),
                                                        dpc_vec_at(height, from - 1)));
        void *h = dpc_vec_at(height, down ? from - 1 : to + 1);
        op(s, DPC_OP_MIN, next, top, h);
        if (!dpc_calc_le(s->c, top, h))
            add_piece(s, g, st, top, next, from, to);
        op(s, DPC_OP_SUB, h, h, next);
        dpc_calc_set(s->c, top, next);
        if (down)
            from--;
        else
            to++;
    }
    if (dpc_calc_lt(s->c, num(s, ZERO), top))
        add_piece(s, g, st, top, num(s, ZERO), from, to);
    dpc_vec_clear(&t);
}

static void stairs_init(const setting *s, const grid *g, stairs *st)
{
    *st = (stairs){.n = 0};
    dpc_vec height;
    dpc_vec_init(s->c, &height, g->n - 1);
    dpc_vec_init(s->c, &st->mass, STAIR_PASSES * g->n);
    dpc_vec_init(s->c, &st->width, STAIR_PASSES * g->n);
    density(s, g, &height);
    for (int pass = 0; pass < STAIR_PASSES && dpc_calc_ok(s->c); pass++)
        climb(s, g, &height, st);
    dpc_vec_clear(&height);
}

/* d >= sup |sin x'/x'| over x' >= x, for x >= 0 (L-INV-SINC). */
static void sinc_envelope(const setting *s, void *d, const void *x)
{
    void *t = num(s, SPARE1), *u = num(s, SPARE2);
    dpc_calc_ratio(s->c, t, 12, 5);
    if (dpc_calc_le(s->c, t, x)) {
        op(s, DPC_OP_DIV, d, num(s, ONE), x);
        dpc_calc_ratio(s->c, t, 71, 250);
        op(s, DPC_OP_MIN, d, d, t);
        return;
    }
    dpc_calc_ratio(s->c, t, 5, 2);
    if (!dpc_calc_le(s->c, x, t)) { /* too wide an enclosure */
        dpc_calc_ratio(s->c, d, 1, 1);
        return;
    }
    /* 1 - x^2/6 + x^4/120 = 1 - (x^2/6)(1 - x^2/20) */
    op(s, DPC_OP_MUL, t, x, x);
    dpc_calc_ratio(s->c, u, 1, 20);
    op(s, DPC_OP_MUL, u, u, t);
    op(s, DPC_OP_SUB, u, num(s, ONE), u);
    op(s, DPC_OP_MUL, u, u, t);
    dpc_calc_ratio(s->c, t, 1, 6);
    op(s, DPC_OP_MUL, u, u, t);
    op(s, DPC_OP_SUB, d, num(s, ONE), u);
}

/* M(theta) - |M(theta + i u)| >= d for |u| >= R. */
static void coherence_lost(const setting *s, const stairs *st, const void *R, void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 2);
    void *x = dpc_vec_at(&t, 0), *sum = dpc_vec_at(&t, 1);
    for (size_t i = 0; i < st->n && dpc_calc_ok(s->c); i++) {
        dpc_calc_ratio(s->c, x, 1, 2);
        op(s, DPC_OP_MUL, x, x, R);
        op(s, DPC_OP_MUL, x, x, dpc_vec_at(&st->width, i));
        sinc_envelope(s, x, x);
        op(s, DPC_OP_SUB, x, num(s, ONE), x);
        op(s, DPC_OP_MUL, x, x, dpc_vec_at(&st->mass, i));
        op(s, DPC_OP_ADD, sum, sum, x);
    }
    dpc_calc_set(s->c, d, sum);
    dpc_vec_clear(&t);
}

/* ---- the nodes ---- */

typedef struct {
    size_t n;
    dpc_vec half, log; /* -y^2/2, log w */
    dpc_vec core, hit; /* chi and 1 - chi, if something is cut off */
} nodes;

static void nodes_clear(nodes *x)
{
    dpc_vec_clear(&x->half);
    dpc_vec_clear(&x->log);
    dpc_vec_clear(&x->core);
    dpc_vec_clear(&x->hit);
}

static void nodes_init(const setting *s, nodes *x)
{
    x->n = (size_t)(s->j1 - s->j0) + 1;
    dpc_vec_init(s->c, &x->half, x->n);
    dpc_vec_init(s->c, &x->log, x->n);
    dpc_vec_init(s->c, &x->core, s->has_cut ? x->n : 0);
    dpc_vec_init(s->c, &x->hit, s->has_cut ? x->n : 0);
    for (size_t i = 0; i < x->n && dpc_calc_ok(s->c); i++) {
        void *half = dpc_vec_at(&x->half, i), *log = dpc_vec_at(&x->log, i);
        loss_at(s, s->j0 + (long)i, num(s, H), half, num(s, SPARE1), log);
        if (s->has_cut)
            cut_at(s, half, dpc_vec_at(&x->core, i), dpc_vec_at(&x->hit, i));
        half_square(s, half, half);
        op(s, DPC_OP_LOG, log, log, NULL);
    }
}

/* phi w^lambda h at node i */
static void weight(const setting *s, const nodes *x, size_t i, const void *lambda, void *d)
{
    op(s, DPC_OP_MUL, d, lambda, dpc_vec_at(&x->log, i));
    op(s, DPC_OP_ADD, d, d, dpc_vec_at(&x->half, i));
    op(s, DPC_OP_EXP, d, d, NULL);
    op(s, DPC_OP_MUL, d, d, num(s, H));
    op(s, DPC_OP_MUL, d, d, num(s, NORM));
}

/* d +- e */
static void widen(const setting *s, void *d, const void *e)
{
    void *lo = num(s, SPARE1), *hi = num(s, SPARE2);
    op(s, DPC_OP_SUB, lo, d, e);
    op(s, DPC_OP_ADD, hi, d, e);
    dpc_calc_hull(s->c, d, lo, hi);
}

/* M at a real tilt. */
static void node_moment(const setting *s, const nodes *x, const void *tilt, const void *error,
                        void *d)
{
    dpc_vec v;
    dpc_vec_init(s->c, &v, 3);
    void *lambda = dpc_vec_at(&v, 0), *sum = dpc_vec_at(&v, 1), *t = dpc_vec_at(&v, 2);
    exponent_of(s, lambda, tilt);
    for (size_t i = 0; i < x->n && dpc_calc_ok(s->c); i++) {
        weight(s, x, i, lambda, t);
        op(s, DPC_OP_ADD, sum, sum, t);
    }
    if (dpc_calc_ok(s->c))
        widen(s, sum, error);
    dpc_calc_set(s->c, d, sum);
    dpc_vec_clear(&v);
}

/* Powers u^0, u^1, ..., u^(small - 1) and weight u^(small m), m = 0, 1, ... of the nodes of a
 * block. */
typedef struct {
    size_t small, large;
    dpc_vec *re, *im;   /* [exponent], one number for each node */
    dpc_vec *gre, *gim; /* [m] */
} block;

static void block_clear(block *b)
{
    for (size_t r = 0; b->re != NULL && r < b->small; r++) {
        dpc_vec_clear(&b->re[r]);
        dpc_vec_clear(&b->im[r]);
    }
    for (size_t m = 0; b->gre != NULL && m < b->large; m++) {
        dpc_vec_clear(&b->gre[m]);
        dpc_vec_clear(&b->gim[m]);
    }
    free(b->re);
    free(b->im);
    free(b->gre);
    free(b->gim);
}

static void block_init(const setting *s, block *b)
{
    size_t small = 1;
    while (small * small < (size_t)s->K + 1)
        small++;
    *b = (block){.small = small, .large = ((size_t)s->K + small) / small};
    b->re = calloc(b->small, sizeof *b->re);
    b->im = calloc(b->small, sizeof *b->im);
    b->gre = calloc(b->large, sizeof *b->gre);
    b->gim = calloc(b->large, sizeof *b->gim);
    if (b->re == NULL || b->im == NULL || b->gre == NULL || b->gim == NULL) {
        dpc_calc_fail(s->c, DPC_NOMEM);
        return;
    }
    for (size_t r = 0; r < b->small; r++) {
        dpc_vec_init(s->c, &b->re[r], BLOCK);
        dpc_vec_init(s->c, &b->im[r], BLOCK);
    }
    for (size_t m = 0; m < b->large; m++) {
        dpc_vec_init(s->c, &b->gre[m], BLOCK);
        dpc_vec_init(s->c, &b->gim[m], BLOCK);
    }
}

/* Fills column i of the block from u = exp(i D log w) and the weight. */
static void fill_column(const setting *s, block *b, size_t i, const void *angle, const void *g,
                        dpc_vec *re, dpc_vec *im)
{
    dpc_calc_cis(s->c, dpc_vec_at(re, 1), dpc_vec_at(im, 1), angle);
    dpc_calc_powers(s->c, re, im);
    for (size_t r = 0; r < b->small && dpc_calc_ok(s->c); r++) {
        dpc_calc_set(s->c, dpc_vec_at(&b->re[r], i), dpc_vec_at(re, r));
        dpc_calc_set(s->c, dpc_vec_at(&b->im[r], i), dpc_vec_at(im, r));
    }
    if (dpc_calc_ok(s->c)) {
        dpc_calc_set(s->c, dpc_vec_at(re, 1), dpc_vec_at(re, b->small));
        dpc_calc_set(s->c, dpc_vec_at(im, 1), dpc_vec_at(im, b->small));
    }
    const size_t keep = re->n;
    re->n = im->n = b->large > 2 ? b->large : 2;
    dpc_calc_powers(s->c, re, im);
    for (size_t m = 0; m < b->large && dpc_calc_ok(s->c); m++) {
        op(s, DPC_OP_MUL, dpc_vec_at(&b->gre[m], i), dpc_vec_at(re, m), g);
        op(s, DPC_OP_MUL, dpc_vec_at(&b->gim[m], i), dpc_vec_at(im, m), g);
    }
    re->n = im->n = keep;
}

/* re[k] + i im[k] += the sum of weight u^k over the first n nodes of the block. */
static void add_block(const setting *s, const block *b, size_t n, dpc_vec *re, dpc_vec *im)
{
    void *t = num(s, SPARE1);
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++) {
        const size_t m = k / b->small, r = k % b->small;
        void *x = dpc_vec_at(re, k), *y = dpc_vec_at(im, k);
        dpc_calc_dot(s->c, t, &b->gre[m], &b->re[r], n);
        op(s, DPC_OP_ADD, x, x, t);
        dpc_calc_dot(s->c, t, &b->gim[m], &b->im[r], n);
        op(s, DPC_OP_SUB, x, x, t);
        dpc_calc_dot(s->c, t, &b->gre[m], &b->im[r], n);
        op(s, DPC_OP_ADD, y, y, t);
        dpc_calc_dot(s->c, t, &b->gim[m], &b->re[r], n);
        op(s, DPC_OP_ADD, y, y, t);
    }
}

/* re[k] + i im[k] = M(theta + i k D), k = 0..K, or a piece of it. */
static void node_moments(const setting *s, const nodes *x, piece what, const void *lambda,
                         const void *D, const void *error, dpc_vec *re, dpc_vec *im)
{
    block b;
    dpc_vec pr, pi, t;
    block_init(s, &b);
    const size_t most = (b.small > b.large ? b.small : b.large) + 1;
    dpc_vec_init(s->c, &pr, most > 2 ? most : 2);
    dpc_vec_init(s->c, &pi, most > 2 ? most : 2);
    dpc_vec_init(s->c, &t, 2);
    void *angle = dpc_vec_at(&t, 0), *g = dpc_vec_at(&t, 1);
    for (size_t first = 0; first < x->n && dpc_calc_ok(s->c); first += BLOCK) {
        size_t count = x->n - first;
        if (count > BLOCK)
            count = BLOCK;
        for (size_t i = 0; i < count && dpc_calc_ok(s->c); i++) {
            op(s, DPC_OP_MUL, angle, D, dpc_vec_at(&x->log, first + i));
            weight(s, x, first + i, lambda, g);
            if (what != WHOLE)
                op(s, DPC_OP_MUL, g, g, dpc_vec_at(what == CORES ? &x->core : &x->hit, first + i));
            fill_column(s, &b, i, angle, g, &pr, &pi);
        }
        add_block(s, &b, count, re, im);
    }
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++) {
        widen(s, dpc_vec_at(re, k), error);
        if (k > 0)
            widen(s, dpc_vec_at(im, k), error);
        if (!s->m.remove) /* w^-iu: the conjugate of what was summed */
            op(s, DPC_OP_NEG, dpc_vec_at(im, k), dpc_vec_at(im, k), NULL);
    }
    dpc_vec_clear(&t);
    dpc_vec_clear(&pi);
    dpc_vec_clear(&pr);
    block_clear(&b);
}

/* ---- steps whose M has a closed form (L-INV-CLOSED) ---- */

/* M = up p (a - iu)/n + down conj(p) (b + iu)/n at theta + iu, p = e^(i u epsilon); randomized
   response has a = b = n = 1 and nothing for iu.  At the tilt v = theta, u = 0: the numbers that
   do not depend on u. */
typedef struct {
    dpc_vec v;
    void *up, *down, *wide; /* wide = 1 + 2 v */
} atoms;

static void atoms_init(const setting *s, atoms *a, const void *tilt)
{
    dpc_vec_init(s->c, &a->v, 4);
    a->up = dpc_vec_at(&a->v, 0);
    a->down = dpc_vec_at(&a->v, 1);
    a->wide = dpc_vec_at(&a->v, 2);
    void *t = dpc_vec_at(&a->v, 3);
    op(s, DPC_OP_MUL, a->up, tilt, num(s, SIZE));
    op(s, DPC_OP_ADD, a->down, a->up, num(s, SIZE));
    op(s, DPC_OP_NEG, a->down, a->down, NULL);
    op(s, DPC_OP_EXP, a->up, a->up, NULL);
    op(s, DPC_OP_EXP, a->down, a->down, NULL);
    op(s, DPC_OP_ADD, a->wide, tilt, tilt);
    op(s, DPC_OP_ADD, a->wide, a->wide, num(s, ONE));
    if (s->group->kind != DPC_STEP_RESPONSE)
        return;
    op(s, DPC_OP_NEG, t, num(s, SIZE), NULL); /* both over 1 + e^-epsilon */
    op(s, DPC_OP_EXP, t, t, NULL);
    op(s, DPC_OP_ADD, t, t, num(s, ONE));
    op(s, DPC_OP_DIV, a->up, a->up, t);
    op(s, DPC_OP_DIV, a->down, a->down, t);
}

/* M at a real tilt. */
static void closed_moment(const setting *s, const void *tilt, void *d)
{
    dpc_vec v;
    dpc_vec_init(s->c, &v, 1);
    void *t = dpc_vec_at(&v, 0);
    op(s, DPC_OP_ADD, t, tilt, num(s, ONE));
    if (s->group->kind == DPC_STEP_GAUSS) {
        op(s, DPC_OP_MUL, t, t, tilt);
        op(s, DPC_OP_MUL, t, t, num(s, DRIFT));
        op(s, DPC_OP_EXP, d, t, NULL);
    } else {
        atoms a;
        atoms_init(s, &a, tilt);
        if (s->group->kind == DPC_STEP_LAPLACE) { /* (up (1 + v) + down v)/(1 + 2 v) */
            op(s, DPC_OP_MUL, a.up, a.up, t);
            op(s, DPC_OP_MUL, a.down, a.down, tilt);
            op(s, DPC_OP_ADD, d, a.up, a.down);
            op(s, DPC_OP_DIV, d, d, a.wide);
        } else
            op(s, DPC_OP_ADD, d, a.up, a.down);
        dpc_vec_clear(&a.v);
    }
    dpc_vec_clear(&v);
}

/* re + i im = M(theta + iu) for p = c + i sn. */
static void atoms_at(const setting *s, const atoms *a, const void *u, const void *c, const void *sn,
                     void *re, void *im)
{
    dpc_vec v;
    dpc_vec_init(s->c, &v, 8);
    void *square = dpc_vec_at(&v, 0), *n = dpc_vec_at(&v, 1), *x = dpc_vec_at(&v, 2),
         *y = dpc_vec_at(&v, 3), *up = dpc_vec_at(&v, 4), *down = dpc_vec_at(&v, 5),
         *turned = dpc_vec_at(&v, 6), *gap = dpc_vec_at(&v, 7);
    dpc_calc_set(s->c, up, a->up);
    dpc_calc_set(s->c, down, a->down);
    if (s->group->kind == DPC_STEP_LAPLACE) {
        op(s, DPC_OP_MUL, square, u, u);
        op(s, DPC_OP_ADD, square, square, square);
        op(s, DPC_OP_MUL, n, a->wide, a->wide);
        op(s, DPC_OP_ADD, n, n, square);
        op(s, DPC_OP_ADD, n, n, square); /* (1 + 2 theta)^2 + 4 u^2 */
        op(s, DPC_OP_MUL, x, num(s, THETA), a->wide);
        op(s, DPC_OP_ADD, x, x, square); /* theta (1 + 2 theta) + 2 u^2 */
        op(s, DPC_OP_ADD, y, x, a->wide);
        op(s, DPC_OP_MUL, up, up, y);
        op(s, DPC_OP_MUL, down, down, x);
        op(s, DPC_OP_SUB, gap, a->up, a->down);
        op(s, DPC_OP_MUL, gap, gap, u);
    }
    /* (up + down) c + (UP + DOWN) u sn, (up - down) sn - (UP - DOWN) u c; capitals: without a, b */
    op(s, DPC_OP_ADD, x, up, down);
    op(s, DPC_OP_MUL, re, x, c);
    op(s, DPC_OP_SUB, y, up, down);
    op(s, DPC_OP_MUL, im, y, sn);
    if (s->group->kind == DPC_STEP_LAPLACE) {
        op(s, DPC_OP_ADD, turned, a->up, a->down);
        op(s, DPC_OP_MUL, turned, turned, u);
        op(s, DPC_OP_MUL, turned, turned, sn);
        op(s, DPC_OP_ADD, re, re, turned);
        op(s, DPC_OP_MUL, gap, gap, c);
        op(s, DPC_OP_SUB, im, im, gap);
        op(s, DPC_OP_DIV, re, re, n);
        op(s, DPC_OP_DIV, im, im, n);
    }
    dpc_vec_clear(&v);
}

/* e^((theta^2 + theta - u^2)/(2 sigma^2)), the absolute value for Gaussian noise. */
static void gauss_size(const setting *s, const void *u, void *d)
{
    dpc_vec v;
    dpc_vec_init(s->c, &v, 1);
    void *t = dpc_vec_at(&v, 0);
    op(s, DPC_OP_ADD, t, num(s, THETA), num(s, ONE));
    op(s, DPC_OP_MUL, t, t, num(s, THETA));
    op(s, DPC_OP_MUL, d, u, u);
    op(s, DPC_OP_SUB, d, t, d);
    op(s, DPC_OP_MUL, d, d, num(s, DRIFT));
    op(s, DPC_OP_EXP, d, d, NULL);
    dpc_vec_clear(&v);
}

/* re[k] + i im[k] = M(theta + i k D), k = 0..K. */
static void closed_moments(const setting *s, const void *D, dpc_vec *re, dpc_vec *im)
{
    const bool gauss = s->group->kind == DPC_STEP_GAUSS;
    atoms a = {.up = NULL};
    dpc_vec pr, pi, t;
    dpc_vec_init(s->c, &pr, (size_t)s->K + 2);
    dpc_vec_init(s->c, &pi, (size_t)s->K + 2);
    dpc_vec_init(s->c, &t, 2);
    void *u = dpc_vec_at(&t, 0), *size = dpc_vec_at(&t, 1);
    if (gauss) { /* the angle u (1 + 2 theta)/(2 sigma^2) */
        op(s, DPC_OP_ADD, u, num(s, THETA), num(s, THETA));
        op(s, DPC_OP_ADD, u, u, num(s, ONE));
        op(s, DPC_OP_MUL, u, u, num(s, DRIFT));
    } else {
        atoms_init(s, &a, num(s, THETA));
        dpc_calc_set(s->c, u, num(s, SIZE));
    }
    op(s, DPC_OP_MUL, u, u, D);
    if (dpc_calc_ok(s->c))
        dpc_calc_cis(s->c, dpc_vec_at(&pr, 1), dpc_vec_at(&pi, 1), u);
    dpc_calc_powers(s->c, &pr, &pi);
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++) {
        void *x = dpc_vec_at(re, k), *y = dpc_vec_at(im, k);
        const void *c = dpc_vec_at(&pr, k), *sn = dpc_vec_at(&pi, k);
        dpc_calc_ratio(s->c, u, (long)k, 1);
        op(s, DPC_OP_MUL, u, u, D);
        if (gauss) {
            gauss_size(s, u, size);
            op(s, DPC_OP_MUL, x, size, c);
            op(s, DPC_OP_MUL, y, size, sn);
        } else
            atoms_at(s, &a, u, c, sn, x, y);
    }
    if (!gauss)
        dpc_vec_clear(&a.v);
    dpc_vec_clear(&t);
    dpc_vec_clear(&pi);
    dpc_vec_clear(&pr);
}

/* |M(theta + iu)| <= d for u >= R; M = M(theta). */
static void closed_bound(const setting *s, const void *M, const void *R, void *d)
{
    dpc_vec v;
    dpc_vec_init(s->c, &v, 3);
    void *x = dpc_vec_at(&v, 0), *y = dpc_vec_at(&v, 1), *square = dpc_vec_at(&v, 2);
    if (s->group->kind == DPC_STEP_GAUSS)
        gauss_size(s, R, d);
    else if (s->group->kind == DPC_STEP_LAPLACE) {
        atoms a;
        atoms_init(s, &a, num(s, THETA));
        op(s, DPC_OP_MUL, square, R, R);
        op(s, DPC_OP_ADD, x, num(s, THETA), num(s, ONE));
        op(s, DPC_OP_MUL, x, x, x);
        op(s, DPC_OP_ADD, x, x, square);
        op(s, DPC_OP_MUL, y, a.wide, a.wide);
        dpc_calc_ratio(s->c, num(s, SPARE1), 4, 1);
        op(s, DPC_OP_MUL, square, square, num(s, SPARE1));
        op(s, DPC_OP_ADD, y, y, square);
        op(s, DPC_OP_DIV, x, x, y);
        op(s, DPC_OP_SQRT, x, x, NULL);
        op(s, DPC_OP_MUL, x, x, a.up);
        dpc_calc_ratio(s->c, y, 1, 2);
        op(s, DPC_OP_MUL, y, y, a.down);
        op(s, DPC_OP_ADD, x, x, y);
        op(s, DPC_OP_MIN, d, x, M);
        dpc_vec_clear(&a.v);
    } else
        dpc_calc_set(s->c, d, M);
    dpc_vec_clear(&v);
}

/* ---- inversion (L-INV-POISSON) ---- */

/* d = the sum over |k| <= K of exp(-i u_k eps) F_k/(t_k (t_k + 1)), u_k = k D, F_k = re[k] +
   i im[k] the product of all M(theta + i u_k). */
static void inversion_sum(const setting *s, const dpc_vec *re, const dpc_vec *im, const void *D,
                          void *d)
{
    dpc_vec pr, pi, t;
    dpc_vec_init(s->c, &pr, (size_t)s->K + 2);
    dpc_vec_init(s->c, &pi, (size_t)s->K + 2);
    dpc_vec_init(s->c, &t, 9);
    void *sum = dpc_vec_at(&t, 0), *u = dpc_vec_at(&t, 1), *mr = dpc_vec_at(&t, 2),
         *mi = dpc_vec_at(&t, 3), *zr = dpc_vec_at(&t, 4), *zi = dpc_vec_at(&t, 5),
         *square = dpc_vec_at(&t, 6), *x = dpc_vec_at(&t, 7), *thth = dpc_vec_at(&t, 8);
    op(s, DPC_OP_MUL, thth, num(s, THETA), num(s, THETA));
    op(s, DPC_OP_ADD, thth, thth, num(s, THETA));
    op(s, DPC_OP_MUL, u, D, num(s, EPS));
    op(s, DPC_OP_NEG, u, u, NULL);
    if (dpc_calc_ok(s->c))
        dpc_calc_cis(s->c, dpc_vec_at(&pr, 1), dpc_vec_at(&pi, 1), u);
    dpc_calc_powers(s->c, &pr, &pi);
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++) {
        if (k == 0) {
            op(s, DPC_OP_DIV, sum, dpc_vec_at(re, 0), thth);
            continue;
        }
        dpc_calc_cmul(s->c, mr, mi, dpc_vec_at(re, k), dpc_vec_at(im, k), dpc_vec_at(&pr, k),
                      dpc_vec_at(&pi, k));
        /* t (t + 1) = theta (theta + 1) - u^2 + i u (2 theta + 1) */
        dpc_calc_ratio(s->c, x, (long)k, 1);
        op(s, DPC_OP_MUL, u, D, x);
        op(s, DPC_OP_MUL, zr, u, u);
        op(s, DPC_OP_SUB, zr, thth, zr);
        op(s, DPC_OP_ADD, zi, num(s, THETA), num(s, THETA));
        op(s, DPC_OP_ADD, zi, zi, num(s, ONE));
        op(s, DPC_OP_MUL, zi, zi, u);
        /* the real part of (mr + i mi)/(zr + i zi), twice: k and -k */
        op(s, DPC_OP_MUL, square, zr, zr);
        op(s, DPC_OP_MUL, x, zi, zi);
        op(s, DPC_OP_ADD, square, square, x);
        op(s, DPC_OP_MUL, x, mr, zr);
        op(s, DPC_OP_MUL, zi, mi, zi);
        op(s, DPC_OP_ADD, x, x, zi);
        op(s, DPC_OP_DIV, x, x, square);
        op(s, DPC_OP_ADD, x, x, x);
        op(s, DPC_OP_ADD, sum, sum, x);
    }
    dpc_calc_set(s->c, d, sum);
    dpc_vec_clear(&t);
    dpc_vec_clear(&pi);
    dpc_vec_clear(&pr);
}

/* d = c(v) F exp(-v eps), c(v) = v^v/(1 + v)^(1 + v), F the product of all M(v): an upper bound of
   D(eps) (L-INV-CHERNOFF). */
static void chernoff(const setting *s, const void *v, const void *F, void *d)
{
    void *x = num(s, SPARE1), *y = num(s, SPARE2);
    op(s, DPC_OP_LOG, x, v, NULL);
    op(s, DPC_OP_SUB, x, x, num(s, EPS));
    op(s, DPC_OP_MUL, x, x, v);
    op(s, DPC_OP_LOG1P, y, v, NULL);
    op(s, DPC_OP_ADD, num(s, SPARE3), v, num(s, ONE));
    op(s, DPC_OP_MUL, y, y, num(s, SPARE3));
    op(s, DPC_OP_SUB, x, x, y);
    op(s, DPC_OP_EXP, x, x, NULL);
    op(s, DPC_OP_MUL, d, F, x);
}

/* ---- all together ---- */

/* Error bounds of a group, computed with few bits. */
enum {
    ERR_THETA, /* of the cores, if something is cut off */
    ERR_HITS,
    ERR_BELOW,
    ERR_ABOVE,
    LOST,
    SHIFTED, /* of the hits, likewise */
    CORE_MOMENT,
    BOUNDS
};

/* The tilts next to theta; below counts only where has_below is true. */
static void tilts(const setting *s, void *below, void *above)
{
    op(s, DPC_OP_ADD, above, num(s, THETA), num(s, SPREAD));
    op(s, DPC_OP_SUB, below, num(s, THETA), num(s, SPREAD));
}

/* D = 2 pi/A, R = K D */
static void frequencies(const setting *s, void *D, void *R)
{
    op(s, DPC_OP_ADD, D, num(s, PI), num(s, PI));
    op(s, DPC_OP_DIV, D, D, num(s, A));
    dpc_calc_ratio(s->c, R, s->K, 1);
    op(s, DPC_OP_MUL, R, R, D);
}

/* Of the group at hand, which is one of subsampled Gaussians. */
static dpc_status error_bounds(dpc_method_call *in, const setting *s, dpc_vec *out)
{
    grid g;
    dpc_vec t;
    stairs st = {.n = 0};
    grid_init(s, &g);
    dpc_vec_init(s->c, &t, 5);
    void *lambda = dpc_vec_at(&t, 0), *below = dpc_vec_at(&t, 1), *above = dpc_vec_at(&t, 2),
         *D = dpc_vec_at(&t, 3), *R = dpc_vec_at(&t, 4);
    tilts(s, below, above);
    dpc_status status = s->c->status;
    if (status == DPC_OK && s->has_below) {
        exponent_of(s, lambda, below);
        grid_tilt(s, &g, lambda);
        status = quadrature_error(in, s, &g, WHOLE, lambda, NULL, dpc_vec_at(out, ERR_BELOW));
    }
    if (status == DPC_OK) {
        exponent_of(s, lambda, above);
        grid_tilt(s, &g, lambda);
        status = quadrature_error(in, s, &g, WHOLE, lambda, NULL, dpc_vec_at(out, ERR_ABOVE));
    }
    if (status == DPC_OK && s->has_cut)
        status = core_moment(in, s, &g, dpc_vec_at(out, CORE_MOMENT));
    frequencies(s, D, R);
    if (status == DPC_OK) {
        exponent_of(s, lambda, num(s, THETA));
        grid_tilt(s, &g, lambda);
        status = quadrature_error(in, s, &g, s->has_cut ? CORES : WHOLE, lambda, R,
                                  dpc_vec_at(out, ERR_THETA));
    }
    if (status == DPC_OK && s->has_cut)
        status = quadrature_error(in, s, &g, HITS, lambda, R, dpc_vec_at(out, ERR_HITS));
    if (status == DPC_OK && (s->has_shift || s->has_cut)) {
        status = line_integral(in, s, &g, s->has_cut ? HITS : WHOLE, lambda, num(s, SHIFT), R, -1,
                               dpc_vec_at(out, SHIFTED));
        op(s, DPC_OP_MUL, dpc_vec_at(out, SHIFTED), dpc_vec_at(out, SHIFTED), num(s, NORM));
    }
    if (status == DPC_OK && !s->has_cut) {
        stairs_init(s, &g, &st);
        coherence_lost(s, &st, R, dpc_vec_at(out, LOST));
        status = s->c->status;
    }
    stairs_clear(&st);
    dpc_vec_clear(&t);
    grid_clear(&g);
    return status;
}

/* |M(theta + iu)| <= d for u >= R; M = M(theta). */
static void node_bound(const setting *s, const void *M, const dpc_vec *error, void *d)
{
    op(s, DPC_OP_SUB, d, M, dpc_vec_at(error, LOST));
    op(s, DPC_OP_MAX, d, d, num(s, ZERO)); /* a bound of an absolute value */
    if (s->has_shift)
        op(s, DPC_OP_MIN, d, d, dpc_vec_at(error, SHIFTED));
}

/* Whether a < b 2^-(bits/2) */
static bool much_less(const setting *s, const void *a, const void *b, unsigned long bits)
{
    void *t = num(s, SPARE1);
    if (!dpc_calc_ok(s->c))
        return false;
    mpq_set_ui(s->c->scratch, 1, 1);
    mpq_div_2exp(s->c->scratch, s->c->scratch, bits / 2);
    s->c->dom->set_q(t, s->c->scratch, s->c->prec);
    op(s, DPC_OP_MUL, t, t, b);
    return dpc_calc_lt(s->c, a, t);
}

/* What the groups multiply to: M at the frequencies, at theta and the tilts next to it, and the
   bound of what lies beyond the frequencies.  If something is cut off, re and im are what M has
   more than the cores, and so is the bound; cre, cim and core_bound are of the cores, core is the
   bound of their moment at the tilt of that name. */
typedef struct {
    dpc_vec re, im, cre, cim, v;
    void *at, *below, *above, *bound, *core_bound, *core;
    bool limited; /* the plan's errors outweigh rounding */
} products;

static void products_init(const setting *s, products *p)
{
    dpc_vec_init(s->c, &p->re, (size_t)s->K + 1);
    dpc_vec_init(s->c, &p->im, (size_t)s->K + 1);
    dpc_vec_init(s->c, &p->cre, s->has_cut ? (size_t)s->K + 1 : 0);
    dpc_vec_init(s->c, &p->cim, s->has_cut ? (size_t)s->K + 1 : 0);
    dpc_vec_init(s->c, &p->v, 6);
    void **const one[] = {&p->at, &p->below, &p->above, &p->bound, &p->core_bound, &p->core};
    for (size_t i = 0; i < 6 && dpc_calc_ok(s->c); i++) {
        *one[i] = dpc_vec_at(&p->v, i);
        dpc_calc_ratio(s->c, *one[i], 1, 1);
    }
    p->limited = false;
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++)
        dpc_calc_ratio(s->c, dpc_vec_at(s->has_cut ? &p->cre : &p->re, k), 1, 1);
    if (s->has_cut)
        dpc_calc_ratio(s->c, p->bound, 0, 1);
}

static void products_clear(products *p)
{
    dpc_vec_clear(&p->re);
    dpc_vec_clear(&p->im);
    dpc_vec_clear(&p->cre);
    dpc_vec_clear(&p->cim);
    dpc_vec_clear(&p->v);
}

/* d *= x^T */
static void multiply(const setting *s, void *d, const void *x)
{
    void *t = num(s, SPARE1);
    dpc_calc_pow(s->c, t, x, s->group->T);
    op(s, DPC_OP_MUL, d, d, t);
}

/* The numbers re + i im of the frequencies times M^T, M = mre + i mim. */
static void multiply_moments(const setting *s, dpc_vec *re, dpc_vec *im, const dpc_vec *mre,
                             const dpc_vec *mim)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 4);
    void *x = dpc_vec_at(&t, 0), *y = dpc_vec_at(&t, 1), *zr = dpc_vec_at(&t, 2),
         *zi = dpc_vec_at(&t, 3);
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++) {
        void *pr = dpc_vec_at(re, k), *pi = dpc_vec_at(im, k);
        if (k == 0) {
            multiply(s, pr, dpc_vec_at(mre, 0));
            continue;
        }
        dpc_calc_cpow(s->c, zr, zi, dpc_vec_at(mre, k), dpc_vec_at(mim, k), s->group->T);
        dpc_calc_cmul(s->c, x, y, pr, pi, zr, zi);
        dpc_calc_set(s->c, pr, x);
        dpc_calc_set(s->c, pi, y);
    }
    dpc_vec_clear(&t);
}

/* The same for M = C + J, C = cre + i cim the core, J = jre + i jim, with P = p->re.. and G =
   p->cre..: P (C + J)^T + G ((C + J)^T - C^T), then G C^T. */
static void multiply_cut(const setting *s, products *p, const dpc_vec *cre, const dpc_vec *cim,
                         const dpc_vec *jre, const dpc_vec *jim)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 8);
    void *br = dpc_vec_at(&t, 0), *bi = dpc_vec_at(&t, 1), *dr = dpc_vec_at(&t, 2),
         *di = dpc_vec_at(&t, 3), *ar = dpc_vec_at(&t, 4), *ai = dpc_vec_at(&t, 5),
         *x = dpc_vec_at(&t, 6), *y = dpc_vec_at(&t, 7);
    for (size_t k = 0; k <= (size_t)s->K && dpc_calc_ok(s->c); k++) {
        void *pr = dpc_vec_at(&p->re, k), *pi = dpc_vec_at(&p->im, k);
        void *gr = dpc_vec_at(&p->cre, k), *gi = dpc_vec_at(&p->cim, k);
        dpc_calc_cpow_more(s->c, br, bi, dr, di, dpc_vec_at(cre, k), dpc_vec_at(cim, k),
                           dpc_vec_at(jre, k), dpc_vec_at(jim, k), s->group->T);
        op(s, DPC_OP_ADD, ar, br, dr);
        op(s, DPC_OP_ADD, ai, bi, di);
        dpc_calc_cmul(s->c, x, y, pr, pi, ar, ai);
        dpc_calc_cmul(s->c, ar, ai, gr, gi, dr, di);
        op(s, DPC_OP_ADD, pr, x, ar);
        op(s, DPC_OP_ADD, pi, y, ai);
        dpc_calc_cmul(s->c, x, y, gr, gi, br, bi);
        dpc_calc_set(s->c, gr, x);
        dpc_calc_set(s->c, gi, y);
    }
    dpc_vec_clear(&t);
}

/* Whether T error outweighs the rounding of size. */
static void compare_error(const setting *s, products *p, const void *error, const void *size,
                          unsigned long prec)
{
    void *y = num(s, SPARE2);
    dpc_calc_z(s->c, y, s->group->T);
    op(s, DPC_OP_MUL, y, y, error);
    p->limited = p->limited || (dpc_calc_ok(s->c) && !much_less(s, y, size, prec));
}

/* M at the frequencies, for a group of subsampled Gaussians; M0 = M(theta).  x: its nodes. */
static void multiply_nodes(const setting *s, products *p, const nodes *x, const dpc_vec *error,
                           const void *D, unsigned long prec, void *M0)
{
    dpc_vec re, im, jre, jim, t;
    dpc_vec_init(s->c, &re, (size_t)s->K + 1);
    dpc_vec_init(s->c, &im, (size_t)s->K + 1);
    dpc_vec_init(s->c, &jre, s->has_cut ? (size_t)s->K + 1 : 0);
    dpc_vec_init(s->c, &jim, s->has_cut ? (size_t)s->K + 1 : 0);
    dpc_vec_init(s->c, &t, 1);
    void *lambda = dpc_vec_at(&t, 0);
    exponent_of(s, lambda, num(s, THETA));
    node_moments(s, x, s->has_cut ? CORES : WHOLE, lambda, D, dpc_vec_at(error, ERR_THETA), &re,
                 &im);
    if (s->has_cut) {
        node_moments(s, x, HITS, lambda, D, dpc_vec_at(error, ERR_HITS), &jre, &jim);
        multiply_cut(s, p, &re, &im, &jre, &jim);
    } else
        multiply_moments(s, &p->re, &p->im, &re, &im);
    if (dpc_calc_ok(s->c)) {
        dpc_calc_set(s->c, M0, dpc_vec_at(&re, 0));
        if (s->has_cut)
            op(s, DPC_OP_ADD, M0, M0, dpc_vec_at(&jre, 0));
        compare_error(s, p, dpc_vec_at(error, ERR_THETA), M0, prec);
        if (s->has_cut)
            compare_error(s, p, dpc_vec_at(error, ERR_HITS), dpc_vec_at(&jre, 0), prec);
    }
    dpc_vec_clear(&t);
    dpc_vec_clear(&jim);
    dpc_vec_clear(&jre);
    dpc_vec_clear(&im);
    dpc_vec_clear(&re);
}

/* Beyond the frequencies, with something cut off: bound M^T + core_bound T |J| M^(T - 1), then
   core_bound M^T. */
static void multiply_cut_bound(const setting *s, products *p, const void *M, const void *J)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 2);
    void *x = dpc_vec_at(&t, 0), *y = dpc_vec_at(&t, 1);
    dpc_calc_pow(s->c, y, M, s->group->T);
    dpc_calc_z(s->c, x, s->group->T);
    op(s, DPC_OP_MUL, x, x, J);
    op(s, DPC_OP_DIV, x, x, M);
    op(s, DPC_OP_MUL, x, x, p->core_bound);
    op(s, DPC_OP_ADD, p->bound, p->bound, x);
    op(s, DPC_OP_MUL, p->bound, p->bound, y);
    op(s, DPC_OP_MUL, p->core_bound, p->core_bound, y);
    dpc_vec_clear(&t);
}

/* A group of subsampled Gaussians; error holds the bounds of error_bounds. */
static void multiply_sampled(const setting *s, products *p, const dpc_vec *error,
                             unsigned long prec)
{
    nodes x;
    dpc_vec t;
    dpc_vec_init(s->c, &t, 5);
    void *D = dpc_vec_at(&t, 0), *tilt[2] = {dpc_vec_at(&t, 1), dpc_vec_at(&t, 2)},
         *M = dpc_vec_at(&t, 3), *y = dpc_vec_at(&t, 4);
    frequencies(s, D, y);
    tilts(s, tilt[0], tilt[1]);
    nodes_init(s, &x);
    multiply_nodes(s, p, &x, error, D, prec, M);
    multiply(s, p->at, M);
    for (int i = s->has_below ? 0 : 1; i < 2 && dpc_calc_ok(s->c); i++) {
        node_moment(s, &x, tilt[i], dpc_vec_at(error, i == 0 ? ERR_BELOW : ERR_ABOVE), y);
        multiply(s, i == 0 ? p->below : p->above, y);
    }
    if (s->has_cut) {
        multiply_cut_bound(s, p, M, dpc_vec_at(error, SHIFTED));
        multiply(s, p->core, dpc_vec_at(error, CORE_MOMENT));
    } else {
        node_bound(s, M, error, y);
        multiply(s, p->bound, y);
    }
    nodes_clear(&x);
    dpc_vec_clear(&t);
}

/* A group whose M has a closed form. */
static void multiply_closed(const setting *s, products *p)
{
    dpc_vec re, im, t;
    dpc_vec_init(s->c, &re, (size_t)s->K + 1);
    dpc_vec_init(s->c, &im, (size_t)s->K + 1);
    dpc_vec_init(s->c, &t, 5);
    void *D = dpc_vec_at(&t, 0), *R = dpc_vec_at(&t, 1),
         *tilt[2] = {dpc_vec_at(&t, 2), dpc_vec_at(&t, 3)}, *y = dpc_vec_at(&t, 4);
    frequencies(s, D, R);
    tilts(s, tilt[0], tilt[1]);
    closed_moments(s, D, &re, &im);
    multiply_moments(s, &p->re, &p->im, &re, &im);
    if (s->has_cut)
        multiply_moments(s, &p->cre, &p->cim, &re, &im);
    for (int i = s->has_below ? 0 : 1; i < 2 && dpc_calc_ok(s->c); i++) {
        closed_moment(s, tilt[i], y);
        multiply(s, i == 0 ? p->below : p->above, y);
    }
    if (dpc_calc_ok(s->c)) {
        multiply(s, p->at, dpc_vec_at(&re, 0));
        closed_bound(s, dpc_vec_at(&re, 0), R, y);
    }
    multiply(s, p->bound, y);
    multiply(s, p->core_bound, y);
    if (s->has_cut) {
        closed_moment(s, num(s, CORE), y);
        multiply(s, p->core, y);
    }
    dpc_vec_clear(&t);
    dpc_vec_clear(&im);
    dpc_vec_clear(&re);
}

/* The aliases that the tilt v bounds: c(v) F exp(-v eps)/(exp(|theta - v| A) - 1), F the product of
   all M(v); v = NULL: v = 0, D <= 1 (L-INV-ALIAS). */
static void alias(const setting *s, const void *v, const void *F, void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 1);
    void *gap = dpc_vec_at(&t, 0);
    if (v != NULL) {
        chernoff(s, v, F, d);
        op(s, DPC_OP_SUB, gap, num(s, THETA), v);
        op(s, DPC_OP_ABS, gap, gap, NULL);
    } else {
        dpc_calc_ratio(s->c, d, 1, 1);
        dpc_calc_set(s->c, gap, num(s, THETA));
    }
    op(s, DPC_OP_MUL, gap, gap, num(s, A));
    op(s, DPC_OP_EXPM1, gap, gap, NULL);
    op(s, DPC_OP_DIV, d, d, gap);
    dpc_vec_clear(&t);
}

/* Puts the parts together.  True if more precision than prec would not help. */
static bool assemble(const setting *s, const products *p, unsigned long prec, void *d)
{
    dpc_vec t;
    dpc_vec_init(s->c, &t, 8);
    void *D = dpc_vec_at(&t, 0), *R = dpc_vec_at(&t, 1), *sum = dpc_vec_at(&t, 2),
         *cut = dpc_vec_at(&t, 3), *below = dpc_vec_at(&t, 4), *above = dpc_vec_at(&t, 5),
         *low = dpc_vec_at(&t, 6), *high = dpc_vec_at(&t, 7);
    frequencies(s, D, R);
    inversion_sum(s, &p->re, &p->im, D, sum);
    op(s, DPC_OP_DIV, sum, sum, num(s, A));
    /* what |k| > K contributes at most (L-INV-TRUNC), but for exp(-theta eps) */
    op(s, DPC_OP_MUL, cut, R, num(s, PI));
    op(s, DPC_OP_DIV, cut, p->bound, cut);
    op(s, DPC_OP_MUL, low, num(s, THETA), num(s, EPS));
    op(s, DPC_OP_NEG, low, low, NULL);
    op(s, DPC_OP_EXP, low, low, NULL);
    op(s, DPC_OP_MUL, sum, sum, low);
    op(s, DPC_OP_MUL, cut, cut, low);
    op(s, DPC_OP_ADD, high, sum, cut);
    op(s, DPC_OP_SUB, low, sum, cut);
    if (s->has_cut) { /* what the cores alone contribute */
        chernoff(s, num(s, CORE), p->core, cut);
        op(s, DPC_OP_ADD, high, high, cut);
    }
    tilts(s, below, above);
    alias(s, above, p->above, cut);
    op(s, DPC_OP_SUB, low, low, cut);
    alias(s, s->has_below ? below : NULL, p->below, cut);
    op(s, DPC_OP_SUB, low, low, cut);
    /* 0 <= D(eps) <= 1 and D(eps) <= its Chernoff bound */
    chernoff(s, num(s, THETA), p->at, cut);
    op(s, DPC_OP_MIN, high, high, cut);
    op(s, DPC_OP_MIN, high, high, num(s, ONE));
    op(s, DPC_OP_MAX, high, high, num(s, ZERO));
    op(s, DPC_OP_MAX, low, low, num(s, ZERO));
    op(s, DPC_OP_MIN, low, low, high);
    op(s, DPC_OP_SUB, cut, high, low);
    const bool limited = p->limited || (dpc_calc_ok(s->c) && !much_less(s, cut, high, prec));
    dpc_calc_hull(s->c, d, low, high);
    dpc_vec_clear(&t);
    return limited;
}

static unsigned long bits_of(long n)
{
    unsigned long bits = 0;
    for (; n > 0; n /= 2)
        bits++;
    return bits;
}

/* Refuses more work than allowed before it begins. */
static dpc_status charge(dpc_method_call *in, const setting *s)
{
    enum { PER_PAIR = 4, PER_CELL = 60, PER_NODE = 100, PER_FREQUENCY = 500 };
    const uint64_t n = (uint64_t)(s->j1 - s->j0) + 1, K = (uint64_t)s->K + 1;
    mpq_srcptr soft = in->arg[DPC_INV_SOFT].q;
    const uint64_t pieces = soft != NULL && mpq_sgn(soft) == 0 ? 1 : 2;
    in->work = 0;
    for (size_t i = 0; i < s->m.n; i++) {
        in->work += K * PER_FREQUENCY;
        if (s->m.group[i].kind == DPC_STEP_SUBSAMPLED)
            in->work += n * K * PER_PAIR * pieces + n * (uint64_t)s->fine * PER_CELL + n * PER_NODE;
    }
    if (in->work <= in->max_work)
        return DPC_OK;
    in->hopeless = true;
    (void)dpc_method_refuse(
        in, "%llu nodes and %llu frequencies take more than %llu steps (--max-steps)",
        (unsigned long long)n, (unsigned long long)K, (unsigned long long)in->max_work);
    return DPC_UNDECIDED;
}

/* Everything but eps; the calculation has more bits than asked for, so that rounding does not
   count. */
struct dpc_prepared_s {
    dpc_calc c;
    setting s;
    products p;
};

static dpc_status prepare_products(dpc_method_call *in, dpc_prepared *w, unsigned long more)
{
    enum { FEW_BITS = 64 };
    setting *s = &w->s;
    dpc_calc *c = &w->c;
    dpc_vec *error = calloc(s->m.n + 1, sizeof *error);
    if (error == NULL)
        return DPC_NOMEM;
    c->prec = FEW_BITS + more;
    setting_init(s, c);
    dpc_status status = dpc_calc_ok(c) ? check_plan(in, s) : c->status;
    if (status == DPC_OK)
        status = check_groups(in, s);
    for (size_t i = 0; i < s->m.n && status == DPC_OK; i++)
        if (s->m.group[i].kind == DPC_STEP_SUBSAMPLED) {
            enter(s, &s->m.group[i]);
            dpc_vec_init(c, &error[i], BOUNDS);
            status = dpc_calc_ok(c) ? error_bounds(in, s, &error[i]) : c->status;
        }
    dpc_vec_clear(&s->num);
    c->prec = in->prec + more + bits_of(s->K) + GUARD;
    setting_init(s, c);
    products_init(s, &w->p);
    for (size_t i = 0; i < s->m.n && status == DPC_OK; i++) {
        enter(s, &s->m.group[i]);
        if (s->group->kind == DPC_STEP_SUBSAMPLED)
            multiply_sampled(s, &w->p, &error[i], in->prec);
        else
            multiply_closed(s, &w->p);
        status = c->status;
    }
    for (size_t i = 0; i < s->m.n; i++)
        dpc_vec_clear(&error[i]);
    free(error);
    return status;
}

/* w is to be cleared in any case. */
static dpc_status prepare(dpc_method method, dpc_method_call *in, dpc_prepared *w)
{
    *w = (dpc_prepared){.s = {.K = 1}};
    dpc_calc_init(&w->c, in->dom, in->prec);
    dpc_status status = dpc_mechanism_read(method, in, &w->s.m);
    if (status == DPC_OK)
        status = read_integers(in, &w->s);
    if (status == DPC_OK)
        status = charge(in, &w->s);
    if (status != DPC_OK)
        return status;
    const unsigned long groups = bits_of((long)w->s.m.n);
    unsigned long more = groups;
    for (size_t i = 0; i < w->s.m.n; i++) {
        const unsigned long bits = groups + mpz_sizeinbase(w->s.m.group[i].T, 2);
        more = bits > more ? bits : more;
    }
    return prepare_products(in, w, more);
}

static void prepared_clear(dpc_prepared *w)
{
    products_clear(&w->p);
    dpc_vec_clear(&w->s.num);
    dpc_mechanism_clear(&w->s.m);
    dpc_calc_clear(&w->c);
}

dpc_status dpc_inversion_run(dpc_method method, dpc_method_call *in, void *d)
{
    dpc_prepared w;
    dpc_status status = prepare(method, in, &w);
    if (status == DPC_OK) {
        in->saturated = assemble(&w.s, &w.p, in->prec, d);
        status = w.c.status;
    }
    prepared_clear(&w);
    return status;
}

/* ---- many eps ---- */

dpc_prepared *dpc_prepared_new(dpc_method method, dpc_method_call *in, dpc_status *status)
{
    dpc_prepared *w = calloc(1, sizeof *w);
    *status = w != NULL ? prepare(method, in, w) : DPC_NOMEM;
    if (w != NULL && *status != DPC_OK) {
        dpc_prepared_free(w);
        return NULL;
    }
    return w;
}

void dpc_prepared_free(dpc_prepared *w)
{
    if (w == NULL)
        return;
    prepared_clear(w);
    free(w);
}

dpc_status dpc_prepared_at(dpc_prepared *w, dpc_method_call *in, void *d)
{
    load(&w->s, EPS, &in->arg[DPC_INV_EPS]);
    in->saturated = assemble(&w->s, &w->p, in->prec, d);
    const dpc_status status = w->c.status;
    w->c.status = DPC_OK;
    return status;
}

/* ---- for the planner ---- */

struct dpc_probe_s {
    dpc_method_call *in;
    dpc_calc c;
    setting s;
    grid g;
    stairs st;
    dpc_vec t; /* lambda, R, distance, result */
};

void dpc_probe_free(dpc_probe *p)
{
    if (p == NULL)
        return;
    dpc_vec_clear(&p->t);
    stairs_clear(&p->st);
    grid_clear(&p->g);
    dpc_vec_clear(&p->s.num);
    dpc_mechanism_clear(&p->s.m);
    dpc_calc_clear(&p->c);
    free(p);
}

dpc_probe *dpc_probe_new(dpc_method method, dpc_method_call *in, size_t group)
{
    dpc_probe *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->in = in;
    dpc_calc_init(&p->c, in->dom, in->prec);
    if (dpc_mechanism_read(method, in, &p->s.m) != DPC_OK || read_integers(in, &p->s) != DPC_OK) {
        dpc_mechanism_clear(&p->s.m);
        dpc_calc_clear(&p->c);
        free(p);
        return NULL;
    }
    setting_init(&p->s, &p->c);
    enter(&p->s, &p->s.m.group[group]);
    grid_init(&p->s, &p->g);
    dpc_vec_init(&p->c, &p->t, 4);
    exponent_of(&p->s, dpc_vec_at(&p->t, 0), num(&p->s, THETA));
    grid_tilt(&p->s, &p->g, dpc_vec_at(&p->t, 0));
    if (dpc_calc_ok(&p->c))
        return p;
    dpc_probe_free(p);
    return NULL;
}

static void probe_set(dpc_probe *p, size_t i, double x)
{
    if (!isfinite(x)) {
        dpc_calc_fail(&p->c, DPC_UNDECIDED);
        return;
    }
    mpq_set_d(p->c.scratch, x);
    p->c.dom->set_q(dpc_vec_at(&p->t, i), p->c.scratch, p->c.prec);
}

/* Whether there is a result; a refusal is forgotten. */
static bool probe_done(dpc_probe *p, dpc_status status)
{
    const bool done = status == DPC_OK && dpc_calc_ok(&p->c);
    p->c.status = DPC_OK;
    return done;
}

const void *dpc_probe_value(const dpc_probe *p)
{
    return dpc_vec_at(&p->t, 3);
}

bool dpc_probe_lost(dpc_probe *p, double R)
{
    if (p->st.n == 0)
        stairs_init(&p->s, &p->g, &p->st);
    probe_set(p, 1, R);
    coherence_lost(&p->s, &p->st, dpc_vec_at(&p->t, 1), dpc_vec_at(&p->t, 3));
    return probe_done(p, DPC_OK);
}
