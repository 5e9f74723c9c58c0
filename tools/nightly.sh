#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: tools/nightly.sh SRCDIR [--force] [PART...]     (make nightly, make nightly-PART)
#        tools/nightly.sh --list
#
# Runs the tests that take too long for every change, in parts, in a build folder; without PART all of them.  Each part takes less
# than an hour on two idle processors.  proofs/NIGHTLY gets a line about each part, which replaces the last one:
# the commit, the part, elapsed and CPU time, the result.  Commit that file.
# A part that passed is not run again while its inputs are the same as at that commit, except with --force.  A tree that has
# uncommitted changes or is not a git checkout is tested, but not recorded.  Exits 1 if a part failed.

set -u

# name, estimate of the seconds of CPU in all (proofs/NIGHTLY has what it took), what it is
parts='random 700 t-random, 20 times as many sets
grids 400 t-grid and t-inversion, 8 times
regimes 500 t-regimes, 8 times
suites 600 all other suites, 4 times
scripts 600 shell tests, with all certificates and reference values; 20 kills
certs 250 the second checker on all certificates; writes certs/CHECKED
asan 900 all suites under ASan and UBSan
valgrind 300 the quick suites under Valgrind
builds 1200 threads under TSan, the layout of FLINT 3, without Arb, a static checker, 32 bits, distcheck with all tests
docs 900 LaTeX, the papers, lint of every file
rte 600 run-time errors, by EVA
fuzz 1500 libFuzzer, four minutes for each harness; random theorems
prove 450 the proofs
prove-32 450 the proofs of the C files where long has 32 bits
smoke-1 700 contradictions in the contracts of expo.c
smoke-2 2200 and in those of the other files
mutants 2000 all wrong kernels
bench 300 speed, as ratios'

names=$(printf '%s\n' "$parts" | sed 's/ .*//')
if test "${1-}" = --list; then
    printf '%s\n' "$parts" | while read -r name cpu what; do printf '%-10s %5d s of CPU  %s\n' "$name" "$cpu" "$what"; done
    exit 0
fi
src=$(cd "${1:?usage: tools/nightly.sh SRCDIR [--force] [PART...]}" && pwd) || exit 1
shift
force=no
if test "${1-}" = --force; then
    force=yes
    shift
fi
test $# -gt 0 || set -- $names
for part; do
    printf '%s\n' "$names" | grep -qxF -- "$part" || {
        echo "nightly: no such part: $part (there are $(echo $names))" >&2
        exit 2
    }
done

make=${MAKE:-make}
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
record=$src/proofs/NIGHTLY
mkdir -p nightly || exit 1

# suites BUT...: all but these
suites()
{
    (cd "$src" && find tests -name 't-*.c') | LC_ALL=C sort | while read -r suite; do
        suite=${suite%.c}
        case " $* " in *" ${suite##*/} "*) ;; *) printf '%s ' "$suite" ;; esac
    done
}
# all shell tests; what the others source, and the test of check-latex, are none
scripts()
{
    (cd "$src" && find tests -name '*.sh') | LC_ALL=C sort | while read -r script; do
        case $script in */lib.sh | */latex.sh) ;; *) printf '%s ' "$script" ;; esac
    done
}
# check MULT TEST...: the tests, with this many times the random cases
check()
{
    mult=$1
    shift
    DPC_TEST_MULT=$mult $make -j "$jobs" check TESTS="$*"
}

# What a part does.
run()
{
    case $1 in
        random) check 20 tests/check/theorems/t-random ;;
        grids) check 8 tests/account/t-grid tests/check/method/t-inversion ;;
        regimes) check 8 tests/account/t-regimes ;;
        suites) check 4 $(suites t-random t-grid t-inversion t-regimes) ;;
        scripts) DPC_KILLS=20 DPC_CERTS=all DPC_REFERENCE=all check 1 $(scripts) ;;
        certs) $make checked ;;
        asan) $make check-asan ;;
        valgrind) $make check-valgrind ;;
        builds)
            # no `&&`: all of them are run
            failed=0
            for target in check-tsan check-flint3 check-gmp static-check check-m32 distcheck; do
                $make -j "$jobs" $target || failed=1
            done
            return $failed
            ;;
        docs) $make check-latex && $make papers && $make lint ;;
        rte) $make rte ;;
        fuzz) FUZZ_SECONDS=${FUZZ_SECONDS:-240} $make fuzz ;;
        prove) $make prove ;;
        prove-32) $make prove MACHDEP=x86_32 ;;
        smoke-1) $make prove-smoke SMOKE=expo.c ;;
        smoke-2) $make prove-smoke SMOKE='dyadic.c gauss.c ival.c judge.c power.c steps.c' ;;
        mutants) $make mutants ;;
        bench) $make bench ;;
    esac
}

