/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The rules are those for the coefficients of power series (lemma L-JET): each follows from
   comparing coefficients in an identity that the operation satisfies, such as c' = a' c for c =
   exp(a).

   Invariant: coefficients 0..known-1 of an element enclose those of f at every point of the cell,
   and known >= 1; those of a constant beyond the first are 0, and all are known. */
#include "domain/jet.h"

#include <stdlib.h>

enum { LENGTH = DPC_JET_ORDER + 1 };

typedef struct {
    const dpc_domain *base;
    char *c; /* LENGTH elements of the base */
    int known;
    bool constant;
} jet;

static __thread const dpc_domain *current_base;

void dpc_jet_set_base(const dpc_domain *base)
{
    current_base = base;
}

static void *at(const jet *x, int k)
{
    return x->c + (size_t)k * x->base->size;
}

static void jet_init(void *x)
{
    jet *d = x;
    d->base = current_base;
    d->c = calloc(LENGTH, d->base->size);
    d->constant = d->c != NULL; /* the constant 0 */
    d->known = d->c != NULL ? LENGTH : 0;
    for (int k = 0; k < d->known; k++)
        d->base->init(at(d, k));
}

static void jet_clear(void *x)
{
    jet *d = x;
    for (int k = 0; k < LENGTH && d->c != NULL; k++)
        d->base->clear(at(d, k));
    free(d->c);
}

static void jet_set(void *x, const void *y)
{
    jet *d = x;
    const jet *a = y;
    if (d->c == NULL || a->c == NULL) {
        d->known = 0; /* out of memory: nothing is known */
        return;
    }
    d->known = a->known;
    d->constant = a->constant;
    for (int k = 0; k < d->known; k++)
        d->base->set(at(d, k), at(a, k));
}

static void set_small(const jet *d, int k, long n, unsigned long prec)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, n, 1);
    d->base->set_q(at(d, k), q, prec);
    mpq_clear(q);
}

/* All coefficients but the first are 0. */
static void make_constant(jet *d, unsigned long prec)
{
    d->constant = true;
    d->known = LENGTH;
    for (int k = 1; k < LENGTH; k++)
        set_small(d, k, 0, prec);
}

static void jet_set_q(void *x, const mpq_t q, unsigned long prec)
{
    jet *d = x;
    if (d->c == NULL)
        return;
    d->base->set_q(at(d, 0), q, prec);
    make_constant(d, prec);
}

void dpc_jet_constant(void *d, const void *a, unsigned long prec)
{
    jet *x = d;
    if (x->c == NULL)
        return;
    x->base->set(at(x, 0), a);
    make_constant(x, prec);
}

void dpc_jet_variable(void *d, const void *a, int order, unsigned long prec)
{
    jet *x = d;
    dpc_jet_constant(d, a, prec);
    if (x->c == NULL)
        return;
    set_small(x, 1, 1, prec);
    x->known = order + 1;
    x->constant = false;
}

const void *dpc_jet_coefficient(const void *x, int k)
{
    const jet *a = x;
    return a->c != NULL && k < a->known ? at(a, k) : NULL;
}

/* ---- series ---- */

/* One operation: numbers for it, and whether a step of it failed. */
typedef struct {
    const dpc_domain *base;
    unsigned long prec;
    jet sum; /* coefficients 0 and 1: a sum and a term of it; 2: the value of the operation */
    dpc_status status;
} work;

static void step(work *w, dpc_op op, void *d, const void *a, const void *b)
{
    if (w->status == DPC_OK)
        w->status = w->base->apply(op, d, a, b, w->prec);
}

/* d = a op n for a whole number n */
static void step_number(work *w, dpc_op op, void *d, const void *a, long n)
{
    set_small(&w->sum, 1, n, w->prec);
    step(w, op, d, a, at(&w->sum, 1));
}

