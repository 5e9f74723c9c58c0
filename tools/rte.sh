#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# rte.sh SOURCE-FOLDER BUILD-FOLDER [DRIVER...]: Frama-C's EVA looks for run-time errors in the code that reads text (lexer,
# numbers, parser, lowering, certificates) and in the kernel's guesses, from the drivers in proofs/rte.
# The alarms must be exactly those that proofs/RTE.md explains, in the code block of each driver.
# With DRIVER... only these drivers are run.
set -eu

src=$(cd "$1" && pwd) build=$2
shift 2
only=" $* "
command -v frama-c >/dev/null || {
    echo "rte: frama-c was not found (Debian: apt-get install frama-c-base)" >&2
    exit 1
}
mkdir -p "$build/rte/lang"
build=$(cd "$build/rte" && pwd)
cd "$src"
LC_ALL=C awk -f src/check/theorems/plans.awk src/check/theorems/prelude.thm >"$build/lang/plans.h"
failed=0

# analyse DRIVER LENGTH FILE... -- OPTION...: the alarms, one a line without line numbers, sorted.
analyse()
{
    driver=$1 length=$2
    shift 2
    case $only in "  " | *" $driver "*) ;; *) return ;; esac
    log=$build/$driver.log
    frama-c -machdep gcc_x86_64 -c11 \
        -cpp-extra-args="-include proofs/rte/types.h -Iproofs/rte -Isrc/check -I$build -DLENGTH=$length" \
        -eva -eva-verbose 1 -eva-msg-key=-initial-state,-final-states -eva-no-alloc-returns-null \
        -eva-alloc-builtin fresh -eva-split-limit 1000 -eva-warn-key builtins:override=inactive \
        "proofs/rte/$driver.c" "$@" >"$log" 2>&1 || { tail -n 5 "$log"; failed=1; }
    grep -q 'SUMMARY' "$log" || { echo "rte: $driver was not analysed to its end"; failed=1; }
    # a message continues in lines that begin with blanks
    awk '/^  / { message = message $0; next } { print message; message = $0 } END { print message }' "$log" |
        sed -n 's/^\[eva:alarm\] \([^:]*\):[0-9]*: Warning:  */\1: /p' |
        sed 's/  */ /g; s/[^ -~]/?/g' | LC_ALL=C sort -u >"$build/$driver.alarms"
    awk -v wanted="## $driver" '/^## / { on = $0 == wanted } on && /^```/ { in_list = !in_list; next }
                                on && in_list' proofs/RTE.md | LC_ALL=C sort -u >"$build/$driver.explained"
    if cmp -s "$build/$driver.alarms" "$build/$driver.explained"; then
        echo "rte: $driver: $(grep -c . "$build/$driver.alarms" || true) alarms, all explained"
    else
        echo "rte: $driver: the alarms differ from those of proofs/RTE.md (< explained, > found):"
        diff "$build/$driver.explained" "$build/$driver.alarms" || true
        failed=1
    fi
}

analyse hint 1 src/check/kernel/hint.c proofs/rte/gmp.c -eva-slevel 50
analyse scan 12 src/check/base/rational.c proofs/rte/libc.c proofs/rte/gmp.c -eva-precision 7
analyse lex 64 src/check/lang/lex.c src/check/base/diag.c proofs/rte/scan_stub.c proofs/rte/text_stub.c -eva-precision 3
analyse rational 6 src/check/base/rational.c proofs/rte/libc.c proofs/rte/gmp.c -eva-slevel 20000 \
    -eva-split-return-function split:full,count_digits:full
analyse value 6 src/check/base/rational.c proofs/rte/libc.c proofs/rte/gmp.c -eva-slevel 20000 \
    -eva-split-return-function dpc_literal_scan:full,split:full,count_digits:full
analyse text '6 -DPLAIN_PRINT' proofs/rte/any_libc.c -eva-slevel 5 -eva-interprocedural-splits -eva-split-return auto \
    -eva-slevel-function rte_snprintf:200,put:50,mpz_inits:20,mpz_clears:20
