/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Evaluates a query: searches for the open witnesses, then raises the precision until the digits
   asked for are certified; first for the results, then for each referee. */
#include "arith/arith.h"
#include "base/decimal.h"
#include "base/rational.h"
#include "base/watch.h"
#include "guess/digits.h"
#include "guess/plan.h"
#include "guess/search.h"
#include "query/progress.h"
#include "query/query.h"
#include "query/value_text.h"
#include "run/raise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MAX_BITS = 65536 };

/* ---- witnesses ---- */

/* Gives a run all values and settings of the user. */
static bool prepare(dpc_query_t *q, dpc_run **run, const dpc_domain *domain, dpc_brackets *brackets)
{
    if (*run == NULL)
        *run = dpc_run_new(q->code, domain);
    if (*run == NULL) {
        (void)dpc_fail(&q->diag, DPC_NOMEM, "out of memory");
        return false;
    }
    dpc_run_reset(*run);
    (*run)->prec = DPC_QUERY_FIRST_BITS;
    (*run)->budget.max_steps = q->max_steps;
    (*run)->hooks.propose = dpc_brackets_propose;
    (*run)->hooks.propose_data = brackets;
    (*run)->hooks.method = run == &q->run ? dpc_memo_call : dpc_memo_guide;
    (*run)->hooks.method_data = q->memo;
    (*run)->hooks.integrate = dpc_arith_integrator(domain);
    for (size_t i = 0; i < q->code->ninputs; i++) {
        const dpc_input *in = &q->code->input[i];
        if (dpc_type_has_records(in->type))
            (*run)->list[in->slot] = &q->list[in->slot];
        else if (q->known[i])
            dpc_run_set_input(*run, i, q->value[i]);
    }
    return true;
}

static dpc_status missing_parameters(dpc_query_t *q)
{
    char names[512] = "";
    size_t count = 0;
    for (size_t i = 0; i < q->code->ninputs; i++) {
        const dpc_input *in = &q->code->input[i];
        if (in->role != DPC_INPUT_PARAM || q->known[i])
            continue;
        size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, "%s%s%s%s%s", count > 0 ? ", " : "",
                       in->name, in->text != NULL ? " (" : "", in->text != NULL ? in->text : "",
                       in->text != NULL ? ")" : "");
        count++;
    }
    if (count == 0)
        return DPC_OK;
    return dpc_fail(&q->diag, DPC_PARSE, "missing parameter%s of %s: %s: give %s a value",
                    count == 1 ? "" : "s", q->unit->id, names, count == 1 ? "it" : "each");
}

/* The precision of the first pass: a digit takes more than three bits. */
static unsigned long first_bits(const dpc_query_t *q)
{
    unsigned long bits = DPC_QUERY_FIRST_BITS;
    while (bits < 3 * q->digits && bits <= dpc_query_cap(q) / 2)
        bits *= 2;
    return bits;
}

/* Plans the calls of methods.  settled: by input, whether the user or the planner gave it a value.
   Returns whether witnesses among first..last-1 are left for the search. */
static bool plan_witnesses(dpc_query_t *q, size_t first, size_t last, size_t begin, bool *settled)
{
    for (size_t i = 0; i < q->code->ninputs; i++)
        settled[i] = q->fixed[i];
    const dpc_plan_task task = {.run = q->guide,
                                .memo = q->memo,
                                .bits = first_bits(q),
                                .first = first,
                                .last = last,
                                .begin = begin,
                                .goals = &q->goals,
                                .fixed = q->fixed,
                                .value = q->value,
                                .list = q->list,
                                .planned = settled,
                                .digits = q->digits};
    if (q->goals.n > 0)
        dpc_plan_calls(&task);
    bool open = false;
    for (size_t i = first; i < last; i++)
        open = open || (q->code->input[i].role != DPC_INPUT_PARAM && !settled[i] &&
                        q->code->input[i].type->kind != DPC_T_PLAN);
    return open;
}

/* Searches for the witnesses first..last-1 that the user left open.  goal: a value that the
   objective is not expected to pass, or NULL. */
