#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# fuzz.sh SOURCE-FOLDER BUILD-FOLDER: builds the harnesses with clang's libFuzzer, ASan and UBSan, and
# runs each (or those of FUZZ_HARNESSES) for FUZZ_SECONDS (60 if unset) from the theorems,
# certificates and histories of the tree.  The corpus is kept in BUILD-FOLDER/fuzz, and the next run starts from it.
# The harness `random` is the suite t-theorems: FUZZ_THEOREMS random theorems (2000 if unset) from DPC_SEED (or the day) on
# in every arithmetic, and the certificates of every 20th go to the second checker.
set -eu

src=$1 build=$2
seconds=${FUZZ_SECONDS:-60}
command -v clang >/dev/null || { echo "fuzz: clang was not found" >&2; exit 1; }
mkdir -p "$build/fuzz/theorem" "$build/fuzz/certificate" "$build/fuzz/history" "$build/fuzz/found"

sources=
for file in "$src"/src/check/*/*.c "$src"/src/arith/*.c "$src"/src/guess/*.c "$src"/src/query/*.c "$src"/src/io/*.c \
    "$src"/src/show/*.c "$src"/src/account/*.c; do
    case $file in */*_data.c) ;; *) test ! -f "$file" || sources="$sources $file" ;; esac
done

failed=0
random()
{
    seed=${DPC_SEED:-$(($(date +%s) / 86400))000000}
    rm -rf "$build/fuzz/random"
    mkdir -p "$build/fuzz/random"
    echo "fuzz: random, ${FUZZ_THEOREMS:-2000} theorems, DPC_SEED=$seed"
    "$build/tests/random/t-theorems" -n "${FUZZ_THEOREMS:-2000}" -s "$seed" -c 20 -k -o "$build/fuzz/random" \
        >"$build/fuzz/random.log" || failed=1
    "${PYTHON:-python3}" "$src/tests/random/check_random.py" "$build/fuzz/random" >>"$build/fuzz/random.log" || failed=1
    grep -E 'DISAGREEMENT|^all |disagreements' "$build/fuzz/random.log" || true
}
for harness in ${FUZZ_HARNESSES:-theorem certificate history random}; do
    test "$harness" != random || { random; continue; }
    # shellcheck disable=SC2086 # a list of files
    clang -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
        -I"$src/include" -I"$build/include" -I"$src/src" -I"$src/src/check" -I"$build/build-aux" -o "$build/fuzz/$harness.bin" "$src/tests/fuzz/$harness.c" \
        $sources "$build"/src/show/*_data.c "$build"/src/check/lang/*_data.c -lflint-arb -lflint -lmpfr -lgmp -lm
    case $harness in
    theorem) seeds=$src/src/check/theorems ;;
    certificate) seeds=$src/certs/bad ;;
    history) seeds=$src/tests/data/histories ;;
    esac
    echo "fuzz: $harness, $seconds s"
    "$build/fuzz/$harness.bin" -max_total_time="$seconds" -timeout=3600 -rss_limit_mb=2048 \
        -max_len=20000 -print_final_stats=1 -artifact_prefix="$build/fuzz/found/$harness-" \
        "$build/fuzz/$harness" "$seeds" >"$build/fuzz/$harness.log" 2>&1 || failed=1
    grep -E 'stat::number_of_executed_units|SUMMARY|ERROR' "$build/fuzz/$harness.log" || true
done
exit $failed
