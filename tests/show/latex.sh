#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# The output of `show --latex` can be pasted into a paper: every theorem compiles with pdflatex,
# with only the packages that the documentation names, in every size of type; no line
# runs into the margin, and no display over the end of a page.  Run by `make check-latex`; LATEX_OUTPUT=FILE keeps the PDF for inspection.
set -u

: "${top_builddir:=.}" "${srcdir:=.}"
dpcert=$top_builddir/dpcert
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failures=0
complain()
{
    echo "latex.sh: $*" >&2
    failures=$((failures + 1))
}
if ! command -v pdflatex >/dev/null; then
    echo "latex.sh: pdflatex was not found (Debian: texlive-latex-base, texlive-latex-recommended)"
    exit 77
fi

"$dpcert" list | awk '{ print $1 }' >"$work/ids"
{
    printf '%s\n' '\usepackage{amsmath,amssymb}' '\begin{document}'
    while read -r id; do
        # so that a bad line is traced to its theorem
        printf '\\typeout{THEOREM %s}\n' "$id"
        "$dpcert" show "$id" --latex || printf '%s\n' '\undefined'
        echo
    done <"$work/ids"
    # each work that is cited once
    printf '%s\n' '\begin{thebibliography}{99}'
    while read -r id; do
        "$dpcert" show "$id" --latex
    done <"$work/ids" | grep -o ']{[^}]*}' | tr -d ']{}' | sort -u | sed 's/.*/\\bibitem{&} &./'
    printf '%s\n' '\end{thebibliography}' '\end{document}'
} >"$work/body.tex"
for size in 10pt 11pt 12pt; do
    { printf '\\documentclass[%s]{article}\n' "$size"; cat "$work/body.tex"; } >"$work/all.tex"
    for pass in 1 2; do
        (cd "$work" && pdflatex -halt-on-error -interaction=nonstopmode all.tex) >"$work/out" 2>&1 || {
            grep -B2 -A6 '^!' "$work/out" >&2
            complain "pdflatex fails (pass $pass), in $(grep -o 'THEOREM .*' "$work/out" | tail -1)"
            break
        }
    done
    test "$(grep -c THEOREM "$work/out")" -eq "$(grep -c . "$work/ids")" ||
        complain "not every theorem was set"
    grep -q 'undefined' "$work/out" && complain "a reference is undefined: $(grep undefined "$work/out")"

    # an overfull line or page of more than 1pt
    awk '/^THEOREM/ { id = $2 }
         /^Overfull .[hv]box/ { w = $0; sub(/^[^(]*\(/, "", w); sub(/pt.*/, "", w)
                             if (w + 0 > 1) print id ": " $0 }' "$work/out" >"$work/overfull"
    test ! -s "$work/overfull" || {
        cat "$work/overfull" >&2
        complain "lines or pages are too full ($size)"
    }
    test -z "${LATEX_OUTPUT-}" || test $size != 11pt || cp "$work/all.pdf" "$LATEX_OUTPUT"
done
test $failures -eq 0
