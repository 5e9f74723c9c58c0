#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Folders to which others can write, files of cells from others, names and texts that imitate a verdict.
# Nothing here may hang: a watchdog ends a command that does.

. "${srcdir:-.}/tests/support/lib.sh"

checker=${top_builddir:-.}/dpcert-check
case $dpcert in /*) ;; *) dpcert=$PWD/$dpcert checker=$PWD/$checker ;; esac
"$dpcert" bound gauss.theta eps=1 r=1 --cert "$work/theta.cert" >/dev/null || exit 1

# A command that waits for a pipe uses no processor time, so the limit is wall-clock time, and high: it is only for
# commands that never end.
watchdog=${DPC_WATCHDOG:-3600}

# status WANT COMMAND...: runs any command with the watchdog.
status()
{
    want=$1
    shift
    timeout "$watchdog" "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    test "$got" -eq "$want" && ok=yes || ok=no
    check $ok "$*: exit $got, expected $want"
}

# --- files that are named like options ---

mkdir "$work/names"
cd "$work/names" || exit 1
printf 'no certificate\n' >bad.cert
for name in --help --version -h; do
    printf 'no certificate\n' >./"$name"
    status 2 "$checker" *
    complains "a file of this name is ./$name"
    status 2 "$checker" "$name"
    status 2 "$checker" bad.cert "$name"
    complains "options stand before files"
    status 2 "$dpcert" verify *
    status 2 "$dpcert" verify "$name"
    status 2 "$dpcert" crosscheck bad.cert "$name"
    status 1 "$checker" -- *
    says "REJECTED 2 of 2 files"
    status 1 "$dpcert" verify -- *
    rm ./"$name"
    status 0 "$checker" "$name"
done
status 0 "$dpcert" verify --help
cp "$work/theta.cert" good.cert
status 0 "$checker" --max-bits 4096 -- good.cert
status 2 "$checker" good.cert --max-bits 4096
complains "options stand before files"
status 2 "$checker" --max-bits 4096
status 2 "$checker"
status 2 "$checker" -- --
cd "$work" || exit 1

# --- pipes: no command waits for another process ---

mkfifo "$work/pipe" "$work/pipe.cert"
printf 'axis T = 1..%s\ncolumn e = bound compose.basic.eps_out(eps = 0.1, delta = 1e-6, T)\n' 30 >"$work/t.table"
printf 'source,theorem,result,claimed,eps,delta,T\n"=1+1",compose.basic,eps_out,5,0.1,0,10\n' >"$work/claims.csv"
status 2 "$checker" "$work/pipe"
says "UNREADABLE $work/pipe: it is a pipe"
status 2 "$dpcert" verify "$work/pipe"
status 2 "$dpcert" report "$work/pipe" -o "$work/page.html"
status 2 "$dpcert" account "$work/pipe" --delta 1e-5
status 2 "$dpcert" crosscheck "$work/pipe"
status 2 "$dpcert" bound "$work/pipe" x=1
status 2 "$dpcert" bound gauss.theta r=1 eps=@"$work/pipe"
status 2 "$dpcert" table "$work/pipe"
status 2 "$dpcert" table "$work/t.table" --against "$work/pipe"
status 2 "$dpcert" table "$work/t.table" --merge "$work/pipe"
status 2 "$dpcert" table "$work/t.table" -o "$work/pipe"
complains "a pipe without a reader"
status 2 "$dpcert" bound gauss.theta eps=1 r=1 --cert "$work/pipe"
status 2 "$dpcert" compare "$work/pipe" x=1
printf 'rows "pipe"\ncolumn e = bound compose.basic.eps_out(eps = 0.1, delta = 1e-6, T)\n' >"$work/rows.table"
status 2 "$dpcert" table "$work/rows.table"
printf 'losses pipe\n' >"$work/losses.txt"
status 2 "$dpcert" account "$work/losses.txt" --delta 1e-5
# redirections and pipes of the shell are read
for path in /dev/stdin -; do
    timeout "$watchdog" "$checker" "$path" <"$work/theta.cert" >"$work/out" 2>&1 && ok=yes || ok=no
    check $ok "$path is not read from a file"
    # shellcheck disable=SC2002 # a pipe is the point
    cat "$work/theta.cert" | timeout "$watchdog" "$checker" "$path" >"$work/out" 2>&1 && ok=yes || ok=no
    check $ok "$path is not read from a pipe"
done
timeout "$watchdog" cat "$work/pipe" >"$work/through" &
reader=$!
# until the reader has opened the pipe
while timeout "$watchdog" "$dpcert" bound gauss.theta eps=1 r=1 --cert "$work/pipe" >"$work/out" 2>"$work/err"; \
    grep -q "without a reader" "$work/err" && kill -0 "$reader" 2>/dev/null; do
    sleep 0.1
done
wait "$reader"
status 0 "$checker" "$work/through"

# --- links and leftovers: their targets stay unchanged ---

printf 'precious\n' >"$work/precious"
untouched()
{
    test "$(cat "$work/precious")" = precious && ok=yes || ok=no
    check $ok "$1 wrote through a link"
    printf 'precious\n' >"$work/precious"
}
ln -s precious "$work/x.csv.cells"
status 0 "$dpcert" table "$work/t.table" -o "$work/x.csv"
untouched "table"
ln -s precious "$work/x.csv.cells"
status 2 "$dpcert" table "$work/t.table" -o "$work/x.csv" --resume
untouched "table --resume"
rm "$work/x.csv.cells"
mkfifo "$work/x.csv.cells"
status 0 "$dpcert" table "$work/t.table" -o "$work/x.csv"
mkfifo "$work/x.csv.cells"
status 2 "$dpcert" table "$work/t.table" -o "$work/x.csv" --resume
rm "$work/x.csv.cells"
for old in .part .tmp; do
    ln -sf precious "$work/y.csv$old"
    ln -sf precious "$work/y.cert$old"
done
ln -sf precious "$work/y.csv"
status 0 "$dpcert" table "$work/t.table" -o "$work/y.csv"
untouched "table -o"
ln -sf precious "$work/y.cert"
status 0 "$dpcert" bound gauss.theta eps=1 r=1 --cert "$work/y.cert"
untouched "bound --cert"
ln -sf precious "$work/page.html"
status 0 "$dpcert" report "$work/y.cert" -o "$work/page.html"
untouched "report -o"
mkdir "$work/dir"
ln -s ../precious "$work/dir/1-e.cert"
ln -s ../precious "$work/dir/MANIFEST"
status 0 "$dpcert" table "$work/t.table" --certs "$work/dir" -o "$work/x.csv"
untouched "table --certs"
(umask 077 && timeout "$watchdog" "$dpcert" bound gauss.theta eps=1 r=1 --cert "$work/mine.cert" >/dev/null 2>&1)
test "$(find "$work/mine.cert" -perm 600)" && ok=yes || ok=no
check $ok "a certificate is not as private as the user wants it"

# --- cells that somebody else wrote ---

{
    printf 'axis T = 1..40\n'
    printf 'column e = bound compose.basic.eps_out(eps = 0.1, delta = 1e-6, T)\n'
    printf 'column d = bound compose.basic.delta_out(eps = 0.1, delta = 1e-6, T)\n'
    printf 'column twice = ratio e d\n'
} >"$work/c.table"
status 0 "$dpcert" table "$work/c.table" -o "$work/c.csv"
status 0 "$dpcert" table "$work/c.table" --shard 1/1 -o "$work/all"
status 0 "$dpcert" table "$work/c.table" --merge "$work/all" -o "$work/d.csv"
complains "note: 20 of 80 cells from files were evaluated again"
cmp -s "$work/c.csv" "$work/d.csv" && ok=yes || ok=no
check $ok "merging changes the table"
status 0 "$dpcert" table "$work/c.table" --merge "$work/all" --verify -o "$work/d.csv"
complains "note: 80 of 80 cells from files were evaluated again"
status 2 "$dpcert" table "$work/c.table" --verify
# one forged cell is found by --verify, all forged ones by any sample
sed 's/^cell 16 0 .*/cell 16 0 number u 1e-30 1e-30/' "$work/all" >"$work/one"
cp "$work/one" "$work/one.before"
status 1 "$dpcert" table "$work/c.table" --merge "$work/one" --verify -o "$work/forged.csv"
complains "row 17, column e: the file of cells says 'number u 1e-30 1e-30', and evaluation says 'number "
test ! -e "$work/forged.csv" && cmp -s "$work/one" "$work/one.before" && ok=yes || ok=no
check $ok "a forged cell makes a table, or something is lost"
sed 's/^\(cell [0-9]* [01] \).*/\1number u 1e-30 1e-30/' "$work/all" >"$work/forged"
status 1 "$dpcert" table "$work/c.table" --merge "$work/forged" -o "$work/forged.csv"
cp "$work/forged" "$work/r.csv.cells"
status 1 "$dpcert" table "$work/c.table" --resume -o "$work/r.csv"
cmp -s "$work/forged" "$work/r.csv.cells" && test ! -e "$work/r.csv" && ok=yes || ok=no
check $ok "--resume believes forged cells, or loses them"
head -n 40 "$work/all" >"$work/r.csv.cells"
status 0 "$dpcert" table "$work/c.table" --resume -o "$work/r.csv"
complains "cells from files were evaluated again"
cmp -s "$work/c.csv" "$work/r.csv" && ok=yes || ok=no
check $ok "--resume changes the table"
# records that are impossible for their column, so that no evaluation would check them
for record in 'cell 1 2 number s 1 1' 'cell 1 0 number s 1 1' 'cell 1 0 number u 2 1' 'cell 1 0 derived'; do
    { cat "$work/all"; printf '%s\n' "$record"; } >"$work/wrong"
    status 2 "$dpcert" table "$work/c.table" --merge "$work/wrong"
