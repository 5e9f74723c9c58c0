#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Tables: formats, rounding, the same bytes for any number of jobs and shards, interruption, comparison,
# certificates, and specifications that are refused.

. "${srcdir:-.}/tests/support/lib.sh"

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
# the same number as that of bound, rounded up
run 0 bound ma.gauss sigma=20 T=100 delta=1e-5 -d 8
says "eps       <= 2.5242630"
run 0 bound gauss.theta eps=1 r=1/4 -d 4
says "[$(awk -F, '$1 == 20 && $2 == 100 { print $10 ", " $9 }' "$work/t.csv")]"

# columns derived from a slack inherit its error: the difference between a slack and itself is not exactly 0
cat >"$work/slack.table" <<'X'
column slack = slack ma.gauss-closed.eps(sigma = 20, T = 1000, delta = 1e-5)
column zero = difference slack slack
column below = difference slack slack down
X
run 0 table "$work/slack.table" --format json
python3 - "$work/out" <<'X' && ok=yes || ok=no
import json, sys
from fractions import Fraction
row = json.load(open(sys.argv[1]))["rows"][0]
low, high = Fraction(row["slack"]["lower"]), Fraction(row["slack"]["upper"])
assert 1 < low < high < low + Fraction(1, 1000)
assert Fraction(row["below"]["shown"]) < 0 < Fraction(row["zero"]["shown"])
X
check $ok "a slack is taken for an exact number"

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
run 0 table "$work/t.table" --merge "$work/part1" "$work/part1" "$work/part2" "$work/part3"
sed 's/^\(cell [0-9]* [0-9]* number [a-z] \).*/\10.5 0.6/' "$work/part1" >"$work/other"
run 2 table "$work/t.table" --merge "$work/part1" "$work/other" "$work/part2" "$work/part3"
complains "this cell has another value"
cp "$work/t.table" "$work/same.table"
run 2 table "$work/same.table" -o "$work/./same.table"
complains "would be overwritten"
run 2 table "$work/t.table" --merge "$work/part1" "$work/part2" "$work/part3" -o "$work/part2"
complains "would be overwritten"
cmp -s "$work/t.table" "$work/same.table" && ok=yes || ok=no
check $ok "a table is written over its specification"

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
check $ok "the JSON is wrong"
run 0 table "$work/t.table" --format svg
python3 - "$work/out" <<'X' && ok=yes || ok=no
import sys, xml.etree.ElementTree as E
root = E.parse(sys.argv[1]).getroot()
ns = "{http://www.w3.org/2000/svg}"
curves = [p.get("class") for g in root.findall(ns + "g") for p in g.findall(ns + "path")]
assert root.tag == ns + "svg"
assert sum("curve" in c for c in curves) == 2 * 3 and sum("band" in c for c in curves) == 2
texts = [t.text for t in root.iter(ns + "text")]
assert "sigma = 10" in texts and "sigma = 20" in texts and "classic_1" in texts
assert any("T < 300" in (t.text or "") for t in root.iter(ns + "text"))
X
check $ok "the SVG is wrong"

# axes: lists with ranges, names that vary together, integers; paths are relative to the specification
mkdir "$work/sub"
printf 'theorem my.sum\nrevision 1\ntitle "t"\ncite none "none"\nstatus exact rederived\nadjacency any\nparam x : real\nresult y = x + 1\n' >"$work/sub/my.thm"
printf 'w\n7\n' >"$work/sub/w.csv"
cat >"$work/sub/axes.table" <<'X'
axis T = 1, 10..30 by 10, 1000
axis (alpha, eps) = (2, 1/3), (5, 0.5)
axis K = 1..10 log 9 whole
axis x = 0..0.5 by 0.25
rows "w.csv"
column a = bound "my.thm".y(x)
column b = bound "my.thm".y(x = T + K) down
plot x = x, y = a, b where T = 1, alpha = 2.0, K = 1 title "one" yrange 0..3
plot x = T, y = a logx by K where eps = 1/2, x = 0 title "two"
X
run 0 table "$work/sub/axes.table" --format md
says "| 1 | 2 | 1/3 | 1 | 0.25 | 7 | 1.25 | 3 |"
says "| 1000 | 5 | 0.5 | 10 | 0.5 | 7 | 1.5 | 1011 |"
says "a; b: values of the author's own theorem file, for which nothing vouches."
says "| 30 | 2 | 1/3 | 4 | 0 |"
grep -Fq '| 30 | 2 | 1/3 | 1.33 ' "$work/out" && ok=no || ok=yes
check $ok "whole numbers are not whole"
run 0 table "$work/sub/axes.table" --format svg
for text in '>one<' '>two<' '>K = 1<' '>K = 10<' '>T<'; do
    says "$text"
