/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The statement of a verified certificate. */
#ifndef DPC_STATEMENT_H
#define DPC_STATEMENT_H

#include "cert/cert.h"
#include "run/run.h"

/* What was verified. */
typedef struct {
    const dpc_certificate *cert;
    const dpc_unit *unit;
    bool own; /* the theorem is the issuer's, not the catalogue's */
    const dpc_code *code;
    dpc_run *run; /* holds the enclosures by which the claims were judged */
} dpc_verified;

/* The statement in one line; to be freed, NULL: out of memory.  Sets the verdict's kind, notes,
   assumptions and parts. */
char *dpc_cert_statement(const dpc_verified *v, dpc_verdict_info *verdict);

#endif
