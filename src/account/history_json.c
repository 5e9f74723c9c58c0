/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Histories as JSON, in one of these forms:

   ours       {"steps": [{"mechanism": "gaussian", "sigma": 0.8, "rate": 0.01, "times": 1000}, ...],
               "adjacency": "add-remove", "delta": 1e-5}: words and values as in the text form; a
               step may have a "phase", which is what the issuer calls it;
   Opacus     {"history": [[sigma, rate, steps], ...], "mechanism": "prv"}: accountant.state_dict();
   DpEvent    {"class_name": "SelfComposedDpEvent", "event": {...}, "count": 1000}: an event of
              Google's dp_accounting with its fields; or, as json.dumps writes what to_named_tuple
              returns, ["dp_accounting.dp_event", "SelfComposedDpEvent", [...], 1000].

   A number may be written as a string, so that it can be a fraction. */
#include "account/history.h"
#include "base/rational.h"
#include "io/json.h"
#include "io/path.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    dpc_history *h;
    const dpc_source *source;
    dpc_diag *diag;
    dpc_draft draft;
} reader;

static dpc_status fail(reader *r, const dpc_json *at, const char *message)
{
    return dpc_fail_at(r->diag, DPC_PARSE, r->source, at->pos, "%s", message);
}

/* The text of a number, or of a string that stands for a number. */
static const char *number_text(reader *r, const dpc_json *value)
{
    if (value->kind == DPC_JSON_NUMBER || value->kind == DPC_JSON_STRING)
        return value->text;
    (void)dpc_fail_at(r->diag, DPC_PARSE, r->source, value->pos,
                      "a number is expected here, not %s", dpc_json_kind_name(value->kind));
    return NULL;
}

static dpc_status set_text(reader *r, int field, const char *text, const dpc_json *at)
{
    dpc_diag reason = {.status = DPC_OK};
    const char *wrong = dpc_draft_set(&r->draft, field, text, strlen(text), &reason);
    return wrong == NULL ? DPC_OK : fail(r, at, reason.status != DPC_OK ? reason.text : wrong);
}

static dpc_status set_field(reader *r, int field, const dpc_json *value)
{
    const char *text = number_text(r, value);
    return text != NULL ? set_text(r, field, text, value) : r->diag->status;
}

static dpc_status take(reader *r, const dpc_json *at)
{
    const char *wrong = dpc_history_take(r->h, &r->draft);
    return wrong == NULL ? DPC_OK : fail(r, at, wrong);
}

/* ---- ours ---- */

static dpc_status read_path(reader *r, const dpc_json *value)
{
    if (value->kind != DPC_JSON_STRING)
        return fail(r, value, "the name of a file is expected here, as a string");
    r->draft.path = dpc_path_beside(&r->h->arena, r->source->name, value->text);
    return r->draft.path != NULL ? DPC_OK : dpc_fail(r->diag, DPC_NOMEM, "out of memory");
}

static dpc_status read_phase(reader *r, const dpc_json *value)
{
    if (value->kind != DPC_JSON_STRING)
        return fail(r, value, "a phase is what you call the step, a string");
    r->draft.words = dpc_arena_strndup(&r->h->arena, value->text, strlen(value->text));
    return r->draft.words != NULL ? DPC_OK : dpc_fail(r->diag, DPC_NOMEM, "out of memory");
}

static dpc_status read_step(reader *r, const dpc_json *step)
{
    if (step->kind != DPC_JSON_OBJECT)
        return fail(r, step, "a step is an object: {\"mechanism\": \"gaussian\", \"sigma\": 0.8}");
    const dpc_json *mechanism = dpc_json_get(step, "mechanism");
    if (mechanism == NULL || mechanism->kind != DPC_JSON_STRING)
        return fail(r, step, "a step needs a \"mechanism\", which is a string");
    char message[DPC_UNKNOWN_FIELD];
    if (!dpc_draft_start(&r->draft, mechanism->text))
        return dpc_fail_at(r->diag, DPC_PARSE, r->source, mechanism->pos,
                           "'%.40s' is not one of the mechanisms %s%s", mechanism->text,
                           dpc_mechanism_names,
                           dpc_mechanism_suggestion(message, mechanism->text, NULL, 0));
    const bool is_losses = strcmp(mechanism->text, "losses") == 0;
    for (const dpc_json *m = step->first; m != NULL; m = m->next) {
        if (m == mechanism)
            continue;
        const int field = dpc_draft_field(&r->draft, m->key);
        dpc_status status = field >= 0                     ? set_field(r, field, m)
                            : strcmp(m->key, "phase") == 0 ? read_phase(r, m)
                            : is_losses && strcmp(m->key, "file") == 0
                                ? read_path(r, m)
                                : fail(r, m, dpc_draft_unknown(&r->draft, m->key, message));
        if (status != DPC_OK)
            return status;
    }
    return take(r, step);
}

