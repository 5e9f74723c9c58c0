/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The axes of a plot: their ranges and their ticks. */
#ifndef DPC_TABLE_SCALE_H
#define DPC_TABLE_SCALE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    double low, high; /* nan while empty */
    bool log;
} dpc_scale;

enum { DPC_SCALE_MAX_TICKS = 64 };

/* A tick; a minor tick has no label.  A label is base with a superscript exponent. */
typedef struct {
    double value;
    char base[40], exponent[12];
} dpc_tick;

/* Whether this axis can show the number. */
bool dpc_scale_can_show(const dpc_scale *s, double v);

/* Widens the range to include v, if the axis can show it. */
void dpc_scale_include(dpc_scale *s, double v);

/* Widens an empty range or a single point to a range that can be drawn; round: to whole ticks. */
void dpc_scale_settle(dpc_scale *s, bool round);

/* 0 at the low end, 1 at the high end. */
double dpc_scale_place(const dpc_scale *s, double v);

/* Fills in the ticks, at most DPC_SCALE_MAX_TICKS; returns their number. */
size_t dpc_scale_ticks(const dpc_scale *s, dpc_tick *tick);

#endif
