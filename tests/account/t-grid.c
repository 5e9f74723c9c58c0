/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The integer grid: its convolutions against schoolbook ones, its bounds against closed forms,
   exact theorems, the inversion accountant and another quadrature. */
#include "check_account.h"
#include "check_util.h"

#include "dpcert.h"
#include "account/grid.h"
#include "account/mass.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_LINE = 1000, MAX_STEPS = 4 };

/* ---- convolutions ---- */

static void set_u128(mpz_t z, dpc_u128 x)
{
    const uint64_t part[2] = {(uint64_t)x, (uint64_t)(x >> 64)};
    mpz_import(z, 2, -1, sizeof part[0], 0, 0, part);
}

static dpc_u128 random_u128(uint64_t *state, unsigned bits)
{
    const dpc_u128 x = ((dpc_u128)check_random(state) << 64) | check_random(state);
    return x >> (128 - bits);
}

/* Every element of the convolution agrees with schoolbook multiplication, rounded. */
static void check_convolution(dpc_ntt *t, uint64_t *state, size_t na, size_t nb, unsigned bits,
                              unsigned shift, bool up)
{
    dpc_u128 *a = calloc(na, sizeof *a), *b = calloc(nb, sizeof *b),
             *c = calloc(na + nb, sizeof *c);
    mpz_t sum, x, y;
    ck_assert(a != NULL && b != NULL && c != NULL);
    mpz_inits(sum, x, y, NULL);
    for (size_t i = 0; i < na; i++)
        a[i] = random_u128(state, bits);
    for (size_t i = 0; i < nb; i++)
        b[i] = random_u128(state, bits);
    ck_assert_int_eq(dpc_ntt_convolve(t, c, a, na, b, nb, shift, up), DPC_OK);
    for (size_t k = 0; k < na + nb - 1; k++) {
        mpz_set_ui(sum, 0);
        for (size_t i = 0; i < na && i <= k; i++) {
            if (k - i >= nb)
                continue;
            set_u128(x, a[i]);
            set_u128(y, b[k - i]);
            mpz_addmul(sum, x, y);
        }
        if (up)
            mpz_cdiv_q_2exp(sum, sum, shift);
        else
            mpz_fdiv_q_2exp(sum, sum, shift);
        set_u128(x, c[k]);
        ck_assert_msg(mpz_cmp(x, sum) == 0, "%zu x %zu, %u bits, shift %u: element %zu", na, nb,
                      bits, shift, k);
    }
    mpz_clears(sum, x, y, NULL);
    free(a);
    free(b);
    free(c);
}

START_TEST(test_convolution)
{
    uint64_t state = check_seed("t-grid convolution");
    dpc_ntt *t = dpc_ntt_new();
    ck_assert_ptr_nonnull(t);
    for (unsigned long n = 0; n < 60 * check_mult(); n++) {
        const size_t na = 1 + check_below(&state, 70), nb = 1 + check_below(&state, 70);
        /* 70 numbers of 85 bits have a sum below 2^92 */
        const unsigned bits = 1 + (unsigned)check_below(&state, 85);
        const unsigned least = 2 * bits + 7 > 120 ? 2 * bits + 7 - 120 : 0;
        check_convolution(t, &state, na, nb, bits, least + (unsigned)check_below(&state, 20),
                          check_below(&state, 2) == 1);
    }
    check_convolution(t, &state, 1, 1, 85, 80, true);
    check_convolution(t, &state, 600, 37, 80, 70, false);
    dpc_ntt_free(t);
}
END_TEST

/* Mass that is trimmed or rounded away is accounted for: an upper measure plus its lost mass has at
   least the mass of the true power, a lower measure at most that mass, and both are close to it. */
START_TEST(test_power_mass)
{
    enum { COUNT = 1000, BITS = 50 };
    dpc_ntt *t = dpc_ntt_new();
    mpz_t man, total;
    mpz_inits(man, total, NULL);
    for (int up = 0; up < 2; up++) {
        dpc_mass one, power;
        dpc_mass_init(&one, up == 1);
        dpc_mass_init(&power, up == 1);
        ck_assert_int_eq(dpc_mass_alloc(&one, 3, -1), DPC_OK);
        one.exp = -88;
        for (size_t i = 0; i < 3; i++) { /* 1/4, 1/2, 1/4 */
            mpz_set_ui(man, i == 1 ? 2 : 1);
            ck_assert_int_eq(dpc_mass_add(&one, i, man, -2), DPC_OK);
        }
        dpc_mass_settle(&one, BITS, 1, COUNT);
        ck_assert_int_eq(dpc_mass_power(&power, &one, COUNT, BITS, t), DPC_OK);
        dpc_mass_total(total, &power);
        mpz_add(total, total, power.lost);
        const double sum = ldexp(mpz_get_d(total), (int)power.exp);
        ck_assert_msg(fabs(sum - 1) < 1e-13, "%.17g", sum);
        mpz_mul_2exp(man, man, 0);
        mpz_set_ui(man, 1);
        mpz_mul_2exp(man, man, (mp_bitcnt_t)-power.exp);
        ck_assert_int_eq(mpz_cmp(total, man) >= 0, up == 1);
        ck_assert_uint_lt(power.n, 500); /* of 2001 */
        dpc_mass_clear(&one);
        dpc_mass_clear(&power);
    }
    mpz_clears(man, total, NULL);
    dpc_ntt_free(t);
}
END_TEST

