/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A certificate as a page for auditors to read and file.  The certificate is verified first, and
   the page states only verified data.  Values of hypotheses and referees are computed again for the
   reader: they are shown beside the verdict, which does not depend on them. */
#include "base/decimal.h"
#include "base/rational.h"
#include "cert/cert.h"
#include "cert/number.h"
#include "query/query.h"
#include "query/shared.h"
#include "show/math.h"
#include "show/references.h"
#include "show/report_style.h"

#include <stdlib.h>
#include <string.h>

enum {
    DIGITS = 12,               /* of decimals beside exact values */
    LONG_VALUE = 2000,         /* characters shown of a value */
    MAX_EMBEDDED = 256 * 1024, /* bytes of the largest certificate embedded in the page */
    REFEREE_STEPS = 10000000   /* for informative values */
};

typedef struct {
    FILE *out;
    dpc_math math;
    const char *name; /* of the certificate's file */
    const dpc_verdict_info *verdict;
    dpc_certificate cert;
    /* the verified theorem; NULL if not verified */
    dpc_catalogue_t *cat;
    const dpc_unit *unit, *prelude;
    dpc_query_t *query; /* set to the certificate's values; may have no results */
} page;

const char *dpc_reference(const char *key)
{
    for (size_t i = 0; key != NULL && i < dpc_reference_count; i++)
        if (strcmp(dpc_references[i].key, key) == 0)
            return dpc_references[i].text;
    return NULL;
}

/* ---- text ---- */

/* Writes markup; the only function that does. */
static void raw(page *p, const char *html)
{
    (void)fputs(html, p->out);
}

/* Writes any text, with markup escaped. */
static void put(page *p, const char *text)
{
    dpc_html_text(p->out, text, strlen(text));
}

/* A value of the certificate; a long value as its leading digits and a power of ten. */
static void put_value(page *p, const char *text)
{
    char shown[DPC_CERT_SHOWN];
    put(p, dpc_cert_show(shown, text));
}

static void put_cut(page *p, const char *text, size_t most)
{
    const size_t length = strlen(text);
    dpc_html_text(p->out, text, length < most ? length : most);
    if (length > most)
        (void)fprintf(p->out, "... (%zu characters)", length);
}

static void element(page *p, const char *open, const char *text, const char *close)
{
    raw(p, open);
    put(p, text);
    raw(p, close);
}

static void heading(page *p, const char *text)
{
    element(p, "<h2>", text, "</h2>\n");
}

static void paragraph(page *p, const char *text)
{
    element(p, "<p>", text, "</p>\n");
}

static void fact(page *p, const char *term, const char *text)
{
    element(p, "<dt>", term, "</dt>");
    element(p, "<dd>", text, "</dd>\n");
}

/* ---- mathematics ---- */

static void open_math(page *p)
{
    raw(p, "<math>");
}

static void close_math(page *p)
{
    raw(p, "</math>");
}

static void put_name(page *p, const char *name)
{
    /* a witness of a used theorem: c.alpha */
    const char *dot = strchr(name, '.');
    open_math(p);
    if (dot != NULL) {
        char prefix[256];
        (void)snprintf(prefix, sizeof prefix, "%.*s", (int)(dot - name), name);
        dpc_math_name(&p->math, prefix);
        dpc_math_put(&p->math, M_POINT);
        name = dot + 1;
    }
    dpc_math_name(&p->math, name);
    close_math(p);
}

static void put_formula(page *p, const dpc_expr *e)
{
    open_math(p);
    dpc_math_expr(&p->math, e);
    close_math(p);
}

static dpc_math_token relation(char rel)
{
    return rel == '<' ? M_LE : rel == '>' ? M_GE : M_EQ;
}

/* A definition or a result as a row of three columns. */
static void put_row(page *p, const dpc_stmt *s)
{
    raw(p, "<tr><td>");
    open_math(p);
    dpc_math_head(&p->math, s);
    close_math(p);
    raw(p, "</td><td>");
    open_math(p);
    dpc_math_put(&p->math,
                 s->kind == DPC_S_RESULT || s->kind == DPC_S_REFEREE ? relation(s->rel) : M_EQ);
    close_math(p);
    raw(p, "</td><td><math displaystyle=\"true\">");
    dpc_math_expr(&p->math, s->expr);
    close_math(p);
    if (s->kind == DPC_S_ARRAY) {
        raw(p, " &#160;for ");
        open_math(p);
        dpc_math_name(&p->math, s->word);
        dpc_math_put(&p->math, M_EQ);
        dpc_math_steps(&p->math, s->lo, s->hi);
        close_math(p);
    }
    raw(p, "</td></tr>\n");
}

/* ---- numbers ---- */

