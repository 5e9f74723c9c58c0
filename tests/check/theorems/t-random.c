/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Random admissible parameters for every entry of the catalogue, across magnitudes:
     - a tighter evaluation lies inside the looser one;
     - results grow and fall with each parameter as they should, as far as the enclosures show;
     - no referee beats an entry that is exact or proved: a counterexample is shrunk to simple
       numbers;
     - the rigorous arithmetics, which share no code, overlap (what --arith all compares);
     - how often plain double is wrong is counted and printed.
   DPC_SEED repeats a run, DPC_TEST_MULT makes it longer, DPC_ENTRY=PREFIX keeps to some entries. */
#include "check_util.h"

#include "dpcert.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    TOTAL = 2000, /* sets of all entries together: one more entry does not lengthen the suite */
    SETS = 50,    /* of a requested entry; enough sets to judge a generator */
    MAX_PARAMS = 10,
    MAX_RESULTS = 4,
    TEXT = 1024,     /* bytes of a value */
    SET_TEXT = 4096, /* bytes of a set */
    LOOSE_DIGITS = 10,
    TIGHT_DIGITS = 30,
    OTHER_DIGITS = 5, /* in the other arithmetics: enough to see an error, reached quickly */
    OTHER_BITS = 4096 /* beyond that they give up: exponents of the kernel end at 2^40 */
};

/* ---- parameters ---- */

typedef enum {
    SIZE,  /* 10^x, x uniform in lo..hi */
    ORDER, /* 1 + 10^x */
    SMALL, /* a delta: 10^x, or now and then uniform in (0, 1) */
    COUNT, /* an integer, 10^x rounded down */
    LOOPED /* a number of steps: up to 300, or from 10^4 (too many for a loop) to 10^hi */
} shape;

typedef struct {
    const char *name;
    shape shape;
    double lo, hi;
    bool zero; /* 0 is admissible, and tried now and then */
    /* the effect on each result when the parameter grows: '+' it does not fall, '-' it does not
       grow, ' ' no claim */
    const char *effect;
} param;

typedef struct values values;

typedef struct {
    const char *id;
    param params[MAX_PARAMS];
    void (*adjust)(values *v, uint64_t *state); /* makes a set admissible; may be NULL */
} entry;

struct values {
    const entry *entry;
    char text[MAX_PARAMS][TEXT];
};

static size_t param_count(const entry *e)
{
    size_t n = 0;
    while (n < MAX_PARAMS && e->params[n].name != NULL)
        n++;
    return n;
}

/* NULL: no such parameter. */
static char *value_or_null(values *v, const char *name)
{
    for (size_t i = 0; i < param_count(v->entry); i++)
        if (strcmp(v->entry->params[i].name, name) == 0)
            return v->text[i];
    return NULL;
}

static char *value_of(values *v, const char *name)
{
    char *value = value_or_null(v, name);
    ck_assert_msg(value != NULL, "%s has no parameter %s", v->entry->id, name);
    return value;
}

static double number_of(values *v, const char *name)
{
    return strtod(value_of(v, name), NULL);
}

static double uniform(uint64_t *state, double lo, double hi)
{
    return lo + (hi - lo) * (double)(check_random(state) >> 11) / 9007199254740992.0;
}

/* A decimal of one to seven digits near x: values are exact, whatever their text. */
static void write_real(char *out, uint64_t *state, double x)
{
    (void)snprintf(out, TEXT, "%.*e", (int)check_below(state, 7), x);
}

/* compose.kov-exact: eps_out matters between 0 and T eps. */
static void adjust_eps_out(values *v, uint64_t *state)
{
    write_real(value_of(v, "eps_out"), state,
               number_of(v, "T") * number_of(v, "eps") * uniform(state, 0, 1.1));
}

/* channel.binary: a + b <= 1. */
static void adjust_crossover(values *v, uint64_t *state)
{
    const double a = uniform(state, 0, 1);
    (void)snprintf(value_of(v, "a"), TEXT, "%.6f", a);
    (void)snprintf(value_of(v, "b"), TEXT, "%.6f",
                   (1 - a) * pow(10, -uniform(state, 0.001, 6)) * 0.99999);
}

/* Gaussian tails beyond 10^(10^14) have no finite bounds here: eps over the distance r of the means
   is at most 10^6. */
static void limit_eps(values *v, uint64_t *state, double r)
{
    if (number_of(v, "eps") > 1e6 * r)
        write_real(value_of(v, "eps"), state, r * pow(10, uniform(state, 0, 6)));
}

static void adjust_theta(values *v, uint64_t *state)
{
    limit_eps(v, state, number_of(v, "r"));
}

static void adjust_kernel(values *v, uint64_t *state)
{
    limit_eps(v, state, number_of(v, "dia") / number_of(v, "sigma"));
}

static void adjust_mechanism(values *v, uint64_t *state)
{
    limit_eps(v, state, sqrt(number_of(v, "T")) * number_of(v, "D") / number_of(v, "sigma"));
}

/* gauss.mechanism-list: one to four records. */
static void adjust_list(values *v, uint64_t *state)
{
    char *out = value_of(v, "step");
    const size_t records = 1 + check_below(state, 4);
    double sum = 0;
    size_t used = (size_t)snprintf(out, TEXT, "[");
    for (size_t i = 0; i < records; i++) {
        const double D = pow(10, uniform(state, -2, 2)), sigma = pow(10, uniform(state, -2, 5)),
                     count = floor(pow(10, uniform(state, 0, 9)));
        sum += count * D * D / (sigma * sigma);
        used += (size_t)snprintf(out + used, TEXT - used, "%s(%.3e,%.2e,%.0f)", i > 0 ? "," : "", D,
                                 sigma, count);
    }
    (void)snprintf(out + used, TEXT - used, "]");
    limit_eps(v, state, sqrt(sum) / 1.01);
}

/* eps within what theta can enclose at the least of two distances. */
static void limit_eps2(values *v, uint64_t *state, double r1, double r2)
{
    limit_eps(v, state, fmin(r1, r2));
}

static void adjust_chain(values *v, uint64_t *state)
{
    limit_eps(v, state, number_of(v, "D") / number_of(v, "sigma"));
}

/* contract.index: 1 <= i <= n, and the power of theta stays within what has finite bounds. */
static void adjust_index(values *v, uint64_t *state)
{
    const double n = number_of(v, "n"), sigma = number_of(v, "sigma");
    (void)snprintf(value_of(v, "i"), TEXT, "%.0f", floor(uniform(state, 1, n + 0.999)));
    limit_eps2(v, state, number_of(v, "psi") / sigma, number_of(v, "D") / sigma);
}

static void adjust_uniform(values *v, uint64_t *state)
{
    const double sigma = number_of(v, "sigma");
    limit_eps2(v, state, number_of(v, "psi") / sigma, number_of(v, "D") / sigma);
}

/* A list of one to eight records (sigma) or, with a diameter, (D, sigma); *least is the least
   D/sigma, or 1/sigma.  Returns the number of records. */
static size_t write_steps(char *out, uint64_t *state, bool diameter, double *least)
{
    const size_t records = 1 + check_below(state, 8);
    size_t used = (size_t)snprintf(out, TEXT, "[");
    *least = HUGE_VAL;
    for (size_t i = 0; i < records; i++) {
        const double D = diameter ? pow(10, uniform(state, -1, 2)) : 1,
                     sigma = pow(10, uniform(state, -1, 1));
        *least = fmin(*least, D / sigma);
        used += (size_t)snprintf(out + used, TEXT - used, i > 0 ? ",(" : "(");
        if (diameter)
            used += (size_t)snprintf(out + used, TEXT - used, "%.3e,", D);
        used += (size_t)snprintf(out + used, TEXT - used, "%.2e)", sigma);
    }
    (void)snprintf(out + used, TEXT - used, "]");
    return records;
}

static void adjust_index_list(values *v, uint64_t *state)
{
    double least;
    const size_t n = write_steps(value_of(v, "step"), state, true, &least);
    (void)snprintf(value_of(v, "i"), TEXT, "%zu", 1 + check_below(state, n));
    limit_eps2(v, state, 0.9 * least, number_of(v, "psi") / 11);
}

static void adjust_stopped(values *v, uint64_t *state)
{
    double least;
    (void)write_steps(value_of(v, "step"), state, false, &least);
    limit_eps2(v, state, number_of(v, "D") / 11, number_of(v, "psi") / 11);
}

static void adjust_regret(values *v, uint64_t *state)
{
    double least;
    (void)write_steps(value_of(v, "step"), state, false, &least);
}

static void adjust_pnsgd(values *v, uint64_t *state)
{
    const double sigma = number_of(v, "sigma");
    limit_eps2(v, state, 2 * number_of(v, "L") / sigma, 1 / (number_of(v, "eta") * sigma));
}

/* contract.pnsgd-smooth: eta <= 2/beta. */
static void adjust_smooth(values *v, uint64_t *state)
{
    write_real(value_of(v, "beta"), state,
               2 / number_of(v, "eta") * pow(10, -uniform(state, 0.3, 3)));
    adjust_pnsgd(v, state);
}

