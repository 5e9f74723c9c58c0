/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A finished table as CSV, Markdown, LaTeX or JSON. */
#include "table/table.h"

#include "io/csv.h"
#include "show/prose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* How far the numbers of a column can be trusted, worst last. */
typedef enum { BOUNDS, CONDITIONAL, ASYMPTOTIC, OWN, REFUTED } standing;

static standing standing_of_theorem(const dpc_theorem_info *info, dpc_column_kind kind)
{
    /* referees are explicit mechanisms: their bounds hold even if the theorem is false */
    const bool by_formula = kind != DPC_COLUMN_REFEREE;
    if (by_formula && info->status == DPC_STATUS_REFUTED)
        return REFUTED;
    if (info->is_own)
        return OWN;
    if (by_formula && info->status == DPC_STATUS_ASYMPTOTIC)
        return ASYMPTOTIC;
    return info->status == DPC_STATUS_CONDITIONAL ? CONDITIONAL : BOUNDS;
}

/* A derived column is as bad as the worse of its two columns, which stand above it. */
static standing standing_of(const dpc_table_t *t, const dpc_column *c)
{
    dpc_theorem_info info;
    if (dpc_column_is_derived(c)) {
        const standing left = standing_of(t, &t->column[c->left]);
        const standing right = standing_of(t, &t->column[c->right]);
        return left > right ? left : right;
    }
    return dpc_theorem_get(t->cat, c->id, &info) == DPC_OK ? standing_of_theorem(&info, c->kind)
                                                           : BOUNDS;
}

const char *dpc_table_warning(const dpc_table_t *t, size_t column)
{
    static const char *const plain[] = {
        [CONDITIONAL] = "bounds under the assumptions of the theorem",
        [ASYMPTOTIC] = "an asymptotic formula, no bounds",
        [OWN] = "values of the author's own theorem file, for which nothing vouches",
        [REFUTED] = "values of the formula of a refuted theorem, no bounds",
    };
    static const char *const derived[] = {
        [CONDITIONAL] = "made of bounds under the assumptions of a theorem",
        [ASYMPTOTIC] = "made of values of an asymptotic formula, no bounds",
        [OWN] = "made of values of the author's own theorem file, for which nothing vouches",
        [REFUTED] = "made of values of the formula of a refuted theorem, no bounds",
    };
    if (column >= t->ncolumns)
        return NULL;
    const standing s = standing_of(t, &t->column[column]);
    return dpc_column_is_derived(&t->column[column]) ? derived[s] : plain[s];
}

/* ---- text in each format ---- */

/* Escapes markup, and keeps http://... and www. from becoming links. */
static void put_markdown(FILE *out, const char *text)
{
    for (const char *s = text; *s != '\0'; s++) {
        const bool dot = *s == '.' && s - text >= 3 && strncasecmp(s - 3, "www", 3) == 0;
        if (strchr("\\|*_`<>[]{}#!&~$@", *s) != NULL || strncmp(s, "://", 3) == 0 || dot)
            (void)fputc('\\', out);
        (void)fputc(*s, out);
    }
}

/* 1.2e-5 as the formula 1.2 x 10^-5. */
static void put_latex_number(FILE *out, const char *number)
{
    const char *e = strchr(number, 'e');
    if (e == NULL)
        (void)fprintf(out, "$%s$", number);
    else if (e == number + 1 && number[0] == '1')
        (void)fprintf(out, "$10^{%s}$", e + 1);
    else
        (void)fprintf(out, "$%.*s \\times 10^{%s}$", (int)(e - number), number, e + 1);
}

static void put_json(FILE *out, const char *text)
{
    (void)fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            (void)fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            (void)fprintf(out, "\\u%04x", *text);
        else
            (void)fputc(*text, out);
    }
    (void)fputc('"', out);
}

/* ---- tables ---- */

typedef enum { CSV, MARKDOWN, LATEX } format;

static void put_text(FILE *out, format f, const char *text)
{
    if (f == CSV)
        dpc_csv_put(out, text);
    else if (f == MARKDOWN)
        put_markdown(out, text);
    else
        dpc_prose_plain(out, text);
}