/* An exact value as a decimal, with dots if there are more digits. */
static void put_decimal(page *p, const char *exact)
{
    dpc_diag diag = {.status = DPC_OK};
    mpq_t q;
    mpq_init(q);
    if (dpc_rational_parse(q, exact, strlen(exact), "", &diag) == DPC_OK) {
        const bool up = mpq_sgn(q) < 0; /* towards zero, so that all digits shown are correct */
        char *near = dpc_decimal_rational(q, DIGITS, up);
        char *far = dpc_decimal_rational(q, DIGITS, !up);
        if (near != NULL && far != NULL) {
            put(p, near);
            raw(p, strcmp(near, far) == 0 ? "" : "&#8230;");
        }
        free(near);
        free(far);
    }
    mpq_clear(q);
}

/* a/b rounded up to a few digits, to be freed; NULL unless both are positive. */
static char *ratio_up(const char *a, const char *b)
{
    enum { FEW = 5 };
    dpc_diag diag = {.status = DPC_OK};
    char *text = NULL;
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    if (dpc_rational_parse(x, a, strlen(a), "", &diag) == DPC_OK &&
        dpc_rational_parse(y, b, strlen(b), "", &diag) == DPC_OK && mpq_sgn(x) > 0 &&
        mpq_sgn(y) > 0) {
        mpq_div(x, x, y);
        text = dpc_decimal_rational(x, FEW, true);
    }
    mpq_clears(x, y, NULL);
    return text;
}

/* ---- the verdict ---- */

/* A claimed number, within mathematics. */
static void put_number(page *p, const char *text)
{
    char shown[DPC_CERT_SHOWN];
    p->math.dialect->number(p->out, dpc_cert_show(shown, text));
}

static void put_claim(page *p, const dpc_cert_item *c)
{
    raw(p, "<p>");
    open_math(p);
    dpc_math_name(&p->math, c->name);
    dpc_math_put(&p->math, relation(c->rel));
    put_number(p, c->text);
    close_math(p);
    raw(p, "</p>\n");
}

/* Both ends of a value: number <= name <= number. */
static void put_enclosure(page *p, const dpc_cert_item *lower, const dpc_cert_item *upper)
{
    raw(p, "<p>");
    open_math(p);
    put_number(p, lower->text);
    dpc_math_put(&p->math, M_LE);
    dpc_math_name(&p->math, lower->name);
    dpc_math_put(&p->math, M_LE);
    put_number(p, upper->text);
    close_math(p);
    raw(p, "</p>\n");
}

static void put_claims(page *p)
{
    const dpc_cert_items *claims = &p->cert.claim;
    raw(p, "<div class=\"claims\">\n");
    for (size_t i = 0; i < claims->count; i++)
        if (p->cert.kind == DPC_CERT_VALUE && i + 1 < claims->count &&
            strcmp(claims->item[i].name, claims->item[i + 1].name) == 0) {
            put_enclosure(p, &claims->item[i], &claims->item[i + 1]);
            i++;
        } else if (p->cert.kind == DPC_CERT_REFUTATION) {
            raw(p, i == 0 ? "<p class=\"soft\">the theorem promises</p>"
                          : "<p class=\"soft\">but this mechanism has</p>");
            put_claim(p, &claims->item[i]);
        } else
            put_claim(p, &claims->item[i]);
    raw(p, "</div>\n");
}

static const char *adjacency_words(dpc_adjacency adjacency)
{
    return adjacency == DPC_ADJACENCY_ADD_REMOVE
               ? "add-remove: neighbours differ by the presence of one record"
           : adjacency == DPC_ADJACENCY_REPLACE_ONE
               ? "replace-one: neighbours differ in the value of one record"
               : "any: the statement holds for whichever relation of neighbours its hypotheses "
                 "refer to";
}

/* The kind of the verified statement, in words. */
static const char *title_of(const page *p)
{
    const bool conditional = p->verdict->is_conditional != 0;
    switch (p->cert.kind) {
    case DPC_CERT_GUARANTEE:
        return conditional ? "A privacy guarantee, under assumptions" : "A privacy guarantee";
    case DPC_CERT_LOWER:
        return conditional ? "The privacy loss is at least this, under assumptions"
                           : "The privacy loss is at least this";
    case DPC_CERT_REFUTATION:
        return conditional ? "A refutation, under assumptions" : "A printed theorem is false";
    default:
        return "The value of a formula";
    }
}

static const char *sentence_of(const page *p)
{
    switch (p->cert.kind) {
    case DPC_CERT_GUARANTEE:
        return p->verdict->nassumptions > 0
                   ? "If the assumptions below hold, then in this setting and at these parameters:"
                   : "In this setting and at these parameters:";
    case DPC_CERT_LOWER:
        return "In this setting and at these parameters, no smaller number is true:";
    case DPC_CERT_REFUTATION:
        return "In this setting and at these parameters, the theorem contradicts a mechanism that "
               "satisfies all of its hypotheses. Values of its formula are no bounds.";
    default:
        return "At these parameters the formula has a value in this range. That is a statement "
               "about "
               "the formula, and no bound on a privacy loss.";
    }
}

