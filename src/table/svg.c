/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A plot of columns over an axis, as SVG.  Doubles are enough here: a plot is for the eye, and its
   numbers stand in the table. */
#include "table/table.h"

#include "lang/rational.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 760, HEIGHT = 470, LEFT = 78, RIGHT = 24, TOP = 46, BOTTOM = 58, LEGEND_LINE = 20 };

/* Okabe and Ito's colours, which people with any colour vision can tell apart, with other dashes
   for those who print in black. */
static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#8A8A00", "#666666"};
static const char *const dashes[] = {"", "7 4", "2 3", "9 3 2 3", "12 4", "4 2", "1 4", "14 3 3 3"};

enum { NCOLOURS = sizeof colours / sizeof colours[0] };

typedef struct {
    double low, high;
    bool log;
} scale;

typedef struct {
    FILE *out;
    const dpc_table_t *t;
    const dpc_plot *plot;
    scale x, y;
    double bottom; /* of the drawing: the legend stands below the axis' label */
} canvas;

/* ---- numbers ---- */

static double approximate(const char *text)
{
    mpq_t q;
    mpq_init(q);
    dpc_diag diag = {.status = DPC_OK};
    const double x =
        dpc_rational_parse(q, text, strlen(text), "", &diag) == DPC_OK ? mpq_get_d(q) : NAN;
    mpq_clear(q);
    return x;
}

static double x_of(const canvas *c, size_t row)
{
    return approximate(dpc_table_value(c->t, row, c->plot->x));
}

/* What is plotted: the number that is shown; nan where there is none. */
static double y_of(const canvas *c, size_t row, size_t column)
{
    char *text = dpc_table_shown(c->t, row, column);
    const double y = text != NULL ? approximate(text) : NAN;
    free(text);
    return y;
}

static bool can_show(const scale *s, double v)
{
    return isfinite(v) && (!s->log || v > 0);
}

static void include(scale *s, double v)
{
    if (!can_show(s, v))
        return;
    if (!(s->low <= v))
        s->low = v;
    if (!(s->high >= v))
        s->high = v;
}

static double fraction(const scale *s, double v)
{
    return s->log ? log(v / s->low) / log(s->high / s->low) : (v - s->low) / (s->high - s->low);
}

static double to_x(const canvas *c, double v)
{
    return LEFT + fraction(&c->x, v) * (WIDTH - LEFT - RIGHT);
}

static double to_y(const canvas *c, double v)
{
    return c->bottom - fraction(&c->y, v) * (c->bottom - TOP);
}

/* ---- ticks ---- */

/* 1, 2 or 5 times a power of ten, so that about six steps fill the range. */
static double tick_step(double range)
{
    const double raw = range / 6, power = pow(10, floor(log10(raw)));
    const double lead = raw / power;
    return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

/* Widens the range to whole ticks where that costs little. */
static void settle(scale *s)
{
    if (!(s->low <= s->high)) {
        s->low = s->log ? 0.1 : 0;
        s->high = 1;
    }
    if (s->log) {
        if (s->low == s->high) {
            s->low /= 10;
            s->high *= 10;
        }
        return;
    }
    if (s->low == s->high) {
        s->low -= 1;
        s->high += 1;
    }
    const double step = tick_step(s->high - s->low);
    s->low = s->low >= 0 && s->low < s->high / 3 ? 0 : floor(s->low / step) * step;
    s->high = ceil(s->high / step - 1e-9) * step;
}

static void tick_text(char *text, size_t size, double v, bool is_log)
{
    if (is_log && (v < 0.001 || v >= 10000))
        (void)snprintf(text, size, "10<tspan dy=\"-5\" font-size=\"9\">%d</tspan>",
                       (int)lround(log10(v)));
    else
        (void)snprintf(text, size, "%.6g", fabs(v) < 1e-12 ? 0 : v);
}

static void put_tick(const canvas *c, bool is_x, double v)
{
    char text[80];
    tick_text(text, sizeof text, v, is_x ? c->x.log : c->y.log);
    if (is_x)
        (void)fprintf(
            c->out,
            "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%.1f\"/>"
            "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n",
            to_x(c, v), TOP, to_x(c, v), c->bottom, to_x(c, v), c->bottom + 17, text);
    else
        (void)fprintf(c->out,
                      "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>"
                      "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                      LEFT, to_y(c, v), WIDTH - RIGHT, to_y(c, v), LEFT - 8, to_y(c, v) + 4, text);
}

static void put_ticks(const canvas *c, bool is_x)
{
    const scale *s = is_x ? &c->x : &c->y;
    if (!s->log) {
        const double step = tick_step(s->high - s->low);
        const long first = lround(ceil(s->low / step - 1e-9)),
                   last = lround(floor(s->high / step + 1e-9));
        for (long k = first; k <= last; k++)
            put_tick(c, is_x, (double)k * step);
        return;
    }
    const int first = (int)ceil(log10(s->low) - 1e-9), last = (int)floor(log10(s->high) + 1e-9);
    const int every = (last - first) / 8 + 1;
    if (last - first < 1) { /* less than two powers of ten: the ends tell the scale */
        put_tick(c, is_x, s->low);
        put_tick(c, is_x, s->high);
    }
    for (int e = first; e <= last; e += every)
        if (last - first >= 1)
            put_tick(c, is_x, pow(10, e));
}

/* ---- parts ---- */

static void put_escaped(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '&')
            (void)fputs("&amp;", out);
        else if (*text == '<')
            (void)fputs("&lt;", out);
        else if (*text == '>')
            (void)fputs("&gt;", out);
        else
            (void)fputc(*text, out);
    }
}

