/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Running instructions in a number domain.  A run holds the values of all slots; it is used
   repeatedly, for other inputs and for more precision. */
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
    uint64_t bytes; /* entered in the account for it, without its rational numbers */
    dpc_slot *slot;
    char *element;
} dpc_array;

/* A bracket of the infimum of f over a range: lo < mid < hi, f(mid) < f(lo) and f(mid) < f(hi).  An
   end of the range may replace lo or hi, since the range ends there. */
typedef struct {
    bool from_start, to_end; /* lo is the start of the range; hi is its end */
    mpq_t lo, mid, hi;
} dpc_bracket;

struct dpc_run;

/* The budget of a run, and its use so far. */
typedef struct {
    uint64_t steps, max_steps;        /* with the costs of base/cost.h */
    uint64_t told;                    /* steps already reported to the watch */
    bool interrupted;                 /* by the watch */
    dpc_memory own, *memory;          /* the account: its own, or for a shadow that of its run */
    uint64_t bytes;                   /* entered there by this run */
    uint64_t slot_bytes;              /* of these, for all slots at this precision */
    uint64_t binom_top, binom_bottom; /* of the last binomial coefficient; 0: none */
} dpc_budget;

/* Hooks of a run.  Any of them may be NULL. */
typedef struct {
    /* Proposes a bracket for instruction pc, whose range is known; false if there is none.  The run
       checks the bracket.  NULL: brackets are not used. */
    bool (*propose)(void *data, struct dpc_run *run, size_t pc, dpc_bracket *out);
    void *propose_data;
    /* Integrates with a rule of the domain: instruction pc, whose range is known, sets d.
       UNDECIDED: the rule for all domains is used instead. */
    dpc_status (*integrate)(struct dpc_run *run, size_t pc);
    /* Runs a method, as dpc_method_run does, perhaps remembering its values; NULL: dpc_method_run
       itself. */
    dpc_status (*method)(void *data, dpc_method method, dpc_method_call *call, void *d);
    void *method_data;
    /* Called after each step outside of loops. */
    void (*trace)(void *data, const struct dpc_run *run, size_t pc);
    void *trace_data;
} dpc_hooks;

/* The reason of a failure. */
typedef enum {
    DPC_END_DONE,       /* no failure */
    DPC_END_CONDITION,  /* a condition is false, or undecided at this precision */
    DPC_END_VALUE,      /* an operation has no value, or none known at this precision */
    DPC_END_BRACKET,    /* a proposed bracket is invalid, or not known to be valid */
    DPC_END_PLAN,       /* a method refused its plan, or finds no value with it */
    DPC_END_METHOD,     /* a method had no memory, or was interrupted */
    DPC_END_LIMIT,      /* of steps, memory or the size of an array: the message says which */
    DPC_END_UNASSIGNED, /* a slot without a value was read */
    DPC_END_NO_MEMORY,
    DPC_END_INTERRUPTED
} dpc_reason;

/* How the last block ended.  Its status and message go to the caller of dpc_run_block; failures
   that were overcome later, for example by smaller cells, stay here. */
typedef struct {
    dpc_reason reason; /* of the last failure */
    size_t condition;  /* number of the condition that failed last, SIZE_MAX if none */
    bool final;        /* a limit was reached: more precision does not help */
    /* a slot without a value was read: nothing computed since then counts, and no part of the run
       is OK any more */
    bool unassigned;
    /* reasons for wide enclosures other than the precision */
    bool cells_used_up; /* subdivision had to stop: more precision helps at most once more */
    bool plan_limits;   /* a method's plan limits the accuracy: more precision does not help */
} dpc_ending;

/* The nesting of blocks. */
typedef struct {
    int loops;
    int ranges;   /* inf, sup and integral */
    size_t cells; /* used by the outermost range and its inner ranges */
} dpc_nesting;

/* The values of all slots of a code in a domain, and the state of their computation. */
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
    dpc_diag *diag; /* receives the messages of failures */
    /* undecided conditions do not stop the run: only for showing that no point of a range of inputs
       meets a target, never for a bound */
    bool passes_undecided;
    struct dpc_run *shadow; /* the same code in another domain, for integrals; made when needed */
    size_t filled;          /* a shadow: the instruction whose block's values it holds (shadow.h) */
} dpc_run;

/* NULL: out of memory. */
dpc_run *dpc_run_new(const dpc_code *code, const dpc_domain *domain);
/* The same code in another domain, on the same account of memory.  NULL also if the account has no
   room. */
dpc_run *dpc_run_new_within(dpc_run *run, const dpc_domain *domain);
void dpc_run_free(dpc_run *run);

/* Forgets all values. */
void dpc_run_reset(dpc_run *run);

/* Gives a scalar input its value. */
void dpc_run_set_input(dpc_run *run, size_t input, const mpq_t value);

/* Runs instructions begin..end-1 at prec bits.  OK; DOMAIN: a condition is false or an operation
   undefined; UNDECIDED: more precision may help, unless the ending says that it does not;
   INTERRUPTED: by the watch. */
dpc_status dpc_run_block(dpc_run *run, size_t begin, size_t end, unsigned long prec,
                         dpc_diag *diag);

