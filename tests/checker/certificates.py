# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""Certificates (certs/FORMAT.md): how they are written, and the verdict."""

import math
import re
from fractions import Fraction

from . import Limit, NeedPrecision, Rejected, Unbounded, reject_if
from .evaluation import Evaluation
from .intervals import Number, compare, precision
from .language import IDENT, integer, read_number, short
from .theorems import Library
from .witness import chosen, only_chosen

MAX_BYTES = 16 << 20
MAX_STATEMENTS = 10000     # lines that do not belong to a file
MAX_FILES = 64
MAX_DIGITS = 5000          # of a decimal, a numerator or a denominator
MAX_NESTING = 16           # lists and records within each other
MAX_EXPONENTS = 10 ** 6    # of all values, or of an issuer's own theorem
MAX_CLAIMED = 2 * 10 ** 7  # of all claims
MAX_NUMBERS = 2 * 10 ** 6  # in lists
MAX_RECORDS = 9999         # of a theorem with a method
MAX_CONTEXT = 4096         # bytes
MAX_PHASE = 200            # bytes of the text of a phase

NUMBER = re.compile(r"(-?)(?:((?:0|[1-9]\d*)(?:\.\d+)?|[1-9](?:\.\d+)?e-?[1-9]\d*)|(0|[1-9]\d*)/([1-9]\d*))",
                    re.ASCII)
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9][A-Za-z0-9_]*)*")
TIMES = re.compile(r" x ([1-9][0-9]*)")
EXPONENT = re.compile(r"(?:[0-9a-fA-F]|(?<=[0-9a-fA-F])\.)[eEpP][+-]?(\d+)", re.ASCII)
GUARANTEES = ("exact", "proved", "conditional")
KINDS = ("guarantee", "lower", "value", "refutation", "audit")
NEIGHBOURS = ("add-remove", "add", "remove", "replace-one", "zero-out", "any")


def exponents(text):
    """The sum of the exponents of all numbers"""
    return sum(int(x[:20]) for x in EXPONENT.findall(text))


def read_value(s):
    """A number, in the only spelling that the format allows"""
    m = NUMBER.fullmatch(s)
    reject_if(not m, "not a number of a certificate: " + short(s))
    minus, decimal, over, under = m.groups()
    digits = [over, under] if over else [decimal.partition("e")[0].replace(".", "")]
    reject_if(max(map(len, digits)) > MAX_DIGITS, "more than %d digits" % MAX_DIGITS)
    reject_if(minus and not digits[0].strip("0"), "0 has no sign")
    if decimal:
        x, _ = read_number(decimal)
    else:
        n, q = integer(over), integer(under)
        reject_if(q == 1 or math.gcd(n, q) != 1, "not in lowest terms: " + short(s))
        x = Number.of(Fraction(n, q))
    return -x if minus else x


class Row(list):
    """Numbers in parentheses, in a list"""


class Record:
    """A word with fields, and how often it counts, if that stands there"""

    def __init__(self, word, fields, times):
        self.word, self.fields, self.times = word, fields, times


class ValueReader:
    """A value, from left to right"""

    def __init__(self, text):
        self.text, self.at = text, 0

    def next(self):
        return self.text[self.at:self.at + 1]

    def skip(self, sign):
        reject_if(self.next() != sign, "not a value of a certificate: " + short(self.text))
        self.at += 1

    def match(self, pattern):
        m = pattern.match(self.text, self.at)
        reject_if(not m, "not a value of a certificate: " + short(self.text))
        self.at = m.end()
        return m

    def number(self):
        return read_value(self.match(re.compile(r"[^,()\[\]= ]+")).group())

    def several(self, closing, read):
        out = []
        while self.next() != closing:
            if out:
                self.skip(",")
            out.append(read())
        self.skip(closing)
        return out

    def value(self, level):
        """A value within level others"""
        if self.next() == "[":
            self.at += 1
            reject_if(level == MAX_NESTING and self.next() != "]", "nested too deeply")
            return self.several("]", lambda: self.row(level + 1) if self.next() == "(" else self.value(level + 1))
        if not WORD.match(self.text, self.at):
            return self.number()
        word = self.match(WORD).group()
        if self.next() != "(":
            return word
        self.at += 1
        reject_if(level == MAX_NESTING and self.next() != ")", "nested too deeply")
        fields = self.several(")", lambda: self.field(level + 1))
        times = TIMES.match(self.text, self.at)
        reject_if(times and len(times.group(1)) > MAX_DIGITS, "more than %d digits" % MAX_DIGITS)
        self.at = times.end() if times else self.at
        return Record(word, fields, integer(times.group(1)) if times else None)

    def row(self, level):
        reject_if(level == MAX_NESTING, "nested too deeply")
        self.skip("(")
        row = Row(self.several(")", self.number))
        reject_if(not row, "an empty row")
        return row

    def field(self, level):
        name = self.match(NAME).group()
        self.skip("=")
        return name, self.value(level)


