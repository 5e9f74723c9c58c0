#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: parallel.sh SPEC N RESULT
#
# A table in N shards by GNU parallel, then merged: on this machine, or, with a file of host names in HOSTS (one per line, as for
# ssh), on many that share this folder.  Start an interrupted run again to continue it.
set -eu
spec=$1 n=$2 result=$3
dpcert=${DPCERT:-dpcert}

# shellcheck disable=SC2046,SC2086
parallel --will-cite --halt soon,fail=1 ${HOSTS:+--sshloginfile "$HOSTS" --workdir .} \
    "$dpcert" table "$spec" --shard "{}/$n" --resume -o "$result.{}" ::: $(seq "$n")
# shellcheck disable=SC2046
"$dpcert" table "$spec" --merge $(seq -f "$result.%.0f" "$n") -o "$result"
# shellcheck disable=SC2046
rm $(seq -f "$result.%.0f" "$n")
