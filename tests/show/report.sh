#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# dpcert report: a page for every certificate of the corpus, good and bad.  The pages are well-formed,
# need nothing from outside, and state nothing that was not verified; a browser shows one in light and in
# dark (skipped where there is no Chromium).

srcdir=${srcdir:-.} top_builddir=${top_builddir:-.}
dpcert=$top_builddir/dpcert
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

fail()
{
    echo "FAIL: $*"
    failed=1
}

# report CODE CERT: the exit code must be CODE, and that of verify; the verdict on stdout is the same.
report()
{
    "$dpcert" report "$2" -o "$work/page.html" >"$work/out" 2>"$work/err"
    code=$?
    test $code -eq "$1" || fail "report $2 exits with $code, not $1"
    "$dpcert" verify "$2" >"$work/verify"
    cmp -s "$work/out" "$work/verify" || fail "report and verify differ on $2"
}

# One word for each page, or a description of its fault.
cat >"$work/look.py" <<'END'
import re, sys
import xml.etree.ElementTree as tree
for path in sys.argv[1:]:
    text = open(path, encoding="ascii").read()
    root = tree.fromstring(text)                # well-formed, so that any HTML parser agrees
    wrong = [w for w in ("http:", "https:", "//", "<script", "src=", "href=", "url(", "@import", "onload")
             if w in re.sub(r"<pre.*?</pre>", "", text, flags=re.S)]
    if wrong or any(k.startswith("on") or k in ("src", "href") for e in root.iter() for k in e.keys()):
        sys.exit(f"{path}: needs something from outside: {wrong}")
    headings = [e.text for e in root.iter("h2")]
    if len([e for e in root.iter("h1")]) != 1 or "How to verify it yourself" not in headings:
        sys.exit(f"{path}: headings are {headings}")
    for table in root.iter("table"):            # rows are as long as their head
        rows = [len(list(r)) for r in table.iter("tr")]
        if len(set(rows)) > 1:
            sys.exit(f"{path}: rows of {rows} columns")
    words = "".join(root.find(".//p[@class='word']").itertext())
    stated = root.find(".//div[@class='claims']") is not None
    if stated != words.startswith("VERIFIED") or stated != ("The theorem" in headings):
        sys.exit(f"{path}: states claims under the verdict {words}")
    print(words.split()[0])
END

number=0
mkdir "$work/pages"
for cert in "$srcdir"/certs/examples/*.cert "$srcdir"/certs/refutations/*.cert "$srcdir"/certs/bad/*.cert; do
    "$dpcert" report "$cert" -o "$work/pages/$number.html" >"$work/out"
    code=$?
    word=$(sed -n 's/^\(VERIFIED\|REJECTED\|UNREADABLE\|UNDECIDED\) .*/\1/p' "$work/out" | tail -n 1)
    case $word,$code in
    VERIFIED,0 | REJECTED,1 | UNDECIDED,3) ;;
    *) fail "$cert: $word with exit status $code" ;;
    esac
    case $cert,$word in
    */bad/*,VERIFIED | */examples/*,[RU]* | */refutations/*,[RU]*) fail "$cert is $word" ;;
    esac
    echo "$word" >>"$work/expected"
    set -- "$@" "$work/pages/$number.html"
    number=$((number + 1))
done
test $number -gt 50 || fail "only $number certificates were found"
python3 "$work/look.py" "$@" >"$work/words" 2>&1
cmp -s "$work/words" "$work/expected" || fail "pages and verdicts differ: $(diff "$work/words" "$work/expected" | head -n 3)"

# The page has the claim, the adjacency, the source in full, the slack, and the issuer's words marked as such.
good=$srcdir/certs/examples/kov.cert
report 0 "$good"
for text in '<mn>21.61841886</mn>' 'adjacency any' 'P. Kairouz, S. Oh, P. Viswanath. The composition' \
    'NOT CHECKED' 'training run 7' 'The claim is at most <strong>1.0001</strong>' 'dpcert-check ' \
    'revision 1' 'catalogue' 'VERIFIED guarantee compose.kov: eps_out &lt;= 21.61841886'; do
    grep -F -q "$text" "$work/page.html" || fail "the page about kov.cert does not say '$text'"
done
cp "$work/page.html" "$work/first.html"
report 0 "$good"
cmp -s "$work/page.html" "$work/first.html" || fail "two pages about one certificate differ"

# The commands on the page, run as printed, come to the same verdict.
cat >"$work/commands.py" <<'END'
import sys
import xml.etree.ElementTree as tree
body = list(tree.parse(sys.argv[1]).getroot().iter())
at = next(i for i, e in enumerate(body) if e.tag == "h2" and e.text == "How to verify it yourself")
print("".join(next(e for e in body[at:] if e.tag == "pre").itertext()), end="")
END
tree=$(cd "$srcdir" && pwd) built=$(cd "$top_builddir" && pwd)
blank="$work/a certificate's.cert"
sed 's/^claim delta_out .*/claim delta_out <= 9.9e-3/' "$good" >"$blank"
for way in "0,$tree/certs/examples/kov.cert" "1,$blank"; do
    report "${way%%,*}" "${way#*,}"
    python3 "$work/commands.py" "$work/page.html" >"$work/commands" || fail "the page gives no commands"
    test "$(grep -c . "$work/commands")" -eq 3 || fail "the page gives other commands than three"
    while read -r command; do
        (cd "$tree" && PATH="$built:$PATH" sh -c "$command") >"$work/out" 2>"$work/err" </dev/null
        code=$?
        test $code -eq "${way%%,*}" || fail "the page's command '$command' exits with $code: $(head -n 1 "$work/err")"
    done <"$work/commands"
