/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Plots of columns over an axis, as SVG: one panel per plot.  Doubles are enough here: a plot is
   for the eye, and the table has the numbers. */
#include "table/scale.h"
#include "table/table.h"

#include "base/rational.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In pixels.  A single plot fills the page; several are set in rows of two. */
enum {
    WIDTH = 860,
    MARGIN = 14,
    GAP = 18,        /* between panels */
    TICK_ROOM = 58,  /* left of a panel: numbers and label */
    LABEL_ROOM = 44, /* below a panel */
    HEIGHT_ALONE = 380,
    HEIGHT_SMALL = 270,
    TITLE_LINE = 20,
    LEGEND_LINE = 21,
    SWATCH = 44,
    CHARACTER = 13,        /* about twice the width of a character */
    LEGEND_CHARACTER = 17, /* the same in a wide font, which a viewer may choose */
    WIDE_CHARACTER = 26,   /* the same for capitals and other wide characters */
    BOLD_CHARACTER = 18,   /* the same in a title */
};

/* Styles that tell curves apart.  Any two colours differ, and each differs from the page, for
   people with any colour vision; dashes and marks are for black-and-white prints. */
enum { NSTYLES = 8, MAX_VALUES = 64 };
static const char *const light[NSTYLES] = {"#113274", "#c28501", "#00a358", "#703d00",
                                           "#4972d6", "#917293", "#222222", "#888888"};
static const char *const dark[NSTYLES] = {"#2b95f0", "#ffb212", "#5beb8b", "#d0581f",
                                          "#e2fff5", "#b89fcd", "#ffffff", "#999999"};
static const char *const dashes[NSTYLES] = {"",     "8 4", "2 3",     "9 3 2 3",
                                            "14 4", "4 2", "1 4 6 4", "14 3 3 3"};

/* A row that is drawn. */
typedef struct {
    size_t row, curve; /* rows of one curve follow each other */
    size_t value;      /* index, in document.value, of the values that tell curves apart */
    double x;
} point;

typedef struct {
    const dpc_plot *plot;
    dpc_scale x, y;
    double left, top, right, bottom;
    point *point;
    size_t npoints;
    double *value; /* of column k at point i: value[k * npoints + i]; nan: no number */
} panel;

typedef struct {
    FILE *out;
    const dpc_table_t *t;
    panel panel[DPC_TABLE_MAX_PLOTS];
    size_t npanels;
    size_t column[DPC_TABLE_MAX_COLUMNS], ncolumns; /* all columns drawn */
    char *value[MAX_VALUES];                        /* texts like `alpha = 10` */
    size_t nvalues;
    bool failed; /* out of memory, or too many values */
} document;

/* ---- which rows ---- */

static bool same_value(const char *a, const char *b)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    dpc_diag diag = {.status = DPC_OK};
    const bool numbers = dpc_rational_parse(x, a, strlen(a), "", &diag) == DPC_OK &&
                         dpc_rational_parse(y, b, strlen(b), "", &diag) == DPC_OK;
    const bool same = numbers ? mpq_equal(x, y) != 0 : strcmp(a, b) == 0;
    mpq_clears(x, y, NULL);
    return same;
}

static bool is_drawn(const dpc_table_t *t, const dpc_plot *p, size_t row)
{
    for (size_t i = 0; i < p->nwhere; i++)
        if (!same_value(dpc_table_value(t, row, p->where[i].name), p->where[i].value))
            return false;
    return true;
}

static bool has_name(const dpc_table_group *g, const char *name)
{
    for (size_t k = 0; k < g->nnames; k++)
        if (strcmp(g->name[k], name) == 0)
            return true;
    return false;
}

/* Whether this name varies among the rows drawn. */
static bool varies(const dpc_table_t *t, const dpc_plot *p, const char *name)
{
    const char *first = NULL;
    for (size_t row = 0; row < t->nrows; row++) {
        if (!is_drawn(t, p, row))
            continue;
        const char *value = dpc_table_value(t, row, name);
        if (first != NULL && strcmp(first, value) != 0)
            return true;
        first = value;
    }
    return false;
}

