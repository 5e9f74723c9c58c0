/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   JSON output of the commands.  Every number of a theorem is a string, exact or a decimal rounded
   outward, so that readers choose their own number type.  Only counts of the program itself (bits,
   digits, depth) are JSON integers. */
#include "base/text.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

bool cli_json_append(json_t *array, json_t *value)
{
    if (array == NULL) {
        json_decref(value);
        return false;
    }
    return json_array_append_new(array, value) == 0;
}

bool cli_json_set(json_t *object, const char *key, json_t *value)
{
    if (object == NULL) {
        json_decref(value);
        return false;
    }
    return json_object_set_new(object, key, value) == 0;
}

/* The text with escapes for bytes that are not UTF-8. */
static json_t *replaced(const char *text)
{
    const size_t size = dpc_text_copy(NULL, 0, text) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        (void)dpc_text_copy(copy, size, text);
    json_t *value = copy != NULL ? json_string(copy) : NULL;
    free(copy);
    return value;
}

json_t *cli_json_text(const char *text)
{
    if (text == NULL)
        return json_null();
    json_t *value = json_string(text);
    return value != NULL ? value : replaced(text);
}

static json_t *unsigned_text(unsigned long n)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%lu", n);
    return json_string(text);
}

/* Frees and returns NULL unless good. */
static json_t *checked(json_t *value, bool good)
{
    if (good)
        return value;
    json_decref(value);
    return NULL;
}

json_t *cli_json_texts(const char *const *text, size_t count)
{
    json_t *all = json_array();
    bool good = all != NULL;
    for (size_t i = 0; i < count && good; i++)
        good = cli_json_append(all, cli_json_text(text[i]));
    return checked(all, good);
}

json_t *cli_json_theorem(const dpc_theorem_info *info)
{
    json_t *o = json_object();
    bool good = cli_json_set(o, "theorem", cli_json_text(info->id));
    good = cli_json_set(o, "revision", unsigned_text(info->revision)) && good;
    good = cli_json_set(o, "status", cli_json_text(dpc_theorem_status_name(info->status))) && good;
    good = cli_json_set(o, "adjacency", cli_json_text(dpc_adjacency_name(info->adjacency))) && good;
    good = cli_json_set(o, "basis", cli_json_text(dpc_basis_name(info->basis))) && good;
    good = cli_json_set(o, "title", cli_json_text(info->title)) && good;
    good = cli_json_set(o, "own", json_boolean(info->is_own)) && good;
    return checked(o, good);
}

json_t *cli_json_statement(const dpc_statement *s)
{
    const char *formula = cli_formula_of(s);
    json_t *o = json_object();
    bool good = cli_json_set(o, "kind", cli_json_text(s->keyword));
    good = cli_json_set(o, "name", cli_json_text(s->name)) && good;
    good = cli_json_set(o, "formula", cli_json_text(formula[0] != '\0' ? formula : NULL)) && good;
    good = cli_json_set(o, "text", cli_json_text(s->text)) && good;
    return checked(o, good);
}

json_t *cli_json_step(const dpc_step_info *step)
{
    json_t *o = json_object();
    bool good = cli_json_set(o, "kind", cli_json_text(dpc_value_kind_name(step->kind)));
    good = cli_json_set(o, "name", cli_json_text(step->name)) && good;
    good = cli_json_set(o, "formula", cli_json_text(step->formula)) && good;
    good = cli_json_set(o, "value", cli_json_text(step->value)) && good;
    good = cli_json_set(o, "depth", json_integer(step->depth)) && good;
    return checked(o, good);
}

/* ---- values ---- */

/* The numbers between the parentheses of a record; advances *at past it. */
static json_t *record(const char **at)
{
    json_t *numbers = json_array();
    bool good = numbers != NULL;
    do {
        ++*at; /* the parenthesis or the comma */
        size_t length = strcspn(*at, ",)");
        good = good && cli_json_append(numbers, json_stringn(*at, length));
        *at += length;
    } while (**at == ',');
    if (**at == ')')
        ++*at;
    return checked(numbers, good);
}

/* `[(1,2),(3,4)]` as an array of arrays of strings, other values as a string.  The library writes
   lists without blanks. */
static json_t *value_json(const char *value)
{
    if (value == NULL || (strncmp(value, "[(", 2) != 0 && strcmp(value, "[]") != 0))
        return cli_json_text(value);
    json_t *list = json_array();
    bool good = list != NULL;
    for (const char *at = value + 1; *at == '(' && good; at += *at == ',')
        good = cli_json_append(list, record(&at));
    return checked(list, good);
}