enum { UNIT = 300 };

/* exact[k] = the k-th mass of the power, times 2^(UNIT count); one[i] = mass i times 2^UNIT. */
static void schoolbook_power(mpz_t *exact, size_t room, const mpz_t *one, size_t n, size_t count)
{
    mpz_t *next = calloc(room, sizeof *next);
    ck_assert_ptr_nonnull(next);
    for (size_t k = 0; k < room; k++)
        mpz_inits(next[k], exact[k], NULL);
    mpz_set_ui(exact[0], 1);
    for (size_t step = 0; step < count; step++) {
        for (size_t k = 0; k < room; k++) {
            mpz_set_ui(next[k], 0);
            for (size_t i = 0; i < n && i <= k; i++)
                mpz_addmul(next[k], one[i], exact[k - i]);
        }
        for (size_t k = 0; k < room; k++)
            mpz_swap(next[k], exact[k]);
    }
    for (size_t k = 0; k < room; k++)
        mpz_clear(next[k]);
    free(next);
}

/* Each mass of a power errs to its own side: the masses of a lower measure are at most the true
   ones; the masses of an upper measure fall short of the true ones by at most its recorded loss in
   total. */
static void check_sides(dpc_ntt *t, const mpz_t *one, size_t n, size_t count, bool up,
                        unsigned bits)
{
    const size_t room = (n - 1) * count + 1;
    mpz_t *exact = calloc(room, sizeof *exact), x, lack;
    dpc_mass m, power;
    ck_assert_ptr_nonnull(exact);
    mpz_inits(x, lack, NULL);
    schoolbook_power(exact, room, one, n, count);
    dpc_mass_init(&m, up);
    dpc_mass_init(&power, up);
    ck_assert_int_eq(dpc_mass_alloc(&m, n, 0), DPC_OK);
    m.exp = -90;
    for (size_t i = 0; i < n; i++)
        ck_assert_int_eq(dpc_mass_add(&m, i, one[i], -UNIT), DPC_OK);
    dpc_mass_settle(&m, bits, 1, count);
    ck_assert_int_eq(dpc_mass_power(&power, &m, count, bits, t), DPC_OK);
    const mp_bitcnt_t scale = (mp_bitcnt_t)((int64_t)(UNIT * count) + power.exp);
    for (size_t k = 0; k < room; k++) {
        const int64_t at = (int64_t)k - power.first;
        set_u128(x, at >= 0 && at < (int64_t)power.n ? power.a[at] : 0);
        mpz_mul_2exp(x, x, scale);
        mpz_sub(x, exact[k], x);
        ck_assert_msg(up || mpz_sgn(x) >= 0, "lower mass %zu of %zu is larger", k, room);
        if (mpz_sgn(x) > 0)
            mpz_add(lack, lack, x);
        mpz_clear(exact[k]);
    }
    mpz_mul_2exp(x, power.lost, scale);
    ck_assert_msg(!up || mpz_cmp(lack, x) <= 0, "an upper measure lacks more than it says");
    ck_assert(bits < 200 || mpz_sgn(power.lost) == 0);
    dpc_mass_clear(&m);
    dpc_mass_clear(&power);
    mpz_clears(x, lack, NULL);
    free(exact);
}

START_TEST(test_power_sides)
{
    enum { SIZE = 5, COUNT = 37 };
    uint64_t state = check_seed("t-grid sides");
    dpc_ntt *t = dpc_ntt_new();
    mpz_t one[SIZE];
    for (size_t i = 0; i < SIZE; i++)
        mpz_init(one[i]);
    for (unsigned long n = 0; n < 4 * check_mult(); n++) {
        for (size_t i = 0; i < SIZE; i++) { /* about 1/4 each, the last one negligible */
            set_u128(one[i], random_u128(&state, 120));
            mpz_mul_2exp(one[i], one[i], i + 1 < SIZE ? UNIT - 122 : 0);
        }
        for (unsigned k = 0; k < 8; k++) /* with 200 bits nothing is trimmed */
            check_sides(t, (const mpz_t *)one, SIZE, k & 1 ? 1 : COUNT, k & 2, k & 4 ? 30 : 200);
    }
    for (size_t i = 0; i < SIZE; i++)
        mpz_clear(one[i]);
    dpc_ntt_free(t);
}
END_TEST

/* ---- compositions ---- */

typedef struct {
    dpc_grid_step step[MAX_STEPS];
    mpq_t a[MAX_STEPS], b[MAX_STEPS];
    size_t n;
} composition;

static void comp_init(composition *c)
{
    c->n = 0;
    for (size_t i = 0; i < MAX_STEPS; i++)
        mpq_inits(c->a[i], c->b[i], NULL);
}

static void comp_clear(composition *c)
{
    for (size_t i = 0; i < MAX_STEPS; i++)
        mpq_clears(c->a[i], c->b[i], NULL);
}