/* sigma >= L sqrt(2 alpha (alpha - 1)). */
static void adjust_feldman(values *v, uint64_t *state)
{
    const double alpha = number_of(v, "alpha");
    (void)snprintf(value_of(v, "sigma"), TEXT, "%.15e",
                   number_of(v, "L") * sqrt(2 * alpha * (alpha - 1)) * 1.0000001 *
                       pow(10, uniform(state, 0, 2)));
}

/* eps >= rho. */
static void adjust_feldman_eps(values *v, uint64_t *state)
{
    const double L = number_of(v, "L"), sigma = number_of(v, "sigma"), n = number_of(v, "n");
    (void)snprintf(value_of(v, "eps"), TEXT, "%.15e",
                   4 * L * L * log(n) / (n * sigma * sigma) * 1.0000001 *
                       pow(10, uniform(state, 0, 3)));
}

static void adjust_ogd_noise(values *v, uint64_t *state)
{
    const double r = number_of(v, "M") * sqrt(number_of(v, "n")) / number_of(v, "sigma");
    limit_eps2(v, state, r, r * number_of(v, "psi") / number_of(v, "B"));
}

static void adjust_ogd_step_noise(values *v, uint64_t *state)
{
    const double lambda = number_of(v, "lambda");
    limit_eps2(v, state, number_of(v, "psi") / lambda, number_of(v, "B") / lambda);
}

/* ma.sgd-abadi: q < 1/(16 sigma). */
static void adjust_sampling(values *v, uint64_t *state)
{
    write_real(value_of(v, "q"), state,
               pow(10, -uniform(state, 0.5, 4)) / (16 * number_of(v, "sigma")));
}

/* Lists of (eps, delta, count): one to four records. */
static void adjust_steps(values *v, uint64_t *state)
{
    char *out = value_of(v, "step");
    const size_t records = 1 + check_below(state, 4);
    size_t used = (size_t)snprintf(out, TEXT, "[");
    for (size_t i = 0; i < records; i++)
        used += (size_t)snprintf(out + used, TEXT - used, "%s(%.3e,%.2e,%.0f)", i > 0 ? "," : "",
                                 pow(10, uniform(state, -4, 1)), pow(10, uniform(state, -30, -1)),
                                 floor(pow(10, uniform(state, 0, 7))));
    (void)snprintf(out + used, TEXT - used, "]");
}

/* compose.chernoff: T kl(eps) <= eps_out < T eps. */
static void adjust_tail(values *v, uint64_t *state)
{
    const double eps = number_of(v, "eps"), least = tanh(eps / 2);
    write_real(value_of(v, "eps_out"), state,
               number_of(v, "T") * eps * uniform(state, least, 0.99 + 0.01 * least));
}

/* compose.he-3-printed: slack not too small, so that eps_out < T eps. */
static void adjust_slack(values *v, uint64_t *state)
{
    const double eps = number_of(v, "eps"), T = number_of(v, "T"), room = 1 - tanh(eps / 2),
                 most = fmin(0.5 * T * room * room, 600);
    (void)snprintf(value_of(v, "slack"), TEXT, "%.17g", exp(-most * uniform(state, 0.05, 0.95)));
}

/* Sample sizes of the generalization bounds, from just enough on. */
static void adjust_sample(values *v, uint64_t *state)
{
    const double eps = number_of(v, "eps"), delta = number_of(v, "delta"),
                 least = 60 / (eps * eps) * (log(100 / delta) + 2 * eps) + 1e4 * log(1e5 / delta);
    (void)snprintf(value_of(v, "N"), TEXT, "%.0f",
                   ceil(least * pow(10, uniform(state, 0, 2))) + 10);
}

/* gen.multi-he2021: k up to its limit. */
static void adjust_databases(values *v, uint64_t *state)
{
    const double eps = number_of(v, "eps"),
                 most = eps <= 0.34 ? eps * exp(eps) / 1.7 : expm1(eps) / 10;
    const double k = pow(10, uniform(state, 0, 6));
    if (number_of(v, "delta") > 0.99 * most)
        write_real(value_of(v, "delta"), state, most * 0.5);
    (void)snprintf(value_of(v, "k"), TEXT, "%.0f",
                   fmax(1, floor(fmin(k, 0.99 * most / number_of(v, "delta")))));
}

/* Mini-batches: tau <= N, a distance r of the means over the noise that is neither tiny nor huge,
   many steps and a moderate slack, so that the printed tail exists. */
static void adjust_batches(values *v, uint64_t *state, const char *distance, double factor)
{
    const double N = number_of(v, "N"), r = pow(10, uniform(state, -3, 0.5)),
                 tau = fmax(1, floor(N * pow(10, -uniform(state, 1, 4)))),
                 D = distance != NULL ? number_of(v, distance) : 1;
    (void)snprintf(value_of(v, "tau"), TEXT, "%.0f", tau);
    write_real(value_of(v, "sigma"), state, factor * D / (tau * r));
    (void)snprintf(value_of(v, "T"), TEXT, "%.0f", floor(pow(10, uniform(state, 3, 6))));
    (void)snprintf(value_of(v, "delta"), TEXT, "%.3e", pow(10, -uniform(state, 2, 12)));
    (void)snprintf(value_of(v, "slack"), TEXT, "%.3e", pow(10, -uniform(state, 0.1, 12)));
}

static void adjust_sgld(values *v, uint64_t *state)
{
    adjust_batches(v, state, "L", 2);
}

static void adjust_fed(values *v, uint64_t *state)
{
    adjust_batches(v, state, NULL, 2);
}

static void adjust_igmm(values *v, uint64_t *state)
{
    adjust_batches(v, state, "D", 1);
}

/* igmm.gauss: few steps are composed exactly, and that takes time. */
static void adjust_igmm_gauss(values *v, uint64_t *state)
{
    adjust_batches(v, state, "D", 1);
    (void)snprintf(value_of(v, "T"), TEXT, "%.0f",
                   check_below(state, 2) == 0 ? floor(pow(10, uniform(state, 0, 2)))
                                              : floor(pow(10, uniform(state, 4, 7))));
}

/* hidden.*: two to 30 batches, a step size below its limit, the record in one of the batches. */
static void adjust_hidden(values *v, uint64_t *state)
{
    const double b = floor(pow(10, uniform(state, 0, 3))),
                 m = floor(pow(10, uniform(state, 0.302, 1.5)));
    (void)snprintf(value_of(v, "b"), TEXT, "%.0f", b);
    (void)snprintf(value_of(v, "n"), TEXT, "%.0f", b * m + (double)check_below(state, (size_t)b));
    double limit = 2;
    if (value_or_null(v, "L") != NULL) {
        const double L = number_of(v, "L");
        limit /= (L * L + 1) / 2 + 2 * number_of(v, "lambda");
    } else {
        const bool convex = value_or_null(v, "lambda") == NULL;
        const double lambda = convex ? 0 : number_of(v, "lambda"),
                     beta = (convex ? 1 : lambda) * pow(10, uniform(state, 0.001, 3));
        write_real(value_of(v, "beta"), state, beta * 1.5); /* rounding keeps it above lambda */
        limit /= lambda + number_of(v, "beta");
    }
    (void)snprintf(value_of(v, "eta"), TEXT, "%.12e", limit * pow(10, -uniform(state, 0.001, 4)));
    if (value_or_null(v, "j0") != NULL)
        (void)snprintf(value_of(v, "j0"), TEXT, "%zu", (size_t)check_below(state, (size_t)m));
    if (value_or_null(v, "batch") != NULL)
        (void)snprintf(value_of(v, "batch"), TEXT, check_below(state, 2) == 0 ? "first" : "last");
    if (value_or_null(v, "S") != NULL) /* a step of Renyi DP between alpha 10^-4 and alpha 10^2 */
        write_real(value_of(v, "S"), state,
                   2 * b * number_of(v, "sigma") / sqrt(number_of(v, "eta")) *
                       pow(10, uniform(state, -2, 1)));
}

