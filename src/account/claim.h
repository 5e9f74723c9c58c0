/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Judging claims: what is known about a number, whoever knows it, against what is claimed. */
#ifndef DPC_CLAIM_H
#define DPC_CLAIM_H

#include "dpcert.h"

#include <gmp.h>
#include <stdbool.h>

/* What is known about the truth: lower <= truth <= upper, either of which may be missing. */
typedef struct {
    bool has_lower, has_upper;
    bool exact;         /* more digits bring the ends together */
    bool contradictory; /* a referee beats the theorem: an assumption of it is false */
    bool conditional;   /* what the theorem says rests on assumptions */
    mpq_t lower, upper;
    const char *lower_from, *upper_from; /* in words */
} dpc_knowledge;

/* From whom. */
typedef struct {
    void *data;
    const char *id; /* of the theorem; it may become known by learning */
    dpc_theorem_status status;
    dpc_adjacency adjacency;
    const char *result;         /* what the number is called */
    dpc_history_extent history; /* NONE: it is not about one */
    unsigned long phases;
    /* Learns to some digits; *done: more digits would bring nothing.  Not OK: there is nothing to
       be known, and why is set; PARSE: because nothing is asked that there is, or not all of it. */
    dpc_status (*learn)(void *data, unsigned long digits, dpc_knowledge *k, bool *done, char *why,
                        size_t size);
    /* A certificate that the truth is at least k->lower (lower), or at most k->upper; to be freed,
       or NULL.  Is NULL itself where none is wanted. */
    char *(*certify)(void *data, bool lower);
    /* Assumptions: how many, and the text of one. */
    size_t (*assumptions)(void *data);
    const char *(*assumption)(void *data, size_t index);
    /* Premises, likewise. */
    size_t (*premises)(void *data);
    const char *(*premise)(void *data, size_t index);
} dpc_informant;

/* Updates an end of k with a number, if that is better. */
void dpc_knowledge_lower(dpc_knowledge *k, const mpq_t x, const char *from);
void dpc_knowledge_upper(dpc_knowledge *k, const mpq_t x, const char *from);

/* The verdict, as from dpc_claim_judge; NULL: out of memory. */
dpc_claim_verdict *dpc_claim_compare(const dpc_informant *informant, const char *claimed,
                                     bool is_lower);

/* The same verdict, or one that says that it was interrupted; ends what dpc_watch_enter began. */
dpc_claim_verdict *dpc_claim_watched(dpc_claim_verdict *verdict);

#endif
