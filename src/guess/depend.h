/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Which witnesses a result depends on. */
#ifndef DPC_DEPEND_H
#define DPC_DEPEND_H

#include "lang/code.h"

#include <stdbool.h>

/* Sets matters[i] for those of the inputs with open[i] that can have an influence on the slot: by
   its value, or because something in the theorem is computed from them and from such an input
   together. The others may keep any admissible value while these vary: neither the slot's value nor
   whether a condition holds for these changes.  False when memory ends, or with more than 64 open
   inputs. */
bool dpc_depend(const dpc_code *code, uint32_t slot, const bool *open, bool *matters);

#endif