def read_any(s):
    """A number, a word, a list or a record"""
    reader = ValueReader(s)
    value = reader.value(0)
    reject_if(reader.at != len(s), "not a value of a certificate: " + short(s))
    return value


class Certificate:
    """The text, parsed strictly, without any knowledge of theorems."""

    def __init__(self, data):
        reject_if(len(data) > MAX_BYTES, "more than %d bytes" % MAX_BYTES)
        reject_if(sum(not line.startswith(b"|") for line in data.split(b"\n")[:-1]) > MAX_STATEMENTS,
                  "more than %d statements" % MAX_STATEMENTS)
        reject_if(re.search(rb"[^\n -~]", data) or not data.endswith(b"\n"),
                  "a byte that is not allowed, or no newline at the end")
        self.lines, self.n = data.decode("ascii").split("\n")[:-1], 0       # n: lines read
        try:
            self.parse()
        except Rejected as e:
            raise Rejected("line %d: %s" % (self.n, e))

    def parse(self):
        self.exponents = self.numbers = 0
        reject_if(self.take() != "dpcert-certificate 2", "not a certificate of version 2: write it anew")
        self.kind, = self.fields("kind", 1)
        reject_if(self.kind not in KINDS, "there is no such kind")
        reject_if(self.kind == "audit", "this checker knows no statements about samples")
        reject_if(self.next_is("chain"), "this checker knows no chains")
        self.theorem, revision = self.fields("theorem", 2)
        reject_if(not IDENT.fullmatch(self.theorem), "not an id")
        self.revision = self.whole(revision)
        self.neighbours, = self.fields("neighbours", 1)
        reject_if(self.neighbours not in NEIGHBOURS, "there are no such neighbours")
        self.read_history()
        self.files = {}                              # name -> bytes, in order
        while self.next_is("file"):
            name, count = self.fields("file", 2)
            reject_if(len(self.files) == MAX_FILES or name in self.files,
                      "a file twice, or more than %d files" % MAX_FILES)
            text = [self.take() for _ in range(self.whole(count))]
            reject_if(not all(line.startswith("|") for line in text), "a line of a file begins with |")
            self.files[name] = "".join(line[1:] + "\n" for line in text).encode("ascii")
        self.params = self.values("param")           # (name, value)
        self.chooses, self.hints = self.values("choose"), self.brackets()
        self.referee, self.own, self.own_hints = None, [], []
        if self.next_is("referee"):
            self.referee = self.whole(*self.fields("referee", 1))
            self.own, self.own_hints = self.values("choose"), self.brackets()
        self.claims, claimed = [], 0                 # (name, relation, text, number)
        while self.next_is("claim") or not self.claims:
            name, relation, text = self.fields("claim", 3)
            claimed += exponents(text)
            reject_if(relation not in ("<=", ">=") or claimed > MAX_CLAIMED,
                      "a claim is <= or >=, and all exponents are at most %d together" % MAX_CLAIMED)
            self.claims.append((name, relation, text, read_value(text)))
        context = 0
        while self.next_is("context"):
            size = len(self.take()) - len("context ")
            context += size
            reject_if(size == 0 or context > MAX_CONTEXT, "an empty context, or more than %d bytes" % MAX_CONTEXT)
        reject_if(self.take() != "end", "an unknown, repeated or misplaced line")
        reject_if(self.n != len(self.lines), "text after the end")

    def read_history(self):
        """None, or whether it is complete, how many phases, and (phase, name, record) of every line"""
        self.history = None
        if not self.next_is("history"):
            return
        extent, phases = self.fields("history", 2)
        reject_if(extent not in ("complete", "part"), "a history is complete or part")
        lines = []
        self.history = (extent, self.whole(phases), lines)
        while self.next_is("phase"):
            fields = self.take().split(" ", 4)
            reject_if(len(fields) < 4 or "" in fields[:4], "expected phase NUMBER NAME RECORD")
            _, phase, name, record = fields[:4]
            for text in fields[4:]:
                reject_if(not text or text != text.strip(" ") or len(text) > MAX_PHASE,
                          "the text of a phase is empty, has blanks at its ends or more than %d bytes" % MAX_PHASE)
            lines.append((self.whole(phase), name, self.whole(record)))

    def take(self):
        self.n += 1
        reject_if(self.n > len(self.lines), "the certificate ends too early")
        return self.lines[self.n - 1]

    def next_is(self, word):
        return self.n < len(self.lines) and self.lines[self.n].startswith(word + " ")

    def fields(self, word, count):
        f = self.take().split(" ")
        reject_if(f[0] != word or len(f) - 1 != count or "" in f, "expected %s and %d fields" % (word, count))
        return f[1:]

    @staticmethod
    def whole(s):
        reject_if(not re.fullmatch(r"[1-9][0-9]{0,8}", s), "not a whole number: %s" % short(s))
        return int(s)

    def charged(self, text, read):
        """What a text says, unless it would cost too much to know"""
        self.exponents += exponents(text)
        self.numbers += text.count(",")
        reject_if(self.exponents > MAX_EXPONENTS,
                  "the exponents of all values add up to more than %d" % MAX_EXPONENTS)
        reject_if(self.numbers > MAX_NUMBERS, "more than %d numbers in lists" % MAX_NUMBERS)
        return read(text)

    def values(self, word):
        out = []
        while self.next_is(word):
            f = self.take().split(" ", 3)
            reject_if(len(f) != 4 or f[2] != "=" or "" in f, "expected %s NAME = VALUE" % word)
            out.append((f[1], self.charged(f[3], read_any)))
        return out

    def brackets(self):
        """(low, mid, high) of each hint, None where an end of the range stands for low or high"""
        def outer(text):
            return None if text == "end" else self.charged(text, read_value)
        out = []
        while self.next_is("hint"):
            low, mid, high = self.fields("hint", 3)
            out.append((outer(low), self.charged(mid, read_value), outer(high)))
        return out


