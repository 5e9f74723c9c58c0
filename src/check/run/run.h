/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Running instructions in a number domain.  A run holds the values of all slots; it is used again
   and again: for other inputs, for more precision. */
#ifndef DPC_RUN_H
#define DPC_RUN_H

#include "domain/memory.h"
#include "lang/code.h"
#include "method/method.h"

#include <stdint.h>

enum { DPC_DEFAULT_MAX_STEPS = 1000000000 };

typedef struct {
    bool exact;    /* q is the value */
    bool enclosed; /* the element encloses the value at the current precision */
    bool unset;    /* MIN and MAX give the other operand; neither exact nor enclosed */
    dpc_tri truth; /* of a condition */
    mpq_t q;
} dpc_slot;

typedef struct {
    mpz_t lo;      /* index of the first element */
    size_t length; /* elements filled so far */
    size_t room;
    uint64_t bytes; /* what the account has of it, without its rational numbers */
    dpc_slot *slot;
    char *element;
} dpc_array;

/* Where an infimum of f over a range is: lo < mid < hi, f(mid) < f(lo) and f(mid) < f(hi).  An end
   of the range may take the place of lo or hi: nothing lies beyond it. */
typedef struct {
    bool from_start, to_end; /* lo is the start of the range; hi is its end */
    mpq_t lo, mid, hi;
} dpc_bracket;

typedef struct dpc_run {
    const dpc_code *code;
    const dpc_domain *domain;
    dpc_slot *slot;
    char *element;         /* domain->size bytes for each slot */
    const dpc_list **list; /* set by the owner of the run */
    dpc_array *array;
    mpq_t scratch;
    unsigned long prec;
    uint64_t steps, max_steps; /* with what they cost: base/cost.h */
    dpc_memory own, *memory;   /* the account: its own, or that of the run whose shadow it is */
    uint64_t bytes;            /* what this run has entered there, */
    uint64_t slot_bytes;       /* and of that for all slots at this precision */
    uint64_t binom_top, binom_bottom; /* of the last binomial coefficient; 0: none */
    uint64_t told;                    /* of the steps, those that the watch knows of */
    bool interrupted;                 /* the watch said so */
    size_t failed; /* number of the condition that failed last, SIZE_MAX if none */
    bool hopeless; /* the last failure does not go away with more precision */
    /* conditions that are not decided do not stop the run: to show that no point of a range of
       inputs does what is asked, never for a bound */
    bool passes_undecided;
    /* a slot without a value was read: whatever was computed since then counts for nothing, and no
       part of the run is OK any more */
    bool unassigned;
    bool refused;   /* the last failure: the bracket that was proposed is none */
    bool saturated; /* an enclosure is as wide as it is because subdivision had to end */
    /* Proposes a bracket for instruction pc, whose range is known; false if there is none.  What it
       proposes is checked.  NULL: brackets are not used. */
    bool (*propose)(void *data, struct dpc_run *run, size_t pc, dpc_bracket *out);
    void *propose_data;
    /* Integrates in a way of its own: instruction pc, whose range is known, sets d.  UNDECIDED: the
     * rule for all domains is used instead.  May be NULL. */
    dpc_status (*integrate)(struct dpc_run *run, size_t pc);
    struct dpc_run *shadow; /* the same code in another domain, for integrals; made when needed */
    size_t filled;          /* a shadow: the instruction whose block's values it holds (shadow.h) */
    /* Runs a method, as dpc_method_run does it, with a memory; NULL: that one itself. */
    dpc_status (*method)(void *data, dpc_method method, dpc_method_call *call, void *d);
    void *method_data;
    bool no_plan;     /* the last failure: a method refused its plan */
    bool plan_limits; /* a method's plan limits the accuracy: more precision does not help */
    dpc_diag *diag;
    /* called after each step outside of loops; may be NULL */
    void (*trace)(void *data, const struct dpc_run *run, size_t pc);
    void *trace_data;
    int loop_depth;
    int range_depth;    /* of inf, sup and integral within each other */
    size_t range_cells; /* that the outermost of them has used, with those within it */
} dpc_run;

/* NULL when memory ends. */
dpc_run *dpc_run_new(const dpc_code *code, const dpc_domain *domain);
/* The same code in another domain, on the same account of memory.  NULL also where that does not
   hold it. */