static bool search_witnesses(dpc_query_t *q, size_t first, size_t last, size_t begin, size_t end,
                             uint32_t objective, bool maximise, mpq_srcptr goal, dpc_diag *why)
{
    bool open = false;
    for (size_t i = first; i < last; i++)
        open = open || (q->code->input[i].role != DPC_INPUT_PARAM && !q->fixed[i]);
    if (!open)
        return true;
    bool *settled = calloc(q->code->ninputs + 1, sizeof *settled);
    if (settled == NULL)
        return dpc_fail(why, DPC_NOMEM, "out of memory") == DPC_OK;
    const dpc_activity before =
        dpc_watch_activity((dpc_activity){.phase = "plan", .limit = q->max_steps});
    open = plan_witnesses(q, first, last, begin, settled);
    (void)dpc_watch_activity((dpc_activity){.phase = "search", .limit = q->max_steps});
    const dpc_search_task task = {.first = first,
                                  .last = last,
                                  .fixed = settled,
                                  .value = q->value,
                                  .begin = begin,
                                  .end = end,
                                  .objective = objective,
                                  .maximise = maximise,
                                  .digits = q->digits,
                                  .bits = q->bits,
                                  .goal = goal,
                                  .quick = q->quick};
    const bool found = !open || dpc_search(q->guide, &task, why);
    (void)dpc_watch_activity(before);
    free(settled);
    if (!found)
        return false;
    for (size_t i = first; i < last; i++)
        if (q->code->input[i].type->kind == DPC_T_PLAN)
            q->known[i] = q->list[q->code->input[i].slot].length == 1;
        else if (q->code->input[i].role != DPC_INPUT_PARAM) {
            q->known[i] = true;
            dpc_run_set_input(q->run, i, q->value[i]);
            dpc_run_set_input(q->guide, i, q->value[i]);
            dpc_run_set_input(q->quick, i, q->value[i]);
        }
    return true;
}

/* Searches the groups of witnesses in order.  whole: each group with all instructions; otherwise
   each but the last with the instructions before its objective, which do not use later witnesses.
   Returns the group that failed, or the number of groups. */
static size_t search_groups(dpc_query_t *q, bool whole, dpc_diag *why)
{
    const dpc_code *c = q->code;
    size_t k = 0;
    for (; k < c->nobjectives; k++) {
        const dpc_objective *o = &c->objective[k];
        const size_t end = whole || k + 1 == c->nobjectives ? c->main_end : o->end;
        if (!search_witnesses(q, o->first, o->last, 0, end, o->slot, o->maximise, NULL, why))
            break;
    }
    return k;
}

/* Fails with UNDECIDED: the search may have missed an admissible witness.  why: the failure of the
   last witness tried. */
static dpc_status missed(dpc_query_t *q, const dpc_diag *why)
{
    dpc_diag_reset(&q->diag);
    dpc_diag_limit(&q->diag, why->limit, why->value);
    return dpc_fail(&q->diag, DPC_UNDECIDED,
                    "the search found no admissible witness (if you know one, give it as a "
                    "parameter); the last one tried: %s",
                    why->text);
}

/* Searches for all open witnesses.  The last group is searched with all instructions: if it
   succeeds, all witnesses are admissible together.  Otherwise conditions after an objective may tie
   its witnesses to later ones, and every group is searched with all instructions. */
static dpc_status search_all(dpc_query_t *q)
{
    const dpc_code *c = q->code;
    dpc_diag why = {.status = DPC_OK};
    size_t failed = search_groups(q, false, &why);
    if (failed < c->nobjectives && c->nobjectives > 1)
        failed = search_groups(q, true, &why);
    if (failed == c->nobjectives)
        return DPC_OK;
    /* a condition before the witnesses fails for all of them */
    if (q->guide->ending.condition < c->input[c->objective[failed].first].check)
        return dpc_fail_as(&q->diag, &why);
    return missed(q, &why);
}

/* ---- precision ---- */

static unsigned long slot_digits(dpc_query_t *q, uint32_t slot)
{
    if (q->run->slot[slot].exact)
        return DPC_MAX_DIGITS + 10;
    dpc_bounds b;
    dpc_bounds_init(&b);
    dpc_run_bounds(q->run, slot, &b);
    unsigned long digits = dpc_certified_digits(&b);
    dpc_bounds_clear(&b);
    return digits;
}

