/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   libdpcert: rigorous bounds on differential-privacy parameters.

   A catalogue holds theorems; a query evaluates one of them at exact parameter values and gives
   enclosures: lower <= value of the formula <= upper, as decimal strings rounded outward, as GMP
   rationals (dpcert-gmp.h), as MPFR numbers (dpcert-mpfr.h) or as Arb's balls (dpcert-arb.h).

     dpc_catalogue_t *cat = dpc_catalogue_new();
     dpc_query_t *q = dpc_query_new(cat, "gauss.theta");
     if (dpc_query_set(q, "eps", "1") == DPC_OK && dpc_query_set(q, "r", "1/2") == DPC_OK &&
         dpc_query_run(q) == DPC_OK)
         printf("delta <= %s\n", dpc_query_result(q, 0)->upper);
     else
         fprintf(stderr, "%s\n", dpc_query_error(q));
     dpc_query_free(q);
     dpc_catalogue_free(cat);

   Arguments: the object comes first, then inputs, then outputs; a callback is followed by its data.
   A text that may contain zero bytes is followed by its length.
   Failures: functions that can fail return a dpc_status, or NULL; the object's error text then
   gives the reason for people, and dpc_query_limit or dpc_account_limit the limit that was reached,
   for programs.  The text does not say how to raise the limit.  On failure there is no number to be
   read, never a stale one.  Compilers warn if a status, or an object to be freed, is ignored
   (DPC_MUST_USE).
   Pointers: objects, outputs and callbacks must not be NULL unless the comment says so, and
   compilers warn if they are (DPC_NONNULL); functions that free an object accept NULL and do
   nothing.  A NULL string is an error like any other.
   Strings and structures that are returned belong to the object and live until it is changed or
   freed, unless the comment says "to be freed" (with dpc_string_free).
   Threads: the library has no global state except the hook of dpc_on_progress, which each thread
   has for itself.  An object may be used from different threads, but by one at a time; a catalogue
   and its queries count as one object.  Before a thread ends, it calls dpc_thread_cleanup.
   The library never prints, exits or aborts.  GMP and FLINT abort when memory runs out, so sizes
   are bounded beforehand. */
#ifndef DPCERT_H
#define DPCERT_H

#include "dpcert-check.h"
#include "dpcert-version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library at run time; DPC_VERSION is that of the headers. */
DPC_API const char *dpc_version(void);

/* Frees a string that a function returned "to be freed"; NULL is allowed. */
DPC_API void dpc_string_free(char *text);

/* Frees the caches of GMP, FLINT and MPFR for the calling thread (constants, tables, the last
   binomial coefficient).  Objects stay valid, and the thread may go on; caches are filled again
   when needed.  Call it before a thread ends: otherwise the memory of its caches is lost. */
DPC_API void dpc_thread_cleanup(void);

/* A word or two for a status, e.g. "undecided"; "unknown" if the number is no status. */
DPC_API const char *dpc_status_name(dpc_status status);
/* The words of enumerators of dpcert-check.h that the checker has no use for. */
DPC_API const char *dpc_basis_name(dpc_basis basis);
DPC_API const char *dpc_history_name(dpc_history_extent extent);

/* ---- calls that take long ---- */

/* Progress of a long call. */
typedef struct {
    void *data;        /* of dpc_on_progress */
    const char *phase; /* "evaluate", "search" (for witnesses), "plan", "solve", "grid", "verify" */
    uint64_t steps;    /* done since the call began; one takes some tenths of a microsecond */
    uint64_t limit;    /* the most steps of one pass (dpc_query_set_max_steps); 0: not known */
} dpc_progress_info;

/* Returns 0 to go on; otherwise the call ends. */
typedef int (*dpc_progress_call)(const dpc_progress_info *info);

/* From now on `call` is called about every 65536 steps, at least some times in a second, while the
   calling thread is in a function that may take long: dpc_query_run, _solve, _explain and
   _certificate, dpc_comparison_run, dpc_table_compute, dpc_account_run, _certificate and _judge,
   dpc_claim_judge, dpc_certificate_verify and _report.  NULL ends that.

   Where it says so, the function ends soon after, with INTERRUPTED (DPC_CLAIM_INTERRUPTED,
   DPC_VERIFY_INTERRUPTED).  Then there are no results, and the object can be used again: the same
   call finds what it would have found.  dpc_query_certificate and _explain leave the results of a
   query that has run.

   The call must not touch the object at work.  It may use others: their functions are not watched,
   unless it calls dpc_on_progress, which holds until it returns. */
DPC_API void dpc_on_progress(dpc_progress_call call, void *data);

/* ---- theorems ---- */

typedef struct dpc_catalogue_s dpc_catalogue_t;

/* A catalogue with all compiled-in theorems; NULL: out of memory. */
DPC_API DPC_MUST_USE dpc_catalogue_t *dpc_catalogue_new(void);

/* Frees a catalogue, after all of its queries. */
DPC_API void dpc_catalogue_free(dpc_catalogue_t *cat);

/* The number of compiled-in theorems. */
DPC_API size_t dpc_catalogue_count(void);

