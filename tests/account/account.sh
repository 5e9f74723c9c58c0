#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Accounts of histories in every form, their certificates, claims about them, and histories that are refused.

. "${srcdir:-.}/tests/support/lib.sh"

# spec NAME LINE...: a file of these lines.
spec()
{
    name=$work/$1
    shift
    printf '%b\n' "$@" >"$name"
}

# Both ends have a certificate that verifies and says TEXT (of the upper one) and TEXT (of the lower one).
certified()
{
    run 0 account "$name" --cert "$work/upper.cert"
    run 0 account "$name" --cert "$work/lower.cert" --kind lower
    run 0 verify "$work/upper.cert"
    says "VERIFIED guarantee $1"
    run 0 verify "$work/lower.cert"
    says "VERIFIED lower $2"
}

# ---- the forms ----

spec plain.txt '# three releases' 'gaussian sigma=20 times 6' '' 'gaussian sigma=20   times 4 # and more' \
    'gaussian sigma=30 rate=1 times 5' 'delta 1e-5' 'adjacency add-remove'
run 0 account "$name"
says "10 x Gaussian noise, sigma = 20"
says "adjacency  add-remove"
says "eps        in [0.6262468025, 0.6262468026]"
says "entry      gauss.mechanism-list"
says "premise    D is the L2-sensitivity of each query, in the same units as sigma"
says "premise    sensitivities, noise and numbers of the releases are fixed in advance, and nothing but"
certified "gauss.mechanism-list: delta <= 9.99999999" "gauss.mechanism-list: delta >= 1.0000000"
run 0 account "$name" --eps 0.6262468026 -d 4
says "delta      in [9.999e-6, 1.000e-5]"

# the same in other words
printf '\357\273\277{"steps": [{"mechanism": "gaussian", "sigma": "40/2", "times": 10},\r\n
    {"mechanism": "gaussian", "sigma": 3e1, "rate": 1.0, "times": 5}], "delta": 0.00001}' >"$work/plain.json"
run 0 account "$work/plain.json"
says "eps        in [0.6262468025, 0.6262468026]"
sed 's/$/\r/' "$work/plain.txt" >"$work/dos.txt"
run 0 account "$work/dos.txt"
says "eps        in [0.6262468025, 0.6262468026]"
"$dpcert" account - <"$work/plain.txt" >"$work/out" 2>"$work/err" && ok=yes || ok=no
check $ok "a history is not read from standard input"
says "account of - (text)"

# what accountants save: Opacus, DpEvent with names, DpEvent as json.dumps writes the named tuple
cat >"$work/opacus.json" <<'X'
{"history": [[1.1, 0.004266666666666667, 14000], [1.1, 0.004266666666666667, 62]], "mechanism": "prv"}
X
cat >"$work/event.json" <<'X'
{"module_name": "dp_accounting.dp_event", "class_name": "ComposedDpEvent", "events": [
 {"class_name": "NoOpDpEvent"},
 {"class_name": "SelfComposedDpEvent", "count": 7031, "event":
  {"class_name": "SelfComposedDpEvent", "count": 2, "event":
   {"class_name": "PoissonSampledDpEvent", "sampling_probability": 0.004266666666666667, "event":
    {"class_name": "GaussianDpEvent", "noise_multiplier": 1.1}}}}]}
X
cat >"$work/tuple.json" <<'X'
["dp_accounting.dp_event", "SelfComposedDpEvent", ["dp_accounting.dp_event", "PoissonSampledDpEvent",
 0.004266666666666667, ["dp_accounting.dp_event", "GaussianDpEvent", 1.1]], 14062]
X
for form in opacus event tuple; do
    run 0 account "$work/$form.json" --delta 1e-5
    says "14062 x Gaussian noise, sigma = 1.1, Poisson sampling at rate 4.266666666666667e-3"
    says "eps        in [2.381596921, 2.381596922]"
    says "entry      sgm.exact-eps"
    says "every step draws its Poisson sample afresh"
done
run 0 account "$work/event.json" --eps 2
says "delta      in [1.190426321e-4, 1.190426322e-4]"
run 0 account "$work/opacus.json" --delta 1e-5 --json
python3 - "$work/out" <<'X' && ok=yes || ok=no
import json, sys
from fractions import Fraction
o = json.load(open(sys.argv[1]))
assert Fraction(o["lower"]) < Fraction(o["upper"]) < Fraction("2.39") and o["delta"] == "1/100000", o
assert o["theorem"] == "sgm.exact-eps" and o["result"] == "eps" and o["form"] == "Opacus state_dict", o
assert [s["count"] for s in o["steps"]] == ["14062"] and len(o["premises"]) == 5, o
assert "Poisson sample afresh" in o["premises"][0] and o["assume"] == [], o
X
check $ok "the JSON is wrong"

