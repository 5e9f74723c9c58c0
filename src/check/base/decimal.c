/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A positive number v is scaled by a power of ten so that its integer part has the digits asked
   for.  The power is an interval of integers times a power of two, so that the scaled value is
   bracketed and its floor (or ceiling) errs in the safe direction only. */
#include "base/decimal.h"

#include "base/rational.h"
#include "kernel/word.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* [lo, hi] * 2^exp contains the number. */
typedef struct {
    mpz_t lo, hi;
    int64_t exp;
} bracket;

/* Shortens to about bits bits, outward. */
static void shorten(bracket *b, size_t bits)
{
    size_t size = mpz_sizeinbase(b->hi, 2);
    if (size <= bits)
        return;
    mp_bitcnt_t cut = size - bits;
    mpz_fdiv_q_2exp(b->lo, b->lo, cut);
    mpz_cdiv_q_2exp(b->hi, b->hi, cut);
    b->exp += (int64_t)cut;
}

/* b contains 10^n. */
static void power_of_ten(bracket *b, uint64_t n, size_t bits)
{
    mpz_set_ui(b->lo, 1);
    mpz_set_ui(b->hi, 1);
    b->exp = 0;
    for (int i = 63; i >= 0; i--) {
        mpz_mul(b->lo, b->lo, b->lo);
        mpz_mul(b->hi, b->hi, b->hi);
        b->exp *= 2;
        if (n >> i & 1) {
            mpz_mul_ui(b->lo, b->lo, 10);
            mpz_mul_ui(b->hi, b->hi, 10);
        }
        shorten(b, bits);
    }
}

/* n = floor or ceil of x * 2^exp. */
static void round_scaled(mpz_t n, const mpz_t x, int64_t exp, bool up)
{
    if (exp >= 0)
        mpz_mul_2exp(n, x, dpc_word_shift(exp));
    else if (up)
        mpz_cdiv_q_2exp(n, x, dpc_word_shift(-exp));
    else
        mpz_fdiv_q_2exp(n, x, dpc_word_shift(-exp));
}

/* A positive value: man * 2^exp / den. */
typedef struct {
    mpz_srcptr man, den;
    int64_t exp;
} magnitude;

/* Sets n so that n >= v * 10^shift (up) or n <= v * 10^shift, as close as the width of the bracket
   allows. */
static void scale(mpz_t n, const magnitude *v, int64_t shift, size_t bits, bool up)
{
    bracket ten;
    mpz_inits(ten.lo, ten.hi, NULL);
    power_of_ten(&ten, (uint64_t)(shift < 0 ? -shift : shift), bits);
    mpz_t top, bottom;
    mpz_inits(top, bottom, NULL);
    int64_t exp = v->exp;
    mpz_set(top, v->man);
    mpz_set(bottom, v->den);
    if (shift >= 0) {
        mpz_mul(top, top, up ? ten.hi : ten.lo);
        exp += ten.exp;
    } else {
        mpz_mul(bottom, bottom, up ? ten.lo : ten.hi);
        exp -= ten.exp;
    }
    if (mpz_cmp_ui(bottom, 1) == 0)
        round_scaled(n, top, exp, up);
    else {
        /* the quotient is about 10^digits: shift so that the division leaves an integer */
        if (exp >= 0)
            mpz_mul_2exp(top, top, dpc_word_shift(exp));
        else
            mpz_mul_2exp(bottom, bottom, dpc_word_shift(-exp));
        if (up)
            mpz_cdiv_q(n, top, bottom);
        else
            mpz_fdiv_q(n, top, bottom);
    }
    mpz_clears(top, bottom, ten.lo, ten.hi, NULL);
}

