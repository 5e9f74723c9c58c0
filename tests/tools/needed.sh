#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# dpcert-check can reach every function of src/check, except those that proofs/TRUSTED.md lists.  The linker decides:
# each function has its own section, and sections that cannot be reached from main are discarded.
. "${srcdir:-.}/tests/support/lib.sh"

src=${srcdir:-.} build=${top_builddir:-.} cc=${CC:-cc}
echo 'int main(void) { return 0; }' >"$work/probe.c"
# shellcheck disable=SC2086
$cc -ffunction-sections -Wl,--gc-sections -Wl,--print-gc-sections -o "$work/probe" "$work/probe.c" >/dev/null 2>&1 || {
    echo "needed.sh: the linker cannot tell which sections it discards"
    exit 77
}

# compile FILE OBJECT
compile()
{
    # shellcheck disable=SC2086
    $cc -std=gnu11 -w -O0 -ffunction-sections -DHAVE_CONFIG_H -I"$src/src/check" -I"$build/build-aux" \
        -c -o "$2" "$1" || check no "$1 cannot be compiled"
}
# discarded OBJECT...: the functions that the linker leaves out, into $work/found.
discarded()
{
    # shellcheck disable=SC2086
    $cc -Wl,--gc-sections -Wl,--print-gc-sections -o "$work/checker" "$@" -lgmp >"$work/log" 2>&1 || check no "$(cat "$work/log")"
    sed -n "s|.*'\.text\.\([a-z0-9_]*\)' in file '$work/object.*|\1|p" "$work/log" | LC_ALL=C sort -u >"$work/found"
}

mkdir "$work/object"
for file in $(cd "$src" && find src/check -name '*.c' ! -name '*_data.c'); do
    compile "$src/$file" "$work/object/$(echo "$file" | tr / -).o"
done
compile "$build/src/check/lang/catalogue_data.c" "$work/object/catalogue_data.o"

sed -n '/^<!-- uncalled -->/,/^<!-- end -->/s/^- `\(.*\)`.*/\1/p' "$src/proofs/TRUSTED.md" | LC_ALL=C sort >"$work/listed"
discarded "$work"/object/*.o
diff "$work/listed" "$work/found" >"$work/out" && ok=yes || ok=no
check $ok "functions that dpcert-check does not need (< listed in TRUSTED.md, > found)"

# A function without a caller is found.
{
    cat "$src/src/check/cert/claims.c"
    echo 'int dpc_idle(int n); int dpc_idle(int n) { return n; }'
} >"$work/claims.c"
compile "$work/claims.c" "$work/object/src-check-cert-claims.c.o"
discarded "$work"/object/*.o
grep -qx dpc_idle "$work/found" && ok=yes || ok=no
check $ok "a function that nobody calls is not found"

finish
