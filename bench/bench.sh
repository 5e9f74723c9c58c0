#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# Runs the benchmark.  Where a python3 with mpmath is installed, its unverified evaluation of the
# same formula is measured first, in the same run, and compared.
set -eu

python_seconds=0
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import mpmath' 2>/dev/null; then
        python_seconds=$("$python" - <<'EOF'
import time
from mpmath import mp, mpf, erfc, exp, sqrt

mp.dps = 19


def theta(eps, r):
    root = sqrt(mpf(2))
    return (erfc((eps / r - r / 2) / root) - exp(eps) * erfc((eps / r + r / 2) / root)) / 2


eps, r = mpf(1), mpf(1) / 2
best = None
for _ in range(3):
    start, calls = time.process_time(), 0
    while time.process_time() - start < 0.3:
        theta(eps, r)
        calls += 1
    used = (time.process_time() - start) / calls
    best = used if best is None else min(best, used)
print(repr(best))
EOF
)
        break
    fi
done
"${top_builddir:-.}/bench/bench" "$python_seconds"

# The same epsilon (q = 0.01, sigma = 0.8, T = 1000, delta = 1e-5) by the installed accountants;
# their numbers are unverified, and have fewer than 10 correct digits.
for package in dp_accounting prv_accountant; do
    for python in python3 /usr/bin/python3; do
        "$python" -c "import $package" 2>/dev/null && break
    done
    if ! "$python" -c "import $package" 2>/dev/null; then
        echo "sgm.exact-eps: $package is not installed: not compared"
        continue
    fi
    "$python" - "$package" <<'EOF' || echo "sgm.exact-eps: $package: failed"
import sys
import time

q, sigma, steps, delta = 0.01, 0.8, 1000, 1e-5
start = time.process_time()
if sys.argv[1] == "dp_accounting":
    import dp_accounting
    from dp_accounting import pld

    accountant = pld.PLDAccountant()
    step = dp_accounting.PoissonSampledDpEvent(q, dp_accounting.GaussianDpEvent(sigma))
    accountant.compose(dp_accounting.SelfComposedDpEvent(step, steps))
    answer = "%.10g" % accountant.get_epsilon(delta)
else:
    from prv_accountant import PRVAccountant, PoissonSubsampledGaussianMechanism

    mechanism = PoissonSubsampledGaussianMechanism(
        noise_multiplier=sigma, sampling_probability=q)
    accountant = PRVAccountant(prvs=[mechanism], max_self_compositions=[steps],
                               eps_error=0.01, delta_error=1e-10)
    low, _, up = accountant.compute_epsilon(delta=delta, num_self_compositions=[steps])
    answer = "%.10g .. %.10g" % (low, up)
print("%-58s %10.3g s      eps = %s (unverified)"
      % ("sgm.exact-eps, q=0.01 sigma=0.8 T=1000, by " + sys.argv[1],
         time.process_time() - start, answer))
EOF
done

exec "${SHELL:-/bin/sh}" "${srcdir:-.}/bench/table.sh"