typedef bool (*input_filter)(const dpc_input_info *input);

static bool is_param(const dpc_input_info *input)
{
    return !input->is_witness;
}

static bool is_choose(const dpc_input_info *input)
{
    return input->is_witness && !input->of_referee;
}

static bool is_referee_choose(const dpc_input_info *input)
{
    return input->is_witness && input->of_referee;
}

static json_t *inputs(const dpc_query_t *q, input_filter wanted)
{
    json_t *o = json_object();
    bool good = o != NULL;
    for (size_t i = 0; i < dpc_query_inputs(q) && good; i++) {
        const dpc_input_info *input = dpc_query_input(q, i);
        if (wanted(input) && input->value != NULL)
            good = cli_json_set(o, input->name, value_json(input->value));
    }
    return checked(o, good);
}

/* Names of the witnesses that the search found. */
static json_t *searched(const dpc_query_t *q)
{
    json_t *names = json_array();
    bool good = names != NULL;
    for (size_t i = 0; i < dpc_query_inputs(q) && good; i++) {
        const dpc_input_info *input = dpc_query_input(q, i);
        if (input->is_witness && !input->is_given && input->value != NULL)
            good = cli_json_append(names, json_string(input->name));
    }
    return checked(names, good);
}

/* ---- results ---- */

static json_t *result(const dpc_query_t *q, size_t index)
{
    const dpc_result_info *r = dpc_query_result(q, index);
    json_t *o = json_object();
    bool good = cli_json_set(o, "name", cli_json_text(r->name));
    good = cli_json_set(o, "kind", cli_json_text(dpc_bound_kind_name(r->kind))) && good;
    good = cli_json_set(o, "lower", cli_json_text(r->lower)) && good;
    good = cli_json_set(o, "upper", cli_json_text(r->upper)) && good;
    good = cli_json_set(o, "exact", cli_json_text(r->exact)) && good;
    if (r->approx != NULL)
        good = cli_json_set(o, "approx", cli_json_text(cli_approx_text(r))) && good;
    good = cli_json_set(o, "digits", json_integer((json_int_t)r->digits)) && good;
    if (cli_may_be_vacuous(r))
        good = cli_json_set(o, "vacuous", json_boolean(cli_is_vacuous(q, index))) && good;
    return checked(o, good);
}

static json_t *referee(const dpc_referee_info *r)
{
    const bool applies = r->lower != NULL || r->upper != NULL;
    json_t *o = json_object();
    bool good = cli_json_set(o, "name", cli_json_text(r->name));
    good = cli_json_set(o, "lower", cli_json_text(r->lower)) && good;
    good = cli_json_set(o, "upper", cli_json_text(r->upper)) && good;
    good = cli_json_set(o, "text", cli_json_text(r->text)) && good;
    good = cli_json_set(o, "kind", cli_json_text(dpc_bound_kind_name(r->kind))) && good;
    good = cli_json_set(o, "applies", json_boolean(applies)) && good;
    good = cli_json_set(o, "why_not", cli_json_text(r->why_not)) && good;
    good = cli_json_set(o, "beats_result", json_boolean(r->beats_result)) && good;
    good = cli_json_set(o, "slack", cli_json_text(r->slack)) && good;
    return checked(o, good);
}

static json_t *results(const dpc_query_t *q)
{
    json_t *all = json_array();
    bool good = all != NULL;
    for (size_t i = 0; i < dpc_query_results(q) && good; i++)
        good = cli_json_append(all, result(q, i));
    return checked(all, good);
}

static json_t *referees(const dpc_query_t *q)
{
    json_t *all = json_array();
    bool good = all != NULL;
    for (size_t i = 0; i < dpc_query_referees(q) && good; i++)
        good = cli_json_append(all, referee(dpc_query_referee(q, i)));
    return checked(all, good);
}

/* The texts of a query that these two functions count and give. */
static json_t *texts_of(const dpc_query_t *q, size_t (*count)(const dpc_query_t *q),
                        const char *(*text)(const dpc_query_t *q, size_t index))
{
    json_t *all = json_array();
    bool good = all != NULL;
    for (size_t i = 0; i < count(q) && good; i++)
        good = cli_json_append(all, cli_json_text(text(q, i)));
    return checked(all, good);
}