/* The id of a compiled-in theorem, in alphabetical order; NULL if index is not below the count.
   The string lives as long as the library. */
DPC_API const char *dpc_catalogue_id(size_t index);

/* Adds a theorem that is not compiled in: `length` bytes of text in the theorem language, without a
   terminator.  name: what messages call the text.  *id is set to the theorem's id and lives as long
   as the catalogue; id may be NULL.  The theorem may use theorems of the catalogue.  PARSE: the
   text is malformed, or its id is taken. */
DPC_API DPC_MUST_USE dpc_status dpc_catalogue_add_text(dpc_catalogue_t *cat, const char *name,
                                                       const char *text, size_t length,
                                                       const char **id) DPC_NONNULL(1);

/* The same with the content of a file; IO if it cannot be read. */
DPC_API DPC_MUST_USE dpc_status dpc_catalogue_add_file(dpc_catalogue_t *cat, const char *path,
                                                       const char **id) DPC_NONNULL(1);

/* Why the last function on this catalogue failed; "" if it did not. */
DPC_API const char *dpc_catalogue_error(const dpc_catalogue_t *cat) DPC_NONNULL(1);

/* What a theorem says about itself. */
typedef struct {
    const char *id, *title;
    dpc_theorem_status status;
    dpc_basis basis;
    dpc_adjacency adjacency; /* any, add-remove, replace-one */
    unsigned long revision;
    int is_own; /* not from the compiled-in catalogue: nothing vouches for its status */
} dpc_theorem_info;

/* Fills in *info; its strings live as long as the catalogue.  PARSE if there is no such theorem. */
DPC_API DPC_MUST_USE dpc_status dpc_theorem_get(dpc_catalogue_t *cat, const char *id,
                                                dpc_theorem_info *info) DPC_NONNULL(1, 3);

/* Whether the theorem's results are bounds, and not only values of a formula that is refuted,
   asymptotic, or from the user's own file. */
DPC_API int dpc_theorem_counts(const dpc_theorem_info *info) DPC_NONNULL(1);

/* What a statement is; doc/language.md describes each. */
typedef enum {
    DPC_STATEMENT_NONE,
    DPC_STATEMENT_PRELUDE,
    DPC_STATEMENT_THEOREM,
    DPC_STATEMENT_REVISION,
    DPC_STATEMENT_TITLE,
    DPC_STATEMENT_CITE,
    DPC_STATEMENT_STATUS,
    DPC_STATEMENT_ADJACENCY,
    DPC_STATEMENT_ABOUT,
    DPC_STATEMENT_NOTE,
    DPC_STATEMENT_ASSUME,
    DPC_STATEMENT_PREMISE,
    DPC_STATEMENT_PLAN,
    DPC_STATEMENT_METHOD,
    DPC_STATEMENT_PARAM,
    DPC_STATEMENT_CHOOSE,
    DPC_STATEMENT_OBJECTIVE,
    DPC_STATEMENT_LET, /* of a number or of an array */
    DPC_STATEMENT_DEF,
    DPC_STATEMENT_USE,
    DPC_STATEMENT_REQUIRE,
    DPC_STATEMENT_RESULT,
    DPC_STATEMENT_REFEREE
} dpc_statement_kind;

/* A statement of a theorem.  name, formula and text may be NULL. */
typedef struct {
    dpc_statement_kind kind;
    const char *keyword; /* of its line: param, choose, let, require, result, referee, cite, ... */
    const char *name;    /* what is defined or cited, or NULL */
    const char *formula; /* the line without keyword and text: `eps : real where eps > 0` */
    const char *text;    /* the quoted text */
} dpc_statement;

/* The callback of dpc_theorem_statements, with its data. */
typedef void (*dpc_statement_call)(void *data, const dpc_statement *s);

/* Calls visit for each statement, in order, then for each shared function that they use (a def);
   the strings live during the call. */
DPC_API DPC_MUST_USE dpc_status dpc_theorem_statements(dpc_catalogue_t *cat, const char *id,
                                                       dpc_statement_call visit, void *data)
    DPC_NONNULL(1, 3);

/* The theorem in the theorem language, in canonical form: reading it gives the same theorem.  To be
   freed; NULL on failure. */
DPC_API DPC_MUST_USE char *dpc_theorem_text(dpc_catalogue_t *cat, const char *id) DPC_NONNULL(1);

/* The theorem as a LaTeX fragment, for a document that loads amsmath.  To be freed; NULL on
   failure. */
DPC_API DPC_MUST_USE char *dpc_theorem_latex(dpc_catalogue_t *cat, const char *id) DPC_NONNULL(1);

/* The full reference for the key of a `cite` statement; NULL if it is not known. */
DPC_API const char *dpc_reference(const char *key);

/* ---- queries ---- */

typedef struct dpc_query_s dpc_query_t;

/* A query for a theorem, with no values yet.  NULL if there is no such theorem or if it is
   malformed: see dpc_catalogue_error.  The catalogue must outlive the query. */
DPC_API DPC_MUST_USE dpc_query_t *dpc_query_new(dpc_catalogue_t *cat, const char *id)
    DPC_NONNULL(1);

