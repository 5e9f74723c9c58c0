#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: gate.sh CLAIMS.csv [CERTIFICATES]
#
# A regression gate for the repository of an accountant: its own test suite writes its numbers
# as claims (columns source, theorem, result, claimed, kind, history, delta: see README.md), and this
# script fails if one of them is provably wrong, or if the accountant has become looser than it was.
# A claim that cannot be judged, because a name or a number in it is misspelt, fails too (exit status
# 2): line and reason stand on standard error.
#
#   DPCERT      the program (default: dpcert)
#   MAX_SLACK   percent above the truth that an upper end may be (default: any)
#
# The certificates of unsound claims are kept in the folder CERTIFICATES (default: unsound), as
# evidence that others can check.
set -u

claims=${1:?usage: gate.sh CLAIMS.csv [CERTIFICATES]}
folder=${2:-unsound}
verdicts=$(mktemp) || exit 2
trap 'rm -f "$verdicts"' EXIT

"${DPCERT:-dpcert}" crosscheck "$claims" --format json --certs "$folder" >"$verdicts"
status=$?
test $status -le 1 || test -s "$verdicts" || exit $status
MAX_SLACK=${MAX_SLACK-} python3 - "$verdicts" <<'END'
import json, os, sys
from collections import Counter
from fractions import Fraction

limit = os.environ["MAX_SLACK"]
rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
bad = [r for r in rows if r["verdict"] == "unsound"]
loose = [r for r in rows if limit and r["verdict"] == "sound" and r["kind"] == "upper" and r["slack_percent"]
         and Fraction(r["slack_percent"]) > Fraction(limit)]
for word, group in (("UNSOUND", bad), ("LOOSE", loose)):
    for r in group:
        print("%s %s: %s claimed, certified [%s, %s], %s %%" % (
            word, r["source"], r["claimed"], r["lower"], r["upper"], r["slack_percent"]))
print(", ".join("%d %s" % (n, verdict) for verdict, n in sorted(Counter(r["verdict"] for r in rows).items())))
sys.exit(1 if bad or loose or not rows else 0)
END
gate=$?
test $status -le 1 || exit $status # a file that cannot be read to its end, or a claim in it
exit $gate
