/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   What the drivers share: inputs that may be anything. */
#ifndef DPC_RTE_H
#define DPC_RTE_H

#include "__fc_builtin.h"

#include <stddef.h>

#ifndef LENGTH
#define LENGTH 12 /* bytes of an arbitrary text */
#endif

/* Fills text with arbitrary bytes and returns an arbitrary length up to LENGTH. */
static size_t any_text(char *text)
{
    Frama_C_make_unknown(text, LENGTH);
    return Frama_C_unsigned_long_interval(0, LENGTH);
}

extern int rte_failed; /* see any_libc.c */

static int any_bool(void)
{
    return Frama_C_interval(0, 1);
}

static size_t any_size(void)
{
    return Frama_C_unsigned_long_interval(0, (size_t)-1);
}

#endif