/* Where an effect is claimed for a bound whose witness is searched for, the witness is kept. */
static const entry entries[] = {
    {"channel.binary",
     {{"eps", SIZE, -4, 1, true, "-"},
      {"a", SIZE, -1, 0, false, "-"},
      {"b", SIZE, -1, 0, false, "-"}},
     adjust_crossover},
    {"compose.basic",
     {{"eps", SIZE, -6, 2, true, "+ "},
      {"delta", SMALL, -300, -1, true, " +"},
      {"T", COUNT, 0, 9, false, "++"}},
     NULL},
    {"compose.basic-list",
     {{"step", SIZE, 0, 0, false, "  "}, {"slack", SMALL, -300, -1, true, "++"}},
     adjust_steps},
    {"compose.chernoff",
     {{"eps", SIZE, -4, 1, false, "+"},
      {"delta", SMALL, -300, -1, true, "+"},
      {"T", LOOPED, 0, 7, false, "+"},
      {"eps_out", SIZE, -4, 1, false, "-"}},
     adjust_tail},
    {"compose.dwork-roth",
     {{"eps", SIZE, -4, 1, false, "+ "},
      {"delta", SMALL, -300, -1, true, " +"},
      {"T", COUNT, 0, 9, false, "++"},
      {"slack", SMALL, -300, -1, false, "-+"}},
     NULL},
    {"compose.dwork-roth-list",
     {{"step", SIZE, 0, 0, false, "  "}, {"slack", SMALL, -300, -1, false, "-+"}},
     adjust_steps},
    {"compose.he-1-printed",
     {{"step", SIZE, 0, 0, false, "  "}, {"slack", SMALL, -300, -1, false, "- "}},
     adjust_steps},
    {"compose.he-2-printed",
     {{"eps", SIZE, -4, 1, false, "+ "},
      {"delta", SMALL, -300, -1, true, " +"},
      {"T", LOOPED, 0, 9, false, "++"},
      {"slack", SMALL, -300, -1, false, "- "}},
     NULL},
    {"compose.he-3-printed",
     {{"eps", SIZE, -3, 1, false, "+ "},
      {"delta", SMALL, -300, -1, true, " +"},
      {"T", LOOPED, 0, 9, false, "+ "},
      {"slack", SMALL, -300, -1, false, "- "}},
     adjust_slack},
    {"compose.he-5-printed",
     {{"step", SIZE, 0, 0, false, "  "}, {"slack", SMALL, -300, -1, false, "- "}},
     adjust_steps},
    {"compose.kov",
     {{"eps", SIZE, -4, 1, false, "+ "},
      {"delta", SMALL, -300, -1, true, " +"},
      {"T", LOOPED, 0, 9, false, "++"},
      {"slack", SMALL, -300, -1, false, "-+"}},
     NULL},
    {"compose.kov-exact",
     {{"eps", SIZE, -4, 1, false, "+"},
      {"delta", SMALL, -300, -1, true, "+"},
      {"T", COUNT, 0, 2.4, false, "+"},
      {"eps_out", SIZE, -4, 1, true, "-"}},
     adjust_eps_out},
    {"compose.kov-list",
     {{"step", SIZE, 0, 0, false, "  "}, {"slack", SMALL, -300, -1, false, "-+"}},
     adjust_steps},
    {"compose.pure",
     {{"eps", SIZE, -4, 1, false, "+"},
      {"T", LOOPED, 0, 9, false, "+"},
      {"delta_out", SMALL, -300, -1, false, "-"}},
     NULL},
    {"contract.chain",
     {{"eps", SIZE, -6, 2, true, "-"},
      {"E", SMALL, -300, 0, true, "+"},
      {"D", SIZE, -2, 3, false, "+"},
      {"sigma", SIZE, -2, 3, false, "-"},
      {"n", COUNT, 0, 4, false, "-"}},
     adjust_chain},
    {"contract.index",
     {{"eps", SIZE, -6, 2, true, "-"},
      {"psi", SIZE, -2, 3, false, "+"},
      {"D", SIZE, -2, 3, false, "+"},
      {"sigma", SIZE, -2, 3, false, "-"},
      {"n", COUNT, 0, 4, false, "-"},
      {"i", COUNT, 0, 0, false, "+"}},
     adjust_index},
    {"contract.index-list",
     {{"eps", SIZE, -6, 2, true, "-"},
      {"psi", SIZE, -2, 2, false, "+"},
      {"i", COUNT, 0, 0, false, " "},
      {"step", SIZE, 0, 0, false, " "}},
     adjust_index_list},
    {"contract.pnsgd",
     {{"eps", SIZE, -6, 2, true, "-"},
      {"L", SIZE, -2, 2, false, "+"},
      {"sigma", SIZE, -1, 3, false, "-"},
      {"eta", SIZE, -2, 2, false, "-"},
      {"n", COUNT, 0, 9, false, "-"}},
     adjust_pnsgd},
    {"contract.pnsgd-convex",
     {{"eps", SIZE, -6, 2, true, "-"},
      {"L", SIZE, -2, 2, false, "+"},
      {"sigma", SIZE, -1, 3, false, "-"},
      {"eta", SIZE, -2, 2, false, "-"},
      {"n", COUNT, 0, 9, false, "-"}},
     adjust_pnsgd},
    {"contract.pnsgd-smooth",
     {{"eps", SIZE, -6, 2, true, "-"},
      {"L", SIZE, -2, 2, false, "+"},
      {"sigma", SIZE, -1, 3, false, "-"},
      {"eta", SIZE, -2, 2, false, "-"},
      {"n", COUNT, 0, 9, false, "-"},
      {"beta", SIZE, 0, 0, false, " "}},
     adjust_smooth},
    {"contract.stopped",
     {{"eps", SIZE, -6, 2, true, "-"},
      {"psi", SIZE, -2, 2, false, "+"},
      {"D", SIZE, -2, 2, false, "+"},
      {"step", SIZE, 0, 0, false, " "}},
     adjust_stopped},
    {"contract.stopped-printed",
     {{"eps", SIZE, -6, 2, true, "-"},
      {"psi", SIZE, -2, 2, false, "+"},
      {"D", SIZE, -2, 2, false, "+"},
      {"step", SIZE, 0, 0, false, " "}},
     adjust_stopped},
    {"contract.stopped-uniform",
     {{"eps", SIZE, -6, 2, true, "-"},
      {"psi", SIZE, -2, 3, false, "+"},
      {"D", SIZE, -2, 3, false, "+"},
      {"sigma", SIZE, -1, 3, false, "-"},
      {"n", COUNT, 0, 9, false, "-"}},
     adjust_uniform},
    {"fdiv.chi2-binary",
     {{"a", SIZE, -1, 0, false, "--"},
      {"b", SIZE, -1, 0, false, "--"},
      {"mu", SMALL, -3, -0.1, false, "  "},
      {"nu", SMALL, -3, -0.1, false, "  "}},
     adjust_crossover},
    {"fdiv.chi2-gauss",
     {{"rk", SIZE, -1.5, 0.7, false, "++"}, {"r", SIZE, -1.5, 0.7, false, "++"}},
     NULL},
    {"fed.he2020-printed",
     {{"N", COUNT, 2, 6, false, "    "},
      {"tau", COUNT, 0, 0, false, "    "},
      {"T", COUNT, 3, 6, false, "+++ "},
      {"sigma", SIZE, 0, 0, false, "- - "},
      {"delta", SMALL, -12, -2, false, "-+- "},
      {"slack", SMALL, -12, -1, false, "++- "}},
     adjust_fed},
    {"gauss.kernel",
     {{"eps", SIZE, -6, 3, true, "-"},
      {"dia", SIZE, -3, 3, false, "+"},
      {"sigma", SIZE, -3, 6, false, "-"}},
     adjust_kernel},
    {"gauss.mechanism",
     {{"eps", SIZE, -6, 3, true, "-"},
      {"D", SIZE, -3, 3, false, "+"},
      {"sigma", SIZE, -3, 6, false, "-"},
      {"T", COUNT, 0, 9, false, "+"}},
     adjust_mechanism},
    {"gauss.mechanism-list",
     {{"eps", SIZE, -6, 3, true, "-"}, {"step", SIZE, 0, 0, false, " "}},
     adjust_list},
    {"gauss.rdp",
     {{"alpha", ORDER, -3, 3, false, "+"},
      {"D", SIZE, -3, 3, true, "+"},
      {"sigma", SIZE, -3, 6, false, "-"},
      {"T", COUNT, 0, 9, false, "+"}},
     NULL},
    {"gauss.theta",
     {{"eps", SIZE, -6, 3, true, "-"}, {"r", SIZE, -5, 3, false, "+"}},
     adjust_theta},
    {"gauss.tv", {{"r", SIZE, -300, 3, true, "+"}}, NULL},
    {"gdp.clt", /* where its referee is quick */
     {{"q", SIZE, -2, -1, false, "+"},
      {"sigma", SIZE, 0, 1, false, "-"},
      {"T", COUNT, 4, 6, false, "+"},
      {"delta", SMALL, -6, -1, false, "-"}},
     NULL},
    {"gen.dwork2015",
     {{"eps", SIZE, -3, 0, false, "+-"},
      {"delta", SMALL, -300, -1, false, "++"},
      {"N", COUNT, 0, 0, false, "--"}},
     adjust_sample},
    {"gen.he2020",
     {{"eps", SIZE, -3, 0.3, false, "+-"},
      {"delta", SMALL, -300, -1, false, "++"},
      {"N", COUNT, 0, 0, false, "--"}},
     adjust_sample},
    {"gen.he2021",
     {{"eps", SIZE, -3, 1, false, "  "},
      {"delta", SMALL, -300, -1, false, "++"},
      {"N", COUNT, 0, 0, false, "--"}},
     adjust_sample},
    {"gen.multi-he2020",
     {{"eps", SIZE, -3, 0, false, " -"},
      {"delta", SMALL, -300, -1, true, "++"},
      {"k", COUNT, 0, 9, false, "++"}},
     NULL},
    {"gen.multi-he2021",
     {{"eps", SIZE, -3, 1, false, "  "},
      {"delta", SMALL, -300, -1, false, "++"},
      {"k", COUNT, 0, 0, false, "++"}},
     adjust_databases},
    {"gen.nissim-stemmer",
     {{"eps", SIZE, -3, -1, false, "+-"},
      {"delta", SMALL, -300, -1, false, "++"},
      {"N", COUNT, 0, 0, false, "--"}},
     adjust_sample},
    {"gen.on-average",
     {{"eps", SIZE, -6, 2, true, "+"},
      {"delta", SMALL, -300, -1, true, "+"},
      {"k", COUNT, 0, 9, false, "+"}},
     NULL},
    {"gen.on-average-exact",
     {{"eps", SIZE, -6, 2, true, "+"},
      {"delta", SMALL, -300, -1, true, "+"},
      {"k", COUNT, 0, 9, false, "+"}},
     NULL},
    {"gen.oneto-risk",
     {{"eps", SIZE, -3, 1, false, "+-"},
      {"N", COUNT, 0, 9, false, "--"},
      {"risk", SMALL, -30, -1, true, "++"}},
     NULL},
    {"gen.oneto-variance",
     {{"eps", SIZE, -3, 1, false, "+-"},
      {"N", COUNT, 0.4, 9, false, "--"},
      {"variance", SIZE, -30, -0.4, true, "++"}},
     NULL},
    {"hidden.convex",
     {{"alpha", ORDER, -3, 1.5, false, "+"},
      {"n", COUNT, 0, 3, false, "-"},
      {"b", COUNT, 0, 3, false, " "},
      {"K", COUNT, 0, 3, false, "+"},
      {"eta", SIZE, -3, 0, false, "+"},
      {"beta", SIZE, -3, 2, false, " "},
      {"S", SIZE, -3, 3, false, "+"},
      {"sigma", SIZE, -3, 3, false, "-"},
      {"j0", COUNT, 0, 2, false, "+"}},
     adjust_hidden},
    {"hidden.fixed",
     {{"alpha", ORDER, -3, 1.5, false, "+"},
      {"n", COUNT, 0, 3, false, "-"},
      {"b", COUNT, 0, 3, false, " "},
      {"K", COUNT, 0, 3, false, "+"},
      {"eta", SIZE, -3, 0, false, " "},
      {"lambda", SIZE, -3, 2, false, "-"},
      {"beta", SIZE, -3, 2, false, " "},
      {"S", SIZE, -3, 3, false, "+"},
      {"sigma", SIZE, -3, 3, false, "-"},
      {"j0", COUNT, 0, 2, false, "+"}},
     adjust_hidden},
    {"hidden.fixed-split",
     {{"alpha", ORDER, -3, 1.5, false, "+"},
      {"n", COUNT, 0, 3, false, "-"},
      {"b", COUNT, 0, 3, false, " "},
      {"K", COUNT, 0, 3, false, "+"},
      {"eta", SIZE, -3, 0, false, " "},
      {"lambda", SIZE, -3, 2, false, "-"},
      {"beta", SIZE, -3, 2, false, " "},
      {"S", SIZE, -3, 3, false, "+"},
      {"sigma", SIZE, -3, 3, false, "-"},
      {"j0", COUNT, 0, 2, false, "+"}},
     adjust_hidden},
    {"hidden.logistic",
     {{"alpha", ORDER, -3, 1.5, false, "+"},
      {"n", COUNT, 0, 3, false, "-"},
      {"b", COUNT, 0, 3, false, " "},
      {"K", COUNT, 0, 4, false, "+"},
      {"eta", SIZE, -3, 0, false, "-"},
      {"lambda", SIZE, -3, 0, false, "-"},
      {"L", SIZE, -0.5, 1, false, " "},
      {"mult", SIZE, -0.3, 2, false, "-"},
      {"norm_mult", SIZE, 0, 2, true, " "},
      {"norm_sens", SIZE, -1, 1, false, "+"}},
     adjust_hidden},
    {"hidden.logistic-eps",
     {{"n", COUNT, 0, 3, false, "--"},
      {"b", COUNT, 0, 3, false, "  "},
      {"K", COUNT, 0, 4, false, "++"},
      {"eta", SIZE, -3, 0, false, "--"},
      {"lambda", SIZE, -3, 0, false, "--"},
      {"L", SIZE, -0.5, 1, false, "  "},
      {"mult", SIZE, -0.3, 2, false, "--"},
      {"norm_mult", SIZE, 0, 2, true, "  "},
      {"norm_sens", SIZE, -1, 1, false, "++"},
      {"delta", SMALL, -30, -1, false, "--"}},
     adjust_hidden},
    {"hidden.logistic-split",
     {{"alpha", ORDER, -3, 1.5, false, "+"},
      {"n", COUNT, 0, 3, false, "-"},
      {"b", COUNT, 0, 3, false, " "},
      {"K", COUNT, 0, 4, false, "+"},
      {"eta", SIZE, -3, 0, false, "-"},
      {"lambda", SIZE, -3, 0, false, "-"},
      {"L", SIZE, -0.5, 1, false, " "},
      {"mult", SIZE, -0.3, 2, false, "-"},
      {"norm_mult", SIZE, 0, 2, true, " "},
      {"norm_sens", SIZE, -1, 1, false, "+"}},
     adjust_hidden},
    {"hidden.logistic-split-eps",
     {{"n", COUNT, 0, 3, false, "--"},
      {"b", COUNT, 0, 3, false, "  "},
      {"K", COUNT, 0, 4, false, "++"},
      {"eta", SIZE, -3, 0, false, "--"},
      {"lambda", SIZE, -3, 0, false, "--"},
      {"L", SIZE, -0.5, 1, false, "  "},
      {"mult", SIZE, -0.3, 2, false, "--"},
      {"norm_mult", SIZE, 0, 2, true, "  "},
      {"norm_sens", SIZE, -1, 1, false, "++"},
      {"delta", SMALL, -30, -1, false, "--"}},
     adjust_hidden},
    {"hidden.mixing",
     {{"alpha", ORDER, -3, 1.5, false, "+"},
      {"n", COUNT, 0, 3, false, "-"},
      {"b", COUNT, 0, 3, false, " "},
      {"K", COUNT, 0, 3, false, "+"},
      {"eta", SIZE, -3, 0, false, " "},
      {"lambda", SIZE, -3, 2, false, "-"},
      {"beta", SIZE, -3, 2, false, "-"},
      {"S", SIZE, -3, 3, false, "+"},
      {"sigma", SIZE, -3, 3, false, "-"},
      {"batch", SIZE, 0, 0, false, " "}},
     adjust_hidden},
    {"hidden.naive",
     {{"alpha", ORDER, -3, 1.5, false, "+"},
      {"n", COUNT, 0, 3, false, " "},
      {"b", COUNT, 0, 3, false, " "},
      {"K", COUNT, 0, 3, false, "+"},
      {"eta", SIZE, -3, 0, false, "+"},
      {"lambda", SIZE, -3, 2, false, "-"},
      {"beta", SIZE, -3, 2, false, " "},
      {"S", SIZE, -3, 3, false, "+"},
      {"sigma", SIZE, -3, 3, false, "-"}},
     adjust_hidden},
    {"hidden.optimal",
     {{"alpha", ORDER, -3, 1.5, false, "+"},
      {"n", COUNT, 0, 3, false, "-"},
      {"b", COUNT, 0, 3, false, " "},
      {"K", COUNT, 0, 3, false, "+"},
      {"eta", SIZE, -3, 0, false, " "},
      {"lambda", SIZE, -3, 2, false, "-"},
      {"beta", SIZE, -3, 2, false, " "},
      {"S", SIZE, -3, 3, false, "+"},
      {"sigma", SIZE, -3, 3, false, "-"},
      {"j0", COUNT, 0, 2, false, "+"}},
     adjust_hidden},
    {"hidden.resample",
     {{"alpha", ORDER, -3, 1.5, false, " "},
      {"n", COUNT, 0, 3, false, " "},
      {"b", COUNT, 0, 3, false, " "},
      {"K", COUNT, 0, 1.3, false, "+"},
      {"eta", SIZE, -3, 0, false, " "},
      {"lambda", SIZE, -3, 2, false, "-"},
      {"beta", SIZE, -3, 2, false, " "},
      {"S", SIZE, -3, 3, false, "+"},
      {"sigma", SIZE, -3, 3, false, "-"}},
     adjust_hidden},
    {"hidden.shifted",
     {{"alpha", ORDER, -3, 1.5, false, "+"},
      {"n", COUNT, 0, 3, false, "-"},
      {"b", COUNT, 0, 3, false, " "},
      {"K", COUNT, 0, 3, false, "+"},
      {"eta", SIZE, -3, 0, false, " "},
      {"lambda", SIZE, -3, 2, false, "-"},
      {"beta", SIZE, -3, 2, false, " "},
      {"S", SIZE, -3, 3, false, "+"},
      {"sigma", SIZE, -3, 3, false, "-"},
      {"j0", COUNT, 0, 2, false, "+"}},
     adjust_hidden},
    {"hidden.shuffle",
     {{"alpha", ORDER, -3, 1.5, false, "+"},
      {"n", COUNT, 0, 3, false, "-"},
      {"b", COUNT, 0, 3, false, " "},
      {"K", COUNT, 0, 3, false, "+"},
      {"eta", SIZE, -3, 0, false, " "},
      {"lambda", SIZE, -3, 2, false, "-"},
      {"beta", SIZE, -3, 2, false, " "},
      {"S", SIZE, -3, 3, false, "+"},
      {"sigma", SIZE, -3, 3, false, "-"}},
     adjust_hidden},
    {"hidden.shuffle-split",
     {{"alpha", ORDER, -3, 1.5, false, "+"},
      {"n", COUNT, 0, 3, false, "-"},
      {"b", COUNT, 0, 3, false, " "},
      {"K", COUNT, 0, 3, false, "+"},
      {"eta", SIZE, -3, 0, false, " "},
      {"lambda", SIZE, -3, 2, false, "-"},
      {"beta", SIZE, -3, 2, false, " "},
      {"S", SIZE, -3, 3, false, "+"},
      {"sigma", SIZE, -3, 3, false, "-"}},
     adjust_hidden},
    {"igmm.gauss",
     {{"N", COUNT, 2, 6, false, "--  "},
      {"tau", COUNT, 0, 0, false, "    "},
      {"T", COUNT, 3, 6, false, "+++ "},
      {"D", SIZE, -3, 3, false, "    "},
      {"sigma", SIZE, 0, 0, false, "    "},
      {"delta", SMALL, -12, -2, false, "++++"},
      {"slack", SMALL, -12, -1, false, "++- "}},
     adjust_igmm_gauss},
    {"igmm.he2021-printed",
     {{"N", COUNT, 2, 6, false, "-   "},
      {"tau", COUNT, 0, 0, false, "    "},
      {"T", COUNT, 3, 6, false, "+++ "},
      {"D", SIZE, -3, 3, false, "+++ "},
      {"sigma", SIZE, 0, 0, false, "- - "},
      {"delta", SMALL, -12, -2, false, "-+- "},
      {"slack", SMALL, -12, -1, false, "++- "}},
     adjust_igmm},
    {"iterate.feldman-classic",
     {{"eps", SIZE, 0, 0, false, "-"},
      {"L", SIZE, -2, 2, false, "+"},
      {"sigma", SIZE, -1, 3, false, "-"},
      {"n", COUNT, 0.5, 6, false, "-"}},
     adjust_feldman_eps},
    {"iterate.feldman-classic-printed",
     {{"eps", SIZE, -4, 2, true, " "},
      {"L", SIZE, -1, 1, false, " "},
      {"sigma", SIZE, -1, 2, false, "-"},
      {"n", COUNT, 0.5, 6, false, "-"}},
     adjust_feldman_eps},
    {"iterate.feldman-closed",
     {{"eps", SIZE, -4, 2, true, "-"},
      {"L", SIZE, -2, 2, false, "+"},
      {"sigma", SIZE, -1, 3, false, "-"},
      {"n", COUNT, 0.5, 6, false, "-"}},
     NULL},
    {"iterate.feldman-printed",
     {{"alpha", ORDER, -3, 2, false, "+"},
      {"L", SIZE, -2, 2, false, "+"},
      {"sigma", SIZE, 0, 0, false, "-"},
      {"n", COUNT, 0, 6, false, " "}},
     adjust_feldman},
    {"iterate.feldman-rdp",
     {{"alpha", ORDER, -3, 2, false, "+"},
      {"L", SIZE, -2, 2, false, "+"},
      {"sigma", SIZE, 0, 0, false, "-"},
      {"n", COUNT, 0.5, 6, false, "-"}},
     adjust_feldman},
    {"kl.pure", {{"eps", SIZE, -300, 3, true, "+"}}, NULL},
    {"ma.gauss",
     {{"sigma", SIZE, -3, 6, false, "-"},
      {"T", COUNT, 0, 9, false, "+"},
      {"delta", SMALL, -300, -1, false, "-"}},
     NULL},
    {"ma.gauss-closed",
     {{"sigma", SIZE, -1, 6, false, "-"},
      {"T", COUNT, 0, 9, false, "+"},
      {"delta", SMALL, -300, -1, false, "-"}},
     NULL},
    {"ma.gauss-optimal",
     {{"sigma", SIZE, -1, 6, false, "-"},
      {"T", COUNT, 0, 9, false, "+"},
      {"delta", SMALL, -300, -1, false, "-"}},
     NULL},
    {"ma.sgd-abadi",
     {{"sigma", SIZE, 0, 2, false, "-"},
      {"q", SIZE, -4, -2, false, "+"},
      {"T", COUNT, 0, 7, false, "+"},
      {"delta", SMALL, -300, -1, false, "-"}},
     adjust_sampling},
    {"ogd.constant-noise",
     {{"eps", SIZE, -6, 2, true, "- "},
      {"psi", SIZE, -2, 2, false, "+ "},
      {"M", SIZE, -2, 2, false, "+ "},
      {"B", SIZE, -2, 2, false, "-+"},
      {"sigma", SIZE, -1, 3, false, "-+"},
      {"n", COUNT, 0, 5, false, " -"},
      {"d", COUNT, 0, 6, false, " +"}},
     adjust_ogd_noise},
    {"ogd.constant-step-noise",
     {{"eps", SIZE, -6, 2, true, "- "},
      {"psi", SIZE, -2, 2, false, "+ "},
      {"M", SIZE, -2, 2, false, " +"},
      {"B", SIZE, -2, 2, false, "+ "},
      {"lambda", SIZE, -1, 3, false, "-+"},
      {"n", COUNT, 0, 5, false, "- "},
      {"d", COUNT, 0, 6, false, " +"}},
     adjust_ogd_step_noise},
    {"ogd.regret",
     {{"M", SIZE, -2, 2, false, " "},
      {"dia", SIZE, -2, 2, false, "+"},
      {"d", COUNT, 0, 6, false, "+"},
      {"step", SIZE, 0, 0, false, " "}},
     adjust_regret},
    {"product.exact", {{NULL, SIZE, 0, 0, false, NULL}}, NULL}, /* methods: t-inversion */
    {"product.exact-eps", {{NULL, SIZE, 0, 0, false, NULL}}, NULL},
    {"product.one-way", {{NULL, SIZE, 0, 0, false, NULL}}, NULL},
    {"rdp.balle-eps",
     {{"alpha", ORDER, -3, 3, false, " "},
      {"gamma", SIZE, -6, 2, true, "+"},
      {"delta", SMALL, -300, -1, false, "-"}},
     NULL},
    {"rdp.classic-delta",
     {{"alpha", ORDER, -3, 3, false, " "},
      {"gamma", SIZE, -6, 2, true, "+"},
      {"eps", SIZE, -4, 2, true, "-"}},
     NULL},
    {"rdp.classic-eps",
     {{"alpha", ORDER, -3, 3, false, "-"},
      {"gamma", SIZE, -6, 2, true, "+"},
      {"delta", SMALL, -300, -1, false, "-"}},
     NULL},
    {"rdp.closed-delta",
     {{"alpha", ORDER, -3, 3, false, " "},
      {"gamma", SIZE, -6, 2, true, "+"},
      {"eps", SIZE, -4, 2, true, "-"}},
     NULL},
    {"rdp.closed-eps",
     {{"alpha", ORDER, -3, 3, false, " "},
      {"gamma", SIZE, -6, 2, true, "+"},
      {"delta", SMALL, -300, -1, false, "-"}},
     NULL},
    {"rdp.closed-gamma",
     {{"alpha", ORDER, -3, 3, false, " "},
      {"eps", SIZE, -4, 2, true, "+"},
      {"delta", SMALL, -300, -1, true, "+"}},
     NULL},
    {"rdp.optimal-delta",
     {{"alpha", ORDER, -3, 3, false, " "},
      {"gamma", SIZE, -6, 2, true, "+"},
      {"eps", SIZE, -4, 2, true, " "}},
     NULL},
    {"rdp.optimal-eps",
     {{"alpha", ORDER, -3, 3, false, " "},
      {"gamma", SIZE, -6, 2, true, "+"},
      {"delta", SMALL, -300, -1, false, "-"}},
     NULL},
    {"rdp.optimal-gamma",
     {{"alpha", ORDER, -3, 3, false, " "},
      {"eps", SIZE, -4, 2, true, "+"},
      {"delta", SMALL, -300, -1, true, "+"}},
     NULL},
    {"rdp.symmetric-delta",
     {{"alpha", ORDER, -2, 1.5, false, " "},
      {"gamma", SIZE, -4, 1, true, " "},
      {"eps", SIZE, -4, 0.5, true, "-"}},
     NULL},
    {"rdp.symmetric-eps",
     {{"alpha", ORDER, -2, 1.5, false, " "},
      {"gamma", SIZE, -4, 1, true, " "},
      {"delta", SMALL, -12, -1, false, "-"}},
     NULL},
    {"rdp.symmetric-gamma",
     {{"alpha", ORDER, -2, 2, false, " "},
      {"eps", SIZE, -4, 1, true, "+"},
      {"delta", SMALL, -50, -1, true, "+"}},
     NULL},
    {"rdp.zero-eps",
     {{"alpha", ORDER, -3, 3, false, " "}, {"gamma", SIZE, -6, 2, true, "+"}},
     NULL},
    {"sample.amplify",
     {{"eps", SIZE, -6, 3, true, "+ "},
      {"delta", SMALL, -300, -1, true, " +"},
      {"q", SIZE, -9, -0.001, true, "++"}},
     NULL},
    {"sgld.he2020-printed",
     {{"N", COUNT, 2, 6, false, "    "},
      {"tau", COUNT, 0, 0, false, "    "},
      {"T", COUNT, 3, 6, false, "+++ "},
      {"L", SIZE, -3, 3, false, "+++ "},
      {"sigma", SIZE, 0, 0, false, "- - "},
      {"delta", SMALL, -12, -2, false, "-+- "},
      {"slack", SMALL, -12, -1, false, "++- "}},
     adjust_sgld},
    {"sgm.eps",
     {{"q", SIZE, -6, -0.001, false, "+"},
      {"sigma", SIZE, -0.3, 2, false, "-"},
      {"T", COUNT, 0, 6, false, "+"},
      {"delta", SMALL, -30, -1, false, "-"}},
     NULL},
    {"sgm.exact", {{NULL, SIZE, 0, 0, false, NULL}}, NULL}, /* methods: t-inversion */
    {"sgm.exact-eps", {{NULL, SIZE, 0, 0, false, NULL}}, NULL},
    {"sgm.rdp",
     {{"alpha", COUNT, 0.4, 2, false, "+"},
      {"q", SIZE, -9, -0.001, false, "+"},
      {"sigma", SIZE, -0.5, 3, false, "-"},
      {"T", COUNT, 0, 9, false, "+"}},
     NULL},
};
enum { NENTRIES = sizeof entries / sizeof entries[0] };

