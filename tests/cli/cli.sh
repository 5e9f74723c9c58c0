#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# The commands as a user types them: output, exit status, JSON, colours.

. "${srcdir:-.}/tests/support/lib.sh"

# exactly: stdout is the standard input of this function.
exactly()
{
    cat >"$work/expected"
    diff "$work/expected" "$work/out" >"$work/diff" && ok=yes || ok=no
    test $ok = yes || sed 's/^/  /' "$work/diff"
    check $ok "stdout differs ($1)"
}

run 0 bound gauss.theta eps=1 r=1/2
exactly theta <<'EOF'
gauss.theta: Hockey-stick divergence of two unit Gaussians at distance r
  given      eps = 1, r = 1/2
  delta     in [6.829594983e-3, 6.829594984e-3]
  status     exact (from the paper), any adjacency
  premise    r is the L2-sensitivity of the query over the standard deviation of the noise, for the neighbours that are meant: for the sum of gradients clipped to norm C the sensitivity is C where a record is added or removed, 2 C where one is replaced
  premise    the noise is Gaussian, independent on each coordinate, and drawn independently of everything else
  premise    nothing but this release used the data: further runs, the tuning of parameters and other releases are not counted
EOF
test ! -s "$work/err" && ok=yes || ok=no
check $ok "stderr is not empty"

run 0 bound gauss.theta eps=1 r=1/2 -d 18
says "delta     in [6.82959498311457538e-3, 6.82959498311457539e-3]"
run 0 bound gauss.theta eps=5 r=1/2 --digits 11
says "[4.4154434702e-24, 4.4154434703e-24]"
run 0 bound gauss.theta eps=700 r=1/3 -d 5
says "[1.3924e-957475, 1.3925e-957475]"
run 0 bound gauss.mechanism eps=1 D=1 sigma=1000000 T=10^12
says "[0.1269367375, 0.1269367376]"
run 0 bound gauss.mechanism eps=1 D=1 sigma=1/3 T=215 # a probability
says "[0.9999999999, 1.000000000]"
run 0 bound compose.basic eps=0.1 delta=1e-6 T=10
says "delta_out <= 1e-5"
run 0 bound compose.he-2-printed eps=0.1 delta=1e-5 T=1000 slack=1e-6
says "REFUTED"
says "delta_out value in [9.586800533e-3, 9.586800534e-3]"
says "refuted here: the truth is at least 9.950215753e-3 > 9.586800534e-3"
grep -Fq "delta_out <=" "$work/out" && ok=no || ok=yes
check $ok "a refuted theorem prints a bound"
run 0 bound gen.he2020 eps=0.5 delta=1e-9 N=100000
says "a         <= 4.5   VACUOUS: 1 or more says nothing"
grep -c VACUOUS "$work/out" >"$work/count"
test "$(cat "$work/count")" -eq 1 && ok=yes || ok=no
check $ok "b is reported as vacuous, or a twice"
run 0 bound gen.he2020 eps=0.5 delta=1e-9 N=100000 --json
says '"vacuous": true'
says '"vacuous": false'
run 0 bound gen.he2021 eps=1.686 delta=1e-9 N=1e5
grep -q VACUOUS "$work/out" && ok=no || ok=yes
check $ok "a bound below 1 is reported as vacuous"
run 0 bound gen.he2021 eps=0.1 delta=0.5 N=1e6
says "b         <= 1   VACUOUS"
run 0 bound ma.sgd-abadi q=0.001 sigma=4 T=1000 delta=1e-5
says "assume     each step is"
says "premise    every step draws its Poisson sample afresh, independently of all other steps"
says "conditional"
run 0 bound gauss.theta eps=1 r=1/2 --arith double
says "unverified"
grep -q "<=\|>=\| in \[" "$work/out" && ok=no || ok=yes
check $ok "double arithmetic prints a bound"
run 0 bound gauss.theta -- eps=1 r=0x1p-1
says "r = 1/2"
printf '[(1,2,3),\n (0.5,1,10)]\n' >"$work/steps"
run 0 bound gauss.mechanism-list eps=1 "step=@$work/steps"
says "[0.4380110041, 0.4380110042]"

