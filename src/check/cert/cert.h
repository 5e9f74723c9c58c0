/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Certificates: text -> record (read.c), record -> verdict (verify.c; statement.c words it), query
   -> text (write.c).  The format is specified in certs/FORMAT.md.  dpcert-check needs only read.c,
   verify.c and statement.c beside the language, the runner and one number domain. */
#ifndef DPC_CERT_H
#define DPC_CERT_H

#include "base/words.h"
#include "domain/domain.h"
#include "lang/catalogue.h"
#include "lang/code.h"

/* ---- reading ---- */

enum {
    DPC_CERT_MAX_STATEMENTS = 10000, /* lines that do not belong to an embedded file */
    DPC_CERT_MAX_FILES = 64,
    DPC_CERT_MAX_CONTEXT = 4096,      /* bytes of context texts in all */
    DPC_CERT_MAX_PHASE = 200,         /* bytes of the text of a phase */
    DPC_CERT_MAX_EXPONENTS = 1000000, /* sum of those of all values, or of an own theorem */
    DPC_CERT_MAX_CLAIMED = 20000000,  /* sum of those of all claims */
    DPC_CERT_MAX_NUMBERS = 2000000    /* numbers in all lists */
};

/* `param NAME = VALUE`, `choose NAME = VALUE`, `hint LO MID HI`, `claim NAME REL NUMBER`,
   `context TEXT`, `phase PHASE NAME RECORD TEXT`. */
typedef struct {
    size_t line;
    const char *name;    /* NULL for hints and context */
    char rel;            /* claims: '<' for <=, '>' for >= */
    const char *text;    /* value, number or text; NULL: a phase has none */
    const char *lo, *hi; /* hints: the ends, the middle being the text */
    unsigned long phase, record;
} dpc_cert_item;

typedef struct {
    dpc_cert_item *item;
    size_t count;
} dpc_cert_items;

typedef struct {
    size_t line;
    const char *name;
    const char *text; /* ends with a newline, like the file */
    size_t length, lines;
} dpc_cert_file;

/* The content of a certificate, line by line, before any of it is checked. */
typedef struct {
    char *buffer; /* holds all texts */
    dpc_cert_kind kind;
    dpc_adjacency neighbours;
    size_t kind_line, theorem_line, neighbours_line, referee_line, end_line;
    size_t history_line; /* 0: there is no history */
    dpc_history_extent extent;
    unsigned long phases;
    const char *id;
    unsigned long revision;
    dpc_cert_file file[DPC_CERT_MAX_FILES];
    size_t nfiles;
    dpc_cert_items phase, param, choose, hint, referee_choose, referee_hint, claim, context;
    unsigned long referee; /* from 1; 0 if there is none */
} dpc_certificate;

/* The line and the reason of a refusal. */
typedef struct {
    size_t line; /* 0: no line in particular */
    dpc_diag diag;
} dpc_cert_error;

/* Parses all of the text.  OK; PARSE or NOMEM with the reason in error.  To be cleared in any
   case. */
dpc_status dpc_cert_read(dpc_certificate *c, const char *text, size_t length,
                         dpc_cert_error *error);
void dpc_cert_clear(dpc_certificate *c);

/* The sum of the exponents of all numbers in a text, which bounds the cost of the numbers: of
   digits after e, E, p or P, perhaps with a sign, that follow a hexadecimal digit or point.  At
   most a little more than DPC_CERT_MAX_CLAIMED. */
unsigned long dpc_cert_exponents(const char *text);

/* ---- releases ---- */

typedef enum { DPC_REVISION_SUPERSEDED, DPC_REVISION_WITHDRAWN } dpc_revision_state;

/* An earlier release of a catalogue file.  The prelude's revisions number its releases. */
typedef struct {
    const char *id;
    unsigned long revision;
    dpc_revision_state state;
    const char *reason; /* of the withdrawal, or the improvement since */
    const char *text;   /* evaluated if it is superseded */
} dpc_revision;

typedef struct {
    const dpc_revision *revision;
    size_t count;
} dpc_revision_table;

/* The earlier releases that this version knows. */
extern const dpc_revision_table dpc_known_revisions;

/* Units whose text a certificate of the unit holds: itself, then those that it uses in the order of
   first use, depth first; the prelude is not among them.  Returns their number, 0 after a
   failure. */
size_t dpc_cert_closure(dpc_catalogue_t *cat, const dpc_unit *unit,
                        const dpc_unit *found[DPC_CERT_MAX_FILES], dpc_diag *diag);

/* ---- checking ---- */

struct dpc_run;

typedef struct {
    const dpc_domain *domain;            /* rigorous */
    unsigned long max_bits;              /* 0: default */
    uint64_t max_steps;                  /* 0: default */
    const dpc_revision_table *revisions; /* NULL: dpc_known_revisions */
    /* the domain's own way to integrate, see run.h; NULL: the rule for all domains */
    dpc_status (*integrate)(struct dpc_run *run, size_t pc);
} dpc_verify_options;

enum { DPC_VERIFY_BITS = 16384, DPC_VERIFY_STEPS = 100000000 };

/* The verdict about a text; name: what messages call it.  NULL: out of memory.  To be freed with
   dpc_verdict_free. */
dpc_verdict_info *dpc_cert_verify(const char *name, const char *text, size_t length,
                                  const dpc_verify_options *options);

#endif
