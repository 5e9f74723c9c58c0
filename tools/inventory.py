#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
"""What the proofs assume, as Why3 and Frama-C understand their files, against what proofs/TRUSTED.md lists.

usage: tools/inventory.py SRCDIR [--why3 | --c | --modules]      (a part of tools/prove.sh, which makes WHY3CONFIG)

Why3 prints the theories of proofs/why3/dpk.mlw and Frama-C the files of the kernel, both after parsing: how a text is
laid out, commented or expanded from macros plays no role.  An axiom is believed only if TRUSTED.md lists it, a fact of
a theory F_* only if a module R_* proves it for definitions, and all facts for the same ones.  Exits 1 otherwise.
--modules names the theories that have goals.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FILES = ["dyadic.c", "expo.c", "gauss.c", "ival.c", "judge.c", "power.c", "steps.c"]
failures = []


def fail(text):
    failures.append(text)
    print("inventory: " + text, flush=True)


def listed(src, name):
    text = (src / "proofs/TRUSTED.md").read_text()
    return re.findall(r"^- (\S+)$", text.split("<!-- %s -->" % name)[1].split("<!-- end -->")[0], re.M)


def compare(src, what, found, name):
    for x in sorted(set(found) - set(listed(src, name))):
        fail("%s %s is not in proofs/TRUSTED.md" % (what, x))
    for x in sorted(set(listed(src, name)) - set(found)):
        fail("%s %s of proofs/TRUSTED.md does not exist" % (what, x))


def output(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        fail("%s fails:\n%s" % (" ".join(command), (done.stdout + done.stderr)[-1500:]))
    return done.stdout


# ---- Why3 ----

class Theory:
    """Declarations in their order: (kind, name, rest); libraries and theories used; clones: (theory, {kind: {from: to}})."""

    def __init__(self, name):
        self.name, self.declarations, self.uses, self.clones, self.metas = name, [], [], [], []

    def names(self, kind):
        return [n for k, n, _ in self.declarations if k == kind]


def theories_of(src, *only):
    """What Why3 prints.  A name stands for one symbol in all of the output."""
    mlw = src / "proofs/why3/dpk.mlw"
    command = ["why3", "prove", "--print-theory", str(mlw), "-L", str(mlw.parent)]
    for name in only:
        command += ["-T", name]
    theories, current = [], None
    # an item begins after two blanks and goes on in lines that begin with more
    for item in re.split(r"\n(?=  \S|\S)", output(command)):
        words = item.split()
        if not words:
            continue
        if words[0] == "theory":
            current = Theory(words[1])
            theories.append(current)
        elif words[0] == "end":
            current = None
        elif current is None:
            fail("Why3 prints something outside of theories: %s" % item[:80])
        elif words[:2] == ["(*", "use"]:
            current.uses.append(words[2])
        elif words[:2] == ["(*", "meta"]:
            current.metas.append(words[2])
        elif words[:2] == ["(*", "clone"]:
            maps = {}
            for kind, old, new in re.findall(r"(\w+) (\S+) = ([^\s,]+),", item.split("with", 1)[1]):
                maps.setdefault(kind, {})[old] = new
            current.clones.append((words[2], maps))
        elif words[0] in ("axiom", "lemma", "goal", "function", "predicate", "constant"):
            current.declarations.append((words[0], words[1], " ".join(words[2:])))
        else:
            fail("%s has a declaration of another kind: %s" % (current.name, item.strip()[:80]))
    return theories


def words_of(text):
    """The words of a file of Why3 outside of strings and of comments, which nest.  (*) is an operator."""
    token = re.compile(r'"(?:\\.|[^"\\])*"|[A-Za-z_][\w\']*|.', re.S)
    words, depth, at = [], 0, 0
    while at < len(text):
        if text.startswith("(*)", at):
            at += 3
        elif text.startswith("(*", at):
            depth, at = depth + 1, at + 2
        elif depth > 0:
            done = text.startswith("*)", at)
            depth, at = depth - done, at + 1 + done
        else:
            found = token.match(text, at).group()
            words.append(found)
            at += len(found)
    return [w for w in words if w[0] == "_" or w[0].isalpha()]


def stem(name):
    """Of what belongs to one `let`: its condition and what follows from it.  Why3 numbers equal names."""
    return re.sub(r"\d+$", "", re.sub(r"'(vc|def|spec|lemma)\d*$", "", name))


def check_backed(theory):
    """An axiom of a module belongs to a `let`, whose condition is a goal just before it."""
    goal = None
    for kind, name, _ in theory.declarations:
        if kind == "axiom" and (goal is None or stem(goal) != stem(name)):
            fail("dpk.mlw: %s has an axiom: %s" % (theory.name, name))
        if kind in ("axiom", "goal"):
            goal = name if kind == "goal" and re.search(r"'vc\d*$", name) else None


def check_facts(theories):
    """Iface consists of the facts of all F_*; R_* proves each, and a symbol of Iface stands for one definition."""
    facts = {t.name: t for t in theories if t.name.startswith("F_")}
    iface = [t for t in theories if t.name == "Iface"]
    proofs = {t.name: t for t in theories if t.name.startswith("R_")}
    if len(iface) != 1:
        return fail("dpk.mlw: there are %d theories Iface" % len(iface))
    opaque, given = {}, []
    for name, maps in iface[0].clones:
        opaque[name] = {**maps.get("function", {}), **maps.get("predicate", {}), **maps.get("constant", {})}
        given += maps.get("prop", {}).values()
    if sorted(name for name, _ in iface[0].clones) != sorted(facts):
        fail("the theory Iface does not consist of all facts")
    if sorted(given) != sorted(iface[0].names("axiom")):
        fail("dpk.mlw: Iface has an axiom of its own: %s" % sorted(set(given) ^ set(iface[0].names("axiom"))))
    meaning = {}
    for name, fact in facts.items():
        proof = proofs.pop("R_" + name[2:], None)
        if len(fact.names("axiom")) != 1 or fact.clones:
            fail("dpk.mlw: %s is not one fact" % name)
        if proof is None:
            fail("dpk.mlw: no module R_%s proves the fact" % name[2:])
            continue
        if [n for n, _ in proof.clones] != [name] or len(proof.names("goal")) != 1 or len(proof.declarations) != 1:
            fail("dpk.mlw: R_%s is more or less than the proof of %s" % (name[2:], name))
            continue
        maps = proof.clones[0][1]
        if list(maps.get("prop", {}).items()) != [(fact.names("axiom")[0], proof.names("goal")[0])]:
            fail("dpk.mlw: R_%s does not make a goal of its fact" % name[2:])
        defined = {**maps.get("function", {}), **maps.get("predicate", {}), **maps.get("constant", {})}
        for symbol, seen in opaque.get(name, {}).items():
            if symbol not in defined:
                fail("dpk.mlw: R_%s leaves %s without a definition" % (name[2:], symbol))
            elif meaning.setdefault(seen, defined[symbol]) != defined[symbol] or stem(symbol) != stem(defined[symbol]):
                fail("dpk.mlw: R_%s takes %s for %s" % (name[2:], stem(symbol), stem(defined[symbol])))
    for name in proofs:
        fail("dpk.mlw: %s proves no fact" % name)


def inventory_why3(src):
    others = [str(p.relative_to(src)) for p in (src / "proofs/why3").rglob("*") if p.name != "dpk.mlw"]
    if others:
        fail("Why3 would find more than dpk.mlw and its library: %s" % others)
    words = words_of((src / "proofs/why3/dpk.mlw").read_text())
    for word in sorted(set(words) & {"assume", "any", "val", "abstract", "diverges"}):
        fail("dpk.mlw: the word %s stands in it" % word)  # the condition of a `let` would hide it
    theories = theories_of(src)
    told = sum(len(t.names("axiom")) for t in theories if t.name.startswith("F_") or t.name == "Analysis")
    told += sum(len(t.clones) for t in theories if t.name == "Iface")  # clone ... with axiom .
    if words.count("axiom") != told:
        fail("dpk.mlw: the word axiom stands in it %d times, F_*, Analysis and Iface have %d" %
             (words.count("axiom"), told))
    names = [t.name for t in theories]
    if len(set(names)) != len(names) or not names:
        fail("dpk.mlw: theories are missing, or have the same name")
    axioms, libraries = [], set()
    for t in theories:
        libraries |= {u for u in t.uses if u not in names and not u.startswith("why3.")}
        if set(t.metas) - {"inline:no"}:
            fail("dpk.mlw: %s has a meta: %s" % (t.name, t.metas))
        if t.name == "Analysis":
            axioms += t.names("axiom")
        elif not t.name.startswith("F_") and t.name != "Iface":
            check_backed(t)
        if t.clones and t.name != "Iface" and not t.name.startswith("R_"):
            fail("dpk.mlw: %s has a clone" % t.name)
    compare(src, "the axiom", axioms, "axioms")
    compare(src, "the library", libraries, "libraries")
    check_facts(theories)


# ---- Frama-C ----

FORBIDDEN = {"axiom", "lemma", "admit", "\\admit", "assumes", "ghost", "model", "volatile"}


def printed(src, name):
    """A file of the kernel as Frama-C prints it."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.c"
        output(["frama-c", "-machdep", os.environ.get("MACHDEP") or "x86_64", "-cpp-extra-args=-I%s/src/check" % src,
                str(src / "src/check/kernel" / name), "-print", "-ocode", str(out)])
        return out.read_text() if out.exists() else ""