/* Frees a query and everything it returned. */
DPC_API void dpc_query_free(dpc_query_t *q);

/* Gives a parameter, or a witness that would be searched for otherwise, its exact value: an
   integer, a decimal, a fraction, a power; the name of an enumeration's value; a list
   [(0.1,1e-6,100),(0.2,1e-6,50)].  PARSE: no such name, a malformed value, or a second value for
   the same name.  dpc_query_run finds out whether the theorem admits the value. */
DPC_API DPC_MUST_USE dpc_status dpc_query_set(dpc_query_t *q, const char *name, const char *value)
    DPC_NONNULL(1);

/* Forgets all values and results; settings stay. */
DPC_API void dpc_query_reset(dpc_query_t *q) DPC_NONNULL(1);

/* The number of significant digits to certify: 1 to 100000, 10 unless set. */
DPC_API DPC_MUST_USE dpc_status dpc_query_set_digits(dpc_query_t *q, unsigned long digits)
    DPC_NONNULL(1);

/* The arithmetic that evaluates the formula: "ball" (Arb, unless set), "mpfr" (directed rounding)
   and "kernel" (the checker's arithmetic) are rigorous and share no code; "double" certifies
   nothing.  Witnesses are always searched with balls. */
DPC_API DPC_MUST_USE dpc_status dpc_query_set_arith(dpc_query_t *q, const char *domain)
    DPC_NONNULL(1);

/* The largest precision to try, 64 to 2^26 bits; unless set, 65536, or 8 for each digit if that is
   more. */
DPC_API DPC_MUST_USE dpc_status dpc_query_set_max_bits(dpc_query_t *q, unsigned long bits)
    DPC_NONNULL(1);

/* The number of steps of one pass after which the query gives up; 10^9 unless set. */
DPC_API DPC_MUST_USE dpc_status dpc_query_set_max_steps(dpc_query_t *q, uint64_t steps)
    DPC_NONNULL(1);

/* Whether referees are evaluated, too; they are unless wanted is 0. */
DPC_API void dpc_query_set_referees(dpc_query_t *q, int wanted) DPC_NONNULL(1);

/* Evaluates.  OK: every result is certified to the digits asked for.  UNDECIDED: fewer digits (the
   results hold the enclosures reached) or none (no results).  DOMAIN: a hypothesis is false, or the
   formula has no value.  PARSE: a parameter has no value.  Otherwise there are no results. */
DPC_API DPC_MUST_USE dpc_status dpc_query_run(dpc_query_t *q) DPC_NONNULL(1);

/* Why the last function on this query failed; "" if it did not. */
DPC_API const char *dpc_query_error(const dpc_query_t *q) DPC_NONNULL(1);

/* The limit that the failed function reached, and its value; the error text does not say how to
   raise it. */
DPC_API dpc_limit dpc_query_limit(const dpc_query_t *q, uint64_t *value) DPC_NONNULL(1, 2);

/* What the theorem says about itself. */
DPC_API const dpc_theorem_info *dpc_query_theorem(const dpc_query_t *q) DPC_NONNULL(1);

/* A parameter or witness as it was used. */
typedef struct {
    const char *name;
    const char *value; /* exact; NULL if it has none yet */
    int is_witness;    /* a `choose`: any admissible value gives a valid bound */
    int is_given;      /* by the caller, not by the search */
    int of_referee;    /* 1 + the index of the referee that it belongs to, else 0 */
    int is_plan;       /* a plan of a method, KIND(FIELD=NUMBER,...); of interest to no reader */
} dpc_input_info;

/* The number of parameters and witnesses of the theorem, with or without a value. */
DPC_API size_t dpc_query_inputs(const dpc_query_t *q) DPC_NONNULL(1);

/* A parameter or witness, in the order of the theorem; NULL if index is not below the count. */
DPC_API const dpc_input_info *dpc_query_input(const dpc_query_t *q, size_t index) DPC_NONNULL(1);

/* The parameter or witness of this name; NULL if there is none. */
DPC_API const dpc_input_info *dpc_query_find_input(const dpc_query_t *q, const char *name)
    DPC_NONNULL(1);

/* The side of the truth on which a number lies. */
typedef enum {
    DPC_BOUND_NONE,
    DPC_BOUND_UPPER, /* the truth is at most this */
    DPC_BOUND_LOWER, /* at least */
    DPC_BOUND_EXACT  /* this is the truth */
} dpc_bound_kind;

/* "upper", "lower", "exact", "none"; "unknown" if the number is no kind. */
DPC_API const char *dpc_bound_kind_name(dpc_bound_kind kind);

/* A result of the theorem. */
typedef struct {
    const char *name;
    dpc_bound_kind kind;       /* the relation of the theorem: <=, >=, = */
    const char *lower, *upper; /* enclose the formula's value; NULL in unverified arithmetic */
    const char *exact;         /* the value as an exact rational if it is known, else NULL */
    const char *approx;        /* the value computed by unverified arithmetic, else NULL */
    unsigned long digits;      /* certified digits, at most those asked for */
    const char *text;          /* the theorem's text about it, or NULL */
} dpc_result_info;