def typed(value, kind, values):
    """A value of a certificate as one of this type.  values: those of an enumeration, the fields of a plan"""
    if kind[0] == "plan":
        reject_if(not isinstance(value, Record) or value.times is not None or value.word != kind[1],
                  "not a plan %s(...)" % kind[1])
        reject_if([f for f, _ in value.fields] != list(values), "the fields are not " + ", ".join(values))
        return matched(value.fields, [(f, t, ()) for f, (t, _) in values.items()])
    reject_if(isinstance(value, Record), "no records are taken")
    if kind in ("real", "int"):
        reject_if(not isinstance(value, Number), "not a number")
        if kind == "int" and value.exact is None and not value.abs() < 1:
            raise Limit("a very long integer")
        reject_if(kind == "int" and (value.exact is None or value.exact.denominator != 1), "not an integer")
        return value
    if kind[0] == "enum":
        reject_if(not isinstance(value, str) or value not in values, "none of " + ", ".join(values))
        return value
    reject_if(not isinstance(value, list) or any(not isinstance(row, Row) or len(row) != len(kind[1]) for row in value),
              "not a list of rows of %d numbers" % len(kind[1]))
    return [{f: typed(x, k, ()) for (f, k), x in zip(kind[1].items(), row)} for row in value]


def matched(given, wanted):
    """Values in exactly this order, by name.  wanted: (name, type, values of an enumeration)."""
    reject_if(len(given) != len(wanted) or any(name != w[0] for (name, _), w in zip(given, wanted)),
              "expected exactly the values of " + ", ".join(w[0] for w in wanted))
    out = {}
    for (name, kind, values), (_, value) in zip(wanted, given):
        try:
            out[name] = typed(value, kind, values)
        except Rejected as e:
            raise Rejected("%s: %s" % (name, e))
    return out


