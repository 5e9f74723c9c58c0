#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Changes that would make the proofs worthless are hidden in a copy of the kernel and its lemmas: tools/inventory.py names each.
set -u

: "${srcdir:=.}"
for tool in frama-c why3 z3 cvc4 python3; do
    command -v $tool >/dev/null || {
        echo "inventory: $tool was not found (tools/install-deps.sh prove)"
        exit 77
    }
done
src=$(cd "$srcdir" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/src/check" && cp -R "$src/src/check/kernel" "$src/src/check/dpcert-check.h" "$work/src/check" && cp -R "$src/proofs" "$src/tools" "$work" || exit 1
chmod -R u+w "$work"
cd "$work" && sh tools/prove.sh . --configure || exit 1
export WHY3CONFIG="$work/why3.conf"
passed=0 failed=0

check()
{
    if test "$1" = yes; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $2"
    fi
}

# plant FILE OLD NEW: puts the new text in the place of the old one.
plant()
{
    python3 - "$1" "$2" "$3" <<'X'
import sys
path, old, new = sys.argv[1:]
text = open(path).read()
assert text.count(old) >= 1, (path, old)
open(path, "w").write(text.replace(old, new, 1))
X
}

# names TEXT: a line of what the inventory says.
names()
{
    grep -Fq -- "$1" "$work/said" && ok=yes || ok=no
    check $ok "not noticed: $1"
}

python3 tools/inventory.py . >"$work/said" 2>&1 && test ! -s "$work/said" && ok=yes || ok=no
check $ok "the sources themselves do not pass: $(head -n 3 "$work/said")"

# --- lemmas ---

mlw=proofs/why3/dpk.mlw
plant $mlw 'module RealL
' 'module RealL
  use int.Int  axiom sneaky: 0 = 1
'
plant $mlw 'module Pow2L
' 'module Pow2L (* a comment
  (* in another *) *) axiom behind_comment: 0 = 1 (* axiom no_axiom: 0 = 1 *)
  use import extra.Sneaky
'
printf 'theory Sneaky\n  use int.Int\n  axiom imported: 0 = 1\nend\n' >proofs/why3/extra.mlw
plant $mlw 'module DyL
' 'module DyL
  let ghost two2 (x:real) ensures { x = x } = ()  axiom two3: 0. = 1.
'
plant $mlw 'theory Iface
' 'theory F_unproved
  axiom unproved: 0 = 1
end
theory Iface
  clone export F_unproved with axiom .
  axiom own: 0 = 1
'
plant $mlw 'module P_dy_int
' 'module Hidden let lemma hidden () ensures { 0 = 1 } = () end module P_dy_int
  val lemma assumed (x:real) : unit ensures { x = 0. }
'
plant $mlw 'module P_dy_half
' 'module P_dy_half
  let lemma easy (x:real) ensures { x = 0. } = assume { false }
'
plant $mlw 'clone F_dy_add with function zadd = zadd' 'clone F_dy_add with function zadd = zmul'
python3 tools/inventory.py . --why3 >"$work/said" 2>&1 && ok=no || ok=yes
check $ok "lemmas with axioms pass"
names 'RealL has an axiom: sneaky'
names 'Pow2L has an axiom: behind_comment'
names "more than dpk.mlw and its library: ['proofs/why3/extra.mlw']"
names 'the library extra.Sneaky is not in proofs/TRUSTED.md'
names 'the word axiom stands in it'
names 'no module R_unproved proves the fact'
names 'Iface has an axiom of its own'
names 'P_dy_int has an axiom: assumed'
names 'the word val stands in it'
names 'the word assume stands in it'
names 'R_dy_add takes zadd for zmul'
! grep -q no_axiom "$work/said" && ok=yes || ok=no
check $ok "an axiom in a comment is none"
python3 tools/inventory.py . --modules | grep -x Hidden >"$work/said" && ok=yes || ok=no
check $ok "a module that begins in the middle of a line is not proved"

# --- annotations ---

cd "$work/src/check/kernel" || exit 1
printf '/*@axiomatic   Sneaky{axiom\n  odd\n:\\false;}*/\n' >sneaky.h
plant ival.c '#include "kernel/kernel.h"' '#include "kernel/kernel.h"
#include "kernel/sneaky.h"'
plant power.c '#include "kernel/kernel.h"' '#include "kernel/kernel.h"
#define BELIEVE axiom
int nothing; /* a comment */ //@ axiomatic Macro { BELIEVE expanded: \false; }'
plant power.c '    int64_t len = 0;' '    int64_t len = 0; /*@ admit \false; */'
plant gauss.c '#include "kernel/kernel.h"' '#include "kernel/kernel.h"
/*@ requires kwf(a); assigns \nothing; ensures \false; */ dpc_ki dpc_ki_floor(dpc_ki a);
/*@ assigns \nothing; ensures \false; */ int dpc_sneaky(void);'
plant dyadic.c '#include "kernel/dyadic.h"' '#include "kernel/dyadic.h"
/*@ logic integer deep(integer n) = n <= 0 ? 0 : deep(n) + 1; */
/*@ lemma easy: \forall integer n; n == n; */'
plant "$work/proofs/dpk.driver" '= "zadd"' '= commutative:"zadd"'
plant "$work/proofs/dpk.driver" '"dk_zmul"(integer,integer) = "zmul"' '"dk_zmul"(integer,integer) = "shl"'
cd "$work" && python3 tools/inventory.py . --c >"$work/said" 2>&1 && ok=no || ok=yes
check $ok "annotations with axioms pass"
names 'ival.c: axiom in an annotation'
names 'power.c: axiom in an annotation'
names 'power.c: admit in an annotation'
names 'the contract of dpc_ki_floor is not that of other files'
names 'the assumed function dpc_sneaky is not in proofs/TRUSTED.md'
names 'the definition of deep is recursive'
names 'dyadic.c: lemma in an annotation'
names 'dpk.driver: only links are expected'
names 'dpk.driver links two symbols to one'

echo "inventory: $passed passed, $failed failed"
test $failed -eq 0
