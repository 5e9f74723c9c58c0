/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Queries as objects: functions that set parameters and settings, and functions that read results.
   evaluate.c computes the results. */
#include "arith/arith.h"
#include "query/query.h"

#include "base/decimal.h"
#include "base/near.h"
#include "lang/lower.h"
#include "run/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_DIGITS = 10, MAX_MAX_BITS = 1 << 26 };

/* ---- making and freeing ---- */

static dpc_enclosure *enclosures_new(size_t n)
{
    dpc_enclosure *all = calloc(n + 1, sizeof *all);
    for (size_t i = 0; all != NULL && i < n; i++)
        dpc_enclosure_init(&all[i]);
    return all;
}

static void enclosures_free(dpc_enclosure *all, size_t n)
{
    for (size_t i = 0; all != NULL && i < n; i++)
        dpc_enclosure_clear(&all[i]);
    free(all);
}

static dpc_ends *ends_new(size_t n)
{
    dpc_ends *all = calloc(n + 1, sizeof *all);
    for (size_t i = 0; all != NULL && i < n; i++) {
        dpc_decimal_init(&all[i].lower);
        dpc_decimal_init(&all[i].upper);
    }
    return all;
}

static void ends_free(dpc_ends *all, size_t n)
{
    for (size_t i = 0; all != NULL && i < n; i++) {
        dpc_decimal_clear(&all[i].lower);
        dpc_decimal_clear(&all[i].upper);
    }
    free(all);
}

void dpc_hints_clear(dpc_hints *h)
{
    for (size_t i = 0; i < h->count; i++)
        free(h->text[i]);
    free(h->text);
    *h = (dpc_hints){.text = NULL};
}

static void forget(dpc_enclosure *e)
{
    e->exact = e->bounds.finite = false;
}

void dpc_query_forget(dpc_query_t *q)
{
    for (size_t i = 0; i <= q->code->nreferees; i++)
        dpc_hints_clear(&q->hints[i]);
    for (size_t i = 0; i < q->code->nresults; i++) {
        dpc_result_info *r = &q->result_info[i];
        free((char *)r->lower);
        free((char *)r->upper);
        free((char *)r->exact);
        free((char *)r->approx);
        *r = (dpc_result_info){.name = NULL};
        forget(&q->result_value[i]);
    }
    for (size_t i = 0; i < q->code->nreferees; i++) {
        dpc_referee_info *r = &q->referee_info[i];
        free((char *)r->lower);
        free((char *)r->upper);
        free((char *)r->why_not);
        free((char *)r->slack);
        *r = (dpc_referee_info){.name = NULL};
        forget(&q->referee_value[i]);
    }
    q->nresults = q->nreferees = 0;
}

static void free_inputs(dpc_query_t *q)
{
    for (size_t i = 0; i < q->code->ninputs; i++) {
        q->fixed[i] = q->known[i] = false;
        free((char *)q->input_info[i].value);
        q->input_info[i].value = NULL;
    }
    for (size_t i = 0; i < q->code->nlists; i++)
        dpc_list_clear(&q->list[i]);
}

void dpc_query_reset(dpc_query_t *q)
{
    free_inputs(q);
    dpc_query_forget(q);
    dpc_solution_clear(q);
    dpc_diag_reset(&q->diag);
}

void dpc_query_free(dpc_query_t *q)
{
    if (q == NULL)
        return;
    if (q->value != NULL && q->known != NULL) {
        dpc_query_reset(q);
        for (size_t i = 0; i < q->code->ninputs; i++)
            mpq_clear(q->value[i]);
    }
    free(q->value);
    free(q->list);
    free(q->fixed);
    free(q->known);
    free(q->input_info);
    free(q->result_info);
    free(q->referee_info);
    enclosures_free(q->result_value, q->code->nresults);
    enclosures_free(q->referee_value, q->code->nreferees);
    ends_free(q->result_ends, q->code->nresults);
    ends_free(q->referee_ends, q->code->nreferees);
    free(q->hints);
    dpc_brackets_free(q->brackets);
    dpc_brackets_free(q->guide_brackets);
    dpc_brackets_free(q->quick_brackets);
    dpc_memo_free(q->memo);
    dpc_run_free(q->run);
    dpc_run_free(q->guide);
    dpc_run_free(q->quick);
    dpc_code_free(q->code);
    free(q);
}

static dpc_theorem_info theorem_info(const dpc_catalogue_t *cat, const dpc_unit *unit)
{
    return (dpc_theorem_info){.id = unit->id,
                              .title = unit->title,
                              .status = unit->status,
                              .basis = unit->basis,
                              .adjacency = unit->adjacency,
                              .revision = unit->revision,
                              .is_own = dpc_cat_is_own(cat, unit)};
}

