/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "base/words.h"

#include <stdbool.h>
#include <string.h>

const char *const dpc_theorem_status_words[] = {"none",       "exact",   "proved", "conditional",
                                                "asymptotic", "refuted", NULL};
const char *const dpc_basis_words[] = {"none", "paper", "rederived", "machine", NULL};
const char *const dpc_adjacency_words[] = {"none",        "add-remove", "add", "remove",
                                           "replace-one", "zero-out",   "any", NULL};
const char *const dpc_cert_kind_words[] = {"none",       "guarantee", "lower", "value",
                                           "refutation", "audit",     NULL};
const char *const dpc_relation_words[] = {"none", "<=", ">=", NULL};

const char *const dpc_history_words[] = {"none", "complete", "part", NULL};

int dpc_word_find(const char *const *table, const char *word)
{
    for (int i = 1; table[i] != NULL; i++)
        if (strcmp(table[i], word) == 0)
            return i;
    return 0;
}

/* Appends as much as fits; returns the used length of out. */
static size_t append(char out[DPC_WORDS_SHOWN], size_t used, const char *text)
{
    for (; *text != '\0' && used < DPC_WORDS_SHOWN - 1; text++)
        out[used++] = *text;
    return used;
}

const char *dpc_words_list(char out[DPC_WORDS_SHOWN], const char *const *table, int last)
{
    size_t used = 0;
    for (int i = 1; i <= last; i++) {
        used = append(out, used, i == 1 ? "" : i == last ? " or " : ", ");
        used = append(out, used, table[i]);
    }
    out[used] = '\0';
    return out;
}

/* The word of an enumerator. */
static const char *name(const char *const *words, size_t count, int value)
{
    return value >= 0 && (size_t)value < count ? words[value] : "unknown";
}

#define NAME(words, value) name(words, sizeof(words) / sizeof(words)[0], (int)(value))
/* The same for a list with NULL at its end. */
#define LISTED(words, value) name(words, sizeof(words) / sizeof(words)[0] - 1, (int)(value))

const char *dpc_theorem_status_name(dpc_theorem_status status)
{
    return LISTED(dpc_theorem_status_words, status);
}

const char *dpc_adjacency_name(dpc_adjacency adjacency)
{
    return LISTED(dpc_adjacency_words, adjacency);
}

const char *dpc_cert_kind_name(dpc_cert_kind kind)
{
    return LISTED(dpc_cert_kind_words, kind);
}

dpc_adjacency dpc_adjacency_both_ways(dpc_adjacency adjacency)
{
    const bool one_way = adjacency == DPC_ADJACENCY_ADD || adjacency == DPC_ADJACENCY_REMOVE;
    return one_way ? DPC_ADJACENCY_ADD_REMOVE : adjacency;
}

const char *dpc_history_said(dpc_history_extent extent)
{
    static const char *const words[] = {"no history", "complete, as the issuer declares",
                                        "a part of the run, as the issuer declares"};
    return NAME(words, extent);
}

const char *dpc_verdict_name(dpc_verdict verdict)
{
    static const char *const words[] = {"VERIFIED", "REJECTED", "UNREADABLE", "UNDECIDED",
                                        "INTERRUPTED"};
    return NAME(words, verdict);
}