static bool looks_like_number(const char *text)
{
    return text[0] != '\0' && strspn(text, "0123456789.+-e/") == strlen(text);
}

static void put_value(FILE *out, format f, const char *value)
{
    if (f == LATEX && looks_like_number(value))
        put_latex_number(out, value);
    else
        put_text(out, f, value);
}

static void put_separator(FILE *out, format f, size_t k)
{
    if (f == CSV)
        (void)fputs(k > 0 ? "," : "", out);
    else if (f == MARKDOWN)
        (void)fputs(k > 0 ? " | " : "| ", out);
    else
        (void)fputs(k > 0 ? " & " : "", out);
}

static void put_row_end(FILE *out, format f)
{
    (void)fputs(f == CSV ? "\n" : f == MARKDOWN ? " |\n" : " \\\\\n", out);
}

/* Whether a name's values are words, to be aligned on the left. */
static bool is_text(const dpc_table_t *t, size_t name)
{
    for (size_t g = 0; g < t->ngroups; g++) {
        const dpc_table_group *group = &t->group[g];
        if (name >= group->nnames) {
            name -= group->nnames;
            continue;
        }
        for (size_t i = 0; i < group->nrecords; i++)
            if (!looks_like_number(group->value[i * group->nnames + name]))
                return true;
        return false;
    }
    return false;
}

enum { HEADING = 11 }; /* letters in a line of a LaTeX heading, unless a word is longer */

/* The length of the first line of a heading: as many words as fit. */
static size_t heading_line(const char *text)
{
    size_t length = strcspn(text, " ");
    while (text[length] != '\0' && length + 1 + strcspn(text + length + 1, " ") <= HEADING)
        length += 1 + strcspn(text + length + 1, " ");
    return length;
}

/* The longest line of a heading. */
static size_t heading_width(const char *text)
{
    size_t most = 0;
    while (*text != '\0') {
        const size_t length = heading_line(text);
        most = length > most ? length : most;
        text += length + strspn(text + length, " ");
    }
    return most;
}

/* A heading split into lines, so that columns are no wider than their numbers need. */
static void put_latex_heading(FILE *out, const char *text, char side)
{
    if (strlen(text) <= HEADING) {
        dpc_prose_plain(out, text);
        return;
    }
    (void)fprintf(out, "\\shortstack[%c]{", side);
    while (*text != '\0') {
        const size_t length = heading_line(text);
        char *line = strndup(text, length);
        dpc_prose_plain(out, line != NULL ? line : "");
        free(line);
        text += length + strspn(text + length, " ");
        (void)fputs(*text != '\0' ? "\\\\" : "}", out);
    }
}

static void put_heading(FILE *out, const dpc_table_t *t, format f, size_t k, const char *text)
{
    put_separator(out, f, k);
    if (f == LATEX)
        put_latex_heading(out, text, is_text(t, k) ? 'l' : 'r');
    else
        put_text(out, f, text);
}

static void put_header(FILE *out, const dpc_table_t *t, format f)
{
    const size_t names = dpc_table_names(t);
    for (size_t k = 0; k < names; k++)
        put_heading(out, t, f, k, dpc_table_name(t, k));
    for (size_t c = 0; c < t->ncolumns; c++)
        put_heading(out, t, f, names + c,
                    f == CSV ? t->column[c].name : dpc_column_label(&t->column[c]));
    put_row_end(out, f);
}

static bool put_row(FILE *out, const dpc_table_t *t, format f, size_t row)
{
    const size_t names = dpc_table_names(t);
    for (size_t k = 0; k < names; k++) {
        put_separator(out, f, k);
        put_value(out, f, dpc_table_value(t, row, dpc_table_name(t, k)));
    }
    for (size_t c = 0; c < t->ncolumns; c++) {
        char *shown = dpc_table_shown(t, row, c);
        put_separator(out, f, names + c);
        if (shown != NULL)
            put_value(out, f, shown);
        else if (f != CSV)
            (void)fputs("--", out);
        free(shown);
    }
    put_row_end(out, f);
    return true;
}