dpc_status dpc_theorem_get(dpc_catalogue_t *cat, const char *id, dpc_theorem_info *info)
{
    if (cat == NULL || info == NULL)
        return DPC_PARSE;
    const dpc_unit *unit = dpc_catalogue_find(cat, id);
    if (unit == NULL)
        return dpc_cat_diag(cat)->status;
    *info = theorem_info(cat, unit);
    return DPC_OK;
}

dpc_query_t *dpc_query_new(dpc_catalogue_t *cat, const char *id)
{
    return cat != NULL ? dpc_query_of_unit(cat, dpc_catalogue_find(cat, id)) : NULL;
}

dpc_query_t *dpc_query_of_unit(dpc_catalogue_t *cat, const dpc_unit *unit)
{
    dpc_diag *diag = dpc_cat_diag(cat);
    dpc_code *code = unit != NULL ? dpc_lower(cat, unit, diag) : NULL;
    dpc_goals goals;
    if (code == NULL || dpc_goals_lower(&goals, cat, code, diag) != DPC_OK) {
        dpc_code_free(code);
        return NULL;
    }
    dpc_query_t *q = calloc(1, sizeof *q);
    if (q == NULL) {
        dpc_code_free(code);
        (void)dpc_fail(diag, DPC_NOMEM, "out of memory");
        return NULL;
    }
    q->cat = cat;
    q->unit = unit;
    q->code = code;
    q->goals = goals;
    q->theorem = theorem_info(cat, unit);
    q->domain = dpc_domain_fast;
    q->digits = DEFAULT_DIGITS;
    q->max_steps = DPC_DEFAULT_MAX_STEPS;
    q->value = calloc(code->ninputs + 1, sizeof *q->value);
    q->list = calloc(code->nlists + 1, sizeof *q->list);
    q->fixed = calloc(code->ninputs + 1, sizeof *q->fixed);
    q->known = calloc(code->ninputs + 1, sizeof *q->known);
    q->input_info = calloc(code->ninputs + 1, sizeof *q->input_info);
    q->result_info = calloc(code->nresults + 1, sizeof *q->result_info);
    q->referee_info = calloc(code->nreferees + 1, sizeof *q->referee_info);
    q->result_value = enclosures_new(code->nresults);
    q->referee_value = enclosures_new(code->nreferees);
    q->result_ends = ends_new(code->nresults);
    q->referee_ends = ends_new(code->nreferees);
    q->hints = calloc(code->nreferees + 1, sizeof *q->hints);
    q->brackets = dpc_brackets_new();
    q->guide_brackets = dpc_brackets_new();
    q->quick_brackets = dpc_brackets_new();
    q->memo = dpc_memo_new();
    if (q->value == NULL || q->list == NULL || q->fixed == NULL || q->known == NULL ||
        q->input_info == NULL || q->result_info == NULL || q->referee_info == NULL ||
        q->result_value == NULL || q->referee_value == NULL || q->result_ends == NULL ||
        q->referee_ends == NULL || q->hints == NULL || q->brackets == NULL ||
        q->guide_brackets == NULL || q->quick_brackets == NULL || q->memo == NULL) {
        free(q->value);
        q->value = NULL;
        dpc_query_free(q);
        (void)dpc_fail(diag, DPC_NOMEM, "out of memory");
        return NULL;
    }
    for (size_t i = 0; i < code->ninputs; i++) {
        const dpc_input *in = &code->input[i];
        mpq_init(q->value[i]);
        q->input_info[i] = (dpc_input_info){.name = in->name,
                                            .is_witness = in->role != DPC_INPUT_PARAM,
                                            .is_plan = in->type->kind == DPC_T_PLAN};
    }
    for (size_t k = 0; k < code->nreferees; k++)
        for (size_t i = code->referee[k].first; i < code->referee[k].last; i++)
            q->input_info[i].of_referee = (int)k + 1;
    return q;
}

/* ---- settings ---- */

enum { MOST_NAMES = 64 };

/* Writes a message: the theorem has no parameter (result) of this name, but these n.  Returns out.
 */
static const char *no_such_name(char out[DPC_NO_RESULT], const dpc_query_t *q, const char *what,
                                const char *name, const char *const *names, size_t n)
{
    char all[512] = "", near[200];
    for (size_t k = 0; k < n; k++) {
        const size_t used = strlen(all);
        (void)snprintf(all + used, sizeof all - used, "%s%s", k > 0 ? ", " : "", names[k]);
    }
    dpc_nearest(name, names, n, near, sizeof near);
    (void)snprintf(out, DPC_NO_RESULT, "%s has no %s '%.60s'%s%s%s (it has %s)", q->unit->id, what,
                   name, near[0] != '\0' ? ": did you mean " : "", near, near[0] != '\0' ? "?" : "",
                   all);
    return out;
}

