#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# How much faster a table is on two cores than on one: cells of rdp.optimal-eps, at least TABLE_SECONDS (20) of processor
# time on one.  Other programs on the machine affect the figures: so the best of TABLE_RUNS (2) runs counts, and the processor time
# is printed too.  If other programs use the cores, look at the ratio of processor times: it shows the overhead of two jobs.  A ratio
# of 1 means no overhead: then two free cores are twice as fast, except for the last cell.
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

# once JOBS: elapsed milliseconds and those of the processor; the table goes to $work/out.JOBS
once()
{
    start=$(date +%s%N)
    cpu=$(sh -c '"$0" table "$1" -j "$2" >"$3" && times' "$dpcert" "$work/t.table" "$1" "$work/out.$1" |
        awk 'NR == 2 { gsub(/[ms]/, " "); print int(1000 * (60 * ($1 + $3) + $2 + $4)) }')
    echo "$((($(date +%s%N) - start) / 1000000)) $cpu"
}

# best JOBS: the same for the fastest run
best()
{
    for _ in $(seq "$runs"); do
        once "$1"
    done | sort -n | head -n 1
}

# more rows until they take long enough: the first rows are slower than the later ones
rows=10
spec $rows >"$work/t.table"
used=$(once 1)
while test "${used#* }" -lt $((seconds * 1000)); do
    rows=$((rows * seconds * 1100 / (${used#* } + 1) + 1))
    spec $rows >"$work/t.table"
    used=$(once 1)
done

one=$(best 1)
two=$(best 2)
cmp "$work/out.1" "$work/out.2"
echo "$one $two" | awk -v rows="$rows" -v cores="$(getconf _NPROCESSORS_ONLN)" -v load="$(cut -d' ' -f1 /proc/loadavg 2>/dev/null)" '{
    printf "table of rdp.optimal-eps, one core : two cores %5.2f  (%.1f s and %.1f s; of the processor %.1f s and %.1f s; %d rows, %d cores, load %s)\n",
        $1 / $3, $1 / 1000, $3 / 1000, $2 / 1000, $4 / 1000, 6 * rows, cores, load }'