static void draw_value(char *out, uint64_t *state, const param *p)
{
    const double x = pow(10, uniform(state, p->lo, p->hi));
    if (p->zero && check_below(state, 20) == 0)
        (void)snprintf(out, TEXT, "0");
    else if (p->shape == ORDER) /* a decimal that is not 1 */
        (void)snprintf(out, TEXT, "%.*f", 4 + (int)check_below(state, 4), 1.0001 + x);
    else if (p->shape == SMALL && check_below(state, 3) == 0)
        (void)snprintf(out, TEXT, "%.4f", uniform(state, 0.0001, 0.9998));
    else if (p->shape == COUNT || p->shape == LOOPED) {
        const double n = p->shape == COUNT            ? x
                         : check_below(state, 2) == 0 ? pow(10, uniform(state, 0, 2.4))
                                                      : pow(10, uniform(state, 4, p->hi));
        (void)snprintf(out, TEXT, "%.0f", floor(n));
    } else
        write_real(out, state, x);
}

static void draw(values *v, const entry *e, uint64_t *state)
{
    v->entry = e;
    for (size_t i = 0; i < param_count(e); i++)
        draw_value(v->text[i], state, &e->params[i]);
    if (e->adjust != NULL)
        e->adjust(v, state);
}

/* Moves one parameter up. */
static void increase(values *v, size_t k, uint64_t *state)
{
    const param *p = &v->entry->params[k];
    const double x = strtod(v->text[k], NULL), part = pow(10, uniform(state, -4, 0));
    if (p->shape == COUNT || p->shape == LOOPED)
        (void)snprintf(v->text[k], TEXT, "%.0f", x < 300 ? x + 1 : floor(x * (1 + part)));
    else if (x == 0)
        write_real(v->text[k], state, part * pow(10, p->lo));
    else if (p->shape == SMALL && x > 1e-6) /* towards 1 */
        (void)snprintf(v->text[k], TEXT, "%.12f", x + (1 - x) * part * 0.999);
    else
        (void)snprintf(v->text[k], TEXT, "%.15e", x * (1 + part));
}

