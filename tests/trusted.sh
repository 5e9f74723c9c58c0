#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# proofs/TRUSTED.md names every file that dpcert-check is made of, and no other.
. "${srcdir:-.}/tests/lib.sh"

src=${srcdir:-.}
sh "$src/tools/trusted.sh" "$src" >"$work/out" 2>&1 && ok=yes || ok=no
check $ok "the inventory of proofs/TRUSTED.md"

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
