#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: tools/lint.sh SRCDIR COMPILE-FLAG...     (make lint)
#
# clang-tidy and cppcheck on every C source; exits 1 if either finds anything.  With LINT=some in the environment
# clang-tidy, which is slow, looks only at the sources that the last four commits or the working tree
# changed (in a git checkout), and at a quarter of the others, a different quarter every day.

srcdir=$1
shift

for tool in CLANG_TIDY CPPCHECK; do
    eval "test -n \"\$$tool\"" || {
        echo "lint: configure did not find $tool (Debian: apt-get install clang-tidy cppcheck)" >&2
        exit 1
    }
done

# An in-tree build has the generated catalogue and settings among the sources; they are only data.
sources=$(find "$srcdir/src" "$srcdir/tests" "$srcdir/examples" "$srcdir/bench" \
    -name '*.c' ! -name '*_data.c' | LC_ALL=C sort)
tidied=$sources
if test "${LINT-}" = some && changed=$(cd "$srcdir" && git -c log.showroot=false log -4 --name-only --format= 2>/dev/null &&
    git status --porcelain 2>/dev/null | sed 's/^...//'); then
    tidied=$(printf '%s\n' "$sources" | CHANGED=$changed awk -v srcdir="$srcdir/" -v day=$(($(date +%s) / 86400)) '
        BEGIN { n = split(ENVIRON["CHANGED"], names, "\n"); for (i = 1; i <= n; i++) changed[srcdir names[i]] = 1 }
        $0 in changed || others++ % 4 == day % 4')
fi
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
status=0

echo "lint: clang-tidy on $(printf '%s\n' "$tidied" | grep -c .) of $(printf '%s\n' "$sources" | grep -c .) sources"
# clang-tidy counts the warnings it suppressed in system headers on stderr; that is noise,
# but errors of its own are not.
printf '%s\n' "$tidied" |
    xargs -P "$jobs" -I '{}' "$CLANG_TIDY" --quiet '{}' -- -std=gnu11 \
        -Wall -Wextra -Wshadow "$@" 2>clang-tidy.err ||
    status=1
grep -v -E '^[0-9]+ warnings? (and [0-9]+ errors? )?generated\.$' clang-tidy.err >&2
rm -f clang-tidy.err

echo "lint: cppcheck"
# It takes no other compiler flags than these.
includes=
for flag; do
    case $flag in
        -[DIU]?*) includes="$includes $flag" ;;
    esac
done
# System headers are left out, which costs cppcheck some knowledge but not its findings.
# shellcheck disable=SC2086
"$CPPCHECK" --quiet -j "$jobs" --std=c11 --enable=warning,style,performance,portability \
    --inline-suppr --error-exitcode=1 --suppress=missingIncludeSystem \
    --suppress=unknownMacro --suppress=unmatchedSuppression $includes $sources || status=1

if test $status -eq 0; then
    echo "lint: nothing found"
else
    echo "lint: see the findings above" >&2
fi
exit $status