static void describe(const values *v, char *out)
{
    size_t used = 0;
    for (size_t i = 0; i < param_count(v->entry); i++)
        used += (size_t)snprintf(out + used, SET_TEXT - used, " %s=%s", v->entry->params[i].name,
                                 v->text[i]);
}

/* ---- decimals of any size ---- */

typedef struct {
    int sign;
    long place; /* of the first digit */
    char digits[TEXT];
} decimal;

static decimal decimal_of(const char *text)
{
    decimal d = {.sign = text[0] == '-' ? -1 : 1};
    size_t n = 0;
    long place = -1;
    bool point = false, leading = true;
    const char *c = text + (text[0] == '-');
    for (; *c != '\0' && *c != 'e'; c++) {
        if (*c == '.') {
            point = true;
            continue;
        }
        ck_assert_msg(*c >= '0' && *c <= '9', "not a decimal: %s", text);
        if (leading && *c == '0') {
            place -= point;
            continue;
        }
        leading = false;
        place += !point;
        ck_assert_uint_lt(n + 1, sizeof d.digits);
        d.digits[n++] = *c;
    }
    while (n > 0 && d.digits[n - 1] == '0')
        n--;
    d.digits[n] = '\0';
    if (n == 0)
        return (decimal){.sign = 0};
    d.place = place + (*c == 'e' ? strtol(c + 1, NULL, 10) : 0);
    return d;
}

