#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# proofs/TRUSTED.md names every file that dpcert-check is made of, and no other.
. "${srcdir:-.}/tests/lib.sh"

src=${srcdir:-.}
sh "$src/tools/trusted.sh" "$src" >"$work/out" 2>&1 && ok=yes || ok=no
check $ok "the inventory of proofs/TRUSTED.md"

# Every lemma that a source or a theorem appeals to has its hypotheses in the table, or is an axiom of Analysis.
# unlisted TABLE: the labels that are in neither
sed -n '/^## Axioms/,/^<!-- end/s/^- l_//p' "$src/proofs/TRUSTED.md" | tr '_a-z' '-A-Z' >"$work/axioms"
unlisted()
{
    find "$src/src" -name '*.[ch]' -o -name '*.thm' | xargs grep -hoE '\bL-[A-Z][A-Z0-9]*(-[A-Z0-9]+)*' | sort -u |
        while read -r label; do
            grep -q "^| [^|]*$label\b[^|]*|" "$1" || grep -q "^${label#L-}" "$work/axioms" || echo "$label"
        done
}
sed -n '/^## Lemmas and their hypotheses/,/^## All/p' "$src/proofs/TRUSTED.md" >"$work/table"
check "$(test -z "$(unlisted "$work/table")" && echo yes || echo no)" "lemmas without hypotheses in TRUSTED.md: $(unlisted "$work/table")"
grep -v L-TRIG "$work/table" >"$work/less"
check "$(test "$(unlisted "$work/less")" = L-TRIG && echo yes || echo no)" "a lemma that is not listed is not seen"

# A copy of the inventory, changed: is that seen?
mkdir "$work/copy" "$work/copy/proofs"
ln -s "$(cd "$src" && pwd)/src" "$work/copy/src"
cp "$src/README.md" "$work/copy"

# changed COMMAND TEXT: the sed command on TRUSTED.md or Makefile.am leads to a message with this text.
changed()
{
    sed "$1" "$src/proofs/TRUSTED.md" >"$work/copy/proofs/TRUSTED.md"
    sed "$2" "$src/Makefile.am" >"$work/copy/Makefile.am"
    sh "$src/tools/trusted.sh" "$work/copy" >"$work/out" 2>&1 && ok=no || ok=yes
    check $ok "accepted: $1 $2"
    says "$3"
}

sh "$src/tools/trusted.sh" "$src" >"$work/out" 2>&1
changed '/^| .src\/cert\/verify.c/d' '' 'dpcert-check is made of src/cert/verify.c, which'
changed '/^| .src\/embed.awk/d' '' 'dpcert-check is made of src/embed.awk, which'
changed 's|`src/eval/range.h`|`src/eval/range.h` `src/eval/search.c`|' '' 'names src/eval/search.c, which is no part'
changed '' '/^dpcert_check_SOURCES/,/text.h$/s|src/cert/claims.c|src/cert/claims.c src/cert/write.c|' \
    'dpcert-check is made of src/cert/write.c, which'
changed 's/[0-9,]* lines of other C/9,000 lines of other C/' '' "says '9000 lines of other C', there are"

finish
