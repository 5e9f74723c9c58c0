# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""Dyadic numbers: pairs (m, e) that mean m*2^e, m and e integers of any size, so that exponents such as -10^12 are
harmless.  p is a number of bits; `up` is the direction of rounding: if true, every result is an upper bound of the
exact one, otherwise a lower bound."""

import math
from functools import lru_cache

ZERO, ONE = (0, 0), (1, 0)


def rounded(a, p, up):
    """To p bits.  >> rounds towards minus infinity, for negative numbers too, so m >> n is a lower bound and
    -(-m >> n) an upper one."""
    m, e = a
    n = m.bit_length() - p
    if n <= 0:
        return a
    return (-(-m >> n) if up else m >> n), e + n


def top(a):
    """|a| < 2^top(a), and |a| >= 2^(top(a) - 1) unless a is 0."""
    return a[0].bit_length() + a[1]


def neg(a):
    return -a[0], a[1]


def add(a, b, p, up):
    if not a[0] or not b[0]:
        return rounded(a if a[0] else b, p, up)
    if top(a) < top(b):
        a, b = b, a
    cut = top(a) - p - 4
    if top(b) <= cut and b[1] < cut:
        # |b| < 2^cut is far below the last bit of a.  It is replaced by 2^cut, 0 or -2^cut on the side of the
        # rounding, so that the alignment below shifts by p + 4 bits and not by billions.
        b = (int(b[0] > 0) if up else -int(b[0] < 0)), cut
    e = min(a[1], b[1])
    return rounded(((a[0] << (a[1] - e)) + (b[0] << (b[1] - e)), e), p, up)


def mul(a, b, p, up):
    return rounded((a[0] * b[0], a[1] + b[1]), p, up)


def div(a, b, p, up):
    """// rounds towards minus infinity whatever the signs.  The quotient has at least p + 1 bits before it is
    rounded again, in the same direction."""
    s = max(0, p + 2 + b[0].bit_length() - a[0].bit_length())
    n = a[0] << s
    return rounded((-(-n // b[0]) if up else n // b[0], a[1] - s - b[1]), p, up)


def root(a, p, up):
    m, e = a
    s = max(0, 2 * p + 2 - m.bit_length())
    s += (e - s) & 1                   # an even exponent, so that it can be halved
    m <<= s
    r = math.isqrt(m)                  # r <= sqrt(m) < r + 1
    return rounded((r + (up and r * r < m), (e - s) // 2), p, up)


def order(a, b):
    """The sign of a - b: rounding keeps signs."""
    m = add(a, neg(b), 1, False)[0]
    return (m > 0) - (m < 0)


def least(a, b):
    return a if order(a, b) <= 0 else b


def greatest(a, b):
    return a if order(a, b) >= 0 else b


def fixed(a, w, up):
    """a*2^w as an integer, rounded."""
    m, s = a[0], a[1] + w
    if s >= 0:
        return m << s
    s = min(-s, m.bit_length() + 1)    # a shift by more gives the same: 0, 1 or -1
    return -(-m >> s) if up else m >> s


def series(first, u, ratio, w):
    """Integers around 2^w (t_0 + t_1 + ...) where t_0 = first, t_k = t_(k-1) u a/b with (a, b) = ratio(k).

    first and u are not negative, and given as integers (lower, upper) at the scale 2^w.  Lower terms are rounded
    down and upper terms up.  Once an upper term is at most 1 and u a/b at most 1/2, the terms that are left add up
    to at most that term, provided that u a/b <= 1/2 holds for all later k as well: callers have ratios that fall,
    or are below 1/2 for all k."""
    low, high = first
    sum_low, sum_high, k = low, high, 0
    while True:
        k += 1
        a, b = ratio(k)
        low = low * u[0] * a // (b << w)
        high = -(-high * u[1] * a // (b << w))
        sum_low += low
        sum_high += high
        if high <= 1 and 2 * u[1] * a <= b << w:
            return sum_low, sum_high + high


@lru_cache(maxsize=None)
def log_of_2(w):
    """Integers around 2^w log 2 = 2^w 2 atanh(1/3), atanh(z) = z (1 + z^2/3 + z^4/5 + ...)"""
    one = 1 << w
    low, high = series((one, one), (one, one), lambda k: (2 * k - 1, 9 * (2 * k + 1)), w)
    return 2 * low // 3, -(-2 * high // 3)


@lru_cache(maxsize=None)
def pi(w):
    """Integers around 2^w pi, pi = 2 (1 + 1/3 + 1*2/(3*5) + 1*2*3/(3*5*7) + ...)"""
    one = 1 << w
    return series((2 * one, 2 * one), (one, one), lambda k: (k, 2 * k + 1), w)
