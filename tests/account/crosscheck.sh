#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Verdicts on claims, of every kind, in every format; and files of claims that are refused.

. "${srcdir:-.}/tests/support/lib.sh"

cat >"$work/claims.csv" <<'X'
source,theorem,result,claimed,kind,eps,r,sigma,T,delta,slack,q
sound,gauss.theta,delta,6.8296e-3,,1,1/2,,,,,
rounded,gauss.theta,delta,6.8295e-3,upper,1,1/2,,,,,
unsound,gauss.theta,delta,6.8294e-3,,1,1/2,,,,,
sound,gauss.theta,delta,6.8295e-3,lower,1,1/2,,,,,
rounded,gauss.theta,delta,6.8296e-3,lower,1,1/2,,,,,
unsound,gauss.theta,delta,6.83e-2,lower,1,1/2,,,,,
undecided,gauss.theta,delta,nan,,1,1/2,,,,,
sound,gauss.theta,delta,inf,,1,1/2,,,,,
unsound,gauss.theta,delta,-1,,1,1/2,,,,,
undecided,gauss.theta,delta,,,1,1/2,,,,,
sound,gauss.theta,delta," 6.8296e-3 ",,1,1/2,,,,,
sound,ma.gauss,eps,8.84,,,,20,1000,1e-5,,
rounded,ma.gauss,eps,8.83,,,,20,1000,1e-5,,
unjustified,ma.gauss,eps,8.00,,,,20,1000,1e-5,,
unsound,ma.gauss,eps,7.00,,,,20,1000,1e-5,,
unsound,compose.he-2-printed,delta_out,9.5868006e-3,,0.1,,,1000,1e-5,1e-6,
undecided,compose.he-2-printed,delta_out,0.5,,0.1,,,1000,1e-5,1e-6,
undecided,gauss.theta,delta,0.1,,-1,1/2,,,,,
undecided,ma.sgd-abadi,eps,1000,lower,,,4,1000,1e-5,,0.001
rounded,ma.gauss,eps,8.8,,,,20,1000,1e-5,,
unsound,ma.gauss,eps,7,,,,20,1000,1e-5,,
unjustified,ma.gauss,eps,8,,,,20,1000,1e-5,,
X

run 1 crosscheck "$work/claims.csv" --certs "$work/certs"
says "22 claims: 5 sound, 4 rounded, 2 unjustified, 5 undecided, 6 unsound"
says "provably wrong: delta >= 6.82959498311e-3"
says "any adjacency"
says "undecided   undecided: gauss.theta delta <= (no number) (eps=1, r=1/2; any adjacency)"
run 1 crosscheck "$work/claims.csv" --format csv
says "source,theorem,result,claimed,kind,eps,r,sigma,T,delta,slack,q,verdict,lower,upper,slack_percent"
# the first column says what the verdict should be
awk -F, 'NR > 1 && $1 != $13 { print "  " $0; bad = 1 } END { exit bad }' "$work/out" && ok=yes || ok=no
check $ok "verdicts are not as expected"
run 1 crosscheck "$work/claims.csv" --format json
python3 - "$work/out" <<'X' && ok=yes || ok=no
import json, sys
from fractions import Fraction
rows = [json.loads(line) for line in open(sys.argv[1])]
assert len(rows) == 22
for row in rows:
    assert row["verdict"] == row["source"]
    if row["verdict"] == "unsound" and row["kind"] == "upper":
        assert Fraction(row["lower"]) > Fraction(row["claimed"])
