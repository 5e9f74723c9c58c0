#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# What every change must pass: build with warnings as errors, tests, tests under
# sanitizers, lint, distcheck.  `make nightly` has more: proofs and mutants of the kernel,
# Valgrind, threads, LaTeX, the long randomized tests.  Works in build/ and build-asan/; safe to run
# again.  Exits 0 only if nothing failed; the last line is `N passed, N failed`.

cd "$(dirname "$0")" || exit 1

jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
logs=build/logs
passed=0
failed=0
skipped=0
report=

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

# phase NAME COMMAND...: runs it, shows and keeps its output, counts its tests.  A phase
# that fails without a failed test (a compile error, a lint finding) counts as one failure.
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
    seconds=$(($(date +%s) - start))

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

# The flags of configured() as config.status prints them, hence no others.
build()
{
    configured "$@" && make -C "$1" -j "$jobs"
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
    for test in tests/t-*.c; do
        case $test in
            *t-random.c | *t-inversion.c | *t-range.c | *t-mpfr.c | *t-threads.c | *t-cert.c) ;;
            *) printf '%s ' "${test%.c}" ;;
        esac
    done
    echo tests/bad-input.sh tests/crosscheck.sh tests/python.sh
}

failed_logs()
{
    if test -f "$1/test-suite.log"; then
        cat "$1/test-suite.log"
    fi
}

mkdir -p "$logs" || exit 1

phase dependencies tools/install-deps.sh build test || {
    echo "0 passed, 1 failed"
    exit 1
}

if test -f config.status; then
    # autotools refuse a second build folder beside a build inside the source tree.
    phase distclean make -s distclean
fi
{ test -x configure && test -f Makefile.in && test -f src/config.h.in; } || phase autogen ./autogen.sh

if phase build build build --enable-werror; then
    phase check check build || failed_logs build
    phase lint make -s -C build lint
    # The archive must build and install; the tests have run above.
    phase distcheck make -s -C build -j "$jobs" distcheck \
        AM_MAKEFLAGS="TESTS='tests/bad-input.sh tests/install.sh tests/t-query'"
fi
if phase build-asan build build-asan --enable-werror --enable-sanitizers; then
    # The long randomized suites take minutes with a sanitizer: `make nightly` is for them.
    phase check-asan check build-asan "TESTS=$(asan_tests)" || failed_logs build-asan
fi

printf '\n%s' "$report"
test "$skipped" -eq 0 || echo "$skipped skipped"
echo "$passed passed, $failed failed"
test "$failed" -eq 0