run 0 solve gauss.mechanism D=1 sigma=20 T=1000 eps=? 'delta<=1e-5' -d 13
says "eps = 7.511275900745 is where delta<=1e-5 begins to hold"
says "eps = 7.511275900744: fails"
# a last digit 0 is shown
run 0 solve gauss.mechanism D=1 sigma=20 T=1000 eps=? 'delta<=1e-5'
says "eps = 7.511275901 is where"
says "eps = 7.511275900: fails"
run 0 solve ma.gauss sigma=20 delta=1e-5 T=? 'eps <= 6' --cert "$work/solve.cert"
says "T = 501 is where eps <= 6 ceases to hold"
says "T = 502: fails: the formula misses the target there, for every witness alpha"
run 0 verify "$work/solve.cert"
says "VERIFIED guarantee ma.gauss: eps <= "
run 0 solve gauss.tv r=? 'delta<=0.12345' -d 3 --cert "$work/solve.cert"
run 0 verify "$work/solve.cert"
says "VERIFIED guarantee gauss.tv: delta <= 0.1232 (r=31/100"
# a solution that cannot have a certificate is still printed
run 3 solve igmm.gauss N=60000 tau=100 T=10000 D=2 delta=1e-5 slack=1e-5 sigma=? 'delta_out<=1.766511135e-4' -d 6 --cert "$work/none.cert"
says "sigma = 2.63279e-78: delta_out<=1.766511135e-4 holds here"
complains "no certificate: it does not verify in kernel arithmetic"
test ! -e "$work/none.cert" && ok=yes || ok=no
check $ok "a certificate that does not verify was written"
run 3 solve hidden.fixed-split alpha=10 n=50 b=2 eta=0.02 lambda=1 beta=4 S=4 sigma=2 j0=24 K=? 'gamma<=0.02'
complains "no value of K was found at which gamma <= 0.02 holds"
run 0 solve gauss.theta eps=1 r=? 'delta<=1e-5' --json
says '"at_next": "fails"'
python3 - "$work/out" <<'X' && ok=yes || ok=no
import json, sys
assert json.load(open(sys.argv[1]))["solution"]["notice"] is None
X
check $ok "solve --json denies that a bound is a bound"
# if the formula is not a bound, the output says so before the answer
run 0 solve compose.he-2-printed eps=0.1 delta=1e-5 slack=1e-6 T=? 'delta_out<=0.01'
says "according to the formula of a refuted theorem (not a bound): T = 1043 is where delta_out<=0.01 ceases to hold"
run 0 solve compose.he-2-printed eps=0.1 delta=1e-5 slack=1e-6 T=? 'delta_out<=0.01' --json
python3 - "$work/out" <<'X' && ok=yes || ok=no
import json, sys
solution = json.load(open(sys.argv[1]))["solution"]
assert solution["notice"] == "according to the formula of a refuted theorem (not a bound)"
X
check $ok "solve --json does not say that the formula of a refuted theorem is not a bound"
# with several objectives, only the witnesses that the result depends on are covered
run 0 solve hidden.fixed alpha=10 n=50 b=2 eta=0.02 lambda=1 beta=4 S=4 sigma=2 j0=0 K=? 'gamma<=0.009'
says "K = 7 is where"
says "K = 8: fails"
run 0 solve compose.kov eps=0.1 delta=1e-5 T=1000 slack=? 'delta_out<=0.01'
says "slack = 5.028458885e-5 is where"
says "slack = 5.028458886e-5: fails"
cat >"$work/two.thm" <<'X'
theorem   my.two
revision  1
title     "two witnesses, one for each result"
cite      none "none"
status    proved rederived
adjacency any
param     T : int where T >= 1
choose    a : real where 1 <= a <= 9
result    f <= T*(a + 4/a)
objective f
choose    b : int where 2 <= b <= 1000
result    g <= T*sum(i = 1..b, 1/i) + 1000/b
objective g
X
run 0 solve "$work/two.thm" T=? 'f<=100'
says "according to your own theorem file (not vouched for): T = 25 is where"
says "T = 26: fails: the formula misses the target there, for every witness a up"
run 0 solve "$work/two.thm" T=? 'g<=100' -d 5
says "for every witness b up"
# an upper bound of 6 does not make eps 6
run 0 solve ma.gauss sigma=20 delta=1e-5 T=? 'eps>=6'
says 'according to an upper bound (the true value may be smaller): T = 502: eps>=6 holds here; failure below this value is not shown'
run 0 solve rdp.closed-gamma alpha=8 delta=1e-5 eps=? 'gamma<=0.5' --json
says '"notice": "according to a lower bound (the true value may be larger)"'
# a failure that is not shown is not claimed
run 0 solve rdp.optimal-eps alpha=? gamma=0.1 delta=1e-5 'eps<=2' --largest
says "e154: eps<=2 holds here; failure above this value is not shown"
run 0 solve hidden.fixed alpha=10 n=50 b=2 eta=? lambda=1 beta=4 S=4 sigma=2 j0=0 K=7 'gamma<=0.009' -d 4 --smallest
says "eta = 1e-300: gamma<=0.009 holds here and at all small values tried: no smallest one was found"
run 3 solve gauss.theta eps=1 r=? 'delta>=0.5' --largest
complains "delta >= 0.5 holds at all large values of r that were tried, up to 1e300"
run 2 solve gauss.theta eps=1 r=1 'delta<=1e-5'
run 2 solve gauss.theta eps=1 r=?
run 2 solve gauss.theta eps=? r=? 'delta<=1e-5'
run 2 solve gauss.theta eps=1 r=? 'delta<=1e-5' 'delta>=1e-6'
run 2 solve gauss.theta eps=1 r=? 'delta<=1e-5' --smallest --largest
run 3 solve gauss.theta eps=1 r=? 'delta>=2'

