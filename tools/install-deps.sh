#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: tools/install-deps.sh [build] [test] [cov] [prove] [m32] [nightly]
#
# Installs, on Debian 12, the packages that are missing: to build (the default), to run
# all tests and checks, to measure coverage, to prove the kernel, to build dpcert-check
# with 32 bits (which makes i386 an architecture of the system), to run the parts
# that only `make nightly` has (LaTeX, and m32).  Needs root or sudo only if something is
# missing; without them it names the packages and exits 1.  Waits for the locks of other runs of apt.

set -e

build_packages='gcc make autoconf automake libtool pkg-config libgmp-dev libmpfr-dev
libflint-dev libflint-arb-dev libjansson-dev'
test_packages='check valgrind clang clang-tidy cppcheck python3-mpmath chromium parallel'
cov_packages='gcovr'
prove_packages='frama-c-base why3 z3 cvc4 python3'
m32_packages='gcc-multilib libgmp-dev:i386 libmpfr-dev:i386 check:i386 libflint17:i386 libflint-arb2:i386'
nightly_packages='texlive-latex-base texlive-latex-recommended texlive-fonts-recommended'

test $# -gt 0 || set -- build
wanted=
for set; do
    case $set in
        build) wanted="$wanted $build_packages" ;;
        test) wanted="$wanted $test_packages" ;;
        cov) wanted="$wanted $cov_packages" ;;
        prove) wanted="$wanted $prove_packages" ;;
        m32) wanted="$wanted $m32_packages" ;;
        nightly) wanted="$wanted $nightly_packages $m32_packages" ;;
        *)
            echo "usage: tools/install-deps.sh [build] [test] [cov] [prove] [m32] [nightly]" >&2
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

# A package may be installed for several architectures, one line for each.
native=$(dpkg --print-architecture 2>/dev/null || :)
installed()
{
    case $1 in
        *:*) architecture=${1#*:} ;;
        *) architecture=$native ;;
    esac
    dpkg-query -W -f='${db:Status-Status} ${Architecture}\n' "$1" 2>/dev/null | grep -qxE "installed ($architecture|all)"
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
apt_log=$(mktemp) || exit 1
trap 'rm -f "$apt_log"' EXIT

# apt_get ARGUMENT...: waits while another apt or dpkg holds a lock, about an hour at most.  The option covers the
# locks of dpkg; apt does not wait for the locks of lists and archives.  Other failures, mostly those of a mirror,
# are retried up to five times.
apt_get()
{
    waits=0 failures=0
    while :; do
        # sudo drops the environment, hence env after it.
        if $as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 \
            -o DPkg::Lock::Timeout=3600 -o Acquire::Retries=3 "$@" >"$apt_log" 2>&1; then
            # an update that misses a list reports it, but exits 0
            { test "$1" = update && grep -q '^[WE]: Failed to fetch' "$apt_log"; } || break
        fi
        if grep -qi -E 'could not get lock|unable to (acquire|lock)' "$apt_log" && test "$waits" -lt 720; then
            test "$waits" -gt 0 || echo "install-deps: waiting for another apt"
            waits=$((waits + 1))
            sleep 5
            continue
        fi
        failures=$((failures + 1))
        cat "$apt_log" >&2
        test "$failures" -lt 5 || return 1
        echo "install-deps: apt-get $1 failed, and is tried again" >&2
        sleep $((failures * 5))
    done
    cat "$apt_log"
}
case $missing in
*:i386*) dpkg --print-foreign-architectures | grep -qx i386 || $as_root dpkg --add-architecture i386 ;;
esac
# Old lists may suffice; apt names packages that they lack below.
apt_get update || echo "install-deps: going on with the lists that are there" >&2
# shellcheck disable=SC2086
apt_get install -y --no-install-recommends $missing
