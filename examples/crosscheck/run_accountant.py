#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
"""Runs an installed accountant and has dpcert judge its numbers.

    run_accountant.py ACCOUNTANT [--sigma S] [--rate Q] [--steps T] [--delta D] [--dpcert PROGRAM]
    run_accountant.py ACCOUNTANT --claims       prints the claims, for `dpcert crosscheck -`

ACCOUNTANT is prv_accountant, dp_accounting or opacus.  Without parameters it runs some cases that are
known to be hard: few steps, little noise, a small delta.  Exit status: that of `dpcert crosscheck` (0:
no claim is unsound, 1: some claim is), 77 if the accountant is not installed, 2 for wrong usage.
"""
import argparse
import csv
import functools
import importlib
import os
import subprocess
import sys

CASES = [(0.8, 0.01, 1000, 1e-5), (1.1, 256 / 60000, 14062, 1e-5), (1.0, 0.001, 10000, 1e-8), (0.5, 0.02, 20, 1e-6)]


# Each yields its claims: a name, the kind of end, and a function that computes the number, so that a part that
# fails (Opacus has had "prv" since 1.3) does not take the others with it.


def prv_accountant(sigma, rate, steps, delta):
    """Microsoft's accountant: a lower end, an estimate and an upper end."""
    module = importlib.import_module("prv_accountant")

    @functools.lru_cache(maxsize=None)
    def ends():
        if not hasattr(module, "PRVAccountant"):  # before 0.2
            old = module.Accountant(noise_multiplier=sigma, sampling_probability=rate, delta=delta,
                                    max_compositions=steps, eps_error=0.01)
            return old.compute_epsilon(num_compositions=steps)
        prv = module.PoissonSubsampledGaussianMechanism(noise_multiplier=sigma, sampling_probability=rate)
        accountant = module.PRVAccountant(prvs=[prv], max_self_compositions=[steps], eps_error=0.01,
                                          delta_error=delta / 1000)
        return accountant.compute_epsilon(delta=delta, num_self_compositions=[steps])

    yield "prv_accountant lower", "lower", lambda: ends()[0]
    yield "prv_accountant upper", "upper", lambda: ends()[2]


def dp_accounting(sigma, rate, steps, delta):
    """Google's library: privacy loss distributions and Renyi DP, both upper ends."""
    module = importlib.import_module("dp_accounting")

    def epsilon(package, kind):
        event = module.SelfComposedDpEvent(module.PoissonSampledDpEvent(rate, module.GaussianDpEvent(sigma)), steps)
        accountant = getattr(importlib.import_module("dp_accounting." + package), kind)()
        return accountant.compose(event).get_epsilon(delta)

    for package, kind in (("pld", "PLDAccountant"), ("rdp", "RdpAccountant")):
        yield "dp_accounting " + kind, "upper", functools.partial(epsilon, package, kind)


def opacus(sigma, rate, steps, delta):
    """Opacus, with each of its accountants; gdp is the central limit theorem, and no bound."""
    module = importlib.import_module("opacus.accountants")

    def epsilon(name):
        accountant = module.create_accountant(name)
        accountant.history = [(sigma, rate, steps)]
        return accountant.get_epsilon(delta=delta)

    for name in ("prv", "rdp", "gdp"):
        yield "opacus " + name, "upper", functools.partial(epsilon, name)


ACCOUNTANTS = {"prv_accountant": prv_accountant, "dp_accounting": dp_accounting, "opacus": opacus}


def claims(run, cases, out):
    """Writes the accountant's answers as a CSV of claims; an exception that it raises makes no claim."""
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["source", "theorem", "result", "claimed", "kind", "history", "delta"])
    for case in cases:
        sigma, rate, steps, delta = case
        history = "gaussian sigma=%r rate=%r times %d" % (sigma, rate, steps)
        for name, kind, number in run(*case):
            try:
                value = float(number())
            except Exception as error:  # pylint: disable=broad-except
                print("%s at %r: %s: %s" % (name, case, type(error).__name__, error), file=sys.stderr)
            else:
                rows.writerow([name, "account", "eps", repr(value), kind, history, repr(delta)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("accountant", choices=sorted(ACCOUNTANTS))
    parser.add_argument("--sigma", type=float, help="noise multiplier")
    parser.add_argument("--rate", type=float, default=1.0, help="rate of Poisson sampling")
    parser.add_argument("--steps", type=int, default=1)
    parser.add_argument("--delta", type=float, default=1e-5)
    parser.add_argument("--claims", action="store_true", help="print the claims, and do not judge them")
    parser.add_argument("--dpcert", default=os.environ.get("DPCERT_PROGRAM", "dpcert"), help="the program")
    args = parser.parse_args()
    cases = CASES if args.sigma is None else [(args.sigma, args.rate, args.steps, args.delta)]
    try:
        importlib.import_module(args.accountant)
    except ImportError:
        print("%s is not installed here (pip install %s): nothing was checked"
              % (args.accountant, args.accountant.replace("_", "-")), file=sys.stderr)
        return 77
    if args.claims:
        claims(ACCOUNTANTS[args.accountant], cases, sys.stdout)
        return 0
    with subprocess.Popen([args.dpcert, "crosscheck", "-"], stdin=subprocess.PIPE, text=True) as judge:
        claims(ACCOUNTANTS[args.accountant], cases, judge.stdin)
        judge.stdin.close()
        return judge.wait()


if __name__ == "__main__":
    sys.exit(main())
