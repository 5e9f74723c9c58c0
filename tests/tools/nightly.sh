#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# tools/nightly.sh, with a fake make: its records, the parts that it repeats, the calls that it refuses.
. "${srcdir:-.}/tests/support/lib.sh"

command -v git >/dev/null 2>&1 || { echo "nightly.sh: git was not found"; exit 77; }
tree=$work/tree
mkdir -p "$tree/proofs" "$tree/certs" "$tree/tests/check/theorems" "$tree/tests/support" "$work/build"
touch "$tree/tests/t-a.c" "$tree/tests/check/theorems/t-random.c" "$tree/tests/b.sh" "$tree/tests/support/lib.sh" "$work/calls"
# the words of each call in a line; fails if $work/fail exists
cat >"$work/make" <<X
#!/bin/sh
echo "\${DPC_TEST_MULT-} \$*" >>"$work/calls"
test ! -e "$work/fail"
X
chmod +x "$work/make"
in_tree()
{
    GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null git -C "$tree" -c user.name=n -c user.email=e "$@" >/dev/null 2>&1
}

# nightly STATUS CALLS ARGUMENT...: exits so, after so many calls of make (any: no matter how many)
nightly()
{
    want=$1 calls=$2
    shift 2
    : >"$work/calls"
    (cd "$work/build" && MAKE=$work/make sh "$srcdir/tools/nightly.sh" "$tree" "$@") >"$work/out" 2>"$work/err" </dev/null
    got=$?
    test "$got" -eq "$want" && ok=yes || ok=no
    check $ok "nightly.sh $*: exit $got, expected $want"
    test "$calls" = any || test "$(grep -c . "$work/calls")" -eq "$calls" && ok=yes || ok=no
    check $ok "nightly.sh $*: $(grep -c . "$work/calls") calls of make, expected $calls"
}
# records PATTERN: a line of the record, or none for !PATTERN
records()
{
    case $1 in
        !*) ! grep -Eq -- "${1#!}" "$tree/proofs/NIGHTLY" 2>/dev/null && ok=yes || ok=no ;;
        *) grep -Eq -- "$1" "$tree/proofs/NIGHTLY" && ok=yes || ok=no ;;
    esac
    check $ok "proofs/NIGHTLY and the pattern $1: $(cat "$tree/proofs/NIGHTLY" 2>&1)"
}

# every part is a target of make
sh "$srcdir/tools/nightly.sh" --list | sed 's/ .*//' | LC_ALL=C sort >"$work/parts"
sed -n 's/^	nightly-\([a-z0-9-]*\).*/\1/p' "$srcdir/Makefile.am" | LC_ALL=C sort >"$work/targets"
cmp -s "$work/parts" "$work/targets" && ok=yes || ok=no
check $ok "parts and targets of make differ: $(LC_ALL=C comm -3 "$work/parts" "$work/targets" | tr -s '\t\n' ' ')"

nightly 2 0 random nonsense
complains "no such part: nonsense"
nightly 0 1 random # no repository
says "nothing is recorded"
in_tree init
in_tree add .
in_tree commit -m one
nightly 0 1 random
records '^[0-9a-f]{12}  random  +[0-9]+ s +[0-9]+ s  ok$'
grep -q '^20 .*TESTS=tests/check/theorems/t-random$' "$work/calls" && ok=yes || ok=no
check $ok "random calls make so: $(cat "$work/calls")"
nightly 0 1 suites
grep -q 'TESTS=tests/t-a$' "$work/calls" && ok=yes || ok=no
check $ok "suites calls make so: $(cat "$work/calls")"
# once is enough, also after the record was committed
nightly 0 0 random
says "random was ok at "
in_tree add .
in_tree commit -m record
nightly 0 0 random suites
nightly 0 1 --force random
# a failure is one, and is repeated
touch "$work/fail"
nightly 1 1 bench
records '  bench .* FAILED$'
rm "$work/fail"
nightly 0 1 bench
records '  bench .* ok$'
records '!FAILED'
# what is not committed is tested, and not recorded
echo x >"$tree/tests/t-new.c"
nightly 0 1 asan
says "not recorded"
records "!asan"
nightly 0 1 random
# another commit
in_tree add .
in_tree commit -m two
nightly 0 2 random bench
nightly 0 0 bench
# proofs depend on the kernel, and most parts on no document
nightly 0 1 prove
echo x >"$tree/tests/t-newer.c"
echo x >"$tree/notes.md"
in_tree add .
in_tree commit -m three
nightly 0 2 prove bench random
says "prove was ok at "
echo x >"$tree/more.md"
in_tree add .
in_tree commit -m four
nightly 0 0 prove bench random
nightly 0 1 scripts bench
mkdir -p "$tree/src/check/kernel"
echo x >"$tree/src/check/kernel/a.c"
in_tree add .
in_tree commit -m five
nightly 0 1 prove
# a commit that git does not know
sed -i 's/^[0-9a-f]*\(  prove \)/0123456789ab\1/' "$tree/proofs/NIGHTLY"
nightly 0 1 prove
test "$(grep -c . "$tree/proofs/NIGHTLY")" -eq 6 && ok=yes || ok=no
check $ok "a part has several lines: $(cat "$tree/proofs/NIGHTLY")"
# all of them
nightly 0 any --force
test "$(grep -vc '^#' "$tree/proofs/NIGHTLY")" -eq "$(grep -c . "$work/parts")" && ok=yes || ok=no
check $ok "parts are missing: $(cat "$tree/proofs/NIGHTLY")"

finish