run 0 list
lines=$(grep -c . "$work/out")
files=$(find "${srcdir:-.}/src/check/theorems" -name '*.thm' | grep -vc prelude)
test "$lines" -eq "$files" && ok=yes || ok=no
check $ok "list has $lines lines for $files theorems"
run 0 list 'rdp.*-eps'
says "rdp.closed-eps"
run 1 list no-such-theorem
run 0 show rdp.closed-eps
says "asoodeh2020f  Lemma 1"
run 0 show gauss.theta --text
says "result    delta = clip(theta(eps, r))"
run 0 show gauss.kernel --latex
says '\eta &\le \mathrm{clip}'
# far below the range of doubles and of long fractions: witness and referee still fit into a certificate
run 0 bound rdp.symmetric-delta alpha=1e5 gamma=1 eps=2 --cert "$work/tiny.cert"
says "delta     <= 3.562967381e-43435"
says "referee    delta >= 3.562967380e-43435"
cat >"$work/own-label.thm" <<'EOF'
theorem own.label
revision 1
title "t"
cite me "here"
status proved paper
adjacency any
param x : real
result r = inf(p = 0..1, (p - 1/3)^2 + x, quasiconvex L-RDP-CONVEX)
EOF
run 0 show "$work/own-label.thm" --latex
says "Status: the file says proved (paper); it is somebody's own file, and nothing vouches for its status."
run 0 show "$work/own-label.thm"
says "'quasiconvex' is ignored"
run 0 explain gauss.theta eps=1 r=1/2
says "(exp(eps)*Q(((eps/r) + (r/2))))"
says "[3.322956188e-2, 3.322956189e-2]"
run 0 --help
test "$(grep -c '' "$work/out")" -le 24 && ok=yes || ok=no
check $ok "--help does not fit on a screen"
test "$(awk 'length > 80' "$work/out")" = "" && ok=yes || ok=no
check $ok "--help has long lines"
run 0 --version
says "dpcert"