analyse parse 12 src/check/lang/lex.c src/check/lang/parse_expr.c src/check/lang/parse_stmt.c src/check/base/rational.c src/check/base/arena.c src/check/base/words.c \
    proofs/rte/libc.c proofs/rte/gmp.c "$(frama-c -print-share-path)/libc/ctype.c" -eva-slevel 10000000 \
    -eva-mlevel 10000 -eva-unroll-recursive-calls 300
analyse lower '12 -DPLAIN_PRINT' src/check/lang/lex.c src/check/lang/parse_expr.c src/check/lang/parse_stmt.c src/check/lang/lower.c src/check/lang/lower_expr.c \
    src/check/base/arena.c src/check/base/words.c src/check/lang/method.c proofs/rte/libc.c proofs/rte/small.c \
    "$(frama-c -print-share-path)/libc/ctype.c" -eva-slevel 10000000 -eva-mlevel 10000 -eva-unroll-recursive-calls 300 \
    -eva-no-results
analyse cert 12 src/check/base/words.c src/check/cert/read.c src/check/cert/number.c proofs/rte/libc.c proofs/rte/gmp.c \
    "$(frama-c -print-share-path)/libc/ctype.c" -eva-slevel 10000000
ctype=$(frama-c -print-share-path)/libc/ctype.c
# nothing is known about the text: failures are kept apart from the rest
any='-eva-slevel 3 -eva-alloc-builtin imprecise -eva-split-return auto -eva-partition-value rte_failed'
analyse number 200 src/check/cert/number.c proofs/rte/any_libc.c proofs/rte/gmp.c "$ctype" $any -eva-slevel 30
analyse show '600 -DPLAIN_PRINT' src/check/cert/number.c proofs/rte/any_libc.c proofs/rte/gmp.c "$ctype" $any -eva-interprocedural-splits \
    -eva-slevel-function main:1000,rte_snprintf:200,show_row:100,show_part:400,show_decimal:10
analyse cert_any 200 src/check/base/words.c proofs/rte/any_libc.c "$ctype" $any
analyse cert_read_any 200 src/check/base/words.c proofs/rte/any_libc.c "$ctype" $any -eva-interprocedural-splits -eva-use-spec scan,next_line \
    -eva-use-spec read_header,read_kind,read_theorem,read_neighbours,read_history,read_file,read_values,read_hints,read_claims,read_context,read_end
analyse grow 1000 src/check/base/arena.c src/check/base/words.c src/check/lang/parse_stmt.c src/check/lang/lower.c proofs/rte/libc.c -eva-slevel 10000000 \
    -eva-mlevel 10000 -eva-no-results
analyse parse_any 200 src/check/base/words.c proofs/rte/any_libc.c "$ctype" $any -eva-slevel 5 -eva-alloc-builtin fresh \
    -eva-use-spec dpc_parse_grow
analyse lower_any '200 -DPLAIN_PRINT' src/check/lang/lower.c src/check/lang/lower_expr.c src/check/lang/method.c proofs/rte/gmp.c \
    proofs/rte/any_libc.c "$ctype" $any -eva-slevel 5 -eva-alloc-builtin fresh -eva-interprocedural-splits \
    -eva-auto-loop-unroll 32 -eva-slevel-function unknown_name:200 -eva-use-spec dpc_lower_grow,dpc_lower_method
statements="src/check/lang/method.c src/check/base/words.c proofs/rte/gmp.c proofs/rte/any_libc.c $ctype $any -eva-slevel 5 -eva-interprocedural-splits
    -eva-auto-loop-unroll 32 -eva-slevel-function print_arguments:500,any_elements:200"
analyse lower_stmt_any '200 -DPLAIN_PRINT' $statements -eva-slevel-function lower_referee:60,collect_sides:100,bind_enum_values:20 \
    -eva-use-spec dpc_lower_grow,dpc_lower_constant,lower_unit
analyse lower_unit_any '200 -DPLAIN_PRINT' $statements -eva-use-spec dpc_lower_grow,dpc_lower_constant,lower_stmt,lower_referee
exit $failed
