/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The composition on a lattice: laws are discretised, raised to powers and multiplied, and the mass
   cut off is accounted for (LEMMAS.md, section "Grid", L-GRID-REPLACE, L-GRID-VALUE and
   L-GRID-TRIM). */
#include "arith/arith.h"
#include "account/grid_parts.h"

#include <math.h>

enum { PREC = 192 }; /* bits of all enclosures */

void dpc_grid_end_of(dpc_calc *c, mpq_t q, const void *x, bool upper)
{
    enum { MOST = 1 << 20 };
    dpc_bounds b;
    if (!dpc_calc_ok(c))
        return;
    dpc_bounds_init(&b);
    c->dom->bounds(&b, x);
    mpz_srcptr man = upper ? b.hi_man : b.lo_man;
    const int64_t exp = upper ? b.hi_exp : b.lo_exp;
    const int64_t size = (int64_t)mpz_sizeinbase(man, 2) + exp;
    if (!b.finite || size > MOST)
        dpc_calc_fail(c, DPC_UNDECIDED);
    else if (size <= -MOST || mpz_sgn(man) == 0) { /* |end| <= 2^-MOST */
        mpq_set_si(q, mpz_sgn(man) > 0 && upper ? 1 : mpz_sgn(man) < 0 && !upper ? -1 : 0, 1);
        mpq_div_2exp(q, q, MOST);
    } else {
        mpq_set_z(q, man);
        if (exp < 0)
            mpq_div_2exp(q, q, (mp_bitcnt_t)-exp);
        else
            mpq_mul_2exp(q, q, (mp_bitcnt_t)exp);
    }
    dpc_bounds_clear(&b);
}

/* top = an upper bound of all finite losses of the law; false if there is none. */
static bool law_top(dpc_calc *c, mpq_t top, const dpc_law *law)
{
    mpq_t loss;
    dpc_vec t;
    const size_t atoms = dpc_law_atoms(law);
    const bool add = law->step->kind == DPC_GRID_SGM && law->reversed;
    if (dpc_law_is_continuous(law) && law->step->kind != DPC_GRID_LAPLACE && !add)
        return false;
    mpq_init(loss);
    dpc_vec_init(c, &t, 1);
    mpq_set_ui(top, 0, 1);
    for (size_t i = 0; i < atoms; i++) { /* the ends of Laplace's law are atoms */
        dpc_law_atom_loss(loss, law, i);
        if (i == 0 || mpq_cmp(loss, top) > 0)
            mpq_set(top, loss);
    }
    if (add) { /* -log(1 - q), infinite for q = 1 */
        void *x = dpc_vec_at(&t, 0);
        mpq_neg(loss, law->step->a);
        set_q(c, x, loss);
        dpc_calc_op(c, DPC_OP_LOG1P, x, x, NULL);
        dpc_calc_op(c, DPC_OP_NEG, x, x, NULL);
        dpc_grid_end_of(c, top, x, true);
    }
    const bool known = dpc_calc_ok(c);
    c->status = c->status == DPC_NOMEM ? DPC_NOMEM : DPC_OK;
    dpc_vec_clear(&t);
    mpq_clear(loss);
    return known;
}

/* The largest finite loss of the composition, if known. */
static void find_top(composition *k)
{
    mpq_t one, count;
    mpq_inits(one, count, NULL);
    k->bounded = true;
    for (size_t i = 0; i < k->p->n && k->bounded; i++) {
        k->bounded = law_top(&k->c, one, &k->p->part[i].law);
        mpq_set_ui(count, k->p->part[i].law.step->count, 1);
        mpq_mul(one, one, count);
        mpq_add(k->top, k->top, one);
    }
    mpq_clears(one, count, NULL);
}

dpc_status dpc_grid_composition_init(composition *k, plan *p)
{
    k->p = p;
    mpq_inits(k->step, k->origin, k->top, NULL);
    dpc_mass_init(&k->up, true);
    dpc_mass_init(&k->low, false);
    dpc_calc_init(&k->c, dpc_domain_fast, PREC);
    dpc_vec_init(&k->c, &k->inf, 2);
    find_top(k);
    k->ntt = dpc_ntt_new();
    return k->ntt != NULL ? k->c.status : DPC_NOMEM;
}

void dpc_grid_composition_clear(composition *k)
{
    mpq_clears(k->step, k->origin, k->top, NULL);
    dpc_mass_clear(&k->up);
    dpc_mass_clear(&k->low);
    dpc_vec_clear(&k->inf);
    dpc_calc_clear(&k->c);
    dpc_ntt_free(k->ntt);
}

static void set_count(dpc_calc *c, void *d, uint64_t n)
{
    mpz_t z;
    mpz_init_set_ui(z, n);
    dpc_calc_z(c, d, z);
    mpz_clear(z);
}

