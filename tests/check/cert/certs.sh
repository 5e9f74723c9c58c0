#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Certificates as people use them: written, checked by both programs, refused.
set -u

: "${top_builddir:=.}" "${srcdir:=.}"
dpcert=$top_builddir/dpcert
checker=$top_builddir/dpcert-check
certs=$srcdir/certs
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

check()
{
    if test "$1" = yes; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $2"
        test -s "$work/out" && sed 's/^/  stdout: /' "$work/out" | cut -c1-300 | head -10
        test -s "$work/err" && sed 's/^/  stderr: /' "$work/err" | cut -c1-300 | head -10
    fi
}

# run STATUS PROGRAM ARGUMENT...: output goes to $work/out and $work/err.
run()
{
    want=$1
    shift
    "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    test "$got" -eq "$want" && ok=yes || ok=no
    check $ok "$*: exit $got, expected $want"
}

# says TEXT: a line of stdout contains this text; last TEXT: the verdict does, that is the last line that begins
# with a word of a verdict.
says()
{
    grep -Fq -- "$1" "$work/out" && ok=yes || ok=no
    check $ok "stdout lacks: $1"
}

last()
{
    grep '^\(VERIFIED\|REJECTED\|UNREADABLE\|UNDECIDED\) ' "$work/out" | tail -n 1 | grep -Fq -- "$1" && ok=yes || ok=no
    check $ok "the verdict lacks: $1"
}

complains()
{
    grep -Fq -- "$1" "$work/err" && ok=yes || ok=no
    check $ok "stderr lacks: $1"
    test ! -s "$work/out" && ok=yes || ok=no
    check $ok "stdout is not empty"
}

kov="compose.kov eps=0.1 delta=1e-5 T=1000 slack=1e-6"
printed="compose.he-2-printed eps=0.1 delta=1e-5 T=1000 slack=1e-6"

# --- good certificates: both programs give the same verdict ---

for cert in "$certs"/*/*.cert; do
    case $cert in */bad/*) continue ;; esac
    run 0 "$checker" "$cert"
    last "VERIFIED "
    # right below the verdict the premises of all embedded texts, and nothing else
    sed -n 's/^|premise  *"\(.*\)"$/premise (not checked): \1/p' "$cert" | awk '!seen[$0]++' >"$work/premises"
    awk 'below; /^VERIFIED / { below = 1 }' "$work/out" >"$work/below"
    if grep -q "^VERIFIED value of the issuer's own " "$work/out"; then # in shorter lines: the same words
        for list in below premises; do
            sed 's/^premise (not checked): //' "$work/$list" | tr '\n' ' ' >"$work/words" && mv "$work/words" "$work/$list"
        done
    fi
    cmp -s "$work/below" "$work/premises" && ok=yes || ok=no
    check $ok "what stands below the verdict on $cert is not its premises"
    cp "$work/out" "$work/by-checker"
    for arith in kernel ball; do
        run 0 "$dpcert" verify --arith $arith "$cert"
        cmp -s "$work/by-checker" "$work/out" && ok=yes || ok=no
        check $ok "dpcert-check and dpcert verify --arith $arith differ on $cert"
    done
done

# every theorem has a certificate
"$dpcert" list | sed 's/ .*//' | LC_ALL=C sort >"$work/out"
(cd "$certs/catalogue" && ls) | sed 's/\.cert$//' | LC_ALL=C sort >"$work/err"
cmp -s "$work/out" "$work/err" && ok=yes || ok=no
check $ok "certs/catalogue is not the catalogue: $(LC_ALL=C comm -3 "$work/out" "$work/err" | tr -s '\t\n' ' ')"

# certificates of the exact accountant use its method, and some of them its cut
for id in sgm.exact sgm.exact-eps product.exact product.exact-eps; do
    grep -q '^choose p_r = .*,K=1,' "$certs/catalogue/$id.cert" && ok=no || ok=yes
    check $ok "certs/catalogue/$id.cert has a plan that nothing uses"
done
for id in sgm-cut sgm-cut-lower product-cut; do
    sed -n 's/^choose p_r = .*,soft=\([^,]*\),.*/\1/p' "$certs/examples/$id.cert" | grep -qv '^0$' && ok=yes || ok=no
    check $ok "certs/examples/$id.cert has a plan without a cut"
done

# entries about algorithms that are private, too, and about steps: the refuted ones promise nothing
for id in "$srcdir"/src/check/theorems/compose.*.thm "$srcdir"/src/check/theorems/gen.*.thm; do
    grep -q '^status *refuted' "$id" && continue
    grep -q '^premise .*DP.* for ' "$id" && ok=yes || ok=no
    check $ok "$id does not say what is private"
