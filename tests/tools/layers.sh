#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# The rooms of src/ use only the rooms that their READMEs name, and none above them.
. "${srcdir:-.}/tests/support/lib.sh"

src=${srcdir:-.}
sh "$src/tools/layers.sh" "$src" "${top_builddir:-.}" >"$work/out" 2>&1 && ok=yes || ok=no
check $ok "the rooms of src"

# planted TEXT FILE LINE: a copy of the tree in which a file has this line at its end is refused with TEXT.
planted()
{
    rm -rf "$work/tree"
    mkdir "$work/tree" && cp -R "$src/src" "$work/tree" && chmod -R u+w "$work/tree" || exit 1
    printf '%s\n' "$3" >>"$work/tree/src/$2"
    sh "$src/tools/layers.sh" "$work/tree" ${4-} >"$work/out" 2>&1 && ok=no || ok=yes
    check $ok "accepted: $3 in $2"
    says "$1"
}

planted 'src/guess/search.c includes query/query.h, and src/guess/README does not say' guess/search.c '#include "query/query.h"'
planted 'is part of the checker and includes dpcert.h' check/cert/verify.c '#include "dpcert.h"'
planted 'run is part of the checker and uses guess, which is not' check/run/README 'Uses: base domain kernel lang method guess'
planted 'a cycle of rooms' check/lang/README 'Uses: base run'
planted 'query says that it uses bathroom, which is no room' query/README 'Uses: bathroom'
planted 'show/README does not end with a line' show/README 'No rooms.'
planted 'account uses dpc_domain_fast of arith' account/README 'Uses: base domain io lang method query show' "${top_builddir:-.}"
for option in '--max-steps' '-d N' '--kind value'; do
    planted 'speaks of an option: the library has none' query/query.c "static const char wrong[] = \"more digits ($option)\";"
done

# The map of HACKING.md is about these rooms.
map()
{
    rm -rf "$work/tree"
    mkdir "$work/tree" && cp -R "$src/src" "$src/include" "$work/tree" && ln -s "$(cd "$src" && pwd)/tests" "$work/tree/tests" &&
        sed "$1" "$src/HACKING.md" >"$work/tree/HACKING.md" || exit 1
    sh "$src/tools/layers.sh" "$work/tree" >"$work/out" 2>&1 && ok=no || ok=yes
    check $ok "accepted in HACKING.md: $1"
    says "$2"
}
map '/^| `src.guess`/d' 'src/guess is not in the map of HACKING.md'
map 's/`search.h`/`find.h`/' 'HACKING.md: src/guess has no find.h'
map 's/^\(| `src.io` |.*|\) base |/\1 query |/' 'HACKING.md says that src/io uses query'
map 's/`dpc_fail_at` of/`dpc_caret` of/' 'HACKING.md: src/check/base/diag.c has no dpc_caret'
map 's/`t-ball.c`/`t-circle.c`/' 'HACKING.md: there is no t-circle.c'

# Every room has tests.
rm -rf "$work/tree"
mkdir "$work/tree" && cp -R "$src/src" "$src/tests" "$work/tree" && chmod -R u+w "$work/tree" && rm -r "$work/tree/tests/guess" || exit 1
sh "$src/tools/layers.sh" "$work/tree" >"$work/out" 2>&1 && ok=no || ok=yes
check $ok "accepted: a room without tests"
says 'src/guess has no tests in tests/guess'
test "$(grep -c 'has no tests' "$work/out")" -eq 1 && ok=yes || ok=no
check $ok "rooms with tests are said to have none"

finish
