/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The program dpcert: what its commands share.  A command gets the parsed arguments and returns an
   exit code.  It finds out whether it succeeds before it prints anything: a failure leaves stdout
   empty and one message on stderr. */
#ifndef DPC_CLI_H
#define DPC_CLI_H

#include "dpcert.h"
#include "output.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum {
    CLI_OK = 0,
    CLI_FALSE = 1,     /* a hypothesis is false, an operation undefined, nothing matches */
    CLI_USAGE = 2,     /* usage, parse error, unknown name, unreadable file */
    CLI_UNDECIDED = 3, /* a limit, or the end of memory, was reached before a digit was certified */
    CLI_CONTINUE = -1  /* not an exit code: go on */
} cli_exit;

/* ---- arguments ---- */

/* Options that were not given are NULL or false; text is as typed. */
typedef struct {
    const char *digits, *arith, *max_bits, *max_steps, *cert, *kind;
    const char *output, *format, *jobs, *certs, *against, *shard;
    const char *eps, *delta, *adjacency, *claimed;
    bool json, latex, text, help, version, smallest, largest, resume, merge, strict, verify;
    char **word; /* what is not an option; word[0] is the first after the command */
    size_t nwords;
    char **context; /* of a certificate */
    size_t ncontext;
    bool terminal; /* stdout is one: lines are broken, */
    bool colour;   /* and words coloured if the user wants that */
} cli_args;

/* An option of a command: the command line, the help and the messages know of it what stands here.
   An option that several commands have takes a value in all of them, or in none. */
typedef struct {
    const char *name;     /* without its dashes */
    char letter;          /* -x; '\0' if there is none */
    const char *argument; /* what its value is called; NULL if it takes none */
    size_t place;         /* CLI_PLACE: the member of cli_args that it sets */
    const char *help;     /* its lines of the help; NULL: another line or the text tells of it */
} cli_option;

#define CLI_PLACE(member) offsetof(cli_args, member)

/* A command; it stands at the end of its file. */
typedef struct {
    const char *name;
    cli_exit (*run)(const cli_args *args);
    const char *usage;        /* the help before the options, */
    const cli_option *option; /* which end with a name that is NULL, */
    const char *more;         /* and behind them */
    bool gives_verdict;       /* exit status 0 is a verdict about files */
} cli_command;

extern const cli_command cli_account_command, cli_bound_command, cli_compare_command,
    cli_crosscheck_command, cli_explain_command, cli_list_command, cli_refute_command,
    cli_report_command, cli_show_command, cli_solve_command, cli_table_command, cli_verify_command;

/* Of the commands that evaluate a theorem, */
#define CLI_EVALUATION_OPTIONS                                                                   \
    {"digits", 'd', "N", CLI_PLACE(digits),                                                      \
     "  -d, --digits N     certify N digits, 1 to 100000 (default 10)\n"},                       \
        {"arith", '\0', "ball|mpfr|kernel|double|all", CLI_PLACE(arith),                         \
         "      --arith A      ball (default), mpfr, kernel; double: unverified; bound: all\n"}, \
        {"max-bits", '\0', "N", CLI_PLACE(max_bits),                                             \
         "      --max-bits N   give up beyond this precision (default 65536 or more)\n"},        \
        {"max-steps", '\0', "N", CLI_PLACE(max_steps),                                           \
         "      --max-steps N  give up after this many steps (default 1000000000)\n"},           \
    {                                                                                            \
        "json", '\0', NULL, CLI_PLACE(json), "      --json         print one JSON object\n"      \
    }

#define CLI_EVALUATION_HELP                                                              \
    "\n"                                                                                 \
    "ID is a catalogue id, or a path to your own theorem file (with a '/' or .thm).\n"   \
    "VALUE is exact: 3, 0.1, 1e-5, 3/7, 10^12, 0x1.8p-3; the name of a choice; a list\n" \
    "[(0.1,1e-6,100),(0.2,1e-6,50)]; or @FILE to read it from a file (@- from\n"         \
    "standard input).  A witness is searched for unless you give it like a parameter.\n"

/* and of those that check a certificate. */
#define CLI_CHECKING_OPTIONS                                                              \
    {"arith", '\0', "ball|mpfr|kernel|double|all", CLI_PLACE(arith),                      \
     "      --arith A      the arithmetic to check with (default: the best there is)\n"}, \
        {"max-bits", '\0', "N", CLI_PLACE(max_bits),                                      \
         "      --max-bits N   give up beyond this precision (default 16384)\n"},         \
    {                                                                                     \
        "max-steps", '\0', "N", CLI_PLACE(max_steps),                                     \
            "      --max-steps N  give up after this many steps (default 100000000)\n"    \
    }

/* ---- options (options.c) ---- */

