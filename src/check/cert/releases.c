/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Finds the texts that belong to a certificate. */
#include "cert/cert.h"

#include <string.h>

typedef struct {
    dpc_catalogue_t *cat;
    const dpc_unit **found;
    size_t count;
    dpc_diag *diag;
} walk;

/* Depth first; the graph of `use` has no cycles in a theorem that lowers, and a unit found before
   is not entered again, so that this always ends. */
static void visit(walk *w, const dpc_unit *unit)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->found[i] == unit)
            return;
    if (w->count == DPC_CERT_MAX_FILES) {
        (void)dpc_fail(w->diag, DPC_PARSE, "%s uses more than %d theorems", w->found[0]->id,
                       DPC_CERT_MAX_FILES - 2);
        return;
    }
    w->found[w->count++] = unit;
    for (const dpc_stmt *s = unit->first; s != NULL && w->diag->status == DPC_OK; s = s->next) {
        const dpc_unit *used = s->kind == DPC_S_USE ? dpc_cat_find(w->cat, s->word, w->diag) : NULL;
        if (used != NULL)
            visit(w, used);
    }
}

size_t dpc_cert_closure(dpc_catalogue_t *cat, const dpc_unit *unit,
                        const dpc_unit *found[DPC_CERT_MAX_FILES], dpc_diag *diag)
{
    walk w = {.cat = cat, .found = found, .diag = diag};
    visit(&w, unit);
    return diag->status == DPC_OK ? w.count : 0;
}
