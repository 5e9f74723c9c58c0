/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The proved kernel as a domain: every operation is a step of the proved stream of kernel/steps.h.
   An element owns a copy of its interval, because the window of the stream holds only the last few,
   and the number of the step that made it; an operand that has left the window is put in again as
   an input.  So after an operation an element always holds the result of a proved function, or it
   is not finite.  Not proved, and small: that copies are equal, that the right operation is
   requested, and the values kept between calls (pi, and the last binomial coefficient, from which
   the next one is computed).

   Invariant: finite is false exactly if the kernel refused; while the window holds the step of a
   finite element, their intervals are equal. */
#include "domain/kernel.h"

#include "kernel/hint.h"
#include "kernel/steps.h"
#include "kernel/word.h"
#include "kernel/zint_gmp.h"

#include <math.h>
#include <stdatomic.h>

typedef struct {
    mpz_t m;
    int64_t e;
} end;

typedef struct {
    end lo, hi;
    bool finite;
    uint64_t stream; /* the stream with the step, 0: none */
    int64_t step;    /* of that stream */
} element;

/* The number of streams so far: every thread has its own, numbered from 1, and no number is used
   twice. */
static atomic_uint_fast64_t streams;
static __thread uint64_t stream;
static __thread dpc_k_window window;

static void end_init(end *x)
{
    mpz_init(x->m);
    x->e = 0;
}

static void end_set(end *d, const end *a)
{
    mpz_set(d->m, a->m);
    d->e = a->e;
}

static void kernel_init(void *x)
{
    element *d = x;
    end_init(&d->lo);
    end_init(&d->hi);
    d->finite = true;
    d->stream = 0;
    d->step = 0;
}

static void kernel_clear(void *x)
{
    element *d = x;
    mpz_clears(d->lo.m, d->hi.m, NULL);
}

static void kernel_set(void *x, const void *y)
{
    element *d = x;
    const element *a = y;
    end_set(&d->lo, &a->lo);
    end_set(&d->hi, &a->hi);
    d->finite = a->finite;
    d->stream = a->stream;
    d->step = a->step;
}

/* ---- between elements and steps ---- */

/* Begins a new window if slots or memory may not suffice for one operation. */
static void make_room(void)
{
    enum { MOST = 4 }; /* slots of one operation */
    if (stream == 0)
        stream = atomic_fetch_add(&streams, 1) + 1;
    if (window.count + MOST > DPC_K_SLOTS || dpc_z_crowded()) {
        dpc_k_restart(&window);
        dpc_z_release();
    }
}

static dpc_dy import_end(const end *x)
{
    return dpc_dy_make(dpc_z_import(x->m), x->e);
}

static dpc_ki import(const element *a)
{
    return dpc_ki_make(import_end(&a->lo), import_end(&a->hi));
}

/* The step of an element: the one that made it, or an input with its interval.  -1: none. */
static int64_t step_of(const element *a)
{
    if (!a->finite)
        return -1;
    return a->stream == stream && a->step >= window.first && a->step < window.first + window.count
               ? a->step
               : dpc_k_input(&window, import(a));
}

static void export_end(end *d, dpc_dy x)
{
    mpz_set(d->m, dpc_z_value(x.m));
    d->e = x.e;
}

/* Sets d to the enclosure of a step; leaves d alone if the kernel refused it. */
static dpc_status answer(element *d, int64_t step)
{
    const dpc_ki r = dpc_k_get(&window, step);
    if (!dpc_ki_ok(r))
        return DPC_UNDECIDED;
    export_end(&d->lo, r.lo);
    export_end(&d->hi, r.hi);
    d->finite = true;
    d->stream = stream;
    d->step = step;
    return DPC_OK;
}

/* The same, but a refusal makes d not finite. */
static dpc_status answer_or_none(element *d, int64_t step)
{
    const dpc_status status = answer(d, step);
    d->finite = status == DPC_OK;
    return status;
}

/* One step; a or b is NULL if the operation has no such operand. */
static dpc_status apply(element *d, int op, const element *a, const element *b, int64_t bits)
{
    make_room();
    const int64_t x = a == NULL ? -1 : step_of(a), y = b == NULL ? -1 : step_of(b);
    return answer(d, dpc_k_push(&window, op, x, y, 0, 0, bits));
}

/* The precision, limited to what the kernel's functions accept. */
static int64_t limited(unsigned long prec)
{
    const unsigned long most = DPC_KI_MAX_BITS / 16;
    return prec < 2 ? 2 : (int64_t)(prec > most ? most : prec);
}

