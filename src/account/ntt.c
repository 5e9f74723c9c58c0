/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Transforms of length N = 2^k modulo primes p < 2^62 with p = 1 modulo 2^26.  Within a transform
   numbers are in [0, 2p), so that the sum of two fits 64 bits.  The forward transform leaves its
   result in bit-reversed order, and the backward transform starts from it; both use the same root
   r, so that the backward transform gives N times the inverse, with the indices negated (LEMMAS.md,
   L-GRID-NTT). */
#include "account/ntt.h"

#include "base/watch.h"

#include <stdlib.h>
#include <string.h>

enum { PRIMES = 3, ORDER = 26 };

/* The three largest primes below 2^62 that are 1 modulo 2^26, and elements of order 2^26. */
static const uint64_t prime[PRIMES] = {0x3fffffffcc000001, 0x3fffffff34000001, 0x3ffffffe08000001};
static const uint64_t root[PRIMES] = {0x215741e83327f53a, 0x355b1e989aa9773e, 0x0e72fe2fc339662e};

struct dpc_ntt_s {
    size_t size; /* the largest number of elements there is room for */
    /* w[f][m + j] = r^j where r has order 2m, for m = 1, 2, 4, ..., size/2 and j < m; s: 2^64 w/p
     */
    uint64_t *w[PRIMES], *s[PRIMES];
    uint64_t *x[PRIMES], *y;
};

/* ---- modulo p ---- */

static uint64_t high(uint64_t a, uint64_t b)
{
    return (uint64_t)(((dpc_u128)a * b) >> 64);
}

/* floor(2^64 w/p), for w < p */
static uint64_t quotient(uint64_t w, uint64_t p)
{
    return (uint64_t)(((dpc_u128)w << 64) / p);
}

/* a w modulo p, in [0, 2p), for any a; s = quotient(w, p): a s/2^64 is below a w/p by less than
   2, so the difference, exact modulo 2^64, is in [0, 2p). */
static uint64_t times(uint64_t a, uint64_t w, uint64_t s, uint64_t p)
{
    return a * w - high(a, s) * p;
}

static uint64_t reduce(uint64_t a, uint64_t p)
{
    return a >= p ? a - p : a;
}

static uint64_t multiply(uint64_t a, uint64_t b, uint64_t p)
{
    return (uint64_t)((dpc_u128)a * b % p);
}

static uint64_t power(uint64_t a, uint64_t n, uint64_t p)
{
    uint64_t r = 1;
    for (; n > 0; n /= 2) {
        if (n % 2 != 0)
            r = multiply(r, a, p);
        a = multiply(a, a, p);
    }
    return r;
}

static uint64_t inverse(uint64_t a, uint64_t p)
{
    return power(a % p, p - 2, p);
}

/* ---- transforms ---- */

static void release(dpc_ntt *t)
{
    for (size_t f = 0; f < PRIMES; f++) {
        free(t->w[f]);
        free(t->s[f]);
        free(t->x[f]);
        t->w[f] = t->s[f] = t->x[f] = NULL;
    }
    free(t->y);
    t->y = NULL;
    t->size = 0;
}

dpc_ntt *dpc_ntt_new(void)
{
    return calloc(1, sizeof(dpc_ntt));
}

void dpc_ntt_free(dpc_ntt *t)
{
    if (t != NULL)
        release(t);
    free(t);
}

enum { BUTTERFLIES = 64 }; /* elements of a pass that the watch counts as one step */

static void fill_roots(dpc_ntt *t, size_t f)
{
    (void)dpc_watch_step(t->size / BUTTERFLIES);
    const uint64_t p = prime[f];
    uint64_t r = root[f]; /* of order 2^26, */
    for (size_t n = (size_t)1 << ORDER; n > t->size; n /= 2)
        r = multiply(r, r, p); /* then of order size */
    for (size_t m = t->size / 2; m >= 1; m /= 2) {
        const uint64_t s = quotient(r, p);
        uint64_t w = 1;
        for (size_t j = 0; j < m; j++) {
            t->w[f][m + j] = w;
            t->s[f][m + j] = quotient(w, p);
            w = reduce(times(w, r, s, p), p);
        }
        r = multiply(r, r, p);
    }
}