/* Whether the name varies in some plot that tells curves apart by it: a curve has the same label in
   all plots. */
static bool varies_somewhere(const dpc_table_t *t, const dpc_table_group *g, const char *name)
{
    for (size_t i = 0; i < t->nplots; i++)
        if (t->plot[i].nby == 0 && !has_name(g, t->plot[i].x) && varies(t, &t->plot[i], name))
            return true;
    return false;
}

/* The names that tell curves apart: those given in the plot, or else all varying names outside x's
   group. */
static size_t telling_names(const dpc_table_t *t, const dpc_plot *p, const char **by)
{
    size_t n = 0;
    for (; n < p->nby; n++)
        by[n] = p->by[n];
    for (size_t g = 0; g < t->ngroups && p->nby == 0; g++)
        for (size_t k = 0; k < t->group[g].nnames && n < DPC_PLOT_MAX_NAMES; k++)
            if (!has_name(&t->group[g], p->x) &&
                varies_somewhere(t, &t->group[g], t->group[g].name[k]))
                by[n++] = t->group[g].name[k];
    return n;
}

/* The index of a text like `alpha = 10, eps = 1` in the document's list; 0 is the empty text. */
static size_t value_number(document *d, size_t row, const char **by, size_t nby)
{
    char text[200] = "";
    for (size_t i = 0, used = 0; i < nby && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s = %s", i > 0 ? ", " : "",
                                 by[i], dpc_table_value(d->t, row, by[i]));
    for (size_t i = 0; i < d->nvalues; i++)
        if (strcmp(d->value[i], text) == 0)
            return i;
    char *copy = d->nvalues < MAX_VALUES ? strdup(text) : NULL;
    if (copy == NULL) {
        d->failed = true;
        return 0;
    }
    d->value[d->nvalues] = copy;
    return d->nvalues++;
}

/* The points of a panel, curve by curve: a curve fixes one record of every other group and runs
   through the records of x's group in order. */
static void collect(document *d, panel *p)
{
    const dpc_table_t *t = d->t;
    size_t g = 0, stride = 1, curve = 0;
    while (!has_name(&t->group[g], p->plot->x))
        g++;
    for (size_t h = g + 1; h < t->ngroups; h++)
        stride *= t->group[h].nrecords;
    const char *by[DPC_PLOT_MAX_NAMES];
    const size_t nby = telling_names(t, p->plot, by), records = t->group[g].nrecords;
    point *list = p->point = calloc(t->nrows, sizeof *p->point);
    p->value = calloc(t->nrows * p->plot->ncolumns, sizeof *p->value);
    if (list == NULL || p->value == NULL) {
        d->failed = true;
        return;
    }
    size_t n = 0;
    for (size_t base = 0; base < t->nrows && !d->failed; base++) {
        if (base / stride % records != 0)
            continue;
        curve++;
        for (size_t i = 0; i < records && !d->failed; i++) {
            const size_t row = base + i * stride;
            if (!is_drawn(t, p->plot, row))
                continue;
            const size_t value = value_number(d, row, by, nby);
            if (n > 0 && list[n - 1].curve == curve && list[n - 1].value != value)
                curve++;
            list[n++] = (point){.row = row,
                                .curve = curve,
                                .value = value,
                                .x = dpc_table_approx(dpc_table_value(t, row, p->plot->x))};
        }
    }
    p->npoints = n;
}

/* Plots the numbers that the table shows. */
static void measure(const document *d, panel *p)
{
    p->x = (dpc_scale){.low = NAN, .high = NAN, .log = p->plot->logx};
    p->y = (dpc_scale){.low = NAN, .high = NAN, .log = p->plot->logy};
    for (size_t i = 0; i < p->npoints; i++)
        dpc_scale_include(&p->x, p->point[i].x);
    for (size_t k = 0; k < p->plot->ncolumns; k++)
        for (size_t i = 0; i < p->npoints; i++) {
            const double y = dpc_table_shown_approx(d->t, p->point[i].row, p->plot->column[k]);
            p->value[k * p->npoints + i] = y;
            dpc_scale_include(&p->y, y);
        }
    if (p->plot->has_limits) {
        p->y.low = p->plot->low;
        p->y.high = p->plot->high;
    }
    dpc_scale_settle(&p->x, false);
    dpc_scale_settle(&p->y, !p->plot->has_limits);
}

