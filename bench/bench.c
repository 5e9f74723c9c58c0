/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Speed, as ratios of CPU times within one run: absolute times depend on the machine. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "dpcert.h"
#include "long_calls.h"
#include "one_step.h"
#include "account/grid.h"
#include "arith/arith.h"
#include "arith/mpfr.h"
#include "domain/kernel.h"
#include "guess/digits.h"
#include "query/query.h"

#ifdef HAVE_FLINT3
#include <flint/arb.h>
#include <flint/arb_hypgeom.h>
#else
#include <arb.h>
#include <arb_hypgeom.h>
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double cpu_seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static long peak_kib(void)
{
    struct rusage usage;
    (void)getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void die(const char *what)
{
    (void)fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

/* Seconds per call of work(data), best of three.  The clock is read once for many calls, which take
   at least this many seconds: reading the clock takes longer than an addition. */
static double measure_for(double least, void (*work)(void *data), void *data)
{
    double best = 1e30;
    long calls = 1;
    for (int round = 0; round < 3;) {
        double start = cpu_seconds();
        for (long i = 0; i < calls; i++)
            work(data);
        double used = cpu_seconds() - start;
        if (used < least) {
            calls *= 2;
            continue;
        }
        best = used / (double)calls < best ? used / (double)calls : best;
        round++;
    }
    return best;
}

static double measure(void (*work)(void *data), void *data)
{
    return measure_for(0.1, work, data);
}

static dpc_query_t *query(dpc_catalogue_t *cat, const char *id, const char *const *values)
{
    dpc_query_t *q = dpc_query_new(cat, id);
    if (q == NULL)
        die(dpc_catalogue_error(cat));
    for (; *values != NULL; values += 2)
        if (dpc_query_set(q, values[0], values[1]) != DPC_OK)
            die(dpc_query_error(q));
    return q;
}

static void run_query(void *data)
{
    if (dpc_query_run(data) != DPC_OK)
        die(dpc_query_error(data));
}

/* Evaluation alone: the steps of the formula, its conditions and the test of the digits. */
static void run_steps(void *data)
{
    dpc_query_t *q = data;
    dpc_diag diag = {.status = DPC_OK};
    if (dpc_run_block(q->run, 0, q->code->main_end, 64, &diag) != DPC_OK)
        die(diag.text);
    dpc_bounds b;
    dpc_bounds_init(&b);
    dpc_run_bounds(q->run, q->code->result[0].slot, &b);
    if (dpc_certified_digits(&b) < 10)
        die("fewer than 10 digits at 64 bits");
    dpc_bounds_clear(&b);
}

/* The same formula, written by hand on Arb. */
static void theta_by_hand(void *data)
{
    (void)data;
    enum { PREC = 64 };
    arb_t eps, r, x, y, z, root;
    arb_init(eps);
    arb_init(r);
    arb_init(x);
    arb_init(y);
    arb_init(z);
    arb_init(root);
    arb_set_ui(eps, 1);
    arb_set_ui(r, 1);
    arb_div_ui(r, r, 2, PREC);
    arb_sqrt_ui(root, 2, PREC);
    arb_div(x, eps, r, PREC);
    arb_mul_2exp_si(y, r, -1);
    arb_add(z, x, y, PREC);
    arb_sub(x, x, y, PREC);
    arb_div(x, x, root, PREC);
    arb_hypgeom_erfc(x, x, PREC);
    arb_div(z, z, root, PREC);
    arb_hypgeom_erfc(z, z, PREC);
    arb_exp(y, eps, PREC);
    arb_submul(x, z, y, PREC);
    arb_mul_2exp_si(x, x, -1);
    if (arb_rel_accuracy_bits(x) < 34)
        die("fewer than 10 digits by hand");
    arb_clear(eps);
    arb_clear(r);
    arb_clear(x);
    arb_clear(y);
    arb_clear(z);
    arb_clear(root);
}

static void line(const char *what, double value, const char *unit, const char *target)
{
    (void)printf("%-58s %10.3g %-6s %s\n", what, value, unit, target);
    (void)fflush(stdout);
}

static double once(dpc_query_t *q)
{
    double start = cpu_seconds();
    run_query(q);
    return cpu_seconds() - start;
}

/* seconds at n and at 10 n, and the increase of the peak of memory by the larger one */
static void growth(dpc_catalogue_t *cat, const char *id, const char *what, const char *small,
                   const char *large)
{
    const char *const a[] = {"n", small, NULL}, *const b[] = {"n", large, NULL};
    dpc_query_t *q = query(cat, id, a);
    double first = once(q);
    dpc_query_free(q);
    long before = peak_kib();
    q = query(cat, id, b);
    double second = once(q);
    dpc_query_free(q);
    char text[100];
    (void)snprintf(text, sizeof text, "%s: n = %s over n = %s", what, large, small);
    line(text, second / first, "x", "linear: about 10");
    (void)snprintf(text, sizeof text, "%s: seconds at n = %s", what, large);
    line(text, second, "s", "");
    (void)snprintf(text, sizeof text, "%s: memory that n = %s adds to the peak", what, large);
    line(text, (double)(peak_kib() - before), "KiB", "constant: about 0");
}

static const char header[] =
    "revision 1\ntitle \"bench\"\ncite none \"none\"\nstatus proved machine\n"
    "adjacency any\nparam n : int where n >= 1\n";

static void add_theorem(dpc_catalogue_t *cat, const char *id, const char *result)
{
    char text[1000];
    (void)snprintf(text, sizeof text, "theorem %s\n%sresult x <= %s\n", id, header, result);
    if (dpc_catalogue_add_text(cat, id, text, strlen(text), NULL) != DPC_OK)
        die(dpc_catalogue_error(cat));
}

static void bench_theta(dpc_catalogue_t *cat, double python)
{
    const char *const theta[] = {"eps", "1", "r", "1/2", NULL};
    dpc_query_t *q = query(cat, "gauss.theta", theta);
    run_query(q);
    double steps = measure(run_steps, q), whole = measure(run_query, q);
    double hand = measure(theta_by_hand, NULL);
    line("gauss.theta, 10 digits: steps of the language", steps * 1e6, "us", "");
    line("gauss.theta, 10 digits: by hand in C on Arb", hand * 1e6, "us", "");
    line("gauss.theta: language over hand-written C", steps / hand, "x", "at most 2");
    line("gauss.theta: a whole query (with decimal output)", whole * 1e6, "us", "");
    line("gauss.theta: whole query over hand-written C", whole / hand, "x", "");
    if (python > 0) {
        line("gauss.theta, 19 digits, mpmath (unverified)", python * 1e6, "us", "");
        line("gauss.theta: whole query over mpmath", whole / python, "x", "below 1");
    } else
        (void)printf("gauss.theta: python3 with mpmath is not installed: not compared\n");
    static const unsigned long digits[] = {30, 100, 300, 1000, 3000};
    for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++) {
        char text[100];
        if (dpc_query_set_digits(q, digits[i]) != DPC_OK)
            die(dpc_query_error(q));
        (void)snprintf(text, sizeof text, "gauss.theta: %lu digits over 10 digits", digits[i]);
        line(text, measure(run_query, q) / whole, "x", "");
    }
    dpc_query_free(q);
}

static void bench_composition(dpc_catalogue_t *cat)
{
    static const char *const T[] = {"2000", "10000", "100000"};
    double seconds[3];
    for (size_t i = 0; i < 3; i++) {
        const char *const values[] = {"eps", "0.01",    "delta", "1e-9", "T",
                                      T[i],  "eps_out", "1",     NULL};
        char text[100];
        dpc_query_t *q = query(cat, "compose.kov-exact", values);
        seconds[i] = once(q);
        dpc_query_free(q);
        (void)snprintf(text, sizeof text, "compose.kov-exact: seconds at T = %s", T[i]);
        line(text, seconds[i], "s", i == 2 ? "at most 2" : "");
        (void)snprintf(text, sizeof text, "compose.kov-exact: T = %s over T = 2000", T[i]);
        if (i > 0)
            line(text, seconds[i] / seconds[0], "x", i == 2 ? "or at most 50" : "");
    }
}

/* ---- infima and integrals ---- */

/* A query whose first parameter changes each time, so that its caches are of little use. */
typedef struct {
    dpc_query_t *q;
    const char *const *values;
    unsigned long count;
} moving;

static void run_moving(void *data)
{
    moving *m = data;
    char first[60];
    (void)snprintf(first, sizeof first, "%s.%03lu", m->values[1], 17 * ++m->count % 1000);
    dpc_query_reset(m->q);
    for (size_t i = 0; m->values[i] != NULL; i += 2)
        if (dpc_query_set(m->q, m->values[i], i == 0 ? first : m->values[i + 1]) != DPC_OK)
            die(dpc_query_error(m->q));
    run_query(m->q);
}

static void bench_ranges(dpc_catalogue_t *cat)
{
    static const struct {
        const char *id, *values[7];
        bool fast; /* wanted: 1,000 bounds in a second, or 20 times as long as gauss.theta */
    } table[] = {
        {"rdp.optimal-gamma", {"alpha", "10", "eps", "1", "delta", "1e-5", NULL}, true},
        {"rdp.optimal-delta", {"alpha", "10", "gamma", "1/8", "eps", "1", NULL}, true},
        {"rdp.optimal-delta", {"alpha", "32", "gamma", "1/2", "eps", "2", NULL}, true},
        {"rdp.optimal-eps", {"alpha", "10", "gamma", "1/8", "delta", "1e-5", NULL}, true},
        {"rdp.symmetric-gamma", {"alpha", "10", "eps", "1", "delta", "0.1", NULL}, false},
        {"fdiv.chi2-gauss", {"rk", "1", "r", "2", NULL}, false},
    };
    const char *const theta[] = {"eps", "1", "r", "1/2", NULL};
    dpc_query_t *q = query(cat, "gauss.theta", theta);
    const double one = measure(run_query, q);
    dpc_query_free(q);
    char text[100];
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        q = query(cat, table[i].id, table[i].values);
        const double whole = measure(run_query, q);
        dpc_query_set_referees(q, 0);
        moving m = {q, table[i].values, 0};
        const double bound = measure(run_moving, &m);
        dpc_query_free(q);
        (void)snprintf(text, sizeof text, "%s: a bound and its referee", table[i].id);
        line(text, whole * 1e6, "us", "");
        (void)snprintf(text, sizeof text, "%s: with its referee over gauss.theta", table[i].id);
        line(text, whole / one, "x", "");
        (void)snprintf(text, sizeof text, "%s: bounds per second", table[i].id);
        line(text, 1 / bound, "", table[i].fast ? "at least 1000" : "");
        (void)snprintf(text, sizeof text, "%s: a bound over gauss.theta", table[i].id);
        line(text, bound / one, "x", table[i].fast ? "or at most 20" : "");
    }
    /* the value alone, without a search: the witness is given */
    const char *const given[] = {"alpha", "10", "gamma", "1/8", "eps", "1", "u", "3.0204", NULL};
    q = query(cat, "rdp.optimal-delta", given);
    dpc_query_set_referees(q, 0);
    line("rdp.optimal-delta, witness given: over gauss.theta", measure(run_query, q) / one, "x",
         "at most 20");
    dpc_query_free(q);
}