done
# files to which others can write
for mode in 664 646 666; do
    cp "$work/all" "$work/open"
    chmod $mode "$work/open"
    status 2 "$dpcert" table "$work/c.table" --merge "$work/open"
    complains "other users may write it"
    cp "$work/all" "$work/r.csv.cells"
    chmod $mode "$work/r.csv.cells"
    status 2 "$dpcert" table "$work/c.table" --resume -o "$work/r.csv"
    cmp -s "$work/all" "$work/r.csv.cells" && ok=yes || ok=no
    check $ok "cells that are not trusted are lost"
    rm "$work/r.csv.cells"
done
if test "$(id -u)" -eq 0; then
    cp "$work/all" "$work/theirs"
    chmod 644 "$work/theirs"
    chown 12345 "$work/theirs"
    status 2 "$dpcert" table "$work/c.table" --merge "$work/theirs"
    complains "it belongs to another user"
fi
(umask 000 && timeout "$watchdog" "$dpcert" table "$work/c.table" --shard 1/1 -o "$work/loose" 2>/dev/null)
status 0 "$dpcert" table "$work/c.table" --merge "$work/loose" -o "$work/d.csv"

# --- a manifest says what its table says ---

mkdir "$work/m"
status 0 "$dpcert" table "$work/c.table" --certs "$work/m" -o "$work/c.csv"
test "$(grep -c VERIFIED "$work/m/MANIFEST")" -eq 80 && ok=yes || ok=no
check $ok "the manifest has not all certificates"
status 0 "$dpcert" table "$work/c.table" --merge "$work/all" --certs "$work/m" -o "$work/d.csv"
refuse_certificate()
{
    cp "$work/all" "$work/r.csv.cells"
    status 1 "$dpcert" table "$work/c.table" --resume --certs "$work/m" -o "$work/r.csv"
    complains "$1"
    test -e "$work/r.csv.cells" && ok=yes || ok=no
    check $ok "a certificate that is wrong loses the cells"
}
cp "$work/m/3-e.cert" "$work/keep"
cp "$work/m/4-e.cert" "$work/m/3-e.cert"
refuse_certificate "is not a certificate of row 3, column e: it is about another setting"
"$dpcert" bound compose.kov eps=0.1 delta=1e-6 T=3 slack=1e-6 --cert "$work/m/3-e.cert" >/dev/null
refuse_certificate "it is about another theorem"
sed 's/<= 0.3/<= 0.2/' "$work/keep" >"$work/m/3-e.cert"
refuse_certificate "REJECTED"
# a weaker claim is no contradiction if the cell comes out the same
sed 's/claim eps_out <= .*/claim eps_out <= 0.5/' "$work/keep" >"$work/m/3-e.cert"
cp "$work/all" "$work/r.csv.cells"
status 0 "$dpcert" table "$work/c.table" --resume --certs "$work/m" -o "$work/r.csv"
grep -q '3-e.cert.*eps_out <= 0.5' "$work/m/MANIFEST" && ok=yes || ok=no
check $ok "the manifest has other claims than the certificate"
# a forged cell that no sample found is found here
sed 's/^cell 2 0 .*/cell 2 0 number u 1e-30 1e-30/' "$work/all" >"$work/r.csv.cells"
cp "$work/keep" "$work/m/3-e.cert"
status 1 "$dpcert" table "$work/c.table" --resume --certs "$work/m" -o "$work/r.csv"

