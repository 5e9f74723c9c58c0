#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
"""The numbers that nine accountants printed, as claims that dpcert can judge.

    accountants.py map accountants.csv >claims.csv      the mapping; --quick: a subset that takes seconds
    dpcert crosscheck claims.csv --format csv >verdicts.csv
    accountants.py summary verdicts.csv accountants.csv the counts, as a table in Markdown
    accountants.py sampled verdicts.csv                 W2 to W6 case by case: the truth, and the claims below it

accountants.csv has one row per number that an accountant printed: upper ends, lower ends, estimates,
orders of Renyi divergences, sizes of grids, errors.  The mapping says what each row means:

    upper     eps, eps_upper, eps_pessimistic: the truth is claimed to be at most this
    lower     eps_lower, eps_optimistic: at least this
    exact     eps_exact: both; the last digit is rounded to the nearest
    estimate  eps_estimate, eps_approx, eps_CLT: claims nothing, but it is what users report, so it is
              judged as if it were an upper end, and counted separately
    delta     achieved_delta, total_delta: the delta at the eps that the same run printed

Rows that say nothing about privacy (order, size of a grid, ERROR) and rows about a mechanism that the
catalogue has no entry for (sampling without replacement) become no claims; `summary` counts them.
Needs Python 3.8 and nothing else.
"""
import csv
import json
import sys
from collections import Counter, OrderedDict
from fractions import Fraction

COLUMNS = ["source", "theorem", "result", "claimed", "kind", "history", "delta", "eps"]
QUICK = ("W1", "W7-epsdelta", "W7-rr")
LOOSE_PERCENT = 1

MEANING = {"eps": "upper", "eps_upper": "upper", "eps_pessimistic": "upper",
           "eps_lower": "lower", "eps_optimistic": "lower", "eps_exact": "exact",
           "eps_estimate": "estimate", "eps_approx": "estimate", "eps_CLT": "estimate",
           "achieved_delta": "delta", "total_delta": "delta"}
NO_CLAIM = {"optimal_order": "an order of the Renyi divergence", "grid": "the size of a grid"}


def number(value):
    """A parameter as it was printed: 0.1 is 1/10."""
    return str(int(value)) if float(value).is_integer() else repr(value)


