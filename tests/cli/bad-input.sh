#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Bad input: each kind has its own message and exit status, and no number is printed.
set -u

dpcert=${top_builddir:-.}/dpcert
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# refused STATUS REGEX ARGUMENT...: the exit status, one message on stderr, nothing on stdout.
refused()
{
    want=$1 regex=$2
    shift 2
    "$dpcert" "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    if test "$got" -eq "$want" && grep -Eq -- "$regex" "$work/err" && ! test -s "$work/out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: dpcert $(printf '%.200s' "$*")"
        echo "  exit $got, expected $want; expected message: $regex"
        sed 's/^/  stderr: /' "$work/err" | cut -c1-300
        sed 's/^/  stdout: /' "$work/out" | cut -c1-300
    fi
}

# theorem NAME: writes a theorem file with a sound header; the statements come from stdin.
theorem()
{
    {
        printf 'theorem   test.%s\nrevision  1\ntitle     "test"\ncite      none "none"\n' "$1"
        printf 'status    proved machine\nadjacency any\n'
        cat
    } >"$work/$1.thm"
}

# --- names ---
refused 2 "unknown theorem 'gauss.teta': did you mean gauss.theta" bound gauss.teta eps=1 r=1
refused 2 "unknown theorem 'prelude'" bound prelude eps=1
refused 2 "missing parameter of gauss.theta: r \\(distance" bound gauss.theta eps=1
refused 2 "missing parameters of gauss.theta: eps .*, r " bound gauss.theta
refused 2 "has no parameter 'epz': did you mean eps" bound gauss.theta epz=1 r=1
refused 2 "parameter eps is given twice" bound gauss.theta eps=1 eps=2 r=1
refused 2 "'eps'" bound gauss.theta eps r=1
refused 2 "unknown command 'bond': did you mean" bond gauss.theta
# a word that begins with an option, or an option that begins with it
refused 2 "unknown option '--certificate': did you mean --cert\\?" account history --certificate
refused 2 "unknown option '--epsilon': did you mean --eps\\?" account history --epsilon 1
refused 2 "unknown option '--dig': did you mean --digits\\?" account history --dig 3
refused 2 "digits" bound gauss.theta eps=1 r=1 -d 0
refused 2 "digits" bound gauss.theta eps=1 r=1 -d ten
refused 2 "arith" bound gauss.theta eps=1 r=1 --arith float
refused 2 "usage"

# --- numbers ---
for bad in 1.2.3 1e 0x 1/2/3 1,5 nan inf .5 5. --1 1e+ 1_000 '1 2' 2^0.5 ''; do
    refused 2 "parameter eps(: malformed number| has no value)" bound gauss.theta "eps=$bad" r=1
done
refused 2 "exponent of '1e99999999999999999999' is too large" \
    bound gauss.theta eps=1e99999999999999999999 r=1
refused 1 "parameter eps: division by zero in '1/0'" bound gauss.theta eps=1/0 r=1
refused 1 "parameter T must be an integer, but it is 5/2" bound compose.basic eps=1 delta=0 T=2.5
refused 2 "the power '10\\^1000000000' is too large" bound gauss.theta eps=10^1000000000 r=1

# --- hypotheses: quoted, with the largest or smallest admissible value ---
run="alpha=10 K=50 lambda=1 beta=4 S=4 sigma=2"
# shellcheck disable=SC2086 # words of a command
{
    refused 1 "hypothesis eta < 2/\\(lambda \\+ beta\\) is false .*= 2/5\\): the step size" \
        bound hidden.fixed $run n=50 b=2 eta=0.4 j0=0
    refused 1 "hypothesis n >= 2\\*b is false \\(n = 50, b = 26, 2\\*b = 52\\): .*n/b >= 2" \
        bound hidden.shuffle $run n=50 b=26 eta=0.02
    refused 1 "hypothesis j0 <= m - 1 is false .*m - 1 = 24\\)" bound hidden.shifted $run n=50 b=2 eta=0.02 j0=25
    refused 1 "hypothesis eta <= 2/\\(lambda \\+ beta\\) is false .*= 2/5\\)" \
        bound hidden.mixing $run n=50 b=2 eta=0.41 batch=first
    refused 2 "parameter batch is one of first, last, not 'middle'" \
        bound hidden.mixing $run n=50 b=2 eta=0.02 batch=middle
}
refused 1 "hypothesis eta < 2/beta is false .*2/beta = 1/2\\)" \
    bound hidden.convex alpha=10 n=50 b=2 K=5 beta=4 S=4 sigma=2 eta=0.5 j0=0
refused 1 "parameter beta: the condition beta >= lambda is false \\(beta = 1/2, lambda = 1\\)" \
    bound hidden.naive alpha=10 n=50 b=2 K=5 eta=0.02 lambda=1 beta=0.5 S=4 sigma=2
refused 1 "hypothesis eta < 2/\\(\\(L\\^2 \\+ 1\\)/2 \\+ 2\\*lambda\\) is false .*= 100/133\\)" \
    bound hidden.logistic alpha=2 n=60000 b=2048 K=12 eta=0.76 lambda=0.08 L=2 mult=3 norm_mult=0 norm_sens=1