/* The number of results: 0 before the query has run, and if it failed. */
DPC_API size_t dpc_query_results(const dpc_query_t *q) DPC_NONNULL(1);

/* A result, in the order of the theorem; NULL if index is not below the count. */
DPC_API const dpc_result_info *dpc_query_result(const dpc_query_t *q, size_t index) DPC_NONNULL(1);

/* The result of this name; NULL if there is none. */
DPC_API const dpc_result_info *dpc_query_find_result(const dpc_query_t *q, const char *name)
    DPC_NONNULL(1);

/* 1: the enclosures of result `index` of two queries have no number in common.  If both queries are
   for the same theorem at the same values and witnesses, in rigorous arithmetics, then one of the
   arithmetics is wrong.  0: they overlap, or one of them has no enclosure. */
DPC_API int dpc_query_disjoint(const dpc_query_t *a, const dpc_query_t *b, size_t index)
    DPC_NONNULL(1, 2);

/* A referee: a bound of a result from the other side, proved by an explicit mechanism. */
typedef struct {
    const char *name;
    dpc_bound_kind kind;       /* lower or upper */
    const char *lower, *upper; /* enclose the referee's value; NULL if it does not apply */
    const char *text;          /* the mechanism */
    const char *why_not;       /* why it does not apply, else NULL */
    int beats_result;          /* certified: the result is on the wrong side of this referee */
    int clears_result;         /* certified: the result is on the right side of it */
    const char *slack;         /* result over referee, rounded up; NULL if not both positive */
} dpc_referee_info;

/* The number of referees: 0 if there are no results. */
DPC_API size_t dpc_query_referees(const dpc_query_t *q) DPC_NONNULL(1);

/* A referee, in the order of the theorem; NULL if index is not below the count. */
DPC_API const dpc_referee_info *dpc_query_referee(const dpc_query_t *q, size_t index)
    DPC_NONNULL(1);

/* The number of assumptions of the theorem and of the theorems that it uses: hypotheses that
   numbers cannot check.  Every result rests on them. */
DPC_API size_t dpc_query_assumptions(const dpc_query_t *q) DPC_NONNULL(1);

/* The text of an assumption; NULL if index is not below the count. */
DPC_API const char *dpc_query_assumption(const dpc_query_t *q, size_t index) DPC_NONNULL(1);

/* The number of premises of the theorem and of the theorems that it uses: properties that a
   mechanism must have for the theorem to be about it (how samples are drawn, what the noise is
   relative to, who is a neighbour).  Numbers cannot check them; whoever relies on a result must.
   They do not make a result conditional.  Equal premises count once. */
DPC_API size_t dpc_query_premises(const dpc_query_t *q) DPC_NONNULL(1);

/* The text of a premise; NULL if index is not below the count. */
DPC_API const char *dpc_query_premise(const dpc_query_t *q, size_t index) DPC_NONNULL(1);

/* The number of notes of the theorem, which readers of a result should know.  A theorem of the
   user's own may have one more, about statements of it that are ignored. */
DPC_API size_t dpc_query_notes(const dpc_query_t *q) DPC_NONNULL(1);

/* The text of a note; NULL if index is not below the count. */
DPC_API const char *dpc_query_note(const dpc_query_t *q, size_t index) DPC_NONNULL(1);

/* What is known about the value one unit of the last digit beyond a solution. */
typedef enum {
    DPC_NEXT_FAILS,          /* certified: the condition fails there, for all witnesses */
    DPC_NEXT_NOT_ADMISSIBLE, /* a hypothesis is false there */
    DPC_NEXT_UNDECIDED,      /* it seems to fail, or is undecided: failure is not certified */
    DPC_NEXT_NO_END          /* next is 0, not admissible; it holds at the smallest values tried */
} dpc_next;

/* "fails", "not admissible", "undecided", "no end"; "unknown" if the number is no enumerator. */
DPC_API const char *dpc_next_name(dpc_next next);

/* A solution of dpc_query_solve. */
typedef struct {
    const char *name;  /* the parameter */
    const char *value; /* exact: certified, the condition holds here */
    const char *next;  /* one unit of the last digit further */
    int is_smallest;   /* next is below value; else it is above */
    dpc_next at_next;
    const char *why; /* a sentence about next */
} dpc_solution_info;

/* Finds the value of the open parameter `name` at which `result relation target` begins or ceases
   to hold (relation: "<=" or ">="), to the digits asked for.  direction: 1 for a smallest value, -1
   for a largest one, 0 for whichever is found first.  OK: the query has been run at the solution.
   UNDECIDED: none was found.  Nothing is assumed about monotonicity, so the condition may hold
   elsewhere too. */
DPC_API DPC_MUST_USE dpc_status dpc_query_solve(dpc_query_t *q, const char *name,
                                                const char *result, const char *relation,
                                                const char *target, int direction) DPC_NONNULL(1);

/* The solution of the last dpc_query_solve; NULL if it found none. */
DPC_API const dpc_solution_info *dpc_query_solution(const dpc_query_t *q) DPC_NONNULL(1);

