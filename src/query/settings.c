/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Reads the settings of comparisons: each line is a keyword and its argument. */
#include "query/settings.h"

#include "base/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    dpc_setting *setting;
    const char *file;
    unsigned long line;
    dpc_diag *diag;
} reader;

static dpc_status bad_line(const reader *r, const char *what)
{
    return dpc_fail(r->diag, DPC_PARSE, "%s:%lu: %s", r->file, r->line, what);
}

/* Cuts blanks off both ends. */
static char *trim(char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    size_t n = strlen(text);
    while (n > 0 && strchr(" \t\r", text[n - 1]) != NULL)
        text[--n] = '\0';
    return text;
}

/* Splits at the first blank: returns the word; *rest is the text after it. */
static char *split_word(char *text, char **rest)
{
    const size_t n = strcspn(text, " \t");
    *rest = text + n;
    if (text[n] != '\0') {
        text[n] = '\0';
        *rest = trim(text + n + 1);
    }
    return text;
}

/* Removes the quotes of "text"; NULL if it has none. */
static char *unquoted(char *text)
{
    const size_t n = strlen(text);
    if (n < 2 || text[0] != '"' || text[n - 1] != '"')
        return NULL;
    text[n - 1] = '\0';
    return text + 1;
}

/* Removes the first word of `lower EXPR` or `upper EXPR`; false if it is another word. */
static bool cut_prefix(const char **expr, const char *word)
{
    const size_t n = strlen(word);
    if (strncmp(*expr, word, n) != 0 || (*expr)[n] != ' ')
        return false;
    *expr += n + 1;
    return true;
}

static dpc_status read_entry(const reader *r, char *rest)
{
    dpc_setting *s = r->setting;
    if (s->nentries == DPC_SETTING_MAX_ENTRIES)
        return bad_line(r, "too many entries");
    dpc_setting_entry *e = &s->entry[s->nentries++];
    char *label;
    e->id = split_word(rest, &label);
    e->label = unquoted(label);
    if (e->id[0] == '\0' || (label[0] != '\0' && e->label == NULL))
        return bad_line(r, "write: entry ID \"text\"");
    return DPC_OK;
}

static dpc_status read_set(const reader *r, dpc_setting_entry *e, char *rest)
{
    char *equals = strchr(rest, '=');
    if (e->nsets == DPC_SETTING_MAX_SETS || equals == NULL)
        return bad_line(r, equals == NULL ? "write: set NAME = VALUE" : "too many set lines");
    *equals = '\0';
    dpc_setting_set *x = &e->set[e->nsets++];
    char *value = trim(equals + 1), *text = unquoted(value);
    x->name = trim(rest);
    x->expr = text != NULL ? text : value;
    x->rounding = text != NULL                    ? DPC_SET_TEXT
                  : cut_prefix(&x->expr, "lower") ? DPC_SET_LOWER
                  : cut_prefix(&x->expr, "upper") ? DPC_SET_UPPER
                                                  : DPC_SET_EXACT;
    return DPC_OK;
}

static dpc_status read_solve(const reader *r, dpc_setting_entry *e, char *rest)
{
    char *colon = strchr(rest, ':'), *relation = colon != NULL ? strstr(colon, "<=") : NULL;
    if (relation == NULL)
        return bad_line(r, "write: solve NAME : RESULT <= VALUE");
    *colon = '\0';
    *relation = '\0';
    e->solve_name = trim(rest);
    e->solve_result = trim(colon + 1);
    e->solve_at = trim(relation + 2);
    return DPC_OK;
}

static dpc_status read_require(const reader *r, dpc_setting_entry *e, const char *rest)
{
    if (e->nrequires == DPC_SETTING_MAX_REQUIRES)
        return bad_line(r, "too many require lines");
    e->require[e->nrequires++] = rest;
    return DPC_OK;
}

static dpc_status read_head(const reader *r, const char *keyword, const char *whole, char *rest)
{
    dpc_setting *s = r->setting;
    if (strcmp(keyword, "setting") == 0)
        s->name = rest;
    else if (strcmp(keyword, "compare") == 0)
        s->compare = rest;
    else if (strcmp(keyword, "title") == 0)
        s->title = unquoted(rest);
    else if (strcmp(keyword, "param") != 0 && strcmp(keyword, "let") != 0)
        return bad_line(r, "unknown statement: a setting has the statements setting, title, param, "
                           "let, compare, entry");
    else if (s->nlines == DPC_SETTING_MAX_LINES)
        return bad_line(r, "too many param and let lines");
    else
        s->line[s->nlines++] = whole;
    return DPC_OK;
}