/* ---- the checker's arithmetic ---- */

typedef struct {
    const dpc_domain *domain;
    dpc_op op;
    void *d, *a, *b;
} operation;

static void run_operation(void *data)
{
    const operation *o = data;
    if (o->domain->apply(o->op, o->d, o->a, o->b, 64) != DPC_OK)
        die("an operation failed");
}

static double measure_operation(const dpc_domain *domain, dpc_op op)
{
    mpq_t q;
    mpq_init(q);
    operation o = {domain, op, malloc(domain->size), malloc(domain->size), malloc(domain->size)};
    if (o.d == NULL || o.a == NULL || o.b == NULL)
        die("out of memory");
    domain->init(o.d);
    domain->init(o.a);
    domain->init(o.b);
    mpq_set_ui(q, 17, 10);
    domain->set_q(o.a, q, 64);
    mpq_set_ui(q, 22, 7);
    domain->set_q(o.b, q, 64);
    double seconds = measure(run_operation, &o);
    domain->clear(o.d);
    domain->clear(o.a);
    domain->clear(o.b);
    free(o.d);
    free(o.a);
    free(o.b);
    mpq_clear(q);
    return seconds;
}

static void verify_text(void *data)
{
    dpc_verdict_info *v = dpc_certificate_verify("bench", data, strlen(data), "kernel", 0, 0);
    if (v == NULL || v->verdict != DPC_VERIFIED)
        die(v != NULL ? v->line : "out of memory");
    dpc_verdict_free(v);
}

