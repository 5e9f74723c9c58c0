/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Which witnesses a result depends on. */
#ifndef DPC_DEPEND_H
#define DPC_DEPEND_H

#include "lang/code.h"

#include <stdbool.h>

/* Sets matters[i] for the inputs with open[i] that can influence the slot: directly, or because the
   theorem computes something from them together with such an input.  The other open inputs may keep
   any admissible value while these vary: they change neither the slot's value nor the conditions on
   these.  false: out of memory, or more than 64 open inputs. */
bool dpc_depend(const dpc_code *code, uint32_t slot, const bool *open, bool *matters);

#endif
