# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""The methods inversion and product for check_cert.py, written from proofs/math/LEMMAS.md alone.

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


class Sampled(Problem):
    """A group of T subsampled Gaussians, at a plan."""
    def __init__(self, plan, q, s, T):
        a = plan.a
        q, s = Num(a, q), Num(a, s)
        demand((-q).below(0) and q.at_most(1) and (-s).below(0), "q or sigma out of range")
        super().__init__(a, plan.side, q, s, plan.theta, plan.h, plan.j0, plan.j1, plan.fine,
                         plan.strip.least(2 * s))
        self.T, self.plan = T, plan
        self.fits = plan.strip.at_most(2 * s) and plan.shift.at_most(2 * s)
        self.nodes = [((-(y * y) / 2), self.point(y)[3]) for y in (j * self.h for j in range(self.j0, self.j1 + 1))]

    def weights(self, exponent):
        return [(half + exponent * log).exp() * self.h * self.norm for half, log in self.nodes]

    def real_moment(self, v):
        e = self.exponent(v)
        return sum(self.weights(e), self.h * 0).plus_minus(self.error(e, self.sizes(e), self.h * 0))

    def moments(self):
        """M(theta + i k D)"""
        exponent = self.exponent(self.theta)
        error = self.error(exponent, self.sizes(exponent), self.plan.R)
        sums = [(self.h * 0, self.h * 0)] * (self.plan.K + 1)
        for g, (_, log) in zip(self.weights(exponent), self.nodes):
            c, sn = cis(self.plan.D * log)
            for k, u in enumerate(powers((c, sn if self.remove else -sn), self.plan.K)):
                sums[k] = sums[k][0] + g * u[0], sums[k][1] + g * u[1]
        return [(x.plus_minus(error), y.plus_minus(error)) for x, y in sums]

    def bound(self, M):
        exponent = self.exponent(self.theta)
        size = self.sizes(exponent)
        out = (M - self.lost(size, self.plan.R)).greatest(0)
        if (-self.plan.shift).below(0):
            shift = self.plan.shift.least(2 * self.s)
            out = out.least(self.line(exponent, size, shift, self.plan.R, True) * self.norm)
        return out


class Closed:
    """A group whose M is a formula (L-INV-CLOSED), of complex numbers as pairs."""
    fits = False

    def __init__(self, plan, size, T):
        self.plan, self.x, self.T = plan, Num(plan.a, size), T

    def moments(self):
        return [self.moment((self.plan.theta, k * self.plan.D)) for k in range(self.plan.K + 1)]

    def real_moment(self, v):
        return self.moment((v, v * 0))[0]


class Gauss(Closed):
    def __init__(self, plan, size, T):
        super().__init__(plan, size, T)
        demand((-self.x).below(0), "sigma is not positive")

    def moment(self, t):
        square = times(t, (t[0] + 1, t[1]))
        half = 1 / (self.x * self.x * 2)
        c, sn = cis(square[1] * half)
        size = (square[0] * half).exp()
        return size * c, size * sn

    def bound(self, M):
        R = self.plan.R
        return M * (-(R * R / (self.x * self.x * 2))).exp()


class Response(Closed):
    def __init__(self, plan, size, T):
        super().__init__(plan, size, T)
        demand((-self.x).at_most(0), "epsilon is negative")

    def parts(self, t):
        """e^(t x), e^(-(1 + t) x)"""
        c, sn = cis(t[1] * self.x)
        up, down = (t[0] * self.x).exp(), (-((t[0] + 1) * self.x)).exp()
        return (up * c, up * sn), (down * c, -(down * sn))

    def moment(self, t):
        up, down = self.parts(t)
        n = (-self.x).exp() + 1
        return (up[0] + down[0]) / n, (up[1] + down[1]) / n

    def bound(self, M):
        return M


class Laplace(Response):
    def moment(self, t):
        up, down = self.parts(t)
        above = times((t[0] + 1, t[1]), up)
        below = times(t, down)
        n = 2 * t[0] + 1, 2 * t[1]
        square = n[0] * n[0] + n[1] * n[1]
        out = times((above[0] + below[0], above[1] + below[1]), (n[0], -n[1]))
        return out[0] / square, out[1] / square

    def bound(self, M):
        th, R = self.plan.theta, self.plan.R
        share = ((th + 1) * (th + 1) + R * R) / ((2 * th + 1) * (2 * th + 1) + 4 * R * R)
        root = Num(self.plan.a, self.plan.a.sqrt(share.v))
        return (root * (th * self.x).exp() + (-((th + 1) * self.x)).exp() / 2).least(M)


