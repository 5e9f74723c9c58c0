#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Runs the benchmark.  Where a python3 with mpmath is installed, its unverified evaluation of the
# same formula is measured first, in the same run, and compared.
set -eu

python_seconds=0
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import mpmath' 2>/dev/null; then
        python_seconds=$("$python" - <<'EOF'
import time
from mpmath import mp, mpf, erfc, exp, sqrt

mp.dps = 19


def theta(eps, r):
    root = sqrt(mpf(2))
    return (erfc((eps / r - r / 2) / root) - exp(eps) * erfc((eps / r + r / 2) / root)) / 2


eps, r = mpf(1), mpf(1) / 2
best = None
for _ in range(3):
    start, calls = time.process_time(), 0
    while time.process_time() - start < 0.3:
        theta(eps, r)
        calls += 1
    used = (time.process_time() - start) / calls
    best = used if best is None else min(best, used)
print(repr(best))
EOF
)
        break
    fi
done
"${top_builddir:-.}/bench/bench" "$python_seconds"
exec "${SHELL:-/bin/sh}" "${srcdir:-.}/bench/table.sh"