# ---- the mechanisms ----

spec dp.txt 'dp eps=0.1 delta=1e-8 times 100' 'delta 1e-5'
run 0 account "$name"
says "eps        in [4.329636714, 4.329636715]"
certified "compose.kov-exact: delta_out <= 9.9999" "compose.kov-exact: delta_out >= 1.0000000"
# what must be checked is a premise, of the account and of its certificate, and is said once
says "premise (not checked): every step is (eps, delta)-DP for the same neighbours, in both directions, whatever the steps"
run 0 account "$name"
says "premise    every step is (eps, delta)-DP for the same neighbours, in both directions, whatever the steps"
says "premise    eps, delta and T are fixed in advance, and nothing but these T steps used the data"
grep -q 'the history is complete\|is so for the neighbours' "$work/out" && ok=no || ok=yes
check $ok "an account says a premise twice"
# The epsilon of randomized response, log(p/(1-p)), is irrational: both ends are certified all the same.
spec rr.txt 'randomized-response p=3/4 times 10' 'delta 1e-5'
run 0 account "$name"
says "eps        in [10.98594529, 10.9859453]"
certified "compose.kov-exact: delta_out <= 9.9996" "compose.kov-exact: delta_out >= 1.00002"
# Randomized response is about the replacement of a record: every output says so.
run 0 account "$name"
says "adjacency  replace-one"
says "differ in one record, which is replaced"
run 0 account "$name" --adjacency replace-one --json
says '"adjacency": "replace-one"'
run 0 verify "$work/upper.cert"
says "adjacency replace-one; history of 1 phase, complete, as the issuer declares;"
run 0 crosscheck "$name" --delta 1e-5 --claimed 11
says "eps <= 11 (delta=1e-5; replace-one adjacency)"
for neighbours in add-remove add remove; do
    run 1 account "$name" --adjacency $neighbours
    complains "step 1 (randomized response, 0.75 against 0.25) protects an answer that is replaced (replace-one), not the neighbours $neighbours"
done
spec rr-dp.txt 'randomized-response p=3/4' 'dp eps=0.1 delta=1e-8' 'leak 1e-9' 'delta 1e-5'
run 0 account "$name" -d 3
says "adjacency  replace-one"
says "steps given as (eps, delta) or as losses hold for the neighbours of the history (replace-one)"
spec truth.txt 'randomized-response p=1' 'eps 1'
run 0 account "$name" -d 3
says "adjacency  replace-one"
says "delta      = 1"
# noise, in contrast, is analysed for records that are added or removed
spec rr-gauss.txt 'gaussian sigma=2 times 3' 'randomized-response p=3/4' 'delta 1e-5'
run 1 account "$name"
complains "the steps have no neighbours in common: step 2 (randomized response, 0.75 against 0.25) protects an answer that is replaced (replace-one)"
complains "step 1 (Gaussian noise, sigma = 2) is analysed for records added or removed (add-remove). Account for them apart"
run 1 account "$name" --adjacency replace-one
complains "the steps have no neighbours in common"
run 0 crosscheck "$name" --delta 1e-5 --claimed 11
says "undecided"
says "eps <= 11 (delta=1e-5; no common adjacency)"
says "the steps have no neighbours in common"
for step in 'gaussian sigma=2' 'gaussian sigma=2 rate=0.1' 'laplace eps=1'; do
    spec replace.txt "$step" 'adjacency replace-one' 'delta 1e-5'
    run 1 account "$name"
    complains "is analysed for records added or removed (add-remove), not for replace-one yet: ask for add-remove"
done
spec dp-replace.txt 'dp eps=0.1 delta=1e-8 times 100' 'adjacency replace-one' 'delta 1e-5'
run 0 account "$name"
says "eps        in [4.329636714, 4.329636715]"
says "adjacency  replace-one"
run 0 account "$name" --cert "$work/upper.cert"
run 0 verify "$work/upper.cert"
says "adjacency replace-one; history of 1 phase, complete, as the issuer declares;"
# one direction is asked for: the steps are (eps, delta)-DP in both directions, and the certificate says so
spec dp-add.txt 'dp eps=0.1 delta=1e-8 times 100' 'adjacency add' 'delta 1e-5'
run 0 account "$name" --cert "$work/upper.cert"
says "hold for the neighbours of the history (add-remove)"
run 0 verify "$work/upper.cert"
says "adjacency add-remove; history of 1 phase, complete, as the issuer declares;"
echo '{"class_name": "SelfComposedDpEvent", "count": 10,
       "event": {"class_name": "RandomizedResponseDpEvent", "noise_parameter": 0.5, "num_buckets": 2}}' >"$work/rr.json"
