# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors.
"""Copies of results: by copy, pickle, dataclasses, threads and other processes."""
import concurrent.futures
import copy
import dataclasses
import gc
import multiprocessing
import os
import pickle
import subprocess
import sys
import tempfile
import unittest
import weakref
from pathlib import Path

import dpcert
from dpcert import _handle

RUN = [dpcert.gaussian(sigma=2, times=10), dpcert.laplace(eps=0.1)]


def results():
    """One result of each kind."""
    b = dpcert.bound("gauss.theta", eps=1, r="1/2")
    w = dpcert.bound("ma.gauss", sigma=20, T=1000, delta=1e-5)
    s = dpcert.solve("gauss.tv", "r", "delta <= 0.12345", digits=5)
    a = dpcert.account(RUN, delta=1e-5, digits=5)
    return [b, w, s, a, b["delta"], w.referees[0], b.theorem, b.question, a.question, a.result,
            dpcert.verify(b.certificate()), dpcert.judge("gauss.theta", "delta", "6.8294e-3", eps=1, r="1/2"),
            RUN[0], dpcert.catalogue()[0]]


# ---- the work of other processes; at module level, for those that are spawned ----

def make(eps):
    return dpcert.bound("gauss.theta", eps=eps, r="1/2")


def make_account(times):
    return dpcert.account([dpcert.gaussian(sigma=2, times=times)], delta=1e-5, digits=5)


def certify(result):
    return result.certificate()


def refuse(eps):
    return dpcert.bound("gauss.theta", eps=eps, r=-1)


def from_parent():
    """In a child: the parent's object is not touched, neither here nor at the end."""
    one = globals()["ONE"]
    return one.certificate(), one._source.handle.is_here


class Copies(unittest.TestCase):
    def check_same(self, one, other):
        self.assertIsNot(one, other)
        self.assertEqual(one, other)
        self.assertEqual(repr(one), repr(other))
        self.assertEqual(str(one), str(other))
        if hasattr(one, "question"):
            self.assertEqual(one.question, other.question)

    def test_pickle_and_copy(self):
        for one in results():
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                self.check_same(one, pickle.loads(pickle.dumps(one, protocol)))
            self.check_same(one, copy.deepcopy(one))
            self.check_same(one, copy.copy(one))
            if dataclasses.is_dataclass(one):
                self.check_same(one, dataclasses.replace(one))
                plain = dataclasses.asdict(one)
                self.assertEqual(pickle.loads(pickle.dumps(plain)), plain)
                self.assertNotIn("_source", repr(plain))
        gc.collect()

    def test_certificates_of_copies(self):
        s = dpcert.solve("gauss.tv", "r", "delta <= 0.12345", digits=5)
        for one in (make("1"), s, dpcert.bound("ma.gauss", sigma=20, T=1000, delta=1e-5), make_account(10)):
            text = one.certificate(context="a line")
            self.assertTrue(dpcert.verify(text))
            for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one)),
                          dataclasses.replace(one)):
                self.assertEqual(other.certificate(context="a line"), text)
        self.assertEqual(make_account(10).certificate("lower"), copy.copy(make_account(10)).certificate("lower"))

    def test_certificate_of_what_was_not_found(self):
        one = make("1")
        forged = dataclasses.replace(one["delta"], lower_text="1e-30", upper_text="1e-30")
        with self.assertRaisesRegex(dpcert.DpcertError, "another result"):
            dataclasses.replace(one, results={"delta": forged}).certificate()
        with self.assertRaisesRegex(dpcert.DpcertError, "what was asked"):
            dataclasses.replace(one, question=None).certificate()

    def test_own_theorem_is_kept(self):
        text = dpcert.show("gauss.tv").replace("gauss.tv", "my.tv")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "my.thm"
            path.write_text(text)
            one = dpcert.bound(path, r=1)
        other = pickle.loads(pickle.dumps(one))
        self.assertEqual(one.certificate("value"), other.certificate("value"))

    def test_constructors_check(self):
        one = make("1")
        for field, wrong in (("theorem", "gauss.theta"), ("results", {"delta": 1}), ("results", []),
                             ("digits", "10"), ("parameters", {1: "x"}), ("question", one._source.handle)):
            with self.assertRaises(TypeError):
                dataclasses.replace(one, **{field: wrong})
        for wrong in ("1e", "nan", "1 ", "", "0x1", "\u0661"):
            with self.assertRaises(ValueError):
                dataclasses.replace(one["delta"], upper_text=wrong)
        with self.assertRaises(ValueError):
            dataclasses.replace(one["delta"], kind="about")
        with self.assertRaises(dpcert.ParameterError):
            dataclasses.replace(one.question, arith="double")
        for plain in (one, one["delta"], one.theorem):
            with self.assertRaises(TypeError):
                type(plain).__new__(type(plain)).__setstate__({"_source": 1})