/* The setting, in the theorem's words. */
static void put_setting(page *p, const dpc_unit *unit)
{
    for (const dpc_stmt *s = unit->first; s != NULL; s = s->next)
        if (s->kind == DPC_S_ABOUT)
            element(p, "<p>Setting: <em>", s->text, "</em>.</p>\n");
}

/* The parameters in one line, for those who read no further. */
static void put_short_parameters(page *p)
{
    raw(p, "<p>");
    for (size_t i = 0; i < p->cert.param.count; i++) {
        raw(p, i > 0 ? ", " : "with ");
        put_name(p, p->cert.param.item[i].name);
        raw(p, "&#160;=&#160;");
        put_value(p, p->cert.param.item[i].text);
    }
    element(p, p->cert.param.count > 0 ? "; adjacency " : "Adjacency ",
            dpc_adjacency_name(p->verdict->adjacency), ".</p>\n");
}

static bool is_own(const page *p)
{
    return dpc_cat_is_own(p->cat, p->unit);
}

static void put_verified(page *p)
{
    /* green only for unconditional bounds */
    const bool plain = (p->cert.kind == DPC_CERT_GUARANTEE || p->cert.kind == DPC_CERT_LOWER) &&
                       !p->verdict->is_conditional;
    element(p, "<header class=\"verdict ", plain ? "good" : "warn", "\">\n");
    raw(p, "<p class=\"word\">VERIFIED ");
    element(p, p->verdict->is_conditional ? "conditional " : "",
            dpc_cert_kind_name(p->verdict->kind), "</p>\n");
    element(p, "<h1>", title_of(p), "</h1>\n");
    paragraph(p, sentence_of(p));
    put_claims(p);
    put_short_parameters(p);
    if (!is_own(p)) /* the issuer's words appear with the theorem, apart from the verdict */
        put_setting(p, p->unit);
    element(p, "<p class=\"soft\">Theorem <code>", p->unit->id, "</code>");
    (void)fprintf(p->out, ", revision %lu, ", p->unit->revision);
    if (is_own(p))
        raw(p, "the issuer&#39;s own: nothing vouches for it.</p>\n</header>\n");
    else
        element(p, "of the dpcert catalogue ", dpc_version(), ".</p>\n</header>\n");
}

static void put_refused(page *p)
{
    const bool rejected = p->verdict->verdict == DPC_REJECTED;
    raw(p, rejected ? "<header class=\"verdict bad\">\n" : "<header class=\"verdict warn\">\n");
    element(p, "<p class=\"word\">", rejected ? "REJECTED" : "UNDECIDED", "</p>\n");
    element(p, "<h1>",
            rejected ? "This certificate does not hold" : "This certificate could not be decided",
            "</h1>\n");
    paragraph(p, rejected
                     ? "Do not rely on it. Nothing that it says has been shown to be true."
                     : "Do not rely on it: a limit was reached before it was shown to be true or "
                       "false. Nothing that it says has been verified.");
    element(p, "<pre class=\"line\">", p->verdict->line, "</pre>\n</header>\n");
}

/* The line at fault, with its neighbours. */
static void put_blamed_lines(page *p, const char *text, size_t length)
{
    enum { AROUND = 2, WIDTH = 200 };
    const size_t where = p->verdict->where;
    if (where == 0)
        return;
    heading(p, "Where");
    raw(p, "<pre>");
    size_t line = 1;
    for (const char *s = text, *end = text + length; s < end; line++) {
        const char *newline = memchr(s, '\n', (size_t)(end - s));
        const char *stop = newline != NULL ? newline : end;
        const size_t n = (size_t)(stop - s);
        if (line + AROUND >= where && line <= where + AROUND) {
            (void)fprintf(p->out, "%s%5zu  ", line == where ? "&gt;" : " ", line);
            dpc_html_text(p->out, s, n < WIDTH ? n : WIDTH);
            raw(p, n > WIDTH ? "...\n" : "\n");
        }
        s = stop + 1;
    }
    raw(p, "</pre>\n");
}

/* ---- parameters ---- */

static const dpc_input *find_input(const page *p, const char *name)
{
    const dpc_code *code = p->query != NULL ? p->query->code : NULL;
    for (size_t i = 0; code != NULL && i < code->ninputs; i++)
        if (strcmp(code->input[i].name, name) == 0)
            return &code->input[i];
    return NULL;
}

static void put_items(page *p, const dpc_cert_items *items, const char *role)
{
    for (size_t i = 0; i < items->count; i++) {
        const dpc_cert_item *item = &items->item[i];
        const dpc_input *in = find_input(p, item->name);
        raw(p, "<tr><td>");
        put_name(p, item->name);
        raw(p, "</td><td>");
        put(p, in != NULL && in->text != NULL ? in->text : "");
        element(p, " <span class=\"soft\">", role, "</span></td><td class=\"number\">");
        put_cut(p, item->text, LONG_VALUE);
        raw(p, "</td><td class=\"number\">");
        if (in != NULL && (in->type->kind == DPC_T_REAL || in->type->kind == DPC_T_INT))
            put_decimal(p, item->text);
        raw(p, "</td></tr>\n");
    }
}