/* The point z. */
static int64_t integer_input(dpc_z z)
{
    const dpc_dy x = z == NULL ? dpc_dy_none() : dpc_dy_make(z, 0);
    return dpc_k_input(&window, dpc_ki_make(x, x));
}

static void kernel_set_q(void *d, const mpq_t q, unsigned long prec)
{
    const int64_t bits = limited(prec);
    make_room();
    const dpc_z num = dpc_z_import(mpq_numref(q)), den = dpc_z_import(mpq_denref(q));
    int64_t step = -1;
    if (mpz_cmp_ui(mpq_denref(q), 1) == 0)
        step = dpc_k_push(&window, DPC_K_ROUND, integer_input(num), -1, 0, 0, bits);
    else if (num != NULL && den != NULL)
        step = dpc_k_ratio(&window, num, den, bits);
    (void)answer_or_none(d, step);
}

/* ---- signs ---- */

static int sign_lo(const element *a)
{
    return mpz_sgn(a->lo.m);
}

static int sign_hi(const element *a)
{
    return mpz_sgn(a->hi.m);
}

static bool is_zero(const element *a)
{
    return sign_lo(a) == 0 && sign_hi(a) == 0;
}

/* ---- what is kept between calls ---- */

typedef struct {
    bool set;
    int64_t n, k, bits;
    element value;
} memo;

static __thread memo pi, binomial; /* binom(n, k) */

void dpc_domain_kernel_cleanup(void)
{
    if (pi.set)
        kernel_clear(&pi.value);
    if (binomial.set)
        kernel_clear(&binomial.value);
    pi.set = binomial.set = false;
    dpc_k_restart(&window);
    dpc_z_cleanup();
}

/* Makes sure that pi is known to at least these bits, and not many more. */
static dpc_status need_pi(int64_t bits)
{
    if (pi.set && pi.bits >= bits && pi.bits <= 4 * bits + 256)
        return DPC_OK;
    if (!pi.set)
        kernel_init(&pi.value);
    pi.set = true;
    pi.bits = bits + 64;
    if (apply(&pi.value, DPC_K_PI, NULL, NULL, pi.bits) == DPC_OK)
        return DPC_OK;
    pi.bits = 0;
    return DPC_UNDECIDED;
}

/* ---- operations ---- */

static dpc_status gaussian_tail(element *d, const element *a, int64_t bits)
{
    make_room();
    const dpc_ki x = import(a);
    if (!dpc_ki_ok(x))
        return DPC_UNDECIDED;
    const dpc_hint_q_plan l = dpc_hint_q(x.lo, bits + 8), h = dpc_hint_q(x.hi, bits + 8);
    const int64_t inside = l.bits > h.bits ? l.bits : h.bits;
    if (inside < 1 || inside > DPC_KI_MAX_BITS / 8 || need_pi(inside) != DPC_OK)
        return DPC_UNDECIDED;
    return apply(d, DPC_K_Q, a, &pi.value, bits);
}

/* OK, or whether the operation is undefined for all points (DOMAIN) or may be for some
   (UNDECIDED). */
static dpc_status defined(dpc_op op, const element *a, const element *b)
{
    switch (op) {
    case DPC_OP_DIV:
        if (sign_lo(b) <= 0 && sign_hi(b) >= 0)
            return is_zero(b) ? DPC_DOMAIN : DPC_UNDECIDED;
        return DPC_OK;
    case DPC_OP_POW:
        if (sign_lo(a) > 0 || (sign_lo(a) == 0 && sign_lo(b) > 0))
            return DPC_OK;
        if (sign_hi(a) < 0 || (is_zero(a) && sign_hi(b) <= 0))
            return DPC_DOMAIN;
        return DPC_UNDECIDED;
    case DPC_OP_LOG:
        return sign_lo(a) > 0 ? DPC_OK : sign_hi(a) <= 0 ? DPC_DOMAIN : DPC_UNDECIDED;
    case DPC_OP_SQRT:
        return sign_lo(a) >= 0 ? DPC_OK : sign_hi(a) < 0 ? DPC_DOMAIN : DPC_UNDECIDED;
    case DPC_OP_LOG1P: {
        make_room();
        const int64_t minus = dpc_k_input(&window, dpc_ki_neg(dpc_ki_ui(1)));
        const int above = dpc_k_lt(&window, minus, step_of(a));
        return above == 1 ? DPC_OK : above == 0 ? DPC_DOMAIN : DPC_UNDECIDED;
    }
    default:
        return DPC_OK;
    }
}