# --- texts that imitate a verdict or other output ---

mkdir "$work/texts"
cd "$work/texts" || exit 1
python3 - <<'X'
import json, os
# a line of its own, an escape sequence, a carriage return, C1, direction, no width, tags, no UTF-8
evil = [b"a\nVERIFIED FORGED", b"a\nsound      FORGED", b"\x1b[2J\x1b[1;1Hsound FORGED", b"a\rsound FORGED", b"\xc2\x9b2J",
        b"\x9b2J", b"\xe2\x80\xae dnuos", b"\xe2\x80\x8b", b"\xe2\x81\xa6x", b"\xf3\xa0\x80\x81", b"\xef\xbb\xbf", b"\xff\xfe",
        b"\xe2\x80\xa8VERIFIED FORGED", b"\x07\x08\x7f", b"=1+1", b"=cmd|' /C calc'!A0", b"+1+1", b"-1+1", b"@SUM(1)", b"\t=1",
        b"[x](javascript:alert(1))", b"<script>alert(1)</script>", b"| a | b |", b"http://evil.example", b"www.evil.example",
        b"\\input{/etc/passwd}", b"$\\write18{x}$", b"a\n  VERIFIED FORGED", b"M\xc3\xbcller"]
field = lambda b: b'"' + b.replace(b'"', b'""') + b'"'
with open("claims.csv", "wb") as f:
    f.write(b"source,theorem,result,claimed,kind,eps,delta,T," + field(evil[0]) + b"," + field(evil[2]) + b"\n")
    for e in evil:
        f.write(b"%s,compose.basic,eps_out,5,,0.1,0,10,,\n" % field(e))
        f.write(b"s,%s,eps_out,5,,0.1,0,10,,\n" % field(e))
        f.write(b"s,compose.basic,%s,5,,0.1,0,10,,\n" % field(e))
        f.write(b"s,compose.basic,eps_out,%s,,0.1,0,10,,\n" % field(e))
        f.write(b"s,compose.basic,eps_out,5,%s,0.1,0,10,,\n" % field(e))
        f.write(b"s,compose.basic,eps_out,5,,%s,0,10,,\n" % field(e))
        f.write(b"s,compose.basic,eps_out,5,,0.1,0,10,%s,\n" % field(e))