/* Seconds to check the certificate of a query. */
static double measure_check(dpc_query_t *q)
{
    char *text = NULL;
    run_query(q);
    if (dpc_query_certificate(q, NULL, NULL, 0, &text) != DPC_OK)
        die(dpc_query_error(q));
    double seconds = measure(verify_text, text);
    dpc_string_free(text);
    return seconds;
}

/* Each operation of a domain, over the same one of balls. */
static void bench_operations(const dpc_domain *domain, const char *target)
{
    static const struct {
        const char *name;
        dpc_op op;
    } ops[] = {{"+", DPC_OP_ADD},       {"*", DPC_OP_MUL},       {"/", DPC_OP_DIV},
               {"sqrt", DPC_OP_SQRT},   {"exp", DPC_OP_EXP},     {"log", DPC_OP_LOG},
               {"expm1", DPC_OP_EXPM1}, {"log1p", DPC_OP_LOG1P}, {"Q", DPC_OP_Q}};
    char text[100];
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        double seconds = measure_operation(domain, ops[i].op);
        (void)snprintf(text, sizeof text, "%s over ball, 64 bits: %s (%.2g us)", domain->name,
                       ops[i].name, seconds * 1e6);
        line(text, seconds / measure_operation(&dpc_domain_ball, ops[i].op), "x", target);
    }
}

