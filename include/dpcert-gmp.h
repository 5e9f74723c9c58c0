/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   libdpcert's parameters and printed results as GMP rationals: programs that compute with them need
   not read texts.  Link with -ldpcert -lgmp.  Outputs come last, as in the rest of the interface,
   and are initialised by the caller; they are unchanged unless the status is OK. */
#ifndef DPCERT_GMP_H
#define DPCERT_GMP_H

#include "dpcert.h"

#include <gmp.h>

#ifdef __cplusplus
extern "C" {
#endif

/* dpc_query_set with an exact number in canonical form instead of a text.  PARSE also if the
   parameter is not a number; DOMAIN if the parameter is an integer and the value is not. */
DPC_API DPC_MUST_USE dpc_status dpc_query_set_mpq(dpc_query_t *q, const char *name,
                                                  mpq_srcptr value) DPC_NONNULL(1, 3);

/* The same for a list: its records one after the other, count numbers in all. */
DPC_API DPC_MUST_USE dpc_status dpc_query_set_list_mpq(dpc_query_t *q, const char *name,
                                                       const mpq_t *value, size_t count)
    DPC_NONNULL(1);

/* dpc_query_solve with the target as a number in canonical form. */
DPC_API DPC_MUST_USE dpc_status dpc_query_solve_mpq(dpc_query_t *q, const char *name,
                                                    const char *result, const char *relation,
                                                    mpq_srcptr target, int direction)
    DPC_NONNULL(1, 5);

/* The value of parameter or witness `index`; UNDECIDED if it has none, or is not a number. */
DPC_API DPC_MUST_USE dpc_status dpc_query_input_mpq(const dpc_query_t *q, size_t index, mpq_t value)
    DPC_NONNULL(1, 3);

/* The printed ends of result `index`, dpc_result_info.lower and .upper; UNDECIDED if there are
   none. */
DPC_API DPC_MUST_USE dpc_status dpc_query_result_mpq(const dpc_query_t *q, size_t index,
                                                     mpq_t lower, mpq_t upper) DPC_NONNULL(1, 3, 4);

/* Its exact value, dpc_result_info.exact; UNDECIDED if that is not known. */
DPC_API DPC_MUST_USE dpc_status dpc_query_result_exact_mpq(const dpc_query_t *q, size_t index,
                                                           mpq_t value) DPC_NONNULL(1, 3);

/* The printed ends of a referee; UNDECIDED, too, if it does not apply. */
DPC_API DPC_MUST_USE dpc_status dpc_query_referee_mpq(const dpc_query_t *q, size_t index,
                                                      mpq_t lower, mpq_t upper)
    DPC_NONNULL(1, 3, 4);

/* The solution of the last dpc_query_solve, dpc_solution_info.value and .next; UNDECIDED if it
   found none. */
DPC_API DPC_MUST_USE dpc_status dpc_query_solution_mpq(const dpc_query_t *q, mpq_t value,
                                                       mpq_t next) DPC_NONNULL(1, 2, 3);

#ifdef __cplusplus
}
#endif

#endif