static const char *label(const dpc_column *c)
{
    return c->label != NULL ? c->label : c->name;
}

static void put_head(const canvas *c, double height)
{
    (void)fprintf(c->out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" width=\"%d\" "
                  "height=\"%.0f\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n"
                  "<style>.page{fill:#fff}.ink,.tick{fill:#222}.grid{stroke:#ddd}"
                  ".frame{stroke:#222;fill:none}"
                  "@media (prefers-color-scheme:dark){.page{fill:#15181c}.ink,.tick{fill:#e6e6e6}"
                  ".grid{stroke:#3a3f45}.frame{stroke:#e6e6e6}}</style>\n",
                  WIDTH, height, WIDTH, height);
    (void)fputs("<title>", c->out);
    put_escaped(c->out, c->t->title != NULL ? c->t->title : "dpcert table");
    (void)fputs("</title>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n", c->out);
    (void)fprintf(c->out,
                  "<text class=\"ink\" x=\"%d\" y=\"26\" font-size=\"15\" font-weight=\"bold\">",
                  LEFT);
    put_escaped(c->out, c->t->title != NULL ? c->t->title : "");
    (void)fputs("</text>\n", c->out);
}

static void put_axis_labels(const canvas *c)
{
    const dpc_plot *p = c->plot;
    (void)fprintf(c->out,
                  "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%.1f\"/>\n"
                  "<text class=\"ink\" x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">",
                  LEFT, TOP, WIDTH - LEFT - RIGHT, c->bottom - TOP, (LEFT + WIDTH - RIGHT) / 2,
                  c->bottom + 40);
    put_escaped(c->out, p->xlabel != NULL ? p->xlabel : p->x);
    (void)fprintf(c->out,
                  "</text>\n<text class=\"ink\" transform=\"translate(18 %.1f) rotate(-90)\" "
                  "text-anchor=\"middle\">",
                  (c->bottom + TOP) / 2);
    put_escaped(c->out, p->ylabel != NULL ? p->ylabel : "");
    (void)fputs("</text>\n", c->out);
}

/* Rows that differ in another axis than x belong to other curves. */
static bool starts_curve(const canvas *c, size_t row)
{
    return row == 0 || x_of(c, row) <= x_of(c, row - 1);
}

