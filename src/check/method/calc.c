/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "method/calc.h"

#include "base/cost.h"
#include "base/watch.h"
#include "kernel/word.h"

#include <stdlib.h>

void dpc_calc_init(dpc_calc *c, const dpc_domain *dom, unsigned long prec)
{
    c->dom = dom;
    c->prec = prec;
    c->status = dpc_watch_stopped() ? DPC_INTERRUPTED : DPC_OK;
    c->untold = 0;
    c->memory = NULL;
    mpq_init(c->scratch);
}

void dpc_calc_clear(dpc_calc *c)
{
    mpq_clear(c->scratch);
}

void dpc_calc_fail(dpc_calc *c, dpc_status status)
{
    if (c->status == DPC_OK)
        c->status = status;
}

void dpc_calc_count(dpc_calc *c, uint64_t steps)
{
    enum { TELL_EVERY = 1 << 12 };
    c->untold += steps * (1 + c->prec / 256);
    if (c->untold < TELL_EVERY)
        return;
    if (dpc_watch_step(c->untold))
        dpc_calc_fail(c, DPC_INTERRUPTED);
    c->untold = 0;
}

void dpc_vec_init(dpc_calc *c, dpc_vec *v, size_t n)
{
    *v = (dpc_vec){.dom = c->dom};
    if (!dpc_calc_ok(c))
        return;
    const uint64_t bytes = n * dpc_memory_element(c->dom, c->prec);
    if (c->memory != NULL && !dpc_memory_ask(c->memory, bytes)) {
        dpc_calc_fail(c, DPC_NOMEM);
        return;
    }
    v->memory = c->memory;
    v->bytes = bytes;
    v->mem = calloc(n + 1, c->dom->size);
    if (v->mem == NULL) {
        dpc_calc_fail(c, DPC_NOMEM);
        return;
    }
    v->n = n;
    for (size_t i = 0; i < n; i++)
        c->dom->init(dpc_vec_at(v, i));
}

void dpc_vec_clear(dpc_vec *v)
{
    for (size_t i = 0; i < v->n; i++)
        v->dom->clear(dpc_vec_at(v, i));
    if (v->memory != NULL)
        v->memory->used -= v->bytes;
    free(v->mem);
    *v = (dpc_vec){.dom = v->dom};
}

void *dpc_vec_at(const dpc_vec *v, size_t i)
{
    return v->mem + i * v->dom->size;
}

void dpc_calc_set(dpc_calc *c, void *d, const void *a)
{
    if (dpc_calc_ok(c) && d != a)
        c->dom->set(d, a);
}

void dpc_calc_ratio(dpc_calc *c, void *d, int64_t num, uint64_t den)
{
    if (!dpc_calc_ok(c))
        return;
    dpc_word_set_signed(mpq_numref(c->scratch), num);
    dpc_word_set(mpq_denref(c->scratch), den);
    mpq_canonicalize(c->scratch);
    c->dom->set_q(d, c->scratch, c->prec);
}

void dpc_calc_z(dpc_calc *c, void *d, const mpz_t n)
{
    if (!dpc_calc_ok(c))
        return;
    mpq_set_z(c->scratch, n);
    c->dom->set_q(d, c->scratch, c->prec);
}

void dpc_calc_op(dpc_calc *c, dpc_op op, void *d, const void *a, const void *b)
{
    if (!dpc_calc_ok(c))
        return;
    dpc_calc_fail(c, c->dom->apply(op, d, a, b != NULL ? b : a, c->prec));
    dpc_calc_count(c, 1 + dpc_cost_operation(op, c->prec, c->dom->terms));
}

void dpc_calc_pow(dpc_calc *c, void *d, const void *a, const mpz_t n)
{
    if (!dpc_calc_ok(c))
        return;
    dpc_calc_fail(c, c->dom->pow_z(d, a, n, c->prec));
    dpc_calc_count(c, dpc_cost_power(n));
}

void dpc_calc_hull(dpc_calc *c, void *d, const void *a, const void *b)
{
    if (dpc_calc_ok(c))
        c->dom->hull(d, a, b, c->prec);
}

void dpc_calc_dot(dpc_calc *c, void *d, const dpc_vec *a, const dpc_vec *b, size_t n)
{
    if (!dpc_calc_ok(c))
        return;
    if (c->dom->dot != NULL) {
        dpc_calc_fail(c, c->dom->dot(d, a->mem, b->mem, n, c->prec));
        dpc_calc_count(c, n);
        return;
    }
    dpc_vec t;
    dpc_vec_init(c, &t, 2);
    void *sum = dpc_vec_at(&t, 0), *term = dpc_vec_at(&t, 1);
    for (size_t i = 0; i < n && dpc_calc_ok(c); i++) {
        dpc_calc_op(c, DPC_OP_MUL, term, dpc_vec_at(a, i), dpc_vec_at(b, i));
        dpc_calc_op(c, DPC_OP_ADD, sum, sum, term);
    }
    dpc_calc_set(c, d, sum);
    dpc_vec_clear(&t);
}

