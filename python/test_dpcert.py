# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors.
"""The Python package against the program and against plain arithmetic."""
import csv
import doctest
import io
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import dpcert

PROGRAM = os.environ.get("DPCERT_PROGRAM")
EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "crosscheck"


class NamedFloat(float):
    """A double that prints itself with its name, like those of numpy."""

    def __repr__(self):
        return "named.float64(%s)" % float.__repr__(self)


class Manners(unittest.TestCase):
    """Errors are reported immediately, and in the package's own words."""

    def test_refusals(self):
        for call in (lambda: dpcert.bound(3), lambda: dpcert.show(None), lambda: dpcert.solve(3, "r", "delta <= 1"),
                     lambda: dpcert.judge(3, "delta", 1), lambda: dpcert.gaussian(-1), lambda: dpcert.gaussian(math.nan),
                     lambda: dpcert.dp("-1/2"),
                     lambda: dpcert.laplace(eps=Fraction(-1, 2)), lambda: dpcert.leak(0.5, times=-1)):
            with self.assertRaises(dpcert.ParameterError):
                call()

    def test_texts(self):
        self.assertEqual(dpcert.__version__, dpcert.version())
        self.assertIn("mechanism", dpcert.Step.__doc__)
        self.assertIsInstance(dpcert.gaussian(1), dpcert.Step)
        j = dpcert.judge("gauss.theta", "delta", "6.8294e-3", eps=1, r="1/2")
        self.assertIn("dpcert-certificate", j.certificate)
        self.assertNotIn("dpcert-certificate", repr(j))
        self.assertEqual(j.slack_text, "2.854e-3 % below the truth")

    def test_solution_is_proved(self):
        for digits, target in ((3, "0.12345"), (10, "0.123456789012345")):
            s = dpcert.solve("gauss.tv", "r", "delta <= " + target, digits=digits)
            claim = [line for line in s.certificate().splitlines() if line.startswith("claim delta <= ")]
            self.assertEqual(len(claim), 1)
            self.assertLessEqual(Fraction(claim[0].split()[-1]), Fraction(target))


