/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   libdpcert's enclosures as Arb's balls.  Arb is part of FLINT 3 (<flint/arb.h>), or a library of
   its own (<arb.h>).  If your compiler cannot find out which one is installed, include its header
   before this one.  It must be the one that libdpcert was built with.  Outputs come last, as in the
   rest of the interface, and therefore after the precision. */
#ifndef DPCERT_ARB_H
#define DPCERT_ARB_H

#include "dpcert.h"

#if !defined(ARB_H)
#if defined(HAVE_FLINT3)
#include <flint/arb.h>
#elif defined(__has_include)
#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#else
#include <arb.h>
#endif
#else
#include <flint/arb.h>
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Sets x to a ball of about prec bits that contains the enclosure of result `index`, and therefore
   the value of its formula.  Returns OK, or UNDECIDED with x unchanged if there is no such result
   or its arithmetic certifies nothing. */
DPC_API DPC_MUST_USE dpc_status dpc_query_result_arb(const dpc_query_t *q, size_t index, slong prec,
                                                     arb_t x) DPC_NONNULL(1, 4);

/* The same for a referee; UNDECIDED, too, if it does not apply. */
DPC_API DPC_MUST_USE dpc_status dpc_query_referee_arb(const dpc_query_t *q, size_t index,
                                                      slong prec, arb_t x) DPC_NONNULL(1, 4);

#ifdef __cplusplus
}
#endif

#endif
