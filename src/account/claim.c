/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   What another accountant claims, against what is certified.  A theorem and its referees give
   lower <= truth <= upper, either of which may be missing; the claim is compared with these. */
#include "account/claim.h"

#include "base/decimal.h"
#include "base/rational.h"
#include "query/progress.h"
#include "query/query.h"
#include "query/rationals.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FIRST_DIGITS = 12, LAST_DIGITS = 96, SHOWN_DIGITS = 12 };

typedef struct {
    dpc_claim_verdict info;
    char *lower, *upper, *slack, *certificate;
    char why[2400];
    char slack_text[80];
    char **assumption, **premise;
} judgement;

static const char the_theorem[] = "the theorem";

/* ---- the claim ---- */

/* UNREADABLE is a slip of the pen; NOT_A_NUMBER and NOTHING are what an accountant says that
 * failed. */
typedef enum { A_NUMBER, INFINITE, MINUS_INFINITE, NOT_A_NUMBER, NOTHING, UNREADABLE } claim_kind;

/* 10^(exponent - decimals) of the text of a decimal; 0 for a fraction, which is not rounded. */
static void last_unit(mpq_t unit, const char *text)
{
    const char *point = strchr(text, '.'), *e = strpbrk(text, "eE");
    long places = 0;
    mpq_set_ui(unit, 0, 1);
    if (strpbrk(text, "/^xXpP") != NULL)
        return;
    if (point != NULL)
        for (const char *s = point + 1; isdigit((unsigned char)*s); s++)
            places--;
    if (e != NULL)
        places += strtol(e + 1, NULL, 10);
    if (places < -DPC_MAX_EXPONENT || places > DPC_MAX_EXPONENT)
        return;
    dpc_power_of_ten(unit, places);
}

static bool is_word(const char *s, size_t length, const char *word)
{
    return strlen(word) == length && strncasecmp(s, word, length) == 0;
}

static claim_kind read_claim(const char *text, mpq_t value, dpc_diag *diag)
{
    const char *s = text + strspn(text, " \t+");
    size_t length = strlen(s);
    while (length > 0 && isspace((unsigned char)s[length - 1]))
        length--;
    if (length == 0)
        return NOTHING;
    const size_t minus = s[0] == '-';
    if (is_word(s + minus, length - minus, "nan"))
        return NOT_A_NUMBER;
    if (is_word(s + minus, length - minus, "inf") || is_word(s + minus, length - minus, "infinity"))
        return minus ? MINUS_INFINITE : INFINITE;
    return dpc_rational_parse(value, s, length, "the claim", diag) == DPC_OK ? A_NUMBER
                                                                             : UNREADABLE;
}

/* ---- the truth ---- */

static void take(bool *has, mpq_t best, const char **from, const mpq_t x, bool larger,
                 const char *words)
{
    if (!*has || (larger ? mpq_cmp(x, best) > 0 : mpq_cmp(x, best) < 0)) {
        mpq_set(best, x);
        *has = true;
        *from = words;
    }
}

void dpc_knowledge_lower(dpc_knowledge *k, const mpq_t x, const char *from)
{
    take(&k->has_lower, k->lower, &k->lower_from, x, true, from);
}

void dpc_knowledge_upper(dpc_knowledge *k, const mpq_t x, const char *from)
{
    take(&k->has_upper, k->upper, &k->upper_from, x, false, from);
}

/* What the theorem and its referees say about a result; a refuted or asymptotic theorem says
   nothing itself, nor does a file of the user's own. */
static void learn(dpc_knowledge *k, const dpc_query_t *q, size_t result)
{
    const dpc_theorem_info *t = dpc_query_theorem(q);
    const dpc_result_info *r = dpc_query_result(q, result);
    const bool counts = dpc_theorem_counts(t) != 0;
    mpq_t x;
    mpq_init(x);
    k->has_lower = k->has_upper = false;
    k->exact = counts && r->kind == DPC_BOUND_EXACT;
    k->conditional = t->status == DPC_STATUS_CONDITIONAL;
    if (counts && r->kind != DPC_BOUND_LOWER && dpc_query_result_end(q, result, true, x))
        dpc_knowledge_upper(k, x, the_theorem);
    if (counts && r->kind != DPC_BOUND_UPPER && dpc_query_result_end(q, result, false, x))
        dpc_knowledge_lower(k, x, the_theorem);
    for (size_t i = 0; i < dpc_query_referees(q); i++) {
        const dpc_referee_info *f = dpc_query_referee(q, i);
        const bool lower = f->kind == DPC_BOUND_LOWER;
        if (strcmp(f->name, r->name) != 0 || !dpc_query_referee_end(q, i, !lower, x))
            continue;
        if (lower)
            dpc_knowledge_lower(k, x, f->text);
        else
            dpc_knowledge_upper(k, x, f->text);
    }
    mpq_clear(x);
    k->contradictory = k->has_lower && k->has_upper && mpq_cmp(k->lower, k->upper) > 0;
}