class Bounds(unittest.TestCase):
    def test_theta(self):
        r = dpcert.bound("gauss.theta", eps=1, r=0.5, digits=18)
        e = r["delta"]
        self.assertEqual((e.lower_text, e.upper_text), ("6.82959498311457538e-3", "6.82959498311457539e-3"))
        self.assertLess(e.lower, e.upper)
        self.assertEqual(e.kind, "exact")
        self.assertEqual(r.theorem.adjacency, "any")
        self.assertEqual(r.parameters, {"eps": "1", "r": "1/2"})
        low, high = e.floats()
        self.assertTrue(Fraction(low) <= e.lower and e.upper <= Fraction(high))
        self.assertEqual(float(e), high)

    def test_values(self):
        texts = [dpcert.bound("gauss.theta", eps=v, r="1/2")["delta"].text
                 for v in (Fraction(1, 10), Decimal("0.1"), 0.1, "0.1", "1e-1", "1/10")]
        self.assertEqual(len(set(texts)), 1)
        by_list = dpcert.bound("gauss.mechanism-list", eps=1, step=[(1, 2, 3), (0.5, 1, 10)])
        self.assertEqual(by_list["delta"].upper_text, "0.4380110042")
        named = NamedFloat(0.1)
        self.assertEqual(dpcert.bound("gauss.theta", eps=named, r="1/2")["delta"].text, texts[0])
        self.assertEqual(dpcert.judge("gauss.theta", "delta", NamedFloat(0.5), eps=named, r=0.5).verdict, "sound")
        for wrong in (True, math.nan, math.inf, object(), None, "1\0x"):
            with self.assertRaises(dpcert.ParameterError):
                dpcert.bound("gauss.theta", eps=wrong, r=1)

    def test_witness_and_referee(self):
        r = dpcert.bound("ma.gauss", sigma=20, T=1000, delta=1e-5)
        self.assertIn("alpha", r.witnesses)
        self.assertTrue(r.referees[0].enclosure.lower <= r["eps"].upper)
        self.assertGreater(r.referees[0].slack, 1)
        self.assertEqual(list(r), ["eps"])
        self.assertEqual(len(r), 1)
        self.assertIn("eps <= 8.837135647", str(r))

    def test_errors(self):
        with self.assertRaisesRegex(dpcert.DomainError, "r >= 0 is false"):
            dpcert.bound("gauss.theta", eps=1, r=-1)
        with self.assertRaisesRegex(dpcert.ParameterError, "no parameter"):
            dpcert.bound("gauss.theta", epsilon=1, r=1)
        with self.assertRaisesRegex(dpcert.ParameterError, "missing"):
            dpcert.bound("gauss.theta", eps=1)
        with self.assertRaises(dpcert.ParameterError):
            dpcert.bound("no.such.theorem")
        with self.assertRaises(dpcert.ParameterError):
            dpcert.bound("gauss.theta", eps=1, r=1, digits=0)
        for limit in ("digits", "max_bits", "max_steps"):
            for wrong in (2.5, "4", -1, 2**64):
                with self.assertRaisesRegex(dpcert.ParameterError, limit):
                    dpcert.bound("gauss.theta", eps=1, r=1, **{limit: wrong})
        with self.assertRaisesRegex(dpcert.ParameterError, "digits is a whole number, not 2.5"):
            dpcert.account("gaussian sigma=1", delta=1e-5, digits=2.5)
        with self.assertRaises(dpcert.ParameterError):
            dpcert.bound("gauss.theta", eps=1, r=1, arith="double")
        with self.assertRaisesRegex(dpcert.UndecidedError, r"more, unless the value is zero \(max_bits=\.\.\.\)$"):
            dpcert.bound("gauss.theta", eps=700, r="1/300", max_bits=64)
        with self.assertRaisesRegex(dpcert.UndecidedError, r"the limit of 7 steps is reached \(max_steps=\.\.\.\)\n"):
            dpcert.bound("gauss.theta", eps=1, r=1, max_steps=7)
        short = dpcert.verify(dpcert.bound("gauss.theta", eps=1, r=1).certificate(), max_steps=5)
        self.assertFalse(short.verified)
        self.assertTrue(short.line.endswith("the limit of 5 steps is reached (max_steps=...)"), short.line)
        with self.assertRaises(OSError):
            dpcert.bound("./no-such.thm")

    def test_own_theorem(self):
        text = dpcert.show("gauss.tv").replace("gauss.tv", "my.tv")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "my.thm")
            Path(path).write_text(text)
            r = dpcert.bound(path, r=1)
        self.assertTrue(r.theorem.own)
        self.assertEqual(r["delta"].interval, dpcert.bound("gauss.tv", r=1)["delta"].interval)
        self.assertIn("nothing vouches", r.notice)
        self.assertRegex(str(r), r"delta value in \[.*\] \(of the formula; the theorem is your own")
        with self.assertWarns(dpcert.NotABoundWarning):
            float(r["delta"])

    def test_floats_round_outward(self):
        random.seed(1)
        for _ in range(2000):
            q = Fraction(random.getrandbits(200) + 1, random.getrandbits(random.randrange(1, 1200)) + 1)
            q *= random.choice((1, -1))
            low, high = dpcert._float(q, False), dpcert._float(q, True)
            self.assertTrue(math.isinf(low) or Fraction(low) <= q)
            self.assertTrue(math.isinf(high) or q <= Fraction(high))
            if not (math.isinf(low) or math.isinf(high)) and low != high:
                self.assertEqual(dpcert._neighbour(low, True), high)

    @unittest.skipUnless(PROGRAM, "DPCERT_PROGRAM is not set")
    def test_same_as_program(self):
        for theorem, values in (("gauss.theta", {"eps": "1", "r": "1/2"}),
                                ("compose.kov", {"eps": "0.1", "delta": "1e-5", "T": "1000", "slack": "1e-6"})):
            out = subprocess.run([PROGRAM, "bound", theorem] + ["%s=%s" % x for x in values.items()],
                                 stdout=subprocess.PIPE, universal_newlines=True, check=True).stdout
            for e in dpcert.bound(theorem, **values).values():
                self.assertIn(e.upper_text, out)


