#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
"""Writes certs/: the certificates that certs/COMMANDS lists (refutations that theorem files name, and certificates
about the papers), one certificate for every theorem of the catalogue, at the first row of its table in
tests/data (or where its method is used), examples of every kind, and bad/, one defect per file, with its manifest.  Run it after a
change of the catalogue or of the format:

    tools/make-certs.py path/to/dpcert

Every reason in the manifest is written by hand below, so that a defect that is rejected for
a wrong reason is noticed."""
import os
import re
import shlex
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CERTS = os.path.join(TOP, "certs")

OWN = """theorem   my.steps
revision  3
title     "A theorem of the issuer's own"
cite      me "here"
status    proved paper
adjacency any
param     x : real where x > 0
param     n : int where n >= 1
result    y <= sum(k = 1..n, x^k/k)
"""

OWN_RANGE = """theorem   my.ranges
revision  1
title     "Infimum and integral of the issuer's own"
cite      nobody "nowhere"
status    proved paper
adjacency any
param     x : real where 0 < x < 1
result    y <= inf(p = 1..2, (p - 3/2)^2, quasiconvex L-NOT-THERE) + integral(p = 0..x, exp(-p^2)*abs(p - 1/3))
"""


PRODUCT = ("product.exact", "gauss=[(0.5,10,200),(1,20,10)]", "laplace=[(0.1,10)]", "step=[(0.2,1e-8,2)]")
SGM = ("sgm.exact", "q=1e-4", "sigma=2", "T=1e9")

# few steps: plans with a cut (soft > 0); they are short because the second checker is slow
CUT = ("sgm.exact", "q=0.05", "sigma=1", "T=3", "eps=1.5", "-d", "3")
PRODUCT_CUT = ("product.exact", "gauss=[(0.05,1,3)]", "laplace=[]", "step=[(0.1,1e-8,1)]", "eps=1.5", "-d", "3")
# plans that count the far end separately, in both directions
FAR = ("sgm.exact", "q=0.001", "sigma=2", "T=6", "eps=0.009", "-d", "3")
PRODUCT_FAR = ("product.exact", "gauss=[(0.001,2,6)]", "laplace=[(0.001,2)]", "step=[]", "eps=0.009", "-d", "3")
ADD_FAR = ("product.one-way", "direction=add", "gauss=[(0.01,2,2)]", "laplace=[]", "step=[]", "eps=0.005",
           "p_d=inversion(theta=558,A=0.03,K=60,h=0.03,j0=-280,j1=300,fine=3,coarse=0,strip=0.249,spread=547,shift=5/8,"
           "cut=0,soft=0,core=1,far=1.57,edge=0.06)", "-d", "3")

# Entries whose tables begin with parameters for which the formula does not need the method.
WITH_METHOD = {
    "sgm.exact": ("q=0.5", "sigma=4", "T=20", "eps=1", "-d", "6"),
    "sgm.exact-eps": ("q=0.5", "sigma=4", "T=20", "delta=1e-5", "-d", "6"),
}


def run(dpcert, *args):
    done = subprocess.run([dpcert, *args], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(args)}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def own_theorem(dpcert, text, *values, **options):
    with tempfile.NamedTemporaryFile("w", suffix=".thm") as f:
        f.write(text)
        f.flush()
        return run(dpcert, "bound", f.name, *values, "--cert", "-", *options.get("more", ()))


def history(dpcert, digits, *lines):
    """A certificate of an account, of a history given as text."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
        f.write("".join(line + "\n" for line in lines))
        f.flush()
        return run(dpcert, "account", f.name, "-d", digits, "--cert", "-")


def base_certificates(dpcert):
    def bound(*args):
        return run(dpcert, "bound", *args, "--cert", "-")

    kov = ("compose.kov", "eps=0.1", "delta=1e-5", "T=1000", "slack=1e-6")
    printed = ("compose.he-2-printed",) + kov[1:]
    steps = "step=[(0.1,1e-6,100),(0.2,1e-6,50)]"
    return {
        "kov": bound(*kov, "--context", "training run 7"),
        "kov-lower": bound(*kov, "--kind", "lower"),
        "kov-exact": bound("compose.kov-exact", "eps=0.1", "delta=1e-6", "T=100", "eps_out=3"),
        "printed-value": bound(*printed),
        "theta": bound("gauss.theta", "eps=1", "r=1/2"),
        "theta-lower": bound("gauss.theta", "eps=1", "r=1/2", "--kind", "lower"),
        "theta-tiny": bound("gauss.theta", "eps=700", "r=1/3"),
        "list": bound("gauss.mechanism-list", "eps=1", "step=[(1,2,3),(0.5,1,10)]"),
        "closed": bound("ma.gauss-closed", "sigma=20", "T=100", "delta=1e-5", "alpha=10.6"),
        "closed-value": bound("ma.gauss-closed", "sigma=20", "T=100", "delta=1e-5", "alpha=10.6",
                              "--kind", "value"),
        "gamma": bound("rdp.closed-gamma", "alpha=2", "eps=1", "delta=0.1"),
        "referee-witness": bound("ma.gauss", "sigma=20", "T=100", "delta=1e-5", "alpha=10.6",
                                 "x=3/2", "--kind", "lower"),
        "conditional": bound("ma.sgd-abadi", "q=0.001", "sigma=4", "T=1000", "delta=1e-5",
                             "alpha=80"),
        "basic": bound("compose.basic", "eps=0.1", "delta=1e-6", "T=10"),
        "basic-list": bound("compose.basic-list", steps, "slack=0"),
        "dwork-roth-list": bound("compose.dwork-roth-list", steps, "slack=1e-6"),
        "kov-list": bound("compose.kov-list", steps, "slack=1e-6"),
        "own": own_theorem(dpcert, OWN, "x=1/2", "n=10"),
        "own-range": own_theorem(dpcert, OWN_RANGE, "x=1/2"),
        "optimal-gamma": bound("rdp.optimal-gamma", "alpha=10", "eps=1", "delta=1e-5"),
        "optimal-delta": bound("rdp.optimal-delta", "alpha=10", "gamma=1/8", "eps=1", "u=3.0204"),
        "optimal-eps": bound("rdp.optimal-eps", "alpha=10", "gamma=1/8", "delta=1e-5", "x=6.7e-5"),
        "optimal-eps-lower": bound("rdp.optimal-eps", "alpha=10", "gamma=1/8", "delta=1e-5",
                                   "x=6.7e-5", "y=6.6892595934e-5", "--kind", "lower"),
        "optimal-gauss": bound("ma.gauss-optimal", "sigma=20", "T=1000", "delta=1e-5",
                               "alpha=3.85158", "z=7e-6"),
        "symmetric-gamma": bound("rdp.symmetric-gamma", "alpha=10", "eps=0.1", "delta=0.3"),
        "symmetric-eps": bound("rdp.symmetric-eps", "alpha=2", "gamma=1", "delta=1/2",
                               "b=0.1932751572002"),
        "symmetric-eps-lower": bound("rdp.symmetric-eps", "alpha=2", "gamma=1", "delta=1/2",
                                     "b=0.1932751572002", "x=0.193275157198", "--kind", "lower"),
        "chi2-gauss": bound("fdiv.chi2-gauss", "rk=1", "r=2"),
        "chi2-binary": bound("fdiv.chi2-binary", "a=0.1", "b=0.4", "mu=0.1", "nu=0.4"),
        "product": bound(*PRODUCT, "eps=1"),
        "product-lower": bound(*PRODUCT, "eps=1", "--kind", "lower"),
        "product-eps": bound("product.exact-eps", *PRODUCT[1:], "delta=1e-6"),
        "product-cut": bound(*PRODUCT_CUT),
        "product-far": bound(*PRODUCT_FAR),
        "add-far": bound(*ADD_FAR),
        "add-far-lower": bound(*ADD_FAR, "--kind", "lower"),
        "sgm-far": bound(*FAR),
        "sgm-far-lower": bound(*FAR, "--kind", "lower"),
        "sgm-cut": bound(*CUT),
        "sgm-cut-lower": bound(*CUT, "--kind", "lower"),
        "sgm": bound(*SGM, "eps=11"),
        "sgm-lower": bound(*SGM, "eps=11", "--kind", "lower"),
        "sgm-eps": bound("sgm.exact-eps", *SGM[1:], "delta=1e-9"),
        "history": history(dpcert, "3", "gaussian sigma=4 rate=0.5 times 20 # warm-up", "laplace eps=0.1 times 2",
                           "gaussian sigma=2 rate=0.5 times 10 # main part", "eps 2"),
        "history-one": history(dpcert, "3", "gaussian sigma=4 rate=0.5 times 20 # the whole run", "eps 1"),
        "history-response": history(dpcert, "10", "randomized-response p=3/4 times 10 # ten questions", "eps 5"),
        "sgm-eps-lower": bound("sgm.exact-eps", *SGM[1:], "delta=1e-9", "--kind", "lower"),
    }


class Defects:
    """The bad certificates, each made from a good one by one change."""

    def __init__(self, base):
        self.base = base
        self.rows = []

    def add(self, name, text, where, reason, word="REJECTED"):
        """where: the line to blame, as a number or as the text of that line (the last such)."""
        if isinstance(where, str):
            lines = text.split("\n")
            where = max(i + 1 for i, line in enumerate(lines) if line == where)
        self.rows.append((name + ".cert", text, word, where, reason))

    def change(self, name, base, old, new, where, reason, word="REJECTED"):
        text = self.base[base]
        if text.count(old) != 1:
            sys.exit(f"{name}: '{old}' occurs {text.count(old)} times")
        self.add(name, text.replace(old, new), where, reason, word)


def defects_of_premises(d):
    """Facts that an auditor must check are left out or weakened; the checker's copy still has them."""
    sgm = d.base["sgm"]
    first = sgm.index("|premise ")
    second = sgm.index("|premise ", first + 1)
    lines = int(re.search("^file sgm.exact ([0-9]+)$", sgm, re.M).group(1))
    shorter = (sgm[:first] + sgm[second:]).replace(f"file sgm.exact {lines}\n", f"file sgm.exact {lines - 1}\n")
    reason = f"its line {start_line(sgm, first) - 5} should be 'premise   \"every step draws its Poisson sample afresh"
    d.add("premise-left-out", shorter, start_line(sgm, first), reason)
    d.change("premise-weakened", "sgm", "draws its Poisson sample afresh, independently of all other steps: ", "uses the Poisson sample: ",
             start_line(sgm, first), reason)


