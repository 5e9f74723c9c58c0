/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   From a query that has run to the text of a certificate, and the public functions.  Nothing here
   is trusted: what is written is verified before it is given away. */
#include "show/write.h"

#include "arith/arith.h"
#include "cert/cert.h"

#include "base/rational.h"
#include "base/words.h"
#include "cert/verdict.h"
#include "lang/flow.h"
#include "query/progress.h"
#include "query/query.h"
#include "query/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is claimed ---- */

typedef struct {
    const dpc_write_request *request;
    dpc_query_t *q;
    dpc_cert_kind kind;
    size_t referee; /* from 1; 0 if there is none */
    size_t result;  /* lower without a referee */
    FILE *out;
} writer;

static bool is_sound(const dpc_query_t *q)
{
    return dpc_status_counts(q->unit->status, q->theorem.is_own != 0);
}

static bool choose_kind(writer *w, const char *name)
{
    dpc_query_t *q = w->q;
    w->kind = is_sound(q) ? DPC_CERT_GUARANTEE : DPC_CERT_VALUE;
    if (name == NULL)
        return true;
    const dpc_cert_kind kind = (dpc_cert_kind)dpc_word_find(dpc_cert_kind_words, name);
    if (kind == DPC_CERT_NONE || kind == DPC_CERT_AUDIT) {
        char known[DPC_WORDS_SHOWN];
        return dpc_fail(&q->diag, DPC_PARSE, "unknown kind of certificate '%.40s': it is %s", name,
                        dpc_words_list(known, dpc_cert_kind_words, DPC_CERT_REFUTATION)) == DPC_OK;
    }
    w->kind = kind;
    if (q->theorem.is_own && w->kind != DPC_CERT_VALUE)
        return dpc_fail(&q->diag, DPC_DOMAIN,
                        "%s is your own theorem file: a certificate of kind value is all that it "
                        "can have, because nothing vouches for it",
                        q->unit->id) == DPC_OK;
    if (w->kind == DPC_CERT_GUARANTEE && !is_sound(q))
        return dpc_fail(&q->diag, DPC_DOMAIN,
                        "%s is %s: no guarantee follows from it; a certificate of kind value is "
                        "all that it can have",
                        q->unit->id, dpc_theorem_status_name(q->theorem.status)) == DPC_OK;
    return true;
}

static bool applies(const dpc_referee_info *r)
{
    return r->why_not == NULL && r->lower != NULL && r->upper != NULL;
}

/* An exact result, else the best of the referees that bound the same result from below. */
static bool choose_lower(writer *w)
{
    const dpc_query_t *q = w->q;
    for (size_t i = 0; i < q->nresults && is_sound(q); i++)
        if (q->result_info[i].kind == DPC_BOUND_EXACT) {
            w->result = i;
            return true;
        }
    const dpc_referee_info *best = NULL;
    mpq_t most, x;
    mpq_inits(most, x, NULL);
    for (size_t i = 0; i < q->nreferees; i++) {
        const dpc_referee_info *r = &q->referee_info[i];
        if (!applies(r) || r->kind != DPC_BOUND_LOWER ||
            (best != NULL && strcmp(best->name, r->name) != 0))
            continue;
        const bool known = dpc_query_referee_end(q, i, false, x);
        if (best != NULL && !(known && mpq_cmp(x, most) > 0))
            continue;
        mpq_swap(most, x);
        best = r;
        w->referee = i + 1;
    }
    mpq_clears(most, x, NULL);
    return best != NULL ||
           dpc_fail(&w->q->diag, DPC_DOMAIN,
                    "%s gives no lower bound here: it has no exact result, and no referee from "
                    "below applies",
                    q->unit->id) == DPC_OK;
}

static bool choose_refutation(writer *w)
{
    const dpc_query_t *q = w->q;
    for (size_t i = 0; i < q->nreferees && w->referee == 0; i++)
        if (applies(&q->referee_info[i]) && q->referee_info[i].beats_result)
            w->referee = i + 1;
    return w->referee > 0 ||
           dpc_fail(&w->q->diag, DPC_DOMAIN, "%s is not refuted here: no referee beats it",
                    q->unit->id) == DPC_OK;
}

/* ---- text ---- */

static bool put_file(writer *w, const char *name, const char *text)
{
    size_t lines = 0;
    for (const char *s = text; *s != '\0'; lines++) {
        s += strcspn(s, "\n");
        s += *s == '\n';
    }
    if (strchr(text, '\t') != NULL)
        return dpc_fail(&w->q->diag, DPC_PARSE,
                        "%.100s: the file has a tab: a certificate cannot hold it, use blanks",
                        name) == DPC_OK;
    (void)fprintf(w->out, "file %s %zu\n", name, lines);
    for (const char *s = text; *s != '\0';) {
        const size_t n = strcspn(s, "\n");
        (void)fprintf(w->out, "|%.*s\n", (int)n, s);
        s += n;
        s += *s == '\n';
    }
    return true;
}

