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

/* What an arithmetic said about a result. */
typedef struct {
    bool known;
    mpq_t lo, hi;
} exam_answer;

typedef struct {
    uint64_t max_steps;   /* of a pass */
    uint64_t seed;        /* of brackets and shifts */
    bool certificates;    /* claims are checked, too */
    const char *folder;   /* certificates are written here, for another checker; or NULL */
    unsigned long number; /* in the names of these files */
} exam_options;

typedef struct {
    bool lowered;                       /* it is well-formed */
    dpc_status status[EXAMINE_DOMAINS]; /* of each arithmetic */
    size_t nresults;
    exam_answer answer[EXAMINE_DOMAINS][EXAMINE_RESULTS];
    bool narrow; /* all of them certify six digits, or are exact */
    long double ref_lo[EXAMINE_RESULTS], ref_hi[EXAMINE_RESULTS];
    ref_status ref;                      /* of the second evaluator, */
    bool ref_useful;                     /* which said something about every result */
    size_t brackets;                     /* evaluations with brackets that were accepted */
    size_t verified, undecided, refused; /* honest claims; dishonest ones that were refused */
    size_t written;                      /* files */
    char disagreement[4000];             /* empty if there is none */
} exam;

/* Parses and lowers the text, and evaluates it at the inputs that it has.  To be cleared. */
void exam_run(exam *x, const char *text, const ref_inputs *inputs, const exam_options *options);
void exam_clear(exam *x);
/* Prints all answers. */
void exam_print(const exam *x);

extern const char *const exam_domain_names[EXAMINE_DOMAINS];

#endif
