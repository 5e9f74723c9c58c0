/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Finds brackets of optima in two stages.  First, golden sections and parabolas locate the optimum
   on a scale that is logarithmic towards both ends of the range.  Then parabolas through three
   points at a shrinking distance h refine it: their vertex is off by about h^2, so that the digits
   double, until the values at the ends of the bracket can just be distinguished from the value in
   the middle.  Distances are powers of two, and numbers are short.  Values are compared by their
   difference in the run's own arithmetic, because doubles cannot distinguish them near the
   optimum. */
#include "guess/bracket.h"

#include "base/rational.h"
#include "base/watch.h"
#include "guess/scale.h"
#include "run/range.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOCATE_STEPS = 90,
    PLACE_STEPS = 40,
    FIRST_POWER = 12, /* the first h is the scale of the place times 2^-12 */
    MAX_KEPT = 5000   /* brackets: no more than a certificate can hold */
};

/* The last optimum of an instruction. */
typedef struct {
    size_t pc;
    mpq_t mid;
    long power; /* known to about 2^-power of its scale */
    bool known;
} site;

struct dpc_brackets {
    site *site;
    size_t nsites;
    dpc_bracket *kept;
    size_t nkept;
    int depth; /* of nested searches: inner brackets are not kept */
};

typedef struct {
    dpc_run *run;
    dpc_range range;
    mpq_t start, end, width; /* of the range, approximately */
    double reach[2];         /* powers of two that the scale covers towards start and end */
    void *difference;
    double unit; /* log2 of the unit of differences, which may be tiny */
} search;

/* A place and the value there; good: the value is known and finite. */
typedef struct {
    mpq_t p;
    double t; /* on the scale */
    void *value;
    bool good;
} point;

dpc_brackets *dpc_brackets_new(void)
{
    return calloc(1, sizeof(dpc_brackets));
}

void dpc_brackets_cut(dpc_brackets *b, size_t count)
{
    while (b->nkept > count) {
        const dpc_bracket *last = &b->kept[--b->nkept];
        mpq_clears((mpq_ptr)last->lo, (mpq_ptr)last->mid, (mpq_ptr)last->hi, NULL);
    }
}

void dpc_brackets_free(dpc_brackets *b)
{
    if (b == NULL)
        return;
    dpc_brackets_cut(b, 0);
    for (size_t i = 0; i < b->nsites; i++)
        mpq_clear(b->site[i].mid);
    free(b->site);
    free(b->kept);
    free(b);
}

size_t dpc_brackets_count(const dpc_brackets *b)
{
    return b->nkept;
}

char *dpc_brackets_text(const dpc_brackets *b, size_t index)
{
    const dpc_bracket *k = &b->kept[index];
    char *lo = dpc_rational_text(k->lo), *mid = dpc_rational_text(k->mid);
    char *hi = dpc_rational_text(k->hi), *text = NULL;
    size_t size = 0;
    FILE *out = lo != NULL && mid != NULL && hi != NULL ? open_memstream(&text, &size) : NULL;
    if (out != NULL) {
        (void)fprintf(out, "%s %s %s", k->from_start ? "end" : lo, mid, k->to_end ? "end" : hi);
        if (fclose(out) != 0) {
            free(text);
            text = NULL;
        }
    }
    free(lo);
    free(mid);
    free(hi);
    return text;
}

static void keep(dpc_brackets *b, const dpc_bracket *found)
{
    dpc_bracket *bigger =
        b->nkept < MAX_KEPT ? realloc(b->kept, (b->nkept + 1) * sizeof *bigger) : NULL;
    if (bigger == NULL)
        return; /* the certificate will lack it and be refused */
    b->kept = bigger;
    dpc_bracket *k = &bigger[b->nkept++];
    *k = (dpc_bracket){.from_start = found->from_start, .to_end = found->to_end};
    mpq_inits(k->lo, k->mid, k->hi, NULL);
    mpq_set(k->lo, found->lo);
    mpq_set(k->mid, found->mid);
    mpq_set(k->hi, found->hi);
}

