/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   From certificate to verdict.  The steps stand in the order in which they are taken; each one
   either goes on or leaves its reason, with the line that is to blame, in `error`.  Nothing is
   searched: every value is in the certificate, and what is evaluated is the checker's own text. */
#include "base/rational.h"
#include "cert/cert.h"
#include "cert/claims.h"
#include "cert/number.h"
#include "cert/statement.h"
#include "cert/verdict.h"
#include "lang/flow.h"
#include "lang/lower.h"
#include "run/raise.h"
#include "run/values.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_BITS = 64,
    NAME = 60,              /* characters of a name that messages show */
    MAX_SLOT_BITS = 1 << 30 /* precision times slots: what enclosures may take */
};

/* What a claim is about. */
typedef struct {
    const char *name;
    char rel;
    uint32_t slot;
    mpq_t number;
} target;

typedef struct {
    const dpc_verify_options *options;
    dpc_certificate cert;
    dpc_cert_error error;
    dpc_verdict_info *verdict;
    dpc_catalogue_t *cat;
    const dpc_unit *unit;
    bool own; /* the theorem is the issuer's, not the catalogue's */
    dpc_code *code;
    dpc_run *run;
    dpc_list *list; /* by list number */
    target *target; /* by claim */
    size_t ntargets;
    dpc_k_judged judged;         /* the claims, by the last pass, */
    dpc_verdict word;            /* and what follows */
    const dpc_cert_items *hints; /* of the part that is being run */
    size_t next_hint;
    bool hint_missing;
    size_t spare_hint; /* its line, 0 if there is none */
    uint64_t steps_left;
    unsigned long bits;
} checker;

#define FAIL(k, number, status, ...) \
    ((k)->error.line = (number), dpc_fail(&(k)->error.diag, (status), __VA_ARGS__) == DPC_OK)

#define REJECT(k, number, ...) FAIL((k), (number), DPC_DOMAIN, __VA_ARGS__)

/* A name of the certificate's in a message: "%.*s%s". */
#define CUT(name) NAME, (name), strlen(name) > NAME ? "..." : ""

/* Takes the reason from another record. */
static bool pass_on(checker *k, size_t line, const dpc_diag *why)
{
    k->error.line = line;
    return dpc_fail_as(&k->error.diag, why) == DPC_OK;
}

static bool no_memory(checker *k)
{
    return FAIL(k, 0, DPC_NOMEM, "out of memory");
}

/* ---- files ---- */

/* Rejects a file that differs from the text, and names the first line that does. */
static bool same_text(checker *k, const dpc_cert_file *f, const char *text)
{
    if (strlen(text) == f->length && memcmp(f->text, text, f->length) == 0)
        return true;
    size_t line = 1;
    const char *s = f->text, *t = text;
    for (;; line++) {
        const size_t n = strcspn(s, "\n"), m = strcspn(t, "\n");
        if (n != m || memcmp(s, t, n) != 0 || s[n] != t[m] || s[n] == '\0')
            break;
        s += n + 1;
        t += m + 1;
    }
    const int shown = (int)strcspn(t, "\n");
    return REJECT(k, f->line + (line <= f->lines ? line : f->lines),
                  "file %.*s%s is not the catalogue's text: its line %zu should be '%.*s%s'",
                  CUT(f->name), line, shown > 60 ? 60 : shown, t, shown > 60 ? "..." : "");
}

static const dpc_revision_table *revisions(const checker *k)
{
    return k->options->revisions != NULL ? k->options->revisions : &dpc_known_revisions;
}

/* An earlier release may be evaluated, with a note, or it is withdrawn. */
static bool take_earlier(checker *k, const dpc_revision *old, size_t line)
{
    if (old->state == DPC_REVISION_WITHDRAWN)
        return REJECT(k, line, "revision %lu of %s is withdrawn: %s", old->revision, old->id,
                      old->reason);
    dpc_verdict_add_note(k->verdict, "revision %lu of %s is superseded: %s", old->revision, old->id,
                         old->reason);
    dpc_diag why = {.status = DPC_OK};
    return dpc_cat_replace(k->cat, old->id, old->text, &why) != NULL || pass_on(k, line, &why);
}

/* The theorem: the release that its revision names, and its exact text. */
static bool take_theorem(checker *k)
{
    const dpc_certificate *c = &k->cert;
    dpc_diag why = {.status = DPC_OK};
    const dpc_unit *now = dpc_cat_text(c->id) != NULL ? dpc_cat_find(k->cat, c->id, &why) : NULL;
    if (why.status != DPC_OK)
        return pass_on(k, c->theorem_line, &why);
    if (now != NULL && now->revision == c->revision)
        return same_text(k, &c->file[0], dpc_cat_text(c->id));
    const dpc_revision_table *table = revisions(k);
    for (size_t i = 0; i < table->count; i++) {
        const dpc_revision *old = &table->revision[i];
        if (strcmp(old->id, c->id) == 0 && old->revision == c->revision)
            return take_earlier(k, old, c->theorem_line) && same_text(k, &c->file[0], old->text);
    }
    return REJECT(k, c->theorem_line, "revision %lu of %s is not known here: it is at revision %lu",
                  c->revision, c->id, now != NULL ? now->revision : 0);
}