/* Columns with the same label have the same style in all plots. */
static size_t style_of(const document *d, size_t column)
{
    const char *label = dpc_column_label(&d->t->column[column]);
    size_t i = 0;
    while (i < d->ncolumns && strcmp(dpc_column_label(&d->t->column[d->column[i]]), label) != 0)
        i++;
    return i;
}

/* ---- text ---- */

static void put_escaped(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '&')
            (void)fputs("&amp;", out);
        else if (text[i] == '<')
            (void)fputs("&lt;", out);
        else if (text[i] == '>')
            (void)fputs("&gt;", out);
        else
            (void)fputc(text[i], out);
    }
}

static void put_text(FILE *out, double x, double y, const char *attributes, const char *text)
{
    (void)fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, attributes);
    put_escaped(out, text, strlen(text));
    (void)fputs("</text>\n", out);
}

/* How much of the text fits into a line; *next = the start of the next line. */
static size_t line_length(const char *text, size_t room, const char **next)
{
    const size_t length = strlen(text);
    size_t end = length;
    if (length > room) {
        end = room;
        while (end > 0 && text[end] != ' ')
            end--;
        if (end == 0)
            end = room;
    }
    *next = text + end + (text[end] == ' ');
    return end;
}

/* Writes a title in lines (out NULL: only counts them); returns their number. */
static size_t put_title(FILE *out, const char *text, double width)
{
    size_t lines = 0;
    for (const char *next; text != NULL && *text != '\0'; text = next) {
        const size_t n = line_length(text, (size_t)(2 * width / BOLD_CHARACTER), &next);
        lines++;
        if (out == NULL)
            continue;
        (void)fprintf(out, "<text x=\"%d\" y=\"%zu\" font-size=\"15\" font-weight=\"bold\">",
                      MARGIN, MARGIN + lines * TITLE_LINE - 4);
        put_escaped(out, text, n);
        (void)fputs("</text>\n", out);
    }
    return lines;
}

/* ---- panels ---- */

static double to_x(const panel *p, double v)
{
    return p->left + dpc_scale_place(&p->x, v) * (p->right - p->left);
}

static double to_y(const panel *p, double v)
{
    return p->bottom - dpc_scale_place(&p->y, v) * (p->bottom - p->top);
}

static void put_tick_label(FILE *out, const dpc_tick *t, double x, double y, const char *anchor)
{
    (void)fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"12\">%s", x, y,
                  anchor, t->base);
    if (t->exponent[0] == '-')
        (void)fprintf(out, "<tspan dy=\"-5\" font-size=\"9\">\xe2\x88\x92%s</tspan>",
                      t->exponent + 1);
    else if (t->exponent[0] != '\0')
        (void)fprintf(out, "<tspan dy=\"-5\" font-size=\"9\">%s</tspan>", t->exponent);
    (void)fputs("</text>", out);
}

static void put_x_ticks(FILE *out, const panel *p)
{
    dpc_tick tick[DPC_SCALE_MAX_TICKS];
    const size_t n = dpc_scale_ticks(&p->x, tick);
    for (size_t i = 0; i < n; i++) {
        const double x = to_x(p, tick[i].value);
        const bool minor = tick[i].base[0] == '\0';
        (void)fprintf(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                      minor ? "frame" : "grid", x, minor ? p->bottom - 4 : p->top, x, p->bottom);
        if (!minor)
            put_tick_label(out, &tick[i], x, p->bottom + 16, "middle");
        (void)fputc('\n', out);
    }
}