/* Precision of the last pass in bits, 0 in unverified arithmetic. */
DPC_API unsigned long dpc_query_bits(const dpc_query_t *q) DPC_NONNULL(1);

/* The kind of an intermediate value. */
typedef enum {
    DPC_VALUE_LET,       /* of a definition of the theorem */
    DPC_VALUE_STEP,      /* of an operation in a formula */
    DPC_VALUE_CONDITION, /* of a hypothesis */
    DPC_VALUE_RESULT
} dpc_value_kind;

/* "let", "step", "condition", "result"; "unknown" if the number is no kind. */
DPC_API const char *dpc_value_kind_name(dpc_value_kind kind);

/* An intermediate value. */
typedef struct {
    dpc_value_kind kind;
    const char *name;    /* of a let or a result; "" or a word about a step */
    const char *formula; /* fully parenthesised */
    const char *value;   /* an enclosure or a truth value */
    int depth;           /* of nesting inside the formula */
} dpc_step_info;

/* The callback of dpc_query_explain, with its data. */
typedef void (*dpc_step_call)(void *data, const dpc_step_info *step);

/* Repeats the last pass of a query that has run, and calls visit for every intermediate value
   outside of loops, in the order of evaluation; the strings live during the call. */
DPC_API DPC_MUST_USE dpc_status dpc_query_explain(dpc_query_t *q, dpc_step_call visit, void *data)
    DPC_NONNULL(1, 2);

/* ---- comparisons ---- */

/* A comparison: all theorems about one setting, the best one first.  A setting is a situation with
   parameters of its own, from which those of each theorem are computed. */
typedef struct dpc_comparison_s dpc_comparison_t;

/* The number of compiled-in settings. */
DPC_API size_t dpc_setting_count(void);

/* The name of a compiled-in setting, in alphabetical order; NULL if index is not below the count.
   The string lives as long as the library. */
DPC_API const char *dpc_setting_name(size_t index);

/* A comparison in a compiled-in setting, with no values yet.  NULL if there is none of this name:
   see dpc_catalogue_error.  The catalogue must outlive the comparison. */
DPC_API DPC_MUST_USE dpc_comparison_t *dpc_comparison_new(dpc_catalogue_t *cat, const char *setting)
    DPC_NONNULL(1);

/* The same in a setting of one's own, `length` bytes of text; name: what messages call it.  NULL if
   it is malformed: see dpc_catalogue_error. */
DPC_API DPC_MUST_USE dpc_comparison_t *dpc_comparison_read(dpc_catalogue_t *cat, const char *name,
                                                           const char *text, size_t length)
    DPC_NONNULL(1);

/* Frees the comparison; NULL does nothing. */
DPC_API void dpc_comparison_free(dpc_comparison_t *c);

/* Why the last function on this comparison failed; "" if it did not. */
DPC_API const char *dpc_comparison_error(const dpc_comparison_t *c) DPC_NONNULL(1);

/* What a setting says about itself. */
typedef struct {
    const char *name, *title;
    const char *result;       /* what is compared: the smallest is the best */
    const char *const *param; /* its parameters as the setting has them: `sigma : real "..."` */
    size_t nparams;
} dpc_setting_info;

DPC_API const dpc_setting_info *dpc_comparison_setting(const dpc_comparison_t *c) DPC_NONNULL(1);

/* The parameters of the setting as a query, which belongs to the comparison: dpc_query_set gives
   them values, before dpc_comparison_run.  The digits and limits set there are those for each
   theorem. */
DPC_API dpc_query_t *dpc_comparison_given(dpc_comparison_t *c) DPC_NONNULL(1);

/* Evaluates all theorems.  OK: there are rows, although none of them need have a bound.  DOMAIN: a
   condition on the parameters is false.  PARSE: a parameter has no value. */
DPC_API DPC_MUST_USE dpc_status dpc_comparison_run(dpc_comparison_t *c) DPC_NONNULL(1);

/* The place of a theorem in a comparison. */
typedef enum {
    DPC_STANDING_RANKED,
    DPC_STANDING_REFUTED,   /* it has a value, which is no bound */
    DPC_STANDING_UNDECIDED, /* precision or a limit ran out, or no solution was found */
    DPC_STANDING_OUTSIDE    /* a hypothesis is false, or the setting says too little */
} dpc_standing;

/* "ranked", "refuted", "undecided", "not applicable"; "unknown" if the number is no standing. */
DPC_API const char *dpc_standing_name(dpc_standing standing);

/* A theorem in a comparison. */
typedef struct {
    dpc_query_t *query; /* has run if there is a value; belongs to the comparison */
    const char *label;  /* the text of the setting about it, or NULL */
    dpc_standing standing;
    dpc_status
        status; /* of the query; UNDECIDED with a value: it has fewer digits than asked for */
    dpc_theorem_status theorem_status; /* in this setting: what is exact for another mechanism is
                                          proved here */
    const char *value;   /* the upper bound, or value of the refuted formula, that is compared; NULL
                            if there is none */
    const char *least;   /* a lower bound of the truth, or NULL */
    int is_truth;        /* least and value agree to the digits asked for */
    const char *slack;   /* value over truth is at most this; NULL: not known */
    const char *why_not; /* why there is no value, else NULL */
} dpc_comparison_row_info;

