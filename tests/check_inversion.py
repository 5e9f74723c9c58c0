# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""The methods inversion and product for check_cert.py, written from proofs/math/LEMMAS.md alone.

Numbers are those of check_cert.Arith: exact fractions or intervals of dyadic numbers."""

from fractions import Fraction

MAX_NODES = 1 << 20
SIN_TERMS_BITS = 6


class Refused(Exception):
    """The plan does not fulfil a condition of the lemmas."""


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

    def tail(self):
        """Q: the upper tail of the standard normal law"""
        return self.make(self.a.tail(self.v))

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


def raised_more(z, e, n):
    """z^n, and (z + e)^n - z^n without cancellation."""
    whole = z[0] + e[0], z[1] + e[1]
    power, more = z, e
    for bit in bin(n)[3:]:
        more = times(more, (2 * power[0] + more[0], 2 * power[1] + more[1]))
        power = times(power, power)
        if bit == "1":
            x, y = times(more, whole), times(power, e)
            more = x[0] + y[0], x[1] + y[1]
            power = times(power, z)
    return power, more


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

    def line(self, exponent, size, distance, R, high, hits=None):
        """L-INV-STRIP on the line at this distance, without 1/sqrt(2 pi).  high: frequencies beyond R, else
        up to R.  hits: 1 - chi at the points, for that piece alone (L-INV-CUT)."""
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
            if hits:
                cell = cell * hits[i + 1]
            total = total + cell * wave(i if high else i + 1)
        total = total * self.step
        ends = self.points[0][0] * size[0] / left, self.points[last][0] * size[last] / right
        if hits:
            ends = ends[0] * hits[0], ends[1]
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

    def error(self, exponent, size, R, factor=1, hits=None):
        """L-INV-TRAP and L-INV-TAIL; factor: of the line, for pieces"""
        out = 2 * factor * self.line(exponent, size, self.strip, R, False, hits) \
            / (2 * self.pi * self.strip / self.h).expm1()
        for rate, end in zip(self.rates(exponent), (0, -1)):
            beyond = self.h * self.points[end][0] * size[end] / (rate * self.h).expm1()
            out = out + (beyond * hits[0] if hits and end == 0 else beyond)
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

    def chi(self, y):
        """chi, 1 - chi (L-INV-CUT)"""
        x = (y - self.plan.cut) / self.plan.soft
        return x.tail(), (-x).tail()

    def spread_out(self, distance):
        """What chi is at most on the line at this distance."""
        return (distance * distance / (2 * self.plan.soft * self.plan.soft)).exp()

    def grid_chi(self):
        n = len(self.points)
        first = self.j0 * self.plan.fine
        return [self.chi((first + i) * self.step) for i in range(n)]

    def cut_moments(self):
        """C(theta + i k D), J(theta + i k D); |J| beyond R; the bound of C at the tilt core"""
        plan, exponent = self.plan, self.exponent(self.theta)
        size, chi = self.sizes(exponent), self.grid_chi()
        hits = [x[1] for x in chi]
        factor = self.spread_out(self.strip)
        at_nodes = [self.chi(j * self.h) for j in range(self.j0, self.j1 + 1)]
        C = self.sums(exponent, self.error(exponent, size, plan.R, factor), [x[0] for x in at_nodes])
        J = self.sums(exponent, self.error(exponent, size, plan.R, factor, hits), [x[1] for x in at_nodes])
        shift = plan.shift.least(2 * self.s)
        beyond = self.line(exponent, size, shift, plan.R, True, hits) * self.norm * self.spread_out(shift)
        return C, J, beyond, self.core_moment([x[0] for x in chi])

    def core_moment(self, chi):
        v = self.plan.core
        size = self.sizes(1 + v)
        total = self.h * 0
        for i in range(len(self.points) - 1):
            p, r = self.points[i], self.points[i + 1]
            if not r[2].at_most(1):
                total = total + p[0].greatest(r[0]) * (size[i + 1] - r[2]).greatest(0) * chi[i]
        end = self.h * self.j1
        gap = end - self.plan.cut
        demand((-gap).below(0), "nodes do not reach beyond the cut")
        rate = end + gap / (self.plan.soft * self.plan.soft) - (1 + v) / self.s
        demand((-rate).below(0), "nodes do not reach beyond the core")
        return 1 + self.norm * (total * self.step + self.points[-1][0] * size[-1] * chi[-1] / rate)

    def moments(self):
        """M(theta + i k D)"""
        exponent = self.exponent(self.theta)
        return self.sums(exponent, self.error(exponent, self.sizes(exponent), self.plan.R))

    def sums(self, exponent, error, factors=None):
        sums = [(self.h * 0, self.h * 0)] * (self.plan.K + 1)
        weights = self.weights(exponent)
        if factors:
            weights = [g * x for g, x in zip(weights, factors)]
        for g, (_, log) in zip(weights, self.nodes):
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
        self.cut, self.soft, self.core = (Num(a, args[i]) for i in (15, 16, 17))
        demand((-self.soft).at_most(0), "the width of the cut is negative")
        self.has_cut = (-self.soft).below(0)
        demand(not self.has_cut or (self.side == 1 and (-self.core).below(0)), "no such cut")
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


def affinity(g, one):
    """At least the integral of sqrt(dP dQ) of a step."""
    if isinstance(g, Laplace):
        b = (-(g.x.least(32) / 2)).exp() / 2
    elif isinstance(g, Response):
        b = one / (g.x.least(32).exp() + 1)
    else:
        b = (one / ((g.s if isinstance(g, Sampled) else g.x) * 2)).least(32).tail()
    a = b + (1 - 2 * b) * (g.q if isinstance(g, Sampled) else one)
    root = lambda x: Num(x.a, x.a.sqrt(x.greatest(0).v))
    return root(a * b) + root((1 - a) * (1 - b))


def inversion(arith, limit, args):
    """An enclosure of D(eps) as a value of arith; limit(n, what) counts steps, and says what they are for."""
    side, K, j0, j1, fine = (int(args[i]) for i in (0, 7, 9, 10, 11))
    parts = kinds(args)
    demand(side in (0, 1) and K >= 1 and j0 < 0 < j1 and fine >= 1, "integers out of range")
    demand(all(T >= 1 for _, _, T in parts), "a number of steps is not positive")
    demand(j1 <= MAX_NODES and -j0 <= MAX_NODES and K <= MAX_NODES, "too many nodes or frequencies")
    sampled = sum(kind is Sampled for kind, _, _ in parts)
    # a node at a frequency is three steps, twice so where there is a cut, as two sums are made then
    halves = 2 if args[16] > 0 else 1
    limit(3 * (j1 - j0) * (halves * K + 4 * fine) * sampled + 300 * K * len(parts),
          "%d nodes and %d frequencies (--max-steps)" % (j1 - j0 + 1, K))
    bits = max((T.bit_length() for _, _, T in parts), default=0)
    a = type(arith).__bases__[0](arith.p + 2 * bits + 2 * K.bit_length() + 2 * len(parts).bit_length() + 24)
    plan = Plan(a, args)
    groups = [kind(plan, *numbers, T) for kind, numbers, T in parts]
    demand(not sampled or any(g.fits for g in groups), "strip or shift too wide")
    theta, eps, one = plan.theta, plan.eps, plan.theta * 0 + 1
    tilts = [theta + plan.spread, theta - plan.spread]
    tilts = [v if (-v).below(0) else None for v in tilts]
    products, bound, F = [(one, one * 0)] * (K + 1), one, [one, one]
    whole, core = one, one
    if plan.has_cut:  # products: what there is more than the cores, which are apart
        cores, products = products, [(one * 0, one * 0)] * (K + 1)
        bound, core_bound = one * 0, one
    for g in groups:
        if plan.has_cut and isinstance(g, Sampled):
            C, J, beyond, at_core = g.cut_moments()
            M0 = C[0][0] + J[0][0]
            for k in range(K + 1):
                b, d = raised_more(C[k], J[k], g.T)
                x, y = times(products[k], (b[0] + d[0], b[1] + d[1])), times(cores[k], d)
                products[k] = x[0] + y[0], x[1] + y[1]
                cores[k] = times(cores[k], b)
            power = M0 ** g.T
            bound = (bound + core_bound * g.T * beyond / M0) * power
            core_bound, core = core_bound * power, core * at_core ** g.T
        else:
            M = g.moments()
            M0 = M[0][0]

            def raise_all(products):
                return [times(p, raised(z, g.T)) if k else (p[0] * z[0] ** g.T, p[1])
                        for k, (p, z) in enumerate(zip(products, M))]

            products = raise_all(products)
            power = g.bound(M0) ** g.T
            bound = bound * power
            if plan.has_cut:
                cores, core_bound = raise_all(cores), core_bound * power
                core = core * g.real_moment(plan.core) ** g.T
        whole = whole * M0 ** g.T
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
    high = total + cut
    if plan.has_cut:
        high = high + chernoff(plan.core, core, eps)
    high = high.least(chernoff(theta, whole, eps)).least(1).greatest(0)
    low = (total - cut - alias).greatest(0)
    if eps.below(2 ** 38):
        near = (eps / 2).exp()
        for g in groups:
            near = near * affinity(g, one) ** min(g.T, 2 ** 38)
        low, high = low.greatest(1 - near), high.greatest((1 - near).least(1))
    low = low.least(high)
    return arith.hull(low.v, high.v)