static dpc_status make_room(dpc_ntt *t, size_t size)
{
    if (size <= t->size)
        return DPC_OK;
    release(t);
    bool enough = (t->y = malloc(size * sizeof *t->y)) != NULL;
    for (size_t f = 0; f < PRIMES && enough; f++) {
        t->w[f] = malloc(size * sizeof *t->w[f]);
        t->s[f] = malloc(size * sizeof *t->s[f]);
        t->x[f] = malloc(size * sizeof *t->x[f]);
        enough = t->w[f] != NULL && t->s[f] != NULL && t->x[f] != NULL;
    }
    if (!enough) {
        release(t);
        return DPC_NOMEM;
    }
    t->size = size;
    for (size_t f = 0; f < PRIMES; f++)
        fill_roots(t, f);
    return DPC_OK;
}

/* x <- its transform, in bit-reversed order. */
static void forward(const dpc_ntt *t, size_t f, uint64_t *x, size_t n)
{
    const uint64_t p = prime[f];
    for (size_t m = n / 2; m >= 1; m /= 2) {
        const uint64_t *w = t->w[f] + m, *s = t->s[f] + m;
        if (dpc_watch_step(n / BUTTERFLIES))
            return;
        for (size_t i = 0; i < n; i += 2 * m) {
            uint64_t *a = x + i, *b = a + m;
            for (size_t j = 0; j < m; j++) {
                const uint64_t u = a[j], v = b[j];
                a[j] = reduce(u + v, 2 * p);
                b[j] = times(u - v + 2 * p, w[j], s[j], p);
            }
        }
    }
}

/* x, in bit-reversed order, <- its transform. */
static void backward(const dpc_ntt *t, size_t f, uint64_t *x, size_t n)
{
    const uint64_t p = prime[f];
    for (size_t m = 1; m < n; m *= 2) {
        const uint64_t *w = t->w[f] + m, *s = t->s[f] + m;
        if (dpc_watch_step(n / BUTTERFLIES))
            return;
        for (size_t i = 0; i < n; i += 2 * m) {
            uint64_t *a = x + i, *b = a + m;
            for (size_t j = 0; j < m; j++) {
                const uint64_t u = a[j], v = times(b[j], w[j], s[j], p);
                a[j] = reduce(u + v, 2 * p);
                b[j] = reduce(u - v + 2 * p, 2 * p);
            }
        }
    }
}

/* -1/p modulo 2^64: each step doubles the number of correct bits. */
static uint64_t negative_inverse(uint64_t p)
{
    uint64_t r = p; /* 3 bits */
    for (int i = 0; i < 5; i++)
        r *= 2 - p * r;
    return 0 - r;
}

/* a b/2^64 modulo p, in [0, 2p), for a, b < 2p: a b + m p is a multiple of 2^64, below 2^64 2p. */
static uint64_t montgomery(uint64_t a, uint64_t b, uint64_t p, uint64_t negative)
{
    const dpc_u128 product = (dpc_u128)a * b;
    const uint64_t m = (uint64_t)product * negative;
    return (uint64_t)(product >> 64) + high(m, p) + ((uint64_t)product != 0 ? 1 : 0);
}

/* x = a modulo p, padded with zeros. */
static void load(uint64_t *x, size_t size, const dpc_u128 *a, size_t n, uint64_t p)
{
    const uint64_t w = (uint64_t)(((dpc_u128)1 << 64) % p), s = quotient(w, p);
    for (size_t i = 0; i < n; i++) {
        const uint64_t top = reduce(times((uint64_t)(a[i] >> 64), w, s, p), p);
        x[i] = reduce((uint64_t)a[i] % p + top, p);
    }
    memset(x + n, 0, (size - n) * sizeof *x);
}

