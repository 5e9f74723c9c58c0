/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The public functions about theorems and the catalogue; those about queries are in query.c and
   evaluate.c. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "dpcert.h"

#include "arith/arith.h"
#include "base/words.h"
#include "domain/domain.h"
#include "domain/kernel.h"
#include "io/stream.h"
#include "lang/catalogue.h"
#include "lang/parse.h"
#include "query/canonical.h"
#include "query/query.h"
#include "query/shared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

const char *dpc_status_name(dpc_status status)
{
    static const char *const words[] = {"ok",           "domain",        "undecided",  "malformed",
                                        "input/output", "out of memory", "interrupted"};
    const size_t count = sizeof words / sizeof words[0];
    return (size_t)status < count ? words[status] : "unknown";
}

/* The word of an enumerator, in a table of base/words.h. */
static const char *word_of(const char *const *words, int value)
{
    for (int i = 0; words[i] != NULL; i++)
        if (i == value)
            return words[i];
    return "unknown";
}

const char *dpc_basis_name(dpc_basis basis)
{
    return word_of(dpc_basis_words, (int)basis);
}

const char *dpc_history_name(dpc_history_extent extent)
{
    return word_of(dpc_history_words, (int)extent);
}

const char *dpc_version(void)
{
    return PACKAGE_VERSION;
}

const char *dpc_bound_kind_name(dpc_bound_kind kind)
{
    static const char *const names[] = {"none", "upper", "lower", "exact"};
    return (unsigned)kind < sizeof names / sizeof names[0] ? names[kind] : "unknown";
}

const char *dpc_next_name(dpc_next next)
{
    static const char *const names[] = {"fails", "not admissible", "undecided", "no end"};
    return (unsigned)next < sizeof names / sizeof names[0] ? names[next] : "unknown";
}

const char *dpc_value_kind_name(dpc_value_kind kind)
{
    static const char *const names[] = {"let", "step", "condition", "result"};
    return (unsigned)kind < sizeof names / sizeof names[0] ? names[kind] : "unknown";
}

void dpc_string_free(char *text)
{
    free(text);
}

void dpc_thread_cleanup(void)
{
    dpc_arith_cleanup();
}

dpc_catalogue_t *dpc_catalogue_new(void)
{
    return dpc_cat_new();
}

void dpc_catalogue_free(dpc_catalogue_t *cat)
{
    dpc_cat_free(cat);
}

size_t dpc_catalogue_count(void)
{
    return dpc_cat_count();
}

const char *dpc_catalogue_id(size_t index)
{
    return index < dpc_cat_count() ? dpc_cat_id(index) : NULL;
}

const char *dpc_catalogue_error(const dpc_catalogue_t *cat)
{
    return dpc_cat_diag((dpc_catalogue_t *)cat)->text;
}

dpc_status dpc_catalogue_add_text(dpc_catalogue_t *cat, const char *name, const char *text,
                                  size_t length, const char **id)
{
    dpc_diag *diag = dpc_cat_diag(cat);
    dpc_diag_reset(diag);
    if (name == NULL || text == NULL)
        return dpc_fail(diag, DPC_PARSE,
                        "a theorem needs a name and a text, and neither may be NULL");
    const dpc_unit *unit = dpc_cat_add(cat, name, text, length, diag);
    if (unit != NULL && id != NULL)
        *id = unit->id;
    return unit != NULL ? DPC_OK : diag->status;
}

dpc_status dpc_catalogue_add_file(dpc_catalogue_t *cat, const char *path, const char **id)
{
    dpc_diag *diag = dpc_cat_diag(cat);
    dpc_diag_reset(diag);
    if (path == NULL)
        return dpc_fail(diag, DPC_IO, "the path of a theorem file must not be NULL");
    const char *why;
    FILE *file = dpc_file_stream(path, &why);
    if (file == NULL)
        return dpc_fail(diag, DPC_IO, "%s: %s", path, why);
    char *text = malloc(DPC_MAX_TEXT + 1);
    size_t length = 0;
    if (text == NULL)
        (void)dpc_fail(diag, DPC_NOMEM, "out of memory");
    else {
        /* one byte more, which the parser refuses */
        length = fread(text, 1, DPC_MAX_TEXT + 1, file);
        if (ferror(file))
            (void)dpc_fail(diag, DPC_IO, "cannot read %s", path);
    }
    (void)fclose(file);
    dpc_status status =
        diag->status == DPC_OK ? dpc_catalogue_add_text(cat, path, text, length, id) : diag->status;
    free(text);
    return status;
}

const dpc_unit *dpc_catalogue_find(dpc_catalogue_t *cat, const char *id)
{
    if (cat == NULL)
        return NULL;
    dpc_diag_reset(dpc_cat_diag(cat));
    return dpc_cat_find(cat, id, dpc_cat_diag(cat));
}