done
# entries about sampling and noise say what an auditor must check
for id in $(grep -l '^about .*\(sample\|noise\|noisy\|mini-batch\)' "$srcdir"/src/check/theorems/*.thm); do
    case $id in */fdiv.*) continue ;; esac # about two distributions, whatever they come from
    grep -q '^premise ' "$id" && ok=yes || ok=no
    check $ok "$id has no premises"
done
for id in sgm.rdp sgm.eps sgm.exact sgm.exact-eps gdp.clt ma.sgd-abadi product.exact product.exact-eps product.one-way; do
    grep -q '^premise .* draws its Poisson sample afresh, independently of all other steps: ' \
        "$srcdir/src/check/theorems/$id.thm" && ok=yes || ok=no
    check $ok "$id does not say how often it samples"
done

# --- bad certificates, each rejected for its reason ---

rows=0
while read -r file word line reason; do
    case $file in '#'*) continue ;; esac
    rows=$((rows + 1))
    test "$word" = REJECTED && status=1 || status=3
    run $status "$checker" --max-bits 4096 "$certs/bad/$file"
    last "$word $certs/bad/$file:$line: "
    last "$reason"
    grep -v '^context (not checked): ' "$work/out" | grep -q VERIFIED && ok=no || ok=yes
    check $ok "$file: something looks like a verdict"
    LC_ALL=C grep -q '[^ -~]' "$work/out" && ok=no || ok=yes
    check $ok "$file: bytes that are not printable are shown"
done <"$certs/bad/MANIFEST"
files=$(find "$certs/bad" -name '*.cert' | grep -c .)
test "$rows" -eq "$files" && ok=yes || ok=no
check $ok "the manifest has $rows rows for $files files"
test "$rows" -ge 30 && ok=yes || ok=no
check $ok "only $rows bad certificates"

# --- papers: every claim has a verdict, every certificate named there exists, and every certificate is named ---

# Prints the certificates that CLAIMS.csv names and complains about rows that break its rules: one record per line, six fields, a
# field with a comma or a quote is quoted.
cat >"$work/claims.awk" <<'EOF'
# Splits the line into field[1..n] and returns n; 0: malformed.
function split_csv(    i, c, quoted, n)
{
    n = 1
    field[1] = ""
    for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        if (quoted && c == "\"" && substr($0, i + 1, 1) == "\"") {
            field[n] = field[n] c
            i++
        } else if (c == "\"")
            quoted = !quoted
        else if (c == "," && !quoted)
            field[++n] = ""
        else
            field[n] = field[n] c
    }
    return quoted ? 0 : n
}
function bad(text) { print "CLAIMS.csv:" FNR ": " text >"/dev/stderr" }
FNR == 1 { if ($0 != "paper,place,quotation,verdict,certificate,remark") bad("the header"); next }
{
    if (split_csv() != 6) { bad("not six fields"); next }
    if (field[1] !~ /^(asoodeh2020c|asoodeh2020f|he2020|he2021|ye2022)$/) bad("unknown paper " field[1])
    if (field[2] == "" || field[3] == "") bad("no place or no quotation")
    if (seen[field[1] "," field[2] "," field[3]]++) bad("this row is there already")
    if (field[4] !~ /^(certified|false|not reproducible: .+|empirical, out of scope)$/) bad("unknown verdict " field[4])
    if (field[4] == "certified" && field[5] == "") bad("certified by what?")
    if (field[4] == "false" && field[5] field[6] == "") bad("false without a reason")
    count = split(field[5], names, " ")
    for (i = 1; i <= count; i++) print names[i]
}
EOF
run 0 awk -f "$work/claims.awk" "$certs/papers/CLAIMS.csv"
test ! -s "$work/err" && ok=yes || ok=no
check $ok "certs/papers/CLAIMS.csv breaks its rules"
test -s "$work/out" && ok=yes || ok=no
check $ok "certs/papers/CLAIMS.csv names no certificate"
cp "$work/out" "$work/named"
grep -o '`[a-z]*/[^ `]*\.cert`' "$srcdir/ERRATA.md" | tr -d '`' >>"$work/named"
sort -u "$work/named" >"$work/out"
while read -r name; do
    test -f "$certs/$name" && ok=yes || ok=no
    check $ok "CLAIMS.csv or ERRATA.md names certs/$name, which does not exist"