/* The sum over i = from..to of a_i b_(k-i). */
static const void *convolve(work *w, const jet *a, const jet *b, int k, int from, int to)
{
    void *sum = at(&w->sum, 0), *term = at(&w->sum, 1);
    set_small(&w->sum, 0, 0, w->prec);
    for (int i = from; i <= to; i++) {
        if ((a->constant && i > 0) || (b->constant && k - i > 0))
            continue;
        step(w, DPC_OP_MUL, term, at(a, i), at(b, k - i));
        step(w, DPC_OP_ADD, sum, sum, term);
    }
    return sum;
}

static int shorter(const jet *a, const jet *b)
{
    return a->known < b->known ? a->known : b->known;
}

/* Prepares d for this many coefficients of a function that may vary. */
static void begin(jet *d, int known)
{
    d->known = known;
    d->constant = false;
}

static void multiply(work *w, jet *d, const jet *a, const jet *b)
{
    begin(d, shorter(a, b));
    for (int k = 0; k < d->known; k++)
        w->base->set(at(d, k), convolve(w, a, b, k, 0, k));
}

/* d b = a */
static void divide(work *w, jet *d, const jet *a, const jet *b)
{
    begin(d, shorter(a, b));
    for (int k = 0; k < d->known; k++) {
        step(w, DPC_OP_SUB, at(d, k), at(a, k), convolve(w, b, d, k, 1, k));
        step(w, DPC_OP_DIV, at(d, k), at(d, k), at(b, 0));
    }
}

/* d = a', one coefficient shorter */
static void derive(work *w, jet *d, const jet *a)
{
    begin(d, a->known - 1);
    for (int k = 0; k < d->known; k++)
        step_number(w, DPC_OP_MUL, at(d, k), at(a, k + 1), k + 1);
}

/* Sets the coefficients of d beyond the first from its derivative. */
static void integrate(work *w, jet *d, const jet *derivative)
{
    begin(d, derivative->known + 1);
    for (int k = 1; k < d->known; k++)
        step_number(w, DPC_OP_DIV, at(d, k), at(derivative, k - 1), k);
}

/* d' = a' d; d_0 = exp(a_0) is given */
static void exponential(work *w, jet *d, const jet *a, const jet *da)
{
    begin(d, a->known);
    for (int k = 1; k < d->known; k++)
        step_number(w, DPC_OP_DIV, at(d, k), convolve(w, da, d, k - 1, 0, k - 1), k);
}

/* a d' = r a' d; d_0 = a_0^r is given, r in coefficient 0, a_0 is not 0 */
static void power(work *w, jet *d, const jet *a, const jet *da, const jet *r, jet *dd)
{
    begin(d, a->known);
    begin(dd, 0);
    for (int k = 1; k < d->known; k++) {
        step(w, DPC_OP_MUL, at(d, k), convolve(w, da, d, k - 1, 0, k - 1), at(r, 0));
        step(w, DPC_OP_SUB, at(d, k), at(d, k), convolve(w, a, dd, k - 1, 1, k - 1));
        step(w, DPC_OP_DIV, at(dd, k - 1), at(d, k), at(a, 0));
        dd->known = k;
        step_number(w, DPC_OP_DIV, at(d, k), at(dd, k - 1), k);
    }
}

/* g = the density of the normal distribution at a: exp(-a^2/2)/sqrt(2 pi); h is for the
   exponent. */
static void density(work *w, jet *g, const jet *a, jet *h, jet *dh)
{
    multiply(w, h, a, a);
    for (int k = 0; k < h->known; k++)
        step_number(w, DPC_OP_DIV, at(h, k), at(h, k), -2);
    derive(w, dh, h);
    step(w, DPC_OP_PI, at(g, 0), NULL, NULL);
    step_number(w, DPC_OP_MUL, at(g, 0), at(g, 0), 2);
    step(w, DPC_OP_SQRT, at(g, 0), at(g, 0), NULL);
    step(w, DPC_OP_EXP, at(&w->sum, 0), at(h, 0), NULL);
    step(w, DPC_OP_DIV, at(g, 0), at(&w->sum, 0), at(g, 0));
    exponential(w, g, h, dh);
}

/* ---- operations ---- */

