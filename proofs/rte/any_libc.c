/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Functions of the C library on texts of which nothing is known but that they must be terminated
   (strlen is known to EVA and raises an alarm otherwise): results are any that the standard allows.
   Recording of messages: the compiler checks formats against their arguments. */
#include "base/diag.h"
#include "rte.h"

#include <ctype.h>
#include <string.h>

size_t strspn(const char *s, const char *accept)
{
    (void)strlen(accept);
    return Frama_C_unsigned_long_interval(0, strlen(s));
}

size_t strcspn(const char *s, const char *reject)
{
    (void)strlen(reject);
    return Frama_C_unsigned_long_interval(0, strlen(s));
}

/* The first byte that is one of some is the first that is a certain one of them. */
char *strpbrk(const char *s, const char *accept)
{
    const size_t n = strlen(accept);
    if (n == 0 || any_bool())
        return NULL;
    return strchr(s, accept[Frama_C_unsigned_long_interval(0, n - 1)]);
}

int strcmp(const char *a, const char *b)
{
    (void)strlen(a);
    (void)strlen(b);
    return Frama_C_interval(-1, 1);
}

/* Here always with a terminated text. */
int strncmp(const char *a, const char *b, size_t n)
{
    (void)n;
    return strcmp(a, b);
}

int memcmp(const void *a, const void *b, size_t n)
{
    //@ assert first: \valid_read((const char *)a + (0 .. n - 1));
    //@ assert second: \valid_read((const char *)b + (0 .. n - 1));
    return Frama_C_interval(-1, 1);
}

unsigned long strtoul(const char *s, char **end, int base)
{
    (void)strlen(s);
    (void)end;
    (void)base;
    return Frama_C_unsigned_long_interval(0, (unsigned long)-1);
}

/* Whether a failure was recorded: EVA keeps the states apart in which it is and in which it is not
   (-eva-partition-value). */
int rte_failed;

dpc_status dpc_fail(dpc_diag *diag, dpc_status status, const char *format, ...)
{
    if (diag->status == DPC_OK)
        diag->status = status;
    rte_failed = 1;
    return diag->status;
}

dpc_status dpc_fail_at(dpc_diag *diag, dpc_status status, const dpc_source *source, uint32_t pos,
                       const char *format, ...)
{
    if (diag->status == DPC_OK)
        diag->status = status;
    rte_failed = 1;
    return diag->status;
}