# no colours in a pipe; on a terminal they are, unless NO_COLOR is set
run 0 bound gauss.theta eps=1 r=1/2
grep -q "$(printf '\033')" "$work/out" && ok=no || ok=yes
check $ok "colours in a pipe"
if script -qec true /dev/null >/dev/null 2>&1; then
    TERM=xterm NO_COLOR='' script -qec "$dpcert bound gauss.theta eps=1 r=1" /dev/null >"$work/out" </dev/null
    grep -q "$(printf '\033')" "$work/out" && ok=yes || ok=no
    check $ok "no colours on a terminal"
    TERM=xterm NO_COLOR=1 script -qec "$dpcert bound gauss.theta eps=1 r=1" /dev/null >"$work/out" </dev/null
    grep -q "$(printf '\033')" "$work/out" && ok=no || ok=yes
    check $ok "colours in spite of NO_COLOR"
fi

# JSON, read by a program that knows nothing of dpcert
run 0 bound compose.kov eps=0.1 delta=1e-5 T=1000 slack=1e-6 --json
if command -v python3 >/dev/null 2>&1; then
    python3 - "$work/out" <<'EOF' && ok=yes || ok=no
import json, sys
o = json.load(open(sys.argv[1]))
assert list(o)[:10] == ["theorem", "revision", "status", "adjacency", "params", "choose", "results",
                        "referees", "assume", "bits"], list(o)
assert o["params"] == {"eps": "1/10", "delta": "1/100000", "T": "1000", "slack": "1/1000000"}
r = {x["name"]: x for x in o["results"]}
assert r["delta_out"]["kind"] == "upper"
assert r["delta_out"]["lower"] == "9.951205803e-3" and r["delta_out"]["upper"] == "9.951205804e-3"
assert o["referees"][0]["lower"] == "9.950215753e-3" and "leak" in o["referees"][0]["text"]
assert o["assume"] == [] and o["bits"] >= 64 and len(o["premises"]) == 2
EOF
    check $ok "JSON of bound"
    # a premise that a theorem both states and inherits appears once
    run 0 bound sgm.eps q=0.01 sigma=1 T=10 delta=1e-5 --json
    python3 - "$work/out" <<'EOF' && ok=yes || ok=no
import json, sys
p = json.load(open(sys.argv[1]))["premises"]
assert len(p) == len(set(p)) == 5 and "clipped to norm C" in p[1] and "added or removed" in p[3], p
EOF
    check $ok "JSON of bound lacks premises, or repeats them"
    for command in "list --json" "show ma.gauss-closed --json" \
        "bound gauss.theta eps=1 r=1 --arith double --json" \
        "bound ma.gauss sigma=1 T=3 delta=1e-5 --json" \
        "explain gauss.theta eps=1 r=1 --json"; do
        # shellcheck disable=SC2086 # words of a command
        run 0 $command
        python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$work/out" && ok=yes || ok=no
        check $ok "JSON of $command"
    done
fi

# doc/catalogue.md has every entry
awk '/^\| topic / { on = 1 } /^## Status/ { on = 0 } on' "${srcdir:-.}/doc/catalogue.md" >"$work/table"
"$dpcert" list | awk '{ print "`" $1 "`" }' >"$work/ids"
while read -r id; do
    grep -Fq "$id" "$work/table" || echo "$id"
done <"$work/ids" >"$work/missing"
test -s "$work/ids" && test ! -s "$work/missing" && ok=yes || ok=no
check $ok "doc/catalogue.md lacks: $(cat "$work/missing")"

# refused TEXT ARGUMENT...: a hypothesis is false; the message quotes it and says which value would do.
refused()
{
    text=$1
    shift
    run 1 bound "$@"
    grep -Fq -- "$text" "$work/err" && ok=yes || ok=no
    check $ok "stderr lacks: $text"
}

