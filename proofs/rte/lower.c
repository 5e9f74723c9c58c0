/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: lowering on known texts, as parse.c is for the parser: one theorem with most kinds of
   statements and expressions, and for most ways to be refused one that is.  The catalogue is the
   prelude, which declares both methods and their plans, and two theorems to use. */
#include "lang/lower.h"
#include "lang/parse.h"

#include <string.h>

#define HEAD(name, status) \
    "theorem " name "\nrevision 1\ntitle \"t\"\ncite k \"n\"\nstatus " status "\nadjacency any\n"

static const char prelude_text[] =
    "prelude\ndef twice(x) = 2*x\n"
    "plan inversion(theta : real where theta > 0 \"t\", A : real, K : int where K >= 1, h : real, "
    "j0 : int, j1 : int, fine : int, coarse : int, strip : real, spread : real, shift : real, cut : real, "
    "soft : real, core : real, far : real, edge : real)\n"
    "method inversion(side : int, q, sigma, T : int, eps, p : plan(inversion))\n"
    "method product(side : int, gauss : list(q, sigma, count : int), laplace : list(eps, count : "
    "int), step : list(eps, delta, count : int), eps, p : plan(inversion))\n";

static const char used_text[] =
    HEAD("a.used", "conditional paper") "param x : real where x > 0\nparam m : enum(first, "
                                        "last)\nparam l : list(a, n : int)\n"
                                        "assume \"h\"\nchoose w : real where 0 < w < x\nlet s = "
                                        "sum(r in l, r.a*r.n)\nobjective s\n"
                                        "result y <= if(m == first, x, s)\n";

static const char refuted_text[] =
    HEAD("a.refuted", "refuted paper") "param x : real\nresult y <= x\n";

static const char whole_text[] = HEAD(
    "a.whole",
    "conditional paper") "param x : real where 0 < x <= 1 and x != 0.5 \"p\"\n"
                         "param n : int where n >= 1 or n == 0\n"
                         "param m : enum(first, last)\n"
                         "param l : list(a, n : int) where min(r in l, r.a) > 0\n"
                         "choose w : real where 0 < w < twice(x)\n"
                         "method inversion\n"
                         "choose p : plan(inversion) for inversion(1, x, w, n, 0, p) < 1\n"
                         "let k = len(l) + 2\n"
                         "let d = inversion(1, x, w, n, 0, p)\n"
                         "let t[i = 0..n] = x^i + l[1].a\n"
                         "def f(y, j : int) = binom(j, 1)*abs(y - t[j])\n"
                         "use c = a.used(x = w, m = last, l = l)\n"
                         "require max(x, w, 1) >= 0.5 \"q\"\n"
                         "let s = sum(i = 1..n, f(x, i)) + prod(i = 1..n, i) - avg(r in l, r.a)\n"
                         "let z = iterate(v = x, n, v/2) + inf(v = 0..1, exp(v)) + integral(v = "
                         "0..1, sqrt(v)*pi)\n"
                         "objective s\n"
                         "result y <= min(c.y, -s, ceil(z), if(m == first, floor(x), Q(x)*e))\n"
                         "referee y >= u*log(x) \"r\" choose u : real where 0 < u < 1\n";

/* Each is refused, by the parser or by lowering. */
#define BAD HEAD("a.bad", "conditional paper")