static void put_parameters(page *p)
{
    heading(p, "Parameters");
    raw(p,
        "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">name</th><th scope=\"col\">"
        "meaning</th><th scope=\"col\">exact value</th><th scope=\"col\">decimal</th></tr></thead>"
        "\n<tbody>\n");
    put_items(p, &p->cert.param, "");
    put_items(p, &p->cert.choose, "(witness)");
    put_items(p, &p->cert.referee_choose, "(witness of the mechanism)");
    raw(p, "</tbody></table></div>\n");
    if (p->cert.choose.count > 0)
        paragraph(p,
                  "A witness is a number that the issuer was free to choose: the theorem holds for "
                  "every admissible value, so that it needs no justification.");
}

/* ---- hypotheses ---- */

/* Whether the condition belongs to the verified theorem or to the certificate's referee. */
static bool is_relevant(const page *p, const dpc_check *c)
{
    if (c->stmt->kind != DPC_S_REFEREE)
        return true;
    return p->cert.referee > 0 && c->stmt == p->query->code->referee[p->cert.referee - 1].stmt;
}

/* A name, or a subformula that has a value. */
static void put_named(page *p, const char *name)
{
    if (strpbrk(name, "()+-*/^[ ") == NULL)
        put_name(p, name);
    else
        element(p, "<code>", name, "</code>");
}

static void put_condition(page *p, const dpc_check *c)
{
    char value[160];
    raw(p, "<tr><td>");
    put_formula(p, c->cond);
    raw(p, "</td><td>");
    if (c->stmt->text != NULL)
        put(p, c->stmt->text);
    if (c->prefix[0] != '\0')
        element(p, " <span class=\"soft\">(of <code>", c->unit->id, "</code>)</span>");
    raw(p, "</td><td class=\"number\">");
    for (size_t i = 0; i < c->nnamed && p->query->nresults > 0; i++) {
        raw(p, i > 0 ? "<br/>" : "");
        put_named(p, c->named[i].name);
        dpc_run_describe(p->query->run, c->named[i].slot, value, sizeof value);
        element(p, " = ", value, "");
    }
    raw(p, "</td><td class=\"true\">true</td></tr>\n");
}

static void put_hypotheses(page *p)
{
    heading(p, "Hypotheses, and how they were decided");
    const dpc_code *code = p->query != NULL ? p->query->code : NULL;
    if (code == NULL || code->nchecks == 0) {
        paragraph(p, code == NULL ? "Every hypothesis was decided and found true."
                                  : "The theorem has no hypotheses that numbers decide.");
        return;
    }
    paragraph(p,
              "Each one was evaluated at the exact parameters, in rational or interval arithmetic, "
              "and accepted only because it is true for every point of the intervals.");
    raw(p,
        "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">condition</th><th scope=\"col\">"
        "about</th><th scope=\"col\">values</th><th scope=\"col\">decided</th></tr></thead>\n"
        "<tbody>\n");
    for (size_t i = 0; i < code->nchecks; i++)
        if (is_relevant(p, &code->check[i]))
            put_condition(p, &code->check[i]);
    raw(p, "</tbody></table></div>\n");
}

static void put_assumptions(page *p)
{
    if (p->verdict->nassumptions == 0)
        return;
    heading(p, "Assumptions");
    raw(p, "<div class=\"box warn\">\n");
    element(p, "<p class=\"label\">", "NO COMPUTATION CAN CHECK THESE: THE STATEMENT RESTS ON THEM",
            "</p>\n");
    for (size_t i = 0; i < p->verdict->nassumptions; i++)
        paragraph(p, p->verdict->assumption[i]);
    raw(p, "</div>\n");
}

/* The theorem's premises about the mechanism, which no computation can check. */
static void put_premises(page *p)
{
    if (p->verdict->npremises == 0)
        return;
    heading(p, "What you must check yourself");
    element(p, "<p>",
            p->verdict->is_own
                ? "The issuer's theorem is about a mechanism of which all of this is true. No "
                  "computation can check it, and nothing vouches for the theorem."
                : "The theorem is about a mechanism of which all of this is true. No computation "
                  "can check it.",
            "</p>\n<ul>\n");
    for (size_t i = 0; i < p->verdict->npremises; i++)
        element(p, "<li>", p->verdict->premise[i], "</li>\n");
    raw(p, "</ul>\n");
}

/* Whether the records of the history are those of lists, and not all parameters together. */
static bool has_lists(const dpc_verdict_info *v)
{
    for (size_t i = 0; i < v->nrecords; i++)
        if (strcmp(v->phase[i].param, DPC_ALL_PARAMETERS) != 0)
            return true;
    return false;
}

