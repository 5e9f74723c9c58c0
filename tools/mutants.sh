#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# usage: tools/mutants.sh SRCDIR [--tests | --proofs] [--missing] [--update | COUNT [SEED]]     (make mutants)
#
# Every mutant of proofs/mutants.txt is a wrong kernel: a changed function must lose a proof goal,
# and tests/check/kernel/t-kernel must fail.  In a build folder, with the commands of make in the environment.
#   --tests, --proofs   only the tests, or only the proofs
#   --update            writes the results into the table
#   --missing           only mutants without a result in the table
#   COUNT, SEED         COUNT of the mutants with a result, chosen by SEED (default: the day);
#                       without COUNT all mutants
# Exits 1 if a mutant survives, or if its text is no longer found exactly once in the function.

set -u
srcdir=$(cd "${1:?usage: tools/mutants.sh SRCDIR}" && pwd) || exit 1
shift
command -v frama-c >/dev/null || {
    echo "mutants: frama-c was not found (tools/install-deps.sh prove)" >&2
    exit 1
}
sh "$srcdir/tools/prove.sh" "$srcdir" --configure || exit 1
WHY3CONFIG=$(pwd)/why3.conf
export WHY3CONFIG
exec python3 - "$srcdir" "$@" <<'EOF_PYTHON'
import os, random, re, resource, shutil, subprocess, sys, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

src, options = Path(sys.argv[1]), sys.argv[2:]
numbers = [o for o in options if not o.startswith("--")]
count, seed = int(numbers[0]) if numbers else 0, numbers[1] if len(numbers) > 1 else time.strftime("%Y%m%d")
proofs, tests = "--tests" not in options, "--proofs" not in options
TABLE = src / "proofs/mutants.txt"
COMPILE, LINK, LIBS = (os.environ.get(name, "").split() for name in ("MUTANT_COMPILE", "MUTANT_LINK", "MUTANT_LIBS"))
os.environ.update(CK_EXCLUDE_TAGS="slow", DPC_SEED="1", srcdir=str(src), top_srcdir=str(src))


def mutated(name, function, old, new):
    """The text of the file with this change of this function; None if it is not possible."""
    text = (src / "src/check/kernel" / name).read_text()
    found = re.search(r"^[a-z][\w ]*?[ *]%s\([^;{}]*\)\n\{\n(.*?)^\}" % function, text, re.M | re.S)
    if found is None:
        return None
    body = found.group(1)
    if old == "*":
        body = "    %s\n" % new
    elif body.count(old) != 1:
        return None
    else:
        body = body.replace(old, "" if new == "-" else new)
    return text[:found.start(1)] + body + text[found.end(1):]


# Seconds of the processor, against a prover that does not count what it does; a goal takes a few.
WATCHDOG = "300"


def lost_goal(tree, name, function):
    out = subprocess.run(["frama-c", "-cpp-extra-args=-I%s/src/check -I%s/src/check" % (tree, src), "-wp", "-wp-rte", "-wp-driver",
                          "%s/proofs/dpk.driver" % src, "-wp-prover", "z3-nonl,cvc4", "-wp-steps", "500000",
                          "-wp-timeout", WATCHDOG, "-wp-par", "1", "-wp-cache", "none", "-wp-fct", function,
                          str(tree / "src/check/kernel" / name)], capture_output=True, text=True).stdout
    if not re.search(r"Proved goals:\s*\d+ / \d+", out):
        return None
    lost = re.findall(r"^\[wp\] \[(?!Qed|Z3|CVC4)[^\]]*\] Goal typed_(?:dpk_)?(\S+)", out, re.M)
    return lost[0] if lost else None


def failed_test(tree, name):
    """Its name; None if all pass.  The object is linked in front of the library that has the right one."""
    program = tree / "t-kernel"
    command = COMPILE + ["-I%s/src/check" % src, "-w", "-c", "-o", str(tree / "mutant.o"), str(tree / "src/check/kernel" / name)]
    subprocess.run(command, check=True)
    subprocess.run(LINK + ["-o", str(program), str(tree / "mutant.o"), "tests/check/kernel/t-kernel.o"] + LIBS, check=True,
                   stdout=subprocess.DEVNULL)
    # the watchdog of `make check`: a mutant may not end
    out = subprocess.run([str(program)], capture_output=True, text=True,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (3600, 3600)))
    if out.returncode == 0:
        return None
    found = re.search(r":[FE]:[^:]*:(\w+):", out.stdout)
    return found.group(1) if found else "exit %d" % out.returncode


def try_mutant(job):
    number, row = job
    name, function, old, new = row[:4]
    tree = Path("mutants") / str(number)
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(src / "src/check/kernel", tree / "src/check/kernel")
    text = mutated(name, function, old, new)
    if text is None:
        return "mutants: '%s' is not once in %s of %s" % (old, function, name), False
    (tree / "src/check/kernel" / name).write_text(text)
    row += ["-", "-"][len(row) - 4:]
    good = True
    if proofs and not ("--missing" in options and row[4] != "-"):
        row[4] = lost_goal(tree, name, function) or "-"
        good &= row[4] != "-"
    if tests and not ("--missing" in options and row[5] != "-"):
        row[5] = failed_test(tree, name) or "-"
        good &= row[5] != "-"
    shutil.rmtree(tree, ignore_errors=True)
    print("mutants: %s%s" % ("" if good else "SURVIVES: ", " | ".join(row)), flush=True)
    return None, good


lines = TABLE.read_text().splitlines()
table = [line.split(" | ") for line in lines if line and not line.startswith("#")]
every = list(enumerate(table))
tried = [job for job in every if len(job[1]) == 6 and "-" not in job[1][4:]]
chosen = every if count == 0 else random.Random(seed).sample(tried, count)
if "--missing" in options:
    chosen = [job for job in chosen if job not in tried]
if tests:
    subprocess.run(["make", "-s", "tests/check/kernel/t-kernel"], check=True)
    if subprocess.run(["./tests/check/kernel/t-kernel"], capture_output=True).returncode != 0:
        sys.exit("mutants: tests/check/kernel/t-kernel fails without a mutant")
with ThreadPoolExecutor(2) as pool:
    results = list(pool.map(try_mutant, chosen))
for message, _ in results:
    if message:
        print(message)
dead = sum(good for _, good in results)
if "--update" in options and dead > 0:
    TABLE.write_text("\n".join([l for l in lines if l.startswith("#")] + [" | ".join(row) for row in table]) + "\n")
print("mutants: %d of %d %s%s" % (dead, len(chosen), " and ".join(
    ["lose a goal"] * proofs + ["fail a test"] * tests), " (seed %s)" % seed if count else ""))
sys.exit(0 if dead == len(chosen) else 1)
EOF_PYTHON
