#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Certificates that are built to waste time or memory.  The checker gives up each of them at the limit of steps or
# of memory, and names that limit; none takes more than 600 MB.  The limit of steps is low here, so that the
# test is short: work that is not charged would go on without end.
#
# LIMITS=default tests/check/limits.sh runs the same at the default limits, and prints CPU seconds and KiB.
. "${srcdir:-.}/tests/support/lib.sh"

check_program=${top_builddir:-.}/dpcert-check
mode=${LIMITS:-short}
address_space=585937 # KiB: 600 MB

# A sanitizer needs more address space than that for itself.
if ! (ulimit -v $address_space && "$dpcert" --version) >/dev/null 2>&1; then
    address_space=unlimited
    echo "limits.sh: no limit of memory: this build needs more for itself"
fi

# digits N: a number of so many digits, none of them 0.
digits()
{
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "%d", 1 + i*i % 9 }'
}

# certificate NAME: the statements of a theorem from stdin; $values are the certificate's.
certificate()
{
    prelude=${srcdir:-.}/src/check/theorems/prelude.thm
    {
        printf 'theorem   my.h\nrevision  1\ntitle     "t"\ncite      x "y"\n'
        printf 'status    proved paper\nadjacency any\n'
        cat
    } >"$work/theorem"
    {
        printf 'dpcert-certificate 2\nkind value\ntheorem my.h 1\nneighbours any\n'
        printf 'file my.h %d\n' "$(wc -l <"$work/theorem")"
        sed 's/^/|/' "$work/theorem"
        printf 'file prelude %d\n' "$(wc -l <"$prelude")"
        sed 's/^/|/' "$prelude"
        printf '%s' "$values"
        printf 'claim y >= %s\nclaim y <= %s\nend\n' "${low:-0}" "${high:-1}"
    } >"$work/$1.cert"
}

# judge NAME REASON PROGRAM ARGUMENT...: the verdict is UNDECIDED, for this reason.
judge()
{
    name=$1 reason=$2
    shift 2
    if test "$mode" = default; then
        printf '%-14s %-24s ' "$name" "${1##*/}"
        (
            ulimit -v $address_space
            exec /usr/bin/time -a -o "$work/usage" -f '%U s %M KiB' "$@" "$work/$name.cert"
        ) >"$work/out" 2>"$work/err"
        got=$?
        echo "$(tail -n 1 "$work/usage")  $(tail -n 1 "$work/out" | sed 's/.*cert:[0-9]*: //' | cut -c1-110)"
    else
        (
            ulimit -v $address_space
            exec "$@" --max-steps "$steps" "$work/$name.cert"
        ) >"$work/out" 2>"$work/err"
        got=$?
    fi
    test "$got" -eq 3 && tail -n 1 "$work/out" | grep -Eq "^UNDECIDED .*($reason)" && ok=yes || ok=no
    check $ok "$name, ${1##*/}: exit $got, expected 3 and: $reason"
}

# hostile NAME STEPS REASON: a certificate as above, for both programs.
hostile()
{
    name=$1 steps=$2 reason=$3
    certificate "$name"
    judge "$name" "$reason" "$check_program"
    judge "$name" "$reason" "$dpcert" verify
}

by_steps='limit of [0-9]+ steps|exceed the limit of|take more than [0-9]+ steps'
by_memory='the limit of 512 MiB of memory is reached'

# ---- time ----

long=$(digits 1232)
values="param a = 0.$long
param b = 0.${long}1
"
hostile compare 300000 "$by_steps" <<'END'
param     a : real
param     b : real
result    y <= sum(i = 1..10^7, if(a < b, 0, 1))
END
hostile sorted 300000 "$by_steps" <<'END'
param     a : real
param     b : real
result    y <= sum(i = 1..10^7, max(a, min(b, a)))
END

