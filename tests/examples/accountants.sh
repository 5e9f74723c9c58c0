#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# examples/crosscheck: the mapping from printed numbers to claims, a part of the verdicts, the gate, and
# the script that runs an accountant.  DPC_TEST_MULT above 1 judges all claims again.

. "${srcdir:-.}/tests/support/lib.sh"

if ! command -v python3 >/dev/null; then
    echo "accountants.sh: no python3"
    exit 77
fi
folder=$(cd "${srcdir:-.}/examples/crosscheck" && pwd) || exit 99
case $dpcert in
/*) ;;
*) dpcert=$PWD/$dpcert ;;
esac

# the committed verdicts are about exactly the claims that the mapping gives now
python3 "$folder/accountants.py" map "$folder/accountants.csv" >"$work/claims.csv"
cat >"$work/strip.py" <<'X'
import csv, sys
rows = list(csv.reader(open(sys.argv[1], newline="")))
csv.writer(sys.stdout, lineterminator="\n").writerows(row[:8] for row in rows)
X
python3 "$work/strip.py" "$folder/verdicts.csv" >"$work/judged.csv"
cmp "$work/claims.csv" "$work/judged.csv" && ok=yes || ok=no
check $ok "verdicts.csv is not about the claims that accountants.py makes of accountants.csv"

# a part of them, judged again: closed forms, some rows of W3 and W6, where steps are sampled, and one
# for which the integer grid is used
if test "${DPC_TEST_MULT:-1}" -gt 1; then
    cp "$work/claims.csv" "$work/quick.csv"
else
    python3 "$folder/accountants.py" map "$folder/accountants.csv" --quick >"$work/quick.csv"
    grep -E 'W3; (google_pld|opacus)|W6; google_pld|W7-laplace; w7_lap:eps_optimistic' "$work/claims.csv" >>"$work/quick.csv"
fi
run 1 crosscheck "$work/quick.csv" --format csv --certs "$work/unsound"
cat >"$work/compare.py" <<'X'
import csv, sys
from fractions import Fraction
committed = {tuple(row[:8]): row[8:] for row in csv.reader(open(sys.argv[1], newline=""))}
judged = [(tuple(row[:8]), row[8:]) for row in csv.reader(open(sys.argv[2], newline=""))][1:]
assert len(judged) >= 100, len(judged)
for claim, verdict in judged:
    then = committed[claim]
    if verdict[1] and then[1]:  # both enclose the same number
        assert max(Fraction(verdict[1]), Fraction(then[1])) <= min(Fraction(verdict[2]), Fraction(then[2])), claim
    assert verdict == then, (claim, verdict, then)
X
python3 "$work/compare.py" "$folder/verdicts.csv" "$work/out" && ok=yes || ok=no
check $ok "a verdict has changed"
unsound=$(grep -c ',unsound,' "$work/out")
test "$(find "$work/unsound" -name '*.cert' | wc -l)" -eq "$unsound" && test "$unsound" -ge 8 && ok=yes || ok=no
check $ok "not every unsound claim of $unsound has a certificate"
# Google's pessimistic accountant, below the truth by 3e-10
line=$(grep -n 'W6; google_pld_acct:eps_pessimistic.*106.17589923815265' "$work/quick.csv" | cut -d: -f1)
run 0 verify "$work/unsound/line-$line.cert"
says "VERIFIED lower sgm.exact-eps: eps >= 106.17589927"

# the table in the README
python3 "$folder/accountants.py" summary "$folder/verdicts.csv" "$folder/accountants.csv" >"$work/summary"
grep -Fvxf "$folder/README.md" "$work/summary" >"$work/missing"
test ! -s "$work/missing" && ok=yes || ok=no
check $ok "README.md lacks: $(cat "$work/missing")"
# and the one about sampled steps
python3 "$folder/accountants.py" sampled "$folder/verdicts.csv" >"$work/sampled"
grep -Fvxf "${srcdir:-.}/doc/accountants.md" "$work/sampled" >"$work/missing"
test ! -s "$work/missing" && test "$(grep -c . "$work/sampled")" -eq 12 && ok=yes || ok=no
check $ok "doc/accountants.md lacks: $(cat "$work/missing")"

# ---- an accountant that is installed, or is not ----

python3 "$folder/run_accountant.py" opacus --dpcert "$dpcert" >"$work/out" 2>"$work/err"
status=$?
python3 -c 'import opacus' 2>/dev/null && ok=yes || { test $status -eq 77 && ok=yes || ok=no; }
check $ok "run_accountant.py: exit $status without opacus"
# A stand-in with the interface of prv_accountant: it gives prv_accountant's answer for this case, and a wrong one
# for another.
mkdir "$work/fake"
cat >"$work/fake/prv_accountant.py" <<'X'
class PoissonSubsampledGaussianMechanism:
    def __init__(self, noise_multiplier, sampling_probability):
        self.sigma = noise_multiplier
class PRVAccountant:
    def __init__(self, prvs, max_self_compositions, eps_error, delta_error):
        self.sigma = prvs[0].sigma
    def compute_epsilon(self, delta, num_self_compositions):
        if self.sigma == 20:
            return 0.5512540114835031, 0.5612937590515075, 0.5713335050397058
        raise ValueError("no answer")
X
PYTHONPATH=$work/fake python3 "$folder/run_accountant.py" prv_accountant --sigma 20 --steps 10 --dpcert "$dpcert" \
    >"$work/out" 2>"$work/err" && ok=yes || ok=no
check $ok "run_accountant.py fails"
says "2 claims: 2 sound"
PYTHONPATH=$work/fake python3 "$folder/run_accountant.py" prv_accountant --sigma 20 --steps 11 --dpcert "$dpcert" \
    >"$work/out" 2>"$work/err"
test $? -eq 1 && ok=yes || ok=no
check $ok "run_accountant.py does not fail for an accountant that is wrong"
says "unsound"
PYTHONPATH=$work/fake python3 "$folder/run_accountant.py" prv_accountant --sigma 2 --claims >"$work/out" 2>"$work/err"
complains "ValueError: no answer"
# An Opacus that does not know the accountant prv yet: the others are judged.
mkdir -p "$work/fake/opacus"
: >"$work/fake/opacus/__init__.py"
cat >"$work/fake/opacus/accountants.py" <<'X'
class Accountant:
    def __init__(self, name):
        self.name = name
        self.history = []
    def get_epsilon(self, delta):
        (sigma, rate, steps), = self.history
        return {"rdp": 3.5, "gdp": 2.5095}[self.name]
def create_accountant(mechanism):
    if mechanism not in ("rdp", "gdp"):
        raise ValueError("Unexpected accounting mechanism: " + mechanism)
    return Accountant(mechanism)
X
PYTHONPATH=$work/fake python3 "$folder/run_accountant.py" opacus --sigma 0.8 --rate 0.01 --steps 1000 --dpcert "$dpcert" \
    >"$work/out" 2>"$work/err"
test $? -eq 1 && ok=yes || ok=no
check $ok "run_accountant.py does not fail for the central limit theorem"
complains "opacus prv at (0.8, 0.01, 1000, 1e-05): ValueError: Unexpected"
says "2 claims: 1 sound, 0 rounded, 0 unjustified, 0 undecided, 1 unsound"

# ---- the gate ----

gate()
{
    want=$1
    shift
    (cd "$work" && DPCERT=$dpcert sh "$folder/gate.sh" "$@") >"$work/out" 2>"$work/err"
    got=$?
    test $got -eq "$want" && ok=yes || ok=no
    check $ok "gate.sh $*: exit $got, expected $want"
}
{
    head -n 1 "$work/claims.csv"
    grep 'W1; opacus_prv' "$work/claims.csv" | grep -v estimate
} >"$work/good.csv"
gate 0 good.csv
says "6 sound"
MAX_SLACK=1 gate 1 good.csv
says "LOOSE pytorch/opacus"
grep 'W1; autodp_exact' "$work/claims.csv" >>"$work/good.csv"
gate 1 good.csv certificates
says "UNSOUND yuxiangw/autodp"
run 0 verify "$work/certificates/line-8.cert"
gate 2 no-such-file.csv
# a typo neither switches the gate off nor hides other errors
sed '3s/,eps,/,epz,/' "$work/good.csv" >"$work/typo.csv"
gate 2 typo.csv
says "UNSOUND yuxiangw/autodp"
says "1 malformed"
complains "typo.csv:3: "
printf '"' >>"$work/good.csv"
gate 2 good.csv

finish
