/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "lang/catalogue.h"

#include "base/near.h"
#include "lang/catalogue_data.h"
#include "lang/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prelude_name[] = "prelude";

struct dpc_catalogue_s {
    dpc_unit **embedded; /* one place for each compiled-in file, NULL until it is parsed */
    dpc_unit **own;      /* the user's files */
    size_t nown;
    dpc_diag diag;
};

dpc_catalogue_t *dpc_cat_new(void)
{
    dpc_catalogue_t *cat = calloc(1, sizeof *cat);
    if (cat == NULL)
        return NULL;
    cat->embedded = calloc(dpc_embedded_count, sizeof *cat->embedded);
    if (cat->embedded == NULL) {
        free(cat);
        return NULL;
    }
    return cat;
}

void dpc_cat_free(dpc_catalogue_t *cat)
{
    if (cat == NULL)
        return;
    for (size_t i = 0; i < dpc_embedded_count; i++)
        dpc_unit_free(cat->embedded[i]);
    for (size_t i = 0; i < cat->nown; i++)
        dpc_unit_free(cat->own[i]);
    free(cat->embedded);
    free(cat->own);
    free(cat);
}

dpc_diag *dpc_cat_diag(dpc_catalogue_t *cat)
{
    return &cat->diag;
}

bool dpc_cat_is_own(const dpc_catalogue_t *cat, const dpc_unit *unit)
{
    for (size_t i = 0; i < cat->nown; i++)
        if (cat->own[i] == unit)
            return true;
    return false;
}

/* The index of a compiled-in file; dpc_embedded_count if there is none. */
static size_t place(const char *name)
{
    size_t i = 0;
    while (i < dpc_embedded_count && strcmp(dpc_embedded_theorems[i].name, name) != 0)
        i++;
    return i;
}

size_t dpc_cat_count(void)
{
    return dpc_embedded_count - (place(prelude_name) < dpc_embedded_count);
}

const char *dpc_cat_id(size_t index)
{
    return dpc_embedded_theorems[index + (index >= place(prelude_name))].name;
}

static const dpc_unit *parsed(dpc_catalogue_t *cat, size_t i, dpc_diag *diag)
{
    const struct dpc_embedded *file = &dpc_embedded_theorems[i];
    if (cat->embedded[i] == NULL) {
        char name[128];
        (void)snprintf(name, sizeof name, "%s.thm", file->name);
        cat->embedded[i] = dpc_parse(name, file->text, strlen(file->text), diag);
    }
    return cat->embedded[i];
}

const dpc_unit *dpc_cat_prelude(dpc_catalogue_t *cat, dpc_diag *diag)
{
    return parsed(cat, place(prelude_name), diag);
}

const dpc_unit *dpc_cat_find(dpc_catalogue_t *cat, const char *id, dpc_diag *diag)
{
    if (id == NULL) {
        (void)dpc_fail(diag, DPC_PARSE, "a theorem id is needed");
        return NULL;
    }
    for (size_t i = 0; i < cat->nown; i++)
        if (strcmp(cat->own[i]->id, id) == 0)
            return cat->own[i];
    size_t i = place(id);
    if (i < dpc_embedded_count && strcmp(id, prelude_name) != 0)
        return parsed(cat, i, diag);
    enum { MAX_IDS = 1024 };
    const char *ids[MAX_IDS];
    size_t count = 0;
    while (count < MAX_IDS && count < dpc_cat_count()) {
        ids[count] = dpc_cat_id(count);
        count++;
    }
    char near[256];
    dpc_nearest(id, ids, count, near, sizeof near);
    (void)dpc_fail(diag, DPC_PARSE, "unknown theorem '%.80s'%s%s%s", id,
                   near[0] != '\0' ? ": did you mean " : "", near, near[0] != '\0' ? "?" : "");
    return NULL;
}

const dpc_unit *dpc_cat_add(dpc_catalogue_t *cat, const char *name, const char *text, size_t len,
                            dpc_diag *diag)
{
    dpc_unit *unit = dpc_parse(name, text, len, diag);
    if (unit == NULL)
        return NULL;
    bool taken = unit->is_prelude || place(unit->id) < dpc_embedded_count;
    for (size_t i = 0; i < cat->nown && !taken; i++)
        taken = strcmp(cat->own[i]->id, unit->id) == 0;
    if (taken)
        (void)dpc_fail(diag, DPC_PARSE, "%s: %s", name,
                       unit->is_prelude ? "a prelude cannot be evaluated"
                                        : "its theorem id is taken: choose another one");
    dpc_unit **own = taken ? NULL : realloc(cat->own, (cat->nown + 1) * sizeof *own);
    if (own == NULL) {
        (void)dpc_fail(diag, DPC_NOMEM, "out of memory");
        dpc_unit_free(unit);
        return NULL;
    }
    cat->own = own;
    return cat->own[cat->nown++] = unit;
}

const char *dpc_cat_text(const char *name)
{
    size_t i = place(name);
    return i < dpc_embedded_count ? dpc_embedded_theorems[i].text : NULL;
}

const dpc_unit *dpc_cat_replace(dpc_catalogue_t *cat, const char *name, const char *text,
                                dpc_diag *diag)
{
    size_t i = place(name);
    if (i == dpc_embedded_count) /* a theorem that this version no longer has */
        return dpc_cat_add(cat, name, text, strlen(text), diag);
    dpc_unit *unit = dpc_parse(name, text, strlen(text), diag);
    if (unit == NULL)
        return NULL;
    dpc_unit_free(cat->embedded[i]);
    return cat->embedded[i] = unit;
}