def defects_of_text(d):
    kov = d.base["kov"]
    d.change("theorem-one-character", "kov", "|let       eps1 = T*eps\n", "|let       eps1 = t*eps\n",
             "|let       eps1 = t*eps", "is not the catalogue's text: its line 16 should be 'let       eps1 = T*eps'")
    d.change("theorem-weaker-condition", "kov", "where 0 < slack < 1", "where 0 < slack < 9",
             '|param     slack : real where 0 < slack < 9 "free delta, traded against eps_out"',
             "file compose.kov is not the catalogue's text: its line 14")
    d.change("theorem-status-raised", "printed-value", "|status    refuted", "|status    proved",
             '|status    proved rederived "certs/refutations/compose.he-2-printed.cert"',
             "is not the catalogue's text: its line 6")
    d.change("theorem-line-added", "theta", "file gauss.theta 14\n", "file gauss.theta 15\n|note \"x\"\n",
             '|note "x"', "is not the catalogue's text: its line 1 should be")
    d.change("theorem-line-removed", "theta", 'file gauss.theta 14\n|theorem   gauss.theta\n',
             "file gauss.theta 13\n", "|revision  1",
             "its line 1 should be 'theorem   gauss.theta'")
    defects_of_premises(d)
    d.change("prelude-edited", "theta", "- exp(eps)*Q(eps/r + r/2))", "- exp(eps)*Q(eps/r + r/3))",
             "|def theta(eps, r) = if(r == 0, 0, Q(eps/r - r/2) - exp(eps)*Q(eps/r + r/3))",
             "file prelude is not the catalogue's text: its line 5")
    d.change("prelude-comment-edited", "theta", "|# Functions that theorems share.", "|# Functions that they share.",
             start_line(d.base["theta"], d.base["theta"].index("|# Functions")),
             "file prelude is not the catalogue's text: its line 2")
    d.change("used-theorem-edited", "closed", "|def       eps0(d) = pos(", "|def       eps0(d) = abs(",
             "|def       eps0(d) = abs(gamma - log(d/zeta(alpha))/(alpha - 1))",
             "file rdp.closed-eps is not the catalogue's text: its line 11")
    text = d.base["closed"]
    start, stop = text.index("file rdp.closed-eps"), text.index("file prelude")
    d.add("used-theorem-missing", text[:start] + text[stop:], start_line(text, start),
          "file prelude stands where rdp.closed-eps is expected")
    end = text.index("param sigma")
    d.add("files-wrong-order", text[:start] + text[stop:end] + text[start:stop] + text[end:],
          start_line(text, start), "file prelude stands where rdp.closed-eps is expected")
    start, stop = kov.index("file prelude"), kov.index("param eps")
    d.add("prelude-missing", kov[:start] + kov[stop:], start_line(kov, start),
          "the file prelude is missing")
    d.add("prelude-twice", kov[:stop] + kov[start:stop] + kov[stop:],
          start_line(kov, stop), "file prelude is not used")
    d.change("revision-unknown", "kov", "theorem compose.kov 1\n", "theorem compose.kov 2\n",
             "theorem compose.kov 2", "revision 2 of compose.kov is not known here")
    d.change("theorem-renamed", "theta", "theorem gauss.theta 1\n", "theorem gauss.tv 1\n", 5,
             "file gauss.theta stands where gauss.tv is expected")


def start_line(text, offset):
    return text[:offset].count("\n") + 1


