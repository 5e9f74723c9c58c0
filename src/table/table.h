/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Tables of certified numbers: a text specification (spec.c), its cells, computed one by one in any
   order and in any process (cell.c), and the finished table as text or as a plot (format.c, svg.c).
   dpcert-tables(5) describes the specification. */
#ifndef DPC_TABLE_H
#define DPC_TABLE_H

#include "dpcert.h"
#include "base/arena.h"
#include "lang/catalogue.h"

#include <gmp.h>
#include <stdbool.h>

enum {
    DPC_TABLE_MAX_COLUMNS = 64,
    DPC_TABLE_MAX_GROUPS = 16,
    DPC_TABLE_MAX_PLOTS = 12,
    DPC_TABLE_MAX_ROWS = 10000000,
    DPC_PLOT_MAX_NAMES = 8
};

/* Names whose values vary together: an axis has one, the records of a CSV file have several.  The
   rows of a table are all combinations of one record from each group, the last group fastest. */
typedef struct {
    size_t nnames, nrecords;
    const char **name;
    const char **value; /* of name k in record i: value[i * nnames + k] */
} dpc_table_group;

typedef struct {
    const char *name, *value; /* value: a number, a name of a group, a list, or an expression */
} dpc_table_arg;

typedef enum {
    DPC_COLUMN_BOUND,
    DPC_COLUMN_SOLVE,
    DPC_COLUMN_REFEREE,
    DPC_COLUMN_SLACK,
    DPC_COLUMN_DIFFERENCE, /* of two other columns */
    DPC_COLUMN_RATIO
} dpc_column_kind;

typedef struct {
    const char *name, *label; /* label: the heading; NULL: the name */
    dpc_column_kind kind;
    const char *id, *of; /* theorem; result, or for solve: the unknown parameter */
    dpc_table_arg *arg;
    size_t nargs;
    const char *result, *relation, *target; /* solve: the condition */
    int direction;                          /* solve: 1 smallest, -1 largest, 0 either */
    size_t left, right;                     /* columns of a difference or ratio */
    char rounded;                           /* 'u' up, 'd' down, 0: as its kind demands */
    unsigned long digits;
} dpc_column;

/* A plot of columns over a name: one panel of the SVG. */
typedef struct {
    const char *x, *title;
    size_t column[DPC_TABLE_MAX_COLUMNS], ncolumns;
    const char *by[DPC_PLOT_MAX_NAMES];      /* names that tell curves apart; nby 0: automatic */
    dpc_table_arg where[DPC_PLOT_MAX_NAMES]; /* selects the rows drawn */
    size_t nby, nwhere;
    bool logx, logy, has_limits;
    double low, high; /* limits of y */
    const char *xlabel, *ylabel;
} dpc_plot;

/* A theorem file named in columns. */
typedef struct {
    const char *path, *id;
} dpc_table_file;

typedef enum { DPC_CELL_EMPTY, DPC_CELL_NUMBER, DPC_CELL_NONE } dpc_cell_state;

typedef struct {
    dpc_cell_state state;
    char kind;           /* 'u' upper bound, 'l' lower bound, 'x' exact; 's' smallest solution, 'g'
                            largest, 'S' and 'G' the same without a proof of that */
    char *lower, *upper; /* NUMBER: decimals that enclose the value; a solution is the end on its
                            side */
    mpq_t least, most;   /* NUMBER: the same as numbers */
    char *reason;        /* NONE: why there is no number */
} dpc_cell;

struct dpc_table_s {
    dpc_catalogue_t *cat;
    dpc_arena arena;
    dpc_diag diag;
    dpc_source source;
    const char *title;
    const char **note;
    size_t nnotes;
    unsigned long digits;
    dpc_table_group group[DPC_TABLE_MAX_GROUPS];
    size_t ngroups, nrows;
    dpc_column column[DPC_TABLE_MAX_COLUMNS];
    size_t ncolumns;
    dpc_plot plot[DPC_TABLE_MAX_PLOTS];
    size_t nplots;
    dpc_table_file file[DPC_TABLE_MAX_COLUMNS];
    size_t nfiles;
    dpc_cell *cell; /* of column c in row r: cell[r * ncolumns + c] */
};

/* Fills in everything but the cells. */
dpc_status dpc_table_parse(dpc_table_t *t);

/* The value of a name in a row; NULL if there is no such name. */
const char *dpc_table_value(const dpc_table_t *t, size_t row, const char *word);

/* Whether the text is a name: letters, digits and _, no digit first. */
bool dpc_table_is_name(const char *text);

/* An approximation of the number in the text, for drawings; nan if it is not a number. */
double dpc_table_approx(const char *text);

/* Name and value number k of a row, counted over all groups. */
size_t dpc_table_names(const dpc_table_t *t);
const char *dpc_table_name(const dpc_table_t *t, size_t k);

/* Sets x to the number that a text means in a row: a number, a name of a group, or an expression.
   *written: the text of the number, if it is not an expression, else NULL.  False: the text is
   something else (a name, a list), or the expression has no exact value, with the reason in diag.
 */
bool dpc_table_number(dpc_table_t *t, size_t row, const char *text, mpq_t x, const char **written);

/* The query of a cell that is not derived, with its parameters but not yet run; the unknown of a
   solution is not set.  NULL on failure. */
dpc_query_t *dpc_table_query(dpc_table_t *t, size_t row, size_t column);

const dpc_cell *dpc_table_cell(const dpc_table_t *t, size_t row, size_t column);

/* The heading of a column. */
const char *dpc_column_label(const dpc_column *c);

/* Whether a column is computed from others. */
bool dpc_column_is_derived(const dpc_column *c);

/* An enclosure of a cell, derived or not; false if there is no number.  *kind as in dpc_cell. */
bool dpc_table_enclosure(const dpc_table_t *t, size_t row, size_t column, mpq_t lower, mpq_t upper,
                         char *kind);

/* The number shown, rounded in the safe direction; NULL if there is none.  To be freed. */
char *dpc_table_shown(const dpc_table_t *t, size_t row, size_t column);

/* About the number shown, for drawings; nan if there is none. */
double dpc_table_shown_approx(const dpc_table_t *t, size_t row, size_t column);

/* The solution of a cell: the end on its side. */
mpq_srcptr dpc_cell_solution(const dpc_cell *cell);

/* The plot as SVG; to be freed. */
char *dpc_table_svg(dpc_table_t *t);

#endif
