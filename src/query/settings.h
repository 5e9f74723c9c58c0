/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Settings of comparisons (compare.c): the theorems about one situation, and how its parameters
   become theirs.  A setting is a text similar to a theorem file, with one statement per line and
   `#` comments:

     setting NAME
     title "text"
     param, let ...             as in a theorem: what the user gives, and names for what follows
     compare RESULT             what is compared, smallest first
     entry ID ["text"]          a theorem; the lines up to the next `entry` are about it
     set PARAM = EXPR           its parameter, if that has another name or value than in the setting
     set PARAM = lower EXPR     rounded down (upper: up) where EXPR is no fraction: the bound must
                                only become worse by it
     set PARAM = "value"        the value of an enumeration
     require COND ["text"]      where it applies
     result RESULT              what is compared, where it has another name
     solve PARAM : RESULT <= EXPR    the smallest value of PARAM with this is compared
     truth                      an exact theorem about this very setting: measures the others; an
                                exact one without this line counts as proved
     unjudged                   the theorem's own referees are about something else

   Conditions and expressions are evaluated by the library, as part of a theorem. */
#ifndef DPC_SETTINGS_H
#define DPC_SETTINGS_H

#include "base/diag.h"

#include <stdbool.h>

enum {
    DPC_SETTING_MAX_ENTRIES = 40,
    DPC_SETTING_MAX_SETS = 12,
    DPC_SETTING_MAX_LINES = 24,
    DPC_SETTING_MAX_REQUIRES = 4
};

typedef enum { DPC_SET_EXACT, DPC_SET_LOWER, DPC_SET_UPPER, DPC_SET_TEXT } dpc_set_rounding;

/* A set line. */
typedef struct {
    const char *name, *expr;
    dpc_set_rounding rounding;
} dpc_setting_set;

/* A theorem in a setting. */
typedef struct {
    const char *id;
    const char *label; /* NULL: none */
    dpc_setting_set set[DPC_SETTING_MAX_SETS];
    size_t nsets;
    const char *require[DPC_SETTING_MAX_REQUIRES]; /* condition and text, as written */
    size_t nrequires;
    const char *result;                               /* NULL: that of the setting */
    const char *solve_name, *solve_result, *solve_at; /* NULL: a plain result is compared */
    bool truth, unjudged;
} dpc_setting_entry;

typedef struct {
    char *text; /* owns all strings */
    const char *name, *title, *compare;
    const char *line[DPC_SETTING_MAX_LINES]; /* param and let statements, as written */
    size_t nlines;
    dpc_setting_entry entry[DPC_SETTING_MAX_ENTRIES];
    size_t nentries;
} dpc_setting;

/* The compiled-in settings, in the order of their names. */
struct dpc_embedded_setting {
    const char *name, *text;
};
extern const struct dpc_embedded_setting dpc_embedded_settings[];
extern const size_t dpc_embedded_settings_count;

/* Reads a setting; name: what messages call the text.  To be cleared in any case. */
dpc_status dpc_setting_read(dpc_setting *setting, const char *name, const char *text, size_t length,
                            dpc_diag *diag);
void dpc_setting_clear(dpc_setting *setting);

/* The compiled-in text of a setting; NULL, with the reason in diag, if there is none of this
   name. */
const char *dpc_setting_text(const char *name, dpc_diag *diag);

#endif