refused 'the hypothesis eta <= eta_max is false (eta = 3, eta_max = 2)' contract.pnsgd-smooth eps=2 L=1 sigma=3 eta=3 n=100 beta=1
refused 'the hypothesis sigma >= sigma_min is false (sigma = 1, sigma_min = 2)' iterate.feldman-rdp alpha=2 L=1 sigma=1 n=100
refused 'the hypothesis n >= 3 is false (n = 2): the printed theorem is false for n = 1 and n = 2; the smallest n is 3' iterate.feldman-rdp alpha=2 L=1 sigma=3 n=2
refused 'the hypothesis n >= 3 is false (n = 2)' iterate.feldman-classic eps=2 L=1 sigma=3 n=2
refused 'the hypothesis n >= 3 is false (n = 1)' iterate.feldman-closed eps=2 L=1 sigma=3 n=1
refused 'the hypothesis eps >= rho is false (eps = 1/50, rho = [2.046742304e-2, 2.046742305e-2])' iterate.feldman-classic eps=0.02 L=1 sigma=3 n=100
refused 'the condition 1 < alpha <= alpha_max is false (alpha = 3, alpha_max = [2.679449471, 2.679449472])' iterate.feldman-closed eps=2 L=1 sigma=3 n=100 alpha=3
refused 'the hypothesis i <= n is false (i = 3, n = 2)' contract.index-list eps=1 psi=1 i=3 'step=[(1,1),(1,1)]'

# an argument of Q whose square underflows in doubles
run 0 bound gauss.tv r=1.217e-161
says "in [4.855127552e-162, 4.855127553e-162]"
# numbers beyond the range of doubles: a valid interval, or a refusal
run 3 bound sgm.exact q=0.01 sigma=1e400 T=10 eps=1
says "delta     in [0, 3.989422809e-402]"
run 0 bound sgm.exact q=0.5 sigma=5.86 T=2373290 eps=0.5
says "delta     in [0.9999999999, 1.000000000]"
run 3 bound sgm.exact q=0.01 sigma=1 T=10 eps=1e400
# few steps with much noise: a plan of a hundred nodes, and not of millions
run 0 bound sgm.exact q=0.99 sigma=132 T=3 eps=0.04788 --max-steps 1000000
says "delta     in [3.662962772e-7, 3.662962773e-7]"
run 0 bound product.one-way direction=remove "gauss=[(0.1,1000,2)]" "laplace=[]" "step=[]" eps=0.0072936 --max-steps 10000000
says "delta     in [1.430033236e-567, 1.430033237e-567]"
# steps that reveal nothing, or next to nothing
run 0 bound product.exact "gauss=[(0.01,1,100),(1,1e300,2)]" "laplace=[(0,3000000)]" "step=[(0,0,7)]" eps=1
says "delta     in [6.671398915e-7, 6.671398916e-7]"
run 0 bound product.exact "gauss=[]" "laplace=[(0,3),(0.1,2)]" "step=[]" eps=0.1
says "delta     in [2.498983988e-2, 2.498983989e-2]"
run 3 bound sgm.exact-eps q=0.01 sigma=1e-200 T=10 delta=1e-5
grep -Fq "few steps, rarely sampled, with little noise" "$work/err" && ok=yes || ok=no
check $ok "no word about few steps"
# rare events that are within reach
run 0 bound sgm.exact-eps q=1e-4 sigma=1 T=1000 delta=1e-6
says "eps       <= 1.489379684e-2"

# ten thousand steps in linear time: the sums of sums would be 5 * 10^7 terms
awk 'BEGIN { printf "["; for (i = 0; i < 10000; i++) printf "%s(%d/1000)", i ? "," : "", 500 + i * 37 % 1000; print "]" }' \
    >"$work/steps"
run 0 bound contract.stopped eps=1 psi=1/2 D=1 step=@"$work/steps" --max-steps 10000000
says "delta     <= 2.229948767e-5"

