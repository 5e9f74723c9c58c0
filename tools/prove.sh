#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: tools/prove.sh SRCDIR [--update] [--smoke] [--why3 [MODULE...] | --wp [FILE...]]     (make prove)
#
# Runs Frama-C's WP with run-time-error checks on every file of the kernel that has contracts,
# and Why3 on the lemmas, with the provers for real (no cache), in the current folder.  Writes
# prove.status (function or module, goals, proved, how) and compares it with proofs/STATUS, and
# the assumptions with proofs/TRUSTED.md.  Exits 1 if anything is unproved, if a goal is missing, or
# if there is a new axiom or assumed function.
# Provers first get few steps, which suffice for every goal with some prover; steps do not
# depend on the load of the machine.  The remaining goals are tried once more with much time, and
# named: such a goal needs an assertion or a lemma on its way.
#   --update  writes proofs/STATUS, if all was proved
#   --configure  only writes why3.conf
#   --smoke   looks for contradictory contracts instead (WP's smoke tests)
#   --why3    only the lemmas; --wp only the C files (or the modules or files named)
# MACHDEP in the environment is Frama-C's name of a machine: x86_64 (the default) or x86_32, where long
# has 32 bits.  The goals are the same.
# Needs frama-c, why3, z3, cvc4 (Debian: frama-c-base why3 z3 cvc4) and python3.

set -u
srcdir=$(cd "${1:?usage: tools/prove.sh SRCDIR}" && pwd) || exit 1
shift
for tool in frama-c why3 z3 cvc4 python3; do
    command -v "$tool" >/dev/null || {
        echo "prove: $tool was not found (Debian: apt-get install frama-c-base why3 z3 cvc4)" >&2
        exit 1
    }
done

# A configuration of Why3 of its own: the user's is neither read nor changed.
WHY3CONFIG=$(pwd)/why3.conf
export WHY3CONFIG
z3=$(command -v z3)
cvc4=$(command -v cvc4)
z3_version=$(z3 --version | sed 's/^Z3 version \([0-9.]*\).*/\1/')
cvc4_version=$(cvc4 --version | sed -n '1s/.*version \([0-9.]*[0-9]\).*/\1/p')
{
    cat <<X
[main]
magic = 14
memlimit = 3000
running_provers_max = 2
timelimit = 10
loadpath = "$srcdir/proofs/why3"
loadpath = "$(why3 --print-datadir)/stdlib"

[partial_prover]
name = "CVC4"
path = "$cvc4"
version = "$cvc4_version"

[partial_prover]
name = "Z3"
path = "$z3"
version = "$z3_version"
X
    # without nonlinear arithmetic; and without ordering instances by relevance
    for how in 'nonl smt.random_seed=42 smt.arith.nl=false' \
        'flat auto_config=false smt.relevancy=0 smt.arith.nl=false'; do
        name=${how%% *}
        cat <<X

[prover]
name = "Z3"
alternative = "$name"
version = "$z3_version"
shortcut = "z3-$name"
driver = "z3_471"
command = "$z3 -smt2 ${how#* } -st %f"
command_steps = "$z3 -smt2 ${how#* } -st rlimit=%S %f"
editor = ""
in_place = false
interactive = false
X
    done
} >"$WHY3CONFIG"
test "${1-}" != --configure || exit 0

exec python3 - "$srcdir" "$z3_version" "$cvc4_version" "$@" <<'EOF_PYTHON'
import os, re, subprocess, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

src, z3, cvc4, options = Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]
FILES = ["dyadic.c", "expo.c", "gauss.c", "ival.c", "judge.c", "power.c", "steps.c"]
MLW = src / "proofs/why3/dpk.mlw"
Z3, CVC4, NONL, FLAT = "Z3,%s," % z3, "CVC4,%s," % cvc4, "Z3,%s,nonl" % z3, "Z3,%s,flat" % z3
NAMES = {NONL: "z3-nonl", CVC4: "cvc4", Z3: "z3", FLAT: "z3-flat"}
STEPS, MORE_STEPS = "500000", "10000000"  # what ends an attempt, and the last ones
PATIENCE = "3600"  # seconds, which do not end one: a prover that takes them has lost its way
MACHDEP = os.environ.get("MACHDEP") or "x86_64"
failures, rows, total_cpu = [], [], 0
started = time.time()