static void put_y_ticks(FILE *out, const panel *p)
{
    dpc_tick tick[DPC_SCALE_MAX_TICKS];
    const size_t n = dpc_scale_ticks(&p->y, tick);
    for (size_t i = 0; i < n; i++) {
        const double y = to_y(p, tick[i].value);
        const bool minor = tick[i].base[0] == '\0';
        (void)fprintf(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                      minor ? "frame" : "grid", p->left, y, minor ? p->left + 4 : p->right, y);
        if (!minor)
            put_tick_label(out, &tick[i], p->left - 7, y + 4, "end");
        (void)fputc('\n', out);
    }
}

static void put_frame(FILE *out, const panel *p)
{
    const double middle = (p->left + p->right) / 2;
    (void)fprintf(out,
                  "<rect class=\"frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
                  p->left, p->top, p->right - p->left, p->bottom - p->top);
    put_text(out, middle, p->bottom + 36, "text-anchor=\"middle\"",
             p->plot->xlabel != NULL ? p->plot->xlabel : p->plot->x);
    if (p->plot->title != NULL)
        put_text(out, middle, p->top - 8, "text-anchor=\"middle\" font-weight=\"bold\"",
                 p->plot->title);
    if (p->plot->ylabel != NULL) {
        (void)fprintf(out,
                      "<text transform=\"translate(%.1f %.1f) rotate(-90)\" "
                      "text-anchor=\"middle\">",
                      p->left - TICK_ROOM + 12, (p->top + p->bottom) / 2);
        put_escaped(out, p->plot->ylabel, strlen(p->plot->ylabel));
        (void)fputs("</text>\n", out);
    }
}

/* ---- curves ---- */

static bool is_shown(const panel *p, size_t k, size_t i)
{
    return i < p->npoints && dpc_scale_can_show(&p->x, p->point[i].x) &&
           dpc_scale_can_show(&p->y, p->value[k * p->npoints + i]);
}

/* Whether point i continues the curve of the point before. */
static bool continues(const panel *p, size_t k, size_t i)
{
    return i > 0 && is_shown(p, k, i) && is_shown(p, k, i - 1) &&
           p->point[i].curve == p->point[i - 1].curve;
}

static void put_mark(FILE *out, size_t style, double x, double y)
{
    static const char *const shapes[] = {"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
                                         "m-3.5 -3.5h7v7h-7z",
                                         "m0 -4.5l4.5 8h-9z",
                                         "m0 -5l5 5l-5 5l-5 -5z",
                                         "m0 4.5l4.5 -8h-9z",
                                         "m-4 -4l8 8m0 -8l-8 8"};
    (void)fprintf(out, "<path class=\"s%zu mark\" d=\"M%.1f %.1f%s\"/>\n", style % NSTYLES, x, y,
                  shapes[style % (sizeof shapes / sizeof shapes[0])]);
}

/* Whether a point is in the frame, or on it. */
static bool is_inside(const panel *p, double x, double y)
{
    return x >= p->left - 1 && x <= p->right + 1 && y >= p->top - 1 && y <= p->bottom + 1;
}

/* A few marks on each curve, at different places for each column, as curves may coincide. */
static void put_marks(const document *d, const panel *p, size_t k)
{
    enum { MARKS = 5 };
    const size_t style = style_of(d, p->plot->column[k]);
    size_t first = 0;
    for (size_t i = 0; i <= p->npoints; i++) {
        if (i < p->npoints && p->point[i].curve == p->point[first].curve)
            continue;
        const size_t n = i - first;
        for (size_t m = 0; m < MARKS; m++) {
            const size_t at =
                first + (m * NSTYLES + style % NSTYLES) * n / ((size_t)MARKS * NSTYLES);
            const double x = to_x(p, p->point[at].x), y = to_y(p, p->value[k * p->npoints + at]);
            if (is_shown(p, k, at) && (n >= MARKS || m == 0) && is_inside(p, x, y))
                put_mark(d->out, style, x, y);
        }
        first = i;
    }
}