/* Whether the value is above 0 (TRUE), below 0 (FALSE) or may contain 0 (UNKNOWN). */
static dpc_tri positive(work *w, const jet *a)
{
    set_small(&w->sum, 0, 0, w->prec);
    const void *zero = at(&w->sum, 0);
    if (w->base->compare(DPC_OP_LT, zero, at(a, 0)) == DPC_TRUE)
        return DPC_TRUE;
    return w->base->compare(DPC_OP_LT, at(a, 0), zero) == DPC_TRUE ? DPC_FALSE : DPC_TRI_UNDECIDED;
}

static void negate(work *w, jet *d, const jet *a)
{
    begin(d, a->known);
    for (int k = 0; k < d->known; k++)
        step(w, DPC_OP_NEG, at(d, k), at(a, k), NULL);
}

/* Operations whose coefficients follow from those of other series; t: scratch series. */
static void compose(work *w, dpc_op op, jet *d, const jet *a, const jet *b, jet t[3])
{
    switch (op) {
    case DPC_OP_EXP:
    case DPC_OP_EXPM1:
        derive(w, &t[0], a);
        step(w, DPC_OP_EXP, at(&t[1], 0), at(a, 0), NULL);
        exponential(w, &t[1], a, &t[0]);
        begin(d, a->known);
        for (int k = 1; k < a->known; k++)
            w->base->set(at(d, k), at(&t[1], k));
        break;
    case DPC_OP_LOG:
    case DPC_OP_LOG1P: /* d' = a'/a, or a'/(1 + a) */
        derive(w, &t[0], a);
        jet_set(&t[1], a);
        t[1].constant = false;
        if (op == DPC_OP_LOG1P)
            step_number(w, DPC_OP_ADD, at(&t[1], 0), at(a, 0), 1);
        divide(w, &t[2], &t[0], &t[1]);
        integrate(w, d, &t[2]);
        break;
    case DPC_OP_SQRT:
    case DPC_OP_POW: /* a constant exponent, a positive base */
        if (op == DPC_OP_SQRT) {
            set_small(&t[2], 0, 1, w->prec);
            step_number(w, DPC_OP_DIV, at(&t[2], 0), at(&t[2], 0), 2);
        } else
            w->base->set(at(&t[2], 0), at(b, 0));
        derive(w, &t[0], a);
        power(w, d, a, &t[0], &t[2], &t[1]);
        break;
    default: /* Q: d' = -a' density(a) */
        density(w, d, a, &t[0], &t[1]);
        jet_set(&t[2], d);
        derive(w, &t[0], a);
        multiply(w, &t[1], &t[0], &t[2]);
        negate(w, &t[0], &t[1]);
        integrate(w, d, &t[0]);
        break;
    }
}

/* d = a^b, a positive: d' = (b log a)' d; d_0 is given. */
static void general_power(work *w, jet *d, const jet *a, const jet *b, jet t[3])
{
    derive(w, &t[0], a);
    divide(w, &t[1], &t[0], a);
    step(w, DPC_OP_LOG, at(&t[2], 0), at(a, 0), NULL);
    integrate(w, &t[2], &t[1]);
    multiply(w, &t[0], b, &t[2]);
    derive(w, &t[1], &t[0]);
    exponential(w, d, &t[0], &t[1]);
}

/* The operand that min or max selects, if that is decided on the whole cell; else the value
   alone. */
static void select_one(work *w, dpc_op op, jet *d, const jet *a, const jet *b)
{
    const dpc_tri below = w->base->compare(DPC_OP_LE, at(a, 0), at(b, 0));
    if (below != DPC_TRI_UNDECIDED)
        jet_set(d, (below == DPC_TRUE) == (op == DPC_OP_MIN) ? a : b);
    d->constant = false;
}

