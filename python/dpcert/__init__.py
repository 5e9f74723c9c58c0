# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors.
"""Certified bounds on differential-privacy parameters.

>>> import dpcert
>>> r = dpcert.bound("gauss.theta", eps=1, r="1/2")
>>> r["delta"].upper_text
'6.829594984e-3'
>>> dpcert.solve("gauss.mechanism", "sigma", "delta <= 1e-5", eps=2, D=1, T=1000).text
'63.04988556'

>>> run = [dpcert.gaussian(sigma=0.8, rate=0.01, times=1000), dpcert.laplace(eps=0.1)]
>>> print(dpcert.account(run, delta=1e-5, digits=6))
eps in [3.16454, 3.16455] at delta = 1/100000 (add-remove adjacency; product.exact-eps)

Parameters are exact: integers, fractions.Fraction, decimal.Decimal, strings as on the command line
("1e-5", "3/7"), and lists of records [(0.1, 1e-6, 100), ...].  A float stands for the decimal that
Python prints for it: 0.1 is 1/10.

Every returned number is certified.  An Enclosure has exact ends (`lower`, `upper`, fractions),
their decimals (`lower_text`, `upper_text`), and converts to a float that is rounded to the safe side.

A refuted or asymptotic theorem, or your own theorem file, gives the value of a formula, not a
bound.  Its results print as "value in [...]", `notice` says why, and `lower`, `upper`, `text`, float()
and floats() warn with NotABoundWarning; `interval`, `lower_text` and `upper_text` give the enclosure of
the formula's value without a warning.

Long calls report their progress to a function, if they are given one, and end if that function
or Ctrl-C raises an exception:

>>> def show_progress(p):
...     print(p.phase, p.steps, end="\\r")
>>> r = dpcert.bound("gauss.theta", eps=1, r="1/2", progress=show_progress)

Results are plain data: they can be copied, pickled, sent to other processes and turned into dicts
(dataclasses.asdict).  They know their `question`, so that a copy can give a certificate too: the
library then computes again, and refuses if it finds another result.

>>> r = dpcert.bound("compose.he-2-printed", eps="0.1", delta="1e-5", T=1000, slack="1e-6")
>>> print(r["delta_out"])
delta_out value in [9.586800533e-3, 9.586800534e-3] (of the formula; the theorem is refuted)
>>> r.notice
'the printed theorem is false: values of its formula, not bounds'
"""
import csv
import ctypes
import io
import json
import math
import operator
import os
import re
import stat
import struct
import threading
import warnings
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import _library as _lib
from ._handle import Handle, Plain
from ._handle import dpc as _dpc
from ._watch import Callback, Progress, watched

__all__ = ["Account", "AccountQuestion", "Bound", "DeclaredHistory", "DpcertError", "DomainError", "Enclosure", "History", "Judgement",
           "NotABoundWarning", "ParameterError", "Phase", "Progress", "Question", "Referee", "Solution", "Step", "Theorem", "UndecidedError", "Verdict", "account", "bound",
           "catalogue", "crosscheck", "dp", "gaussian", "judge", "judge_account", "laplace", "leak", "losses",
           "randomized_response", "show", "solve", "verify", "version"]

Value = Union[int, float, str, Fraction, Decimal, Sequence[Any]]


class DpcertError(Exception):
    """An error, with the message of the library."""


class DomainError(DpcertError, ValueError):
    """A hypothesis of the theorem is false at these parameters."""


class UndecidedError(DpcertError):
    """A limit was reached before a digit was certified."""


class ParameterError(DpcertError, ValueError):
    """An unknown theorem or parameter, or a value that cannot be read."""


class NotABoundWarning(UserWarning):
    """The value of a formula that is not a bound is used as a bound."""


_ERRORS = {_lib.DOMAIN: DomainError, _lib.UNDECIDED: UndecidedError, _lib.PARSE: ParameterError,
           _lib.IO: OSError, _lib.NOMEM: MemoryError}


_KEYWORDS = {_lib.LIMIT_STEPS: "max_steps", _lib.LIMIT_BITS: "max_bits", _lib.LIMIT_DIGITS: "digits"}


def _raise(status: int, message: bytes) -> None:
    if status != _lib.OK:
        raise _ERRORS.get(status, DpcertError)(message.decode("ascii", "replace"))


def _named(message: bytes, limit: int, value: int) -> bytes:
    """The message; the keyword that sets the limit in question is added to its first line."""
    if limit not in _KEYWORDS:
        return message
    first, newline, rest = message.partition(b"\n")
    wanted = str(value) if limit == _lib.LIMIT_DIGITS and value > 0 else "..."
    return first + (" (%s=%s)" % (_KEYWORDS[limit], wanted)).encode() + newline + rest


def _error(kind: str, handle: Any) -> bytes:
    """Why a query or an account failed."""
    value = ctypes.c_uint64()
    limit = getattr(_dpc, "dpc_%s_limit" % kind)(handle, ctypes.byref(value))
    return _named(getattr(_dpc, "dpc_%s_error" % kind)(handle), limit, value.value)


def _text(raw: Optional[bytes]) -> Optional[str]:
    return None if raw is None else raw.decode("ascii", "replace")


# ---- values ----

def _c(text: str) -> bytes:
    """A text for the library, which would ignore everything after a NUL."""
    if not isinstance(text, str):
        raise ParameterError("a text is needed, not %r" % (text,))
    if "\0" in text:
        raise ParameterError("%r has a NUL character" % text)
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise ParameterError("%r is no text" % text) from None


def _count(name: str, value: int) -> int:
    """An integer for the library, which checks its range."""
    try:
        number = operator.index(value)
    except TypeError:
        raise ParameterError("%s is a whole number, not %r" % (name, value)) from None
    if not 0 <= number < 2**63:
        raise ParameterError("%s must not be negative or beyond 2^63: it is %d" % (name, number))
    return number


def _lines(context: Union[str, Sequence[str]]) -> Any:
    """The context of a certificate, one line or several, for the library."""
    lines = [context] if isinstance(context, str) else list(context)
    for line in lines:
        if not isinstance(line, str) or not line.isascii():
            raise ParameterError("a line of the context is a text of plain ASCII, not %r" % (line,))
    return (ctypes.c_char_p * len(lines))(*[_c(line) for line in lines])