/* Adds to hi the mass of the continuous part above the last edge of the profile.
   lost: an upper bound of the tilted mass between `from`, a point of the
   lattice, and that edge (L-GRID-TRIM). */
static void cut_off(composition *k, const profile *f, const mpq_t from, void *hi, void *lost)
{
    dpc_calc *c = &k->c;
    dpc_vec t;
    mpq_t edge;
    mpq_init(edge);
    dpc_vec_init(c, &t, 3);
    void *left = dpc_vec_at(&t, 0), *right = dpc_vec_at(&t, 1), *x = dpc_vec_at(&t, 2);
    dpc_law_tail_at(c, left, &f->law, f->edge[POINTS]);
    dpc_calc_op(c, DPC_OP_ADD, hi, hi, left);
    dpc_calc_ratio(c, lost, 0, 1);
    dpc_calc_set(c, right, left);
    for (size_t i = POINTS; i > 0 && dpc_calc_ok(c); i--) {
        mpq_set_d(edge, f->edge[i]);
        if (mpq_cmp(edge, from) <= 0)
            break;
        dpc_law_tail_at(c, left, &f->law, f->edge[i - 1]);
        mpq_mul(edge, edge, k->p->tilt);
        set_q(c, x, edge);
        dpc_calc_op(c, DPC_OP_EXP, x, x, NULL);
        dpc_calc_op(c, DPC_OP_SUB, right, left, right);
        dpc_calc_op(c, DPC_OP_MUL, x, x, right);
        dpc_calc_op(c, DPC_OP_ADD, lost, lost, x);
        dpc_calc_set(c, right, left);
    }
    mpq_set_d(edge, f->edge[0]);
    if (mpq_cmp(edge, from) > 0) /* the mass between them was not counted */
        dpc_calc_fail(c, DPC_UNDECIDED);
    dpc_vec_clear(&t);
    mpq_clear(edge);
}

/* m->lost = x in units of 2^exp, rounded up */
static void set_lost(composition *k, dpc_mass *m, const void *x)
{
    enum { MOST = 256 };
    dpc_bounds b;
    if (!dpc_calc_ok(&k->c))
        return;
    dpc_bounds_init(&b);
    k->c.dom->bounds(&b, x);
    const int64_t size = (int64_t)mpz_sizeinbase(b.hi_man, 2) + b.hi_exp - m->exp;
    if (!b.finite || size > MOST)
        dpc_calc_fail(&k->c, DPC_UNDECIDED);
    else if (mpz_sgn(b.hi_man) <= 0 || size <= 0)
        mpz_set_ui(m->lost, mpz_sgn(b.hi_man) > 0 ? 1 : 0);
    else if (b.hi_exp >= m->exp)
        mpz_mul_2exp(m->lost, b.hi_man, (mp_bitcnt_t)(b.hi_exp - m->exp));
    else
        mpz_cdiv_q_2exp(m->lost, b.hi_man, (mp_bitcnt_t)(m->exp - b.hi_exp));
    dpc_bounds_clear(&b);
}

/* Multiplies the composition's measure by a power of one. */
static dpc_status join(composition *k, dpc_mass *all, dpc_mass *one, uint64_t count, bool is_first)
{
    const unsigned bits = (unsigned)k->p->bits;
    dpc_mass power, product;
    dpc_mass_init(&power, one->up);
    dpc_mass_init(&product, one->up);
    dpc_mass_settle(one, bits, 1, count);
    dpc_status status = dpc_mass_power(&power, one, count, bits, k->ntt);
    if (status == DPC_OK && !is_first) {
        status = dpc_mass_convolve(&product, all, &power, k->ntt);
        if (status == DPC_OK)
            dpc_mass_settle(&product, bits, 1, 1);
    }
    if (status == DPC_OK)
        dpc_mass_swap(all, is_first ? &power : &product);
    dpc_mass_clear(&power);
    dpc_mass_clear(&product);
    return status;
}

/* Adds count log(1 - p) to the sums for the masses at infinity. */
static void add_infinity(composition *k, int end, const void *p, uint64_t count)
{
    dpc_calc *c = &k->c;
    dpc_vec t;
    dpc_vec_init(c, &t, 2);
    void *x = dpc_vec_at(&t, 0), *one = dpc_vec_at(&t, 1);
    dpc_calc_ratio(c, one, 1, 1);
    if (!dpc_calc_lt(c, p, one)) {
        k->is_one[end] = true;
        k->is_sure = k->is_sure || (end == 0 && dpc_calc_le(c, one, p));
    } else {
        dpc_calc_op(c, DPC_OP_NEG, x, p, NULL);
        dpc_calc_op(c, DPC_OP_LOG1P, x, x, NULL);
        set_count(c, one, count);
        dpc_calc_op(c, DPC_OP_MUL, x, x, one);
        dpc_calc_op(c, DPC_OP_ADD, dpc_vec_at(&k->inf, (size_t)end),
                    dpc_vec_at(&k->inf, (size_t)end), x);
    }
    dpc_vec_clear(&t);
}

