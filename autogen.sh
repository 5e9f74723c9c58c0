#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Makes `configure` in a fresh checkout.  Release archives already have one.
set -e
cd "$(dirname "$0")"
exec autoreconf -fi "$@"
