#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright (C) the dpcert authors
"""The second checker on the certificates that t-theorems -o FOLDER wrote.

    check_random.py [--max-steps N] FOLDER

An honest certificate (NUMBER-honest.cert) is never rejected, unless a method's plan is too coarse for its claims; one
with claims shifted away from the value (NUMBER-moved.cert) is never verified.  Prints the count of
each verdict, and every certificate with a wrong verdict; exit status 1 if there is one."""

import argparse
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from check_cert import THEOREMS
from checker.certificates import check_file
from checker.theorems import Library


def is_wrong(kind, status, verdict):
    """Whether the verdict is wrong for a certificate of this kind."""
    if kind == "honest":
        return status == 2 or (status == 1 and "plan" not in verdict)
    return status in (0, 2)


def main():
    parser = argparse.ArgumentParser(description="The second checker on random certificates")
    parser.add_argument("--theorems", default=THEOREMS, metavar="DIR")
    parser.add_argument("--max-steps", type=int, default=20000, metavar="N")
    parser.add_argument("folder", metavar="FOLDER")
    args = parser.parse_args()
    library = Library(args.theorems)
    counts, wrong = {}, 0
    for name in sorted(os.listdir(args.folder)):
        number, _, kind = name.partition("-")
        kind = kind.partition(".")[0]
        try:
            status, verdict = check_file(os.path.join(args.folder, name), library, 256, args.max_steps)
        except RecursionError:
            status, verdict = 3, "UNDECIDED: nested too deeply for this checker"
        word = verdict.split(" ")[0]
        counts[kind, word] = counts.get((kind, word), 0) + 1
        if is_wrong(kind, status, verdict):
            wrong += 1
            print("DISAGREEMENT %s: %s" % (name, verdict), flush=True)
    for (kind, word), count in sorted(counts.items()):
        print("%-7s %-10s %d" % (kind, word, count))
    print("%d certificates, %d disagreements" % (sum(counts.values()), wrong))
    return 1 if wrong or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