/* Why the results are no guarantee; NULL: they are. */
static const char *notice(const dpc_query_t *q)
{
    const dpc_theorem_info *t = dpc_query_theorem(q);
    if (dpc_query_bits(q) == 0)
        return "unverified: plain double arithmetic, no error bound";
    if (t->status == DPC_STATUS_REFUTED)
        return "the printed theorem is false: values of its formula, not bounds";
    if (t->is_own)
        return cli_own_notice;
    if (t->status == DPC_STATUS_ASYMPTOTIC)
        return "orientation only: contains an unspecified O(.)";
    return NULL;
}

json_t *cli_json_query(const cli_session *session, const cli_args *args)
{
    const dpc_query_t *q = session->query;
    const dpc_theorem_info *t = dpc_query_theorem(q);
    json_t *o = json_object();
    bool good = cli_json_set(o, "theorem", cli_json_text(t->id));
    good = cli_json_set(o, "revision", unsigned_text(t->revision)) && good;
    good = cli_json_set(o, "status", cli_json_text(dpc_theorem_status_name(t->status))) && good;
    good = cli_json_set(o, "adjacency", cli_json_text(dpc_adjacency_name(t->adjacency))) && good;
    good = cli_json_set(o, "params", inputs(q, is_param)) && good;
    good = cli_json_set(o, "choose", inputs(q, is_choose)) && good;
    good = cli_json_set(o, "results", results(q)) && good;
    good = cli_json_set(o, "referees", referees(q)) && good;
    good =
        cli_json_set(o, "assume", texts_of(q, dpc_query_assumptions, dpc_query_assumption)) && good;
    good = cli_json_set(o, "bits", json_integer((json_int_t)dpc_query_bits(q))) && good;
    good = cli_json_set(o, "searched", searched(q)) && good;
    good = cli_json_set(o, "referee_choose", inputs(q, is_referee_choose)) && good;
    good = cli_json_set(o, "notes", texts_of(q, dpc_query_notes, dpc_query_note)) && good;
    good = cli_json_set(o, "premises", texts_of(q, dpc_query_premises, dpc_query_premise)) && good;
    good =
        cli_json_set(o, "arith", json_string(args->arith != NULL ? args->arith : "ball")) && good;
    good = cli_json_set(o, "basis", cli_json_text(dpc_basis_name(t->basis))) && good;
    good = cli_json_set(o, "title", cli_json_text(t->title)) && good;
    good = cli_json_set(o, "own", json_boolean(t->is_own)) && good;
    good = cli_json_set(o, "notice", cli_json_text(notice(q))) && good;
    /* what is missing, if not all digits are certified */
    const bool complete = session->status == DPC_OK;
    good =
        cli_json_set(o, "undecided", cli_json_text(complete ? NULL : dpc_query_error(q))) && good;
    return checked(o, good);
}

/* The answer of one arithmetic. */
static json_t *one_arith(const char *arith, const dpc_query_t *q, dpc_status status)
{
    json_t *o = json_object();
    bool good = cli_json_set(o, "arith", json_string(arith));
    good = cli_json_set(o, "certified", json_boolean(dpc_query_bits(q) > 0)) && good;
    good = cli_json_set(o, "results", results(q)) && good;
    good = cli_json_set(o, "bits", json_integer((json_int_t)dpc_query_bits(q))) && good;
    const bool complete = status == DPC_OK;
    good =
        cli_json_set(o, "undecided", cli_json_text(complete ? NULL : dpc_query_error(q))) && good;
    return checked(o, good);
}

json_t *cli_json_seconds(const cli_session *session, const cli_second second[CLI_SECONDS])
{
    json_t *all = json_array();
    bool good =
        all != NULL && cli_json_append(all, one_arith("ball", session->query, session->status));
    for (size_t i = 0; i < CLI_SECONDS && good; i++)
        good = cli_json_append(all, one_arith(second[i].arith, second[i].query, second[i].status));
    return checked(all, good);
}

/* ---- verdicts ---- */

static json_t *claims(const dpc_verdict_info *v)
{
    json_t *all = json_array();
    bool good = all != NULL;
    for (size_t i = 0; i < v->nclaims && good; i++) {
        json_t *o = json_object();
        bool filled = cli_json_set(o, "name", cli_json_text(v->claim[i].name));
        filled = cli_json_set(o, "relation", cli_json_text(v->claim[i].relation)) && filled;
        filled = cli_json_set(o, "number", cli_json_text(v->claim[i].value)) && filled;
        good = cli_json_append(all, checked(o, filled));
    }
    return checked(all, good);
}

static json_t *items(const dpc_verdict_item *item, size_t count)
{
    json_t *o = json_object();
    bool good = o != NULL;
    for (size_t i = 0; i < count && good; i++)
        good = cli_json_set(o, item[i].name, value_json(item[i].value));
    return checked(o, good);
}

