/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   What Frama-C's C library lacks; included before every file. */
#ifndef DPC_RTE_TYPES_H
#define DPC_RTE_TYPES_H

typedef struct {
    long long a;
    long double b;
} max_align_t;

#ifdef PLAIN_PRINT /* the functions of small.c, which EVA can execute */
#define snprintf rte_snprintf
#define vsnprintf rte_vsnprintf
#endif

#endif
