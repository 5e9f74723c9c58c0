/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Random theorems that are well-formed, with values for their parameters and witnesses.  The second
   evaluator helps the generator, so that most of the theorems have a value. */
#ifndef DPC_GENERATE_H
#define DPC_GENERATE_H

#include "reference.h"

/* What a theorem is made of, for statistics: a bit for each. */
typedef enum {
    GEN_LIST,
    GEN_ENUM,
    GEN_CHOOSE,
    GEN_REQUIRE,
    GEN_CONDITION,
    GEN_DEF,
    GEN_ARRAY,
    GEN_USE,
    GEN_REFEREE,
    GEN_IF,
    GEN_FOLD,
    GEN_FOLD_LIST,
    GEN_ITERATE,
    GEN_INF,
    GEN_SUP,
    GEN_INTEGRAL,
    GEN_NESTED, /* a range of real numbers within another one */
    GEN_PRELUDE,
    GEN_METHOD,
    GEN_BINOM,
    GEN_ROUND,
    GEN_POWER,
    GEN_PARTS
} gen_part;

extern const char *const gen_part_names[GEN_PARTS];

typedef struct {
    char *text;
    ref_inputs inputs;
    dpc_arena arena; /* of the names of inputs */
    uint32_t parts;
} gen_theorem;

/* The theorem that belongs to a seed, always the same one.  methods: percentage of theorems that
   call a method, which takes long.  To be freed. */
void gen_make(gen_theorem *t, uint64_t seed, size_t methods);
/* The theorem of a file, with values NAME=VALUE: numbers, or lists [(1,2),(3,4)].  false: it cannot
   be read; then there is nothing to be freed. */
bool gen_read(gen_theorem *t, const char *path, char **values, size_t nvalues);
void gen_free(gen_theorem *t);

/* Frees the plans that were found. */
void gen_cleanup(void);

/* Prints the values, one in a line. */
void gen_print_inputs(const ref_inputs *inputs);

/* ---- smaller theorems that fail in the same way (shrink.c) ---- */

/* Replaces the text by a smaller one for which `fails` holds, too. */
void gen_shrink(gen_theorem *t, bool (*fails)(void *data, const char *text, const ref_inputs *in),
                void *data);

#endif