bool dpc_calc_lt(const dpc_calc *c, const void *a, const void *b)
{
    return dpc_calc_ok(c) && c->dom->compare(DPC_OP_LT, a, b) == DPC_TRUE;
}

bool dpc_calc_le(const dpc_calc *c, const void *a, const void *b)
{
    return dpc_calc_ok(c) && c->dom->compare(DPC_OP_LE, a, b) == DPC_TRUE;
}

/* ---- complex numbers ---- */

/* The same with room for two products. */
static void cmul(dpc_calc *c, void *dr, void *di, const void *ar, const void *ai, const void *br,
                 const void *bi, void *t)
{
    dpc_calc_op(c, DPC_OP_MUL, dr, ar, br);
    dpc_calc_op(c, DPC_OP_MUL, t, ai, bi);
    dpc_calc_op(c, DPC_OP_SUB, dr, dr, t);
    dpc_calc_op(c, DPC_OP_MUL, di, ar, bi);
    dpc_calc_op(c, DPC_OP_MUL, t, ai, br);
    dpc_calc_op(c, DPC_OP_ADD, di, di, t);
}

void dpc_calc_cmul(dpc_calc *c, void *dr, void *di, const void *ar, const void *ai, const void *br,
                   const void *bi)
{
    dpc_vec t;
    dpc_vec_init(c, &t, 1);
    cmul(c, dr, di, ar, ai, br, bi, dpc_vec_at(&t, 0));
    dpc_vec_clear(&t);
}

void dpc_calc_cpow(dpc_calc *c, void *dr, void *di, const void *ar, const void *ai, const mpz_t n)
{
    dpc_vec t;
    dpc_vec_init(c, &t, 3);
    void *re = dpc_vec_at(&t, 0), *im = dpc_vec_at(&t, 1), *spare = dpc_vec_at(&t, 2);
    dpc_calc_set(c, dr, ar);
    dpc_calc_set(c, di, ai);
    for (size_t bit = mpz_sizeinbase(n, 2) - 1; bit-- > 0 && dpc_calc_ok(c);) {
        cmul(c, re, im, dr, di, dr, di, spare);
        if (mpz_tstbit(n, bit) != 0)
            cmul(c, dr, di, re, im, ar, ai, spare);
        else {
            dpc_calc_set(c, dr, re);
            dpc_calc_set(c, di, im);
        }
    }
    dpc_vec_clear(&t);
}

/* With b = a^k and d = (a + e)^k - b: (a + e)^2k - b^2 = d (2 b + d), and (a + e)^(k+1) - a b =
   d (a + e) + b e. */
void dpc_calc_cpow_more(dpc_calc *c, void *br, void *bi, void *dr, void *di, const void *ar,
                        const void *ai, const void *er, const void *ei, const mpz_t n)
{
    dpc_vec t;
    dpc_vec_init(c, &t, 9);
    void *xr = dpc_vec_at(&t, 0), *xi = dpc_vec_at(&t, 1), *yr = dpc_vec_at(&t, 2),
         *yi = dpc_vec_at(&t, 3), *sr = dpc_vec_at(&t, 4), *si = dpc_vec_at(&t, 5),
         *spare = dpc_vec_at(&t, 6), *zr = dpc_vec_at(&t, 7), *zi = dpc_vec_at(&t, 8);
    dpc_calc_op(c, DPC_OP_ADD, sr, ar, er); /* a + e */
    dpc_calc_op(c, DPC_OP_ADD, si, ai, ei);
    dpc_calc_set(c, br, ar);
    dpc_calc_set(c, bi, ai);
    dpc_calc_set(c, dr, er);
    dpc_calc_set(c, di, ei);
    for (size_t bit = mpz_sizeinbase(n, 2) - 1; bit-- > 0 && dpc_calc_ok(c);) {
        dpc_calc_op(c, DPC_OP_ADD, xr, br, br);
        dpc_calc_op(c, DPC_OP_ADD, xi, bi, bi);
        dpc_calc_op(c, DPC_OP_ADD, xr, xr, dr);
        dpc_calc_op(c, DPC_OP_ADD, xi, xi, di);
        cmul(c, yr, yi, dr, di, xr, xi, spare);
        cmul(c, xr, xi, br, bi, br, bi, spare);
        if (mpz_tstbit(n, bit) != 0) {
            cmul(c, dr, di, yr, yi, sr, si, spare);
            cmul(c, zr, zi, xr, xi, er, ei, spare);
            dpc_calc_op(c, DPC_OP_ADD, dr, dr, zr);
            dpc_calc_op(c, DPC_OP_ADD, di, di, zi);
            cmul(c, br, bi, xr, xi, ar, ai, spare);
        } else {
            dpc_calc_set(c, br, xr);
            dpc_calc_set(c, bi, xi);
            dpc_calc_set(c, dr, yr);
            dpc_calc_set(c, di, yi);
        }
    }
    dpc_vec_clear(&t);
}

/* cos y or sin y / y for |y| <= 1/4 by Horner's rule in y2 = y^2, starting with an enclosure of the
   rest of the series: [0, 1]. */
