/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A query: a theorem at given parameters (query.c).  Evaluation raises the precision until the
   digits asked for are certified (evaluate.c). */
#ifndef DPC_QUERY_H
#define DPC_QUERY_H

#include "dpcert.h"
#include "guess/bracket.h"
#include "guess/goal.h"
#include "guess/memo.h"
#include "lang/catalogue.h"
#include "run/run.h"

/* The ends of a result or referee as they are printed: the enclosure, rounded outward. */
typedef struct {
    dpc_decimal lower, upper;
} dpc_ends;

/* The brackets that an evaluation used, in order, as a certificate prints them. */
typedef struct {
    char **text;
    size_t count;
} dpc_hints;

/* The object behind dpc_query_t of dpcert.h. */
struct dpc_query_s {
    dpc_catalogue_t *cat;
    const dpc_unit *unit;
    dpc_code *code;
    dpc_goals goals; /* of its plans */
    dpc_theorem_info theorem;
    const dpc_domain *domain;
    dpc_run *run;   /* in the chosen domain */
    dpc_run *guide; /* for the search, in balls */
    dpc_run *quick; /* for the search, in plain doubles */
    dpc_brackets *brackets, *guide_brackets, *quick_brackets;
    dpc_memo *memo;   /* results of method calls, shared by all three runs */
    dpc_hints *hints; /* of the main instructions, then of each referee */
    unsigned long digits, bits;
    unsigned long max_bits; /* 0: the default, which depends on the digits */
    uint64_t max_steps;
    mpq_t *value;   /* by input */
    dpc_list *list; /* by list number */
    bool *fixed;    /* by input: the user gave it */
    bool *known;    /* by input: it has a value */
    dpc_input_info *input_info;
    dpc_result_info *result_info;
    dpc_referee_info *referee_info;
    /* by result, by referee, beside the info: */
    dpc_enclosure *result_value, *referee_value; /* enclosures */
    dpc_ends *result_ends, *referee_ends;        /* printed ends, known where info has texts */
    bool no_referees;                            /* do not evaluate referees */
    size_t nresults, nreferees;                  /* available to the reader */
    dpc_diag diag;
    struct dpc_solution *solution; /* of the last dpc_query_solve, or NULL */
};

enum { DPC_QUERY_FIRST_BITS = 64 }; /* the least precision */

/* Writes a message: the theorem has no result of this name, but these.  Returns out. */
enum { DPC_NO_RESULT = 900 };
const char *dpc_query_no_result(const dpc_query_t *q, const char *name, char out[DPC_NO_RESULT]);

/* Forgets the results, the referees and their hints, as before a run. */
void dpc_query_forget(dpc_query_t *q);

/* Frees the texts; none are left. */
void dpc_hints_clear(dpc_hints *h);

/* Forgets the solution (solve.c). */
void dpc_solution_clear(dpc_query_t *q);

/* Gives the runs the user's values, and searches for the other witnesses. */
dpc_status dpc_query_begin(dpc_query_t *q);

/* One pass over instructions begin..end-1 of the query's run, as dpc_run_block, except that an
   invalid bracket proposed by the search is UNDECIDED, not DOMAIN: it says nothing about the
   hypotheses. */
dpc_status dpc_query_pass(dpc_query_t *q, size_t begin, size_t end, unsigned long bits,
                          dpc_diag *diag);

/* Writes the ends of all results and referees again, with the digits asked for now. */
void dpc_query_rewrite(dpc_query_t *q);

/* Writes the ends of a result with enough digits to show that it is <= target (rel '<') or >=
   target.  false: the enclosure does not show it, and the ends are unchanged. */
bool dpc_query_show_within(dpc_query_t *q, size_t result, char rel, const mpq_t target);

/* The theorem with this id, for a public function: NULL, with the reason in the catalogue's diag,
   if there is none, and if cat is NULL. */
const dpc_unit *dpc_catalogue_find(dpc_catalogue_t *cat, const char *id);

/* A query for a theorem, which need not be in the catalogue and must outlive the query.  NULL on
   failure, also if unit is NULL: the catalogue's diag says why. */
dpc_query_t *dpc_query_of_unit(dpc_catalogue_t *cat, const dpc_unit *unit);

/* ---- numbers, not their texts ---- */

/* Finds a parameter without a value, and forgets the results. */
dpc_status dpc_query_open_input(dpc_query_t *q, const char *name, size_t *index);

/* A parameter or witness of the theorem; NULL: there is none of this name. */
const dpc_input *dpc_query_code_input(const dpc_query_t *q, const char *name);

/* dpc_query_set for a number, and for a list: its records one after the other, count numbers in
   all. */
dpc_status dpc_query_set_number(dpc_query_t *q, const char *name, const mpq_t value);
dpc_status dpc_query_set_records(dpc_query_t *q, const char *name, const mpq_t *value,
                                 size_t count);

/* Removes the value of a parameter that is no list, and forgets the results. */
void dpc_query_unset(dpc_query_t *q, const char *name);

/* The index of the result of this name; SIZE_MAX if there is none. */
size_t dpc_query_result_index(const dpc_query_t *q, const char *name);

/* Sets x to the printed upper (up) or lower end of a result or referee; false if there is none. */
bool dpc_query_result_end(const dpc_query_t *q, size_t index, bool up, mpq_t x);
bool dpc_query_referee_end(const dpc_query_t *q, size_t index, bool up, mpq_t x);

/* The largest precision.  Unless the user set it, it leaves room for the digits asked for. */
unsigned long dpc_query_cap(const dpc_query_t *q);

#endif