/* Whether the ends of an enclosure round up to the same decimal of the digits asked for. */
static bool ends_are_neighbours(dpc_query_t *q, uint32_t slot)
{
    if (q->run->slot[slot].exact)
        return true;
    dpc_bounds b;
    dpc_decimal low, high;
    dpc_bounds_init(&b);
    dpc_decimal_init(&low);
    dpc_decimal_init(&high);
    dpc_run_bounds(q->run, slot, &b);
    if (b.finite) {
        dpc_decimal_set_dyadic(&low, b.lo_man, b.lo_exp, q->digits, true);
        dpc_decimal_set_dyadic(&high, b.hi_man, b.hi_exp, q->digits, true);
    }
    const bool same = mpz_cmp(low.man, high.man) == 0 && low.exp == high.exp;
    dpc_decimal_clear(&low);
    dpc_decimal_clear(&high);
    dpc_bounds_clear(&b);
    return same;
}

unsigned long dpc_query_cap(const dpc_query_t *q)
{
    if (q->max_bits > 0)
        return q->max_bits;
    return 8 * q->digits > DEFAULT_MAX_BITS ? 8 * q->digits : DEFAULT_MAX_BITS;
}

/* Keeps the brackets of the last evaluation, except the first ones. */
static void take_hints(dpc_query_t *q, dpc_hints *h, size_t first)
{
    dpc_hints_clear(h);
    const size_t n = dpc_brackets_count(q->brackets);
    h->text = n > first ? calloc(n - first, sizeof *h->text) : NULL;
    for (size_t i = first; i < n && h->text != NULL; i++)
        if ((h->text[h->count] = dpc_brackets_text(q->brackets, i)) != NULL)
            h->count++;
}

dpc_status dpc_query_pass(dpc_query_t *q, size_t begin, size_t end, unsigned long bits,
                          dpc_diag *diag)
{
    const dpc_status status = dpc_run_block(q->run, begin, end, bits, diag);
    return status == DPC_DOMAIN && q->run->ending.reason == DPC_END_BRACKET
               ? (diag->status = DPC_UNDECIDED)
               : status;
}

/* Whether to search the brackets with Arb first, which is much faster, and only check them in the
   arithmetic of the query. */
static bool wants_guide(const dpc_query_t *q)
{
    bool brackets = false;
    for (size_t pc = 0; pc < q->code->ninstr; pc++)
        brackets = brackets || q->code->instr[pc].bracket;
    return brackets && q->domain->rigorous && q->domain != dpc_domain_fast;
}

/* Searches the brackets with Arb.  false: this precision does not distinguish the function's
   values, so that no arithmetic would find a bracket. */
static bool guide_brackets(dpc_query_t *q, const dpc_referee *referee, unsigned long bits)
{
    dpc_diag why = {.status = DPC_OK};
    dpc_run *guide = q->guide;
    dpc_brackets_cut(q->guide_brackets, 0);
    dpc_status status = dpc_run_block(guide, 0, q->code->main_end, bits, &why);
    if (status == DPC_OK && referee != NULL)
        status = dpc_run_block(guide, referee->begin, referee->end, bits, &why);
    dpc_brackets_follow(q->brackets, q->guide_brackets);
    return guide->ending.reason != DPC_END_BRACKET || status != DPC_UNDECIDED;
}

/* The values for which the precision is raised: the results, or a referee. */
typedef struct {
    dpc_query_t *q;
    const dpc_referee *referee; /* NULL: the results */
    bool guided;
    int chances; /* used up: see is_tight */
} adaptive;

/* For dpc_run_raise: the main instructions, and those of the referee if there is one. */
static dpc_status pass(void *data, unsigned long *bits, dpc_diag *why)
{
    const adaptive *a = data;
    dpc_query_t *q = a->q;
    const dpc_code *c = q->code;
    while (a->guided && !guide_brackets(q, a->referee, *bits) && *bits <= dpc_query_cap(q) / 2)
        *bits *= 2;
    dpc_brackets_cut(q->brackets, 0);
    dpc_status status = dpc_query_pass(q, 0, c->main_end, *bits, why);
    const size_t hints = dpc_brackets_count(q->brackets);
    if (status == DPC_OK && a->referee != NULL)
        status = dpc_query_pass(q, a->referee->begin, a->referee->end, *bits, why);
    q->bits = q->domain->rigorous ? *bits : 0;
    if (a->referee == NULL)
        take_hints(q, &q->hints[0], 0);
    else
        take_hints(q, &q->hints[1 + (a->referee - c->referee)], hints);
    return status;
}

