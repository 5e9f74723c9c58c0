/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   D(eps) of the inversion accountant for many eps with one plan. */
#ifndef DPC_PREPARED_H
#define DPC_PREPARED_H

#include "method/method.h"

typedef struct dpc_prepared_s dpc_prepared;

/* Computes everything that does not depend on eps.  NULL if the arguments are refused: status says
   why.  The arguments are not needed later. */
dpc_prepared *dpc_prepared_new(dpc_method method, dpc_method_call *in, dpc_status *status);
void dpc_prepared_free(dpc_prepared *w);
/* d contains D(eps) for the present eps of the arguments; the other arguments are not read. */
dpc_status dpc_prepared_at(dpc_prepared *w, dpc_method_call *in, void *d);

#endif
