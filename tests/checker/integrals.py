# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""Integrals (rule R4 of doc/language.md, L-TAYLOR and L-JET of proofs/math/LEMMAS.md): on each cell the
Taylor series around its middle, with the remainder enclosed on the whole cell, or the values on the cell."""

import math

from . import NeedPrecision
from .intervals import Number, Value, need, pi, precision

ORDER = 8                  # of the remainder; even
MAX_CELLS = 1000


def coefficient(a, b, k):
    """Of order k in the product of two series.  Zeros are left out: most coefficients are."""
    return sum((a[i] * b[k - i] for i in range(k + 1) if a[i].exact != 0 and b[k - i].exact != 0), Number.of(0))


def product(a, b):
    return [coefficient(a, b, k) for k in range(min(len(a), len(b)))]


def quotient(a, b):
    """c with b c = a"""
    c = []
    for k in range(min(len(a), len(b))):
        c.append((a[k] - coefficient(b, c + [Number.of(0)], k)) / b[0])
    return c


class Series(Value):
    """Enclosures of the coefficients of a function's Taylor series at all points of a cell, from order 0 on:
    ORDER + 1 of them, or fewer where the function may not be smooth.  A Number is a constant."""

    def __init__(self, c):
        self.c = c

    value = property(lambda self: self.c[0])
    known = staticmethod(lambda x: Series([x]))

    @staticmethod
    def of(x):
        return x if isinstance(x, Series) else Series([Number.of(x)] + [Number.of(0)] * ORDER)

    def derivative(self):
        return [k * self.c[k] for k in range(1, len(self.c))]

    def with_value(self, value):
        """The same series with a narrower enclosure of its value"""
        return Series([value] + self.c[1:])

    @staticmethod
    def primitive(value, derivative):
        return Series([value] + [x / k for k, x in enumerate(derivative, 1)])

    def __neg__(self): return Series([-x for x in self.c])
    def __add__(self, x): return Series([a + b for a, b in zip(self.c, self.of(x).c)])
    def __mul__(self, x): return Series(product(self.c, self.of(x).c))
    def __truediv__(self, x): return Series(quotient(self.c, self.of(x).c))

    def __pow__(self, n):
        value = self.value ** n
        if n <= 0:
            return 1 / self ** -n if n else value
        result = self
        for bit in bin(n)[3:]:
            result = result * result * self if bit == "1" else result * result
        return result.with_value(value)

    def exp(self):
        """c' = a' c"""
        c, d = [self.value.exp()], self.derivative()
        for k in range(1, len(self.c)):
            c.append(coefficient(d, c, k - 1) / k)
        return Series(c)

    def expm1(self): return self.exp().with_value(self.value.expm1())
    def log(self): return self.primitive(self.value.log(), quotient(self.derivative(), self.c))
    def log1p(self): return self.primitive(self.value.log1p(), quotient(self.derivative(), (self + 1).c))

    def sqrt(self):
        value = self.value.sqrt()
        return (self.log() / 2).exp().with_value(value) if self.value > 0 else self.known(value)

    def Q(self):
        """Q' = -phi"""
        phi = (self * self / -2).exp() / (2 * pi()).sqrt()
        return self.primitive(self.value.Q(), product(self.derivative(), (-phi).c))

    # not smooth everywhere

    def least(self, x):
        if self.value <= x.value or x.value <= self.value:
            return self if self.value <= x.value else x
        return self.known(self.value.least(x.value))

    def hull(self, x):
        return self.known(self.value.hull(x.value))

    def floor(self):
        v = self.value.floor()
        return v if v.exact is not None else self.known(v)


def integral(a, b, f):
    """f takes numbers and series."""
    if a == b:
        return Number.of(0)
    need(a <= b, a > b, "an integral from right to left")

    def taylor(v):
        result = f(Series([v, Number.of(1)] + [Number.of(0)] * (ORDER - 1)))
        if isinstance(result, Series) and len(result.c) <= ORDER:
            raise NeedPrecision("not smooth")
        return Series.of(result).c

    def cell(left, right):
        """The integral of (x - m)^k over a cell of radius r around m is 2 r^(k+1)/(k+1) for even k, else 0.  In
        the remainder (x - m)^ORDER is not negative, and its factor is a coefficient at some point of the cell."""
        both, r = left.hull(right), (right - left) / 2
        try:
            rest, middle = taylor(both), taylor((left + right) / 2)
            c = middle[:ORDER] + [rest[ORDER]]
            return sum((c[k] * r ** (k + 1) * 2 / (k + 1) for k in range(0, ORDER + 1, 2)), Number.of(0))
        except NeedPrecision:
            pass
        try:
            return f(both) * r * 2
        except NeedPrecision:
            return None                # wider than everything

    def item(left, right):
        v = cell(left, right)
        return (math.inf if v is None else v.width()), left, right, v

    cells = [item(a, b)]
    while True:
        if len(cells) % 16 == 1 or len(cells) >= MAX_CELLS:
            values = [v for _, _, _, v in cells]
            if not any(v is None for v in values):
                total = sum(values, Number.of(0))
                if len(cells) >= MAX_CELLS or total.narrow(precision.bits * 3 // 16):
                    return total
            if len(cells) >= MAX_CELLS:
                raise NeedPrecision("the function may be undefined somewhere")
        _, left, right, _ = cells.pop(max(range(len(cells)), key=lambda i: cells[i][0]))
        middle = (left + right) / 2
        cells += [item(left, middle), item(middle, right)]