static void bench_kernel(dpc_catalogue_t *cat)
{
    bench_operations(&dpc_domain_kernel, "at most 20");
    const char *const theta[] = {"eps", "1", "r", "1/2", NULL};
    dpc_query_t *q = query(cat, "gauss.theta", theta);
    line("checking a certificate: gauss.theta, 10 digits", measure_check(q) * 1e3, "ms",
         "at most 5");
    dpc_query_free(q);
    const char *const far[] = {"eps", "700", "r", "1/3", NULL};
    q = query(cat, "gauss.theta", far);
    line("checking a certificate: gauss.theta, 1.39e-957475", measure_check(q) * 1e3, "ms", "");
    dpc_query_free(q);
    const char *const kov[] = {"eps", "0.01", "delta", "1e-9", "T", "10000", "eps_out", "1", NULL};
    q = query(cat, "compose.kov-exact", kov);
    line("checking a certificate: compose.kov-exact, T = 10000", measure_check(q), "s",
         "at most 10");
    dpc_query_free(q);
    static const char *const n[] = {"10000", "100000"};
    double seconds[2];
    long memory[2];
    for (size_t i = 0; i < 2; i++) {
        const char *const terms[] = {"n", n[i], NULL};
        q = query(cat, "bench.sum", terms);
        if (dpc_query_set_arith(q, "kernel") != DPC_OK)
            die(dpc_query_error(q));
        seconds[i] = once(q);
        memory[i] = peak_kib();
        dpc_query_free(q);
    }
    line("kernel: a sum of 10^4 exp terms", seconds[0], "s", "at most 1");
    line("kernel: 10^5 terms over 10^4", seconds[1] / seconds[0], "x", "linear: about 10");
    line("kernel: memory that 10^5 terms add to the peak", (double)(memory[1] - memory[0]), "KiB",
         "constant: about 0");
}

/* ---- the time of a step ---- */

static void run_one_step(void *data)
{
    (void)one_step_run(data);
}

/* Seconds for each step that an instruction is charged. */
static double time_of_step(dpc_op op, one_operands operands, unsigned long bits, unsigned long prec)
{
    one_step s;
    one_step_init(&s, op, operands, bits, &dpc_domain_kernel, prec);
    const uint64_t steps = one_step_run(&s) * (prec / 64);
    const double seconds = measure_for(0.002, run_one_step, &s) / (double)steps;
    one_step_clear(&s);
    return seconds;
}

/* A limit of steps limits time only if no step takes much longer than another.  The slowest step,
   over all operations and lengths, is compared with an addition, the unit. */