def defects_of_kind(d):
    printed = d.base["printed-value"]
    claims = printed.index("claim ")
    d.add("guarantee-from-refuted",
          printed[:claims].replace("kind value", "kind guarantee") +
          "claim eps_out <= 21.61841886\nclaim delta_out <= 9.586800534e-3\nend\n",
          "kind guarantee", "compose.he-2-printed is refuted: its formula gives no guarantee")
    d.change("guarantee-from-own-theorem", "own", "kind value", "kind guarantee", "kind guarantee",
             "my.steps is not in the catalogue: it can have a 'value', not a 'guarantee'")
    d.change("result-missing", "kov", "claim eps_out <= 21.61841886\n", "",
             "claim delta_out <= 9.951205804e-3",
             "the claim delta_out <= stands where one about eps_out <= is expected")
    d.change("last-result-missing", "kov", "claim delta_out <= 9.951205804e-3\n", "",
             start_line(d.base["kov"], d.base["kov"].index("claim delta_out")),
             "the claim about delta_out <= is missing: a guarantee has one for every result")
    d.change("value-without-lower-end", "printed-value", "claim eps_out >= ", "claim eps_out <= ",
             start_line(printed, printed.index("claim eps_out >=")), "stands where one about eps_out >= is expected")
    d.change("value-of-a-witness", "closed-value", "claim eps <= ", "claim eps >= 2\nclaim eps <= ", "claim eps >= 2",
             "eps depends on witnesses that the certificate chooses: others give other values, so this is not a bound from below")
    d.change("guarantee-from-below", "theta", "claim delta <= 6.829594984e-3",
             "claim delta >= 6.829594983e-3", "claim delta >= 6.829594983e-3",
             "the claim delta >= stands where one about delta <= is expected")
    d.change("guarantee-wrong-side", "gamma", "claim gamma >= ", "claim gamma <= ",
             start_line(d.base["gamma"], d.base["gamma"].index("claim gamma")),
             "stands where one about gamma >= is expected")
    d.change("lower-from-upper-bound", "kov-lower", "referee 2\n", "",
             start_line(d.base["kov-lower"], d.base["kov-lower"].index("claim ")) - 1,
             "delta_out is not an exact result of compose.kov: a lower needs one, or a referee")
    d.change("refutation-without-referee", "refutation", "referee 1\n", "", "kind refutation",
             "a refutation needs a 'referee' line")
    d.change("refutation-no-gap", "refutation", "claim delta_out >= 9.950215753e-3",
             "claim delta_out >= 9.586800534e-3", "claim delta_out >= 9.586800534e-3",
             "does not contradict")
    d.change("refutation-false", "refutation", "claim delta_out <= 9.586800534e-3",
             "claim delta_out <= 9.5e-3", "claim delta_out <= 9.5e-3",
             "delta_out <= 9.5e-3 is false: lower end 9.586800533e-3")
    d.change("referee-in-guarantee", "kov", "claim eps_out", "referee 1\nclaim eps_out", "referee 1",
             "a guarantee has no referee")
    d.change("referee-unknown", "refutation", "referee 1", "referee 3", "referee 3",
             "compose.he-2-printed has 2 referees: referee 3 does not exist")
    d.change("kind-unknown", "theta", "kind guarantee", "kind proof", "kind proof",
             "unknown kind 'proof': expected guarantee, lower, value, refutation or audit")


def defects_of_values(d):
    d.change("param-outside", "kov", "param delta = 1/100000", "param delta = 2", "param delta = 2",
             "parameter delta: the condition 0 <= delta <= 1 is false (delta = 2)")
    d.change("param-not-an-integer", "kov", "param T = 1000", "param T = 1000.5", "param T = 1000.5",
             "parameter T must be an integer")
    d.change("param-missing", "kov", "param slack = 1/1000000\n", "",
             start_line(d.base["kov"], d.base["kov"].index("param slack")), "param slack is missing")
    d.change("param-twice", "kov", "param T = 1000\n", "param delta = 1/100000\n",
             "param delta = 1/100000", "param delta is given twice")
    d.change("param-extra", "theta", "param r = 1/2\n", "param r = 1/2\nparam s = 1\n", "param s = 1",
             "gauss.theta has no param 's' here")
    d.change("params-wrong-order", "kov", "param eps = 1/10\nparam delta = 1/100000\n",
             "param delta = 1/100000\nparam eps = 1/10\n", "param delta = 1/100000",
             "param delta stands where eps is expected")
    d.change("param-not-a-number", "kov", "param eps = 1/10", "param eps = one", "param eps = one",
             "parameter eps is a number, not 'one'")
    d.change("param-list-malformed", "list", "param step = [(1,2,3),", "param step = [(1,2),",
             start_line(d.base["list"], d.base["list"].index("param step")), "record 1 does not fit")
    d.change("witness-outside", "closed", "choose alpha = 10.6", "choose alpha = 1", "choose alpha = 1",
             "witness alpha: the condition alpha > 1 is false (alpha = 1")
    d.change("witness-missing", "closed", "choose alpha = 10.6\n", "",
             start_line(d.base["closed"], d.base["closed"].index("choose alpha")),
             "choose alpha is missing")
    d.change("witness-too-many", "closed", "choose alpha = 10.6\n", "choose alpha = 10.6\nchoose alpha = 11\n", "choose alpha = 11",
             "choose alpha is given twice")
    d.change("witness-two-values", "closed", "choose alpha = 10.6\n", "choose alpha = 10.6 11\n", "choose alpha = 10.6 11",
             "'10.6 11' is no value of a certificate")
    d.change("param-two-values", "closed", "param sigma = 20\n", "param sigma = 20 21\n", "param sigma = 20 21",
             "'20 21' is no value of a certificate")
    d.change("witness-of-referee-outside", "referee-witness", "choose x = 1.5\n", "choose x = 3\n",
             "referee 1", "the referee's condition theta(x, sqrt(T)/sigma) >= delta is false")
    d.change("hypothesis-false", "conditional", "param q = 1/1000", "param q = 1/50",
             "theorem ma.sgd-abadi 1", "the hypothesis q < 1/(16*sigma) is false")
    d.change("exponent-too-large", "theta", "param eps = 1\n", "param eps = 1e1000000000000000000\n",
             "param eps = 1e1000000000000000000",
             "the exponents of all values add up to more than 1000000: that is the limit")
    d.change("steps-too-many", "kov-exact", "param T = 100\n", "param T = 1000000000000000\n",
             "theorem compose.kov-exact 1", "exceed the limit of 100000000 steps", "UNDECIDED")


def defects_of_numbers(d):
    """Spellings of numbers that the format does not allow."""
    def param(name, value, reason):
        d.change(name, "kov", "param eps = 1/10\n", f"param eps = {value}\n", f"param eps = {value}",
                 f"is no number of a certificate: {reason}")

    def claim(name, number, reason):
        d.change(name, "kov", "claim eps_out <= 21.61841886", f"claim eps_out <= {number}",
                 f"claim eps_out <= {number}", f"is no number of a certificate: {reason}")
    forms = "write an integer, a decimal like 0.05 or 9.95e-3, or a fraction like 1/3"
    param("number-plus", "+0.1", "no + stands before it")
    param("number-hexadecimal", "0X1P-4", forms)
    param("number-power", "10^-1", forms)
    param("number-not-reduced", "100/1000", "the fraction is not in lowest terms")
    param("number-denominator-one", "1/1", "a fraction has a denominator of 2 or more")
    param("number-zeros-before-exponent", "0." + "0" * 299 + "1e299",
          "with an exponent one digit stands before the point, and it is not 0")
    param("number-negative-zero", "-0.0", "0 has no sign")
    claim("number-capital-exponent", "3E1", forms)
    claim("number-leading-zeros", "0030", "it has leading zeros")
    claim("number-exponent-plus", "3e+1", "the exponent has a +")
    claim("number-exponent-zeros", "3e00001", "the exponent is 0 or has leading zeros")
    claim("number-many-before-exponent", "30e1",
          "with an exponent one digit stands before the point, and it is not 0")
    claim("number-too-long", "9" * 5001, "more than 5000 digits: that is the limit")
    d.change("list-without-records", "list", "param step = [(1,2,3),(1/2,1,10)]", "param step = [1,2,3]",
             "param step = [1,2,3]", "parameter step is a list of rows like [(1,2),(3,4)]: it takes no records and no numbers alone, as in '[1,2,3]'")