/* As strcmp. */
static int decimal_compare(const char *a, const char *b)
{
    const decimal x = decimal_of(a), y = decimal_of(b);
    if (x.sign != y.sign)
        return x.sign < y.sign ? -1 : 1;
    if (x.sign == 0)
        return 0;
    const int order =
        x.place != y.place ? (x.place < y.place ? -1 : 1) : strcmp(x.digits, y.digits);
    return x.sign * order;
}

START_TEST(test_decimals)
{
    static const char *const ordered[] = {"-1e400",    "-12",    "-1.5",    "-1e-9",   "0",
                                          "1e-999999", "1.1e-9", "2e-9",    "0.00012", "0.1",
                                          "0.1001",    "1",      "1.00001", "9.99",    "10",
                                          "100.5",     "1005",   "1.2e99",  "2e99",    "1e123456"};
    for (size_t i = 0; i < sizeof ordered / sizeof ordered[0]; i++)
        for (size_t j = 0; j < sizeof ordered / sizeof ordered[0]; j++) {
            const int order = decimal_compare(ordered[i], ordered[j]);
            ck_assert_msg((order < 0) == (i < j) && (order > 0) == (i > j), "%s and %s", ordered[i],
                          ordered[j]);
        }
    ck_assert_int_eq(decimal_compare("1.50", "1.5"), 0);
    ck_assert_int_eq(decimal_compare("0.15", "1.5e-1"), 0);
    ck_assert_int_eq(decimal_compare("100", "1e2"), 0);
    ck_assert_int_eq(decimal_compare("0", "0.000"), 0);
}
END_TEST

/* ---- evaluation ---- */

/* Counts, in memory that the forked tests share. */
typedef struct {
    unsigned long sets, refused, compared, judged, beaten, doubles, off, nonfinite;
    unsigned long overlaps, undecided; /* of other arithmetics */
} tally;

static tally *tallies;

typedef struct {
    char lower[MAX_RESULTS][64], upper[MAX_RESULTS][64];
    size_t nresults;
} enclosures;

static void copy_results(enclosures *out, const dpc_query_t *q)
{
    out->nresults = dpc_query_results(q);
    ck_assert_uint_le(out->nresults, MAX_RESULTS);
    for (size_t i = 0; i < out->nresults; i++) {
        const dpc_result_info *r = dpc_query_result(q, i);
        (void)snprintf(out->lower[i], sizeof out->lower[i], "%s", r->lower);
        (void)snprintf(out->upper[i], sizeof out->upper[i], "%s", r->upper);
        ck_assert(decimal_compare(r->lower, r->upper) <= 0);
    }
}

enum { MAX_WITNESSES = 32 }; /* a plan has thirteen; a theorem, two plans and values of epsilon */

/* Witnesses as the first evaluation found them. */
typedef struct {
    char name[MAX_WITNESSES][32], value[MAX_WITNESSES][TEXT];
    bool of_referee[MAX_WITNESSES], is_plan[MAX_WITNESSES];
    size_t n;
} witnesses;

