#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""A second checker of dpcert certificates, for cross-examination.

    check_cert.py [--theorems DIR] [--max-bits N] [--max-steps N] FILE...

It was written from certs/FORMAT.md and src/lang/LANGUAGE.md alone and shares
no code with dpcert: own parsers, own evaluator, own arithmetic on integers.
Only the standard library is needed, Python 3.8 or later.

The theorems are those of src/theorems beside this file's folder, unless DIR is given.
--max-steps N (default 2000000) limits loops, calls and the work of methods: raise it for a
plan with many nodes and frequencies, of which 10^6 take about a minute.

Verdicts and exit status: 0 VERIFIED, 1 REJECTED, 2 unreadable or usage,
3 UNDECIDED; with several files the worst (2, then 1, then 3).

As a module: evaluate(theorem_id, params, witnesses, digits).

Numbers.  An exact value is a Fraction.  Everything else is an interval (Iv)
whose ends are dyadic numbers, pairs (m, e) meaning m*2^e with integers of any
size, so that exponents such as -10^12 are harmless.  Every operation rounds
the lower end down and the upper end up; the argument is given beside each.
"""

import heapq
import math
import os
import re
import sys
from fractions import Fraction
from functools import lru_cache

import check_inversion

EXACT_BITS = 4096          # X2: exact results have at most this many bits
LITERAL_BITS = 1 << 15     # literals and parameters beyond this are enclosures
MAX_BITS = 4096            # working precision ends here
MAX_STEPS = 2 * 10 ** 6    # steps of loops and calls of functions
MAX_COMB = 200000          # largest min(k, n - k) of a binomial coefficient
MAX_ARRAY = 5 * 10 ** 6
MAX_NAMES = 2000           # that get a meaning in a theorem file
MAX_NAME = 60              # characters of one
MAX_CHAIN = 5000           # operators in a row
MAX_EXPONENT = 10 ** 7     # of a decimal
MAX_BINARY = 1 << 100      # of an interval: beyond this we give up

THEOREMS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src", "theorems")

sys.setrecursionlimit(20000)   # 200 levels of nesting, about ten calls each


class NeedPrecision(Exception):
    """Undecided at this precision."""


class Undefined(Exception):
    """The value does not exist: log(0), 1/0, an index out of range."""


class Limit(Exception):
    """Beyond the limits of this checker."""


class Unsupported(Exception):
    """inf, sup, integral; methods with too many steps for this checker."""


class ConditionFalse(Exception):
    """A where or require that is decided and false."""

    def __init__(self, text, name):
        Exception.__init__(self, "the condition %s is false" % text)
        self.name = name               # the parameter or witness that it belongs to


class BadHint(Exception):
    """A hint is wrong, missing or one too many."""

    def __init__(self, text, line):
        Exception.__init__(self, text)
        self.line = line


class BadTheorem(Exception):
    """A theorem file that breaks the rules of the language."""


class BadValue(Exception):
    """A number or list that cannot be read."""


# --------------------------------------------------------------------------
# Dyadic numbers (m, e) = m*2^e.  `up` says in which direction to round.

ZERO = (0, 0)
ONE = (1, 0)


def rnd(m, e, p, up):
    """Round to p bits.  >> of Python rounds towards minus infinity, for
    negative numbers too, so m >> n is a lower bound and -(-m >> n) an upper."""
    n = m.bit_length() - p
    if n <= 0:
        return m, e
    return (-(-m >> n) if up else m >> n), e + n


def top(a):
    """|a| < 2^top(a), and |a| >= 2^(top(a) - 1) unless a is 0."""
    return a[0].bit_length() + a[1]


def dneg(a):
    return -a[0], a[1]


def dadd(a, b, p, up):
    if not a[0]:
        return rnd(b[0], b[1], p, up)
    if not b[0]:
        return rnd(a[0], a[1], p, up)
    if top(a) < top(b):
        a, b = b, a
    cut = top(a) - p - 4
    if top(b) <= cut and b[1] < cut:
        # b is far below the last bit of a: |b| < 2^cut.  It is replaced by a
        # number on the side of the rounding (2^cut, 0 or -2^cut), so that the
        # alignment below shifts by p + 4 bits and not by billions.
        b = ((1 if b[0] > 0 else 0) if up else (-1 if b[0] < 0 else 0), cut)
    e = min(a[1], b[1])
    return rnd((a[0] << (a[1] - e)) + (b[0] << (b[1] - e)), e, p, up)


def dmul(a, b, p, up):
    return rnd(a[0] * b[0], a[1] + b[1], p, up)


def ddiv(a, b, p, up):
    """// of Python rounds towards minus infinity whatever the signs."""
    s = max(0, p + 2 + b[0].bit_length() - a[0].bit_length())
    n = a[0] << s
    return rnd(-(-n // b[0]) if up else n // b[0], a[1] - s - b[1], p, up)


def dsqrt(a, p, up):
    m, e = a
    s = max(0, 2 * p + 2 - m.bit_length())
    s += (e - s) & 1                   # an even exponent, so that it can be halved
    m <<= s
    r = math.isqrt(m)                  # r <= sqrt(m) < r + 1
    if up and r * r < m:
        r += 1
    return rnd(r, (e - s) // 2, p, up)


def dcmp(a, b):
    """-1, 0 or 1, exactly."""
    if (a[0] > 0) != (b[0] > 0) or (a[0] < 0) != (b[0] < 0):
        return -1 if a[0] < b[0] else 1
    if not a[0]:
        return 0
    if top(a) != top(b):
        return 1 if (top(a) > top(b)) == (a[0] > 0) else -1
    e = min(a[1], b[1])                # equal tops: the shifts are short
    x, y = a[0] << (a[1] - e), b[0] << (b[1] - e)
    return (x > y) - (x < y)


def dmin(a, b):
    return a if dcmp(a, b) <= 0 else b


def dmax(a, b):
    return a if dcmp(a, b) >= 0 else b


def fixed(a, w, up):
    """floor or ceiling of a*2^w."""
    s = a[1] + w
    if s >= 0:
        return a[0] << s
    if -s > a[0].bit_length() + 1:     # |a*2^w| < 1/2
        return (1 if a[0] > 0 else 0) if up else (-1 if a[0] < 0 else 0)
    return -(-a[0] >> -s) if up else a[0] >> -s


def fcmp(f, d):
    """The sign of f - d for a Fraction f and a dyadic d, exactly."""
    n, q = f.numerator, f.denominator
    sign, other = (n > 0) - (n < 0), (d[0] > 0) - (d[0] < 0)
    if sign != other:
        return 1 if sign > other else -1
    if sign == 0:
        return 0
    size = abs(n).bit_length() - q.bit_length()     # 2^(size-1) < |f| < 2^(size+1)
    if top(d) - 1 >= size + 1:
        return -sign
    if top(d) <= size - 1:
        return sign
    left, right = n, d[0] * q                       # sizes are near: shifts are short
    if d[1] >= 0:
        right <<= d[1]
    else:
        left <<= -d[1]
    return (left > right) - (left < right)


# --------------------------------------------------------------------------
# Constants, as integers lo <= c*2^w <= hi

def atan_series(q, w, alternate):
    """Integers around 2^w atan(1/q) (alternate) or 2^w atanh(1/q), q >= 5.

    pw is 2^w/q^(2n+1) rounded down at each division: it is too small by less
    than 1, then less than 1/q^2 + 1, always less than 2.  A term pw//(2n+1) is
    too small by less than 3.  When pw is 0 its true value is below 2, so all
    terms that are left add up to less than 2/(1 - 1/q^2) < 3."""
    lo = hi = n = 0
    pw = (1 << w) // q
    while pw:
        t = pw // (2 * n + 1)
        if alternate and n & 1:
            lo, hi = lo - t - 3, hi - t
        else:
            lo, hi = lo + t, hi + t + 3
        pw //= q * q
        n += 1
    return lo - 3, hi + 3


@lru_cache(maxsize=64)
def constant_block(name, w):
    if name == "ln2":       # 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749)
        parts = [(18, 26), (-2, 4801), (8, 8749)]
    else:                   # pi = 16 atan(1/5) - 4 atan(1/239)
        parts = [(16, 5), (-4, 239)]
    lo = hi = 0
    for c, q in parts:
        a, b = atan_series(q, w, name == "pi")
        lo += c * (a if c > 0 else b)
        hi += c * (b if c > 0 else a)
    return lo, hi


def constant(name, w):
    block = -(-(w + 32) // 256) * 256         # few precisions, so that the cache helps
    lo, hi = constant_block(name, block)
    return lo >> (block - w), -(-hi >> (block - w))


# --------------------------------------------------------------------------
# Functions at a dyadic point: a pair (lower, upper) of p bits

@lru_cache(maxsize=20000)
def exp_d(x, p):
    m, e = x
    if m == 0:
        return ONE, ONE
    t = top(x)
    if t > 80:
        if m > 0:
            raise NeedPrecision("exp of a number that may be beyond 2^80")
        return ZERO, (1, -(1 << 79))          # e^x <= e^(-2^80) < 2^(-2^79)
    if t < -p - 2:
        # |e^x - 1| <= 2|x| < 2^(t+1) < 2^-(p+1), on the side of the sign of x
        return (ONE, ((1 << p) + 1, -p)) if m > 0 else (((1 << p) - 1, -p), ONE)
    # x = k ln 2 + r with 0 <= r < 0.7 or slightly more, at the scale 2^w.
    h = 2 + math.isqrt(p + 16) // 2
    w = p + 24 + max(t, 0) + 2 * h
    xl, xh = fixed(x, w, False), fixed(x, w, True)
    ll, lh = constant("ln2", w)
    k = xl // lh
    while True:
        rl = xl - k * (lh if k >= 0 else ll)
        rh = xh - k * (ll if k >= 0 else lh)
        if rl >= 0:
            break
        k -= 1
    # Taylor series at s = rl/2^(w+h) <= 1/2.  A term is rounded down: it is too
    # small by d_n <= d_(n-1)/2 + 1 < 2 units of 2^-v, hence the n - 1 terms
    # together by 2(n - 1); the tail begins with a term below 2 units, and each
    # is at most half of the one before: less than 4 units.
    v = w + h
    lo = term = 1 << v
    n = 0
    while term:
        n += 1
        term = (term * rl >> v) // n
        lo += term
    hi = lo + 2 * n + 4
    for _ in range(h):                        # e^r = (e^s)^(2^h)
        lo = lo * lo >> v
        hi = (hi * hi >> v) + 1
    # e^(rh) <= e^(rl) (1 + 2 d) with d = (rh - rl)/2^w <= 1
    hi += (2 * hi * (rh - rl) >> w) + 1
    return rnd(lo, k - v, p, False), rnd(hi, k - v, p, True)


@lru_cache(maxsize=5000)
def expm1_d(x, p):
    if x[0] == 0:
        return ZERO, ZERO
    t = top(x)
    if t < -p - 8:
        # x <= e^x - 1 <= x + x^2 for x <= 1
        return rnd(x[0], x[1], p, False), dadd(x, dmul(x, x, p, True), p, True)
    lo, hi = exp_d(x, p + 8 + max(0, -t))     # as many more bits as cancel
    return dadd(lo, (-1, 0), p, False), dadd(hi, (-1, 0), p, True)


def log1p_series(x, p):
    """log(1 + x) = 2 atanh(z) = 2 z g(z^2), z = x/(2 + x), g(u) = sum u^k/(2k+1),
    for 0 < |x| <= 1/2, so that |z| <= 1/3 and u <= 1/9."""
    q = p + 8
    dl, dh = dadd((2, 0), x, q, False), dadd((2, 0), x, q, True)
    if x[0] > 0:
        near, far = ddiv(x, dh, q, False), ddiv(x, dl, q, True)      # near <= z <= far
    else:
        near, far = ddiv(x, dh, q, True), ddiv(x, dl, q, False)      # far <= z <= near < 0
    w = q + 16
    ul = fixed(dmul(near, near, q, False), w, False)
    uh = fixed(dmul(far, far, q, True), w, True)
    gl = pw = 1 << w                           # everything rounded down, tail left out
    k = 0
    while pw:
        k += 1
        pw = pw * ul >> w
        gl += pw // (2 * k + 1)
    gh = pw = 1 << w                           # everything rounded up
    k = 0
    while pw > 2:                              # u <= 1/8 here, so pw comes down to 1
        k += 1
        pw = (pw * uh >> w) + 1
        gh += pw // (2 * k + 1) + 1
    gh += 2                                    # tail <= pw (1/8 + 1/64 + ...) < 1
    g = (gl, -w), (gh, -w)
    if x[0] > 0:
        lo, hi = dmul(near, g[0], p, False), dmul(far, g[1], p, True)
    else:
        lo, hi = dmul(far, g[1], p, False), dmul(near, g[0], p, True)
    return (lo[0], lo[1] + 1), (hi[0], hi[1] + 1)


@lru_cache(maxsize=5000)
def log_d(x, p):
    """x = y 2^k with y between about 0.7 and 1.42."""
    m, e = x
    n = m.bit_length()
    k = n + e
    if (m >> (n - 8) if n >= 8 else m << (8 - n)) < 181:     # leading eight bits
        k -= 1
    q = p + 8
    y1 = (m - (1 << (k - e)), e - k)                         # y - 1, exactly
    lo, hi = log1p_series(y1, q) if y1[0] else (ZERO, ZERO)
    if k:
        w = q + abs(k).bit_length()
        a, b = constant("ln2", w)
        if k < 0:
            a, b = b, a
        lo, hi = dadd((k * a, -w), lo, q, False), dadd((k * b, -w), hi, q, True)
    return rnd(lo[0], lo[1], p, False), rnd(hi[0], hi[1], p, True)


def log1p_d(x, p):
    """x > -1"""
    if x[0] == 0:
        return ZERO, ZERO
    if top(x) <= -1:                                         # |x| < 1/2
        return log1p_series(x, p)
    q = max(p, x[0].bit_length()) + 8
    return (log_d(dadd(ONE, x, q, False), p)[0], log_d(dadd(ONE, x, q, True), p)[1])


def phi_d(x, p):
    """exp(-x^2/2)/sqrt(2 pi).  x^2/2 is exact."""
    q = p + 8
    lo, hi = exp_d((-x[0] * x[0], 2 * x[1] - 1), q)
    a, b = constant("pi", q)
    return (ddiv(lo, dsqrt((b, 1 - q), q, True), p, False),
            ddiv(hi, dsqrt((a, 1 - q), q, False), p, True))


@lru_cache(maxsize=5000)
def tail_d(x, p):
    """Q(x) = P[N(0,1) > x]"""
    m, e = x
    if m == 0:
        return (1, -1), (1, -1)
    if m < 0:
        lo, hi = tail_d(dneg(x), p + 4)
        return dadd(ONE, dneg(hi), p, False), dadd(ONE, dneg(lo), p, True)
    if top(x) > 100:
        return ZERO, (1, -(1 << 100))       # Q(x) < exp(-x^2/2), x >= 2^99
    u = (m * m, 2 * e)                      # x^2
    # About log2 of 1/exp(-x^2/2): what the asymptotic series can deliver, and
    # what cancels in the other one.  It only steers: both are rigorous.
    bits = fixed(u, 0, True) * 7214 // 10000 + 1
    q = p + 20
    if bits > q + 20:
        # Q(x) = phi(x)/x * (1 - 1/u + 1*3/u^2 - 1*3*5/u^3 + ...): for x > 0 the
        # remainder has the sign of the first term left out and is smaller, so
        # every partial sum with an odd number of terms is an upper bound and
        # every one with an even number a lower bound.
        w = q + 10
        vl, vh = fixed(ddiv(ONE, u, q, False), w, False), fixed(ddiv(ONE, u, q, True), w, True)
        al = ah = sl = sh = upper = 1 << w   # al <= term <= ah, sl <= partial sum <= sh
        lower = 0
        k = 0
        while ah > 4:
            k += 1
            old = ah
            al = al * vl * (2 * k - 1) >> w
            ah = (ah * vh * (2 * k - 1) >> w) + 1
            if ah >= old:
                break
            if k & 1:
                sl, sh = sl - ah, sh - al
                lower = max(lower, sl)
            else:
                sl, sh = sl + al, sh + ah
                upper = min(upper, sh)
        a, b = phi_d(x, q)
        return (dmul(ddiv(a, x, q, False), (lower, -w), p, False),
                dmul(ddiv(b, x, q, True), (upper, -w), p, True))
    # Q(x) = 1/2 - phi(x) * sum of x^(2k+1)/(2k+1)!!, all terms positive
    w = q + bits + 20
    xl, xh = fixed(x, w, False), fixed(x, w, True)
    ul, uh = fixed(u, w, False), fixed(u, w, True)
    sl = tl = xl
    sh = th = xh
    k = 0
    # the terms left have ratios at most u/(2k+3) <= 1/2: they add up to at most th
    while th > 2 or 2 * uh > (2 * k + 3) << w:
        k += 1
        tl = (tl * ul >> w) // (2 * k + 1)
        th = (th * uh >> w) // (2 * k + 1) + 2     # two roundings down, each below 1
        sl += tl
        sh += th
        if th <= 4 and 2 * uh <= (2 * k + 3) << w:
            break
    sh += th
    a, b = phi_d(x, w)
    return (dadd((1, -1), dneg(dmul(b, (sh, -w), w, True)), p, False),
            dadd((1, -1), dneg(dmul(a, (sl, -w), w, False)), p, True))


# --------------------------------------------------------------------------
# Values: Fraction, Iv, True/False/None (None: undecided), str (enumerations)

class Iv:
    """All numbers between two dyadic ones."""
    __slots__ = ("lo", "hi")

    def __init__(self, lo, hi):
        self.lo, self.hi = lo, hi

    def __repr__(self):
        return "[%s, %s]" % (show_end(self, False), show_end(self, True))


class Lazy:
    """An exact number too long to be written down: n*base^k (a product of such)."""

    def __init__(self, factors):
        self.factors = factors                 # (Fraction, integer exponent)

    def at(self, p):
        a = Arith(p)
        v = Fraction(1)
        for f, k in self.factors:
            v = a.mul(v, a.power_int(f, k))
        return v


class Arith:
    """Arithmetic at one precision."""

    def __init__(self, p):
        self.p = p

    # ---- representation

    def iv(self, x):
        if isinstance(x, Iv):
            return x
        return self.enclose(x, self.p)

    @staticmethod
    def enclose(f, p):
        n, d = (f.numerator, 0), (f.denominator, 0)
        return Iv(ddiv(n, d, p, False), ddiv(n, d, p, True))

    def keep(self, f):
        """X2"""
        if f.numerator.bit_length() <= EXACT_BITS and f.denominator.bit_length() <= EXACT_BITS:
            return f
        return self.iv(f)

    # ---- comparisons: True, False or None

    @staticmethod
    def ends(x):
        return (x.lo, x.hi) if isinstance(x, Iv) else (x, x)

    @staticmethod
    def order(a, b):
        """The sign of a - b, each a Fraction or a dyadic."""
        if isinstance(a, Fraction):
            if isinstance(b, Fraction):
                return (a > b) - (a < b)
            return fcmp(a, b)
        return -fcmp(b, a) if isinstance(b, Fraction) else dcmp(a, b)

    def lt(self, a, b):
        (al, ah), (bl, bh) = self.ends(a), self.ends(b)
        if self.order(ah, bl) < 0:
            return True
        return False if self.order(al, bh) >= 0 else None

    def le(self, a, b):
        (al, ah), (bl, bh) = self.ends(a), self.ends(b)
        if self.order(ah, bl) <= 0:
            return True
        return False if self.order(al, bh) > 0 else None

    def eq(self, a, b):
        (al, ah), (bl, bh) = self.ends(a), self.ends(b)
        if self.order(ah, bl) < 0 or self.order(al, bh) > 0:
            return False
        # not disjoint: equal if both are points
        return True if self.order(al, ah) == 0 and self.order(bl, bh) == 0 else None

    def compare(self, op, a, b):
        if op == "<":
            return self.lt(a, b)
        if op == "<=":
            return self.le(a, b)
        if op == ">":
            return self.lt(b, a)
        if op == ">=":
            return self.le(b, a)
        r = self.eq(a, b)
        return r if op == "==" or r is None else not r

    def sign(self, x):
        """1, 0, -1, or None"""
        if isinstance(x, Fraction):
            return (x > 0) - (x < 0)
        if x.lo[0] > 0:
            return 1
        if x.hi[0] < 0:
            return -1
        return 0 if x.lo[0] == 0 == x.hi[0] else None

    # ---- operations

    def neg(self, a):
        return -a if isinstance(a, Fraction) else Iv(dneg(a.hi), dneg(a.lo))

    def add(self, a, b):
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return self.keep(a + b)
        if isinstance(a, Fraction) and a == 0:
            return b
        if isinstance(b, Fraction) and b == 0:
            return a
        a, b = self.iv(a), self.iv(b)
        return Iv(dadd(a.lo, b.lo, self.p, False), dadd(a.hi, b.hi, self.p, True))

    def mul(self, a, b):
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return self.keep(a * b)
        for x, y in ((a, b), (b, a)):
            if isinstance(x, Fraction) and x in (0, 1):
                return y if x == 1 else Fraction(0)
        a, b, p = self.iv(a), self.iv(b), self.p
        if a.lo[0] >= 0 and b.lo[0] >= 0:
            return Iv(dmul(a.lo, b.lo, p, False), dmul(a.hi, b.hi, p, True))
        # bilinear: the extremes are at corners
        lo = hi = None
        for x in (a.lo, a.hi):
            for y in (b.lo, b.hi):
                u, v = dmul(x, y, p, False), dmul(x, y, p, True)
                lo = u if lo is None else dmin(lo, u)
                hi = v if hi is None else dmax(hi, v)
        return Iv(lo, hi)

    def div(self, a, b):
        s = self.sign(b)
        if s == 0:
            raise Undefined("division by zero")
        if s is None:
            raise NeedPrecision("a divisor may be zero")
        if isinstance(a, Fraction):
            if isinstance(b, Fraction):
                return self.keep(a / b)
            if a == 0:
                return a
        if isinstance(b, Fraction) and b == 1:
            return a
        a, b, p = self.iv(a), self.iv(b), self.p
        lo = hi = None                        # monotone in each argument: corners
        for x in (a.lo, a.hi):
            for y in (b.lo, b.hi):
                u, v = ddiv(x, y, p, False), ddiv(x, y, p, True)
                lo = u if lo is None else dmin(lo, u)
                hi = v if hi is None else dmax(hi, v)
        return Iv(lo, hi)

    @staticmethod
    def power_d(x, n, p, up):
        """x^n for x >= 0, n >= 1: all factors are >= 0, so that rounding each
        product in one direction bounds the power in this direction."""
        if not x[0]:
            return ZERO
        r = None
        while True:
            if n & 1:
                r = x if r is None else dmul(r, x, p, up)
            n >>= 1
            if not n:
                return r
            x = dmul(x, x, p, up)
            if abs(x[1]) > MAX_BINARY:
                raise NeedPrecision("a power that may be beyond 2^(2^100)")

    def power_int(self, a, n):
        """E8, an integer exponent"""
        s = self.sign(a)
        if n <= 0:
            if s == 0:
                raise Undefined("0 to the power %s" % ("0" if n == 0 else "of a negative number"))
            if s is None:
                raise NeedPrecision("the base of a power may be zero")
            if n == 0:
                return Fraction(1)
        k = abs(n)
        if isinstance(a, Fraction):
            if a == 0 or abs(a) == 1:
                return a if k & 1 else abs(a)
            # (b - 1) k < log2 of the larger of numerator and denominator
            big = max(a.numerator.bit_length(), a.denominator.bit_length())
            if (big - 1) * k <= EXACT_BITS:
                f = a ** n
                if f.numerator.bit_length() <= EXACT_BITS and f.denominator.bit_length() <= EXACT_BITS:
                    return f
            q = self.p + k.bit_length() + 8   # the power multiplies errors by k
            a = self.enclose(a, q)
        else:
            q = self.p + k.bit_length() + 8
        lo, hi = a.lo, a.hi
        if lo[0] >= 0:
            r = Iv(self.power_d(lo, k, q, False), self.power_d(hi, k, q, True))
        elif k & 1:                           # odd powers increase
            def odd(x, up):
                if x[0] >= 0:
                    return self.power_d(x, k, q, up)
                return dneg(self.power_d(dneg(x), k, q, not up))
            r = Iv(odd(lo, False), odd(hi, True))
        else:                                 # even: largest at the end of larger modulus
            far = dmax(dneg(lo), hi)
            near = ZERO if hi[0] >= 0 else dneg(hi)
            r = Iv(self.power_d(near, k, q, False), self.power_d(far, k, q, True))
        if n < 0:
            return self.div(Fraction(1), r)
        return Iv(rnd(*r.lo, self.p, False), rnd(*r.hi, self.p, True))

    def power(self, a, b):
        if isinstance(b, Fraction) and b.denominator == 1:
            return self.power_int(a, b.numerator)
        if isinstance(a, Fraction) and a == 1:
            return a
        s, t = self.sign(a), self.sign(b)
        if s == 1:
            return self.exp(self.mul(b, self.log(a)))
        if s == -1:
            raise Undefined("a power of a negative number")
        if t in (-1, 0) and s == 0:
            raise Undefined("0 to the power of a number <= 0")
        if s == 0 and t == 1:
            return Fraction(0)
        if s is None and t == 1 and a.lo[0] >= 0:
            # a in [0, hi], exponent in [c, d], c > 0: at most hi^c or hi^d
            return Iv(ZERO, self.exp(self.mul(b, self.log(Iv(a.hi, a.hi)))).hi)
        raise NeedPrecision("the base of a power may be zero or negative")

    def monotone(self, f, x):
        x = self.iv(x)
        lo = f(x.lo, self.p)
        hi = lo if x.lo == x.hi else f(x.hi, self.p)
        return Iv(lo[0], hi[1])

    def exp(self, x):
        if isinstance(x, Fraction) and x == 0:
            return Fraction(1)
        return self.monotone(exp_d, x)

    def expm1(self, x):
        if isinstance(x, Fraction) and x == 0:
            return x
        return self.monotone(expm1_d, x)

    def domain(self, ok, text):
        if ok is False:
            raise Undefined(text)
        if ok is None:
            raise NeedPrecision("maybe " + text)

    def log(self, x):
        self.domain(self.lt(Fraction(0), x), "log of a number <= 0")
        if isinstance(x, Fraction) and x == 1:
            return Fraction(0)
        if isinstance(x, Fraction) and abs(x - 1) < Fraction(1, 4):
            return self.log1p(x - 1)          # without the rounding of x
        return self.monotone(log_d, x)

    def log1p(self, x):
        self.domain(self.lt(Fraction(-1), x), "log1p of a number <= -1")
        if isinstance(x, Fraction) and x == 0:
            return x
        if isinstance(x, Fraction) and abs(x) > Fraction(1, 4):
            return self.monotone(log_d, x + 1)
        return self.monotone(log1p_d, x)

    def sqrt(self, x):
        self.domain(self.le(Fraction(0), x), "sqrt of a negative number")
        if isinstance(x, Fraction):
            n, d = math.isqrt(x.numerator), math.isqrt(x.denominator)
            if n * n == x.numerator and d * d == x.denominator:
                return Fraction(n, d)
        v = self.iv(x)
        return Iv(dsqrt(v.lo, self.p, False), dsqrt(v.hi, self.p, True))

    def tail(self, x):
        if isinstance(x, Fraction) and x == 0:
            return Fraction(1, 2)
        v = self.iv(x)                        # decreasing
        lo = tail_d(v.hi, self.p)
        hi = lo if v.lo == v.hi else tail_d(v.lo, self.p)
        return Iv(lo[0], hi[1])

    def pi(self):
        lo, hi = constant("pi", self.p)
        return Iv((lo, -self.p), (hi, -self.p))

    def abs(self, x):
        s = self.sign(x)
        if s is not None:
            return self.neg(x) if s < 0 else x
        if x.lo[0] >= 0:
            return x
        if x.hi[0] <= 0:
            return self.neg(x)
        return Iv(ZERO, dmax(dneg(x.lo), x.hi))

    def least(self, a, b):
        r = self.le(a, b)
        if r is not None:
            return a if r else b
        a, b = self.iv(a), self.iv(b)
        return Iv(dmin(a.lo, b.lo), dmin(a.hi, b.hi))

    def greatest(self, a, b):
        r = self.le(b, a)
        if r is not None:
            return a if r else b
        a, b = self.iv(a), self.iv(b)
        return Iv(dmax(a.lo, b.lo), dmax(a.hi, b.hi))

    def hull(self, a, b):
        if isinstance(a, Fraction) and isinstance(b, Fraction) and a == b:
            return a
        a, b = self.iv(a), self.iv(b)
        return Iv(dmin(a.lo, b.lo), dmax(a.hi, b.hi))

    def whole(self, x, up):
        """ceil (up) or floor"""
        if isinstance(x, Fraction):
            return Fraction(math.ceil(x) if up else math.floor(x))
        if top(x.lo) > 10 ** 6 or top(x.hi) > 10 ** 6:
            return Iv(dadd(x.lo, (-1, 0), self.p, False), dadd(x.hi, ONE, self.p, True))
        lo, hi = fixed(x.lo, 0, up), fixed(x.hi, 0, up)
        if lo == hi:
            return self.keep(Fraction(lo))
        return Iv(rnd(lo, 0, self.p, False), rnd(hi, 0, self.p, True))


# --------------------------------------------------------------------------
# Numbers as text

def long_int(s):
    """int(s) for long strings: divide and conquer, no limit of the library."""
    if len(s) <= 1000:
        return int(s)
    h = len(s) // 2
    return long_int(s[:-h]) * 10 ** h + long_int(s[-h:])


DECIMAL = r"\d+(?:\.\d+)?(?:[eE][+-]?\d+)?"
HEX = r"0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]+)?(?:[pP][+-]?\d+)?"


def read_number(s):
    """An unsigned literal: Fraction, or Lazy where it is too long."""
    if len(s) > 10 ** 6:
        raise BadValue("a number of more than 1000000 characters")
    hexa = s[:2] in ("0x", "0X")
    body, _, exponent = (s[2:].lower() if hexa else s.lower()).partition("p" if hexa else "e")
    whole, _, part = body.partition(".")
    digits = exponent.lstrip("+-").lstrip("0") or "0"
    if len(digits) > 8 or int(digits) > MAX_EXPONENT:
        raise BadValue("an exponent beyond 10^7")
    k = -int(digits) if exponent.startswith("-") else int(digits)
    if hexa:
        n, base, k = int(whole + part, 16), 2, k - 4 * len(part)
    else:
        n, base, k = long_int(whole + part), 10, k - len(part)
    if n == 0:
        return Fraction(0)
    if n.bit_length() + 4 * abs(k) > LITERAL_BITS:
        return Lazy([(Fraction(n), 1), (Fraction(base), k)])
    return Fraction(n * base ** k) if k >= 0 else Fraction(n, base ** -k)


VALUE = re.compile(r"(-?)(%s|%s)(?:(/)(%s|%s)|\^(-?\d+))?" % (HEX, DECIMAL, HEX, DECIMAL))


def times(factors):
    """A product of numbers to integer powers, Fraction if it is short enough."""
    flat = []
    for f, k in factors:
        for g, j in f.factors if isinstance(f, Lazy) else [(f, 1)]:
            if g == 0 and j * k <= 0:
                raise BadValue("division by zero")
            flat.append((g, j * k))
    if sum(abs(k) * (g.numerator.bit_length() + g.denominator.bit_length())
           for g, k in flat) > LITERAL_BITS and all(g for g, _ in flat):
        return Lazy(flat)
    v = Fraction(1)
    for g, k in flat:
        v = Fraction(0) if g == 0 else v * g ** k
    return v


def read_value(s):
    """-2.5, 1e-5, 3/7, 10^12, 0x1.8p-3"""
    m = VALUE.fullmatch(s)
    if not m:
        raise BadValue("not a number: " + shorten(s))
    sign, first, _, second, power = m.groups()
    v = read_number(first)
    if second is not None:
        v = times([(v, 1), (read_number(second), -1)])
    elif power is not None:
        if len(power) > 9 or abs(int(power)) > MAX_EXPONENT:
            raise BadValue("an exponent beyond 10^7")
        if v == 0 and int(power) <= 0:
            raise BadValue("0 to a power that is not positive")
        v = times([(v, int(power))])
    if sign:
        v = -v if isinstance(v, Fraction) else times([(v, 1), (Fraction(-1), 1)])
    return v


# ---- how certificates write numbers (FORMAT.md): in one way

MAX_DIGITS = 5000          # of a decimal, a numerator or a denominator
CANONICAL = re.compile(r"-?(?:(0|[1-9]\d*)(?:\.\d+)?|[1-9](?:\.\d+)?e-?[1-9]\d*|(0|[1-9]\d*)/([1-9]\d*))",
                       re.ASCII)
VALUE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
VALUE_LIST = re.compile(r"\[(?:\([^()\[\]]*\)(?:,\([^()\[\]]*\))*)?\]")


def check_number(s):
    """Refuses every other way to write a number than the format's."""
    m = CANONICAL.fullmatch(s)
    if not m:
        raise BadValue("no number of a certificate: " + shorten(s))
    if any(len(part) > MAX_DIGITS for part in re.findall(r"\d+", s.partition("e")[0].replace(".", ""))):
        raise BadValue("more than %d digits" % MAX_DIGITS)
    if m.group(3) and (m.group(3) == "1" or math.gcd(long_int(m.group(2)), long_int(m.group(3))) != 1):
        raise BadValue("not in lowest terms: " + shorten(s))
    if s[0] == "-" and not re.search("[1-9]", s.partition("e")[0]):
        raise BadValue("0 has no sign")


def check_value(s):
    """A number, a list of records of numbers, or a name."""
    if s[0] == "[":
        if not VALUE_LIST.fullmatch(s):
            raise BadValue("no list of a certificate: " + shorten(s))
        for number in s[2:-2].replace("),(", ",").split(",") if s != "[]" else []:
            check_number(number)
    elif not VALUE_NAME.fullmatch(s):
        check_number(s)


EXPONENT = re.compile(r"(?:[0-9a-fA-F]|(?<=[0-9a-fA-F])\.)[eEpP][+-]?(\d+)", re.ASCII)


def exponents(s):
    """The sum of the exponents of all numbers in a text."""
    return sum(int(x[:20]) for x in EXPONENT.findall(s))


def read_claim_number(s):
    check_number(s)
    return read_value(s)


def shorten(s):
    return s if len(s) <= 60 else s[:57] + "..."


def shown_decimal(s):
    """The leading digits and the power of ten of a long decimal."""
    if len(s) <= 30:
        return s
    sign, s = ("-", s[1:]) if s[0] == "-" else ("", s)
    body, _, power = s.partition("e")
    whole, _, part = body.partition(".")
    digits = (whole + part).lstrip("0")
    power = int(power or 0) + len(digits) - len(part) - 1
    rest = digits[20:].strip("0")
    digits = digits[:20] if rest else digits[:20].rstrip("0")
    if not digits:
        return "0"
    return sign + digits[0] + ("." if len(digits) > 1 else "") + digits[1:] + ("..." if rest else "") + \
        ("e%d" % power if power else "")


def shown(s):
    """A value as people see it: itself if it is short."""
    if len(s) <= 60 or s[0] == "[" and len(s) <= 400:
        return s
    if s[0] == "[":
        cut = s.rfind(")", 0, 340) + 1
        return "%s... (%d characters)]" % (s[:cut] + "," if cut else "[", len(s))
    return "/".join(map(shown_decimal, s.split("/")))


def plain(s):
    """A text in which nothing can drive a terminal."""
    return re.sub("[^ -~]", "?", os.fsencode(s).decode("latin-1"))


def in_lines(label, text):
    """Lines of at most 70 characters that no terminal breaks, each with the label."""
    out, most = [], 70 - len(label) - 2
    while True:
        n = len(text)
        if n > most:
            n = text.rfind(" ", 2, most + 1)
            n = n if n > 0 else most
        out.append("%s: %s" % (label, text[:n]))
        text = text[n + 1:] if n < len(text) and text[n] == " " else text[n:]
        if not text:
            return out


def show_end(v, up, digits=10):
    """The lower or upper end of a value, rounded to that side."""
    if isinstance(v, Fraction):
        lo = v
        t = abs(v.numerator).bit_length() - v.denominator.bit_length()
        sign = (v > 0) - (v < 0)
    else:
        d = v.hi if up else v.lo
        t, sign, lo = top(d), (d[0] > 0) - (d[0] < 0), Iv(d, d)
        if abs(d[1]) < 10000:
            lo = Fraction(d[0]) * Fraction(2) ** d[1]
    if sign == 0:
        return "0"
    if sign < 0:
        a = Arith(256)
        return "-" + show_end(a.neg(v), not up, digits)
    k = (t - 1) * 30102999566398119521 // 10 ** 20 - digits + 1     # log10(2)
    a = Arith(128 + abs(t).bit_length())
    for _ in range(4):                         # k is right up to a decade
        if isinstance(lo, Fraction) and abs(k) < 10000:
            s = lo / Fraction(10) ** k
            n = math.ceil(s) if up else math.floor(s)
        else:
            s = a.iv(a.div(lo, a.power_int(Fraction(10), k)))
            n = fixed(s.hi, 0, True) if up else fixed(s.lo, 0, False)
        if n > 10 ** digits:
            k += 1
        elif n < 10 ** (digits - 1):
            k -= 1
        else:
            break
    text = str(n)
    e = k + len(text) - 1
    text = text.rstrip("0")
    if -1 <= e <= 20:
        if e < 0:
            return "0." + "0" * (-e - 1) + text
        text = text.ljust(e + 1, "0")
        return text[:e + 1] + ("." + text[e + 1:] if len(text) > e + 1 else "")
    return text[0] + ("." + text[1:] if len(text) > 1 else "") + "e%d" % e


# --------------------------------------------------------------------------
# Theorem files: lexer and parser.  Trees are tuples, the first element says
# what they are.

TOKEN = re.compile(r'\s*(?:("[^"]*")|(%s|%s)|([A-Za-z_][A-Za-z0-9_]*)|(<=|>=|==|!=|\.\.|[-<>=+*/^()\[\],.:])|$)'
                   % (HEX, DECIMAL))
IDENT = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
RESERVED = {"and", "or", "not", "in", "where", "quasiconvex"}
BINDERS = {"sum", "prod", "max", "min", "avg"}
REAL_BINDERS = {"inf", "sup", "integral"}
# the arguments of the methods: integers, numbers, lists with these fields
PLAN = ["real", "real", "int", "real", "int", "int", "int"] + ["real"] * 6
METHODS = {
    "inversion": ["int", "real", "real", "int", "real"] + PLAN,
    "product": ["int", {"q": "real", "sigma": "real", "count": "int"}, {"eps": "real", "count": "int"},
                {"eps": "real", "delta": "real", "count": "int"}, "real"] + PLAN,
}
UNARY = {"exp", "log", "sqrt", "expm1", "log1p", "Q", "abs", "pos", "ceil", "floor"}
TAKEN = {"e", "pi", "binom", "if", "len", "iterate"} | UNARY | BINDERS | REAL_BINDERS
COMPARE = {"<", "<=", ">", ">=", "==", "!="}
STATUS = ["exact", "proved", "conditional", "asymptotic", "refuted"]


def logical_lines(text, name):
    """(number of the first line, text without comments), continuations joined."""
    out, pending, first = [], [], None
    for number, line in enumerate(text.split("\n"), 1):
        quoted = comment = False
        for i, c in enumerate(line):
            if c == "\t":
                if quoted:
                    raise BadTheorem("%s:%d: tab in a quoted text" % (name, number))
            elif not 32 <= ord(c) <= 126:
                raise BadTheorem("%s:%d: byte %d" % (name, number, ord(c)))
            elif comment:
                continue
            elif c == '"':
                quoted = not quoted
            elif c == "#" and not quoted:
                comment = True
                cut = i
        if quoted:
            raise BadTheorem("%s:%d: a quoted text does not end" % (name, number))
        if comment:
            line = line[:cut]
        first = first or number
        if not comment and line.endswith("\\"):
            pending.append(line[:-1])
            continue
        line = " ".join(pending + [line])
        if line.strip():
            out.append((first, line))
        pending, first = [], None
    if pending:
        raise BadTheorem("%s: continuation at the end of the file" % name)
    return out


class Line:
    """One statement as a row of tokens.  Lemmas are those of the catalogue: elsewhere
    a label says nothing."""

    def __init__(self, text, where, catalogue=True):
        self.text, self.where, self.i, self.depth = text, where, 0, 0
        self.catalogue = catalogue
        self.tokens = []                      # (kind, text, start, end)
        pos = 0
        while True:
            m = TOKEN.match(text, pos)
            if not m:
                self.fail("unexpected character at: " + shorten(text[pos:].strip()))
            kind = m.lastindex
            if kind is None:
                break
            self.tokens.append(({1: "text", 2: "number", 3: "name", 4: "op"}[kind],
                                m.group(kind), m.start(kind), m.end(kind)))
            pos = m.end()
        self.tokens.append(("end", "end of line", len(text), len(text)))

    def fail(self, message):
        raise BadTheorem("%s: %s" % (self.where, message))

    def peek(self, ahead=0):
        return self.tokens[min(self.i + ahead, len(self.tokens) - 1)]

    def at(self, *texts):
        kind, text, _, _ = self.peek()
        return kind in ("op", "name") and text in texts

    def accept(self, text):
        if self.at(text):
            self.i += 1
            return True
        return False

    def expect(self, text):
        if not self.accept(text):
            self.fail("expected %s instead of %s" % (text, shorten(self.peek()[1])))

    def name(self):
        kind, text, _, _ = self.peek()
        if kind != "name" or text in RESERVED:
            self.fail("expected a name instead of " + shorten(text))
        if len(text) > MAX_NAME:
            self.fail("a name of more than %d characters" % MAX_NAME)
        self.i += 1
        return text

    def ident(self):
        """L5: an id with points and hyphens, read from the text itself."""
        m = IDENT.match(self.text, self.peek()[2])
        if not m:
            self.fail("expected an id instead of " + shorten(self.peek()[1]))
        while self.peek()[2] < m.end():
            self.i += 1
        if self.tokens[self.i - 1][3] != m.end():
            self.fail("not an id: " + shorten(m.group()))
        if len(m.group()) > MAX_NAME:
            self.fail("an id of more than %d characters" % MAX_NAME)
        return m.group()

    def quoted(self, mandatory):
        if self.peek()[0] == "text":
            self.i += 1
            return self.tokens[self.i - 1][1][1:-1]
        if mandatory:
            self.fail("expected a quoted text")
        return None

    def source(self, start):
        """The text from token number start to here."""
        return self.text[self.tokens[start][2]:self.tokens[self.i - 1][3]]

    def end(self):
        if self.peek()[0] != "end":
            self.fail("unexpected " + shorten(self.peek()[1]))

    # ---- expressions

    def deeper(self):
        self.depth += 1
        if self.depth > 200:
            self.fail("more than 200 levels of nesting")

    def expr(self):
        return self.joined("or", lambda: self.joined("and", self.negation))

    def joined(self, word, part):
        parts = [part()]
        while self.accept(word):
            parts.append(part())
        if len(parts) > MAX_CHAIN:
            self.fail("a chain of %d operators or more" % MAX_CHAIN)
        return parts[0] if len(parts) == 1 else (word, parts)

    def negation(self):
        if self.accept("not"):
            self.deeper()
            x = ("not", self.negation())
            self.depth -= 1
            return x
        return self.chain("cmp", COMPARE, lambda: self.chain("add", {"+", "-"}, self.product))

    def product(self):
        return self.chain("mul", {"*", "/"}, self.factor)

    def chain(self, kind, ops, part):
        first, rest = part(), []
        while self.peek()[0] == "op" and self.peek()[1] in ops:
            self.i += 1
            rest.append((self.tokens[self.i - 1][1], part()))
        if len(rest) >= MAX_CHAIN:
            self.fail("a chain of %d operators or more" % MAX_CHAIN)
        if kind == "cmp" and len(rest) > 8:
            self.fail("more than 8 comparisons in a chain")
        return (kind, first, rest) if rest else first

    def factor(self):
        if self.accept("-"):
            self.deeper()
            x = ("neg", self.factor())
            self.depth -= 1
            return x
        x = self.primary()
        if self.accept("^"):
            self.deeper()
            x = ("pow", x, self.factor())
            self.depth -= 1
        return x

    def primary(self):
        kind, text, _, _ = self.peek()
        if kind == "number":
            self.i += 1
            try:
                return ("num", read_number(text))
            except BadValue as bad:
                self.fail(str(bad))
        name = None if self.at("(") else self.name()
        if self.accept("("):
            self.deeper()
            x = self.called(name) if name else self.expr()
            self.expect(")")
            self.depth -= 1
            return x
        if self.accept("["):
            self.deeper()
            index = self.expr()
            self.expect("]")
            self.depth -= 1
            return ("index", name, index, self.name() if self.accept(".") else None)
        if self.accept("."):
            return ("dot", name, self.name())
        return ("var", name)

    def called(self, name):
        named_next = self.peek()[0] == "name"
        after = self.peek(1)
        if name in BINDERS and named_next and after[1] == "in" and after[0] == "name":
            var = self.name()
            self.expect("in")
            over = self.name()
            self.expect(",")
            return ("over", name, var, over, self.expr())
        if name in BINDERS | REAL_BINDERS and named_next and after[:2] == ("op", "="):
            var = self.name()
            self.expect("=")
            lo = self.expr()
            self.expect("..")
            hi = self.expr()
            self.expect(",")
            body = self.expr()
            if name in BINDERS:
                return ("range", name, var, lo, hi, body)
            lemma = None
            if self.accept(","):
                self.expect("quasiconvex")
                lemma = self.ident()
                if name == "integral":
                    self.fail("quasiconvex belongs to inf and sup")
            return (name, var, lo, hi, body, lemma if self.catalogue else None)
        if name == "iterate":
            var = self.name()
            self.expect("=")
            start = self.expr()
            self.expect(",")
            count = self.expr()
            self.expect(",")
            return ("iterate", var, start, count, self.expr())
        args = [self.expr()]
        while self.accept(","):
            args.append(self.expr())
        return ("call", name, args)


# --------------------------------------------------------------------------
# Types and scope.  Types: "int", "real", "bool", ("enum", param),
# ("list", fields), ("record", fields), ("array",); fields: name -> type.

class Scope:
    def __init__(self, functions, fail):
        self.values, self.functions, self.fail = {}, dict(functions), fail
        self.method = None

    def define(self, name, kind):
        if name in self.values:
            self.fail("%s is defined already" % name)
        if name in TAKEN or name in RESERVED:
            self.fail("%s cannot be redefined" % name)
        self.values[name] = kind

    def inner(self, names):
        s = Scope(self.functions, self.fail)
        s.values, s.method = dict(self.values), self.method
        for name, kind in names:
            s.define(name, kind)
        return s

    def value(self, name):
        if name not in self.values:
            self.fail("%s is not defined" % name)
        return self.values[name]

    def number(self, x):
        t = self.type(x)
        if t not in ("int", "real"):
            self.fail("a number is needed")
        return t

    def integer(self, x):
        if self.type(x) != "int":
            self.fail("an integer is needed")

    def condition(self, x):
        if self.type(x) != "bool":
            self.fail("a condition is needed")

    def all_int(self, kinds):
        return "int" if all(k == "int" for k in kinds) else "real"

    def type(self, x):
        kind = x[0]
        if kind == "num":
            return "int" if not isinstance(x[1], Lazy) and x[1].denominator == 1 else \
                "int" if isinstance(x[1], Lazy) and x[1].factors[1][1] >= 0 else "real"
        if kind == "var":
            if x[1] in ("e", "pi"):
                return "real"
            t = self.value(x[1])
            if t[0] in ("list", "record", "array", "use"):
                self.fail("%s is not a value" % x[1])
            return t
        if kind == "dot":
            t = self.value(x[1])
            if t[0] not in ("record", "use") or x[2] not in t[1]:
                self.fail("there is no %s.%s" % (x[1], x[2]))
            return t[1][x[2]]
        if kind == "index":
            t = self.value(x[1])
            self.integer(x[2])
            if t[0] == "array" and x[3] is None:
                return "real"
            if t[0] == "list" and x[3] in t[1]:
                return t[1][x[3]]
            self.fail("%s cannot be indexed like this" % x[1])
        if kind in ("neg",):
            return self.number(x[1])
        if kind in ("add", "mul"):
            kinds = [self.number(x[1])] + [self.number(y) for _, y in x[2]]
            return "real" if any(op == "/" for op, _ in x[2]) else self.all_int(kinds)
        if kind == "pow":
            a = self.number(x[1])
            b = self.number(x[2])
            return "int" if a == b == "int" and x[2][0] == "num" else "real"
        if kind == "not":
            self.condition(x[1])
            return "bool"
        if kind in ("and", "or"):
            for y in x[1]:
                self.condition(y)
            return "bool"
        if kind == "cmp":
            kinds = [self.type(x[1])] + [self.type(y) for _, y in x[2]]
            for (op, _), a, b in zip(x[2], kinds, kinds[1:]):
                if a[0] == "enum" and a == b and op in ("==", "!="):
                    continue
                if a not in ("int", "real") or b not in ("int", "real"):
                    self.fail("these cannot be compared")
            return "bool"
        if kind == "range":
            self.integer(x[3])
            self.integer(x[4])
            t = self.inner([(x[2], "int")]).number(x[5])
            return "real" if x[1] == "avg" else t
        if kind in REAL_BINDERS:
            self.number(x[2])
            self.number(x[3])
            self.inner([(x[1], "real")]).number(x[4])
            return "real"
        if kind == "over":
            t = self.value(x[3])
            if t[0] != "list":
                self.fail("%s is not a list" % x[3])
            t = self.inner([(x[2], ("record", t[1]))]).number(x[4])
            return "real" if x[1] == "avg" else t
        if kind == "iterate":
            self.number(x[2])
            self.integer(x[3])
            self.inner([(x[1], "real")]).number(x[4])
            return "real"
        return self.call(x[1], x[2])

    def call(self, name, args):
        def count(n):
            if len(args) != n:
                self.fail("%s has %d argument%s" % (name, n, "s" * (n != 1)))
        if name == "len":
            count(1)
            if args[0][0] != "var" or self.value(args[0][1])[0] != "list":
                self.fail("len needs a list")
            return "int"
        if name == "if":
            count(3)
            self.condition(args[0])
            return self.all_int([self.number(y) for y in args[1:]])
        if name in ("min", "max"):
            return self.all_int([self.number(y) for y in args])
        if name == "binom":
            count(2)
            self.integer(args[0])
            self.integer(args[1])
            return "int"
        if name in UNARY:
            count(1)
            t = self.number(args[0])
            return "int" if name in ("ceil", "floor") else t if name in ("abs", "pos") else "real"
        if name in METHODS and self.method == name:
            count(len(METHODS[name]))
            for kind, y in zip(METHODS[name], args):
                if isinstance(kind, dict):
                    t = self.value(y[1]) if y[0] == "var" else ("",)
                    if t[0] != "list" or list(t[1].items()) != list(kind.items()):
                        self.fail("an argument of %s is no such list" % name)
                else:
                    (self.integer if kind == "int" else self.number)(y)
            return "real"
        if name not in self.functions:
            self.fail("there is no function %s" % name)
        params, result = self.functions[name][:2]
        count(len(params))
        for (_, kind), y in zip(params, args):
            if kind == "int":
                self.integer(y)
            else:
                self.number(y)
        return result


class Theorem:
    """A file that was read and checked."""

    def __init__(self, name, text, library):
        self.id, self.lines, self.library = name, [], library
        self.revision = self.status = self.adjacency = self.title = None
        self.params = []            # (name, type, where or None)
        self.steps = []             # what happens, in order
        self.referees, self.assumes, self.results = [], [], []
        self.uses = []              # ids in order
        self.witnesses = []         # (name, "real" or "int"), those of used theorems included
        self.functions = dict(library.prelude_functions) if name != "prelude" else {}
        self.depth, self.names = 1, 0
        self.scope = Scope(self.functions, self.fail)
        self.where = name
        if len(text) > 1 << 20:
            self.fail("a file of more than 1 MiB")
        late, seen, cites, governed = [], set(), 0, 0
        lines = logical_lines(text, name)
        for i, (number, line) in enumerate(lines):
            self.where = "%s:%d" % (name, number)
            ln = Line(line, self.where, name == "prelude" or library.read(name) is not None)
            word = ln.name()
            if (i == 0) != (word in ("theorem", "prelude")):
                self.fail("the first statement names the theorem, and only the first")
            if i == 0 and (word == "prelude") != (name == "prelude"):
                self.fail("not the kind of file that was expected")
            if name == "prelude" and word not in ("prelude", "def", "cite", "note"):
                self.fail("%s in a prelude" % word)
            if word in ("theorem", "revision", "title", "status", "adjacency", "method"):
                if word in seen:
                    self.fail("a second %s" % word)
                seen.add(word)
            if word == "referee":
                late.append((self.where, ln))
                continue
            handler = getattr(self, "do_" + word, None)
            if handler is None:
                self.fail("there is no statement %s" % word)
            handler(ln)
            ln.end()
            cites += word == "cite"
            if word == "objective":
                governed = len(self.witnesses)
        for self.where, ln in late:
            self.do_referee(ln)
            ln.end()
        self.where = name
        if name == "prelude":
            return
        for word in ("theorem", "revision", "title", "status", "adjacency"):
            if word not in seen:
                self.fail("there is no %s" % word)
        if not cites or not self.results and "method" not in seen:
            self.fail("there is no %s" % ("result" if cites else "cite"))
        if governed < len(self.witnesses):
            self.fail("a witness without objective")
        if self.assumes and STATUS.index(self.status) < STATUS.index("conditional"):
            self.fail("assumptions make it conditional or worse")

    def fail(self, message):
        raise BadTheorem("%s: %s" % (self.where, message))

    # ---- statements

    def new(self, ln):
        """A name that gets a meaning here."""
        self.names += 1
        if self.names > MAX_NAMES:
            self.fail("more than %d names" % MAX_NAMES)
        return ln.name()

    def do_prelude(self, ln):
        pass

    def do_theorem(self, ln):
        if ln.ident() != self.id:
            self.fail("this file is called %s" % self.id)

    def do_revision(self, ln):
        kind, text, _, _ = ln.peek()
        if kind != "number" or not re.fullmatch("[0-9]{1,9}", text):
            self.fail("a revision is a whole number")
        ln.i += 1
        self.revision = int(text)

    def do_title(self, ln):
        self.title = ln.quoted(True)

    def do_about(self, ln):
        ln.quoted(True)

    do_note = do_about

    def do_cite(self, ln):
        ln.ident()
        ln.quoted(True)

    def do_status(self, ln):
        self.status, basis = ln.name(), ln.name()
        if self.status not in STATUS or basis not in ("paper", "rederived", "machine"):
            self.fail("not a status")
        ln.quoted(False)

    def do_adjacency(self, ln):
        self.adjacency = ln.ident()
        if self.adjacency not in ("add-remove", "replace-one", "any"):
            self.fail("not an adjacency")

    def number_type(self, ln):
        word = ln.name()
        if word not in ("real", "int"):
            self.fail("expected real or int")
        return word

    def condition(self, ln, scope):
        """(text, tree)"""
        start = ln.i
        x = ln.expr()
        scope.condition(x)
        return ln.source(start), x

    def do_param(self, ln):
        name = self.new(ln)
        ln.expect(":")
        word = ln.name()
        values = ()
        if word in ("real", "int"):
            kind = word
        elif word == "enum":
            ln.expect("(")
            values = [self.new(ln)]
            while ln.accept(","):
                values.append(self.new(ln))
            ln.expect(")")
            kind = ("enum", name)
        elif word == "list":
            ln.expect("(")
            fields = {}
            while True:
                field = self.new(ln)
                if field in fields:
                    self.fail("a second field %s" % field)
                fields[field] = self.number_type(ln) if ln.accept(":") else "real"
                if not ln.accept(","):
                    break
            ln.expect(")")
            kind = ("list", fields)
        else:
            self.fail("there is no type %s" % word)
        self.scope.define(name, kind)
        for v in values:
            self.scope.define(v, kind)
        cond = self.condition(ln, self.scope) if ln.accept("where") else None
        ln.quoted(False)
        self.params.append((name, kind, values))
        self.steps.append(("param", name, kind, cond))

    def do_choose(self, ln):
        name = self.new(ln)
        ln.expect(":")
        kind = self.number_type(ln)
        self.scope.define(name, kind)
        cond = self.condition(ln, self.scope) if ln.accept("where") else None
        ln.quoted(False)
        self.witnesses.append((name, kind))
        self.steps.append(("choose", name, kind, cond))

    def do_objective(self, ln):
        if ln.at("maximise") and ln.peek(1)[0] == "name":
            ln.i += 1
        self.scope.number(("var", ln.name()))

    def do_let(self, ln):
        name = self.new(ln)
        if ln.accept("["):
            var = ln.name()
            ln.expect("=")
            lo = ln.expr()
            ln.expect("..")
            hi = ln.expr()
            ln.expect("]")
            ln.expect("=")
            body = ln.expr()
            self.scope.integer(lo)
            self.scope.integer(hi)
            self.scope.define(name, ("array",))
            self.scope.inner([(var, "int")]).number(body)
            self.steps.append(("array", name, var, lo, hi, body))
            return
        ln.expect("=")
        x = ln.expr()
        self.scope.define(name, self.let_type(x))
        self.steps.append(("let", name, x))

    def let_type(self, x):
        t = self.scope.type(x)
        if t not in ("int", "real", "bool"):
            self.fail("a number or condition is needed")
        return t

    def do_def(self, ln):
        name = self.new(ln)
        ln.expect("(")
        args = []
        while True:
            arg = self.new(ln)
            args.append((arg, self.number_type(ln) if ln.accept(":") else "real"))
            if not ln.accept(","):
                break
        ln.expect(")")
        ln.expect("=")
        body = ln.expr()
        if name in TAKEN or name in self.scope.functions:
            self.fail("the function %s cannot be redefined" % name)
        result = self.scope.inner(args).number(body)
        # The last entry tells where free names of the body are looked up.
        self.scope.functions[name] = (args, result, body, self.id == "prelude")

    def do_use(self, ln):
        name = self.new(ln)
        ln.expect("=")
        other = self.library.theorem(ln.ident())
        ln.expect("(")
        given = {}
        while True:
            param = ln.name()
            if param in given:
                self.fail("%s is given twice" % param)
            ln.expect("=")
            given[param] = ln.expr()
            if not ln.accept(","):
                break
        ln.expect(")")
        if set(given) != {p for p, _, _ in other.params}:
            self.fail("the parameters of %s are %s" % (other.id, ", ".join(p for p, _, _ in other.params)))
        for param, kind, values in other.params:
            x = given[param]
            if kind == "int":
                self.scope.integer(x)
            elif kind == "real":
                self.scope.number(x)
            elif kind[0] == "enum":
                if x[0] != "var" or x[1] not in values:
                    self.fail("%s needs the name of a value" % param)
            elif x[0] != "var" or self.scope.value(x[1])[0] != "list" \
                    or list(self.scope.value(x[1])[1].items()) != list(kind[1].items()):
                self.fail("%s needs a list with the same fields" % param)
        self.depth = max(self.depth, other.depth + 1)
        if self.depth > 32:
            self.fail("more than 32 theorems deep")
        self.uses.append(other.id)
        self.witnesses += [(name + "." + w, kind) for w, kind in other.witnesses]
        self.assumes += other.assumes
        self.scope.define(name, ("use", {r: k for r, _, k in other.results}))
        self.steps.append(("use", name, other, given))

    def do_require(self, ln):
        self.steps.append(("require", self.condition(ln, self.scope)))
        ln.quoted(False)

    def do_assume(self, ln):
        self.assumes.append(ln.quoted(True))

    def do_method(self, ln):
        self.scope.method = ln.name()
        if self.scope.method not in METHODS:
            self.fail("unknown method %s" % self.scope.method)

    def do_result(self, ln):
        name = self.new(ln)
        rel = ln.peek()[1]
        if not ln.at("<=", ">=", "="):
            self.fail("expected <=, >= or =")
        ln.i += 1
        # The expression of "result x <= a < b" would be a condition: rejected.
        x = ln.expr()
        kind = self.scope.number(x)
        ln.quoted(False)
        self.scope.define(name, kind)
        self.results.append((name, rel, kind))
        self.steps.append(("let", name, x))

    def do_referee(self, ln):
        name = ln.name()
        rel = ln.peek()[1]
        rels = [r for n, r, _ in self.results if n == name]
        if not rels:
            self.fail("%s is not a result" % name)
        if not ln.at("<=", ">=") or rels[0] == rel:
            self.fail("a referee bounds from the other side")
        ln.i += 1
        x = ln.expr()
        text = ln.quoted(True)
        own = []
        if ln.accept("choose"):
            while True:
                w = self.new(ln)
                ln.expect(":")
                own.append((w, self.number_type(ln)))
                if not ln.accept(","):
                    break
            if not ln.at("where"):
                self.fail("witnesses of a referee need a where")
        scope = self.scope.inner(own)
        cond = self.condition(ln, scope) if ln.accept("where") else None
        scope.number(x)
        self.referees.append((name, rel, x, text, own, cond))

    def check_uses(self):
        """U6, U7: after the whole file, since the statements come in any order."""
        for used in self.uses:
            other = self.library.theorem(used)
            if other.adjacency not in ("any", self.adjacency):
                self.fail("%s has another adjacency" % used)
            if STATUS.index(self.status) < STATUS.index(other.status):
                self.fail("its status is better than that of %s" % used)


class Library:
    """The catalogue: a folder of files ID.thm, and theorems of an issuer's own."""

    def __init__(self, folder):
        self.folder, self.own, self.loaded, self.loading = folder, {}, {}, []
        self.prelude_functions = {}
        prelude = self.read("prelude")
        if prelude is None:
            raise OSError("there is no prelude.thm in %s" % folder)
        self.prelude_functions = Theorem("prelude", self.decode(prelude, "prelude"), self).scope.functions

    def with_own(self, files):
        """The same catalogue and these files (name -> bytes)."""
        other = Library.__new__(Library)
        other.__dict__.update(self.__dict__)
        other.own, other.loaded, other.loading = files, {}, []
        return other

    def read(self, name):
        """The bytes of a catalogue file, or None."""
        if not IDENT.fullmatch(name):
            return None
        try:
            with open(os.path.join(self.folder, name + ".thm"), "rb") as f:
                return f.read()
        except FileNotFoundError:
            return None

    def ids(self):
        """Of the catalogue's theorems."""
        return [f[:-4] for f in sorted(os.listdir(self.folder)) if f.endswith(".thm")]

    @staticmethod
    def decode(data, name):
        try:
            return data.decode("ascii")
        except UnicodeDecodeError:
            raise BadTheorem("%s: not ASCII" % name)

    def theorem(self, name):
        if name in self.loaded:
            return self.loaded[name]
        data = self.read(name)
        if data is None:
            data = self.own.get(name)
        if data is None or name == "prelude":
            raise BadTheorem("there is no theorem %s" % name)
        if name in self.loading:
            raise BadTheorem("%s uses itself" % name)
        self.loading.append(name)
        t = Theorem(name, self.decode(data, name), self)
        t.check_uses()
        self.loading.pop()
        self.loaded[name] = t
        return t

    def closure(self, t):
        """Depth first, in the order of first use, without t itself."""
        seen = []

        def visit(x):
            for name in x.uses:
                if name not in seen:
                    seen.append(name)
                    visit(self.theorem(name))
        visit(t)
        return seen


# --------------------------------------------------------------------------
# Evaluation

class Run(Arith):
    """One evaluation of a theorem at one precision."""

    def __init__(self, p, max_steps):
        Arith.__init__(self, p)
        self.left = max_steps
        self.hints, self.next_hint, self.hint_line = [], 0, 0
        self.undecided = None          # (text, name) of the first undecided condition
        self.last_binom = None
        self.limited = False           # a method's plan, not the precision, limits the width

    def tick(self, n=1, what=None):
        self.left -= n
        if self.left < 0:
            raise Limit("too many steps" + (": " + what if what else " (--max-steps)"))

    # ---- theorems

    def theorem(self, t, params, witnesses, prefix=""):
        """params: name -> value; witnesses: full name -> value.  Returns the names."""
        env = {"": t.scope.functions}
        for name, kind, values in t.params:
            env[name] = params[name]
            for v in values:
                env[v] = v
        for step in t.steps:
            what = step[0]
            if what in ("param", "choose"):
                if what == "choose":
                    env[step[1]] = witnesses[prefix + step[1]]
                if step[3]:
                    self.demand(step[3], env, prefix + step[1])
            elif what == "let":
                env[step[1]] = self.ev(step[2], env, {})
            elif what == "require":
                self.demand(step[1], env)
            elif what == "array":
                self.array(step, env)
            elif what == "use":
                _, name, other, given = step
                inner = {}
                for p, kind, _ in other.params:
                    x = given[p]
                    if kind in ("int", "real"):
                        inner[p] = self.ev(x, env, {})
                    else:
                        inner[p] = x[1] if kind[0] == "enum" else env[x[1]]
                inner = self.theorem(other, inner, witnesses, prefix + name + ".")
                for r, _, _ in other.results:
                    env[name + "." + r] = inner[r]
        return env

    def array(self, step, env):
        _, name, var, lo, hi, body = step
        lo, hi = self.integer(lo, env, {}), self.integer(hi, env, {})
        if hi - lo >= MAX_ARRAY:
            raise Limit("an array of more than %d elements" % MAX_ARRAY)
        elements = []
        env[name] = (lo, elements)
        for j in range(lo, hi + 1):
            self.tick()
            elements.append(self.ev(body, env, {var: Fraction(j)}))

    def demand(self, cond, env, name=None):
        """E2: each part of a conjunction by itself; undecided is remembered, since
        a later condition may be false."""
        text, x = cond
        open_part = False
        for part in x[1] if x[0] == "and" else [x]:
            try:
                r = self.ev(part, env, {})
            except NeedPrecision as need:
                self.undecided = self.undecided or ("%s (%s)" % (text, need), name)
                return
            except Undefined:
                if open_part:          # E3: undecided, then undefined
                    return
                raise
            if r is False:
                raise ConditionFalse(text, name)
            if r is None:
                open_part = True
                self.undecided = self.undecided or (text, name)

    def referee(self, t, number, env, witnesses):
        name, rel, x, _, own, cond = t.referees[number - 1]
        env = dict(env)
        env.update(witnesses)
        if cond:
            self.demand(cond, env, "referee")
        return self.ev(x, env, {})

    # ---- expressions: env has the names of the theorem, loc those of binders

    def ev(self, x, env, loc):
        return getattr(self, "ev_" + x[0])(x, env, loc)

    def integer(self, x, env, loc):
        """E5"""
        v = self.ev(x, env, loc)
        if isinstance(v, Fraction):
            return v.numerator
        raise NeedPrecision("an integer is not decided")

    def ev_num(self, x, env, loc):
        return x[1].at(self.p) if isinstance(x[1], Lazy) else x[1]

    def ev_var(self, x, env, loc):
        name = x[1]
        if name in loc:
            return loc[name]
        if name in env:
            return env[name]
        return self.exp(Fraction(1)) if name == "e" else self.pi()

    def ev_dot(self, x, env, loc):
        return loc[x[1]][x[2]] if x[1] in loc else env[x[1] + "." + x[2]]

    def ev_index(self, x, env, loc):
        k = self.integer(x[2], env, loc)
        lo, items = env[x[1]] if x[3] is None else (1, env[x[1]])
        if not lo <= k < lo + len(items):
            raise Undefined("%s[%s] does not exist" % (x[1], k if abs(k) < 10 ** 18 else "..."))
        return items[k - lo] if x[3] is None else items[k - lo][x[3]]

    def ev_neg(self, x, env, loc):
        return self.neg(self.ev(x[1], env, loc))

    def ev_add(self, x, env, loc):
        v = self.ev(x[1], env, loc)
        for op, y in x[2]:
            y = self.ev(y, env, loc)
            v = self.add(v, y if op == "+" else self.neg(y))
        return v

    def ev_mul(self, x, env, loc):
        v = self.ev(x[1], env, loc)
        for op, y in x[2]:
            y = self.ev(y, env, loc)
            v = self.mul(v, y) if op == "*" else self.div(v, y)
        return v

    def ev_pow(self, x, env, loc):
        return self.power(self.ev(x[1], env, loc), self.ev(x[2], env, loc))

    def ev_not(self, x, env, loc):
        r = self.ev(x[1], env, loc)
        return None if r is None else not r

    def connect(self, parts, stop):
        """E3.  stop is the value that decides the whole; parts are functions."""
        result = not stop
        for part in parts:
            try:
                r = part()
            except Undefined:
                if result is None:
                    return None        # "a undecided and b undefined": undecided
                raise
            if r is stop:
                return stop
            if r is None:
                result = None
        return result

    def ev_and(self, x, env, loc):
        return self.connect([lambda y=y: self.ev(y, env, loc) for y in x[1]], False)

    def ev_or(self, x, env, loc):
        return self.connect([lambda y=y: self.ev(y, env, loc) for y in x[1]], True)

    def ev_cmp(self, x, env, loc):
        left = [self.ev(x[1], env, loc)]

        def link(op, y):
            a, b = left[0], self.ev(y, env, loc)
            left[0] = b
            if isinstance(a, str):
                return (a == b) == (op == "==")
            return self.compare(op, a, b)
        return self.connect([lambda op=op, y=y: link(op, y) for op, y in x[2]], False)

    def ev_range(self, x, env, loc):
        _, kind, var, lo, hi, body = x
        lo, hi = self.integer(lo, env, loc), self.integer(hi, env, loc)
        self.tick(max(0, hi - lo + 1))

        def items():
            inner = dict(loc)
            for i in range(lo, hi + 1):
                inner[var] = Fraction(i)
                yield self.ev(body, env, inner)
        return self.fold(kind, items())

    def ev_over(self, x, env, loc):
        _, kind, var, over, body = x
        self.tick(len(env[over]))
        return self.fold(kind, (self.ev(body, env, {**loc, var: record}) for record in env[over]))

    def fold(self, kind, items):
        """E6"""
        v, n = None, 0
        f = {"sum": self.add, "avg": self.add, "prod": self.mul, "min": self.least,
             "max": self.greatest}[kind]
        for y in items:
            v = y if v is None else f(v, y)
            n += 1
        if v is None:
            if kind in ("sum", "prod"):
                return Fraction(kind == "prod")
            raise Undefined("%s of nothing" % kind)
        return self.div(v, Fraction(n)) if kind == "avg" else v

    def ev_iterate(self, x, env, loc):
        _, var, start, count, body = x
        v, n = self.ev(start, env, loc), self.integer(count, env, loc)
        self.tick(max(0, n))
        for _ in range(n):
            v = self.ev(body, env, {**loc, var: v})
        return v

    # ---- ranges of real numbers

    def with_hints(self, hints, line):
        """The brackets that follow, in the order in which they are asked for: (lo, mid, hi,
        line), None standing for an end of the range; line: where one more would stand."""
        self.hints, self.next_hint, self.hint_line = hints, 0, line

    def all_hints_used(self):
        if self.next_hint < len(self.hints):
            raise BadHint("a hint too many", self.hints[self.next_hint][3])

    def real_range(self, x, env, loc):
        """Both ends, the start below the end, and the function: points to values."""
        _, var, lo, hi, body, _ = x
        a, b = self.ev(lo, env, loc), self.ev(hi, env, loc)

        def f(v):
            self.tick()
            return self.ev(body, env, {**loc, var: v})
        return a, b, f

    def ev_inf(self, x, env, loc):
        a, b, f = self.real_range(x, env, loc)
        self.domain(self.lt(a, b), "an infimum over an empty range")
        return self.bracketed(a, b, f) if x[5] else self.covered(a, b, f)

    def ev_sup(self, x, env, loc):
        a, b, f = self.real_range(x, env, loc)
        self.domain(self.lt(a, b), "a supremum over an empty range")

        def g(v):
            return self.neg(f(v))
        return self.neg(self.bracketed(a, b, g) if x[5] else self.covered(a, b, g))

    def bracketed(self, a, b, f):
        """f is quasiconvex: below f(lo) > f(mid) nothing is smaller, nor above f(hi) > f(mid)."""
        if self.hints is None:                # nobody gives any
            return self.covered(a, b, f)
        if self.next_hint == len(self.hints):
            raise BadHint("a hint is missing", self.hint_line)
        lo, mid, hi, line = self.hints[self.next_hint]
        self.next_hint += 1

        def need(truth, text):
            if truth is False:
                raise BadHint(text, line)
            if truth is None:
                raise NeedPrecision(text)
        if lo is not None and lo >= mid or hi is not None and mid >= hi:
            raise BadHint("the numbers do not increase", line)
        need(self.lt(a, mid if lo is None else lo), "not within the range")
        need(self.lt(mid if hi is None else hi, b), "not within the range")
        least = f(mid)
        if lo is not None:
            need(self.lt(least, f(lo)), "not smaller in the middle than on the left")
        if hi is not None:
            need(self.lt(least, f(hi)), "not smaller in the middle than on the right")
        return self.least(f(self.hull(a if lo is None else lo, b if hi is None else hi)), least)

    def covered(self, a, b, f, most=8192):
        """Cells that cover the range; those that may hold the infimum are halved."""
        def at(k, level):
            return self.add(a, self.mul(self.add(b, self.neg(a)), Fraction(k, 2 ** level)))

        def attempt(v):
            try:
                return f(v)
            except NeedPrecision:
                return None
        best, result, cells, level, seen = None, None, [0], 0, 0
        while cells:
            for k in cells:
                v = attempt(at(2 * k + 1, level + 1))
                if v is not None:
                    best = v if best is None else self.least(best, v)
            left = []
            for k in cells:
                seen += 1
                v = attempt(self.hull(at(k, level), at(k + 1, level)))
                if v is not None and (seen > most or best is not None and
                                      self.le(self.add(best, self.neg(self.mul(
                                          self.abs(best), Fraction(1, 2 ** (self.p // 2))))), v)):
                    result = v if result is None else self.least(result, v)
                elif seen > most:
                    raise NeedPrecision("the function may be undefined somewhere")
                else:
                    left += [2 * k, 2 * k + 1]
            cells, level = left, level + 1
        return result if best is None else self.least(result, best)

    def ev_integral(self, x, env, loc):
        """Cells; on each one the Taylor series around its middle, with the remainder of order
        Series.ORDER (even) enclosed on the whole cell, or the values of the function."""
        a, b, f = self.real_range(x, env, loc)
        if self.eq(a, b):
            return Fraction(0)
        self.domain(self.le(a, b), "an integral from right to left")
        width = self.add(b, self.neg(a))
        series = SeriesRun(self)

        def g(v):
            series.tick(Series.ORDER)
            c = series.ev(x[4], env, {**loc, x[1]: Series([v, Fraction(1)])})
            return c if isinstance(c, Series) else Series([c])

        def at(k, level):
            return self.add(a, self.mul(width, Fraction(k, 2 ** level)))

        def power(r, k):
            return self.mul(self.power_int(r, k + 1), Fraction(2, k + 1))

        def cell(k, level):
            left, right = at(k, level), at(k + 1, level)
            both = self.hull(left, right)
            r = self.mul(width, Fraction(1, 2 ** (level + 1)))
            try:
                rest = g(both).coefficient(Series.ORDER)
                middle = g(at(2 * k + 1, level + 1))
                total = self.mul(rest, power(r, Series.ORDER))
                for j in range(0, Series.ORDER, 2):
                    total = self.add(total, self.mul(middle.coefficient(j), power(r, j)))
                return total
            except NeedPrecision:
                pass
            try:
                return self.mul(f(both), self.mul(r, Fraction(2)))
            except NeedPrecision:
                return None

        def size(v):
            """log2 of the width"""
            if v is None:
                return math.inf
            if isinstance(v, Fraction):
                return -math.inf
            d = dadd(v.hi, dneg(v.lo), 32, True)
            return top(d) if d[0] else -math.inf

        def total(cells):
            s = Fraction(0)
            for _, _, _, v in cells:
                if v is None:
                    return None
                s = self.add(s, v)
            return s
        first = cell(0, 0)
        cells = [(-size(first), 0, 0, first)]
        while len(cells) < self.MAX_CELLS:
            s = total(cells) if len(cells) % 4 == 1 else None
            if s is not None and (isinstance(s, Fraction) or narrow(s, self.p * 3 // 16)):
                break
            _, k, level, _ = heapq.heappop(cells)
            for j in (2 * k, 2 * k + 1):
                v = cell(j, level + 1)
                heapq.heappush(cells, (-size(v), j, level + 1, v))
        s = total(cells)
        if s is None:
            raise NeedPrecision("the function may be undefined somewhere")
        return s

    MAX_CELLS = 1000

    def ev_call(self, x, env, loc):
        name, args = x[1], x[2]
        if name == "if":
            c = self.ev(args[0], env, loc)
            if c is not None:
                return self.ev(args[1 if c else 2], env, loc)
            try:
                return self.hull(self.ev(args[1], env, loc), self.ev(args[2], env, loc))
            except Undefined as u:
                raise NeedPrecision("undecided, and one case undefined: %s" % u)
        if name == "len":
            return Fraction(len(env[args[0][1]]))
        if name in METHODS and name not in env[""]:
            return self.method(name, [env[y[1]] if isinstance(kind, dict) else self.ev(y, env, loc)
                                      for kind, y in zip(METHODS[name], args)])
        values = [self.ev(y, env, loc) for y in args]
        if name in UNARY:
            v = values[0]
            if name == "Q":
                return self.tail(v)
            if name == "pos":
                return self.greatest(v, Fraction(0))
            if name in ("ceil", "floor"):
                return self.whole(v, name == "ceil")
            return getattr(self, name)(v)
        if name in ("min", "max"):
            return self.fold(name, values)
        if name == "binom":
            return self.binom(*values)
        params, _, body, shared = env[""][name]
        self.tick()
        return self.ev(body, {"": env[""]} if shared else env,
                       {arg: v for (arg, _), v in zip(params, values)})

    def method(self, name, values):
        numbers = [v for v in values if not isinstance(v, list)]
        numbers += [x for v in values if isinstance(v, list) for record in v for x in record.values()]
        if not all(isinstance(v, Fraction) for v in numbers):
            raise Unsupported("an argument of a method is not exact")
        try:
            v = check_inversion.inversion(self, self.tick, values)
        except check_inversion.Refused as refusal:
            raise Undefined("%s: %s" % (name, refusal))
        except NeedPrecision:
            raise Undefined("%s: the plan leads to numbers without a finite enclosure" % name)
        wide = self.mul(Fraction(1 + Fraction(1, 1 << self.p // 2)), Iv(v.lo, v.lo)) if isinstance(v, Iv) else v
        self.limited = self.limited or self.lt(wide, v if isinstance(v, Fraction) else Iv(v.hi, v.hi)) is True
        return v

    def binom(self, n, k):
        if not isinstance(n, Fraction) or not isinstance(k, Fraction):
            raise NeedPrecision("an argument of binom is not decided")
        n, k = n.numerator, k.numerator
        if n < 0:
            raise Undefined("binom of a negative number")
        if k < 0 or k > n:
            return Fraction(0)
        if min(k, n - k) > MAX_COMB:
            raise Limit("binom of arguments of %d and %d bits" % (n.bit_length(), k.bit_length()))
        self.tick(min(k, n - k) // 1000)
        last = self.last_binom
        if last and last[:2] == (n, k - 1):
            v = last[2] * (n - k + 1) // k        # exact: it is the next coefficient
        else:
            v = math.comb(n, k)
        self.last_binom = (n, k, v)
        return self.keep(Fraction(v))


class Series:
    """Taylor coefficients of a function at every point of a cell: as many as are known."""
    ORDER = 8
    __slots__ = ("c",)

    def __init__(self, c):
        self.c = c

    def coefficient(self, k):
        if k >= len(self.c):
            raise NeedPrecision("not smooth here")
        return self.c[k]


class SeriesRun(Run):
    """The same evaluation on series.  Numbers that do not depend on the variable stay numbers."""

    def __init__(self, outer):
        Run.__init__(self, outer.p, outer.left)
        self.plain = Arith(outer.p)

    def lift(self, x):
        """All coefficients of a number or series, ORDER + 1 of them at most."""
        if not isinstance(x, Series):
            return [x] + [Fraction(0)] * Series.ORDER
        if len(x.c) == 2 and x.c[1] == 1:          # the variable
            return x.c + [Fraction(0)] * (Series.ORDER - 1)
        return x.c

    @staticmethod
    def value(x):
        return x.c[0] if isinstance(x, Series) else x

    def any_series(self, *args):
        return any(isinstance(x, Series) for x in args)

    # comparisons look at values

    def lt(self, a, b):
        return Run.lt(self, self.value(a), self.value(b))

    def le(self, a, b):
        return Run.le(self, self.value(a), self.value(b))

    def eq(self, a, b):
        return Run.eq(self, self.value(a), self.value(b))

    def sign(self, x):
        return Run.sign(self, self.value(x))

    # sums and products

    def dot(self, a, b, k, first=0):
        """sum over i = first..k of a_i b_(k-i)"""
        s = Fraction(0)
        for i in range(first, k + 1):
            s = self.plain.add(s, self.plain.mul(a[i], b[k - i]))
        return s

    def neg(self, a):
        return Series([self.plain.neg(v) for v in self.lift(a)]) if isinstance(a, Series) else Run.neg(self, a)

    def add(self, a, b):
        if not self.any_series(a, b):
            return Run.add(self, a, b)
        return Series([self.plain.add(x, y) for x, y in zip(self.lift(a), self.lift(b))])

    def mul(self, a, b):
        if not self.any_series(a, b):
            return Run.mul(self, a, b)
        a, b = self.lift(a), self.lift(b)
        return Series([self.dot(a, b, k) for k in range(min(len(a), len(b)))])

    def quotient(self, a, b):
        c = []
        for k in range(min(len(a), len(b))):
            s = Fraction(0)
            for i in range(1, k + 1):
                s = self.plain.add(s, self.plain.mul(b[i], c[k - i]))
            c.append(self.plain.div(self.plain.add(a[k], self.plain.neg(s)), b[0]))
        return c

    def div(self, a, b):
        if not self.any_series(a, b):
            return Run.div(self, a, b)
        return Series(self.quotient(self.lift(a), self.lift(b)))

    # functions: from the derivative, d/dx of the result

    def derivative(self, a):
        return [self.plain.mul(Fraction(k), a[k]) for k in range(1, len(a))]

    def from_derivative(self, value, d):
        return Series([value] + [self.plain.div(v, Fraction(k)) for k, v in enumerate(d, 1)])

    def exp_series(self, a):
        """c' = a' c"""
        c, d = [self.plain.exp(a[0])], self.derivative(a)
        for k in range(1, len(a)):
            c.append(self.plain.div(self.dot(d, c, k - 1), Fraction(k)))
        return c

    def exp(self, x):
        return Series(self.exp_series(self.lift(x))) if isinstance(x, Series) else Run.exp(self, x)

    def expm1(self, x):
        if not isinstance(x, Series):
            return Run.expm1(self, x)
        a = self.lift(x)
        return Series([self.plain.expm1(a[0])] + self.exp_series(a)[1:])

    def log(self, x):
        if not isinstance(x, Series):
            return Run.log(self, x)
        a = self.lift(x)
        return self.from_derivative(self.plain.log(a[0]), self.quotient(self.derivative(a), a))

    def log1p(self, x):
        if not isinstance(x, Series):
            return Run.log1p(self, x)
        a = self.lift(x)
        b = [self.plain.add(Fraction(1), a[0])] + a[1:]
        return self.from_derivative(self.plain.log1p(a[0]), self.quotient(self.derivative(a), b))

    def power_series(self, value, a, r):
        """a c' = r a' c, the base not zero"""
        c, d, e = [value], self.derivative(a), []
        for k in range(1, len(a)):
            s = self.plain.mul(r, self.dot(d, c, k - 1))
            for i in range(1, k):
                s = self.plain.add(s, self.plain.neg(self.plain.mul(a[i], e[k - 1 - i])))
            e.append(self.plain.div(s, a[0]))
            c.append(self.plain.div(e[-1], Fraction(k)))
        return Series(c)

    def sqrt(self, x):
        if not isinstance(x, Series):
            return Run.sqrt(self, x)
        a = self.lift(x)
        value = self.plain.sqrt(a[0])
        return self.power_series(value, a, Fraction(1, 2)) if self.sign(x) == 1 else Series([value])

    def power_int(self, a, n):
        if not isinstance(a, Series):
            return Run.power_int(self, a, n)
        value, c = self.plain.power_int(a.c[0], n), self.lift(a)
        if self.sign(a) in (1, -1):
            return self.power_series(value, c, Fraction(n))
        if not 0 < n <= 16:
            return Series([value])
        r = c
        for _ in range(n - 1):
            r = [self.dot(r, c, k) for k in range(len(c))]
        return Series([value] + r[1:])

    def power(self, a, b):
        if not self.any_series(a, b):
            return Run.power(self, a, b)
        if not isinstance(b, Series) and isinstance(b, Fraction) and b.denominator == 1:
            return self.power_int(a, b.numerator)
        value = self.plain.power(self.value(a), self.value(b))
        if isinstance(b, Series) or self.sign(a) != 1:
            return Series([value])
        return self.power_series(value, self.lift(a), b)

    def tail(self, x):
        if not isinstance(x, Series):
            return Run.tail(self, x)
        a, p = self.lift(x), self.plain
        square = [self.dot(a, a, k) for k in range(len(a))]
        g = self.exp_series([p.mul(Fraction(-1, 2), v) for v in square])
        root = p.sqrt(p.mul(Fraction(2), p.pi()))
        g = [p.neg(p.div(v, root)) for v in g]
        d = self.derivative(a)
        return self.from_derivative(p.tail(a[0]), [self.dot(d, g, k) for k in range(len(d))])

    # not smooth everywhere

    def abs(self, x):
        if not isinstance(x, Series):
            return Run.abs(self, x)
        s = self.sign(x)
        return x if s == 1 else self.neg(x) if s == -1 else Series([self.plain.abs(x.c[0])])

    def least(self, a, b):
        r = self.le(a, b)
        return (a if r else b) if r is not None else \
            Series([self.plain.least(self.value(a), self.value(b))])

    def greatest(self, a, b):
        r = self.le(b, a)
        return (a if r else b) if r is not None else \
            Series([self.plain.greatest(self.value(a), self.value(b))])

    def hull(self, a, b):
        return Series([self.plain.hull(self.value(a), self.value(b))])

    def whole(self, x, up):
        v = self.plain.whole(self.value(x), up)
        return v if isinstance(v, Fraction) else Series([v])

    # an optimum or integral within: its value alone would not do

    def real_range(self, x, env, loc):
        raise NeedPrecision("nested")


def load(value, p):
    """A parameter at precision p: only Lazy numbers change."""
    if isinstance(value, Lazy):
        return value.at(p)
    if isinstance(value, list):
        return [{k: load(v, p) for k, v in record.items()} for record in value]
    return value


def read_typed(text, kind, values):
    """The value of a parameter or witness of this type."""
    if kind in ("real", "int"):
        v = read_value(text)
        if kind == "int" and isinstance(v, Lazy):
            raise Limit("an integer of more than %d bits" % LITERAL_BITS)
        if kind == "int" and v.denominator != 1:
            raise BadValue("not an integer: " + shorten(text))
        return v
    if kind[0] == "enum":
        if text not in values:
            raise BadValue("%s is none of %s" % (shorten(text), ", ".join(values)))
        return text
    fields = list(kind[1].items())
    if text == "[]":
        return []
    if not (text.startswith("[(") and text.endswith(")]")):
        raise BadValue("not a list: " + shorten(text))
    records = []
    for part in text[2:-2].split("),("):
        items = part.split(",")
        if len(items) != len(fields):
            raise BadValue("a record has %d fields" % len(fields))
        records.append({f: read_typed(i, k, ()) for (f, k), i in zip(fields, items)})
    return records


def precisions(max_bits):
    p = 64
    while p < max_bits:
        yield p
        p *= 2
    yield max_bits


def narrow(v, digits):
    """The relative width is at most 10^-digits."""
    if isinstance(v, Fraction):
        return True
    if v.lo[0] <= 0 <= v.hi[0]:
        return v.lo[0] == 0 == v.hi[0]
    near = v.lo if v.lo[0] > 0 else dneg(v.hi)
    width = dadd(v.hi, dneg(v.lo), 64, True)
    return dcmp(dmul(width, (10 ** digits, 0), 64, True), near) <= 0


def evaluate(theorem_id, params, witnesses=None, digits=30, theorems=None, max_bits=MAX_BITS,
             max_steps=MAX_STEPS, referee=None, referee_witnesses=None):
    """Enclosures (Fraction or Iv) of all results, name -> value, with this many
    correct digits or at the end of the precision; with referee = N also "referee".
    Parameters and witnesses are given as text."""
    folder = theorems or THEOREMS
    library = folder if isinstance(folder, Library) else Library(folder)
    t = library.theorem(theorem_id)
    values = {n: read_typed(str(params[n]), k, v) for n, k, v in t.params}
    chosen = {n: read_typed(str((witnesses or {})[n]), k, ()) for n, k in t.witnesses}
    own = {}
    if referee:
        own = {n: read_typed(str((referee_witnesses or {})[n]), k, ()) for n, k in t.referees[referee - 1][4]}
    out, reason = None, None
    for p in precisions(max_bits):
        run = Run(p, max_steps)
        run.with_hints(None, 0)
        try:
            env = run.theorem(t, {n: load(v, p) for n, v in values.items()},
                              {n: load(v, p) for n, v in chosen.items()})
            got = {n: env[n] for n, _, _ in t.results}
            if referee:
                got["referee"] = run.referee(t, referee, env, {n: load(v, p) for n, v in own.items()})
        except NeedPrecision as need:
            reason = str(need)
            continue
        if run.undecided:
            reason = run.undecided[0]
            continue
        out = got
        if all(narrow(v, digits) for v in out.values()):
            break
    if out is None:
        raise NeedPrecision(reason)
    return out


# --------------------------------------------------------------------------
# Certificates

MAX_BYTES = 16 << 20
MAX_STATEMENTS = 10000     # lines that do not belong to a file
MAX_VALUES = 16            # of a line
MAX_FILES = 64
MAX_EXPONENTS = 10 ** 6    # of all values, or of an issuer's own theorem
MAX_CLAIMED = 2 * 10 ** 7  # of all claims
MAX_NUMBERS = 2 * 10 ** 6  # in lists


class Verdict(Exception):
    """REJECTED or UNDECIDED, with the number of a line."""

    def __init__(self, word, line, message):
        Exception.__init__(self, message)
        self.word, self.line, self.message = word, line, message


def reject(line, message):
    raise Verdict("REJECTED", line, message)


class Certificate:
    """The text, parsed strictly.  Nothing is known of theorems here.  The limits are the format's."""

    def __init__(self, data):
        if len(data) > MAX_BYTES:
            reject(0, "more than %d bytes" % MAX_BYTES)
        statements = 0
        for number, line in enumerate(data.split(b"\n")[:-1], 1):
            statements += not line.startswith(b"|")
            if statements > MAX_STATEMENTS:
                reject(number, "more than %d statements" % MAX_STATEMENTS)
        bad = re.search(rb"[^\n -~]", data)
        if bad:
            reject(data.count(b"\n", 0, bad.start()) + 1, "byte %d" % data[bad.start()])
        if not data.endswith(b"\n"):
            reject(data.count(b"\n") + 1, "the last line does not end with a newline")
        self.lines = data.decode("ascii").split("\n")[:-1]
        self.exponents = self.claimed = self.numbers = 0
        self.n = 0                                   # lines read
        if self.take() != "dpcert-certificate 1":
            reject(1, "not a certificate of version 1")
        self.kind, = self.fields("kind", 1)
        if self.kind not in ("guarantee", "lower", "value", "refutation"):
            reject(self.n, "there is no kind %s" % shorten(self.kind))
        self.theorem, revision = self.fields("theorem", 2)
        self.theorem_line = self.n
        if not IDENT.fullmatch(self.theorem):
            reject(self.n, "not an id")
        self.revision = self.whole(revision)
        self.files = []                              # (name, bytes, line)
        while self.next_is("file"):
            if len(self.files) == MAX_FILES:
                reject(self.n + 1, "more than %d files" % MAX_FILES)
            name, count = self.fields("file", 2)
            start, text = self.n, []
            for _ in range(self.whole(count)):
                line = self.take()
                if not line.startswith("|"):
                    reject(self.n, "a line of a file begins with |")
                text.append(line[1:])
            self.files.append((name, "".join(t + "\n" for t in text).encode("ascii"), start))
        self.after_files = self.n + 1
        self.params = self.pairs("param", 1)         # (name, or None: the next one, text, line)
        self.chooses = self.pairs("choose", MAX_VALUES)
        self.hints, self.own_hints = self.brackets(), ([], 0)
        self.referee, self.referee_line, self.own = None, 0, []
        if self.next_is("referee"):
            number, = self.fields("referee", 1)
            self.referee, self.referee_line = self.whole(number), self.n
            self.own = self.pairs("choose", MAX_VALUES)
            self.own_hints = self.brackets()
        self.claims = []                             # (name, rel, text, value, line)
        while self.next_is("claim"):
            name, rel, text = self.fields("claim", 3)
            if rel not in ("<=", ">="):
                reject(self.n, "a claim is <= or >=")
            self.claimed += exponents(text)
            if self.claimed > MAX_CLAIMED:
                reject(self.n, "the exponents of all claims add up to more than %d" % MAX_CLAIMED)
            try:
                self.claims.append((name, rel, text, read_claim_number(text), self.n))
            except BadValue as e:
                reject(self.n, str(e))
        if not self.claims:
            self.take()
            reject(self.n, "a claim is expected here")
        self.context = []
        while self.next_is("context"):
            text = self.take()[len("context "):]
            if not text:
                reject(self.n, "an empty context")
            self.context.append(text)
            if sum(map(len, self.context)) > 4096:
                reject(self.n, "more than 4096 bytes of context")
        if self.take() != "end":
            reject(self.n, "unknown, repeated or misplaced line: %s" % shorten(self.lines[self.n - 1]))
        if self.n != len(self.lines):
            reject(self.n + 1, "text after the end")

    def take(self):
        if self.n == len(self.lines):
            reject(self.n + 1, "the certificate ends too early")
        self.n += 1
        return self.lines[self.n - 1]

    def next_is(self, word):
        return self.n < len(self.lines) and self.lines[self.n].startswith(word + " ")

    def fields(self, word, count):
        f = self.take().split(" ")
        if f[0] != word or len(f) != count + 1 or "" in f:
            reject(self.n, "expected %s and %d field%s" % (word, count, "s" * (count > 1)))
        return f[1:]

    def pairs(self, word, most):
        """A name and its value, and perhaps the values of those after it."""
        out = []
        while self.next_is(word):
            name, *texts = self.fields(word, max(2, self.lines[self.n].count(" ")))
            if len(texts) > most:
                reject(self.n, "more than %d value%s in a line" % (most, "s" * (most > 1)))
            for text in texts:
                self.charge(text, check_value)
                out.append((name, text, self.n))
                name = None
        return out

    def charge(self, text, check):
        """Counts what a value may cost, and checks how it is written."""
        self.exponents += exponents(text)
        self.numbers += text.count(",")
        if self.exponents > MAX_EXPONENTS:
            reject(self.n, "the exponents of all values add up to more than %d" % MAX_EXPONENTS)
        if self.numbers > MAX_NUMBERS:
            reject(self.n, "more than %d numbers in lists" % MAX_NUMBERS)
        try:
            check(text)
        except BadValue as e:
            reject(self.n, str(e))

    def brackets(self):
        """(lo, mid, hi, line) of each hint, and the line after them."""
        out = []
        while self.next_is("hint"):
            lo, mid, hi = self.fields("hint", 3)
            for text in (x for x, may in ((lo, True), (mid, False), (hi, True)) if not (may and x == "end")):
                self.charge(text, check_number)
            try:
                out.append((None if lo == "end" else read_value(lo), read_value(mid),
                            None if hi == "end" else read_value(hi), self.n))
            except BadValue as e:
                reject(self.n, str(e))
            if any(isinstance(v, Lazy) for v in out[-1]):
                raise Verdict("UNDECIDED", self.n, "beyond the limits of this checker: a long number")
        return out, self.n + 1

    def whole(self, s):
        if not re.fullmatch(r"[1-9][0-9]{0,8}", s):
            reject(self.n, "not a whole number: %s" % shorten(s))
        return int(s)

    @property
    def last(self):
        return len(self.lines)


def match_values(given, wanted, word, line):
    """Values in exactly this order.  wanted: (name, type, values of an enumeration)."""
    out = {}
    for i, (name, kind, values) in enumerate(wanted):
        if i == len(given) or given[i][0] not in (name, None):
            reject(given[i][2] if i < len(given) else line, "%s %s is missing here" % (word, name))
        try:
            out[name] = read_typed(given[i][1], kind, values)
        except BadValue as e:
            reject(given[i][2], "%s: %s" % (name, e))
        except Limit as e:
            raise Verdict("UNDECIDED", given[i][2], "beyond the limits of this checker: %s" % e)
    if len(given) > len(wanted):
        reject(given[len(wanted)][2],
               "there is no %s %s here" % (word, shorten(given[len(wanted)][0] or "for the last value")))
    return out


def simple(name):
    """What people see of an id that do not look closely."""
    return re.sub("[^a-z0-9]", "", name.lower())


def find_theorem(c, library):
    """Compare the embedded files with the catalogue; returns (theorem, its library, own)."""
    embedded = {}
    for name, data, line in c.files:
        if name in embedded:
            reject(line, "a second file %s" % shorten(name))
        embedded[name] = data
    own = library.read(c.theorem) is None or c.theorem == "prelude"
    if own:
        if c.kind != "value":
            reject(c.theorem_line, "%s is not in the catalogue" % c.theorem)
        for other in library.ids() + ["prelude"]:
            if simple(other) == simple(c.theorem):
                reject(c.theorem_line, "%s looks like %s" % (c.theorem, other))
        if c.files and exponents(c.files[0][1].decode("ascii")) > MAX_EXPONENTS:
            reject(c.files[0][2], "the exponents of all numbers in the theorem add up to more than %d"
                   % MAX_EXPONENTS)
        library = library.with_own({n: d for n, d in embedded.items() if library.read(n) is None})
    try:
        t = library.theorem(c.theorem)
        names = [c.theorem] + library.closure(t) + ["prelude"]
    except BadTheorem as e:
        reject(c.files[0][2] if own and c.files else c.theorem_line, str(e))
    for i, name in enumerate(names):
        if i == len(c.files) or c.files[i][0] != name:
            reject(c.files[i][2] if i < len(c.files) else c.after_files, "the file %s is missing here" % name)
        data, text, line = library.read(name), c.files[i][1], c.files[i][2]
        if data is None or data == text:
            continue
        a, b = data.split(b"\n"), text.split(b"\n")
        k = next((j for j, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)) - 1)
        reject(line + 1 + k, "the file %s is not that of the catalogue" % name)
    if len(c.files) > len(names):
        reject(c.files[len(names)][2], "the theorem does not use this file")
    if t.revision != c.revision:
        reject(c.theorem_line, "the catalogue has revision %d" % t.revision)
    return t, own


def plan(c, t):
    """What must hold: a list of (claim, result name or None for the referee)."""
    results = {n: r for n, r, _ in t.results}
    number = c.referee
    needs_referee = c.kind == "refutation"
    if number is None and needs_referee:
        reject(c.claims[0][4], "the referee is missing")
    if number is not None:
        if c.kind in ("guarantee", "value"):
            reject(c.referee_line, "a %s has no referee" % c.kind)
        if not 1 <= number <= len(t.referees):
            reject(c.referee_line, "%s has %d referees" % (t.id, len(t.referees)))
        ref_name, ref_rel = t.referees[number - 1][:2]
    if c.kind == "guarantee":
        if t.status not in ("exact", "proved", "conditional"):
            reject(c.theorem_line, "a guarantee from a theorem of status %s" % t.status)
        wanted = [(n, ">=" if r == ">=" else "<=", n) for n, r, _ in t.results]
    elif c.kind == "value":
        wanted = [(n, rel, n) for n, _, _ in t.results for rel in (">=", "<=")]
    elif c.kind == "lower":
        if number is None and t.status not in ("exact", "proved", "conditional"):
            reject(c.theorem_line, "the value of a theorem of status %s bounds nothing" % t.status)
        if number is not None:
            if ref_rel != ">=":
                reject(c.referee_line, "this referee bounds from above")
            wanted = [(ref_name, ">=", None)]
        else:
            name = c.claims[0][0]
            if results.get(name) != "=":
                reject(c.claims[0][4], "a lower bound needs a result with = or a referee")
            wanted = [(name, ">=", name)]
    else:
        wanted = [(ref_name, "<=" if ref_rel == ">=" else ">=", ref_name), (ref_name, ref_rel, None)]
    for i, (name, rel, _) in enumerate(wanted):
        if i == len(c.claims):
            reject(c.last, "the claim %s %s is missing" % (name, rel))
        if c.claims[i][:2] != (name, rel):
            reject(c.claims[i][4], "expected the claim %s %s here" % (name, rel))
    if len(c.claims) > len(wanted):
        reject(c.claims[len(wanted)][4], "a claim too many")
    return [(claim, source) for claim, (_, _, source) in zip(c.claims, wanted)]


def decide(rel, value, number, p):
    return Arith(p).compare(rel, load(value, p), load(number, p))


def verify(c, library, max_bits, max_steps):
    """Returns (notes, text of the verdict); raises Verdict otherwise."""
    t, own = find_theorem(c, library)
    values = match_values(c.params, t.params, "param",
                          (c.chooses or c.claims)[0][-1])
    chosen = match_values(c.chooses, [(n, k, ()) for n, k in t.witnesses], "choose",
                          c.referee_line or c.claims[0][4])
    todo = plan(c, t)
    private = {}
    if c.referee:
        private = match_values(c.own, [(n, k, ()) for n, k in t.referees[c.referee - 1][4]], "choose",
                               c.claims[0][4])
    if c.kind == "refutation":
        # with a referee >=: U first, then L, and L > U; the other way round with <=
        (first, _), (second, _) = todo
        small, large = (first, second) if first[1] == "<=" else (second, first)
        for p in precisions(max_bits):
            apart = Arith(p).lt(load(small[3], p), load(large[3], p))
            if apart is not None:
                break
        if not apart:
            reject(second[4], "%s is not above %s: nothing is refuted" % (large[2], small[2]))
    places = {n: at for n, _, at in c.params + c.chooses}
    places["referee"] = c.referee_line
    done = set()
    for p in precisions(max_bits):
        run = Run(p, max_steps)
        try:
            run.with_hints(*c.hints)
            env = run.theorem(t, {n: load(v, p) for n, v in values.items()},
                              {n: load(v, p) for n, v in chosen.items()})
            if run.undecided:
                raise NeedPrecision("a condition")
            run.all_hints_used()
            run.with_hints(*c.own_hints)
            ref = run.referee(t, c.referee, env, {n: load(v, p) for n, v in private.items()}) \
                if c.referee else None
            if not run.undecided:
                run.all_hints_used()
        except BadHint as e:
            reject(e.line, str(e))
        except NeedPrecision as e:
            text, name = run.undecided or (str(e), None)
            line, reason = places.get(name, c.theorem_line), text
            if run.limited:
                reject(line, "the method's plan proves too little: " + reason)
            continue
        except ConditionFalse as e:
            reject(places.get(e.name, c.theorem_line), str(e))
        except Undefined as e:
            reject(c.theorem_line, "undefined: %s" % e)
        except Limit as e:
            raise Verdict("UNDECIDED", c.theorem_line, "beyond the limits of this checker: %s" % e)
        except Unsupported as e:
            raise Verdict("UNDECIDED", c.theorem_line, str(e))
        if run.undecided:
            text, name = run.undecided
            line, reason = places.get(name, c.theorem_line), "the condition " + text
            if run.limited:
                reject(line, "the method's plan proves too little: " + reason)
            continue
        reason = None
        for i, ((name, rel, text, number, at), source) in enumerate(todo):
            if i in done:
                continue
            value = ref if source is None else env[source]
            r = decide(rel, value, number, p)
            if r is False:
                up = rel == ">="
                for digits in range(10, 100):      # enough to show the difference
                    end = show_end(value, up, digits)
                    if decide(rel, read_claim_number(end), number, p) is False:
                        break
                reject(at, "%s %s %s is false: %s end %s" % (name, rel, shown(text),
                                                            "upper" if up else "lower", end))
            if r:
                done.add(i)
            elif reason is None:
                line = at
                reason = "%s %s %s: the enclosure is [%s, %s]" % (
                    name, rel, shown(text), show_end(value, False), show_end(value, True))
        if len(done) == len(todo):
            break
        if run.limited:
            reject(line, reason + ": more does not follow from the method's plan")
    else:
        raise Verdict("UNDECIDED", line, "at %d bits: %s" % (max_bits, reason))
    notes, what = [], c.kind
    if c.kind != "value":
        notes = ["assuming: " + a for a in t.assumes]
        if t.assumes or t.status == "conditional" and not c.referee:
            what = "conditional " + what
    if own:
        notes.append("%s is not in the catalogue: nothing vouches for it" % t.id)
    given = [(n, v) for n, v, _ in c.params]
    if c.kind == "value":
        given += [(n, v) for (n, _), (_, v, _) in zip(t.witnesses, c.chooses)]
    given = ", ".join("%s=%s" % (n, shown(v)) for n, v in given)
    if c.referee:
        given += "; referee %d" % c.referee
    return notes, "VERIFIED %s %s: %s (%s; adjacency %s)" % (
        what + (" of the issuer's own theorem" if own else ""), t.id,
        " and ".join("%s %s %s" % (n, r, shown(x)) for n, r, x, _, _ in c.claims),
        given, t.adjacency)


def check_file(path, library, max_bits=MAX_BITS, max_steps=MAX_STEPS):
    """(exit status, lines of output)"""
    try:
        with open(path, "rb") as f:
            data = f.read(MAX_BYTES + 1)
    except OSError as e:
        return 2, ["UNREADABLE %s: %s" % (plain(path), e.strerror)]
    out = []
    try:
        c = Certificate(data)
        for text in c.context:
            out += in_lines("context (not checked)", text)
        notes, text = verify(c, library, max_bits, max_steps)
        return 0, out + notes + [text]
    except Verdict as v:
        return {"REJECTED": 1, "UNDECIDED": 3}[v.word], \
            out + ["%s %s:%s %s" % (v.word, plain(path), "%d:" % v.line if v.line else "", v.message)]


def main(argv):
    folder, files = THEOREMS, []
    limits = {"--max-bits": MAX_BITS, "--max-steps": MAX_STEPS}
    args = iter(argv)
    try:
        for a in args:
            if a == "--theorems":
                folder = next(args)
            elif a in limits:
                limits[a] = max(64, int(next(args)))
            elif a.startswith("--"):
                raise ValueError
            else:
                files.append(a)
        if not files:
            raise ValueError
    except (ValueError, StopIteration):
        print("usage: check_cert.py [--theorems DIR] [--max-bits N] [--max-steps N] FILE...", file=sys.stderr)
        return 2
    try:
        library = Library(folder)
    except (OSError, BadTheorem) as e:
        print("check_cert.py: %s" % e, file=sys.stderr)
        return 2
    worst = 0
    for path in files:
        status, lines = check_file(path, library, limits["--max-bits"], limits["--max-steps"])
        print("\n".join(lines))
        worst = max(worst, status, key=[0, 3, 1, 2].index)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