/* x[f] = the convolution modulo prime f, in [0, p); element k is at x[f][(size - k) % size]. */
static void convolve_modulo(dpc_ntt *t, size_t f, size_t size, const dpc_u128 *a, size_t na,
                            const dpc_u128 *b, size_t nb)
{
    const uint64_t p = prime[f], negative = negative_inverse(p);
    uint64_t *x = t->x[f], *y = x;
    load(x, size, a, na, p);
    forward(t, f, x, size);
    if (a != b || na != nb) {
        y = t->y;
        load(y, size, b, nb, p);
        forward(t, f, y, size);
    }
    for (size_t i = 0; i < size; i++)
        x[i] = montgomery(x[i], y[i], p, negative);
    backward(t, f, x, size);
    /* divide by the size, and undo the division by 2^64 */
    const uint64_t w = multiply(inverse(size, p), (uint64_t)(((dpc_u128)1 << 64) % p), p);
    const uint64_t s = quotient(w, p);
    for (size_t i = 0; i < size; i++)
        x[i] = reduce(times(x[i], w, s, p), p);
}

/* ---- the integers from their remainders ---- */

typedef struct {
    uint64_t p0_1, s0_1; /* 1/p0 modulo p1 */
    uint64_t p0_2, s0_2; /* 1/p0 modulo p2 */
    uint64_t p1_2, s1_2; /* 1/p1 modulo p2 */
} garner;

static garner garner_new(void)
{
    garner g;
    g.p0_1 = inverse(prime[0], prime[1]);
    g.p0_2 = inverse(prime[0], prime[2]);
    g.p1_2 = inverse(prime[1], prime[2]);
    g.s0_1 = quotient(g.p0_1, prime[1]);
    g.s0_2 = quotient(g.p0_2, prime[2]);
    g.s1_2 = quotient(g.p1_2, prime[2]);
    return g;
}

/* (a - b) w modulo p, in [0, p), for a < p and b < 2^62 */
static uint64_t difference_times(uint64_t a, uint64_t b, uint64_t w, uint64_t s, uint64_t p)
{
    return reduce(times(a + 2 * p - b, w, s, p), p);
}

/* The number below p0 p1 p2 with these remainders, divided by 2^shift < 2^128, up or down. */
static dpc_u128 combine(const garner *g, uint64_t r0, uint64_t r1, uint64_t r2, unsigned shift,
                        bool up)
{
    /* r0 + p0 (v1 + p1 v2) */
    const uint64_t v1 = difference_times(r1, r0, g->p0_1, g->s0_1, prime[1]);
    const uint64_t first = difference_times(r2, r0, g->p0_2, g->s0_2, prime[2]);
    const uint64_t v2 = difference_times(first, v1, g->p1_2, g->s1_2, prime[2]);
    const dpc_u128 upper = (dpc_u128)prime[1] * v2 + v1;
    const dpc_u128 low = (dpc_u128)prime[0] * (uint64_t)upper + r0;
    const dpc_u128 rest = (dpc_u128)prime[0] * (uint64_t)(upper >> 64) + (uint64_t)(low >> 64);
    /* the value is rest 2^64 + l, l < 2^64 */
    const uint64_t l = (uint64_t)low;
    dpc_u128 d;
    bool exact;
    if (shift < 64) {
        d = (rest << (64 - shift)) | (l >> shift);
        exact = (l & (((uint64_t)1 << shift) - 1)) == 0;
    } else {
        d = rest >> (shift - 64);
        exact = l == 0 && (rest & (((dpc_u128)1 << (shift - 64)) - 1)) == 0;
    }
    return d + (up && !exact ? 1 : 0);
}

dpc_status dpc_ntt_convolve(dpc_ntt *t, dpc_u128 *c, const dpc_u128 *a, size_t na,
                            const dpc_u128 *b, size_t nb, unsigned shift, bool up)
{
    const size_t n = na + nb - 1;
    size_t size = 2;
    while (size < n)
        size *= 2;
    if (size > (size_t)1 << DPC_NTT_LOG_SIZE)
        return DPC_UNDECIDED;
    const dpc_status status = make_room(t, size);
    if (status != DPC_OK)
        return status;
    for (size_t f = 0; f < PRIMES && !dpc_watch_stopped(); f++)
        convolve_modulo(t, f, size, a, na, b, nb);
    if (dpc_watch_step(n / BUTTERFLIES)) /* interrupted transforms may be incomplete */
        return DPC_INTERRUPTED;
    const garner g = garner_new();
    for (size_t k = 0; k < n; k++) {
        const size_t i = (size - k) % size;
        c[k] = combine(&g, t->x[0][i], t->x[1][i], t->x[2][i], shift, up);
    }
    return DPC_OK;
}