/* ---- the verdict ---- */

/* Whether the digits of a claim can be those of a truth that was rounded or cut off: a single digit
   may be short by half of it, and tells nothing. */
static bool is_rounding(const mpq_t c, const mpq_t unit)
{
    mpq_t ten;
    mpq_init(ten);
    mpq_set_ui(ten, 10, 1);
    mpq_mul(ten, ten, unit);
    const bool has_two = mpq_sgn(unit) > 0 && mpq_sgn(c) > 0 && mpq_cmp(c, ten) >= 0;
    mpq_clear(ten);
    return has_two;
}

/* A claim that the truth is at most c.  For one that it is at least c, everything is mirrored. */
static dpc_judgement_kind compare(const dpc_knowledge *k, const mpq_t c, const mpq_t unit,
                                  bool is_lower)
{
    const bool has_beyond = is_lower ? k->has_lower : k->has_upper; /* proves the claim, */
    const bool has_before = is_lower ? k->has_upper : k->has_lower; /* refutes it */
    mpq_srcptr beyond = is_lower ? k->lower : k->upper, before = is_lower ? k->upper : k->lower;
    const char *refuted_by = is_lower ? k->upper_from : k->lower_from;
    const int sign = is_lower ? -1 : 1;
    if (k->contradictory)
        return DPC_CLAIM_UNDECIDED;
    if (has_beyond && sign * mpq_cmp(c, beyond) >= 0)
        return DPC_CLAIM_SOUND;
    mpq_t further; /* the claim, one unit of its last digit further on the safe side */
    mpq_init(further);
    if (is_lower)
        mpq_sub(further, c, unit);
    else
        mpq_add(further, c, unit);
    const bool rounded = is_rounding(c, unit) && has_beyond && sign * mpq_cmp(further, beyond) >= 0;
    mpq_clear(further);
    if (has_before && sign * mpq_cmp(c, before) < 0) {
        if (k->conditional && refuted_by == the_theorem)
            return DPC_CLAIM_UNDECIDED; /* an assumption may be false */
        return rounded ? DPC_CLAIM_ROUNDED : DPC_CLAIM_UNSOUND;
    }
    if (k->exact)
        return DPC_CLAIM_UNDECIDED; /* more digits may tell */
    return rounded ? DPC_CLAIM_ROUNDED : has_beyond ? DPC_CLAIM_UNJUSTIFIED : DPC_CLAIM_UNDECIDED;
}

/* 100 (c - end)/end */
static void excess_percent(mpq_t s, const mpq_t c, const mpq_t end)
{
    mpq_t hundred;
    mpq_init(hundred);
    mpq_set_ui(hundred, 100, 1);
    mpq_sub(s, c, end);
    mpq_div(s, s, end);
    mpq_mul(s, s, hundred);
    mpq_clear(hundred);
}

/* Whether the two ends are so near to each other that it makes no difference in the slack from
   which one it is taken. */
static bool ends_meet(const dpc_knowledge *k, const mpq_t c, const mpq_t slack)
{
    enum { SHARE = 100 };
    if (!k->has_lower || !k->has_upper || mpq_sgn(k->lower) <= 0 || k->contradictory)
        return false;
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    excess_percent(a, c, k->lower);
    excess_percent(b, c, k->upper);
    mpq_sub(a, a, b);
    mpq_abs(a, a);
    mpq_abs(b, slack);
    mpz_mul_ui(mpq_numref(a), mpq_numref(a), SHARE);
    mpq_canonicalize(a);
    const bool meet = mpq_cmp(a, b) <= 0;
    mpq_clears(a, b, NULL);
    return meet;
}

/* How far the claim is from an end of the truth, in percent of that, and in words: from the end
   that flatters the claim least if it is sound and most if it is wrong; from what the theorem gives
   if it is beyond that and not refuted. */