/* Sets the coefficients beyond the value, as far as they are known. */
static void coefficients(work *w, dpc_op op, jet *d, const jet *a, const jet *b, jet t[3])
{
    const bool value_only = a->known < 2;
    begin(d, 1);
    switch (op) {
    case DPC_OP_ADD:
    case DPC_OP_SUB:
        begin(d, shorter(a, b));
        for (int k = 1; k < d->known; k++)
            step(w, op, at(d, k), at(a, k), at(b, k));
        break;
    case DPC_OP_NEG:
        negate(w, d, a);
        break;
    case DPC_OP_MUL:
        multiply(w, d, a, b);
        break;
    case DPC_OP_DIV:
        divide(w, d, a, b);
        break;
    case DPC_OP_ABS:
    case DPC_OP_POS: {
        const dpc_tri sign = positive(w, a);
        if (sign == DPC_TRUE)
            jet_set(d, a);
        else if (sign == DPC_FALSE && op == DPC_OP_ABS)
            negate(w, d, a);
        else if (sign == DPC_FALSE) {
            set_small(d, 0, 0, w->prec);
            make_constant(d, w->prec);
        }
        d->constant = false;
        break;
    }
    case DPC_OP_SQRT:
    case DPC_OP_POW:
        if (value_only || positive(w, a) != DPC_TRUE)
            break;
        if (op == DPC_OP_SQRT || b->constant)
            compose(w, op, d, a, b, t);
        else if (b->known > 1)
            general_power(w, d, a, b, t);
        break;
    case DPC_OP_MIN:
    case DPC_OP_MAX:
        select_one(w, op, d, a, b);
        break;
    case DPC_OP_EXP:
    case DPC_OP_EXPM1:
    case DPC_OP_LOG:
    case DPC_OP_LOG1P:
    case DPC_OP_Q:
        if (!value_only)
            compose(w, op, d, a, b, t);
        break;
    default:
        break; /* CEIL FLOOR: not smooth */
    }
}

static bool work_init(work *w, const dpc_domain *base, unsigned long prec, jet *d, jet t[3])
{
    *w = (work){.base = base, .prec = prec, .status = DPC_OK};
    const dpc_domain *outer = current_base;
    current_base = base;
    jet_init(&w->sum);
    jet_init(d);
    bool good = w->sum.c != NULL && d->c != NULL;
    for (int i = 0; i < 3; i++) {
        jet_init(&t[i]);
        good = good && t[i].c != NULL;
    }
    current_base = outer;
    return good;
}

static void work_clear(work *w, jet *d, jet t[3])
{
    jet_clear(&w->sum);
    jet_clear(d);
    for (int i = 0; i < 3; i++)
        jet_clear(&t[i]);
}

/* Moves the computed series to the answer; if a coefficient beyond the value failed, only the value
   is known. */
static dpc_status finish(work *w, jet *answer, jet *d, jet t[3], dpc_status value)
{
    if (value == DPC_OK && w->status != DPC_OK)
        begin(d, 1);
    if (value == DPC_OK)
        jet_set(answer, d);
    work_clear(w, d, t);
    return value;
}

static dpc_status jet_apply(dpc_op op, void *x, const void *y, const void *z, unsigned long prec)
{
    jet *answer = x, d, t[3];
    const jet *a = y, *b = z != NULL ? z : y; /* b is ignored if there is one operand */
    const dpc_domain *base = answer->base;
    work w;
    if (answer->c == NULL)
        return DPC_NOMEM;
    if (op == DPC_OP_E || op == DPC_OP_PI) {
        const dpc_status status = base->apply(op, at(answer, 0), NULL, NULL, prec);
        make_constant(answer, prec);
        return status;
    }
    if (a->known < 1 || b->known < 1)
        return DPC_NOMEM;
    if (!work_init(&w, base, prec, &d, t)) {
        work_clear(&w, &d, t);
        return DPC_NOMEM;
    }
    const dpc_status value = base->apply(op, at(&d, 0), at(a, 0), at(b, 0), prec);
    if (value == DPC_OK && a->constant && (op > DPC_OP_BINOM || b->constant))
        make_constant(&d, prec);
    else if (value == DPC_OK) {
        base->set(at(&w.sum, 2), at(&d, 0));
        coefficients(&w, op, &d, a, b, t);
        base->set(at(&d, 0), at(&w.sum, 2));
    }
    return finish(&w, answer, &d, t, value);
}

