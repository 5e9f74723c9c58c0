#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# The scripts of examples/cluster give the same table as a single process.

. "${srcdir:-.}/tests/support/lib.sh"

folder=${srcdir:-.}/examples/cluster
run 0 table "$folder/fig2.table"
cp "$work/out" "$work/whole.csv"
DPCERT=$dpcert
export DPCERT

if command -v parallel >/dev/null; then
    sh "$folder/parallel.sh" "$folder/fig2.table" 5 "$work/fig2.csv" >"$work/out" 2>"$work/err" && ok=yes || ok=no
    check $ok "parallel.sh fails"
    cmp -s "$work/fig2.csv" "$work/whole.csv" && ok=yes || ok=no
    check $ok "parallel.sh gives another table"
    test -z "$(find "$work" -name 'fig2.csv.*')" && ok=yes || ok=no
    check $ok "parallel.sh leaves something behind"
    printf 'axis T = 0\ncolumn c = bound ma.gauss.eps(sigma = 20, T, delta = x)\n' >"$work/bad.table"
    sh "$folder/parallel.sh" "$work/bad.table" 2 "$work/bad.csv" >"$work/out" 2>"$work/err" && ok=no || ok=yes
    check $ok "parallel.sh does not notice that a shard fails"
    test ! -e "$work/bad.csv" && ok=yes || ok=no
    check $ok "parallel.sh writes a table of which a shard failed"
else
    echo "cluster.sh: GNU parallel is not installed, so its example did not run"
fi

for k in 1 2 3; do
    SLURM_ARRAY_TASK_ID=$k SLURM_ARRAY_TASK_COUNT=3 sh "$folder/slurm.sh" "$folder/fig2.table" "$work/slurm.csv" \
        >"$work/out" 2>"$work/err" && ok=yes || ok=no
    check $ok "task $k of slurm.sh fails"
done
run 0 table "$folder/fig2.table" --merge "$work/slurm.csv.1" "$work/slurm.csv.2" "$work/slurm.csv.3" -o "$work/slurm.csv"
cmp -s "$work/slurm.csv" "$work/whole.csv" && ok=yes || ok=no
check $ok "slurm.sh gives another table"

finish