/* floor(log10 v), or one less: 2^(n-1) < v < 2^(n+1), where n is the difference of the lengths. */
static int64_t leading_place(const magnitude *v)
{
    const uint64_t log10_of_2 = 5553023288523357132; /* floor(2^64 log10 2) */
    const int64_t n =
        (int64_t)mpz_sizeinbase(v->man, 2) - (int64_t)mpz_sizeinbase(v->den, 2) + v->exp;
    mpz_t place, factor;
    mpz_inits(place, factor, NULL);
    dpc_word_set_signed(place, n - 1);
    dpc_word_set(factor, log10_of_2 + (n < 1)); /* rounded so that the product is not too large */
    mpz_mul(place, place, factor);
    mpz_fdiv_q_2exp(place, place, 64);
    const int64_t found = dpc_word_signed(place);
    mpz_clears(place, factor, NULL);
    return found;
}

static void round_to(dpc_decimal *d, const magnitude *v, unsigned long digits, bool up,
                     bool negative, bool exact)
{
    if (mpz_sgn(v->man) == 0) {
        mpz_set_ui(d->man, 0);
        d->exp = 0;
        return;
    }
    if (digits < 1)
        digits = 1;
    if (digits > DPC_MAX_DIGITS)
        digits = DPC_MAX_DIGITS;
    if (negative)
        up = !up;
    mpz_t n, limit, least; /* n is to be in [least, limit) = [10^(digits-1), 10^digits) */
    mpz_inits(n, limit, least, NULL);
    mpz_ui_pow_ui(least, 10, digits - 1);
    mpz_mul_ui(limit, least, 10);
    int64_t place = leading_place(v);
    size_t bits = 4 * digits + 192;
    if (exact) /* then the power of ten must be exact as well: 5^n has less than 3 n bits */
        bits += 3 * (size_t)(place < 0 ? -place : place);
    int moved = 0;
    for (;;) { /* the estimate of the leading place may be off by a little */
        scale(n, v, (int64_t)digits - 1 - place, bits, up);
        int step = mpz_cmp(n, limit) >= 0 ? 1 : mpz_cmp(n, least) < 0 ? -1 : 0;
        if (step == 0 || step == -moved || (step == 1 && up && mpz_cmp(n, limit) == 0))
            break;
        place += step;
        moved = step;
    }
    /* next to a power of ten the width of the bracket may leave n just outside: still a bound */
    if (mpz_cmp(n, limit) >= 0 && up) { /* v <= limit here, or the place before gave n < least */
        mpz_set(n, least);
        place++;
    } else if (mpz_cmp(n, limit) >= 0)
        mpz_sub_ui(n, limit, 1);
    else if (mpz_cmp(n, least) < 0 && up)
        mpz_set(n, least);
    else if (mpz_cmp(n, least) < 0) { /* the place before gave n >= limit */
        mpz_sub_ui(n, limit, 1);
        place--;
    }
    mpz_swap(d->man, n);
    if (negative)
        mpz_neg(d->man, d->man);
    d->exp = place - (int64_t)digits + 1;
    d->exact = exact;
    mpz_clears(n, limit, least, NULL);
}

void dpc_decimal_init(dpc_decimal *d)
{
    mpz_init(d->man);
    d->exp = 0;
    d->exact = true;
}

void dpc_decimal_clear(dpc_decimal *d)
{
    mpz_clear(d->man);
}

void dpc_decimal_set_dyadic(dpc_decimal *d, const mpz_t man, int64_t exp, unsigned long digits,
                            bool up)
{
    mpz_t abs, one;
    mpz_init(abs);
    mpz_init_set_ui(one, 1);
    mpz_abs(abs, man);
    const magnitude v = {abs, one, exp};
    round_to(d, &v, digits, up, mpz_sgn(man) < 0, false);
    mpz_clears(abs, one, NULL);
}

