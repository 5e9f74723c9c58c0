/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Finds the inputs on which a value may depend: sets of inputs, as bits, are propagated through the
   instructions. */
#ifndef DPC_FLOW_H
#define DPC_FLOW_H

#include "lang/code.h"

#include <stdbool.h>

typedef struct {
    const dpc_code *code;
    uint64_t *slot, *array, *list; /* the inputs each may depend on */
    bool plans; /* count plans as inputs of methods: the enclosure depends on them */
    bool changed;
    /* called with each set from which a value is computed; may be NULL */
    void (*meet)(void *data, uint64_t set);
    void *data;
} dpc_flow;

/* Makes room for the sets, all empty; false: out of memory.  To be cleared in any case. */
bool dpc_flow_init(dpc_flow *f, const dpc_code *code);
void dpc_flow_clear(dpc_flow *f);

/* Adds inputs to a set; notes whether it grows. */
void dpc_flow_join(dpc_flow *f, uint64_t *set, uint64_t more);

/* Propagates the sets of the slots and lists of inputs to all slots. */
void dpc_flow_run(dpc_flow *f);

/* The dependence of a result. */
typedef enum {
    DPC_BY_PARAMETERS, /* on parameters only */
    DPC_BY_WITNESSES,  /* on witnesses and perhaps parameters: the evaluator chooses a part */
    DPC_IS_WITNESS     /* on witnesses only: it is chosen itself */
} dpc_chosen;

/* Sets chosen, by result.  The plan of a method is no witness here: the value is the same for every
   plan.  false: out of memory. */
bool dpc_flow_chosen(const dpc_code *code, dpc_chosen *chosen);

#endif