done
grep -Fq 'alpha = 5' "$work/out" && ok=no || ok=yes
check $ok "what the plot's where excludes is drawn"
run 0 table "$work/sub/axes.table" --shard 1/1 -o "$work/axes"
echo 8 >>"$work/sub/w.csv"
run 2 table "$work/sub/axes.table" --merge "$work/axes"
complains "another specification"
sed -i '$d' "$work/sub/w.csv"
sed -i 's/x + 1/x + 2/' "$work/sub/my.thm"
run 2 table "$work/sub/axes.table" --merge "$work/axes"
complains "another specification"

# an upper referee is drawn as a band upwards; curves that differ in another axis look different
cat >"$work/up.table" <<'X'
axis alpha = 2, 5
axis delta = 0.05..0.2 by 0.05
column g = bound rdp.closed-gamma.gamma(alpha, eps = 1, delta)
column most = referee rdp.closed-gamma.gamma(alpha, eps = 1, delta)
plot x = delta, y = g, most logy
X
run 0 table "$work/up.table" --format svg
python3 - "$work/out" <<'X' && ok=yes || ok=no
import re, sys, xml.etree.ElementTree as E
ns = "{http://www.w3.org/2000/svg}"
root = E.parse(sys.argv[1]).getroot()
paths = root.find(ns + "g").findall(ns + "path")
bands = [p.get("d") for p in paths if "band" in p.get("class")]
assert len(bands) == 2
for d in bands:
    y = [float(v) for v in re.findall(r"[ML][\d.]+ ([\d.]+)", d)]
    assert y[0] == y[-1] == min(y) and len(y) == 4 + 2, y
texts = [t.text for t in root.iter(ns + "text")]
assert "alpha = 2" in texts and "alpha = 5" in texts
X
check $ok "the bands of upper referees are not what they should be"

# entries of the legend stand apart, in a wide font too; a character's width is that in DejaVu Sans, in 1/1000 of its size
cat >"$work/legend.table" <<'X'
axis eps = 1, 2, 3
column a "exact_eps & <x>" = bound gauss.theta.delta(eps, r = 1)
column b "exact_eps & <y>" = bound gauss.theta.delta(eps, r = 2)
column c "exact_eps & <z>" = bound gauss.theta.delta(eps, r = 3)
plot x = eps, y = a, b, c
X
run 0 table "$work/legend.table" --format svg
sed 's/exact_eps/MAXIMUM OF/' "$work/legend.table" >"$work/capitals.table"
cp "$work/out" "$work/legend.svg"
run 0 table "$work/capitals.table" --format svg
python3 - "$work/legend.svg" "$work/out" <<'X' && ok=yes || ok=no
import re, sys, xml.etree.ElementTree as E
ns = "{http://www.w3.org/2000/svg}"
wide = {c: w for w, text in ((838, "<>"), (780, "&"), (863, "M"), (732, "U"), (787, "O"), (684, "A"), (685, "X"), (575, "F"),
                             (295, "I"), (318, " "), (392, "t")) for c in text}
for name in sys.argv[1:]:
    entries = []
    items = list(E.parse(name).getroot())
    for line, text in zip(items, items[1:]):
        if line.tag == ns + "path" and "curve" in line.get("class") and text.tag == ns + "text":
            x, y = re.match(r"M([\d.]+) ([\d.]+)h", line.get("d")).groups()
            entries.append((y, float(x), float(text.get("x")) + sum(wide.get(c, 635) for c in text.text) * 13 / 1000))
    assert len(entries) == 3, entries
    for (y, x, end), (y2, x2, _) in zip(entries, entries[1:]):
        assert y != y2 or end + 8 < x2, (name, entries)
    assert all(end < 860 for _, _, end in entries), entries
X
check $ok "entries of the legend run into each other"

# integers are exact: 24 - 16 is 8
printf 'axis e = 1\ncolumn a = solve ma.gauss.T(sigma = 20, delta = 1e-5; eps <= e)\ncolumn b = solve ma.gauss-closed.T(sigma = 20, delta = 1e-5; eps <= e)\ncolumn more = difference b a\n' >"$work/whole.table"
run 0 table "$work/whole.table"
says "1,16,24,8"

