/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "base/rational.h"

#include <ctype.h>
#include <stdbool.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The parts of a literal: digits before and after the point, and the exponent. */
typedef struct {
    int base; /* 10 or 16 */
    const char *whole, *fraction, *exponent;
    size_t nwhole, nfraction, nexponent; /* nexponent counts the sign */
    size_t len;
} literal;

static size_t count_digits(const char *s, size_t len, int base)
{
    size_t n = 0;
    while (n < len && (base == 16 ? isxdigit((unsigned char)s[n]) : isdigit((unsigned char)s[n])))
        n++;
    return n;
}

static literal split(const char *s, size_t len)
{
    literal p = {.base = 10};
    size_t at = 0;
    if (len > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
        p.base = 16;
        at = 2;
    }
    p.whole = s + at;
    p.nwhole = count_digits(s + at, len - at, p.base);
    if (p.nwhole == 0)
        return p;
    at += p.nwhole;
    if (at + 1 < len && s[at] == '.' && count_digits(s + at + 1, 1, p.base) == 1) {
        p.fraction = s + at + 1;
        p.nfraction = count_digits(s + at + 1, len - at - 1, p.base);
        at += 1 + p.nfraction;
    }
    const char mark = p.base == 16 ? 'p' : 'e';
    if (at + 1 < len && (s[at] | 32) == mark) {
        size_t sign = s[at + 1] == '+' || s[at + 1] == '-';
        size_t digits = count_digits(s + at + 1 + sign, len - at - 1 - sign, 10);
        if (digits > 0) {
            p.exponent = s + at + 1;
            p.nexponent = sign + digits;
            at += 1 + p.nexponent;
        }
    }
    p.len = at;
    return p;
}

size_t dpc_literal_scan(const char *s, size_t len)
{
    return split(s, len).len;
}

/* The exponent's value, capped just beyond the limit (the caller refuses larger ones). */
static long exponent_value(const literal *p)
{
    long value = 0;
    for (size_t i = 0; i < p->nexponent; i++)
        if (isdigit((unsigned char)p->exponent[i]) && value <= DPC_MAX_EXPONENT)
            value = 10 * value + (p->exponent[i] - '0');
    return p->nexponent > 0 && p->exponent[0] == '-' ? -value : value;
}

dpc_status dpc_literal_value(mpq_t q, const char *s, size_t len, dpc_diag *diag)
{
    mpq_set_ui(q, 0, 1);
    const literal p = split(s, len);
    if (p.len == 0 || p.len != len)
        return dpc_fail(diag, DPC_PARSE, "malformed number '%.*s'", (int)(len < 40 ? len : 40), s);
    if (len > DPC_MAX_LITERAL)
        return dpc_fail(diag, DPC_PARSE,
                        "a number of %zu characters is too long: at most %d are read", len,
                        DPC_MAX_LITERAL);
    long shift = exponent_value(&p);
    if (labs(shift) > DPC_MAX_EXPONENT)
        return dpc_fail(diag, DPC_PARSE,
                        "the exponent of '%.*s' is too large: at most %d in absolute value",
                        (int)(len < 40 ? len : 40), s, DPC_MAX_EXPONENT);
    char *digits = malloc(len + 1);
    if (digits == NULL)
        return dpc_fail(diag, DPC_NOMEM, "out of memory");
    memcpy(digits, p.whole, p.nwhole);
    if (p.nfraction > 0)
        memcpy(digits + p.nwhole, p.fraction, p.nfraction);
    digits[p.nwhole + p.nfraction] = '\0';
    (void)mpz_set_str(mpq_numref(q), digits, p.base);
    free(digits);
    /* value = digits * radix^shift, with the point moved nfraction digits to the left */
    unsigned long radix = p.base == 16 ? 2 : 10;
    shift -= (long)p.nfraction * (p.base == 16 ? 4 : 1);
    mpz_t power;
    mpz_init(power);
    if (mpz_sgn(mpq_numref(q)) != 0) /* 0e-9999999 is 0 at no cost */
        mpz_ui_pow_ui(power, radix, (unsigned long)labs(shift));
    else
        mpz_set_ui(power, 1);
    if (shift >= 0)
        mpz_mul(mpq_numref(q), mpq_numref(q), power);
    else
        mpz_set(mpq_denref(q), power);
    mpz_clear(power);
    mpq_canonicalize(q);
    return DPC_OK;
}

static dpc_status malformed(dpc_diag *diag, const char *what, const char *s, size_t len)
{
    return dpc_fail(diag, DPC_PARSE,
                    "%s: malformed number '%.*s%s': write an integer, a decimal (0.1, 1e-5), "
                    "a fraction (3/7), a power (10^12) or a hexadecimal float (0x1.8p-3)",
                    what, (int)(len < 40 ? len : 40), s, len < 40 ? "" : "...");
}

/* The value of a literal; messages start with `what`. */
static dpc_status literal_of(mpq_t q, const char *s, size_t len, const char *what, dpc_diag *diag)
{
    dpc_diag inner = {.status = DPC_OK};
    return dpc_literal_value(q, s, len, &inner) == DPC_OK
               ? DPC_OK
               : dpc_fail(diag, inner.status, "%s: %s", what, inner.text);
}

