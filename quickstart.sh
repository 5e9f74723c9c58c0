#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Builds dpcert in build/ and shows a first bound.  Safe to run again.

set -e
cd "$(dirname "$0")"

tools/install-deps.sh build

{ test -x configure && test -f Makefile.in && test -f build-aux/config.h.in; } || ./autogen.sh
if test -f config.status; then
    # autotools refuse a second build folder beside a build inside the source tree.
    echo "quickstart: removing the build inside the source tree (make distclean)"
    make -s distclean
fi

jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
mkdir -p build
test -f build/Makefile || (cd build && ../configure --quiet)
make -s -C build -j "$jobs"

# show COMMAND...: the command as one would type it, then its output.
show()
{
    printf '\n$ %s\n' "$*"
    "$@"
}

cat <<'END'

dpcert is built: build/dpcert.

A certified value: the formula is evaluated in Arb's ball arithmetic, with a bound on every
rounding error, at whatever precision it takes to be sure of each digit below.
END
show build/dpcert bound compose.kov-exact eps=0.1 delta=1e-12 T=1000 eps_out=20

cat <<'END'

The same formula in ordinary double precision, as most software evaluates it: nothing
certifies these digits; compare them with the ones above.
END
show build/dpcert bound compose.kov-exact eps=0.1 delta=1e-12 T=1000 eps_out=20 --arith double
