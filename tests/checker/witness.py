# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""Which results depend on witnesses that a certificate chooses (V3 of certs/FORMAT.md)."""


class Dependence:
    """Whether names depend on a witness (or, if on=False, on a parameter): values are True and False instead of numbers."""

    def __init__(self, t, given=None, on=True):
        """given: of the parameters; those of a whole theorem depend on nothing but themselves."""
        self.on = on
        self.functions, self.methods, self.known = t.scope.functions, t.library.methods, {}
        self.env = {}
        params = {name for name, _, _ in t.params}
        for what, name, *more in t.steps:
            if what == "given":
                self.env[name] = (given or {}).get(name, not on) if name in params else on
            elif what == "plan":
                self.env[name] = on
            elif what == "let":
                self.env[name] = self.of(more[0], {})
            elif what == "array":
                var, low, high, body = more
                ends = self.any([low, high], {})
                self.env[name] = ends or self.of(body, {var: ends})
            elif what == "use":
                self.use(name, *more)

    def use(self, name, other, arguments):
        inner = Dependence(other, {p: self.of(arguments[p], {}) for p, _, _ in other.params}, self.on)
        for result, _, _ in other.results:
            self.env[name + "." + result] = inner.env[result]

    def any(self, parts, loc):
        return any([self.of(x, loc) for x in parts])

    def of(self, x, loc):
        what, *more = x
        if what == "num":
            return False
        if what == "var":
            return loc.get(more[0], self.env.get(more[0], False))
        if what == "dot":
            return loc[more[0]] if more[0] in loc else self.env[".".join(more)]
        if what == "index":
            return self.env.get(more[0], False) or self.of(more[1], loc)
        if what == "over":
            return self.env.get(more[2], False) or self.of(more[3], {**loc, more[1]: False})
        if what in ("range", "integral", "inf", "sup"):
            var, low, high, body = more[1:5] if what == "range" else more[:4]
            ends = self.any([low, high], loc)
            return ends or self.of(body, {**loc, var: ends})
        if what == "iterate":
            var, start, count, body = more
            return self.any([start, count], loc) or self.of(body, {**loc, var: False})
        if what == "method":                   # every plan gives the same value
            kinds = self.methods[more[0]].values()
            return self.any([a for a, kind in zip(more[1], kinds) if kind[0] != "plan"], loc)
        if what == "call":
            return self.call(*more, loc)
        return self.any(more[0], loc)          # operators

    def call(self, name, args, loc):
        if name == "len":
            return self.any(args, loc)
        values = tuple([self.of(x, loc) for x in args])
        if name not in self.functions:
            return any(values)
        if (name, values) not in self.known:
            params, _, body, shared = self.functions[name]
            outer, self.env = self.env, {} if shared else self.env
            self.known[name, values] = self.of(body, dict(zip([arg for arg, _ in params], values)))
            self.env = outer
        return self.known[name, values]


def chosen(t):
    """The names of results that depend on a witness"""
    env = Dependence(t).env
    return {name for name, _, _ in t.results if env[name]}


def only_chosen(t):
    """The names of results that depend on witnesses and on no parameter: they are what a certificate chooses."""
    env = Dependence(t, on=False).env
    return {name for name in chosen(t) if not env[name]}