def find_theorem(c, library):
    """The catalogue's theorem, or the issuer's own one (then True comes second); the files are the catalogue's."""
    own = library.read(c.theorem) is None or c.theorem == "prelude"
    if own:
        reject_if(c.kind != "value" or c.theorem not in c.files, "%s is not in the catalogue" % c.theorem)

        def simple(name):              # the look of an id at a careless glance
            return re.sub("[^a-z0-9]", "", name.lower())
        reject_if(simple(c.theorem) in map(simple, library.ids()),
                  "%s looks like a name of the catalogue" % c.theorem)
        reject_if(exponents(c.files[c.theorem].decode("ascii")) > MAX_EXPONENTS,
                  "the exponents of all numbers in the theorem add up to more than %d" % MAX_EXPONENTS)
        library = Library(library.folder, {c.theorem: c.files[c.theorem]})
    t = library.theorem(c.theorem)
    names = [c.theorem] + t.closure() + ["prelude"]
    reject_if(list(c.files) != names, "the files are not " + ", ".join(names))
    for name in names[own:]:
        reject_if(library.read(name) != c.files[name], "the file %s is not that of the catalogue" % name)
    reject_if(t.revision != c.revision, "the catalogue has revision %d" % t.revision)
    return t, own


def check_history(c, t, given):
    """Phases are numbered in order, and every record of every list belongs to exactly one of them."""
    if c.history is None:
        return
    _, phases, lines = c.history
    reject_if(c.kind not in ("guarantee", "lower"), "a %s has no history" % c.kind)
    last = 0
    for phase, _, _ in lines:
        reject_if(phase not in (last, last + 1), "phase %d is out of order" % phase)
        last = phase
    reject_if(last != phases, "the history has %d phases, not %d" % (last, phases))
    lists = [name for name, kind, _ in t.params if kind not in ("real", "int") and kind[0] == "list"]
    wanted = [(name, i + 1) for name in lists for i in range(len(given[name]))] if lists else [("parameters", 1)]
    reject_if(sorted(line[1:] for line in lines) != sorted(wanted),
              "the phases are not the records of the steps, each in exactly one of them")


def claims_of(c, t, own):
    """The required claims: (name, relation, whether it is the referee's rather than the theorem's)"""
    referee = None
    if c.referee is not None:
        reject_if(c.kind in ("guarantee", "value") or c.referee > len(t.referees),
                  "a %s with a referee, or %s has no such referee" % (c.kind, t.id))
        referee = t.referees[c.referee - 1]
    if c.kind == "value":              # both ends where the parameters determine the value
        free = chosen(t)
        reject_if(t.status in GUARANTEES and not own and only_chosen(t), "a result is a witness, which the certificate chooses, and no value of a formula")
        reject_if(any(name in free and relation == "=" for name, relation, _ in t.results),
                  "a result depends on witnesses that the certificate chooses: there is no value")
        return [(name, end, False) for name, relation, _ in t.results for end in (">=", "<=")
                if name not in free or end == relation]
    if c.kind == "refutation":
        reject_if(referee is None, "the referee is missing")
        other = "<=" if referee[1] == ">=" else ">="
        return [(referee[0], other, False), (referee[0], referee[1], True)]
    reject_if(referee is None and t.status not in GUARANTEES,
              "a %s from a theorem of status %s" % (c.kind, t.status))
    if c.kind == "guarantee":
        return [(name, ">=" if relation == ">=" else "<=", False) for name, relation, _ in t.results]
    if referee is not None:
        reject_if(referee[1] != ">=", "this referee bounds from above")
        return [(referee[0], ">=", True)]
    reject_if((c.claims[0][0], "=") not in [result[:2] for result in t.results],
              "a lower bound needs a result with = or a referee")
    return [(c.claims[0][0], ">=", False)]


def precisions(max_bits):
    p = 64
    while p < max_bits:
        yield p
        p *= 2
    yield max_bits