X
check $ok "the JSON is wrong"
found=0
for file in "$work"/certs/*.cert; do
    found=$((found + 1))
    run 0 verify "$file"
done
test $found -eq 6 && ok=yes || ok=no
check $ok "$found certificates of 6 unsound claims"
run 0 verify "$work/certs/line-16.cert"
says "VERIFIED lower ma.gauss: eps >= 7.5112"

# a file that was judged before: its verdicts are replaced
"$dpcert" crosscheck "$work/claims.csv" --format csv 2>"$work/err" | tr -d ' ' >"$work/once.csv"
run 1 crosscheck "$work/once.csv" --format csv
cmp "$work/once.csv" "$work/out" && ok=yes || ok=no
check $ok "judging a second time is not the same"

# the base of a percentage: the truth where both ends meet, otherwise the end that is known
cat >"$work/slack.csv" <<'X'
theorem,result,claimed,kind,eps,delta,T,slack,q,sigma,r
compose.kov,eps_out,20,,0.1,1e-5,1000,1e-6,,,
compose.kov,eps_out,22,,0.1,1e-5,1000,1e-6,,,
compose.he-2-printed,delta_out,9.951e-3,,0.1,1e-5,1000,1e-6,,,
gauss.theta,delta,7e-3,,1,,,,,,1/2
gauss.theta,delta,6e-3,lower,1,,,,,,1/2
ma.gauss,eps,9,,,1e-5,1000,,,20,
ma.gauss,eps,8,,,1e-5,1000,,,20,
ma.gauss,eps,7,,,1e-5,1000,,,20,
X
run 1 crosscheck "$work/slack.csv"
says "eps_out <= 21.6184188585 only; 7.486 % below the certified upper end"
says "by the theorem; 1.766 % above the certified upper end"
says "no referee decides; 7.663e-3 % above the certified lower end"
says "% below the certified upper end"
says "delta <= 6.82959498312e-3 by the theorem; 2.496 % above the truth"
says "delta >= 6.82959498311e-3 by the theorem; 12.15 % below the truth"
says "eps <= 8.83713564693 by the theorem; at most 19.82 % above the truth"
says "eps <= 8.83713564693 only; 9.472 % below the certified upper end"
says "at least 6.806 % below the truth"

# as other programs write it: BOM, CR LF, quotes, standard input
printf '\357\273\277theorem,result,claimed,eps,r\r\n"gauss.theta",delta,0.1,1,"1/2"\r\n' >"$work/dos.csv"
run 0 crosscheck "$work/dos.csv"
says "1 claim: 1 sound"
"$dpcert" crosscheck - <"$work/dos.csv" >"$work/out" 2>"$work/err" && ok=yes || ok=no
check $ok "claims are not read from standard input"

# commas inside of quotes, and blanks around a field
printf 'theorem,result,claimed,eps,step\ngauss.mechanism-list, delta , 0.44 ,1,"[(1,2,3),(0.5,1,10)]"\n' >"$work/list.csv"
run 0 crosscheck "$work/list.csv" --format csv
says 'gauss.mechanism-list,delta,0.44,1,"[(1,2,3),(0.5,1,10)]",sound,0.4380110041'

# rows that cannot be read do not end the run
cat >"$work/mixed.csv" <<'X'
source,theorem,result,claimed,kind,eps,r
a,gauss.theta,delta,0.1,,1,1/2
b,no.such,delta,0.1,,1,1/2
c,gauss.theta,delta,0.1
d,gauss.theta,delta,0.1,,1,1/2,7,8
e,gauss.theta,delta,0.1,,x,1/2
f,gauss.theta,delta,0.1,middle,1,1/2
g,gauss.theta,delta,6.8294e-3,,1,1/2
X
run 2 crosscheck "$work/mixed.csv"
says "7 claims: 1 sound, 0 rounded, 0 unjustified, 0 undecided, 1 unsound, 5 malformed"
says "malformed   line 4: the record has fewer fields than the header (4, not 7)"
complains "mixed.csv:3: "
complains "mixed.csv:6: parameter eps"
run 2 crosscheck "$work/mixed.csv" --format csv
says "d,gauss.theta,delta,0.1,,1,1/2,malformed,,,"
test "$(wc -l <"$work/out")" -eq 8 && ok=yes || ok=no
check $ok "a row is lost"
run 2 crosscheck "$work/mixed.csv" --format json
says '"line":7,"verdict":"malformed","why":"the kind of a claim is upper or lower'

# a typo is malformed, not undecided: it fails the gate, and the other claims are judged
cat >"$work/typos.csv" <<'X'
source,theorem,result,claimed,kind,eps,r,history,delta
a,gauss.theta,delta,6.8294e-3,,1,1/2,,
b,gauss.theta,epz,0.1,,1,1/2,,
c,gauss.theta,delta,0.1,,1,,,
d,gauss.theta,delta,1e-5 x,,1,1/2,,
e,gauss.theta,delta,.5,,1,1/2,,
f,gauss.theta,delta,1e-99999999999,,1,1/2,,
g,gauss.theta,delta,1/0,,1,1/2,,
h,gauss.theta,delta,infx,,1,1/2,,
i,gauss.theta,delta,nano,lower,1,1/2,,
j,gauss.theta,,0.1,,1,1/2,,
k,account,eps,2 x,,,,gaussian sigma=1,1e-5
l,gauss.theta,delta,-Infinity,lower,1,1/2,,
m,gauss.theta,delta,NaN,,1,1/2,,
X
run 2 crosscheck "$work/typos.csv"
says "13 claims: 1 sound, 0 rounded, 0 unjustified, 1 undecided, 1 unsound, 10 malformed"
says "malformed   line 3: gauss.theta has no result 'epz' (it has delta)"
says "malformed   line 4: missing parameter of gauss.theta: r"
complains "typos.csv:5: the claim: malformed number '1e-5 x': write an integer, a decimal"
complains "typos.csv:7: the claim: the exponent of '1e-99999999999' is too large"
complains "typos.csv:12: the claim: malformed number '2 x'"
printf 'gaussian sigma=1\n' >"$work/one-step"
run 2 crosscheck "$work/one-step" --delta 1e-5 --claimed '4.3 x'
complains "the claim: malformed number '4.3 x'"

# infinite claims on the wrong side: the certificate shows a bound of the truth
cat >"$work/infinite.csv" <<'X'
theorem,result,claimed,kind,eps,r,D,sigma,T,history,delta
gauss.theta,delta,-inf,,1,1/2,,,,,
gauss.theta,delta,inf,lower,1,1/2,,,,,
account,eps,-inf,,,,,,,gaussian sigma=1,1e-5
account,eps,inf,lower,,,,,,gaussian sigma=1,1e-5
account,eps,inf,lower,,,,,,leak 0.1,1e-5
X
run 1 crosscheck "$work/infinite.csv" --certs "$work/infinite"
says "5 claims: 0 sound, 0 rounded, 0 unjustified, 1 undecided, 4 unsound"
says "provably wrong: delta >= 6.82959498311e-3"
says "provably wrong: eps <= 4.377"
run 0 verify "$work/infinite/line-2.cert"
says "VERIFIED lower gauss.theta: delta >= 6.829594983"
run 0 verify "$work/infinite/line-3.cert"
says "VERIFIED guarantee gauss.theta: delta <= 6.829594983"
run 0 verify "$work/infinite/line-4.cert"
says "VERIFIED lower gauss.mechanism-list: delta >= 1.000000000005"
run 0 verify "$work/infinite/line-5.cert"
says "VERIFIED guarantee gauss.mechanism-list: delta <= 9.9999999996"

# the side on which a rounded claim is wrong
printf 'theorem,result,claimed,kind,eps,r\ngauss.theta,delta,6.8296e-3,lower,1,1/2\ngauss.theta,delta,6.8295e-3,,1,1/2\n' >"$work/sides.csv"
run 0 crosscheck "$work/sides.csv"
says "too large by less than a unit"
says "too small by less than a unit"

# a gate may be stricter than "nothing is provably wrong"
printf 'theorem,result,claimed,eps,r\ngauss.theta,delta,6.8295e-3,1,1/2\n' >"$work/short.csv"
run 0 crosscheck "$work/short.csv"
run 1 crosscheck "$work/short.csv" --strict
says "1 claim: 0 sound, 1 rounded"
printf 'theorem,result,claimed,eps,r\ngauss.theta,delta,0.1,1,1/2\n' >"$work/short.csv"
run 0 crosscheck "$work/short.csv" --strict

refused()
{
    printf '%b' "$1" >"$work/bad.csv"
    run 2 crosscheck "$work/bad.csv"
    complains "$2"
}
head='theorem,result,claimed,eps,r\n'
refused '' 'empty'
refused 'theorem,result\n' 'columns theorem, result and claimed'
refused 'gaussian sigma=1 times 3\n' 'if the file is a history, give --delta D --claimed EPS'
refused 'theorem,result,claimed,eps,eps\n' 'twice'
refused "${head}gauss.theta,delta,1,1\n" 'fewer fields'
refused "${head}gauss.theta,delta,1,1,1,1\n" 'more fields'
refused "${head}gauss.theta,delta,1,x,1\n" 'eps'
refused "${head}no.such,delta,1,1,1\n" 'no.such'
refused "${head}\"gauss.theta,delta,1,1,1\n" 'does not end'
refused "theorem,result,claimed,eps,r,s\ngauss.theta,delta,1,1,1,1\n" "no parameter 's'"
refused "theorem,result,claimed,kind,eps,r\ngauss.theta,delta,1,middle,1,1\n" 'upper or lower'
run 2 crosscheck
run 2 crosscheck "$work/no-such-file"
run 2 crosscheck "$work"
complains "it is a directory"

# a column that nothing uses is noted, unless a theorem has such a parameter
printf 'theorem,result,claimed,kind,eps,r,slack,history,epz\ngauss.theta,delta,0.1,,1,1/2,,,\n' >"$work/columns.csv"
run 0 crosscheck "$work/columns.csv"
complains "note: $work/columns.csv:1: the column 'epz' is empty, and no theorem has such a parameter"
test "$(wc -l <"$work/err")" -eq 1 && ok=yes || ok=no
check $ok "a column that some theorem has is noted"
run 2 crosscheck "$work/claims.csv" --format xml

# the memory does not grow with the number of rows
awk 'BEGIN { print "theorem,result,claimed,eps,delta,T"
             for (i = 0; i < 20000; i++) print "compose.basic,delta_out,1,1,1e-6," i + 1 }' >"$work/many.csv"
limit=400000
(ulimit -v $limit && "$dpcert" --version) >/dev/null 2>&1 || limit=unlimited # a sanitizer takes it all
(ulimit -v $limit && "$dpcert" crosscheck "$work/many.csv" --format csv >"$work/out") && ok=yes || ok=no
check $ok "20000 claims do not fit into 400 MB"
test "$(wc -l <"$work/out")" -eq 20001 && ok=yes || ok=no
check $ok "a claim is lost"

# a published epsilon that is short of the truth in its 17th digit
head -n 2 "${srcdir:-.}/tests/data/saddlepoint_truth.csv" >"$work/truth.csv"
run 1 crosscheck "$work/truth.csv" --format csv --certs "$work/truths"
# with the digits that tell it from the truth
says ",unsound,1.655353471724125,1.655353471724126,-2.759e-14"
run 1 crosscheck "$work/truth.csv" --certs "$work/truths"
says "provably wrong: eps >= 1.655353471724125 (the mechanism itself"
says "2.759e-14 % below the truth"
run 0 verify "$work/truths/line-2.cert"
says "VERIFIED lower sgm.exact-eps: eps >= 1.655353471724125"

finish
