#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# dpcert-check with exponents, counts and sizes of more than 32 bits; tools/check-m32.sh runs this test where long has 32 bits.
set -u

: "${top_builddir:=.}" "${srcdir:=.}"
checker=$top_builddir/dpcert-check
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# own FORMULA LOWER UPPER: a certificate of the formula at x = 2^-32 with these claims.
own()
{
    prelude=$srcdir/src/check/theorems/prelude.thm
    printf '%s\n' 'dpcert-certificate 2' 'kind value' 'theorem my.words 1' 'neighbours any' 'file my.words 8' '|theorem my.words' \
        '|revision 1' '|title "t"' '|cite me "here"' '|status proved paper' '|adjacency any' '|param x : real' \
        "|result y <= $1" "file prelude $(wc -l <"$prelude" | tr -d ' ')"
    sed 's/^/|/' "$prelude"
    printf '%s\n' 'param x = 1/4294967296' "claim y >= $2" "claim y <= $3" end
}

# judge STATUS TEXT FORMULA LOWER UPPER: the program exits so, and its last line has this text.
judge()
{
    own "$3" "$4" "$5" >"$work/it.cert"
    "$checker" --max-steps 9223372036854775807 "$work/it.cert" >"$work/out" 2>&1
    got=$?
    if test $got -eq "$1" && tail -n 1 "$work/out" | grep -Fq -- "$2"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $3 in [$4, $5]: exit $got, expected $1 with '$2'"
        tail -n 1 "$work/out" | cut -c1-300
    fi
}

judge 0 VERIFIED '(1 + x)^(2^32 + 1)' 2.718281828 2.718281829
judge 1 REJECTED '(1 + x)^(2^32 + 1)' 1 1.1
judge 0 VERIFIED '(1 + x)^(-(2^33 + 3))' 0.1353352831 0.1353352832
judge 0 VERIFIED 'log((1 - x)^(2^62 + 1))' -1073741824.126 -1073741824.124
judge 0 VERIFIED 'log(binom(2^40, 200))' 4681.9 4682
judge 1 REJECTED 'log(binom(2^40, 200))' 0 4681
judge 0 VERIFIED 'binom(2^40 + 1, 2^40 - 1)*x^2' 32768 32769
judge 0 VERIFIED 'floor(exp(-10^10))' 0 0
judge 0 VERIFIED 'ceil(exp(-10^10))' 1 1
judge 0 VERIFIED 'log(exp(-10^11)*exp(-10^10))' -110000000001 -109999999999
judge 0 VERIFIED 'log(x^(10^10))' -221807097780 -221807097779
judge 1 e-43429448191 'exp(-10^11)' 0 0
judge 0 VERIFIED 'floor(2^40*(1 + exp(-25)))' 1099511627791 1099511627791
# more than 2^32 rounds, the second of which divides by 0
judge 1 'division by zero' 'sum(i = 1..2^32 + 1, 1/(2 - i))' 1 1
judge 1 'division by zero' 'iterate(z = 0, 2^32 + 1, 1/(1 - z))' 1 1
echo "words: $passed passed, $failed failed"
test $failed -eq 0