def defects_of_records(d):
    """Values of a form that no theorem takes yet, and invalid forms."""
    def param(name, value, reason):
        d.change(name, "kov", "param eps = 1/10\n", f"param eps = {value}\n", f"param eps = {value}", reason)

    def step(name, value, reason):
        d.change(name, "list", "param step = [(1,2,3),(1/2,1,10)]", f"param step = {value}", f"param step = {value}", reason)
    step("record-not-taken", "poisson(rate=1/100,sigma=11/10) x 1000", "parameter step takes no records like 'poisson(")
    step("records-not-taken", "[poisson(rate=1/100,sigma=11/10) x 1000,poisson(rate=1/50,sigma=2)]",
         "parameter step is a list of rows like [(1,2),(3,4)]: it takes no records")
    step("rows-and-records", "[(1,2,3),dp(eps=1,delta=0)]", "parameter step is a list of rows")
    step("rows-nested", "[[(1,2,3),(1/2,1,10)]]", "parameter step is a list of rows")
    d.change("record-as-witness", "closed", "choose alpha = 10.6", "choose alpha = inversion(theta=1,nodes=[1,2])",
             "choose alpha = inversion(theta=1,nodes=[1,2])", "witness alpha takes no records like 'inversion(")
    form = "is no value of a certificate: it is a number, a word, a list like"
    step("list-open", "[(1,2,3),(1/2,1,10)", form)
    step("list-comma", "[(1,2,3),]", form)
    step("row-alone", "(1,2,3)", form)
    step("row-with-word", "[(1,two,3)]", "'two' is no number of a certificate")
    param("value-blank-within", "kind(a=1, b=2)", "a field of a record is written name=value")
    param("record-open", "kind(a=1", form)
    param("record-field-without-name", "kind(1)", "a field of a record is written name=value")
    param("record-times-zero", "kind(a=1) x 0", "after x stands how often")
    param("record-times-leading-zero", "kind(a=1) x 010", "after x stands how often")
    param("record-times-twice", "kind(a=1) x 2 x 3", form)
    param("number-times", "2 x 3", form)
    param("value-nested", "[" * 17 + "1" + "]" * 17, "more than 16 lists and records within each other")
    param("value-equals-twice", "= 1/10", form)
    d.change("value-without-equals", "kov", "param eps = 1/10\n", "param eps 1/10\n", "param eps 1/10",
             "'1/10' stands where '=' is expected")
    d.change("value-missing", "kov", "param eps = 1/10\n", "param eps =\n", "param eps =", "the value is missing")


def defects_of_neighbours(d):
    """The neighbours are part of the statement; words for extensions are refused, not ignored."""
    d.change("neighbours-other", "sgm", "neighbours add-remove\n", "neighbours replace-one\n", "neighbours replace-one",
             "sgm.exact is about neighbours add-remove, not replace-one")
    d.change("neighbours-any-of-one", "sgm", "neighbours add-remove\n", "neighbours any\n", "neighbours any",
             "sgm.exact is about neighbours add-remove, not any")
    d.change("neighbours-half", "sgm", "neighbours add-remove\n", "neighbours remove\n", "neighbours remove",
             "sgm.exact is about neighbours add-remove, not remove")
    for word in ("add", "remove"):
        d.change("neighbours-%s-of-any" % word, "kov", "neighbours any\n", "neighbours %s\n" % word, "neighbours %s" % word,
                 "compose.kov covers both directions: write add-remove, not %s" % word)
    d.change("neighbours-unknown", "theta", "neighbours any\n", "neighbours all\n", "neighbours all",
             "unknown neighbours 'all': expected add-remove, add, remove, replace-one, zero-out or any")
    d.change("neighbours-missing", "theta", "neighbours any\n", "", 4, "a 'neighbours' line is expected")
    d.change("neighbours-twice", "theta", "neighbours any\n", "neighbours any\nneighbours any\n", "neighbours any",
             "is misplaced or repeated: a 'file' line is expected")
    later = "this version of the checker knows no "
    d.change("kind-audit", "theta", "kind guarantee", "kind audit", "kind audit", later + "statements about samples")
    d.change("chain", "theta", "theorem gauss.theta 1\n", "chain my.chain\nlink a gauss.theta 1 eps=param r=param\n"
             "link b gauss.theta 1 eps=a.eps r=a.r\n", "chain my.chain", later + "chains of theorems")
    d.change("confidence", "theta", "claim delta <= 6.829594984e-3", "claim delta <= 6.829594984e-3 confidence 19/20",
             "claim delta <= 6.829594984e-3 confidence 19/20", later + "claims that hold at a confidence")


def defects_of_history(d):
    """Every record of every list belongs to exactly one phase."""
    def change(name, old, new, where, reason, base="history"):
        d.change("history-" + name, base, old, new, where, reason)
    lines = ["phase 1 gauss 1 warm-up\n", "phase 2 laplace 1 Laplace noise, eps = 0.1\n", "phase 3 gauss 2 main part\n"]
    all_lines = "history complete 3\n" + "".join(lines)
    change("record-left-out", all_lines, "history complete 2\n" + lines[0] + lines[1], "history complete 2",
           "record 2 of gauss belongs to no phase")
    change("record-twice", lines[2], lines[2] + "phase 3 gauss 1\n", "phase 3 gauss 1", "record 1 of gauss belongs to a phase already")
    change("record-not-there", "phase 3 gauss 2 main part", "phase 3 gauss 3 main part", "phase 3 gauss 3 main part",
           "gauss has 2 records: record 3 does not exist")
    change("record-zero", "phase 3 gauss 2 main part", "phase 3 gauss 0 main part", "phase 3 gauss 0 main part",
           "the record must be a whole number from 1")
    change("list-unknown", "phase 3 gauss 2 main part", "phase 3 noise 2 main part", "phase 3 noise 2 main part",
           "product.exact has no list of steps 'noise'")
    change("phase-missing", "phase 3 gauss 2 main part", "phase 4 gauss 2 main part", "phase 4 gauss 2 main part",
           "phase 4 stands where phase 3 is expected")
    change("phases-too-few", "history complete 3", "history complete 2", "history complete 2",
           "the history declares phases: 2; the certificate has 3")
    change("phases-too-many", "history complete 3", "history complete 4", "history complete 4",
           "the history declares phases: 4; the certificate has 3")
    change("phases-wrong-order", lines[0] + lines[1], lines[1] + lines[0], lines[1].strip(), "phase 2 stands where phase 1 is expected")
    change("word-unknown", "history complete 3", "history whole 3", "history whole 3", "unknown extent of the history 'whole': expected complete or part")
    change("without-number", "history complete 3", "history complete", "history complete", "the number of phases is missing")
    change("twice", lines[2], lines[2] + "history complete 3\n", "history complete 3", "is misplaced or repeated: a 'file' line is expected")
    change("phase-blank-text", "phase 3 gauss 2 main part", "phase 3 gauss 2 ", "phase 3 gauss 2 ",
           "the text of a phase neither is empty nor begins or ends with a blank")
    change("phase-long-text", "phase 3 gauss 2 main part", "phase 3 gauss 2 " + "x" * 201, "phase 3 gauss 2 " + "x" * 201,
           "the text of a phase has more than 200 bytes")
    change("phase-alone", "history complete 3\n", "", "phase 1 gauss 1 warm-up", "is misplaced or repeated: a 'file' line is expected")
    change("of-parameters", "phase 1 parameters 1 the whole run", "phase 1 q 1 the whole run", "phase 1 q 1 the whole run",
           "sgm.exact has no lists of steps: its history is 'phase 1 parameters 1'", base="history-one")
    change("of-parameters-twice", "history complete 1\nphase 1 parameters 1 the whole run\n",
           "history complete 2\nphase 1 parameters 1 the whole run\nphase 2 parameters 1\n", "phase 2 parameters 1",
           "sgm.exact has no lists of steps: its history is 'phase 1 parameters 1'", base="history-one")
    for base in ("history", "history-one"):
        claim = value_in(d.base[base], "claim delta <=")
        digits, exponent = claim.split("e")
        small = f"{float(digits) * 0.99:.3f}e{exponent}"
        d.change(f"{base}-claim-too-small", base, f"claim delta <= {claim}", f"claim delta <= {small}",
                 f"claim delta <= {small}", f"delta <= {small} is false: lower end")
    d.change("history-of-a-value", "printed-value", "neighbours any\n", "neighbours any\nhistory complete 1\nphase 1 parameters 1\n",
             "history complete 1", "a value is about a formula, not about a run: no history")