static void trig_series(dpc_calc *c, void *d, const void *y2, unsigned long odd,
                        unsigned long terms, void *t)
{
    dpc_calc_ratio(c, d, 0, 1);
    dpc_calc_ratio(c, t, 1, 1);
    dpc_calc_hull(c, d, d, t);
    for (unsigned long k = terms; k > 0 && dpc_calc_ok(c); k--) {
        dpc_calc_op(c, DPC_OP_MUL, d, d, y2);
        dpc_calc_ratio(c, t, (int64_t)(2 * k - 1 + odd) * (int64_t)(2 * k + odd), 1);
        dpc_calc_op(c, DPC_OP_DIV, d, d, t);
        dpc_calc_ratio(c, t, 1, 1);
        dpc_calc_op(c, DPC_OP_SUB, d, t, d);
    }
}

/* The number of halvings after which |x| <= 1/8, with one bit to spare. */
static unsigned long halvings_of(dpc_calc *c, const void *x)
{
    enum { MOST = 60 };
    unsigned long n = 0;
    dpc_vec v;
    dpc_vec_init(c, &v, 3);
    void *size = dpc_vec_at(&v, 0), *half = dpc_vec_at(&v, 1), *limit = dpc_vec_at(&v, 2);
    dpc_calc_op(c, DPC_OP_ABS, size, x, NULL);
    dpc_calc_ratio(c, half, 1, 2);
    dpc_calc_ratio(c, limit, 1, 8);
    for (; dpc_calc_ok(c) && !dpc_calc_le(c, size, limit); n++) {
        dpc_calc_op(c, DPC_OP_MUL, size, size, half);
        if (n == MOST)
            dpc_calc_fail(c, DPC_UNDECIDED);
    }
    dpc_vec_clear(&v);
    return n;
}

/* The number of terms of the series at |y| <= 1/4 after which the rest is below 2^-bits. */
static unsigned long terms_for(unsigned long bits)
{
    unsigned long terms = 1;
    for (unsigned long got = 0; got < bits; terms++) {
        got += 4; /* y^2 <= 2^-4, */
        for (uint64_t k = (uint64_t)(2 * terms - 1) * (2 * terms); k > 1; k /= 2)
            got++; /* and the factorial grows by this */
    }
    return terms;
}

void dpc_calc_cis(dpc_calc *c, void *cs, void *sn, const void *x)
{
    enum { STEPS = 100 };                        /* about what the series takes */
    if (dpc_calc_ok(c) && c->dom->cis != NULL) { /* not the checker's domain */
        dpc_calc_fail(c, c->dom->cis(cs, sn, x, c->prec));
        dpc_calc_count(c, STEPS);
        return;
    }
    const unsigned long halvings = halvings_of(c, x), prec = c->prec;
    if (!dpc_calc_ok(c))
        return;
    c->prec += 2 * halvings + 8; /* a squaring of a rectangle loses up to 3/2 bits */
    dpc_vec v;
    dpc_vec_init(c, &v, 5);
    void *y = dpc_vec_at(&v, 0), *y2 = dpc_vec_at(&v, 1), *t = dpc_vec_at(&v, 2),
         *re = dpc_vec_at(&v, 3), *im = dpc_vec_at(&v, 4);
    dpc_calc_ratio(c, t, 1, (uint64_t)1 << halvings);
    dpc_calc_op(c, DPC_OP_MUL, y, x, t);
    dpc_calc_op(c, DPC_OP_ABS, y2, y, NULL);
    dpc_calc_ratio(c, t, 1, 4);
    if (dpc_calc_ok(c) && !dpc_calc_le(c, y2, t))
        dpc_calc_fail(c, DPC_UNDECIDED);
    dpc_calc_op(c, DPC_OP_MUL, y2, y2, y2);
    const unsigned long terms = terms_for(c->prec);
    trig_series(c, re, y2, 0, terms, t);
    trig_series(c, im, y2, 1, terms, t);
    dpc_calc_op(c, DPC_OP_MUL, im, im, y);
    for (unsigned long i = 0; i < halvings && dpc_calc_ok(c); i++) {
        cmul(c, y, y2, re, im, re, im, t);
        dpc_calc_set(c, re, y);
        dpc_calc_set(c, im, y2);
    }
    dpc_calc_set(c, cs, re);
    dpc_calc_set(c, sn, im);
    dpc_vec_clear(&v);
    c->prec = prec;
}

void dpc_calc_powers(dpc_calc *c, dpc_vec *re, dpc_vec *im)
{
    dpc_vec t;
    dpc_vec_init(c, &t, 1);
    if (dpc_calc_ok(c) && re->n > 0) {
        dpc_calc_ratio(c, dpc_vec_at(re, 0), 1, 1);
        dpc_calc_ratio(c, dpc_vec_at(im, 0), 0, 1);
    }
    for (size_t k = 2; k < re->n && dpc_calc_ok(c); k++) {
        const size_t a = k / 2, b = k - a;
        cmul(c, dpc_vec_at(re, k), dpc_vec_at(im, k), dpc_vec_at(re, a), dpc_vec_at(im, a),
             dpc_vec_at(re, b), dpc_vec_at(im, b), dpc_vec_at(&t, 0));
    }
    dpc_vec_clear(&t);
}
