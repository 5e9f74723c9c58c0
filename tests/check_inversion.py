# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""The method inversion for check_cert.py, written from proofs/math/LEMMAS.md alone.

Numbers are those of check_cert.Arith: exact fractions or intervals of dyadic numbers."""

from fractions import Fraction

MAX_WORK = 3 * 10 ** 5          # nodes times frequencies: this checker is slow
MAX_NODES = 1 << 20
SIN_TERMS_BITS = 6


class Refused(Exception):
    """The plan does not fulfil a condition of the lemmas."""


class TooMuch(Exception):
    """More steps than this checker can take."""


class Num:
    """A number with operators."""
    __slots__ = ("a", "v")

    def __init__(self, a, v):
        self.a, self.v = a, v

    def of(self, x):
        return x.v if isinstance(x, Num) else Fraction(x)

    def make(self, v):
        return Num(self.a, v)

    def __add__(self, x):
        return self.make(self.a.add(self.v, self.of(x)))

    def __sub__(self, x):
        return self.make(self.a.add(self.v, self.a.neg(self.of(x))))

    def __rsub__(self, x):
        return self.make(self.a.add(self.of(x), self.a.neg(self.v)))

    def __mul__(self, x):
        return self.make(self.a.mul(self.v, self.of(x)))

    def __truediv__(self, x):
        return self.make(self.a.div(self.v, self.of(x)))

    def __rtruediv__(self, x):
        return self.make(self.a.div(self.of(x), self.v))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return self.make(self.a.neg(self.v))

    def __pow__(self, n):
        return self.make(self.a.power_int(self.v, n))

    def exp(self):
        return self.make(self.a.exp(self.v))

    def log(self):
        return self.make(self.a.log(self.v))

    def expm1(self):
        return self.make(self.a.expm1(self.v))

    def below(self, x):
        """Surely self < x."""
        return self.a.lt(self.v, self.of(x)) is True

    def at_most(self, x):
        return self.a.le(self.v, self.of(x)) is True

    def least(self, x):
        return self.make(self.a.least(self.v, self.of(x)))

    def greatest(self, x):
        return self.make(self.a.greatest(self.v, self.of(x)))

    def hull(self, x):
        return self.make(self.a.hull(self.v, self.of(x)))

    def plus_minus(self, e):
        return (self - e).hull(self + e)


def demand(condition, text):
    if not condition:
        raise Refused(text)


def cis(x):
    """cos x + i sin x (L-TRIG)."""
    halvings = 0
    y = x
    while not (y.at_most(Fraction(1, 4)) and (-y).at_most(Fraction(1, 4))):
        y = y / 2
        halvings += 1
        demand(halvings < 200, "an angle is too large")
    square = y * y
    parts = []
    for odd in (0, 1):
        rest = x.make(Fraction(0)).hull(1)
        for k in range(x.a.p // SIN_TERMS_BITS + 4, 0, -1):
            rest = 1 - square * rest / ((2 * k - 1 + odd) * (2 * k + odd))
        parts.append(rest)
    c, s = parts[0], parts[1] * y
    for _ in range(halvings):
        c, s = c * c - s * s, 2 * (c * s)
    return c, s


def times(x, y):
    return x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]


def powers(u, n):
    """u^0 ... u^n"""
    one = u[0].make(Fraction(1)), u[0].make(Fraction(0))
    out = [one, u]
    for k in range(2, n + 1):
        out.append(times(out[k // 2], out[k - k // 2]))
    return out[:n + 1]


def raised(z, n):
    out = z
    for bit in bin(n)[3:]:
        out = times(out, out)
        if bit == "1":
            out = times(out, z)
    return out


def sinc_bound(x):
    """L-INV-SINC"""
    if x.make(Fraction(12, 5)).at_most(x):
        return (1 / x).least(Fraction(71, 250))
    if x.at_most(Fraction(5, 2)):
        return 1 - x * x / 6 + x * x * x * x / 120
    return x.make(Fraction(1))


class Problem:
    def __init__(self, a, side, q, s, theta, h, j0, j1, fine, strip):
        self.remove = side == 1
        self.a, self.q, self.s, self.theta = a, q, s, theta
        self.h, self.j0, self.j1, self.strip = h, j0, j1, strip
        self.pi = Num(a, a.pi())
        self.norm = 1 / Num(a, a.sqrt((self.pi * 2).v))
        self.step = h / fine
        self.points = [self.point(i * self.step) for i in range(j0 * fine, j1 * fine + 1)]

    def point(self, y):
        """e^(-y^2/2), V, w, log w"""
        v = self.q * (y / self.s - 1 / (self.s * self.s * 2)).exp()
        w = 1 - self.q + v
        return (-(y * y) / 2).exp(), v, w, w.log()

    def exponent(self, tilt):
        return 1 + tilt if self.remove else -tilt

    def rates(self, exponent):
        left, right = self.h * -self.j0, self.h * self.j1
        if self.remove:
            right = right - exponent / self.s
        else:
            left = left + exponent / self.s * self.points[0][1] / self.points[0][2]
        demand(not left.at_most(0) and (-left).below(0) and (-right).below(0), "nodes do not reach far enough")
        return left, right

    def line(self, exponent, size, distance, R, high):
        """L-INV-STRIP on the line at this distance, without 1/sqrt(2 pi).  high: frequencies beyond R, else
        up to R."""
        b = distance / self.s
        left, right = self.rates(exponent)

        def wave(i):
            rho = self.points[i][1] / self.points[i][2]
            if high:
                return (-(R * rho * (b - b * b * b / 6))).exp()
            return (R * b * (rho if rho.at_most(Fraction(1, 2)) else 1)).exp()

        total = Num(self.a, Fraction(0))
        last = len(self.points) - 1
        for i in range(last):
            cell = self.points[i][0].greatest(self.points[i + 1][0]) * size[i].greatest(size[i + 1])
            total = total + cell * wave(i if high else i + 1)
        total = total * self.step
        ends = self.points[0][0] * size[0] / left, self.points[last][0] * size[last] / right
        if high:
            total = total + ends[0] + ends[1] * wave(last)
        else:
            total = total + ends[0] * wave(0) + ends[1] * (R * b).exp()
        total = total * (distance * distance / 2).exp()
        if not self.remove:
            total = total * ((1 - b * b / 8).log() * exponent).exp()
        return total

    def sizes(self, exponent):
        return [(exponent * p[3]).exp() for p in self.points]

    def error(self, exponent, size, R):
        """L-INV-TRAP and L-INV-TAIL"""
        out = 2 * self.line(exponent, size, self.strip, R, False) / (2 * self.pi * self.strip / self.h).expm1()
        for rate, end in zip(self.rates(exponent), (0, -1)):
            out = out + self.h * self.points[end][0] * size[end] / (rate * self.h).expm1()
        return out * self.norm

    def lost(self, size, R):
        """L-INV-STAIR, with one staircase after another."""
        heights = []
        for (p, x), (r, y) in zip(zip(self.points, size), list(zip(self.points, size))[1:]):
            first = (p[0] / p[1]).least(r[0] / r[1])
            heights.append(self.s * self.norm * first * (x * p[2]).least(y * r[2]))
        total = Num(self.a, Fraction(0))
        for _ in range(2):
            order = [self.a.iv(x.v).lo for x in heights]
            guide = [float("-inf") if m <= 0 else m.bit_length() + e + (m / (1 << m.bit_length())) for m, e in order]
            low = high = max(range(len(heights)), key=guide.__getitem__)
            top = heights[low]
            heights[low] = Num(self.a, Fraction(0))

            def piece(top, new):
                width = self.points[high + 1][3] - self.points[low][3]
                return (top - new) * width * (1 - sinc_bound(R * width / 2))

            while (-top).below(0) and (low > 0 or high + 1 < len(heights)):
                down = low > 0 and (high + 1 == len(heights) or guide[low - 1] > guide[high + 1])
                k = low - 1 if down else high + 1
                new = top.least(heights[k])
                if not top.at_most(heights[k]):
                    total = total + piece(top, new)
                heights[k] = heights[k] - new
                top = new
                low, high = (k, high) if down else (low, k)
            if (-top).below(0):
                total = total + piece(top, 0)
        return total


def chernoff(v, M, T, eps):
    return (v * (v.log() - eps) - (v + 1) * (v + 1).log()).exp() * M ** T


def inversion(arith, limit, args):
    """An enclosure of D(eps) as a value of arith; limit(n) counts steps."""
    side, T, K, j0, j1, fine = (int(args[i]) for i in (0, 3, 7, 9, 10, 11))
    demand(side in (0, 1) and T >= 1 and K >= 1 and j0 < 0 < j1 and fine >= 1, "integers out of range")
    demand(j1 <= MAX_NODES and -j0 <= MAX_NODES and K <= MAX_NODES, "too many nodes or frequencies")
    if (j1 - j0) * K > MAX_WORK or (j1 - j0) * fine > MAX_WORK:
        raise TooMuch("%d nodes and %d frequencies" % (j1 - j0 + 1, K))
    limit((j1 - j0) * (K + 10 * fine))
    a = type(arith).__bases__[0](arith.p + 2 * T.bit_length() + 2 * K.bit_length() + 24)
    q, s, eps, theta, A, h, strip, spread, shift = (Num(a, args[i]) for i in (1, 2, 4, 5, 6, 8, 12, 13, 14))
    for x in (q, s, theta, A, h, strip, spread):
        demand((-x).below(0), "a number of the plan is not positive")
    demand(q.at_most(1) and (-shift).at_most(0) and strip.at_most(2 * s) and shift.at_most(2 * s), "strip or shift too wide")
    p = Problem(a, side, q, s, theta, h, j0, j1, fine, strip)
    D = 2 * p.pi / A
    R = K * D
    zero = Num(a, Fraction(0))
    exponent = p.exponent(theta)
    size = p.sizes(exponent)
    error = p.error(exponent, size, R)
    nodes = [((-(y * y) / 2), p.point(y)[3]) for y in (j * h for j in range(j0, j1 + 1))]

    def weights(exponent):
        return [(half + exponent * log).exp() * h * p.norm for half, log in nodes]

    # M(theta + i k D), conjugate for add
    sums = [(zero, zero)] * (K + 1)
    for g, (_, log) in zip(weights(exponent), nodes):
        c, sn = cis(D * log)
        for k, u in enumerate(powers((c, sn if p.remove else -sn), K)):
            sums[k] = sums[k][0] + g * u[0], sums[k][1] + g * u[1]
    M = sums[0][0].plus_minus(error)
    total = M ** T / (theta * (theta + 1))
    c, sn = cis(D * eps)
    for k, u in enumerate(powers((c, -sn), K)):
        if k == 0:
            continue
        value = times(raised((sums[k][0].plus_minus(error), sums[k][1].plus_minus(error)), T), u)
        w = k * D
        below = theta * (theta + 1) - w * w, w * (2 * theta + 1)
        total = total + 2 * (value[0] * below[0] + value[1] * below[1]) / (below[0] * below[0] + below[1] * below[1])
    tilt = (-(theta * eps)).exp()
    bound = (M - p.lost(size, R)).greatest(0)
    if (-shift).below(0):
        bound = bound.least(p.line(exponent, size, shift, R, True) * p.norm)
    cut = tilt * bound ** T / (p.pi * R)
    total = total * tilt / A
    alias = zero
    for v in (theta + spread, theta - spread):
        if (-v).below(0):
            e = p.exponent(v)
            Mv = sum(weights(e), zero).plus_minus(p.error(e, p.sizes(e), zero))
            gap = v - theta if (theta - v).below(0) else theta - v
            alias = alias + chernoff(v, Mv, T, eps) / (gap * A).expm1()
        else:
            alias = alias + 1 / (theta * A).expm1()
    high = (total + cut).least(chernoff(theta, M, T, eps)).least(1).greatest(0)
    low = (total - cut - alias).greatest(0).least(high)
    return arith.hull(low.v, high.v)
