# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""The values of theorems (doc/language.md, E, X and R): Number for numbers, True, False or None (undecided)
for conditions, a text for values of enumerations, lists of records (dictionaries), arrays (first index, elements).

Within an integral numbers may be Taylor series (integrals.Series), which have the same operators and functions."""

import math
from fractions import Fraction

from . import Limit, NeedPrecision, Refused, Unbounded, Undefined, reject_if
from . import integrals, inversion
from .intervals import Number, compare, need, pi, power, precision
from .language import UNARY

MAX_STEPS = 2 * 10 ** 6    # steps of loops, calls of functions, cells of ranges
MAX_COMB = 200000          # largest min(k, n - k) of a binomial coefficient
MAX_ARRAY = 5 * 10 ** 6
MAX_CELLS = 8192           # of an infimum


class Evaluation:
    """One evaluation of a theorem at precision.bits bits."""

    def __init__(self, methods, max_steps=MAX_STEPS):
        self.methods = methods         # arguments of each method, as the prelude declares them
        self.left = max_steps
        self.hints = None              # the remaining brackets; None: no brackets, optima are searched for
        self.undecided = None          # the first undecided condition
        self.limited = False           # a method's plan, not the precision, limits the width

    def tick(self, n=1, what=""):
        self.left -= n
        if self.left < 0:
            raise Limit("too many steps %s(--max-steps)" % what)

    # ---- theorems

    def theorem(self, t, given, prefix=""):
        """given: values of parameters, and of witnesses by their full names.  Returns the values of all names."""
        env = {"": t.scope.functions}
        for _, _, values in t.params:
            env.update((v, v) for v in values)
        for what, name, *more in t.steps:
            if what == "given":
                env[name] = given[prefix + name]
                self.demand(more[1], env, "the condition of " + prefix + name)
            elif what == "plan":
                env[name] = self.plan(t.library.plans[more[0]], given[prefix + name], prefix + name)
            elif what == "let":
                env[name] = self.ev(more[0], env, {})
            elif what == "require":
                self.demand(name, env)
            elif what == "array":
                self.array(name, env, *more)
            else:
                self.use(name, env, given, prefix + name + ".", *more)
        return env

    def plan(self, fields, plan, name):
        """A plan, whose numbers must be admissible"""
        for field, (_, condition) in fields.items():
            self.demand(condition, {"": {}, field: plan[field]}, "the condition of %s.%s" % (name, field))
        return plan

    def use(self, name, env, given, prefix, other, arguments):
        inner = {w: v for w, v in given.items() if w.startswith(prefix)}
        for param, kind, _ in other.params:
            x = arguments[param]
            inner[prefix + param] = self.ev(x, env, {}) if kind in ("int", "real") else \
                x[1] if kind[0] == "enum" else env[x[1]]
        inner = self.theorem(other, inner, prefix)
        for result, _, _ in other.results:
            env[name + "." + result] = inner[result]

    def array(self, name, env, var, low, high, body):
        low, high = self.integer(low, env, {}), self.integer(high, env, {})
        if high - low >= MAX_ARRAY:
            raise Limit("an array of more than %d elements" % MAX_ARRAY)
        env[name] = low, []
        for j in range(low, high + 1):
            self.tick()
            env[name][1].append(self.ev(body, env, {var: Number.of(j)}))

    def demand(self, condition, env, what="a condition"):
        """E2.  Undecided is remembered, since a later condition may be false."""
        try:
            r = True if condition is None else self.ev(condition, env, {})
        except NeedPrecision as e:
            r, what = None, "%s: %s" % (what, e)
        reject_if(r is False, what + " is false")
        if r is None:
            self.undecided = self.undecided or what

    def referee(self, referee, env, given):
        _, _, x, own, condition = referee
        env = {**env, **given}
        for name, kind, fields in own:
            if kind[0] == "plan":
                self.plan(fields, given[name], name)
        self.demand(condition, env)
        return self.ev(x, env, {})

    # ---- expressions: env has the names of the theorem, loc those of binders and arguments

    def ev(self, x, env, loc):
        return getattr(self, "ev_" + x[0])(env, loc, *x[1:])

    def integer(self, x, env, loc):
        """E5"""
        v = self.ev(x, env, loc).value
        if v.exact is None:
            raise NeedPrecision("an integer is not decided")
        return v.exact.numerator

    def ev_num(self, env, loc, number):
        return number

    def ev_var(self, env, loc, name):
        if name in loc:
            return loc[name]
        if name in env:
            return env[name]
        return Number.of(1).exp() if name == "e" else pi()

    def ev_dot(self, env, loc, name, field):
        return loc[name][field] if name in loc else env[name + "." + field]

    def ev_index(self, env, loc, name, index, field):
        k = self.integer(index, env, loc)
        first, items = (1, env[name]) if field else env[name]
        if not first <= k < first + len(items):
            raise Undefined("%s has no such element" % name)
        return items[k - first][field] if field else items[k - first]

    def all(self, env, loc, operands):
        """Values one by one, as they are needed"""
        return (self.ev(x, env, loc) for x in operands)

    def ev_neg(self, env, loc, operands):
        return -self.ev(operands[0], env, loc)

    def ev_add(self, env, loc, operands, operators):
        v, *rest = self.all(env, loc, operands)
        for operator, x in zip(operators, rest):
            v = v + x if operator == "+" else v - x
        return v

    def ev_mul(self, env, loc, operands, operators):
        v, *rest = self.all(env, loc, operands)
        for operator, x in zip(operators, rest):
            v = v * x if operator == "*" else v / x
        return v

    def ev_pow(self, env, loc, operands):
        return power(*self.all(env, loc, operands))

    def ev_not(self, env, loc, operands):
        r = self.ev(operands[0], env, loc)
        return None if r is None else not r

    @staticmethod
    def connect(parts, stop):
        """E3.  stop is the value that decides the whole; parts are evaluated one by one."""
        result = not stop
        try:
            for r in parts:
                if r is stop:
                    return stop
                if r is None:
                    result = None
        except Undefined:
            if result is not None:     # "a undecided and b undefined": undecided
                raise
        return result

    def ev_and(self, env, loc, operands, _): return self.connect(self.all(env, loc, operands), False)
    def ev_or(self, env, loc, operands, _): return self.connect(self.all(env, loc, operands), True)

    def ev_compare(self, env, loc, operands, operators):
        def links():
            values = self.all(env, loc, operands)
            b = next(values)
            for operator, v in zip(operators, values):
                a, b = b, v
                yield (a == b) == (operator == "==") if isinstance(a, str) else compare(operator, a.value, b.value)
        return self.connect(links(), False)

    def ev_range(self, env, loc, binder, var, low, high, body):
        low, high = self.integer(low, env, loc), self.integer(high, env, loc)
        self.tick(max(0, high - low + 1))
        return self.fold(binder, (self.ev(body, env, {**loc, var: Number.of(i)}) for i in range(low, high + 1)))

    def ev_over(self, env, loc, binder, var, over, body):
        self.tick(len(env[over]))
        return self.fold(binder, (self.ev(body, env, {**loc, var: record}) for record in env[over]))

    @staticmethod
    def fold(binder, items):
        """E6"""
        v, n = None, 0
        for x in items:
            n += 1
            if v is None:
                v = x
            elif binder in ("min", "max"):
                v = v.least(x) if binder == "min" else v.greatest(x)
            else:
                v = v * x if binder == "prod" else v + x
        if v is None and binder in ("sum", "prod"):
            return Number.of(int(binder == "prod"))
        if v is None:
            raise Undefined("%s of nothing" % binder)
        return v / n if binder == "avg" else v

    def ev_iterate(self, env, loc, var, start, count, body):
        v, n = self.ev(start, env, loc), self.integer(count, env, loc)
        self.tick(max(0, n))
        for _ in range(n):
            v = self.ev(body, env, {**loc, var: v})
        return v

    def ev_call(self, env, loc, name, args):
        if name == "if":
            decision = self.ev(args[0], env, loc)
            if decision is not None:
                return self.ev(args[1 if decision else 2], env, loc)
            try:
                both = self.ev(args[1], env, loc).hull(self.ev(args[2], env, loc))
                # where a series decides, constants make a step: no series has its slope
                steps = any(isinstance(v, integrals.Series) for v in loc.values())
                return integrals.Series.known(both.value) if steps else both
            except Undefined as e:
                raise NeedPrecision("undecided, and one case undefined: %s" % e)
        if name == "len":
            return Number.of(len(env[args[0][1]]))
        values = list(self.all(env, loc, args))
        if name in UNARY:
            return getattr(values[0], name)()
        if name in ("min", "max"):
            return self.fold(name, values)
        if name == "binom":
            return self.binom(*values)
        params, _, body, shared = env[""][name]
        self.tick()
        return self.ev(body, {"": env[""]} if shared else env, dict(zip([arg for arg, _ in params], values)))

    def binom(self, n, k):
        """E9"""
        if n.value.exact is None or k.value.exact is None:
            raise NeedPrecision("an argument of binom is not decided")
        n, k = n.value.exact.numerator, k.value.exact.numerator
        if n < 0:
            raise Undefined("binom of a negative number")
        if k < 0 or k > n:
            return Number.of(0)
        if min(k, n - k) > MAX_COMB:
            raise Limit("binom of large arguments")
        self.tick(min(k, n - k) // 1000)
        return Number.short(Fraction(math.comb(n, k)))

    def ev_method(self, env, loc, name, args):
        """The inputs of the method by name: its arguments, and the numbers of its plan"""
        values, numbers = {}, []
        for arg, x in zip(self.methods[name], self.all(env, loc, args)):
            values.update(x if isinstance(x, dict) else {arg: x})
        for x in values.values():
            numbers += [y for record in x for y in record.values()] if isinstance(x, list) else [x]
        if any(not isinstance(x, Number) or x.exact is None for x in numbers):
            raise Limit("an argument of a method is not exact")
        try:
            v = inversion.enclosure(values, self.tick)
        except Refused:
            raise
        except (NeedPrecision, Undefined):
            raise Unbounded("%s: the plan leads to numbers without a finite enclosure" % name)
        low, high = (Number(x, x) for x in v.ends())
        if low * (1 + Fraction(1, 1 << precision.bits // 2)) < high:
            self.limited = True
        return v

    # ---- ranges of real numbers

    def real_range(self, env, loc, var, low, high, body):
        """Both ends, and the function: points to values."""
        if any(isinstance(v, integrals.Series) for v in loc.values()):
            raise NeedPrecision("an optimum or integral within an integral has values alone, no series")
        def f(v):
            self.tick()
            return self.ev(body, env, {**loc, var: v})
        return self.ev(low, env, loc), self.ev(high, env, loc), f

    def ev_integral(self, env, loc, *x):
        a, b, f = self.real_range(env, loc, *x[:4])
        return integrals.integral(a, b, f)

    def ev_inf(self, env, loc, *x):
        a, b, f = self.real_range(env, loc, *x[:4])
        return self.infimum(a, b, f, self.applies(env, loc, x[4]))

    def ev_sup(self, env, loc, *x):
        a, b, f = self.real_range(env, loc, *x[:4])
        return -self.infimum(a, b, lambda v: -f(v), self.applies(env, loc, x[4]))

    def applies(self, env, loc, hypotheses):
        """Whether the hypotheses of a lemma are true, decided at this precision; no lemma: None"""
        return hypotheses is not None and self.ev(hypotheses, env, loc) is True

    def infimum(self, a, b, f, lemma):
        need(a < b, a >= b, "an optimum over an empty range")
        if self.hints is None or not lemma:
            return self.covered(a, b, f)
        reject_if(not self.hints, "a hint is missing")
        return self.bracketed(a, b, f, *self.hints.pop(0))

    @staticmethod
    def bracketed(a, b, f, low, mid, high):
        """R3: f is quasiconvex; below f(low) > f(mid) nothing is smaller, nor above f(high) > f(mid).  None for
        low or high is an end of the range."""
        def hinted(small, large, text):
            reject_if(small >= large, "a hint is wrong: " + text)
            need(small < large, False, "a hint is wrong: " + text)
        row = [x for x in (a, low, mid, high, b) if x is not None]
        for x, y in zip(row, row[1:]):
            hinted(x, y, "its numbers do not increase within the range")
        least = f(mid)
        for x in (low, high):
            if x is not None:
                hinted(least, f(x), "not smallest in the middle")
        return f((a if low is None else low).hull(b if high is None else high)).least(least)

    def covered(self, a, b, f):
        """R2: cells cover the range; those that may hold the infimum are halved.  A cell counts by the precision."""
        def at(k, level):
            return a + (b - a) * Fraction(k, 2 ** level)

        def attempt(v):
            self.tick(precision.bits // 2, "in the cells of a range ")
            try:
                return f(v)
            except NeedPrecision:
                return None
        best, result, cells, level, seen = None, None, [0], 0, 0
        while cells:
            for k in cells:
                v = attempt(at(2 * k + 1, level + 1))
                if v is not None:
                    best = v if best is None else best.least(v)
            left = []
            for k in cells:
                seen += 1
                v = attempt(at(k, level).hull(at(k + 1, level)))
                near = v is not None and best is not None and \
                    best - best.abs() * Fraction(1, 2 ** (precision.bits // 2)) <= v
                if v is not None and (near or seen > MAX_CELLS):
                    result = v if result is None else result.least(v)
                elif seen > MAX_CELLS:
                    raise NeedPrecision("the function may be undefined somewhere")
                else:
                    left += [2 * k, 2 * k + 1]
            cells, level = left, level + 1
        return result if best is None else result.least(best)
