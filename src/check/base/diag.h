/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The record of a failure: status, message, limit.  The first failure is kept: later ones are its
   consequences. */
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
    dpc_limit limit; /* that the failure reached */
    uint64_t value;  /* of the limit; the text does not say how to set it */
    char text[DPC_DIAG_BYTES];
} dpc_diag;

/* Records a failure, unless one is recorded already; returns the recorded status. */
dpc_status dpc_fail(dpc_diag *diag, dpc_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same, prefixed by `name:line:column: ` and followed by the line and a caret under pos. */
dpc_status dpc_fail_at(dpc_diag *diag, dpc_status status, const dpc_source *source, uint32_t pos,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Notes the limit of the failure that is about to be recorded; does nothing if one is recorded
   already. */
void dpc_diag_limit(dpc_diag *diag, dpc_limit limit, uint64_t value);

/* Records the failure of another record, with its limit. */
dpc_status dpc_fail_as(dpc_diag *diag, const dpc_diag *why);

/* Forgets what was recorded. */
void dpc_diag_reset(dpc_diag *diag);

#endif