def _read_file(path: "os.PathLike[str]", most: int = -1) -> bytes:
    """The bytes of a file, at most this many.  A named pipe is refused, as it might never end."""
    fd = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(fd, "rb") as file:
        if stat.S_ISFIFO(os.fstat(fd).st_mode) and not os.fspath(path).startswith(("/dev/", "/proc/self/fd/")):
            raise ParameterError("%s is a pipe, which might never end: give a file" % os.fspath(path))
        os.set_blocking(fd, True)  # the flag was for the opening alone
        return file.read(most)


def _content(name: str, given: Union[str, bytes, "os.PathLike[str]"]) -> Tuple[str, bytes]:
    """The name for messages, and the bytes, of a text or of the file that a path names.  A str
    is a path if it has no line end and there is such a file."""
    if isinstance(given, str) and "\n" not in given and os.path.isfile(given):
        given = Path(given)
    if isinstance(given, os.PathLike):
        return str(given), _read_file(Path(given))
    if not isinstance(given, (str, bytes)):
        raise ParameterError("%s: a text or a path is needed, not %r" % (name, given))
    return name, given.encode("utf-8", "surrogatepass") if isinstance(given, str) else given


def _value(value: Value) -> str:
    """A parameter as the library reads it."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        raise ParameterError("True and False are no parameter values")
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ParameterError("a parameter must be finite, not %r" % value)
        return repr(float(value))  # numpy's double is one, and prints itself with its name
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, (list, tuple)):
        return "[%s]" % ",".join(_record(item) for item in value)
    if hasattr(value, "item"):  # numpy's scalars
        return _value(value.item())
    raise ParameterError("%r is no parameter value" % (value,))


def _record(item: Any) -> str:
    if isinstance(item, (list, tuple)):
        return "(%s)" % ",".join(_value(x) for x in item)
    return _value(item)


def _neighbour(x: float, up: bool) -> float:
    """The next double."""
    if x == 0:
        return math.copysign(5e-324, 1 if up else -1)
    bits = struct.unpack("<q", struct.pack("<d", x))[0]
    bits += 1 if (x > 0) == up else -1
    return struct.unpack("<d", struct.pack("<q", bits))[0]


def _float(q: Fraction, up: bool) -> float:
    """The double nearest to q on the given side."""
    try:
        x = float(q)
    except OverflowError:
        x = math.inf if q > 0 else -math.inf
    if math.isinf(x):
        largest = 1.7976931348623157e308
        return (math.inf if up else largest) if x > 0 else (-largest if up else -math.inf)
    if (Fraction(x) < q) if up else (Fraction(x) > q):
        x = _neighbour(x, up)
    return x


_NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?(/[0-9]+)?\Z", re.ASCII)


@dataclass(frozen=True)
class Enclosure(Plain):
    """lower <= value <= upper, certified.  `kind` says what the number means: "upper" (a bound from
    above), "lower" (from below) or "exact".

    Where `notice` is not None the value is that of a formula, which bounds nothing: `why_no_bound`
    gives the reason in a few words, and properties that may be taken for a bound warn with
    NotABoundWarning.  `interval` and the texts of the ends do not warn."""
    name: str
    kind: str
    lower_text: str
    upper_text: str
    exact: Optional[Fraction] = None
    notice: Optional[str] = None
    why_no_bound: Optional[str] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.kind not in ("upper", "lower", "exact") or not (_NUMBER.match(self.lower_text)
                                                                and _NUMBER.match(self.upper_text)):
            raise ValueError("no enclosure: %s of %r and %r" % (self.kind, self.lower_text, self.upper_text))

    def _warn(self) -> None:
        """Warns at the place that called a method or property of this class."""
        if self.notice is not None:
            warnings.warn("%s: %s" % (self.name, self.notice), NotABoundWarning, stacklevel=3)

    @property
    def interval(self) -> Tuple[Fraction, Fraction]:
        """Both ends, of a bound or of the value of a formula; never warns."""
        return Fraction(self.lower_text), Fraction(self.upper_text)

    @property
    def lower(self) -> Fraction:
        """The lower end; warns where the value is not a bound."""
        self._warn()
        return self.interval[0]

    @property
    def upper(self) -> Fraction:
        """The upper end; warns where the value is not a bound."""
        self._warn()
        return self.interval[1]

    @property
    def text(self) -> str:
        """The end that is the bound, rounded to the safe side; warns where the value is not a bound."""
        self._warn()
        return self.lower_text if self.kind == "lower" else self.upper_text

    def __float__(self) -> float:
        """The same as a double, rounded to the safe side; warns where the value is not a bound."""
        self._warn()
        lower, upper = self.interval
        return _float(lower, False) if self.kind == "lower" else _float(upper, True)

    def floats(self) -> Tuple[float, float]:
        """Doubles below and above the value; warns where it is not a bound."""
        self._warn()
        lower, upper = self.interval
        return _float(lower, False), _float(upper, True)

    def __str__(self) -> str:
        if self.notice is not None:
            return "%s value in [%s, %s] (of the formula; %s)" % (self.name, self.lower_text, self.upper_text,
                                                                  self.why_no_bound)
        if self.kind == "exact":
            return "%s in [%s, %s]" % (self.name, self.lower_text, self.upper_text)
        return "%s %s %s" % (self.name, "<=" if self.kind == "upper" else ">=", self.text)


@dataclass(frozen=True)
class Referee(Plain):
    """A bound from the other side, by an explicit mechanism; `enclosure` is None where it does
    not apply, and `why_not` gives the reason."""
    name: str
    text: str
    enclosure: Optional[Enclosure]
    why_not: Optional[str]
    beats_result: bool
    slack: Optional[Fraction]


# ---- theorems ----

@dataclass(frozen=True)
class Theorem(Plain):
    """The description of a theorem of the catalogue."""
    id: str
    title: str
    status: str
    basis: str
    adjacency: str
    revision: int
    own: bool = False

    @property
    def notice(self) -> Optional[str]:
        """The reason why its results are not bounds, as in the program's JSON; None if they are bounds."""
        return self._no_bound()[0]

    def _no_bound(self) -> Tuple[Optional[str], Optional[str]]:
        """The notice, and a short form of it."""
        if self.status == "refuted":
            return "the printed theorem is false: values of its formula, not bounds", "the theorem is refuted"
        if self.own:
            return ("value only: your own theorem file, nothing vouches for its status",
                    "the theorem is your own, nothing vouches for it")
        if self.status == "asymptotic":
            return "orientation only: contains an unspecified O(.)", "the theorem is asymptotic"
        return None, None