static site *find_site(dpc_brackets *b, size_t pc)
{
    for (size_t i = 0; i < b->nsites; i++)
        if (b->site[i].pc == pc)
            return &b->site[i];
    site *bigger = realloc(b->site, (b->nsites + 1) * sizeof *bigger);
    if (bigger == NULL)
        return NULL;
    b->site = bigger;
    site *s = &bigger[b->nsites++];
    *s = (site){.pc = pc};
    mpq_init(s->mid);
    return s;
}

void dpc_brackets_follow(dpc_brackets *b, const dpc_brackets *guide)
{
    for (size_t i = 0; i < guide->nsites; i++) {
        const site *from = &guide->site[i];
        site *s = from->known ? find_site(b, from->pc) : NULL;
        if (s == NULL)
            continue;
        mpq_set(s->mid, from->mid);
        s->power = from->power;
        s->known = true;
    }
}

/* ---- numbers ---- */

static double log2_abs(const mpq_t q)
{
    return dpc_scale_log_approx(q) / log(2.0);
}

/* q = 2^power, to about nine digits */
static void set_power(mpq_t q, double power)
{
    const double whole = floor(power);
    mpq_set_ui(q, (unsigned long)ldexp(exp2(power - whole), 30), 1UL << 30);
    mpq_canonicalize(q);
    if (whole >= 0)
        mpq_mul_2exp(q, q, (mp_bitcnt_t)whole);
    else
        mpq_div_2exp(q, q, (mp_bitcnt_t)-whole);
}

/* ---- values ---- */

static void point_init(search *s, point *x)
{
    mpq_init(x->p);
    x->t = 0;
    x->good = false;
    x->value = malloc(s->run->domain->size);
    if (x->value != NULL)
        s->run->domain->init(x->value);
}

static void point_clear(search *s, point *x)
{
    mpq_clear(x->p);
    if (x->value != NULL)
        s->run->domain->clear(x->value);
    free(x->value);
}

static void point_swap(point *x, point *y)
{
    point z = *x;
    *x = *y;
    *y = z;
}

static void evaluate(search *s, point *x)
{
    enum { PER_LIMB = 8 }; /* steps charged for computing with the place, a rational number */
    dpc_run *run = s->run;
    dpc_diag mine = {.status = DPC_OK}, *theirs = run->diag;
    x->good = false;
    if (dpc_watch_step(PER_LIMB * mpz_size(mpq_denref(x->p))))
        return;
    run->diag = &mine;
    x->good = x->value != NULL && dpc_range_at_point(&s->range, x->p) == DPC_OK;
    run->diag = theirs;
    if (!x->good)
        return;
    run->domain->set(x->value, dpc_run_enclosure(run, s->range.value));
    const double largest = 1e12; /* a logarithm: larger values count as infinite */
    x->good = run->domain->log_abs_approx(x->value) < largest; /* false for nan */
}

/* log2 |f(x) - f(y)|; difference holds f(x) - f(y). */
static double log2_difference(search *s, const point *x, const point *y)
{
    const dpc_domain *dom = s->run->domain;
    if (!x->good || !y->good ||
        dom->apply(DPC_OP_SUB, s->difference, x->value, y->value, s->run->prec) != DPC_OK)
        return -HUGE_VAL;
    return dom->log_abs_approx(s->difference) / log(2.0);
}

static void set_unit(search *s, const point *x, const point *y)
{
    const double size = log2_difference(s, x, y);
    s->unit = isfinite(size) ? floor(size) : 0;
}

/* f(x) - f(y) in units of 2^unit, negated for sup; an unknown value counts as larger than all
   others. */
