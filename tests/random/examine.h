/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A theorem at given values, evaluated in every arithmetic, with and without brackets, and by the
   second evaluator; and certificates of the results.  Two answers that contradict each other are a
   disagreement. */
#ifndef DPC_EXAMINE_H
#define DPC_EXAMINE_H

#include "reference.h"
#include "lang/code.h"

enum { EXAMINE_DOMAINS = 3, EXAMINE_RESULTS = 4 };

/* The answer of an arithmetic about a result. */
typedef struct {
    bool known;
    mpq_t lo, hi;
} exam_answer;

typedef struct {
    uint64_t max_steps;   /* limit of a pass */
    uint64_t seed;        /* for brackets and shifts */
    bool certificates;    /* claims are checked, too */
    const char *folder;   /* folder for certificates, for another checker; or NULL */
    unsigned long number; /* used in the names of these files */
} exam_options;

typedef struct {
    bool lowered;                       /* whether it is well-formed */
    dpc_status status[EXAMINE_DOMAINS]; /* one for each arithmetic */
    size_t nresults;
    exam_answer answer[EXAMINE_DOMAINS][EXAMINE_RESULTS];
    bool narrow; /* all arithmetics certify six digits, or are exact */
    long double ref_lo[EXAMINE_RESULTS], ref_hi[EXAMINE_RESULTS];
    ref_status ref;                      /* answers of the second evaluator, */
    bool ref_useful;                     /* and whether it said something about every result */
    size_t brackets;                     /* accepted evaluations with brackets */
    size_t verified, undecided, refused; /* honest claims; dishonest ones that were refused */
    size_t written;                      /* files */
    char disagreement[4000];             /* empty if all agree */
} exam;

/* Parses and lowers the text, and evaluates it at its inputs.  To be cleared. */
void exam_run(exam *x, const char *text, const ref_inputs *inputs, const exam_options *options);
void exam_clear(exam *x);
/* Prints all answers. */
void exam_print(const exam *x);

extern const char *const exam_domain_names[EXAMINE_DOMAINS];

#endif
