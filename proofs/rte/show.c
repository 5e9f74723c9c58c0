/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: dpc_cert_show on every text of 0 to 70 bytes, of 401 and of LENGTH bytes of ASCII.  The
   text stands at the end of its array.  Printing is a model that knows how long the result may be:
   where something is appended nothing must be cut off. */
#include "cert/number.h"
#include "rte.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* As many bytes as a conversion writes: %s %.*s %c %ld %zu. */
int rte_snprintf(char *out, size_t size, const char *format, ...)
{
    size_t n = 0;
    va_list list;
    va_start(list, format);
    for (size_t i = 0; format[i] != '\0'; i++) {
        if (format[i] != '%') {
            n++;
            continue;
        }
        i++;
        if (format[i] == 's')
            n += strlen(va_arg(list, const char *));
        else if (format[i] == 'c') {
            (void)va_arg(list, int);
            n++;
        } else if (format[i] == '.') {
            const int most = va_arg(list, int);
            const size_t there = strlen(va_arg(list, const char *));
            //@ assert precision: most >= 0;
            n += there < (size_t)most ? there : (size_t)most;
            i += 2;
        } else {
            if (format[i] == 'l')
                (void)va_arg(list, long);
            else
                (void)va_arg(list, size_t);
            n += Frama_C_unsigned_long_interval(1, 20);
            i++;
        }
    }
    va_end(list);
    //@ assert whole: n < size;
    //@ assert room: \valid(out + (0 .. n));
    Frama_C_make_unknown(out, n);
    out[n] = '\0';
    return (int)n;
}

void *memchr(const void *s, int c, size_t n)
{
    (void)c;
    //@ assert bytes: n == 0 || \valid_read((const char *)s + (0 .. n - 1));
    return n == 0 || any_bool() ? NULL : (char *)s + Frama_C_unsigned_long_interval(0, n - 1);
}

long long strtoll(const char *s, char **end, int base)
{
    (void)strlen(s);
    (void)end;
    (void)base;
    return (long long)any_size();
}

int main(void)
{
    char text[LENGTH + 1], out[DPC_CERT_SHOWN];
    for (size_t i = 0; i < LENGTH; i++)
        text[i] = (char)Frama_C_interval(1, 127);
    text[LENGTH] = '\0';
    const size_t length = any_bool()   ? Frama_C_unsigned_long_interval(0, 70)
                          : any_bool() ? 401
                                       : LENGTH;
    const int before = Frama_C_interval(-1, 1); /* the first byte, whether it is a bracket */
    //@ split length;
    //@ split before;
    if (length > 0)
        text[LENGTH - length] = (char)(before == 0  ? '['
                                       : before < 0 ? Frama_C_interval(1, '[' - 1)
                                                    : Frama_C_interval('[' + 1, 127));
    const char *shown = dpc_cert_show(out, text + LENGTH - length);
    //@ assert out: shown == (char *)out;
    (void)strlen(shown);
    return 0;
}