/* The present enclosure of a slot's value. */
void dpc_run_bounds(dpc_run *run, uint32_t slot, dpc_bounds *out);

/* The value of a slot, as far as it is known. */
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
/* Counts steps: every use of a number is charged. */
static inline void dpc_run_spend(dpc_run *run, uint64_t steps)
{
    run->budget.steps += steps;
}
/* The element of a slot, made from the exact value if necessary.  A slot without a value gives 0,
   and the run is `unassigned` from then on. */
const void *dpc_run_enclosure(dpc_run *run, uint32_t slot);
/* Declares the element of a slot, which was just set, to be its value. */
void dpc_run_set_enclosed(dpc_run *run, uint32_t slot);
/* Removes the value of a slot. */
void dpc_run_forget(dpc_run *run, uint32_t slot);
/* d = the hull of a and b, an enclosure. */
void dpc_run_hull(dpc_run *run, uint32_t d, uint32_t a, uint32_t b);
/* Sets a slot to an exact value. */
void dpc_run_assign(dpc_run *run, uint32_t slot, mpq_srcptr q, bool is_int);
void dpc_run_copy(dpc_run *run, uint32_t d, uint32_t s);
/* Copies a slot with its element; either may belong to an array. */
void dpc_run_copy_slot(dpc_run *run, dpc_slot *d, void *de, const dpc_slot *s, const void *se);
/* Charges for work about to be done, in addition to the step itself: DPC_OK if this many steps are
   left and the account of memory is not overdrawn. */
dpc_status dpc_run_charge(dpc_run *run, const dpc_instr *i, uint64_t steps);
uint64_t dpc_run_steps_left(const dpc_run *run);
/* Counts work already done; the next charge fails if it was too much.  INTERRUPTED: by the
   watch. */
dpc_status dpc_run_count(dpc_run *run, uint64_t steps);
/* Reports all steps not yet reported to the watch. */
dpc_status dpc_run_tell(dpc_run *run);
/* Moves the steps of another run, which worked for this one, to this run. */
void dpc_run_count_other(dpc_run *run, dpc_run *other);
/* Requests memory from the account, false if it does not fit; and returns it. */
bool dpc_run_ask(dpc_run *run, uint64_t bytes);
void dpc_run_give(dpc_run *run, uint64_t bytes);
/* Requests the memory of lists, and of all slots at this precision. */
bool dpc_run_reserve(dpc_run *run, unsigned long prec);
/* One arithmetic instruction. */
dpc_status dpc_run_step(dpc_run *run, const dpc_instr *i);
/* Runs instructions begin..end-1 as part of the present run. */
dpc_status dpc_run_part(dpc_run *run, size_t begin, size_t end);
/* The instruction after pc and its block, if it has one. */
size_t dpc_run_next(const dpc_run *run, size_t pc);
/* Makes room in an array, for elements of the run's precision; an array that is too small is
   emptied first.  false: it does not fit the account, or out of memory. */
bool dpc_run_make_room(dpc_run *run, dpc_array *array, size_t room);
/* Sets the rational number of a slot, or of an element of an array. */
void dpc_run_set_q(dpc_run *run, dpc_slot *s, mpq_srcptr q);
/* Swaps the rational number of a slot with q. */
void dpc_run_swap_q(dpc_run *run, dpc_slot *s, mpq_ptr q);
/* ---- in words (words.c) ---- */

/* A short text for the value of a slot: exact, or an interval; for messages. */
void dpc_run_describe(dpc_run *run, uint32_t slot, char *out, size_t size);

/* Each of these notes a failure at an instruction and returns its status. */
dpc_status dpc_run_fail(dpc_run *run, const dpc_instr *i, dpc_reason reason, dpc_status status,
                        const char *format, ...) __attribute__((format(printf, 5, 6)));
/* A limit is reached: more precision does not help.  NONE: a limit without a number. */
dpc_status dpc_run_fail_limit(dpc_run *run, const dpc_instr *i, dpc_limit limit,
                              const char *message);
/* Out of memory, or the account is full: the message says which. */
dpc_status dpc_run_fail_memory(dpc_run *run, const dpc_instr *i);
/* The same for the slots of the run at its precision. */
dpc_status dpc_run_fail_slots(dpc_run *run);
/* A slot without a value was read: the run is void. */
dpc_status dpc_run_fail_unassigned(dpc_run *run, const dpc_instr *i);
/* An arithmetic operation has no value, or none that is known. */
dpc_status dpc_run_fail_step(dpc_run *run, const dpc_instr *i, dpc_status status);
/* A range of integers, or a list, is empty and must not be. */
dpc_status dpc_run_fail_empty(dpc_run *run, const dpc_instr *i);
/* The domain does not declare the operation. */
dpc_status dpc_run_fail_unable(dpc_run *run, const dpc_instr *i);
/* A condition is false, or undecided. */
dpc_status dpc_run_fail_check(dpc_run *run, size_t condition, dpc_status status);
/* A method failed, for the reason in the call. */
dpc_status dpc_run_fail_method(dpc_run *run, const dpc_instr *i, const dpc_method_call *call,
                               dpc_status status);
/* Out of memory outside of the account, or interrupted by the watch. */
dpc_status dpc_run_fail_plainly(dpc_run *run, dpc_status status);

#endif