static void note_slack(judgement *j, const dpc_knowledge *k, const mpq_t c, bool is_lower)
{
    const dpc_judgement_kind verdict = j->info.verdict;
    const bool refuted = (is_lower ? k->has_upper && mpq_cmp(c, k->upper) > 0
                                   : k->has_lower && mpq_cmp(c, k->lower) < 0),
               sound = verdict == DPC_CLAIM_SOUND,
               beyond =
                   verdict == DPC_CLAIM_UNJUSTIFIED || (verdict == DPC_CLAIM_ROUNDED && !refuted);
    const bool has[2] = {k->has_lower && mpq_sgn(k->lower) > 0,
                         k->has_upper && mpq_sgn(k->upper) > 0};
    bool use_upper = is_lower != beyond;
    if (!has[use_upper])
        use_upper = !use_upper;
    if (!has[use_upper])
        return;
    mpq_t s;
    mpq_init(s);
    excess_percent(s, c, use_upper ? k->upper : k->lower);
    const bool other_side = use_upper == is_lower; /* than the one that proves the claim */
    const bool at_most = sound && other_side, below = mpq_sgn(s) < 0;
    j->slack = dpc_decimal_rational(s, 4, (sound && !is_lower) || (below && !at_most));
    const char *size = j->slack != NULL ? j->slack + (j->slack[0] == '-') : "",
               *side = below ? "below" : "above";
    if (ends_meet(k, c, s))
        (void)snprintf(j->slack_text, sizeof j->slack_text, "%.20s %% %s the truth", size, side);
    else if (other_side && (sound || (refuted && verdict != DPC_CLAIM_UNDECIDED)))
        (void)snprintf(j->slack_text, sizeof j->slack_text, "at %s %.20s %% %s the truth",
                       sound ? "most" : "least", size, side);
    else
        (void)snprintf(j->slack_text, sizeof j->slack_text, "%.20s %% %s the certified %s end",
                       size, side, use_upper ? "upper" : "lower");
    mpq_clear(s);
}

/* The end of the truth as a decimal of so many digits, in the place of *text; whether it compares
   with the claim as the end does. */
static bool write_end(char **text, const mpq_t end, const mpq_t c, unsigned long digits, bool up)
{
    dpc_decimal d;
    mpq_t x;
    mpq_init(x);
    dpc_decimal_init(&d);
    dpc_decimal_set_rational(&d, end, digits, up);
    free(*text);
    *text = dpc_decimal_text(&d);
    const bool same = !dpc_decimal_value(x, &d) || ((mpq_cmp(x, c) > 0) == (mpq_cmp(end, c) > 0) &&
                                                    (mpq_cmp(x, c) >= 0) == (mpq_cmp(end, c) >= 0));
    dpc_decimal_clear(&d);
    mpq_clear(x);
    return same;
}

/* The ends as decimals, with the digits that it takes to compare with the claim as they do. */
static void write_ends(judgement *j, const dpc_knowledge *k, claim_kind kind, const mpq_t c)
{
    enum { MOST_DIGITS = 200 };
    for (unsigned long digits = SHOWN_DIGITS;; digits++) {
        bool same = true;
        if (k->has_lower)
            same = write_end(&j->lower, k->lower, c, digits, false);
        if (k->has_upper)
            same = write_end(&j->upper, k->upper, c, digits, true) && same;
        if (same || kind != A_NUMBER || digits >= MOST_DIGITS)
            break;
    }
}

/* Learns more and more digits until the comparison is decided. */
static dpc_judgement_kind decide(judgement *j, const dpc_informant *from, dpc_knowledge *k,
                                 const mpq_t c, const mpq_t unit, bool is_lower)
{
    for (unsigned long digits = FIRST_DIGITS;; digits *= 2) {
        bool done = false;
        const dpc_status status = from->learn(from->data, digits, k, &done, j->why, sizeof j->why);
        j->info.malformed = status == DPC_PARSE;
        if (status != DPC_OK)
            return DPC_CLAIM_UNDECIDED;
        const dpc_judgement_kind verdict = compare(k, c, unit, is_lower);
        if (verdict != DPC_CLAIM_UNDECIDED || !k->exact || digits >= LAST_DIGITS || done)
            return verdict;
    }
}

