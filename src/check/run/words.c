/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   What a run says: its values, and why it failed.  A failure is noted as a reason with its data, in
   run->ending and in the limit of the message, and put into words for people, here alone. */
#include "base/cost.h"
#include "base/decimal.h"
#include "base/exact.h"
#include "base/rational.h"
#include "base/text.h"
#include "lang/print.h"
#include "run/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

enum { DIGITS = 10 }; /* of a long number in a message */

/* A number of a great many digits: what its leading ones say. */
static void describe_long(mpq_srcptr q, char *out, size_t size)
{
    enum { LEADING = 128, TWICE = 2 * LEADING };
    mpz_t num, den;
    mpz_inits(num, den, NULL);
    const size_t n = mpz_sizeinbase(mpq_numref(q), 2), d = mpz_sizeinbase(mpq_denref(q), 2);
    const size_t cut = n > LEADING ? n - LEADING : 0, off = d > LEADING ? d - LEADING : 0;
    mpz_tdiv_q_2exp(num, mpq_numref(q), cut);
    mpz_tdiv_q_2exp(den, mpq_denref(q), off);
    mpz_mul_2exp(num, num, TWICE);
    mpz_tdiv_q(num, num, den);
    mpz_tdiv_q_2exp(den, num, LEADING / 2); /* a little more: 1 is not to become 0.9999999999 */
    mpz_add(num, num, den);
    const int64_t exp = (int64_t)cut - (int64_t)off - TWICE;
    char *text = dpc_decimal_dyadic(num, exp, DIGITS, mpq_sgn(q) < 0);
    (void)snprintf(out, size, "about %s", text != NULL ? text : "?");
    free(text);
    mpz_clears(num, den, NULL);
}

void dpc_run_describe(dpc_run *run, uint32_t slot, char *out, size_t size)
{
    const dpc_slot *s = &run->slot[slot];
    dpc_run_spend(run, dpc_cost_describe(s->exact ? s->q : NULL));
    if (s->exact && !dpc_exact_takes(s->q)) {
        describe_long(s->q, out, size);
        return;
    }
    if (s->exact) {
        char *text = dpc_rational_text(s->q);
        char *lo = strlen(text == NULL ? "" : text) > 40 ? dpc_decimal_rational(s->q, DIGITS, false)
                                                         : NULL;
        (void)snprintf(out, size, "%s%s",
                       lo != NULL     ? lo
                       : text == NULL ? "?"
                                      : text,
                       lo != NULL ? "..." : "");
        free(text);
        free(lo);
        return;
    }
    if (!run->domain->rigorous) {
        (void)snprintf(out, size, "%.17g (unverified)",
                       run->domain->approx(dpc_run_element(run, slot)));
        return;
    }
    dpc_bounds b;
    dpc_bounds_init(&b);
    dpc_run_bounds(run, slot, &b);
    char *lo = b.finite ? dpc_decimal_dyadic(b.lo_man, b.lo_exp, DIGITS, false) : NULL;
    char *hi = b.finite ? dpc_decimal_dyadic(b.hi_man, b.hi_exp, DIGITS, true) : NULL;
    if (lo != NULL && hi != NULL)
        (void)snprintf(out, size, "[%s, %s]", lo, hi);
    else
        (void)snprintf(out, size, "not known");
    free(lo);
    free(hi);
    dpc_bounds_clear(&b);
}

/* ---- failures ---- */

dpc_status dpc_run_fail(dpc_run *run, const dpc_instr *i, dpc_reason reason, dpc_status status,
                        const char *format, ...)
{
    run->ending.reason = reason;
    if (run->diag->status != DPC_OK)
        return run->diag->status;
    char message[DPC_DIAG_BYTES];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return dpc_fail_at(run->diag, status, &i->unit->source, i->expr->pos, "%s", message);
}

/* Notes the limit that the failure which comes next has met: more precision does not help. */
static void meet(dpc_run *run, dpc_limit limit)
{
    run->ending.final = true;
    dpc_diag_limit(run->diag, limit,
                   limit == DPC_LIMIT_STEPS    ? run->budget.max_steps
                   : limit == DPC_LIMIT_MEMORY ? run->budget.memory->most
                                               : 0);
}