/* A file that the theorem stands on: its text is that of a release. */
static bool take_file(checker *k, const dpc_cert_file *f)
{
    const char *now = dpc_cat_text(f->name);
    if (now != NULL && strlen(now) == f->length && memcmp(now, f->text, f->length) == 0)
        return true;
    const dpc_revision_table *table = revisions(k);
    for (size_t i = 0; i < table->count; i++) {
        const dpc_revision *old = &table->revision[i];
        if (strcmp(old->id, f->name) == 0 && strcmp(old->text, f->text) == 0)
            return take_earlier(k, old, f->line);
    }
    return now != NULL ? same_text(k, f, now)
                       : REJECT(k, f->line, "file %.*s%s is not in the catalogue", CUT(f->name));
}

/* Whether two ids differ in case and punctuation only. */
static bool looks_like(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a != '\0' && !isalnum((unsigned char)*a))
            a++;
        while (*b != '\0' && !isalnum((unsigned char)*b))
            b++;
        if (*a == '\0' || tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return *a == *b;
    }
}

/* The id of a release that people could take this one for, or NULL. */
static const char *imitated(const checker *k, const char *id)
{
    const dpc_revision_table *table = revisions(k);
    for (size_t i = 0; i < table->count; i++)
        if (looks_like(table->revision[i].id, id))
            return table->revision[i].id;
    for (size_t i = 0; i < dpc_cat_count(); i++)
        if (looks_like(dpc_cat_id(i), id))
            return dpc_cat_id(i);
    return looks_like("prelude", id) ? "prelude" : NULL;
}

/* An issuer's own theorem is evaluated as it stands. */
static bool take_own(checker *k)
{
    const dpc_certificate *c = &k->cert;
    const dpc_cert_file *f = &c->file[0];
    if (c->kind != DPC_CERT_VALUE)
        return REJECT(k, c->kind_line,
                      "%.*s%s is not in the catalogue: it can have a 'value', not a '%s'",
                      CUT(c->id), dpc_cert_kind_name(c->kind));
    const char *other = imitated(k, c->id);
    if (other != NULL)
        return REJECT(k, c->theorem_line,
                      "%.*s%s looks like %s: a theorem of your own needs an id of its own",
                      CUT(c->id), other);
    if (dpc_cert_exponents(f->text) > DPC_CERT_MAX_EXPONENTS)
        return REJECT(k, f->line,
                      "the exponents of all numbers in the theorem add up to more than %d: that is "
                      "the limit",
                      DPC_CERT_MAX_EXPONENTS);
    dpc_diag why = {.status = DPC_OK};
    const dpc_unit *unit = dpc_cat_add(k->cat, f->name, f->text, f->length, &why);
    if (unit == NULL)
        return pass_on(k, f->line, &why);
    if (strcmp(unit->id, c->id) != 0 || unit->revision != c->revision)
        return REJECT(k, c->theorem_line,
                      "the file is about %.*s%s, revision %lu, not %.*s%s, revision %lu",
                      CUT(unit->id), unit->revision, CUT(c->id), c->revision);
    return true;
}

/* Whether any release has this id. */
static bool is_known(const checker *k, const char *id)
{
    const dpc_revision_table *table = revisions(k);
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->revision[i].id, id) == 0)
            return true;
    return dpc_cat_text(id) != NULL;
}

/* The files are those that the theorem stands on, in order. */
static bool check_closure(checker *k)
{
    const dpc_certificate *c = &k->cert;
    const dpc_unit *found[DPC_CERT_MAX_FILES];
    dpc_diag why = {.status = DPC_OK};
    const size_t n = dpc_cert_closure(k->cat, k->unit, found, &why);
    if (n == 0)
        return pass_on(k, c->theorem_line, &why);
    for (size_t i = 0; i <= n; i++) {
        const char *wanted = i < n ? found[i]->id : "prelude";
        const dpc_cert_file *last = &c->file[c->nfiles - 1];
        if (i == c->nfiles)
            return REJECT(k, last->line + last->lines + 1, "the file %s is missing", wanted);
        if (strcmp(c->file[i].name, wanted) != 0)
            return REJECT(k, c->file[i].line, "file %.*s%s stands where %s is expected",
                          CUT(c->file[i].name), wanted);
    }
    return c->nfiles == n + 1 ||
           REJECT(k, c->file[n + 1].line, "file %.*s%s is not used", CUT(c->file[n + 1].name));
}

static bool take_files(checker *k)
{
    const dpc_certificate *c = &k->cert;
    if (strcmp(c->file[0].name, c->id) != 0)
        return REJECT(k, c->file[0].line, "file %.*s%s stands where %.*s%s is expected",
                      CUT(c->file[0].name), CUT(c->id));
    k->own = !is_known(k, c->id);
    if (!(k->own ? take_own(k) : take_theorem(k)))
        return false;
    for (size_t i = 1; i < c->nfiles; i++)
        if (!take_file(k, &c->file[i]))
            return false;
    dpc_diag why = {.status = DPC_OK};
    k->unit = dpc_cat_find(k->cat, c->id, &why);
    k->code = k->unit != NULL ? dpc_lower(k->cat, k->unit, &why) : NULL;
    if (k->code == NULL)
        return pass_on(k, c->file[0].line, &why);
    return check_closure(k);
}