static bool put_files(writer *w)
{
    dpc_query_t *q = w->q;
    const dpc_unit *found[DPC_CERT_MAX_FILES];
    const size_t n = dpc_cert_closure(q->cat, q->unit, found, &q->diag);
    for (size_t i = 0; i < n; i++) {
        const char *text = dpc_cat_text(found[i]->id);
        if (i > 0 && text == NULL)
            return dpc_fail(&q->diag, DPC_PARSE,
                            "%s is a theorem file of your own: a certificate may use the "
                            "catalogue's only",
                            found[i]->id) == DPC_OK;
        if (!put_file(w, found[i]->id, text != NULL ? text : found[i]->source.text))
            return false;
    }
    return n > 0 && put_file(w, "prelude", dpc_cat_text("prelude"));
}

/* role: which inputs; referee: whose witnesses. */
static void put_inputs(writer *w, const char *keyword, dpc_input_role role, size_t referee)
{
    const dpc_query_t *q = w->q;
    for (size_t i = 0; i < q->code->ninputs; i++) {
        const dpc_input_info *info = &q->input_info[i];
        if (q->code->input[i].role == role && (size_t)info->of_referee == referee &&
            info->value != NULL)
            (void)fprintf(w->out, "%s %s = %s\n", keyword, info->name, info->value);
    }
}

/* The brackets of the main part (0) or of a referee. */
static void put_hints(writer *w, size_t part)
{
    const dpc_hints *h = &w->q->hints[part];
    for (size_t i = 0; i < h->count; i++)
        (void)fprintf(w->out, "hint %s\n", h->text[i]);
}

/* The format's numbers have small exponents: beyond, the nearest round number on the safe side
   takes the place of the decimal.  NULL if there is none. */
static const char *representable(const char *number, bool upper)
{
    enum { MOST = 5000000 };
    const char *e = strchr(number, 'e');
    const long long exponent = e != NULL ? strtoll(e + 1, NULL, 10) : 0;
    const bool negative = number[0] == '-';
    if (exponent < -MOST)
        return upper == negative ? "0" : negative ? "-1e-5000000" : "1e-5000000";
    if (exponent > MOST)
        return upper != negative ? NULL : negative ? "-1e5000000" : "1e5000000";
    return number;
}

static void put_claim(writer *w, const char *name, bool upper, const char *number)
{
    const char *claim = representable(number, upper);
    if (claim == NULL)
        (void)dpc_fail(&w->q->diag, DPC_DOMAIN, "%s is too large for a certificate: %.60s", name,
                       number);
    else
        (void)fprintf(w->out, "claim %s %s %s\n", name,
                      dpc_relation_words[upper ? DPC_AT_MOST : DPC_AT_LEAST], claim);
}

/* The end of a result that is claimed: the exact value where the decimals miss the target of a
   solution that it meets. */
static const char *end_of(const dpc_query_t *q, size_t result, bool upper)
{
    const dpc_result_info *r = &q->result_info[result];
    const char *end = upper ? r->upper : r->lower;
    size_t about;
    char rel;
    mpq_t x, target;
    mpq_inits(x, target, NULL);
    if (r->exact != NULL && dpc_solution_target(q, &about, &rel, target) && about == result &&
        upper == (rel == '<') && dpc_query_result_end(q, result, upper, x) &&
        (upper ? mpq_cmp(x, target) > 0 : mpq_cmp(x, target) < 0))
        end = r->exact;
    mpq_clears(x, target, NULL);
    return end;
}

/* The ends of a result that a guarantee or a value claims: those that verify.c expects. */
static void put_result(writer *w, size_t i, dpc_chosen chosen)
{
    const dpc_query_t *q = w->q;
    const dpc_result_info *r = &q->result_info[i];
    const bool lower_bound = r->kind == DPC_BOUND_LOWER;
    const bool both = w->kind == DPC_CERT_VALUE && chosen == DPC_BY_PARAMETERS;
    if (w->kind != DPC_CERT_VALUE && w->kind != DPC_CERT_GUARANTEE)
        return;
    if (w->kind == DPC_CERT_VALUE && chosen == DPC_IS_WITNESS && is_sound(q))
        (void)dpc_fail(&w->q->diag, DPC_DOMAIN,
                       "%s of %s is a witness, which you choose, not the value of a formula: "
                       "ask for a certificate of kind guarantee or lower",
                       r->name, q->unit->id);
    if (both || lower_bound)
        put_claim(w, r->name, false, end_of(q, i, false));
    if (both || !lower_bound)
        put_claim(w, r->name, true, end_of(q, i, true));
}