def defect_of_witness(d):
    """The result is the issuer's own choice: its value says nothing."""
    text = d.base["sgm-eps"]
    d.add("value-is-a-witness", text.replace("kind guarantee", "kind value"), "kind value",
          "eps is a witness, which the certificate chooses, not the value of a formula")


def defects_of_hints(d):
    line = next(t for t in d.base["optimal-gamma"].split("\n") if t.startswith("hint "))
    _, lo, mid, hi = line.split(" ")

    def change(name, new, reason, where=None, word="REJECTED"):
        d.change(name, "optimal-gamma", line + "\n", new, where or new.split("\n")[0], reason, word)
    change("hint-out-of-order", f"hint {mid} {lo} {hi}\n", "the numbers of the bracket do not increase")
    change("hint-empty", f"hint {mid} {mid} {mid}\n", "the numbers of the bracket do not increase")
    change("hint-left-of-range", f"hint 1/1000000 {mid} {hi}\n", "the bracket is not within the range")
    change("hint-right-of-range", f"hint {lo} {mid} 3/2\n", "the bracket is not within the range")
    change("hint-at-the-end", f"hint {lo} {mid} 1\n", "the bracket is not within the range")
    change("hint-too-far-right", "hint 1/1000 1/500 3/1000\n",
           "the function is not smaller in the middle of the bracket than at its left end")
    change("hint-too-far-left", "hint 1/50000 3/100000 1/25000\n",
           "the function is not smaller in the middle of the bracket than at its right end")
    change("hint-from-an-end", f"hint end {lo} {mid}\n",
           "the function is not smaller in the middle of the bracket than at its right end")
    change("hint-missing", "", "a hint is missing: rdp.optimal-gamma needs a bracket",
           start_line(d.base["optimal-gamma"], d.base["optimal-gamma"].index(line)))
    change("hint-too-many", f"{line}\n{line}\n",
           "the hint is superfluous: nothing needs it")
    change("hint-not-a-number", f"hint {lo} middle {hi}\n", "'middle' is no number of a certificate")
    change("hint-short", f"hint {lo} {mid}\n", "the right end is missing")
    change("hint-of-four", f"hint {lo} {mid} {mid} {hi}\n", "is too much after the right end")
    change("hint-too-wide", "hint 999/10000000 10003/100000000 501/5000000\n", "gamma >= 0.1253827486 is not decided",
           "claim gamma >= 0.1253827486", "UNDECIDED")
    d.change("hint-not-wanted", "theta", "param r = 1/2\n", "param r = 1/2\nhint 1 2 3\n", "hint 1 2 3",
             "the hint is superfluous: nothing needs it")
    d.change("hint-misplaced", "optimal-gamma", "param delta = 1/100000\n" + line + "\n",
             line + "\nparam delta = 1/100000\n", "param delta = 1/100000", "is misplaced or repeated")
    d.change("infimum-too-small", "symmetric-eps", "param gamma = 1\n", "param gamma = 1.0000001\n",
             "theorem rdp.symmetric-eps 1", "the hypothesis b >= one_order or bernoulli_least(alpha, b, delta) >= M is false")
    d.change("integral-claim-too-small", "chi2-gauss", "claim eg_bound <= 0.8874101482\n",
             "claim eg_bound <= 0.8874101481\n", "claim eg_bound <= 0.8874101481",
             "eg_bound <= 0.8874101481 is false: lower end 0.88741014816")


def defects_of_claims(d):
    small = "9.951205704e-3"  # 9.951205804e-3, reduced by a relative 1e-8
    d.change("claim-too-small", "kov", "claim delta_out <= 9.951205804e-3",
             f"claim delta_out <= {small}", f"claim delta_out <= {small}",
             f"delta_out <= {small} is false: lower end 9.951205803e-3")
    d.change("claim-exact-too-small", "basic", "claim delta_out <= 1e-5",
             "claim delta_out <= 9.9999999e-6", "claim delta_out <= 9.9999999e-6",
             "delta_out <= 9.9999999e-6 is false: lower end 1e-5")
    d.change("claim-lower-too-large", "theta-lower", "claim delta >= 6.829594983e-3",
             "claim delta >= 6.829595052e-3", "claim delta >= 6.829595052e-3",
             "delta >= 6.829595052e-3 is false: upper end 6.829594984e-3")
    d.change("claim-of-nothing", "theta", "claim delta <= 6.829594984e-3", "claim epsilon <= 1",
             "claim epsilon <= 1", "the claim epsilon <= stands where one about delta <= is expected")
    d.change("claim-not-a-number", "theta", "claim delta <= 6.829594984e-3", "claim delta <= nan",
             "claim delta <= nan", "'nan' is no number")
    d.change("claim-hexadecimal", "theta", "claim delta <= 6.829594984e-3", "claim delta <= 0x1p3",
             "claim delta <= 0x1p3", "'0x1p3' is no number")
    d.change("claim-division-by-zero", "theta", "claim delta <= 6.829594984e-3",
             "claim delta <= 1/0", "claim delta <= 1/0", "'1/0' is no number")
    d.change("claim-strict", "theta", "claim delta <= ", "claim delta < ",
             start_line(d.base["theta"], d.base["theta"].index("claim ")), "unknown relation '<': expected <= or >=")
    d.change("claim-twice", "theta", "claim delta <= 6.829594984e-3\n",
             "claim delta <= 6.829594984e-3\n" * 2, "claim delta <= 6.829594984e-3",
             "the claim about delta is superfluous")
    d.change("claim-undecided", "own", "|result    y <= sum(k = 1..n, x^k/k)",
             "|result    y <= exp(log(x + 2))", 0, "", "UNDECIDED")
    name, text, word, _, _ = d.rows.pop()
    claims = text.index("claim ")
    text = text[:claims] + "claim y >= 5/2\nclaim y <= 5/2\nend\n"
    d.add(name[:-5], text, "claim y >= 5/2", "y >= 5/2 is not decided at", word)
    d.change("condition-undecided", "own", "|param     x : real where x > 0",
             "|param     x : real where x > 0 and exp(log(x)) >= x", "param x = 1/2",
             "the condition exp(log(x)) >= x cannot be decided", "UNDECIDED")