static void copy_witnesses(witnesses *w, const dpc_query_t *q)
{
    w->n = 0;
    for (size_t i = 0; i < dpc_query_inputs(q); i++) {
        const dpc_input_info *in = dpc_query_input(q, i);
        if (!in->is_witness)
            continue;
        ck_assert_uint_lt(w->n, MAX_WITNESSES);
        (void)snprintf(w->name[w->n], sizeof w->name[0], "%s", in->name);
        /* a referee that does not apply has none */
        ck_assert(in->value != NULL || in->of_referee);
        (void)snprintf(w->value[w->n], TEXT, "%s",
                       in->value != NULL ? in->value : CHECK_IDLE(in->is_plan));
        ck_assert_msg(strlen(w->value[w->n]) < TEXT - 1, "a long witness: %s", w->value[w->n]);
        w->is_plan[w->n] = in->is_plan;
        w->of_referee[w->n++] = in->of_referee;
    }
}

static void give(dpc_query_t *q, const values *v, const witnesses *w, bool referees)
{
    dpc_query_reset(q);
    for (size_t i = 0; i < param_count(v->entry); i++)
        ck_assert_msg(dpc_query_set(q, v->entry->params[i].name, v->text[i]) == DPC_OK, "%s",
                      dpc_query_error(q));
    for (size_t i = 0; w != NULL && i < w->n; i++)
        ck_assert_msg(dpc_query_set(q, w->name[i],
                                    w->of_referee[i] && !referees ? CHECK_IDLE(w->is_plan[i])
                                                                  : w->value[i]) == DPC_OK,
                      "%s", dpc_query_error(q));
}

/* More digits at the same witnesses: the result lies inside the looser one. */
static void check_tighter(dpc_query_t *q, const values *v, const witnesses *w,
                          const enclosures *loose, const char *set)
{
    enclosures tight;
    give(q, v, w, false);
    ck_assert_int_eq(dpc_query_set_digits(q, TIGHT_DIGITS), DPC_OK);
    ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s%s: %s", v->entry->id, set, dpc_query_error(q));
    ck_assert_int_eq(dpc_query_set_digits(q, LOOSE_DIGITS), DPC_OK);
    copy_results(&tight, q);
    ck_assert_uint_eq(tight.nresults, loose->nresults);
    for (size_t i = 0; i < tight.nresults; i++) {
        ck_assert_msg(decimal_compare(tight.lower[i], loose->upper[i]) <= 0 &&
                          decimal_compare(loose->lower[i], tight.upper[i]) <= 0,
                      "%s%s: [%s, %s] and [%s, %s] are disjoint", v->entry->id, set,
                      loose->lower[i], loose->upper[i], tight.lower[i], tight.upper[i]);
        /* a value that a referee beats narrowly is written with the digits that show it */
        const bool narrow = strlen(loose->upper[i]) > strlen(tight.upper[i]);
        ck_assert_msg(narrow || (decimal_compare(loose->lower[i], tight.lower[i]) <= 0 &&
                                 decimal_compare(tight.upper[i], loose->upper[i]) <= 0),
                      "%s%s: [%s, %s] is not inside [%s, %s]", v->entry->id, set, tight.lower[i],
                      tight.upper[i], loose->lower[i], loose->upper[i]);
    }
}

/* Moves one parameter; a result that certainly moves the wrong way is a failure. */
static void check_monotone(dpc_query_t *q, const values *v, const witnesses *w,
                           const enclosures *before, const char *set, uint64_t *state, tally *t)
{
    const size_t k = check_below(state, param_count(v->entry));
    const param *p = &v->entry->params[k];
    if (strspn(p->effect, " ") == strlen(p->effect))
        return;
    values moved = *v;
    increase(&moved, k, state);
    if (decimal_compare(v->text[k], moved.text[k]) >= 0)
        return;
    give(q, &moved, w, false);
    if (dpc_query_run(q) != DPC_OK)
        return; /* not admissible there, or not with this witness */
    enclosures after;
    copy_results(&after, q);
    for (size_t i = 0; i < after.nresults && p->effect[i] != '\0'; i++) {
        if (p->effect[i] == ' ')
            continue;
        t->compared++;
        const char *smaller = p->effect[i] == '+' ? before->lower[i] : after.lower[i];
        const char *larger = p->effect[i] == '+' ? after.upper[i] : before->upper[i];
        ck_assert_msg(decimal_compare(smaller, larger) <= 0,
                      "%s%s: result %zu is [%s, %s], but [%s, %s] at %s=%s", v->entry->id, set, i,
                      before->lower[i], before->upper[i], after.lower[i], after.upper[i], p->name,
                      moved.text[k]);
    }
}

/* Whether a referee certainly beats a result at these parameters. */
static bool is_beaten(dpc_query_t *q, const values *v)
{
    give(q, v, NULL, true);
    if (dpc_query_run(q) != DPC_OK)
        return false;
    for (size_t i = 0; i < dpc_query_referees(q); i++)
        if (dpc_query_referee(q, i)->lower != NULL && dpc_query_referee(q, i)->beats_result)
            return true;
    return false;
}

/* The candidates for a simpler value, simplest first; false: no candidates are left. */
static bool simpler(char *out, const char *text, size_t candidate)
{
    const double x = strtod(text, NULL);
    const char *last = strrchr(text, '(');
    if (text[0] == '[') { /* a list: without its last record */
        if (candidate > 0 || last == NULL || last == text + 1)
            return false;
        (void)snprintf(out, TEXT, "%.*s]", (int)(last - text) - 1, text);
        return true;
    }
    if (x >= 1 && floor(x) == x) {
        const double counts[] = {1, 2, 10, floor(x / 2), x - 1};
        if (candidate >= sizeof counts / sizeof counts[0])
            return false;
        (void)snprintf(out, TEXT, "%.0f", counts[candidate] < x ? counts[candidate] : x);
        return true;
    }
    if (candidate > 3)
        return false;
    if (candidate == 0)
        (void)snprintf(out, TEXT, "%s", x > 1 ? "1" : "0.1");
    else
        (void)snprintf(out, TEXT, "%.*e", (int)candidate - 1, x);
    return strlen(out) < strlen(text) || candidate < 3;
}

/* Makes the parameters as simple as possible while a referee still beats a result. */
static void shrink(dpc_query_t *q, values *v)
{
    enum { ROUNDS = 40 };
    bool changed = true;
    for (int round = 0; round < ROUNDS && changed; round++) {
        changed = false;
        for (size_t i = 0; i < param_count(v->entry); i++) {
            values tried = *v;
            for (size_t c = 0; simpler(tried.text[i], v->text[i], c); c++)
                if (strlen(tried.text[i]) <= strlen(v->text[i]) &&
                    strcmp(tried.text[i], v->text[i]) != 0 && is_beaten(q, &tried)) {
                    *v = tried;
                    changed = true;
                    break;
                }
        }
    }
}

static void judge(dpc_query_t *q, const values *v, const char *set, tally *t)
{
    const dpc_theorem_info *info = dpc_query_theorem(q);
    const bool sound = info->status == DPC_STATUS_EXACT || info->status == DPC_STATUS_PROVED;
    bool contradiction = false;
    for (size_t i = 0; i < dpc_query_referees(q); i++) {
        const dpc_referee_info *r = dpc_query_referee(q, i);
        if (r->lower == NULL)
            continue;
        t->judged++;
        t->beaten += r->beats_result != 0;
        contradiction = contradiction || (sound && r->beats_result);
    }
    if (!contradiction)
        return;
    values least = *v;
    char simple[SET_TEXT];
    shrink(q, &least);
    describe(&least, simple);
    ck_abort_msg("%s%s: beaten by a referee, also at%s", info->id, set, simple);
}

/* Whether a double is within 1e-6 of the enclosure. */
static bool near(double x, const char *lower, const char *upper)
{
    const double lo = strtod(lower, NULL), hi = strtod(upper, NULL);
    /* a number that no double holds is near no double */
    if ((lo == 0 && decimal_of(lower).sign != 0) || (hi == 0 && decimal_of(upper).sign != 0) ||
        !isfinite(lo) || !isfinite(hi))
        return false;
    return x >= lo - 1e-6 * fabs(lo) && x <= hi + 1e-6 * fabs(hi);
}

static void count_double(dpc_query_t *q, const values *v, const witnesses *w,
                         const enclosures *enclosed, tally *t)
{
    give(q, v, w, false);
    ck_assert_int_eq(dpc_query_set_arith(q, "double"), DPC_OK);
    const bool ran = dpc_query_run(q) == DPC_OK;
    for (size_t i = 0; i < enclosed->nresults; i++) {
        t->doubles++;
        const double x = ran ? strtod(dpc_query_result(q, i)->approx, NULL) : NAN;
        if (!isfinite(x))
            t->nonfinite++;
        else if (!near(x, enclosed->lower[i], enclosed->upper[i]))
            t->off++;
    }
    ck_assert_int_eq(dpc_query_set_arith(q, "ball"), DPC_OK);
}