dpc_status dpc_run_fail_limit(dpc_run *run, const dpc_instr *i, dpc_limit limit,
                              const char *message)
{
    meet(run, limit);
    return dpc_run_fail(run, i, DPC_END_LIMIT, DPC_UNDECIDED, "%s", message);
}

dpc_status dpc_run_fail_plainly(dpc_run *run, dpc_status status)
{
    const bool interrupted = status == DPC_INTERRUPTED;
    run->ending.reason = interrupted ? DPC_END_INTERRUPTED : DPC_END_NO_MEMORY;
    return dpc_fail(run->diag, status, interrupted ? "interrupted" : "out of memory");
}

dpc_status dpc_run_fail_memory(dpc_run *run, const dpc_instr *i)
{
    return dpc_memory_full(run->budget.memory)
               ? dpc_run_fail_limit(run, i, DPC_LIMIT_MEMORY, DPC_MEMORY_LIMIT)
               : dpc_run_fail_plainly(run, DPC_NOMEM);
}

dpc_status dpc_run_fail_slots(dpc_run *run)
{
    meet(run, DPC_LIMIT_MEMORY);
    run->ending.reason = DPC_END_LIMIT;
    return dpc_fail(run->diag, DPC_UNDECIDED,
                    DPC_MEMORY_LIMIT ": %zu values at %lu bits do not fit", run->code->nslots,
                    run->prec);
}

dpc_status dpc_run_fail_unassigned(dpc_run *run, const dpc_instr *i)
{
    run->ending.unassigned = true;
    meet(run, DPC_LIMIT_NONE);
    return dpc_run_fail(run, i, DPC_END_UNASSIGNED, DPC_UNDECIDED,
                        "a value is needed here that was not computed");
}

dpc_status dpc_run_fail_unable(dpc_run *run, const dpc_instr *i)
{
    return dpc_run_fail(run, i, DPC_END_VALUE, DPC_UNDECIDED,
                        "this cannot be computed in the arithmetic '%s'", run->domain->name);
}

dpc_status dpc_run_fail_empty(dpc_run *run, const dpc_instr *i)
{
    run->ending.reason = DPC_END_VALUE;
    if (i->expr->kind == DPC_E_FOLDIN)
        return dpc_fail(run->diag, DPC_DOMAIN,
                        "parameter %s: the list is empty: give at least one record",
                        i->expr->field);
    return dpc_run_fail(run, i, DPC_END_VALUE, DPC_DOMAIN, "'%s' over an empty range has no value",
                        i->expr->name);
}

dpc_status dpc_run_fail_method(dpc_run *run, const dpc_instr *i, const dpc_method_call *call,
                               dpc_status status)
{
    if (status == DPC_UNDECIDED)
        meet(run, call->limit);
    const dpc_reason reason = call->limit != DPC_LIMIT_NONE                     ? DPC_END_LIMIT
                              : status == DPC_DOMAIN || status == DPC_UNDECIDED ? DPC_END_PLAN
                                                                                : DPC_END_METHOD;
    return dpc_run_fail(run, i, reason, status, "%s: %s", run->code->call[i->a].method->name,
                        call->why);
}

static bool is_positive(const dpc_slot *s)
{
    return s->exact && mpq_sgn(s->q) > 0;
}