/* The kernel's operation; -1: none, the kernel refuses it.  No default, so that the compiler
   reports a missing operation. */
static int kernel_operation(dpc_op op)
{
    switch (op) {
    case DPC_OP_ADD:
        return DPC_K_ADD;
    case DPC_OP_SUB:
        return DPC_K_SUB;
    case DPC_OP_MUL:
        return DPC_K_MUL;
    case DPC_OP_DIV:
        return DPC_K_DIV;
    case DPC_OP_POW:
        return DPC_K_POW;
    case DPC_OP_MIN:
        return DPC_K_MIN;
    case DPC_OP_MAX:
        return DPC_K_MAX;
    case DPC_OP_NEG:
        return DPC_K_NEG;
    case DPC_OP_ABS:
        return DPC_K_ABS;
    case DPC_OP_POS:
        return DPC_K_POS;
    case DPC_OP_CEIL:
        return DPC_K_CEIL;
    case DPC_OP_FLOOR:
        return DPC_K_FLOOR;
    case DPC_OP_EXP:
        return DPC_K_EXP;
    case DPC_OP_LOG:
        return DPC_K_LOG;
    case DPC_OP_SQRT:
        return DPC_K_SQRT;
    case DPC_OP_EXPM1:
        return DPC_K_EXPM1;
    case DPC_OP_LOG1P:
        return DPC_K_LOG1P;
    case DPC_OP_E:
        return DPC_K_E;
    case DPC_OP_PI:
    case DPC_OP_Q: /* these three: see need_pi, gaussian_tail and kernel_binom */
    case DPC_OP_BINOM:
    case DPC_OP_LT:
    case DPC_OP_LE:
    case DPC_OP_EQ:
    case DPC_OP_NE:
    case DPC_OP_COPY:
    case DPC_OP_UNSET:
    case DPC_OP_NOT:
    case DPC_OP_AND:
    case DPC_OP_OR:
    case DPC_OP_IF:
    case DPC_OP_LOOP:
    case DPC_OP_INF:
    case DPC_OP_SUP:
    case DPC_OP_INTEGRAL:
    case DPC_OP_NONEMPTY:
    case DPC_OP_ITEM:
    case DPC_OP_ARRAY:
    case DPC_OP_STORE:
    case DPC_OP_LOAD:
    case DPC_OP_METHOD:
    case DPC_OP_CHECK:
    case DPC_OPS:
        break;
    }
    return -1;
}

/* Whether floor and ceil give integers small enough for the limits of steps and memory: the kernel
   writes out all of their bits. */
static bool can_round(const element *a)
{
    enum { MAX_BITS = 10000 };
    return a->lo.e + (int64_t)mpz_sizeinbase(a->lo.m, 2) <= MAX_BITS &&
           a->hi.e + (int64_t)mpz_sizeinbase(a->hi.m, 2) <= MAX_BITS;
}

static dpc_status kernel_apply(dpc_op op, void *d, const void *x, const void *y, unsigned long prec)
{
    const element *a = x, *b = y;
    const bool two = op <= DPC_OP_BINOM;
    const int64_t bits = limited(prec);
    if (op == DPC_OP_PI) {
        const dpc_status status = need_pi(bits);
        if (status == DPC_OK)
            kernel_set(d, &pi.value);
        return status;
    }
    if (op == DPC_OP_E)
        return apply(d, DPC_K_E, NULL, NULL, bits);
    if (!a->finite || (two && !b->finite))
        return DPC_UNDECIDED;
    if (op == DPC_OP_Q)
        return gaussian_tail(d, a, bits);
    if ((op == DPC_OP_CEIL || op == DPC_OP_FLOOR) && !can_round(a))
        return DPC_UNDECIDED;
    if (apply(d, kernel_operation(op), a, two ? b : NULL, bits) == DPC_OK)
        return DPC_OK;
    const dpc_status status = defined(op, a, b);
    if (status != DPC_OK)
        return status;
    /* a guess that was refused may be accepted with more bits; other refusals are final */
    const bool guess = op == DPC_OP_LOG || op == DPC_OP_LOG1P || op == DPC_OP_POW;
    if (guess && apply(d, kernel_operation(op), a, two ? b : NULL, bits + 64) == DPC_OK)
        return DPC_OK;
    ((element *)d)->finite = false;
    return DPC_UNDECIDED;
}

