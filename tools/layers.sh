#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: tools/layers.sh SRCDIR [BUILDDIR]
#
# Every folder of src/ with C files has a README whose last line, `Uses: ROOM...`, names the rooms that it may
# use.  Prints each include, and with BUILDDIR each call, that violates these lines; each cycle of rooms;
# each room of src/check that uses a room outside; each room without tests; each message of the library that names an option;
# each room, file and function of HACKING.md that does not exist.  There are no exceptions.  Exits 1 if anything was printed.
set -u

build=${2:+$(cd "$2" && pwd)}
cd "$1" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# --- declarations: the file rooms has NAME FOLDER, the file uses has NAME NAME ---

: >"$work/uses"
: >"$work/found"
find src -name '*.[ch]' ! -name '*_data.c' | sed 's|/[^/]*$||' | LC_ALL=C sort -u >"$work/folders"
while read -r folder; do
    room=${folder##*/}
    echo "$room $folder" >>"$work/rooms"
    said=$(sed -n '$s/^Uses: //p' "$folder/README" 2>/dev/null)
    test -n "$said" || echo "$folder/README does not end with a line \`Uses: ...\`" >>"$work/found"
    for used in $said; do
        test "$used" = nothing || echo "$room $used" >>"$work/uses"
    done
done <"$work/folders"
sed 's/ .*//' "$work/rooms" | sort | uniq -d | sed 's/$/ is the name of two rooms/' >>"$work/found"
tsort "$work/uses" 2>&1 >/dev/null | sed 's/^/a cycle of rooms: /' >>"$work/found"
awk 'FILENAME == ARGV[1] { folder[$1] = $2; next }
     !($2 in folder) { print $1 " says that it uses " $2 ", which is no room" }
     folder[$1] ~ /^src\/check/ && folder[$2] !~ /^src\/check/ { print $1 " is part of the checker and uses " $2 ", which is not" }' \
    "$work/rooms" "$work/uses" >>"$work/found"

# --- the map of HACKING.md ---

# | `FOLDER` | ... | ROOM ... | `FILE` |
if test -f HACKING.md; then
    sed -n 's/^| `\(src[^`]*\)` | [^|]* | \([^|]*\) | `\([^`]*\)` |$/\1 \3 \2/p' HACKING.md >"$work/map"
    while read -r folder file said; do
        test -f "$folder/$file" || echo "HACKING.md: $folder has no $file"
        test "$said" = "$(sed -n '$s/^Uses: //p' "$folder/README" 2>/dev/null)" ||
            echo "HACKING.md says that $folder uses $said, its README says otherwise"
    done <"$work/map" >>"$work/found"
    sed 's/ .*//' "$work/map" | LC_ALL=C sort | comm -3 - "$work/folders" | tr -d '\t' | sed 's/$/ is not in the map of HACKING.md, or is no room/' >>"$work/found"
    # `NAME` of `FILE` names a function that is defined there.
    tr '\n' ' ' <HACKING.md | grep -oE '`[a-z_]+` of +`src[^`]*\.[ch]`' | tr -d '`' | sed 's/ of */ /' >"$work/lines"
    while read -r name file; do
        grep -q "^[^ ].*[ *]$name(" "$file" 2>/dev/null || echo "HACKING.md: $file has no $name"
    done <"$work/lines" >>"$work/found"
    # Every C file that is named exists, by its path or by the end of it.
    if test -d tests; then
        find src/ tests/ include/ -name '*.[ch]' | sed 's|^|/|' >"$work/files"
        grep -oE '`[a-z0-9_/-]+\.[ch]`' HACKING.md | tr -d '`' | sort -u | while read -r file; do
            grep -q "/$file\$" "$work/files" || echo "HACKING.md: there is no $file"
        done >>"$work/found"
    fi
fi

# --- the tests of a room are in the folder of its name ---

if test -d tests; then
    while read -r folder; do
        ls "tests/${folder#src/}"/t-*.c "tests/${folder#src/}"/*.sh 2>/dev/null | grep -q . || echo "$folder has no tests in tests/${folder#src/}"
    done <"$work/folders" >>"$work/found"
fi

# --- includes ---

while read -r room folder; do
    grep -H '^[ 	]*#[ 	]*include "' "$folder"/*.[ch] | sed "s/^/$room /"
done <"$work/rooms" |
    awk 'FILENAME == ARGV[1] { folder[$1] = $2; next }
         FILENAME == ARGV[2] { may[$1, $2] = 1; next }
         {
             split($0, part, "\"")
             header = part[2]
             file = $2
             sub(/:.*/, "", file)
             if (header ~ /^dpcert(-gmp|-mpfr|-arb)?\.h$/) { # the public interface
                 if (folder[$1] ~ /^src\/check/) print file " is part of the checker and includes " header
             } else if (header != "config.h" && header != "dpcert-check.h") {
                 used = header
                 if (!sub(/\/.*/, "", used)) used = "check"
                 if (used != $1 && !(($1, used) in may)) print file " includes " header ", and " folder[$1] "/README does not say that it uses " used
             }
         }' "$work/rooms" "$work/uses" - >>"$work/found"

# --- messages that name options ---

# The library has no command line: its messages name no option of the programs, which add theirs.
{
    sed -n "s/.*{\"\([a-z-]*\)\", *'.*/--\1/p" src/cli/*.[ch]
    printf '%s\n' '(-d' ' -d '
} >"$work/options"
find src -name '*.[ch]' ! -path 'src/cli/*' ! -path src/check/main.c ! -path src/check/output.c -print0 |
    xargs -0 grep -nE '"[^"]*[ (]--?[a-z]' | grep -v 'var(--' | grep -Ff "$work/options" |
    sed 's/^\([^:]*:[0-9]*\):.*/\1 speaks of an option: the library has none/' >>"$work/found"

# --- calls ---

if test -n "$build"; then
    while read -r room folder; do
        for object in "$build/$folder"/*.o; do
            case ${object##*/} in libdpcert_*_la-*.o | dpcert-*.o | dpcert_check-*.o) ;; *) continue ;; esac
            nm "$object" | awk -v room="$room" '
                NF == 3 && $2 ~ /^[TDRBC]$/ { print room, "has", $3 }
                NF == 2 && $1 == "U" { print room, "calls", $2 }'
        done
    done <"$work/rooms" | sort -u >"$work/symbols"
    grep -q '^kernel has dpc_k_push$' "$work/symbols" || echo "$build has no objects" >>"$work/found"
    # The program calls the library through its public interface; the linker enforces this.
    awk 'FILENAME == ARGV[1] { may[$1, $2] = 1; next }
         $2 == "has" { room[$3] = $1; next }
         $2 == "calls" { calls[$1, $3] = 1 }
         END {
             for (call in calls) {
                 split(call, part, SUBSEP)
                 from = part[1]
                 to = room[part[2]]
                 if (to != "" && to != from && from != "cli" && !((from, to) in may))
                     print from " uses " part[2] " of " to ", and its README does not say so"
             }
         }' "$work/uses" "$work/symbols" >>"$work/found"
fi

sort "$work/found"
test ! -s "$work/found"
