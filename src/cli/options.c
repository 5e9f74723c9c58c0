/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Reads options by the tables of the commands, and suggests corrections of typing errors. */
#include "base/near.h"
#include "cli/cli.h"

#include <string.h>

/* ---- suggestions ---- */

/* Whether text begins with this word, of at least so many letters. */
static bool begins(const char *text, const char *word, size_t least)
{
    const size_t length = strlen(word);
    return length >= least && strncmp(word, text, length) == 0;
}

/* The distance of word from a candidate; one that begins with the other counts as near. */
static size_t distance(const char *word, const char *candidate)
{
    const size_t d = dpc_near_distance(word, candidate);
    return d > 1 && (begins(candidate, word, 2) || begins(word, candidate, 3)) ? 1 : d;
}

typedef struct {
    const char *name;
    size_t distance;
} suggestion;

static suggestion suggestion_for(const char *word)
{
    return (suggestion){.name = NULL, .distance = strlen(word) / 3 + 2};
}

static void consider(suggestion *best, const char *word, const char *candidate)
{
    size_t d = distance(word, candidate);
    if (d < best->distance)
        *best = (suggestion){.name = candidate, .distance = d};
}

/* ---- options ---- */

/* Options of every command. */
static const cli_option common[] = {{"help", 'h', NULL, CLI_PLACE(help), NULL},
                                    {"version", '\0', NULL, CLI_PLACE(version), NULL},
                                    {NULL, '\0', NULL, 0, NULL}};

/* How an option was typed: `--name` or `-x`. */
typedef struct {
    const char *name;
    size_t length;
    bool is_long;
} typed;

static const cli_option *find_in(const cli_option *o, const typed *t)
{
    for (; o->name != NULL; o++)
        if (t->is_long ? strlen(o->name) == t->length && strncmp(o->name, t->name, t->length) == 0
                       : o->letter == t->name[0])
            return o;
    return NULL;
}

/* The option of the command if it is known already, else of any command. */
static const cli_option *find(const typed *t, const char *command)
{
    const cli_option *found = find_in(common, t);
    for (size_t i = 0; found == NULL && command != NULL && cli_commands[i] != NULL; i++)
        if (strcmp(cli_commands[i]->name, command) == 0)
            found = find_in(cli_commands[i]->option, t);
    for (size_t i = 0; found == NULL && cli_commands[i] != NULL; i++)
        found = find_in(cli_commands[i]->option, t);
    return found;
}

static cli_exit unknown_option(const char *argument, const char *name, size_t length)
{
    char word[32] = "";
    if (length < sizeof word)
        (void)memcpy(word, name, length);
    suggestion best = suggestion_for(word);
    for (size_t i = 0; cli_commands[i] != NULL && length > 1; i++)
        for (const cli_option *o = cli_commands[i]->option; o->name != NULL; o++)
            consider(&best, word, o->name);
    for (const cli_option *o = common; o->name != NULL && length > 1; o++)
        consider(&best, word, o->name);
    if (best.name != NULL)
        return cli_fail(CLI_USAGE, "unknown option '%s': did you mean --%s?", argument, best.name);
    return cli_fail(CLI_USAGE, "unknown option '%s': see 'dpcert --help'", argument);
}

/* Finds the option in `--name`, `--name=value`, `-x` or `-xvalue`; *value is the text after the
   name, or NULL.  Returns NULL, after a message, if there is no such option. */
static const cli_option *find_option(const cli_args *args, char *argument, char **value)
{
    const bool is_long = argument[1] == '-';
    char *name = argument + (is_long ? 2 : 1);
    const typed t = {name, is_long ? strcspn(name, "=") : 1, is_long};
    *value = NULL;
    if (is_long && name[t.length] == '=')
        *value = name + t.length + 1;
    else if (!is_long && name[1] != '\0')
        *value = name + 1;
    const cli_option *o = find(&t, args->nwords > 0 ? args->word[0] : NULL);
    if (o != NULL && (is_long || o->argument != NULL || *value == NULL)) /* -hx is refused */
        return o;
    (void)unknown_option(argument, name, is_long ? t.length : strlen(name));
    return NULL;
}

static void set_option(cli_args *args, const cli_option *o, char *value)
{
    const bool given = true;
    if (o->place == CLI_PLACE(context))
        args->context[args->ncontext++] = value;
    else if (o->argument != NULL)
        (void)memcpy((char *)args + o->place, &value, sizeof value);
    else
        (void)memcpy((char *)args + o->place, &given, sizeof given);
}

/* Reads the option at argv[*i], and its value if that is the next argument. */
static cli_exit read_option(cli_args *args, const cli_option **used, char **argv, int *i)
{
    char *value;
    const cli_option *o = *used = find_option(args, argv[*i], &value);
    if (o == NULL)
        return CLI_USAGE;
    if (o->argument == NULL && value != NULL)
        return cli_fail(CLI_USAGE, "option --%s takes no value", o->name);
    if (o->argument != NULL && value == NULL) {
        char *next = argv[*i + 1];
        if (next == NULL || strncmp(next, "--", 2) == 0)
            return cli_fail(CLI_USAGE, "option --%s needs a value: --%s %s", o->name, o->name,
                            o->argument);
        value = next;
        ++*i;
    }
    set_option(args, o, value);
    return CLI_CONTINUE;
}

cli_exit cli_read_arguments(cli_args *args, const cli_option **used, char **argv)
{
    bool options_end = false;
    for (int i = 1; argv[i] != NULL; i++) {
        char *a = argv[i];
        if (!options_end && strcmp(a, "--") == 0)
            options_end = true;
        else if (!options_end && a[0] == '-' && a[1] != '\0') {
            cli_exit code = read_option(args, used, argv, &i);
            if (code != CLI_CONTINUE)
                return code;
            used++;
        } else
            args->word[args->nwords++] = a;
    }
    *used = NULL;
    return CLI_CONTINUE;
}

cli_exit cli_check_options(const cli_command *c, const cli_option *const *used)
{
    for (; *used != NULL; used++) {
        const typed t = {(*used)->name, strlen((*used)->name), true};
        if (find_in(common, &t) == NULL && find_in(c->option, &t) == NULL)
            return cli_fail(CLI_USAGE, "%s has no option --%s: see 'dpcert help %s'", c->name,
                            (*used)->name, c->name);
    }
    return CLI_CONTINUE;
}

/* ---- commands ---- */

const cli_command *cli_find_command(const char *name)
{
    suggestion best = suggestion_for(name);
    for (size_t i = 0; cli_commands[i] != NULL; i++) {
        if (strcmp(cli_commands[i]->name, name) == 0)
            return cli_commands[i];
        consider(&best, name, cli_commands[i]->name);
    }
    if (best.name != NULL)
        (void)cli_fail(CLI_USAGE, "unknown command '%s': did you mean '%s'?", name, best.name);
    else
        (void)cli_fail(CLI_USAGE, "unknown command '%s': see 'dpcert --help'", name);
    return NULL;
}

void cli_put_help(const cli_command *c)
{
    (void)fputs(c->usage, stdout);
    for (const cli_option *o = c->option; o->name != NULL; o++)
        if (o->help != NULL)
            (void)fputs(o->help, stdout);
    (void)fputs(c->more, stdout);
}
