# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""Theorem files (src/lang/LANGUAGE.md): types and scope, statements, the catalogue.

Types are "int", "real", "bool", ("enum", parameter), ("list", fields), ("record", fields), ("use", results) and
("array", {None: "real"}), where fields and results map names to types."""

import os
import re

from . import Rejected, reject_if
from .language import BINDERS, IDENT, REAL_BINDERS, RESERVED, Line, logical_lines, short

MAX_NAMES = 2000           # that get a meaning in a file
MAX_FILE = 1 << 20         # bytes
MAX_USES = 32              # theorems deep

UNARY = {"exp", "log", "sqrt", "expm1", "log1p", "Q", "abs", "pos", "ceil", "floor"}
# types of arguments and result, None: of the numbers among the arguments (T3)
FUNCTIONS = {name: (["real"], {"ceil": "int", "floor": "int", "abs": None, "pos": None}.get(name, "real"))
             for name in UNARY}
FUNCTIONS.update({"binom": (["int", "int"], "int"), "if": (["bool", "real", "real"], None)})
TAKEN = {"e", "pi", "len", "iterate"} | set(FUNCTIONS) | BINDERS | REAL_BINDERS | RESERVED
STATUS = ["exact", "proved", "conditional", "asymptotic", "refuted"]    # 2 is the best one with an assumption
# the arguments of the methods (M2, M3): integers, numbers, lists with these fields
PLAN = ["real", "real", "int", "real", "int", "int", "int"] + ["real"] * 6
METHODS = {
    "inversion": ["int", "real", "real", "int", "real"] + PLAN,
    "product": ["int", {"q": "real", "sigma": "real", "count": "int"}, {"eps": "real", "count": "int"},
                {"eps": "real", "delta": "real", "count": "int"}, "real"] + PLAN,
}


class Scope:
    """Names of values with their types; functions as (arguments, type, body, of the prelude)."""

    def __init__(self, values, functions, method=None):
        self.values, self.functions, self.method = values, functions, method

    def define(self, name, kind):
        """S2, S4"""
        reject_if(name in self.values or name in TAKEN, "%s is defined already" % name)
        self.values[name] = kind

    def inner(self, names):
        scope = Scope(dict(self.values), self.functions, self.method)
        for name, kind in names:
            scope.define(name, kind)
        return scope

    def named(self, name, *kinds):
        """The fields of a list, record and so on"""
        kind = self.values.get(name)
        reject_if(not isinstance(kind, tuple) or kind[0] not in kinds,
                  "%s is no %s" % (short(name), " or ".join(kinds)))
        return kind[1]

    def check(self, x, kind):
        """x has this type; a dictionary stands for the name of a list with these fields in this order."""
        if isinstance(kind, dict):
            fields = self.named(x[1] if x[0] == "var" else "", "list")
            reject_if(list(fields.items()) != list(kind.items()), "a list with other fields is needed")
        else:
            reject_if(self.type(x) not in (("int", "real") if kind == "real" else (kind,)), kind + " is needed")
        return kind

    def number(self, *expressions):
        """T3: int if all are integers, else real"""
        for x in expressions:
            self.check(x, "real")
        return "int" if all(self.type(x) == "int" for x in expressions) else "real"

    def type(self, x):
        """Of a tree"""
        kind, *rest = x
        if kind in ("neg", "add", "mul", "pow"):
            real = kind == "mul" and "/" in rest[1] or kind == "pow" and rest[0][1][0] != "num"
            return "real" if self.number(*rest[0]) == "real" or real else "int"
        if kind in ("not", "and", "or"):
            return [self.check(y, "bool") for y in rest[0]][0]
        return getattr(self, "type_" + kind)(*rest)

    def type_num(self, _, whole):
        return "int" if whole else "real"

    def type_var(self, name):
        if name in ("e", "pi"):
            return "real"
        kind = self.values.get(name)
        reject_if(kind is None or kind[0] in ("list", "record", "array", "use"),
                  "%s is not defined, or no value" % short(name))
        return kind

    def type_dot(self, name, field):
        fields = self.named(name, "record", "use")
        reject_if(field not in fields, "there is no %s.%s" % (name, field))
        return fields[field]

    def type_index(self, name, index, field):
        self.check(index, "int")
        fields = self.named(name, "list" if field else "array")
        reject_if(field not in fields, "there is no %s[...].%s" % (name, field))
        return fields[field]

    def type_compare(self, operands, operators):
        kinds = [self.type(x) for x in operands]
        for a, b, operator in zip(kinds, kinds[1:], operators):
            same_enum = a == b and a[0] == "enum" and operator in ("==", "!=")             # T6
            reject_if(not same_enum and not {a, b} <= {"int", "real"}, "these cannot be compared")
        return "bool"

    def type_range(self, binder, var, low, high, body):
        self.check(low, "int")
        self.check(high, "int")
        kind = self.inner([(var, "int")]).number(body)
        return "real" if binder == "avg" else kind

    def type_over(self, binder, var, over, body):
        kind = self.inner([(var, ("record", self.named(over, "list")))]).number(body)
        return "real" if binder == "avg" else kind

    def type_inf(self, var, low, high, body, _):
        self.number(low, high)
        return self.inner([(var, "real")]).check(body, "real")

    type_sup = type_integral = type_inf

    def type_iterate(self, var, start, count, body):
        self.number(start)
        self.check(count, "int")
        return self.inner([(var, "real")]).check(body, "real")

    def type_call(self, name, args):
        if name in ("min", "max"):
            return self.number(*args)
        if name == "len" and len(args) == 1:
            self.named(args[0][1] if args[0][0] == "var" else "", "list")
            return "int"
        if name in FUNCTIONS:
            kinds, result = FUNCTIONS[name]
        elif name in METHODS and name == self.method:
            kinds, result = METHODS[name], "real"
        elif name in self.functions:
            args_of, result, _, _ = self.functions[name]
            kinds = [kind for _, kind in args_of]
        else:
            raise Rejected("there is no function %s" % short(name))
        reject_if(len(args) != len(kinds), "%s has %d arguments" % (name, len(kinds)))
        for x, kind in zip(args, kinds):
            self.check(x, kind)
        return result or self.number(*(x for x, kind in zip(args, kinds) if kind == "real"))


class Theorem:
    """A file that was read and checked.  steps is what an evaluation does, in order."""

    def __init__(self, name, text, library):
        self.id, self.library, self.prelude = name, library, name == "prelude"
        self.revision = self.status = self.adjacency = None
        self.params = []            # (name, type, values of an enumeration)
        self.witnesses = []         # (name, type, ()), those of used theorems included
        self.steps, self.results, self.referees, self.assumes, self.uses = [], [], [], [], []
        self.depth, self.names = 1, 0
        self.scope = Scope({}, dict(library.shared))
        self.seen = []              # statements so far
        self.governed = 0           # witnesses with an objective
        reject_if(len(text) > MAX_FILE, "%s: more than %d bytes" % (name, MAX_FILE))
        lemmas, self.late = library.read(name) is not None, []    # R3: an issuer has no lemmas
        for number, line in logical_lines(text):
            try:
                self.statement(Line(line, lemmas))
            except Rejected as e:
                raise Rejected("%s, line %d: %s" % (name, number, e))
        for ln in self.late:
            self.do_referee(ln)
            ln.end()
        if not self.prelude:
            self.whole_file()

    def statement(self, ln):
        word = ln.name()
        reject_if((not self.seen) != (word == ("prelude" if self.prelude else "theorem")),
                  "the first statement, and no other, names the theorem")
        reject_if(self.prelude and word not in ("prelude", "def", "cite", "note"), "%s in a prelude" % word)
        reject_if(word in ("theorem", "revision", "title", "status", "adjacency", "method") and word in self.seen,
                  "a second %s" % word)
        self.seen.append(word)
        reject_if(not hasattr(self, "do_" + word), "there is no statement %s" % short(word))
        if word == "referee":       # S6: after all others
            self.late.append(ln)
        else:
            getattr(self, "do_" + word)(ln)
            ln.end()

    def whole_file(self):
        for word in ("theorem", "revision", "title", "status", "adjacency", "cite"):
            reject_if(word not in self.seen, "%s: there is no %s" % (self.id, word))
        reject_if(not self.results and "method" not in self.seen, "%s: there is no result" % self.id)
        reject_if(self.governed < len(self.witnesses), "%s: a witness without objective" % self.id)
        best = max([STATUS.index(other.status) for other in self.uses] + [2 if self.assumes else 0])
        reject_if(STATUS.index(self.status) < best,                                         # U7
                  "%s: its status is better than that of what it uses or assumes" % self.id)
        reject_if(any(other.adjacency not in ("any", self.adjacency) for other in self.uses),       # U6
                  "%s: it uses another adjacency" % self.id)

    # ---- statements

    def new(self, ln):
        """A name that gets a meaning here"""
        self.names += 1
        reject_if(self.names > MAX_NAMES, "more than %d names" % MAX_NAMES)
        return ln.name()

    @staticmethod
    def choice(ln, *words):
        word = ln.accept(*words)
        reject_if(not word, "expected %s" % " or ".join(words))
        return word

    def typed(self, ln, default="real"):
        """NAME [: int | : real]"""
        name = self.new(ln)
        if default is None or ln.peek() == ("op", ":"):
            ln.expect(":")
            return name, self.choice(ln, "int", "real")
        return name, default

    def condition(self, ln, scope, word="where"):
        """[where COND]: a tree or None"""
        if word and not ln.accept(word):
            return None
        x = ln.expr()
        scope.check(x, "bool")
        return x

    def do_theorem(self, ln):
        reject_if(ln.ident() != self.id, "this file is called %s" % self.id)

    def do_revision(self, ln):
        self.revision = int(ln.next("a whole number", lambda kind, text: re.fullmatch("[0-9]{1,9}", text)))

    def do_cite(self, ln):
        ln.ident()
        ln.quoted()

    do_prelude = staticmethod(lambda ln: None)
    do_title = do_about = do_note = staticmethod(Line.quoted)

    def do_status(self, ln):
        self.status = self.choice(ln, *STATUS)
        self.choice(ln, "paper", "rederived", "machine")
        ln.remark()

    def do_adjacency(self, ln):
        self.adjacency = ln.ident()
        reject_if(self.adjacency not in ("add-remove", "replace-one", "any"), "not an adjacency")

    def do_assume(self, ln): self.assumes.append(ln.quoted())
    def do_method(self, ln): self.scope.method = self.choice(ln, *METHODS)

    def do_param(self, ln):
        name, values = self.new(ln), ()
        ln.expect(":")
        kind = self.choice(ln, "real", "int", "enum", "list")
        if kind in ("enum", "list"):
            ln.expect("(")
            if kind == "enum":
                values = ln.listed(lambda: self.new(ln))
                kind = "enum", name
            else:
                fields = ln.listed(lambda: self.typed(ln))
                kind = "list", dict(fields)
                reject_if(len(kind[1]) < len(fields), "two fields have the same name")
            ln.expect(")")
        for x in [name, *values]:
            self.scope.define(x, kind)
        self.params.append((name, kind, values))
        self.steps.append(("given", name, kind, self.condition(ln, self.scope)))
        ln.remark()

    def do_choose(self, ln):
        name, kind = self.typed(ln, None)
        self.scope.define(name, kind)
        self.witnesses.append((name, kind, ()))
        self.steps.append(("given", name, kind, self.condition(ln, self.scope)))
        ln.remark()

    def do_objective(self, ln):
        if ln.peek(1)[0] == "name":
            ln.expect("maximise")
        self.scope.number(("var", ln.name()))
        self.governed = len(self.witnesses)

    def do_let(self, ln):
        name = self.new(ln)
        if ln.accept("["):
            var, low, high = ln.range()
            ln.expect("]")
            ln.expect("=")
            body = ln.expr()
            self.scope.check(low, "int")
            self.scope.check(high, "int")
            self.scope.define(name, ("array", {None: "real"}))
            self.scope.inner([(var, "int")]).number(body)
            self.steps.append(("array", name, var, low, high, body))
        else:
            ln.expect("=")
            x = ln.expr()
            kind = self.scope.type(x)
            reject_if(kind[0] == "enum", "a number or condition is needed")
            self.scope.define(name, kind)
            self.steps.append(("let", name, x))

    def do_def(self, ln):
        name = self.new(ln)
        ln.expect("(")
        args = ln.listed(lambda: self.typed(ln))
        ln.expect(")")
        ln.expect("=")
        body = ln.expr()
        reject_if(name in TAKEN or name in self.scope.functions, "the function %s cannot be redefined" % name)
        self.scope.functions[name] = (args, self.scope.inner(args).number(body), body, self.prelude)

    def do_use(self, ln):
        name = self.new(ln)
        ln.expect("=")
        other, given = self.library.theorem(ln.ident()), {}

        def argument():
            param = ln.name()
            ln.expect("=")
            reject_if(param in given, "%s is given twice" % param)
            given[param] = ln.expr()
        ln.expect("(")
        ln.listed(argument)
        ln.expect(")")
        reject_if(set(given) != {param for param, _, _ in other.params},
                  "these are not the parameters of %s" % other.id)
        for param, kind, values in other.params:
            x = given[param]
            if kind[0] == "enum":
                reject_if(x[0] != "var" or x[1] not in values, "%s of %s is none of its values" % (param, other.id))
            else:
                self.scope.check(x, kind[1] if kind[0] == "list" else kind)
        self.depth = max(self.depth, other.depth + 1)
        reject_if(self.depth > MAX_USES, "more than %d theorems deep" % MAX_USES)
        self.uses.append(other)
        self.witnesses += [(name + "." + w, kind, ()) for w, kind, _ in other.witnesses]    # U4
        self.assumes += other.assumes
        self.scope.define(name, ("use", {r: kind for r, _, kind in other.results}))
        self.steps.append(("use", name, other, given))

    def do_require(self, ln):
        self.steps.append(("require", self.condition(ln, self.scope, None)))
        ln.remark()

    def do_result(self, ln):
        name, relation = self.new(ln), self.choice(ln, "<=", ">=", "=")
        x = ln.expr()
        kind = self.scope.number(x)
        ln.remark()
        self.scope.define(name, kind)
        self.results.append((name, relation, kind))
        self.steps.append(("let", name, x))

    def do_referee(self, ln):
        name, relation, own = ln.name(), self.choice(ln, "<=", ">="), []
        reject_if(relation in [r for n, r, _ in self.results if n == name] or name not in [n for n, _, _ in self.results],
                  "a referee bounds a result from the other side")
        x = ln.expr()
        ln.quoted()
        if ln.accept("choose"):
            own = ln.listed(lambda: self.typed(ln, None))
        scope = self.scope.inner(own)
        condition = self.condition(ln, scope)
        reject_if(own and condition is None, "witnesses of a referee need a condition")
        scope.number(x)
        self.referees.append((name, relation, x, [(w, kind, ()) for w, kind in own], condition))

    def closure(self):
        """The names of used theorems: depth first, in the order of first use"""
        names = []
        for other in self.uses:
            names += [other.id] + other.closure()
        return list(dict.fromkeys(names))


class Library:
    """The catalogue, a folder of files ID.thm, and theorems of an issuer's own (name -> bytes)."""

    def __init__(self, folder, own=()):
        self.folder, self.own, self.loaded = folder, dict(own), {}
        self.shared = {}            # functions of the prelude
        self.shared = self.parse("prelude", self.read("prelude")).scope.functions

    def read(self, name):
        """The bytes of a catalogue file, or None"""
        path = os.path.join(self.folder, name + ".thm")
        if not IDENT.fullmatch(name) or not os.path.exists(path):
            return None
        with open(path, "rb") as f:
            return f.read()

    def ids(self):
        return [f[:-4] for f in sorted(os.listdir(self.folder)) if f.endswith(".thm")]

    def parse(self, name, data):
        try:
            return Theorem(name, data.decode("ascii"), self)
        except UnicodeDecodeError:
            raise Rejected("%s: not ASCII" % name)

    def theorem(self, name):
        if name not in self.loaded:
            data = self.read(name) or self.own.get(name)
            reject_if(data is None or name == "prelude", "there is no theorem %s" % short(name))
            self.loaded[name] = None          # U5: None while it is being read
            self.loaded[name] = self.parse(name, data)
        reject_if(self.loaded[name] is None, "%s uses itself" % name)
        return self.loaded[name]
