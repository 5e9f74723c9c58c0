/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "guess/depend.h"

#include "lang/flow.h"

enum { MAX_OPEN = 64 };

/* For each open input, the inputs that some value depends on together with it. */
typedef struct {
    dpc_flow flow;
    uint64_t group[MAX_OPEN];
} groups;

/* A value computed from several inputs joins their groups. */
static void meet(void *data, uint64_t set)
{
    groups *g = data;
    for (size_t i = 0; i < MAX_OPEN; i++)
        if ((set >> i & 1) != 0)
            dpc_flow_join(&g->flow, &g->group[i], set);
}

bool dpc_depend(const dpc_code *code, uint32_t slot, const bool *open, bool *matters)
{
    groups g = {.group = {0}};
    size_t bit[MAX_OPEN], n = 0;
    bool good = dpc_flow_init(&g.flow, code);
    g.flow.plans = true;
    g.flow.meet = meet;
    g.flow.data = &g;
    for (size_t i = 0; i < code->ninputs && good; i++) {
        matters[i] = false;
        if (!open[i])
            continue;
        const bool records = dpc_type_has_records(code->input[i].type);
        good = n < MAX_OPEN;
        if (good) {
            *(records ? &g.flow.list[code->input[i].slot] : &g.flow.slot[code->input[i].slot]) =
                UINT64_C(1) << n;
            bit[n++] = i;
        }
    }
    if (good)
        dpc_flow_run(&g.flow);
    uint64_t all = good ? g.flow.slot[slot] : 0, before;
    do { /* transitive closure */
        before = all;
        for (size_t i = 0; i < n; i++)
            if ((before >> i & 1) != 0)
                all |= g.group[i];
    } while (all != before);
    for (size_t i = 0; i < n; i++)
        matters[bit[i]] = (all >> i & 1) != 0;
    dpc_flow_clear(&g.flow);
    return good;
}
