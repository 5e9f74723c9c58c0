/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Handles over GMP.  A handle is a node of an arena; nodes are used in order and all released
   together.  There are two arenas, used in turn: a node that is stale is not used again before the
   next release, and its stamp tells a debug build that it is stale. */
#include "kernel/zint.h"
#include "kernel/word.h"
#include "kernel/zint_gmp.h"

#include <assert.h>
#include <stdlib.h>

struct dpc_z_s {
    mpz_t v;
    uint64_t epoch;
};

enum {
    CHUNK = 512,          /* nodes */
    MAX_CHUNKS = 1 << 12, /* of one epoch: 2 million handles */
    KEEP_CHUNKS = 32,     /* what a released arena may keep */
    KEEP_LIMBS = 64,      /* what a node of them may keep */
    CROWD = CHUNK,        /* handles, and limbs, after which an epoch had better end */
    CROWD_LIMBS = (1 << 20) / GMP_NUMB_BITS
};

/* limbs that the handles of one epoch may hold together: 512 MiB */
static const uint64_t MAX_LIMBS = ((uint64_t)1 << 32) / GMP_NUMB_BITS;

typedef struct {
    struct dpc_z_s **chunk;
    size_t chunks, used; /* allocated; nodes in use */
} arena;

static _Thread_local arena both[2];
static _Thread_local uint64_t epoch = 1, limbs;

/* NULL when memory or the room of an epoch ends. */
static struct dpc_z_s *fresh(uint64_t need)
{
    arena *a = &both[epoch & 1];
    if (need > (uint64_t)DPC_Z_MAX_BITS / GMP_NUMB_BITS + 1 || (limbs += need) > MAX_LIMBS)
        return NULL;
    if (a->used == a->chunks * CHUNK) {
        if (a->chunks == MAX_CHUNKS)
            return NULL;
        if (a->chunk == NULL) {
            a->chunk = calloc(MAX_CHUNKS, sizeof *a->chunk);
            if (a->chunk == NULL)
                return NULL;
        }
        struct dpc_z_s *more = calloc(CHUNK, sizeof *more);
        if (more == NULL)
            return NULL;
        for (size_t i = 0; i < CHUNK; i++)
            mpz_init(more[i].v);
        a->chunk[a->chunks++] = more;
    }
    struct dpc_z_s *node = &a->chunk[a->used / CHUNK][a->used % CHUNK];
    a->used++;
    node->epoch = epoch;
    return node;
}

static mpz_srcptr get(dpc_z a)
{
    assert(a->epoch == epoch); /* else a stale handle */
    return a->v;
}

/* Frees chunks from the last one on, until so many are left. */
static void shrink(arena *a, size_t chunks)
{
    while (a->chunks > chunks) {
        struct dpc_z_s *last = a->chunk[--a->chunks];
        for (size_t i = 0; i < CHUNK; i++)
            mpz_clear(last[i].v);
        free(last);
    }
}

void dpc_z_release(void)
{
    arena *a = &both[epoch & 1];
    shrink(a, KEEP_CHUNKS);
    for (size_t i = 0; i < a->used && i < a->chunks * CHUNK; i++) {
        struct dpc_z_s *node = &a->chunk[i / CHUNK][i % CHUNK];
        if (node->v[0]._mp_alloc > KEEP_LIMBS)
            mpz_realloc2(node->v, 64);
    }
    a->used = 0;
    limbs = 0;
    epoch++;
}

bool dpc_z_crowded(void)
{
    return both[epoch & 1].used > CROWD || limbs > CROWD_LIMBS;
}

void dpc_z_cleanup(void)
{
    for (int k = 0; k < 2; k++) {
        shrink(&both[k], 0);
        free(both[k].chunk);
        both[k] = (arena){0};
    }
    limbs = 0;
    epoch++;
}

dpc_z dpc_z_import(const mpz_t v)
{
    struct dpc_z_s *r = fresh(mpz_size(v) + 1);
    if (r != NULL)
        mpz_set(r->v, v);
    return r;
}

mpz_srcptr dpc_z_value(dpc_z a)
{
    return get(a);
}