static dpc_status read_steps(reader *r, const dpc_json *steps)
{
    if (steps->kind != DPC_JSON_ARRAY)
        return fail(r, steps, "the steps are an array: [{...}, ...]");
    dpc_status status = DPC_OK;
    for (const dpc_json *s = steps->first; s != NULL && status == DPC_OK; s = s->next)
        status = read_step(r, s);
    return status;
}

static dpc_status read_target(reader *r, char **target, const dpc_json *value)
{
    const char *text = number_text(r, value);
    if (text == NULL)
        return r->diag->status;
    if (r->h->eps != NULL || r->h->delta != NULL)
        return fail(r, value, "both eps and delta are asked for: give one");
    *target = dpc_arena_strndup(&r->h->arena, text, strlen(text));
    return *target != NULL ? DPC_OK : dpc_fail(r->diag, DPC_NOMEM, "out of memory");
}

static dpc_status read_neighbours(reader *r, const dpc_json *value)
{
    if (value->kind != DPC_JSON_STRING || !dpc_history_neighbours(value->text, &r->h->neighbours))
        return fail(r, value, "the adjacency is " DPC_HISTORY_NEIGHBOURS ", as a string");
    return DPC_OK;
}

static dpc_status read_extent(reader *r, const dpc_json *value)
{
    if (value->kind != DPC_JSON_STRING || !dpc_history_extent_of(value->text, &r->h->extent))
        return fail(r, value, "the extent of a history is " DPC_HISTORY_EXTENTS ", as a string");
    return DPC_OK;
}

static dpc_status read_ours(reader *r, const dpc_json *all)
{
    dpc_status status = DPC_OK;
    r->h->form = "JSON";
    for (const dpc_json *m = all->first; m != NULL && status == DPC_OK; m = m->next)
        status = strcmp(m->key, "steps") == 0       ? read_steps(r, m)
                 : strcmp(m->key, "adjacency") == 0 ? read_neighbours(r, m)
                 : strcmp(m->key, "extent") == 0    ? read_extent(r, m)
                 : strcmp(m->key, "eps") == 0       ? read_target(r, &r->h->eps, m)
                 : strcmp(m->key, "delta") == 0     ? read_target(r, &r->h->delta, m)
                                                    : fail(r, m,
                                                           "a history has the keys steps, "
                                                               "adjacency, extent, eps, delta, and not "
                                                               "this one");
    return status;
}

/* ---- Opacus ---- */

static dpc_status read_row(reader *r, const dpc_json *row)
{
    static const int field[] = {DPC_GIVEN_SIGMA, DPC_GIVEN_RATE, DPC_GIVEN_TIMES};
    if (row->kind != DPC_JSON_ARRAY || row->count != 3)
        return fail(r, row, "an entry of a history is [noise multiplier, sample rate, steps]");
    (void)dpc_draft_start(&r->draft, "gaussian");
    dpc_status status = DPC_OK;
    size_t k = 0;
    for (const dpc_json *x = row->first; k < 3 && x != NULL && status == DPC_OK; x = x->next)
        status = set_field(r, field[k++], x);
    return status == DPC_OK ? take(r, row) : status;
}

static dpc_status read_rows(reader *r, const dpc_json *history)
{
    if (history->kind != DPC_JSON_ARRAY)
        return fail(r, history,
                    "the history is an array of [noise multiplier, sample rate, steps]");
    dpc_status status = DPC_OK;
    for (const dpc_json *row = history->first; row != NULL && status == DPC_OK; row = row->next)
        status = read_row(r, row);
    return status;
}

static dpc_status read_accountant(reader *r, const dpc_json *value)
{
    if (value->kind != DPC_JSON_STRING)
        return fail(r, value, "the mechanism of an Opacus accountant is a string");
    r->h->accountant = dpc_arena_strndup(&r->h->arena, value->text, strlen(value->text));
    return r->h->accountant != NULL ? DPC_OK : dpc_fail(r->diag, DPC_NOMEM, "out of memory");
}

static dpc_status read_opacus(reader *r, const dpc_json *all)
{
    dpc_status status = DPC_OK;
    r->h->form = "Opacus state_dict";
    for (const dpc_json *m = all->first; m != NULL && status == DPC_OK; m = m->next)
        status = strcmp(m->key, "history") == 0     ? read_rows(r, m)
                 : strcmp(m->key, "mechanism") == 0 ? read_accountant(r, m)
                                                    : fail(r, m,
                                                           "an Opacus state_dict has the "
                                                           "keys history and mechanism, and "
                                                           "not this one");
    return status;
}