def fail(text):
    failures.append(text)
    print("prove: " + text, flush=True)


def run(command):
    """Its exit status, what it writes, and the CPU seconds that it and its children take."""
    with tempfile.TemporaryFile("w+", errors="replace") as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return child.returncode, out.read(), usage.ru_utime + usage.ru_stime


# The theories that have goals, as Why3 finds them.
MODULES = run(["python3", str(src / "tools/inventory.py"), str(src), "--modules"])[1].split()


def tell(name, what, cpu):
    global total_cpu
    total_cpu += cpu
    print("prove: %-10s %s (%.0f s of CPU)" % (name, what, cpu), flush=True)


# ---- C files ----

def functions_of(path):
    text = path.read_text()
    return re.findall(r"^[a-z][\w ]*?[ *](\w+)\([^;{}]*\)\n\{", text, re.M)


def wp(path, *more):
    """What WP says, with provers and no cache; the pair of proved goals and goals, or None; CPU seconds."""
    command = ["frama-c", "-machdep", MACHDEP, "-cpp-extra-args=-I%s/src/check" % src, "-wp", "-wp-rte", "-wp-driver",
               "%s/proofs/dpk.driver" % src, "-wp-prover", "z3-nonl,cvc4", "-wp-par", "1", "-wp-cache", "none"]
    status, text, cpu = run(command + list(more) + [str(path)])
    total = re.search(r"Proved goals:\s*(\d+) / (\d+)", text)
    if status != 0 or total is None:
        fail("%s: frama-c failed\n%s" % (path.name, text[-2000:]))
    return text, (int(total.group(1)), int(total.group(2))) if total else None, cpu


def smoke_file(name):
    """Only the smoke tests: that nothing false follows from a contract, an invariant or at a place of the code."""
    text, total, cpu = wp(src / "src/check/kernel" / name, "-wp-smoke-tests", "-wp-smoke-timeout", "1",
                     "-wp-prop=-@ensures,-@assigns,-@requires,-@terminates,-@assert,-@invariant,-@variant")
    tests = re.findall(r"^\[wp\] \[([^\]]*)\] Smoke-test (\S+)", text, re.M)
    for status, test in tests:
        if status != "Passed":
            fail("%s: contradiction: %s" % (name, test))
    if total and (total[0] != total[1] or not tests):
        fail("%s: %d of %d smoke tests passed" % (name, *total))
    rows.append((name + ":smoke", len(tests), sum(t[0] == "Passed" for t in tests), "smt"))
    tell(name, "%d smoke tests" % len(tests), cpu)


def goals_of(text):
    """The goals that WP lists: by name, what proved it, or None."""
    found = re.findall(r"^\[wp\] \[([^\]]*)\] Goal (\S+)(?: : (\w+))?", text, re.M)
    return {goal: prover.lower() if result == "Valid" else None for prover, goal, result in found}


def owner_of(goal, functions):
    """The function that a goal is about: the one with the longest name that fits; None if none does."""
    body = re.sub(r"^typed_(dpk_)?", "", goal)
    return max((f for f in functions if body.startswith(f + "_")), key=len, default=None)


def prove_file(name):
    path = src / "src/check/kernel" / name
    functions = functions_of(path)
    text, total, cpu = wp(path, "-wp-steps", STEPS, "-wp-timeout", PATIENCE)
    goals = goals_of(text)
    left = [goal for goal, prover in goals.items() if prover is None]
    if left:
        again, _, more = wp(path, "-wp-steps", MORE_STEPS, "-wp-timeout", PATIENCE, "-wp-fct", ",".join({owner_of(g, functions) or g for g in left}))
        cpu += more
        late = {goal: prover for goal, prover in goals_of(again).items() if goal in left and prover}
        goals.update(late)
        for goal in late:
            print("prove: %s: %s takes more than %s steps" % (name, goal, STEPS))
    count = {}
    for goal, prover in goals.items():
        owner = owner_of(goal, functions)
        if owner is None:
            fail("%s: the goal %s belongs to no function" % (name, goal))
            continue
        row = count.setdefault(owner, [0, 0, set()])
        row[0] += 1
        if prover:
            row[1] += 1
            row[2].add(prover.split()[0])
        else:
            fail("%s: %s is not proved" % (name, goal))
    if total and len(goals) != total[1]:
        fail("%s: %d goals, but %d were listed" % (name, total[1], len(goals)))
    for word in re.findall(r"[Nn]either code nor specification for function (\w+)", text):
        fail("%s: %s has neither code nor contract" % (name, word))
    for owner in functions:
        if owner not in count:
            fail("%s: %s has no goals: has it a contract?" % (name, owner))
        wanted, proved, by = count.get(owner, (0, 0, ()))
        rows.append(("%s:%s" % (name, owner), wanted, proved, "+".join(b for b in ("qed", "z3", "cvc4") if b in by) or "-"))
    tell(name, "%d goals" % len(goals), cpu)


