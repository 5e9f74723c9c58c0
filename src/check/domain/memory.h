/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   An account of memory.  What is large is asked for before it is made: slots, arrays, cells, tables
   of methods.  Single rational numbers are entered as they come.  A run looks whether the account
   is full before every step, so that it is overdrawn by a few numbers at most. */
#ifndef DPC_MEMORY_H
#define DPC_MEMORY_H

#include "domain/domain.h"

enum { DPC_MEMORY_MIB = 512 };

/* How the limit is named in messages. */
#define DPC_MEMORY_LIMIT "the limit of 512 MiB of memory is reached"

typedef struct {
    uint64_t used, most; /* bytes */
    bool refused;        /* something was asked for that did not fit */
} dpc_memory;

static inline dpc_memory dpc_memory_new(void)
{
    return (dpc_memory){.most = (uint64_t)DPC_MEMORY_MIB << 20};
}

/* Asks for so many bytes; false if they do not fit: nothing is taken then. */
static inline bool dpc_memory_ask(dpc_memory *m, uint64_t bytes)
{
    if (m->used > m->most || bytes > m->most - m->used) {
        m->refused = true;
        return false;
    }
    m->used += bytes;
    return true;
}

static inline bool dpc_memory_full(const dpc_memory *m)
{
    return m->used > m->most || m->refused;
}

/* What an element takes at a precision. */
static inline uint64_t dpc_memory_element(const dpc_domain *dom, unsigned long prec)
{
    return dom->size + dom->heap + dom->numbers * (uint64_t)(prec / 8);
}

/* What the digits of a rational number take. */
static inline uint64_t dpc_memory_rational(const mpq_t q)
{
    return sizeof(mp_limb_t) * ((uint64_t)q->_mp_num._mp_alloc + (uint64_t)q->_mp_den._mp_alloc);
}

#endif