static void put_claims(writer *w, const dpc_chosen *chosen)
{
    const dpc_query_t *q = w->q;
    for (size_t i = 0; i < q->nresults; i++) {
        const dpc_result_info *r = &q->result_info[i];
        put_result(w, i, chosen[i]);
        const dpc_referee_info *referee = w->referee > 0 ? &q->referee_info[w->referee - 1] : NULL;
        if (w->kind == DPC_CERT_LOWER && referee == NULL && i == w->result)
            put_claim(w, r->name, false, end_of(q, i, false));
        if (referee == NULL || strcmp(referee->name, r->name) != 0)
            continue;
        const bool from_below = referee->kind == DPC_BOUND_LOWER;
        if (w->kind == DPC_CERT_REFUTATION)
            put_claim(w, r->name, from_below, from_below ? r->upper : r->lower);
        put_claim(w, r->name, !from_below, from_below ? referee->lower : referee->upper);
    }
}

static bool check_context(writer *w)
{
    const char *const *context = w->request->context;
    size_t bytes = 0;
    for (size_t i = 0; i < w->request->ncontext; i++) {
        if (context == NULL || context[i] == NULL)
            return dpc_fail(&w->q->diag, DPC_PARSE,
                            context == NULL ? "the context of %zu lines is NULL"
                                            : "line %zu of the context is NULL",
                            context == NULL ? w->request->ncontext : i + 1) == DPC_OK;
        bytes += strlen(context[i]);
        bool plain = context[i][0] != '\0';
        for (const char *s = context[i]; *s != '\0'; s++)
            plain = plain && (unsigned char)*s >= 32 && (unsigned char)*s <= 126;
        if (!plain)
            return dpc_fail(&w->q->diag, DPC_PARSE,
                            "the context must be a line of printable ASCII, not empty") == DPC_OK;
    }
    return bytes <= DPC_CERT_MAX_CONTEXT ||
           dpc_fail(&w->q->diag, DPC_PARSE, "the context has %zu bytes: at most %d are allowed",
                    bytes, DPC_CERT_MAX_CONTEXT) == DPC_OK;
}

/* A text of the issuer as a phase has it: printable, of limited length, without blanks at its ends.
 */
static void put_phase_text(writer *w, const char *text)
{
    char shown[DPC_CERT_MAX_PHASE + 1];
    size_t n = 0;
    text += strspn(text, " \t\r\n");
    for (; *text != '\0' && n < DPC_CERT_MAX_PHASE; text++) {
        const unsigned char byte = (unsigned char)*text;
        shown[n++] = byte == '\t' ? ' ' : byte < 32 || byte > 126 ? '?' : (char)byte;
    }
    if (*text != '\0')
        (void)memcpy(&shown[n - 3], "...", 3);
    while (n > 0 && shown[n - 1] == ' ')
        n--;
    shown[n] = '\0';
    if (n > 0)
        (void)fprintf(w->out, " %s", shown);
}

static void put_history(writer *w)
{
    const dpc_write_request *r = w->request;
    if (r->phase == NULL || r->nrecords == 0)
        return;
    (void)fprintf(w->out, "history %s %lu\n", dpc_history_name(r->extent),
                  r->phase[r->nrecords - 1].phase);
    for (size_t i = 0; i < r->nrecords; i++) {
        const dpc_write_phase *p = &r->phase[i];
        (void)fprintf(w->out, "phase %lu %s %lu", p->phase, p->param, p->record);
        if (p->text != NULL)
            put_phase_text(w, p->text);
        (void)fputc('\n', w->out);
    }
}

/* The theorem's, or those that are asked for where it is about any: both directions, which contain
   each of them. */
static dpc_adjacency neighbours_of(const writer *w)
{
    const dpc_adjacency proved = w->q->unit->adjacency;
    return proved == DPC_ADJACENCY_ANY ? dpc_adjacency_both_ways(w->request->neighbours) : proved;
}

