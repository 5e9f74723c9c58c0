/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "account/history.h"

#include "base/near.h"
#include "base/rational.h"
#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- mechanisms ---- */

const char dpc_mechanism_names[] = "gaussian, laplace, dp, randomized-response, leak, losses";

enum { GAUSSIAN, LAPLACE, DP, RESPONSE, LEAK, LOSSES };

#define FIELD(f) (1U << DPC_GIVEN_##f)

static const struct {
    const char *name;
    unsigned must, may; /* fields */
} mechanisms[] = {
    [GAUSSIAN] = {"gaussian", FIELD(SIGMA), FIELD(RATE)},
    [LAPLACE] = {"laplace", FIELD(EPS), 0},
    [DP] = {"dp", FIELD(EPS), FIELD(DELTA)},
    [RESPONSE] = {"randomized-response", FIELD(P), FIELD(BUCKETS)},
    [LEAK] = {"leak", FIELD(P), 0},
    [LOSSES] = {"losses", 0, 0},
};

static const struct {
    const char *name, *missing;
    /* the range of its values */
    bool zero, integer, up_to_one;
    const char *range;
} fields[] = {
    [DPC_GIVEN_SIGMA] = {"sigma", "sigma is missing: write for example sigma=0.8", false, false,
                         false, "sigma must be above 0: without noise nothing is private"},
    [DPC_GIVEN_RATE] = {"rate", "", true, false, true,
                        "a sampling rate must be a number from 0 to 1"},
    [DPC_GIVEN_EPS] = {"eps", "eps is missing: write for example eps=0.1", true, false, false,
                       "eps must not be negative"},
    [DPC_GIVEN_DELTA] = {"delta", "", true, false, true, "delta must be a number from 0 to 1"},
    [DPC_GIVEN_P] = {"p", "the probability p is missing: write for example p=0.75", true, false,
                     true, "a probability must be a number from 0 to 1"},
    [DPC_GIVEN_BUCKETS] = {"buckets", "", false, true, false,
                           "the number of buckets must be an integer, 2 or more"},
    [DPC_GIVEN_TIMES] = {"times", "", true, true, false,
                         "the number of times must be a non-negative integer"},
};

dpc_status dpc_history_number(mpq_t x, const char *text, size_t length, const char *what,
                              dpc_diag *diag)
{
    enum { MOST_DIGITS = 5 }; /* of an exponent */
    size_t digits = 0;
    bool in_exponent = false;
    for (size_t i = 0; i < length; i++) {
        if (strchr("eEpP^", text[i]) != NULL)
            in_exponent = true;
        else if (in_exponent && text[i] >= '0' && text[i] <= '9')
            digits++;
    }
    if (digits > MOST_DIGITS)
        return dpc_fail(diag, DPC_PARSE, "%s: the exponent has more than 5 digits", what);
    return dpc_rational_parse(x, text, length, what, diag);
}

void dpc_draft_init(dpc_draft *draft)
{
    *draft = (dpc_draft){.mechanism = -1};
    for (size_t i = 0; i < DPC_GIVEN_FIELDS; i++)
        mpq_init(draft->value[i]);
}

void dpc_draft_clear(dpc_draft *draft)
{
    for (size_t i = 0; i < DPC_GIVEN_FIELDS; i++)
        mpq_clear(draft->value[i]);
}

bool dpc_draft_start(dpc_draft *draft, const char *mechanism)
{
    draft->mechanism = -1;
    draft->path = draft->words = NULL;
    for (size_t i = 0; i < DPC_GIVEN_FIELDS; i++)
        draft->has[i] = false;
    for (size_t i = 0; i < sizeof mechanisms / sizeof mechanisms[0]; i++)
        if (strcmp(mechanisms[i].name, mechanism) == 0)
            draft->mechanism = (int)i;
    return draft->mechanism >= 0;
}