/* ---- kinds ---- */

/* Whether bounds follow from the theorem itself. */
static bool is_sound(const checker *k)
{
    return dpc_status_counts(k->unit->status, k->own);
}

static bool check_kind(checker *k)
{
    const dpc_certificate *c = &k->cert;
    const bool may_refer = c->kind == DPC_CERT_LOWER || c->kind == DPC_CERT_REFUTATION;
    const char *kind = dpc_cert_kind_name(c->kind);
    if (c->referee > 0 && !may_refer)
        return REJECT(k, c->referee_line, "a %s has no referee", kind);
    if (c->referee > k->code->nreferees)
        return REJECT(k, c->referee_line, "%s has %zu referees: referee %lu does not exist",
                      k->unit->id, k->code->nreferees, c->referee);
    if (c->referee == 0 && c->kind == DPC_CERT_REFUTATION)
        return REJECT(k, c->kind_line, "a refutation needs a 'referee' line");
    if (!is_sound(k) &&
        (c->kind == DPC_CERT_GUARANTEE || (c->kind == DPC_CERT_LOWER && c->referee == 0)))
        return REJECT(k, c->kind_line, "%s is %s: its formula gives no %s", k->unit->id,
                      dpc_theorem_status_name(k->unit->status), kind);
    return true;
}

/* The theorem is about these neighbours.  Any are symmetric ones: steps that are (eps, delta)-DP in
   one direction alone compose otherwise. */
static bool check_neighbours(checker *k)
{
    const dpc_adjacency given = k->cert.neighbours, proved = k->unit->adjacency,
                        both = dpc_adjacency_both_ways(given);
    if (proved == DPC_ADJACENCY_ANY && given != both)
        return REJECT(k, k->cert.neighbours_line, "%s covers both directions: write %s, not %s",
                      k->unit->id, dpc_adjacency_name(both), dpc_adjacency_name(given));
    return proved == DPC_ADJACENCY_ANY || proved == given ||
           REJECT(k, k->cert.neighbours_line, "%s is about neighbours %s, not %s", k->unit->id,
                  dpc_adjacency_name(proved), dpc_adjacency_name(given));
}

static size_t last_line(const dpc_cert_items *items, size_t before)
{
    return items->count > 0 ? items->item[items->count - 1].line : before;
}

/* ---- hints ---- */

static bool read_hint_number(mpq_t number, const char *text, dpc_diag *why)
{
    return dpc_rational_parse(number, text, strlen(text), "hint", why) == DPC_OK;
}

/* For dpc_run: the next bracket of the certificate.  The runner checks it. */
static bool propose(void *data, dpc_run *run, size_t pc, dpc_bracket *out)
{
    checker *k = data;
    (void)run;
    (void)pc;
    if (k->next_hint == k->hints->count) {
        k->hint_missing = true;
        return false;
    }
    const dpc_cert_item *item = &k->hints->item[k->next_hint++];
    dpc_diag why = {.status = DPC_OK};
    out->from_start = strcmp(item->lo, "end") == 0;
    out->to_end = strcmp(item->hi, "end") == 0;
    return (out->from_start || read_hint_number(out->lo, item->lo, &why)) &&
           read_hint_number(out->mid, item->text, &why) &&
           (out->to_end || read_hint_number(out->hi, item->hi, &why));
}

/* Every number of a hint can be read. */
static bool check_hints(checker *k, const dpc_cert_items *hints)
{
    mpq_t number;
    mpq_init(number);
    dpc_diag why = {.status = DPC_OK};
    bool good = true;
    for (size_t i = 0; i < hints->count && good; i++) {
        const dpc_cert_item *item = &hints->item[i];
        good = (strcmp(item->lo, "end") == 0 || read_hint_number(number, item->lo, &why)) &&
               read_hint_number(number, item->text, &why) &&
               (strcmp(item->hi, "end") == 0 || read_hint_number(number, item->hi, &why));
        if (!good)
            (void)pass_on(k, item->line, &why);
    }
    mpq_clear(number);
    return good;
}

/* Where the last hint stands, or the next one should. */
static size_t hint_line(const checker *k)
{
    const dpc_certificate *c = &k->cert;
    if (k->next_hint > 0)
        return k->hints->item[k->next_hint - 1].line + k->hint_missing;
    const dpc_cert_file *file = &c->file[c->nfiles - 1];
    if (k->hints == &c->referee_hint)
        return last_line(&c->referee_choose, c->referee_line) + 1;
    return last_line(&c->choose, last_line(&c->param, file->line + file->lines)) + 1;
}

/* ---- values ---- */