/* Colours tell columns apart; dashes do too, unless they are needed for values. */
static void put_curves(const document *d, const panel *p, size_t k)
{
    const size_t style = style_of(d, p->plot->column[k]);
    for (size_t i = 0; i < p->npoints; i++) {
        if (!is_shown(p, k, i))
            continue;
        if (!continues(p, k, i))
            (void)fprintf(d->out, "<path class=\"s%zu curve\" stroke-dasharray=\"%s\" d=\"M",
                          style % NSTYLES,
                          dashes[(d->nvalues > 1 ? p->point[i].value : style) % NSTYLES]);
        (void)fprintf(d->out, "%s%.2f %.2f", continues(p, k, i) ? " L" : "", to_x(p, p->point[i].x),
                      to_y(p, p->value[k * p->npoints + i]));
        if (!continues(p, k, i + 1))
            (void)fputs("\"/>\n", d->out);
    }
}

/* Shades the impossible side of a referee: below a lower bound, above an upper bound. */
static void put_band(const document *d, const panel *p, size_t k)
{
    const size_t column = p->plot->column[k];
    if (d->t->column[column].kind != DPC_COLUMN_REFEREE)
        return;
    for (size_t i = 0; i < p->npoints; i++) {
        if (!is_shown(p, k, i))
            continue;
        const bool upper = dpc_table_cell(d->t, p->point[i].row, column)->kind == 'u';
        const double edge = upper ? p->top : p->bottom, x = to_x(p, p->point[i].x);
        if (!continues(p, k, i))
            (void)fprintf(d->out, "<path class=\"b%zu band\" d=\"M%.2f %.2f",
                          style_of(d, column) % NSTYLES, x, edge);
        (void)fprintf(d->out, " L%.2f %.2f", x, to_y(p, p->value[k * p->npoints + i]));
        if (!continues(p, k, i + 1))
            (void)fprintf(d->out, " L%.2f %.2f Z\"/>\n", x, edge);
    }
}

static void put_panel(const document *d, size_t number)
{
    const panel *p = &d->panel[number];
    put_x_ticks(d->out, p);
    put_y_ticks(d->out, p);
    put_frame(d->out, p);
    (void)fprintf(d->out,
                  "<clipPath id=\"c%zu\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                  "height=\"%.1f\"/></clipPath>\n<g clip-path=\"url(#c%zu)\">\n",
                  number, p->left - 1, p->top - 1, p->right - p->left + 2, p->bottom - p->top + 2,
                  number);
    for (size_t k = 0; k < p->plot->ncolumns; k++)
        put_band(d, p, k);
    for (size_t k = 0; k < p->plot->ncolumns; k++)
        put_curves(d, p, k);
    (void)fputs("</g>\n", d->out);
    for (size_t k = 0; k < p->plot->ncolumns && d->nvalues > 1; k++)
        put_marks(d, p, k); /* not clipped at the frame */
}

/* ---- the page ---- */

/* Columns first, then values: entry i of the legend. */
static const char *legend_text(const document *d, size_t i)
{
    return i < d->ncolumns ? dpc_column_label(&d->t->column[d->column[i]])
                           : d->value[i - d->ncolumns];
}

static size_t legend_entries(const document *d)
{
    return d->ncolumns + (d->nvalues > 1 ? d->nvalues : 0);
}

/* An estimate, on the safe side as fonts differ, of the width of a text in pixels.  Continuation
   bytes of UTF-8 have no width. */
static size_t text_width(const char *text)
{
    size_t halves = 0;
    for (; *text != '\0'; text++)
        if (((unsigned char)*text & 0xc0) != 0x80)
            halves += strchr("mw@%&<>+=", *text) != NULL || isupper((unsigned char)*text)
                          ? WIDE_CHARACTER
                          : LEGEND_CHARACTER;
    return halves / 2 + 1;
}

/* The number of columns in which entries first to last-1 of the legend fit. */
static size_t legend_columns(const document *d, size_t first, size_t last)
{
    size_t widest = 1;
    for (size_t i = first; i < last; i++) {
        const size_t width = text_width(legend_text(d, i));
        widest = width > widest ? width : widest;
    }
    size_t n = 1;
    while ((n + 1) * (SWATCH + 24 + widest) <= WIDTH - 2 * MARGIN)
        n++;
    return n;
}

