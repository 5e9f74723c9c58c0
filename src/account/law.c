/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "account/law.h"

#include <math.h>

/* ---- the laws (LEMMAS.md, "Grid: the laws") ---- */

bool dpc_law_is_symmetric(const dpc_grid_step *s)
{
    return s->kind == DPC_GRID_GAUSS || s->kind == DPC_GRID_LAPLACE || s->kind == DPC_GRID_DP ||
           (s->kind == DPC_GRID_TABLE && s->symmetric) ||
           (s->kind == DPC_GRID_SGM && mpq_cmp_ui(s->a, 1, 1) == 0);
}

bool dpc_law_is_continuous(const dpc_law *law)
{
    return law->step->kind == DPC_GRID_GAUSS || law->step->kind == DPC_GRID_SGM ||
           law->step->kind == DPC_GRID_LAPLACE;
}

size_t dpc_law_atoms(const dpc_law *law)
{
    switch (law->step->kind) {
    case DPC_GRID_LAPLACE:
    case DPC_GRID_DP:
        return 2; /* at +a and -a */
    case DPC_GRID_TABLE:
        return law->step->atoms;
    default:
        return 0;
    }
}

void dpc_law_atom_loss(mpq_t loss, const dpc_law *law, size_t i)
{
    const bool table = law->step->kind == DPC_GRID_TABLE;
    mpq_set(loss, table ? law->step->atom[i].loss : law->step->a);
    if (table ? law->reversed : i == 1)
        mpq_neg(loss, loss);
}

static void set_q(dpc_calc *c, void *d, mpq_srcptr q)
{
    if (dpc_calc_ok(c))
        c->dom->set_q(d, q, c->prec);
}

/* d = exp(q) or exp(-q) */
static void exp_q(dpc_calc *c, void *d, mpq_srcptr q, bool negative)
{
    set_q(c, d, q);
    if (negative)
        dpc_calc_op(c, DPC_OP_NEG, d, d, NULL);
    dpc_calc_op(c, DPC_OP_EXP, d, d, NULL);
}

void dpc_law_atom_mass(dpc_calc *c, void *mass, const dpc_law *law, size_t i)
{
    const dpc_grid_step *s = law->step;
    dpc_vec t;
    dpc_vec_init(c, &t, 2);
    void *x = dpc_vec_at(&t, 0), *one = dpc_vec_at(&t, 1);
    dpc_calc_ratio(c, one, 1, 1);
    if (s->kind == DPC_GRID_TABLE) {
        set_q(c, mass, s->atom[i].mass);
        if (law->reversed) {
            exp_q(c, x, s->atom[i].loss, true);
            dpc_calc_op(c, DPC_OP_MUL, mass, mass, x);
        }
    } else if (s->kind == DPC_GRID_DP) { /* (1 - delta)/(1 + exp(-+eps)) */
        exp_q(c, x, s->a, i == 0);
        dpc_calc_op(c, DPC_OP_ADD, x, x, one);
        set_q(c, mass, s->b);
        dpc_calc_op(c, DPC_OP_SUB, mass, one, mass);
        dpc_calc_op(c, DPC_OP_DIV, mass, mass, x);
    } else { /* Laplace: 1/2, exp(-a)/2 */
        dpc_calc_ratio(c, mass, 1, 2);
        if (i == 1) {
            exp_q(c, x, s->a, true);
            dpc_calc_op(c, DPC_OP_MUL, mass, mass, x);
        }
    }
    dpc_vec_clear(&t);
}

/* 1 - the sum of the masses of a table under P */
static void missing_mass(mpq_t d, const dpc_grid_step *s)
{
    mpq_set_ui(d, 1, 1);
    for (size_t i = 0; i < s->atoms; i++)
        mpq_sub(d, d, s->atom[i].mass);
}

