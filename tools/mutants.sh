#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: tools/mutants.sh SRCDIR [COUNT [SEED]]     (make mutants)
#
# Every mutant of proofs/mutants.txt is a wrong kernel: one of its functions must lose a proof goal.
# COUNT: so many, chosen by SEED (the day if it is not given); without it all.  Exits 1 if a mutant
# keeps all its goals, or if its text is no longer found exactly once in the function.

set -u
srcdir=$(cd "${1:?usage: tools/mutants.sh SRCDIR [COUNT [SEED]]}" && pwd) || exit 1
command -v frama-c >/dev/null || {
    echo "mutants: frama-c was not found" >&2
    exit 1
}
if test ! -f why3.conf; then # prove.sh writes the configuration before it proves anything
    sh "$srcdir/tools/prove.sh" "$srcdir" --wp none.c >/dev/null 2>&1
fi
WHY3CONFIG=$(pwd)/why3.conf
export WHY3CONFIG
exec python3 - "$srcdir" "${2:-0}" "${3:-$(date +%Y%m%d)}" <<'EOF_PYTHON'
import random, re, shutil, subprocess, sys
from pathlib import Path

src, count, seed = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
table = [line.split(" | ") for line in (src / "proofs/mutants.txt").read_text().splitlines()
         if line and not line.startswith("#")]
chosen = table if count == 0 else random.Random(seed).sample(table, count)
survivors = 0
tree = Path("mutant")
for number, (name, function, old, new) in enumerate(chosen):
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(src / "src/kernel", tree / "src/kernel")
    path = tree / "src/kernel" / name
    text = path.read_text()
    found = re.search(r"^[a-z][\w ]*?[ *]%s\([^;{}]*\)\n\{.*?^\}" % function, text, re.M | re.S)
    if found is None or found.group(0).count(old) != 1:
        print("mutants: '%s' is not once in %s of %s" % (old, function, name))
        survivors += 1
        continue
    body = found.group(0).replace(old, "" if new == "-" else new)
    path.write_text(text[:found.start()] + body + text[found.end():])
    out = subprocess.run(["frama-c", "-cpp-extra-args=-I%s/src" % tree, "-wp", "-wp-rte", "-wp-driver",
                          "%s/proofs/dpk.driver" % src, "-wp-prover", "z3,cvc4", "-wp-timeout", "3",
                          "-wp-par", "2", "-wp-cache", "none", "-wp-fct", function, str(path)],
                         capture_output=True, text=True).stdout
    result = re.search(r"Proved goals:\s*(\d+) / (\d+)", out)
    lost = result is not None and result.group(1) != result.group(2)
    print("mutants: %-10s %-20s %-44s %s" % (name, function, old[:44], "%s of %s" % result.groups() if result else "no answer"), flush=True)
    if not lost:
        print("mutants: SURVIVES: %s in %s: '%s' -> '%s'" % (function, name, old, new))
        survivors += 1
shutil.rmtree(tree, ignore_errors=True)
print("mutants: %d of %d lose a goal (seed %s)" % (len(chosen) - survivors, len(chosen), seed))
sys.exit(1 if survivors else 0)
EOF_PYTHON