static void bench_steps(void)
{
    static const struct {
        one_operands operands;
        unsigned long bits, prec;
    } rows[] = {{ONE_EXACT, 10, 64},        {ONE_EXACT, 1000, 64},   {ONE_EXACT, 4096, 64},
                {ONE_EXACT, 300000, 64},    {ONE_ENCLOSED, 100, 64}, {ONE_ENCLOSED, 100, 1024},
                {ONE_ENCLOSED, 100, 16384}, {ONE_FAILS, 10, 64},     {ONE_FAILS, 4096, 64},
                {ONE_FAILS, 300000, 64}};
    const double unit = time_of_step(DPC_OP_ADD, ONE_ENCLOSED, 100, 64);
    line("kernel: a step, an addition of 64 bits", unit * 1e9, "ns", "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double slowest = 0;
        dpc_op at = DPC_OP_ADD;
        for (dpc_op op = 0; op < DPC_OPS; op++) {
            if (!one_step_possible(op, rows[i].operands))
                continue;
            const double seconds = time_of_step(op, rows[i].operands, rows[i].bits, rows[i].prec);
            at = seconds > slowest ? op : at;
            slowest = seconds > slowest ? seconds : slowest;
        }
        static const char *const kind[] = {"exact", "enclosed", "failing"};
        char text[100];
        (void)snprintf(text, sizeof text, "the slowest step, %s, %lu bits (%s) over an addition",
                       kind[rows[i].operands],
                       rows[i].operands == ONE_ENCLOSED ? rows[i].prec : rows[i].bits,
                       one_step_name(at));
        line(text, slowest / unit, "x", "at most 5");
    }
}

/* ---- the exact accountant ---- */

typedef struct {
    const char *q, *sigma, *T, *delta;
} training;

static dpc_query_t *training_query(dpc_catalogue_t *cat, const training *t)
{
    const char *const values[] = {"q", t->q, "sigma", t->sigma, "T", t->T, "delta", t->delta, NULL};
    return query(cat, "sgm.exact-eps", values);
}

/* Seconds to check the certificate of a query that has run, once. */
static double check_once(dpc_query_t *q)
{
    char *text = NULL;
    if (dpc_query_certificate(q, NULL, NULL, 0, &text) != DPC_OK)
        die(dpc_query_error(q));
    const double start = cpu_seconds();
    verify_text(text);
    const double seconds = cpu_seconds() - start;
    dpc_string_free(text);
    return seconds;
}

/* Each set of parameters of tests/data/accountants.csv. */
static void bench_trainings(dpc_catalogue_t *cat)
{
    static const training set[] = {
        {"0.001", "4", "10000", "1e-5"},
        {"0.001", "4", "100000", "1e-5"},
        {"0.001", "1", "10000", "1e-5"},
        {"0.001", "1", "100000", "1e-5"},
        {"0.004266666666666667", "1.1", "14062", "1e-5"},
        {"0.004266666666666667", "1.1", "14062", "1e-15"},
        {"0.004266666666666667", "1.1", "14062", "1e-30"},
        {"0.01", "0.8", "1000", "1e-5"},
        {"0.1", "0.3", "100", "1e-5"},
    };
    char text[120];
    for (size_t i = 0; i < sizeof set / sizeof set[0]; i++) {
        const training *t = &set[i];
        dpc_query_t *q = training_query(cat, t);
        (void)snprintf(text, sizeof text, "eps to 10 digits: q=%.7s sigma=%s T=%s delta=%s", t->q,
                       t->sigma, t->T, t->delta);
        line(text, once(q), "s", "at most 0.5");
        line("  its certificate, checked", check_once(q), "s", "at most 20");
        dpc_query_free(q);
    }
}

static void bench_accountant(dpc_catalogue_t *cat)
{
    static const unsigned long digits[] = {10, 20, 40};
    /* T q^2 is the same, and so, roughly, is the loss of privacy */
    static const training longer[] = {{"0.0316", "1", "10^3", "1e-6"},
                                      {"0.001", "1", "10^6", "1e-6"},
                                      {"0.0000316", "1", "10^9", "1e-6"}};
    char text[120];
    double first = 0;
    bench_trainings(cat);
    for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++) {
        const training t = {"0.01", "0.8", "1000", "1e-5"};
        dpc_query_t *q = training_query(cat, &t);
        if (dpc_query_set_digits(q, digits[i]) != DPC_OK)
            die(dpc_query_error(q));
        const double seconds = once(q);
        first = i == 0 ? seconds : first;
        (void)snprintf(text, sizeof text, "sgm.exact-eps: %lu digits over 10 digits", digits[i]);
        if (i > 0)
            line(text, seconds / first, "x", "");
        dpc_query_free(q);
    }
    for (size_t i = 0; i < sizeof longer / sizeof longer[0]; i++) {
        dpc_query_t *q = training_query(cat, &longer[i]);
        const double seconds = once(q);
        first = i == 0 ? seconds : first;
        (void)snprintf(text, sizeof text, "sgm.exact-eps: T = %s over T = 10^3", longer[i].T);
        if (i > 0)
            line(text, seconds / first, "x", "independent of T: about 1");
        dpc_query_free(q);
    }
}