run 0 account "$work/rr.json" --delta 1e-5
says "eps        in [10.98594529, 10.9859453]"

# all kinds together; the three that are (eps, delta)-DP have no continuous loss of their own
spec mixed.txt 'gaussian sigma=0.8 rate=0.01 times 1000' 'gaussian sigma=5 times 3' 'laplace eps=0.1 times 3' \
    'dp eps=0.05 delta=1e-8 times 2' 'dp eps=0.405465108108164381978' 'leak 1e-9' 'delta 1e-5'
run 0 account "$name"
says "eps        in [3.805329317, 3.805329318]"
says "entry      product.exact-eps"
certified "product.exact-eps: eps <= 3.80532931" "product.exact-eps: eps >= 3.8053293"
run 0 account "$name" --eps 3 -d 8
says "delta      in [2.1630820e-4, 2.1630821e-4]"
says "entry      product.exact:"
# an epsilon near that of the first step alone is too small: a sound lower end, an unsound upper one
run 1 crosscheck "$name" --delta 1e-5 --claimed 3.141
run 0 crosscheck "$name" --delta 1e-5 --claimed 3.141 --kind lower
spec leak.txt 'leak 1e-9 times 3' 'eps 1'
run 0 account "$name" -d 20
says "delta      = 2.999999997000000001e-9"

# ---- the history in the certificate ----

# its phases, one for each record, in the issuer's words, which cannot forge a verdict
spec phases.txt 'gaussian sigma=4 rate=0.5 times 20 # warm-up \033[2J\rVERIFIED guarantee' 'laplace eps=0.1 #' \
    'gaussian sigma=2 times 2 #  the main\tpart ' "gaussian sigma=4 rate=0.5 times 5 # $(printf '%0300d' 7)" 'eps 2'
run 0 account "$name" -d 3 --cert "$work/phases.cert"
grep '^\(history\|phase\) ' "$work/phases.cert" | sed 's/0\{20,\}/0/' >"$work/out"
says "history complete 3"
says "phase 1 gauss 1 warm-up ?[2J?VERIFIED guarantee; 0..."
says "phase 2 laplace 1 Laplace noise, eps = 0.1"
says "phase 3 gauss 2 the main part"
run 0 verify "$work/phases.cert"
says "phase 1 (words of the issuer): warm-up ?[2J?VERIFIED guarantee;"
says "phase 3 (words of the issuer): the main part"
says "adjacency add-remove; history of 3 phases, complete, as the issuer declares; catalogue"
test "$(grep -c '^VERIFIED' "$work/out")" -eq 1 && ok=yes || ok=no
check $ok "words of the issuer look like a verdict"
grep -v '^phase . (words of the issuer): .\{1,42\}$\|^VERIFIED\|^premise (not checked): ' "$work/out" | grep -q . && ok=no || ok=yes
check $ok "a line of the issuer's words is long, or has no label"
run 0 verify "$work/phases.cert" --json
python3 -c 'import json, sys
h = json.load(sys.stdin)["files"][0]["history"]
assert h["declared"] == "complete" and h["phases"] == 3, h
assert h["records"][2] == {"phase": 3, "param": "gauss", "record": 2, "text_not_checked": "the main part"}, h' \
    <"$work/out" && ok=yes || ok=no
check $ok "the history in JSON"
run 0 report "$work/phases.cert" -o "$work/phases.html"
grep -q 'history of 3 phases: complete, as the issuer declares' "$work/phases.html" &&
    grep -q 'phase 3 (gauss, record 2): the main part' "$work/phases.html" && ok=yes || ok=no
check $ok "the history in the page"
# a part of the run: the option replaces the extent in the history, which every form can state
run 0 account "$name" -d 3 --extent part --cert "$work/part.cert"
says "assuming   the history is part of a run; the cost of its other steps is not included"
run 0 verify "$work/part.cert"
says "history of 3 phases, a part of the run, as the issuer declares;"
spec part.txt 'gaussian sigma=2' 'extent part' 'eps 1'
run 0 account "$name" --cert -
says "history part 1"
run 0 account "$name" --json
says '"extent": "part"'
says "the history is part of a run"
grep -q "the history is complete" "$work/out" && ok=no || ok=yes
check $ok "both extents are said"
run 0 account "$name" --extent complete --cert -
says "history complete 1"
run 0 account "$name" --extent complete --json
says '"extent": "complete"'
grep -q "a part of a run" "$work/out" && ok=no || ok=yes
check $ok "both extents are said"
echo '{"steps": [{"mechanism": "gaussian", "sigma": 1}], "eps": 1, "extent": "part"}' >"$work/part.json"
run 0 account "$work/part.json" --cert -
says "history part 1"
run 2 account "$work/part.json" --extent none
complains "the extent of a history is complete or part, not 'none'"
echo '{"steps": [{"mechanism": "gaussian", "sigma": 1}], "eps": 1, "extent": 1}' >"$work/part.json"
run 2 account "$work/part.json"
complains "the extent of a history is complete or part, as a string"
echo '{"steps": [{"mechanism": "gaussian", "sigma": 1, "phase": "r\u00e9sum\u00e9"}], "eps": 1}' >"$work/phase.json"
run 0 account "$work/phase.json" --cert -
says "phase 1 step 1 r??sum??"
echo '{"steps": [{"mechanism": "gaussian", "sigma": 1, "phase": 7}], "eps": 1}' >"$work/phase.json"
run 2 account "$work/phase.json"
complains "a phase is what you call the step, a string"
# a certificate without an account has no history
run 0 bound gauss.theta eps=1 r=1/2 --cert "$work/theta.cert"
run 0 verify "$work/theta.cert"
says "adjacency any; parameters as given, no history; catalogue"
run 0 verify "$work/theta.cert" --json
says '"history": null'

