/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The axes of a plot: which numbers they show, and where their ticks are. */
#ifndef DPC_TABLE_SCALE_H
#define DPC_TABLE_SCALE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    double low, high; /* nan as long as nothing is included */
    bool log;
} dpc_scale;

enum { DPC_SCALE_MAX_TICKS = 64 };

/* A tick; one without a label is a minor one.  A label is base, with exponent raised behind it. */
typedef struct {
    double value;
    char base[40], exponent[12];
} dpc_tick;

/* Whether a number can be on this axis at all. */
bool dpc_scale_can_show(const dpc_scale *s, double v);

/* Widens the range so that it has v, if the axis can show it. */
void dpc_scale_include(dpc_scale *s, double v);

/* Makes it a range that can be drawn; round: widens it to whole ticks. */
void dpc_scale_settle(dpc_scale *s, bool round);

/* 0 at the low end, 1 at the high end. */
double dpc_scale_place(const dpc_scale *s, double v);

/* Fills in the ticks, at most DPC_SCALE_MAX_TICKS; returns their number. */
size_t dpc_scale_ticks(const dpc_scale *s, dpc_tick *tick);

#endif
