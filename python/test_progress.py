# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors.
"""Calls that take long: progress, and exceptions that end them."""
import copy
import os
import signal
import subprocess
import sys
import threading
import unittest

import dpcert

SGM = dict(q=0.01, sigma=1, T=1000, delta=1e-5)
RUN = [dpcert.gaussian(sigma=0.8, rate=0.01, times=1000)]
GRID = "randomized-response p=0.4 buckets=4 times 20\nrandomized-response p=0.55 times 20\ndp eps=0.1 times 20\n"


class Enough(Exception):
    """Raised by a callback."""


class Stopper:
    """A callback that raises at one of its calls, or never."""

    def __init__(self, at=0, error=Enough):
        self.at, self.error, self.seen = at, error, []

    def __call__(self, progress):
        self.seen.append(progress)
        if len(self.seen) == self.at:
            raise self.error("at call %d" % self.at)


def calls():
    """One long call of each kind, as a function of progress."""
    b = dpcert.bound("sgm.exact-eps", digits=6, **SGM)
    text = dpcert.bound("sgm.rdp", alpha=3000, q=0.01, sigma=1, T=100).certificate()
    claim = dict(SGM, theorem="sgm.exact-eps", result="eps", claimed="1.5")
    return {
        "bound": lambda p: dpcert.bound("sgm.exact-eps", progress=p, **SGM),
        "certificate": lambda p: b.certificate(progress=p),
        "certificate of a copy": lambda p: copy.copy(b).certificate(progress=p),
        "solve": lambda p: dpcert.solve("sgm.exact", "sigma", "delta <= 1e-5", q=0.01, T=1000, eps=1, digits=2,
                                        progress=p),
        "account": lambda p: dpcert.account(RUN, delta=1e-5, digits=5, progress=p),
        "account by the grid": lambda p: dpcert.account(GRID, delta=1e-5, digits=2, progress=p),
        "verify": lambda p: dpcert.verify(text, progress=p),
        "judge": lambda p: dpcert.judge("sgm.exact-eps", "eps", "1.5", progress=p, **SGM),
        "judge_account": lambda p: dpcert.judge_account(RUN, 2, delta=1e-5, progress=p),
        "crosscheck": lambda p: list(dpcert.crosscheck([claim], progress=p)),
    }


class Watched(unittest.TestCase):
    def test_calls(self):
        for name, call in calls().items():
            with self.subTest(name):
                expected = call(None)
                seen = Stopper()
                self.assertEqual(call(seen), expected)
                self.assertGreater(len(seen.seen), 0)
                for before, after in zip(seen.seen, seen.seen[1:]):
                    if after.steps > before.steps:  # of the same call of the library
                        self.assertLess(after.steps - before.steps, 4 * 65536)
                    self.assertIn(after.phase, ("evaluate", "search", "plan", "solve", "grid", "verify"))
                for at in {1, (len(seen.seen) + 1) // 2}:
                    with self.assertRaisesRegex(Enough, "at call %d" % at):
                        call(Stopper(at))
                self.assertEqual(call(None), expected)

    def test_any_exception(self):
        for error in (KeyboardInterrupt, SystemExit, GeneratorExit, StopIteration, MemoryError):
            with self.assertRaises(error):
                dpcert.bound("sgm.exact-eps", progress=Stopper(1, error), **SGM)

    def test_nested(self):
        """A callback may use the package."""
        found = []

        def callback(_):
            if not found:
                found.append(dpcert.bound("sgm.exact-eps", progress=lambda p: found.append(p), **SGM))

        outer = dpcert.bound("sgm.exact-eps", progress=callback, **SGM)
        self.assertEqual([one for one in found if isinstance(one, dpcert.Bound)], [outer])
        self.assertGreater(len(found), 1)

    def test_no_callback(self):
        for wrong in (3, "print", object()):
            with self.assertRaises(TypeError):
                dpcert.bound("gauss.theta", eps=1, r=1, progress=wrong)

    def test_threads(self):
        """Each thread has its own."""
        found = {}

        def work(number):
            seen = Stopper(number)
            try:
                found[number] = dpcert.bound("sgm.exact-eps", progress=seen, **SGM)
            except Enough as error:
                found[number] = str(error)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(found[0], dpcert.bound("sgm.exact-eps", **SGM))
        self.assertEqual([found[n] for n in (1, 2, 3)], ["at call %d" % n for n in (1, 2, 3)])


class Signals(unittest.TestCase):
    """A signal arrives while the library is at work: at a hook, when it can arrive at no better time."""

    def setUp(self):
        # a shell lets what runs in the background ignore it
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def arrive(self, number, expected):
        def callback(_):
            os.kill(os.getpid(), number)

        with self.assertRaises(expected):
            dpcert.bound("sgm.exact-eps", progress=callback, **SGM)
        self.assertEqual(dpcert.bound("gauss.tv", r=1).digits, 10)

    def test_interrupt(self):
        self.arrive(signal.SIGINT, KeyboardInterrupt)

    def test_handlers(self):
        def handler(number, frame):
            raise TimeoutError("enough")

        before = signal.signal(signal.SIGALRM, handler)
        try:
            self.arrive(signal.SIGALRM, TimeoutError)
        finally:
            signal.signal(signal.SIGALRM, before)

    def test_next_hook(self):
        """Without a callback: a signal ends the call at the hook where Python sees it."""
        listen, hooks = dpcert._watch._listen, []

        def counting(progress, stop):
            inner = listen(progress, stop)
            answer = next(inner)
            while True:
                try:
                    told = yield answer
                    hooks.append(told)
                    if len(hooks) == at:
                        os.kill(os.getpid(), signal.SIGINT)
                    answer = inner.send(told)
                except KeyboardInterrupt as error:  # here, as it would within the other one
                    answer = inner.throw(error)

        dpcert._watch._listen = counting
        try:
            at = 0
            expected = dpcert.bound("sgm.exact-eps", digits=40, **SGM)
            self.assertGreater(len(hooks), 6)
            at, hooks = 3, []
            with self.assertRaises(KeyboardInterrupt):
                dpcert.bound("sgm.exact-eps", digits=40, **SGM)
            self.assertEqual(len(hooks), 3)
        finally:
            dpcert._watch._listen = listen
        self.assertEqual(dpcert.bound("sgm.exact-eps", digits=40, **SGM), expected)

    def test_without_callback(self):
        """Ctrl-C from outside, without a callback: nothing but the exception is printed."""
        code = ("import dpcert, signal, sys\n"
                "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
                "steps = [dpcert.gaussian(sigma=0.8 + i/1000, rate=0.01, times=10) for i in range(200)]\n"
                "try:\n"
                "    sys.stdout.write('ready\\n'); sys.stdout.flush()\n"
                "    dpcert.account(steps, delta=1e-5)\n"
                "except KeyboardInterrupt:\n    print('interrupted')\n")
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 universal_newlines=True)
        self.assertEqual(child.stdout.readline(), "ready\n")
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.communicate()[0], "interrupted\n")
        self.assertEqual(child.returncode, 0)


if __name__ == "__main__":
    unittest.main()
