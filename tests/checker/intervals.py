# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""Numbers: exact fractions, or intervals between two dyadic numbers.

Each operation rounds the lower end down and the upper end up, to precision.bits bits.  Functions that are composed of
operations need no further argument about rounding."""

import decimal
import math
import operator
from fractions import Fraction

from . import NeedPrecision, Undefined
from . import dyadic as d

EXACT_BITS = 4096          # X2: exact results have at most this many bits
MAX_BINARY = 1 << 100      # give up beyond this exponent


class precision:
    """with precision(p): ... computes with p bits."""
    bits = 64

    def __init__(self, bits): self.new = bits
    def __enter__(self): self.old, precision.bits = precision.bits, self.new
    def __exit__(self, *_): precision.bits = self.old


def need(yes, no, text):
    """yes: the condition certainly holds, no: it certainly fails."""
    if no:
        raise Undefined(text)
    if not yes:
        raise NeedPrecision("maybe " + text)


def with_number(operation):
    """An operator with a number on its right; series handle numbers by themselves."""
    def wrapped(self, x):
        return operation(self, Number.of(x)) if isinstance(x, (Number, int, Fraction)) else NotImplemented
    return wrapped


class Value:
    """The common base of numbers and Taylor series.  value is a Number; known(x) is a value of which only this
    enclosure is known."""
    def __sub__(self, x): return self + -x
    def __rsub__(self, x): return -self + x
    def __radd__(self, x): return self + x
    def __rmul__(self, x): return self * x
    def __rtruediv__(self, x): return self.of(x) / self
    def greatest(self, x): return -(-self).least(-x)
    def pos(self): return self.greatest(Number.of(0))
    def ceil(self): return -(-self).floor()

    def abs(self):
        if self.value >= 0 or self.value <= 0:
            return self if self.value >= 0 else -self
        return self.known(self.value.greatest(-self.value).pos())


class Number(Value):
    """Comparisons with < <= > >= == != are true if they certainly hold.  For decisions see compare() below."""
    __slots__ = ("exact", "low", "high")
    value = property(lambda self: self)
    known = staticmethod(lambda x: x)

    def __init__(self, low=None, high=None, exact=None):
        self.low, self.high, self.exact = low, high, exact

    @staticmethod
    def of(x):
        """An integer or fraction, whatever its size."""
        return x if isinstance(x, Number) else Number(exact=Fraction(x))

    @staticmethod
    def short(x):
        """X2: a fraction, exact unless it is too long."""
        if max(x.numerator.bit_length(), x.denominator.bit_length()) <= EXACT_BITS:
            return Number(exact=x)
        return Number(*Number(exact=x).ends())

    @staticmethod
    def scaled(integers, w):
        """Between two integers over 2^w."""
        return Number((integers[0], -w), (integers[1], -w)).rounded()

    def ends(self):
        if self.exact is None:
            return self.low, self.high
        n, q, p = (self.exact.numerator, 0), (self.exact.denominator, 0), precision.bits
        return (d.rounded(n, p, False), d.rounded(n, p, True)) if q == d.ONE else \
            (d.div(n, q, p, False), d.div(n, q, p, True))

    def rounded(self):
        if self.exact is not None:
            return self
        return Number(d.rounded(self.low, precision.bits, False), d.rounded(self.high, precision.bits, True))

    def fixed(self, w):
        """Integers (lower, upper) around 2^w times this."""
        if self.exact is not None:
            n, q = self.exact.numerator << w, self.exact.denominator
            return n // q, -(-n // q)
        return d.fixed(self.low, w, False), d.fixed(self.high, w, True)

    def top(self):
        """|x| < 2^top"""
        return max(map(d.top, self.ends()))

    def width(self):
        """log2 of the width, or slightly more."""
        if self.exact is not None or self.low == self.high:
            return -math.inf
        return d.top(d.add(self.high, d.neg(self.low), 32, True))

    def narrow(self, digits):
        """The relative width is at most 10^-digits."""
        if self.width() == -math.inf:
            return True
        return self != 0 and 1000 * (self.width() - min(map(d.top, self.ends())) + 1) <= -3322 * digits

    def __str__(self):
        """Twelve digits, for people"""
        context = decimal.Context(prec=40, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX, traps=[])
        low, high = (format(context.multiply(m, context.power(2, e)), ".12g") for m, e in self.ends())
        return low if low == high else "[%s, %s]" % (low, high)

    # ---- comparisons

    def order(self, x):
        """The signs of self - x, at least and at most."""
        x = Number.of(x)
        if self.exact is not None and x.exact is not None:
            n = self.exact.numerator * x.exact.denominator - x.exact.numerator * self.exact.denominator
            return ((n > 0) - (n < 0),) * 2
        (a, b), (s, t) = self.ends(), x.ends()
        return d.order(a, t), d.order(b, s)

    def __lt__(self, x): return self.order(x)[1] < 0
    def __le__(self, x): return self.order(x)[1] <= 0
    def __gt__(self, x): return self.order(x)[0] > 0
    def __ge__(self, x): return self.order(x)[0] >= 0
    def __eq__(self, x): return self.order(x) == (0, 0)
    def __ne__(self, x): return self < x or self > x

    # ---- operations

    def __neg__(self):
        return Number(exact=-self.exact) if self.exact is not None else Number(d.neg(self.high), d.neg(self.low))

    @with_number
    def __add__(self, x):
        if self.exact is not None and x.exact is not None:
            return Number.short(self.exact + x.exact)
        (a, b), (s, t), p = self.ends(), x.ends(), precision.bits
        return Number(d.add(a, s, p, False), d.add(b, t, p, True))

    @with_number
    def __mul__(self, x):
        if self.exact is not None and x.exact is not None:
            return Number.short(self.exact * x.exact)
        (a, b), (s, t), p = self.ends(), x.ends(), precision.bits
        if a[0] >= 0:                  # the extremes are at corners, which of them depends on signs
            return Number(d.mul(a if s[0] >= 0 else b, s, p, False), d.mul(b if t[0] >= 0 else a, t, p, True))
        if b[0] <= 0:
            return -(-self * x)
        if s[0] >= 0 or t[0] <= 0:
            return x * self
        return Number(d.least(d.mul(a, t, p, False), d.mul(b, s, p, False)),
                      d.greatest(d.mul(a, s, p, True), d.mul(b, t, p, True)))

    @with_number
    def __truediv__(self, x):
        signs = x.order(0)
        need(signs[0] > 0 or signs[1] < 0, signs == (0, 0), "division by zero")
        if self.exact is not None and x.exact is not None:
            return Number.short(self.exact / x.exact)
        if signs[1] < 0:
            return -self / -x
        (a, b), (s, t), p = self.ends(), x.ends(), precision.bits
        return Number(d.div(a, t if a[0] >= 0 else s, p, False), d.div(b, s if b[0] >= 0 else t, p, True))

    def __pow__(self, n):
        """E8, an integer exponent: repeated multiplication, where each factor is >= 0."""
        if n <= 0:
            need(self != 0, self == 0, "0 to a power that is not positive")
            return Number.of(1) if n == 0 else 1 / self ** -n
        if self.exact is not None:
            size = max(self.exact.numerator.bit_length(), self.exact.denominator.bit_length())
            if size * n <= 2 * EXACT_BITS or abs(self.exact) in (0, 1):
                return Number.short(self.exact ** (n if abs(self.exact) != 1 else n % 2))
        if not self >= 0:
            if n % 2 == 0:
                return self.abs() ** n
            return -((-self) ** n) if self <= 0 else self.monotone(lambda x: x ** n)
        with precision(precision.bits + n.bit_length() + 8):         # the power multiplies errors by n
            result = base = Number(*self.ends())
            for bit in bin(n)[3:]:
                result = result * result * base if bit == "1" else result * result
                if max(abs(result.low[1]), abs(result.high[1])) > MAX_BINARY:
                    raise NeedPrecision("a power that may be beyond 2^(2^100)")
        return result.rounded()

    def hull(self, x):
        if not isinstance(x, Number):
            return x.hull(self)
        if self.exact is not None and self.exact == x.exact:
            return self
        (a, b), (s, t) = self.ends(), x.ends()
        return Number(d.least(a, s), d.greatest(b, t))

    def least(self, x):
        """X4"""
        if not isinstance(x, Number):
            return x.least(self)
        if self <= x or x <= self:
            return self if self <= x else x
        (a, b), (s, t) = self.ends(), x.ends()
        return Number(d.least(a, s), d.least(b, t))

    def floor(self):
        if self.exact is not None:
            return Number(exact=Fraction(math.floor(self.exact)))
        if self.top() > 10 ** 6:
            raise NeedPrecision("an integer of more than a million bits")
        low, high = d.fixed(self.low, 0, False), d.fixed(self.high, 0, False)
        return Number.short(Fraction(low)) if low == high else Number.scaled((low, high), 0)

    # ---- functions

    def monotone(self, f):
        """An increasing function: f encloses it at a number that is exact or an interval of one point."""
        if self.exact is not None:
            return f(self)
        low = f(Number(self.low, self.low))
        high = low if self.low == self.high else f(Number(self.high, self.high))
        return Number(low.ends()[0], high.ends()[1])

    def sqrt(self):
        need(self >= 0, self < 0, "sqrt of a negative number")
        if self.exact is not None:
            n, q = math.isqrt(self.exact.numerator), math.isqrt(self.exact.denominator)
            if n * n == self.exact.numerator and q * q == self.exact.denominator:
                return Number(exact=Fraction(n, q))
        low, high = self.ends()
        return Number(d.root(low, precision.bits, False), d.root(high, precision.bits, True))

    def exp(self): return self.monotone(exp_at)
    def expm1(self): return self.monotone(expm1_at)

    def log(self):
        need(self > 0, self <= 0, "log of a number <= 0")
        return self.monotone(log_at)

    def log1p(self):
        need(self > -1, self <= -1, "log1p of a number <= -1")
        return self.monotone(log1p_at)

    def Q(self):                       # decreasing
        return (-self).monotone(lambda x: tail_at(-x))


def compare(relation, a, b):
    """True, False or None."""
    yes, no = {"<": (operator.lt, operator.ge), "<=": (operator.le, operator.gt), ">": (operator.gt, operator.le),
               ">=": (operator.ge, operator.lt), "==": (operator.eq, operator.ne),
               "!=": (operator.ne, operator.eq)}[relation]
    return True if yes(a, b) else False if no(a, b) else None


def power(a, b):
    """E8, X3.  The numbers may be series (integrals)."""
    if isinstance(b, Number) and b.exact is not None and b.exact.denominator == 1:
        return a ** b.exact.numerator
    if isinstance(a, Number) and a.exact == 1:
        return a
    base, exponent = a.value, b.value
    if base > 0:
        return (b * a.log()).exp()
    known = isinstance(b, Number) and b.exact is not None      # else it may be an integer
    need(base >= 0, known and base < 0 or base == 0 and exponent <= 0, "a power of a negative number or of 0")
    need(exponent > 0, False, "0 to a power that is not positive")
    # a is in [0, high], exponents in [c, d], c > 0: the power is at most high^c or high^d
    high = Number(*[base.ends()[1]] * 2)
    result = Number.of(0) if high == 0 else Number(d.ZERO, (exponent * high.log()).exp().ends()[1])
    return (a if isinstance(b, Number) else b).known(result)


def pi():
    return Number.scaled(d.pi(precision.bits + 8), precision.bits + 8)


# ---- functions at a point: x is exact, or an interval that is a point or hardly wider

def exp_at(x):
    if x == 0:
        return Number.of(1)
    p, t = precision.bits, x.top()
    if t > 80:
        if not x <= -1 << 79:
            raise NeedPrecision("exp of a number that may be beyond 2^79")
        return Number(d.ZERO, (1, -(1 << 79)))     # e^x <= e^(-2^79) < 2^(-2^79)
    if t < -p - 2 and x != 0:
        # |e^x - 1| <= 2|x| < 2^(t+1) < 2^-(p+1), on the side of the sign of x
        return Number(d.ONE, ((1 << p) + 1, -p)) if x > 0 else Number(((1 << p) - 1, -p), d.ONE)
    # x = k log 2 + r; k is such that the lower end of r is not negative, and r is hardly above log 2
    w = p + 16 + max(t, 0)
    (low, high), two = x.fixed(w), d.log_of_2(w)
    if low < 0:
        two = two[1], two[0]                       # the bound of log 2 that makes k log 2 larger comes second
    k = low // two[1]
    r = low - k * two[1], high - k * two[0]
    return Number.scaled(d.series((1 << w, 1 << w), r, lambda i: (1, i), w), w - k)


def expm1_at(x):
    t = x.top()
    if x != 0 and t < -precision.bits - 8:         # x <= e^x - 1 <= x + x^2 for x <= 1
        return x.hull(x + x * x)
    with precision(precision.bits + 8 + max(0, -t)):           # as many more bits as cancel
        result = exp_at(x) - 1
    return result.rounded()


def log_at(x):
    """x = y 2^k with y between 0.7 and 1.4: log x = k log 2 + 2 atanh(z), z = (y - 1)/(y + 1), |z| < 1/5, and
    atanh(z) = z (1 + z^2/3 + z^4/5 + ...), where ratios of terms are below z^2."""
    if x == 1:
        return Number.of(0)
    k = d.top(x.ends()[0])
    if x < Number((7, k), (7, k)) / 10:
        k -= 1
    w = precision.bits + 16 + k.bit_length()
    with precision(w):
        y = Number(exact=x.exact / Fraction(2) ** k) if x.exact is not None else \
            Number((x.low[0], x.low[1] - k), (x.high[0], x.high[1] - k))
        below, above = (y.exact - 1, y.exact + 1) if y.exact is not None else (y - 1, y + 1)
        z = Number(*Number.of(below).ends()) / above
        terms = d.series((1 << w, 1 << w), (z * z).fixed(w), lambda i: (2 * i - 1, 2 * i + 1), w)
        result = 2 * z * Number.scaled(terms, w)
        if k:
            result += k * Number.scaled(d.log_of_2(w), w)
    return result.rounded()


def log1p_at(x):
    t = x.top()
    if x != 0 and t < -precision.bits - 8:         # x - x^2 <= log(1 + x) <= x for x >= -1/2
        return x.hull(x - x * x)
    with precision(precision.bits + 8 + max(0, -t)):           # as many more bits as cancel
        result = log_at(1 + x)
    return result.rounded()


def phi_at(x):
    """exp(-x^2/2)/sqrt(2 pi).  A relative error of x^2/2 is multiplied by x^2/2 in the exponential."""
    with precision(precision.bits + 8 + 2 * max(0, x.top())):
        result = exp_at(-(x * x) / 2) / (2 * pi()).sqrt()
    return result.rounded()


def tail_at(x):
    """Q(x), by one of two series"""
    if x == 0:
        return Number.of(Fraction(1, 2))
    p = precision.bits
    if x < 0:
        with precision(p + 4):
            result = 1 - tail_at(-x)
        return result.rounded()
    if x.top() > 100:
        return Number(d.ZERO, (1, -(1 << 100)))    # Q(x) < exp(-x^2/2), x >= 2^99
    # About log2 of exp(x^2/2): what the asymptotic series can deliver, and what cancels in the other one.  It only
    # steers: both are rigorous.
    bits = (x * x).fixed(0)[1] * 7214 // 10000 + 1
    if bits > p + 40:
        # Q(x) = phi(x)/x * (1 - 1/u + 1*3/u^2 - 1*3*5/u^3 + ...), u = x^2: for x > 0 the remainder has the sign of
        # the first term left out and is smaller, so a partial sum with an odd number of terms is an upper bound,
        # and one with an even number a lower bound.  Terms fall as long as 2k + 1 < u.
        with precision(p + 20):
            u, term, k = x * x, Number.of(1), 0
            lower, upper = Number.of(0), term
            while term.top() > -p - 8 and u > 2 * k + 1:
                term, k = term * (2 * k + 1) / u, k + 1
                if k % 2:
                    lower = upper - term
                else:
                    upper = lower + term
            result = phi_at(x) / x * lower.hull(upper)
        return result.rounded()
    # Q(x) = 1/2 - phi(x) (x + x^3/3 + x^5/(3*5) + ...)
    with precision(p + bits + 40):
        w = precision.bits
        terms = d.series((1 << w, 1 << w), (x * x).fixed(w), lambda k: (1, 2 * k + 1), w)
        result = Fraction(1, 2) - phi_at(x) * x * Number.scaled(terms, w)
    return result.rounded()
