/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "run/values.h"

#include "base/rational.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dpc_status check_integer(const mpq_t q, bool integer, const char *what, dpc_diag *diag)
{
    if (!integer || mpz_cmp_ui(mpq_denref(q), 1) == 0)
        return DPC_OK;
    char *text = dpc_rational_text(q);
    (void)dpc_fail(diag, DPC_DOMAIN, "%s must be an integer, but it is %.60s", what,
                   text != NULL ? text : "not");
    free(text);
    return diag->status;
}

dpc_status dpc_value_scalar(mpq_t q, const dpc_input *input, const char *text, dpc_diag *diag)
{
    const dpc_type *type = input->type;
    char what[160];
    (void)snprintf(what, sizeof what, "%s %.100s",
                   input->role == DPC_INPUT_PARAM ? "parameter" : "witness", input->name);
    if (type->kind == DPC_T_ENUM) {
        char known[256] = "";
        for (size_t i = 0; i < type->nmembers; i++) {
            if (strcmp(type->member[i], text) == 0) {
                mpq_set_ui(q, i, 1);
                return DPC_OK;
            }
            size_t used = strlen(known);
            (void)snprintf(known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "",
                           type->member[i]);
        }
        return dpc_fail(diag, DPC_PARSE, "%s is one of %s, not '%.40s'", what, known, text);
    }
    if (text[0] == '\0')
        return dpc_fail(diag, DPC_PARSE, "%s: the value is empty", what);
    static const char blanks[] = " \t\r\n"; /* as in lists */
    text += strspn(text, blanks);
    size_t len = strlen(text);
    while (len > 0 && strchr(blanks, text[len - 1]) != NULL)
        len--;
    dpc_status status = dpc_rational_parse(q, text, len, what, diag);
    return status == DPC_OK ? check_integer(q, type->kind == DPC_T_INT, what, diag) : status;
}

uint64_t dpc_list_room(const mpq_t number)
{
    return sizeof(mpq_t) + 64 + dpc_memory_rational(number);
}

void dpc_list_clear(dpc_list *list)
{
    for (size_t i = 0; i < list->length * list->nfields; i++)
        mpq_clear(list->value[i]);
    free(list->value);
    *list = (dpc_list){.nfields = list->nfields};
}

typedef struct {
    const char *at;
    const dpc_input *input;
    dpc_list *list;
    size_t room; /* records that fit */
    dpc_diag *diag;
} list_reader;

static void skip_blanks(list_reader *r)
{
    r->at += strspn(r->at, " \t\r\n");
}

static bool accept(list_reader *r, char c)
{
    skip_blanks(r);
    if (*r->at != c)
        return false;
    r->at++;
    skip_blanks(r);
    return true;
}

/* Fails with the shape that the list should have. */
static dpc_status bad_shape(list_reader *r)
{
    char shape[200] = "";
    const dpc_type *type = r->input->type;
    for (size_t i = 0; i < type->nmembers; i++) {
        size_t used = strlen(shape);
        (void)snprintf(shape + used, sizeof shape - used, "%s%s", i > 0 ? "," : "",
                       type->member[i]);
    }
    char found[24];
    (void)snprintf(found, sizeof found, "%.16s", *r->at != '\0' ? r->at : "its end");
    return dpc_fail(r->diag, DPC_PARSE,
                    "parameter %s is a list [(%s),(%s),...]: record %zu does not fit at '%s'",
                    r->input->name, shape, shape, r->list->length + 1, found);
}

static dpc_status read_number(list_reader *r, mpq_t q, size_t field)
{
    size_t len = strcspn(r->at, ",()[] \t\r\n");
    if (len == 0)
        return bad_shape(r);
    char what[200];
    (void)snprintf(what, sizeof what, "parameter %.60s, record %zu, field %.60s", r->input->name,
                   r->list->length + 1, r->input->type->member[field]);
    dpc_status status = dpc_rational_parse(q, r->at, len, what, r->diag);
    r->at += len;
    return status != DPC_OK
               ? status
               : check_integer(q, r->input->type->member_type[field] == DPC_T_INT, what, r->diag);
}

static dpc_status read_record(list_reader *r)
{
    dpc_list *list = r->list;
    if (list->length == r->room) {
        size_t room = r->room == 0 ? 16 : 2 * r->room;
        mpq_t *bigger = room > SIZE_MAX / sizeof *bigger / list->nfields
                            ? NULL
                            : realloc(list->value, room * list->nfields * sizeof *bigger);
        if (bigger == NULL)
            return dpc_fail(r->diag, DPC_NOMEM, "out of memory");
        list->value = bigger;
        r->room = room;
    }
    mpq_t *record = &list->value[list->length * list->nfields];
    for (size_t f = 0; f < list->nfields; f++)
        mpq_init(record[f]);
    bool open = accept(r, '(');
    dpc_status status = open || list->nfields == 1 ? DPC_OK : bad_shape(r);
    for (size_t f = 0; f < list->nfields && status == DPC_OK; f++) {
        if (f > 0 && !accept(r, ','))
            status = bad_shape(r);
        else
            status = read_number(r, record[f], f);
    }
    if (status == DPC_OK && open && !accept(r, ')'))
        status = bad_shape(r);
    for (size_t f = 0; f < list->nfields; f++)
        list->bytes += dpc_list_room(record[f]);
    list->length++;
    return status;
}

