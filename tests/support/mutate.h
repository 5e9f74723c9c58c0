/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Mutants of certificates: one token, line or byte is changed. */
#ifndef DPC_MUTATE_H
#define DPC_MUTATE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    MUTATE_CLAIM,     /* a digit of a claimed number */
    MUTATE_RELATION,  /* <= for >= */
    MUTATE_PARAM,     /* a digit of a parameter */
    MUTATE_WITNESS,   /* a digit of a witness */
    MUTATE_TEXT,      /* a character of an embedded file */
    MUTATE_KIND,      /* another kind */
    MUTATE_REVISION,  /* another revision */
    MUTATE_ORDER,     /* two neighbouring lines change places */
    MUTATE_TRUNCATE,  /* the end is missing */
    MUTATE_DUPLICATE, /* a line stands twice */
    MUTATE_DELETE,    /* a line is repeated */
    MUTATE_APPEND,    /* something follows */
    MUTATE_BYTE,      /* something follows the end */
    MUTATIONS
} mutation;

extern const char *const mutation_names[MUTATIONS];

/* Whether no mutant of this sort can make a true statement: all must be rejected. */
bool mutation_is_fatal(mutation how);

/* A mutant of the certificate, to be freed; NULL if it has no such part, or by chance. */
char *mutate(const char *text, mutation how, uint64_t *state);

#endif