/* The theorem in another rigorous arithmetic, at the values and witnesses of first: no result is
   disjoint from its; it may be undecided, but not false. */
static void check_overlap(const dpc_query_t *first, dpc_query_t *q, const char *arith,
                          const values *v, const witnesses *w, const char *set, tally *t)
{
    dpc_query_reset(q);
    for (size_t i = 0; i < param_count(v->entry); i++)
        ck_assert_int_eq(dpc_query_set(q, v->entry->params[i].name, v->text[i]), DPC_OK);
    for (size_t i = 0; i < w->n; i++)
        if (!w->of_referee[i])
            ck_assert_int_eq(dpc_query_set(q, w->name[i], w->value[i]), DPC_OK);
    dpc_query_set_referees(q, 0);
    ck_assert_int_eq(dpc_query_set_arith(q, arith), DPC_OK);
    ck_assert_int_eq(dpc_query_set_digits(q, OTHER_DIGITS), DPC_OK);
    ck_assert_int_eq(dpc_query_set_max_bits(q, OTHER_BITS), DPC_OK);
    const dpc_status status = dpc_query_run(q);
    ck_assert_msg(status == DPC_OK || status == DPC_UNDECIDED, "%s%s: %s: %s", v->entry->id, set,
                  arith, dpc_query_error(q));
    if (status != DPC_OK)
        t->undecided++;
    for (size_t i = 0; i < dpc_query_results(q); i++) {
        const dpc_result_info *a = dpc_query_result(first, i), *b = dpc_query_result(q, i);
        t->overlaps++;
        ck_assert_msg(!dpc_query_disjoint(first, q, i), "%s%s: [%s, %s], but [%s, %s] by %s",
                      v->entry->id, set, a->lower, a->upper, b->lower, b->upper, arith);
    }
}

/* The number of sets for entry i: its share, or more if DPC_ENTRY names it.  The remainder rotates
   among the entries. */
static unsigned long share(size_t i, const char *only, uint64_t seed)
{
    const unsigned long total = TOTAL * check_mult(), n = (unsigned long)NENTRIES;
    if (only != NULL)
        return SETS * check_mult();
    return total / n + ((i + seed) % n < total % n ? 1 : 0);
}

/* If there are many sets: most of them were evaluated, in all arithmetics, and compared. */
static void check_generator(const entry *e, const tally *t, const char *first_refusal)
{
    ck_assert_msg(t->refused < t->sets, "%s: all sets were refused, the first one%s", e->id,
                  first_refusal);
    if (t->sets < SETS)
        return;
    ck_assert_msg(3 * t->undecided < t->sets,
                  "%s: %lu evaluations in mpfr and kernel are undecided, of %lu each", e->id,
                  t->undecided, t->sets);
    ck_assert_msg(5 * t->refused < t->sets, "%s: %lu of %lu sets were refused, the first one%s",
                  e->id, t->refused, t->sets, first_refusal);
    ck_assert_msg(t->compared > t->sets / 10, "%s: only %lu comparisons of monotonicity", e->id,
                  t->compared);
}

START_TEST(test_entry)
{
    const entry *e = &entries[_i];
    const char *only = getenv("DPC_ENTRY");
    if (param_count(e) == 0 || (only != NULL && strncmp(e->id, only, strlen(only)) != 0))
        return;
    char name[80];
    (void)snprintf(name, sizeof name, "t-random %s", e->id);
    uint64_t state = check_seed(name);
    const unsigned long sets = share((size_t)_i, only, state);
    for (int i = 0; i <= _i; i++) /* entries draw different numbers from one seed */
        state ^= check_random(&state);
    tally *t = &tallies[_i];
    char first_refusal[2 * SET_TEXT] = "";
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, e->id);
    ck_assert_msg(q != NULL, "%s", dpc_catalogue_error(cat));
    dpc_query_t *mpfr = dpc_query_new(cat, e->id), *kernel = dpc_query_new(cat, e->id);
    for (unsigned long i = 0; i < sets; i++) {
        values v;
        char set[SET_TEXT];
        draw(&v, e, &state);
        describe(&v, set);
        give(q, &v, NULL, true);
        t->sets++;
        if (dpc_query_run(q) != DPC_OK) {
            if (t->refused++ == 0)
                (void)snprintf(first_refusal, sizeof first_refusal, "%s: %.900s", set,
                               dpc_query_error(q));
            continue;
        }
        enclosures loose;
        witnesses w;
        copy_results(&loose, q);
        copy_witnesses(&w, q);
        judge(q, &v, set, t);
        check_overlap(q, mpfr, "mpfr", &v, &w, set, t);
        check_overlap(q, kernel, "kernel", &v, &w, set, t);
        check_tighter(q, &v, &w, &loose, set);
        check_monotone(q, &v, &w, &loose, set, &state, t);
        count_double(q, &v, &w, &loose, t);
    }
    dpc_query_free(q);
    dpc_query_free(mpfr);
    dpc_query_free(kernel);
    dpc_catalogue_free(cat);
    check_generator(e, t, first_refusal);
}
END_TEST

/* Statements that are known to be false are found to be false, and the examples shrink. */
START_TEST(test_shrink)
{
    static const struct {
        const char *id, *before[4], *after[4];
    } cases[] = {
        {"compose.he-2-printed",
         {"1.2345e-1", "1.234567e-5", "1387", "1.7654e-7"},
         {"0.1", "1e-05", NULL, NULL}},
        {"compose.he-3-printed",
         {"1.2345e-1", "0", "1387", "1.7654e-7"},
         {"0.1", "0", NULL, "0.1"}},
        {"compose.he-5-printed",
         {"[(1.234e-1,1.23e-5,1387),(2.34e-1,1.1e-9,3),(1e-3,1e-9,7)]", "1.7654e-7"},
         {"[(1.234e-1,1.23e-5,1387)]", NULL}},
    };
    dpc_catalogue_t *cat = dpc_catalogue_new();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        values v = {.entry = NULL};
        for (size_t k = 0; k < NENTRIES; k++)
            if (strcmp(entries[k].id, cases[i].id) == 0)
                v.entry = &entries[k];
        ck_assert_ptr_nonnull(v.entry);
        for (size_t j = 0; j < param_count(v.entry); j++)
            (void)snprintf(v.text[j], TEXT, "%s", cases[i].before[j]);
        dpc_query_t *q = dpc_query_new(cat, cases[i].id);
        ck_assert(is_beaten(q, &v));
        shrink(q, &v);
        ck_assert(is_beaten(q, &v));
        for (size_t j = 0; j < param_count(v.entry); j++) {
            ck_assert_uint_le(strlen(v.text[j]), strlen(cases[i].before[j]));
            if (cases[i].after[j] != NULL)
                ck_assert_str_eq(v.text[j], cases[i].after[j]);
        }
        dpc_query_free(q);
    }
    dpc_catalogue_free(cat);
}
END_TEST

/* Every theorem of the catalogue has its generator. */
START_TEST(test_complete)
{
    ck_assert_uint_eq(dpc_catalogue_count(), NENTRIES);
    for (size_t i = 0; i < NENTRIES; i++)
        ck_assert_str_eq(dpc_catalogue_id(i), entries[i].id);
}
END_TEST

static void print_table(void)
{
    tally sum = {.sets = 0};
    printf("\n%-32s %6s %8s %9s %7s %7s %8s %9s %8s %8s %8s\n", "entry", "sets", "refused",
           "monotone", "judged", "beaten", "overlaps", "undecided", "doubles", "off", "nan/inf");
    for (size_t i = 0; i <= NENTRIES; i++) {
        const tally *t = i < NENTRIES ? &tallies[i] : &sum;
        printf("%-32s %6lu %8lu %9lu %7lu %7lu %8lu %9lu %8lu %8lu %8lu\n",
               i < NENTRIES ? entries[i].id : "total", t->sets, t->refused, t->compared, t->judged,
               t->beaten, t->overlaps, t->undecided, t->doubles, t->off, t->nonfinite);
        sum.sets += t->sets;
        sum.refused += t->refused;
        sum.compared += t->compared;
        sum.judged += t->judged;
        sum.beaten += t->beaten;
        sum.overlaps += t->overlaps;
        sum.undecided += t->undecided;
        sum.doubles += t->doubles;
        sum.off += t->off;
        sum.nonfinite += t->nonfinite;
    }
    printf("off: double differs from the enclosure by more than 1e-6 of it, or cannot hold it\n");
}

int main(void)
{
    tallies = mmap(NULL, NENTRIES * sizeof *tallies, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (tallies == MAP_FAILED)
        return 99;
    Suite *suite = suite_create("random");
    check_add(suite, test_decimals);
    check_add(suite, test_complete);
    check_add(suite, test_shrink);
    TCase *tcase = tcase_create("entries");
    tcase_add_loop_test(tcase, test_entry, 0, NENTRIES);
    suite_add_tcase(suite, tcase);
    int failed = check_run(suite);
    print_table();
    return failed;
}
