#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Tables: formats, rounding, the same bytes for any number of jobs and shards, interruption, comparison,
# certificates, and what is refused.

. "${srcdir:-.}/tests/lib.sh"

cat >"$work/t.table" <<'X'
title "A & B"   # a comment
digits 8
axis sigma = 10, 20
axis T = 100..300 by 100
column classic "classic_1" = bound ma.gauss.eps(sigma, T, delta = 1e-5)
column exact = solve gauss.mechanism.eps(D = 1, sigma, T; delta <= 1e-5)
column low = referee ma.gauss.eps(sigma, T, delta = 1/10^5) digits 3
column slack = slack ma.gauss.eps(sigma, T, delta = 1e-5) digits 3
column gain = difference classic exact down digits 3
column factor = ratio classic exact
column theta = bound gauss.theta.delta(eps = 1, r = T/sigma^2) digits 4
column thetadown = bound gauss.theta.delta(eps = 1, \
    r = T/sigma^2) down digits 4
plot x = T, y = classic, exact, low logy xlabel "T < 300" ylabel "eps"
note "a note | with a bar"
X

run 0 table "$work/t.table"
says "sigma,T,classic,exact,low,slack,gain,factor,theta,thetadown"
says "20,100,2.5242630,1.9930915,1.99,1.27,0.531,"
says "10,300,"
test "$(wc -l <"$work/out")" -eq 7 && ok=yes || ok=no
check $ok "the table has six rows"
cp "$work/out" "$work/t.csv"
# the same number as bound gives, rounded up
run 0 bound ma.gauss sigma=20 T=100 delta=1e-5 -d 8
says "eps       <= 2.5242630"
run 0 bound gauss.theta eps=1 r=1/4 -d 4
says "[$(awk -F, '$1 == 20 && $2 == 100 { print $10 ", " $9 }' "$work/t.csv")]"

for jobs in 2 7; do
    run 0 table "$work/t.table" -j $jobs
    cmp -s "$work/out" "$work/t.csv" && ok=yes || ok=no
    check $ok "the table depends on the number of jobs"
done
for k in 1 2 3; do
    run 0 table "$work/t.table" --shard $k/3 -o "$work/part$k"
done
run 0 table "$work/t.table" --merge "$work/part1" "$work/part2" "$work/part3"
cmp -s "$work/out" "$work/t.csv" && ok=yes || ok=no
check $ok "shards give another table"
run 2 table "$work/t.table" --merge "$work/part1" "$work/part3"
complains "cells are missing"
sed 's/digits 8/digits 9/' "$work/t.table" >"$work/u.table"
run 2 table "$work/u.table" --merge "$work/part1" "$work/part2" "$work/part3"
complains "another specification"
head -c 300 "$work/part1" >"$work/cut"
run 2 table "$work/t.table" --merge "$work/cut" "$work/part2" "$work/part3"
complains "cut off"

# formats
run 0 table "$work/t.table" --format md
says '| sigma | T | classic\_1 | exact |'
says '| 20 | 100 | 2.5242630 | 1.9930915 |'
says 'a note \| with a bar'
run 0 table "$work/t.table" -o "$work/t.tex"
grep -Fq '\toprule' "$work/t.tex" && grep -Fq 'A \& B' "$work/t.tex" && ok=yes || ok=no
check $ok "the suffix .tex does not mean LaTeX"
test ! -e "$work/t.tex.cells" && ok=yes || ok=no
check $ok "a finished run leaves its cells behind"
run 0 table "$work/t.table" --format json
python3 - "$work/out" <<'X' && ok=yes || ok=no
import json, sys
from fractions import Fraction
t = json.load(open(sys.argv[1]))
assert t["title"] == "A & B" and len(t["rows"]) == 6
for row in t["rows"]:
    for name in ("classic", "low", "theta"):
        cell = row[name]
        assert Fraction(cell["lower"]) <= Fraction(cell["upper"])
    assert Fraction(row["classic"]["upper"]) <= Fraction(row["classic"]["shown"])
    assert Fraction(row["low"]["shown"]) <= Fraction(row["low"]["lower"])
    gap = Fraction(row["classic"]["lower"]) - Fraction(row["exact"]["upper"])
    assert Fraction(row["gain"]["shown"]) <= gap
X
check $ok "the JSON is not what it should be"
run 0 table "$work/t.table" --format svg
python3 - "$work/out" <<'X' && ok=yes || ok=no
import sys, xml.etree.ElementTree as E
root = E.parse(sys.argv[1]).getroot()
ns = "{http://www.w3.org/2000/svg}"
assert root.tag == ns + "svg" and len(root.findall(ns + "path")) == 2 * 3 + 2
assert any("T < 300" in (t.text or "") for t in root.iter(ns + "text"))
X
check $ok "the SVG is not what it should be"

