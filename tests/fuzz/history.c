/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Fuzzing of histories: any bytes are refused with a message, or become valid steps. */
#include "account/history.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The invariants of account/history.h. */
static void check_step(const dpc_step *s)
{
    const bool unit_a = mpq_sgn(s->a) > 0 && mpq_cmp_ui(s->a, 1, 1) <= 0;
    const bool good = s->kind == DPC_MECHANISM_GAUSS     ? unit_a && mpq_sgn(s->b) > 0
                      : s->kind == DPC_MECHANISM_LAPLACE ? mpq_sgn(s->a) > 0
                      : s->kind == DPC_MECHANISM_DP
                          ? mpq_sgn(s->a) > 0 && mpq_sgn(s->b) >= 0 && mpq_cmp_ui(s->b, 1, 1) < 0
                      : s->kind == DPC_MECHANISM_RESPONSE
                          ? mpq_cmp(s->a, s->b) > 0 && mpq_sgn(s->b) > 0
                      : s->kind == DPC_MECHANISM_LEAK ? unit_a
                                                      : s->path != NULL;
    if (!good || mpq_sgn(s->count) <= 0 || mpz_cmp_ui(mpq_denref(s->count), 1) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dpc_diag diag = {.status = DPC_OK};
    const dpc_source source = {.name = "fuzz", .text = (const char *)data, .len = size};
    dpc_history *h = dpc_history_read(&source, &diag);
    if (h == NULL && (diag.status == DPC_OK || diag.text[0] == '\0'))
        abort(); /* a refusal without a reason */
    for (size_t i = 0; h != NULL && i < h->nsteps; i++)
        check_step(&h->step[i]);
    dpc_history_free(h);
    return 0;
}