/* What the issuer says of the run that the parameters are. */
static void put_history(page *p)
{
    const dpc_verdict_info *v = p->verdict;
    char text[300];
    if (p->cert.kind != DPC_CERT_GUARANTEE && p->cert.kind != DPC_CERT_LOWER)
        return;
    heading(p, "History");
    if (v->history == DPC_HISTORY_NONE) {
        paragraph(p, "Parameters as given, no history: the certificate does not say that they are "
                     "all steps that used the data.");
        return;
    }
    (void)snprintf(text, sizeof text, "The parameters are a history of %lu phase%s: %s. %s.",
                   v->phases, v->phases == 1 ? "" : "s", dpc_history_said(v->history),
                   has_lists(v)
                       ? "Every record of their lists belongs to exactly one phase, which is "
                         "checked; whether another step used the data cannot be"
                       : "Whether another step used the data cannot be checked");
    paragraph(p, text);
    raw(p, "<div class=\"box warn\">\n<p class=\"label\">NOT CHECKED: WORDS OF THE "
           "ISSUER</p>\n<ul>\n");
    for (size_t i = 0; i < v->nrecords; i++) {
        const dpc_verdict_phase *r = &v->phase[i];
        (void)snprintf(text, sizeof text, "phase %lu (%.60s, record %lu)%s", r->phase, r->param,
                       r->record, r->text != NULL ? ": " : "");
        element(p, "<li>", text, "");
        element(p, "", r->text != NULL ? r->text : "", "</li>\n");
    }
    raw(p, "</ul>\n</div>\n");
}

/* ---- the theorem ---- */

/* Statements of the kinds (a bit each) as a table of formulas, under a word. */
static void put_formulas(page *p, const dpc_unit *unit, unsigned kinds, const char *word)
{
    bool any = false;
    for (const dpc_stmt *s = unit->first; s != NULL; s = s->next)
        if (kinds >> s->kind & 1u) {
            if (!any) {
                element(p, "<p>", word, "</p>\n");
                raw(p, "<div class=\"wide\"><table class=\"formulas\"><tbody>\n");
            }
            put_row(p, s);
            any = true;
        }
    raw(p, any ? "</tbody></table></div>\n" : "");
}

static void put_use(page *p, const dpc_stmt *s)
{
    raw(p, "<p>and let ");
    put_name(p, s->name);
    element(p, " be <code>", s->word, "</code> at ");
    for (size_t i = 0; i < s->nargs; i++) {
        raw(p, i > 0 ? ", " : "");
        open_math(p);
        dpc_math_name(&p->math, s->arg[i].name);
        dpc_math_put(&p->math, M_EQ);
        dpc_math_expr(&p->math, s->arg[i].value);
        close_math(p);
    }
    raw(p, ".</p>\n");
}

static void put_inputs(page *p, const dpc_unit *unit)
{
    bool any = false;
    for (const dpc_stmt *s = unit->first; s != NULL; s = s->next) {
        if (s->kind != DPC_S_PARAM && s->kind != DPC_S_CHOOSE)
            continue;
        raw(p, !any ? "<ul>\n<li>" : "<li>");
        put_name(p, s->name);
        if (s->text != NULL)
            element(p, ", ", s->text, "");
        raw(p, s->type.kind == DPC_T_INT    ? ", an integer"
               : s->type.kind == DPC_T_LIST ? ", a list"
               : s->type.kind == DPC_T_PLAN ? ", a plan"
                                            : "");
        if (s->where != NULL) {
            raw(p, ", with ");
            put_formula(p, s->where);
        }
        raw(p, s->kind == DPC_S_CHOOSE ? " (any such value)</li>\n" : "</li>\n");
        any = true;
    }
    raw(p, any ? "</ul>\n" : "");
}

static void put_requires(page *p, const dpc_unit *unit)
{
    for (const dpc_stmt *s = unit->first; s != NULL; s = s->next)
        if (s->kind == DPC_S_REQUIRE) {
            raw(p, "<p>Required: ");
            put_formula(p, s->expr);
            if (s->text != NULL)
                element(p, " (", s->text, ")");
            raw(p, ".</p>\n");
        }
}

/* The statement of one theorem. */
static void put_statement(page *p, const dpc_unit *unit)
{
    put_setting(p, unit);
    put_inputs(p, unit);
    put_requires(p, unit);
    put_formulas(p, unit, 1u << DPC_S_DEF | 1u << DPC_S_LET | 1u << DPC_S_ARRAY, "Let");
    for (const dpc_stmt *s = unit->first; s != NULL; s = s->next)
        if (s->kind == DPC_S_USE)
            put_use(p, s);
    put_formulas(p, unit, 1u << DPC_S_RESULT,
                 unit->status == DPC_STATUS_REFUTED ? "Then, it is printed (and false),"
                 : p->cert.kind == DPC_CERT_VALUE   ? "Then the theorem says"
                                                    : "Then");
}