def defects_of_form(d):
    theta = d.base["theta"]
    lines = theta.split("\n")
    count = len(lines) - 1
    d.add("carriage-returns", theta.replace("\n", "\r\n"), 1, "a carriage return")
    d.change("control-character", "kov", "context training run 7", "context training\x1b[2J run 7",
             "context training\x1b[2J run 7", "the control character 0x1b")
    d.change("not-ascii", "kov", "context training run 7", "context r\u00e9sum\u00e9",
             "context r\u00e9sum\u00e9", "the byte 0xc3")
    d.change("tab", "theta", "param eps = 1", "param\teps 1", "param\teps 1", "a tab")
    d.change("two-blanks", "theta", "param eps = 1", "param  eps 1", "param  eps 1", "the name is missing")
    d.change("blank-at-end", "theta", "param eps = 1", "param eps = 1 ", "param eps = 1 ",
             "a blank stands at the end of the line")
    d.add("trailing-bytes", theta + "x\n", count + 1, "something follows the 'end' line")
    d.add("trailing-newline", theta + "\n", count + 1, "something follows the 'end' line")
    d.add("truncated", theta[: theta.index("claim ")], start_line(theta, theta.index("claim ")),
          "the certificate is truncated: a 'claim' line is expected")
    d.add("truncated-in-a-line", theta[: theta.index("claim ") + 9],
          start_line(theta, theta.index("claim ")), "the last line has no newline")
    d.add("truncated-in-a-file", "\n".join(lines[:10]) + "\n", 11,
          "file gauss.theta has 5 lines instead of 14")
    d.add("empty", "", 1, "the certificate is empty")
    d.add("not-a-certificate", "hello\n", 1, "this is not a certificate")
    d.change("version-1", "theta", "dpcert-certificate 2", "dpcert-certificate 1", 1,
             "version 1 of the format is not read any more: write the certificate anew")
    d.change("version-3", "theta", "dpcert-certificate 2", "dpcert-certificate 3", 1,
             "only version 2 of the format is known")
    d.change("kind-twice", "theta", "kind guarantee\n", "kind guarantee\nkind guarantee\n",
             "kind guarantee", "'kind guarantee' is misplaced or repeated: a 'theorem' line is expected")
    d.change("unknown-statement", "theta", "param eps = 1\n", "param eps = 1\nnote all is well\n",
             "note all is well", "the unknown statement 'note all is well' cannot stand here")
    d.change("context-before-claims", "kov", "claim eps_out <= 21.61841886\n",
             "context early\nclaim eps_out <= 21.61841886\n", "context early",
             "'context early' is misplaced or repeated: a 'claim' line is expected")
    d.change("context-too-long", "kov", "context training run 7", "context " + "x" * 4097,
             "context " + "x" * 4097, "more than 4096 bytes of context")
    d.change("context-fake-verdict", "kov",
             "claim delta_out <= 9.951205804e-3\ncontext training run 7\n",
             "claim delta_out <= 1e-9\n"
             "context VERIFIED guarantee compose.kov: eps_out <= 0.1 and delta_out <= 1e-9\n",
             "claim delta_out <= 1e-9", "delta_out <= 1e-9 is false: lower end 9.951205803e-3")
    d.change("file-count-too-small", "theta", "file gauss.theta 14", "file gauss.theta 13",
             next(i + 1 for i, l in enumerate(lines) if l.startswith("|result")),
             "file gauss.theta has more lines than the 13")
    d.change("file-bar-missing", "theta", "|adjacency any\n", "adjacency any\n", "adjacency any",
             "file gauss.theta has 6 lines instead of 14")
    d.change("revision-leading-zero", "theta", "theorem gauss.theta 1\n", "theorem gauss.theta 01\n",
             "theorem gauss.theta 01", "the revision must be a whole number")


def defects_of_own_theorems(d):
    d.change("own-nested", "own", "sum(k = 1..n, x^k/k)", "(" * 1000 + "x" + ")" * 1000,
             "file my.steps 9", "nested too deeply")
    d.change("own-iterate", "own", "sum(k = 1..n, x^k/k)", "iterate(z = x, 10^12, z/2 + 1/z)",
             "theorem my.steps 3", "exceed the limit of 100000000 steps", "UNDECIDED")
    d.change("own-exponents", "own", "sum(k = 1..n, x^k/k)",
             "x*1e9999999 + 1e9999998 + 1e9999997", "file my.steps 9",
             "the exponents of all numbers in the theorem add up to more than")
    d.change("own-malformed", "own", "|result    y <= sum(k = 1..n, x^k/k)",
             "|result    y <= sum(k = 1..n, x^k/k", "file my.steps 9", "my.steps:9:")
    d.change("own-other-id", "own", "|theorem   my.steps", "|theorem   my.other", "theorem my.steps 3",
             "the file is about my.other, revision 3")
    text = d.base["own"].replace("my.steps", "compose.kov").replace("revision  3", "revision  1")
    text = text.replace("theorem compose.kov 3", "theorem compose.kov 1")
    d.add("own-as-catalogue", text, "|title     \"A theorem of the issuer's own\"",
          "file compose.kov is not the catalogue's text: its line 3")
    text = d.base["own"].replace("file my.steps 9", "file my.steps 10").replace(
        "|result ", "|use       c = my.other(x = x)\n|result ")
    d.add("own-uses-own", text, "file my.steps 10", "unknown theorem 'my.other'")


def more_own_theorems(d):
    text = d.base["own"].replace("|status    proved paper", "|status    asymptotic paper")
    d.add("guarantee-from-asymptotic", text.replace("kind value", "kind guarantee"), "kind guarantee",
          "my.steps is not in the catalogue: it can have a 'value', not a 'guarantee'")
    d.add("own-looks-like-catalogue", d.base["own"].replace("my.steps", "Compose.kov"),
          "theorem Compose.kov 3", "Compose.kov looks like compose.kov")
    lets = "".join(f"|let       v{i} = {i}\n" for i in range(2000))
    text = d.base["own"].replace("file my.steps 9", "file my.steps 2009").replace("|result ", lets + "|result ")
    d.add("own-many-names", text, "file my.steps 2009",
          "more than 2000 names get a meaning in this file: that is the limit")
    name = "x" * 61
    text = d.base["own"].replace("|result    y ", f"|result    {name} ")
    d.add("own-long-name", text, "file my.steps 9", "a name of 61 characters is too long")


def own_certificate(d, statements, values, claims, used=""):
    """A certificate about an issuer's theorem with these statements.  used: a base whose theorem is used, and embedded."""
    own = d.base["own"]
    lines = OWN.split("\n")[:6] + statements
    text = [f"file my.steps {len(lines)}\n"] + [f"|{line}\n" for line in lines]
    if used:
        other = d.base[used]
        text.append(other[other.index("file "):other.index("file prelude")])
    text.append(own[own.index("file prelude"):own.index("param x")])
    text += [f"{line}\n" for line in [*values, *(f"claim {c}" for c in claims), "end"]]
    return own[:own.index("file ")] + "".join(text)


def defects_of_ranges(d):
    """Methods within ranges: the value of the method is 1.4466e-9, that of the theorem 2."""
    plan = ("choose w = inversion(theta=3.55,A=13.6,K=12,h=0.414,j0=-25,j1=25,fine=7,coarse=0,strip=3.98,spread=4,shift=0,"
            "cut=0,soft=0,core=1,far=0,edge=0)")
    # the block also reads all arguments outside the call
    read = "0*(1 + 11 + 3.55 + 13.6 + 12 + 0.414 + j + 25 + 7 + 3.98 + 4 + 0)"
    head = ["param     q : real", "param     s : real", "param     T : int", "param     j : int", "method    inversion"]
    given = ["param q = 1/10000", "param s = 2", "param T = 1000000000", "param j = -25"]

    def call(sigma="s"):
        return f"inversion(1, q, {sigma}, T, 11, w) + 0*q + 0*{sigma} + 0*T + {read}"

    def small(value):
        return f"if({call()} <= 1e-9, 0, {value})"

    def add(name, body, before=(), head=head, given=given):
        text = own_certificate(d, [*head, "choose    w : plan(inversion)", *before, f"result    y <= {body}", "objective y"],
                               [*given, plan], ["y >= 0", "y <= 1"])
        d.add("own-method-" + name, text, "claim y <= 1", "y <= 1 is false: lower end")

    add("in-integral", f"integral(x = 0..1, {small(2)})")
    add("in-two-integrals", f"integral(x = 0..1, integral(z = 0..1, {small(2)}))")
    add("in-integral-in-inf", f"inf(p = 1..2, integral(x = 0..1, {small(2)}))")
    add("in-sum-in-integral", f"integral(x = 0..1, sum(i = 1..2, {small(1)}))")
    add("in-iterate-in-integral", f"integral(x = 0..1, iterate(z = 0, 2, z + {small(1)}))")
    add("in-condition", f"integral(x = 0..1, if(x < 2 and {call()} <= 1e-9, 0, 2))")
    add("after-integral", f"integral(x = 0..1, x) - 1/2 + integral(x = 0..1, {small(2)})")
    add("of-array", f"integral(x = 0..1, if({call('v[2]')} <= 1e-9, 0, 2))", ["let       v[i = 1..2] = s*i/2"])
    add("of-lists", f"integral(x = 0..1, if(product(1, a, b, c, 11, w) + {read} <= 1e-9, 0, 2))",
        head=["param     j : int", "param     a : list(q, sigma, count : int)", "param     b : list(eps, count : int)",
              "param     c : list(eps, delta, count : int)", "method    product"],
        given=["param j = -25", "param a = [(1/10000,2,1000000000)]", "param b = []", "param c = []"])