static bool put_all(writer *w)
{
    const dpc_query_t *q = w->q;
    (void)fprintf(w->out, "dpcert-certificate 2\nkind %s\ntheorem %s %lu\nneighbours %s\n",
                  dpc_cert_kind_name(w->kind), q->unit->id, q->unit->revision,
                  dpc_adjacency_name(neighbours_of(w)));
    put_history(w);
    if (!put_files(w))
        return false;
    put_inputs(w, "param", DPC_INPUT_PARAM, 0);
    put_inputs(w, "choose", DPC_INPUT_CHOOSE, 0);
    put_hints(w, 0);
    if (w->referee > 0) {
        (void)fprintf(w->out, "referee %zu\n", w->referee);
        put_inputs(w, "choose", DPC_INPUT_REFEREE, w->referee);
        put_hints(w, w->referee);
    }
    dpc_chosen *chosen = calloc(q->code->nresults + 1, sizeof *chosen);
    if (chosen == NULL || !dpc_flow_chosen(q->code, chosen))
        (void)dpc_fail(&w->q->diag, DPC_NOMEM, "out of memory");
    else
        put_claims(w, chosen);
    free(chosen);
    for (size_t i = 0; i < w->request->ncontext; i++)
        (void)fprintf(w->out, "context %s\n", w->request->context[i]);
    (void)fputs("end\n", w->out);
    return q->diag.status == DPC_OK;
}

/* ---- self-check ---- */

static const char *const arithmetics[] = {"kernel", "mpfr", "ball"}; /* the best first */

enum { NARITHMETICS = sizeof arithmetics / sizeof arithmetics[0] };

static bool verifies(dpc_query_t *q, const char *text, size_t length)
{
    for (size_t i = 0; i < NARITHMETICS; i++) {
        const dpc_domain *domain = dpc_domain_find(arithmetics[i]);
        if (domain == NULL)
            continue;
        const unsigned long bits = 8 * q->digits > DPC_VERIFY_BITS ? 8 * q->digits : 0;
        const dpc_verify_options options = {.domain = domain,
                                            .integrate = dpc_arith_integrator(domain),
                                            .max_bits = q->max_bits > 0 ? q->max_bits : bits};
        const dpc_activity before =
            dpc_watch_activity((dpc_activity){.phase = "verify", .limit = DPC_VERIFY_STEPS});
        dpc_verdict_info *v = dpc_cert_verify("the certificate", text, length, &options);
        (void)dpc_watch_activity(before);
        const dpc_verdict verdict = v != NULL ? v->verdict : DPC_VERIFY_UNDECIDED;
        if (verdict == DPC_VERIFY_UNDECIDED)
            dpc_diag_limit(&q->diag, DPC_LIMIT_DIGITS, 0);
        if (verdict != DPC_VERIFIED)
            (void)dpc_fail(&q->diag, verdict == DPC_VERIFY_UNDECIDED ? DPC_UNDECIDED : DPC_DOMAIN,
                           "no certificate: it does not verify in %s arithmetic%s: %s",
                           domain->name,
                           verdict == DPC_VERIFY_UNDECIDED ? ", fewer digits may" : "",
                           v != NULL ? v->line : "out of memory");
        dpc_verdict_free(v);
        if (verdict != DPC_VERIFIED)
            return false;
    }
    return true;
}

/* Writes and verifies; what does not verify is not given away. */
static bool write_text(writer *w, char **text)
{
    size_t length = 0;
    w->out = open_memstream(text, &length);
    bool written = w->out != NULL && put_all(w);
    if (w->out == NULL || fclose(w->out) != 0)
        written = dpc_fail(&w->q->diag, DPC_NOMEM, "out of memory") == DPC_OK;
    if (written && verifies(w->q, *text, length))
        return true;
    free(*text);
    *text = NULL;
    return false;
}

/* ---- what the checker reaches ---- */

static const dpc_domain *checked_in(void)
{
    return dpc_domain_find(arithmetics[0]);
}

/* Whether enclosures depend on how an arithmetic subdivides ranges. */
static bool has_cells(const dpc_code *code)
{
    for (size_t i = 0; i < code->ninstr; i++)
        if (code->instr[i].op >= DPC_OP_INF && code->instr[i].op <= DPC_OP_INTEGRAL)
            return true;
    return false;
}

/* Writes the ends of k, which evaluates what q does, so that they show what q was solved for; false
   if they do not. */
static bool shows_solution(const dpc_query_t *q, dpc_query_t *k)
{
    size_t result;
    char rel;
    mpq_t target;
    mpq_init(target);
    const bool shows = !dpc_solution_target(q, &result, &rel, target) ||
                       dpc_query_show_within(k, result, rel, target);
    mpq_clear(target);
    return shows;
}

/* The same theorem, values and witnesses in the checker's arithmetic: its enclosure, which may be
   wider, is what the certificate claims then. */
