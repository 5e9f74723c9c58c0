/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Bodies for functions of the C library that Frama-C has only specifications of, and for the
   recording of messages, whose formats the compiler checks. */
#include "base/diag.h"

#include <ctype.h>
#include <string.h>

static int contains(const char *set, char c)
{
    for (size_t i = 0; set[i] != '\0'; i++)
        if (set[i] == c)
            return 1;
    return 0;
}

size_t strspn(const char *s, const char *accept)
{
    size_t n = 0;
    while (s[n] != '\0' && contains(accept, s[n]))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *reject)
{
    size_t n = 0;
    while (s[n] != '\0' && !contains(reject, s[n]))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accept)
{
    s += strcspn(s, accept);
    return *s != '\0' ? (char *)s : NULL;
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
        if (a[i] == '\0')
            return 0;
    }
    return 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, (size_t)-1);
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *s = a, *t = b;
    for (size_t i = 0; i < n; i++)
        if (s[i] != t[i])
            return s[i] < t[i] ? -1 : 1;
    return 0;
}

/* Digits only, at most nine of them: that is how it is called here. */
unsigned long strtoul(const char *s, char **end, int base)
{
    unsigned long value = 0;
    for (; *s >= '0' && *s <= '9'; s++)
        value = 10 * value + (unsigned long)(*s - '0');
    return value;
}

dpc_status dpc_fail(dpc_diag *diag, dpc_status status, const char *format, ...)
{
    if (diag->status == DPC_OK)
        diag->status = status;
    return diag->status;
}

dpc_status dpc_fail_at(dpc_diag *diag, dpc_status status, const dpc_source *source, uint32_t pos,
                       const char *format, ...)
{
    if (diag->status == DPC_OK)
        diag->status = status;
    return diag->status;
}

void dpc_diag_reset(dpc_diag *diag)
{
    diag->status = DPC_OK;
}
