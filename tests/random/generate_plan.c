/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Calls of methods.  Plans come from the planner of the library, for some small compositions, once
   in a process.  No evaluator believes a plan, so any other plan may replace it. */
#include "dpcert.h"
#include "generate_tree.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 8, QUICK = 7 };

/* The composition; those with one subsampled Gaussian also suit `inversion`. */
static const struct {
    const char *direction, *q, *sigma, *T; /* of the only step, or NULL */
    const char *gauss, *laplace, *step;
    const char *eps;
} entry[ENTRIES] = {
    {"remove", "0.1", "2", "4", "[(0.1,2,4)]", "[]", "[]", "0.2"},
    {"add", "0.1", "2", "4", "[(0.1,2,4)]", "[]", "[]", "0.1"},
    {"remove", "0.5", "1", "2", "[(0.5,1,2)]", "[]", "[]", "0.5"},
    {"add", "0.3", "1.5", "3", "[(0.3,1.5,3)]", "[]", "[]", "0.3"},
    {"remove", "0.02", "1", "10", "[(0.02,1,10)]", "[]", "[]", "1"},
    {"remove", NULL, NULL, NULL, "[(0.1,2,3)]", "[(0.1,2)]", "[]", "0.3"},
    {"add", NULL, NULL, NULL, "[(0.2,2,2),(0.1,1,1)]", "[]", "[(0.1,0,1)]", "0.2"},
    {"remove", NULL, NULL, NULL, "[(1,3,2)]", "[]", "[(0.2,0,1)]", "0.25"},
};

static char *known[ENTRIES]; /* plans, as records */
static bool looked[ENTRIES];

/* Asks for one digit: a plan for more would be slow to run. */
static void look(int k)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = cat != NULL ? dpc_query_new(cat, "product.one-way") : NULL;
    if (q == NULL)
        abort();
    if (dpc_query_set(q, "direction", entry[k].direction) != DPC_OK ||
        dpc_query_set(q, "gauss", entry[k].gauss) != DPC_OK ||
        dpc_query_set(q, "laplace", entry[k].laplace) != DPC_OK ||
        dpc_query_set(q, "step", entry[k].step) != DPC_OK ||
        dpc_query_set(q, "eps", entry[k].eps) != DPC_OK || dpc_query_set_digits(q, 1) != DPC_OK ||
        dpc_query_run(q) != DPC_OK)
        abort();
    for (size_t i = 0; i < dpc_query_inputs(q); i++) {
        const dpc_input_info *in = dpc_query_input(q, i);
        if (in->is_plan && in->value != NULL)
            known[k] = strdup(in->value);
    }
    if (known[k] == NULL)
        abort();
    dpc_query_free(q);
    dpc_catalogue_free(cat);
    looked[k] = true;
}

void gen_cleanup(void)
{
    for (size_t k = 0; k < ENTRIES; k++) {
        free(known[k]);
        known[k] = NULL;
    }
    memset(looked, 0, sizeof looked);
}

void gen_method_choose(gen *g)
{
    const bool product = strcmp(g->method, "product") == 0;
    g->entry = (int)gen_below(g, product ? ENTRIES : 5);
    if (product && gen_chance(g, 35)) /* its plan is short enough for integrals */
        g->entry = QUICK;
    if (!looked[g->entry])
        look(g->entry);
}

const char *gen_method_list(gen *g, int which)
{
    return which == 0   ? entry[g->entry].gauss
           : which == 1 ? entry[g->entry].laplace
                        : entry[g->entry].step;
}

/* A number of a plan: p, or p/q. */
static dpc_expr *number_of(gen *g, const char *text)
{
    const char *slash = strchr(text, '/');
    if (slash == NULL)
        return gen_number(g, gen_textf(g, "%s", text));
    return gen_binary(g, "/", gen_number(g, gen_textf(g, "%.*s", (int)(slash - text), text)),
                      gen_number(g, gen_textf(g, "%s", slash + 1)));
}

/* A formula with the same value. */
static dpc_expr *computed(gen *g, const char *text)
{
    dpc_expr *e = number_of(g, text);
    switch (gen_below(g, 3)) {
    case 0:
        return gen_binary(g, "+", e, gen_number(g, "0"));
    case 1:
        return gen_binary(g, "*", gen_number(g, "1"), e);
    default:
        return gen_binary(g, "-", gen_binary(g, "+", e, gen_number(g, "2")), gen_number(g, "2"));
    }
}

