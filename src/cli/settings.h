/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Settings of dpcert compare: the theorems about one situation, and how its parameters become
   theirs.  A setting is a text similar to a theorem file, with one statement per line and `#`
   comments:

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
#ifndef DPC_CLI_SETTINGS_H
#define DPC_CLI_SETTINGS_H

#include "cli/cli.h"

enum { CLI_MAX_ENTRIES = 40, CLI_MAX_SETS = 12, CLI_MAX_LINES = 24, CLI_MAX_REQUIRES = 4 };

typedef enum { CLI_EXACT, CLI_LOWER, CLI_UPPER, CLI_TEXT } cli_rounding;

typedef struct {
    const char *name, *expr;
    cli_rounding rounding;
} cli_set;

typedef struct {
    const char *id;
    const char *label; /* NULL: none */
    cli_set set[CLI_MAX_SETS];
    size_t nsets;
    const char *require[CLI_MAX_REQUIRES]; /* condition and text, as written */
    size_t nrequires;
    const char *result;                               /* NULL: that of the setting */
    const char *solve_name, *solve_result, *solve_at; /* NULL: a plain result is compared */
    bool truth, unjudged;
} cli_entry;

typedef struct {
    char *text; /* owns all strings */
    const char *name, *title, *compare;
    const char *line[CLI_MAX_LINES]; /* param and let statements, as written */
    size_t nlines;
    cli_entry entry[CLI_MAX_ENTRIES];
    size_t nentries;
} cli_setting;

/* The compiled-in settings, in the order of their names. */
struct cli_embedded {
    const char *name, *text;
};
extern const struct cli_embedded cli_settings[];
extern const size_t cli_settings_count;

/* Reads the setting that word names: one of the compiled-in ones, or a path to the user's file
   (with a '/' or .set).  To be freed in any case. */
cli_exit cli_setting_read(cli_setting *setting, const char *word);
void cli_setting_free(cli_setting *setting);

#endif
