/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "account/number.h"

#include "base/decimal.h"

#include <stdlib.h>
#include <string.h>

void dpc_shown_init(dpc_shown *s)
{
    s->text = NULL;
    s->has_value = false;
    mpq_init(s->value);
}

void dpc_shown_clear(dpc_shown *s)
{
    free(s->text);
    mpq_clear(s->value);
}

void dpc_shown_forget(dpc_shown *s)
{
    free(s->text);
    s->text = NULL;
    s->has_value = false;
}

void dpc_shown_swap(dpc_shown *a, dpc_shown *b)
{
    const dpc_shown kept = *a;
    *a = *b;
    *b = kept;
}

bool dpc_shown_round(dpc_shown *s, const mpq_t x, unsigned long digits, bool up)
{
    dpc_shown_forget(s);
    dpc_decimal d;
    dpc_decimal_init(&d);
    dpc_decimal_set_rational(&d, x, digits, up);
    s->text = dpc_decimal_text(&d);
    s->has_value = s->text != NULL && dpc_decimal_value(s->value, &d);
    dpc_decimal_clear(&d);
    return s->text != NULL;
}

bool dpc_shown_take(dpc_shown *s, const char *text, mpq_srcptr value)
{
    dpc_shown_forget(s);
    s->text = strdup(text);
    s->has_value = s->text != NULL && value != NULL;
    if (s->has_value)
        mpq_set(s->value, value);
    return s->text != NULL;
}

bool dpc_shown_distance(mpq_t d, const dpc_shown *lower, const dpc_shown *upper)
{
    const bool known = lower->has_value && upper->has_value;
    if (known)
        mpq_sub(d, upper->value, lower->value);
    return known;
}
