#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# The second checker, written independently in another language, gives the same verdicts on certificates.  It is slow,
# so certs/CHECKED lists the certificates that it has judged, each with its hash.  This test gives it the certificates that are
# not listed, and a fifth of the rest, a different fifth every day (DPC_SEED=n: the fifth of day n).
#   DPC_CERTS=all      all certificates
#   DPC_CERTS=record   all certificates, and certs/CHECKED is written
. "${srcdir:-.}/tests/support/lib.sh"

checker=${top_builddir:-.}/dpcert-check
certs=$srcdir/certs
python=$(command -v python3) || { echo "second.sh: python3 was not found"; exit 77; }
mode=${DPC_CERTS:-some}
day=${DPC_SEED:-$(($(date +%s) / 86400))}

# --- which ---

(cd "$certs" && sha256sum */*.cert) >"$work/files"
test "$(grep -c . "$work/files")" -ge 90 && ok=yes || ok=no
check $ok "only $(grep -c . "$work/files") certificates"
touch "$work/judged"
test ! -f "$certs/CHECKED" || grep -v '^#' "$certs/CHECKED" >"$work/judged"
# the first file may be empty: then NR == FNR would hold for the second
awk -v mode="$mode" -v day="$day" 'FILENAME == ARGV[1] { judged[$0] = 1; next }
    mode != "some" || !($0 in judged) || rest++ % 5 == day % 5 { print $2 }' "$work/judged" "$work/files" >"$work/chosen"
new=$(grep -c -v -x -F -f "$work/judged" "$work/files")
least=$new
test "$mode" = some || least=$(grep -c . "$work/files")
test "$least" -gt 0 || least=$((($(grep -c . "$work/files") - 4) / 5))
test "$(grep -c . "$work/chosen")" -ge "$least" && ok=yes || ok=no
check $ok "fewer than $least certificates are chosen"
echo "second.sh: $(grep -c . "$work/chosen") of $(grep -c . "$work/files") certificates, $new of them new or changed (day $day)"

# --- the verdicts of both: one after the other, or in as many processes as there are processors ---

parts=1
test "$mode" = some || parts=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
# judge PART: the verdicts of both checkers and the name, for every PARTS-th certificate
judge()
{
    awk -v part="$1" -v parts="$parts" 'NR % parts == part' "$work/chosen" >"$work/chosen.$1"
    (cd "$certs" && xargs "$python" "$srcdir/tests/check_cert.py" --theorems "$srcdir/src/check/theorems") \
        <"$work/chosen.$1" 2>"$work/err.$1" | sed 's/ .*//' >"$work/second.$1"
    while read -r name; do
        "$checker" "$certs/$name" 2>/dev/null </dev/null |
            sed -n 's/^\(VERIFIED\|REJECTED\|UNREADABLE\|UNDECIDED\) .*/\1/p' | tail -n 1
    done <"$work/chosen.$1" >"$work/first.$1"
    paste -d ' ' "$work/first.$1" "$work/second.$1" "$work/chosen.$1" >"$work/both.$1"
}
part=0
while test "$part" -lt "$parts"; do
    judge "$part" &
    part=$((part + 1))
done
wait
cat "$work"/both.* >"$work/both"
cat "$work"/err.* >"$work/err"
# where dpcert-check finds no finite enclosure, the other may find one that is too wide for the claim
sed -n 's|^\([^ ]*\) UNDECIDED .* without a finite.*|bad/\1|p' "$certs/bad/MANIFEST" >"$work/unbounded"
awk 'FILENAME == ARGV[1] { unbounded[$1] = 1; next }
    NF != 3 || $1 != $2 && !(unbounded[$3] && $1 == "UNDECIDED" && $2 == "REJECTED") { print; bad = 1 }
    END { exit bad }' "$work/unbounded" "$work/both" >"$work/out" && ok=yes || ok=no
check $ok "dpcert-check and check_cert.py do not say the same of certificates"
test "$(grep -c . "$work/both")" -eq "$(grep -c . "$work/chosen")" && ok=yes || ok=no
check $ok "check_cert.py has not looked at every certificate"
awk '($1 == "VERIFIED") == ($3 ~ /^bad\//) { print; bad = 1 } END { exit bad }' "$work/both" >"$work/out" && ok=yes || ok=no
check $ok "certificates that are bad are verified, or others are not"

if test "$mode" = record && test "$failed" -eq 0; then
    { echo "# Certificates that both checkers have judged alike; written by make checked."; cat "$work/files"; } \
        >"$certs/CHECKED"
    echo "second.sh: certs/CHECKED is written"
fi
finish