# --- compare ---
run 0 compare steps eps=0.1 delta=1e-5 T=1000 delta_out=0.0101
exactly "compare steps" <<'EOF'
compare.steps: T adaptively chosen steps, each (eps, delta)-DP: epsilon of the whole at delta_out
  given      eps = 1/10, delta = 1/100000, T = 1000, delta_out = 101/10000

      eps_out      at most     status       adjacency    theorem
   1  15.71917952  the truth   exact        any          compose.kov-exact
      the optimum
   2  18.19415641  1.1575 x    proved       any          compose.chernoff
      the repair of Composition III of He et al.
   3  18.25955840  1.1617 x    proved       any          compose.kov
   4  24.08937266  1.5325 x    proved       any          compose.dwork-roth
   5  100          6.3617 x    proved       any          compose.basic

  not ranked: refuted, no bound
      REFUTED  compose.he-2-printed: the formula gives eps_out <= 18.25955840,
               but with delta_out <= 9.720186397e-3, and the truth is at least 9.950215753e-3
      REFUTED  compose.he-3-printed: the formula gives eps_out <= 18.25955840,
               but with delta_out <= 9.568896786e-3, and the truth is at least 9.950215753e-3

  does not apply here
      compose.pure: the hypothesis delta == 0 is false (delta = 1/100000): it is about pure eps-DP steps

  premise (compose.kov-exact, compose.chernoff, compose.kov, compose.dwork-roth, compose.basic): every step is (eps, delta)-DP for the same neighbours, in both directions, whatever the steps before it gave
  premise (compose.kov-exact, compose.chernoff, compose.kov, compose.dwork-roth, compose.basic): eps, delta and T are fixed in advance, and nothing but these T steps used the data: further runs, the tuning of parameters and other releases are not counted
  at most: how many times the truth the bound can be, by an explicit mechanism