static void put_curve(const canvas *c, size_t k)
{
    const size_t column = c->plot->column[k];
    const char *colour = colours[k % NCOLOURS], *dash = dashes[k % NCOLOURS];
    bool open = false;
    for (size_t row = 0; row < c->t->nrows; row++) {
        const double x = x_of(c, row), y = y_of(c, row, column);
        const bool shown = can_show(&c->x, x) && can_show(&c->y, y);
        if (open && (!shown || starts_curve(c, row))) {
            (void)fputs("\"/>\n", c->out);
            open = false;
        }
        if (!shown)
            continue;
        if (!open)
            (void)fprintf(c->out,
                          "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" "
                          "stroke-dasharray=\"%s\" d=\"M",
                          colour, dash);
        (void)fprintf(c->out, "%s%.2f %.2f", open ? " L" : "", to_x(c, x), to_y(c, y));
        open = true;
    }
    if (open)
        (void)fputs("\"/>\n", c->out);
}

/* What lies below a referee is impossible: a band down to the axis. */
static void put_band(const canvas *c, size_t k)
{
    const size_t column = c->plot->column[k];
    if (c->t->column[column].kind != DPC_COLUMN_REFEREE)
        return;
    bool open = false;
    double last = 0;
    for (size_t row = 0; row <= c->t->nrows; row++) {
        const bool end = row == c->t->nrows;
        const double x = end ? NAN : x_of(c, row), y = end ? NAN : y_of(c, row, column);
        const bool shown = can_show(&c->x, x) && can_show(&c->y, y);
        if (open && (!shown || starts_curve(c, row))) {
            (void)fprintf(c->out, " L%.2f %.2f Z\"/>\n", last, c->bottom);
            open = false;
        }
        if (!shown)
            continue;
        if (!open)
            (void)fprintf(c->out, "<path fill=\"%s\" fill-opacity=\"0.14\" d=\"M%.2f %.2f",
                          colours[k % NCOLOURS], to_x(c, x), c->bottom);
        (void)fprintf(c->out, " L%.2f %.2f", to_x(c, x), to_y(c, y));
        last = to_x(c, x);
        open = true;
    }
}

static void put_legend(const canvas *c)
{
    for (size_t k = 0; k < c->plot->ncolumns; k++) {
        const double y = c->bottom + BOTTOM + (double)k * LEGEND_LINE;
        (void)fprintf(c->out,
                      "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"%s\" "
                      "stroke-width=\"2\" stroke-dasharray=\"%s\"/><text class=\"ink\" x=\"%d\" "
                      "y=\"%.1f\">",
                      LEFT, y, LEFT + 42, y, colours[k % NCOLOURS], dashes[k % NCOLOURS], LEFT + 52,
                      y + 4);
        put_escaped(c->out, label(&c->t->column[c->plot->column[k]]));
        (void)fputs("</text>\n", c->out);
    }
}

static void measure(canvas *c)
{
    c->x = (scale){.low = NAN, .high = NAN, .log = c->plot->logx};
    c->y = (scale){.low = NAN, .high = NAN, .log = c->plot->logy};
    for (size_t row = 0; row < c->t->nrows; row++) {
        include(&c->x, x_of(c, row));
        for (size_t k = 0; k < c->plot->ncolumns; k++)
            include(&c->y, y_of(c, row, c->plot->column[k]));
    }
    if (c->x.low == c->x.high)
        settle(&c->x);
    settle(&c->y);
}

char *dpc_table_svg(dpc_table_t *t)
{
    if (!t->has_plot) {
        (void)dpc_fail(&t->diag, DPC_PARSE,
                       "%s: an SVG needs a statement 'plot x = NAME, y = COLUMN'", t->source.name);
        return NULL;
    }
    char *text = NULL;
    size_t size = 0;
    canvas c = {.t = t, .plot = &t->plot, .bottom = HEIGHT - BOTTOM};
    c.out = open_memstream(&text, &size);
    if (c.out == NULL) {
        (void)dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
        return NULL;
    }
    measure(&c);
    put_head(&c, HEIGHT + 12 + (double)t->plot.ncolumns * LEGEND_LINE);
    put_ticks(&c, true);
    put_ticks(&c, false);
    for (size_t k = 0; k < t->plot.ncolumns; k++)
        put_band(&c, k);
    put_axis_labels(&c);
    for (size_t k = 0; k < t->plot.ncolumns; k++)
        put_curve(&c, k);
    put_legend(&c);
    (void)fputs("</svg>\n", c.out);
    if (fclose(c.out) != 0) {
        free(text);
        (void)dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
        return NULL;
    }
    return text;
}
