#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# The completions that bash offers at the end of a line.
set -u

: "${top_builddir:=.}" "${srcdir:=.}"
if ! command -v bash >/dev/null; then
    echo "completion.sh: bash was not found"
    exit 77
fi
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
mkdir "$work/files"
printf 'setting my\nparam z : real\n' >"$work/my.set"
touch "$work/files/my.thm" "$work/files/steps.txt" "$work/files/with blank.cert"
cat >"$work/choice.thm" <<'END'
theorem   my.choice
revision  1
title     "a choice"
cite      none "none"
status    proved rederived
adjacency any
param     mode : enum(first, last)
param     x : real
result    y <= if(mode == first, x, 2*x)
END
# The typed line, with # for =; then = and the offered words, sorted.
cat >"$work/table" <<'END'
dpcert bo=bound
dpcert =COMMANDS
dpcert --ver=--version
dpcert bound gauss.mech=gauss.mechanism gauss.mechanism-list
dpcert bound =IDS
dpcert show rdp.zero=rdp.zero-eps
dpcert list compose.kov=compose.kov compose.kov-exact compose.kov-list
dpcert bound gauss.theta =eps= r=
dpcert bound gauss.theta eps#1 =r=
dpcert explain gauss.theta e=eps=
dpcert refute compose.he-2-printed s=slack=
dpcert bound ma.gauss-closed -d 5 a=alpha=
dpcert bound -d 5 ma.gauss-closed a=alpha=
dpcert bound gauss.theta eps#=
dpcert bound --arith =all ball double kernel mpfr
dpcert bound gauss.theta --arith m=mpfr
dpcert bound gauss.theta --kind =guarantee lower value
dpcert bound gauss.theta --ar=--arith
dpcert bound gauss.theta --max=--max-bits --max-steps
dpcert bound gauss.theta -d =
dpcert bound gauss.theta --cert FILES/s=FILES/steps.txt
dpcert bound FILES/m=FILES/my.thm
dpcert bound WORK/choice.thm mode#=first last
dpcert bound WORK/choice.thm mode#l=last
dpcert bound gauss.mechanism-list step#@FILES/st=FILES/steps.txt
dpcert show gauss.theta --l=--latex
dpcert verify FILES/w=FILES/with blank.cert
dpcert crosscheck FILES/s=FILES/steps.txt
dpcert table --format =csv json latex md svg
dpcert crosscheck --format =csv json text
dpcert crosscheck claims.csv --format j=json
dpcert crosscheck FILES/steps.txt --kind =lower upper
dpcert crosscheck FILES/steps.txt --adjacency rem=remove
dpcert crosscheck FILES/steps.txt --delta =
dpcert account --kind =guarantee lower
dpcert compare =gauss sgd steps subsampled
dpcert compare s=sgd steps subsampled
dpcert compare gauss =D= T= delta= sigma=
dpcert compare gauss sigma#2 D#1 =T= delta=
dpcert compare gauss -d 5 s=sigma=
dpcert compare WORK/my.set =z=
dpcert compare WORK/my.s=WORK/my.set
dpcert compare gauss sigma#=
dpcert compare --js=--json
dpcert help ex=explain
dpcert no-such-command =
dpcert-check --max-b=--max-bits
dpcert-check FILES/m=FILES/my.thm
END
bash -u -s -- "$work" "$top_builddir" "$srcdir" <<'END'
work=$1 build=$(cd "$2" && pwd) failures=0 rows=0
PATH=$build:$PATH
for name in dpcert dpcert-check; do
    # shellcheck source=/dev/null
    . "$3/src/cli/completion/$name" || exit 1
done
commands=$(dpcert help | sed -n 's/^  \([a-z]\+\) .*/\1/p' | sort | tr '\n' ' ')
ids=$(dpcert list | sed 's/ .*//' | sort | tr '\n' ' ')
while IFS='' read -r row; do
    typed=${row%%=*} wanted=${row#*=}
    for text in typed wanted; do
        value=${!text}
        value=${value//FILES/$work/files}
        value=${value//WORK/$work}
        value=${value//COMMANDS/${commands% }}
        value=${value//IDS/${ids% }}
        printf -v "$text" '%s' "${value//#/=}"
    done
    COMP_LINE=$typed COMP_POINT=${#typed}
    # as bash does it: blanks and '=' end a word
    read -r -a COMP_WORDS <<<"${typed//=/ = }"
    [[ $typed == *[[:space:]] ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    "_${COMP_WORDS[0]//-/_}" "${COMP_WORDS[0]}" 2>"$work/err"
    offered=$(printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"} | sort | tr '\n' ' ')
    offered=${offered% }
    if [[ $offered != "$wanted" || -s $work/err ]]; then
        echo "completion.sh: '$typed' offers '$offered', not '$wanted'" >&2
        cat "$work/err" >&2
        failures=$((failures + 1))
    fi
    rows=$((rows + 1))
done <"$work/table"
complete -p dpcert dpcert-check >/dev/null || failures=$((failures + 1))
echo "completion.sh: $rows lines, $failures failed"
test $failures -eq 0 && test $rows -ge 20
END