static dpc_status read_line(const reader *r, char *line)
{
    char keyword[16] = "", *rest = line + strcspn(line, " \t");
    if ((size_t)(rest - line) < sizeof keyword)
        (void)memcpy(keyword, line, (size_t)(rest - line));
    rest = trim(rest);
    if (strcmp(keyword, "entry") == 0)
        return read_entry(r, rest);
    dpc_setting_entry *e =
        r->setting->nentries > 0 ? &r->setting->entry[r->setting->nentries - 1] : NULL;
    if (e == NULL)
        return read_head(r, keyword, line, rest);
    if (strcmp(keyword, "set") == 0)
        return read_set(r, e, rest);
    if (strcmp(keyword, "require") == 0)
        return read_require(r, e, rest);
    if (strcmp(keyword, "solve") == 0)
        return read_solve(r, e, rest);
    if (strcmp(keyword, "truth") == 0)
        e->truth = true;
    else if (strcmp(keyword, "unjudged") == 0)
        e->unjudged = true;
    else if (strcmp(keyword, "result") == 0)
        e->result = rest;
    else
        return bad_line(r, "unknown statement: an entry has the statements set, require, result, "
                           "solve, truth, unjudged");
    return DPC_OK;
}

static dpc_status read_text(reader *r)
{
    dpc_status status = DPC_OK;
    char *next = r->setting->text;
    while (next != NULL && status == DPC_OK) {
        char *line = next, *end = strchr(line, '\n');
        next = end != NULL ? end + 1 : NULL;
        if (end != NULL)
            *end = '\0';
        r->line++;
        line = trim(line);
        if (line[0] != '\0' && line[0] != '#')
            status = read_line(r, line);
    }
    const dpc_setting *s = r->setting;
    if (status == DPC_OK &&
        (s->name == NULL || s->title == NULL || s->compare == NULL || s->nentries == 0))
        status = bad_line(
            r, "a setting needs the statements setting, title and compare, and at least one entry");
    return status;
}

const char *dpc_setting_text(const char *name, dpc_diag *diag)
{
    char names[256] = "", near[100] = "";
    const char *known[32];
    size_t n = 0;
    for (size_t i = 0, used = 0; i < dpc_embedded_settings_count; i++) {
        if (name != NULL && strcmp(dpc_embedded_settings[i].name, name) == 0)
            return dpc_embedded_settings[i].text;
        if (used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                     dpc_embedded_settings[i].name);
        if (n < sizeof known / sizeof known[0])
            known[n++] = dpc_embedded_settings[i].name;
    }
    if (name != NULL)
        dpc_nearest(name, known, n, near, sizeof near);
    (void)dpc_fail(diag, DPC_PARSE, "unknown setting '%.200s'%s%s%s: there are %s",
                   name != NULL ? name : "", near[0] != '\0' ? " (did you mean " : "", near,
                   near[0] != '\0' ? "?)" : "", names);
    return NULL;
}

static dpc_status check_ascii(const char *name, const char *text, size_t length, dpc_diag *diag)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c == 0 || c > 127)
            return dpc_fail(diag, DPC_PARSE,
                            "%s: byte 0x%02x is not ASCII: a setting must be plain ASCII text",
                            name, c);
    }
    return DPC_OK;
}

dpc_status dpc_setting_read(dpc_setting *setting, const char *name, const char *text, size_t length,
                            dpc_diag *diag)
{
    *setting = (dpc_setting){.text = NULL};
    dpc_status status = check_ascii(name, text, length, diag);
    if (status != DPC_OK)
        return status;
    setting->text = strndup(text, length);
    if (setting->text == NULL)
        return dpc_fail(diag, DPC_NOMEM, "out of memory");
    reader r = {.setting = setting, .file = name, .diag = diag};
    return read_text(&r);
}

void dpc_setting_clear(dpc_setting *setting)
{
    free(setting->text);
    setting->text = NULL;
}