static void comp_add(composition *c, dpc_grid_kind kind, uint64_t count, const char *a,
                     const char *b)
{
    ck_assert_uint_lt(c->n, MAX_STEPS);
    check_read_number(c->a[c->n], a);
    check_read_number(c->b[c->n], b);
    c->step[c->n] = (dpc_grid_step){.kind = kind, .count = count, .a = c->a[c->n], .b = c->b[c->n]};
    c->n++;
}

/* delta to this many digits; the relative width of the interval is below `most`. */
static void comp_delta(const composition *c, dpc_grid_result *r, dpc_grid_side side,
                       const char *eps, unsigned long digits, double most)
{
    mpq_t at;
    mpq_init(at);
    check_read_number(at, eps);
    ck_assert_msg(dpc_grid_delta(r, c->step, c->n, side, at, digits) == DPC_OK, "%s", r->why);
    ck_assert(mpq_sgn(r->lo) >= 0 && mpq_cmp(r->lo, r->hi) <= 0 && mpq_cmp_ui(r->hi, 1, 1) <= 0);
    ck_assert_msg(check_relative_width(r->lo, r->hi) <= most, "[%.17g, %.17g]", mpq_get_d(r->lo),
                  mpq_get_d(r->hi));
    mpq_clear(at);
}

/* Two enclosures of the same number meet. */
static void check_meet(const dpc_grid_result *r, const mpq_t lo, const mpq_t hi, const char *what)
{
    ck_assert_msg(mpq_cmp(r->lo, hi) <= 0 && mpq_cmp(lo, r->hi) <= 0,
                  "%s: the grid has [%.17g, %.17g], the truth is in [%.17g, %.17g]", what,
                  mpq_get_d(r->lo), mpq_get_d(r->hi), mpq_get_d(lo), mpq_get_d(hi));
}

/* Result 0 of a theorem. */
static void theorem(dpc_catalogue_t *cat, const char *id, const char *const *pairs, mpq_t lo,
                    mpq_t hi)
{
    dpc_query_t *q = dpc_query_new(cat, id);
    ck_assert_msg(q != NULL, "%s", dpc_catalogue_error(cat));
    for (; pairs[0] != NULL; pairs += 2)
        ck_assert_msg(dpc_query_set(q, pairs[0], pairs[1]) == DPC_OK, "%s", dpc_query_error(q));
    ck_assert_int_eq(dpc_query_set_digits(q, 12), DPC_OK);
    ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s: %s", id, dpc_query_error(q));
    check_read_number(lo, dpc_query_result(q, 0)->lower);
    check_read_number(hi, dpc_query_result(q, 0)->upper);
    dpc_query_free(q);
}

START_TEST(test_theorems)
{
    static const struct {
        dpc_grid_kind kind;
        uint64_t count;
        const char *a, *b, *eps, *id, *pair[11];
        double width;
    } row[] = {
        {DPC_GRID_DP,
         100,
         "0.1",
         "1e-5",
         "1",
         "compose.kov-exact",
         {"eps", "0.1", "delta", "1e-5", "T", "100", "eps_out", "1", NULL},
         1e-12},
        {DPC_GRID_DP,
         1000,
         "0.1",
         "0",
         "20",
         "compose.kov-exact",
         {"eps", "0.1", "delta", "0", "T", "1000", "eps_out", "20", NULL},
         1e-12},
        {DPC_GRID_DP,
         100000,
         "0.01",
         "1e-9",
         "1",
         "compose.kov-exact",
         {"eps", "0.01", "delta", "1e-9", "T", "100000", "eps_out", "1", NULL},
         1e-12},
        {DPC_GRID_DP,
         7,
         "0",
         "0.25",
         "1",
         "compose.kov-exact",
         {"eps", "1e-30", "delta", "0.25", "T", "7", "eps_out", "1", NULL},
         1e-12},
        {DPC_GRID_GAUSS, 4, "0.25", "0", "1", "gauss.theta", {"eps", "1", "r", "1/2", NULL}, 1e-4},
        {DPC_GRID_GAUSS, 1, "10", "0", "3", "gauss.theta", {"eps", "3", "r", "10", NULL}, 1e-4},
        {DPC_GRID_GAUSS,
         1000,
         "0.01",
         "0",
         "2",
         "gauss.mechanism",
         {"eps", "2", "D", "1", "sigma", "100", "T", "1000", NULL},
         1e-1},
        {DPC_GRID_SGM,
         20,
         "1",
         "2",
         "3",
         "gauss.mechanism",
         {"eps", "3", "D", "1", "sigma", "2", "T", "20", NULL},
         1e-4},
        {DPC_GRID_SGM,
         1,
         "0.1",
         "1",
         "0.3",
         "sgm.exact",
         {"q", "0.1", "sigma", "1", "T", "1", "eps", "0.3", NULL},
         1e-4},
        {DPC_GRID_SGM,
         1000,
         "0.01",
         "0.8",
         "3",
         "sgm.exact",
         {"q", "0.01", "sigma", "0.8", "T", "1000", "eps", "3", NULL},
         1e-1},
        {DPC_GRID_SGM,
         100000,
         "0.001",
         "1",
         "2",
         "sgm.exact",
         {"q", "0.001", "sigma", "1", "T", "100000", "eps", "2", NULL},
         1},
    };
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_grid_result r;
    mpq_t lo, hi;
    mpq_inits(lo, hi, NULL);
    dpc_grid_result_init(&r);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        composition c;
        comp_init(&c);
        comp_add(&c, row[i].kind, row[i].count, row[i].a, row[i].b);
        comp_delta(&c, &r, DPC_GRID_BOTH, row[i].eps, (unsigned long)round(-log10(row[i].width)),
                   row[i].width);
        theorem(cat, row[i].id, row[i].pair, lo, hi);
        check_meet(&r, lo, hi, row[i].id);
        comp_clear(&c);
    }
    mpq_clears(lo, hi, NULL);
    dpc_grid_result_clear(&r);
    dpc_catalogue_free(cat);
}
END_TEST

