/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A number that an account has found: a decimal, as text and as a value. */
#ifndef DPC_ACCOUNT_NUMBER_H
#define DPC_ACCOUNT_NUMBER_H

#include <gmp.h>
#include <stdbool.h>

typedef struct {
    char *text;     /* NULL: the number is unknown */
    bool has_value; /* false also where it has too many places to be written out */
    mpq_t value;    /* of the text, if has_value */
} dpc_shown;

/* An unknown number. */
void dpc_shown_init(dpc_shown *s);
void dpc_shown_clear(dpc_shown *s);

void dpc_shown_swap(dpc_shown *a, dpc_shown *b);

/* Makes it unknown again. */
void dpc_shown_forget(dpc_shown *s);

/* x, rounded up or down to this many digits.  False: out of memory. */
bool dpc_shown_round(dpc_shown *s, const mpq_t x, unsigned long digits, bool up);

/* A number and the text that it has already; value NULL: it is not known.  False: out of memory. */
bool dpc_shown_take(dpc_shown *s, const char *text, mpq_srcptr value);

/* d = upper - lower; false if one of them has no value. */
bool dpc_shown_distance(mpq_t d, const dpc_shown *lower, const dpc_shown *upper);

#endif
