#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# An installation is complete: the program runs from there, the examples build with the flags of
# pkg-config alone, and the library exports exactly the functions that its headers declare.

: "${top_builddir:=.}" "${srcdir:=.}" "${CC:=cc}" "${CFLAGS:=}"

stage=$(mktemp -d) || exit 99
trap 'rm -rf "$stage"' EXIT
failures=0
complain()
{
    echo "install.sh: $*" >&2
    failures=$((failures + 1))
}

# The flags of the make that runs this test do not apply to the make below.
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR
if ! make -s -C "$top_builddir" install prefix=/usr exec_prefix=/usr bindir=/usr/bin \
    libdir=/usr/lib includedir=/usr/include datarootdir=/usr/share datadir=/usr/share \
    mandir=/usr/share/man pkgconfigdir=/usr/lib/pkgconfig DESTDIR="$stage" >"$stage/log" 2>&1; then
    cat "$stage/log" >&2
    complain "make install failed"
    exit 1
fi
usr=$stage/usr

for file in bin/dpcert include/dpcert.h include/dpcert-check.h include/dpcert-version.h include/dpcert-gmp.h include/dpcert-arb.h include/dpcert-mpfr.h lib/pkgconfig/dpcert.pc share/dpcert/json.schema.json share/man/man1/dpcert.1 \
    share/bash-completion/completions/dpcert share/bash-completion/completions/dpcert-check; do
    test -s "$usr/$file" || complain "$file is not installed"
done
for theorem in "$srcdir"/src/check/theorems/*.thm; do
    cmp "$theorem" "$usr/share/dpcert/theorems/${theorem##*/}" || complain "$theorem differs"
done

LD_LIBRARY_PATH=$usr/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
"$usr/bin/dpcert" list >"$stage/list" || complain "the installed dpcert list fails"
test -s "$stage/list" || complain "the installed dpcert lists no theorems"

# The .pc file names the configured prefix, but the files are in the stage.
pc()
{
    PKG_CONFIG_LIBDIR=$usr/lib/pkgconfig pkg-config --define-variable=prefix="$usr" \
        --define-variable=exec_prefix="$usr" --define-variable=libdir="$usr/lib" \
        --define-variable=includedir="$usr/include" "$@" dpcert
}
# Word splitting is wanted: these are lists of flags.
# shellcheck disable=SC2046,SC2086
build()
{
    $CC $CFLAGS -pthread -o "$stage/$1" "$srcdir/examples/$1.c" $(pc --cflags --libs) $2
}
if command -v pkg-config >/dev/null && test -e "$usr/lib/libdpcert.so"; then
    for source in "$srcdir"/examples/*.c; do
        example=${source##*/}
        example=${example%.c}
        case $example in
        arb | mpfr) libs=$(pc --variable="${example}_libs") ;;
        *) libs= ;;
        esac
        if build "$example" "$libs"; then
            "$stage/$example" >"$stage/out" ||
                complain "example $example fails with the installed library"
            test -s "$stage/out" || complain "example $example prints nothing"
        else
            complain "example $example does not build against the installed library"
        fi
    done
fi

# The checker rests on GMP and the C library alone (and what a sanitizer brings).
if command -v readelf >/dev/null; then
    checker=$top_builddir/dpcert-check
    test ! -e "$top_builddir/.libs/dpcert-check" || checker=$top_builddir/.libs/dpcert-check
    readelf -d "$checker" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >"$stage/needed"
    grep -q '^libgmp\.so' "$stage/needed" || complain "dpcert-check does not link GMP"
    if grep -v -E '^lib(gmp|c)\.so|^ld-linux' "$stage/needed" >"$stage/others" &&
        ! grep -q -E 'lib[at]san' "$stage/needed"; then
        complain "dpcert-check links $(tr '\n' ' ' <"$stage/others")"
    fi
fi

# Each header stands alone, in C and in C++.
for header in dpcert dpcert-gmp dpcert-arb dpcert-mpfr; do
    printf '#include <%s.h>\nint main(void) { return dpc_version()[0] == 0; }\n' $header \
        >"$stage/header.c"
    $CC -std=c99 -pedantic-errors -Wno-long-long -I"$usr/include" -fsyntax-only "$stage/header.c" ||
        complain "$header.h does not compile alone"
    if command -v c++ >/dev/null; then
        c++ -x c++ -I"$usr/include" -fsyntax-only "$stage/header.c" ||
            complain "$header.h does not compile alone as C++"
    fi
done

# Compilers warn about calls that the header forbids, and about no others.
warns() # yes|no STATEMENT
{
    printf '#include <dpcert.h>\nint f(dpc_query_t *q);\nint f(dpc_query_t *q)\n{\n    %s\n    return 0;\n}\n' "$2" \
        >"$stage/rule.c"
    if $CC -Wall -Werror -I"$usr/include" -c -o "$stage/rule.o" "$stage/rule.c" 2>/dev/null; then
        warned=no
    else
        warned=yes
    fi
    test "$warned" = "$1" || complain "a compiler warns about '$2': $warned"
}
warns no 'if (dpc_query_run(q) != DPC_OK) return 1;'
warns no 'return dpc_query_set(q, NULL, "1") == DPC_OK;'
warns no 'dpc_query_free(NULL);'
if $CC -dM -E -x c /dev/null 2>/dev/null | grep -q __GNUC__; then
    warns yes '(void)q; dpc_query_run(q);'
    warns yes '(void)q; return dpc_query_run(NULL) == DPC_OK;'
fi

# The library exports exactly the names that the headers declare.  Names outside the prefix would clash
# with other libraries; those that begin with an underscore belong to the compiler.
if command -v nm >/dev/null && test -e "$usr/lib/libdpcert.so"; then
    nm -D --defined-only "$usr/lib/libdpcert.so" | awk '{ print $NF }' | grep -v '^_' | sort \
        >"$stage/symbols"
    # a declaration may take several lines: its name is the first word of the prefix before a '('
    awk '/^DPC_API/ { text = "" } { text = text " " $0 }
        text ~ /^ DPC_API.*;/ && match(text, /dpc_[a-z_]*\(/) { print substr(text, RSTART, RLENGTH - 1); text = "" }' \
        "$usr"/include/dpcert*.h | sort >"$stage/declared"
    test "$(grep -c '^DPC_API' "$usr"/include/dpcert*.h | awk -F: '{ n += $2 } END { print n }')" \
        -eq "$(grep -c . "$stage/declared")" || complain "a declaration could not be read"
    diff "$stage/declared" "$stage/symbols" >&2 ||
        complain "the headers declare (<) other names than libdpcert.so exports (>)"
fi

test $failures -eq 0