/* The index of the lattice point at or below x, approximately.  UNDECIDED, and 0, where doubles
   cannot tell points apart. */
static int64_t index_of(composition *k, double x, const mpq_t offset)
{
    const double index = floor((x - mpq_get_d(offset)) / mpq_get_d(k->step));
    if (fabs(index) < 0x1p52)
        return (int64_t)index;
    dpc_calc_fail(&k->c, DPC_UNDECIDED);
    return 0;
}

/* Whether all indices of the composition fit an int64_t, if the points of each step are among those
   of m. */
static bool indices_fit(const composition *k, const dpc_mass *m, uint64_t count)
{
    const int64_t most = INT64_MAX / 8 / (int64_t)k->p->n / (int64_t)count; /* count < 2^40 */
    return m->first > -most && m->first + (int64_t)m->n < most;
}

/* Discretises a law, raises it to its power and joins it to the rest. */
static dpc_status add_law(composition *k, size_t number, const mpq_t offset)
{
    profile *f = &k->p->part[number];
    dpc_calc *c = &k->c;
    const uint64_t count = f->law.step->count;
    dpc_mass up, low;
    dpc_vec t;
    mpq_t from;
    mpq_init(from);
    dpc_mass_init(&up, true);
    dpc_mass_init(&low, false);
    dpc_vec_init(c, &t, 3);
    void *inf_lo = dpc_vec_at(&t, 0), *inf_hi = dpc_vec_at(&t, 1), *lost = dpc_vec_at(&t, 2);
    const dpc_lattice lattice = {k->step, offset, k->p->tilt};
    const bool smooth = dpc_law_is_continuous(&f->law) && !k->beyond;
    const int64_t first = smooth ? index_of(k, f->first, offset) - 1 : 0,
                  last = smooth ? index_of(k, f->last, offset) + 2 : 0;
    dpc_law_infinity(c, inf_lo, inf_hi, &f->law);
    dpc_status status = c->status;
    if (status == DPC_OK && !k->beyond)
        status = dpc_law_discretise(c, &up, &low, &f->law, &lattice, first, last, f->exp);
    if (status == DPC_OK && !indices_fit(k, &up, count))
        status = DPC_UNDECIDED;
    if (status == DPC_OK && smooth) {
        mpq_set_si(from, last, 1);
        mpq_mul(from, from, k->step);
        mpq_add(from, from, offset);
        cut_off(k, f, from, inf_hi, lost);
        set_lost(k, &up, lost);
    }
    if (status == DPC_OK) {
        add_infinity(k, 0, inf_lo, count);
        add_infinity(k, 1, inf_hi, count);
        status = c->status;
    }
    if (status == DPC_OK && !k->beyond)
        status = join(k, &k->up, &up, count, number == 0);
    if (status == DPC_OK && !k->beyond)
        status = join(k, &k->low, &low, count, number == 0);
    mpq_set_ui(from, count, 1); /* below 2^40 */
    mpq_mul(from, from, offset);
    mpq_add(k->origin, k->origin, from);
    dpc_vec_clear(&t);
    dpc_mass_clear(&up);
    dpc_mass_clear(&low);
    mpq_clear(from);
    return status;
}

dpc_status dpc_grid_compose(composition *k, bool aligned)
{
    mpq_t zero;
    mpq_init(zero);
    mpq_set_ui(k->origin, 0, 1);
    k->is_one[0] = k->is_one[1] = k->is_sure = false;
    k->c.status = DPC_OK;
    dpc_status status = DPC_OK;
    dpc_calc_ratio(&k->c, dpc_vec_at(&k->inf, 0), 0, 1);
    dpc_calc_ratio(&k->c, dpc_vec_at(&k->inf, 1), 0, 1);
    for (size_t i = 0; i < k->p->n && status == DPC_OK; i++)
        status = add_law(k, i, aligned ? k->p->offset[i] : zero);
    for (size_t end = 0; end < 2 && status == DPC_OK; end++) { /* 1 - exp(sum) */
        void *x = dpc_vec_at(&k->inf, end);
        dpc_calc_op(&k->c, DPC_OP_EXPM1, x, x, NULL);
        dpc_calc_op(&k->c, DPC_OP_NEG, x, x, NULL);
        status = k->c.status;
    }
    mpq_clear(zero);
    return status;
}