static const char *const refused[] = {
    BAD "let x = 1\nlet x = 2\nresult y <= x\n",
    BAD "let exp = 1\nresult y <= 1\n",
    BAD "result y <= nowhere\n",
    BAD "result y <= nothing(1)\n",
    BAD "result y <= twice(1, 2)\n",
    BAD "result y <= exp(1, 2)\n",
    BAD "result y <= binom(1)\n",
    BAD "result y <= if(1, 2)\n",
    BAD "result y <= if(1, 2, 3)\n",
    BAD "result y <= 1 < 2\n",
    BAD "param n : int where n\nresult y <= n\n",
    BAD "param m : enum(p, q)\nresult y <= m\n",
    BAD "param m : enum(p, q) where m < p\nresult y <= 1\n",
    BAD "param l : list(a)\nresult y <= l\n",
    BAD "param l : list(a)\nresult y <= l[1]\n",
    BAD "param l : list(a)\nresult y <= l[1].b\n",
    BAD "param l : list(a)\nresult y <= l[0.5].a\n",
    BAD "param l : list(a)\nresult y <= sum(r in l, r)\n",
    BAD "param l : list(a)\nresult y <= sum(r in z, r.a)\n",
    BAD "param x : real\nresult y <= len(x)\n",
    BAD "param x : real\nresult y <= x.a\n",
    BAD "param x : real\nresult y <= x[1]\n",
    BAD "param x : real\nresult y <= sum(i = 1..x, i)\n",
    BAD "param x : real\nresult y <= iterate(v = 1, x, v)\n",
    BAD "let t[i = 1..2] = i\nresult y <= t\n",
    BAD "let t[i = 1..2] = 1 < 2\nresult y <= 1\n",
    BAD "def f(x) = g(x)\nresult y <= 1\n",
    BAD "choose w : real\nresult y <= w\n",
    BAD "objective y\nresult y <= 1\n",
    BAD "choose w : real\nobjective z\nresult y <= w\n",
    BAD "use c = a.nowhere(x = 1)\nresult y <= 1\n",
    BAD "use c = a.refuted(x = 1)\nresult y <= c.y\n",
    BAD "use c = a.used(x = 1)\nresult y <= c.y\n",
    BAD "param l : list(a, n : int)\nuse c = a.used(x = 1, m = middle, l = l)\nresult y <= c.y\n",
    BAD "param l : list(b, n : int)\nuse c = a.used(x = 1, m = last, l = l)\nresult y <= c.y\n",
    BAD
    "param l : list(a, n : int)\nuse c = a.used(x = 1, m = last, l = l, z = 1)\nresult y <= c.y\n",
    BAD
    "param l : list(a, n : int)\nuse c = a.used(x = 1, x = 2, m = last, l = l)\nresult y <= c.y\n",
    BAD "param l : list(a, n : int)\nuse c = a.used(x = 1, m = last, l = l)\nresult y <= c.z\n",
    BAD "result y <= 1\nreferee z >= 0 \"r\"\n",
    BAD "result y <= 1\nreferee y <= 0 \"r\"\n",
    BAD "assume \"h\"\nresult y <= 2000\n",
    BAD "method nowhere\nresult y <= 1\n",
    BAD "method inversion\nresult y <= inversion(1)\n",
    BAD "method inversion\nresult y <= inversion(1, 1, 1, 1, 0, 1)\n",
    BAD "choose p : plan(nowhere)\nresult y <= 1\nobjective y\n",
    BAD "choose p : plan(inversion)\nresult y <= p\nobjective y\n",
    BAD "choose p : plan(inversion)\nresult y <= p.theta\nobjective y\n",
    BAD "method product\nparam l : list(q)\nchoose p : plan(inversion)\n"
        "result y <= product(1, l, l, l, 0, p)\nobjective y\n",
};

static const dpc_unit *prelude, *used, *refuted;

const dpc_unit *dpc_cat_prelude(dpc_catalogue_t *cat, dpc_diag *diag)
{
    return prelude;
}

const dpc_unit *dpc_cat_find(dpc_catalogue_t *cat, const char *id, dpc_diag *diag)
{
    if (strcmp(id, "a.used") == 0)
        return used;
    if (strcmp(id, "a.refuted") == 0)
        return refuted;
    (void)dpc_fail(diag, DPC_PARSE, "unknown");
    diag->text[0] = '\0';
    return NULL;
}

bool dpc_cat_is_own(const dpc_catalogue_t *cat, const dpc_unit *unit)
{
    return unit != prelude && unit != used;
}

static dpc_code *lowered(const char *text, dpc_unit **unit, dpc_diag *diag)
{
    *diag = (dpc_diag){.status = DPC_OK};
    *unit = dpc_parse("text", text, strlen(text), diag);
    return *unit == NULL ? NULL : dpc_lower(NULL, *unit, diag);
}

int main(void)
{
    dpc_diag diag = {.status = DPC_OK};
    dpc_unit *unit, *units[3];
    prelude = units[0] = dpc_parse("prelude", prelude_text, sizeof prelude_text - 1, &diag);
    used = units[1] = dpc_parse("used", used_text, sizeof used_text - 1, &diag);
    refuted = units[2] = dpc_parse("refuted", refuted_text, sizeof refuted_text - 1, &diag);
    //@ assert parsed: diag.status == DPC_OK;
    dpc_code *code = lowered(whole_text, &unit, &diag);
    //@ assert lowered: diag.status == DPC_OK && code != \null;
    dpc_code_free(code);
    dpc_unit_free(unit);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        code = lowered(refused[i], &unit, &diag);
        //@ assert refused: diag.status == DPC_PARSE && code == \null;
        dpc_unit_free(unit);
    }
    for (size_t i = 0; i < 3; i++)
        dpc_unit_free(units[i]);
    return 0;
}