const char *dpc_mechanism_suggestion(char out[DPC_SUGGESTION], const char *word,
                                     const char *const *others, size_t count)
{
    enum { MECHANISMS = sizeof mechanisms / sizeof mechanisms[0], MOST = MECHANISMS + 8 };
    const char *known[MOST];
    size_t n = 0;
    while (n < MECHANISMS) {
        known[n] = mechanisms[n].name;
        n++;
    }
    for (size_t i = 0; i < count && n < MOST; i++)
        known[n++] = others[i];
    char near[DPC_SUGGESTION - 20];
    dpc_nearest(word, known, n, near, sizeof near);
    (void)snprintf(out, DPC_SUGGESTION, "%s%s%s", near[0] != '\0' ? "; did you mean " : "", near,
                   near[0] != '\0' ? "?" : "");
    return out;
}

/* Whether steps of the draft's mechanism have this field. */
static bool has_field(const dpc_draft *draft, int field)
{
    const unsigned known =
        mechanisms[draft->mechanism].must | mechanisms[draft->mechanism].may | FIELD(TIMES);
    return (known & (1U << (unsigned)field)) != 0;
}

int dpc_draft_field(const dpc_draft *draft, const char *name)
{
    for (int i = 0; i < DPC_GIVEN_FIELDS; i++)
        if (has_field(draft, i) && strcmp(fields[i].name, name) == 0)
            return i;
    return -1;
}

const char *dpc_draft_unknown(const dpc_draft *draft, const char *name, char out[DPC_UNKNOWN_FIELD])
{
    const char *known[DPC_GIVEN_FIELDS] = {NULL};
    size_t n = 0;
    for (int i = 0; i < DPC_GIVEN_FIELDS; i++)
        if (has_field(draft, i))
            known[n++] = fields[i].name;
    char all[100] = "", near[100];
    for (size_t i = 0; i < n; i++) {
        const size_t used = strlen(all);
        (void)snprintf(all + used, sizeof all - used, "%s%s",
                       i == 0       ? ""
                       : i + 1 == n ? " and "
                                    : ", ",
                       known[i]);
    }
    dpc_nearest(name, known, n, near, sizeof near);
    (void)snprintf(out, DPC_UNKNOWN_FIELD, "%s has no parameter '%.40s': it has %s%s%s%s",
                   mechanisms[draft->mechanism].name, name, all,
                   near[0] != '\0' ? "; did you mean " : "", near, near[0] != '\0' ? "?" : "");
    return out;
}

const char *dpc_draft_set(dpc_draft *draft, int field, const char *text, size_t length,
                          dpc_diag *diag)
{
    mpq_ptr x = draft->value[field];
    if (draft->has[field]) {
        (void)dpc_fail(diag, DPC_PARSE, "%s is given twice", fields[field].name);
        return diag->text;
    }
    dpc_diag reason = {.status = DPC_OK};
    if (dpc_history_number(x, text, length, fields[field].name, &reason) != DPC_OK) {
        (void)dpc_fail(diag, reason.status, "%s", reason.text);
        return "this is not a number";
    }
    draft->has[field] = true;
    const bool outside = mpq_sgn(x) < 0 || (mpq_sgn(x) == 0 && !fields[field].zero) ||
                         (fields[field].integer && mpz_cmp_ui(mpq_denref(x), 1) != 0) ||
                         (fields[field].up_to_one && mpq_cmp_ui(x, 1, 1) > 0) ||
                         (field == DPC_GIVEN_BUCKETS && mpq_cmp_ui(x, 2, 1) < 0);
    return outside ? fields[field].range : NULL;
}

/* ---- steps ---- */

static bool same_step(const dpc_step *x, const dpc_step *y)
{
    return x->kind == y->kind && x->replaces == y->replaces && mpq_equal(x->a, y->a) &&
           mpq_equal(x->b, y->b) &&
           (x->path == y->path ||
            (x->path != NULL && y->path != NULL && strcmp(x->path, y->path) == 0));
}

/* The words for a step that is counted together with an equal one: both, where there is room for
   them. */
static const char *both_words(dpc_history *h, const char *x, const char *y)
{
    enum { MOST = 1000 };
    if (x == NULL || y == NULL || strcmp(x, y) == 0)
        return x != NULL ? x : y;
    const size_t length = strlen(x) + strlen("; ") + strlen(y);
    char *both = length < MOST ? dpc_arena_alloc(&h->arena, length + 1) : NULL;
    if (both == NULL)
        return x;
    (void)snprintf(both, length + 1, "%s; %s", x, y);
    return both;
}

