/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Which inputs a value may depend on: sets of inputs, as bits, on their way through the
   instructions. */
#ifndef DPC_FLOW_H
#define DPC_FLOW_H

#include "lang/code.h"

#include <stdbool.h>

typedef struct {
    const dpc_code *code;
    uint64_t *slot, *array, *list; /* what each may depend on */
    bool plans;                    /* a method's value depends on its plan, as its enclosure does */
    bool changed;
    /* called with each set from which something is computed; NULL: nothing is */
    void (*meet)(void *data, uint64_t set);
    void *data;
} dpc_flow;

/* Room for the sets, all empty; false when memory ends.  To be cleared in any case. */
bool dpc_flow_init(dpc_flow *f, const dpc_code *code);
void dpc_flow_clear(dpc_flow *f);

/* Adds to a set; notes whether it grows. */
void dpc_flow_join(dpc_flow *f, uint64_t *set, uint64_t more);

/* Spreads the sets that slots and lists of inputs have over all slots. */
void dpc_flow_run(dpc_flow *f);

/* What a result depends on. */
typedef enum {
    DPC_BY_PARAMETERS, /* and on nothing else */
    DPC_BY_WITNESSES,  /* and perhaps on parameters: whoever evaluates the theorem chooses a part */
    DPC_IS_WITNESS     /* on witnesses and on no parameter: it is what is chosen */
} dpc_chosen;

/* By result.  The plan of a method is no witness here: the value is the same for every plan.  False
   when memory ends. */
bool dpc_flow_chosen(const dpc_code *code, dpc_chosen *chosen);

#endif
