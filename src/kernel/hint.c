/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Untrusted: a wrong guess is refused by the proved code, it cannot make a wrong claim pass. */
#include "kernel/hint.h"
#include "kernel/zint_gmp.h"

#include <gmp.h>

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
        mpz_mul_2exp(d, m, (mp_bitcnt_t)n);
    else
        mpz_fdiv_q_2exp(d, m, (mp_bitcnt_t)-n);
}

/* d += c * atanh(1/n) * 2^w */
static void add_atanh_inverse(mpz_t d, long c, unsigned long n, int64_t w)
{
    mpz_t p, t;
    mpz_inits(p, t, NULL);
    mpz_set_si(p, c);
    mpz_mul_2exp(p, p, (mp_bitcnt_t)w);
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
        mpz_mul_2exp(t, t, (mp_bitcnt_t)(f + 1));
        mpz_add(den, den, t);
        mpz_mul_2exp(z, xm, (mp_bitcnt_t)s);
        mpz_tdiv_q(z, z, den);
        ze = xe - s + f;
    }
    const int64_t zbits = (int64_t)mpz_sizeinbase(z, 2);
    if (zbits > w) {
        mpz_tdiv_q_2exp(z, z, (mp_bitcnt_t)(zbits - w));
        ze += zbits - w;
    }
    /* 1 + z^2/3 + z^4/5 + ... */
    mpz_mul(t, z, z);
    if (2 * ze + w < -4 * w)
        mpz_set_ui(square, 0);
    else
        shift(square, t, 2 * ze + w);
    mpz_set_ui(m, 1);
    mpz_mul_2exp(m, m, (mp_bitcnt_t)w);
    mpz_set(p, square);
    for (unsigned long i = 3; mpz_sgn(p) > 0; i += 2) {
        mpz_tdiv_q_ui(t, p, i);
        mpz_add(m, m, t);
        mpz_mul(p, p, square);
        mpz_fdiv_q_2exp(p, p, (mp_bitcnt_t)w);
    }
    mpz_mul(m, m, z);
    *e = ze + 1 - w;
    mpz_clears(z, square, p, t, den, NULL);
}

/* About bits + 6 bits of m, then to the side that is asked for. */
static dpc_dy aside(mpz_t m, int64_t e, int side, int64_t bits)
{
    const int64_t excess = (int64_t)mpz_sizeinbase(m, 2) - bits - 6;
    if (mpz_sgn(m) != 0) {
        shift(m, m, -excess);
        e += excess;
        if (side < 0)
            mpz_sub_ui(m, m, 8);
        else
            mpz_add_ui(m, m, 8);
    }
    return dpc_dy_make(dpc_z_import(m), e);
}

dpc_dy dpc_hint_log1p(dpc_dy x, int side, int64_t bits)
{
    mpz_srcptr xm = dpc_z_value(x.m);
    const int64_t top = x.e + (int64_t)mpz_sizeinbase(xm, 2);
    if (top > -1) {
        dpc_dy y = dpc_dy_add(x, dpc_dy_ui(1));
        return y.m == NULL || mpz_sgn(dpc_z_value(y.m)) <= 0 ? dpc_dy_none()
                                                             : dpc_hint_log(y, side, bits);
    }
    mpz_t m;
    int64_t e;
    mpz_init(m);
    small_log1p(m, &e, xm, x.e, bits + 16);
    dpc_dy r = aside(m, e, side, bits);
    mpz_clear(m);
    return r;
}

dpc_dy dpc_hint_log(dpc_dy x, int side, int64_t bits)
{
    mpz_srcptr xm = dpc_z_value(x.m);
    if (mpz_sgn(xm) <= 0)
        return dpc_dy_none();
    mpz_t y, f, m;
    mpz_inits(y, f, m, NULL);
    int64_t w = bits + 16, len = (int64_t)mpz_sizeinbase(xm, 2), n = x.e + len, e;
    /* x = f 2^n with f = y / 2^len in [1/2, 1); f < 3/4: take 2 f in [1, 3/2) */
    mpz_set(y, xm);
    if (len > w + 64) {
        shift(y, y, w + 64 - len);
        len = w + 64;
    }
    if (len < 2 || !mpz_tstbit(y, (mp_bitcnt_t)len - 2)) {
        len--;
        n--;
    }
    mpz_set_ui(f, 1);
    mpz_mul_2exp(f, f, (mp_bitcnt_t)len);
    mpz_sub(y, y, f);
    small_log1p(m, &e, y, -len, w);
    if (n != 0) {
        const int64_t fixed = w + 44;
        log_two(f, fixed);
        mpz_set_si(y, n);
        mpz_mul(f, f, y);
        shift(m, m, e + fixed < -(int64_t)mpz_sizeinbase(m, 2) - 8
                        ? -(int64_t)mpz_sizeinbase(m, 2) - 8
                        : e + fixed);
        mpz_add(m, m, f);
        e = -fixed;
    }
    dpc_dy r = aside(m, e, side, bits);
    mpz_clears(y, f, m, NULL);
    return r;
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
    const uint64_t top = mpz_get_ui(m);
    mpz_clear(m);
    if (top == 0)
        return plan;
    const rough r = normal(top, x.e + len - 32), u = normal((r.m * r.m) >> 1, 2 * r.e + 1);
    const int64_t log_u = u.e + 32; /* u < 2^log_u */
    /* far: |terms| (2k-1)!! / u^k, until small enough or growing again */
    rough t = normal(1, 0);
    for (int64_t k = 1; k < MOST && log_u > 2; k++) {
        const rough next = normal((t.m * (uint64_t)(2 * k - 1)) / ((u.m >> 16) + 1), t.e - u.e - 16);
        if (next.e > t.e || (next.e == t.e && next.m >= t.m))
            break;
        t = next;
        if (t.e + 32 < -bits - 4) {
            plan = (dpc_hint_q_plan){1, k, bits + 24};
            return plan;
        }
    }
    /* near: u^k / (2k+1)!!, and Q(x) < exp(-u/2) is what 1/2 is compared with */
    const int64_t size = log_u <= 0 ? 0 : log_u > 40 ? MOST : (int64_t)(u.m >> (u.e < 0 ? -u.e : 0)) + 1;
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