values="param a = 1e-499999
param b = 1.0000000000000000000000000000000000000000001e-499999
"
hostile compare-long 1000000 "$by_steps" <<'END'
param     a : real
param     b : real
result    y <= sum(i = 1..10^7, if(a < b, 1, 0))
END
hostile copy 1000000 "$by_steps" <<'END'
param     a : real
param     b : real
result    y <= sum(i = 1..10^6, if(if(i > 0, a, b) > 0, 0, 1))
END
hostile load 1000000 "$by_steps" <<'END'
param     a : real
param     b : real
let       t[i = 1..3] = if(i > 1, a, b)
result    y <= sum(i = 1..10^6, if(t[1 + i - 3*floor(i/3)] > 0, 0, 1))
END
# integers of many bits: only an arithmetic that keeps every bit has to write them out
values=
undecided='takes arguments below 2\^10000'
hostile floor-sum 3000000 "$by_steps|$undecided" <<'END'
result    y <= sum(i = 1..10^5, floor(exp(5*10^7 + i)))
END
hostile ceil-array 3000000 "$by_steps|$undecided" <<'END'
let       a[i = 1..60] = ceil(exp(5*10^7 + i))
result    y <= a[1] - a[60]
END
hostile floor-integral 3000000 "$by_steps|$undecided" <<'END'
result    y <= integral(x = 0..1, floor(exp(5*10^7 + x)))
END
hostile floor-power 3000000 "$by_steps|$undecided" <<'END'
result    y <= 2^(-floor(2^(10^8 + 1/2)))
END
# a bracket outside the hypotheses of its lemma: cells are used instead
values="param a = 1/2
param x = -1
param d = 7/10
hint 9/10 999999999/1000000000 end
"
low=69/100 high=91/100
hostile lemma-outside 3000000 "$by_steps|bits do not decide" <<'END'
param     a : real
param     x : real
param     d : real
result    y <= bernoulli_least(a, x, d)
END
low= high=
values="param a = 1e-499999
param b = 1.0000000000000000000000000000000000000000001e-499999
"
# a message at every cell, which nobody reads
hostile message 3000000 "$by_steps|may be undefined" <<'END'
param     a : real
param     b : real
result    y <= sum(i = 1..100, inf(p = 0..1, a/(p - 1/3)))
END

values="param s = [(1e-999999)]
"
hostile item 1000000 "$by_steps" <<'END'
param     s : list(x)
result    y <= sum(i = 1..10^7, if(-s[1].x > 0, 1, 0))
END
values="param n = 1e499999
param m = 1e499999
"
hostile far-loop 1000000 "$by_steps" <<'END'
param     n : int
param     m : int
result    y <= sum(j = 1..10^6, sum(i = n..m, 0))
END
hostile far-range 1000000 "$by_steps" <<'END'
param     n : int
param     m : int
result    y <= sum(j = 1..10^6, sum(i = n..-m, 0) + min(n, m))
END

