/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "arith/arith.h"
#include "guess/memo.h"
#include "guess/prepared.h"

#include <math.h>
#include <stdlib.h>

enum { ENTRIES = 6 };

typedef struct {
    dpc_prepared *ready; /* NULL: the entry is free */
    dpc_method method;
    const dpc_domain *dom;
    unsigned long prec;
    uint64_t used; /* time of the last use */
    const dpc_list *list[DPC_INV_NARGS];
    mpq_t value[DPC_INV_NARGS];
} entry;

struct dpc_memo_s {
    entry entry[ENTRIES];
    uint64_t clock;
};

dpc_memo *dpc_memo_new(void)
{
    dpc_memo *memo = calloc(1, sizeof *memo);
    for (size_t i = 0; memo != NULL && i < ENTRIES; i++)
        for (size_t k = 0; k < DPC_INV_NARGS; k++)
            mpq_init(memo->entry[i].value[k]);
    return memo;
}

void dpc_memo_forget(dpc_memo *memo)
{
    for (size_t i = 0; i < ENTRIES; i++) {
        dpc_prepared_free(memo->entry[i].ready);
        memo->entry[i].ready = NULL;
    }
}

void dpc_memo_free(dpc_memo *memo)
{
    if (memo == NULL)
        return;
    dpc_memo_forget(memo);
    for (size_t i = 0; i < ENTRIES; i++)
        for (size_t k = 0; k < DPC_INV_NARGS; k++)
            mpq_clear(memo->entry[i].value[k]);
    free(memo);
}

/* Whether the call can be remembered: its numbers are exact. */
static bool is_exact(const dpc_method_call *call)
{
    bool exact = true;
    for (size_t k = 0; k < DPC_INV_NARGS && exact; k++)
        exact = call->arg[k].list != NULL || call->arg[k].q != NULL;
    return exact;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-14 * fabs(a);
}

/* Whether the entry is for this call; in plain doubles, which only searches use, arguments need
   only be close. */
static bool fits(const entry *e, dpc_method method, const dpc_method_call *call)
{
    bool same = e->ready != NULL && e->method == method;
    for (size_t k = 0; k < DPC_INV_NARGS && same; k++) {
        const dpc_number *a = &call->arg[k];
        if (k != DPC_INV_EPS)
            same = a->list != NULL ? e->list[k] == a->list
                   : a->q != NULL  ? mpq_equal(e->value[k], a->q)
                                   : is_near(mpq_get_d(e->value[k]), call->dom->approx(a->element));
    }
    return same;
}

/* The most precise entry that fits; NULL: none. */
static entry *find(dpc_memo *memo, dpc_method method, const dpc_method_call *call,
                   const dpc_domain *dom, unsigned long prec)
{
    entry *best = NULL;
    for (size_t i = 0; i < ENTRIES; i++) {
        entry *e = &memo->entry[i];
        if (fits(e, method, call) && e->dom == dom && e->prec >= prec &&
            (best == NULL || e->prec > best->prec))
            best = e;
    }
    return best;
}

/* Computes an entry; it replaces the least recently used one. */
static entry *fill(dpc_memo *memo, dpc_method method, dpc_method_call *call, dpc_status *status)
{
    entry *e = &memo->entry[0];
    for (size_t i = 1; i < ENTRIES && e->ready != NULL; i++)
        if (memo->entry[i].ready == NULL || memo->entry[i].used < e->used)
            e = &memo->entry[i];
    dpc_prepared_free(e->ready);
    e->ready = dpc_prepared_new(method, call, status);
    if (e->ready == NULL)
        return NULL;
    e->method = method;
    e->dom = call->dom;
    e->prec = call->prec;
    for (size_t k = 0; k < DPC_INV_NARGS; k++) {
        e->list[k] = call->arg[k].list;
        if (e->list[k] == NULL)
            mpq_set(e->value[k], call->arg[k].q);
    }
    return e;
}

static dpc_status use(dpc_memo *memo, entry *e, dpc_method_call *call, void *d)
{
    e->used = ++memo->clock;
    return dpc_prepared_at(e->ready, call, d);
}

dpc_status dpc_memo_call(void *data, dpc_method method, dpc_method_call *call, void *d)
{
    dpc_memo *memo = data;
    if (!is_exact(call))
        return dpc_method_run(method, call, d);
    dpc_method_reset(call);
    dpc_status status = DPC_OK;
    entry *e = find(memo, method, call, call->dom, call->prec);
    if (e == NULL)
        e = fill(memo, method, call, &status);
    if (e != NULL)
        status = use(memo, e, call, d);
    return dpc_method_explain(call, status);
}

/* Sets d to the approximate middle of the entry's enclosure. */
static bool by_balls(dpc_memo *memo, entry *e, dpc_method_call *call, void *d)
{
    const dpc_domain *ball = dpc_domain_fast;
    void *element = calloc(1, ball->size);
    if (element == NULL)
        return false;
    mpq_t q;
    mpq_init(q);
    ball->init(element);
    dpc_number arg[DPC_INV_NARGS] = {[DPC_INV_EPS] = call->arg[DPC_INV_EPS]};
    double x = arg[DPC_INV_EPS].q != NULL ? mpq_get_d(arg[DPC_INV_EPS].q)
                                          : call->dom->approx(arg[DPC_INV_EPS].element);
    mpq_set_d(q, isfinite(x) ? x : 0);
    arg[DPC_INV_EPS].q = q;
    dpc_method_call exact = {.dom = ball, .prec = call->prec, .arg = arg};
    const bool done = use(memo, e, &exact, element) == DPC_OK;
    x = ball->approx(element);
    if (done && isfinite(x)) {
        mpq_set_d(q, x);
        call->dom->set_q(d, q, call->prec);
    }
    mpq_clear(q);
    ball->clear(element);
    free(element);
    return done && isfinite(x);
}

dpc_status dpc_memo_guide(void *data, dpc_method method, dpc_method_call *call, void *d)
{
    dpc_memo *memo = data;
    if (call->dom->rigorous && !is_exact(call))
        return dpc_method_run(method, call, d);
    entry *e = find(memo, method, call, dpc_domain_fast, 0);
    if (e == NULL)
        return dpc_memo_call(data, method, call, d);
    dpc_method_reset(call);
    if (call->dom == dpc_domain_fast)
        return dpc_method_explain(call, use(memo, e, call, d));
    return by_balls(memo, e, call, d) ? DPC_OK : dpc_method_run(method, call, d);
}