/* For dpc_run_raise: whether the values have the digits asked for.  A value next to a short
   decimal, such as 1 - 1e-23, gets only two more passes to be distinguished from it: it may equal
   the decimal, and then no precision suffices. */
static bool is_tight(void *data, bool last)
{
    adaptive *a = data;
    dpc_query_t *q = a->q;
    unsigned long least = DPC_MAX_DIGITS + 10;
    bool neat = true;
    for (size_t i = 0; !last && i < (a->referee != NULL ? 1 : q->code->nresults); i++) {
        const uint32_t slot = a->referee != NULL ? a->referee->slot : q->code->result[i].slot;
        const unsigned long digits = slot_digits(q, slot);
        least = digits < least ? digits : least;
        neat = neat && (digits <= q->digits || ends_are_neighbours(q, slot));
    }
    return last || (least > q->digits && (neat || ++a->chances > 2));
}

/* Raises the precision until the results, or the referee's value, are tight, or more precision does
   not help.  OK: their slots hold enclosures. */
static dpc_status run_adaptively(dpc_query_t *q, const dpc_referee *referee, dpc_diag *diag)
{
    adaptive a = {.q = q, .referee = referee, .guided = wants_guide(q)};
    /* a referee is compared with the results, and starts at their precision */
    const unsigned long least = first_bits(q), had = referee != NULL ? q->bits : 0;
    const dpc_raise task = {.run = q->run,
                            .first = had > least ? had : least,
                            .most = q->domain->rigorous ? dpc_query_cap(q) : 0,
                            .cells = DPC_CELLS_OF_ALL_PASSES,
                            .pass = pass,
                            .enough = is_tight,
                            .data = &a};
    return dpc_run_raise(&task, diag).status;
}

/* ---- results ---- */

static char *approx_text(double x)
{
    char *text = malloc(40);
    if (text != NULL)
        (void)snprintf(text, 40, "%.17g", x);
    return text;
}

/* Replaces the ends by ends of this many digits. */
static void write_ends(const char **lower, const char **upper, dpc_ends *ends,
                       const dpc_enclosure *value, unsigned long digits)
{
    dpc_enclosure_round(&ends->lower, value, digits, false);
    dpc_enclosure_round(&ends->upper, value, digits, true);
    free((char *)*lower);
    free((char *)*upper);
    *lower = dpc_decimal_text(&ends->lower);
    *upper = dpc_decimal_text(&ends->upper);
}

static void write_result(dpc_query_t *q, size_t i, unsigned long digits)
{
    dpc_result_info *r = &q->result_info[i];
    write_ends(&r->lower, &r->upper, &q->result_ends[i], &q->result_value[i], digits);
}

static void write_referee(dpc_query_t *q, size_t k, unsigned long digits)
{
    dpc_referee_info *r = &q->referee_info[k];
    write_ends(&r->lower, &r->upper, &q->referee_ends[k], &q->referee_value[k], digits);
}

enum { MOST_MORE_DIGITS = 400 }; /* beyond those asked for, to show the outcome of a comparison */

/* The next number of additional digits to try. */
static unsigned long more_digits(unsigned long more)
{
    return more + (more < 8 ? 1 : more / 4);
}

bool dpc_query_show_within(dpc_query_t *q, size_t result, char rel, const mpq_t target)
{
    const bool up = rel == '<';
    bool within = false;
    unsigned long digits = 0; /* 0: the present ones */
    dpc_decimal d;
    mpq_t x;
    mpq_init(x);
    dpc_decimal_init(&d);
    (void)dpc_query_result_end(q, result, up, x);
    for (unsigned long more = 1;; more = more_digits(more)) {
        within = up ? mpq_cmp(x, target) <= 0 : mpq_cmp(x, target) >= 0;
        if (within || more > MOST_MORE_DIGITS)
            break;
        digits = q->digits + more;
        dpc_enclosure_round(&d, &q->result_value[result], digits, up);
        (void)dpc_decimal_value(x, &d);
    }
    if (within && digits > 0)
        write_result(q, result, digits);
    dpc_decimal_clear(&d);
    mpq_clear(x);
    return within;
}

static dpc_bound_kind kind_of(char rel)
{
    return rel == '<' ? DPC_BOUND_UPPER : rel == '>' ? DPC_BOUND_LOWER : DPC_BOUND_EXACT;
}

