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

struct dpc_run;

/* What a run may use up, and has used. */
typedef struct {
    uint64_t steps, max_steps; /* with what they cost: base/cost.h */
    uint64_t told;             /* of the steps, those that the watch knows of */
    bool interrupted;          /* the watch said so */
    dpc_memory own, *memory;   /* the account: its own, or that of the run whose shadow it is */
    uint64_t bytes;            /* what this run has entered there, */
    uint64_t slot_bytes;       /* and of that for all slots at this precision */
    uint64_t binom_top, binom_bottom; /* of the last binomial coefficient; 0: none */
} dpc_budget;

/* What others do for a run.  Any of them may be NULL. */
typedef struct {
    /* Proposes a bracket for instruction pc, whose range is known; false if there is none.  What it
       proposes is checked.  NULL: brackets are not used. */
    bool (*propose)(void *data, struct dpc_run *run, size_t pc, dpc_bracket *out);
    void *propose_data;
    /* Integrates in a way of its own: instruction pc, whose range is known, sets d.  UNDECIDED: the
       rule for all domains is used instead. */
    dpc_status (*integrate)(struct dpc_run *run, size_t pc);
    /* Runs a method, as dpc_method_run does it, with a memory; NULL: that one itself. */
    dpc_status (*method)(void *data, dpc_method method, dpc_method_call *call, void *d);
    void *method_data;
    /* Called after each step outside of loops. */
    void (*trace)(void *data, const struct dpc_run *run, size_t pc);
    void *trace_data;
} dpc_hooks;

/* Why something failed. */
typedef enum {
    DPC_END_DONE,       /* nothing did */
    DPC_END_CONDITION,  /* a condition is false, or not decided at this precision */
    DPC_END_VALUE,      /* an operation has no value, or none that is known at this precision */
    DPC_END_BRACKET,    /* a bracket that was proposed is not one, or not known to be */
    DPC_END_PLAN,       /* a method refused its plan */
    DPC_END_METHOD,     /* a method came to no value at this precision */
    DPC_END_LIMIT,      /* of steps, memory or the size of an array: the message has which */
    DPC_END_UNASSIGNED, /* a slot without a value was read */
    DPC_END_NO_MEMORY,
    DPC_END_INTERRUPTED
} dpc_reason;

/* How the last block ended.  Its status and its words are with the caller of dpc_run_block; what
   was made good again, as by smaller cells, stays here. */
typedef struct {
    dpc_reason reason; /* of the last failure */
    size_t condition;  /* number of the condition that failed last, SIZE_MAX if none */
    bool final;        /* a limit was met: more precision does not help */
    /* a slot without a value was read: whatever was computed since then counts for nothing, and no
       part of the run is OK any more */
    bool unassigned;
    /* why enclosures are as wide as they are, if not for the precision alone */
    bool cells_used_up; /* subdivision had to end: more precision helps once more at most */
    bool plan_limits;   /* a method's plan limits the accuracy: more precision does not help */
} dpc_ending;

/* How deep within each other blocks are. */
typedef struct {
    int loops;
    int ranges;   /* inf, sup and integral */
    size_t cells; /* that the outermost of them has used, with those within it */
} dpc_nesting;