/* The value has the shape of the input's type. */
static bool check_shape(checker *k, const dpc_input *in, const dpc_cert_item *item)
{
    const char *what = in->role == DPC_INPUT_PARAM ? "parameter" : "witness";
    const dpc_cert_shape shape = dpc_cert_value_shape(item->text);
    if (in->type->kind == DPC_T_PLAN)
        return shape == DPC_SHAPE_RECORD ||
               REJECT(k, item->line, "%s %s is a plan like %s(%s=...), not '%.*s%s'", what,
                      in->name, in->type->plan, in->type->member[0], CUT(item->text));
    if (shape == DPC_SHAPE_RECORD)
        return REJECT(k, item->line, "%s %s takes no records like '%.*s%s'", what, in->name,
                      CUT(item->text));
    if (in->type->kind == DPC_T_LIST)
        return shape == DPC_SHAPE_ROWS ||
               REJECT(k, item->line,
                      "%s %s is a list of rows like [(1,2),(3,4)]: it takes no records and no "
                      "numbers alone, as in '%.*s%s'",
                      what, in->name, CUT(item->text));
    return in->type->kind == DPC_T_ENUM || shape == DPC_SHAPE_NUMBER ||
           REJECT(k, item->line, "%s %s is a number, not '%.*s%s'", what, in->name,
                  CUT(item->text));
}

static bool set_value(checker *k, size_t input, const dpc_cert_item *item)
{
    const dpc_input *in = &k->code->input[input];
    dpc_diag why = {.status = DPC_OK};
    if (!check_shape(k, in, item))
        return false;
    if (dpc_type_has_records(in->type)) {
        if (dpc_value_records(&k->list[in->slot], in, item->text, &why) != DPC_OK)
            return pass_on(k, item->line, &why);
        k->run->list[in->slot] = &k->list[in->slot];
        return true;
    }
    mpq_t value;
    mpq_init(value);
    const bool read = dpc_value_scalar(value, in, item->text, &why) == DPC_OK;
    if (read)
        dpc_run_set_input(k->run, input, value);
    mpq_clear(value);
    return read || pass_on(k, item->line, &why);
}

/* The item stands where `wanted` is expected, or (NULL) nothing more. */
static bool misplaced(checker *k, const dpc_cert_items *items, size_t i, const char *what,
                      const char *wanted)
{
    const char *name = items->item[i].name;
    const size_t line = items->item[i].line;
    for (size_t j = 0; j < i; j++)
        if (strcmp(items->item[j].name, name) == 0)
            return REJECT(k, line, "%s %.*s%s is given twice", what, CUT(name));
    for (size_t j = 0; j < k->code->ninputs; j++)
        if (wanted != NULL && strcmp(k->code->input[j].name, name) == 0)
            return REJECT(k, line, "%s %.*s%s stands where %s is expected", what, CUT(name),
                          wanted);
    return REJECT(k, line, "%s has no %s '%.*s%s' here", k->unit->id, what, CUT(name));
}

/* The items are all inputs of this role among first..last-1, in order. */
static bool set_values(checker *k, const dpc_cert_items *items, dpc_input_role role, size_t first,
                       size_t last, size_t line_before)
{
    const char *what = role == DPC_INPUT_PARAM ? "param" : "choose";
    size_t n = 0;
    for (size_t i = first; i < last; i++) {
        const dpc_input *in = &k->code->input[i];
        if (in->role != role)
            continue;
        if (n == items->count)
            return REJECT(k, (n > 0 ? items->item[n - 1].line : line_before) + 1,
                          "%s %s is missing", what, in->name);
        if (strcmp(items->item[n].name, in->name) != 0)
            return misplaced(k, items, n, what, in->name);
        if (!set_value(k, i, &items->item[n]))
            return false;
        n++;
    }
    return n == items->count || misplaced(k, items, n, what, NULL);
}

static bool set_inputs(checker *k)
{
    const dpc_certificate *c = &k->cert;
    k->run = dpc_run_new(k->code, k->options->domain);
    k->list = calloc(k->code->nlists + 1, sizeof *k->list);
    if (k->run == NULL || k->list == NULL)
        return no_memory(k);
    dpc_run_reset(k->run);
    k->run->prec = FIRST_BITS;
    k->run->hooks.propose = propose;
    k->run->hooks.propose_data = k;
    k->run->hooks.integrate = k->options->integrate;
    const dpc_cert_file *file = &c->file[c->nfiles - 1];
    const size_t after_files = file->line + file->lines, n = k->code->ninputs;
    if (!set_values(k, &c->param, DPC_INPUT_PARAM, 0, n, after_files) ||
        !set_values(k, &c->choose, DPC_INPUT_CHOOSE, 0, n, last_line(&c->param, after_files)))
        return false;
    if (c->referee == 0)
        return true;
    const dpc_referee *r = &k->code->referee[c->referee - 1];
    return set_values(k, &c->referee_choose, DPC_INPUT_REFEREE, r->first, r->last, c->referee_line);
}

/* ---- history ---- */

/* Whether the input is a list of steps; theorems have few. */
static bool is_list(const dpc_input *in)
{
    return in->role == DPC_INPUT_PARAM && in->type->kind == DPC_T_LIST;
}

static const dpc_input *find_list(const checker *k, const char *name)
{
    for (size_t i = 0; i < k->code->ninputs; i++)
        if (is_list(&k->code->input[i]) && strcmp(k->code->input[i].name, name) == 0)
            return &k->code->input[i];
    return NULL;
}