static void put_referee(page *p)
{
    if (p->cert.referee == 0 || p->query == NULL)
        return;
    const dpc_stmt *s = p->query->code->referee[p->cert.referee - 1].stmt;
    raw(p, "<h3>The mechanism that decides</h3>\n");
    element(p, "<p>", s->text != NULL ? s->text : "It is not described", ":</p>\n");
    raw(p, "<div class=\"wide\"><table class=\"formulas\"><tbody>\n");
    put_row(p, s);
    raw(p, "</tbody></table></div>\n");
    if (s->where != NULL) {
        raw(p, "<p>where ");
        put_formula(p, s->where);
        raw(p, ".</p>\n");
    }
}

/* Functions that several theorems share, each once. */
static void put_shared(page *p, const dpc_unit *const *unit, size_t count)
{
    const dpc_stmt *all[DPC_MAX_SHARED], *some[DPC_MAX_SHARED];
    size_t n = 0;
    for (size_t u = 0; u < count; u++) {
        const size_t m = dpc_shared_functions(unit[u], p->prelude, some);
        for (size_t i = 0; i < m; i++) {
            size_t k = 0;
            while (k < n && all[k] != some[i])
                k++;
            if (k == n && n < DPC_MAX_SHARED)
                all[n++] = some[i];
        }
    }
    if (n == 0)
        return;
    raw(p, "<h3>Shared functions</h3>\n<div class=\"wide\"><table class=\"formulas\"><tbody>\n");
    for (size_t i = 0; i < n; i++)
        put_row(p, all[i]);
    raw(p, "</tbody></table></div>\n");
}

static const char *basis_words(const dpc_unit *unit)
{
    return unit->status == DPC_STATUS_REFUTED   ? "the printed statement is false"
           : unit->basis == DPC_BASIS_PAPER     ? "the proof is the paper's"
           : unit->basis == DPC_BASIS_REDERIVED ? "derived again for this catalogue"
                                                : "checked by machine";
}

static void put_theorem(page *p)
{
    const dpc_unit *unit[DPC_CERT_MAX_FILES];
    dpc_diag diag = {.status = DPC_OK};
    const size_t count = dpc_cert_closure(p->cat, p->unit, unit, &diag);
    heading(p, "The theorem");
    element(p, "<p><strong>", p->unit->title, "</strong></p>\n");
    raw(p, "<dl class=\"facts\">\n<dt>status</dt><dd>");
    if (is_own(p))
        put(p, "the issuer's own theorem: nothing vouches for it");
    else {
        put(p, dpc_theorem_status_name(p->unit->status));
        element(p, " (", basis_words(p->unit), ")");
    }
    raw(p, "</dd>\n");
    fact(p, "adjacency", adjacency_words(p->unit->adjacency));
    raw(p, "</dl>\n");
    put_statement(p, p->unit);
    put_referee(p);
    for (size_t i = 1; i < count; i++) {
        element(p, "<h3>Used: ", unit[i]->title, " (<code>");
        element(p, "", unit[i]->id, "</code>)</h3>\n");
        put_statement(p, unit[i]);
    }
    put_shared(p, unit, count);
}

static void put_notes(page *p)
{
    bool any = false;
    for (const dpc_stmt *s = p->unit->first; s != NULL; s = s->next)
        any = any || s->kind == DPC_S_NOTE;
    if (!any && p->verdict->nnotes == 0)
        return;
    heading(p, "Notes");
    raw(p, "<ul>\n");
    for (size_t i = 0; i < p->verdict->nnotes; i++)
        element(p, "<li>", p->verdict->note[i], "</li>\n");
    for (const dpc_stmt *s = p->unit->first; s != NULL; s = s->next)
        if (s->kind == DPC_S_NOTE)
            element(p, "<li>", s->text, "</li>\n");
    raw(p, "</ul>\n");
}

static void put_sources(page *p)
{
    bool any = false;
    for (const dpc_stmt *s = p->unit->first; s != NULL; s = s->next) {
        if (s->kind != DPC_S_CITE)
            continue;
        if (!any)
            heading(p, "Sources");
        const char *reference = dpc_reference(s->name);
        raw(p, any ? "<li>" : "<ul>\n<li>");
        put(p, reference != NULL ? reference : s->name);
        element(p, " <strong>", s->text != NULL ? s->text : "", "</strong></li>\n");
        any = true;
    }
    raw(p, any ? "</ul>\n" : "");
}

/* ---- tightness ---- */

static const dpc_cert_item *claim_about(const page *p, const char *name)
{
    for (size_t i = 0; i < p->cert.claim.count; i++)
        if (strcmp(p->cert.claim.item[i].name, name) == 0)
            return &p->cert.claim.item[i];
    return NULL;
}

