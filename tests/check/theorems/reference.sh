#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# The reference values of tests/data are those of their generator.  Checks a fifth of the theorems, a different fifth every day
# (DPC_SEED=n: the fifth of day n), or with DPC_REFERENCE=all all of them.
. "${srcdir:-.}/tests/support/lib.sh"

part=$((${DPC_SEED:-$(($(date +%s) / 86400))} % 5))
test "${DPC_REFERENCE-}" != all || part=
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import mpmath' 2>/dev/null; then
        "$python" "$srcdir/tests/data/gen_reference.py" --check $part >"$work/out" 2>&1 && ok=yes || ok=no
        check $ok "tests/data differs from what gen_reference.py writes"
        cat "$work/out"
        finish
    fi
done
echo "reference.sh: mpmath was not found"
exit 77