dpc_status dpc_rational_parse(mpq_t q, const char *s, size_t len, const char *what, dpc_diag *diag)
{
    mpq_set_ui(q, 0, 1);
    const char *all = s;
    const size_t all_len = len;
    bool negative = len > 0 && s[0] == '-';
    if (len > 0 && (s[0] == '-' || s[0] == '+')) {
        s++;
        len--;
    }
    size_t first = dpc_literal_scan(s, len);
    if (first == 0)
        return malformed(diag, what, all, all_len);
    if (literal_of(q, s, first, what, diag) != DPC_OK)
        return diag->status;
    if (first < len) {
        const char sep = s[first];
        const char *second = s + first + 1;
        size_t left = len - first - 1;
        bool inverse = sep == '^' && left > 0 && second[0] == '-';
        if (inverse) {
            second++;
            left--;
        }
        if ((sep != '/' && sep != '^') || left == 0 || dpc_literal_scan(second, left) != left) {
            mpq_set_ui(q, 0, 1);
            return malformed(diag, what, all, all_len);
        }
        mpq_t r;
        mpq_init(r);
        dpc_status status = literal_of(r, second, left, what, diag);
        if (status == DPC_OK && sep == '/') {
            if (mpq_sgn(r) == 0)
                status = dpc_fail(diag, DPC_DOMAIN, "%s: division by zero in '%.*s'", what,
                                  (int)(all_len < 40 ? all_len : 40), all);
            else
                mpq_div(q, q, r);
        } else if (status == DPC_OK) {
            size_t bits = mpz_sizeinbase(mpq_numref(q), 2) + mpz_sizeinbase(mpq_denref(q), 2);
            if (mpz_cmp_ui(mpq_denref(r), 1) != 0)
                status = malformed(diag, what, all, all_len);
            else if (mpq_sgn(q) == 0 && (inverse || mpq_sgn(r) == 0))
                status = dpc_fail(diag, DPC_DOMAIN, "%s: '%.*s' is not defined", what,
                                  (int)(all_len < 40 ? all_len : 40), all);
            else if (mpz_cmp_ui(mpq_numref(r), 4UL * DPC_MAX_EXPONENT / bits) > 0)
                status = dpc_fail(diag, DPC_PARSE, "%s: the power '%.*s' is too large", what,
                                  (int)(all_len < 40 ? all_len : 40), all);
            else {
                unsigned long n = mpz_get_ui(mpq_numref(r));
                mpz_pow_ui(mpq_numref(q), mpq_numref(q), n);
                mpz_pow_ui(mpq_denref(q), mpq_denref(q), n);
                if (inverse)
                    mpq_inv(q, q);
            }
        }
        mpq_clear(r);
        if (status != DPC_OK) {
            mpq_set_ui(q, 0, 1);
            return status;
        }
    }
    if (negative)
        mpq_neg(q, q);
    return DPC_OK;
}

char *dpc_rational_decimal(const mpq_t q)
{
    /* more places than this, or more zeros before the digits, are written with an exponent */
    enum { POSITIONAL = 60, LEADING_ZEROS = 6 };
    mpz_t m, base;
    mpz_inits(m, base, NULL);
    mpz_set_ui(base, 2);
    mp_bitcnt_t twos = mpz_remove(m, mpq_denref(q), base);
    mpz_set_ui(base, 5);
    mp_bitcnt_t fives = mpz_remove(m, m, base);
    char *out = NULL;
    /* with far more twos than fives the fraction is shorter, and 5^twos would be costly */
    if (mpz_cmp_ui(m, 1) == 0 && (twos <= 4 * fives || twos <= 1000)) {
        /* q = m / 10^places */
        mp_bitcnt_t places = twos > fives ? twos : fives;
        mpz_ui_pow_ui(m, twos > fives ? 5 : 2, places - (twos > fives ? fives : twos));
        mpz_mul(m, m, mpq_numref(q));
        mp_bitcnt_t zeros = 0;
        mpz_set_ui(base, 10);
        if (places == 0 && mpz_sgn(m) != 0)
            zeros = mpz_remove(m, m, base);
        size_t room = mpz_sizeinbase(m, 10) + POSITIONAL + 40;
        char *digits = malloc(room);
        out = malloc(room);
        if (digits != NULL && out != NULL) {
            const char *sign = mpz_sgn(m) < 0 ? "-" : "";
            mpz_abs(m, m);
            (void)mpz_get_str(digits, 10, m);
            size_t len = strlen(digits);
            const long exponent = (long)len - 1 - (long)places + (long)zeros;
            if (exponent == 0)
                (void)snprintf(out, room, "%s%c%s%s", sign, digits[0], len > 1 ? "." : "",
                               digits + 1);
            else if (places == 0 || places > POSITIONAL || places > len + LEADING_ZEROS)
                (void)snprintf(out, room, "%s%c%s%se%ld", sign, digits[0], len > 1 ? "." : "",
                               digits + 1, exponent);
            else if (len > places)
                (void)snprintf(out, room, "%s%.*s.%s", sign, (int)(len - places), digits,
                               digits + (len - places));
            else
                (void)snprintf(out, room, "%s0.%.*s%s", sign, (int)(places - len), "000000",
                               digits);
        }
        free(digits);
    }
    mpz_clears(m, base, NULL);
    return out;
}

char *dpc_rational_text(const mpq_t q)
{
    enum { SHORT_NUMERATOR = 3, SHORT_TEXT = 24 };
    size_t num = mpz_sizeinbase(mpq_numref(q), 10), den = mpz_sizeinbase(mpq_denref(q), 10);
    bool integer = mpz_cmp_ui(mpq_denref(q), 1) == 0;
    bool plain = integer && !mpz_divisible_ui_p(mpq_numref(q), 10); /* no trailing zeros to omit */
    if (!plain && (num + den > SHORT_TEXT || (!integer && num > SHORT_NUMERATOR))) {
        char *text = dpc_rational_decimal(q);
        if (text != NULL && strlen(text) <= num + den + 2)
            return text;
        free(text);
    }
    char *text = malloc(num + den + 4);
    if (text != NULL)
        (void)mpq_get_str(text, 10, q);
    return text;
}