static dpc_status write_results(dpc_query_t *q)
{
    unsigned long least = q->digits;
    for (size_t i = 0; i < q->code->nresults; i++) {
        const dpc_output *out = &q->code->result[i];
        dpc_result_info *r = &q->result_info[i];
        r->name = out->stmt->name;
        r->kind = kind_of(out->stmt->rel);
        r->text = out->stmt->text;
        if (q->domain->rigorous) {
            dpc_enclosure *value = &q->result_value[i];
            dpc_run_value(q->run, out->slot, value);
            r->digits = value->exact ? q->digits : dpc_certified_digits(&value->bounds);
            r->digits = r->digits < q->digits ? r->digits : q->digits;
            r->exact = value->exact ? dpc_rational_text(value->q) : NULL;
            least = r->digits < least ? r->digits : least;
            if (dpc_enclosure_is_known(value))
                write_result(q, i, q->digits);
            if (r->lower == NULL || r->upper == NULL)
                return dpc_fail(&q->diag, DPC_UNDECIDED,
                                "%s: no finite enclosure of %s at %lu bits", q->unit->id, r->name,
                                q->bits);
        } else {
            const dpc_slot *s = &q->run->slot[out->slot];
            r->approx = approx_text(
                s->exact
                    ? mpq_get_d(s->q)
                    : q->domain->approx(q->run->element + (size_t)out->slot * q->domain->size));
        }
    }
    q->nresults = q->code->nresults;
    if (least < q->digits && !q->run->ending.plan_limits && !q->run->ending.cells_used_up)
        dpc_diag_limit(&q->diag, DPC_LIMIT_BITS, dpc_query_cap(q));
    if (least < q->digits)
        return dpc_fail(
            &q->diag, DPC_UNDECIDED, "only %lu of %lu digits are certified at %lu bits: %s", least,
            q->digits, q->bits,
            q->run->ending.plan_limits ? "the method's plan gives no more within the work allowed "
                                         "(an account with the integer grid may)"
            : q->run->ending.cells_used_up
                ? "the cells that one 'inf', 'sup' or 'integral' may use are used up"
                : "more precision may certify more, unless the value is zero");
    return DPC_OK;
}

/* ---- referees ---- */

/* The number of digits of a ratio to print: next to 1, enough to show the difference, but no more
   than asked for. */
static unsigned long slack_digits(const dpc_query_t *q, const mpq_t ratio)
{
    enum { LEAST = 5, MOST = 16 };
    mpq_t excess;
    mpq_init(excess);
    mpq_set_ui(excess, 1, 1);
    mpq_sub(excess, ratio, excess);
    unsigned long digits = LEAST;
    while (digits < q->digits && digits < MOST && mpq_cmp_ui(excess, 1, 100) < 0) {
        mpz_mul_ui(mpq_numref(excess), mpq_numref(excess), 10);
        digits++;
    }
    mpq_clear(excess);
    return digits;
}

enum { MAX_EXPONENT = 1000000 }; /* of numbers that are computed exactly */

/* q = q 2^exp. */
static void scale_q(mpq_t q, int64_t exp)
{
    if (exp >= 0)
        mpq_mul_2exp(q, q, (mp_bitcnt_t)exp);
    else
        mpq_div_2exp(q, q, (mp_bitcnt_t)-exp);
}

/* hi(result) / lo(referee), or the other way round for a lower bound, rounded up. */
static char *slack_text(dpc_query_t *q, uint32_t result, uint32_t referee, bool result_above)
{
    const dpc_slot *above = &q->run->slot[result_above ? result : referee];
    const dpc_slot *below = &q->run->slot[result_above ? referee : result];
    if (above->exact && below->exact && mpq_sgn(above->q) > 0 && mpq_equal(above->q, below->q)) {
        char *one = malloc(2);
        if (one != NULL)
            (void)memcpy(one, "1", 2);
        return one;
    }
    dpc_bounds top, bottom;
    dpc_bounds_init(&top);
    dpc_bounds_init(&bottom);
    dpc_run_bounds(q->run, result_above ? result : referee, &top);
    dpc_run_bounds(q->run, result_above ? referee : result, &bottom);
    char *text = NULL;
    int64_t exp = top.hi_exp - bottom.lo_exp;
    if (top.finite && bottom.finite && mpz_sgn(top.hi_man) > 0 && mpz_sgn(bottom.lo_man) > 0 &&
        exp < MAX_EXPONENT && exp > -MAX_EXPONENT) {
        mpq_t ratio;
        mpq_init(ratio);
        mpz_set(mpq_numref(ratio), top.hi_man);
        mpz_set(mpq_denref(ratio), bottom.lo_man);
        mpq_canonicalize(ratio);
        scale_q(ratio, exp);
        text = dpc_decimal_rational(ratio, slack_digits(q, ratio), true);
        mpq_clear(ratio);
    }
    dpc_bounds_clear(&top);
    dpc_bounds_clear(&bottom);
    return text;
}