/* ---- DpEvent ---- */

/* The position of an event in the tree. */
typedef struct {
    mpq_t times; /* how often it happens */
    mpq_t rate;  /* of the Poisson sample of the data that it sees */
} place;

typedef enum {
    NO_OP,
    GAUSSIAN,
    LAPLACE,
    RESPONSE,
    EPS_DELTA,
    COMPOSED,
    REPEATED,
    SAMPLED
} event_kind;

enum { MAX_FIELDS = 2 };

static const struct {
    const char *name;
    event_kind kind;
    const char *field[MAX_FIELDS]; /* in the order of the class */
} events[] = {
    {"NoOpDpEvent", NO_OP, {NULL}},
    {"GaussianDpEvent", GAUSSIAN, {"noise_multiplier"}},
    {"LaplaceDpEvent", LAPLACE, {"noise_multiplier"}},
    {"RandomizedResponseDpEvent", RESPONSE, {"noise_parameter", "num_buckets"}},
    {"EpsilonDeltaDpEvent", EPS_DELTA, {"epsilon", "delta"}},
    {"ComposedDpEvent", COMPOSED, {"events"}},
    {"SelfComposedDpEvent", REPEATED, {"event", "count"}},
    {"PoissonSampledDpEvent", SAMPLED, {"sampling_probability", "event"}},
};

enum { NEVENTS = sizeof events / sizeof events[0] };

static const char supported[] =
    "NoOpDpEvent, GaussianDpEvent, LaplaceDpEvent, RandomizedResponseDpEvent, "
    "EpsilonDeltaDpEvent, ComposedDpEvent, SelfComposedDpEvent, PoissonSampledDpEvent";

/* The class of an event, or NULL. */
static const dpc_json *class_of(const dpc_json *event)
{
    const dpc_json *name = event->kind == DPC_JSON_OBJECT ? dpc_json_get(event, "class_name")
                           : event->kind == DPC_JSON_ARRAY && event->count >= 2 ? event->first->next
                                                                                : NULL;
    return name != NULL && name->kind == DPC_JSON_STRING ? name : NULL;
}

static size_t find_event(const char *name)
{
    size_t i = 0;
    while (i < NEVENTS && strcmp(events[i].name, name) != 0)
        i++;
    return i;
}

static size_t count_fields(size_t which)
{
    size_t n = 0;
    while (n < MAX_FIELDS && events[which].field[n] != NULL)
        n++;
    return n;
}

/* The fields of an event, by name or by position, into value. */
static dpc_status get_fields(reader *r, const dpc_json *event, size_t which,
                             const dpc_json *value[MAX_FIELDS])
{
    const size_t wanted = count_fields(which);
    const bool named = event->kind == DPC_JSON_OBJECT;
    size_t index = 0;
    bool seen[MAX_FIELDS] = {false};
    for (const dpc_json *m = event->first; m != NULL; m = m->next, index++) {
        size_t k = 0;
        if (named ? strcmp(m->key, "class_name") == 0 || strcmp(m->key, "module_name") == 0
                  : index < 2)
            continue;
        while (k < wanted && (named ? strcmp(m->key, events[which].field[k]) != 0 : k + 2 != index))
            k++;
        if (k == wanted)
            return dpc_fail_at(r->diag, DPC_PARSE, r->source, m->pos, "%s has no such field",
                               events[which].name);
        value[k] = m;
        seen[k] = true;
    }
    for (size_t k = 0; k < wanted; k++)
        if (!seen[k])
            return dpc_fail_at(r->diag, DPC_PARSE, r->source, event->pos, "%s lacks the field %s",
                               events[which].name, events[which].field[k]);
    return DPC_OK;
}

static dpc_status read_rational(reader *r, const dpc_json *value, mpq_t x)
{
    dpc_diag reason = {.status = DPC_OK};
    const char *text = number_text(r, value);
    if (text == NULL)
        return r->diag->status;
    if (dpc_history_number(x, text, strlen(text), "the number", &reason) != DPC_OK)
        return fail(r, value, reason.text);
    return DPC_OK;
}

/* Sets a field of the draft to a rational. */
static dpc_status set_rational(reader *r, int field, const mpq_t x, const dpc_json *at)
{
    char *text = dpc_rational_text(x);
    const dpc_status status =
        text != NULL ? set_text(r, field, text, at) : dpc_fail(r->diag, DPC_NOMEM, "out of memory");
    free(text);
    return status;
}

