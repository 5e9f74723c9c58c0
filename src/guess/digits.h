/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The number of digits that an enclosure certifies, which decides when to stop raising the
   precision. */
#ifndef DPC_GUESS_DIGITS_H
#define DPC_GUESS_DIGITS_H

#include "domain/domain.h"

/* The number of decimal digits that an enclosure certifies: its relative width is at most
   10^-digits. */
unsigned long dpc_certified_digits(const dpc_bounds *b);

#endif