/* How far the claim can be from the truth, judged by explicit mechanisms. */
static void put_tightness(page *p)
{
    bool any = false;
    for (size_t i = 0;
         p->query != NULL && p->cert.kind == DPC_CERT_GUARANTEE && i < p->query->nreferees; i++) {
        const dpc_referee_info *r = &p->query->referee_info[i];
        const dpc_cert_item *claim = claim_about(p, r->name);
        const bool lower = r->kind == DPC_BOUND_LOWER;
        const char *end = lower ? r->lower : r->upper;
        if (end == NULL || claim == NULL || claim->rel != (lower ? '<' : '>'))
            continue;
        if (!any) {
            heading(p, "How tight it is");
            paragraph(
                p, "From the other side, by explicit mechanisms that satisfy the hypotheses. This "
                   "was computed for this page; it is no part of the certificate, and the verdict "
                   "does not depend on it.");
        }
        char *ratio = lower ? ratio_up(claim->text, end) : ratio_up(end, claim->text);
        raw(p, any ? "<li>" : "<ul>\n<li>");
        open_math(p);
        dpc_math_name(&p->math, r->name);
        dpc_math_put(&p->math, lower ? M_GE : M_LE);
        p->math.dialect->number(p->out, end);
        close_math(p);
        if (r->text != NULL)
            element(p, ": ", r->text, "");
        if (ratio != NULL)
            element(p, ". The claim is at most <strong>", ratio, "</strong> times the truth");
        raw(p, ".</li>\n");
        free(ratio);
        any = true;
    }
    raw(p, any ? "</ul>\n" : "");
}

/* ---- parts of every page ---- */

static void put_context(page *p)
{
    if (p->verdict->ncontext == 0)
        return;
    heading(p, "Context");
    raw(p, "<div class=\"box warn\">\n<p class=\"label\">NOT CHECKED: WHAT THE ISSUER SAYS</p>\n");
    for (size_t i = 0; i < p->verdict->ncontext; i++)
        paragraph(p, p->verdict->context[i]);
    raw(p, "</div>\n");
}

/* The file's name, quoted for a shell. */
static void put_shell_word(page *p)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/-";
    const char *name = p->name[0] == '(' ? "FILE.cert" : p->name; /* standard input has none */
    if (name[0] != '-' && name[0] != '\0' && name[strspn(name, plain)] == '\0') {
        put(p, name);
        return;
    }
    raw(p, name[0] == '-' ? "./" : "");
    raw(p, "&#39;");
    for (; *name != '\0'; name++)
        if (*name == '\'')
            raw(p, "&#39;\\&#39;&#39;");
        else
            dpc_html_text(p->out, name, 1);
    raw(p, "&#39;");
}

static void put_how_to_verify(page *p)
{
    static const char *const command[] = {"dpcert-check ", "dpcert verify ",
                                          "python3 tests/check_cert.py "};
    heading(p, "How to verify it yourself");
    paragraph(
        p, "This page proves nothing: it reports what a program found. On a machine of your own, "
           "with the certificate's file and dpcert, run one of");
    raw(p, "<pre>");
    for (size_t i = 0; i < sizeof command / sizeof command[0]; i++) {
        raw(p, command[i]);
        put_shell_word(p);
        raw(p, "\n");
    }
    raw(p, "</pre>\n");
    paragraph(
        p,
        "The first needs GMP and the C library only. The third is a second checker, written apart "
        "from the first, in the source tree. The last line of the first two must be");
    element(p, "<pre class=\"line\">", p->verdict->line, "</pre>\n");
    element(p, "<p>and the exit status ",
            p->verdict->verdict == DPC_VERIFIED   ? "0"
            : p->verdict->verdict == DPC_REJECTED ? "1"
                                                  : "3",
            ".</p>\n");
}

static void put_trusted(page *p)
{
    heading(p, "What is trusted");
    raw(p, "<ul>\n");
    raw(p,
        is_own(p)
            ? "<li>Nothing is said about the truth of the theorem: it is the issuer&#39;s "
              "own.</li>\n"
            : "<li><strong>The theorem</strong>: its text above, as the catalogue has it, and the "
              "proof in its source. The copy in the certificate was compared with the "
              "catalogue&#39;s byte for byte.</li>\n");
    raw(p, "<li><strong>The checker</strong>: the parser and the lowering of the language, and "
           "interval "
           "arithmetic on integers in which every operation is computed by one piece of code and "
           "accepted "
           "by another; <code>proofs/TRUSTED.md</code> says what is proved about it.</li>\n"
           "<li><strong>GMP, the compiler, the machine</strong>.</li>\n"
           "<li><strong>You</strong>: nobody but you can tell that the mechanism in use is the one "
           "in the "
           "setting, with this adjacency and these parameters.</li>\n"
           "</ul>\n"
           "<p>Not trusted: the issuer, the search for witnesses, floating point, and the program "
           "that "
           "wrote the certificate.</p>\n");
}

static void put_certificate(page *p, const char *text, size_t length)
{
    heading(p, "The certificate");
    if (length > MAX_EMBEDDED) {
        (void)fprintf(p->out, "<p>It has %zu bytes and is not repeated here.</p>\n", length);
        return;
    }
    (void)fprintf(p->out, "<details><summary>All of its %zu bytes%s</summary>\n<pre>", length,
                  p->unit != NULL ? "" : " (nothing of it is verified)");
    dpc_html_text(p->out, text, length);
    raw(p, "</pre></details>\n");
}