/* q has at most this many significant decimal digits. */
static bool terminates(const mpq_t q, unsigned long digits)
{
    mpz_t rest, base, limit;
    mpz_inits(rest, base, limit, NULL);
    mpz_set_ui(base, 2);
    mp_bitcnt_t twos = mpz_remove(rest, mpq_denref(q), base);
    mpz_set_ui(base, 5);
    mp_bitcnt_t fives = mpz_remove(rest, rest, base);
    bool short_enough = false;
    if (mpz_cmp_ui(rest, 1) == 0) {
        /* q * 10^max(twos, fives) is an integer; drop its trailing zeros and count */
        if (fives > twos)
            mpz_ui_pow_ui(rest, 2, fives - twos);
        else
            mpz_ui_pow_ui(rest, 5, twos - fives);
        mpz_mul(rest, rest, mpq_numref(q));
        mpz_set_ui(base, 10);
        if (mpz_sgn(rest) != 0)
            (void)mpz_remove(rest, rest, base);
        mpz_ui_pow_ui(limit, 10, digits);
        short_enough = mpz_cmpabs(rest, limit) < 0;
    }
    mpz_clears(rest, base, limit, NULL);
    return short_enough;
}

void dpc_decimal_set_rational(dpc_decimal *d, const mpq_t q, unsigned long digits, bool up)
{
    mpz_t abs;
    mpz_init(abs);
    mpz_abs(abs, mpq_numref(q));
    const magnitude v = {abs, mpq_denref(q), 0};
    round_to(d, &v, digits, up, mpq_sgn(q) < 0, terminates(q, digits));
    mpz_clear(abs);
}

bool dpc_decimal_value(mpq_t q, const dpc_decimal *d)
{
    mpq_set_ui(q, 0, 1);
    if (d->exp > DPC_MAX_EXPONENT || d->exp < -DPC_MAX_EXPONENT)
        return false;
    mpz_ui_pow_ui(mpq_denref(q), 10, (unsigned long)(d->exp < 0 ? -d->exp : d->exp));
    if (d->exp < 0)
        mpz_set(mpq_numref(q), d->man);
    else {
        mpz_mul(mpq_numref(q), d->man, mpq_denref(q));
        mpz_set_ui(mpq_denref(q), 1);
    }
    mpq_canonicalize(q);
    return true;
}

/* ---- text ---- */

/* Without an exponent if that is short. */
char *dpc_decimal_text(const dpc_decimal *d)
{
    size_t room = mpz_sizeinbase(d->man, 10) + 40;
    char *raw = malloc(room), *out = malloc(room);
    if (raw == NULL || out == NULL) {
        free(raw);
        free(out);
        return NULL;
    }
    (void)mpz_get_str(raw, 10, d->man);
    size_t used = 0;
    if (raw[0] == '-') {
        out[used++] = '-';
        memmove(raw, raw + 1, strlen(raw));
    }
    size_t len = strlen(raw);
    const int64_t place = d->exp + (int64_t)len - 1; /* of the first digit */
    if (d->exact)
        while (len > 1 && raw[len - 1] == '0')
            len--;
    raw[len] = '\0';
    if (place == -1)
        (void)snprintf(out + used, room - used, "0.%s", raw);
    else if (place >= 0 && place < 21 && (size_t)place + 1 >= len &&
             (d->exact || (size_t)place + 1 == len))
        (void)snprintf(out + used, room - used, "%s%.*s", raw, (int)((size_t)place + 1 - len),
                       "00000000000000000000");
    else if (place >= 0 && (size_t)place + 1 < len)
        (void)snprintf(out + used, room - used, "%.*s.%s", (int)place + 1, raw, raw + place + 1);
    else
        (void)snprintf(out + used, room - used, "%c%s%se%lld", raw[0], len > 1 ? "." : "", raw + 1,
                       (long long)place);
    free(raw);
    return out;
}

/* Returns the text of a number and clears the number. */
static char *printed(dpc_decimal *d)
{
    char *text = dpc_decimal_text(d);
    dpc_decimal_clear(d);
    return text;
}

char *dpc_decimal_dyadic(const mpz_t man, int64_t exp, unsigned long digits, bool up)
{
    dpc_decimal d;
    dpc_decimal_init(&d);
    dpc_decimal_set_dyadic(&d, man, exp, digits, up);
    return printed(&d);
}

char *dpc_decimal_rational(const mpq_t q, unsigned long digits, bool up)
{
    dpc_decimal d;
    dpc_decimal_init(&d);
    dpc_decimal_set_rational(&d, q, digits, up);
    return printed(&d);
}
