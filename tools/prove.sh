#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# prove.sh SOURCE-FOLDER BUILD-FOLDER: runs Frama-C's WP, with run-time errors, on every file of the
# kernel that has contracts, with the provers and without a cache, and compares goals and proved goals
# with proofs/STATUS.  Fails if a goal is unproved, if one has disappeared or if the axioms of the
# theory that WP may use are not those of proofs/TRUSTED.md.
set -eu

src=$(cd "$1" && pwd) build=$2
for tool in frama-c why3 z3 cvc4; do
    command -v "$tool" >/dev/null || {
        echo "prove: $tool was not found (Debian: apt-get install frama-c-base why3 z3 cvc4)" >&2
        exit 1
    }
done
mkdir -p "$build/prove"
build=$(cd "$build/prove" && pwd)

# WP finds provers through a configuration that must not come from somebody's home folder.
cat >"$build/why3.conf" <<EOF
[main]
datadir = "$(why3 --print-datadir)"
libdir = "$(why3 --print-libdir)"
magic = 14
memlimit = 2000
running_provers_max = 2
timelimit = 10
loadpath = "$src/proofs/why3"
loadpath = "$(why3 --print-datadir)/stdlib"

[partial_prover]
name = "CVC4"
path = "$(command -v cvc4)"
version = "1.8"

[partial_prover]
name = "Z3"
path = "$(command -v z3)"
version = "4.8.12"
EOF
WHY3CONFIG=$build/why3.conf
export WHY3CONFIG

# axioms that WP's goals may use without proof, by name
sed -n '/^theory Analysis/,/^end/p' "$src/proofs/why3/dpk.mlw" |
    sed -n 's/^ *axiom \([a-z_0-9]*\).*/- \1/p' | sort >"$build/axioms"
sed -n '/^<!-- axioms -->/,/^<!-- end -->/p' "$src/proofs/TRUSTED.md" | grep '^- ' | sort >"$build/trusted"
failed=0
if ! diff "$build/trusted" "$build/axioms"; then
    echo "prove: the axioms of the theory Analysis are not those of proofs/TRUSTED.md" >&2
    failed=1
fi

: >"$build/STATUS"
for name in dyadic ival expo power gauss; do
    file=src/kernel/$name.c
    # the driver and the files are named relative to the source folder
    (cd "$src" && frama-c -cpp-extra-args=-Isrc -wp -wp-rte -wp-driver proofs/dpk.driver \
        -wp-prover z3,cvc4 -wp-timeout 5 -wp-par 2 -wp-cache none "$file") >"$build/$name.log" 2>&1 || true
    counts=$(sed -n 's/^\[wp\] Proved goals: *\([0-9]*\) *\/ *\([0-9]*\).*/\2 \1/p' "$build/$name.log")
    echo "$file ${counts:-0 0}" >>"$build/STATUS"
    echo "prove: $file: ${counts:-no} (goals, proved)"
    grep -E '\] Goal .* : (Timeout|Unknown|Failed|Stepout)' "$build/$name.log" || true
done

if ! diff "$src/proofs/STATUS" "$build/STATUS"; then
    echo "prove: goals differ from proofs/STATUS (above: < committed, > now)" >&2
    failed=1
fi
awk '$2 != $3 || $2 == 0 { bad = 1 } END { exit bad }' "$build/STATUS" || {
    echo "prove: not everything is proved" >&2
    failed=1
}
exit $failed