/* One Laplace step: delta = 1 - exp((eps - a)/2); and two, by the density of the sum, in doubles.
 */
START_TEST(test_laplace)
{
    composition c;
    dpc_grid_result r;
    dpc_grid_result_init(&r);
    comp_init(&c);
    comp_add(&c, DPC_GRID_LAPLACE, 1, "1", "0");
    comp_delta(&c, &r, DPC_GRID_REMOVE, "0.5", 6, 1e-6);
    const double one = -expm1(-0.25);
    ck_assert(mpq_get_d(r.lo) <= one * (1 + 1e-15) && one * (1 - 1e-15) <= mpq_get_d(r.hi));
    /* no loss exceeds eps = 1: delta is 0 */
    comp_delta(&c, &r, DPC_GRID_REMOVE, "1", 6, 2);
    ck_assert_msg(mpq_get_d(r.hi) < 1e-6, "%g", mpq_get_d(r.hi));
    /* two steps: delta(eps) = E[1 - exp(eps - L1 - L2)]_+, L1 first: an atom 1/2 at 1,
     * exp(-(1-x)/2)/4 between */
    c.step[0].count = 2;
    const double eps = 0.3;
    enum { POINTS = 2000000 };
    double sum = 0;
    for (int i = 0; i < POINTS; i++) {
        const double x = -1 + 2 * (i + 0.5) / POINTS, e = eps - x;
        const double inner = e >= 1 ? 0 : e > -1 ? -expm1((e - 1) / 2) : -expm1(e);
        sum += exp(-(1 - x) / 2) / 4 * inner * 2 / POINTS;
    }
    sum += 0.5 * -expm1((eps - 1 - 1) / 2) + exp(-1) / 2 * 0; /* L1 = 1, L1 = -1 */
    comp_delta(&c, &r, DPC_GRID_REMOVE, "0.3", 6, 1e-6);
    ck_assert_msg(mpq_get_d(r.lo) <= sum * (1 + 1e-9) && sum * (1 - 1e-9) <= mpq_get_d(r.hi),
                  "[%.12g, %.12g], quadrature %.12g", mpq_get_d(r.lo), mpq_get_d(r.hi), sum);
    comp_clear(&c);
    dpc_grid_result_clear(&r);
}
END_TEST

/* Every value of another quadrature lies between the bounds. */
START_TEST(test_quadrature)
{
    char line[MAX_LINE], path[4096];
    const char *top = getenv("top_srcdir");
    (void)snprintf(path, sizeof path, "%s/tests/data/inversion.csv", top != NULL ? top : ".");
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "%s", path);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, f));
    size_t rows = 0, few = 0;
    dpc_grid_result r;
    mpq_t value;
    mpq_init(value);
    dpc_grid_result_init(&r);
    while (fgets(line, sizeof line, f) != NULL) {
        char *rest = NULL, *field[6];
        for (size_t i = 0; i < 6; i++)
            ck_assert_ptr_nonnull(field[i] = strtok_r(i == 0 ? line : NULL, ",\n", &rest));
        const uint64_t T = strtoull(field[3], NULL, 10);
        const double eps = strtod(field[4], NULL);
        if (eps > 0 && eps < 0.05) /* rare events: cells as narrow as their law take minutes */
            continue;
        composition c;
        comp_init(&c);
        comp_add(&c, DPC_GRID_SGM, T, field[1], field[2]);
        comp_delta(&c, &r, field[0][0] == '1' ? DPC_GRID_REMOVE : DPC_GRID_ADD, field[4],
                   T <= 2 ? 3 : 0, T <= 2 ? 1e-3 : 1);
        check_read_number(value, field[5]);
        check_meet(&r, value, value, "quadrature");
        few += T <= 2;
        comp_clear(&c);
        rows++;
    }
    (void)fclose(f);
    mpq_clear(value);
    dpc_grid_result_clear(&r);
    ck_assert_uint_ge(rows, 8);
    ck_assert_uint_ge(few, 4);
}
END_TEST

/* ---- tables ---- */

/* Atoms in memory. */
typedef struct {
    dpc_grid_atom atom[4];
    mpq_t infinity;
    dpc_grid_step step;
} table;

