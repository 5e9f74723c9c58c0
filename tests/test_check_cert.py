#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""Self-test of check_cert.py: arithmetic, language, reference values, certificates.

    python3 tests/test_check_cert.py [-v] [--without-certs] [--fifth=K]

--without-certs leaves out the certificates of certs/, which take longest: tests/checker/second.sh covers them.
--fifth=K, K from 0 to 4: every fifth file of reference values, beginning with number K.
"""

import decimal
import glob
import os
import random
import subprocess
import sys
import tempfile
import time
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from checker import Limit, NeedPrecision, Refused, Rejected, Undefined, certificates, dyadic, inversion    # noqa: E402
from checker.evaluation import MAX_STEPS, Evaluation                                    # noqa: E402
from checker.intervals import Number, compare, pi, precision                            # noqa: E402
from checker.language import scaled                                                     # noqa: E402
from checker.theorems import Library                                                    # noqa: E402

THEOREMS = os.path.join(HERE, "..", "src", "check", "theorems")
CERTS = os.path.join(HERE, "..", "certs")
PROGRAM = [sys.executable, os.path.join(HERE, "check_cert.py")]
MAX_BITS = 4096
LIB = Library(THEOREMS)
VERBOSE = "-v" in sys.argv[1:]
FIFTH = next((int(a[8:]) for a in sys.argv[1:] if a.startswith("--fifth=")), None)
passed, failed = 0, 0


def check(ok, message):
    global passed, failed
    if ok:
        passed += 1
    else:
        failed += 1
        print("FAIL: " + message)


def frac(d):
    return Fraction(d[0]) * Fraction(2) ** d[1]


def low(v):
    return v.exact if v.exact is not None else frac(v.ends()[0])


def high(v):
    return v.exact if v.exact is not None else frac(v.ends()[1])


def at(p, f, *args):
    """f(*args) with p bits; a pair is the interval of this one point"""
    with precision(p):
        return f(*(Number(x, x) if isinstance(x, tuple) else x for x in args))


def literal(text):
    """A number, in the notation of users"""
    mantissa, _, k = text.partition("e")
    return scaled(Fraction(mantissa), 10, int(k or 0))


def value(text, kind, values):
    """A value, in the notation of users"""
    if kind in ("real", "int"):
        return certificates.typed(literal(text), kind, ())
    return certificates.typed(certificates.read_any(text), kind, values)


def evaluate(t, params, witnesses, digits, max_bits=MAX_BITS, max_steps=MAX_STEPS):
    """Enclosures of all results, with this many correct digits or at the highest precision"""
    given = {n: value(params[n], kind, values) for n, kind, values in t.params}
    given.update((n, value(witnesses[n], kind, values)) for n, kind, values in t.witnesses)
    out, reason = None, None
    for p in certificates.precisions(max_bits):
        run = Evaluation(t.library.methods, max_steps)
        with precision(p):
            try:
                env = run.theorem(t, given)
            except NeedPrecision as e:
                reason = str(e)
                continue
        if run.undecided:
            reason = run.undecided
            continue
        out = {n: env[n] for n, _, _ in t.results}
        if all(v.narrow(digits) for v in out.values()):
            break
    if out is None:
        raise NeedPrecision(reason)
    return out


# --------------------------------------------------------------------------
# arithmetic: random points against the decimal module at 120 digits

def test_functions():
    rng = random.Random(20240607)
    ctx = decimal.Context(prec=120, Emin=-10 ** 12, Emax=10 ** 12)

    def exact(d):
        """The dyadic number as a decimal, exactly or to 120 digits."""
        return ctx.multiply(decimal.Decimal(d[0]), ctx.power(decimal.Decimal(2), d[1]))

    def expm1(x):
        wide = decimal.Context(prec=320, Emin=-10 ** 12, Emax=10 ** 12)
        return wide.subtract(wide.exp(x), 1)

    def log1p(x):
        wide = decimal.Context(prec=320, Emin=-10 ** 12, Emax=10 ** 12)
        return wide.ln(wide.add(1, x))

    def inside(f, x, p, value):
        # decimal is right to 110 digits, the enclosures have at most 200 bits
        near = ctx.multiply(abs(value), decimal.Decimal("1e-110"))
        lo, hi = map(exact, at(p, f, x).ends())
        check(lo <= ctx.add(value, near) and ctx.subtract(value, near) <= hi,
              "%s(%s) at %d bits: %s not in [%s, %s]" % (f.__name__, x, p, value, lo, hi))
        width = ctx.subtract(hi, lo)
        check(width <= ctx.multiply(abs(value), ctx.power(decimal.Decimal(2), 6 - p)),
              "%s(%s) at %d bits is wide" % (f.__name__, x, p))

    for _ in range(300):
        p = rng.choice([24, 53, 64, 100, 200])
        x = (rng.getrandbits(60) | 1, -60 + rng.randint(-200, 12))
        y = dyadic.neg(x)
        for z in (x, y):
            inside(Number.exp, z, p, ctx.exp(exact(z)))
            inside(Number.expm1, z, p, expm1(exact(z)))
        inside(Number.log, x, p, ctx.ln(exact(x)))
        inside(Number.log1p, x, p, log1p(exact(x)))
        if dyadic.top(y) <= 0:
            inside(Number.log1p, y, p, log1p(exact(y)))
        inside(Number.sqrt, x, p, ctx.sqrt(exact(x)))
        # an exact number is not rounded first
        f = Fraction(rng.getrandbits(60) | 1, rng.getrandbits(60) | 1)
        inside(Number.exp, Number.of(f), p, ctx.exp(ctx.divide(f.numerator, f.denominator))) if f < 1000 else None
        inside(Number.log, Number.of(f), p, ctx.ln(ctx.divide(f.numerator, f.denominator)))
    near1 = ((1 << 59) + 12345, -59)
    inside(Number.log, near1, 64, ctx.ln(exact(near1)))
    for f in (Number.expm1, Number.log1p):
        for x in (Fraction(1, 10 ** 40), Fraction(-1, 10 ** 40)):      # x + x^2/2 or x - x^2/2; x^3 is negligible
            v, half = at(64, f, Number.of(x)), x * x / 2 if f is Number.expm1 else -x * x / 2
            check(low(v) <= x + half <= high(v) and v.narrow(15), "%s(%s) is %s" % (f.__name__, x, v))
    # constants to 50 decimals
    for name, v, digits in (("pi", at(300, pi), "3.14159265358979323846264338327950288419716939937510"),
                            ("log 2", at(300, Number.log, Number.of(2)),
                             "0.69314718055994530941723212145817656807550013436025")):
        check(low(v) <= Fraction(digits) + Fraction(1, 10 ** 50) and high(v) >= Fraction(digits)
              and v.narrow(85), name)


def test_tail():
    """Q: its two series against each other, and against published digits."""
    for x, digits in (("1", "0.1586552539314570514147675"), ("2", "0.02275013194817920720028264"),
                      ("3", "0.001349898031630094526651815"), ("6", "9.865876450376981407008641e-10"),
                      ("10", "7.619853024160526065973343e-24")):
        for p in (64, 200):
            v = at(p, Number.Q, Number.of(Fraction(x)))
            ref = Fraction(digits)
            check(low(v) <= ref * (1 + Fraction(1, 10 ** 24)) and high(v) >= ref * (1 - Fraction(1, 10 ** 24)),
                  "Q(%s) at %d bits: %s" % (x, p, v))
    rng = random.Random(7)
    for _ in range(60):
        # 40 bits use the asymptotic series where 2000 bits use the other one
        x = (rng.getrandbits(40) | 1, -40 + rng.randint(-3, 5))
        found = {p: at(p, Number.Q, x) for p in (40, 300, 2000)}
        for p, q in ((40, 300), (300, 2000), (40, 2000)):
            check(low(found[p]) <= high(found[q]) and low(found[q]) <= high(found[p]), "Q(%s) disagrees" % (x,))
        for p, v in found.items():
            check(v.narrow(p // 4), "Q(%s) at %d bits is wide" % (x, p))


def test_rounding():
    """Ends are on the right side, also where exponents are far apart."""
    rng = random.Random(11)
    for _ in range(2000):
        a = (rng.randint(-10 ** 9, 10 ** 9), rng.randint(-90, 90))
        b = (rng.randint(-10 ** 9, 10 ** 9), rng.randint(-90, 90))
        p = rng.choice([4, 8, 30])
        x, y = frac(a), frac(b)
        pairs = [("+", dyadic.add, x + y), ("*", dyadic.mul, x * y)]
        if y:
            pairs.append(("/", dyadic.div, x / y))
        for name, f, true in pairs:
            check(frac(f(a, b, p, False)) <= true <= frac(f(a, b, p, True)), "%s%s%s" % (a, name, b))
        check(dyadic.order(a, b) == (x > y) - (x < y), "compare %s %s" % (a, b))
        w = rng.randint(-20, 20)
        s = x * Fraction(2) ** w
        check(dyadic.fixed(a, w, False) == s.__floor__() and dyadic.fixed(a, w, True) == s.__ceil__(), "fixed")
        if rng.random() < 0.75:
            continue
        # intervals: they contain the results at all points of their operands
        wide = Number(dyadic.least(a, b), dyadic.greatest(a, b))
        c, e = sorted([(rng.randint(-99, 99), rng.randint(-3, 3)) for _ in range(2)], key=frac)
        f, n = Fraction(rng.randint(-99, 99), rng.randint(1, 99)), rng.randint(1, 9)
        with precision(p):
            power, whole = wide ** n, (wide.floor(), wide.ceil())
            others = [(Number.of(f), [f]), (Number(c, e), [frac(c), frac(e), (frac(c) + frac(e)) / 2])]
            for z in (x, y, (x + y) / 2):
                check(low(power) <= z ** n <= high(power), "power")
                check(low(whole[0]) <= z.__floor__() <= high(whole[0]) and
                      low(whole[1]) <= z.__ceil__() <= high(whole[1]), "floor or ceil of %s" % z)
                check(low(wide.abs()) <= abs(z) <= high(wide.abs()), "abs")
                for other, points in others:
                    for u in points:
                        for v, true in ((wide + other, z + u), (other - wide, u - z), (wide * other, z * u),
                                        (other.least(wide), min(u, z)), (wide.greatest(other), max(u, z)),
                                        (wide.hull(other), u)):
                            check(low(v) <= true <= high(v), "an operation with %s and %s" % (z, u))
                        if other != 0:
                            check(low(wide / other) <= z / u <= high(wide / other), "%s over %s" % (z, u))
                        for sign, true in (("<", z < u), ("<=", z <= u), (">", z > u), (">=", z >= u),
                                           ("==", z == u), ("!=", z != u)):
                            check(compare(sign, wide, other) in (None, true), "%s %s %s" % (z, sign, u))


# --------------------------------------------------------------------------
# reference values

def read_rows(path):
    entry = None
    with open(path) as f:
        for line in f:
            line = line.strip()
            if line.startswith("# entry: "):
                entry = line[len("# entry: "):]
            if line and not line.startswith("#"):
                given, _, wanted = line.partition(" | ")
                yield (entry, dict(x.split("=", 1) for x in given.split(" ")),
                       dict(x.split("=", 1) for x in wanted.split(" ")))


def check_reference(value, text, narrow):
    """The enclosure meets text*(1 -+ 5e-30); narrow: also, it must be narrow, and 0 must be exact."""
    if text == "0":
        return value == 0 or not narrow and not value != 0
    with precision(320):
        ref = literal(text)
        near = (ref * (1 - Fraction(5, 10 ** 30))).hull(ref * (1 + Fraction(5, 10 ** 30)))
        return (value.narrow(30) or not narrow) and not value != near


def test_reference():
    files = sorted(glob.glob(os.path.join(HERE, "data", "*.dat")))
    names = {os.path.basename(f)[:-4] for f in glob.glob(os.path.join(THEOREMS, "*.thm"))} - {"prelude"}
    check(bool(files), "there are no reference files")
    seen, rough = set(), 0
    for path in files[FIFTH::5] if FIFTH is not None else files:
        start, rows = time.time(), 0
        for entry, given, wanted in read_rows(path):
            seen.add(entry)
            rows += 1
            t = LIB.theorem(entry)
            if any(n not in given for n, _, _ in t.witnesses):
                continue                      # it needs a plan: certificates have them
            params = {n: given[n] for n, _, _ in t.params}
            chosen = {n: given[n] for n, _, _ in t.witnesses}
            what = "%s %s" % (entry, given)
            # integrals are slow here: few bits, few rows
            if entry.startswith("fdiv."):
                if rows > (2 if entry == "fdiv.chi2-gauss" else 6):
                    continue
                got = evaluate(t, params, chosen, 3, 64)
                for name in got:
                    check(check_reference(got[name], wanted[name], False),
                          "%s: %s is %s instead of %s" % (what, name, got[name], wanted[name]))
                continue
            if entry.startswith("rdp.symmetric") or entry == "rdp.optimal-gamma":
                continue                      # they need hints: certificates have them
            try:
                got = evaluate(t, params, chosen, 34)
            except Exception as e:                              # pylint: disable=broad-except
                check(False, "%s: %s %s" % (what, type(e).__name__, e))
                continue
            check(set(got) == set(wanted), what + ": results")
            for name in got:
                check(check_reference(got[name], wanted[name], True),
                      "%s: %s is %s instead of %s" % (what, name, got[name], wanted[name]))
            # few bits: wide, but never wrong
            for bits in (5, 9, 16, 33, 64):
                try:
                    got = evaluate(t, params, chosen, 1, bits)
                except NeedPrecision:
                    continue
                rough += 1
                for name in got:
                    check(check_reference(got[name], wanted[name], False), "%s at %d bits: %s is %s instead of %s"
                          % (what, bits, name, got[name], wanted[name]))
        if VERBOSE:
            print("%-24s %3d rows %6.2f s" % (os.path.basename(path), rows, time.time() - start))
    check(rough > (1000 if FIFTH is None else 100), "only %d rough enclosures" % rough)
    if VERBOSE and FIFTH is None and names - seen:              # theorems may be younger than their values
        print("no reference values: " + ", ".join(sorted(names - seen)))


# --------------------------------------------------------------------------
# the language, by theorems of an issuer's own

HEAD = """theorem t
revision 1
title "t"
cite x "y"
status exact paper
adjacency any
"""


def parsed(text):
    """A theorem given as statements"""
    head = HEAD.replace("exact", "proved") if "use " in text else HEAD
    return Library(THEOREMS, {"t": (head + text + "\n").encode("ascii")}).theorem("t")


def own(text, **params):
    """The results of a theorem given as statements"""
    return evaluate(parsed(text), params, params, 20, 512, 20000)


def value_of(expression, **params):
    head = "".join("param %s : %s\n" % (n, "int" if v.lstrip("-").isdigit() else "real")
                   for n, v in params.items())
    return own(head + "result r = " + expression, **params)["r"]


def raises(kind, f, *args, **kwargs):
    """It raises exactly this exception: an undefined value, for instance, is not malformed."""
    try:
        f(*args, **kwargs)
    except Exception as e:                                      # pylint: disable=broad-except
        if type(e) is kind:
            return True
        print("  raised %s: %s" % (type(e).__name__, e))
    return False


def test_language():
    exact = [
        ("-2^2", -4), ("2^-1", Fraction(1, 2)), ("2^3^2", 512), ("8/4*2", 4), ("1 - 2 - 3", -4),
        ("-2*3", -6), ("0x1.8p-3", Fraction(3, 16)), ("2.5E+3", 2500), ("0.1", Fraction(1, 10)),
        ("sum(i = 1..10, i)", 55), ("sum(i = 1..0, i)", 0), ("prod(i = 1..0, i)", 1), ("prod(i = 1..5, i)", 120),
        ("max(i = 1..4, -(i - 3)^2)", 0), ("min(i = 1..4, i^2 - 5*i)", -6), ("avg(i = 1..4, i)", Fraction(5, 2)),
        ("iterate(x = 1, 5, 2*x + 1)", 63), ("iterate(x = 1, -3, x/0)", 1),
        ("binom(10, 3)", 120), ("binom(3, 5)", 0), ("binom(3, -1)", 0),
        ("sqrt(9/4)", Fraction(3, 2)), ("exp(0) + expm1(0) + log(1) + log1p(0) + Q(0)", Fraction(3, 2)),
        ("1^pi", 1), ("(-8)^(2/2)", -8), ("0^(1/2)", 0), ("ceil(7/2) - floor(-7/2)", 8),
        ("if(1 < 2 and not 2 < 1, 5, 1/0)", 5), ("if(1 < 2 or 1/0 > 1, 5, 6)", 5),
        ("if(0 <= 1 < 2 < 2, 5, 6)", 6), ("min(3, pi)", 3), ("max(3, pos(-pi), abs(-4))", 4),
        ("pos(-3) + abs(-3)", 3), ("if(0 != 0 and 1/0 > 2, 1, 2)", 2), ("ceil(pi)", 4), ("floor(-e)", -3),
        ("if(3^5000 > 2^7000, 1, 2)", 1), ("floor(log(2)*1e30)", 693147180559945309417232121458),
    ]
    for text, want in exact:
        try:
            got = value_of(text)
        except Exception as e:                                  # pylint: disable=broad-except
            got = "%s %s" % (type(e).__name__, e)
        check(got == want, "%s is %s" % (text, got))
    undefined = ["1/0", "log(0)", "log(-1)", "log1p(-1)", "sqrt(-1)", "binom(-1, 0)", "0^0", "0^-1", "(-1)^(1/2)",
                 "0^(-1/2)", "max(i = 1..0, i)", "avg(i = 1..0, i)", "log(2 - e)", "1/(0*pi)"]
    for text in undefined:
        check(raises(Undefined, value_of, text), text + " is undefined")
    # never decided: equality of enclosures, and ranges that depend on it
    for text in ("if(sqrt(2)^2 == 2, 1/0, 1)", "sum(i = 1..floor(sqrt(2)^2), 1)", "1/(sqrt(2)^2 - 2)"):
        check(raises(NeedPrecision, value_of, text), text + " is undecided")
    hull = value_of("if(sqrt(2)^2 >= 2, 1, 3)")
    check(hull.exact is None and low(hull) == 1 and high(hull) == 3, "hull of both cases")
    for text in ("2 x", "a", "1 +", "+1", "1.", ".5", "min()", "sum(i = 1..1/2, i)", "binom(1/2, 1)", "1 < 2",
                 "sum(i = 1..2, sum(i = 1..2, i))", "if(1, 2, 3)", "f(1)", "theta(1)", "(1", "1 and 2",
                 "sum(e = 1..2, 1)", "2e", "1 = 1", "sum(i = 1..2^n, i)", "rr_compose(1, 1/2, 1)", "exp(1, 2)",
                 "(" * 201 + "1" + ")" * 201, "1" + " < 1" * 9, "1e10000001"):
        check(raises(Rejected, parsed, "result r = " + text), shown(text) + " is an error")
    check(value_of("(" * 200 + "1" + ")" * 200) == 1, "200 levels")
    check(value_of("1" + " + 1" * 4999) == 5000, "long chains")
    for text, value in (("inf(p = 1..2, p)", 1), ("sup(p = 0..1, p*(1 - p), quasiconvex a-b.c)", 0.25),
                        ("integral(p = 0..1, p^2)", 1 / 3), ("integral(p = 0..2, abs(p - 1/3))", 26 / 18),
                        ("integral(p = 0..1, exp(p)*log1p(p)/sqrt(1 + p)^3 - Q(p)*p^1.5)", 0.258335967992)):
        v = evaluate(parsed("result r = " + text), {}, {}, 5, 64)["r"]
        check(low(v) <= value * (1 + 1e-8) and high(v) >= value * (1 - 1e-8) and high(v) - low(v) < 0.05,
              text + " is %s" % v)
    check(raises(Rejected, parsed, "result r = integral(p = 0..1, p, quasiconvex L)"), "quasiconvex integral")
    # steps between constants: the slope is not that of a constant
    for text, want in (("if(p < 1/2, a, 0)", 1 / 2), ("if(p < 1/3, a, 0)", 1 / 3), ("p + if(p < 1/3, a, 0)", 5 / 6),
                       ("if(p > 1/4 and p < 3/4, 7, 2)", 9 / 2), ("max(a/2, if(p < 1/3, a, 0))", 2 / 3),
                       ("iterate(v = 0, 3, if(p < 1/3, a, v))", 1 / 3)):
        v = own("param a : real\nresult r = integral(p = 0..1, %s)" % text, a="1")["r"]
        check(low(v) - Fraction(1, 10 ** 12) <= Fraction(want) <= high(v) + Fraction(1, 10 ** 12) and
              high(v) - low(v) < Fraction(1, 5), "a step, %s: %s" % (text, v))
    check(raises(Rejected, parsed, "param a : real\nresult r <= a\nobjective r"), "an objective without a witness")
    # the target of a plan is an expression, in form
    plan = "method inversion\nparam q : real\nchoose w : plan(inversion)%s\nresult r <= inversion(1, q, 1, 9, 1, w)\nobjective r"
    for text in ("", " for foo(x, y) + z[1].t <= 2", ' for sum(x = 1..2, x) "text"',
                 " for inf(x = 0..1, x, quasiconvex L where x > 0)", " for iterate(v = 1, 2, v^-2)"):
        check(parsed(plan % text) is not None, "a target: " + text)
    for text in (" for", " for )", " for 1 +", " for 1 2", " for (1 where 1 > 2)", " for a[1", " for foo(x = 1..2, x)",
                 " for 1 for 2", " garbage", " for " + "(" * 250 + "1" + ")" * 250, " for 1 < 2" + " < 3" * 9):
        check(raises(Rejected, parsed, plan % text), "no target: " + text[:40])
    check(raises(Limit, value_of, "sum(i = 1..10^9, i)"), "too many steps")

    # statements
    r = own("param n : int\nlet a[j = 0..n] = if(j == 0, 1, 2*a[j - 1]) # doubling\n"
            "def f(x, k : int) = x*k \\\n  + a[k]\nresult u <= f(1/2, n)\nresult v = u + a[0]", n="10")
    check(r == {"u": 1029, "v": 1030}, "arrays and functions: %r" % r)
    check(raises(Undefined, own, "let a[j = 1..3] = a[j]\nresult u = a[1]"), "an element that is not there yet")
    check(raises(Undefined, own, "let a[j = 1..3] = j\nresult u = a[4]"), "an index out of range")
    check(own("let a[j = 1..0] = j\nresult u = 1")["u"] == 1, "an empty array")
    r = own("param step : list(x, k : int)\nresult u = sum(s in step, s.x*s.k)\n"
            "result v = len(step) + step[2].k", step="[(0.5,3),(1/4,2)]")
    check(r == {"u": 2, "v": 4}, "lists: %r" % r)
    for m, want in (("first", 1), ("last", 2)):
        r = own("param m : enum(first, last)\nresult u = if(m == first, 1, 2)", m=m)
        check(r["u"] == want, "enumerations")
    check(raises(Rejected, own, "param m : enum(a, b)\nresult u = 1", m="c"), "a value that does not exist")
    check(raises(Rejected, own, "param n : int\nresult u = 1", n="1/2"), "not an integer")
    check(raises(Rejected, own, "param x : real where x > 1\nresult u = x", x="1"), "where")
    check(raises(Rejected, own, "require 1 < 2 and e > 3\nresult u = 1"), "require")
    check(raises(NeedPrecision, own, "require sqrt(2)^2 <= 2\nresult u = 1"), "an undecided require")
    r = own("param g : real\nuse c = rdp.classic-eps(delta = 1/10, alpha = 2, gamma = g)\n"
            "result u <= c.eps - log(10)", g="1/8")
    check((r["u"] - Fraction(1, 8)).abs() < Fraction(1, 10 ** 15), "use: %s" % r["u"])
    check(raises(Rejected, own, "use c = rdp.classic-eps(alpha = 1, gamma = 1, delta = 1/2)\n"
                 "result u <= c.eps"), "inherited conditions")
    r = own("use c = ma.gauss(sigma = 1, T = 1, delta = 1/10)\nresult u <= c.eps\nobjective u", **{"c.alpha": "3"})
    check(r["u"].narrow(20), "inherited witnesses")
    for text in ("let a = 1\nlet a = 2\nresult u = a", "let e = 1\nresult u = 1", "def theta(x) = x\nresult u = 1",
                 "result u = v\nlet v = 1", "def f(x) = f(x)\nresult u = 1", "choose w : real\nresult u <= w",
                 "use c = rdp.classic-eps(alpha = 2)\nresult u = 1", "use c = nothing(x = 1)\nresult u = 1",
                 "use c = t(x = 1)\nresult u = 1", "use c = compose.he-2-printed(eps = 1, delta = 0, T = 1, "
                 "slack = 1/2)\nresult u <= c.eps_out", "assume \"x\"\nresult u = 1", "let u = 1",
                 "premise x\nresult u = 1",
                 "result u <= 1\nreferee u <= 1 \"x\"", "result u <= 1\nreferee u >= x \"x\" choose x : real",
                 "param x : real where y > 1\nparam y : real\nresult u = 1", "title \"again\"\nresult u = 1",
                 "let in = 1\nresult u = 1", "note \"open\nresult u = 1"):
        check(raises(Rejected, parsed, text), "an error: " + shown(text))
    check(own("let f = 1\ndef f(x) = x + f\nresult u = f(f) # \\\nresult v <= u\n")["v"] == 2,
          "functions and values with one name, a comment that continues nothing")
    check(own("note \"a # b\"\nresult u = 1 #c")["u"] == 1, "# in a text")
    # premises change no status, and those of used theorems are inherited, each once
    first = "the noise of every release is Gaussian, independent on each coordinate, and drawn afresh"
    t = parsed("premise \"a\"\nuse c = ma.gauss(sigma = 1, T = 1, delta = 1/10)\n"
               "use d = ma.gauss(sigma = 2, T = 1, delta = 1/10)\npremise \"a\"\nresult u <= c.eps + d.eps\nobjective u")
    check(list(t.premises)[0] == "a" and len(t.premises) == 4 and any(p.startswith(first) for p in t.premises),
          "premises: %s" % list(t.premises))
    # X2: ten steps of 1e-6 fit 1e-5; beyond 4096 bits enclosures
    r = own("param d : real\nrequire sum(i = 1..10, d) <= 1e-5\nresult u = 10*d", d="1e-6")
    check(r["u"] == Fraction(1, 10 ** 5), "exact sums")
    check(value_of("2^4096").exact is None and value_of("2^4095") == 2 ** 4095, "4096 bits")
    # numbers too long to write down
    v = value_of("log(x)/log(10)", x="1e-9000000")
    check(low(v) <= -9000000 <= high(v) and v.narrow(20), "1e-9000000")


def shown(text):
    return repr(text if len(text) < 70 else text[:60] + "...")


# --------------------------------------------------------------------------
# certificates

def catalogue(name):
    with open(os.path.join(THEOREMS, name + ".thm"), "rb") as f:
        return f.read().decode("ascii")


def named(x):
    """`NAME VALUE` as a certificate has it."""
    return x.replace(" ", " = ", 1)


def build(kind, theorem, params, claims, chooses=(), referee=None, own_chooses=(), context=(), texts=None, hints=()):
    """A certificate as a list of lines."""
    texts = texts or {}
    lib = Library(THEOREMS, {k: v.encode("ascii") for k, v in texts.items()})
    t = lib.theorem(theorem)
    lines = ["dpcert-certificate 2", "kind " + kind, "theorem %s %d" % (theorem, t.revision),
             "neighbours " + t.adjacency]
    for name in [theorem] + t.closure() + ["prelude"]:
        text = texts[name] if name in texts else catalogue(name)
        body = text.split("\n")[:-1]
        lines += ["file %s %d" % (name, len(body))] + ["|" + x for x in body]
    lines += ["param " + named(x) for x in params] + ["choose " + named(x) for x in chooses] + ["hint " + x for x in hints]
    if referee:
        lines += ["referee %d" % referee]
    lines += ["choose " + named(x) for x in own_chooses] + ["claim " + x for x in claims]
    return lines + ["context " + x for x in context] + ["end"]


KOV = ["eps 1/10", "delta 1/100000", "T 1000", "slack 1/1000000"]
KOV_CLAIMS = ["eps_out <= 21.61841886", "delta_out <= 9.951205804e-3"]


def judge(lines, limit=MAX_BITS, steps=MAX_STEPS):
    data = lines if isinstance(lines, bytes) else ("\n".join(lines) + "\n").encode("ascii")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.cert")
        with open(path, "wb") as f:
            f.write(data)
        status, out = certificates.check_file(path, LIB, limit, steps)
    word = {0: "VERIFIED", 1: "REJECTED", 3: "UNDECIDED"}[status]
    return status if out.startswith(word + " ") else -1, out


def expect(status, lines, what, says="", limit=MAX_BITS):
    got, out = judge(lines, limit)
    check(got == status and says in out, "%s: exit %d, %s" % (what, got, out))
    if VERBOSE:
        print("%-36s %s" % (what, out[:140]))


def edited(lines, old, new):
    """Replace one line."""
    assert old in lines, old
    i = lines.index(old)
    return lines[:i] + ([new] if isinstance(new, str) else new) + lines[i + 1:]


def test_certificates():
    good = build("guarantee", "compose.kov", KOV, KOV_CLAIMS, context=["made by hand", "  second  line "])
    expect(0, good, "guarantee", "VERIFIED guarantee compose.kov: eps_out <= 21.61841886 and delta_out <= "
           "9.951205804e-3")
    expect(0, build("guarantee", "compose.basic", ["eps 0.1", "delta 1e-6", "T 10"],
                    ["eps_out <= 1", "delta_out <= 1e-5"]), "exact budget")
    expect(1, build("guarantee", "compose.basic", ["eps 0.1", "delta 1e-6", "T 10"],
                    ["eps_out <= 1", "delta_out <= 9.999999999e-6"]), "just below an exact value",
           "false: delta_out <=")
    expect(0, build("guarantee", "gauss.theta", ["eps 700", "r 1/3"], ["delta <= 1.3924835e-957475"]), "tiny")
    expect(1, build("guarantee", "gauss.theta", ["eps 700", "r 1/3"], ["delta <= 1.3924834e-957475"]), "tiny, false")
    expect(0, build("guarantee", "gauss.mechanism-list", ["eps 1", "step [(1,2,3),(0.5,1,10)]"],
                    ["delta <= 0.438011004177"]), "list")
    expect(0, build("guarantee", "ma.gauss-closed", ["sigma 20", "T 501", "delta 1e-5"], ["eps <= 5.383897425"],
                    ["alpha 4.98"]), "witness")
    expect(0, build("guarantee", "ma.sgd-abadi", ["q 1/1000", "sigma 4", "T 1000", "delta 1/100000"],
                    ["eps <= 0.0740899799"], ["alpha 89"]), "conditional",
           "VERIFIED conditional guarantee ma.sgd-abadi: eps <= 0.0740899799")
    expect(0, build("lower", "gauss.theta", ["eps 1", "r 1/2"], ["delta >= 6.829594983e-3"]), "premises",
           "; premise: the noise is Gaussian, independent on each coordinate, and drawn independently of everything else; ")
    expect(0, build("guarantee", "rdp.closed-gamma", ["alpha 2", "eps 1", "delta 0.1"], ["gamma >= 0.3019361107"]),
           "a result with >=")
    expect(0, build("lower", "gauss.theta", ["eps 1", "r 1/2"], ["delta >= 6.829594983e-3"]), "lower from =")
    expect(0, build("lower", "compose.kov", KOV, ["delta_out >= 9.950215753e-3"], referee=1), "lower from a referee")
    expect(0, build("lower", "rdp.classic-delta", ["alpha 2", "gamma 1", "eps 1"], ["delta >= 0.139"],
                    referee=2, own_chooses=["x 1.2"]), "lower, witness of the referee")
    expect(1, build("lower", "rdp.classic-delta", ["alpha 2", "gamma 1", "eps 1"], ["delta >= 0.139"],
                    referee=2, own_chooses=["x 3"]), "condition of the referee is false", "is false")
    expect(0, build("value", "compose.he-2-printed", KOV, ["eps_out >= 21.61841885", "eps_out <= 21.61841886",
                    "delta_out >= 9.586800533e-3", "delta_out <= 9.586800534e-3"]), "value of a refuted theorem")
    expect(0, build("refutation", "compose.he-2-printed", KOV, ["delta_out <= 9.586800534e-3",
                    "delta_out >= 9.9502157e-3"], referee=1), "refutation", "VERIFIED refutation")
    expect(0, build("refutation", "compose.he-2-printed", KOV, ["delta_out <= 9.586800534e-3",
                    "delta_out >= 9.95e-3"], referee=2), "refutation by the second referee")
    expect(1, build("refutation", "compose.he-2-printed", KOV, ["delta_out <= 9.586800533e-3",
                    "delta_out >= 9.9502157e-3"], referee=1), "refutation, value too small", "false: delta_out <=")
    expect(1, build("refutation", "compose.he-2-printed", KOV, ["delta_out <= 9.586800534e-3",
                    "delta_out >= 9.9502158e-3"], referee=1), "refutation, referee too large",
           "false: delta_out >=")
    expect(1, build("refutation", "compose.kov", KOV, ["delta_out <= 9.951205804e-3", "delta_out >= 9.95e-3"],
                    referee=1), "nothing is refuted", "nothing is refuted")
    expect(1, build("guarantee", "compose.he-2-printed", KOV, ["eps_out <= 22", "delta_out <= 1"]),
           "guarantee from a refuted theorem", "status refuted")

    # a value that depends on a witness has one end, and cannot be claimed to be exact
    free = {"t": HEAD + "param x : real\nchoose w : real\nlet z = w + x\nresult u <= z\nresult v <= x\nobjective u\n"}
    expect(0, build("value", "t", ["x 3"], ["u <= 7", "v >= 3", "v <= 3"], ["w 4"], texts=free), "value at a witness")
    expect(1, build("value", "t", ["x 3"], ["u >= 7", "u <= 7", "v >= 3", "v <= 3"], ["w 4"], texts=free),
           "value at a witness, from below", "not those of a value")
    expect(1, build("value", "t", ["x 3"], ["u <= 7", "v <= 3"], ["w 4"], texts=free), "value that lacks an end",
           "not those of a value")
    free["t"] = free["t"].replace("u <= z", "u = z")
    expect(1, build("value", "t", ["x 3"], ["u >= 7", "u <= 7", "v >= 3", "v <= 3"], ["w 4"], texts=free),
           "exact value of a witness", "there is no value")

    # claims that are false
    expect(1, edited(good, "claim " + KOV_CLAIMS[1], "claim delta_out <= %.13f" % (0.00995120580343666 - 1e-8)),
           "claim too small by 1e-8", "false: delta_out <= 0.0099511958034: the value is 0.0099512058034")
    expect(1, edited(good, "claim " + KOV_CLAIMS[0], "claim eps_out <= %.12f" % (21.618418858479 - 1e-8)),
           "first claim too small by 1e-8", "false: eps_out <= 21.618418848479: the value is 21.618418858")
    expect(1, edited(good, "param T = 1000", "param T = 0"), "condition is false", "the condition of T is false")
    expect(1, edited(good, "param T = 1000", "param T = 1000.5"), "not an integer", "not an integer")
    hard = build("value", "t", [], ["u >= 2", "u <= 2"],
                 texts={"t": HEAD + "result u = sqrt(2)^2\n"})
    expect(3, hard, "undecided", "UNDECIDED", 512)
    expect(0, build("value", "t", ["x 3"], ["u >= 9", "u <= 9"],
                    texts={"t": HEAD + "param x : real\nresult u = x^2\n"}), "own theorem", "nothing vouches")
    expect(1, edited(build("value", "t", ["x 3"], ["u >= 9", "u <= 9"],
                           texts={"t": HEAD + "param x : real\nresult u = x^2\n"}), "kind value", "kind guarantee"),
           "guarantee from an own theorem", "not in the catalogue")
    expect(0, build("value", "t", [], ["u >= 0.9", "u <= 1.1"],
                    texts={"t": HEAD + "result u = inf(p = 1..2, p, quasiconvex L-X)\n"}),
           "a label of the issuer's own is not used, and the infimum is found without")

    # a lemma counts where its hypotheses hold, whichever theorem calls the function that appeals to it
    least = "param a : real\nresult u = bernoulli_least(%s, %s, 3/4)\n"
    bracket = "99/100 999999999/1000000000 end"
    for alpha, eps in (("a", "-1"), ("sqrt(a)^2", "-1"), ("iterate(z = a, 1, z)", "-1"), ("a", "sqrt(2)^2 - 3")):
        expect(1, build("value", "t", ["a 1/2"], ["u >= 0.69", "u <= 0.91"], hints=[bracket],
                        texts={"t": HEAD + least % (alpha, eps)}), "bernoulli_least(%s, %s)" % (alpha, eps), "a hint too many")
    expect(1, build("value", "t", ["a 1/2"], ["u >= 0.69", "u <= 0.91"], texts={"t": HEAD + least % ("a", "-1")}),
           "an infimum outside of the lemma's hypotheses", "the value is [0.5")
    expect(0, build("value", "t", ["a 1/2"], ["u >= 2.9", "u <= 3"], hints=["111/200 139/250 14/25"],
                    texts={"t": HEAD + "param a : real\nresult u = bernoulli_least(4*a, 1, 1/4)\n"}),
           "a lemma whose hypotheses hold")

    # one byte
    i = next(j for j, x in enumerate(good) if x.startswith("|result    delta_out"))
    expect(1, good[:i] + [good[i].replace("1 - slack", "1 + slack")] + good[i + 1:], "changed byte of the theorem",
           "the file compose.kov")
    i = next(j for j, x in enumerate(good) if x.startswith("|def kl"))
    expect(1, good[:i] + [good[i].replace("+ 1", "+ 2")] + good[i + 1:], "changed byte of the prelude",
           "the file prelude")
    used = build("guarantee", "ma.gauss-closed", ["sigma 20", "T 501", "delta 1e-5"], ["eps <= 5.383897425"],
                 ["alpha 4.98"])
    i = next(j for j, x in enumerate(used) if x.startswith("|def       eps1"))
    expect(1, used[:i] + [used[i] + " "] + used[i + 1:], "changed byte of a used theorem", "rdp.closed-eps")

    # structure
    for what, lines in [
            ("missing result", edited(good, "claim " + KOV_CLAIMS[1], [])),
            ("missing first result", edited(good, "claim " + KOV_CLAIMS[0], [])),
            ("claims in the wrong order", good[:-5] + [good[-4], good[-5]] + good[-3:]),
            ("repeated claim", edited(good, good[-5], [good[-5], good[-5]])),
            ("missing parameter", edited(good, "param T = 1000", [])),
            ("repeated parameter", edited(good, "param T = 1000", ["param T = 1000"] * 2)),
            ("parameters in the wrong order", edited(edited(good, "param eps = 1/10", []), "param delta = 1/100000",
                                                     ["param delta = 1/100000", "param eps = 1/10"])),
            ("unknown parameter", edited(good, "param T = 1000", ["param T = 1000", "param x = 1"])),
            ("witness that does not exist", edited(good, "param slack = 1/1000000",
                                                   ["param slack = 1/1000000", "choose a = 1"])),
            ("referee in a guarantee", edited(good, "claim " + KOV_CLAIMS[0],
                                              ["referee 1", "claim " + KOV_CLAIMS[0]])),
            ("other direction", edited(good, "claim " + KOV_CLAIMS[0], "claim eps_out >= 1")),
            ("unknown kind", edited(good, "kind guarantee", "kind promise")),
            ("kind and theorem exchanged", [good[0], good[2], good[1]] + good[3:]),
            ("version 1", ["dpcert-certificate 1"] + good[1:]), ("other version", ["dpcert-certificate 3"] + good[1:]),
            ("other revision", edited(good, "theorem compose.kov 1", "theorem compose.kov 2")),
            ("leading zero", edited(good, "theorem compose.kov 1", "theorem compose.kov 01")),
            ("unknown theorem", edited(good, "theorem compose.kov 1", "theorem compose.nothing 1")),
            ("two blanks", edited(good, "param T = 1000", "param  T 1000")),
            ("blank at the end", edited(good, "param T = 1000", "param T = 1000 ")),
            ("unknown line", edited(good, "param T = 1000", ["param T = 1000", "hello"])),
            ("empty line", edited(good, "param T = 1000", ["param T = 1000", ""])),
            ("no end", good[:-1]),
            ("two ends", good + ["end"]),
            ("context after the end", good + ["context x"]),
            ("context before the claims", edited(good, "claim " + KOV_CLAIMS[0],
                                                 ["context x", "claim " + KOV_CLAIMS[0]])),
            ("too much context", good[:-1] + ["context " + "x" * 4096, "end"]),
            ("infinite claim", edited(good, "claim " + KOV_CLAIMS[0], "claim eps_out <= inf")),
            ("huge exponent", edited(good, "claim " + KOV_CLAIMS[0], "claim eps_out <= 1e10000001")),
            ("power in a claim", edited(good, "claim " + KOV_CLAIMS[0], "claim eps_out <= 10^2")),
            ("zero denominator", edited(good, "param T = 1000", "param T = 1/0")),
            ("prelude is missing", good[:next(i for i, x in enumerate(good) if x.startswith("file prelude"))]
             + good[good.index("param eps = 1/10"):]),
            ("file too many", edited(good, "param eps = 1/10", ["file gauss.tv 1", "|x", "param eps = 1/10"])),
            ("file twice", edited(good, "param eps = 1/10", ["file prelude 1", "|x", "param eps = 1/10"])),
            ("line of a file without |", edited(good, "|theorem   compose.kov", "theorem   compose.kov")),
            ("empty", []),
    ]:
        expect(1, lines, what)
    text = ("\n".join(good) + "\n").encode("ascii")
    expect(1, text[:-1], "no newline at the end")
    expect(1, text + b"\n", "trailing newline")
    expect(1, text.replace(b"by hand", b"by h\xc3\xa4nd"), "not ASCII")
    expect(1, text.replace(b"by hand", b"by\thand"), "tab")
    expect(1, text.replace(b"\n", b"\r\n"), "carriage returns")
    expect(1, b"", "no bytes")
    for cut in range(0, len(text) - 1, 211):
        got, _ = judge(text[:cut])
        check(got == 1, "truncated after %d bytes: exit %d" % (cut, got))
    # values in other notations
    for a, b in (("param T = 1000", "param T = 1e3"), ("param eps = 1/10", "param eps = 0.1"),
                 ("param eps = 1/10", "param eps = 0.10"), ("param eps = 1/10", "param eps = 1e-1")):
        expect(0, edited(good, a, b), b)
    # every number has one spelling, and long numbers keep their size when they are shown
    for bad in ("+0.1", "0030", "00.1", "1E3", "1e03", "1e0", "1e+3", "1e", "10e3", "0.1e3", "2000/2", "0/3",
                "3/1", "1/0", "1/02", "1/-2", "1/2/3", "-0", "-0.00", "10^3", "10^-1000000", "0x1p-4", "0X1P-4",
                ".5", "5.", "--1", "1_000", "0." + "0" * 300 + "1e300", "9" * 5001, "1/" + "9" * 5001):
        expect(1, edited(good, "param eps = 1/10", "param eps = " + bad), "param " + bad)
        expect(1, edited(good, "claim " + KOV_CLAIMS[0], "claim eps_out <= " + bad), "claim " + bad)
        check(raises(Rejected, certificates.read_any, "[(1,%s)]" % bad), "list with " + bad)
    for bad in ("[(1,2)", "[(1,2),]", "[(1,2)(3,4)]", "[()]", "[", "(1,2)", "[(1,a)]", "kind(1)", "kind(a=1", "kind(a=1, b=2)",
                "kind(a=1) x 0", "kind(a=1) x 010", "kind(a=1) x 2 x 3", "2 x 3", "a-", "a--b", "kind (a=1)", "[" * 17 + "1" + "]" * 17):
        check(raises(Rejected, certificates.read_any, bad), bad)
    record = certificates.read_any("poisson-laplace(rate=1/100,steps=[1,a(b=c) x 2,[(3,4)]]) x 1000")
    check((record.word, record.times, [f for f, _ in record.fields]) == ("poisson-laplace", 1000, ["rate", "steps"])
          and record.fields[1][1][1].times == 2, "a record")
    check(certificates.read_any("[" * 16 + "1" + "]" * 16)[0], "16 levels")
    for bad in ("kind(a=1) x 10", "[kind(a=1)]", "[1]", "word"):
        expect(1, edited(good, "param eps = 1/10", "param eps = " + bad), "param " + bad)
    # neighbours
    expect(0, edited(good, "neighbours any", "neighbours zero-out"), "neighbours of a theorem about any", "neighbours zero-out")
    for bad in ("add", "remove"):    # one direction: compositions are about both
        expect(1, edited(good, "neighbours any", "neighbours " + bad), "neighbours %s of a theorem about any" % bad)
    sampled = build("guarantee", "sgm.rdp", ["alpha 2", "q 0.01", "sigma 1", "T 100"], ["gamma <= 1"])
    for bad in ("any", "remove", "replace-one", "all"):
        expect(1, edited(sampled, "neighbours add-remove", "neighbours " + bad), "neighbours " + bad)
    expect(0, edited(good, "claim " + KOV_CLAIMS[0], "claim eps_out <= " + "9" * 5000), "5000 digits",
           "eps_out <= %s and" % ("9" * 5000))
    # limits of the format
    for what, lines, says in (
            ("exponents", edited(edited(good, "param eps = 1/10", "param eps = 1e-600000"), "param delta = 1/100000",
                                 "param delta = 1e-600000"), "the exponents of all values"),
            ("exponents of claims", edited(edited(good, "claim " + KOV_CLAIMS[0], "claim eps_out <= 1e9999999"),
                                           "claim " + KOV_CLAIMS[1],
                                           "claim delta_out <= 1e10000002"), "at most 20000000 together"),
            ("statements", edited(good, "param T = 1000", ["param T = 1000"] * 10000), "more than 10000 statements"),
            ("files", edited(good, "param eps = 1/10", ["file prelude 1", "|x"] * 70 + ["param eps = 1/10"]),
             "more than 64 files"),
            ("size", b"x" * (16 << 20) + b"\n", "more than 16777216 bytes")):
        expect(1, lines, what, says)

    def own(body, theorem="t"):
        return build("value", theorem, [], ["u >= 0", "u <= 9"], texts={theorem: HEAD.replace(
            "theorem t", "theorem " + theorem, 1) + body})

    def refused(body, says):
        try:
            parsed(body)
            check(False, says)
        except Rejected as e:
            check(says in str(e), str(e))
    refused("".join("let v%d = 1\n" % i for i in range(2000)) + "result u = 1\n", "more than 2000 names")
    refused("let %s = 1\nresult u = 1\n" % ("x" * 61), "expected a name")
    refused("result u = 1%s\n" % (" + 1" * 5000), "a chain of more than 4999 operators")
    expect(0, own("result u = 1%s\n" % (" - 1 + 1" * 2499)), "a long chain")
    expect(1, own("result u = 1e-600000 + 1e-600000\n"), "exponents of an own theorem", "in the theorem")
    expect(0, own("result u = 10^-1000000\n"), "a power is no exponent")
    for name in ("Compose.kov", "compose.kov-", "compose_kov", "prelude-"):
        expect(1, own("result u = 1\n", name), name, "looks like ")
    # an issuer's theorem can use theorems of the catalogue only
    pair = {"t": HEAD.replace("exact", "proved") + "use c = s(x = 1)\nresult u <= c.v\n",
            "s": HEAD.replace("theorem t", "theorem s", 1) + "param x : real\nresult v <= 2*x\n"}
    expect(1, build("value", "t", [], ["u >= 2", "u <= 2"], texts=pair), "an own theorem that uses another",
           "there is no theorem s")
    sums = [x for x in open(os.path.join(CERTS, "examples", "product.cert")).read().split("\n")[:-1]]
    given = next(x for x in sums if x.startswith("param step "))
    many = "param step = [%s]" % ",".join(["(1/10,0,1)"] * 10000)
    expect(1, edited(sums, given, many), "too many records", "more than 9999 records")

    # control characters in a file name do not reach the terminal, and contexts are not printed
    check(certificates.check_file("a\u009b\u202eb\x7f\udc9b", LIB, MAX_BITS, MAX_STEPS) ==
          (2, "UNREADABLE 'a\\x9b\\u202eb\\x7f\\udc9b': No such file or directory"), "an unreadable file")

    # several files: the worst counts
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for name, lines in (("good", good), ("bad", good[:-1]), ("open", hard)):
            paths[name] = os.path.join(folder, name)
            with open(paths[name], "w") as f:
                f.write("\n".join(lines) + "\n")
        paths["none"] = os.path.join(folder, "none")
        for names, want in ((["good"], 0), (["good", "open"], 3), (["bad", "open", "good"], 1),
                            (["open", "none", "bad"], 2)):
            r = subprocess.run(PROGRAM + ["--theorems", THEOREMS] + [paths[n] for n in names],
                               stdout=subprocess.PIPE, check=False)
            check(r.returncode == want and len(r.stdout.splitlines()) == len(names),
                  "%s: exit %d" % (names, r.returncode))
    r = subprocess.run(PROGRAM, stderr=subprocess.DEVNULL, check=False)
    check(r.returncode == 2, "usage")

    # the theorems beside it, and a method's work within --max-steps
    small = os.path.join(HERE, "..", "certs", "examples", "sgm.cert")
    for more, want in (([], 0), (["--max-steps", "5000"], 3), (["--max-steps", "1000000"], 0)):
        r = subprocess.run(PROGRAM + more + [small], stdout=subprocess.PIPE, check=False)
        check(r.returncode == want, "sgm.cert with %s: exit %d" % (more, r.returncode))
        check(want == 0 or b"frequencies (--max-steps)" in r.stdout, str(r.stdout))
    cut = os.path.join(HERE, "..", "certs", "examples", "sgm-cut.cert")
    check(certificates.check_file(cut, LIB, MAX_BITS, 10 ** 4)[0] == 3, "a plan with a cut in few steps")
    check(certificates.check_file(cut, LIB, MAX_BITS, 4 * 10 ** 6)[0] == 0, "a plan with a cut")


# (side,q,sigma,T,eps), plan, the width of its enclosure
FAR_PLANS = [
    ("1,0.001,1,2,0.0015", "1080 0.0104 13 0.052 -83 189 2 0 0.249 1060 0.312 0 0 1 2.1 0.06", "0.02"),
    ("1,0.0001,0.5,2,0.01", "627 0.0298 20 0.019 -238 303 1 0 0.124 603 0.131 2.96 0.075 1460 3.52 0.03", "0.01"),
    ("0,0.01,2,2,0.005", "559 0.0201 26 0.0291 -194 160 1 0 0.0622 547 0 0 0 1 1.8 0.1", "0.01"),
    ("1,0.1,3,2,0.3", "23.1 1.25 15 0.2 -30 95 2 0 4.48 17.5 1.88 0 0 1 0 0", "0.2"),
    ("1,0.1,3,2,0.3", "23.1 1.25 15 0.2 -30 70 2 0 1 17.5 1.88 0 0 1 10 0.5", "0.2"),
    ("1,0.1,3,2,0.3", "23.1 1.25 15 0.2 -30 70 2 0 1 17.5 1.88 0 0 1 8 0.5", "3"),         # too near: W is not negligible
    ("1,0.1,3,2,0.3", "23.1 1.25 15 0.2 -30 70 2 0 1 17.5 1.88 0 0 1 -9 0.5", "1e99"),     # everything is far
]


def test_far():
    """Plans that count the far end separately: they enclose the truth, and plans of the same value overlap."""
    fields = list(LIB.plans["inversion"])

    def enclosure(case, plan):
        args = dict(zip(["side", "q", "sigma", "T", "eps"] + fields, case.split(",") + plan.split(" ")))
        with precision(30):
            return inversion.enclosure({name: Number.of(Fraction(x)) for name, x in args.items()}, lambda *_: None)

    with open(os.path.join(HERE, "data", "inversion.csv")) as f:
        truth = dict(line.strip().rsplit(",", 1) for line in f)
    found = {}
    for case, plan, width in FAR_PLANS:
        v, ref = enclosure(case, plan), Fraction(truth[case])
        check(low(v) <= ref * (1 + Fraction(1, 10 ** 15)) and high(v) >= ref * (1 - Fraction(1, 10 ** 15)),
              "%s with %s is %s instead of %s" % (case, plan, v, truth[case]))
        check(high(v) - low(v) <= Fraction(width) * ref, "%s with %s is wide: %s" % (case, plan, v))
        check(not v != found.setdefault(case, v), "%s with %s and without: disjoint" % (case, plan))
    # steps that do nothing do not change the far end
    plan = FAR_PLANS[4][1].split(" ")
    case, gauss = FAR_PLANS[4][0].split(","), {"q": "0.1", "sigma": "3", "count": "2"}

    def product(gauss, laplace, step):
        def numbers(records):
            return [{n: Number.of(Fraction(x)) for n, x in r.items()} for r in records]
        rest = {name: Number.of(Fraction(x)) for name, x in zip(["side", "eps"] + fields, ["1", case[4]] + plan)}
        with precision(30):
            return inversion.enclosure({"gauss": numbers(gauss), "laplace": numbers(laplace), "step": numbers(step),
                                        **rest}, lambda *_: None)
    v = product([gauss], [{"eps": "0", "count": "2"}], [{"eps": "0", "delta": "0", "count": "1"}])
    check(not v != found[",".join(case)] and high(v) < 2 * low(v), "far, beside steps that do nothing: %s" % v)
    # no bound of the losses, or a bound that is not reached
    check(raises(Refused, product, [gauss, {"q": "1", "sigma": "9", "count": "1"}], [], []), "far, but Gaussian")
    check(raises(Refused, enclosure, "1,1,3,2,0.3", " ".join(plan)), "far, but q = 1")
    check(raises(Undefined, enclosure, "0,0.01,2,2,0.03", FAR_PLANS[2][1]), "far, but eps is not reached")
    check(raises(Refused, enclosure, FAR_PLANS[4][0], " ".join(plan[:-1] + ["-0.5"])), "a negative edge")


def test_phases():
    """The verdict counts the phases of the history."""
    for name, told in (("history-one", "; history of 1 phase, "), ("history", "; history of 3 phases, ")):
        status, out = certificates.check_file(os.path.join(CERTS, "examples", name + ".cert"), LIB, MAX_BITS, MAX_STEPS)
        check(status == 0 and told in out, "%s: %s" % (name, out))


def test_mutations():
    """Random damage always leads to a verdict, and a certificate that is still
    accepted differs only in parts on which nothing depends."""
    rng = random.Random(5)
    seeds = [build("guarantee", "compose.kov", KOV, KOV_CLAIMS),
             build("value", "t", ["n 5", "step [(1,2)]"], ["u >= 0", "u <= 99"], texts={
                 "t": HEAD + "param n : int\nparam step : list(x, k : int)\nlet a[j = 1..n] = j + step[1].x\n"
                 "def f(x) = sqrt(x) + exp(-x)*Q(x)^2\nresult u = sum(i = 1..n, if(i < 3, f(a[i]), log(i)))\n"})]
    counts = {}
    for lines in seeds:
        text = bytearray(("\n".join(lines) + "\n").encode("ascii"))
        ends = text.index(b"file prelude")
        for _ in range(400):
            copy = bytearray(text)
            for _ in range(rng.randint(1, 2)):
                # not in the prelude, which only differs from the catalogue's
                i = rng.choice([rng.randrange(ends), rng.randrange(ends - 400, ends),
                                rng.randrange(len(copy) - 120, len(copy))])
                what = rng.random()
                if what < 0.6:
                    copy[i] = rng.choice(b"0123456789+-*/^()[]<>=.,:#\\|\"abxyne \n")
                elif what < 0.8:
                    del copy[i]
                else:
                    copy[i:i] = copy[i - rng.randint(1, 30):i]
            try:
                status, _ = judge(bytes(copy), 256, 5000)
            except Exception as e:                              # pylint: disable=broad-except
                status = "%s: %s" % (type(e).__name__, e)
            counts[status] = counts.get(status, 0) + 1
            check(status in (0, 1, 3), "damage: %s" % status)
    if VERBOSE:
        print("mutations: %s" % counts)


def test_repository():
    """Certificates that come with dpcert, if they are present.  Those in bad/ are not
    verified; its MANIFEST, if present, has the verdict on each."""
    wanted = {}
    manifest = os.path.join(CERTS, "bad", "MANIFEST")
    if os.path.exists(manifest):
        with open(manifest) as f:
            for line in f:
                if not line.startswith("#"):
                    name, word = line.split(" ")[:2]
                    wanted[os.path.join("bad", name)] = [word]
    for path in sorted(glob.glob(os.path.join(CERTS, "**", "*.cert"), recursive=True)):
        start = time.time()
        name = os.path.relpath(path, CERTS)
        words = wanted.get(name, ["REJECTED", "UNDECIDED"] if name.startswith("bad") else ["VERIFIED"])
        status, out = certificates.check_file(path, LIB, MAX_BITS, MAX_STEPS)
        check(out.split(" ")[0] in words, "%s: exit %d, %s" % (name, status, out))
        if VERBOSE:
            print("%-40s %s %.2f s" % (name, out[:60], time.time() - start))


def main():
    tests = [test_rounding, test_functions, test_tail, test_language, test_certificates, test_far, test_phases, test_mutations,
             test_reference]
    for test in tests if "--without-certs" in sys.argv[1:] else tests + [test_repository]:
        start = time.process_time()
        test()
        if VERBOSE:
            print("%s: %.1f s" % (test.__name__, time.process_time() - start))
    print("%d checks, %d failed" % (passed + failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
