#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# The Python package with the library of this build.
set -u

python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null || {
    echo "python.sh: no Python 3.8 or later"
    exit 77
}
DPCERT_LIBRARY=${top_builddir:-.}/.libs/libdpcert.so
DPCERT_PROGRAM=${top_builddir:-.}/dpcert
PYTHONPATH=${srcdir:-.}/python
PYTHONDONTWRITEBYTECODE=1
export DPCERT_LIBRARY DPCERT_PROGRAM PYTHONPATH PYTHONDONTWRITEBYTECODE
# A library with a sanitizer wants its runtime to be loaded before anything else.
runtime=$(ldd "$DPCERT_LIBRARY" | awk '/lib[at]san/ { print $3 }' | tr '\n' ' ')
if test -n "$runtime"; then
    ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
    LD_PRELOAD=$runtime
    export ASAN_OPTIONS LD_PRELOAD
fi
failed=0
for tests in test_dpcert test_copies test_progress; do
    python3 "${srcdir:-.}/python/$tests.py" 2>&1 || failed=1
done
# Python's debug allocator detects blocks that are freed twice or written to after they are freed.
PYTHONMALLOC=debug python3 "${srcdir:-.}/python/test_copies.py" 2>&1 || failed=1
exit $failed
