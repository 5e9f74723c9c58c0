#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# static-check.sh PROGRAM FILE...: fails unless the program needs no shared libraries and verifies the certificates.  It looks at the
# linked file, because libtool silently drops -all-static if another flag, such as a sanitizer's, forbids it.
set -eu

program=$1
shift
headers=$(LC_ALL=C readelf -ldW "$program") || {
    echo "static-check: readelf cannot read $program" >&2
    exit 1
}
if printf '%s\n' "$headers" | grep -E 'INTERP|\(NEEDED\)' >&2; then
    echo "static-check: $program needs shared libraries" >&2
    exit 1
fi
"$program" "$@"
