#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""Reference values for the theorem entries of dpcert, by mpmath.

    gen_reference.py           rewrite every *.dat file beside this script
    gen_reference.py --check   regenerate in memory, fail if a file differs; with a digit k from 0 to 4
                               only those whose number leaves k when it is divided by 5

This is an independent transcription: every function below was written from
the statement in the paper it cites, and shares nothing with the program it
tests.  Parameters are exact rationals.  Each row is evaluated at growing
working precision until two successive precisions (the second twice the
first, at least 120 and 240 digits) agree to 60 significant digits; 30 digits
are written, rounded to nearest, trailing zeros dropped: a value that
terminates within 30 digits is written exactly, but a short value need not be
exact (1 - 1e-40 is written 1); the relative error is at most 5e-30 always.
"0" is exact: a result that is exactly zero must be zero by an argument in the
function, not by underflow or cancellation.

Where a quantity can be obtained in another way (quadrature, brute force
over outcomes, inversion of another theorem, numerical optimisation), the
second look at the end of this file asserts that both agree; it runs before
anything is written.

Papers (keys used below and in the data files)
  bu2020        Bu, Dong, Long, Su: Deep Learning with Gaussian Differential
                Privacy (2020)
  asoodeh2020c  Asoodeh, Diaz, Calmon: Privacy Analysis of Online Learning
                Algorithms via Contraction Coefficients (2020)
  asoodeh2020f  Asoodeh, Liao, Calmon, Kosut, Sankar: A Better Bound Gives a
                Hundred Rounds: Enhanced Privacy Guarantees via f-Divergences
                (2020)
  he2020        He, Wang, Tao: Tighter Generalization Bounds for Iterative
                Differentially Private Learning Algorithms (2020)
  he2021        the UAI 2021 version of he2020
  zhu2022       Zhu, Dong, Wang: Optimal Accounting of Differential Privacy via
                Characteristic Function (AISTATS 2022)
  KOV           Kairouz, Oh, Viswanath: The Composition Theorem for
                Differential Privacy (ICML 2015, IEEE Trans. IT 2017)
  ye2022        Ye, Shokri: Differentially Private Learning Needs Hidden State
                (Or Much Faster Convergence) (2022)
  SGM           Mironov, Talwar, Zhang: Renyi Differential Privacy of the
                Sampled Gaussian Mechanism (2019)
