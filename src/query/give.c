/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Sets parameters from numbers and lists: dpc_query_set without a text. */
#include "query/query.h"

#include "base/rational.h"
#include "run/values.h"

#include <stdlib.h>
#include <string.h>

static dpc_status check_integer(dpc_query_t *q, const dpc_input *in, bool integer, const mpq_t x)
{
    if (!integer || mpz_cmp_ui(mpq_denref(x), 1) == 0)
        return DPC_OK;
    char *text = dpc_rational_text(x);
    const dpc_status status =
        dpc_fail(&q->diag, DPC_DOMAIN, "%s %.100s must be an integer, but it is %.60s",
                 in->role == DPC_INPUT_PARAM ? "parameter" : "witness", in->name,
                 text != NULL ? text : "not");
    free(text);
    return status;
}

const dpc_input *dpc_query_code_input(const dpc_query_t *q, const char *name)
{
    for (size_t i = 0; i < q->code->ninputs; i++)
        if (strcmp(q->code->input[i].name, name) == 0)
            return &q->code->input[i];
    return NULL;
}

dpc_status dpc_query_set_number(dpc_query_t *q, const char *name, const mpq_t value)
{
    size_t i = 0;
    if (dpc_query_open_input(q, name, &i) != DPC_OK)
        return q->diag.status;
    const dpc_type_kind kind = q->code->input[i].type->kind;
    if (kind != DPC_T_INT && kind != DPC_T_REAL)
        return dpc_fail(&q->diag, DPC_PARSE, "parameter %s is not a number", name);
    if (check_integer(q, &q->code->input[i], kind == DPC_T_INT, value) != DPC_OK)
        return q->diag.status;
    mpq_set(q->value[i], value);
    q->fixed[i] = q->known[i] = true;
    return DPC_OK;
}

dpc_status dpc_query_set_records(dpc_query_t *q, const char *name, const mpq_t *value, size_t count)
{
    size_t i = 0;
    if (dpc_query_open_input(q, name, &i) != DPC_OK)
        return q->diag.status;
    const dpc_input *in = &q->code->input[i];
    if (in->type->kind != DPC_T_LIST)
        return dpc_fail(&q->diag, DPC_PARSE, "parameter %s is not a list", name);
    const size_t nfields = in->type->nmembers, records = count / nfields;
    if (count % nfields != 0)
        return dpc_fail(
            &q->diag, DPC_PARSE,
            "parameter %s has records of %zu numbers: %zu numbers are not whole records", name,
            nfields, count);
    for (size_t k = 0; k < count; k++)
        if (check_integer(q, in, in->type->member_type[k % nfields] == DPC_T_INT, value[k]) !=
            DPC_OK)
            return q->diag.status;
    dpc_list *list = &q->list[in->slot];
    *list = (dpc_list){.nfields = nfields};
    list->value = calloc(count + 1, sizeof *list->value);
    if (list->value == NULL)
        return dpc_fail(&q->diag, DPC_NOMEM, "out of memory");
    for (list->length = 0; list->length < records; list->length++)
        for (size_t f = 0; f < nfields; f++) {
            mpq_ptr to = list->value[list->length * nfields + f];
            mpq_init(to);
            mpq_set(to, value[list->length * nfields + f]);
            list->bytes += dpc_list_room(to);
        }
    q->fixed[i] = q->known[i] = true;
    return DPC_OK;
}

void dpc_query_unset(dpc_query_t *q, const char *name)
{
    for (size_t i = 0; i < q->code->ninputs; i++)
        if (strcmp(q->code->input[i].name, name) == 0)
            q->fixed[i] = q->known[i] = false;
    dpc_query_forget(q);
}