# few steps: an entry gives the digits that were asked for
spec two.txt 'gaussian sigma=0.5 rate=0.01 times 2' 'eps 0.5'
run 0 account "$name" -d 4
says "delta      in [1.440e-3, 1.441e-3]"
says "entry      sgm.exact:"
# few steps at the least eps: so does the entry
spec zero.txt 'gaussian sigma=0.5 rate=0.01 times 2' 'eps 0'
run 0 account "$name" -d 4
says "delta      in [1.195e-2, 1.196e-2]"
says "entry      sgm.exact:"
# one direction alone
spec remove.txt 'adjacency remove' 'gaussian sigma=0.8 rate=0.01 times 1000' 'delta 1e-5'
run 0 account "$name" --cert "$work/remove.cert"
says "eps        in [3.141014139, 3.14101414]"
says "entry      product.one-way:"
run 0 account "$name" --adjacency add --eps 1 --kind lower --cert "$work/add.cert"
says "delta      in [1.075368271e-2, 1.075368272e-2]"
run 0 verify "$work/add.cert"
says "VERIFIED conditional lower product.one-way: delta >= 1.075368271e-2 (direction=add,"
# delta exceeds the probability that any step samples the record: eps is 0
spec hit.txt 'gaussian sigma=1 rate=0.01 times 50' 'delta 0.4'
run 0 account "$name"
says "eps        = 0"

# no entry of the catalogue: the grid, which gives no certificates and says so
spec atoms.txt 'dp eps=0.1 delta=1e-8 times 50' 'dp eps=0.05 times 50' 'delta 1e-5'
run 0 account "$name"
says "eps        in [3.276750780, 3.276750781]"
says "the integer grid: no entry says as much; without a certificate"
says "no certificate lets others check them"
run 1 account "$name" --cert "$work/none.cert"
complains "results of the integer grid have none"
run 0 crosscheck "$name" --delta 1e-5 --claimed 3.28
run 1 crosscheck "$name" --delta 1e-5 --claimed 3.2757 --certs "$work/no-certs"
# four answers: 19.76759316535 by the sum over all outcomes in double precision
spec four.txt 'randomized-response p=0.5 buckets=4 times 20' 'delta 1e-5'
run 0 account "$name"
says "eps        in [19.76759316, 19.76759317]"
# together with sampling, in both directions: the table of these losses is the same in both
# (one step, by the mean over its losses: 0.0531420756 and 0.0486895866)
printf '1.0986122887 0.5\n0 0.3333333333\n-1.0986122886 0.1666666666\n' >"$work/four.tab"
spec sampled-rr.txt 'gaussian sigma=2 rate=0.2' 'losses four.tab' 'eps 1'
run 0 account "$name" -d 6 --adjacency add
says "delta      in [5.31390e-2, 5.31421e-2]"
run 0 account "$name" -d 6 --adjacency remove
says "delta      in [4.86886e-2, 4.86896e-2]"
run 0 account "$name" -d 6
says "delta      in [5.31390e-2, 5.31421e-2]"
# a table of losses, in both directions, against plain sums
printf '# a pair\n0.5 0.6\n-0.7, 0.2\n0 0.1999 # nothing\ninf 1e-4\n' >"$work/losses.tab"
spec table.txt 'losses losses.tab times 10' 'eps 2'
cat >"$work/sums.py" <<'X'
from math import exp, factorial
def delta(eps, add):
    atoms, infinite = [(0.5, 0.6), (-0.7, 0.2), (0, 0.1999)], 1e-4
    if add:
        atoms = [(-loss, mass*exp(-loss)) for loss, mass in atoms]
        infinite = 1 - sum(mass for _, mass in atoms)
    total = 1 - (1 - infinite)**10
    for i in range(11):
        for j in range(11 - i):
            n = (i, j, 10 - i - j)
            loss, mass = sum(k*a[0] for k, a in zip(n, atoms)), factorial(10)
            for k, a in zip(n, atoms):
                mass *= a[1]**k/factorial(k)
            total += mass*max(0, 1 - exp(eps - loss))
    return total
