/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Fuzzing of the theorem language: any bytes are refused with a message, or parse, print and lower.
   The printed form of a theorem must parse, and print to the same canonical text. */
#include "dpcert.h"
#include "lang/parse.h"
#include "query/canonical.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void round_trip(const dpc_unit *unit)
{
    char *text = dpc_print_unit(unit);
    dpc_diag diag = {.status = DPC_OK};
    dpc_unit *again = text != NULL ? dpc_parse("again", text, strlen(text), &diag) : NULL;
    char *second = again != NULL ? dpc_print_unit(again) : NULL;
    /* a canonical text may exceed the limit of size: then the second parse refuses it */
    if (text != NULL && strlen(text) <= DPC_MAX_TEXT &&
        (second == NULL || strcmp(text, second) != 0))
        abort();
    free(text);
    free(second);
    dpc_unit_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dpc_diag diag = {.status = DPC_OK};
    dpc_unit *unit = dpc_parse("fuzz", (const char *)data, size, &diag);
    if (unit == NULL) {
        if (diag.status == DPC_OK || diag.text[0] == '\0')
            abort(); /* a refusal without a reason */
        return 0;
    }
    round_trip(unit);
    dpc_unit_free(unit);
    dpc_catalogue_t *cat = dpc_catalogue_new();
    const char *id = NULL;
    if (cat != NULL &&
        dpc_catalogue_add_text(cat, "fuzz", (const char *)data, size, &id) == DPC_OK) {
        dpc_query_t *q = dpc_query_new(cat, id);
        if (q != NULL) {
            /* whatever it says, evaluating it ends soon and prints no number that it did not prove
             */
            for (size_t i = 0; i < dpc_query_inputs(q); i++)
                if (!dpc_query_input(q, i)->is_witness)
                    (void)dpc_query_set(q, dpc_query_input(q, i)->name, "3");
            (void)dpc_query_set_max_steps(q, 2000);
            (void)dpc_query_set_max_bits(q, 256);
            (void)dpc_query_run(q);
            dpc_query_free(q);
        }
    }
    dpc_catalogue_free(cat);
    return 0;
}