# What a part depends on, as git names paths: its records are none of it, and documents matter to those that read them.
inputs()
{
    case $1 in
        prove | prove-32 | smoke-*) echo src/check/kernel proofs/why3 proofs/dpk.driver tools/prove.sh tools/inventory.py ;;
        mutants) echo src/check/kernel src/check/domain proofs/why3 proofs/dpk.driver proofs/mutants.txt tests/check/kernel/t-kernel.c tools/prove.sh tools/mutants.sh ;;
        rte) echo src/check proofs/rte tools/rte.sh ;;
        scripts | docs) echo . ':!proofs/NIGHTLY' ':!certs/CHECKED' ;;
        *) echo . ':!proofs/NIGHTLY' ':!certs/CHECKED' ':!*.md' ':!NEWS' ;;
    esac
}
# within PART GIT-ARGUMENT...: git, with the inputs of PART as paths
within()
{
    paths=$(inputs "$1")
    shift
    set -f # the patterns are git's
    # shellcheck disable=SC2086
    (cd "$src" && git "$@" -- $paths 2>/dev/null)
    status=$?
    set +f
    return $status
}
# Nothing where it cannot be told.
commit()
{
    git -C "$src" rev-parse --short=12 HEAD 2>/dev/null
}
changes()
{
    within "$1" status --porcelain
}
# recorded PART: the commit at which it was ok, if there is one
recorded()
{
    awk -v name="$1" '$2 == name && $NF == "ok" { print $1 }' "$record" 2>/dev/null
}
# is_fresh PART: it was ok, and its inputs are the same
is_fresh()
{
    then=$(recorded "$1")
    test -n "$then" && test -z "$(changes "$1")" && within "$1" diff --quiet "$then" HEAD
}

# put PART LINE: in the order of the parts, with the lines of others
put()
{
    touch "$record"
    {
        echo "# commit, part, duration, CPU, result: the last run of each part; written by tools/nightly.sh"
        for name in $names; do
            if test "$name" = "$1"; then
                echo "$2"
            else
                awk -v name="$name" '!/^#/ && $2 == name' "$record"
            fi
        done
    } >nightly/NIGHTLY
    cat nightly/NIGHTLY >"$record"
}


failed=0
for part; do
    now=$(commit)
    if test "$force" = no && is_fresh "$part"; then
        echo "nightly: $part was ok at $then"
        continue
    fi
    echo "nightly: $part (nightly/$part.log)"
    start=$(date +%s)
    times >nightly/before # a child of its own would not see the children
    { run "$part"; echo $? >nightly/status; } >"nightly/$part.log" 2>&1
    times >nightly/after
    read -r status <nightly/status
    seconds=$(($(date +%s) - start))
    cpu=$(awk 'FNR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s[NR != FNR] += 60 * t[1] + t[2] } }
               END { printf "%d", s[1] - s[0] }' nightly/before nightly/after)
    result=ok
    test "$status" -eq 0 || { result=FAILED failed=1; tail -n 30 "nightly/$part.log"; }
    line=$(printf '%-12s  %-10s %5d s %6d s  %s' "${now:--}" "$part" "$seconds" "$cpu" "$result")
    echo "nightly: $line"
    if test -z "$now"; then
        echo "nightly: not from git, so nothing is recorded"
    elif test -n "$(changes "$part")" || ! within "$part" diff --quiet "$now" HEAD; then
        echo "nightly: not recorded: the tree has changes that are not committed, or changed meanwhile"
    else
        put "$part" "$line"
    fi
done
exit $failed
