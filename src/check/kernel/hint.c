/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Untrusted: a wrong guess is refused by the proved code, it cannot make a wrong claim pass. */
#include "kernel/hint.h"
#include "kernel/word.h"
#include "kernel/zint_gmp.h"

#include <gmp.h>
#include <stdbool.h>

int64_t dpc_hint_isqrt(int64_t x)
{
    int64_t n = 0;
    while ((n + 1) * (n + 1) <= x)
        n++;
    return n;
}

/* m * 2^n, rounded down. */
static void shift(mpz_t d, const mpz_t m, int64_t n)
{
    if (n >= 0)
        mpz_mul_2exp(d, m, dpc_word_shift(n));
    else
        mpz_fdiv_q_2exp(d, m, dpc_word_shift(-n));
}

/* d += c * atanh(1/n) * 2^w */
static void add_atanh_inverse(mpz_t d, long c, unsigned long n, int64_t w)
{
    mpz_t p, t;
    mpz_inits(p, t, NULL);
    mpz_set_si(p, c);
    mpz_mul_2exp(p, p, dpc_word_shift(w));
    mpz_tdiv_q_ui(p, p, n);
    for (unsigned long i = 1; mpz_sgn(p) != 0; i += 2) {
        mpz_tdiv_q_ui(t, p, i);
        mpz_add(d, d, t);
        mpz_tdiv_q_ui(p, p, n * n);
    }
    mpz_clears(p, t, NULL);
}

/* log 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749), times 2^w */
static void log_two(mpz_t d, int64_t w)
{
    mpz_set_ui(d, 0);
    add_atanh_inverse(d, 18, 26, w + 8);
    add_atanh_inverse(d, -2, 4801, w + 8);
    add_atanh_inverse(d, 8, 8749, w + 8);
    shift(d, d, -8);
}

/* *e and m: m 2^e is about log(1 + x), |x| <= 1/2, with w bits: 2 atanh(x / (2 + x)). */
static void small_log1p(mpz_t m, int64_t *e, const mpz_t xm, int64_t xe, int64_t w)
{
    const int64_t xbits = (int64_t)mpz_sizeinbase(xm, 2);
    mpz_t z, square, p, t, den;
    mpz_inits(z, square, p, t, den, NULL);
    int64_t ze;
    if (mpz_sgn(xm) == 0 || xe + xbits < -w - 4) {
        mpz_set(z, xm);
        ze = xe - 1;
    } else {
        const int64_t f = w + 4, s = w + f + 2 > xbits ? w + f + 2 - xbits : 0;
        shift(den, xm, xe + f);
        mpz_set_ui(t, 1);
        mpz_mul_2exp(t, t, dpc_word_shift(f + 1));
        mpz_add(den, den, t);
        mpz_mul_2exp(z, xm, dpc_word_shift(s));
        mpz_tdiv_q(z, z, den);
        ze = xe - s + f;
    }
    const int64_t zbits = (int64_t)mpz_sizeinbase(z, 2);
    if (zbits > w) {
        mpz_tdiv_q_2exp(z, z, dpc_word_shift(zbits - w));
        ze += zbits - w;
    }
    /* 1 + z^2/3 + z^4/5 + ... */
    mpz_mul(t, z, z);
    if (2 * ze + w < -4 * w)
        mpz_set_ui(square, 0);
    else
        shift(square, t, 2 * ze + w);
    mpz_set_ui(m, 1);
    mpz_mul_2exp(m, m, dpc_word_shift(w));
    mpz_set(p, square);
    for (unsigned long i = 3; mpz_sgn(p) > 0; i += 2) {
        mpz_tdiv_q_ui(t, p, i);
        mpz_add(m, m, t);
        mpz_mul(p, p, square);
        mpz_fdiv_q_2exp(p, p, dpc_word_shift(w));
    }
    mpz_mul(m, m, z);
    *e = ze + 1 - w;
    mpz_clears(z, square, p, t, den, NULL);
}

/* m 2^e with about this many bits. */
static dpc_dy shortened(mpz_t m, int64_t e, int64_t bits)
{
    const int64_t excess = (int64_t)mpz_sizeinbase(m, 2) - bits;
    if (excess > 0) {
        shift(m, m, -excess);
        e += excess;
    }
    return dpc_dy_make(dpc_z_import(m), e);
}

static int64_t length(int64_t n)
{
    int64_t len = 0;
    for (; n != 0; n /= 2)
        len++;
    return len;
}

