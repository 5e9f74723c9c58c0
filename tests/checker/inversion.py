# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""The methods inversion and product: L-TRIG and L-INV-* of proofs/math/LEMMAS.md, the names of which stand beside
what they are used for.  All numbers are exact or intervals; a comparison holds only if it surely does."""

import math
from fractions import Fraction

from . import Refused
from .intervals import Number, phi_at, pi, precision

MAX_NODES = 1 << 20


def demand(condition, text):
    if not condition:
        raise Refused("the plan: " + text)


def total(numbers):
    return sum(numbers, Number.of(0))


def plus_minus(x, e):
    return (x - e).hull(x + e)


def guide(x):
    """About log2 of x: it only steers"""
    m, e = x.ends()[0]
    return m.bit_length() + e + m / (1 << m.bit_length()) if m > 0 else -math.inf


class Complex:
    def __init__(self, re, im): self.re, self.im = re, im
    def __add__(self, z): return Complex(self.re + z.re, self.im + z.im)

    def __mul__(self, z):
        if isinstance(z, Complex):
            return Complex(self.re * z.re - self.im * z.im, self.re * z.im + self.im * z.re)
        return Complex(self.re * z, self.im * z)

    def __truediv__(self, z):
        return self * Complex(z.re, -z.im) * (1 / (z.re * z.re + z.im * z.im))

    def __pow__(self, n):
        result = self
        for bit in bin(n)[3:]:
            result = result * result * self if bit == "1" else result * result
        return result


ZERO, ONE = Complex(Number.of(0), Number.of(0)), Complex(Number.of(1), Number.of(0))


def cis(x):
    """cos x + i sin x (L-TRIG)"""
    y, halvings = Number(*x.ends()), 0
    while not y.abs() <= Fraction(1, 4):
        y, halvings = y / 2, halvings + 1
        demand(halvings < 200, "an angle is too large")
    square, parts = y * y, []
    for odd in (0, 1):
        rest = Number.of(0).hull(Number.of(1))
        for k in range(precision.bits // 6 + 4, 0, -1):
            rest = 1 - square * rest / ((2 * k - 1 + odd) * (2 * k + odd))
        parts.append(rest)
    return Complex(parts[0], parts[1] * y) ** (1 << halvings)


def powers(z, n):
    """z^0 ... z^n, each from two near the middle, so that errors grow slowly"""
    out = [ONE, z]
    for k in range(2, n + 1):
        out.append(out[k // 2] * out[k - k // 2])
    return out


def power_and_more(z, e, n):
    """z^n, and (z + e)^n - z^n without cancellation (L-INV-CUT 5)"""
    power, more = z, e
    for bit in bin(n)[3:]:
        power, more = power * power, more * (power + power + more)
        if bit == "1":
            power, more = power * z, more * (z + e) + power * e
    return power, more


def sinc_bound(x):
    """L-INV-SINC"""
    if x >= Fraction(12, 5):
        return (1 / x).least(Number.of(Fraction(71, 250)))
    return 1 - x * x / 6 + x ** 4 / 120 if x <= Fraction(5, 2) else Number.of(1)


# the inputs by name: of the mechanism, and of the plan, integers and other numbers
INTEGERS = {"K", "j0", "j1", "fine", "coarse"}
NUMBERS = {"theta", "A", "h", "strip", "spread", "shift", "cut", "soft", "core", "far", "edge"}
READS = {"inversion": {"side", "q", "sigma", "T", "eps"} | INTEGERS | NUMBERS,
         "product": {"side", "gauss", "laplace", "step", "eps"} | INTEGERS | NUMBERS}


class Plan:
    """The arguments of a method except the groups, by their names"""

    def __init__(self, args):
        self.remove, self.eps = args["side"].exact == 1, args["eps"]
        vars(self).update({name: args[name].exact.numerator for name in INTEGERS})
        vars(self).update({name: args[name] for name in NUMBERS})
        self.has_cut, self.has_far = self.soft > 0, self.edge > 0
        demand(min(x.exact for x in (self.theta, self.A, self.h, self.strip, self.spread)) > 0,
               "a number is not positive")
        demand(self.shift >= 0 and self.soft >= 0 and self.edge >= 0, "the shift or a width is negative")
        demand(not self.has_cut or self.remove and self.core > 0, "no such cut")
        demand(self.coarse == 0 or not (self.has_cut or self.has_far or self.shift > 0),
               "coarse cells beside a shift, a cut or a far end")
        self.D = 2 * pi() / self.A     # the distance of frequencies
        self.R = self.K * self.D       # the last one


def steps(grid, centre, width):
    """A smooth step from 1 down to 0, and 1 minus it"""
    return [((y - centre) / width).Q() for y in grid], [((centre - y) / width).Q() for y in grid]


class Sampled:
    """A group of T subsampled Gaussians.  points: a grid of fine cells between nodes (the nodes, if cells are coarse),
    each (phi, V, w, log w)."""

    def __init__(self, plan, T, q, s):
        demand(0 < q.exact <= 1 and s > 0, "q or sigma out of range")
        self.plan, self.T, self.q, self.s, self.remove = plan, T, q, s, plan.remove
        self.strip, self.shift = plan.strip.least(2 * s), plan.shift.least(2 * s)
        self.fits = plan.strip <= 2 * s and plan.shift <= 2 * s
        self.step = plan.h / plan.fine
        grid = [i * self.step for i in range(plan.j0 * plan.fine, plan.j1 * plan.fine + 1)]
        self.points = []
        for y in grid:
            V = q * (y / s - 1 / (2 * s * s)).exp()
            w = 1 - q + V
            self.points.append((phi_at(y), V, w, w.log()))
        if plan.has_cut:               # chi and 1 - chi (L-INV-CUT)
            self.chi, self.hits = steps(grid, plan.cut, plan.soft)
        self.near, self.far, self.fall = [Number.of(1)] * len(grid), [Number.of(0)] * len(grid), 0
        if plan.has_far:               # near, 1 - near, the rate of near beyond the last point (L-INV-FAR)
            self.near, self.far = steps(grid, plan.far, plan.edge)
            self.fall = (grid[-1] - plan.far).pos() / (plan.edge * plan.edge)

    def exponent(self, tilt):
        return 1 + tilt if self.remove else -tilt

    def sizes(self, exponent):
        """w^exponent at the points"""
        return [(exponent * log).exp() for _, _, _, log in self.points]

    def rates(self, exponent):
        """L-INV-TAIL: how fast phi w^exponent near falls beyond the first and the last point"""
        left, right = -self.plan.j0 * self.plan.h, self.plan.j1 * self.plan.h + self.fall
        if self.remove:
            right = right - exponent / self.s
        else:
            left = left + exponent / self.s * self.points[0][1] / self.points[0][2]
        demand(left > 0 and right > 0, "the nodes do not reach far enough")
        return left, right

    def spill(self, distance):
        """L-INV-FAR 3: bounds of |near| on the line at this distance, on each cell, to the left and the right"""
        edge = self.plan.edge
        more = (distance * distance / (2 * edge * edge)).exp() if self.plan.has_far else Number.of(1)
        cells = [(more * x).least(1 + more * y) for x, y in zip(self.near, self.far[1:])]
        return cells, more.least(1 + more * self.far[0]), more * self.near[-1]

    def line(self, exponent, size, distance, R, high, hits=None):
        """A bound of the integral of |f| on the line at this distance (L-INV-STRIP and cells): for frequencies
        from R on (high; L-INV-SHIFT), or up to R.  hits: 1 - chi at the points, for J alone (L-INV-CUT 3)."""
        b, last = distance / self.s, len(self.points) - 1
        left, right = self.rates(exponent)
        near, near_below, near_above = self.spill(distance)

        def wave(i):
            rho = self.points[i][1] / self.points[i][2]
            if high:
                return (-R * rho * (b - b ** 3 / 6)).exp()
            return (R * b * (rho if rho <= Fraction(1, 2) else 1)).exp()
        cells = []
        for i in range(last):
            cell = self.points[i][0].greatest(self.points[i + 1][0]) * size[i].greatest(size[i + 1])
            cells.append(cell * wave(i if high else i + 1) * near[i] * (hits[i + 1] if hits else 1))
        below = self.points[0][0] * size[0] / left * near_below * (hits[0] if hits else 1)
        above = self.points[last][0] * size[last] / right * near_above
        ends = below + above * wave(last) if high else below * wave(0) + above * (R * b).exp()
        out = (total(cells) * self.step + ends) * (distance * distance / 2).exp()
        return out if self.remove else out * ((1 - b * b / 8).log() * exponent).exp()

    def error(self, exponent, size, R, factor=1, hits=None):
        """L-INV-TRAP for frequencies up to R, and the nodes that are left out by L-INV-TAIL"""
        h = self.plan.h
        left, right = self.rates(exponent)
        below = self.points[0][0] * size[0] / (left * h).expm1() * (hits[0] if hits else 1)
        above = self.points[-1][0] * size[-1] / (right * h).expm1() * self.near[-1]
        inside = 2 * factor * self.line(exponent, size, self.strip, R, False, hits)
        return inside / (2 * pi() * self.strip / h).expm1() + h * (below + above)

    def own_error(self, exponent, size, R):
        """L-INV-SELF for frequencies up to R, where all points are nodes"""
        plan, b = self.plan, self.strip / self.s
        left, right = self.rates(exponent)
        tails = plan.h * (self.points[0][0] * size[0] / (left * plan.h).expm1() +
                          self.points[-1][0] * size[-1] / (right * plan.h).expm1())
        kappa = Number.of(1) if self.remove else ((1 - b * b / 8).log() * exponent).exp()
        x = 2 * kappa * (self.strip * self.strip / 2).exp() / (2 * pi() * self.strip / plan.h).expm1()
        demand(x < 1, "nodes too far apart for the strip")
        return tails + x / (1 - x) * (R * b).exp() * (total(self.weights(exponent)) + tails)

    def weights(self, exponent):
        """h phi w^exponent near at the nodes"""
        nodes = list(zip(self.points, self.near))[::self.plan.fine]
        return [(exponent * log).exp() * phi * near * self.plan.h for (phi, _, _, log), near in nodes]

    def sums(self, exponent, error, factors=None):
        """The sums over nodes at all frequencies, with this error"""
        plan, out = self.plan, [ZERO] * (self.plan.K + 1)
        weights = self.weights(exponent)
        if factors:
            weights = [x * y for x, y in zip(weights, factors[::self.plan.fine])]
        for weight, (_, _, _, log) in zip(weights, self.points[::plan.fine]):
            turn = cis(plan.D * log if self.remove else -plan.D * log)
            out = [z + u * weight for z, u in zip(out, powers(turn, plan.K))]
        return [Complex(plus_minus(z.re, error), plus_minus(z.im, error)) for z in out]

    def moments(self):
        """M(theta + i k D)"""
        e = self.exponent(self.plan.theta)
        error = self.own_error if self.plan.coarse else self.error
        return self.sums(e, error(e, self.sizes(e), self.plan.R))

    def real_moment(self, v):
        e = self.exponent(v)
        error = self.own_error if self.plan.coarse else self.error
        return plus_minus(total(self.weights(e)), error(e, self.sizes(e), 0))

    def bound(self, M):
        """Of |M(theta + iu)| for u >= R, where M is that of u = 0"""
        e = self.exponent(self.plan.theta)
        size = self.sizes(e)
        out = (M - self.lost(size)).pos()
        return out.least(self.line(e, size, self.shift, self.plan.R, True)) if self.shift > 0 else out

    def lost(self, size):
        """L-INV-STAIR, twice: an interval of cells grows towards the higher neighbour."""
        heights, R, out, every = [], self.plan.R, Number.of(0), max(self.plan.coarse, 1)
        points, near = self.points[::every], self.near[::every]
        size = size[::every]
        for p, q, x, y in zip(points, points[1:], size, size[1:]):
            heights.append(self.s * (p[0] / p[1]).least(q[0] / q[1]) * (x * p[2]).least(y * q[2]))
        heights = [x * y for x, y in zip(heights, near[1:])]      # near falls (L-INV-FAR 3)

        def piece(height):
            width = points[high + 1][3] - points[low][3]
            return height * width * (1 - sinc_bound(R * width / 2))
        for _ in range(2):
            order = [guide(x) for x in heights]
            low = high = max(range(len(heights)), key=order.__getitem__)
            top, heights[low] = heights[low], Number.of(0)
            while top > 0 and (low > 0 or high + 1 < len(heights)):
                down = low > 0 and (high + 1 == len(heights) or order[low - 1] > order[high + 1])
                k = low - 1 if down else high + 1
                new = top.least(heights[k])
                if not top <= heights[k]:
                    out = out + piece(top - new)
                heights[k], top = heights[k] - new, new
                low, high = min(low, k), max(high, k)
            if top > 0:
                out = out + piece(top)
        return out

    def cut_moments(self):
        """C(theta + i k D), J(theta + i k D); a bound of |J| beyond R; one of C at the tilt core (L-INV-CUT)"""
        plan, e = self.plan, self.exponent(self.plan.theta)
        size = self.sizes(e)

        def factor(distance):          # chi grows on a line by at most this factor
            return (distance * distance / (2 * plan.soft * plan.soft)).exp()
        C = self.sums(e, self.error(e, size, plan.R, factor(self.strip)), self.chi)
        J = self.sums(e, self.error(e, size, plan.R, factor(self.strip), self.hits), self.hits)
        beyond = self.line(e, size, self.shift, plan.R, True, self.hits) * factor(self.shift)
        return C, J, beyond, self.core_moment()

    def core_moment(self):
        """L-INV-CUT 2, with near as a factor of C"""
        plan, size, cells = self.plan, self.sizes(1 + self.plan.core), []
        for i in range(len(self.points) - 1):
            p, r = self.points[i], self.points[i + 1]
            if not r[2] <= 1:
                cells.append(p[0].greatest(r[0]) * (size[i + 1] - r[2]).pos() * self.chi[i] * self.near[i])
        end = plan.j1 * plan.h
        rate = end + (end - plan.cut) / (plan.soft * plan.soft) - (1 + plan.core) / self.s + self.fall
        demand(end > plan.cut and rate > 0, "the nodes do not reach beyond the cut or the core")
        return 1 + total(cells) * self.step + self.points[-1][0] * size[-1] * self.chi[-1] * self.near[-1] / rate

    def reach(self):
        """beta of L-INV-FAR, as in the other groups: the bound that losses have on one side"""
        demand(self.q < 1, "no far end, as losses have no bound")
        return -(-self.q).log1p()

    def affinity(self):
        """L-INV-NEAR, as in the other groups: a bound of the integral of sqrt(dP dQ) of a step"""
        return affinity((1 / (2 * self.s)).least(Number.of(32)).Q(), self.q)


def affinity(b, q=1):
    """From Q(B) = b, P(B) = b + q (1 - 2b)"""
    a = b + (1 - 2 * b) * q
    return (a * b).pos().sqrt() + ((1 - a) * (1 - b)).pos().sqrt()


class Closed:
    """A group whose M is a formula (L-INV-CLOSED)"""
    fits = False

    def __init__(self, plan, T, x):
        demand(x > 0 if isinstance(self, Gauss) else x >= 0, "sigma or epsilon out of range")
        self.plan, self.T, self.x = plan, T, x

    def moments(self):
        return [self.moment(Complex(self.plan.theta, k * self.plan.D)) for k in range(self.plan.K + 1)]

    def real_moment(self, v): return self.moment(Complex(v, Number.of(0))).re
    def bound(self, M): return M
    def reach(self): return self.x

    def atoms(self, t):
        """e^(t x), e^(-(1 + t) x)"""
        up, down = (t.re * self.x).exp(), (-(t.re + 1) * self.x).exp()
        return cis(t.im * self.x) * up, cis(-t.im * self.x) * down


class Gauss(Closed):
    def moment(self, t):
        z = t * (t + ONE) * (1 / (2 * self.x * self.x))
        return cis(z.im) * z.re.exp()

    def bound(self, M): return M * (-(self.plan.R * self.plan.R) / (2 * self.x * self.x)).exp()
    def reach(self): raise Refused("the plan: no far end, as losses have no bound")
    def affinity(self): return affinity((1 / (2 * self.x)).least(Number.of(32)).Q())


class Response(Closed):
    def moment(self, t):
        up, down = self.atoms(t)
        return (up + down) * (1 / (1 + (-self.x).exp()))

    def affinity(self):
        return affinity(1 / (1 + self.x.least(Number.of(32)).exp()))


class Laplace(Closed):
    def moment(self, t):
        up, down = self.atoms(t)
        return ((t + ONE) * up + t * down) / (t + t + ONE)

    def bound(self, M):
        theta, R = self.plan.theta, self.plan.R
        share = ((1 + theta) ** 2 + R * R) / ((1 + 2 * theta) ** 2 + 4 * R * R)
        return (share.sqrt() * (theta * self.x).exp() + (-(1 + theta) * self.x).exp() / 2).least(M)

    def affinity(self):
        return affinity((-self.x.least(Number.of(32)) / 2).exp() / 2)


def described(args):
    """(class, T, numbers) of each group"""
    if "gauss" not in args:
        return [(Sampled, args["T"].exact.numerator, [args["q"], args["sigma"]])]
    kinds = [(Sampled, ["q", "sigma"], args["gauss"]), (Laplace, ["eps"], args["laplace"]),
             (Response, ["eps"], args["step"])]
    out = [(kind, r["count"].exact.numerator, [r[f] for f in fields]) for kind, fields, records in kinds
           for r in records if kind is Sampled or r["eps"].exact != 0]      # L-INV-VOID
    return [(Gauss, T, x[1:]) if kind is Sampled and x[0] == 1 else (kind, T, x) for kind, T, x in out]


def chernoff(v, F, eps):
    """L-INV-CHERNOFF: c(v) F e^(-v eps)"""
    return (v * (v.log() - eps) - (v + 1) * (v + 1).log()).exp() * F


def far_end(plan, groups):
    """L-INV-FAR 2: bounds of what the steps beyond near add to D"""
    B, far, edge = total(g.T * g.reach() for g in groups), plan.far, plan.edge
    root, P, Q, W = (1 + edge * edge).sqrt(), Number.of(0), Number.of(0), Number.of(0)
    for g in groups:
        if isinstance(g, Sampled):
            level = B - g.reach() + (plan.eps if plan.remove else -plan.eps)
            y = g.s * (level.expm1() / g.q).log1p() + 1 / (2 * g.s)
            W = W + g.T * ((far - y) / edge).Q()
            b = (far / root).Q()
            a = (1 - g.q) * b + g.q * ((far - 1 / g.s) / root).Q()
            # 1 - (1 - P) (1 - a)^T without cancellation
            P, Q = (x - (1 - x) * power_and_more(Number.of(1), -z, g.T)[1] for x, z in ((P, a), (Q, b)))
    if not plan.remove:
        return Number.of(0), W
    E = plan.eps.exp()
    return P - E * Q, P - E * Q + E * W


def enclosure(args, tick):
    """Of D(eps).  args are exact numbers and lists, by name; tick(n, what) counts steps; what names their purpose."""
    side, K, j0, j1, fine, coarse = (args[name].exact.numerator
                                     for name in ("side", "K", "j0", "j1", "fine", "coarse"))
    parts = described(args)
    demand(side in (0, 1) and K >= 1 and j0 < 0 < j1, "integers out of range")
    demand(fine >= 1 and 0 <= coarse <= j1 - j0 and (coarse == 0 or fine == 1), "cells out of range")
    demand(all(T >= 1 for _, T, _ in parts), "a number of steps is not positive")
    demand(j1 <= MAX_NODES and -j0 <= MAX_NODES and K <= MAX_NODES, "too many nodes or frequencies")
    sampled = sum(kind is Sampled for kind, _, _ in parts)
    # a node at a frequency is three steps, twice so where there is a cut, as two sums are made then
    tick(3 * (j1 - j0) * ((2 if args["soft"] > 0 else 1) * K + 4 * fine) * sampled + 300 * K * len(parts),
         "for %d nodes and %d frequencies " % (j1 - j0 + 1, K))
    more = 2 * max((T.bit_length() for _, T, _ in parts), default=0) + 2 * (K * (len(parts) + 1)).bit_length() + 24
    with precision(precision.bits + more):
        plan = Plan(args)
        groups = [kind(plan, T, *numbers) for kind, T, numbers in parts]
        demand(not sampled or any(g.fits for g in groups), "strip or shift too wide")
        result = inverted(plan, groups)
    return result.rounded()


def inverted(plan, groups):
    """The enclosure of D(eps) that the lemmas give.  F, the product of all M, is G + H: G that of the cores where the plan has a
    cut, else 0 (L-INV-CUT; L-INV-POISSON for H = F)."""
    K, theta, eps, tilts = plan.K, plan.theta, plan.eps, [plan.theta + plan.spread, plan.theta - plan.spread]
    G, H = ([ONE] * (K + 1), [ZERO] * (K + 1)) if plan.has_cut else ([ZERO] * (K + 1), [ONE] * (K + 1))
    G_bound, H_bound = G[0].re, H[0].re            # of the modulus beyond R
    F_theta, F_tilt, G_core = Number.of(1), [Number.of(1), Number.of(1)], Number.of(1)
    for g in groups:
        if plan.has_cut and isinstance(g, Sampled):
            C, J, J_bound, core = g.cut_moments()
            M_theta = C[0].re + J[0].re
            bound, more_bound = M_theta ** g.T, g.T * J_bound * M_theta ** (g.T - 1)        # of C^T, M^T - C^T
        else:
            C, J = g.moments(), [ZERO] * (K + 1)
            M_theta = C[0].re
            C[0] = Complex(M_theta, Number.of(0))
            bound, more_bound = g.bound(M_theta) ** g.T, 0
            core = g.real_moment(plan.core) if plan.has_cut else 1
        for k in range(K + 1):
            power, more = power_and_more(C[k], J[k], g.T)
            G[k], H[k] = G[k] * power, H[k] * (power + more) + G[k] * more
        G_bound, H_bound = G_bound * bound, H_bound * bound + G_bound * more_bound
        F_theta, G_core = F_theta * M_theta ** g.T, G_core * core ** g.T
        F_tilt = [f * g.real_moment(v) ** g.T if v > 0 else f for f, v in zip(F_tilt, tilts)]
    terms = []                                     # those of k and -k are conjugate
    for k, u in enumerate(powers(cis(-plan.D * eps), K)):
        t = Complex(theta, k * plan.D)
        terms.append((H[k] * u / (t * (t + ONE))).re * (2 if k else 1))
    tilt = (-theta * eps).exp()
    inverse, cut = total(terms) * tilt / plan.A, tilt * H_bound / (pi() * plan.R)           # L-INV-TRUNC
    alias = Number.of(0)                           # L-INV-ALIAS
    for v, f in zip(tilts, F_tilt):
        size, gap = (chernoff(v, f, eps), plan.spread) if v > 0 else (1, theta)
        alias = alias + size / (gap * plan.A).expm1()
    high = inverse + cut
    if plan.has_cut:
        high = high + chernoff(plan.core, G_core, eps)
    high = high.least(chernoff(theta, F_theta, eps)).least(Number.of(1)).pos()
    low = (inverse - cut - alias).pos()
    if plan.has_far:                               # the above is about D_near (L-INV-FAR)
        rest = far_end(plan, groups)
        low, high = (low + rest[0]).pos(), (high + rest[1]).least(Number.of(1)).pos()
    if eps < 2 ** 38:                              # L-INV-NEAR
        far = (eps / 2).exp()
        for g in groups:
            far = far * g.affinity() ** min(g.T, 2 ** 38)
        low, high = low.greatest(1 - far), high.greatest((1 - far).least(Number.of(1)))
    return low.least(high).hull(high)
