#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# fake-flint3.sh PREFIX: makes a folder that looks like an installed FLINT 3 out of FLINT 2 and
# Arb: all headers in include/flint, one library libflint, and none that is called arb.  For
# `make check-flint3`, on machines that have the old layout only.
set -eu

prefix=$1
header=
for dir in ${CPPFLAGS-} -I/usr/local/include -I/usr/include; do
    case $dir in
    -I*) test -z "$header" && test -e "${dir#-I}/arb.h" && header=${dir#-I}/arb.h ;;
    esac
done
if test -z "$header"; then
    echo "fake-flint3.sh: <arb.h> was not found: nothing to make FLINT 3 from" >&2
    exit 1
fi
include=${header%/arb.h}
mkdir -p "$prefix/include/flint" "$prefix/lib"
cp "$include"/flint/*.h "$prefix/include/flint/"
for name in acb acf arb arf bernoulli bool_mat dirichlet dlog double_interval fmpr fmpz_extras fmpzi hypgeom mag \
    partitions; do
    for file in "$include/$name.h" "$include/${name}"_*.h; do
        test ! -e "$file" || cp "$file" "$prefix/include/flint/"
    done
done

# The linker accepts a linker script as a library: this one stands for both.
arb="flint-arb"
: "${CC:=cc}"
echo 'int main(void) { return 0; }' >"$prefix/try.c"
# shellcheck disable=SC2086 # words of a command
$CC ${LDFLAGS-} -o "$prefix/try" "$prefix/try.c" -l$arb 2>/dev/null || arb=arb
flint=$($CC -print-file-name=libflint.so)
test -e "$flint" || flint=/usr/local/lib/libflint.so
printf 'INPUT ( -l%s %s )\n' "$arb" "$(readlink -f "$flint")" >"$prefix/lib/libflint.so"
rm -f "$prefix/try" "$prefix/try.c"