def _word(kind: str, value: int) -> str:
    """The library's word for one of its enumerators."""
    return str(getattr(_dpc, "dpc_%s_name" % kind)(value).decode())


def _theorem(info: "_lib.TheoremInfo") -> Theorem:
    return Theorem(info.id.decode(), info.title.decode(), _word("theorem_status", info.status),
                   _word("basis", info.basis), _word("adjacency", info.adjacency), int(info.revision), bool(info.is_own))


_MOST_TEXT = 1 << 20  # bytes of a theorem file; the library refuses more


def _theorem_file(theorem: str) -> Tuple[str, Optional[bytes]]:
    """An id and None, or a path and the content of the file."""
    if isinstance(theorem, os.PathLike):
        theorem = os.path.join(".", os.fspath(theorem))
    if not isinstance(theorem, str):
        raise ParameterError("a theorem is named by its id or a path, not %r" % (theorem,))
    _c(theorem)
    if "/" not in theorem and not theorem.endswith(".thm"):
        return theorem, None
    return theorem, _read_file(Path(theorem), _MOST_TEXT + 1)


class _Catalogue:
    """A catalogue of the library."""

    def __init__(self) -> None:
        self.handle = Handle("catalogue")
        if not self.handle:
            raise MemoryError("dpcert")

    def error(self) -> bytes:
        return _dpc.dpc_catalogue_error(self.handle)

    def add(self, name: str, text: bytes) -> bytes:
        """Adds a theorem that is not compiled in; returns its id."""
        found = ctypes.c_char_p()
        _raise(_dpc.dpc_catalogue_add_text(self.handle, _c(name), text, len(text), ctypes.byref(found)), self.error())
        return found.value or b""

    def open(self, theorem: str) -> bytes:
        """The id of a theorem; adds it first if it is a path."""
        name, text = _theorem_file(theorem)
        return _c(name) if text is None else self.add(name, text)

    def owned_text(self, function: Any, theorem: str) -> str:
        pointer = function(self.handle, self.open(theorem))
        if not pointer:
            raise ParameterError(_text(self.error()))
        try:
            return ctypes.string_at(pointer).decode("ascii")
        finally:
            _dpc.dpc_string_free(pointer)


def version() -> str:
    """The version of the library and its catalogue."""
    return _dpc.dpc_version().decode()


__version__ = version()


def catalogue(pattern: str = "") -> List[Theorem]:
    """The theorems whose id or title contains the pattern; case is ignored."""
    cat, found = _Catalogue(), []
    for index in range(_dpc.dpc_catalogue_count()):
        info = _lib.TheoremInfo()
        _raise(_dpc.dpc_theorem_get(cat.handle, _dpc.dpc_catalogue_id(index), ctypes.byref(info)), cat.error())
        theorem = _theorem(info)
        if pattern.lower() in theorem.id.lower() or pattern.lower() in theorem.title.lower():
            found.append(theorem)
    return found


def show(theorem: str, latex: bool = False) -> str:
    """The text of a theorem, or its statement in LaTeX."""
    return _Catalogue().owned_text(_dpc.dpc_theorem_latex if latex else _dpc.dpc_theorem_text, theorem)


# ---- queries ----

@dataclass(frozen=True)
class Question(Plain):
    """The question to bound() or solve(), with everything needed to repeat it."""
    theorem: str  # its id, or the path of a file
    text: Optional[bytes]  # of that file
    values: Dict[str, str]
    digits: int
    arith: Optional[str]
    max_bits: Optional[int]
    max_steps: Optional[int]
    solve: Optional[Tuple[str, str, str, str, int]] = None  # name, result, relation, target, direction

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.arith == "double":
            raise ParameterError("plain double arithmetic certifies nothing: use ball, mpfr or kernel")

    def _ask(self, progress: Callback) -> "Bound":
        query = _Query(self)
        with watched(progress):
            return query.ask()


def _question(theorem: str, digits: int, arith: Optional[str], max_bits: Optional[int], max_steps: Optional[int],
              values: Mapping[str, Value], solve: Optional[Tuple[str, str, str, str, int]] = None) -> Question:
    name, text = _theorem_file(theorem)
    if arith is not None:
        _c(arith)
    return Question(name, text, {name: _value(value) for name, value in values.items()}, _count("digits", digits),
                    arith, None if max_bits is None else _count("max_bits", max_bits),
                    None if max_steps is None else _count("max_steps", max_steps), solve)


class _Query:
    """A query of the library with its catalogue."""

    def __init__(self, question: Question) -> None:
        cat = _Catalogue()
        name = _c(question.theorem) if question.text is None else cat.add(question.theorem, question.text)
        self.question = question
        self.handle = Handle("query", cat.handle, name)
        if not self.handle:
            raise ParameterError(_text(cat.error()))
        self.check(_dpc.dpc_query_set_digits(self.handle, question.digits))
        if question.arith is not None:
            self.check(_dpc.dpc_query_set_arith(self.handle, _c(question.arith)))
        if question.max_bits is not None:
            self.check(_dpc.dpc_query_set_max_bits(self.handle, question.max_bits))
        if question.max_steps is not None:
            self.check(_dpc.dpc_query_set_max_steps(self.handle, question.max_steps))
        for key, value in question.values.items():
            self.check(_dpc.dpc_query_set(self.handle, _c(key), _c(value)))

    def ask(self) -> "Bound":
        """Computes; the bound keeps the query."""
        if self.question.solve is not None:
            *texts, direction = self.question.solve
            self.check(_dpc.dpc_query_solve(self.handle, *[_c(text) for text in texts], direction))
        else:
            status = _dpc.dpc_query_run(self.handle)
            if not (status == _lib.UNDECIDED and _dpc.dpc_query_results(self.handle) > 0):
                self.check(status)
        found = _collect(self)
        if found.digits == 0 and self.question.solve is None:
            raise UndecidedError(_text(_error("query", self.handle)))
        object.__setattr__(found, "_source", self)
        return found

    def check(self, status: int) -> None:
        _raise(status, _error("query", self.handle) if status != _lib.OK else b"")

    def certificate(self, kind: Optional[str], context: Union[str, Sequence[str]]) -> str:
        return _certificate(_dpc.dpc_query_certificate, self, kind, context)