done

report 0 "$srcdir/certs/examples/conditional.cert"
grep -F -q 'NO COMPUTATION CAN CHECK THESE' "$work/page.html" || fail "assumptions are not shown as such"
grep -F -q 'verdict good' "$work/page.html" && fail "a conditional guarantee looks like one without conditions"
# The page lists the facts that only a reader can check, in the words of the theorem; without such facts, no heading.
report 0 "$srcdir/certs/examples/sgm.cert"
for text in 'What you must check yourself</h2>' '<li>every step draws its Poisson sample afresh' \
    '<li>neighbouring data sets differ by one record, which is added or removed</li>'; do
    grep -F -q "$text" "$work/page.html" || fail "the page about sgm.cert does not say '$text'"
done
report 0 "$srcdir/certs/examples/gamma.cert"
grep -F -q 'What you must check yourself' "$work/page.html" && fail "premises of a theorem without any"
report 0 "$srcdir/certs/examples/own.cert"
grep -F -q 'nothing vouches for it' "$work/page.html" || fail "an own theorem looks like the catalogue's"

# The adjacency of the statement is that of the certificate, also where the theorem is about any neighbours; records of
# lists are spoken of only where there are lists.
printf 'randomized-response p=0.75 times 10\n' >"$work/response.txt"
"$dpcert" account "$work/response.txt" --eps 1 --cert "$work/response.cert" >"$work/out" 2>&1 || fail "no certificate of a response"
report 0 "$work/response.cert"
grep -F -q '; adjacency replace-one.</p>' "$work/page.html" || fail "the statement box has not the certificate's adjacency"
grep -F -q '; adjacency any' "$work/page.html" && fail "the statement box has the theorem's adjacency"
grep -F -q 'Whether another step used the data cannot be checked.' "$work/page.html" || fail "nothing about other steps"
grep -F -q 'of their lists' "$work/page.html" && fail "a theorem without lists has records of lists"
report 0 "$srcdir/certs/examples/history.cert"
grep -F -q 'Every record of their lists belongs to exactly one phase' "$work/page.html" || fail "nothing about the records of lists"

# Neither an issuer's text nor a file name becomes markup.
nasty="$work/a<b>'&\".cert"
sed 's/^context .*/context <\/p><h1>VERIFIED guarantee<\/h1><script>alert(1)<\/script> \&amp; "x"/' "$good" >"$nasty"
report 0 "$nasty"
python3 "$work/look.py" "$work/page.html" >"$work/word" || fail "markup from the context: $(cat "$work/word")"
grep -F -q '&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; &quot;x&quot;' "$work/page.html" ||
    fail "the context is not shown as it is"

# Wrong usage, and files that cannot be read or written: no page, and never a part of a page.
"$dpcert" report "$good" >/dev/null 2>"$work/err"
test $? -eq 2 && grep -q 'needs the name of the page' "$work/err" || fail "report without -o"
"$dpcert" report "$good" "$good" -o "$work/x.html" 2>/dev/null
test $? -eq 2 || fail "report of two certificates"
"$dpcert" report "$work/none" -o "$work/x.html" >/dev/null
test $? -eq 2 && test ! -e "$work/x.html" || fail "report of a file that is not there"
"$dpcert" report "$good" -o "$work/no/such/folder.html" >/dev/null 2>&1
test $? -eq 2 || fail "report to a folder that is not there"
"$dpcert" report "$good" --arith double -o "$work/x.html" >/dev/null 2>&1
test $? -eq 2 && test ! -e "$work/x.html" || fail "report in uncertified arithmetic"

# In a browser: the picture has the colours of the verdict, and enough others to be a page with text.
cat >"$work/picture.py" <<'END'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
size = {2: 3, 6: 4}[kind]                       # bytes of a pixel, of 8 bits each
at, packed = 8, b""
while at < len(data):
    length, name = struct.unpack(">I4s", data[at:at + 8])
    packed += data[at + 8:at + 8 + length] if name == b"IDAT" else b""
    at += 12 + length
raw, line, seen = zlib.decompress(packed), bytearray(width * size), {}
for y in range(height):
    start = y * (width * size + 1)
    rule, new = raw[start], bytearray(raw[start + 1:start + 1 + width * size])
    for x in range(len(new)):
        a, b, c = new[x - size] if x >= size else 0, line[x], line[x - size] if x >= size else 0
        paeth = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
        new[x] = new[x] + (0, a, b, (a + b) // 2, paeth)[rule] & 255
    line = new
    for x in range(0, len(new), size):
        seen[bytes(new[x:x + 3])] = seen.get(bytes(new[x:x + 3]), 0) + 1
wanted = bytes.fromhex(sys.argv[2])
if seen.get(wanted, 0) < width * height // 50 or len(seen) < 50:
    sys.exit(f"{len(seen)} colours, {seen.get(wanted, 0)} pixels of {sys.argv[2]}")
END
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if test -n "$browser"; then
    for scheme in 1,e9f5ee 0,12291d; do
        HOME=$work timeout "${DPC_WATCHDOG:-3600}" "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=600,400 \
            --blink-settings=preferredColorScheme=${scheme%,*} --screenshot="$work/page.png" \
            "file://$work/first.html" >"$work/browser.log" 2>&1
        if test -s "$work/page.png"; then
            said=$(python3 "$work/picture.py" "$work/page.png" ${scheme#*,} 2>&1) ||
                fail "the page does not look like one (scheme $scheme): $said"
        else
            cat "$work/browser.log"
            fail "no picture of the page"
        fi
        rm -f "$work/page.png"
    done
else
    echo "report.sh: Chromium was not found, so that no page was looked at in a browser"
fi
exit $failed