static void explain(judgement *j, const dpc_informant *from, bool is_lower, const dpc_knowledge *k)
{
    const char *name = from->result;
    switch (j->info.verdict) {
    case DPC_CLAIM_SOUND:
        (void)snprintf(j->why, sizeof j->why, "%s %s %s by %s", name,
                       is_lower ? ">=" : "<=", is_lower ? j->lower : j->upper,
                       is_lower ? k->lower_from : k->upper_from);
        break;
    case DPC_CLAIM_UNSOUND:
        (void)snprintf(j->why, sizeof j->why, "provably wrong: %s %s %s (%s)", name,
                       is_lower ? "<=" : ">=", is_lower ? j->upper : j->lower,
                       is_lower ? k->upper_from : k->lower_from);
        break;
    case DPC_CLAIM_ROUNDED:
        (void)snprintf(j->why, sizeof j->why,
                       "rounded to the wrong side: too %s by less than a unit of its last digit",
                       is_lower ? "large" : "small");
        break;
    case DPC_CLAIM_UNJUSTIFIED:
        (void)snprintf(j->why, sizeof j->why, "not refuted, but %s gives %s %s %s only", from->id,
                       name, is_lower ? ">=" : "<=", is_lower ? j->lower : j->upper);
        break;
    default:
        if (j->why[0] == '\0')
            (void)snprintf(
                j->why, sizeof j->why,
                k->contradictory ? "a referee beats the theorem here: an assumption of it is false"
                : k->conditional ? "the theorem rests on assumptions, and no referee decides"
                : from->status == DPC_STATUS_REFUTED
                    ? "the theorem is refuted and proves nothing, and no referee decides"
                    : "claim and truth cannot be told apart");
    }
}

/* Whether the truth has an end on the side from which a claim is refuted, whatever is assumed. */
static bool has_refuting_end(const dpc_knowledge *k, bool is_lower)
{
    const char *from = is_lower ? k->upper_from : k->lower_from;
    return (is_lower ? k->has_upper : k->has_lower) && !k->contradictory &&
           !(k->conditional && from == the_theorem);
}

/* nan, infinities, nothing: no number, and judged all the same.  An epsilon can be infinite, so
   that it is at least that is refuted by a finite upper end only; nothing is minus infinity. */
static void judge_special(judgement *j, claim_kind kind, const dpc_informant *from, bool is_lower,
                          const dpc_knowledge *k)
{
    const char *why = NULL;
    j->info.verdict = DPC_CLAIM_UNDECIDED;
    if (kind == NOT_A_NUMBER || kind == NOTHING)
        why = kind == NOTHING ? "no number is claimed" : "the claim is not a number";
    else if (kind == (is_lower ? MINUS_INFINITE : INFINITE)) {
        j->info.verdict = DPC_CLAIM_SOUND;
        why = "vacuous: the claim excludes nothing";
    } else if (has_refuting_end(k, is_lower))
        j->info.verdict = DPC_CLAIM_UNSOUND;
    else if (kind == MINUS_INFINITE) {
        j->info.verdict = DPC_CLAIM_UNSOUND;
        why = "a privacy parameter is never minus infinity";
    }
    if (why != NULL)
        (void)snprintf(j->why, sizeof j->why, "%s", why);
    else
        explain(j, from, is_lower, k);
}

/* Copies of n texts, in a list that *copied counts: fewer of them, or NULL, where memory runs out.
 */
static char **copy_texts(size_t *copied, size_t n, const char *(*text)(void *data, size_t index),
                         void *data)
{
    char **list = calloc(n + 1, sizeof *list);
    for (*copied = 0; list != NULL && *copied < n; (*copied)++)
        if ((list[*copied] = strdup(text(data, *copied))) == NULL)
            break;
    return list;
}

static void copy_lists(judgement *j, const dpc_informant *from)
{
    void *data = from->data;
    j->assumption =
        copy_texts(&j->info.nassumptions, from->assumptions(data), from->assumption, data);
    j->info.assumption = (const char *const *)j->assumption;
    j->premise = copy_texts(&j->info.npremises, from->premises(data), from->premise, data);
    j->info.premise = (const char *const *)j->premise;
}

static void free_texts(char **list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(list[i]);
    free(list);
}

