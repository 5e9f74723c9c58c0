/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The part of the public interface that the checker has too: statuses, words, verdicts.  It stands
   in src/check, because what a verdict rests on does, and is installed beside dpcert.h, which
   includes it. */
#ifndef DPCERT_CHECK_H
#define DPCERT_CHECK_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define DPC_API __attribute__((visibility("default")))
#else
#define DPC_API
#endif

/* What compilers can tell a caller: the arguments of these numbers must not be NULL; the value that
   a function returns must be looked at.  The library itself is compiled without (DPC_BUILD): it
   checks for NULL itself, and with the attribute a compiler could remove those checks. */
#if defined(__GNUC__) && !defined(DPC_BUILD)
#define DPC_NONNULL(...) __attribute__((nonnull(__VA_ARGS__)))
#define DPC_MUST_USE __attribute__((warn_unused_result))
#else
#define DPC_NONNULL(...)
#define DPC_MUST_USE
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    DPC_OK,
    DPC_DOMAIN,     /* a hypothesis is false, or an operation undefined */
    DPC_UNDECIDED,  /* precision, time or a limit ran out */
    DPC_PARSE,      /* malformed text, unknown or missing name */
    DPC_IO,         /* a file cannot be read */
    DPC_NOMEM,      /* out of memory */
    DPC_INTERRUPTED /* the hook of dpc_on_progress said so */
} dpc_status;

/* The limit that a failure has met.  Reported together with its value: the limit itself, or, for
   digits, the number that can be reached. */
typedef enum {
    DPC_LIMIT_NONE,   /* none, or none is known to help */
    DPC_LIMIT_STEPS,  /* max_steps; more may help */
    DPC_LIMIT_BITS,   /* max_bits; more may help */
    DPC_LIMIT_MEMORY, /* bytes; nobody can set it */
    DPC_LIMIT_DIGITS  /* so many digits would be reached; 0: fewer may be, it is not known how many
                       */
} dpc_limit;

/* ---- what theorems and certificates say about themselves ---- */

/* Enumerators are for programs.  People read words: the function `_name` gives the word that
   theorem files, certificates and --json have for an enumerator, and "unknown" if the number is no
   enumerator.  In these enumerations 0 is "none", what is absent.  In others it is not: dpc_status
   and dpc_verdict begin with success, as exit statuses do, and dpc_judgement_kind with
   DPC_CLAIM_SOUND.  A structure that no function has filled in means nothing. */

typedef enum {
    DPC_STATUS_NONE,
    DPC_STATUS_EXACT,       /* proved, and the truth in the setting that it is about */
    DPC_STATUS_PROVED,      /* a bound */
    DPC_STATUS_CONDITIONAL, /* a bound under assumptions that numbers cannot check */
    DPC_STATUS_ASYMPTOTIC,  /* a formula that is no bound at finite parameters */
    DPC_STATUS_REFUTED      /* false as it is printed */
} dpc_theorem_status;
DPC_API const char *dpc_theorem_status_name(dpc_theorem_status status);

/* Why the status is believed. */
typedef enum {
    DPC_BASIS_NONE,
    DPC_BASIS_PAPER,     /* the paper's proof */
    DPC_BASIS_REDERIVED, /* derived again for the catalogue */
    DPC_BASIS_MACHINE    /* checked by machine */
} dpc_basis;

/* Which inputs are neighbours. */
typedef enum {
    DPC_ADJACENCY_NONE,
    DPC_ADJACENCY_ADD_REMOVE,
    DPC_ADJACENCY_ADD,    /* one direction of add-remove */
    DPC_ADJACENCY_REMOVE, /* the other */
    DPC_ADJACENCY_REPLACE_ONE,
    DPC_ADJACENCY_ZERO_OUT,
    DPC_ADJACENCY_ANY /* a statement for each of the symmetric ones: what the hypotheses mean by it
                       */
} dpc_adjacency;
DPC_API const char *dpc_adjacency_name(dpc_adjacency adjacency);