/* Phases are numbered from 1, in order, and all are there. */
static bool check_phases(checker *k)
{
    const dpc_certificate *c = &k->cert;
    unsigned long last = 0;
    for (size_t i = 0; i < c->phase.count; i++) {
        const dpc_cert_item *item = &c->phase.item[i];
        if (item->phase != last && item->phase != last + 1)
            return REJECT(k, item->line, "phase %lu stands where phase %lu is expected",
                          item->phase, last + 1);
        last = item->phase;
    }
    return last == c->phases ||
           REJECT(k, c->history_line, "the history declares phases: %lu; the certificate has %lu",
                  c->phases, last);
}

/* A theorem without lists is about one phase: all its parameters together. */
static bool check_whole_phase(checker *k)
{
    const dpc_certificate *c = &k->cert;
    const dpc_cert_item *item = &c->phase.item[c->phase.count - 1];
    return (c->phase.count == 1 && strcmp(item->name, DPC_ALL_PARAMETERS) == 0 &&
            item->record == 1) ||
           REJECT(k, item->line, "%s has no lists of steps: its history is 'phase 1 %s 1'",
                  k->unit->id, DPC_ALL_PARAMETERS);
}

/* Marks the record of a phase; it must be there, and belong to no other phase. */
static bool mark_record(checker *k, bool *marked[], const dpc_cert_item *item)
{
    const dpc_input *in = find_list(k, item->name);
    if (in == NULL)
        return REJECT(k, item->line, "%s has no list of steps '%.*s%s'", k->unit->id,
                      CUT(item->name));
    if (item->record > k->list[in->slot].length)
        return REJECT(k, item->line, "%s has %zu records: record %lu does not exist", in->name,
                      k->list[in->slot].length, item->record);
    bool *mark = &marked[in->slot][item->record - 1];
    if (*mark)
        return REJECT(k, item->line, "record %lu of %s belongs to a phase already", item->record,
                      in->name);
    return *mark = true;
}

/* Each record of each list belongs to a phase. */
static bool check_marked(checker *k, bool *marked[])
{
    for (size_t i = 0; i < k->code->ninputs; i++) {
        const dpc_input *in = &k->code->input[i];
        for (size_t n = 0; is_list(in) && n < k->list[in->slot].length; n++)
            if (!marked[in->slot][n])
                return REJECT(k, k->cert.history_line, "record %zu of %s belongs to no phase",
                              n + 1, in->name);
    }
    return true;
}

static bool check_records(checker *k)
{
    const dpc_cert_items *phases = &k->cert.phase;
    bool **marked = calloc(k->code->nlists + 1, sizeof *marked), good = marked != NULL;
    for (size_t i = 0; i < k->code->nlists && good; i++)
        good = (marked[i] = calloc(k->list[i].length + 1, sizeof **marked)) != NULL;
    if (!good)
        (void)no_memory(k);
    for (size_t i = 0; i < phases->count && good; i++)
        good = mark_record(k, marked, &phases->item[i]);
    good = good && check_marked(k, marked);
    for (size_t i = 0; i < k->code->nlists && marked != NULL; i++)
        free(marked[i]);
    free(marked);
    return good;
}

/* Every record of every list of steps belongs to exactly one phase: nothing is left out, nothing is
   said twice.  That the steps are all of them cannot be checked. */
static bool check_history(checker *k)
{
    const dpc_certificate *c = &k->cert;
    if (c->history_line == 0)
        return true;
    if (c->kind != DPC_CERT_GUARANTEE && c->kind != DPC_CERT_LOWER)
        return REJECT(k, c->history_line, "a %s is about a formula, not about a run: no history",
                      dpc_cert_kind_name(c->kind));
    if (!check_phases(k))
        return false;
    for (size_t i = 0; i < k->code->ninputs; i++)
        if (is_list(&k->code->input[i]))
            return check_records(k);
    return check_whole_phase(k);
}

/* ---- claims ---- */

static const dpc_output *find_result(const checker *k, const char *name)
{
    for (size_t i = 0; i < k->code->nresults; i++)
        if (strcmp(k->code->result[i].stmt->name, name) == 0)
            return &k->code->result[i];
    return NULL;
}

/* The next claim must be about this slot, in this direction. */
static bool expect(checker *k, const char *name, char rel, uint32_t slot)
{
    const dpc_cert_items *claims = &k->cert.claim;
    if (k->ntargets == claims->count)
        return REJECT(k, last_line(claims, 0) + 1, "the claim about %s %s is missing: a %s has %s",
                      name, dpc_claim_relation(rel), dpc_cert_kind_name(k->cert.kind),
                      k->cert.kind == DPC_CERT_GUARANTEE ? "one for every result"
                                                         : "one for every end");
    const dpc_cert_item *item = &claims->item[k->ntargets];
    if (strcmp(item->name, name) != 0 || item->rel != rel)
        return REJECT(k, item->line, "the claim %.*s%s %s stands where one about %s %s is expected",
                      CUT(item->name), dpc_claim_relation(item->rel), name,
                      dpc_claim_relation(rel));
    target *t = &k->target[k->ntargets];
    mpq_init(t->number);
    k->ntargets++;
    t->name = name;
    t->rel = rel;
    t->slot = slot;
    dpc_diag why = {.status = DPC_OK};
    return dpc_rational_parse(t->number, item->text, strlen(item->text), "claim", &why) == DPC_OK ||
           pass_on(k, item->line, &why);
}