/* Sets goal to the end of the result's enclosure that its referee must not pass; false if it is not
   known. */
static bool referee_goal(dpc_query_t *q, const dpc_referee *ref, mpq_t goal)
{
    const bool lower = ref->stmt->rel == '>';
    bool known = false;
    dpc_bounds b;
    dpc_bounds_init(&b);
    for (size_t i = 0; i < q->code->nresults && q->domain->rigorous; i++)
        if (strcmp(q->code->result[i].stmt->name, ref->stmt->name) == 0) {
            dpc_run_bounds(q->run, q->code->result[i].slot, &b);
            const int64_t exp = lower ? b.hi_exp : b.lo_exp;
            known = b.finite && exp < MAX_EXPONENT && exp > -MAX_EXPONENT;
            if (!known)
                break;
            mpq_set_z(goal, lower ? b.hi_man : b.lo_man);
            scale_q(goal, exp);
        }
    dpc_bounds_clear(&b);
    return known;
}

/* Writes a result and the referee that beats it with enough digits to show it. */
static void show_victory(dpc_query_t *q, size_t result, size_t referee)
{
    const dpc_referee_info *f = &q->referee_info[referee];
    const bool lower = f->kind == DPC_BOUND_LOWER;
    const dpc_ends *r_ends = &q->result_ends[result], *f_ends = &q->referee_ends[referee];
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    for (unsigned long more = 1; more <= MOST_MORE_DIGITS && f->lower != NULL && f->upper != NULL;
         more = more_digits(more)) {
        (void)dpc_decimal_value(x, lower ? &r_ends->upper : &f_ends->upper);
        (void)dpc_decimal_value(y, lower ? &f_ends->lower : &r_ends->lower);
        if (mpq_cmp(x, y) < 0)
            break;
        write_result(q, result, q->digits + more);
        write_referee(q, referee, q->digits + more);
    }
    mpq_clears(x, y, NULL);
}

void dpc_query_rewrite(dpc_query_t *q)
{
    for (size_t i = 0; i < q->nresults; i++) {
        dpc_result_info *r = &q->result_info[i];
        write_result(q, i, q->digits);
        r->digits = r->digits < q->digits ? r->digits : q->digits;
    }
    for (size_t k = 0; k < q->nreferees; k++) {
        const dpc_referee_info *f = &q->referee_info[k];
        if (f->lower == NULL || f->upper == NULL)
            continue;
        write_referee(q, k, q->digits);
        for (size_t i = 0; i < q->nresults; i++)
            if (f->beats_result && strcmp(q->result_info[i].name, f->name) == 0)
                show_victory(q, i, k);
    }
}