def defects_of_lemmas(d):
    """A lemma outside of its hypotheses: the bracket is at the left end of a range in most of which the function has no value."""
    head = ["param     a : real"]

    def add(name, statements, where, reason, claims, values, used=""):
        text = own_certificate(d, head + statements, ["param a = 1/2", *values], claims, used)
        d.add("own-lemma-" + name, text, where, reason)

    def outside(name, *statements):
        add(name, list(statements), "theorem my.steps 3", "is undefined", ["y >= 0.4", "y <= 0.9"],
            ["hint end 751/1000 19/25"])

    least = "bernoulli_least(a, -3, 3/4)"
    outside("outside", f"result    y <= {least}")
    outside("by-let", f"let       b = {least}", "result    y <= b")
    outside("by-def", "def       f(t) = bernoulli_least(t, -3, 3/4)", "result    y <= f(a)")
    outside("in-sum", f"result    y <= sum(i = 1..2, if(i == 1, {least}, 0))")
    outside("in-iterate", "result    y <= iterate(z = a, 1, bernoulli_least(z, -3, 3/4))")
    outside("in-condition", f"result    y <= if({least} >= 0.4, 1/2, 2)")
    add("by-use", ["use       g = rdp.optimal-gamma(alpha = a, eps = 1, delta = 3/4)", "result    y <= g.gamma"],
        "theorem my.steps 3", "the condition alpha > 1 is false", ["y >= 0", "y <= 1"], ["hint 4/5 9/10 end"],
        used="optimal-gamma")
    add("own", ["result    y <= inf(p = -2..2, (p^2 - 1)^2 + p/10, quasiconvex L-RDP-CONVEX where a > 0)"],
        "claim y >= 0", "y >= 0 is false: upper end -0.1006", ["y >= 0", "y <= 1"], ["hint 1/2 1 3/2"])


def commanded(dpcert):
    """The certificates of certs/COMMANDS: path and text."""
    with open(os.path.join(CERTS, "COMMANDS"), encoding="ascii") as f:
        for line in f:
            words = shlex.split(line, comments=True)
            if words:
                command = [os.path.join(CERTS, w) if w.endswith(".thm") else w for w in words[1:]]
                yield words[0], run(dpcert, *command, "--cert", "-")


def catalogue(dpcert):
    """For every table of tests/data the theorem's certificate at its first row, or with its method: path and text."""
    data = os.path.join(TOP, "tests", "data")
    for name in sorted(os.listdir(data)):
        if name.endswith(".dat"):
            with open(os.path.join(data, name), encoding="ascii") as f:
                row = next(line for line in f if line.strip() and not line.startswith("#"))
            given = WITH_METHOD.get(name[:-4], row.split("|")[0].split())
            yield f"catalogue/{name[:-4]}.cert", run(dpcert, "bound", name[:-4], *given, "--cert", "-")


def value_in(text, line):
    """The rest of a line after its beginning."""
    (found,) = (l for l in text.split("\n") if l.startswith(line + " "))
    return found[len(line) + 1:]


class Plan:
    """The plan of a certificate: the line that chooses it, and its fields."""

    def __init__(self, text, name):
        self.text, self.name = text, name
        self.line = f"choose {name} = " + value_in(text, f"choose {name} =")
        self.fields = dict(re.findall(r"([A-Za-z0-9]+)=([^,()]+)", self.line))

    def line_with(self, **changes):
        return f"choose {self.name} = inversion({','.join(f'{k}={v}' for k, v in {**self.fields, **changes}.items())})"

    def changed(self, line):
        """The certificate with this line replaced"""
        assert self.text.count(self.line + "\n") == 1 and line != self.line
        return self.text.replace(self.line + "\n", line + "\n")

    def number(self, field):
        num, _, den = self.fields[field].partition("/")
        return float(num) / float(den or 1)


def defects_of_records_of_plans(d, base, prefix):
    """A plan is a record of all its fields, in order, of the kind that the theorem names."""
    p = Plan(d.base[base], "p_r")

    def add(name, line, reason):
        d.add(prefix + name, p.changed(line), line, reason)
    add("field-missing", p.line.replace(f",K={p.fields['K']}", ""), "witness p_r: the field h stands where K is expected")
    add("last-field-missing", p.line.replace(f",edge={p.fields['edge']}", ""), "witness p_r: the field edge is missing")
    add("no-field", "choose p_r = inversion()", "witness p_r: the field theta is missing")
    add("field-twice", p.line.replace(",K=", f",A={p.fields['A']},K="), "witness p_r: the field A stands twice")
    add("last-field-twice", p.line.replace(")", ",edge=0)"), "witness p_r: the field edge stands twice")
    add("field-unknown", p.line.replace(",K=", ",B=1,K="), "witness p_r: plan(inversion) has no field 'B'")
    add("field-too-many", p.line.replace(")", ",more=1)"), "witness p_r: plan(inversion) has no field 'more'")
    swapped = p.line.replace(f"theta={p.fields['theta']},A={p.fields['A']}",
                             f"A={p.fields['A']},theta={p.fields['theta']}")
    add("fields-out-of-order", swapped, "witness p_r: the field A stands where theta is expected")
    add("of-another-kind", p.line.replace("inversion(", "product("), "witness p_r is a plan inversion(theta=...), not")
    add("of-another-case", p.line.replace("inversion(", "Inversion("), "witness p_r is a plan inversion(theta=...), not")
    add("twice", p.line + " x 2", "witness p_r: the plan does not end at 'x 2'")
    add("once", p.line + " x 1", "witness p_r: the plan does not end at 'x 1'")
    add("a-number", "choose p_r = 1", "witness p_r is a plan like inversion(theta=...), not '1'")
    add("a-word", "choose p_r = inversion", "witness p_r is a plan like inversion(theta=...), not 'inversion'")
    numbers = ",".join(p.fields.values())
    add("a-row", f"choose p_r = [({numbers})]", "witness p_r is a plan like inversion(theta=...), not")
    add("in-a-list", f"choose p_r = [{p.line[len('choose p_r = '):]}]",
        "witness p_r is a plan like inversion(theta=...), not")
    add("field-a-word", p.line_with(K="many"), "witness p_r.K")
    add("field-a-list", p.line_with(K="[1]"), "witness p_r.K")
    add("field-a-record", p.line_with(K="inversion()"), "witness p_r.K")
    add("field-a-fraction", p.line_with(K="3/2"), "witness p_r.K must be an integer, but it is 3/2")
    scalars = "".join(f"choose p_r.{k} = {v}\n" for k, v in p.fields.items())
    d.add(prefix + "spread-out", d.base[base].replace(p.line + "\n", scalars), scalars.split("\n")[0], "p_r.theta")