class Solving(unittest.TestCase):
    def test_sigma(self):
        s = dpcert.solve("gauss.mechanism", "sigma", "delta <= 1e-5", eps=2, D=1, T=1000)
        self.assertEqual((s.text, s.next_text), ("63.04988556", "63.04988555"))
        self.assertTrue(s.smallest and s.fails_next)
        self.assertLessEqual(s.bound["delta"].upper, Fraction(1, 10**5))
        self.assertTrue(dpcert.verify(s.certificate()))
        self.assertGreaterEqual(Fraction(float(s)), s.value)

    def test_what_is_beyond(self):
        """A value is called the smallest or largest only where that is shown."""
        s = dpcert.solve("ma.gauss", "T", "eps >= 6", sigma=20, delta=1e-5)
        self.assertEqual((s.at_next, s.fails_next), ("undecided", False))
        self.assertIn("T = 502, where the condition holds; failure beyond it is not shown", str(s))
        s = dpcert.solve("gauss.mechanism", "eps", "delta <= 0.5", D=1, sigma=10**6, T=1)
        self.assertEqual(str(s), "eps = 0, the smallest admissible value")
        s = dpcert.solve("hidden.fixed", "eta", "gamma <= 0.009", direction="smallest", digits=4,
                         alpha=10, n=50, b=2, beta=4, S=4, sigma=2, j0=0, K=7, **{"lambda": 1})
        self.assertEqual(str(s), "eta = 1e-300, as at all small values tried; no smallest one was found")

    def test_rounds(self):
        self.assertEqual(dpcert.solve("ma.gauss", "T", "eps <= 6", sigma=20, delta=1e-5).value, 501)

    def test_errors(self):
        for condition in ("delta < 1", "delta", "<= 1", ""):
            with self.assertRaises(dpcert.ParameterError):
                dpcert.solve("gauss.theta", "r", condition, eps=1)
        with self.assertRaises(dpcert.UndecidedError):
            dpcert.solve("gauss.theta", "r", "delta >= 2", eps=1)


class NoBounds(unittest.TestCase):
    """A value that is not a bound is not shown as a bound, and warns where it may be taken for one."""
    VALUES = {"eps": "0.1", "delta": "1e-5", "slack": "1e-6"}
    NOTICE = "the printed theorem is false: values of its formula, not bounds"

    def silent(self, function):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return function()

    def test_refuted(self):
        r = dpcert.bound("compose.he-2-printed", T=1000, **self.VALUES)
        e = r["delta_out"]
        mark = "delta_out value in [9.586800533e-3, 9.586800534e-3] (of the formula; the theorem is refuted)"
        self.assertEqual(self.silent(lambda: str(e)), mark)
        self.assertIn(mark, self.silent(lambda: str(r)))
        self.assertNotIn("<=", str(r))
        self.assertIn(self.NOTICE, repr(e))
        self.assertEqual((r.notice, e.notice), (self.NOTICE, self.NOTICE))
        for take in (lambda: e.upper, lambda: e.lower, lambda: e.text, lambda: float(e), e.floats):
            with self.assertWarnsRegex(dpcert.NotABoundWarning, "delta_out: the printed theorem is false") as caught:
                take()
            self.assertEqual(Path(caught.filename).name, Path(__file__).name)
        ends = self.silent(lambda: e.interval)
        self.assertEqual(ends, (Fraction("9.586800533e-3"), Fraction("9.586800534e-3")))
        self.assertEqual(self.silent(lambda: e.upper_text), "9.586800534e-3")
        beaten = [f for f in r.referees if f.beats_result]
        self.assertGreater(self.silent(lambda: beaten[0].enclosure.lower), ends[1])

    def test_once_per_place(self):
        e = dpcert.bound("compose.he-2-printed", T=1000, **self.VALUES)["delta_out"]
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("default")
            for _ in range(3):
                float(e)
            float(e)
        self.assertEqual(len(caught), 2)

    def test_solution(self):
        s = dpcert.solve("compose.he-2-printed", "T", "delta_out <= 0.01", **self.VALUES)
        self.assertEqual(self.silent(lambda: str(s)), "T = 1043, the largest (of the formula; the theorem is refuted)")
        self.assertEqual(self.silent(lambda: (s.value_text, s.notice)), ("1043", self.NOTICE))
        for take in (lambda: s.value, lambda: s.text, lambda: float(s)):
            with self.assertWarnsRegex(dpcert.NotABoundWarning, "T: the printed theorem is false"):
                take()

    def test_other_side(self):
        """A large upper bound shows nothing, and neither does a small lower bound."""
        s = dpcert.solve("ma.gauss", "T", "eps >= 6", sigma=20, delta=1e-5)
        self.assertIn("an upper bound", s.notice)
        self.assertIn("(of the formula; an upper bound)", str(s))
        with self.assertWarns(dpcert.NotABoundWarning):
            self.assertEqual(s.text, "502")
        s = dpcert.solve("gauss.theta", "r", "delta >= 1e-3", eps=1)
        self.assertIsNone(s.notice)

    def test_asymptotic(self):
        theorem = dpcert.Theorem("a", "t", "asymptotic", "paper", "any", 1)
        self.assertIn("unspecified O", theorem.notice)

    def test_bounds_are_silent(self):
        r = dpcert.bound("compose.kov", T=1000, **self.VALUES)
        s = dpcert.solve("ma.gauss", "T", "eps <= 6", sigma=20, delta=1e-5)
        self.assertIsNone(r.notice)
        self.assertIsNone(s.notice)
        self.silent(lambda: [(e.upper, e.lower, e.text, float(e), e.floats()) for e in r.values()])
        self.assertEqual(self.silent(lambda: (str(s), s.text, s.value, float(s))),
                         ("T = 501, the largest", "501", 501, 501))

    @unittest.skipUnless(PROGRAM, "DPCERT_PROGRAM is not set")
    def test_notice_of_program(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "my.thm")
            for status in ("proved", "asymptotic", "refuted"):
                Path(path).write_text("theorem my.one\nrevision 1\ntitle \"t\"\ncite none \"none\"\nstatus %s paper\n"
                                      "adjacency any\nparam x : real\nresult y <= 2*x\n" % status)
                out = subprocess.run([PROGRAM, "bound", path, "x=1", "--json"], stdout=subprocess.PIPE,
                                     universal_newlines=True, check=True).stdout
                self.assertEqual(dpcert.bound(path, x=1).notice, json.loads(out)["notice"])