static double above(search *s, const point *x, const point *y)
{
    enum { LARGEST = 1000 };
    if (!x->good || !y->good)
        return x->good ? -HUGE_VAL : y->good ? HUGE_VAL : 0;
    const dpc_domain *dom = s->run->domain;
    const double size = log2_difference(s, x, y);
    if (!isfinite(size))
        return 0;
    const double near = dom->approx(s->difference), e = size - s->unit;
    const dpc_tri below = dom->compare(DPC_OP_LT, x->value, y->value);
    double d = 0;
    if (fabs(size) < LARGEST && fabs(e) < LARGEST)
        d = ldexp(near, (int)-s->unit);
    else { /* no double holds the difference, but its logarithm fits */
        d = exp2(fmax(fmin(e, LARGEST), -LARGEST));
        if (below == DPC_TRUE || (below == DPC_TRI_UNDECIDED && signbit(near)))
            d = -d;
    }
    return s->range.i->op == DPC_OP_INF ? d : -d;
}

/* ---- the scale ---- */

/* Sets x to the place t on the scale: 0 is the middle, each unit halves the distance from an
   end. */
static void set_place(search *s, point *x, double t)
{
    x->t = t;
    set_power(x->p, -fabs(t) - 1);
    mpq_mul(x->p, x->p, s->width);
    if (t <= 0)
        mpq_add(x->p, s->start, x->p);
    else
        mpq_sub(x->p, s->end, x->p);
    evaluate(s, x);
}

/* Narrows a < m < b around the least value, which m has in the end. */
static void locate(search *s, point *a, point *m, point *b)
{
    point x;
    point_init(s, &x);
    a->t = -s->reach[0];
    b->t = s->reach[1];
    set_place(s, m, a->t + 0.381966011250105 * (b->t - a->t));
    for (int i = 0; i < LOCATE_STEPS && b->t - a->t > 1e-4 && !dpc_watch_stopped(); i++) {
        set_unit(s, a, m);
        const double left = above(s, a, m), right = above(s, b, m);
        const double l = m->t - a->t, r = b->t - m->t;
        /* the vertex of the parabola, alternating with golden sections */
        double t = m->t + (r > l ? 0.381966011250105 * r : -0.381966011250105 * l);
        if (i % 3 != 0 && isfinite(left) && isfinite(right) && left > 0 && right > 0) {
            const double vertex =
                m->t + (left * r * r - right * l * l) / (2 * (left * r + right * l));
            const double least = 1e-3 * fmin(l, r) + 1e-6;
            if (vertex > a->t + least && vertex < b->t - least)
                t = fabs(vertex - m->t) > least ? vertex : m->t + (r > l ? least : -least);
        }
        set_place(s, &x, t);
        const bool better = above(s, &x, m) < 0;
        if (better)
            point_swap(t > m->t ? a : b, m);
        point_swap(better ? m : t > m->t ? b : a, &x);
    }
    point_clear(s, &x);
}

/* ---- placing ---- */

/* log2 of the width of an enclosure */
static double log2_width(search *s, const void *value)
{
    dpc_bounds b;
    dpc_bounds_init(&b);
    s->run->domain->bounds(&b, value);
    double width = HUGE_VAL;
    if (b.finite) {
        const int64_t e = b.lo_exp < b.hi_exp ? b.lo_exp : b.hi_exp;
        if (b.lo_exp - e < 1000000 && b.hi_exp - e < 1000000) {
            mpz_mul_2exp(b.lo_man, b.lo_man, (mp_bitcnt_t)(b.lo_exp - e));
            mpz_mul_2exp(b.hi_man, b.hi_man, (mp_bitcnt_t)(b.hi_exp - e));
            mpz_sub(b.hi_man, b.hi_man, b.lo_man);
            long n;
            const double m = mpz_get_d_2exp(&n, b.hi_man);
            width = m == 0 ? -HUGE_VAL : log2(m) + (double)n + (double)e;
        }
    }
    dpc_bounds_clear(&b);
    return width;
}

/* Rounds p to the nearest multiple of 2^power. */
static void round_to(mpq_t p, long power)
{
    mpz_t n;
    mpz_init(n);
    if (power >= 0)
        mpq_div_2exp(p, p, (mp_bitcnt_t)power);
    else
        mpq_mul_2exp(p, p, (mp_bitcnt_t)-power);
    mpz_mul_2exp(n, mpq_numref(p), 1);
    mpz_add(n, n, mpq_denref(p));
    mpz_mul_2exp(mpq_denref(p), mpq_denref(p), 1);
    mpz_fdiv_q(mpq_numref(p), n, mpq_denref(p));
    mpz_set_ui(mpq_denref(p), 1);
    if (power >= 0)
        mpq_mul_2exp(p, p, (mp_bitcnt_t)power);
    else
        mpq_div_2exp(p, p, (mp_bitcnt_t)-power);
    mpz_clear(n);
}

