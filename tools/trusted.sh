#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: tools/trusted.sh SRCDIR [--update]
#
# The inventory of proofs/TRUSTED.md is src/check: it names every file there, and no other, and the lines of code of
# every room; Makefile.am builds dpcert-check from all of these files and from nothing else.  A line of code is a
# line with more than a comment or a contract.  --update writes the numbers.  Exits 1 if anything differs.
set -eu

cd "$1"
update=${2:-}
trusted=proofs/TRUSTED.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail=0
wrong()
{
    echo "trusted.sh: $1"
    fail=1
}

# --- files ---

find src/check -type f ! -name '*_data.c' ! -name '*.o' ! -name '*.lo' ! -name .dirstamp ! -path '*/.deps/*' ! -path '*/.libs/*' |
    LC_ALL=C sort >"$work/all"
grep '\.[ch]$' "$work/all" >"$work/sources"
{
    grep -v -e '/README$' -e '\.thm$' "$work/all"
    echo 'src/check/theorems/*.thm'
} | LC_ALL=C sort >"$work/is"

sed -n '/^<!-- files -->/,/^<!-- end -->/p' $trusted >"$work/section"
# `a.c` `b.h` in a row of the table of the folder that the heading names
awk '/^### / { folder = $2; gsub(/`/, "", folder) }
     /^\| `/ { n = split($0, part, "|"); m = split(part[2], word, "`"); for (i = 2; i <= m; i += 2) print folder "/" word[i] }' \
    "$work/section" | LC_ALL=C sort >"$work/named"
uniq -d "$work/named" | while read -r file; do echo "$file"; done >"$work/twice"
test ! -s "$work/twice" || wrong "named twice in $trusted: $(tr '\n' ' ' <"$work/twice")"
for file in $(LC_ALL=C comm -23 "$work/is" "$work/named" | sed 's/\*/?/'); do wrong "src/check has $file, which $trusted does not name"; done
for file in $(LC_ALL=C comm -13 "$work/is" "$work/named" | sed 's/\*/?/'); do wrong "$trusted names $file, which is not in src/check"; done

# list NAME: the files of a list of Makefile.am
list()
{
    awk -v name="$1" '
        $0 ~ "^" name " =" { on = 1; sub(/^[^=]*=/, "") }
        on { more = /\\$/; sub(/\\$/, ""); print; if (!more) exit }' Makefile.am | tr ' \t' '\n\n' | sed '/^$/d'
}
{
    list check_sources
    list dpcert_check_SOURCES
} | LC_ALL=C sort >"$work/built"
cmp -s "$work/sources" "$work/built" || {
    wrong "dpcert-check is not built from all of src/check and nothing else:"
    diff "$work/sources" "$work/built" | sed -n 's/^[<>]/  &/p'
}
list libdpcert_check_la_LIBADD | grep -vx '\$(GMP_LIBS)' >"$work/libs" || true
list dpcert_check_LDADD | grep -vx -e '\$(GMP_LIBS)' -e 'libdpcert_check.la' >>"$work/libs" || true
test ! -s "$work/libs" || wrong "dpcert-check is linked with $(tr '\n' ' ' <"$work/libs")"

# --- lines of code ---

# code FILE...: lines with anything but comments
code()
{
    cat /dev/null "$@" | awk '
        {
            line = $0
            out = ""
            while (line != "") {
                if (inside) {
                    end = index(line, "*/")
                    if (!end) { line = ""; break }
                    line = substr(line, end + 2)
                    inside = 0
                } else {
                    start = index(line, "/*")
                    if (!start) { out = out line; line = ""; break }
                    out = out substr(line, 1, start - 1)
                    line = substr(line, start + 2)
                    inside = 1
                }
            }
            if (out ~ /[^ \t]/ && out !~ /^[ \t]*\/\//) n++
        }
        END { print n + 0 }'
}
with_comma() { printf '%d' "$1" | sed 's/\([0-9]\)\([0-9][0-9][0-9]\)$/\1,\2/'; }
# differs SAID NOW: by more than a fiftieth
differs() { test -z "$1" || test $((50 * $1)) -gt $((51 * $2)) || test $((51 * $1)) -lt $((50 * $2)); }
# number TEXT FILE NOW: the number before TEXT in FILE
number()
{
    said=$(tr '\n' ' ' <"$2" | sed -n "s#.*[^0-9,]\([0-9][0-9,]*\) $1.*#\1#p" | tr -d ,)
    new=$(with_comma "$3")
    if test "$update" = --update; then
        sed "s#[0-9][0-9,]* $1#$new $1#" "$2" >"$work/new" && cat "$work/new" >"$2"
    elif differs "$said" "$3"; then
        wrong "$2 says '${said:-nothing} $1', there are $3 (tools/trusted.sh . --update)"
    fi
}

# room FOLDER NOW: the row `FOLDER` | before | now | of the table of rooms
room()
{
    said=$(sed -n "s#^| \`$1\` | [0-9,]* | \([0-9,]*\) |.*#\1#p" $trusted | tr -d ,)
    if test "$update" = --update; then
        sed "s#^\(| \`$1\` | [0-9,]* | \)[0-9,]* |#\1$(with_comma "$2") |#" $trusted >"$work/new" && cat "$work/new" >$trusted
    elif differs "$said" "$2"; then
        wrong "the table of rooms says '${said:-nothing}' of $1, there are $2 (tools/trusted.sh . --update)"
    fi
}

proved='src/check/kernel/\(dyadic\|ival\|judge\|expo\|power\|gauss\|steps\)\.c'
all=0
for folder in src/check $(sed 's|/[^/]*$||' "$work/sources" | sort -u | grep -vx src/check); do
    now=$(code $(grep "^$folder/[^/]*$" "$work/sources"))
    all=$((all + now))
    number "lines of code in \`$folder\`" $trusted "$now"
    room "$folder" "$now"
done
# the earlier counts do not change any more
before=$(sed -n 's#^| `src/check[a-z/]*` | \([0-9,]*\) | [0-9,]* |.*#\1#p' $trusted | tr -d , | awk '{ sum += $1 } END { print sum + 0 }')
test "$before" -eq 13490 || wrong "the rooms had 13490 lines of code together, the table says $before"
good=$(code $(grep -x "$proved" "$work/sources"))
number 'lines of code, proved' $trusted "$good"
number 'lines of code, not proved' $trusted $((all - good))
number 'lines of theorems' $trusted "$(cat src/check/theorems/*.thm | wc -l)"
number 'lines of code that are not proved' README.md $((all - good))
exit $fail