def history(workload, p):
    """The steps of a workload, as `dpcert account` reads them; None if they cannot be written so."""
    if workload.endswith("-WOR"):
        return None  # sampling without replacement, replace-one adjacency
    if workload == "W7-epsdelta":
        return "dp eps=%s delta=%s times %s" % (number(p["e0"]), number(p["d0"]), number(p["k"]))
    if workload == "W7-laplace":
        return "laplace eps=%s times %s" % (Fraction(1) / Fraction(number(p["b"])), number(p["k"]))
    if workload == "W7-rr":  # p is the probability of an answer that is drawn at random
        return "randomized-response p=%s times %s" % (1 - Fraction(number(p["p"])) / 2, number(p["k"]))
    if "epochs" in p:  # steps are rounded up
        steps = -(-p["n"] * p["epochs"] // p["b"])
        return "gaussian sigma=%s rate=%s times %d" % (number(p["sigma"]), Fraction(p["b"], p["n"]), steps)
    rate = "" if float(p["q"]) == 1 else " rate=%s" % number(p["q"])
    return "gaussian sigma=%s%s times %s" % (number(p["sigma"]), rate, number(p["T"]))


def meaning(row):
    """The meaning of a row: its claim, or the reason why it claims nothing."""
    quantity = row["quantity"].split(":")[-1]
    if row["value"] == "ERROR":
        return None, "no answer: the accountant failed"
    if quantity in NO_CLAIM:
        return None, NO_CLAIM[quantity]
    if history(row["workload"], json.loads(row["params"])) is None:
        return None, "a mechanism without an entry (sampling without replacement)"
    return MEANING[quantity], None


def claims(row, eps):
    """The claims that a row makes; eps: the value that the same run printed before, for a delta."""
    what, _ = meaning(row)
    if what is None:
        return
    p = json.loads(row["params"])
    claim = {"source": "%s %s; %s; %s; %s" % (row["peer"], row["version_or_commit"], row["workload"],
                                              row["quantity"], what),
             "theorem": "account", "result": "eps", "claimed": row["value"], "kind": "upper",
             "history": history(row["workload"], p), "delta": number(p["delta"])}
    if what == "delta":
        claim.update(result="delta", delta="", eps=eps,
                     kind="lower" if p.get("side") == "lower" else "upper")
    elif what == "lower":
        claim["kind"] = "lower"
    yield claim
    if what == "exact":
        yield dict(claim, kind="lower")


def all_claims(rows, quick=False):
    """Claims in an order that has equal histories together."""
    runs, eps = OrderedDict(), {}
    for row in rows:
        run = (row["peer"], row["workload"], row["params"], row["quantity"].split(":")[0])
        if row["quantity"].split(":")[-1] in ("eps", "eps_upper", "eps_lower"):
            eps[run] = row["value"]
        if quick and row["workload"] not in QUICK:
            continue
        for claim in claims(row, eps.get(run)):
            runs.setdefault((claim["history"], claim["delta"], claim.get("eps")), []).append(claim)
    return [claim for group in runs.values() for claim in group]


def put_claims(rows, quick):
    out = csv.DictWriter(sys.stdout, COLUMNS, restval="", lineterminator="\n")
    out.writeheader()
    out.writerows(all_claims(rows, quick))


def kind_of(verdict):
    """loose: sound, but more than a percent above the truth."""
    slack = verdict["slack_percent"]
    if verdict["verdict"] == "sound" and verdict["kind"] == "upper" and (
            verdict["claimed"] == "inf" or (slack and Fraction(slack) > LOOSE_PERCENT)):
        return "loose"
    return verdict["verdict"]


def put_summary(verdicts, rows):
    names = ["sound", "loose", "rounded", "unsound", "unjustified", "undecided"]
    count = Counter((v["source"].split("; ")[3], kind_of(v)) for v in verdicts)
    print("| meaning | claims | %s |" % " | ".join(names))
    print("|---|" + "---:|" * (len(names) + 1))
    for what in ("upper", "lower", "exact", "estimate", "delta"):
        numbers = [count[what, name] for name in names]
        print("| %s | %d | %s |" % (what, sum(numbers), " | ".join(map(str, numbers))))
    total = [sum(n for (_, name), n in count.items() if name == k) for k in names]
    print("| all | %d | %s |" % (sum(total), " | ".join(map(str, total))))
    rest = Counter(why for what, why in map(meaning, rows) if what is None)
    print("\n%d rows of %d claim nothing that can be judged: %s." % (
        sum(rest.values()), len(rows), "; ".join("%d %s" % (n, why) for why, n in sorted(rest.items()))))
    print("\nUnsound claims, by accountant:\n")
    for name, n in sorted(Counter("%s, %s" % (v["source"].split(" ")[0], v["source"].split("; ")[2])
                                  for v in verdicts if v["verdict"] == "unsound").items()):
        print("- %d x %s" % (n, name))


def put_sampled(verdicts):
    """The claims about sampled steps, by case."""
    cases = OrderedDict()
    for row in verdicts:
        workload = row["source"].split("; ")[1]
        if workload in ("W2", "W3", "W4", "W5", "W6") and row["result"] == "eps":
            cases.setdefault((workload, row["history"], row["delta"]), []).append(row)
    print("| case | history | delta | truth, from below | from above | claims | sound | loose | unsound |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---|")
    for (workload, steps, delta), rows in cases.items():
        count = Counter(kind_of(row) for row in rows)
        known = [row for row in rows if row["lower"] and row["upper"]]
        lower = max((row["lower"] for row in known), key=Fraction)
        upper = min((row["upper"] for row in known), key=Fraction)
        wrong = OrderedDict()
        for row in rows:
            if kind_of(row) == "unsound":
                wrong[row["source"].split("; ")[2].split(":")[0] + " " + row["claimed"][:12]] = True
        print("| %s | %s | %s | %s | %s | %d | %d | %d | %s |"
              % (workload, steps, delta, lower, upper, len(rows), count["sound"], count["loose"],
                 "%d: %s" % (count["unsound"], ", ".join(wrong)) if wrong else "0"))


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "map":
        put_claims(read(arguments[1]), "--quick" in arguments[2:])
    elif len(arguments) == 3 and arguments[0] == "summary":
        put_summary(read(arguments[1]), read(arguments[2]))
    elif len(arguments) == 2 and arguments[0] == "sampled":
        put_sampled(read(arguments[1]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