/* The notes and the remarks about columns, each on its own line after start. */
static void put_notes(FILE *out, const dpc_table_t *t, format f, const char *start)
{
    for (size_t i = 0; i < t->nnotes; i++) {
        (void)fputs(start, out);
        put_text(out, f, t->note[i]);
        (void)fputc('\n', out);
    }
    bool said[DPC_TABLE_MAX_COLUMNS] = {false};
    for (size_t c = 0; c < t->ncolumns; c++) {
        const char *what = said[c] ? NULL : dpc_table_warning(t, c);
        if (what == NULL)
            continue;
        (void)fputs(start, out);
        for (size_t k = c; k < t->ncolumns; k++) {
            const char *same = dpc_table_warning(t, k);
            if (same == NULL || strcmp(same, what) != 0)
                continue;
            (void)fputs(k > c ? "; " : "", out);
            put_text(out, f, dpc_column_label(&t->column[k]));
            said[k] = true;
        }
        (void)fprintf(out, ": %s.\n", what);
    }
}

static void put_csv_table(FILE *out, const dpc_table_t *t)
{
    put_header(out, t, CSV);
    for (size_t row = 0; row < t->nrows; row++)
        (void)put_row(out, t, CSV, row);
}

static void put_markdown_table(FILE *out, const dpc_table_t *t)
{
    if (t->title != NULL) {
        (void)fputs("**", out);
        put_markdown(out, t->title);
        (void)fputs("**\n\n", out);
    }
    put_header(out, t, MARKDOWN);
    (void)fputc('|', out);
    for (size_t k = 0; k < dpc_table_names(t) + t->ncolumns; k++)
        (void)fputs(is_text(t, k) ? ":---|" : "---:|", out);
    (void)fputc('\n', out);
    for (size_t row = 0; row < t->nrows; row++)
        (void)put_row(out, t, MARKDOWN, row);
    put_notes(out, t, MARKDOWN, "\n");
}

/* The approximate width of a column, in letters. */
static size_t column_width(const dpc_table_t *t, size_t k)
{
    const size_t names = dpc_table_names(t);
    size_t most =
        heading_width(k < names ? dpc_table_name(t, k) : dpc_column_label(&t->column[k - names]));
    for (size_t row = 0; row < t->nrows; row++) {
        char *shown = k < names ? NULL : dpc_table_shown(t, row, k - names);
        const char *text = k < names ? dpc_table_value(t, row, dpc_table_name(t, k)) : shown;
        const size_t length = text != NULL ? strlen(text) : 0;
        most = length > most ? length : most;
        free(shown);
    }
    return most;
}

typedef enum { NORMAL, SMALL, FOOTNOTE, SCRIPT } type_size;

/* The largest type size at which the table fits the text width of an article, about 70 letters of
   normal size; the smallest if none does. */
static type_size latex_size(const dpc_table_t *t)
{
    enum { MOST = 70, MOST_SMALL = 80, MOST_FOOTNOTE = 95, GAP = 2 };
    size_t width = 0;
    for (size_t k = 0; k < dpc_table_names(t) + t->ncolumns; k++)
        width += column_width(t, k) + GAP;
    return width <= MOST            ? NORMAL
           : width <= MOST_SMALL    ? SMALL
           : width <= MOST_FOOTNOTE ? FOOTNOTE
                                    : SCRIPT;
}

static void put_latex_table(FILE *out, const dpc_table_t *t)
{
    (void)fputs("\\begin{table}\n\\centering\n", out);
    if (t->title != NULL) {
        (void)fputs("\\caption{", out);
        dpc_prose_plain(out, t->title);
        (void)fputs("}\n", out);
    }
    static const char *const type[] = {"", "\\small\n",
                                       "\\footnotesize\\setlength{\\tabcolsep}{4pt}\n",
                                       "\\scriptsize\\setlength{\\tabcolsep}{3pt}\n"};
    (void)fputs(type[latex_size(t)], out);
    (void)fputs("\\begin{tabular}{", out);
    for (size_t k = 0; k < dpc_table_names(t) + t->ncolumns; k++)
        (void)fputc(is_text(t, k) ? 'l' : 'r', out);
    (void)fputs("}\n\\toprule\n", out);
    put_header(out, t, LATEX);
    (void)fputs("\\midrule\n", out);
    for (size_t row = 0; row < t->nrows; row++)
        (void)put_row(out, t, LATEX, row);
    (void)fputs("\\bottomrule\n\\end{tabular}\n", out);
    put_notes(out, t, LATEX, "\n\\smallskip\\footnotesize ");
    (void)fputs("\\end{table}\n", out);
}

