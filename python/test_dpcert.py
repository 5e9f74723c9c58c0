# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors.
"""The Python package against the program and against plain arithmetic."""
import csv
import doctest
import io
import math
import os
import random
import subprocess
import tempfile
import threading
import unittest
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import dpcert

PROGRAM = os.environ.get("DPCERT_PROGRAM")


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
        for wrong in (True, math.nan, math.inf, object(), None):
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
        with self.assertRaises(dpcert.ParameterError):
            dpcert.bound("gauss.theta", eps=1, r=1, arith="double")
        with self.assertRaises(dpcert.UndecidedError):
            dpcert.bound("gauss.theta", eps=700, r="1/300", max_bits=64)
        with self.assertRaises(OSError):
            dpcert.bound("./no-such.thm")

    def test_own_theorem(self):
        text = dpcert.show("gauss.tv").replace("gauss.tv", "my.tv")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "my.thm")
            Path(path).write_text(text)
            r = dpcert.bound(path, r=1)
        self.assertTrue(r.theorem.own)
        self.assertEqual(r["delta"].text, dpcert.bound("gauss.tv", r=1)["delta"].text)

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

    def test_rounds(self):
        self.assertEqual(dpcert.solve("ma.gauss", "T", "eps <= 6", sigma=20, delta=1e-5).value, 501)

    def test_errors(self):
        for condition in ("delta < 1", "delta", "<= 1", ""):
            with self.assertRaises(dpcert.ParameterError):
                dpcert.solve("gauss.theta", "r", condition, eps=1)
        with self.assertRaises(dpcert.UndecidedError):
            dpcert.solve("gauss.theta", "r", "delta <= 2", eps=1)


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

    def test_rows(self):
        rows = io.StringIO("source,theorem,result,claimed,eps,r,T\na,gauss.theta,delta,0.13,1,1,\n"
                           "b,gauss.theta,delta,0.001,1,1,\n")
        self.assertEqual([j.verdict for j in dpcert.crosscheck(csv.DictReader(rows))], ["sound", "unsound"])


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
        self.assertIn("theorem   gauss.theta", dpcert.show("gauss.theta"))
        self.assertIn("\\theta", dpcert.show("gauss.theta", latex=True))

    def test_documentation(self):
        self.assertEqual(doctest.testmod(dpcert).failed, 0)


if __name__ == "__main__":
    unittest.main()