/* A guarantee has the end that the theorem gives.  A value has both, where the parameters determine
   it; where a witness does, other witnesses give other values, and the end is that of a guarantee.
   Where nothing but a witness does, and a guarantee can be had, there is no value.
 */
static bool expect_result(checker *k, const dpc_output *r, dpc_chosen chosen)
{
    const char *name = r->stmt->name;
    const bool upper = r->stmt->rel != '>';
    const dpc_cert_items *claims = &k->cert.claim;
    const dpc_cert_item *next =
        k->ntargets < claims->count ? &claims->item[k->ntargets] : &claims->item[0];
    if (k->cert.kind == DPC_CERT_VALUE && chosen == DPC_IS_WITNESS && is_sound(k))
        return REJECT(k, k->cert.kind_line,
                      "%s is a witness, which the certificate chooses, not the value of a formula: "
                      "use kind guarantee or lower",
                      name);
    if (k->cert.kind == DPC_CERT_VALUE && chosen != DPC_BY_PARAMETERS &&
        (r->stmt->rel == '=' || next->rel != (upper ? '<' : '>')))
        return REJECT(k, next->line,
                      "%s depends on witnesses that the certificate chooses: others give other "
                      "values, so this is not a bound from %s",
                      name, upper ? "below" : "above");
    if (k->cert.kind == DPC_CERT_GUARANTEE || chosen != DPC_BY_PARAMETERS)
        return expect(k, name, upper ? '<' : '>', r->slot);
    return expect(k, name, '>', r->slot) && expect(k, name, '<', r->slot);
}

static bool expect_results(checker *k)
{
    dpc_chosen *chosen = calloc(k->code->nresults + 1, sizeof *chosen);
    if (chosen == NULL || !dpc_flow_chosen(k->code, chosen)) {
        free(chosen);
        return no_memory(k);
    }
    bool good = true;
    for (size_t i = 0; i < k->code->nresults && good; i++)
        good = expect_result(k, &k->code->result[i], chosen[i]);
    free(chosen);
    return good;
}

static bool expect_lower(checker *k)
{
    const dpc_cert_item *item = &k->cert.claim.item[0];
    if (k->cert.referee > 0) {
        const dpc_referee *r = &k->code->referee[k->cert.referee - 1];
        if (r->stmt->rel != '>')
            return REJECT(k, k->cert.referee_line,
                          "referee %lu bounds %s from above: it gives no lower", k->cert.referee,
                          r->stmt->name);
        return expect(k, r->stmt->name, '>', r->slot);
    }
    const dpc_output *r = find_result(k, item->name);
    if (r == NULL || r->stmt->rel != '=')
        return REJECT(k, item->line,
                      "%.*s%s is not an exact result of %s: a lower needs one, or a referee",
                      CUT(item->name), k->unit->id);
    return expect(k, r->stmt->name, '>', r->slot);
}

/* The result on its side, then the referee on the other, and a gap between them. */
static bool expect_refutation(checker *k)
{
    const dpc_referee *r = &k->code->referee[k->cert.referee - 1];
    const dpc_output *result = find_result(k, r->stmt->name);
    const char rel = r->stmt->rel;
    if (!expect(k, r->stmt->name, rel == '>' ? '<' : '>', result->slot) ||
        !expect(k, r->stmt->name, rel, r->slot))
        return false;
    const int c = mpq_cmp(k->target[1].number, k->target[0].number);
    char first[DPC_CERT_SHOWN], second[DPC_CERT_SHOWN];
    return (rel == '>' ? c > 0 : c < 0) ||
           REJECT(k, k->cert.claim.item[1].line,
                  "%s %s %s does not contradict %s %s: nothing is refuted", r->stmt->name,
                  dpc_claim_relation(rel), dpc_cert_show(second, k->cert.claim.item[1].text),
                  dpc_claim_relation(k->target[0].rel),
                  dpc_cert_show(first, k->cert.claim.item[0].text));
}

static bool expect_claims(checker *k)
{
    const dpc_cert_items *claims = &k->cert.claim;
    k->target = calloc(claims->count + 1, sizeof *k->target);
    if (k->target == NULL)
        return no_memory(k);
    const bool expected = k->cert.kind == DPC_CERT_LOWER        ? expect_lower(k)
                          : k->cert.kind == DPC_CERT_REFUTATION ? expect_refutation(k)
                                                                : expect_results(k);
    if (!expected || k->ntargets == claims->count)
        return expected;
    return REJECT(k, claims->item[k->ntargets].line, "the claim about %.*s%s is superfluous",
                  CUT(claims->item[k->ntargets].name));
}

/* ---- evaluation ---- */

static uint64_t max_steps(const checker *k)
{
    return k->options->max_steps > 0 ? k->options->max_steps : DPC_VERIFY_STEPS;
}

static unsigned long max_bits(const checker *k)
{
    return k->options->max_bits > 0 ? k->options->max_bits : DPC_VERIFY_BITS;
}

