/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "method/mechanism.h"

#include "method/inversion.h"

#include <stdlib.h>

enum { MAX_GROUPS = 10000 };

void dpc_mechanism_clear(dpc_mechanism *m)
{
    free(m->group);
    *m = (dpc_mechanism){.n = 0};
}

/* Adds a group of T steps. */
static dpc_status add_group(dpc_method_call *in, dpc_mechanism *m, dpc_group group, mpq_srcptr T)
{
    if (T == NULL || mpz_cmp_ui(mpq_denref(T), 1) != 0 || mpz_sgn(mpq_numref(T)) <= 0 ||
        mpz_sizeinbase(mpq_numref(T), 2) > 64)
        return dpc_method_refuse(in, "the number of steps must be an integer from 1 to 2^64");
    if (group.kind != DPC_STEP_SUBSAMPLED && mpq_sgn(group.size.q) == 0)
        return DPC_OK; /* both distributions are the same: no loss, and M = 1 (L-INV-VOID) */
    if (group.kind == DPC_STEP_SUBSAMPLED && group.q.q != NULL && mpq_cmp_ui(group.q.q, 1, 1) == 0)
        group.kind = DPC_STEP_GAUSS;
    group.T = mpq_numref(T);
    m->group[m->n++] = group;
    return DPC_OK;
}

/* Lists: gauss(q, sigma, count), laplace(eps, count), step(eps, delta, count).  The delta of a step
   does not belong to the finite losses. */
static dpc_status add_list(dpc_method_call *in, dpc_mechanism *m, const dpc_list *list, int number)
{
    dpc_status status = DPC_OK;
    for (size_t i = 0; i < list->length && status == DPC_OK; i++) {
        mpq_t *field = &list->value[i * list->nfields];
        mpq_srcptr T = field[list->nfields - 1];
        dpc_group g = {.kind = DPC_STEP_SUBSAMPLED, .q = {.q = field[0]}, .size = {.q = field[1]}};
        if (number != DPC_INV_GAUSS)
            g = (dpc_group){.kind =
                                number == DPC_INV_LAPLACE ? DPC_STEP_LAPLACE : DPC_STEP_RESPONSE,
                            .size = {.q = field[0]}};
        status = add_group(in, m, g, T);
    }
    return status;
}

dpc_status dpc_mechanism_read(dpc_method method, dpc_method_call *in, dpc_mechanism *m)
{
    mpq_srcptr side = in->arg[DPC_INV_SIDE].q;
    const bool lists = method == DPC_METHOD_PRODUCT;
    size_t n = 1;
    *m = (dpc_mechanism){.n = 0};
    if (side == NULL || (mpq_sgn(side) != 0 && mpq_cmp_ui(side, 1, 1) != 0))
        return dpc_method_refuse(in, "the direction must be 1 (remove) or 0 (add)");
    m->remove = mpq_sgn(side) != 0;
    for (int i = DPC_INV_GAUSS; lists && i <= DPC_INV_STEP; i++)
        n += in->arg[i].list->length;
    if (n > MAX_GROUPS)
        return dpc_method_refuse(
            in, "more than %d records in its lists: equal steps are one record, with their count",
            (int)MAX_GROUPS - 1);
    m->group = calloc(n, sizeof *m->group);
    if (m->group == NULL)
        return DPC_NOMEM;
    if (!lists)
        return add_group(in, m,
                         (dpc_group){.kind = DPC_STEP_SUBSAMPLED,
                                     .q = in->arg[DPC_INV_Q],
                                     .size = in->arg[DPC_INV_SIGMA]},
                         in->arg[DPC_INV_T].q);
    dpc_status status = DPC_OK;
    for (int i = DPC_INV_GAUSS; i <= DPC_INV_STEP && status == DPC_OK; i++)
        status = add_list(in, m, in->arg[i].list, i);
    return status;
}
