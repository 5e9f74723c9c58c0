#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: trusted.sh SRC [--update]
#
# Compares the inventory of proofs/TRUSTED.md with what dpcert-check is made of: the sources that
# Makefile.am names, the headers that they include, and what writes the rest.  The files must be the same;
# the numbers of lines may differ by a tenth, as may those of README.md.  --update writes the numbers anew.
set -euf

src=$1
update=${2:-}
trusted=$src/proofs/TRUSTED.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$src"
trusted=proofs/TRUSTED.md

# The files of a list of Makefile.am, and of the lists in it.
list()
{
    awk -v name="$1" '
        $0 ~ "^" name " =" { on = 1; sub(/^[^=]*=/, "") }
        on { more = /\\$/; sub(/\\$/, ""); print; if (!more) exit }' Makefile.am | tr ' \t' '\n\n' | sed '/^$/d' |
        while read -r item; do
            case $item in
                '$('*) list "$(printf '%s' "$item" | tr -d '$()')" ;;
                *) echo "$item" ;;
            esac
        done
}

list dpcert_check_SOURCES | sort -u >"$work/files"
test -s "$work/files"
# Headers of this package that these include, until there are no more.
while :; do
    xargs sed -n 's/^#include "\([^"]*\)".*/\1/p' <"$work/files" | sort -u |
        while read -r header; do
            test ! -e "src/$header" || echo "src/$header"
        done | sort -u - "$work/files" >"$work/more"
    cmp -s "$work/files" "$work/more" && break
    cp "$work/more" "$work/files"
done
list dist_theorems_DATA | sort -u >"$work/theorems"
{
    cat "$work/files"
    echo src/embed.awk
    echo 'src/theorems/*.thm'
} | sort -u >"$work/is"

sed -n '/^<!-- files -->/,/^<!-- end -->/p' $trusted >"$work/section"
sed -n 's/^| \(`[^|]*\) |.*/\1/p' "$work/section" | tr ' ' '\n' | sed -n 's/^`\(.*\)`$/\1/p' | sort >"$work/named"
fail=0
if ! sort -u "$work/named" | cmp -s - "$work/named"; then
    echo "trusted.sh: named twice in $trusted: $(uniq -d "$work/named" | tr '\n' ' ')"
    fail=1
fi
for file in $(comm -23 "$work/is" "$work/named"); do
    echo "trusted.sh: dpcert-check is made of $file, which $trusted does not name"
    fail=1
done
for file in $(comm -13 "$work/is" "$work/named"); do
    echo "trusted.sh: $trusted names $file, which is no part of dpcert-check"
    fail=1
done

# Lines by kind: what is proved, other C, theorems.
proved='src/kernel/(dyadic|ival|expo|power|gauss|steps)\.c'
count() { xargs cat | wc -l; }
grep -Ex "$proved" "$work/files" | count >"$work/proved"
grep -Evx "$proved" "$work/files" | count >"$work/unproved"
count <"$work/theorems" >"$work/texts"
count <src/embed.awk 2>/dev/null >"$work/awk" || true

# number NAME FILE: the number that stands before this word in a file, without commas.
check_number()
{
    what=$1 file=$2 now=$3
    said=$(tr '\n' ' ' <"$file" | sed -n "s/.*[^0-9,]\([0-9][0-9,]*\) $what.*/\1/p" | tr -d ,)
    if test "$update" = --update; then
        new=$(printf '%d' $(((now + 50) / 100 * 100)) | sed 's/\([0-9]\)\([0-9][0-9][0-9]\)$/\1,\2/')
        sed "s/[0-9][0-9,]* $what/$new $what/" "$file" >"$work/new" && cat "$work/new" >"$file"
    elif test -z "$said" || test $((10 * said)) -gt $((11 * now)) || test $((11 * said)) -lt $((10 * now)); then
        echo "trusted.sh: $file says '${said:-nothing} $what', there are $now: $0 $src --update"
        fail=1
    fi
}

check_number 'lines of proved C' $trusted "$(cat "$work/proved")"
check_number 'lines of other C' $trusted "$(cat "$work/unproved")"
check_number 'lines of theorems' $trusted "$(cat "$work/texts")"
check_number 'lines of C that are not proved' README.md "$(cat "$work/unproved")"
exit $fail