/* ---- 64-bit words, numbers below 1 times 2^64: guesses of up to 44 bits ---- */

/* a b / 2^64 */
static uint64_t product(uint64_t a, uint64_t b)
{
    const uint64_t low = 0xffffffff, ah = a >> 32, al = a & low, bh = b >> 32, bl = b & low;
    return ah * bh + ((ah * bl) >> 32) + ((al * bh) >> 32) +
           (((ah * bl & low) + (al * bh & low) + (al * bl >> 32)) >> 32);
}

/* a / b for a < b < 2^49 */
static uint64_t quotient(uint64_t a, uint64_t b)
{
    uint64_t q = 0;
    for (int k = 0; k < 5; k++) { /* 14 bits at a time, the last 8 of them */
        const int n = k < 4 ? 14 : 8;
        a <<= n;
        q = q << n | a / b;
        a %= b;
    }
    return q;
}

/* log f, for 3/4 <= f < 3/2, f = m / 2^47: 2 atanh z, z = (f - 1) / (f + 1).  The sign is apart. */
static uint64_t word_log(uint64_t m, bool *negative)
{
    const uint64_t one = (uint64_t)1 << 47;
    *negative = m < one;
    const uint64_t z = quotient(*negative ? one - m : m - one, m + one), square = product(z, z);
    uint64_t sum = 0, power = z;
    for (uint64_t i = 1; power != 0; i += 2) {
        sum += power / i;
        power = product(power, square);
    }
    return 2 * sum;
}

/* log x, x > 0; a refusal if that many bits are too many, or log x is too near 0. */
static dpc_dy word_hint(dpc_dy x, int64_t bits)
{
    static const uint64_t log_2 = 0xb17217f7d1cf79ab;
    mpz_srcptr m = dpc_z_value(x.m);
    if (bits > 44 || mpz_sgn(m) <= 0)
        return dpc_dy_none();
    mpz_t g, f;
    mpz_inits(g, f, NULL);
    const int64_t len = (int64_t)mpz_sizeinbase(m, 2);
    int64_t n = x.e + len;
    shift(f, m, 48 - len); /* 2^47 <= f < 2^48: in [1, 2) or, from 3/2 on, halved */
    uint64_t top = dpc_word_low(f);
    if (top >> 46 == 3)
        top /= 2;
    else
        n--;
    bool negative = false;
    const uint64_t small = word_log(top, &negative);
    dpc_word_set(g, log_2);
    dpc_word_set_signed(f, n);
    mpz_mul(g, g, f);
    dpc_word_set(f, small);
    if (negative)
        mpz_sub(g, g, f);
    else
        mpz_add(g, g, f);
    /* log_2 has an error of n 2^-64, the rest one of 2^-47 */
    dpc_dy r = dpc_dy_none();
    if ((int64_t)mpz_sizeinbase(g, 2) > 64 - 46 + bits)
        r = shortened(g, -64, bits + 2);
    mpz_clears(g, f, NULL);
    return r;
}

/* ---- any number of bits ---- */

static dpc_dy long_log1p(dpc_dy x, int64_t bits)
{
    mpz_t m;
    int64_t e;
    mpz_init(m);
    small_log1p(m, &e, dpc_z_value(x.m), x.e, bits + 8);
    const dpc_dy r = shortened(m, e, bits + 4);
    mpz_clear(m);
    return r;
}

static dpc_dy long_log(dpc_dy x, int64_t bits)
{
    mpz_srcptr xm = dpc_z_value(x.m);
    mpz_t y, f, m;
    mpz_inits(y, f, m, NULL);
    int64_t w = bits + 8, len = (int64_t)mpz_sizeinbase(xm, 2), n = x.e + len, e;
    /* x = f 2^n with f = y / 2^len in [1/2, 1); f < 3/4: take 2 f in [1, 3/2) */
    mpz_set(y, xm);
    if (len > w + 64) {
        shift(y, y, w + 64 - len);
        len = w + 64;
    }
    if (len < 2 || !mpz_tstbit(y, dpc_word_shift(len - 2))) {
        len--;
        n--;
    }
    mpz_set_ui(f, 1);
    mpz_mul_2exp(f, f, dpc_word_shift(len));
    mpz_sub(y, y, f);
    small_log1p(m, &e, y, -len, w);
    if (n != 0) {
        const int64_t fixed = w + 44;
        log_two(f, fixed);
        dpc_word_set_signed(y, n);
        mpz_mul(f, f, y);
        shift(m, m,
              e + fixed < -(int64_t)mpz_sizeinbase(m, 2) - 8 ? -(int64_t)mpz_sizeinbase(m, 2) - 8
                                                             : e + fixed);
        mpz_add(m, m, f);
        e = -fixed;
    }
    const dpc_dy r = shortened(m, e, bits + 4);
    mpz_clears(y, f, m, NULL);
    return r;
}