def _certificate(function: Any, source: Any, kind: Optional[str], context: Union[str, Sequence[str]]) -> str:
    """A certificate of a query or an account."""
    lines = _lines(context)
    pointer = ctypes.c_void_p()
    source.check(function(source.handle, None if kind is None else _c(kind), lines, len(lines), ctypes.byref(pointer)))
    try:
        return ctypes.string_at(pointer.value).decode("ascii")
    finally:
        _dpc.dpc_string_free(pointer)


def _certify(result: Any, kind: Optional[str], context: Union[str, Sequence[str]], progress: Callback) -> str:
    """A certificate of a result: by the object of the library that found it, if that is at hand and idle.
    A copy has none; the library is then asked once more, and must find the same."""
    source = getattr(result, "_source", None)
    if source is not None and source.handle.is_here and source.handle.lock.acquire(blocking=False):
        try:
            with watched(progress):
                return source.certificate(kind, context)
        finally:
            source.handle.lock.release()
    if result.question is None:
        raise DpcertError("this result does not know what was asked")
    again = result.question._ask(progress)
    if again != result:
        raise DpcertError("the library finds another result now than this one: it was changed, or another "
                          "version of the library made it")
    with watched(progress):
        return again._source.certificate(kind, context)


def _enclosure(info: Any, theorem: Optional[Theorem] = None) -> Enclosure:
    """A result of a theorem, or the bound of a referee, which holds even if the theorem is false."""
    exact = getattr(info, "exact", None)
    notice, why = (None, None) if theorem is None else theorem._no_bound()
    return Enclosure(info.name.decode(), _word("bound_kind", info.kind), info.lower.decode(), info.upper.decode(),
                     None if exact is None else Fraction(exact.decode()), notice, why)


