#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# proofs/TRUSTED.md names every file of dpcert-check, and no other.
. "${srcdir:-.}/tests/support/lib.sh"

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

# Changes to a copy of the tree must be reported.
mkdir "$work/copy" "$work/copy/proofs" "$work/copy/src"
cp -R "$src/src/check" "$work/copy/src" && chmod -R u+w "$work/copy"
cp "$src/README.md" "$work/copy"

# changed COMMAND COMMAND TEXT: the sed commands on TRUSTED.md and Makefile.am lead to a message with this text.
changed()
{
    sed "$1" "$src/proofs/TRUSTED.md" >"$work/copy/proofs/TRUSTED.md"
    sed "$2" "$src/Makefile.am" >"$work/copy/Makefile.am"
    sh "$src/tools/trusted.sh" "$work/copy" >"$work/out" 2>&1 && ok=no || ok=yes
    check $ok "accepted: $1 $2"
    says "$3"
}

changed '/^| .verify.c/d' '' 'src/check has src/check/cert/verify.c, which'
changed '/^| .embed.awk/d' '' 'src/check has src/check/theorems/embed.awk, which'
changed 's#^. `verify.c`#& `write.c`#' '' 'names src/check/cert/write.c, which is not'
changed '' '/^check_sources/,/^$/s|src/check/cert/claims.c|src/show/write.c|' 'is not built from all of src/check and nothing else'
changed '' 's|^dpcert_check_LDADD =.*|& libdpcert_core.la|' 'is linked with libdpcert_core.la'
changed 's/[0-9,]* lines of code, not/9,000 lines of code, not/' '' "says '9000 lines of code, not proved', there are"
changed 's/[0-9,]* lines of code in .src.check.run./900&/' '' "lines of code in \`src/check/run\`', there are"
changed 's/^\(| .src.check.cert. | [0-9,]* | \)[0-9,]*/\190/' '' "the table of rooms says '90' of src/check/cert, there are"
changed '/^| .src.check.run. | /d' '' "the table of rooms says 'nothing' of src/check/run, there are"
changed 's/^\(| .src.check.run. | \)[0-9,]*/\11,937/' '' 'the rooms had 13490 lines of code together, the table says 13489'
echo 'int one;' >"$work/copy/src/check/run/one.c"
changed '' '' 'src/check has src/check/run/one.c, which'

finish