def check_words(name, annotation):
    words = re.findall(r"\\?\w+", annotation)
    for word in sorted(set(words) & FORBIDDEN):
        fail("%s: %s in an annotation" % (name, word))
    if re.search(r"\b(type|global|strong|weak)\s+invariant\b", annotation):
        fail("%s: an invariant of a type in an annotation" % name)


def check_definitions(name, annotations):
    """A symbol is defined by those before it: no definition is recursive, none can be contradictory."""
    defined, known = re.compile(r"\b(?:logic\s+\S+|predicate)\s+(\w+)(?:\{[^}]*\})?\s*(\([^)]*\))?\s*=(?!=)([^;]*);"), set()
    for annotation in annotations:
        for symbol, _, body in defined.findall(annotation):
            if symbol in re.findall(r"\w+", body) or symbol in known:
                fail("%s: the definition of %s is recursive" % (name, symbol))
            known.add(symbol)
    return known


def functions_in(text):
    """Of every function: its contract, and whether it has a body here.  Bodies are skipped, whatever they hold."""
    found, contract, at = {}, "", 0
    token = re.compile(r"/\*@.*?\*/|/\*.*?\*/|//[^\n]*|#[^\n]*|\{|;|[^{;/#]+|.", re.S)
    head = ""
    while at < len(text):
        part = token.match(text, at).group()
        at += len(part)
        if part.startswith("/*@"):
            contract, head = part, ""
        elif part.startswith(("/*", "//", "#")):
            continue
        elif part in "{;":
            name = re.search(r"(\w+)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*$", head)
            if name and not re.match(r"\s*(typedef|struct|enum|union)\b[^(]*$", head):
                old = found.get(name.group(1))
                found[name.group(1)] = (contract or (old[0] if old else ""), part == "{" or bool(old and old[1]))
            if part == "{":
                at = end_of_block(text, at)
            contract, head = "", ""
        else:
            head += part
    return found


