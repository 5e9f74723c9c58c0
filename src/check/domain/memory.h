/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   An account of memory.  Large objects are requested before they are made: slots, arrays, cells,
   tables of methods.  Single rational numbers are entered when they change.  A run checks before
   every step whether the account is full, so that it is overdrawn by a few numbers at most. */
#ifndef DPC_MEMORY_H
#define DPC_MEMORY_H

#include "domain/domain.h"

enum { DPC_MEMORY_MIB = 512 };

/* The words of messages for the limit. */
#define DPC_MEMORY_LIMIT "the limit of 512 MiB of memory is reached"

typedef struct {
    uint64_t used, most; /* bytes */
    bool refused;        /* a request did not fit */
} dpc_memory;

static inline dpc_memory dpc_memory_new(void)
{
    return (dpc_memory){.most = (uint64_t)DPC_MEMORY_MIB << 20};
}

/* Requests this many bytes; false, and none are entered, if they do not fit. */
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

/* The bytes of an element at a precision. */
static inline uint64_t dpc_memory_element(const dpc_domain *dom, unsigned long prec)
{
    return dom->size + dom->heap + dom->numbers * (uint64_t)(prec / 8);
}

/* The bytes of the digits of a rational number. */
static inline uint64_t dpc_memory_rational(const mpq_t q)
{
    return sizeof(mp_limb_t) * ((uint64_t)q->_mp_num._mp_alloc + (uint64_t)q->_mp_den._mp_alloc);
}

#endif
