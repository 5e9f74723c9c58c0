/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Smaller theorems that fail in the same way: statements are left out, expressions are replaced by
   their parts or by numbers, as long as the failure stays. */
#include "generate.h"

#include "lang/parse.h"
#include "query/canonical.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TRIES = 3000 };

typedef struct {
    gen_theorem *t;
    dpc_unit *unit;
    bool (*fails)(void *data, const char *text, const ref_inputs *in);
    void *data;
    size_t tries;
    bool smaller;
} shrinker;

/* Whether the tree in its present form still fails; if so, keeps its text. */
static bool keeps(shrinker *k)
{
    char *text = dpc_print_unit(k->unit);
    if (text == NULL || k->tries++ > MAX_TRIES || strlen(text) >= strlen(k->t->text) ||
        !k->fails(k->data, text, &k->t->inputs)) {
        free(text);
        return false;
    }
    free(k->t->text);
    k->t->text = text;
    k->smaller = true;
    return true;
}

static void shrink_expr(shrinker *k, dpc_expr **place);

/* Tries a number in place of the expression. */
static bool to_number(shrinker *k, dpc_expr **place)
{
    static const char *const digits[3] = {"1", "0", "2"};
    dpc_expr *old = *place;
    if (old->kind == DPC_E_NUM && strlen(old->text) == 1)
        return false;
    for (size_t i = 0; i < 3; i++) {
        dpc_expr *e = dpc_arena_alloc(&k->unit->arena, sizeof *e);
        if (e == NULL)
            break;
        e->kind = DPC_E_NUM;
        e->text = digits[i];
        *place = e;
        if (keeps(k))
            return true;
    }
    *place = old;
    return false;
}

static void shrink_expr(shrinker *k, dpc_expr **place)
{
    if (*place == NULL || to_number(k, place))
        return;
    for (bool again = true; again;) {
        dpc_expr *old = *place;
        again = false;
        for (size_t i = 0; i < old->nargs && !again; i++) {
            *place = old->arg[i];
            again = keeps(k);
        }
        if (!again)
            *place = old;
    }
    for (size_t i = 0; i < (*place)->nargs; i++)
        shrink_expr(k, &(*place)->arg[i]);
    dpc_expr *where = (*place)->where;
    (*place)->where = NULL;
    if (where != NULL && !keeps(k))
        (*place)->where = where;
}

static void shrink_statements(shrinker *k)
{
    for (dpc_stmt **s = &k->unit->first; *s != NULL;) {
        dpc_stmt *old = *s;
        *s = old->next;
        if (!keeps(k)) {
            *s = old;
            s = &old->next;
        }
    }
    for (dpc_stmt *s = k->unit->first; s != NULL; s = s->next) {
        dpc_expr *where = s->where;
        s->where = NULL;
        if (where != NULL && !keeps(k))
            s->where = where;
        shrink_expr(k, &s->where);
        shrink_expr(k, &s->expr);
        for (size_t i = 0; i < s->nargs && s->kind == DPC_S_USE; i++)
            shrink_expr(k, &s->arg[i].value);
    }
}

void gen_shrink(gen_theorem *t, bool (*fails)(void *data, const char *text, const ref_inputs *in),
                void *data)
{
    shrinker k = {.t = t, .fails = fails, .data = data, .smaller = true};
    while (k.smaller && k.tries < MAX_TRIES) {
        dpc_diag diag = {.status = DPC_OK};
        k.smaller = false;
        k.unit = dpc_parse("shrink", t->text, strlen(t->text), &diag);
        if (k.unit == NULL)
            return;
        shrink_statements(&k);
        dpc_unit_free(k.unit);
    }
}
