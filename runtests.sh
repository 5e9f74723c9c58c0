#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# What every change must pass, in a quarter of an hour on two processors: build with warnings as errors,
# tests, tests under sanitizers, lint, distcheck; the proofs of the kernel and three mutants chosen by the day
# (DPC_MUTANTS='COUNT SEED' chooses others), which run in the background with low priority.
# Samples are chosen by the day: certificates for the second checker, sources for clang-tidy.
# `make nightly` runs everything.  Works in build/ and build-asan/; safe to run
# again.  Exits 0 only if nothing failed; the last line is `N passed, N failed`.

cd "$(dirname "$0")" || exit 1

jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
logs=build/logs
passed=0
failed=0
skipped=0
report=
proving=

# counted LOG KIND...: the sum of automake's summary lines `# KIND: n` in LOG.
counted()
{
    log=$1
    shift
    awk -v kinds=" $* " '
        /^# [A-Z]+: +[0-9]+$/ {
            kind = $2
            sub(/:/, "", kind)
            if (index(kinds, " " kind " "))
                n += $3
        }
        END { print n + 0 }' "$log"
}

# finished NAME STATUS SECONDS: counts the tests of a phase from its log.  One that fails
# without a failed test (a compile error, a lint finding) counts as one failure.
finished()
{
    name=$1 status=$2 seconds=$3
    log=$logs/$name.log
    phase_passed=$(counted "$log" PASS XFAIL)
    phase_failed=$(counted "$log" FAIL XPASS ERROR)
    if test "$status" -ne 0 && test "$phase_failed" -eq 0; then
        phase_failed=1
    fi
    passed=$((passed + phase_passed))
    failed=$((failed + phase_failed))
    skipped=$((skipped + $(counted "$log" SKIP)))
    verdict=ok
    test "$status" -eq 0 || verdict=FAILED
    line=$(printf '%-18s %-6s %4d s' "$name" "$verdict" "$seconds")
    report="$report$line
"
    echo "== $name: $verdict, $seconds s"
    return "$status"
}

# phase NAME COMMAND...: runs it, shows and keeps its output.
phase()
{
    name=$1
    shift
    log=$logs/$name.log
    printf '\n== %s: %s\n' "$name" "$*"
    start=$(date +%s)
    # A pipe gives the status of tee, so the command's own goes through a file.
    { "$@" 2>&1; echo $? >"$log.status"; } | tee "$log"
    status=$(cat "$log.status")
    rm -f "$log.status"
    finished "$name" "$status" $(($(date +%s) - start))
}

# beside NAME COMMAND...: runs it with low priority, for a process of its own beside the phases;
# the output goes to its log only, status and seconds to a file for gather().
beside()
{
    name=$1
    shift
    start=$(date +%s)
    echo "$*" >"$logs/$name.log"
    nice -n 19 "$@" >>"$logs/$name.log" 2>&1
    status=$?
    echo "$status $(($(date +%s) - start))" >"$logs/$name.beside"
    return "$status"
}

# gather NAME...: what beside() did, as phases that have just finished; one that did not run has failed.
gather()
{
    for name; do
        status=1 seconds=0
        if test -f "$logs/$name.beside"; then
            read -r status seconds <"$logs/$name.beside"
        else
            echo "did not run" >"$logs/$name.log"
        fi
        rm -f "$logs/$name.beside"
        printf '\n== %s: ' "$name"
        cat "$logs/$name.log"
        finished "$name" "$status" "$seconds"
    done
}

# What is proved; after the build, whose folder it shares.
proofs()
{
    beside dependencies-prove tools/install-deps.sh prove || return
    beside prove make -s -C build prove
    beside mutants make -s -C build mutants "MUTANTS=${DPC_MUTANTS:-3}"
}

# configured FOLDER FLAG...: configures FOLDER again, since tools may have been installed
# since the last time; starts afresh if the objects there were compiled with other flags.
configured()
{
    folder=$1
    shift
    if test -f "$folder/config.status"; then
        have=$("$folder/config.status" --config | tr -d "'")
        if test "$have" != "$*"; then
            find "$folder" -mindepth 1 -maxdepth 1 ! -name logs -exec rm -rf '{}' +
        fi
    fi
    mkdir -p "$folder"
    (cd "$folder" && ../configure --quiet "$@")
}

# The flags of configured() as config.status prints them, hence no others.  The programs of the tests
# too, so that what runs at the same time later builds nothing.
build()
{
    configured "$@" && make -C "$1" -j "$jobs" && make -s -C "$1" -j "$jobs" check TESTS=
}

# Shows the logs of failed tests, which automake keeps in a file.
check()
{
    folder=$1
    shift
    make -C "$folder" -j "$jobs" check "$@"
}

# What the sanitizer build runs: the suites and scripts that are quick enough under it.
asan_tests()
{
    for test in $(find tests -name 't-*.c' | LC_ALL=C sort); do
        case $test in
            *t-random.c | *t-inversion.c | *t-range.c | *t-mpfr.c | *t-threads.c | *t-cert.c | *t-regimes.c | *t-grid.c | *t-edges.c) ;;
            *) printf '%s ' "${test%.c}" ;;
        esac
    done
    echo tests/cli/bad-input.sh tests/account/crosscheck.sh tests/python/python.sh
}

failed_logs()
{
    if test -f "$1/test-suite.log"; then
        cat "$1/test-suite.log"
    fi
}

mkdir -p "$logs" || exit 1
rm -f "$logs"/*.beside

phase dependencies tools/install-deps.sh build test || {
    echo "0 passed, 1 failed"
    exit 1
}

if test -f config.status; then
    # autotools refuse a second build folder beside a build inside the source tree.
    phase distclean make -s distclean
fi
{ test -x configure && test -f Makefile.in && test -f build-aux/config.h.in; } || phase autogen ./autogen.sh

if phase build build build --enable-werror; then
    proofs &
    proving=$!
    # A process in the background does not hear an interrupt.
    trap 'kill "$proving" 2>/dev/null; exit 1' INT TERM
    phase check check build || failed_logs build
    phase lint make -s -C build lint LINT=some
    # The archive must build and install; the tests have run above, and with optimization.
    phase distcheck make -s -C build -j "$jobs" distcheck \
        DISTCHECK_CONFIGURE_FLAGS='--disable-static CFLAGS=-O0' \
        AM_MAKEFLAGS="TESTS='tests/cli/bad-input.sh tests/include/install.sh tests/query/t-query'"
fi
if phase build-asan build build-asan --enable-werror --enable-sanitizers --disable-static; then
    # The long suites take minutes with a sanitizer: `make nightly-asan` is for them.
    phase check-asan check build-asan "TESTS=$(asan_tests)" || failed_logs build-asan
fi
if test -n "$proving"; then
    wait "$proving"
    gather dependencies-prove prove mutants
fi

printf '\n%s' "$report"
test "$skipped" -eq 0 || echo "$skipped skipped"
echo "$passed passed, $failed failed"
test "$failed" -eq 0
