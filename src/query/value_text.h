/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Values of parameters and witnesses as a certificate writes them. */
#ifndef DPC_VALUE_TEXT_H
#define DPC_VALUE_TEXT_H

#include "lang/code.h"

#include <gmp.h>

/* The text of a number (list is then NULL), an enumeration's value or a list; to be freed; NULL:
   out of memory. */
char *dpc_value_text(const mpq_t q, const dpc_list *list, const dpc_input *input);

#endif
