#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# The JSON of every command fits doc/json.schema.json, and spoiled JSON does not.
set -u

: "${top_builddir:=.}" "${srcdir:=.}"
command -v python3 >/dev/null || {
    echo "json.sh: no Python"
    exit 77
}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failures=0 rows=0
commands=
# fits COMMAND CODE ARGUMENT...: the output, and the exit code
fits()
{
    command=$1 code=$2
    shift 2
    rows=$((rows + 1))
    commands="$commands $command"
    case $command in crosscheck) lines=--lines ;; *) lines= ;; esac
    "$top_builddir/dpcert" "$command" "$@" >"$work/out" 2>"$work/err" <"$work/input"
    got=$?
    if test $got -ne "$code"; then
        echo "json.sh: dpcert $command $*: exit code $got"
        cat "$work/err"
        failures=$((failures + 1))
    fi
    # shellcheck disable=SC2086 # nothing, or an option
    python3 "$srcdir/tests/cli/schema.py" "$srcdir/doc/json.schema.json" "$command" $lines <"$work/out" || {
        echo "json.sh: dpcert $command $*"
        failures=$((failures + 1))
    }
}
: >"$work/input"
has_arb=$("$top_builddir/dpcert" bound gauss.theta eps=1 r=1/2 --arith mpfr >/dev/null 2>&1 && echo yes)

fits list 0 --json
fits list 0 'compose.*' --json
fits show 0 gauss.theta --json
fits show 0 compose.he-2-printed --json
fits bound 0 gauss.theta eps=1 r=1/2 --json
fits bound 0 gauss.theta eps=1 r=1/2 --arith double --json
fits bound 0 compose.he-2-printed eps=0.1 delta=1e-5 T=1000 slack=1e-6 --json
fits bound 0 compose.kov-list 'step=[(0.1,1e-6,3)]' slack=1e-6 --json
fits bound 0 gen.multi-he2020 eps=0.1 delta=0 k=3 --json
test -z "$has_arb" || fits bound 0 gauss.theta eps=1 r=1/2 --arith all --json
fits explain 0 gauss.theta eps=1 r=1/2 --json
fits solve 0 gauss.theta 'eps=?' r=1/2 'delta<=1e-5' --json
fits compare 0 gauss D=1 sigma=20 T=1000 delta=1e-5 -d 5 --json
fits compare 0 steps eps=0.1 delta=1e-7 T=10 delta_out=1e-5 -d 5 --json
cp "$srcdir/certs/catalogue/channel.binary.cert" "$work/good.cert"
fits verify 0 "$work/good.cert" --json
fits verify 2 "$work/good.cert" "$work/input" "$work/none.cert" --json
fits verify 3 "$work/good.cert" --max-steps 1 --json
printf 'gaussian sigma=2 times 3\ndelta 1e-5\n' >"$work/input"
fits account 0 - --json
fits account 0 - --eps 1 -d 5 --json
# said PLACE VALUE: the last output has the value at the place, like history.phases
said()
{
    python3 -c 'import functools, json, sys
lines = open(sys.argv[1]).read()
value = functools.reduce(lambda o, key: o and o[key], sys.argv[2].split("."), json.loads(lines))
sys.exit(json.dumps(value) != sys.argv[3] and "%s is %r" % (sys.argv[2], value))' "$work/out" "$1" "$2" || {
        echo "json.sh: $command: $1 is not $2"
        failures=$((failures + 1))
    }
}
said adjacency '"add-remove"'
said history '{"declared": "complete", "phases": 1}'
fits account 0 - --extent part -d 5 --json
said history.declared '"part"'
cp "$work/input" "$work/history"
fits crosscheck 1 "$work/history" --delta 1e-5 --claimed 0.1 --format json
said adjacency '"add-remove"'
said history '{"declared": "complete", "phases": 1}'
printf 'theorem,result,claimed,history,delta\naccount,eps,9,gaussian sigma=2 times 3;extent part,1e-5\n' >"$work/input"
fits crosscheck 0 - --format json
said history.declared '"part"'
printf 'theorem,result,claimed,eps,r\ngauss.theta,delta,0.5,1,1/2\n' >"$work/input"
fits crosscheck 0 - --format json
said adjacency '"any"'
said history null
printf 'theorem,result,claimed,eps,r\ngauss.theta,delta,0.5,1,1/2\ngauss.theta,delta,0.001,1,1/2\n' >"$work/input"
fits crosscheck 1 - --format json
# an empty list is an array like any other
fits verify 0 "$srcdir/certs/catalogue/product.exact.cert" --json
grep -q '"laplace": \[\]' "$work/out" || {
    echo "json.sh: an empty list is not []"
    failures=$((failures + 1))
}
cp "$srcdir/examples/papers/asoodeh2020c-ex1.table" "$work/small.table"
fits table 0 "$work/small.table" --format json

# every command with --json, or with a format json, is among them
"$top_builddir/dpcert" help | sed -n 's/^  \([a-z]*\) .*/\1/p' | while read -r name; do
    if "$top_builddir/dpcert" help "$name" | grep -q -E -e '--json|json \(one object|csv, md, latex, json'; then
        case "$commands " in *" $name "*) ;; *) echo "$name" ;; esac
    fi
done >"$work/missing"
if test -s "$work/missing"; then
    echo "json.sh: not tested: $(tr '\n' ' ' <"$work/missing")"
    failures=$((failures + 1))
fi
echo "json.sh: $rows outputs, $failures failures"
test $failures -eq 0