static dpc_status kernel_pow_z(void *d, const void *x, const mpz_t n, unsigned long prec)
{
    const element *a = x;
    const int64_t bits = limited(prec);
    if (!a->finite)
        return DPC_UNDECIDED;
    if (mpz_sgn(n) <= 0 && sign_lo(a) <= 0 && sign_hi(a) >= 0)
        return is_zero(a) ? DPC_DOMAIN : DPC_UNDECIDED;
    make_room();
    if (mpz_sizeinbase(n, 2) <= 62)
        return answer_or_none(
            d, dpc_k_push(&window, DPC_K_IPOW, step_of(a), -1, dpc_word_signed(n), 0, bits));
    /* beyond 2^62: x^n = exp(n log x), x > 0 */
    const int64_t y = integer_input(dpc_z_import(n));
    return answer_or_none(d, dpc_k_push(&window, DPC_K_POW, step_of(a), y, 0, 0, bits));
}

static int64_t length(int64_t n)
{
    int64_t len = 0;
    for (; n > 0; n /= 2)
        len++;
    return len;
}

static dpc_status kernel_binom(void *d, const mpz_t top, const mpz_t bottom, unsigned long prec)
{
    enum { MAX_FACTORS = 1 << 22 };
    if (mpz_sizeinbase(top, 2) > 61 || mpz_sgn(bottom) < 0 || mpz_cmp(bottom, top) > 0)
        return DPC_UNDECIDED;
    const int64_t n = dpc_word_signed(top), low = dpc_word_signed(bottom),
                  k = low < n - low ? low : n - low;
    if (k > MAX_FACTORS)
        return DPC_UNDECIDED;
    /* 2 k roundings lose few bits; the precision is the same for all k, so that binom(n, k + 1) can
       be computed from binom(n, k) */
    const int64_t most = n / 2 < MAX_FACTORS ? n / 2 : MAX_FACTORS,
                  bits = limited(prec) + length(most) + 8;
    if (!binomial.set || binomial.n != n || binomial.bits != bits || binomial.k > k ||
        !binomial.value.finite) {
        if (!binomial.set)
            kernel_init(&binomial.value);
        binomial.set = true;
        binomial.n = n;
        binomial.k = 0;
        binomial.bits = bits;
        make_room();
        (void)answer_or_none(&binomial.value, dpc_k_input(&window, dpc_ki_ui(1)));
    }
    for (; binomial.k < k && binomial.value.finite; binomial.k++) {
        make_room();
        (void)answer_or_none(&binomial.value,
                             dpc_k_push(&window, DPC_K_BINOM_STEP, step_of(&binomial.value), -1, n,
                                        binomial.k, bits));
    }
    return apply(d, DPC_K_ROUND, &binomial.value, NULL, limited(prec));
}

static dpc_tri not3(dpc_tri a)
{
    return a == DPC_TRUE ? DPC_FALSE : a == DPC_FALSE ? DPC_TRUE : DPC_TRI_UNDECIDED;
}

static dpc_tri less(int64_t a, int64_t b)
{
    const int lt = dpc_k_lt(&window, a, b);
    return lt == 1 ? DPC_TRUE : lt == 0 ? DPC_FALSE : DPC_TRI_UNDECIDED;
}

static dpc_tri equal(int64_t a, int64_t b)
{
    const dpc_tri lt = less(a, b), gt = less(b, a);
    if (lt == DPC_TRUE || gt == DPC_TRUE)
        return DPC_FALSE;
    return lt == DPC_FALSE && gt == DPC_FALSE ? DPC_TRUE : DPC_TRI_UNDECIDED;
}

static dpc_tri kernel_compare(dpc_op op, const void *x, const void *y)
{
    make_room();
    const int64_t a = step_of(x), b = step_of(y);
    switch (op) {
    case DPC_OP_LT:
        return less(a, b);
    case DPC_OP_LE:
        return not3(less(b, a));
    case DPC_OP_EQ:
        return equal(a, b);
    case DPC_OP_NE:
        return not3(equal(a, b));
    default:
        return DPC_TRI_UNDECIDED;
    }
}

static void kernel_hull(void *d, const void *a, const void *b, unsigned long prec)
{
    (void)prec;
    make_room();
    const int64_t x = step_of(a), y = step_of(b);
    (void)answer_or_none(d, dpc_k_push(&window, DPC_K_HULL, x, y, 0, 0, 1));
}