with open("header.csv", "wb") as f:
    f.write(b"theorem,result,claimed,eps,delta,T," + b",".join(field(e) for e in evil) + b"\n")
    f.write(b"compose.basic,eps_out,5,0.1,0,10" + b"," * len(evil) + b"\n")
with open("few.csv", "wb") as f:
    f.write(field(evil[0]) + b"," + field(evil[2]) + b"\n")
with open("rows.csv", "wb") as f:
    f.write(b"T,w\n" + b"".join(b"%d,%s\n" % (i + 1, field(e)) for i, e in enumerate(evil)))
with open("t.table", "w") as f:
    f.write('title "[x](javascript:alert(1)) <b> www.evil.example http://evil.example =1+1 $x$ \\\\input{y}"\nrows "rows.csv"\n'
            'note "| a <script> [y](z)"\ncolumn e "<i>|[z](y)" = bound compose.basic.eps_out(eps = 0.1, delta = 0, T)\nplot x = T, y = e\n')
with open("w.table", "w") as f:
    f.write('rows "rows.csv"\ncolumn e = bound compose.basic.eps_out(eps = w, delta = 0, T)\n')
# each file and name costs a run of every command: several texts in one
joined = [evil[0] + evil[12], evil[1] + evil[2] + evil[3], b"".join(evil[4:12]), evil[13] + evil[27], b" ".join(evil[14:19]),
          b" ".join(evil[20:27]), evil[28], evil[19]]