static void table_infinity(dpc_calc *c, void *lo, void *hi, const dpc_law *law)
{
    const dpc_grid_step *s = law->step;
    dpc_vec t;
    mpq_t missing;
    mpq_init(missing);
    dpc_vec_init(c, &t, 2);
    void *x = dpc_vec_at(&t, 0), *zero = dpc_vec_at(&t, 1);
    dpc_calc_ratio(c, zero, 0, 1);
    missing_mass(missing, s);
    if (!law->reversed) {
        set_q(c, hi, missing);
        dpc_calc_set(c, lo, zero);
        if (s->infinity != NULL)
            set_q(c, lo, s->infinity);
    } else {
        dpc_calc_ratio(c, hi, 1, 1);
        for (size_t i = 0; i < s->atoms; i++) {
            dpc_law_atom_mass(c, x, law, i);
            dpc_calc_op(c, DPC_OP_SUB, hi, hi, x);
        }
        if (dpc_calc_lt(c, hi, zero)) /* Q would have a total above 1 */
            dpc_calc_fail(c, DPC_DOMAIN);
        dpc_calc_op(c, DPC_OP_MAX, hi, hi, zero);
        dpc_calc_set(c, lo, hi);
        if (s->infinity != NULL)
            mpq_sub(missing, missing, s->infinity);
        if (mpq_sgn(missing) != 0) /* the missing mass may be anywhere */
            dpc_calc_set(c, lo, zero);
    }
    mpq_clear(missing);
    dpc_vec_clear(&t);
}

void dpc_law_infinity(dpc_calc *c, void *lo, void *hi, const dpc_law *law)
{
    if (law->step->kind == DPC_GRID_TABLE)
        table_infinity(c, lo, hi, law);
    else {
        dpc_calc_ratio(c, hi, 0, 1);
        if (law->step->kind == DPC_GRID_DP)
            set_q(c, hi, law->step->b);
        dpc_calc_set(c, lo, hi);
    }
}

/* Q(x/mu -+ mu/2) */
static void gauss_tails(dpc_calc *c, void *p, void *q, const dpc_law *law, const void *x, void *t)
{
    set_q(c, t, law->step->a);
    dpc_calc_op(c, DPC_OP_DIV, q, x, t);
    dpc_calc_ratio(c, p, 1, 2);
    dpc_calc_op(c, DPC_OP_MUL, t, t, p);
    dpc_calc_op(c, DPC_OP_SUB, p, q, t);
    dpc_calc_op(c, DPC_OP_ADD, q, q, t);
    dpc_calc_op(c, DPC_OP_Q, p, p, NULL);
    dpc_calc_op(c, DPC_OP_Q, q, q, NULL);
}

/* Between -a and a: p = (1 - exp(-(a - x)/2))/2, q = (exp(-(a + x)/2) - exp(-a))/2. */
static void laplace_tails(dpc_calc *c, void *p, void *q, const dpc_law *law, const void *x, void *a,
                          void *t)
{
    set_q(c, a, law->step->a);
    dpc_calc_op(c, DPC_OP_NEG, t, a, NULL);
    dpc_calc_op(c, DPC_OP_MAX, t, t, x);
    dpc_calc_op(c, DPC_OP_MIN, t, t, a); /* x, clamped to the support */
    dpc_calc_ratio(c, p, -1, 2);
    dpc_calc_op(c, DPC_OP_ADD, q, a, t);
    dpc_calc_op(c, DPC_OP_MUL, q, q, p);
    dpc_calc_op(c, DPC_OP_EXP, q, q, NULL);
    dpc_calc_op(c, DPC_OP_SUB, t, a, t);
    dpc_calc_op(c, DPC_OP_MUL, t, t, p);
    dpc_calc_op(c, DPC_OP_EXPM1, t, t, NULL);
    dpc_calc_op(c, DPC_OP_NEG, a, a, NULL);
    dpc_calc_op(c, DPC_OP_EXP, a, a, NULL);
    dpc_calc_op(c, DPC_OP_SUB, q, q, a);
    dpc_calc_op(c, DPC_OP_MUL, t, t, p);
    dpc_calc_op(c, DPC_OP_NEG, p, p, NULL);
    dpc_calc_op(c, DPC_OP_MUL, q, q, p);
    dpc_calc_set(c, p, t);
}