/* Writes these entries below top (out NULL: only counts); returns the number of lines. */
static size_t put_entries(const document *d, FILE *out, size_t first, size_t last, double top)
{
    const size_t n = legend_columns(d, first, last);
    const bool values = first >= d->ncolumns;
    size_t places = 0;
    for (size_t k = 0; k < last - first; k++) {
        if (legend_text(d, first + k)[0] == '\0')
            continue; /* no names tell these curves apart */
        const size_t column = places % n, line = places / n;
        places++;
        if (out == NULL)
            continue;
        const double x = MARGIN + (double)column * ((WIDTH - 2.0 * MARGIN) / (double)n);
        const double y = top + (double)line * LEGEND_LINE;
        char class[16] = "curve ink";
        if (!values)
            (void)snprintf(class, sizeof class, "s%zu curve", k % NSTYLES);
        (void)fprintf(out, "<path class=\"%s\" stroke-dasharray=\"%s\" d=\"M%.1f %.1fh%d\"/>",
                      class, values || d->nvalues <= 1 ? dashes[k % NSTYLES] : "", x, y, SWATCH);
        if (!values && d->nvalues > 1)
            put_mark(out, k, x + SWATCH / 2.0, y);
        put_text(out, x + SWATCH + 8, y + 4.5, "", legend_text(d, first + k));
    }
    return (places + n - 1) / n;
}

/* The columns, and below them the meaning of the dashes. */
static size_t put_legend(const document *d, FILE *out, double top)
{
    const size_t lines = put_entries(d, out, 0, d->ncolumns, top);
    return lines +
           put_entries(d, out, d->ncolumns, legend_entries(d), top + (double)(lines * LEGEND_LINE));
}

static void put_colours(FILE *out, const char *const *colours)
{
    for (size_t i = 0; i < NSTYLES; i++)
        (void)fprintf(out, ".s%zu{stroke:%s}.b%zu{fill:%s}", i, colours[i], i, colours[i]);
}

static void put_head(const document *d, double height)
{
    FILE *out = d->out;
    (void)fprintf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" width=\"%d\" "
                  "height=\"%.0f\" role=\"img\" font-family=\"Helvetica, Arial, sans-serif\" "
                  "font-size=\"13\">\n<style>"
                  "text{fill:#222}.page{fill:#fff}.grid{stroke:#ddd}.frame{stroke:#222;fill:none}"
                  ".curve{fill:none;stroke-width:2}.ink{stroke:#222}"
                  ".mark{fill:#fff;stroke-width:1.5}"
                  ".band{fill-opacity:.14}",
                  WIDTH, height, WIDTH, height);
    put_colours(out, light);
    (void)fputs("\n@media screen and (prefers-color-scheme:dark){text{fill:#e6e6e6}"
                ".page,.mark{fill:#15181c}.grid{stroke:#3a3f45}.frame{stroke:#e6e6e6}"
                ".ink{stroke:#e6e6e6}",
                out);
    put_colours(out, dark);
    (void)fputs("}</style>\n<title>", out);
    const char *title = d->t->title != NULL ? d->t->title : "dpcert table";
    put_escaped(out, title, strlen(title));
    (void)fputs("</title>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n", out);
}

/* Places the panels below y; returns their lower end. */
static double lay_out(document *d, double y)
{
    const size_t across = d->npanels > 1 ? 2 : 1;
    const double width = (WIDTH - 2.0 * MARGIN - (double)(across - 1) * GAP) / (double)across;
    double end = y;
    bool titled = false;
    for (size_t i = 0; i < d->npanels; i++)
        titled = titled || d->panel[i].plot->title != NULL;
    for (size_t i = 0; i < d->npanels; i++) {
        panel *p = &d->panel[i];
        if (i % across == 0)
            y = end;
        p->left = MARGIN + (double)(i % across) * (width + GAP) + TICK_ROOM;
        p->right = MARGIN + (double)(i % across) * (width + GAP) + width - 8;
        p->top = y + (titled ? 26 : 10);
        p->bottom = p->top + (across > 1 ? HEIGHT_SMALL : HEIGHT_ALONE);
        end = p->bottom + LABEL_ROOM;
    }
    return end;
}