static void table_init(table *t, uint64_t count, const char *const *pairs, const char *infinity)
{
    size_t n = 0;
    mpq_init(t->infinity);
    check_read_number(t->infinity, infinity);
    for (size_t i = 0; i < 4; i++)
        mpq_inits(t->atom[i].loss, t->atom[i].mass, NULL);
    for (; pairs[2 * n] != NULL; n++) {
        check_read_number(t->atom[n].loss, pairs[2 * n]);
        check_read_number(t->atom[n].mass, pairs[2 * n + 1]);
    }
    t->step = (dpc_grid_step){.kind = DPC_GRID_TABLE,
                              .count = count,
                              .atom = t->atom,
                              .atoms = n,
                              .infinity = t->infinity};
}

static void table_clear(table *t)
{
    for (size_t i = 0; i < 4; i++)
        mpq_clears(t->atom[i].loss, t->atom[i].mass, NULL);
    mpq_clear(t->infinity);
}

/* The sum over all outcomes of a table with two atoms and a mass at infinity, in doubles. */
static double binomial_delta(double l1, double m1, double l2, double m2, double inf, int T,
                             double eps)
{
    double sum = -expm1(T * log1p(-inf));
    for (int k = 0; k <= T; k++) {
        const double loss = k * l1 + (T - k) * l2;
        const double log_mass = lgamma(T + 1.0) - lgamma(k + 1.0) - lgamma(T - k + 1.0) +
                                k * log(m1) + (T - k) * log(m2);
        if (loss > eps)
            sum += exp(log_mass) * -expm1(eps - loss);
    }
    return sum;
}

START_TEST(test_tables)
{
    static const struct {
        const char *pair[5], *infinity;
        double l1, m1, l2, m2, inf; /* the same numbers as doubles */
        dpc_grid_side side;
        double width;
    } row[] = {
        {{"0.5", "0.6", "-0.25", "0.4", NULL},
         "0",
         0.5,
         0.6,
         -0.25,
         0.4,
         0,
         DPC_GRID_REMOVE,
         1e-11},
        {{"0.5", "0.6", "-0.25", "0.39", NULL},
         "0.01",
         0.5,
         0.6,
         -0.25,
         0.39,
         0.01,
         DPC_GRID_REMOVE,
         1e-11},
        /* steps whose only common measure is very small: cells, and bounds as wide as the cells */
        {{"0.5000000000000000000001", "0.6", "-0.2500000000000000000003", "0.4", NULL},
         "0",
         0.5,
         0.6,
         -0.25,
         0.4,
         0,
         DPC_GRID_REMOVE,
         1e-2},
        /* Q has exp(-loss) times the mass; the rest of it is where P has none */
        {{"0.5", "0.6", "-0.25", "0.4", NULL},
         "0",
         -0.5,
         0.6 * 0.60653065971263342,
         0.25,
         0.4 * 1.2840254166877414,
         1 - 0.6 * 0.60653065971263342 - 0.4 * 1.2840254166877414,
         DPC_GRID_ADD,
         1e-11},
    };
    enum { T = 40 };
    mpq_t eps;
    dpc_grid_result r;
    mpq_init(eps);
    check_read_number(eps, "3.1");
    dpc_grid_result_init(&r);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        table t;
        table_init(&t, T, row[i].pair, row[i].infinity);
        ck_assert_msg(dpc_grid_delta(&r, &t.step, 1, row[i].side, eps, 12) == DPC_OK, "%s", r.why);
        const double truth =
            binomial_delta(row[i].l1, row[i].m1, row[i].l2, row[i].m2, row[i].inf, T, 3.1);
        ck_assert_msg(mpq_get_d(r.lo) <= truth * (1 + 1e-12) &&
                          truth * (1 - 1e-12) <= mpq_get_d(r.hi) &&
                          check_relative_width(r.lo, r.hi) <= row[i].width,
                      "%zu: [%.17g, %.17g], but %.17g", i, mpq_get_d(r.lo), mpq_get_d(r.hi), truth);
        table_clear(&t);
    }
    /* the missing mass counts as an infinite loss for the upper end, and as nothing for the lower
       end */
    static const char *const missing[] = {"0.5", "0.6", "-0.25", "0.39", NULL};
    table t;
    table_init(&t, T, missing, "0");
    ck_assert_int_eq(dpc_grid_delta(&r, &t.step, 1, DPC_GRID_REMOVE, eps, 12), DPC_OK);
    const double low = binomial_delta(0.5, 0.6, -0.25, 0.39, 0, T, 3.1),
                 high = binomial_delta(0.5, 0.6, -0.25, 0.39, 0.01, T, 3.1);
    ck_assert(fabs(mpq_get_d(r.lo) / low - 1) < 1e-9 && fabs(mpq_get_d(r.hi) / high - 1) < 1e-9);
    table_clear(&t);
    mpq_clear(eps);
    dpc_grid_result_clear(&r);
}
END_TEST

/* ---- eps ---- */

