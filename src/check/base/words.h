/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The words of certificates, one table for each enumeration: reader, writer and verdict take them
   from here.  certs/FORMAT.md has the same tables. */
#ifndef DPC_WORDS_H
#define DPC_WORDS_H

typedef enum {
    DPC_CERT_GUARANTEE,
    DPC_CERT_LOWER,
    DPC_CERT_VALUE,
    DPC_CERT_REFUTATION,
    DPC_CERT_AUDIT, /* a word of the format; no theorem can carry such a statement yet */
    DPC_CERT_KINDS
} dpc_cert_kind;

/* Which data sets are neighbours. */
typedef enum {
    DPC_ADD_REMOVE,
    DPC_ADD,
    DPC_REMOVE,
    DPC_REPLACE_ONE,
    DPC_ZERO_OUT,
    DPC_ANY_NEIGHBOURS, /* a statement for each of the others */
    DPC_NEIGHBOURS
} dpc_neighbours;

/* Of a claim: the character that stands for it elsewhere is its first. */
typedef enum { DPC_AT_MOST, DPC_AT_LEAST, DPC_RELATIONS } dpc_relation;

extern const char *const dpc_cert_kind_names[DPC_CERT_KINDS];
extern const char *const dpc_neighbours_names[DPC_NEIGHBOURS];
extern const char *const dpc_relation_names[DPC_RELATIONS];

/* The place of a word in a table of count words; count if it is not there. */
int dpc_word_find(const char *const *table, int count, const char *word);

/* Writes all words, `a, b or c`; as many as fit.  Returns out. */
enum { DPC_WORDS_SHOWN = 120 };
const char *dpc_words_list(char out[DPC_WORDS_SHOWN], const char *const *table, int count);

#endif