# values of a formula that is not a bound are marked
cat >"$work/no-bound.table" <<'X'
column printed = bound compose.he-2-printed.delta_out(eps = 0.1, delta = 1e-5, T = 1000, slack = 1e-6)
column truth = referee compose.he-2-printed.delta_out(eps = 0.1, delta = 1e-5, T = 1000, slack = 1e-6)
column factor = ratio truth printed
column more = difference factor truth
axis one = 1, 2
plot x = one, y = printed
X
no_bound="values of the formula of a refuted theorem, no bounds"
run 0 table "$work/no-bound.table" --format md
says "printed: $no_bound."
says "factor; more: made of $no_bound."
# long headings are set in lines, and wide tables in smaller type
printf 'axis eps = 1, 2\ncolumn a "delta of one release of the mean" = bound gauss.theta.delta(eps, r = 1)\n' >"$work/wide.table"
run 0 table "$work/wide.table" --format latex
says 'eps & \shortstack[r]{delta of\\one release\\of the mean} \\'
grep -q footnotesize "$work/out" && ok=no || ok=yes
check $ok "a narrow table is set in small type"
for k in 1 2 3 4 5 6 7; do
    printf 'column c%d = bound gauss.theta.delta(eps, r = 1) digits 10\n' $k
done >>"$work/wide.table"
run 0 table "$work/wide.table" --format latex
says '\scriptsize\setlength{\tabcolsep}{3pt}'
# each character prints as itself, in every font encoding
printf '%s\n' 'title "a|b \c x^2 ~3 <4> 5% #6 $7 {8} & y_9"' 'axis eps = 1' \
    'column a "d|e \f <g>" = bound gauss.theta.delta(eps, r = 1)' >"$work/special.table"
run 0 table "$work/special.table" --format latex
says '\caption{a\textbar{}b \textbackslash{}c x\textasciicircum{}2 \textasciitilde{}3 \textless{}4\textgreater{} 5\% \#6 \$7 \{8\} \& y\_9}'
says 'eps & d\textbar{}e \textbackslash{}f \textless{}g\textgreater{} \\'
run 0 table "$work/no-bound.table" --format latex
says "printed: $no_bound."
says "factor; more: made of $no_bound."
run 0 table "$work/no-bound.table" --format json
says "\"warnings\": {\"printed\": \"$no_bound\", \"factor\": \"made of $no_bound\", \"more\": \"made of $no_bound\"}"
test ! -s "$work/err" && ok=yes || ok=no
check $ok "what the JSON says is said once more on stderr"
for format in csv svg; do
    run 0 table "$work/no-bound.table" --format $format
    complains "dpcert: note: column printed: $no_bound"
    complains "dpcert: note: column factor: made of $no_bound"
    complains "dpcert: note: column more: made of $no_bound"
    test "$(wc -l <"$work/err")" -eq 3 && ! grep -Fq "no bounds" "$work/out" && ok=yes || ok=no
    check $ok "there are other notes, or they are in the data"
done
run 0 table "$work/whole.table"
test ! -s "$work/err" && ok=yes || ok=no
check $ok "there are notes about bounds"

# comparison
run 0 table "$work/t.table" --against "$work/t.csv"
says "all 6 rows agree"
sed 's/2.5242630/2.5242631/' "$work/t.csv" >"$work/old.csv"
run 1 table "$work/t.table" --against "$work/old.csv"
says "row 4, classic: 2.5242630, was 2.5242631"
run 1 table "$work/t.table" --against "$work/old.csv" -o "$work/both.csv"
cmp -s "$work/both.csv" "$work/t.csv" && test ! -e "$work/both.csv.cells" && ok=yes || ok=no
check $ok "-o with --against does not write the table, or leaves its cells behind"

# output that cannot be written: an error, and no partial file
run 2 table "$work/t.table" -o "$work/no-such-folder/t.csv"
complains "No such file"
if test -c /dev/full; then
    run 2 table "$work/t.table" -o /dev/full
    complains "/dev/full: No space left"
    test -c /dev/full && ok=yes || ok=no
    check $ok "/dev/full has become a file"
    "$dpcert" table "$work/t.table" >/dev/full 2>"$work/err" && ok=no || ok=yes
    check $ok "a full disk is not noticed"