/* delta at the ends of [lo, hi] is on the right sides of the target. */
START_TEST(test_eps)
{
    static const struct {
        dpc_grid_kind kind;
        uint64_t count;
        const char *a, *b, *delta;
        double width;
    } row[] = {{DPC_GRID_DP, 1000, "0.1", "1e-9", "1e-5", 1e-12},
               {DPC_GRID_DP, 50, "0.3", "0", "1e-300", 1e-12},
               {DPC_GRID_GAUSS, 3, "0.5", "0", "1e-6", 1e-4},
               {DPC_GRID_LAPLACE, 20, "0.1", "0", "1e-6", 1e-4},
               {DPC_GRID_SGM, 5, "0.1", "1", "1e-5", 1e-3},
               {DPC_GRID_SGM, 1, "0.01", "5", "0.1", 1e-3}}; /* eps = 0 */
    dpc_grid_result r, at;
    mpq_t delta;
    mpq_init(delta);
    dpc_grid_result_init(&r);
    dpc_grid_result_init(&at);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const unsigned long digits = row[i].kind == DPC_GRID_DP ? 12 : 3;
        composition c;
        comp_init(&c);
        comp_add(&c, row[i].kind, row[i].count, row[i].a, row[i].b);
        check_read_number(delta, row[i].delta);
        ck_assert_msg(dpc_grid_eps(&r, c.step, c.n, DPC_GRID_BOTH, delta, digits) == DPC_OK, "%s",
                      r.why);
        ck_assert_msg(mpq_cmp(r.lo, r.hi) <= 0 && check_relative_width(r.lo, r.hi) <= row[i].width,
                      "%zu: [%.17g, %.17g]", i, mpq_get_d(r.lo), mpq_get_d(r.hi));
        ck_assert_int_eq(dpc_grid_delta(&at, c.step, c.n, DPC_GRID_BOTH, r.hi, digits), DPC_OK);
        ck_assert_msg(mpq_cmp(at.lo, delta) <= 0, "%zu", i);
        if (mpq_sgn(r.lo) > 0) {
            ck_assert_int_eq(dpc_grid_delta(&at, c.step, c.n, DPC_GRID_BOTH, r.lo, digits), DPC_OK);
            ck_assert_msg(mpq_cmp(at.hi, delta) >= 0, "%zu", i);
        }
        comp_clear(&c);
    }
    ck_assert(mpq_sgn(r.hi) == 0);
    mpq_clear(delta);
    dpc_grid_result_clear(&r);
    dpc_grid_result_clear(&at);
}
END_TEST

/* ---- mixtures, at random ---- */

/* Gaussian steps of several distances are one Gaussian step; with leaks and atoms beside them. */
static void check_gauss_list(dpc_catalogue_t *cat, uint64_t *state)
{
    composition c;
    dpc_grid_result r;
    char text[2][64], list[400] = "[", eps[64];
    mpq_t lo, hi;
    mpq_inits(lo, hi, NULL);
    dpc_grid_result_init(&r);
    comp_init(&c);
    double variance = 0;
    const size_t n = 1 + check_below(state, 3);
    for (size_t i = 0; i < n; i++) {
        const unsigned long count = 1 + check_below(state, 30);
        const double s = pow(10, check_uniform(state, 0, 1.5));
        (void)snprintf(text[0], sizeof text[0], "%.3f", s);
        (void)snprintf(text[1], sizeof text[1], "1/%.3f", s);
        mpq_t mu;
        mpq_init(mu);
        check_read_number(mu, text[0]);
        mpq_inv(mu, mu);
        char *exact = mpq_get_str(NULL, 10, mu);
        comp_add(&c, DPC_GRID_GAUSS, count, exact, "0");
        free(exact);
        mpq_clear(mu);
        const size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "%s(1,%s,%lu)", i > 0 ? "," : "", text[0],
                       count);
        variance += (double)count / (s * s);
    }
    const size_t used = strlen(list);
    (void)snprintf(list + used, sizeof list - used, "]");
    (void)snprintf(eps, sizeof eps, "%.4f",
                   variance / 2 + sqrt(variance) * check_uniform(state, 0, 4));
    comp_delta(&c, &r, DPC_GRID_BOTH, eps, 3, 1);
    const char *const pairs[] = {"eps", eps, "step", list, NULL};
    theorem(cat, "gauss.mechanism-list", pairs, lo, hi);
    check_meet(&r, lo, hi, list);
    comp_clear(&c);
    dpc_grid_result_clear(&r);
    mpq_clears(lo, hi, NULL);
}

/* (eps, delta) steps: exact. */
static void check_dp(dpc_catalogue_t *cat, uint64_t *state)
{
    composition c;
    dpc_grid_result r;
    char eps[64], delta[64], T[64], out[64];
    mpq_t lo, hi;
    mpq_inits(lo, hi, NULL);
    dpc_grid_result_init(&r);
    comp_init(&c);
    const double e = pow(10, check_uniform(state, -3, 0.3)),
                 n = floor(pow(10, check_uniform(state, 0, 3.5)));
    (void)snprintf(eps, sizeof eps, "%.4f", e);
    (void)snprintf(delta, sizeof delta, "%.2e", pow(10, check_uniform(state, -12, -1)));
    (void)snprintf(T, sizeof T, "%.0f", n);
    (void)snprintf(out, sizeof out, "%.4f",
                   fmin(n * e, e * e * n / 2 + e * sqrt(n) * check_uniform(state, 0, 8)));
    comp_add(&c, DPC_GRID_DP, (uint64_t)n, eps, delta);
    comp_delta(&c, &r, DPC_GRID_BOTH, out, 12, 1e-9);
    const char *const pairs[] = {"eps", eps, "delta", delta, "T", T, "eps_out", out, NULL};
    theorem(cat, "compose.kov-exact", pairs, lo, hi);
    check_meet(&r, lo, hi, "compose.kov-exact");
    comp_clear(&c);
    dpc_grid_result_clear(&r);
    mpq_clears(lo, hi, NULL);
}