static void shift(mpq_t d, const mpq_t p, double steps, long power)
{
    mpq_t h;
    mpq_init(h);
    mpq_set_d(h, steps);
    if (power >= 0)
        mpq_mul_2exp(h, h, (mp_bitcnt_t)power);
    else
        mpq_div_2exp(h, h, (mp_bitcnt_t)-power);
    mpq_add(d, p, h);
    mpq_clear(h);
}

/* Sets *power so that 2^power is below the distance of p from both ends. */
static bool scale_of(search *s, const mpq_t p, long *power)
{
    mpq_t d;
    mpq_init(d);
    mpq_sub(d, p, s->start);
    double least = log2_abs(d);
    bool inside = mpq_sgn(d) > 0;
    mpq_sub(d, s->end, p);
    inside = inside && mpq_sgn(d) > 0;
    least = fmin(least, log2_abs(d));
    mpq_clear(d);
    *power = inside ? (long)floor(least) - 1 : 0;
    return inside;
}

/* Three points at distances 2^(scale - k); the value in the middle is certainly below the
   others. */
typedef struct {
    point a, m, b;
    long scale, k;
    double left, right; /* heights of the outer values above the middle one, in units */
} triple;

static void triple_init(search *s, triple *t)
{
    point_init(s, &t->a);
    point_init(s, &t->m);
    point_init(s, &t->b);
    t->scale = t->k = 0;
    t->left = t->right = 0;
}

static void triple_clear(search *s, triple *t)
{
    point_clear(s, &t->a);
    point_clear(s, &t->m);
    point_clear(s, &t->b);
}

static bool surely_above(search *s, const point *x, const point *y)
{
    const bool inf = s->range.i->op == DPC_OP_INF;
    return x->good && y->good &&
           s->run->domain->compare(DPC_OP_LT, inf ? y->value : x->value,
                                   inf ? x->value : y->value) == DPC_TRUE;
}

/* Makes a triple around a place, which is rounded. */
static bool stand(search *s, triple *t, const mpq_t at, long k)
{
    t->k = k;
    mpq_set(t->m.p, at);
    if (!scale_of(s, t->m.p, &t->scale))
        return false;
    round_to(t->m.p, t->scale - k - 3);
    shift(t->a.p, t->m.p, -1, t->scale - k);
    shift(t->b.p, t->m.p, 1, t->scale - k);
    evaluate(s, &t->m);
    evaluate(s, &t->a);
    evaluate(s, &t->b);
    set_unit(s, &t->a, &t->m);
    t->left = above(s, &t->a, &t->m);
    t->right = above(s, &t->b, &t->m);
    return surely_above(s, &t->a, &t->m) && surely_above(s, &t->b, &t->m);
}

/* Moves downhill until a triple is found. */
static bool first_triple(search *s, triple *t, const mpq_t from, long k)
{
    mpq_t at;
    mpq_init(at);
    mpq_set(at, from);
    bool stands = false;
    for (int i = 0; i < PLACE_STEPS && k > 1; i++) {
        stands = stand(s, t, at, k);
        if (stands || !t->m.good)
            break;
        mpq_set(at, t->left < 0 ? t->a.p : t->right < 0 ? t->b.p : t->m.p);
        k -= 2;
    }
    mpq_clear(at);
    return stands;
}

/* The presumed optimum, in steps from the middle: the vertex of the parabola through the triple. */
static double vertex_of(const triple *t)
{
    return (t->left - t->right) / (2 * (t->left + t->right));
}

/* The intersection of the lines from both sides, for a function with a kink, in steps from the
   middle.  For a triple `finer` times as narrow, it is moved a little to the side of the smaller
   slope: beyond the kink the steep line would be above every value of the other one. */