/* The number of rows: 0 before the comparison has run, and if it failed. */
DPC_API size_t dpc_comparison_rows(const dpc_comparison_t *c) DPC_NONNULL(1);

/* A row: ranked ones come first, the best one first, then the others in the order of the setting;
   NULL if index is not below the count. */
DPC_API const dpc_comparison_row_info *dpc_comparison_row(const dpc_comparison_t *c, size_t index)
    DPC_NONNULL(1);

/* Numbers about different neighbours are different promises, ranked apart: the number of groups,
   and the adjacency of a group, that with the best bound first.  A theorem about any neighbours is
   in all groups. */
DPC_API size_t dpc_comparison_groups(const dpc_comparison_t *c) DPC_NONNULL(1);
DPC_API dpc_adjacency dpc_comparison_group(const dpc_comparison_t *c, size_t index) DPC_NONNULL(1);

/* The place of a row in a group, from 1 on; equal bounds have the same place.  0: the row is not in
   the group. */
DPC_API size_t dpc_comparison_place(const dpc_comparison_t *c, size_t group, size_t index)
    DPC_NONNULL(1);

/* ---- tables ---- */

typedef struct dpc_table_s dpc_table_t;

/* Reads the specification of a table; name: what messages call it.  NULL if it is malformed: see
   dpc_catalogue_error.  The catalogue must outlive the table. */
DPC_API DPC_MUST_USE dpc_table_t *dpc_table_new(dpc_catalogue_t *cat, const char *name,
                                                const char *text, size_t length) DPC_NONNULL(1);

/* Frees the table; NULL does nothing. */
DPC_API void dpc_table_free(dpc_table_t *t);

/* Why the last function on this table failed; "" if it did not. */
DPC_API const char *dpc_table_error(const dpc_table_t *t) DPC_NONNULL(1);

/* The number of rows, without the heading, and of columns. */
DPC_API size_t dpc_table_rows(const dpc_table_t *t) DPC_NONNULL(1);
DPC_API size_t dpc_table_columns(const dpc_table_t *t) DPC_NONNULL(1);
/* The name of a column; NULL if there is none of this number. */
DPC_API const char *dpc_table_column(const dpc_table_t *t, size_t column) DPC_NONNULL(1);
/* A warning for readers of a column whose numbers are not plain bounds, for example values of the
   formula of a refuted theorem; NULL if there is none. */
DPC_API const char *dpc_table_warning(const dpc_table_t *t, size_t column) DPC_NONNULL(1);

/* A number that identifies this table with its rows, its theorem files and the catalogue: files of
   cells carry it.  It does not protect against an attacker. */
DPC_API unsigned long long dpc_table_key(const dpc_table_t *t) DPC_NONNULL(1);

/* Computes a cell and sets *record to its value as one line of ASCII text, to be freed.  The record
   depends on the specification, the row and the column alone, so that cells may be computed in any
   order, in other processes and at other times.  record NULL: the table keeps the cell itself, as
   by dpc_table_put.  certificate, unless NULL: *certificate is set to a certificate (to be freed),
   or to NULL if there can be none. */
DPC_API DPC_MUST_USE dpc_status dpc_table_compute(dpc_table_t *t, size_t row, size_t column,
                                                  char **record, char **certificate) DPC_NONNULL(1);
/* Sets a cell to a record that was computed for it. */
DPC_API DPC_MUST_USE dpc_status dpc_table_put(dpc_table_t *t, size_t row, size_t column,
                                              const char *record) DPC_NONNULL(1);
/* The record of a cell, to be freed; NULL if there is none. */
DPC_API DPC_MUST_USE char *dpc_table_record(const dpc_table_t *t, size_t row, size_t column)
    DPC_NONNULL(1);
/* Verifies the certificate of a cell that has a number, and that it agrees with the table: the
   theorem, its text, the parameters and the number.  name: what messages call the certificate.  OK:
   *line is the line of the verdict, to be freed.  DOMAIN or UNDECIDED: the error says why. */
DPC_API DPC_MUST_USE dpc_status dpc_table_verify(dpc_table_t *t, size_t row, size_t column,
                                                 const char *name, const char *certificate,
                                                 size_t length, char **line) DPC_NONNULL(1, 7);

/* The table, all of whose cells have been put, as "csv", "md", "latex", "json" or "svg"; to be
   freed, NULL on failure.  All formats but CSV and SVG contain the warnings of
   dpc_table_warning. */
DPC_API DPC_MUST_USE char *dpc_table_text(dpc_table_t *t, const char *format) DPC_NONNULL(1);

/* ---- accounts ---- */

/* An account: the privacy cost of a history of steps together.  Steps have Gaussian noise, with or
   without Poisson sampling, or Laplace noise; or they are randomized response, (eps, delta)-DP,
   leaks, or losses from a table. */
typedef struct dpc_account_s dpc_account_t;