/* The line of the value that a failed condition is about; else that of the theorem. */
static size_t blamed_line(const checker *k)
{
    const dpc_certificate *c = &k->cert;
    if (k->run->ending.reason == DPC_END_BRACKET)
        return hint_line(k);
    if (k->run->ending.condition >= k->code->nchecks)
        return c->theorem_line;
    const dpc_check *check = &k->code->check[k->run->ending.condition];
    if (check->stmt->kind == DPC_S_REFEREE)
        return c->referee_line;
    if (check->stmt->kind != DPC_S_PARAM && check->stmt->kind != DPC_S_CHOOSE)
        return c->theorem_line;
    const dpc_cert_items *items = check->stmt->kind == DPC_S_PARAM ? &c->param : &c->choose;
    const size_t n = strlen(check->prefix);
    for (size_t i = 0; i < items->count; i++)
        if (strncmp(items->item[i].name, check->prefix, n) == 0 &&
            strcmp(items->item[i].name + n, check->stmt->name) == 0)
            return items->item[i].line;
    return c->theorem_line;
}

/* Runs a part at the current precision.  Steps are charged by their precision, so that the limit
   bounds the time of all passes together. */
static dpc_status run_part(checker *k, size_t begin, size_t end, const dpc_cert_items *hints,
                           dpc_diag *why)
{
    k->hints = hints;
    k->next_hint = 0;
    const uint64_t weight = k->bits / FIRST_BITS;
    k->run->budget.max_steps = k->steps_left / weight > 0 ? k->steps_left / weight : 1;
    const dpc_status status = dpc_run_block(k->run, begin, end, k->bits, why);
    const uint64_t spent = k->run->budget.steps * weight;
    k->steps_left -= spent < k->steps_left ? spent : k->steps_left;
    return status;
}

/* A hint that nothing asked for. */
static void note_spare(checker *k)
{
    if (k->next_hint < k->hints->count && k->spare_hint == 0)
        k->spare_hint = k->hints->item[k->next_hint].line;
}

/* For dpc_run_raise: all that the certificate is about.  The bits stay as they are. */
/* cppcheck-suppress constParameter */
/* NOLINTNEXTLINE(readability-non-const-parameter): the type is that of any pass */
static dpc_status run_pass(void *data, unsigned long *bits, dpc_diag *why)
{
    checker *k = data;
    dpc_k_judge_none(&k->judged);
    k->bits = *bits;
    k->spare_hint = 0;
    dpc_status status = run_part(k, 0, k->code->main_end, &k->cert.hint, why);
    note_spare(k);
    if (status == DPC_OK && k->cert.referee > 0) {
        const dpc_referee *r = &k->code->referee[k->cert.referee - 1];
        status = run_part(k, r->begin, r->end, &k->cert.referee_hint, why);
        note_spare(k);
    }
    return k->hint_missing ? DPC_DOMAIN : status;
}

/* The claim is false: shows the end that says so. */
static bool claim_fails(checker *k, size_t i)
{
    const target *t = &k->target[i];
    const dpc_cert_item *item = &k->cert.claim.item[i];
    char *end = dpc_claim_end(k->run, t->slot, t->rel, t->number);
    char claimed[DPC_CERT_SHOWN], shown[DPC_CERT_SHOWN];
    (void)REJECT(k, item->line, "%s %s %s is false: %s end %s", t->name, dpc_claim_relation(t->rel),
                 dpc_cert_show(claimed, item->text), t->rel == '<' ? "lower" : "upper",
                 end != NULL ? dpc_cert_show(shown, end) : "?");
    free(end);
    return false;
}

/* For dpc_run_raise: judges all claims, and whether that is decided.  There is no other way to
   VERIFIED: kernel/judge.h. */
static bool judge(void *data, bool last)
{
    (void)last;
    checker *k = data;
    for (size_t i = 0; i < k->ntargets; i++)
        dpc_claim_decide(&k->judged, k->run, k->target[i].slot, k->target[i].rel,
                         k->target[i].number);
    k->word = dpc_k_verdict(&k->judged, (int64_t)k->ntargets);
    return k->word != DPC_VERIFY_UNDECIDED;
}

static bool claim_undecided(checker *k, size_t i, bool for_bits)
{
    const target *t = &k->target[i];
    char *range = dpc_claim_enclosure(k->run, t->slot), claimed[DPC_CERT_SHOWN];
    if (for_bits)
        dpc_diag_limit(&k->error.diag, DPC_LIMIT_BITS, max_bits(k));
    (void)FAIL(k, k->cert.claim.item[i].line, DPC_UNDECIDED,
               "%s %s %s is not decided at %lu bits: the value is in %.400s", t->name,
               dpc_claim_relation(t->rel), dpc_cert_show(claimed, k->cert.claim.item[i].text),
               k->bits, range != NULL ? range : "no finite range");
    free(range);
    return false;
}

/* The witnesses do not prove the claim, and more precision would not help.  Where nothing is known
   of the value, that says nothing against the claim. */
