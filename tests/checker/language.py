# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""The text of theorems (src/lang/LANGUAGE.md): numbers, lines, tokens, expressions.

Trees are tuples, the first element of which says what they are."""

import re
import sys
from fractions import Fraction

from . import Rejected, reject_if
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
COMPARE = {"<", "<=", ">", ">=", "==", "!="}


def short(s):
    """A text in a message"""
    return s if len(s) <= 60 else s[:57] + "..."


def integer(s):
    """int(s) for long strings too, which the library refuses"""
    if len(s) <= 1000:
        return int(s)
    half = len(s) // 2
    return integer(s[:-half]) * 10 ** half + integer(s[-half:])


def scaled(x, base, k):
    """x*base^k, exact unless it is long: then an enclosure that is narrower than all others"""
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


class Line:
    """One statement as a row of tokens (kind, text, start, end), and the expressions in it.  lemmas: whether a label
    after quasiconvex means anything."""

    def __init__(self, text, lemmas):
        self.text, self.lemmas, self.i, self.depth, self.tokens = text, lemmas, 0, 0, []
        while not self.tokens or self.tokens[-1][0] != "end":
            m = TOKEN.match(text, self.tokens[-1][3] if self.tokens else 0)
            reject_if(not m,
                      "unexpected character after: " + short(text[:self.tokens[-1][3] if self.tokens else 0]))
            kind = m.lastgroup
            self.tokens.append((kind, m.group(kind), m.start(kind), m.end(kind)))

    def peek(self, ahead=0):
        """(kind, text)"""
        return self.tokens[min(self.i + ahead, len(self.tokens) - 1)][:2]

    def next(self, what, fits):
        """The text of a token that fits."""
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

    def expect(self, text):
        self.next(text, lambda kind, t: kind in ("op", "name") and t == text)

    def name(self):
        return self.next("a name", lambda kind, t: kind == "name" and t not in RESERVED and len(t) <= MAX_NAME)

    def ident(self):
        """L5: an id with points and hyphens, read from the text itself."""
        m = IDENT.match(self.text, self.tokens[self.i][2])
        reject_if(not m or len(m.group()) > MAX_NAME, "expected an id of at most %d characters" % MAX_NAME)
        while self.tokens[self.i][2] < m.end():
            self.i += 1
        reject_if(self.tokens[self.i - 1][3] != m.end(), "not an id: " + short(m.group()))
        return m.group()

    def quoted(self):
        return self.next("a quoted text", lambda kind, _: kind == "text")[1:-1]

    def remark(self):
        """A quoted text that may be left out"""
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

    # ---- expressions

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
        return (kind, operands, operators) if operators else operands[0]

    def expr(self):
        return self.chain("or", ["or"], lambda: self.chain("and", ["and"], self.negation))

    def negation(self):
        if self.accept("not"):
            return ("not", [self.nested(self.negation)])
        return self.chain("compare", COMPARE, lambda: self.chain("add", "+-", self.product), 8)

    def product(self):
        return self.chain("mul", "*/", self.factor)

    def factor(self):
        if self.accept("-"):
            return ("neg", [self.nested(self.factor)])
        x = self.primary()
        return ("pow", [x, self.nested(self.factor)]) if self.accept("^") else x

    def primary(self):
        kind, text = self.peek()
        if kind == "number":
            self.i += 1
            return ("num", *read_number(text))
        name = None if self.peek() == ("op", "(") else self.name()
        if self.accept("("):
            x = self.nested(lambda: self.call(name) if name else self.expr())
            self.expect(")")
            return x
        if self.accept("["):
            index = self.nested(self.expr)
            self.expect("]")
            return ("index", name, index, self.name() if self.accept(".") else None)
        return ("dot", name, self.name()) if self.accept(".") else ("var", name)

    def call(self, name):
        after = self.peek(1) if self.peek()[0] == "name" else None
        if name in BINDERS and after == ("name", "in"):
            var = self.name()
            self.expect("in")
            over = self.name()
            self.expect(",")
            return ("over", name, var, over, self.expr())
        if name in BINDERS | REAL_BINDERS and after == ("op", "="):
            var, low, high = self.range()
            self.expect(",")
            body = self.expr()
            if name in BINDERS:
                return ("range", name, var, low, high, body)
            lemma = None
            if name != "integral" and self.accept(","):
                self.expect("quasiconvex")
                lemma = self.ident()
            return (name, var, low, high, body, lemma if self.lemmas else None)
        if name == "iterate":
            var = self.name()
            self.expect("=")
            start = self.expr()
            self.expect(",")
            count = self.expr()
            self.expect(",")
            return ("iterate", var, start, count, self.expr())
        return ("call", name, self.listed(self.expr))

    def range(self):
        """NAME = expr .. expr"""
        var = self.name()
        self.expect("=")
        low = self.expr()
        self.expect("..")
        return var, low, self.expr()