/* Reads a history: in words or as JSON (dpcert(1), "Histories"), an Opacus state_dict or a tree of
   Google's DpEvent.  name: what messages call it; paths in the history are relative to the folder
   of name.  NULL if it is malformed: see dpc_catalogue_error.  The catalogue must outlive the
   account. */
DPC_API DPC_MUST_USE dpc_account_t *dpc_account_new(dpc_catalogue_t *cat, const char *name,
                                                    const char *text, size_t length) DPC_NONNULL(1);

/* Frees the account; NULL does nothing. */
DPC_API void dpc_account_free(dpc_account_t *a);

/* Why the last function on this account failed; "" if it did not. */
DPC_API const char *dpc_account_error(const dpc_account_t *a) DPC_NONNULL(1);

/* As dpc_query_limit. */
DPC_API dpc_limit dpc_account_limit(const dpc_account_t *a, uint64_t *value) DPC_NONNULL(1, 2);

/* Asks for delta at this eps, or for eps at this delta, instead of the question in the history and
   of earlier ones.  PARSE: the value is not a number. */
DPC_API DPC_MUST_USE dpc_status dpc_account_set_eps(dpc_account_t *a, const char *eps)
    DPC_NONNULL(1);
DPC_API DPC_MUST_USE dpc_status dpc_account_set_delta(dpc_account_t *a, const char *delta)
    DPC_NONNULL(1);

/* Sets the adjacency: "add-remove" (the worse of the two directions), "add", "remove" or
   "replace-one", instead of the one in the history.  If neither names one, it is the adjacency that
   the steps have in common: "replace-one" with randomized response, else "add-remove".
   dpc_account_run fails with DOMAIN if the steps have none in common, or do not have this one. */
DPC_API DPC_MUST_USE dpc_status dpc_account_set_adjacency(dpc_account_t *a, const char *adjacency)
    DPC_NONNULL(1);

/* As dpc_query_set_digits. */
DPC_API DPC_MUST_USE dpc_status dpc_account_set_digits(dpc_account_t *a, unsigned long digits)
    DPC_NONNULL(1);

/* Sets how much of a run the history is: "complete", or "part", some of the steps that used the
   data.  This replaces what the history says; a history that says nothing is complete.
   Certificates declare it. */
DPC_API DPC_MUST_USE dpc_status dpc_account_set_extent(dpc_account_t *a, const char *extent)
    DPC_NONNULL(1);

/* One kind of step. */
typedef struct {
    const char *mechanism; /* gaussian, laplace, dp, randomized-response, leak, losses */
    const char *text;      /* in words, with its parameters */
    const char *count;     /* number of times */
} dpc_account_step_info;

/* The number of different steps that reveal anything. */
DPC_API size_t dpc_account_steps(const dpc_account_t *a) DPC_NONNULL(1);
/* A step; NULL if index is not below the count. */
DPC_API const dpc_account_step_info *dpc_account_step(const dpc_account_t *a, size_t index)
    DPC_NONNULL(1);

/* Computes the answer.  OK: both ends are certified to the digits asked for.  UNDECIDED: they are
   further apart (there is a result) or unknown (there is none).  DOMAIN: there is no such number,
   or no method can account for the history. */
DPC_API DPC_MUST_USE dpc_status dpc_account_run(dpc_account_t *a) DPC_NONNULL(1);

/* The source of an answer. */
typedef enum {
    DPC_ACCOUNT_NOBODY, /* no step reveals anything */
    DPC_ACCOUNT_ENTRY,  /* an entry of the catalogue: certificates are possible */
    DPC_ACCOUNT_GRID    /* the integer grid: certificates are not possible */
} dpc_account_method;

/* "none", "entry", "grid"; "unknown" if the number is no method. */
DPC_API const char *dpc_account_method_name(dpc_account_method method);

/* The answer: lower <= truth <= upper. */
typedef struct {
    const char *name;          /* "eps" or "delta" */
    const char *given_name;    /* the other of the two */
    const char *given;         /* its exact value */
    const char *lower, *upper; /* NULL if there is none */
    const char *theorem; /* the entry of the catalogue; NULL: none was needed, or none applies */
    dpc_account_method method;
    dpc_adjacency adjacency;       /* add-remove, add, remove */
    const char *form;              /* of the history: text, JSON, Opacus state_dict, DpEvent */
    const char *const *assumption; /* assumptions of the answer */
    size_t nassumptions;
    unsigned long digits;       /* to which the ends agree, at most those asked for; 0: none */
    const char *const *premise; /* of the entry, about the steps */
    size_t npremises;
    dpc_history_extent extent; /* complete, or a part of a run */
} dpc_account_info;

/* The answer of dpc_account_run; NULL if it found none. */
DPC_API const dpc_account_info *dpc_account_result(const dpc_account_t *a) DPC_NONNULL(1);

/* Sets *text to a certificate of one of the ends, to be freed.  kind: "guarantee" (or NULL), the
   history is (eps, delta)-DP at the upper end; "lower", it is not (eps, delta)-DP below the lower
   end. */
DPC_API DPC_MUST_USE dpc_status dpc_account_certificate(dpc_account_t *a, const char *kind,
                                                        const char *const *context, size_t ncontext,
                                                        char **text) DPC_NONNULL(1, 5);

