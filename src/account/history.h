/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A history: a sequence of steps on the same data, chosen adaptively, each a mechanism with known
   privacy losses.  Equal steps are counted, steps that reveal nothing are left out, and a step's
   probability of revealing its input outright is kept apart, so that the form of a history does not
   depend on its source. */
#ifndef DPC_ACCOUNT_HISTORY_H
#define DPC_ACCOUNT_HISTORY_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/words.h"

#include <gmp.h>
#include <stdbool.h>

typedef enum {
    DPC_MECHANISM_GAUSS, /* a: rate of Poisson sampling, 0 < a <= 1; b: noise for sensitivity 1, > 0
                          */
    DPC_MECHANISM_LAPLACE,  /* a: epsilon > 0 of noise of scale 1/a for sensitivity 1 */
    DPC_MECHANISM_DP,       /* anything that is (a, b)-DP: a > 0, 0 <= b < 1 */
    DPC_MECHANISM_RESPONSE, /* one output more likely on one side (mass a against b, a > b > 0), one
                          on the other side, the rest equally likely: a + b <= 1 */
    DPC_MECHANISM_LEAK,     /* reveals the input with probability a, 0 < a <= 1, else nothing */
    DPC_MECHANISM_LOSSES    /* losses and their masses, from a file */
} dpc_mechanism_kind;

typedef struct {
    dpc_mechanism_kind kind;
    mpq_t a, b;
    mpq_t count;       /* an integer >= 1 */
    bool replaces;     /* randomized response: it hides by what an answer is replaced */
    const char *path;  /* of LOSSES */
    const char *words; /* what the issuer calls it: foreign text; NULL: nothing */
} dpc_step;

enum { DPC_HISTORY_MAX_STEPS = 1000 }; /* different steps */

typedef struct {
    dpc_arena arena;
    dpc_step *step;
    size_t nsteps;
    dpc_adjacency neighbours;  /* as declared; NONE: not at all */
    dpc_history_extent extent; /* complete unless it is said to be a part of a run */
    const char *form;          /* of the source: "text", "JSON", "Opacus state_dict", "DpEvent" */
    char *eps, *delta;         /* the target in the history itself; NULL: none */
    bool saw_step;             /* there was a step, perhaps one that reveals nothing */
    const char *accountant;    /* Opacus: the accountant that wrote the history */
} dpc_history;

/* Reads a history in any of the forms; messages name it source->name, and paths in it are relative
   to the folder of source->name.  To be freed; NULL on failure. */
dpc_history *dpc_history_read(const dpc_source *source, dpc_diag *diag);
void dpc_history_free(dpc_history *h);

/* Whether there is a step of this kind. */
bool dpc_history_has(const dpc_history *h, dpc_mechanism_kind kind);

/* Whether adding and removing a record differ for this history. */
bool dpc_history_is_sampled(const dpc_history *h);

/* The neighbours that a history may declare; false for another word.  The words, for messages. */
bool dpc_history_neighbours(const char *word, dpc_adjacency *neighbours);
#define DPC_HISTORY_NEIGHBOURS "add-remove, add, remove or replace-one"

/* The same for how much of a run a history is. */
bool dpc_history_extent_of(const char *word, dpc_history_extent *extent);
#define DPC_HISTORY_EXTENTS "complete or part"

/* ---- for the readers ---- */

/* A step as written, before it is checked. */
typedef enum {
    DPC_GIVEN_SIGMA,
    DPC_GIVEN_RATE,
    DPC_GIVEN_EPS,
    DPC_GIVEN_DELTA,
    DPC_GIVEN_P,
    DPC_GIVEN_BUCKETS,
    DPC_GIVEN_TIMES,
    DPC_GIVEN_FIELDS
} dpc_given;

typedef struct {
    int mechanism; /* see dpc_draft_start */
    mpq_t value[DPC_GIVEN_FIELDS];
    bool has[DPC_GIVEN_FIELDS];
    const char *path, *words;
} dpc_draft;

void dpc_draft_init(dpc_draft *draft);
void dpc_draft_clear(dpc_draft *draft);

/* Starts a step of this mechanism (`gaussian`, ...); false if unknown. */
bool dpc_draft_start(dpc_draft *draft, const char *mechanism);

/* The names of all mechanisms, for messages. */
extern const char dpc_mechanism_names[];

/* Writes the end of a message about a word that is neither a mechanism nor one of the others:
   "; did you mean leak?", or nothing.  Returns out. */
enum { DPC_SUGGESTION = 120, DPC_UNKNOWN_FIELD = 320 };
const char *dpc_mechanism_suggestion(char out[DPC_SUGGESTION], const char *word,
                                     const char *const *others, size_t count);

/* The mechanism's field of this name; -1 if there is none. */
int dpc_draft_field(const dpc_draft *draft, const char *name);

/* Writes a message about a name that is no field of the mechanism, with those that it has.  Returns
   out. */
const char *dpc_draft_unknown(const dpc_draft *draft, const char *name,
                              char out[DPC_UNKNOWN_FIELD]);

/* Gives a field its value, an exact number as text; NULL, or an error message, which may live in
   diag. */
const char *dpc_draft_set(dpc_draft *draft, int field, const char *text, size_t length,
                          dpc_diag *diag);

/* Checks the step and counts it; NULL, or an error message. */
const char *dpc_history_take(dpc_history *h, const dpc_draft *draft);

/* Sets x to the exact value of a number in a history; numbers with exponents beyond 10^5 are
   refused. */
dpc_status dpc_history_number(mpq_t x, const char *text, size_t length, const char *what,
                              dpc_diag *diag);

/* The readers of words and of JSON. */
dpc_status dpc_history_read_text(dpc_history *h, const dpc_source *source, dpc_diag *diag);
dpc_status dpc_history_read_json(dpc_history *h, const dpc_source *source, dpc_diag *diag);

#endif
