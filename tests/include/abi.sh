#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# The headers, the page about them and the Python package agree.
python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null || {
    echo "abi.sh: no Python 3.8 or later"
    exit 77
}
PYTHONDONTWRITEBYTECODE=1
DPCERT_LIBRARY=${top_builddir:-.}/.libs/libdpcert.so
export PYTHONDONTWRITEBYTECODE DPCERT_LIBRARY
# A library with a sanitizer wants its runtime to be loaded before anything else.
runtime=$(ldd "$DPCERT_LIBRARY" | awk '/lib[at]san/ { print $3 }' | tr '\n' ' ')
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 LD_PRELOAD=$runtime \
    python3 "${srcdir:-.}/tests/include/abi.py" "${srcdir:-.}" "${top_builddir:-.}"
