/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A history in words: one statement per line, `#` starts a comment.  A comment in the line of a
   step is what the issuer calls it: certificates repeat it.

     gaussian sigma=0.8 rate=0.01 times 1000
     laplace eps=0.1 times 3
     dp eps=0.1 delta=1e-6
     randomized-response p=0.75 buckets=2
     leak 1e-9
     losses FILE
     adjacency add-remove          or add, remove, replace-one
     extent part                   or complete: how much of a run this is
     delta 1e-5                    or eps 2: the target */
#include "account/history.h"

#include "io/path.h"

#include <string.h>

enum { MAX_WORD = 4096 };

typedef struct {
    dpc_history *h;
    const dpc_source *source;
    dpc_diag *diag;
    size_t at, end; /* the rest of the line */
    size_t start;   /* of the last word */
    char word[MAX_WORD];
    bool saw_neighbours, saw_extent;
    const char *comment; /* of the line, or NULL; it ends at comment_end */
    const char *comment_end;
} reader;

static dpc_status fail(reader *r, const char *message)
{
    return dpc_fail_at(r->diag, DPC_PARSE, r->source, (uint32_t)r->start, "%s", message);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of the line; false at its end, and after a failure. */
static bool next_word(reader *r)
{
    while (r->at < r->end && is_blank(r->source->text[r->at]))
        r->at++;
    r->start = r->at;
    while (r->at < r->end && !is_blank(r->source->text[r->at]))
        r->at++;
    const size_t length = r->at - r->start;
    if (length >= MAX_WORD) {
        (void)fail(r, "the word is longer than 4000 characters");
        return false;
    }
    (void)memcpy(r->word, r->source->text + r->start, length);
    r->word[length] = '\0';
    return length > 0;
}

/* A number of the draft, at `text` within the last word. */
static dpc_status set_field(reader *r, dpc_draft *draft, int field, const char *text)
{
    dpc_diag reason = {.status = DPC_OK};
    const char *wrong = dpc_draft_set(draft, field, text, strlen(text), &reason);
    if (wrong == NULL)
        return DPC_OK;
    r->start += (size_t)(text - r->word);
    return fail(r, reason.status != DPC_OK ? reason.text : wrong);
}

/* NAME=VALUE, `times N`, or a bare value. */
static dpc_status read_field(reader *r, dpc_draft *draft, bool first)
{
    char *equals = strchr(r->word, '=');
    if (strcmp(r->word, "times") == 0)
        return next_word(r) ? set_field(r, draft, DPC_GIVEN_TIMES, r->word)
                            : fail(r, "a number is expected after 'times'");
    if (equals == NULL && first && dpc_draft_field(draft, "p") == DPC_GIVEN_P)
        return set_field(r, draft, DPC_GIVEN_P, r->word);
    if (equals == NULL)
        return fail(r, "NAME=VALUE or 'times N' is expected here");
    *equals = '\0';
    const int field = dpc_draft_field(draft, r->word);
    char unknown[DPC_UNKNOWN_FIELD];
    return field >= 0 ? set_field(r, draft, field, equals + 1)
                      : fail(r, dpc_draft_unknown(draft, r->word, unknown));
}

/* The comment of the line without the blanks around it, in the history's arena; NULL: none. */
static const char *words_of_line(reader *r)
{
    const char *s = r->comment, *end = r->comment_end;
    while (s != NULL && s < end && (*s == '#' || is_blank(*s)))
        s++;
    while (s != NULL && s < end && is_blank(end[-1]))
        end--;
    return s != NULL && s < end ? dpc_arena_strndup(&r->h->arena, s, (size_t)(end - s)) : NULL;
}

static dpc_status read_step(reader *r, dpc_draft *draft)
{
    const size_t start = r->start;
    const bool is_losses = strcmp(r->word, "losses") == 0;
    if (is_losses && next_word(r))
        draft->path = dpc_path_beside(&r->h->arena, r->source->name, r->word);
    for (bool first = true; next_word(r); first = false) {
        const dpc_status status = read_field(r, draft, first);
        if (status != DPC_OK)
            return status;
    }
    r->start = start;
    if (r->diag->status != DPC_OK)
        return r->diag->status;
    draft->words = words_of_line(r);
    const char *wrong = dpc_history_take(r->h, draft);
    return wrong == NULL ? DPC_OK : fail(r, wrong);
}

/* `eps E` or `delta D`: kept as written; the account checks that it is a number. */
static dpc_status read_target(reader *r, char **target)
{
    if (r->h->eps != NULL || r->h->delta != NULL)
        return fail(r, "eps or delta is asked for twice: give one");
    if (!next_word(r))
        return fail(r, "a number is expected here");
    *target = dpc_arena_strndup(&r->h->arena, r->word, strlen(r->word));
    return *target != NULL ? DPC_OK : dpc_fail(r->diag, DPC_NOMEM, "out of memory");
}

static dpc_status read_adjacency(reader *r)
{
    if (r->saw_neighbours)
        return fail(r, "the adjacency is given twice");
    r->saw_neighbours = true;
    return next_word(r) && dpc_history_neighbours(r->word, &r->h->neighbours)
               ? DPC_OK
               : fail(r, "the adjacency is " DPC_HISTORY_NEIGHBOURS);
}

static dpc_status read_extent(reader *r)
{
    if (r->saw_extent)
        return fail(r, "the extent is given twice");
    r->saw_extent = true;
    return next_word(r) && dpc_history_extent_of(r->word, &r->h->extent)
               ? DPC_OK
               : fail(r, "the extent of a history is " DPC_HISTORY_EXTENTS);
}

static dpc_status read_line(reader *r, dpc_draft *draft)
{
    if (!next_word(r))
        return r->diag->status;
    if (dpc_draft_start(draft, r->word))
        return read_step(r, draft);
    dpc_status status;
    if (strcmp(r->word, "adjacency") == 0)
        status = read_adjacency(r);
    else if (strcmp(r->word, "extent") == 0)
        status = read_extent(r);
    else if (strcmp(r->word, "eps") == 0)
        status = read_target(r, &r->h->eps);
    else if (strcmp(r->word, "delta") == 0)
        status = read_target(r, &r->h->delta);
    else {
        static const char *const others[] = {"adjacency", "extent", "eps", "delta"};
        char near[DPC_SUGGESTION];
        return dpc_fail_at(
            r->diag, DPC_PARSE, r->source, (uint32_t)r->start,
            "'%.40s' is not one of %s, adjacency, extent, eps, delta%s", r->word,
            dpc_mechanism_names,
            dpc_mechanism_suggestion(near, r->word, others, sizeof others / sizeof others[0]));
    }
    if (status == DPC_OK && next_word(r))
        status = fail(r, "the line should end here");
    return status != DPC_OK ? status : r->diag->status;
}

dpc_status dpc_history_read_text(dpc_history *h, const dpc_source *source, dpc_diag *diag)
{
    enum { MAX_BYTES = 16 << 20 };
    if (source->len > MAX_BYTES)
        return dpc_fail(diag, DPC_PARSE, "%s: larger than 16 MiB", source->name);
    if (memchr(source->text, '\0', source->len) != NULL)
        return dpc_fail(diag, DPC_PARSE, "%s: has a NUL byte: a history is plain text",
                        source->name);
    h->form = "text";
    reader r = {.h = h, .source = source, .diag = diag};
    dpc_draft draft;
    dpc_draft_init(&draft);
    dpc_status status = DPC_OK;
    size_t line = source->len >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (line < source->len && status == DPC_OK) {
        const char *newline = memchr(source->text + line, '\n', source->len - line);
        const size_t next = newline != NULL ? (size_t)(newline - source->text) : source->len;
        const char *comment = memchr(source->text + line, '#', next - line);
        r.comment = comment;
        r.comment_end = source->text + next;
        r.at = line;
        r.end = comment != NULL ? (size_t)(comment - source->text) : next;
        status = read_line(&r, &draft);
        line = next + 1;
    }
    dpc_draft_clear(&draft);
    return status;
}
