/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "cert/claims.h"

#include "base/decimal.h"
#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *dpc_claim_relation(char rel)
{
    return dpc_relation_words[rel == '<' ? DPC_AT_MOST : DPC_AT_LEAST];
}

void dpc_claim_decide(dpc_k_judged *judged, dpc_run *run, uint32_t slot, char rel,
                      const mpq_t number)
{
    const dpc_slot *s = &run->slot[slot];
    if (s->exact) {
        dpc_kernel_judge_exact(judged, s->q, rel == '<', number);
        return;
    }
    dpc_bounds b;
    dpc_bounds_init(&b);
    dpc_run_bounds(run, slot, &b);
    dpc_kernel_judge(judged, &b, rel == '<', number);
    dpc_bounds_clear(&b);
}

/* Sets d to an end of the slot's enclosure, rounded outward; false if the end is unknown. */
static bool round_end(dpc_decimal *d, dpc_run *run, uint32_t slot, unsigned long digits, bool up)
{
    dpc_enclosure value;
    dpc_enclosure_init(&value);
    dpc_run_value(run, slot, &value);
    const bool known = dpc_enclosure_is_known(&value);
    if (known)
        dpc_enclosure_round(d, &value, digits, up);
    dpc_enclosure_clear(&value);
    return known;
}

/* Whether the decimal is beyond the number, or too large or small to be compared. */
static bool beyond(const dpc_decimal *d, char rel, const mpq_t number)
{
    mpq_t end;
    mpq_init(end);
    const bool known = dpc_decimal_value(end, d);
    const int c = mpq_cmp(end, number);
    mpq_clear(end);
    return !known || (rel == '<' ? c > 0 : c < 0);
}

char *dpc_claim_end(dpc_run *run, uint32_t slot, char rel, const mpq_t number)
{
    enum { FIRST = 10, LAST = 10000 };
    dpc_decimal d;
    dpc_decimal_init(&d);
    unsigned long digits = FIRST;
    bool known = round_end(&d, run, slot, digits, rel == '>');
    while (known && digits <= LAST && !beyond(&d, rel, number)) {
        digits *= 2;
        known = round_end(&d, run, slot, digits, rel == '>');
    }
    char *text = known ? dpc_decimal_text(&d) : NULL;
    dpc_decimal_clear(&d);
    return text;
}

static char *end_text(dpc_run *run, uint32_t slot, unsigned long digits, bool up)
{
    dpc_decimal d;
    dpc_decimal_init(&d);
    char *text = round_end(&d, run, slot, digits, up) ? dpc_decimal_text(&d) : NULL;
    dpc_decimal_clear(&d);
    return text;
}

char *dpc_claim_enclosure(dpc_run *run, uint32_t slot)
{
    enum { DIGITS = 10 };
    char *lo = end_text(run, slot, DIGITS, false), *hi = end_text(run, slot, DIGITS, true);
    const size_t size = lo != NULL && hi != NULL ? strlen(lo) + strlen(hi) + 5 : 0;
    char *text = size > 0 ? malloc(size) : NULL;
    if (text != NULL)
        (void)snprintf(text, size, "[%s, %s]", lo, hi);
    free(lo);
    free(hi);
    return text;
}
