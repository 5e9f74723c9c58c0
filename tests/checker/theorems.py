# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""Theorem files (doc/language.md): statements, and the catalogue."""

import os
import re

from . import Rejected, reject_if
from .inversion import READS
from .language import IDENT, TAKEN, Line, Scope, logical_lines, numeric, short

MAX_NAMES = 2000           # that are defined in a file
MAX_FILE = 1 << 20         # bytes
MAX_USES = 32              # theorems deep
STATUS = ["exact", "proved", "conditional", "asymptotic", "refuted"]    # 2 is the best one with an assumption


class Theorem:
    """A file that was read and checked.  steps: the statements that an evaluation executes, in order."""

    def __init__(self, name, text, library):
        self.id, self.library, self.prelude = name, library, name == "prelude"
        self.revision = self.status = self.adjacency = None
        self.params = []            # (name, type, values of an enumeration)
        self.witnesses = []         # (name, type, ()), those of used theorems included
        self.steps, self.results, self.referees, self.uses = [], [], [], []
        self.assumes, self.premises = [], {}       # premises: texts, each once
        self.depth, self.names = 1, 0
        self.scope = Scope(dict(library.shared), library.methods)
        self.seen = []              # statements so far
        self.governed = 0           # witnesses with an objective
        reject_if(len(text) > MAX_FILE, "%s: more than %d bytes" % (name, MAX_FILE))
        lemmas, self.late = library.read(name) is not None, []    # R3: an issuer has no lemmas
        for number, line in logical_lines(text):
            try:
                self.statement(Line(line, self.scope, lemmas))
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
        reject_if(self.prelude and word not in ("prelude", "def", "plan", "method", "cite", "note"),
                  "%s in a prelude" % word)
        reject_if(not self.prelude and word in ("theorem", "revision", "title", "status", "adjacency", "method") and word in self.seen,
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
        """A name that is defined here"""
        self.names += 1
        reject_if(self.names > MAX_NAMES, "more than %d names" % MAX_NAMES)
        return ln.name()

    def typed(self, ln, default="real", others=()):
        """NAME [: int | : real | : one of the others]"""
        name = self.new(ln)
        if default and ln.peek() != ("op", ":"):
            return name, default
        ln.expect(":")
        kind = ln.one_of("int", "real", *others)
        if kind == "list":
            ln.expect("(")
            fields = ln.listed(lambda: self.typed(ln))
            kind = "list", dict(fields)
            reject_if(len(kind[1]) < len(fields), "two fields have the same name")
            ln.expect(")")
        elif kind == "plan":
            ln.expect("(")
            kind = "plan", ln.one_of(*self.library.plans)
            ln.expect(")")
        return name, kind

    @staticmethod
    def where(ln):
        """[where COND]: a tree or None"""
        return ln.expr("bool") if ln.accept("where") else None

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
        self.status = ln.one_of(*STATUS)
        ln.one_of("paper", "rederived", "machine")
        ln.remark()

    def do_adjacency(self, ln):
        self.adjacency = ln.ident()
        reject_if(self.adjacency not in ("add-remove", "replace-one", "any"), "not an adjacency")

    def do_assume(self, ln): self.assumes.append(ln.quoted())
    def do_premise(self, ln): self.premises[ln.quoted()] = True

    def do_method(self, ln):
        if not self.prelude:
            self.scope.method = ln.one_of(*self.library.methods)
            return
        name = self.new(ln)
        ln.expect("(")
        args = ln.listed(lambda: self.typed(ln, others=("list", "plan")))
        ln.expect(")")
        given = dict(args)
        for arg, kind in args:
            if kind[0] == "plan":
                given.update({field: t for field, (t, _) in self.library.plans[kind[1]].items()})
        reject_if(name not in READS or set(given) != READS[name] | {arg for arg, kind in args if kind[0] == "plan"},
                  "the code of %s reads something else" % name)
        self.library.methods[name] = dict(args)

    def do_plan(self, ln):
        """KIND(FIELD : TYPE [where COND] [text], ...); a condition sees its field alone"""
        reject_if(not self.prelude, "a plan outside of the prelude")
        kind, fields = self.new(ln), {}

        def field():
            name, t = self.typed(ln, None)
            reject_if(name in fields, "two fields have the same name")
            with self.scope.local((name, t)):
                fields[name] = t, self.where(ln)
            ln.remark()
        ln.expect("(")
        ln.listed(field)
        ln.expect(")")
        self.library.plans[kind] = fields

    @staticmethod
    def purpose(ln, kind):
        """[for EXPR] after the type of a plan: the target of the plan.  Only its form is read: no value depends on it."""
        if kind[0] == "plan" and ln.accept("for"):
            ln.skim()

    def do_param(self, ln):
        name, kind = self.typed(ln, None, ("enum", "list"))
        values = ()
        if kind == "enum":
            ln.expect("(")
            values = ln.listed(lambda: self.new(ln))
            kind = "enum", name
            ln.expect(")")
        for x in [name, *values]:
            self.scope.define(x, kind)
        self.params.append((name, kind, values))
        self.steps.append(("given", name, kind, self.where(ln)))
        ln.remark()

    def do_choose(self, ln):
        name, kind = self.typed(ln, None, ("plan",))
        self.scope.define(name, kind)
        self.witnesses.append((name, kind, self.library.plans.get(kind[1], ())))
        if kind[0] == "plan":
            self.purpose(ln, kind)
            self.steps.append(("plan", name, kind[1]))
        else:
            self.steps.append(("given", name, kind, self.where(ln)))
        ln.remark()

    def do_objective(self, ln):
        if ln.peek(1)[0] == "name":
            ln.expect("maximise")
        numeric(self.scope.values.get(ln.name()))
        reject_if(len(self.witnesses) == self.governed, "an objective without a witness")
        self.governed = len(self.witnesses)

    def do_let(self, ln):
        name = self.new(ln)
        if ln.accept("["):
            var, low, high = ln.range("int")
            ln.expect("]", "=")
            self.scope.define(name, ("array", {None: "real"}))
            with self.scope.local((var, "int")):
                self.steps.append(("array", name, var, low, high, ln.expr("real")))
        else:
            ln.expect("=")
            x, kind = ln.typed()
            reject_if(kind[0] == "enum", "a number or condition is needed")
            self.scope.define(name, kind)
            self.steps.append(("let", name, x))

    def do_def(self, ln):
        name = self.new(ln)
        ln.expect("(")
        args = ln.listed(lambda: self.typed(ln, others=("plan",)))
        ln.expect(")", "=")
        reject_if(name in TAKEN or name in self.scope.functions, "the function %s cannot be redefined" % name)
        with self.scope.local(*args):
            body, kind = ln.typed()
        self.scope.functions[name] = (args, numeric(kind), body, self.prelude)

    def do_use(self, ln):
        name = self.new(ln)
        ln.expect("=")
        other, given = self.library.theorem(ln.ident()), {}
        params = {param: (kind, values) for param, kind, values in other.params}

        def argument():
            param = ln.name()
            ln.expect("=")
            reject_if(param in given or param not in params, "%s is given twice, or no parameter" % param)
            kind, values = params[param]
            given[param] = ("var", ln.one_of(*values)) if values else ln.expr(kind)
        ln.expect("(")
        ln.listed(argument)
        ln.expect(")")
        reject_if(len(given) < len(params), "some parameters of %s are missing" % other.id)
        self.depth = max(self.depth, other.depth + 1)
        reject_if(self.depth > MAX_USES, "more than %d theorems deep" % MAX_USES)
        self.uses.append(other)
        self.witnesses += [(name + "." + w, kind, fields) for w, kind, fields in other.witnesses]   # U4
        self.assumes += other.assumes
        self.premises.update(other.premises)
        self.scope.define(name, ("use", {r: kind for r, _, kind in other.results}))
        self.steps.append(("use", name, other, given))

    def do_require(self, ln):
        self.steps.append(("require", ln.expr("bool")))
        ln.remark()

    def do_result(self, ln):
        name, relation = self.new(ln), ln.one_of("<=", ">=", "=")
        x, kind = ln.typed()
        ln.remark()
        self.scope.define(name, numeric(kind))
        self.results.append((name, relation, kind))
        self.steps.append(("let", name, x))

    def do_referee(self, ln):
        """Its witnesses stand after the expression that uses them: they are read first."""
        name, relation, start, own = ln.name(), ln.one_of("<=", ">="), ln.i, []
        relations = [r for n, r, _ in self.results if n == name]
        reject_if(relations in ([], [relation]), "a referee bounds a result from the other side")
        while ln.peek()[0] not in ("text", "end"):
            ln.i += 1
        ln.quoted()
        if ln.accept("choose"):
            self.own_witnesses(ln, own)
        end, ln.i = ln.i, start
        with self.scope.local(*own):
            x = ln.expr("real")
            ln.quoted()
            ln.i = end
            condition = self.where(ln)
        reject_if(own and condition is None, "witnesses of a referee need a condition")
        self.referees.append((name, relation, x, [(w, kind, self.library.plans.get(kind[1], ())) for w, kind in own],
                              condition))

    def own_witnesses(self, ln, own):
        """Those of a referee go to own."""
        def witness():
            own.append(self.typed(ln, None, ("plan",)))
            self.purpose(ln, own[-1][1])
        ln.listed(witness)

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
        self.plans = {}             # kinds to fields, each (type, condition or None)
        self.methods = {}           # names to arguments with their types
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
