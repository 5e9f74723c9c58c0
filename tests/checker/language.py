# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""The text of theorems (doc/language.md): numbers, lines, tokens, expressions and their types.

Trees are tuples; the first element is the kind of node."""

import contextlib
import math
import re
import sys
from fractions import Fraction

from . import reject_if
from .intervals import Number, precision

LITERAL_BITS = 1 << 15     # longer numbers are enclosures of
LITERAL_PRECISION = 8192   # bits
MAX_EXPONENT = 10 ** 7
MAX_NAME = 60              # characters
MAX_CHAIN = 5000           # operators in a row
MAX_DEPTH = 200            # levels of nesting
sys.setrecursionlimit(20000)           # MAX_DEPTH levels take about ten calls each

DECIMAL = r"\d+(?:\.\d+)?(?:[eE][+-]?\d+)?"
HEX = r"0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]+)?(?:[pP][+-]?\d+)?"
TOKEN = re.compile(r'\s*(?:(?P<text>"[^"]*")|(?P<number>%s|%s)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|'
                   r'(?P<op><=|>=|==|!=|\.\.|[-<>=+*/^()\[\],.:])|(?P<end>$))' % (HEX, DECIMAL))
IDENT = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
RESERVED = {"and", "or", "not", "in", "where", "quasiconvex"}
BINDERS = {"sum", "prod", "max", "min", "avg"}
REAL_BINDERS = {"inf", "sup", "integral"}
UNARY = {"exp", "log", "sqrt", "expm1", "log1p", "Q", "abs", "pos", "ceil", "floor"}
# types of arguments and result, None: of the numbers among the arguments (T3)
FUNCTIONS = {name: (["real"], {"ceil": "int", "floor": "int", "abs": None, "pos": None}.get(name, "real"))
             for name in UNARY}
FUNCTIONS.update({"binom": (["int", "int"], "int"), "if": (["bool", "real", "real"], None)})
TAKEN = {"e", "pi", "len", "iterate"} | set(FUNCTIONS) | BINDERS | REAL_BINDERS | RESERVED
COMPARE = {"<", "<=", ">", ">=", "==", "!="}


def short(s):
    """A text in a message"""
    return s if len(s) <= 60 else s[:57] + "..."


def integer(s):
    """int(s), also for long strings, which int() refuses"""
    if len(s) <= 1000:
        return int(s)
    half = len(s) // 2
    return integer(s[:-half]) * 10 ** half + integer(s[-half:])


def scaled(x, base, k):
    """x*base^k, exact unless it is long: then an enclosure narrower than any other"""
    if abs(k) * 4 <= LITERAL_BITS:
        return Number.of(x * Fraction(base) ** k)
    with precision(LITERAL_PRECISION):
        return Number.of(x) * Number.of(base) ** k


def read_number(s):
    """An unsigned literal: (number, whether it is an integer)"""
    reject_if(len(s) > 10 ** 6, "a number of more than 1000000 characters")
    hexadecimal = s[:2] in ("0x", "0X")
    body, _, exponent = (s[2:] if hexadecimal else s).lower().partition("p" if hexadecimal else "e")
    whole, _, part = body.partition(".")
    digits = exponent.lstrip("+-").lstrip("0") or "0"
    reject_if(len(digits) > 8 or int(digits) > MAX_EXPONENT, "an exponent beyond 10^7")
    k = -int(digits) if exponent.startswith("-") else int(digits)
    x, base, k = (int(whole + part, 16), 2, k - 4 * len(part)) if hexadecimal else \
        (integer(whole + part), 10, k - len(part))
    x = scaled(x, base, k if x else 0)
    return x, k >= 0 if x.exact is None else x.exact.denominator == 1


def logical_lines(text):
    """L1 to L3, L9: (number of the first line, text without comments), continuations joined."""
    out, pending = [], []
    for number, line in enumerate(text.split("\n"), 1):
        reject_if(re.search(r"[^\t -~]", line), "line %d: a byte that is not allowed" % number)
        # texts and other characters, up to a comment
        kept = re.match(r'(?:"[^"\t]*"|[^"#])*', line).group()
        rest = line[len(kept):]
        reject_if(rest.startswith('"'), "line %d: a quoted text does not end, or has a tab" % number)
        pending.append((number, kept))
        if not rest and line.endswith("\\"):
            pending[-1] = number, kept[:-1]
            continue
        joined = " ".join(x for _, x in pending)
        if joined.strip():
            out.append((pending[0][0], joined))
        pending = []
    reject_if(pending, "a continuation at the end of the file")
    return out


class Scope:
    """Names of values with their types; functions as (arguments, type, body, of the prelude); the method.

    Types are "int", "real", "bool", ("enum", parameter), ("list", fields), ("plan", kind), ("record", fields),
    ("use", results) and ("array", {None: "real"}), where fields and results map names to types.

    methods: what the prelude declares, names to types of arguments."""

    def __init__(self, functions, methods):
        self.values, self.functions, self.methods, self.method = {}, functions, methods, None

    def define(self, name, kind):
        """S2, S4"""
        reject_if(name in self.values or name in TAKEN, "%s is defined already" % name)
        self.values[name] = kind

    @contextlib.contextmanager
    def local(self, *names):
        """These names with their types are known for a while."""
        for name, kind in names:
            self.define(name, kind)
        yield
        for name, _ in names:
            del self.values[name]

    def named(self, name, *kinds):
        """The fields of a list, record and so on"""
        kind = self.values.get(name)
        reject_if(not isinstance(kind, tuple) or kind[0] not in kinds, "%s is no %s" % (name, " or ".join(kinds)))
        return kind[1]


def checked(kind, wanted):
    """The type, if it is the wanted one; an integer is a real number (T2)."""
    reject_if(kind != wanted and (kind, wanted) != ("int", "real"), "%s is needed" % wanted)
    return wanted


def numeric(*kinds):
    """T3: the result of integers is an integer."""
    for kind in kinds:
        checked(kind, "real")
    return "real" if "real" in kinds else "int"


class Line:
    """One statement as a row of tokens (kind, text, start, end).  Expressions are read and given types at once.
    lemmas: whether a label after quasiconvex means anything."""

    def __init__(self, text, scope, lemmas):
        self.text, self.scope, self.lemmas, self.i, self.depth, self.tokens = text, scope, lemmas, 0, 0, []
        end = 0
        while not self.tokens or self.tokens[-1][0] != "end":
            m = TOKEN.match(text, end)
            if not m:
                reject_if(True, "unexpected character after: " + short(text[:end]))
            end = m.end()
            self.tokens.append((m.lastgroup, m.group(m.lastgroup), m.start(m.lastgroup), end))

    def peek(self, ahead=0):
        """(kind, text)"""
        return self.tokens[min(self.i + ahead, len(self.tokens) - 1)][:2]

    def next(self, what, fits):
        """The text of the next token, which must fit"""
        kind, text = self.peek()
        reject_if(not fits(kind, text), "expected %s instead of %s" % (what, short(text) or "the end of the line"))
        self.i += 1
        return text

    def accept(self, *texts):
        """The text of the next token if it is one of these, else None"""
        if self.peek()[0] in ("op", "name") and self.peek()[1] in texts:
            self.i += 1
            return self.tokens[self.i - 1][1]
        return None

    def one_of(self, *texts):
        return self.accept(*texts) or reject_if(True, "expected %s" % " or ".join(texts))

    def expect(self, *texts):
        """All of these, one after the other"""
        for text in texts:
            self.one_of(text)

    def name(self):
        return self.next("a name", lambda kind, t: kind == "name" and t not in RESERVED and len(t) <= MAX_NAME)

    def ident(self):
        """L5: an id with points and hyphens, read from the text itself"""
        m = IDENT.match(self.text, self.tokens[self.i][2])
        reject_if(not m or len(m.group()) > MAX_NAME, "expected an id of at most %d characters" % MAX_NAME)
        while self.tokens[self.i][2] < m.end():
            self.i += 1
        reject_if(self.tokens[self.i - 1][3] != m.end(), "not an id: " + short(m.group()))
        return m.group()

    def quoted(self):
        return self.next("a quoted text", lambda kind, _: kind == "text")[1:-1]

    def remark(self):
        """An optional quoted text"""
        if self.peek()[0] == "text":
            self.i += 1

    def listed(self, part):
        """part, and more of them after commas"""
        out = [part()]
        while self.accept(","):
            out.append(part())
        return out

    def end(self):
        self.next("the end of the line", lambda kind, _: kind == "end")

    # ---- expressions: (tree, type)

    def expr(self, kind):
        """The tree of an expression of this type; that of a list or a plan is its name."""
        if kind[0] in ("list", "plan"):
            name = self.name()
            found, wanted = self.scope.named(name, kind[0]), kind[1]
            reject_if(found != wanted or list(found) != list(wanted), "%s is another %s" % (name, kind[0]))
            return ("var", name)
        tree, found = self.typed()
        checked(found, kind)
        return tree

    def nested(self, part):
        self.depth += 1
        reject_if(self.depth > MAX_DEPTH, "more than %d levels of nesting" % MAX_DEPTH)
        x = part()
        self.depth -= 1
        return x

    def chain(self, kind, symbols, part, most=MAX_CHAIN - 1):
        """(kind, operands, operators between them), or the only operand"""
        operands, operators = [part()], []
        while self.peek()[0] in ("op", "name") and self.peek()[1] in symbols:
            operators.append(self.accept(*symbols))
            operands.append(part())
        reject_if(len(operators) > most, "a chain of more than %d operators" % most)
        if not operators:
            return operands[0]
        trees, kinds = zip(*operands)
        if kind in ("add", "mul"):
            result = numeric(*kinds, "real" if "/" in operators else "int")
        else:
            result = "bool"
            for a, b, operator in zip(kinds, kinds[1:], operators):
                if kind != "compare":
                    checked(a, "bool")
                    checked(b, "bool")
                elif a != b or a[0] != "enum" or operator not in ("==", "!="):             # T6
                    numeric(a, b)
        return (kind, trees, operators), result

    def typed(self):
        return self.chain("or", ["or"], lambda: self.chain("and", ["and"], self.negation))

    def negation(self):
        if not self.accept("not"):
            return self.chain("compare", COMPARE, lambda: self.chain("add", "+-", self.product), 8)
        tree, kind = self.nested(self.negation)
        return ("not", [tree]), checked(kind, "bool")

    def product(self):
        return self.chain("mul", "*/", self.factor)

    def factor(self):
        if self.accept("-"):
            tree, kind = self.nested(self.factor)
            return ("neg", [tree]), numeric(kind)
        base = self.primary()
        if not self.accept("^"):
            return base
        exponent = self.nested(self.factor)
        kind = numeric(base[1], exponent[1])
        return ("pow", [base[0], exponent[0]]), kind if exponent[0][0] == "num" else "real"

    def primary(self):
        kind, text = self.peek()
        if kind == "number":
            self.i += 1
            x, whole = read_number(text)
            return ("num", x), "int" if whole else "real"
        name = None if text == "(" else self.name()
        if self.accept("("):
            x = self.nested(lambda: self.call(name) if name else self.typed())
            self.expect(")")
            return x
        if self.accept("["):
            index = self.nested(lambda: self.expr("int"))
            self.expect("]")
            field = self.name() if self.accept(".") else None
            fields, x = self.scope.named(name, "list" if field else "array"), ("index", name, index, field)
        elif self.accept("."):
            field = self.name()
            fields, x = self.scope.named(name, "record", "use"), ("dot", name, field)
        else:
            kind = "real" if name in ("e", "pi") else self.scope.values.get(name, "")
            reject_if(not kind or isinstance(kind, tuple) and kind[0] != "enum", "%s is not a value" % name)
            return ("var", name), kind
        reject_if(field not in fields, "%s has no %s" % (name, field))
        return x, fields[field]

    def call(self, name):
        """The parentheses after a name"""
        after = self.peek(1) if self.peek()[0] == "name" else None
        if name in BINDERS and after == ("name", "in"):
            var = self.name()
            self.expect("in")
            over = self.name()
            self.expect(",")
            with self.scope.local((var, ("record", self.scope.named(over, "list")))):
                body, kind = self.typed()
            return ("over", name, var, over, body), numeric(kind, "real" if name == "avg" else "int")
        if name in BINDERS and after == ("op", "="):
            var, low, high = self.range("int")
            self.expect(",")
            with self.scope.local((var, "int")):
                body, kind = self.typed()
            return ("range", name, var, low, high, body), numeric(kind, "real" if name == "avg" else "int")
        if name in REAL_BINDERS and after == ("op", "="):
            var, low, high = self.range("real")
            self.expect(",")
            with self.scope.local((var, "real")):
                body, lemma = self.expr("real"), None
            if name != "integral" and self.accept(","):
                self.expect("quasiconvex")
                self.ident()
                lemma = self.expr("bool") if self.accept("where") else None
                reject_if(lemma is None and self.lemmas, "a lemma without its hypotheses")
            return (name, var, low, high, body, lemma if self.lemmas else None), "real"
        if name == "iterate":
            var = self.name()
            self.expect("=")
            start = self.expr("real")
            self.expect(",")
            count = self.expr("int")
            self.expect(",")
            with self.scope.local((var, "real")):
                return ("iterate", var, start, count, self.expr("real")), "real"
        if name == "len":
            over = self.name()
            self.scope.named(over, "list")
            return ("call", name, [("var", over)]), "int"
        if name in ("min", "max"):
            args, kinds = zip(*self.listed(self.typed))
            return ("call", name, args), numeric(*kinds)
        return self.function(name)

    def function(self, name):
        what = "call"
        if name in FUNCTIONS:
            wanted, result = FUNCTIONS[name]
        elif name == self.scope.method:
            what, wanted, result = "method", list(self.scope.methods[name].values()), "real"
        else:
            reject_if(name not in self.scope.functions, "there is no function %s" % name)
            wanted, result = [kind for _, kind in self.scope.functions[name][0]], self.scope.functions[name][1]
        args, kinds = [], []
        for kind in wanted:
            if args:
                self.expect(",")
            if kind == "real":
                tree, found = self.typed()
                kinds.append(found)
                checked(found, "real")
            args.append(tree if kind == "real" else self.expr(kind))
        return (what, name, args), result or numeric(*kinds)

    # ---- the form of an expression alone, without names and types

    def skim(self):
        """M6: the target of a plan must be an expression, but what it means is for planners."""
        self.skim_chain(["or"], lambda: self.skim_chain(["and"], self.skim_negation))

    def skim_chain(self, symbols, part, most=math.inf):
        n = 0
        part()
        while self.accept(*symbols):
            part()
            n += 1
        reject_if(n > most, "a chain of more than %s operators" % most)

    def skim_negation(self):
        if self.accept("not"):
            self.nested(self.skim_negation)
        else:
            self.skim_chain(COMPARE, lambda: self.skim_chain("+-", lambda: self.skim_chain("*/", self.skim_factor)), 8)

    def skim_factor(self):
        if self.accept("-"):
            self.nested(self.skim_factor)
            return
        if self.peek()[0] == "number":
            read_number(self.next("a number", lambda *_: True))
        elif self.accept("("):
            self.nested(self.skim)
            self.expect(")")
        else:
            name = self.name()
            if self.accept("("):
                self.nested(lambda: self.skim_call(name))
                self.expect(")")
            else:
                if self.accept("["):
                    self.nested(self.skim)
                    self.expect("]")
                if self.accept("."):
                    self.name()
        if self.accept("^"):
            self.nested(self.skim_factor)

    def skim_call(self, name):
        after = self.peek(1) if self.peek()[0] == "name" else None
        if name in BINDERS and after == ("name", "in"):
            self.name()
            self.expect("in")
            self.name()
            self.expect(",")
            self.skim()
        elif name in (*BINDERS, *REAL_BINDERS, "iterate") and after == ("op", "="):
            self.name()
            self.expect("=")
            self.skim()
            self.expect("," if name == "iterate" else "..")
            self.skim()
            self.expect(",")
            self.skim()
            if name in ("inf", "sup") and self.accept(","):
                self.expect("quasiconvex")
                self.ident()
                if self.accept("where"):
                    self.skim()
        else:
            self.listed(self.skim)

    def range(self, kind):
        """NAME = expr .. expr"""
        var = self.name()
        self.expect("=")
        low = self.expr(kind)
        self.expect("..")
        return var, low, self.expr(kind)