/* w = 1 - q + q exp(z) crosses the level exp(+-x) where exp(z) = v; the normal variable is then at
   y = sigma log v + 1/(2 sigma).  tail0, tail1: of N(0, 1) and N(1/sigma, 1) on the side of larger
   losses. */
static void sgm_tails(dpc_calc *c, void *p, void *q, const dpc_law *law, const void *E, dpc_vec *t)
{
    void *rate = dpc_vec_at(t, 0), *sigma = dpc_vec_at(t, 1), *v = dpc_vec_at(t, 2),
         *rest = dpc_vec_at(t, 3), *one = dpc_vec_at(t, 4), *half = dpc_vec_at(t, 5);
    set_q(c, rate, law->step->a);
    set_q(c, sigma, law->step->b);
    dpc_calc_ratio(c, one, 1, 1);
    dpc_calc_ratio(c, half, 1, 2);
    dpc_calc_op(c, DPC_OP_SUB, rest, one, rate);
    if (law->reversed)
        dpc_calc_op(c, DPC_OP_DIV, v, one, E);
    else
        dpc_calc_set(c, v, E);
    if (dpc_calc_le(c, v, rest)) { /* the level is never reached */
        dpc_calc_ratio(c, p, law->reversed ? 0 : 1, 1);
        dpc_calc_set(c, q, p);
        return;
    }
    dpc_calc_op(c, DPC_OP_SUB, v, v, rest);
    dpc_calc_op(c, DPC_OP_DIV, v, v, rate);
    dpc_calc_op(c, DPC_OP_LOG, v, v, NULL);
    dpc_calc_op(c, DPC_OP_MUL, v, v, sigma);
    dpc_calc_op(c, DPC_OP_DIV, one, one, sigma);
    dpc_calc_op(c, DPC_OP_MUL, half, half, one);
    dpc_calc_op(c, DPC_OP_ADD, v, v, half);
    dpc_calc_op(c, DPC_OP_SUB, half, v, one);
    if (law->reversed) {
        dpc_calc_op(c, DPC_OP_NEG, v, v, NULL);
        dpc_calc_op(c, DPC_OP_NEG, half, half, NULL);
    }
    dpc_calc_op(c, DPC_OP_Q, v, v, NULL);
    dpc_calc_op(c, DPC_OP_Q, half, half, NULL);
    void *mixture = law->reversed ? q : p, *plain = law->reversed ? p : q;
    dpc_calc_op(c, DPC_OP_MUL, half, half, rate);
    dpc_calc_op(c, DPC_OP_MUL, rest, rest, v);
    dpc_calc_op(c, DPC_OP_ADD, mixture, half, rest);
    dpc_calc_set(c, plain, v);
}

void dpc_law_tails(dpc_calc *c, void *p, void *q, const dpc_law *law, const void *x, const void *E)
{
    dpc_vec t;
    dpc_vec_init(c, &t, 6);
    if (law->step->kind == DPC_GRID_SGM)
        sgm_tails(c, p, q, law, E, &t);
    else if (law->step->kind == DPC_GRID_GAUSS)
        gauss_tails(c, p, q, law, x, dpc_vec_at(&t, 0));
    else
        laplace_tails(c, p, q, law, x, dpc_vec_at(&t, 0), dpc_vec_at(&t, 1));
    dpc_vec_clear(&t);
}

void dpc_law_tail_at(dpc_calc *c, void *p, const dpc_law *law, double x)
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

void dpc_law_total(dpc_calc *c, void *p, const dpc_law *law)
{
    dpc_vec t;
    dpc_vec_init(c, &t, 1);
    dpc_calc_ratio(c, p, 1, 1);
    if (law->step->kind == DPC_GRID_LAPLACE) { /* (1 - exp(-a))/2 */
        void *x = dpc_vec_at(&t, 0);
        exp_q(c, x, law->step->a, true);
        dpc_calc_op(c, DPC_OP_SUB, p, p, x);
        dpc_calc_ratio(c, x, 1, 2);
        dpc_calc_op(c, DPC_OP_MUL, p, p, x);
    }
    dpc_vec_clear(&t);
}