# ---- lemmas ----

# What tries the lemmas, in this order, each what the others have left.
ATTEMPTS = [(p, ["-s", STEPS, "-t", PATIENCE]) for p in (NONL, FLAT, CVC4, Z3)] + \
    [(p, ["-s", MORE_STEPS, "-t", PATIENCE]) for p in (NONL, CVC4, Z3, FLAT)]


def why3(prover, limits, theories, only=(), split=False):
    """The goals of these theories, or only those of these names: place, name, whether it is proved; CPU seconds."""
    command = ["why3", "prove", str(MLW), "-L", str(MLW.parent), "-P", prover] + limits
    for theory in theories:
        command += ["-T", theory]
    for goal in only:
        command += ["-G", goal]
    if split:
        command += ["-a", "split_vc"]
    _, text, cpu = run(command)
    goals, place, name = [], "", ""
    for line in text.splitlines():
        found = re.match(r'File "[^"]*", line (\d+), characters (\S+):', line)
        if found:
            place = found.group(1) + ":" + found.group(2)
        elif line.startswith(("Goal ", "Sub-goal ")):
            name = line.rstrip(".")
        elif line.startswith("Prover result is:"):
            goals.append((place, name, "Valid" in line))
    if not goals:
        fail("why3 says nothing about %s: %s" % (theories, text[-500:]))
    return goals, cpu


def late(limits, what):
    if MORE_STEPS in limits:
        print("prove: %s takes more than %s steps" % (what, STEPS))


def prove_module(module):
    """All goals with the first prover, then what it leaves, lemma by lemma, with the others."""
    goals, cpu, by = [], 0, set()
    for prover, limits in ATTEMPTS:
        lemmas = sorted({name.split()[-1] for _, name, proved in goals if not proved})
        if goals and not lemmas:
            break
        again, more = why3(prover, limits, [module], lemmas, True)
        cpu += more
        if not goals:
            goals = [(place, name, False) for place, name, _ in again]
        for lemma in {name.split()[-1] for _, name, _ in again}:
            old = [i for i, goal in enumerate(goals) if goal[1].split()[-1] == lemma]
            new = [goal for goal in again if goal[1].split()[-1] == lemma]
            if [goals[i][:2] for i in old] != [goal[:2] for goal in new]:
                fail("why3 lists other goals of %s for another prover" % lemma)
                continue
            for i, (place, name, proved) in zip(old, new):
                if proved and not goals[i][2]:
                    by.add(NAMES[prover])
                    goals[i] = (place, name, True)
                    late(limits, "dpk.mlw:%s" % place)
    for place, name, proved in goals:
        if not proved:
            fail("dpk.mlw:%s: %s of %s is not proved" % (place, name, module))
    rows.append(("dpk.mlw:" + module, len(goals), sum(g[2] for g in goals), "+".join(n for n in NAMES.values() if n in by) or "-"))
    tell(module, "%d goals" % len(goals), cpu)