fi
# a limit on the size of files, whose signal is ignored, stands for a full disk
(
    trap '' XFSZ
    ulimit -f 0
    "$dpcert" table "$work/t.table" -o "$work/full.csv" 2>&1
    echo "exit $?"
) </dev/null | cat >"$work/out"
says "full.csv.cells: File too large"
says "exit 2"
test ! -e "$work/full.csv" && ok=yes || ok=no
check $ok "a table is written although its cells were not"
mkdir "$work/closed"
chmod 555 "$work/closed"
if test ! -w "$work/closed"; then
    run 2 table "$work/t.table" -o "$work/closed/t.csv"
    complains "Permission denied"
fi

# certificates
run 0 table "$work/t.table" --certs "$work/certs" -o "$work/t.csv"
test "$(find "$work/certs" -name '*.cert' | wc -l)" -eq 30 && ok=yes || ok=no
check $ok "not every cell that can have a certificate has one"
grep -c VERIFIED "$work/certs/MANIFEST" >"$work/count"
test "$(cat "$work/count")" -eq 30 && ok=yes || ok=no
check $ok "the manifest does not list 30 verified certificates"
# a number that is rounded down is a lower bound of the truth, or of the formula
grep -q '1-theta.cert	VERIFIED guarantee gauss.theta: delta <= ' "$work/certs/MANIFEST" &&
    grep -q '1-thetadown.cert	VERIFIED lower gauss.theta: delta >= ' "$work/certs/MANIFEST" && ok=yes || ok=no
check $ok "the certificate of a number that is rounded down is about the other end"
{
    printf 'column a = bound rdp.classic-eps.eps(alpha = 2, gamma = 1, delta = 1e-5) down\n'
    # the order is a witness: another one could give less, and no certificate shows the lower end
    printf 'column b = bound ma.gauss.eps(sigma = 20, T = 100, delta = 1e-5) down\n'
} >"$work/down.table"
run 0 table "$work/down.table" --certs "$work/downs"
grep -q '1-a.cert.*VERIFIED value rdp.classic-eps: eps in \[12.51292' "$work/downs/MANIFEST" && ok=yes || ok=no
check $ok "the certificate of a bound that is rounded down is not about that end"
test ! -e "$work/downs/1-b.cert" && ok=yes || ok=no
check $ok "there is a certificate of a lower end that depends on a witness"

# a slack has the digits asked for
printf 'column s = slack ma.gauss.eps(sigma = 20, T = 100, delta = 1e-5) digits 8\n' >"$work/long-slack.table"
run 0 table "$work/long-slack.table"
grep -Eq '^1\.[0-9]{7}$' "$work/out" && ok=yes || ok=no
check $ok "a slack does not have 8 digits"

# so has a solution; an integer has all of its digits
cat >"$work/zeros.table" <<'X'
digits 6
column v = solve gauss.mechanism.eps(D = 1, sigma = 20, T = 100; delta <= 1.000001e-5)
column n = solve gauss.mechanism.T(D = 1, eps = 2, sigma = 20; delta <= 1e-5)
column x = solve gauss.mechanism.sigma(D = 1, eps = 2, T = 100; delta <= 1e-5) digits 9
column half = solve compose.basic.eps(delta = 0, T = 3; eps_out <= 0.6) digits 5
X
run 0 table "$work/zeros.table"
awk -F, 'NR == 2 && (gsub(/[0-9]/, "", $1) != 6 + ($1 ~ /^0/) || $2 != 100 || gsub(/[0-9]/, "", $3) != 9) { exit 1 }' "$work/out" && ok=yes || ok=no
check $ok "a solution has lost its zeros"
says ",0.20000"

# the same curve in two plots has the same name and style, and no entry of the legend is empty
cat >"$work/two.table" <<'X'
axis sigma = 10, 20
axis T = 100..300 by 100
column a = bound ma.gauss.eps(sigma, T, delta = 1e-5) digits 4
plot x = T, y = a
plot x = T, y = a where sigma = 20
X
run 0 table "$work/two.table" --format svg
says "sigma = 10"
says "sigma = 20"
test "$(grep -o 'curve" stroke-dasharray="8 4" d="M[0-9.]* [0-9.]* L' "$work/out" | wc -l)" -eq 2 && ok=yes || ok=no
check $ok "the same curve is dashed in two ways"
! grep -q '<text[^>]*></text>' "$work/out" && ok=yes || ok=no
check $ok "the legend has an empty entry"
# marks are drawn after the curves that are cut at the frame
awk '/<\/g>/ { inside = 0 } /<g clip-path/ { inside = 1 } inside && /class="[^"]*mark/ { bad = 1 } END { exit bad }' "$work/out" && ok=yes || ok=no
check $ok "marks are cut at the frame"

