#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""Reference values for the methods inversion and product, by mpmath: rewrites inversion.csv and product.csv beside
this script.

An independent computation, without the lemmas of the method and with another rule of quadrature:
T = 2 as the expectation of the closed form for one step, larger T as a contour integral of
M(t)^T e^(-t eps)/(t (t + 1)) along Re t = theta, both by composite Gauss-Legendre rules.  Every value is
computed at two resolutions, which must agree to 20 digits; 18 are written."""

import csv
import os
import sys
from fractions import Fraction

from mpmath import mp, mpf

mp.dps = 34
HERE = os.path.dirname(os.path.abspath(__file__))
# side (1: remove, 0: add), q, sigma, T, eps, tilt, largest frequency, range of y; the last three are
# chosen by eye: the two resolutions show whether they suffice
TWO_STEPS = [(1, "0.1", "1", 2, "1"), (0, "0.1", "1", 2, "0.1"), (1, "0.5", "0.5", 2, "0"), (1, "0.01", "3", 2, "0.05"),
             (1, "0.01", "0.5", 2, "3.4"), (1, "0.001", "1", 2, "0.5"), (1, "0.001", "1", 2, "0.03"),
             (1, "0.001", "1", 2, "0.0015"), (0, "0.001", "1", 2, "0.0015"), (1, "0.001", "2", 2, "0.004"),
             (0, "0.01", "2", 2, "0.005"), (1, "0.0001", "0.5", 2, "0.01"), (1, "0.1", "3", 2, "0.3")]
CONTOURS = [
    (1, "0.01", "0.8", 1000, "3", 3.7, 60, -13, 19),
    (0, "0.01", "0.8", 1000, "3", 19, 90, -14, 13),
    (1, "0.01", "2", 1500, "1.6553", 33, 70, -12, 34),
    (1, "0.1", "2", 100, "2", 4, 35, -12, 16),
    (0, "0.1", "2", 100, "0", 2, 35, -14, 12),
    (1, "0.5", "10", 400, "1", 4, 25, -12, 13),
    (1, "0.0001", "2", 1000000000, "11.1", 3.6, 14, -12, 14),
]
# side, subsampled steps (q, sigma, T), squared distance of all Gaussian noise, Laplace steps (epsilon, T), randomized
# response (epsilon, T), eps, then as above; the lists as the program reads them
PRODUCTS = [
    (1, [("0.01", "0.8", 500), ("0.02", "1", 200)], "0.2", [("0.1", 3)], [("0.2", 2)], "3", 3.6, 21, -13, 20,
     "[(0.01;0.8;500);(0.02;1;200);(1;10;20)]", "[(0.1;3)]", "[(0.2;0;2)]"),
    (0, [("0.01", "0.8", 500), ("0.02", "1", 200)], "0.2", [("0.1", 3)], [("0.2", 2)], "3", 6.3, 23, -13, 13,
     "[(0.01;0.8;500);(0.02;1;200);(1;10;20)]", "[(0.1;3)]", "[(0.2;0;2)]"),
    (1, [("0.5", "10", 200)], "0", [("0.1", 10)], [], "1", 2.4, 17, -13, 14,
     "[(0.5;10;200)]", "[(0.1;10)]", "[]"),
    (1, [], "0.75", [("0.3", 1), ("0.2", 2)], [("0.1", 1)], "2", 2.5, 15, 0, 0,
     "[(1;2;3)]", "[(0.3;1);(0.2;2)]", "[(0.1;0;1)]"),
]


def real(text):
    x = Fraction(text)
    return mpf(x.numerator) / x.denominator


RULE = {}


def legendre(n):
    """Nodes and weights on [-1, 1], by Newton's method."""
    if n not in RULE:
        rule = []
        for i in range(1, n + 1):
            x = mp.cos(mp.pi * (i - mpf(1) / 4) / (n + mpf(1) / 2))
            for _ in range(8):
                p, before = mpf(1), mpf(0)
                for k in range(1, n + 1):
                    p, before = ((2 * k - 1) * x * p - (k - 1) * before) / k, p
                slope = n * (x * p - before) / (x * x - 1)
                x -= p / slope
            rule.append((x, 2 / ((1 - x * x) * slope * slope)))
        RULE[n] = rule
    return RULE[n]


def panels(lo, hi, count, order=24):
    """(node, weight) of a composite rule."""
    width = (mpf(hi) - lo) / count
    for k in range(count):
        for x, w in legendre(order):
            yield lo + width * (k + (x + 1) / 2), w * width / 2


def tail(x):
    return mp.erfc(x / mp.sqrt(2)) / 2


def density(y):
    return mp.exp(-y * y / 2) / mp.sqrt(2 * mp.pi)


def one_step(side, q, s, x):
    """Hockey-stick divergence of order e^x of one step, any real x."""
    bound = mp.exp(x) if side == 1 else mp.exp(-x)  # w against this
    if bound <= 1 - q:  # remove: the event is everything; add: nothing
        return 1 - mp.exp(x) if side == 1 else mpf(0)
    y = s * mp.log((bound - 1 + q) / q) + 1 / (2 * s)
    if side == 1:
        return (1 - q) * tail(y) + q * tail(y - 1 / s) - mp.exp(x) * tail(y)
    return tail(-y) - mp.exp(x) * ((1 - q) * tail(-y) + q * tail(1 / s - y))