def prove_each(kind):
    """The modules P_* or R_*: one goal each, and quickly proved, so many in one run of Why3."""
    left = [m for m in MODULES if m.startswith(kind)]
    wanted, proved, cpu, by = len(left), 0, 0, set()
    for prover, limits in ATTEMPTS:
        goals, more = why3(prover, limits, left)
        cpu += more
        if len(goals) != len(left):
            fail("%d goals in %d modules %s*" % (len(goals), len(left), kind))
            break
        for module, (_, name, _) in zip(left, goals):
            if kind == "R_" and name.split()[1] != module[2:]:
                fail("%s proves %s" % (module, name))
        done = [m for m, g in zip(left, goals) if g[2]]
        for module in done:
            late(limits, module)
        if done:
            by.add(NAMES[prover])
        proved += len(done)
        left = [m for m in left if m not in done]
        if not left:
            break
    for module in left:
        fail("dpk.mlw: %s is not proved" % module)
    rows.append(("dpk.mlw:%s*" % kind, wanted, proved, "+".join(n for n in NAMES.values() if n in by) or "-"))
    tell(kind + "*", "%d goals" % wanted, cpu)


# ---- what is assumed ----

def inventory():
    status, text, _ = run(["python3", str(src / "tools/inventory.py"), str(src)])
    for line in text.splitlines():
        fail(line.replace("inventory: ", "", 1))
    if status != 0 and not text:
        fail("tools/inventory.py fails")


part = "--wp" in options or "--why3" in options
inventory()
tasks = []  # the longest first
if "--why3" not in options:
    chosen = sorted([o for o in options if o.endswith(".c")] or FILES,
                    key=lambda f: -(src / "src/check/kernel" / f).stat().st_size)
    tasks += [(smoke_file if "--smoke" in options else prove_file, f) for f in chosen]
if "--wp" not in options and "--smoke" not in options:
    lemmas = [m for m in MODULES if not m.startswith(("P_", "R_"))]
    named = [m for m in lemmas if m in options]
    tasks += [(prove_module, m) for m in reversed(named or lemmas)]
    if not named:
        tasks += [(prove_each, "P_"), (prove_each, "R_")]
with ThreadPoolExecutor(2) as pool:
    list(pool.map(lambda task: task[0](task[1]), tasks))
ORDER = ["%s:" % f for f in FILES] + ["dpk.mlw:" + m for m in MODULES if not m.startswith(("P_", "R_"))] + ["dpk.mlw:"]
rows.sort(key=lambda row: next(i for i, o in enumerate(ORDER) if row[0].startswith(o)))
goals, proved = sum(r[1] for r in rows), sum(r[2] for r in rows)


def table(rows):
    return "# function or module, goals, proved, by; written by tools/prove.sh --update\n" + \
        "".join("%-44s %5d %5d  %s\n" % r for r in rows) + \
        "%-44s %5d %5d\n" % ("total", sum(r[1] for r in rows), sum(r[2] for r in rows))


def read_table(path):
    lines = [l.split() for l in path.read_text().splitlines() if not l.startswith("#")] if path.exists() else []
    return [(l[0], int(l[1]), int(l[2]), l[3]) for l in lines if l[0] != "total"]


Path("prove.status").write_text(table(rows))
committed = src / "proofs/STATUS"
if "--smoke" not in options:
    known = read_table(committed)
    if part:  # of the files and modules that were proved, and no others
        ran = {f for f in FILES if any(r[0].startswith(f + ":") for r in rows)}
        others = [r for r in known if r[0].split(":")[0] not in ran and r[0] not in {x[0] for x in rows}]
        known = [r for r in known if r not in others]
    if "--update" in options:
        if failures:
            print("prove: proofs/STATUS is not changed")
        else:
            now = rows + (others if part else [])
            now.sort(key=lambda row: next(i for i, o in enumerate(ORDER) if row[0].startswith(o)))
            committed.write_text(table(now))
            known = rows
    now = {r[0]: r[1] for r in rows}
    was = {r[0]: r[1] for r in known}
    for name in sorted(was.keys() - now.keys()):
        fail("%s of proofs/STATUS has gone" % name)
    for name, count in now.items():
        if count != was.get(name):
            fail("%s has %d goals, proofs/STATUS says %s: look why, then --update" % (name, count, was.get(name)))
print("prove: %d of %d goals proved for %s in %.0f s, %.0f s of CPU%s" % (proved, goals, MACHDEP, time.time() - started, total_cpu,
      ", %d failures" % len(failures) if failures else ""))
sys.exit(1 if failures else 0)
EOF_PYTHON