static void run_referee(dpc_query_t *q, size_t k)
{
    const dpc_referee *ref = &q->code->referee[k];
    dpc_referee_info *info = &q->referee_info[k];
    const bool lower = ref->stmt->rel == '>';
    info->name = ref->stmt->name;
    info->kind = kind_of(ref->stmt->rel);
    info->text = ref->stmt->text;
    dpc_diag why = {.status = DPC_OK};
    dpc_status status = DPC_OK;
    if (ref->first < ref->last) { /* the segment uses the values of the main instructions */
        const unsigned long enough =
            q->bits > 2UL * DPC_QUERY_FIRST_BITS ? q->bits : 2UL * DPC_QUERY_FIRST_BITS;
        status = dpc_run_block(q->guide, 0, q->code->main_end, enough, &why);
        dpc_diag unheard = {.status = DPC_OK};
        (void)dpc_run_block(q->quick, 0, q->code->main_end, enough, &unheard);
        mpq_t goal;
        mpq_init(goal);
        const bool bounded = referee_goal(q, ref, goal);
        if (status == DPC_OK && !search_witnesses(q, ref->first, ref->last, ref->begin, ref->end,
                                                  ref->slot, lower, bounded ? goal : NULL, &why)) {
            dpc_diag_reset(&why);
            status = dpc_fail(&why, DPC_UNDECIDED, "no admissible witness was found");
        }
        mpq_clear(goal);
    }
    unsigned long bits = q->bits;
    if (status == DPC_OK)
        status = run_adaptively(q, ref, &why);
    if (status != DPC_OK) {
        info->why_not = strdup(why.text);
        q->bits = bits;
        return;
    }
    dpc_run_value(q->run, ref->slot, &q->referee_value[k]);
    if (dpc_enclosure_is_known(&q->referee_value[k]))
        write_referee(q, k, q->digits);
    for (size_t i = 0; i < q->code->nresults; i++)
        if (strcmp(q->code->result[i].stmt->name, info->name) == 0) {
            uint32_t slot = q->code->result[i].slot;
            info->beats_result = dpc_run_compare(q->run, DPC_OP_LT, lower ? slot : ref->slot,
                                                 lower ? ref->slot : slot) == DPC_TRUE;
            info->clears_result = dpc_run_compare(q->run, DPC_OP_LE, lower ? ref->slot : slot,
                                                  lower ? slot : ref->slot) == DPC_TRUE;
            info->slack = slack_text(q, slot, ref->slot, lower);
            if (info->beats_result)
                show_victory(q, i, k);
        }
    q->bits = q->bits > bits ? q->bits : bits;
}

/* The number of digits to which a result and the referee on its other side agree; the result is a
   witness, and therefore exact. */
static unsigned long common_digits(const dpc_query_t *q, size_t result)
{
    unsigned long most = 0;
    mpq_t gap;
    mpq_init(gap);
    const mpq_srcptr top = q->result_value[result].q;
    for (size_t k = 0; k < q->nreferees; k++) {
        const dpc_referee_info *r = &q->referee_info[k];
        if (strcmp(r->name, q->result_info[result].name) != 0 || r->lower == NULL ||
            !q->referee_value[k].exact)
            continue;
        mpq_sub(gap, top, q->referee_value[k].q);
        mpz_mul_ui(mpq_numref(gap), mpq_numref(gap), 5); /* two units of the last digit */
        mpq_canonicalize(gap);
        unsigned long digits = 0;
        for (; mpq_cmp(gap, top) <= 0 && digits < q->digits; digits++) {
            mpz_mul_ui(mpq_numref(gap), mpq_numref(gap), 10);
            mpq_canonicalize(gap);
        }
        most = digits > most ? digits : most;
    }
    mpq_clear(gap);
    return most;
}

/* For an exact theorem: fails with UNDECIDED if bound and referee do not agree to the digits asked
   for.  A witness of the user is evaluated without this comparison. */
static dpc_status compare_sides(dpc_query_t *q)
{
    for (size_t i = 0; i < q->code->ninputs; i++)
        if (q->code->input[i].role != DPC_INPUT_PARAM && q->fixed[i])
            return DPC_OK;
    for (size_t i = 0; i < q->nresults; i++) {
        if (q->result_info[i].kind != DPC_BOUND_UPPER || !q->result_value[i].exact)
            continue;
        const unsigned long digits = common_digits(q, i);
        if (digits + 1 < q->digits)
            return dpc_fail(&q->diag, DPC_UNDECIDED,
                            "%s is a bound, but the truth, between the referee and this bound, is "
                            "known to %lu of %lu digits only: the method's plan gives no more "
                            "within the work allowed (an account with the integer grid may)",
                            q->result_info[i].name, digits, q->digits);
    }
    return DPC_OK;
}

/* ---- all together ---- */

static void write_inputs(dpc_query_t *q)
{
    for (size_t i = 0; i < q->code->ninputs; i++) {
        const dpc_input *in = &q->code->input[i];
        dpc_input_info *info = &q->input_info[i];
        free((char *)info->value);
        info->value = NULL;
        info->is_given = q->fixed[i];
        if (q->known[i])
            info->value = dpc_value_text(
                q->value[i], dpc_type_has_records(in->type) ? &q->list[in->slot] : NULL, in);
    }
}