values=
hostile empty-loop 1000000 "$by_steps" <<'END'
result    y <= sum(j = 1..10^7, iterate(x = 1, 10^7, x))
END
hostile binom 1000000 "$by_steps" <<'END'
result    y <= sum(j = 1..10^7, 1/binom(4090 + j - j, 2000))
END
hostile factors 30000000 "$by_steps" <<'END'
result    y <= sum(j = 1..10^6, 1/binom(10^9 + j, 4*10^6))
END
hostile power 1000000 "$by_steps" <<'END'
result    y <= sum(j = 1..10^7, 1/3^(2580 + j - j))
END
hostile giants 1000000 "$by_steps" <<'END'
result    y <= sum(j = 1..10^7, floor((1/3 + j - j)^(-10^9))^(-10^9) + Q(-10^(10^6 + j)) + ceil(Q(10^7)))
END
hostile branches 1000000 "$by_steps" <<'END'
def       f(x) = if(sqrt(2)^2 < 2, x + 1, x)
def       g(x) = f(f(f(f(f(f(f(f(x))))))))
result    y <= sum(j = 1..10^7, g(g(g(g(g(g(j)))))))
END
hostile nested 3000000 "$by_steps" <<'END'
result    y <= inf(p = 0..1, sup(q = 0..1, integral(r = 0..1, inf(s = 0..1, sqrt(1 - p*q*r*s) + abs(p - q*s)))))
END
hostile roots 3000000 "$by_steps" <<'END'
let       t[i = 1..20000] = sqrt(i)
result    y <= sum(j = 1..10^6, inf(p = 0..1, sqrt(1 - p) + sqrt(p)*t[j] + sqrt(1 - p^2)))
END
hostile integrals 3000000 "$by_steps" <<'END'
let       t[i = 1..30000] = sqrt(i)
result    y <= sum(j = 1..10^6, integral(x = 0..1, exp(x*t[j])))
END
values="param s = [(1/3,1/7,1)]
param n = []
param m = []
"
planned() { # the plan with so many frequencies
    echo "choose w = inversion(theta=1/2,A=40,K=$1,h=1/10,j0=-10,j1=10,fine=1,coarse=0,strip=1,spread=1/4,shift=0,cut=0,soft=0,core=1,far=0,edge=0)"
}
values="$values$(planned 1500)
"
hostile method 10000000 "$by_steps" <<END
method    product
param     s : list(eps, delta, count : int)
param     n : list(q, sigma, count : int)
param     m : list(eps, count : int)
choose    w : plan(inversion)
result    y <= sum(j = 1..1000, product(1, n, m, s, j/4000, w))
objective y
END

# numbers that are read again wherever a function is put in place: refused before anything is evaluated
{
    echo 'def       f(x) = x + 1e999999'
    echo 'def       g0(x) = f(f(x))'
    for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
        echo "def       g$i(x) = g$((i - 1))(g$((i - 1))(x))"
    done
    echo 'result    y <= g12(1)'
} | certificate bomb
for program in "$check_program" "$dpcert verify"; do
    (
        ulimit -v $address_space
        # shellcheck disable=SC2086 # a program and its command
        exec $program "$work/bomb.cert"
    ) >"$work/out" 2>"$work/err"
    got=$?
    test "$got" -eq 1 && ok=yes || ok=no
    check $ok "bomb: exit $got, expected 1"
    says 'its names and numbers are compared more than 100000000 times'
done

# ---- memory ----

values="param a = 1e-999999
"
hostile array 100000000 "$by_memory" <<'END'
param     a : real
let       t[i = 1..5000] = a
result    y <= t[1]
END
awk 'BEGIN { print "param     a : real"; printf "result    y <= 0"
    for (i = 0; i < 4000; i++) printf " + (-a)"; print "" }' | hostile slots 100000000 "$by_memory"
values=
hostile short-array 100000000 "$by_memory" <<'END'
let       t[i = 1..4000000] = i
result    y <= t[1]
END
hostile two-arrays 100000000 "$by_memory" <<'END'
let       t[i = 1..1500000] = i
let       u[i = 1..1500000] = i
result    y <= t[1] + u[1]
END
hostile series 100000000 "$by_memory" <<'END'
let       t[i = 1..1500000] = i
result    y <= integral(x = 0..1, x*t[1])
END
values="param s = $(awk 'BEGIN { printf "[(1)"; for (i = 1; i < 1000000; i++) printf ",(%d)", i % 10; print "]" }')
"
hostile lists 100000000 "$by_memory" <<'END'
param     s : list(x)
let       t[i = 1..1900000] = i
result    y <= t[1]
END
values="param s = [(1/3,1/7,1)]
param n = []
param m = []
"
values="$values$(planned 190000)
"
hostile tables 100000000 "$by_memory" <<END
method    product
param     s : list(eps, delta, count : int)
param     n : list(q, sigma, count : int)
param     m : list(eps, count : int)
choose    w : plan(inversion)
let       t[i = 1..2100000] = i
result    y <= product(1, n, m, s, 1/4, w) + t[1]
objective y
END

finish