@dataclass(frozen=True)
class Bound(Plain, Mapping[str, Enclosure]):
    """The results of a theorem: a mapping from their names to enclosures.  Where `notice` is
    not None they are values of a formula, not bounds."""
    theorem: Theorem
    results: Dict[str, Enclosure]
    parameters: Dict[str, str]
    witnesses: Dict[str, str]
    referees: List[Referee]
    assumptions: List[str]
    premises: List[str]         # facts about the mechanism: check them yourself
    notes: List[str]
    digits: int
    question: Optional[Question] = field(repr=False, compare=False, default=None)

    @property
    def notice(self) -> Optional[str]:
        """The reason why the results are not bounds; None if they are bounds."""
        return self.theorem.notice

    @property
    def adjacency(self) -> str:
        """Which data sets are neighbours, as the theorem says it."""
        return self.theorem.adjacency

    def __getitem__(self, name: str) -> Enclosure:
        return self.results[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def certificate(self, kind: Optional[str] = None, context: Union[str, Sequence[str]] = (), *,
                    progress: Callback = None) -> str:
        """The text of a certificate: of kind "guarantee", "lower", "value", "refutation", or of what
        suits the theorem."""
        return _certify(self, kind, context, progress)

    def __str__(self) -> str:
        return "%s (%s): %s" % (self.theorem.id, self.theorem.status,
                                ", ".join(str(r) for r in self.results.values()))


def _collect(query: _Query) -> Bound:
    q = query.handle
    parameters: Dict[str, str] = {}
    witnesses: Dict[str, str] = {}
    for i in range(_dpc.dpc_query_inputs(q)):
        info = _dpc.dpc_query_input(q, i).contents
        if info.value is not None and not info.of_referee:
            (witnesses if info.is_witness else parameters)[info.name.decode()] = info.value.decode()
    results = [_dpc.dpc_query_result(q, i).contents for i in range(_dpc.dpc_query_results(q))]
    referees = []
    for i in range(_dpc.dpc_query_referees(q)):
        info = _dpc.dpc_query_referee(q, i).contents
        applies = info.lower is not None and info.upper is not None
        referees.append(Referee(info.name.decode(), _text(info.text) or "", _enclosure(info) if applies else None,
                                _text(info.why_not), bool(info.beats_result),
                                None if info.slack is None else Fraction(info.slack.decode())))
    theorem = _theorem(_dpc.dpc_query_theorem(q).contents)
    return Bound(theorem, {r.name.decode(): _enclosure(r, theorem) for r in results}, parameters, witnesses, referees,
                 [_dpc.dpc_query_assumption(q, i).decode() for i in range(_dpc.dpc_query_assumptions(q))],
                 [_dpc.dpc_query_premise(q, i).decode() for i in range(_dpc.dpc_query_premises(q))],
                 [_dpc.dpc_query_note(q, i).decode() for i in range(_dpc.dpc_query_notes(q))],
                 min((int(r.digits) for r in results), default=0), query.question)


def bound(theorem: str, *, digits: int = 10, arith: Optional[str] = None, max_bits: Optional[int] = None,
          max_steps: Optional[int] = None, progress: Callback = None, **values: Value) -> Bound:
    """Evaluates a theorem of the catalogue (or a path of your own theorem file) at exact values.

    Witnesses that are not given are searched for.  Raises DomainError where a hypothesis is false,
    UndecidedError where no digit is certified within the limits, ParameterError for wrong names.

    progress: a function that is called with a Progress, some times in a second.  An exception that it
    raises ends the call, and so does Ctrl-C; the same holds for all functions that take long."""
    return _question(theorem, digits, arith, max_bits, max_steps, values)._ask(progress)


@dataclass(frozen=True)
class Solution(Plain):
    """The smallest (or largest) value of a parameter for which a condition holds.  `next` is one unit
    of the last digit further; `fails_next` says whether the condition is certified to fail there.  Where
    `notice` is not None, the condition is met by a formula that is not a bound: `text`, `value` and float()
    warn with NotABoundWarning, `value_text` does not."""
    name: str
    value_text: str
    next_text: str
    smallest: bool
    fails_next: bool
    why: str
    bound: Bound
    at_next: str = "fails"  # or "not admissible", "undecided", "no end" (it holds arbitrarily near to 0)
    other_side: Optional[str] = None  # "an upper bound" in a question with >=, or the other way round

    @property
    def notice(self) -> Optional[str]:
        """The reason why only a formula meets the condition, and no bound does; None if a bound does."""
        if self.bound.notice is None and self.other_side is not None:
            return "the condition is met by the value of %s, not by the quantity that it bounds" % self.other_side
        return self.bound.notice

    def _warn(self) -> None:
        if self.notice is not None:
            warnings.warn("%s: %s" % (self.name, self.notice), NotABoundWarning, stacklevel=3)

    @property
    def text(self) -> str:
        """The value as a decimal; warns where the formula that meets the condition is not a bound."""
        self._warn()
        return self.value_text

    @property
    def value(self) -> Fraction:
        """The value; warns as `text`."""
        self._warn()
        return Fraction(self.value_text)

    @property
    def next(self) -> Fraction:
        return Fraction(self.next_text)

    def __float__(self) -> float:
        """A double at which the condition still holds, provided that it holds beyond the value; warns like `text`."""
        self._warn()
        return _float(Fraction(self.value_text), self.smallest)

    def __str__(self) -> str:
        why = self.bound.theorem._no_bound()[1] or self.other_side
        mark = "" if self.notice is None else " (of the formula; %s)" % why
        kind = "smallest" if self.smallest else "largest"
        what = {"fails": "the " + kind, "not admissible": "the %s admissible value" % kind,
                "undecided": "where the condition holds; failure beyond it is not shown",
                "no end": "as at all small values tried; no smallest one was found"}[self.at_next]
        return "%s = %s, %s%s" % (self.name, self.value_text, what, mark)

    def certificate(self, kind: Optional[str] = None, context: Union[str, Sequence[str]] = (), *,
                    progress: Callback = None) -> str:
        """A certificate of the bound at the value."""
        return self.bound.certificate(kind, context, progress=progress)


_CONDITION = re.compile(r"\s*(\w+)\s*(<=|>=)\s*(\S.*?)\s*$")


def solve(theorem: str, name: str, condition: str, *, digits: int = 10, direction: Optional[str] = None,
          arith: Optional[str] = None, max_bits: Optional[int] = None, max_steps: Optional[int] = None,
          progress: Callback = None, **values: Value) -> Solution:
    """Finds the value of the parameter `name` at which a condition such as "delta <= 1e-5" begins or
    ceases to hold, certified on both sides of its last digit.  direction: "smallest" or "largest"."""
    parts = _CONDITION.match(condition)
    if parts is None:
        raise ParameterError("a condition reads 'delta <= 1e-5', not %r" % condition)
    if direction not in (None, "smallest", "largest"):
        raise ParameterError("direction is 'smallest' or 'largest', not %r" % direction)
    found = _question(theorem, digits, arith, max_bits, max_steps, values,
                      (name, *parts.groups(), {None: 0, "smallest": 1, "largest": -1}[direction]))._ask(progress)
    s = _dpc.dpc_query_solution(found._source.handle).contents
    other_side = {("upper", ">="): "an upper bound", ("lower", "<="): "a lower bound"}.get(
        (found[parts.group(1)].kind, parts.group(2)))
    return Solution(s.name.decode(), s.value.decode(), s.next.decode(), bool(s.is_smallest), s.at_next == 0,
                    s.why.decode(), found, _word("next", s.at_next), other_side)


# ---- certificates ----

@dataclass(frozen=True)
class Phase(Plain):
    """A record of a list of steps, and the phase of the history that it belongs to."""
    phase: int
    param: str                  # the list; "parameters": all parameters together
    record: int
    text: Optional[str]         # the issuer's name for it; not checked


@dataclass(frozen=True)
class DeclaredHistory(Plain):
    """The issuer's declaration about the steps; no computation can check it."""
    complete: bool              # no other steps used the data; False: others did
    phases: int
    records: List[Phase] = field(default_factory=list)  # of a certificate


@dataclass(frozen=True)
class Verdict(Plain):
    """The outcome of verifying a certificate; true in conditions if it was verified.

    The statement in parts exists only if the certificate was verified.  `premises`, `assumptions` and
    `history` are facts that no computation can check; `context` and the texts of phases are words of the
    issuer."""
    verified: bool
    line: str
    kind: Optional[str]
    assumptions: List[str]
    notes: List[str]
    context: List[str]
    premises: List[str]         # facts about the mechanism: check them yourself
    history: Optional[DeclaredHistory] = None   # None: the parameters are as given, no history
    theorem: Optional[str] = None
    revision: Optional[int] = None
    adjacency: Optional[str] = None             # which data sets are neighbours
    parameters: Dict[str, str] = field(default_factory=dict)          # exact values
    claims: List[Tuple[str, str, str]] = field(default_factory=list)  # ("eps", "<=", "1.5")

    def __bool__(self) -> bool:
        return self.verified


def _strings(pointer: Any, count: int) -> List[str]:
    return [pointer[i].decode("ascii", "replace") for i in range(count)]


def _declared(v: Any) -> Optional[DeclaredHistory]:
    """The history of a verdict, or None."""
    if v.history == 0:
        return None
    return DeclaredHistory(_word("history", v.history) == "complete", v.phases,
                           [Phase(p.phase, p.param.decode("ascii"), p.record, _text(p.text))
                            for p in v.phase[:v.nrecords]])


def verify(certificate: Union[str, bytes, Path], *, arith: Optional[str] = None, max_bits: Optional[int] = None,
           max_steps: Optional[int] = None, progress: Callback = None) -> Verdict:
    """Checks a certificate, given as its text or as the path of a file."""
    if isinstance(certificate, str) and certificate and "\n" not in certificate:
        certificate = Path(certificate)  # a text has lines
    name, data = _content("certificate", certificate)
    with watched(progress):
        return _verdict(_dpc.dpc_certificate_verify(_c(name), data, len(data), None if arith is None else _c(arith),
                                                    0 if max_bits is None else _count("max_bits", max_bits),
                                                    0 if max_steps is None else _count("max_steps", max_steps)), arith)


def _verdict(info: Any, arith: Optional[str]) -> Verdict:
    """A verdict of the library, which is freed."""
    if not info:
        raise ParameterError("there is no certified arithmetic %r" % arith)
    try:
        v = info.contents
        line = _named(v.line, v.limit, v.limit_value)
        kind = None if v.kind == 0 else _word("cert_kind", v.kind)
        return Verdict(v.verdict == 0, line.decode("ascii", "replace"),
                       "conditional " + kind if kind is not None and v.is_conditional else kind,
                       _strings(v.assumption, v.nassumptions), _strings(v.note, v.nnotes),
                       _strings(v.context, v.ncontext), _strings(v.premise, v.npremises), _declared(v),
                       _text(v.theorem), int(v.revision) if kind is not None else None,
                       _word("adjacency", v.adjacency) if kind is not None else None,
                       {p.name.decode(): p.value.decode() for p in v.param[:v.nparams]},
                       [(x.name.decode(), x.relation.decode(), x.value.decode()) for x in v.claim[:v.nclaims]])
    finally:
        _dpc.dpc_verdict_free(info)


# ---- claims ----

@dataclass(frozen=True)
class Judgement(Plain):
    """The verdict on a claim: "sound", "unsound", "rounded", "unjustified" or "undecided"; the
    certified ends of the truth; and, for an unsound claim, a certificate of that.  `slack_percent` is
    how far the claim is above an end of the truth, in percent of that end, negative where it is below;
    `slack_text` says it in words, with the end."""
    verdict: str
    why: str
    lower: Optional[Fraction]
    upper: Optional[Fraction]
    slack_percent: Optional[Fraction]
    adjacency: str
    status: str
    assumptions: List[str]
    certificate: Optional[str] = field(repr=False)
    slack_text: Optional[str] = None
    premises: List[str] = field(default_factory=list)   # facts about the mechanism to check yourself
    history: Optional[DeclaredHistory] = None           # of an account; None: a claim about a theorem


_local = threading.local()


def _shared_catalogue() -> _Catalogue:
    """One catalogue per thread: claims come in thousands."""
    if not hasattr(_local, "catalogue") or not _local.catalogue.handle.is_here:
        _local.catalogue = _Catalogue()
    return _local.catalogue


def _judgement(info: Any) -> Judgement:
    """A verdict of the library, which is freed."""
    if not info:
        raise MemoryError("dpcert")
    try:
        v = info.contents
        if v.malformed:
            raise ParameterError(_text(v.why))
        return Judgement(_word("judgement", v.verdict), v.why.decode("ascii", "replace"),
                         None if v.lower is None else Fraction(v.lower.decode()),
                         None if v.upper is None else Fraction(v.upper.decode()),
                         None if v.slack_percent is None else Fraction(v.slack_percent.decode()),
                         _word("adjacency", v.adjacency), _word("theorem_status", v.status),
                         _strings(v.assumption, v.nassumptions),
                         _text(v.certificate), _text(v.slack_text), _strings(v.premise, v.npremises),
                         None if v.history == 0 else
                         DeclaredHistory(_word("history", v.history) == "complete", v.phases))
    finally:
        _dpc.dpc_claim_verdict_free(info)


def _claimed(claimed: Value, kind: str) -> bytes:
    """A claim as text: nan and inf are claims too."""
    if kind not in ("upper", "lower"):
        raise ParameterError("the kind of a claim is 'upper' or 'lower', not %r" % kind)
    if hasattr(claimed, "item"):  # numpy's scalars
        claimed = claimed.item()
    return _c(repr(float(claimed)) if isinstance(claimed, float) else _value(claimed))


def judge(theorem: str, result: str, claimed: Value, *, kind: str = "upper", progress: Callback = None,
          **values: Value) -> Judgement:
    """Judges the claim that a result of a theorem is at most (kind "upper") or at least ("lower") a
    number.  A float stands for the decimal that Python prints for it; nan and inf are judged too."""
    text = _claimed(claimed, kind)
    names = (ctypes.c_char_p * max(1, len(values)))(*[_c(n) for n in values])
    given = (ctypes.c_char_p * max(1, len(values)))(*[_c(_value(v)) for v in values.values()])
    claim = _lib.Claim(_c(theorem), _c(result), text, int(kind == "lower"), names, given,
                       len(values), 1)
    with watched(progress):
        return _judgement(_dpc.dpc_claim_judge(_shared_catalogue().handle, ctypes.byref(claim)))


def _rows(data: bytes) -> Iterator[Dict[str, str]]:
    """The records of a file of claims, without blanks around fields."""
    reader = csv.reader(io.StringIO(data.decode("utf-8-sig", "replace"), newline=""), skipinitialspace=True)
    header: Optional[List[str]] = None
    for record in reader:
        row = [text.strip(" ") for text in record]
        if header is not None and row and len(row) != len(header):
            raise ParameterError("line %d has %d fields, and the header has %d"
                                 % (reader.line_num, len(row), len(header)))
        if header is None:
            header = row or None
        elif row:
            yield dict(zip(header, row))
    if header is None:
        raise ParameterError("the file of claims is empty")


def crosscheck(claims: Union[str, Path, Iterable[Mapping[str, Value]]], *,
               progress: Callback = None) -> Iterator[Judgement]:
    """Judges claims one by one.  A claim is a mapping with the keys theorem, result, claimed, the
    theorem's parameters (None or "" where it has none), and perhaps source and kind: a row of
    csv.DictReader will do, and so will the path of a CSV file.  The theorem "account" stands for what
    account() computes; its parameters are history, delta or eps, and adjacency.  A claim that cannot be
    read raises ParameterError."""
    if isinstance(claims, (str, bytes, os.PathLike)):
        if isinstance(claims, str) and "\n" not in claims:
            claims = Path(claims)
        claims = _rows(_content("claims", claims)[1])
    for claim in claims:
        if not isinstance(claim, Mapping) or not all(claim.get(key) for key in ("theorem", "result")):
            raise ParameterError("a claim has the keys theorem, result and claimed: %r" % (claim,))
        rest = {k: v for k, v in claim.items() if k not in ("source", "theorem", "result", "claimed", "kind")
                and v is not None and v != ""}
        kind, claimed = str(claim.get("kind") or "upper"), claim.get("claimed")
        claimed = "" if claimed is None else claimed  # 0 is a claim
        if claim["theorem"] == "account":
            yield _judge_account_row(str(claim["result"]), claimed, kind, rest, progress)
        else:
            yield judge(str(claim["theorem"]), str(claim["result"]), claimed, kind=kind, progress=progress, **rest)


def _judge_account_row(result: str, claimed: Value, kind: str, values: Dict[str, Any],
                       progress: Callback) -> Judgement:
    """A claim about a history, which is refused where the program refuses it."""
    history = values.pop("history", None)
    stray = sorted(set(values) - {"delta", "eps", "adjacency"})
    if stray:
        raise ParameterError("an account has no parameter %r: it has history, delta or eps, and adjacency" % stray[0])
    if history is None:
        raise ParameterError("a claim about an account needs a history")
    given = {"eps": "delta", "delta": "eps"}.get(result)
    if given is None or given not in values or result in values:
        raise ParameterError("the result of an account is eps, at a given delta, or delta, at a given eps")
    # Bytes are statements, as in the program: the name of a file would be read as one.
    text = history.replace(";", "\n").encode("utf-8", "surrogatepass") if isinstance(history, str) else history
    return judge_account(text, claimed, kind=kind, progress=progress, **values)


# ---- accounts ----

class Step(Dict[str, Any]):
    """A step of a history: its mechanism, parameters and number of repetitions.  Made by gaussian(),
    laplace(), dp(), randomized_response(), leak() and losses()."""


History = Union[str, Path, Mapping[str, Any], Sequence[Any]]
"""An argument of account(): a list of steps, the state_dict() of an Opacus accountant, an event of Google's
dp_accounting, a dict or text as in dpcert(1), "Histories", or the path of a file that has one of these."""


def _step(mechanism: str, times: int, **values: Optional[Value]) -> Step:
    """A step whose numbers are not negative."""
    step = Step(mechanism=mechanism, times=times)
    step.update((name, value) for name, value in values.items() if value is not None)
    for name, value in step.items():
        if name not in ("mechanism", "file") and _value(value).lstrip().startswith("-"):
            raise ParameterError("%s of a step must not be negative: it is %s" % (name, value))
    return step


def gaussian(sigma: Value, *, rate: Value = 1, times: int = 1) -> Step:
    """Gaussian noise of standard deviation sigma on queries of L2-sensitivity 1 (sigma is the noise
    multiplier), each on a Poisson sample of this rate."""
    return _step("gaussian", times, sigma=sigma, rate=rate)


def laplace(eps: Value, *, times: int = 1) -> Step:
    """Laplace noise of scale 1/eps on queries of L1-sensitivity 1."""
    return _step("laplace", times, eps=eps)


def dp(eps: Value, delta: Value = 0, *, times: int = 1) -> Step:
    """Any mechanism that is (eps, delta)-DP: the worst case counts."""
    return _step("dp", times, eps=eps, delta=delta)


def randomized_response(p: Value, *, buckets: int = 2, times: int = 1) -> Step:
    """The true answer with probability p, each other answer with equal probability."""
    return _step("randomized-response", times, p=p, buckets=buckets)


def leak(p: Value, *, times: int = 1) -> Step:
    """Reveals the input with probability p, and nothing otherwise."""
    return _step("leak", times, p=p)


def losses(file: Union[str, Path], *, times: int = 1) -> Step:
    """A mechanism given by its privacy losses: a file with lines LOSS MASS (dpcert(1), "Histories")."""
    return _step("losses", times, file=str(file))


def _jsonable(value: Any) -> Any:
    """Numbers as exact texts, events of dp_accounting as the tuples that they become."""
    if hasattr(value, "to_named_tuple"):
        value = value.to_named_tuple()
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _jsonable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_jsonable(item) for item in value]
    return _value(value)


