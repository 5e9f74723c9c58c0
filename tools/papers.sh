#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: tools/papers.sh DPCERT FOLDER [--write] [NAME...]
#
# Computes the tables of FOLDER (examples/papers), all or those named, and compares them with the results that are
# committed beside them: numbers, drawings and texts.  --write writes the results.  Exits 1 if anything differs.

set -u
dpcert=$1 folder=$2
shift 2
write=no
if test "${1-}" = --write; then
    write=yes
    shift
fi
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# The cells are computed once, as one shard of one; each format is made of them.
# shellcheck disable=SC2086
table()
{
    name=$1
    spec=$folder/$name.table
    rm -rf "$work/cells"
    if ! "$dpcert" table "$spec" --shard 1/1 -j "$jobs" -o "$work/cells"; then
        return 1
    fi
    formats='csv md'
    grep -q '^plot' "$spec" && formats='csv svg'
    result=0
    for format in $formats; do
        file=$name.$format
        if test "$write" = yes; then
            "$dpcert" table "$spec" --merge "$work/cells" -o "$folder/$file" || return 1
        elif test "$format" = csv; then
            "$dpcert" table "$spec" --merge "$work/cells" --against "$folder/$file" || result=1
        else
            "$dpcert" table "$spec" --merge "$work/cells" -o "$work/$file" || return 1
            cmp "$work/$file" "$folder/$file" || result=1
        fi
    done
    return $result
}

if test $# -eq 0; then
    for spec in "$folder"/*.table; do
        name=${spec##*/}
        set -- "$@" "${name%.table}"
    done
fi
failed=0
for name; do
    echo "$name"
    if ! table "$name"; then
        echo "papers: $name differs" >&2
        failed=$((failed + 1))
    fi
done
echo "papers: $# tables, $failed differ"
test "$failed" -eq 0
