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

/* Past the digits that stand at s. */
static const char *past_digits(const char *s, const char *end)
{
    while (s < end && isdigit((unsigned char)*s))
        s++;
    return s;
}

/* An integer from digits; false when memory ends. */
static bool set_integer(mpz_t z, const char *s, const char *end)
{
    const size_t n = (size_t)(end - s);
    char *copy = malloc(n + 1);
    if (copy == NULL)
        return false;
    (void)memcpy(copy, s, n);
    copy[n] = '\0';
    (void)mpz_set_str(z, copy, 10);
    free(copy);
    return true;
}

/* The digits from s to the slash over those from there to end, neither with leading zeros. */
static const char *reduced(const char *s, const char *slash, const char *end)
{
    mpz_t p, q;
    mpz_inits(p, q, NULL);
    const char *why =
        set_integer(p, s, slash) && set_integer(q, slash + 1, end) ? NULL : "out of memory";
    if (why == NULL && mpz_cmp_ui(q, 1) == 0)
        why = "a fraction has a denominator of 2 or more";
    mpz_gcd(p, p, q);
    if (why == NULL && mpz_cmp_ui(p, 1) != 0)
        why = "the fraction is not in lowest terms";
    mpz_clears(p, q, NULL);
    return why;
}

/* There are digits from s to the slash. */
static const char *fraction(const char *s, const char *slash, const char *end)
{
    const char *t = slash + 1;
    if (t == end || past_digits(t, end) != end)
        return forms;
    if (t[0] == '0')
        return "the denominator is 0 or has leading zeros";
    return slash - s > DPC_CERT_MAX_DIGITS || end - t > DPC_CERT_MAX_DIGITS
               ? too_long
               : reduced(s, slash, end);
}

/* What follows the e. */
static const char *exponent(const char *s, const char *end)
{
    if (s < end && *s == '+')
        return "the exponent has a +";
    s += s < end && *s == '-';
    if (s == end || past_digits(s, end) != end)
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
    const char *at = past_digits(s, end);
    const ptrdiff_t whole = at - s;
    if (whole == 0)
        return forms;
    if (whole > 1 && s[0] == '0')
        return "it has leading zeros";
    if (at < end && *at == '/')
        return fraction(s, at, end);
    ptrdiff_t places = 0;
    if (at < end && *at == '.') {
        const char *decimals = at + 1;
        at = past_digits(decimals, end);
        places = at - decimals;
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

dpc_cert_fault dpc_cert_number_fault(const char *text, const char *end)
{
    return (dpc_cert_fault){number(text, end), "number", text, (size_t)(end - text)};
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
            const char *number_at = s + 1;
            s = strpbrk(number_at, ",()[]");
            if (s == NULL)
                return bad;
            const dpc_cert_fault fault = dpc_cert_number_fault(number_at, s);
            if (fault.why != NULL)
                return fault;
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
    return is_name(text) ? no_fault : dpc_cert_number_fault(text, strchr(text, '\0'));
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
    const size_t room = DPC_CERT_SHOWN - used, length = (size_t)(end - s);
    if (length <= LINE / 2)
        return used + (size_t)snprintf(out + used, room, "%.*s", (int)length, s);
    const char *sign = *s == '-' ? "-" : "";
    const char *stop = memchr(s, 'e', length);
    long long power = stop != NULL ? strtoll(stop + 1, NULL, 10) : 0;
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
                      : used + (size_t)snprintf(out + used, DPC_CERT_SHOWN - used, "e%lld", power);
}

static size_t show_number(char *out, size_t used, const char *s, const char *end)
{
    const char *slash = memchr(s, '/', (size_t)(end - s));
    if (slash == NULL)
        return show_decimal(out, used, s, end);
    used = show_decimal(out, used, s, slash);
    out[used++] = '/';
    return show_decimal(out, used, slash + 1, end);
}

/* The first numbers of a record that is long. */
static size_t show_record(char *out, const char *text)
{
    enum { FIELDS = 3 };
    size_t used = (size_t)snprintf(out, DPC_CERT_SHOWN, "[(");
    const char *s = text + 2;
    for (int i = 0; i < FIELDS; i++) {
        const size_t n = strcspn(s, ",)");
        used = show_number(out, used, s, s + n);
        out[used++] = s[n];
        out[used] = '\0';
        if (s[n] != ',')
            break;
        s += n + 1;
    }
    return used;
}

/* The records that fit, or the beginning of the first. */
static void show_list(char *out, const char *text)
{
    size_t n = SHORT_LIST - 60;
    while (n > 1 && text[n - 1] != ')')
        n--;
    size_t used = n > 1 ? (size_t)snprintf(out, DPC_CERT_SHOWN, "%.*s", (int)n, text)
                        : show_record(out, text);
    (void)snprintf(out + used, DPC_CERT_SHOWN - used, "%s... (%zu characters)]",
                   out[used - 1] == ')' ? "," : "", strlen(text));
}

const char *dpc_cert_show(char out[DPC_CERT_SHOWN], const char *text)
{
    const size_t length = strlen(text);
    if (length <= LINE || (text[0] == '[' && length <= SHORT_LIST))
        (void)snprintf(out, DPC_CERT_SHOWN, "%s", text);
    else if (text[0] == '[')
        show_list(out, text);
    else
        (void)show_number(out, 0, text, text + length);
    return out;
}
