#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# --arith all: the enclosures side by side, and the failure when they disagree.
set -u

: "${top_builddir:=.}" "${CC:=cc}" "${CFLAGS:=}"
dpcert=$top_builddir/dpcert
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failures=0
complain()
{
    echo "arith-all.sh: $*" >&2
    sed 's/^/  stdout: /' "$work/out" >&2
    sed 's/^/  stderr: /' "$work/err" >&2
    failures=$((failures + 1))
}

# run STATUS ARGUMENT...
run()
{
    want=$1
    shift
    "$dpcert" "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    test "$got" -eq "$want" || complain "dpcert $*: exit $got, expected $want"
}
says()
{
    grep -Fq -- "$1" "$work/out" || complain "stdout lacks: $1"
}
warns()
{
    grep -Fq -- "$1" "$work/err" || complain "stderr lacks: $1"
}

run 0 bound gauss.theta eps=700 r=1/3 --arith all
cat >"$work/expected" <<'END'
gauss.theta: Hockey-stick divergence of two unit Gaussians at distance r
  given      eps = 700, r = 1/3
  delta     in [1.392483497e-957475, 1.392483498e-957475]
  status     exact (from the paper), any adjacency
  value of delta
    ball     [1.392483497e-957475, 1.392483498e-957475]
    mpfr     [1.392483497e-957475, 1.392483498e-957475]
    kernel   [1.392483497e-957475, 1.392483498e-957475]
    double   0   unverified
  the certified ones agree
END
grep -v '^  premise ' "$work/out" >"$work/compared"
diff "$work/expected" "$work/compared" >&2 || complain "another output"
run 0 bound ma.gauss-closed sigma=20 T=1000 delta=1e-5 --arith all # at the witness that was found
says "    mpfr     [8.078359548, 8.078359549]"
run 3 bound gauss.theta eps=1e10 r=1e-3 --arith all # exponents of the kernel end earlier
says "  the certified ones that answer agree"
run 3 bound gauss.theta eps=1e15 r=1e-10 --arith all
says "  only ball answers: nothing confirms it"
cat >"$work/end.thm" <<'END'
theorem own.end
revision 1
title "t"
cite me "here"
status proved paper
adjacency any
param a : real
result v = inf(p = a..5, 1/p + p)
END
run 0 bound "$work/end.thm" a=1e-30 -d 5 --arith all # a ball around the first cell reaches 0
says "    ball     undecided: "
says "  the certified ones that answer agree"
run 3 bound "$work/end.thm" a=0 -d 5 --arith all
run 0 bound gauss.theta eps=1 r=1/2 --arith mpfr
says "delta     in [6.829594983e-3, 6.829594984e-3]"
run 1 bound gauss.theta eps=1 r=-1 --arith all
run 2 bound gauss.theta eps=1 r=1 --arith some
warns "it is ball, mpfr, kernel or double"
run 2 explain gauss.theta eps=1 r=1 --arith all
warns "bound has --arith all"
run 0 explain gauss.theta eps=1 r=1/2 --arith mpfr
says "[3.322956188e-2, 3.322956189e-2]"
# the certificate is the same as without
run 0 bound compose.kov eps=0.1 delta=1e-5 T=1000 slack=1e-6 --cert "$work/one.cert"
run 0 bound compose.kov eps=0.1 delta=1e-5 T=1000 slack=1e-6 --cert "$work/all.cert" --arith all
cmp "$work/one.cert" "$work/all.cert" || complain "another certificate"
for arith in ball mpfr kernel; do
    run 0 verify "$work/one.cert" --arith $arith
done

run 0 bound compose.kov eps=0.1 delta=1e-5 T=1000 slack=1e-6 --arith all --json
if command -v python3 >/dev/null 2>&1; then
    python3 - "$work/out" <<'END' || complain "JSON"
import json, sys
o = json.load(open(sys.argv[1]))
assert o["arith"] == "all"
assert [a["arith"] for a in o["ariths"]] == ["ball", "mpfr", "kernel", "double"]
assert [a["certified"] for a in o["ariths"]] == [True, True, True, False]
for a in o["ariths"]:
    r = {x["name"]: x for x in a["results"]}
    assert len(r) == 2 and a["undecided"] is None
    if a["certified"]:
        assert r["delta_out"]["lower"] == "9.951205803e-3" and a["bits"] >= 64, a
    else:
        assert abs(float(r["delta_out"]["approx"]) - 9.9512058e-3) < 1e-9 and a["bits"] == 0, a
END
fi

# An MPFR that computes erfc wrongly, by a part in 2^20, shows.
case $CFLAGS in
*-fsanitize*) echo "arith-all.sh: a sanitizer is in the way of a wrong MPFR: not tried" ;;
*)
    cat >"$work/wrong.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpfr.h>
int mpfr_erfc(mpfr_ptr d, mpfr_srcptr x, mpfr_rnd_t rnd)
{
    int (*right)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
    *(void **)&right = dlsym(RTLD_NEXT, "mpfr_erfc");
    right(d, x, rnd);
    return mpfr_mul_d(d, d, 1 + 1.0 / (1 << 20), rnd);
}
END
    # shellcheck disable=SC2086 # words of a command
    if $CC $CFLAGS -shared -fPIC -o "$work/wrong.so" "$work/wrong.c" -lmpfr -ldl 2>"$work/log"; then
        LD_PRELOAD=$work/wrong.so "$dpcert" bound gauss.theta eps=1 r=1/2 --arith all \
            >"$work/out" 2>"$work/err"
        got=$?
        test $got -eq 1 || complain "two arithmetics disagree: exit $got, expected 1"
        warns "CONTRADICTION: gauss.theta: delta is in [6.829594983e-3, 6.829594984e-3] by ball and in"
        warns "by mpfr arithmetic: one of them is wrong"
        test ! -s "$work/out" || complain "two arithmetics disagree: there is output"
    else
        cat "$work/log" >&2
        echo "arith-all.sh: a wrong MPFR does not build: not tried"
    fi
    ;;
esac

test $failures -eq 0
