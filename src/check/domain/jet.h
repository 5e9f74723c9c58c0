/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Taylor coefficients as a number domain on top of another one.  An element encloses f(x), f'(x),
   f''(x)/2, ... for every point x of a cell, where f is the function of one variable that the steps
   so far define.  Only the value is known if f may not be smooth on the cell. */
#ifndef DPC_JET_H
#define DPC_JET_H

#include "domain/domain.h"

enum { DPC_JET_ORDER = 10 }; /* even: the order of the last coefficient */

/* Elements that are made from now on, by this thread, are on top of this domain. */
void dpc_jet_set_base(const dpc_domain *base);

extern const dpc_domain dpc_domain_jet;

/* d = the constant a of the base domain. */
void dpc_jet_constant(void *d, const void *a, unsigned long prec);

/* d = the variable itself, on the cell a of the base domain, with the coefficients up to an order
   of 1..DPC_JET_ORDER: results need no more. */
void dpc_jet_variable(void *d, const void *a, int order, unsigned long prec);

/* The coefficient of order k, in the base domain; NULL if it is not known. */
const void *dpc_jet_coefficient(const void *x, int k);

#endif