/* ---- JSON ---- */

static void put_json_cell(FILE *out, const dpc_table_t *t, size_t row, size_t column)
{
    const dpc_cell *cell = dpc_table_cell(t, row, column);
    char *shown = dpc_table_shown(t, row, column);
    if (shown == NULL) {
        (void)fputs("{\"shown\": null, \"reason\": ", out);
        put_json(out, cell->reason != NULL ? cell->reason : "not computed");
        (void)fputc('}', out);
        return;
    }
    (void)fprintf(out, "{\"shown\": \"%s\"", shown);
    if (cell->state == DPC_CELL_NUMBER)
        (void)fprintf(out, ", \"lower\": \"%s\", \"upper\": \"%s\"", cell->lower, cell->upper);
    (void)fputc('}', out);
    free(shown);
}

static void put_json_table(FILE *out, const dpc_table_t *t)
{
    (void)fputs("{\"title\": ", out);
    put_json(out, t->title != NULL ? t->title : "");
    (void)fputs(", \"notes\": [", out);
    for (size_t i = 0; i < t->nnotes; i++) {
        (void)fputs(i > 0 ? ", " : "", out);
        put_json(out, t->note[i]);
    }
    (void)fputs("], \"warnings\": {", out);
    for (size_t c = 0, any = 0; c < t->ncolumns; c++)
        if (dpc_table_warning(t, c) != NULL) {
            (void)fputs(any++ > 0 ? ", " : "", out);
            put_json(out, t->column[c].name);
            (void)fputs(": ", out);
            put_json(out, dpc_table_warning(t, c));
        }
    (void)fputs("}, \"rows\": [", out);
    for (size_t row = 0; row < t->nrows; row++) {
        (void)fputs(row > 0 ? ",\n{" : "\n{", out);
        for (size_t k = 0; k < dpc_table_names(t); k++) {
            put_json(out, dpc_table_name(t, k));
            (void)fputs(": ", out);
            put_json(out, dpc_table_value(t, row, dpc_table_name(t, k)));
            (void)fputs(", ", out);
        }
        for (size_t c = 0; c < t->ncolumns; c++) {
            (void)fputs(c > 0 ? ", " : "", out);
            put_json(out, t->column[c].name);
            (void)fputs(": ", out);
            put_json_cell(out, t, row, c);
        }
        (void)fputc('}', out);
    }
    (void)fputs("\n]}\n", out);
}

/* ---- all ---- */

static bool is_complete(dpc_table_t *t)
{
    for (size_t i = 0; i < t->nrows * t->ncolumns; i++)
        if (t->cell[i].state == DPC_CELL_EMPTY &&
            !dpc_column_is_derived(&t->column[i % t->ncolumns]))
            return dpc_fail(&t->diag, DPC_PARSE, "row %zu of column %s has not been computed",
                            i / t->ncolumns + 1, t->column[i % t->ncolumns].name) == DPC_OK;
    return true;
}

char *dpc_table_text(dpc_table_t *t, const char *how)
{
    static const struct {
        const char *name;
        void (*put)(FILE *out, const dpc_table_t *t);
    } formats[] = {{"csv", put_csv_table},
                   {"md", put_markdown_table},
                   {"latex", put_latex_table},
                   {"json", put_json_table}};
    dpc_diag_reset(&t->diag);
    if (!is_complete(t))
        return NULL;
    if (how != NULL && strcmp(how, "svg") == 0)
        return dpc_table_svg(t);
    for (size_t i = 0; how != NULL && i < sizeof formats / sizeof formats[0]; i++) {
        if (strcmp(how, formats[i].name) != 0)
            continue;
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        if (out != NULL) {
            formats[i].put(out, t);
            if (fclose(out) == 0)
                return text;
        }
        free(text);
        (void)dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
        return NULL;
    }
    (void)dpc_fail(&t->diag, DPC_PARSE, "unknown format '%.40s': it is csv, md, latex, json or svg",
                   how != NULL ? how : "");
    return NULL;
}