def two_steps(side, q, s, eps, resolution):
    total = mpf(0)
    # the closed form has another branch beyond this loss of the first step
    kink = eps - mp.log(1 - q) if side == 1 else eps + mp.log(1 - q)
    at = mp.exp(kink) if side == 1 else mp.exp(-kink)
    ends = [mpf(-14), mpf(14) + 1 / s]
    if at > 1 - q:
        y = s * mp.log((at - 1 + q) / q) + 1 / (2 * s)
        if ends[0] < y < ends[1]:
            # the function is smooth but not analytic there: panels that shrink towards it
            ends = [ends[0]] + [y - mpf(2) ** -k for k in range(0, 12)] + [y] + \
                [y + mpf(2) ** -k for k in range(11, -1, -1)] + [ends[1]]
            ends = sorted(e for e in ends if -14 <= e <= 14 + 1 / s)
    for lo, hi in zip(ends, ends[1:]):
        for y, w in panels(lo, hi, max(2, int((hi - lo) * resolution))):
            ratio = 1 - q + q * mp.exp(y / s - 1 / (2 * s * s))
            weight = density(y) * (ratio if side == 1 else 1)
            loss = mp.log(ratio) if side == 1 else -mp.log(ratio)
            total += w * weight * one_step(side, q, s, eps - loss)
    return total


def contour(side, q, s, T, eps, tilt, top, lo, hi, resolution):
    theta = mpf(tilt)
    points = []
    for y, w in panels(lo, hi, int((hi - lo) * resolution) + 1):
        log = mp.log(1 - q + q * mp.exp(y / s - 1 / (2 * s * s)))
        points.append((w * density(y) * mp.exp(log * (1 + theta if side == 1 else -theta)), log if side == 1 else -log))
    total = mpf(0)
    for u, w in panels(0, top, int(top * resolution / 2) + 1):
        t = mp.mpc(theta, u)
        M = mp.fsum(g * mp.expj(u * l) for g, l in points)
        total += w * (mp.exp(T * mp.log(M) - t * eps) / (t * (t + 1))).real
    return total / mp.pi


def atom_moment(t, losses):
    """Sum of p e^(t l) over (p, l)."""
    return mp.fsum(p * mp.exp(t * l) for p, l in losses)


def laplace_moment(t, e):
    """Two atoms, and the density e^((l - e)/2)/4 between them, integrated by panels."""
    smooth = mp.fsum(w * mp.exp((l - e) / 2 + t * l) for l, w in panels(-e, e, 2)) / 4
    return atom_moment(t, [(mpf(1) / 2, e), (mp.exp(-e) / 2, -e)]) + smooth


def product(side, sampled, square, laplace, response, eps, tilt, top, lo, hi, resolution):
    theta = mpf(tilt)
    groups = []
    for q, s, T in sampled:
        q, s = real(q), real(s)
        points = []
        for y, w in panels(lo, hi, int((hi - lo) * resolution) + 1):
            log = mp.log(1 - q + q * mp.exp(y / s - 1 / (2 * s * s)))
            points.append((w * density(y) * mp.exp(log * (1 + theta if side == 1 else -theta)),
                           log if side == 1 else -log))
        groups.append((T, points))
    total = mpf(0)
    for u, w in panels(0, top, int(top * resolution / 2) + 1):
        t = mp.mpc(theta, u)
        log = t * (t + 1) * real(square) / 2 - t * real(eps)
        for T, points in groups:
            log += T * mp.log(mp.fsum(g * mp.expj(u * l) for g, l in points))
        for e, T in laplace:
            log += T * mp.log(laplace_moment(t, real(e)))
        for e, T in response:
            e = real(e)
            p = 1 / (1 + mp.exp(-e))
            log += T * mp.log(atom_moment(t, [(p, e), (1 - p, -e)]))
        total += w * (mp.exp(log) / (t * (t + 1))).real
    return total / mp.pi


def settled(f):
    coarse, fine = f(mpf(1.2)), f(mpf(1.7))
    assert abs(coarse - fine) <= abs(fine) * mpf(10) ** -20, (coarse, fine)
    return mp.nstr(fine, 18, min_fixed=0, max_fixed=0)


def main():
    rows = []
    for side, q, s, T, eps in TWO_STEPS:
        rows.append((side, q, s, T, eps, settled(lambda r: two_steps(side, real(q), real(s), real(eps), 2 * r))))
        print(rows[-1], file=sys.stderr, flush=True)
    for side, q, s, T, eps, *how in CONTOURS:
        rows.append((side, q, s, T, eps, settled(lambda r: contour(side, real(q), real(s), T, real(eps), *how, r))))
        print(rows[-1], file=sys.stderr, flush=True)
    with open(os.path.join(HERE, "inversion.csv"), "w", encoding="ascii") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(("side", "q", "sigma", "T", "eps", "delta"))
        out.writerows(rows)
    rows = []
    for side, *what in PRODUCTS:
        value = settled(lambda r: product(side, *what[:-3], r))
        rows.append((side, *what[-3:], what[4], value))
        print(rows[-1], file=sys.stderr, flush=True)
    with open(os.path.join(HERE, "product.csv"), "w", encoding="ascii") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(("side", "gauss", "laplace", "step", "eps", "delta"))
        out.writerows(rows)


main()