/* log(1 - q + q exp(y/s - 1/(2 s^2))); finite even if q rounds to 1. */
static double log_w_approx(double q, double s, double y)
{
    const double z = y / s - 1 / (2 * s * s), sampled = z + log(q), left_out = log1p(-q);
    if (fabs(z) < 1 && q < 0.5)
        return log1p(q * expm1(z));
    return fmax(sampled, left_out) + log1p(exp(-fabs(sampled - left_out)));
}

double dpc_law_loss_approx(const dpc_law *law, double left, double right, double u)
{
    const double a = mpq_get_d(law->step->a), l = sqrt(2 * left), r = sqrt(2 * right);
    if (law->step->kind == DPC_GRID_GAUSS)
        return a * a / 2 + a * (u * r - (1 - u) * l);
    if (law->step->kind == DPC_GRID_LAPLACE)
        return a * (2 * u - 1);
    const double s = mpq_get_d(law->step->b);
    return law->reversed ? -log_w_approx(a, s, (1 - u) * l - u * r)
                         : log_w_approx(a, s, u * (r + 1 / s) - (1 - u) * l);
}

/* ---- discretisation ---- */

typedef struct {
    dpc_calc *c;
    const dpc_law *law;
    const dpc_lattice *lattice;
    dpc_mass *up, *low;
    dpc_bounds bounds;
    dpc_vec t;
} work;

/* At the points i (left), i + 1/2 (mid), i + 1 (right), i + 3/2 (next): E = exp(x), tails P and Q.
 */
enum {
    ZERO,
    HALF,      /* half a step */
    GROW,      /* exp(step/2) */
    TILT_GROW, /* exp(tilt step) */
    GAIN,      /* exp(step) - 1 */
    FALL,      /* 1 - exp(-step) */
    X,         /* the point of the last tails */
    TILT,      /* exp(tilt x) at the left point */
    E_LEFT,
    P_LEFT,
    Q_LEFT,
    E_MID,
    P_MID,
    Q_MID,
    E_RIGHT,
    P_RIGHT,
    Q_RIGHT,
    E_NEXT,
    P_NEXT,
    Q_NEXT,
    D_LEFT, /* at the point: the tangent of the previous midpoint less that of the next midpoint */
    D_RIGHT,
    SLOPE, /* of the lower curve, up to the left point; > 0: falling */
    SPARE1,
    SPARE2,
    SPARE3,
    NUMBERS
};

static void *num(const work *w, int name)
{
    return dpc_vec_at(&w->t, (size_t)name);
}

static void op(const work *w, dpc_op o, int d, int a, int b)
{
    dpc_calc_op(w->c, o, num(w, d), num(w, a), num(w, b));
}

static void copy(work *w, int d, int a)
{
    dpc_calc_set(w->c, num(w, d), num(w, a));
}

static bool le(const work *w, int a, int b)
{
    return dpc_calc_le(w->c, num(w, a), num(w, b));
}

/* Adds an element to a measure, at point i. */
static void put(work *w, dpc_mass *m, int64_t i, int name)
{
    if (!dpc_calc_ok(w->c))
        return;
    w->c->dom->bounds(&w->bounds, num(w, name));
    if (!w->bounds.finite)
        dpc_calc_fail(w->c, DPC_UNDECIDED);
    else
        dpc_calc_fail(w->c, dpc_mass_add(m, (size_t)(i - m->first),
                                         m->up ? w->bounds.hi_man : w->bounds.lo_man,
                                         m->up ? w->bounds.hi_exp : w->bounds.lo_exp));
}

/* d = offset + i step */
static void point(const work *w, mpq_t d, int64_t i)
{
    mpq_set_si(d, i, 1);
    mpq_mul(d, d, w->lattice->step);
    mpq_add(d, d, w->lattice->offset);
}

static void tails(work *w, int p, int q, int E)
{
    dpc_law_tails(w->c, num(w, p), num(w, q), w->law, num(w, X), num(w, E));
}