/* Takes an event as a step, whose values are set already. */
static dpc_status take_step(reader *r, const dpc_json *event, const place *p)
{
    const dpc_status status = set_rational(r, DPC_GIVEN_TIMES, p->times, event);
    return status == DPC_OK ? take(r, event) : status;
}

static bool is_sampled(const place *p)
{
    return mpq_sgn(p->rate) > 0 && mpq_cmp_ui(p->rate, 1, 1) < 0;
}

static dpc_status read_gaussian(reader *r, const dpc_json *event, const dpc_json *sigma,
                                const place *p)
{
    (void)dpc_draft_start(&r->draft, "gaussian");
    dpc_status status = set_field(r, DPC_GIVEN_SIGMA, sigma);
    if (status == DPC_OK)
        status = set_rational(r, DPC_GIVEN_RATE, p->rate, event);
    return status == DPC_OK ? take_step(r, event, p) : status;
}

/* Noise of scale b for sensitivity 1 is (1/b)-DP. */
static dpc_status read_laplace(reader *r, const dpc_json *event, const dpc_json *scale,
                               const place *p)
{
    mpq_t eps;
    mpq_init(eps);
    (void)dpc_draft_start(&r->draft, "laplace");
    dpc_status status = read_rational(r, scale, eps);
    if (status == DPC_OK && mpq_sgn(eps) <= 0)
        status = fail(r, scale, "the noise must be above 0: without it nothing is private");
    if (status == DPC_OK) {
        mpq_inv(eps, eps);
        status = set_rational(r, DPC_GIVEN_EPS, eps, scale);
    }
    mpq_clear(eps);
    return status == DPC_OK ? take_step(r, event, p) : status;
}

/* The true answer comes with probability 1 - noise + noise/buckets. */
static dpc_status read_response(reader *r, const dpc_json *event, const dpc_json *const *value,
                                const place *p)
{
    mpq_t truth, noise;
    mpq_inits(truth, noise, NULL);
    (void)dpc_draft_start(&r->draft, "randomized-response");
    dpc_status status = set_field(r, DPC_GIVEN_BUCKETS, value[1]);
    if (status == DPC_OK)
        status = read_rational(r, value[0], noise);
    if (status == DPC_OK && (mpq_sgn(noise) < 0 || mpq_cmp_ui(noise, 1, 1) > 0))
        status = fail(r, value[0], "a noise parameter is a number from 0 to 1");
    if (status == DPC_OK) {
        mpq_set_ui(truth, 1, 1);
        mpq_sub(truth, truth, noise);
        mpq_div(noise, noise, r->draft.value[DPC_GIVEN_BUCKETS]);
        mpq_add(truth, truth, noise);
        status = set_rational(r, DPC_GIVEN_P, truth, value[0]);
    }
    mpq_clears(truth, noise, NULL);
    return status == DPC_OK ? take_step(r, event, p) : status;
}

static dpc_status read_eps_delta(reader *r, const dpc_json *event, const dpc_json *const *value,
                                 const place *p)
{
    (void)dpc_draft_start(&r->draft, "dp");
    dpc_status status = set_field(r, DPC_GIVEN_EPS, value[0]);
    if (status == DPC_OK)
        status = set_field(r, DPC_GIVEN_DELTA, value[1]);
    return status == DPC_OK ? take_step(r, event, p) : status;
}

static dpc_status read_event(reader *r, const dpc_json *event, const place *p);

static dpc_status read_composed(reader *r, const dpc_json *list, const place *p)
{
    if (list->kind != DPC_JSON_ARRAY)
        return fail(r, list, "the events are an array");
    if (is_sampled(p) && list->count > 1)
        return fail(r, list, "several events on one Poisson sample are not supported");
    dpc_status status = DPC_OK;
    r->h->saw_step = true;
    for (const dpc_json *e = list->first; e != NULL && status == DPC_OK; e = e->next)
        status = read_event(r, e, p);
    return status;
}

static dpc_status read_repeated(reader *r, const dpc_json *event, const dpc_json *count,
                                const place *p)
{
    place inner;
    mpq_inits(inner.times, inner.rate, NULL);
    mpq_set(inner.rate, p->rate);
    dpc_status status = read_rational(r, count, inner.times);
    if (status == DPC_OK &&
        (mpq_sgn(inner.times) < 0 || mpz_cmp_ui(mpq_denref(inner.times), 1) != 0))
        status = fail(r, count, "the count must be a non-negative integer");
    if (status == DPC_OK && is_sampled(p) && mpq_cmp_ui(inner.times, 1, 1) > 0)
        status = fail(r, count, "several events on one Poisson sample are not supported");
    mpq_mul(inner.times, inner.times, p->times);
    if (status == DPC_OK)
        status = read_event(r, event, &inner);
    mpq_clears(inner.times, inner.rate, NULL);
    return status;
}