const char *dpc_query_no_result(const dpc_query_t *q, const char *name, char out[DPC_NO_RESULT])
{
    const char *names[MOST_NAMES] = {NULL};
    size_t n = 0;
    for (; n < MOST_NAMES && n < q->code->nresults; n++)
        names[n] = q->code->result[n].stmt->name;
    return no_such_name(out, q, "result", name, names, n);
}

dpc_status dpc_query_open_input(dpc_query_t *q, const char *name, size_t *index)
{
    dpc_diag_reset(&q->diag);
    if (name == NULL)
        return dpc_fail(&q->diag, DPC_PARSE,
                        "a parameter needs a name and a value, and neither may be NULL");
    dpc_query_forget(q);
    const dpc_code *c = q->code;
    size_t i = 0;
    while (i < c->ninputs && strcmp(c->input[i].name, name) != 0)
        i++;
    if (i == c->ninputs) {
        const char *names[MOST_NAMES] = {NULL};
        size_t n = 0;
        for (; n < MOST_NAMES && n < c->ninputs; n++)
            names[n] = c->input[n].name;
        char why[DPC_NO_RESULT];
        return dpc_fail(&q->diag, DPC_PARSE, "%s",
                        no_such_name(why, q, "parameter", name, names, n));
    }
    if (q->fixed[i])
        return dpc_fail(&q->diag, DPC_PARSE, "parameter %s has a value already", name);
    *index = i;
    return DPC_OK;
}

dpc_status dpc_query_set(dpc_query_t *q, const char *name, const char *value)
{
    dpc_diag_reset(&q->diag);
    if (name == NULL || value == NULL)
        return dpc_fail(&q->diag, DPC_PARSE,
                        "a parameter needs a name and a value, and neither may be NULL");
    size_t i = 0;
    if (dpc_query_open_input(q, name, &i) != DPC_OK)
        return q->diag.status;
    const dpc_input *in = &q->code->input[i];
    if (in->type->kind == DPC_T_PLAN) /* a plan, as a planner found it */
        dpc_list_clear(&q->list[in->slot]);
    dpc_status status = dpc_type_has_records(in->type)
                            ? dpc_value_records(&q->list[in->slot], in, value, &q->diag)
                            : dpc_value_scalar(q->value[i], in, value, &q->diag);
    q->fixed[i] = q->known[i] = status == DPC_OK;
    return status;
}

static dpc_status set_limit(dpc_query_t *q, const char *what, unsigned long value, unsigned long lo,
                            unsigned long hi)
{
    dpc_diag_reset(&q->diag);
    if (value >= lo && value <= hi)
        return DPC_OK;
    return dpc_fail(&q->diag, DPC_PARSE, "%s must be in %lu..%lu, not %lu", what, lo, hi, value);
}

dpc_status dpc_query_set_digits(dpc_query_t *q, unsigned long digits)
{
    dpc_status status = set_limit(q, "the number of digits", digits, 1, DPC_MAX_DIGITS);
    if (status == DPC_OK)
        q->digits = digits;
    return status;
}

dpc_status dpc_query_set_max_bits(dpc_query_t *q, unsigned long bits)
{
    dpc_status status =
        set_limit(q, "the largest precision in bits", bits, DPC_QUERY_FIRST_BITS, MAX_MAX_BITS);
    if (status == DPC_OK)
        q->max_bits = bits;
    return status;
}

dpc_status dpc_query_set_max_steps(dpc_query_t *q, uint64_t steps)
{
    dpc_status status = set_limit(q, "the number of steps", steps, 1, UINT64_MAX / 2);
    if (status == DPC_OK)
        q->max_steps = steps;
    return status;
}

dpc_status dpc_query_set_arith(dpc_query_t *q, const char *domain)
{
    dpc_diag_reset(&q->diag);
    const dpc_domain *found = domain != NULL ? dpc_domain_find(domain) : NULL;
    if (found == NULL)
        return dpc_fail(&q->diag, DPC_PARSE, "unknown arithmetic '%.40s': it is %skernel or double",
                        domain != NULL ? domain : "",
                        dpc_domain_find("ball") != NULL ? "ball, mpfr, " : "");
    if (found != q->domain) {
        dpc_run_free(q->run);
        q->run = NULL;
        q->domain = found;
    }
    return DPC_OK;
}