json_t *cli_json_history(dpc_history_extent extent, size_t phases)
{
    if (extent == DPC_HISTORY_NONE)
        return json_null();
    json_t *o = json_object();
    bool good = cli_json_set(o, "declared", cli_json_text(dpc_history_name(extent)));
    good = cli_json_set(o, "phases", json_integer((json_int_t)phases)) && good;
    return checked(o, good);
}

/* The history of the run that the issuer declared, with its records; null: none. */
static json_t *history(const dpc_verdict_info *v)
{
    json_t *o = cli_json_history(v->history, v->phases);
    if (json_is_null(o))
        return o;
    json_t *records = json_array();
    bool good = o != NULL;
    for (size_t i = 0; i < v->nrecords && good; i++) {
        json_t *r = json_object();
        bool filled = cli_json_set(r, "phase", json_integer((json_int_t)v->phase[i].phase));
        filled = cli_json_set(r, "param", cli_json_text(v->phase[i].param)) && filled;
        filled = cli_json_set(r, "record", json_integer((json_int_t)v->phase[i].record)) && filled;
        if (v->phase[i].text != NULL)
            filled = cli_json_set(r, "text_not_checked", cli_json_text(v->phase[i].text)) && filled;
        good = cli_json_append(records, checked(r, filled));
    }
    good = cli_json_set(o, "records", records) && good;
    return checked(o, good);
}

/* Adds the verified statement; only for a certificate that is verified. */
static bool set_statement(json_t *o, const dpc_verdict_info *v)
{
    char kind[64];
    (void)snprintf(kind, sizeof kind, "%s%s", v->is_conditional ? "conditional " : "",
                   dpc_cert_kind_name(v->kind));
    bool good = cli_json_set(o, "kind", cli_json_text(kind));
    good = cli_json_set(o, "theorem", cli_json_text(v->theorem)) && good;
    good = cli_json_set(o, "revision", unsigned_text(v->revision)) && good;
    good = cli_json_set(o, "adjacency", cli_json_text(dpc_adjacency_name(v->adjacency))) && good;
    good = cli_json_set(o, "history", history(v)) && good;
    good = cli_json_set(o, "params", items(v->param, v->nparams)) && good;
    good = cli_json_set(o, "choose", items(v->choose, v->nchoose)) && good;
    good = cli_json_set(o, "claims", claims(v)) && good;
    good = cli_json_set(o, "assume", cli_json_texts(v->assumption, v->nassumptions)) && good;
    good = cli_json_set(o, "premises", cli_json_texts(v->premise, v->npremises)) && good;
    return cli_json_set(o, "notes", cli_json_texts(v->note, v->nnotes)) && good;
}

json_t *cli_json_outcome(const cli_outcome *outcome)
{
    const dpc_verdict_info *v = outcome->info;
    json_t *o = json_object();
    bool good = cli_json_set(o, "file", cli_json_text(outcome->name));
    good = cli_json_set(o, "verdict", json_string(dpc_verdict_name(outcome->verdict))) && good;
    good = cli_json_set(o, "text", cli_json_text(v != NULL ? v->line : outcome->reason)) && good;
    if (v != NULL && v->where > 0)
        good = cli_json_set(o, "line", json_integer((json_int_t)v->where)) && good;
    if (v != NULL && v->verdict == DPC_VERIFIED)
        good = set_statement(o, v) && good;
    if (v != NULL)
        good =
            cli_json_set(o, "context_not_checked", cli_json_texts(v->context, v->ncontext)) && good;
    return checked(o, good);
}

/* Prints a value in ASCII.  DEL, which occurs in strings only, is escaped as well. */
static bool put_value(const json_t *value, size_t flags)
{
    char *text = json_dumps(value, flags | JSON_ENSURE_ASCII);
    for (const char *s = text; s != NULL && *s != '\0'; s++)
        if (*s == 127)
            (void)fputs("\\u007f", stdout);
        else
            (void)putchar(*s);
    (void)putchar('\n');
    free(text);
    return text != NULL;
}

cli_exit cli_json_print(json_t *value)
{
    const bool good = value != NULL && put_value(value, JSON_PRESERVE_ORDER | JSON_INDENT(2));
    json_decref(value);
    return good ? CLI_OK : cli_no_memory();
}

cli_exit cli_json_line(json_t *value, bool good)
{
    good = good && value != NULL && put_value(value, JSON_COMPACT);
    json_decref(value);
    return good ? CLI_CONTINUE : cli_no_memory();
}