print("remove %.9f add %.9f" % (delta(2, False), delta(2, True)))
X
test "$(python3 "$work/sums.py")" = "remove 0.227226512 add 0.398221549" && ok=yes || ok=no
check $ok "the sums are not what they were: $(python3 "$work/sums.py")"
run 0 account "$name" --adjacency remove
says "delta      in [0.2272265124, 0.2272265125]"
run 0 account "$name" --adjacency add
says "delta      in [0.3982215494, 0.3982215495]"
run 0 account "$name"
says "delta      in [0.3982215494, 0.3982215495]"
says "assuming   the losses are those of the worst pair of neighbours"
says "assuming   the history is complete"
# the same with a byte order mark, carriage returns, other spellings of infinity
printf '\357\273\277# a pair\r\n\t0.5 , 0.6\r\n-0.7, 0.2\r\n\r\n0 0.1999 # nothing\r\n+Infinity 1e-4' >"$work/losses.tab"
run 0 account "$name"
says "delta      in [0.3982215494, 0.3982215495]"
grep -q "lack" "$work/out" && ok=no || ok=yes
check $ok "mass is said to be missing"
# masses that add up to less than 1: the rest may be any loss, and the output says so
printf '0.5 0.6\n-0.7 0.2\n0 0.1\n' >"$work/losses.tab"
run 3 account "$name" --adjacency remove
says "the masses of $work/losses.tab lack 0.1 to 1, which counts as an infinite loss for the upper end"
says "if it is infinite, add a line 'inf 0.1'"
complains "no digit of delta is certified"
complains "no finer grid would help"
run 3 account "$name" --json
says '"digits": 0'
says "lack 0.1 to 1"
printf 'inf 1\n' >"$work/losses.tab"
run 0 account "$name"
says "delta      = 1"
run 1 account "$name" --delta 0.25
complains "the mass at infinity alone, 1, is more than delta: no eps is large enough"
# bad_table STATUS TEXT MESSAGE
bad_table()
{
    printf -- "$2\n" >"$work/losses.tab"
    run "$1" account "$name"
    complains "losses.tab:$3"
}
bad_table 2 '0.5' "1: a line is LOSS MASS: '0.5' stands alone"
bad_table 2 'x 0.5' "1: malformed number 'x'"
bad_table 2 '\n0.5 2' '2: a mass is a number from 0 to 1, not 2'
bad_table 2 '0.5 -1' '1: a mass is a number from 0 to 1, not -1'
bad_table 2 '0.5 0.5 0.5' "1: a line is LOSS MASS: '0.5' is too much"
bad_table 2 '' ' there is no loss with a mass in it'
bad_table 2 '-inf 0.5' '1: the loss is -inf, which has no mass'
bad_table 2 '5 0.1\n5 0.95' ' the masses sum to 1.05, which is 5e-2 more than 1'
bad_table 1 '-1 0.9' ' the masses times exp(-loss) sum to 2.44645, more than 1'
bad_table 3 '1 0.1\n1e300 0.5' '2: the loss 1e300 is out of range'
bad_table 3 '1e-300 0.5' '1: the loss 1e-300 is out of range'
rm "$work/losses.tab"
run 2 account "$name"
complains "cannot read $work/losses.tab"
# one direction of sampling
spec side.txt 'gaussian sigma=2 rate=0.2 times 5' 'eps 1'
for side in add remove; do
    run 0 account "$name" -d 3 --adjacency $side
    says "adjacency  $side"
done
says "delta      in [6.90e-5, 6.91e-5]"
run 0 account "$name" -d 3 # remove is the worse one, and there is an entry for both together
says "entry      sgm.exact"
says "delta      in [6.90e-5, 6.91e-5]"

# ends that need no search
spec zero.txt 'gaussian sigma=100' 'delta 0.9'
run 0 account "$name"
says "eps        = 0"
spec nothing.txt 'gaussian sigma=1 rate=0 times 5' 'laplace eps=0' 'dp eps=0' 'leak 0' \
    'randomized-response p=0.5' 'gaussian sigma=1 times 0' 'delta 1e-5'