done <"$work/out"
(cd "$certs" && ls papers/*.cert) | while read -r name; do
    grep -qxF -- "$name" "$work/out" || echo "$name"
done >"$work/unnamed"
test ! -s "$work/unnamed" && ok=yes || ok=no
check $ok "neither CLAIMS.csv nor ERRATA.md names $(tr '\n' ' ' <"$work/unnamed")"
# and certs/COMMANDS has the command that made each certificate
sed -n 's/^\([a-z]*\/[^ ]*\.cert\) .*/\1/p' "$certs/COMMANDS" | LC_ALL=C sort >"$work/commanded"
(cd "$certs" && ls refutations/*.cert papers/*.cert) | LC_ALL=C sort >"$work/files"
cmp -s "$work/commanded" "$work/files" && ok=yes || ok=no
check $ok "certs/COMMANDS and the files differ: $(LC_ALL=C comm -3 "$work/commanded" "$work/files" | tr -s '\t\n' ' ')"

# the example of certs/FORMAT.md has as many lines as the files that it names
for id in compose.kov prelude; do
    sed -n "s/^file $id //p" "$certs/FORMAT.md" >"$work/out"
    test "$(cat "$work/out")" = "$(grep -c '' "$srcdir/src/check/theorems/$id.thm")" && ok=yes || ok=no
    check $ok "certs/FORMAT.md: file $id has another number of lines"
done

# --- writing ---

# shellcheck disable=SC2086 # words of a command
{
    run 0 "$dpcert" bound $kov --cert "$work/a.cert" --context "run 7" --context "end"
    says "delta_out <= 9.951205804e-3"
    run 0 "$dpcert" bound $kov --cert "$work/b.cert" --context "run 7" --context "end"
    cmp -s "$work/a.cert" "$work/b.cert" && ok=yes || ok=no
    check $ok "the same input gives different bytes"
    test "$(find "$work" -name '*.cert*' | grep -c .)" -eq 2 && ok=yes || ok=no
    check $ok "temporary files are left"
    run 0 "$checker" "$work/a.cert"
    says "context (not checked): run 7"
    last "VERIFIED guarantee compose.kov: eps_out <= 21.61841886 and delta_out <= 9.951205804e-3 (eps=1/10, delta=1/100000, T=1000, slack=1/1000000; adjacency any; parameters as given, no history; catalogue "
    run 0 "$dpcert" bound $kov --cert -
    says "dpcert-certificate 2"
    test "$(tail -n 1 "$work/out")" = end && ok=yes || ok=no
    check $ok "the certificate has no end"
    "$dpcert" bound $kov --cert - | "$checker" - >"$work/out" 2>"$work/err" && ok=yes || ok=no
    check $ok "a certificate does not go through a pipe"
    run 0 "$dpcert" bound $kov --cert - --kind lower
    says "claim delta_out >= "
    run 0 "$dpcert" bound $kov --cert "$work/v.cert" --kind value --json
    run 0 "$dpcert" verify "$work/v.cert"
    last "VERIFIED value compose.kov: eps_out in [21.61841885, 21.61841886] and delta_out in ["

    run 1 "$dpcert" bound $printed --cert "$work/no.cert" --kind guarantee
    complains "compose.he-2-printed is refuted: no guarantee follows from it"
    run 0 "$dpcert" bound $printed --cert "$work/default.cert"
    grep -q '^kind value$' "$work/default.cert" && ok=yes || ok=no
    check $ok "the default kind of a refuted theorem is not value"
    run 1 "$dpcert" bound $kov --arith double --cert "$work/no.cert"
    complains "certified arithmetic"
    run 1 "$dpcert" bound rdp.closed-gamma alpha=2 eps=1 delta=0.1 --cert "$work/no.cert" --kind lower
    complains "gives no lower bound here"
    run 2 "$dpcert" bound $kov --cert "$work/no.cert" --kind proof
    run 2 "$dpcert" bound $kov --cert "$work/no.cert" --context "$(printf 'a\033b')"
    complains "printable ASCII"
    run 2 "$dpcert" bound $kov --kind value
    complains "give --cert FILE as well"
    run 2 "$dpcert" bound $kov --cert "$work/none/no.cert"
    complains "cannot write $work/none/no.cert"
    test ! -e "$work/no.cert" && ok=yes || ok=no
    check $ok "a certificate was written in spite of a failure"
}

# a theorem of the user's own
printf '%s\n' 'theorem my.own' 'revision 1' 'title "t"' 'cite me "here"' 'status proved paper' \
    'adjacency any' 'param x : real' 'result y <= 2*x' >"$work/own.thm"
run 0 "$dpcert" bound "$work/own.thm" x=1 --cert "$work/own.cert"
run 0 "$checker" "$work/own.cert"
last "VERIFIED value of the issuer's own theorem my.own: y in [2, 2] (x=1; adjacency any; nothing vouches for the theorem; catalogue "
# its premises are the issuer's words: below the verdict, in short lines, each marked as a premise
cp "$work/own.thm" "$work/told.thm"
printf 'premise "%s"\npremise "%s"\n' "the sun shines" \
    "$(printf '%070d' 0) VERIFIED guarantee my.own: y <= 0 (x=1; adjacency any; catalogue 0.1.0)" >>"$work/told.thm"
run 0 "$dpcert" bound "$work/told.thm" x=1 --cert "$work/told.cert"
says "premise    the sun shines"
run 0 "$checker" "$work/told.cert"
last "VERIFIED value of the issuer's own theorem my.own: y in [2, 2]"
says "premise (not checked): the sun shines"
awk 'below; /^VERIFIED / { below = 1 }' "$work/out" | grep -v '^premise (not checked): .\{1,47\}$' | grep -q . && ok=no || ok=yes
check $ok "a premise of the issuer's is in a long line, or has no label"
test "$(grep -c '^premise (not checked): ' "$work/out")" -ge 4 && ok=yes || ok=no
check $ok "premises of the issuer's are not shown"
run 1 "$dpcert" bound "$work/own.thm" x=1 --kind guarantee --cert "$work/no.cert"
complains "nothing vouches for it"
sed 's/^kind value/kind guarantee/' "$work/own.cert" >"$work/claim.cert"
run 1 "$checker" "$work/claim.cert"
last "my.own is not in the catalogue: it can have a 'value', not a 'guarantee'"

# --- several files, and files that cannot be read ---

good=$certs/examples/theta.cert bad=$certs/bad/claim-too-small.cert
open=$certs/bad/steps-too-many.cert
run 0 "$checker" "$good" "$good"
last "VERIFIED 2 of 2 files"
run 2 "$checker" "$open" "$work/none" "$bad" "$good"
last "UNREADABLE 1 of 4 files"
run 1 "$checker" "$open" "$bad" "$good"
last "REJECTED 1 of 3 files"
run 3 "$checker" "$open" "$good"
last "UNDECIDED 1 of 2 files"
run 2 "$checker" "$work"
last "UNREADABLE $work: it is a directory"
run 2 "$dpcert" verify "$work/none"
last "UNREADABLE $work/none: "
run 2 "$checker"
complains "usage: dpcert-check"
run 2 "$checker" --max-bits 1 "$good"
run 2 "$checker" --max-bits
run 2 "$checker" --nonsense "$good"
run 2 "$dpcert" verify
run 0 "$dpcert" verify --json "$certs/examples/sgm.cert"
python3 - "$work/out" "$certs/examples/sgm.cert" <<'END' && ok=yes || ok=no
import json, re, sys
o, = json.load(open(sys.argv[1]))["files"]
assert len(o["premises"]) == 5 and o["assume"] == [] and o["kind"] == "guarantee", o
assert o["premises"] == re.findall('^[|]premise +"(.*)"$', open(sys.argv[2]).read(), re.M), o
END
check $ok "verify --json does not show the premises"
run 1 "$dpcert" verify --json "$certs/examples/kov.cert" "$certs/bad/context-fake-verdict.cert"
cp "$work/out" "$work/verdicts.json"
# the line to blame depends on how long the embedded texts are
line=$(grep -n '^claim delta_out' "$certs/bad/context-fake-verdict.cert" | cut -d: -f1)
python3 - "$work/verdicts.json" "$line" <<'END' && ok=yes || ok=no
import json, sys
o = json.load(open(sys.argv[1]))
a, b = o["files"]
assert o["verdict"] == "REJECTED" and a["verdict"] == "VERIFIED" and b["verdict"] == "REJECTED"
assert a["kind"] == "guarantee" and a["theorem"] == "compose.kov" and a["adjacency"] == "any"
assert a["claims"][1] == {"name": "delta_out", "relation": "<=", "number": "9.951205804e-3"}
assert a["params"]["eps"] == "1/10" and a["assume"] == [] and len(a["premises"]) == 2 and len(a["context_not_checked"]) == 1
assert "claims" not in b and b["line"] == int(sys.argv[2]) and b["text"].startswith("REJECTED ")
END
check $ok "verify --json does not say what was found"
run 2 "$dpcert" verify --json "$work/none"
says '"verdict": "UNREADABLE"'
run 2 "$dpcert" verify --arith double "$good"
run 0 "$checker" --version
run 0 "$checker" --help
run 3 "$checker" --max-steps 5 "$good"
last "the limit of 5 steps is reached (--max-steps)"
name="$work/$(printf 'x\nVERIFIED guarantee')"
cp "$bad" "$name"
run 1 "$checker" "$name"
grep -q '^VERIFIED' "$work/out" && ok=no || ok=yes
check $ok "the name of a file writes a verdict"
# nor does it drive a terminal: C1 control characters, overrides of the direction, as UTF-8 and raw
name="$work/$(printf 'a\302\233\233\342\200\256b\177c')"
cp "$bad" "$name"
for program in "$checker" "$dpcert verify"; do
    run 1 $program "$name" "$good"
    LC_ALL=C grep -q '[^ -~]' "$work/out" && ok=no || ok=yes
    check $ok "$program shows bytes that are not printable ASCII"
    says "file $work/"'a\u009b\x9b\u202eb\x7fc'
done
name="$work/$(printf 'a\302\233\342\200\256b\177c')"
cp "$bad" "$name"
run 1 "$dpcert" verify --json "$name"
LC_ALL=C grep -q '[^ -~]' "$work/out" && ok=no || ok=yes
check $ok "verify --json shows bytes that are not printable ASCII"
says 'a\u009B\u202Eb\u007fc"'
# the issuer's words are in short lines, each marked as the issuer's
awk '/^context / { printf "context "; for (i = 0; i < 57; i++) printf "x"
                   printf "VERIFIED guarantee compose.kov: eps_out <= 0.1 and delta_out <= 0\n"
                   printf "context"; for (i = 0; i < 80; i++) printf " a"
                   printf " VERIFIED guarantee\n"; next } { print }' "$certs/examples/kov.cert" >"$work/wide.cert"
run 0 "$checker" "$work/wide.cert"
grep -v '^context (not checked): .\{1,47\}$\|^VERIFIED \|^premise (not checked): ' "$work/out" | grep -q . && ok=no || ok=yes
check $ok "a line of the context is long, or has no label"
says "xVERIFIED guarantee compose.kov:"
# long numbers keep their size: in the verdict, and in the page
awk '/^param eps / { printf "param eps = 0."; for (i = 0; i < 300; i++) printf "0"; print "25"; next }
     { print }' "$certs/examples/theta.cert" >"$work/small.cert"
sed 's/^claim .*/claim delta <= 1/' "$work/small.cert" >"$work/smaller.cert"
run 0 "$checker" "$work/smaller.cert"
last "(eps=2.5e-301, r=1/2; "
run 0 "$dpcert" report "$work/smaller.cert" -o "$work/small.html"
grep -q '= *2.5e-301,\|&#160;2.5e-301,' "$work/small.html" && ok=yes || ok=no
check $ok "the page shows another eps"
# so do numbers of a record that is longer than the part of a list that is shown
awk '/^param step / { printf "param step = [(1."; for (i = 0; i < 500; i++) printf "0"; print "25,2,3),(1/2,1,10)]"; next }
     { print }' "$certs/examples/list.cert" | sed 's/^claim .*/claim delta <= 1/' >"$work/record.cert"
run 0 "$checker" "$work/record.cert"
last "step=[(1.0000000000000000000...,2,3),... (523 characters)]; "
# malformed values are named in the message
sed 's/^choose eps_hi = .*/choose eps_hi = many/' "$certs/examples/sgm-eps.cert" >"$work/named.cert"
run 1 "$checker" "$work/named.cert"
last "witness eps_hi is a number, not 'many'"
sed '/^choose p_r = /s/,K=[^,]*/,K=many/' "$certs/examples/sgm.cert" >"$work/named.cert"
run 1 "$checker" "$work/named.cert"
last "witness p_r.K"
sed '/^choose p_r = /s/,K=[^,]*/,K=1.5/' "$certs/examples/sgm.cert" >"$work/named.cert"
run 1 "$checker" "$work/named.cert"
last "witness p_r.K must be an integer"
sed '/^choose p_r /s/$/ /' "$certs/examples/sgm.cert" >"$work/blank.cert"
run 1 "$checker" "$work/blank.cert"
last "a blank stands at the end of the line"
# equal steps written as separate records
awk '/^param step / { printf "param step = ["; for (i = 0; i < 10000; i++) printf "%s(1/5,0,1)", (i > 0 ? "," : ""); print "]"; next }
     { print }' "$certs/examples/product.cert" >"$work/records.cert"
run 1 "$checker" "$work/records.cert"
last "more than 9999 records in its lists: equal steps are one record, with their count"
# verdicts on kinds lower and refutation refer to the mechanism described above
run 0 "$checker" "$certs/refutations/compose.he-2-printed.cert"
last "the mechanism of referee 1, see the note above; "
run 1 "$dpcert" refute compose.he-2-printed eps=0.1 T=-1
complains "parameter T: the condition T >= 1 is false (T = -1)"
if test -w /dev/full; then
    "$checker" "$good" >/dev/full 2>/dev/null
    test $? -eq 2 && ok=yes || ok=no
    check $ok "a verdict that could not be written counts as delivered"
fi

# --- out of memory: a verdict, not an abort ---

# scarce KIB PROGRAM ARGUMENT...
scarce()
{
    (
        ulimit -v "$1"
        shift
        exec "$@"
    )
}

printf '%s\n' 'theorem my.hungry' 'revision 1' 'title "t"' 'cite me "here"' 'status proved paper' 'adjacency any' \
    'param eps : real' 'let s = Q(80 + eps/3)' 'result y <= s - s' >"$work/hungry.thm"
sed -e 's/^let s = .*/let s = eps/' "$work/hungry.thm" >"$work/modest.thm"
run 0 "$dpcert" bound "$work/modest.thm" eps=1 --cert "$work/modest.cert"
sed 's/^|let s = .*/|let s = Q(80 + eps\/3)/' "$work/modest.cert" >"$work/hungry.cert"
kib=262144
if (scarce $kib "$dpcert" --version && scarce $kib "$checker" --version) >/dev/null 2>&1; then
    for program in "$checker" "$dpcert verify"; do
        # shellcheck disable=SC2086 # words of a command
        {
            run 3 scarce $kib $program "$work/hungry.cert"
            last "UNDECIDED $work/hungry.cert: out of memory"
            test "$(grep -c . "$work/out")" -eq 1 && test ! -s "$work/err" && ok=yes || ok=no
            check $ok "$program says more than a verdict at the end of memory"
            run 1 scarce $kib $program "$good" "$bad" "$work/hungry.cert" "$good"
            last "REJECTED 1 of 4 files"
            says "UNDECIDED $good: not checked: out of memory at an earlier file"
            run 3 scarce $kib $program "$good" "$work/hungry.cert"
            last "UNDECIDED 1 of 2 files"
        }
    done
    run 3 scarce $kib "$dpcert" verify --json "$good" "$work/hungry.cert"
    says '"verdict": "UNDECIDED"'
    python3 -m json.tool "$work/out" >/dev/null && ok=yes || ok=no
    check $ok "verify --json at the end of memory prints no object"
    run 3 scarce $kib "$dpcert" report "$work/hungry.cert" -o "$work/hungry.html"
    last "UNDECIDED $work/hungry.cert: out of memory"
    sed 's/^let s = .*/let s = pi*eps/' "$work/hungry.thm" >"$work/pi.thm"
    for way in kernel:hungry ball:pi; do
        run 3 scarce 65536 "$dpcert" bound "$work/${way#*:}.thm" eps=1 --arith ${way%:*} --max-bits 60000000 --max-steps 1000000000000
        complains "dpcert: out of memory"
    done
else
    echo "skipped: programs with sanitizers do not start in little memory"
fi

# --- refute ---

# shellcheck disable=SC2086
{
    run 0 "$dpcert" refute $printed --cert "$work/r.cert"
    says "REFUTED here: the truth is at least 9.950215753e-3, the formula says 9.586800534e-3"
    cmp -s "$work/r.cert" "$certs/refutations/compose.he-2-printed.cert" && ok=yes || ok=no
    check $ok "certs/refutations/compose.he-2-printed.cert is not what refute writes"
    run 0 "$dpcert" refute compose.he-2-printed
    says "REFUTED here"
    run 0 "$dpcert" refute compose.he-2-printed eps=0.1 delta=1e-5 --cert -
    "$dpcert" refute compose.he-2-printed eps=0.1 delta=1e-5 --cert - | "$checker" - >"$work/out" &&
        ok=yes || ok=no
    check $ok "a refutation that was searched for does not verify"
    run 1 "$dpcert" refute $kov
    says "not refuted here"
    run 1 "$dpcert" refute compose.kov
    complains "is not refuted at any of"
    run 1 "$dpcert" refute compose.he-2-printed eps=0.1 delta=1e-5 T=1000 slack=2
    run 1 "$dpcert" refute gauss.theta eps=1 r=1
    complains "has no referee"
    run 1 "$dpcert" refute gauss.mechanism-list eps=1
    complains "is not refuted at any of"
    run 2 "$dpcert" refute no-such-theorem
}

# every refuted theorem: its certificate exists, a search finds another refutation, and it gives no guarantee
"$dpcert" list | awk '$2 == "refuted" { print $1 }' >"$work/refuted"
test "$(grep -c . "$work/refuted")" -ge 7 && ok=yes || ok=no
check $ok "few theorems are refuted: $(tr '\n' ' ' <"$work/refuted")"
while read -r id; do
    test -f "$certs/refutations/$id.cert" && ok=yes || ok=no
    check $ok "$id has no certificate in certs/refutations"
    set --
    test "$id" != gdp.clt || set -- q=0.01 sigma=0.8 T=1000 # elsewhere its referee takes time
    run 0 "$dpcert" refute "$id" "$@" --cert "$work/found.cert"
    says "REFUTED here"
    run 0 "$checker" "$work/found.cert"
    last "VERIFIED refutation $id: "
    # the same parameters as a guarantee
    sed -n 's/^param \([^ ]*\) = \(.*\)/\1=\2/p' "$work/found.cert" >"$work/values"
    "$dpcert" verify --json "$work/found.cert" >"$work/found.json"
    python3 -c 'import json, sys
for name, value in json.load(sys.stdin)["files"][0]["choose"].items():
    print(f"{name}={value}")' <"$work/found.json" >>"$work/values"
    set --
    while read -r value; do set -- "$@" "$value"; done <"$work/values"
    run 1 "$dpcert" bound "$id" "$@" --kind guarantee --cert "$work/no.cert"
    complains "is refuted: no guarantee follows from it"
    run 0 "$dpcert" bound "$id" "$@" --cert -
    says "kind value"
    sed 's/^kind value/kind guarantee/' "$work/out" >"$work/claim.cert"
    run 1 "$checker" "$work/claim.cert"
    last "REJECTED "
    run 0 "$dpcert" bound "$id" "$@"
    grep -Eq '^  [a-z_]+ +<=' "$work/out" && ok=no || ok=yes
    check $ok "$id: a bound is printed"
done <"$work/refuted"

# lists: 10^4 different steps, and printed Composition I with 30 of them
awk 'BEGIN { printf "["; for (i = 1; i <= 10000; i++) printf "%s(%d.%03de-3,%de-9,%d)", (i > 1 ? "," : ""), 1 + i % 97, i % 991, 1 + i % 9, 1 + i % 50; print "]" }' \
    >"$work/steps"
for id in compose.basic-list compose.kov-list compose.dwork-roth-list; do
    run 0 "$dpcert" bound $id "step=@$work/steps" slack=1e-6 --cert "$work/long.cert"
    run 0 "$checker" "$work/long.cert"
    last "VERIFIED guarantee $id: "
done
awk 'BEGIN { printf "["; for (i = 1; i <= 30; i++) printf "%s(%d.%03de-2,%d.%de-6,%d)", (i > 1 ? "," : ""), 1 + 7 * i % 49, i, 1 + i % 9, i % 7, 1 + 11 * i % 50; print "]" }' \
    >"$work/steps"
run 0 "$dpcert" refute compose.he-1-printed "step=@$work/steps" slack=1e-6 --cert "$work/thirty.cert"
run 0 "$checker" "$work/thirty.cert"
last "VERIFIED refutation compose.he-1-printed: "

# --- certificates from strangers: few steps, little memory ---

limited()
{
    (
        # a sanitizer needs more address space than this, whatever the program does
        if (ulimit -v 1048576 && "$checker" --version) >/dev/null 2>&1; then
            ulimit -v 1048576
        fi
        exec "$@"
    )
}

# own FORMULA: a certificate of an issuer's own theorem with this formula.
own()
{
    awk -v formula="$1" '/^\|result/ { print "|result y <= " formula; next } { print }' "$work/own.cert"
}

parentheses=$(awk 'BEGIN { for (i = 0; i < 100000; i++) printf "("; print 1 }')
own "$parentheses" >"$work/nested.cert"
run 1 limited "$checker" "$work/nested.cert"
last "nested too deeply: at most 200 levels"
# the message names the whole limit, not only the part that the first pass left
own "iterate(z = x, 10^7, exp(z) - exp(z) + Q(z))" >"$work/iterate.cert"
run 3 limited "$checker" "$work/iterate.cert"
last " 100000000 "
# the cost of Q depends on its argument, and is counted accordingly: a few hundred calls exceed ten million steps
own "sum(i = 1..200, Q(75 + i*x/1000)) - sum(i = 1..200, Q(75 + i*x/1000))" | sed 's/^claim y \(.=\) .*/claim y \1 0/' \
    >"$work/tail.cert"
run 3 limited "$checker" --max-steps 10000000 "$work/tail.cert"
last "that is what is left of 10000000 at 4096 bits (--max-steps)"
own "exp(x) - exp(x)" | sed 's/^claim y \(.=\) .*/claim y \1 0/' >"$work/zero.cert"
run 3 limited "$checker" --max-bits 64 "$work/zero.cert"
last "y >= 0 is not decided at 64 bits: the value is in "
last "] (--max-bits)"
own "3^(10^18)*x" >"$work/power.cert"
run 3 limited "$checker" "$work/power.cert"
last "the power (3)^(1000000000000000000) has no finite enclosure at 16384 bits: the exponent is too large"
# what has no finite enclosure is not false: an epsilon so large that no exponential of the method can be written
for eps in 1e12 9223372036854775808 1e30; do
    sed "s/^param eps = .*/param eps = $eps/; s/^\(claim delta <=\) .*/\1 1/" "$certs/examples/sgm.cert" >"$work/eps.cert"
    run 3 limited "$checker" "$work/eps.cert"
    last "inversion: the plan leads to numbers without a finite enclosure"
done
# and where more precision decides that such a value does not count, it does not
cat >"$work/branch.thm" <<'END'
theorem   my.branch
revision  1
title     "A method that is not called"
cite      me "here"
status    proved paper
adjacency any
param     x : real where x > 0
param     eps : real where eps >= 0
method    inversion
choose    p : plan(inversion) for inversion(1, 1/2, 1, 10, eps, p) "plan"
let       y = if(sqrt(2)^2 - 2 <= 1/10^25, x, inversion(1, 1/2, 1, 10, eps, p))
let       z = if(sqrt(2)^2 - 2 <= 1/10^25 or inversion(1, 1/2, 1, 10, eps, p) >= 0, x, y)
result    least <= min(y, z)
objective least
END
run 0 "$dpcert" bound "$work/branch.thm" x=1 eps=1 --cert "$work/branch.cert"
sed "s/^param eps = .*/param eps = 1e30/" "$work/branch.cert" >"$work/eps.cert"
for file in branch eps; do
    run 0 limited "$checker" "$work/$file.cert"
    last "VERIFIED value of the issuer's own theorem my.branch: least in [1, 1]"
done
# what a plan is for guides planners: it is parsed, and no verdict depends on it
sed 's/ for inversion([^)]*)/ for nothing(7) <= whatever/' "$work/branch.cert" >"$work/purpose.cert"
grep -q nothing "$work/purpose.cert" && ok=yes || ok=no
check $ok "no purpose was changed"
run 0 limited "$checker" "$work/purpose.cert"
last "VERIFIED value of the issuer's own theorem my.branch: least in [1, 1]"
sed 's/ for inversion([^)]*)/ for nothing(7) <= whatever/' "$work/branch.thm" >"$work/purpose.thm"
run 2 "$dpcert" bound "$work/purpose.thm" x=1 eps=1
own "binom(10^9, 5*10^8)*x" >"$work/binom.cert"
run 3 limited "$checker" --max-steps 1000000000000000 "$work/binom.cert"
last "binom(1000000000, 500000000) is too large: the kernel takes at most 4194304 factors"
own "iterate(z = x, 10^12, z/2 + 1)" >"$work/iterate.cert"
run 3 limited "$checker" "$work/iterate.cert"
last "exceed the limit of 100000000 steps (--max-steps)"
own "sum(i = 1..10^15, x/i)" >"$work/sum.cert"
run 3 limited "$checker" "$work/sum.cert"
last "exceed the limit of 100000000 steps (--max-steps)"
own "1e1000000000000000000" >"$work/exponent.cert"
run 1 limited "$checker" "$work/exponent.cert"
last "that is the limit"
awk '/^param x/ { for (i = 0; i < 50000; i++) print; next } { print }' "$work/own.cert" >"$work/many.cert"
run 1 limited "$checker" "$work/many.cert"
last "more than 10000 statements: that is the limit"
awk 'BEGIN { for (i = 0; i < 1600000; i++) print "context 12345678901234567890123456789012345678901234567890" }' \
    >"$work/large.cert"
run 1 limited "$checker" "$work/large.cert"
last "the certificate is larger than 16777216 bytes: that is the limit"
run 1 limited sh -c "cat '$work/large.cert' | '$checker' -"
last "the certificate is larger than 16777216 bytes: that is the limit"
rm -f "$work/large.cert"
if test -r /dev/zero; then
    run 1 limited "$checker" /dev/zero
    last "the certificate is larger than 16777216 bytes: that is the limit"
fi

# --- the second checker: its own tests, with a fifth of the reference values, another one every day, or with
# DPC_REFERENCE=all all of them; its verdicts on certificates are tested by second.sh ---

if command -v python3 >/dev/null 2>&1; then
    fifth=--fifth=$((${DPC_SEED:-$(($(date +%s) / 86400))} % 5))
    test "${DPC_REFERENCE-}" != all || fifth=
    # shellcheck disable=SC2086 # an option or none
    python3 "$srcdir/tests/test_check_cert.py" --without-certs $fifth >"$work/out" 2>&1 </dev/null && ok=yes || ok=no
    check $ok "the tests of check_cert.py fail: $(tail -n 3 "$work/out")"
fi

# --- the libraries that the checker needs ---

if command -v ldd >/dev/null 2>&1 && ldd "$checker" >"$work/out" 2>/dev/null; then
    grep -v -E 'linux-(vdso|gate)|ld-linux|ld-musl|lib(gmp|c|asan|ubsan|stdc\+\+|gcov|pthread|dl|rt|gcc_s)\.' "$work/out" \
        >"$work/err"
    test ! -s "$work/err" && ok=yes || ok=no
    check $ok "dpcert-check links more than GMP and the C library"
    # it needs shared libraries: make static-check does not take it for a static program
    if command -v readelf >/dev/null 2>&1; then
        run 1 sh "$srcdir/tools/static-check.sh" "$checker" "$good"
        complains "needs shared libraries"
    fi
fi

echo "certs: $passed passed, $failed failed"
test "$failed" -eq 0