/* Sampling twice is sampling with the product of the rates. */
static dpc_status read_sampled(reader *r, const dpc_json *rate, const dpc_json *event,
                               const place *p)
{
    place inner;
    mpq_inits(inner.times, inner.rate, NULL);
    mpq_set(inner.times, p->times);
    dpc_status status = read_rational(r, rate, inner.rate);
    if (status == DPC_OK && (mpq_sgn(inner.rate) < 0 || mpq_cmp_ui(inner.rate, 1, 1) > 0))
        status = fail(r, rate, "a sampling probability is a number from 0 to 1");
    if (status == DPC_OK && mpq_sgn(inner.rate) == 0) /* an empty sample reveals nothing */
        mpq_set_ui(inner.times, 0, 1);
    mpq_mul(inner.rate, inner.rate, p->rate);
    if (status == DPC_OK)
        status = read_event(r, event, &inner);
    mpq_clears(inner.times, inner.rate, NULL);
    return status;
}

static dpc_status unsupported(reader *r, const dpc_json *name)
{
    if (strcmp(name->text, "NonPrivateDpEvent") == 0)
        return fail(r, name, "NonPrivateDpEvent: nothing can be accounted, no eps is large enough");
    return dpc_fail_at(r->diag, DPC_PARSE, r->source, name->pos,
                       "events of the type '%.60s' are not supported; supported are %s", name->text,
                       supported);
}

static dpc_status read_event(reader *r, const dpc_json *event, const place *p)
{
    const dpc_json *name = class_of(event), *value[MAX_FIELDS] = {event, event};
    if (name == NULL)
        return fail(r, event,
                    "an event is expected here: an object with \"class_name\", or [\"module\", "
                    "\"class\", field, ...]");
    const size_t which = find_event(name->text);
    if (which == NEVENTS)
        return unsupported(r, name);
    const event_kind kind = events[which].kind;
    const dpc_status status = get_fields(r, event, which, value);
    if (status != DPC_OK)
        return status;
    if (is_sampled(p) && (kind == LAPLACE || kind == RESPONSE || kind == EPS_DELTA))
        return dpc_fail_at(r->diag, DPC_PARSE, r->source, event->pos,
                           "%s on a Poisson sample is not supported; GaussianDpEvent is",
                           name->text);
    switch (kind) {
    case GAUSSIAN:
        return read_gaussian(r, event, value[0], p);
    case LAPLACE:
        return read_laplace(r, event, value[0], p);
    case RESPONSE:
        return read_response(r, event, value, p);
    case EPS_DELTA:
        return read_eps_delta(r, event, value, p);
    case COMPOSED:
        return read_composed(r, value[0], p);
    case REPEATED:
        return read_repeated(r, value[0], value[1], p);
    case SAMPLED:
        return read_sampled(r, value[0], value[1], p);
    default:
        r->h->saw_step = true;
        return DPC_OK;
    }
}

static dpc_status read_tree(reader *r, const dpc_json *event)
{
    place top;
    mpq_inits(top.times, top.rate, NULL);
    mpq_set_ui(top.times, 1, 1);
    mpq_set_ui(top.rate, 1, 1);
    r->h->form = "DpEvent";
    const dpc_status status = read_event(r, event, &top);
    mpq_clears(top.times, top.rate, NULL);
    return status;
}

/* ---- telling the forms apart ---- */

dpc_status dpc_history_read_json(dpc_history *h, const dpc_source *source, dpc_diag *diag)
{
    reader r = {.h = h, .source = source, .diag = diag};
    dpc_arena arena = {.head = NULL};
    const dpc_json *all = dpc_json_read(source, &arena, diag);
    dpc_draft_init(&r.draft);
    dpc_status status = diag->status;
    if (all == NULL)
        ;
    else if (class_of(all) != NULL)
        status = read_tree(&r, all);
    else if (dpc_json_get(all, "history") != NULL)
        status = read_opacus(&r, all);
    else if (dpc_json_get(all, "steps") != NULL)
        status = read_ours(&r, all);
    else
        status =
            fail(&r, all,
                 "this is not a history: an object with \"steps\", with \"history\" (Opacus) or "
                 "with \"class_name\" (DpEvent) is expected");
    dpc_draft_clear(&r.draft);
    dpc_arena_clear(&arena);
    return status;
}