/* Tells options from words.  Options may stand anywhere; `--` ends them.  used: as many as there
   are arguments, and NULL behind the last. */
cli_exit cli_read_arguments(cli_args *args, const cli_option **used, char **argv);

/* CLI_CONTINUE: the command has all options that were given. */
cli_exit cli_check_options(const cli_command *c, const cli_option *const *used);

/* Prints the help of a command. */
void cli_put_help(const cli_command *c);

/* All commands, in the order of the help, NULL behind the last (main.c). */
extern const cli_command *const cli_commands[];

/* NULL, after a message, if there is no such command. */
const cli_command *cli_find_command(const char *name);

/* ---- messages and layout (ui.c) ---- */

/* Writes "dpcert: MESSAGE" to stderr and returns code.  What the message quotes cannot drive the
   terminal or look like a line of its own: see text.h. */
cli_exit cli_fail(cli_exit code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Why a query, or an account, failed, with the option that sets the limit which it has met.
   Returns out. */
enum { CLI_ERROR_SIZE = 2200 };
const char *cli_query_error(char out[CLI_ERROR_SIZE], const dpc_query_t *q);
const char *cli_account_error(char out[CLI_ERROR_SIZE], const dpc_account_t *a);

/* The exit code for a status of the library. */
cli_exit cli_exit_of(dpc_status status);

/* Out of memory. */
cli_exit cli_no_memory(void);

/* Whether the environment is for colours on a terminal. */
bool cli_wants_colour(void);

typedef enum { CLI_PLAIN, CLI_BOLD, CLI_GREEN, CLI_YELLOW, CLI_RED } cli_colour;

/* The escape sequence of a colour, "" when there are none; CLI_PLAIN ends a colour. */
const char *cli_colour_on(const cli_args *args, cli_colour colour);
/* What a theorem's status looks like. */
cli_colour cli_status_colour(const dpc_theorem_info *info);

/* Texts longer than this are cut where people read them. */
enum { CLI_LONG_TEXT = 200, CLI_LONG_NUMBER = 40 };

/* Prints a text that comes from elsewhere: see text.h. */
void cli_put(const char *text);

/* The same, cut at CLI_LONG_TEXT characters; a number with an exponent keeps that. */
void cli_put_cut(const char *text);

/* Columns of a screen line. */
enum { CLI_LINE_WIDTH = 80 };

/* The value of a solution with the zeros at its end, as many decimals as the one beside it has.  0
   stays as it is.  To be freed; NULL: nothing to add. */
char *cli_with_zeros(const char *value, const char *next);

/* Prints text and a newline.  The cursor is at `column`; on a terminal, lines are broken at blanks
   before they reach the screen's end, and go on at column `indent`.  Elsewhere they stay whole, so
   that they can be searched. */
void cli_put_wrapped(const cli_args *args, const char *text, int column, int indent);

/* `ID: TITLE`, the first line of most output. */
void cli_put_heading(const cli_args *args, const dpc_theorem_info *info);

/* The status and its basis in words, e.g. "proved (from the paper)". */
void cli_put_status(const cli_args *args, const dpc_theorem_info *info);

extern const char cli_own_notice[];

/* A counter on stderr for work that takes long; silent unless stderr is a terminal. */
typedef struct {
    bool shown;
    double start, last; /* seconds */
} cli_progress;

/* Shows what the library is doing, from now on until the end. */
void cli_progress_start(cli_progress *progress);
void cli_progress_end(cli_progress *progress);

/* The content of a file without its last newline, or of standard input for "-", as of the value
   `NAME=@path`.  name: what it is for, in messages.  *text is to be freed. */
cli_exit cli_read_value(const char *name, const char *path, char **text);

/* ---- one theorem at given values (cmd_bound.c) ---- */

typedef struct {
    dpc_catalogue_t *cat;
    dpc_query_t *query;
    dpc_status status;  /* of the run */
    bool others_follow; /* other arithmetics may answer where this one does not */
} cli_session;

/* A catalogue, and the id of the theorem that word names: an id, or a path to the user's file. */
cli_exit cli_open_theorem(const char *word, dpc_catalogue_t **cat, const char **id);

/* A whole number from 1 to largest, which is the value of an option. */
cli_exit cli_read_count(const char *text, const char *option, unsigned long long largest,
                        unsigned long long *count);

/* Sets up the query that the arguments describe.  CLI_CONTINUE: it may be run.  To be closed in any
   case. */
cli_exit cli_session_open(cli_session *session, const cli_args *args, const char *command);

/* Gives the query the values that stand among the arguments. */
cli_exit cli_give_values(dpc_query_t *q, const cli_args *args);

/* Gives it the settings that stand among the arguments; arith in place of theirs if not NULL. */
cli_exit cli_apply_settings(dpc_query_t *q, const cli_args *args, const char *arith);

/* Sets up and runs the query that the arguments describe.  CLI_CONTINUE: there are results.  To be
   closed in any case. */
cli_exit cli_session_run(cli_session *session, const cli_args *args, const char *command);
cli_exit cli_run_query(cli_session *session);
void cli_session_close(cli_session *session);

/* `given a = 1, b = 2`, as `bound` prints it. */
void cli_put_given(const cli_args *args, const dpc_query_t *q);

/* Prints results, status, witnesses, assumptions and referees, as `bound` does. */
void cli_put_results(const cli_args *args, const cli_session *session);

/* What unverified arithmetic computed; a NaN has no sign that means anything. */
const char *cli_approx_text(const dpc_result_info *r);

/* Whether a bound of this kind can be vacuous (its text says "vacuous from 1 on"), and whether it
   certainly is. */
bool cli_may_be_vacuous(const dpc_result_info *r);
bool cli_is_vacuous(const dpc_result_info *r);

/* After the output: says on stderr what is not proved, and gives the exit code. */
cli_exit cli_session_verdict(const cli_session *session);

/* Prints and returns CLI_FALSE if a referee beats a result that counts as true, else
   CLI_CONTINUE. */
cli_exit cli_check_contradiction(const cli_session *session);

/* Writes the certificate that --cert asks for.  Alone on stdout it is all of the output. */
cli_exit cli_certify(const cli_session *session, const cli_args *args);

/* ---- histories (cmd_account.c) ---- */

typedef struct {
    dpc_catalogue_t *cat;
    dpc_account_t *account;
} cli_account;

/* Reads the history in a file ("-": standard input), and asks what the arguments ask.  To be closed
   in any case. */
cli_exit cli_account_open(cli_account *s, const cli_args *args, const char *path);
void cli_account_close(cli_account *s);

/* Its steps, one per line. */
void cli_put_steps(const dpc_account_t *a, const char *indent);

/* ---- several arithmetics (arith_all.c) ---- */

/* Whether --arith all was given. */
bool cli_wants_all(const cli_args *args);

/* The same theorem at the same values and witnesses in one more arithmetic. */
typedef struct {
    const char *arith;
    dpc_query_t *query; /* NULL: not made */
    dpc_status status;  /* of its run */
} cli_second;

enum { CLI_SECONDS = 3 }; /* mpfr, kernel, double */

/* Evaluates what the session found with balls in the other arithmetics.  CLI_CONTINUE: those that
   are certified and have an answer agree with it; else a message was printed.  To be closed in any
   case. */
cli_exit cli_run_seconds(const cli_session *session, const cli_args *args,
                         cli_second second[CLI_SECONDS]);
void cli_close_seconds(cli_second second[CLI_SECONDS]);

/* All enclosures side by side. */
void cli_put_seconds(const cli_session *session, const cli_second second[CLI_SECONDS]);

/* ---- certificates (cmd_verify.c) ---- */

/* *text is set to a certificate of what the session found, to be freed with dpc_string_free; kind
   is NULL for the default. */
cli_exit cli_make_certificate(const cli_session *session, const cli_args *args, const char *kind,
                              char **text);

/* How a certificate is checked: what dpc_certificate_verify takes. */
typedef struct {
    const char *arith;
    unsigned long max_bits;
    uint64_t max_steps;
} cli_limits;

/* CLI_CONTINUE, or after a message the exit code. */
cli_exit cli_read_limits(cli_limits *limits, const cli_args *args);

/* ---- statements (cmd_show.c) ---- */

/* The formula of a statement without the name that it may repeat at its start. */
const char *cli_formula_of(const dpc_statement *s);

/* ---- JSON (json.c) ---- */

/* Each returns a new reference, or NULL when memory ends. */
json_t *cli_json_theorem(const dpc_theorem_info *info);
json_t *cli_json_statement(const dpc_statement *s);
json_t *cli_json_query(const cli_session *session, const cli_args *args);
json_t *cli_json_seconds(const cli_session *session, const cli_second second[CLI_SECONDS]);
json_t *cli_json_step(const dpc_step_info *step);
json_t *cli_json_outcome(const cli_outcome *outcome);
json_t *cli_json_account_steps(const dpc_account_t *a);

/* Appends a new reference to an array, and consumes it even on failure; false when memory ends. */
bool cli_json_append(json_t *array, json_t *value);
bool cli_json_set(json_t *object, const char *key, json_t *value);

/* A text, or null for NULL. */
json_t *cli_json_text(const char *text);

/* Prints and consumes a value; NULL stands for the end of memory. */
cli_exit cli_json_print(json_t *value);

/* The same in a line, as JSON Lines, unless it is not good: then memory has ended.  CLI_CONTINUE
   else. */
cli_exit cli_json_line(json_t *value, bool good);

#endif