/* Whether there is a claim to judge; if not, it is malformed. */
static bool take_claim(judgement *j, const char *claimed, claim_kind *kind, mpq_t c, mpq_t unit)
{
    dpc_diag diag = {.status = DPC_OK};
    *kind = read_claim(claimed, c, &diag);
    j->info.malformed = *kind == UNREADABLE;
    if (j->info.malformed)
        (void)snprintf(j->why, sizeof j->why, "%s", diag.text);
    else
        last_unit(unit, claimed);
    return !j->info.malformed;
}

static void judge_claim(judgement *j, const dpc_informant *from, claim_kind kind, const mpq_t c,
                        const mpq_t unit, bool is_lower, dpc_knowledge *k)
{
    j->info.verdict = decide(j, from, k, c, unit, is_lower);
    if (j->info.malformed)
        return;
    write_ends(j, k, kind, c);
    if (kind != A_NUMBER)
        judge_special(j, kind, from, is_lower, k);
    else {
        explain(j, from, is_lower, k);
        note_slack(j, k, c, is_lower);
    }
    if (j->info.verdict == DPC_CLAIM_UNSOUND && has_refuting_end(k, is_lower) &&
        from->certify != NULL)
        j->certificate = from->certify(from->data, !is_lower);
}

static void judge(judgement *j, const dpc_informant *from, const char *claimed, bool is_lower)
{
    dpc_knowledge k = {.exact = false};
    claim_kind kind;
    mpq_t c, unit;
    mpq_inits(k.lower, k.upper, c, unit, NULL);
    if (take_claim(j, claimed, &kind, c, unit))
        judge_claim(j, from, kind, c, unit, is_lower, &k);
    mpq_clears(k.lower, k.upper, c, unit, NULL);
}

/* The structure that users see, about what the judgement holds. */
static dpc_claim_verdict *finish(judgement *j)
{
    j->info.lower = j->lower;
    j->info.upper = j->upper;
    j->info.slack_percent = j->slack;
    j->info.slack_text = j->slack != NULL ? j->slack_text : NULL;
    j->info.certificate = j->certificate;
    j->info.why = j->why;
    return &j->info;
}

dpc_claim_verdict *dpc_claim_compare(const dpc_informant *informant, const char *claimed,
                                     bool is_lower)
{
    judgement *j = calloc(1, sizeof *j);
    if (j == NULL)
        return NULL;
    j->info.verdict = DPC_CLAIM_UNDECIDED;
    if (claimed == NULL) {
        j->info.malformed = true;
        (void)snprintf(j->why, sizeof j->why, "a claim has a number");
    } else {
        j->info.status = informant->status;
        j->info.adjacency = informant->adjacency;
        j->info.history = informant->history;
        j->info.phases = informant->phases;
        judge(j, informant, claimed, is_lower);
        copy_lists(j, informant);
    }
    return finish(j);
}

/* ---- theorems as informants ---- */

typedef struct {
    dpc_query_t *q;
    const char *result;
} witness;

/* Whether an exact theorem and its referees enclose the truth to about so many digits: then more of
   them make it narrower. */
static bool is_narrow(const dpc_knowledge *k, const dpc_query_t *q, unsigned long digits)
{
    if (!k->has_lower || !k->has_upper || k->contradictory ||
        dpc_query_theorem(q)->status != DPC_STATUS_EXACT)
        return false;
    enum { SPARE_DIGITS = 3 };
    mpq_t gap, unit;
    mpq_inits(gap, unit, NULL);
    mpz_ui_pow_ui(mpq_denref(unit), 10, digits - SPARE_DIGITS);
    mpz_set_ui(mpq_numref(unit), 1);
    mpq_mul(unit, unit, k->upper);
    mpq_sub(gap, k->upper, k->lower);
    const bool narrow = mpq_cmp(gap, unit) <= 0;
    mpq_clears(gap, unit, NULL);
    return narrow;
}

static dpc_status learn_from_query(void *data, unsigned long digits, dpc_knowledge *k, bool *done,
                                   char *why, size_t size)
{
    witness *w = data;
    (void)dpc_query_set_digits(w->q, digits);
    const dpc_status status = dpc_query_run(w->q);
    *done = status != DPC_OK;
    const size_t result = dpc_query_result_index(w->q, w->result);
    if (result != SIZE_MAX) {
        learn(k, w->q, result);
        k->exact = k->exact || is_narrow(k, w->q, digits);
        return DPC_OK;
    }
    (void)snprintf(why, size, "%s", dpc_query_error(w->q));
    return status != DPC_OK ? status : DPC_UNDECIDED;
}

