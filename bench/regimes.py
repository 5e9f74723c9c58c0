#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors.
"""The exact accountant across its regimes: processor seconds, digits, exit code.

    bench/regimes.py path/to/dpcert [--limit SECONDS] [--only TEXT]

A case is a history for `dpcert account`, whose answer is an interval.  Digits are
those on which its ends agree, -log10 of the relative width.
"""

import argparse
import os
import re
import resource
import subprocess
import tempfile
from fractions import Fraction
from math import log10

# rate, sigma, T, the given value, adjacency, the reason for the case
CASES = [
    ("0.001", "4", "10000", "delta 1e-5", "add-remove", "accountants.csv"),
    ("0.001", "4", "100000", "delta 1e-5", "add-remove", "accountants.csv"),
    ("0.001", "1", "10000", "delta 1e-5", "add-remove", "accountants.csv"),
    ("0.001", "1", "100000", "delta 1e-5", "add-remove", "accountants.csv"),
    ("0.004266666666666667", "1.1", "14062", "delta 1e-5", "add-remove", "accountants.csv"),
    ("0.004266666666666667", "1.1", "14062", "delta 1e-15", "add-remove", "accountants.csv"),
    ("0.004266666666666667", "1.1", "14062", "delta 1e-30", "add-remove", "accountants.csv"),
    ("0.01", "0.8", "1000", "delta 1e-5", "add-remove", "accountants.csv"),
    ("0.1", "0.3", "100", "delta 1e-5", "add-remove", "accountants.csv"),
    ("0.001", "1", "1000", "delta 1e-8", "add-remove", "T q = 1"),
    ("0.01", "1", "1000", "delta 1e-1000", "add-remove", "tiny delta"),
    ("1e-4", "2", "1e9", "delta 1e-9", "add-remove", "large T"),
    ("1e-6", "1", "1e12", "delta 1e-6", "add-remove", "large T"),
    ("0.01", "1", "1", "delta 1e-5", "add-remove", "T = 1"),
    ("0.01", "0.5", "2", "delta 1e-5", "add-remove", "T = 2"),
    ("0.1", "1", "2", "eps 1", "add-remove", "T = 2"),
    ("0.1", "1", "5", "delta 1e-5", "add-remove", "T = 5"),
    ("0.01", "1", "5", "delta 1e-5", "add-remove", "T = 5, rare"),
    ("0.1", "1", "20", "delta 1e-5", "add-remove", "T = 20"),
    ("0.001", "0.7", "20", "delta 1e-6", "add-remove", "T = 20, rare"),
    ("0.0001", "1", "100", "delta 1e-6", "add-remove", "rare"),
    ("0.0001", "0.5", "1000", "delta 1e-6", "add-remove", "rare"),
    ("1e-5", "0.8", "10000", "delta 1e-9", "add-remove", "rare"),
    ("0.01", "1", "50", "delta 0.5", "add-remove", "delta >= 1 - (1-q)^T"),
    ("0.01", "1", "1000", "eps 0", "add-remove", "eps = 0"),
    ("0.01", "1", "1000", "delta 0.5", "add-remove", "large delta"),
    ("0.05", "0.2", "100", "delta 1e-5", "add-remove", "tiny sigma"),
    ("0.5", "1000", "100000", "delta 1e-6", "add-remove", "huge sigma"),
    ("1", "2", "1000", "delta 1e-6", "add-remove", "q = 1"),
    ("0.01", "1", "1", "delta 1e-5", "remove", "one direction, T = 1"),
    ("0.01", "0.8", "1000", "delta 1e-5", "remove", "one direction"),
    ("0.01", "0.8", "1000", "delta 1e-5", "add", "one direction"),
    ("0.01", "1", "5", "delta 1e-5", "add", "one direction, T = 5"),
    ("1e-12", "1", "1000", "delta 1e-5", "add-remove", "extreme: eps = 0"),
    ("0.01", "1e-3", "10", "delta 1e-5", "add-remove", "extreme: no noise"),
    ("0.01", "1e9", "10", "delta 1e-20", "add-remove", "extreme: all noise"),
]


def digits(lower, upper):
    if lower is None or upper is None:
        return None
    lo, hi = Fraction(lower), Fraction(upper)
    if hi == lo:
        return 99.0
    return max(0.0, -log10(float((hi - lo) / hi)))


def run(program, case, limit):
    rate, sigma, count, given, adjacency, _ = case
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as spec:
        spec.write("adjacency %s\n%s\ngaussian sigma=%s rate=%s times %s\n"
                   % (adjacency, given, sigma, rate, count))
        spec.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            p = subprocess.run([program, "account", spec.name], capture_output=True, text=True,
                               preexec_fn=lambda: resource.setrlimit(
                                   resource.RLIMIT_CPU, (limit, limit + 1)))
        except OSError as e:
            raise SystemExit(str(e))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, p


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    print("%-62s %8s %6s %4s  %s" % ("case", "cpu s", "digits", "exit", "answer"))
    for case in CASES:
        name = "q=%.8s sigma=%s T=%s %s %s (%s)" % case
        if args.only not in name:
            continue
        cpu, p = run(os.path.abspath(args.program), case, args.limit)
        m = re.search(r"^  (?:eps|delta) +in \[([^,]+), ([^\]]+)\]", p.stdout, re.M)
        one = re.search(r"^  (?:eps|delta) += (\S+)", p.stdout, re.M)
        got = digits(*m.groups()) if m else 99.0 if one else None
        answer = " ".join((m or one).group(0).split()) if m or one else \
            (p.stdout + p.stderr).strip().splitlines()[:1]
        grid = " grid" if "integer grid" in p.stdout else ""
        print("%-62s %8.2f %6s %4d  %s%s"
              % (name, cpu, "-" if got is None else "%.1f" % got, p.returncode, answer, grid),
              flush=True)


if __name__ == "__main__":
    main()