refused 1 "parameter alpha must be an integer" bound sgm.rdp alpha=2.5 q=0.1 sigma=1 T=1

# --- conditions ---
# hypotheses: quoted, with an admissible value
refused 1 "parameter eps: the condition 0 < eps < 2 is false \\(eps = 2\\)" bound gen.he2020 eps=2 delta=1e-9 N=1e6
refused 1 "the hypothesis N >= N_least is false \\(N = 18836, N_least = 18837\\): the sample size of the theorem" \
    bound gen.he2020 eps=0.05 delta=1e-9 N=18836
refused 1 "the hypothesis N >= N_least is false \\(N = 1000, N_least = 387301\\): the sample size of Lemma 1" \
    bound gen.he2021 eps=0.05 delta=1e-9 N=1000
refused 1 "N >= N_least is false \\(N = 10, N_least = 18837\\)" bound gen.nissim-stemmer eps=0.05 delta=1e-9 N=10
refused 1 "the condition 0 < eps <= 1/10 is false \\(eps = 1/5\\)" bound gen.nissim-stemmer eps=0.2 delta=1e-9 N=1e6
refused 1 "the condition 0 < eps <= 1 is false \\(eps = 3/2\\)" bound gen.multi-he2020 eps=1.5 delta=1e-9 k=10
refused 1 "the hypothesis k <= k_most is false \\(k = 1000000000, k_most = 30919738\\): the number of databases" \
    bound gen.multi-he2021 eps=0.05 delta=1e-9 k=1e9
refused 1 "the condition eps_out >= T\\*kl\\(eps\\) is false \\(eps_out = 4, .*= .4.62.*\\)" \
    bound compose.chernoff eps=1 delta=0 T=10 eps_out=4
refused 1 "the condition eps_out < T\\*eps is false \\(eps_out = 10, .*= 10\\)" \
    bound compose.chernoff eps=1 delta=0 T=10 eps_out=10
refused 1 "the condition alpha <= min\\(.*\\) is false \\(alpha = 500, .*= .89.34337468, 89.34337469.\\)" \
    bound ma.sgd-abadi q=0.001 sigma=4 T=100 delta=1e-5 alpha=500
refused 1 "the condition 0 < slack < 1 is false \\(slack = 2\\)" bound compose.he-3-printed eps=1 delta=0 T=10 slack=2
refused 1 "the hypothesis min\\(eps2, eps3\\) < T\\*eps is false" bound compose.he-3-printed eps=1 delta=0 T=2 slack=1e-9
refused 1 "the condition 1 <= tau <= N is false \\(tau = 11, N = 10\\)" \
    bound sgld.he2020-printed N=10 tau=11 T=1 L=1 sigma=1 delta=1e-5 slack=0.1
refused 1 "parameter eps: the condition eps >= 0 is false \\(eps = -1\\)" bound gauss.theta eps=-1 r=1
refused 1 "parameter alpha: the condition alpha > 1 is false \\(alpha = 1\\)" \
    bound rdp.classic-eps alpha=1 gamma=1 delta=0.1
refused 1 "parameter T: the condition T >= 1 is false \\(T = 0\\)" bound compose.basic eps=1 delta=0 T=0
refused 1 "parameter delta: the condition 0 < delta < 1 is false \\(delta = 1\\)" \
    bound ma.gauss sigma=1 T=1 delta=1
refused 1 "hypothesis q < 1/\\(16\\*sigma\\) is false \\(q = 1/2, sigma = 1, .* = 1/16\\)" \
    bound ma.sgd-abadi q=0.5 sigma=1 T=10 delta=1e-5
refused 1 "witness alpha: the condition alpha > 1 is false" \
    bound ma.gauss sigma=1 T=1 delta=0.5 alpha=1/2
refused 3 "499999999999999999999999999995 rounds of this loop, of [0-9]+ or more steps each, exceed the limit of 1000000000 steps" \
    bound compose.kov-exact eps=0.01 delta=0 T=10^30 eps_out=0.1
refused 3 "exceed the limit of 1000 steps" \
    bound compose.kov-exact eps=0.01 delta=0 T=10000 eps_out=0.1 --max-steps 1000

# --- lists ---
refused 1 "parameter step: the list is empty" bound gauss.mechanism-list eps=1 'step=[]'
refused 2 "parameter step is a list \\[\\(D,sigma,count\\)" bound gauss.mechanism-list eps=1 'step=[(1,2)]'
refused 2 "parameter step is a list" bound gauss.mechanism-list eps=1 'step=(1,2,3)'
refused 2 "parameter step is a list" bound gauss.mechanism-list eps=1 'step=[(1,2,3)'
refused 2 "parameter step is a list" bound gauss.mechanism-list eps=1 'step=[(1,2,3)]x'
refused 2 "record 2, field sigma: malformed number 'x'" \
    bound gauss.mechanism-list eps=1 'step=[(1,2,3),(1,x,3)]'
