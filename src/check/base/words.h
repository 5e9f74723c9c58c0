/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The words of theorems, certificates and verdicts, one table for each enumeration: whoever reads a
   word makes an enumerator of it there and then, and whoever prints an enumerator takes its word
   from here.  dpcert-check.h has the enumerations; certs/FORMAT.md has the tables of certificates.
 */
#ifndef DPC_WORDS_H
#define DPC_WORDS_H

#include "dpcert-check.h"

/* Of a claim: the character that stands for it elsewhere is its first. */
typedef enum { DPC_RELATION_NONE, DPC_AT_MOST, DPC_AT_LEAST } dpc_relation;

/* By enumerator, with NULL at the end; the first word, for 0, is "none". */
extern const char *const dpc_theorem_status_words[];
extern const char *const dpc_basis_words[];
extern const char *const dpc_adjacency_words[];
extern const char *const dpc_cert_kind_words[];
extern const char *const dpc_relation_words[];
extern const char *const dpc_history_words[];

/* What a verdict says of a history. */
const char *dpc_history_said(dpc_history_extent extent);

/* Add and remove are each one direction of add-remove, and have it; the others are symmetric, and
   have themselves. */
dpc_adjacency dpc_adjacency_both_ways(dpc_adjacency adjacency);

/* What a phase is called where a theorem has no lists of steps: all its parameters together. */
#define DPC_ALL_PARAMETERS "parameters"

/* The enumerator of a word: its place in the table; 0, which is none, if it is not there. */
int dpc_word_find(const char *const *table, const char *word);

/* Writes the words from 1 to last, `a, b or c`; as many as fit.  Returns out. */
enum { DPC_WORDS_SHOWN = 120 };
const char *dpc_words_list(char out[DPC_WORDS_SHOWN], const char *const *table, int last);

#endif