def end_of_block(text, at):
    depth = 1
    for part in re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|[{}]", re.S).finditer(text, at):
        if part.group() in "{}":
            depth += 1 if part.group() == "{" else -1
            if depth == 0:
                return part.end()
    return len(text)


def check_contracts(files):
    """A contract is the same wherever it is used; what has a contract and no body anywhere is assumed."""
    contracts, proved = {}, set()
    for name, functions in files.items():
        for function, (contract, body) in functions.items():
            plain = " ".join(contract.split())
            if body:
                proved.add(function)
            if contracts.setdefault(function, plain) != plain:
                fail("%s: the contract of %s is not that of other files" % (name, function))
    return set(contracts) - proved


def check_driver(src, annotations):
    """proofs/dpk.driver does nothing but link every symbol of logic.h to one of Iface with the same types."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", (src / "proofs/dpk.driver").read_text(), flags=re.S)
    link = re.compile(r'(?:logic (integer|real) |(predicate) )"(\w+)"(?:\(([\w,]*)\))? = "(\w+)";$')
    linked = {}
    for line in filter(None, (l.strip() for l in text.splitlines())):
        found = link.match(line)
        if found:
            linked[found.group(3)] = (found.group(1) or "predicate", found.group(4) or "", found.group(5))
        elif line not in ("library dpk:", 'why3.import += "dpk.Iface";'):
            fail("dpk.driver: only links are expected: %s" % line)
    block = next((a for a in annotations if re.match(r"/\*@\s*axiomatic Dpk\b", a)), "")
    kinds = {"\u2124": "integer", "\u211d": "real", "integer": "integer", "real": "real"}
    here = {}
    for kind, result, name, arguments in re.findall(r"(logic (\S+)|predicate) (\w+)(\([^)]*\))?", block):
        types = [kinds.get(a.split()[0], "?") for a in arguments.strip("()").split(",")] if arguments else []
        here[name] = (kinds.get(result, "predicate"), ",".join(types))
    if not here or {n: v[:2] for n, v in linked.items()} != here:
        fail("dpk.driver and logic.h differ: %s" % sorted(set(here.items()) ^ {(n, v[:2]) for n, v in linked.items()}))
    there, names = {}, {"int": "integer", "real": "real"}
    for theory in theories_of(src, "Iface"):
        for kind, name, rest in theory.declarations:
            if kind in ("function", "constant", "predicate"):
                arguments, _, result = rest.partition(":")
                there[name] = (names.get(result.strip(), "predicate"), ",".join(names.get(a, "?") for a in arguments.split()))
    for name, (result, arguments, target) in linked.items():
        if there.get(target) != (result, arguments):
            fail("dpk.driver: %s of Iface is no %s of %s" % (target, result, arguments))
    if len({v[2] for v in linked.values()}) != len(linked):
        fail("dpk.driver links two symbols to one")


def inventory_c(src):
    files, blocks = {}, []
    for name in FILES:
        text = printed(src, name)
        annotations = re.findall(r"/\*@.*?\*/", text, re.S)
        for annotation in annotations:
            check_words(name, annotation)
        check_definitions(name, annotations)
        blocks = blocks or annotations
        files[name] = functions_in(text)
    compare(src, "the assumed function", check_contracts(files), "assumed")
    check_driver(src, blocks)


def main():
    src, options = Path(sys.argv[1]).resolve(), sys.argv[2:]
    if "--modules" in options:
        print("\n".join(t.name for t in theories_of(src) if t.names("goal") or t.names("lemma")))
        return 1 if failures else 0
    if "--c" not in options:
        inventory_why3(src)
    if "--why3" not in options:
        inventory_c(src)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
