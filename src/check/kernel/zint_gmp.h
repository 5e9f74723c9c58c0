/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Between handles and GMP; not for proved code. */
#ifndef DPC_KERNEL_ZINT_GMP_H
#define DPC_KERNEL_ZINT_GMP_H

#include "kernel/zint.h"

#include <gmp.h>
#include <stdbool.h>

/* A handle of the value; NULL if it is refused. */
dpc_z dpc_z_import(const mpz_t v);

/* The value of a handle, valid until the epoch ends; never to be changed. */
mpz_srcptr dpc_z_value(dpc_z a);

/* Ends the epoch: all handles of this thread become invalid.  Only between top-level operations,
   never inside of proved code.  Debug builds trap the use of a stale handle. */
void dpc_z_release(void);

/* Whether it is time to end the epoch: it holds more than a few operations need. */
bool dpc_z_crowded(void);

/* Frees the memory of the calling thread; ends the epoch. */
void dpc_z_cleanup(void);

#endif