static double kink(search *s, const triple *t, double finer)
{
    const double aside = 0.25;
    point x;
    point_init(s, &x);
    shift(x.p, t->m.p, -2, t->scale - t->k);
    evaluate(s, &x);
    const double slope_left = t->left - above(s, &x, &t->m);
    shift(x.p, t->m.p, 2, t->scale - t->k);
    evaluate(s, &x);
    const double slope_right = above(s, &x, &t->m) - t->right;
    point_clear(s, &x);
    /* left + slope_left (y + 1) = right + slope_right (y - 1) */
    const double y = (t->right - t->left - slope_right - slope_left) / (slope_left - slope_right);
    return !(y > -1 && y < 1)          ? 0
           : -slope_left < slope_right ? y - aside * finer
                                       : y + aside * finer;
}

static bool narrower(search *s, triple *t, double steps, long k)
{
    triple next;
    triple_init(s, &next);
    mpq_t at;
    mpq_init(at);
    const double unit = s->unit;
    shift(at, t->m.p, steps, t->scale - t->k);
    const bool stands = isfinite(steps) && stand(s, &next, at, k);
    if (stands) {
        triple old = *t;
        *t = next;
        next = old;
    } else
        s->unit = unit;
    mpq_clear(at);
    triple_clear(s, &next);
    return stands;
}

/* Makes a narrower triple: at distance 2^(scale - next), by the rule that worked last time or by
   the other rule; or else half as wide. */
static bool improve(search *s, triple *t, long next, bool *kinked)
{
    const double finer = ldexp(1, (int)(t->k - next));
    for (int i = 0; i < 2; i++) {
        const bool by_kink = *kinked != (i == 1);
        if (narrower(s, t, by_kink ? kink(s, t, finer) : vertex_of(t), next)) {
            *kinked = by_kink;
            return true;
        }
    }
    return narrower(s, t, 0, t->k + 1) || narrower(s, t, -0.5, t->k + 1) ||
           narrower(s, t, 0.5, t->k + 1);
}

/* Refines a place that is known to about 2^-power of its scale to a bracket. */
static bool place(search *s, const mpq_t from, long power, dpc_bracket *out, long *reached)
{
    triple t;
    triple_init(s, &t);
    const bool found = first_triple(s, &t, from, power > FIRST_POWER ? power : FIRST_POWER);
    bool kinked = false;
    for (int i = 0; i < PLACE_STEPS && found; i++) {
        /* bits by which the values differ beyond their error; each bit of distance costs two */
        const double clear = log2(fmin(t.left, t.right)) + s->unit - log2_width(s, t.m.value);
        const double most =
            (double)t.k + ((isfinite(clear) ? clear : (double)s->run->prec) - 4) / 2;
        const long more = t.k > 6 ? t.k - 5 : 1;
        long next = t.k + (more < 40 ? more : 40);
        if ((double)next > most)
            next = (long)floor(most);
        if (next <= t.k || next > (long)s->run->prec)
            break;
        if (!improve(s, &t, next, &kinked))
            break;
    }
    if (found) {
        mpq_set(out->lo, t.a.p);
        mpq_set(out->mid, t.m.p);
        mpq_set(out->hi, t.b.p);
        out->from_start = out->to_end = false;
        *reached = t.k;
    }
    triple_clear(s, &t);
    return found;
}

/* For an optimum at an end of the range: the two places closest to the end between which the values
   certainly fall towards it.  Closer to the end they may rise again unseen. */
static bool place_at_end(search *s, bool start, dpc_bracket *out)
{
    enum { LEAST_POWER = 8 };
    point inner, outer;
    point_init(s, &inner);
    point_init(s, &outer);
    bool found = false;
    for (unsigned long k = s->run->prec / 2; k >= LEAST_POWER && !found; k -= k / 4) {
        mpq_div_2exp(outer.p, s->width, k - 1);
        mpq_div_2exp(inner.p, s->width, k);
        for (int i = 0; i < 2; i++) {
            point *x = i == 0 ? &inner : &outer;
            if (start)
                mpq_add(x->p, s->start, x->p);
            else
                mpq_sub(x->p, s->end, x->p);
            evaluate(s, x);
        }
        found = surely_above(s, &outer, &inner);
    }
    mpq_set(out->mid, inner.p);
    mpq_set(start ? out->hi : out->lo, outer.p);
    out->from_start = start;
    out->to_end = !start;
    point_clear(s, &inner);
    point_clear(s, &outer);
    return found;
}