for i, e in enumerate(joined):
    with open("history%d" % i, "wb") as f:
        f.write(e + b"\n")
    with open("steps%d" % i, "wb") as f:
        f.write(b"gaussian sigma=%s times 3\nlosses %s\n" % (e, e))
    text = e.decode("utf-8", "replace")
    with open("opacus%d.json" % i, "w") as f:
        json.dump({"mechanism": text, "history": [[text, 1, 1]], text: 1}, f)
    with open("spec%d.table" % i, "wb") as f:
        f.write(b'title "%s"\ncolumn e = bound compose.basic.eps_out(eps = 0.1, delta = 0, T = 1)\n' % e)
    with open("own%d.thm" % i, "wb") as f:
        f.write(b'theorem my.own\nrevision 1\ntitle "%s"\ncite none "none"\nstatus conditional paper\nadjacency any\nabout "%s"\n'
                b'param x : real "%s"\nassume "%s"\npremise "%s"\nresult y <= x + 1 "%s"\nnote "%s"\n' % ((e,) * 7))
    with open("bad%d.cert" % i, "wb") as f:
        f.write(b"dpcert-certificate 2\nkind value\ntheorem %s 1\nneighbours any\ncontext %s\n" % (e, e))
    with open("set%d.set" % i, "wb") as f:
        f.write(b"setting %s\ntitle %s\ncompare %s\n" % (e, e, e))
    try:
        os.mkdir(b"d")
    except FileExistsError:
        pass
    if b"/" not in e:
        with open(b"d/" + e, "wb") as f:
            f.write(e)
X
mkdir "$work/seen"
runs=0
# seen COMMAND...: keeps the output, which is examined below
seen()
{
    runs=$((runs + 1))
    timeout "$watchdog" "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    test $got -lt 100 && ok=yes || ok=no
    check $ok "$*: exit $got"
    cp "$work/out" "$work/seen/$runs.out"
    cp "$work/err" "$work/seen/$runs.err"
    printf '%s\n' "$*" >"$work/seen/$runs.command"
}
for format in text csv json; do
    seen "$dpcert" crosscheck claims.csv --format $format
    seen "$dpcert" crosscheck header.csv --format $format
    seen "$dpcert" crosscheck few.csv --format $format
done
for format in csv md latex json svg; do
    seen "$dpcert" table t.table --format $format
    cp "$work/out" "table.$format"
    seen "$dpcert" table w.table --format $format
done
cp rows.csv other.csv
seen "$dpcert" table t.table --against other.csv
seen "$dpcert" table t.table --against table.csv
says "agree"
i=0
while test -e history$i; do
    seen "$dpcert" account history$i --delta 1e-5
    seen "$dpcert" account steps$i --delta 1e-5
    seen "$dpcert" account opacus$i.json --delta 1e-5
    seen "$dpcert" crosscheck opacus$i.json --delta 1e-5 --claimed 1
    seen "$dpcert" table spec$i.table --format md
    seen "$dpcert" show own$i.thm
    seen "$dpcert" bound own$i.thm x=1
    seen "$dpcert" bound own$i.thm x=1 --cert own$i.cert
    seen "$dpcert" verify bad$i.cert own$i.cert
    seen "$checker" bad$i.cert
    seen "$dpcert" report bad$i.cert -o page$i.html
    if test -e own$i.cert; then seen "$dpcert" report own$i.cert -o page$i.html; fi
    if test -e page$i.html; then seen cat page$i.html; fi
    seen "$dpcert" compare set$i.set x=1
    i=$((i + 1))