static bool claim_unproved(checker *k, size_t i)
{
    const target *t = &k->target[i];
    char *range = dpc_claim_enclosure(k->run, t->slot), claimed[DPC_CERT_SHOWN];
    (void)FAIL(k, k->cert.claim.item[i].line, range != NULL ? DPC_DOMAIN : DPC_UNDECIDED,
               "%s %s %s does not follow from the method's plan: the value is in %.400s", t->name,
               dpc_claim_relation(t->rel), dpc_cert_show(claimed, k->cert.claim.item[i].text),
               range != NULL ? range : "no finite range");
    free(range);
    return false;
}

/* The evaluation failed.  The runner names the steps that it was given: where earlier passes took
   some, that is not the limit which the user knows. */
static bool run_fails(checker *k, const dpc_diag *why)
{
    if (why->limit != DPC_LIMIT_STEPS || k->run->budget.max_steps >= max_steps(k))
        return pass_on(k, blamed_line(k), why);
    dpc_diag_limit(&k->error.diag, DPC_LIMIT_STEPS, max_steps(k));
    return FAIL(k, blamed_line(k), why->status, "%.*s: that is what is left of %llu at %lu bits",
                (int)strcspn(why->text, "\n"), why->text, (unsigned long long)max_steps(k),
                k->bits);
}

static bool evaluate(checker *k)
{
    unsigned long cap = max_bits(k);
    if (cap > MAX_SLOT_BITS / (k->code->nslots + 1))
        cap = MAX_SLOT_BITS / (k->code->nslots + 1);
    k->steps_left = max_steps(k);
    /* a pass that fails for its cells does not count: the steps bound the time of all */
    const dpc_raise task = {.run = k->run,
                            .first = FIRST_BITS,
                            .most = cap,
                            .cells = DPC_CELLS_OF_DONE_PASSES,
                            .pass = run_pass,
                            .enough = judge,
                            .data = k};
    dpc_diag why = {.status = DPC_OK};
    const dpc_raised end = dpc_run_raise(&task, &why);
    if (k->hint_missing)
        return REJECT(k, hint_line(k), "a hint is missing: %s needs a bracket of an optimum here",
                      k->unit->id);
    if (end.status != DPC_OK)
        return end.stop == DPC_STOP_PLAN ? FAIL(k, blamed_line(k), why.status,
                                                "the method's plan proves too little: %s", why.text)
                                         : run_fails(k, &why);
    if (k->word == DPC_REJECTED)
        return claim_fails(k, (size_t)k->judged.failed);
    if (k->word == DPC_VERIFIED)
        return k->spare_hint == 0 ||
               REJECT(k, k->spare_hint, "the hint is superfluous: nothing needs it");
    const size_t open = (size_t)k->judged.open;
    return end.stop == DPC_STOP_PLAN
               ? claim_unproved(k, open)
               : claim_undecided(k, open, end.stop == DPC_STOP_BITS && cap == max_bits(k));
}

/* ---- all together ---- */

static bool check_all(checker *k, const char *text, size_t length)
{
    if (dpc_cert_read(&k->cert, text, length, &k->error) != DPC_OK)
        return false;
    for (size_t i = 0; i < k->cert.context.count; i++)
        dpc_verdict_add_context(k->verdict, k->cert.context.item[i].text);
    k->cat = dpc_cat_new();
    if (k->cat == NULL)
        return no_memory(k);
    return take_files(k) && check_kind(k) && check_neighbours(k) && set_inputs(k) &&
           check_history(k) && check_hints(k, &k->cert.hint) &&
           check_hints(k, &k->cert.referee_hint) && expect_claims(k) && evaluate(k);
}

static char *statement(checker *k)
{
    const dpc_verified verified = {
        .cert = &k->cert, .unit = k->unit, .own = k->own, .code = k->code, .run = k->run};
    return dpc_cert_statement(&verified, k->verdict);
}

static void clear(checker *k)
{
    for (size_t i = 0; i < k->ntargets; i++)
        mpq_clear(k->target[i].number);
    free(k->target);
    for (size_t i = 0; k->list != NULL && i < k->code->nlists; i++)
        dpc_list_clear(&k->list[i]);
    free(k->list);
    dpc_run_free(k->run);
    dpc_code_free(k->code);
    dpc_cat_free(k->cat);
    dpc_cert_clear(&k->cert);
}

dpc_verdict_info *dpc_cert_verify(const char *name, const char *text, size_t length,
                                  const dpc_verify_options *options)
{
    checker k = {.options = options, .verdict = dpc_verdict_new()};
    if (k.verdict == NULL)
        return NULL;
    dpc_verdict_info *verdict = NULL;
    char *verified = check_all(&k, text, length) ? statement(&k) : NULL;
    if (verified != NULL)
        verdict = dpc_verdict_decide(k.verdict, &k.judged, k.ntargets, name, verified);
    else {
        const dpc_status why = k.error.diag.status;
        const bool undecided =
            why == DPC_UNDECIDED || why == DPC_NOMEM || why == DPC_INTERRUPTED || why == DPC_OK;
        k.verdict->limit = k.error.diag.limit;
        k.verdict->limit_value = k.error.diag.value;
        verdict =
            dpc_verdict_refuse(k.verdict, undecided ? DPC_VERIFY_UNDECIDED : DPC_REJECTED, name,
                               k.error.line, why == DPC_OK ? "out of memory" : k.error.diag.text);
    }
    free(verified);
    clear(&k);
    return verdict;
}