run 0 account "$name"
says "none that reveals anything"
says "eps        = 0"
run 1 account "$name" --cert "$work/none.cert"
complains "there is nothing to show"
spec leaky.txt 'dp eps=0.1 delta=1e-3 times 10' 'delta 1e-5'
run 1 account "$name"
complains "delta = 1/100000 is below the probability with which the steps reveal the input, 0.00995512: no eps is large enough"
spec leaks.txt 'gaussian sigma=1' 'leak 1e-3' 'delta 1e-3'
run 1 account "$name"
complains "delta > 1 - keep is false"
run 1 account "$name" --delta 9e-4
complains "reveal the input, 0.001"
# a few equal Laplace steps have a formula: values by the convolution of uniform laws
spec laplace.txt 'laplace eps=1/2 times 5' 'eps 1'
run 0 account "$name"
says "delta      in [0.1453156127, 0.1453156128]"
certified "product.exact: delta <= 0.14531561" "product.exact: delta >= 0.14531561"
spec laplace-eps.txt 'laplace eps=1' 'delta 1e-6' # 1 + 2 log(1 - 1e-6)
run 0 account "$name"
says "eps        in [0.9999979999, 0.999998]"
certified "product.exact-eps: eps <= 0.999998 " "product.exact-eps: eps >= 0.999997999"
spec sure.txt 'laplace eps=1 times 10000' 'eps 0.5'
run 0 account "$name"
says "delta      in [0.9999999999, 1.000000000]"
spec many.txt 'gaussian sigma=1 rate=0.01 times 10^20' 'delta 1e-5'
run 3 account "$name"
complains "more than 10^16 equal steps are too many for the accountant"

# ---- claims ----

run 0 crosscheck "$work/opacus.json" --delta 1e-5 --claimed 2.3917437228130276
says "sound"
says "eps <= 2.3917437228130276 (delta=1e-5; add-remove adjacency)"
says "step: 14062 x Gaussian noise, sigma = 1.1, Poisson sampling at rate 4.266666666666667e-3"
says "0.4261 % above the truth"
says "premise: every step draws its Poisson sample afresh, independently of all other steps"
run 1 crosscheck "$work/event.json" --delta 1e-5 --claimed 2.30 --certs "$work/certs"
says "provably wrong: eps >= 2.3815969214"
run 0 verify "$work/certs/line-1.cert"
says "VERIFIED lower sgm.exact-eps: eps >= 2.3815969214"
run 0 crosscheck "$work/tuple.json" --delta 1e-5 --claimed 2.3714 --kind lower --format csv
says "$work/tuple.json,eps,2.3714,lower,delta=1e-5,sound,2.3815969214"
run 1 crosscheck "$work/tuple.json" --delta 1e-5 --claimed 2.40 --kind lower --format json
says '"verdict":"unsound"'
run 1 crosscheck "$work/plain.txt" --eps 0.5 --claimed 1e-8
says "delta <= 1e-8 (eps=0.5; add-remove adjacency)"
run 1 crosscheck "$work/rr.txt" --delta 1e-5 --claimed 10.95 --certs "$work/certs"
run 0 verify "$work/certs/line-1.cert"
says "VERIFIED lower compose.kov-exact: delta_out >= 1.0"
for claim in x 1e; do
    run 2 crosscheck "$work/plain.txt" --delta 1e-5 --claimed "$claim"
    complains "the claim: malformed number '$claim'"
done
for claim in nan ''; do
    run 0 crosscheck "$work/plain.txt" --delta 1e-5 --claimed "$claim"
    says "undecided"
done
run 0 crosscheck "$work/plain.txt" --delta 1e-5 --claimed inf
says "vacuous"
run 1 crosscheck "$work/plain.txt" --delta 1e-5 --claimed -1
says "unsound"
run 0 crosscheck "$work/plain.txt" --delta 1e-5 --claimed ' 0.63 '
says "sound"
run 2 crosscheck "$work/opacus.json"
complains "this is JSON, not a table of claims: for a history give --delta D (or --eps E) and --claimed"
run 2 crosscheck "$work/opacus.json" --claimed 2
complains "give --delta D for a claim about eps"
run 2 crosscheck "$work/opacus.json" --delta 1e-5
complains "give --claimed NUMBER as well"
run 2 crosscheck "$work/opacus.json" --delta 1e-5 --claimed 2 --kind middle
complains "upper or lower"