int dpc_theorem_counts(const dpc_theorem_info *info)
{
    return dpc_status_counts(info->status, info->is_own != 0);
}

char *dpc_theorem_text(dpc_catalogue_t *cat, const char *id)
{
    const dpc_unit *unit = dpc_catalogue_find(cat, id);
    return unit != NULL ? dpc_print_unit(unit) : NULL;
}

static const dpc_statement_kind kinds[] = {
    [DPC_S_PRELUDE] = DPC_STATEMENT_PRELUDE,
    [DPC_S_THEOREM] = DPC_STATEMENT_THEOREM,
    [DPC_S_REVISION] = DPC_STATEMENT_REVISION,
    [DPC_S_TITLE] = DPC_STATEMENT_TITLE,
    [DPC_S_CITE] = DPC_STATEMENT_CITE,
    [DPC_S_STATUS] = DPC_STATEMENT_STATUS,
    [DPC_S_ADJACENCY] = DPC_STATEMENT_ADJACENCY,
    [DPC_S_ABOUT] = DPC_STATEMENT_ABOUT,
    [DPC_S_NOTE] = DPC_STATEMENT_NOTE,
    [DPC_S_ASSUME] = DPC_STATEMENT_ASSUME,
    [DPC_S_PREMISE] = DPC_STATEMENT_PREMISE,
    [DPC_S_PLAN] = DPC_STATEMENT_PLAN,
    [DPC_S_METHOD] = DPC_STATEMENT_METHOD,
    [DPC_S_PARAM] = DPC_STATEMENT_PARAM,
    [DPC_S_CHOOSE] = DPC_STATEMENT_CHOOSE,
    [DPC_S_OBJECTIVE] = DPC_STATEMENT_OBJECTIVE,
    [DPC_S_LET] = DPC_STATEMENT_LET,
    [DPC_S_ARRAY] = DPC_STATEMENT_LET,
    [DPC_S_DEF] = DPC_STATEMENT_DEF,
    [DPC_S_USE] = DPC_STATEMENT_USE,
    [DPC_S_REQUIRE] = DPC_STATEMENT_REQUIRE,
    [DPC_S_RESULT] = DPC_STATEMENT_RESULT,
    [DPC_S_REFEREE] = DPC_STATEMENT_REFEREE,
};

/* Splits the canonical line of a statement: keyword, name, formula, quoted text. */
static void visit_line(char *line, const dpc_stmt *s, dpc_statement_call visit, void *data)
{
    char *rest = line + strcspn(line, " ");
    if (*rest != '\0')
        *rest++ = '\0';
    rest += strspn(rest, " ");
    /* the quoted text ends the line, except for referees, where it stands inside */
    char *quote = strchr(rest, '"');
    if (quote != NULL) {
        char *after = strchr(quote + 1, '"');
        if (after != NULL && after[1] != '\0')
            (void)memmove(quote, after + 2, strlen(after + 2) + 1);
        else
            *quote = '\0';
    }
    size_t len = strlen(rest);
    while (len > 0 && rest[len - 1] == ' ')
        rest[--len] = '\0';
    const dpc_statement out = {
        .kind = kinds[s->kind], .keyword = line, .name = s->name, .formula = rest, .text = s->text};
    visit(data, &out);
}

static dpc_status visit_statement(dpc_catalogue_t *cat, const dpc_stmt *s, dpc_statement_call visit,
                                  void *data)
{
    char *line = dpc_print_stmt(s);
    if (line == NULL)
        return dpc_fail(dpc_cat_diag(cat), DPC_NOMEM, "out of memory");
    visit_line(line, s, visit, data);
    free(line);
    return DPC_OK;
}

dpc_status dpc_theorem_statements(dpc_catalogue_t *cat, const char *id, dpc_statement_call visit,
                                  void *data)
{
    const dpc_unit *unit = dpc_catalogue_find(cat, id);
    const dpc_unit *prelude = unit != NULL ? dpc_cat_prelude(cat, dpc_cat_diag(cat)) : NULL;
    if (prelude == NULL || visit == NULL)
        return cat != NULL && prelude == NULL ? dpc_cat_diag(cat)->status : DPC_PARSE;
    const dpc_stmt *shared[DPC_MAX_SHARED];
    const size_t nshared = dpc_shared_functions(unit, prelude, shared);
    dpc_status status = DPC_OK;
    for (const dpc_stmt *s = unit->first; s != NULL && status == DPC_OK; s = s->next)
        status = visit_statement(cat, s, visit, data);
    for (size_t i = 0; i < nshared && status == DPC_OK; i++)
        status = visit_statement(cat, shared[i], visit, data);
    return status;
}