void dpc_query_set_referees(dpc_query_t *q, int wanted)
{
    q->no_referees = wanted == 0;
}

/* ---- reading ---- */

const char *dpc_query_error(const dpc_query_t *q)
{
    return q->diag.text;
}

dpc_limit dpc_query_limit(const dpc_query_t *q, uint64_t *value)
{
    *value = q->diag.value;
    return q->diag.limit;
}

const dpc_theorem_info *dpc_query_theorem(const dpc_query_t *q)
{
    return &q->theorem;
}

size_t dpc_query_inputs(const dpc_query_t *q)
{
    return q->code->ninputs;
}

const dpc_input_info *dpc_query_input(const dpc_query_t *q, size_t index)
{
    return index < q->code->ninputs ? &q->input_info[index] : NULL;
}

const dpc_input_info *dpc_query_find_input(const dpc_query_t *q, const char *name)
{
    for (size_t i = 0; i < q->code->ninputs && name != NULL; i++)
        if (strcmp(q->input_info[i].name, name) == 0)
            return &q->input_info[i];
    return NULL;
}

size_t dpc_query_results(const dpc_query_t *q)
{
    return q->nresults;
}

const dpc_result_info *dpc_query_result(const dpc_query_t *q, size_t index)
{
    return index < q->nresults ? &q->result_info[index] : NULL;
}

size_t dpc_query_result_index(const dpc_query_t *q, const char *name)
{
    for (size_t i = 0; i < q->nresults && name != NULL; i++)
        if (strcmp(q->result_info[i].name, name) == 0)
            return i;
    return SIZE_MAX;
}

const dpc_result_info *dpc_query_find_result(const dpc_query_t *q, const char *name)
{
    return dpc_query_result(q, dpc_query_result_index(q, name));
}

bool dpc_query_result_end(const dpc_query_t *q, size_t index, bool up, mpq_t x)
{
    if (index >= q->nresults || q->result_info[index].lower == NULL)
        return false;
    const dpc_ends *ends = &q->result_ends[index];
    return dpc_decimal_value(x, up ? &ends->upper : &ends->lower);
}

bool dpc_query_referee_end(const dpc_query_t *q, size_t index, bool up, mpq_t x)
{
    if (index >= q->nreferees || q->referee_info[index].lower == NULL)
        return false;
    const dpc_ends *ends = &q->referee_ends[index];
    return dpc_decimal_value(x, up ? &ends->upper : &ends->lower);
}

size_t dpc_query_referees(const dpc_query_t *q)
{
    return q->nreferees;
}

const dpc_referee_info *dpc_query_referee(const dpc_query_t *q, size_t index)
{
    return index < q->nreferees ? &q->referee_info[index] : NULL;
}

size_t dpc_query_assumptions(const dpc_query_t *q)
{
    return q->code->nassumptions;
}

const char *dpc_query_assumption(const dpc_query_t *q, size_t index)
{
    return index < q->code->nassumptions ? q->code->assumption[index].text : NULL;
}

size_t dpc_query_premises(const dpc_query_t *q)
{
    return q->code->npremises;
}

const char *dpc_query_premise(const dpc_query_t *q, size_t index)
{
    return index < q->code->npremises ? q->code->premise[index].text : NULL;
}

/* Whether the theorem has a label after 'quasiconvex' that is ignored. */
static bool ignores_label(const dpc_code *c)
{
    for (size_t pc = 0; pc < c->ninstr; pc++) {
        const dpc_instr *i = &c->instr[pc];
        if ((i->op == DPC_OP_INF || i->op == DPC_OP_SUP) && i->expr->field != NULL && !i->bracket)
            return true;
    }
    return false;
}

/* The note with this index; NULL if there are fewer.  *count: the number of notes. */
static const char *find_note(const dpc_query_t *q, size_t index, size_t *count)
{
    static const char ignored[] =
        "'quasiconvex' is ignored in your own file, since nothing vouches for its lemmas: ranges "
        "are divided into cells, which takes longer and may give fewer digits";
    const char *found = NULL;
    *count = 0;
    for (const dpc_stmt *s = q->unit->first; s != NULL; s = s->next)
        if (s->kind == DPC_S_NOTE && (*count)++ == index)
            found = s->text;
    if (ignores_label(q->code) && (*count)++ == index)
        found = ignored;
    return found;
}

size_t dpc_query_notes(const dpc_query_t *q)
{
    size_t count;
    (void)find_note(q, 0, &count);
    return count;
}

const char *dpc_query_note(const dpc_query_t *q, size_t index)
{
    size_t count;
    return find_note(q, index, &count);
}

unsigned long dpc_query_bits(const dpc_query_t *q)
{
    return q->bits;
}