static char *certify_query(void *data, bool lower)
{
    witness *w = data;
    char *text = NULL;
    (void)dpc_query_certificate(w->q, lower ? "lower" : NULL, NULL, 0, &text);
    return text;
}

static size_t query_assumptions(void *data)
{
    return dpc_query_assumptions(((witness *)data)->q);
}

static const char *query_assumption(void *data, size_t index)
{
    return dpc_query_assumption(((witness *)data)->q, index);
}

static size_t query_premises(void *data)
{
    return dpc_query_premises(((witness *)data)->q);
}

static const char *query_premise(void *data, size_t index)
{
    return dpc_query_premise(((witness *)data)->q, index);
}

/* A claim that is about nothing. */
static dpc_claim_verdict *malformed(const char *why)
{
    judgement *j = calloc(1, sizeof *j);
    if (j == NULL)
        return NULL;
    j->info.verdict = DPC_CLAIM_UNDECIDED;
    j->info.malformed = true;
    (void)snprintf(j->why, sizeof j->why, "%s", why);
    return finish(j);
}

static bool has_result(const dpc_query_t *q, const char *name)
{
    size_t i = 0;
    while (i < q->code->nresults && strcmp(q->code->result[i].stmt->name, name) != 0)
        i++;
    return i < q->code->nresults;
}

static dpc_claim_verdict *judge_query(dpc_query_t *q, const dpc_claim *claim)
{
    if (!has_result(q, claim->result)) {
        char why[DPC_NO_RESULT];
        return malformed(dpc_query_no_result(q, claim->result, why));
    }
    for (size_t i = 0; i < claim->count; i++)
        if (dpc_query_set(q, claim->name[i], claim->value[i]) != DPC_OK)
            return malformed(dpc_query_error(q));
    const dpc_theorem_info *t = dpc_query_theorem(q);
    witness w = {.q = q, .result = claim->result};
    const dpc_informant from = {.data = &w,
                                .id = t->id,
                                .status = t->status,
                                .adjacency = t->adjacency,
                                .result = claim->result,
                                .learn = learn_from_query,
                                .certify = claim->certify ? certify_query : NULL,
                                .assumptions = query_assumptions,
                                .assumption = query_assumption,
                                .premises = query_premises,
                                .premise = query_premise};
    return dpc_claim_compare(&from, claim->claimed, claim->is_lower != 0);
}

dpc_claim_verdict *dpc_claim_watched(dpc_claim_verdict *verdict)
{
    if (dpc_watch_leave(DPC_OK, NULL) == DPC_OK)
        return verdict;
    dpc_claim_verdict_free(verdict);
    verdict = malformed("interrupted");
    if (verdict != NULL) {
        verdict->malformed = false;
        verdict->verdict = DPC_CLAIM_INTERRUPTED;
    }
    return verdict;
}

dpc_claim_verdict *dpc_claim_judge(dpc_catalogue_t *cat, const dpc_claim *claim)
{
    if (cat == NULL || claim->theorem == NULL || claim->result == NULL || claim->claimed == NULL)
        return malformed("a claim has a theorem, a result and a number");
    if (claim->count > 0 && (claim->name == NULL || claim->value == NULL))
        return malformed("the parameters of a claim have names and values: neither array may be "
                         "NULL");
    dpc_query_t *q = dpc_query_new(cat, claim->theorem);
    if (q == NULL)
        return malformed(dpc_catalogue_error(cat));
    dpc_watch_enter();
    dpc_claim_verdict *verdict = dpc_claim_watched(judge_query(q, claim));
    dpc_query_free(q);
    return verdict;
}

void dpc_claim_verdict_free(dpc_claim_verdict *verdict)
{
    judgement *j = (judgement *)verdict;
    if (j == NULL)
        return;
    free_texts(j->assumption, j->info.nassumptions);
    free_texts(j->premise, j->info.npremises);
    free(j->lower);
    free(j->upper);
    free(j->slack);
    dpc_string_free(j->certificate);
    free(j);
}

const char *dpc_judgement_name(dpc_judgement_kind verdict)
{
    static const char *const names[] = {"sound",       "unsound",   "rounded",
                                        "unjustified", "undecided", "interrupted"};
    return (unsigned)verdict < sizeof names / sizeof names[0] ? names[verdict] : "unknown";
}
