/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The public functions of dpcert-gmp.h: parameters and printed results as rationals. */
#include "dpcert-gmp.h"

#include "query/query.h"
#include "query/solve.h"

/* ---- parameters ---- */

dpc_status dpc_query_set_mpq(dpc_query_t *q, const char *name, mpq_srcptr value)
{
    return dpc_query_set_number(q, name, value);
}

dpc_status dpc_query_set_list_mpq(dpc_query_t *q, const char *name, const mpq_t *value,
                                  size_t count)
{
    dpc_diag_reset(&q->diag);
    if (value == NULL && count > 0)
        return dpc_fail(&q->diag, DPC_PARSE, "the numbers of a list must not be NULL");
    return dpc_query_set_records(q, name, value, count);
}

dpc_status dpc_query_solve_mpq(dpc_query_t *q, const char *name, const char *result,
                               const char *relation, mpq_srcptr target, int direction)
{
    return dpc_query_solve_number(q, name, result, relation, target, NULL, direction);
}

dpc_status dpc_query_input_mpq(const dpc_query_t *q, size_t index, mpq_t value)
{
    if (index >= q->code->ninputs || !q->known[index])
        return DPC_UNDECIDED;
    const dpc_type_kind kind = q->code->input[index].type->kind;
    if (kind != DPC_T_REAL && kind != DPC_T_INT)
        return DPC_UNDECIDED;
    mpq_set(value, q->value[index]);
    return DPC_OK;
}

/* ---- results ---- */

typedef bool end_of(const dpc_query_t *q, size_t index, bool up, mpq_t x);

/* Sets lower and upper to both ends; changes neither if one of them is not known. */
static dpc_status give_ends(end_of *end, const dpc_query_t *q, size_t index, mpq_t lower,
                            mpq_t upper)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    const bool known = end(q, index, false, x) && end(q, index, true, y);
    if (known) {
        mpq_swap(lower, x);
        mpq_swap(upper, y);
    }
    mpq_clears(x, y, NULL);
    return known ? DPC_OK : DPC_UNDECIDED;
}

dpc_status dpc_query_result_mpq(const dpc_query_t *q, size_t index, mpq_t lower, mpq_t upper)
{
    return give_ends(dpc_query_result_end, q, index, lower, upper);
}

dpc_status dpc_query_result_exact_mpq(const dpc_query_t *q, size_t index, mpq_t value)
{
    if (index >= q->nresults || q->result_info[index].exact == NULL)
        return DPC_UNDECIDED;
    mpq_set(value, q->result_value[index].q);
    return DPC_OK;
}

dpc_status dpc_query_referee_mpq(const dpc_query_t *q, size_t index, mpq_t lower, mpq_t upper)
{
    return give_ends(dpc_query_referee_end, q, index, lower, upper);
}

dpc_status dpc_query_solution_mpq(const dpc_query_t *q, mpq_t value, mpq_t next)
{
    return dpc_solution_ends(q, value, next) ? DPC_OK : DPC_UNDECIDED;
}