def _history(history: History) -> Tuple[str, bytes]:
    """The name of a history in messages, and its text."""
    if isinstance(history, str) and re.fullmatch(r"[^\s{\[][^\s]*", history):
        history = Path(history)  # a step has several words
    if isinstance(history, (str, bytes, os.PathLike)):
        return _content("history", history)
    is_steps = isinstance(history, (list, tuple)) and not hasattr(history, "_fields") and (
        not history or isinstance(history[0], Mapping) and "mechanism" in history[0])
    return "history", json.dumps(_jsonable({"steps": history} if is_steps else history)).encode("ascii")


@dataclass(frozen=True)
class AccountQuestion(Plain):
    """The question to account(), with everything needed to repeat it except files of losses."""
    name: str  # of the history in messages
    history: bytes
    delta: Optional[str]
    eps: Optional[str]
    adjacency: Optional[str]
    extent: Optional[str]
    digits: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.delta is not None and self.eps is not None:
            raise ParameterError("give delta, to get eps, or eps, to get delta, and not both")

    def _ask(self, progress: Callback) -> "Account":
        handle = _AccountHandle(self)
        with watched(progress):
            return handle.ask()


def _account_question(history: History, delta: Optional[Value], eps: Optional[Value], adjacency: Optional[str],
                      extent: Optional[str], digits: int) -> AccountQuestion:
    name, text = _history(history)
    for word in (adjacency, extent):
        if word is not None:
            _c(word)
    return AccountQuestion(name, text, None if delta is None else _value(delta), None if eps is None else _value(eps),
                           adjacency, extent, _count("digits", digits))