EOF
# a value from standard input is for all theorems
echo 1000 | "$dpcert" compare gauss D=1 sigma=20 T=@- delta=1e-5 >"$work/out" 2>"$work/err" && ok=yes || ok=no
check $ok "compare with a value from standard input fails"
says "   1  7.511275901  the truth   exact        any          gauss.mechanism"
run 0 compare
says "steps       T adaptively chosen steps"
says "    delta_out : real where 0 < delta_out < 1"
# every setting runs, every theorem of it finds its parameters
run 0 compare steps eps=0.1 delta=1e-5 T=1000 delta_out=0.0099505
says "compose.basic: the hypothesis T*delta <= delta_out is false"
run 0 compare gauss D=2 sigma=40 T=1000 delta=1e-5
says "   1  7.511275901  the truth   exact        any          gauss.mechanism"
says "   2  8.078359166  1.0755 x    proved       any          ma.gauss-optimal"
# epsilon 0 meets the target delta: the truth is 0, and still listed
run 0 compare gauss D=1 sigma=1e6 T=1 delta=0.5
says "   1  0               the truth   exact        any          gauss.mechanism"
says "   4  1.177410523e-6  -           proved       any          ma.gauss"
says "the truth is 0: no ratio to it can be given"
run 0 compare steps eps=0.1 delta=1e-5 T=1000 delta_out=0.99
says "   1  0            the truth   exact        any          compose.kov-exact"
run 0 solve gauss.mechanism D=1 sigma=1000000 T=1 eps=? 'delta<=0.5' --cert "$work/zero.cert"
says "  eps = 0: delta<=0.5 holds here, at the lower end of the admissible values"
run 0 verify "$work/zero.cert"
says "gauss.mechanism: delta <= 3.989422805e-7 (eps=0, "
run 3 solve gauss.theta eps=1 r=? 'delta<=2' --largest
# as many digits as the others, even if the last digit is 0; columns as wide as their contents
run 0 compare gauss D=1 sigma=1e-3 T=1 delta=1e-5
says "   1  504263.8930  the truth   exact        any          gauss.mechanism"
run 0 compare steps eps=30 delta=1e-5 T=10 delta_out=0.5
says "      eps_out         at most      status       adjacency    theorem"
says "   1  299.3069529     the truth    exact        any          compose.kov-exact"
says "   4  3.205942375e15  1.0712e13 x  proved       any          compose.dwork-roth"
run 0 compare steps eps=0.1 delta=0 T=5 delta_out=1e-6
says "compose.chernoff: the hypothesis delta_out > 1 - (1 - delta)^T*(1 - (1 + exp(-eps))^-T) is false"
run 0 compare subsampled q=0.001 sigma=4 T=100000 delta=1e-5
says "   1  0.2686709558  the truth   exact        add-remove   sgm.exact-eps"
says "   2  0.2966559623  1.1042 x    proved       add-remove   sgm.eps"
says "REFUTED  gdp.clt: the formula gives eps <= 0.2682850100,"
says "and the truth is at least 0.2686709557"
says "ma.sgd-abadi assumes: each step is"
says "premise (sgm.exact-eps, sgm.eps, ma.sgd-abadi): every step draws its Poisson sample afresh"
says "premise (gauss.mechanism, ma.gauss-closed): the noise of every release is Gaussian"
test "$(grep -c 'every step draws' "$work/out")" -eq 1 && ok=yes || ok=no
check $ok "compare repeats a premise that several theorems have"
# exact for another mechanism: only a bound here
says "   4  3461.195310   12883 x     proved       any          gauss.mechanism"
says "without sampling"
# an exact entry that is known from one side only does not give the truth, nor is the truth called 0
run 0 compare subsampled q=0.0059 sigma=0.02 T=4 delta=0.02 -d 4
says "      the truth is in [11"
! grep -q "the truth   exact\|the truth is 0" "$work/out" && ok=yes || ok=no
check $ok "an upper end is called the truth"
run 0 compare sgd alpha=10 n=50 b=4 K=50 eta=0.02 lambda=1 beta=4 S=4 sigma=2
says "   1  9.947454639e-3  -              proved       replace-one  hidden.shuffle-split"
says "add-remove and replace-one are different promises, and ranked apart"
says "  for add-remove adjacency"
says "   1  1.200814834e-2  1.000000001 x  proved       add-remove   sgm.rdp"
says "   2  0.625           -              proved       any          gauss.rdp"
says " 0.625           -              proved       any          gauss.rdp"
grep -Fq "does not say" "$work/out" && ok=no || ok=yes
check $ok "a theorem of the setting sgd has a parameter without a value"
test "$(grep -c '^ *[0-9=][0-9]*  [0-9]' "$work/out")" -eq 13 && ok=yes || ok=no
check $ok "compare sgd does not rank twelve theorems, one of them for both adjacencies"
run 0 compare sgd alpha=5/2 n=50 b=40 K=50 eta=0.02 lambda=1 beta=4 S=4 sigma=2
says "hidden.fixed: the hypothesis n >= 2*b is false (n = 50, b = 40, 2*b = 80)"
says "sgm.rdp: parameter alpha must be an integer, but it is 5/2"
says "   =  1.5625e-3"
run 1 compare steps eps=0 delta=1e-5 T=1000 delta_out=0.01
run 2 compare stepz eps=1
grep -Fq "unknown setting 'stepz' (did you mean steps?): there are gauss, sgd, steps, subsampled" "$work/err" && ok=yes || ok=no
check $ok "the settings are not named"
run 2 compare steps eps=1
# a setting of the user's own: tiny numbers are ranked too
cat >"$work/own.set" <<'EOF'
setting   own
title     "tails"
param     x : real where x > 0
compare   delta
entry     gauss.theta "at x"
set       eps = x
set       r = 1/3
entry     gauss.theta "at sqrt(x)"
set       eps = lower sqrt(x)
set       r = 1/3
entry     gauss.theta "at x/2"
set       eps = x/2
set       r = 1/3
entry     gauss.theta "not said"
set       eps = sqrt(x)
set       r = 1/3
EOF
run 0 compare "$work/own.set" x=701
test "$(grep -c '^ *[1-3]  [0-9]' "$work/out")" -eq 3 && ok=yes || ok=no
check $ok "not three theorems are ranked"
sed -n 's/^      at /at /p' "$work/out" | tr '\n' ';' >"$work/labels"
test "$(cat "$work/labels")" = "at x;at x/2;at sqrt(x);" && ok=yes || ok=no
check $ok "the ranks are wrong: $(cat "$work/labels")"
says "gauss.theta: the setting does not say what eps is"
# an undecided theorem is not listed as inapplicable
cat >"$work/open.set" <<'EOF'
setting   open
title     "no epsilon gives delta 0"
param     x : real where x > 0
compare   eps
entry     gauss.theta
set       r = x
solve     eps : delta <= 0*x
EOF
run 3 compare "$work/open.set" x=1
says "  not decided here"
says "      gauss.theta: no value of eps was found at which delta <= 0 holds; the best of those tried is about eps = "
grep -Fq "does not apply" "$work/out" && ok=no || ok=yes
check $ok "an undecided theorem is said not to apply"
run 3 compare "$work/open.set" x=1 --json
grep -q '"undecided": \[$' "$work/out" && grep -Fq '"not_applicable": []' "$work/out" && ok=yes || ok=no
check $ok "the JSON of an undecided theorem"
sed 's/^compare .*/comparison delta/' "$work/own.set" >"$work/bad.set"
run 2 compare "$work/bad.set" x=701
sed 's/gauss.theta/gauss.teta/' "$work/own.set" >"$work/bad.set"
run 2 compare "$work/bad.set" x=701
run 0 compare gauss D=1 sigma=20 T=1000 delta=1e-5 --json
if command -v python3 >/dev/null 2>&1; then
    python3 -c '
