/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "query/shared.h"

#include <string.h>

/* Whether e calls a function of this name. */
static bool calls(const dpc_expr *e, const char *name)
{
    while (e != NULL) {
        if (e->kind == DPC_E_CALL && strcmp(e->name, name) == 0)
            return true;
        if (e->nargs == 0)
            return false;
        if (calls(e->where, name))
            return true;
        for (size_t i = 1; i < e->nargs; i++)
            if (calls(e->arg[i], name))
                return true;
        e = e->arg[0]; /* a chain a + b + c + ... is deep on this side */
    }
    return false;
}

static bool statement_calls(const dpc_stmt *s, const char *name)
{
    if (calls(s->lo, name) || calls(s->hi, name) || calls(s->expr, name) || calls(s->where, name))
        return true;
    for (size_t i = 0; i < s->nargs; i++)
        if (calls(s->arg[i].value, name))
            return true;
    return false;
}

size_t dpc_shared_functions(const dpc_unit *unit, const dpc_unit *prelude,
                            const dpc_stmt *function[DPC_MAX_SHARED])
{
    const dpc_stmt *def[DPC_MAX_SHARED];
    bool used[DPC_MAX_SHARED] = {false};
    size_t n = 0, count = 0;
    for (const dpc_stmt *s = prelude->first; s != NULL && n < DPC_MAX_SHARED; s = s->next)
        if (s->kind == DPC_S_DEF)
            def[n++] = s;
    /* a function calls earlier ones only, so one pass from the last to the first finds all */
    for (size_t i = n; i-- > 0;) {
        for (const dpc_stmt *s = unit->first; s != NULL && !used[i]; s = s->next)
            used[i] = statement_calls(s, def[i]->name);
        for (size_t k = i + 1; k < n && !used[i]; k++)
            used[i] = used[k] && statement_calls(def[k], def[i]->name);
    }
    for (size_t i = 0; i < n; i++)
        if (used[i])
            function[count++] = def[i];
    return count;
}
