#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Computes the quick figures and tables of examples/papers and compares them with the committed ones; `make papers`
# compares all of them.

. "${srcdir:-.}/tests/support/lib.sh"

folder=${srcdir:-.}/examples/papers
"${SHELL:-/bin/sh}" "$srcdir/tools/papers.sh" "$dpcert" "$folder" asoodeh2020c-ex1 asoodeh2020c-ex2 \
    asoodeh2020c-ex34 asoodeh2020c-fig2 asoodeh2020f-rounds he2021-average he2021-composition-T \
    he2021-generalization-eps ye2022-budgets ye2022-fig1 >"$work/out" 2>"$work/err" && ok=yes || ok=no
check $ok "a table of the papers differs"

# The check can fail: a changed number is reported.
mkdir "$work/changed"
cp "$folder"/asoodeh2020c-ex2.* "$work/changed"
sed 's/0\.1753/0.1752/' "$folder/asoodeh2020c-ex2.csv" >"$work/changed/asoodeh2020c-ex2.csv"
"${SHELL:-/bin/sh}" "$srcdir/tools/papers.sh" "$dpcert" "$work/changed" >"$work/out" 2>"$work/err" && ok=no || ok=yes
check $ok "a changed number is not seen"
says "row 1, by_prop2: 0.1753, was 0.1752"

# Every specification has its results, and the index names every one.
for spec in "$folder"/*.table; do
    name=${spec##*/}
    name=${name%.table}
    test -f "$folder/$name.csv" && { test -f "$folder/$name.svg" || test -f "$folder/$name.md"; } && ok=yes || ok=no
    check $ok "$name has no results"
    grep -Fq "$name" "$folder/README.md" && ok=yes || ok=no
    check $ok "README.md does not name $name"
done

finish
