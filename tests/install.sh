#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# What `make install` puts in place is complete and enough: the program runs from there,
# and the example builds with nothing but what pkg-config says.

: "${top_builddir:=.}" "${srcdir:=.}" "${CC:=cc}" "${CFLAGS:=}"

stage=$(mktemp -d) || exit 99
trap 'rm -rf "$stage"' EXIT
failures=0
complain()
{
    echo "install.sh: $*" >&2
    failures=$((failures + 1))
}

# The flags of the make that runs this test are not for this one.
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR
if ! make -s -C "$top_builddir" install prefix=/usr exec_prefix=/usr bindir=/usr/bin \
    libdir=/usr/lib includedir=/usr/include datarootdir=/usr/share datadir=/usr/share \
    mandir=/usr/share/man pkgconfigdir=/usr/lib/pkgconfig DESTDIR="$stage" >"$stage/log" 2>&1; then
    cat "$stage/log" >&2
    complain "make install failed"
    exit 1
fi
usr=$stage/usr

for file in bin/dpcert include/dpcert.h lib/pkgconfig/dpcert.pc share/man/man1/dpcert.1; do
    test -s "$usr/$file" || complain "$file is not installed"
done
for theorem in "$srcdir"/src/theorems/*.thm; do
    cmp "$theorem" "$usr/share/dpcert/theorems/${theorem##*/}" || complain "$theorem differs"
done

LD_LIBRARY_PATH=$usr/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
"$usr/bin/dpcert" list >"$stage/list" || complain "the installed dpcert list fails"
test -s "$stage/list" || complain "the installed dpcert lists no theorems"

# The file was made for the configured prefix, which is not where the stage is.
pc()
{
    PKG_CONFIG_LIBDIR=$usr/lib/pkgconfig pkg-config --define-variable=prefix="$usr" \
        --define-variable=exec_prefix="$usr" --define-variable=libdir="$usr/lib" \
        --define-variable=includedir="$usr/include" "$@" dpcert
}
if command -v pkg-config >/dev/null && test -e "$usr/lib/libdpcert.so"; then
    # Word splitting is wanted: these are lists of flags.
    # shellcheck disable=SC2046,SC2086
    if $CC $CFLAGS -o "$stage/theta" "$srcdir/examples/theta.c" $(pc --cflags --libs); then
        "$stage/theta" >"$stage/out" || complain "the example fails with the installed library"
        test -s "$stage/out" || complain "the example prints nothing"
    else
        complain "the example does not build against the installed library"
    fi
fi

# Names outside the prefix would clash with other libraries; those that begin with an
# underscore belong to the compiler.
if command -v nm >/dev/null && test -e "$usr/lib/libdpcert.so"; then
    nm -D --defined-only "$usr/lib/libdpcert.so" | awk '{ print $NF }' >"$stage/symbols"
    grep -q '^dpc_' "$stage/symbols" || complain "libdpcert.so exports nothing"
    if grep -v -E '^(dpc_|_)' "$stage/symbols" >&2; then
        complain "libdpcert.so exports the names above"
    fi
fi

test $failures -eq 0