dpc_status dpc_query_begin(dpc_query_t *q)
{
    dpc_diag_reset(&q->diag);
    dpc_query_forget(q);
    dpc_memo_forget(q->memo);
    q->bits = 0;
    if (dpc_watch_stopped())
        return dpc_fail(&q->diag, DPC_INTERRUPTED, "interrupted");
    for (size_t i = 0; i < q->code->ninputs; i++)
        q->known[i] = q->fixed[i];
    if (missing_parameters(q) != DPC_OK || !prepare(q, &q->run, q->domain, q->brackets) ||
        !prepare(q, &q->guide, dpc_domain_fast, q->guide_brackets) ||
        !prepare(q, &q->quick, &dpc_domain_double, q->quick_brackets))
        return q->diag.status;
    return search_all(q);
}

/* The planner's plan was refused by its method: no hypothesis is false, but the parameters are out
   of reach.  A refused plan of the user keeps its own message. */
static dpc_status beyond_reach(dpc_query_t *q)
{
    char given[300] = "";
    for (size_t i = 0; i < q->code->ninputs; i++) {
        const dpc_input *in = &q->code->input[i];
        if (in->role != DPC_INPUT_PARAM && q->fixed[i])
            return q->diag.status;
        char *value = in->role == DPC_INPUT_PARAM && !dpc_type_has_records(in->type)
                          ? dpc_value_text(q->value[i], NULL, in)
                          : NULL;
        const size_t used = strlen(given);
        if (value != NULL)
            (void)snprintf(given + used, sizeof given - used, "%s%s = %.40s", used > 0 ? ", " : "",
                           in->name, value);
        free(value);
    }
    dpc_diag_reset(&q->diag);
    return dpc_fail(
        &q->diag, DPC_UNDECIDED,
        "%s: the exact accountant finds no plan for %s.  Out of its reach are: few steps, rarely "
        "sampled, with little noise at a small epsilon (an account with the integer grid may "
        "answer these); noise far below 0.1 or far above 10^6 times the sensitivity; and other "
        "numbers as large as that.  The theorems sgm.eps and compose.kov need no plan",
        q->unit->id, given[0] != '\0' ? given : "these steps");
}

/* Whether the failed condition comes after a searched witness: then no hypothesis is false, but the
   search missed. */
static bool is_missed(const dpc_query_t *q)
{
    for (size_t i = 0; i < q->code->ninputs && q->run->ending.condition != SIZE_MAX; i++)
        if (q->code->input[i].role == DPC_INPUT_CHOOSE && !q->fixed[i] &&
            q->run->ending.condition >= q->code->input[i].check)
            return true;
    return false;
}

static dpc_status run(dpc_query_t *q)
{
    dpc_status status = dpc_query_begin(q);
    if (status == DPC_OK) {
        status = run_adaptively(q, NULL, &q->diag);
        /* a plan whose enclosure is too wide to decide counts as a miss */
        const bool plan = q->code->ncalls > 0;
        if ((status == DPC_DOMAIN || (status == DPC_UNDECIDED && plan)) && is_missed(q)) {
            const dpc_diag why = q->diag;
            status = plan ? beyond_reach(q) : missed(q, &why);
        }
    }
    if ((status == DPC_DOMAIN || status == DPC_UNDECIDED) &&
        (q->run->ending.reason == DPC_END_PLAN ||
         (status == DPC_DOMAIN && q->guide->ending.reason == DPC_END_PLAN)))
        status = beyond_reach(q);
    if (status == DPC_OK)
        status = write_results(q);
    if (q->nresults > 0 && q->domain->rigorous && !q->no_referees) {
        for (size_t k = 0; k < q->code->nreferees; k++)
            run_referee(q, k);
        q->nreferees = q->code->nreferees;
        if (status == DPC_OK && q->code->ncalls > 0 && q->unit->status == DPC_STATUS_EXACT)
            status = compare_sides(q);
    }
    write_inputs(q);
    return status;
}

dpc_status dpc_query_run(dpc_query_t *q)
{
    dpc_watch_enter();
    const dpc_status status = dpc_watch_leave(run(q), &q->diag);
    if (status == DPC_INTERRUPTED)
        dpc_query_forget(q);
    return status;
}
