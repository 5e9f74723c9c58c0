/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   How many digits the ends of an enclosure have in common: when to stop raising the precision. */
#ifndef DPC_GUESS_DIGITS_H
#define DPC_GUESS_DIGITS_H

#include "domain/domain.h"

/* How many decimal digits an enclosure certifies: relative width at most 10^-digits. */
unsigned long dpc_certified_digits(const dpc_bounds *b);

#endif
