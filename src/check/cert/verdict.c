/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "cert/verdict.h"

#include "base/arena.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    dpc_verdict_info info; /* first: what the public interface sees */
    dpc_arena arena;
    bool failed;
} verdict;

dpc_verdict_info *dpc_verdict_new(void)
{
    verdict *v = calloc(1, sizeof *v);
    if (v != NULL)
        v->info.verdict = DPC_VERIFY_UNDECIDED; /* 0 is VERIFIED */
    return (dpc_verdict_info *)v;
}

void dpc_verdict_free(dpc_verdict_info *info)
{
    verdict *v = (verdict *)info;
    if (v == NULL)
        return;
    dpc_arena_clear(&v->arena);
    free(v);
}

/* A copy, escaped so that it can neither control a terminal nor look like a line of its own. */
static const char *keep(verdict *v, const char *text)
{
    const size_t size = dpc_text_copy(NULL, 0, text) + 1;
    char *copy = dpc_arena_alloc(&v->arena, size);
    v->failed = v->failed || copy == NULL;
    if (copy != NULL)
        (void)dpc_text_copy(copy, size, text);
    return copy;
}

/* A list of count elements with room for one more; it grows in powers of two.  NULL: out of
   memory. */
static void *grow(verdict *v, const void *list, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0)
        return (void *)list;
    void *grown = dpc_arena_alloc(&v->arena, (count == 0 ? 1 : 2 * count) * size);
    if (grown != NULL && count > 0)
        memcpy(grown, list, count * size);
    v->failed = v->failed || grown == NULL;
    return grown;
}

static void append(verdict *v, const char *const **list, size_t *count, const char *text)
{
    const char *copy = keep(v, text);
    const char **grown = grow(v, *list, *count, sizeof *grown);
    if (v->failed)
        return;
    grown[(*count)++] = copy;
    *list = grown;
}

static void append_item(dpc_verdict_info *info, const dpc_verdict_item **list, size_t *count,
                        const char *name, const char *relation, const char *value)
{
    verdict *v = (verdict *)info;
    const dpc_verdict_item item = {keep(v, name), keep(v, relation), keep(v, value)};
    dpc_verdict_item *grown = grow(v, *list, *count, sizeof *grown);
    if (v->failed)
        return;
    grown[(*count)++] = item;
    *list = grown;
}

void dpc_verdict_set_theorem(dpc_verdict_info *info, const char *id, unsigned long revision,
                             dpc_adjacency adjacency)
{
    info->theorem = keep((verdict *)info, id);
    info->adjacency = adjacency;
    info->revision = revision;
}

void dpc_verdict_add_claim(dpc_verdict_info *info, const char *name, const char *relation,
                           const char *number)
{
    append_item(info, &info->claim, &info->nclaims, name, relation, number);
}

void dpc_verdict_add_param(dpc_verdict_info *info, const char *name, const char *value)
{
    append_item(info, &info->param, &info->nparams, name, "=", value);
}

void dpc_verdict_add_choose(dpc_verdict_info *info, const char *name, const char *value)
{
    append_item(info, &info->choose, &info->nchoose, name, "=", value);
}

void dpc_verdict_set_history(dpc_verdict_info *info, dpc_history_extent extent,
                             unsigned long phases)
{
    info->history = extent;
    info->phases = phases;
}

void dpc_verdict_add_phase(dpc_verdict_info *info, unsigned long phase, const char *param,
                           unsigned long record, const char *text)
{
    verdict *v = (verdict *)info;
    const dpc_verdict_phase one = {.phase = phase,
                                   .param = keep(v, param),
                                   .record = record,
                                   .text = text != NULL ? keep(v, text) : NULL};
    dpc_verdict_phase *grown = grow(v, info->phase, info->nrecords, sizeof *grown);
    if (v->failed)
        return;
    grown[info->nrecords++] = one;
    info->phase = grown;
}

void dpc_verdict_add_note(dpc_verdict_info *info, const char *format, ...)
{
    char text[2048];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    append((verdict *)info, &info->note, &info->nnotes, text);
}

void dpc_verdict_add_assumption(dpc_verdict_info *info, const char *text)
{
    append((verdict *)info, &info->assumption, &info->nassumptions, text);
}

void dpc_verdict_add_premise(dpc_verdict_info *info, const char *text)
{
    append((verdict *)info, &info->premise, &info->npremises, text);
}

void dpc_verdict_add_context(dpc_verdict_info *info, const char *text)
{
    append((verdict *)info, &info->context, &info->ncontext, text);
}

static dpc_verdict_info *finish(dpc_verdict_info *info, dpc_verdict word, const char *name,
                                size_t where, const char *reason)
{
    verdict *v = (verdict *)info;
    const size_t length = dpc_text_copy_line(NULL, 0, name), size = length + strlen(reason) + 64;
    char *line = malloc(size), *shown_name = malloc(length + 1);
    if (line != NULL && shown_name != NULL) {
        (void)dpc_text_copy_line(shown_name, length + 1, name);
        char number[32] = "";
        if (where > 0)
            (void)snprintf(number, sizeof number, ":%zu", where);
        const int shown = (int)strcspn(reason, "\n"); /* the line with the caret is left out */
        if (word == DPC_VERIFIED)
            (void)snprintf(line, size, "%s %.*s", dpc_verdict_name(word), shown, reason);
        else
            (void)snprintf(line, size, "%s %s%s: %.*s", dpc_verdict_name(word), shown_name, number,
                           shown, reason);
        info->line = keep(v, line);
    }
    info->verdict = word;
    info->where = where;
    v->failed = v->failed || line == NULL || shown_name == NULL;
    free(shown_name);
    free(line);
    if (!v->failed)
        return info;
    dpc_verdict_free(info);
    return NULL;
}

dpc_verdict_info *dpc_verdict_decide(dpc_verdict_info *info, const dpc_k_judged *judged,
                                     size_t nclaims, const char *name, const char *statement)
{
    return finish(info, dpc_k_verdict(judged, (int64_t)nclaims), name, 0, statement);
}

dpc_verdict_info *dpc_verdict_refuse(dpc_verdict_info *info, dpc_verdict word, const char *name,
                                     size_t where, const char *reason)
{
    return finish(info, word == DPC_VERIFIED ? DPC_VERIFY_UNDECIDED : word, name, where, reason);
}
