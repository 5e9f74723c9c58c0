#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Runs every command of the documents and manual pages, compares the outputs with the printed ones, and checks links.
# `make documents DOCUMENTS=--write` writes the outputs.

. "${srcdir:-.}/tests/support/lib.sh"

python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null || {
    echo "documents.sh: no Python 3.8 or later"
    exit 77
}
src=$(cd "${srcdir:-.}" && pwd) || exit 99
build=$(cd "${top_builddir:-.}" && pwd) || exit 99

# documents ARGUMENT...: the status is left in $status, output in $work/out.
documents()
{
    PYTHONDONTWRITEBYTECODE=1 python3 "$src/tools/documents.py" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

documents "$src" "$build" --list
test $status -eq 0 && ok=yes || ok=no
test $ok = yes || cat "$work/out"
check $ok "a document is wrong: see above, and make documents DOCUMENTS=--write"
cat "$work/out"
commands=$(sed -n 's/.* documents, \([0-9]*\) commands run .*/\1/p' "$work/out")
test "${commands:-0}" -ge 60 && ok=yes || ok=no
check $ok "only ${commands:-no} commands were found in the documents"
lines=$(wc -l <"$src/README.md")
test "$lines" -le 140 && ok=yes || ok=no
check $ok "README.md has $lines lines: it is to be read in four minutes"

for document in "$src"/doc/*.md; do
    grep -Fq "](${document##*/})" "$src/doc/README.md" || test "${document##*/}" = README.md && ok=yes || ok=no
    check $ok "doc/README.md has no row for ${document##*/}"
done

# A document with one mistake of each kind, each of which must be reported.
mkdir "$work/copy"
cp -R "$src/man" "$work/copy"
cat >"$work/copy/good.md" <<'END'
# One two

```
$ cat steps.txt
[(1,2,3),(0.5,1,10)]
$ dpcert bound gauss.mechanism-list eps=1 step=@steps.txt
  ...
  delta     in [0.4380110041, 0.4380110042]
  ...
$ dpcert bound channel.binary eps=1 a=0.1 b=0.2
channel.binary: Contraction coefficient of the binary channel
  given      eps = 1, a = 1/10, b = 1/5
  eta       in [0.5281718171, 0.5281718172]
  status     exact (derived again for this catalogue), any adjacency
```

<!-- not run: a reason -->
```sh
false
```

| question | command | answer |
|---|---|---|
| steps | `dpcert solve ma.gauss sigma=20 delta=1e-5 T=? 'eps<=6'` | 501 |

[here](good.md#one-two) `dpcert show ID --latex`

```python
>>> 1 + 1
2
```
END
cp "$work/copy/good.md" "$work/copy/bad.md"
documents "$work/copy" "$build" good.md bad.md
test $status -eq 0 && ok=yes || ok=no
check $ok "a good document"
says '2 documents, 8 commands run'
says '2 not run'

# wrong SED-COMMAND TEXT: the changed document leads to a message with this text.
wrong()
{
    sed "$1" "$work/copy/good.md" >"$work/copy/bad.md"
    documents "$work/copy" "$build" bad.md
    test $status -eq 1 && ok=yes || ok=no
    check $ok "accepted: $1"
    says "$2"
}

# written SED-COMMAND: --write repairs the changed document.
written()
{
    wrong "$1" 'bad.md:'
    documents "$work/copy" "$build" --write bad.md
    cmp "$work/copy/good.md" "$work/copy/bad.md" && ok=yes || ok=no
    check $ok "not written anew: $1"
}

written 's/0\.4380110042/0.4380110043/'
written 's/0\.4380110041, /0.4380110040, /'
written 's/given      eps = 1, a = 1\/10, b = 1\/5/given eps/'
written '/^  status/d'
written '/^  given/d'
written 's/| 501 |/| 502 |/'
written 's/^2$/3/'
wrong 's/^\$ dpcert bound channel.binary.*/$ dpcert bound chanel.binary eps=1/' 'chanel.binary'
wrong '/not run/d' 'false: exit 1'
wrong 's/^```sh/```/; s/^false/make it/' 'a block of commands is marked'
wrong 's/#one-two/#one/' 'no such heading'
wrong 's/(good.md/(better.md/' 'dead link'
wrong 's/dpcert show ID/dpcert shew ID/' 'there is no command dpcert shew'
wrong 's/ID --latex/ID --latix/' 'no manual page has the option --latix'
wrong 's/`dpcert show ID --latex`/`src\/none.c`/' 'no such file: src/none.c'
wrong 's/`dpcert show ID --latex`/`make coffee`/' 'there is no target coffee'
wrong 's/`dpcert show ID --latex`/`dpcert list nothing.at.all`/' 'exit 1'

finish