/* The columns of all plots, each label once. */
static void collect_columns(document *d)
{
    for (size_t i = 0; i < d->npanels; i++)
        for (size_t k = 0; k < d->panel[i].plot->ncolumns; k++)
            if (style_of(d, d->panel[i].plot->column[k]) == d->ncolumns)
                d->column[d->ncolumns++] = d->panel[i].plot->column[k];
}

static void draw(document *d)
{
    collect_columns(d);
    for (size_t i = 0; i < d->npanels; i++)
        measure(d, &d->panel[i]);
    const size_t lines = put_title(NULL, d->t->title, WIDTH - 2 * MARGIN);
    const double legend = lay_out(d, MARGIN + (double)(lines * TITLE_LINE)) + LEGEND_LINE;
    put_head(d, legend + (double)(put_legend(d, NULL, 0) * LEGEND_LINE));
    (void)put_title(d->out, d->t->title, WIDTH - 2 * MARGIN);
    for (size_t i = 0; i < d->npanels; i++)
        put_panel(d, i);
    (void)put_legend(d, d->out, legend);
    (void)fputs("</svg>\n", d->out);
}

static void clear(document *d)
{
    for (size_t i = 0; i < d->npanels; i++) {
        free(d->panel[i].point);
        free(d->panel[i].value);
    }
    for (size_t i = 0; i < d->nvalues; i++)
        free(d->value[i]);
    free(d);
}

/* Refuses limits and axes that cannot be drawn. */
static bool can_draw(dpc_table_t *t, const panel *p)
{
    for (size_t i = 0; i < p->npoints; i++)
        if (!isfinite(p->point[i].x))
            return dpc_fail(&t->diag, DPC_PARSE,
                            "%s: the plot's x is %s, and '%.40s' is not a number", t->source.name,
                            p->plot->x, dpc_table_value(t, p->point[i].row, p->plot->x)) == DPC_OK;
    if (p->npoints == 0)
        return dpc_fail(&t->diag, DPC_PARSE, "%s: a plot has no rows: see its 'where'",
                        t->source.name) == DPC_OK;
    if (p->plot->has_limits && p->plot->logy && !(p->plot->low > 0))
        return dpc_fail(&t->diag, DPC_PARSE, "%s: a logarithmic axis cannot start at %g",
                        t->source.name, p->plot->low) == DPC_OK;
    return true;
}

static bool prepare(dpc_table_t *t, document *d)
{
    bool good = true;
    d->t = t;
    for (size_t i = 0; i < t->nplots && good; i++) {
        d->panel[d->npanels++].plot = &t->plot[i];
        collect(d, &d->panel[i]);
        if (d->failed)
            (void)dpc_fail(&t->diag, DPC_NOMEM,
                           "%s: a plot has more than %d kinds of curves: choose some with 'where'",
                           t->source.name, MAX_VALUES);
        good = !d->failed && can_draw(t, &d->panel[i]);
    }
    return good;
}

char *dpc_table_svg(dpc_table_t *t)
{
    if (t->nplots == 0) {
        (void)dpc_fail(&t->diag, DPC_PARSE,
                       "%s: an SVG needs a statement 'plot x = NAME, y = COLUMN'", t->source.name);
        return NULL;
    }
    char *text = NULL;
    size_t size = 0;
    document *d = calloc(1, sizeof *d);
    if (d == NULL)
        (void)dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
    else if (prepare(t, d)) {
        d->out = open_memstream(&text, &size);
        if (d->out != NULL)
            draw(d);
        if (d->out == NULL || fclose(d->out) != 0) {
            free(text);
            text = NULL;
            (void)dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
        }
    }
    if (d != NULL)
        clear(d);
    return text;
}
