/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Reads the settings of dpcert compare: each line is a keyword and its argument. */
#include "cli/settings.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    cli_setting *setting;
    const char *file;
    unsigned long line;
} reader;

static cli_exit bad_line(const reader *r, const char *what)
{
    return cli_fail(CLI_USAGE, "%s:%lu: %s", r->file, r->line, what);
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

static cli_exit read_entry(const reader *r, char *rest)
{
    cli_setting *s = r->setting;
    if (s->nentries == CLI_MAX_ENTRIES)
        return bad_line(r, "too many entries");
    cli_entry *e = &s->entry[s->nentries++];
    char *label;
    e->id = split_word(rest, &label);
    e->label = unquoted(label);
    if (e->id[0] == '\0' || (label[0] != '\0' && e->label == NULL))
        return bad_line(r, "write: entry ID \"text\"");
    return CLI_CONTINUE;
}

static cli_exit read_set(const reader *r, cli_entry *e, char *rest)
{
    char *equals = strchr(rest, '=');
    if (e->nsets == CLI_MAX_SETS || equals == NULL)
        return bad_line(r, equals == NULL ? "write: set NAME = VALUE" : "too many set lines");
    *equals = '\0';
    cli_set *x = &e->set[e->nsets++];
    char *value = trim(equals + 1), *text = unquoted(value);
    x->name = trim(rest);
    x->expr = text != NULL ? text : value;
    x->rounding = text != NULL                    ? CLI_TEXT
                  : cut_prefix(&x->expr, "lower") ? CLI_LOWER
                  : cut_prefix(&x->expr, "upper") ? CLI_UPPER
                                                  : CLI_EXACT;
    return CLI_CONTINUE;
}

static cli_exit read_solve(const reader *r, cli_entry *e, char *rest)
{
    char *colon = strchr(rest, ':'), *relation = colon != NULL ? strstr(colon, "<=") : NULL;
    if (relation == NULL)
        return bad_line(r, "write: solve NAME : RESULT <= VALUE");
    *colon = '\0';
    *relation = '\0';
    e->solve_name = trim(rest);
    e->solve_result = trim(colon + 1);
    e->solve_at = trim(relation + 2);
    return CLI_CONTINUE;
}

static cli_exit read_require(const reader *r, cli_entry *e, const char *rest)
{
    if (e->nrequires == CLI_MAX_REQUIRES)
        return bad_line(r, "too many require lines");
    e->require[e->nrequires++] = rest;
    return CLI_CONTINUE;
}

static cli_exit read_head(const reader *r, const char *keyword, const char *whole, char *rest)
{
    cli_setting *s = r->setting;
    if (strcmp(keyword, "setting") == 0)
        s->name = rest;
    else if (strcmp(keyword, "compare") == 0)
        s->compare = rest;
    else if (strcmp(keyword, "title") == 0)
        s->title = unquoted(rest);
    else if (strcmp(keyword, "param") != 0 && strcmp(keyword, "let") != 0)
        return bad_line(r, "unknown statement: a setting has the statements setting, title, param, "
                           "let, compare, entry");
    else if (s->nlines == CLI_MAX_LINES)
        return bad_line(r, "too many param and let lines");
    else
        s->line[s->nlines++] = whole;
    return CLI_CONTINUE;
}

static cli_exit read_line(const reader *r, char *line)
{
    char keyword[16] = "", *rest = line + strcspn(line, " \t");
    if ((size_t)(rest - line) < sizeof keyword)
        (void)memcpy(keyword, line, (size_t)(rest - line));
    rest = trim(rest);
    if (strcmp(keyword, "entry") == 0)
        return read_entry(r, rest);
    cli_entry *e = r->setting->nentries > 0 ? &r->setting->entry[r->setting->nentries - 1] : NULL;
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
    return CLI_CONTINUE;
}

static cli_exit read_text(reader *r)
{
    cli_exit code = CLI_CONTINUE;
    char *next = r->setting->text;
    while (next != NULL && code == CLI_CONTINUE) {
        char *line = next, *end = strchr(line, '\n');
        next = end != NULL ? end + 1 : NULL;
        if (end != NULL)
            *end = '\0';
        r->line++;
        line = trim(line);
        if (line[0] != '\0' && line[0] != '#')
            code = read_line(r, line);
    }
    const cli_setting *s = r->setting;
    if (code == CLI_CONTINUE &&
        (s->name == NULL || s->title == NULL || s->compare == NULL || s->nentries == 0))
        code = bad_line(
            r, "a setting needs the statements setting, title and compare, and at least one entry");
    return code;
}

/* The text of a compiled-in setting; NULL if there is none of this name. */
static const char *find_embedded(const char *name)
{
    for (size_t i = 0; i < cli_settings_count; i++)
        if (strcmp(cli_settings[i].name, name) == 0)
            return cli_settings[i].text;
    return NULL;
}

static cli_exit unknown_setting(const char *word)
{
    char names[256] = "";
    size_t used = 0;
    for (size_t i = 0; i < cli_settings_count && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                 cli_settings[i].name);
    return cli_fail(CLI_USAGE, "unknown setting '%s': there are %s, or give a path to a .set file",
                    word, names);
}

cli_exit cli_setting_read(cli_setting *setting, const char *word)
{
    *setting = (cli_setting){.text = NULL};
    const size_t n = strlen(word);
    const bool is_path = strchr(word, '/') != NULL || (n > 4 && strcmp(word + n - 4, ".set") == 0);
    if (is_path) {
        cli_exit code = cli_read_value("the setting", word, &setting->text);
        if (code != CLI_CONTINUE)
            return code;
    } else {
        const char *text = find_embedded(word);
        if (text == NULL)
            return unknown_setting(word);
        setting->text = strdup(text);
        if (setting->text == NULL)
            return cli_no_memory();
    }
    reader r = {.setting = setting, .file = word};
    return read_text(&r);
}

void cli_setting_free(cli_setting *setting)
{
    free(setting->text);
}