dpc_z dpc_z_ui(uint64_t v)
{
    struct dpc_z_s *r = fresh(64 / GMP_NUMB_BITS);
    if (r != NULL)
        dpc_word_set(r->v, v);
    return r;
}

dpc_z dpc_z_add(dpc_z a, dpc_z b)
{
    mpz_srcptr x = get(a), y = get(b);
    const size_t n = mpz_size(x), m = mpz_size(y);
    struct dpc_z_s *r = fresh((n > m ? n : m) + 1);
    if (r != NULL)
        mpz_add(r->v, x, y);
    return r;
}

dpc_z dpc_z_mul(dpc_z a, dpc_z b)
{
    mpz_srcptr x = get(a), y = get(b);
    struct dpc_z_s *r = fresh(mpz_size(x) + mpz_size(y));
    if (r != NULL)
        mpz_mul(r->v, x, y);
    return r;
}

dpc_z dpc_z_neg(dpc_z a)
{
    mpz_srcptr x = get(a);
    struct dpc_z_s *r = fresh(mpz_size(x));
    if (r != NULL)
        mpz_neg(r->v, x);
    return r;
}

dpc_z dpc_z_shl(dpc_z a, int64_t n)
{
    mpz_srcptr x = get(a);
    if (n > DPC_Z_MAX_BITS)
        return NULL;
    struct dpc_z_s *r = fresh(mpz_size(x) + (uint64_t)n / GMP_NUMB_BITS + 1);
    if (r != NULL)
        mpz_mul_2exp(r->v, x, dpc_word_shift(n));
    return r;
}

dpc_z dpc_z_shr_dn(dpc_z a, int64_t n)
{
    mpz_srcptr x = get(a);
    struct dpc_z_s *r = fresh(mpz_size(x) + 1);
    if (r != NULL)
        mpz_fdiv_q_2exp(r->v, x, dpc_word_shift(n));
    return r;
}

dpc_z dpc_z_shr_up(dpc_z a, int64_t n)
{
    mpz_srcptr x = get(a);
    struct dpc_z_s *r = fresh(mpz_size(x) + 1);
    if (r != NULL)
        mpz_cdiv_q_2exp(r->v, x, dpc_word_shift(n));
    return r;
}

int dpc_z_le(dpc_z a, dpc_z b)
{
    return mpz_cmp(get(a), get(b)) <= 0;
}

int dpc_z_sgn(dpc_z a)
{
    return mpz_sgn(get(a));
}

int64_t dpc_z_bits(dpc_z a)
{
    return (int64_t)mpz_sizeinbase(get(a), 2);
}

/* ---- hints ---- */

dpc_z dpc_z_hint_quot_dn(dpc_z a, dpc_z b)
{
    mpz_srcptr x = get(a), y = get(b);
    struct dpc_z_s *r = mpz_sgn(y) == 0 ? NULL : fresh(mpz_size(x) + 1);
    if (r != NULL)
        mpz_fdiv_q(r->v, x, y);
    return r;
}

dpc_z dpc_z_hint_quot_up(dpc_z a, dpc_z b)
{
    mpz_srcptr x = get(a), y = get(b);
    struct dpc_z_s *r = mpz_sgn(y) == 0 ? NULL : fresh(mpz_size(x) + 1);
    if (r != NULL)
        mpz_cdiv_q(r->v, x, y);
    return r;
}

dpc_z dpc_z_hint_root_dn(dpc_z a)
{
    mpz_srcptr x = get(a);
    struct dpc_z_s *r = mpz_sgn(x) < 0 ? NULL : fresh(mpz_size(x) / 2 + 1);
    if (r != NULL)
        mpz_sqrt(r->v, x);
    return r;
}

dpc_z dpc_z_hint_root_up(dpc_z a)
{
    mpz_srcptr x = get(a);
    struct dpc_z_s *r = mpz_sgn(x) < 0 ? NULL : fresh(mpz_size(x) / 2 + 1);
    if (r != NULL) {
        mpz_sqrt(r->v, x);
        if (!mpz_perfect_square_p(x))
            mpz_add_ui(r->v, r->v, 1);
    }
    return r;
}