/* Counts a valid step. */
static const char *count_step(dpc_history *h, const dpc_step *s)
{
    for (size_t i = h->nsteps; i-- > 0;)
        if (same_step(&h->step[i], s)) {
            mpq_add(h->step[i].count, h->step[i].count, s->count);
            h->step[i].words = both_words(h, h->step[i].words, s->words);
            return NULL;
        }
    if (h->nsteps == DPC_HISTORY_MAX_STEPS)
        return "the history has more than 1000 different steps";
    if (h->step == NULL && (h->step = calloc(DPC_HISTORY_MAX_STEPS, sizeof *h->step)) == NULL)
        return "out of memory";
    dpc_step *to = &h->step[h->nsteps++];
    *to = (dpc_step){.kind = s->kind, .replaces = s->replaces, .path = s->path, .words = s->words};
    mpq_inits(to->a, to->b, to->count, NULL);
    mpq_set(to->a, s->a);
    mpq_set(to->b, s->b);
    mpq_set(to->count, s->count);
    return NULL;
}

/* Randomized response: p is the probability of the true answer; the other answers share the rest.
 */
static void set_response(dpc_step *s, const mpq_t p, const mpq_t buckets)
{
    mpq_t one, others;
    mpq_inits(one, others, NULL);
    mpq_set_ui(one, 1, 1);
    mpq_sub(others, buckets, one);
    mpq_sub(s->b, one, p);
    mpq_div(s->b, s->b, others); /* probability of each other answer */
    mpq_set(s->a, p);
    if (mpq_cmp(s->a, s->b) < 0)
        mpq_swap(s->a, s->b);
    if (mpq_sgn(s->b) == 0) /* some answers reveal the truth with certainty */
        s->kind = DPC_MECHANISM_LEAK;
    mpq_clears(one, others, NULL);
}

/* The step that the draft describes.  A (0, delta)-DP step leaks with probability delta. */
static void set_step(dpc_step *s, const dpc_draft *d)
{
    switch (d->mechanism) {
    case GAUSSIAN:
        s->kind = DPC_MECHANISM_GAUSS;
        mpq_set_ui(s->a, 1, 1);
        if (d->has[DPC_GIVEN_RATE])
            mpq_set(s->a, d->value[DPC_GIVEN_RATE]);
        mpq_set(s->b, d->value[DPC_GIVEN_SIGMA]);
        break;
    case LAPLACE:
        s->kind = DPC_MECHANISM_LAPLACE;
        mpq_set(s->a, d->value[DPC_GIVEN_EPS]);
        break;
    case DP:
        s->kind = DPC_MECHANISM_DP;
        mpq_set(s->a, d->value[DPC_GIVEN_EPS]);
        if (d->has[DPC_GIVEN_DELTA])
            mpq_set(s->b, d->value[DPC_GIVEN_DELTA]);
        if (mpq_sgn(s->a) == 0 || mpq_cmp_ui(s->b, 1, 1) == 0) {
            s->kind = DPC_MECHANISM_LEAK;
            mpq_swap(s->a, s->b);
            mpq_set_ui(s->b, 0, 1);
        }
        break;
    case RESPONSE: {
        mpq_t two;
        mpq_init(two);
        mpq_set_ui(two, 2, 1);
        s->kind = DPC_MECHANISM_RESPONSE;
        s->replaces = true;
        set_response(s, d->value[DPC_GIVEN_P],
                     d->has[DPC_GIVEN_BUCKETS] ? d->value[DPC_GIVEN_BUCKETS] : two);
        mpq_clear(two);
        break;
    }
    case LEAK:
        s->kind = DPC_MECHANISM_LEAK;
        mpq_set(s->a, d->value[DPC_GIVEN_P]);
        break;
    default:
        s->kind = DPC_MECHANISM_LOSSES;
        s->path = d->path;
        break;
    }
}