class Plan:
    """The arguments of a method but for the groups."""
    def __init__(self, a, args):
        self.a, self.side = a, int(args[0])
        self.K, self.j0, self.j1, self.fine = (int(args[i]) for i in (7, 9, 10, 11))
        self.eps, self.theta, self.A, self.h, self.strip, self.spread, self.shift = (
            Num(a, args[i]) for i in (4, 5, 6, 8, 12, 13, 14))
        for x in (self.theta, self.A, self.h, self.strip, self.spread):
            demand((-x).below(0), "a number of the plan is not positive")
        demand((-self.shift).at_most(0), "the shift is negative")
        self.pi = Num(a, a.pi())
        self.D = 2 * self.pi / self.A
        self.R = self.K * self.D


def kinds(args):
    """(class, numbers, T) of the groups."""
    if not isinstance(args[1], list):
        return [(Sampled, (args[1], args[2]), int(args[3]))]
    out = [(Gauss, (r["sigma"],), int(r["count"])) if r["q"] == 1
           else (Sampled, (r["q"], r["sigma"]), int(r["count"])) for r in args[1]]
    out += [(Laplace, (r["eps"],), int(r["count"])) for r in args[2]]
    return out + [(Response, (r["eps"],), int(r["count"])) for r in args[3]]


def chernoff(v, F, eps):
    return (v * (v.log() - eps) - (v + 1) * (v + 1).log()).exp() * F


def inversion(arith, limit, args):
    """An enclosure of D(eps) as a value of arith; limit(n) counts steps."""
    side, K, j0, j1, fine = (int(args[i]) for i in (0, 7, 9, 10, 11))
    parts = kinds(args)
    demand(side in (0, 1) and K >= 1 and j0 < 0 < j1 and fine >= 1, "integers out of range")
    demand(all(T >= 1 for _, _, T in parts), "a number of steps is not positive")
    demand(j1 <= MAX_NODES and -j0 <= MAX_NODES and K <= MAX_NODES, "too many nodes or frequencies")
    sampled = sum(kind is Sampled for kind, _, _ in parts)
    if ((j1 - j0) * K * sampled > MAX_WORK or (j1 - j0) * fine * sampled > MAX_WORK
            or 100 * K * len(parts) > MAX_WORK):
        raise TooMuch("%d nodes and %d frequencies" % (j1 - j0 + 1, K))
    limit((j1 - j0) * (K + 10 * fine) * sampled + 10 * K * len(parts))
    bits = max((T.bit_length() for _, _, T in parts), default=0)
    a = type(arith).__bases__[0](arith.p + 2 * bits + 2 * K.bit_length() + 2 * len(parts).bit_length() + 24)
    plan = Plan(a, args)
    groups = [kind(plan, *numbers, T) for kind, numbers, T in parts]
    demand(not sampled or any(g.fits for g in groups), "strip or shift too wide")
    theta, eps, one = plan.theta, plan.eps, plan.theta * 0 + 1
    tilts = [theta + plan.spread, theta - plan.spread]
    tilts = [v if (-v).below(0) else None for v in tilts]
    products, bound, F = [(one, one * 0)] * (K + 1), one, [one, one]
    for g in groups:
        M = g.moments()
        products = [times(p, raised(z, g.T)) if k else (p[0] * z[0] ** g.T, p[1])
                    for k, (p, z) in enumerate(zip(products, M))]
        bound = bound * g.bound(M[0][0]) ** g.T
        F = [f if v is None else f * g.real_moment(v) ** g.T for f, v in zip(F, tilts)]
    total = products[0][0] / (theta * (theta + 1))
    c, sn = cis(plan.D * eps)
    for k, u in enumerate(powers((c, -sn), K)):
        if k == 0:
            continue
        value = times(products[k], u)
        w = k * plan.D
        below = theta * (theta + 1) - w * w, w * (2 * theta + 1)
        total = total + 2 * (value[0] * below[0] + value[1] * below[1]) / (below[0] * below[0] + below[1] * below[1])
    tilt = (-(theta * eps)).exp()
    cut = tilt * bound / (plan.pi * plan.R)
    total = total * tilt / plan.A
    alias = one * 0
    for v, f in zip(tilts, F):
        if v is None:
            alias = alias + 1 / (theta * plan.A).expm1()
        else:
            gap = v - theta if (theta - v).below(0) else theta - v
            alias = alias + chernoff(v, f, eps) / (gap * plan.A).expm1()
    high = (total + cut).least(chernoff(theta, products[0][0], eps)).least(1).greatest(0)
    low = (total - cut - alias).greatest(0).least(high)
    return arith.hull(low.v, high.v)
