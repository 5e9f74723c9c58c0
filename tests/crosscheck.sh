#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Verdicts on claims, of every kind, in every format; and files of claims that are refused.

. "${srcdir:-.}/tests/lib.sh"

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
X

run 1 crosscheck "$work/claims.csv" --certs "$work/certs"
says "19 claims: 5 sound, 3 rounded, 1 unjustified, 5 undecided, 5 unsound"
says "provably wrong: delta >= 6.82959498311e-3"
says "any adjacency"
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
assert len(rows) == 19
for row in rows:
    assert row["verdict"] == row["source"]
    if row["verdict"] == "unsound" and row["kind"] == "upper":
        assert Fraction(row["lower"]) > Fraction(row["claimed"])
X
check $ok "the JSON is not what it should be"
found=0
for file in "$work"/certs/*.cert; do
    found=$((found + 1))
    run 0 verify "$file"
done
test $found -eq 5 && ok=yes || ok=no
check $ok "$found certificates of 5 unsound claims"
run 0 verify "$work/certs/line-16.cert"
says "VERIFIED lower ma.gauss: eps >= 7.5112"

# as other programs write it: BOM, CR LF, quotes, standard input
printf '\357\273\277theorem,result,claimed,eps,r\r\n"gauss.theta",delta,0.1,1,"1/2"\r\n' >"$work/dos.csv"
run 0 crosscheck "$work/dos.csv"
says "1 claims: 1 sound"
"$dpcert" crosscheck - <"$work/dos.csv" >"$work/out" 2>"$work/err" && ok=yes || ok=no
check $ok "claims are not read from standard input"

# commas inside of quotes, and blanks around a field
printf 'theorem,result,claimed,eps,step\ngauss.mechanism-list, delta , 0.44 ,1,"[(1,2,3),(0.5,1,10)]"\n' >"$work/list.csv"
run 0 crosscheck "$work/list.csv" --format csv
says 'gauss.mechanism-list,delta,0.44,1,"[(1,2,3),(0.5,1,10)]",sound,0.4380110041'

refused()
{
    printf '%b' "$1" >"$work/bad.csv"
    run 2 crosscheck "$work/bad.csv"
    complains "$2"
}
head='theorem,result,claimed,eps,r\n'
refused '' 'empty'
refused 'theorem,result\n' 'columns theorem, result and claimed'
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
run 2 crosscheck "$work/claims.csv" --format xml

# many rows need no more memory than few
awk 'BEGIN { print "theorem,result,claimed,eps,delta,T"
             for (i = 0; i < 20000; i++) print "compose.basic,delta_out,1,1,1e-6," i + 1 }' >"$work/many.csv"
limit=400000
(ulimit -v $limit && "$dpcert" --version) >/dev/null 2>&1 || limit=unlimited # a sanitizer takes it all
(ulimit -v $limit && "$dpcert" crosscheck "$work/many.csv" --format csv >"$work/out") && ok=yes || ok=no
check $ok "20000 claims do not fit into 400 MB"
test "$(wc -l <"$work/out")" -eq 20001 && ok=yes || ok=no
check $ok "a claim is lost"

finish