/* a^n: the value as the base computes it; beyond it, products, or the rule for powers. */
static dpc_status jet_pow_z(void *x, const void *y, const mpz_t n, unsigned long prec)
{
    enum { MAX_PRODUCTS = 16 };
    jet *answer = x, d, t[3];
    const jet *a = y;
    const dpc_domain *base = answer->base;
    work w;
    if (answer->c == NULL || a->known < 1)
        return DPC_NOMEM;
    if (!work_init(&w, base, prec, &d, t)) {
        work_clear(&w, &d, t);
        return DPC_NOMEM;
    }
    const dpc_status value = base->pow_z(at(&d, 0), at(a, 0), n, prec);
    begin(&d, 1);
    if (value == DPC_OK && a->constant)
        make_constant(&d, prec);
    else if (value == DPC_OK && a->known > 1 && positive(&w, a) != DPC_TRI_UNDECIDED) {
        mpq_t q;
        mpq_init(q);
        mpz_set(mpq_numref(q), n);
        base->set_q(at(&t[2], 0), q, prec);
        mpq_clear(q);
        derive(&w, &t[0], a);
        power(&w, &d, a, &t[0], &t[2], &t[1]);
    } else if (value == DPC_OK && mpz_sgn(n) > 0 && mpz_cmp_ui(n, MAX_PRODUCTS) <= 0) {
        jet_set(&t[0], a);
        for (unsigned long i = 1; i < mpz_get_ui(n); i++) {
            multiply(&w, &t[1], &t[0], a);
            jet_set(&t[0], &t[1]);
        }
        begin(&d, t[0].known);
        for (int k = 1; k < t[0].known; k++)
            base->set(at(&d, k), at(&t[0], k));
    }
    return finish(&w, answer, &d, t, value);
}

static dpc_status jet_binom(void *x, const mpz_t n, const mpz_t k, unsigned long prec)
{
    jet *d = x;
    if (d->c == NULL)
        return DPC_NOMEM;
    const dpc_status status = d->base->binom(at(d, 0), n, k, prec);
    make_constant(d, prec);
    return status;
}

static dpc_tri jet_compare(dpc_op op, const void *a, const void *b)
{
    const jet *x = a, *y = b;
    return x->known < 1 || y->known < 1 ? DPC_TRI_UNDECIDED
                                        : x->base->compare(op, at(x, 0), at(y, 0));
}

/* The result may be either of two functions: only the value is known. */
static void jet_hull(void *d, const void *a, const void *b, unsigned long prec)
{
    jet *r = d;
    const jet *x = a, *y = b;
    begin(r, r->c != NULL && x->known > 0 && y->known > 0 ? 1 : 0);
    if (r->known > 0)
        r->base->hull(at(r, 0), at(x, 0), at(y, 0), prec);
}

static bool jet_round(mpz_t n, dpc_op op, const void *a)
{
    const jet *x = a;
    return x->known > 0 && x->base->round(n, op, at(x, 0));
}

static void jet_bounds(dpc_bounds *out, const void *a)
{
    const jet *x = a;
    out->finite = false;
    if (x->known > 0)
        x->base->bounds(out, at(x, 0));
}

static double jet_approx(const void *a)
{
    const jet *x = a;
    return x->base->approx(at(x, 0));
}

static double jet_log_abs_approx(const void *a)
{
    const jet *x = a;
    return x->base->log_abs_approx(at(x, 0));
}

const dpc_domain dpc_domain_jet = {
    .name = "jet",
    .can = DPC_CAN_PLAIN | DPC_CAN_ORDER | DPC_CAN_ROUND | DPC_CAN_STEER,
    .rigorous = true,
    .size = sizeof(jet),
    .heap = (size_t)LENGTH * 128, /* elements of the base, with their own memory */
    .numbers = 2 * (size_t)LENGTH,
    .terms = LENGTH,
    .init = jet_init,
    .clear = jet_clear,
    .set = jet_set,
    .set_q = jet_set_q,
    .apply = jet_apply,
    .pow_z = jet_pow_z,
    .binom = jet_binom,
    .compare = jet_compare,
    .hull = jet_hull,
    .round = jet_round,
    .bounds = jet_bounds,
    .approx = jet_approx,
    .log_abs_approx = jet_log_abs_approx,
};
