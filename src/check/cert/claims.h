/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Compares a claimed number with the enclosure of a value. */
#ifndef DPC_CLAIMS_H
#define DPC_CLAIMS_H

#include "domain/kernel.h"
#include "run/run.h"

/* How a relation is written: `<=` for '<', `>=` for '>'. */
const char *dpc_claim_relation(char rel);

/* Judges the next claim: value <= number (rel '<') or value >= number (rel '>') for the value in
   the slot. */
void dpc_claim_decide(dpc_k_judged *judged, dpc_run *run, uint32_t slot, char rel,
                      const mpq_t number);

/* The end of the enclosure that shows a claim to be false: a decimal beyond the number, rounded
   towards it.  To be freed; NULL: out of memory. */
char *dpc_claim_end(dpc_run *run, uint32_t slot, char rel, const mpq_t number);

/* Both ends, `[lo, hi]`; to be freed. */
char *dpc_claim_enclosure(dpc_run *run, uint32_t slot);

#endif