# a formula that is no bound is called so
cat >"$work/no-bound.table" <<'X'
column printed = bound compose.he-2-printed.delta_out(eps = 0.1, delta = 1e-5, T = 1000, slack = 1e-6)
X
run 0 table "$work/no-bound.table" --format md
says "printed: values of the formula of a refuted theorem, no bounds."
run 0 table "$work/no-bound.table" --format latex
says "printed: values of the formula of a refuted theorem, no bounds."
run 0 table "$work/no-bound.table" --format json
says '"warnings": {"printed": "values of the formula of a refuted theorem, no bounds"}'

# comparison
run 0 table "$work/t.table" --against "$work/t.csv"
says "all 6 rows agree"
sed 's/2.5242630/2.5242631/' "$work/t.csv" >"$work/old.csv"
run 1 table "$work/t.table" --against "$work/old.csv"
says "row 4, classic: 2.5242630, was 2.5242631"

# certificates
run 0 table "$work/t.table" --certs "$work/certs" -o "$work/t.csv"
test "$(find "$work/certs" -name '*.cert' | wc -l)" -eq 30 && ok=yes || ok=no
check $ok "not every cell that can have a certificate has one"
grep -c VERIFIED "$work/certs/MANIFEST" >"$work/count"
test "$(cat "$work/count")" -eq 30 && ok=yes || ok=no
check $ok "the manifest does not list 30 verified certificates"

# a run that is killed goes on where it was
cat >"$work/long.table" <<'X'
axis T = 1000..1060
axis delta = 1e-5, 1e-6
column eps = solve compose.kov-exact.eps_out(eps = 0.1, delta = 0, T; delta_out <= delta) digits 12
X
run 0 table "$work/long.table" -j 2
cp "$work/out" "$work/long.csv"
for pause in 0.1 0.3 0.2 0.4 0.1; do
    "$dpcert" table "$work/long.table" -j 2 -o "$work/again.csv" --resume 2>/dev/null &
    pid=$!
    sleep $pause
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    test ! -e "$work/again.csv" || break
done
run 0 table "$work/long.table" -o "$work/again.csv" --resume
cmp -s "$work/again.csv" "$work/long.csv" && ok=yes || ok=no
check $ok "an interrupted run ends with another table"
test -z "$(find "$work" -name 'again.csv.*')" && ok=yes || ok=no
check $ok "an interrupted run leaves something behind"

# what is refused
bad()
{
    printf '%s\n' "$1" >"$work/bad.table"
    run 2 table "$work/bad.table"
    complains "$2"
}
good='column c = bound gauss.theta.delta(eps = 1, r = 1)'
bad '' 'has no columns'
bad 'axis x = 1..' 'a value is expected'
bad 'axis x = 2..1' 'empty'
bad 'axis x = 1..10^9' 'more than 1000000'
bad 'axis x = 1
axis x = 2' 'used already'
bad 'digits 0' 'whole number'
bad 'title no quotes' 'quotes'
bad 'colour red' 'is expected here'
bad 'column c = bound gauss.theta(eps = 1)' "gauss"
bad 'column c = bound no.such.delta(eps = 1)' "no.such"
bad 'column c = bound gauss.theta.gamma(eps = 1, r = 1)' "no result 'gamma'"
bad 'column c = bound gauss.theta.delta(eps = 1)' 'missing parameter'
bad 'column c = bound gauss.theta.delta(eps = 1, s = 1)' "no parameter 's'"
bad 'column c = bound gauss.theta.delta(eps = 1, r = sqrt(2))' 'exact'
bad 'column c = solve gauss.theta.r(eps = 1)' "';'"
bad "$good
column d = ratio c x" 'no column'
bad "$good
plot x = y, y = c" 'is an axis'
bad "$good more" 'not expected'
bad 'rows "/no/such/file"' 'No such file'
printf 'eps,r\n1,2\n3\n' >"$work/ragged.csv"
bad "rows \"$work/ragged.csv\"
column c = bound gauss.theta.delta(eps, r)" 'fewer fields than'
printf '\357\273\277eps,r\r\n1,"1/2"\r\n2, 3 \r\n' >"$work/rows.csv"
printf 'rows "%s"\ncolumn c = bound gauss.theta.delta(eps, r)\n' "$work/rows.csv" >"$work/rows.table"
run 0 table "$work/rows.table"
says "1,1/2,6.82960e-3"
says "2,3,"
# a hypothesis that is false empties a cell
printf 'axis r = -1, 1\ncolumn c = bound gauss.theta.delta(eps = 1, r)\n' >"$work/none.table"
run 0 table "$work/none.table"
says "-1,"
run 0 table "$work/none.table" --format json
says '"reason": "parameter r: the condition r >= 0 is false'
run 2 table
run 2 table "$work/no-such-file"
run 2 table "$work/t.table" --shard 4/3 -o "$work/x"
run 2 table "$work/t.table" --shard 1/3
run 2 table "$work/t.table" --resume
run 2 table "$work/t.table" --format pdf
run 2 table "$work/t.table" -j 0

finish