class Handles(unittest.TestCase):
    def test_not_copied(self):
        handle = make("1")._source.handle
        for act in [copy.copy, copy.deepcopy] + [lambda h, p=p: pickle.dumps(h, p)
                                                 for p in range(pickle.HIGHEST_PROTOCOL + 1)]:
            with self.assertRaisesRegex(TypeError, "cannot be copied"):
                act(handle)

    def test_not_made(self):
        """A pickle that asks for a handle at some address gets none."""
        module = _handle.__name__.encode()
        state = b"N}(X\x08\x00\x00\x00_pointerI4096\nX\x08\x00\x00\x00_processI%d\nu\x86" % os.getpid()
        with self.assertRaises(TypeError):
            pickle.loads(b"\x80\x02c" + module + b"\nHandle\n)\x81" + state + b"b.")
        empty = pickle.loads(b"\x80\x02c" + module + b"\nHandle\n)\x81.")
        with self.assertRaises((RuntimeError, AttributeError)):
            empty._as_parameter_
        with self.assertRaises(KeyError):
            pickle.loads(b"\x80\x02c" + module + b"\nHandle\nI4096\n\x85R.")

    def test_freed_once(self):
        freed = []
        kinds = dict(_handle._KINDS)
        try:
            for kind, (new, free) in kinds.items():
                _handle._KINDS[kind] = (new, lambda p, free=free, kind=kind: (freed.append((kind, p)), free(p)))
            for new, value in ((make, "1"), (make_account, 3)):
                one = new(value)
                kept = weakref.ref(one._source.handle)
                copies = [copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one)), dataclasses.asdict(one)]
                del one
                gc.collect()
                self.assertIsNone(kept())
                del copies
            gc.collect()
        finally:
            _handle._KINDS.update(kinds)
        self.assertEqual([kind for kind, _ in freed], ["query", "catalogue", "account", "catalogue"])

    def test_end_of_the_interpreter(self):
        """With handles in globals, in cycles, in a thread that is still at work, and in a child."""
        # a sanitizer's allocator is not made for forks while another thread is in it
        code = ("import dpcert, os, threading\n"
                "sanitizer = 'san' in os.environ.get('LD_PRELOAD', '')\n"
                "keep = dpcert.bound('gauss.theta', eps=1, r=1); cycle = [keep]; cycle.append(cycle)\n"
                "dpcert.judge('gauss.theta', 'delta', 1, eps=1, r=1)\n"
                "def work():\n"
                "    while True: dpcert.bound('gauss.theta', eps=1, r=1, digits=300).certificate()\n"
                "thread = threading.Thread(target=work, daemon=True)\n"
                "if not sanitizer: thread.start()\n"
                "child = os.fork()\n"
                "if sanitizer: thread.start()\n"
                "again = dpcert.bound('gauss.theta', eps=1, r=1)\n"
                "assert again == keep and keep.certificate() == again.certificate()\n"
                "assert dpcert.judge('gauss.theta', 'delta', 1, eps=1, r=1).verdict == 'sound'\n"
                "if child: assert os.waitpid(child, 0)[1] == 0\n")
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              universal_newlines=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))


class Processes(unittest.TestCase):
    def check_map(self, mapper):
        values = ["0", "1", "2", "3"]
        here = [make(v) for v in values]
        there = list(mapper(make, values))
        self.assertEqual(there, here)
        self.assertEqual(list(mapper(certify, here)), [one.certificate() for one in there])
        accounts = list(mapper(make_account, [1, 2]))
        self.assertEqual(accounts, [make_account(1), make_account(2)])
        self.assertEqual(list(mapper(certify, accounts)), [a.certificate() for a in accounts])
        with self.assertRaisesRegex(dpcert.DomainError, "r >= 0 is false"):
            list(mapper(refuse, values))

    def test_pools(self):
        for method in ("fork", "spawn"):
            with self.subTest(method):
                context = multiprocessing.get_context(method)
                with context.Pool(2) as pool:
                    self.check_map(pool.map)
                with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
                    self.check_map(pool.map)

    def test_threads(self):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            self.check_map(pool.map)
            one = make("1")
            self.assertEqual(len(set(pool.map(certify, [one] * 20))), 1)

    def test_inherited(self):
        """A child of a fork has the parent's objects in its memory."""
        one = make("1")
        lock = one._source.handle.lock
        with lock:  # as if another thread were at work
            context = multiprocessing.get_context("fork")
            with context.Pool(1, initializer=globals().__setitem__, initargs=("ONE", one)) as pool:
                text, here = pool.apply(from_parent)
        self.assertFalse(here)
        self.assertEqual(text, one.certificate())


if __name__ == "__main__":
    unittest.main()