class _AccountHandle:
    """An account of the library with its catalogue."""

    def __init__(self, question: AccountQuestion) -> None:
        cat = _Catalogue()
        self.question = question
        self.handle = Handle("account", cat.handle, _c(question.name), question.history, len(question.history))
        if not self.handle:
            raise ParameterError(_text(cat.error()))
        if question.delta is not None:
            self.check(_dpc.dpc_account_set_delta(self.handle, _c(question.delta)))
        if question.eps is not None:
            self.check(_dpc.dpc_account_set_eps(self.handle, _c(question.eps)))
        if question.adjacency is not None:
            self.check(_dpc.dpc_account_set_adjacency(self.handle, _c(question.adjacency)))
        if question.extent is not None:
            self.check(_dpc.dpc_account_set_extent(self.handle, _c(question.extent)))
        self.check(_dpc.dpc_account_set_digits(self.handle, question.digits))

    def check(self, status: int) -> None:
        _raise(status, _error("account", self.handle) if status != _lib.OK else b"")

    def certificate(self, kind: Optional[str], context: Union[str, Sequence[str]]) -> str:
        return _certificate(_dpc.dpc_account_certificate, self, kind, context)

    def ask(self) -> "Account":
        """Computes; the account keeps this."""
        status = _dpc.dpc_account_run(self.handle)
        pointer = _dpc.dpc_account_result(self.handle)
        if not pointer:
            self.check(status if status != _lib.OK else _lib.UNDECIDED)
        r = pointer.contents
        if r.upper is None:
            raise UndecidedError("only a lower end was found: %s" % r.lower.decode())
        steps = [_dpc.dpc_account_step(self.handle, i).contents for i in range(_dpc.dpc_account_steps(self.handle))]
        found = Account(Enclosure(r.name.decode(), "exact", (r.lower or b"0").decode(), r.upper.decode()),
                        r.given_name.decode(), Fraction(r.given.decode()),
                        ["%s x %s" % (s.count.decode(), s.text.decode()) for s in steps], _word("adjacency", r.adjacency),
                        _text(r.theorem), _word("account_method", r.method), r.form.decode(), _strings(r.assumption, r.nassumptions),
                        _strings(r.premise, r.npremises),
                        None if status == _lib.OK else _text(_error("account", self.handle)),
                        _word("history", r.extent), self.question)
        object.__setattr__(found, "_source", self)
        return found

    def judge(self, claimed: Value, kind: str) -> Judgement:
        return _judgement(_dpc.dpc_account_judge(self.handle, _claimed(claimed, kind), int(kind == "lower"), 1))