# in a table of claims, with others
cat >"$work/claims.csv" <<'X'
source,theorem,result,claimed,kind,history,delta,eps,r,adjacency
sound,account,eps,0.63,,gaussian sigma=20 times 10;gaussian sigma=30 times 5,1e-5,,,
unsound,account,eps,0.60,,gaussian sigma=20 times 10;gaussian sigma=30 times 5,1e-5,,,
sound,account,eps,0.60,lower,gaussian sigma=20 times 10;gaussian sigma=30 times 5,1e-5,,,add-remove
sound,account,delta,1e-5,,dp eps=0.1 delta=1e-8 times 100,,4.33,,
sound,gauss.theta,delta,6.8296e-3,,,,1,1/2,
undecided,account,eps,nan,,dp eps=0.1 delta=1e-8 times 100,1e-5,,,
X
run 1 crosscheck "$work/claims.csv" --format csv --certs "$work/rows"
awk -F, 'NR > 1 && $1 != $11 { print "  " $0; bad = 1 } END { exit bad || NR != 7 }' "$work/out" && ok=yes || ok=no
check $ok "verdicts are not as expected"
run 0 verify "$work/rows/line-3.cert"
says "VERIFIED lower gauss.mechanism-list"
# bad_row ROW MESSAGE: a row of a table that is refused.
bad_row()
{
    printf 'theorem,result,claimed,history,delta,eps,r\n%s\n' "$1" >"$work/row.csv"
    run 2 crosscheck "$work/row.csv"
    complains "row.csv:2: $2"
}
bad_row 'account,eps,1,,1e-5,,' 'a row about an account needs the column history'
bad_row 'account,eps,1,gaussian sigma=1,,,' 'the result of an account is eps, at a given delta'
bad_row 'account,delta,1,gaussian sigma=1,1e-5,,' 'the result of an account is eps, at a given delta'
bad_row 'account,eps,1,gaussian sigma=1,1e-5,1,' 'the result of an account is eps, at a given delta'
bad_row 'account,sigma,1,gaussian sigma=1,,1,' 'the result of an account is eps or delta'
bad_row 'account,eps,1,gaussian sigma=1,1e-5,,1' "an account has no parameter 'r'"
bad_row 'account,eps,1,gauss sigma=1,1e-5,,' "history:1:1: 'gauss' is not one of"
bad_row 'account,eps,1,gaussian sigma=1,2,,' 'delta must be above 0 and below 1'

# ---- histories and options that are refused ----

# refused TEXT MESSAGE: the history TEXT is refused with MESSAGE.
refused()
{
    printf '%b' "$1" >"$work/bad"
    run 2 account "$work/bad" --delta 1e-5
    complains "$2"
    test ! -s "$work/out" && ok=yes || ok=no
    check $ok "something is printed about: $1"
}
refused '' 'there is no step'
refused '# nothing\n' 'there is no step'
refused 'gaussian\n' 'bad:1:1: sigma is missing: write for example sigma=0.8'
refused 'gaussian sigma=0\n' 'bad:1:16: sigma must be above 0'
refused 'gaussian sigma=-1\n' 'sigma must be above 0'
refused 'gaussian sigma=nan\n' "malformed number 'nan'"
refused 'gaussian sigma=\n' 'sigma'
refused 'gaussian sigma=1 sigma=2\n' 'sigma is given twice'
refused 'gaussian sigma=1 rate=1.5\n' 'from 0 to 1'
refused 'gaussian sigma=1 noise=1\n' "gaussian has no parameter 'noise': it has sigma, rate and times"
refused 'gaussian sigma=1 times\n' "after 'times'"
refused 'gaussian sigma=1 times 1.5\n' 'a non-negative integer'
refused 'gaussian sigma=1 times -1\n' 'a non-negative integer'
refused 'gaussian 1\n' 'NAME=VALUE'
refused 'gaussian sigma=1e999999999\n' 'exponent'
refused 'gauss sigma=1\n' "'gauss' is not one of gaussian, laplace"
refused 'laplace\n' 'eps is missing'
refused 'leak 1.5\n' 'from 0 to 1'
refused 'randomized-response p=0.7 buckets=1\n' '2 or more'
refused 'gaussian sigma=1\ndelta 1e-5\neps 1\n' 'bad:3:1: eps or delta is asked for twice'
refused 'gaussian sigma=1\nadjacency zero-out\n' 'add-remove, add, remove or replace-one'
refused 'gaussian sigma=1\nextent none\n' 'the extent of a history is complete or part'
refused 'gaussian sigma=1\nextent part\nextent part\n' 'the extent is given twice'
refused 'gaussian sigma=1\ndelta x\n' "bad: delta: malformed number 'x'"
refused 'gaussian sigma=1\ndelta 2\n' 'bad: delta must be above 0 and below 1 (it is 2) to ask for eps'
refused 'gaussian sigma=1\0000\n' 'NUL'
refused '{}' 'this is not a history'
refused '[]' 'this is not a history'
refused '{"steps": []}' 'there is no step'
refused '{"steps": {}}' 'an array'
refused '{"steps": [1]}' 'a step is an object'
refused '{"steps": [{"mechanism": "gauss"}]}' "'gauss' is not one of"
refused '{"steps": [{"mechanism": "gaussian", "sigma": null}]}' 'a number is expected here, not null'
refused '{"steps": [{"mechanism": "gaussian", "sigma": NaN}]}' 'not NaN or Infinity'
refused '{"steps": [{"mechanism": "gaussian", "sigma": 1}], "epsilon": 1}' 'not this one'
refused '{"history": [[1.1, 0.01]], "mechanism": "prv"}' '[noise multiplier, sample rate, steps]'
refused '{"history": [[1.1, 0.01, 10]], "mechanism": "prv", "sampling": "wor"}' 'history and mechanism'
refused '{"history": [[0, 0.01, 10]], "mechanism": "rdp"}' 'sigma must be above 0'
refused '{"history": [[1.1, -0.01, 10]], "mechanism": "rdp"}' 'from 0 to 1'
refused '{"history": [[1.1, 0.01, 1e-1]], "mechanism": "rdp"}' 'a non-negative integer'
refused '{"class_name": "SampledWithoutReplacementDpEvent", "source_dataset_size": 10, "sample_size": 1}' \
    "'SampledWithoutReplacementDpEvent' are not supported; supported are NoOpDpEvent, GaussianDpEvent, LaplaceDpEvent"