class Certificates(unittest.TestCase):
    def test_round_trip(self):
        text = dpcert.bound("compose.kov", eps="0.1", delta="1e-5", T=1000, slack="1e-6").certificate(
            context=["signed by nobody"])
        v = dpcert.verify(text)
        self.assertTrue(v)
        self.assertEqual((v.kind, v.context), ("guarantee", ["signed by nobody"]))
        wrong = dpcert.verify(text.replace("9.951205804e-3", "9.95e-3"))
        self.assertFalse(wrong)
        self.assertIn("REJECTED", wrong.line)
        self.assertIn("9.951205803e-3", wrong.line)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.cert"
            path.write_text(text)
            self.assertTrue(dpcert.verify(path))
            self.assertTrue(dpcert.verify(str(path)))
            self.assertTrue(dpcert.verify(text.encode()))
        with self.assertRaises(FileNotFoundError):
            dpcert.verify("no-such-file.cert")
        for wrong in ("", "x\n", "\0\n", "\u00e9\n", b""):
            self.assertIn("REJECTED", dpcert.verify(wrong).line)
        with self.assertRaises(dpcert.ParameterError):
            dpcert.verify(None)

    def test_context(self):
        for r in (dpcert.bound("gauss.theta", eps=1, r=1), dpcert.account("gaussian sigma=1", delta=1e-5)):
            self.assertEqual(dpcert.verify(r.certificate(context="one line")).context, ["one line"])
            for wrong in (["\u00e9"], "\u00e9", [1], ["x\0"]):
                with self.assertRaises(dpcert.ParameterError):
                    r.certificate(context=wrong)

    def test_refuted(self):
        r = dpcert.bound("compose.he-2-printed", eps="0.1", delta="1e-5", T=1000, slack="1e-6")
        self.assertTrue(any(f.beats_result for f in r.referees))
        with self.assertRaises(dpcert.DomainError):
            r.certificate("guarantee")
        self.assertEqual(dpcert.verify(r.certificate("refutation")).kind, "refutation")