/* ---- the grid ---- */

static void bench_grid(void)
{
    static const struct {
        const char *what;
        dpc_grid_kind kind;
        uint64_t count;
        unsigned long a, b, digits; /* 1/a, 1/b */
    } row[] = {
        {"grid: 10^5 steps of randomized response, eps 0.01, 10 digits", DPC_GRID_DP, 100000, 100,
         1000000000, 10},
        {"grid: 20 subsampled Gaussian steps, q=1/100 sigma=1, 3 digits", DPC_GRID_SGM, 20, 100, 1,
         3},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        dpc_grid_result r;
        mpq_t a, b, delta;
        mpq_inits(a, b, delta, NULL);
        dpc_grid_result_init(&r);
        mpq_set_ui(a, 1, row[i].a);
        mpq_set_ui(b, 1, row[i].b);
        mpq_set_ui(delta, 1, 100);
        const dpc_grid_step step = {.kind = row[i].kind, .count = row[i].count, .a = a, .b = b};
        const double start = cpu_seconds();
        if (dpc_grid_eps(&r, &step, 1, DPC_GRID_BOTH, delta, row[i].digits) != DPC_OK)
            die(r.why);
        line(row[i].what, cpu_seconds() - start, "s", "");
        dpc_grid_result_clear(&r);
        mpq_clears(a, b, delta, NULL);
    }
}

/* ---- the hook ---- */

typedef struct {
    double last, longest;
} gaps;

static int note_gap(const dpc_progress_info *info)
{
    gaps *g = info->data;
    const double now = cpu_seconds();
    g->longest = now - g->last > g->longest ? now - g->last : g->longest;
    g->last = now;
    return 0;
}

/* The longest time without a call of the hook, over all long calls of the tests. */
static void bench_hook(void)
{
    gaps all = {.longest = 0};
    const char *where = "";
    char text[100];
    for (size_t i = 0; i < long_calls(); i++) {
        long_call *c = long_call_new(i);
        if (c == NULL)
            die(long_call_name(i));
        gaps g = {.last = cpu_seconds()};
        dpc_on_progress(note_gap, &g);
        (void)long_call_run(c);
        dpc_on_progress(NULL, NULL);
        if (g.longest > all.longest) {
            all = g;
            where = long_call_name(i);
        }
        long_call_free(c);
    }
    (void)snprintf(text, sizeof text, "hook: longest time between two calls (%s)", where);
    line(text, all.longest, "s", "at most 0.2");
}

int main(int argc, char **argv)
{
    /* seconds per unverified evaluation in Python, if the caller measured them */
    const double python = argc > 1 ? strtod(argv[1], NULL) : 0;
    dpc_catalogue_t *cat = dpc_catalogue_new();
    if (cat == NULL)
        die("out of memory");
    bench_theta(cat, python);
    add_theorem(cat, "bench.sum", "sum(i = 1..n, exp(-i/n)/i)");
    add_theorem(cat, "bench.iterate", "iterate(x = 1, n, x/2 + 1/(x + 1))");
    growth(cat, "bench.sum", "sum", "10000", "100000");
    growth(cat, "bench.iterate", "iterate", "100000", "1000000");
    bench_composition(cat);
    bench_operations(&dpc_domain_mpfr, "");
    bench_ranges(cat);
    bench_kernel(cat);
    bench_steps();
    bench_accountant(cat);
    bench_grid();
    bench_hook();
    const char *const gauss[] = {"sigma", "20", "T", "1000", "delta", "1e-5", NULL};
    dpc_query_t *q = query(cat, "ma.gauss-closed", gauss);
    line("ma.gauss-closed: with the searches for both witnesses", measure(run_query, q) * 1e6, "us",
         "");
    dpc_query_free(q);
    dpc_catalogue_free(cat);
    return 0;
}
