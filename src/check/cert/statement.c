/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Writes the verified statement in words, and in parts for programs. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cert/statement.h"

#include "cert/claims.h"
#include "cert/number.h"
#include "cert/verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

static void put_value(FILE *out, const dpc_cert_item *item)
{
    char shown[DPC_CERT_SHOWN];
    (void)fprintf(out, "%s=%s", item->name, dpc_cert_show(shown, item->text));
}

static void put_values(FILE *out, const dpc_cert_items *items, const char *before)
{
    for (size_t i = 0; i < items->count; i++) {
        (void)fputs(i == 0 ? before : ", ", out);
        put_value(out, &items->item[i]);
    }
}

/* Whether a claim of a value is followed by that of its upper end. */
static bool is_lower_end(const dpc_certificate *c, size_t i)
{
    return c->kind == DPC_CERT_VALUE && i + 1 < c->claim.count &&
           strcmp(c->claim.item[i].name, c->claim.item[i + 1].name) == 0;
}

/* Whether witnesses determine a value: then it has one end. */
static bool has_chosen_value(const dpc_certificate *c)
{
    for (size_t i = 0; c->kind == DPC_CERT_VALUE && i < c->claim.count; i++)
        if (!is_lower_end(c, i) && !(i > 0 && is_lower_end(c, i - 1)))
            return true;
    return false;
}

static void put_claims(FILE *out, const dpc_verified *v)
{
    const dpc_cert_items *claims = &v->cert->claim;
    for (size_t i = 0; i < claims->count; i++) {
        const dpc_cert_item *item = &claims->item[i];
        char shown[DPC_CERT_SHOWN];
        (void)dpc_cert_show(shown, item->text);
        if (is_lower_end(v->cert, i))
            (void)fprintf(out, "%s%s in [%s, ", i > 0 ? " and " : "", item->name, shown);
        else if (i > 0 && is_lower_end(v->cert, i - 1))
            (void)fprintf(out, "%s]", shown);
        else
            (void)fprintf(out, "%s%s %s %s",
                          i == 0                                 ? ""
                          : v->cert->kind == DPC_CERT_REFUTATION ? " is false: "
                                                                 : " and ",
                          item->name, dpc_claim_relation(item->rel), shown);
    }
}

/* Writes the issuer's declaration about the run that the parameters describe.  Kinds about a
   formula have no run. */
static void put_history(FILE *out, const dpc_certificate *c)
{
    if (c->kind != DPC_CERT_GUARANTEE && c->kind != DPC_CERT_LOWER)
        return;
    if (c->history_line == 0)
        (void)fputs("parameters as given, no history; ", out);
    else
        (void)fprintf(out, "history of %lu phase%s, %s; ", c->phases, c->phases == 1 ? "" : "s",
                      dpc_history_said(c->extent));
}

/* Writes the text in parentheses: everything that the claims depend on. */
static void put_setting(FILE *out, const dpc_verified *v)
{
    (void)fputs(" (", out);
    put_values(out, &v->cert->param, "");
    if (v->cert->kind == DPC_CERT_VALUE)
        put_values(out, &v->cert->choose, "; with ");
    (void)fprintf(out, "%sadjacency %s; ", v->cert->param.count > 0 ? "; " : "",
                  dpc_adjacency_name(v->cert->neighbours));
    put_history(out, v->cert);
    if (has_chosen_value(v->cert))
        (void)fputs("at witnesses that the issuer chose, others give other values; ", out);
    if (v->own)
        (void)fputs("nothing vouches for the theorem; ", out);
    else if (v->cert->referee > 0)
        (void)fprintf(out, "the mechanism of referee %lu, see the note above; ", v->cert->referee);
    else if (v->cert->kind == DPC_CERT_VALUE)
        (void)fprintf(out, "value of the formula of a theorem that is %s; ",
                      dpc_theorem_status_name(v->unit->status));
    (void)fprintf(out, "catalogue %s)", PACKAGE_VERSION);
}

/* The other results are part of the setting that a referee is about. */
static void note_other_results(const dpc_verified *v, dpc_verdict_info *verdict)
{
    const char *name = v->code->referee[v->cert->referee - 1].stmt->name;
    for (size_t i = 0; i < v->code->nresults; i++) {
        const dpc_output *r = &v->code->result[i];
        if (strcmp(r->stmt->name, name) == 0)
            continue;
        char *range = dpc_claim_enclosure(v->run, r->slot);
        dpc_verdict_add_note(verdict, "where %s is the theorem's value, in %.400s", r->stmt->name,
                             range != NULL ? range : "no finite range");
        free(range);
    }
}

static void add_notes(const dpc_verified *v, dpc_verdict_info *verdict)
{
    const dpc_cert_kind kind = v->cert->kind;
    if (v->cert->referee > 0) {
        const char *text = v->code->referee[v->cert->referee - 1].stmt->text;
        dpc_verdict_add_note(verdict, "referee %lu: %.1000s", v->cert->referee,
                             text != NULL ? text : "not described");
        note_other_results(v, verdict);
    }
    for (size_t i = 0; i < v->code->nassumptions && kind != DPC_CERT_VALUE; i++)
        dpc_verdict_add_assumption(verdict, v->code->assumption[i].text);
    for (size_t i = 0; i < v->code->npremises; i++)
        dpc_verdict_add_premise(verdict, v->code->premise[i].text);
    verdict->is_own = v->own;
    verdict->kind = kind;
    verdict->is_conditional =
        kind != DPC_CERT_VALUE &&
        (v->code->nassumptions > 0 ||
         (v->unit->status == DPC_STATUS_CONDITIONAL && v->cert->referee == 0));
}

static void add_items(dpc_verdict_info *verdict, const dpc_cert_items *items,
                      void (*add)(dpc_verdict_info *info, const char *name, const char *value))
{
    for (size_t i = 0; i < items->count; i++)
        add(verdict, items->item[i].name, items->item[i].text);
}

/* The statement in parts, for programs. */
static void add_parts(const dpc_verified *v, dpc_verdict_info *verdict)
{
    const dpc_cert_items *claims = &v->cert->claim;
    dpc_verdict_set_theorem(verdict, v->unit->id, v->unit->revision, v->cert->neighbours);
    for (size_t i = 0; i < claims->count; i++)
        dpc_verdict_add_claim(verdict, claims->item[i].name,
                              dpc_claim_relation(claims->item[i].rel), claims->item[i].text);
    if (v->cert->history_line > 0)
        dpc_verdict_set_history(verdict, v->cert->extent, v->cert->phases);
    for (size_t i = 0; i < v->cert->phase.count; i++) {
        const dpc_cert_item *item = &v->cert->phase.item[i];
        dpc_verdict_add_phase(verdict, item->phase, item->name, item->record, item->text);
    }
    add_items(verdict, &v->cert->param, dpc_verdict_add_param);
    add_items(verdict, &v->cert->choose, dpc_verdict_add_choose);
    add_items(verdict, &v->cert->referee_choose, dpc_verdict_add_choose);
}

char *dpc_cert_statement(const dpc_verified *v, dpc_verdict_info *verdict)
{
    char *text = NULL;
    size_t size = 0;
    add_notes(v, verdict);
    add_parts(v, verdict);
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    (void)fprintf(out, "%s%s %s%s: ", verdict->is_conditional ? "conditional " : "",
                  dpc_cert_kind_name(verdict->kind), v->own ? "of the issuer's own theorem " : "",
                  v->unit->id);
    put_claims(out, v);
    put_setting(out, v);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