dpc_status dpc_run_fail_step(dpc_run *run, const dpc_instr *i, dpc_status status)
{
    char a[120], b[120];
    dpc_run_describe(run, i->a, a, sizeof a);
    const char *which = status == DPC_DOMAIN ? "" : " may be undefined";
    switch (i->op) {
    case DPC_OP_DIV:
        dpc_run_describe(run, i->b, b, sizeof b);
        return dpc_run_fail(run, i, DPC_END_VALUE, status, "division by %s%s%s",
                            status == DPC_DOMAIN ? "zero" : b, which,
                            status == DPC_DOMAIN ? "" : ": it cannot be told from zero");
    case DPC_OP_LOG:
    case DPC_OP_LOG1P:
    case DPC_OP_SQRT:
        return dpc_run_fail(run, i, DPC_END_VALUE, status, "%s(%s)%s%s", i->expr->name, a,
                            status == DPC_DOMAIN ? " is undefined" : which,
                            i->op == DPC_OP_SQRT  ? ": the argument must be >= 0"
                            : i->op == DPC_OP_LOG ? ": the argument must be > 0"
                                                  : ": the argument must be > -1");
    case DPC_OP_POW:
        dpc_run_describe(run, i->b, b, sizeof b);
        if (status != DPC_DOMAIN && is_positive(&run->slot[i->a]))
            return dpc_run_fail(run, i, DPC_END_VALUE, status,
                                "the power (%s)^(%s) has no finite enclosure at %lu bits: the "
                                "exponent is too large",
                                a, b, run->prec);
        return dpc_run_fail(
            run, i, DPC_END_VALUE, status,
            "the power (%s)^(%s)%s: a base > 0, or >= 0 with an exponent > 0, or an "
            "integer exponent is needed, and 0^0 has no value",
            a, b, status == DPC_DOMAIN ? " is undefined" : which);
    case DPC_OP_BINOM:
        dpc_run_describe(run, i->b, b, sizeof b);
        if (status != DPC_DOMAIN && run->slot[i->a].exact && run->slot[i->b].exact)
            return dpc_run_fail(
                run, i, DPC_END_VALUE, status,
                "binom(%s, %s) is too large: the kernel takes at most 4194304 factors and "
                "a first argument below 2^61, other arithmetics one below 2^64",
                a, b);
        return dpc_run_fail(run, i, DPC_END_VALUE, status,
                            "binom(%s, %s) cannot be computed: both must be known integers, the "
                            "first one >= 0 and below 2^64",
                            a, b);
    case DPC_OP_CEIL:
    case DPC_OP_FLOOR:
        return dpc_run_fail(run, i, DPC_END_VALUE, status,
                            "%s(%s) is not computed: the kernel takes arguments below 2^10000",
                            i->expr->name, a);
    default:
        return dpc_run_fail(run, i, DPC_END_VALUE, status,
                            "no finite enclosure at %lu bits: an argument is %s", run->prec, a);
    }
}

dpc_status dpc_run_fail_check(dpc_run *run, size_t condition, dpc_status status)
{
    const dpc_check *c = &run->code->check[condition];
    run->ending.reason = DPC_END_CONDITION;
    run->ending.condition = condition;
    char *cond = dpc_print_expr(c->cond);
    char values[512] = "";
    for (size_t k = 0; k < c->nnamed; k++) {
        char value[120];
        size_t used = strlen(values);
        dpc_run_describe(run, c->named[k].slot, value, sizeof value);
        (void)snprintf(values + used, sizeof values - used, "%s%s = %s", k == 0 ? " (" : ", ",
                       c->named[k].name, value);
    }
    const bool named = c->stmt->kind == DPC_S_PARAM || c->stmt->kind == DPC_S_CHOOSE;
    const bool referee = c->stmt->kind == DPC_S_REFEREE;
    char text[120] = ""; /* what the theorem says, which may be somebody's own */
    const bool says = c->stmt->kind == DPC_S_REQUIRE && c->stmt->text != NULL;
    const bool cut = says && dpc_text_copy_line(text, sizeof text, c->stmt->text) >= sizeof text;
    (void)dpc_fail(run->diag, status, "%s%s%s%s%s %s %s%s%s%s%s%s",
                   named ? (c->stmt->kind == DPC_S_PARAM ? "parameter " : "witness ") : "",
                   named ? c->prefix : "",
                   named     ? c->stmt->name
                   : referee ? ""
                             : c->unit->id,
                   named && c->prefix[0] != '\0' ? " of a used theorem" : "",
                   named     ? ": the condition"
                   : referee ? "the referee's condition"
                             : ": the hypothesis",
                   cond != NULL ? cond : "?",
                   status == DPC_DOMAIN ? "is false" : "cannot be decided", values,
                   values[0] != '\0' ? ")" : "", says ? ": " : "", text, cut ? "..." : "");
    free(cond);
    return status;
}