refused 1 "record 1, field count must be an integer" bound gauss.mechanism-list eps=1 'step=[(1,2,3.5)]'
refused 1 "condition min\\(s in step, s.sigma\\) > 0 is false" \
    bound gauss.mechanism-list eps=1 'step=[(1,0,3)]'

# --- a value of ten megabytes: too long for an argument, but not for a file ---
head -c 10000000 /dev/zero | tr '\0' 7 >"$work/big"
refused 2 "10000000 characters is too long: at most 1000000" bound gauss.theta "eps=@$work/big" r=1
head -c 70000000 /dev/zero | tr '\0' 7 >"$work/huge"
refused 2 "67108864|64 MiB" bound gauss.theta "eps=@$work/huge" r=1
refused 2 "directory" bound gauss.theta "eps=@$work" r=1
refused 2 "No such file" bound gauss.theta "eps=@$work/nothing" r=1
printf '1\0' >"$work/nul"
refused 2 "NUL|ASCII" bound gauss.theta "eps=@$work/nul" r=1

# --- theorem files ---
refused 2 "directory" bound "$work/" eps=1
refused 2 "No such file" bound "$work/nothing.thm" eps=1
theorem cycle-a <<'EOF'
use       b = test.cycle-a(x = 1)
result    y <= b.y
EOF
refused 2 "cycle-a.thm:7:1: test.cycle-a uses itself: the graph of 'use' has a cycle" \
    bound "$work/cycle-a.thm" x=1
theorem misspelt <<'EOF'
param     x : real
result    y <= exq(x)
EOF
refused 2 "misspelt.thm:8:16: unknown function 'exq': did you mean exp" bound "$work/misspelt.thm" x=1
theorem operand <<'EOF'
param     x : real
result    y <= x +
EOF
refused 2 "operand.thm:8:19: expected a number, a name or '\\(' but found the end of the line" \
    bound "$work/operand.thm" x=1
theorem shadow <<'EOF'
param     x : real
let       x = 1
result    y <= x
EOF
refused 2 "shadow.thm:8:1: 'x' has a meaning already: shadowing is not allowed" \
    bound "$work/shadow.thm" x=1
theorem bytes <<'EOF'
param     x : real
EOF
printf 'result    y <= x\303\251\n' >>"$work/bytes.thm"
refused 2 "bytes.thm:8:17: only printable ASCII" bound "$work/bytes.thm" x=1
theorem divide <<'EOF'
param     x : real
result    y <= 1/(x - 1)
EOF
refused 1 "divide.thm:8:17: division by zero" bound "$work/divide.thm" x=1
theorem logarithm <<'EOF'
param     x : real
result    y <= log(x)
EOF
refused 1 "logarithm.thm:8:16: log\\(-1\\) is undefined: the argument must be > 0" \
    bound "$work/logarithm.thm" x=-1
theorem undecidable <<'EOF'
param     x : real
require   sqrt(x)*sqrt(x) <= x "needs equality of two irrational expressions"
result    y <= x
EOF
refused 3 "hypothesis sqrt\\(x\\)\\*sqrt\\(x\\) <= x cannot be decided \\(x = 2" \
    bound "$work/undecidable.thm" x=2
theorem ranges <<'EOF'
param     x : real
result    y <= inf(p = 1..x, p)
EOF
refused 1 "ranges.thm:8:16: 'inf' over the range 1..1: its start must be below its end" \
    bound "$work/ranges.thm" x=1
theorem backwards <<'EOF'
param     x : real
result    y <= integral(p = 1..x, p)
EOF
refused 1 "backwards.thm:8:16: 'integral' over the range 1..0: its start must not be above its end" \
    bound "$work/backwards.thm" x=0
theorem pole <<'EOF'
param     x : real
result    y <= integral(p = 0..x, 1/p)
EOF
refused 3 "pole.thm:8:36: division by .* may be undefined" \
    bound "$work/pole.thm" x=1
theorem loop <<'EOF'
param     n : int where n >= 1
result    y <= iterate(x = 1, n, x/2)
EOF
refused 3 "1000000000000 rounds of this loop, of [0-9]+ or more steps each, exceed the limit" bound "$work/loop.thm" n=10^12
theorem empty-range <<'EOF'
param     n : int
result    y <= max(i = 1..n, i)
EOF
refused 1 "'max' over an empty range has no value" bound "$work/empty-range.thm" n=0
: >"$work/empty.thm"
refused 2 "empty.thm: the statement 'theorem' is missing" bound "$work/empty.thm" x=1
head -c 2000000 /dev/zero | tr '\0' '#' >"$work/long.thm"
refused 2 "too many for a theorem" bound "$work/long.thm" x=1
{
    printf 'result    y <= '
    head -c 100000 /dev/zero | tr '\0' '('
    echo
} | theorem deep
refused 2 "nested too deeply: at most 200 levels" bound "$work/deep.thm" x=1

# --- output that cannot be written ---
if test -w /dev/full; then
    if "$dpcert" list >/dev/full 2>"$work/err"; then
        echo "FAIL: dpcert list >/dev/full succeeded"
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
    fi
fi

echo "bad-input: $passed passed, $failed failed"
test "$failed" -eq 0