/* An argument near the plan's own, or any other. */
static dpc_expr *strange(gen *g, const char *text, bool whole, int depth)
{
    if (whole)
        return gen_chance(g, 50) ? gen_int(g, depth - 1)
                                 : gen_binary(g, "+", number_of(g, text), gen_number(g, "1"));
    if (gen_chance(g, 50))
        return gen_real(g, depth - 2);
    return gen_binary(g, gen_chance(g, 50) ? "+" : "-", number_of(g, text),
                      gen_binary(g, "/", gen_real(g, 0), gen_number(g, "1000")));
}

/* The spelling of arguments: as numbers, as formulas, as witnesses, or mixed. */
typedef enum { NUMBERS, FORMULAS, WITNESSES, MIXED, STYLES } style;

static dpc_expr *argument(gen *g, size_t place, const char *text, style how, int depth)
{
    const bool whole = place == 3;
    if (how == MIXED)
        how = (style)gen_below(g, MIXED);
    if (gen_chance(g, 6))
        return strange(g, text, whole, depth);
    if (how == WITNESSES && g->argument[place] != NULL)
        return gen_named(g, g->argument[place]);
    return how == FORMULAS ? computed(g, text) : number_of(g, text);
}

const char *gen_method_argument(gen *g, size_t place)
{
    const int k = g->entry;
    if (strcmp(g->method, "product") == 0 && place < 4)
        return NULL;
    return place == 0   ? NULL
           : place == 1 ? entry[k].q
           : place == 2 ? entry[k].sigma
           : place == 3 ? entry[k].T
                        : entry[k].eps;
}

const char *gen_method_plan(gen *g, bool changed)
{
    size_t fields = 0, n = 0;
    for (const char *s = known[g->entry]; *s != '\0'; s++)
        fields += *s == '=';
    const size_t other = gen_below(g, fields);
    const char *text = "[(";
    for (const char *s = strchr(known[g->entry], '='); s != NULL; s = strchr(s + 1, '='), n++) {
        const int length = (int)strcspn(s + 1, ",)");
        const bool here = changed && n == other;
        text = gen_textf(g, "%s%s%.*s%s", text, n > 0 ? "," : "", length, s + 1,
                         !here                                ? ""
                         : memchr(s + 1, '/', (size_t)length) ? "1"
                                                              : "0");
    }
    return gen_textf(g, "%s)]", text);
}

static dpc_expr *call_of(gen *g, const char *name, size_t nargs)
{
    dpc_expr *e = dpc_arena_alloc(&g->out->arena, sizeof *e);
    dpc_expr **arg = dpc_arena_alloc(&g->out->arena, nargs * sizeof *arg);
    if (e == NULL || arg == NULL)
        abort();
    *e = (dpc_expr){.kind = DPC_E_CALL, .name = name, .arg = arg, .nargs = nargs};
    return e;
}

dpc_expr *gen_method_plain(gen *g, const char *plan)
{
    const bool product = strcmp(g->method, "product") == 0;
    dpc_expr *e = call_of(g, g->method, 6);
    e->arg[0] = gen_number(g, strcmp(entry[g->entry].direction, "remove") == 0 ? "1" : "0");
    for (size_t i = 1; i < 5; i++)
        e->arg[i] = product && i < 4 ? gen_named(g, g->lists[i - 1])
                                     : number_of(g, gen_method_argument(g, i));
    e->arg[5] = gen_named(g, plan);
    return e;
}

dpc_expr *gen_method(gen *g, int depth)
{
    const int k = g->entry;
    const bool product = strcmp(g->method, "product") == 0;
    const char *plan = g->plan[g->plan[1] != NULL && gen_chance(g, 30)];
    g->parts |= UINT32_C(1) << GEN_METHOD;
    g->calls++;
    if (g->through != NULL && gen_chance(g, 30)) {
        dpc_expr *e = call_of(g, g->through, 1);
        e->arg[0] = gen_named(g, plan);
        return e;
    }
    dpc_expr *e = call_of(g, g->method, 6);
    dpc_expr **arg = e->arg;
    const bool remove = (strcmp(entry[k].direction, "remove") == 0) != gen_chance(g, 3);
    /* values that are computed within a range differ from those known before it */
    const style how =
        g->range_depth > 0 && gen_chance(g, 50) ? FORMULAS : (style)gen_below(g, STYLES);
    arg[0] = how == FORMULAS ? computed(g, remove ? "1" : "0") : gen_number(g, remove ? "1" : "0");
    arg[5] = gen_named(g, plan);
    for (size_t i = 1; i < 5; i++)
        arg[i] = product && i < 4 ? gen_named(g, g->lists[i - 1])
                                  : argument(g, i, gen_method_argument(g, i), how, depth);
    return e;
}
