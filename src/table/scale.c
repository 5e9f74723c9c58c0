/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "table/scale.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool dpc_scale_can_show(const dpc_scale *s, double v)
{
    return isfinite(v) && (!s->log || v > 0);
}

void dpc_scale_include(dpc_scale *s, double v)
{
    if (!dpc_scale_can_show(s, v))
        return;
    if (!(s->low <= v))
        s->low = v;
    if (!(s->high >= v))
        s->high = v;
}

double dpc_scale_place(const dpc_scale *s, double v)
{
    return s->log ? log(v / s->low) / log(s->high / s->low) : (v - s->low) / (s->high - s->low);
}

/* ---- range ---- */

/* 1, 2 or 5 times a power of ten, such that about six steps fill the range. */
static double linear_step(double range)
{
    const double raw = range / 6, power = pow(10, floor(log10(raw)));
    const double lead = raw / power;
    return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

static double decades(const dpc_scale *s)
{
    return log10(s->high / s->low);
}

/* The largest of 1, 2 and 5 (whole: 1 only) times a power of ten that is <= v. */
static double below(double v, bool whole)
{
    const double power = pow(10, floor(log10(v) + 1e-9)), lead = v / power * (1 + 1e-9);
    return power * (whole || lead < 2 ? 1 : lead < 5 ? 2 : 5);
}

static double above(double v, bool whole)
{
    return 1 / below(1 / v, whole);
}

static void round_log(dpc_scale *s)
{
    const bool whole = decades(s) > 2;
    s->low = below(s->low, whole);
    s->high = above(s->high, whole);
}

static void round_linear(dpc_scale *s)
{
    const double step = linear_step(s->high - s->low);
    s->low = s->low >= 0 && s->low < s->high / 3 ? 0 : floor(s->low / step + 1e-9) * step;
    s->high = ceil(s->high / step - 1e-9) * step;
}

void dpc_scale_settle(dpc_scale *s, bool round)
{
    if (!(s->low <= s->high)) {
        s->low = s->log ? 0.1 : 0;
        s->high = 1;
    }
    if (s->low == s->high && s->log) {
        s->low /= 10;
        s->high *= 10;
    } else if (s->low == s->high) {
        const double room = s->low != 0 ? fabs(s->low) / 2 : 1;
        s->low -= room;
        s->high += room;
    }
    if (round && s->log)
        round_log(s);
    else if (round)
        round_linear(s);
}

/* ---- ticks ---- */

/* v as text: a decimal from 0.001 to 99999, elsewhere a number times a power of ten. */
static void set_label(dpc_tick *t, double v)
{
    char text[32], *e;
    t->exponent[0] = '\0';
    (void)snprintf(text, sizeof text, "%.6g", v);
    if (v == 0 || (fabs(v) >= 0.00099 && fabs(v) < 1e5)) {
        (void)snprintf(t->base, sizeof t->base, "%s", text);
        return;
    }
    (void)snprintf(text, sizeof text, "%.5e", v);
    e = strchr(text, 'e');
    (void)snprintf(t->exponent, sizeof t->exponent, "%ld", strtol(e + 1, NULL, 10));
    char *last = e - 1; /* drop trailing zeros */
    while (*last == '0')
        last--;
    if (*last == '.')
        last--;
    last[1] = '\0';
    if (strcmp(text, "1") == 0)
        (void)snprintf(t->base, sizeof t->base, "10");
    else
        (void)snprintf(t->base, sizeof t->base,
                       "%s\xc2\xb7"
                       "10",
                       text);
}

static size_t add(const dpc_scale *s, dpc_tick *tick, size_t n, double v, bool labelled)
{
    const double place = dpc_scale_place(s, v);
    if (n == DPC_SCALE_MAX_TICKS || place < -1e-6 || place > 1 + 1e-6)
        return n;
    tick[n].value = v;
    tick[n].base[0] = tick[n].exponent[0] = '\0';
    if (labelled)
        set_label(&tick[n], v);
    return n + 1;
}

static size_t linear_ticks(const dpc_scale *s, dpc_tick *tick)
{
    const double step = linear_step(s->high - s->low);
    const long first = lround(ceil(s->low / step - 1e-9)),
               last = lround(floor(s->high / step + 1e-9));
    size_t n = 0;
    for (long k = first; k <= last; k++)
        n = add(s, tick, n, (double)k * step, true);
    return n;
}

/* Powers of ten, and on short ranges 2 and 5 times these; minor ticks between them if they fit. */
static size_t log_ticks(const dpc_scale *s, dpc_tick *tick)
{
    enum { MOST_LABELS = 8, MOST_DECADES_WITH_MINORS = 6 };
    const int first = (int)floor(log10(s->low) - 1e-9), last = (int)ceil(log10(s->high) + 1e-9);
    const int every = (last - first) / MOST_LABELS + 1;
    const bool dense = decades(s) < 2, minors = last - first <= MOST_DECADES_WITH_MINORS;
    size_t n = 0;
    for (int e = first; e <= last; e++) {
        const double power = pow(10, e);
        if (e % every == 0)
            n = add(s, tick, n, power, true);
        for (int k = 2; k <= 9 && minors; k++)
            n = add(s, tick, n, k * power, dense && (k == 2 || k == 5));
    }
    return n;
}

size_t dpc_scale_ticks(const dpc_scale *s, dpc_tick *tick)
{
    return s->log ? log_ticks(s, tick) : linear_ticks(s, tick);
}