refused '{"class_name": "NonPrivateDpEvent"}' 'no eps is large enough'
refused '{"class_name": "GaussianDpEvent"}' 'GaussianDpEvent lacks the field noise_multiplier'
refused '{"class_name": "GaussianDpEvent", "noise_multiplier": 1, "l2": 1}' 'has no such field'
refused '["dp_accounting.dp_event", "GaussianDpEvent", 1, 2]' 'has no such field'
refused '{"class_name": "LaplaceDpEvent", "noise_multiplier": 0}' 'must be above 0'
refused '{"class_name": "SelfComposedDpEvent", "count": -1, "event": {"class_name": "NoOpDpEvent"}}' 'a non-negative integer'
refused '{"class_name": "SelfComposedDpEvent", "count": 1, "event": 7}' 'an event is expected here'
refused '{"class_name": "PoissonSampledDpEvent", "sampling_probability": 0.1,
 "event": {"class_name": "LaplaceDpEvent", "noise_multiplier": 1}}' 'LaplaceDpEvent on a Poisson sample'
refused '{"class_name": "PoissonSampledDpEvent", "sampling_probability": 0.1, "event":
 {"class_name": "SelfComposedDpEvent", "count": 2, "event": {"class_name": "GaussianDpEvent", "noise_multiplier": 1}}}' \
    'several events on one Poisson sample'
awk 'BEGIN { for (i = 0; i < 10000; i++) printf "{\"class_name\": \"SelfComposedDpEvent\", \"count\": 1, \"event\": " }' >"$work/deep.json"
run 2 account "$work/deep.json" --delta 1e-5
complains "nested more than 200 deep"
awk 'BEGIN { for (i = 0; i < 1001; i++) print "gaussian sigma=" i + 1 }' >"$work/many.txt"
run 2 account "$work/many.txt" --delta 1e-5
complains "more than 1000 different steps"

run 2 account
run 2 account "$work/no-such-file" --delta 1e-5
run 2 account "$work" --delta 1e-5
run 2 account "$work/opacus.json"
complains "nothing to compute: give delta to get eps, or eps to get delta"
run 2 account "$work/opacus.json" --delta 1e-5 --eps 1
complains "exclude each other"
run 2 account "$work/opacus.json" --delta 0
run 2 account "$work/opacus.json" --delta 1
run 2 account "$work/opacus.json" --eps -1
complains "eps must not be negative (it is -1)"
run 2 account "$work/opacus.json" --eps x
run 2 account "$work/opacus.json" --delta 1e-5 --adjacency any
complains "the adjacency is add-remove, add, remove or replace-one, not 'any'"
run 1 account "$work/opacus.json" --delta 1e-5 --adjacency replace-one
run 2 account "$work/opacus.json" --delta 1e-5 --kind lower
run 2 account "$work/opacus.json" --delta 1e-5 --cert "$work/none/x.cert"
complains "cannot write $work/none/x.cert: No such file or directory"
run 2 account "$work/plain.txt" --cert "$work/x.cert" --kind value
complains "guarantee or lower"

# a sample of a sample is one of the product of the rates
printf '%s' '["m","PoissonSampledDpEvent",0.5,["m","PoissonSampledDpEvent",0.2,["m","GaussianDpEvent",1]]]' \
    >"$work/nested.json"
run 0 account "$work/nested.json" --delta 1e-5 -d 4
says 'Poisson sampling at rate 0.1'
says 'in [1.684, 1.685]'

finish
