# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Functions for shell tests, which source this file and end with `finish`.
# shellcheck shell=sh
set -u

dpcert=${top_builddir:-.}/dpcert
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

check()
{
    if test "$1" = yes; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $2"
        test -s "$work/out" && sed 's/^/  stdout: /' "$work/out" | head -20
        test -s "$work/err" && sed 's/^/  stderr: /' "$work/err" | head -20
    fi
}

# run STATUS ARGUMENT...: output goes to $work/out and $work/err.
run()
{
    want=$1
    shift
    "$dpcert" "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    test "$got" -eq "$want" && ok=yes || ok=no
    check $ok "dpcert $*: exit $got, expected $want"
}

# says TEXT: a line of stdout that contains this text.
says()
{
    grep -Fq -- "$1" "$work/out" && ok=yes || ok=no
    check $ok "stdout lacks: $1"
}

# complains TEXT: a line of stderr that contains this text.
complains()
{
    grep -Fq -- "$1" "$work/err" && ok=yes || ok=no
    check $ok "stderr lacks: $1"
}

# The verdict of the test.
finish()
{
    echo "${0##*/}: $passed passed, $failed failed"
    test "$failed" -eq 0
    exit
}
