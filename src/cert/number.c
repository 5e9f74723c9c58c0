/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "cert/number.h"

#include <ctype.h>
#include <gmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- grammar ---- */

static const char forms[] =
    "write an integer, a decimal like 0.05 or 9.95e-3, or a fraction like 1/3";
static const char too_long[] = "more than 5000 digits: that is the limit";
static const char list_form[] = "a list is written [(1,2),(3,4)]";

static size_t digits(const char *s, const char *end)
{
    size_t n = 0;
    while (s + n < end && isdigit((unsigned char)s[n]))
        n++;
    return n;
}

/* An integer from digits; false when memory ends. */
static bool set_integer(mpz_t z, const char *s, size_t n)
{
    char *copy = malloc(n + 1);
    if (copy == NULL)
        return false;
    (void)memcpy(copy, s, n);
    copy[n] = '\0';
    (void)mpz_set_str(z, copy, 10);
    free(copy);
    return true;
}

/* s/t with n and m digits, neither with leading zeros. */
static const char *reduced(const char *s, size_t n, const char *t, size_t m)
{
    mpz_t p, q;
    mpz_inits(p, q, NULL);
    const char *why = set_integer(p, s, n) && set_integer(q, t, m) ? NULL : "out of memory";
    if (why == NULL && mpz_cmp_ui(q, 1) == 0)
        why = "a fraction has a denominator of 2 or more";
    mpz_gcd(p, p, q);
    if (why == NULL && mpz_cmp_ui(p, 1) != 0)
        why = "the fraction is not in lowest terms";
    mpz_clears(p, q, NULL);
    return why;
}

/* The n digits at s are followed by a slash. */
static const char *fraction(const char *s, size_t n, const char *end)
{
    const char *t = s + n + 1;
    const size_t m = digits(t, end);
    if (m == 0 || t + m != end)
        return forms;
    if (t[0] == '0')
        return "the denominator is 0 or has leading zeros";
    return n > DPC_CERT_MAX_DIGITS || m > DPC_CERT_MAX_DIGITS ? too_long : reduced(s, n, t, m);
}

/* What follows the e. */
static const char *exponent(const char *s, const char *end)
{
    if (s < end && *s == '+')
        return "the exponent has a +";
    s += s < end && *s == '-';
    const size_t n = digits(s, end);
    if (n == 0 || s + n != end)
        return forms;
    return s[0] == '0' ? "the exponent is 0 or has leading zeros" : NULL;
}

static bool is_zero(const char *s, const char *end)
{
    while (s < end && (*s == '0' || *s == '.'))
        s++;
    return s == end;
}

static const char *number(const char *s, const char *end)
{
    const bool negative = s < end && *s == '-';
    if (s < end && *s == '+')
        return "no + stands before it";
    s += negative;
    const size_t whole = digits(s, end);
    const char *at = s + whole;
    if (whole == 0)
        return forms;
    if (whole > 1 && s[0] == '0')
        return "it has leading zeros";
    if (at < end && *at == '/')
        return fraction(s, whole, end);
    size_t places = 0;
    if (at < end && *at == '.') {
        places = digits(at + 1, end);
        at += 1 + places;
        if (places == 0)
            return forms;
    }
    if (whole + places > DPC_CERT_MAX_DIGITS)
        return too_long;
    if (negative && is_zero(s, at))
        return "0 has no sign";
    if (at < end && *at == 'e')
        return whole != 1 || s[0] == '0'
                   ? "with an exponent one digit stands before the point, and it is not 0"
                   : exponent(at + 1, end);
    return at < end ? forms : NULL;
}

dpc_cert_fault dpc_cert_number_fault(const char *text, size_t length)
{
    return (dpc_cert_fault){number(text, text + length), "number", text, length};
}

static const dpc_cert_fault no_fault;

