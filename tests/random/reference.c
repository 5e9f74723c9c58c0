/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The walk over the tree.  After a failure every function returns immediately: r->status has the
   reason. */
#include "reference.h"

#include "base/rational.h"
#include "lang/lex.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 400, MAX_ELEMENTS = 20000, MAX_RANGES = 3 };

typedef enum { VALUE, CONDITION, ARRAY, LIST, RECORD, FUNCTION, USED } binding_kind;

struct ref_binding {
    const char *name;
    binding_kind kind;
    ref_num num;           /* VALUE */
    dpc_tri truth;         /* CONDITION */
    long first;            /* ARRAY */
    ref_num *item;         /* ARRAY */
    size_t length;         /* ARRAY: elements so far */
    const ref_input *list; /* LIST, RECORD */
    const dpc_type *type;  /* LIST, RECORD: the fields */
    size_t record;         /* RECORD: from 0 */
    const dpc_stmt *def;   /* FUNCTION */
    ref_binding *results;  /* USED */
    ref_binding *next;
};

/* A number or a condition. */
typedef struct {
    bool is_truth;
    dpc_tri truth;
    ref_num num;
} value;

static value walk(ref_run *r, const dpc_expr *e);

/* ---- failures ---- */

static bool failed(const ref_run *r)
{
    return r->status != REF_OK;
}

static void fail(ref_run *r, ref_status status)
{
    if (!failed(r))
        r->status = status;
}

static value of_num(ref_num num)
{
    return (value){.num = num};
}

static value of_truth(dpc_tri truth)
{
    return (value){.is_truth = true, .truth = truth};
}

static value nothing(ref_run *r, ref_status status)
{
    fail(r, status);
    return of_num(ref_all());
}

/* Rules E3 and E4: if it is not known which parts are evaluated, an undefined part makes the whole
   unknown. */
static void soften(ref_run *r)
{
    if (r->status == REF_UNDEFINED)
        r->status = REF_UNKNOWN;
}

/* ---- names ---- */

static ref_binding *bind(ref_run *r, const char *name, binding_kind kind)
{
    ref_binding *b = dpc_arena_alloc(&r->arena, sizeof *b);
    if (b == NULL)
        abort();
    b->name = name;
    b->kind = kind;
    b->next = r->env;
    r->env = b;
    return b;
}

static ref_binding *look_up(const ref_run *r, const char *name, bool function)
{
    ref_binding *b = r->env;
    while (b != NULL && (strcmp(b->name, name) != 0 || (b->kind == FUNCTION) != function))
        b = b->next;
    return b;
}