dpc_run *dpc_run_new_within(dpc_run *run, const dpc_domain *domain);
void dpc_run_free(dpc_run *run);

/* Forgets all values. */
void dpc_run_reset(dpc_run *run);

/* Gives a scalar input its value. */
void dpc_run_set_input(dpc_run *run, size_t input, const mpq_t value);

/* Runs instructions begin..end-1 at prec bits.  OK; DOMAIN: a condition is false or an operation
   undefined; UNDECIDED: more precision may help (unless run->hopeless: a limit was reached);
   INTERRUPTED: the watch said so. */
dpc_status dpc_run_block(dpc_run *run, size_t begin, size_t end, unsigned long prec,
                         dpc_diag *diag);

/* The enclosure of a slot's value, as it is known now. */
void dpc_run_bounds(dpc_run *run, uint32_t slot, dpc_bounds *out);

/* What is known about the value of a slot. */
void dpc_run_value(dpc_run *run, uint32_t slot, dpc_enclosure *out);

/* LT, LE, EQ or NE of two slots' values. */
dpc_tri dpc_run_compare(dpc_run *run, dpc_op op, uint32_t a, uint32_t b);

/* A short text for the value of a slot: exact, or an interval; for messages. */
void dpc_run_describe(dpc_run *run, uint32_t slot, char *out, size_t size);

/* ---- for the files that carry out single instructions ---- */

void *dpc_run_element(const dpc_run *run, uint32_t slot);
/* The element of a slot, made from the exact value where it is not there yet.  A slot without a
   value gives 0, and the run is `unassigned` from then on. */
const void *dpc_run_enclosure(dpc_run *run, uint32_t slot);
/* The element of a slot was set, and is the value from now on. */
void dpc_run_set_enclosed(dpc_run *run, uint32_t slot);
/* The slot has no value. */
void dpc_run_forget(dpc_run *run, uint32_t slot);
/* d = the hull of a and b, an enclosure. */
void dpc_run_hull(dpc_run *run, uint32_t d, uint32_t a, uint32_t b);
/* Sets a slot to an exact value. */
void dpc_run_assign(dpc_run *run, uint32_t slot, mpq_srcptr q, bool is_int);
void dpc_run_copy(dpc_run *run, uint32_t d, uint32_t s);
/* Charges for what is about to be done, beyond the step itself: DPC_OK if so many steps are left,
   and the account of memory is not overdrawn. */
dpc_status dpc_run_charge(dpc_run *run, const dpc_instr *i, uint64_t steps);
uint64_t dpc_run_steps_left(const dpc_run *run);
/* Counts what is done already; the next charge finds out if it was too much.  INTERRUPTED: the
   watch said so. */
dpc_status dpc_run_count(dpc_run *run, uint64_t steps);
/* The same for what another run did for this one: its steps, of which there are none then. */
void dpc_run_count_other(dpc_run *run, dpc_run *other);
/* Asks the account for memory, false if it does not fit, and gives it back. */
bool dpc_run_ask(dpc_run *run, uint64_t bytes);
void dpc_run_give(dpc_run *run, uint64_t bytes);
/* Asks for what lists, and all slots at this precision, take. */
bool dpc_run_reserve(dpc_run *run, unsigned long prec);
/* Memory ended, or the account is full: says which. */
dpc_status dpc_run_fail_memory(dpc_run *run, const dpc_instr *i);
/* One arithmetic instruction. */
dpc_status dpc_run_step(dpc_run *run, const dpc_instr *i);
/* Instructions begin..end-1, as part of the run that is going on. */
dpc_status dpc_run_part(dpc_run *run, size_t begin, size_t end);
/* The instruction after pc and its block, if it has one. */
size_t dpc_run_next(const dpc_run *run, size_t pc);
/* Makes room in an array, for elements of the run's precision; where there is too little the array
   is emptied first.  False if that does not fit the account, or when memory ends. */
bool dpc_run_make_room(dpc_run *run, dpc_array *array, size_t room);
/* A rational number of a slot or of an element of an array changes. */
void dpc_run_set_q(dpc_run *run, dpc_slot *s, mpq_srcptr q);
/* A limit is reached: more precision does not help.  NONE: one that no number stands for. */
dpc_status dpc_run_fail_limit(dpc_run *run, const dpc_instr *i, dpc_limit limit,
                              const char *message);

#endif
