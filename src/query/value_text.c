/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "query/value_text.h"

#include "base/rational.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A witness is rounded to few digits: written as a decimal if that is no longer than the
   fraction. */
static char *witness_text(const mpq_t q)
{
    char *text = dpc_rational_text(q);
    if (text == NULL || strchr(text, '/') == NULL)
        return text;
    char *decimal = dpc_rational_decimal(q);
    const bool shorter = decimal != NULL && strlen(decimal) <= strlen(text);
    free(shorter ? text : decimal);
    return shorter ? decimal : text;
}

static void put_list(FILE *out, const dpc_list *list)
{
    (void)fputc('[', out);
    for (size_t i = 0; i < list->length; i++) {
        (void)fputs(i > 0 ? ",(" : "(", out);
        for (size_t f = 0; f < list->nfields; f++) {
            char *number = dpc_rational_text(list->value[i * list->nfields + f]);
            (void)fprintf(out, "%s%s", f > 0 ? "," : "", number != NULL ? number : "?");
            free(number);
        }
        (void)fputc(')', out);
    }
    (void)fputc(']', out);
}

static void put_plan(FILE *out, const dpc_list *list, const dpc_type *type)
{
    (void)fprintf(out, "%s(", type->plan);
    for (size_t f = 0; f < type->nmembers; f++) {
        char *number = witness_text(list->value[f]);
        (void)fprintf(out, "%s%s=%s", f > 0 ? "," : "", type->member[f],
                      number != NULL ? number : "?");
        free(number);
    }
    (void)fputc(')', out);
}

char *dpc_value_text(const mpq_t q, const dpc_list *list, const dpc_input *input)
{
    const dpc_type *type = input->type;
    if (type->kind == DPC_T_ENUM) {
        const char *name = type->member[mpz_get_ui(mpq_numref(q))];
        char *copy = malloc(strlen(name) + 1);
        if (copy != NULL)
            (void)memcpy(copy, name, strlen(name) + 1);
        return copy;
    }
    if (!dpc_type_has_records(type))
        return input->role == DPC_INPUT_PARAM ? dpc_rational_text(q) : witness_text(q);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    if (type->kind == DPC_T_PLAN)
        put_plan(out, list, type);
    else
        put_list(out, list);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