/* Newton's method squares the error: half of the bits, and for the size of the logarithm, which is
 * about n. */
static int64_t half_bits(int64_t bits, int64_t n)
{
    return bits / 2 + length(n) / 2 + 4;
}

dpc_dy dpc_hint_log1p(dpc_dy x, int64_t bits)
{
    enum { NEAR_ZERO = -12, SMALL = -1 };
    const int64_t top = x.e + dpc_z_bits(x.m);
    dpc_dy r = dpc_dy_none();
    if (top > NEAR_ZERO) {
        const dpc_dy y = dpc_dy_add_dn(x, dpc_dy_ui(1), bits + 64);
        if (y.m == NULL || top > SMALL)
            return y.m == NULL ? y : dpc_hint_log(y, bits);
        r = word_hint(y, half_bits(bits, 0));
    }
    return r.m != NULL ? r : long_log1p(x, half_bits(bits, 0));
}

dpc_dy dpc_hint_log(dpc_dy x, int64_t bits)
{
    mpz_srcptr m = dpc_z_value(x.m);
    if (mpz_sgn(m) <= 0)
        return dpc_dy_none();
    const int64_t half = half_bits(bits, x.e + (int64_t)mpz_sizeinbase(m, 2));
    const dpc_dy r = word_hint(x, half);
    return r.m != NULL ? r : long_log(x, half);
}

/* A positive number m 2^e with 2^31 <= m < 2^32. */
typedef struct {
    uint64_t m;
    int64_t e;
} rough;

static rough normal(uint64_t m, int64_t e)
{
    while (m >> 32 != 0) {
        m >>= 1;
        e++;
    }
    while (m != 0 && m >> 31 == 0) {
        m <<= 1;
        e--;
    }
    return (rough){m, e};
}

dpc_hint_q_plan dpc_hint_q(dpc_dy x, int64_t bits)
{
    enum { MOST = 1 << 22 };
    dpc_hint_q_plan plan = {0, 1, bits + 16};
    mpz_t m;
    mpz_init(m);
    mpz_abs(m, dpc_z_value(x.m));
    const int64_t len = (int64_t)mpz_sizeinbase(m, 2);
    shift(m, m, 32 - len);
    const uint64_t top = dpc_word_low(m);
    mpz_clear(m);
    if (top == 0)
        return plan;
    const rough r = normal(top, x.e + len - 32), u = normal((r.m * r.m) >> 1, 2 * r.e + 1);
    const int64_t log_u = u.e + 32; /* u < 2^log_u */
    /* far: |terms| (2k-1)!! / u^k, until small enough or growing again */
    rough t = normal(1, 0);
    for (int64_t k = 1; k < MOST && log_u > 2; k++) {
        const rough next =
            normal((t.m * (uint64_t)(2 * k - 1)) / ((u.m >> 16) + 1), t.e - u.e - 16);
        if (next.e > t.e || (next.e == t.e && next.m >= t.m))
            break;
        t = next;
        if (t.e + 32 < -bits - 4) {
            plan = (dpc_hint_q_plan){1, k, bits + 24};
            return plan;
        }
    }
    /* near: u^k / (2k+1)!!, and Q(x) < exp(-u/2) is what 1/2 is compared with */
    const int64_t size = log_u <= 0   ? 0
                         : log_u > 40 ? MOST
                                      : (int64_t)(u.m >> (u.e < 0 ? -u.e : 0)) + 1;
    plan = (dpc_hint_q_plan){0, MOST, bits + 32 + size * 3 / 4};
    t = normal(1, 0);
    for (int64_t k = 1; k < MOST; k++) {
        if (t.e < -4 * plan.bits) {
            plan.terms = k;
            break;
        }
        t = normal(t.m * ((u.m >> 16) + 1) / (uint64_t)(2 * k + 1), t.e + u.e + 16);
        if (k >= size && t.e + 32 < -plan.bits) {
            plan.terms = k;
            break;
        }
    }
    return plan;
}
