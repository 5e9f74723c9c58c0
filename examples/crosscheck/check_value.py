#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
"""Is the epsilon that an accountant reports true?  The few lines that a training script needs.

    check_value.py HISTORY.json DELTA EPSILON

HISTORY.json: json.dump(privacy_engine.accountant.state_dict(), file) of Opacus, or json.dump(
event.to_named_tuple(), file) of Google's dp_accounting.  Exit status 1 if the epsilon is provably too
small; a certificate of that is then written to HISTORY.json.cert.
"""
import sys
from pathlib import Path

try:
    import dpcert
except ImportError as missing:  # status 1 would say that the epsilon is too small
    print("check_value.py: %s: install dpcert, or set PYTHONPATH to the folder python of its sources" % missing,
          file=sys.stderr)
    sys.exit(2)


def check(history: dpcert.History, delta: str, claimed: str) -> dpcert.Judgement:
    """Prints the truth, the verdict on the claim, and the facts on which both rest."""
    truth = dpcert.account(history, delta=delta)
    verdict = dpcert.judge_account(history, claimed, delta=delta)
    for step in truth.steps:
        print("step:     ", step)
    print("truth:    ", truth)
    print("claimed:  ", "eps <= %s: %s (%s)" % (claimed, verdict.verdict, verdict.why))
    if verdict.slack_percent is not None:
        print("slack:    ", "%.4g %%" % float(verdict.slack_percent))
    for assumption in verdict.assumptions:
        print("assuming: ", assumption)
    for premise in verdict.premises:
        print("premise:  ", premise)
    return verdict


def main() -> int:
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    path = Path(sys.argv[1])
    verdict = check(path, sys.argv[2], sys.argv[3])
    if verdict.certificate is None:
        return int(verdict.verdict == "unsound")
    certificate = Path(str(path) + ".cert")
    certificate.write_text(verdict.certificate)
    print("certificate:", certificate, "-", dpcert.verify(certificate).line)
    return 1


if __name__ == "__main__":
    sys.exit(main())