/* The point half a step further: `to` and its tails, which follow it in the enum. */
static void advance(work *w, int from, int to)
{
    op(w, DPC_OP_MUL, to, from, GROW);
    op(w, DPC_OP_ADD, X, X, HALF);
    tails(w, to + 1, to + 2, to);
}

/* Divides the mass between the points i and i + 1 among them; P and Q keep their masses
   (L-GRID-DOTS). */
static void connect_dots(work *w, int64_t i)
{
    const int dP = SPARE1, dQ = SPARE2, x = SPARE3;
    op(w, DPC_OP_SUB, dP, P_LEFT, P_RIGHT);
    op(w, DPC_OP_SUB, dQ, Q_LEFT, Q_RIGHT);
    op(w, DPC_OP_MUL, x, E_RIGHT, dQ);
    op(w, DPC_OP_SUB, x, x, dP);
    op(w, DPC_OP_DIV, x, x, GAIN);
    op(w, DPC_OP_MUL, x, x, TILT);
    put(w, w->up, i, x);
    op(w, DPC_OP_MUL, x, E_LEFT, dQ);
    op(w, DPC_OP_SUB, x, dP, x);
    op(w, DPC_OP_DIV, x, x, FALL);
    op(w, DPC_OP_MUL, x, x, TILT);
    op(w, DPC_OP_MUL, x, x, TILT_GROW);
    put(w, w->up, i + 1, x);
}

/* d = (P - E Q) with the tails p1, p1 + 1, less the same with p2, p2 + 1 */
static void tangent_gap(work *w, int d, int E, int p1, int p2)
{
    op(w, DPC_OP_SUB, SPARE1, p1 + 1, p2 + 1);
    op(w, DPC_OP_MUL, SPARE1, SPARE1, E);
    op(w, DPC_OP_SUB, d, p1, p2);
    op(w, DPC_OP_SUB, d, d, SPARE1);
}

/* Whether the tangent with the tails p, p + 1 is >= 0 at E. */
static bool tangent_positive(work *w, int E, int p)
{
    op(w, DPC_OP_MUL, SPARE1, E, p + 1);
    return le(w, SPARE1, p);
}

/* The mass at point i, where the slope changes from SLOPE to the number called name. */
static void put_kink(work *w, int64_t i, int name)
{
    op(w, DPC_OP_SUB, SPARE1, SLOPE, name);
    op(w, DPC_OP_MUL, SPARE1, SPARE1, E_LEFT);
    op(w, DPC_OP_MUL, SPARE1, SPARE1, TILT);
    put(w, w->low, i, SPARE1);
}

/* The lower curve from the point i to i + 1 (L-GRID-TANGENT).  False if it ends at i. */
static bool segment(work *w, int64_t i)
{
    const int slope = SPARE3;
    if (!tangent_positive(w, E_RIGHT, P_MID) || !tangent_positive(w, E_RIGHT, P_NEXT))
        return false;
    tangent_gap(w, D_RIGHT, E_RIGHT, P_MID, P_NEXT);
    op(w, DPC_OP_MIN, SPARE1, D_LEFT, ZERO);
    op(w, DPC_OP_MAX, SPARE2, D_RIGHT, ZERO);
    op(w, DPC_OP_ADD, slope, SPARE1, SPARE2);
    op(w, DPC_OP_SUB, SPARE1, E_RIGHT, E_LEFT);
    op(w, DPC_OP_DIV, slope, slope, SPARE1);
    op(w, DPC_OP_ADD, slope, slope, Q_MID);
    op(w, DPC_OP_MIN, slope, slope, SLOPE);
    if (!le(w, ZERO, slope))
        return false;
    put_kink(w, i, slope);
    copy(w, SLOPE, slope);
    copy(w, D_LEFT, D_RIGHT);
    return true;
}