import json, sys
c = json.load(sys.stdin)
assert c["setting"] == "gauss" and c["compare"] == "eps" and not c["mixed_adjacency"]
assert [r["theorem"] for r in c["ranked"]] == ["gauss.mechanism", "ma.gauss-optimal", "ma.gauss-closed", "ma.gauss"]
assert c["groups"] == {"any": [0, 1, 2, 3]}
assert [r["is_truth"] for r in c["ranked"]] == [True, False, False, False]
values = [float(r["value"]) for r in c["ranked"]]
assert values == sorted(values) and c["refuted"] == [] and c["not_applicable"] == []
' <"$work/out" && ok=yes || ok=no
    check $ok "the JSON of compare"
fi

# the manual has each option of each command, in an entry that names the command or none
# (help speaks of options of other commands too: only those that the command takes count)
missing=
for command in $("$dpcert" 2>&1 | sed -n 's/^Commands: \([^.]*\)\..*/\1/p' | tr -d ','); do
    for option in $("$dpcert" help "$command" | grep -Eo -- '--[a-z][a-z-]*' | sort -u); do
        "$dpcert" "$command" "$option" 2>&1 </dev/null | grep -Fq "has no option" && continue
        awk -v name="$option" -v command="$command" '
            BEGIN { gsub("-", "\\-", name) }
            /^\.SH/ { on = $2 == "OPTIONS" }
            /^\.(TP|SH)/ { if (about && (!scoped || named)) found = 1; about = scoped = named = head = 0 }
            !on { next }
            head == 1 { about = index($0, name) > 0 }
            { head++ }
            about && /^\.RB \(/ { scoped = 1 }
            about && $0 ~ "(^|[^a-z])" command "([^a-z]|$)" { named = 1 }
            END { exit !found }' "${srcdir:-.}/man/dpcert.1" || missing="$missing $command:$option"
    done
done
test -z "$missing" && ok=yes || ok=no
check $ok "the manual lacks options:$missing"

finish