static dpc_status write_what_is_reached(writer *w, char **text)
{
    dpc_query_t *q = w->q, *k = dpc_query_new(q->cat, q->unit->id);
    if (k == NULL)
        return q->diag.status;
    (void)dpc_query_set_arith(k, checked_in()->name);
    k->digits = q->digits;
    k->max_bits = q->max_bits;
    k->max_steps = q->max_steps;
    for (size_t i = 0; i < q->code->ninputs; i++)
        if (q->input_info[i].value != NULL)
            (void)dpc_query_set(k, q->input_info[i].name, q->input_info[i].value);
    (void)dpc_query_run(k); /* UNDECIDED: fewer digits than asked for, which is the point */
    const bool found = k->nresults > 0;
    const bool within = found && shows_solution(q, k);
    dpc_diag_reset(&k->diag);
    w->q = k;
    if (found && write_text(w, text)) {
        dpc_diag_reset(&q->diag);
        (void)snprintf(
            q->diag.text, sizeof q->diag.text,
            "the certificate claims what the checker's arithmetic can confirm, which is less "
            "than what is printed%s",
            within ? "" : ", and does not show that the condition holds");
    }
    w->q = q;
    dpc_query_free(k);
    return q->diag.status;
}

/* ---- public functions ---- */

static dpc_status certify(dpc_query_t *q, const dpc_write_request *request, char **text)
{
    const dpc_diag before = q->diag; /* how many digits there are */
    dpc_diag_reset(&q->diag);
    writer w = {.request = request, .q = q};
    if (q->nresults == 0 || !q->domain->rigorous)
        return dpc_fail(&q->diag, DPC_DOMAIN,
                        "a certificate needs results in certified arithmetic");
    if (!choose_kind(&w, request->kind) || !check_context(&w) ||
        (w.kind == DPC_CERT_LOWER && !choose_lower(&w)) ||
        (w.kind == DPC_CERT_REFUTATION && !choose_refutation(&w)))
        return q->diag.status;
    if (write_text(&w, text)) {
        q->diag = before;
        return DPC_OK;
    }
    return q->diag.status == DPC_UNDECIDED && has_cells(q->code) && q->domain != checked_in()
               ? write_what_is_reached(&w, text)
               : q->diag.status;
}

dpc_status dpc_query_certificate(dpc_query_t *q, const char *kind, const char *const *context,
                                 size_t ncontext, char **text)
{
    const dpc_write_request request = {
        .kind = kind, .neighbours = DPC_ADJACENCY_ANY, .context = context, .ncontext = ncontext};
    return dpc_write_certificate(q, &request, text);
}

dpc_status dpc_write_certificate(dpc_query_t *q, const dpc_write_request *request, char **text)
{
    *text = NULL;
    dpc_watch_enter();
    const dpc_status status = dpc_watch_leave(certify(q, request, text), &q->diag);
    if (status == DPC_INTERRUPTED) {
        free(*text);
        *text = NULL;
    }
    return status;
}

/* A verdict without a look at the certificate. */
static dpc_verdict_info *refuse(dpc_verdict word, const char *name, const char *reason)
{
    dpc_verdict_info *verdict = dpc_verdict_new();
    return verdict != NULL ? dpc_verdict_refuse(verdict, word, name, 0, reason) : NULL;
}

dpc_verdict_info *dpc_certificate_verify(const char *name, const char *text, size_t length,
                                         const char *arith, unsigned long max_bits,
                                         uint64_t max_steps)
{
    const dpc_domain *domain = arith != NULL ? dpc_domain_find(arith) : NULL;
    for (size_t i = 0; i < NARITHMETICS && domain == NULL && arith == NULL; i++)
        domain = dpc_domain_find(arithmetics[i]);
    if (domain == NULL || !domain->rigorous)
        return NULL;
    if (name == NULL || text == NULL)
        return refuse(DPC_UNREADABLE, name != NULL ? name : "certificate",
                      name == NULL ? "the name of the certificate must not be NULL"
                                   : "the text of the certificate must not be NULL");
    const dpc_verify_options options = {.domain = domain,
                                        .integrate = dpc_arith_integrator(domain),
                                        .max_bits = max_bits,
                                        .max_steps = max_steps};
    dpc_watch_enter();
    (void)dpc_watch_activity(
        (dpc_activity){.phase = "verify", .limit = max_steps > 0 ? max_steps : DPC_VERIFY_STEPS});
    dpc_verdict_info *verdict = dpc_cert_verify(name, text, length, &options);
    if (dpc_watch_leave(DPC_OK, NULL) == DPC_OK)
        return verdict;
    dpc_verdict_free(verdict);
    return refuse(DPC_VERIFY_INTERRUPTED, name, "interrupted");
}