/* The point `first`: all mass below goes there.  Whether the lower curve begins here. */
static bool begin(work *w, int64_t first)
{
    mpq_t x;
    mpq_init(x);
    point(w, x, first);
    set_q(w->c, num(w, X), x);
    mpq_clear(x);
    op(w, DPC_OP_SUB, X, X, HALF);
    dpc_calc_op(w->c, DPC_OP_EXP, num(w, E_NEXT), num(w, X), NULL);
    tails(w, P_NEXT, Q_NEXT, E_NEXT); /* of the previous midpoint */
    advance(w, E_NEXT, E_LEFT);
    set_q(w->c, num(w, TILT), w->lattice->tilt);
    op(w, DPC_OP_MUL, TILT, TILT, X);
    dpc_calc_op(w->c, DPC_OP_EXP, num(w, TILT), num(w, TILT), NULL);
    dpc_law_total(w->c, num(w, SPARE1), w->law);
    op(w, DPC_OP_SUB, SPARE1, SPARE1, P_LEFT);
    op(w, DPC_OP_MUL, SPARE1, SPARE1, TILT);
    put(w, w->up, first, SPARE1);
    advance(w, E_LEFT, E_MID);
    copy(w, SLOPE, Q_NEXT);
    tangent_gap(w, D_LEFT, E_LEFT, P_NEXT, P_MID);
    return tangent_positive(w, E_LEFT, P_NEXT) && tangent_positive(w, E_LEFT, P_MID);
}

static void continuous_part(work *w, int64_t first, int64_t last)
{
    bool more = begin(w, first);
    for (int64_t i = first; i < last && dpc_calc_ok(w->c); i++) {
        advance(w, E_MID, E_RIGHT);
        connect_dots(w, i);
        advance(w, E_RIGHT, E_NEXT);
        if (more && !segment(w, i)) {
            put_kink(w, i, ZERO);
            more = false;
        }
        for (int k = 0; k < 3; k++) {
            copy(w, E_LEFT + k, E_RIGHT + k);
            copy(w, E_MID + k, E_NEXT + k);
        }
        op(w, DPC_OP_MUL, TILT, TILT, TILT_GROW);
    }
    if (more)
        put_kink(w, last, ZERO);
}

/* d = exp(tilt x) at the point i */
static void tilt_at(work *w, int d, int64_t i)
{
    mpq_t x;
    mpq_init(x);
    point(w, x, i);
    mpq_mul(x, x, w->lattice->tilt);
    exp_q(w->c, num(w, d), x, false);
    mpq_clear(x);
}

/* The lattice point at or below a loss; rest = (loss - point)/step in [0, 1).  False if the index
   is too large. */
static bool locate(const dpc_lattice *lattice, const mpq_t loss, int64_t *i, mpq_t rest)
{
    mpz_t n;
    mpz_init(n);
    mpq_sub(rest, loss, lattice->offset);
    mpq_div(rest, rest, lattice->step);
    mpz_fdiv_q(n, mpq_numref(rest), mpq_denref(rest));
    const bool fits = mpz_sizeinbase(n, 2) < 60;
    *i = fits ? mpz_get_si(n) : 0;
    mpz_submul(mpq_numref(rest), n, mpq_denref(rest));
    mpz_clear(n);
    return fits;
}

/* An atom at point i, or between i and i + 1: divided among both (up), moved to i (low). */
static void put_atom(work *w, size_t number, int64_t i, const mpq_t rest)
{
    const int mass = SPARE1, x = SPARE2, y = SPARE3;
    mpq_t gap;
    mpq_init(gap);
    dpc_law_atom_mass(w->c, num(w, mass), w->law, number);
    tilt_at(w, x, i);
    op(w, DPC_OP_MUL, x, x, mass);
    put(w, w->low, i, x);
    if (mpq_sgn(rest) == 0)
        put(w, w->up, i, x);
    else { /* the loss is rest step above point i */
        mpq_mul(gap, rest, w->lattice->step);
        mpq_sub(gap, w->lattice->step, gap);
        set_q(w->c, num(w, y), gap);
        dpc_calc_op(w->c, DPC_OP_EXPM1, num(w, y), num(w, y), NULL);
        op(w, DPC_OP_DIV, y, y, GAIN);
        op(w, DPC_OP_MUL, y, y, x);
        put(w, w->up, i, y);
        mpq_mul(gap, rest, w->lattice->step);
        mpq_neg(gap, gap);
        set_q(w->c, num(w, y), gap);
        dpc_calc_op(w->c, DPC_OP_EXPM1, num(w, y), num(w, y), NULL);
        op(w, DPC_OP_SUB, y, ZERO, y);
        op(w, DPC_OP_DIV, y, y, FALL);
        op(w, DPC_OP_MUL, y, y, x);
        op(w, DPC_OP_MUL, y, y, TILT_GROW);
        put(w, w->up, i + 1, y);
    }
    mpq_clear(gap);
}

