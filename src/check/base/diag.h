/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   One record says what went wrong.  The first failure is kept: later ones are its consequences. */
#ifndef DPC_DIAG_H
#define DPC_DIAG_H

#include "dpcert-check.h"

#include <stddef.h>
#include <stdint.h>

/* A text with a name, for messages that show the line. */
typedef struct {
    const char *name; /* file name or theorem id */
    const char *text;
    size_t len;
} dpc_source;

enum { DPC_DIAG_BYTES = 2048 };

typedef struct {
    dpc_status status;
    dpc_limit limit; /* that the failure has met, */
    uint64_t value;  /* and its value; the words do not say who can set it, and how */
    char text[DPC_DIAG_BYTES];
} dpc_diag;

/* Records a failure, unless one is recorded already; returns the recorded status. */
dpc_status dpc_fail(dpc_diag *diag, dpc_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same, prefixed by `name:line:column: ` and followed by the line and a caret under pos. */
dpc_status dpc_fail_at(dpc_diag *diag, dpc_status status, const dpc_source *source, uint32_t pos,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The failure that is about to be recorded has met this limit; nothing if one is recorded. */
void dpc_diag_limit(dpc_diag *diag, dpc_limit limit, uint64_t value);

/* Records the failure of another record, with its limit. */
dpc_status dpc_fail_as(dpc_diag *diag, const dpc_diag *why);

/* Forgets what was recorded. */
void dpc_diag_reset(dpc_diag *diag);

#endif
