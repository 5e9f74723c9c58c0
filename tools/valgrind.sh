#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: tools/valgrind.sh 'VALGRIND COMMAND' SUITE...     (make check-valgrind)
#
# Runs each suite, and then the program itself, under Valgrind; prints the same
# summary lines as `make check`, which runtests.sh adds up.  LIBTOOL and top_builddir
# come from the environment.

valgrind=$1
shift
passed=0
failed=0

# run NAME COMMAND...: one run; its output is shown only when it fails.
run()
{
    name=$1
    shift
    # Unquoted on purpose: the command comes with its options.
    # shellcheck disable=SC2086
    if output=$($LIBTOOL --mode=execute $valgrind "$@" 2>&1); then
        echo "PASS: $name"
        passed=$((passed + 1))
    else
        printf '%s\n' "$output"
        echo "FAIL: $name"
        failed=$((failed + 1))
    fi
}

cd "${top_builddir:-.}" || exit 1
for suite; do
    run "$suite" "./$suite"
done
run 'dpcert list' ./dpcert list
run 'dpcert bound' ./dpcert bound gauss.theta eps=5 r=1/2
run 'dpcert bound --json' ./dpcert bound gauss.theta eps=5 r=1/2 --json

echo "# PASS:  $passed"
echo "# FAIL:  $failed"
test "$failed" -eq 0