def defects_of_plans(d, base, prefix, method):
    """Defects of the certificate base, which is about the delta of a theorem with a method."""
    text = d.base[base]
    claim = value_in(text, "claim delta <=")
    # a claim that is too small by a relative 1e-8
    digits, exponent = claim.split("e")
    small = f"{float(digits) * (1 - 1e-8):.9f}e{exponent}"
    d.change(prefix + "claim-too-small", base, f"claim delta <= {claim}", f"claim delta <= {small}",
             f"claim delta <= {small}", f"delta <= {small} is false: lower end")

    p = Plan(text, "p_r")

    def plan(name, changes, where, reason, word="REJECTED"):
        line = p.line_with(**changes)
        d.add(prefix + name, p.changed(line), where or line, reason, word)

    proved = f"delta <= {claim} does not follow from the method's plan: the value is in ["
    where = f"claim delta <= {claim}"
    half = int(p.number("j1") / 2)
    plan("frequencies-halved", {"K": int(p.number("K") / 2)}, where, proved)
    plan("nodes-halved", {"j0": -half, "j1": half}, where, proved)
    plan("density-halved", {"h": 2 * p.number("h"), "j0": -half, "j1": half}, where, proved)
    plan("period-two", {"A": 2}, where, proved)
    plan("no-frequencies", {"K": 0}, None, "witness p_r: the condition K >= 1 is false (p_r.K = 0)")
    plan("negative-step", {"h": -1}, None, "witness p_r: the condition h > 0 is false (p_r.h = -1)")
    theorem = next(line for line in text.split("\n") if line.startswith("theorem "))
    unbounded = method + ": the plan leads to numbers without a finite"
    plan("huge-step", {"h": "1e300"}, theorem, unbounded, word="UNDECIDED")
    plan("huge-period", {"A": "1e300"}, theorem, unbounded, word="UNDECIDED")
    plan("many-nodes", {"j1": 10**18}, theorem, method + ": the plan's nodes must reach from")
    plan("many-frequencies", {"K": 1000000}, theorem, "frequencies take more than", word="UNDECIDED")
    plan("peak-missed", {"theta": 1000}, theorem, method + ": the plan's nodes do not reach beyond")
    plan("cut-of-nothing", {"cut": 1000, "soft": 1, "coarse": 0}, theorem, method + ": the plan's nodes do not reach beyond its cut")
    plan("cut-of-everything", {"cut": "3/2", "soft": "1/4", "coarse": 0}, theorem, unbounded, word="UNDECIDED")
    plan("wide-strip", {"strip": 5000}, theorem, method + ": the plan's strip and shift must be at most")


def defects_of_cuts(d):
    """Claims that are too small, with plans that have a cut, or a far end that is counted separately."""
    for base, name, field in (("sgm-cut", "p_r", "soft"), ("product-cut", "p_r", "soft"), ("sgm-far", "p_r", "edge"),
                              ("product-far", "p_r", "edge"), ("add-far", "p_d", "edge")):
        if Plan(d.base[base], name).fields[field] == "0":
            sys.exit(f"{base}: the plan has nothing of the kind")
        claim = value_in(d.base[base], "claim delta <=")
        digits, exponent = claim.split("e")
        small = f"{float(digits) * 0.99:.3f}e{exponent}"
        d.change(f"{base}-claim-too-small", base, f"claim delta <= {claim}", f"claim delta <= {small}",
                 f"claim delta <= {small}", f"delta <= {small} is false: lower end")


def defects_of_far(d, base, changes):
    """Other far ends, which are too wide or invalid."""
    text = d.base[base]
    p = Plan(text, "p_d" if base == "add-far" else "p_r")
    lines = {word: next(line for line in text.split("\n") if line.startswith(word + " "))
             for word in ("claim", "theorem")}
    for name, far, edge, where, reason, *word in changes:
        line = p.line_with(far=far, edge=edge)
        d.add(f"{base}-{name}", p.changed(line), lines.get(where, line), reason, *word)


def defects_of_epsilon(d, base, small):
    """A certificate of an epsilon, with a smaller epsilon in its claim."""
    text = d.base[base]
    hi = value_in(text, "choose eps_hi =")
    theorem = next(line for line in text.split("\n") if line.startswith("theorem "))
    hypothesis = "remove <= " + ("delta" if base.startswith("sgm") else "share")
    changed = text.replace(f"choose eps_hi = {hi}\n", f"choose eps_hi = {small}\n")
    assert changed != text
    name = "plan-eps-too-small" if base.startswith("sgm") else "product-eps-too-small"
    d.add(name, changed, theorem, f"the hypothesis {hypothesis} is false")


def defect_of_referee(d):
    """A plan of the referee with a number out of range, even though nothing uses that number."""
    p = Plan(d.base["sgm-eps-lower"], "p_l")
    assert p.fields["soft"] == "0"
    d.add("referee-plan-outside", p.changed(p.line_with(core=-1)), "referee 1",
          "the referee's condition core > 0 is false (p_l.core = -1)")


def write(path, text):
    with open(os.path.join(CERTS, path), "w", encoding="utf-8", newline="") as f:
        f.write(text)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    base = base_certificates(sys.argv[1])
    asked = dict(commanded(sys.argv[1]))
    asked.update(catalogue(sys.argv[1]))
    for folder in ("refutations", "papers", "catalogue", "examples", "bad"):
        os.makedirs(os.path.join(CERTS, folder), exist_ok=True)
        for name in os.listdir(os.path.join(CERTS, folder)):
            if name.endswith(".cert"):
                os.remove(os.path.join(CERTS, folder, name))
    for path, text in asked.items():
        write(path, text)
    for name, text in sorted(base.items()):
        write(f"examples/{name}.cert", text)
    base["refutation"] = asked["refutations/compose.he-2-printed.cert"]
    d = Defects(base)
    for part in (defects_of_text, defects_of_kind, defects_of_values, defects_of_numbers, defects_of_records,
                 defects_of_neighbours, defects_of_history, defect_of_witness, defects_of_hints,
                 defects_of_claims, defects_of_form, defects_of_own_theorems, more_own_theorems,
                 defects_of_ranges, defects_of_lemmas):
        part(d)
    defects_of_plans(d, "sgm", "plan-", "inversion")
    defects_of_plans(d, "product", "product-", "product")
    defects_of_records_of_plans(d, "sgm", "plan-")
    defects_of_cuts(d)
    defects_of_far(d, "sgm-far", [
        ("too-near", "4", "0.06", "claim", "does not follow from the method's plan"),
        ("too-soft", "6.17", "0.5", "theorem", "inversion: the plan's nodes do not reach beyond the tilted peak"),
        ("nowhere", "-100", "0.06", "theorem", "inversion: the plan leads to numbers without a finite enclosure",
         "UNDECIDED"),
        ("negative", "6.17", "-1", "plan", "witness p_r: the condition edge >= 0 is false (p_r.edge = -1)")])
    defects_of_far(d, "add-far", [
        ("too-near", "0", "0.06", "claim", "does not follow from the method's plan")])
    defects_of_epsilon(d, "sgm-eps", "11.10")
    defects_of_epsilon(d, "product-eps", "1")
    defect_of_referee(d)
    manifest = ["# file verdict line reason: written by tools/make-certs.py; the line that the verdict",
                "# names, and a part of its reason"]
    for name, text, word, where, reason in sorted(d.rows):
        write(f"bad/{name}", text)
        manifest.append(f"{name} {word} {where} {reason}")
    write("bad/MANIFEST", "\n".join(manifest) + "\n")
    print(f"{len(base) + len(asked) - 1} good, {len(d.rows)} bad")


if __name__ == "__main__":
    main()
