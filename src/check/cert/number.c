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
static const char value_forms[] =
    "it is a number, a word, a list like [(1,2),(3,4)] or a record like kind(a=1,b=2) x 10";
static const char too_deep[] =
    "more than 16 lists and records within each other: that is the limit";

/* The end of the digits at s. */
static const char *past_digits(const char *s, const char *end)
{
    while (s < end && isdigit((unsigned char)*s))
        s++;
    return s;
}

/* Sets z to the integer of the digits; false: out of memory. */
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

/* ---- values ---- */

/* What is open where a value is read: a list, a row of numbers in a list, a record. */
typedef enum { LIST, ROW, RECORD } bracket;

typedef struct {
    const char *text, *at; /* the value, and what is not read yet */
    dpc_cert_fault fault;
    bracket open[DPC_CERT_MAX_NESTING];
    size_t depth;
} value_reader;

static bool is_open(const value_reader *v, bracket what)
{
    return v->depth > 0 && v->open[v->depth - 1] == what;
}

static void misread(value_reader *v, const char *why)
{
    v->fault = (dpc_cert_fault){why, "value", v->text, strlen(v->text)};
}

static void open_bracket(value_reader *v, bracket what)
{
    if (v->depth == DPC_CERT_MAX_NESTING)
        misread(v, too_deep);
    else
        v->open[v->depth++] = what;
}

/* Past the letters, digits, underscores and, within a word, hyphens that stand at s; s itself if no
   name begins there. */
static const char *past_name(const char *s, bool hyphens)
{
    if (!isalpha((unsigned char)*s) && *s != '_')
        return s;
    while (isalnum((unsigned char)*s) || *s == '_' ||
           (hyphens && *s == '-' && isalnum((unsigned char)s[1])))
        s++;
    return s;
}

static void read_number(value_reader *v)
{
    const char *end = v->at + strcspn(v->at, ",()[]= ");
    v->fault = dpc_cert_number_fault(v->at, end);
    v->at = end;
}

/* `NAME=` of a field. */
static void read_field(value_reader *v)
{
    const char *end = past_name(v->at, false);
    if (end == v->at || *end != '=')
        misread(v, "a field of a record is written name=value");
    else
        v->at = end + 1;
}

/* ` x COUNT` after a record. */
static void read_times(value_reader *v)
{
    if (strncmp(v->at, " x ", 3) != 0)
        return;
    const char *digits = v->at + 3;
    /* not past_digits: to find the end of the text for each record takes too long */
    for (v->at = digits; isdigit((unsigned char)*v->at);)
        v->at++;
    if (v->at == digits || digits[0] == '0')
        misread(v, "after x stands how often, a whole number from 1 without leading zeros");
    else if (v->at - digits > DPC_CERT_MAX_DIGITS)
        misread(v, too_long);
}

/* `WORD`, or the beginning of a record: true if a field's value begins. */
static bool read_word(value_reader *v)
{
    v->at = past_name(v->at, true);
    if (*v->at != '(')
        return false;
    v->at++;
    if (*v->at == ')') {
        v->at++;
        read_times(v);
        return false;
    }
    open_bracket(v, RECORD);
    if (v->fault.why == NULL)
        read_field(v);
    return v->fault.why == NULL;
}

/* The beginning of a value: true if another value begins within it. */
static bool begin_value(value_reader *v)
{
    if (!is_open(v, ROW) && *v->at == '[') {
        v->at++;
        if (*v->at == ']') {
            v->at++;
            return false;
        }
        open_bracket(v, LIST);
        return true;
    }
    if (is_open(v, LIST) && *v->at == '(') {
        v->at++;
        open_bracket(v, ROW);
        return true;
    }
    if (!is_open(v, ROW) && past_name(v->at, false) != v->at)
        return read_word(v);
    if (*v->at == '\0' || strchr("()[]=, ", *v->at) != NULL)
        misread(v, value_forms);
    else
        read_number(v);
    return false;
}

/* What follows a value within a list, row or record: true if another value begins. */
static bool go_on(value_reader *v)
{
    const bracket open = v->open[v->depth - 1];
    if (*v->at == ',') {
        v->at++;
        if (open == RECORD)
            read_field(v);
        return true;
    }
    if (*v->at != (open == LIST ? ']' : ')')) {
        misread(v, value_forms);
        return false;
    }
    v->at++;
    v->depth--;
    if (open == RECORD)
        read_times(v);
    return false;
}

dpc_cert_fault dpc_cert_value_fault(const char *text)
{
    value_reader v = {.text = text, .at = text};
    bool begins = begin_value(&v);
    while (v.fault.why == NULL && v.depth > 0)
        begins = begins ? begin_value(&v) : go_on(&v);
    if (v.fault.why == NULL && *v.at != '\0')
        misread(&v, value_forms);
    return v.fault;
}

/* Whether a list has rows only, or nothing. */
static bool has_rows(const char *text)
{
    const char *s = text + 1;
    while (*s == '(') {
        s += strcspn(s, ")");
        s += *s == ')';
        if (*s != ',')
            break;
        s++;
    }
    return strcmp(s, "]") == 0;
}

dpc_cert_shape dpc_cert_value_shape(const char *text)
{
    if (text[0] == '[')
        return has_rows(text) ? DPC_SHAPE_ROWS : DPC_SHAPE_LIST;
    if (past_name(text, false) == text)
        return DPC_SHAPE_NUMBER;
    return strchr(text, '(') != NULL ? DPC_SHAPE_RECORD : DPC_SHAPE_WORD;
}

/* ---- for people ---- */

enum {
    LINE = 60,       /* characters of a number that are shown as they are */
    SHORT_LIST = 400 /* of a list or a record */
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

/* The first numbers of a row that is long. */
static size_t show_row(char *out, const char *text)
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

/* The rows, records or fields that fit, or the beginning of the first. */
static void show_part(char *out, const char *text)
{
    const bool list = text[0] == '[', rows = list && text[1] == '(';
    enum { MOST = SHORT_LIST - 60 };
    int n = MOST;
    while (n > 1 && text[n - 1] != ')' && (rows || text[n] != ','))
        n--;
    if (n == 1 && !rows)
        n = MOST;
    size_t used =
        n > 1 ? (size_t)snprintf(out, DPC_CERT_SHOWN, "%.*s", n, text) : show_row(out, text);
    (void)snprintf(out + used, DPC_CERT_SHOWN - used, "%s... (%zu characters)%s",
                   out[used - 1] == ')' ? "," : "", strlen(text), list ? "]" : "");
}

const char *dpc_cert_show(char out[DPC_CERT_SHOWN], const char *text)
{
    const size_t length = strlen(text);
    const bool is_number = text[0] != '[' && past_name(text, false) == text;
    if (length <= LINE || (!is_number && length <= SHORT_LIST))
        (void)snprintf(out, DPC_CERT_SHOWN, "%s", text);
    else if (!is_number)
        show_part(out, text);
    else
        (void)show_number(out, 0, text, text + length);
    return out;
}