/* Steps that reveal nothing need no account. */
static bool reveals_nothing(const dpc_step *s)
{
    if (s->kind == DPC_MECHANISM_LOSSES)
        return false;
    return mpq_sgn(s->a) == 0 || (s->kind == DPC_MECHANISM_RESPONSE && mpq_equal(s->a, s->b));
}

const char *dpc_history_take(dpc_history *h, const dpc_draft *draft)
{
    for (unsigned i = 0; i < DPC_GIVEN_FIELDS; i++)
        if ((mechanisms[draft->mechanism].must & (1U << i)) && !draft->has[i])
            return fields[i].missing;
    if (draft->mechanism == LOSSES && draft->path == NULL)
        return "the file of the losses is missing: losses FILE";
    h->saw_step = true;
    dpc_step s = {.words = draft->words};
    mpq_inits(s.a, s.b, s.count, NULL);
    mpq_set_ui(s.count, 1, 1);
    if (draft->has[DPC_GIVEN_TIMES])
        mpq_set(s.count, draft->value[DPC_GIVEN_TIMES]);
    set_step(&s, draft);
    const char *error = mpq_sgn(s.count) == 0 || reveals_nothing(&s) ? NULL : count_step(h, &s);
    mpq_clears(s.a, s.b, s.count, NULL);
    return error;
}

/* ---- histories ---- */

bool dpc_history_has(const dpc_history *h, dpc_mechanism_kind kind)
{
    for (size_t i = 0; i < h->nsteps; i++)
        if (h->step[i].kind == kind)
            return true;
    return false;
}

bool dpc_history_is_sampled(const dpc_history *h)
{
    for (size_t i = 0; i < h->nsteps; i++)
        if (h->step[i].kind == DPC_MECHANISM_GAUSS && mpq_cmp_ui(h->step[i].a, 1, 1) < 0)
            return true;
    return false;
}

bool dpc_history_neighbours(const char *word, dpc_adjacency *neighbours)
{
    const dpc_adjacency found = (dpc_adjacency)dpc_word_find(dpc_adjacency_words, word);
    if (found != DPC_ADJACENCY_ADD_REMOVE && found != DPC_ADJACENCY_ADD &&
        found != DPC_ADJACENCY_REMOVE && found != DPC_ADJACENCY_REPLACE_ONE)
        return false;
    *neighbours = found;
    return true;
}

bool dpc_history_extent_of(const char *word, dpc_history_extent *extent)
{
    const int found = dpc_word_find(dpc_history_words, word);
    if (found != DPC_HISTORY_NONE)
        *extent = (dpc_history_extent)found;
    return found != DPC_HISTORY_NONE;
}

/* Whether the text is JSON: it starts with a bracket, unlike a history in words. */
static bool is_json(const dpc_source *source)
{
    size_t at = 0;
    if (source->len >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0)
        at = 3;
    while (at < source->len && source->text[at] != '\0' &&
           strchr(" \t\r\n", source->text[at]) != NULL)
        at++;
    return at < source->len && (source->text[at] == '{' || source->text[at] == '[');
}

dpc_history *dpc_history_read(const dpc_source *source, dpc_diag *diag)
{
    dpc_history *h = calloc(1, sizeof *h);
    if (h == NULL) {
        (void)dpc_fail(diag, DPC_NOMEM, "out of memory");
        return NULL;
    }
    h->neighbours = DPC_ADJACENCY_NONE;
    h->extent = DPC_HISTORY_COMPLETE;
    dpc_status status = is_json(source) ? dpc_history_read_json(h, source, diag)
                                        : dpc_history_read_text(h, source, diag);
    if (status == DPC_OK && !h->saw_step)
        status = dpc_fail(diag, DPC_PARSE,
                          "%s: there is no step: write for example 'gaussian sigma=0.8 rate=0.01 "
                          "times 1000'",
                          source->name);
    if (status == DPC_OK)
        return h;
    dpc_history_free(h);
    return NULL;
}

void dpc_history_free(dpc_history *h)
{
    if (h == NULL)
        return;
    for (size_t i = 0; i < h->nsteps; i++)
        mpq_clears(h->step[i].a, h->step[i].b, h->step[i].count, NULL);
    free(h->step);
    dpc_arena_clear(&h->arena);
    free(h);
}
