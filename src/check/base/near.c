/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "base/near.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

size_t dpc_near_distance(const char *a, const char *b)
{
    enum { MAX = 48 };
    size_t n = strlen(a), m = strlen(b), row[MAX + 1];
    if (n > MAX || m > MAX)
        return n + m;
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best =
                diagonal + (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[m];
}

void dpc_nearest(const char *word, const char *const *candidates, size_t count, char *out,
                 size_t size)
{
    const char *found[3] = {NULL};
    size_t limit = strlen(word) / 3 + 1, shown = 0;
    for (size_t distance = 0; distance <= limit + 1; distance++)
        for (size_t i = 0; i < count && shown < 3; i++) {
            /* a word that is part of a candidate is nearer than the letters say */
            size_t d = dpc_near_distance(word, candidates[i]);
            if (strlen(word) >= 3 && d > limit && strstr(candidates[i], word) != NULL)
                d = limit + 1;
            else if (d > limit)
                continue;
            if (d != distance)
                continue;
            found[shown++] = candidates[i];
        }
    out[0] = '\0';
    for (size_t i = 0; i < shown; i++) {
        const char *separator = i == 0 ? "" : i + 1 == shown ? " or " : ", ";
        size_t used = strlen(out);
        (void)snprintf(out + used, size - used, "%s%s", separator, found[i]);
    }
}