/* ---- claims of others ---- */

typedef enum {
    DPC_CLAIM_SOUND,
    DPC_CLAIM_UNSOUND,     /* provably wrong */
    DPC_CLAIM_ROUNDED,     /* wrong by less than one unit of the last of two or more digits */
    DPC_CLAIM_UNJUSTIFIED, /* stronger than the theorem shows, but not refuted */
    DPC_CLAIM_UNDECIDED,
    DPC_CLAIM_INTERRUPTED /* the hook of dpc_on_progress said so */
} dpc_judgement_kind;

/* The verdict in a word, such as "sound"; "unknown" if the number is no verdict.  Not to be
   freed. */
DPC_API const char *dpc_judgement_name(dpc_judgement_kind verdict);

/* A claim: a result of a theorem is at most (is_lower: at least) a number, at these parameters. */
typedef struct {
    const char *theorem, *result;
    const char *claimed; /* as printed by its author; nan, inf and "" are judged too */
    int is_lower;
    const char *const *name, *const *value;
    size_t count;
    int certify; /* whether a certificate is wanted if the claim is unsound */
} dpc_claim;

typedef struct {
    dpc_judgement_kind verdict;
    int malformed;             /* the claim, its theorem or its parameters cannot be read */
    const char *lower, *upper; /* certified ends of the truth; NULL if there is none */
    const char *slack_percent; /* excess of the claim over an end of the truth, in percent of that
                                  end; negative: below; or NULL */
    const char *why;           /* in words */
    dpc_theorem_status status; /* of the theorem; NONE if it is not known */
    dpc_adjacency adjacency;
    const char *const *assumption; /* assumptions of the verdict */
    size_t nassumptions;
    const char *certificate;    /* of unsoundness, if wanted; NULL otherwise */
    const char *slack_text;     /* slack_percent in words, with the end that it is taken from */
    const char *const *premise; /* of the theorem, about the mechanism */
    size_t npremises;
    dpc_history_extent history; /* of an account, complete or a part of a run; else NONE */
    unsigned long phases;       /* of the history: its steps */
} dpc_claim_verdict;

/* Judges a claim.  To be freed with dpc_claim_verdict_free; NULL: out of memory. */
DPC_API DPC_MUST_USE dpc_claim_verdict *dpc_claim_judge(dpc_catalogue_t *cat,
                                                        const dpc_claim *claim) DPC_NONNULL(1, 2);

/* Judges a claim about an account: eps (delta) is at most, or at least, the number that another
   accountant found for this history at the delta (eps) that is set.  certify: as in dpc_claim.  The
   account keeps the number of digits that decided the claim. */
DPC_API DPC_MUST_USE dpc_claim_verdict *dpc_account_judge(dpc_account_t *a, const char *claimed,
                                                          int is_lower, int certify) DPC_NONNULL(1);

/* Frees a verdict of dpc_account_judge or dpc_claim_judge; NULL does nothing. */
DPC_API void dpc_claim_verdict_free(dpc_claim_verdict *verdict);

/* ---- certificates ---- */

/* Sets *text to a certificate of the results of a query that has run; to be freed.  On failure it
   is NULL, and the reason is in dpc_query_error.  kind: "guarantee", "lower", "value" or
   "refutation", NULL for the kind that suits the theorem; context: lines of free text, may be NULL.
   The same query gives the same bytes, which have been verified in every rigorous arithmetic of the
   library.  If the checker's arithmetic reaches fewer digits than the query's (infima and
   integrals), the certificate claims only those digits, and dpc_query_error has a text that says
   so. */
DPC_API DPC_MUST_USE dpc_status dpc_query_certificate(dpc_query_t *q, const char *kind,
                                                      const char *const *context, size_t ncontext,
                                                      char **text) DPC_NONNULL(1, 5);

/* Checks a certificate of `length` bytes; name: what messages call it.  arith: "kernel", "mpfr" or
   "ball"; NULL for the most trusted one, the kernel.  max_bits, max_steps: limits, 0 for the
   defaults (16384 and 10^8).  To be freed with dpc_verdict_free; NULL: out of memory, or no such
   arithmetic.  UNREADABLE: name or text is NULL. */
DPC_API DPC_MUST_USE dpc_verdict_info *dpc_certificate_verify(const char *name, const char *text,
                                                              size_t length, const char *arith,
                                                              unsigned long max_bits,
                                                              uint64_t max_steps);

/* The same, and sets *html to a page about the certificate and the verdict, to be freed: one file
   of HTML that needs no network and no script.  The page presents a statement as true only if the
   verdict is VERIFIED.  Both are NULL if dpc_certificate_verify would return NULL; there is no page
   about what is UNREADABLE or INTERRUPTED. */
DPC_API DPC_MUST_USE dpc_verdict_info *
dpc_certificate_report(const char *name, const char *text, size_t length, const char *arith,
                       unsigned long max_bits, uint64_t max_steps, char **html) DPC_NONNULL(7);

#ifdef __cplusplus
}
#endif

#endif