def values_of(c, t, given, own, run):
    """The values of all names and of the referee, at this precision; hints are used up."""
    run.hints = list(c.hints)
    env, value = run.theorem(t, given), None
    if not run.undecided and c.referee:
        reject_if(run.hints, "a hint too many")
        run.hints = list(c.own_hints)
        value = run.referee(t.referees[c.referee - 1], env, own)
    if run.undecided:
        raise NeedPrecision(run.undecided)
    reject_if(run.hints, "a hint too many")
    return env, value


def verify(c, library, max_bits, max_steps):
    """The text of the verdict VERIFIED; otherwise raises the reason."""
    t, own_theorem = find_theorem(c, library)
    reject_if(t.adjacency not in ("any", c.neighbours),
              "%s is about neighbours %s, not %s" % (t.id, t.adjacency, c.neighbours))
    reject_if(t.adjacency == "any" and c.neighbours in ("add", "remove"),
              "%s is about both directions, and %s is one" % (t.id, c.neighbours))
    given = {**matched(c.params, t.params), **matched(c.chooses, t.witnesses)}
    check_history(c, t, given)
    wanted = claims_of(c, t, own_theorem)
    reject_if([claim[:2] for claim in c.claims] != [w[:2] for w in wanted],
              "the claims are not those of a " + c.kind)
    reject_if(t.scope.method and sum(len(v) for v in given.values() if isinstance(v, list)) > MAX_RECORDS,
              "more than %d records" % MAX_RECORDS)
    own = matched(c.own, t.referees[c.referee - 1][3]) if c.referee else {}
    if c.kind == "refutation":         # <= U and >= L contradict each other
        (_, _, _, upper), (_, _, _, lower) = sorted(c.claims, key=lambda claim: claim[1])
        reject_if(not upper < lower, "nothing is refuted")
    todo = [(*claim, of_referee) for claim, (_, _, of_referee) in zip(c.claims, wanted)]
    left = max_steps                   # of all precisions together
    for p in precisions(max_bits):
        run, still = Evaluation(t.library.methods, left), []
        with precision(p):
            try:
                env, referee = values_of(c, t, given, own, run)
                for claim in todo:
                    name, relation, text, number, of_referee = claim
                    value = referee if of_referee else env[name]
                    r, reason = compare(relation, value, number), "%s %s %s: the value is %s" % (
                        name, relation, short(text), value)
                    reject_if(r is False, "false: " + reason)
                    if r is None:
                        still.append(claim)
                todo = still
                if not todo:
                    break
                why = Rejected
            except NeedPrecision as e:
                reason, why = str(e), Unbounded
            left = run.left
            if run.limited:
                raise why("more does not follow from the method's plan: " + reason)
    else:
        raise Limit("%d bits do not decide: %s" % (max_bits, reason))
    conditional = c.kind != "value" and (t.assumes or t.status == "conditional" and not c.referee)
    told = "" if c.kind not in ("guarantee", "lower") else "; parameters as given, no history" if c.history is None else (
        "; history of %d phase%s, %s, as the issuer declares" % (
            c.history[1], "" if c.history[1] == 1 else "s", "complete" if c.history[0] == "complete" else "a part of the run"))
    return "%s%s%s %s: %s; neighbours %s%s" % (
        "conditional " * bool(conditional), c.kind, " of the issuer's own theorem" * own_theorem, t.id,
        " and ".join("%s %s %s" % claim[:3] for claim in c.claims), c.neighbours,
        told + "; nothing vouches for it" * own_theorem
        + "".join("; assuming: " + text for text in t.assumes if c.kind != "value")
        + "".join("; premise: " + text for text in t.premises))


def check_file(path, library, max_bits, max_steps):
    """(exit status, verdict)"""
    try:
        with open(path, "rb") as f:
            data = f.read(MAX_BYTES + 1)
    except OSError as e:
        return 2, "UNREADABLE %s: %s" % (ascii(path), e.strerror)
    try:
        return 0, "VERIFIED " + verify(Certificate(data), library, max_bits, max_steps)
    except Unbounded as e:
        return 3, "UNDECIDED %s: %s" % (ascii(path), e)
    except Rejected as e:
        return 1, "REJECTED %s: %s" % (ascii(path), e)
    except Limit as e:
        return 3, "UNDECIDED %s: beyond the limits of this checker: %s" % (ascii(path), e)
