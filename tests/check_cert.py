#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""A second checker of dpcert certificates, for cross-examination; tests/checker/__init__.py says how it is made.

    check_cert.py [--theorems DIR] [--max-bits N] [--max-steps N] FILE...

The theorems are those of src/check/theorems beside this file's folder, unless DIR is given.  --max-bits N (default 4096)
limits the precision.  --max-steps N (default 2000000) limits loops, calls and the work of methods: raise it for a
plan with many nodes and frequencies, of which 10^6 take about a minute.

One line for each file, and the exit status: 0 VERIFIED, 1 REJECTED, 2 UNREADABLE (or wrong usage), 3 UNDECIDED;
with several files the worst (2, then 1, then 3).  Python 3.8 or later."""

import argparse
import os
import sys

from checker import Rejected
from checker.certificates import check_file
from checker.evaluation import MAX_STEPS
from checker.theorems import Library

THEOREMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "check", "theorems")


def main():
    parser = argparse.ArgumentParser(description="A second checker of dpcert certificates")
    parser.add_argument("--theorems", default=THEOREMS, metavar="DIR")
    parser.add_argument("--max-bits", type=int, default=4096, metavar="N")
    parser.add_argument("--max-steps", type=int, default=MAX_STEPS, metavar="N")
    parser.add_argument("files", nargs="+", metavar="FILE")
    args = parser.parse_args()
    try:
        library = Library(args.theorems)
    except (OSError, Rejected) as e:
        parser.error(str(e))
    worst = 0
    for path in args.files:
        status, verdict = check_file(path, library, max(64, args.max_bits), args.max_steps)
        print(verdict, flush=True)
        worst = max(worst, status, key=[0, 3, 1, 2].index)
    return worst


if __name__ == "__main__":
    sys.exit(main())