static void put_page(page *p, const char *text, size_t length)
{
    static const char *const words[] = {"Verified", "Rejected", "Unreadable", "Undecided"};
    raw(p, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    element(p, "<title>", words[p->verdict->verdict], ": ");
    element(p, "", p->unit != NULL ? p->unit->id : p->name, "</title>\n<style>\n");
    raw(p, dpc_report_style);
    raw(p, "</style>\n</head>\n<body>\n<main>\n");
    if (p->unit != NULL) {
        put_verified(p);
        put_assumptions(p);
        put_premises(p);
        put_history(p);
        put_parameters(p);
        put_hypotheses(p);
        put_theorem(p);
        put_tightness(p);
        put_notes(p);
        put_sources(p);
        put_context(p);
        put_how_to_verify(p);
        put_trusted(p);
    } else {
        put_refused(p);
        put_blamed_lines(p, text, length);
        put_context(p);
        put_how_to_verify(p);
    }
    put_certificate(p, text, length);
    element(p, "<footer>Written by dpcert ", dpc_version(), "; ");
    element(p, "catalogue ", dpc_version(),
            ". No time and no host stand here: the same certificate gives "
            "the same page.</footer>\n</main>\n</body>\n</html>\n");
}

/* ---- preparation ---- */

/* Replaces the catalogue's texts by those of the certificate, which are releases of the same files.
 */
static bool take_texts(page *p)
{
    dpc_diag diag = {.status = DPC_OK};
    for (size_t i = 0; i < p->cert.nfiles && diag.status == DPC_OK; i++) {
        const dpc_cert_file *f = &p->cert.file[i];
        const char *now = dpc_cat_text(f->name);
        if (now == NULL)
            (void)dpc_cat_add(p->cat, f->name, f->text, f->length, &diag);
        else if (strcmp(now, f->text) != 0)
            (void)dpc_cat_replace(p->cat, f->name, f->text, &diag);
    }
    p->unit = diag.status == DPC_OK ? dpc_cat_find(p->cat, p->cert.id, &diag) : NULL;
    p->prelude = diag.status == DPC_OK ? dpc_cat_prelude(p->cat, &diag) : NULL;
    return p->unit != NULL && p->prelude != NULL;
}

static bool set_all(dpc_query_t *q, const dpc_cert_items *items)
{
    for (size_t i = 0; i < items->count; i++)
        if (dpc_query_set(q, items->item[i].name, items->item[i].text) != DPC_OK)
            return false;
    return true;
}

/* Values shown beside the verdict; the page omits those that cannot be computed. */
static void run_query(page *p)
{
    dpc_query_t *q = p->query = dpc_query_new(p->cat, p->cert.id);
    if (q == NULL)
        return;
    if (dpc_query_set_arith(q, "kernel") != DPC_OK ||
        dpc_query_set_max_steps(q, REFEREE_STEPS) != DPC_OK ||
        dpc_query_set_max_bits(q, DPC_VERIFY_BITS) != DPC_OK || !set_all(q, &p->cert.param) ||
        !set_all(q, &p->cert.choose) || !set_all(q, &p->cert.referee_choose))
        return;
    (void)dpc_query_run(q);
}

/* Whether the verified theorem could be loaded, so that the page may state it. */
static bool prepare(page *p, const char *text, size_t length)
{
    if (p->verdict->verdict != DPC_VERIFIED)
        return true;
    dpc_cert_error error = {.line = 0};
    if (dpc_cert_read(&p->cert, text, length, &error) != DPC_OK)
        return false;
    p->cat = dpc_cat_new();
    if (p->cat == NULL || !take_texts(p))
        return false;
    run_query(p);
    return p->query != NULL;
}

dpc_verdict_info *dpc_certificate_report(const char *name, const char *text, size_t length,
                                         const char *arith, unsigned long max_bits,
                                         uint64_t max_steps, char **html)
{
    *html = NULL;
    dpc_verdict_info *verdict =
        dpc_certificate_verify(name, text, length, arith, max_bits, max_steps);
    if (verdict == NULL || verdict->verdict == DPC_VERIFY_INTERRUPTED ||
        verdict->verdict == DPC_UNREADABLE)
        return verdict;
    size_t size = 0;
    page p = {.name = name, .verdict = verdict, .out = open_memstream(html, &size)};
    p.math = (dpc_math){.out = p.out, .dialect = &dpc_mathml};
    bool done = p.out != NULL && prepare(&p, text, length);
    if (done)
        put_page(&p, text, length);
    done = done && !p.math.failed && ferror(p.out) == 0;
    if ((p.out != NULL && fclose(p.out) != 0) || !done) {
        free(*html);
        *html = NULL;
        dpc_verdict_free(verdict);
        verdict = NULL;
    }
    dpc_query_free(p.query);
    dpc_cat_free(p.cat);
    dpc_cert_clear(&p.cert);
    return verdict;
}