/* A sampled Gaussian of any regime, at an eps that Renyi DP gives for some delta: the grid does not
   exceed that delta, and meets the inversion accountant. */
static void check_sgm(dpc_catalogue_t *cat, uint64_t *state, unsigned long *undecided)
{
    static const char *const few[] = {"1", "2", "5", "20"};
    composition c;
    dpc_grid_result r;
    char q[64], sigma[64], T[64], delta[64], set[400];
    mpq_t lo, hi, target;
    mpq_inits(lo, hi, target, NULL);
    dpc_grid_result_init(&r);
    comp_init(&c);
    (void)snprintf(q, sizeof q, "%.2e", pow(10, -check_uniform(state, 0.05, 2.5)));
    (void)snprintf(sigma, sizeof sigma, "%.3f", pow(10, check_uniform(state, -0.5, 1.5)));
    (void)snprintf(T, sizeof T, "%s",
                   check_below(state, 2) == 0 ? few[check_below(state, 4)] : "0");
    if (T[0] == '0')
        (void)snprintf(T, sizeof T, "%.0f", pow(10, check_uniform(state, 1.5, 3.5)));
    (void)snprintf(delta, sizeof delta, "%.1e", pow(10, -check_uniform(state, 1, 20)));
    const char *const rdp[] = {"q", q, "sigma", sigma, "T", T, "delta", delta, NULL};
    theorem(cat, "sgm.eps", rdp, lo, hi);
    char *eps = mpq_get_str(NULL, 10, hi);
    (void)snprintf(set, sizeof set, "q=%s sigma=%s T=%s delta=%s eps=%.6g", q, sigma, T, delta,
                   mpq_get_d(hi));
    comp_add(&c, DPC_GRID_SGM, strtoull(T, NULL, 10), q, sigma);
    comp_delta(&c, &r, DPC_GRID_BOTH, eps, 0, 1);
    check_read_number(target, delta);
    ck_assert_msg(mpq_cmp(r.lo, target) <= 0, "%s: above Renyi DP", set);
    dpc_query_t *exact = dpc_query_new(cat, "sgm.exact");
    ck_assert_ptr_nonnull(exact);
    const char *const pairs[] = {"q", q, "sigma", sigma, "T", T, "eps", eps};
    for (size_t i = 0; i < 8; i += 2)
        ck_assert_int_eq(dpc_query_set(exact, pairs[i], pairs[i + 1]), DPC_OK);
    ck_assert_int_eq(dpc_query_set_digits(exact, 2), DPC_OK);
    const dpc_status status = dpc_query_run(exact);
    ck_assert_msg(status == DPC_OK || status == DPC_UNDECIDED, "%s: %s", set,
                  dpc_query_error(exact));
    const dpc_result_info *result = dpc_query_result(exact, 0); /* NULL: no plan was found */
    mpq_set_ui(lo, 0, 1);
    mpq_set_ui(hi, 1, 1);
    if (result != NULL && result->upper != NULL && result->lower != NULL) {
        check_read_number(lo, result->lower);
        check_read_number(hi, result->upper);
        check_meet(&r, lo, hi, set);
    }
    if (status != DPC_OK) { /* few steps, or rare events */
        printf("undecided: %s: [%.6g, %.6g], the grid has [%.6g, %.6g]\n", set, mpq_get_d(lo),
               mpq_get_d(hi), mpq_get_d(r.lo), mpq_get_d(r.hi));
        ++*undecided;
    }
    dpc_query_free(exact);
    free(eps);
    comp_clear(&c);
    dpc_grid_result_clear(&r);
    mpq_clears(lo, hi, target, NULL);
}