"""

import decimal
import itertools
import math
import os
import sys
from fractions import Fraction

from mpmath import mp, mpf

HERE = os.path.dirname(os.path.abspath(__file__))
DIGITS = 30          # significant digits written
AGREE = 60           # significant digits two precisions must share
START_DPS = 120
MAX_DPS = 8000


# --------------------------------------------------------------------------
# numbers

def real(x):
    """An exact rational (or an mpf already) at the working precision."""
    if isinstance(x, mpf):
        return +x
    if isinstance(x, int):
        return mpf(x)
    return mpf(x.numerator) / mpf(x.denominator)


def decided(x, y):
    """Assert that x and y are far apart: the row is not on a boundary."""
    x, y = real(x), real(y)
    assert abs(x - y) > mpf(10) ** -12 * max(abs(x), abs(y)), "row on a boundary"


def positive_part(x):
    """(x)+ ; exactly zero (an int) where x is clearly negative."""
    assert abs(x) > mpf(10) ** (-mp.dps // 2), "row on the kink of a positive part"
    return x if x > 0 else 0


# --------------------------------------------------------------------------
# A. the Gaussian core

def normal_tail(x):
    """Q(x) = P[N(0,1) > x]; asoodeh2020c, Theorem 1."""
    return mp.erfc(x / mp.sqrt(2)) / 2


def theta(eps, r):
    """theta_gamma(r) = Q(log gamma / r - r/2) - gamma Q(log gamma / r + r/2),
    gamma = e^eps.  asoodeh2020c, Definition 3 (and Lemma 1)."""
    return (normal_tail(eps / r - r / 2)
            - mp.exp(eps) * normal_tail(eps / r + r / 2))


def gauss_theta(eps, r):
    """asoodeh2020c, Definition 3 and Lemma 1."""
    assert eps >= 0 and r > 0
    return theta(real(eps), real(r))


def gauss_tv(r):
    """theta_1(r) = Q(-r/2) - Q(r/2): asoodeh2020c, Definition 3 at gamma = 1
    (E_1 is total variation, below (7))."""
    assert r > 0
    h = real(r) / 2
    return normal_tail(-h) - normal_tail(h)


def gauss_mechanism(eps, D, sigma, T):
    """T Gaussian mechanisms of sensitivity D and noise sigma: the pair
    N(0, sigma^2 I_T) and N(D 1, sigma^2 I_T), whose means are sqrt(T) D apart.
    asoodeh2020c, Lemma 1 with beta = sqrt(T) D / sigma."""
    assert eps >= 0 and D > 0 and sigma > 0 and T >= 1
    beta = mp.sqrt(real(T)) * real(D) / real(sigma)
    return theta(real(eps), beta)


def gauss_mechanism_list(eps, step):
    """Heterogeneous steps (D, sigma, count): after scaling each coordinate by
    its own noise, beta^2 = sum count D^2 / sigma^2.  asoodeh2020c, Lemma 1."""
    assert eps >= 0
    square = Fraction(0)
    for D, sigma, count in step:
        assert D > 0 and sigma > 0 and count >= 1
        square += count * D * D / (sigma * sigma)
    return theta(real(eps), mp.sqrt(real(square)))


def gauss_rdp(alpha, D, sigma, T):
    """gamma(alpha) = T alpha D^2 / (2 sigma^2).  asoodeh2020f, section IV.A
    (with the norm squared), and linearity of RDP under composition."""
    assert alpha > 1 and D > 0 and sigma > 0 and T >= 1
    return real(T * alpha * D * D / (2 * sigma * sigma))


def gauss_kernel(eps, dia, sigma):
    """eta <= theta_gamma(dia / sigma).  asoodeh2020c, Proposition 1 (printed
    as an equality; its proof gives the inequality)."""
    assert eps >= 0 and dia > 0 and sigma > 0
    return theta(real(eps), real(dia) / real(sigma))


def channel_binary(eps, a, b):
    """eta_gamma(K^{a,b}) = max{(1-a-gamma b)+, (1-b-gamma a)+}, gamma = e^eps.
    asoodeh2020c, Example 2."""
    assert eps >= 0 and 0 <= a <= 1 and 0 <= b <= 1 and a + b <= 1
    if eps == 0:
        return real(1 - a - b) if a + b < 1 else 0
    g = mp.exp(real(eps))
    first = 1 - real(a) - g * real(b)
    second = 1 - real(b) - g * real(a)
    return max(positive_part(first), positive_part(second))


# --------------------------------------------------------------------------
# B. from RDP to (eps, delta)

def zeta(alpha):
    """zeta_alpha = (1/alpha) (1 - 1/alpha)^(alpha-1).  asoodeh2020f, Thm 4."""
    a = real(alpha)
    return (1 - 1 / a) ** (a - 1) / a


def rdp_classic_delta(alpha, gamma, eps):
    """delta = e^{-(alpha-1)(eps-gamma)} for eps > gamma.  asoodeh2020f,
    Theorem 1, (3)."""
    assert alpha > 1 and gamma >= 0 and eps > gamma
    return mp.exp(real(-(alpha - 1) * (eps - gamma)))


def rdp_classic_eps(alpha, gamma, delta):
    """eps = gamma - log(delta)/(alpha-1).  asoodeh2020f, Remark 1 and (22) at
    T = 1 (the inverse of Theorem 1)."""
    assert alpha > 1 and gamma >= 0 and 0 < delta < 1
    return real(gamma) - mp.log(real(delta)) / real(alpha - 1)


def rdp_closed_gamma(alpha, eps, delta):
    """asoodeh2020f, Theorem 4, (17) and (18): 0 at delta = 0,
    eps - log(1-delta) where alpha delta >= 1, else max{g, f}."""
    assert alpha > 1 and eps >= 0 and 0 <= delta < 1
    if delta == 0:
        return 0
    e, d, a = real(eps), real(delta), real(alpha)
    if alpha * delta >= 1:
        return e - mp.log(1 - d)
    g = e - mp.log(zeta(alpha) / d) / (a - 1)
    if eps == 0:
        f = 0       # the logarithm's argument is (1 - a delta) + a delta = 1
    else:
        x = mp.exp(e)
        f = e + mp.log((x - a * d) * ((d - 1) / (d - x)) ** a + a * d) / (a - 1)
    return max(g, f)


def rdp_closed_delta(alpha, gamma, eps):
    """How delta is assembled:
        if 1 - e^{eps-gamma} >= 1/alpha:  delta = 1 - e^{eps-gamma}
        else:  delta = min(first, second),  the second only if eps > 0,
    with first = zeta e^{-(alpha-1)(eps-gamma)} and
    second = (e^{(alpha-1)gamma} - 1)/(alpha (e^{(alpha-1)eps} - 1)).
    asoodeh2020c, (23), before its infimum over alpha; the first case inverts
    asoodeh2020f, Lemma 1, (19).  first <= 1/alpha outside the first case."""
    assert alpha > 1 and gamma >= 0 and eps >= 0
    a, g, e = real(alpha), real(gamma), real(eps)
    third = 1 - mp.exp(e - g)
    decided(third, 1 / a)
    if third > 1 / a:
        return third
    if gamma == 0 and eps > 0:
        return 0                # the second branch: numerator e^0 - 1
    first = zeta(alpha) * mp.exp(-(a - 1) * (e - g))
    if eps == 0:
        return first
    second = (mp.exp((a - 1) * g) - 1) / (a * (mp.exp((a - 1) * e) - 1))
    return min(first, second)


def rdp_closed_eps(alpha, gamma, delta):
    """asoodeh2020f, Lemma 1, (19) and (20)."""
    assert alpha > 1 and gamma >= 0 and 0 < delta < 1
    a, g, d = real(alpha), real(gamma), real(delta)
    if gamma == 0:
        return 0                # "moreover, eps(0) = 0"
    if alpha * delta >= 1:
        return positive_part(g + mp.log(1 - d))
    first = positive_part((a - 1) * g - mp.log(d / zeta(alpha)))
    chi = (mp.exp((a - 1) * g) - 1) / (a - 1)                     # (9)
    second = mp.log((a - 1) * chi / (a * d) + 1)
    if first == 0:
        return 0
    return min(first, second) / (a - 1)


def least_point(slope, lo, hi):
    """Where a convex function on (lo, hi) is least: its slope changes sign."""
    for _ in range(int(3.33 * mp.dps) + 40 + int(max(0, -mp.log(hi - lo, 2)))):
        mid = (lo + hi) / 2
        if slope(mid) < 0:
            lo = mid
        else:
            hi = mid
    return (lo + hi) / 2


def rdp_optimal_gamma(alpha, eps, delta):
    """eps + min over p in (delta, 1) of log(p^a (p-delta)^(1-a) + (1-p)^a
    (e^eps - p + delta)^(1-a))/(a-1).  asoodeh2020f, Theorem 3."""
    assert alpha > 1 and eps >= 0 and 0 <= delta < 1
    if delta == 0:
        return 0
    a, e, d = real(alpha), real(eps), real(delta)
    x = mp.exp(e)

    def slope(p):
        y = x - p + d
        return (a * p ** (a - 1) * (p - d) ** (1 - a) + (1 - a) * p ** a * (p - d) ** -a
                - a * (1 - p) ** (a - 1) * y ** (1 - a) - (1 - a) * (1 - p) ** a * y ** -a)
    p = mpf(1) if alpha * delta >= 1 else least_point(slope, a * d, mpf(1))
    total = p ** a * (p - d) ** (1 - a) + (1 - p) ** a * (x - p + d) ** (1 - a)
    return e + mp.log(total) / (a - 1)


def touching(alpha, eps, u):
    """t0 and lambda for which lambda (t^a - t0^a - a t0^(a-1) (t - t0)) touches
    t - e^eps at t = u t0.  It is above (t - e^eps)+ for all t >= 0."""
    a = real(alpha)
    k = u - (u ** a - 1 - a * (u - 1)) / (a * (u ** (a - 1) - 1))
    t0 = mp.exp(real(eps)) / k
    return t0, 1 / (a * ((u * t0) ** (a - 1) - t0 ** (a - 1)))


def tangent_delta(alpha, gamma, eps, u):
    """The mean of that function, E[t] = 1 and E[t^a] = e^((a-1) gamma)."""
    a = real(alpha)
    t0, factor = touching(alpha, eps, real(u))
    return factor * (mp.exp((a - 1) * real(gamma)) - t0 ** a - a * t0 ** (a - 1) * (1 - t0))


def rdp_optimal_delta(alpha, gamma, eps, u):
    """The smaller of that and rdp.closed-delta; over all u it is the delta for
    which asoodeh2020f, Theorem 3 gives gamma (see the second look)."""
    assert u > 1
    value = rdp_closed_delta(alpha, gamma, eps)
    return value if value == 0 else min(value, tangent_delta(alpha, gamma, eps, u))


def tangent_eps(alpha, gamma, delta, x):
    """eps with t0 = 1 - x, u from the mean being delta."""
    a, d, t0 = real(alpha), real(delta), 1 - real(x)
    moment = mp.exp((a - 1) * real(gamma))
    # factor (moment - t0^a - a t0^(a-1) (1 - t0)) = delta, for (u t0)^(a-1)
    power = t0 ** (a - 1) + (moment - t0 ** a - a * t0 ** (a - 1) * (1 - t0)) / (a * d)
    u = power ** (1 / (a - 1)) / t0
    k = u - (u ** a - 1 - a * (u - 1)) / (a * (u ** (a - 1) - 1))
    return mp.log(t0 * k)


def rdp_optimal_eps(alpha, gamma, delta, x):
    """The smaller of that and rdp.closed-eps."""
    assert 0 < x < 1
    value = rdp_closed_eps(alpha, gamma, delta)
    return value if value == 0 else min(value, positive_part(tangent_eps(alpha, gamma, delta, x)))


def symmetric_gamma(alpha, eps, delta):
    """The least, over p, of the larger Renyi divergence of Bernoulli(p) and
    Bernoulli((p - delta)/e^eps)."""
    a, d, x = real(alpha), real(delta), mp.exp(real(eps))

    def moment(p, q):
        return p ** a * q ** (1 - a) + (1 - p) ** a * (1 - q) ** (1 - a)

    def slope(p):
        q = (p - d) / x
        if moment(p, q) > moment(q, p):
            return (a * p ** (a - 1) * q ** (1 - a) + (1 - a) * p ** a * q ** -a / x
                    - a * (1 - p) ** (a - 1) * (1 - q) ** (1 - a)
                    - (1 - a) * (1 - p) ** a * (1 - q) ** -a / x)
        return (a * q ** (a - 1) * p ** (1 - a) / x + (1 - a) * q ** a * p ** -a
                - a * (1 - q) ** (a - 1) * (1 - p) ** (1 - a) / x
                - (1 - a) * (1 - q) ** a * (1 - p) ** -a)
    p = least_point(slope, d, mpf(1))
    q = (p - d) / x
    return mp.log(max(moment(p, q), moment(q, p))) / (a - 1)


def rdp_symmetric_gamma(alpha, eps, delta):
    """Theorem 3 with both orders of the divergence."""
    assert alpha > 1 and eps >= 0 and 0 <= delta < 1
    return 0 if delta == 0 else symmetric_gamma(alpha, eps, delta)


def rdp_symmetric_delta(alpha, gamma, eps, u, d):
    """d, if it is large enough and not needlessly large, or rdp.optimal-delta."""
    assert symmetric_gamma(alpha, eps, d) >= real(gamma)
    assert symmetric_gamma(alpha, eps, d * Fraction(99, 100)) < real(gamma)
    return min(real(d), rdp_optimal_delta(alpha, gamma, eps, u))


def rdp_symmetric_eps(alpha, gamma, delta, z, b):
    """b, if it is large enough and not needlessly large, or rdp.optimal-eps."""
    one_order = rdp_optimal_eps(alpha, gamma, delta, z)
    if real(b) >= one_order:
        return one_order
    assert symmetric_gamma(alpha, b, delta) >= real(gamma)
    assert b == 0 or symmetric_gamma(alpha, b * Fraction(99, 100), delta) < real(gamma)
    return real(b) if b > 0 else 0


def rdp_balle_eps(alpha, gamma, delta):
    """The first branch of (20) alone, ((alpha-1) gamma - log(delta/zeta))+ /
    (alpha-1).  asoodeh2020f, below Lemma 1 (Balle et al., Theorem 21), and
    (59) for the positive part."""
    assert alpha > 1 and gamma >= 0 and 0 < delta < 1 and alpha * delta < 1
    a, g, d = real(alpha), real(gamma), real(delta)
    return positive_part(g - mp.log(d / zeta(alpha)) / (a - 1))


def rdp_zero_eps(alpha, gamma):
    """The smallest delta for which (0, delta)-DP follows: zeta e^{(alpha-1)
    gamma} where 1 - e^{-gamma} < 1/alpha, else the infimum 1 - e^{-gamma} of
    the second condition.  asoodeh2020f, Remark 1 and appendix D."""
    assert alpha > 1 and gamma > 0
    a, g = real(alpha), real(gamma)
    tail = 1 - mp.exp(-g)
    decided(tail, 1 / a)
    if tail < 1 / a:
        return zeta(alpha) * mp.exp((a - 1) * g)
    return tail


def sgm_directions(q, sigma, eps):
    """The two hockey-stick divergences of order e^eps, remove and add, of
    (1-q) N(0, sigma^2) + q N(1, sigma^2) and N(0, sigma^2): zhu2022, the
    dominating pairs of Poisson sampling.  The likelihood ratio increases with
    the outcome x, so the best events are half lines, whose end x solves
    1 - q + q exp((2 x - 1)/(2 sigma^2)) = e^eps, or e^-eps."""
    q, s, E = real(q), real(sigma), mp.exp(real(eps))

    def end(ratio):
        return (2 * s * s * mp.log((ratio - (1 - q)) / q) + 1) / 2

    x = end(E)
    remove = (1 - q) * normal_tail(x / s) + q * normal_tail((x - 1) / s) - E * normal_tail(x / s)
    if 1 / E <= 1 - q:
        return remove, 0
    x = end(1 / E)
    mixture = (1 - q) * normal_tail(-x / s) + q * normal_tail((1 - x) / s)
    return remove, normal_tail(-x / s) - E * mixture


def sgm_one_step(q, sigma, eps):
    """The larger of the two."""
    return max(sgm_directions(q, sigma, eps))


def sgm_exact(q, sigma, T, eps):
    """One step, or no sampling at all; gen_inversion.py has the rest."""
    assert 0 < q <= 1 and sigma > 0 and eps >= 0
    if q == 1:
        return theta(real(eps), mp.sqrt(T) / real(sigma))
    assert T == 1
    return sgm_one_step(q, sigma, eps)


def sgm_exact_eps(q, sigma, T, delta, eps_hi):
    """eps_hi is the least epsilon of so many digits: the curve is above delta
    a little before it, and not at it."""
    assert sgm_exact(q, sigma, T, eps_hi) <= real(delta)
    assert eps_hi == 0 or sgm_exact(q, sigma, T, eps_hi * (1 - Fraction(1, 10**5))) > real(delta)
    return real(eps_hi) if eps_hi else 0


def laplace_then_gauss(x, e, r):
    """E[theta(x - L, r)] for the loss L of one Laplace mechanism: e with
    probability 1/2, -e with probability e^-e/2, else the density e^((L-e)/2)/4;
    the integrals of e^(aL) Q((x - L)/r - c) by parts."""
    def tail_integral(a, c):
        def primitive(L):
            v = (x - L) / r - c
            return (mp.exp(a * L) * normal_tail(v)
                    - mp.exp(a * (x - r * c) + a * a * r * r / 2) * normal_tail(v + a * r)) / a
        return primitive(e) - primitive(-e)

    smooth = tail_integral(mpf(1) / 2, r / 2) - mp.exp(x) * tail_integral(-mpf(1) / 2, -r / 2)
    return (theta(x - e, r) / 2 + mp.exp(-e) * theta(x + e, r) / 2
            + mp.exp(-e / 2) * smooth / 4)


def laplace_alone(x, e, T):
    """T Laplace steps: i losses are e, j are -e, and the n others have the sum s
    with the density e^((s - n e)/2)/4^n times Irwin and Hall's, that of the sum
    of n uniform ones, which is a polynomial between the multiples of 2 e."""
    def moment(m, rate, c, lo, hi):
        """The integral of (s - c)^m e^(rate s), by parts."""
        value = mpf(0)
        for k in range(m + 1):
            value = ((hi - c) ** k * mp.exp(rate * hi) - (lo - c) ** k * mp.exp(rate * lo)
                     - k * value) / rate
        return value

    total = mpf(0)
    for i in range(T + 1):
        for j in range(T + 1 - i):
            n, y = T - i - j, x - (i - j) * e
            ways = mpf(math.comb(T, i) * math.comb(T - i, j)) / 2 ** (i + j) * mp.exp(-j * e)
            if n == 0:
                total += ways * positive_part(1 - mp.exp(y))
                continue
            part = mpf(0)
            for k in range(n + 1):
                c = (2 * k - n) * e
                lo = max(c, y)
                if lo < n * e:
                    part += (-1) ** k * math.comb(n, k) * (
                        moment(n - 1, mpf(1) / 2, c, lo, n * e)
                        - mp.exp(y) * moment(n - 1, -mpf(1) / 2, c, lo, n * e))
            total += ways * part * mp.exp(-n * e / 2) / (mpf(4) ** n * math.factorial(n - 1))
    return total


def product_exact(gauss, laplace, step, eps):
    """Gaussian noise without sampling, randomized response step by step, and at
    most one Laplace step; or one subsampled step; or Laplace steps alone.
    Leaks are independent of the rest.  gen_inversion.py has more."""
    keep = mpf(1)
    atoms = [(mpf(1), mpf(0))]
    for e, delta, count in step:
        keep *= real(1 - delta) ** int(count)
        E = mp.exp(real(e))
        for _ in range(int(count) if e else 0):
            atoms = [(p * w, s + d * real(e)) for p, s in atoms
                     for w, d in ((E / (1 + E), 1), (1 / (1 + E), -1))]
    waves = [real(e) for e, count in laplace for _ in range(int(count))]
    if all(q == 1 for q, _, _ in gauss):
        r = mp.sqrt(sum((real(count / (s * s)) for _, s, count in gauss), mpf(0)))

        def curve(x):
            if not waves:
                return theta(x, r)
            if not gauss:
                assert len(set(waves)) == 1
                return laplace_alone(x, waves[0], len(waves))
            assert len(waves) == 1
            return laplace_then_gauss(x, waves[0], r)
    else:
        assert not waves and len(atoms) == 1 and len(gauss) == 1 and gauss[0][2] == 1

        def curve(x):
            return sgm_one_step(gauss[0][0], gauss[0][1], eps)
    total = sum(p * curve(real(eps) - s) for p, s in atoms)
    return 1 - keep * (1 - total)


def product_one_way(direction, gauss, laplace, step, eps):
    """The directions differ where steps are subsampled: one such step, and leaks."""
    if all(q == 1 for q, _, _ in gauss):
        return product_exact(gauss, laplace, step, eps)
    assert not laplace and len(gauss) == 1 and gauss[0][2] == 1 and all(e == 0 for e, _, _ in step)
    keep = mp.fprod(real(1 - delta) ** int(count) for _, delta, count in step)
    remove, add = sgm_directions(gauss[0][0], gauss[0][1], eps)
    if direction == "add" and not add and not step:
        return 0
    return 1 - keep * (1 - (remove if direction == "remove" else add))


def product_exact_eps(gauss, laplace, step, delta, eps_hi):
    assert product_exact(gauss, laplace, step, eps_hi) <= real(delta)
    assert eps_hi == 0 or product_exact(gauss, laplace, step,
                                        eps_hi * (1 - Fraction(1, 10**5))) > real(delta)
    return real(eps_hi) if eps_hi else 0


def gdp_clt(q, sigma, T, delta, eps_clt):
    """bu2020: the limit is mu-GDP with mu = q sqrt(T (e^{1/sigma^2} - 1)), a
    Gaussian mechanism with means mu apart.  eps_clt is the least epsilon of so
    many digits at which that is (eps_clt, delta)-DP."""
    assert 0 < q <= 1 and sigma > 0 and T >= 1 and 0 < delta < 1 and eps_clt >= 0
    mu = real(q) * mp.sqrt(T * (mp.exp(1 / real(sigma) ** 2) - 1))
    assert theta(real(eps_clt), mu) <= real(delta)
    assert eps_clt == 0 or theta(real(eps_clt * (1 - Fraction(1, 10**7))), mu) > real(delta)
    return real(eps_clt) if eps_clt else 0


def ma_gauss(sigma, T, delta, alpha):
    """rho alpha T + log(1/delta)/(alpha-1), rho = 1/(2 sigma^2): the objective
    of asoodeh2020f, (23) (and (22)), at a given alpha."""
    assert sigma > 0 and T >= 1 and 0 < delta < 1 and alpha > 1
    rho = 1 / (2 * sigma * sigma)
    return real(rho * T) * real(alpha) - mp.log(real(delta)) / (real(alpha) - 1)


def ma_gauss_closed(sigma, T, delta, alpha):
    """min of the objectives of (26) and (27) at a given alpha in (1, 1/delta]
    and of the third term of (25), (rho T/delta + log(1-delta))+.
    asoodeh2020f, Lemma 2."""
    assert sigma > 0 and T >= 1 and 0 < delta < 1
    assert alpha > 1 and alpha * delta <= 1
    rho = 1 / (2 * sigma * sigma)
    a, d = real(alpha), real(delta)
    zero = positive_part(real(rho * alpha * T) - mp.log(d / zeta(alpha)) / (a - 1))
    one = mp.log(1 + (mp.exp(real(rho * alpha * (alpha - 1) * T)) - 1) / (a * d)) / (a - 1)
    flat = positive_part(real(rho * T / delta) + mp.log(1 - d))
    return min(zero, one, flat)


def ma_gauss_optimal(sigma, T, delta, alpha, z):
    """asoodeh2020f, (24) at a given alpha, Theorem 3 by its tangent (see
    rdp_optimal_eps), and the third term of (25)."""
    assert sigma > 0 and T >= 1 and 0 < delta < 1
    assert alpha > 1 and alpha * delta <= 1
    rho = 1 / (2 * sigma * sigma)
    flat = positive_part(real(rho * T / delta) + mp.log(1 - real(delta)))
    return min(rdp_optimal_eps(alpha, rho * alpha * T, delta, z), flat)


def ma_sgd_abadi(q, sigma, T, delta, alpha):
    """The objectives of (26) and (27) at a given alpha, with
    rho = q^2/((1-q) sigma^2): asoodeh2020f, section IV.B "Noisy SGD" (Fig. 3),
    after Abadi et al. 2016, Lemma 3, whose range is sigma >= 1,
    q < 1/(16 sigma), alpha - 1 <= sigma^2 log(1/(q sigma)).  The third term
    of (25) needs alpha = 1/delta, outside that range, and is left out."""
    assert sigma >= 1 and 0 < q < 1 / (16 * sigma) and T >= 1 and 0 < delta < 1
    assert alpha > 1 and alpha * delta <= 1
    assert real(alpha - 1) < real(sigma * sigma) * mp.log(1 / real(q * sigma))
    rho = q * q / ((1 - q) * sigma * sigma)
    a, d = real(alpha), real(delta)
    zero = positive_part(real(rho * alpha * T) - mp.log(d / zeta(alpha)) / (a - 1))
    one = mp.log(1 + (mp.exp(real(rho * alpha * (alpha - 1) * T)) - 1) / (a * d)) / (a - 1)
    return min(zero, one)


# --------------------------------------------------------------------------
# C. contraction of E_gamma

def contract_chain(eps, E, D, sigma, n):
    """E(out) <= E(in) prod_{t=1..n} theta(D/sigma).  asoodeh2020c, Theorem 1
    at sigma_t = sigma."""
    assert eps >= 0 and 0 <= E <= 1 and D > 0 and sigma > 0 and n >= 1
    if E == 0:
        return 0
    total = real(E)
    for _ in range(n):
        total *= theta(real(eps), real(D) / real(sigma))
    return total


def contract_index(eps, psi, D, sigma, n, i):
    """delta = theta(psi/sigma_i) prod_{t=i+1..n} theta(D/sigma_t).
    asoodeh2020c, Theorem 4, (16), at equal diameters and noises."""
    return contract_index_list(eps, psi, i, [(D, sigma)] * n)


def contract_index_list(eps, psi, i, step):
    """asoodeh2020c, Theorem 4, (16); the empty product is 1 (footnote 2)."""
    assert eps >= 0 and psi > 0 and 1 <= i <= len(step)
    e = real(eps)
    total = theta(e, real(psi) / real(step[i - 1][1]))
    for D, sigma in step[i:]:
        assert D > 0 and sigma > 0
        total *= theta(e, real(D) / real(sigma))
    return total


def stopped_terms(eps, psi, D, step):
    """(1/n) sum_{t=i..n} theta(psi/sigma_i) prod_{j=i+1..t} theta(D/sigma_j)
    for i = 1..n: the braces of asoodeh2020c, (17), term by term."""
    assert eps >= 0 and psi > 0 and D > 0
    e, n = real(eps), len(step)
    sigma = [None] + [real(s) for (s,) in step]
    first = [None] + [theta(e, real(psi) / s) for s in sigma[1:]]
    later = [None] + [theta(e, real(D) / s) for s in sigma[1:]]
    terms = []
    for i in range(1, n + 1):
        total = mpf(0)
        for t in range(i, n + 1):
            product = first[i]
            for j in range(i + 1, t + 1):
                product *= later[j]
            total += product
        terms.append(total / n)
    return terms


def contract_stopped(eps, psi, D, step):
    """asoodeh2020c, Theorem 5, (17), with the maximum over i."""
    return max(stopped_terms(eps, psi, D, step))


def contract_stopped_printed(eps, psi, D, step):
    """asoodeh2020c, Theorem 5, (17), as printed: the minimum over i."""
    return min(stopped_terms(eps, psi, D, step))


def at_most_one(x):
    """A delta; bounds above 1 are replaced by 1."""
    decided(x, 1)
    return min(x, mpf(1))


def uniform_bound(eps, psi, D, sigma, n):
    """(1/n) theta(psi/sigma) [1 - theta(D/sigma)]^-1.  asoodeh2020c, (18)."""
    return theta(eps, psi / sigma) / (1 - theta(eps, D / sigma)) / n


def contract_stopped_uniform(eps, psi, D, sigma, n):
    """asoodeh2020c, Theorem 5, (18); 1 if that is more."""
    assert eps >= 0 and psi > 0 and D > 0 and sigma > 0 and n >= 1
    return at_most_one(uniform_bound(real(eps), real(psi), real(D), real(sigma), n))


def contract_pnsgd(eps, L, sigma, eta, n):
    """asoodeh2020c, Corollary 1, (19); 1 if that is more."""
    assert eps >= 0 and L > 0 and sigma > 0 and eta > 0 and n >= 1
    e, l, s, h = (real(x) for x in (eps, L, sigma, eta))
    return at_most_one(theta(e, 2 * l / s) / (1 - theta(e, (1 + 2 * h * l) / (h * s))) / n)


def contract_pnsgd_convex(eps, L, sigma, eta, n):
    """(35) with psi = 2 eta L, (37), and D^2 = 1 + (2 eta L)^2, which is what
    the second line of (40) gives without smoothness: the inner product of
    gradient and point differences is not negative, the gradient difference is
    at most 2 L."""
    assert eps >= 0 and L > 0 and sigma > 0 and eta > 0 and n >= 1
    e, l, s, h = (real(x) for x in (eps, L, sigma, eta))
    D = mp.hypot(1, 2 * h * l)
    return at_most_one(uniform_bound(e, 2 * h * l, D, h * s, n))


def contract_pnsgd_smooth(eps, L, sigma, eta, n, beta):
    """asoodeh2020c, (20), eta <= 2/beta; 1 if that is more."""
    assert eps >= 0 and L > 0 and sigma > 0 and 0 < eta <= 2 / beta and n >= 1
    e, l, s, h = (real(x) for x in (eps, L, sigma, eta))
    return at_most_one(theta(e, 2 * l / s) / (1 - theta(e, 1 / (h * s))) / n)


def feldman_rho(L, sigma, n):
    """rho = 4 L^2 log n/(n sigma^2).  asoodeh2020c, below (22)."""
    return real(4 * L * L / (n * sigma * sigma)) * mp.log(n)


def feldman_star(L, sigma):
    """alpha* = (1 + sqrt(1 + 2 sigma^2/L^2))/2.  asoodeh2020c, below (21)."""
    return (1 + mp.sqrt(1 + real(2 * sigma * sigma / (L * L)))) / 2


def iterate_feldman_printed(alpha, L, sigma, n):
    """zeta = 4 alpha L^2 log n/(n sigma^2), sigma >= L sqrt(2(alpha-1)alpha).
    asoodeh2020c, Theorem 6, as printed."""
    assert alpha > 1 and L > 0 and n >= 1
    assert sigma > 0 and sigma * sigma >= L * L * 2 * (alpha - 1) * alpha
    if n == 1:
        return 0                                     # log 1
    return 4 * real(alpha) * real(L) ** 2 * mp.log(n) / (n * real(sigma) ** 2)


def iterate_feldman_rdp(alpha, L, sigma, n):
    """asoodeh2020c, Theorem 6, for n >= 3."""
    assert n >= 3
    return iterate_feldman_printed(alpha, L, sigma, n)


def iterate_feldman_classic_printed(eps, L, sigma, n):
    """asoodeh2020c, (22), as printed."""
    assert eps >= 0 and L > 0 and sigma > 0 and n >= 2
    e, rho = real(eps), feldman_rho(L, sigma, n)
    bound = rho ** 2 * (1 + real(2 * sigma * sigma / (L * L)))
    decided(e ** 2, bound)
    best = feldman_star(L, sigma) if e ** 2 >= bound else mpf(1) / 2 + e / (2 * rho)
    return mp.exp(-(best - 1) * (e - rho * best))


def iterate_feldman_classic(eps, L, sigma, n):
    """asoodeh2020c, (22), for eps >= rho and n >= 3."""
    assert n >= 3 and real(eps) > feldman_rho(L, sigma, n)
    return iterate_feldman_classic_printed(eps, L, sigma, n)


def iterate_feldman_closed(eps, L, sigma, n, alpha):
    """The objective of asoodeh2020c, (23), at a given alpha in (1, alpha*];
    its second term only for eps > 0; with the third case of rdp_closed_delta
    where that applies."""
    assert eps >= 0 and L > 0 and sigma > 0 and n >= 3
    assert alpha > 1 and real(alpha) < feldman_star(L, sigma)
    zeta_rdp = feldman_rho(L, sigma, n) * real(alpha)
    a, e = real(alpha), real(eps)
    third = 1 - mp.exp(e - zeta_rdp)
    decided(third, 1 / a)
    if third > 1 / a:
        return third
    kappa = 1 / a * (1 - 1 / a) ** (a - 1)
    first = kappa * mp.exp(-(a - 1) * (e - zeta_rdp))
    if eps == 0:
        return first
    return min(first, (mp.exp((a - 1) * zeta_rdp) - 1) / (a * (mp.exp((a - 1) * e) - 1)))


def ogd_constant_noise(eps, psi, M, B, sigma, n, d):
    """asoodeh2020c, Example 3; delta is 1 if the formula is more."""
    assert eps >= 0 and min(psi, M, B, sigma) > 0 and n >= 1 and d >= 1
    e, root = real(eps), mp.sqrt(n)
    delta = (theta(e, real(psi) * real(M) * root / (real(B) * real(sigma)))
             / (1 - theta(e, real(M) * root / real(sigma))) / n)
    return at_most_one(delta), real(B) / root * (3 * real(M) / 2 + d * real(sigma) ** 2 / real(M))


def ogd_constant_step_noise(eps, psi, M, B, **rest):
    """asoodeh2020c, Example 4, with 3B for the printed 3D; delta is 1 if the
    formula is more."""
    lam, n, d = rest["lambda"], rest["n"], rest["d"]
    assert eps >= 0 and min(psi, M, B, lam) > 0 and n >= 1 and d >= 1
    e, root = real(eps), mp.sqrt(n)
    delta = theta(e, real(psi / lam)) / (1 - theta(e, real(B / lam))) / n
    return (at_most_one(delta),
            real(M) / 2 * (3 * real(B) / root + d * real(lam) ** 2 / real(B) * root))


def ogd_regret(M, dia, d, step):
    """SR(n) <= 3 M dia/(2 sqrt n) + d/(2n) sum eta_t sigma_t^2, with eta_t =
    dia/(M sqrt t).  asoodeh2020c, Proposition 3."""
    assert M > 0 and dia > 0 and d >= 1
    n = len(step)
    total = mpf(0)
    for t, (sigma,) in enumerate(step, 1):
        total += real(dia) / (real(M) * mp.sqrt(t)) * real(sigma) ** 2
    return 3 * real(M) * real(dia) / (2 * mp.sqrt(n)) + d * total / (2 * n)
# C. contraction

def fdiv_chi2_gauss(rk, r):
    """asoodeh2020c, Example 1: theta_1(rk) chi^2, and Proposition 2,
    2 int_1^inf theta_gamma(rk) (1 + gamma^-3) theta_gamma(r) d gamma, here with
    gamma = e^x; chi^2 of two Gaussians is e^(r^2) - 1."""
    k, s = real(rk), real(r)
    last = k * (k / 2 + mp.sqrt(2 * (s * s + 5 * mp.dps)))   # theta is below 10^(-2 dps) there
    points = [last * j / 5 for j in range(6)]
    total = mp.quad(lambda x: theta(x, k) * theta(x, s) * (mp.exp(x) + mp.exp(-2 * x)), points)
    return theta(mpf(0), k) * (mp.exp(s * s) - 1), 2 * total


def fdiv_chi2_binary(a, b, mu, nu):
    """asoodeh2020c, Example 2: (1-a-b) chi^2 and Proposition 2, between the
    places where a positive part or the maximum changes."""
    assert a >= 0 and b >= 0 and a + b <= 1 and 0 < mu < 1 and 0 < nu < 1
    if mu == nu or a + b == 1:
        return 0, 0
    places = [mu / nu, nu / mu, (1 - mu) / (1 - nu), (1 - nu) / (1 - mu)]
    places += [(1 - a) / b] if b > 0 else []
    places += [(1 - b) / a] if a > 0 else []
    last = max(places[:4])
    points = [real(v) for v in sorted({Fraction(1), last} | {v for v in places if 1 < v < last})]

    def plus(x):
        return x if x > 0 else mpf(0)

    def hockey(g, p, q):
        return plus(p - g * q) + plus((1 - p) - g * (1 - q))
    ra, rb, m, n = real(a), real(b), real(mu), real(nu)
    total = mp.quad(lambda g: max(plus(1 - ra - g * rb), plus(1 - rb - g * ra)) *
                    (hockey(g, m, n) + hockey(g, n, m) / g ** 3), points)
    return (1 - ra - rb) * (m - n) ** 2 / (n * (1 - n)), 2 * total


# --------------------------------------------------------------------------
# D. composition

def compose_basic(eps, delta, T):
    """(T eps, T delta): the sums over the steps; he2020, (6) for eps."""
    assert eps >= 0 and 0 <= delta and T * delta <= 1 and T >= 1
    return (real(T * eps) if eps > 0 else 0,
            real(T * delta) if delta > 0 else 0)


def kov_eps(eps, T, slack):
    """eps' = min{eps1, eps2, eps3}.  he2020, Theorem 4, (5)-(7) at equal
    steps (= KOV 2017, Theorem 3.4, as quoted in he2020 section 4.2.2)."""
    e, n, s = real(eps), real(T), real(slack)
    drift = n * (mp.exp(e) - 1) * e / (mp.exp(e) + 1)
    one = real(T * eps)
    two = drift + mp.sqrt(2 * n * e * e * mp.log(mp.e + mp.sqrt(n * e * e) / s))
    three = drift + mp.sqrt(2 * mp.log(1 / s) * n * e * e)
    return min(one, two, three)


def compose_kov(eps, delta, T, slack):
    """eps' as in kov_eps; delta' = 1 - (1-delta)^T (1-slack).  KOV 2017,
    Theorem 3.4, as quoted in he2020 section 4.2.2."""
    assert eps > 0 and 0 <= delta < 1 and 0 < slack < 1 and T >= 1
    return (kov_eps(eps, T, slack),
            1 - (1 - real(delta)) ** T * (1 - real(slack)))


def compose_kov_exact(eps, delta, T, eps_out):
    """1 - (1-delta)^T (1 - pure), pure = sum over l with (T-2l) eps > eps' of
    binom(T,l) (e^{(T-l) eps} - e^{eps' + l eps}) / (1+e^eps)^T.
    KOV 2015/2017, Theorem 3.3 (there at eps' = (T-2i) eps), for any
    eps' >= 0: the hockey-stick divergence of the T-fold product of the
    extremal pair."""
    assert eps > 0 and 0 <= delta < 1 and T >= 1 and eps_out >= 0
    if delta == 0 and T * eps <= eps_out:
        return 0
    x = mp.exp(real(eps))
    y = mp.exp(real(eps_out))
    total = mpf(0)
    binomial = 1
    power = mpf(1)                                   # e^{l eps}
    top = x ** T                                     # e^{T eps}
    for l in range(T + 1):
        if not (T - 2 * l) * eps > eps_out:
            break
        total += binomial * (top / power - y * power)
        binomial = binomial * (T - l) // (l + 1)
        power *= x
    pure = total / (1 + x) ** T
    return 1 - (1 - real(delta)) ** T * (1 - pure)


def compose_he_2_printed(eps, delta, T, slack):
    """eps' as in kov_eps, k = ceil(eps'/eps), A = delta/(1+e^eps),
    delta' = 1 - (1 - e^eps A)^k (1-A)^{T-k} + 1 - (1-A)^T + slack.
    he2020, Corollary 2 (Composition Theorem II), first line, exactly as
    printed; he2021, Corollary 1."""
    assert eps > 0 and 0 <= delta < 1 and 0 < slack < 1 and T >= 1
    eps_out = kov_eps(eps, T, slack)
    ratio = eps_out / real(eps)
    assert abs(ratio - mp.nint(ratio)) > mpf(10) ** -6, "ceiling on a boundary"
    k = int(mp.ceil(ratio))
    assert 1 <= k <= T
    A = real(delta) / (1 + mp.exp(real(eps)))
    delta_out = (1 - (1 - mp.exp(real(eps)) * A) ** k * (1 - A) ** (T - k)
                 + 1 - (1 - A) ** T + real(slack))
    return eps_out, delta_out


def kl_pure(eps):
    """eps (e^eps - 1)/(e^eps + 1).  he2020, Lemma 5; he2021, Lemma 2."""
    assert eps >= 0
    if eps == 0:
        return 0
    e = real(eps)
    return e * (mp.exp(e) - 1) / (mp.exp(e) + 1)


def compose_dwork_roth(eps, delta, T, slack):
    """eps' = sum eps_i (e^eps_i - 1) + sqrt(2 log(1/delta~) sum eps_i^2),
    delta' = delta~ + sum delta_i: the classic theorem as he2020, section
    4.2.2, and he2021, section 3.2.2, quote it (with delta~ in the logarithm)."""
    return compose_dwork_roth_list([(eps, delta, T)], slack)


def compose_dwork_roth_list(step, slack):
    """The same, steps (eps, delta, count)."""
    assert 0 < slack < 1
    first, square, leak = mpf(0), Fraction(0), Fraction(0)
    for eps, delta, count in step:
        assert eps > 0 and 0 <= delta <= 1 and count >= 1
        first += int(count) * real(eps) * (mp.exp(real(eps)) - 1)
        square += count * eps * eps
        leak += count * delta
    return (first + mp.sqrt(2 * mp.log(1 / real(slack)) * real(square)),
            real(min(Fraction(1), slack + leak)))


def compose_pure(eps, T, delta_out):
    """eps' = sqrt(2 log(1/delta') sum eps_i^2) + sum eps_i (e^eps_i - 1)/
    (e^eps_i + 1).  he2020 and he2021, Theorem 5 (Composition Theorem IV)."""
    assert eps > 0 and T >= 1 and 0 < delta_out < 1
    e = real(eps)
    return (mp.sqrt(2 * mp.log(1 / real(delta_out)) * T * e * e)
            + T * e * (mp.exp(e) - 1) / (mp.exp(e) + 1))


def compose_basic_list(step, slack):
    """(sum eps_i, sum delta_i); he2020, (6) for eps."""
    assert 0 <= slack < 1
    eps = sum((count * e for e, _, count in step), Fraction(0))
    delta = sum((count * d for _, d, count in step), Fraction(0))
    return (real(eps) if eps > 0 else 0,
            real(min(Fraction(1), delta)) if delta > 0 else 0)


def kov_eps_list(step, slack):
    """he2020, Theorem 4, (5)-(7), steps (eps, delta, count)."""
    drift, square, total = mpf(0), Fraction(0), Fraction(0)
    for eps, _, count in step:
        e = real(eps)
        drift += int(count) * (mp.exp(e) - 1) * e / (mp.exp(e) + 1)
        square += count * eps * eps
        total += count * eps
    S, s = real(square), real(slack)
    return min(real(total),
               drift + mp.sqrt(2 * S * mp.log(mp.e + mp.sqrt(S) / s)),
               drift + mp.sqrt(2 * mp.log(1 / s) * S))


def compose_kov_list(step, slack):
    """eps' as in kov_eps_list, delta' = 1 - (1-slack) prod (1-delta_i).  KOV
    2017, Theorem 3.5."""
    assert 0 < slack < 1
    keep = 1 - real(slack)
    for eps, delta, count in step:
        assert eps > 0 and 0 <= delta < 1 and count >= 1
        keep *= (1 - real(delta)) ** int(count)
    return kov_eps_list(step, slack), 1 - keep


def he_maximum(step, eps_out, mu):
    """An upper bound on the maximum of 1 - prod(1 - e^alpha_i A_i), A_i =
    delta_i/(1 + e^eps_i), over sum alpha_i = eps', 0 <= alpha_i <= eps_i: each
    term -log(1 - e^alpha A) is convex in alpha, so -log(..) - mu alpha is
    largest at an end, for any mu >= 0."""
    most = real(mu) * eps_out
    for eps, delta, count in step:
        A = real(delta) / (1 + mp.exp(real(eps)))
        at_zero = -mp.log(1 - A)
        at_eps = -mp.log(1 - mp.exp(real(eps)) * A) - real(mu) * real(eps)
        most += int(count) * max(at_zero, at_eps)
    return 1 - mp.exp(-most)


def he_product(step):
    """1 - prod(1 - delta_i/(1 + e^eps_i))."""
    keep = mpf(1)
    for eps, delta, count in step:
        keep *= (1 - real(delta) / (1 + mp.exp(real(eps)))) ** int(count)
    return 1 - keep


def compose_he_1_printed(step, slack, mu):
    """he2020, Theorem 4, (5)-(8) (Composition Theorem I), the maximum bounded
    as in he_maximum; he2021, Theorem 4, (7)."""
    assert 0 < slack < 1 and mu >= 0
    eps_out = kov_eps_list(step, slack)
    return eps_out, he_maximum(step, eps_out, mu) + he_product(step) + real(slack)


def compose_he_5_printed(step, slack, mu):
    """he2020 and he2021, Theorem 6 (Composition Theorem V), likewise."""
    assert 0 < slack < 1 and mu >= 0
    square, drift = Fraction(0), mpf(0)
    for eps, _, count in step:
        e = real(eps)
        square += count * eps * eps
        drift += int(count) * e * (mp.exp(e) - 1) / (mp.exp(e) + 1)
    eps_out = mp.sqrt(2 * mp.log(1 / real(slack)) * real(square)) + drift
    return eps_out, he_maximum(step, eps_out, mu) + he_product(step) + real(slack)


def compose_chernoff(eps, delta, T, eps_out):
    """The right side of he2020, (36), at the minimiser (37), e^{2 eps t} =
    e^-eps (T eps + eps')/(T eps - eps'): not the closed form (38), whose sign
    is wrong.  Leaks enter as in KOV 2017, Theorem 3.3."""
    assert eps > 0 and 0 <= delta < 1 and T >= 1 and eps_out < T * eps
    e, y = real(eps), real(eps_out)
    t = (mp.log((T * e + y) / (T * e - y)) - e) / (2 * e)
    assert t >= 0
    moment = (mp.exp(t * e + e) + mp.exp(-t * e)) / (1 + mp.exp(e))
    tail = mp.exp(-y * t) * moment ** T
    return 1 - (1 - real(delta)) ** T * (1 - tail)


def he_tail(e, T, y):
    """delta'' of he2020, Corollary 3, and he2021, Corollary 2, as printed."""
    return (mp.exp(-(y + T * e) / 2)
            * (1 / (1 + mp.exp(e)) * (2 * T * e / (T * e - y))) ** T
            * ((T * e + y) / (T * e - y)) ** (-(y + T * e) / (2 * e)))


def whole(x):
    """The ceiling of x, which must not be close to an integer."""
    assert abs(x - mp.nint(x)) > mpf(10) ** -6, "ceiling on a boundary"
    return int(mp.ceil(x))


def compose_he_3_printed(eps, delta, T, slack):
    """he2021, Corollary 2 (Composition Theorem III), as printed; the rows with
    eps3 the smallest are also he2020, Corollary 3."""
    assert eps > 0 and 0 <= delta < 1 and 0 < slack < 1 and T >= 1
    eps_out = kov_eps(eps, T, slack)
    assert eps_out < T * real(eps)
    k = whole(eps_out / real(eps))
    e = real(eps)
    A = real(delta) / (1 + mp.exp(e))
    delta_out = (he_tail(e, T, eps_out) + 2
                 - (1 - mp.exp(e) * A) ** k * (1 - A) ** (T - k) - (1 - A) ** T)
    return eps_out, delta_out


# --------------------------------------------------------------------------
# D. generalization

def gen_on_average(eps, delta, k):
    """e^-eps k delta + 1 - e^-eps, at most 1 for a loss in [0,1].  he2020,
    Theorem 2, (1); he2021, Theorem 2, (3)."""
    assert eps >= 0 and 0 <= delta <= 1 and k >= 1
    if eps == 0 and delta == 0:
        return 0
    x = mp.exp(-real(eps))
    value = x * real(k * delta) + 1 - x
    return mpf(1) if k * delta >= 1 else value


def gen_on_average_exact(eps, delta, k):
    """tanh(eps/4) + k delta (1 - tanh(eps/4)) for k delta <= 1, else 1."""
    assert eps >= 0 and 0 <= delta <= 1 and k >= 1
    if eps == 0 and delta == 0:
        return 0
    t = mp.tanh(real(eps) / 4)
    return t + real(min(Fraction(1), k * delta)) * (1 - t)


def at_most_one(x):
    """A bound of a probability counts up to 1."""
    return x if x < 1 else mpf(1)


def gen_he2020(eps, delta, N):
    """a = 9 eps, b = e^-eps delta/eps ln(2/eps).  he2020, Theorem 1."""
    e, d = real(eps), real(delta)
    assert 0 < eps < 2 and N >= 2 / e ** 2 * mp.log(16 / (mp.exp(-e) * d))
    return 9 * e, at_most_one(mp.exp(-e) * d / e * mp.log(2 / e))


def gen_he2021(eps, delta, N):
    """he2021, Theorem 1; the sample size of Lemma 1 with 254/43 for 43/254."""
    e, d = real(eps), real(delta)
    first = 2 / (mpf("0.077") * e * e) * mp.log(254 / (43 * mp.exp(mpf("-1.7") * e) * d))
    tail = 1 - mpf("0.9") * mp.exp(-e)
    second = 200 / (mp.log(mpf("0.9")) * tail) * mp.log(9 * mp.exp(-e) * d / 48180)
    assert N >= first and N >= second
    if eps <= Fraction(1, 5):
        return 4 * e, at_most_one(2 * mp.exp(mpf("-1.7") * e) * d / e * mp.log(2 / e))
    return mpf("1.2") * tail, at_most_one(18 * mp.exp(-e) * d / tail * mp.log(220 / tail))


def gen_nissim_stemmer(eps, delta, N):
    """a = 13 eps, b = 2 delta/eps log(2/eps), eps <= 1/10.  he2020, section
    4.1.2; he2021, section 3.1.2."""
    assert 0 < eps <= Fraction(1, 10) and N >= 1
    e, d = real(eps), real(delta)
    return 13 * e, at_most_one(2 * d / e * mp.log(2 / e))


def gen_dwork2015(eps, delta, N):
    """a = 4 eps, b = 8 delta^eps.  he2020, section 4.1.2."""
    assert eps > 0 and 0 < delta < 1 and N >= 1
    return 4 * real(eps), at_most_one(8 * real(delta) ** real(eps))


def gen_oneto_risk(eps, N, risk):
    """a = sqrt(6 R) eps^ + 6 (eps^2 + 1/N), eps^ = eps + sqrt(1/N),
    b = 3 e^{-N eps^2}.  he2020, section 4.1.2."""
    e, n = real(eps), mpf(N)
    return (mp.sqrt(6 * real(risk)) * (e + mp.sqrt(1 / n)) + 6 * (e * e + 1 / n),
            at_most_one(3 * mp.exp(-n * e * e)))


def gen_oneto_variance(eps, N, variance):
    """a = sqrt(4 V) eps^ + 5 N/(N-1) (eps^2 + 1/N), b as above."""
    e, n = real(eps), mpf(N)
    return (mp.sqrt(4 * real(variance)) * (e + mp.sqrt(1 / n))
            + 5 * n / (n - 1) * (e * e + 1 / n), at_most_one(3 * mp.exp(-n * e * e)))


def gen_multi_he2020(eps, delta, k):
    """P[emp <= exp + k e^-eps delta + 3 eps] >= eps.  he2020, Theorem 3, (2)."""
    assert 0 < eps <= 1
    return (k * mp.exp(-real(eps)) * real(delta) + 3 * real(eps),
            real(1 - eps) if eps < 1 else 0)


def gen_multi_he2021(eps, delta, k):
    """he2021, Theorem 3, its first part at eps (not at 1.7 eps as printed)."""
    x, d = mp.exp(-real(eps)), real(delta)
    if eps <= Fraction(17, 50):
        assert k <= real(eps) / (mpf("1.7") * x * d)
        return k * x * d + mpf("1.7") * real(eps), 1 - 50 * real(eps) / 127
    assert k <= (1 - x) / (10 * x * d)
    return k * x * d + mpf("1.1") * (1 - x), 1 - (1 - x) / 219


# --------------------------------------------------------------------------
# D. iterative Gaussian mechanisms, as printed and repaired

def he2020_steps(N, tau, T, e, delta, slack):
    """eps', delta' of he2020, Theorems 7 and 8, from eps~ = e."""
    q = mpf(tau) / N
    d = real(delta)
    x = mp.exp(2 * q * e)
    eps_out = (mp.sqrt(8 * mp.log(1 / real(slack)) * (q ** 2 * T * e ** 2))
               + 2 * T * q * e * (x - 1) / (x + 1))
    assert eps_out < q * T * e
    k = whole(N * eps_out / (2 * tau * e))
    tail = he_tail(q * e, T, eps_out)
    delta_out = (1 - (1 - x * q * d / (1 + x)) ** k * (1 - q * d / (1 + x)) ** (T - k)
                 + 1 - (1 - q * d / (1 + x)) ** T + tail)
    return e, d, eps_out, delta_out


def sgld_he2020_printed(N, tau, T, L, sigma, delta, slack):
    """he2020, Theorem 7, as printed."""
    l, s = real(L), real(sigma)
    e = (2 * mp.sqrt(2) * l * s / tau * mp.sqrt(mp.log(1 / real(delta)))
         + mpf(4) / tau ** 2 * l * l) / (2 * s * s)
    return he2020_steps(N, tau, T, e, delta, slack)


def fed_he2020_printed(N, tau, T, sigma, delta, slack):
    """he2020, Theorem 8, as printed, with eps~ for eps in (15) and the radical
    over the logarithm alone."""
    s = real(sigma)
    e = (4 * s / tau * mp.sqrt(mp.log(1 / real(delta))) + mpf(1) / tau ** 2) / (2 * s * s)
    return he2020_steps(N, tau, T, e, delta, slack)


def igmm_he2021_printed(N, tau, T, D, sigma, delta, slack):
    """he2021, Theorem 7, as printed."""
    dia, s, d = real(D), real(sigma), real(delta)
    e = mp.log(mpf(N - tau) / N + mpf(tau) / N * mp.exp(
        (mp.sqrt(2) * dia * s / tau * mp.sqrt(mp.log(1 / d)) + dia * dia / mpf(tau) ** 2)
        / (2 * s * s)))
    x = mp.exp(e)
    eps_out = mp.sqrt(2 * T * mp.log(1 / real(slack)) * e * e) + T * e * (x - 1) / (x + 1)
    k = whole(N * eps_out / (tau * e))
    delta_out = (2 - (1 - d / (1 + x)) ** T + he_tail(e, T, eps_out)
                 - (1 - d * x / (1 + x)) ** k * (1 - d / (1 + x)) ** (T - k))
    return e, d, eps_out, delta_out


def igmm_gauss(N, tau, T, D, sigma, delta, slack, eps0):
    """The repair: eps0 with theta(eps0, D/(tau sigma)) <= delta, amplified by
    sampling without replacement, composed by KOV 2017, Theorem 3.4, and at that
    eps' by Theorem 3.3 (T <= 2000) or Chernoff's bound."""
    q = Fraction(tau, N)
    assert theta(real(eps0), real(D) / (tau * real(sigma))) <= real(delta)
    e, d = mp.log(1 + real(q) * (mp.exp(real(eps0)) - 1)), real(q * delta)
    s, n = real(slack), mpf(T)
    x = mp.exp(e)
    drift = n * e * (x - 1) / (x + 1)
    root = min(mp.log(mp.e + mp.sqrt(n) * e / s), mp.log(1 / s))
    spread = drift + mp.sqrt(2 * n * root) * e
    if spread >= n * e:
        return e, d, n * e, 1 - (1 - d) ** T
    if T <= 2000:
        tail = mpf(0)
        binomial, l = 1, 0
        while (T - 2 * l) * e > spread:
            tail += binomial * (mp.exp((T - l) * e) - mp.exp(spread + l * e))
            binomial, l = binomial * (T - l) // (l + 1), l + 1
        tail /= (1 + x) ** T
    else:
        t = (mp.log((n * e + spread) / (n * e - spread)) - e) / (2 * e)
        tail = mp.exp(-spread * t) * ((mp.exp(t * e + e) + mp.exp(-t * e)) / (1 + x)) ** T
    return e, d, spread, 1 - (1 - min(s, tail)) * (1 - d) ** T


# --------------------------------------------------------------------------
# E. hidden state

def batches(n, b):
    """n/b; where b does not divide n, floor(n/b): ye2022, footnote 1."""
    assert n >= b >= 1
    return int(n // b)


def step_rdp(alpha, b, eta, S, sigma):
    """alpha eta S_g^2/(4 sigma^2 b^2): the first factor of ye2022, (9), (12),
    and the exponent of (20) over alpha - 1."""
    return real(alpha * eta * S * S / (4 * sigma * sigma * b * b))


def eps_0(j, first, c):
    """eps_0^j(alpha) of ye2022, (12), (16) and (29), the sum term by term;
    first is the factor before (1 - eta lambda)^{2(j-1)}."""
    assert j >= 1
    return first * c ** (2 * (j - 1)) / mp.fsum(c ** (2 * s) for s in range(j))


def contracting(eta, lam, beta):
    """1 - eta lambda, under the condition of Theorems 4.4, 4.5, 5.2, 5.3."""
    assert beta >= lam > 0 and 0 < eta < 2 / (lam + beta)
    return 1 - real(eta * lam)


def hidden_convex(alpha, n, b, K, eta, beta, S, sigma, j0):
    """ye2022, Theorem 4.3, (9)."""
    m = batches(n, b)
    assert alpha > 1 and K >= 1 and 0 < eta < 2 / beta and 0 <= j0 < m
    first = step_rdp(alpha, b, eta, S, sigma)
    return first * (K - 1) / m + first / (m - j0)


def epochs_term(first, c, m, K, h):
    """The first term of ye2022, (11), (15) and (28), with h for floor(n/(2b))."""
    return (eps_0(h, first, c) * (1 - c ** (2 * (K - 1) * (m - h)))
            / (1 - c ** (2 * (m - h))))


def hidden_fixed(alpha, n, b, K, eta, **rest):
    """ye2022, Theorem 4.4, (11)."""
    m = batches(n, b)
    lam, j0 = rest["lambda"], rest["j0"]
    assert alpha > 1 and K >= 1 and n / Fraction(b) >= 2 and 0 <= j0 < m
    c = contracting(eta, lam, rest["beta"])
    first = step_rdp(alpha, b, eta, rest["S"], rest["sigma"])
    return epochs_term(first, c, m, K, m // 2) + eps_0(m - j0, first, c)


def recursion(first, c, m, K, h):
    """eps_{K-1}^0(alpha) by the recursion (113)-(116) of ye2022 itself, with
    the split h, from eps_0^0 = 0."""
    value = mpf(0)
    for _ in range(K - 1):
        value = (value + eps_0(h, first, c)) * c ** (2 * (m - h))
    return value


def hidden_fixed_split(alpha, n, b, K, eta, **rest):
    """ye2022, (105) with the recursion (113)-(116) at the split h."""
    m = batches(n, b)
    j0, h = rest["j0"], rest["h"]
    assert alpha > 1 and K >= 1 and n >= 2 * b and 0 <= j0 < m and 1 <= h < m
    c = contracting(eta, rest["lambda"], rest["beta"])
    first = step_rdp(alpha, b, eta, rest["S"], rest["sigma"])
    return recursion(first, c, m, K, h) + eps_0(m - j0, first, c)


def hidden_shifted(alpha, n, b, K, eta, **rest):
    """(105) of ye2022, the K-1 whole epochs by shifts: the least sum of squares
    of a_1..a_N, N = m(K-1), with sum a_t c^{N-t} = sum over the steps t that
    see the record of c^{N-t}, sums term by term."""
    m = batches(n, b)
    j0 = rest["j0"]
    assert alpha > 1 and K >= 1 and 0 <= j0 < m
    c = contracting(eta, rest["lambda"], rest["beta"])
    first = step_rdp(alpha, b, eta, rest["S"], rest["sigma"])
    N = m * (K - 1)
    assert N <= 4000
    shift = mp.fsum(c ** (N - t) for t in range(1, N + 1, m))
    noise = mp.fsum(c ** (2 * (N - t)) for t in range(1, N + 1))
    whole = first * shift ** 2 / noise if N > 0 else 0
    return whole + eps_0(m - j0, first, c)


def hidden_optimal(alpha, n, b, K, eta, **rest):
    """The least sum of squares of shifts that never exceed the distance that is
    left: the constrained problem itself, by walking along the unconstrained
    solution and cutting before the last visit where that overshoots."""
    m = batches(n, b)
    j0 = rest["j0"]
    assert alpha > 1 and K >= 1 and 0 <= j0 < m
    c = contracting(eta, rest["lambda"], rest["beta"])
    first = step_rdp(alpha, b, eta, rest["S"], rest["sigma"])
    N = m * (K - 1) + m - j0
    assert N <= 4000
    visits = range(1, N + 1, m)
    shift = mp.fsum(c ** (N - t) for t in visits)
    noise = mp.fsum(c ** (2 * (N - t)) for t in range(1, N + 1))
    left, least = mpf(0), mpf(0)
    for t in range(1, N):
        left = c * left + (1 if t in visits else 0) - c ** (N - t) * shift / noise
        least = min(least, left)
    if least >= 0:
        return first * shift ** 2 / noise
    assert least < -mpf(10) ** (-mp.dps // 2), "row on a boundary"
    return hidden_shifted(alpha, n, b, K, eta, **rest)


def hidden_naive(alpha, n, b, K, eta, **rest):
    """ye2022, Theorem 4.5, (13)."""
    lam = rest["lambda"]
    assert alpha > 1 and K >= 1 and n >= b
    contracting(eta, lam, rest["beta"])
    return (real(alpha * rest["S"] ** 2 / (lam * rest["sigma"] ** 2 * b * b))
            * (1 - mp.exp(-real(lam * eta * K) / 2)))


def hidden_mixing(alpha, n, b, K, eta, **rest):
    """ye2022, caption of Figure 1, after Balle et al. 2019, Theorem 5."""
    lam, beta = rest["lambda"], rest["beta"]
    m = batches(n, b)
    assert alpha > 1 and K >= 1 and m >= 2 and beta >= lam > 0
    assert 0 < eta <= 2 / (lam + beta)
    first = step_rdp(alpha, b, eta, rest["S"], rest["sigma"])
    base = 1 - 2 * eta * beta * lam / (beta + lam)
    epoch = first / (m - 1) * mp.sqrt(real(base)) ** m
    if rest["batch"] == "first":
        return epoch * K
    assert rest["batch"] == "last"
    return epoch * (K - 1) + first


def place_term(alpha, first, c, m):
    """The second term of ye2022, (15) and (28)."""
    terms = [mp.exp(real(alpha - 1) * eps_0(m - j0, first, c)) for j0 in range(m)]
    return mp.log(mp.fsum(terms) / m) / real(alpha - 1)


def hidden_shuffle(alpha, n, b, K, eta, **rest):
    """ye2022, Theorem 5.2, (15)."""
    m = batches(n, b)
    assert alpha > 1 and K >= 1 and n >= 2 * b
    c = contracting(eta, rest["lambda"], rest["beta"])
    first = step_rdp(alpha, b, eta, rest["S"], rest["sigma"])
    return epochs_term(first, c, m, K, m // 2) + place_term(alpha, first, c, m)


def hidden_shuffle_split(alpha, n, b, K, eta, **rest):
    """ye2022, (126) with the recursion (113)-(116) at the split h."""
    m = batches(n, b)
    h = rest["h"]
    assert alpha > 1 and K >= 1 and n >= 2 * b and 1 <= h < m
    c = contracting(eta, rest["lambda"], rest["beta"])
    first = step_rdp(alpha, b, eta, rest["S"], rest["sigma"])
    return recursion(first, c, m, K, h) + place_term(alpha, first, c, m)


def hidden_resample(alpha, n, b, K, eta, **rest):
    """ye2022, Theorem 5.3, (18)-(21)."""
    m = batches(n, b)
    assert alpha > 1 and K >= 1
    c = contracting(eta, rest["lambda"], rest["beta"])
    jump = mp.exp(real(alpha - 1) * step_rdp(alpha, b, eta, rest["S"], rest["sigma"]))
    q = real(Fraction(b, n))
    s = mpf(1)
    for _ in range(K):
        for _ in range(m):
            s = q * jump * s + (1 - q) * s ** (c * c)
    return mp.log(s) / real(alpha - 1)


def logistic_parts(n, b, K, eta, **rest):
    """n/b, the contraction, and eps_norm over alpha: a Gaussian mechanism each
    for mean and variance, alpha sens^2/(2 mult^2) twice (Mironov 2017)."""
    lam, L = rest["lambda"], rest["L"]
    m = batches(n, b)
    assert K >= 1 and n >= 2 * b and lam > 0
    assert 0 < eta < 2 / ((L * L + 1) / 2 + 2 * lam)
    c = 1 - real(eta * lam)
    norm = mpf(0)
    if rest["norm_mult"] != 0:
        norm = 2 * real(rest["norm_sens"] / rest["norm_mult"]) ** 2 / 2
    return m, c, norm


def logistic_rdp(alpha, split, n, b, K, eta, **rest):
    """ye2022, Corollary 6.3, (28) and (29), plus eps_norm; with a split h, by
    the recursion (113)-(116)."""
    assert alpha > 1
    m, c, norm = logistic_parts(n, b, K, eta, **rest)
    first = 2 * real(alpha) / real(rest["mult"]) ** 2
    if split is None:
        epochs = epochs_term(first, c, m, K, m // 2)
    else:
        assert 1 <= split < m
        epochs = recursion(first, c, m, K, split)
    return epochs + place_term(alpha, first, c, m) + real(alpha) * norm


def hidden_logistic(alpha, **rest):
    return logistic_rdp(alpha, None, **rest)


def hidden_logistic_split(alpha, h, **rest):
    return logistic_rdp(alpha, h, **rest)


def logistic_eps(split, delta, alpha_classic, alpha, **rest):
    """Corollary 6.3 with asoodeh2020f, Theorem 1 at alpha_classic, and with
    its Theorem 3 at alpha, by the tangent at w.x (see rdp_optimal_eps)."""
    assert 0 < delta < 1 and alpha * delta < 1
    x = rest.pop("w_x")
    classic = (logistic_rdp(alpha_classic, split, **rest)
               - mp.log(real(delta)) / real(alpha_classic - 1))
    return classic, rdp_optimal_eps(alpha, logistic_rdp(alpha, split, **rest), delta, x)


def hidden_logistic_eps(**rest):
    return logistic_eps(None, **rest)


def hidden_logistic_split_eps(h, **rest):
    return logistic_eps(h, **rest)


# --------------------------------------------------------------------------
# F. the baselines

def sgm_rdp(alpha, q, sigma, T):
    """SGM, section 3.3: A_alpha = sum_k binom(alpha,k) (1-q)^{alpha-k} q^k
    exp((k^2-k)/(2 sigma^2)); log(A_alpha)/(alpha-1), times T."""
    assert alpha.denominator == 1 and alpha >= 2 and 0 < q <= 1 and sigma > 0 and T >= 1
    a = int(alpha)
    s2 = 2 * real(sigma) ** 2
    p, r = real(q), real(1 - q)
    total = mp.fsum(mp.binomial(a, k) * r ** (a - k) * p ** k * mp.exp((k * k - k) / s2)
                    for k in range(a + 1))
    return T * mp.log(total) / (a - 1)


def sgm_eps(q, sigma, T, delta, alpha):
    """The same with asoodeh2020f, Lemma 1, (19) and (20)."""
    assert 0 < delta < 1 and alpha * delta < 1
    g = sgm_rdp(alpha, q, sigma, T)
    a, d = real(alpha), real(delta)
    one = positive_part((a - 1) * g - mp.log(d / zeta(alpha)))
    if one == 0:
        return 0
    two = mp.log((mp.exp((a - 1) * g) - 1) / (a * d) + 1)
    return min(one, two) / (a - 1)


def sample_amplify(eps, delta, q):
    """eps' = log(1 + q (e^eps - 1)), delta' = q delta: Balle, Barthe, Gaboardi
    2018, Theorems 8 and 9."""
    assert eps >= 0 and 0 <= delta <= 1 and 0 <= q <= 1
    eps_out = mp.log(1 + real(q) * (mp.exp(real(eps)) - 1)) if eps > 0 and q > 0 else 0
    return eps_out, real(q * delta) if q * delta > 0 else 0


# --------------------------------------------------------------------------
# rows: (why, [parameter values in the order of the entry])

ENTRIES = [
 dict(
  id="gauss.theta", fn=gauss_theta, params="eps r", results="delta",
  source="asoodeh2020c, Definition 3 and Lemma 1",
  rows=[
   ("textbook", ["1 1", "1 1/2", "1/10 1", "2 3", "0.5 0.25", "3 1"]),
   ("eps = 0: total variation", ["0 1", "0 1/2", "0 1e-3", "0 1e3", "0 1e-30"]),
   ("tiny values", ["5 1/2", "10 1/2", "700 1/3", "50 1/10", "1000 1e-3", "1e6 1"]),
   ("eps/r - r/2 cancels, exactly or nearly",
    ["0.5 1", "8 4", "0.5000000000000000000001 1", "2 2.0000000001",
     "1.9999999999999999999999999 2", "500000 1000", "500000.001 1000"]),
   ("small r: the two tails cancel",
    ["1e-6 1e-3", "1e-3 1e-3", "0.01 1e-3", "1 1e-3", "1e-30 1e-30",
     "1e-98 1e-100", "1e-200 1/1000000"]),
   ("large r: 1 - delta is tiny, or the exponential overflows a double",
    ["1 1e3", "499000 1e3", "501000 1e3", "1000000 1e3", "1 20", "800 40"]),
  ]),
 dict(
  id="gauss.tv", fn=gauss_tv, params="r", results="delta",
  source="asoodeh2020c, Definition 3 at gamma = 1",
  rows=[
   ("published: theta_1(1) of Example 1, and the 68-95-99.7 rule", ["1", "2", "4", "6"]),
   ("textbook", ["1/2", "0.1", "1/3", "3"]),
   ("tiny r: the two tails cancel", ["1e-3", "1e-10", "1e-30", "1e-300", "1/1000003"]),
   ("huge r: 1 - delta is tiny", ["10", "20", "40"]),
  ]),
 dict(
  id="gauss.mechanism", fn=gauss_mechanism, params="eps D sigma T", results="delta",
  source="asoodeh2020c, Lemma 1, at the distance sqrt(T) D / sigma",
  rows=[
   ("textbook", ["1 1 1 1", "1 1 2 1", "0.5 2 5 1", "2 1 10 100", "1/3 1/7 3 11"]),
   ("published: sigma = 20 of asoodeh2020f, Fig. 2",
    ["6 1 20 501", "6 1 20 603", "8 1 20 1000", "1 1 20 10"]),
   ("T = 10^12", ["1 1 1000000 1000000000000", "0 1 12345678 1000000000000",
                  "3 2 999999.5 1000000000000", "10 1e-6 1 1000000000000",
                  "600000 1e-3 1 1000000000000"]),
   ("tiny values", ["5 1 10 1", "20 1 100 3", "700 1 3 1", "40 1 50 7"]),
   ("eps/r - r/2 cancels", ["0.5 1 1 1", "1 1 1 2", "49.5 1 1 99", "3/2 1 1 3"]),
   ("eps = 0", ["0 1 1 1", "0 1 1000 17", "0 1/3 7 5"]),
  ]),
 dict(
  id="gauss.mechanism-list", fn=gauss_mechanism_list, params="eps step", results="delta",
  source="asoodeh2020c, Lemma 1, at the distance sqrt(sum count D^2/sigma^2)",
  rows=[
   ("one kind of step: the same as gauss.mechanism",
    ["1 [(1,1,1)]", "1 [(1,2,1)]", "6 [(1,20,501)]"]),
   ("several kinds",
    ["1 [(1,2,3),(0.5,1,10)]", "2 [(1,4,10),(2,8,10),(1/2,3,5)]",
     "0.5 [(1/3,7,2),(0.25,11,9)]", "3 [(1,1,1),(1,2,1),(1,3,1),(1,4,1),(1,5,1)]",
     "1/7 [(1,10,1),(1,20,2),(1,30,3),(1,40,4)]"]),
   ("r = 5 exactly (3-4-5), eps/r - r/2 = 0 and not", ["12.5 [(3,1,1),(4,1,1)]", "12 [(3,1,1),(2,1,4)]"]),
   ("tiny and huge", ["10 [(1,10,1),(1,20,1)]", "700 [(1,6,2),(1,9,3)]",
                      "1 [(1,1000000,1000000000000),(1e-3,1,1000)]",
                      "1e-20 [(1e-20,1,1),(1e-21,1/2,7)]"]),
   ("eps = 0", ["0 [(1,2,3),(0.5,1,10)]", "0 [(1e-10,1,1),(1,1e9,2)]"]),
  ]),
 dict(
  id="gauss.rdp", fn=gauss_rdp, params="alpha D sigma T", results="gamma",
  source="asoodeh2020f, section IV.A (with the norm squared)",
  rows=[
   ("textbook, exact", ["2 1 1 1", "10 1 4 100", "32 1 20 1000", "1.5 2 5 8", "64 0.5 8 7"]),
   ("fractions that do not terminate", ["4/3 1 3 1", "2 1/3 7 11", "20 1 3 1", "7 5 11 13"]),
   ("alpha near 1", ["1.0000000001 1 2 3", "1000001/1000000 1 3 7"]),
   ("huge and tiny", ["1e6 1 1e-3 1000000", "2 1e-150 1e150 1", "3 1 1e6 1000000000000",
                      "1e9 7 3 1000000000000"]),
  ]),
 dict(
  id="gauss.kernel", fn=gauss_kernel, params="eps dia sigma", results="eta",
  source="asoodeh2020c, Proposition 1 (an upper bound)",
  rows=[
   ("published: theta_gamma(1/sigma) of Example 1 at sigma = 1", ["0 1 1", "1 1 1", "2 1 1"]),
   ("textbook", ["1 1 2", "0.5 3 2", "1/3 1/7 1/5", "2 10 3"]),
   ("tiny", ["5 1 2", "10 1 20", "700 1 3"]),
   ("cancellation", ["2 2 1", "0.5 1 1.0000000000000001", "1e-3 1 1000", "1e-40 1e-40 2"]),
   ("huge", ["1 100 1", "5000 100 1", "0 30 1"]),
  ]),
 dict(
  id="channel.binary", fn=channel_binary, params="eps a b", results="eta",
  source="asoodeh2020c, Example 2",
  rows=[
   ("published: a = 0.1, b = 0.4 of Example 2", ["0 0.1 0.4", "0.5 0.1 0.4", "1 0.1 0.4", "2 0.1 0.4"]),
   ("binary symmetric", ["0 1/3 1/3", "0.1 0.25 0.25", "1 0.01 0.01", "3 0.001 0.001"]),
   ("randomized response just above and below e^eps/(1+e^eps)",
    ["1 0.2689 0.2689", "1 0.269 0.269"]),
   ("exactly zero: gamma beyond both ratios", ["3 0.1 0.4", "1 0.5 0.5", "0 0.5 0.5", "0 0.25 0.75"]),
   ("cancellation: e^eps b close to 1 - a",
    ["0.6931471805599453 0.5 0.25", "0.405465108108164381978 0.4 0.4",
     "0.40546510810816438197 0.4 0.4"]),
   ("one crossover is 0, or outside [0, 1/2]", ["5 0 0.4", "5 0.4 0", "700 0 0.5", "0.1 0.05 0.85", "0.01 0.9 0.02"]),
   ("tiny crossovers", ["1 1e-30 1e-20", "69 1e-30 1e-31", "20 1e-9 1e-10"]),
  ]),
 dict(
  id="contract.chain", fn=contract_chain, params="eps E D sigma n", results="delta",
  source="asoodeh2020c, Theorem 1, at sigma_t = sigma",
  rows=[
   ("textbook", ["1 1 1 1 1", "1 1 1 1 2", "0.5 0.3 2 1 3", "1/3 1/7 1/2 3/4 5", "2 0.9 3 1 10"]),
   ("eps = 0: Dobrushin's coefficient", ["0 1 1 1 1", "0 1/2 1 2 4", "0 1e-3 3 1 100"]),
   ("tiny", ["5 1 1 2 3", "1 1e-300 1 10 7", "10 1 1 1 50", "1 1 1e-3 1 2"]),
   ("close to E", ["1 1 20 1 3", "0.1 0.7 30 1 10", "1 1/3 100 1 2"]),
   ("no divergence to begin with: exactly 0", ["1 0 1 1 3"]),
  ]),
 dict(
  id="contract.index", fn=contract_index, params="eps psi D sigma n i", results="delta",
  source="asoodeh2020c, Theorem 4, (16), at equal diameters and noises",
  rows=[
   ("the last step: one Gaussian mechanism", ["1 1 2 1 1 1", "1 1 2 1 10 10", "0.5 1/3 1 2 3 3"]),
   ("textbook", ["0.5 1 2 1 5 3", "1 2 3 1 4 1", "1/7 1/3 1/2 1/5 6 2", "2 1 5 1 20 15"]),
   ("eps = 0", ["0 1 1 1 3 1", "0 0.01 2 1 50 25"]),
   ("tiny", ["5 1 1 1 10 1", "1 1e-3 1 1 3 2", "3 1 2 1 100 1"]),
   ("large distances", ["1 30 40 1 5 1", "0.1 1 60 1 30 1"]),
  ]),
 dict(
  id="contract.index-list", fn=contract_index_list, params="eps psi i step", results="delta",
  source="asoodeh2020c, Theorem 4, (16)",
  rows=[
   ("one step, or the last one", ["1 1 1 [(2,1)]", "1 1 3 [(1,1),(2,1),(3,2)]", "0.5 1/3 2 [(1,1),(7,2)]"]),
   ("different steps", ["0.5 1 1 [(1,1),(2,1),(3,1)]", "1 2 2 [(1,1),(2,1/2),(3,2),(4,3)]",
                        "1/7 1/3 1 [(1,2),(1/2,1/3),(5,7)]", "2 1 3 [(1,1),(1,1),(1,1/4),(3,1),(4,1),(5,1)]"]),
   ("equal steps: the same as contract.index", ["0.5 1 3 [(2,1),(2,1),(2,1),(2,1),(2,1)]"]),
   ("eps = 0", ["0 1 1 [(1,1),(2,3)]", "0 1e-3 2 [(1,1),(2,3),(4,5)]"]),
   ("tiny", ["5 1 1 [(1,1),(1,2),(1,3)]", "1 1e-3 1 [(1,1),(1e-2,1)]", "20 1 1 [(1,1),(2,1),(3,1)]"]),
   ("large distances", ["1 50 1 [(1,1),(40,1),(30,1)]"]),
  ]),
 dict(
  id="contract.pnsgd", fn=contract_pnsgd, params="eps L sigma eta n", results="delta",
  source="asoodeh2020c, Corollary 1, (19)",
  rows=[
   ("published: L = 1, n = 100 of Fig. 2, ends of the ranges of its text",
    ["2 1 3 0.05 100", "2 1 3 0.1 100", "3 1 3 0.05 100", "2 1 4 0.05 100", "2 1 4 0.1 100", "5 1 3 0.1 100"]),
   ("textbook", ["1 1 2 0.5 50", "1/3 2 5 1/7 1000", "0.5 1/2 1 2 10"]),
   ("eps = 0", ["0 1 10 1 100", "0 0.1 5 0.2 1000000"]),
   ("tiny", ["10 1 3 0.1 100", "50 1 10 0.05 1000", "1 1e-3 1 1 1000000"]),
   ("above 1: exactly 1", ["0 1 1 0.1 10", "1 1 1 0.05 100"]),
  ]),
 dict(
  id="contract.pnsgd-convex", fn=contract_pnsgd_convex, params="eps L sigma eta n", results="delta",
  source="asoodeh2020c, (35), (37) and the first two lines of (40): the diameter is sqrt(1 + 4 eta^2 L^2)",
  rows=[
   ("published: L = 1, n = 100 of Fig. 2", ["2 1 3 0.05 100", "2 1 3 0.1 100", "3 1 3 0.05 100", "2 1 4 0.05 100"]),
   ("textbook", ["1 1 2 0.5 50", "1/3 2 5 1/7 1000", "0.5 1/2 1 2 10", "1 1 2 100 50"]),
   ("eps = 0", ["0 1 10 1 100", "0 0.1 5 0.2 1000000"]),
   ("tiny", ["10 1 3 0.1 100", "50 1 10 0.05 1000", "1 1e-3 1 1 1000000"]),
   ("above 1: exactly 1", ["0 1 1 0.1 10"]),
  ]),
 dict(
  id="contract.pnsgd-smooth", fn=contract_pnsgd_smooth, params="eps L sigma eta n beta", results="delta",
  source="asoodeh2020c, (20)",
  rows=[
   ("published: L = 1, beta = 1, n = 100 of Fig. 2", ["2 1 3 0.05 100 1", "2 1 3 0.1 100 1", "3 1 3 0.05 100 1", "2 1 4 0.05 100 1"]),
   ("eta = 2/beta exactly", ["1 1 2 2 50 1", "0.5 1/2 1 1/3 10 6"]),
   ("textbook", ["1 1 2 0.5 50 3", "1/3 2 5 1/7 1000 1"]),
   ("eps = 0", ["0 1 10 1 100 2", "0 0.1 5 0.2 1000000 1"]),
   ("tiny", ["10 1 3 0.1 100 1", "50 1 10 0.05 1000 1", "1 1e-3 1 1 1000000 1"]),
   ("above 1: exactly 1", ["0 1 1 0.1 10 1"]),
  ]),
 dict(
  id="contract.stopped", fn=contract_stopped, params="eps psi D step", results="delta",
  source="asoodeh2020c, Theorem 5, (17), with the maximum over i",
  rows=[
   ("one step", ["1 1 2 [(1)]", "0 1 2 [(3)]"]),
   ("the refutation of the minimum", ["1 1/2 1 [(1/10),(10)]", "0 1/2 1 [(1/10),(10),(20)]"]),
   ("textbook", ["0.5 1 2 [(1),(2),(3)]", "1 2 3 [(3),(2),(1)]", "1/7 1/3 1/2 [(1/4),(1/3),(1/5),(1/2)]",
                 "2 1 4 [(1),(1),(1),(1),(1),(1),(1)]"]),
   ("tiny", ["5 1 1 [(1),(2)]", "20 1 2 [(1),(1),(2)]", "1 1e-3 1 [(1),(1)]"]),
   ("large distances", ["1 30 40 [(1),(1/2),(1)]", "0.1 100 1 [(1),(2),(3),(4)]"]),
  ]),
 dict(
  id="contract.stopped-printed", fn=contract_stopped_printed, params="eps psi D step", results="delta",
  source="asoodeh2020c, Theorem 5, (17), as printed",
  notes=["a refuted statement: these are the values of the printed formula, not privacy guarantees"],
  rows=[
   ("one step", ["1 1 2 [(1)]", "0 1 2 [(3)]"]),
   ("the refutation", ["1 1/2 1 [(1/10),(10)]", "0 1/2 1 [(1/10),(10),(20)]"]),
   ("textbook", ["0.5 1 2 [(1),(2),(3)]", "1 2 3 [(3),(2),(1)]", "1/7 1/3 1/2 [(1/4),(1/3),(1/5),(1/2)]",
                 "2 1 4 [(1),(1),(1),(1),(1),(1),(1)]"]),
   ("tiny", ["5 1 1 [(1),(2)]", "20 1 2 [(1),(1),(2)]", "1 1e-3 1 [(1),(1)]"]),
   ("large distances", ["1 30 40 [(1),(1/2),(1)]", "0.1 100 1 [(1),(2),(3),(4)]"]),
  ]),
 dict(
  id="contract.stopped-uniform", fn=contract_stopped_uniform, params="eps psi D sigma n", results="delta",
  source="asoodeh2020c, Theorem 5, (18)",
  rows=[
   ("textbook", ["1 1/2 1 0.3 10", "0.5 1 2 1 5", "1/7 1/3 1/2 1/5 20", "2 1 4 1 7", "1 1 1 1 1000000"]),
   ("eps = 0", ["0 1 1 1 10", "0 1e-10 1 1 3"]),
   ("tiny", ["5 1 1 2 10", "50 1 2 1 100", "1 1e-3 1 1 3"]),
   ("1 - theta(D/sigma) cancels", ["0 1e-30 20 1 10", "0 1e-100 30 1 1000", "3 1 15 1 1000000000000"]),
   ("above 1: exactly 1", ["1 1 10 1 3"]),
  ]),
 dict(
  id="rdp.classic-delta", fn=rdp_classic_delta, params="alpha gamma eps", results="delta",
  source="asoodeh2020f, Theorem 1, (3)",
  rows=[
   ("textbook", ["2 0.5 1", "10 0.5 2", "32 1 1.5", "1.5 0.1 3", "4/3 1/7 1/2"]),
   ("eps just above gamma", ["2 1 1.0000000001", "1000 0.3 0.30000000000000000001", "1.0001 5 5.0001"]),
   ("tiny", ["100 1 10", "1000 1 100", "1e6 0.001 1000", "2 0 1e9"]),
   ("gamma = 0", ["2 0 1", "17 0 0.25"]),
   ("alpha near 1", ["1.0000000001 0.1 1", "1000001/1000000 3 100"]),
  ]),
 dict(
  id="rdp.classic-eps", fn=rdp_classic_eps, params="alpha gamma delta", results="eps",
  source="asoodeh2020f, Remark 1 and (22) at T = 1 (inverse of Theorem 1)",
  rows=[
   ("textbook", ["2 0.5 1e-5", "10 0.5 1e-5", "32 1 1e-6", "1.5 0.1 1/1000", "20 0.025 1e-5"]),
   ("tiny delta", ["10 1 1e-300", "1e6 0.001 1e-1000", "64 2 1e-100"]),
   ("delta near 1, alpha near 1: cancellation in the logarithm",
    ["2 0 0.9999999999999999999999", "1.0000000001 0.1 1e-5", "1.0000000001 0.1 0.99999999999"]),
   ("huge alpha, gamma = 0", ["1e12 0.5 1e-5", "5 0 1e-5", "1e30 0 0.5", "3/2 1/3 1/7"]),
  ]),
 dict(
  id="rdp.closed-gamma", fn=rdp_closed_gamma, params="alpha eps delta", results="gamma",
  source="asoodeh2020f, Theorem 4, (17) and (18)",
  rows=[
   ("pairs for Fig. 1 (the paper does not print its own), (alpha, eps) = (2,1), (5,0.5), (20,0.1)",
    ["2 1 0.1", "2 1 0.01", "2 1 0.4", "5 0.5 0.01", "5 0.5 0.15", "20 0.1 0.001", "20 0.1 0.03"]),
   ("textbook delta", ["10 1 1e-5", "32 2 1e-6", "1.5 3 1e-5", "4/3 1/7 1/50"]),
   ("g is the larger", ["2 5 0.2", "10 3 0.05", "100 1 0.005", "3 20 0.001"]),
   ("f is the larger", ["2 0.1 0.01", "10 0.5 1e-8", "3 1 0.001"]),
   ("eps = 0: f is 0, g of either sign", ["2 0 0.1", "2 0 0.3", "10 0 0.04", "10 0 0.03"]),
   ("alpha delta >= 1", ["2 1 0.6", "2 0 0.75", "10 0.5 0.101", "1.0001 3 0.99999"]),
   ("just below and above alpha delta = 1", ["10 1 0.0999999999999", "10 1 0.1000000000001"]),
   ("tiny delta: f = eps + log(...)/(alpha-1) cancels", ["2 1 1e-30", "10 1 1e-300", "5 0.5 1e-100"]),
   ("delta = 0: exactly 0", ["2 1 0", "10 0.5 0"]),
   ("huge eps and alpha", ["2 1000 1e-5", "1000 50 1e-5", "1e6 0.01 1e-7", "1.0000001 1 1e-5"]),
  ]),
 dict(
  id="rdp.closed-delta", fn=rdp_closed_delta, params="alpha gamma eps", results="delta",
  source="asoodeh2020c, (23) before its infimum; asoodeh2020f, Lemma 1",
  notes=["assembled as: if 1-e^{eps-gamma} >= 1/alpha then 1-e^{eps-gamma},",
         "else min(first, second), the second only if eps > 0, with",
         "first = zeta e^{-(alpha-1)(eps-gamma)},",
         "second = (e^{(alpha-1)gamma}-1)/(alpha(e^{(alpha-1)eps}-1))"],
  rows=[
   ("textbook", ["2 0.5 1", "10 0.5 2", "32 1 1.5", "1.5 0.1 3", "4/3 1/7 1/2", "20 0.025 0.5"]),
   ("the second branch is the smaller", ["2 0.01 0.5", "10 0.001 0.1", "5 1e-6 1", "2 0.05 0.4"]),
   ("the first branch is the smaller", ["10 1 2", "3 0.9 1", "50 0.5 0.6", "2 1 0.9", "2 0.1 0.2"]),
   ("gamma above eps, 1-e^{eps-gamma} below 1/alpha", ["2 1 0.5", "10 0.55 0.5", "2 0.6931 0", "5 0.2 0.1"]),
   ("gamma above eps, 1-e^{eps-gamma} above 1/alpha", ["2 2 1", "10 3 0.5", "100 1 0.9", "2 0.6932 0", "1.5 10 2"]),
   ("just below and above the third branch's range",
    ["2 1.69314718055 1", "2 1.69314718057 1", "10 0.105360515657 0", "10 0.105360515658 0"]),
   ("eps = 0", ["2 0.1 0", "10 0.01 0", "2 5 0"]),
   ("tiny: the second branch's numerator cancels", ["2 1e-30 1", "10 1e-100 0.5", "2 1e-30 1e-29", "1.0000001 1e-12 1"]),
   ("tiny values", ["100 1 10", "1000 1 100", "1e6 0.001 1000"]),
   ("gamma = 0, eps > 0: exactly 0", ["2 0 1", "10 0 0.01"]),
  ]),
 dict(
  id="rdp.closed-eps", fn=rdp_closed_eps, params="alpha gamma delta", results="eps",
  source="asoodeh2020f, Lemma 1, (19) and (20)",
  rows=[
   ("textbook", ["2 0.5 1e-5", "10 0.5 1e-5", "32 1 1e-6", "1.5 0.1 1/1000", "20 0.025 1e-5"]),
   ("the second branch is the smaller", ["2 1e-6 0.01", "10 1e-4 1e-3", "5 0.001 0.01", "2 1e-30 1e-5"]),
   ("the first branch is the smaller", ["10 2 0.01", "100 1 1e-3", "3 10 1e-5"]),
   ("alpha delta >= 1", ["2 1 0.55", "10 0.5 0.2", "1.5 5 0.9", "100 0.02 0.0101"]),
   ("alpha delta just below and above 1", ["10 1 0.0999999999999", "10 1 0.1000000000001"]),
   ("exactly 0", ["2 0.1 0.3", "10 0.01 0.05", "2 0.1 0.6", "2 0 1e-5", "10 0 0.5"]),
   ("near the kink of a positive part", ["2 0.1 0.27629", "2 0.1 0.27630", "10 0.5 0.39346", "10 0.5 0.39347"]),
   ("tiny and huge", ["10 1 1e-300", "1e6 0.001 1e-7", "2 1e-100 1e-3", "1000 1000 1e-10", "1.0000000001 0.1 1e-5"]),
  ]),
 dict(
  id="rdp.optimal-gamma", fn=rdp_optimal_gamma, params="alpha eps delta", results="gamma", slow=True,
  source="asoodeh2020f, Theorem 3",
  rows=[
   ("pairs for Fig. 1", ["2 1 0.1", "2 1 0.01", "5 0.5 0.01", "5 0.5 0.15", "20 0.1 0.001", "20 0.1 0.03"]),
   ("textbook delta", ["10 1 1e-5", "32 2 1e-6", "1.5 3 1e-5", "4/3 1/7 1/50"]),
   ("eps = 0", ["2 0 0.1", "10 0 0.04", "1.5 0 1e-5"]),
   ("alpha delta >= 1, and just below", ["2 1 0.6", "10 0.5 0.101", "10 1 0.0999999999"]),
   ("tiny delta", ["2 1 1e-30", "10 1 1e-60"]),
   ("delta = 0: exactly 0", ["2 1 0"]),
   ("large", ["2 50 1e-5", "300 5 1e-5", "1.001 1 1e-5"]),
  ]),
 dict(
  id="rdp.optimal-delta", fn=rdp_optimal_delta, params="alpha gamma eps u", results="delta",
  source="asoodeh2020f, Theorem 3 by a tangent; its least value over u inverts the theorem",
  rows=[
   ("u near its optimum", ["10 0.125 1 3.0204", "2 0.5 1 5", "5 0.1 0.5 2.3", "20 0.05 0.2 1.3"]),
   ("u away from it: the closed form may be smaller", ["10 0.125 1 2", "10 0.125 1 100", "2 0.5 1 1.5", "2 0.5 1 1000"]),
   ("gamma above eps", ["10 3 0.5 2", "2 2 1 3"]),
   ("eps = 0", ["2 0.1 0 1.9", "10 0.01 0 1.3"]),
   ("gamma = 0", ["10 0 1 3"]),
   ("tiny", ["10 1e-10 1 3.1", "100 1 10 1.2", "1.5 1e-3 3 500"]),
  ]),
 dict(
  id="rdp.optimal-eps", fn=rdp_optimal_eps, params="alpha gamma delta x", results="eps",
  source="asoodeh2020f, Theorem 3 by a tangent; its least value over x inverts the theorem",
  rows=[
   ("x near its optimum", ["10 0.125 1e-5 6.7e-5", "2 0.5 1e-5 2e-5", "5 0.1 1e-3 0.004", "20 0.05 1e-5 1e-4"]),
   ("x away from it: the closed form may be smaller", ["10 0.125 1e-5 1e-3", "10 0.125 1e-5 1e-9", "2 0.5 1e-5 0.5", "2 0.5 1e-5 1e-20"]),
   ("alpha delta >= 1", ["10 3 0.2 0.5", "2 1 0.55 0.3"]),
   ("exactly 0", ["2 0.1 0.3 0.1", "10 0 0.01 0.1"]),
   ("large and tiny", ["10 100 1e-5 1e-4", "1.5 1 1e-100 1e-10", "300 0.01 1e-5 1e-3"]),
  ]),
 dict(
  id="rdp.symmetric-gamma", fn=rdp_symmetric_gamma, params="alpha eps delta", results="gamma", slow=True,
  source="asoodeh2020f, Theorem 3 with both orders",
  rows=[
   ("the same as rdp.optimal-gamma", ["10 1 1e-5", "2 1 0.01", "1.5 1 0.3"]),
   ("the other order counts", ["10 1 0.1", "2 1 0.5", "1.5 1 0.8", "50 0.1 0.1"]),
   ("eps = 0", ["1.5 0 1e-5", "2 0 0.1", "2 0 0.5", "10 0 0.3"]),
   ("delta = 0: exactly 0", ["2 1 0"]),
   ("large", ["2 20 1e-5", "200 3 1e-4", "1.01 1 0.9"]),
  ]),
 dict(
  id="rdp.symmetric-delta", fn=rdp_symmetric_delta, params="alpha gamma eps u d", results="delta", slow=True,
  source="asoodeh2020f, Theorem 3 with both orders; the value is the witness, or that of one order",
  rows=[
   ("small delta", ["10 0.125 1 50 9.95e-6", "2 0.5 1 50 0.0898", "5 0.1 0.5 50 0.0066"]),
   ("large delta", ["10 0.6519187851 0.1 3 0.3000001", "2 0.8472978603 0 3 0.5000001", "50 1 0.1 3 0.4365"]),
   ("eps = 0", ["2 0.1 0 3 0.1601", "10 0.01 0 3 0.0227", "1.5 1 0 3 0.583"]),
   ("one order gives as much, u at its optimum", ["10 0.125 1 3.02 9.95e-6", "2 0.5 1 5.6 0.0898"]),
   ("other orders", ["1.1 1 1 3 0.3923", "100 0.2 0.1 3 0.0555", "3 2 1.5 3 0.3803"]),
  ]),
 dict(
  id="rdp.symmetric-eps", fn=rdp_symmetric_eps, params="alpha gamma delta z b", results="eps", slow=True,
  source="asoodeh2020f, Theorem 3 with both orders; the value is the witness, or that of one order",
  rows=[
   ("small delta", ["10 1 1e-5 0.5 1.91799693582", "10 0.125 1e-5 0.5 0.99943391", "2 0.5 1e-3 0.5 5.095"]),
   ("large delta", ["10 0.6519187851 0.3 0.5 0.1", "10 0.6 0.3 0.5 0.035934", "2 2 0.5 0.5 1.291"]),
   ("exactly 0", ["10 0.5 0.3 0.5 0", "2 0.1 0.5 0.5 0"]),
   ("other orders", ["1.1 1 0.1 0.5 4.992", "100 0.2 0.01 0.5 0.1878", "3 2 1e-4 0.5 5.642", "1.5 0.1 0.01 0.5 2.116"]),
   ("one order gives as much, or b is large", ["10 0.125 1e-5 6.7e-5 0.99943391", "2 300 0.5 0.1 400", "1.001 300 0.999 0.1 294"]),
  ]),
 dict(
  id="rdp.balle-eps", fn=rdp_balle_eps, params="alpha gamma delta", results="eps",
  source="asoodeh2020f, (20) first branch and (59); Balle et al. 2019, Theorem 21",
  rows=[
   ("textbook", ["2 0.5 1e-5", "10 0.5 1e-5", "32 1 1e-6", "1.5 0.1 1/1000", "20 0.025 1e-5", "4/3 1/7 1/50"]),
   ("small gamma: well above rdp.closed-eps", ["2 1e-6 0.01", "10 1e-4 1e-3", "2 1e-30 1e-5"]),
   ("exactly 0", ["2 0.1 0.3", "10 0.01 0.05", "100 1e-3 0.0099"]),
   ("near the kink", ["2 0.1 0.27629", "2 0.1 0.27630", "10 0.1 0.0952", "10 0.1 0.0953"]),
   ("tiny and huge", ["10 1 1e-300", "1e6 0.001 1e-7", "1000 1000 1e-10", "1.0000000001 0.1 1e-5", "1e12 0.5 1e-13"]),
  ]),
 dict(
  id="rdp.zero-eps", fn=rdp_zero_eps, params="alpha gamma", results="delta",
  source="asoodeh2020f, Remark 1 and appendix D",
  rows=[
   ("first condition: 1-e^{-gamma} < 1/alpha", ["2 0.1", "2 0.5", "10 0.01", "10 0.1", "1.5 1", "100 0.001", "4/3 1/7"]),
   ("second condition", ["2 1", "10 0.5", "1.5 3", "100 0.02", "3/2 10", "1000 0.5"]),
   ("just below and above 1-e^{-gamma} = 1/alpha",
    ["2 0.69314718055", "2 0.69314718057", "10 0.105360515657", "10 0.105360515658"]),
   ("tiny gamma", ["2 1e-30", "10 1e-100", "1e6 1e-9", "1e30 1e-10", "1e6 1e-3"]),
   ("alpha near 1, huge gamma", ["1.0000001 0.1", "1.0000001 10", "2 50", "1.0000001 100"]),
  ]),
 dict(
  id="fdiv.chi2-gauss", fn=fdiv_chi2_gauss, params="rk r", results="tv_bound eg_bound", slow=True,
  source="asoodeh2020c, Example 1",
  rows=[
   ("published", ["1 2"]),
   ("others", ["1 1", "2 1", "0.5 1", "1 0.5", "3 2", "0.1 1", "1 0.1", "2 3", "4 1", "1/3 2/3", "0.5 0.25"]),
  ]),
 dict(
  id="fdiv.chi2-binary", fn=fdiv_chi2_binary, params="a b mu nu", results="tv_bound eg_bound", slow=True,
  source="asoodeh2020c, Example 2",
  rows=[
   ("published", ["0.1 0.4 0.1 0.4"]),
   ("others", ["0.4 0.1 0.1 0.4", "0.1 0.4 0.4 0.1", "0.25 0.25 0.1 0.9", "0.01 0.02 0.3 0.2", "0 0.3 0.2 0.6", "0.3 0 0.2 0.6",
               "0 0 0.2 0.6", "1/3 1/3 1/7 2/7", "0.05 0.9 0.5 0.01", "0.2 0.2 0.001 0.5"]),
   ("exactly 0", ["0.1 0.4 0.3 0.3", "0.5 0.5 0.1 0.2"]),
  ]),
 dict(
  id="ma.gauss-optimal", fn=ma_gauss_optimal, params="sigma T delta alpha z", results="eps",
  source="asoodeh2020f, (24) with Theorem 3 by a tangent, at the given alpha and z",
  rows=[
   ("sigma = 20, delta = 1e-5 of Fig. 2",
    ["20 1 1e-5 90 1e-3", "20 10 1e-5 28 3e-4", "20 100 1e-5 9.6 9e-5", "20 501 1e-5 4.98 3e-5", "20 603 1e-5 4.64 3e-5",
     "20 1000 1e-5 3.85158 7e-6"]),
   ("away from the optimum", ["20 1000 1e-5 2 1e-6", "20 1000 1e-5 10 0.1", "4 100 1e-6 3/2 1e-7"]),
   ("others", ["1 1 1e-5 5.8 1e-4", "2 10 1e-6 4 1e-5", "1 1 0.1 5 0.3", "100 1 1e-3 100 0.09"]),
  ]),
 dict(
  id="product.exact", fn=product_exact, params="gauss laplace step eps", results="delta",
  source="zhu2022 and KOV, the dominating pairs: mixtures of theta over the losses that are no Gaussian's",
  notes=["gen_inversion.py has values with many subsampled steps"],
  rows=[
   ("Gaussian noise and randomized response", ["[(1,2,1)] [] [(1/2,0,1)] 1", "[(1,2,1)] [] [(1/2,0,3),(0.1,0,2)] 2", "[(1,10,50)] [] [(1,1e-5,2)] 3"]),
   ("Gaussian noise alone: gauss.mechanism-list", ["[(1,2,3),(1,5,10)] [] [] 1", "[(1,1000,1000000)] [] [] 0.5", "[(1,20,1000)] [] [] 8"]),
   ("one subsampled step: sgm.exact", ["[(0.1,1,1)] [] [] 1", "[(0.01,0.5,1)] [] [(0,1e-6,3)] 0.1"]),
   ("leaks", ["[(1,2,1)] [] [(0,0.01,2)] 1", "[(1,2,1)] [] [(0.1,1e-9,6),(0,1e-3,1)] 30", "[(1,2,1)] [] [(0.3,1,1)] 1"]),
   ("Laplace", ["[(1,1,1)] [(1,1)] [] 1", "[(1,4,10)] [(0.1,1)] [] 2", "[(1,1,2)] [(1/2,1)] [(1/4,1e-8,1)] 5", "[(1,2,2)] [(0.3,1)] [(0.2,0,2)] 0.5"]),
   ("Laplace alone", ["[] [(1,1)] [] 1/2", "[] [(1,2)] [] 0.3", "[] [(1/2,5)] [] 1", "[] [(0.1,20)] [] 1/3", "[] [(2,3)] [(0,1e-3,1)] 5.9"]),
   ("eps = 0, and tiny delta", ["[(1,1,1)] [(1/5,1)] [(1/3,0,1)] 0", "[(1,3,5)] [] [(0.2,0,2)] 20", "[(1,3,5)] [(0.2,1)] [] 20"]),
  ]),
 dict(
  id="product.one-way", fn=product_one_way, params="direction gauss laplace step eps", results="delta",
  source="zhu2022 and KOV, the dominating pairs, in one direction",
  rows=[
   ("one subsampled step", ["remove [(0.1,1,1)] [] [] 0.05", "add [(0.1,1,1)] [] [] 0.05", "remove [(0.5,2,1)] [] [] 0.5", "add [(0.5,2,1)] [] [] 0.5",
                            "remove [(0.01,0.5,1)] [] [(0,1e-6,3)] 0.005", "add [(0.01,0.5,1)] [] [(0,1e-6,3)] 0.005"]),
   ("add: beyond the largest loss nothing is left", ["add [(0.1,1,1)] [] [] 1", "add [(0.1,1,1)] [] [(0,0.01,2)] 0.2"]),
   ("without sampling both are the same", ["remove [(1,2,1)] [] [(1/2,0,1)] 1", "add [(1,2,1)] [] [(1/2,0,1)] 1", "add [(1,1,1)] [(1,1)] [] 1", "remove [] [(1/2,5)] [] 1"]),
  ]),
 dict(
  id="product.exact-eps", fn=product_exact_eps, params="gauss laplace step delta eps_hi", results="eps",
  source="zhu2022 and KOV, the dominating pairs: mixtures of theta over the losses that are no Gaussian's",
  notes=["gen_inversion.py has values with many subsampled steps"],
  rows=[
   ("Gaussian noise and randomized response", ["[(1,2,1)] [] [(1/2,0,1)] 1e-5 2.43553622", "[(1,2,1)] [] [(1/2,0,3),(0.1,0,2)] 1e-6 3.67938909", "[(1,10,50)] [] [(1,1e-5,2)] 1e-4 4.45439482"]),
   ("Gaussian noise alone", ["[(1,20,1000)] [] [] 1e-5 7.51127591", "[(1,2,3),(1,5,10)] [] [] 1e-9 6.67033037", "[(1,0.5,2)] [] [] 1e-30 36.0257629"]),
   ("one subsampled step", ["[(0.1,1,1)] [] [] 1e-5 1.68454382", "[(0.01,0.5,1)] [] [(0,1e-6,3)] 1e-5 3.23157210"]),
   ("delta is not reached even at eps = 0", ["[(1,20,1)] [] [] 0.9 0", "[(1,20,1)] [(0.1,1)] [(0.1,0.01,1)] 0.9 0"]),
   ("leaks", ["[(1,2,1)] [] [(0,0.01,2)] 0.02 1.69530649", "[(1,2,1)] [] [(0.1,1e-9,10),(0,1e-3,1)] 0.001001 2.67632631"]),
   ("Laplace", ["[(1,1,1)] [(1,1)] [] 1e-5 5.23618562", "[(1,4,10)] [(0.1,1)] [] 1e-10 5.10664298"]),
   ("Laplace alone", ["[] [(1,1)] [] 1e-6 0.999998", "[] [(1,5)] [] 0.05 4.04149716", "[] [(1,20)] [] 1e-6 19.6709202"]),
  ]),
 dict(
  id="sgm.exact", fn=sgm_exact, params="q sigma T eps", results="delta",
  source="zhu2022, the dominating pairs of Poisson sampling: one step, or no sampling",
  notes=["gen_inversion.py has values for more steps"],
  rows=[
   ("one step", ["0.1 1 1 1", "0.01 0.5 1 0.1", "1/2 2 1 0.5", "0.001 4 1 0.001", "0.3 0.2 1 3"]),
   ("eps = 0, eps where only the direction remove is left", ["0.1 1 1 0", "0.1 1 1 0.1", "0.1 1 1 0.106", "0.9 3 1 2.4"]),
   ("tiny and huge sigma", ["0.01 0.05 1 5", "0.2 1000 1 1e-6", "1e-6 1 1 1e-3"]),
   ("tiny delta", ["0.01 1 1 20", "0.01 5 1 30"]),
   ("no sampling: the Gaussian mechanism", ["1 20 1000 8", "1 1 1 1", "1 1000000 1000000000000 1", "1 1 2 0"]),
  ]),
 dict(
  id="sgm.exact-eps", fn=sgm_exact_eps, params="q sigma T delta eps_hi", results="eps",
  source="zhu2022, the dominating pairs of Poisson sampling: one step, or no sampling",
  notes=["gen_inversion.py has values for more steps"],
  rows=[
   ("one step", ["0.1 1 1 1e-2 0.198112753", "0.1 1 1 1e-5 1.68454382", "0.01 0.5 1 1e-5 3.02535781", "1/2 2 1 1e-10 2.39692235", "0.001 4 1 1e-6 0.000807286204", "0.3 0.2 1 0.1 12.5002534", "0.01 1 1 1e-100 16.8041955"]),
   ("delta is not reached even at eps = 0", ["0.01 1 1 0.5 0", "1 20 1 0.9 0"]),
   ("no sampling: the Gaussian mechanism", ["1 20 1000 1e-5 7.51127591", "1 1 1 1e-5 4.37717810", "1 1000000 1000000000000 1e-9 6.17393505", "1 0.5 2 1e-30 36.0257629"]),
  ]),
 dict(
  id="gdp.clt", fn=gdp_clt, params="q sigma T delta eps_clt", results="eps",
  source="bu2020, the limit under Poisson subsampling, and the (eps, delta)-DP of a Gaussian mechanism",
  rows=[
   ("published: opacus 1.5.4 and tensorflow_privacy print these, to 12 digits and more",
    ["0.004266666666666667 1.1 14062 1e-5 2.32426888", "0.004266666666666667 1.1 14062 1e-15 4.52437415", "0.004266666666666667 1.1 14062 1e-30 6.58753586",
     "0.001 4 10000 1e-5 0.0762456353", "0.001 4 100000 1e-5 0.268285010"]),
   ("far from the limit", ["1e-4 0.4 10000 1e-6 0.957615829", "0.01 0.8 1000 1e-5 2.50951844", "0.1 0.3 100 1e-5 34556.9495", "0.01 1 1 1e-5 0.0367658176"]),
   ("no sampling, delta that is not reached, many steps", ["1 20 1000 1e-5 7.51692344", "0.01 1 1 0.5 0", "1e-6 2 1000000000000 1e-9 3.11552095"]),
  ]),
 dict(
  id="ma.gauss", fn=ma_gauss, params="sigma T delta alpha", results="eps",
  source="asoodeh2020f, (23), its objective at the given alpha",
  rows=[
   ("published: sigma = 20, delta = 1e-5 of Fig. 2, alpha near its optimum",
    ["20 1 1e-5 97", "20 10 1e-5 31.35", "20 100 1e-5 10.6", "20 501 1e-5 5.2877", "20 603 1e-5 4.9", "20 1000 1e-5 4.0349"]),
   ("alpha away from its optimum", ["20 1000 1e-5 2", "20 1000 1e-5 50", "4 100 1e-6 3/2"]),
   ("textbook", ["1 1 1e-5 5.8", "2 10 1e-6 4", "1/3 1 1/100 1.5"]),
   ("alpha near 1", ["5 10 1e-5 1.0000000001", "5 10 0.999999 1.001"]),
   ("huge and tiny", ["1e6 1000000000000 1e-5 5.798", "1e-3 1000 1e-10 2", "1e10 1 1e-300 1e11", "10 1000000 1e-1000 1.68"]),
  ]),
 dict(
  id="ma.gauss-closed", fn=ma_gauss_closed, params="sigma T delta alpha", results="eps",
  source="asoodeh2020f, Lemma 2, (25) with the objectives of (26) and (27) at the given alpha",
  rows=[
   ("published: sigma = 20, delta = 1e-5 of Fig. 2, alpha near its optimum",
    ["20 1 1e-5 90", "20 10 1e-5 28", "20 100 1e-5 9.6", "20 501 1e-5 4.98", "20 603 1e-5 4.64", "20 604 1e-5 4.635", "20 1000 1e-5 3.85"]),
   ("alpha away from its optimum", ["20 1000 1e-5 2", "20 1000 1e-5 50", "4 100 1e-6 3/2", "20 10 1e-5 99999"]),
   ("the second objective is the smaller", ["22 1 1e-3 5", "1000 100 1e-4 10", "200 1 1e-5 3"]),
   ("the third term is the smaller", ["6 1 0.1 1.5", "50 1 0.01 2", "2 1 0.3 1.2"]),
   ("exactly 0: the third term, or the first", ["1e6 1 1e-3 2", "20 1 0.3 2", "1e9 1 1e-5 7"]),
   ("textbook", ["1 1 1e-5 5.5", "2 10 1e-6 4", "1/3 1 1/100 1.5"]),
   ("alpha near 1", ["5 10 1e-5 1.0000000001", "5 10 0.9 1.1"]),
   ("huge and tiny", ["1e6 1000000000000 1e-5 5.5", "1e-3 1000 1e-10 2", "1e10 1 1e-300 1e11"]),
  ]),
 dict(
  id="ma.sgd-abadi", fn=ma_sgd_abadi, params="q sigma T delta alpha", results="eps",
  source="asoodeh2020f, section IV.B (Fig. 3), rho = q^2/((1-q) sigma^2), objectives of (26) and (27); Abadi et al. 2016, Lemma 3",
  rows=[
   ("published: q = 0.001, sigma = 4, delta = 1e-5 of Fig. 3",
    ["0.001 4 1000 1e-5 89", "0.001 4 10000 1e-5 89", "0.001 4 100000 1e-5 40", "0.001 4 400000 1e-5 22", "0.001 4 1000000 1e-5 14"]),
   ("textbook", ["0.01 4 10000 1e-5 20", "0.01 2 1000 1e-5 12", "0.005 1 500 1e-6 5", "1/1000 3/2 2000 1/100000 10"]),
   ("alpha near the end of its range", ["0.001 4 10000 1e-5 89.34", "0.01 1 100 1e-5 5.6", "0.062 1 1 1e-5 3.78"]),
   ("the second objective is the smaller", ["1e-6 4 1 1e-3 10", "0.001 4 1 0.01 5", "1e-6 1 1000000 1e-2 3"]),
   ("exactly 0", ["1e-6 4 1 0.1 5", "0.001 10 10 0.09 10"]),
   ("alpha near 1, huge T", ["0.001 4 1000 1e-5 1.0000001", "1e-6 2 1000000000000 1e-5 8", "1e-9 1 1 1e-300 20"]),
  ]),
 dict(
  id="iterate.feldman-classic", fn=iterate_feldman_classic, params="eps L sigma n", results="delta",
  source="asoodeh2020c, (22), for eps >= rho and n >= 3",
  rows=[
   ("published: L = 1, n = 100 of Fig. 2", ["2 1 3 100", "3 1 3 100", "5 1 3 100", "2 1 4 100", "2 1 10 100"]),
   ("the order is alpha*", ["1 1 3 1000", "10 2 5 50", "1/3 1/7 1 100000"]),
   ("the order is below alpha*", ["0.5 1 1 30", "0.05 1 3 100", "0.3 1 2 40", "1 3 7 60"]),
   ("eps just above rho", ["0.0204674231 1 3 100"]),
   ("n = 3, tiny, huge n", ["2 1 3 3", "1000 1 50 1000", "1 1 1e4 1000000", "5 1 3 1000000000000"]),
  ]),
 dict(
  id="iterate.feldman-classic-printed", fn=iterate_feldman_classic_printed, params="eps L sigma n", results="delta",
  source="asoodeh2020c, (22), as printed",
  notes=["a refuted statement: these are the values of the printed formula, not privacy guarantees"],
  rows=[
   ("where it is right: eps >= rho", ["2 1 3 100", "0.5 1 1 30", "1 1 3 1000", "0.05 1 3 100"]),
   ("where the order is below 1: eps < rho",
    ["0 1 0.1 3", "0 1 3 100", "1 1 0.1 10", "0.01 1 3 100", "1/3 2 1/2 7", "0 1 1 2", "0 3 1/100 1000"]),
   ("two records", ["5 1 3 2", "1 1 1/2 2"]),
  ]),
 dict(
  id="iterate.feldman-closed", fn=iterate_feldman_closed, params="eps L sigma n alpha", results="delta",
  source="asoodeh2020c, (23), its objective at the given alpha",
  rows=[
   ("published: L = 1, n = 100 of Fig. 2, alpha near its optimum",
    ["2 1 3 100 2.679", "3 1 3 100 2.679", "5 1 3 100 2.679", "2 1 4 100 3.372", "2 1 10 100 7.588"]),
   ("alpha away from its optimum", ["2 1 3 100 1.5", "2 1 3 100 1.0001", "1 1 10 1000 2"]),
   ("the first term is the smaller", ["0.3 1 2 4 1.7", "1 3 2 5 1.1"]),
   ("the second term is the smaller", ["1 1 3 1000 2", "10 2 5 50 1.5", "1/3 1/7 1 100000 4"]),
   ("eps = 0", ["0 1 3 100 2", "0 1 10 1000 5"]),
   ("the third case", ["0.1 5 1/2 3 1.001", "0 1 1/3 3 1.05"]),
   ("tiny, huge n", ["100 1 10 100 7", "5 1 3 1000000000000 2.6"]),
  ]),
 dict(
  id="iterate.feldman-printed", fn=iterate_feldman_printed, params="alpha L sigma n", results="gamma",
  source="asoodeh2020c, Theorem 6, as printed",
  notes=["a refuted statement: these are the values of the printed formula, not privacy guarantees"],
  rows=[
   ("the refutation: two records", ["1.0001 1 0.014143 2", "1.001 1 0.045 2", "2 1 2 2"]),
   ("one record: exactly 0", ["2 1 2 1", "1.5 1 10 1"]),
   ("where it is right", ["2 1 3 100", "1.5 2 5 50", "10 1 20 1000", "4/3 1/7 1 100000", "2 1 2 3"]),
   ("huge", ["1e3 1 1e5 1000000000000", "1.0000001 1 1 1000"]),
  ]),
 dict(
  id="iterate.feldman-rdp", fn=iterate_feldman_rdp, params="alpha L sigma n", results="gamma",
  source="asoodeh2020c, Theorem 6, for n >= 3",
  rows=[
   ("published: L = 1, n = 100 of Fig. 2", ["2 1 3 100", "2.679 1 3 100", "3.372 1 4 100"]),
   ("textbook", ["1.5 2 5 50", "10 1 20 1000", "4/3 1/7 1 100000", "2 1/3 10 7"]),
   ("sigma at its smallest", ["2 1 2 10", "9/8 1 0.5303300858899106434 4", "1.5 2 2.449489742783178098197285 5"]),
   ("n = 3, huge n, alpha near 1", ["2 1 3 3", "1e3 1 1e5 1000000000000", "1.0000001 1 1 1000"]),
  ]),
 dict(
  id="ogd.constant-noise", fn=ogd_constant_noise, params="eps psi M B sigma n d", results="delta regret",
  source="asoodeh2020c, Example 3",
  rows=[
   ("textbook", ["1 1 1 1 3 10 2", "0.5 1/3 2 1 7 20 1", "1/7 1/2 1 3 5 6 10", "2 1 1 2 1 3 1", "1 0.1 1 1 10 100 5"]),
   ("one step", ["1 1 1 1 1 1 1", "0 1 1 2 3 1 4"]),
   ("tiny", ["10 1 1 1 5 10 2", "5 1e-3 1 1 3 4 1", "50 1 3 2 10 12 3"]),
   ("above 1: exactly 1", ["0 1 1 1 1 1000 2", "1 1 1 1 1/10 10 1"]),
  ]),
 dict(
  id="ogd.constant-step-noise", fn=ogd_constant_step_noise, params="eps psi M B lambda n d", results="delta regret",
  source="asoodeh2020c, Example 4, with 3B for 3D",
  rows=[
   ("textbook", ["1 1 1 1 1 10 2", "0.5 1/3 2 1 1/2 20 1", "1/7 1/2 1 3 2 6 10", "2 1 1 2 1 1000000 1", "1 0.1 1 1 0.3 100 5"]),
   ("one step", ["1 1 1 1 1 1 1", "0 1 1 2 3 1 4"]),
   ("tiny", ["10 1 1 1 1/2 10 2", "5 1e-3 1 1 1 4 1", "50 1 3 2 1 12 3"]),
   ("above 1: exactly 1", ["0 1 1 1 1/10 10 2", "1 2 1 5 1/4 3 1"]),
  ]),
 dict(
  id="ogd.regret", fn=ogd_regret, params="M dia d step", results="regret",
  source="asoodeh2020c, Proposition 3",
  rows=[
   ("textbook", ["1 1 3 [(1),(2),(3)]", "2 1/3 1 [(1),(1),(1),(1)]", "1/7 5 10 [(0.1),(10)]", "1 1 1 [(1)]"]),
   ("constant noise: below Example 3", ["1 1 2 [(3),(3),(3),(3),(3)]", "2 3 1 [(1/2),(1/2)]"]),
   ("no noise", ["1 1 1 [(0),(0),(0),(0)]", "3 2 5 [(0)]", "1 1 7 [(0),(0),(0)]"]),
   ("huge and tiny", ["1e-3 1e3 1000000 [(100),(200)]", "1e9 1e-9 1 [(1e-5),(1e5),(1)]", "1 1e-300 4 [(1),(1/3)]"]),
  ]),
 dict(
  id="compose.basic", fn=compose_basic, params="eps delta T", results="eps_out delta_out",
  source="basic composition: sums over the steps (he2020, (6) for eps)",
  rows=[
   ("exact", ["0.1 1e-5 1000", "1 0 1", "0.5 1e-6 7", "2 0.25 4", "1e-3 1e-12 1000000000000", "0 1e-3 10", "0 0 5"]),
   ("fractions that do not terminate", ["1/3 1/7 1", "1/3 1/1000003 10", "1/7 0 1000", "2/11 1/130 13"]),
   ("tiny and huge", ["1e-300 1e-300 3", "1e300 1e-30 1000000000000", "1e-9 1/3 3"]),
  ]),
 dict(
  id="compose.kov", fn=compose_kov, params="eps delta T slack", results="eps_out delta_out",
  source="KOV 2017, Theorem 3.4, as quoted in he2020, section 4.2.2; eps_out is also he2020, Theorem 4, (5)-(7)",
  rows=[
   ("textbook; the first row is also one of compose.he-2-printed",
    ["0.1 1e-5 1000 1e-6", "0.01 1e-7 10000 1e-6", "0.5 1e-6 100 1e-5", "1/7 1/1000003 500 1/100000"]),
   ("eps1 = T eps is the smallest: eps_out exact",
    ["1 1e-5 2 1e-6", "0.1 1e-5 10 1e-6", "5 1e-3 100 1e-6", "1 0 1 0.5"]),
   ("eps2 is the smallest", ["0.001 1e-8 1000 1e-6", "0.01 0 100 1e-10", "1e-6 1e-12 1000000 1e-9"]),
   ("eps3 is the smallest", ["0.1 0 2000 0.1", "1/3 1e-4 200 0.5", "0.05 1e-5 5000 0.01"]),
   ("delta = 0: delta_out = slack exactly", ["0.1 0 1000 1e-6", "0.2 0 64 1e-9"]),
   ("cancellation and huge T", ["1e-6 1e-20 1000000000000 1e-15", "1e-10 1e-40 1000000 1e-30", "1e-3 1e-300 100000 1e-200"]),
   ("large delta", ["0.1 0.01 1000 1e-6", "0.01 0.5 30 0.25"]),
  ]),
 dict(
  id="compose.kov-exact", fn=compose_kov_exact, params="eps delta T eps_out", results="delta_out",
  source="KOV 2015/2017, Theorem 3.3, for any eps_out >= 0",
  rows=[
   ("small T", ["1 0 1 0.5", "1 0.1 1 0", "0.5 0.01 2 0.3", "1 1e-5 3 1.5", "0.25 1e-3 6 0.7", "2 1/7 5 1/3"]),
   ("eps_out at a multiple of the form (T-2i) eps", ["1 1e-5 4 2", "0.5 0 5 1.5", "0.1 1e-5 1000 10"]),
   ("eps_out = 0: total variation", ["0.1 0 100 0", "0.1 1e-6 101 0"]),
   ("textbook", ["0.1 1e-5 1000 15.3", "0.1 1e-5 100 5", "0.01 1e-7 1000 1.25", "0.5 1e-6 50 20", "1/7 1/1000003 300 17"]),
   ("T up to 2000", ["0.1 0 2000 25", "0.05 1e-8 2000 12.5", "1 1e-9 1999 1000", "0.001 1e-10 2000 0.2"]),
   ("tiny: 1 - (1 - pure) cancels", ["0.1 0 2000 150", "0.1 0 500 49.95", "0.1 0 2000 199.9", "0.01 1e-60 1000 9.5"]),
   ("large eps", ["5 0 100 499", "5 1e-9 100 450", "20 1e-10 7 100"]),
   ("eps_out beyond T eps: only the leaks remain", ["0.1 1e-5 10 2", "1 1e-30 1000 1001", "1 0.5 3 4"]),
   ("exactly 0", ["1 0 10 11", "0.1 0 100 10"]),
   ("tiny eps", ["1e-6 0 1000 1e-4", "1e-12 1e-20 100 1e-11", "1e-30 0 3 0"]),
  ]),
 dict(
  id="compose.he-2-printed", fn=compose_he_2_printed, params="eps delta T slack", results="eps_out delta_out",
  source="he2020, Corollary 2 (Composition Theorem II), first line, as printed; he2021, Corollary 1",
  notes=["a refuted statement: these are the values of the printed formula, not privacy guarantees;",
         "no row where eps_out = T eps, whose ceiling eps_out/eps sits on an integer"],
  rows=[
   ("the example of the refutation, and its neighbours",
    ["0.1 1e-5 1000 1e-6", "0.1 1e-5 2000 1e-6", "0.1 1e-6 1000 1e-6", "0.1 1e-5 1000 1e-9"]),
   ("textbook", ["0.01 1e-7 10000 1e-6", "0.5 1e-6 100 1e-5", "1/7 1/1000003 500 1/100000", "1 1e-5 200 1e-6"]),
   ("eps_out from eps2", ["0.001 1e-8 1000 1e-6", "0.01 1e-6 100 1e-10", "1e-6 1e-12 1000000 1e-9"]),
   ("eps_out from eps3", ["0.1 1e-6 2000 0.1", "1/3 1e-4 200 0.5", "0.05 1e-5 5000 0.01"]),
   ("delta = 0: delta_out = slack exactly", ["0.1 0 1000 1e-6"]),
   ("cancellation and huge T", ["1e-6 1e-20 1000000000000 1e-15", "1e-10 1e-40 1000000 1e-30", "1e-3 1e-300 100000 1e-200"]),
   ("the printed value exceeds 1", ["0.1 0.01 1000 1e-6", "0.01 0.5 30 0.25"]),
  ]),
 dict(
  id="kl.pure", fn=kl_pure, params="eps", results="kl",
  source="he2020, Lemma 5; he2021, Lemma 2",
  rows=[
   ("textbook", ["1", "0.1", "0.5", "2", "3", "10", "1/7"]),
   ("tiny and huge", ["1e-6", "1e-30", "1e-300", "50", "1000", "1e6"]),
   ("exactly 0", ["0"]),
  ]),
 dict(
  id="compose.dwork-roth", fn=compose_dwork_roth, params="eps delta T slack", results="eps_out delta_out",
  source="Dwork and Roth 2014, Theorem 3.20, as quoted in he2020, section 4.2.2, with delta~ in the logarithm",
  rows=[
   ("textbook; the first row is also one of compose.kov",
    ["0.1 1e-5 1000 1e-6", "0.01 1e-7 10000 1e-6", "0.5 1e-6 100 1e-5", "1/7 1/1000003 500 1/100000", "1 1e-5 2 1e-6", "5 1e-3 10 1e-6"]),
   ("delta = 0: delta_out = slack exactly", ["0.1 0 1000 1e-6", "1e-3 0 64 0.5"]),
   ("delta_out = 1", ["0.1 0.1 1000 1e-6", "1/3 1/2 2 1/4"]),
   ("tiny and huge", ["1e-6 1e-20 1000000000000 1e-15", "1e-10 1e-40 1000000 1e-30", "1e-3 1e-300 100000 1e-200", "20 1e-9 3 0.1"]),
  ]),
 dict(
  id="compose.dwork-roth-list", fn=compose_dwork_roth_list, params="step slack", results="eps_out delta_out",
  source="Dwork and Roth 2014, Theorem 3.20, as quoted in he2020, section 4.2.2, with delta~ in the logarithm",
  rows=[
   ("one kind of step: as compose.dwork-roth", ["[(0.1,1e-5,1000)] 1e-6", "[(0.5,1e-6,100)] 1e-5"]),
   ("several kinds", ["[(0.1,1e-5,1000),(0.2,1e-6,50)] 1e-6", "[(1,0,3),(0.5,1e-9,7),(0.25,1/3000,1)] 1e-3",
    "[(0.01,1e-8,1),(0.02,2e-8,2),(0.03,3e-8,3),(0.04,4e-8,4)] 1e-9", "[(3,1e-5,1),(1e-3,1e-7,10000)] 0.01",
    "[(1/7,1/1000003,11),(2/7,1/100003,13)] 1/1000", "[(0.1,0,100),(0.3,0,10)] 1e-6"]),
   ("delta_out = 1", ["[(0.1,0.5,2),(0.1,0.5,1)] 1e-6"]),
   ("tiny and huge", ["[(1e-6,1e-20,1000000000000),(1e-3,1e-9,10)] 1e-15", "[(20,1e-9,3),(1e-9,0,5)] 0.1", "[(1e-30,1e-300,1)] 1e-200"]),
  ]),
 dict(
  id="compose.pure", fn=compose_pure, params="eps T delta_out", results="eps_out",
  source="he2020 and he2021, Theorem 5 (Composition Theorem IV), the radical over its first term",
  rows=[
   ("textbook", ["0.1 1000 1e-6", "0.01 10000 1e-6", "0.5 100 1e-5", "1/7 500 1/100000", "1 1 0.5", "1 50 1e-9", "0.1 100 1e-5"]),
   ("tiny and huge", ["1e-6 1000000000000 1e-15", "1e-10 1000000 1e-30", "1e-3 100000 1e-200", "20 3 0.1", "100 7 0.999", "1e-30 1 1e-300"]),
  ]),
 dict(
  id="compose.basic-list", fn=compose_basic_list, params="step slack", results="eps_out delta_out",
  source="basic composition: sums over the steps (he2020, (6) for eps); slack is not used",
  rows=[
   ("exact", ["[(0.1,1e-5,1000)] 0", "[(0.1,1e-5,1000),(0.2,1e-6,50)] 1e-6", "[(1,0,1)] 0.5", "[(0,1e-3,10),(0.5,0,2)] 0", "[(0,0,5)] 0",
    "[(1e-3,1e-12,1000000000000),(2,0.25,2)] 0", "[(0.5,1e-6,7),(0.25,1e-6,7),(0.125,1e-6,7)] 1e-9"]),
   ("delta_out = 1", ["[(0.1,0.5,2),(0.1,0.5,1)] 0"]),
   ("fractions that do not terminate", ["[(1/3,1/7,1),(1/7,1/11,2)] 0", "[(2/11,1/130,13)] 0", "[(1/3,1/1000003,10),(1/9,0,4)] 0"]),
   ("tiny and huge", ["[(1e-300,1e-300,3),(1e300,1e-30,1000)] 0", "[(1e-9,1/3,1),(1,1e-9,1)] 0"]),
  ]),
 dict(
  id="compose.kov-list", fn=compose_kov_list, params="step slack", results="eps_out delta_out",
  source="KOV 2017, Theorem 3.5; eps_out is also he2020, Theorem 4, (5)-(7)",
  rows=[
   ("one kind of step: as compose.kov", ["[(0.1,1e-5,1000)] 1e-6", "[(0.5,1e-6,100)] 1e-5", "[(1,1e-5,2)] 1e-6"]),
   ("several kinds", ["[(0.1,1e-5,1000),(0.2,1e-6,50)] 1e-6", "[(1,0,3),(0.5,1e-9,7),(0.25,1/3000,1)] 1e-3",
    "[(0.01,1e-8,1),(0.02,2e-8,2),(0.03,3e-8,3),(0.04,4e-8,4)] 1e-9", "[(3,1e-5,1),(1e-3,1e-7,10000)] 0.01",
    "[(1/7,1/1000003,11),(2/7,1/100003,13)] 1/1000", "[(0.1,0,100),(0.3,0,10)] 1e-6"]),
   ("eps2 is the smallest", ["[(0.001,1e-8,1000),(0.002,1e-8,500)] 1e-6"]),
   ("eps3 is the smallest", ["[(0.1,1e-9,2000),(0.05,1e-9,100)] 0.1"]),
   ("tiny and huge", ["[(1e-6,1e-20,1000000000000),(1e-3,1e-9,10)] 1e-15", "[(1e-10,1e-40,1000000),(1e-9,0,5)] 1e-30"]),
  ]),
 dict(
  id="compose.chernoff", fn=compose_chernoff, params="eps delta T eps_out", results="delta_out",
  source="he2020, (36) at its minimiser (37); KOV 2017, Theorem 3.3, for the leaks",
  rows=[
   ("textbook", ["0.1 0 1000 21.6", "0.1 1e-5 1000 15.3", "0.1 1e-5 100 5", "0.01 1e-7 1000 1.25", "0.5 1e-6 50 20", "1/7 1/1000003 300 17", "1 1e-5 4 3"]),
   ("near the ends of the range: T kl(eps) and T eps", ["1 0 10 4.6212", "1 0 10 9.999999", "0.1 1e-9 100 0.49959", "5 1e-9 100 499.99"]),
   ("many steps", ["0.001 1e-12 1000000 5", "1e-6 1e-20 1000000000000 8", "0.1 0 100000 700"]),
   ("tiny", ["0.1 0 2000 150", "0.1 0 2000 199.9", "0.01 1e-60 1000 9.5"]),
  ]),
 dict(
  id="compose.he-1-printed", fn=compose_he_1_printed, params="step slack mu", results="eps_out delta_out",
  source="he2020, Theorem 4, (5)-(8), and he2021, Theorem 4, (7), the maximum bounded by duality at mu",
  notes=["a refuted statement: these are values of (a bound on) the printed formula, not privacy guarantees"],
  rows=[
   ("one kind of step, mu near its optimum", ["[(0.1,1e-5,1000)] 1e-6 5.0e-6", "[(0.5,1e-6,100)] 1e-5 4.9e-7", "[(1,1e-5,200)] 1e-6 4.6e-6"]),
   ("mu = 0, and far from the optimum", ["[(0.1,1e-5,1000)] 1e-6 0", "[(0.1,1e-5,1000)] 1e-6 1e-3", "[(0.2,0.1,10),(0.1,0.2,5)] 0.1 0.05"]),
   ("several kinds", ["[(0.1,1e-5,1000),(0.2,1e-6,50)] 1e-6 4e-6", "[(0.01,1e-8,100),(0.02,2e-8,200),(0.03,3e-8,300)] 1e-9 1e-8",
    "[(3,1e-5,1),(1e-3,1e-7,10000)] 0.01 5e-8", "[(1/7,1/1000003,110),(2/7,1/100003,130)] 1/1000 1/1000000"]),
   ("delta = 0", ["[(0.1,0,1000)] 1e-6 0", "[(0.1,0,100),(0.3,1e-9,10)] 1e-6 3e-10"]),
   ("tiny and huge", ["[(1e-3,1e-20,1000000),(1e-2,1e-9,10)] 1e-15 1e-12"]),
  ]),
 dict(
  id="compose.he-5-printed", fn=compose_he_5_printed, params="step slack mu", results="eps_out delta_out",
  source="he2020 and he2021, Theorem 6, the maximum bounded by duality at mu",
  notes=["a refuted statement: these are values of (a bound on) the printed formula, not privacy guarantees"],
  rows=[
   ("one kind of step, mu near its optimum", ["[(0.1,1e-5,1000)] 1e-6 5.0e-6", "[(0.5,1e-6,100)] 1e-5 4.9e-7", "[(1,1e-5,200)] 1e-6 4.6e-6"]),
   ("mu = 0, and far from the optimum", ["[(0.1,1e-5,1000)] 1e-6 0", "[(0.1,1e-5,1000)] 1e-6 1e-3", "[(0.2,0.1,10),(0.1,0.2,5)] 0.1 0.05"]),
   ("several kinds", ["[(0.1,1e-5,1000),(0.2,1e-6,50)] 1e-6 4e-6", "[(0.01,1e-8,100),(0.02,2e-8,200),(0.03,3e-8,300)] 1e-9 1e-8",
    "[(3,1e-5,1),(1e-3,1e-7,10000)] 0.01 5e-8", "[(1/7,1/1000003,110),(2/7,1/100003,130)] 1/1000 1/1000000"]),
   ("delta = 0", ["[(0.1,0,1000)] 1e-6 0", "[(0.1,0,100),(0.3,1e-9,10)] 1e-6 3e-10"]),
   ("tiny and huge", ["[(1e-3,1e-20,1000000),(1e-2,1e-9,10)] 1e-15 1e-12"]),
  ]),
 dict(
  id="compose.he-3-printed", fn=compose_he_3_printed, params="eps delta T slack", results="eps_out delta_out",
  source="he2021, Corollary 2 (Composition Theorem III); he2020, Corollary 3, where eps3 is the smallest",
  notes=["a refuted statement: these are the values of the printed formula, not privacy guarantees"],
  rows=[
   ("the examples of the refutations", ["0.1 1e-5 1000 1e-6", "0.1 0 1000 1e-6"]),
   ("textbook", ["0.01 1e-7 10000 1e-6", "0.5 1e-6 100 1e-5", "1/7 1/1000003 500 1/100000", "1 1e-5 200 1e-6", "0.1 1e-6 1000 1e-6"]),
   ("eps_out from eps2", ["0.001 1e-8 1000 1e-6", "0.01 1e-6 100 1e-10", "0.001 0 1000 1e-6"]),
   ("eps_out from eps3", ["0.1 1e-6 2000 0.1", "1/3 1e-4 200 0.5", "0.05 1e-5 5000 0.01"]),
   ("huge T", ["1e-3 1e-30 10000000 1e-20"]),
  ]),
 dict(
  id="gen.on-average", fn=gen_on_average, params="eps delta k", results="gap",
  source="he2020, Theorem 2, (1); he2021, Theorem 2, (3)",
  rows=[
   ("textbook", ["1 1e-5 100", "0.1 1e-6 1000", "0.5 0.001 10", "2 1/1000 1", "10 1e-5 20000", "1/7 1/1000003 50"]),
   ("delta = 0 or eps = 0", ["1 0 5", "0 1e-5 100", "0 0 3", "1e-9 0 1"]),
   ("vacuous", ["1 0.1 10", "0.5 0.01 1000"]),
   ("tiny and huge", ["1e-12 1e-30 1", "1e-3 1e-20 1000000000000", "50 1e-9 10"]),
  ]),
 dict(
  id="gen.on-average-exact", fn=gen_on_average_exact, params="eps delta k", results="gap",
  source="derived for dpcert (proofs/math/SOUNDNESS.md)",
  rows=[
   ("textbook", ["1 1e-5 100", "0.1 1e-6 1000", "0.5 0.001 10", "2 1/1000 1", "10 1e-5 20000", "1/7 1/1000003 50"]),
   ("delta = 0 or eps = 0", ["1 0 5", "0 1e-5 100", "0 0 3", "1e-9 0 1"]),
   ("k delta >= 1", ["1 0.1 10", "0.5 0.01 1000"]),
   ("tiny and huge", ["1e-12 1e-30 1", "1e-3 1e-20 1000000000000", "50 1e-9 10"]),
  ]),
 dict(
  id="gen.he2020", fn=gen_he2020, params="eps delta N", results="a b",
  source="he2020, Theorem 1",
  rows=[
   ("textbook", ["0.05 1e-9 100000", "0.1 1e-6 4000", "0.01 1e-12 1000000", "1/30 1/1000003 100000", "0.001 1e-9 100000000", "0.11 1e-30 100000"]),
   ("vacuous a", ["0.5 1e-9 1000", "1 1e-5 100", "1.9 1e-3 100"]),
   ("vacuous b", ["0.01 0.5 1000000", "1e-3 0.9 100000000"]),
   ("tiny", ["1e-6 1e-30 1000000000000000", "0.1 1e-300 1000000"]),
  ]),
 dict(
  id="gen.he2021", fn=gen_he2021, params="eps delta N", results="a b",
  source="he2021, Theorem 1, and the sample size of Lemma 1 with 254/43 for 43/254",
  rows=[
   ("eps <= 1/5", ["0.05 1e-9 1000000", "0.1 1e-6 1000000", "0.01 1e-12 100000000", "1/5 1e-9 1000000", "1/30 1/1000003 1000000"]),
   ("eps > 1/5", ["0.21 1e-9 1000000", "0.5 1e-9 1000000", "1 1e-12 1000000", "1.68 1e-9 1000000"]),
   ("vacuous", ["2 1e-9 1000000", "10 1e-5 1000000", "0.1 0.5 1000000", "1 0.1 1000000"]),
   ("tiny", ["1e-4 1e-30 1000000000000", "0.1 1e-300 100000000"]),
  ]),
 dict(
  id="gen.nissim-stemmer", fn=gen_nissim_stemmer, params="eps delta N", results="a b",
  source="Nissim and Stemmer 2015, as quoted in he2020, section 4.1.2, and he2021, section 3.1.2",
  rows=[
   ("textbook", ["0.05 1e-9 100000", "0.1 1e-6 4000", "0.01 1e-12 1000000", "1/30 1/1000003 100000", "0.001 1e-9 100000000", "0.07 1e-5 100000"]),
   ("vacuous", ["0.1 1e-5 100000", "0.01 0.5 1000000", "1e-3 0.9 100000000"]),
   ("tiny", ["1e-6 1e-30 1000000000000000", "0.1 1e-300 1000000", "1e-4 1e-50 1000000000000"]),
  ]),
 dict(
  id="gen.dwork2015", fn=gen_dwork2015, params="eps delta N", results="a b",
  source="Dwork et al. 2015, as quoted in he2020, section 4.1.2, and he2021, section 3.1.2",
  rows=[
   ("textbook", ["0.05 1e-60 10000000", "0.1 1e-20 1000000", "0.2 1e-9 1000000", "0.22 1e-9 1000000", "0.24 1/1000003 1000000", "0.01 1e-300 1000000000"]),
   ("vacuous", ["0.1 1e-5 1000000", "1 1e-5 1000000", "0.3 0.5 1000000", "5 1e-9 1000000"]),
   ("tiny", ["0.1 1e-1000 100000000", "0.25 1e-300 100000000"]),
  ]),
 dict(
  id="gen.oneto-risk", fn=gen_oneto_risk, params="eps N risk", results="a b",
  source="Oneto et al. 2017, as quoted in he2020, section 4.1.2",
  rows=[
   ("textbook", ["0.05 1000000 0.1", "0.1 10000 0.01", "0.01 1000000 1", "1/30 100000 1/7", "0.5 100 0.5", "0.2 1000 0.3", "0.001 100000000 0.02"]),
   ("risk = 0", ["0.05 1000000 0", "0.1 100 0"]),
   ("vacuous, tiny", ["1 1 1", "0.01 100 0.1", "1e-6 1000000000000000 1e-9", "0.3 1000000 1e-30"]),
  ]),
 dict(
  id="gen.oneto-variance", fn=gen_oneto_variance, params="eps N variance", results="a b",
  source="Oneto et al. 2017, as quoted in he2020, section 4.1.2",
  rows=[
   ("textbook", ["0.05 1000000 0.1", "0.1 10000 0.01", "0.01 1000000 0.25", "1/30 100000 1/7", "0.5 100 0.2", "0.2 1000 0.05", "0.001 100000000 0.02"]),
   ("variance = 0", ["0.05 1000000 0", "0.1 100 0"]),
   ("vacuous, tiny", ["1 2 1/2", "0.01 100 0.1", "1e-6 1000000000000000 1e-9", "0.3 1000000 1e-30"]),
  ]),
 dict(
  id="gen.multi-he2020", fn=gen_multi_he2020, params="eps delta k", results="a b",
  source="he2020, Theorem 3, (2): with probability at least eps, so b = 1 - eps",
  rows=[
   ("textbook", ["0.05 1e-9 1000000", "0.1 1e-6 1000", "0.01 1e-12 1000000", "1/30 1/1000003 100", "0.2 1e-3 100", "0.3 1e-5 10"]),
   ("delta = 0", ["0.1 0 5", "0.25 0 1"]),
   ("vacuous", ["1 1e-9 3", "0.5 0.5 2", "0.34 0.01 100"]),
   ("tiny", ["1e-9 1e-30 1000", "1e-3 1e-300 1"]),
  ]),
 dict(
  id="gen.multi-he2021", fn=gen_multi_he2021, params="eps delta k", results="a b",
  source="he2021, Theorem 3, with eps for 1.7 eps and 50 eps/127 for 85 eps/127 in its first part",
  rows=[
   ("eps <= 17/50", ["0.05 1e-9 1000000", "0.1 1e-6 1000", "0.01 1e-12 1000000", "1/30 1/1000003 100", "0.2 1e-3 100", "17/50 1e-5 10"]),
   ("eps > 17/50", ["0.35 1e-5 10", "0.5 1e-9 1000000", "1 1e-6 1000", "3 1e-3 100", "10 1e-5 100000"]),
   ("tiny", ["1e-9 1e-30 1000", "1e-3 1e-300 1", "2 1e-300 7"]),
  ]),
 dict(
  id="sgld.he2020-printed", fn=sgld_he2020_printed, params="N tau T L sigma delta slack",
  results="eps_step delta_step eps_out delta_out", source="he2020, Theorem 7, as printed",
  notes=["a refuted statement: these are the values of the printed formula, not privacy guarantees"],
  rows=[
   ("the examples of the refutations", ["1000 1 1000 5 2 1e-5 1e-6", "1000 10 1000 5 1 1e-5 1e-6"]),
   ("textbook", ["60000 100 10000 1 0.1 1e-5 1e-5", "50000 128 100000 1 0.05 1e-6 1e-6", "1000 10 5000 1 1 1e-5 1e-3", "10000 1 2000 1 1 1/100003 1/7",
    "500 5 1000 2 3 1e-4 1e-2", "100000 64 1000000 1/3 2/7 1e-9 1e-9"]),
   ("tiny and large noise", ["1000000 1000 100000 1 100 1e-10 1e-10", "1000 1 10000 1 1/5 1e-3 1e-3", "2000 20 3000 1 1e3 1e-5 1e-5", "100 1 1000 1 1 1e-5 0.9"]),
  ]),
 dict(
  id="fed.he2020-printed", fn=fed_he2020_printed, params="N tau T sigma delta slack",
  results="eps_step delta_step eps_out delta_out",
  source="he2020, Theorem 8, as printed, with eps~ for eps in (15) and the radical over the logarithm alone",
  notes=["a refuted statement: these are the values of the printed formula, not privacy guarantees"],
  rows=[
   ("the examples of the refutations", ["1000 1 1000 0.4 1e-5 1e-6", "1000 10 1000 0.1 1e-5 1e-6"]),
   ("textbook", ["60000 100 10000 0.1 1e-5 1e-5", "50000 128 100000 0.05 1e-6 1e-6", "1000 10 5000 1 1e-5 1e-3", "10000 1 2000 1 1/100003 1/7",
    "500 5 1000 3/2 1e-4 1e-2", "100000 64 1000000 2/7 1e-9 1e-9"]),
   ("tiny and large noise", ["1000000 1000 100000 100 1e-10 1e-10", "1000 1 10000 1/5 1e-3 1e-3", "2000 20 3000 1e3 1e-5 1e-5", "100 1 1000 1 1e-5 0.9"]),
  ]),
 dict(
  id="igmm.he2021-printed", fn=igmm_he2021_printed, params="N tau T D sigma delta slack",
  results="eps_step delta_step eps_out delta_out", source="he2021, Theorem 7, as printed",
  notes=["a refuted statement: these are the values of the printed formula, not privacy guarantees"],
  rows=[
   ("the example of the refutation", ["1000 100 1000 100 2 1e-5 1e-6"]),
   ("textbook", ["60000 100 10000 2 0.1 1e-5 1e-5", "50000 128 100000 2 0.05 1e-6 1e-6", "1000 10 5000 2 1 1e-5 1e-3", "10000 1 2000 1 1 1/100003 1/7",
    "500 5 1000 4 3 1e-4 1e-2", "100000 64 1000000 2/3 2/7 1e-9 1e-9"]),
   ("tau = N", ["100 100 1000 20 1 1e-5 1e-6", "7 7 300 1 2 1e-3 0.1"]),
   ("tiny and large noise", ["1000000 1000 100000 2 100 1e-10 1e-10", "2000 20 3000 2 1e3 1e-5 1e-5", "100 1 1000 1 1 1e-5 0.9"]),
  ]),
 dict(
  id="igmm.gauss", fn=igmm_gauss, params="N tau T D sigma delta slack eps0",
  results="eps_step delta_step eps_out delta_out",
  source="gauss.theta, amplification by sampling without replacement, KOV 2017, Theorems 3.3 and 3.4, he2020, (36)",
  rows=[
   ("T <= 2000: the exact composition", ["1000 100 1000 100 2 1e-5 1e-6 2", "1000 10 2000 2 1 1e-5 1e-3 0.8", "500 5 1000 4 3 1e-4 1e-2 1", "60000 100 1500 2 0.1 1e-5 1e-5 0.8",
    "100 100 300 20 1 1e-5 1e-6 0.8"]),
   ("T > 2000: Chernoff's bound", ["1000 10 5000 2 1 1e-5 1e-3 0.8", "60000 100 10000 2 0.1 1e-5 1e-5 0.8", "100000 64 1000000 2/3 2/7 1e-9 1e-9 1/4", "10000 1 20000 1 1 1/100003 1/7 4.4"]),
   ("few steps: T eps is the smallest", ["1000 100 2 100 2 1e-5 1e-6 2", "60000 100 10 2 0.1 1e-5 1e-5 0.8", "100 1 1 1 1 1e-5 0.9 5"]),
  ]),
 dict(
  id="hidden.convex", fn=hidden_convex, params="alpha n b K eta beta S sigma j0", results="gamma",
  source="ye2022, Theorem 4.3, (9)",
  rows=[
   ("published: the sizes of Figure 1",
    ["10 50 2 1 0.02 4 4 2 0", "10 50 2 1 0.02 4 4 2 24", "20 50 2 50 0.02 4 4 2 0",
     "30 50 2 100 0.02 4 4 2 24", "10 50 4 30 0.02 4 4 2 11"]),
   ("K = n, b = 1: Feldman et al., Theorem 35",
    ["2 100 1 100 1/10 1 2 5 0", "2 100 1 100 1/10 1 2 5 99"]),
   ("one batch",
    ["2 10 10 7 1 1 1 1 0", "3/2 19 10 1 1 1 1 1 0"]),
   ("other sizes",
    ["1.0001 12 4 3 1/3 5 1 1 2", "33 64 8 1000000 1/7 3 2 10 4", "5 100 10 12 1e-6 1 1 1e-3 9"]),
  ]),
 dict(
  id="hidden.fixed", fn=hidden_fixed, params="alpha n b K eta lambda beta S sigma j0", results="gamma",
  source="ye2022, Theorem 4.4, (11) and (12)",
  rows=[
   ("published: Figure 1, first and last batch",
    ["10 50 2 1 0.02 1 4 4 2 0", "10 50 2 1 0.02 1 4 4 2 24", "10 50 2 50 0.02 1 4 4 2 0",
     "10 50 2 50 0.02 1 4 4 2 24", "20 50 2 50 0.02 1 4 4 2 0", "20 50 2 50 0.02 1 4 4 2 24",
     "30 50 2 100 0.02 1 4 4 2 0", "30 50 2 100 0.02 1 4 4 2 24"]),
   ("published: Figure 2, last batch, b does not divide n",
    ["10 50 4 30 0.02 1 4 4 2 11"]),
   ("other places, other sizes",
    ["2 10 3 5 0.1 1/2 2 1 1 1", "3/2 1000 7 20 1e-3 0.1 1 1/3 0.05 70",
     "33 64 8 100 1/7 1 3 2 10 4", "5 100 10 12 1e-6 1e-3 1 1 1e-3 9"]),
   ("two batches; lambda = beta; order near 1",
    ["1.0001 12 4 3 1/3 2/3 5 1 1 2", "2 6 3 4 0.3 1 1 1 1 0"]),
  ]),
 dict(
  id="hidden.fixed-split", fn=hidden_fixed_split, params="alpha n b K eta lambda beta S sigma j0 h", results="gamma",
  source="ye2022, proof of Theorem 4.4, (105) and (113)-(116)",
  rows=[
   ("published: Figure 1, first and last batch",
    ["10 50 2 1 0.02 1 4 4 2 0 12", "10 50 2 1 0.02 1 4 4 2 24 12", "10 50 2 50 0.02 1 4 4 2 0 12",
     "10 50 2 50 0.02 1 4 4 2 24 12", "20 50 2 50 0.02 1 4 4 2 0 12",
     "20 50 2 50 0.02 1 4 4 2 24 12", "30 50 2 100 0.02 1 4 4 2 0 12",
     "30 50 2 100 0.02 1 4 4 2 24 12"]),
   ("published: Figure 2, last batch, b does not divide n",
    ["10 50 4 30 0.02 1 4 4 2 11 6"]),
   ("other places, other sizes",
    ["2 10 3 5 0.1 1/2 2 1 1 1 1", "3/2 1000 7 20 1e-3 0.1 1 1/3 0.05 70 50",
     "33 64 8 100 1/7 1 3 2 10 4 5", "5 100 10 12 1e-6 1e-3 1 1 1e-3 9 2"]),
   ("two batches; lambda = beta; order near 1",
    ["1.0001 12 4 3 1/3 2/3 5 1 1 2 2", "2 6 3 4 0.3 1 1 1 1 0 1"]),
  ]),
 dict(
  id="hidden.optimal", fn=hidden_optimal, params="alpha n b K eta lambda beta S sigma j0", results="gamma",
  source="shifts through all epochs, cut before the last visit where they overshoot",
  rows=[
   ("published: Figure 1, first and last batch",
    ["10 50 2 1 0.02 1 4 4 2 0", "10 50 2 1 0.02 1 4 4 2 24", "10 50 2 50 0.02 1 4 4 2 0",
     "10 50 2 50 0.02 1 4 4 2 24", "20 50 2 50 0.02 1 4 4 2 0", "20 50 2 50 0.02 1 4 4 2 24",
     "30 50 2 100 0.02 1 4 4 2 0", "30 50 2 100 0.02 1 4 4 2 24"]),
   ("published: Figure 2, last batch, b does not divide n",
    ["10 50 4 30 0.02 1 4 4 2 11"]),
   ("other places, other sizes",
    ["2 10 3 5 0.1 1/2 2 1 1 1", "3/2 1000 7 20 1e-3 0.1 1 1/3 0.05 70",
     "33 64 8 100 1/7 1 3 2 10 4", "5 100 10 12 1e-6 1e-3 1 1 1e-3 9"]),
   ("two batches; lambda = beta; order near 1",
    ["1.0001 12 4 3 1/3 2/3 5 1 1 2", "2 6 3 4 0.3 1 1 1 1 0"]),
   ("one batch",
    ["2 10 10 7 1 1/2 1 1 1 0", "10 50 2 50 0.02 1 4 4 2 12", "10 50 2 50 0.02 1 4 4 2 13"]),
  ]),
 dict(
  id="hidden.shifted", fn=hidden_shifted, params="alpha n b K eta lambda beta S sigma j0", results="gamma",
  source="shifts through K-1 epochs, and ye2022, (105), (12)",
  rows=[
   ("published: Figure 1, first and last batch",
    ["10 50 2 1 0.02 1 4 4 2 0", "10 50 2 1 0.02 1 4 4 2 24", "10 50 2 50 0.02 1 4 4 2 0",
     "10 50 2 50 0.02 1 4 4 2 24", "20 50 2 50 0.02 1 4 4 2 0", "20 50 2 50 0.02 1 4 4 2 24",
     "30 50 2 100 0.02 1 4 4 2 0", "30 50 2 100 0.02 1 4 4 2 24"]),
   ("published: Figure 2, last batch, b does not divide n",
    ["10 50 4 30 0.02 1 4 4 2 11"]),
   ("other places, other sizes",
    ["2 10 3 5 0.1 1/2 2 1 1 1", "3/2 1000 7 20 1e-3 0.1 1 1/3 0.05 70",
     "33 64 8 100 1/7 1 3 2 10 4", "5 100 10 12 1e-6 1e-3 1 1 1e-3 9"]),
   ("two batches; lambda = beta; order near 1",
    ["1.0001 12 4 3 1/3 2/3 5 1 1 2", "2 6 3 4 0.3 1 1 1 1 0"]),
   ("one batch",
    ["2 10 10 7 1 1/2 1 1 1 0"]),
  ]),
 dict(
  id="hidden.naive", fn=hidden_naive, params="alpha n b K eta lambda beta S sigma", results="gamma",
  source="ye2022, Theorem 4.5, (13)",
  rows=[
   ("published: Figure 1",
    ["10 50 2 1 0.02 1 4 4 2", "10 50 2 50 0.02 1 4 4 2", "20 50 2 1 0.02 1 4 4 2",
     "20 50 2 50 0.02 1 4 4 2", "30 50 2 1 0.02 1 4 4 2", "30 50 2 50 0.02 1 4 4 2"]),
   ("other sizes, one batch",
    ["2 10 3 5 0.1 1/2 2 1 1", "3/2 1000 7 20 1e-3 0.1 1 1/3 0.05", "33 64 8 100 1/7 1 3 2 10",
     "1.0001 12 4 3 1/3 2/3 5 1 1", "2 6 3 4 0.3 1 1 1 1", "5 100 10 12 1e-6 1e-3 1 1 1e-3",
     "2 10 10 7 1 1/2 1 1 1"]),
  ]),
 dict(
  id="hidden.mixing", fn=hidden_mixing, params="alpha n b K eta lambda beta S sigma batch", results="gamma",
  source="ye2022, caption of Figure 1",
  rows=[
   ("published: Figure 1",
    ["10 50 2 1 0.02 1 4 4 2 first", "10 50 2 1 0.02 1 4 4 2 last",
     "10 50 2 50 0.02 1 4 4 2 first", "10 50 2 50 0.02 1 4 4 2 last",
     "20 50 2 50 0.02 1 4 4 2 first", "20 50 2 50 0.02 1 4 4 2 last",
     "30 50 2 100 0.02 1 4 4 2 first", "30 50 2 100 0.02 1 4 4 2 last"]),
   ("other sizes, odd and even numbers of batches",
    ["2 10 3 5 0.1 1/2 2 1 1 first", "3/2 1000 7 20 1e-3 0.1 1 1/3 0.05 last",
     "33 64 8 100 1/7 1 3 2 10 first", "1.0001 12 4 3 1/3 2/3 5 1 1 last",
     "2 6 3 4 0.3 1 1 1 1 first", "5 100 10 12 1e-6 1e-3 1 1 1e-3 last"]),
   ("the largest step size",
    ["2 10 5 3 1 1/2 3/2 1 1 first", "2 10 5 3 1 1/2 3/2 1 1 last"]),
  ]),
 dict(
  id="hidden.shuffle", fn=hidden_shuffle, params="alpha n b K eta lambda beta S sigma", results="gamma",
  source="ye2022, Theorem 5.2, (15) and (16)",
  rows=[
   ("published: Figure 2",
    ["10 50 4 1 0.02 1 4 4 2", "10 50 4 50 0.02 1 4 4 2", "20 50 4 1 0.02 1 4 4 2",
     "20 50 4 50 0.02 1 4 4 2", "30 50 4 1 0.02 1 4 4 2", "30 50 4 50 0.02 1 4 4 2"]),
   ("other sizes",
    ["2 10 3 5 0.1 1/2 2 1 1", "3/2 1000 7 20 1e-3 0.1 1 1/3 0.05", "33 64 8 100 1/7 1 3 2 10",
     "1.0001 12 4 3 1/3 2/3 5 1 1", "2 6 3 4 0.3 1 1 1 1", "5 100 10 12 1e-6 1e-3 1 1 1e-3",
     "30 50 2 100 0.02 1 4 4 1/5"]),
  ]),
 dict(
  id="hidden.shuffle-split", fn=hidden_shuffle_split, params="alpha n b K eta lambda beta S sigma h", results="gamma",
  source="ye2022, (126) with (113)-(116)",
  rows=[
   ("published: Figure 2",
    ["10 50 4 1 0.02 1 4 4 2 6", "10 50 4 50 0.02 1 4 4 2 6", "20 50 4 1 0.02 1 4 4 2 6",
     "20 50 4 50 0.02 1 4 4 2 6", "30 50 4 1 0.02 1 4 4 2 6", "30 50 4 50 0.02 1 4 4 2 6"]),
   ("other sizes",
    ["2 10 3 5 0.1 1/2 2 1 1 1", "3/2 1000 7 20 1e-3 0.1 1 1/3 0.05 50",
     "33 64 8 100 1/7 1 3 2 10 5", "1.0001 12 4 3 1/3 2/3 5 1 1 2", "2 6 3 4 0.3 1 1 1 1 1",
     "5 100 10 12 1e-6 1e-3 1 1 1e-3 7", "30 50 2 100 0.02 1 4 4 1/5 1"]),
  ]),
 dict(
  id="hidden.resample", fn=hidden_resample, params="alpha n b K eta lambda beta S sigma", results="gamma",
  source="ye2022, Theorem 5.3, (18)-(21)",
  rows=[
   ("published: Figure 2",
    ["10 50 4 1 0.02 1 4 4 2", "10 50 4 50 0.02 1 4 4 2", "20 50 4 1 0.02 1 4 4 2",
     "20 50 4 50 0.02 1 4 4 2", "30 50 4 1 0.02 1 4 4 2", "30 50 4 50 0.02 1 4 4 2"]),
   ("other sizes, one batch",
    ["2 10 3 5 0.1 1/2 2 1 1", "3/2 1000 7 20 1e-3 0.1 1 1/3 0.05", "33 64 8 100 1/7 1 3 2 10",
     "1.0001 12 4 3 1/3 2/3 5 1 1", "2 6 3 4 0.3 1 1 1 1", "5 100 10 12 1e-6 1e-3 1 1 1e-3",
     "30 50 2 10 0.02 1 4 4 1/5", "2 10 10 7 1 1/2 1 1 1"]),
  ]),
 dict(
  id="hidden.logistic", fn=hidden_logistic, params="alpha n b K eta lambda L mult norm_mult norm_sens", results="gamma",
  source="ye2022, Corollary 6.3, (28) and (29)",
  rows=[
   ("published: the runs of Table 1 and Table 2, both sensitivities",
    ["7 60000 2048 1200 0.75 0.08 2 3.08 8 1", "7 60000 2048 1200 0.75 0.08 2 3.08 8 2",
     "7 60000 2048 1200 1.92 0.02 1 3.01 0 1", "7.1 50000 2048 1200 0.75 0.08 2 3.23 6 1",
     "6.4 50000 2048 1200 0.75 0.08 2 3.23 6 2", "9.3 50000 1024 600 1.92 0.02 1 4.20 0 2"]),
   ("other sizes",
    ["2 10 5 3 1/2 0.1 1 1 0 1", "3/2 10 5 3 1/2 0.1 1 1 0 1",
     "1.0001 1000 10 7 0.1 1e-3 2.82 5 1/2 2", "20 1000 10 7 0.1 1e-3 2.82 5 1/2 2",
     "50 40 10 2 1/4 0.16 1.41 2 6 1", "100 50000 1024 600 1.92 0.02 1 4.20 0 1"]),
  ]),
 dict(
  id="hidden.logistic-split", fn=hidden_logistic_split, params="alpha n b K eta lambda L mult norm_mult norm_sens h", results="gamma",
  source="ye2022, Corollary 6.3 with (113)-(116)",
  rows=[
   ("published: the runs of Table 1 and Table 2, both sensitivities",
    ["7 60000 2048 1200 0.75 0.08 2 3.08 8 1 14", "7 60000 2048 1200 0.75 0.08 2 3.08 8 2 14",
     "7 60000 2048 1200 1.92 0.02 1 3.01 0 1 14", "7.1 50000 2048 1200 0.75 0.08 2 3.23 6 1 12",
     "6.4 50000 2048 1200 0.75 0.08 2 3.23 6 2 11", "9.3 50000 1024 600 1.92 0.02 1 4.20 0 2 24"]),
   ("other sizes",
    ["2 10 5 3 1/2 0.1 1 1 0 1 1", "3/2 10 5 3 1/2 0.1 1 1 0 1 1",
     "1.0001 1000 10 7 0.1 1e-3 2.82 5 1/2 2 30", "20 1000 10 7 0.1 1e-3 2.82 5 1/2 2 99",
     "50 40 10 2 1/4 0.16 1.41 2 6 1 3", "100 50000 1024 600 1.92 0.02 1 4.20 0 1 47"]),
  ]),
 dict(
  id="hidden.logistic-eps", fn=hidden_logistic_eps, params="n b K eta lambda L mult norm_mult norm_sens delta alpha_classic alpha w.x", results="eps_classic eps",
  source="ye2022, Corollary 6.3, with asoodeh2020f, Theorem 1 and Theorem 3",
  rows=[
   ("published: the budgets of Table 1 and Table 2, both sensitivities",
    ["60000 2048 1200 0.75 0.08 2 3.08 8 1 1e-5 7 6.4 6e-5",
     "60000 2048 1200 0.75 0.08 2 3.08 8 2 1e-5 6.5 6.1 1e-4",
     "60000 2048 1200 1.92 0.02 1 3.01 0 1 1e-5 7 6.4 5e-5",
     "50000 2048 1200 0.75 0.08 2 3.23 6 1 1e-5 7.1 6.6 1e-3",
     "50000 2048 1200 0.75 0.08 2 3.23 6 2 1e-5 6.4 6 6e-5",
     "50000 1024 600 1.92 0.02 1 4.20 0 1 1e-5 9.3 8.4 1e-5"]),
   ("other sizes",
    ["10 5 3 1/2 0.1 1 3 0 1 1e-6 4 4 1e-6", "10 5 3 1/2 0.1 1 3 0 1 1e-3 20 2 0.5",
     "1000 10 7 0.1 1e-3 2.82 5 6 2 1e-10 3/2 50 1e-9", "1000 10 7 0.1 1e-3 2.82 5 6 2 1e-5 3 3 0.01",
     "40 10 2 1/4 0.16 1.41 2 6 1 0.01 2 2 0.3", "40 10 2 1/4 0.16 1.41 2 6 1 1e-7 1.01 1.01 1e-7"]),
  ]),
 dict(
  id="hidden.logistic-split-eps", fn=hidden_logistic_split_eps, params="n b K eta lambda L mult norm_mult norm_sens delta h alpha_classic alpha w.x", results="eps_classic eps",
  source="ye2022, Corollary 6.3 with (113)-(116), with asoodeh2020f, Theorem 1 and Theorem 3",
  rows=[
   ("published: the budgets of Table 1 and Table 2, both sensitivities",
    ["60000 2048 1200 0.75 0.08 2 3.08 8 1 1e-5 14 7 6.4 6e-5",
     "60000 2048 1200 0.75 0.08 2 3.08 8 2 1e-5 14 6.5 6.1 1e-4",
     "60000 2048 1200 1.92 0.02 1 3.01 0 1 1e-5 14 7 6.4 5e-5",
     "50000 2048 1200 0.75 0.08 2 3.23 6 1 1e-5 12 7.1 6.6 1e-3",
     "50000 2048 1200 0.75 0.08 2 3.23 6 2 1e-5 12 6.4 6 6e-5",
     "50000 1024 600 1.92 0.02 1 4.20 0 1 1e-5 24 9.3 8.4 1e-5"]),
   ("other sizes",
    ["10 5 3 1/2 0.1 1 3 0 1 1e-6 1 4 4 1e-6", "10 5 3 1/2 0.1 1 3 0 1 1e-3 1 20 2 0.5",
     "1000 10 7 0.1 1e-3 2.82 5 6 2 1e-10 30 3/2 50 1e-9", "1000 10 7 0.1 1e-3 2.82 5 6 2 1e-5 60 3 3 0.01",
     "40 10 2 1/4 0.16 1.41 2 6 1 0.01 2 2 2 0.3", "40 10 2 1/4 0.16 1.41 2 6 1 1e-7 3 1.01 1.01 1e-7"]),
  ]),
 dict(
  id="sgm.rdp", fn=sgm_rdp, params="alpha q sigma T", results="gamma",
  source="SGM, section 3.3",
  rows=[
   ("textbook",
    ["2 0.01 1 1", "8 0.01 4 10000", "32 0.001 0.8 1000", "5 1/2 1 1", "17 1/3 2 7", "2 1/100 1/2 3"]),
   ("published: Figure 2 of ye2022, one epoch",
    ["10 0.08 20 12", "20 0.08 20 12",
     "30 0.08 20 12"]),
   ("no sampling: the Gaussian mechanism",
    ["2 1 1 1", "7 1 3 100"]),
   ("tiny and huge",
    ["3 1e-20 1 1", "64 1e-6 0.1 1000000000000", "200 0.01 20 1"]),
  ]),
 dict(
  id="sgm.eps", fn=sgm_eps, params="q sigma T delta alpha", results="eps",
  source="SGM, section 3.3, with asoodeh2020f, Lemma 1, (20)",
  rows=[
   ("textbook",
    ["0.01 4 10000 1e-5 17", "0.001 0.8 1000 1e-6 6", "0.01 1 1000 1e-5 8", "1/2 10 100 1e-5 12",
     "1/3 2 7 1e-3 3"]),
   ("order away from the best",
    ["0.01 4 10000 1e-5 2", "0.01 4 10000 1e-5 64", "0.01 4 10000 1e-5 200"]),
   ("no sampling",
    ["1 4 10 1e-5 7"]),
   ("exactly 0",
    ["1e-6 10 1 0.3 2"]),
   ("tiny and huge",
    ["1e-6 0.3 1000000000000 1e-9 2", "1e-10 1 1 1e-30 50"]),
  ]),
 dict(
  id="sample.amplify", fn=sample_amplify, params="eps delta q", results="eps_out delta_out",
  source="Balle, Barthe, Gaboardi 2018, Theorems 8 and 9",
  rows=[
   ("textbook",
    ["1 1e-5 1/100", "1 0 1/2", "0.1 1e-6 0.001", "3 1e-9 1/3", "0.5 0.25 0.75"]),
   ("all or nothing",
    ["1 1e-5 1", "1 1e-5 0", "0 1e-5 1/2", "0 0 1/3", "2 1 1/7"]),
   ("tiny and huge",
    ["1e-30 1e-300 1e-9", "700 1e-5 1e-6", "10000 1e-5 1e-3"]),
  ]),
]


# --------------------------------------------------------------------------
# evaluation and formatting

def parse_value(text):
    """An exact rational, a list of tuples of them, or the value of an enumeration."""
    if text.isalpha():
        return text
    if not text.startswith("["):
        return Fraction(text)
    if text == "[]":
        return []
    assert text.startswith("[(") and text.endswith(")]")
    return [tuple(Fraction(v) for v in item.split(","))
            for item in text[2:-2].split("),(")]


def parse_row(entry, row):
    names = entry["params"].split()
    values = row.split()
    assert len(names) == len(values), (entry["id"], row)
    out = {}
    for name, text in zip(names, values):
        value = parse_value(text)
        whole = name in ("N", "T", "i", "k", "n", "tau") or (
            name == "d" and entry["id"].startswith("ogd.")) or (
            name in ("b", "K", "j0", "h") and entry["id"].startswith("hidden."))
        if whole:
            assert value.denominator == 1
            value = int(value)
        out[name.replace(".", "_")] = value
    return out


def same(x, y, digits):
    """Agreement to this many significant digits; exact zeros agree with themselves."""
    if isinstance(x, int) or isinstance(y, int):
        return isinstance(x, int) and isinstance(y, int) and x == y
    if x == 0 or y == 0:
        return False
    return abs(x - y) <= abs(y) * mpf(10) ** -digits


def settle(fn, args, slow=False):
    """fn(**args) at growing precision until two precisions agree; where that takes
    long, 38 and 76 digits that agree to 34 do as well."""
    dps, digits = (38, 34) if slow else (START_DPS, AGREE)
    before = None
    while dps <= MAX_DPS:
        mp.dps = dps
        now = fn(**args)
        if not isinstance(now, tuple):
            now = (now,)
        if before is not None and all(same(x, y, digits) for x, y in zip(before, now)):
            return now
        before = now
        dps *= 2
    raise AssertionError("no agreement at %d digits: %s %r" % (dps // 2, fn.__name__, args))


def write_number(x):
    """DIGITS significant digits, rounded to nearest."""
    if isinstance(x, int):
        assert x == 0
        return "0"
    text = mp.nstr(x, AGREE - 5, strip_zeros=False, min_fixed=0, max_fixed=0)
    mantissa, _, exponent = text.partition("e")
    exponent = int(exponent or "0")
    context = decimal.Context(prec=DIGITS, rounding=decimal.ROUND_HALF_EVEN)
    m = context.plus(decimal.Decimal(mantissa)).normalize(context)
    exponent += m.adjusted()                     # 9.99.. may have become 10
    m = m.scaleb(-m.adjusted(), context=context)  # exact: at most DIGITS digits
    digits = "".join(map(str, m.as_tuple().digits))
    sign = "-" if m.is_signed() else ""
    if -5 <= exponent < 0:
        return sign + "0." + "0" * (-exponent - 1) + digits
    if 0 <= exponent < len(digits):
        head, tail = digits[:exponent + 1], digits[exponent + 1:]
        return sign + head + ("." + tail if tail else "")
    if 0 <= exponent <= 15:
        return sign + digits + "0" * (exponent + 1 - len(digits))
    tail = digits[1:]
    return sign + digits[0] + ("." + tail if tail else "") + "e" + str(exponent)


def data_file(entry):
    names = entry["params"].split()
    results = entry["results"].split()
    lines = ["# SPDX-License-Identifier: LGPL-3.0-or-later",
             "# Copyright (C) the dpcert authors",
             "# written by gen_reference.py: do not edit",
             "# entry: " + entry["id"],
             "# source: " + entry["source"]]
    lines += ["# note: " + line for line in entry.get("notes", [])]
    lines += ["# columns: %s | %s" % (entry["params"], entry["results"]),
              "# parameters are exact; results are rounded to nearest at %d significant digits" % DIGITS,
              "# (relative error at most 5e-%d), trailing zeros dropped; 0 is exact" % DIGITS]
    seen = set()
    for why, rows in entry["rows"]:
        lines += ["", "# " + why]
        for row in rows:
            assert row not in seen, "row twice: %s %s" % (entry["id"], row)
            seen.add(row)
            try:
                values = settle(entry["fn"], parse_row(entry, row), entry.get("slow", False))
            except AssertionError as error:
                raise AssertionError("%s: %s: %s" % (entry["id"], row, error)) from error
            left = " ".join("%s=%s" % pair for pair in zip(names, row.split()))
            right = " ".join("%s=%s" % (name, write_number(v))
                             for name, v in zip(results, values))
            lines.append(left + " | " + right)
    assert len(seen) >= 12, entry["id"]
    assert all(len(line) < 400 for line in lines)
    return "\n".join(lines) + "\n"


# --------------------------------------------------------------------------
# the second look

def close(x, y, digits, what):
    x, y = real(x), real(y)
    assert abs(x - y) <= mpf(10) ** -digits * max(abs(x), abs(y)), \
        "second look disagrees: %s: %s and %s" % (what, mp.nstr(x, 25), mp.nstr(y, 25))


def density(x):
    return mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)


def hockey_stick_gauss(eps, r):
    """E_gamma(N(r,1) || N(0,1)) by quadrature of (p - gamma q)+ itself, which
    is positive exactly for x > eps/r + r/2."""
    start = eps / r + r / 2
    scale = 1 / (1 + max(mpf(0), start - r))
    points = [start] + [start + scale * mpf(2) ** j for j in range(-3, 12)
                        if scale * 2 ** j < 40 + abs(start - r)]
    if start < r:
        points = sorted(set([p for p in points if p < r - 1] +
                            [r + k for k in range(-16, 17) if r + k > start]))
        points = [start] + [p for p in points if p > start]
    g = mp.exp(eps)
    size = density(start - r) if start > r else mpf(1)   # quad's goal is absolute
    if r < 1:
        size *= r
    return size * mp.quad(lambda x: (density(x - r) - g * density(x)) / size, points)


def look_gauss():
    for eps, r in [("1", "1"), ("1", "1/2"), ("5", "1/2"), ("700", "1/3"), ("0", "1"),
                   ("8", "4"), ("0.01", "1e-3"), ("2", "2.0000000001"), ("800", "40"), ("1", "20"),
                   ("1000", "1e-3"), ("1e6", "1"), ("1e-98", "1e-100")]:
        mp.dps = 60 if Fraction(r) > Fraction("1e-90") else 300
        e, x = Fraction(eps), Fraction(r)
        close(gauss_theta(e, x), hockey_stick_gauss(real(e), real(x)), 20,
              "theta %s %s" % (eps, r))
    # values stated elsewhere
    mp.dps = 60
    close(gauss_theta(Fraction(1), Fraction(1, 2)), mpf("6.82959498311457538e-3"), 17, "theta 1 1/2")
    close(gauss_theta(Fraction(5), Fraction(1, 2)), mpf("4.4154434703e-24"), 10, "theta 5 1/2")
    close(gauss_theta(Fraction(700), Fraction(1, 3)), mpf("1.3925e-957475"), 4, "theta 700 1/3")
    # erf, and the density integrated between -r/2 and r/2
    for r in ("1", "2", "1/3", "6"):
        x = real(Fraction(r))
        close(gauss_tv(Fraction(r)), mp.erf(x / mp.sqrt(8)), 40, "tv erf")
        close(gauss_tv(Fraction(r)), mp.quad(density, [-x / 2, 0, x / 2]), 20, "tv quadrature")
    # two steps by quadrature over the outcome of the first: the hockey stick
    # of the product is the average of the hockey sticks given x
    mp.dps = 30
    e, r1, r2 = mpf(1), mpf(1) / 2, mpf(2) / 3

    def given(x):
        # p(x) E(N(r2,1) || N(0,1)) at gamma = e^eps q(x)/p(x), any gamma > 0
        p, t = density(x - r1), e - (r1 * x - r1 * r1 / 2)
        return p * (normal_tail(t / r2 - r2 / 2) - mp.exp(t) * normal_tail(t / r2 + r2 / 2))
    average = mp.quad(given, [mpf(k) for k in range(-14, 16)])
    close(gauss_mechanism_list(Fraction(1), [(Fraction(1), Fraction(2), 1),
                                             (Fraction(2), Fraction(3), 1)]),
          average, 18, "two Gaussian steps")
    close(gauss_mechanism(Fraction(2), Fraction(1), Fraction(10), 100),
          gauss_mechanism_list(Fraction(2), [(Fraction(1), Fraction(10), 60),
                                             (Fraction(1), Fraction(10), 40)]), 28, "split list")
    # Renyi divergence of two Gaussians by quadrature
    for alpha, D, sigma in (("2", "1", "1"), ("1.5", "2", "5"), ("7/3", "1/3", "2/3")):
        a, d, s = (real(Fraction(v)) for v in (alpha, D, sigma))
        centre = a * d
        moment = mp.quad(lambda x: mp.exp(-a * (x - d) ** 2 / (2 * s * s)
                                          + (a - 1) * x * x / (2 * s * s)) / (s * mp.sqrt(2 * mp.pi)),
                         [centre + s * k for k in range(-14, 15)])
        close(gauss_rdp(Fraction(alpha), Fraction(D), Fraction(sigma), 1),
              mp.log(moment) / (a - 1), 18, "renyi quadrature")


def look_channel():
    """eta is the largest E_gamma between rows (asoodeh2020c, Theorem 3), and
    no pair of input distributions contracts less (definition (4))."""
    mp.dps = 40
    for eps, a, b in (("0", "0.1", "0.4"), ("0.5", "0.1", "0.4"), ("1", "0.01", "0.01"),
                      ("0.1", "0.05", "0.85"), ("3", "0.1", "0.4"), ("5", "0", "0.4")):
        g = mp.exp(real(Fraction(eps)))
        fa, fb = real(Fraction(a)), real(Fraction(b))
        rows = [(1 - fa, fa), (fb, 1 - fb)]

        def stick(p, q):
            return sum(max(mpf(0), x - g * y) for x, y in zip(p, q))
        value = real(channel_binary(Fraction(eps), Fraction(a), Fraction(b)))
        close(value + 1, max(stick(p, q) for p in rows for q in rows) + 1, 35, "channel rows")
        best = mpf(0)
        for i, j in itertools.product(range(41), repeat=2):
            mu, nu = (mpf(i) / 40, 1 - mpf(i) / 40), (mpf(j) / 40, 1 - mpf(j) / 40)
            inner = stick(mu, nu)
            if inner > mpf(10) ** -20:
                out = [[m * rows[0][c] + n * rows[1][c] for c in (0, 1)] for m, n in (mu, nu)]
                best = max(best, stick(out[0], out[1]) / inner)
        close(value + 1, best + 1, 35, "channel contraction")


def optimal_gamma(alpha, eps, delta):
    """asoodeh2020f, Theorem 3, (16), by ternary search (the term is convex)."""
    a, x, d = real(alpha), mp.exp(real(eps)), real(delta)

    def term(p):
        return p ** a * (p - d) ** (1 - a) + (1 - p) ** a * (x - p + d) ** (1 - a)
    low, high = d, mpf(1)
    for _ in range(260):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        if term(one) < term(two):
            high = two
        else:
            low = one
    return real(eps) + mp.log(term((low + high) / 2)) / (a - 1)


def look_rdp():
    # Theorem 4 against the optimum of Theorem 3: below it, and equal to it
    # where alpha delta >= 1
    for alpha, eps, delta in (("2", "1", "0.1"), ("5", "0.5", "0.01"), ("20", "0.1", "0.001"),
                              ("10", "1", "1e-5"), ("2", "5", "0.2"), ("4/3", "1/7", "1/50"),
                              ("2", "1", "0.6"), ("10", "0.5", "0.101"), ("2", "0", "0.75")):
        mp.dps = 60
        args = [Fraction(v) for v in (alpha, eps, delta)]
        closed, best = rdp_closed_gamma(*args), optimal_gamma(*args)
        assert closed <= best + mpf(10) ** -25, "Theorem 4 above Theorem 3"
        if args[0] * args[2] >= 1:
            close(closed, best, 20, "Theorem 4 (17)")
    mp.dps = 60
    # inverses: classic, and closed delta against closed eps
    for alpha, gamma, eps in (("2", "0.5", "1"), ("10", "0.5", "2"), ("1.5", "0.1", "3"), ("4/3", "1/7", "1/2")):
        a, g, e = (Fraction(v) for v in (alpha, gamma, eps))
        close(rdp_classic_eps(a, g, AsDelta(rdp_classic_delta(a, g, e))), real(e), 50, "classic inverse")
    for alpha, gamma, eps in (("2", "0.5", "1"), ("2", "0.01", "0.5"), ("10", "1", "2"), ("10", "0.55", "0.5"),
                              ("2", "2", "1"), ("10", "3", "0.5"), ("5", "0.2", "0.1"), ("20", "0.025", "0.5")):
        a, g, e = (Fraction(v) for v in (alpha, gamma, eps))
        d = rdp_closed_delta(a, g, e)
        close(closed_eps_real(a, g, d), real(e), 45, "closed inverse %s %s %s" % (alpha, gamma, eps))
        # and no smaller than what the optimum of Theorem 3 allows
        assert optimal_gamma(a, e, AsDelta(d)) >= real(g) - mpf(10) ** -25, "closed delta too small"
    # zero-eps: the boundary of the set where closed eps vanishes
    for alpha, gamma in (("2", "0.1"), ("10", "0.01"), ("10", "0.1"), ("2", "1"), ("10", "0.5"), ("1.5", "3")):
        a, g = Fraction(alpha), Fraction(gamma)
        d = rdp_zero_eps(a, g)
        tiny = mpf(10) ** -20
        assert closed_eps_real(a, g, d * (1 + tiny)) == 0, "zero-eps above"
        assert closed_eps_real(a, g, d * (1 - tiny)) > 0, "zero-eps below"
        close(d, rdp_closed_delta(a, g, Fraction(0)), 45, "zero-eps is closed-delta at eps = 0")


class AsDelta(mpf):
    """An mpf that stands where a rational is expected (comparisons work)."""
    def __new__(cls, x):
        return mpf.__new__(cls, x)


def closed_eps_real(alpha, gamma, delta):
    """asoodeh2020f, Lemma 1, for a real delta and without the care for exact
    zeros of rdp_closed_eps."""
    a, g = real(alpha), real(gamma)
    if a * delta >= 1:
        return max(mpf(0), g + mp.log1p(-delta))
    first = max(mpf(0), g + mp.log(zeta(alpha) / delta) / (a - 1))
    second = mp.log1p(mp.expm1((a - 1) * g) / (a * delta)) / (a - 1)
    return min(first, second)


def look_optimal():
    """Tangents and Theorem 3 against each other, and both orders against one."""
    mp.dps = 40
    for alpha, eps, delta in [("10", "1", "1e-5"), ("2", "1", "0.01"), ("5", "0.5", "0.05"), ("1.5", "3", "1e-3")]:
        a, e, d = Fraction(alpha), Fraction(eps), Fraction(delta)
        gamma = rdp_optimal_gamma(a, e, d)
        # the smallest over u, by golden sections on log(u - 1)
        lo, hi = mpf(-12), mpf(12)
        part = (3 - mp.sqrt(5)) / 2
        for _ in range(160):
            x, y = lo + part * (hi - lo), hi - part * (hi - lo)
            if tangent_delta(a, gamma, e, 1 + mp.exp(x)) < tangent_delta(a, gamma, e, 1 + mp.exp(y)):
                hi = y
            else:
                lo = x
        close(tangent_delta(a, gamma, e, 1 + mp.exp(lo)), real(d), 25, "tangent and Theorem 3")
        assert rdp_closed_gamma(a, e, d) <= gamma <= symmetric_gamma(a, e, d) * (1 + mpf(10) ** -30)
    # eps = 0: the worst pair is symmetric, p + q = 1
    for alpha, delta in [("2", "0.5"), ("10", "0.1"), ("1.5", "0.01")]:
        a, d = real(Fraction(alpha)), real(Fraction(delta))
        p, q = (1 + d) / 2, (1 - d) / 2
        close(symmetric_gamma(Fraction(alpha), Fraction(0), Fraction(delta)),
              mp.log(p ** a * q ** (1 - a) + q ** a * p ** (1 - a)) / (a - 1), 30, "symmetric at eps = 0")
    # values stated elsewhere
    mp.dps = 20
    tv, eg = fdiv_chi2_binary(Fraction("0.1"), Fraction("0.4"), Fraction("0.1"), Fraction("0.4"))
    close(tv, mpf("0.1875"), 15, "chi2-binary tv")
    close(eg, mpf("0.17522588"), 6, "chi2-binary eg")


def look_ma():
    mp.dps = 60
    for sigma, T, delta in (("20", 1, "1e-5"), ("20", 1000, "1e-5"), ("2", 10, "1e-6")):
        s, d = Fraction(sigma), Fraction(delta)
        rho_t = real(T / (2 * s * s))
        # (23): the infimum of the objective has a closed form
        best = rho_t + mp.sqrt(4 * rho_t * mp.log(1 / real(d)))
        star = 1 + mp.sqrt(mp.log(1 / real(d)) / rho_t)
        close(ma_gauss(s, T, d, star), best, 50, "(23) attained")
        for factor in (mpf("0.9"), mpf("1.1")):
            assert ma_gauss(s, T, d, 1 + (star - 1) * factor) > best, "(23) is a minimum"
    # Lemma 2 at one alpha is Lemma 1 at gamma = rho alpha T, or its third term
    for sigma, T, delta, alpha in (("20", 1000, "1e-5", "3.7"), ("20", 100, "1e-5", "9.6"), ("2", 10, "1e-6", "4")):
        s, d, a = Fraction(sigma), Fraction(delta), Fraction(alpha)
        value = ma_gauss_closed(s, T, d, a)
        close(value, rdp_closed_eps(a, a * T / (2 * s * s), d), 50, "Lemma 2 from Lemma 1")
        # it is a guarantee: the exact curve is below
        mechanism = theta(value, mp.sqrt(T) / real(s))
        assert mechanism < real(d), "Lemma 2 below the exact curve"
    # the abadi entry is Lemma 1 at gamma = rho alpha T
    q, s, T, d, a = Fraction("0.001"), Fraction(4), 100000, Fraction("1e-5"), Fraction(40)
    close(ma_sgd_abadi(q, s, T, d, a),
          rdp_closed_eps(a, q * q / ((1 - q) * s * s) * a * T, d), 50, "Fig. 3 from Lemma 1")


def brute_force_product(eps, delta, T, eps_out):
    """Hockey stick of the T-fold product of P = (delta, (1-delta) e^eps/(1+e^eps),
    (1-delta)/(1+e^eps), 0) and its mirror image, over all 4^T outcomes."""
    e, d = real(eps), real(delta)
    x = mp.exp(e)
    P = [d, (1 - d) * x / (1 + x), (1 - d) / (1 + x), mpf(0)]
    Q = P[::-1]
    g = mp.exp(real(eps_out))
    total = mpf(0)
    for word in itertools.product(range(4), repeat=T):
        p = q = mpf(1)
        for c in word:
            p *= P[c]
            q *= Q[c]
        total += max(mpf(0), p - g * q)
    return total


def look_contract():
    """Chains of steps on a grid: the divergences of explicit processes are
    not above the bounds, and the sums are what recurrences give."""
    mp.dps = 40
    one = Fraction(1)
    # (17) by Horner's rule, and (18) as the limit of its geometric sum
    step = [(Fraction(1),), (Fraction(2),), (Fraction(1, 2),), (Fraction(3),)]
    S, best = mpf(0), []
    for s, in reversed(step):
        best.append(theta(real(one), 1 / real(s)) * (1 + S) / len(step))
        S = theta(real(one), 2 / real(s)) * (1 + S)
    close(contract_stopped(one, one, 2 * one, step), max(best), 35, "stopped by recurrence")
    close(contract_stopped_printed(one, one, 2 * one, step), min(best), 35, "stopped-printed by recurrence")
    gap = contract_stopped_uniform(one, one, one, one, 5) - contract_stopped(one, one, one, [(one,)] * 5)
    t = theta(mpf(1), mpf(1))
    close(gap, t / 5 * t ** 5 / (1 - t), 20, "the tail of the geometric sum")
    # the refutation of the minimum: constant updates to 0 or 1/2, noise 1/10
    # then 10, at eps = 1; the density difference integrated where it is positive
    def excess(x):
        p = (density((x - mpf(1) / 2) * 10) * 10 + density(x / 10) / 10) / 2
        q = (density(x * 10) * 10 + density(x / 10) / 10) / 2
        return max(mpf(0), p - mp.e * q)
    mp.dps = 20
    truth = mp.quad(excess, [mpf(k) / 100 for k in range(-100, 201)])
    assert truth > mpf("0.4712"), "the mechanism loses less than the referee says"
    assert contract_stopped_printed(one, one / 2, one, [(one / 10,), (10 * one,)]) < mpf(10) ** -90
    assert truth < contract_stopped(one, one / 2, one, [(one / 10,), (10 * one,)])
    mp.dps = 40
    # (19), (35) with D = 1 + 2 eta L, and the order of the three diameters
    args = (2 * one, one, 3 * one, one / 20, 100)
    close(contract_pnsgd(*args), uniform_bound(mpf(2), mpf(1) / 10, 1 + mpf(1) / 10, mpf(3) / 20, 100), 35, "(35)")
    assert contract_pnsgd_smooth(*args, beta=one) < contract_pnsgd_convex(*args) < contract_pnsgd(*args)


def look_feldman():
    mp.dps = 40
    one = Fraction(1)
    # (21) minimised numerically is (22), also where alpha* is not the order
    for eps, L, sigma, n in (("2", "1", "3", 100), ("0.5", "1", "1", 30), ("0.05", "1", "3", 100), ("1", "3", "7", 60)):
        e, l, s = Fraction(eps), Fraction(L), Fraction(sigma)
        rho, star = feldman_rho(l, s, n), feldman_star(l, s)
        close(star * (star - 1), real(s * s / (2 * l * l)), 35, "alpha*")
        low, high = mpf(1), star
        for _ in range(200):
            a, b = low + (high - low) / 3, high - (high - low) / 3
            if (a - 1) * (real(e) - rho * a) > (b - 1) * (real(e) - rho * b):
                high = b
            else:
                low = a
        a = (low + high) / 2
        close(iterate_feldman_classic(e, l, s, n), mp.exp(-(a - 1) * (real(e) - rho * a)), 25, "(22)")
    # why Theorem 6 holds from n = 3 on: mixing divergences x/k, k = 1..n,
    # x <= 1, gives n log(mean of e^{x/k}), which must not exceed 2 x log n
    for n in range(1, 400):
        mean = sum(mp.exp(mpf(1) / k) for k in range(1, n + 1)) / n
        assert (n * mp.log(mean) <= 2 * mp.log(n)) == (n >= 3), n
    for n in (3, 4, 10):
        before = mpf(0)
        for j in range(1, 21):
            x = mpf(j) / 20
            mean = sum(mp.exp(x / k) for k in range(1, n + 1)) / n
            now = mp.log(mean) / x
            assert now >= before, "log of the mean over x does not grow"
            before = now
    # two records: the Renyi divergence of the planar mechanism, at a larger
    # alpha than that of the certificate, by a sum over a grid of mesh 1/5
    mp.dps = 15
    alpha, r = mpf("1.01"), mp.sqrt(2 / mpf("0.0101"))
    v = mp.sqrt(7) * r / 8

    def moment(x, y):
        q = density(x) * density(y) + density((x + 3 * r / 8) / mp.sqrt(2)) * density((y - v) / mp.sqrt(2)) / 2
        p = (density(x - r) * density(y)
             + density((x - 5 * r / 8) / mp.sqrt(2)) * density((y - v) / mp.sqrt(2)) / 2)
        return (p / 2) ** alpha * (q / 2) ** (1 - alpha)
    total = sum(moment(mpf(i) / 5, mpf(j) / 5) for i in range(-10, 121) for j in range(-40, 71)) / 25
    sigma = 2 / r
    printed = 4 * alpha * mp.log(2) / (2 * sigma ** 2)
    assert mp.log(total) / (alpha - 1) > printed * mpf("1.05"), "two records do not beat Theorem 6"
    mp.dps = 40
    assert iterate_feldman_printed(2 * one, one, 2 * one, 1) == 0


def look_compose():
    mp.dps = 40
    for eps, delta, T, eps_out in (("1", "0", 1, "0.5"), ("1", "0.1", 1, "0"), ("0.5", "0.01", 2, "0.3"),
                                   ("1", "1e-5", 3, "1.5"), ("0.25", "1e-3", 6, "0.7"), ("2", "1/7", 5, "1/3"),
                                   ("1", "1e-5", 4, "2"), ("0.5", "0", 5, "1.5"), ("1", "0.5", 3, "4")):
        e, d, out = Fraction(eps), Fraction(delta), Fraction(eps_out)
        close(compose_kov_exact(e, d, T, out), brute_force_product(e, d, T, out), 30,
              "kov-exact %s %s %d %s" % (eps, delta, T, eps_out))
    # KOV as printed, at eps' = (k-2i) eps: delta_i = sum_{l<i} C(k,l)
    # (e^{(k-l)eps} - e^{(k-2i+l)eps})/(1+e^eps)^k
    k, i, e, d = 12, 4, Fraction(1, 3), Fraction(1, 1000)
    di = sum(mp.binomial(k, l) * (mp.exp((k - l) * real(e)) - mp.exp((k - 2 * i + l) * real(e)))
             for l in range(i)) / (1 + mp.exp(real(e))) ** k
    close(compose_kov_exact(e, d, k, (k - 2 * i) * e),
          1 - (1 - real(d)) ** k * (1 - di), 35, "KOV Theorem 3.3")
    # the drift per step is the KL divergence of randomized response, and of
    # T independent ones the sum: direct expectation
    for eps in ("0.1", "1", "1/7"):
        e = real(Fraction(eps))
        p = mp.exp(e) / (1 + mp.exp(e))
        kl = p * mp.log(p / (1 - p)) + (1 - p) * mp.log((1 - p) / p)
        close(kl, e * mp.tanh(e / 2), 35, "kl by expectation")
        close((mp.exp(e) - 1) * e / (mp.exp(e) + 1), kl, 35, "kl")
    # compose.kov is a guarantee: the optimum at its eps_out is not above it
    for eps, delta, T, slack in (("0.1", "1e-5", 1000, "1e-6"), ("0.5", "1e-6", 100, "1e-5"),
                                 ("1", "1e-5", 2, "1e-6"), ("0.01", "0", 100, "1e-10"), ("0.1", "0", 2000, "0.1")):
        mp.dps = 60
        e, d, s = Fraction(eps), Fraction(delta), Fraction(slack)
        eps_out, delta_out = compose_kov(e, d, T, s)
        floor_eps = Fraction(int(mp.floor(eps_out * 10 ** 12)), 10 ** 12)
        assert compose_kov_exact(e, d, T, floor_eps + Fraction(1, 10 ** 12)) <= delta_out, "kov below the optimum"
    # the refutation: printed II below what the leak mechanism attains
    mp.dps = 60
    value = compose_he_2_printed(Fraction("0.1"), Fraction("1e-5"), 1000, Fraction("1e-6"))[1]
    close(value, mpf("9.5868005333e-3"), 10, "he-2-printed")
    leak = 1 - (1 - mpf(10) ** -5) ** 1000
    close(leak, mpf("9.95021e-3"), 5, "leak")
    assert value < leak
    # its second line is the first-order expansion of the first
    e, d, T, s = Fraction("0.1"), Fraction("1e-40"), 1000, Fraction("1e-6")
    eps_out, value = compose_he_2_printed(e, d, T, s)
    k = mp.ceil(eps_out / real(e))
    close((value - real(s)) / real(d), (T - k) * 2 / (1 + mp.exp(real(e))) + k, 15, "he-2 expansion")


def printed_maximum(step, eps_out):
    """The maximum of he2020, (8), over all {alpha_i} in I with 0 <= alpha_i <=
    eps_i, by enumeration: one alpha_i is free, the others are 0 or eps_i."""
    single = [(real(e), real(d)) for e, d, count in step for _ in range(int(count))]
    best = None
    for free in range(len(single)):
        rest = single[:free] + single[free + 1:]
        for chosen in itertools.product((0, 1), repeat=len(rest)):
            alphas = [e * c for (e, _), c in zip(rest, chosen)]
            last = eps_out - sum(alphas)
            if 0 <= last <= single[free][0]:
                keep = mpf(1)
                for (e, d), alpha in zip(rest + [single[free]], alphas + [last]):
                    keep *= 1 - mp.exp(alpha) * d / (1 + mp.exp(e))
                best = 1 - keep if best is None else max(best, 1 - keep)
    return best


def look_he():
    mp.dps = 40
    # duality: never below the printed maximum, close to it at a good mu
    step = [(Fraction("0.3"), Fraction("0.01"), 3), (Fraction("0.1"), Fraction("0.02"), 4),
            (Fraction("0.7"), Fraction("0.005"), 2)]
    for eps_out in (mpf("0.5"), mpf("1.3"), mpf("2.2"), mpf("2.6")):
        truth = printed_maximum(step, eps_out)
        bounds = [he_maximum(step, eps_out, Fraction(i, 4000)) for i in range(0, 81)]
        assert min(bounds) >= truth * (1 - mpf(10) ** -35), "duality below the maximum"
        assert min(bounds) <= truth * mpf("1.05"), "duality far from the maximum"
    # Composition II is I with equal steps, its k rounded up
    step = [(Fraction("0.1"), Fraction("1e-3"), 12)]
    eps_out = mpf("0.73")
    A, x = mpf("1e-3") / (1 + mp.exp(mpf("0.1"))), mp.exp(mpf("0.1"))
    assert printed_maximum(step, eps_out) <= 1 - (1 - x * A) ** 8 * (1 - A) ** 4, "II below I"
    # Chernoff: the minimiser is one, and the closed form has the plus sign
    e, T, y = mpf("0.1"), 1000, mpf("21.6")
    value = compose_chernoff(Fraction("0.1"), Fraction(0), T, Fraction("21.6"))
    close(value, he_tail(e, T, y) * mp.exp(y + T * e), 30, "Chernoff in closed form")
    for i in range(0, 400):
        t = mpf(i) / 40
        moment = (mp.exp(t * e + e) + mp.exp(-t * e)) / (1 + mp.exp(e))
        assert mp.exp(-y * t) * moment ** T >= value * (1 - mpf(10) ** -30), "Chernoff is not minimal"
    assert compose_kov_exact(Fraction("0.1"), Fraction(0), T, Fraction("21.6")) <= value, "Chernoff below the optimum"
    assert value <= mp.exp(-(y - T * e * mp.tanh(e / 2)) ** 2 / (2 * T * e * e)), "Chernoff above Azuma"
    # a list of one kind of step
    args = (Fraction("0.1"), Fraction("1e-5"), 1000, Fraction("1e-6"))
    for one, many in ((compose_kov, compose_kov_list), (compose_dwork_roth, compose_dwork_roth_list)):
        for x, y in zip(one(*args), many([args[:3]], args[3])):
            close(x, y, 30, "list of one kind")


def look_generalization():
    mp.dps = 40
    # constants of he2021: 85/127 - 1/2, 219*220, 50/127 = 0.7/(1 + 0.34 (1/1.7 + 1.7))
    assert Fraction(85, 127) - Fraction(1, 2) == Fraction(43, 254)
    assert 219 * 220 == 48180 and Fraction(1, 219) - Fraction(1, 220) == Fraction(1, 48180)
    assert Fraction(7, 10) / (1 + Fraction(34, 100) * (Fraction(10, 17) + Fraction(17, 10))) == Fraction(50, 127)
    # the worst case on average: one record out of M, a set that each record
    # enters with probability 1 - q (if it is the data) or q; exactly eps-DP
    for eps in ("0.1", "1", "3"):
        e, M = real(Fraction(eps)), 6
        q = 1 / (1 + mp.exp(e / 2))

        def probability(subset, z):
            return mp.fprod((1 - q if (i in subset) == (i == z) else q) for i in range(M))
        ratio = max(probability(s, 0) / probability(s, 1)
                    for r in range(M + 1) for s in itertools.combinations(range(M), r))
        close(ratio, mp.exp(e), 30, "the biased set is eps-DP")
        gap = sum(probability(s, 0) * ((0 in s) - mpf(len(s)) / M)
                  for r in range(M + 1) for s in itertools.combinations(range(M), r))
        close(gap, mp.tanh(e / 4) * (1 - mpf(1) / M), 30, "its gap")
        # the Lagrangian of the upper bound, at the ends of s in [0, 1 - rho]
        x, t = mp.exp(e), mp.tanh(e / 4)
        for i in range(201):
            rho = mpf(i) / 200
            for s in (mpf(0), 1 - rho):
                value = (rho * (1 - rho) * (x - 1) + s) / (x * rho + 1 - rho) - (1 - t) * s
                assert value <= t + mpf(10) ** -30, "Lagrangian"
        assert gen_on_average_exact(Fraction(eps), Fraction("1e-3"), 10) <= gen_on_average(Fraction(eps), Fraction("1e-3"), 10)


def look_hidden():
    mp.dps = 40
    c, first = mpf("0.9"), mpf(3)
    for m, K, h in [(2, 5, 1), (7, 4, 3), (10, 3, 9)]:
        # (118) solves the recursion (116)
        close(recursion(first, c, m, K, h), epochs_term(first, c, m, K, h) * c ** (2 * (m - h)), 30,
              "(118)")
    for m, K in [(1, 3), (4, 3), (5, 6)]:
        # the shifts a_t of hidden.shifted, applied step by step: they never exceed the distance
        # that is left, and nothing is left in the end
        N = m * K
        shift = mp.fsum(c ** (N - t) for t in range(1, N + 1, m))
        noise = mp.fsum(c ** (2 * s) for s in range(N))
        left, cost = mpf(0), mpf(0)
        for t in range(1, N + 1):
            a = c ** (N - t) * shift / noise
            left = c * left + (1 if t % m == 1 or m == 1 else 0) - a
            cost += a * a
            assert left > -mpf(10) ** -30
        assert abs(left) < mpf(10) ** -30
        values = dict(alpha=Fraction(2), n=m, b=1, K=K + 1, eta=Fraction(1, 10), beta=Fraction(1),
                      S=Fraction(3), sigma=Fraction(2), j0=m - 1)
        values["lambda"] = Fraction(1)
        close(hidden_shifted(**values), step_rdp(2, 1, Fraction(1, 10), 3, 2) * (1 + cost), 30,
              "shifts")
        # never above any split, nor the split above the paper
        for h in range(1, m):
            assert hidden_shifted(**values) <= hidden_fixed_split(**values, h=h)
        if m > 1:
            assert hidden_fixed_split(**values, h=m // 2) <= hidden_fixed(**values)
        # quadratic losses, propagated step by step, stay below
        mean, variance = mpf(0), mpf(0)
        for t in range(N + m):
            mean = c * mean + (Fraction(3, 10) if t % m == m - 1 else 0) * mpf(1)
            variance = c * c * variance + 2 * mpf("0.1") * 4
        assert mean ** 2 / variance <= hidden_shifted(**values)
    # resampling with b = n is composition of contractions by hand
    values = dict(alpha=Fraction(3), n=4, b=4, K=6, eta=Fraction(1, 10), beta=Fraction(1),
                  S=Fraction(1), sigma=Fraction(1))
    values["lambda"] = Fraction(1)
    close(hidden_resample(**values), 6 * step_rdp(3, 4, Fraction(1, 10), 1, 1), 30, "b = n")


def look_sgm():
    mp.dps = 30
    for alpha, q, sigma in [(2, "0.01", "1"), (5, "1/2", "1"), (7, "1/3", "2")]:
        p, s = real(Fraction(q)), real(Fraction(sigma))

        def moment(x, a=alpha, p=p, s=s):
            return density(x / s) / s * (1 - p + p * mp.exp((2 * x - 1) / (2 * s * s))) ** a

        grid = [s * k for k in range(-14, 15)] + [s * 14 + k for k in range(1, 3 * alpha)]
        close(mp.exp((alpha - 1) * sgm_rdp(Fraction(alpha), Fraction(q), Fraction(sigma), 1)),
              mp.quad(moment, grid), 15, "sgm %d %s %s" % (alpha, q, sigma))


def second_look():
    look_gauss()
    look_channel()
    look_rdp()
    look_optimal()
    look_ma()
    look_contract()
    look_feldman()
    look_compose()
    look_he()
    look_generalization()
    look_hidden()
    look_sgm()


# --------------------------------------------------------------------------

def main(argv):
    part = argv[1:] if argv[:1] == ["--check"] else argv
    if part not in [[]] + [[k] for k in "01234"] or argv == part != []:
        sys.stderr.write("usage: gen_reference.py [--check [0-4]]\n")
        return 2
    second_look()
    bad = 0
    chosen = [e for i, e in enumerate(ENTRIES) if not part or i % 5 == int(part[0])]
    for entry in chosen:
        name = entry["id"] + ".dat"
        path = os.path.join(HERE, name)
        text = data_file(entry)
        if argv:
            try:
                with open(path, encoding="ascii", newline="") as stream:
                    old = stream.read()
            except OSError:
                old = None
            if old != text:
                sys.stderr.write("%s differs from what the generator writes\n" % name)
                bad += 1
        else:
            with open(path, "w", encoding="ascii", newline="") as stream:
                stream.write(text)
    print("gen_reference.py: %d of %d entries" % (len(chosen), len(ENTRIES)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
