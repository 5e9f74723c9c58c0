#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: tools/install-deps.sh [build] [test] [cov] [prove] [nightly]
#
# Installs, on Debian 12, the packages that are missing: to build (the default), to run
# all tests and checks, to measure coverage, to prove the kernel, to run what only
# `make nightly` runs beside these (LaTeX).  Needs root or sudo only if something is
# missing; without them it names the packages and exits 1.

set -e

build_packages='gcc make autoconf automake libtool pkg-config libgmp-dev libmpfr-dev
libflint-dev libflint-arb-dev libjansson-dev'
test_packages='check valgrind clang clang-tidy cppcheck python3-mpmath chromium parallel'
cov_packages='gcovr'
prove_packages='frama-c-base why3 z3 cvc4 python3'
nightly_packages='texlive-latex-base texlive-latex-recommended texlive-fonts-recommended'

test $# -gt 0 || set -- build
wanted=
for set; do
    case $set in
        build) wanted="$wanted $build_packages" ;;
        test) wanted="$wanted $test_packages" ;;
        cov) wanted="$wanted $cov_packages" ;;
        prove) wanted="$wanted $prove_packages" ;;
        nightly) wanted="$wanted $nightly_packages" ;;
        *)
            echo "usage: tools/install-deps.sh [build] [test] [cov] [prove] [nightly]" >&2
            exit 2
            ;;
    esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "install-deps: no apt here, so nothing is installed; configure will say what is missing."
    # shellcheck disable=SC2086
    echo "install-deps: the Debian names are:" $wanted
    exit 0
fi

installed()
{
    test "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed
}

# FLINT 3 contains Arb, which then has no package of its own.
flint3()
{
    version=$(dpkg-query -W -f='${Version}' libflint-dev 2>/dev/null ||
        apt-cache show --no-all-versions libflint-dev 2>/dev/null | sed -n 's/^Version: //p')
    dpkg --compare-versions "${version:-0}" ge 3
}

missing=
for package in $wanted; do
    if test "$package" = libflint-arb-dev && flint3; then
        continue
    fi
    if ! installed "$package"; then
        missing="$missing $package"
    fi
done
missing=${missing# }
if test -z "$missing"; then
    echo "install-deps: nothing to install ($*)"
    exit 0
fi

# sudo may ask for a password on a terminal, but must not wait for one in a script.
if test "$(id -u)" -eq 0; then
    as_root=
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || test -t 0; }; then
    as_root=sudo
else
    echo "install-deps: missing packages, and neither root nor sudo to install them.  Run as root:" >&2
    echo "    apt-get install --no-install-recommends $missing" >&2
    exit 1
fi

echo "install-deps: installing $missing"
apt_get()
{
    # sudo drops the environment, hence env after it.
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@"
}
apt_get update
# shellcheck disable=SC2086
apt_get install -y --no-install-recommends $missing