START_TEST(test_random)
{
    enum { SETS = 30 };
    uint64_t state = check_seed("t-grid random");
    dpc_catalogue_t *cat = dpc_catalogue_new();
    unsigned long undecided = 0, sampled = 0;
    for (unsigned long n = 0; n < SETS * check_mult(); n++) {
        if (n % 6 == 0) {
            check_sgm(cat, &state, &undecided);
            sampled++;
        } else if (n % 3 == 1)
            check_gauss_list(cat, &state);
        else
            check_dp(cat, &state);
    }
    printf("%lu sets; %lu sampled Gaussians, %lu of them left undecided by the inversion\n",
           SETS * check_mult(), sampled, undecided);
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- refusals ---- */

/* Losses so large that the numbers of their lattice points do not fit: delta is nearly 1, and the
   answer must not exclude that. */
START_TEST(test_far)
{
    static const struct {
        dpc_grid_kind kind;
        uint64_t count;
        const char *a, *b, *eps;
    } row[] = {{DPC_GRID_GAUSS, 1, "1e20", "0", "1"},
               {DPC_GRID_GAUSS, 1, "1e60", "0", "1e80"},
               {DPC_GRID_GAUSS, 1000000000000, "1e9", "0", "1"},
               {DPC_GRID_GAUSS, 1000000000000, "1e9", "0", "1e29"},
               {DPC_GRID_SGM, 1000000000, "0.5", "1e-20", "1"},
               {DPC_GRID_LAPLACE, 1000000000000, "1e30", "0", "1"}};
    dpc_grid_result r;
    mpq_t at;
    mpq_init(at);
    dpc_grid_result_init(&r);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        composition c;
        comp_init(&c);
        comp_add(&c, row[i].kind, row[i].count, row[i].a, row[i].b);
        check_read_number(at, row[i].eps);
        const dpc_status status = dpc_grid_delta(&r, c.step, c.n, DPC_GRID_REMOVE, at, 3);
        ck_assert_msg(status == DPC_OK || status == DPC_UNDECIDED, "row %zu: %s", i, r.why);
        ck_assert_msg(mpq_cmp_ui(r.lo, 1, 1) <= 0 && mpq_cmp_ui(r.hi, 999, 1000) > 0, "row %zu", i);
        comp_clear(&c);
    }
    mpq_clear(at);
    dpc_grid_result_clear(&r);
}
END_TEST

START_TEST(test_refusals)
{
    static const struct {
        dpc_grid_kind kind;
        uint64_t count;
        const char *a, *b, *eps, *why;
    } row[] = {{DPC_GRID_GAUSS, 0, "1", "0", "1", "count"},
               {DPC_GRID_GAUSS, (uint64_t)1 << 41, "1", "0", "1", "count"},
               {DPC_GRID_GAUSS, 1, "0", "0", "1", "distance must be > 0"},
               {DPC_GRID_LAPLACE, 1, "-1", "0", "1", "distance must be > 0"},
               {DPC_GRID_SGM, 1, "1.5", "1", "1", "0 < q <= 1"},
               {DPC_GRID_SGM, 1, "0.5", "0", "1", "sigma > 0"},
               {DPC_GRID_DP, 1, "-1", "0", "1", "eps >= 0"},
               {DPC_GRID_DP, 1, "1", "1.1", "1", "delta <= 1"},
               {DPC_GRID_DP, 1, "1", "0", "-1", "eps must be >= 0"}};
    dpc_grid_result r;
    mpq_t at;
    mpq_init(at);
    dpc_grid_result_init(&r);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        composition c;
        comp_init(&c);
        comp_add(&c, row[i].kind, row[i].count, row[i].a, row[i].b);
        check_read_number(at, row[i].eps);
        ck_assert_int_eq(dpc_grid_delta(&r, c.step, c.n, DPC_GRID_BOTH, at, 3), DPC_DOMAIN);
        check_contains(r.why, row[i].why);
        ck_assert(mpq_sgn(r.lo) == 0 && mpq_cmp_ui(r.hi, 1, 1) == 0);
        comp_clear(&c);
    }
    static const struct {
        const char *pair[5], *infinity, *why;
        dpc_grid_side side;
    } bad[] = {{{"1", "0.6", "-1", "0.5", NULL}, "0", "more than 1", DPC_GRID_REMOVE},
               {{"1", "0.6", "-1", "-0.1", NULL}, "0", "mass 2", DPC_GRID_REMOVE},
               {{"1", "0.6", "2", "0.1", NULL}, "-0.1", "infinity", DPC_GRID_REMOVE},
               {{"-1", "0.6", "-2", "0.1", NULL}, "0", "exp(-loss)", DPC_GRID_ADD}};
    mpq_set_ui(at, 1, 1);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        table t;
        table_init(&t, 1, bad[i].pair, bad[i].infinity);
        ck_assert_int_eq(dpc_grid_delta(&r, &t.step, 1, bad[i].side, at, 3), DPC_DOMAIN);
        check_contains(r.why, bad[i].why);
        table_clear(&t);
    }
    /* delta is at least the mass at infinity for every eps: no eps meets the target */
    composition c;
    comp_init(&c);
    comp_add(&c, DPC_GRID_DP, 10, "1", "0.01");
    check_read_number(at, "0.05");
    ck_assert_int_eq(dpc_grid_eps(&r, c.step, c.n, DPC_GRID_BOTH, at, 3), DPC_DOMAIN);
    check_contains(r.why, "infinity");
    check_read_number(at, "1");
    ck_assert_int_eq(dpc_grid_eps(&r, c.step, c.n, DPC_GRID_BOTH, at, 3), DPC_DOMAIN);
    comp_clear(&c);
    mpq_clear(at);
    dpc_grid_result_clear(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("grid");
    check_add(suite, test_convolution);
    check_add(suite, test_power_mass);
    check_add(suite, test_power_sides);
    check_add(suite, test_theorems);
    check_add(suite, test_laplace);
    check_add(suite, test_quadrature);
    check_add(suite, test_tables);
    check_add(suite, test_eps);
    check_add(suite, test_random);
    check_add(suite, test_far);
    check_add(suite, test_refusals);
    return check_run(suite);
}