dpc_status dpc_value_list(dpc_list *list, const dpc_input *input, const char *text, dpc_diag *diag)
{
    *list = (dpc_list){.nfields = input->type->nmembers};
    list_reader r = {.at = text, .input = input, .list = list, .diag = diag};
    dpc_status status = DPC_OK;
    if (!accept(&r, '['))
        status = bad_shape(&r);
    else {
        bool closed = accept(&r, ']');
        while (!closed && status == DPC_OK) {
            status = read_record(&r);
            closed = !accept(&r, ',');
        }
        if (status == DPC_OK && ((list->length > 0 && !accept(&r, ']')) || *r.at != '\0'))
            status = bad_shape(&r);
    }
    if (status != DPC_OK)
        dpc_list_clear(list);
    return status;
}

bool dpc_list_of_one(dpc_list *list, size_t nfields)
{
    if (list->length == 1 && list->nfields == nfields)
        return true;
    dpc_list_clear(list);
    list->value = calloc(nfields, sizeof *list->value);
    if (list->value == NULL)
        return false;
    for (size_t f = 0; f < nfields; f++)
        mpq_init(list->value[f]);
    list->length = 1;
    list->nfields = nfields;
    list->bytes = nfields * (sizeof(mpq_t) + 64);
    return true;
}

/* Accepts a name of the type, followed by the symbol `end`. */
static bool accept_word(list_reader *r, const char *word, char end)
{
    const size_t n = strlen(word);
    if (strncmp(r->at, word, n) != 0)
        return false;
    const char *before = r->at;
    r->at += n;
    if (accept(r, end))
        return true;
    r->at = before;
    return false;
}

/* Fails with the field that is misplaced or missing at the place of this one; field == nmembers: at
   the end. */
static dpc_status bad_field(list_reader *r, size_t field)
{
    const dpc_type *type = r->input->type;
    const char *name = r->input->name;
    const char *wanted = field < type->nmembers ? type->member[field] : "the end";
    const size_t len = strcspn(r->at, "=,() \t\r\n");
    char found[64];
    (void)snprintf(found, sizeof found, "%.*s", (int)(len < 60 ? len : 60), r->at);
    for (size_t i = 0; i < type->nmembers; i++)
        if (strcmp(type->member[i], found) == 0)
            return i < field ? dpc_fail(r->diag, DPC_PARSE, "witness %s: the field %s stands twice",
                                        name, found)
                             : dpc_fail(r->diag, DPC_PARSE,
                                        "witness %s: the field %s stands where %s is expected",
                                        name, found, wanted);
    if (len == 0)
        return dpc_fail(r->diag, DPC_PARSE, "witness %s: the field %s is missing", name, wanted);
    return dpc_fail(r->diag, DPC_PARSE, "witness %s: plan(%s) has no field '%s'", name, type->plan,
                    found);
}

static dpc_status read_field(list_reader *r, mpq_t q, size_t field)
{
    const dpc_type *type = r->input->type;
    if ((field > 0 && !accept(r, ',')) || !accept_word(r, type->member[field], '='))
        return bad_field(r, field);
    char what[200];
    (void)snprintf(what, sizeof what, "witness %.60s.%.60s", r->input->name, type->member[field]);
    const size_t len = strcspn(r->at, ",()[]= \t\r\n");
    const dpc_status status = dpc_rational_parse(q, r->at, len, what, r->diag);
    r->at += len;
    skip_blanks(r);
    return status != DPC_OK
               ? status
               : check_integer(q, type->member_type[field] == DPC_T_INT, what, r->diag);
}

dpc_status dpc_value_plan(dpc_list *list, const dpc_input *input, const char *text, dpc_diag *diag)
{
    const dpc_type *type = input->type;
    list_reader r = {.at = text, .input = input, .list = list, .diag = diag};
    *list = (dpc_list){.nfields = type->nmembers};
    if (!dpc_list_of_one(list, type->nmembers))
        return dpc_fail(diag, DPC_NOMEM, "out of memory");
    dpc_status status = DPC_OK;
    skip_blanks(&r);
    if (!accept_word(&r, type->plan, '('))
        status = dpc_fail(diag, DPC_PARSE, "witness %s is a plan %s(%s=...), not '%.40s'",
                          input->name, type->plan, type->member[0], text);
    for (size_t f = 0; f < type->nmembers && status == DPC_OK; f++) {
        status = read_field(&r, list->value[f], f);
        list->bytes += dpc_memory_rational(list->value[f]);
    }
    if (status == DPC_OK && accept(&r, ','))
        status = bad_field(&r, type->nmembers);
    if (status == DPC_OK && (!accept(&r, ')') || *r.at != '\0'))
        status = dpc_fail(diag, DPC_PARSE, "witness %s: the plan does not end at '%.16s'",
                          input->name, r.at);
    if (status != DPC_OK)
        dpc_list_clear(list);
    return status;
}

dpc_status dpc_value_records(dpc_list *list, const dpc_input *input, const char *text,
                             dpc_diag *diag)
{
    return input->type->kind == DPC_T_PLAN ? dpc_value_plan(list, input, text, diag)
                                           : dpc_value_list(list, input, text, diag);
}
