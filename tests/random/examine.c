/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "dpcert.h"
#include "examine.h"

#include "arith/arith.h"
#include "check_util.h"
#include "arith/integral_arb.h"
#include "base/rational.h"
#include "cert/cert.h"
#include "guess/bracket.h"
#include "lang/flow.h"
#include "lang/lower.h"
#include "query/value_text.h"
#include "run/run.h"
#include "run/values.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    FIRST_BITS = 64,
    MOST_BITS = 256,
    HOSTILE_TRIES = 12,
    METHOD_STEPS = 16,
    MAX_DIGITS = 4000,
    MAX_EXPONENT = 40000
};

const char *const exam_domain_names[EXAMINE_DOMAINS] = {"ball", "mpfr", "kernel"};

typedef struct {
    exam *x;
    const exam_options *options;
    dpc_catalogue_t *cat;
    const dpc_unit *unit;
    dpc_code *code;
    const ref_inputs *inputs;
    dpc_list *list; /* indexed by list number */
    uint64_t state; /* of the random generator */
    bool has_bracket, has_method, has_range;
    char *hints;                        /* as in a certificate, or NULL */
    dpc_chosen chosen[EXAMINE_RESULTS]; /* whether results depend on witnesses only */
} examiner;

static void disagree(examiner *k, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The first disagreement is kept. */
static void disagree(examiner *k, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (k->x->disagreement[0] == '\0')
        (void)vsnprintf(k->x->disagreement, sizeof k->x->disagreement, format, args);
    va_end(args);
}

/* ---- inputs ---- */

static const ref_input *find_input(const examiner *k, const char *name)
{
    for (size_t i = 0; i < k->inputs->count; i++)
        if (strcmp(k->inputs->input[i].name, name) == 0)
            return &k->inputs->input[i];
    return NULL;
}

/* Copies the records; false if they do not fit. */
static bool take_list(examiner *k, const dpc_input *in, const ref_input *given)
{
    dpc_list *list = &k->list[in->slot];
    if (!given->is_list || given->fields != in->type->nmembers)
        return false;
    list->length = given->records;
    list->nfields = given->fields;
    const size_t n = given->records * given->fields;
    list->value = calloc(n + 1, sizeof *list->value);
    for (size_t i = 0; list->value != NULL && i < n; i++) {
        mpq_init(list->value[i]);
        mpq_set(list->value[i], given->value[i]);
    }
    return list->value != NULL;
}

static bool take_lists(examiner *k)
{
    k->list = calloc(k->code->nlists + 1, sizeof *k->list);
    for (size_t i = 0; k->list != NULL && i < k->code->ninputs; i++) {
        const dpc_input *in = &k->code->input[i];
        const ref_input *given = find_input(k, in->name);
        if (in->role == DPC_INPUT_REFEREE)
            continue;
        if (given == NULL || given->is_list != dpc_type_has_records(in->type) ||
            (given->is_list && !take_list(k, in, given)))
            return false;
    }
    return k->list != NULL;
}

static dpc_run *new_run(const examiner *k, const dpc_domain *domain)
{
    dpc_run *run = dpc_run_new(k->code, domain);
    if (run == NULL)
        abort();
    dpc_run_reset(run);
    run->prec = FIRST_BITS;
    run->budget.max_steps = k->options->max_steps * (k->has_method ? METHOD_STEPS : 1);
    run->hooks.integrate = domain == &dpc_domain_ball ? dpc_integrate_arb : NULL;
    for (size_t i = 0; i < k->code->ninputs; i++) {
        const dpc_input *in = &k->code->input[i];
        const ref_input *given = find_input(k, in->name);
        if (dpc_type_has_records(in->type))
            run->list[in->slot] = &k->list[in->slot];
        else if (given != NULL && !given->is_list)
            dpc_run_set_input(run, i, given->value[0]);
    }
    return run;
}

/* ---- answers ---- */

static bool set_end(mpq_t q, const mpz_t man, int64_t exp)
{
    if (exp > MAX_EXPONENT || exp < -MAX_EXPONENT)
        return false;
    mpq_set_z(q, man);
    if (exp >= 0)
        mpq_mul_2exp(q, q, (mp_bitcnt_t)exp);
    else
        mpq_div_2exp(q, q, (mp_bitcnt_t)-exp);
    return true;
}

static void read_answer(exam_answer *a, dpc_run *run, uint32_t slot)
{
    dpc_bounds b;
    if (run->slot[slot].exact) {
        mpq_set(a->lo, run->slot[slot].q);
        mpq_set(a->hi, run->slot[slot].q);
        a->known = true;
        return;
    }
    dpc_bounds_init(&b);
    dpc_run_bounds(run, slot, &b);
    a->known = b.finite && set_end(a->lo, b.lo_man, b.lo_exp) && set_end(a->hi, b.hi_man, b.hi_exp);
    dpc_bounds_clear(&b);
}

/* Whether the ends agree to about six digits. */
static bool is_narrow(const exam_answer *a)
{
    const double lo = mpq_get_d(a->lo), hi = mpq_get_d(a->hi);
    return mpq_equal(a->lo, a->hi) || fabs(hi - lo) <= 1e-6 * fabs(hi);
}

static void answer_init(exam_answer *a)
{
    a->known = false;
    mpq_inits(a->lo, a->hi, NULL);
}

static void answer_clear(exam_answer *a)
{
    mpq_clears(a->lo, a->hi, NULL);
}

static void show(char *out, size_t size, const exam_answer *a)
{
    (void)snprintf(out, size, "[%.12g, %.12g]", mpq_get_d(a->lo), mpq_get_d(a->hi));
}

static bool disjoint(const exam_answer *a, const exam_answer *b)
{
    return a->known && b->known && (mpq_cmp(a->hi, b->lo) < 0 || mpq_cmp(b->hi, a->lo) < 0);
}

static void compare_answers(examiner *k, size_t result, const exam_answer *a, const char *who,
                            const exam_answer *b, const char *other)
{
    char first[80], second[80];
    if (!disjoint(a, b))
        return;
    show(first, sizeof first, a);
    show(second, sizeof second, b);
    disagree(k, "%s: %s says %s, %s says %s", k->code->result[result].stmt->name, who, first, other,
             second);
}

/* Raises the precision until the answers are narrow. */
static dpc_status evaluate(examiner *k, dpc_run *run, exam_answer *answer)
{
    dpc_status last = DPC_UNDECIDED;
    for (unsigned long bits = FIRST_BITS; bits <= MOST_BITS; bits *= 2) {
        dpc_diag diag = {.status = DPC_OK};
        const dpc_status status = dpc_run_block(run, 0, k->code->main_end, bits, &diag);
        bool narrow = true;
        if (status == DPC_DOMAIN && run->ending.reason == DPC_END_PLAN)
            break; /* a plan that proves nothing here may prove something in another arithmetic */
        if (status == DPC_DOMAIN)
            return last == DPC_OK ? last : status;
        if (status == DPC_OK) {
            for (size_t i = 0; i < k->x->nresults; i++) {
                read_answer(&answer[i], run, k->code->result[i].slot);
                narrow = narrow && answer[i].known && is_narrow(&answer[i]);
            }
            last = DPC_OK;
        }
        if ((status == DPC_OK && (narrow || k->has_range || k->has_method)) || run->ending.final ||
            run->budget.steps > run->budget.max_steps / 2)
            break; /* more bits would not narrow the ranges, and would take long */
    }
    return last;
}

/* ---- brackets ---- */

/* A number between 0 and 1, often near one of them. */
static void random_part(examiner *k, mpq_t part)
{
    mpq_set_ui(part, check_below(&k->state, 999) + 1, 1000);
    mpq_canonicalize(part);
    if (check_below(&k->state, 3) == 0)
        mpq_div_2exp(part, part, (mp_bitcnt_t)check_below(&k->state, 40));
    if (check_below(&k->state, 3) == 0) {
        mpz_sub(mpq_numref(part), mpq_denref(part), mpq_numref(part));
        mpq_canonicalize(part);
    }
}

/* Three of them in order, often close to each other. */
static void random_parts(examiner *k, mpq_t part[3])
{
    const bool close = check_below(&k->state, 2) == 0;
    const mp_bitcnt_t nearer = (mp_bitcnt_t)check_below(&k->state, 30);
    for (int n = 0; n < 3; n++) {
        random_part(k, part[n]);
        for (int m = n; m > 0 && mpq_cmp(part[m], part[m - 1]) < 0; m--)
            mpq_swap(part[m], part[m - 1]);
    }
    for (int n = 0; n < 3 && close; n += 2) { /* the outer ones move towards the middle */
        mpq_sub(part[n], part[n], part[1]);
        mpq_div_2exp(part[n], part[n], nearer);
        mpq_add(part[n], part[n], part[1]);
    }
}

/* For dpc_run's propose: three numbers of the range at random. */
static bool propose_anything(void *data, dpc_run *run, size_t pc, dpc_bracket *out)
{
    examiner *k = data;
    const dpc_instr *i = &run->code->instr[pc];
    exam_answer a, b;
    mpq_t part[3];
    answer_init(&a);
    answer_init(&b);
    read_answer(&a, run, i->a);
    read_answer(&b, run, i->b);
    for (int n = 0; n < 3; n++)
        mpq_init(part[n]);
    random_parts(k, part);
    const bool known = a.known && b.known;
    mpq_t *const to[3] = {&out->lo, &out->mid, &out->hi};
    for (int n = 0; n < 3; n++) {
        mpq_sub(*to[n], b.hi, a.lo);
        mpq_mul(*to[n], *to[n], part[n]);
        mpq_add(*to[n], *to[n], a.lo);
        mpq_clear(part[n]);
    }
    out->from_start = check_below(&k->state, 2) == 0;
    out->to_end = check_below(&k->state, 2) == 0;
    answer_clear(&a);
    answer_clear(&b);
    return known;
}

/* Evaluates with brackets: accepted results agree with the others. */
static void examine_bracketed(examiner *k, size_t domain, bool hostile)
{
    dpc_run *run = new_run(k, dpc_domain_find(exam_domain_names[domain]));
    dpc_brackets *found = dpc_brackets_new();
    exam_answer answer[EXAMINE_RESULTS];
    char who[60];
    (void)snprintf(who, sizeof who, "%s with %s", exam_domain_names[domain],
                   hostile ? "random brackets" : "brackets");
    for (size_t i = 0; i < EXAMINE_RESULTS; i++)
        answer_init(&answer[i]);
    run->hooks.propose = hostile ? propose_anything : dpc_brackets_propose;
    run->hooks.propose_data = hostile ? (void *)k : (void *)found;
    if (evaluate(k, run, answer) == DPC_OK) {
        k->x->brackets++;
        for (size_t i = 0; i < k->x->nresults; i++)
            for (size_t d = 0; d < EXAMINE_DOMAINS; d++)
                compare_answers(k, i, &answer[i], who, &k->x->answer[d][i], exam_domain_names[d]);
    }
    for (size_t i = 0; i < EXAMINE_RESULTS; i++) {
        /* where no other answer exists, later ones are compared with the bracketed one */
        if (answer[i].known && !k->x->answer[domain][i].known && i < k->x->nresults) {
            mpq_set(k->x->answer[domain][i].lo, answer[i].lo);
            mpq_set(k->x->answer[domain][i].hi, answer[i].hi);
            k->x->answer[domain][i].known = true;
        }
        answer_clear(&answer[i]);
    }
    dpc_brackets_free(found);
    dpc_run_free(run);
}

/* ---- the second evaluator ---- */

static void compare_reference(examiner *k, size_t result, ref_num value)
{
    const char *name = k->code->result[result].stmt->name;
    exam_answer exact;
    answer_init(&exact);
    for (size_t d = 0; d < EXAMINE_DOMAINS; d++) {
        const exam_answer *a = &k->x->answer[d][result];
        long double lo, hi, unused;
        if (!a->known)
            continue;
        ref_ends(a->lo, &lo, &unused);
        ref_ends(a->hi, &unused, &hi);
        char text[80];
        show(text, sizeof text, a);
        if (hi < value.lo || lo > value.hi)
            disagree(k, "%s: %s says %s, the second evaluator [%.12Lg, %.12Lg]", name,
                     exam_domain_names[d], text, value.lo, value.hi);
        if (value.q != NULL) {
            mpq_set(exact.lo, value.q);
            mpq_set(exact.hi, value.q);
            exact.known = true;
            compare_answers(k, result, a, exam_domain_names[d], &exact, "the second evaluator");
        }
    }
    answer_clear(&exact);
}

static void examine_reference(examiner *k)
{
    ref_run r;
    ref_begin(&r, k->cat, k->inputs, 400000);
    ref_status status = REF_OK;
    for (const dpc_stmt *s = k->unit->first; s != NULL && status == REF_OK; s = s->next)
        status = ref_statement(&r, s);
    k->x->ref = status;
    bool any = false;
    for (size_t d = 0; d < EXAMINE_DOMAINS; d++)
        any = any || k->x->status[d] == DPC_OK;
    if (status == REF_UNDEFINED && any)
        disagree(k, "it has a value, but the second evaluator finds it undefined");
    k->x->ref_useful = status == REF_OK;
    for (size_t i = 0; i < k->x->nresults && status == REF_OK; i++) {
        ref_num value;
        if (!ref_result(&r, k->code->result[i].stmt->name, &value))
            continue;
        k->x->ref_useful = k->x->ref_useful && !(isinf(value.lo) && isinf(value.hi));
        k->x->ref_lo[i] = value.lo;
        k->x->ref_hi[i] = value.hi;
        compare_reference(k, i, value);
    }
    ref_end(&r);
}

/* ---- certificates ---- */

/* Not check_text: this file does not use Check. */
typedef struct {
    char *s;
    size_t len;
    FILE *out;
} memory;

static void memory_open(memory *t)
{
    t->out = open_memstream(&t->s, &t->len);
    if (t->out == NULL)
        abort();
}

static void memory_close(memory *t)
{
    if (fclose(t->out) != 0)
        abort();
}

static void put_file(memory *t, const char *name, const char *text)
{
    size_t lines = 0;
    for (const char *s = text; *s != '\0'; s++)
        lines += *s == '\n';
    (void)fprintf(t->out, "file %s %zu\n", name, lines);
    for (const char *s = text; *s != '\0';) {
        const size_t n = strcspn(s, "\n") + 1;
        (void)fputs("|", t->out);
        (void)fwrite(s, 1, n, t->out);
        s += n;
    }
}

static void put_inputs(const examiner *k, memory *t, const char *keyword, dpc_input_role role)
{
    for (size_t i = 0; i < k->code->ninputs; i++) {
        const dpc_input *in = &k->code->input[i];
        if (in->role != role)
            continue;
        const ref_input *given = find_input(k, in->name);
        char *text =
            dpc_value_text(given->value[0], given->is_list ? &k->list[in->slot] : NULL, in);
        if (text == NULL)
            abort();
        (void)fprintf(t->out, "%s %s = ", keyword, in->name);
        (void)fputs(text, t->out);
        (void)fputs("\n", t->out);
        free(text);
    }
}

/* Both ends, or the only end of a result where witnesses are chosen. */
static void put_claims(const examiner *k, memory *t, const exam_answer *claim)
{
    for (size_t i = 0; i < k->x->nresults; i++)
        for (int upper = 0; upper < 2; upper++) {
            const dpc_stmt *s = k->code->result[i].stmt;
            if (k->chosen[i] && (s->rel == '<') != (upper == 1))
                continue;
            char *text = dpc_rational_text(upper ? claim[i].hi : claim[i].lo);
            if (text == NULL)
                abort();
            (void)fprintf(t->out, "claim %s %s %s\n", s->name, upper ? "<=" : ">=", text);
            free(text);
        }
}

/* A certificate of kind value with these claims. */
static memory certificate(examiner *k, const exam_answer *claim)
{
    memory t;
    memory_open(&t);
    const dpc_unit *found[DPC_CERT_MAX_FILES];
    dpc_diag diag = {.status = DPC_OK};
    const size_t n = dpc_cert_closure(k->cat, k->unit, found, &diag);
    (void)fprintf(t.out, "dpcert-certificate 2\nkind value\ntheorem %s %lu\nneighbours %s\n",
                  k->unit->id, k->unit->revision, dpc_adjacency_name(k->unit->adjacency));
    for (size_t i = 0; i < n; i++)
        put_file(&t, found[i]->id, i == 0 ? found[i]->source.text : dpc_cat_text(found[i]->id));
    put_file(&t, "prelude", dpc_cat_text("prelude"));
    put_inputs(k, &t, "param", DPC_INPUT_PARAM);
    put_inputs(k, &t, "choose", DPC_INPUT_CHOOSE);
    if (k->hints != NULL)
        (void)fputs(k->hints, t.out);
    put_claims(k, &t, claim);
    (void)fputs("end\n", t.out);
    memory_close(&t);
    return t;
}

static void write_file(examiner *k, const memory *t, const char *kind)
{
    char path[1000];
    (void)snprintf(path, sizeof path, "%s/%lu-%s.cert", k->options->folder, k->options->number,
                   kind);
    FILE *out = fopen(path, "w");
    if (out == NULL || fwrite(t->s, 1, t->len, out) != t->len || fclose(out) != 0) {
        perror(path);
        abort();
    }
    k->x->written++;
}

/* The checker's verdict on claims: a false claim is never verified, a true one never rejected. */
static void check_claims(examiner *k, const exam_answer *claim, bool honest, const char *kind)
{
    memory t = certificate(k, claim);
    const dpc_verify_options options = {.domain = dpc_domain_find("kernel"),
                                        .max_bits = 4UL * MOST_BITS,
                                        .max_steps = 20 * k->options->max_steps};
    dpc_verdict_info *v = dpc_cert_verify("certificate", t.s, t.len, &options);
    if (v == NULL)
        abort();
    k->x->verified += honest && v->verdict == DPC_VERIFIED;
    k->x->undecided += honest && v->verdict == DPC_VERIFY_UNDECIDED;
    k->x->refused += !honest && v->verdict != DPC_VERIFIED;
    if (honest && v->verdict == DPC_REJECTED && strstr(v->line, "plan") == NULL)
        disagree(k, "an honest certificate (%s) is rejected: %.1500s", kind, v->line);
    if (!honest && v->verdict == DPC_VERIFIED)
        disagree(k, "a dishonest certificate (%s) is verified: %.1500s", kind, v->line);
    if (k->options->folder != NULL)
        write_file(k, &t, kind);
    dpc_verdict_free(v);
    free(t.s);
}

/* An enclosure that is moved up or down until it is disjoint from the original. */
static void shift(exam_answer *claim, bool up)
{
    mpq_t step, least;
    mpq_inits(step, least, NULL);
    mpq_sub(step, claim->hi, claim->lo);
    mpq_abs(least, claim->hi);
    mpq_div_2exp(least, least, 30);
    if (mpq_cmp(step, least) < 0)
        mpq_set(step, least);
    if (mpq_sgn(step) == 0)
        mpq_set_ui(step, 1, 1000000);
    mpq_mul_2exp(step, step, 1);
    if (!up)
        mpq_neg(step, step);
    mpq_add(claim->lo, claim->lo, step);
    mpq_add(claim->hi, claim->hi, step);
    mpq_clears(step, least, NULL);
}

/* Hints of a search in the kernel; false if an evaluation with them fails. */
static bool find_hints(examiner *k)
{
    dpc_run *run = new_run(k, dpc_domain_find("kernel"));
    dpc_brackets *found = dpc_brackets_new();
    memory t;
    memory_open(&t);
    dpc_diag diag = {.status = DPC_OK};
    run->hooks.propose = dpc_brackets_propose;
    run->hooks.propose_data = found;
    const bool good = dpc_run_block(run, 0, k->code->main_end, FIRST_BITS, &diag) == DPC_OK;
    for (size_t i = 0; good && i < dpc_brackets_count(found); i++) {
        char *text = dpc_brackets_text(found, i);
        (void)fputs("hint ", t.out);
        (void)fputs(text, t.out);
        (void)fputs("\n", t.out);
        free(text);
    }
    memory_close(&t);
    k->hints = t.s;
    dpc_brackets_free(found);
    dpc_run_free(run);
    return good;
}

/* Whether a certificate can hold the number. */
static bool is_short(const mpq_t q)
{
    return mpz_sizeinbase(mpq_numref(q), 10) < MAX_DIGITS &&
           mpz_sizeinbase(mpq_denref(q), 10) < MAX_DIGITS;
}

/* Whether the theorem can have a certificate, see certs/FORMAT.md. */
static bool can_certify(examiner *k)
{
    if (!dpc_flow_chosen(k->code, k->chosen))
        abort();
    for (size_t i = 0; i < k->x->nresults; i++)
        if (k->chosen[i] != DPC_BY_PARAMETERS && k->code->result[i].stmt->rel == '=')
            return false;
    return true;
}

static void examine_certificates(examiner *k)
{
    const size_t d = check_below(&k->state, EXAMINE_DOMAINS);
    exam_answer claim[EXAMINE_RESULTS];
    for (size_t i = 0; i < k->x->nresults; i++)
        if (!k->x->answer[d][i].known || !is_short(k->x->answer[d][i].lo) ||
            !is_short(k->x->answer[d][i].hi))
            return;
    if (k->has_bracket && !find_hints(k))
        return;
    for (size_t i = 0; i < EXAMINE_RESULTS; i++) {
        answer_init(&claim[i]);
        mpq_set(claim[i].lo, k->x->answer[d][i].lo);
        mpq_set(claim[i].hi, k->x->answer[d][i].hi);
    }
    check_claims(k, claim, true, "honest");
    for (size_t i = 0; i < k->x->nresults; i++)
        shift(&claim[i],
              k->chosen[i] ? k->code->result[i].stmt->rel == '>' : check_below(&k->state, 2) == 0);
    check_claims(k, claim, false, "moved");
    for (size_t i = 0; i < EXAMINE_RESULTS; i++)
        answer_clear(&claim[i]);
}

/* ---- all of it ---- */

static void examine_all(examiner *k)
{
    exam *x = k->x;
    for (size_t i = 0; i < k->code->ninstr; i++) {
        k->has_bracket = k->has_bracket || k->code->instr[i].bracket;
        const dpc_op op = k->code->instr[i].op;
        k->has_method = k->has_method || op == DPC_OP_METHOD;
        k->has_range = k->has_range || (op >= DPC_OP_INF && op <= DPC_OP_INTEGRAL);
    }
    for (size_t d = 0; d < EXAMINE_DOMAINS; d++) {
        dpc_run *run = new_run(k, dpc_domain_find(exam_domain_names[d]));
        x->status[d] = evaluate(k, run, x->answer[d]);
        dpc_run_free(run);
    }
    for (size_t i = 0; i < x->nresults; i++)
        for (size_t d = 1; d < EXAMINE_DOMAINS; d++)
            for (size_t f = 0; f < d; f++)
                compare_answers(k, i, &x->answer[d][i], exam_domain_names[d], &x->answer[f][i],
                                exam_domain_names[f]);
    for (size_t d = 0; d < EXAMINE_DOMAINS && k->has_bracket; d++) {
        examine_bracketed(k, d, false);
        for (int i = 0; i < HOSTILE_TRIES; i++)
            examine_bracketed(k, d, true);
    }
    for (size_t d = 0; d < EXAMINE_DOMAINS; d++)
        for (size_t f = 0; f < EXAMINE_DOMAINS; f++)
            if (x->status[d] == DPC_DOMAIN && x->status[f] == DPC_OK)
                disagree(k, "%s finds it undefined, %s does not", exam_domain_names[d],
                         exam_domain_names[f]);
    x->narrow = true;
    for (size_t d = 0; d < EXAMINE_DOMAINS; d++)
        for (size_t i = 0; i < x->nresults; i++)
            x->narrow = x->narrow && x->answer[d][i].known && is_narrow(&x->answer[d][i]);
    examine_reference(k);
    if (k->options->certificates && x->status[0] == DPC_OK && can_certify(k))
        examine_certificates(k);
}

void exam_run(exam *x, const char *text, const ref_inputs *inputs, const exam_options *options)
{
    *x = (exam){.lowered = false};
    for (size_t d = 0; d < EXAMINE_DOMAINS; d++)
        for (size_t i = 0; i < EXAMINE_RESULTS; i++)
            answer_init(&x->answer[d][i]);
    dpc_diag diag = {.status = DPC_OK};
    examiner k = {.x = x, .options = options, .inputs = inputs, .state = options->seed};
    k.cat = dpc_cat_new();
    k.unit = k.cat != NULL ? dpc_cat_add(k.cat, "theorem", text, strlen(text), &diag) : NULL;
    k.code = k.unit != NULL ? dpc_lower(k.cat, k.unit, &diag) : NULL;
    x->lowered = k.code != NULL;
    if (k.code != NULL && k.code->nresults <= EXAMINE_RESULTS && take_lists(&k)) {
        x->nresults = k.code->nresults;
        examine_all(&k);
    } else if (k.code == NULL)
        (void)snprintf(x->disagreement, sizeof x->disagreement, "it does not lower: %.2000s",
                       diag.text);
    for (size_t i = 0; k.list != NULL && i < k.code->nlists; i++)
        dpc_list_clear(&k.list[i]);
    free(k.list);
    free(k.hints);
    dpc_code_free(k.code);
    dpc_cat_free(k.cat);
}

void exam_clear(exam *x)
{
    for (size_t d = 0; d < EXAMINE_DOMAINS; d++)
        for (size_t i = 0; i < EXAMINE_RESULTS; i++)
            answer_clear(&x->answer[d][i]);
}

void exam_print(const exam *x)
{
    for (size_t d = 0; d < EXAMINE_DOMAINS; d++) {
        printf("  %-7s %s", exam_domain_names[d], dpc_status_name(x->status[d]));
        for (size_t i = 0; i < x->nresults; i++) {
            char text[80] = "nothing";
            if (x->answer[d][i].known)
                show(text, sizeof text, &x->answer[d][i]);
            printf(" %s", text);
        }
        printf("\n");
    }
    printf("  second  %s", x->ref == REF_OK          ? "ok"
                           : x->ref == REF_UNDEFINED ? "undefined"
                                                     : "unknown");
    for (size_t i = 0; i < x->nresults && x->ref == REF_OK; i++)
        printf(" [%.12Lg, %.12Lg]", x->ref_lo[i], x->ref_hi[i]);
    printf("\n");
}