class Claims(unittest.TestCase):
    def test_judge(self):
        j = dpcert.judge("gauss.theta", "delta", 0.00682, eps=1, r=0.5)
        self.assertEqual(j.verdict, "rounded")
        j = dpcert.judge("gauss.theta", "delta", 0.00001, eps=1, r=0.5)
        self.assertEqual(j.verdict, "unsound")
        self.assertTrue(dpcert.verify(j.certificate))
        self.assertEqual(dpcert.judge("gauss.theta", "delta", math.nan, eps=1, r=0.5).verdict, "undecided")
        self.assertEqual(dpcert.judge("gauss.theta", "delta", math.inf, eps=1, r=0.5).verdict, "sound")
        self.assertEqual(dpcert.judge("gauss.theta", "delta", "0.100", kind="lower", eps=1, r=0.5).verdict, "unsound")
        with self.assertRaises(dpcert.ParameterError):
            dpcert.judge("gauss.theta", "delta", 1, eps=1, s=1)

    def test_typos_are_no_verdicts(self):
        for result, claimed, values in (("epz", 1, {"eps": 1, "r": 0.5}), ("delta", 1, {"eps": 1}),
                                        ("delta", "1e-5 x", {"eps": 1, "r": 0.5}), ("delta", "infx", {"eps": 1, "r": 1})):
            with self.assertRaises(dpcert.ParameterError):
                dpcert.judge("gauss.theta", result, claimed, **values)
        with self.assertRaises(dpcert.ParameterError):
            dpcert.judge_account("gaussian sigma=1", 1)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "claims.csv")
            Path(path).write_text('\ufeffsource,theorem,result,claimed,eps,r,history,delta\r\n'
                                  'a, gauss.theta ,delta,0.00001,1,"1/2",,\r\n\r\n'
                                  'b,account,eps,1,,,gaussian sigma=1; leak 1e-9,1e-5\r\n', encoding="utf-8")
            for given in (path, Path(path), Path(path).read_text(encoding="utf-8")):
                self.assertEqual([j.verdict for j in dpcert.crosscheck(given)], ["unsound", "unsound"])
            for text in ("", "theorem,result,claimed\ngauss.theta,delta\n", "theorem,claimed\ngauss.theta,1\n",
                         "theorem,result,claimed,history,delta\naccount,epz,1,gaussian sigma=1,1e-5\n",
                         "theorem,result,claimed,history,delta,r\naccount,eps,1,gaussian sigma=1,1e-5,3\n",
                         "theorem,result,claimed,delta\naccount,eps,1,1e-5\n"):
                Path(path).write_text(text)
                with self.assertRaises(dpcert.ParameterError, msg=text):
                    list(dpcert.crosscheck(path))
            with self.assertRaises(FileNotFoundError):
                list(dpcert.crosscheck("no-such-file.csv"))
        with self.assertRaises(dpcert.ParameterError):
            list(dpcert.crosscheck(["gauss.theta"]))

    def test_pipes(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = Path(folder) / "pipe.thm"
            os.mkfifo(pipe)
            for call in (lambda: dpcert.verify(pipe), lambda: dpcert.account(pipe, delta=1e-5),
                         lambda: list(dpcert.crosscheck(pipe)), lambda: dpcert.bound(str(pipe), eps=1)):
                with self.assertRaisesRegex(dpcert.ParameterError, "is a pipe"):
                    call()

    def test_infinite_claims_have_certificates(self):
        for claimed, kind in ((-math.inf, "upper"), (math.inf, "lower")):
            j = dpcert.judge("gauss.theta", "delta", claimed, kind=kind, eps=1, r=0.5)
            self.assertEqual(j.verdict, "unsound")
            self.assertTrue(dpcert.verify(j.certificate))

    def test_rows(self):
        rows = io.StringIO("source,theorem,result,claimed,eps,r,T\na,gauss.theta,delta,0.13,1,1,\n"
                           "b,gauss.theta,delta,0.001,1,1,\n")
        self.assertEqual([j.verdict for j in dpcert.crosscheck(csv.DictReader(rows))], ["sound", "unsound"])
        # 0 is a claim like any other; an empty field is no claim
        zero = [{"theorem": "ma.gauss", "result": "eps", "claimed": c, "kind": k, "sigma": 20, "T": 1000, "delta": 1e-5}
                for c, k in ((0, "upper"), (0.0, "upper"), (0, "lower"), (None, "upper"), ("", "upper"))]
        self.assertEqual([j.verdict for j in dpcert.crosscheck(zero)],
                         ["unsound", "unsound", "sound", "undecided", "undecided"])


class Accounts(unittest.TestCase):
    OPACUS = {"history": [(1.1, 0.004266666666666667, 14062)], "mechanism": "prv"}
    ENDS = ("2.381596921", "2.381596922")

    def ends(self, history, **what):
        r = dpcert.account(history, **what).result
        return r.lower_text, r.upper_text

    def test_forms(self):
        """The same history in every form that it may have."""
        class Event:  # stands for an event of dp_accounting: all that is used of it is this method
            def to_named_tuple(self):
                inner = ("dp_accounting.dp_event", "GaussianDpEvent", 1.1)
                sampled = ("dp_accounting.dp_event", "PoissonSampledDpEvent", 0.004266666666666667, inner)
                return ("dp_accounting.dp_event", "SelfComposedDpEvent", sampled, 14062)

        steps = [dpcert.gaussian(Fraction(11, 10), rate="0.004266666666666667", times=14000),
                 dpcert.gaussian(Decimal("1.1"), rate=0.004266666666666667, times=62)]
        text = "gaussian sigma=1.1 rate=0.004266666666666667 times 14062\n"
        for history in (self.OPACUS, steps, text, {"steps": steps}, Event()):
            self.assertEqual(self.ends(history, delta=1e-5), self.ENDS)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run.txt"
            path.write_text(text + "delta 1e-5")
            self.assertEqual(self.ends(path), self.ENDS)

    def test_result(self):
        r = dpcert.account(self.OPACUS, eps=2, digits=8)
        self.assertEqual((r.result.name, r.given_name, r.given, r.theorem), ("delta", "eps", 2, "sgm.exact"))
        self.assertEqual((r.adjacency, r.method, r.form), ("add-remove", "entry", "Opacus state_dict"))
        self.assertTrue(0 < r.lower < r.upper <= Fraction(float(r)))
        self.assertEqual(r.steps, ["14062 x Gaussian noise, sigma = 1.1, Poisson sampling at rate 4.266666666666667e-3"])
        self.assertTrue(any("draws its Poisson sample afresh" in p for p in r.premises))
        self.assertEqual(r.assumptions, [])     # the entry says it all
        self.assertIsNone(r.note)
        upper, lower = dpcert.verify(r.certificate(context=["a test"])), dpcert.verify(r.certificate("lower"))
        self.assertTrue(upper and lower)
        self.assertEqual((upper.kind, lower.kind), ("guarantee", "lower"))
        self.assertEqual(upper.context, ["a test"])
        self.assertEqual((len(r.premises), lower.premises), (5, dpcert.bound("sgm.exact", q=1, sigma=1, T=1, eps=1).premises))
        self.assertEqual(upper.premises, r.premises)
        self.assertEqual((upper.history.complete, upper.history.phases, lower.history.records[0].param), (True, 1, "parameters"))
        self.assertIsNone(dpcert.verify(dpcert.bound("gauss.theta", eps=1, r=0.5).certificate()).history)
        self.assertEqual((upper.theorem, upper.revision, upper.adjacency), (r.theorem, 1, "add-remove"))
        self.assertEqual((upper.claims[0][:2], lower.claims[0][:2]), (("delta", "<="), ("delta", ">=")))
        self.assertEqual((upper.parameters["T"], upper.parameters["eps"]), ("14062", "2"))
        none = dpcert.verify("garbage\n")
        self.assertEqual((none.theorem, none.revision, none.adjacency, none.parameters, none.claims), (None, None, None, {}, []))

    def test_mechanisms(self):
        self.assertEqual(self.ends([dpcert.dp(0.1, 1e-8, times=100)], delta=1e-5), ("4.329636714", "4.329636715"))
        lower, upper = self.ends([dpcert.randomized_response("3/4", times=10)], delta=1e-5)
        self.assertTrue(Fraction(lower) < Fraction("10.985945295") < Fraction(upper))
        self.assertEqual(dpcert.account([dpcert.randomized_response("3/4")], delta=1e-5).adjacency, "replace-one")
        self.assertEqual(self.ends([dpcert.leak("1/8", times=2)], eps=1)[1], "0.234375")
        alone = dpcert.account([dpcert.gaussian(2)], delta=1e-5)
        more = dpcert.account([dpcert.gaussian(2), dpcert.laplace(0.5), dpcert.leak(1e-9)], delta=1e-5)
        self.assertLess(alone.upper, more.lower)
        nothing = dpcert.account([dpcert.gaussian(2, rate=0)], delta=1e-5)
        self.assertEqual((nothing.lower, nothing.upper, nothing.theorem), (0, 0, None))

    def test_grid(self):
        """Histories without an entry of the catalogue: bounds without certificates."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "losses"
            path.write_text("0.5 0.6\n-0.7 0.2\n0 0.1999\ninf 1e-4\n")
            history = [dpcert.losses(path, times=10)]
            r = dpcert.account(history, eps=2, adjacency="remove")
            self.assertEqual((r.method, r.theorem, r.adjacency), ("grid", None, "remove"))
            self.assertTrue(r.lower < Fraction("0.22722651240071") < r.upper)
            self.assertTrue(dpcert.account(history, eps=2).lower > r.upper)
            with self.assertRaisesRegex(dpcert.DomainError, "results of the integer grid have none"):
                r.certificate()
        with self.assertRaises(OSError):
            dpcert.account(history, eps=2)

    def test_judge(self):
        judge = dpcert.judge_account
        self.assertEqual(judge(self.OPACUS, 2.3917437228130276, delta=1e-5).verdict, "sound")
        self.assertEqual(judge(self.OPACUS, 2.3714555270254722, delta=1e-5, kind="lower").verdict, "sound")
        wrong = judge(self.OPACUS, 2.3242688733471932, delta=1e-5)
        self.assertEqual(wrong.verdict, "unsound")
        self.assertTrue(dpcert.verify(wrong.certificate))
        self.assertTrue(wrong.premises)
        self.assertEqual(judge("gaussian sigma=1", math.nan, delta=1e-5).verdict, "undecided")
        self.assertEqual(judge("gaussian sigma=1", math.inf, delta=1e-5).verdict, "sound")
        rows = [{"theorem": "account", "result": "eps", "claimed": "0.63", "delta": "1e-5", "eps": "",
                 "history": "gaussian sigma=20 times 10; gaussian sigma=30 times 5"},
                {"theorem": "account", "result": "eps", "claimed": "0.60", "delta": "1e-5", "kind": "upper",
                 "history": [dpcert.gaussian(20, times=10), dpcert.gaussian(30, times=5)]}]
        judged = list(dpcert.crosscheck(rows))
        self.assertEqual([j.verdict for j in judged], ["sound", "unsound"])
        for j in judged:
            self.assertEqual((j.adjacency, j.history), ("add-remove", dpcert.DeclaredHistory(True, 2)))
        self.assertFalse(judge("gaussian sigma=1\nextent part", 9, delta=1e-5).history.complete)
        judged = dpcert.judge("gauss.theta", "delta", "0.5", eps=1, r="1/2")
        self.assertEqual((judged.adjacency, judged.history), ("any", None))
        self.assertEqual(dpcert.bound("gauss.theta", eps=1, r="1/2").adjacency, "any")

    def test_errors(self):
        for history, message in (("gauss sigma=1", "is not one of"), ({}, "not a history"), ([], "no step"),
                                 ([dpcert.gaussian(0)], "sigma must be above 0"),
                                 ({"history": [[1, 2]]}, "noise multiplier"),
                                 ([{"mechanism": "gaussian", "sigma": math.nan}], "finite"),
                                 (("m", "SingleEpochTreeAggregationDpEvent", 1), "are not supported")):
            with self.assertRaisesRegex(dpcert.ParameterError, message):
                dpcert.account(history, delta=1e-5)
        with self.assertRaisesRegex(dpcert.ParameterError, "nothing to compute"):
            dpcert.account("gaussian sigma=1")
        with self.assertRaisesRegex(dpcert.ParameterError, "not both"):
            dpcert.account("gaussian sigma=1", delta=1e-5, eps=1)
        with self.assertRaisesRegex(dpcert.DomainError, "below 1"):
            dpcert.account("gaussian sigma=1", delta=1)
        with self.assertRaisesRegex(dpcert.ParameterError, "add-remove, add, remove or replace-one"):
            dpcert.account("gaussian sigma=1", delta=1e-5, adjacency="any")
        with self.assertRaisesRegex(dpcert.DomainError, "not for replace-one yet"):
            dpcert.account("gaussian sigma=1", delta=1e-5, adjacency="replace-one")
        with self.assertRaisesRegex(dpcert.ParameterError, "complete or part"):
            dpcert.account("gaussian sigma=1", delta=1e-5, extent="none")
        for extent, word in ((None, "complete"), ("part", "part"), ("complete", "complete")):
            part = dpcert.account("gaussian sigma=1", delta=1e-5, extent=extent, digits=3)
            self.assertEqual(part.extent, word)
            self.assertEqual(part.history, dpcert.DeclaredHistory(word == "complete", 1))
            declared = dpcert.verify(part.certificate()).history
            self.assertEqual((part.history.complete, part.history.phases), (declared.complete, declared.phases))
            self.assertIn("\nhistory %s 1\n" % word, part.certificate())
        with self.assertRaisesRegex(dpcert.DomainError, "no neighbours in common"):
            dpcert.account([dpcert.gaussian(1), dpcert.randomized_response(0.6)], delta=1e-5)
        with self.assertRaises(FileNotFoundError):
            dpcert.account(Path("no such file"), delta=1e-5)
        with self.assertRaises(FileNotFoundError):
            dpcert.account("nothing.txt", delta=1e-5)
        with self.assertRaisesRegex(dpcert.ParameterError, "is not one of gaussian"):
            list(dpcert.crosscheck([{"theorem": "account", "result": "eps", "claimed": 1, "delta": "1e-5",
                                     "history": os.path.abspath(__file__)}]))

    @unittest.skipUnless(EXAMPLES and EXAMPLES.is_dir(), "no examples here")
    def test_example(self):
        """The script that checks a value, given a true bound and a wrong one."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "opacus.json"
            path.write_text(json.dumps(self.OPACUS))
            for claimed, status, word in (("2.3917437228130276", 0, "sound"), ("2.3242688733471932", 1, "unsound")):
                done = subprocess.run([sys.executable, str(EXAMPLES / "check_value.py"), str(path), "1e-5", claimed],
                                      stdout=subprocess.PIPE, universal_newlines=True, check=False)
                self.assertEqual(done.returncode, status)
                self.assertIn("eps <= %s: %s" % (claimed, word), done.stdout)
            self.assertIn("VERIFIED lower", done.stdout)
            self.assertTrue(dpcert.verify(Path(str(path) + ".cert")))
            self.assertEqual(self.ends(str(path), delta=1e-5), self.ENDS)
            self.assertEqual(dpcert.judge_account(str(path), 2.39, delta=1e-5).verdict, "sound")

    @unittest.skipUnless(EXAMPLES and EXAMPLES.is_dir(), "no examples here")
    def test_example_without_the_module(self):
        """The exit status is not 1, which means that the epsilon is too small."""
        done = subprocess.run([sys.executable, "-I", "-S", str(EXAMPLES / "check_value.py"), "x", "1e-5", "1"],
                              stderr=subprocess.PIPE, universal_newlines=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertNotIn("Traceback", done.stderr)
        self.assertIn("PYTHONPATH", done.stderr)


class Threads(unittest.TestCase):
    def test_parallel(self):
        found = []

        def work():
            found.append([dpcert.bound("gauss.theta", eps=e, r=1)["delta"].text for e in range(20)])

        threads = [threading.Thread(target=work) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(len(found), 4)
        self.assertTrue(all(f == found[0] for f in found))


class Catalogue(unittest.TestCase):
    def test_list(self):
        ids = [t.id for t in dpcert.catalogue()]
        self.assertIn("gauss.theta", ids)
        self.assertEqual(ids, sorted(ids))
        self.assertEqual(dpcert.catalogue("RDP"), dpcert.catalogue("rdp"))
        self.assertIn("rdp.classic-eps", [t.id for t in dpcert.catalogue("RDP")])
        self.assertIn("theorem   gauss.theta", dpcert.show("gauss.theta"))
        self.assertIn("\\theta", dpcert.show("gauss.theta", latex=True))

    def test_documentation(self):
        self.assertEqual(doctest.testmod(dpcert).failed, 0)


if __name__ == "__main__":
    unittest.main()