done
for path in d/*; do
    seen "$checker" "$path"
    seen "$checker" "$path" "$path"
    seen "$dpcert" verify --json "$path"
    seen "$dpcert" account "$path" --delta 1e-5
    seen "$dpcert" crosscheck "$path"
    seen "$dpcert" bound "$path"
    seen "$dpcert" bound ./"$path"
    seen "$dpcert" table "$path"
    seen "$dpcert" bound gauss.theta eps=@"$path" r=1
    seen "$dpcert" bound gauss.theta eps=1 r=1 --cert "$path/x"
    seen "$dpcert" "$path"
    seen "$dpcert" bound gauss.theta "$path"=1
    cp "$work/theta.cert" "$path.cert"
    seen "$checker" "$path.cert" "$path.cert"
    seen "$dpcert" report "$path.cert" -o page.html
    seen cat page.html
    printf 'gaussian sigma=2 times 3\n' >"$path.txt"
    seen "$dpcert" account "$path.txt" --delta 1e-5 --cert "$path.new"
    seen "$dpcert" account "$path.txt" --delta 1e-5 --json
    seen "$dpcert" crosscheck "$path.txt" --delta 1e-5 --claimed 3
done
python3 - "$work/seen" "$runs" <<'X' && ok=yes || ok=no
import re, sys, unicodedata
word = re.compile(r"(\S*\s)?(VERIFIED|REJECTED|UNDECIDED|UNREADABLE|sound|unsound|rounded)\s+FORGED")
wrong = 0
for i in range(1, int(sys.argv[2]) + 1):
    command = open("%s/%d.command" % (sys.argv[1], i), errors="replace").read()
    for end in ("out", "err"):
        try:
            text = open("%s/%d.%s" % (sys.argv[1], i, end), "rb").read().decode("utf-8")
            for c in text:
                assert c == "\n" or unicodedata.category(c) not in ("Cc", "Cf", "Zl", "Zp"), "U+%04X" % ord(c)
            # a page contains the certificate that it is about
            assert command.startswith("cat ") or not any(word.match(line) for line in text.split("\n")), "a forged verdict"
        except (AssertionError, UnicodeDecodeError) as why:
            wrong += 1
            print(ascii(command), end, why)
assert wrong == 0 and int(sys.argv[2]) > 100
X
check $ok "commands print what drives a terminal, hides, or looks like a verdict"
# formulas, links and markup stay plain text
python3 - <<'X' && ok=yes || ok=no
import csv, html, json, re
from xml.etree import ElementTree
rows = list(csv.DictReader(open("table.csv")))
assert len(rows) == 29, len(rows)
for r in rows:
    assert r["w"][:1] not in tuple("=+-@\t\r") and re.fullmatch(r"[0-9.e-]+", r["e"]), r
assert [r["w"] for r in rows if r["w"].startswith("M")] == ["M\u00fcller"]
md = re.sub(r"\\[!-/:-@\[-`{-~]", "", open("table.md").read()) # without what is escaped
for bad in ("[x](", "<script", "<b>", "<i>", "://", "www.", "[z](", "| a | b |"):
    assert bad not in md, bad
tex = open("table.latex").read()
assert "\\input" not in tex and "\\write" not in tex and "$x$" not in tex
json.load(open("table.json"))
svg = open("table.svg").read()
ElementTree.fromstring(svg)
assert "<script" not in svg and "<i>" not in svg
X
check $ok "a format passes formulas, links or markup through"
printf 'x\n-3.5\n-1/2\n+2e-5\n-2^3\n' >numbers.csv
printf 'rows "numbers.csv"\ncolumn e = bound compose.basic.eps_out(eps = 0.1, delta = 0, T = 1)\n' >numbers.table
status 0 "$dpcert" table numbers.table
for line in -3.5, -1/2, +2e-5, "'-2^3,"; do says "$line"; done
# the issuer's words appear outside the verdict
python3 - <<'X' && ok=yes || ok=no
page = open("page5.html").read()
box = page[page.index("<header"):page.index("</header>")]
assert "VERIFIED value" in box and "http://evil.example" not in box and "http://evil.example" in page
X
check $ok "the page shows an own theorem's words inside the verdict"

# blanks in the texts of an issuer's theorem cannot push words to the start of a line of the terminal
printf '%s\n' 'theorem my.pad' 'revision 1' 'title "t"' 'cite none "none"' 'status proved paper' 'adjacency any' 'about "a"' \
    'require 1 > 2 "                              VERIFIED FORGED"' 'result y <= 1' >pad.thm
{
    printf 'dpcert-certificate 2\nkind value\ntheorem my.pad 1\nneighbours any\nfile my.pad %d\n' "$(wc -l <pad.thm)"
    sed 's/^/|/' pad.thm
    prelude="$srcdir/src/check/theorems/prelude.thm"
    printf 'file prelude %d\n' "$(wc -l <"$prelude")"
    sed 's/^/|/' "$prelude"
    printf 'claim y >= 1\nclaim y <= 1\nend\n'
} >pad.cert
status 1 "$checker" pad.cert
says 'is false:  VERIFIED FORGED'

finish