/* What the issuer of a certificate says of its steps. */
typedef enum {
    DPC_HISTORY_NONE,
    DPC_HISTORY_COMPLETE, /* they are all that used the data */
    DPC_HISTORY_PART      /* they are some of them */
} dpc_history_extent;

/* What a certificate claims. */
typedef enum {
    DPC_CERT_NONE,
    DPC_CERT_GUARANTEE,  /* the bounds of a theorem */
    DPC_CERT_LOWER,      /* that no smaller number is true */
    DPC_CERT_VALUE,      /* values of a formula, which need not bound anything */
    DPC_CERT_REFUTATION, /* that a printed theorem is false */
    DPC_CERT_AUDIT       /* a word of the format; no theorem can carry such a statement yet */
} dpc_cert_kind;
DPC_API const char *dpc_cert_kind_name(dpc_cert_kind kind);

/* ---- verdicts ---- */

/* Bytes of a certificate; larger ones are rejected. */
enum { DPC_MAX_CERTIFICATE = 16 << 20 };

typedef enum {
    DPC_VERIFIED,
    DPC_REJECTED,
    DPC_UNREADABLE,
    DPC_VERIFY_UNDECIDED,  /* neither, within the limits */
    DPC_VERIFY_INTERRUPTED /* the hook of dpc_on_progress said so */
} dpc_verdict;

/* The word at the start of a verdict's line, e.g. "VERIFIED"; "unknown" if the number is no
 * verdict.
 */
DPC_API const char *dpc_verdict_name(dpc_verdict verdict);

/* A claim, or a value that it depends on, as the certificate writes it. */
typedef struct {
    const char *name;
    const char *relation; /* of a claim: "<=" or ">="; else "=" */
    const char *value;
} dpc_verdict_item;

/* A record of a list of steps, and the phase of the history that it belongs to. */
typedef struct {
    unsigned long phase; /* from 1 */
    const char *param;   /* the list; "parameters": all parameters together */
    unsigned long record;
    const char *text; /* what the issuer calls it, not checked; NULL: nothing */
} dpc_verdict_phase;

/* What verification found.  Only `verdict` and `line` are always set; what is said about the
   statement is set only if it is VERIFIED. */
typedef struct {
    dpc_verdict verdict;
    const char *line;   /* VERIFIED KIND ID: CLAIMS (PARAMETERS), REJECTED NAME:LINE: REASON, ... */
    dpc_cert_kind kind; /* NONE unless VERIFIED */
    int is_conditional; /* it rests on assumptions, or the theorem is conditional */
    size_t where;       /* the line of the certificate that is to blame, 0 if none is */
    const char *const *assumption; /* what a verified statement rests on */
    size_t nassumptions;
    const char *const *note; /* what else a reader should know */
    size_t nnotes;
    const char *const *context; /* what the issuer says; not checked */
    size_t ncontext;
    const char *theorem;
    dpc_adjacency adjacency;
    unsigned long revision;
    const dpc_verdict_item *claim, *param, *choose; /* choose: witnesses, also of a referee */
    size_t nclaims, nparams, nchoose;
    /* What the mechanism must be like, by the checker's copy of the theorem: whoever relies on the
       statement has to check it.  It does not make the statement conditional. */
    const char *const *premise;
    size_t npremises;
    int is_own;      /* the theorem is the issuer's own: nothing vouches for it and its premises */
    dpc_limit limit; /* UNDECIDED: the limit that was met, */
    uint64_t limit_value; /* and its value */
    /* What the issuer declares of the run; NONE: the parameters are as given. */
    dpc_history_extent history;
    unsigned long phases;
    const dpc_verdict_phase *phase; /* by record, in the order of the phases */
    size_t nrecords;
} dpc_verdict_info;

/* Frees a verdict and its strings; NULL is allowed. */
DPC_API void dpc_verdict_free(dpc_verdict_info *verdict);

#ifdef __cplusplus
}
#endif

#endif