@dataclass(frozen=True)
class Account(Plain):
    """The cost of a history: `result` encloses eps (at the given delta) or delta (at the given eps)."""
    result: Enclosure
    given_name: str
    given: Fraction
    steps: List[str]
    adjacency: str
    theorem: Optional[str]
    method: str
    form: str
    assumptions: List[str]
    premises: List[str]         # of the entry: facts about the steps to check
    note: Optional[str]
    extent: str                 # of the history: complete, or part
    question: Optional[AccountQuestion] = field(repr=False, compare=False, default=None)

    @property
    def history(self) -> DeclaredHistory:
        """The steps as a certificate declares them: whether they are all of the run, and how many."""
        return DeclaredHistory(self.extent == "complete", len(self.steps))

    @property
    def lower(self) -> Fraction:
        return self.result.lower

    @property
    def upper(self) -> Fraction:
        return self.result.upper

    def __float__(self) -> float:
        """The upper end, rounded up: what may be reported."""
        return float(self.result)

    def certificate(self, kind: Optional[str] = None, context: Union[str, Sequence[str]] = (), *,
                    progress: Callback = None) -> str:
        """A certificate of the upper end (kind "guarantee") or of the lower one ("lower")."""
        return _certify(self, kind, context, progress)

    def __str__(self) -> str:
        return "%s at %s = %s (%s adjacency; %s)" % (self.result, self.given_name, self.given, self.adjacency,
                                                     self.theorem or self.method)


def account(history: History, *, delta: Optional[Value] = None, eps: Optional[Value] = None,
            adjacency: Optional[str] = None, extent: Optional[str] = None, digits: int = 10,
            progress: Callback = None) -> Account:
    """The cost of a history of steps, from both sides: eps at a given delta, or delta at a given eps.

    history: a list of steps (gaussian(), laplace(), dp(), randomized_response(), leak()); the
    state_dict() of an Opacus accountant; an event of Google's dp_accounting; a dict or text as in
    dpcert(1), "Histories"; or the path of a file that has one of these.

    >>> opacus = {"history": [(1.1, 256/60000, 14062)], "mechanism": "prv"}
    >>> account(opacus, delta=1e-5).result.upper_text
    '2.381596922'

    adjacency: "add-remove" (the worse of both), "add", "remove" or "replace-one"; by default what the steps
    have in common, "replace-one" with randomized response, else "add-remove".  extent: "complete", by
    default, or "part": other steps used the data, too; certificates declare it.  Raises ParameterError
    if something cannot be read, DomainError if no such number exists, UndecidedError if none was
    found; where fewer digits than asked for are certified, `note` says why."""
    return _account_question(history, delta, eps, adjacency, extent, digits)._ask(progress)


def judge_account(history: History, claimed: Value, *, delta: Optional[Value] = None,
                  eps: Optional[Value] = None, adjacency: Optional[str] = None, kind: str = "upper",
                  progress: Callback = None) -> Judgement:
    """Judges an accountant's claim about a history: that its eps at this delta (or its delta at this
    eps) is at most, or with kind "lower" at least, a number.

    >>> opacus = {"history": [(1.1, 256/60000, 14062)], "mechanism": "gdp"}
    >>> judge_account(opacus, 2.3242688733471932, delta=1e-5).verdict
    'unsound'
    """
    handle = _AccountHandle(_account_question(history, delta, eps, adjacency, None, 10))
    with watched(progress):
        return handle.judge(claimed, kind)