static const dpc_stmt *shared_function(ref_run *r, const char *name)
{
    dpc_diag diag = {.status = DPC_OK};
    const dpc_unit *prelude = dpc_cat_prelude(r->cat, &diag);
    for (const dpc_stmt *s = prelude != NULL ? prelude->first : NULL; s != NULL; s = s->next)
        if (s->kind == DPC_S_DEF && strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

static const ref_input *given(const ref_run *r, const char *prefix, const char *name)
{
    char full[200];
    if (strlen(prefix) + strlen(name) + 1 > sizeof full)
        return NULL;
    strcpy(full, prefix);
    strcat(full, name);
    for (size_t i = 0; i < r->inputs->count; i++)
        if (strcmp(r->inputs->input[i].name, full) == 0)
            return &r->inputs->input[i];
    return NULL;
}

/* ---- parts of expressions ---- */

static ref_num number(ref_run *r, const dpc_expr *e)
{
    const value v = failed(r) ? of_num(ref_all()) : walk(r, e);
    if (v.is_truth)
        fail(r, REF_UNKNOWN);
    return failed(r) ? ref_all() : v.num;
}

static dpc_tri truth(ref_run *r, const dpc_expr *e)
{
    const value v = failed(r) ? of_truth(DPC_TRI_UNDECIDED) : walk(r, e);
    if (!v.is_truth)
        fail(r, REF_UNKNOWN);
    return failed(r) ? DPC_TRI_UNDECIDED : v.truth;
}

/* An integer that is known and not too large. */
static long integer(ref_run *r, const dpc_expr *e)
{
    const ref_num a = number(r, e);
    if (failed(r))
        return 0;
    if (a.q == NULL || mpz_cmp_ui(mpq_denref(a.q), 1) != 0 || fabsl(a.lo) > 1e15L) {
        fail(r, REF_UNKNOWN);
        return 0;
    }
    return mpz_get_si(mpq_numref(a.q));
}

static ref_num apply(ref_run *r, dpc_op op, ref_num a, ref_num b)
{
    ref_num d = ref_all();
    if (!failed(r))
        fail(r, ref_apply(&r->pool, op, &d, a, b, &r->kink));
    return d;
}

static ref_num field_of(ref_run *r, const ref_binding *b, const char *field, long record)
{
    for (size_t i = 0; i < b->type->nmembers; i++)
        if (strcmp(b->type->member[i], field) == 0) {
            if (record >= 0 && (size_t)record < b->list->records)
                return ref_exact(&r->pool, b->list->value[(size_t)record * b->list->fields + i]);
            fail(r, REF_UNDEFINED);
            return ref_all();
        }
    fail(r, REF_UNKNOWN);
    return ref_all();
}

/* ---- conditions ---- */

static dpc_tri connect(ref_run *r, dpc_tri a, const dpc_expr *second, bool is_and)
{
    const dpc_tri decides = is_and ? DPC_FALSE : DPC_TRUE;
    if (failed(r) || a == decides)
        return a;
    const dpc_tri b = truth(r, second);
    if (a == DPC_TRI_UNDECIDED)
        soften(r);
    return b == decides ? b : a == DPC_TRI_UNDECIDED ? a : b;
}

static dpc_tri compared(ref_run *r, char op, ref_num a, ref_num b)
{
    const dpc_tri t = op == '<'          ? ref_compare(DPC_OP_LT, a, b)
                      : op == '>'        ? ref_compare(DPC_OP_LT, b, a)
                      : op == DPC_SYM_LE ? ref_compare(DPC_OP_LE, a, b)
                      : op == DPC_SYM_GE ? ref_compare(DPC_OP_LE, b, a)
                      : op == DPC_SYM_EQ ? ref_compare(DPC_OP_EQ, a, b)
                                         : ref_compare(DPC_OP_NE, a, b);
    if (t == DPC_TRI_UNDECIDED)
        r->kink = true;
    return t;
}

static value chain(ref_run *r, const dpc_expr *e)
{
    ref_num left = number(r, e->arg[0]);
    dpc_tri all = DPC_TRUE;
    for (size_t i = 1; i < e->nargs && !failed(r) && all != DPC_FALSE; i++) {
        const ref_num right = number(r, e->arg[i]);
        if (all == DPC_TRI_UNDECIDED)
            soften(r);
        const dpc_tri link = compared(r, e->ops[i - 1], left, right);
        all = link == DPC_TRUE ? all : link == DPC_FALSE ? DPC_FALSE : DPC_TRI_UNDECIDED;
        left = right;
    }
    return of_truth(all);
}

static value conditional(ref_run *r, const dpc_expr *e)
{
    const dpc_tri c = truth(r, e->arg[0]);
    if (failed(r) || c != DPC_TRI_UNDECIDED)
        return walk(r, e->arg[c == DPC_TRUE ? 1 : 2]);
    const ref_num a = number(r, e->arg[1]), b = number(r, e->arg[2]);
    soften(r);
    return of_num(ref_hull(a, b));
}

/* ---- loops ---- */

static ref_num added(ref_run *r, const char *fold, ref_num acc, ref_num x, bool first)
{
    const bool extreme = strcmp(fold, "min") == 0 || strcmp(fold, "max") == 0;
    if (extreme && first)
        return x;
    return apply(r,
                 strcmp(fold, "prod") == 0  ? DPC_OP_MUL
                 : strcmp(fold, "min") == 0 ? DPC_OP_MIN
                 : strcmp(fold, "max") == 0 ? DPC_OP_MAX
                                            : DPC_OP_ADD,
                 acc, x);
}

static value fold(ref_run *r, const dpc_expr *e)
{
    const bool in_list = e->kind == DPC_E_FOLDIN;
    const ref_binding *list = in_list ? look_up(r, e->field, false) : NULL;
    if (in_list && (list == NULL || list->kind != LIST))
        return nothing(r, REF_UNKNOWN);
    const long lo = in_list ? 1 : integer(r, e->arg[0]);
    const long hi = in_list ? (long)list->list->records : integer(r, e->arg[1]);
    const bool additive = strcmp(e->name, "sum") == 0 || strcmp(e->name, "prod") == 0;
    if (!failed(r) && hi < lo && !additive)
        return nothing(r, REF_UNDEFINED);
    ref_num acc = ref_small(&r->pool, strcmp(e->name, "prod") == 0);
    ref_binding *saved = r->env;
    for (long i = lo; i <= hi && !failed(r); i++) {
        ref_binding *b = bind(r, e->var, in_list ? RECORD : VALUE);
        b->num = ref_small(&r->pool, i);
        if (in_list) {
            b->list = list->list;
            b->type = list->type;
            b->record = (size_t)(i - 1);
        }
        acc = added(r, e->name, acc, number(r, e->arg[e->nargs - 1]), i == lo);
        r->env = saved;
    }
    if (strcmp(e->name, "avg") == 0)
        acc = apply(r, DPC_OP_DIV, acc, ref_small(&r->pool, hi - lo + 1));
    return of_num(acc);
}

static value iterate(ref_run *r, const dpc_expr *e)
{
    ref_num x = number(r, e->arg[0]);
    const long n = integer(r, e->arg[1]);
    ref_binding *saved = r->env;
    for (long i = 0; i < n && !failed(r); i++) {
        bind(r, e->var, VALUE)->num = x;
        x = number(r, e->arg[2]);
        r->env = saved;
    }
    return of_num(x);
}

/* ---- ranges of real numbers ---- */

typedef struct {
    ref_run *r;
    const dpc_expr *body;
    const char *var;
    bool negative; /* sup f = -inf (-f) */
    bool undefined;
} function;

/* f for x between two numbers; all real numbers if it may be undefined. */
static ref_num at(function *f, long double lo, long double hi)
{
    ref_run *r = f->r;
    if (failed(r))
        return ref_all();
    ref_binding *saved = r->env;
    const size_t mark = r->pool.used;
    bind(r, f->var, VALUE)->num = ref_between(lo, hi);
    ref_num y = number(r, f->body);
    y.q = NULL;
    r->pool.used = mark;
    r->env = saved;
    if (r->steps > r->max_steps)
        return ref_all(); /* the failure stays */
    if (failed(r)) {
        f->undefined = f->undefined || (r->status == REF_UNDEFINED && lo == hi);
        r->status = REF_OK;
        return ref_all();
    }
    return f->negative ? ref_between(-y.hi, -y.lo) : y;
}

enum { MAX_CELLS = 400 };

typedef struct {
    long double lo, hi;
    ref_num value;
} cell;

/* A lower bound of the infimum: the cell with the least value is halved repeatedly. */
static long double least_of_cells(function *f, long double a, long double b, size_t first,
                                  size_t most)
{
    cell all[MAX_CELLS] = {0};
    size_t n = 0;
    for (; n < first; n++) {
        all[n].lo = a + (b - a) * (long double)n / (long double)first;
        all[n].hi = n + 1 == first ? b : a + (b - a) * (long double)(n + 1) / (long double)first;
        all[n].value = at(f, all[n].lo, all[n].hi);
    }
    for (;;) {
        size_t k = 0;
        for (size_t i = 1; i < n; i++)
            if (all[i].value.lo < all[k].value.lo)
                k = i;
        const long double mid = (all[k].lo + all[k].hi) / 2;
        if (n == most || failed(f->r) || !(all[k].lo < mid && mid < all[k].hi))
            return all[k].value.lo;
        all[n] = (cell){.lo = mid, .hi = all[k].hi};
        all[k].hi = mid;
        all[n].value = at(f, all[n].lo, all[n].hi);
        all[k].value = at(f, all[k].lo, all[k].hi);
        n++;
    }
}

/* An upper bound of the infimum: values at points, more of them towards the ends. */
static long double least_of_points(function *f, long double a, long double b, size_t points)
{
    long double least = HUGE_VALL;
    for (size_t i = 1; i <= points; i++) {
        const long double part = (long double)i / (long double)(points + 1);
        const long double near = powl(2, -30 * part);
        const long double place[3] = {a + (b - a) * part, a + (b - a) * near, b - (b - a) * near};
        for (size_t k = 0; k < 3; k++)
            if (a < place[k] && place[k] < b)
                least = fminl(least, at(f, place[k], place[k]).hi);
    }
    return least;
}

static ref_num infimum(function *f, ref_num a, ref_num b)
{
    ref_run *r = f->r;
    const dpc_tri ordered = ref_compare(DPC_OP_LT, a, b);
    if (ordered != DPC_TRUE) {
        fail(r, ordered == DPC_FALSE ? REF_UNDEFINED : REF_UNKNOWN);
        return ref_all();
    }
    const bool outer = r->range_depth == 1;
    const long double hi = least_of_points(f, a.hi, b.lo, outer ? 24 : 6);
    if (f->undefined) {
        fail(r, REF_UNDEFINED);
        return ref_all();
    }
    const bool kink = r->kink;
    const long double lo = least_of_cells(f, a.lo, b.hi, outer ? 16 : 4, outer ? 120 : 12);
    r->kink = kink || r->range_depth > 1;
    return f->negative ? ref_between(-hi, -lo) : ref_between(lo, hi);
}

static ref_num times_width(ref_num y, long double w)
{
    const long double lo = y.lo == 0 ? 0 : y.lo * w, hi = y.hi == 0 ? 0 : y.hi * w;
    return ref_between(lo - fabsl(lo) * 0x1p-50L, hi + fabsl(hi) * 0x1p-50L);
}

/* Cells cover the range; the widest is halved repeatedly. */
static ref_num integral_of_cells(function *f, long double a, long double b, size_t first,
                                 size_t most)
{
    cell all[MAX_CELLS] = {0};
    size_t n = 0;
    for (; n < first; n++) {
        all[n].lo = a + (b - a) * (long double)n / (long double)first;
        all[n].hi = n + 1 == first ? b : a + (b - a) * (long double)(n + 1) / (long double)first;
        all[n].value = times_width(at(f, all[n].lo, all[n].hi), all[n].hi - all[n].lo);
    }
    for (; n < most && !failed(f->r); n++) {
        size_t k = 0;
        for (size_t i = 1; i < n; i++)
            if (!(all[i].value.hi - all[i].value.lo <= all[k].value.hi - all[k].value.lo))
                k = i;
        const long double mid = (all[k].lo + all[k].hi) / 2;
        all[n] = (cell){.lo = mid, .hi = all[k].hi};
        all[k].hi = mid;
        all[n].value = times_width(at(f, all[n].lo, all[n].hi), all[n].hi - all[n].lo);
        all[k].value = times_width(at(f, all[k].lo, all[k].hi), all[k].hi - all[k].lo);
    }
    ref_num sum = ref_between(0, 0);
    for (size_t i = 0; i < n; i++)
        sum = ref_between(sum.lo + all[i].value.lo, sum.hi + all[i].value.hi);
    const long double margin = (fabsl(sum.lo) + fabsl(sum.hi)) * 0x1p-50L + 0x1p-16000L;
    return ref_between(sum.lo - margin, sum.hi + margin);
}

/* Gauss-Legendre with five nodes on each of so many panels. */
static ref_num quadrature(function *f, long double a, long double b, size_t panels)
{
    static const long double node[3] = {0, 0.538469310105683091036314420700208805L,
                                        0.906179845938663992797626878299392965L};
    static const long double weight[3] = {0.568888888888888888888888888888888889L,
                                          0.478628670499366468041291514835638193L,
                                          0.236926885056189087514264040719917362L};
    ref_num sum = ref_between(0, 0);
    const long double half = (b - a) / (long double)panels / 2;
    for (size_t p = 0; p < panels; p++)
        for (int k = -2; k <= 2; k++) {
            const long double mid = a + (2 * (long double)p + 1) * half;
            const long double x = mid + (k < 0 ? -1 : 1) * node[abs(k)] * half;
            const ref_num y = times_width(at(f, x, x), weight[abs(k)] * half);
            sum = ref_between(sum.lo + y.lo, sum.hi + y.hi);
        }
    return sum;
}

/* If nothing jumps: the value on which two quadratures agree. */
static ref_num sharpened(function *f, ref_num crude, long double a, long double b)
{
    const ref_num x = quadrature(f, a, b, 8), y = quadrature(f, a, b, 16);
    const long double error = 1000 * (fabsl(x.lo - y.lo) + fabsl(x.hi - y.hi)) +
                              1e-12L * (fabsl(y.lo) + fabsl(y.hi)) + 1e-15L * (b - a);
    const ref_num fine = ref_between(y.lo - error, y.hi + error);
    if (failed(f->r) || !(error < 1e-6L * (1 + fabsl(y.lo))) || fine.lo > crude.hi ||
        fine.hi < crude.lo)
        return crude;
    return ref_between(fmaxl(fine.lo, crude.lo), fminl(fine.hi, crude.hi));
}

/* The most that an inexact end may add or take away. */
static long double beside(function *f, ref_num end)
{
    if (end.lo == end.hi)
        return 0;
    const ref_num y = at(f, end.lo, end.hi);
    return (end.hi - end.lo) * fmaxl(fabsl(y.lo), fabsl(y.hi));
}

static ref_num integral(function *f, ref_num a, ref_num b)
{
    ref_run *r = f->r;
    const dpc_tri ordered = ref_compare(DPC_OP_LE, a, b);
    if (ordered != DPC_TRUE || isinf(a.lo) || isinf(b.hi)) {
        fail(r, ordered == DPC_FALSE ? REF_UNDEFINED : REF_UNKNOWN);
        return ref_all();
    }
    if (a.q != NULL && b.q != NULL && mpq_equal(a.q, b.q))
        return ref_small(&r->pool, 0);
    /* inexact ends make the whole unknown */
    if (a.hi - a.lo > 1e-15L * fabsl(a.hi) || b.hi - b.lo > 1e-15L * fabsl(b.hi) || a.hi >= b.lo) {
        fail(r, REF_UNKNOWN);
        return ref_all();
    }
    const bool outer = r->range_depth == 1, kink = r->kink;
    r->kink = false;
    ref_num sum = integral_of_cells(f, a.lo, b.hi, outer ? 24 : 4, outer ? 200 : 10);
    if (!r->kink && outer)
        sum = sharpened(f, sum, a.hi, b.lo);
    const long double ends = beside(f, a) + beside(f, b);
    sum = ref_between(sum.lo - ends, sum.hi + ends);
    r->kink = kink || r->range_depth > 1;
    if (f->undefined)
        fail(r, REF_UNDEFINED);
    return sum;
}

static value range(ref_run *r, const dpc_expr *e)
{
    const ref_num a = number(r, e->arg[0]), b = number(r, e->arg[1]);
    if (failed(r) || r->range_depth == MAX_RANGES)
        return nothing(r, REF_UNKNOWN);
    r->range_depth++;
    function f = {r, e->arg[2], e->var, strcmp(e->name, "sup") == 0, false};
    const ref_num d = strcmp(e->name, "integral") == 0 ? integral(&f, a, b) : infimum(&f, a, b);
    r->range_depth--;
    return of_num(d);
}

/* ---- calls ---- */

static bool thin(ref_num a)
{
    return a.q != NULL || (a.hi - a.lo <= 1e-14L * fabsl(a.hi));
}

static double middle(ref_num a)
{
    return (double)((a.lo + a.hi) / 2);
}

/* Adds the steps of a list. */
static size_t add_steps(ref_run *r, const dpc_expr *e, ref_loss_kind kind, ref_loss *loss, size_t n)
{
    const ref_binding *b = look_up(r, e->name, false);
    if (b == NULL || b->kind != LIST) {
        fail(r, REF_UNKNOWN);
        return n;
    }
    for (size_t i = 0; i < b->list->records && !failed(r) && n < 8; i++) {
        const mpq_t *v = &b->list->value[i * b->list->fields];
        const bool gauss = kind == REF_LOSS_REMOVE || kind == REF_LOSS_ADD;
        const ref_loss one = {.kind = kind,
                              .q = gauss ? mpq_get_d(v[0]) : 1,
                              .size = mpq_get_d(v[gauss]),
                              .count = mpz_get_si(mpq_numref(v[b->list->fields - 1]))};
        if (!(one.q > 0 && one.q <= 1 && one.size >= 0 && one.count >= 0 &&
              (one.size > 0 || !gauss)))
            fail(r, REF_UNKNOWN);
        else if (one.size > 0 && one.count > 0)
            loss[n++] = one;
    }
    if (b->list->records > 8)
        fail(r, REF_UNKNOWN);
    return n;
}

static value method(ref_run *r, const dpc_expr *e)
{
    const bool product = strcmp(e->name, "product") == 0;
    const long side = integer(r, e->arg[0]);
    const ref_loss_kind kind = side == 1 ? REF_LOSS_REMOVE : REF_LOSS_ADD;
    ref_loss loss[8];
    size_t n = 0;
    if (e->nargs != 6 || e->arg[5]->kind != DPC_E_NAME) /* the plan: every one has the same value */
        return nothing(r, REF_UNKNOWN);
    for (size_t i = product ? 4 : 1; i < 5; i++)
        if (!thin(number(r, e->arg[i]))) {
            fail(r, REF_UNKNOWN);
            return of_num(ref_between(0, 1));
        }
    const double eps = middle(number(r, e->arg[4]));
    if (product) {
        n = add_steps(r, e->arg[1], kind, loss, n);
        n = add_steps(r, e->arg[2], REF_LOSS_LAPLACE, loss, n);
        n = add_steps(r, e->arg[3], REF_LOSS_RESPONSE, loss, n);
    } else {
        const ref_num q = number(r, e->arg[1]), sigma = number(r, e->arg[2]);
        const long T = integer(r, e->arg[3]);
        loss[n++] = (ref_loss){.kind = kind, .q = middle(q), .size = middle(sigma), .count = T};
        if (!(q.lo > 0 && q.hi <= 1 && sigma.lo > 0 && T >= 1))
            fail(r, REF_UNKNOWN);
    }
    if (failed(r) || side < 0 || side > 1)
        return nothing(r, REF_UNKNOWN);
    r->steps += 20;
    return of_num(ref_divergence(loss, n, eps));
}

static value call_function(ref_run *r, const dpc_expr *e, const dpc_stmt *def, ref_binding *scope)
{
    ref_num arg[16];
    const ref_binding *plan[16] = {NULL};
    if (def->nargs != e->nargs || e->nargs > 16)
        return nothing(r, REF_UNKNOWN);
    for (size_t i = 0; i < e->nargs; i++)
        if (def->arg[i].type.kind == DPC_T_PLAN)
            plan[i] = look_up(r, e->arg[i]->name, false);
        else
            arg[i] = number(r, e->arg[i]);
    ref_binding *saved = r->env;
    r->env = scope;
    for (size_t i = 0; i < e->nargs; i++)
        if (plan[i] != NULL)
            bind(r, def->arg[i].name, LIST)->list = plan[i]->list;
        else
            bind(r, def->arg[i].name, VALUE)->num = arg[i];
    const char *saved_method = r->method;
    if (scope == NULL)
        r->method = NULL;
    const value v = failed(r) ? of_num(ref_all()) : walk(r, def->expr);
    r->method = saved_method;
    r->env = saved;
    return v;
}

static value call(ref_run *r, const dpc_expr *e)
{
    static const struct {
        const char *name;
        dpc_op op;
    } one[] = {{"abs", DPC_OP_ABS},     {"pos", DPC_OP_POS},     {"ceil", DPC_OP_CEIL},
               {"floor", DPC_OP_FLOOR}, {"exp", DPC_OP_EXP},     {"log", DPC_OP_LOG},
               {"sqrt", DPC_OP_SQRT},   {"expm1", DPC_OP_EXPM1}, {"log1p", DPC_OP_LOG1P},
               {"Q", DPC_OP_Q}};
    if (strcmp(e->name, "if") == 0)
        return conditional(r, e);
    if (strcmp(e->name, "len") == 0) {
        const ref_binding *list = look_up(r, e->arg[0]->name, false);
        if (list == NULL || list->kind != LIST)
            return nothing(r, REF_UNKNOWN);
        return of_num(ref_small(&r->pool, (long)list->list->records));
    }
    if (r->method != NULL && strcmp(e->name, r->method) == 0)
        return method(r, e);
    const ref_binding *own = look_up(r, e->name, true);
    if (own != NULL)
        return call_function(r, e, own->def, own->next);
    const dpc_stmt *shared = shared_function(r, e->name);
    if (shared != NULL)
        return call_function(r, e, shared, NULL);
    for (size_t i = 0; i < sizeof one / sizeof one[0]; i++)
        if (strcmp(e->name, one[i].name) == 0) {
            const ref_num a = number(r, e->arg[0]);
            return of_num(apply(r, one[i].op, a, a));
        }
    if (strcmp(e->name, "min") != 0 && strcmp(e->name, "max") != 0 && strcmp(e->name, "binom") != 0)
        return nothing(r, REF_UNKNOWN);
    ref_num d = number(r, e->arg[0]);
    for (size_t i = 1; i < e->nargs; i++) {
        const ref_num b = number(r, e->arg[i]);
        d = strcmp(e->name, "binom") == 0 ? apply(r, DPC_OP_BINOM, d, b)
                                          : added(r, e->name, d, b, false);
    }
    return of_num(d);
}

/* ---- other expressions ---- */

static value name(ref_run *r, const dpc_expr *e)
{
    if (strcmp(e->name, "e") == 0)
        return of_num(apply(r, DPC_OP_EXP, ref_small(&r->pool, 1), ref_all()));
    if (strcmp(e->name, "pi") == 0)
        return of_num(
            ref_between(3.14159265358979323846L - 1e-18L, 3.14159265358979323846L + 1e-18L));
    const ref_binding *b = look_up(r, e->name, false);
    if (b == NULL || (b->kind != VALUE && b->kind != CONDITION))
        return nothing(r, REF_UNKNOWN);
    return b->kind == VALUE ? of_num(b->num) : of_truth(b->truth);
}

static value element(ref_run *r, const dpc_expr *e)
{
    const ref_binding *b = look_up(r, e->name, false);
    const long i = integer(r, e->arg[0]);
    if (b == NULL || failed(r))
        return nothing(r, REF_UNKNOWN);
    if (e->kind == DPC_E_ELEM)
        return of_num(field_of(r, b, e->field, i - 1));
    if (i < b->first || (size_t)(i - b->first) >= b->length)
        return nothing(r, REF_UNDEFINED);
    return of_num(b->item[i - b->first]);
}

static value field(ref_run *r, const dpc_expr *e)
{
    const ref_binding *b = look_up(r, e->name, false);
    if (b != NULL && b->kind == RECORD)
        return of_num(field_of(r, b, e->field, (long)b->record));
    for (const ref_binding *x = b != NULL ? b->results : NULL; x != NULL; x = x->next)
        if (strcmp(x->name, e->field) == 0)
            return of_num(x->num);
    return nothing(r, REF_UNKNOWN);
}

static value literal(ref_run *r, const dpc_expr *e)
{
    dpc_diag diag = {.status = DPC_OK};
    mpq_ptr q = ref_pool_get(&r->pool);
    if (dpc_literal_value(q, e->text, strlen(e->text), &diag) != DPC_OK)
        return nothing(r, REF_UNKNOWN);
    return of_num(ref_exact(&r->pool, q));
}

static value binary(ref_run *r, const dpc_expr *e)
{
    if (e->ops[0] == '&' || e->ops[0] == '|')
        return of_truth(connect(r, truth(r, e->arg[0]), e->arg[1], e->ops[0] == '&'));
    const ref_num a = number(r, e->arg[0]), b = number(r, e->arg[1]);
    return of_num(apply(r,
                        e->ops[0] == '+'   ? DPC_OP_ADD
                        : e->ops[0] == '-' ? DPC_OP_SUB
                        : e->ops[0] == '*' ? DPC_OP_MUL
                        : e->ops[0] == '/' ? DPC_OP_DIV
                                           : DPC_OP_POW,
                        a, b));
}

static value walk_kind(ref_run *r, const dpc_expr *e)
{
    switch (e->kind) {
    case DPC_E_NUM:
        return literal(r, e);
    case DPC_E_NAME:
        return name(r, e);
    case DPC_E_FIELD:
        return field(r, e);
    case DPC_E_INDEX:
    case DPC_E_ELEM:
        return element(r, e);
    case DPC_E_NEG: {
        const ref_num a = number(r, e->arg[0]);
        return of_num(apply(r, DPC_OP_NEG, a, a));
    }
    case DPC_E_NOT: {
        const dpc_tri t = truth(r, e->arg[0]);
        return of_truth(t == DPC_TRI_UNDECIDED ? t : t == DPC_TRUE ? DPC_FALSE : DPC_TRUE);
    }
    case DPC_E_BIN:
        return binary(r, e);
    case DPC_E_CMP:
        return chain(r, e);
    case DPC_E_CALL:
        return call(r, e);
    case DPC_E_FOLD:
    case DPC_E_FOLDIN:
        return fold(r, e);
    case DPC_E_ITERATE:
        return iterate(r, e);
    case DPC_E_RANGE:
        return range(r, e);
    }
    return nothing(r, REF_UNKNOWN);
}

static value walk(ref_run *r, const dpc_expr *e)
{
    if (++r->steps > r->max_steps || r->depth == MAX_DEPTH)
        return nothing(r, REF_UNKNOWN);
    r->depth++;
    const value v = failed(r) ? of_num(ref_all()) : walk_kind(r, e);
    r->depth--;
    return v;
}

/* ---- statements ---- */

/* A value of an enumeration is its index; so is the input's. */
static void bind_members(ref_run *r, const dpc_type *type)
{
    for (size_t i = 0; i < type->nmembers; i++)
        bind(r, type->member[i], VALUE)->num = ref_small(&r->pool, (long)i);
}

static void bind_input(ref_run *r, const char *given_name, const dpc_type *type,
                       const ref_input *in)
{
    if (type->kind == DPC_T_ENUM)
        bind_members(r, type);
    if (in == NULL) {
        fail(r, REF_UNKNOWN);
        return;
    }
    const bool records = dpc_type_has_records(type);
    ref_binding *b = bind(r, given_name, records ? LIST : VALUE);
    b->list = in;
    b->type = type;
    if (!records)
        b->num = ref_exact(&r->pool, in->value[0]);
}

static void demand(ref_run *r, const dpc_expr *condition)
{
    const dpc_tri t = condition != NULL ? truth(r, condition) : DPC_TRUE;
    if (t != DPC_TRUE)
        fail(r, t == DPC_FALSE ? REF_UNDEFINED : REF_UNKNOWN);
}

/* The conditions of a plan's declaration, each about one number. */
static void demand_fields(ref_run *r, const dpc_type *type, const ref_input *in)
{
    dpc_diag diag = {.status = DPC_OK};
    const dpc_unit *prelude = dpc_cat_prelude(r->cat, &diag);
    const dpc_stmt *s = prelude->first;
    while (s != NULL && (s->kind != DPC_S_PLAN || strcmp(s->name, type->plan) != 0))
        s = s->next;
    if (s == NULL || in == NULL || in->records != 1 || in->fields != s->nargs) {
        fail(r, REF_UNKNOWN);
        return;
    }
    ref_binding *saved = r->env;
    for (size_t i = 0; i < s->nargs && !failed(r); i++) {
        r->env = NULL;
        bind(r, s->arg[i].name, VALUE)->num = ref_exact(&r->pool, in->value[i]);
        demand(r, s->arg[i].where);
    }
    r->env = saved;
}

static void array(ref_run *r, const dpc_stmt *s)
{
    const long lo = integer(r, s->lo), hi = integer(r, s->hi);
    if (failed(r) || hi - lo >= MAX_ELEMENTS) {
        fail(r, REF_UNKNOWN);
        return;
    }
    ref_binding *a = bind(r, s->name, ARRAY), *saved = r->env;
    a->first = lo;
    a->item = dpc_arena_alloc(&r->arena, (size_t)(hi >= lo ? hi - lo + 1 : 1) * sizeof *a->item);
    for (long i = lo; i <= hi && !failed(r); i++) {
        bind(r, s->word, VALUE)->num = ref_small(&r->pool, i);
        const ref_num x = number(r, s->expr);
        a->item[a->length++] = x;
        r->env = saved;
    }
}

static void run_statement(ref_run *r, const dpc_stmt *s, const char *prefix,
                          const dpc_stmt *bindings, ref_binding *caller);

/* A used theorem: its statements in a scope of their own. */
static void use(ref_run *r, const dpc_stmt *s, const char *prefix)
{
    dpc_diag diag = {.status = DPC_OK};
    const dpc_unit *unit = dpc_cat_find(r->cat, s->word, &diag);
    char *inner = dpc_arena_alloc(&r->arena, strlen(prefix) + strlen(s->name) + 2);
    if (unit == NULL || inner == NULL) {
        fail(r, REF_UNKNOWN);
        return;
    }
    strcpy(inner, prefix);
    strcat(inner, s->name);
    strcat(inner, ".");
    ref_binding *saved = r->env;
    const char *saved_method = r->method, *saved_caller = r->caller_method;
    r->env = NULL;
    r->method = unit->method;
    r->caller_method = saved_method;
    for (const dpc_stmt *t = unit->first; t != NULL && !failed(r); t = t->next)
        run_statement(r, t, inner, s, saved);
    ref_binding *results = r->env;
    r->env = saved;
    r->method = saved_method;
    r->caller_method = saved_caller;
    bind(r, s->name, USED)->results = results;
}

/* A parameter: of the theorem itself, or as the `use` binds it, in the scope of the caller. */
static void parameter(ref_run *r, const dpc_stmt *s, const dpc_stmt *bindings, ref_binding *caller)
{
    if (bindings == NULL) {
        bind_input(r, s->name, &s->type, given(r, "", s->name));
        return;
    }
    size_t i = 0;
    while (i < bindings->nargs && strcmp(bindings->arg[i].name, s->name) != 0)
        i++;
    if (i == bindings->nargs) {
        fail(r, REF_UNKNOWN);
        return;
    }
    const dpc_expr *e = bindings->arg[i].value;
    ref_binding *own = r->env;
    if (s->type.kind == DPC_T_ENUM) { /* the name of one of the enumeration's values */
        bind_members(r, &s->type);
        const ref_num place = number(r, e);
        bind(r, s->name, VALUE)->num = place;
        return;
    }
    const char *own_method = r->method; /* a name of the caller has its meaning there */
    r->env = caller;
    r->method = r->caller_method;
    const ref_binding *list =
        s->type.kind == DPC_T_LIST && e->kind == DPC_E_NAME ? look_up(r, e->name, false) : NULL;
    const ref_num x = s->type.kind == DPC_T_LIST ? ref_all() : number(r, e);
    r->env = own;
    r->method = own_method;
    ref_binding *b = bind(r, s->name, s->type.kind == DPC_T_LIST ? LIST : VALUE);
    b->num = x;
    b->type = &s->type;
    if (s->type.kind == DPC_T_LIST && (list == NULL || list->kind != LIST))
        fail(r, REF_UNKNOWN);
    else if (list != NULL)
        b->list = list->list;
}

static void run_statement(ref_run *r, const dpc_stmt *s, const char *prefix,
                          const dpc_stmt *bindings, ref_binding *caller)
{
    switch (s->kind) {
    case DPC_S_METHOD:
        r->method = s->name;
        break;
    case DPC_S_PARAM:
        parameter(r, s, bindings, caller);
        demand(r, s->where);
        break;
    case DPC_S_CHOOSE:
        bind_input(r, s->name, &s->type, given(r, prefix, s->name));
        if (s->type.kind == DPC_T_PLAN)
            demand_fields(r, &s->type, given(r, prefix, s->name));
        demand(r, s->where);
        break;
    case DPC_S_LET:
    case DPC_S_RESULT: {
        const value v = failed(r) ? of_num(ref_all()) : walk(r, s->expr);
        ref_binding *b = bind(r, s->name, v.is_truth ? CONDITION : VALUE);
        b->num = v.num;
        b->truth = v.truth;
        break;
    }
    case DPC_S_ARRAY:
        array(r, s);
        break;
    case DPC_S_DEF:
        bind(r, s->name, FUNCTION)->def = s;
        break;
    case DPC_S_USE:
        use(r, s, prefix);
        break;
    case DPC_S_REQUIRE:
        demand(r, s->expr);
        break;
    default:
        break;
    }
}

void ref_begin(ref_run *r, dpc_catalogue_t *cat, const ref_inputs *inputs, uint64_t max_steps)
{
    *r = (ref_run){.cat = cat, .inputs = inputs, .max_steps = max_steps};
}

void ref_end(ref_run *r)
{
    ref_pool_clear(&r->pool);
    dpc_arena_clear(&r->arena);
}

ref_status ref_statement(ref_run *r, const dpc_stmt *s)
{
    ref_binding *saved = r->env;
    r->status = REF_OK;
    r->depth = r->range_depth = 0;
    r->steps = 0;
    run_statement(r, s, "", NULL, NULL);
    if (failed(r))
        r->env = saved;
    return r->status;
}

ref_status ref_number(ref_run *r, const dpc_expr *e, ref_num *value_of)
{
    r->status = REF_OK;
    r->depth = r->range_depth = 0;
    r->steps = 0;
    *value_of = number(r, e);
    return r->status;
}

bool ref_result(const ref_run *r, const char *result, ref_num *value_of)
{
    const ref_binding *b = look_up(r, result, false);
    if (b == NULL || b->kind != VALUE)
        return false;
    *value_of = b->num;
    return true;
}