static void work_init(work *w)
{
    dpc_vec_init(w->c, &w->t, NUMBERS);
    dpc_bounds_init(&w->bounds);
    dpc_calc_ratio(w->c, num(w, ZERO), 0, 1);
    set_q(w->c, num(w, X), w->lattice->step);
    set_q(w->c, num(w, TILT), w->lattice->tilt);
    op(w, DPC_OP_MUL, TILT_GROW, TILT, X);
    dpc_calc_op(w->c, DPC_OP_EXP, num(w, TILT_GROW), num(w, TILT_GROW), NULL);
    dpc_calc_op(w->c, DPC_OP_EXPM1, num(w, GAIN), num(w, X), NULL);
    op(w, DPC_OP_SUB, FALL, ZERO, X);
    dpc_calc_op(w->c, DPC_OP_EXPM1, num(w, FALL), num(w, FALL), NULL);
    op(w, DPC_OP_SUB, FALL, ZERO, FALL);
    dpc_calc_ratio(w->c, num(w, HALF), 1, 2);
    op(w, DPC_OP_MUL, HALF, HALF, X);
    dpc_calc_op(w->c, DPC_OP_EXP, num(w, GROW), num(w, HALF), NULL);
}

/* The points from..to needed by the measures. */
static bool extent(const work *w, int64_t *from, int64_t *to)
{
    mpq_t loss, rest;
    bool fits = true;
    mpq_inits(loss, rest, NULL);
    for (size_t k = 0; k < dpc_law_atoms(w->law) && fits; k++) {
        int64_t i;
        dpc_law_atom_loss(loss, w->law, k);
        fits = locate(w->lattice, loss, &i, rest);
        *from = i < *from ? i : *from;
        i += mpq_sgn(rest) != 0;
        *to = i > *to ? i : *to;
    }
    mpq_clears(loss, rest, NULL);
    return fits && *to - *from < (int64_t)1 << DPC_NTT_LOG_SIZE;
}

dpc_status dpc_law_discretise(dpc_calc *c, dpc_mass *up, dpc_mass *low, const dpc_law *law,
                              const dpc_lattice *lattice, int64_t first, int64_t last, int64_t exp)
{
    work w = {.c = c, .law = law, .lattice = lattice, .up = up, .low = low};
    const bool smooth = dpc_law_is_continuous(law);
    int64_t from = smooth ? first : INT64_MAX, to = smooth ? last : INT64_MIN;
    const size_t atoms = dpc_law_atoms(law);
    if (!smooth && atoms == 0) /* only infinite losses */
        from = to = 0;
    if (!extent(&w, &from, &to))
        return DPC_UNDECIDED;
    dpc_calc_fail(c, dpc_mass_alloc(up, (size_t)(to - from) + 1, from));
    dpc_calc_fail(c, dpc_mass_alloc(low, (size_t)(to - from) + 1, from));
    up->exp = low->exp = exp;
    work_init(&w);
    if (smooth)
        continuous_part(&w, first, last);
    mpq_t loss, rest;
    mpq_inits(loss, rest, NULL);
    for (size_t k = 0; k < atoms && dpc_calc_ok(c); k++) {
        int64_t i;
        dpc_law_atom_loss(loss, law, k);
        if (locate(lattice, loss, &i, rest))
            put_atom(&w, k, i, rest);
    }
    mpq_clears(loss, rest, NULL);
    dpc_bounds_clear(&w.bounds);
    dpc_vec_clear(&w.t);
    return c->status;
}