static bool kernel_round(mpz_t n, dpc_op op, const void *x)
{
    const element *a = x;
    if (!a->finite || !can_round(a))
        return false;
    make_room();
    const int64_t step = dpc_k_push(&window, kernel_operation(op), step_of(a), -1, 0, 0, 1);
    const dpc_z z = dpc_k_integer(&window, step);
    if (z != NULL)
        mpz_set(n, dpc_z_value(z));
    return z != NULL;
}

static void end_bound(mpz_t man, int64_t *exp, const end *x)
{
    mpz_set(man, x->m);
    *exp = mpz_sgn(x->m) == 0 ? 0 : x->e;
}

static void kernel_bounds(dpc_bounds *out, const void *x)
{
    const element *a = x;
    out->finite = a->finite;
    if (a->finite) {
        end_bound(out->lo_man, &out->lo_exp, &a->lo);
        end_bound(out->hi_man, &out->hi_exp, &a->hi);
    }
}

/* ---- claims ---- */

static dpc_dy import_bound(const mpz_t man, int64_t exp)
{
    const bool fits = -DPC_DY_MAX_EXP <= exp && exp <= DPC_DY_MAX_EXP;
    return fits ? dpc_dy_make(dpc_z_import(man), exp) : dpc_dy_none();
}

void dpc_kernel_judge(dpc_k_judged *judged, const dpc_bounds *b, bool upper, const mpq_t number)
{
    make_room();
    int64_t step = -1;
    if (b->finite) {
        const dpc_dy lo = import_bound(b->lo_man, b->lo_exp);
        step = dpc_k_input(&window, dpc_ki_make(lo, import_bound(b->hi_man, b->hi_exp)));
    }
    const dpc_z num = dpc_z_import(mpq_numref(number)), den = dpc_z_import(mpq_denref(number));
    (void)dpc_k_judge(judged, &window, step, upper, num, den);
}

void dpc_kernel_judge_exact(dpc_k_judged *judged, const mpq_t value, bool upper, const mpq_t number)
{
    make_room();
    const dpc_z a = dpc_z_import(mpq_numref(value)), b = dpc_z_import(mpq_denref(value)),
                num = dpc_z_import(mpq_numref(number)), den = dpc_z_import(mpq_denref(number));
    (void)dpc_k_judge_exact(judged, a, b, upper, num, den);
}

/* ---- for search and display ---- */

static double end_approx(const end *x)
{
    long e = 0;
    const double m = mpz_get_d_2exp(&e, x->m);
    const int64_t all = x->e + e;
    return ldexp(m, all > 5000 ? 5000 : all < -5000 ? -5000 : (int)all);
}

static double kernel_approx(const void *x)
{
    const element *a = x;
    return a->finite ? end_approx(&a->lo) / 2 + end_approx(&a->hi) / 2 : (double)NAN;
}

/* Within 0.06 of log |x|, and increasing in |x|: 2 m - 2 is near log2 m for 1/2 <= m < 1.  No
   libm. */
static double end_log_abs_approx(const end *x)
{
    const double log_2 = 0.6931471805599453;
    long e = 0;
    const double m = mpz_get_d_2exp(&e, x->m);
    return mpz_sgn(x->m) == 0 ? -HUGE_VAL : (2 * fabs(m) - 2 + (double)(x->e + e)) * log_2;
}

static double kernel_log_abs_approx(const void *x)
{
    const element *a = x;
    if (!a->finite)
        return (double)NAN;
    const double lo = end_log_abs_approx(&a->lo), hi = end_log_abs_approx(&a->hi);
    return lo > hi ? lo : hi;
}

const dpc_domain dpc_domain_kernel = {
    .name = "kernel",
    .can = DPC_CAN_ALL,
    .rigorous = true,
    .size = sizeof(element),
    .heap = 48,
    .numbers = 2,
    .terms = 1,
    .init = kernel_init,
    .clear = kernel_clear,
    .set = kernel_set,
    .set_q = kernel_set_q,
    .apply = kernel_apply,
    .pow_z = kernel_pow_z,
    .binom = kernel_binom,
    .compare = kernel_compare,
    .hull = kernel_hull,
    .round = kernel_round,
    .bounds = kernel_bounds,
    .approx = kernel_approx,
    .log_abs_approx = kernel_log_abs_approx,
};