# A killed run resumes where it stopped: DPC_KILLS times (20 in make nightly-kills).  It is killed shortly after its
# journal has a certain number of lines, not at a time: on a busy machine a time could be before or after all lines.
cat >"$work/long.table" <<'X'
axis T = 500..514
axis delta = 1e-5, 1e-6
column eps = solve compose.kov-exact.eps_out(eps = 0.1, delta = 0, T; delta_out <= delta) digits 12
X
run 0 table "$work/long.table" -j 2
cp "$work/out" "$work/long.csv"

# running PID: whether the process runs; lines: the number of lines of the journal, 0 if there is no journal
running()
{
    kill -0 "$1" 2>/dev/null
}
lines()
{
    cat "$work/again.csv.cells" 2>/dev/null | wc -l
}

seed=${DPC_SEED:-$(($(date +%s) / 86400))}
kills=${DPC_KILLS:-4} caught=0 largest=0
echo "table.sh: moments of kills from seed $seed"
awk -v seed="$seed" -v n="$kills" 'BEGIN { srand(seed); for (i = 0; i < n; i++) print int(28 * (i + rand()) / n) }' \
    >"$work/moments"
while read -r wanted; do
    "$dpcert" table "$work/long.table" -j 2 -o "$work/again.csv" --resume 2>/dev/null &
    pid=$!
    while running $pid && test "$(lines)" -lt "$wanted"; do sleep 0.01; done
    running $pid && test ! -e "$work/again.csv" && caught=$((caught + 1))
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    have=$(lines)
    test "$have" -le "$largest" || largest=$have
    if test -e "$work/again.csv"; then # it was faster than the kill
        cmp -s "$work/again.csv" "$work/long.csv" && ok=yes || ok=no
        check $ok "a resumed run ends with another table"
        rm -f "$work/again.csv"
    fi
done <"$work/moments"
echo "table.sh: $caught of $kills runs were killed before their end, with up to $largest lines in the journal"
run 0 table "$work/long.table" -o "$work/again.csv" --resume
cmp -s "$work/again.csv" "$work/long.csv" && ok=yes || ok=no
check $ok "an interrupted run ends with another table"
test -z "$(find "$work" -name 'again.csv.*')" && ok=yes || ok=no
check $ok "an interrupted run leaves something behind"

# specifications that are refused
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
plot x = y, y = c" 'are axes'
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
printf 'eps,eps\n1,2\n' >"$work/twice.csv"
bad "rows \"$work/twice.csv\"
column c = bound gauss.theta.delta(eps, r = 1)" 'used already'
printf 'eps\n' >"$work/empty.csv"
bad "rows \"$work/empty.csv\"
column c = bound gauss.theta.delta(eps, r = 1)" 'no rows below'
printf 'an eps\n1\n' >"$work/heading.csv"
bad "rows \"$work/heading.csv\"
column c = bound gauss.theta.delta(eps = 1, r = 1)" 'is not a name'
bad 'column c = bound "no-such.thm".y(x = 1)' 'No such file'
bad 'axis r = 1
column c = bound gauss.theta.delta(eps = e, r)' "malformed number 'e'"
bad 'axis (a, b) = (1, 2), (3)' "',' is expected"
bad 'axis (a, a) = (1, 2)' 'used already'
bad 'axis r = 1, 2
column c = bound gauss.theta.delta(eps = 1, r)
plot x = r, y = c where s = 1' 'are axes'
for line in 'plot x = r, y = c where r = 7' 'plot x = r, y = c logy yrange 0..1' 'plot x = w, y = c'; do
    printf 'axis r = 1, 2\naxis w = first, last\ncolumn c = bound gauss.theta.delta(eps = 1, r)\n%s\n' "$line" >"$work/bad.table"
    run 2 table "$work/bad.table" --format svg
done
run 2 table
run 2 table "$work/no-such-file"
complains "dpcert: the specification: cannot open $work/no-such-file: "
printf 'title "\303\251"\n' >"$work/accent.table"
run 2 table "$work/accent.table"
complains "dpcert: the specification: $work/accent.table is not ASCII (byte 0xc3)"
run 2 table "$work/t.table" --shard 4/3 -o "$work/x"
run 2 table "$work/t.table" --shard 1/3
run 2 table "$work/t.table" --resume
run 2 table "$work/t.table" --format pdf
run 2 table "$work/t.table" -j 0

finish