/* The values of all slots of a code in a domain, and what computes them. */
typedef struct dpc_run {
    const dpc_code *code;
    const dpc_domain *domain;
    unsigned long prec;
    dpc_slot *slot;
    char *element;         /* domain->size bytes for each slot */
    const dpc_list **list; /* set by the owner of the run */
    dpc_array *array;
    mpq_t scratch;
    dpc_budget budget;
    dpc_hooks hooks;
    dpc_ending ending;
    dpc_nesting nest;
    dpc_diag *diag; /* where failures are put into words */
    /* conditions that are not decided do not stop the run: to show that no point of a range of
       inputs does what is asked, never for a bound */
    bool passes_undecided;
    struct dpc_run *shadow; /* the same code in another domain, for integrals; made when needed */
    size_t filled;          /* a shadow: the instruction whose block's values it holds (shadow.h) */
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
   undefined; UNDECIDED: more precision may help, unless the ending says that it does not;
   INTERRUPTED: the watch said so. */
dpc_status dpc_run_block(dpc_run *run, size_t begin, size_t end, unsigned long prec,
                         dpc_diag *diag);

/* The enclosure of a slot's value, as it is known now. */
void dpc_run_bounds(dpc_run *run, uint32_t slot, dpc_bounds *out);

/* What is known about the value of a slot. */
void dpc_run_value(dpc_run *run, uint32_t slot, dpc_enclosure *out);

/* LT, LE, EQ or NE of two slots' values. */
dpc_tri dpc_run_compare(dpc_run *run, dpc_op op, uint32_t a, uint32_t b);

/* ---- for the files that carry out single instructions ---- */

static inline void *dpc_run_element(const dpc_run *run, uint32_t slot)
{
    return run->element + (size_t)slot * run->domain->size;
}
/* An exact integer. */
static inline bool dpc_slot_is_integer(const dpc_slot *s)
{
    return s->exact && mpz_cmp_ui(mpq_denref(s->q), 1) == 0;
}
/* Counts what is being done: whoever touches a number pays for it. */
static inline void dpc_run_spend(dpc_run *run, uint64_t steps)
{
    run->budget.steps += steps;
}
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
/* The same for slots that may be of an array, with their elements. */
void dpc_run_copy_slot(dpc_run *run, dpc_slot *d, void *de, const dpc_slot *s, const void *se);
/* Charges for what is about to be done, beyond the step itself: DPC_OK if so many steps are left,
   and the account of memory is not overdrawn. */
dpc_status dpc_run_charge(dpc_run *run, const dpc_instr *i, uint64_t steps);
uint64_t dpc_run_steps_left(const dpc_run *run);
/* Counts what is done already; the next charge finds out if it was too much.  INTERRUPTED: the
   watch said so. */
dpc_status dpc_run_count(dpc_run *run, uint64_t steps);
/* Tells the watch of all steps that it does not know of. */
dpc_status dpc_run_tell(dpc_run *run);
/* The same for what another run did for this one: its steps, of which there are none then. */
void dpc_run_count_other(dpc_run *run, dpc_run *other);
/* Asks the account for memory, false if it does not fit, and gives it back. */
bool dpc_run_ask(dpc_run *run, uint64_t bytes);
void dpc_run_give(dpc_run *run, uint64_t bytes);
/* Asks for what lists, and all slots at this precision, take. */
bool dpc_run_reserve(dpc_run *run, unsigned long prec);
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
/* The numbers change places. */
void dpc_run_swap_q(dpc_run *run, dpc_slot *s, mpq_ptr q);
/* ---- in words (words.c) ---- */

/* A short text for the value of a slot: exact, or an interval; for messages. */
void dpc_run_describe(dpc_run *run, uint32_t slot, char *out, size_t size);

/* Each of these notes a failure at an instruction and returns its status. */
dpc_status dpc_run_fail(dpc_run *run, const dpc_instr *i, dpc_reason reason, dpc_status status,
                        const char *format, ...) __attribute__((format(printf, 5, 6)));
/* A limit is reached: more precision does not help.  NONE: one that no number stands for. */
dpc_status dpc_run_fail_limit(dpc_run *run, const dpc_instr *i, dpc_limit limit,
                              const char *message);
/* Memory ended, or the account is full: says which. */
dpc_status dpc_run_fail_memory(dpc_run *run, const dpc_instr *i);
/* The same for the slots of the run at its precision. */
dpc_status dpc_run_fail_slots(dpc_run *run);
/* A slot without a value was read: the run is void. */
dpc_status dpc_run_fail_unassigned(dpc_run *run, const dpc_instr *i);
/* Arithmetic has no value, or none that is known. */
dpc_status dpc_run_fail_step(dpc_run *run, const dpc_instr *i, dpc_status status);
/* A range of integers, or a list, is empty where something must be in it. */
dpc_status dpc_run_fail_empty(dpc_run *run, const dpc_instr *i);
/* The domain does not declare the operation. */
dpc_status dpc_run_fail_unable(dpc_run *run, const dpc_instr *i);
/* A condition is false, or not decided. */
dpc_status dpc_run_fail_check(dpc_run *run, size_t condition, dpc_status status);
/* A method failed, for the reasons that the call has. */
dpc_status dpc_run_fail_method(dpc_run *run, const dpc_instr *i, const dpc_method_call *call,
                               dpc_status status);
/* Memory ended where there is no account; the watch said so. */
dpc_status dpc_run_fail_plainly(dpc_run *run, dpc_status status);

#endif
