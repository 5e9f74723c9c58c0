#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# How much faster a table is on two cores than on one: cells of rdp.optimal-eps, at least TABLE_SECONDS (20) of work on one.
# What else the machine does is in the figures: the best of TABLE_RUNS (2) runs counts, and the processor time is printed too.
set -eu

dpcert=${top_builddir:-.}/dpcert
seconds=${TABLE_SECONDS:-20}
runs=${TABLE_RUNS:-2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# spec ROWS
spec()
{
    printf 'digits 30\naxis gamma = 1..%d by 1\naxis alpha = 3/2, 2, 7/2, 5, 10, 30\n' "$1"
    echo 'column eps = bound rdp.optimal-eps.eps(alpha, gamma = gamma/100, delta = 1e-5)'
}

# elapsed JOBS: seconds, the best of the runs; the table goes to $work/out.JOBS
elapsed()
{
    best=
    for _ in $(seq "$runs"); do
        start=$(date +%s%N)
        "$dpcert" table "$work/t.table" -j "$1" >"$work/out.$1"
        used=$((($(date +%s%N) - start) / 1000000))
        if test -z "$best" || test "$used" -lt "$best"; then
            best=$used
        fi
    done
    echo "$best"
}

spec 10 >"$work/t.table"
start=$(date +%s%N)
"$dpcert" table "$work/t.table" -j 1 >/dev/null
ten=$((($(date +%s%N) - start) / 1000000 + 1))
spec $((seconds * 1000 * 11 / ten + 1)) >"$work/t.table"

one=$(elapsed 1)
two=$(elapsed 2)
cmp "$work/out.1" "$work/out.2"
awk -v one="$one" -v two="$two" -v cores="$(getconf _NPROCESSORS_ONLN)" -v load="$(cut -d' ' -f1 /proc/loadavg 2>/dev/null)" 'BEGIN {
    printf "table of rdp.optimal-eps, one core : two cores %5.2f  (%.1f s and %.1f s; %d cores, load %s)\n",
        one / two, one / 1000, two / 1000, cores, load }'