/* ---- all together ---- */

/* Sets q to an end of the range, or to a number near it. */
static bool read_end(search *s, uint32_t slot, mpq_t q)
{
    const dpc_slot *v = &s->run->slot[slot];
    if (v->exact) {
        mpq_set(q, v->q);
        return true;
    }
    const double x = s->run->domain->approx(dpc_run_element(s->run, slot));
    if (isfinite(x))
        mpq_set_d(q, x);
    return isfinite(x);
}

/* How close to an end places may lie, in powers of two: closer if the end is small compared with
   the width, and if the precision distinguishes them. */
static double reach_of(search *s, const mpq_t end)
{
    enum { LEAST = 60, MOST = 4000, AT_ZERO = 1000 };
    const double near = log2_abs(s->width) - log2_abs(end);
    const double told = fmin(fmax(LEAST, (double)s->run->prec / 2), MOST);
    return mpq_sgn(end) == 0 ? AT_ZERO : told + (near > 0 ? near : 0);
}

static bool look(search *s, site *memory, dpc_bracket *out)
{
    enum { MOST_BITS = 8192 };
    long power = 0;
    bool found = memory->known && place(s, memory->mid, memory->power - 3, out, &power);
    /* this precision distinguishes all places: an optimum not found now does not exist */
    if (!found && s->run->prec <= MOST_BITS) {
        point a, m, b;
        point_init(s, &a);
        point_init(s, &m);
        point_init(s, &b);
        locate(s, &a, &m, &b);
        if (m.good)
            found = place(s, m.p, 0, out, &power);
        if (!found && !s->run->domain->rigorous) { /* only the middle matters */
            mpq_set(out->mid, m.p);
            found = m.good;
        }
        if (!found && s->run->domain->rigorous)
            found = place_at_end(s, m.t < 0, out) || place_at_end(s, m.t >= 0, out);
        point_clear(s, &a);
        point_clear(s, &m);
        point_clear(s, &b);
    }
    if (dpc_watch_stopped())
        return false;
    memory->known = found && power > 0;
    memory->power = power;
    if (found)
        mpq_set(memory->mid, out->mid);
    return found;
}

bool dpc_brackets_propose(void *data, dpc_run *run, size_t pc, dpc_bracket *out)
{
    dpc_brackets *b = data;
    search s = {.run = run, .range = dpc_range_at(run, pc)};
    site *memory = find_site(b, pc);
    s.difference = malloc(run->domain->size);
    if (memory == NULL || s.difference == NULL) {
        free(s.difference);
        return false;
    }
    run->domain->init(s.difference);
    mpq_inits(s.start, s.end, s.width, NULL);
    bool found = read_end(&s, s.range.i->a, s.start) && read_end(&s, s.range.i->b, s.end) &&
                 mpq_cmp(s.start, s.end) < 0;
    if (found) {
        mpq_sub(s.width, s.end, s.start);
        s.reach[0] = reach_of(&s, s.start);
        s.reach[1] = reach_of(&s, s.end);
        b->depth++;
        site copy = *memory; /* nested searches may move the list */
        mpq_init(copy.mid);
        mpq_set(copy.mid, memory->mid);
        found = look(&s, &copy, out);
        b->depth--;
        memory = find_site(b, pc);
        memory->known = copy.known;
        memory->power = copy.power;
        mpq_swap(memory->mid, copy.mid);
        mpq_clear(copy.mid);
    }
    mpq_clears(s.start, s.end, s.width, NULL);
    run->domain->clear(s.difference);
    free(s.difference);
    if (found && b->depth == 0)
        keep(b, out);
    return found;
}
