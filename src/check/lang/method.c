/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "lang/method.h"

#include <string.h>

/* A number or a list that the code of a method reads. */
typedef struct {
    const char *name;
    dpc_type_kind kind;
    const char *fields; /* of a list: their names */
} reads;

enum { FIRST_FIELD = DPC_INV_EPS + 1 }; /* numbers from here on are fields of the plan */

#define READS(id, name, kind) [DPC_INV_##id] = {name, kind, NULL},
static const reads plan[DPC_INV_NARGS] = {DPC_PLAN_INVERSION(READS)};

static const struct {
    const char *name;
    reads arg[FIRST_FIELD];
} methods[DPC_METHODS] = {
    [DPC_METHOD_INVERSION] = {"inversion",
                              {[DPC_INV_SIDE] = {"side", DPC_T_INT, NULL},
                               [DPC_INV_Q] = {"q", DPC_T_REAL, NULL},
                               [DPC_INV_SIGMA] = {"sigma", DPC_T_REAL, NULL},
                               [DPC_INV_T] = {"T", DPC_T_INT, NULL},
                               [DPC_INV_EPS] = {"eps", DPC_T_REAL, NULL}}},
    [DPC_METHOD_PRODUCT] = {"product",
                            {[DPC_INV_SIDE] = {"side", DPC_T_INT, NULL},
                             [DPC_INV_GAUSS] = {"gauss", DPC_T_LIST, "q sigma count"},
                             [DPC_INV_LAPLACE] = {"laplace", DPC_T_LIST, "eps count"},
                             [DPC_INV_STEP] = {"step", DPC_T_LIST, "eps delta count"},
                             [DPC_INV_EPS] = {"eps", DPC_T_REAL, NULL}}},
};

const dpc_stmt *dpc_method_declared(const dpc_unit *prelude, dpc_stmt_kind kind, const char *name)
{
    for (const dpc_stmt *s = prelude->first; s != NULL; s = s->next)
        if (s->kind == kind && strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

bool dpc_method_same_fields(const dpc_type *a, const dpc_type *b)
{
    bool same = a->nmembers == b->nmembers;
    for (size_t i = 0; same && i < a->nmembers; i++)
        same = strcmp(a->member[i], b->member[i]) == 0 && a->member_type[i] == b->member_type[i];
    return same;
}

/* Whether a list has these fields in this order; the last one counts steps. */
static bool has_fields(const dpc_type *type, const char *names)
{
    for (size_t i = 0; i < type->nmembers; i++) {
        const size_t n = strcspn(names, " ");
        if (strlen(type->member[i]) != n || memcmp(type->member[i], names, n) != 0 ||
            (type->member_type[i] == DPC_T_INT) != (names[n] == '\0'))
            return false;
        names += n + (names[n] == ' ');
    }
    return *names == '\0';
}

/* The place of what the code reads among the arguments or fields; count: there is none. */
static size_t find(const dpc_arg *arg, size_t count, const reads *wanted)
{
    size_t i = 0;
    while (i < count && (wanted->name == NULL || strcmp(arg[i].name, wanted->name) != 0))
        i++;
    const bool fits = i < count && arg[i].type.kind == wanted->kind &&
                      (wanted->kind != DPC_T_LIST || has_fields(&arg[i].type, wanted->fields));
    return fits ? i : count;
}

static dpc_status unlike(dpc_diag *diag, const dpc_unit *prelude, const dpc_stmt *s,
                         const reads *wanted)
{
    return dpc_fail_at(diag, DPC_PARSE, &prelude->source, s->pos,
                       "the code of %s reads '%s', %s, which is not declared here", s->name,
                       wanted->name != NULL ? wanted->name : "?",
                       wanted->kind == DPC_T_INT    ? "an integer"
                       : wanted->kind == DPC_T_LIST ? "a list"
                                                    : "a real number");
}

/* The method of this name; DPC_METHODS: none. */
static dpc_method number_of(const char *name)
{
    int i = 0;
    while (i < DPC_METHODS && strcmp(methods[i].name, name) != 0)
        i++;
    return (dpc_method)i;
}

dpc_status dpc_method_bind(dpc_method_info *out, const dpc_unit *prelude, const dpc_stmt *declared,
                           dpc_diag *diag)
{
    const dpc_method method = number_of(declared->name);
    *out = (dpc_method_info){
        .name = declared->name, .method = method, .nargs = declared->nargs, .arg = declared->arg};
    if (method == DPC_METHODS || declared->nargs > DPC_METHOD_MAX_ARGS)
        return dpc_fail_at(diag, DPC_PARSE, &prelude->source, declared->pos,
                           "there is no code for the method '%s'", declared->name);
    while (out->plan_place < out->nargs && out->arg[out->plan_place].type.kind != DPC_T_PLAN)
        out->plan_place++;
    const bool planned = out->plan_place < out->nargs;
    out->plan = planned
                    ? dpc_method_declared(prelude, DPC_S_PLAN, out->arg[out->plan_place].type.plan)
                    : NULL;
    if (out->plan == NULL)
        return dpc_fail_at(diag, DPC_PARSE, &prelude->source, declared->pos,
                           "the method '%s' takes no plan that is declared", declared->name);
    for (size_t k = 0; k < DPC_INV_NARGS; k++) {
        const bool of_plan = k >= FIRST_FIELD;
        const dpc_stmt *s = of_plan ? out->plan : declared;
        const reads *wanted = of_plan ? &plan[k] : &methods[method].arg[k];
        const size_t at = find(s->arg, s->nargs, wanted);
        if (at == s->nargs)
            return unlike(diag, prelude, s, wanted);
        out->place[k] = of_plan ? out->plan_place : at;
        out->field[k] = of_plan ? at : 0;
    }
    if (declared->nargs == FIRST_FIELD + 1 && out->plan->nargs == DPC_INV_NARGS - FIRST_FIELD)
        return DPC_OK;
    return dpc_fail_at(diag, DPC_PARSE, &prelude->source, declared->pos,
                       "the code of %s does not read everything that is declared for it",
                       declared->name);
}
