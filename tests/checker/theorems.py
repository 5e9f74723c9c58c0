# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""Theorem files (src/lang/LANGUAGE.md): types and scope, statements, the catalogue.

Types are "int", "real", "bool", ("enum", parameter), ("list", fields), ("record", fields), ("use", results) and
("array", {None: "real"}), where fields and results map names to types."""

import os
import re

from . import Rejected
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
STATUS = ["exact", "proved", "conditional", "asymptotic", "refuted"]
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
        if name in self.values or name in TAKEN:
            raise Rejected("%s is defined already" % name)
        self.values[name] = kind

    def inner(self, names):
        scope = Scope(dict(self.values), self.functions, self.method)
        for name, kind in names:
            scope.define(name, kind)
        return scope

    def named(self, name, *kinds):
        """The fields of a list, record and so on"""
        kind = self.values.get(name)
        if not isinstance(kind, tuple) or kind[0] not in kinds:
            raise Rejected("%s is no %s" % (short(name), " or ".join(kinds)))
        return kind[1]

    def check(self, x, kind):
        """The expression has this type; a dictionary stands for the name of a list with these fields in this order."""
        if isinstance(kind, dict):
            fields = self.named(x[1] if x[0] == "var" else "", "list")
            if list(fields.items()) != list(kind.items()):
                raise Rejected("a list with other fields is needed")
        elif self.type(x) not in (("int", "real") if kind == "real" else (kind,)):
            raise Rejected("%s is needed" % kind)
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

    def type_num(self, literal):
        return "int" if literal.whole else "real"

    def type_var(self, name):
        if name in ("e", "pi"):
            return "real"
        kind = self.values.get(name)
        if kind is None or kind[0] in ("list", "record", "array", "use"):
            raise Rejected("%s is not defined, or no value" % short(name))
        return kind

    def type_dot(self, name, field):
        fields = self.named(name, "record", "use")
        if field not in fields:
            raise Rejected("there is no %s.%s" % (name, field))
        return fields[field]

    def type_index(self, name, index, field):
        self.check(index, "int")
        fields = self.named(name, "list" if field else "array")
        if field not in fields:
            raise Rejected("there is no %s[...].%s" % (name, field))
        return fields[field]

    def type_compare(self, operands, operators):
        kinds = [self.type(x) for x in operands]
        for a, b, operator in zip(kinds, kinds[1:], operators):
            if not {a, b} <= {"int", "real"} and not (a == b and a[0] == "enum" and operator in ("==", "!=")):    # T6
                raise Rejected("these cannot be compared")
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
        if len(args) != len(kinds):
            raise Rejected("%s has %d arguments" % (name, len(kinds)))
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
        if len(text) > MAX_FILE:
            raise Rejected("%s: more than %d bytes" % (name, MAX_FILE))
        lemmas, late = library.read(name) is not None, []         # R3: an issuer has no lemmas
        for number, line in logical_lines(text):
            try:
                ln = Line(line, lemmas)
                (late.append if self.statement(ln) == "referee" else Line.end)(ln)
            except Rejected as e:
                raise Rejected("%s, line %d: %s" % (name, number, e))
        for ln in late:             # S6
            self.do_referee(ln)
            ln.end()
        if not self.prelude:
            self.whole_file()

    def statement(self, ln):
        word = ln.name()
        if (not self.seen) != (word == ("prelude" if self.prelude else "theorem")):
            raise Rejected("the first statement, and no other, names the theorem")
        if self.prelude and word not in ("prelude", "def", "cite", "note"):
            raise Rejected("%s in a prelude" % word)
        if word in ("theorem", "revision", "title", "status", "adjacency", "method") and word in self.seen:
            raise Rejected("a second %s" % word)
        self.seen.append(word)
        if word != "referee":
            if not hasattr(self, "do_" + word):
                raise Rejected("there is no statement %s" % short(word))
            getattr(self, "do_" + word)(ln)
        return word

    def whole_file(self):
        for word in ("theorem", "revision", "title", "status", "adjacency", "cite"):
            if word not in self.seen:
                raise Rejected("%s: there is no %s" % (self.id, word))
        if not self.results and "method" not in self.seen:
            raise Rejected("%s: there is no result" % self.id)
        if self.governed < len(self.witnesses):
            raise Rejected("%s: a witness without objective" % self.id)
        best = [STATUS.index(other.status) for other in self.uses] + [STATUS.index("conditional")] * bool(self.assumes)
        if STATUS.index(self.status) < max(best, default=0):                                # U7
            raise Rejected("%s: its status is better than that of what it uses or assumes" % self.id)
        if any(other.adjacency not in ("any", self.adjacency) for other in self.uses):     # U6
            raise Rejected("%s: it uses another adjacency" % self.id)

    # ---- statements

    def new(self, ln):
        """A name that gets a meaning here"""
        self.names += 1
        if self.names > MAX_NAMES:
            raise Rejected("more than %d names" % MAX_NAMES)
        return ln.name()

    @staticmethod
    def choice(ln, *words):
        word = ln.accept(*words)
        if not word:
            raise Rejected("expected %s" % " or ".join(words))
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

    def do_prelude(self, ln):
        pass

    def do_theorem(self, ln):
        if ln.ident() != self.id:
            raise Rejected("this file is called %s" % self.id)

    def do_revision(self, ln):
        self.revision = int(ln.next("a whole number", lambda kind, text: re.fullmatch("[0-9]{1,9}", text)))

    def do_title(self, ln):
        ln.quoted()

    do_about = do_note = do_title

    def do_cite(self, ln):
        ln.ident()
        ln.quoted()

    def do_status(self, ln):
        self.status = self.choice(ln, *STATUS)
        self.choice(ln, "paper", "rederived", "machine")
        ln.remark()

    def do_adjacency(self, ln):
        self.adjacency = ln.ident()
        if self.adjacency not in ("add-remove", "replace-one", "any"):
            raise Rejected("not an adjacency")

    def do_assume(self, ln):
        self.assumes.append(ln.quoted())

    def do_method(self, ln):
        self.scope.method = self.choice(ln, *METHODS)

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
                if len(kind[1]) < len(fields):
                    raise Rejected("two fields have the same name")
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
            if kind[0] == "enum":
                raise Rejected("a number or condition is needed")
            self.scope.define(name, kind)
            self.steps.append(("let", name, x))

    def do_def(self, ln):
        name = self.new(ln)
        ln.expect("(")
        args = ln.listed(lambda: self.typed(ln))
        ln.expect(")")
        ln.expect("=")
        body = ln.expr()
        if name in TAKEN or name in self.scope.functions:
            raise Rejected("the function %s cannot be redefined" % name)
        self.scope.functions[name] = (args, self.scope.inner(args).number(body), body, self.prelude)

    def do_use(self, ln):
        name = self.new(ln)
        ln.expect("=")
        other, given = self.library.theorem(ln.ident()), {}

        def argument():
            param = ln.name()
            ln.expect("=")
            if param in given:
                raise Rejected("%s is given twice" % param)
            given[param] = ln.expr()
        ln.expect("(")
        ln.listed(argument)
        ln.expect(")")
        if set(given) != {param for param, _, _ in other.params}:
            raise Rejected("these are not the parameters of %s" % other.id)
        for param, kind, values in other.params:
            if kind[0] != "enum":
                self.scope.check(given[param], kind[1] if kind[0] == "list" else kind)
            elif given[param][0] != "var" or given[param][1] not in values:
                raise Rejected("%s of %s is none of its values" % (param, other.id))
        self.depth = max(self.depth, other.depth + 1)
        if self.depth > MAX_USES:
            raise Rejected("more than %d theorems deep" % MAX_USES)
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
        if relation in [r for n, r, _ in self.results if n == name] or name not in [n for n, _, _ in self.results]:
            raise Rejected("a referee bounds a result from the other side")
        x = ln.expr()
        ln.quoted()
        if ln.accept("choose"):
            own = ln.listed(lambda: self.typed(ln, None))
        scope = self.scope.inner(own)
        condition = self.condition(ln, scope)
        if own and condition is None:
            raise Rejected("witnesses of a referee need a condition")
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
            if data is None or name == "prelude":
                raise Rejected("there is no theorem %s" % short(name))
            self.loaded[name] = None          # U5: None while it is being read
            self.loaded[name] = self.parse(name, data)
        if self.loaded[name] is None:
            raise Rejected("%s uses itself" % name)
        return self.loaded[name]