/* The records of a list, after the opening bracket. */
static dpc_cert_fault list(const char *text)
{
    const dpc_cert_fault bad = {list_form, "list", text, strlen(text)};
    const char *s = text + 1;
    if (strcmp(s, "]") == 0)
        return no_fault;
    for (;; s++) {
        if (*s != '(')
            return bad;
        do {
            const size_t n = strcspn(++s, ",()[]");
            const dpc_cert_fault fault = dpc_cert_number_fault(s, n);
            if (fault.why != NULL)
                return fault;
            s += n;
        } while (*s == ',');
        if (*s++ != ')')
            return bad;
        if (*s != ',')
            return strcmp(s, "]") == 0 ? no_fault : bad;
    }
}

static bool is_name(const char *s)
{
    if (!isalpha((unsigned char)*s) && *s != '_')
        return false;
    while (isalnum((unsigned char)*s) || *s == '_')
        s++;
    return *s == '\0';
}

dpc_cert_fault dpc_cert_value_fault(const char *text)
{
    if (text[0] == '[')
        return list(text);
    return is_name(text) ? no_fault : dpc_cert_number_fault(text, strlen(text));
}

/* ---- for people ---- */

enum {
    LINE = 60,       /* characters of a number that are shown as they are */
    SHORT_LIST = 400 /* of a list */
};

/* Appends a decimal, or half of a fraction: the leading digits, and the power of ten. */
static size_t show_decimal(char *out, size_t used, const char *s, const char *end)
{
    enum { LEADING = 20 };
    const size_t room = DPC_CERT_SHOWN - used;
    if (end - s <= LINE / 2)
        return used + (size_t)snprintf(out + used, room, "%.*s", (int)(end - s), s);
    const char *sign = *s == '-' ? "-" : "";
    const char *stop = memchr(s, 'e', (size_t)(end - s));
    long power = stop != NULL ? strtol(stop + 1, NULL, 10) : 0;
    stop = stop != NULL ? stop : end;
    char leading[LEADING + 1] = "";
    size_t n = 0;
    bool point = false, more = false, begun = false;
    for (; s < stop; s++) {
        if (!isdigit((unsigned char)*s)) {
            point = point || *s == '.';
            continue;
        }
        power +=
            (begun && !point) - (!begun && point); /* of ten, of the first digit that is not 0 */
        begun = begun || *s != '0';
        if (begun && n < LEADING)
            leading[n++] = *s;
        else
            more = more || (begun && *s != '0');
    }
    while (n > 1 && !more && leading[n - 1] == '0')
        n--;
    leading[n] = '\0';
    if (!begun)
        return used + (size_t)snprintf(out + used, room, "0");
    used += (size_t)snprintf(out + used, room, "%s%c%s%s%s", sign, leading[0], n > 1 ? "." : "",
                             leading + 1, more ? "..." : "");
    return power == 0 ? used
                      : used + (size_t)snprintf(out + used, DPC_CERT_SHOWN - used, "e%ld", power);
}

/* The records that fit. */
static void show_list(char *out, const char *text)
{
    size_t n = SHORT_LIST - 60;
    while (n > 1 && text[n - 1] != ')')
        n--;
    (void)snprintf(out, DPC_CERT_SHOWN, "%.*s%s... (%zu characters)]", (int)n, text,
                   n > 1 ? "," : "", strlen(text));
}

const char *dpc_cert_show(char out[DPC_CERT_SHOWN], const char *text)
{
    const size_t length = strlen(text);
    const char *slash = strchr(text, '/'), *end = text + length;
    if (length <= LINE || (text[0] == '[' && length <= SHORT_LIST))
        (void)snprintf(out, DPC_CERT_SHOWN, "%s", text);
    else if (text[0] == '[')
        show_list(out, text);
    else if (slash != NULL) {
        size_t used = show_decimal(out, 0, text, slash);
        out[used++] = '/';
        (void)show_decimal(out, used, slash + 1, end);
    } else
        (void)show_decimal(out, 0, text, end);
    return out;
}
