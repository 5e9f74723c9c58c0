#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: tools/check-m32.sh SRCDIR BUILDDIR FILE...     (make check-m32)
#
# dpcert-check where long and pointers have 32 bits.  FILE... are its sources.  It is built with -m32 and all
# warnings as errors; the suites of its parts run there, with Arb as the reference; its verdict on every certificate
# of certs/, good and bad, must be the verdict of the program of BUILDDIR.  Needs libraries of i386 (tools/install-deps.sh m32).
set -eu

src=$(cd "$1" && pwd) build=$(cd "$2" && pwd)
shift 2
mkdir -p "$build/m32/object" "$build/m32/lib" "$build/m32/tests"
cd "$build/m32"
cc="${CC:-gcc} -m32 -msse2 -mfpmath=sse" # plain doubles, as elsewhere
flags="-std=gnu11 -g -O2 -ffp-contract=off -DHAVE_CONFIG_H -I$build/build-aux -I$src/src/check"
warnings='-Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror'

echo '#include <gmp.h>
int main(void) { mpz_t n; mpz_init(n); return sizeof(long) == 4 ? 0 : 1; }' >probe.c
if ! $cc -o probe probe.c -lgmp 2>probe.log || ! ./probe; then
    echo "check-m32: no programs of 32 bits can be built (tools/install-deps.sh m32):" >&2
    head -n 5 probe.log >&2
    exit 1
fi

# --- the program ---

objects=
for file; do
    case $file in
    *.h) continue ;;
    *_data.c) path=$build/$file ;;
    *) path=$src/$file ;;
    esac
    object=object/$(echo "$file" | tr / - | sed 's/\.c$/.o/')
    # shellcheck disable=SC2086
    $cc $flags $warnings -c -o "$object" "$path"
    case $file in src/check/*/*.c) objects="$objects $object" ;; esac
done
$cc -o dpcert-check object/*.o -lgmp
echo "check-m32: dpcert-check is built"

# --- suites ---

# The packages of FLINT and Arb exclude those of another architecture; their libraries do not.
for library in flint flint-arb; do
    for found in /usr/lib/i386-linux-gnu/lib$library.so.*; do
        ln -sf "$found" "lib/lib$library.so"
    done
done
flags="$flags -I$src/include -I$build/include -I$src/src -I$src/tests/support"
for file in tests/support/check_util tests/support/check_domain tests/support/m32 src/arith/ball src/query/canonical; do
    # shellcheck disable=SC2086
    $cc $flags -w -c -o "tests/$(basename $file).o" "$src/$file.c"
done
export srcdir="$src" top_srcdir="$src" top_builddir="$build/m32"
failed=0
for path in lang/t-lex lang/t-parse lang/t-lower base/t-rational base/t-exact base/t-decimal kernel/t-kernel; do
    suite=${path##*/t-}
    wrap=
    test $suite != kernel || wrap=$(sed -n 's/^	\(-Wl,--wrap=[a-z0-9_]*\).*/\1/p' "$src/Makefile.am")
    # shellcheck disable=SC2086
    $cc $flags -w $wrap -o tests/t-$suite "$src/tests/check/$path.c" tests/check_util.o tests/check_domain.o tests/m32.o \
        tests/ball.o tests/canonical.o $objects -Llib -lflint-arb -lflint -lmpfr -lcheck -lsubunit -lgmp -lpthread -lrt -lm
    if ! tests/t-$suite >tests/t-$suite.log 2>&1; then
        failed=1
    fi
    echo "check-m32: t-$suite: $(grep 'Checks:' tests/t-$suite.log || tail -n 1 tests/t-$suite.log)"
    grep ':[FE]:' tests/t-$suite.log || true
done
sh "$src/tests/check/words.sh" || failed=1

# --- certificates ---

same=0
for cert in "$src"/certs/*/*.cert; do
    ./dpcert-check "$cert" >here 2>&1 && status=0 || status=$?
    "$build/dpcert-check" "$cert" >there 2>&1 && other=0 || other=$?
    if test $status -eq $other && cmp -s here there; then
        same=$((same + 1))
    else
        echo "check-m32: $cert: exit $status with 32 bits, $other with 64"
        diff here there | head -n 4 || true
        failed=1
    fi
done
echo "check-m32: $same certificates, the same verdict and the same words"
test $same -gt 0 || failed=1
exit $failed
