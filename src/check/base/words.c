/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "base/words.h"

#include <stdio.h>
#include <string.h>

const char *const dpc_cert_kind_names[DPC_CERT_KINDS] = {
    [DPC_CERT_GUARANTEE] = "guarantee",   [DPC_CERT_LOWER] = "lower", [DPC_CERT_VALUE] = "value",
    [DPC_CERT_REFUTATION] = "refutation", [DPC_CERT_AUDIT] = "audit",
};

const char *const dpc_neighbours_names[DPC_NEIGHBOURS] = {
    [DPC_ADD_REMOVE] = "add-remove",   [DPC_ADD] = "add",           [DPC_REMOVE] = "remove",
    [DPC_REPLACE_ONE] = "replace-one", [DPC_ZERO_OUT] = "zero-out", [DPC_ANY_NEIGHBOURS] = "any",
};

const char *const dpc_relation_names[DPC_RELATIONS] = {
    [DPC_AT_MOST] = "<=",
    [DPC_AT_LEAST] = ">=",
};

int dpc_word_find(const char *const *table, int count, const char *word)
{
    int i = 0;
    while (i < count && strcmp(table[i], word) != 0)
        i++;
    return i;
}

const char *dpc_words_list(char out[DPC_WORDS_SHOWN], const char *const *table, int count)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < count && used < DPC_WORDS_SHOWN; i++)
        used += (size_t)snprintf(out + used, DPC_WORDS_SHOWN - used, "%s%s",
                                 i == 0           ? ""
                                 : i + 1 == count ? " or "
                                                  : ", ",
                                 table[i]);
    return out;
}
